"""Playouts and the players in them."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront import players
from hexfront.kernel import IllegalAction, SeededSource, UnknownName
from hexfront.lab import playout
from hexfront.match import Match, replay_entry
from hexfront.players import RandomPlayer, Seatview
from tests.support.toy import GAME, Planned, ToyState

LONG = GAME.setup("long")


def test_the_same_seed_plays_the_same_game() -> None:
    one, two, other = (playout(GAME, LONG, seed, keep_log=True) for seed in (7, 7, 8))
    assert one.log == two.log
    assert one.log != other.log
    assert one.result is not None
    assert (one.actions, one.rolls) == (
        sum(not e.is_chance for e in one.log),
        sum(e.is_chance for e in one.log),
    )
    s = GAME.start(LONG)
    for entry in one.log:
        replay_entry(s, entry)
    assert GAME.codec.encode(s) == GAME.codec.encode(one.state)


def test_a_playout_can_be_stopped_and_started_anywhere() -> None:
    half = playout(GAME, LONG, 7, limit=20)
    assert half.result is None
    assert half.actions == 20
    before = GAME.codec.encode(half.state)
    rest = playout(GAME, LONG, 7, start=half.state)
    assert rest.result is not None
    assert GAME.codec.encode(half.state) == before


def test_players_play() -> None:
    seats = {"red": RandomPlayer(1), "blue": RandomPlayer(2)}
    one = playout(GAME, LONG, 7, seats, keep_log=True)
    two = playout(
        GAME, LONG, 7, {"red": players.get("random", 1), "blue": players.get("random", 2)}, keep_log=True
    )
    assert one.log == two.log
    assert one.result is not None
    assert one.events > one.actions
    assert one.per_s > 0


def test_an_illegal_choice_of_a_player_is_refused() -> None:
    class Cheat:
        def choose(self, seat: Seatview) -> Any:
            return type(seat.legal[0])(99)

    with pytest.raises(IllegalAction):
        playout(GAME, LONG, 7, {"red": Cheat(), "blue": Cheat()})


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="no player 'napoleon'; there are random"):
        players.get("napoleon")
    assert players.names()[0] == "random"


class Watcher:
    """A player that notes all it can get hold of."""

    def __init__(self) -> None:
        self.seen: list[Seatview] = []
        self.heard: list[Any] = []
        self.plans: set[int] = set()

    def choose(self, seat: Seatview) -> Any:
        self.heard += seat.events
        if seat.decision == "Plans":
            for n in range(8):
                world = seat.resample(SeededSource(n))
                self.plans.add(world.plans[0])
        assert seat.view.seat == seat.seat
        assert len(seat.options) == len(seat.legal)
        assert seat.prompt.text
        assert seat.setup == LONG
        self.seen.append(seat)
        return seat.legal[0]


def test_a_player_is_shown_only_what_its_seat_may_know() -> None:
    watcher = Watcher()
    playout(GAME, LONG, 7, {"red": RandomPlayer(3), "blue": watcher})
    assert {e.stance for e in watcher.heard if isinstance(e, Planned) and e.seat == "red"} == {-1}
    assert watcher.plans == {0, 1, 2}, "redrawn worlds, not the true one"
    for seat in watcher.seen:
        held = [v for v in vars(seat).values() if isinstance(v, ToyState)]
        public = [getattr(seat, n) for n in dir(seat) if not n.startswith("_")]
        assert len(held) == 1
        assert not [v for v in public if isinstance(v, ToyState)]


def test_the_lab_plays_the_same_rules_as_a_match() -> None:
    game = playout(GAME, LONG, 5, keep_log=True)
    match = Match.new(GAME, LONG, physical_dice=True)
    for entry in game.log:
        if entry.action is None:
            assert entry.outcome is not None
            match.roll_in(entry.outcome)
        else:
            match.act(entry.seat, entry.action)
    assert match.result == game.result
