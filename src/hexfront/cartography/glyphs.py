"""Terrain glyphs: trees, tufts, peaks and dunes strewn over the hexes that rules count as such."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, hypot, sqrt

from hexfront.cartography.art import Art, label_boxes
from hexfront.cartography.mask import Mask
from hexfront.cartography.palette import Theme, style_of
from hexfront.cartography.paths import Point
from hexfront.hexes import Board, Hex


@dataclass(frozen=True)
class Glyph:
    """One way to mark terrain: `spacing` between glyphs, how far they stray, and the pens that draw them.

    A pen is path data in tenths of a pixel relative to the glyph's foot, with `fill` or `line` width and opacity;
    several variants take turns.
    """

    spacing: float
    stray: float
    variants: tuple[str, ...]
    fill: bool
    width: float = 0.0
    opacity: float = 0.8
    shade: str = ""


GLYPHS: dict[str, Glyph] = {
    "forest": Glyph(
        17.5,
        0.62,
        ("l4 5h-2l3 4h-10l3-4h-2z", "l4 4h-2l3 4h-9l2-4h-2z"),
        fill=True,
        opacity=0.72,
    ),
    "jungle": Glyph(
        16.0,
        0.6,
        ("c5 0 7 7 3 8v3h-6v-3c-4-1-2-8 3-8z",),
        fill=True,
        opacity=0.75,
    ),
    "marsh": Glyph(
        25.0,
        0.5,
        (
            "m-8 0h16m-12 3.2h8m-4-4.6v-6m-3 5.6l-2-4.4m8 4.4l2-4.4",
            "m-7 0h14m-9 3.2h10m-6-4.6v-5m-3 4.6l-1.6-3.6m7.8 3.6l1.6-3.6",
        ),
        fill=False,
        width=1.3,
        opacity=0.9,
    ),
    "mountain": Glyph(
        31.0,
        0.55,
        ("m-11 7l6.5-10 2.2 2.6 4.6-8.6 9.7 16", "m-10 7l7.4-13 3.6 5 2.6-3 6.4 11"),
        fill=False,
        width=1.5,
        opacity=0.85,
        shade="m2.3-9l9.7 16h-6.4l-5-7.5z",
    ),
    "high_mountain": Glyph(
        29.0,
        0.5,
        ("m-12 9l8-15 2.4 3 4.6-10.6 11 22.6", "m-11 9l9.4-20 4 8.6 3-3.6 7.6 15"),
        fill=False,
        width=1.9,
        opacity=0.95,
        shade="m3-12l11 22h-7l-6-9.5z",
    ),
    "rough": Glyph(
        24.0,
        0.6,
        ("m-8 3q3.6-8 8-7 4 .8 8 6", "m-7 3q2.8-6.6 7-6 3.6.6 7 4.6"),
        fill=False,
        width=1.3,
        opacity=0.75,
    ),
    "steppe": Glyph(30.0, 0.7, ("m-3.5-5l1.8 5m1.7 0v-6.4m1.7 6.4l1.8-5",), False, 1.1, 0.6),
    "desert": Glyph(21.0, 0.7, ("m-6 1q3-3.6 6-1 3 2.4 6-.6", "m-.8-.8h1.6v1.6h-1.6z"), False, 1.1, 0.6),
}


ROOT3 = sqrt(3)


def noise(a: int, b: int, k: int) -> float:
    """A number in 0..1 fixed by three integers: the same on every machine."""
    n = (a * 73856093 ^ b * 19349663 ^ k * 83492791) & 0xFFFFFFFF
    n = (n ^ n >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    n = (n ^ n >> 12) * 0x297A2D39 & 0xFFFFFFFF
    return (n ^ n >> 15) / 0x100000000


class HexFinder:
    """Which hex a point of the picture lies in."""

    def __init__(self, board: Board, art: Art) -> None:
        self.board, self.art = board, art
        self._centres = {board.grid.cell(i): (i, *board.grid.xy(i)) for i in board.grid}

    def __call__(self, x: float, y: float) -> Hex | None:
        grid, size = self.board.grid, self.art.hex
        u, v = (x - self.art.origin[0]) / size, (y - self.art.origin[1]) / size
        across, along = (u, v) if grid.flat else (v, u)
        best, found = 1.0, None
        line, place = floor(across / 1.5), floor(along / ROOT3)
        for a in (line, line + 1):
            for b in (place - 1, place, place + 1):
                here = self._centres.get((a, b) if grid.flat else (b, a))
                if here is not None:
                    d = (here[1] - u) ** 2 + (here[2] - v) ** 2
                    if d < best:
                        best, found = d, here[0]
        return found


def free_ground(board: Board, art: Art) -> Mask:
    """The parts of the picture kept clear of glyphs: names, symbols and water."""
    taken = Mask((), art.size)
    for spot in art.places:
        taken.paint(spot.x, spot.y, 8 + 4 * spot.size)
    for mark in art.marks:
        taken.paint(mark.x, mark.y, 13)
    for label in art.labels:
        if label.class_.startswith("water") or label.class_ == "region1":
            continue
        for a, b, c, d in label_boxes(label):
            # Discs along the middle of the box, so that a slanting name clears no more than itself.
            start, end = ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
            radius = hypot(d[0] - a[0], d[1] - a[1]) / 2 + 4
            steps = ceil(hypot(end[0] - start[0], end[1] - start[1]) / 6)
            for k in range(steps + 1):
                t = k / max(1, steps)
                taken.paint(start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1]), radius)
    return taken


def strewn(style: str, board: Board, art: Art, land: Mask, taken: Mask) -> Iterator[Point]:
    """Feet of the glyphs of a style, in rows from the back to the front."""
    glyph = GLYPHS[style]
    find = HexFinder(board, art)
    wanted = {i for i, kind in board.kind.items() if style_of(kind) == style}
    if not wanted:
        return
    step = glyph.spacing
    rise = step * 0.8
    feet = set()
    for i in wanted:
        cx, cy = art.xy(board, i)
        rows = range(floor((cy - art.hex) / rise), ceil((cy + art.hex) / rise) + 1)
        columns = range(floor((cx - art.hex) / step) - 1, ceil((cx + art.hex) / step) + 1)
        feet |= {(row, column) for row in rows for column in columns}
    for row, column in sorted(feet):
        x = (column + 0.5 * (row % 2) + glyph.stray * (noise(column, row, 1) - 0.5)) * step
        y = (row + glyph.stray * (noise(column, row, 2) - 0.5)) * rise
        here = find(x, y)
        if here is None or here not in wanted or not land.has(x, y) or taken.has(x, y):
            continue
        cx, cy = art.xy(board, here)
        t = 1.16  # A glyph near a rim must have its own kind beyond it.
        beyond = find(cx + (x - cx) * t, cy + (y - cy) * t)
        if beyond is not None and beyond in wanted:
            yield x, y


def glyph_layer(board: Board, art: Art, theme: Theme) -> list[str]:
    """All terrain glyphs, one path a kind."""
    land = Mask(art.land, art.size)
    for lake in art.lakes:
        water = Mask((lake,), art.size)
        land.rows = [a & ~b for a, b in zip(land.rows, water.rows, strict=True)]
    taken = free_ground(board, art)
    out = []
    for style, glyph in GLYPHS.items():
        feet = list(strewn(style, board, art, land, taken))
        if not feet:
            continue
        colour = theme.glyph[style]
        parts, shades = [], []
        for k, (x, y) in enumerate(feet):
            at = f"M{round(x)} {round(y)}"
            parts.append(at + glyph.variants[k % len(glyph.variants)])
            if glyph.shade and k % len(glyph.variants) == 0:
                shades.append(at + glyph.shade)
        if shades:
            out.append(f'<path d="{"".join(shades)}" fill="{colour}" opacity="0.35"/>')
        pen = (
            f'fill="{colour}"'
            if glyph.fill
            else f'fill="none" stroke="{colour}" stroke-width="{glyph.width}" stroke-linecap="round" '
            'stroke-linejoin="round"'
        )
        out.append(f'<path d="{"".join(parts)}" {pen} opacity="{glyph.opacity}"/>')
    return out
