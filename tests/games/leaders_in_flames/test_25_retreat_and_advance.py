"""Retreat and advance after combat: who goes where, in which order, and with whom."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Advance, Done, Retreat
from hexfront.games.leaders_in_flames.kinds import GERMANY, KILLED, POOL, SKY
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.combat import LandRoll
from hexfront.games.leaders_in_flames.land.landings import is_notional, is_won, lose_strays
from hexfront.games.leaders_in_flames.land.losses import check_deaths, eligible, participants
from hexfront.games.leaders_in_flames.land.results import SecondAttack
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing, refuges
from hexfront.games.leaders_in_flames.land.supply import supply_of
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.kernel import pending
from hexfront.testing import act, roll
from hexfront.wargame import lift
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    ARMOUR,
    AXIS,
    EAST,
    GROUND,
    NORTH,
    PLAIN,
    TANKS,
    WEST,
    battle,
    down,
    say,
    through,
    to_roll,
    where,
    why,
)

PAIR = ("Soviet INF 29", "Soviet INF 12")


def beaten(place: dict[str, str] | None = None, leaders: dict[str, list[int]] | None = None) -> State:
    """Two Soviet armies in PLAIN that must retreat, the first asked."""
    s = battle({**TANKS, **dict.fromkeys(PAIR, PLAIN), **(place or {})}, PLAIN, ARMOUR, leaders)
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell == "*/R"
    through(s, Withdrawing)
    return s


def broken(leaders: dict[str, list[int]] | None = None, **place: str) -> State:
    """A breakthrough against militia in PLAIN, at the advance."""
    men = {name.replace("_", " "): at for name, at in place.items()}
    s = battle(
        {**TANKS, "Soviet MIL Saratov": PLAIN, **men}, PLAIN, ARMOUR, leaders, down=("Soviet MIL Saratov",)
    )
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell.endswith("B")
    through(s, AdvanceUnits)
    return s


# --- retreat


@pytest.mark.rule("base.losses", "ability.55")
def test_a_retreat_leaves_nothing_to_choose() -> None:
    s = battle({**TANKS, **dict.fromkeys(PAIR, PLAIN)}, PLAIN, ARMOUR)
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell == "*/R" and isinstance(pending(s), Withdrawing), "only S and B may be taken as R"


@pytest.mark.rule("base.retreat")
@pytest.mark.seam("combat", "supply")
def test_into_supply_where_there_is_any() -> None:
    s = beaten()
    w, u = s.world, s.world.unit(PAIR[0])
    fed = supply_of(s, w.party[u])
    assert refuges(s, u) and not refuges(s, u) & ~fed
    for name in GROUND["ussr"]:
        give_hexes(s, 1 << w.hex(name), GERMANY)
    assert not supply_of(s, w.party[u]) & refuges(s, u)
    assert refuges(s, u), "where nothing is in supply it retreats all the same"


@pytest.mark.rule("base.retreat")
def test_a_retreat_names_the_next_unit_and_a_hex_of_the_map() -> None:
    s = beaten()
    w = s.world
    first, second = (w.unit(name) for name in PAIR)
    assert why(s, ALLIES, Retreat(first, -1)) == "base.retreat"
    assert why(s, ALLIES, Retreat(second, w.hex(EAST))) == "base.retreat", "one after another"
    act(s, ALLIES, Retreat(first, w.hex(EAST)))
    assert why(s, ALLIES, Retreat(first, w.hex("E0725"))) == "base.retreat"
    act(s, ALLIES, Retreat(second, w.hex("E0725")))
    assert where(s, PAIR[0]) == EAST and where(s, PAIR[1]) == "E0725"
    assert not isinstance(pending(s), Withdrawing)


@pytest.mark.rule("base.retreat", "3.1d")
def test_3_1d_leaders_leave_after_the_units() -> None:
    s = beaten({"Zhukov": PLAIN})
    w = s.world
    for name in PAIR:
        act(s, ALLIES, Retreat(w.unit(name), w.hex(EAST)))
    zhukov = w.unit("Zhukov")
    assert isinstance(pending(s), Withdrawing)
    assert why(s, ALLIES, Retreat(zhukov, w.hex(WEST))) == "base.retreat"
    act(s, ALLIES, Retreat(zhukov, w.hex("E0725")))
    assert where(s, "Zhukov") == "E0725" and down(s, "Zhukov") and zhukov not in s.fates
    through(s)
    assert not isinstance(pending(s), Withdrawing)


@pytest.mark.rule("base.losses", "ability.42", "ability.62")
@pytest.mark.parametrize("column", [1, 2])
def test_62_a_second_attack_needs_two_columns(column: int) -> None:
    """Without them the first result stands, and the defender may still refuse to retreat."""
    place = {
        "Soviet ARM 1": EAST,
        "Soviet ARM 2": EAST,
        "Konev": EAST,
        "German INF XII": PLAIN,
        "German INF IX": PLAIN,
        "Manstein": WEST,
    }
    s = battle(place, PLAIN, ("Soviet ARM 1", "Soviet ARM 2"), {"Konev": [62], "Manstein": [42]}, side=ALLIES)
    to_roll(s, 1)
    roll(s, 10)
    s.cell, s.fates = "*/R", {}
    through(s, Announcing)
    s.column = column
    say(s, ALLIES, "Konev", 62)
    if column == 2:
        assert isinstance(pending(s), LandRoll) and (s.column, s.second) == (0, 1)
        roll(s, 1)
        through(s, Withdrawing)
        assert isinstance(pending(s), Withdrawing), "those who are left retreat in any case"
        return
    frame = pending(s)
    assert isinstance(frame, Announcing) and frame.side == 0, "the defender's leaders are asked"
    through(s, Withdrawing)
    frame = pending(s)
    assert isinstance(frame, Withdrawing) and frame.side == 0


@pytest.mark.rule("ability.62")
def test_62_needs_somebody_on_both_sides() -> None:
    for lost, again in (((), True), (ARMOUR, False), (PAIR, False)):
        s = battle({**TANKS, **dict.fromkeys(PAIR, PLAIN)}, PLAIN, ARMOUR)
        s.column = 4
        s.fates = dict.fromkeys((s.world.unit(name) for name in lost), KILLED)
        assert bool(SecondAttack().run(s)) is again
    attackers = ("Soviet ARM 1", "Soviet ARM 2")
    for gone, again in (("", True), ("German INF IX", False)):
        s = battle({**dict.fromkeys(attackers, EAST), "German INF IX": PLAIN}, PLAIN, attackers, side=ALLIES)
        s.column = 4
        s.fates = {s.world.unit(gone): KILLED} if gone else {}
        assert bool(SecondAttack().run(s)) is again


# --- advance


@pytest.mark.rule("base.advance", "3.2m")
def test_only_the_next_hex_and_only_those_who_attacked() -> None:
    s = broken(German_INF_IX=NORTH)
    w = s.world
    one, two = (w.unit(name) for name in ARMOUR)
    assert why(s, AXIS, Advance(one, w.hex(EAST))) == "base.advance", "two hexes away"
    assert why(s, AXIS, Advance(w.unit("German INF IX"), w.hex(PLAIN))) == "base.advance"
    act(s, AXIS, Advance(one, w.hex(PLAIN)))
    assert s.strides[one] == 1, "of two points one is spent"
    assert why(s, AXIS, Advance(one, w.hex("E0725"))) == "base.advance", "not the next hex"
    assert why(s, AXIS, Advance(two, w.hex(NORTH))) == "base.advance", "the attacked hex comes first"
    act(s, AXIS, Advance(one, w.hex(EAST)))
    assert s.strides[one] == 0 and why(s, AXIS, Advance(one, w.hex("E0725"))) == "base.advance"
    act(s, AXIS, Done())
    assert where(s, ARMOUR[1]) == WEST


@pytest.mark.rule("base.advance")
def test_nobody_is_asked_who_cannot_go_on() -> None:
    s = beaten()
    through(s, AdvanceUnits)
    for name in ARMOUR:
        assert isinstance(pending(s), AdvanceUnits)
        act(s, AXIS, Advance(s.world.unit(name), s.world.hex(PLAIN)))
    assert not isinstance(pending(s), AdvanceUnits)


@pytest.mark.rule("base.advance", "3.2n", "3.1h", "3.2m")
def test_leaders_go_where_a_unit_has_gone() -> None:
    s = broken({"Guderian": [46]}, Guderian=WEST)
    w = s.world
    tank, man = w.unit(ARMOUR[0]), w.unit("Guderian")
    assert why(s, AXIS, Advance(man, w.hex(PLAIN))) == "base.advance", "not ahead of the units"
    act(s, AXIS, Advance(tank, w.hex(PLAIN)))
    act(s, AXIS, Advance(man, w.hex(PLAIN)))
    assert s.strides[man] == 0
    assert why(s, AXIS, Advance(man, w.hex(EAST))) == "base.advance"
    act(s, AXIS, Advance(tank, w.hex(EAST)))
    act(s, AXIS, Advance(man, w.hex(EAST)))
    assert where(s, "Guderian") == EAST == where(s, ARMOUR[0])
    through(s)
    assert not down(s, "Guderian"), "he took no part in the attack"


# --- who takes part


@pytest.mark.rule("3.1d", "base.losses", "ability.11")
def test_losses_come_from_those_who_are_still_there() -> None:
    s = battle(
        {"German ARM XLVIII": WEST, "German INF IX": NORTH, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN},
        PLAIN,
        ("German ARM XLVIII", "German INF IX"),
    )
    w = s.world
    tank, foot, first, second = (w.unit(name) for name in ("German ARM XLVIII", "German INF IX", *PAIR))
    assert participants(s, 0) == [tank, foot] and sorted(participants(s, 1)) == sorted((first, second))
    assert eligible(s, 0, w.hex(WEST)) == [tank] and eligible(s, 0, -1) == [tank, foot]
    lift(s, first, POOL)
    assert participants(s, 1) == [second], "who has left the map is no loss"
    s.where[tank] = POOL
    s.descent = {tank: s.target}
    assert participants(s, 0) == [tank, foot], "who lands is"
    s.fates = {foot: KILLED}
    assert participants(s, 0) == [tank]


@pytest.mark.rule("3.3m", "base.paradrop")
@pytest.mark.parametrize("alive", [False, True])
@pytest.mark.seam("leaders", "air")
def test_3_3m_a_leader_who_lands_dies_with_the_last_of_those_who_land(alive: bool) -> None:
    s = battle({**TANKS, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR)
    w = s.world
    paras, man = [w.unit("German PARA I Para"), w.unit("German PARA II Para")], w.unit("Student")
    s.attackers = paras
    s.origins = dict.fromkeys(paras, s.target)
    s.descent = {man: s.target} | ({paras[1]: s.target} if alive else {})
    s.fates = {paras[0]: KILLED} | ({} if alive else {paras[1]: KILLED})
    check_deaths(s)
    assert (where(s, "Student") == "dead") is not alive and (man in s.descent) is alive


@pytest.mark.rule("base.paradrop", "3.3m")
def test_a_leader_who_lands_nowhere_is_lost() -> None:
    s = battle({**TANKS, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR)
    w = s.world
    man = w.unit("Student")
    s.where[man], s.descent = SKY, {man: w.hex(EAST)}
    lose_strays(s)
    assert where(s, "Student") == "dead" and not s.descent


@pytest.mark.rule("base.notional")
@pytest.mark.parametrize(("cell", "won"), [("1/R", True), ("*/1", True), ("1/S", True), ("1/-", False)])
def test_a_notional_unit_falls_to_any_result(cell: str, won: bool) -> None:
    s = battle({**TANKS, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR)
    s.defenders, s.cell = [], cell
    assert is_won(s) is won


@pytest.mark.rule("base.notional", "base.advance")
@pytest.mark.parametrize("side", [AXIS, ALLIES])
def test_a_battle_is_won_when_no_defender_is_left(side: str) -> None:
    two = ("German ARM XLVIII", "Soviet INF 29")
    mine, foe = two if side == AXIS else two[::-1]
    s = battle({mine: WEST, foe: PLAIN}, PLAIN, [mine], side=side)
    assert not is_won(s)
    s.fates = {s.world.unit(mine): KILLED}
    assert not is_won(s)
    s.fates = {s.world.unit(foe): KILLED}
    assert is_won(s)


@pytest.mark.rule("base.notional")
def test_a_notional_unit_defends_an_enemys_hex_without_troops() -> None:
    s = battle({**TANKS, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR)
    w = s.world
    para = w.unit("German PARA I Para")
    for target, found in ((EAST, True), (PLAIN, False), (WEST, False)):
        s.descent = {para: w.hex(target)}
        assert is_notional(s, w.hex(target)) is found, target
