"""Abilities in the air: each does what it says, and not without him, out of his reach, face-down or with his rank in use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Advance,
    Attack,
    Board,
    BreakOff,
    Build,
    Done,
    FightOn,
    Fly,
    Go,
    Hour,
    Name,
    Pick,
    Support,
    Take,
)
from hexfront.games.leaders_in_flames.air.bombing import RaidRoll
from hexfront.games.leaders_in_flames.air.fight import (
    BOMBER,
    CLEARED,
    FIGHTER,
    AirRound,
    Flak,
    FlakRoll,
    value,
)
from hexfront.games.leaders_in_flames.air.missions import Forming, Returning
from hexfront.games.leaders_in_flames.air.orders import (
    Disrupt,
    DisruptRoll,
    KeepFlying,
    Slipping,
    StrafeRound,
    StrafeTarget,
    strafe_targets,
)
from hexfront.games.leaders_in_flames.air.patrol import Patrols
from hexfront.games.leaders_in_flames.air.planes import flight, halves, intercept_range, is_closed
from hexfront.games.leaders_in_flames.air.rebase import Rebases
from hexfront.games.leaders_in_flames.air.sorties import Sorties
from hexfront.games.leaders_in_flames.economy.production import Building
from hexfront.games.leaders_in_flames.kinds import (
    CVP,
    GERMANY,
    MISSIONS,
    STRAFE,
    STRATEGIC,
    STRIKE,
    USA,
    USSR,
)
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.odds import attack_strength, defence_strength, odds
from hexfront.games.leaders_in_flames.leaders.announce import Announcing, Asking
from hexfront.games.leaders_in_flames.limits import used
from hexfront.games.leaders_in_flames.state import State, owner
from hexfront.kernel import pending, settle
from hexfront.testing import act, roll
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
    go_on,
    refused,
    say,
    steppe,
    through,
    to_roll,
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
    TB3,
    bomb,
    flown,
    nobody,
    strike,
    wait,
)

BOTH = [True, False]


def ride(s: State, leader: str, plane: str) -> None:
    w = s.world
    s.riders[w.unit(leader)] = w.unit(plane)


def dogfight(abilities: list[int], plane: str, **given: Any) -> State:
    """Stuka and Emil against a Rata over PLAIN; Guderian rides one of them, and it is time to announce."""
    s = strike(
        {EMIL: WEST, STUKA: WEST, "Guderian": WEST, RATA: PLAIN}, leaders={"Guderian": abilities}, **given
    )
    w = s.world
    bomb(s, STUKA)
    act(s, AXIS, Fly(w.unit(EMIL), FIGHTER))
    if plane:
        act(s, AXIS, Board(w.unit("Guderian"), w.unit(plane)))
    flown(s, (ALLIES, RATA, FIGHTER))
    return s


# --- reach, patrols, order


@pytest.mark.rule("ability.74")
@pytest.mark.parametrize("has", BOTH)
def test_74_interceptors_at_full_range(has: bool) -> None:
    place = {STUKA: WEST, "Soviet INF 12": "E0625", MIG: "E0625", "Zhukov": "E0625"}
    s = steppe(
        {**TANKS, "Soviet INF 29": PLAIN, **place},
        (Asking((1,), "patrol"), Sorties(0, STRIKE)),
        {"Zhukov": [74 if has else 30]},
        phase="strikes",
    )
    w = s.world
    if has:
        say(s, ALLIES, "Zhukov", 74)
    assert intercept_range(s, w.unit(MIG)) == flight(w, w.hex("E0625"), 5 if has else 2)
    bomb(s, STUKA)
    wait(s, AXIS)
    assert isinstance(pending(s), Forming) == has, "three hexes away"


@pytest.mark.rule("ability.74")
def test_74_only_fighters_of_his_hex_and_only_while_he_is_face_up() -> None:
    place = {"Soviet INF 29": PLAIN, MIG: PLAIN, "Soviet INF 12": EAST, RATA: EAST, "Zhukov": EAST}
    s = steppe(place, (Asking((1,), "patrol"),), {"Zhukov": [74]})
    w = s.world
    say(s, ALLIES, "Zhukov", 74)
    assert intercept_range(s, w.unit(RATA)) == flight(w, w.hex(EAST), 4)
    assert intercept_range(s, w.unit(MIG)) == flight(w, w.hex(PLAIN), 2)
    asleep = steppe(place, (), {"Zhukov": [74]}, down=("Zhukov",))
    assert refused(asleep, "Zhukov", 74, "patrol") == "3.2a"
    alone = steppe({**place, RATA: PLAIN}, (), {"Zhukov": [74]})
    assert refused(alone, "Zhukov", 74, "patrol") == "ability.74"


@pytest.mark.rule("ability.74")
@pytest.mark.parametrize("has", BOTH)
def test_74_patrols_of_the_active_side_which_stay_after_a_fight(has: bool) -> None:
    place = {
        **TANKS,
        EMIL: WEST,
        STUKA: WEST,
        "Guderian": WEST,
        "Soviet INF 29": PLAIN,
        RATA: PLAIN,
        PE2: EAST,
        "Soviet INF 12": EAST,
    }
    s = steppe(
        place, (Asking((0,), "patrol"), Patrols(0), Sorties(0, STRIKE)), {"Guderian": [74 if has else 18]}
    )
    w = s.world
    if not has:
        assert type(pending(s)).__name__ == "Sending", "no patrol in one's own impulse"
        return
    say(s, AXIS, "Guderian", 74)
    act(s, AXIS, Pick(w.unit(EMIL)))
    act(s, AXIS, Attack(w.hex(PLAIN)))
    bomb(s, STUKA)
    flown(s, (ALLIES, RATA, FIGHTER))
    roll(s, (5, 3))
    act(s, AXIS, FightOn())
    act(s, ALLIES, BreakOff())
    through(s, Returning, Forming)
    assert w.unit(EMIL) in s.patrol and not down(s, EMIL)


@pytest.mark.rule("ability.77")
@pytest.mark.parametrize("has", BOTH)
def test_77_support_after_the_defenders(has: bool) -> None:
    place = {**TANKS, STUKA: WEST, "Guderian": WEST, "Soviet INF 29": PLAIN, "Soviet INF 12": EAST, PE2: EAST}
    s = battle(place, PLAIN, tuple(TANKS), {"Guderian": [77 if has else 31]})
    if has:
        say(s, AXIS, "Guderian", 77)
    go_on(s)
    assert isinstance(pending(s), Forming) and pending(s).side == (1 if has else 0)  # type: ignore[union-attr]


@pytest.mark.rule("ability.77")
def test_77_range_and_side() -> None:
    place = {**TANKS, STUKA: WEST, "Guderian": "E1425", "Soviet INF 29": PLAIN, "Zhukov": PLAIN}
    s = battle(place, PLAIN, tuple(TANKS), {"Guderian": [77], "Zhukov": [77]})
    assert refused(s, "Guderian", 77) == "2c", "five hexes are more than three stars"
    assert refused(s, "Zhukov", 77) == "ability.77", "he does not attack"
    near = battle({**place, "Guderian": "E1225"}, PLAIN, tuple(TANKS), {"Guderian": [77]}, down=("Guderian",))
    assert refused(near, "Guderian", 77) == "3.2a"


def over_plain(has: bool, where_he_is: str = EAST, **given: Any) -> State:
    place = {STUKA: WEST, EMIL: WEST, RATA: PLAIN, "Soviet INF 12": where_he_is, "Zhukov": where_he_is}
    s = strike(place, leaders={"Zhukov": [78 if has else 30]}, **given)
    bomb(s, STUKA)
    wait(s, AXIS)
    return s


@pytest.mark.rule("ability.78")
@pytest.mark.parametrize("has", BOTH)
def test_78_interceptors_after_the_attackers(has: bool) -> None:
    s = over_plain(has)
    if not has:
        assert isinstance(pending(s), Forming) and pending(s).side == 1  # type: ignore[union-attr]
        return
    say(s, ALLIES, "Zhukov", 78)
    # nobody has risen yet, so the attacker has nobody to intercept and is not asked
    assert isinstance(pending(s), Forming) and pending(s).side == 1  # type: ignore[union-attr]
    act(s, ALLIES, Fly(s.world.unit(RATA), FIGHTER))
    assert isinstance(pending(s), AirRound), "the attacker's interceptors had their turn before"


@pytest.mark.rule("ability.78")
def test_78_out_of_range_or_face_down() -> None:
    far = over_plain(True, "E0325")
    assert isinstance(pending(far), Forming), "six hexes are more than five stars: he is not asked"
    place = {STUKA: WEST, RATA: PLAIN, "Soviet INF 12": "E0325", "Timoshenko": "E0325"}
    s = strike(place, leaders={"Timoshenko": [78]})
    s.over, s.flier = s.world.hex(PLAIN), 0
    assert refused(s, "Timoshenko", 78, "mission") == "2c"
    asleep = over_plain(True, down=("Zhukov",))
    assert isinstance(pending(asleep), Forming)


# --- strafing


def strafing(stars_place: str = WEST, **given: Any) -> State:
    place = {
        EMIL: WEST,
        FRITZ: WEST,
        "Guderian": stars_place,
        RATA: PLAIN,
        PE2: PLAIN,
        **given.pop("place", {}),
    }
    return steppe(
        {**TANKS, "Soviet INF 29": PLAIN, **place},
        (Asking((0,), "strafe"), Sorties(0, STRAFE)),
        {"Guderian": [76]},
        phase="strikes",
        **given,
    )


@pytest.mark.rule("ability.76")
def test_76_strafing_rounds_against_aircraft_on_the_ground() -> None:
    s = strafing(down=(RATA,))
    w = s.world
    say(s, AXIS, "Guderian", 76)
    act(s, AXIS, Pick(w.unit(EMIL)))
    act(s, AXIS, Attack(w.hex(PLAIN)))
    assert s.riders == {w.unit("Guderian"): w.unit(EMIL)} and used(s, GERMANY, MISSIONS) == 1
    act(s, AXIS, Fly(w.unit(FRITZ), BOMBER))
    nobody(s)
    assert isinstance(pending(s), StrafeTarget) and s.wing[w.unit(EMIL)] == CLEARED
    assert why(s, AXIS, Take(w.unit("Soviet INF 29"))) == "ability.76"
    act(s, AXIS, Take(w.unit(PE2)))
    assert pending(s) == StrafeRound(w.unit(EMIL), w.unit(PE2))
    roll(s, (8, 8))  # 16 and 6 - 5: destroyed
    roll(s, 1)
    assert where(s, PE2) == "pool"
    act(s, AXIS, Take(w.unit(RATA)))
    roll(s, (7, 7))  # 14 and 1: aborted
    assert down(s, RATA) and where(s, RATA) == PLAIN


@pytest.mark.rule("ability.76")
def test_76_both_sides_can_lose_and_no_penalty_for_fighters_as_bombers() -> None:
    s = strafing()
    w = s.world
    say(s, AXIS, "Guderian", 76)
    act(s, AXIS, Pick(w.unit(EMIL)))
    act(s, AXIS, Attack(w.hex(PLAIN)))
    wait(s, AXIS)
    assert value(s, 0) == 60, "no penalty"
    flown(s, (ALLIES, RATA, FIGHTER))
    go_on(s)
    roll(s, (5, 5))  # 10 and 3: cleared
    act(s, ALLIES, BreakOff()) if pending(s) is not None and not isinstance(
        pending(s), StrafeTarget
    ) else None
    act(s, AXIS, Take(w.unit(PE2)))
    roll(s, (2, 2))
    roll(s, 1)
    assert where(s, EMIL) == "pool" and where(s, "Guderian") == "dead"


@pytest.mark.rule("ability.76")
def test_76_targets_lie_within_his_range_of_his_own() -> None:
    place = {
        "Soviet INF 12": "E0725",
        MIG: "E0725",
        "German INF IX": NORTH,
        "German Bf-109E2": NORTH,
        "Soviet INF 14": "E0527",
        "Soviet MiG-1": "E0527",
    }
    s = strafing(place=place)
    w = s.world
    say(s, AXIS, "Guderian", 76)
    assert why(s, AXIS, Pick(w.unit("German Bf-109E2"))) == "base.mission", "the first flies from his hex"
    assert strafe_targets(s, w.unit("German Bf-109E2")) == 0
    act(s, AXIS, Pick(w.unit(EMIL)))
    act(s, AXIS, Attack(w.hex(PLAIN)))
    nobody(s)
    act(s, AXIS, Take(w.unit(PE2)))
    roll(s, (5, 5))
    while type(pending(s)).__name__ != "Sending":
        frame = pending(s)
        act(s, SEATS[frame.side], frame.legal(s, "")[-1])  # type: ignore[union-attr]
    act(s, AXIS, Pick(w.unit("German Bf-109E2")))
    assert why(s, AXIS, Attack(w.hex("E0725"))) == ""
    assert why(s, AXIS, Attack(w.hex(PLAIN))) == "base.mission", "each once"


@pytest.mark.rule("ability.76")
def test_76_not_without_him_or_fighters_beside_him() -> None:
    assert pending(strafing("E1125")) is None, "he has no fighter beside him"
    assert pending(strafing(down=("Guderian",))) is None
    s = steppe(
        {**TANKS, "Soviet INF 29": PLAIN, EMIL: WEST, RATA: PLAIN},
        (Asking((0,), "strafe"), Sorties(0, STRAFE)),
    )
    assert pending(s) is None


# --- rebase


@pytest.mark.rule("ability.79")
@pytest.mark.parametrize("has", BOTH)
def test_79_rebase_before_the_fleets_sail(has: bool) -> None:
    place = {**TANKS, STUKA: WEST, "Guderian": NORTH, "German INF IX": NORTH, "German INF X": "E1425"}
    s = steppe(place, (Asking((0,), "early"), Rebases(0, True)), {"Guderian": [79 if has else 18]})
    w = s.world
    if not has:
        assert pending(s) is None
        return
    say(s, AXIS, "Guderian", 79)
    act(s, AXIS, Pick(w.unit(STUKA)))
    assert why(s, AXIS, Go(w.hex("E1425"))) == "base.rebase", "its range, not twice that"
    act(s, AXIS, Go(w.hex(NORTH)))
    assert where(s, STUKA) == NORTH and not down(s, STUKA) and used(s, GERMANY, MISSIONS) == 1
    assert not s.flown, "it may still fly a mission"
    assert pending(s) is None, "and rebases once"


@pytest.mark.rule("ability.79")
def test_79_only_in_range_and_face_up() -> None:
    place = {**TANKS, STUKA: WEST, "Guderian": "E1525", "German INF IX": "E1525", "German INF X": NORTH}
    s = steppe(place, (Asking((0,), "early"), Rebases(0, True)), {"Guderian": [79]})
    say(s, AXIS, "Guderian", 79)
    assert pending(s) is None, "five hexes away"
    asleep = steppe({**place, "Guderian": NORTH}, (), {"Guderian": [79]}, down=("Guderian",))
    assert refused(asleep, "Guderian", 79, "early") == "3.2a"


# --- advance disruption


def beaten(leaders: Mapping[str, list[int]], place: Mapping[str, str] | None = None, **given: Any) -> State:
    """The Soviets have lost PLAIN; the Axis would advance."""
    base = {**TANKS, "Soviet MIL Saratov": PLAIN, "Soviet INF 12": "E0725", "Zhukov": "E0725", PE2: "E0725"}
    s = battle({**base, **(place or {})}, PLAIN, tuple(TANKS), leaders, **given)
    while isinstance(pending(s), Announcing | Forming):
        act(s, SEATS[pending(s).side], Done())  # type: ignore[union-attr]
    to_roll(s, 1)
    roll(s, 10)
    through(s, AdvanceUnits)
    return s


@pytest.mark.rule("ability.80")
def test_80_units_struck_in_the_advance_go_back() -> None:
    s = beaten({"Zhukov": [80]})
    w = s.world
    tank, other, plain = w.unit("German ARM XLVIII"), w.unit("German ARM XLI"), w.hex(PLAIN)
    for u in (tank, other):
        act(s, AXIS, Advance(u, plain))
    act(s, AXIS, Done()) if isinstance(pending(s), AdvanceUnits) else None
    assert owner(s, plain) == USSR, "they only wish to advance"
    say(s, ALLIES, "Zhukov", 80)
    flown(s, (ALLIES, PE2, BOMBER))
    assert pending(s) == DisruptRoll((tank, other), 2) and s.riders == {w.unit("Zhukov"): w.unit(PE2)}
    gone = s.clone()
    gone.strides = {}
    assert Disrupt().run(s) and not Disrupt().run(gone), "nobody would advance any more"
    roll(s, (2, 3))
    assert where(s, "German ARM XLVIII") == WEST and down(s, "German ARM XLVIII")
    through(s, AdvanceUnits)
    assert where(s, "German ARM XLI") == PLAIN and owner(s, plain) == GERMANY
    if isinstance(pending(s), AdvanceUnits):
        assert why(s, AXIS, Advance(tank, plain)) == "ability.80"


@pytest.mark.rule("ability.80")
def test_80_the_enemy_may_intercept_and_he_may_not() -> None:
    s = beaten({"Zhukov": [80]}, {EMIL: WEST, MIG: "E0725"})
    w = s.world
    act(s, AXIS, Advance(w.unit("German ARM XLVIII"), w.hex(PLAIN)))
    act(s, AXIS, Done())
    say(s, ALLIES, "Zhukov", 80)
    act(s, ALLIES, Fly(w.unit(PE2), BOMBER))
    act(s, ALLIES, Done())
    act(s, AXIS, Fly(w.unit(EMIL), FIGHTER))
    go_on(s)
    assert isinstance(pending(s), AirRound) and s.flier == 1, "the fighter beside him was not asked again"


@pytest.mark.rule("ability.80")
@pytest.mark.parametrize(
    ("place", "given", "case"),
    [
        ({"Zhukov": "E0325", "Soviet INF 14": "E0325"}, {}, "2c"),
        ({"Zhukov": EAST, "Soviet INF 14": EAST}, {}, "ability.80"),
        ({}, {"down": ("Zhukov",)}, "3.2a"),
    ],
)
def test_80_not_from_afar_without_aircraft_or_face_down(
    place: Mapping[str, str], given: dict[str, Any], case: str
) -> None:
    s = beaten({"Zhukov": [80]}, place, **given)
    w = s.world
    act(s, AXIS, Advance(w.unit("German ARM XLVIII"), w.hex(PLAIN)))
    assert refused(s, "Zhukov", 80, "disrupt") == case
    plain = beaten({"Zhukov": [30]}, place)
    act(plain, AXIS, Advance(w.unit("German ARM XLVIII"), w.hex(PLAIN)))
    assert owner(plain, w.hex(PLAIN)) == GERMANY


# --- in the fight


@pytest.mark.rule("ability.81")
@pytest.mark.parametrize(("plane", "tenths"), [(EMIL, 70), (STUKA, 60), ("", 60)])
def test_81_one_more_with_a_fighter(plane: str, tenths: int) -> None:
    s = dogfight([81], plane)
    if plane == EMIL:
        say(s, AXIS, "Guderian", 81)
    else:
        assert refused(s, "Guderian", 81, "sky") == "ability.81"
    go_on(s)
    assert value(s, 0) == tenths


@pytest.mark.rule("ability.81")
def test_81_gone_when_his_fighter_breaks_off() -> None:
    s = dogfight([81], EMIL)
    say(s, AXIS, "Guderian", 81)
    roll(s, (1, 2))  # 3 and 4: aborted
    assert down(s, "Guderian") and value(s, 0) == 10, "the Stuka is alone, and he is gone"


@pytest.mark.rule("ability.82")
@pytest.mark.parametrize(("kinds", "number"), [(CVP, 2), (-1, 1)])
def test_82_two_carrier_planes_at_a_time(kinds: int, number: int) -> None:
    place = {EMIL: WEST, STUKA: WEST, "German INF IX": NORTH, HEINKEL: NORTH, "Guderian": WEST, RATA: PLAIN}
    s = strike(place, leaders={"Guderian": [82]})
    w = s.world
    before = list(w.kind)
    try:
        for name in (STUKA, HEINKEL):
            if kinds >= 0:
                w.kind[w.unit(name)] = kinds
        bomb(s, STUKA)
        act(s, AXIS, Fly(w.unit(EMIL), FIGHTER))
        act(s, AXIS, Fly(w.unit(HEINKEL), BOMBER))
        act(s, AXIS, Board(w.unit("Guderian"), w.unit(EMIL)))
        flown(s, (ALLIES, RATA, FIGHTER))
        say(s, AXIS, "Guderian", 82)
        roll(s, (5, 5))
        assert list(s.wing.values()).count(CLEARED) == number
    finally:
        w.kind[:] = before


@pytest.mark.rule("ability.83")
@pytest.mark.parametrize("has", BOTH)
def test_83_two_bombers_at_a_time_and_twice_the_flak(has: bool) -> None:
    place = {EMIL: WEST, STUKA: WEST, "German INF IX": NORTH, HEINKEL: NORTH, "Guderian": WEST, RATA: PLAIN}
    s = strike(place, leaders={"Guderian": [83]})
    w = s.world
    bomb(s, STUKA)
    act(s, AXIS, Fly(w.unit(HEINKEL), BOMBER))
    act(s, AXIS, Fly(w.unit(EMIL), FIGHTER))
    act(s, AXIS, Board(w.unit("Guderian"), w.unit(STUKA if has else EMIL)))
    flown(s, (ALLIES, RATA, FIGHTER))
    if has:
        say(s, AXIS, "Guderian", 83)
    else:
        assert refused(s, "Guderian", 83, "sky") == "ability.83"
        go_on(s)
    roll(s, (5, 5))
    assert list(s.wing.values()).count(CLEARED) == (2 if has else 1)
    s.agenda = (Flak(1, 3),)
    settle(s)
    assert pending(s) == FlakRoll(1, 3 if has else 2)


@pytest.mark.rule("ability.89")
def test_89_aircraft_of_his_power_break_off_before_the_first_round() -> None:
    s = dogfight([89], EMIL)
    w = s.world
    say(s, AXIS, "Guderian", 89)
    assert isinstance(pending(s), Slipping)
    act(s, AXIS, Name(w.unit(EMIL)))
    act(s, AXIS, Name(w.unit(STUKA)))
    assert down(s, EMIL) and down(s, STUKA) and where(s, STUKA) == WEST and not s.shot


@pytest.mark.rule("ability.89")
def test_89_no_others_and_only_if_he_flies() -> None:
    place = {
        EMIL: WEST,
        STUKA: WEST,
        "Guderian": WEST,
        "Rumanian INF I": NORTH,
        "Rumanian IAR 37": NORTH,
        RATA: PLAIN,
    }
    s = strike(place, leaders={"Guderian": [89]})
    w = s.world
    bomb(s, STUKA)
    act(s, AXIS, Fly(w.unit("Rumanian IAR 37"), BOMBER))
    act(s, AXIS, Fly(w.unit(EMIL), FIGHTER))
    act(s, AXIS, Board(w.unit("Guderian"), w.unit(EMIL)))
    flown(s, (ALLIES, RATA, FIGHTER))
    say(s, AXIS, "Guderian", 89)
    assert why(s, AXIS, Name(w.unit("Rumanian IAR 37"))) == "ability.89", (
        "aircraft of his power, not of its minors"
    )
    assert why(s, AXIS, Name(w.unit(STUKA))) == ""
    ground = dogfight([89], "")
    assert isinstance(pending(ground), AirRound) and refused(ground, "Guderian", 89, "sky") == "ability.89"


@pytest.mark.rule("ability.96")
@pytest.mark.parametrize(
    ("has", "defender", "cleared"), [(True, FRITZ, False), (False, FRITZ, True), (True, "German He-51", True)]
)
def test_96_an_enemy_bomber_does_not_get_through(has: bool, defender: str, cleared: bool) -> None:
    """Against a Rata with 3 the Fritz with 6 has the higher value, the He 51 with 2 has not."""
    place = {
        "Soviet INF 29": PLAIN,
        RATA: PLAIN,
        PE2: PLAIN,
        "German INF IX": WEST,
        defender: WEST,
        "Guderian": WEST,
    }
    s = steppe(place, (Sorties(1, STRIKE),), {"Guderian": [96 if has else 18]}, side=ALLIES, phase="strikes")
    w = s.world
    act(s, ALLIES, Pick(w.unit(PE2)))
    act(s, ALLIES, Attack(w.hex(WEST)))
    act(s, ALLIES, Fly(w.unit(RATA), FIGHTER))
    wait(s, ALLIES)
    act(s, AXIS, Fly(w.unit(defender), FIGHTER))
    act(s, AXIS, Board(w.unit("Guderian"), w.unit(defender)))
    nobody(s)
    if has:
        say(s, AXIS, "Guderian", 96)
    go_on(s)
    edge = (value(s, 1) - value(s, 0)) // 10
    roll(s, (7, 6 - edge) if 1 <= 6 - edge <= 10 else (10, 3 - edge))
    assert (s.wing[w.unit(PE2)] == CLEARED) == cleared


# --- weather, raids, staying ready


@pytest.mark.rule("ability.85")
@pytest.mark.parametrize("has", BOTH)
def test_85_flying_in_blizzard_as_in_snow(has: bool) -> None:
    place = {
        **TANKS,
        STUKA: WEST,
        "German INF IX": NORTH,
        HEINKEL: NORTH,
        "Guderian": WEST,
        "Soviet INF 29": PLAIN,
    }
    s = steppe(
        place,
        (Asking((0,), "impulse"), Sorties(0, STRIKE)),
        {"Guderian": [85 if has else 18]},
        weather="blizzard",
    )
    w = s.world
    if has:
        say(s, AXIS, "Guderian", 85)
    plain = w.hex(PLAIN)
    assert is_closed(s, w.unit(STUKA), plain) != has
    assert is_closed(s, w.unit(HEINKEL), plain), "not of his hex"
    if has:
        assert halves(s, w.unit(STUKA), 5, plain) == 5, "half"
        assert why(s, AXIS, Pick(w.unit(STUKA))) == ""


@pytest.mark.rule("ability.85")
@pytest.mark.parametrize(
    ("weather", "is_down", "case"), [("storm", False, "ability.85"), ("blizzard", True, "3.2a")]
)
def test_85_not_in_storm_nor_face_down(weather: str, is_down: bool, case: str) -> None:
    place = {**TANKS, STUKA: WEST, "Guderian": WEST}
    s = steppe(place, (), {"Guderian": [85]}, weather=weather, down=("Guderian",) if is_down else ())
    assert refused(s, "Guderian", 85, "impulse") == case


def heavy_raid(n: int, night: bool, other: str = "", base: str = EAST, **given: Any) -> State:
    """A Soviet raid on Breslau's factory, brought to the steppe."""
    more = {"industry": {"factories": {"germany": {"Voronezh": 1}}}}
    place = {"Soviet INF 29": EAST, TB3: EAST, "Soviet INF 12": base, "Zhukov": base}
    if other:
        place[other] = EAST
    s = steppe(
        place, (Sorties(1, STRATEGIC),), {"Zhukov": [n]}, side=ALLIES, phase="bombing", more=more, **given
    )
    w = s.world
    act(s, ALLIES, Pick(w.unit(TB3)))
    act(s, ALLIES, Attack(w.hex("Voronezh")))
    act(s, ALLIES, Hour(night))
    if other:
        act(s, ALLIES, Fly(w.unit(other), BOMBER))
    nobody(s)
    return s


