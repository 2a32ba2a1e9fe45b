"""Memory, quotas and purging: nothing grows for ever, and nothing that somebody needs is thrown away."""

from __future__ import annotations

import asyncio
import gc
import random
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, select, text, update

from hexfront import games
from hexfront.match import Match
from hexfront.server.match import record
from hexfront.server.match.aside import Lane
from hexfront.server.match.live import Live
from hexfront.server.match.opening import open_record
from hexfront.server.people.accounts import LOCAL
from hexfront.server.store import queries
from hexfront.server.store.migrations import MIGRATIONS
from hexfront.server.store.purge import DAY, purge
from hexfront.server.store.sql import matches, persons, sessions
from tests.server.support import PATIENCE, House, Someone, house, pair

JSON = {"Content-Type": "application/json"}


def test_matches_leave_memory_by_their_bytes_and_come_back(tmp_path: Path) -> None:
    with house(tmp_path, keep_mb=1, computers=0) as running:
        anna = running.person("Anna")
        made = [anna.match()["id"] for _ in range(30)]
        lives = running.club.lives
        assert sum(live.weight for live in lives.values()) <= 1024 * 1024 + 100_000
        assert made[-1] in lives and made[0] not in lives, "the least recently used have left"
        line = anna.socket(made[0], seat="red")
        assert line.act()["t"] == "done"
        for match in made:
            anna.get(f"/api/matches/{match}")
        assert made[0] in lives, "where someone sits it stays"


def test_a_long_game_weighs_more(tmp_path: Path) -> None:
    with house(tmp_path, computers=0) as running:
        anna = running.person("Anna")
        small = anna.match()["id"]
        line = anna.socket(small, seat="red")
        before = running.club.lives[small].weight
        line.act()
        assert running.club.lives[small].weight > before


@pytest.mark.parametrize("name", ["motherland", "lebensraum"])
def test_a_match_is_about_as_heavy_as_it_is_said_to_be(name: str) -> None:
    """Else a budget of half a gigabyte is one of a whole: the rows that were played here once did not count."""
    game, choose, found = games.get(name), random.Random(5), []
    tracemalloc.start()
    match = Match.new(game)
    record, _, _ = open_record(match, False, "")
    live = SimpleNamespace(record=record)
    for rows in (150, 450):
        while len(record.rows) < rows:
            seat = record.deciders[0]
            record.accept(record.act(seat, choose.choice(list(match.legal(seat))), 0.0))
        gc.collect()
        weight = Live.weight.fget(live)  # type: ignore[attr-defined]
        found.append((weight, tracemalloc.get_traced_memory()[0]))
    tracemalloc.stop()
    (weight, taken), (more, most) = found
    assert 0.6 < (more - weight) / (most - taken) < 1.6, found


def test_what_nobody_has_been_at_for_long_leaves_memory(tmp_path: Path) -> None:
    with house(tmp_path, keep_idle=0.0, computers=0) as running:
        anna = running.person("Anna")
        anna.match()
        running.club._make_room(0)
        assert not running.club.lives


def test_a_guest_may_host_so_many_matches_and_an_account_more(tmp_path: Path) -> None:
    with house(tmp_path, guest_matches=3, account_matches=5, computers=0) as running:
        anna = running.person("Anna")
        made = [anna.match()["id"] for _ in range(3)]
        refused = anna.refused("POST", "/api/matches", game="toy")
        assert (refused["status"], refused["code"]) == (403, "quota")
        assert "make an account" in refused["reason"]
        assert anna.refused("POST", f"/api/matches/{made[0]}/fork", seat="red")["code"] == "quota"
        assert anna.http.delete(f"/api/matches/{made[0]}").status_code == 204
        anna.match()
        anna.post("/api/accounts", name="Anna", password="correct horse")
        anna.match()
        anna.match()
        assert anna.refused("POST", "/api/matches", game="toy")["code"] == "quota"


