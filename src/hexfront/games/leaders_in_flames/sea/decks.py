"""Carriers and their planes: which fits, which flies, and where new ones come aboard."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import CV, CVP
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.sea.carriage import is_busy
from hexfront.games.leaders_in_flames.sea.waters import aboard
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.wargame import lift

MOST = 2
"""Carrier planes that one carrier has room for, if their classes fit."""


def class_of(s: State, u: int) -> int:
    """The class size of a carrier plane in the year of this turn. Case base.carriers."""
    w = s.world
    year = w.year(max(1, s.turn))
    return [size for since, size in w.classes[u] if since <= year or since == w.classes[u][0][0]][-1]


def wing_of(s: State, ship: int) -> list[int]:
    """The carrier planes aboard a carrier, the largest class first."""
    w, code = s.world, aboard(ship)
    kept = w.cache("carrier planes")
    every: list[int] | None = kept.get(0)
    if every is None:  # for speed: what was worked out is kept
        every = kept[0] = [u for u, kind in enumerate(w.kind) if kind == CVP]
    planes = [u for u in every if s.where[u] == code]
    return sorted(planes, key=lambda u: (-class_of(s, u), u))


def has_deck(s: State, ship: int, u: int) -> bool:
    """Whether a carrier has room for one more plane: two at most, their classes together not above its air component.

    Case base.carriers."""
    w = s.world
    if w.kind[ship] != CV or w.party[ship] != w.party[u]:
        return False
    here = wing_of(s, ship)
    return len(here) < MOST and sum(class_of(s, v) for v in (*here, u)) <= w.ship(ship).planes


def flies(s: State, ship: int) -> list[int]:
    """The planes that a carrier can fly now: one, two if a leader allows it, none while it helps to carry an aircraft.

    Cases base.carriers, ability.23, ability.99."""
    if is_down(s, ship) or is_busy(s, ship):
        return []
    ready = [u for u in wing_of(s, ship) if not is_down(s, u) and class_of(s, u) <= s.world.ship(ship).planes]
    both = any(
        s.where[leader] == s.where[ship] and helps(s, leader, ship, row)
        for leader, row in in_use(s, "deck.two")
    )
    return ready[: MOST if both else 1]


def embark(s: State, u: int) -> bool:
    """A new carrier plane goes aboard a carrier of its country in port, the one with most room; whether there was any."""
    w = s.world
    ships = [v for v in w.ships_of[w.side[u]] if s.where[v] >= 0 and has_deck(s, v, u)]
    if not ships:
        return False

    def room(v: int) -> int:
        return w.ship(v).planes - sum(class_of(s, p) for p in wing_of(s, v))

    lift(s, u, aboard(max(ships, key=lambda v: (room(v), -v))))
    return True
