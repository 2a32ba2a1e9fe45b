"""Where forces go after a combat."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.actions import (
    Beyond,
    Halt,
    Occupy,
)
from hexfront.games.last_war.combat import Battle, Combats, CombatStep, Following, PressOn, push_out
from hexfront.games.last_war.front import fall_back
from hexfront.kernel import legal, pending, settle, with_item
from hexfront.testing import roll

from .kit import ALLIES, AXIS, GAME, MEN, TANKS, act, battle, finish, given, go, h, have, holder, pool, put


@pytest.mark.rule("terrain.open-green")
def test_what_pressing_on_offers() -> None:
    s = given(
        agenda=(CombatStep(),),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 20, "tanks": 4}}},
        pool={"ussr": {"men": 9}},
    )
    roll(s, (6, 1))
    assert isinstance(pending(s), PressOn)
    assert {x.hex for x in legal(s, "axis") if isinstance(x, a.Beyond)} == {h(s, "2716"), h(s, "2817")}


@pytest.mark.rule("terrain.open-red")
def test_a_counter_attack_moves_men_as_it_should() -> None:
    s = given(points={"germany": {"Orel": {"men": 2, "tanks": 1}}, "ussr": {"2717": {"men": 3}}})
    push_out(s, h(s, "2717"), AXIS, [h(s, "Orel")], 3)
    assert (have(s, "ussr", "Orel"), have(s, "ussr", "2717")) == (1, 2)
    t = given(
        points={"germany": {"Orel": {"men": 2, "tanks": 1}}, "ussr": {"2717": {"men": 1}}},
        pool={"ussr": {"men": 2}},
    )
    push_out(t, h(t, "2717"), AXIS, [h(t, "Orel")], 1)
    assert (have(t, "ussr", "Orel"), have(t, "ussr", "2717"), pool(t, "ussr")) == (1, 1, 1)
    assert have(t, "germany", "Orel") == 0 and have(t, "germany", "Orel", TANKS) == 0


@pytest.mark.rule("terrain.open-red")
def test_falling_back_spreads_men_or_loses_them() -> None:
    s = given(points={"ussr": {"2717": {"men": 4, "tanks": 1}}})
    put(s, "ussr", "2817", MEN, 0) if have(s, "ussr", "2817") else None
    fall_back(s, h(s, "2717"), ALLIES)
    assert have(s, "ussr", "2716") + have(s, "ussr", "2817") >= 3
    assert have(s, "ussr", "2716") and have(s, "ussr", "2817"), "a Man for each hex that now lies in front"
    pocket = given(held={"germany": ["2717", "2718"]}, points={"ussr": {"Kursk": {"men": 3, "tanks": 2}}})
    fall_back(pocket, h(pocket, "Kursk"), ALLIES)
    assert not pool(pocket, "ussr") and pocket.lost[6] == 3 and pocket.lost[7] == 2, "nowhere to go"
    pocket = given(held={"germany": ["2717", "2718"]}, points={"ussr": {"Kursk": {"men": 3}}})
    pocket.reach = with_item(pocket.reach, 1, pocket.reach[1] | (1 << h(pocket, "Kursk")))
    fall_back(pocket, h(pocket, "Kursk"), ALLIES)
    assert pool(pocket, "ussr") == 3 and not pocket.lost[6]


@pytest.mark.rule("combat.5-reposition")
@pytest.mark.rule("combat.only-with-flag")
def test_after_a_combat_all_see_the_new_line_and_the_next_one_follows() -> None:
    s = given(
        agenda=(CombatStep(),),
        flags=[("germany", "Orel", "2717"), ("germany", "Kharkov", "2718"), ("germany", "Stalino", "2820")],
        points={"germany": {"Orel": {"men": 9}, "Kharkov": {"men": 8}, "Stalino": {"men": 7}}},
        pool={"ussr": {"men": 30}},
    )
    fought = []
    while s.agenda:
        if isinstance(pending(s), PressOn):
            finish(s)
            continue
        frame: Any = s.agenda[0]
        if type(frame).__name__ == "Following":
            assert s.shown == s.at
            act(s, "axis", a.Occupy(2))
            assert s.shown == s.at and not list(GAME.invariants(s))
            continue
        fought.append(frame.hex)
        roll(s, (4, 3))
    assert fought == [h(s, "2717"), h(s, "2718"), h(s, "2820")], "one after the other"


@pytest.mark.rule("combat.5-reposition")
@pytest.mark.rule("front-line.manpower-in-each")
def test_what_follows_leaves_the_line_its_man() -> None:
    from hexfront.games.last_war.combat import follow

    s = given(
        scenario="europe",
        points={"germany": {"Gazala": {"men": 2}}, "italy": {"Gazala": {"men": 2, "tanks": 1}}},
    )
    follow(s, h(s, "Gazala"), h(s, "Benghazi"), AXIS, 2)
    left = have(s, "germany", "Gazala") + have(s, "italy", "Gazala")
    assert left == 1 and have(s, "italy", "Benghazi", TANKS) == 1


@pytest.mark.rule("combat.only-with-flag")
def test_a_combat_that_is_off_does_not_stop_the_others() -> None:
    s = given(
        flags=[("germany", "Orel", "2717"), ("germany", "Kharkov", "2718")],
        points={"germany": {"Orel": {"men": 9}}},
    )
    s.agenda = (CombatStep(),)
    s.at.pop((h(s, "Kharkov") * 8) * 6)
    s.me = (5, 2)
    s.battles = ()
    go(s)
    frame: Any = s.agenda[0]
    assert frame.hex == h(s, "2717")
    other = given(flags=[("germany", "Orel", "2717"), ("ussr", "2819", "Stalino")], men=2)
    other.at.pop((h(other, "Orel") * 8) * 6)
    other.agenda = (CombatStep(),)
    go(other)
    frame = other.agenda[0]
    assert frame.hex == h(other, "Stalino"), "the first is off, the next is fought"


@pytest.mark.rule("terrain.open-green")
@pytest.mark.rule("combat.5-reposition")
def test_while_the_attacker_decides_the_rest_of_the_line_is_whole() -> None:
    from hexfront.games.last_war.combat import reposition

    s = given(points={"germany": {"Orel": {"men": 3}}}, pool={"germany": {"men": 2}})
    s.at.pop((h(s, "Sevsk") * 8) * 6)
    s.at.pop((h(s, "2717") * 8 + 1) * 6)
    frames = reposition(s, h(s, "2717"), AXIS, [h(s, "Orel")], "beyond", False, (3, 0))
    assert isinstance(frames[0], PressOn)
    assert have(s, "germany", "Sevsk") == 1, "its own line is mended at once"
    assert holder(s, "2717") == "ussr", "the beaten hex waits for the attacker's choice"
    s.agenda = frames
    assert not list(GAME.invariants(s))


@pytest.mark.rule("combat.5-reposition")
def test_a_force_without_men_sends_only_what_it_has() -> None:
    from hexfront.games.last_war.combat import follow

    s = given(points={"germany": {"Orel": {"men": 1, "tanks": 2}}})
    put(s, "germany", "Orel", MEN, 0)
    follow(s, h(s, "Orel"), h(s, "Sevsk"), AXIS, 2)
    assert have(s, "germany", "Orel") == 0 and have(s, "germany", "Sevsk", TANKS) == 2
    assert all(n > 0 for n in s.at.values())


@pytest.mark.rule("combat.only-with-flag")
def test_after_a_combat_that_is_off_the_next_is_fought() -> None:
    s = given(
        flags=[("germany", "Orel", "Kursk"), ("ussr", "2819", "Kharkov")],
        points={"ussr": {"2819": {"men": 3}}},
    )
    s.battles = (h(s, "Kursk") * 2 + AXIS, h(s, "Kharkov") * 2 + ALLIES)
    put(s, "germany", "Orel", MEN, 0)  # nobody is left behind the first flag
    s.agenda = (Combats(),)
    settle(s)
    assert [type(event).__name__ for event in s.out] == ["CombatOff"]
    assert pending(s) == Battle(h(s, "Kharkov"), ALLIES)


@pytest.mark.rule("terrain.open-green")
@pytest.mark.rule("combat.5-reposition")
def test_the_men_who_go_forward_come_from_the_attack_and_not_from_the_pool() -> None:
    s = battle(
        (6, 1),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 20, "tanks": 4}}},
        pool={"ussr": {"men": 9}, "germany": {"men": 5}},
    )
    assert isinstance(pending(s), PressOn)
    men = have(s, "germany", "Orel")
    act(s, "axis", Beyond(h(s, "2817")))
    assert pool(s, "germany") == 5
    assert (have(s, "germany", "2817"), have(s, "germany", "2717"), have(s, "germany", "Orel")) == (
        1,
        1,
        men - 2,
    )
    assert isinstance(pending(s), Following)
    act(s, "axis", Occupy(1))
    assert have(s, "germany", "2717") > 1 and s.shown == s.at, "all see how many have followed"


@pytest.mark.rule("combat.5-reposition")
def test_stopping_takes_one_man_forward() -> None:
    s = battle(
        (6, 1),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 20, "tanks": 4}}},
        pool={"germany": {"men": 5}},
    )
    men = have(s, "germany", "Orel")
    act(s, "axis", Halt())
    assert (have(s, "germany", "2717"), have(s, "germany", "Orel"), pool(s, "germany")) == (1, men - 1, 5)