def test_who_asks_for_many_at_once_gets_no_more(either: House, monkeypatch: Any) -> None:
    anna = either.person("Anna")
    monkeypatch.setattr(either.club, "config", replace(either.club.config, guest_matches=3))
    data = anna.http.get(f"/api/matches/{anna.match()['id']}/export").content
    turn = Lane.turn

    async def slowly(*given: Any, **more: Any) -> Any:
        await asyncio.sleep(0.5)  # until all have been looked at
        return await turn(*given, **more)

    monkeypatch.setattr(Lane, "turn", slowly)

    def ask(n: int) -> int:
        if n % 2:
            return anna.http.post("/api/matches", json={"game": "toy"}).status_code
        head = {"Content-Type": "application/json"}
        return anna.http.post("/api/matches/import", content=data, headers=head).status_code

    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(ask, range(8)))
    assert answers.count(200) == 2, answers
    assert set(answers) <= {200, 403, 429}
    assert len(anna.get("/api/matches")) == 3


def test_games_brought_in_are_counted_by_their_bytes(tmp_path: Path) -> None:
    with house(tmp_path, guest_mb=0, computers=0) as running:
        anna = running.person("Anna")
        data = Match.new(running.club.catalogue.game("toy")).to_json()
        reply = anna.http.post("/api/matches/import", content=data, headers=JSON)
        assert (reply.status_code, reply.json()["code"]) == (403, "quota")


def age(running: House, match: str, days: float) -> None:
    at = time.time() - days * DAY
    query = update(matches).where(matches.c.id == match).values(moved=at, created=at)
    running.club.database.write_now(lambda c: c.execute(query))


def gone(running: House, now: float | None = None) -> set[str]:
    return set(running.club.database.write_now(lambda c: purge(c, now or time.time())))


def test_old_matches_of_guests_are_thrown_away_and_those_of_accounts_are_not(either: House) -> None:
    anna, _, ours = pair(either)
    alone = anna.match()["id"]
    board = anna.post(f"/api/matches/{alone}/fork", seat="red")["id"]
    waiting = anna.match(seats={"blue": {"who": "link"}})["id"]
    dora = either.person()
    dora.post("/api/accounts", name=f"Dora {time.time()}", password="correct horse")
    kept = [dora.match()["id"]]
    kept.append(dora.post(f"/api/matches/{kept[0]}/fork", seat="red")["id"])
    every = {ours, alone, board, waiting, *kept}
    for match in every:
        age(either, match, 29)
    assert not gone(either) & every
    for match in every:
        age(either, match, 31)
    assert gone(either) & every == {alone, board, waiting}
    age(either, ours, 181)
    for match in kept:
        age(either, match, 4000)
    assert gone(either) & every == {ours}
    assert {each["id"] for each in dora.get("/api/matches")} == set(kept)


def people(running: House) -> set[str]:
    return set(running.club.database.read_now(lambda c: list(c.execute(select(persons.c.id)).scalars())))


def test_a_guest_whom_nothing_keeps_is_forgotten_when_the_session_has_run_out(tmp_path: Path) -> None:
    with house(tmp_path, computers=0) as running:
        idle, (plays, _, _) = running.person("Idle"), pair(running)
        ids = {name: who.get("/api/me")["person"]["id"] for name, who in (("idle", idle), ("plays", plays))}
        running.club.database.write_now(
            lambda c: c.execute(
                insert(persons).values(
                    id=LOCAL, name="You", email="", timezone="", webhook="", notify="turn", created=0.0
                )
            )
        )
        gone(running)
        assert set(ids.values()) <= people(running)
        gone(running, time.time() + 91 * DAY)
        left = people(running)
        assert ids["idle"] not in left
        assert {ids["plays"], LOCAL} <= left
        found: Any = running.club.database.read_now(lambda c: c.execute(select(sessions)).all())
        assert not found


def test_the_audit_of_a_match_that_is_gone_is_kept_for_a_time(either: House) -> None:
    anna = either.person("Anna")
    there, gone_again = anna.match()["id"], anna.match()["id"]
    assert anna.http.delete(f"/api/matches/{gone_again}").status_code == 204

    def acts(match: str) -> list[str]:
        found = either.club.database.read_now(lambda c: queries.acts(c, match))
        return [each.what for each in found]

    assert (acts(there), acts(gone_again)) == (["create"], ["create", "delete"])
    age(either, there, -200)
    gone(either, time.time() + 179 * DAY)
    assert acts(gone_again) == ["create", "delete"]
    gone(either, time.time() + 181 * DAY)
    assert (acts(there), acts(gone_again)) == (["create"], [])


