"""The layers of a drawn map, from the sea up. Each returns lines of SVG."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hexfront.cartography.art import LETTERS, Art, Label, Mark, shown_text
from hexfront.cartography.palette import Theme, style_of
from hexfront.cartography.paths import number, pair
from hexfront.cartography.relief import relief_image
from hexfront.cartography.symbols import CITY_FEATURES, icon_of, mark_symbol, place_symbol
from hexfront.hexes import Board, Hex, HexSet, bits

FACE_FAMILY = {
    "serif": "font-family:'Hexfront Serif',Alegreya,Georgia,serif",
    "serif-italic": "font-family:'Hexfront Serif',Alegreya,Georgia,serif;font-style:italic",
    "sans": "font-family:'Hexfront Sans','Alegreya Sans',Optima,sans-serif",
    "sans-bold": "font-family:'Hexfront Sans','Alegreya Sans',Optima,sans-serif;font-weight:bold",
}


def style_sheet(theme: Theme) -> str:
    """The lettering of every label class."""
    rules = []
    for name, style in LETTERS.items():
        ink, halo, width, opacity = theme.label, theme.halo, 3.2, 1.0
        if name.startswith("water"):
            ink, halo, opacity = theme.water_label, theme.water_halo, 0.9
        elif name == "river":
            ink, halo = theme.water_label, theme.halo
        elif name.startswith("region"):
            ink, width, opacity = theme.region_label, 2.6, 0.8
        elif name == "area":
            ink, width = theme.area_label, 3.0
        rules.append(
            f".hf-{name}{{{FACE_FAMILY[style.face]};font-size:{style.size:g}px;"
            f"letter-spacing:{style.spacing * style.size:.1f}px;fill:{ink};stroke:{halo};stroke-width:{width}px;"
            f"stroke-linejoin:round;paint-order:stroke;opacity:{opacity}}}"
        )
    rules.append(
        f".hf-number{{{FACE_FAMILY['sans']};font-size:10.5px;fill:{theme.number};text-anchor:middle;"
        f"stroke:{theme.halo};stroke-width:1.6px;stroke-opacity:.5;paint-order:stroke}}"
    )
    rules.append(f".hf-victory{{fill:{theme.victory}}}")
    rules.append(
        f".hf-letter{{{FACE_FAMILY['sans-bold']};font-size:13px;fill:{theme.mark_line};text-anchor:middle}}"
    )
    return "".join(rules)


def definitions(art: Art) -> list[str]:
    """The shapes that several layers share."""
    land = "".join(art.land)
    return [
        f'<path id="hf-land" d="{land}" fill-rule="evenodd"/>',
        '<clipPath id="hf-on-land"><use href="#hf-land" clip-rule="evenodd"/></clipPath>',
    ]


def water(art: Art, theme: Theme) -> list[str]:
    """The sea with lines that follow the coast."""
    w, h = (number(v) for v in art.size)
    out = [f'<g id="hf-sea"><rect width="{w}" height="{h}" fill="{theme.sea}"/>']
    for k, colour in enumerate(theme.ripples):
        width = 13 * (len(theme.ripples) - k)
        out.append(
            f'<use href="#hf-land" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>'
        )
    return [*out, "</g>"]


def ground(art: Art, theme: Theme) -> list[str]:
    """Land, and the natural shapes of its terrain."""
    out = [
        f'<g id="hf-ground"><use href="#hf-land" fill="{theme.land}"/>',
        '<g clip-path="url(#hf-on-land)">',
    ]
    for kind, shapes in art.areas.items():
        style = style_of(kind)
        if style in theme.terrain and style not in ("clear", "sea", "lake"):
            colour = theme.terrain[style]
            out.append(
                f'<path d="{"".join(shapes)}" fill="{colour}" stroke="{colour}" stroke-width="5" '
                'stroke-opacity=".45" stroke-linejoin="round" fill-rule="evenodd"/>'
            )
    if art.relief is not None:
        href = relief_image(art.relief, theme.shadow, theme.light)
        w, h = (number(v) for v in art.size)
        out.append(f'<image width="{w}" height="{h}" preserveAspectRatio="none" href="{href}"/>')
    return [*out, "</g></g>"]


def lakes_and_coast(art: Art, theme: Theme) -> list[str]:
    """Lakes over the ground, then the shore line of all water."""
    lakes = "".join(art.lakes)
    out = ['<g id="hf-water">']
    if lakes:
        out.append(
            f'<path d="{lakes}" fill="{theme.lake}" stroke="{theme.coast}" stroke-width="1.4" fill-rule="evenodd"/>'
        )
    out.append(f'<use href="#hf-land" fill="none" stroke="{theme.coast}" stroke-width="1.6"/></g>')
    return out


def hex_outline(art: Art, board: Board, i: Hex, scale: float = 1.0) -> str:
    """Path data of one hex."""
    cx, cy = art.xy(board, i)
    points = [(cx + (x - cx) * scale, cy + (y - cy) * scale) for x, y in art.corners(board, i)]
    return "M" + "L".join(pair(round(x * 10), round(y * 10)) for x, y in points) + "Z"


def side_ends(
    art: Art, board: Board, a: Hex, direction: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two corners of a hexside."""
    corners = art.corners(board, a)
    return corners[direction], corners[(direction + 1) % 6]


