"""Counters to be cut out: fronts on one page, their backs mirrored on the next, so that both meet when it is turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import islice

from hexfront.cartography.counters import NATIONS, SYMBOLS
from hexfront.cartography.layers import FACE_FAMILY
from hexfront.cartography.metrics import text_width
from hexfront.cartography.palette import counter_colours
from hexfront.cartography.paths import number
from hexfront.kernel import Face, Piece, Side, Stock

EDGE = 52.0
"""A counter is drawn on a square of this many units and then made as large as it is wanted."""

BACK_PAINT = "#d9d6cc"


def all_faces(faces: Iterable[Face], stocks: Iterable[Stock]) -> list[Face]:
    """Every counter to be cut out, those that stand for amounts as often as they are needed; sides stay together."""
    out = [*faces, *(stock.face for stock in stocks for _ in range(stock.count))]
    order = {side: k for k, side in enumerate(dict.fromkeys(face.front.side for face in out))}
    return sorted(out, key=lambda face: order[face.front.side])


def colour_of(piece: Piece, sides: Sequence[Side]) -> str:
    """The name of a counter's colour: its nation's, else its side's."""
    hues = {side.id: side.colour for side in sides}
    return (
        NATIONS.get(piece.nation, "")
        or piece.nation
        or hues.get(piece.side, "")
        or NATIONS.get(piece.side, "grey")
    )


def sheets(
    faces: Sequence[Face], sides: Sequence[Side], room: tuple[float, float], size: float
) -> Iterator[str]:
    """Pages of SVG in millimetres: the fronts of a page, then their backs, and so on until all are drawn."""
    columns, rows = int(room[0] // size), int(room[1] // size)
    left = iter(faces)
    while page := list(islice(left, columns * rows)):
        lines = -(-len(page) // columns)
        yield _sheet([face.front for face in page], sides, room, size, columns, lines, mirrored=False)
        backs = [face.back for face in page]
        if any(backs):
            yield _sheet(backs, sides, room, size, columns, lines, mirrored=True)


def _sheet(
    pieces: Sequence[Piece | None],
    sides: Sequence[Side],
    room: tuple[float, float],
    size: float,
    columns: int,
    lines: int,
    *,
    mirrored: bool,
) -> str:
    width, height = room
    margin = (width - columns * size) / 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}mm" height="{number(height)}mm">'
    ]
    for k, piece in enumerate(pieces):
        line, column = divmod(k, columns)
        if mirrored:
            column = columns - 1 - column
        x, y = margin + column * size, line * size
        inner = counter(piece, colour_of(piece, sides)) if piece is not None else blank()
        out.append(f'<g transform="translate({number(x)} {number(y)}) scale({size / EDGE:.5f})">{inner}</g>')
    if not mirrored:
        out.append(_cuts(margin, size, columns, lines))
    return "".join([*out, "</svg>"])


def _cuts(margin: float, size: float, columns: int, lines: int) -> str:
    """Hairlines to cut along."""
    right, low = margin + columns * size, lines * size
    down = "".join(f"M{number(margin + k * size)} 0V{number(low)}" for k in range(columns + 1))
    across = "".join(f"M{number(margin)} {number(k * size)}H{number(right)}" for k in range(lines + 1))
    return f'<path d="{down}{across}" fill="none" stroke="#555" stroke-width=".1"/>'


def blank() -> str:
    """The back of a counter that has nothing on it."""
    return f'<rect width="52" height="52" fill="{BACK_PAINT}"/>'


def counter(piece: Piece, colour: str) -> str:
    """One counter as print has it: name, size and symbol, factors, a dot for each step."""
    paint, ink = counter_colours(colour)
    out = [f'<rect width="52" height="52" fill="{paint}"/>']
    if piece.steps < piece.full:
        out.append('<rect width="52" height="8.6" fill="#fff" opacity=".45"/>')
    out.append(_text(piece.name, 26, 6.6, 6.4, ink))
    if piece.leader is not None:
        out.append(_text(piece.leader.name, 26, 28, 9, ink))
        out.append(_text("★" * piece.leader.stars, 26, 38, 8, ink))
    elif piece.symbol[:1].isdigit():  # an army shown by its number
        out.append(_text(piece.symbol, 26, 27, 13, ink))
        out.append(_text(piece.size, 47, 24, 6, ink, turned=True))
    elif piece.symbol:
        shape = SYMBOLS.get(piece.symbol, "")
        out.append(
            f'<g transform="translate(26 22)" fill="none" stroke="{ink}" stroke-width="1.5">'
            f'<path d="M-15-10H15V10H-15Z{shape}"/></g>'
        )
        out.append(_text(piece.size, 47, 24, 6, ink, turned=True))
    if piece.factors:
        out.append(_text(piece.factors, 26, 46, 14, ink))
    if piece.full > 1:
        dots = "".join(
            f'<circle cx="{3.6 + 4.4 * k:.1f}" cy="49.4" r="1.3" fill="{ink if k < piece.steps else "none"}" '
            f'stroke="{ink}" stroke-width=".6"/>'
            for k in range(min(piece.full, 10))
        )
        out.append(dots)
    return "".join(out)


def _text(words: str, x: float, y: float, size: float, ink: str, *, turned: bool = False) -> str:
    """A line of text in the middle of a counter, smaller where it is long."""
    if not words:
        return ""
    wide = text_width(words, "sans-bold", size)
    size = min(size, size * 48 / wide) if wide else size
    turn = f' transform="rotate(90 {number(x)} {number(y)})"' if turned else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="middle" fill="{ink}"{turn} '
        f'style="{FACE_FAMILY["sans-bold"]};font-size:{size:.2f}px">{escape(words, quote=False)}</text>'
    )
