"""What must be refused, and what must never get out."""

from __future__ import annotations

import json
import logging
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from hexfront.server.people.limits import RATES, Limits
from hexfront.server.wire.refusals import Refusal
from tests.server.support import PATIENCE, House, Line, Someone, house, pair


def test_requests_from_other_sites_are_refused(club: House) -> None:
    someone = club.person("Anna")
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{club.port}.evil.example", "file://"):
        reply = someone.http.post("/api/matches", json={"game": "toy"}, headers={"Origin": origin})
        assert reply.status_code == 403
        assert reply.json()["code"] == "bad_origin"
        assert someone.http.get("/api/me", headers={"Origin": origin}).status_code == 403
    bare = httpx.post(f"{club.url}/api/matches", json={"game": "toy"}, timeout=PATIENCE)
    assert bare.status_code == 403


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "://", "http://a]b"])
def test_what_is_no_origin_at_all_is_refused_and_no_fault(club: House, origin: str) -> None:
    someone = club.person("Anna")
    reply = someone.http.post("/api/matches", json={"game": "toy"}, headers={"Origin": origin})
    assert (reply.status_code, reply.json()["code"]) == (403, "bad_origin")


def test_sockets_from_other_sites_are_refused(club: House) -> None:
    made = club.person("Anna").match(public=True)
    address = club.url.replace("http:", "ws:") + f"/api/matches/{made['id']}/socket"
    for headers in ({}, {"Origin": "http://evil.example"}):
        with connect(address, additional_headers=headers) as socket:
            assert json.loads(socket.recv(5))["code"] == "bad_origin"


def test_forms_cannot_post(club: House) -> None:
    someone = club.person("Anna")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        reply = someone.http.post("/api/matches", content=b'{"game": "toy"}', headers={"Content-Type": kind})
        assert reply.status_code == 415


def test_pages_carry_a_strict_policy(club: House) -> None:
    reply = httpx.get(club.url + "/", timeout=PATIENCE)
    policy = reply.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'self' 'unsafe-inline'" not in policy
    assert "frame-ancestors 'none'" in policy
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_an_oversized_body_is_refused_whether_announced_or_not(club: House) -> None:
    someone = club.person("Anna")
    big = b'{"game": "' + b"x" * 100_000 + b'"}'
    kind = {"Content-Type": "application/json"}
    reply = someone.http.post("/api/matches", content=big, headers=kind)
    assert reply.status_code == 413
    parts = someone.http.post("/api/matches", content=iter([big[:50_000], big[50_000:]]), headers=kind)
    assert parts.status_code == 413
    assert someone.match()["status"] == "running"


def test_a_deep_body_is_harmless(club: House) -> None:
    someone = club.person("Anna")
    kind = {"Content-Type": "application/json"}
    for body in (b"[" * 60_000, b'{"pack":' * 8_000, b'{"game":"toy","pack":' + b'{"a":' * 9_000 + b"1"):
        assert someone.http.post("/api/matches", content=body, headers=kind).status_code == 400
    made = someone.match()
    line = someone.socket(made["id"])
    line.raw.send('{"t":"act","version":1,"do":' + '{"a":' * 10_000 + "1" + "}" * 10_001)
    assert line.until("error", "refused")["code"] == "bad_request"