def test_it_is_thrown_away_while_the_server_runs(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("hexfront.server.club.club.SWEEP", 0.05)
    monkeypatch.setattr("hexfront.server.club.club.PURGE_FIRST", 1)
    monkeypatch.setattr("hexfront.server.club.club.PURGE_EVERY", 2)
    with house(tmp_path, computers=0) as running:
        anna: Someone = running.person("Anna")
        match = anna.match()["id"]
        age(running, match, 100)
        until = time.monotonic() + 60
        while anna.http.get(f"/api/matches/{match}").status_code != 404:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert match not in running.club.lives


def test_a_server_for_one_person_throws_nothing_away(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("hexfront.server.club.club.SWEEP", 0.02)
    monkeypatch.setattr("hexfront.server.club.club.PURGE_FIRST", 1)
    monkeypatch.setattr("hexfront.server.club.club.PURGE_EVERY", 2)
    with house(tmp_path, computers=0, local=True) as running:
        you = running.person()
        match = you.match()["id"]
        age(running, match, 4000)
        time.sleep(0.3)
        assert you.get(f"/api/matches/{match}")["id"] == match


def test_what_is_taken_back_weighs_too_and_has_an_end(tmp_path: Path, monkeypatch: Any) -> None:
    """To do and undo without an end would fill memory and disk, and no quota counts it."""
    monkeypatch.setattr("hexfront.server.match.record.UNDONE", 20)
    with house(tmp_path, computers=0) as running:
        anna = running.person("Anna")
        match = anna.match()["id"]
        line = anna.socket(match, seat="red")
        before = running.club.lives[match].weight
        for _ in range(60):
            assert line.act()["t"] == "done"
            said = line.undo()
            if said["t"] == "refused":
                break
        assert said["t"] == "refused"
        assert "undone" in said["reason"]
        assert running.club.lives[match].weight > before + 10_000
        line.settle()
        assert not line.state["can"].get("undo")
        assert anna.socket(match, seat="blue").act()["t"] == "done", "and the match goes on"


def test_a_match_has_an_end_of_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows take their place on the disk: at forty a second one socket would fill it."""
    monkeypatch.setattr(record, "MOST_ROWS", 4)
    with house(tmp_path) as running:
        anna = running.person("Anna")
        made = anna.match(seats={"red": {"who": "me"}, "blue": {"who": "computer", "level": "random"}})
        line = anna.socket(made["id"])
        live, refused = running.club.lives[made["id"]], {}
        until = time.monotonic() + PATIENCE
        while live.record is None or not live.record.is_full or running.club.computers.is_busy(made["id"]):
            assert time.monotonic() < until
            line.settle()
            if line.legal:
                refused = line.act()
        assert len(live.record.rows) == 4, refused
        line.settle()
        if line.legal:
            refused = line.act()
            assert (refused["code"], "too long" in refused["reason"]) == ("cannot", True)
        assert not running.club.computers.is_busy(made["id"]), "the computer does not think for nothing"
        assert anna.post(f"/api/matches/{made['id']}/resign", seat="red")["status"] == "over"


def test_what_someone_has_brought_in_is_known_without_reading_it(either: House) -> None:
    """Else whoever has brought in much makes everyone wait with each match they begin."""
    anna = either.person("Anna")
    data = anna.http.get(f"/api/matches/{anna.match()['id']}/export").content
    anna.http.post("/api/matches/import", content=data, headers=JSON)
    me = anna.get("/api/me")["person"]["id"]
    database = either.club.database
    with database._engine.begin() as c:
        sizes = list(c.execute(select(matches.c.size, matches.c.opening).where(matches.c.host == me)))
        assert len(sizes) == 2 and all(size == len(opening) > 0 for size, opening in sizes)
        c.execute(update(matches).where(matches.c.host == me).values(opening=""))
        assert queries.hosted(c, me) == (2, sum(size for size, _ in sizes))


def play(running: House, who: Someone, match: str, rows: int) -> dict[str, Any]:
    """Act for whoever has to, so many times or until that is refused; the last answer."""
    lines = {seat: who.socket(match, seat=seat) for seat in ("red", "blue")}
    said: dict[str, Any] = {}
    for _ in range(rows):
        for line in lines.values():
            line.settle()
        said = next(line for line in lines.values() if line.legal).act()
        if said["t"] != "done":
            break
    for line in lines.values():
        line.close()
    return said


def size(running: House, match: str) -> int:
    """What is noted of the room that a match takes, beside its opening."""
    query = select(matches.c.size, matches.c.opening).where(matches.c.id == match)
    found: Any = running.club.database.read_now(lambda c: c.execute(query).one())
    return int(found.size) - len(found.opening)


def test_what_is_played_counts_as_well_as_what_was_brought_in(either: House, monkeypatch: Any) -> None:
    """Fifty matches of sixty thousand rows are a gigabyte."""
    monkeypatch.setattr("hexfront.server.match.live.COUNTED", 4)
    anna = either.person("Anna")
    match = anna.match(scenario="long")["id"]
    assert size(either, match) == 0
    play(either, anna, match, 40)
    record = either.club.lives[match].record
    assert record is not None
    rows = len(record.rows)
    until = time.monotonic() + PATIENCE
    while size(either, match) != rows // 4 * 4 * queries.ROW_BYTES:
        assert time.monotonic() < until, (size(either, match), rows)
        time.sleep(0.05)
    monkeypatch.setattr(either.club, "config", replace(either.club.config, guest_mb=0))
    assert anna.refused("POST", "/api/matches", game="toy")["code"] == "quota"


def test_nobody_counts_secret_clicks_by_the_room_that_is_left(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("hexfront.server.match.live.COUNTED", 1)
    with house(tmp_path, computers=0, games=("tests.server.silent",)) as running:
        anna = running.person("Anna")
        match = anna.match("silent")["id"]
        left, right = anna.socket(match, seat="left"), anna.socket(match, seat="right")
        before = size(running, match)
        for _ in range(5):
            assert left.act({"type": "Put"})["t"] == "done"
        right.settle()
        assert left.act({"type": "Ready"})["t"] == "done"
        right.settle()
        right.act({"type": "Ready"})
        until = time.monotonic() + PATIENCE
        while size(running, match) == before:
            assert time.monotonic() < until
            time.sleep(0.02)
        time.sleep(0.2)
        assert size(running, match) == before + 2 * queries.ROW_BYTES, (
            "both were ready; nobody knows of the stones"
        )


def test_a_match_stops_where_its_host_has_no_room_and_goes_on_where_there_is_some(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr("hexfront.server.club.club.SWEEP", 0.05)
    monkeypatch.setattr("hexfront.server.match.live.COUNTED", 1)
    with house(tmp_path, computers=0, guest_mb=0, account_mb=1) as running:
        anna = running.person("Anna")
        match = anna.match(scenario="long")["id"]
        live = running.club.lives[match]
        until = time.monotonic() + PATIENCE
        while not live.stopped:
            assert time.monotonic() < until
            play(running, anna, match, 1)
        said = play(running, anna, match, 1)
        assert (said["t"], said["code"]) == ("refused", "quota")
        rows = len(live.record.rows) if live.record else 0
        anna.post("/api/accounts", name="Anna", password="correct horse")
        while live.stopped:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert play(running, anna, match, 1)["t"] == "done"
        assert live.record is not None and len(live.record.rows) == rows + 1


def test_what_was_played_before_it_was_counted_is_counted_when_the_tables_are_brought_up_to_date(
    tmp_path: Path,
) -> None:
    with house(tmp_path, computers=0) as running:
        anna = running.person("Anna")
        match = anna.match(scenario="long")["id"]
        play(running, anna, match, 7)
        assert size(running, match) == 0
        count = [name for name, _ in MIGRATIONS].index("what the rows of matches take")

        def back(c: Any) -> None:
            c.execute(text("DELETE FROM schema_version WHERE number > :n"), {"n": count})
            c.execute(text("ALTER TABLE matches DROP COLUMN pause"))  # by the one after it

        running.club.database.write_now(back)
    with house(tmp_path, computers=0) as running:
        assert size(running, match) == 8 * 350
