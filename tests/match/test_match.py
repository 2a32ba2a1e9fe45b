"""A match: acting, undo and redo, history, forks, events for each seat."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hexfront.games import get
from hexfront.kernel import (
    CONTROL,
    OBSERVER,
    Agenda,
    IllegalAction,
    IllegalOutcome,
    UnknownName,
    WrongSeat,
)
from hexfront.match import CannotUndo, Match, StalePosition, replay_entry
from hexfront.match import match as match_module
from tests.support.toy import GAME, ChitSeen, Halt, March, Marches, Plan, Planned, Spy, ToyState

SEED = b"s" * 32


def new(**more: Any) -> Match:
    return Match.new(GAME, "short", seed=SEED, **more)


def marching() -> Match:
    """A match in red's first march, with two marches left."""
    match = new()
    match.act("red", Plan(1))
    match.act("blue", Plan(1))
    return match


def played(seed: int = 1, match: Match | None = None, actions: int = 10_000) -> Match:
    """A match played at random."""
    match = match or new()
    dice = random.Random(seed)
    while not match.is_over and actions:
        seat = match.deciders[0]
        match.act(seat, dice.choice(match.legal(seat)))
        actions -= 1
    return match


def test_an_action_and_the_rolls_it_leads_to_enter_the_log() -> None:
    match = new()
    assert match.length == 0
    assert set(match.deciders) == {"red", "blue"}
    match.act("blue", Plan(2))
    events = match.act("red", Plan(0))
    assert [type(e).__name__ for e in events] == ["Planned", "PlansRevealed", "ChitDrawn", "ChitDrawn"]
    assert match.length == 4
    assert [entry.is_chance for entry in match.log] == [False, False, True, True]
    assert match.deciders == ("red",)


def test_what_is_refused_changes_nothing() -> None:
    match = marching()
    before = match.to_json()
    with pytest.raises(IllegalAction, match="not your runner"):
        match.act("red", March(3, 4))
    with pytest.raises(WrongSeat):
        match.act("blue", Halt())
    with pytest.raises(UnknownName, match="no seat 'green'; it has red, blue"):
        match.act("green", Halt())
    with pytest.raises(StalePosition, match="at version 2 of the game, which is now at 4"):
        match.act("red", Halt(), version=2)
    with pytest.raises(IllegalOutcome):
        match.roll_in(3)
    assert match.to_json() == before
    match.act("red", Halt(), version=4)


def test_a_fault_in_the_rules_leaves_the_match_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    match = marching()
    before = match.to_json()

    def torn(self: Marches, s: ToyState, seat: str, action: Any) -> Agenda:
        s.runners[0] = 3
        raise ZeroDivisionError

    monkeypatch.setattr(Marches, "apply", torn)
    with pytest.raises(ZeroDivisionError):
        match.act("red", March(1, 2))
    assert match.to_json() == before


def test_undo_and_redo_restore_exact_positions() -> None:
    match = marching()
    start = match.to_json()
    match.act("red", March(1, 2))
    one = match.to_json()
    match.act("red", March(0, 1))
    two = match.to_json()
    match.undo("red")
    assert match.to_json() == one
    match.undo("red")
    assert match.to_json() == start
    match.redo("red")
    match.redo("red")
    assert match.to_json() == two
    with pytest.raises(CannotUndo, match="nothing to redo"):
        match.redo("red")


def test_a_new_action_forgets_what_was_undone() -> None:
    match = marching()
    match.act("red", March(1, 2))
    match.undo("red")
    match.act("red", Halt())
    assert not match.can_redo("red")


def test_undo_never_crosses_chance() -> None:
    match = marching()
    assert not match.can_undo("red")
    with pytest.raises(CannotUndo, match="roll or draw"):
        match.undo("red")


def test_undo_never_crosses_a_reveal() -> None:
    match = marching()
    match.act("red", March(1, 2))
    match.act("red", Spy())
    with pytest.raises(CannotUndo, match="revealed"):
        match.undo("red")


def test_undo_never_takes_back_another_seats_action() -> None:
    match = new()
    match.act("red", Plan(1))
    with pytest.raises(CannotUndo, match="not blue's but red's"):
        match.undo("blue")
    match.undo("red")
    with pytest.raises(CannotUndo, match="only they"):
        match.redo("blue")
    with pytest.raises(CannotUndo, match="nothing to undo"):
        match.undo("red")


