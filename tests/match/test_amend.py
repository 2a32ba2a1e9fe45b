"""An umpire corrects the log: a die, a step, and what followed is played again."""

from __future__ import annotations

import pytest

from hexfront.games.last_war import GAME
from hexfront.games.last_war.actions import Correct, Done, EndStep, Rule
from hexfront.games.last_war.combat import Battle
from hexfront.kernel import CONTROL, BadSave, Die, HexfrontError, Outcome, outcomes, pending
from hexfront.match import CannotAmend, Entry, Match, amend, take_back, verify
from hexfront.match.save import read_save, replay

WHY = "The die was read wrong."
SETUP = GAME.setup("kursk", {"umpire": True})


def play(match: Match, turns: int = 2) -> Match:
    """Everyone does the first thing that is offered, Control ends what is left."""
    while match.state.agenda and match.state.turn <= turns:
        if match.pending_roll is not None:
            _, dice = match.pending_roll
            match.roll_in(3 if isinstance(dice, Die) and dice.sides > 2 else next(iter(dice.chances()))[0])
            continue
        seat = next((s for s in match.deciders if s != CONTROL), CONTROL)
        found = match.legal(seat)
        match.act(seat, found[1] if len(found) > 1 and match.length % 5 else found[0])
    return match


def deploying(match: Match) -> Match:
    """On to the step in which all deploy."""
    while "axis" not in match.deciders:
        if match.pending_roll is not None:
            match.roll_in(2)
        else:
            match.act(CONTROL, EndStep("", WHY))
    return match


@pytest.fixture(params=[False, True], ids=["provable", "real"])
def match(request: pytest.FixtureRequest) -> Match:
    return play(Match.new(GAME, SETUP, seed=b"a" * 32, physical_dice=request.param))


def battles(match: Match) -> list[int]:
    return [
        n for n in range(match.length) if match.log[n].is_chance and isinstance(pending(match.at(n)), Battle)
    ]


def other(match: Match, n: int) -> Outcome:
    return next(o for o, _ in outcomes(match.at(n)).chances() if o != match.log[n].outcome)


def test_a_die_is_corrected_and_what_followed_played_again(match: Match) -> None:
    n = battles(match)[0]
    before, log, head = match.version, match.log, match.head
    done = amend(match, n, [Entry(outcome=other(match, n))], reason=WHY)
    assert match.log[:n] == log[:n] and match.log[n].outcome != log[n].outcome
    assert match.version > before and match.head != head
    assert done.kept + done.dropped == len(log) - n - 1
    assert bool(done.stopped) or not done.dropped or done.kept > 0
    kept = [e.action for e in match.log[n + 1 :] if not e.is_chance]
    assert kept == [e.action for e in log[n + 1 :] if not e.is_chance][: len(kept)], (
        "nobody's choice was changed"
    )
    assert list(GAME.invariants(match.state)) == []
    undone = take_back(match)
    assert undone.undone and match.log == log and match.head == head, "as if nothing had been"
    with pytest.raises(CannotAmend):
        take_back(match)


def test_rolls_that_follow_stay_what_they_were(match: Match) -> None:
    n = next(i for i, e in enumerate(match.log) if e.is_chance and i >= match.inherited)  # an assessment
    rolls = [e.outcome for e in match.log if e.is_chance]
    done = amend(match, n, [Entry(outcome=1 if match.log[n].outcome != 1 else 2)], reason=WHY)
    assert done.stopped == "" and done.dropped == 0
    assert [e.outcome for e in match.log if e.is_chance][1:] == rolls[1:]
    assert all(e.ruled for e in match.log if e.is_chance) != match.physical_dice


def test_a_save_with_an_umpires_rolls_is_checked_and_says_so(match: Match) -> None:
    n = battles(match)[0]
    amend(match, n, [Entry(outcome=other(match, n))], reason=WHY, hidden=True)
    data = match.to_json()
    again = Match.from_json(data)
    assert again.log == match.log and again.amendments == match.amendments
    found = verify(data)
    assert found.ok and found.rolls_ruled == sum(e.ruled for e in match.log)
    assert found.rolls_ruled > 0 or match.physical_dice
    take_back(again)
    assert again.length == n + len(match.amendments[0].tail)


