"""Long work is done beside the event loop: whoever imports, forks, studies or exports a long game holds up nobody."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from hexfront import games, players
from hexfront.match import Match
from hexfront.match import match as match_module
from hexfront.server.match import questions, reports
from hexfront.server.match.aside import Aside, Lane
from hexfront.server.wire.refusals import Refusal
from tests.server.support import House, Someone, house, pair

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def long_game() -> Match:
    """A finished game of several hundred entries."""
    game = games.get("last_war")
    match = Match.new(game, "kursk")
    staff = {seat: players.get("staff", f"a long game/{seat}") for seat in match.seats}
    while not match.is_over:
        seat = match.deciders[0]
        match.act(seat, staff[seat].choose(players.Seatview(game, match.state, seat, ())))
    assert match.length > 300
    return match


class Steps:
    """Counts the entries that are carried out, by thread."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.by: Counter[int] = Counter()
        for name in ("apply", "resolve"):
            patch.setattr(match_module, name, self._counting(getattr(match_module, name)))

    def _counting(self, work: Any) -> Any:
        def counted(*given: Any) -> Any:
            self.by[threading.get_ident()] += 1
            return work(*given)

        return counted

    def taken(self) -> Counter[int]:
        found, self.by = self.by, Counter()
        return found


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    return Steps(monkeypatch)


def loop_of(running: House) -> int:
    assert running._thread.ident is not None
    return running._thread.ident


def test_an_import_is_played_again_once_and_beside_the_loop(
    club: House, long_game: Match, steps: Steps
) -> None:
    reply = club.person("Anna").http.post("/api/matches/import", content=long_game.to_json(), headers=JSON)
    assert reply.status_code == 200, reply.text
    taken = steps.taken()
    assert loop_of(club) not in taken
    # Once, and the stretches between two marks in which a turn ends.
    assert taken.total() <= long_game.length + 64 * (reply.json()["turn"] + 1)


def test_forks_reports_exports_and_steps_are_worked_out_beside_the_loop(
    club: House, long_game: Match, steps: Steps
) -> None:
    anna = club.person("Anna")
    made = anna.http.post("/api/matches/import", content=long_game.to_json(), headers=JSON).json()
    match, seat = made["id"], made["you"][0]
    steps.taken()
    turns = made["turn"] + 1
    path, mine = f"/api/matches/{match}", {"seat": seat}
    asked: list[tuple[str, str, dict[str, Any], int]] = [
        ("POST", "fork", mine, 64 * (turns + 2)),
        ("POST", "fork", mine | {"at": 20}, 64 * (turns + 2)),
        ("GET", "report", mine, 64 * (turns + 2)),
        ("GET", "export", mine, 0),
        ("GET", "history/25", mine, 64),
        ("GET", "digest", mine, 64),
    ]
    for method, what, given, most in asked:
        if method == "POST":
            anna.post(f"{path}/{what}", **given)
        else:
            anna.get(f"{path}/{what}", **given)
        taken = steps.taken()
        assert loop_of(club) not in taken
        assert taken.total() <= most