def test_a_stolen_seat_id_opens_nothing(club: House) -> None:
    anna, _, match = pair(club)
    thief = club.person("Thief")
    line = Line(thief, match, None)
    assert line.receive()["code"] == "not_found"
    public_anna, _, public = pair(club, public=True)
    watcher = thief.socket(public)
    watcher.send(t="hello", seat="red")
    assert watcher.until("error")["code"] == "not_your_seat"
    watcher.send(t="sit", seat="blue")
    assert watcher.until("error")["code"] == "not_your_seat"
    watcher.send(t="act", version=1, do={"type": "Plan", "stance": 1}, ref="1")
    assert watcher.until("refused")["code"] == "not_your_seat"
    body = {"seat": "red", "version": 1, "plan": [{"type": "Plan", "stance": 1}]}
    for path in ("commit", "preview"):
        assert thief.refused("POST", f"/api/matches/{public}/{path}", **body)["status"] == 403
    for path in ("resign", "draw", "fork"):
        assert thief.refused("POST", f"/api/matches/{public}/{path}", seat="red")["status"] == 403
    for path in ("reach", "why", "history", "digest", "export", "report"):
        assert thief.refused("GET", f"/api/matches/{public}/{path}", seat="red")["status"] == 403
    assert anna.get(f"/api/matches/{match}")["status"] == "running"
    assert public_anna.get(f"/api/matches/{public}")["status"] == "running"


def test_a_forged_cookie_is_nobody(club: House) -> None:
    forged = Someone(club.url)
    for value in ("x", "x" * 5000, "../../etc", "' OR 1=1 --"):
        forged.http.cookies.set("hexfront", value)
        assert forged.get("/api/me")["person"] is None


