"""Pictures of all maps for the documentation: ``PYTHONPATH=atlas:src python -m hexatlas.art.pictures [MAP …]``.

Each is drawn large, scaled down and stored with a palette of its own, as large as fits in the limit.
"""

from __future__ import annotations

import io
import sys

from PIL import Image

from hexfront.cartography import load_art, render_svg, theme_named, to_png
from hexfront.cartography.art import art_file
from hexfront.hexes import load_board, map_names

from ..paths import ATLAS

FOLDER = ATLAS.parent / "docs" / "maps"
LIMIT = 490_000
ADAPTED = 60
"""Colours found in the picture; the theme's own, however rare on it, come on top."""


def own_colours(theme: str) -> list[int]:
    """The colours that a small palette must not lose."""
    paint = theme_named(theme)
    names = [
        paint.urban,
        paint.border,
        paint.border_glow,
        paint.river,
        paint.rail,
        paint.label,
        paint.region_label,
    ]
    names += [paint.water_label, paint.sea, paint.lake, paint.page, *paint.ripples, *paint.terrain.values()]
    names += list(paint.glyph.values())
    return [int(colour[k : k + 2], 16) for colour in dict.fromkeys(names) for k in (1, 3, 5)]


def packed(image: Image.Image, theme: str) -> bytes:
    """The picture as PNG with a palette."""
    found = image.quantize(ADAPTED, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    colours = (found.getpalette() or [])[: 3 * ADAPTED] + own_colours(theme)
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    out = io.BytesIO()
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def picture(name: str, theme: str = "paper") -> bytes:
    """A PNG of a map with as many pixels as the limit allows."""
    svg = render_svg(load_board(name), load_art(name), theme=theme)
    whole = Image.open(io.BytesIO(to_png(svg))).convert("RGB")
    scale = 1.0
    while True:
        size = round(whole.width * scale), round(whole.height * scale)
        data = packed(whole.resize(size, Image.Resampling.LANCZOS), theme)
        if len(data) <= LIMIT:
            return data
        scale *= max(0.6, min(0.96, (LIMIT / len(data)) ** 0.5))


def main(argv: list[str]) -> int:
    """Write the pictures of the given maps, or of all that have art."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in argv or [n for n in map_names() if art_file(n).exists()]:
        name, _, theme = name.partition(":")
        data = picture(name, theme or "paper")
        target = FOLDER / (f"{name}-{theme}.png" if theme else f"{name}.png")
        target.write_bytes(data)
        print(f"{target.name}: {len(data) / 1000:.0f} kB, {int.from_bytes(data[16:20], 'big')} pixels wide")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
