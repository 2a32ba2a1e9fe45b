"""Named tests of ability rows that ask about ships, coasts and landings."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.leaders_in_flames.board import MAPS
from hexfront.games.leaders_in_flames.kinds import COMBINED, CV, SCS, SUPER
from hexfront.games.leaders_in_flames.sea.fleets import ships_at
from hexfront.games.leaders_in_flames.sea.shore import is_invasion, is_off
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, is_down, stand


def has_carrier(s: State, leader: int) -> bool:
    """He is at sea with a face-up carrier of his side."""
    w, place = s.world, s.where[leader]
    ships = ships_at(s, place, w.side[leader]) if is_sea(place) else []
    return any(w.kind[u] == CV and not is_down(s, u) for u in ships)


def guns_off(s: State, leader: int) -> bool:
    """Warships of his section lie off the attacked hex."""
    w = s.world
    if not is_sea(s.where[leader]):
        return False
    return any(
        w.kind[u] in SCS and is_off(s, u, s.target) for u in ships_at(s, s.where[leader], w.side[leader])
    )


def guns_in_port(s: State, leader: int) -> bool:
    """Warships lie in port with him next to the attacked hex, or in it when his side defends."""
    w, h = s.world, s.where[leader]
    near = h in w.near(s.target) or (h == s.target and w.side[leader] != s.side)
    return h >= 0 and near and any(w.kind[u] in SCS for u in ships_at(s, h, w.side[leader]))


def off_target(s: State, leader: int) -> bool:
    """He is in a sea area on whose coast his side defends."""
    at = s.where[leader]
    return (
        is_sea(at) and s.world.side[leader] != s.side and area_of(at) in s.world.waters.of.get(s.target, ())
    )


def hq_in_port(s: State, leader: int) -> bool:
    """He stands in a port with an HQ of his side."""
    w, h = s.world, s.where[leader]
    return h >= 0 and bool(w.waters.ports >> h & 1) and any(w.is_hq(u) for u in s.stack[h])


def in_the_east(s: State, leader: int) -> bool:
    """The attacked hex is on the Asian or Pacific map."""
    return MAPS[s.world.lands.map_of[s.target]] in ("asian", "pacific")


def _action(s: State, leader: int) -> int:
    return s.action[s.world.power[leader]]


TESTS: dict[str, Callable[[State, int], bool]] = {
    "at_sea": lambda s, leader: is_sea(stand(s, leader)),
    "combined": lambda s, leader: _action(s, leader) == COMBINED,
    "combined_or_super": lambda s, leader: _action(s, leader) in (COMBINED, SUPER),
    "guns_in_port": guns_in_port,
    "guns_off": guns_off,
    "hq_in_port": hq_in_port,
    "in_the_east": in_the_east,
    "invading": lambda s, leader: is_invasion(s) and s.world.side[leader] == s.side,
    "no_troops": lambda s, leader: not s.defenders,
    "off_target": off_target,
    "with_carrier": has_carrier,
}
WORDS = {
    "at_sea": "he must be at sea",
    "combined": "it needs a combined action",
    "combined_or_super": "it needs a combined or super-combined action",
    "guns_in_port": "warships must lie in port with him next to the battle",
    "guns_off": "warships of his section must lie off the attacked coast",
    "hq_in_port": "he must be in a port with an HQ",
    "in_the_east": "it works only on the Asian and Pacific maps",
    "invading": "his side must be invading from the sea",
    "no_troops": "only a notional unit may defend",
    "off_target": "he must be in the sea area off the beaten units",
    "with_carrier": "he must be with a face-up carrier",
}
