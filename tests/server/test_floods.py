"""Floods and half-open lines: whoever sends too much, or nothing, is read slowly or let go, and nobody else waits."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from hexfront.server.people.limits import Limits
from hexfront.server.web import protocol, routes
from hexfront.server.web import socket as socket_module
from hexfront.server.wire import schema
from hexfront.server.wire.refusals import Refusal
from tests.server.support import House, Line, house, pair


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
