"""Named tests of ability rows, one small function each: is this the battle, the weather, the ground a row asks for?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hexfront.games.leaders_in_flames.board import ZONES
from hexfront.games.leaders_in_flames.kinds import (
    ALL_POWERS,
    ARMOUR,
    BLITZ,
    BLIZZARD,
    COMBINED,
    CVP,
    FARTHEST_RETREAT,
    FINE,
    FOUL,
    FRANCE,
    FTR,
    LAND,
    MAR,
    POWERS,
    RAIN,
    SNOW,
    STORM,
    USA,
)
from hexfront.games.leaders_in_flames.land.factors import defence_factor
from hexfront.games.leaders_in_flames.leaders import tests_at_sea
from hexfront.games.leaders_in_flames.leaders.asks import helps
from hexfront.games.leaders_in_flames.politics.parties import is_installed
from hexfront.games.leaders_in_flames.sea.shore import shore_factor
from hexfront.games.leaders_in_flames.state import State, stand, weather_at
from hexfront.games.leaders_in_flames.tables import outcome
from hexfront.hexes import bits

FIGHTER, BOMBER, HEAVY = 0, 1, 4
Test = Callable[[State, int], bool]


def _sky(s: State, leader: int) -> int:
    """The weather where a row works: in the attacked hex, else where the leader is, ashore or at sea."""
    return weather_at(s, s.target if s.target >= 0 else stand(s, leader))


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
    return any(w.kind[u] in ARMOUR and s.origins.get(u) == stand(s, leader) for u in s.attackers)


def called(s: State, leader: int) -> bool:
    """His side called the table."""
    return s.caller == s.world.side[leader]


def heavy_raid(s: State, leader: int) -> bool:
    """Only four-turn bombers of his power bomb, one of them from his hex, in fine weather."""
    w = s.world
    bombers = [u for u, role in s.wing.items() if role != FIGHTER and w.side[u] == w.side[leader]]
    heavy = all(w.plane(u).turns >= HEAVY and w.power[u] == w.power[leader] for u in bombers)
    from_here = any(s.where[u] == s.where[leader] for u in bombers)
    return from_here and heavy and weather_at(s, s.over) == FINE


def came_home(s: State, leader: int) -> list[int]:
    """The aircraft of the mission at hand that have come home within his range. Case ability.90."""
    near = s.world.range_of(leader, s.where[leader])
    return [u for u in s.home if s.where[u] >= 0 and near >> s.where[u] & 1 and helps(s, leader, u)]


def beside_him(s: State, leader: int, fighters: bool) -> bool:
    """Whether a face-up aircraft of his hex that he may help could fly: a fighter, or one with factors on the battlefield."""
    w = s.world
    return any(
        w.is_plane(u)
        and not (s.down | s.flown) >> u & 1
        and (w.kind[u] == FTR if fighters else w.plane(u).tactical > 0)
        and helps(s, leader, u)
        for u in s.stack.get(s.where[leader], ())
    )


def carrier_strike(s: State, leader: int) -> bool:
    """Every aircraft of his side in the strike is a carrier plane of his power. RULING ability-122-mixed."""
    w = s.world
    mine = [u for u in s.wing if w.side[u] == w.side[leader]]
    return bool(mine) and all(w.kind[u] == CVP and w.power[u] == w.power[leader] for u in mine)


def refuge_near(s: State, leader: int) -> bool:
    """A unit that retreats from the attacked hex could come into his range. Case ability.40."""
    w = s.world
    near = w.range_of(leader, s.where[leader])
    return s.target >= 0 and bool(near & w.disc(s.target, FARTHEST_RETREAT))


def us_support(s: State, leader: int) -> bool:
    """Only units of the USA defend, no MAR among them, and its aircraft and ships add half their factors or more."""
    w = s.world
    if not all(w.nation[u] == POWERS[USA] and w.kind[u] != MAR for u in s.defenders):
        return False
    own = sum(defence_factor(s, u, s.target) for u in s.defenders if u not in s.fates)
    ships = sum((shore_factor(s, u) for u in s.guns if w.is_ship(u) and w.power[u] == USA), Fraction(0))
    return s.aid.get(USA, 0) + 2 * ships >= own  # the aid is counted in halves


def free_french_city(s: State, leader: int) -> bool:
    """He is in a city that Free France controls. RULING ability-12-stack."""
    w, h = s.world, s.where[leader]
    cities = (w.cities | w.realm.free_cities) & s.control[FRANCE]
    return bool(s.fate[FRANCE]) and h >= 0 and bool(cities >> h & 1)


def neutral_war(s: State, leader: int) -> bool:
    """His power is at war with no power, but with a minor country on his map, and has a combined action. RULING combined-super."""
    w = s.world
    power, here = w.power[leader], w.lands.map_of[s.where[leader]]
    if s.wars[power] & ALL_POWERS or s.action[power] != COMBINED:
        return False
    foes = (w.realm.homeland.get(w.parties[k].nation, 0) for k in bits(s.wars[power]))
    return any(w.lands.map_of[h] == here for home in foes for h in bits(home & w.area))


TESTS: dict[str, Test] = {
    "all_down": all_down,
    "at_capital": at_capital,
    "bad_weather": lambda s, leader: _sky(s, leader) in (RAIN, STORM, BLIZZARD),
    "blitz_called": lambda s, leader: s.table == BLITZ and called(s, leader),
    "city": _is_in("cities"),
    "fine": lambda s, leader: _sky(s, leader) == FINE,
    "fine_or_rain": lambda s, leader: _sky(s, leader) in (FINE, RAIN),
    "forest": _is_in("forest"),
    "free_french_city": free_french_city,
    "german_and_italian": german_and_italian,
    "jungle_or_forest": lambda s, leader: bool(
        (s.world.forest | s.world.jungle) & ~s.world.cities & 1 << s.target
    ),
    "land_action": lambda s, leader: s.action[s.world.power[leader]] == LAND,
    "mediterranean": lambda s, leader: (
        s.sea >= 0 and ZONES[s.world.lands.seas.zone[s.sea]] == "mediterranean"
    ),
    "mountain": _is_in("rough"),
    "mountain_or_city": lambda s, leader: bool((s.world.rough | s.world.cities) >> s.target & 1),
    "neutral_war": neutral_war,
    "no_germans": no_germans,
    "no_storm": lambda s, leader: _sky(s, leader) not in FOUL,
    "no_vichy": lambda s, leader: not is_installed(s),
    "not_fine_or_called": lambda s, leader: _sky(s, leader) != FINE or called(s, leader),
    "own_blitz": lambda s, leader: s.table == BLITZ and called(s, leader),
    "refuge_near": refuge_near,
    "retreat_or_breakthrough": lambda s, leader: s.table == BLITZ and _letter(s) in ("R", "B"),
    "snowy": lambda s, leader: _sky(s, leader) in (SNOW, BLIZZARD),
    "two_and_breakthrough": lambda s, leader: _letter(s) == "B" and outcome(s.cell).defender == 2,
    "with_armour": with_armour,
    "his_impulse": lambda s, leader: s.world.side[leader] == s.side,
    "us_support": us_support,
    "drops": lambda s, leader: leader in s.descent,
    "came_home": lambda s, leader: bool(came_home(s, leader)),
    "fighters_beside": lambda s, leader: beside_him(s, leader, True),
    "bombers_beside": lambda s, leader: beside_him(s, leader, False),
    "rides": lambda s, leader: leader in s.riders,
    "rides_fighter": lambda s, leader: s.wing.get(s.riders.get(leader, -1), BOMBER) == FIGHTER,
    "rides_bomber": lambda s, leader: s.wing.get(s.riders.get(leader, -1), FIGHTER) != FIGHTER,
    "blizzard_here": lambda s, leader: weather_at(s, s.where[leader]) == BLIZZARD,
    "day_raid": lambda s, leader: not s.night and heavy_raid(s, leader),
    "night_raid": lambda s, leader: bool(s.night) and heavy_raid(s, leader),
    "carrier_strike": carrier_strike,
    **tests_at_sea.TESTS,
}
WORDS = {
    "all_down": "every defender must have been face-down",
    "at_capital": "he must be in an attacked capital",
    "bad_weather": "it needs rain, storm or blizzard",
    "blitz_called": "his side must have called a blitz",
    "city": "it works only for a city",
    "fine": "it needs fine weather",
    "fine_or_rain": "it needs fine weather or rain",
    "forest": "it works only for a forest hex",
    "free_french_city": "he must be in a Free French city",
    "german_and_italian": "a German and an Italian corps must defend",
    "jungle_or_forest": "it works only in jungle or forest without a city",
    "land_action": "it needs a land action",
    "mediterranean": "it works only in seas of the Mediterranean zone",
    "mountain": "it works only for a mountain hex",
    "mountain_or_city": "it works only for an attack on a mountain or city",
    "neutral_war": "his power must be neutral, at war with a minor country on his map, and take a combined action",
    "no_germans": "no German unit may be defending",
    "no_storm": "it needs weather without storm or blizzard",
    "no_vichy": "there must be no Vichy France",
    "not_fine_or_called": "the weather must not be fine, or his side must have called the table",
    "own_blitz": "his side must have called a blitz",
    "refuge_near": "no beaten unit can retreat into his range",
    "retreat_or_breakthrough": "it needs an R or B in a blitz",
    "snowy": "it needs snow or blizzard",
    "two_and_breakthrough": "it needs a result of 2B",
    "with_armour": "an ARM or MECH must attack from his hex",
    "his_impulse": "his side must be the one that attacks",
    "came_home": "an aircraft must have come home within his range",
    "fighters_beside": "a face-up fighter must be in his hex",
    "bombers_beside": "a face-up aircraft that can bomb must be in his hex",
    "drops": "he must land with the paratroops",
    "us_support": "only US units other than MAR may be defending, with US ground support of at least half their factors",
    "rides": "he must fly along",
    "rides_fighter": "he must fly with a fighter",
    "rides_bomber": "he must fly with a bomber",
    "blizzard_here": "it needs blizzard",
    "day_raid": "it needs a raid by day in fine weather, by four-turn bombers of his power only",
    "night_raid": "it needs a raid by night in fine weather, by four-turn bombers of his power only",
    "carrier_strike": "only carrier planes of his power may take part",
    **tests_at_sea.WORDS,
}
