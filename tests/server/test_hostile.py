"""What someone with bad intentions, bad luck or two hands might try."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from hexfront.server.club import notices
from hexfront.server.club.notices import Body, post
from hexfront.server.hands.hand import Hand
from hexfront.server.people.limits import RATES, Limits
from hexfront.server.wire.refusals import Refusal
from tests.server.support import House, Line, Someone, house, pair


def test_many_who_talk_at_once_are_all_heard(either: House) -> None:
    """Lines are numbered one after another: two at the same moment must not get one number."""
    anna, ben, match = pair(either)

    def talk(n: int) -> int:
        who = Someone(either.url)
        who.http.cookies = (anna if n % 2 else ben).http.cookies
        return who.http.post(f"/api/matches/{match}/chat", json={"text": f"line {n}"}).status_code

    with ThreadPoolExecutor(12) as hands:
        answers = list(hands.map(talk, range(24)))
    assert answers == [200] * 24
    lines = anna.get(f"/api/matches/{match}/chat")
    assert [line["n"] for line in lines] == list(range(1, 25))
    assert {line["text"] for line in lines} == {f"line {n}" for n in range(24)}


def test_notes_written_in_two_windows_at_once_are_kept(either: House) -> None:
    anna, _, match = pair(either)

    def write(n: int) -> int:
        who = Someone(either.url)
        who.http.cookies = anna.http.cookies
        return who.http.put(f"/api/matches/{match}/notes", json={"text": f"note {n}"}).status_code

    with ThreadPoolExecutor(12) as hands:
        assert set(hands.map(write, range(24))) == {200}
    assert anna.get(f"/api/matches/{match}/notes")["text"].startswith("note ")


def test_saves_are_checked_one_at_a_time(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Playing a long game again takes a process and its memory: ten at once would take all there is."""
    anna = club.person("Anna")
    data = anna.http.get(f"/api/matches/{anna.match()['id']}/export").content
    call, now, most = Hand.call, 0, 0

    async def slowly(self: Hand, work: Any, seconds: float) -> Any:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.1)
        found = await call(self, work, seconds)
        now -= 1
        return found

    monkeypatch.setattr(Hand, "call", slowly)

    def take_in(n: int) -> int:
        head = {"Content-Type": "application/json"}
        return club.person().http.post("/api/matches/import", content=data, headers=head).status_code

    with ThreadPoolExecutor(4) as hands:
        assert list(hands.map(take_in, range(4))) == [200] * 4
    assert most == 1


def closed(line: Line) -> int:
    """Read until the server closes the socket; its code."""
    try:
        while True:
            line.receive()
    except ConnectionClosed as e:
        return e.rcvd.code if e.rcvd else 0


def thief_of(house: House, someone: Someone) -> Someone:
    thief = Someone(house.url)
    thief.http.cookies.update(someone.http.cookies)
    return thief


def test_a_new_password_closes_what_is_open_and_every_way_back(club: House) -> None:
    anna, _, match = pair(club)
    back = anna.post("/api/me/return-link")["path"].rpartition("/")[2]
    anna.post("/api/accounts", name="Anna of the locks", password="correct horse")
    assert anna.refused("POST", "/api/return", token=back)["status"] == 404, "an account has a password"
    back = anna.post("/api/me/return-link")["path"].rpartition("/")[2]
    thief = thief_of(club, anna)
    line = thief.socket(match)
    assert line.legal
    anna.post("/api/me/password", old="correct horse", new="battery staple")
    assert closed(line) == 1001
    assert thief.refused("POST", "/api/return", token=back)["status"] == 404
    assert anna.socket(match).legal, "with the new cookie it goes on"


def test_signing_out_closes_the_sockets_of_that_browser_alone(club: House) -> None:
    anna, _, match = pair(club)
    anna.post("/api/accounts", name="Anna of two screens", password="correct horse")
    other = Someone(club.url)
    other.post("/api/sessions", name="Anna of two screens", password="correct horse")
    here, there = anna.socket(match), other.socket(match)
    assert anna.http.delete("/api/sessions").status_code == 200
    assert closed(here) == 1001
    there.settle()
    assert there.legal and there.act()["t"] == "done"


def test_who_signs_out_in_one_process_is_out_in_all(cluster: str, tmp_path: Path) -> None:
    from tests.server import postgres

    address = postgres.fresh(cluster, "signout")
    with house(tmp_path, database=address) as one, house(tmp_path, database=address) as two:
        anna, _, match = pair(one)
        there = Someone(two.url)
        there.http.cookies.update(anna.http.cookies)
        line = there.socket(match)
        assert anna.http.delete("/api/sessions").status_code == 200
        assert closed(line) == 1001