def test_undo_after_loading_a_trusted_save_still_stops_at_a_reveal() -> None:
    match = marching()
    match.act("red", Spy())
    loaded = Match.from_json(match.to_json(), GAME, trusted=True)
    with pytest.raises(CannotUndo, match="revealed"):
        loaded.undo("red")
    loaded.act("red", March(1, 2))
    loaded.undo("red")
    assert loaded.to_json() == match.to_json()


def test_an_answer_to_an_undone_position_is_refused() -> None:
    """After undo and another choice the log is as long as before, but it is another position."""
    match = marching()
    match.act("red", March(1, 2))
    seen, length = match.version, match.length
    match.undo("red")
    assert match.version > seen
    match.act("red", Halt())
    assert match.length == length
    with pytest.raises(StalePosition):
        match.act("blue", Halt(), version=seen)
    match.undo("red")
    match.redo("red")
    assert match.version == seen + 4
    match.act("blue", Halt(), version=match.version)


def test_a_refusal_leaves_the_version_as_it_was() -> None:
    match = marching()
    before = match.version
    with pytest.raises(IllegalAction):
        match.act("red", March(3, 4))
    assert match.version == before


def test_history_gives_every_earlier_state() -> None:
    match = new()
    seen = [GAME.codec.encode(match.state)]
    dice = random.Random(4)
    while not match.is_over:
        seat = match.deciders[0]
        before = match.length
        match.act(seat, dice.choice(match.legal(seat)))
        seen += [b""] * (match.length - before - 1) + [GAME.codec.encode(match.state)]
    for n, expected in enumerate(seen):
        if expected:
            assert GAME.codec.encode(match.at(n)) == expected
    with pytest.raises(UnknownName, match="no step"):
        match.at(match.length + 1)


def test_a_long_history_keeps_few_snapshots() -> None:
    match = played(2, Match.new(GAME, "long", seed=SEED))
    log = list(match.log)
    assert match.length > 40
    assert len(match._snapshots) <= 34 + match.length // 64
    assert GAME.codec.encode(match.at(1)) == GAME.codec.encode(match.fork(1).state)
    assert list(match.log) == log


def test_the_state_at_an_entry_is_a_copy() -> None:
    match = marching()
    match.at(4).runners[0] = 6
    assert match.at(4).runners[0] == 0
    assert match.state.runners[0] == 0


def test_each_seat_hears_only_what_it_may_know() -> None:
    match = marching()
    red = match.events_for("red")
    assert red[0].event == Planned("red", 1)
    assert red[1].event == Planned("blue", -1)
    assert red[1].line.text == "blue plans"
    assert [t.line.text for t in red if "draws" in t.line.text] == [f"red draws {match.state.chits[0]}"]
    assert not [t for t in match.events_for(OBSERVER) if "draws" in t.line.text]
    assert len([t for t in match.events_for(CONTROL) if "draws" in t.line.text]) == 2
    match.act("red", Spy())
    assert match.events_for("blue", since=4)[0].event == ChitSeen("red", "?")
    assert match.events_for("red", since=4)[0].event == ChitSeen("red", match.state.chits[1])


def test_events_survive_loading() -> None:
    match = played()
    for trusted in (True, False):
        loaded = Match.from_json(match.to_json(), GAME, trusted=trusted)
        for seat in ("red", "blue", OBSERVER, CONTROL):
            assert loaded.events_for(seat, 5) == match.events_for(seat, 5)


def test_a_fork_goes_its_own_way() -> None:
    match = marching()
    fork = match.fork()
    before = match.to_json()
    fork.act("red", Halt())
    assert match.to_json() == before
    assert fork.log[:4] == match.log
    assert fork.seed != match.seed, "the fork's dice must not foretell the match's"
    with pytest.raises(CannotUndo):
        match.fork().undo("red")
    assert Match.from_json(fork.to_json(), GAME).to_json() == fork.to_json()


def test_a_fork_for_a_seat_holds_nothing_it_cannot_know() -> None:
    match = marching()
    assert match.state.chits[1]
    others = set()
    for _ in range(40):
        fork = match.fork(seat="red")
        assert fork.state.chits[0] == match.state.chits[0]
        assert GAME.view(fork.state, "red") == match.view("red")
        assert fork.length == 0
        others.add(fork.state.chits[1])
    assert len(others) > 1


def test_an_earlier_position_can_be_forked() -> None:
    match = played()
    fork = match.fork(4)
    assert GAME.codec.encode(fork.state) == GAME.codec.encode(match.at(4))


