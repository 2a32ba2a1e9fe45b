"""`simulate`: N games of one scenario between named players, written so that it can be resumed and repeated.

A folder of results holds

    plan.json       what was asked for
    games.jsonl     one record a line, in the order of their numbers: the same for the same seed, byte for byte,
                    however many workers played it
    results.sqlite  the same as tables, for questions
    timings.json    how long the seats thought: differs from run to run
    report.html     the report

While it runs, finished games are in `games.part`; an interrupted run goes on from there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec

from hexfront.errors import BadData, UnknownName
from hexfront.games import get
from hexfront.kernel import Game, Seat, Setup
from hexfront.lab.farm import Done, Task, farm
from hexfront.lab.kept import add_game, check_same, read_games, read_lines, skill_of
from hexfront.lab.record import BOUNDS, GameRecord, Timing
from hexfront.match.files import write_file
from hexfront.players import get as get_player


class StudyPlan(msgspec.Struct, frozen=True):
    """What was asked for. `skill` says what the players can (see `skill_of`), `figures` which ones the game has; left
    empty, they are what they are now."""

    game: str
    rules: str
    setup: Setup
    players: dict[Seat, str]
    games: int
    seed: str
    limit: int = 200_000
    skill: str = ""
    figures: str = ""


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


def tasks(plan: StudyPlan, numbers: Iterable[int]) -> Iterator[Task]:
    """The games of a plan by their numbers, each made when it is asked for; each number has dice of its own."""
    for n in numbers:
        yield Task(plan.game, plan.setup, plan.players, f"{plan.seed}/{n}", n, plan.limit)


class Folder:
    """A folder of results, new or to be continued. The same simulation may be asked for with more games."""

    def __init__(self, path: Path, plan: StudyPlan) -> None:
        if not plan.skill:
            skill, figures = skill_of(plan.players.values()), get(plan.game).data_digest(plan.setup)
            plan = msgspec.structs.replace(plan, skill=skill, figures=figures)
        self.path, self.plan = path, plan
        self._part = path / "games.part"
        self.done: dict[int, GameRecord] = {}
        self.timing: dict[Seat, Timing] = {seat: Timing() for seat in plan.players}
        stated = path / "plan.json"
        try:
            path.mkdir(parents=True, exist_ok=True)
            is_empty = not any(path.iterdir())
        except OSError as e:
            raise BadData(f"{path} cannot be created as a folder: {e.strerror}.") from e
        try:
            before = None if is_empty else msgspec.json.decode(stated.read_bytes(), type=StudyPlan)
        except (FileNotFoundError, IsADirectoryError, msgspec.MsgspecError, UnicodeDecodeError) as e:
            # Somebody's own files: nothing of ours may be written over them, and nobody is told to delete them.
            raise BadData(
                f"{path} is not empty and is not a simulation's folder; choose another --out."
            ) from e
        except OSError as e:
            raise BadData(f"{stated} cannot be read: {e.strerror}.") from e
        if before is not None:
            self._check(before)
            self._resume()
        write_file(stated, _pretty(plan))

    def _check(self, before: StudyPlan) -> None:
        now = self.plan
        same = msgspec.structs.replace(before, games=now.games, skill=now.skill, figures=now.figures)
        if same != now:
            raise BadData(
                f"{self.path} holds results of another simulation; choose another folder, or delete it to start again."
            )
        check_same(self.path, before, now, "choose another folder, or delete it to start again.")

    def _resume(self) -> None:
        """Read what is there: whole results first, then what was done after them.

        What counts is how many games are done, not how many were once asked for. Of several workers one may be ahead:
        a game with a higher number than is asked for now is left out, as if it had never been begun.
        """
        whole, ahead = self.path / "games.jsonl", set[int]()
        if whole.exists():
            for record in read_lines(whole, GameRecord):
                if record.number < self.plan.games:
                    self.done[record.number] = record
                else:
                    ahead.add(record.number)
            self.timing |= _timings(self.path / "timings.json", self.plan.players)
        for one in read_games(self._part) if self._part.exists() else ():
            if one.record.number >= self.plan.games:
                ahead.add(one.record.number)
            elif one.record.number not in self.done:
                self._take(one)
        done = len(ahead | self.done.keys())
        if done > self.plan.games:
            raise BadData(f"{self.path} holds {done} finished games; ask for as many or more.")

    def _take(self, one: Done) -> None:
        self.done[one.record.number] = one.record
        for seat, spent in one.timing.items():
            self.timing[seat].join(spent)

    @property
    def missing(self) -> Iterator[int]:
        """The numbers of the games that are still to be played, found one after the other as they are asked for."""
        return (n for n in range(self.plan.games) if n not in self.done)

    def add(self, one: Done) -> None:
        """Keep a finished game at once."""
        add_game(self._part, one)
        self._take(one)

    def records(self) -> list[GameRecord]:
        return [self.done[n] for n in sorted(self.done)]

    def close(self) -> None:
        """Write the final files."""
        encoder = msgspec.json.Encoder(order="deterministic")
        lines = b"".join(encoder.encode(record) + b"\n" for record in self.records())
        write_file(self.path / "games.jsonl", lines)
        write_file(self.path / "timings.json", _pretty(self.timing))
        self._part.unlink(missing_ok=True)
        # Last, for it follows from the others: where it fails, nothing has to be played again.
        write_database(self.path / "results.sqlite", self.plan, self.records())


def open_folder(path: Path) -> Folder:
    """The results of a simulation that was run before."""
    if not (path / "plan.json").exists():
        raise BadData(f"{path} holds no results of a simulation.")
    try:
        plan = msgspec.json.decode((path / "plan.json").read_bytes(), type=StudyPlan)
    except (msgspec.MsgspecError, UnicodeDecodeError) as e:
        raise BadData(f"{path / 'plan.json'} is damaged ({e}); delete the folder to start again.") from e
    return Folder(path, plan)


def _pretty(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=1) + b"\n"


def _timings(path: Path, seats: Iterable[Seat]) -> dict[Seat, Timing]:
    """How long the seats thought so far; nothing where that cannot be read, because no game depends on it."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=dict[Seat, Timing])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}
    return {
        seat: found[seat] for seat in seats if seat in found and len(found[seat].spread) == len(BOUNDS) + 1
    }


