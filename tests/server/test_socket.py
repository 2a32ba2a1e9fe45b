"""The socket: states, changes, versions, races, undo, reconnecting."""

from __future__ import annotations

import json
import random
import threading
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.support import House, Line, pair


def whole(line: Line) -> dict[str, Any]:
    """What the server says the whole state is, asked for anew."""
    fresh = line.person.socket(line.match, seat=line.state["seat"])
    found = fresh.state
    fresh.close()
    return found


def same(line: Line) -> None:
    """The state built from changes is the state."""
    truth = whole(line)
    for name in truth:
        if name in ("presence", "watching", "thinking", "clocks", "cut"):
            continue
        if name in ("view", "overlays"):
            continue
        assert line.state[name] == truth[name], name
    mine, theirs = dict(line.state["view"]), dict(truth["view"])
    by_id = {piece["id"]: piece for piece in mine.pop("pieces", [])}
    assert by_id == {piece["id"]: piece for piece in theirs.pop("pieces", [])}
    assert {k: v for k, v in mine.items() if v or k in theirs} == theirs
    wanted = {each["id"]: each for each in truth["overlays"]}
    line.wait(lambda s: {each["id"]: each for each in s["overlays"]} == wanted)  # they follow a moment later


def overlays(line: Line) -> list[dict[str, Any]]:
    """Overlays in the messages that have come up to now."""
    line.settle()
    time.sleep(0.25)  # they follow a moment later, if they follow
    return [message["overlays"] for message in line.settle() if "overlays" in message]


def test_overlays_are_sent_to_those_who_look_at_them(club: House) -> None:
    anna, ben = club.person("Anna"), club.person("Ben")
    made = anna.match("motherland", seats={"soviet": {"who": "open"}}, public=True)
    ben.post(f"/api/matches/{made['id']}/join", seat="soviet")
    axis = anna.socket(made["id"], seat="axis", overlays=False)
    looking = anna.socket(made["id"], seat="axis")
    soviet = ben.socket(made["id"], overlays=False)
    first = axis.state["overlays"]
    assert first and first == looking.state["overlays"], "they are listed for everyone"
    lines = {"axis": axis, "soviet": soviet}
    choose = random.Random(1)
    for _ in range(60):
        line = lines[axis.state["deciders"][0]]
        assert line.act(choose.choice(line.legal)["do"])["t"] == "done"
        for line in (axis, soviet):
            line.wait(lambda s: s["version"] > looking.version)
        looking.wait(lambda s: s["version"] == axis.version)
        if overlays(looking):
            break
    assert looking.state["overlays"] != first
    assert overlays(axis) == overlays(soviet) == [], "nobody here looks at them"
    truth = {each["id"]: each for each in whole(looking)["overlays"]}
    for line in (axis, soviet):
        assert {each["id"]: each for each in line.state["overlays"]} != truth
        line.send(t="look", overlays=True)
        (change,) = (message for message in line.settle() if message["t"] == "change")
        assert change["from"] == change["version"] == line.version
        assert {each["id"]: each for each in line.state["overlays"]} == truth, "all that was missed, at once"
        line.send(t="look", overlays=True)
        assert line.settle() == [], "nothing that it has already"
        line.send(t="look", overlays=False)
    line.send(t="look")
    assert line.until("error")["code"] == "bad_request"


def closing_code(line: Line, frames: list[str]) -> int:
    """Send frames and read until the server closes the socket; its code."""
    try:
        for frame in frames:
            line.raw.send(frame)
        while True:
            line.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


