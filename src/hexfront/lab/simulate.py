"""`simulate`: N games of one scenario between named players, written so that it can be resumed and repeated.

A folder of results holds

    plan.json       what was asked for
    games.jsonl     one record a line, in the order of their numbers: the same for the same seed, byte for byte,
                    however many workers played it
    results.sqlite  the same as tables, for questions
    timings.json    how long the seats thought: differs from run to run
    report.html     the report

While it runs, finished games stand in `games.part`; an interrupted run goes on from there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hexfront.errors import BadData, UnknownName
from hexfront.kernel import Game, Seat, Setup
from hexfront.lab.farm import Done, Task, farm
from hexfront.lab.record import Record, Timing
from hexfront.players import get as get_player


class Plan(msgspec.Struct, frozen=True):
    """What was asked for."""

    game: str
    rules: str
    setup: Setup
    players: dict[Seat, str]
    games: int
    seed: str
    limit: int = 200_000


def seat_players(game: Game[Any], setup: Setup, names: Sequence[str]) -> dict[Seat, str]:
    """Players by seat: one name for all seats, one for each side in order, or one for each seat."""
    seats = [each for each in game.seats(setup) if not each.control]
    sides = list(dict.fromkeys(each.side or each.id for each in seats))
    for name in names:
        get_player(name)
    if len(names) == 1:
        return {each.id: names[0] for each in seats}
    if len(names) == len(seats):
        return {each.id: name for each, name in zip(seats, names, strict=True)}
    if len(names) == len(sides):
        by_side = dict(zip(sides, names, strict=True))
        return {each.id: by_side[each.side or each.id] for each in seats}
    raise UnknownName(
        f"{game.title} wants one player for all, {len(sides)} by side ({', '.join(sides)}) or {len(seats)} by seat "
        f"({', '.join(each.id for each in seats)}), not {len(names)}."
    )


def tasks(plan: Plan, numbers: Sequence[int]) -> list[Task]:
    return [Task(plan.game, plan.setup, plan.players, f"{plan.seed}/{n}", n, plan.limit) for n in numbers]


class Folder:
    """A folder of results, new or to be gone on with."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        path.mkdir(parents=True, exist_ok=True)
        stated = path / "plan.json"
        mine = msgspec.json.format(msgspec.json.encode(plan), indent=1)
        if stated.exists() and stated.read_bytes() != mine:
            raise BadData(
                f"{path} holds results of another simulation; choose another folder, or delete it to start anew."
            )
        stated.write_bytes(mine)
        self._part = path / "games.part"
        self.done: dict[int, Record] = {}
        self.timing: dict[Seat, Timing] = {seat: Timing() for seat in plan.players}
        if (path / "games.jsonl").exists():
            for line in (path / "games.jsonl").read_bytes().splitlines():
                record = msgspec.json.decode(line, type=Record)
                self.done[record.number] = record
        elif self._part.exists():
            self._resume()

    def _resume(self) -> None:
        good = 0
        for line in self._part.read_bytes().splitlines(keepends=True):
            try:
                one = msgspec.json.decode(line, type=Done)
            except msgspec.MsgspecError:
                break  # the line that was being written when the run was cut off
            if not line.endswith(b"\n"):
                break
            good += len(line)
            self._take(one)
        with self._part.open("r+b") as file:
            file.truncate(good)

    def _take(self, one: Done) -> None:
        self.done[one.record.number] = one.record
        for seat, spent in one.timing.items():
            mine = self.timing[seat]
            mine.decisions += spent.decisions
            mine.seconds += spent.seconds
            mine.slowest = max(mine.slowest, spent.slowest)

    @property
    def missing(self) -> list[int]:
        return [n for n in range(self.plan.games) if n not in self.done]

    def add(self, one: Done) -> None:
        """Keep a finished game at once."""
        with self._part.open("ab") as file:
            file.write(msgspec.json.encode(one) + b"\n")
        self._take(one)

    def records(self) -> list[Record]:
        return [self.done[n] for n in sorted(self.done)]

    def close(self) -> None:
        """Write the final files."""
        encoder = msgspec.json.Encoder(order="deterministic")
        lines = b"".join(encoder.encode(record) + b"\n" for record in self.records())
        (self.path / "games.jsonl").write_bytes(lines)
        _write_sqlite(self.path / "results.sqlite", self.records())
        if self.timing and any(t.decisions for t in self.timing.values()):
            timings = msgspec.json.format(msgspec.json.encode(self.timing), indent=1)
            (self.path / "timings.json").write_bytes(timings)
        self._part.unlink(missing_ok=True)


def _write_sqlite(path: Path, records: Sequence[Record]) -> None:
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    with db:
        db.execute(
            "create table game (number integer primary key, seed text, winners text, reason text, level text, "
            "finished integer, actions integer, rolls integer)"
        )
        db.execute("create table score (number integer, seat text, points real)")
        db.execute("create table turn (number integer, turn integer, side text, steps integer)")
        db.execute("create table turn_score (number integer, turn integer, seat text, points real)")
        for r in records:
            row = (
                r.number,
                r.seed,
                ",".join(r.winners),
                r.reason,
                r.level,
                int(r.finished),
                r.actions,
                r.rolls,
            )
            db.execute("insert into game values (?,?,?,?,?,?,?,?)", row)
            db.executemany(
                "insert into score values (?,?,?)", [(r.number, k, v) for k, v in sorted(r.scores.items())]
            )
            for t in r.turns:
                steps = [(r.number, t.turn, side, n) for side, n in sorted(t.steps.items())]
                db.executemany("insert into turn values (?,?,?,?)", steps)
                points = [(r.number, t.turn, seat, v) for seat, v in sorted(t.scores.items())]
                db.executemany("insert into turn_score values (?,?,?,?)", points)
    db.close()


def simulate(
    plan: Plan,
    out: Path,
    workers: int = 1,
    ray: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Folder:
    """Play what is missing of a plan and write the results. Ctrl-C leaves what is done, to go on with."""
    folder = Folder(out, plan)
    if progress:
        progress(len(folder.done), plan.games)
    for one in farm(tasks(plan, folder.missing), workers, ray):
        folder.add(one)
        if progress:
            progress(len(folder.done), plan.games)
    folder.close()
    return folder