def test_a_match_read_from_the_database_is_played_again_once_however_often_it_is_studied(
    tmp_path: Any, long_game: Match, steps: Steps
) -> None:
    with house(tmp_path) as first:
        anna = first.person("Anna")
        made = anna.http.post("/api/matches/import", content=long_game.to_json(), headers=JSON).json()
    with house(tmp_path) as second:
        again = Someone(second.url)
        again.http.cookies = anna.http.cookies
        last = len(again.get(f"/api/matches/{made['id']}/history", seat=made["you"][0]))
        steps.taken()
        for n in (last, last // 2, last // 3, last - 1):
            again.get(f"/api/matches/{made['id']}/history/{n}", seat=made["you"][0])
        taken = steps.taken()
        assert loop_of(second) not in taken
        assert taken.total() <= long_game.length + 4 * 64


@pytest.mark.parametrize("what", ["reach", "preview", "why"])
def test_questions_are_answered_beside_the_loop(
    club: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    anna, _, match = pair(club)
    line = anna.socket(match)
    seen: list[int] = []
    inner = getattr(questions, f"_{what}")

    def noticed(*given: Any) -> Any:
        seen.append(threading.get_ident())
        return inner(*given)

    monkeypatch.setattr(questions, f"_{what}", noticed)
    assert line.ask(what, piece="1", at="2", plan=[])["t"] == "answer"
    assert seen and loop_of(club) not in seen


def test_a_match_goes_on_while_it_is_being_reported(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks on must not be able to stop those who play: a report holds no lock while it is worked out."""
    anna, ben, match = pair(club, public=True)
    a, b = anna.socket(match), ben.socket(match)
    going, done = threading.Event(), threading.Event()
    inner = reports._report

    def slowly(*given: Any) -> Any:
        going.set()
        assert done.wait(60)
        return inner(*given)

    monkeypatch.setattr(reports, "_report", slowly)
    stranger = club.person("Carl")
    with ThreadPoolExecutor(1) as hands:
        report = hands.submit(stranger.http.get, f"/api/matches/{match}/report")
        assert going.wait(60)
        assert a.act({"type": "Plan", "stance": 2})["t"] == "done"
        assert b.act({"type": "Plan", "stance": 1})["t"] == "done"
        other = club.person("Dora")
        assert other.socket(other.match()["id"]).act()["t"] == "done", "nor those of any other match"
        done.set()
        assert report.result().status_code == 200


# --- the lanes themselves


@pytest.fixture
def lane() -> Iterator[Lane]:
    found = Lane("test", 3)
    yield found
    found.close()


def test_those_who_ask_take_turns(lane: Lane) -> None:
    """Who asks for three things waits behind themselves: another's one thing comes after the first of them."""
    order: list[str] = []
    gate = threading.Event()

    def work(name: str) -> None:
        gate.wait(60)
        order.append(name)

    async def ask() -> None:
        tasks = [asyncio.create_task(lane.run("greedy", lambda n=n: work(f"greedy {n}"))) for n in range(3)]  # type: ignore[misc]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(lane.run("modest", lambda: work("modest"))))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*tasks)

    asyncio.run(ask())
    assert order == ["greedy 0", "greedy 1", "modest", "greedy 2"]


def test_nobody_can_fill_the_queue(lane: Lane) -> None:
    gate = threading.Event()

    async def ask() -> None:
        tasks = [asyncio.create_task(lane.run("greedy", lambda: gate.wait(60))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await lane.run("greedy", lambda: None)
        assert refused.value.status == 429
        other = asyncio.create_task(lane.run("modest", lambda: None))
        gate.set()
        await asyncio.gather(*tasks, other)
        await lane.run("greedy", lambda: None)

    asyncio.run(ask())


def test_who_gives_up_waiting_leaves_no_hole(lane: Lane) -> None:
    gate = threading.Event()
    done: list[str] = []

    async def ask() -> None:
        first = asyncio.create_task(lane.run("a", lambda: gate.wait(60)))
        await asyncio.sleep(0)
        given_up = asyncio.create_task(lane.run("b", lambda: done.append("b")))
        last = asyncio.create_task(lane.run("c", lambda: done.append("c")))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, last)
        await lane.run("b", lambda: done.append("again"))

    asyncio.run(ask())
    assert done == ["c", "again"]


def test_a_question_does_not_wait_for_a_whole_game() -> None:
    aside = Aside()
    gate = threading.Event()

    async def ask() -> int:
        long = asyncio.create_task(aside.game("a", lambda: gate.wait(60)))
        await asyncio.sleep(0)
        found = await aside.question("b", lambda: 7)
        gate.set()
        await long
        return found

    assert asyncio.run(ask()) == 7
    aside.close()
