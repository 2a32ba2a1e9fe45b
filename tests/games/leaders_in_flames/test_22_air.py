"""The air war of the base game: bases, missions, the fight in the air, guns, strikes, support, raids, pilots."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Attack,
    BreakOff,
    Build,
    Done,
    FightOn,
    Fly,
    Go,
    Pick,
    Place,
    Stop,
)
from hexfront.games.leaders_in_flames.air.bombing import CarpetHit, CarpetRoll, RaidRoll, works_at
from hexfront.games.leaders_in_flames.air.fight import (
    BOMBER,
    CLEARED,
    FIGHTER,
    AirRound,
    PilotRoll,
    Staying,
    difference,
    end_fight,
    value,
)
from hexfront.games.leaders_in_flames.air.missions import (
    Forming,
    Landing,
    Returning,
    board_violation,
    can_bomb,
    fly_violation,
)
from hexfront.games.leaders_in_flames.air.patrol import Patrolling, Patrols, end_patrols
from hexfront.games.leaders_in_flames.air.planes import (
    airfields,
    flight,
    halves,
    has_room,
    intercept_range,
    is_closed,
    mission_violation,
    weather_for,
)
from hexfront.games.leaders_in_flames.air.sorties import Sending, Sorties, targets
from hexfront.games.leaders_in_flames.air.strike import Guns, Strike, StrikeRoll, needed, strike_dice
from hexfront.games.leaders_in_flames.economy.production import (
    Arrivals,
    Building,
    BuildUnits,
    PlaceUnit,
)
from hexfront.games.leaders_in_flames.kinds import (
    CARPET,
    COMBINED,
    FTR,
    GERMANY,
    MISSIONS,
    POOL,
    SNOW,
    STRAFE,
    STRATEGIC,
    STRIKE,
    USSR,
    WEATHER,
)
from hexfront.games.leaders_in_flames.limits import used
from hexfront.games.leaders_in_flames.sequence import EndImpulse
from hexfront.games.leaders_in_flames.state import give_hexes
from hexfront.hexes import bits
from hexfront.kernel import pending, settle, why_not
from hexfront.testing import act, roll
from hexfront.wargame import lift, move
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    AXIS,
    EAST,
    NORTH,
    PLAIN,
    SEATS,
    WEST,
    battle,
    down,
    steppe,
    where,
    why,
)
from tests.games.leaders_in_flames.sky import (
    EMIL,
    FRITZ,
    HEINKEL,
    MIG,
    PE2,
    RATA,
    STUKA,
    TANKS,
    ZERSTOERER,
    bomb,
    fight,
    give,
    nobody,
    strike,
    wait,
    wing,
)

# --- bases, range, weather


@pytest.mark.rule("base.air")
@pytest.mark.seam("supply", "air")
def test_only_what_stands_face_up_in_supply_flies_once() -> None:
    place = {STUKA: WEST, HEINKEL: WEST, "German Hs-123": "E0821", "Soviet INF 12": "E0921"}
    s = strike(place, down=(HEINKEL,))
    w = s.world
    assert why(s, AXIS, Pick(w.unit(HEINKEL))) == "base.air", "face-down"
    assert why(s, AXIS, Pick(w.unit("German Hs-123"))) == "base.air", "out of supply"
    assert why(s, AXIS, Pick(w.unit("German ARM XLI"))) == "base.air", "no aircraft"
    assert why(s, AXIS, Pick(w.unit(PE2))) == "base.air", "not on the map"
    away = next(u for u, at in enumerate(s.where) if at < 0 and w.is_plane(u) and w.side[u] == 0)
    found = why_not(s, AXIS, Pick(away))
    assert found is not None and found.reason == "Only an aircraft of your own on the map can fly."
    bomb(s, STUKA)
    nobody(s)
    roll(s, (10,))
    act(s, AXIS, Done())
    assert down(s, STUKA) and s.flown >> w.unit(STUKA) & 1
    s.down = 0
    s.agenda = (Sorties(0, STRIKE),)
    settle(s)
    assert pending(s) is None or why(s, AXIS, Pick(w.unit(STUKA))) == "base.air", "it has flown"


@pytest.mark.rule("base.air")
def test_range_is_counted_in_european_hexes_on_one_sheet() -> None:
    s = strike({STUKA: WEST, "Soviet INF 12": "E0625", "Soviet INF 14": "E0725"})
    w = s.world
    near = targets(s, w.unit(STUKA), STRIKE)
    assert near >> w.hex("E0725") & 1 and not near >> w.hex("E0625") & 1, "three hexes, not four"
    assert len(list(bits(flight(w, w.hex(PLAIN), 1)))) == 7


@pytest.mark.rule("base.field")
def test_two_aircraft_a_hex_three_with_a_city_or_an_hq() -> None:
    s = steppe({**TANKS, STUKA: WEST, EMIL: WEST, "German INF IX": NORTH, FRITZ: NORTH})
    w = s.world
    assert not has_room(s, 0, w.hex(WEST)) and has_room(s, 0, w.hex(NORTH)) and has_room(s, 1, w.hex(WEST))
    with_hq = steppe({"German INF IX": WEST, "HQ v. Bock": WEST, STUKA: WEST, EMIL: WEST})
    assert has_room(with_hq, 0, w.hex(WEST))
    in_city = steppe({STUKA: "Orel", EMIL: "Orel"})
    assert has_room(in_city, 0, w.hex("Orel"))
    full = steppe({STUKA: "Orel", EMIL: "Orel", FRITZ: "Orel"})
    assert not has_room(full, 0, w.hex("Orel"))


@pytest.mark.rule("base.field")
def test_where_aircraft_can_land() -> None:
    place = {**TANKS, STUKA: WEST, "German INF IX": NORTH, "Soviet INF 29": "E0827"}
    s = steppe(place, control={"germany": [EAST, "Voronezh"]})
    w = s.world
    u = w.unit(STUKA)
    found = airfields(s, u, w.hex(WEST), 6)
    assert found >> w.hex(NORTH) & 1, "troops"
    assert found >> w.hex("Voronezh") & 1, "a city"
    assert not found >> w.hex(EAST) & 1, "neither troops nor a city"
    assert not found >> w.hex("E0827") & 1, "the enemy's"
    far = steppe({"German INF IX": "E1626", "Soviet INF 29": EAST})
    give(far, GERMANY, "Minsk", "Gomel", "Warsaw")
    start = w.hex(PLAIN)
    assert [w.grid.distance(start, w.hex(x)) for x in ("E1626", "Gomel", "Minsk", "Warsaw")] == [8, 7, 10, 13]
    goals = airfields(far, u, start, 24)
    assert not goals >> w.hex("E1626") & 1, "troops are no base for a long flight"
    assert goals >> w.hex("Gomel") & 1, "a city is"
    assert goals >> w.hex("Warsaw") & 1, "a capital serves the longest"


@pytest.mark.rule("base.sky")
@pytest.mark.parametrize(
    ("weather", "flies", "factor"), [("fine", True, 10), ("rain", True, 5), ("snow", True, 5), ("storm", False, 0), ("blizzard", False, 0)]
)  # fmt: skip
@pytest.mark.seam("air", "weather")
def test_weather_halves_factors_and_closes_fields(weather: str, flies: bool, factor: int) -> None:
    s = strike({STUKA: WEST}, weather=weather)
    w = s.world
    u = w.unit(STUKA)
    assert bool(targets(s, u, STRIKE)) == flies
    if flies:
        assert halves(s, u, w.plane(u).tactical, w.hex(PLAIN)) == factor
    else:
        assert pending(s) is None, "nobody is asked"


@pytest.mark.rule("base.sky")
def test_weather_at_the_base_counts_too() -> None:
    s = strike({STUKA: WEST})
    u = s.world.unit(STUKA)
    s.weather = [0, 0, 0, 0, 0, 0]
    assert targets(s, u, STRIKE)
    s.weather[s.world.lands.zone[s.where[u]]] = 2
    assert not targets(s, u, STRIKE)


# --- who flies


@pytest.mark.rule("base.mission", "base.action")
def test_bombers_count_as_missions_escorts_do_not() -> None:
    s = strike({STUKA: WEST, EMIL: WEST, "German INF IX": NORTH, HEINKEL: NORTH})
    w = s.world
    bomb(s, STUKA)
    assert used(s, GERMANY, MISSIONS) == 1
    act(s, AXIS, Fly(w.unit(EMIL), FIGHTER))
    assert used(s, GERMANY, MISSIONS) == 1
    act(s, AXIS, Fly(w.unit(HEINKEL), BOMBER))
    assert used(s, GERMANY, MISSIONS) == 2
    assert s.wing == {w.unit(STUKA): CLEARED, w.unit(EMIL): FIGHTER, w.unit(HEINKEL): CLEARED}


@pytest.mark.rule("base.action")
def test_the_limit_of_missions_is_kept() -> None:
    s = strike({STUKA: WEST, HEINKEL: WEST})
    s.used[GERMANY * 5 + MISSIONS] = 5
    w = s.world
    bomb(s, STUKA)
    s.over, s.mission = w.hex(PLAIN), STRIKE
    refused = fly_violation(s, 0, 0, w.unit(HEINKEL), BOMBER)
    assert refused is not None and refused.rule == "base.action"
    none = strike({STUKA: WEST}, action="pass")
    assert pending(none) is None


@pytest.mark.rule("base.mission")
def test_who_can_fly_what() -> None:
    place = {STUKA: WEST, EMIL: WEST, "German INF IX": NORTH, "German Ju-52": NORTH, RATA: PLAIN}
    s = strike(place)
    w = s.world
    assert why(s, AXIS, Pick(w.unit("German Ju-52"))) == "base.mission", "a transport bombs nobody"
    bomb(s, STUKA)
    assert why(s, AXIS, Fly(w.unit("German Ju-52"), BOMBER)) == "base.mission"
    assert why(s, AXIS, Fly(w.unit("German Ju-52"), FIGHTER)) == "base.mission"
    assert why(s, AXIS, Fly(w.unit(EMIL), BOMBER)) == "", "a fighter with factors bombs"
    act(s, AXIS, Done())
    assert why(s, ALLIES, Fly(w.unit(RATA), BOMBER)) == "base.intercept"
    assert why(s, ALLIES, Fly(w.unit(RATA), FIGHTER)) == ""


@pytest.mark.rule("base.mission")
def test_a_hex_is_struck_once_in_a_step() -> None:
    s = strike({STUKA: WEST, HEINKEL: WEST, "Soviet INF 12": EAST})
    w = s.world
    bomb(s, STUKA)
    nobody(s)
    roll(s, (10,))
    act(s, AXIS, Done())
    act(s, AXIS, Pick(w.unit(HEINKEL)))
    assert why(s, AXIS, Attack(w.hex(PLAIN))) == "base.mission"
    assert why(s, AXIS, Attack(w.hex(EAST))) == ""
    act(s, AXIS, Stop())
    assert isinstance(pending(s), Sending) and not s.wing


@pytest.mark.rule("base.intercept")
def test_interceptors_fly_half_their_range() -> None:
    s = steppe({"Soviet INF 29": PLAIN, MIG: PLAIN, "Soviet INF 12": EAST, RATA: EAST})
    w = s.world
    assert intercept_range(s, w.unit(MIG)) == flight(w, w.hex(PLAIN), 2), "half of 5, rounded down"
    assert intercept_range(s, w.unit(RATA)) == flight(w, w.hex(EAST), 2)
    short = steppe({"Soviet INF 29": PLAIN, "Soviet I-15": PLAIN})
    assert intercept_range(short, w.unit("Soviet I-15")) == flight(w, w.hex(PLAIN), 1)
    s = strike({STUKA: WEST, "Soviet INF 12": "E0725", RATA: "E0725", "Soviet INF 14": "E0625", MIG: "E0625"})
    bomb(s, STUKA)
    wait(s, AXIS)
    assert why(s, ALLIES, Fly(w.unit(RATA), FIGHTER)) == ""
    assert why(s, ALLIES, Fly(w.unit(MIG), FIGHTER)) == "base.intercept", (
        "three hexes are more than half of five"
    )


@pytest.mark.rule("base.intercept")
def test_nobody_intercepts_where_nobody_flies() -> None:
    place = {**TANKS, "Soviet INF 29": PLAIN, RATA: PLAIN, EMIL: WEST}
    s = battle(place, PLAIN, tuple(TANKS))
    act(s, AXIS, Done())
    assert not isinstance(pending(s), Forming), "the attacker sent nothing, so nobody rises"


@pytest.mark.rule("base.mission", "base.intercept")
def test_the_order_of_a_mission() -> None:
    """Bombers and escorts, the enemy's interceptors, then interceptors of the side that flies the mission."""
    place = {STUKA: WEST, EMIL: WEST, "German INF IX": NORTH, FRITZ: NORTH, RATA: PLAIN}
    s = strike(place)
    w = s.world
    bomb(s, STUKA)
    asked = []
    while isinstance(frame := pending(s), Forming):
        asked.append((SEATS[frame.side], frame.wave))
        fighter = {0: EMIL, 1: RATA, 2: FRITZ}.get(len(asked) - 1, "")
        seat = SEATS[frame.side]
        if fighter and why(s, seat, Fly(w.unit(fighter), FIGHTER)) == "":
            act(s, seat, Fly(w.unit(fighter), FIGHTER))
            if isinstance(pending(s), Forming) and (SEATS[pending(s).side], pending(s).wave) == asked[-1]:  # type: ignore[union-attr]
                act(s, seat, Done())
        else:
            act(s, seat, Done())
    assert asked == [(AXIS, 0), (ALLIES, 1), (AXIS, 1)]
    assert list(s.wing) == [w.unit(name) for name in (STUKA, EMIL, RATA, FRITZ)]