def test_physical_dice_are_typed_in() -> None:
    match = new(physical_dice=True)
    match.act("red", Plan(0))
    match.act("blue", Plan(0))
    roll = match.pending_roll
    assert roll is not None
    assert roll[0] == "Draw"
    with pytest.raises(WrongSeat, match="roll is pending"):
        match.act("red", Halt())
    with pytest.raises(IllegalOutcome, match="not a possible result"):
        match.roll_in("9")
    match.roll_in("3")
    match.roll_in("4")
    assert match.state.chits == ["3", "4"]
    assert match.pending_roll is None
    with pytest.raises(CannotUndo):
        match.undo("blue")
    assert match.commitment == ""
    assert Match.from_json(match.to_json(), GAME).physical_dice


def test_options_and_prompt_are_for_the_seat_that_decides() -> None:
    match = marching()
    prompt = match.prompt("red")
    assert prompt is not None
    assert prompt.text == "March, 2 left."
    assert match.prompt("blue") is None
    assert match.options("blue") == []
    assert [a for a, _ in match.options("red")] == match.legal("red")
    violation = match.why_not("red", March(0, 1))
    assert violation is not None
    assert violation.rule == "3.2"


def test_a_control_with_a_seat_hears_everything_once() -> None:
    game = get("last_war")
    match = Match.new(game, game.setup("kursk", {"umpire": True}), seed=SEED)
    assert CONTROL in match.seats
    told = [heard.line.text for heard in match.events_for(CONTROL)]
    assert told and told == [heard.line.text for heard in match.events_for("axis")]


def test_a_copy_is_read_while_the_match_goes_on() -> None:
    match = played(actions=60)
    before, told = match.to_json(), match.events_for("red")
    copy = match.copy()
    assert copy.to_json() == before
    played(7, match, actions=20)
    assert copy.to_json() == before, "what the match does is not done to the copy"
    assert copy.events_for("red") == told
    assert match.events_for("red")[: len(told)] == told


def test_marks_that_a_copy_has_passed_are_kept() -> None:
    """A match that was read without being played again walks its history once, whoever asks for it."""
    whole = Match.from_json(long_game().to_json(), get("last_war"), trusted=True)
    assert whole.length > 200
    copy = whole.copy()
    there = copy.at(150)
    whole.learn(copy)
    assert 64 in whole._snapshots and 128 in whole._snapshots
    assert whole.game.codec.encode(whole.at(150)) == whole.game.codec.encode(there)


def test_marks_of_another_history_are_not_taken_over() -> None:
    match = long_game()
    copy = match.copy()
    match._rewind(100)  # as if all that came after had been undone
    for n in [n for n in match._snapshots if n]:
        del match._snapshots[n]
    match.learn(copy)
    assert 64 in match._snapshots
    assert not [n for n in match._snapshots if n > 100]


def long_game() -> Match:
    """Some hundred entries of a real game, played at random."""
    return played(3, Match.new(get("last_war"), "kursk", seed=SEED), actions=250)


@pytest.mark.parametrize("name", ["last_war", "motherland", "turns_east", "skirmish"])
def test_the_ends_of_turns_are_found_from_mark_to_mark(name: str) -> None:
    match = played(5, Match.new(get(name), seed=SEED), actions=300)
    turns = [match.game.view(match.at(n), OBSERVER).turn for n in range(match.length + 1)]
    ends = [(n, turns[n]) for n in range(match.length) if turns[n] != turns[n + 1]]
    assert match.turn_ends() == ends
    assert match.turn_ends(50) == [each for each in ends if each[0] < 50]


def test_a_fork_keeps_what_was_told_and_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = long_game()
    told = match.events_for("allies" if "allies" in match.seats else match.seats[0])
    seat = "allies" if "allies" in match.seats else match.seats[0]
    done: list[int] = []
    replay = replay_entry

    def counted(*given: Any) -> Any:
        done.append(1)
        return replay(*given)

    monkeypatch.setattr(match_module, "replay_entry", counted)
    fork = match.fork()
    assert fork.events_for(seat)[: len(told)] == told
    assert len(done) <= 64
    fork = match.fork(130)
    assert fork.game.codec.encode(fork.at(130)) == match.game.codec.encode(match.at(130))
    assert fork.head_at(130) != match.head_at(130), "it has dice of its own"
