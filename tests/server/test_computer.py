"""Computer players: they think elsewhere, tell how far they are, stop when told, and never leave a match stuck."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from hexfront.server.computer import computers
from hexfront.server.match.record import Record
from tests.server.support import PATIENCE, House, Line, house

PLAYERS = tuple(
    f"{name}=tests.server.slow_player:{name.capitalize()}Player"
    for name in ("slow", "broken", "stuck", "searching", "deaf", "heavy")
)


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("thinking"), players=PLAYERS) as running:
        yield running


def against(running: House, level: str, seconds: float | None = None, game: str = "toy") -> Line:
    anna = running.person("Anna")
    seats = [seat["id"] for seat in anna.get(f"/api/games/{game}/seats")]
    made = anna.match(game, seats={seats[1]: {"who": "computer", "level": level, "seconds": seconds}})
    return anna.socket(made["id"])


def play(line: Line, turns: int = 300) -> None:
    for _ in range(turns):
        line.wait(lambda s: s["legal"] or s["result"])
        if line.state["result"]:
            return
        ends = [each for each in line.legal if each["option"].get("ends")]
        line.act((ends or line.legal)[0]["do"])


def test_levels_are_listed(thinking: House) -> None:
    levels = thinking.person().get("/api/players")
    assert levels[0]["name"] == "random"
    assert {"slow", "broken", "stuck"} <= {level["name"] for level in levels}


@pytest.mark.parametrize("game", ["toy", "skirmish"])
def test_a_game_against_the_computer_to_its_end(thinking: House, game: str) -> None:
    line = against(thinking, "random", game=game)
    play(line)
    assert line.state["status"] == "over"
    assert not [m for m in line.heard if m["t"] == "error"]


def test_progress_is_told_and_the_budget_is_kept(thinking: House) -> None:
    line = against(thinking, "slow", seconds=0.8)
    line.act()
    line.wait(lambda s: "red" in s["deciders"] and s["view"]["extra"]["waits"] == "Marches")
    told = [m for m in line.heard if m["t"] == "progress"]
    assert any(m["text"] == "weighing plans" and 0 < m["part"] < 1 for m in told)
    assert {m["seat"] for m in told} == {"blue"}
    if told[-1]["part"] < 1:
        told.append(line.until("progress"))
    assert told[-1]["part"] == 1
    assert line.state["presence"]["blue"]


def test_thinking_can_be_cut_short(thinking: House) -> None:
    line = against(thinking, "slow", seconds=600)
    line.until("progress")
    line.send(t="cancel")
    line.wait(lambda s: s["deciders"] == ["red"])
    line.act()


def test_a_search_keeps_its_budget_and_can_be_cut_short(thinking: House) -> None:
    line = against(thinking, "searching", seconds=0.5)
    line.wait(lambda s: s["deciders"] == ["red"])
    assert any(m["t"] == "progress" and m["part"] > 0 for m in line.heard)
    long = against(thinking, "searching", seconds=100)
    long.until("progress")
    long.send(t="cancel")
    long.wait(lambda s: s["deciders"] == ["red"])


@pytest.mark.parametrize("level", ["deaf", "stuck"])
def test_the_budget_is_hard(thinking: House, level: str) -> None:
    """A player that does not stop is interrupted: in a calculation, in a sleep, in the middle of telling. It counts as
    no fault, and a fresh process goes on: what was interrupted may have been an import."""
    line = against(thinking, level, seconds=0.5)
    process = thinking.club.computers._workers[0]._process
    before = process.number
    line.wait(lambda s: s["deciders"] == ["red"])  # it would never stop by itself
    assert not before or process.number != before
    line.act()
    line.wait(lambda s: s["view"]["extra"]["waits"] == "Marches")
    text = httpx.get(line.person.url + "/metrics", timeout=PATIENCE).text
    assert f'computer_faults_total{{kind="{level}"}}' not in text


@pytest.mark.parametrize("level", ["deaf", "stuck"])
def test_play_now_is_heard_at_once(thinking: House, level: str) -> None:
    line = against(thinking, level, seconds=600)
    if not line.state["thinking"]:
        line.until("progress")
    time.sleep(0.5)  # until it is in the middle of it
    line.send(t="cancel")
    line.wait(lambda s: s["deciders"] == ["red"])  # and not after ten minutes


def test_play_now_is_heard_while_another_match_is_thought_about(thinking: House) -> None:
    """There is one thinking process here: the second match waits for it, and is then answered at once."""
    first = against(thinking, "slow", seconds=600)
    if not first.state["thinking"]:
        first.until("progress")
    second = against(thinking, "slow", seconds=600)
    second.send(t="cancel")
    second.settle()
    first.send(t="cancel")
    second.wait(lambda s: s["deciders"] == ["red"])  # and not after ten minutes


def test_the_general_keeps_its_budget(thinking: House) -> None:
    """A playout of a real game may last longer than the budget."""
    anna = thinking.person("Anna")
    made = anna.match(
        "turns_east",
        scenario="minsk",
        seats={"axis": {"who": "computer", "level": "field-marshal", "seconds": 1.0}},
    )
    line = anna.socket(made["id"], seat="soviet")
    line.wait(lambda s: "axis" not in s["deciders"])
    told = httpx.get(thinking.url + "/metrics", timeout=PATIENCE).text
    assert 'computer_faults_total{kind="field-marshal"}' not in told


@pytest.mark.parametrize("level", ["staff", "recruit"])
def test_levels_play_a_real_game(thinking: House, level: str) -> None:
    line = against(thinking, level, game="skirmish")
    play(line, 25)
    assert not [m for m in line.heard if m["t"] == "error"]
    text = httpx.get(line.person.url + "/metrics", timeout=PATIENCE).text
    assert f'computer_faults_total{{kind="{level}"}}' not in text


def test_a_watcher_cannot_cut_it_short(thinking: House) -> None:
    anna = thinking.person("Anna")
    made = anna.match("toy", public=True, seats={"blue": {"who": "computer", "level": "slow", "seconds": 60}})
    watcher = thinking.person("Carl").socket(made["id"])
    watcher.send(t="cancel")
    assert watcher.until("error")["code"] == "not_allowed"
    line = anna.socket(made["id"])
    line.send(t="cancel")
    line.wait(lambda s: s["deciders"] == ["red"])


def test_a_broken_player_does_not_leave_the_match_stuck(
    thinking: House, caplog: pytest.LogCaptureFixture
) -> None:
    line = against(thinking, "broken")
    play(line)
    assert line.state["status"] == "over"
    assert "secret" not in caplog.text
    assert "RuntimeError" in caplog.text


def test_a_fault_in_the_rules_is_not_tried_for_ever(thinking: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that was interrupted is read again and looked at again: the computer would do the same again and again."""
    sound, tries = Record._fresh, 0

    def fresh(self: Record, seat: str, before: Any) -> Any:
        nonlocal tries
        tries += seat == "blue"
        return 1 // 0 if seat == "blue" else sound(self, seat, before)

    line = against(thinking, "random")
    line.wait(lambda s: s["deciders"] == ["red"])
    with monkeypatch.context() as patch:
        patch.setattr(Record, "_fresh", fresh)
        while line.state["deciders"] == ["red"]:
            ends = [each for each in line.legal if each["option"].get("ends")]
            assert line.act((ends or line.legal)[0]["do"])["t"] == "done"
        until = time.monotonic() + PATIENCE
        while tries < computers.STUMBLES and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(2.0)
        assert tries == computers.STUMBLES
    line.send(t="sync")
    line.until("state")
    assert line.undo()["t"] == "done"
    play(line)  # the computer looks again when somebody has done something
    assert line.state["status"] == "over"