@pytest.mark.rule("ability.86", "ability.87")
@pytest.mark.parametrize(
    ("n", "night", "other", "base", "given", "dice"),
    [
        (86, True, "", EAST, {}, 2),
        (86, False, "", EAST, {}, 1),
        (86, True, "Soviet IL-4", EAST, {}, 1),
        (86, True, "", "E0727", {}, 1),
        (86, True, "", EAST, {"weather": "rain"}, 1),
        (86, True, "", EAST, {"down": ("Zhukov",)}, 1),
        (87, False, "", EAST, {}, 2),
        (87, True, "", EAST, {}, 1),
        (87, False, "Soviet IL-4", EAST, {}, 1),
        (87, False, "", "E0727", {}, 1),
        (87, False, "", EAST, {"weather": "rain"}, 1),
        (87, False, "", EAST, {"down": ("Zhukov",)}, 1),
    ],
)
def test_86_87_the_better_of_two_dice(
    n: int, night: bool, other: str, base: str, given: dict[str, Any], dice: int
) -> None:
    """By night (86) or day (87), in fine weather, four-turn bombers of his power alone, one of them from his hex."""
    s = heavy_raid(n, night, other, base, **given)
    while not isinstance(pending(s), RaidRoll):
        if isinstance(pending(s), FlakRoll):
            roll(s, (1,))
        elif isinstance(pending(s), Announcing):
            say(s, ALLIES, "Zhukov", n)
    found = pending(s)
    assert isinstance(found, RaidRoll) and found.dice == dice
    roll(s, (1, 10) if dice == 2 else (1,))
    assert sum(s.bombed.values()) == (1 if dice == 2 else 0)


