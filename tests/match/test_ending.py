"""A match that its players end: given up, a draw agreed, lost on time. It is part of the save."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexfront.kernel import BadSave, Result
from hexfront.match import CannotUndo, Ending, Match, MatchOver, verify
from hexfront.match.files import seal
from tests.match.test_match import marching, played
from tests.support.toy import GAME

ENDINGS = [
    Ending("resign", "red", Result(("blue",), "Red gave up.")),
    Ending("flag", "blue", Result(("red",), "Blue ran out of time.")),
    Ending("agreed", "blue", Result((), "A draw by agreement.")),
]


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_ended_match_is_saved_as_ended(ending: Ending) -> None:
    match = marching()
    assert not verify(match.to_json(), GAME).finished
    match.end(ending)
    data = match.to_json()
    for trusted in (False, True):
        back = Match.from_json(data, GAME, trusted=trusted)
        assert back.is_over
        assert back.result == ending.result
        assert back.to_json() == data
    found = verify(data, GAME)
    assert found.ok and found.finished
    assert (found.ended, found.result) == (ending.how, ending.result)


def test_nothing_is_done_after_the_end() -> None:
    match = marching()
    seat = match.deciders[0]
    action = match.legal(seat)[0]
    match.act(seat, action)
    version = match.version
    match.end(ENDINGS[0])
    assert match.deciders == ()
    for each in match.seats:
        assert match.legal(each) == match.options(each) == []
        assert match.prompt(each) is None
        with pytest.raises(CannotUndo, match="over"):
            match.undo(each)
        with pytest.raises(MatchOver, match="Red gave up"):
            match.act(each, action)
    with pytest.raises(MatchOver):
        match.end(ENDINGS[1])
    assert match.version == version
    assert match.ending == ENDINGS[0]
    assert not match.fork().is_over, "a fork goes on from the position"


def test_a_game_that_the_rules_have_ended_is_not_ended_again() -> None:
    match = played()
    assert match.is_over and match.ending is None
    with pytest.raises(MatchOver):
        match.end(ENDINGS[0])
    data = seal(msgspec.json.decode(match.to_json()) | {"ending": msgspec.to_builtins(ENDINGS[0])})
    with pytest.raises(BadSave, match="by the rules as well"):
        Match.from_json(data, GAME)


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (Ending("resign", "green", Result(("blue",), "")), "no such seat"),
        (Ending("resign", "red", Result(("green",), "")), "no such side"),
        (Ending("resign", "red", Result(("red",), "")), "who gave up"),
        (Ending("flag", "red", Result((), "")), "red ran out of time"),
        (Ending("agreed", "red", Result(("red",), "")), "yet someone has won"),
    ],
)
def test_an_ending_that_cannot_be_is_refused(ending: Ending, words: str) -> None:
    match = marching()
    with pytest.raises(MatchOver, match=words):
        match.end(ending)
    assert not match.is_over
    data = seal(msgspec.json.decode(match.to_json()) | {"ending": msgspec.to_builtins(ending)})
    with pytest.raises(BadSave, match=words):
        Match.from_json(data, GAME)
    (fault,) = verify(data, GAME).faults
    assert words in fault


@pytest.mark.parametrize(
    "ending", [{}, [], {"how": "asleep", "seat": "red", "result": {"winners": [], "reason": ""}}]
)
def test_an_ending_of_another_form_is_refused(ending: Any) -> None:
    data = seal(msgspec.json.decode(marching().to_json()) | {"ending": ending})
    with pytest.raises(BadSave):
        Match.from_json(data, GAME)


def test_a_save_from_before_endings_loads() -> None:
    document = msgspec.json.decode(marching().to_json())
    assert "ending" not in document
    assert Match.from_json(seal(document), GAME).ending is None
