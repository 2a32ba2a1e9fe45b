"""What bombs do: guns below, ground strikes, support, raids, carpets; home again, bases overrun, leaders in the air."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Attack,
    Board,
    BreakOff,
    Done,
    FightOn,
    Fly,
    Go,
    Hour,
    Overrun,
    Pick,
    Take,
)
from hexfront.games.leaders_in_flames.air.bombing import CarpetLoss, RaidRoll
from hexfront.games.leaders_in_flames.air.fight import (
    BOMBER,
    FIGHTER,
    AirRound,
    Flak,
    FlakRoll,
    FlakTarget,
    difference,
    join,
    value,
)
from hexfront.games.leaders_in_flames.air.flee import Fleeing
from hexfront.games.leaders_in_flames.air.missions import (
    Forming,
    Landing,
    Returning,
    board_violation,
)
from hexfront.games.leaders_in_flames.air.rebase import Basing, Rebases
from hexfront.games.leaders_in_flames.air.sorties import Sorties, targets
from hexfront.games.leaders_in_flames.air.strike import StrikeRoll, flak_rating
from hexfront.games.leaders_in_flames.economy.production import (
    Production,
    build_points,
)
from hexfront.games.leaders_in_flames.kinds import (
    CARPET,
    GERMANY,
    MISSIONS,
    STRATEGIC,
    STRIKE,
    USSR,
)
from hexfront.games.leaders_in_flames.land.combat import LandRoll
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.odds import attack_strength, defence_strength
from hexfront.games.leaders_in_flames.limits import used
from hexfront.games.leaders_in_flames.sequence import Impulse
from hexfront.games.leaders_in_flames.state import State, destroy
from hexfront.kernel import pending, settle
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    AXIS,
    EAST,
    FOREST,
    NORTH,
    PLAIN,
    SEATS,
    WEST,
    battle,
    down,
    steppe,
    through,
    where,
    why,
)
from tests.games.leaders_in_flames.sea_kit import sea
from tests.games.leaders_in_flames.sky import (
    EMIL,
    GUNS,
    HEINKEL,
    MIG,
    PE2,
    RATA,
    STUKA,
    TANKS,
    TB3,
    bomb,
    fight,
    flown,
    give,
    nobody,
    strike,
    wait,
)

# --- guns


@pytest.mark.rule("base.flak")
def test_the_rating_of_a_hex() -> None:
    s = steppe({"Soviet INF 29": PLAIN, GUNS: PLAIN, "Soviet MIL Kharkov": "Kharkov"})
    w = s.world
    strength = w.strength[w.unit(GUNS)]
    assert flak_rating(s, w.hex(PLAIN), 1) == strength and flak_rating(s, w.hex(PLAIN), 0) == 0
    assert flak_rating(s, w.hex("Kharkov"), 1) == 1, "a factory city"
    assert flak_rating(s, w.hex("Kharkov"), 0) == 0
    tired = steppe({"Soviet INF 29": PLAIN, GUNS: PLAIN}, down=(GUNS,))
    assert flak_rating(tired, w.hex(PLAIN), 1) == 0


@pytest.mark.rule("base.flak")
@pytest.mark.parametrize(("rating", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_a_die_for_each_two_points(rating: int, dice: int) -> None:
    s = fight({STUKA: WEST, HEINKEL: WEST}, STUKA, HEINKEL)
    s.agenda = (Flak(1, rating),)
    settle(s)
    assert pending(s) == FlakRoll(1, dice)


@pytest.mark.rule("base.flak")
def test_without_guns_or_without_bombers_nothing_is_rolled() -> None:
    s = fight({STUKA: WEST, HEINKEL: WEST}, STUKA, HEINKEL)
    assert Flak(1, 2).run(s) and Flak(1, 0).run(s) == ()
    s.wing = {}
    assert Flak(1, 2).run(s) == ()


@pytest.mark.rule("base.flak")
def test_owner_and_enemy_name_the_aircraft_in_turn() -> None:
    place = {STUKA: WEST, HEINKEL: WEST, "German INF X": NORTH, "German Do-17Z": NORTH}
    s = fight(place, STUKA, HEINKEL, "German Do-17Z")
    w = s.world
    s.agenda = (Flak(1, 8),)
    settle(s)
    roll(s, (8, 9, 10, 1))
    assert isinstance(pending(s), FlakTarget) and pending(s).side == 0  # type: ignore[union-attr]
    assert why(s, AXIS, Take(w.unit("German ARM XLI"))) == "base.flak"
    act(s, AXIS, Take(w.unit("German Do-17Z")))
    assert down(s, "German Do-17Z") and where(s, "German Do-17Z") == NORTH, "a nine drives it off"
    act(s, ALLIES, Take(w.unit(HEINKEL)))
    roll(s, 1)
    assert where(s, HEINKEL) == "pool" and list(s.wing) == [w.unit(STUKA)]


# --- ground strikes


@pytest.mark.rule("base.strike")
@pytest.mark.parametrize(
    ("factors", "number"),
    [
        (0, 0),
        (1, 1),
        (2, 1),
        (3, 2),
        (4, 2),
        (5, 3),
        (7, 3),
        (8, 4),
        (11, 4),
        (12, 5),
        (16, 5),
        (17, 6),
        (40, 6),
    ],
)
def test_factors_give_a_number(factors: int, number: int) -> None:
    assert steppe({}).world.tables.strike_number(factors) == number


@pytest.mark.rule("base.strike")
def test_a_strike_turns_units_down() -> None:
    place = {STUKA: WEST, HEINKEL: WEST, "Soviet INF 12": PLAIN, RATA: PLAIN}
    s = strike(place, down=(RATA,))
    w = s.world
    bomb(s, STUKA)
    act(s, AXIS, Fly(w.unit(HEINKEL), BOMBER))
    nobody(s)
    assert pending(s) == StrikeRoll((w.unit("Soviet INF 29"), w.unit("Soviet INF 12")), 4), (
        "9 factors; one is down already"
    )
    roll(s, (4, 5))
    assert down(s, "Soviet INF 29") and not down(s, "Soviet INF 12")
    assert down(s, STUKA) and down(s, HEINKEL)


@pytest.mark.rule("base.strike")
def test_close_ground_hides_units_and_aircraft_are_struck_too() -> None:
    s = steppe(
        {"German INF IX": "E1121", STUKA: "E1121", "Soviet INF 29": FOREST, PE2: FOREST},
        (Sorties(0, STRIKE),),
    )
    w = s.world
    bomb(s, STUKA, FOREST)
    nobody(s)
    assert pending(s) == StrikeRoll((w.unit("Soviet INF 29"), w.unit(PE2)), 2), (
        "3 for 5 factors, 1 less in forest"
    )
    roll(s, (3, 2))
    assert not down(s, "Soviet INF 29") and down(s, PE2)


@pytest.mark.rule("base.strike")
def test_no_number_no_roll() -> None:
    s = steppe({"German INF IX": "E1121", EMIL: "E1121", "Soviet INF 29": FOREST}, (Sorties(0, STRIKE),))
    bomb(s, EMIL, FOREST)
    nobody(s)
    assert not isinstance(pending(s), StrikeRoll), "1 factor gives 1, less 1"


@pytest.mark.rule("3.3d")
@pytest.mark.parametrize(
    ("die", "place", "is_down"), [(1, "cup", False), (2, PLAIN, True), (4, PLAIN, True), (5, PLAIN, False)]
)
def test_3_3d_a_leader_struck_with_less_than_half_is_recalled(die: int, place: str, is_down: bool) -> None:
    """Four is needed: a 1 is less than half of it, a 2 is not. RULING recall-gst-half."""
    s = strike({STUKA: WEST, HEINKEL: WEST, "Zhukov": PLAIN})
    w = s.world
    bomb(s, STUKA)
    act(s, AXIS, Fly(w.unit(HEINKEL), BOMBER))
    nobody(s)
    assert pending(s) == StrikeRoll((w.unit("Soviet INF 29"), w.unit("Zhukov")), 4)
    roll(s, (10, die))
    assert where(s, "Zhukov") == place and down(s, "Zhukov") == is_down


# --- ground support


@pytest.mark.rule("base.support")
@pytest.mark.seam("combat", "air")
def test_support_adds_factors_to_both_sides() -> None:
    place = {**TANKS, STUKA: WEST, "Soviet INF 29": PLAIN, "Soviet INF 12": EAST, PE2: EAST}
    s = battle(place, PLAIN, tuple(TANKS))
    w = s.world
    own, theirs = attack_strength(s), defence_strength(s)
    flown(s, (AXIS, STUKA, BOMBER), (ALLIES, PE2, BOMBER))
    assert attack_strength(s) == own + 5 and defence_strength(s) == theirs + 3
    assert s.aid == {GERMANY: 10, USSR: 6}
    assert used(s, GERMANY, MISSIONS) == 1 and used(s, USSR, MISSIONS) == 0, (
        "the other side keeps to no limit"
    )
    assert down(s, STUKA) and down(s, PE2)
    assert not s.wing and w.label(s.target) == PLAIN


@pytest.mark.rule("base.support", "base.sky")
def test_support_in_rain_is_halved() -> None:
    place = {**TANKS, STUKA: WEST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, tuple(TANKS), weather="rain")
    own = attack_strength(s)
    flown(s, (AXIS, STUKA, BOMBER))
    assert attack_strength(s) == own + 2.5


@pytest.mark.rule("base.support", "base.artillery")
def test_support_is_limited_by_the_units_own_factors() -> None:
    place = {"German MIL Bremen": WEST, STUKA: WEST, HEINKEL: WEST, "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, ("German MIL Bremen",))
    flown(s, (AXIS, STUKA, BOMBER), (AXIS, HEINKEL, BOMBER))
    assert s.aid[GERMANY] == 18 and attack_strength(s) == 4, "2 of its own and 2 of support"


@pytest.mark.rule("base.support")
def test_the_order_over_a_battle() -> None:
    """Attacker's bombers, defender's bombers, defender's interceptors, attacker's interceptors."""
    place = {
        **TANKS,
        STUKA: WEST,
        EMIL: WEST,
        "Soviet INF 29": PLAIN,
        RATA: PLAIN,
        "Soviet INF 12": EAST,
        PE2: EAST,
    }
    s = battle(place, PLAIN, tuple(TANKS))
    w = s.world
    asked: list[tuple[str, int]] = []
    plan = {
        (AXIS, 0): (STUKA, BOMBER),
        (ALLIES, 0): (PE2, BOMBER),
        (ALLIES, 1): (RATA, FIGHTER),
        (AXIS, 1): (EMIL, FIGHTER),
    }
    while isinstance(frame := pending(s), Forming):
        key = (SEATS[frame.side], frame.wave)
        if not asked or asked[-1] != key:
            asked.append(key)
            name, role = plan[key]
            act(s, key[0], Fly(w.unit(name), role))
        else:
            act(s, key[0], Done())
    assert asked == list(plan)


@pytest.mark.rule("base.support")
def test_what_is_shot_down_supports_nobody() -> None:
    place = {**TANKS, STUKA: WEST, "Soviet INF 29": PLAIN, MIG: PLAIN}
    s = battle(place, PLAIN, tuple(TANKS))
    own = attack_strength(s)
    flown(s, (AXIS, STUKA, BOMBER), (ALLIES, MIG, FIGHTER))
    assert isinstance(pending(s), AirRound) and difference(s) == -4
    roll(s, (4, 4))
    roll(s, 1)
    assert where(s, STUKA) == "pool"
    act(s, AXIS, Done()) if isinstance(pending(s), Returning) else None
    through(s, LandRoll)
    assert isinstance(pending(s), LandRoll) and attack_strength(s) == own


# --- raids


@pytest.mark.rule("base.raid")
@pytest.mark.parametrize(
    ("factors", "die", "points"),
    [(1, 1, 0), (1, 10, 1), (3, 8, 0), (4, 7, 1), (8, 4, 1), (12, 10, 2), (13, 1, 1), (18, 9, 3), (19, 5, 2), (25, 7, 3), (26, 1, 2), (40, 10, 5)],
)  # fmt: skip
def test_the_table_of_raids(factors: int, die: int, points: int) -> None:
    assert steppe({}).world.tables.raid_points(factors, die) == points


def raid(mission: int = STRATEGIC, **given: Any) -> State:
    place = {
        "Soviet MIL Kharkov": "Kharkov",
        "German INF IX": "E1527",
        HEINKEL: "E1527",
        "German Ju-88A4": "E1527",
    }
    return steppe({**place, **given.pop("place", {})}, (Sorties(0, mission),), phase="bombing", **given)


@pytest.mark.rule("base.raid")
@pytest.mark.parametrize(("night", "factors"), [(False, 8), (True, 4)])
def test_a_raid_by_day_and_by_night(night: bool, factors: int) -> None:
    s = raid()
    w = s.world
    bomb(s, HEINKEL, "Kharkov")
    act(s, AXIS, Hour(night))
    act(s, AXIS, Fly(w.unit("German Ju-88A4"), BOMBER))
    nobody(s)
    roll(s, (1,))
    assert pending(s) == RaidRoll(factors, 1)
    roll(s, (10,))
    assert s.bombed == {w.hex("Kharkov"): 2 if not night else 1}


@pytest.mark.rule("base.raid")
def test_at_night_interceptors_have_three_less() -> None:
    s = raid(place={RATA: "Kharkov"})
    w = s.world
    bomb(s, HEINKEL, "Kharkov")
    act(s, AXIS, Hour(True))
    wait(s, AXIS)
    act(s, ALLIES, Fly(w.unit(RATA), FIGHTER))
    through(s)
    assert value(s, 1) == 0 and value(s, 0) == 20


@pytest.mark.rule("base.raid", "base.production")
@pytest.mark.seam("air", "economy")
def test_bombed_factories_make_nothing_this_turn() -> None:
    s = raid()
    w = s.world
    before = build_points(s, USSR)
    s.bombed = {w.hex("Kharkov"): 2}
    assert build_points(s, USSR) < before
    s.agenda = (Production(),)
    settle(s)
    assert not s.bombed, "next turn they work again"


@pytest.mark.rule("base.raid")
def test_only_working_factories_of_the_enemy_are_raided() -> None:
    s = raid()
    w = s.world
    assert targets(s, w.unit(HEINKEL), STRATEGIC) >> w.hex("Kharkov") & 1
    s.bombed = {w.hex("Kharkov"): 2}
    assert not targets(s, w.unit(HEINKEL), STRATEGIC) >> w.hex("Kharkov") & 1
    taken = raid(place={"Soviet MIL Kharkov": "pool", "German INF X": "Kharkov"})
    give(taken, GERMANY, "Kharkov")
    assert not targets(taken, w.unit(HEINKEL), STRATEGIC) >> w.hex("Kharkov") & 1


@pytest.mark.rule("base.raid")
def test_a_raid_costs_no_more_than_stands_there() -> None:
    s = raid()
    s.over, s.flier = s.world.hex("Kharkov"), 0
    s.agenda = (RaidRoll(40, 1),)
    roll(s, (10,))
    assert s.bombed == {s.world.hex("Kharkov"): 2}


# --- carpet bombing


def carpet(*dice: int, **given: Any) -> State:
    """Soviet heavy bombers over German units."""
    place = {
        "German INF IX": PLAIN,
        "Guderian": PLAIN,
        "Soviet INF 29": EAST,
        TB3: EAST,
        **given.pop("place", {}),
    }
    s = steppe(place, (Sorties(1, CARPET),), phase="bombing", side=ALLIES, **given)
    act(s, ALLIES, Pick(s.world.unit(TB3)))
    act(s, ALLIES, Attack(s.world.hex(PLAIN)))
    nobody(s)
    if dice:
        roll(s, dice)
    return s


@pytest.mark.rule("base.carpet")
def test_carpet_bombing_is_for_four_turn_bombers() -> None:
    place = {"German INF IX": PLAIN, "Soviet INF 29": EAST, "Soviet IL-4": EAST, TB3: EAST}
    s = steppe(place, (Sorties(1, CARPET),), phase="bombing", side=ALLIES)
    w = s.world
    assert why(s, ALLIES, Pick(w.unit("Soviet IL-4"))) == "base.mission"
    assert why(s, ALLIES, Pick(w.unit(TB3))) == ""


@pytest.mark.rule("base.carpet")
@pytest.mark.parametrize(("die", "gone", "is_down"), [(8, False, False), (9, False, True), (10, True, False)])
def test_carpet_bombing_nine_flips_ten_destroys(die: int, gone: bool, is_down: bool) -> None:
    s = carpet(die)
    if die > 8:
        assert isinstance(pending(s), CarpetLoss) and pending(s).side == 0, "the owner names it"  # type: ignore[union-attr]
        assert why(s, AXIS, Take(s.world.unit("Soviet INF 29"))) == "base.carpet"
        act(s, AXIS, Take(s.world.unit("German INF IX")))
    assert (where(s, "German INF IX") == "pool") == gone and down(s, "German INF IX") == is_down


@pytest.mark.rule("base.carpet")
def test_carpet_bombing_hits_no_ship_in_the_port() -> None:
    from hexfront.games.leaders_in_flames.air.bombing import hurt

    s = sea({"Japanese SUB I": "Rabaul", "Japanese ARM DIV 1": "Rabaul"})
    w = s.world
    s.flier, s.over = 1, w.hex("Rabaul")
    for flips in (False, True):
        assert hurt(s, flips) == [w.unit("Japanese ARM DIV 1")]


@pytest.mark.rule("3.3e", "3.1d")
def test_3_3e_a_leader_can_be_named_and_is_recalled() -> None:
    s = carpet(10)
    act(s, AXIS, Take(s.world.unit("Guderian")))
    assert where(s, "Guderian") == "cup" and where(s, "German INF IX") == PLAIN


@pytest.mark.rule("base.carpet")
def test_a_die_for_each_four_factors() -> None:
    s = carpet()
    assert s.agenda[0].dice == 1, "seven factors: one die"  # type: ignore[attr-defined]
    rain = carpet(weather="rain")
    assert not isinstance(pending(rain), CarpetLoss) and down(rain, TB3), "three factors: none"


# --- home and rebase


@pytest.mark.rule("base.landing")
def test_aircraft_come_home_or_land_elsewhere() -> None:
    s = strike({STUKA: WEST, "German INF IX": NORTH})
    w = s.world
    bomb(s, STUKA)
    nobody(s)
    roll(s, (10,))
    assert isinstance(pending(s), Returning)
    act(s, AXIS, Pick(w.unit(STUKA)))
    assert isinstance(pending(s), Landing)
    assert why(s, AXIS, Go(w.hex("E0725"))) == "base.landing"
    act(s, AXIS, Go(w.hex(NORTH)))
    assert where(s, STUKA) == NORTH and down(s, STUKA)


@pytest.mark.rule("base.rebase")
def test_rebase_goes_twice_the_range_and_tires() -> None:
    s = steppe({**TANKS, STUKA: WEST, "German INF IX": "E1525"}, (Rebases(0),), phase="rebase")
    w = s.world
    act(s, AXIS, Pick(w.unit(STUKA)))
    assert isinstance(pending(s), Basing)
    assert why(s, AXIS, Go(w.hex("Smolensk"))) == "base.rebase"
    act(s, AXIS, Go(w.hex("E1525")))
    assert where(s, STUKA) == "E1525" and down(s, STUKA) and used(s, GERMANY, MISSIONS) == 1


@pytest.mark.rule("base.rebase")
def test_rebase_is_free_for_who_passes_and_flies_in_storm() -> None:
    place = {**TANKS, STUKA: WEST, "German INF IX": NORTH}
    s = steppe(place, (Rebases(0),), phase="rebase", action="pass", weather="storm")
    act(s, AXIS, Pick(s.world.unit(STUKA)))
    act(s, AXIS, Go(s.world.hex(NORTH)))
    assert used(s, GERMANY, MISSIONS) == 0 and where(s, STUKA) == NORTH
    s = steppe(place, (Rebases(0),), phase="rebase", used=[6, *[0] * 39])
    assert pending(s) is None, "the missions of the action are used up"


def test_a_pass_leads_to_rebase_and_reorganisation() -> None:
    from hexfront.games.leaders_in_flames.actions import Act

    s = steppe({**TANKS, STUKA: WEST, "German INF IX": NORTH}, (Impulse(0),))
    act(s, AXIS, Act(GERMANY, 0))
    assert type(pending(s)).__name__ == "Rebasing"


# --- caught on the ground


@pytest.mark.rule("base.overrun", "3.1g")
@pytest.mark.seam("move", "air")
def test_aircraft_alone_flee_from_any_unit() -> None:
    place = {"German ARM XLVIII": WEST, RATA: PLAIN, "Soviet INF 29": "E0725"}
    s = steppe(place, (Moves(0),))
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM XLVIII")))
    assert why(s, AXIS, Go(w.hex(PLAIN))) == "base.overrun"
    act(s, AXIS, Overrun(w.hex(PLAIN)))
    assert isinstance(pending(s), Fleeing) and where(s, RATA) == "sky"
    assert why(s, ALLIES, Go(w.hex(EAST))) == "base.overrun", "neither troops nor a city"
    act(s, ALLIES, Go(w.hex("E0725")))
    assert where(s, RATA) == "E0725" and down(s, RATA) and where(s, "German ARM XLVIII") == PLAIN


@pytest.mark.rule("base.overrun")
@pytest.mark.seam("move", "air")
def test_aircraft_without_a_field_in_reach_are_lost() -> None:
    s = steppe({"German ARM XLVIII": WEST, "Soviet I-15": PLAIN}, (Moves(0),))
    s.control[USSR] = 0
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM XLVIII")))
    act(s, AXIS, Overrun(w.hex(PLAIN)))
    assert where(s, "Soviet I-15") == "pool" and not isinstance(pending(s), Fleeing)


@pytest.mark.rule("3.3p")
@pytest.mark.seam("air", "leaders")
def test_3_3p_a_leader_gets_away_with_an_aircraft() -> None:
    place = {"German ARM XLVIII": WEST, RATA: PLAIN, "Zhukov": PLAIN, "Soviet INF 29": "E0725"}
    s = steppe(place, (Moves(0),))
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM XLVIII")))
    act(s, AXIS, Overrun(w.hex(PLAIN)))
    act(s, ALLIES, Go(w.hex("E0725")))
    assert where(s, "Zhukov") == "E0725" and down(s, "Zhukov") and not s.riders
    lost = steppe({**place, "Soviet INF 29": "pool"}, (Moves(0),))
    lost.control[USSR] = 0
    act(lost, AXIS, Pick(w.unit("German ARM XLVIII")))
    act(lost, AXIS, Overrun(w.hex(PLAIN)))
    assert where(lost, "Zhukov") == "dead" and where(lost, RATA) == "pool"


def test_a_destroyed_aircraft_goes_to_its_pool() -> None:
    s = steppe({"German INF IX": WEST, EMIL: WEST})
    destroy(s, s.world.unit(EMIL))
    assert where(s, EMIL) == "pool"


# --- leaders in the air


def riding(s: State, leader: str, plane: str) -> None:
    act(s, AXIS, Board(s.world.unit(leader), s.world.unit(plane)))


@pytest.mark.rule("3.1j", "3.1k", "3.1l")
def test_3_1j_leaders_ride_and_stay_face_up() -> None:
    place = {STUKA: WEST, "Guderian": WEST, "Manstein": WEST, "German INF IX": NORTH, HEINKEL: NORTH}
    s = strike(place)
    w = s.world
    bomb(s, STUKA)
    assert why(s, AXIS, Board(w.unit("Guderian"), w.unit(HEINKEL))) == "3.1j", "it has not taken off"
    riding(s, "Guderian", STUKA)
    riding(s, "Manstein", STUKA)
    assert why(s, AXIS, Board(w.unit("Guderian"), w.unit(STUKA))) == "3.1j"
    assert s.riders == {w.unit("Guderian"): w.unit(STUKA), w.unit("Manstein"): w.unit(STUKA)}
    nobody(s)
    roll(s, (10,))
    act(s, AXIS, Pick(w.unit(STUKA)))
    act(s, AXIS, Go(w.hex(NORTH)))
    act(s, AXIS, Done()) if isinstance(pending(s), Returning) else None
    assert where(s, "Guderian") == where(s, "Manstein") == where(s, STUKA) == NORTH
    assert down(s, STUKA) and not down(s, "Guderian") and not s.riders


@pytest.mark.rule("3.1k")
def test_3_1k_an_aborted_leader_lies_face_down() -> None:
    s = strike({STUKA: WEST, "Guderian": WEST, MIG: PLAIN})
    bomb(s, STUKA)
    riding(s, "Guderian", STUKA)
    wait(s, AXIS)
    act(s, ALLIES, Fly(s.world.unit(MIG), FIGHTER))
    through(s)
    roll(s, (5, 6))
    assert down(s, STUKA) and down(s, "Guderian") and where(s, "Guderian") == WEST


@pytest.mark.rule("3.3n", "3.3q")
@pytest.mark.parametrize(("die", "place"), [(5, "dead"), (6, WEST)])
@pytest.mark.seam("air", "leaders")
def test_3_3n_a_leader_dies_with_the_pilot(die: int, place: str) -> None:
    s = strike({STUKA: WEST, "Guderian": WEST, MIG: PLAIN})
    bomb(s, STUKA)
    riding(s, "Guderian", STUKA)
    wait(s, AXIS)
    act(s, ALLIES, Fly(s.world.unit(MIG), FIGHTER))
    through(s)
    roll(s, (1, 1))
    roll(s, die)
    assert where(s, "Guderian") == place


@pytest.mark.rule("3.1j")
def test_3_1j_a_leader_who_lies_face_down_does_not_fly() -> None:
    s = strike({STUKA: WEST, "Guderian": WEST, "Zhukov": PLAIN}, down=("Guderian",))
    w = s.world
    act(s, AXIS, Pick(w.unit(STUKA)))
    join(s, w.unit(STUKA), BOMBER)
    for leader in ("Guderian", "Zhukov"):
        refused = board_violation(s, 0, w.unit(leader), w.unit(STUKA))
        assert refused is not None and refused.rule == "3.1j"


def _lost(s: State, axis: int, allies: int) -> None:
    s.shot = {GERMANY: axis, USSR: allies}


@pytest.mark.rule("3.3c", "3.3f")
@pytest.mark.parametrize(
    ("lost", "theirs", "place"), [(10, 0, "cup"), (9, 0, WEST), (14, 5, WEST), (15, 5, "cup")]
)
def test_3_3c_ten_build_points_more_recall_a_leader(lost: int, theirs: int, place: str) -> None:
    """Losses of all rounds together, and of the fight in the air alone."""
    from tests.games.leaders_in_flames.kit import say

    s = strike({EMIL: WEST, STUKA: WEST, "Guderian": WEST, RATA: PLAIN}, leaders={"Guderian": [81]})
    w = s.world
    bomb(s, STUKA)
    act(s, AXIS, Fly(w.unit(EMIL), FIGHTER))
    riding(s, "Guderian", EMIL)
    through(s, Forming)
    while isinstance(frame := pending(s), Forming):
        if SEATS[frame.side] == ALLIES and why(s, ALLIES, Fly(w.unit(RATA), FIGHTER)) == "":
            act(s, ALLIES, Fly(w.unit(RATA), FIGHTER))
        else:
            act(s, SEATS[frame.side], Done())
    say(s, AXIS, "Guderian", 81)
    _lost(s, lost, theirs)
    through(s)
    roll(s, (4, 4))
    act(s, AXIS, FightOn())
    act(s, ALLIES, BreakOff())
    assert where(s, "Guderian") == place


@pytest.mark.seam("combat", "air")
def test_a_land_battle_and_its_air_fight_are_judged_apart() -> None:
    """A leader whose ability served in the air is not recalled for losses on the ground."""
    from hexfront.games.leaders_in_flames.leaders.fate import served
    from tests.games.leaders_in_flames.kit import say

    place = {
        **TANKS,
        "German INF IX": NORTH,
        EMIL: WEST,
        STUKA: WEST,
        "Guderian": WEST,
        "Soviet INF 29": PLAIN,
        RATA: PLAIN,
    }
    s = battle(place, PLAIN, tuple(TANKS), {"Guderian": [81]})
    w = s.world
    act(s, AXIS, Fly(w.unit(STUKA), BOMBER))
    act(s, AXIS, Fly(w.unit(EMIL), FIGHTER))
    riding(s, "Guderian", EMIL)
    while isinstance(frame := pending(s), Forming):
        if SEATS[frame.side] == ALLIES and why(s, ALLIES, Fly(w.unit(RATA), FIGHTER)) == "":
            act(s, ALLIES, Fly(w.unit(RATA), FIGHTER))
        else:
            act(s, SEATS[frame.side], Done())
    say(s, AXIS, "Guderian", 81)
    assert served(s, 0, "air") == [w.unit("Guderian")] and served(s, 0) == []