@pytest.mark.rule("ability.90")
@pytest.mark.parametrize("has", BOTH)
def test_90_an_aircraft_stays_face_up(has: bool) -> None:
    s = strike(
        {STUKA: WEST, "Guderian": NORTH, "German INF IX": NORTH}, leaders={"Guderian": [90 if has else 18]}
    )
    w = s.world
    bomb(s, STUKA)
    nobody(s)
    roll(s, (10,))
    act(s, AXIS, Done())
    if not has:
        assert down(s, STUKA)
        return
    say(s, AXIS, "Guderian", 90)
    assert isinstance(pending(s), KeepFlying)
    act(s, AXIS, Name(w.unit(STUKA)))
    assert not down(s, STUKA)
    assert pending(s) is None or why(s, AXIS, Pick(w.unit(STUKA))) == "base.air", (
        "once an impulse all the same"
    )
    assert refused(s, "Guderian", 90, "home") == "3.2c"


@pytest.mark.rule("ability.90")
@pytest.mark.parametrize(
    ("place", "down_now", "case"), [("E1525", False, "ability.90"), (NORTH, True, "3.2a")]
)
def test_90_out_of_range_or_face_down(place: str, down_now: bool, case: str) -> None:
    at = {STUKA: WEST, "Guderian": place, "German INF IX": place}
    s = strike(at, leaders={"Guderian": [90]}, down=("Guderian",) if down_now else ())
    s.home = [s.world.unit(STUKA)]
    assert refused(s, "Guderian", 90, "home") == case


