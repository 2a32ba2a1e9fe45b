"""Matches from the first seat to the export, on both databases."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexfront.match import verify
from tests.server.support import House, Line, Someone, invitation, pair
from tests.support import toy


def play_out(line: Line) -> None:
    """Play a hot-seat match to its end, always the last option."""
    for _ in range(200):
        if line.state["result"]:
            return
        if line.state["handover"]:
            line.send(t="sit", seat=line.state["handover"]["seat"])
            line.until("state")
        line.act(line.legal[-1]["do"])
    raise AssertionError("the match does not end")


def test_options_may_add_seats(club: House) -> None:
    someone = club.person()
    plain = someone.get("/api/games/last_war/seats", scenario="kursk")
    umpired = someone.get("/api/games/last_war/seats", scenario="kursk", options='{"umpire": true}')
    assert [seat["id"] for seat in umpired] == [*(seat["id"] for seat in plain), "control"]
    for nonsense in ("[1]", "{", '{"umpire": [1]}'):
        answer = someone.http.get(
            "/api/games/last_war/seats", params={"scenario": "kursk", "options": nonsense}
        )
        assert answer.status_code == 400


def test_turns_are_counted_from_the_scenario_s_own_first(club: House) -> None:
    """Uranus begins with the twelfth turn of the war, and has three: the lobby says 1 of 3."""
    made = club.person("Anna").match("motherland", scenario="uranus")
    assert (made["turn"], made["turns"]) == (1, 3)


def test_a_match_with_a_link_waits_until_the_friend_sits_down(either: House) -> None:
    anna, ben = either.person("Anna"), either.person("Ben")
    made = anna.match(seats={"blue": {"who": "link"}})
    assert made["status"] == "waiting"
    assert made["you"] == ["red"]
    line = anna.socket(made["id"])
    assert line.state["status"] == "waiting"
    assert line.legal == []
    token = invitation(made, "blue")
    # A look tells what the link is for, and does not use it up.
    asked = ben.post("/api/invitation", token=token)
    assert asked == {
        "title": made["title"], "game": asked["game"], "seat": "Blue", "host": "Anna", "begun": False, "team": False,
        "clock": made["clock"], "commitment": made["commitment"],
    }  # fmt: skip
    assert ben.refused("POST", "/api/invitation", token="x" * 24)["status"] == 404
    assert ben.post("/api/join", token=token) == {"match": made["id"], "seat": "blue"}
    line.wait(lambda s: s["status"] == "running")
    assert line.legal
    assert either.person().refused("POST", "/api/join", token=token)["status"] == 404
    shown = ben.get(f"/api/matches/{made['id']}")
    assert shown["you"] == ["blue"]
    assert not any(seat.get("invite") for seat in shown["seats"])


def test_open_seats_are_listed_and_taken_once(either: House) -> None:
    anna, ben, carl = either.person("Anna"), either.person("Ben"), either.person("Carl")
    made = anna.match(seats={"blue": {"who": "open"}}, public=True)
    assert made["id"] in [m["id"] for m in carl.get("/api/matches", scope="open")]
    ben.post(f"/api/matches/{made['id']}/join", seat="blue")
    assert carl.refused("POST", f"/api/matches/{made['id']}/join", seat="blue")["code"] == "taken"
    assert made["id"] not in [m["id"] for m in carl.get("/api/matches", scope="open")]
    assert made["id"] in [m["id"] for m in carl.get("/api/matches", scope="watch")]
    assert made["id"] in [m["id"] for m in ben.get("/api/matches")]


def test_a_private_match_does_not_exist_for_strangers(either: House) -> None:
    anna, stranger = either.person("Anna"), either.person("Stranger")
    made = anna.match()
    for path in ("", "/chat", "/history", "/dice", "/export", "/report", "/notes", "/audit", "/digest"):
        assert stranger.refused("GET", f"/api/matches/{made['id']}{path}")["status"] == 404
    line = Line(stranger, made["id"], None)
    assert line.receive()["code"] == "not_found"


def test_set_up_is_refused_by_name(either: House) -> None:
    anna = either.person("Anna")
    assert "no scenario" in anna.refused("POST", "/api/matches", game="toy", scenario="x")["reason"]
    assert anna.refused("POST", "/api/matches", game="tests.support.toy")["status"] == 404
    assert anna.refused("POST", "/api/matches", game="toy", options={"fog": True})["status"] == 400
    assert anna.refused("POST", "/api/matches", game="toy", seats={"green": {}})["status"] == 400
    level = {"blue": {"who": "computer", "level": "genius"}}
    assert "genius" in anna.refused("POST", "/api/matches", game="toy", seats=level)["reason"]
    assert anna.refused("POST", "/api/matches", game="toy", seats={"blue": {"who": "none"}})["status"] == 400


def test_resigning_ends_the_match_for_the_other_side(either: House) -> None:
    anna, ben, match = pair(either)
    a, b = anna.socket(match), ben.socket(match)
    assert anna.refused("POST", f"/api/matches/{match}/resign", seat="blue")["code"] == "not_your_seat"
    info = anna.post(f"/api/matches/{match}/resign", seat="red")
    assert info["status"] == "over"
    assert info["result"]["winners"] == ["blue"]
    for line in (a, b):
        line.wait(lambda s: s["result"])
        assert line.legal == []
        assert line.state["deciders"] == []
    assert b.act({"type": "Plan", "stance": 0})["code"] == "over"
    assert ben.refused("POST", f"/api/matches/{match}/resign", seat="blue")["code"] == "over"


def test_a_draw_needs_both(either: House) -> None:
    anna, ben, match = pair(either)
    b = ben.socket(match)
    assert anna.post(f"/api/matches/{match}/draw", seat="red")["draw"] == ["red"]
    b.until("change")
    assert b.state["draw"] == ["red"]
    assert ben.post(f"/api/matches/{match}/draw", seat="blue", offer=False)["draw"] == []
    assert ben.refused("POST", f"/api/matches/{match}/draw", seat="blue", offer=False)["status"] == 400
    ben.post(f"/api/matches/{match}/draw", seat="blue")
    ended = anna.post(f"/api/matches/{match}/draw", seat="red")
    assert ended["status"] == "over"
    assert ended["result"]["winners"] == []


def test_a_rematch_changes_seats_round_and_is_made_once(either: House) -> None:
    anna, ben, match = pair(either)
    assert anna.refused("POST", f"/api/matches/{match}/rematch", swap=True)["status"] == 409
    anna.post(f"/api/matches/{match}/resign", seat="red")
    again = ben.post(f"/api/matches/{match}/rematch", swap=True)
    assert again["you"] == ["red"]
    # Asked is not answered: nothing runs before the other has accepted, and a stranger cannot.
    assert again["status"] == "waiting"
    assert either.person("Carl").refused("POST", f"/api/matches/{match}/rematch")["status"] == 404
    accepted = anna.post(f"/api/matches/{match}/rematch")
    assert accepted["id"] == again["id"]
    assert accepted["you"] == ["blue"]
    assert accepted["status"] == "running"
    assert anna.post(f"/api/matches/{match}/rematch")["you"] == ["blue"]
    assert again["commitment"] != ben.get(f"/api/matches/{match}")["commitment"]


def test_hot_seat_hands_over_with_a_screen(either: House) -> None:
    anna = either.person("Anna")
    made = anna.match()
    assert made["you"] == ["red", "blue"]
    line = anna.socket(made["id"], seat="red")
    line.act()
    assert line.state["handover"] == {"seat": "blue", "name": "Blue", "screen": True}
    line.send(t="sit", seat="blue")
    line.until("state")
    assert line.state["seat"] == "blue"
    assert line.legal
    assert line.state["view"]["extra"]["plans"] == ["?", -1]


def test_export_verify_and_import(either: House) -> None:
    anna = either.person("Anna")
    promised = anna.post("/api/promises")
    made = anna.match(promise=promised["id"], seed="anna's own words")
    assert made["commitment"] == promised["commitment"]
    dice = anna.get(f"/api/matches/{made['id']}/dice")
    assert dice["seed"] == ""
    assert dice["contributions"] == {"red": "anna's own words", "blue": "anna's own words"}
    line = anna.socket(made["id"])
    play_out(line)
    assert line.state["status"] == "over"
    text = anna.http.get(f"/api/matches/{made['id']}/export")
    assert "attachment" in text.headers["content-disposition"]
    found = verify(
        text.content, toy.GAME, commitment=promised["commitment"], contributions={"red": "anna's own words"}
    )
    assert found.ok, found.faults
    assert found.finished
    assert found.rolls_derived == found.rolls > 0
    assert anna.get(f"/api/matches/{made['id']}/dice")["seed"]
    ben = either.person("Ben")
    copy = ben.http.post(
        "/api/matches/import", content=text.content, headers={"Content-Type": "application/json"}
    )
    assert copy.status_code == 200, copy.text
    assert copy.json()["status"] == "over"
    steps = ben.get(f"/api/matches/{copy.json()['id']}/history", seat="red")
    assert len(steps) > 5
    damaged = text.content.replace(b'"stance":', b'"stance":1', 1)
    bad = ben.http.post("/api/matches/import", content=damaged, headers={"Content-Type": "application/json"})
    assert bad.status_code == 400


def _give_up(anna: Someone, ben: Someone, match: str) -> None:
    anna.post(f"/api/matches/{match}/resign", seat="red")


def _agree(anna: Someone, ben: Someone, match: str) -> None:
    anna.post(f"/api/matches/{match}/draw", seat="red")
    ben.post(f"/api/matches/{match}/draw", seat="blue")


def _run_out_of_time(anna: Someone, ben: Someone, match: str) -> None:
    b = ben.socket(match)
    b.act()
    b.wait(lambda s: s["result"])


@pytest.mark.parametrize(
    ("end", "how", "winners", "resigned"),
    [
        (_give_up, "resign", ("blue",), ["red"]),
        (_agree, "agreed", (), []),
        (_run_out_of_time, "flag", ("blue",), []),
    ],
)
def test_how_a_match_was_ended_goes_with_its_save(
    either: House, end: Any, how: str, winners: tuple[str, ...], resigned: list[str]
) -> None:
    anna, ben, match = pair(either, clock={"kind": "live", "minutes": 0.02 if how == "flag" else 60})
    end(anna, ben, match)
    info = anna.get(f"/api/matches/{match}")
    assert info["status"] == "over" and info["deciders"] == []
    assert not any(each["clock"].get("running") for each in info["seats"])
    live = either.club.lives.pop(match)
    live.close()
    again = anna.get(f"/api/matches/{match}")  # read anew from the database
    assert not any(each["clock"].get("running") for each in again["seats"]), (
        "a clock that stands goes on standing"
    )
    data = anna.http.get(f"/api/matches/{match}/export").content
    found = verify(data, toy.GAME)
    assert found.ok, found.faults
    assert found.finished and found.ended == how
    assert found.result is not None and found.result.winners == winners
    made = ben.http.post("/api/matches/import", content=data, headers={"Content-Type": "application/json"})
    assert made.status_code == 200, made.text
    copy = made.json()
    assert copy["status"] == "over" and copy["deciders"] == []
    assert copy["result"] == info["result"]
    assert [each["id"] for each in copy["seats"] if each.get("resigned")] == resigned
    either.club.lives.pop(copy["id"]).close()
    line = ben.socket(copy["id"], seat="blue")
    assert line.state["status"] == "over" and line.state["result"] == info["result"]
    assert line.legal == [] and not line.state["can"]["undo"] and not line.state["can"]["resign"]
    assert ben.http.get(f"/api/matches/{copy['id']}/export").content.count(b'"ending"') == 1
    board = ben.post(f"/api/matches/{copy['id']}/fork", seat="blue")
    assert board["status"] == "running" and board["deciders"], (
        "its position can be played on, on a board of one's own"
    )


def test_a_promise_is_kept_once(either: House) -> None:
    anna = either.person("Anna")
    promised = anna.post("/api/promises")
    anna.match(promise=promised["id"])
    assert anna.refused("POST", "/api/matches", game="toy", promise=promised["id"])["status"] == 400


def test_a_running_match_exports_only_what_the_seat_knows(either: House) -> None:
    anna, ben, match = pair(either)
    a, b = anna.socket(match), ben.socket(match)
    a.act({"type": "Plan", "stance": 2})
    reply = ben.http.get(f"/api/matches/{match}/export", params={"seat": "blue"})
    assert reply.status_code == 200
    assert reply.json()["format"].startswith("hexfront-turn/")
    assert "seed" not in reply.json()
    assert ben.refused("GET", f"/api/matches/{match}/export", seat="red")["code"] == "not_your_seat"
    b.close()


def test_a_save_of_other_rules_gets_a_clear_refusal(either: House) -> None:
    anna = either.person("Anna")
    made = anna.match()
    save = anna.http.get(f"/api/matches/{made['id']}/export").json()
    from hexfront.match.files import seal

    for change, words in (({"rules": "9"}, "version 9"), ({"game": "chess"}, "chess")):
        plain = {k: v for k, v in (save | change).items() if k != "checksum"}
        reply = anna.http.post(
            "/api/matches/import", content=seal(plain), headers={"Content-Type": "application/json"}
        )
        assert reply.status_code == 409
        assert reply.json()["code"] == "wrong_version"
        assert words in reply.json()["reason"]


def test_fork_try_and_commit(either: House) -> None:
    anna, ben, match = pair(either)
    a, b = anna.socket(match), ben.socket(match)
    a.act({"type": "Plan", "stance": 2})
    b.act({"type": "Plan", "stance": 1})
    a.settle()
    fork = anna.post(f"/api/matches/{match}/fork", seat="red")
    assert fork["analysis"]
    assert fork["forked_from"] == match
    board = anna.socket(fork["id"], seat="red")
    assert board.state["view"]["boxes"][0] == a.state["view"]["boxes"][0]
    board.choose("March")
    board.choose("March")
    plan = anna.get(f"/api/matches/{fork['id']}/plan", seat="red")
    assert plan["match"] == match
    assert len(plan["plan"]) == 2
    done = anna.post(f"/api/matches/{match}/commit", seat="red", version=a.version, plan=plan["plan"])
    assert done["applied"] == 2
    assert done["refused"] is None
    a.settle()
    assert a.state["view"]["pieces"] == board.state["view"]["pieces"]
    again = anna.http.post(
        f"/api/matches/{match}/commit", json={"seat": "red", "version": 1, "plan": plan["plan"]}
    )
    assert again.status_code == 409
    off = [{"type": "March", "runner": 0, "to": 99}]
    refused = anna.post(f"/api/matches/{match}/commit", seat="red", version=a.version, plan=off)
    assert refused["applied"] == 0
    assert refused["refused"]["rule"] == "3.1"
    assert ben.refused("GET", f"/api/matches/{fork['id']}")["status"] == 404
    past = anna.post(f"/api/matches/{match}/fork", seat="red", at=1)
    assert anna.socket(past["id"], seat="red").state["view"]["extra"]["waits"] == "Plans"


def test_deleting(either: House) -> None:
    anna, ben, match = pair(either)
    line = ben.socket(match)
    assert ben.refused("DELETE", f"/api/matches/{match}")["status"] == 403
    assert anna.refused("DELETE", f"/api/matches/{match}")["status"] == 403
    anna.post(f"/api/matches/{match}/resign", seat="red")
    assert anna.http.delete(f"/api/matches/{match}").status_code == 204
    assert line.until("notice")["text"] == "This match was deleted."
    assert ben.refused("GET", f"/api/matches/{match}")["status"] == 404
    mine = anna.match()
    assert anna.http.delete(f"/api/matches/{mine['id']}").status_code == 204


def test_the_host_can_give_a_free_seat_to_the_computer(either: House) -> None:
    anna = either.person("Anna")
    made = anna.match(seats={"blue": {"who": "link"}})
    line = anna.socket(made["id"])
    stranger = either.person("Carl")
    path = f"/api/matches/{made['id']}/seats/blue"
    assert stranger.refused("POST", path, who="computer")["status"] == 404
    info = anna.post(path, who="computer", level="random")
    assert info["status"] == "running"
    line.settle()
    line.act()
    line.wait(lambda s: "red" in s["deciders"] and s["view"]["extra"]["waits"] != "Plans")
    acts = anna.get(f"/api/matches/{made['id']}/audit")
    assert [act["what"] for act in acts] == ["create", "seat"]


def test_the_host_can_give_one_of_their_own_seats_away(either: House) -> None:
    anna, ben = either.person("Anna"), either.person("Ben")
    made = anna.match()
    path = f"/api/matches/{made['id']}/seats/blue"
    info = anna.post(path, who="link")
    assert info["you"] == ["red"]
    assert info["status"] == "running"
    ben.post("/api/join", token=invitation(info, "blue"))
    assert anna.refused("POST", path, who="me")["code"] == "taken"
    assert ben.refused("POST", path, who="computer")["status"] == 403
    back = anna.post(f"/api/matches/{made['id']}/seats/red", who="open")
    assert back["you"] == []
    # What Ben knows as Blue, Anna may not know as a new Red; but Red was hers, and she takes it again.
    assert anna.post(f"/api/matches/{made['id']}/seats/red", who="me")["you"] == ["red"]


def test_chat_and_notes(either: House) -> None:
    anna, ben, match = pair(either)
    a, b = anna.socket(match), ben.socket(match)
    a.send(t="chat", text="Good luck!\x07")
    for line in (a, b):
        assert line.until("chat")["line"]["text"] == "Good luck!"
    said = ben.post(f"/api/matches/{match}/chat", text="<script>alert(1)</script>")
    assert said["text"] == "<script>alert(1)</script>"
    assert a.until("chat")["line"]["name"] == "Ben"
    assert [line["n"] for line in anna.get(f"/api/matches/{match}/chat")] == [1, 2]
    assert len(anna.get(f"/api/matches/{match}/chat", since=1)) == 1
    anna.put(f"/api/matches/{match}/notes", text="hold the bridge")
    assert anna.get(f"/api/matches/{match}/notes")["text"] == "hold the bridge"
    assert ben.get(f"/api/matches/{match}/notes")["text"] == ""


def test_a_watcher_sees_a_public_match_and_nothing_secret(either: House) -> None:
    anna, ben, match = pair(either, public=True)
    carl = either.person("Carl")
    a = anna.socket(match)
    c = carl.socket(match)
    assert c.state["seat"] == "observer"
    assert c.legal == []
    a.until("presence")
    a.act({"type": "Plan", "stance": 2})
    c.until("change")
    text = json.dumps(c.heard)
    assert "plans 2" not in text
    assert c.act({"type": "Plan", "stance": 0})["code"] == "not_your_seat"
    c.send(t="hello", seat="blue")
    assert c.until("error")["code"] == "not_your_seat"
    c.send(t="chat", text="hm")
    assert c.until("error")["code"] == "not_allowed"
    assert ben.get(f"/api/matches/{match}")["public"]
