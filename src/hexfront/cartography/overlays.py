"""Things laid over a map: sets of hexes, control, front lines and heat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from hexfront.cartography.art import Art
from hexfront.cartography.layers import FACE_FAMILY, hex_outline
from hexfront.cartography.palette import Theme, counter_colours
from hexfront.cartography.paths import number, open_curve
from hexfront.errors import HexfrontError
from hexfront.hexes import Board, Hex, HexSet, bits
from hexfront.kernel.view import Overlay

HEAT = ("#352a62", "#38568f", "#2f7f8e", "#2fa583", "#7cc35a", "#d8d83b", "#fdf6a3")
"""From little to much: lightness rises all the way, so the order is seen without hue."""


def overlay_layer(board: Board, art: Art, overlay: Overlay, colours: Mapping[str, str]) -> list[str]:
    """A switchable layer of a view: hexes by side in the side's colour, with short texts."""
    out = [f'<g id="hf-overlay-{escape(overlay.id)}">']
    for k, (side, hexes) in enumerate(overlay.hexes.items()):
        paint, _ = counter_colours(
            colours.get(side, ("yellow", "blue", "purple")[k % 3] if not side else "grey")
        )
        shapes = []
        for label in hexes:
            try:
                shapes.append(hex_outline(art, board, board.index(label), 0.96 - 0.08 * k))
            except HexfrontError:
                continue
        out.append(
            f'<path d="{"".join(shapes)}" fill="{paint}" fill-opacity=".34" stroke="{paint}" stroke-width="2.5"/>'
        )
    for label, text in overlay.labels.items():
        try:
            x, y = art.xy(board, board.index(label))
        except HexfrontError:
            continue
        out.append(
            f'<text x="{number(x)}" y="{number(y + 6)}" text-anchor="middle" '
            f'style="{FACE_FAMILY["sans-bold"]};font-size:18px">{escape(text, quote=False)}</text>'
        )
    return [*out, "</g>"]


def control_layer(
    board: Board, art: Art, control: Mapping[str, HexSet], colours: Mapping[str, str]
) -> list[str]:
    """A tint over what each side holds."""
    out = ['<g id="hf-control">']
    for side, hexes in control.items():
        paint, _ = counter_colours(colours.get(side, "grey"))
        d = "".join(hex_outline(art, board, i) for i in bits(hexes))
        out.append(f'<path d="{d}" fill="{paint}" fill-opacity=".26"/>')
    return [*out, "</g>"]


def side_chains(board: Board, art: Art, sides: Sequence[tuple[Hex, int]]) -> list[list[tuple[float, float]]]:
    """Hexsides (hex and direction) strung together into lines of corners, junctions left as ends."""
    links: dict[tuple[int, int], list[tuple[int, int]]] = {}
    point: dict[tuple[int, int], tuple[float, float]] = {}
    for i, d in sides:
        corners = art.corners(board, i)
        ends = []
        for x, y in (corners[d], corners[(d + 1) % 6]):
            key = (round(x / 3), round(y / 3))
            key = next((k for k in _around(key) if k in point), key)
            point.setdefault(key, (x, y))
            ends.append(key)
        a, b = ends
        if b not in links.setdefault(a, []):
            links[a].append(b)
            links.setdefault(b, []).append(a)
    chains = []
    starts = [k for k, v in links.items() if len(v) != 2] + list(links)
    for start in starts:
        while links[start]:
            chain, at = [point[start]], start
            while links[at]:
                following = links[at].pop(0)
                links[following].remove(at)
                chain.append(point[following])
                at = following
                if len(links[at]) != 1:
                    break
            chains.append(chain)
    return chains


def _around(key: tuple[int, int]) -> list[tuple[int, int]]:
    return [(key[0] + dx, key[1] + dy) for dx in (0, -1, 1) for dy in (0, -1, 1)]


def front_layer(board: Board, art: Art, held: Sequence[HexSet], theme: Theme) -> list[str]:
    """The line between what two sides hold."""
    if len(held) < 2:
        return []
    sides = []
    for i in bits(held[0]):
        for d in range(6):
            j = board.grid.toward(i, d)
            if j >= 0 and any(other >> j & 1 for other in held[1:]):
                sides.append((i, d))
    out = ['<g id="hf-front" fill="none" stroke-linecap="round" stroke-linejoin="round">']
    for chain in side_chains(board, art, sides):
        line = open_curve(chain)
        out.append(f'<path d="{line}" stroke="{theme.halo}" stroke-width="12" opacity=".75"/>')
        out.append(f'<path d="{line}" stroke="{theme.urban}" stroke-width="6.5"/>')
    return [*out, "</g>"]


def heat_colour(share: float) -> str:
    """The colour of a share between 0 and 1."""
    at = min(1.0, max(0.0, share)) * (len(HEAT) - 1)
    k = min(len(HEAT) - 2, int(at))
    t = at - k
    mixed = []
    for c in (1, 3, 5):
        a, b = int(HEAT[k][c : c + 2], 16), int(HEAT[k + 1][c : c + 2], 16)
        mixed.append(round(a + t * (b - a)))
    return "#" + "".join(f"{v:02x}" for v in mixed)


def _range(values: Mapping[Hex, float]) -> tuple[float, float]:
    low, high = min(values.values(), default=0.0), max(values.values(), default=1.0)
    return low, high if high > low else low + 1.0


def heat_layer(board: Board, art: Art, values: Mapping[Hex, float]) -> list[str]:
    """Hexes coloured by number; hexes without one stay as they are."""
    low, high = _range(values)
    out = ['<g id="hf-heat" fill-opacity=".72">']
    for i, value in sorted(values.items()):
        out.append(
            f'<path d="{hex_outline(art, board, i)}" fill="{heat_colour((value - low) / (high - low))}"/>'
        )
    return [*out, "</g>"]


def heat_key(values: Mapping[Hex, float], theme: Theme, unit: str) -> str:
    """A bar of the heat colours with its numbers."""
    low, high = _range(values)
    out = [
        f'<rect x="{k * 8}" y="0" width="8.4" height="16" fill="{heat_colour(k / 49)}"/>' for k in range(50)
    ]
    text = f'style="{FACE_FAMILY["sans"]};font-size:16px" fill="{theme.label}"'
    out.append(f'<text x="0" y="-6" {text}>{low:.3g}</text>')
    out.append(
        f'<text x="400" y="-6" text-anchor="end" {text}>{escape(f"{high:.3g} {unit}".strip(), quote=False)}</text>'
    )
    return "".join(out)
