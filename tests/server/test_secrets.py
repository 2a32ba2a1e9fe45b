"""Secrets: nothing that goes to a seat depends on what it may not know."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.kernel import CONTROL, OBSERVER, Game, SeededSource
from hexfront.match import Match, verify
from hexfront.server.match import questions
from hexfront.server.match.aside import Aside
from hexfront.server.match.old import lines_of
from hexfront.server.match.record import Record
from hexfront.server.match.window import show
from hexfront.server.store import queries
from hexfront.server.store.rows import Row
from hexfront.server.wire.refusals import Refusal
from tests.server.silent import GAME as SILENT_GAME
from tests.server.silent import Put
from tests.server.support import TOY, House, house, pair

SILENT = "tests.server.silent"


class Quiet:
    """As much of a live match as showing it needs."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.clocks = self
        self.row = self
        self.analysis = False
        self.can_draw = True
        self.status = "running"
        self.broken = ""
        self.seat_names: dict[str, str] = {}

    def ready(self) -> Record:
        return self.record

    def states(self, now: float) -> dict[str, Any]:
        return {}

    def seat(self, name: str) -> None:
        return None


def games() -> list[Game[Any]]:
    from hexfront import games as offered

    found = [offered.get(name) for name in offered.names()]
    return [*found, offered.get(TOY), offered.get(SILENT)]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_a_seat_is_sent_is_the_same_in_every_world_it_cannot_tell_apart(game: Game[Any]) -> None:
    choose = random.Random(5)
    record = Record(Match.new(game))
    record.accept(record.begin(time.time()))
    checked = 0
    until = time.monotonic() + 3
    for n in range(400):
        if record.is_over or (checked >= 3 and time.monotonic() > until):
            break
        seat = choose.choice(record.deciders)
        record.accept(record.act(seat, choose.choice(record.match.legal(seat)), time.time()))
        if n % 8:
            continue
        for viewer in (*record.match.seats, OBSERVER):
            if viewer == CONTROL:
                continue
            truth = record.match.state
            sent = [told_to(record, viewer)]
            for world in range(2):
                record.match.state = game.resample(
                    truth.clone(), viewer, SeededSource(f"{n}/{viewer}/{world}")
                )
                record._views, record._overlays = {}, None
                sent.append(told_to(record, viewer))
            record.match.state = truth
            record._views, record._overlays = {}, None
            assert sent[0] == sent[1] == sent[2]
            checked += 1
    assert checked >= 3


def told_to(record: Record, viewer: str) -> bytes:
    """A whole state message's contents for a viewer."""
    return msgspec.json.encode(show(Quiet(record), record, viewer))  # type: ignore[arg-type]


async def ask_all(live: Any, record: Record, seat: str) -> None:
    live.lock, live.house = asyncio.Lock(), Quiet(record)
    live.house.aside = Aside()
    await questions.reach(live, "", seat, "1")
    await questions.preview(live, "", seat, [msgspec.to_builtins(record.match.legal(seat)[0])])
    await questions.why(live, "", seat, "1", "0101")
    await live.house.aside.close()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_questions_are_answered_from_a_world_drawn_afresh(game: Game[Any]) -> None:
    """Reach, preview and why see a resampled state: the true one is never handed to them."""
    record = Record(Match.new(game))
    record.accept(record.begin(time.time()))
    seat = record.deciders[0]
    seen: list[Any] = []
    original = game.resample

    def resample(s: Any, viewer: str, source: SeededSource) -> Any:
        seen.append(viewer)
        return original(s, viewer, source)

    vars(game)["resample"] = resample
    try:
        asyncio.run(ask_all(Quiet(record), record, seat))
    finally:
        del vars(game)["resample"]
    assert seen == [seat] if game.has_secrets else not seen


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("silent"), games=(TOY, SILENT)) as running:
        yield running


