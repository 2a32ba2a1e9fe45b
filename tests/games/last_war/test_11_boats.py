"""Landing craft sail with one attack each, also when Control has its pencil in hand; and what else it can put right of a combat."""

from __future__ import annotations

import pytest

from hexfront.games.last_war.actions import Correct, Flag
from hexfront.games.last_war.cards import CANCEL, ZEAL
from hexfront.games.last_war.combat import CombatStep, call_off, cards_on
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.games.last_war.plans import Attack, BoonCard
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.kernel import CONTROL, with_item
from hexfront.testing import refusal

from .kit import ALLIES, GAME, MEN, act, given, h, p

WHY = "Miscounted at the table."
RULED = pytest.mark.rule("cards.use-control")


def channel(craft: int, *attacks: str, **what: object) -> LastWarState:
    """Britain in step 6, with so many landing craft, that attacks over the Channel from these ports with craft."""
    s = given(
        scenario="europe", options={"umpire": True}, agenda=(WithdrawStep(), CombatStep()), phase="withdraw",
        points={"britain": {"Dover": {"men": 4}}}, **what,
    )  # fmt: skip
    n = p(s, "britain")
    s.craft = with_item(s.craft, n, craft)
    s.flags = [Attack(n, h(s, at), h(s, "Calais"), True, True) for at in attacks]
    return s


def flag(s: LastWarState, number: int) -> Correct:
    return Correct("flag", "set", p(s, "britain"), h(s, "Dover"), h(s, "Calais"), number, WHY)


@pytest.mark.rule("die.amphibious-no-craft")
@pytest.mark.rule("cards.use-flag")
def test_craft_that_sail_since_step_4_do_not_sail_again_with_a_flag_of_step_5() -> None:
    s = given(scenario="europe", options={"umpire": True})
    n = p(s, "britain")
    one, two = [sea for sea, coast in s.world.beaches.items() if s.ground[0] >> coast & 1][:2]
    for beach in (one, two):
        s.at[(beach * 8 + n) * 6 + MEN] = 2
    s.craft, s.flags_left, s.naval_left = (
        with_item(each, n, 1) for each in (s.craft, s.flags_left, s.naval_left)
    )
    frame = FlagPlacing(ALLIES, tuple(int(k == n) for k in range(len(s.world.powers))))
    s.phase, s.agenda, s.focus = "cards", (frame,), {"allies": two}
    s.flags = []
    wanted = Flag(n, s.world.beaches[two], True)
    assert refusal(s, "allies", wanted) == "", "they are free"
    s.flags = [Attack(n, one, s.world.beaches[one], True, True)]
    assert refusal(s, "allies", wanted) == "die.amphibious-no-craft"
    assert refusal(s, "allies", Flag(n, s.world.beaches[two])) == ""


@RULED
@pytest.mark.rule("die.amphibious-no-craft")
def test_control_gives_an_attack_its_landing_craft_and_takes_them_away() -> None:
    s = channel(1)
    act(s, CONTROL, flag(s, 1))
    assert [each.craft for each in s.flags] == [False]
    act(s, CONTROL, flag(s, 2))
    assert [(each.by_sea, each.craft) for each in s.flags] == [
        (True, True)
    ] and "with landing craft" in s.notes[-1]
    act(s, CONTROL, flag(s, 1))
    assert [each.craft for each in s.flags] == [False] and "without landing craft" in s.notes[-1]
    act(s, CONTROL, flag(s, 0))
    assert not s.flags and "taken away" in s.notes[-1]
    bare = channel(0)
    assert refusal(bare, CONTROL, flag(bare, 2)) == "cards.use-control", "it has none"
    loose = {"germany": {"Orel": {"men": 4}, "Kiev": {"men": 3}}}
    land = given(options={"umpire": True}, agenda=(WithdrawStep(),), phase="withdraw", points=loose)
    wrong = Correct("flag", "set", 0, h(land, "Orel"), h(land, "Kursk"), 2, WHY)
    assert refusal(land, CONTROL, wrong) == "cards.use-control", "not over land"


