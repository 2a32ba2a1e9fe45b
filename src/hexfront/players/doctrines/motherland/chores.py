"""For the Motherland!: everything in a turn except moving and fighting: placing, sending, rebuilding, supplying."""

from __future__ import annotations

from hexfront.games.motherland import actions as a
from hexfront.games.motherland.administration import Combination, Conversion, Evacuation, Produced, Rebuilding
from hexfront.games.motherland.chits import Command, KeepOne
from hexfront.games.motherland.kinds import FORTRESS, SUPPLY_BASE, SUPPORT
from hexfront.games.motherland.long_moves import LongMove, LongMoves
from hexfront.games.motherland.options import FactoryLoss
from hexfront.games.motherland.partisans import Gathering, Interdicted
from hexfront.games.motherland.reinforcements import Placement, Reinforcements
from hexfront.games.motherland.state import is_snow, printed
from hexfront.games.motherland.supply_phase import Airlift, Expenditure
from hexfront.hexes import bits
from hexfront.kernel import Action
from hexfront.players.doctrines.motherland.desk import Desk
from hexfront.players.doctrines.motherland.read import has_room, line_of, step_worth, strength
from hexfront.players.doctrines.motherland.rear import leap

FED = 4  # hexes from a Supply Base within which units are fed
NO_ENEMY = 4  # hexes without an enemy around a unit that may go by rail
STARVING = 3  # units that a base is spent for
POOR = 3  # sum of the factors of a chit that is replaced
FAR = 99
WALLS = 4  # hexes that a fortress keeps the Axis off, as good as


def place(d: Desk, frame: Placement | Produced) -> Action:
    """Where the line has a hole or the enemy is near, and there is room."""
    s, read, places = d.s, d.look(), d.all(a.Place)
    if not places:
        return d.last
    missing = line_of(s, d.side, d.front)

    def worth(x: a.Place) -> float:
        others = list(s.stack.get(x.hex, ()))
        gap = ((d.w.around[x.hex] | 1 << x.hex) & missing).bit_count()
        near = 1.0 if read.threat.get(x.hex) else 0.0
        full = 0.0 if has_room(s, frame.unit, others) else 9.0
        return float(read.pull.get(x.hex, 0.0) + near + 2.0 * gap - 0.3 * len(others) - full)

    return max(places, key=worth)


def take_up(d: Desk, frame: Reinforcements | Combination) -> Action:
    """Take whatever there is."""
    return d.legal[0]


def convert(d: Desk, frame: Conversion) -> Action:
    """Guards and Shock Armies take the place of those with the worst chits."""
    units = d.all(a.Convert)
    return min(units, key=lambda x: (sum(strength(d.s, x.unit)), x.unit)) if units else d.last


def rebuild(d: Desk, frame: Rebuilding) -> Action:
    """Panzers first, then whoever gains most by a step."""
    units = d.all(a.Rebuild)
    if not units:
        return d.last
    return max(units, key=lambda x: (step_worth(d.s, x.unit), d.s.steps[x.unit], -x.unit))


# --- long ways


def send(d: Desk, frame: LongMoves) -> Action:
    """Strategic movement for units far from any enemy."""
    w, read, sent = d.w, d.look(), d.sent.units
    for x in d.all(a.Pick):
        if x.unit in sent:
            continue
        sent.add(x.unit)
        if w.kind[x.unit] == SUPPLY_BASE:
            return x
        near = w.disc(d.s.where[x.unit], NO_ENEMY)
        if (w.combat[x.unit] or w.kind[x.unit] == SUPPORT) and not near & read.enemy:
            return x
    return d.last


