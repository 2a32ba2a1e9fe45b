"""Records: rows and snapshots give back the same match, whoever loads it."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, text, update

from hexfront import games
from hexfront.kernel import BadSave, Game, HexfrontError
from hexfront.match import Match
from hexfront.match.steps import replay_entry
from hexfront.server.match import live as live_module
from hexfront.server.match.live import start_of
from hexfront.server.match.record import Record
from hexfront.server.store import queries
from hexfront.server.store.database import Database, database_url
from hexfront.server.store.migrations import MIGRATIONS
from hexfront.server.store.rows import Row
from hexfront.server.store.sql import matches, metadata, snapshots
from tests.server.support import House, Line, house, pair
from tests.server.test_questions import marching
from tests.support import toy


def played(
    game: Game[Any], seed: int, count: int
) -> tuple[bytes, Record, list[Row], list[tuple[int, bytes]]]:
    """A match played at random with undo and redo; its opening, record, rows and snapshots."""
    choose = random.Random(seed)
    opening = Match.new(game).to_json()
    record = Record(Match.from_json(opening, game, trusted=True))
    record.accept(record.begin(time.time()))
    kept = []
    for n in range(count):
        if record.is_over:
            break
        seat = choose.choice(record.deciders)
        if choose.random() < 0.2 and record.can_undo(seat):
            record.accept(record.undo(seat, time.time()))
        elif choose.random() < 0.2 and record.can_redo(seat):
            record.accept(record.redo(seat, time.time()))
        else:
            record.accept(record.act(seat, choose.choice(record.match.legal(seat)), time.time()))
        if n % 10 == 9:
            kept.append((len(record.rows), msgspec.json.encode(record.snapshot())))
    rows = msgspec.convert(msgspec.json.decode(msgspec.json.encode(record.rows)), list[Row])
    return opening, record, rows, kept


def same(one: Record, two: Record) -> None:
    codec = one.game.codec
    assert codec.encode(one.match.state) == codec.encode(two.match.state)
    assert one.match.head == two.match.head
    assert one.stack == two.stack
    assert one.seen == two.seen
    assert one.deciders == two.deciders


@pytest.mark.parametrize("name", ["tests.support.toy", "skirmish"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_match_loads_the_same_from_its_rows_and_from_any_snapshot(name: str, seed: int) -> None:
    game = games.get(name)
    opening, record, rows, kept = played(game, seed, 60)
    same(record, Record.load(game, opening, rows))
    for _, body in kept:
        loaded = Record.load(game, opening, rows, body)
        same(record, loaded)
        for seat in record.match.seats:
            # Nothing before the position that was loaded is played again to find out: see `start_of`.
            known = loaded.match.length > loaded.match.resumed
            assert loaded.can_undo(seat) == (known and record.can_undo(seat))


def test_a_snapshot_spares_playing_the_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    opening, _, rows, kept = played(toy.GAME, 4, 60)
    count, body = kept[-1]
    followed: list[int] = []
    follow = Record.follow

    def counting(self: Record, row: Row) -> None:
        followed.append(row.n)
        follow(self, row)

    monkeypatch.setattr(Record, "follow", counting)
    Record.load(toy.GAME, opening, rows, body)
    assert followed == list(range(count, len(rows)))


def test_a_snapshot_that_does_not_fit_is_left_aside() -> None:
    opening, record, rows, _ = played(toy.GAME, 5, 30)
    for body in (b"{}", b'{"rows": 3, "entries": 99, "state": {}}', b"nonsense", b'{"rows":"x"}'):
        same(record, Record.load(toy.GAME, opening, rows, body))


def test_rows_that_the_rules_do_not_give_are_refused() -> None:
    opening, _, rows, _ = played(toy.GAME, 6, 40)
    changed = next(row for row in rows if row.kind == "act" and len(row.body) > 1)
    changed.body[-1]["roll"] = 7
    with pytest.raises(BadSave, match="rules have changed"):
        Record.load(toy.GAME, opening, rows)


def test_a_match_under_other_rules_says_so_and_harms_nothing(tmp_path: Path) -> None:
    with house(tmp_path, computers=0) as running:
        anna, _, match = pair(running)
        running.club.lives.pop(match).close()
        running.club.database.write_now(
            lambda c: c.execute(update(matches).where(matches.c.id == match).values(rules="0.9"))
        )
        info = anna.get(f"/api/matches/{match}")
        assert info["status"] == "broken"
        assert "under other rules" in info["why"]
        line = Line(anna, match, None)
        line.send(t="hello")
        assert line.until("error")["code"] == "wrong_version"
        assert anna.refused("POST", f"/api/matches/{match}/resign", seat="red")["code"] == "wrong_version"
        assert [m["status"] for m in anna.get("/api/matches")] == ["broken"]
        assert anna.match()["status"] == "running"


def test_snapshots_are_kept_sparingly(tmp_path: Path) -> None:
    with house(tmp_path, snapshot_every=5, computers=0) as running:
        anna = running.person("Anna")
        made = anna.match("toy", scenario="long")
        line = anna.socket(made["id"], seat="red")
        line.act()
        for _ in range(20):
            line.undo()
            line.redo()
        kept = running.club.database.read_now(lambda c: c.execute(select(snapshots.c.n)).scalars().all())
        assert sorted(kept) == [35, 40]
        version, lines, view = line.version, line.state["lines"], line.state["view"]
        line.close()
        running.club.lives.pop(made["id"]).close()
        again = anna.socket(made["id"], seat="red")
        assert (again.version, again.state["lines"], again.state["view"]) == (version, lines, view)
        assert again.state["can"]["undo"]


def test_migrations_make_the_tables_the_program_uses(database: str, tmp_path: Path) -> None:
    from sqlalchemy import inspect

    db = Database(database_url(database, tmp_path))
    assert db.open() == len(MIGRATIONS)
    assert db.open() == 0
    with db._engine.connect() as c:
        found = inspect(c)
        for table in metadata.sorted_tables:
            columns = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
            assert set(columns) == {column.name for column in table.columns}, table.name
            for column in table.columns:
                if not column.primary_key:
                    assert columns[column.name] == column.nullable, (table.name, column.name)
    db.close()


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    db = Database(database_url(str(tmp_path / "x.sqlite"), tmp_path))
    db.open()
    db.write_now(lambda c: c.execute(text("INSERT INTO schema_version VALUES (999, 'from the future')")))
    with pytest.raises(HexfrontError, match="newer Hexfront"):
        db.open()
    db.close()


def test_a_database_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / "bad.sqlite").write_text("this is not a database at all" * 100)
    db = Database(database_url(str(tmp_path / "bad.sqlite"), tmp_path))
    with pytest.raises(HexfrontError, match="cannot be opened"):
        db.open()
    db.close()


def test_idle_matches_leave_memory_and_come_back(tmp_path: Path) -> None:
    with house(tmp_path, keep_live=3, computers=0) as running:
        anna = running.person("Anna")
        made = [anna.match()["id"] for _ in range(6)]
        assert len(running.club.lives) <= 3
        for match in made:
            assert anna.socket(match, seat="red").act()["t"] == "done"


def test_a_failed_write_leaves_the_match_as_it_was(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, _, match = pair(club)
    a = anna.socket(match)
    before = a.version

    def fail(*given: Any) -> bool:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(queries, "append", fail)
        refused = a.act()
        assert (refused["t"], refused["code"]) == ("refused", "unavailable")
    a.until("state")  # it is read again by itself
    assert a.version == before
    assert a.state["deciders"] == ["red", "blue"]
    assert a.act()["t"] == "done"


def test_a_game_does_not_keep_every_set_up_it_was_ever_asked_for() -> None:
    game = type(toy.GAME)()
    first = game.world(game.setup(pack={"n": -1}))
    for n in range(200):
        game.world(game.setup(pack={"n": n}))
    assert len(game._worlds) <= 64
    assert game.world(game.setup(pack={"n": 199})) is game.world(game.setup(pack={"n": 199}))
    assert game.world(game.setup(pack={"n": -1})) is not first


def test_it_is_tidied_up_when_nobody_plays(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking through all positions for garbage takes long: not while somebody is playing, unless it has to be."""
    done: list[int] = []
    monkeypatch.setattr("hexfront.server.club.club.gc.collect", lambda: done.append(1))
    running, now = club.club, time.monotonic()
    running._tidied, running._busy = now - 400, now
    running._tidy()
    assert not done, "someone has just acted"
    running._busy = now - 10
    running._tidy()
    running._tidy()
    assert len(done) == 1
    running._tidied, running._busy = now - 4000, now
    running._tidy()
    assert len(done) == 2