@pytest.mark.parametrize(("game", "seed"), [("toy", 1), ("toy", 2), ("skirmish", 3), ("skirmish", 4)])
def test_changes_add_up_to_the_whole_state(club: House, game: str, seed: int) -> None:
    """Random play with undo and redo: after each action both sides' merged states equal the server's own."""
    choose = random.Random(seed)
    anna, ben = club.person("Anna"), club.person("Ben")
    seats = [each["id"] for each in anna.get(f"/api/games/{game}/seats")]
    made = anna.match(game, seats={seats[1]: {"who": "open"}}, public=True)
    ben.post(f"/api/matches/{made['id']}/join", seat=seats[1])
    lines = {seats[0]: anna.socket(made["id"]), seats[1]: ben.socket(made["id"])}
    watcher = club.person("Carl").socket(made["id"])
    wholesale = anna.socket(made["id"], seat=seats[0], whole=True)
    everyone = (*lines.values(), watcher, wholesale)
    for n in range(40):
        if lines[seats[0]].state["result"]:
            break
        seat = choose.choice(lines[seats[0]].state["deciders"])
        line = lines[seat]
        roll = choose.random()
        if roll < 0.15 and line.state["can"]["undo"]:
            assert line.undo()["t"] == "done"
        elif roll < 0.25 and line.state["can"]["redo"]:
            assert line.redo()["t"] == "done"
        else:
            assert line.act(choose.choice(line.legal)["do"])["t"] == "done"
        for each in everyone:
            each.settle()
        if n % 4 == 0:
            for each in everyone:
                same(each)
    for each in everyone:
        same(each)


