"""Named tests of ability rows, one small function each: is this the battle, the weather, the ground a row asks for?"""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.leaders_in_flames.kinds import ARMOUR, BLITZ, BLIZZARD, FINE, LAND, RAIN, SNOW, STORM
from hexfront.games.leaders_in_flames.state import State, weather_at
from hexfront.games.leaders_in_flames.tables import outcome

Test = Callable[[State, int], bool]


def _sky(s: State, leader: int) -> int:
    """The weather where a row works: in the attacked hex, else where the leader is."""
    return weather_at(s, s.target if s.target >= 0 else s.where[leader])


def _is_in(name: str) -> Test:
    return lambda s, leader: bool(getattr(s.world, name) >> s.target & 1)


def _letter(s: State) -> str:
    return outcome(s.cell).letter if s.cell else ""


def all_down(s: State, leader: int) -> bool:
    """Every defending unit was face-down before the battle; leaders are not counted. RULING leader-not-counted."""
    return bool(s.defenders) and all(s.was_down >> u & 1 for u in s.defenders)


def at_capital(s: State, leader: int) -> bool:
    """The attacked hex is a capital, and he stands in it."""
    return s.where[leader] == s.target and bool(s.world.capitals >> s.target & 1)


def no_germans(s: State, leader: int) -> bool:
    """No German unit defends."""
    return all(s.world.nation[u] != "germany" for u in s.defenders)


def german_and_italian(s: State, leader: int) -> bool:
    """At least one German and one Italian corps defend. RULING ability-31-number."""
    corps = {s.world.nation[u] for u in s.defenders if not s.world.division[u]}
    return {"germany", "italy"} <= corps


def with_armour(s: State, leader: int) -> bool:
    """An ARM or MECH attacks from his hex."""
    w = s.world
    return any(w.kind[u] in ARMOUR and s.origins.get(u) == s.where[leader] for u in s.attackers)


def called(s: State, leader: int) -> bool:
    """His side called the table."""
    return s.caller == s.world.side[leader]


TESTS: dict[str, Test] = {
    "all_down": all_down,
    "at_capital": at_capital,
    "bad_weather": lambda s, leader: _sky(s, leader) in (RAIN, STORM, BLIZZARD),
    "blitz_called": lambda s, leader: s.table == BLITZ and called(s, leader),
    "city": _is_in("cities"),
    "forest": _is_in("forest"),
    "german_and_italian": german_and_italian,
    "jungle_or_forest": lambda s, leader: bool(
        (s.world.forest | s.world.jungle) & ~s.world.cities & 1 << s.target
    ),
    "land_action": lambda s, leader: s.action[s.world.power[leader]] == LAND,
    "mountain": _is_in("rough"),
    "no_germans": no_germans,
    "not_fine_or_called": lambda s, leader: _sky(s, leader) != FINE or called(s, leader),
    "own_blitz": lambda s, leader: s.table == BLITZ and called(s, leader),
    "retreat_or_breakthrough": lambda s, leader: s.table == BLITZ and _letter(s) in ("R", "B"),
    "snowy": lambda s, leader: _sky(s, leader) in (SNOW, BLIZZARD),
    "two_and_breakthrough": lambda s, leader: _letter(s) == "B" and outcome(s.cell).defender == 2,
    "with_armour": with_armour,
}
WORDS = {
    "all_down": "every defender must have been face-down",
    "at_capital": "he must stand in an attacked capital",
    "bad_weather": "it needs rain, storm or blizzard",
    "blitz_called": "his side must have called a blitz",
    "city": "it serves a city",
    "forest": "it serves a forest hex",
    "german_and_italian": "a German and an Italian corps must defend",
    "jungle_or_forest": "it serves jungle or forest without a city",
    "land_action": "it needs a land action",
    "mountain": "it serves a mountain hex",
    "no_germans": "no German may defend",
    "not_fine_or_called": "the weather must not be fine, or his side must have called the table",
    "own_blitz": "his side must have called a blitz",
    "retreat_or_breakthrough": "it needs an R or B in a blitz",
    "snowy": "it needs snow or blizzard",
    "two_and_breakthrough": "it needs a result of 2B",
    "with_armour": "an ARM or MECH must attack from his hex",
}
