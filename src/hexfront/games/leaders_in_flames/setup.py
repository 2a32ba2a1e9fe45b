"""A scenario as it starts."""

from __future__ import annotations

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.kinds import (
    CIRCLE,
    LATER,
    POOL,
    POWERS,
    RESERVE,
    SEATS,
)
from hexfront.games.leaders_in_flames.leaders.draft import fill_cup
from hexfront.games.leaders_in_flames.sequence import Turn
from hexfront.games.leaders_in_flames.state import State, blank_state, turn_down
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import bits
from hexfront.wargame import put

CODES = ("Res", "Ge", "Ja")


def new_state(w: World) -> State:
    """A new game. Cases 4a, 4e, 5.1a."""
    s = set_up(w)
    s.agenda = (Turn(),)
    return s


def set_up(w: World) -> State:
    """Ground, units by name and hex, pools, the cup, veto points. Cases 4a, 4e, 5.1a. RULING veto-start-year."""
    s = ground(w)
    layout = w.data["setups"][w.plan.setup]
    for place, names in layout["units"].items():
        h = w.hex(place)
        for name in names:
            u = w.unit(name)
            if s.where[u] >= 0:
                raise BadData(f"setups.{w.plan.setup}: {name} stands in two hexes.")
            put(s, u, h)
    for name, turn in layout["later"].items():
        u = w.unit(name)
        s.where[u], s.due[u] = CIRCLE, int(turn)
    if w.plan.opens:
        take_by_surprise(s, 1 - SEATS.index(w.plan.opens))
    return s


def take_by_surprise(s: State, side: int) -> None:
    """Where a scenario opens with surprise, units of the surprised side that stand next to the enemy are face-down.

    Case base.surprise.
    """
    w = s.world
    near = w.near_hexes(s.troops[1 - side]) & s.troops[side]
    for h in bits(near):
        for u in s.stack[h]:
            turn_down(s, u)


def ground(w: World) -> State:
    """Nobody on the map yet: whose ground is whose, and every unit and leader in its box. Cases 4c, 5.1a."""
    s = blank_state(w)
    layout = w.data["setups"][w.plan.setup]
    for row in layout["control"]:
        hexes = 0
        for name in row["regions"]:
            hexes |= w.board.regions[name]
        for name in row.get("except", ()):
            hexes &= ~w.board.regions[name]
        power = POWERS.index(row["power"])
        for other in range(len(POWERS)):
            s.control[other] &= ~hexes
        s.control[power] |= hexes & w.area
    for u in range(w.first_leader):
        s.where[u] = _box(w, u)
    fill_cup(s)
    s.initiative = w.plan.initiative
    for power in w.powers:
        s.veto[power] = w.tables.veto[power]
        s.chits[power] = w.plan.chits.get(POWERS[power], 0)
    return s


def _box(w: World, u: int) -> int:
    """Where a unit is that does not start on the map. Cases 4c, 5.1a."""
    year = w.units[u].year
    if year == "Banner":
        return RESERVE
    if year.isdigit():
        return POOL if int(year) <= w.year(1) else LATER
    if year in CODES:
        return POOL if POWERS[w.power[u]] in w.plan.at_war else RESERVE
    return POOL if year == "None" else LATER