def test_nobody_can_count_anothers_secret_clicks(silent: House) -> None:
    anna, ben, carl = silent.person("Anna"), silent.person("Ben"), silent.person("Carl")
    made = anna.match("silent", seats={"right": {"who": "open"}}, public=True)
    ben.post(f"/api/matches/{made['id']}/join", seat="right")
    a, b, c = anna.socket(made["id"]), ben.socket(made["id"]), carl.socket(made["id"])
    c.settle()
    b.settle()
    before, version = dict(b.state), b.version
    for _ in range(5):
        a.act({"type": "Put"})
    a.undo()
    for other in (b, c):
        assert other.settle() == []
    fresh = ben.socket(made["id"])
    assert fresh.version == version
    assert fresh.state["of"] == before["of"]
    assert fresh.state["lines"] == []
    assert b.act({"type": "Put"}, version)["t"] == "done"
    assert b.version == version + 1
    assert a.settle() == [] or a.version == 7
    a.act({"type": "Ready"})
    b.settle()
    assert b.state["deciders"] == ["right"]
    assert b.act({"type": "Ready"})["t"] == "done"
    assert b.state["view"]["extra"]["stones"] == [4, 1]
    assert b.state["result"]["winners"] == ["left"]


PUT, READY = {"type": "Put"}, {"type": "Ready"}


def test_undo_and_redo_do_not_tell_that_another_has_acted_in_secret(silent: House) -> None:
    """The last step is not one's own then; what is taken back is one's own last one, beneath it."""
    anna, ben = silent.person("Anna"), silent.person("Ben")
    match = anna.match("silent", seats={"right": {"who": "open"}}, public=True)["id"]
    ben.post(f"/api/matches/{match}/join", seat="right")
    a, b = anna.socket(match), ben.socket(match)
    for line, times in ((b, 2), (a, 3)):
        for _ in range(times):
            assert line.act(PUT)["t"] == "done"
    assert b.settle() == []
    assert b.undo()["t"] == "done"
    assert b.state["view"]["extra"]["stones"] == ["?", 1]
    assert [line["text"] for line in b.state["lines"]] == ["right puts a stone"]
    assert b.state["can"]["undo"] and b.state["can"]["redo"]
    assert a.settle() == [], "and nobody hears of it"
    assert a.act(PUT)["t"] == "done"
    assert b.redo()["t"] == "done", "what one has undone can be done again whatever others have done since"
    assert b.undo()["t"] == b.undo()["t"] == "done"
    assert b.undo()["code"] == "cannot", "there is no step left"
    assert a.undo()["t"] == "done"
    before = a.state["view"], a.state["lines"], b.state["view"], b.state["lines"]
    silent.club.lives.pop(match).close()
    a, b = anna.socket(match), ben.socket(match)
    assert (a.state["view"], a.state["lines"], b.state["view"], b.state["lines"]) == before
    assert a.act(READY)["t"] == b.act(READY)["t"] == "done"
    a.settle()
    assert a.state["view"]["extra"]["stones"] == [3, 0]
    report = anna.http.get(f"/api/matches/{match}/report", params={"seat": "left"}).text
    assert report.count("left puts a stone") == 3
    assert verify(anna.http.get(f"/api/matches/{match}/export").content, SILENT_GAME).ok


def test_what_comes_back_to_a_seat_does_not_depend_on_what_others_do_in_secret() -> None:
    """Two matches in which one seat does the same, while the other does nothing in the first and a lot in the second."""
    for seed in range(30):
        choose = random.Random(seed)
        quiet, busy = (Record(Match.new(SILENT_GAME)) for _ in range(2))
        for record in (quiet, busy):
            record.accept(record.begin(time.time()))
        for _ in range(40):
            for _ in range(choose.randrange(3)):
                tried(busy, "left", choose.choice(["act", "act", "undo", "redo"]))
            what = choose.choice(["act", "undo", "redo"])
            assert tried(quiet, "right", what) == tried(busy, "right", what)
            assert told_to(quiet, "right") == told_to(busy, "right")
        rows = msgspec.convert(msgspec.json.decode(msgspec.json.encode(busy.rows)), list[Row])
        opening = Match.new(SILENT_GAME, seed=busy.match.seed).to_json()
        again = Record.load(SILENT_GAME, opening, rows)
        assert again.seen == busy.seen and again.stack == busy.stack
        assert again.match.head == busy.match.head
        assert lines_of(rows, "right") == [
            msgspec.structs.replace(line, version=0) for line in busy.seen["right"].lines
        ]


