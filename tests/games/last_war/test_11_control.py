"""Control: the umpire's seat, which sees everything and whose every act is in the log."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war.actions import Annotate, Deploy, Done, Grant, MoveLine, Pick, Restore
from hexfront.games.last_war.combat import CombatStep
from hexfront.games.last_war.control import MapControl
from hexfront.games.last_war.data import POWERS
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.games.last_war.events import ControlSpoke
from hexfront.games.last_war.flags import FlagStep
from hexfront.games.last_war.partisans import PartisanStep
from hexfront.games.last_war.sequence import GameTurn, Keep, UpdateStep, resume, steps
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.straightening import StraightenStep
from hexfront.kernel import CONTROL, deciders, legal, pending, with_item
from hexfront.match import Match
from hexfront.testing import conformance, refusal

from .kit import AXIS, GAME, LSP, MEN, act, given, h, have, holder, pool


def umpired(**what: Any) -> LastWarState:
    what.setdefault("agenda", (DeployStep(),))
    what.setdefault("pool", {"germany": {"men": 4}})
    return given(options={"umpire": True}, **what)


def test_control_has_a_seat_only_where_it_is_wanted() -> None:
    with_, without = GAME.setup("kursk", {"umpire": True}), GAME.setup("kursk")
    assert [(x.id, x.control) for x in GAME.seats(with_)] == [
        ("axis", False),
        ("allies", False),
        (CONTROL, True),
    ]
    assert CONTROL not in [x.id for x in GAME.seats(without)]
    s = given(agenda=(DeployStep(),))
    assert CONTROL not in deciders(s)


@pytest.mark.rule("resources.hex-card")
@pytest.mark.rule("outline.no-units")
@pytest.mark.rule("resources.six-kinds")
def test_control_sees_everything_at_once() -> None:
    s = umpired()
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(0, MEN, 1))
    seen = {
        seat: next(x.factors for x in GAME.view(s, seat).pieces if x.at == "2617")
        for seat in ("axis", "allies", CONTROL)
    }
    assert seen == {"axis": "2", "allies": "1", CONTROL: "2"}
    assert GAME.view(s, CONTROL).extra["focus"] == {"axis": h(s, "Orel")}
    assert GAME.view(s, CONTROL).extra["me"] == [5, 2]
    s.guess = with_item(s.guess, AXIS * POWERS + 1, -1)  # the Axis take the Soviets for weaker than they are
    assert GAME.view(s, CONTROL).extra["errors"] == list(s.guess)
    assert "errors" not in GAME.view(s, "axis").extra


def test_control_never_holds_the_teams_up() -> None:
    s = umpired(pool={"germany": {"men": 4}, "ussr": {"men": 4}})
    assert deciders(s) == ("axis", "allies", CONTROL)
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert s.phase == "deploy" and not s.agenda, "the step is over without Control"


@pytest.mark.rule("cards.use-control")
def test_only_control_can_rule() -> None:
    s = umpired()
    for action in (Grant(0, 1), Annotate("Noted by Control.", -1), Restore(0), MoveLine(h(s, "Orel"), -1)):
        assert refusal(s, "axis", action) == "cards.use-control"
    plain = given(agenda=(Deployment(),))
    assert refusal(plain, "axis", Grant(0, 1)) == "cards.use-control"


@pytest.mark.rule("cards.use-control")
def test_control_grants_advantages() -> None:
    s = umpired()
    events = act(s, CONTROL, Grant(1, 1))
    assert pool(s, "ussr", LSP) == 2 and s.shown_pool[6 + LSP] == 2
    assert any(isinstance(e, ControlSpoke) for e in events) and "two LSP" in s.notes[0]
    act(s, CONTROL, Grant(1, 2))
    act(s, CONTROL, Grant(1, 3))
    act(s, CONTROL, Grant(1, 4))
    act(s, CONTROL, Grant(1, 5))
    assert s.flags_left[1] == 3 and pool(s, "ussr") == 1 and s.me[1] == 3 and s.leave == 0b10
    assert s.shown_pool[6 + MEN] == 1
    assert refusal(s, CONTROL, Grant(7, 1)) == "cards.use-control"
    assert refusal(s, CONTROL, Grant(0, 0)) == "cards.use-control", "nothing is no grant of its own"
    assert refusal(s, CONTROL, Grant(0, 9)) == "cards.use-control"
    box = next(b for b in GAME.view(s, "axis").boxes if b.id == "control")
    assert box.count == 5


@pytest.mark.rule("sequence.10-report")
@pytest.mark.rule("sequence.8-update")
def test_control_annotates_the_log() -> None:
    s = umpired(flags=[("germany", "Orel", "Kursk")])
    kursk = h(s, "Kursk")
    offered = [action for action in legal(s, CONTROL) if isinstance(action, Annotate)]
    assert Annotate("Line walked and agreed.", kursk) in offered and len(offered) == 12
    events = act(s, CONTROL, Annotate("Line walked and agreed.", kursk))
    line = events[0].line(s)
    assert line.text == "Control: Line walked and agreed." and line.at == "2618"
    act(s, CONTROL, Annotate("Noted by Control.", -1))
    assert len(s.notes) == 2


@pytest.mark.rule("sequence.10-report")
@pytest.mark.rule("sequence.3-dispute")
def test_control_writes_what_it_wants() -> None:
    s = umpired()
    words = "Zhukov's team owes me a coffee – see you at Изюм, 10:30 (50 %)."
    events = act(s, CONTROL, Annotate(words, h(s, "Kiev")))
    line = events[0].line(s)
    assert line.text == f"Control: {words}" and line.at == s.world.label(h(s, "Kiev"))
    assert s.notes == (f"Turn 1: {words}",)
    assert words in next(b for b in GAME.view(s, "allies").boxes if b.id == "control").text
    assert refusal(s, CONTROL, Annotate("x" * 200, -1)) == ""
    for bad in ("", "   ", "x" * 201, "two\nlines", "bell\x07", "\u202eturned round", "a\x00b"):
        assert refusal(s, CONTROL, Annotate(bad, -1)) == "sequence.10-report", repr(bad)
    assert refusal(s, CONTROL, Annotate("ok", 999_999)) == "sequence.10-report"
    assert refusal(s, CONTROL, Annotate("ok", -2)) == "sequence.10-report"
    assert refusal(s, "axis", Annotate("ok", -1)) == "cards.use-control"


@pytest.mark.rule("front-line.contiguous")
@pytest.mark.rule("sequence.8-update")
def test_control_moves_the_line_when_the_map_is_updated() -> None:
    s = umpired(
        agenda=(UpdateStep(), StraightenStep()),
        points={"germany": {"Orel": {"men": 3, "tanks": 1}}, "ussr": {"Kursk": {"men": 4}}},
    )
    assert pending(s) == MapControl() and deciders(s) == (CONTROL,)
    assert refusal(s, CONTROL, MoveLine(h(s, "Kiev"), 1)) == "sequence.8-update"
    assert refusal(s, CONTROL, MoveLine(h(s, "Orel"), 0)) == "front-line.contiguous"
    act(s, CONTROL, MoveLine(h(s, "Orel"), 1))
    assert holder(s, "Orel") == "ussr" and have(s, "ussr", "Orel") == 1 and have(s, "ussr", "Kursk") == 3
    assert have(s, "germany", "Orel") == 0
    assert not list(GAME.invariants(s))
    act(s, CONTROL, MoveLine(h(s, "Orel"), -1))
    assert holder(s, "Orel") == ""
    act(s, CONTROL, Done())
    assert s.phase == "straighten"
    busy = umpired()
    assert refusal(busy, CONTROL, MoveLine(h(busy, "Orel"), 1)) == "sequence.8-update", (
        "not while teams plan in secret"
    )


@pytest.mark.rule("sequence.8-update")
def test_control_goes_back_to_a_kept_position() -> None:
    s = umpired(agenda=(Keep("after industry"), DeployStep(), Keep("before combat"), StraightenStep()))
    assert len(s.saved) == 1
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(0, MEN, 1))
    act(s, CONTROL, Annotate("Noted by Control.", -1))
    assert refusal(s, CONTROL, Restore(1)) == "sequence.8-update"
    act(s, CONTROL, Restore(0))
    assert have(s, "germany", "Orel") == 1 and pool(s, "germany") == 4 and not s.focus
    assert s.phase == "deploy" and set(deciders(s)) == {"axis", CONTROL}
    kept, due = len(s.saved), len(s.agenda)
    assert kept == 1 and due == 1 + len(steps()[5:]), "the rest of the turn, once"
    assert s.notes[-1] == "Restored: turn 1, after industry" and s.notes[0].endswith("Noted by Control.")
    assert refusal(s, CONTROL, Restore(0)) == "sequence.8-update", "once is enough"
    for when, next_step in (
        ("after industry", PartisanStep()),
        ("before flags", FlagStep()),
        ("before combat", CombatStep()),
        ("before straightening", StraightenStep()),
    ):
        assert resume(f"turn 1, {when}")[0] == next_step and resume(f"turn 1, {when}")[-1] == GameTurn()


def test_what_control_does_is_in_the_log_of_a_match() -> None:
    match = Match.new(GAME, GAME.setup("kursk", {"umpire": True}), seed=bytes(32))
    action = next(a for a in match.legal(CONTROL) if isinstance(a, Grant))
    match.act(CONTROL, action)
    assert match.log[-1].seat == CONTROL and match.log[-1].action == action
    for seat in ("axis", "allies"):
        assert any("Control" in heard.line.text for heard in match.events_for(seat))
    again = Match.from_json(match.to_json(), GAME)
    assert again.state.notes == match.state.notes


def test_every_offer_to_control_is_legal_and_laws_hold() -> None:
    s = umpired(agenda=(UpdateStep(), StraightenStep()))
    assert all(refusal(s, CONTROL, a) == "" for a in legal(s, CONTROL))
    assert any(isinstance(a, MoveLine) for a in legal(s, CONTROL))
    setup = GAME.setup("kursk", {"umpire": True})
    assert conformance(GAME, setups=[setup], games=1, actions=250, dear=0.05).actions == 250
    assert AXIS == 0
