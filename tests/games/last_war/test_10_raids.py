"""Bombers, guns and bases where they meet other rules."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.actions import (
    Done,
)
from hexfront.games.last_war.bombing import AirCalm, AirStep, LineChoice, Raid, zone_at
from hexfront.games.last_war.cards import CardStep, CommitStep
from hexfront.games.last_war.closing import CloseStep
from hexfront.games.last_war.combat import CombatStep
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.flags import FlagStep
from hexfront.games.last_war.industry import IndustryStep
from hexfront.games.last_war.naval import SeaStep
from hexfront.games.last_war.partisans import PartisanStep
from hexfront.games.last_war.plans import Rising, ToSea
from hexfront.games.last_war.sequence import (
    ReportStep,
    UpdateStep,
)
from hexfront.games.last_war.state import LastWarState, hold
from hexfront.games.last_war.straightening import StraightenStep
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.kernel import deciders, legal, with_item
from hexfront.testing import refusal, roll

from .kit import BOMBERS, act, given, go, h, have, p

STEPS = [
    (AirStep(), "air"), (SeaStep(), "sea"), (IndustryStep(), "industry"), (PartisanStep(), "deploy"),
    (DeployStep(), "deploy"),
    (CloseStep(), "close"), (FlagStep(), "flags"), (CardStep(), "cards"), (WithdrawStep(), "withdraw"),
    (CombatStep(), "combat"), (UpdateStep(), "update"), (StraightenStep(), "straighten"), (ReportStep(), "report"),
]  # fmt: skip


def kinds(s: LastWarState, seat: str) -> set[str]:
    return {type(action).__name__ for action in legal(s, seat)}


@pytest.mark.rule("bombing.one-role")
@pytest.mark.rule("pool.navy")
@pytest.mark.rule("sequence.1-industry")
@pytest.mark.rule("pag.availability")
@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("sequence.4-flags")
@pytest.mark.rule("sequence.5-cards")
@pytest.mark.rule("sequence.6-withdraw")
@pytest.mark.rule("sequence.7-combat-order")
@pytest.mark.rule("sequence.8-update")
@pytest.mark.rule("sequence.9-straighten")
@pytest.mark.rule("sequence.10-report")
@pytest.mark.rule("sequence.ten-steps")
@pytest.mark.parametrize(("step", "phase"), STEPS)
def test_every_step_begins_afresh_and_in_the_open(step: Any, phase: str) -> None:
    s = given(points={"germany": {"Orel": {"men": 2}}, "ussr": {"Kursk": {"men": 2}}})
    s.done, s.focus, s.plans = ["axis", "allies"], {"axis": 1}, [Rising(0, 5)]
    s.shown, s.shown_pool = {}, (9,) * 12
    s.phase = "none"
    s.agenda = (step,)
    go(s)
    assert s.phase == phase
    assert not s.done and not s.focus and not s.plans, "nobody is done yet"
    assert s.shown == s.at and s.shown_pool == tuple(s.pool), "all see what there is"


@pytest.mark.rule("bombing.one-role")
@pytest.mark.rule("bombing.role-industry")
def test_what_the_air_step_offers() -> None:
    s = given(
        scenario="europe",
        points={"britain": {"Norwich": {"bombers": 5}}},
        pool={"britain": {"lsp": 3}, "germany": {"air": 1, "lsp": 1}},
    )
    s.bases = {h(s, "Norwich"): 1 << 5}
    s.flak = {h(s, "Essen"): 0}
    s.navy_air = with_item(s.navy_air, s.world.areas.index("north_sea") * 8 + 5, 1)
    s.done = ["axis"]
    s.agenda = (AirStep(),)
    go(s)
    assert kinds(s, "axis") == {"Done", "Guard", "Man"}
    assert kinds(s, "allies") == {"Done", "Bomb", "Support", "ToNavy", "FromNavy"}
    found = [x for x in legal(s, "allies") if isinstance(x, a.Bomb)]
    assert {(x.role, x.counters) for x in found} == {(0, 1), (0, 5), (1, 1), (1, 5)}
    assert {x.hex for x in found if x.role == 0} == {h(s, "Essen")}
    s.agenda = (LineChoice(zone_at(s, h(s, "Essen"))),)
    assert legal(s, "axis") == [a.Shut(0), a.Shut(1)]
    s.shut = {zone_at(s, h(s, "Essen")) * 8: 2}
    assert legal(s, "axis") == [a.Shut(1)], "both tank lines stand still"


@pytest.mark.rule("bombing.one-role")
def test_bombers_kept_for_the_army_are_asked_for() -> None:
    s = given(flags=[("germany", "Orel", "Kursk")], agenda=(CommitStep(),))
    assert not s.agenda
    s.support = {h(s, "Kiev") * 8: 1}
    s.bases, s.paid = {h(s, "Kiev"): 1}, 1 << h(s, "Kiev")
    s.at[(h(s, "Kiev") * 8) * 6 + 3] = 1
    s.agenda = (CommitStep(),)
    go(s)
    assert legal(s, "axis") == [a.Done(), a.Back(0, h(s, "Kursk"), 0)]
    act(s, "axis", a.Back(0, h(s, "Kursk"), 0))
    assert refusal(s, "axis", a.Back(0, h(s, "Kursk"), 0)) == "bombing.one-role"


@pytest.mark.rule("bombing.naval-conversion")
def test_changing_service_is_done_once() -> None:
    from hexfront.games.last_war.bombing import change_service

    s = given(scenario="europe")
    west = s.world.areas.index("western_approaches")
    s.fleet = with_item(s.fleet, west * 8, 6)
    s.missions = [ToSea(5, h(s, "Norwich"), west)]
    s.shores = (0,) * 8
    change_service(s)
    assert s.navy_air[west * 8 + 5] == 1 and not s.missions
    assert s.shores[5], "routes are traced anew"


@pytest.mark.rule("bombing.naval-conversion")
@pytest.mark.rule("bombing.role-terror-effect")
def test_the_air_step_leaves_no_empty_stock() -> None:
    s = given(
        scenario="europe", points={"britain": {"Norwich": {"bombers": 1}}}, pool={"britain": {"lsp": 3}}
    )
    s.bases = {h(s, "Norwich"): 1 << 5}
    s.agenda = (AirStep(),)
    go(s)
    act(s, "allies", a.ToNavy(5, s.world.areas.index("north_sea")))
    act(s, "allies", a.Done())
    act(s, "axis", a.Done())
    assert all(s.at.values()) and s.shown == s.at and not s.done


@pytest.mark.rule("bombing.base-needed")
@pytest.mark.rule("security.zone-cost")
@pytest.mark.rule("flak.cost")
@pytest.mark.rule("fort.hexside")
def test_what_stands_in_a_hex_is_lost_with_it() -> None:
    s = given()
    kiev = h(s, "Kiev")
    s.bases, s.new_bases, s.zones, s.flak = {kiev: 1}, {kiev: 1}, {kiev: 0}, {kiev: 0}
    s.forts = {kiev * s.world.top + h(s, "2519"): 1}
    hold(s, kiev, 1)
    assert not s.bases and not s.new_bases and not s.zones and not s.flak and not s.forts


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