@pytest.mark.rule("base.surprise")
@pytest.mark.seam("air", "politics")
def test_surprise_in_the_air() -> None:
    """Interceptors from the struck hex alone, no patrols, no support; strikes with twice the factors."""
    place = {STUKA: WEST, RATA: PLAIN, "Soviet INF 12": EAST, MIG: EAST, PE2: EAST}
    s = strike(place, surprised=1 << USSR)
    w = s.world
    bomb(s, STUKA)
    wait(s, AXIS)
    assert why(s, ALLIES, Fly(w.unit(MIG), FIGHTER)) == "base.surprise"
    assert why(s, ALLIES, Fly(w.unit(RATA), FIGHTER)) == ""
    act(s, ALLIES, Done())
    assert pending(s) == StrikeRoll((w.unit("Soviet INF 29"), w.unit(RATA)), 4), "ten factors instead of five"
    s = steppe(place | TANKS | {"Soviet INF 29": PLAIN}, (Patrols(1),), surprised=1 << USSR)
    assert pending(s) is None
    s = battle(place | TANKS | {"Soviet INF 29": PLAIN}, PLAIN, tuple(TANKS), surprised=1 << USSR)
    act(s, AXIS, Done())
    assert not isinstance(pending(s), Forming), "the surprised side is not asked for support"