@pytest.mark.rule("ability.90", "base.strike")
def test_90_it_is_not_turned_down_by_bombs_either() -> None:
    s = steppe(
        {"German INF IX": WEST, STUKA: WEST, "Soviet INF 29": PLAIN, PE2: PLAIN},
        (Sorties(1, STRIKE),),
        side=ALLIES,
    )
    w = s.world
    s.spared = 1 << w.unit(STUKA)
    act(s, ALLIES, Pick(w.unit(PE2)))
    act(s, ALLIES, Attack(w.hex(WEST)))
    nobody(s)
    assert pending(s).units == (w.unit("German INF IX"),)  # type: ignore[union-attr]


# --- support and production


@pytest.mark.rule("ability.59")
@pytest.mark.parametrize(("has", "strength"), [(True, 4 + 8), (False, 4 + 4)])
def test_59_twice_the_support_in_attack(has: bool, strength: int) -> None:
    place = {
        "German INF XXXV": WEST,
        STUKA: WEST,
        HEINKEL: WEST,
        "Guderian": WEST,
        "Soviet MIL Saratov": PLAIN,
    }
    s = battle(place, PLAIN, ("German INF XXXV",), {"Guderian": [59 if has else 31]})
    if has:
        say(s, AXIS, "Guderian", 59)
    flown(s, (AXIS, STUKA, BOMBER), (AXIS, HEINKEL, BOMBER))
    assert attack_strength(s) == strength