def tried(record: Record, seat: str, what: str) -> bool:
    """Do something and say whether it could be done."""
    try:
        now = time.time()
        record.accept(record.act(seat, Put(), now) if what == "act" else getattr(record, what)(seat, now))
    except Refusal:
        return False
    return True


def test_a_step_that_is_taken_back_beneath_others_is_gone_from_the_log_of_who_sees_both() -> None:
    """Control sees every step; its lines and the places of its history move up."""
    record = Record(Match.new(SILENT_GAME))
    record.accept(record.begin(time.time()))
    for seat in ("right", "left", "left"):
        record.accept(record.act(seat, Put(), time.time()))
    kept = msgspec.json.encode(record.snapshot())
    record.accept(record.undo("right", time.time()))
    seen = record.seen[CONTROL]
    assert [(line.n, line.text) for line in seen.lines] == [
        (1, "left puts a stone"),
        (2, "left puts a stone"),
    ]
    assert [step.entries for step in seen.steps] == [1, 2]
    rows = msgspec.convert(msgspec.json.decode(msgspec.json.encode(record.rows)), list[Row])
    opening = Match.new(SILENT_GAME, seed=record.match.seed).to_json()
    for snapshot in (kept, msgspec.json.encode(record.snapshot())):
        loaded = Record.load(SILENT_GAME, opening, rows, snapshot)
        assert loaded.match.state.stones == [2, 0]
        assert loaded.match.head == record.match.head and loaded.seen == record.seen


def test_traffic_of_the_toy_game_holds_no_secret(club: House) -> None:
    """Everything Ben can get while Anna has planned and drawn: the plan before the reveal, the chit for ever."""
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    a.act({"type": "Plan", "stance": 2})
    b.settle()
    got = [json.dumps(b.heard)]
    for path in ("", "/history", "/history/1", "/digest", "/export", "/report", "/dice", "/chat", "/audit"):
        query = {"seat": "blue"} if path not in ("", "/dice", "/chat", "/audit") else {}
        got.append(ben.http.get(f"/api/matches/{match}{path}", params=query).text)
    fork = ben.post(f"/api/matches/{match}/fork", seat="blue")
    assert fork["analysis"]
    text = "\n".join(got)
    assert "plans 2" not in text
    assert '"stance":2' not in text.replace(" ", "").replace('{"type":"Plan","stance":2}', "")
    b.act({"type": "Plan", "stance": 0})
    a.settle()
    chit = a.state["view"]["boxes"][0]["text"]
    b.settle()
    assert f"red draws {chit}" in json.dumps(a.heard)
    assert "red draws" not in json.dumps(b.heard)
    assert b.state["view"]["boxes"][0]["text"] == "?"
    seed = club.club.lives[match].record.match.seed.hex()  # type: ignore[union-attr]
    everything = json.dumps(b.heard) + text + ben.http.get(f"/api/matches/{match}/dice").text
    assert seed not in everything


def test_control_sees_everything_and_acts_of_control_are_in_the_audit(tmp_path: Path) -> None:
    with house(tmp_path, games=("tests.server.umpired",), computers=0) as running:
        anna, ben, umpire = running.person("Anna"), running.person("Ben"), running.person("Umpire")
        made = anna.match(
            "umpired", seats={"right": {"who": "open"}, "control": {"who": "open"}}, public=True
        )
        ben.post(f"/api/matches/{made['id']}/join", seat="right")
        umpire.post(f"/api/matches/{made['id']}/join", seat="control")
        a, u = anna.socket(made["id"]), umpire.socket(made["id"])
        assert u.state["seat"] == "control"
        a.act({"type": "Put"})
        u.settle()
        assert u.state["view"]["extra"]["stones"] == [1, 0]
        assert "left puts a stone" in json.dumps(u.state["lines"])
        assert umpire.http.delete(f"/api/matches/{made['id']}").status_code == 204
        acts = running.club.database.read_now(lambda c: queries.acts(c, ""))
        assert [(act.what, act.name) for act in acts] == [
            ("create", "Anna"), ("sit", "Umpire"), ("look", "Umpire"), ("delete", "Umpire"),
        ]  # fmt: skip
