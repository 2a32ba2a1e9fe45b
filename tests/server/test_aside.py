"""Long work is done beside the event loop, in another process: whoever imports, forks, studies or exports a long game holds
up nobody."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from hexfront import games, players
from hexfront.match import Match
from hexfront.match import match as match_module
from hexfront.match import steps as steps_module
from hexfront.server.match import questions, study, whole
from hexfront.server.match.aside import Aside, Lane, Thread
from hexfront.server.match.live import Live
from hexfront.server.match.record import Record
from hexfront.server.store import queries
from hexfront.server.wire.refusals import Refusal
from tests.server import handwork
from tests.server.support import PATIENCE, House, Someone, house, pair

JSON = {"Content-Type": "application/json"}
stoppable = pytest.mark.skipif(sys.platform == "win32", reason="a process is held up with a signal")


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
    """Counts the entries that are carried out in this process, for the first time or again."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._count = 0
        for module in (match_module, steps_module):
            for name in ("apply", "resolve"):
                patch.setattr(module, name, self._counting(getattr(module, name)))

    def _counting(self, work: Any) -> Any:
        def counted(*given: Any) -> Any:
            self._count += 1
            return work(*given)

        return counted

    def taken(self) -> int:
        found, self._count = self._count, 0
        return found


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    return Steps(monkeypatch)


# --- where it is done


def test_nothing_of_a_long_game_is_played_again_in_the_server_process(
    club: House, long_game: Match, steps: Steps
) -> None:
    anna = club.person("Anna")
    made = anna.http.post("/api/matches/import", content=long_game.to_json(), headers=JSON).json()
    path, seat = f"/api/matches/{made['id']}", made["you"][0]
    assert steps.taken() == 0, "import"
    for at in ({}, {"at": 20}):
        assert anna.post(f"{path}/fork", seat=seat, **at)["status"] in ("running", "over")
        assert steps.taken() == 0, "fork"
    for what in ("report", "export", "turn", "history", "history/25", "digest", "report?format=json"):
        name, _, query = what.partition("?")
        reply = anna.http.get(f"{path}/{name}?seat={seat}&{query}".rstrip("&"))
        assert reply.status_code == 200 and reply.content, what
        assert steps.taken() == 0, what


