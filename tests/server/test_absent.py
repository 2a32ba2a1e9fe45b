"""An opponent who stays away: after a stated time the others need not wait."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import update

from hexfront.server.store.sql import matches
from tests.server.support import House, Someone, pair


def away(running: House, days: float, **more: Any) -> tuple[Someone, Someone, str]:
    """Anna has planned; Ben has to, and has not come for some days."""
    anna, ben, match = pair(running, **more)
    anna.socket(match).act({"type": "Plan", "stance": 2})
    moved = time.time() - days * 86400
    running.club.lives[match].row.moved = moved
    query = update(matches).where(matches.c.id == match).values(moved=moved)
    running.club.database.write_now(lambda c: c.execute(query))
    return anna, ben, match


def ask(who: Someone, match: str, what: str, seat: str = "red", of: str = "blue") -> Any:
    return who.http.post(f"/api/matches/{match}/absent", json={"seat": seat, "of": of, "what": what})


def test_nobody_can_be_hurried(club: House) -> None:
    anna, _, match = away(club, 13.9)
    assert anna.get(f"/api/matches/{match}")["absent"] == []
    for what in ("claim", "end", "computer"):
        refused = ask(anna, match, what)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_absent")
        assert "14 days" in refused.json()["reason"]


def test_who_has_waited_may_claim_the_match(either: House) -> None:
    anna, _, match = away(either, 15)
    assert anna.get(f"/api/matches/{match}")["absent"] == ["blue"]
    info = ask(anna, match, "claim").json()
    assert info["status"] == "over"
    assert info["result"]["winners"] == ["red"]
    assert "away for 15 days" in info["result"]["reason"]


def test_or_end_it_without_a_winner(club: House) -> None:
    anna, _, match = away(club, 15)
    info = ask(anna, match, "end").json()
    assert (info["status"], info["result"]["winners"]) == ("over", [])


def test_or_let_the_computer_play(club: House) -> None:
    anna, ben, match = away(club, 15)
    line = anna.socket(match, seat="red")
    info = ask(anna, match, "computer").json()
    blue = next(each for each in info["seats"] if each["id"] == "blue")
    assert blue["who"] == "computer"
    line.wait(lambda s: s["deciders"] == ["red"])
    assert ben.socket(match).state["seat"] == "observer" if info["public"] else True
    acts = [each["detail"] for each in anna.get(f"/api/matches/{match}/audit")]
    assert "blue: absent to computer" in acts


def test_only_those_who_wait_may_and_only_where_no_clock_says_what_follows(club: House) -> None:
    anna, ben, match = away(club, 15)
    assert ask(ben, match, "claim", "blue", "red").status_code == 409, "it is not Anna who is away"
    assert ask(club.person("Carl"), match, "claim").status_code in (403, 404)
    assert ask(anna, match, "claim", "red", "nobody").status_code == 400
    timed, _, other = away(club, 15, clock={"kind": "days", "days": 60})
    assert ask(timed, other, "claim").status_code == 409
    alone = club.person("Dora")
    mine = alone.match()["id"]
    club.club.lives[mine].row.moved = 0.0
    assert alone.get(f"/api/matches/{mine}")["absent"] == []


def test_who_has_to_decide_as_well_cannot_claim(club: House) -> None:
    """Both have stayed away: who comes first has not won."""
    anna, _, match = away(club, 15)
    line = anna.socket(match, seat="red")
    assert line.undo()["t"] == "done"
    club.club.lives[match].row.moved = time.time() - 15 * 86400
    assert "blue" in anna.get(f"/api/matches/{match}")["absent"]
    refused = ask(anna, match, "claim")
    assert refused.status_code == 400
    assert "decide too" in refused.json()["reason"]
    assert ask(anna, match, "end").json()["status"] == "over"