def hex_grid(board: Board, art: Art, theme: Theme) -> list[str]:
    """Every hexside once, fainter at sea; where a river runs, the river is the line."""
    land: list[str] = []
    sea: list[str] = []
    grid = board.grid
    wet = [sides for name, sides in board.sides.items() if "river" in name]
    for i in bits(board.on_map):
        corners = [(round(x * 10), round(y * 10)) for x, y in art.corners(board, i)]
        joined = (-9, False)
        for d in range(6):
            j = grid.toward(i, d)
            there = j >= 0 and bool(board.on_map >> j & 1)
            if (there and d >= 3) or (there and any(sides.has(i, j) for sides in wet)):
                continue
            (x1, y1), (x2, y2) = corners[d], corners[(d + 1) % 6]
            at_sea = style_of(board.kind[i]) == "sea" and (not there or style_of(board.kind[j]) == "sea")
            start = "" if joined == (d - 1, at_sea) else f"M{pair(x1, y1)}"
            (sea if at_sea else land).append(f"{start}l{pair(x2 - x1, y2 - y1)}")
            joined = (d, at_sea)
    return [
        '<g id="hf-hexes" fill="none" stroke-linecap="round">',
        f'<path d="{"".join(sea)}" stroke="{theme.grid_sea}" stroke-width="1" opacity=".55"/>',
        f'<path d="{"".join(land)}" stroke="{theme.grid}" stroke-width="1.1" opacity=".6"/></g>',
    ]


def cities_under(board: Board, art: Art, theme: Theme) -> list[str]:
    """A tint for the hexes that rules count as cities."""
    wanted = 0
    for name in CITY_FEATURES:
        wanted |= board.features.get(name, 0)
    for kind in ("city", "urban"):
        wanted |= board.terrain.get(kind, 0)
    if not wanted:
        return []
    d = "".join(hex_outline(art, board, i, 0.94) for i in bits(wanted))
    return [
        '<g id="hf-city-hexes">',
        f'<path d="{d}" fill="{theme.urban}" fill-opacity=".15" clip-path="url(#hf-on-land)"/>',
        (
            f'<path d="{d}" fill="none" stroke="{theme.urban}" stroke-opacity=".45" stroke-width="1.5" '
            'stroke-linejoin="round"/></g>'
        ),
    ]


RIVER_WIDTH = {"major": 6.5, "minor": 3.4}


def rivers(art: Art, theme: Theme) -> list[str]:
    """Rivers with a light edge, so that they stand off any ground."""
    out = [
        (
            '<g id="hf-rivers" clip-path="url(#hf-on-land)" fill="none" stroke-linecap="round" '
            'stroke-linejoin="round">'
        )
    ]
    for name in ("minor", "major"):
        width = RIVER_WIDTH[name]
        lines = "".join(line.path for line in art.rivers if (line.class_ == "major") == (name == "major"))
        if lines:
            out.append(
                f'<path d="{lines}" stroke="{theme.river_edge}" stroke-width="{width + 2.4}" opacity=".75"/>'
                f'<path d="{lines}" stroke="{theme.river}" stroke-width="{width}"/>'
            )
    return [*out, "</g>"]


def rails(art: Art, theme: Theme) -> list[str]:
    """Railways as a dark line with ties across it."""
    if not art.rails:
        return []
    d = "".join(art.rails)
    return [
        '<g id="hf-rails" fill="none" stroke-linejoin="round">',
        f'<path d="{d}" stroke="{theme.rail_gap}" stroke-width="4.6" opacity=".55"/>',
        f'<path d="{d}" stroke="{theme.rail}" stroke-width="1.9"/>',
        f'<path d="{d}" stroke="{theme.rail}" stroke-width="6.4" stroke-dasharray="1.5 9.5"/></g>',
    ]


BORDER_PEN = {
    "state": ('stroke-width="2.6" stroke-dasharray="13 4 3 4"', True),
    "inner": ('stroke-width="2" stroke-dasharray="7 5"', False),
    "zone": ('stroke-width="2.2" stroke-dasharray="2 6" stroke-linecap="round"', False),
    "trigger": ('stroke-width="4" stroke-dasharray="14 6"', False),
    "sea": ('stroke-width="2.4" stroke-dasharray="16 7"', False),
    "fort": ('stroke-width="0"', False),
}


