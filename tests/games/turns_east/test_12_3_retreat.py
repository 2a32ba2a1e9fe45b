"""Chapter 12.3: retreats and advances."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.actions import Advance, Commit
from hexfront.games.turns_east.combat import Fight, carry_out
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.losses import ChooseLoss, Fate
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat, RetreatStack
from hexfront.games.turns_east.state import GONE, POOL, EastState, pool_armies, units_at
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.kernel import pending, settle
from hexfront.wargame import Done

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
    retreats,
    roll,
    spot,
    steps,
    target,
    unit,
)


def retreating(place: dict[str, str], at: str, **more: Any) -> EastState:
    """The units at a hex must retreat; nothing else is going on."""
    s = given(place=place, **{"axis_towns": ("Kharkov",), "soviet_towns": ("2214",), **more})
    stack = units_at(s, hexof(s, at))
    units = tuple(u for u in range(len(s.world.units)) if stack >> u & 1)
    net = SupplyNet(s, s.world.side[units[0]])
    cut = sum(1 << u for u in units if is_cut_off(s, net, u))
    s.agenda = (RetreatStack(units, (hexof(s, at),), cut),)
    settle(s)
    return s


@pytest.mark.rule("12.3.1")
def test_12_3_1_two_hexes_back() -> None:
    s = retreating({"su-5": "2216"}, "2216")
    do(s, back(s, "2315"))
    assert isinstance(pending(s), ChooseRetreat)
    do(s, back(s, "2415"))
    assert spot(s, "su-5") == "2415" and not s.agenda


@pytest.mark.rule("12.3.2")
@pytest.mark.rule("11.1.2")
def test_12_3_2_along_the_white_arrows_if_possible() -> None:
    s = retreating({"su-5": "2216"}, "2216")
    assert retreats(s) == {"2215", "2217", "2315", "2316"}  # north, south, and the two eastern sides
    assert no(s, back(s, "2116")) == "12.3.2"
    assert no(s, back(s, "2418")) == "11.1.2"
    do(s, back(s, "2315"))
    assert no(s, back(s, "2215")) == "12.3.2"  # next to the start
    s = retreating({"ge-6": "2216"}, "2216")
    assert retreats(s) == {"2215", "2217", "2115", "2116"}
    # with every white way shut, another will do
    wall = {"ge-6": "2315", "ge-17": "2316", "ge-III": "2215", "ge-XIV": "2217"}
    s = retreating({"su-5": "2216", **wall}, "2216")
    assert retreats(s) == {"2115", "2116"}


@pytest.mark.rule("12.3.3")
def test_12_3_3_no_doubling_back_and_two_hexes_away() -> None:
    s = retreating({"su-5": "2216"}, "2216")
    do(s, back(s, "2315"))
    assert no(s, back(s, "2216")) == "12.3.3"
    assert "2316" not in retreats(s)  # also next to the start: only one hex away
    assert no(s, back(s, "2316")) in ("12.3.2", "12.3.3")
    # if two hexes away is impossible, it ends beside its old hex
    armies = ("su-5", "su-6", "su-26", "su-12", "su-37", "su-38", "su-40", "su-16", "su-19")
    shut = ("2215", "2217", "2115", "2116", "2314", "2415", "2416", "2417", "2317")
    s = retreating({"ge-6": "2216", **dict(zip(armies, shut, strict=True))}, "2216", soviet_towns=())
    assert retreats(s) == {"2315", "2316"}
    do(s, back(s, "2315"))
    assert retreats(s) == {"2316"}
    do(s, back(s, "2316"))
    assert spot(s, "ge-6") == "2316" and steps(s, "ge-6") == 2
    # otherwise a longer way is preferred to a near end
    s = retreating({"ge-6": "2216", "su-5": "2115", "su-6": "2116", "su-26": "2215", "su-12": "2217"}, "2216")
    do(s, back(s, "2315"))
    assert no(s, back(s, "2316")) == "12.3.3" and no(s, back(s, "2416")) == ""


@pytest.mark.rule("12.3.4a")
@pytest.mark.seam("9.1", "12.3")
def test_12_3_4a_each_zone_hex_costs_the_stack_one_step() -> None:
    """Worked example: three units through one zone hex lose one step in all."""
    place = {"ge-6": "2216", "ge-III": "2216", "ge-XIV": "2216", "su-5": "2114"}
    s = retreating(place, "2216")
    do(s, back(s, "2115"))  # in the zone of 5 Army
    frame = pending(s)
    assert isinstance(frame, ChooseLoss) and len(frame.units) == 3
    do(s, lose(s, "ge-6"))
    assert isinstance(pending(s), ChooseRetreat)
    do(s, back(s, "2016"))
    assert not s.agenda  # 2016 is free of zones: no more is lost
    assert (steps(s, "ge-6"), steps(s, "ge-III"), steps(s, "ge-XIV")) == (3, 2, 2)
    # two such hexes cost two steps
    s = retreating({"ge-6": "2216", "su-5": "2114", "su-6": "2017"}, "2216")
    do(s, back(s, "2115"))
    do(s, back(s, "2016"))
    assert steps(s, "ge-6") == 2


@pytest.mark.rule("12.3.4a")
@pytest.mark.rule("9.1.4a")
def test_12_3_4a_a_friend_in_the_hex_negates_the_zone() -> None:
    s = retreating({"ge-6": "2216", "su-5": "2114", "ge-III": "2115"}, "2216")
    do(s, back(s, "2115"))
    assert steps(s, "ge-6") == 4 and isinstance(pending(s), ChooseRetreat)


@pytest.mark.rule("12.3.4a")
def test_12_3_4a_a_soviet_unit_dies_of_it() -> None:
    s = retreating({"su-5": "2216", "ge-6": "2415"}, "2216")
    do(s, back(s, "2315"))
    assert not on_map(s, "su-5")
    option = ChooseRetreat((unit(s, "su-6"),), (hexof(s, "2216"),), 0)
    s.where[unit(s, "su-6")] = POOL
    assert "costs a step" in option.option(s, "soviet", back(s, "2315")).label


@pytest.mark.rule("12.3.4b")
def test_12_3_4b_units_that_cannot_make_two_hexes_are_eliminated() -> None:
    # Kerch: sea on all sides but one, and that way is shut one hex on
    s = retreating({"su-51": "1622", "ge-11": "1421", "ge-17": "1520", "ge-III": "1422"}, "1622")
    assert not on_map(s, "su-51")
    s = retreating({"su-51": "1622"}, "1622")
    assert on_map(s, "su-51") and isinstance(pending(s), ChooseRetreat)
    # enemies in every neighbouring hex
    ring = {
        "su-5": "2215",
        "su-6": "2217",
        "su-26": "2115",
        "su-12": "2116",
        "su-37": "2315",
        "su-38": "2316",
    }
    s = retreating({"ge-6": "2216", **ring}, "2216")
    assert not on_map(s, "ge-6")


@pytest.mark.rule("12.3.2")
@pytest.mark.rule("12.3.3")
@pytest.mark.rule("12.3.4b")
def test_12_3_4b_the_first_hex_must_leave_room_for_the_second() -> None:
    # 1521 leads nowhere but back to Kerch: from 1520 it is no way out
    s = retreating({"ge-11": "1521", "su-9": "1421", "su-18": "1422", "su-51": "1520"}, "1521")
    assert not on_map(s, "ge-11")  # Kerch alone is one hex, not two
    s = retreating({"ge-11": "1521", "su-9": "1421", "su-18": "1422"}, "1521")
    assert no(s, back(s, "1622")) == "12.3.4b" and no(s, back(s, "1520")) == ""


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


@pytest.mark.rule("7.6a")
@pytest.mark.seam("7.6", "12.3")
def test_7_6a_retreats_cross_boundaries() -> None:
    s = retreating({"ge-6": "2014"}, "2014", axis_towns=("Kharkov", "Orel"))
    assert "2013" in retreats(s) and WORLD.area_of[hexof(s, "2013")] == 1
    do(s, back(s, "2013"))
    assert spot(s, "ge-6") == "2013"


@pytest.mark.seam("12.3", "13.4")
def test_a_leader_retreats_with_his_panzers() -> None:
    s = retreating({"ge-III": "2216", "kleist": "2216"}, "2216")
    do(s, back(s, "2116"))
    do(s, back(s, "2017"))
    assert spot(s, "kleist") == spot(s, "ge-III") == "2017"


# --- where chapters meet


@pytest.mark.rule("12.3.4a")
@pytest.mark.rule("8.1.4")
@pytest.mark.seam("8", "12.3")
def test_12_3_4a_a_stack_that_a_zone_will_thin_needs_no_room_for_its_dead() -> None:
    # three armies must pass the zone of III; what is left of them fits beside 37 Army, the only hex beyond
    armies = dict.fromkeys(("su-5", "su-6", "su-26"), "2216")
    wall = {"ge-17": "2115", "ge-XIV": "2116", "ge-6": "2215", "ge-XL": "2217", "ge-XLVIII": "2316"}
    beyond = {"ge-III": "2314", "ge-11": "2414", "ge-9": "2416"}
    s = retreating({**armies, **wall, **beyond, "su-37": "2415"}, "2216")
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and len(frame.units) == 3  # together
    assert retreats(s) == {"2315"}
    do(s, back(s, "2315"))
    assert isinstance(pending(s), ChooseLoss)
    do(s, lose(s, "su-26"), 1)  # cut off, it rolls for its fate
    assert retreats(s) == {"2415"}
    do(s, back(s, "2415"))
    assert (spot(s, "su-5"), spot(s, "su-6"), on_map(s, "su-26")) == ("2415", "2415", False)
    # without the zone nobody is lost on the way, and three do not fit
    quiet = {k: at for k, at in {**wall, **beyond}.items() if k in ("ge-17", "ge-XIV")}
    s = retreating({**armies, **quiet, **dict.fromkeys(("su-37", "su-38"), "2415")}, "2216")
    assert isinstance(pending(s), ChooseRetreat)
    do(s, back(s, "2315"))
    assert "2415" not in retreats(s)


@pytest.mark.rule("12.3.4a")
@pytest.mark.rule("9.3a")
@pytest.mark.seam("9.3", "12.3")
def test_12_3_4a_who_dies_on_the_way_into_a_town_does_not_take_it() -> None:
    # Kaunas is German; an army whose last step the zone of LVI takes on the way in never stood there
    place = {"su-11": "1104", "ge-LVI": "1206", "ge-XLI": "1004", "ge-18": "1103", "ge-16": "1205"}
    s = given(place=place, axis_towns=("Kaunas",))
    s.agenda = (RetreatStack((unit(s, "su-11"),), (hexof(s, "1104"),), 0),)
    settle(s)
    do(s, back(s, "1105"))
    assert not on_map(s, "su-11") and s.axis_towns >> hexof(s, "1105") & 1
    # who comes through takes it
    s = given(place=place | {"su-8": "1104"}, axis_towns=("Kaunas",))
    s.agenda = (RetreatStack((unit(s, "su-11"), unit(s, "su-8")), (hexof(s, "1104"),), 0),)
    settle(s)
    do(s, back(s, "1105"))
    do(s, lose(s, "su-11"))
    assert spot(s, "su-8") == "1105" and not s.axis_towns >> hexof(s, "1105") & 1


@pytest.mark.rule("7.6b")
@pytest.mark.rule("12.3.7")
@pytest.mark.seam("7.6", "12.3")
def test_7_6b_panzers_do_not_pursue_into_an_idle_command() -> None:
    # 2014 is South's, 2013 beyond it Center's: the corps goes on only if Center has acted
    for acted, case in (({}, "7.6b"), ({"axis-1": "hold"}, "")):
        s = given(place={"ge-III": "2014"}, orders={"axis-2": "assault", **acted}, axis_towns=("Kharkov",))
        first, beyond = hexof(s, "2014"), hexof(s, "2013")
        assert WORLD.area_of[first] == 2 and WORLD.area_of[beyond] == 1
        s.trail = 1 << beyond
        corps = unit(s, "ge-III")
        s.agenda = (ChooseAdvance(AXIS, first, (corps,), 1 << corps, 0),)
        assert no(s, advance(s, "ge-III", "2013")) == case


@pytest.mark.rule("13.7.1")
@pytest.mark.seam("12.3", "13.7")
def test_13_7_1_inland_the_coastal_army_retreats_with_its_stack() -> None:
    s = retreating({"su-ic": "1117", "su-9": "1117"}, "1117", soviet_towns=())
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and len(frame.units) == 2
    do(s, frame.legal(s, "soviet")[0])
    assert spot(s, "su-ic") == spot(s, "su-9") != "1117"
    # from a port it may go with its stack as well: the sea is a choice
    s = retreating({"su-ic": "1118", "su-9": "1118"}, "1118", soviet_towns=())
    walked = retreats(s) - {"1321", "1521", "1622", "1823", "1924"}
    assert walked
    do(s, back(s, min(walked)))
    assert spot(s, "su-ic") == spot(s, "su-9") == min(walked)
