"""File play over the server: a turn is taken away, played on another server, and the reply brought in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from hexfront.match import read_turn
from hexfront.match.files import seal, unseal
from tests.server.support import House, Someone, house, pair

JSON = {"Content-Type": "application/json"}


def turn_of(someone: Someone, match: str, seat: str) -> bytes:
    reply = someone.http.get(f"/api/matches/{match}/turn", params={"seat": seat})
    assert reply.status_code == 200, reply.text
    assert f"{seat}.turn.json" in reply.headers["content-disposition"]
    return reply.content


def bring(someone: Someone, match: str, data: bytes) -> httpx.Response:
    return someone.http.post(f"/api/matches/{match}/reply", content=data, headers=JSON)


def take_in(someone: Someone, data: bytes) -> httpx.Response:
    return someone.http.post("/api/matches/import", content=data, headers=JSON)


def opened(someone: Someone, turn: bytes) -> dict[str, Any]:
    found = take_in(someone, turn)
    assert found.status_code == 200, found.text
    board: dict[str, Any] = found.json()
    return board


def reply_of(someone: Someone, board: str) -> bytes:
    return someone.http.get(f"/api/matches/{board}/export").content


def test_a_turn_is_played_on_another_server(either: House, tmp_path: Path) -> None:
    anna, ben, match = pair(either)
    line = ben.socket(match)
    turns = {seat: turn_of(who, match, seat) for who, seat in ((anna, "red"), (ben, "blue"))}
    with house(tmp_path, computers=0) as away:
        traveller = away.person("Ben away")
        board = opened(traveller, turns["blue"])
        assert (board["analysis"], board["reply_for"], board["you"]) == (True, "blue", ["blue"])
        there = traveller.socket(board["id"])
        assert there.state["view"] == line.state["view"]
        assert there.act({"type": "Plan", "stance": 2})["t"] == "done"
        assert there.legal == [], "red is not his to play"
        reply = reply_of(traveller, board["id"])
    # Red has answered meanwhile, in secret: the reply still fits.
    anna.socket(match).act({"type": "Plan", "stance": 0})
    found = bring(ben, match, reply)
    assert found.status_code == 200, found.text
    told = found.json()
    assert (told["applied"], told["left"], told["seat"]) == (1, 0, "blue")
    line.wait(lambda s: s["deciders"] == ["red"])
    assert any("blue plans 2" in each["text"] for each in line.state["lines"])


def test_the_dice_stay_with_the_host(club: House) -> None:
    """On the board of a turn file nothing is rolled: play ends there, and goes on in the match."""
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    a.act({"type": "Plan", "stance": 1})
    b.act({"type": "Plan", "stance": 1})
    a.wait(lambda s: s["deciders"] == ["red"])
    a.choose("Halt")
    b.wait(lambda s: s["deciders"] == ["blue"])
    board = opened(ben, turn_of(ben, match, "blue"))
    there = ben.socket(board["id"])
    there.choose("Halt")
    there.settle()
    assert there.state["deciders"] == []
    assert not [line for line in there.state["lines"] if "rolled" in line["text"]]
    assert take_in(ben, reply_of(ben, board["id"])).json()["id"] == match, "the match it belongs to is found"
    b.wait(lambda s: s["view"]["turn"] == 2)


def test_a_turn_file_tells_its_seat_alone(club: House) -> None:
    anna, ben, match = pair(club)
    ben.socket(match).act({"type": "Plan", "stance": 2})
    assert anna.refused("GET", f"/api/matches/{match}/turn", seat="blue")["code"] == "not_your_seat"
    assert ben.refused("GET", f"/api/matches/{match}/turn")["code"] == "not_your_seat"
    stranger = club.person("Eve")
    assert stranger.refused("GET", f"/api/matches/{match}/turn", seat="red")["status"] in (403, 404)
    turn = turn_of(anna, match, "red")
    document = unseal(turn, "turn", 1, "turn file")
    assert not [each for each in document["events"] if "blue plans 2" in each["line"]["text"]]
    record = club.club.lives[match].record
    assert record is not None
    assert record.match.seed.hex() not in turn.decode()
    assert record.match.head not in turn.decode()
    plans = {read_turn(turn_of(anna, match, "red")).position["plans"][1] for _ in range(30)}
    assert plans == {0, 1, 2}, "what blue plans is drawn afresh each time"


def test_only_what_happened_since_the_last_turn_is_told(club: House) -> None:
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    a.act({"type": "Plan", "stance": 1})
    b.act({"type": "Plan", "stance": 1})
    a.wait(lambda s: s["deciders"] == ["red"])
    a.choose("Halt")
    lines = [each["line"]["text"] for each in read_turn(turn_of(anna, match, "red")).events]
    assert "red plans 1" not in lines
    first = [each["line"]["text"] for each in read_turn(turn_of(ben, match, "blue")).events]
    assert "blue plans 1" not in first
    assert any(text.startswith("blue draws") for text in first), "what his own action led to is told"
    assert lines == []


def test_bad_replies_are_refused_and_change_nothing(club: House) -> None:
    anna, ben, match = pair(club)
    _, _, other = pair(club)
    turn = read_turn(turn_of(anna, match, "red"))
    good: dict[str, Any] = {"format": "hexfront-reply/1", "game": "toy", "seat": "red", "ticket": turn.ticket,
            "actions": [{"type": "Plan", "stance": 1}]}  # fmt: skip
    version = anna.socket(match).version

    def refused(status: int, someone: Someone, where: str, data: bytes) -> str:
        found = bring(someone, where, data)
        assert found.status_code == status, found.text
        assert anna.socket(match).version == version
        return str(found.json()["reason"])

    sealed = seal(good)
    assert "checksum" in refused(400, anna, match, sealed.replace(b'"stance":1', b'"stance":2'))
    assert "another game" in refused(409, anna, match, seal(good | {"ticket": "0" * 32}))
    refused(409, anna, match, seal(good | {"ticket": "é" * 32}))
    assert "not your seat" in refused(403, ben, match, sealed)
    assert "not your seat" in refused(403, anna, match, seal(good | {"seat": "blue"}))
    refused(403, anna, match, seal(good | {"seat": "green"}))
    refused(404, anna, other, sealed)
    refused(409, anna, match, seal(good | {"game": "skirmish"}))
    refused(400, anna, match, seal(good | {"actions": [3]}))
    refused(400, anna, match, seal(good | {"actions": [{"type": "Nonsense"}]}))
    refused(400, anna, match, seal(good | {"actions": good["actions"] * 1001}))
    refused(400, anna, match, seal({"format": "hexfront-reply/1"}))
    refused(400, anna, match, b"{}")
    assert bring(anna, match, b"x" * (1024 * 1024 + 1)).status_code == 413
    assert bring(anna, match, sealed).json()["applied"] == 1
    assert bring(anna, match, sealed).status_code == 409, "a reply counts once"
    assert take_in(anna, sealed).status_code == 409


def test_an_impossible_action_stops_a_reply_with_its_rule(club: House) -> None:
    anna, ben, match = pair(club)
    anna.socket(match).act({"type": "Plan", "stance": 1})
    ben.socket(match).act({"type": "Plan", "stance": 1})
    turn = read_turn(turn_of(anna, match, "red"))
    actions = [{"type": "March", "runner": 1, "to": 2}, {"type": "March", "runner": 3, "to": 4}]
    document = {
        "format": "hexfront-reply/1",
        "game": "toy",
        "seat": "red",
        "ticket": turn.ticket,
        "actions": actions,
    }
    told = bring(anna, match, seal(document)).json()
    assert (told["applied"], told["left"]) == (1, 1)
    assert "not your runner" in told["reason"]


def test_bad_turn_files_are_not_opened(club: House) -> None:
    anna, _, match = pair(club)
    document = unseal(turn_of(anna, match, "red"), "turn", 1, "turn file")

    def refused(status: int, **change: Any) -> str:
        found = take_in(anna, seal(document | change))
        assert found.status_code == status, found.text
        return str(found.json()["reason"])

    assert "does not have" in refused(409, game="chess")
    refused(400, rules="9")
    refused(400, seat="green")
    refused(400, position={})
    moved = json.loads(json.dumps(document["position"]))
    moved["runners"][0] = 99
    assert "was changed" in refused(400, position=moved)
    refused(400, setup={"scenario": "nowhere"})
    refused(400, data="0" * 16)
    assert take_in(anna, seal(document)[:-40]).status_code == 400
