"""Case 12.2.1: strengths, odds and modifiers of a combat, with every step of the working."""

from __future__ import annotations

import msgspec

from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.data import AXIS, BLITZ, SIDE_NAMES, EastWorld
from hexfront.games.turns_east.state import EastState, factor, units_at
from hexfront.games.turns_east.supply import Net, is_cut_off
from hexfront.hexes import Hex, bits
from hexfront.kernel import Working


class Odds(msgspec.Struct, frozen=True):
    """A combat worked out up to the roll."""

    attack: int
    defence: int
    column: int  # after shifts; below 0 the result comes without a roll
    modifier: int
    cut: int  # units in the combat that are surrounded
    working: tuple[Working, ...]


def defenders(s: EastState, target: Hex) -> tuple[int, ...]:
    """The units that defend a hex together: all combat units, a garrison only when alone.
    Cases 12.1.5, 13.3.3a, 13.3.5, 13.4.1."""
    w = s.world
    stack = units_at(s, target) & w.combat_units
    fighting = stack & ~w.garrisons
    return tuple(bits(fighting or stack))


def supplied_factor(s: EastState, net: Net, u: int) -> tuple[int, int]:
    """A unit's combat factor after supply, and its shortage. Cases 10.1.5, 10.1.6, 10.1.7, 10.1-i1."""
    printed = factor(s, u)
    lacking = net.shortage(u)
    return max(1, printed - lacking), lacking


def terrain_shift(s: EastState, attackers: tuple[int, ...], target: Hex) -> tuple[int, int]:
    """Columns to the left for the defender's terrain, and for a river that every attacker is across. Case 12.2.1d."""
    w = s.world
    river = all(w.rivers.has(s.where[u], target) for u in attackers)
    return w.shift[target], w.river_shift if river else 0


def marker_of(w: EastWorld, side: int) -> tuple[str, int, str]:
    """A side's support marker: its name, factor and case."""
    if side == AXIS:
        return "Luftwaffe", w.markers["luftwaffe"], "13.8.1"
    return "T-34", w.markers["t34"], "13.9"


def odds(
    s: EastState,
    side: int,
    attackers: tuple[int, ...],
    target: Hex,
    mobile: bool,
    support: bool,
    defended: bool,
    explain: bool = False,
) -> Odds:
    """Work out a combat as it stands at this instant; with `explain` every step in words."""
    w = s.world
    working: list[Working] = []
    nets = (Net(s, side), Net(s, 1 - side))
    totals = [0, 0]
    cut = 0
    fighters = (attackers, defenders(s, target))
    for role, units in enumerate(fighters):
        for u in units:
            if w.leaders >> u & 1:  # Case 13.4.1.
                continue
            # Cases 10.1.1, 10.1-i1, 12.2.1a.
            value, lacking = supplied_factor(s, nets[role], u)
            totals[role] += value  # Case 12.2.1a.
            if is_cut_off(s, nets[role], u):  # Case 12.3.5b.
                cut |= 1 << u
            if not explain:
                continue
            rule = "2.2.1g" if not lacking else "10.1.6" if cut >> u & 1 else "10.1.5"
            words = str(value) if not lacking else f"{value} ({factor(s, u)} less {lacking}, not below 1)"
            working.append(Working(w.name(u), words, rule))
    sides = (side, 1 - side)
    for role, helped in enumerate((support, defended)):
        if helped:  # Cases 2.2.2a, 12.2-i1.
            totals[role] += marker_of(w, sides[role])[1]
    attack, defence = totals
    column = w.combat_table.column(attack, defence)
    ground, river = terrain_shift(s, attackers, target)  # Case 12.2.1d.
    # Case 12.4.9b.
    led = mobile and any(w.leaders >> u & 1 for u in attackers)
    modifier = w.tables["combat"]["leader_modifier"] if led else 0
    if explain:
        for role, helped in enumerate((support, defended)):
            if helped:
                name, value, rule = marker_of(w, sides[role])
                working.append(Working(name, f"+{value}", rule))
        plain = w.combat_table.columns[column] if column >= 0 else "below 1:2"
        working.append(Working(f"{SIDE_NAMES[side]} {attack} against {defence}", plain, "12.2.1a"))
        if ground:
            working.append(Working(f"Terrain at {w.title(target)}", f"{ground} to the left", "12.2.1d"))
        if river:
            working.append(Working("All across a river", f"{river} to the left", "12.2.1d"))
        if led:
            working.append(Working("Leader in a Mobile Assault", f"{modifier:+d} to the die", "12.4.9b"))
    return Odds(attack, defence, column - ground - river, modifier, cut, tuple(working))


def is_mobile_defense(s: EastState, u: int) -> bool:
    """Whether a Panzer Corps defends under Mobile Defense: a Blitz order in Snow. Case 7.2.4c."""
    w = s.world
    if w.weather(s.turn) != "Snow" or not w.panzers >> u & 1:
        return False
    return order_of(s, u, w.area_of[s.where[u]]) == BLITZ
