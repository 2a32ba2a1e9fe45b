"""Real dice: rolls are typed in, by Control or by the one person who has all seats."""

from __future__ import annotations

import json
from typing import Any

from hexfront.match import verify
from hexfront.server.match.record import ROLL
from tests.server.support import House, Line
from tests.support.toy import GAME


def rolled(line: Line, *words: str) -> dict[str, Any]:
    return line.act({"type": ROLL, "words": list(words)})


def to_the_roll(line: Line) -> None:
    """Both plan; then chits have to be drawn."""
    for seat in ("red", "blue"):
        line.send(t="sit", seat=seat)
        line.until("state")
        line.act({"type": "Plan", "stance": 1})
    line.send(t="sit", seat="red")
    line.until("state")


def test_one_person_at_a_table_rolls(either: House) -> None:
    anna = either.person("Anna")
    made = anna.match(dice="physical")
    assert made["commitment"] == ""
    line = anna.socket(made["id"], seat="red")
    to_the_roll(line)
    assert line.state["deciders"] == ["red"]
    assert "enter the result" in line.state["prompt"]["text"]
    assert [each["do"]["words"] for each in line.legal] == [["1"], ["2"], ["3"], ["4"]]
    refused = rolled(line, "9")
    assert (refused["t"], refused["code"]) == ("refused", "illegal")
    assert "one of 1, 2, 3, 4" in refused["reason"]
    for nonsense in ({"type": ROLL}, {"type": ROLL, "words": []}, {"type": ROLL, "words": [3]},
                     {"type": ROLL, "words": ["1"], "more": 1}, {"type": ROLL, "words": ["x" * 100]}):  # fmt: skip
        assert line.act(nonsense)["t"] == "error"
    assert rolled(line, "3")["t"] == "done"
    assert "red draws 3" in json.dumps(line.state["lines"])
    assert line.undo()["code"] == "cannot"
    assert rolled(line, "4")["t"] == "done"
    assert line.state["deciders"] == ["red"]
    assert rolled(line, "1")["code"] == "stale", "nothing is to be rolled now"
    # It is all there when the match is read anew, here from the rows.
    before = line.state["view"]
    either.club.lives.pop(made["id"]).close()
    assert anna.socket(made["id"], seat="red").state["view"] == before
    dice = anna.get(f"/api/matches/{made['id']}/dice")
    assert (dice["commitment"], dice["seed"]) == ("", "")
    found = verify(anna.http.get(f"/api/matches/{made['id']}/export").content, GAME)
    assert found.ok
    assert (found.dice, found.rolls, found.rolls_derived) == ("physical", 2, 0)


def test_real_dice_need_someone_who_may_see_every_roll(club: House) -> None:
    anna = club.person("Anna")
    for who in ("link", "open", "computer"):
        refused = anna.refused(
            "POST", "/api/matches", game="toy", dice="physical", seats={"blue": {"who": who}}
        )
        assert "Real dice need" in refused["reason"]
    made = anna.match(dice="physical")
    assert "Real dice" in anna.refused("POST", f"/api/matches/{made['id']}/seats/blue", who="link")["reason"]
    refused = anna.refused(
        "POST", "/api/matches", game="last_war", options={"umpire": True}, dice="physical",
        seats={"allies": {"who": "link"}, "control": {"who": "none"}},
    )  # fmt: skip
    assert "Real dice need" in refused["reason"]


def test_control_rolls_for_the_teams(either: House) -> None:
    """The Last War by its umpire's dice, up to the first roll and past it."""
    anna, ben, uma = either.person("Anna"), either.person("Ben"), either.person("Uma")
    made = anna.match(
        "last_war", scenario="kursk", options={"umpire": True}, dice="physical", public=True,
        seats={"allies": {"who": "open"}, "control": {"who": "open"}},
    )  # fmt: skip
    for person, seat in ((ben, "allies"), (uma, "control")):
        person.post(f"/api/matches/{made['id']}/join", seat=seat)
    lines = {
        seat: who.socket(made["id"], seat=seat)
        for who, seat in ((anna, "axis"), (ben, "allies"), (uma, "control"))
    }
    u = lines["control"]
    for _ in range(80):
        for line in lines.values():
            line.settle()
        if u.legal and u.legal[0]["do"]["type"] == ROLL:
            break
        if u.state["deciders"] == ["control"]:
            assert u.act(next(each["do"] for each in u.legal if each["do"]["type"] == "Done"))["t"] == "done"
            continue
        line = next(lines[seat] for seat in ("axis", "allies") if lines[seat].legal)
        ends = [each for each in line.legal if each["option"].get("ends")]
        line.act((ends or line.legal)[-1]["do"])
    assert u.state["deciders"] == ["control"]
    assert lines["axis"].legal == []
    assert lines["axis"].act(u.legal[0]["do"])["code"] == "stale"
    assert u.act(u.legal[-1]["do"])["t"] == "done"
    told = [
        (e["what"], e["detail"]) for e in anna.get(f"/api/matches/{made['id']}/audit") if e["name"] == "Uma"
    ]
    assert any(what == "roll" for what, _ in told)
