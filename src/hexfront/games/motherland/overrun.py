"""Chapter 7: Overruns, combat resolved during movement."""

from __future__ import annotations

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.chits import CallGenerals, DrawChits
from hexfront.games.motherland.combat import Weigh, has_attack, open_fight
from hexfront.games.motherland.kinds import EXPLOITATION_PHASES, FORTRESS, PANZERS, SOVIET, TANK
from hexfront.games.motherland.stacking import is_overstacked
from hexfront.games.motherland.state import State, countries, is_snow, move_factor
from hexfront.games.motherland.world import COUNTRY_CASES
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Violation
from hexfront.words import plural

COST = 3
SOVIET_SNOW_COST = 2


def cost(s: State, side: int) -> int:
    """Movement points for an Overrun. Cases 7.1b, 7.2.5, 18.2.4a."""
    return SOVIET_SNOW_COST if side == SOVIET and is_snow(s) else COST


def violation(s: State, side: int, target: Hex) -> Violation | None:
    """Why the group in hand may not overrun a hex, which it must enter if it wins.

    Cases 5.2.1a, 5.2.1b, 7.0a, 7.1a, 7.1b, 7.1g, 7.2a, 7.2.1b, 7.2.4, 8.3.8.
    """
    w = s.world
    h = s.where[s.group[0]]
    if target not in w.near(h):
        return Violation("7.1a", "An Overrun is made from an adjacent hex.")
    at = w.label(target)
    enemy = s.held_by(1 - side)
    if not enemy >> target & 1:
        return Violation("7.1a", "There is no enemy to overrun.", at)
    found = _terrain_violation(s, h, target)
    if found is not None:
        return found
    price = cost(s, side)
    for u in s.group:
        if not w.combat[u]:
            return Violation("8.3.8", f"{w.name(u)} cannot attack.", at)
        if not has_attack(s, u, overrun=True):
            return Violation("8.3.8", f"{w.name(u)} has an Attack Factor of zero.", at)
        if not countries(s, u) >> target & 1:
            return Violation(COUNTRY_CASES[w.nation[u]], f"{w.name(u)} cannot enter that country.", at)
        if s.phase in EXPLOITATION_PHASES and w.kind[u] not in PANZERS and w.kind[u] != TANK:
            return Violation("7.2.4", "In Exploitation only Panzer and Tank units can overrun.", at)
        if s.supply[u]:
            return Violation("7.2.1b", f"{w.name(u)} is short of supply.", at)
        if s.spent[u] + price > move_factor(s, u):
            return Violation(
                "7.1b",
                f"{w.name(u)} needs {price} Movement {plural(price, 'Point')}, more than it has left.",
                at,
            )
        if w.mech[u] != w.mech[s.group[0]]:
            return Violation("7.2.6", "Leg and Mechanized units cannot overrun together.", at)
    if is_overstacked(s, h):
        return Violation("7.2.1a", "No Overrun from a hex over the stacking limit.", w.label(h))
    return None


def _terrain_violation(s: State, h: Hex, target: Hex) -> Violation | None:
    """Hexes and hexsides that cannot be overrun. Cases 7.2a, 7.2b, 7.2c, 16.7a."""
    w = s.world
    at = w.label(target)
    if w.bridge.has(h, target):
        return Violation("16.7a", "No Overrun across the rail bridge.", at)
    if w.blocked.has(h, target) or w.major.has(h, target):
        return Violation("7.2a", "No Overrun across a Major River, Sea, Lake or Frozen Access hexside.", at)
    if w.city >> target & 1:
        return Violation("7.2a", "A City cannot be overrun.", at)
    if not w.terrain[w.terrain_name(target, is_snow(s))]["overrun"]:
        return Violation("7.2a", "This terrain cannot be overrun.", at)
    if any(w.kind[u] == FORTRESS for u in s.stack[target]):
        return Violation("7.2a", "A Fortress cannot be overrun.", at)
    return None


def begin(s: State, side: int, target: Hex) -> Agenda:
    """Pay for the Overrun, with nothing for the ZOC, and fight it.

    Cases 5.4.1d, 7.1b, 7.1c, 7.1e, 7.1g, 11.1.1, 16.5b. RULING 8.3.1-a.
    """
    for u in s.group:
        s.spent[u] += cost(s, side)
    s.attackers, s.defenders = list(s.group), list(s.stack[target])
    s.target, s.is_overrun = target, 1
    open_fight(s)
    s.emit(ev.AttackDeclared(target, tuple(s.attackers), True))
    return (CallGenerals(), DrawChits(), Weigh())