@pytest.mark.rule("ability.59")
def test_59_artillery_stays_at_the_usual_limit() -> None:
    place = {
        "German MIL Bremen": WEST,
        "German ART DIV 150 mm": WEST,
        EMIL: WEST,
        "Guderian": WEST,
        "Soviet MIL Saratov": PLAIN,
    }
    s = battle(place, PLAIN, ("German MIL Bremen",), {"Guderian": [59]})
    say(s, AXIS, "Guderian", 59)
    flown(s, (AXIS, EMIL, BOMBER))
    act(s, AXIS, Done())
    act(s, AXIS, Support(s.world.unit("German ART DIV 150 mm")))
    assert attack_strength(s) == 2 + 2 + 1, "2 of 4 factors of guns, and the fighter's 1"


@pytest.mark.rule("ability.59")
@pytest.mark.parametrize(("where_he_is", "extra"), [("E0725", 6), ("E0325", 3)])
def test_59_in_defence_within_his_range(where_he_is: str, extra: int) -> None:
    place = {
        **TANKS,
        "Soviet MIL Stalino": PLAIN,
        "Soviet INF 12": EAST,
        PE2: EAST,
        "Soviet SB-2": EAST,
        "Soviet INF 14": where_he_is,
        "Timoshenko": where_he_is,
    }
    s = battle(place, PLAIN, tuple(TANKS), {"Timoshenko": [59]})
    assert refused(s, "Timoshenko", 59) == ("" if extra == 6 else "2c")
    own = defence_strength(s)
    if extra == 6:
        say(s, ALLIES, "Timoshenko", 59)
    go_on(s)
    act(s, ALLIES, Fly(s.world.unit(PE2), BOMBER)) if isinstance(pending(s), Forming) else None
    while isinstance(frame := pending(s), Forming):
        if why(s, SEATS[frame.side], Fly(s.world.unit("Soviet SB-2"), BOMBER)) == "":
            act(s, ALLIES, Fly(s.world.unit("Soviet SB-2"), BOMBER))
        else:
            act(s, SEATS[frame.side], Done())
    assert own == 3 and defence_strength(s) == own + min(extra, 5)


