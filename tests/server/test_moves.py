"""A move of several steps is one message, one write and one broadcast; the log and undo know it step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfront.server.match.record import Record
from hexfront.server.store.database import Database
from tests.server.support import House
from tests.server.test_questions import marching


def march(to: int) -> dict[str, Any]:
    return {"type": "March", "runner": 1, "to": to}


def where(line: Any) -> str:
    return str(next(piece for piece in line.state["view"]["pieces"] if piece["id"] == "1")["at"])


def changes(heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in heard if each["t"] == "change" and each["from"] != each["version"]]


@pytest.fixture
def writes(club: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with each transaction on the server's database."""
    found: list[int] = []
    write = Database.write

    async def counted(self: Database, work: Callable[[Any], Any], *, aside: bool = False) -> Any:
        found.append(1)
        return await write(self, work, aside=aside)

    monkeypatch.setattr(Database, "write", counted)
    return found


def test_a_move_of_three_steps_goes_out_once_and_is_written_once(club: House, writes: list[int]) -> None:
    _, _, match, a, b = marching(club)
    b.settle()
    version, steps, lines = a.version, a.state["of"], len(b.state["lines"])
    a.heard.clear()
    b.heard.clear()
    writes.clear()
    assert a.play(march(2), march(3), march(4)) == {"t": "done", "ref": "m", "version": version + 3}
    b.settle()
    assert len(writes) == 1
    assert len(changes(a.heard)) == len(changes(b.heard)) == 1
    assert [line["text"] for line in b.state["lines"][lines:]] == [f"runner 1 to {n}" for n in (2, 3, 4)]
    assert [line["version"] - version for line in a.state["lines"][lines:]] == [1, 2, 3]
    assert a.state["of"] == steps + 3
    assert where(a) == where(b) == "4"
    record = club.club.lives[match].record
    assert record is not None
    rows = record.rows[-3:]
    assert [len(row.body) for row in rows] == [1, 1, 1]


def test_undo_takes_such_a_move_back_step_by_step(club: House) -> None:
    _, _, _, a, b = marching(club)
    a.play(march(2), march(3), march(4))
    for at in ("3", "2", "1"):
        assert a.undo()["t"] == "done"
        assert where(a) == at
    assert a.redo()["t"] == "done"
    b.settle()
    assert where(a) == where(b) == "2"


def test_a_move_ends_where_it_is_refused_and_what_was_done_stays(club: House) -> None:
    _, _, _, a, b = marching(club)
    version = a.version
    refused = a.play(march(2), march(5), march(3))
    assert refused["t"] == "refused" and refused["rule"] == "3.1" and refused["version"] == version + 1
    b.settle()
    assert where(a) == where(b) == "2"
    assert a.play(march(7))["code"] == "illegal"
    assert a.version == version + 1


def test_a_move_ends_at_a_reveal(club: House) -> None:
    _, _, _, a, _ = marching(club)
    done = a.play(march(2), {"type": "Spy"}, march(3))
    assert done["t"] == "done" and done["left"] == 1
    assert where(a) == "2"
    assert a.undo()["t"] == "refused"


def test_a_move_for_another_moment_is_stale_and_an_empty_one_is_none(club: House) -> None:
    _, _, _, a, b = marching(club)
    before = a.version
    a.act(march(2))
    a.send(t="play", version=before, plan=[march(3)], ref="m")
    assert a.until("done", "refused")["code"] == "stale"
    a.send(t="play", version=a.version, plan=[], ref="m")
    assert a.until("done", "refused", "error")["code"] == "bad_request"
    assert b.play(march(3))["code"] in ("stale", "illegal")


@pytest.mark.parametrize("several", [False, True], ids=["an action", "a move"])
def test_a_fault_after_an_action_leaves_the_match_as_it_is_on_disk(
    club: House, monkeypatch: pytest.MonkeyPatch, several: bool
) -> None:
    """The game has moved then, and nobody has written it down: the next row would not follow on the last."""
    anna = club.person("Anna")
    match = anna.match()["id"]
    line = anna.socket(match, seat="red")
    before, do = line.state["view"], {"type": "Plan", "stance": 1}
    with monkeypatch.context() as patch:
        patch.setattr(Record, "_fresh", lambda self, seat, before: 1 // 0)
        answer = line.play(do) if several else line.act(do)
    assert (answer["t"], answer["code"]) == ("error", "fault")
    line.send(t="sync")
    line.until("state")
    assert line.state["view"] == before, "nothing has happened"
    assert line.act(do)["t"] == "done"
    after = line.state["view"]
    club.club.lives.pop(match).close()
    assert anna.socket(match, seat="red").state["view"] == after


def test_a_move_is_read_back_as_it_was_written(club: House) -> None:
    anna, _, match, a, _ = marching(club)
    a.play(march(2), march(3), march(4))
    shown = (a.version, a.state["lines"], a.state["view"])
    a.close()
    club.club.forget(match)
    again = anna.socket(match)
    assert (again.version, again.state["lines"], again.state["view"]) == shown
    assert again.undo()["t"] == "done"
    assert where(again) == "3"
