"""Chapters 13.1 to 13.3: Hungary and Romania, the Guard Cavalry, garrisons."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Garrison, PickUp, Revive
from hexfront.games.turns_east.combat import ChooseTarget, Fight, attacker_violation, carry_out
from hexfront.games.turns_east.commands import closed_to
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.reinforcement import Replacements
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat, RetreatStack
from hexfront.games.turns_east.state import POOL, RESERVE, EastState
from hexfront.games.turns_east.strength import defenders, odds
from hexfront.games.turns_east.supply import lines_of
from hexfront.hexes import bits
from hexfront.kernel import deciders, pending, settle

from .helpers import (
    FAIR,
    MUD,
    SNOW,
    WORLD,
    back,
    do,
    driven_back,
    field,
    given,
    hexof,
    join,
    no,
    on_map,
    pick,
    pickable,
    reach,
    shown,
    spot,
    step,
    target,
    targets,
    unit,
)


@pytest.mark.rule("13.1.2c")
@pytest.mark.rule("13.1.1b")
@pytest.mark.seam("12.3", "13.1")
def test_13_1_2c_no_retreat_into_closed_countries() -> None:
    s = given(
        place={
            "su-18": "0914",
            "ge-11": "1014",
            "ge-17": "1015",
            "ge-6": "0913",
            "ge-III": "0915",
            "ge-XIV": "0814",
        }
    )
    s.agenda = (RetreatStack((unit(s, "su-18"),), (hexof(s, "0914"),), 0),)
    settle(s)
    assert not on_map(s, "su-18")  # Romania (0815) was the only way
    s = given(place={"su-26": "0612", "ge-17": "0611", "ge-6": "0711", "ge-11": "0712"})
    s.agenda = (RetreatStack((unit(s, "su-26"),), (hexof(s, "0612"),), 0),)
    settle(s)
    assert not on_map(s, "su-26")  # Hungary was


@pytest.mark.rule("13.1.2b")
def test_13_1_2b_elsewhere_turn_1_attacks_are_free() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=1)
    assert no(s, target(s, "2216")) == ""
    do(s, target(s, "2216"))
    assert no(s, join(s, "ge-6")) == ""


def fought(
    s: EastState, at: str, attackers: tuple[str, ...], result: str, side: int = AXIS, **more: Any
) -> None:
    """The result of a combat takes its course; nothing else is going on."""
    units = tuple(unit(s, name) for name in attackers)
    fight = Fight(side, hexof(s, at), units, more.get("mobile", False), False, False)
    s.agenda = carry_out(s, fight, result, more.get("cut", 0))
    settle(s)


@pytest.mark.rule("13.3.6")
@pytest.mark.seam("12.3", "13.3")
def test_13_3_6_a_garrison_alone_does_not_retreat() -> None:
    s = given(place={"gar-6": "2216", "su-5": "2315"})
    fought(s, "2216", ("su-5",), "DR", SOVIET)
    assert spot(s, "gar-6") == "2216" and not s.agenda


@pytest.mark.rule("13.1.2c")
@pytest.mark.rule("8.1.4")
def test_13_1_2c_a_retreat_shuns_romania_and_full_hexes() -> None:
    full = dict.fromkeys(("su-5", "su-6", "su-26"), "0916")
    s = driven_back({"su-9": "0917", **full}, "0917", soviet_towns=())
    assert no(s, back(s, "0817")) == "13.1.2c"
    assert no(s, back(s, "0916")) == "8.1.1"


@pytest.mark.rule("13.3")
def test_13_3_every_garrison_begins_with_its_army_off_the_map() -> None:
    s = GAME.new_state(WORLD)
    garrisons = [u for u, counter in enumerate(WORLD.units) if counter.kind == "garrison"]
    assert garrisons and {s.where[u] for u in garrisons} == {RESERVE}


@pytest.mark.rule("13.1.1a")
@pytest.mark.rule("13.1.1b")
@pytest.mark.rule("13.1.2a")
@pytest.mark.rule("13.1.2b")
@pytest.mark.rule("13.1.2c")
@pytest.mark.seam("11", "13.1")
def test_13_1_who_may_enter_what() -> None:
    s = given()
    w = s.world
    german, romanian, soviet = (unit(s, name) for name in ("ge-6", "ro-3", "su-5"))
    lands = {
        "hungary": w.hungary,
        "romania": w.romania & w.areas[3],
        "north": w.areas[0] & w.ussr,
        "center": w.areas[1] & w.ussr,
        "south": w.areas[2] & w.ussr & ~w.hungary,
        "antonescu": w.areas[3] & w.ussr & ~w.romania,
    }

    def barred(u: int, turn: int, here: str) -> dict[str, str]:
        s.turn = turn
        found = {}
        start = next(bits(lands[here]))
        for name, hexes in lands.items():
            cases = {getattr(closed_to(s, u, start, i), "rule", "") for i in bits(hexes & w.enterable)}
            assert len(cases) == 1, (name, cases)
            if cases != {""}:
                found[name] = cases.pop()
        return found

    assert barred(german, 1, "south") == {"hungary": "13.1.1a", "romania": "13.1.2b"}
    away = dict.fromkeys(("north", "center", "south", "antonescu"), "13.1.2b")
    assert barred(german, 1, "romania") == {"hungary": "13.1.1a", **away}
    assert barred(german, 2, "south") == barred(german, 2, "romania") == {}
    assert barred(romanian, 2, "south") == {"hungary": "13.1.1b", "north": "13.1.2a", "center": "13.1.2a"}
    assert barred(soviet, 2, "south") == {"hungary": "13.1.1b", "romania": "13.1.2c"}


@pytest.mark.rule("13.3.3b")
def test_13_3_3b_only_eliminated_garrisons_are_brought_back() -> None:
    s = given(place={"ge-6": "1915", "gar-6": "1915", "ge-17": "2016"})
    s.where[unit(s, "gar-17")] = RESERVE
    s.where[unit(s, "gar-11")] = POOL
    s.agenda = (Replacements(1, 0, 0),)
    cases = {name: no(s, Revive(unit(s, name))) for name in ("gar-6", "gar-17", "gar-11")}
    assert cases == {"gar-6": "13.3.3b", "gar-17": "13.3.3b", "gar-11": ""}


@pytest.mark.rule("13.1")
def test_13_1_only_romania_has_units_of_its_own() -> None:
    minors = {u.name for u in WORLD.units if u.kind == "romanian"}
    assert minors == {"Romanian 3rd Army", "Romanian 4th Army"}
    assert not any("Hungar" in u.name or "Ital" in u.name for u in WORLD.units)


@pytest.mark.rule("13.1.1a")
def test_13_1_1a_hungary_for_the_axis() -> None:
    def case(name: str, turn: int) -> str:
        s = given(turn=turn, place={name: "0512"}, orders={"axis-2": "assault"}, active="axis-2")
        do(s, pick(s, name))
        return no(s, step(s, "0413"))

    assert WORLD.hungary >> WORLD.board.index("0413") & 1
    s = given(turn=1, place={"ge-17": "0510"}, orders={"axis-2": "assault"}, active="axis-2")
    do(s, pick(s, "ge-17"))
    assert no(s, step(s, "0511")) == "13.1.1a"
    s = given(turn=2, place={"ge-17": "0510"}, orders={"axis-2": "assault"}, active="axis-2")
    do(s, pick(s, "ge-17"))
    assert no(s, step(s, "0511")) == ""
    assert case("ge-17", 2) == ""
    # no line of the Axis runs through Hungary on turn 1; Romanians' never do
    assert not lines_of(given(turn=1), AXIS, 2).loc & WORLD.hungary
    assert lines_of(given(turn=2), AXIS, 2).loc & WORLD.hungary
    assert not lines_of(given(turn=2), AXIS, 3, romanian=True).loc & WORLD.hungary


@pytest.mark.rule("13.1.1b")
def test_13_1_1b_hungary_for_soviets_and_romanians() -> None:
    s = given(place={"su-26": "0612"}, orders={"soviet-2": "assault"}, active="soviet-2")
    do(s, pick(s, "su-26"))
    assert no(s, step(s, "0512")) == "13.1.1b"
    s = given(
        place={"su-26": "0612", "ge-17": "0512"},
        orders={"soviet-2": "assault"},
        active="soviet-2",
        stage="attack",
    )
    s.agenda = (ChooseTarget(SOVIET, 2),)
    assert no(s, target(s, "0512")) == "13.1.1b"
    assert not any(lines_of(given(), SOVIET, a).loc & WORLD.hungary for a in range(4))
    s = given(place={"ro-3": "0515"}, orders={"axis-3": "assault"}, active="axis-3")
    do(s, pick(s, "ro-3"))
    assert no(s, step(s, "0514")) == "13.1.1b"


@pytest.mark.rule("13.1.2a")
@pytest.mark.seam("7.6", "13.1")
def test_13_1_2a_romanians_serve_in_the_south_only() -> None:
    s = given(
        place={"ro-3": "2014"},
        orders={"axis-2": "assault", "axis-1": "assault"},
        active="axis-2",
        axis_towns=("Kharkov",),
    )
    do(s, pick(s, "ro-3"))
    assert WORLD.area_of[hexof(s, "2013")] == 1
    assert no(s, step(s, "2013")) == "13.1.2a" and no(s, step(s, "2015")) == ""


@pytest.mark.rule("13.1.2b")
@pytest.mark.seam("12", "13.1")
def test_13_1_2b_romania_on_turn_1() -> None:
    for turn, case in ((1, "13.1.2b"), (2, "")):
        s = given(turn=turn, place={"ge-11": "0815"}, orders={"axis-3": "assault"}, active="axis-3")
        do(s, pick(s, "ge-11"))
        assert no(s, step(s, "0914")) == case  # out
        assert no(s, step(s, "0816")) == ""  # within
        s = given(turn=turn, place={"ge-III": "0914"}, orders={"axis-3": "assault"}, active="axis-3")
        do(s, pick(s, "ge-III"))
        assert no(s, step(s, "0815")) == case  # in
        s = given(
            turn=turn, place={"ge-11": "0815", "su-18": "0914"}, orders={"axis-3": "assault"}, active="axis-3"
        )
        s.agenda = (ChooseTarget(AXIS, 3),)
        assert no(s, target(s, "0914")) == case
        assert (s.world.label(hexof(s, "0914")) in targets(s)) == (case == "")


@pytest.mark.rule("13.1.2c")
def test_13_1_2c_romania_is_closed_to_soviets() -> None:
    s = given(place={"su-18": "0914"}, orders={"soviet-3": "assault"}, active="soviet-3")
    do(s, pick(s, "su-18"))
    assert no(s, step(s, "0815")) == "13.1.2c"
    s = given(
        place={"su-18": "0914", "ge-11": "0815"},
        orders={"soviet-3": "assault"},
        active="soviet-3",
        stage="attack",
    )
    s.agenda = (ChooseTarget(SOVIET, 3),)
    assert no(s, target(s, "0815")) == "13.1.2c"
    assert not any(lines_of(given(), SOVIET, a).loc & WORLD.romania for a in range(4))


@pytest.mark.rule("13.2")
@pytest.mark.rule("13.2d")
@pytest.mark.rule("7.2.1a")
@pytest.mark.seam("7.2", "13.2")
def test_13_2_the_guard_cavalry_moves_like_mechanized_units() -> None:
    assert [u.id for u in WORLD.units if u.kind == "cavalry"] == ["su-gcav"]
    for order, points in (("hold", 6), ("withdraw", 7), ("assault", 6)):
        s = field({"su-gcav": "2016"}, "soviet", order)
        assert s.allowance[unit(s, "su-gcav")] == points


@pytest.mark.rule("13.2b")
@pytest.mark.seam("9.1", "13.2")
@pytest.mark.seam("11", "13.2")
def test_13_2b_from_army_zone_to_army_zone() -> None:
    for name, case in (("su-gcav", ""), ("su-5", "9.1.3b"), ("su-8m", "9.1.3b")):
        s = field({name: "2216", "ge-6": "2115"}, "soviet", "assault", soviet_towns=("2214",))
        do(s, pick(s, name))
        assert no(s, step(s, "2116")) == case
    s = field({"su-gcav": "2216", "ge-6": "2115"}, "soviet", "assault")
    do(s, pick(s, "su-gcav"))
    do(s, step(s, "2116"))
    assert reach(s) == set()  # it stops there


@pytest.mark.rule("13.2c")
@pytest.mark.seam("6", "13.2")
def test_13_2c_swamp_costs_it_one_point_always() -> None:
    for turn in (FAIR, MUD, SNOW):
        climate = WORLD.climate[turn]
        swamp = WORLD.board.index("1009")
        assert WORLD.board.kind[swamp] == "swamp"
        for start in WORLD.grid.neighbours(swamp):
            cost = WORLD.moves[climate][2][start]
            mech = WORLD.moves[climate][1][start]
            if swamp in cost and not WORLD.rivers.has(start, swamp):
                assert cost[swamp] == 1 < mech[swamp]
    s = given(place={"su-gcav": "1008"}, orders={"soviet-1": "assault"}, active="soviet-1")
    do(s, pick(s, "su-gcav"))
    assert shown(s, step(s, "1009")).cost == 1


def garrisoning(touched: int = 0, army: int = 1, **what: Any) -> EastState:
    return given(agenda=(Replacements(army, 1, touched),), **what)


@pytest.mark.rule("13.3")
@pytest.mark.rule("13.3.1")
def test_13_3_1_an_army_leaves_its_one_garrison_in_a_town() -> None:
    s = garrisoning(place={"ge-6": "1915", "ge-17": "2016", "ge-III": "2015"})
    assert no(s, Garrison(unit(s, "ge-17"))) == "13.3.1"  # open country
    assert no(s, Garrison(unit(s, "ge-III"))) == "13.3"  # no army
    assert no(s, Garrison(unit(s, "ge-6"))) == ""
    do(s, Garrison(unit(s, "ge-6")))
    assert spot(s, "gar-6") == "1915"
    s.agenda = (Replacements(1, 1, 0),)
    assert no(s, Garrison(unit(s, "ge-6"))) == "13.3"  # there is only one
    for at in ("1321", "2024"):  # a fort, an oil hex
        s = garrisoning(place={"ge-11": at})
        assert no(s, Garrison(unit(s, "ge-11"))) == ""
    assert {WORLD.units[a].id for a in WORLD.garrison_of} == {u.id for u in WORLD.units if u.kind == "army"}


@pytest.mark.rule("13.3.2")
def test_13_3_2_only_armies_of_8_6_or_4() -> None:
    cases = []
    for n in (4, 3, 2, 1):
        s = garrisoning(place={"ge-6": "1915"}, steps={"ge-6": n})
        cases.append(no(s, Garrison(unit(s, "ge-6"))))
    assert cases == ["", "", "", "13.3.2"]


@pytest.mark.rule("13.3.3a")
@pytest.mark.rule("13.3.5")
@pytest.mark.seam("11", "13.3")
def test_13_3_3a_garrisons_neither_move_nor_attack_and_fight_only_alone() -> None:
    s = field({"gar-6": "1915", "ge-6": "1915", "su-5": "1916"}, order="assault")
    assert no(s, pick(s, "gar-6")) == "13.3.3a" and "gar-6" not in pickable(s)
    assert attacker_violation(s, unit(s, "gar-6"), AXIS, 2).rule == "13.3.3a"  # type: ignore[union-attr]
    assert defenders(s, hexof(s, "1915")) == (unit(s, "ge-6"),)
    alone = field({"gar-6": "1915", "su-5": "1916"}, "soviet", "assault", stage="attack")
    assert defenders(alone, hexof(alone, "1915")) == (unit(alone, "gar-6"),)
    assert odds(alone, SOVIET, (unit(alone, "su-5"),), hexof(alone, "1915"), False, False, False).defence == 1


@pytest.mark.rule("13.3")
@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.3.3b")
@pytest.mark.seam("5", "13.3")
def test_13_3_3b_an_army_step_brings_a_garrison_back() -> None:
    s = garrisoning(place={"ge-6": "1915"})
    g = unit(s, "gar-6")
    s.where[g], s.steps[g] = POOL, 0
    assert no(s, Garrison(unit(s, "ge-6"))) == "13.3"
    assert no(s, Revive(g)) == ""
    do(s, Revive(g))
    assert s.where[g] == RESERVE
    frame = pending(s)
    assert isinstance(frame, Replacements) and frame.army == 0
    do(s, Garrison(unit(s, "ge-6")))
    assert spot(s, "gar-6") == "1915" and s.steps[g] == 1
    s = garrisoning(army=0, place={"ge-6": "1915"})
    s.where[g] = POOL
    assert no(s, Revive(g)) == "13.3.3b"
    assert no(s, Revive(unit(s, "gar-17"))) == "13.3.3b"  # not eliminated


@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.3.4")
@pytest.mark.seam("9.2", "13.3")
def test_13_3_4_a_garrison_with_an_loc_to_its_army_is_picked_up() -> None:
    place = {"gar-6": "1915", "ge-6": "2016"}
    s = garrisoning(place=place)
    g = unit(s, "gar-6")
    assert no(s, PickUp(g)) == ""
    do(s, PickUp(g))
    assert s.where[g] == RESERVE
    s.agenda = (Replacements(1, 1, 0),)
    assert no(s, PickUp(g)) == "13.3.4"
    again = garrisoning(place={"gar-6": "1915", "ge-6": "2015", "ge-17": "1715"})
    do(again, PickUp(g))
    assert no(again, Garrison(unit(again, "ge-6"))) == "13.3"  # for later, not for this phase
    placed = garrisoning(place={"ge-6": "1915", "ge-17": "2015"})
    do(placed, Garrison(unit(s, "ge-6")))
    assert no(placed, PickUp(g)) == "13.3.4"  # not in the phase in which it was placed
    ring = {"su-5": "1813", "su-6": "1817", "su-26": "1715", "su-12": "2014", "su-37": "2017"}
    s = garrisoning(place={"gar-6": "1915", "ge-6": "2317", **ring})
    assert no(s, PickUp(g)) == "13.3.4"
    s = garrisoning(place={"gar-6": "1915"})  # the army is lost
    assert no(s, PickUp(g)) == "13.3.4"


@pytest.mark.rule("13.3.6")
@pytest.mark.seam("12", "13.3")
def test_13_3_6_only_de_and_ex_hurt_a_garrison() -> None:
    for result, lives in (("A1", True), ("DR", True), ("EX", False), ("DE", False)):
        s = given(place={"gar-6": "1915", "su-5": "1916", "su-6": "1916"})
        fight = Fight(SOVIET, hexof(s, "1915"), (unit(s, "su-5"), unit(s, "su-6")), False, False, False)
        s.agenda = carry_out(s, fight, result, 0)
        settle(s)
        while deciders(s):
            if isinstance(pending(s), ChooseAdvance):
                break
            do(s, s.agenda[0].legal(s, deciders(s)[0])[0])  # type: ignore[attr-defined]
        assert on_map(s, "gar-6") == lives
    # with others in the hex it stays behind when they retreat, and shares their end
    s = given(place={"gar-6": "1915", "ge-III": "1915", "su-5": "1916"})
    s.agenda = carry_out(s, Fight(SOVIET, hexof(s, "1915"), (unit(s, "su-5"),), False, False, False), "DR", 0)
    settle(s)
    while isinstance(pending(s), ChooseRetreat):
        do(s, s.agenda[0].legal(s, "axis")[0])  # type: ignore[attr-defined]
    assert spot(s, "gar-6") == "1915" != spot(s, "ge-III")
    assert not isinstance(pending(s), ChooseAdvance)  # the hex is not vacated
