"""Colours can be told apart by everyone, and words can be read on them."""

from __future__ import annotations

from itertools import combinations

import pytest

from hexfront.cartography.counters import NATIONS
from hexfront.cartography.overlays import HEAT, heat_colour
from hexfront.cartography.palette import (
    COUNTER_COLOURS,
    PAPER,
    SCREEN,
    STYLES,
    Theme,
    counter_colours,
    style_of,
    theme_named,
)
from hexfront.cartography.vision import DEFICIENCIES, contrast, difference, lab, linear
from hexfront.errors import UnknownName

both = pytest.mark.parametrize("theme", [PAPER, SCREEN], ids=["paper", "screen"])
eyes = pytest.mark.parametrize("eyes", [None, *DEFICIENCIES])


@both
@eyes
def test_every_two_terrains_differ(theme: Theme, eyes: str | None) -> None:
    for a, b in combinations(theme.terrain, 2):
        if {a, b} != {"sea", "lake"}:
            d = difference(theme.terrain[a], theme.terrain[b], eyes)
            assert d >= 8, f"{a} and {b} differ by {d:.1f} only"


@both
@eyes
def test_lines_differ_from_ground_and_from_each_other(theme: Theme, eyes: str | None) -> None:
    for pen in (theme.river, theme.rail, theme.border):
        for style, ground in theme.terrain.items():
            if style not in ("sea", "lake"):
                assert difference(pen, ground, eyes) >= 15, (pen, style)
    for a, b in combinations((theme.river, theme.rail, theme.border), 2):
        assert difference(a, b, eyes) >= 12, (a, b)


@both
def test_names_can_be_read_on_every_ground(theme: Theme) -> None:
    for style, ground in theme.terrain.items():
        assert contrast(theme.label, ground) >= 3.5, style
    assert contrast(theme.label, theme.halo) >= 12, "and every name has a halo"
    assert contrast(theme.water_label, theme.sea) >= 4.5
    assert contrast(theme.water_label, theme.lake) >= 4.5
    assert contrast(theme.area_label, theme.halo) >= 7, "area names stand on their own halo"
    assert contrast(theme.number, theme.land) >= 4.5
    assert contrast(theme.label, theme.page) >= 7


@both
def test_glyphs_stand_out_from_their_ground(theme: Theme) -> None:
    for style, ink in theme.glyph.items():
        assert contrast(ink, theme.terrain[style]) >= 2.2, style


def test_every_kind_but_clear_has_a_glyph() -> None:
    for style in set(STYLES.values()) - {"clear", "sea", "lake", "off"}:
        assert style in PAPER.glyph and style in SCREEN.glyph and style in PAPER.terrain


def test_unknown_and_mixed_kinds_are_drawn() -> None:
    assert style_of("forest_swamp") == "forest"
    assert style_of("light_woods") == "forest"
    assert style_of("something else") == "clear"


def test_ink_can_be_read_on_every_counter() -> None:
    for name, (paint, ink) in COUNTER_COLOURS.items():
        assert contrast(paint, ink) >= 4.0, name
    assert counter_colours("field_grey") == COUNTER_COLOURS["field-grey"]
    assert counter_colours("no such paint") == COUNTER_COLOURS["grey"]
    assert set(NATIONS.values()) <= set(COUNTER_COLOURS)


@eyes
def test_heat_rises_in_lightness(eyes: str | None) -> None:
    lightness = [lab(linear(colour))[0] for colour in HEAT]
    assert lightness == sorted(lightness)
    assert difference(heat_colour(0.0), heat_colour(1.0), eyes) > 60
    for low, high in zip(HEAT, HEAT[1:], strict=False):
        assert difference(low, high, eyes) > 8


def test_heat_colours_are_clamped() -> None:
    assert heat_colour(-1) == HEAT[0] and heat_colour(2) == HEAT[-1]


def test_a_theme_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match="paper, screen"):
        theme_named("sepia")


def test_contrast_and_difference_agree_with_known_values() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert difference("#ff0000", "#ff0000") == 0
    red, green = "#c03028", "#4c7a2a"
    assert difference(red, green, "deuteranopia") < 0.5 * difference(red, green), "red and green close up"
    with pytest.raises(ValueError, match="#rrggbb"):
        linear("red")