# --- patrols


@pytest.mark.rule("base.patrol")
def test_a_patrol_waits_over_its_hex_and_fights() -> None:
    place = {**TANKS, STUKA: WEST, "Soviet INF 29": PLAIN, RATA: EAST, "Soviet INF 12": EAST, PE2: EAST}
    s = steppe(place, (Patrols(0), Patrols(1), Sorties(0, STRIKE)), phase="strikes")
    w = s.world
    assert isinstance(pending(s), Patrolling) and pending(s).side == 1, "the active side escorts instead"  # type: ignore[union-attr]
    assert why(s, ALLIES, Pick(w.unit(PE2))) == "base.patrol"
    act(s, ALLIES, Pick(w.unit(RATA)))
    assert why(s, ALLIES, Attack(w.hex("E1125"))) == "base.patrol", "too far"
    act(s, ALLIES, Attack(w.hex(PLAIN)))
    bomb(s, STUKA)
    wait(s, AXIS)
    assert isinstance(pending(s), AirRound) and s.wing[w.unit(RATA)] == FIGHTER
    roll(s, (5, 6))
    act(s, AXIS, FightOn())
    act(s, ALLIES, BreakOff())
    assert not s.patrol and down(s, RATA)


@pytest.mark.rule("base.patrol")
def test_a_patrol_goes_home_at_the_end_of_the_impulse() -> None:
    s = steppe({"Soviet INF 29": PLAIN, RATA: PLAIN}, patrol={})
    s.patrol = {s.world.unit(RATA): s.world.hex(EAST)}
    end_patrols(s)
    assert down(s, RATA) and not s.patrol and where(s, RATA) == PLAIN
    s = steppe({"Soviet INF 29": PLAIN, RATA: PLAIN})
    s.patrol = {s.world.unit(RATA): s.world.hex(EAST)}
    s.agenda = (EndImpulse(0),)
    settle(s)
    assert not s.patrol and down(s, RATA)


