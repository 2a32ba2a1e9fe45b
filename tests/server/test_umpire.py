"""The Last War with a person in Control's seat: rulings, notes, undo and going back, all in the audit; teams' secrets."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from hexfront.server.store import queries
from tests.server.support import House, Line, Someone, invitation, pair


class Table:
    """Two teams and their umpire, each at a browser of their own."""

    def __init__(self, running: House) -> None:
        self.house = running
        self.axis, self.allies, self.umpire = (running.person(name) for name in ("Anna", "Ben", "Uma"))
        self.made = self.axis.match(
            "last_war", scenario="kursk", options={"umpire": True}, public=True,
            seats={"axis": {"who": "me"}, "allies": {"who": "link"}, "control": {"who": "link"}},
        )  # fmt: skip
        self.match: str = self.made["id"]
        self.allies.post("/api/join", token=invitation(self.made, "allies"))
        self.umpire.post("/api/join", token=invitation(self.made, "control"))
        self.a, self.b = self.axis.socket(self.match), self.allies.socket(self.match)
        self.u = self.umpire.socket(self.match)

    def audit(self, who: Someone) -> list[tuple[str, str, str]]:
        found = who.get(f"/api/matches/{self.match}/audit")
        return [(each["name"], each["what"], each["detail"]) for each in found]


@pytest.fixture
def table(either: House) -> Table:
    return Table(either)


def offered(line: Line, kind: str) -> list[dict[str, Any]]:
    return [each["do"] for each in line.legal if each["do"]["type"] == kind]


def words(line: Line) -> str:
    return json.dumps(line.state["lines"])


def last_is_of_control(before: int, state: dict[str, Any]) -> bool:
    return len(state["lines"]) > before and "Control" in state["lines"][-1]["text"]


def of_umpire(told: list[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """What the umpire did, and of what kind."""
    kinds = [(what, detail.rpartition(": ")[2]) for name, what, detail in told if name == "Uma"]
    return [(what, "" if what == "sit" else kind) for what, kind in kinds]


def test_control_rules_and_annotates(table: Table) -> None:
    u, a, b = table.u, table.a, table.b
    assert u.state["seat"] == "control"
    for kind in ("Grant", "Annotate"):
        before = len(a.state["lines"])
        assert u.act(offered(u, kind)[0])["t"] == "done"
        for line in (a, b, u):
            line.wait(partial(last_is_of_control, before))
        # What Control has said was heard: it is not unsaid by undo, but by going back (below).
        assert u.undo()["code"] == "cannot"
    told = table.audit(table.allies)
    assert of_umpire(told) == [("sit", ""), ("look", ""), ("act", "Grant"), ("act", "Annotate")]
    assert ("Uma", "sit", "control") in told
    assert of_umpire(table.audit(table.umpire)) == of_umpire(told)
    stranger = Someone(table.axis.url, "Eve")
    assert stranger.refused("GET", f"/api/matches/{table.match}/audit")["code"] == "not_allowed"


def test_the_audit_does_not_count_what_a_team_does_in_secret(table: Table) -> None:
    """Which row Control's act was tells how many there were before it, those of the other team's orders too."""
    assert table.u.act(offered(table.u, "Annotate")[0])["t"] == "done"
    before = len(table.b.state["lines"])
    table.b.act(table.b.legal[0]["do"])
    assert table.u.act(offered(table.u, "Annotate")[0])["t"] == "done"
    assert len(table.b.state["lines"]) >= before
    acts = [detail for _, what, detail in table.audit(table.axis) if what == "act"]
    assert acts == ["Annotate", "Annotate"]
    acts = [detail for _, what, detail in table.audit(table.umpire) if what == "act"]
    assert all(detail.startswith("row ") for detail in acts), "Control knows all rows"


def test_control_does_not_hide_an_act_behind_looks(table: Table) -> None:
    """The audit shows its latest entries, and to look again and again is one of them."""
    for _ in range(5):
        table.umpire.socket(table.match)
    assert table.u.act(offered(table.u, "Annotate")[0])["t"] == "done"
    assert of_umpire(table.audit(table.axis)) == [("sit", ""), ("look", ""), ("act", "Annotate")]

    def crowd(c: Any) -> None:
        for n in range(1_001):
            queries.note_act(c, table.match, "x", "Other", "clock", f"{n} s")

    table.house.club.database.write_now(crowd)
    assert table.u.act(offered(table.u, "Annotate")[0])["t"] == "done"
    assert table.audit(table.axis)[-1] == ("Uma", "act", "Annotate")


def test_whatever_control_does_is_audited_with_its_row(either: House) -> None:
    """Undo and redo too, in a game whose Control can; the line and the row are written together or not at all."""
    anna, _, match = pair(either)
    line = anna.socket(match)
    either.club.lives[match].controls = {"red"}
    line.act({"type": "Plan", "stance": 1})
    line.undo()
    line.redo()
    assert line.act({"type": "Plan", "stance": 9})["t"] == "refused"
    anna.post(f"/api/matches/{match}/resign", seat="red")
    told = anna.get(f"/api/matches/{match}/audit")
    acts = [(each["name"], each["what"], each["detail"]) for each in told if each["what"] != "create"]
    assert acts == [
        ("Anna", "act", "row 1: Plan"),
        ("Anna", "undo", "row 2"),
        ("Anna", "redo", "row 3: Plan"),
        ("Anna", "resign", "row 4"),
    ]


def test_only_control_rules(table: Table) -> None:
    grant, note = offered(table.u, "Grant")[0], offered(table.u, "Annotate")[0]
    for do in (grant, note):
        refused = table.b.act(do)
        assert (refused["t"], refused["code"]) == ("refused", "illegal")
        assert refused["rule"]
    assert not offered(table.b, "Grant")
    thief = Someone(table.axis.url, "Thief").socket(table.match)
    assert thief.act(grant, version=1)["code"] == "not_your_seat"
    thief.send(t="sit", seat="control")
    assert thief.until("error")["code"] == "not_your_seat"
    assert of_umpire(table.audit(table.axis)) == [("sit", ""), ("look", "")]


def test_teams_hide_from_each_other_and_not_from_control(table: Table) -> None:
    """What a team does in secret reaches Control at once and the other team not at all, in no field and no count."""
    acting, other, u = table.b, table.a, table.u
    watcher = Someone(table.axis.url, "Watcher").socket(table.match)
    for line in (other, watcher, u):
        line.settle()
    before, known = other.version, u.version
    done = 0
    while done < 3 and (open_ := [each["do"] for each in acting.legal if not each["option"].get("ends")]):
        assert acting.act(open_[0])["t"] == "done"
        done += 1
    assert done
    for line in (other, watcher):
        news = [m for m in line.settle() if m["t"] in ("state", "change", "clocks", "info")]
        assert not news, "the other team hears nothing, not even that something was clicked"
    assert other.version == before
    u.settle()
    assert u.version == known + done, "Control sees it at once"
    assert u.state["view"] != other.state["view"]
    for path in ("history", "digest", "export", "report?format=json"):
        sep = "&" if "?" in path else "?"
        text = table.axis.http.get(f"/api/matches/{table.match}/{path}{sep}seat=axis").text
        for line in acting.state["lines"][len(other.state["lines"]) :]:
            assert line["text"] not in text


def test_control_goes_back_to_a_kept_position(table: Table) -> None:
    """Play on until the game has kept a position, then Control restores it; everyone is asked anew."""
    lines = {"axis": table.a, "allies": table.b, "control": table.u}
    for _ in range(60):
        for line in lines.values():
            line.settle()
        if table.u.state["deciders"] == ["control"]:  # the combats are over, Control looks the map over
            break
        seat = next(s for s in ("axis", "allies") if lines[s].legal)
        line = lines[seat]
        ends = [each for each in line.legal if each["option"].get("ends")]
        line.act((ends or line.legal)[0]["do"])
    else:
        pytest.fail("Control was not asked")
    assert offered(table.u, "MoveLine")
    # An answer to what is no more asked is refused.
    asked = {seat: (line.version, [each["do"] for each in line.legal]) for seat, line in lines.items()}
    assert table.u.act(offered(table.u, "Restore")[0])["t"] == "done"
    for line in (table.a, table.b):
        line.wait(lambda s: "goes back to" in json.dumps(s["lines"]))
    for seat in ("axis", "allies"):
        version, actions = asked[seat]
        if actions:
            assert lines[seat].act(actions[0], version)["code"] == "stale"
    assert of_umpire(table.audit(table.axis))[-1] == ("act", "Restore")
