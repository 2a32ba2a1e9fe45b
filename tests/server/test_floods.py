"""Floods and half-open lines: whoever sends too much, or nothing, is read slowly or let go, and nobody else waits."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import select
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from hexfront.server.club.club import Club
from hexfront.server.match.aside import QUESTIONS
from hexfront.server.match.live import Live
from hexfront.server.people import limits as limits_module
from hexfront.server.people.limits import RATES, Door, Limits
from hexfront.server.store import queries
from hexfront.server.web import protocol, routes
from hexfront.server.web import socket as socket_module
from hexfront.server.wire import schema
from hexfront.server.wire.refusals import Refusal
from tests.server.support import House, Line, house, pair
from tests.server.test_questions import marching


def ping_of_the_protocol() -> bytes:
    return b"\x89\x80" + os.urandom(4)


def test_a_flood_of_pings_is_read_a_little_at_a_time(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben, match = pair(club)
    flood, calm = anna.socket(match), ben.socket(match)
    taken: list[tuple[int, int]] = []
    feed = protocol.CalmSocket._feed

    def noticed(self: Any, data: bytes) -> None:
        feed(self, data)
        taken.append((len(data), self._counted))

    monkeypatch.setattr(protocol.CalmSocket, "_feed", noticed)
    flood.raw.socket.sendall(b"".join(ping_of_the_protocol() for _ in range(10_000)))
    for _ in range(5):
        calm.settle()
    assert max(size for size, _ in taken) <= protocol.SLICE
    assert sum(count for _, count in taken) < 5_000, "what is sent too fast waits, and nobody waits for it"
    assert calm.act()["t"] == "done"


def test_messages_in_pieces_are_still_read(club: House) -> None:
    """A plan of sixty kilobytes comes in many slices and is one frame."""
    anna, _, match = pair(club)
    line = anna.socket(match)
    found = line.ask("preview", plan=[{"type": "March", "runner": 1, "to": 2, "x": "y" * 200}] * 180)
    assert found["t"] == "answer"
    assert found["preview"]["applied"] == 0


def piece(kind: int, text: bytes, last: bool) -> bytes:
    return bytes([kind | (128 if last else 0), 128 | len(text)]) + bytes(4) + text


def test_a_message_has_an_end_of_pieces(club: House) -> None:
    """Pieces with nothing in them count for no bytes, and were kept for as long as somebody sent them."""
    anna, _, match = pair(club)
    line, other = anna.socket(match), anna.socket(match)
    ping = b'{"t":"ping","ref":"pieces"}'
    parts = [ping[n : n + 1] for n in range(len(ping))]
    line.raw.socket.sendall(
        b"".join(piece(1 if not n else 0, part, n == len(parts) - 1) for n, part in enumerate(parts))
    )
    assert line.until("pong")["ref"] == "pieces", "a few are one message"
    other.raw.socket.sendall(piece(1, b"{", False) + piece(0, b"", False) * (protocol.PIECES + 1))

    def listen() -> None:
        while True:
            other.raw.recv(20)

    with pytest.raises(ConnectionClosed):
        listen()


def test_what_an_address_asks_is_counted_over_all_its_sockets() -> None:
    limits = Limits()

    def flood() -> None:
        for n in range(5_000):
            limits.take("frame", f"192.0.2.1/{n % 200}")  # each socket alone would be within its limit
            limits.take("frames", "192.0.2.1")

    with pytest.raises(Refusal):
        flood()
    limits.take("frames", "192.0.2.2")


def test_an_answer_that_took_long_counts_for_more() -> None:
    limits = Limits()
    limits.take("thinking", "192.0.2.1")
    limits.charge("thinking", "192.0.2.1", 400.0)
    with pytest.raises(Refusal) as refused:
        limits.take("thinking", "192.0.2.1")
    assert refused.value.wait > 2
    limits.take("thinking", "192.0.2.2")


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: "])
def test_a_request_whose_head_does_not_come_is_let_go(
    club: House, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(protocol, "HEAD", 0.2)
    with socket.create_connection(("127.0.0.1", club.port), timeout=60) as line:
        line.sendall(sent)
        assert line.recv(100) == b""


def test_a_body_that_does_not_come_is_refused(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.server.web.api.BODY_SECONDS", 0.2)
    head = (
        f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{club.port}\r\nOrigin: http://127.0.0.1:{club.port}\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", club.port), timeout=60) as line:
        line.sendall(head.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 408")


def test_a_socket_that_says_nothing_is_let_go(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "HELLO", 0.2)
    anna, _, match = pair(club)
    line = Line(anna, match, None)
    with pytest.raises(ConnectionClosed) as closed:
        line.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


def test_a_client_that_does_not_read_is_let_go_by_bytes() -> None:
    client = socket_module.Client(None, None, "192.0.2.1")  # type: ignore[arg-type]
    client.send_raw(b"x" * (socket_module.QUEUE_BYTES + 1))
    assert client._queue.qsize() == 1, "one message is sent, however long"
    client.send_raw(b"x")
    assert client._queue.get_nowait() == 1013
    assert client._queue.empty()


def test_a_head_without_an_end_is_not_taken_in(club: House) -> None:
    """Ten seconds of a fast network are a gigabyte."""
    with socket.create_connection(("127.0.0.1", club.port), timeout=60) as line:
        line.sendall(b"GET / HTTP/1.1\r\nX: ")
        with pytest.raises(OSError):  # noqa: PT012 (it is closed some time after it is too much)
            for _ in range(2_000):
                line.sendall(b"x" * 65536)
    assert club.person().http.get("/healthz").status_code == 200


def test_a_long_body_with_its_head_is_no_long_head(club: House) -> None:
    body = b'{"game":"toy","title":"' + b"x" * 300_000 + b'"}'
    head = (
        f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{club.port}\r\nOrigin: http://127.0.0.1:{club.port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", club.port), timeout=60) as line:
        line.sendall(head.encode() + body)
        assert line.recv(100).startswith(b"HTTP/1.1 413")


def test_one_network_cannot_take_every_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LINES", 5)
    monkeypatch.setattr(protocol, "HEAD", 600.0)
    with house(tmp_path, computers=0, rate=1.0) as running, contextlib.ExitStack() as stack:

        def call(address: str) -> socket.socket:
            return stack.enter_context(
                socket.create_connection(("127.0.0.1", running.port), 60, source_address=(address, 0))
            )

        silent = [call("127.0.0.2") for _ in range(5)]
        turned_away = call("127.0.0.2")
        assert turned_away.recv(10) == b""
        other = call("127.0.0.3")
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200")
        silent.pop().close()
        until = time.monotonic() + 60
        while True:  # until the server has heard of it
            again = call("127.0.0.2")
            again.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            with contextlib.suppress(OSError):
                if again.recv(100).startswith(b"HTTP/1.1 200"):
                    break
            assert time.monotonic() < until
            time.sleep(0.05)
        anna = running.person("Anna")
        match = anna.match()["id"]
        sockets = [
            anna.socket(match) for _ in range(8)
        ]  # from 127.0.0.1: sockets are not connections of this kind
        assert all(each.act()["t"] in ("done", "refused") for each in sockets)


def test_the_schema_is_put_together_once(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    make = schema.openapi

    def counted(found: Any) -> Any:
        asked.append(1)
        return make(found)

    monkeypatch.setattr(routes, "openapi", counted)
    someone = club.person()
    texts = {someone.http.get("/api/schema").text for _ in range(5)}
    assert len(texts) == 1
    assert len(asked) <= 1


def test_who_asks_for_much_and_reads_nothing_is_let_go(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "STALL", 0.2)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", club.port))
        for _ in range(100):
            line.sendall(b"GET /api/maps/last_war_europe/art HTTP/1.1\r\nHost: x\r\n\r\n")
        heard = select.poll()
        heard.register(line, 0)
        found = heard.poll(60_000)
        assert found and found[0][1] & (select.POLLHUP | select.POLLERR), "it was cut off"
    assert club.person().http.get("/api/maps/last_war_europe/art").status_code == 200


def test_one_address_is_let_in_once_each_time_round() -> None:
    order: list[tuple[str, int]] = []

    async def scene() -> None:
        door = Door()

        async def come(who: str, n: int) -> None:
            await door.enter(who)
            order.append((who, n))

        comers = [("192.0.2.1", n) for n in range(50)] + [("192.0.2.2", 0)]
        tasks = [asyncio.create_task(come(who, n)) for who, n in comers]
        tasks[7].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)
        assert not door._queue, "nothing is left of those who came"
        assert not any(lane.waiting for lane in door._lanes.values())

    asyncio.run(scene())
    assert order.index(("192.0.2.2", 0)) <= 2, "whoever comes alone hardly waits"
    assert [n for who, n in order if who == "192.0.2.1"] == [n for n in range(50) if n != 7]


def test_whoever_does_something_in_many_steps_waits_for_one_thing_of_others_at_each() -> None:
    """An opening socket waits a dozen times; while a hundred players acted it once waited for all of them each time."""
    done = 0

    async def scene() -> int:
        door = Door()

        async def act(n: int) -> None:
            nonlocal done
            await door.enter(f"192.0.2.{n}")
            done += 1

        tasks = [asyncio.create_task(act(n)) for n in range(100)]
        for _ in range(12):
            await asyncio.sleep(0)
        before = done
        await asyncio.gather(*tasks)
        return before

    assert asyncio.run(scene()) <= 12
    assert done == 100


def test_whoever_has_used_much_time_is_overtaken_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)

    async def scene() -> None:
        door = Door()

        async def come(who: str, at: float) -> None:
            nonlocal now
            now = at
            await door.enter(who)
            order.append(who)

        await door.enter("greedy")
        door._lanes["greedy"].used = 60.0
        await asyncio.sleep(0)
        comers = (("greedy", 100.0), ("modest", 100.5), ("late", 101.5))
        tasks = [asyncio.create_task(come(who, at)) for who, at in comers]
        await door.enter("somebody")  # so that they have to wait
        await asyncio.gather(*tasks)

    asyncio.run(scene())
    assert order == ["modest", "greedy", "late"]


def test_only_the_time_that_somebodys_own_work_takes_is_counted_as_theirs() -> None:
    def work(seconds: float) -> None:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    async def scene() -> dict[str, float]:
        door, gate = Door(), asyncio.Event()

        async def waits() -> str:
            await gate.wait()
            return "done"

        async def works() -> None:
            for _ in range(5):
                await asyncio.sleep(0)
                work(0.03)
            gate.set()

        async def fails() -> None:
            await asyncio.sleep(0)
            work(0.03)
            raise KeyError("it")

        quiet = asyncio.create_task(door.timed("quiet", waits()))
        await door.timed("busy", works())
        assert await quiet == "done"
        with pytest.raises(KeyError):
            await door.timed("fails", fails())
        return {who: lane.used for who, lane in door._lanes.items()}

    used = asyncio.run(scene())
    assert used["quiet"] < 0.01
    assert used["busy"] > 0.1
    assert used["fails"] > 0.02


def test_what_is_timed_can_be_cancelled_and_tidies_up() -> None:
    tidied: list[str] = []

    async def scene() -> None:
        door = Door()

        async def waits() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)
                tidied.append("yes")

        task = asyncio.create_task(door.timed("somebody", waits()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await door.timed("somebody", waits())
        await door.enter("somebody else")

    asyncio.run(scene())
    assert tidied == ["yes", "yes"]


def test_the_door_and_the_limits_forget_strangers_but_not_whoever_took_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With addresses without end somebody could have filled the memory."""
    monkeypatch.setattr(limits_module, "CROWD", 50)
    door, limits = Door(), Limits()
    for _ in range(5):
        limits.take("create", "192.0.2.1")

    async def scene() -> None:
        await door.enter("greedy")
        door._lane("greedy", time.monotonic()).used = 60.0
        for n in range(1000):
            await door.enter(f"stranger {n}")

    asyncio.run(scene())
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 30)  # by then, one request's worth is there again
    for n in range(1000):
        limits.take("request", f"198.51.{n // 250}.{n % 250}")
        now += 0.1
    assert len(door._lanes) < 200 and "greedy" in door._lanes
    assert len(limits._buckets) < 200

    monkeypatch.setattr(time, "monotonic", lambda: now)
    limits = Limits()
    for _ in range(30):
        limits.take("create", "192.0.2.1")
    for n in range(1000):
        limits.take("create", f"stranger {n}")
    with pytest.raises(Refusal):
        limits.take("create", "192.0.2.1")