# --- the fight


@pytest.mark.rule("base.dogfight")
def test_the_value_of_a_side() -> None:
    place = {EMIL: WEST, FRITZ: WEST, "German INF X": NORTH, STUKA: NORTH, RATA: PLAIN}
    s = fight(place, EMIL, FRITZ, STUKA, RATA)
    assert value(s, 0) == 60 + 6 and value(s, 1) == 30, "the front fighter, and a tenth of the second"
    assert difference(s) == 3
    s = fight(place, STUKA, RATA)
    assert value(s, 0) == 10 and difference(s) == -2, "without fighters the front bomber alone"
    s = steppe({EMIL: WEST, "German INF IX": WEST, RATA: PLAIN, "Soviet INF 29": PLAIN})
    wing(s, EMIL, RATA, Bf109E3=BOMBER)
    assert value(s, 0) == 50, "a fighter that flies as a bomber has 1 less"
    s.edge = [0, 2]
    assert value(s, 1) == 50


@pytest.mark.rule("base.dogfight")
def test_the_difference_is_rounded_towards_zero() -> None:
    place = {EMIL: WEST, RATA: PLAIN, "Soviet MiG-1": PLAIN}
    s = fight(place, EMIL, RATA, "Soviet MiG-1")
    assert value(s, 0) - value(s, 1) == 60 - 34 and difference(s) == 2
    s = fight({ZERSTOERER: WEST, MIG: PLAIN, RATA: PLAIN}, ZERSTOERER, MIG, RATA)
    assert value(s, 0) - value(s, 1) == 40 - 53 and difference(s) == -1