def test_a_script_in_chat_names_and_titles_stays_text(club: House) -> None:
    evil = "<script>alert(1)</script>"
    anna = club.person(evil[:40])
    made = anna.match(title=evil)
    anna.post(f"/api/matches/{made['id']}/chat", text=evil)
    for reply in (
        anna.http.get(f"/api/matches/{made['id']}/chat"),
        anna.http.get(f"/api/matches/{made['id']}"),
    ):
        assert reply.headers["content-type"] == "application/json"
        assert reply.headers["x-content-type-options"] == "nosniff"
    page = anna.http.get(f"/api/matches/{made['id']}/report")
    assert "<script" not in page.text
    assert "&lt;script" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_paths_do_not_lead_out_of_the_client(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html>page")
    (web / "assets" / "a-1.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    with house(tmp_path, web=web, computers=0) as running:
        get = running.person().http.get
        for path in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/assets/..%2f..%2fsecret.txt",
            "/assets/%2e%2e/%2e%2e/secret.txt",
        ):
            reply = get(path)
            assert "secret" not in reply.text, path
        assert "immutable" in get("/assets/a-1.js").headers["cache-control"]
        assert get("/match/abc").text == "<!doctype html>page"
        assert get("/rules/turns_east/12.1.2").text == "<!doctype html>page"
        assert get("/assets/b.js").status_code == 404
        assert get("/api/nothing").status_code == 404
        assert get("/api/nothing").json()["code"] == "not_found"


@pytest.mark.parametrize("path", ["/assets/" + "a" * 5000 + ".js", "/" + "a/" * 3000 + "b.js"])
def test_a_name_that_no_file_can_have_is_not_found(club: House, path: str) -> None:
    """And it is not the database that failed."""
    assert club.person().http.get(path).status_code == 404


def test_maps_come_by_name_and_not_by_path(club: House) -> None:
    someone = club.person()
    board = someone.http.get("/api/maps/skirmish")
    assert board.json()["format"] == "hexfront-map/1"
    again = someone.http.get("/api/maps/skirmish", headers={"If-None-Match": board.headers["etag"]})
    assert again.status_code == 304
    for name in ("nothing", "..%2f..%2fpyproject", "skirmish.json", "%00"):
        assert someone.http.get(f"/api/maps/{name}").status_code == 404


def test_rate_limits_refuse_and_recover() -> None:
    limits = Limits(1.0)
    for _ in range(10):
        limits.take("sign_in", "1.2.3.4")
    with pytest.raises(Refusal) as refused:
        limits.take("sign_in", "1.2.3.4")
    assert refused.value.status == 429
    assert refused.value.wait > 0
    limits.take("sign_in", "5.6.7.8")
    Limits(0.0).take("sign_in", "1.2.3.4", 1000)


def test_what_is_more_than_may_come_at_once_is_let_in_alone_and_waited_for_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With `HEXFRONT_RATE=0.1` a save of 16 MB is more than an address may ever have stored at once."""
    now = [1000.0]
    monkeypatch.setattr("hexfront.server.people.limits.time.monotonic", lambda: now[0])
    rate, burst = RATES["stored"]
    for factor in (0.1, 0.00001):
        limits = Limits(factor)
        limits.take("stored", "1.2.3.4", 16_000)
        with pytest.raises(Refusal) as refused:
            limits.take("stored", "1.2.3.4", 1)
        now[0] += refused.value.wait - 1
        with pytest.raises(Refusal):
            limits.take("stored", "1.2.3.4", 1)
        now[0] += 1.01
        limits.take("stored", "1.2.3.4", min(1, burst * factor))
    limits = Limits(0.1)
    limits.take("stored", "1.2.3.4", 1)
    with pytest.raises(Refusal) as refused:
        limits.take("stored", "1.2.3.4", 16_000)
    assert refused.value.wait == pytest.approx(1 / (rate * 0.1)), "until nothing is left of what came before"


def test_the_server_slows_down_guessers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "sign_in", (0.001, RATES["sign_in"][1]))  # however slow this machine is
    monkeypatch.setitem(RATES, "frame", (0.001, 100.0))
    with house(tmp_path, rate=1.0, computers=0) as running:
        someone = running.person()
        codes = [
            someone.http.post("/api/sessions", json={"name": "x", "password": "y"}).status_code
            for _ in range(14)
        ]
        assert codes[0] == 401
        assert codes[-1] == 429
        reply = someone.http.post("/api/sessions", json={"name": "x", "password": "y"})
        assert int(reply.headers["retry-after"]) >= 1
        anna = running.person("Anna")
        line = anna.socket(anna.match()["id"])
        for _ in range(101):
            line.send(t="ping")
        kinds = [line.receive()["t"] for _ in range(101)]
        assert "error" in kinds
        assert kinds[0] in ("pong", "presence")


def test_the_local_server_answers_to_its_own_name_only(tmp_path: Path) -> None:
    with house(tmp_path, local=True, computers=0) as running:
        me = httpx.get(running.url + "/api/me", timeout=PATIENCE).json()
        assert me["local"]
        assert me["person"]["id"] == "local"
        renamed = httpx.get(running.url + "/api/me", headers={"Host": "evil.example"}, timeout=PATIENCE)
        assert renamed.status_code == 403
        page = httpx.get(running.url + "/", headers={"Host": "evil.example"}, timeout=PATIENCE)
        assert page.status_code == 403
        address = running.url.replace("http:", "ws:") + "/api/matches/x/socket"
        rebound = {"Host": "evil.example", "Origin": "http://evil.example"}
        with connect(address, additional_headers=rebound) as socket:
            assert json.loads(socket.recv(5))["code"] == "bad_origin"


def test_a_friend_at_the_same_machine_is_someone_else(tmp_path: Path) -> None:
    """Under `hexfront play`: whoever comes by an invitation in a browser of their own is not the owner."""
    with house(tmp_path, local=True, computers=0) as running:
        owner = Someone(running.url)
        assert owner.get("/api/me")["person"]["id"] == "local"
        made = owner.match(seats={"blue": {"who": "link"}})
        link = next(seat["invite"] for seat in made["seats"] if seat.get("invite"))
        friend = Someone(running.url)
        # As a browser does it: first the page of the link, then the page asks who it is.
        page = friend.http.get(link)
        assert "httponly" in page.headers["set-cookie"].lower()
        assert friend.get("/api/me")["person"]["id"] not in ("local", "")
        friend.post("/api/join", token=link.rpartition("/")[2], name="Ben")
        assert friend.get("/api/me")["person"]["name"] == "Ben"
        match = friend.get(f"/api/matches/{made['id']}")
        assert match["you"] == ["blue"]
        assert owner.get(f"/api/matches/{made['id']}")["you"] == ["red"]
        # The owner keeps their name, is not made a guest by looking at the link, and may take the seat themselves.
        again = owner.match(seats={"blue": {"who": "link"}})
        link = next(seat["invite"] for seat in again["seats"] if seat.get("invite"))
        assert "set-cookie" not in owner.http.get(link).headers
        owner.post("/api/join", token=link.rpartition("/")[2])
        assert sorted(owner.get(f"/api/matches/{again['id']}")["you"]) == ["blue", "red"]
        # A program that goes straight to the endpoint is a guest too.
        third = owner.match(seats={"blue": {"who": "link"}})
        link = next(seat["invite"] for seat in third["seats"] if seat.get("invite"))
        stranger = Someone(running.url)
        stranger.post("/api/join", token=link.rpartition("/")[2])
        assert stranger.get("/api/me")["person"]["id"] != "local"


def test_an_open_local_server_knows_its_owner_from_its_guests(tmp_path: Path) -> None:
    with house(tmp_path, local=True, host="0.0.0.0", computers=0) as running:
        assert httpx.get(running.url + "/api/me", timeout=PATIENCE).json()["person"]["id"] == "local"
        renamed = httpx.get(running.url + "/api/me", headers={"Host": "rebound.example"}, timeout=PATIENCE)
        assert renamed.json()["person"] is None


def test_refusals_are_logged_without_what_was_sent(club: House, caplog: pytest.LogCaptureFixture) -> None:
    anna, ben, match = pair(club, public=True)
    a, b = anna.socket(match), ben.socket(match)
    thief = club.person("Thief")
    watcher = thief.socket(match)
    with caplog.at_level(logging.INFO, logger="hexfront.server"):
        a.act({"type": "Plan", "stance": 77})
        a.act({"type": "Plan", "stance": 2}, 0)
        a.raw.send('{"t":"act","version":1,"do":{"secret":"stance-2"')
        a.until("error")
        watcher.send(t="sit", seat="red")
        watcher.until("error")
        watcher.send(t="act", version=1, do={"type": "Plan", "stance": 2}, ref="1")
        watcher.until("refused")
        anna.refused("POST", "/api/sessions", name="Anna", password="s3cret-s3cret")
        thief.refused("POST", f"/api/matches/{match}/resign", seat="red")
        big = b'{"game": "' + b"x" * 100_000 + b'"}'
        thief.http.post("/api/matches", content=big, headers={"Content-Type": "application/json"})
        thief.http.post("/api/matches", json={"game": "toy"}, headers={"Origin": "http://evil.example"})
        b.act({"type": "Plan", "stance": 1})
        b.raw.send(json.dumps({"t": "chat", "text": "x" * 200_000}))
        until = time.monotonic() + 60
        while not any(
            r.getMessage().endswith("127.0.0.1: too_large") and "frame" in r.msg for r in caplog.records
        ):
            assert time.monotonic() < until
            time.sleep(0.02)
    own = [r.getMessage() for r in caplog.records if r.name.startswith("hexfront")]
    for words in (
        f"refused an action of red in match {match} from 127.0.0.1: illegal",
        f"refused an action of red in match {match} from 127.0.0.1: stale",
        f"refused an action of observer in match {match} from 127.0.0.1: not_your_seat",
        f"refused a frame of match {match} from 127.0.0.1: bad_request",
        f"refused a frame of match {match} from 127.0.0.1: not_your_seat",
        f"refused a frame of match {match} from 127.0.0.1: too_large",
        "refused POST /api/sessions from 127.0.0.1: sign_in",
        "refused POST /api/matches/{id}/resign from 127.0.0.1: not_your_seat",
        "refused POST /api/matches from 127.0.0.1: too_large",
        "refused POST /api/matches from 127.0.0.1: bad_origin",
    ):
        assert words in own, words
    text = "\n".join(own)
    for secret in ("s3cret", "stance", "xxxx", "evil"):
        assert secret not in text


def test_a_fault_is_logged_without_what_was_sent(
    club: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = club.person("Anna")
    match = anna.match()["id"]
    line = anna.socket(match)

    def fail(*given: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("hexfront.server.store.queries.put_note", fail)
        reply = anna.http.put(f"/api/matches/{match}/notes", json={"text": "my hidden plan"})
        patch.setattr("hexfront.server.match.questions.why", fail)
        assert line.ask("why", piece="hidden")["code"] == "fault"
    assert reply.status_code == 500
    assert reply.json() == {
        "code": "fault",
        "reason": "Something went wrong on the server; it has been noted.",
    }
    assert "fault in PUT /api/matches/{id}/notes" in caplog.text
    assert "hidden" not in caplog.text


def test_upgrades_elsewhere_are_refused(club: House) -> None:
    with pytest.raises(InvalidStatus), connect(club.url.replace("http:", "ws:") + "/api/nothing"):
        pass


def test_health_and_metrics(club: House) -> None:
    assert httpx.get(club.url + "/healthz", timeout=PATIENCE).json()["ok"]
    anna = club.person("Anna")
    made = anna.match()
    anna.socket(made["id"]).act()
    text = httpx.get(club.url + "/metrics", timeout=PATIENCE).text
    assert 'hexfront_rows_total{kind="act"}' in text
    assert "hexfront_sockets 1" in text
    assert "hexfront_action_seconds_count" in text
    assert made["id"] not in text


SAVE = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [
        b'{"format":"hexfront-save/1","log":' + b"[" * 50_000 + b"}",
        '{"format":"hexfront-save/²"}'.encode(),
        b'{"format":"hexfront-save/99999999999999999999999999"}',
        b'{"format":"hexfront-turn/1","x":' + b"[" * 50_000 + b"}",
        b'{"format":"hexfront-save/1","game":"\\u0000"}',
        b"",
        b"\x00" * 100,
    ],
)
def test_a_file_that_is_no_save_is_refused_and_not_a_fault(either: House, body: bytes) -> None:
    reply = either.person().http.post("/api/matches/import", content=body, headers=SAVE)
    assert reply.status_code == 400, reply.text


@pytest.mark.parametrize(
    "pack", [{"units": "x"}, {"map": {"grid": {"columns": 100_000, "rows": 100_000}}}, {"units": [[[[[]]]]]}]
)
@pytest.mark.parametrize("game", ["turns_east", "motherland", "last_war"])
def test_a_pack_that_makes_no_sense_is_refused_and_not_a_fault(
    club: House, game: str, pack: dict[str, Any]
) -> None:
    reply = club.person().http.post("/api/matches", json={"game": game, "pack": pack})
    assert reply.status_code in (200, 400), reply.text
    if game == "motherland":
        assert reply.status_code == 400


def test_a_zero_character_is_refused_wherever_it_stands(either: House) -> None:
    anna = either.person("Anna")
    match = anna.match()["id"]
    zero = "a\x00b"
    for method, path, body in (
        ("PATCH", "/api/me", {"name": zero}),
        ("POST", "/api/accounts", {"name": zero, "password": "correct horse"}),
        ("POST", "/api/sessions", {"name": zero, "password": zero}),
        ("POST", "/api/matches", {"game": "toy", "title": zero}),
        ("POST", "/api/matches", {"game": "toy", "seed": zero}),
        ("POST", f"/api/matches/{match}/chat", {"text": zero}),
        ("PUT", f"/api/matches/{match}/notes", {"text": zero}),
        ("POST", "/api/join", {"token": "12345678" + zero}),
    ):
        assert anna.http.request(method, path, json=body).status_code == 400, path
    for path in ("/%00.js", "/assets/%00.js", "/api/matches/%00", f"/api/matches/{match}/history/%00"):
        assert anna.http.get(path).status_code in (400, 404), path
    for path in ("/api/games/toy/rules?q=a%00", f"/api/matches/{match}/digest?seat=red%00"):
        answer = anna.http.get(path)
        assert (answer.status_code, "zero byte" in answer.text) == (400, True), path
