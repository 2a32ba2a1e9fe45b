"""Teams as someone with bad intentions would use them: to look into another's cards, to know the dice, to be everywhere."""

from __future__ import annotations

import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from hexfront.server.lobby import desk
from tests.server.support import House, Line, Someone, house, invitation, pair
from tests.server.test_room import WHY, Room


def link(who: Someone, match: str, seat: str) -> str:
    path: str = who.post(f"/api/matches/{match}/seats/{seat}/link")["path"]
    return path.removeprefix("/join/")


def commitment(who: Someone, match: str) -> str:
    found: str = who.get(f"/api/matches/{match}/dice")["commitment"]
    return found


# --- whom a team lets in


def test_the_host_lets_nobody_into_a_team_that_has_a_captain(either: House) -> None:
    """The host is an opponent: a second browser of theirs would see what the enemy does."""
    anna, ben, match = pair(either)
    assert anna.refused("POST", f"/api/matches/{match}/seats/blue/link")["code"] == "not_allowed"
    bens = link(ben, match, "blue")
    seen = next(s for s in anna.get(f"/api/matches/{match}")["seats"] if s["id"] == "blue")
    assert not seen.get("team_link")
    either.person("Cleo").post("/api/join", token=bens)


@pytest.mark.parametrize("by_link", [True, False])
def test_a_link_that_the_host_made_is_void_when_a_captain_sits(either: House, by_link: bool) -> None:
    anna, ben, spy = either.person("Anna"), either.person("Ben"), either.person("Spy")
    made = anna.match(seats={"red": {"who": "me"}, "blue": {"who": "link"}})
    old = link(anna, made["id"], "blue")
    ben.post("/api/join", token=old if by_link else invitation(made, "blue"))
    assert spy.refused("POST", "/api/join", token=old)["status"] == 404
    mine = next(s for s in ben.get(f"/api/matches/{made['id']}")["seats"] if s["id"] == "blue")
    assert bool(mine.get("team_link")) == by_link, "the captain has another"


def test_the_computer_has_no_team(either: House) -> None:
    anna, spy = either.person("Anna"), either.person("Spy")
    made = anna.match(seats={"red": {"who": "me"}, "blue": {"who": "link"}})
    old = link(anna, made["id"], "blue")
    anna.post(f"/api/matches/{made['id']}/seats/blue", who="computer", level="random")
    assert anna.refused("POST", f"/api/matches/{made['id']}/seats/blue/link")["code"] == "bad_request"
    assert spy.refused("POST", "/api/join", token=old)["code"] == "bad_request"


def test_nobody_is_in_the_teams_of_two_sides_before_the_match_begins_either(either: House) -> None:
    anna, ben, spy = (either.person(name) for name in ("Anna", "Ben", "Spy"))
    made = anna.match(
        "last_war", scenario="kursk", options={"umpire": True},
        seats={"axis": {"who": "me"}, "allies": {"who": "link"}, "control": {"who": "link"}},
    )  # fmt: skip
    match = made["id"]
    ben.post("/api/join", token=invitation(made, "allies"))
    spy.post("/api/join", token=link(anna, match, "axis"))
    assert spy.refused("POST", "/api/join", token=link(ben, match, "allies"))["code"] == "not_allowed"
    assert anna.refused("POST", "/api/join", token=link(ben, match, "allies"))["code"] == "not_allowed"
    assert spy.refused("POST", "/api/join", token=invitation(made, "control"))["code"] == "not_allowed"


# --- what they see who have left


def last_of(line: Line) -> dict[str, Any] | None:
    """The last state or change that a socket was sent until now; None if it was closed."""
    try:
        line.settle()
    except (ConnectionClosed, EOFError):
        return None
    return line.state


def test_who_is_put_out_of_a_team_sees_no_more_of_it(either: House) -> None:
    room = Room(either)
    room.to_phase("deploy")
    assert room.c.state["seat"] == "axis"
    ada = next(m["person"]["id"] for m in room.seat("axis")["team"] if not m["captain"])
    room.axis.post(f"{room.path}/seats/axis/team", person=ada, out=True)
    with pytest.raises((ConnectionClosed, AssertionError)):
        room.c.ask("why", piece="x", at="x")  # whatever it asks
    assert room.air.http.get(f"{room.path}/history", params={"seat": "axis"}).status_code in (403, 404)


