"""Why the computer did what it did: kept with every action, told when the match is over, or at once if that was agreed."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hexfront import games
from hexfront.kernel import OBSERVER
from hexfront.match import Match, verify
from hexfront.players import GeneralPlayer
from hexfront.server.computer import worker_process
from hexfront.server.computer.turns import Turns
from hexfront.server.computer.worker_process import WORDS, Task, Thinker, Told, reason
from hexfront.server.match.record import Record
from hexfront.server.store.rows import Row
from hexfront.server.wire.refusals import stale
from tests.server.support import House, Line, Someone, house
from tests.server.test_record import same
from tests.support import toy

REASON = "it is time for Plans. Then a second thought"


@pytest.fixture(scope="module")
def candid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    players = ("candid=tests.server.slow_player:CandidPlayer",)
    with house(tmp_path_factory.mktemp("candid"), players=players) as running:
        yield running


def against(running: House, level: str = "candid", **more: Any) -> tuple[Someone, Line]:
    anna = running.person("Anna")
    made = anna.match("toy", seats={"blue": {"who": "computer", "level": level}}, **more)
    return anna, anna.socket(made["id"])


def play(line: Line, turns: int = 300) -> None:
    for _ in range(turns):
        line.wait(lambda s: s["legal"] or s["result"])
        if line.state["result"]:
            return
        line.act(line.legal[0]["do"])


def whys(lines: list[dict[str, Any]]) -> list[str]:
    return [line["why"] for line in lines if "why" in line]


def test_reasons_are_told_when_the_match_is_over(candid: House) -> None:
    anna, line = against(candid, public=True)
    watcher = candid.person("Carl").socket(line.match)
    live = candid.club.lives[line.match]
    while not any(each["seat"] == "blue" for each in line.state["lines"] if "seat" in each):
        line.wait(lambda s: s["legal"])
        line.act()
        line.settle()
    assert live.record is not None and live.record.match.reasons, "it has given reasons by now"
    late = anna.socket(line.match, since=line.version)
    history = anna.get(f"/api/matches/{line.match}/history")
    assert "a second thought" not in str([line.heard, watcher.heard, history])
    assert "a second thought" not in anna.http.get(f"/api/matches/{line.match}/report").text
    fork = anna.post(f"/api/matches/{line.match}/fork", seat="red")
    assert "a second thought" not in str(anna.socket(fork["id"], seat="red").state)
    anna.post(f"/api/matches/{line.match}/resign", seat="red")
    for each in (line, watcher, late):
        each.wait(lambda s: s["result"] and whys(s["lines"]))
        found = whys(each.state["lines"])
        assert found[0].startswith(REASON)
        told = next(each for each in each.state["lines"] if "why" in each)
        assert told["seat"] == "blue"
    again = anna.socket(line.match, since=line.version)
    assert whys(again.state["lines"]) == whys(line.state["lines"]), "to who was away when it ended, too"
    past = line.ask("step", n=line.state["of"])["state"]
    assert whys(past["lines"]) == whys(line.state["lines"])
    assert f"Why: {REASON}" in anna.http.get(f"/api/matches/{line.match}/report").text
    board = anna.post(f"/api/matches/{line.match}/fork", seat="red")
    assert whys(anna.socket(board["id"], seat="red").state["lines"])


def test_reasons_survive_export_import_and_a_new_start(candid: House) -> None:
    anna, line = against(candid)
    play(line)
    line.settle()
    before = whys(line.state["lines"])
    assert before
    data = anna.http.get(f"/api/matches/{line.match}/export").content
    assert verify(data, toy.GAME).ok
    saved = Match.from_json(data, toy.GAME)
    assert next(iter(saved.reasons.values())) == REASON
    reply = anna.http.post("/api/matches/import", content=data, headers={"Content-Type": "application/json"})
    assert reply.status_code < 300, reply.text
    brought = anna.socket(reply.json()["id"])
    assert whys(brought.state["lines"]) == before
    assert anna.http.get(f"/api/matches/{reply.json()['id']}/export").content == data
    candid.club.lives.pop(line.match).close()
    assert whys(anna.socket(line.match).state["lines"]) == before


def test_who_asked_for_it_is_told_at_once(candid: House) -> None:
    anna, line = against(candid, explains=True)
    assert anna.get(f"/api/matches/{line.match}")["explains"] is True
    line.act()
    line.wait(lambda s: whys(s["lines"]))
    changes = [m for m in line.heard if m["t"] == "change" and whys(m.get("lines", []))]
    assert line.state["status"] == "running"
    assert changes or whys(line.heard[0].get("lines", []))
    anna.post(f"/api/matches/{line.match}/resign", seat="red")
    again = anna.post(f"/api/matches/{line.match}/rematch")
    assert again["explains"] is True
    assert anna.match("toy")["explains"] is False


def test_the_general_says_why(candid: House) -> None:
    anna = candid.person("Anna")
    made = anna.match(
        "skirmish", explains=True, seats={"blue": {"who": "computer", "level": "general", "seconds": 1}}
    )
    line = anna.socket(made["id"], seat="red")
    for _ in range(20):
        line.wait(lambda s: s["legal"] or s["result"] or whys(s["lines"]))
        if whys(line.state["lines"]):
            break
        line.act()
    assert "% over " in whys(line.state["lines"])[0] and "playouts" in whys(line.state["lines"])[0]


@pytest.mark.parametrize("seconds", [0.5, 31, -1, 1e9])
def test_how_long_it_may_think(candid: House, seconds: float) -> None:
    anna = candid.person("Anna")
    seats = {"blue": {"who": "computer", "level": "general", "seconds": seconds}}
    refused = anna.refused("POST", "/api/matches", game="toy", seats=seats)
    assert refused["status"] == 400
    assert refused["reason"].startswith("The computer thinks for 1 to 30 seconds per decision, not ")


def test_how_long_it_may_think_is_kept(candid: House) -> None:
    anna = candid.person("Anna")
    levels = {each["name"]: each for each in anna.get("/api/players")}
    assert [name for name, each in levels.items() if each["timed"]] == ["general", "field-marshal", "candid"]
    assert levels["general"]["seconds"] == 10 and levels["field-marshal"]["seconds"] == 30
    for seconds in (1, 12.5, 30):
        made = anna.match(
            "toy",
            seats={
                "red": {"who": "computer", "level": "general", "seconds": seconds},
                "blue": {"who": "open"},
            },
        )
        chair = next(each for each in anna.get(f"/api/matches/{made['id']}")["seats"] if each["id"] == "red")
        assert chair["seconds"] == seconds
    refused = anna.refused(
        "POST", f"/api/matches/{made['id']}/seats/blue", who="computer", level="field-marshal", seconds=60
    )
    assert "1 to 30 seconds" in refused["reason"]


# --- the record


def reasoned(name: str, seed: int, explains: bool) -> tuple[bytes, Record, list[Row], list[bytes]]:
    """A match played at random with undo and redo, where most actions have reasons."""
    game = games.get(name)
    choose = random.Random(seed)
    opening = Match.new(game).to_json()
    record = Record(Match.from_json(opening, game, trusted=True), explains)
    record.accept(record.begin(time.time()))
    kept = []
    for n in range(70):
        if record.is_over:
            break
        seat = choose.choice(record.deciders)
        if choose.random() < 0.25 and record.can_undo(seat):
            record.accept(record.undo(seat, time.time()))
        else:
            why = f"{seat} {n}" if choose.random() < 0.6 else ""
            record.accept(record.act(seat, choose.choice(record.match.legal(seat)), time.time(), why))
        if n % 10 == 9:
            kept.append(msgspec.json.encode(record.snapshot()))
    rows = msgspec.convert(msgspec.json.decode(msgspec.json.encode(record.rows)), list[Row])
    return opening, record, rows, kept


@pytest.mark.parametrize("name", ["tests.support.toy", "skirmish", "tests.server.silent"])
@pytest.mark.parametrize("explains", [False, True])
def test_reasons_load_the_same_from_rows_and_from_any_snapshot(name: str, explains: bool) -> None:
    game = games.get(name)
    opening, record, rows, kept = reasoned(name, 3, explains)
    assert record.match.reasons
    loads = [Record.load(game, opening, rows, body, explains=explains) for body in (None, *kept)]
    for loaded in loads:
        same(record, loaded)
        assert loaded.match.reasons == record.match.reasons
    seats = {n: entry.seat for n, entry in enumerate(record.match.log)}
    assert all(text.split()[0] == seats[n] for n, text in record.match.reasons.items())
    for viewer, seen in record.seen.items():
        assert record.is_over or explains or not any(line.why for line in seen.lines), viewer


def test_a_reason_waits_for_a_line_of_its_seat() -> None:
    """A click that tells others nothing has its reason beside the next line of that seat, and never another's."""
    game = games.get("tests.server.silent")
    record = Record(Match.new(game), explains=True)
    record.accept(record.begin(0.0))
    put = record.match.legal("left")[0]
    record.accept(record.act("left", put, 1.0, "more is better"))
    record.accept(record.act("right", put, 2.0, "so is this"))
    assert [line.why for line in record.seen["left"].lines] == ["more is better"]
    assert [line.why for line in record.seen["right"].lines] == ["so is this"]
    assert record.seen[OBSERVER].lines == []
    record.accept(record.undo("right", 3.0))
    assert record.match.reasons == {0: "more is better"}
    assert record.seen["right"].whys == [each for each in record.seen["right"].whys if each.seat == "left"]