TABLES = """
create table plan (key text primary key, value text);
create table player (seat text primary key, name text);
create table game (number integer primary key, seed text, winners text, reason text, level text, finished integer,
                   actions integer, rolls integer);
create table score (number integer, seat text, points real);
create table luck (number integer, seat text, luck real, dice real, judged integer);
create table turn (number integer, turn integer, side text, steps integer, lost integer);
create table turn_score (number integer, turn integer, seat text, points real);
create table stood (number integer, turn integer, side text, hex text, steps integer);
"""


def write_database(path: Path, plan: StudyPlan, records: Sequence[GameRecord]) -> None:
    """The results as tables, written all or nothing. The same records give the same file."""
    beside = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        _fill_database(beside, plan, records)
        beside.replace(path)
    except (OSError, sqlite3.Error) as e:
        why = e.strerror if isinstance(e, OSError) else e
        raise BadData(f"{path} cannot be written: {why}; the games are in the folder beside it.") from e
    finally:
        for left in (beside, beside.with_name(f"{beside.name}-journal")):
            left.unlink(missing_ok=True)


def _fill_database(path: Path, plan: StudyPlan, records: Sequence[GameRecord]) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(TABLES)
        asked = {
            **msgspec.to_builtins(plan),
            "setup": msgspec.json.encode(plan.setup, order="sorted").decode(),
        }
        del asked["players"]  # they have a table of their own
        del asked["skill"], asked["figures"]  # nobody's question
        db.executemany("insert into plan values (?,?)", [(key, str(value)) for key, value in asked.items()])
        db.executemany("insert into player values (?,?)", sorted(plan.players.items()))
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
                "insert into score values (?,?,?)", [(r.number, *x) for x in sorted(r.scores.items())]
            )
            lucks = [
                (r.number, seat, luck, r.dice.get(seat), r.judged) for seat, luck in sorted(r.luck.items())
            ]
            db.executemany("insert into luck values (?,?,?,?,?)", lucks)
            for t in r.turns:
                at = r.number, t.turn
                sides = sorted({*t.steps, *t.lost})
                strengths = [(*at, side, t.steps.get(side, 0), t.lost.get(side, 0)) for side in sides]
                db.executemany("insert into turn values (?,?,?,?,?)", strengths)
                points = [(*at, *x) for x in sorted(t.scores.items())]
                db.executemany("insert into turn_score values (?,?,?,?)", points)
                stood = [
                    (*at, side, *x) for side, hexes in sorted(t.where.items()) for x in sorted(hexes.items())
                ]
                db.executemany("insert into stood values (?,?,?,?,?)", stood)
        db.commit()


def simulate(
    plan: StudyPlan,
    out: Path,
    workers: int = 1,
    ray: str = "",
    progress: Callable[[int], None] | None = None,
) -> Folder:
    """Play what is missing of a plan and write the results. Ctrl-C keeps what is done, to be continued."""
    folder = Folder(out, plan)
    if progress:
        progress(len(folder.done))
    with closing(farm(tasks(plan, folder.missing), workers, ray)) as games:
        for one in games:
            folder.add(one)
            if progress:
                progress(len(folder.done))
    folder.close()
    return folder
