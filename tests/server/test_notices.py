"""Turn notices: by mail and by webhook, to those who are away, once, and without a word about the position."""

from __future__ import annotations

import asyncio
import json
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from hexfront.server.club.notices import Body, local_time, mail_text, post
from hexfront.server.config import Mail
from hexfront.server.people.accounts import leads_outside
from hexfront.server.store.sql import outbox
from tests.server.support import House, house, pair


class Post(socketserver.StreamRequestHandler):
    """Enough of SMTP to take a letter."""

    def handle(self) -> None:
        letters: list[str] = self.server.letters  # type: ignore[attr-defined]
        self.wfile.write(b"220 test\r\n")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part
                letters.append(text.decode())
            if word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            self.wfile.write(b"250 ok\r\n")


class Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        calls: list[Any] = self.server.calls  # type: ignore[attr-defined]
        calls.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        fails: list[int] = self.server.fails  # type: ignore[attr-defined]
        self.send_response(fails.pop() if fails else 200)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def letters() -> Iterator[tuple[int, list[str]]]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Post) as server:
        server.letters = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], server.letters  # type: ignore[attr-defined]
        server.shutdown()


@pytest.fixture
def hook() -> Iterator[HTTPServer]:
    with HTTPServer(("127.0.0.1", 0), Hook) as server:
        server.calls, server.fails = [], []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


NOW: dict[str, Any] = {"computers": 0, "notice_patience": 0.0, "notice_every": 0.05}


def wait_for(things: list[Any], count: int = 1) -> None:
    until = time.monotonic() + 60
    while len(things) < count:
        assert time.monotonic() < until, things
        time.sleep(0.02)


def test_who_is_away_gets_a_letter_and_a_call(
    tmp_path: Path, letters: tuple[int, list[str]], hook: HTTPServer
) -> None:
    mail = Mail(host="127.0.0.1", port=letters[0])
    with house(tmp_path, mail=mail, webhook_hosts=("127.0.0.1",), **NOW) as running:
        anna, ben, match = pair(running, clock={"kind": "days", "days": 3}, title="Smolensk")
        address = f"http://127.0.0.1:{hook.server_port}/turn"
        ben.patch("/api/me", email="ben@example.org", webhook=address, timezone="Europe/Rome")
        anna.patch("/api/me", email="anna@example.org")
        a = anna.socket(match)
        b = ben.socket(match)
        a.act({"type": "Plan", "stance": 2})
        b.act({"type": "Plan", "stance": 1})
        b.close()
        a.wait(lambda s: not s["presence"]["blue"])
        a.choose("Halt")
        wait_for(letters[1])
        wait_for(hook.calls)  # type: ignore[attr-defined]
        letter = letters[1][0]
        assert "To: ben@example.org" in letter
        assert "your turn in Smolensk" in letter
        assert f"/match/{match}" in letter
        assert "CET" in letter or "CEST" in letter
        call = hook.calls[0]  # type: ignore[attr-defined]
        assert call["event"] == "turn"
        assert call["seat"] == "blue"
        assert "stance" not in letter + json.dumps(call)
        time.sleep(0.3)
        assert len(letters[1]) == 1  # Anna is at the table


def test_who_is_here_or_does_not_want_to_be_told_is_not(
    tmp_path: Path, letters: tuple[int, list[str]]
) -> None:
    with house(tmp_path, mail=Mail(host="127.0.0.1", port=letters[0]), **NOW) as running:
        anna, ben, match = pair(running)
        ben.patch("/api/me", email="ben@example.org", notify="never")
        a = anna.socket(match)
        a.act()
        ben.socket(match).act()
        a.settle()
        a.choose("Halt")
        time.sleep(0.3)
        assert letters[1] == []


def test_a_hook_that_fails_is_called_again(tmp_path: Path, hook: HTTPServer) -> None:
    hook.fails.append(500)  # type: ignore[attr-defined]
    with house(tmp_path, webhook_hosts=("127.0.0.1",), **NOW) as running:
        anna, ben, match = pair(running)
        ben.patch("/api/me", webhook=f"http://127.0.0.1:{hook.server_port}/")
        a = anna.socket(match)
        b = ben.socket(match)
        b.act()
        a.act()
        b.close()
        a.wait(lambda s: not s["presence"]["blue"])
        a.choose("Halt")
        wait_for(hook.calls)  # type: ignore[attr-defined]
        running.club.database.write_now(lambda c: c.execute(update(outbox).values(due=0.0)))
        wait_for(hook.calls, 2)  # type: ignore[attr-defined]


def test_hooks_do_not_lead_inside(hook: HTTPServer) -> None:
    body = Body("turn", "m", "t", "g", "s", "red", 1, "http://x", None)
    with pytest.raises(ValueError, match="private"):
        post(f"http://127.0.0.1:{hook.server_port}/", body, ())
    with pytest.raises(ValueError, match="private"):
        post(f"http://localhost:{hook.server_port}/", body, ())
    assert hook.calls == []  # type: ignore[attr-defined]


