"""The SVG is well formed, the same each time, and shows what it is asked to show."""

from __future__ import annotations

import re
import sys
from math import hypot
from xml.etree import ElementTree

import pytest

from hexfront.cartography import (
    Art,
    MissingRenderer,
    plain_art,
    render_heat,
    render_position,
    render_svg,
    to_png,
)
from hexfront.cartography.art import Label, Relief, label_boxes, read_art
from hexfront.cartography.metrics import has_character, text_width
from hexfront.cartography.palette import PAPER, SCREEN
from hexfront.cartography.paths import points_of
from hexfront.errors import BadData, UnknownName
from hexfront.hexes import Board, read_board
from hexfront.kernel.view import Overlay, Piece, Side, TurnSpace, View
from tests.cartography.samples import board_file

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in parsed(svg).iter(f"{SVG}text")]


def ids(svg: str) -> list[str]:
    return [node.attrib["id"] for node in parsed(svg).iter() if "id" in node.attrib]


@pytest.mark.parametrize("theme", ["paper", "screen"])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_it_is_well_formed_and_the_same_each_time(theme: str, orientation: str) -> None:
    # The pairs of the small board neighbour each other on a flat grid only.
    data = board_file(orientation)
    if orientation == "pointy":
        data = re.sub(rb'"(sides|links)": \{.*?\]\]\}', rb'"\1": {}', data)
    board = read_board(data)
    first, second = (render_svg(board, plain_art(board), theme=theme) for _ in range(2))
    assert first == second
    found = ids(first)
    assert len(found) == len(set(found)), "an id is used twice"
    assert {"hf-sea", "hf-ground", "hf-hexes", "hf-rivers", "hf-places", "hf-labels", "hf-legend"} <= set(
        found
    )
    for reference in re.findall(r'(?:href="|url\()#([\w-]+)', first):
        assert reference in found, f"#{reference} is not defined"


def test_names_are_escaped_and_present(board: Board, art: Art) -> None:
    svg = render_svg(board, art)
    shown = texts(svg)
    for name in ("KIEV & CO", "Łuck", "Brünn", "Kovel", "Hof", "A small land"):
        assert name in shown
    assert "KIEV & CO" not in svg, "the ampersand must be escaped"


def test_numbers_can_be_switched_off(board: Board, art: Art) -> None:
    with_numbers = texts(render_svg(board, art))
    without = texts(render_svg(board, art, numbers=False))
    assert "0504" in with_numbers and "1008" in with_numbers
    assert "0504" not in without
    assert len(with_numbers) - len(without) == 80


def test_legend_lists_what_the_board_has(board: Board, art: Art) -> None:
    shown = texts(render_svg(board, art))
    for words in (
        "Clear", "Forest", "Swamp", "Rough", "Mountain", "High mountain", "Steppe", "Desert", "Jungle",
        "River", "Major river", "Railway", "Barred hexside", "Ferry", "Metropolis", "Fort", "Port", "Oil",
    ):  # fmt: skip
        assert words in shown, words
    assert "Factory" not in shown and "Frontier" not in shown
    bare = render_svg(board, art, legend=False, scale_bar=False)
    assert "Forest" not in texts(bare) and "hf-legend" not in bare
    assert "one hex = 60 km" in shown and "one hex = 60 km" not in texts(bare)


def test_every_kind_of_ground_has_its_colour_and_glyph(board: Board, art: Art) -> None:
    for theme in (PAPER, SCREEN):
        svg = render_svg(board, art, theme=theme.name, legend=False)
        for style in ("forest", "marsh", "mountain", "high_mountain", "rough", "steppe", "desert", "jungle"):
            assert theme.terrain[style] in svg, style
            assert theme.glyph[style] in svg, style


