"""Clocks: live, by days, with increments, and flags that fall whether or not someone is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from hexfront.server.club import club as club_module
from hexfront.server.match.clocks import DAY, Clocks
from hexfront.server.store import queries
from hexfront.server.store.sql import log, matches
from hexfront.server.wire.requests import Clock
from tests.server.support import House, Someone, house, invitation, pair


def test_a_live_clock_runs_while_its_seat_decides() -> None:
    clocks = Clocks(Clock(kind="live", minutes=1, increment=5), ["red", "blue"])
    clocks.turn(["red"], 100.0)
    assert clocks.due == 160.0
    clocks.turn(["red"], 110.0)
    clocks.turn(["blue"], 130.0)
    assert clocks.left["red"] == 35.0
    assert clocks.deadline("red") is None
    assert clocks.due == 190.0
    clocks.turn(["red", "blue"], 140.0)
    assert clocks.fallen(174.0) is None
    assert clocks.fallen(175.0) == "red"
    states = clocks.states(150.0)
    assert states["red"].left == 25.0
    assert states["red"].running
    clocks.turn([], 150.0)
    assert clocks.due is None


def test_days_begin_anew_with_each_turn() -> None:
    clocks = Clocks(Clock(kind="days", days=2), ["red", "blue"])
    clocks.turn(["red"], 0.0)
    clocks.turn(["red"], DAY)
    assert clocks.due == 2 * DAY
    clocks.turn(["blue"], 1.5 * DAY)
    clocks.turn(["red"], 3 * DAY)
    assert clocks.due == 5 * DAY
    assert clocks.states(3 * DAY)["red"].deadline


def test_without_a_clock_nothing_runs() -> None:
    clocks = Clocks(Clock(), ["red"])
    clocks.turn(["red"], 0.0)
    assert clocks.due is None
    assert clocks.states(1e9) == {}


def test_a_flag_falls_and_ends_the_match(club: House) -> None:
    anna, ben, match = pair(club, clock={"kind": "live", "minutes": 0.01})
    a, b = anna.socket(match), ben.socket(match)
    assert a.state["clocks"]["red"]["running"]
    b.act()
    a.wait(lambda s: s["result"])
    assert a.state["result"]["winners"] == ["blue"]
    assert "out of time" in a.state["result"]["reason"]
    b.wait(lambda s: s["result"])
    assert anna.get(f"/api/matches/{match}")["status"] == "over"


def test_a_flag_falls_in_a_match_that_nobody_is_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_module, "SWEEP", 0.1)
    with house(tmp_path, computers=0) as running:
        anna, _, match = pair(running, clock={"kind": "days", "days": 1})
        live = running.club.lives.pop(match)
        live.close()
        past = time.time() - 3 * DAY

        def work(c: object) -> None:
            c.execute(update(log).where(log.c.match == match).values(at=past))  # type: ignore[attr-defined]
            c.execute(update(matches).where(matches.c.id == match).values(due=past + DAY))  # type: ignore[attr-defined]

        running.club.database.write_now(work)
        until = time.monotonic() + 60
        while anna.get(f"/api/matches/{match}")["status"] != "over":
            assert time.monotonic() < until
            time.sleep(0.05)


def hosted(running: House, **more: Any) -> tuple[Someone, Someone, str]:
    """A match whose host plays in none of its seats: Anna hosts, Ben is red."""
    anna, ben, cleo = running.person("Anna"), running.person("Ben"), running.person("Cleo")
    made = anna.match(seats={"red": {"who": "link"}, "blue": {"who": "link"}}, **more)
    ben.post("/api/join", token=invitation(made, "red"))
    cleo.post("/api/join", token=invitation(made, "blue"))
    return anna, ben, made["id"]


def test_no_clock_falls_while_a_match_is_stopped_and_then_there_is_all_the_time_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever hosts a match could let it stop when it is the other's turn, and win by the clock."""
    monkeypatch.setattr(club_module, "SWEEP", 0.1)
    with house(tmp_path, computers=0, guest_mb=1) as running:
        _, anna, match = hosted(running, clock={"kind": "days", "days": 1})
        database, past = running.club.database, time.time() - 3 * DAY

        def fill(size: int) -> None:
            database.write_now(lambda c: c.execute(update(matches).values(size=size)))

        def out_of_memory() -> None:
            running.club.lives.pop(match).close()

        def late(c: object) -> None:
            c.execute(update(log).where(log.c.match == match).values(at=past))  # type: ignore[attr-defined]
            c.execute(update(matches).where(matches.c.id == match).values(due=past + DAY))  # type: ignore[attr-defined]

        def due() -> float | None:
            return database.read_now(lambda c: queries.due(c, match))[0]

        out_of_memory()
        fill(3 * 1024 * 1024)
        database.write_now(late)
        until = time.monotonic() + 60
        while due() is not None:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert running.club.lives[match].stopped
        time.sleep(0.3)
        assert anna.get(f"/api/matches/{match}")["status"] == "running"
        fill(0)
        while (after := due()) is None:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert after > time.time() + 0.9 * DAY
        out_of_memory()
        anna.socket(match).settle()
        time.sleep(0.3)
        assert anna.get(f"/api/matches/{match}")["status"] == "running"
        live = running.club.lives[match]
        assert live.clocks.due is not None and abs(live.clocks.due - after) < 1


