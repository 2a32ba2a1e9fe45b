"""Chapter 12.3: retreats and advances."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.losses import ChooseLoss, Fate, lose_unit
from hexfront.games.turns_east.retreat import ChooseRetreat, RetreatStack, entrances, entry_violation
from hexfront.games.turns_east.state import GONE, POOL, QUEUE, EastState, units_at
from hexfront.hexes import bits
from hexfront.kernel import pending, settle
from hexfront.lab.playout import playout
from hexfront.wargame import Eliminated

from .helpers import (
    WORLD,
    back,
    do,
    driven_back,
    given,
    hexof,
    lose,
    no,
    on_map,
    retreating,
    retreats,
    spot,
    steps,
    unit,
)


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


@pytest.mark.rule("12.3.4b")
@pytest.mark.rule("13.1.2b")
@pytest.mark.parametrize(("seed", "limit"), [(1, 60), (2, 900)])
def test_12_3_4b_where_a_stack_may_go_is_the_same_asked_at_once_or_hex_by_hex(seed: int, limit: int) -> None:
    s = playout(GAME, GAME.setup("barbarossa"), seed, limit=limit).state
    stacks = {at: units for at, units in s.stack.items() if len(units) < 4}
    for units in [*stacks.values(), (*range(40, 44),)]:  # four units at once are too many for any hex
        for here in stacks:
            barred = {j for j in bits(WORLD.adjacent[here]) if entry_violation(s, units, here, j) is not None}
            assert set(bits(entrances(s, units, here))) == set(bits(WORLD.adjacent[here])) - barred


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


@pytest.mark.rule("13.4.3")
@pytest.mark.seam("12.3", "13.4")
def test_13_4_3_a_leader_whose_panzers_die_on_the_way_stays_with_those_that_stand_there() -> None:
    place = {"ge-III": "2216", "kleist": "2216", "ge-XIV": "2115", "su-6": "2017"}
    s = retreating(place, "2216")
    s.steps[unit(s, "ge-III")] = 1
    do(s, back(s, "2115"))
    assert spot(s, "kleist") == "2115"
    do(s, back(s, "2016"))  # in the zone of 6 Army
    assert not on_map(s, "ge-III")
    assert spot(s, "kleist") == "2115" and not list(GAME.invariants(s))


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
@pytest.mark.rule("12.2.3a")
@pytest.mark.parametrize(("left", "together"), [(2, 1), (1, 3)])
def test_12_3_4a_nobody_dies_on_the_way_who_is_protected(left: int, together: int) -> None:
    # beyond there is room for two of the three corps; a weak one cannot be given up while the others have lost no step
    corps = {"ge-III": "2216", "ge-XIV": "2216", "ge-XL": "2216"}
    wall = {"su-5": "2115", "su-6": "2116", "su-26": "2215", "su-12": "2217", "su-38": "2316"}
    beyond = {"su-37": "2314", "su-9": "2414", "su-18": "2416", "ge-6": "2415"}
    s = driven_back({**corps, **wall, **beyond}, "2216", steps={"ge-XIV": 1, "ge-III": left, "ge-XL": left})
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and len(frame.units) == together
    assert retreats(s) == {"2315"}


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


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("12.3.4b")
def test_12_3_1_a_stack_without_a_common_way_goes_unit_by_unit() -> None:
    # every hex around has room for one more unit only
    homes = (
        "2215",
        "2315",
        "2316",
        "2217",
        "2116",
        "2115",
        "2314",
        "2415",
        "2416",
        "2417",
        "2317",
        "2218",
        "2117",
        "2016",
        "2015",
        "2114",
        "2214",
        "2117",
    )
    names = [u.id for u in WORLD.units if u.kind in ("soviet_army", "mech")]
    place, k = {"su-5": "2216", "su-6": "2216"}, 0
    for at in dict.fromkeys(homes):
        for _ in range(2):
            while names[k] in place:
                k += 1
            place[names[k]] = at
            k += 1
    s = given(place=place)
    s.agenda = (RetreatStack((unit(s, "su-5"), unit(s, "su-6")), (hexof(s, "2216"),), 0),)
    settle(s)
    assert pending(s) == ChooseRetreat((unit(s, "su-5"),), (hexof(s, "2216"),), 0)
    do(s, back(s, "2315"))
    do(s, back(s, "2415"))
    assert pending(s) == ChooseRetreat((unit(s, "su-6"),), (hexof(s, "2216"),), 0)
    assert spot(s, "su-5") == "2415" and "2315" in retreats(s)


@pytest.mark.rule("12.3.2")
@pytest.mark.rule("12.3.3")
def test_12_3_2_both_hexes_of_a_retreat_follow_the_arrows() -> None:
    s = given(place={"su-5": "2216"})
    s.agenda = (RetreatStack((unit(s, "su-5"),), (hexof(s, "2216"),), 0),)
    settle(s)
    do(s, back(s, "2215"))  # north
    assert retreats(s) == {
        "2214",
        "2314",
    }  # north again, or north-east; not north-west, though two hexes away
    assert no(s, back(s, "2114")) == "12.3.2"


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("13.4.2")
def test_12_3_1_a_leader_stays_with_panzers_when_a_stack_splits() -> None:
    corps = [u.id for u in WORLD.units if u.kind in ("panzer", "romanian") and u.id != "ge-III"]
    ring = ("2215", "2217", "2115", "2116", "2315", "2316")
    place = {name: ring[k // 2] for k, name in enumerate(corps)}  # two in each hex around: room for one more
    s = given(place={"ge-III": "2216", "ge-6": "2216", "kleist": "2216", **place})
    s.agenda = (
        RetreatStack((unit(s, "ge-6"), unit(s, "ge-III"), unit(s, "kleist")), (hexof(s, "2216"),), 0),
    )
    settle(s)
    assert pending(s) == ChooseRetreat((unit(s, "ge-6"),), (hexof(s, "2216"),), 0)
    while isinstance(pending(s), ChooseRetreat | ChooseLoss):
        do(s, pending(s).legal(s, "axis")[0])  # type: ignore[union-attr]
    assert spot(s, "kleist") == spot(s, "ge-III")


@pytest.mark.rule("12.3-i1")
def test_12_3_i1_an_army_already_on_the_track_stays_there() -> None:
    s = given(place={"su-5": "2216"})
    u = unit(s, "su-5")
    lose_unit(s, u, "12.2.2", True)
    s.where[u] = QUEUE.space(5)
    Fate(u, 4).apply(s, 6)
    assert s.where[u] == QUEUE.space(5)
    s.where[u] = POOL
    Fate(u, 4).apply(s, 4)
    assert s.where[u] == POOL
    Fate(u, 4).apply(s, 5)
    assert s.where[u] == GONE


@pytest.mark.rule("12.3.3")
@pytest.mark.rule("12.3.4b")
def test_12_3_3_a_way_that_is_shut_one_hex_on_is_no_way() -> None:
    s = driven_back({"su-51": "1622", "ge-11": "1421", "ge-17": "1520", "ge-III": "1422"}, "1622")
    assert not on_map(s, "su-51")


@pytest.mark.rule("12.3.2")
def test_12_3_2_both_hexes_must_follow_the_arrows() -> None:
    # north of it the stack could only go on to the northwest, or end beside its old hex
    s = driven_back({"su-5": "2216", "ge-6": "2214", "ge-III": "2314"}, "2216", soviet_towns=())
    assert retreats(s) == {"2217", "2315", "2316"}
    assert no(s, back(s, "2215")) == "12.3.2"


@pytest.mark.rule("12.3.3")
def test_12_3_3_a_first_hex_that_leads_away_is_preferred() -> None:
    walls = ("2215", "2217", "2315", "2316", "2016", "2017", "2117")
    names = ("ge-6", "ge-17", "ge-11", "ge-III", "ge-XIV", "ge-XLVIII", "ge-XL")
    s = driven_back({"su-5": "2216", **dict(zip(names, walls, strict=True))}, "2216")
    assert retreats(s) == {"2115"}  # from 2116 it would come to stand beside its old hex
    assert no(s, back(s, "2116")) == "12.3.3"


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("12.3.4a")
def test_12_3_1_only_the_survivors_go_on() -> None:
    s = driven_back({"su-5": "2216", "su-6": "2216", "ge-6": "2415"}, "2216")
    do(s, back(s, "2315"))
    do(s, lose(s, "su-5"))
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "su-6"),)
    assert s.where[unit(s, "su-5")] < 0


@pytest.mark.rule("12.3.4a")
def test_12_3_4a_a_leader_does_not_pay_for_zones() -> None:
    s = driven_back({"ge-III": "2216", "kleist": "2216", "su-5": "2114"}, "2216")
    do(s, back(s, "2115"))
    assert isinstance(pending(s), ChooseRetreat)
    assert steps(s, "ge-III") == 1 and spot(s, "kleist") == "2115"


AROUND_2216 = ("2215", "2217", "2115", "2116", "2315", "2316")  # around 2216


SOVIETS = ("su-5", "su-6", "su-26", "su-12", "su-37", "su-38")


@pytest.mark.rule("12.3.4b")
@pytest.mark.rule("12.3.5a")
def test_12_3_4b_panzers_without_a_way_perish_and_the_leader_with_them() -> None:
    ring = dict(zip(SOVIETS, AROUND_2216, strict=True))
    for cut, rule in ((0, "12.3.4b"), (-1, "12.3.5a")):
        s = driven_back({"ge-III": "2216", "kleist": "2216", **ring}, "2216", cut)
        assert not on_map(s, "ge-III") and not on_map(s, "kleist") and not s.agenda
        assert [e.rule for e in s.out if isinstance(e, Eliminated)] == [rule]


@pytest.mark.rule("12.3.4b")
def test_12_3_4b_a_stack_without_room_goes_unit_by_unit() -> None:
    place = dict(zip(SOVIETS, ("2215", "2217", "2315", "2316"), strict=False))
    friends = {"ro-3": "2115", "ge-XL": "2115", "ro-4": "2116", "ge-XLVIII": "2116"}
    s = driven_back({"ge-III": "2216", "ge-XIV": "2216", "kleist": "2216", **place, **friends}, "2216")
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "ge-III"), unit(s, "kleist"))
    do(s, back(s, "2115"))
    do(s, back(s, "2015"))
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "ge-XIV"),)


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("12.3.4b")
def test_12_3_1_a_stack_without_room_together_splits_and_the_leader_goes_with_the_first_panzers() -> None:
    wall = {"su-5": "2215", "su-6": "2217", "su-26": "2315", "su-12": "2316"}
    full = {"ge-XL": "2115", "ge-XLI": "2115", "ge-LVI": "2116", "ge-XXXIX": "2116"}
    stack = {"ge-III": "2216", "ge-XIV": "2216", "kleist": "2216"}
    s = given(place={**stack, **wall, **full}, axis_towns=("Kharkov",))
    units = tuple(sorted(unit(s, name) for name in stack))
    s.agenda = (RetreatStack(units, (hexof(s, "2216"),), 0),)
    settle(s)
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "ge-III"), unit(s, "kleist"))
    do(s, back(s, "2115"))
    do(s, back(s, "2015"))
    assert spot(s, "ge-III") == spot(s, "kleist") == "2015"
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "ge-XIV"),)


@pytest.mark.rule("12.3.3")
def test_12_3_3_the_first_hex_is_one_from_which_two_hexes_away_can_be_reached() -> None:
    shut = {"su-5": "2115", "su-6": "2116", "su-26": "2215", "su-12": "2217"}
    beyond = {"su-37": "2317", "su-38": "2417", "su-40": "2416"}
    s = given(place={"ge-6": "2216", **shut, **beyond}, axis_towns=("Kharkov",), soviet_towns=("2214",))
    s.agenda = (RetreatStack((unit(s, "ge-6"),), (hexof(s, "2216"),), 0),)
    settle(s)
    assert retreats(s) == {"2315"}  # from 2316 it could only end beside its old hex
    assert no(s, back(s, "2316")) == "12.3.3"


@pytest.mark.rule("12.3.3")
def test_12_3_3_a_near_end_does_not_open_hexes_that_are_shut() -> None:
    armies = ("su-5", "su-6", "su-26", "su-12", "su-37", "su-38", "su-40", "su-16", "su-19")
    shut = ("2215", "2217", "2115", "2116", "2314", "2415", "2416", "2417", "2317")
    s = given(place={"ge-6": "2216", **dict(zip(armies, shut, strict=True))}, axis_towns=("Kharkov",))
    s.agenda = (RetreatStack((unit(s, "ge-6"),), (hexof(s, "2216"),), 0),)
    settle(s)
    do(s, back(s, "2315"))
    assert no(s, back(s, "2316")) == ""  # beside its old hex, for want of anything better
    assert no(s, back(s, "2415")) == no(s, back(s, "2314")) == "12.3.4b"
    assert no(s, back(s, "2216")) == "12.3.3"


@pytest.mark.rule("12.3.4a")
@pytest.mark.rule("8.1.4")
@pytest.mark.seam("8", "12.3")
def test_8_1_4_without_a_zone_a_stack_needs_room_for_all_of_it() -> None:
    # east of 2216 only 2315 is open, and beyond it only 2415, where two more fit and not three
    start, first, last = (hexof(given(), at) for at in ("2216", "2315", "2415"))
    near, beyond = WORLD.adjacent[start], WORLD.adjacent[first]
    west = {"ge-17": "2115", "ge-XIV": "2116"}
    full = (near | beyond) & ~(1 << start | 1 << first | 1 << last)
    full &= ~sum(1 << hexof(given(), at) for at in west.values())
    armies = [u.id for u in WORLD.units if u.kind == "soviet_army"]
    place = dict(zip(armies[:3], ["2216"] * 3, strict=True)) | {armies[3]: "2415"} | west
    for n, i in enumerate(bits(full)):
        place |= dict.fromkeys(armies[4 + 3 * n : 7 + 3 * n], WORLD.label(i))
    s = retreating(place, "2216")
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and len(frame.units) == 1  # not together
    assert retreats(s) == {"2315"}


def hemmed_in(*open_: str) -> EastState:
    """5 Army must retreat from 2216; within two hexes all but these are full."""
    start = hexof(given(), "2216")
    ring = [WORLD.label(i) for i in bits(WORLD.grid.dilate(1 << start, 2) & WORLD.enterable & ~(1 << start))]
    armies = [u.id for u in WORLD.units if u.kind == "soviet_army"]
    names = [u for u in armies if u != "su-5"]
    place = {"su-5": "2216"}
    shut = [at for at in ring if at not in open_]
    for n, at in enumerate(shut):
        place |= dict.fromkeys(names[3 * n : 3 * n + 3], at)
    assert len(names) >= 3 * len(shut)
    return retreating(place, "2216", axis_towns=("Kharkov",))


@pytest.mark.rule("12.3.2")
@pytest.mark.rule("12.3.3")
def test_12_3_3_two_hexes_away_comes_before_the_arrows() -> None:
    # by 2315 (north-east) it could go on only to 2316 (south), along white arrows and one hex away; by 2115 (north-west),
    # which no white arrow shows, it gets two hexes away
    s = hemmed_in("2315", "2316", "2115", "2015")
    assert retreats(s) == {"2115"} and no(s, back(s, "2315")) == "12.3.3"
    # the same of the second hex: from 2217 north-east to 2316, or south-west to 2117
    s = hemmed_in("2217", "2117", "2316")
    assert retreats(s) == {"2217"}
    do(s, back(s, "2217"))
    assert retreats(s) == {"2117"} and no(s, back(s, "2316")) == "12.3.3"


@pytest.mark.rule("12.3.4a")
@pytest.mark.rule("12.2.3a")
@pytest.mark.rule("8.1.4")
@pytest.mark.seam("8", "12.3")
def test_12_3_4a_who_loses_a_step_and_lives_still_needs_room() -> None:
    # three corps of two steps pass a zone whole, so all three need room beyond; of one step each, one dies on the way
    for left, together in ((2, False), (1, True)):
        corps = ("ge-III", "ge-XIV", "ge-XLVIII")
        place = dict.fromkeys(corps, "2216") | {
            "su-5": "2315",
            "su-6": "2316",
            "ge-XL": "2015",
            "su-26": "2114",
        }
        # west of 2216 only 2115 is open, under the zone of 26 Army; beyond it only 2015, with one corps in it
        shut = {"su-12": "2215", "su-37": "2217", "su-38": "2116", "su-40": "2016"}
        s = retreating({**place, **shut}, "2216", steps=dict.fromkeys(corps, left), axis_towns=("Kharkov",))
        frame = pending(s)
        assert isinstance(frame, ChooseRetreat) and retreats(s) == {"2115"}
        assert (len(frame.units) == 3) == together


@pytest.mark.rule("13.4.2")
def test_guderian_is_not_left_alone_where_his_panzers_fall_back_on_kluge() -> None:
    """The one way out leads to the 4th Army, with which Guderian never stacks: he goes to other Panzers."""
    wall = {"su-5": "2215", "su-6": "2217", "su-12": "2315", "su-26": "2316", "su-19": "2115"}
    s = retreating(
        {"ge-XXIV": "2216", "ge-XLVII": "2216", "guderian": "2216", "ge-4": "2116", "ge-XIV": "1915", **wall},
        "2216",
    )
    while s.agenda:
        frame = pending(s)
        assert isinstance(frame, ChooseRetreat)
        do(s, frame.legal(s, "axis")[0])
    w = s.world
    for leader in bits(w.leaders):
        if s.where[leader] >= 0:
            assert units_at(s, s.where[leader]) & w.panzers
    assert s.where[w.number["ge-XXIV"]] >= 0 or s.where[w.number["ge-XLVII"]] >= 0