def test_without_a_frame_the_view_box_is_the_art(board: Board, art: Art) -> None:
    root = parsed(render_svg(board, art, frame=False))
    assert [float(v) for v in root.attrib["viewBox"].split()] == pytest.approx([0, 0, *art.size], abs=0.06)
    framed = parsed(render_svg(board, art))
    assert float(framed.attrib["width"]) > art.size[0]


def test_every_hexside_is_drawn_once(board: Board, art: Art) -> None:
    svg = render_svg(board, art, legend=False, numbers=False)
    group = svg.split('id="hf-hexes"')[1].split("</g>")[0]
    drawn = []
    for path in re.findall(r' d="([^"]*)"', group):
        for line in points_of(path):
            drawn += [(a, b) for a, b in zip(line, line[1:], strict=False)]
    assert all(abs(hypot(b[0] - a[0], b[1] - a[1]) - art.hex) < 1 for a, b in drawn)
    middles = {(round((a[0] + b[0]) / 6), round((a[1] + b[1]) / 6)) for a, b in drawn}
    rims = sum(6 - len(board.grid.neighbours(i)) for i in board.grid)
    sides = (6 * 80 - rims) // 2 + rims
    rivers = len(board.sides["river"]) + len(board.sides["major_river"])
    assert len(drawn) == len(middles) == sides - rivers


def test_features_without_a_mark_of_their_own_are_still_shown(board: Board, art: Art) -> None:
    bare = read_art(b'{"format":"hexfront-art/1","id":"small","size":[900,800],"hex":50,"origin":[62,62]}')
    svg = render_svg(board, bare, legend=False)
    for icon in ("fort", "port", "oil"):
        assert f'href="#hf-{icon}"' in svg
    assert "hf-other" not in svg.split("</defs>")[1], "a feature of the rules alone has no icon"


def test_fonts_can_be_embedded(board: Board, art: Art) -> None:
    assert "@font-face" not in render_svg(board, art)
    svg = render_svg(board, art, embed_fonts=True)
    assert svg.count("@font-face") == 4
    parsed(svg)


def test_relief_is_laid_over_the_land(board: Board, art: Art) -> None:
    import msgspec

    shaded = msgspec.structs.replace(art, relief=Relief(2, 2, bytes([0, 128, 255, 60])))
    svg = render_svg(board, shaded)
    assert "data:image/png;base64," in svg
    assert "<image" not in render_svg(board, art)


def test_labels_along_a_path_and_turned(board: Board, art: Art) -> None:
    import msgspec

    labels = (
        Label("Dnepr", "river", path="M100 300q60-30 120 0"),
        Label("Black Sea", "water1", 300, 300, "middle", -20.0, scale=0.8),
    )
    svg = render_svg(board, msgspec.structs.replace(art, labels=labels))
    assert "textPath" in svg and "rotate(-20 300 300)" in svg and "font-size:36.8px" in svg
    assert len(label_boxes(labels[0])) == 5
    (box,) = label_boxes(labels[1])
    assert box[1][0] > box[0][0] and box[1][1] < box[0][1], "turned up to the right"


def test_pieces_and_overlays(board: Board, art: Art) -> None:
    pieces = [
        Piece("g1", "48 Panzer", "axis", "0504", "armor", "XXX", "9-8", 1, 2, badges=("moved",)),
        Piece("g2", "11 Infantry", "axis", "0504", "infantry"),
        Piece("s1", "Guards <1>", "soviet", "0604", nation="guards"),
        Piece("s2", "Hidden", "soviet", "0605", face_down=True),
        Piece("x", "In a box", "soviet", "cup"),
    ]
    overlays = [
        Overlay("zoc", "Zones", hexes={"axis": ("0504", "0505"), "soviet": ("0604",)}, labels={"0505": "3:1"})
    ]
    svg = render_svg(
        board, art, pieces=pieces, overlays=overlays, colours={"axis": "field-grey", "soviet": "red"}
    )
    shown = texts(svg)
    assert "9-8" in shown and "3:1" in shown and "2" in shown, "factors, overlay text and stack height"
    assert "Hidden" not in shown and "In a box" not in shown
    assert "#c2452f" in svg or "#8a5a34" in svg
    assert 'id="hf-overlay-zoc"' in svg
    parsed(svg)


