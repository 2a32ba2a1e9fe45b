"""Counters: a square in the nation's colour with symbol, size, factors and steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from hexfront.cartography.art import Art
from hexfront.cartography.layers import FACE_FAMILY
from hexfront.cartography.palette import counter_colours
from hexfront.cartography.paths import number
from hexfront.errors import HexfrontError
from hexfront.hexes import Board
from hexfront.kernel.view import Piece

SIZE = 52.0
"""Edge of a counter in art pixels at 50 a hex."""

NATIONS = {
    "germany": "field-grey",
    "german": "field-grey",
    "soviet": "red",
    "ussr": "red",
    "russia": "red",
    "guards": "brown",
    "romania": "yellow",
    "hungary": "pink",
    "italy": "green",
    "finland": "light-blue",
    "britain": "tan",
    "commonwealth": "tan",
    "usa": "olive",
    "france": "blue",
    "poland": "pink",
    "japan": "orange",
    "china": "light-blue",
    "ss": "black",
    "romanian": "yellow",
    "hungarian": "pink",
    "italian": "green",
    "finnish": "light-blue",
    "british": "tan",
    "american": "olive",
    "french": "blue",
    "vichy": "blue",
    "balkans": "yellow",
    "canadian": "tan",
    "australia": "tan",
    "siam": "pink",
    "yugoslav": "brown",
    "turkish": "white",
    "spanish": "white",
    "swiss": "white",
}

_CROSS = "M-15-10L15 10M-15 10L15-10"
_OVAL = "M-5-6H5A6 6 0 0 1 5 6H-5A6 6 0 0 1-5-6Z"
SYMBOLS = {
    "infantry": _CROSS,
    "armor": _OVAL,
    "armour": _OVAL,
    "panzer": _OVAL,
    "tank": _OVAL,
    "mechanized": _CROSS + _OVAL,
    "motorized": _CROSS + "M0-10V10",
    "cavalry": "M-15 10L15-10",
    "mountain": _CROSS + "M0 1L5 10H-5Z",
    "airborne": _CROSS + "M-7 8C-4 4-1 4 0 7 1 4 4 4 7 8",
    "marine": _CROSS + "M0-8V6M-4 2C-3 7 3 7 4 2",
    "artillery": "M0-3A3 3 0 1 0 .1-3Z",
    "hq": "M-15-4H15",
    "leader": "M-15-4H15",
    "garrison": "M-15 10V4H-9V10M9 10V4H15V10",
    "fortress": "M-10 10V-2H-4V3H4V-2H10V10",
    "engineer": "M-8 6V-4H8V6M0-4V6",
    "air": "M0 0C-4-6-12-6-12 0S-4 6 0 0C4-6 12-6 12 0S4 6 0 0",
    "naval": "M0-8V8M-6-3H6M-8 2C-6 8 6 8 8 2",
    "supply": "M-15 6H15",
    "partisan": "M-8-6L8 6M-8 6L8-6M0-8V8",
    "flag": "M-6 8V-8L9-3.5L-6 1",
    "flak": "M-9 7H9M-4 7L7-7M0 2L4 7",
    "zone": "M-10 0A10 7 0 0 1 10 0A10 7 0 0 1-10 0M-4 0H4",
    "base": "M-11-3H11V3H-11ZM-7 0H-3M0 0H4M7 0H9",
    "boat": "M-10-2H10L6 5H-8ZM-2-2V-7L5-2",
    "shock": _CROSS + "M-15-6H15",
}


def counter(piece: Piece, colour: str, x: float, y: float, size: float = SIZE) -> str:
    """One counter, its middle at x, y."""
    paint, ink = counter_colours(colour)
    weak = piece.steps < piece.full
    k = size / 52
    out = [
        (
            f'<g transform="translate({number(x)} {number(y)}) scale({k:.3g})">'
            f"<title>{escape(piece.name, quote=False)}</title>"
            '<rect x="-24" y="-23" width="52" height="52" rx="4" fill="#000" opacity=".35"/>'
            f'<rect x="-26" y="-26" width="52" height="52" rx="4" fill="{paint}" stroke="#111" stroke-width="1.2"/>'
        )
    ]
    if weak:
        out.append('<rect x="-26" y="-26" width="52" height="52" rx="4" fill="#fff" opacity=".34"/>')
    if piece.face_down:
        out.append(f'<path d="M-12 0H12M0-12V12" stroke="{ink}" stroke-width="5" opacity=".6"/>')
        return "".join(out) + "</g>"
    text = f'text-anchor="middle" fill="{ink}" style="{FACE_FAMILY["sans-bold"]}'
    written = (
        piece.symbol[:1].isdigit() or not piece.symbol
    )  # an army shown by its number, or a counter without a symbol
    if not written:
        shape = SYMBOLS.get(piece.symbol, "")
        out.append(
            f'<g transform="translate(0 -4) scale(.95)" fill="none" stroke="{ink}" stroke-width="1.7">'
            f'<path d="M-15-10H15V10H-15Z{shape}"/></g>'
        )
        if piece.size:
            out.append(f'<text y="-16" {text};font-size:9px">{escape(piece.size, quote=False)}</text>')
    words = piece.symbol or piece.name
    name = words if len(words) <= 12 else words[:11] + "…"
    if written:
        out.append(f'<text y="2" {text};font-size:13px">{escape(name, quote=False)}</text>')
    else:
        out.append(
            f'<text x="-23" y="-17" text-anchor="start" fill="{ink}" style="{FACE_FAMILY["sans"]};font-size:7.5px">'
            f"{escape(piece.id if len(piece.id) <= 5 else '', quote=False)}</text>"
        )
    if piece.factors:
        fit = min(17.0, 92.0 / max(4, len(piece.factors)))
        out.append(f'<text y="20" {text};font-size:{fit:.1f}px">{escape(piece.factors, quote=False)}</text>')
    for n in range(min(piece.full, 6) if piece.full > 1 else 0):
        fill = ink if n < piece.steps else "none"
        out.append(
            f'<circle cx="{-21 + 5 * n}" cy="23" r="1.7" fill="{fill}" stroke="{ink}" stroke-width=".8"/>'
        )
    for n, badge in enumerate(piece.badges[:2]):
        out.append(
            f'<g transform="translate({20 - 13 * n} -24)"><circle r="6.5" fill="#fff" stroke="#111"/>'
            f'<text y="3" text-anchor="middle" fill="#111" style="{FACE_FAMILY["sans-bold"]};font-size:9px">'
            f"{escape(badge[:1].upper(), quote=False)}</text></g>"
        )
    return "".join(out) + "</g>"


def pieces_layer(
    board: Board, art: Art, pieces: Iterable[Piece], colours: Mapping[str, str], limit: int = 3
) -> list[str]:
    """Counters on their hexes; a stack shows its upper counters and its height. Pieces in boxes are left out."""
    stacks: dict[str, list[Piece]] = {}
    for piece in pieces:
        stacks.setdefault(piece.at, []).append(piece)
    out = ['<g id="hf-pieces">']
    for at, stack in sorted(stacks.items()):
        try:
            i = board.index(at)
        except HexfrontError:
            continue
        x, y = art.xy(board, i)
        shown = stack[:limit]
        for k, piece in enumerate(reversed(shown)):
            lift = 5.0 * k - 2.5 * (len(shown) - 1)
            colour = NATIONS.get(piece.nation, "") or piece.nation or colours.get(piece.side, "")
            colour = colour or NATIONS.get(piece.side, "grey")
            out.append(counter(piece, colour, x + lift, y - lift, SIZE * art.hex / 50))
        if len(stack) > 1:
            out.append(
                f'<g transform="translate({number(x + 30)} {number(y + 26)})"><circle r="8.5" fill="#fff" '
                f'stroke="#111" stroke-width="1.2"/><text y="4" text-anchor="middle" fill="#111" '
                f'style="{FACE_FAMILY["sans-bold"]};font-size:12px">{len(stack)}</text></g>'
            )
    return [*out, "</g>"]