def borders(art: Art, theme: Theme) -> list[str]:
    """Frontiers with a soft band, zones with dots, sea areas with long dashes, fortified lines with teeth."""
    out = ['<g id="hf-borders" fill="none" stroke-linejoin="round">']
    for name, (pen, glow) in BORDER_PEN.items():
        d = "".join(line.path for line in art.borders if line.class_ == name)
        if not d:
            continue
        if glow:
            out.append(f'<path d="{d}" stroke="{theme.border_glow}" stroke-width="13" opacity=".3"/>')
        if name == "fort":
            out.append(f'<path d="{d}" stroke="{theme.mark_line}" stroke-width="4"/>')
            out.append(
                f'<path d="{d}" stroke="{theme.mark_line}" stroke-width="11" stroke-dasharray="5 6" opacity=".9"/>'
            )
            continue
        ink = {"sea": theme.water_label, "trigger": theme.victory}.get(name, theme.border)
        out.append(f'<path d="{d}" stroke="{ink}" {pen}/>')
    return [*out, "</g>"]


BARRIERS = ("closed", "impassable", "prohibited")
"""Hexsides that nobody crosses though the ground does not show it; those of open water show themselves."""


CROSSINGS = ("strait", "straits", "ferry", "bridge", "causeway")
"""Hexsides and links that lead over water."""

FROZEN = "frozen_access"
"""Hexsides of water that some may cross while it is frozen."""


def crossings(board: Board, art: Art, theme: Theme) -> list[str]:
    """Hexsides that bar the way between two land hexes, and the straits and ferries that open it."""
    out = ['<g id="hf-crossings" fill="none" stroke-linecap="round">']
    bars: list[str] = []
    for name in BARRIERS:
        if name not in board.sides:
            continue
        for a, b in board.sides[name].pairs():
            if not (board.land >> a | board.land >> b) & 1:
                continue
            (x1, y1), (x2, y2) = side_ends(art, board, a, board.grid.direction(a, b))
            t = 0.06
            bars.append(
                "M"
                + pair(round((x1 + t * (x2 - x1)) * 10), round((y1 + t * (y2 - y1)) * 10))
                + "L"
                + pair(round((x2 - t * (x2 - x1)) * 10), round((y2 - t * (y2 - y1)) * 10))
            )
    if bars:
        d = "".join(bars)
        out.append(f'<path d="{d}" stroke="{theme.barrier}" stroke-width="5.5" opacity=".8"/>')
        out.append(f'<path d="{d}" stroke="{theme.sea}" stroke-width="2.2"/>')
    for names, ink in ((CROSSINGS, theme.strait), ((FROZEN,), theme.victory)):
        d = "".join(
            _arrow_over(board, art, a, b)
            for table in (board.sides, board.links)
            for name in names
            if name in table
            for a, b in table[name].pairs()
        )
        if d:
            out.append(f'<path d="{d}" stroke="{theme.halo}" stroke-width="5.4"/>')
            out.append(f'<path d="{d}" stroke="{ink}" stroke-width="2.8"/>')
    return [*out, "</g>"]


def _arrow_over(board: Board, art: Art, a: Hex, b: Hex) -> str:
    """An arrow with two heads across the side between two hexes."""
    (x1, y1), (x2, y2) = art.xy(board, a), art.xy(board, b)
    mx, my, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) * 0.17, (y2 - y1) * 0.17
    return _double_arrow(mx - dx, my - dy, mx + dx, my + dy)


def _double_arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """A line with a head at each end."""
    n = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / n * 6, (y2 - y1) / n * 6
    points = [
        (x1 + ux - uy, y1 + uy + ux), (x1, y1), (x1 + ux + uy, y1 + uy - ux),
        (x2 - ux - uy, y2 - uy + ux), (x2, y2), (x2 - ux + uy, y2 - uy - ux),
    ]  # fmt: skip
    p = [pair(round(x * 10), round(y * 10)) for x, y in points]
    return f"M{p[0]}L{p[1]}L{p[2]}M{p[1]}L{p[4]}M{p[3]}L{p[4]}L{p[5]}"


def off_map(board: Board, art: Art, theme: Theme) -> list[str]:
    """A veil over the country beyond the map's hexes, and a thinner one over hexes that are out of play."""
    w, h = (number(v) for v in art.size)
    holes = "".join(_merged(board, art, board.on_map))
    out = [
        f'<path id="hf-off" d="M0 0H{w}V{h}H0Z{holes}" fill="{theme.veil}" fill-opacity=".78" fill-rule="evenodd"/>'
    ]
    idle = board.regions.get("out_of_play", 0)
    if idle:
        shape = "".join(_merged(board, art, idle))
        out.append(
            f'<path id="hf-idle" d="{shape}" fill="{theme.veil}" fill-opacity=".5" fill-rule="evenodd"/>'
        )
    return out


