"""Art for a board that has none: hexes as they are, straight rivers, rails from centre to centre."""

from __future__ import annotations

from hexfront.cartography.art import FORMAT, Art, Label, Mark, Spot, Stroke
from hexfront.cartography.palette import style_of
from hexfront.cartography.paths import polyline
from hexfront.cartography.symbols import icon_of, symbol_radius
from hexfront.hexes import Board, bits

MARGIN = 1.25
"""Room around the outermost centres, in hex sizes."""


def plain(board: Board, size: float = 50.0) -> Art:
    """Art from the board alone."""
    centres = [board.grid.xy(i) for i in board.grid]
    left, top = min(x for x, _ in centres) - MARGIN, min(y for _, y in centres) - MARGIN
    right, bottom = max(x for x, _ in centres) + MARGIN, max(y for _, y in centres) + MARGIN
    origin = (-left * size, -top * size)
    frame = Art(
        format=FORMAT,
        id=board.id,
        size=((right - left) * size, (bottom - top) * size),
        hex=size,
        origin=origin,
    )
    land, lakes = [], []
    areas: dict[str, list[str]] = {}
    for i in board.grid:
        style = style_of(board.kind[i])
        shape = polyline(frame.corners(board, i), closed=True)
        if style == "lake":
            lakes.append(shape)
        if style != "sea":
            land.append(shape)
        if style not in ("sea", "lake", "off", "clear"):
            areas.setdefault(board.kind[i], []).append(shape)
    rivers = []
    for name, sides in board.sides.items():
        if "river" not in name:
            continue
        for a, b in sides.pairs():
            d = board.grid.direction(a, b)
            corners = frame.corners(board, a)
            path = polyline([corners[d], corners[(d + 1) % 6]])
            rivers.append(Stroke(path, "major" if "major" in name else "minor"))
    rails = []
    for name, links in board.links.items():
        if name in ("rail", "transport", "road"):
            rails += [polyline([frame.xy(board, a), frame.xy(board, b)]) for a, b in links.pairs()]
    spots, labels, taken = [], [], set()
    for place in sorted(board.places, key=lambda p: (-p.size, p.name)):
        if place.hex in taken or place.kind in ("region", "water"):
            continue
        taken.add(place.hex)
        x, y = frame.xy(board, board.index(place.hex))
        spots.append(Spot(place.name, place.hex, x, y, place.size, place.kind))
        size_class = min(5, max(1, place.size))
        below = symbol_radius(place.size) + 15
        labels.append(Label(place.name, f"city{size_class}", x, y + below, "middle"))
    marks = []
    for name, hexes in board.features.items():
        if icon_of(name):
            for i in bits(hexes):
                x, y = frame.xy(board, i)
                marks.append(Mark(name, board.label(i), x - 0.5 * size, y + 0.2 * size))
    return Art(
        format=FORMAT,
        id=board.id,
        size=frame.size,
        hex=size,
        origin=origin,
        land=tuple(land),
        lakes=tuple(lakes),
        rivers=tuple(rivers),
        rails=tuple(rails),
        areas={kind: tuple(shapes) for kind, shapes in areas.items()},
        places=tuple(spots),
        marks=tuple(marks),
        labels=tuple(labels),
    )