@pytest.mark.rule("base.dogfight")
@pytest.mark.parametrize(
    ("dice", "what"),
    [
        ((1, 1), "AX"), ((1, 4), "AX"), ((1, 5), "AA"), ((2, 5), "AA"), ((3, 5), "DC"), ((4, 5), "DC"), ((5, 5), "-"), ((6, 6), "-"),
        ((6, 7), "AC"), ((7, 7), "AC"), ((7, 8), "DA"), ((8, 8), "DA"), ((8, 9), "DX"), ((10, 10), "DX"),
    ],
)  # fmt: skip
def test_results_of_a_round(dice: tuple[int, int], what: str) -> None:
    """Equal values: the table as it stands. X destroys the front plane, A aborts it, C clears a bomber through."""
    place = {"German Bf-109C": WEST, STUKA: WEST, "German INF X": NORTH, RATA: PLAIN, PE2: PLAIN}
    s = fight(place, "German Bf-109C", STUKA, RATA, PE2)
    w = s.world
    lead, bomber, enemy, other = (w.unit(name) for name in ("German Bf-109C", STUKA, RATA, PE2))
    assert difference(s) == 0
    roll(s, dice)
    roles = {"-": None, "AC": (bomber, CLEARED), "DC": (other, CLEARED)}
    if what in roles:
        expected = {lead: FIGHTER, bomber: BOMBER, enemy: FIGHTER, other: BOMBER}
        if roles[what]:
            expected[roles[what][0]] = roles[what][1]  # type: ignore[index]
        assert s.wing == expected
        return
    hit = lead if what[0] == "A" else enemy
    assert hit not in s.wing and len(s.wing) == 3
    if what[1] == "X":
        assert isinstance(pending(s), PilotRoll) and where(s, w.piece(hit)) == "pool"
    else:
        assert s.down >> hit & 1 and s.aborted == [hit] and s.where[hit] >= 0


@pytest.mark.rule("base.dogfight")
def test_after_each_round_both_sides_may_break_off() -> None:
    place = {EMIL: WEST, STUKA: WEST, RATA: PLAIN}
    s = fight(place, EMIL, STUKA, RATA)
    w = s.world
    roll(s, (4, 4))
    assert isinstance(pending(s), Staying) and pending(s).side == 0  # type: ignore[union-attr]
    act(s, AXIS, FightOn())
    act(s, ALLIES, FightOn())
    assert isinstance(pending(s), AirRound)
    roll(s, (5, 5))
    assert s.wing[w.unit(STUKA)] == CLEARED, "13 with the difference: a bomber gets through"
    act(s, AXIS, BreakOff())
    assert s.wing == {w.unit(STUKA): CLEARED, w.unit(RATA): FIGHTER}, "who is through stays"
    assert down(s, EMIL)


@pytest.mark.rule("base.dogfight")
def test_bombers_nobody_fights_are_through() -> None:
    s = fight({STUKA: WEST, HEINKEL: WEST}, STUKA, HEINKEL)
    w = s.world
    assert s.wing == {w.unit(STUKA): CLEARED, w.unit(HEINKEL): CLEARED}
    s = fight({STUKA: WEST, PE2: PLAIN}, STUKA, PE2)
    assert set(s.wing.values()) == {CLEARED}, "bombers do not fight bombers"