def test_bad_frames_are_counted_too(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine bad ones and a good one, again and again, were never too many."""
    anna, _, match = pair(club)
    line = anna.socket(match)
    taken: list[str] = []
    take = Limits.take

    def noticed(self: Limits, kind: str, caller: str, cost: float = 1.0) -> None:
        taken.append(kind)
        take(self, kind, caller, cost)

    monkeypatch.setattr(Limits, "take", noticed)
    for _ in range(9):
        line.raw.send("not a frame")
    line.settle()
    assert taken.count("frame") == taken.count("frames") >= 10


def test_a_ping_is_answered_while_the_door_is_shut(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, _, match = pair(club)
    line = anna.socket(match)

    async def shut(self: Door, caller: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Door, "enter", shut)
    line.send(t="ping", ref="here")
    assert line.until("pong")["ref"] == "here"


def test_many_pings_of_an_address_are_answered_one_each_time_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What had come was answered in one go: two thousand pings from ten sockets held everybody up for a third of a second."""
    with house(tmp_path, computers=0, rate=1.0) as running:
        anna = running.person("Anna")
        match = anna.match()["id"]
        lines = [anna.socket(match, seat="red") for _ in range(4)]
        for line in lines:
            line.settle()
        free = RATES["ping"][1]
        monkeypatch.setitem(RATES, "ping", (0.0, free))
        rounds, handle = Rounds(), socket_module._handle

        async def noticed(*given: Any) -> None:
            rounds.begin()
            await handle(*given)

        monkeypatch.setattr(socket_module, "_handle", noticed)
        for most in (len(lines) + 1, 1):  # after the first eighty none is free any more
            rounds.all = rounds.most = 0
            for line in lines:
                line.raw.socket.sendall(b'\x81\x8c\x00\x00\x00\x00{"t":"ping"}' * 20)
            for line in lines:
                for _ in range(20):
                    line.until("pong")
            assert rounds.all == 80
            assert rounds.most <= most, (
                "one of each socket and one that had its turn; then one of the address"
            )


class Rounds:
    """How often something is begun in one turn of the event loop."""

    def __init__(self) -> None:
        self.now = self.most = self.all = 0

    def begin(self) -> None:
        self.now += 1
        self.all += 1
        self.most = max(self.most, self.now)
        asyncio.get_running_loop().call_soon(self._over)

    def _over(self) -> None:
        self.now = 0


def test_frames_sent_at_once_are_answered_one_each_time_round(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty frames that cost ten milliseconds each would stop everybody for more than half a second."""
    anna, _, match = pair(club)
    lines = [anna.socket(match) for _ in range(3)]
    rounds, handle = Rounds(), socket_module._handle

    async def noticed(*given: Any) -> None:
        rounds.begin()
        await handle(*given)

    monkeypatch.setattr(socket_module, "_handle", noticed)
    for line in lines:
        frame = b'\x81\x8c\x00\x00\x00\x00{"t":"sync"}'
        line.raw.socket.sendall(frame * 20)
    for line in lines:
        for _ in range(20):
            line.until("state")
    assert (rounds.all, rounds.most) == (60, 1)


def test_requests_sent_at_once_are_answered_one_each_time_round(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _, match = pair(club)
    cookie = "; ".join(f"{c.name}={c.value}" for c in anna.http.cookies.jar)
    head = f"GET /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{club.port}\r\nCookie: {cookie}\r\n\r\n"
    rounds, info = Rounds(), Club.match_info

    def noticed(self: Club, row: Any, *given: Any) -> Any:
        if row.id == match:
            rounds.begin()
        return info(self, row, *given)

    monkeypatch.setattr(Club, "match_info", noticed)
    with contextlib.ExitStack() as stack:
        calls = [
            stack.enter_context(socket.create_connection(("127.0.0.1", club.port), 60))
            for _ in range(QUESTIONS)  # as many as may wait for what is not known yet
        ]
        for call in calls:
            call.sendall(head.encode())
        for call in calls:
            assert call.recv(12) == b"HTTP/1.1 200"
    assert (rounds.all, rounds.most) == (QUESTIONS, 1)


def test_sockets_opened_at_once_are_let_in_one_each_time_round(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty handshakes of one address were sixty milliseconds in which nobody else had a turn."""
    anna, _, match = pair(club)
    cookie = "; ".join(f"{c.name}={c.value}" for c in anna.http.cookies.jar)
    head = (
        f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{club.port}\r\nOrigin: {club.url}\r\n"
        f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    rounds, of_session = Rounds(), club.club.people.of_session

    async def noticed(token: str) -> Any:
        rounds.begin()
        return await of_session(token)

    monkeypatch.setattr(club.club.people, "of_session", noticed)
    with contextlib.ExitStack() as stack:
        calls = [
            stack.enter_context(socket.create_connection(("127.0.0.1", club.port), 60)) for _ in range(20)
        ]
        loop = next(iter(club.club._tasks)).get_loop()
        for call in calls:  # each has been taken in by the server
            call.sendall(f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:{club.port}\r\n\r\n".encode())
            answer = b""
            while not answer.endswith(b"}"):
                answer += call.recv(10_000)
        rounds.all = rounds.most = 0
        blocked = threading.Event()

        def block() -> None:
            blocked.set()
            time.sleep(1.0)  # afterwards it finds all of them at once

        loop.call_soon_threadsafe(block)
        assert blocked.wait(60)
        for call in calls:
            call.sendall(head.encode())
        for call in calls:
            assert call.recv(12) == b"HTTP/1.1 101"
    assert (rounds.all, rounds.most) == (20, 1)


def test_a_long_move_leaves_time_to_others_between_its_steps(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred actions in one frame take half a second in a large game."""
    _, _, _, line, _ = marching(club)
    rounds, act = Rounds(), Live._act

    def noticed(*given: Any) -> Any:
        rounds.begin()
        return act(*given)

    monkeypatch.setattr(Live, "_act", staticmethod(noticed))
    assert line.play(*({"type": "March", "runner": 1, "to": n} for n in (2, 3, 4)))["t"] == "done"
    assert (rounds.all, rounds.most) == (3, 1)


def test_whole_positions_are_charged_by_their_size_and_waited_for(tmp_path: Path) -> None:
    """The whole of a long match has megabytes, and asking for it takes twelve bytes."""
    with house(tmp_path, rate=1.0) as running:
        anna, _, match = pair(running)
        line, other = anna.socket(match), anna.socket(match)
        bucket = running.club.limits._buckets["states", "127.0.0.1"]
        spent = RATES["states"][1] - bucket.left
        size = len(json.dumps(line.state, separators=(",", ":"))) / 1000
        assert spent > size, "two of them were sent"
        heard = len(line.heard)
        bucket.left = -2_000.0
        line.send(t="sync")
        other.settle()
        assert len(line.heard) == heard
        line.until("state")  # later
        assert bucket.left > -2_000.0


def test_whole_positions_after_each_click_are_written_once_and_charged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred sockets that want no changes but whole positions were written two hundred of them at each click, in one go."""
    written: list[str] = []
    state = Live.state

    def noticed(self: Live, viewer: str, *given: Any, **more: Any) -> Any:
        written.append(viewer)
        return state(self, viewer, *given, **more)

    with house(tmp_path, computers=0, rate=1.0) as running:
        anna = running.person("Anna")
        match = anna.match(scenario="long")["id"]
        line, blue = anna.socket(match, seat="red"), anna.socket(match, seat="blue")
        lines = [anna.socket(match, seat="red", whole=True) for _ in range(5)]
        monkeypatch.setattr(Live, "state", noticed)
        limits = running.club.limits
        monkeypatch.setitem(RATES, "states", (1.0, 16_000.0))
        before = limits._bucket("states", "127.0.0.1").left = 1_000.0
        assert line.act()["t"] == "done"
        for each in lines:
            each.wait(lambda s: s["version"] == line.version)
        assert written == ["red"]
        assert limits._bucket("states", "127.0.0.1").left < before
        limits._bucket("states", "127.0.0.1").left = -2.0  # two seconds
        began = time.monotonic()
        for _ in range(3):
            for each in (line, blue):
                each.settle()
            assert next(each for each in (line, blue) if each.legal).act()["t"] == "done", "changes go on"
        line.settle()
        for each in lines:
            each.wait(lambda s: s["version"] == line.version)
            assert [one["n"] for one in each.state["lines"]] == [one["n"] for one in line.state["lines"]]
        assert time.monotonic() - began > 1.5
        assert not running.club._owed


def test_a_set_up_that_is_new_is_built_beside_the_event_loop(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An import or a fork of a great game built its whole map while everybody waited."""
    anna, _, match = pair(club)
    board = anna.post(f"/api/matches/{match}/fork", seat="red")
    save = anna.http.get(f"/api/matches/{board['id']}/export", params={"seat": "red"}).content
    game = club.club.catalogue.game("toy")
    game._worlds.clear()
    game._maps.clear()
    places: list[str] = []
    build = type(game)._build

    def noticed(self: Any, setup: Any) -> Any:
        places.append(threading.current_thread().name)
        return build(self, setup)

    monkeypatch.setattr(type(game), "_build", noticed)
    headers = {"Content-Type": "application/json"}
    assert anna.http.post("/api/matches/import", content=save, headers=headers).status_code == 200
    game._worlds.clear()
    game._maps.clear()
    anna.post(f"/api/matches/{match}/fork", seat="red")
    assert places and all(name.startswith("aside") for name in places), places


def test_a_long_list_counts_for_more_than_one_request(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[tuple[str, float]] = []
    monkeypatch.setattr(Limits, "charge", lambda self, kind, who, cost: charged.append((kind, cost)))
    anna = club.person("Anna")
    for _ in range(5):
        anna.match()
    assert len(anna.get("/api/matches")) == 5
    assert charged == [("request", 0.5)]


def test_bodies_held_back_and_sent_at_once_are_taken_one_each_time_round(
    club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _, match = pair(club)
    cookie = "; ".join(f"{c.name}={c.value}" for c in anna.http.cookies.jar)
    head = (
        f"PUT /api/matches/{match}/notes HTTP/1.1\r\nHost: 127.0.0.1:{club.port}\r\nCookie: {cookie}\r\n"
        f"Origin: {club.url}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n"
    )
    rounds, put = Rounds(), queries.put_note

    def noticed(*given: Any) -> None:
        rounds.begin()
        put(*given)

    monkeypatch.setattr(queries, "put_note", noticed)
    with contextlib.ExitStack() as stack:
        calls = [
            stack.enter_context(socket.create_connection(("127.0.0.1", club.port), 60)) for _ in range(20)
        ]
        for call in calls:
            call.sendall(head.encode())
        anna.get("/api/me")  # by then all heads have been read
        go_on = threading.Event()
        loop = next(iter(club.club._tasks)).get_loop()
        loop.call_soon_threadsafe(go_on.wait)  # so that all bodies are there when it looks again
        for call in calls:
            call.sendall(b'{"text":"a"}')
        go_on.set()
        for call in calls:
            assert call.recv(12) == b"HTTP/1.1 200"
    assert (rounds.all, rounds.most) == (20, 1)


def test_a_plan_counts_by_its_actions(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred frames a second of two hundred actions each would be forty thousand rows."""
    anna, _, match, line, _ = marching(club)
    charged: list[tuple[str, float]] = []
    monkeypatch.setattr(Limits, "charge", lambda self, kind, who, cost: charged.append((kind, cost)))
    march = [{"type": "March", "runner": 1, "to": n} for n in (2, 3)]
    assert line.play(*march)["t"] == "done"
    assert charged == [("frames", 1)]
    charged.clear()
    for _ in march:
        line.undo()
    anna.post(f"/api/matches/{match}/commit", seat="red", version=line.version, plan=march)
    assert charged == [("thinking", 2)]


def test_what_stays_on_the_disk_counts_by_address_and_not_only_by_guest(tmp_path: Path) -> None:
    """A quota is had anew with each new guest: one address could fill a disk in a day with notes at public matches."""
    with house(tmp_path, computers=0, rate=1.0) as running:
        anna, ben = running.person("Anna"), running.person("Ben")
        match = anna.match(public=True)["id"]
        save = anna.http.get(f"/api/matches/{match}/export").content
        anna.put(f"/api/matches/{match}/notes", text="a" * 20_000)
        anna.post(f"/api/matches/{match}/chat", text="b" * 1_000)
        bucket = running.club.limits._buckets["stored", "127.0.0.1"]
        spent = RATES["stored"][1] - bucket.left
        assert 15.0 < spent <= 21.0
        bucket.left = -1_000.0
        head = {"Content-Type": "application/json"}
        for answer in (
            ben.http.put(f"/api/matches/{match}/notes", json={"text": "c" * 20_000}),
            ben.http.post("/api/matches/import", content=save, headers=head),
            anna.http.post(f"/api/matches/{match}/chat", json={"text": "d"}),
            anna.http.post(f"/api/matches/{match}/fork", json={"seat": "red"}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (429, "slow_down"), answer.text
            assert "Too much has been stored" in answer.json()["reason"], "these are not too many requests"
        line = anna.socket(match, seat="red")
        assert line.act()["t"] == "done", "and everyone plays on"


def test_of_long_bodies_an_address_has_a_few_on_their_way(tmp_path: Path) -> None:
    """Each is kept until it has come: ten of sixteen megabytes, and three more every fifteen seconds."""
    with house(tmp_path, computers=0, rate=1.0) as running, contextlib.ExitStack() as stack:
        anna = running.person("Anna")
        save = anna.http.get(f"/api/matches/{anna.match()['id']}/export").content
        cookie = "; ".join(f"{c.name}={c.value}" for c in anna.http.cookies.jar)
        head = (
            f"POST /api/matches/import HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nCookie: {cookie}\r\n"
            f"Origin: {running.url}\r\nContent-Type: application/json\r\nContent-Length: {len(save)}\r\n\r\n"
        )
        address = ("127.0.0.1", running.port)
        calls = [stack.enter_context(socket.create_connection(address, 60)) for _ in range(3)]
        for call in calls:
            call.sendall(head.encode() + save[:100])
        until = time.monotonic() + 60
        while sum(running.club.bodies.values()) < 3:
            assert time.monotonic() < until
            time.sleep(0.02)
        kind = {"Content-Type": "application/json"}
        answer = anna.http.post("/api/matches/import", content=save, headers=kind)
        assert (answer.status_code, answer.json()["code"]) == (429, "slow_down")
        assert anna.get("/api/me")["person"], "short ones are read"
        calls[0].close()
        for call in calls[1:]:
            call.sendall(save[100:])
            assert call.recv(12) == b"HTTP/1.1 200"
        while running.club.bodies:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert anna.http.post("/api/matches/import", content=save, headers=kind).status_code == 200


def test_what_comes_too_fast_is_done_later_each_thing_in_its_own_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setitem(RATES, "file", (2.0, 5.0))

    async def ask() -> None:
        limits = Limits()
        for _ in range(5):
            await limits.pace("file", "192.0.2.1")
        assert not slept
        for _ in range(40):
            await limits.pace("file", "192.0.2.1")
        assert slept == sorted(slept) and len(slept) == 40
        assert 0.3 < slept[0] <= 0.5 and slept[10] > 4.0, "not all at the same time"
        assert slept[-1] == pytest.approx(limits_module.LONGEST, abs=0.5), "but nobody waits for ever"
        slept.clear()
        await limits.pace("file", "192.0.2.2")
        await Limits(0).pace("file", "192.0.2.1")
        assert not slept, "others do not wait"

    asyncio.run(ask())


def test_nobody_gets_answers_that_cost_no_turn_as_fast_as_they_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four hundred connections that asked again at each refusal kept everyone else from any answer."""
    paced: list[tuple[str, str]] = []

    held: list[int] = []

    async def noticed(self: Limits, kind: str, caller: str) -> None:
        paced.append((kind, caller))
        held.append(running.club.sockets[caller])

    monkeypatch.setattr(Limits, "pace", noticed)
    with house(tmp_path, computers=0, rate=1.0) as running:
        anna = running.person("Anna")
        match = anna.match()["id"]
        paced.clear()
        for path in ("/healthz", "/metrics", "/", "/match/x", "/api/nothing/of/this"):
            anna.http.get(path)
            assert paced == [("file", "127.0.0.1")], path
            paced.clear()
        anna.get("/api/me")
        assert not paced, "what is answered in turn is not held up"
        running.club.limits._bucket("request", "127.0.0.1").left = -1.0
        assert anna.http.get("/api/me").status_code == 429
        running.club.limits._bucket("socket", "127.0.0.1").left = -1.0
        line = Line(anna, match, None)
        assert json.loads(line.raw.recv(20))["code"] == "slow_down"
        assert paced == [("refused", "127.0.0.1")] * 2
        assert held[-1] == 1, "a socket that waits counts as one of its address"
        running.club.sockets["127.0.0.1"] = socket_module.SOCKETS_AN_ADDRESS
        line = Line(anna, match, None)
        assert json.loads(line.raw.recv(20))["code"] == "slow_down"
        assert len(paced) == 2, "and of many that wait the next is sent away at once"


@pytest.mark.parametrize("size", [10, 5_000])
def test_a_frame_that_comes_too_soon_is_refused_by_its_name_and_the_next_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """Two hundred sockets of one address, each as fast as it may, were answered sixteen thousand times a second."""
    paced: list[tuple[str, str]] = []

    async def noticed(self: Limits, kind: str, caller: str) -> None:
        paced.append((kind, caller))

    with house(tmp_path, computers=0, rate=1.0) as running:
        anna = running.person("Anna")
        line = anna.socket(anna.match()["id"], seat="red")
        monkeypatch.setattr(Limits, "pace", noticed)
        for kind, caller in running.club.limits._buckets:
            if kind == "frames":
                running.club.limits._bucket(kind, caller).left = -20.0
        line.raw.send('{"t": "ping", "ref": "soon"}' + " " * size)
        line.raw.send('{"t": "ping", "ref": "later"}' + " " * size)
        refused, answered = line.until("error", "pong"), line.until("error", "pong")
        assert (refused["t"], refused["code"], refused["ref"]) == ("error", "slow_down", "soon")
        assert (answered["t"], answered["ref"]) == ("pong", "later")
        assert paced == [("refused", "127.0.0.1")]
        line.raw.send("{" * size)
        line.raw.send('{"t": "act", "ref": 7}')
        line.raw.send('{"t": "act", "ref": "odd"}')
        assert [line.until("error").get("ref", "") for _ in range(3)] == ["", "", "odd"]


def test_nothing_is_kept_of_an_address_whose_sockets_are_closed(tmp_path: Path) -> None:
    """There are addresses without end."""
    with house(tmp_path, computers=0, rate=1.0) as running:
        anna = running.person("Anna")
        line = anna.socket(anna.match()["id"], seat="red")
        assert running.club.sockets == {"127.0.0.1": 1}
        line.close()
        until = time.monotonic() + 60
        while running.club.sockets:
            assert time.monotonic() < until
            time.sleep(0.02)
