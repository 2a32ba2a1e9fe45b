"""Each step from its beginning to its end."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war import umpire
from hexfront.games.last_war.actions import (
    Claim,
    Done,
    Restore,
)
from hexfront.games.last_war.bombing import AirStep
from hexfront.games.last_war.cards import CardStep, Commitment
from hexfront.games.last_war.closing import CloseStep
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.games.last_war.events import PowerLeft, Reported
from hexfront.games.last_war.flags import FlagPlacing, OrderBids
from hexfront.games.last_war.front import mend
from hexfront.games.last_war.industry import IndustryStep, leave_war
from hexfront.games.last_war.naval import Fleets, SeaStep
from hexfront.games.last_war.partisans import Absorption, Risings
from hexfront.games.last_war.sequence import (
    GameTurn,
    Keep,
    ReportStep,
    UpdateStep,
    steps,
)
from hexfront.games.last_war.state import LastWarState, lose
from hexfront.games.last_war.straightening import Conforming, Straightening, StraightenStep
from hexfront.games.last_war.umpire import label_of
from hexfront.games.last_war.withdrawal import Withdrawal, WithdrawStep
from hexfront.kernel import CONTROL, deciders, legal, pending, with_item
from hexfront.testing import refusal

from .kit import AIR, ALLIES, AXIS, GAME, GARRISONS, LSP, MEN, TANKS, act, given, go, h, have, pool, put

FINISH: list[tuple[Any, dict[str, Any]]] = [
    (Withdrawal(), {}), (Deployment(), {}), (OrderBids(), {}), (FlagPlacing(AXIS), {}), (Straightening(ALLIES, -1), {}),
    (Risings(), {"pag_left": [0, 1]}), (Absorption(), {"pags": {"2517": "ussr"}}),
    (Conforming(AXIS), {"held": {"": ["Kursk"]}, "men": 3}), (Fleets(), {"scenario": "europe"}),
    (Commitment(), {"flags": [("germany", "Orel", "Kursk")], "points": {"germany": {"Orel": {"men": 1, "lsp": 1}}}}),
]  # fmt: skip


def kinds(s: LastWarState, seat: str) -> set[str]:
    return {type(action).__name__ for action in legal(s, seat)}


def sum_held(s: LastWarState, side: int) -> int:
    out = 0
    for n in s.world.of_side[side]:
        out |= s.held[n]
    return out


@pytest.mark.rule("sequence.6-withdraw")
@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("cards.use-order")
@pytest.mark.rule("sequence.4-flags")
@pytest.mark.rule("straighten.withdraw")
@pytest.mark.rule("straighten.conform")
@pytest.mark.rule("pag.counter")
@pytest.mark.rule("security.absorb")
@pytest.mark.rule("flags.naval")
@pytest.mark.rule("die.lsp")
@pytest.mark.parametrize(("frame", "what"), FINISH)
def test_when_the_last_is_done_the_slate_is_clean(frame: Any, what: dict[str, Any]) -> None:
    s = given(**what)
    if isinstance(frame, Conforming):
        s.vacated = 1 << h(s, "Kursk")
    s.agenda = (frame,)
    for seat in list(deciders(s)):
        act(s, seat, a.Done())
    assert not s.done and not s.plans and not s.focus
    assert type(frame) not in [type(x) for x in s.agenda[:1]]


@pytest.mark.rule("sequence.ten-steps")
def test_a_seat_turns_to_a_hex_and_away() -> None:
    s = given(agenda=(DeployStep(),), pool={"germany": {"men": 2}})
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert s.focus == {"axis": h(s, "Orel")} and isinstance(pending(s), Deployment)
    act(s, "axis", a.Stop())
    assert s.focus == {}
    s.focus = {"axis": 3}
    frame = s.agenda[0]
    assert isinstance(frame, Deployment)
    frame.close(s, "axis")
    assert "axis" not in s.focus, "who is done holds nothing"


@pytest.mark.rule("sequence.2-deploy")
def test_what_deployment_offers() -> None:
    s = given(
        scenario="europe",
        agenda=(DeployStep(),),
        pool={"germany": {"men": 2, "lsp": 3}, "usa": {"lsp": 2, "tanks": 1, "air": 1}},
        concrete=[1] + [0] * 7,
        men=3,
    )
    assert kinds(s, "axis") == {"Done", "Pick"} and kinds(s, "allies") == {"Done", "Pick", "Lend"}
    loans = {(x.kind, x.ally) for x in legal(s, "allies") if isinstance(x, a.Lend)}
    assert loans == {(k, n) for k in (LSP, TANKS, AIR) for n in (5, 7)}
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert kinds(s, "axis") == {"Stop", "Deploy", "Fortify", "Secure", "BuildFlak"}
    found = legal(s, "axis")
    assert sum(isinstance(x, a.Secure) for x in found) == 3, "a purpose each"
    assert {x.toward for x in found if isinstance(x, a.Fortify)} == set(s.world.near(h(s, "Orel")))
    assert {(x.kind, x.points) for x in found if isinstance(x, a.Deploy)} == {(MEN, 1), (LSP, 1)}
    act(s, "axis", a.Stop())
    act(s, "axis", a.Pick(h(s, "Berlin")))
    assert a.BuildBase(0) in legal(s, "axis")
    bare = given(agenda=(DeployStep(),), pool={"germany": {"men": 1}})
    put(bare, "germany", "Sevsk", MEN, 0)
    assert [x for x in legal(bare, "axis") if isinstance(x, a.Pick)], "hexes are offered while a gap waits"
    act(bare, "axis", a.Pick(h(bare, "Sevsk")))
    assert a.Deploy(0, MEN, 1) in legal(bare, "axis")


@pytest.mark.rule("sequence.5-cards")
def test_what_the_card_step_offers() -> None:
    s = given(agenda=(CardStep(),), flags=[("germany", "Orel", "Kursk"), ("ussr", "2819", "Stalino")])
    assert [x for x in legal(s, "axis") if isinstance(x, a.Draw)] == [a.Draw(0, n) for n in range(3)]
    act(s, "axis", a.Draw(0, 1))
    assert kinds(s, "axis") == {"Stop", "PlayDie", "PlayColumn", "PlayBoon", "PlayFlag", "PlayLeave"}
    assert sum(isinstance(x, a.PlayBoon) for x in legal(s, "axis")) == 4, "two advantages in two combats"
    assert refusal(s, "axis", a.Stop()) == ""


@pytest.mark.rule("sequence.4-flags")
def test_what_the_flag_step_offers() -> None:
    s = given(agenda=(FlagPlacing(AXIS),), phase="flags")
    offered = {x.hex for x in legal(s, "axis") if isinstance(x, a.Pick)}
    assert offered == {i for i in s.world.grid if s.line[AXIS] >> i & 1}
    frame = s.agenda[0]
    assert isinstance(frame, FlagPlacing)
    assert {x.hex for x in frame.candidates(s, "axis") if isinstance(x, a.Pick)} == offered
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert {x.to for x in legal(s, "axis") if isinstance(x, a.Flag)} == {
        h(s, n) for n in ("Kursk", "2616", "2717")
    }
    assert refusal(s, "axis", a.Done()) == "sequence.4-flags"
    act(s, "axis", a.Stop())
    assert refusal(s, "axis", a.Stop()) == "sequence.4-flags"


@pytest.mark.rule("sequence.6-withdraw")
def test_what_withdrawal_offers() -> None:
    s = given(agenda=(WithdrawStep(),), points={"germany": {"Orel": {"men": 7, "tanks": 1}}})
    frame = s.agenda[0]
    assert [x for x in frame.candidates(s, "axis") if isinstance(x, a.Pick)] == [a.Pick(h(s, "Orel"))]  # type: ignore[attr-defined]
    act(s, "axis", a.Pick(h(s, "Orel")))
    found = {(x.kind, x.points) for x in legal(s, "axis") if isinstance(x, a.Recall)}
    assert found == {(MEN, 1), (MEN, 5), (TANKS, 1)}


@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("sequence.3-dispute")
def test_what_closing_and_disputes_offer() -> None:
    s = given(agenda=(CloseStep(),), held={"": ["Sevsk"]}, men=2, options={"umpire": True})
    assert legal(s, "axis") == [a.Done(), a.Claim(0, h(s, "Sevsk"))]
    for seat, power in (("axis", 0), ("allies", 1)):
        act(s, seat, a.Claim(power, h(s, "Sevsk")))
        act(s, seat, a.Done())
    offered = [x.power for x in legal(s, CONTROL) if isinstance(x, a.Award)]
    assert offered == [-1, 0, 1]
    act(s, CONTROL, a.Award(0))
    assert s.shown == s.at and not list(GAME.invariants(s))


@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("sequence.3-dispute")
def test_after_closing_up_the_line_is_drawn_anew() -> None:
    s = given(agenda=(CloseStep(),), held={"": ["Sevsk", "2517"]}, men=3)
    act(s, "axis", a.Claim(0, h(s, "2517")))
    for seat in ("axis", "allies"):
        act(s, seat, a.Done())
    assert s.line[AXIS] >> h(s, "2517") & 1 and not list(GAME.invariants(s))
    assert s.shown == s.at


@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("sequence.2-minimum-first")
@pytest.mark.rule("pool.entry")
@pytest.mark.rule("resources.six-kinds")
@pytest.mark.rule("security.zone-cost")
def test_small_refusals_of_deployment() -> None:
    s = given(
        scenario="europe",
        agenda=(DeployStep(),),
        pool={"usa": {"lsp": 1, "men": 9}, "britain": {"lsp": 2, "men": 4}},
    )
    act(s, "allies", a.Pick(h(s, "London")))
    assert refusal(s, "allies", a.Lend(6, 5, LSP)) == "sequence.2-deploy", "first turn away"
    assert refusal(s, "allies", a.Done()) == "sequence.2-deploy"
    assert refusal(s, "allies", a.Deploy(5, MEN, 3)) == "sequence.2-deploy"
    s.ground = with_item(s.ground, ALLIES, s.ground[ALLIES] & (~(1 << h(s, "London"))))
    assert refusal(s, "allies", a.Secure(5, 0)) == "security.zone-cost"
    s.ground = with_item(s.ground, ALLIES, s.ground[ALLIES] | (1 << h(s, "London")))
    act(s, "allies", a.Stop())
    assert refusal(s, "allies", a.Lend(6, 5, TANKS)) == "pool.entry", "nothing to lend"
    assert refusal(s, "allies", a.Lend(6, 5, GARRISONS)) == "pool.entry"


@pytest.mark.rule("sequence.2-deploy")
def test_the_deployment_step_finds_its_ground() -> None:
    s = given(pool={"germany": {"men": 1}})
    s.landings = (1, 1)
    s.agenda = (DeployStep(),)
    go(s)
    assert [x for x in legal(s, "axis") if isinstance(x, a.Pick)] and s.landings == (0, 0)


@pytest.mark.rule("sequence.9-straighten")
def test_a_new_straightening_forgets_the_last() -> None:
    s = given(agenda=(StraightenStep(),), conformed=-1, vacated=-1)
    assert s.conformed == 0 and s.vacated == 0


@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("front-line.gap-filled")
def test_after_deployment_gaps_are_filled() -> None:
    s = given(agenda=(DeployStep(),), pool={"ussr": {"men": 2}})
    act(s, "axis", a.Done())
    put(s, "ussr", "Kursk", MEN, 0)
    s.held = with_item(s.held, 0, s.held[0] | (1 << h(s, "2517")))
    s.line = (0, 0)
    s.agenda[0].finish(s)  # type: ignore[attr-defined]
    assert have(s, "ussr", "Kursk") == 1 and s.line[ALLIES] >> h(s, "Kursk") & 1
    assert s.shown == s.at
    t = given()
    t.line = (0, 0)
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
    s.navy_air = with_item(s.navy_air, 1, 1)
    leave_war(s, 1, "sequence.10-report")
    assert s.pags == {h(s, "Kiev"): 7} and not s.zones and not s.flak and not s.works
    assert s.bases == {milan: 0b01} and s.guard == {milan * 8: 1}
    assert not any(s.fleet[1::8]) and not any(s.navy_air[1::8])
    assert s.ground[AXIS] == sum_held(s, AXIS) and not s.held[1]
    assert not list(GAME.invariants(s))


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


@pytest.mark.rule("sequence.ten-steps")
def test_a_turn_begins_with_air_and_sea_and_a_muster() -> None:
    s = given(turn=0, flags_left=[0, 0], points={"germany": {"Orel": {"men": 2}}})
    s.shown = {}
    frames = GameTurn().run(s)
    assert frames == (AirStep(), SeaStep(), *steps()) and s.flags_left == (3, 2) and s.turn == 1
    assert s.shown == s.at
    assert steps()[2] == Keep("after industry") and steps()[10] == Keep("before combat")
    gap = given(turn=0, pool={"ussr": {"men": 1}})
    gap.at.pop((h(gap, "Kursk") * 8 + 1) * 6)
    GameTurn().run(gap)
    assert have(gap, "ussr", "Kursk") == 1


@pytest.mark.rule("sequence.3-close")
def test_after_closing_up_nothing_is_left_over() -> None:
    s = given(agenda=(CloseStep(),), held={"": ["Kursk"]}, points={"ussr": {"2717": {"men": 3}}})
    act(s, "allies", Claim(1, h(s, "Kursk")))
    for seat in deciders(s):
        act(s, seat, Done())
    assert s.done == [] and s.plans == []


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


@pytest.mark.rule("sequence.8-update")
def test_the_map_is_updated() -> None:
    s = given(scenario="europe")
    sea = next(iter(s.world.beaches))
    for power in ("germany", "britain"):
        put(s, power, s.world.label(sea), LSP, 2)
    assert UpdateStep().run(s) == (), "no umpire, no question"
    assert s.pool[LSP] == 2 and s.pool[5 * 6 + LSP] == 2, "what is at sea comes home, on either side"


@pytest.mark.rule("sequence.10-report")
def test_reports_go_to_those_in_the_war() -> None:
    s = given(scenario="europe", out_of_war=1 << 1, agenda=())
    s.morale = with_item(s.morale, 1, 0)
    s.agenda = (ReportStep(), DeployStep())
    s.out = []
    frames = ReportStep().run(s)
    assert frames == () and s.result is None
    assert 1 not in [event.power for event in s.out if isinstance(event, Reported)]
    assert not [event for event in s.out if isinstance(event, PowerLeft)], "nobody leaves twice"
    s.pool[MEN] = 1
    go(s)
    assert isinstance(pending(s), Deployment), "the war goes on"


@pytest.mark.rule("sequence.8-update")
def test_control_gives_a_hex_to_any_enemy_beside_it() -> None:
    s = given(scenario="europe", options={"umpire": True}, held={"usa": ["Gazala"]}, phase="update")
    gazala, tobruk = h(s, "Gazala"), h(s, "Tobruk")
    beside = {n for i in s.world.land_near[gazala] for n in range(5) if s.held[n] >> i & 1}
    assert umpire.heirs(s, gazala) == sorted(beside) and beside
    assert all(s.world.side_of[n] == AXIS for n in umpire.heirs(s, tobruk))
