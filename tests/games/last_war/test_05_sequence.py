"""The ten steps of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war.actions import Award, Claim, Deploy, Done, Grant, Pick, Recall, Stop
from hexfront.games.last_war.asks import Together
from hexfront.games.last_war.cards import CardStep
from hexfront.games.last_war.closing import CloseStep, Dispute, arbiter
from hexfront.games.last_war.combat import CombatStep, rank
from hexfront.games.last_war.deployment import Deployment, DeployStep, stake_out
from hexfront.games.last_war.events import NoManFound, Reported
from hexfront.games.last_war.flags import FlagStep
from hexfront.games.last_war.industry import IndustryStep
from hexfront.games.last_war.sequence import GameTurn, ReportStep, UpdateStep, steps
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.straightening import StraightenStep
from hexfront.games.last_war.view import PHASES
from hexfront.games.last_war.withdrawal import Withdrawal, WithdrawStep
from hexfront.hexes import bits
from hexfront.kernel import CONTROL, OBSERVER, Chance, SeededSource, apply, deciders, legal, pending, resolve
from hexfront.testing import refusal, roll

from .kit import ALLIES, AXIS, GAME, LSP, MEN, TANKS, act, given, go, h, have, holder, p, pool, put, top


@pytest.mark.rule("sequence.ten-steps")
def test_a_turn_is_ten_steps_in_order() -> None:
    names = [type(frame).__name__ for frame in steps() if type(frame).__name__ != "Keep"]
    assert names == [
        "RetoolStep", "IndustryStep", "PartisanStep", "DeployStep", "CloseStep", "FlagStep", "CardStep", "WithdrawStep", "CombatStep",
        "UpdateStep", "StraightenStep", "ReportStep", "GameTurn",
    ]  # fmt: skip
    assert [each.title.split()[0] for each in PHASES[2:]] == [str(n) for n in range(1, 11)]


@pytest.mark.rule("sequence.ten-steps")
def test_the_phases_of_a_real_turn_come_in_order() -> None:
    order = [each.id for each in PHASES]
    s = GAME.start(GAME.setup("kursk"))
    source = SeededSource(11)
    turn, at = 0, 0
    while s.agenda:
        frame = top(s)
        if s.turn != turn:
            turn, at = s.turn, 0
        if s.phase:
            assert order.index(s.phase) >= at
            at = order.index(s.phase)
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
        else:
            seat = source.choice(frame.deciders(s))
            apply(s, seat, source.choice(legal(s, seat)))
    assert turn == 4


@pytest.mark.rule("sequence.ten-steps")
def test_no_step_begins_before_all_have_finished_the_one_before() -> None:
    s = given(agenda=(DeployStep(), WithdrawStep()), pool={"germany": {"men": 1}, "ussr": {"men": 1}}, men=2)
    assert set(deciders(s)) == {"axis", "allies"}
    act(s, "allies", Done())
    assert deciders(s) == ("axis",) and isinstance(pending(s), Deployment)
    act(s, "axis", Done())
    assert isinstance(pending(s), Withdrawal) and set(deciders(s)) == {"axis", "allies"}


@pytest.mark.rule("sequence.ten-steps")
def test_a_step_in_which_a_team_can_do_nothing_passes_by_itself() -> None:
    s = given(agenda=(DeployStep(), WithdrawStep(), CloseStep()), pool={"germany": {"men": 1}})
    assert deciders(s) == ("axis",) and s.done == ["allies"], "their Pool is empty"
    act(s, "axis", Done())
    assert not s.agenda, "single Men stay in the line, nothing lies open: both steps pass"
    last: Any = None
    s = GAME.start(GAME.setup("europe", {"seats": 7}))
    source = SeededSource(3)
    while s.turn <= 2:
        frame = pending(s)
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
            continue
        if isinstance(frame, Together) and frame != last:
            assert all(frame.has_choice(s, seat) for seat in deciders(s)), frame
        last = frame
        seat = source.choice(deciders(s))
        apply(s, seat, source.choice(legal(s, seat)))


@pytest.mark.rule("pool.overseas")
@pytest.mark.rule("sequence.ten-steps")
def test_whom_an_ally_can_lend_something_is_not_passed_by() -> None:
    s = given(scenario="europe", options={"seats": 7}, agenda=(DeployStep(),), pool={"usa": {"lsp": 1}})
    assert {"usa", "ussr", "britain"} <= set(deciders(s)) and "germany" not in deciders(s)


@pytest.mark.rule("cards.use-control")
@pytest.mark.rule("sequence.ten-steps")
def test_a_grant_asks_again_who_had_nothing_to_do() -> None:
    s = given(options={"umpire": True}, agenda=(DeployStep(),), pool={"germany": {"men": 1}})
    assert "allies" not in deciders(s)
    act(s, CONTROL, Grant(1, 1))
    assert "allies" in deciders(s) and pool(s, "ussr", LSP) == 2


@pytest.mark.rule("sequence.ten-steps")
def test_the_last_turn_ends_the_game() -> None:
    s = given(turn=4, agenda=(GameTurn(),))
    assert s.result is not None and not s.agenda
    s = given(turn=3, agenda=(GameTurn(),))
    assert s.result is None and s.turn == 4


@pytest.mark.rule("sequence.1-industry")
@pytest.mark.rule("resources.fresh-each-turn")
def test_zones_in_enemy_hands_make_nothing() -> None:
    s = given(scenario="europe", held={"ussr": ["Essen"]}, agenda=(IndustryStep(), Deployment()))
    whole = given(scenario="europe", agenda=(IndustryStep(), Deployment()))
    made = [sum(x.pool[n] for n in (1, 2, 4)) + x.concrete[0] for x in (s, whole)]
    assert made == [7, 11], "the Ruhr's four lines are lost"
    assert pool(s, "germany") == pool(whole, "germany"), "Men are recruited nationally"


@pytest.mark.rule("sequence.2-deploy")
def test_resources_go_from_the_pool_to_the_line() -> None:
    s = given(agenda=(DeployStep(),), pool={"germany": {"men": 6, "tanks": 1}})
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(0, MEN, 5))
    act(s, "axis", Deploy(0, TANKS, 1))
    assert (have(s, "germany", "Orel"), have(s, "germany", "Orel", TANKS), pool(s, "germany")) == (6, 1, 1)
    assert refusal(s, "axis", Deploy(0, MEN, 2)) == "sequence.2-deploy", "in ones and fives"
    assert refusal(s, "axis", Done()) == "sequence.2-deploy", "first turn away"
    assert refusal(s, "axis", Pick(h(s, "Sevsk"))) == "sequence.2-deploy"
    act(s, "axis", Stop())
    assert refusal(s, "axis", Deploy(0, MEN, 1)) == "sequence.2-deploy"
    assert refusal(s, "axis", Stop()) == "sequence.2-deploy"
    assert refusal(s, "axis", Pick(h(s, "Kursk"))) == "sequence.2-deploy", "the enemy holds it"
    secret = next(b for b in GAME.view(s, "allies").boxes if b.id == "pool-germany")
    assert secret.count == 7, "the enemy does not see it yet"
    assert next(x for x in GAME.view(s, "allies").pieces if x.at == "2617").factors == "1"
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert next(x for x in GAME.view(s, "allies").pieces if x.at == "2617").factors == "6"


@pytest.mark.rule("sequence.2-minimum-first")
def test_first_a_man_in_every_hex() -> None:
    s = given(agenda=(DeployStep(),), pool={"germany": {"men": 3, "tanks": 1}})
    put(s, "germany", "Sevsk", MEN, 0)
    stake_out(s)
    assert refusal(s, "axis", Done()) == "sequence.2-minimum-first"
    assert refusal(s, "axis", Pick(h(s, "Orel"))) == "sequence.2-minimum-first"
    s.focus["axis"] = h(s, "Orel")
    assert refusal(s, "axis", Deploy(0, MEN, 1)) == "sequence.2-minimum-first"
    act(s, "axis", Stop())
    assert legal(s, "axis") == [Pick(h(s, "Sevsk"))]
    act(s, "axis", Pick(h(s, "Sevsk")))
    assert refusal(s, "axis", Deploy(0, TANKS, 1)) == "sequence.2-minimum-first"
    act(s, "axis", Deploy(0, MEN, 1))
    assert refusal(s, "axis", Deploy(0, TANKS, 1)) == ""
    act(s, "axis", Stop())
    act(s, "axis", Pick(h(s, "Orel")))
    assert refusal(s, "axis", Deploy(0, TANKS, 1)) == ""


@pytest.mark.rule("sequence.2-minimum-first")
def test_who_has_no_men_need_not_wait() -> None:
    s = given(agenda=(DeployStep(),), pool={"germany": {"tanks": 1}})
    put(s, "germany", "Sevsk", MEN, 0)
    assert refusal(s, "axis", Done()) == ""
    enemy = given(agenda=(DeployStep(),), pool={"germany": {"men": 1}})
    put(enemy, "ussr", "Kursk", MEN, 0)
    assert refusal(enemy, "axis", Done()) == "", "the enemy's gap is not ours"


def closing(**what: Any) -> LastWarState:
    what.setdefault("held", {"": ["Sevsk"]})
    what.setdefault("men", 2)
    return given(agenda=(CloseStep(), WithdrawStep()), **what)


def close_all(s: LastWarState) -> None:
    for seat in deciders(s):
        act(s, seat, Done())


@pytest.mark.rule("sequence.3-close")
def test_lines_out_of_contact_may_close_up_one_hex() -> None:
    s = closing()
    assert set(deciders(s)) == {"axis", "allies"}
    act(s, "axis", Claim(0, h(s, "Sevsk")))
    assert refusal(s, "axis", Claim(0, h(s, "Sevsk"))) == "sequence.3-close"
    assert refusal(s, "axis", Claim(1, h(s, "Sevsk"))) == "sequence.3-close"
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert holder(s, "Sevsk") == "germany" and have(s, "germany", "Sevsk") == 1
    assert not s.flags
    far = closing(held={"": ["Sevsk", "2418", "2519", "2518"]})
    assert refusal(far, "allies", Claim(1, h(far, "2418"))) == "sequence.3-close", "two hexes away"
    assert refusal(far, "allies", Claim(1, 999_999)) == "outline.hex-map"
    shut = given(agenda=(CloseStep(), WithdrawStep()))
    assert shut.phase == "withdraw", "nothing lies open"


@pytest.mark.rule("sequence.3-close")
def test_a_man_must_be_there_to_move_up() -> None:
    s = closing(men=1, pool={"ussr": {"men": 1}})
    act(s, "allies", Claim(1, h(s, "Sevsk")))
    close_all(s)
    assert (have(s, "ussr", "Sevsk"), pool(s, "ussr")) == (1, 0), "from the Pool"
    s = closing(men=1)
    act(s, "allies", Claim(1, h(s, "Sevsk")))
    close_all(s)
    assert have(s, "ussr", "Sevsk") == 1 and s.levy[1] == 1, "of next turn's draft"
    used_up = closing(men=1, levy=[99, 99])
    act(used_up, "allies", Claim(1, h(used_up, "Sevsk")))
    act(used_up, "axis", Done())
    events = act(used_up, "allies", Done())
    assert NoManFound(1, h(used_up, "Sevsk"), "sequence.3-close") in events
    assert holder(used_up, "Sevsk") == "" and not list(GAME.invariants(used_up)), "the line stays"


@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("front-line.manpower-in-each")
def test_a_line_of_single_men_closes_up_as_a_whole() -> None:
    start = given()
    belt = [start.world.label(i) for i in bits(start.line[AXIS])]
    old = start.line[ALLIES]
    s = closing(men=1, levy=[99, 99], held={"": belt})
    for name in belt:
        act(s, "allies", Claim(1, h(s, name)))
    close_all(s)
    assert all(holder(s, name) == "ussr" and have(s, "ussr", name) == 1 for name in belt)
    assert not any(have(s, "ussr", s.world.label(i)) for i in bits(old)), (
        "their old hexes lie behind the line"
    )
    assert not s.taken & ~sum(1 << h(s, name) for name in belt) and not list(GAME.invariants(s))
    one = closing(men=1, levy=[99, 99], held={"": belt})
    act(one, "allies", Claim(1, h(one, "Sevsk")))
    close_all(one)
    assert holder(one, "Sevsk") == "" and have(one, "ussr", "Kursk") == 1, "Kursk would be a gap"


@pytest.mark.rule("sequence.3-not-attack")
def test_closing_up_enters_no_held_hex() -> None:
    s = closing()
    assert refusal(s, "axis", Claim(0, h(s, "Kursk"))) == "sequence.3-not-attack"
    assert refusal(s, "axis", Claim(0, h(s, "Orel"))) == "sequence.3-not-attack"
    flags = s.flags_left
    act(s, "axis", Claim(0, h(s, "Sevsk")))
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert s.flags_left == flags, "and takes no flag"


def disputed(**what: Any) -> LastWarState:
    s = closing(**what)
    act(s, "axis", Claim(0, h(s, "Sevsk")))
    act(s, "axis", Done())
    act(s, "allies", Claim(1, h(s, "Sevsk")))
    act(s, "allies", Done())
    return s


@pytest.mark.rule("sequence.3-dispute")
def test_the_arbiter_gives_a_disputed_hex_to_the_more_effective() -> None:
    assert holder(disputed(), "Sevsk") == "germany"
    assert holder(disputed(me=[2, 3]), "Sevsk") == "ussr"
    assert holder(disputed(me=[2, 2]), "Sevsk") == ""
    s = given(scenario="europe")
    assert arbiter(s, [p(s, "italy"), p(s, "germany"), p(s, "britain")]) == p(s, "germany")


@pytest.mark.rule("sequence.3-dispute")
def test_control_rules_where_it_has_a_seat() -> None:
    for power, owner in ((1, "ussr"), (0, "germany"), (-1, "")):
        s = disputed(options={"umpire": True})
        assert pending(s) == Dispute(h(s, "Sevsk"), (0, 1)) and deciders(s) == (CONTROL,)
        assert refusal(s, CONTROL, Award(5)) == "sequence.3-dispute"
        act(s, CONTROL, Award(power))
        assert holder(s, "Sevsk") == owner
        assert any("disputed" in note for note in s.notes)
    s = given(options={"umpire": True}, agenda=(Deployment(),))
    assert refusal(s, CONTROL, Done()) == "sequence.3-dispute", "Control plays for nobody"


@pytest.mark.rule("sequence.6-withdraw")
def test_resources_go_back_before_combat() -> None:
    s = given(
        agenda=(WithdrawStep(), CombatStep()),
        flags=[("germany", "Orel", "Kursk")],
        points={
            "germany": {"Orel": {"men": 3, "tanks": 1}, "Sevsk": {"men": 3, "tanks": 2, "lsp": 1}},
            "ussr": {"Kursk": {"men": 6}},
        },
    )
    assert refusal(s, "axis", Pick(h(s, "Orel"))) == "sequence.6-withdraw", (
        "what is declared for an attack stays"
    )
    assert refusal(s, "axis", Pick(h(s, "Bryansk"))) == "sequence.6-withdraw", "its last Man stays"
    assert refusal(s, "axis", Pick(999_999)) == "sequence.6-withdraw"
    assert refusal(s, "axis", Stop()) == "sequence.6-withdraw"
    assert refusal(s, "axis", Recall(0, MEN, 1)) == "sequence.6-withdraw"
    act(s, "axis", Pick(h(s, "Sevsk")))
    assert refusal(s, "axis", Pick(h(s, "Kharkov"))) == "sequence.6-withdraw"
    assert refusal(s, "axis", Done()) == "sequence.6-withdraw"
    act(s, "axis", Recall(0, TANKS, 1))
    act(s, "axis", Recall(0, LSP, 1))
    act(s, "axis", Recall(0, MEN, 1))
    act(s, "axis", Recall(0, MEN, 1))
    assert refusal(s, "axis", Recall(0, MEN, 1)) == "sequence.6-withdraw"
    assert refusal(s, "axis", Recall(0, 5, 1)) == "sequence.6-withdraw"
    assert refusal(s, "axis", Recall(0, TANKS, 5)) == "sequence.6-withdraw"
    assert (pool(s, "germany"), pool(s, "germany", TANKS), pool(s, "germany", LSP)) == (2, 1, 1)
    assert (have(s, "germany", "Sevsk"), have(s, "germany", "Sevsk", TANKS)) == (1, 1)
    act(s, "axis", Stop())
    act(s, "axis", Done())
    act(s, "allies", Pick(h(s, "Kursk")))
    act(s, "allies", Recall(1, MEN, 5))
    act(s, "allies", Stop())
    act(s, "allies", Done())
    assert s.phase == "combat" and have(s, "ussr", "Kursk") == 1


@pytest.mark.rule("sequence.6-withdraw")
def test_without_a_route_nothing_goes_back() -> None:
    s = given(
        held={"ussr": ["2418", "2518", "2519", "2517", "2417", "2416", "2516", "2415"]},
        points={"germany": {"Orel": {"men": 3, "tanks": 1}}},
        agenda=(Withdrawal(),),
    )
    assert refusal(s, "axis", Pick(h(s, "Orel"))) == "sequence.6-withdraw"
    s.focus["axis"] = h(s, "Orel")
    assert refusal(s, "axis", Recall(0, TANKS, 1)) == "sequence.6-withdraw"


@pytest.mark.rule("sequence.7-combat-order")
def test_the_most_effective_fight_first() -> None:
    both = [("ussr", "2717", "Orel"), ("germany", "Kharkov", "2718")]
    s = given(agenda=(CombatStep(),), flags=both)
    assert top(s).hex == h(s, "2718")
    s = given(agenda=(CombatStep(),), flags=both, me=[2, 3])
    assert top(s).hex == h(s, "Orel")
    two = [("germany", "Orel", "2717"), ("germany", "Kharkov", "2718")]
    s = given(agenda=(CombatStep(),), flags=two, points={"germany": {"Kharkov": {"men": 4}}})
    assert top(s).hex == h(s, "2718"), "the stronger among equals"
    s = given(agenda=(CombatStep(),), flags=both, me=[2, 2])
    assert top(s).hex == h(s, "2718"), "the Axis among equals"
    assert rank(s, h(s, "Orel"), ALLIES) > rank(s, h(s, "2718"), AXIS)


@pytest.mark.rule("sequence.7-combat-order")
def test_combats_are_fought_one_at_a_time() -> None:
    s = given(
        agenda=(CombatStep(), UpdateStep(), StraightenStep()),
        flags=[("ussr", "2717", "Orel"), ("germany", "Kharkov", "2718")],
        men=3,
    )
    roll(s, (1, 1))
    from .kit import finish

    finish(s)
    assert top(s).hex == h(s, "Orel")


@pytest.mark.rule("sequence.8-update")
def test_the_map_is_updated_and_losses_recorded() -> None:
    s = given(
        agenda=(CombatStep(), UpdateStep(), StraightenStep()),
        flags=[("germany", "Orel", "Kursk")],
        points={"germany": {"Orel": {"men": 9}}, "ussr": {"Kursk": {"men": 5}}},
        stakes={},
    )
    roll(s, (6, 1))
    from .kit import finish

    finish(s)
    assert holder(s, "Kursk") == "germany" and s.line[AXIS] >> h(s, "Kursk") & 1
    assert s.lost[0 * 6 + MEN] == 1 and s.lost[1 * 6 + MEN] == 3, "9 against 5 at 2:1"
    assert not s.flags, "flags and cards are off the map"
    box = next(b for b in GAME.view(s, "axis").boxes if b.id == "lost-ussr")
    assert box.text == "3 Men"


@pytest.mark.rule("sequence.8-update")
def test_gaps_close_when_the_map_is_updated() -> None:
    s = given(agenda=(UpdateStep(), StraightenStep()), pool={"germany": {"men": 1}})
    put(s, "germany", "Orel", MEN, 1)
    s.at.pop((h(s, "Orel") * 8) * 6)
    s.agenda = (UpdateStep(), StraightenStep())
    go(s)
    assert have(s, "germany", "Orel") == 1


@pytest.mark.rule("sequence.9-straighten")
def test_straightening_comes_after_the_map_and_before_the_report() -> None:
    s = given(agenda=(UpdateStep(), StraightenStep(), ReportStep(), CardStep()))
    assert s.phase == "straighten" and deciders(s) == ("allies",), "the less effective first"
    s = given(agenda=(StraightenStep(), FlagStep()), me=[2, 3])
    assert deciders(s) == ("axis",)
    act(s, "axis", Done())
    assert deciders(s) == ("allies",)
    s = given(agenda=(StraightenStep(), FlagStep()), me=[3, 3])
    assert deciders(s) == ("allies",)


@pytest.mark.rule("sequence.10-report")
def test_each_high_command_gets_a_report() -> None:
    s = given(agenda=(Deployment(),), lost=[2, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0])
    act(s, "axis", Done())
    s.agenda = (*s.agenda, ReportStep())
    events = act(s, "allies", Done())
    reports = [e for e in events if isinstance(e, Reported)]
    assert [(e.power, e.seat) for e in reports] == [(0, "axis"), (1, "allies")]
    assert reports[0].seen_by("axis") is reports[0] and reports[0].seen_by("allies") is None
    assert reports[0].seen_by(OBSERVER) is None
    words = reports[0].line(s).text
    assert "2 Men" in words and "1 Tank." in words and "Kharkov" not in words
    assert reports[0].cities == 2 and reports[0].hexes == s.held[0].bit_count()


@pytest.mark.rule("sequence.10-report")
def test_nations_leave_the_war_and_games_end_with_the_report() -> None:
    s = given(
        scenario="europe",
        held={"britain": ["Rome", "Naples"]},
        points={"italy": {"Milan": {"men": 2}}},
        pool={"italy": {"men": 3}, "germany": {"men": 40}},
        agenda=(ReportStep(), DeployStep()),
    )
    assert s.out_of_war >> p(s, "italy") & 1
    assert pool(s, "italy") == 0 and have(s, "italy", "Milan") == 0
    assert holder(s, "Milan") == "germany", "its ground goes to an ally"
    assert not s.hand[p(s, "italy")]
    one = given(
        scenario="europe",
        held={"britain": ["Rome"]},
        pool={"germany": {"men": 40}, "italy": {"men": 9}},
        agenda=(ReportStep(), DeployStep()),
    )
    assert not one.out_of_war, "Naples is still Italian"
    sick = given(
        scenario="europe",
        morale=[10, 0, 6, 8, 4, 10, 10, 10],
        pool={"germany": {"men": 40}},
        agenda=(ReportStep(), DeployStep()),
    )
    assert sick.out_of_war >> 1 & 1
    over = given(
        scenario="europe",
        held={"ussr": ["Berlin"]},
        pool={"germany": {"men": 90}, "italy": {"men": 9}, "ussr": {"men": 20}},
        agenda=(ReportStep(), DeployStep()),
    )
    assert over.result is not None and over.result.winners == ("allies",)
    lost = given(
        scenario="europe",
        held={"germany": ["London"]},
        pool={"britain": {"men": 90}},
        agenda=(ReportStep(), DeployStep()),
    )
    assert lost.result is not None and lost.result.winners == ("axis",)


@pytest.mark.rule("sequence.10-report")
def test_an_alliance_without_nations_has_lost() -> None:
    s = given(agenda=(ReportStep(), DeployStep()), out_of_war=0b10)
    assert s.result is not None and s.result.winners == ("axis",)
    s = given(agenda=(ReportStep(), DeployStep()))
    assert s.result is None


def test_points_decide_at_the_end() -> None:
    s = given(turn=4, held={"ussr": ["Orel", "Kharkov", "Kiev", "Bryansk"]}, agenda=(GameTurn(),))
    need = s.world.victory["allies_need"]
    assert s.result is not None and s.result.scores["allies"] >= need and s.result.winners == ("allies",)
    s = given(turn=4, agenda=(GameTurn(),))
    assert s.result is not None and s.result.winners == ("axis",)
