"""Air transport, paradrops, notional units, and paratroops with their leaders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Attack,
    Board,
    Commit,
    Done,
    Fly,
    Go,
    Join,
    Pick,
    Stop,
    Take,
)
from hexfront.games.leaders_in_flames.air.fight import BOMBER, FIGHTER, AirRound
from hexfront.games.leaders_in_flames.air.missions import Forming, Returning
from hexfront.games.leaders_in_flames.air.transport import Lifts, Loading
from hexfront.games.leaders_in_flames.kinds import ATTACKS, DROP, GERMANY, MISSIONS, TRANSPORT, USSR
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting
from hexfront.games.leaders_in_flames.land.landings import notional_factor, notional_is_down
from hexfront.games.leaders_in_flames.land.losses import TakeLoss
from hexfront.games.leaders_in_flames.land.odds import attack_strength, defence_strength, odds
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.limits import use, used
from hexfront.games.leaders_in_flames.state import State, give_hexes, owner
from hexfront.kernel import pending, settle
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    AXIS,
    EAST,
    NORTH,
    PLAIN,
    WEST,
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
from tests.games.leaders_in_flames.sky import GUNS, MIG, STUKA, give, nobody, wait

JU, PARA, FLIEGER = "German Ju-52", "German PARA I Para", "German PARA DIV 7"


def lift_off(mission: int, place: Mapping[str, str], *frames: Any, **given: Any) -> State:
    """A transport with paratroops at WEST, and what else is placed."""
    base = {"German INF IX": WEST, JU: WEST, PARA: WEST}
    return steppe({**base, **place}, (Lifts(0, mission), *frames), phase="airlift", **given)


def load(s: State, cargo: str, to: str, *crew: str) -> None:
    w = s.world
    act(s, AXIS, Pick(w.unit(JU)))
    act(s, AXIS, Join(w.unit(cargo)))
    for leader in crew:
        act(s, AXIS, Board(w.unit(leader), w.unit(JU)))
    act(s, AXIS, Go(w.hex(to)))


# --- transport


@pytest.mark.rule("base.transport")
def test_a_transport_flies_a_unit_to_a_field() -> None:
    s = lift_off(TRANSPORT, {"German INF X": "E1325"})
    load(s, PARA, "E1325")
    assert where(s, PARA) == "E1325" and down(s, PARA) and used(s, GERMANY, MISSIONS) == 1
    act(s, AXIS, Done())
    assert where(s, JU) == WEST and down(s, JU)


@pytest.mark.rule("base.transport")
def test_what_a_transport_carries_and_where_to() -> None:
    place = {
        "German MTN XLIX": WEST,
        "German INF IX": NORTH,
        "German ART DIV 105 mm": NORTH,
        "German INF X": "E1325",
        "German INF XIII": "E1625",
    }
    s = lift_off(TRANSPORT, place)
    w = s.world
    act(s, AXIS, Pick(w.unit(JU)))
    assert why(s, AXIS, Join(w.unit("German INF IX"))) == "base.transport", "no infantry corps"
    assert why(s, AXIS, Join(w.unit("German ART DIV 105 mm"))) == "base.transport", "of another hex"
    assert why(s, AXIS, Go(w.hex("E1325"))) == "base.transport", "nothing is aboard"
    act(s, AXIS, Join(w.unit("German MTN XLIX")))
    assert why(s, AXIS, Join(w.unit(PARA))) == "base.transport", "one unit"
    assert why(s, AXIS, Go(w.hex("E1625"))) == "base.transport", "six hexes are too far"
    assert why(s, AXIS, Go(w.hex(EAST))) == "base.transport", "no field"
    act(s, AXIS, Stop())
    assert not s.cargo and not s.wing and isinstance(pending(s), Loading)


@pytest.mark.rule("base.transport")
def test_a_division_and_no_face_down_unit() -> None:
    s = steppe(
        {"German INF IX": WEST, JU: WEST, FLIEGER: WEST, "German INF X": NORTH}, (Lifts(0, TRANSPORT),)
    )
    load(s, FLIEGER, NORTH)
    assert where(s, FLIEGER) == NORTH
    tired = lift_off(TRANSPORT, {"German INF X": NORTH}, down=(PARA,))
    assert pending(tired) is None
    wrong = lift_off(TRANSPORT, {JU: "pool", STUKA: WEST, "German INF X": NORTH})
    assert pending(wrong) is None, "a bomber carries nobody"


@pytest.mark.rule("base.transport")
@pytest.mark.parametrize(("dice", "place", "is_down"), [((1, 1), "pool", False), ((6, 6), WEST, True)])
def test_what_becomes_of_the_load_of_a_beaten_transport(
    dice: tuple[int, int], place: str, is_down: bool
) -> None:
    s = lift_off(TRANSPORT, {"German INF X": NORTH, "Soviet INF 29": PLAIN, MIG: PLAIN})
    w = s.world
    load(s, PARA, NORTH)
    act(s, ALLIES, Fly(w.unit(MIG), FIGHTER))
    nobody(s)
    assert isinstance(pending(s), AirRound)
    roll(s, dice)
    if dice == (1, 1):
        roll(s, 1)
    assert where(s, PARA) == place and down(s, PARA) == is_down


@pytest.mark.rule("3.1j", "3.1l")
def test_3_1l_leaders_fly_along_for_nothing_and_alone() -> None:
    s = lift_off(TRANSPORT, {"German INF X": NORTH, "Guderian": WEST, "Student": WEST})
    load(s, PARA, NORTH, "Guderian", "Student")
    assert where(s, "Guderian") == where(s, "Student") == where(s, PARA) == NORTH
    assert not down(s, "Guderian") and down(s, PARA)
    alone = steppe(
        {"German INF IX": WEST, JU: WEST, "Guderian": WEST, "German INF X": NORTH}, (Lifts(0, TRANSPORT),)
    )
    w = alone.world
    act(alone, AXIS, Pick(w.unit(JU)))
    assert why(alone, AXIS, Go(w.hex(NORTH))) == "base.transport"
    act(alone, AXIS, Board(w.unit("Guderian"), w.unit(JU)))
    act(alone, AXIS, Go(w.hex(NORTH)))
    assert where(alone, "Guderian") == NORTH


@pytest.mark.rule("base.transport")
def test_each_transport_flies_by_itself() -> None:
    s = lift_off(
        TRANSPORT,
        {
            "German INF X": "E1325",
            "German Ju-52 II": WEST,
            "German Bf-109E3": NORTH,
            "German INF XIII": NORTH,
        },
    )
    w = s.world
    load(s, PARA, "E1325")
    if isinstance(pending(s), Forming):
        assert why(s, AXIS, Fly(w.unit("German Ju-52 II"), BOMBER)) == "base.transport"


# --- paradrops


def attack(s: State, target: str, *with_them: str) -> None:
    """Declare the attack on a hex and take it up."""
    w = s.world
    act(s, AXIS, Attack(w.hex(target)))
    for name in with_them:
        act(s, AXIS, Join(w.unit(name)))
    act(s, AXIS, Commit())
    act(s, AXIS, Done())


def fought(s: State, die: int) -> None:
    """Roll an assault; tanks are lost before paratroops, and advance nowhere."""
    to_roll(s, 0)
    roll(s, die)
    while (frame := pending(s)) is not None:
        seat = frame.deciders(s)[0]  # type: ignore[union-attr]
        found = frame.legal(s, seat)  # type: ignore[union-attr]
        mine = [a for a in found if isinstance(a, Take) and a.unit != s.world.unit(PARA)]
        act(s, seat, mine[0] if mine else found[0] if isinstance(frame, TakeLoss) else found[-1])


def dropped(place: Mapping[str, str], to: str = PLAIN, *crew: str, **given: Any) -> State:
    """Paratroops over a hex, and the attack on it about to be declared."""
    s = lift_off(DROP, place, Declaring(0), Fighting(0), **given)
    load(s, PARA, to, *crew)
    nobody(s)
    while isinstance(pending(s), Returning):
        act(s, AXIS, Done())
    while isinstance(pending(s), Loading):
        act(s, AXIS, Done())
    s.phase = 0
    return s


@pytest.mark.rule("base.paradrop")
def test_paratroops_drop_on_troops_and_fight_without_rivers() -> None:
    s = dropped({"Soviet MIL Saratov": PLAIN, "German ARM XLI": NORTH})
    w = s.world
    assert where(s, PARA) == "sky" and s.descent == {w.unit(PARA): w.hex(PLAIN)} and down(s, JU)
    attack(s, PLAIN, "German ARM XLI")
    assert set(s.attackers) == {w.unit(PARA), w.unit("German ARM XLI")}, "who lands there takes part"
    assert attack_strength(s) == 5 + 8
    fought(s, 10)
    assert where(s, PARA) == PLAIN and owner(s, w.hex(PLAIN)) == GERMANY and down(s, PARA) and not s.descent


@pytest.mark.rule("base.paradrop")
def test_paratroops_that_do_not_win_are_lost() -> None:
    s = dropped({"Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN, "German ARM XLI": NORTH})
    w = s.world
    act(s, AXIS, Attack(w.hex(PLAIN)))
    act(s, AXIS, Join(w.unit("German ARM XLI")))
    act(s, AXIS, Commit())
    act(s, AXIS, Done())
    to_roll(s, 0)
    roll(s, 4)
    through(s)
    assert where(s, PARA) == "pool" and not s.descent and where(s, "Soviet INF 29") == PLAIN


@pytest.mark.rule("base.paradrop")
def test_who_is_not_used_is_lost() -> None:
    s = dropped({"Soviet INF 29": PLAIN})
    act(s, AXIS, Done())
    assert where(s, PARA) == "pool" and not s.descent


@pytest.mark.rule("base.paradrop")
def test_where_paratroops_can_drop() -> None:
    s = lift_off(
        DROP, {"Soviet INF 29": "E0825", "Soviet INF 12": "E0425"}, control={"ussr": ["E0927", "Saratov"]}
    )
    w = s.world
    act(s, AXIS, Pick(w.unit(JU)))
    act(s, AXIS, Join(w.unit(PARA)))
    assert why(s, AXIS, Go(w.hex("E0825"))) == "", "enemy troops"
    assert why(s, AXIS, Go(w.hex("E0425"))) == "base.transport", "out of range"
    assert why(s, AXIS, Go(w.hex("E0927"))) == "base.transport", "open country"
    foul = lift_off(DROP, {"Soviet INF 29": "E0825"}, weather="storm")
    assert pending(foul) is None
    spent = lift_off(DROP, {"Soviet INF 29": "E0825"}, action="combined")
    use(spent, GERMANY, ATTACKS, 3)
    spent.agenda = (Lifts(0, DROP),)
    settle(spent)
    assert pending(spent) is None, "no attack is left"
    infantry = lift_off(DROP, {PARA: "pool", "German MTN XLIX": WEST, "Soviet INF 29": "E0825"})
    assert pending(infantry) is None, "mountain troops do not jump"


@pytest.mark.rule("base.paradrop", "base.flak")
def test_guns_fire_at_transports() -> None:
    s = lift_off(DROP, {"Soviet INF 29": PLAIN, GUNS: PLAIN}, Declaring(0))
    load(s, PARA, PLAIN)
    nobody(s)
    roll(s, (10, 1))
    roll(s, 1)
    assert where(s, JU) == "pool" and where(s, PARA) == "pool" and not s.descent


# --- notional units


def empty(place: str, tanks: str) -> State:
    s = lift_off(DROP, {"Soviet INF 29": "E0425", "German ARM XLI": tanks}, Declaring(0), Fighting(0))
    give(s, USSR, place)
    return s


@pytest.mark.rule("base.notional")
def test_factors_of_a_notional_unit() -> None:
    s = steppe({"Soviet INF 29": EAST, "German INF IX": "Voronezh"})
    w = s.world
    assert notional_factor(s, w.hex("Saratov")) == 3, "a city at home"
    assert notional_factor(s, w.hex("E0725")) == 2, "open country at home"
    cut = steppe({"German INF IX": "Saratov"})
    give_hexes(cut, 1 << w.hex("E0625"), GERMANY)
    assert notional_factor(cut, w.hex("E0625")) == 1
    give_hexes(cut, 1 << w.hex("Sevastopol"), GERMANY)
    assert notional_factor(cut, w.hex("Sevastopol")) == 1, "a city, not at home, out of supply"
    assert notional_is_down(cut, w.hex("Sevastopol")) and not notional_is_down(s, w.hex("Saratov"))


@pytest.mark.rule("base.notional", "base.paradrop")
@pytest.mark.parametrize(("die", "won"), [(10, True), (1, False)])
def test_a_drop_on_an_empty_city(die: int, won: bool) -> None:
    s = empty("Voronezh", "E1125")
    w = s.world
    load(s, PARA, "Voronezh")
    nobody(s)
    while isinstance(pending(s), Returning | Loading):
        act(s, AXIS, Done())
    attack(s, "Voronezh", *(("German ARM XLI",) if won else ()))
    assert not s.defenders and defence_strength(s) == notional_factor(s, w.hex("Voronezh"))
    assert odds(s).bonus == notional_is_down(s, w.hex("Voronezh"))
    fought(s, die)
    assert (where(s, PARA) == w.label(w.hex("Voronezh"))) == won
    assert owner(s, w.hex("Voronezh")) == (GERMANY if won else USSR)


# --- leaders of paratroops


@pytest.mark.rule("3.3m")
def test_3_3m_a_leader_who_drops_dies_with_the_last_unit() -> None:
    s = dropped({"Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN, "Student": WEST}, PLAIN, "Student")
    w = s.world
    assert w.unit("Student") in s.descent
    act(s, AXIS, Done())
    assert where(s, "Student") == "dead" and where(s, PARA) == "pool"
    lucky = dropped({"Soviet MIL Saratov": PLAIN, "Student": WEST, "German ARM XLI": NORTH}, PLAIN, "Student")
    attack(lucky, PLAIN, "German ARM XLI")
    fought(lucky, 10)
    assert where(lucky, "Student") == PLAIN


@pytest.mark.rule("ability.73")
@pytest.mark.parametrize(("crew", "has"), [(("Student",), True), ((), False)])
def test_73_support_without_limit_for_who_drops_with_him(crew: tuple[str, ...], has: bool) -> None:
    place = {
        "Soviet MIL Saratov": PLAIN,
        "Student": WEST,
        STUKA: NORTH,
        "German INF X": NORTH,
        "German He-111H6": NORTH,
    }
    s = dropped(place, PLAIN, *crew, leaders={"Student": [73]})
    w = s.world
    act(s, AXIS, Attack(w.hex(PLAIN)))
    act(s, AXIS, Commit())
    act(s, AXIS, Done())
    if has:
        say(s, AXIS, "Student", 73)
    else:
        assert refused(s, "Student", 73) == "ability.73"
    go_on(s)
    for name in (STUKA, "German He-111H6"):
        act(s, AXIS, Fly(w.unit(name), BOMBER))
    wait(s, AXIS)
    nobody(s)
    assert attack_strength(s) == 5 + (9 if has else 5)


@pytest.mark.rule("ability.64")
@pytest.mark.parametrize(("transports", "fed"), [(1, 1), (2, 2), (0, 0)])
def test_64_a_para_in_supply_for_each_transport(transports: int, fed: int) -> None:
    place = {
        PARA: "E0725",
        "German PARA II Para": "E0725",
        "Soviet INF 29": EAST,
        "Soviet INF 12": "E0724",
        "German INF IX": "E0925",
        "Student": "E0925",
    }
    place |= dict.fromkeys((JU, "German Ju-52 II")[:transports], "E0925")
    s = steppe(place, (Asking((0,), "impulse"),), {"Student": [64]})
    w = s.world
    say(s, AXIS, "Student", 64)
    assert [is_supplied(s, w.unit(name)) for name in (PARA, "German PARA II Para")] == [fed > 0, fed > 1]


@pytest.mark.rule("ability.64")
@pytest.mark.parametrize(
    ("change", "given", "fed"),
    [
        ({}, {}, True),
        ({"Student": "E1125", JU: "E1125"}, {}, False),
        ({}, {"down": (JU,)}, False),
        ({JU: NORTH}, {}, False),
    ],
)
def test_64_range_facing_and_stack(change: Mapping[str, str], given: dict[str, Any], fed: bool) -> None:
    place = {
        PARA: "E0725",
        "Soviet INF 29": EAST,
        "Soviet INF 12": "E0724",
        "German INF IX": "E0925",
        "Student": "E0925",
        JU: "E0925",
    }
    s = steppe({**place, **change}, (Asking((0,), "impulse"),), {"Student": [64]}, **given)
    u = s.world.unit(PARA)
    assert not is_supplied(s, u)
    say(s, AXIS, "Student", 64)
    assert is_supplied(s, u) == fed
    asleep = steppe(place, (), {"Student": [64]}, down=("Student",))
    assert refused(asleep, "Student", 64, "impulse") == "3.2a"