def test_times_are_the_readers_own() -> None:
    assert local_time(0.0, "Asia/Tokyo") == "Thursday 01 January 1970, 09:00 JST"
    assert local_time(0.0, "") == "Thursday 01 January 1970, 00:00 UTC"
    subject, text = mail_text("Ben", "", Body("over", "m", "A\r\nB", "g", "s", "red", 1, "http://x", None))
    assert "\n" not in subject
    assert "is over" in text


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("192.0.2.1", False), ("8.8.8.8", True), ("127.0.0.1", False), ("10.1.2.3", False), ("169.254.169.254", False),
        ("224.0.0.1", False), ("::1", False), ("2606:4700::1111", True), ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False), ("64:ff9b::808:808", True), ("2002:7f00:1::", False), ("2002:a9fe:a9fe::1", False),
        ("::127.0.0.1", False), ("ff02::1", False), ("fe80::1", False),
    ],
)  # fmt: skip
def test_no_address_leads_inside_by_another_name(address: str, outside: bool) -> None:
    """An address of IPv6 may have one of this machine in it."""
    assert leads_outside(address) is outside


def outbox_of(running: House) -> list[Any]:
    return running.club.database.read_now(lambda c: list(c.execute(select(outbox).order_by(outbox.c.at))))


def away(running: House, name: str, hook: str) -> None:
    """Somebody who has to plan, is away and wants to be called."""
    anna, ben, match = pair(running)
    ben.patch("/api/me", name=name, webhook=hook, email=f"{name}@example.org")
    b = ben.socket(match)
    b.act()
    b.close()
    a = anna.socket(match)
    a.act()
    a.wait(lambda s: not s["presence"]["blue"])
    a.choose("Halt")


def test_a_hook_that_does_not_answer_holds_up_nobody_else(
    tmp_path: Path, hook: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notices were sent one after another, and a stranger's server can take fifteen seconds for each of them."""
    monkeypatch.setattr("hexfront.server.club.notices.TIMEOUT", 55.0)
    with (
        socket.create_server(("127.0.0.1", 0), backlog=50) as silent,  # takes calls and says nothing
        house(tmp_path, webhook_hosts=("127.0.0.1",), **NOW) as running,
    ):
        for n in range(3):
            away(running, f"Eve{n}", f"http://127.0.0.1:{silent.getsockname()[1]}/")
        away(running, "Ben", f"http://127.0.0.1:{hook.server_port}/")
        wait_for(hook.calls)  # type: ignore[attr-defined]
        assert len(running.club.notifier._sending) >= 3, "none of the others was given up first"


def test_whose_notices_took_long_come_later(tmp_path: Path) -> None:
    with house(tmp_path, computers=0, notice_every=3600.0) as running:
        who = [running.person(name).get("/api/me")["person"]["id"] for name in ("Eve", "Ben")]
        notifier, now = running.club.notifier, time.time()

        def fill(c: Any) -> None:
            for n in range(300):
                person = who[n == 299]
                values = {
                    "id": f"n{n}",
                    "at": now,
                    "due": now - 300 + n,
                    "match": "m",
                    "person": person,
                    "way": "webhook",
                }
                c.execute(insert(outbox).values(**values, body="{}", tries=0))

        running.club.database.write_now(fill)
        loop = next(iter(running.club._tasks)).get_loop()

        def take() -> str:
            row = asyncio.run_coroutine_threadsafe(notifier._take(), loop).result(60)
            return str(row.id)

        assert take() == "n0", "the first that is due"
        notifier._used[who[0]] = (5.0, time.monotonic())
        assert take() == "n299", "before three hundred of somebody whose hook is slow"
        assert take() == "n1"


def test_there_is_one_notice_for_a_match_and_an_end_of_them_for_an_address(
    either: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anyone may give anyone's address: without an end they could have thousands of letters sent to it."""
    monkeypatch.setattr("hexfront.server.club.notices.A_DAY", 3)
    notifier = either.club.notifier
    monkeypatch.setattr(notifier, "patience", 3600.0)
    guests = [either.person(f"Guest{n}") for n in range(5)]
    people = []
    for guest in guests:
        guest.patch("/api/me", email="victim@example.org")
        people.append(guest.get("/api/me")["person"]["id"])

    def put(person: str, match: str, body: str) -> None:
        either.club.database.write_now(
            lambda c: notifier._put_one(c, "mail", "victim@example.org", match, person, body, time.time())
        )

    for n in range(4):
        put(people[0], "m1", str(n))
    assert [(row.match, row.body) for row in outbox_of(either)] == [("m1", "3")], "the latest alone"
    put(people[0], "m2", "4")
    for person in people[1:]:
        put(person, "m3", "5")
    assert [row.match for row in outbox_of(either)] == ["m1", "m2", "m3"]
    either.club.database.write_now(lambda c: c.execute(update(outbox).values(tries=1, at=0.0)))
    put(people[0], "m1", "6")
    assert len(outbox_of(either)) == 4, "one that was tried is another; yesterday does not count"


def test_notices_that_were_not_sent_are_none_of_those_of_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes and goes all evening would not be told at night that it is their turn."""
    monkeypatch.setattr("hexfront.server.club.notices.A_DAY", 1)
    with house(tmp_path, computers=0, notice_patience=3600.0, notice_every=0.05) as running:
        away(running, "Ben", "https://example.org/")
        until = time.monotonic() + 60
        while len(outbox_of(running)) < 2:
            assert time.monotonic() < until
            time.sleep(0.02)

        async def comes_back(body: Any) -> bool:
            return False

        monkeypatch.setattr(running.club.notifier, "_still_waits", comes_back)
        running.club.database.write_now(lambda c: c.execute(update(outbox).values(due=0.0)))
        while outbox_of(running):
            assert time.monotonic() < until
            time.sleep(0.02)
        away(running, "Ben2", "https://example.org/")
        while not [row for row in outbox_of(running) if row.way == "webhook" and row.tries == 0]:
            assert time.monotonic() < until, "the only notice of the day was one that nobody got"
            time.sleep(0.02)