def test_loading_begins_where_nothing_later_is_undone() -> None:
    """What lies before the position that is loaded can be undone only by playing the whole match again."""
    acts = ["begin", *["act"] * 99]
    assert start_of(acts, [50, 80, 100]) == 80
    assert start_of(acts, [50, 100]) == 50
    assert start_of(acts, [95]) == 0 and start_of([], []) == 0
    undone = [*acts, *["undo"] * 40]  # sixty steps are left
    assert start_of(undone, [40, 80, 120]) == 40, "after 80 rows there were steps that were undone later"
    assert start_of([*undone, *["act"] * 40], [40, 80, 120, 150]) == 150
    assert start_of([*undone, *["act"] * 5], [40, 80, 120, 142]) == 40


def test_undoing_beyond_what_was_loaded_plays_nothing_again_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever took back one step more than was played again on loading made everybody wait for the whole match to be played."""
    monkeypatch.setattr(live_module, "REPLAYED", 1)
    with house(tmp_path, snapshot_every=1, computers=0) as running:
        _, _, match, line, _ = marching(running)
        for to in (2, 3, 4):
            assert line.act({"type": "March", "runner": 1, "to": to})["t"] == "done"
        line.close()
        running.club.lives.pop(match).close()
        places: list[str] = []

        def noticed(s: Any, entry: Any) -> Any:
            places.append(threading.current_thread().name)
            return replay_entry(s, entry)

        monkeypatch.setattr("hexfront.match.match.replay_entry", noticed)
        line = line.person.socket(match)
        record = running.club.lives[match].record
        assert record is not None and record.match.resumed > record.opening_entries
        for left in (2, 1, 0):
            line.wait(lambda state: state["can"]["undo"])
            assert line.undo()["t"] == "done"
            assert len(line.state["view"]["pieces"]) > left
        assert all(name.startswith("aside") for name in places), places


def test_a_computer_is_told_nothing_that_has_to_be_played_again_first(tmp_path: Path) -> None:
    """After a restart every match with a computer was played again from its beginning on the event loop."""
    with house(tmp_path, snapshot_every=1, computers=0) as running:
        _, _, match, _, _ = marching(running)
        live = running.club.lives[match]
        assert live.record is not None
        game, codec = live.record.match, live.record.game.codec
        again = Match.new(game.game, game.setup, game.seed, game.contributions)
        again.resume(list(game.log), codec.decode(codec.encode(game.state)))
        live.record.match = again
        task = running.club.computers._task(live, live.record, "red", "staff", 1.0)
        assert task.events == []
        assert set(again._told) == {None}


@pytest.mark.parametrize("name", ["motherland", "leaders_in_flames"])
def test_a_view_is_built_once_for_everyone_where_only_little_is_each_seats_own(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a campaign of Leaders in Flames it takes five milliseconds, and everyone else waits meanwhile."""
    game = games.get(name)
    record = Record(Match.new(game))
    record.accept(record.begin(time.time()))
    sound, built = type(game).view, 0

    def view(self: Any, s: Any, seat: str) -> Any:
        nonlocal built
        built += 1
        return sound(self, s, seat)

    monkeypatch.setattr(type(game), "view", view)
    for _ in range(10):
        built = 0
        seat = record.deciders[0]
        record.accept(record.act(seat, record.match.legal(seat)[0], time.time()))
        shown = {viewer: record.view(viewer) for viewer in record.viewers}
        assert built == 1
        assert all(seen == sound(game, record.match.state, viewer) for viewer, seen in shown.items())