def _merged(board: Board, art: Art, hexes: HexSet) -> list[str]:
    """The outline of a set of hexes, as closed rings of hexsides."""
    several: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for i in bits(hexes):
        corners = [(round(x * 10), round(y * 10)) for x, y in art.corners(board, i)]
        for d in range(6):
            j = board.grid.toward(i, d)
            if j < 0 or not hexes >> j & 1:
                several.setdefault(_snap(corners[d]), []).append(_snap(corners[(d + 1) % 6]))
    out = []
    while several:
        start = next(iter(several))
        ring, at = [start], start
        while True:
            nexts = several[at]
            following = nexts.pop()
            if not nexts:
                del several[at]
            if following == start:
                break
            ring.append(following)
            at = following
        out.append("M" + "L".join(pair(x, y) for x, y in ring) + "Z")
    return out


def _snap(point: tuple[int, int]) -> tuple[int, int]:
    """Corners of neighbouring hexes may differ in the last digit: round to whole pixels."""
    return round(point[0] / 10) * 10, round(point[1] / 10) * 10


def numbers(board: Board, art: Art) -> list[str]:
    """Hex numbers at the top of their hexes."""
    up = 0.66 * art.hex if board.grid.flat else 0.68 * art.hex
    out = ['<g id="hf-numbers" class="hf-number">']
    for i in bits(board.on_map):
        x, y = art.xy(board, i)
        out.append(f'<text x="{round(x)}" y="{round(y - up)}">{board.label(i)}</text>')
    return [*out, "</g>"]


def marks_of(board: Board, art: Art) -> list[Mark]:
    """The marks of the art, and one for each feature hex that the art does not know."""
    out = list(art.marks)
    have = {(mark.kind, mark.hex) for mark in art.marks}
    for name, hexes in board.features.items():
        if not icon_of(name):
            continue
        for i in bits(hexes):
            if (name, board.label(i)) not in have:
                x, y = art.xy(board, i)
                out.append(Mark(name, board.label(i), x - 0.45 * art.hex, y + 0.4 * art.hex))
    return out


def places(board: Board, art: Art, theme: Theme) -> list[str]:
    """Symbols of places and features."""
    out = ['<g id="hf-places">']
    out += [place_symbol(spot, theme) for spot in sorted(art.places, key=lambda s: (-s.size, s.name))]
    out += [mark_symbol(mark) for mark in marks_of(board, art)]
    return [*out, "</g>"]


def labels(labels: Iterable[Label]) -> list[str]:
    """All names."""
    out = ['<g id="hf-labels">']
    for k, label in enumerate(labels):
        text = escape(shown_text(label), quote=False)
        size = ""
        if label.scale != 1.0:
            style = LETTERS[label.class_]
            size = (
                f' style="font-size:{style.size * label.scale:.1f}px;'
                f'letter-spacing:{style.spacing * style.size * label.scale:.1f}px"'
            )
        red = " hf-victory" if label.victory else ""
        if label.path:
            out.append(
                f'<path id="hf-way{k}" d="{label.path}" fill="none"/><text class="hf-{label.class_}"{size} '
                f'text-anchor="middle"><textPath href="#hf-way{k}" startOffset="50%">{text}</textPath></text>'
            )
            continue
        turn = (
            f' transform="rotate({label.angle:g} {number(label.x)} {number(label.y)})"' if label.angle else ""
        )
        anchor = "" if label.anchor == "start" else f' text-anchor="{label.anchor}"'
        out.append(
            f'<text class="hf-{label.class_}{red}"{size} x="{number(label.x)}" y="{number(label.y)}"{anchor}{turn}>'
            f"{text}</text>"
        )
    return [*out, "</g>"]


def fronts(art: Art, theme: Theme, wanted: Iterable[str]) -> list[str]:
    """Front lines of given dates, on land."""
    out = [
        '<g id="hf-fronts" clip-path="url(#hf-on-land)" fill="none" stroke-linejoin="round" '
        'stroke-linecap="round">'
    ]
    ids = set(wanted)
    for line in art.fronts:
        if line.id in ids:
            out.append(f'<path d="{line.path}" stroke="{theme.halo}" stroke-width="11" opacity=".7"/>')
            out.append(f'<path d="{line.path}" stroke="{theme.urban}" stroke-width="6" opacity=".9"/>')
    return [*out, "</g>"]
