"""What a step leaves behind: nothing secret, nothing half done, and everyone sees the map as it is."""

from __future__ import annotations

import pytest

from hexfront.games.last_war.actions import Beyond, Claim, Done, Halt, Occupy, Restore
from hexfront.games.last_war.bombing import AirCalm, AirStep, Raid
from hexfront.games.last_war.closing import CloseStep
from hexfront.games.last_war.combat import Battle, Combats, Following, PressOn
from hexfront.games.last_war.data import code
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.naval import Convoy
from hexfront.games.last_war.sequence import Keep
from hexfront.games.last_war.umpire import label_of
from hexfront.kernel import CONTROL, deciders, pending, settle
from hexfront.testing import roll

from .kit import ALLIES, AXIS, BOMBERS, MEN, act, battle, given, go, h, have, p, pool, put


@pytest.mark.rule("combat.only-with-flag")
def test_a_combat_that_is_off_does_not_stop_the_others() -> None:
    s = given(
        flags=[("germany", "Orel", "Kursk"), ("ussr", "2819", "Kharkov")],
        points={"ussr": {"2819": {"men": 3}}},
    )
    s.battles = [h(s, "Kursk") * 2 + AXIS, h(s, "Kharkov") * 2 + ALLIES]
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


@pytest.mark.rule("bombing.base-lsp")
@pytest.mark.rule("bombing.role-terror-effect")
@pytest.mark.rule("airdef.casualty")
def test_after_the_air_step_nothing_is_left_over() -> None:
    s = given(
        scenario="europe",
        points={"britain": {"Norwich": {"bombers": 4}}},
        pool={"britain": {"lsp": 3}, "germany": {"lsp": 1}},
    )
    norwich, essen = h(s, "Norwich"), h(s, "Essen")
    s.bases = {norwich: 1 << p(s, "britain")}
    s.agenda = (AirStep(), DeployStep())
    go(s)
    for seat in deciders(s):
        act(s, seat, Done())
    assert s.phase == "deploy" and s.done == [] and s.plans == [] and s.focus == {}
    s.guard = {essen * 8: 1}
    s.agenda = (Raid(p(s, "britain"), 1, norwich, essen, 1), AirCalm(), DeployStep())
    go(s)
    roll(s, (6,))
    assert have(s, "britain", "Norwich", BOMBERS) == 3 and s.shown == s.at, "the loss is seen"


@pytest.mark.rule("sequence.3-close")
def test_after_closing_up_nothing_is_left_over() -> None:
    s = given(agenda=(CloseStep(),), held={"": ["Kursk"]}, points={"ussr": {"2717": {"men": 3}}})
    act(s, "allies", Claim(1, h(s, "Kursk")))
    for seat in deciders(s):
        act(s, seat, Done())
    assert s.done == [] and s.plans == []


@pytest.mark.rule("pool.overseas")
def test_a_convoy_sunk_is_seen_by_all() -> None:
    s = given(scenario="europe", points={"britain": {"Tobruk": {"men": 5}}})
    britain = p(s, "britain")
    for area in s.world.home_areas[britain]:
        s.fleet[area * 8] = 9
    s.cargo = {code(h(s, "Tobruk"), britain, MEN): 4}
    s.agenda = (Convoy(britain), DeployStep())
    roll(s, 6)
    assert have(s, "britain", "Tobruk") == 3 and s.shown == s.at


@pytest.mark.rule("sequence.8-update")
def test_going_back_forgets_what_was_kept_later() -> None:
    s = given(
        options={"umpire": True},
        agenda=(Keep("after industry"), Keep("before flags"), Keep("before combat"), DeployStep()),
        pool={"germany": {"men": 1}},
    )
    assert [label_of(each) for each in s.saved] == [
        "turn 1, after industry", "turn 1, before flags", "turn 1, before combat",
    ]  # fmt: skip
    later = s.clone()
    act(later, CONTROL, Restore(1))
    assert [label_of(each) for each in later.saved] == ["turn 1, after industry", "turn 1, before flags"]
    act(s, CONTROL, Restore(0))
    assert [label_of(each) for each in s.saved] == ["turn 1, after industry"]


@pytest.mark.rule("sequence.8-update")
def test_the_last_eight_positions_are_kept() -> None:
    s = given(options={"umpire": True})
    for turn in range(1, 12):
        s.turn = turn
        Keep("before combat").run(s)
    assert [label_of(each) for each in s.saved] == [f"turn {turn}, before combat" for turn in range(4, 12)]
    plain = given()
    Keep("before combat").run(plain)
    assert not plain.saved, "nothing is kept where nobody can go back"