@pytest.mark.rule("base.dogfight")
def test_fighters_against_bombers_alone() -> None:
    s = fight({EMIL: WEST, STUKA: WEST, PE2: PLAIN}, EMIL, STUKA, PE2)
    assert isinstance(pending(s), AirRound) and value(s, 1) == 30
    roll(s, (8, 6))
    assert isinstance(pending(s), PilotRoll), "the front bomber is shot down"
    roll(s, 10)
    assert s.wing[s.world.unit(STUKA)] == CLEARED


def test_a_fight_at_sea_is_put_away_without_going_home() -> None:
    s = fight({EMIL: WEST, RATA: PLAIN}, EMIL, RATA)
    end_fight(s)
    assert (s.wing, s.over, s.flier) == ({}, -1, -1) and not down(s, EMIL)


# --- pilots


@pytest.mark.rule("base.pilots")
@pytest.mark.parametrize(
    ("die", "over", "lives"), [(5, PLAIN, False), (6, PLAIN, True), (3, WEST, False), (4, WEST, True)]
)
def test_pilots_live_more_often_over_their_own_ground(die: int, over: str, lives: bool) -> None:
    s = fight({EMIL: WEST, MIG: PLAIN}, EMIL, MIG)
    s.over = s.world.hex(over)
    roll(s, (1, 1))
    roll(s, die)
    assert s.pilots[GERMANY] == (2 if lives else 1), "the scenario gives one"
    assert where(s, EMIL) == "pool"


@pytest.mark.rule("base.pilots")
def test_no_aircraft_arrives_without_a_pilot() -> None:
    place = {"HQ v. Bock": "Berlin", EMIL: "ready", FRITZ: "ready"}
    control = {"germany": ["Berlin"]}
    s = steppe(
        place, (Arrivals(0),), side="", phase="arrivals", control=control, pilots=[1, 0, 0, 0, 0, 0, 0, 0]
    )
    frame = pending(s)
    assert isinstance(frame, PlaceUnit)
    act(s, AXIS, Place(frame.unit, frame.candidates(s, AXIS)[0].hex))  # type: ignore[attr-defined]
    assert s.pilots[GERMANY] == 0 and pending(s) is None
    assert sorted((where(s, EMIL) == "ready", where(s, FRITZ) == "ready")) == [False, True]


@pytest.mark.rule("base.pilots", "base.production")
def test_pilots_are_bought_and_trained_three_turns() -> None:
    s = steppe({}, (Building(0, GERMANY),), side="", turn=1, points=[5] + [0] * 7, pilots=[0] * 8)
    assert isinstance(pending(s), BuildUnits)
    act(s, AXIS, Build(GERMANY, "PILOT"))
    assert s.points[GERMANY] == 3 and s.training == {GERMANY * 100 + 4: 1}
    for turn, ready in ((3, 0), (4, 1)):
        s.turn, s.agenda = turn, (Arrivals(0),)
        settle(s)
        assert s.pilots[GERMANY] == ready
    assert not s.training


@pytest.mark.rule("base.production")
def test_aircraft_are_built_by_kind_and_turns() -> None:
    s = steppe({}, (Building(0, GERMANY),), side="", turn=1, points=[12] + [0] * 7)
    act(s, AXIS, Build(GERMANY, "LND3"))
    roll(s, HEINKEL)
    assert where(s, HEINKEL) == "circle" and s.due[s.world.unit(HEINKEL)] == 4
    act(s, AXIS, Build(GERMANY, "FTR2"))
    roll(s, EMIL)
    assert why(s, AXIS, Build(GERMANY, "FTR2")) == "base.production", "two aircraft a turn at first"
    assert why(s, AXIS, Build(GERMANY, "PILOT")) == "", "pilots are a class of their own"


# --- home again, weather and guns, one sentence at a time


@pytest.mark.rule("base.landing", "base.mission")
def test_only_what_has_flown_lands_and_only_where_it_can() -> None:
    s = strike({STUKA: WEST, HEINKEL: WEST, "German INF IX": NORTH})
    w = s.world
    stuka = w.unit(STUKA)
    act(s, AXIS, Pick(stuka))
    assert why(s, AXIS, Attack(-1)) == "base.mission"
    act(s, AXIS, Attack(w.hex(PLAIN)))
    nobody(s)
    roll(s, (10,))
    assert isinstance(pending(s), Returning)
    assert why(s, AXIS, Pick(w.unit(HEINKEL))) == "base.landing", "it has not flown"
    assert why(s, AXIS, Pick(stuka)) == ""
    act(s, AXIS, Pick(stuka))
    assert why(s, AXIS, Go(-1)) == "base.landing" and why(s, AXIS, Go(w.hex(EAST))) == "base.landing"
    assert why(s, AXIS, Stop()) == "" and why(s, AXIS, Go(w.hex(NORTH))) == ""
    act(s, AXIS, Go(w.hex(NORTH)))
    assert where(s, STUKA) == NORTH and down(s, STUKA)
    home = Returning(0, (stuka,), w.hex(PLAIN))
    move(s, stuka, w.hex(WEST))
    s.agenda = (home,)
    assert why(s, AXIS, Pick(stuka)) == ""
    for name in ("German INF IX", *TANKS):
        lift(s, w.unit(name), POOL)
    give_hexes(s, w.area & ~(1 << w.hex(WEST)), USSR)
    assert not Landing(0, stuka, w.hex(PLAIN)).fields(s)
    assert why(s, AXIS, Pick(stuka)) == "base.landing", "nowhere else to land"


