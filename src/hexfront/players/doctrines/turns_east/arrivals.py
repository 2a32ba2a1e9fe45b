"""Hitler Turns East: where units arrive, rise or fall back to."""

from __future__ import annotations

from collections.abc import Callable
from heapq import nlargest

from hexfront.games.turns_east import actions as a
from hexfront.games.turns_east.counterattack import MoveToContact
from hexfront.games.turns_east.reinforcement import PlaceUnit
from hexfront.games.turns_east.retreat import ChooseRetreat
from hexfront.games.turns_east.special import PartisanFront, PlacePartisans, partisan_hexes
from hexfront.games.turns_east.state import units_at
from hexfront.hexes import bits
from hexfront.kernel import Action
from hexfront.players.doctrines.turns_east.desk import Desk
from hexfront.players.doctrines.turns_east.read import Picture

NOBODY = 0.0  # the harm that partisans do who are not on the map

FEW = 6  # hexes that are looked at in full in a playout
Arrival = PlaceUnit | MoveToContact | PlacePartisans | ChooseRetreat


def best_hexes(d: Desk, frame: Arrival) -> list[Action]:
    """Where units go, the best first."""
    goals: list[tuple[int, Action]] = [
        (x.hex, x) for x in d.legal if isinstance(x, a.Place | a.Contact | a.Retreat)
    ]
    units = frame.units if isinstance(frame, ChooseRetreat) else (frame.unit,)
    units = tuple(u for u in units if not d.w.leaders >> u & 1)
    picture = d.glimpse(max(0, d.w.area_of[goals[0][0]]), units)
    worth = _harm(d, picture) if isinstance(frame, PlacePartisans) else _stand(d, picture, units)
    if d.memory.quick and len(goals) > FEW and not isinstance(frame, PlacePartisans):
        goals = nlargest(FEW, goals, key=lambda goal: picture.glance(units, goal[0]))
    return [x for _, x in sorted(goals, key=lambda goal: worth(goal[0]), reverse=True)]


def go(d: Desk, frame: Arrival) -> Action:
    return best_hexes(d, frame)[0]


def _stand(d: Desk, picture: Picture, units: tuple[int, ...]) -> Callable[[int], float]:
    """What it is worth to have these units in a hex: not on top of others, and near where they are needed."""
    s, w = d.s, d.w

    def worth(i: int) -> float:
        crowd = 0.2 * (units_at(s, i) & w.stackers).bit_count()
        near = 0.5 if picture.threat.get(i, 0.0) else 0.0
        return float(picture.score(dict.fromkeys(units, i)) - crowd + near)

    return worth


def _harm(d: Desk, picture: Picture) -> Callable[[int], float]:
    """What partisans in a hex are worth: Axis towns beside them, then Axis units about."""
    s, w = d.s, d.w

    def worth(i: int) -> float:
        lines = (w.grid.disc(i, 1) & s.axis_towns).bit_count()
        return float(lines + 0.01 * picture.threat.get(i, 0.0))

    return worth


def rise(d: Desk, frame: PartisanFront) -> Action:
    """In the Front where partisans can do more harm than anywhere else, if it is more than where they stand."""
    s = d.s
    harm = _harm(d, d.glimpse(0, (frame.unit,)))
    here = s.where[frame.unit]
    worth = {x: max(map(harm, bits(partisan_hexes(s, x.command)))) for x in d.all(a.Assign)}
    best = max(worth, key=lambda x: (worth[x], -x.command), default=None)
    stays = d.all(a.Keep)
    if best is None or (stays and worth[best] <= (harm(here) if here >= 0 else NOBODY)):
        return stays[0]
    return best


__all__ = ["best_hexes", "go", "rise"]
