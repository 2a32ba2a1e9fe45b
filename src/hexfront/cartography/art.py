"""The art of a map: what is only there to be looked at. See docs/reference/map-format.md."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, hypot, radians, sin
from pathlib import Path

import msgspec

from hexfront.cartography.metrics import ASCENT, DESCENT, text_width
from hexfront.cartography.paths import Point, points_of
from hexfront.errors import BadData, UnknownName
from hexfront.hexes import Board, Hex, map_file, map_names

FORMAT = "hexfront-art/1"


class Stroke(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named line: a river, border, railway or front."""

    path: str
    class_: str = msgspec.field(default="", name="class")
    name: str = ""
    id: str = ""


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a place's symbol stands."""

    name: str
    hex: str
    x: float
    y: float
    size: int = 1
    kind: str = "town"


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the symbol of a feature stands: a fort, a port, oil …"""

    kind: str
    hex: str
    x: float
    y: float


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name on the map. With a `path` the text runs along it, else it stands at x, y (the baseline)."""

    text: str
    class_: str = msgspec.field(name="class")
    x: float = 0.0
    y: float = 0.0
    anchor: str = "start"
    angle: float = 0.0
    path: str = ""
    scale: float = 1.0
    victory: bool = False
    """The place counts at the end: its name is written in red."""


class Relief(msgspec.Struct, frozen=True):
    """Hill shading: one byte a cell, 0 the darkest slope, 128 level ground, 255 the lightest."""

    width: int
    height: int
    levels: bytes


class Art(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An art file, read."""

    format: str
    id: str
    size: tuple[float, float]
    hex: float
    origin: tuple[float, float]
    north: float = 0.0
    land: tuple[str, ...] = ()
    lakes: tuple[str, ...] = ()
    rivers: tuple[Stroke, ...] = ()
    rails: tuple[str, ...] = ()
    borders: tuple[Stroke, ...] = ()
    fronts: tuple[Stroke, ...] = ()
    areas: dict[str, tuple[str, ...]] = {}
    relief: Relief | None = None
    places: tuple[Spot, ...] = ()
    marks: tuple[Mark, ...] = ()
    labels: tuple[Label, ...] = ()

    def xy(self, board: Board, i: Hex) -> Point:
        """The centre of a hex in art pixels."""
        x, y = board.grid.xy(i)
        return self.origin[0] + x * self.hex, self.origin[1] + y * self.hex

    def corners(self, board: Board, i: Hex) -> list[Point]:
        """The corners of a hex in art pixels, clockwise; corners k and k+1 bound the side in direction k."""
        return [
            (self.origin[0] + x * self.hex, self.origin[1] + y * self.hex) for x, y in board.grid.corners(i)
        ]


class LetterStyle(msgspec.Struct, frozen=True):
    """How a class of labels is lettered."""

    face: str
    size: float
    spacing: float = 0.0
    capitals: bool = False


LETTERS: dict[str, LetterStyle] = {
    "city5": LetterStyle("sans-bold", 22.0, 0.06, True),
    "city4": LetterStyle("sans-bold", 20.0, 0.01),
    "city3": LetterStyle("sans-bold", 17.0),
    "city2": LetterStyle("sans", 15.0),
    "city1": LetterStyle("sans", 13.5),
    "water1": LetterStyle("serif-italic", 46.0, 0.22),
    "water2": LetterStyle("serif-italic", 28.0, 0.12),
    "water3": LetterStyle("serif-italic", 18.0, 0.02),
    "region1": LetterStyle("serif", 40.0, 0.42, True),
    "region2": LetterStyle("serif", 27.0, 0.34, True),
    "region3": LetterStyle("serif", 18.0, 0.2, True),
    "area": LetterStyle("serif-italic", 19.0, 0.16),
    "river": LetterStyle("serif-italic", 15.0, 0.06),
}
"""Lettering by label class, in art pixels at 50 a hex."""


def shown_text(label: Label) -> str:
    """The text as it is lettered."""
    return label.text.upper() if LETTERS[label.class_].capitals else label.text


def label_boxes(label: Label, room: float = 0.0) -> list[tuple[Point, Point, Point, Point]]:
    """The rectangles that a label covers: one for a straight label, one a letter along a path.

    `room` is added on all sides."""
    style = LETTERS[label.class_]
    size = style.size * label.scale
    text = shown_text(label)
    width = text_width(text, style.face, size, style.spacing)
    if not label.path:
        left = {"start": 0.0, "middle": -width / 2, "end": -width}[label.anchor]
        return [_box(label.x, label.y, left - room, left + width + room, size, radians(label.angle), room)]
    line = points_of(label.path, 12)[0]
    total = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(line, line[1:], strict=False))
    out = []
    at = (total - width) / 2
    for letter in text:
        w = text_width(letter, style.face, size) + style.spacing * size
        x, y, angle = _along(line, at + w / 2)
        out.append(_box(x, y, -w / 2 - room, w / 2 + room, size, angle, room))
        at += w
    return out


def _along(line: list[Point], distance: float) -> tuple[float, float, float]:
    """The point and direction at a distance along a line."""
    x0, y0 = line[0]
    for a, b in zip(line, line[1:], strict=False):
        step = hypot(b[0] - a[0], b[1] - a[1])
        if step and (distance <= step or b is line[-1]):
            t = distance / step
            return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), atan2(b[1] - a[1], b[0] - a[0])
        distance -= step
    return x0, y0, 0.0


def _box(
    x: float, y: float, left: float, right: float, size: float, angle: float, room: float
) -> tuple[Point, Point, Point, Point]:
    c, s = cos(angle), sin(angle)
    up, down = -ASCENT * size - room, DESCENT * size + room

    def at(dx: float, dy: float) -> Point:
        return x + c * dx - s * dy, y + s * dx + c * dy

    return at(left, up), at(right, up), at(right, down), at(left, down)


_decoder = msgspec.json.Decoder(Art)


def read_art(data: bytes, source: str = "art") -> Art:
    """Art from the text of an art file."""
    try:
        art = _decoder.decode(data)
    except msgspec.MsgspecError as e:
        raise BadData(f"{source}: {e}") from None
    if art.format != FORMAT:
        raise BadData(f"{source}: this art has format {art.format!r}; this version reads {FORMAT!r}.")
    if art.relief is not None and len(art.relief.levels) != art.relief.width * art.relief.height:
        raise BadData(f"{source}: relief.levels has {len(art.relief.levels)} cells, not width times height.")
    for label in art.labels:
        if label.class_ not in LETTERS:
            raise BadData(f"{source}: label {label.text!r} has the unknown class {label.class_!r}.")
    return art


def art_file(name: str) -> Path:
    """Where the art of a map stands on disk."""
    return map_file(name).with_name(f"{name}.art.json")


@lru_cache(maxsize=8)
def load_art(name: str) -> Art:
    """The art of a map that comes with Hexfront, by id."""
    path = art_file(name)
    if not path.exists():
        raise UnknownName(f"There is no art for a map {name!r}; maps are {', '.join(map_names()) or 'none'}.")
    return read_art(path.read_bytes(), path.name)


def plain_art(board: Board, hex_size: float = 50.0) -> Art:
    """Art made from the board alone: hexes for land and lakes, straight rivers and rails. For boards that have
    no art file, such as those of a pack or a test."""
    from hexfront.cartography.plain import plain

    return plain(board, hex_size)