@pytest.mark.rule("base.mission", "base.carpet")
def test_carpet_bombing_needs_four_turns() -> None:
    s = steppe({})
    w = s.world
    some = [u for u in w.planes_of[0] + w.planes_of[1] if w.plane(u).strategic > 0]
    for u in some:
        assert can_bomb(s, u, CARPET) is (w.plane(u).turns >= 4), w.name(u)
    assert any(w.plane(u).turns == 4 for u in some) and any(w.plane(u).turns < 4 for u in some)
    for u in (*w.planes_of[0], *w.planes_of[1]):
        assert can_bomb(s, u, STRATEGIC) is (w.plane(u).strategic >= 1), w.name(u)
        assert can_bomb(s, u, STRIKE) is (w.plane(u).tactical >= 1), w.name(u)
    fighters = [u for u in w.planes_of[0] if w.kind[u] == FTR]
    assert all(can_bomb(s, u, STRAFE) for u in fighters) and not can_bomb(s, w.unit(STUKA), STRAFE)


@pytest.mark.rule("3.1j", "3.1l")
def test_3_1j_a_leader_flies_from_his_hex_and_not_with_the_enemy() -> None:
    s = strike({STUKA: WEST, "Guderian": WEST, "Manstein": NORTH, "German INF IX": NORTH, MIG: EAST})
    w = s.world
    wing(s, STUKA)
    for man, plane, rule in (("Guderian", STUKA, ""), ("Manstein", STUKA, "3.1j"), ("Guderian", MIG, "3.1j")):
        found = board_violation(s, 0, w.unit(man), w.unit(plane))
        assert (found.rule if found else "") == rule, man


@pytest.mark.rule("ability.85", "base.sky")
@pytest.mark.seam("air", "weather")
def test_85_blizzard_counts_as_snow_and_a_storm_does_not() -> None:
    s = steppe({STUKA: WEST, "German INF IX": WEST, "Guderian": WEST}, (), {"Guderian": [85]})
    w = s.world
    u, here = w.unit(STUKA), w.hex(WEST)
    s.standing = {w.unit("Guderian") * 256 + 85: 1}
    for k, name in enumerate(WEATHER):
        s.weather = [k] * 6
        assert weather_for(s, u, here) == (SNOW if name == "blizzard" else k)
        assert is_closed(s, u, here) is (name == "storm")
    other = next(h for h in bits(w.area) if w.lands.zone[h] != w.lands.zone[here])
    s.standing, s.weather = {}, [0] * 6
    s.weather[w.lands.zone[here]] = WEATHER.index("storm")
    assert is_closed(s, u, other), "storm at its base"
    s.weather = [WEATHER.index("storm") - 2 * (zone == w.lands.zone[here]) for zone in range(6)]
    assert is_closed(s, u, other) and not is_closed(s, u, here), "storm over the hex"


@pytest.mark.rule("base.field")
def test_an_enemy_hq_makes_no_room() -> None:
    s = steppe({"Soviet INF 29": WEST, "HQ Zhukov": WEST, MIG: WEST, RATA: WEST})
    h = s.world.hex(WEST)
    assert has_room(s, 1, h)
    s.stack[h] = (*s.stack[h], s.world.unit(STUKA), s.world.unit(EMIL))
    assert not has_room(s, 0, h)


@pytest.mark.rule("base.action", "base.support")
def test_the_defenders_bombers_count_nothing() -> None:
    s = strike({STUKA: WEST, PE2: PLAIN})
    w = s.world
    s.used = [99] * len(s.used)
    s.action = [COMBINED] * len(s.action)
    assert mission_violation(s, w.unit(PE2)) is None
    refused = mission_violation(s, w.unit(STUKA))
    assert refused is not None and refused.rule == "base.action"