def test_a_process_that_does_not_answer_is_stopped(
    thinking: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computers, "GRACE", -99.8)
    line = against(thinking, "stuck", seconds=100)
    line.wait(lambda s: s["deciders"] == ["red"])
    line.act()
    line.wait(lambda s: s["view"]["extra"]["waits"] == "Marches")
    assert "TimeoutError" in caplog.text, "a reason without words is told by its kind"


def test_loading_a_game_is_not_thinking(
    thinking: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A process that is slow to start or to load a game is not stopped for it, and does not have to start again from nothing."""
    monkeypatch.setattr(computers, "GRACE", -99.0)
    line = against(thinking, "heavy", seconds=100)
    play(line)
    assert line.state["status"] == "over" and "failed" not in caplog.text


def test_other_matches_go_on_while_one_thinks(thinking: House) -> None:
    slow = against(thinking, "slow", seconds=600)
    slow.until("progress")
    anna = thinking.person("Anna")
    line = anna.socket(anna.match("toy")["id"], seat="red")
    for _ in range(5):
        assert line.act()["t"] == "done"
        assert line.undo()["t"] == "done"
    slow.settle()
    assert "blue" in slow.state["deciders"], "it still thinks"
    slow.send(t="cancel")
    slow.wait(lambda s: s["deciders"] == ["red"])


def test_the_player_is_handed_only_a_seatview() -> None:
    """What the thinking process hands to a player hides the state; the task itself never leaves the machine."""
    from hexfront.players import Seatview
    from hexfront.server.computer.worker_process import Task, Thinker
    from tests.support import toy

    seen: list[Any] = []

    class Spy:
        def choose(self, seat: Any) -> Any:
            seen.append(seat)
            return seat.legal[0]

    class Out:
        def write(self, data: bytes) -> None:
            pass

        def flush(self) -> None:
            pass

    thinker = Thinker(Out())
    thinker.player = lambda task: Spy()  # type: ignore[method-assign]
    import msgspec

    s = toy.GAME.start(toy.GAME.setup())
    raw = msgspec.Raw(toy.GAME.codec.encode(s))
    thinker.think(Task(1, "m", "tests.support.toy", "red", "spy", "1", 1.0, raw))
    assert len(seen) == 1  # the choice is made; then it is the other's turn
    assert isinstance(seen[0], Seatview)
    assert not any(
        isinstance(value, toy.ToyState) for name, value in vars(seen[0]).items() if not name.startswith("_")
    )