@RULED
@pytest.mark.rule("terrain.amphib")
def test_where_control_takes_the_craft_away_the_attack_goes_without_and_loses_none() -> None:
    s = channel(2, "Dover")
    n = p(s, "britain")
    act(s, CONTROL, Correct("craft", "set", n, number=1, why=WHY))
    assert [each.craft for each in s.flags] == [True], "one is enough for it"
    act(s, CONTROL, Correct("craft", "set", n, number=0, why=WHY))
    assert [(each.craft, each.by_sea) for each in s.flags] == [(False, True)]
    call_off(s, h(s, "Calais"), ALLIES, [h(s, "Dover")])
    assert s.craft[n] == 0 and list(GAME.invariants(s)) == []


@RULED
def test_craft_that_a_team_means_to_use_are_taken_away_too() -> None:
    s = given(
        scenario="europe", options={"umpire": True}, agenda=(FlagPlacing(ALLIES),), phase="flags",
        points={"britain": {"Dover": {"men": 4}}},
    )  # fmt: skip
    n = p(s, "britain")
    s.craft, s.naval_left = with_item(s.craft, n, 1), with_item(s.naval_left, n, 1)
    s.flags_left = with_item(s.flags_left, n, 2)
    s.focus["allies"] = h(s, "Dover")
    act(s, "allies", Flag(n, h(s, "Calais"), True))
    act(s, CONTROL, Correct("craft", "set", n, number=0, why=WHY))
    assert s.plans == [Attack(n, h(s, "Dover"), h(s, "Calais"), True, False)]


@RULED
def test_a_card_that_was_played_for_another_advantage_can_be_put_right() -> None:
    s = given(
        options={"umpire": True}, agenda=(WithdrawStep(), CombatStep()), phase="withdraw",
        points={"germany": {"Orel": {"men": 9}, "Kiev": {"men": 3}}}, flags=[("germany", "Orel", "Kursk")],
    )  # fmt: skip
    kursk = h(s, "Kursk")
    s.hand = with_item(s.hand, 0, s.hand[0] & ~1)
    s.cards = [BoonCard(0, 0, 0, kursk, ZEAL)]
    act(s, CONTROL, Correct("played", "set", 0, kursk, 0, 1, WHY))
    assert cards_on(s, kursk, 0) == ((s.world.value(0, 0),), 0, 0), "it was meant for the die"
    act(s, CONTROL, Correct("played", "set", 0, kursk, 0, 3 + ZEAL, WHY))
    assert s.cards == [BoonCard(0, 0, 0, kursk, ZEAL)] and cards_on(s, kursk, 0)[2] == 1
    act(s, CONTROL, Correct("played", "set", 0, kursk, 0, 3 + CANCEL, WHY))
    assert (
        s.cards == [BoonCard(0, 0, 0, kursk, CANCEL)] and "cancel an enemy card in the combat" in s.notes[-1]
    )
    form = next(form for form in GAME.forms(s) if form.id == "played")
    uses = next(field for field in form.fields if field.name == "number")
    assert [n for n, _ in uses.choices] == [0, 1, 2, 3, 4]


@RULED
@pytest.mark.rule("sequence.10-report")
def test_a_power_that_left_the_war_can_be_called_back_from_the_desk() -> None:
    s = given(
        scenario="europe", options={"umpire": True}, agenda=(DeployStep(),), pool={"germany": {"men": 4}}
    )
    n = p(s, "finland")
    act(s, CONTROL, Correct("in_war", "set", n, number=0, why=WHY))
    assert s.out_of_war >> n & 1
    form = next(form for form in GAME.forms(s) if form.id == "in_war")
    power = next(field for field in form.fields if field.name == "power")
    assert (n, "Finland") in power.choices
    act(s, CONTROL, Correct("in_war", "set", n, number=1, why=WHY))
    assert not s.out_of_war >> n & 1