@pytest.mark.rule("base.strike", "3.3d", "base.surprise")
def test_a_die_above_the_number_turns_nobody_down() -> None:
    s = strike({STUKA: WEST, "Soviet INF 12": PLAIN, "Zhukov": PLAIN})
    w = s.world
    s.over = w.hex(PLAIN)
    units = tuple(w.unit(name) for name in ("Soviet INF 29", "Soviet INF 12", "Zhukov"))
    assert strike_dice(s, units, (4, 5, 6), 4) == units[:1]
    assert [down(s, name) for name in ("Soviet INF 29", "Soviet INF 12", "Zhukov")] == [True, False, False]
    assert where(s, "Zhukov") == PLAIN


@pytest.mark.rule("base.strike", "base.surprise", "base.flak")
def test_the_least_number_is_rolled_for_and_the_guns_are_the_enemys() -> None:
    s = strike({EMIL: WEST})
    w, u = s.world, s.world.unit(EMIL)
    s.over, s.flier, s.wing = w.hex(PLAIN), 0, {u: CLEARED}
    assert needed(s, s.over, w.plane(u).tactical) == 1
    (found,) = Strike().run(s)
    assert isinstance(found, StrikeRoll) and found.needed == 1
    s.flier = 1
    (guns,) = Guns().run(s)
    assert guns.side == 0, "they fire at the other side's bombers"  # type: ignore[attr-defined]


@pytest.mark.rule("base.raid")
def test_raids_on_a_city_add_up() -> None:
    s = steppe({})
    w = s.world
    s.over = max(bits(w.factory_hexes & w.area), key=lambda h: works_at(s, h))
    most = works_at(s, s.over)
    assert most >= 2
    s.bombed = {s.over: 1}
    RaidRoll(40, 1).apply(s, (10,))
    assert 2 <= s.bombed[s.over] <= most


@pytest.mark.rule("base.carpet", "3.3e")
def test_carpet_bombing_below_nine_does_nothing() -> None:
    s = strike({STUKA: WEST})
    s.over, s.flier = s.world.hex(PLAIN), 0
    hits = CarpetRoll(4).apply(s, (1, 8, 9, 10))
    assert hits == (CarpetHit(1, False), CarpetHit(1, True))


@pytest.mark.rule("base.dogfight")
@pytest.mark.parametrize(("dice", "result", "empty"), [((6, 6), "AC", False), ((4, 3), "DC", True)])
def test_a_clearing_result_is_empty_only_for_a_side_without_bombers(
    dice: tuple[int, int], result: str, empty: bool
) -> None:
    from hexfront.games.leaders_in_flames.air.events import AirFought

    s = fight({EMIL: WEST, STUKA: WEST, MIG: PLAIN}, EMIL, STUKA, MIG)
    fought = [event for event in roll(s, dice) if isinstance(event, AirFought)]
    assert [(event.result, event.empty) for event in fought] == [(result, empty)]


@pytest.mark.rule("base.raid", "base.strike")
def test_only_strikes_and_raids_are_forecast_while_they_form() -> None:
    from hexfront.games.leaders_in_flames.air.forecast import air_forecast
    from hexfront.games.leaders_in_flames.kinds import TRANSPORT

    s = strike({STUKA: WEST, HEINKEL: WEST})
    bomb(s, STUKA)
    frame = pending(s)
    assert isinstance(frame, Forming)
    assert air_forecast(s, frame) is not None
    s.mission = TRANSPORT
    assert air_forecast(s, frame) is None


@pytest.mark.rule("base.mission")
def test_a_side_may_send_nobody() -> None:
    s = strike({STUKA: WEST})
    act(s, AXIS, Done())
    assert pending(s) is None and not down(s, STUKA)


@pytest.mark.rule("base.abroad", "base.air")
def test_an_aircraft_is_not_fed_by_an_enemy() -> None:
    from hexfront.games.leaders_in_flames.land.supply import is_fed_by_host, supply_of
    from hexfront.games.leaders_in_flames.state import holder

    s = steppe({EMIL: "Saratov"}, control={"ussr": ["Saratov", "Stalingrad", "Moscow"]})
    w = s.world
    h = w.hex("Saratov")
    assert holder(s, h) == w.party_of["ussr"] and supply_of(s, holder(s, h)) >> h & 1
    assert not is_fed_by_host(s, w.unit(EMIL))
