"""Case 12.2.1: strengths, odds and modifiers of a combat, with every step of the working."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.data import AXIS, BLITZ, SOVIET, EastWorld
from hexfront.games.turns_east.state import EastState, factor, units_at
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.hexes import Hex, bits
from hexfront.kernel import Working
from hexfront.wargame import Odds, Term


def defenders(s: EastState, target: Hex) -> tuple[int, ...]:
    """The units that defend a hex together: all combat units, a garrison only when alone.
    Cases 12.1.5, 13.3.3a, 13.3.5, 13.4.1."""
    w = s.world
    stack = units_at(s, target) & w.combat_units
    fighting = stack & ~w.garrisons
    return tuple(bits(fighting or stack))


def supplied_factor(s: EastState, net: SupplyNet, u: int) -> tuple[int, int]:
    """A unit's combat factor after supply, and its shortage. Cases 10.1.5, 10.1.6, 10.1.7, 10.1-i1. RULING 10.1-e."""
    printed = factor(s, u)
    lacking = net.shortage(u)
    return max(1, printed - lacking), lacking


def terrain_shift(s: EastState, attackers: tuple[int, ...], target: Hex) -> tuple[int, int]:
    """Columns to the left for the defender's terrain, and for a river that every attacker is across. Case 12.2.1d.
    RULING 12.2-c."""
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
    """Work out a combat as it stands at this instant; with `explain` every strength in words.
    Cases 2.2.2a, 10.1.1, 10.1-i1, 12.2-i1, 12.2.1a, 12.2.1d, 12.4.9b, 13.4.1. RULING 12.2-b."""
    w = s.world
    strengths: list[Working] = []
    totals = [0, 0]
    helped = (support, defended)
    for role, units in enumerate((attackers, defenders(s, target))):
        own = side if role == 0 else 1 - side
        net = SupplyNet(s, own)
        for u in units:
            if not w.leaders >> u & 1:
                value, lacking = supplied_factor(s, net, u)
                totals[role] += value
                if explain:
                    strengths.append(_in_words(s, net, u, value, lacking))
        if helped[role]:
            name, value, rule = marker_of(w, own)
            totals[role] += value
            strengths.append(Working(name, f"+{value}", rule))
    ground, river = terrain_shift(s, attackers, target)
    shifts = []
    if ground:
        shifts.append(Term(f"Terrain at {w.title(target)}", -ground, "12.2.1d", f"{ground} to the left"))
    if river:
        shifts.append(Term("All across a river", -river, "12.2.1d", f"{river} to the left"))
    modifiers = []
    if mobile and any(w.leaders >> u & 1 for u in attackers):
        more = w.tables["combat"]["leader_modifier"]
        modifiers.append(Term("Leader in a Mobile Assault", more, "12.4.9b", f"{more:+d} to the die"))
    return Odds(w.combat_table, totals[0], totals[1], shifts, modifiers, strengths)


def _in_words(s: EastState, net: SupplyNet, u: int, value: int, lacking: int) -> Working:
    """A unit's factor in a combat, with the case that makes it what it is."""
    rule = "2.2.1g" if not lacking else "10.1.6" if is_cut_off(s, net, u) else "10.1.5"
    words = (
        str(value) if not lacking else f"{value} (out of supply: {factor(s, u)} less {lacking}, not below 1)"
    )
    return Working(s.world.name(u), words, rule)


def surrounded(s: EastState, units: Iterable[int]) -> int:
    """Those of some units that are cut off now. Case 12.3.5b."""
    w = s.world
    nets = (SupplyNet(s, AXIS), SupplyNet(s, SOVIET))
    out = 0
    for u in units:
        if w.combat_units >> u & 1 and is_cut_off(s, nets[w.side[u]], u):
            out |= 1 << u
    return out


def is_mobile_defense(s: EastState, u: int) -> bool:
    """Whether a Panzer Corps defends under Mobile Defense: a Blitz order in Snow. Case 7.2.4c."""
    w = s.world
    if w.weather(s.turn) != "Snow" or not w.panzers >> u & 1:
        return False
    return order_of(s, u, w.area_of[s.where[u]]) == BLITZ