@pytest.fixture
def dripping() -> Iterator[int]:
    """A hook that answers a byte at a time, for minutes; its port."""
    server = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def drip() -> None:
        while not stop.is_set():
            try:
                line, _ = server.accept()
            except OSError:
                return
            with line:
                line.recv(4096)
                try:
                    line.sendall(b"HTTP/1.1 200 OK\r\n"[:9])
                    for _ in range(2400):
                        if stop.wait(0.05):
                            break
                        line.sendall(b"0")
                except OSError:
                    continue

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    yield server.getsockname()[1]
    stop.set()
    server.close()
    thread.join(5)


def test_a_hook_that_never_ends_its_answer_is_left(dripping: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All notices wait for one another: a hook has so long in all, however busily it answers."""
    monkeypatch.setattr(notices, "TIMEOUT", 0.4)
    body = Body("turn", "m", "t", "toy", "plain", "red", 1, "http://x/", None)
    with ThreadPoolExecutor(1) as hands:  # else it would go on for as long as the hook does
        posted = hands.submit(post, f"http://127.0.0.1:{dripping}/", body, ("127.0.0.1",))
        assert isinstance(posted.exception(60), OSError)


def test_a_draw_is_not_offered_where_nobody_can_agree(club: House) -> None:
    anna = club.person("Anna")
    made = anna.match(seats={"blue": {"who": "computer"}})
    line = anna.socket(made["id"], seat="red")
    assert line.state["can"]["resign"] and not line.state["can"]["draw"]
    found = anna.refused("POST", f"/api/matches/{made['id']}/draw", seat="red")
    assert found["status"] == 400 and "computer" in found["reason"]
    with_ben, _, match = pair(club)
    assert with_ben.socket(match).state["can"]["draw"]


def test_offers_of_a_draw_are_counted(tmp_path: Path) -> None:
    with house(tmp_path, rate=1.0, computers=0) as running:
        anna, _, match = pair(running)
        codes = set()
        for n in range(60):
            answer = anna.http.post(f"/api/matches/{match}/draw", json={"seat": "red", "offer": n % 2 == 0})
            codes.add(answer.status_code)
        # 400: a withdrawal between two offers was not let through
        assert {200, 429} <= codes <= {200, 400, 429}


def test_what_an_admin_looks_into_is_in_the_audit(tmp_path: Path) -> None:
    with house(tmp_path, computers=0) as running:
        running.person().post("/api/accounts", name="Root", password="correct horse")
    with house(tmp_path, computers=0, admins=("Root",)) as running:
        anna, ben, match = pair(running)
        root = running.person()
        root.post("/api/sessions", name="Root", password="correct horse")
        anna.post(f"/api/matches/{match}/chat", text="nobody listens")
        for _ in range(3):
            assert root.get(f"/api/matches/{match}/chat")
        ben.get(f"/api/matches/{match}/chat")
        looks = [each for each in anna.get(f"/api/matches/{match}/audit") if each["what"] == "look"]
        assert [each["name"] for each in looks] == ["Root"], "once, not at each request"


def test_one_network_is_one_caller() -> None:
    """Whoever has one address of the new kind has a whole network of them."""
    limits = Limits()
    burst = int(RATES["sign_in"][1])
    for n in range(burst):
        limits.take("sign_in", f"2001:db8:1:2::{n:x}")
    with pytest.raises(Refusal):
        limits.take("sign_in", "2001:db8:1:2:ffff::1")
    limits.take("sign_in", "2001:db8:1:3::1")
    for n in range(burst + 1):
        limits.take("sign_in", f"192.0.2.{n}")


def test_talk_without_end_is_kept_to_its_last_lines(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.server.store.queries.TALK_KEPT", 5)
    anna = club.person("Anna")
    match = anna.match()["id"]
    for n in range(8):
        anna.post(f"/api/matches/{match}/chat", text=f"line {n}")
    kept = anna.get(f"/api/matches/{match}/chat")
    assert [each["text"] for each in kept] == [f"line {n}" for n in range(3, 8)]
    assert [each["n"] for each in kept] == [4, 5, 6, 7, 8]


def test_no_title_or_line_turns_round_what_follows(club: House) -> None:
    """A mark of direction in a title would let the lobby show the rest of its line backwards."""
    anna = club.person("Anna")
    made = anna.match(title="Over\u202e \u2066here\u200b\x07")
    assert made["title"] == "Over here"
    said = anna.post(f"/api/matches/{made['id']}/chat", text="a\u202eb\nc")
    assert said["text"] == "ab\nc"