def test_a_pause_costs_nobody_time_and_gives_its_cause_none() -> None:
    """A host at the edge of the quota could stop a match and let it go on, and have the whole of their thinking back."""

    def decided() -> Clocks:
        clocks = Clocks(Clock(kind="live", minutes=1), ["red", "blue"])
        clocks.turn(["red"], 0.0)
        clocks.turn(["red", "blue"], 20.0)
        return clocks

    clocks = decided()
    clocks.standing = True
    assert not clocks.states(30.0)["blue"].running
    assert clocks.fallen(1e9) is None
    pause = clocks.go_on(30.0, 1000.0, ["red"])
    again = decided()
    again.resume(pause)
    for each in (clocks, again):
        assert each.deadline("blue") == 1060.0
        assert each.deadline("red") == 1030.0
        each.turn(["red"], 1010.0)
        assert each.left["blue"] == 50.0
    days = Clocks(Clock(kind="days", days=1), ["red"])
    days.turn(["red"], 0.0)
    days.go_on(DAY / 2, 9 * DAY, ["red"])
    assert days.due == 9.5 * DAY


class Filled:
    """A match with live clocks whose host has or has not got room for it."""

    def __init__(self, running: House) -> None:
        self.house = running
        self.anna, self.ben, self.match = hosted(running, clock={"kind": "live", "minutes": 60})

    def fill(self, size: int) -> None:
        self.house.club.database.write_now(lambda c: c.execute(update(matches).values(size=size)))

    def shift(self, seconds: float) -> None:
        """All of it happened so much earlier."""

        def work(c: object) -> None:
            c.execute(update(log).values(at=log.c.at - seconds))  # type: ignore[attr-defined]
            c.execute(update(matches).values(due=matches.c.due - seconds))  # type: ignore[attr-defined]

        self.house.club.database.write_now(work)

    def out_of_memory(self) -> None:
        self.house.club.lives.pop(self.match).close()

    def wait(self, stopped: bool) -> None:
        until = time.monotonic() + 60
        while bool(self.house.club.lives[self.match].stopped) != stopped:
            assert time.monotonic() < until
            time.sleep(0.02)

    def left(self, seat: str = "red") -> float:
        found: float = self.anna.socket(self.match).state["clocks"][seat]["left"]
        return found


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Filled]:
    monkeypatch.setattr(club_module, "SWEEP", 0.05)
    with house(tmp_path, computers=0, guest_mb=1) as running:
        yield Filled(running)


def test_a_match_that_was_stopped_and_left_memory_comes_back_with_the_time_it_had(filled: Filled) -> None:
    """Half an hour passes while there is no room and nobody has the match open; then a move is made before any clock falls."""
    filled.anna.socket(filled.match)
    filled.fill(3 * 1024 * 1024)
    filled.out_of_memory()
    assert not filled.anna.socket(filled.match).state["clocks"]["red"].get("running")
    filled.wait(stopped=True)
    filled.out_of_memory()
    filled.shift(1800)
    filled.fill(0)
    line = filled.ben.socket(filled.match)
    assert line.state["clocks"]["red"]["left"] > 3590
    assert line.act()["t"] == "done"
    line.settle()
    assert line.state["clocks"]["red"]["left"] > 3590
    filled.out_of_memory()
    assert filled.left() > 3590, "nor is it forgotten afterwards"


def test_those_at_the_table_see_clocks_stand_and_go_on(filled: Filled) -> None:
    line = filled.anna.socket(filled.match)
    filled.shift(1800)
    filled.out_of_memory()
    line.close()
    line = filled.anna.socket(filled.match)
    assert line.state["clocks"]["red"]["left"] < 1810
    live = filled.house.club.lives[filled.match]
    loop = next(iter(filled.house.club._tasks)).get_loop()
    filled.fill(3 * 1024 * 1024)
    asyncio.run_coroutine_threadsafe(filled.house.club.weigh(live), loop).result(60)
    line.wait(lambda s: not s["clocks"]["red"].get("running"), 5)
    filled.fill(0)
    line.wait(lambda s: s["clocks"]["red"].get("running"), 60)
    assert line.state["clocks"]["red"]["left"] > 3590
    filled.out_of_memory()
    assert filled.left() > 3590


def test_the_host_gets_no_time_back_over_a_stop_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_module, "SWEEP", 0.05)
    with house(tmp_path, computers=0, guest_mb=1) as running:
        filled = Filled(running)
        filled.anna, _, filled.match = pair(running, clock={"kind": "live", "minutes": 60})
        filled.anna.socket(filled.match)
        filled.shift(1800)
        filled.out_of_memory()
        filled.fill(3 * 1024 * 1024)
        filled.anna.socket(filled.match)
        filled.wait(stopped=True)
        filled.out_of_memory()
        filled.fill(0)
        assert 1700 < filled.left() < 1810
        filled.out_of_memory()
        assert 1700 < filled.left() < 1810


def test_another_process_hears_what_clocks_had_left(filled: Filled, tmp_path: Path) -> None:
    with house(tmp_path, computers=0, guest_mb=1) as other:
        there = Someone(other.url)
        there.http.cookies = filled.anna.http.cookies
        there.socket(filled.match)
        beside = other.club.lives[filled.match]
        filled.fill(3 * 1024 * 1024)
        filled.out_of_memory()
        filled.anna.socket(filled.match)
        filled.wait(stopped=True)
        beside.clocks.since["red"] -= 1800  # as long as it would have been
        filled.fill(0)
        filled.wait(stopped=False)
        until = time.monotonic() + 60
        while beside.clocks.due is None or beside.clocks.due < time.time() + 3590:
            assert time.monotonic() < until
            time.sleep(0.02)
