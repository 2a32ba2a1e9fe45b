"""Whose ground a country is, for the line between the sides."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.hexes import HexSet


def held_whole(countries: Mapping[str, HexSet], ground: HexSet) -> tuple[str, ...]:
    """The countries of which a side holds every hex."""
    return tuple(name for name, hexes in countries.items() if hexes and not hexes & ~ground)


def held_by_nobody(countries: Mapping[str, HexSet], *grounds: HexSet) -> tuple[str, ...]:
    """The countries of which no side holds a hex."""
    return tuple(
        name for name, hexes in countries.items() if hexes and not any(hexes & one for one in grounds)
    )