def test_of_two_answers_to_one_decision_one_is_accepted(either: House) -> None:
    anna, ben, match = pair(either)
    one, two = anna.socket(match), anna.socket(match)
    ben.socket(match).act()
    one.settle()
    two.settle()
    version = one.version
    results: list[dict[str, Any]] = []
    barrier = threading.Barrier(2)

    def answer(line: Line, stance: int) -> None:
        barrier.wait()
        results.append(line.act({"type": "Plan", "stance": stance}, version))

    threads = [threading.Thread(target=answer, args=(line, n)) for n, line in enumerate((one, two))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(result["t"] for result in results) == ["done", "refused"]
    assert next(r for r in results if r["t"] == "refused")["code"] == "stale"


def test_a_replayed_action_is_refused(club: House) -> None:
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    a.act()
    b.act()
    a.settle()
    march = next(each["do"] for each in a.legal if each["do"]["type"] == "March")
    version = a.version
    assert a.act(march, version)["t"] == "done"
    before = a.state["view"]
    refused = a.act(march, version)
    assert refused["t"] == "refused"
    assert refused["code"] == "stale"
    assert a.state["view"] == before


def test_planning_at_the_same_time_is_not_stale(club: House) -> None:
    """Both plan: the second answer carries a version from before the first, and is still good."""
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    at = b.version
    assert a.act()["t"] == "done"
    assert b.act({"type": "Plan", "stance": 1}, at)["t"] == "done"


def test_an_illegal_action_is_refused_with_its_rule(club: House) -> None:
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    a.act()
    b.act()
    a.settle()
    refused = a.act({"type": "March", "runner": 0, "to": 1})
    assert refused == {
        "t": "refused", "code": "illegal", "rule": "3.2", "reason": "One runner a space.", "at": "1",
        "version": a.version, "ref": refused["ref"],
    }  # fmt: skip
    assert b.act({"type": "Halt"})["code"] == "stale"
    assert a.act({"type": "Plan", "stance": 0})["rule"] == "3"
    assert a.act({"type": "Nonsense"})["code"] == "bad_request"
    assert a.act({"type": "March", "runner": "x", "to": 1})["code"] == "bad_request"


def test_undo_stops_at_a_reveal_and_at_dice(club: House) -> None:
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    a.act({"type": "Plan", "stance": 2})
    b.act()
    a.settle()
    lines = list(a.state["lines"])
    a.choose("March")
    assert a.state["can"]["undo"]
    b.settle()
    assert a.undo()["t"] == "done"
    assert a.state["lines"] == lines
    assert a.state["can"]["redo"]
    version = a.version
    assert a.redo()["t"] == "done"
    assert a.version == version + 1
    b.settle()
    assert b.state["lines"][-1]["text"] == a.state["lines"][-1]["text"]
    a.choose("Spy")
    assert not a.state["can"]["undo"]
    assert a.undo()["code"] == "cannot"


def test_reconnecting_resumes_from_the_last_seen_version(either: House) -> None:
    anna, ben, match = pair(either)
    a, b = anna.socket(match), ben.socket(match)
    a.act()
    b.act()
    a.settle()
    seen, lines = a.version, a.state["lines"]
    a.close()
    back = anna.socket(match, since=seen)
    assert back.state["lines"] == []
    assert back.state["cut"] == len(lines) + 1
    back.choose("March")
    back.close()
    late = anna.socket(match, since=seen)
    assert [line["kind"] if "kind" in line else line["text"] for line in late.state["lines"]]
    assert all(line["version"] > seen for line in late.state["lines"])
    late.undo()
    # Whoever had seen the move and was away for the undo is told to drop it.
    gone = anna.socket(match, since=late.version - 1)
    assert gone.state["cut"] == len(lines) + 1


def test_whole_clients_get_states_only(club: House) -> None:
    anna, ben, match = pair(club)
    a, b = anna.socket(match, whole=True), ben.socket(match)
    a.act()
    b.act()
    a.settle()
    assert {m["t"] for m in a.heard} <= {"state", "presence", "done", "info", "pong"}
    assert a.state["lines"] == whole(a)["lines"]


def test_sockets_say_who_is_here(club: House) -> None:
    anna, ben, match = pair(club, public=True)
    a = anna.socket(match)
    b = ben.socket(match)
    c = club.person("Carl").socket(match)
    a.wait(lambda s: s["presence"] == {"red": True, "blue": True} and s["watching"] == 1)
    b.close()
    c.close()
    a.wait(lambda s: s["presence"] == {"red": True, "blue": False} and s["watching"] == 0)


def test_bad_frames_are_answered_and_then_the_socket_is_closed(club: House) -> None:
    anna = club.person("Anna")
    made = anna.match()
    line = Line(anna, made["id"], None)
    line.send(t="act", version=0, do={})
    assert line.receive()["reason"] == "Say hello first."
    line.send(t="hello")
    line.until("state")
    bad = ["", "[]", "{", '{"t":"none"}', '{"t":"act"}', '{"t":"act","version":-1,"do":{}}', "null", '"x"']
    for frame in bad:
        line.raw.send(frame)
        assert line.until("error")["code"] == "bad_request"
    line.raw.send(b"\x00\x01")
    line.until("error")
    line.send(t="ping", ref="still here")
    assert line.until("pong")["ref"] == "still here"
    assert closing_code(line, ["nonsense"] * 12) == 1008
    assert line.person.socket(made["id"]).legal


def test_an_oversized_frame_closes_the_socket_alone(club: House) -> None:
    anna = club.person("Anna")
    made = anna.match()
    line, other = anna.socket(made["id"]), anna.socket(made["id"])
    assert closing_code(line, [json.dumps({"t": "chat", "text": "x" * 200_000})]) == 1009
    other.send(t="ping", ref="1")
    assert other.until("pong")["ref"] == "1"


def test_history_steps_show_what_the_seat_saw(club: House) -> None:
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    shown = [a.state["view"]]
    a.act()
    shown.append(a.state["view"])
    b.act()
    a.settle()
    shown.append(a.state["view"])
    a.choose("March")
    shown.append(a.state["view"])
    steps = anna.get(f"/api/matches/{match}/history", seat="red")
    assert len(steps) == a.state["of"] == 3
    for n, view in enumerate(shown):
        found = a.ask("step", n=n)["state"]
        assert found["view"] == view
        assert found["step"] == n
        assert found["legal"] == []
        assert found == anna.get(f"/api/matches/{match}/history/{n}", seat="red") | {
            name: found[name] for name in ("presence", "watching")
        }
    a.undo()
    assert len(anna.get(f"/api/matches/{match}/history", seat="red")) == 2
    assert anna.refused("GET", f"/api/matches/{match}/history/9", seat="red")["status"] == 404
    assert ben.refused("GET", f"/api/matches/{match}/history/1", seat="red")["code"] == "not_your_seat"