def test_a_position_shows_counters_control_and_front(board: Board, art: Art) -> None:
    view = View(
        game="small", scenario="test", seat="axis", map="small", turn=2,
        turns=(TurnSpace(1, "June 41"), TurnSpace(2, "July 41")),
        sides=(Side("axis", "Axis", "field-grey"), Side("soviet", "Soviet", "red")),
        pieces=(Piece("g1", "48 Panzer", "axis", "0504", "armor", "XXX", "9-8"),),
    )  # fmt: skip
    west = board.set_of([f"{c:02d}{r:02d}" for c in range(1, 6) for r in range(1, 9)])
    svg = render_position(view, board, art, control={"axis": west, "soviet": board.on_map & ~west})
    assert any("July 41" in text for text in texts(svg))
    assert 'id="hf-front"' in svg and 'id="hf-control"' in svg and "9-8" in texts(svg)
    front = svg.split('id="hf-front"')[1].split("</g>")[0]
    assert front.count("<path") == 2, "one line from top to bottom, with its halo"
    assert 'id="hf-front"' not in render_position(view, board, art)


def test_a_heat_map_has_a_key(board: Board, art: Art) -> None:
    values = {i: float(k) for k, i in enumerate(sorted(board.kind))}
    svg = render_heat(board, art, values, title="Battles", unit="battles a game")
    assert "79 battles a game" in texts(svg) and "Battles" in texts(svg)
    assert svg.split('id="hf-heat"')[1].split("</g>")[0].count("<path") == 80
    parsed(render_heat(board, art, {}))
    parsed(render_heat(board, art, {board.index("0504"): 1.0}))


def test_png(board: Board, art: Art) -> None:
    pytest.importorskip("resvg_py")
    data = to_png(render_svg(board, art), width=300)
    assert data.startswith(b"\x89PNG") and int.from_bytes(data[16:20], "big") == 300
    assert data == to_png(render_svg(board, art), width=300)


def test_a_missing_renderer_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingRenderer, match="png"):
        to_png("<svg/>")


def test_bad_art_is_refused() -> None:
    with pytest.raises(BadData, match="format"):
        read_art(b'{"format":"x","id":"a","size":[1,1],"hex":1,"origin":[0,0]}')
    with pytest.raises(BadData, match="unknown class"):
        read_art(
            b'{"format":"hexfront-art/1","id":"a","size":[1,1],"hex":1,"origin":[0,0],'
            b'"labels":[{"text":"A","class":"huge"}]}'
        )
    with pytest.raises(BadData, match="relief"):
        read_art(
            b'{"format":"hexfront-art/1","id":"a","size":[1,1],"hex":1,"origin":[0,0],'
            b'"relief":{"width":1,"height":1,"levels":"AAAA"}}'
        )
    with pytest.raises(BadData):
        read_art(b"{")


def test_an_unknown_theme_is_refused(board: Board, art: Art) -> None:
    with pytest.raises(UnknownName):
        render_svg(board, art, theme="sepia")


def test_widths_come_from_the_fonts() -> None:
    assert text_width("mmm", "sans", 10) == pytest.approx(3 * text_width("m", "sans", 10))
    assert text_width("i", "sans", 10) < text_width("m", "sans", 10)
    assert text_width("ab", "serif", 20, 0.1) == pytest.approx(text_width("ab", "serif", 20) + 2)
    assert text_width("", "serif", 20, 0.1) == 0
    digits = {round(text_width(d, "sans", 100)) for d in "0123456789"}
    assert max(digits) - min(digits) < 20, "hex numbers are set in figures of one height"
    assert has_character("serif", "ł") and not has_character("serif", "日")
