"""Drawing the art of a map: ``PYTHONPATH=atlas:src python -m hexatlas.art [build|check|compare] [GAME …]``.

``build`` writes ``src/hexfront/maps/<id>.art.json`` from the finished board; ``check`` says whether the committed art
was drawn from the present inputs and needs no data packages; ``compare`` draws again and compares bytes.
"""