# --- the thinker


def test_a_player_interrupted_gives_no_reason() -> None:
    class Out:
        def __init__(self) -> None:
            self.told: list[Told] = []

        def write(self, data: bytes) -> None:
            self.told.append(msgspec.json.decode(data, type=Told))

        def flush(self) -> None:
            pass

    class Late:
        reasons = ("of an earlier choice",)

        def choose(self, seat: Any) -> Any:
            thinker.ring()

    out = Out()
    thinker = Thinker(out)
    thinker.player = lambda task: Late()  # type: ignore[method-assign]
    s = toy.GAME.start(toy.GAME.setup())
    raw = msgspec.Raw(toy.GAME.codec.encode(s))
    thinker.think(Task(1, "m", "tests.support.toy", "red", "late", "1", 1.0, raw))
    assert out.told[-1].actions and set(out.told[-1].reasons) == {""}
    assert out.told[-1].last, "nobody knows what was interrupted: the process ends with this"


def test_figures_are_read_in_before_the_alarm_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """An import that was interrupted left a general that failed at every choice until the server was restarted."""
    said: list[str] = []

    class Out:
        def write(self, data: bytes) -> None:
            told = msgspec.json.decode(data, type=Told)
            said.append("begun" if told.begun else "last" if told.last else "told")

        def flush(self) -> None:
            pass

    for name in ("doctrine_for", "searched_doctrine"):
        monkeypatch.setattr(worker_process, name, lambda game, name=name: said.append(name))
    s = toy.GAME.start(toy.GAME.setup())
    raw = msgspec.Raw(toy.GAME.codec.encode(s))
    Thinker(Out()).think(Task(1, "m", "tests.support.toy", "red", "random", "1", 1.0, raw))
    assert said[:3] == ["doctrine_for", "searched_doctrine", "begun"] and "last" not in said


