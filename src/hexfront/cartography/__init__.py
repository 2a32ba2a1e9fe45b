"""Drawing maps: a board and its art as SVG or PNG, with counters, overlays, fronts and heat laid over them.

It reads boards and views and knows no rules.
"""

from hexfront.cartography.art import (
    Art,
    Label,
    Mark,
    Relief,
    Spot,
    Stroke,
    art_file,
    load_art,
    plain_art,
    read_art,
)
from hexfront.cartography.palette import COUNTER_COLOURS, THEMES, Theme, theme_named
from hexfront.cartography.png import MissingRenderer, to_png
from hexfront.cartography.render import art_for, render_heat, render_position, render_svg

__all__ = [
    "COUNTER_COLOURS", "THEMES", "Art", "Label", "Stroke", "Mark", "MissingRenderer", "Relief", "Spot", "Theme",
    "art_file", "art_for", "load_art", "plain_art", "read_art", "render_heat", "render_position", "render_svg",
    "theme_named", "to_png",
]  # fmt: skip
