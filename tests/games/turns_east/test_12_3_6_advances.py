"""Chapters 12.3.5 to 12.3.7: the fate of the surrounded, and advances."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.actions import Advance, Commit
from hexfront.games.turns_east.combat import Fight, carry_out
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.losses import Fate, lose_unit
from hexfront.games.turns_east.retreat import AdvanceRound, ChooseAdvance, ChooseRetreat
from hexfront.games.turns_east.state import GONE, POOL, EastState, pool_armies
from hexfront.games.turns_east.strength import surrounded
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.kernel import Decision, pending, settle
from hexfront.wargame import Advanced, Done

from .helpers import (
    WORLD,
    advance,
    back,
    choices,
    do,
    field,
    given,
    hexof,
    join,
    lose,
    no,
    on_map,
    retreating,
    roll,
    shown,
    spot,
    target,
    unit,
)

AROUND_2216 = ("2215", "2217", "2115", "2116", "2315", "2316")  # around 2216


@pytest.mark.rule("12.3.5b")
def test_12_3_5b_only_surrounded_soviet_armies_roll_for_their_fate() -> None:
    ring = dict(zip(("ge-6", "ge-17", "ge-III", "ge-XIV", "ge-XLVIII", "ge-11"), AROUND_2216, strict=True))
    s = given(place={"su-5": "2216", "su-26": "2216", "su-4m": "2216", **ring})
    assert lose_unit(s, unit(s, "su-5"), "12.2.2") == (Fate(unit(s, "su-5"), 4),)  # looked up: surrounded
    assert lose_unit(s, unit(s, "su-26"), "12.2.2", False) == ()  # as it was when the combat began
    assert lose_unit(s, unit(s, "su-4m"), "12.2.2", True) == ()
    assert lose_unit(s, unit(s, "ge-6"), "12.2.2", True) == ()
    free = given(place={"su-5": "2216"})
    assert lose_unit(free, unit(free, "su-5"), "12.2.2") == ()
    assert not on_map(free, "su-5")


def fought(
    s: EastState, at: str, attackers: tuple[str, ...], result: str, side: int = AXIS, **more: Any
) -> None:
    """The result of a combat takes its course; nothing else is going on."""
    units = tuple(unit(s, name) for name in attackers)
    fight = Fight(side, hexof(s, at), units, more.get("mobile", False), False, False)
    s.agenda = carry_out(s, fight, result, more.get("cut", 0))
    settle(s)


@pytest.mark.rule("12.3.7")
def test_12_3_7_the_path_is_the_first_hex_of_the_retreat() -> None:
    s = field({"ge-III": "2115", "su-5": "2216"}, soviet_towns=("2214",))
    fought(s, "2216", ("ge-III",), "DR")
    do(s, back(s, "2316"))
    do(s, back(s, "2416"))
    assert s.trail == 1 << hexof(s, "2316")
    first = do(s, advance(s, "ge-III", "2216"))
    then = do(s, advance(s, "ge-III", "2316"))
    assert [e.rule for e in first + then if isinstance(e, Advanced)] == ["12.3.6", "12.3.7"]


@pytest.mark.rule("12.3.6")
def test_12_3_6_the_dead_do_not_advance() -> None:
    s = field({"ge-III": "2115", "ge-XIV": "2115", "su-5": "2216"}, steps={"ge-III": 1, "ge-XIV": 1})
    fought(s, "2216", ("ge-III", "ge-XIV"), "EX")
    do(s, lose(s, "ge-III"))
    assert isinstance(pending(s), ChooseAdvance)
    assert no(s, advance(s, "ge-III", "2216")) == "12.3.6"
    assert {a.unit for a in choices(s, Advance)} == {unit(s, "ge-XIV")}
    s = field({"ge-III": "2115", "su-5": "2216"}, steps={"ge-III": 1})
    fought(s, "2216", ("ge-III",), "EX")
    assert not s.agenda  # nobody is left to ask


@pytest.mark.rule("12.3.7")
def test_12_3_7_nobody_follows_into_the_off_map_zone() -> None:
    s = field({"ge-III": "2716"})
    at, beyond = hexof(s, "2716"), hexof(s, "2816")
    u = unit(s, "ge-III")
    s.trail = 1 << beyond
    s.agenda = (ChooseAdvance(AXIS, at, (u,), 1 << u, 0),)
    assert no(s, advance(s, "ge-III", "2816")) == "5.3.2"


def after(place: dict[str, str], at: str, attackers: tuple[str, ...], side: int, result: str) -> EastState:
    """An attack has had a result; its losses, retreats and advances come next."""
    name = "axis" if side == AXIS else "soviet"
    s = field(place, name, "assault", stage="attack")
    units = tuple(unit(s, each) for each in attackers)
    s.agenda = carry_out(s, Fight(side, hexof(s, at), units, False, False, False), result, 0)
    settle(s)
    return s


@pytest.mark.rule("12.3.6")
@pytest.mark.rule("7.6b")
def test_12_3_6_soviet_attackers_advance_one_after_the_other() -> None:
    place = {"ge-III": "2115", "su-5": "2216", "su-6": "2216"}
    s = after(place, "2115", ("su-5", "su-6"), SOVIET, "DE")
    for name in ("su-5", "su-6"):
        assert isinstance(pending(s), ChooseAdvance)
        assert no(s, advance(s, name, "2115")) == ""
        do(s, advance(s, name, "2115"))
        assert spot(s, name) == "2115"
    # a defender that survives an exchange bars the way
    s = after({**place, "ge-6": "2115"}, "2115", ("su-5",), SOVIET, "EX")
    do(s, lose(s, "ge-6"))
    assert not isinstance(pending(s), ChooseAdvance)


@pytest.mark.rule("12.3.6")
@pytest.mark.rule("12.3.7")
def test_12_3_6_an_advance_counts_for_the_unit_that_makes_it_alone() -> None:
    place = {"ge-18": "2115", "ge-III": "2115", "su-5": "2216"}
    s = after(place, "2216", ("ge-18", "ge-III"), AXIS, "DR")
    do(s, back(s, "2316"))
    do(s, back(s, "2416"))
    panzer = 1 << unit(s, "ge-III")
    for there, first, second in (("2216", 0, 0), ("2316", panzer, 0)):
        frame = pending(s)
        assert isinstance(frame, ChooseAdvance) and (frame.first, frame.second) == (first, second)
        do(s, advance(s, "ge-III", there))
    frame = pending(s)
    assert isinstance(frame, ChooseAdvance) and (frame.first, frame.second) == (panzer, panzer)
    assert no(s, advance(s, "ge-18", "2216")) == ""


@pytest.mark.rule("12.3.5b")
@pytest.mark.seam("9.2", "12")
def test_12_3_5b_only_units_without_a_line_are_noted_as_surrounded() -> None:
    towns: dict[str, Any] = {"axis_towns": ("Kharkov", "Poltava"), "soviet_towns": ("2214",)}
    s = field({"ge-III": "2115", "su-5": "2216"}, stage="attack", **towns)
    three, five = unit(s, "ge-III"), unit(s, "su-5")
    assert surrounded(s, (three, five)) == 0
    ring = {"ge-6": "2315", "ge-17": "2316", "ge-11": "2217", "ge-XIV": "2215", "ge-XLVIII": "2116"}
    s = field({"ge-III": "2115", "su-5": "2216", **ring}, stage="attack", **towns)
    assert surrounded(s, (three, five)) == 1 << five


@pytest.mark.rule("12.3.6")
@pytest.mark.rule("12.3.7")
def test_12_3_7_the_report_of_an_advance_names_its_case() -> None:
    s = field({"ge-III": "2115"}, stage="attack")
    s.trail = 1 << hexof(s, "2316")
    s.agenda = (AdvanceRound(AXIS, hexof(s, "2216"), (unit(s, "ge-III"),)),)
    settle(s)
    rules, offers = [], []
    for there in ("2216", "2316"):
        offers.append(shown(s, advance(s, "ge-III", there)).rule)
        rules += [e.rule for e in do(s, advance(s, "ge-III", there)) if isinstance(e, Advanced)]
    assert rules == offers == ["12.3.6", "12.3.7"]


RING = {
    "ge-6": "2215",
    "ge-17": "2217",
    "ge-III": "2115",
    "ge-XIV": "2116",
    "ge-XL": "2315",
    "ge-XLI": "2316",
}


@pytest.mark.rule("12.3.5a")
@pytest.mark.rule("12.3.5b")
@pytest.mark.rule("12.3-i1")
@pytest.mark.seam("5", "12.3")
@pytest.mark.seam("9.2", "12.3")
def test_12_3_5_surrounded_units_are_eliminated_and_roll_for_their_fate() -> None:
    for die, gone in ((4, False), (5, True)):
        s = retreating({"su-5": "2216", **RING}, "2216")
        assert pending(s) == Fate(unit(s, "su-5"), 4) and not on_map(s, "su-5")
        roll(s, die)
        assert spot(s, "su-5") == str(GONE if gone else POOL)
        assert (unit(s, "su-5") in pool_armies(s)) != gone


@pytest.mark.rule("12.3.5b")
def test_12_3_5b_not_surrounded_no_roll_and_the_printed_factor_counts() -> None:
    s = retreating({"su-51": "1622", "ge-11": "1421", "ge-17": "1520", "ge-III": "1422"}, "1622")
    assert not s.agenda  # eliminated, but supplied by sea: no roll
    # out of supply its factor in combat would be 1: the roll still uses the printed 4
    s = field({"su-5": "2216", **RING}, stage="attack", axis_towns=("Kharkov",))
    assert SupplyNet(s, SOVIET).shortage(unit(s, "su-5")) >= 1
    do(s, target(s, "2216"))
    for name in ("ge-6", "ge-17", "ge-III"):
        do(s, join(s, name))
    do(s, Commit())
    roll(s, 6)
    assert pending(s) == Fate(unit(s, "su-5"), 4)  # for any reason: here a DE


@pytest.mark.rule("12.3.5b")
def test_12_3_5b_attackers_and_exchanges_too() -> None:
    s = field({"su-5": "2216", **RING}, "soviet", "assault", stage="attack", axis_towns=("Kharkov",))
    do(s, target(s, "2215"))
    do(s, join(s, "su-5"))
    do(s, Commit())
    do(s, Commit())  # no Luftwaffe
    assert pending(s) == Fate(unit(s, "su-5"), 4)  # hopeless odds: an A1


def won(die: int = 6, turn: int = 2, **extra: Any) -> EastState:
    """A successful attack of an army and two corps on 2216 by a DE, or a DR for a lower die."""
    place = {"ge-6": "2115", "ge-III": "2115", "ge-XIV": "2116", "su-5": "2216", **extra.pop("place", {})}
    s = field(place, stage="attack", turn=turn, axis_towns=("Kharkov", "Voroshilovgrad"), **extra)
    do(s, target(s, "2216"))
    for name in ("ge-6", "ge-III", "ge-XIV"):
        do(s, join(s, name))
    do(s, Commit())
    while pending(s) is not None and hasattr(pending(s), "deciders"):
        do(s, Commit())
    roll(s, die)
    return s


@pytest.mark.rule("12.3.6")
def test_12_3_6_any_or_all_attackers_advance_one_hex() -> None:
    s = won()
    assert isinstance(pending(s), ChooseAdvance)
    assert {a.unit for a in choices(s, Advance)} == {unit(s, n) for n in ("ge-6", "ge-III", "ge-XIV")}
    do(s, advance(s, "ge-6", "2216"))
    assert no(s, advance(s, "ge-6", "2315")) == "12.3.6"
    assert no(s, advance(s, "ge-6", "2216")) == "12.3.6"
    do(s, Done())
    assert (spot(s, "ge-6"), spot(s, "ge-III")) == ("2216", "2115")
    s = won(place={"ge-17": "2017"})
    assert no(s, advance(s, "ge-17", "2216")) == "12.3.6"  # it did not attack
    held = field({"ge-6": "2115", "su-5": "2216", "su-6": "2216"}, stage="attack")
    fight = Fight(AXIS, hexof(held, "2216"), (unit(held, "ge-6"),), False, False, False)
    held.agenda = carry_out(held, fight, "EX", 0)
    settle(held)
    do(held, lose(held, "su-5"))
    assert not isinstance(pending(held), ChooseAdvance)  # not vacated


@pytest.mark.rule("12.3.7")
@pytest.mark.rule("12.3.6")
@pytest.mark.seam("6", "12.3")
def test_12_3_7_panzers_follow_the_retreat_except_in_mud() -> None:
    def pursued(turn: int) -> EastState:
        s = won(4, turn)  # 20 to 4, 5:1
        if not isinstance(pending(s), ChooseRetreat):
            s = won(3, turn)
        do(s, back(s, "2316"))
        do(s, back(s, "2416"))
        do(s, advance(s, "ge-III", "2216"))
        do(s, advance(s, "ge-6", "2216"))
        return s

    s = pursued(2)
    assert no(s, advance(s, "ge-XIV", "2316")) == "12.3.6"  # first into the vacated hex
    assert no(s, advance(s, "ge-III", "2315")) == "12.3.7"  # not on the path
    assert no(s, advance(s, "ge-6", "2316")) == "12.3.6"  # an army stays
    do(s, advance(s, "ge-III", "2316"))
    assert spot(s, "ge-III") == "2316"
    assert no(s, advance(s, "ge-III", "2416")) == "12.3.6"  # two hexes are enough
    s = pursued(5)
    assert no(s, advance(s, "ge-III", "2316")) == "12.3.7"  # Mud
    s = pursued(4)
    assert no(s, advance(s, "ge-III", "2316")) == ""  # Light Mud is no Mud


@pytest.mark.rule("12.3.7")
def test_12_3_7_not_into_enemies() -> None:
    s = won(3, place={"su-6": "2316"})
    do(s, back(s, "2316"))
    do(s, back(s, "2416"))
    do(s, advance(s, "ge-III", "2216"))
    assert no(s, advance(s, "ge-III", "2316")) == "12.3.7"


@pytest.mark.rule("12.3.7")
def test_12_3_7_no_path_no_pursuit() -> None:
    s = won(6)  # eliminated: nobody retreated
    do(s, advance(s, "ge-III", "2216"))
    assert no(s, advance(s, "ge-III", "2316")) == "12.3.7"
    assert no(s, advance(s, "ge-III", "2315")) == "12.3.7"


def play(s: EastState, die: int, until: type) -> None:
    """No markers, this die, until a frame of a kind comes up."""
    while not isinstance(pending(s), until):
        if isinstance(pending(s), Decision):
            do(s, Commit())
        else:
            roll(s, die)


@pytest.mark.rule("12.3.7")
@pytest.mark.rule("12.1.8")
def test_12_3_7_nobody_follows_the_path_of_an_earlier_combat() -> None:
    place = {
        "ge-6": "2115",
        "ge-III": "2115",
        "ge-XIV": "2116",
        "ge-XLVIII": "2116",
        "su-5": "2216",
        "su-6": "2217",
    }
    s = field(place, stage="attack", axis_towns=("Kharkov", "Voroshilovgrad"))
    do(s, target(s, "2216"))
    for name in ("ge-6", "ge-III"):
        do(s, join(s, name))
    do(s, Commit())
    play(s, 5, ChooseRetreat)  # 14 to 4, 3:1: DR
    do(s, back(s, "2316"))
    do(s, back(s, "2416"))
    do(s, Done())
    do(s, target(s, "2217"))
    for name in ("ge-XIV", "ge-XLVIII"):
        do(s, join(s, name))
    do(s, Commit())
    play(s, 6, ChooseAdvance)  # DE: nobody retreats
    do(s, advance(s, "ge-XIV", "2217"))
    assert WORLD.adjacent[hexof(s, "2217")] >> hexof(s, "2316") & 1
    assert no(s, advance(s, "ge-XIV", "2316")) == "12.3.7"
