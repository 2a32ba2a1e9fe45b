"""The strip below a map: title, legend, scale bar and compass."""

from __future__ import annotations

from html import escape
from math import ceil, cos, pi, sin

from hexfront.cartography.art import Art, Mark, Spot
from hexfront.cartography.glyphs import GLYPHS
from hexfront.cartography.layers import BARRIERS, FACE_FAMILY, FROZEN, RIVER_WIDTH
from hexfront.cartography.metrics import text_width
from hexfront.cartography.palette import Theme, style_of
from hexfront.cartography.symbols import VICTORY, icon_of, mark_symbol, place_symbol
from hexfront.hexes import Board

Entry = tuple[str, str]
"""Words, and the drawing in a field of 56 by 40 about the origin."""

TERRAIN_ORDER = (
    "clear",
    "forest",
    "jungle",
    "marsh",
    "rough",
    "mountain",
    "high_mountain",
    "steppe",
    "desert",
)
WORDS = {"baku_exit": "Way to Baku", "d_day_landing": "D-Day landing"}


def _words(name: str) -> str:
    return WORDS.get(name, name.replace("_", " ").capitalize())


def _hexagon(board: Board, size: float) -> str:
    first = 0.0 if board.grid.flat else pi / 6
    points = [(size * cos(first + k * pi / 3), size * sin(first + k * pi / 3)) for k in range(6)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _terrain(board: Board, theme: Theme) -> list[Entry]:
    out: list[Entry] = []
    present = [kind for kind, hexes in board.terrain.items() if hexes]
    styles: dict[str, str] = {}
    for kind in present:
        styles.setdefault(style_of(kind), kind)
    outline = _hexagon(board, 24)
    for style in TERRAIN_ORDER:
        if style not in styles:
            continue
        body = f'<path d="{outline}" fill="{theme.terrain[style]}" stroke="{theme.grid}" stroke-width="1.1"/>'
        glyph = GLYPHS.get(style)
        if glyph is not None:
            colour = theme.glyph[style]
            wide = glyph.spacing > 23
            feet = (
                ((-9, 6), (9, 4), (0, -8))
                if wide
                else ((-12, 2), (-4, 6), (5, 3), (12, 5), (-8, -10), (1, -7), (9, -9))
            )
            d = "".join(f"M{x} {y}{glyph.variants[k % len(glyph.variants)]}" for k, (x, y) in enumerate(feet))
            pen = (
                f'fill="{colour}"'
                if glyph.fill
                else f'fill="none" stroke="{colour}" stroke-width="{glyph.width}" stroke-linecap="round"'
            )
            body += f'<path d="{d}" {pen} opacity="{glyph.opacity}"/>'
        out.append((_words(styles[style]), body))
    return out


def _pen(d: str, colour: str, width: float, extra: str = "") -> str:
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" {extra}/>'


ARROW = "M-14-5L-20 0-14 5M-20 0H20M14-5L20 0 14 5"
SLANT, LEVEL = "M-28 2L28-2", "M-24 0H24"
WAVE, TRACK = "M-28 6C-16-8-8 12 2 2S18-10 28-4", "M-28 4C-10 4 8-4 28-4"
ROUND = 'stroke-linecap="round"'


def _rivers_and_rails(board: Board, art: Art, theme: Theme) -> list[Entry]:
    out: list[Entry] = []
    for name, words in (("minor", "River"), ("major", "Major river")):
        if any((line.class_ == "major") == (name == "major") for line in art.rivers):
            width = RIVER_WIDTH[name]
            edge = _pen(WAVE, theme.river_edge, width + 2.4)
            out.append((words, edge + _pen(WAVE, theme.river, width, ROUND)))
    if art.rails:
        words = "Railway" if "rail" in board.links or not board.links else "Transport line"
        ties = _pen(TRACK, theme.rail, 6.4, 'stroke-dasharray="1.5 9.5"')
        out.append((words, _pen(TRACK, theme.rail, 1.9) + ties))
    return out


def _lines(board: Board, art: Art, theme: Theme) -> list[Entry]:
    out = _rivers_and_rails(board, art, theme)
    glow = _pen(SLANT, theme.border_glow, 13, 'opacity=".3"')
    teeth = _pen(LEVEL, theme.mark_line, 11, 'stroke-dasharray="5 6"')
    borders = {
        "state": ("Frontier", glow + _pen(SLANT, theme.border, 2.6, 'stroke-dasharray="13 4 3 4"')),
        "inner": ("Boundary", _pen(SLANT, theme.border, 2, 'stroke-dasharray="7 5"')),
        "zone": ("Zone", _pen(SLANT, theme.border, 2.2, f'stroke-dasharray="2 6" {ROUND}')),
        "sea": ("Sea area", _pen(SLANT, theme.water_label, 2.4, 'stroke-dasharray="16 7"')),
        "trigger": ("Trigger line", _pen(SLANT, theme.victory, 4, 'stroke-dasharray="14 6"')),
        "fort": ("Fortified line", _pen(LEVEL, theme.mark_line, 4) + teeth),
    }
    present = {line.class_: line.name for line in art.borders}
    out += [(present[name] or words, body) for name, (words, body) in borders.items() if name in present]
    if any(board.sides.get(name) for name in BARRIERS):
        inner = _pen(LEVEL, theme.sea, 2.2, ROUND)
        out.append(("Barred hexside", _pen(LEVEL, theme.barrier, 5.5, f'opacity=".8" {ROUND}') + inner))
    crossings = [name for name in ("strait", "ferry") if board.sides.get(name)]
    if board.links.get("ferry") and "ferry" not in crossings:
        crossings.append("ferry")
    if crossings:
        out.append((" or ".join(crossings).capitalize(), _pen(ARROW, theme.strait, 2.8, ROUND)))
    if board.sides.get(FROZEN):
        out.append(("Frozen access (Snow)", _pen(ARROW, theme.victory, 2.8, ROUND)))
    return out


def _symbols(board: Board, art: Art, theme: Theme) -> list[Entry]:
    out: list[Entry] = []
    sizes = sorted({min(5, max(1, spot.size)) for spot in art.places})
    words = {1: "Village", 2: "Town", 3: "City", 4: "Large city", 5: "Metropolis"}
    out += [(words[size], place_symbol(Spot("", "", 0, 0, size), theme)) for size in sizes]
    seen: dict[str, str] = {}
    for name, hexes in board.features.items():
        icon = icon_of(name)
        if hexes and icon:
            seen.setdefault(icon, name)
    for icon, name in seen.items():
        called = "Supply source, by its letter" if icon == "letter" else _words(name)
        out.append((called, mark_symbol(Mark(name, "", 0, 0))))
    if board.features.get(VICTORY):
        out.append(
            (
                "Counts for victory",
                f'<text x="-22" y="6" fill="{theme.victory}" font-weight="bold">Name</text>',
            )
        )
    return out


def scale_bar(board: Board, art: Art, theme: Theme) -> list[str]:
    """A bar of round kilometres that fits about four hexes."""
    km = board.grid.spec.km
    if km <= 0:
        return []
    pixels_a_km = art.hex * 3**0.5 / km
    step = next(
        s for s in (1000, 500, 250, 200, 100, 50, 25, 10, 5, 1, 0.1) if s * pixels_a_km <= 110 or s == 0.1
    )
    w = step * pixels_a_km
    out = [f'<g stroke="{theme.frame}" stroke-width="1.2">']
    for k in range(4):
        fill = theme.frame if k % 2 == 0 else theme.page
        out.append(f'<rect x="{k * w:.1f}" y="0" width="{w:.1f}" height="8" fill="{fill}"/>')
    out.append(
        f'</g><g style="{FACE_FAMILY["sans"]};font-size:15px" fill="{theme.label}" text-anchor="middle">'
    )
    out += [f'<text x="{k * w:.1f}" y="26">{k * step:g}{" km" if k == 4 else ""}</text>' for k in range(5)]
    out.append(f'<text x="{2 * w:.1f}" y="-9">one hex = {km:g} km</text></g>')
    return out


def compass(angle: float, theme: Theme) -> str:
    """A rose whose long point shows north on this map."""
    ink = theme.frame
    return (
        f'<g transform="rotate({angle:.1f})"><circle r="34" fill="none" stroke="{ink}" stroke-width="1.2"/>'
        f'<circle r="30" fill="none" stroke="{ink}" stroke-width=".7"/>'
        f'<path d="M0-46L7-7 32 0 7 7 0 32-7 7-32 0-7-7Z" fill="{theme.page}" stroke="{ink}" stroke-width="1.2"/>'
        f'<path d="M0-46V0L-7-7ZM32 0H0L7-7ZM0 32V0L7 7ZM-32 0H0L-7 7Z" fill="{ink}"/>'
        f'<text y="-51" text-anchor="middle" style="{FACE_FAMILY["serif"]};font-size:20px" '
        f'fill="{theme.label}">N</text></g>'
    )


class Strip:
    """Everything below the map, laid out for a width."""

    def __init__(
        self,
        board: Board,
        art: Art,
        theme: Theme,
        width: float,
        *,
        legend: bool,
        bar: bool,
        title: str = "",
        note: str = "",
    ) -> None:
        self.board, self.art, self.theme, self.width = board, art, theme, width
        self.title = title or board.title
        self.note = note
        self.bar = bar
        self.entries: list[list[Entry]] = []
        if legend:
            groups = (_terrain(board, theme), _lines(board, art, theme), _symbols(board, art, theme))
            self.entries = [group for group in groups if group]
        words = [text_width(w, "sans", 17) for group in self.entries for w, _ in group]
        self._cell = 78 + (max(words) if words else 0)
        self._title_width = max(text_width(self.title, "serif", 44), 260.0) + 40
        self._tail = 620.0 if bar else 0.0
        beside = self._rows(width - self._title_width - self._tail)
        below = self._rows(width)
        # The legend stands beside the title or below it, whichever makes the lower strip.
        self._below = not beside or 128 + 48 * below < 12 + 48 * beside
        room = width if self._below else width - self._title_width - self._tail
        self._columns = max(1, int(room // self._cell))
        self._legend_top = 128.0 if self._below and self.entries else 12.0
        rows = self._rows(room)
        self.height = max(140.0, self._legend_top + 48 * rows + 10) if self.entries else 140.0

    def _rows(self, room: float) -> int:
        """Rows of the legend in some width, 0 where not even two entries fit side by side."""
        columns = int(room // self._cell)
        return sum(ceil(len(group) / columns) for group in self.entries) if columns >= 2 else 0

    def svg(self) -> list[str]:
        """The strip, its origin at its upper left corner."""
        theme = self.theme
        out = [
            (
                f'<text x="4" y="58" style="{FACE_FAMILY["serif"]};font-size:44px" fill="{theme.label}">'
                f"{escape(self.title, quote=False)}</text>"
            )
        ]
        if self.note:
            out.append(
                f'<text x="6" y="88" style="{FACE_FAMILY["serif-italic"]};font-size:20px" fill="{theme.area_label}">'
                f"{escape(self.note, quote=False)}</text>"
            )
        if self.bar:
            out.append(f'<g transform="translate({self.width - 580:.1f} 56)">')
            out += scale_bar(self.board, self.art, theme)
            out.append(
                f'</g><g transform="translate({self.width - 48:.1f} 76)">{compass(self.art.north, theme)}</g>'
            )
        left = 0.0 if self._below else self._title_width
        y = self._legend_top + 22
        out.append(f'<g style="{FACE_FAMILY["sans"]};font-size:17px" fill="{theme.label}">')
        for group in self.entries:
            for k, (words, body) in enumerate(group):
                x = left + (k % self._columns) * self._cell
                row = y + (k // self._columns) * 48
                out.append(
                    f'<g transform="translate({x + 30:.1f} {row:.1f})">{body}<text x="38" y="6">'
                    f"{escape(words, quote=False)}</text></g>"
                )
            y += ceil(len(group) / self._columns) * 48
        return [*out, "</g>"]