def test_a_reason_is_one_line_of_some_length() -> None:
    class Wordy:
        reasons = ("first\nof all", "x " * WORDS)

    assert reason(Wordy()).startswith("first of all. Then x x")
    assert len(reason(Wordy())) == WORDS
    assert reason(object()) == "" and reason(GeneralPlayer()) == ""


def test_a_choice_that_came_too_late_leaves_its_reason_to_the_next(
    candid: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where both decide at once, a plan is made and its first action comes to nothing: the plan has its reason yet."""
    answers = iter([[("first", "the plan")], [("second", "")], [("third", "")]])
    moved: list[tuple[str, str]] = []
    computers = candid.club.computers

    class Quick:
        task = 0

        async def choose(self, task: Any, progress: Any, begun: Any) -> Any:
            return next(answers)

        def rest(self) -> None:
            pass

        def cancel(self) -> None:
            pass

    class Chair:
        who, level, seconds = "computer", "candid", 1.0

    class Told:
        id, lock, thinking, record = "m", asyncio.Lock(), None, None
        row: Any = None

        async def change(self, move: tuple[str, str]) -> None:
            moved.append(move)
            if move[0] == "first":
                raise stale()

    async def turns() -> None:
        live: Any = Told()
        live.row = type("Row", (), {"host": "anna", "seat": lambda self, name: Chair()})()
        live.record = type("Held", (), {"deciders": ("blue",), "rows": []})()
        for _ in range(3):
            monkeypatch.setattr(computers, "_turns", Turns([Quick()]))
            await computers._turn(live, "blue")

    monkeypatch.setattr(
        computers, "_task", lambda *given: Task(1, "m", "", "", "", "", 1.0, msgspec.Raw(b""))
    )
    monkeypatch.setattr(computers, "_tell", lambda *given: None)
    monkeypatch.setattr(computers, "_move", lambda seat, action, rows, why="": (action, why))
    asyncio.run(turns())
    assert moved == [("first", "the plan"), ("second", "the plan"), ("third", "")]


def test_a_board_without_secrets_does_not_give_reasons_away(
    candid: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing is hidden a fork brings the whole log along; what the enemy has in mind is hidden even there."""
    monkeypatch.setattr(type(toy.GAME), "has_secrets", False)
    anna, line = against(candid)
    while not any(each.get("seat") == "blue" for each in line.state["lines"]):
        line.wait(lambda s: s["legal"])
        line.act()
        line.settle()
    fork = anna.post(f"/api/matches/{line.match}/fork", seat="red")
    board = anna.socket(fork["id"], seat="red")
    assert board.state["lines"] and not whys(board.state["lines"])
    assert "reasons" not in anna.get(f"/api/matches/{fork['id']}/export")
    anna.post(f"/api/matches/{line.match}/resign", seat="red")
    fork = anna.post(f"/api/matches/{line.match}/fork", seat="red")
    assert whys(anna.socket(fork["id"], seat="red").state["lines"])