def test_without_an_umpire_nothing_is_amended() -> None:
    plain = play(Match.new(GAME, GAME.setup("kursk"), seed=b"a" * 32))
    with pytest.raises(CannotAmend):
        amend(plain, 3, [Entry(outcome=1)], reason=WHY)
    save = read_save(play(Match.new(GAME, SETUP, seed=b"a" * 32)).to_json())
    assert not save.amendments
    ruled = [Entry(outcome=e.outcome, ruled=True) if e.is_chance else e for e in plain.log]
    with pytest.raises(BadSave):
        replay(Match(GAME, GAME.setup("kursk"), seed=b"a" * 32), ruled)


def test_what_cannot_be_is_refused_and_changes_nothing(match: Match) -> None:
    n = battles(match)[0]
    log, state = match.log, GAME.codec.encode(match.state)
    for at, put, take, reason in (
        (n, [Entry(outcome=(9, 9))], 1, WHY),
        (n, [Entry(seat="axis", action=Done())], 1, WHY),
        (n, [Entry(outcome=(1, 1))], 1, ""),
        (n, [Entry(outcome=(1, 1))], 9999, WHY),
        (9999, [], 1, WHY),
        (n, [], 0, WHY),
    ):
        with pytest.raises(HexfrontError):
            amend(match, at, put, take=take, reason=reason)
        assert match.log == log and GAME.codec.encode(match.state) == state


def test_a_correction_is_taken_back_from_under_what_came_after() -> None:
    match = deploying(Match.new(GAME, SETUP, seed=b"b" * 32))
    n = match.length
    had = match.state.pool[0]
    match.act(CONTROL, Correct("men", "add", 0, number=3, why="A slip."))
    match.act(CONTROL, Rule("Agreed."))
    match.act("axis", match.legal("axis")[0])
    done = amend(match, n, [], reason="It was right after all.")
    assert done.kept == 2 and match.state.pool[0] == had


def test_where_a_step_no_longer_fits_all_from_there_on_is_dropped_and_said() -> None:
    match = deploying(Match.new(GAME, SETUP, seed=b"b" * 32, physical_dice=True))
    n = match.length
    match.act(CONTROL, EndStep("axis", WHY))
    match.act("allies", Done())
    length = match.length
    done = amend(match, n, [Entry(seat=CONTROL, action=EndStep("allies", WHY))], reason=WHY)
    assert done.stopped == "Soviet Union: the next step no longer fits. There is nothing to decide there now."
    assert (done.kept, done.dropped) == (0, length - n - 1)
    take_back(match)
    assert match.length == length


def test_why_a_step_no_longer_fits_is_told_in_plain_words(match: Match) -> None:
    """Every team reads it: no names of the program, no numbers of rules."""
    ids = [info.id for info in GAME.seats(SETUP)]
    told = set()
    for n in battles(match)[:4]:
        done = amend(match, n, [Entry(outcome=other(match, n))], reason=WHY)
        told.add(done.stopped)
        take_back(match)
    for n in range(match.inherited, match.length, 7):
        done = amend(match, n, [], take=1, reason=WHY)
        told.add(done.stopped)
        take_back(match)
    assert len(told) > 2
    for words in told - {""}:
        assert words.endswith(".") and "[" not in words and "is not possible here" not in words
        assert words[0].isupper() and not any(words.startswith(each) for each in ids)


def test_a_step_is_reopened_by_going_back(match: Match) -> None:
    log, n = match.log, battles(match)[0]
    done = amend(match, n, [], take=match.length - n, reason="Back to the combats.")
    if match.physical_dice:
        assert match.log == log[:n] and match.pending_roll is not None
    assert done.dropped == 0 and len(done.tail) == len(log) - n
    take_back(match)
    assert match.log == log