def test_who_is_put_out_of_a_team_of_a_public_match_looks_on(either: House) -> None:
    room = Room(either, public=True)
    room.to_phase("deploy")
    ada = next(m["person"]["id"] for m in room.seat("axis")["team"] if not m["captain"])
    room.axis.post(f"{room.path}/seats/axis/team", person=ada, out=True)
    seen = last_of(room.c)
    assert seen is not None and seen["seat"] == "observer" and not seen["legal"]
    stranger = either.person("Eve").socket(room.match)
    assert seen["view"] == stranger.state["view"] != room.a.state["view"]
    room.a.settle()
    assert room.a.act()["t"] == "done"
    room.c.settle()
    assert room.c.state["seat"] == "observer"


# --- the dice


def test_a_friend_in_the_team_of_a_lone_player_gets_dice_that_nobody_knows(either: House) -> None:
    """A save of a match that one person has alone holds its seed; then a friend was let into a team and made captain."""
    anna, ben = either.person("Anna"), either.person("Ben")
    match = anna.match()["id"]
    known = anna.get(f"/api/matches/{match}/export")["dice"]["commitment"]
    assert commitment(anna, match) == known
    ben.post("/api/join", token=link(anna, match, "blue"), seed="my own number")
    assert commitment(anna, match) != known
    mine = ben.get(f"/api/matches/{match}/dice")["contributions"]
    assert mine == {"blue": "my own number"}
    again = commitment(anna, match)
    either.person("Cleo").post("/api/join", token=link(anna, match, "blue"))
    assert commitment(anna, match) == again, "by then nobody could have taken the seed away"


def test_a_match_that_control_reopens_has_other_dice(club: House) -> None:
    """Of a finished match everyone may read the seed."""
    room = Room(club)
    for _ in range(400):
        room.u.settle()
        if room.u.state["result"] is not None:
            break
        if room.control("EndStep")["t"] != "done":
            room.u.act()
    over = club.person("Eve"), room.allies.get(f"{room.path}/dice")
    assert over[1]["over"] and over[1]["seed"]
    entries = room.umpire.get(f"{room.path}/desk")["entries"]
    room.umpire.post(f"{room.path}/amend", what="back", step=entries[2]["n"], reason=WHY)
    after = room.allies.get(f"{room.path}/dice")
    assert not after["over"] and not after["seed"]
    assert after["commitment"] != over[1]["commitment"]
    room.b.settle()
    assert after["commitment"] in str(room.b.state["lines"][-1])


# --- corrections


def test_corrections_of_a_match_have_a_bound(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each keeps all that it puts in and takes out."""
    room = Room(club)
    room.to_phase("deploy")
    monkeypatch.setattr(desk, "CORRECTED", 3)
    entries = room.umpire.get(f"{room.path}/desk")["entries"]
    step = entries[min(6, len(entries) - 1)]["n"]
    codes = []
    for _ in range(4):
        reply = room.umpire.http.post(
            f"{room.path}/amend", json={"what": "back", "step": step, "reason": WHY}
        )
        codes.append(reply.status_code)
        if reply.status_code != 200:
            assert reply.json()["code"] == "cannot" and "correct" in reply.json()["reason"]
            break
        room.umpire.post(f"{room.path}/amend", what="undo", reason=WHY)
    assert codes[0] == 200 and codes[-1] == 409


# --- several processes


def test_a_captain_at_another_process_is_not_away(cluster: str, tmp_path: Any) -> None:
    """Else a member takes over from a captain who sits there."""
    from tests.server import postgres

    database = postgres.fresh(cluster, "captains")
    with house(tmp_path, database=database) as one, house(tmp_path, database=database) as two:
        anna, ben = one.person("Anna"), one.person("Ben")
        match = anna.match(seats={"red": {"who": "me"}, "blue": {"who": "link"}})["id"]
        anna.socket(match)
        ben.post("/api/join", token=link(anna, match, "red"))
        there = Someone(two.url)
        there.http.cookies = ben.http.cookies
        line = there.socket(match)
        until = time.monotonic() + 20
        while not line.state["presence"]["red"] or not two.club.lives[match].elsewhere:
            assert time.monotonic() < until
            line.settle()
        me = there.get("/api/me")["person"]["id"]
        refused = there.refused("POST", f"/api/matches/{match}/seats/red/team", person=me, captain=True)
        assert refused["code"] == "not_allowed"