def test_a_match_read_from_the_database_is_not_played_again_there_either(
    tmp_path: Any, long_game: Match, steps: Steps
) -> None:
    with house(tmp_path) as first:
        anna = first.person("Anna")
        made = anna.http.post("/api/matches/import", content=long_game.to_json(), headers=JSON).json()
    with house(tmp_path) as second:
        again = Someone(second.url)
        again.http.cookies = anna.http.cookies
        last = len(again.get(f"/api/matches/{made['id']}/history", seat=made["you"][0]))
        for n in (last, last // 2, 0):
            again.get(f"/api/matches/{made['id']}/history/{n}", seat=made["you"][0])
        assert steps.taken() == 0


@pytest.mark.parametrize("what", ["reach", "preview", "why"])
def test_questions_are_answered_elsewhere(club: House, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    anna, _, match = pair(club)
    line = anna.socket(match)

    def here(*given: Any) -> Any:
        raise AssertionError("in the server process")

    monkeypatch.setattr(questions, "_offers", here)
    assert line.ask(what, piece="1", at="2", plan=[])["t"] == "answer"


def test_a_match_is_sent_once_and_after_that_what_is_new(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    sent: list[tuple[int, int]] = []
    books = study.books

    async def noticed(live: Live, since: int, until: int) -> whole.Books:
        sent.append((since, until))
        return await books(live, since, until)

    monkeypatch.setattr(study, "books", noticed)
    anna.get(f"/api/matches/{match}/history", seat="red")
    anna.get(f"/api/matches/{match}/history/0", seat="red")
    assert sent == [(0, 1)]
    assert a.act({"type": "Plan", "stance": 2})["t"] == "done"
    assert b.act({"type": "Plan", "stance": 1})["t"] == "done"
    for line, seat in ((a, "red"), (b, "blue")):
        line.settle()
        told = line.person.get(f"/api/matches/{match}/history", seat=seat)
        last = line.person.get(f"/api/matches/{match}/history/{len(told)}", seat=seat)
        assert last["view"] == line.state["view"]
    assert sent == [(0, 1), (1, 3)]


# --- how often


def test_an_import_is_played_again_once(long_game: Match, steps: Steps) -> None:
    data = long_game.to_json()
    steps.taken()
    opened = whole.open_save(data, {"last_war": whole.Offer.of(long_game.game)})
    # Once, and the stretches between two marks in which a turn ends.
    assert long_game.length <= steps.taken() <= long_game.length + 64 * (opened.summary.turn + 1)


def test_a_match_is_played_again_once_however_often_it_is_studied(long_game: Match, steps: Steps) -> None:
    opened = whole.open_save(long_game.to_json(), {"last_war": whole.Offer.of(long_game.game)})
    books = whole.Books("m", whole.Offer.of(long_game.game), opened.opening, None, [opened.row], "", False)
    whole.keep(books)
    assert whole.known("m", 1) == 1
    steps.taken()
    seat, last = long_game.seats[0], long_game.length
    for n in (last, last // 2, last // 3, last - 1):
        whole.step("m", seat, n, 1)
    assert steps.taken() <= last + 4 * 64
    for other in ("n", "o", "p"):
        whole.keep(whole.Books(other, books.game, books.opening, None, books.rows, "", False))
    assert whole.known("m", 1) == 0, "not all are kept"


# --- while it is done


class Held:
    """A process that is held up for a while, as by a very long game."""

    def __init__(self, number: int) -> None:
        assert number
        self.number = number

    def __enter__(self) -> Held:
        os.kill(self.number, signal.SIGSTOP)
        return self

    def __exit__(self, *why: object) -> None:
        os.kill(self.number, signal.SIGCONT)


def until(found: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end
        time.sleep(0.01)


@stoppable
def test_a_match_goes_on_while_it_is_being_reported(club: House) -> None:
    """Who looks on must not be able to stop those who play: a report holds no lock while it is worked out."""
    anna, ben, match = pair(club, public=True)
    a, b = anna.socket(match), ben.socket(match)
    stranger = club.person("Carl")
    assert stranger.http.get(f"/api/matches/{match}/report").status_code == 200
    games_lane = club.club.aside.games
    with ThreadPoolExecutor(1) as hands:
        with Held(games_lane.hand.number):
            report = hands.submit(stranger.http.get, f"/api/matches/{match}/report")
            until(lambda: games_lane._busy)
            assert a.act({"type": "Plan", "stance": 2})["t"] == "done"
            assert b.act({"type": "Plan", "stance": 1})["t"] == "done"
            other = club.person("Dora")
            line = other.socket(other.match()["id"])
            assert line.act()["t"] == "done", "nor those of any other match"
            assert line.ask("reach", piece="1")["t"] == "answer", "a question does not wait for a whole game"
            assert not report.done()
        assert report.result().status_code == 200


@stoppable
def test_a_process_that_dies_is_replaced_and_who_asked_is_told(club: House) -> None:
    anna, _, match = pair(club)
    path = f"/api/matches/{match}/report?seat=red"
    assert anna.http.get(path).status_code == 200
    games_lane = club.club.aside.games
    first = games_lane.hand.number
    with ThreadPoolExecutor(1) as hands:
        os.kill(first, signal.SIGSTOP)
        report = hands.submit(anna.http.get, path)
        until(lambda: games_lane._busy)
        os.kill(first, signal.SIGKILL)
        assert (report.result().status_code, report.result().json()["code"]) == (503, "unavailable")
    assert anna.http.get(path).status_code == 200
    assert games_lane.hand.number not in (0, first)


# --- the lanes themselves


@pytest.fixture
def lane() -> Iterator[Thread]:
    found = Thread(3)
    yield found
    found.close()


def test_those_who_ask_take_turns(lane: Thread) -> None:
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


def test_nobody_can_fill_the_queue(lane: Thread) -> None:
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


def test_who_gives_up_waiting_leaves_no_hole(lane: Thread) -> None:
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


def test_who_asks_and_leaves_has_nothing_begun_beside_it() -> None:
    """Else a socket that asks and is closed, again and again, would fill the machine."""
    lane = Lane(3)
    order: list[str] = []

    async def ask() -> None:
        gate = asyncio.Event()

        async def work(name: str) -> None:
            order.append(f"{name} begins")
            await gate.wait()
            order.append(f"{name} ends")

        gone = asyncio.create_task(lane.turn("a", lambda: work("the first")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gone.cancel()
        after = asyncio.create_task(lane.turn("b", lambda: work("the second")))
        for _ in range(5):
            await asyncio.sleep(0)
        assert gone.cancelled() and order == ["the first begins"]
        gate.set()
        await after

    asyncio.run(ask())
    assert order == ["the first begins", "the first ends", "the second begins", "the second ends"]


def test_a_question_does_not_wait_for_a_whole_game() -> None:
    async def ask() -> str:
        aside = Aside()
        long = asyncio.create_task(aside.game("a", partial(handwork.wait, 600.0)))
        await asyncio.sleep(0)
        found = await aside.question("b", partial(handwork.greet, "Anna"))
        assert not long.done()
        long.cancel()
        await aside.close()
        return found

    assert asyncio.run(ask()) == "Hello, Anna."


def test_questions_have_bounds_in_time() -> None:
    async def ask() -> None:
        aside = Aside()
        aside.questions._seconds = 0.2
        with pytest.raises(Refusal) as refused:
            await aside.question("b", partial(handwork.wait, 600.0))
        assert (refused.value.status, refused.value.code) == (503, "too_long")
        aside.questions._seconds = PATIENCE
        assert await aside.question("b", partial(handwork.greet, "Ben")) == "Hello, Ben."
        await aside.close()

    asyncio.run(ask())


def test_rows_travel_as_they_stand_in_the_database(long_game: Match) -> None:
    """Nobody has to look into them on the way."""
    opened = whole.open_save(long_game.to_json(), {"last_war": whole.Offer.of(long_game.game)})
    assert queries.columns(queries.decoded(opened.row)) == opened.row


@pytest.mark.parametrize(("forgets", "sent"), [(0, 1), (1, 2), (2, 2)])
def test_a_match_that_was_forgotten_is_sent_again_once(
    forgets: int, sent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process may be replaced between taking a match in and being asked about it."""
    calls: list[str] = []

    class Forgetful:
        async def call(self, work: partial[Any]) -> Any:
            calls.append(work.func.__name__)
            if work.func is whole.export and calls.count("export") <= forgets:
                raise Refusal(503, whole.FORGOTTEN, "gone")
            return {"known": 0, "keep": None, "export": b"save"}[work.func.__name__]

    async def books(live: Any, since: int, until: int) -> Any:
        return whole.Books("m", whole.Offer("", ""), "", None, [], "", False)

    monkeypatch.setattr(study, "books", books)
    asked: Any = study._study(SimpleNamespace(id="m"), Forgetful(), 3, partial(whole.export, "m"))  # type: ignore[arg-type]
    if forgets < 2:
        assert asyncio.run(asked) == b"save"
    else:
        with pytest.raises(Refusal) as refused:
            asyncio.run(asked)
        assert (refused.value.status, refused.value.code) == (503, "unavailable")
    assert calls.count("keep") == sent


def test_whoever_opens_twenty_matches_does_not_keep_another_from_one(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are read from the database one after another, by hosts in turn, and none is refused."""
    anna, ben = club.person("Anna"), club.person("Ben")
    many = [str(anna.match()["id"]) for _ in range(20)]
    one = str(ben.match()["id"])
    hall = club.club
    loop = next(iter(hall._tasks)).get_loop()
    go_on, order = threading.Event(), list[str]()
    load = Record.load.__func__  # type: ignore[attr-defined]

    def noticed(cls: Any, *given: Any) -> Any:
        go_on.wait(60)
        order.append(threading.current_thread().name)
        return load(cls, *given)

    monkeypatch.setattr(Record, "load", classmethod(noticed))

    async def scene() -> list[str]:
        for name in (*many, one):
            hall.lives.pop(name).close()
        came: list[str] = []

        async def come(name: str) -> None:
            await hall.live(name)
            came.append(name)

        tasks = [asyncio.create_task(come(name)) for name in (*many, one)]
        await asyncio.sleep(0.1)
        go_on.set()
        await asyncio.gather(*tasks)
        return came

    came = asyncio.run_coroutine_threadsafe(scene(), loop).result(60)
    assert len(came) == len(order) == 21
    assert came.index(one) < 5, "it waited for those that were begun, and not for all"