def go_far(d: Desk, frame: LongMove) -> Action:
    """To where the front has a hole, or to what matters."""
    s, w, unit, read = d.s, d.w, frame.unit, d.look()
    here = s.where[unit]
    if w.kind[unit] == SUPPLY_BASE:
        return leap(d, unit)
    missing = line_of(s, d.side, d.front & ~(1 << here))

    def worth(h: int) -> float:
        gap = ((w.around[h] | 1 << h) & missing).bit_count()
        near = min(2.0, 0.3 * (w.disc(h, 4) & read.enemy).bit_count())
        crowd = sum(1 for x in s.stack.get(h, ()) if x != unit)
        return float(read.pull.get(h, 0.0) + 2.0 * gap + near - 0.4 * crowd)

    best: Action | None = None
    most = worth(here) + 0.4
    for x in d.legal:
        if isinstance(x, a.Redeploy | a.Ship) and has_room(s, unit, list(s.stack.get(x.hex, ()))):
            value = worth(x.hex)
            if value > most:
                best, most = x, value
    return best or d.first(a.Hold)


# --- factories


def evacuate(d: Desk, frame: Evacuation) -> Action:
    """The factory in most danger goes east; one in a fortress can wait."""
    s, w = d.s, d.w

    def far(x: a.Evacuate) -> int:
        is_walled = any(w.kind[u] == FORTRESS for u in s.stack[s.where[x.unit]])
        return _from_axis(d, x.unit) + (WALLS if is_walled else 0)

    out = d.all(a.Evacuate)
    return min(out, key=lambda x: (far(x), x.unit)) if out else d.last


def close_factory(d: Desk, frame: FactoryLoss) -> Action:
    """The factory that the Axis is least likely to take by itself: the one farthest behind the front."""
    return max(d.all(a.Destroy), key=lambda x: (_from_axis(d, x.unit), -x.unit))


def _from_axis(d: Desk, unit: int) -> int:
    """How far a unit is from the nearest combat unit of the Axis."""
    grid, here = d.w.grid, d.s.where[unit]
    return min((grid.distance(here, h) for h in bits(d.s.axis_front)), default=FAR)


# --- supply and partisans


def airlift(d: Desk, frame: Airlift) -> Action:
    """Supplies for the best unit, in winter alone: in summer air units fight."""
    units = d.all(a.AirSupply)
    if not is_snow(d.s) or not units:
        return d.last
    return max(units, key=lambda x: sum(printed(d.s, x.unit)))


def expend(d: Desk, frame: Expenditure) -> Action:
    """A base that is cut off is spent when several units on it would be Out of Supply without."""
    s = d.s
    for x in d.all(a.Expend):
        near = d.w.disc(s.where[x.unit], FED) & s.axis_front
        if sum(1 for h in bits(near) for u in s.stack[h] if s.judged[u]) >= STARVING:
            return x
    return d.last


def gather(d: Desk, frame: Gathering) -> Action:
    """Partisans gather behind the base that feeds most units."""
    s, out = d.s, d.all(a.Station)

    def fed(x: a.Station) -> int:
        return sum(len(s.stack[h]) for h in bits(d.w.disc(x.hex, FED) & s.axis_front))

    return max(out, key=fed) if out else d.last


def interdict(d: Desk, frame: Interdicted) -> Action:
    """The best unit is cut off."""
    return max(d.all(a.Mark), key=lambda x: (sum(printed(d.s, x.unit)), -x.unit))


# --- chits


def keep_chit(d: Desk, frame: KeepOne) -> Action:
    chits = d.w.chits
    return max(d.all(a.Keep), key=lambda x: sum(chits[x.chit].full))


def command(d: Desk, frame: Command) -> Action:
    """A General draws for a unit without a chit, best of all a strong one; he replaces only a poor chit."""
    draws = d.all(a.DrawTwo)
    if draws:
        return min(draws, key=lambda x: (d.w.letter[x.unit], x.unit))
    poor = [x for x in d.all(a.Replace) if sum(printed(d.s, x.unit)) <= POOR]
    return min(poor, key=lambda x: sum(printed(d.s, x.unit))) if poor else d.last


__all__ = [
    "airlift", "close_factory", "command", "convert", "evacuate", "expend", "gather", "go_far", "interdict",
    "keep_chit", "place", "rebuild", "send", "take_up",
]  # fmt: skip
