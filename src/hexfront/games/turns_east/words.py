"""Names of units and hexes as people see them."""

from __future__ import annotations

from hexfront.games.turns_east.state import EastState
from hexfront.hexes import Hex


def unit_name(s: EastState, u: int) -> str:
    return s.world.units[u].name


def unit_names(s: EastState, units: tuple[int, ...]) -> str:
    return ", ".join(s.world.units[u].name for u in units)


def at_hex(s: EastState, i: Hex) -> str:
    return s.world.label[i] if i >= 0 else ""