@pytest.mark.rule("ability.32")
@pytest.mark.parametrize(("us", "halves_of_aid", "bonus"), [(True, 6, -1), (True, 5, 0), (False, 6, 0)])
def test_32_us_aircraft_over_us_troops(us: bool, halves_of_aid: int, bonus: int) -> None:
    """A unit with 6 factors needs 3 from the air."""
    place = {**TANKS, "Soviet INF 12": PLAIN, "Timoshenko": EAST, "Soviet INF 14": EAST}
    s = battle(place, PLAIN, tuple(TANKS), {"Timoshenko": [32]})
    w = s.world
    u = w.unit("Soviet INF 12")
    own = int(defence_strength(s))
    say(s, ALLIES, "Timoshenko", 32)
    to_roll(s, 0)
    before = odds(s).bonus
    nation = w.nation[u]
    try:
        if us:
            w.nation[u] = "usa"
        s.aid = {USA: halves_of_aid * own // 6}
        assert odds(s).bonus - before == (bonus if w.nation[u] != "ussr" else 0)
    finally:
        w.nation[u] = nation


@pytest.mark.rule("ability.21")
@pytest.mark.parametrize(
    ("place", "is_down", "turns"), [("Moscow", False, 2), ("Archangel", False, 3), ("Moscow", True, 3)]
)
def test_21_pilots_in_two_turns(place: str, is_down: bool, turns: int) -> None:
    s = steppe(
        {"Zhukov": place},
        (Asking((1,), "production"), Building(1, USSR)),
        {"Zhukov": [21]},
        side="",
        points=[0] * 6 + [9, 0],
        down=("Zhukov",) if is_down else (),
        turn=1,
    )
    if isinstance(pending(s), Announcing):
        say(s, ALLIES, "Zhukov", 21)
    else:
        assert is_down
    act(s, ALLIES, Build(USSR, "PILOT"))
    assert s.training == {USSR * 100 + 1 + turns: 1}


@pytest.mark.rule("ability.21")
def test_21_one_pilot_for_each_factory() -> None:
    s = steppe(
        {"Zhukov": "Gorky"},
        (Asking((1,), "production"), Building(1, USSR)),
        {"Zhukov": [21]},
        side="",
        points=[0] * 6 + [9, 0],
        turn=1,
    )
    w = s.world
    near = w.range_of(w.unit("Zhukov"), w.hex("Gorky"))
    number = sum(n for h, n in w.factories[USSR].items() if near >> h & 1 and owner(s, h) == USSR)
    say(s, ALLIES, "Zhukov", 21)
    from hexfront.games.leaders_in_flames.air.pilots import fast_places

    assert fast_places(s, USSR) == number > 0 and fast_places(s, GERMANY) == 0
    s.bombed = {}
    for hexes in list(w.factories[USSR]):
        from hexfront.games.leaders_in_flames.state import give_hexes

        give_hexes(s, 1 << hexes, GERMANY)
    assert fast_places(s, USSR) == 0, "none of them works for him any more"


# --- limits of leadership


@pytest.mark.rule("3.2g")
@pytest.mark.parametrize(
    ("n", "moment"), [(59, "battle"), (77, "battle"), (74, "patrol"), (79, "early"), (76, "strafe")]
)
def test_3_2g_a_used_rank_binds_air_leaders_too(n: int, moment: str) -> None:
    place = {**TANKS, STUKA: WEST, EMIL: WEST, "Guderian": WEST, "Richthofen": WEST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, tuple(TANKS), {"Guderian": [27], "Richthofen": [n]})
    assert refused(s, "Richthofen", n, moment) == ""
    say(s, AXIS, "Guderian", 27)
    assert refused(s, "Richthofen", n, moment) == "3.2g"


@pytest.mark.rule("ability.21")
def test_21_his_power_alone_trains_faster() -> None:
    from hexfront.games.leaders_in_flames.air.pilots import fast_places

    s = steppe(
        {"Zhukov": "Gorky"},
        (Asking((1,), "production"), Building(1, USSR)),
        {"Zhukov": [21]},
        side="",
        points=[0] * 6 + [9, 0],
    )
    w = s.world
    say(s, ALLIES, "Zhukov", 21)
    gorky = w.hex("Gorky")
    assert fast_places(s, USSR) > 0 and gorky in w.factories[USSR]
    from hexfront.games.leaders_in_flames.state import give_hexes
    from hexfront.wargame import move

    here = next(h for h in w.factories[GERMANY])
    give_hexes(s, 1 << here, GERMANY)
    move(s, w.unit("Zhukov"), here)
    assert fast_places(s, GERMANY) == 0, "German factories in his range serve no German pilots"


@pytest.mark.rule("ability.76")
@pytest.mark.parametrize(("dice", "is_down"), [((7, 7), True), ((5, 5), False), ((3, 3), False)])
def test_76_only_an_abort_turns_the_target_over(dice: tuple[int, int], is_down: bool) -> None:
    s = strafing()
    w = s.world
    say(s, AXIS, "Guderian", 76)
    act(s, AXIS, Pick(w.unit(EMIL)))
    act(s, AXIS, Attack(w.hex(PLAIN)))
    nobody(s)
    act(s, AXIS, Take(w.unit(PE2)))
    assert pending(s) == StrafeRound(w.unit(EMIL), w.unit(PE2)) and not down(s, PE2)
    roll(s, dice)
    assert where(s, PE2) == PLAIN and down(s, PE2) == is_down


@pytest.mark.rule("ability.74", "3.1k", "base.landing")
@pytest.mark.parametrize("flier", [0, 1])
def test_after_a_mission_the_side_that_flew_is_asked_first_then_the_other(flier: int) -> None:
    from hexfront.games.leaders_in_flames.air.missions import Homing

    s = steppe({"German INF IX": WEST, EMIL: WEST})
    s.flier, s.over = flier, s.world.hex(PLAIN)
    assert Asking((flier, 1 - flier), "home") in Homing().run(s)


@pytest.mark.rule("ability.77", "base.support")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("waits", [False, True])
def test_77_the_attacker_sends_his_aircraft_last(side: int, waits: bool) -> None:
    from hexfront.games.leaders_in_flames.air.missions import OUTWARD, Wave
    from hexfront.games.leaders_in_flames.air.support import AirSupport
    from hexfront.games.leaders_in_flames.leaders.asks import code, occasion

    s = steppe({"Guderian": WEST, "Zhukov": PLAIN}, leaders={"Guderian": [77], "Zhukov": [77]})
    w = s.world
    s.side, s.target = side, w.hex(PLAIN)
    if waits:
        s.said[code(w.unit(("Guderian", "Zhukov")[side]), 77)] = occasion(s)
    order = (1 - side, side) if waits else (side, 1 - side)
    assert AirSupport().run(s)[:2] == tuple(Wave(each, OUTWARD) for each in order)
