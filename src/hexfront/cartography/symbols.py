"""Symbols of places and features, drawn once in `<defs>` and used by reference."""

from __future__ import annotations

import re

from hexfront.cartography.art import Mark, Spot
from hexfront.cartography.glyphs import noise
from hexfront.cartography.palette import Theme
from hexfront.cartography.paths import number

ICONS: dict[str, str] = {
    "fort": (
        '<path d="M0-11L3-4.5 10-5.5 6.5 1 10.5 7 3.5 6.5 0 12-3.5 6.5-10.5 7-6.5 1-10-5.5-3-4.5Z" '
        'fill="{paper}" stroke="{ink}" stroke-width="1.8" stroke-linejoin="round"/>'
        '<circle r="2.2" cy=".5" fill="{ink}"/>'
    ),
    "port": (
        '<g fill="none" stroke="{ink}" stroke-width="2" stroke-linecap="round"><circle cy="-6.5" r="2"/>'
        '<path d="M0-4.5V7M-4-1.5H4M-6.5 2.5C-6 6-3 7.5 0 7.5 3 7.5 6 6 6.5 2.5"/></g>'
    ),
    "naval_base": (
        '<circle r="10.5" fill="{paper}" stroke="{ink}" stroke-width="1.2"/>'
        '<g fill="none" stroke="{ink}" stroke-width="1.9" stroke-linecap="round"><circle cy="-5.8" r="1.7"/>'
        '<path d="M0-4V6M-3.5-1.5H3.5M-5.5 2C-5 5-2.5 6.5 0 6.5 2.5 6.5 5 5 5.5 2"/></g>'
    ),
    "oil": (
        '<path d="M0-11C4-4.5 7.5-1 7.5 3.5A7.5 7.5 0 0 1-7.5 3.5C-7.5-1-4-4.5 0-11Z" fill="{ink}" '
        'stroke="{paper}" stroke-width="1.2"/><path d="M-3.8 3.5A4 4 0 0 0 0 7.5" fill="none" stroke="{paper}" '
        'stroke-width="1.4"/>'
    ),
    "factory": (
        '<path d="M-9 7.5V-1L-4.5-5V-1L0-5V-1L4.5-5V-9.5H8.5V7.5Z" fill="{ink}" stroke="{paper}" '
        'stroke-width="1.2" stroke-linejoin="round"/>'
    ),
    "resource": (
        '<path d="M0-9.5L8.5 0 0 9.5-8.5 0Z" fill="{paper}" stroke="{ink}" stroke-width="1.6"/>'
        '<path d="M-4-3.5L4 4M4-3.5L-4 4" stroke="{ink}" stroke-width="2"/>'
    ),
    "mine": (
        '<g stroke="{paper}" stroke-width="5" stroke-linecap="round"><path d="M-6.5 7.5L5-5M6.5 7.5L-5-5"/></g>'
        '<g stroke="{ink}" stroke-width="2.4" stroke-linecap="round"><path d="M-6.5 7.5L5-5M6.5 7.5L-5-5"/>'
        '<path d="M1.5-8.5L8.5-1.5M-1.5-8.5L-8.5-1.5" stroke-width="4" stroke-linecap="butt"/></g>'
    ),
    "food": (
        '<g stroke="{ink}" stroke-width="1.5" fill="{paper}"><path d="M0 10V-8" fill="none"/>'
        '<path d="M0-4C-5-4-6-8-5-9.5-2-9 0-7 0-4ZM0-4C5-4 6-8 5-9.5 2-9 0-7 0-4ZM0 2C-5 2-6-2-5-3.5-2-3 0-1 0 2Z'
        'M0 2C5 2 6-2 5-3.5 2-3 0-1 0 2Z"/></g>'
    ),
    "supply": (
        '<circle r="9" fill="{paper}" stroke="{ink}" stroke-width="1.8"/>'
        '<path d="M-5 4V-1L0-5 5-1V4ZM-1.5 4V1H1.5V4" fill="{ink}" fill-rule="evenodd"/>'
    ),
    "victory": (
        '<path d="M0-11L2.7-3.8 10.5-3.4 4.4 1.5 6.5 9 0 4.7-6.5 9-4.4 1.5-10.5-3.4-2.7-3.8Z" '
        'fill="{accent}" stroke="{ink}" stroke-width="1.3" stroke-linejoin="round"/>'
    ),
    "landing": (
        '<path d="M-3.5-9H3.5V0H8L0 9-8 0H-3.5Z" fill="{paper}" stroke="{ink}" stroke-width="1.5" '
        'stroke-linejoin="round"/>'
    ),
    "cross": (
        '<path d="M-3-9.5Q0-8.5 3-9.5 1.5-5 1.6-1.6 5-1.5 9.5-3 8.5 0 9.5 3 5 1.5 1.6 1.6 1.5 5 3 9.5 '
        '0 8.5-3 9.5-1.5 5-1.6 1.6-5 1.5-9.5 3-8.5 0-9.5-3-5-1.5-1.6-1.6-1.5-5-3-9.5Z" fill="{ink}" '
        'stroke="{paper}" stroke-width="1.4" stroke-linejoin="round"/>'
    ),
    "star": (
        '<path d="M0-10L2.5-3.4 9.5-3.1 4 1.3 5.9 8.1 0 4.2-5.9 8.1-4 1.3-9.5-3.1-2.5-3.4Z" '
        'fill="{red}" stroke="{paper}" stroke-width="1.2" stroke-linejoin="round"/>'
    ),
    "exit": (
        '<rect x="-11" y="-11" width="22" height="22" rx="3" fill="{paper}" stroke="{ink}" stroke-width="1.6"/>'
        '<path d="M-6-6L5 5M5-3V5H-3" fill="none" stroke="{red}" stroke-width="2.8" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    ),
    "letter": ('<circle r="9.5" fill="{paper}" stroke="{ink}" stroke-width="1.6"/>'),
    "other": (
        '<rect x="-6.5" y="-6.5" width="13" height="13" rx="2" fill="{paper}" stroke="{ink}" stroke-width="1.6"/>'
        '<circle r="2.2" fill="{ink}"/>'
    ),
}

MARKS: dict[str, str] = {
    "fort": "fort",
    "fortress": "fort",
    "fortified": "fort",
    "fortified_city": "fort",
    "port": "port",
    "minor_port": "port",
    "major_port": "naval_base",
    "naval_base": "naval_base",
    "oil": "oil",
    "oilfield": "oil",
    "oil_field": "oil",
    "factory": "factory",
    "industry": "factory",
    "industrial": "factory",
    "industrial_zone": "factory",
    "resource": "resource",
    "coal": "resource",
    "coal_mine": "mine",
    "iron": "resource",
    "ore": "resource",
    "mine": "resource",
    "nickel": "resource",
    "manganese": "resource",
    "food": "food",
    "supply": "supply",
    "supply_town": "supply",
    "supply_source": "supply",
    "axis_supply": "cross",
    "soviet_supply": "star",
    "axis_supply_head": "supply",
    "allied_supply_head": "supply",
    "finnish_supply": "supply",
    "lake_supply": "supply",
    "d_day_landing": "landing",
    "baku_exit": "exit",
    "objective": "victory",
    "capital": "victory",
    "landing": "landing",
    "beach": "landing",
    "anchor": "port",
    "sea_supply": "port",
    "soviet_sea_supply": "port",
}
"""Feature of a map file -> icon. Features that are not listed are rules' business and get no icon."""

LETTERED = re.compile(r"supply_([A-Z])")
"""Sources of supply that the rules know by a letter at the edge of the map."""

VICTORY = "victory"
"""The feature of places that count at the end: their names are written in red."""


def icon_of(feature: str) -> str:
    """The icon of a feature; nothing where it has none."""
    return "letter" if LETTERED.fullmatch(feature) else MARKS.get(feature, "")


CITY_FEATURES = ("city", "major_city", "minor_city", "large_city")


def definitions(theme: Theme) -> list[str]:
    """The icons, for `<defs>`."""
    out = []
    for name, body in ICONS.items():
        drawn = body.format(ink=theme.mark_line, paper=theme.mark, accent=theme.urban, red=theme.victory)
        out.append(f'<g id="hf-{name}">{drawn}</g>')
    return out


def place_symbol(spot: Spot, theme: Theme) -> str:
    """The symbol of a place by its size: rings for towns, blocks of houses for cities."""
    x, y = number(spot.x), number(spot.y)
    if spot.size <= 1:
        return f'<circle cx="{x}" cy="{y}" r="3.2" fill="{theme.town}" stroke="{theme.town_line}" stroke-width="1.4"/>'
    if spot.size == 2:
        return f'<circle cx="{x}" cy="{y}" r="4.8" fill="{theme.town}" stroke="{theme.town_line}" stroke-width="1.8"/>'
    return _blocks(spot, theme)


def _blocks(spot: Spot, theme: Theme) -> str:
    """Houses and streets: more of them the larger the city, no two cities alike."""
    reach, step = {3: (1, 6.4), 4: (2, 5.8)}.get(spot.size, (2, 7.4))
    a, b = round(spot.x), round(spot.y)
    squares = []
    for r in range(-reach, reach + 1):
        for c in range(-reach, reach + 1):
            if abs(r) + abs(c) > reach + (reach > 1) or (
                reach > 1 and abs(r) + abs(c) == reach + 1 and noise(a + c, b + r, 3) < 0.4
            ):
                continue
            w = step - 1.3 + 0.9 * (noise(a + c, b + r, 4) - 0.5)
            h = step - 1.3 + 0.9 * (noise(a + c, b + r, 5) - 0.5)
            squares.append(f"M{number(spot.x + c * step - w / 2)} {number(spot.y + r * step - h / 2)}"
                           f"h{number(w)}v{number(h)}h-{number(w)}z")  # fmt: skip
    d = "".join(squares)
    return (
        f'<path d="{d}" fill="{theme.town_line}" stroke="{theme.town_line}" stroke-width="3.6" '
        f'stroke-linejoin="round"/><path d="{d}" fill="{theme.urban}"/>'
    )


def symbol_radius(size: int) -> float:
    """How far a place's symbol reaches from its middle."""
    return {0: 4.0, 1: 4.0, 2: 5.8, 3: 10.5, 4: 15.5}.get(size, 19.0)


MARK_RADIUS = 11.0


def mark_symbol(mark: Mark) -> str:
    """The icon of a feature; a lettered one with its letter."""
    x, y = number(mark.x), number(mark.y)
    used = f'<use href="#hf-{icon_of(mark.kind) or "other"}" x="{x}" y="{y}"/>'
    lettered = LETTERED.fullmatch(mark.kind)
    return used + (
        f'<text class="hf-letter" x="{x}" y="{number(mark.y + 4.6)}">{lettered[1]}</text>' if lettered else ""
    )
