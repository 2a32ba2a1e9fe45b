"""Smaller effects of steps: lines mended, works finished, nations that come and go."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.bombing import AirStep
from hexfront.games.last_war.combat import CombatStep, PressOn, push_out
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.front import fall_back, mend
from hexfront.games.last_war.industry import IndustryStep, leave_war, muster
from hexfront.games.last_war.naval import SeaStep
from hexfront.games.last_war.partisans import Absorption
from hexfront.games.last_war.sequence import Briefings, GameTurn, Keep, ReportStep, UpdateStep, steps
from hexfront.games.last_war.state import FREE, LastWarState, hold, lose
from hexfront.games.last_war.straightening import StraightenStep
from hexfront.kernel import pending
from hexfront.testing import refusal, roll

from .kit import ALLIES, AXIS, GAME, MEN, TANKS, act, finish, given, go, h, have, holder, p, pool, put


@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("front-line.gap-filled")
def test_after_deployment_gaps_are_filled() -> None:
    s = given(agenda=(DeployStep(),), pool={"ussr": {"men": 2}})
    act(s, "axis", a.Done())
    put(s, "ussr", "Kursk", MEN, 0)
    s.held[0] |= 1 << h(s, "2517")
    s.line = [0, 0]
    s.agenda[0].finish(s)  # type: ignore[attr-defined]
    assert have(s, "ussr", "Kursk") == 1 and s.line[ALLIES] >> h(s, "Kursk") & 1
    assert s.shown == s.at
    t = given()
    t.line = [0, 0]
    t.shown = {}
    mend(t)
    assert all(t.line) and t.shown == t.at


@pytest.mark.rule("sequence.1-industry")
@pytest.mark.rule("resources.fresh-each-turn")
def test_the_industry_step_does_all_its_work() -> None:
    s = given(scenario="europe", works={}, men=2)
    key = h(s, "Rostov") * s.world.top + h(s, "2821")
    s.works = {key: 7}
    s.out_of_war = 1 << 1
    put(s, "germany", "Orel", MEN, 0)
    fleet = list(s.fleet)
    s.agenda = (IndustryStep(),)
    go(s)
    assert s.forts[key] == 1, "works are finished"
    assert pool(s, "italy") == 0, "who is out of the war makes nothing"
    assert sum(s.fleet[6::8]) == sum(fleet[6::8]) + 1 and sum(s.fleet[0::8]) == sum(fleet[0::8]) + 1, (
        "ships are launched"
    )
    assert s.pag_left[7] == 4, "partisans gather"
    assert have(s, "germany", "Orel") == 1, "and gaps are filled"


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


@pytest.mark.rule("sequence.10-report")
def test_a_nation_takes_everything_out_of_the_war_with_it() -> None:
    s = given(scenario="europe", pool={"germany": {"men": 40}}, points={"italy": {"Milan": {"men": 2}}})
    milan = h(s, "Milan")
    s.pags = {h(s, "Minsk"): 1, h(s, "Kiev"): 7}
    s.zones, s.flak, s.works, s.bases = (
        {milan: 1, h(s, "Rome"): 1},
        {milan: 1},
        {milan * s.world.top: 1},
        {milan: 0b11},
    )
    s.guard = {milan * 8 + 1: 1, milan * 8: 1}
    s.navy_air[1] = 1
    leave_war(s, 1, "sequence.10-report")
    assert s.pags == {h(s, "Kiev"): 7} and not s.zones and not s.flak and not s.works
    assert s.bases == {milan: 0b01} and s.guard == {milan * 8: 1}
    assert not any(s.fleet[1::8]) and not any(s.navy_air[1::8])
    assert s.ground[AXIS] == sum_held(s, AXIS) and not s.held[1]
    assert not list(GAME.invariants(s))


def sum_held(s: LastWarState, side: int) -> int:
    out = 0
    for n in s.world.of_side[side]:
        out |= s.held[n]
    return out


@pytest.mark.rule("sequence.10-report")
@pytest.mark.rule("sequence.8-update")
def test_update_and_report_mend_the_line() -> None:
    for step in (ReportStep(), UpdateStep()):
        s = given(pool={"ussr": {"men": 1}})
        s.at.pop((h(s, "Kursk") * 8 + 1) * 6)
        s.agenda = (step,)
        go(s)
        assert have(s, "ussr", "Kursk") == 1


@pytest.mark.rule("sequence.8-update")
def test_the_update_clears_beaches_zones_and_asks_for_partisans() -> None:
    s = given(scenario="europe", points={"germany": {"Kiev": {"men": 1}}})
    sea = next(iter(s.world.beaches))
    s.at[(sea * 8 + 6) * 6] = 3
    s.zones = {h(s, "Minsk"): 0}
    s.agenda = (UpdateStep(), StraightenStep())
    go(s)
    assert pool(s, "usa") == 3 and not s.zones
    near = given(agenda=(UpdateStep(), StraightenStep()), pags={"2517": "ussr"})
    assert isinstance(pending(near), Absorption)
    lost = given(points={"germany": {"Orel": {"men": 3}}})
    lose(lost, h(lost, "Orel"), 0, MEN, 2)
    assert have(lost, "germany", "Orel") == 1 and lost.lost[0] == 2


@pytest.mark.rule("me.briefing")
def test_briefings_are_given_before_the_first_turn() -> None:
    s = given(me=[1, 1], turn=0)
    s.agenda = (Briefings(),)
    go(s)
    assert s.turn == 0 and s.me == [5, 2], "effectiveness of the first turn is what is assessed"
    fresh = GAME.start(GAME.setup("kursk"))
    roll(fresh, 2, 2)
    assert fresh.turn == 1


@pytest.mark.rule("sequence.ten-steps")
def test_a_turn_begins_with_air_and_sea_and_a_muster() -> None:
    s = given(turn=0, flags_left=[0, 0], points={"germany": {"Orel": {"men": 2}}})
    s.shown = {}
    frames = GameTurn().run(s)
    assert frames == (AirStep(), SeaStep(), *steps()) and s.flags_left == [3, 2] and s.turn == 1
    assert s.shown == s.at
    assert steps()[2] == Keep("after industry") and steps()[10] == Keep("before combat")
    gap = given(turn=0, pool={"ussr": {"men": 1}})
    gap.at.pop((h(gap, "Kursk") * 8 + 1) * 6)
    GameTurn().run(gap)
    assert have(gap, "ussr", "Kursk") == 1


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
    pocket.reach[1] |= 1 << h(pocket, "Kursk")
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


@pytest.mark.rule("security.pag-destroyed")
def test_an_operation_ends_with_a_whole_line() -> None:
    from hexfront.games.last_war.combat import operation

    s = given(pags={"2417": "ussr"}, pool={"germany": {"men": 1}})
    s.at.pop((h(s, "Orel") * 8) * 6)
    operation(s, h(s, "2417"), "stay", {"man": 0, "tank": 0, "air": 0})
    assert s.pags and have(s, "germany", "Orel") == 1


@pytest.mark.rule("me.varies")
@pytest.mark.rule("flags.vary")
def test_a_power_enters_the_war_in_its_turn() -> None:
    s = given(scenario="pacific", turn=13)
    ussr = p(s, "ussr")
    assert s.flags_left[ussr] == 0
    s.turn = 14
    muster(s)
    assert s.flags_left[ussr] == 6 and s.held[ussr] and s.ground[ALLIES] >> h(s, "Vladivostok") & 1
    assert pool(s, "ussr") == 70


def test_boxes_and_tracks_show_what_a_team_needs() -> None:
    s = given(scenario="europe", options={"umpire": True}, notes=["Turn 1: agreed"])
    view = GAME.view(s, "axis")
    assert {"pool-germany", "hand-germany", "lost-germany", "brief-germany", "sea-baltic", "control"} <= {
        b.id for b in view.boxes
    }
    assert {"me-ussr", "flags-ussr", "naval-ussr", "morale-ussr", "vp"} <= {t.id for t in view.tracks}
    sea = next(b for b in view.boxes if b.id == "sea-central_mediterranean")
    assert "Italy 5" in sea.text
    assert FREE == 8 and holder(s, "Rome") == "italy"


@pytest.mark.rule("me.briefing")
def test_assessments_are_of_the_first_year() -> None:
    s = given(scenario="europe", turn=14)
    s.turn = 0
    s.agenda = (Briefings(),)
    go(s)
    assert s.me[0] == 5 and s.turn == 0


@pytest.mark.rule("combat.only-with-flag")
def test_a_combat_that_is_off_does_not_stop_the_others() -> None:
    s = given(
        flags=[("germany", "Orel", "2717"), ("germany", "Kharkov", "2718")],
        points={"germany": {"Orel": {"men": 9}}},
    )
    s.agenda = (CombatStep(),)
    s.at.pop((h(s, "Kharkov") * 8) * 6)
    s.me = [5, 2]
    s.battles = []
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


@pytest.mark.rule("front-line.manpower-in-each")
def test_in_secret_the_holder_keeps_the_man() -> None:
    from hexfront.games.last_war.actions import Pick, Recall
    from hexfront.games.last_war.front import bare_hexes, free_men, keeper
    from hexfront.games.last_war.withdrawal import WithdrawStep

    s = given(
        scenario="europe",
        options={"seats": 4},
        points={"germany": {"Gazala": {"men": 1}}, "italy": {"Gazala": {"men": 1}}},
        agenda=(WithdrawStep(),),
    )
    gazala = h(s, "Gazala")
    assert keeper(s, gazala, AXIS) == "italy", "it is Italian ground"
    assert free_men(s, gazala, AXIS, "germany") == 1 and free_men(s, gazala, AXIS, "italy") == 0
    act(s, "germany", Pick(gazala))
    act(s, "germany", Recall(0, MEN, 1))
    s.done = []
    assert refusal(s, "italy", Pick(gazala)) == "sequence.6-withdraw"
    alone = given(scenario="europe", options={"seats": 4}, points={"germany": {"Gazala": {"men": 1}}})
    assert keeper(alone, gazala, AXIS) == "germany" and free_men(alone, gazala, AXIS, "germany") == 0
    assert not bare_hexes(alone, "italy")
