"""The colours of a drawn map: one for paper, one for the screen at night.

Terrain differs in lightness as well as in hue, and every kind but clear also has its own glyph, so that no reader
depends on hue alone; a test holds both palettes to this under simulated colour blindness.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexfront.errors import UnknownName


@dataclass(frozen=True)
class Theme:
    """Every colour a map is drawn with. `terrain` and `glyph` are by drawing style (see `STYLES`)."""

    name: str
    page: str
    sea: str
    ripples: tuple[str, ...]
    coast: str
    lake: str
    land: str
    terrain: dict[str, str]
    glyph: dict[str, str]
    shadow: float
    light: float
    river: str
    river_edge: str
    rail: str
    rail_gap: str
    border: str
    border_glow: str
    grid: str
    grid_sea: str
    number: str
    label: str
    halo: str
    water_label: str
    water_halo: str
    region_label: str
    area_label: str
    town: str
    town_line: str
    urban: str
    mark: str
    mark_line: str
    strait: str
    victory: str
    barrier: str
    frame: str
    veil: str


STYLES = {
    "clear": "clear",
    "open": "clear",
    "plain": "clear",
    "plains": "clear",
    "forest": "forest",
    "woods": "forest",
    "wood": "forest",
    "taiga": "forest",
    "jungle": "jungle",
    "tropical_jungle": "jungle",
    "marsh": "marsh",
    "swamp": "marsh",
    "mountain": "mountain",
    "mountains": "mountain",
    "high_mountain": "high_mountain",
    "high_mountains": "high_mountain",
    "alpine": "high_mountain",
    "rough": "rough",
    "hills": "rough",
    "hill": "rough",
    "broken": "rough",
    "steppe": "steppe",
    "desert": "desert",
    "desert_mountain": "mountain",
    "salt": "desert",
    "tundra": "steppe",
    "polar": "steppe",
    "city": "clear",
    "urban": "clear",
    "sea": "sea",
    "ocean": "sea",
    "all_sea": "sea",
    "coastal": "clear",
    "lake": "lake",
    "off": "off",
}
"""Terrain kind of a map file -> how it is drawn. An unknown kind is drawn as clear ground."""


def style_of(kind: str) -> str:
    """How a terrain kind is drawn: a mixed kind ("forest_swamp") goes by its first known word."""
    if kind in STYLES:
        return STYLES[kind]
    for word in kind.split("_"):
        if word in STYLES:
            return STYLES[word]
    return "clear"


PAPER = Theme(
    name="paper",
    page="#f6f1e3",
    sea="#a9c9dc",
    ripples=("#b4d1e1", "#c1dae6", "#d0e4ec"),
    coast="#3d6380",
    lake="#a3c8df",
    land="#f4ecd2",
    terrain={
        "clear": "#f4ecd2",
        "forest": "#b4cb86",
        "jungle": "#8bb070",
        "marsh": "#cde3e0",
        "mountain": "#c6a48c",
        "high_mountain": "#a37f66",
        "rough": "#dfcbae",
        "steppe": "#d8e39a",
        "desert": "#f2cc7d",
        "sea": "#a9c9dc",
        "lake": "#a3c8df",
    },
    glyph={
        "forest": "#47733a",
        "jungle": "#2f5a2c",
        "marsh": "#3f7c8c",
        "mountain": "#6f4a2b",
        "high_mountain": "#4a3020",
        "rough": "#8a6436",
        "steppe": "#84862a",
        "desert": "#9c6618",
    },
    shadow=0.36,
    light=0.38,
    river="#2f78ad",
    river_edge="#eaf3f6",
    rail="#41352d",
    rail_gap="#fbf6e6",
    border="#8e2f4f",
    border_glow="#c9668a",
    grid="#7d735c",
    grid_sea="#6b93ab",
    number="#6b614c",
    label="#1d1a16",
    halo="#fbf6e6",
    water_label="#1f5379",
    water_halo="#c3dbe7",
    region_label="#7a4258",
    area_label="#43341c",
    town="#fffaf0",
    town_line="#1d1a16",
    urban="#b9503c",
    mark="#fffaf0",
    mark_line="#1d1a16",
    strait="#12558a",
    victory="#a3140f",
    barrier="#2d4f72",
    frame="#2a2520",
    veil="#f6f1e3",
)

SCREEN = Theme(
    name="screen",
    page="#12161a",
    sea="#14283a",
    ripples=("#182e42", "#1d364c", "#243f57"),
    coast="#7fb0cf",
    lake="#1d3c56",
    land="#3a3a33",
    terrain={
        "clear": "#3a3a33",
        "forest": "#253612",
        "jungle": "#13230b",
        "marsh": "#36474c",
        "mountain": "#704f41",
        "high_mountain": "#8f7864",
        "rough": "#4a3f2b",
        "steppe": "#57552c",
        "desert": "#75632e",
        "sea": "#14283a",
        "lake": "#1d3c56",
    },
    glyph={
        "forest": "#7fae6a",
        "jungle": "#5f9a58",
        "marsh": "#7fbccb",
        "mountain": "#d8b48e",
        "high_mountain": "#f3e6d6",
        "rough": "#b3925f",
        "steppe": "#b9a853",
        "desert": "#e6bd68",
    },
    shadow=0.6,
    light=0.16,
    river="#5fa8dc",
    river_edge="#10202d",
    rail="#c9bda6",
    rail_gap="#23241f",
    border="#e58aae",
    border_glow="#b0567c",
    grid="#8b8670",
    grid_sea="#4d7391",
    number="#a8a38f",
    label="#f4efe2",
    halo="#15181a",
    water_label="#9fd0ef",
    water_halo="#11202e",
    region_label="#e3a9c0",
    area_label="#ead9b0",
    town="#15181a",
    town_line="#f4efe2",
    urban="#d9705a",
    mark="#15181a",
    mark_line="#f4efe2",
    strait="#8fd0ff",
    victory="#ff8f80",
    barrier="#6f9cc4",
    frame="#c9bda6",
    veil="#12161a",
)

THEMES = {"paper": PAPER, "screen": SCREEN}


def theme_named(name: str) -> Theme:
    """A theme by name."""
    if name not in THEMES:
        raise UnknownName(f"There is no theme {name!r}; there are {', '.join(THEMES)}.")
    return THEMES[name]


COUNTER_COLOURS: dict[str, tuple[str, str]] = {
    "grey": ("#8f9892", "#16191a"),
    "field-grey": ("#7f8f86", "#111513"),
    "feldgrau": ("#7f8f86", "#111513"),
    "black": ("#2b2b2b", "#f5f2ea"),
    "white": ("#f2efe6", "#1a1a1a"),
    "red": ("#c2452f", "#fff7ee"),
    "brown": ("#8a5a34", "#fff7ee"),
    "tan": ("#d8bd8a", "#221a0e"),
    "yellow": ("#e3c23c", "#221c05"),
    "orange": ("#dd8a2e", "#1f1304"),
    "green": ("#3f7d4e", "#f5fff5"),
    "olive": ("#7c7a3c", "#fdfbe8"),
    "blue": ("#2f6aa8", "#f2f8ff"),
    "light-blue": ("#8fc0de", "#0f2230"),
    "purple": ("#7a4f8f", "#fbf2ff"),
    "pink": ("#d993a8", "#2b0f18"),
}
"""Paint and ink of a counter by the colour name its side or nation gives."""


def counter_colours(name: str) -> tuple[str, str]:
    """Paint and ink for a colour name; unknown names are grey."""
    return COUNTER_COLOURS.get(name.replace("_", "-"), COUNTER_COLOURS["grey"])
