"""Matches in the database: short functions of a connection, to be run by `Database.read` and `Database.write`."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from hexfront.kernel import Setup
from hexfront.match import commitment
from hexfront.server.store.ids import new_id
from hexfront.server.store.postgres import Written
from hexfront.server.store.rows import Marks, Row, Telling
from hexfront.server.store.sql import (
    audit,
    chat,
    disputes,
    held,
    log,
    matches,
    notes,
    outbox,
    persons,
    promises,
    seats,
    snapshots,
    team,
)
from hexfront.server.wire.requests import Clock

_told = msgspec.json.Decoder(list[Telling])
_marks = msgspec.json.Decoder(Marks)
_clock = msgspec.json.Decoder(Clock)
_setup = msgspec.json.Decoder(Setup)
TALK_KEPT = 5_000  # lines of a match
FAR_SNAPSHOTS = 500
ROW_BYTES = 350  # of a row with its share of the snapshots, as measured on five games
NOTICE_LIMIT = 7900  # PostgreSQL's own is 8000 bytes
_CARRIED = ("n", "kind", "seat", "body", "told", "marks", "at")
Columns = tuple[int, str, str, str, str, str, float]  # those, of a row


class Summary(msgspec.Struct, omit_defaults=True):
    """Where a match stands, for lists."""

    turn: int = 0
    turns: int = 0
    phase: str = ""
    deciders: list[str] = []
    result: Any = None
    draw: list[str] = []
    resigned: list[str] = []
    sides: dict[str, str] = {}  # of seats that are no longer on the side they began on


_summary = msgspec.json.Decoder(Summary)


class Member(msgspec.Struct):
    """One of several people at a seat beside its captain."""

    person: str
    name: str
    guest: bool
    role: str


class Room(msgspec.Struct, omit_defaults=True):
    """The clock of the room: seconds for each step, and what happens when they are up. `step` is the one that `ends` or `paused`
    (seconds left) is about; any other has its full time from when it began."""

    seconds: float = 0.0
    force: bool = False
    step: str = ""
    ends: float = 0.0
    paused: float | None = None


class Pause(msgspec.Struct):
    """The last time for which nobody could move. When it has ended: the seconds that each live clock had left before the decisions
    that were due then, and since when these count. The rows do not tell."""

    begin: float
    end: float = 0.0  # not yet
    left: dict[str, float] = {}
    since: dict[str, float] = {}


class SeatRow(msgspec.Struct):
    seat: str
    who: str
    person: str | None
    name: str
    guest: bool
    level: str
    seconds: float | None
    invite: str | None
    contribution: str
    fresh: str = ""
    role: str = "leader"
    team_link: str = ""
    stand_in: str = ""
    team: list[Member] = []

    def has(self, person: str | None) -> bool:
        """Whether someone is at this seat, as its captain or in its team."""
        return person is not None and (
            self.person == person or any(each.person == person for each in self.team)
        )


Note = tuple[str, str, str]  # for the audit: a person, their name, and what they did


class Errand(msgspec.Struct):
    """What a reply to a turn file needs, for a board that was opened from one."""

    seat: str
    ticket: str


class MatchRow(msgspec.Struct):
    """A row of the matches table with its seats, without the seed and the opening."""

    id: str
    title: str
    game: str
    rules: str
    setup: Setup
    host: str
    host_name: str
    host_guest: bool
    public: bool
    analysis: bool
    clock: Clock
    status: str
    created: float
    moved: float
    summary: Summary
    forked_from: str
    rematch: str
    commitment: str
    data: str
    errand: Errand | None
    physical: bool
    explains: bool
    seats: list[SeatRow]
    shape: str = ""
    room: Room = msgspec.field(default_factory=Room)
    pause: Pause | None = None
    open_disputes: int = 0

    def seat(self, name: str) -> SeatRow | None:
        return next((each for each in self.seats if each.seat == name), None)

    def seats_of(self, person: str | None) -> list[str]:
        """The seats someone is at, alone, as captain or in a team."""
        return [each.seat for each in self.seats if each.has(person)]

    def is_captain(self, person: str | None, name: str) -> bool:
        """Whether someone has a seat, and not only a place in its team."""
        chair = self.seat(name)
        return person is not None and chair is not None and chair.person == person

    @property
    def is_full(self) -> bool:
        return all(each.who not in ("link", "open") for each in self.seats)


_errand = msgspec.json.Decoder(Errand)
_room = msgspec.json.Decoder(Room)
_pause = msgspec.json.Decoder(Pause)
_COLUMNS = (
    matches.c.id, matches.c.title, matches.c.game, matches.c.rules, matches.c.setup, matches.c.host,
    matches.c.public, matches.c.analysis, matches.c.clock, matches.c.status, matches.c.created, matches.c.moved,
    matches.c.summary, matches.c.forked_from, matches.c.rematch, matches.c.seed, matches.c.data,
    matches.c.errand, matches.c.physical, matches.c.explains, matches.c.shape, matches.c.room, matches.c.pause,
    persons.c.name.label("host_name"), persons.c.account.label("host_account"),
)  # fmt: skip


def _matches(c: Connection, where: Any, limit: int = 200) -> list[MatchRow]:
    query = (
        select(*_COLUMNS)
        .join(persons, persons.c.id == matches.c.host)
        .where(where)
        .order_by(matches.c.moved.desc())
        .limit(limit)
    )
    rows = c.execute(query).all()
    chairs: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
    quarrels: dict[str, int] = {}
    if rows:
        crews: dict[tuple[str, str], list[Member]] = {}
        people = (
            select(team, persons.c.name, persons.c.account)
            .join(persons, persons.c.id == team.c.person)
            .where(team.c.match.in_(list(chairs)))
            .order_by(team.c.person)
        )
        for each in c.execute(people):
            found = Member(each.person, each.name, each.account is None, each.role)
            crews.setdefault((each.match, each.seat), []).append(found)
        counted = (
            select(disputes.c.match, func.count())
            .where(disputes.c.match.in_(list(chairs)), disputes.c.settled.is_(None))
            .group_by(disputes.c.match)
        )
        quarrels = {name: int(n) for name, n in c.execute(counted)}
        query = (
            select(seats, persons.c.name, persons.c.account)
            .outerjoin(persons, persons.c.id == seats.c.person)
            .where(seats.c.match.in_(list(chairs)))
            .order_by(seats.c.match, seats.c.place)
        )
        for each in c.execute(query):
            chairs[each.match].append(
                SeatRow(
                    each.seat,
                    each.who,
                    each.person,
                    each.name or "",
                    each.account is None,
                    each.level,
                    each.seconds,
                    each.invite,
                    each.contribution,
                    each.fresh,
                    each.role,
                    each.team_link,
                    each.stand_in,
                    crews.get((each.match, each.seat), []),
                )
            )
    return [
        MatchRow(
            r.id, r.title, r.game, r.rules, _setup.decode(r.setup), r.host, r.host_name, r.host_account is None,
            bool(r.public), bool(r.analysis), _clock.decode(r.clock), r.status, r.created, r.moved,
            _summary.decode(r.summary), r.forked_from, r.rematch,
            "" if r.physical else commitment(bytes.fromhex(r.seed)), r.data, _errand.decode(r.errand) if r.errand else None,
            bool(r.physical), bool(r.explains), chairs[r.id], r.shape, _room.decode(r.room or "{}"),
            _pause.decode(r.pause) if r.pause else None, quarrels.get(r.id, 0),
        )
        for r in rows
    ]  # fmt: skip


def match(c: Connection, name: str) -> MatchRow | None:
    found = _matches(c, matches.c.id == name)
    return found[0] if found else None


def mine(c: Connection, person: str) -> list[MatchRow]:
    held = select(seats.c.match).where(seats.c.person == person)
    crews = select(team.c.match).where(team.c.person == person)
    return _matches(c, or_(matches.c.host == person, matches.c.id.in_(held), matches.c.id.in_(crews)))


def open_matches(c: Connection) -> list[MatchRow]:
    free = select(seats.c.match).where(seats.c.who == "open")
    return _matches(c, and_(matches.c.status == "waiting", matches.c.public, matches.c.id.in_(free)), 100)


def watchable(c: Connection) -> list[MatchRow]:
    return _matches(c, and_(matches.c.status.in_(("running", "over")), matches.c.public), 100)


def create(c: Connection, values: dict[str, Any], chairs: list[dict[str, Any]]) -> None:
    c.execute(insert(matches).values(**values))
    c.execute(insert(seats), chairs)
    for each in chairs:
        if each["person"] is not None:
            hold(c, str(each["match"]), each["seat"], each["person"])


def hold(c: Connection, name: str, seat: str, person: str) -> None:
    """Record that someone has sat at a seat and seen what it sees."""
    known = select(held.c.seat).where(held.c.match == name, held.c.seat == seat, held.c.person == person)
    if c.execute(known).first() is None:
        c.execute(insert(held).values(match=name, seat=seat, person=person))


def held_by(c: Connection, name: str, person: str) -> list[str]:
    """The seats of a match at which someone sits or has ever sat."""
    query = select(held.c.seat).where(held.c.match == name, held.c.person == person)
    return list(c.execute(query).scalars())


def put_shape(c: Connection, name: str, shape: str) -> None:
    c.execute(update(matches).where(matches.c.id == name).values(shape=shape))


def reseed(c: Connection, name: str, seed: str) -> None:
    """A match has new dice from now on."""
    c.execute(update(matches).where(matches.c.id == name).values(seed=seed))


def hosted(c: Connection, person: str) -> tuple[int, int]:
    """How many matches someone hosts, and about how many bytes they take. In a transaction that writes, others who count for the same
    person wait; on SQLite they do anyway."""
    c.execute(select(persons.c.id).where(persons.c.id == person).with_for_update(key_share=True))
    return _counted(c, person)


def _counted(c: Connection, person: str) -> tuple[int, int]:
    query = select(func.count(), func.coalesce(func.sum(matches.c.size), 0)).where(matches.c.host == person)
    count, size = c.execute(query).one()
    return int(count), int(size)


def taken(c: Connection, person: str) -> int:
    """About how many bytes the matches take that someone hosts."""
    return _counted(c, person)[1]


def remove(c: Connection, name: str) -> None:
    for table in (outbox, chat, notes, snapshots, log, held, team, disputes, seats):
        c.execute(delete(table).where(table.c.match == name))
    c.execute(delete(matches).where(matches.c.id == name))


def begin(
    c: Connection, name: str, opening: str, data: str, row: Columns, summary: Summary, due: float | None
) -> bool:
    """The match starts; false if another process was first."""
    done = c.execute(
        update(matches)
        .where(matches.c.id == name, matches.c.opening == "")
        .values(
            opening=opening,
            size=len(opening),
            data=data,
            status="running",
            moved=row[-1],
            summary=encoded(summary),
            due=due,
        )
    )
    if done.rowcount != 1:
        return False
    c.execute(insert(log).values(**_values(name, row)))
    return True


def encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def columns(row: Row) -> Columns:
    """A row as it stands in the database."""
    return row.n, row.kind, row.seat, encoded(row.body), encoded(row.told), encoded(row.marks), row.at


def _values(name: str, row: Columns) -> dict[str, Any]:
    return {"match": name, **dict(zip(_CARRIED, row, strict=True))}


_INSERT = text(
    "INSERT INTO log (match, n, kind, seat, body, told, marks, at) "
    "VALUES (:match, :n, :kind, :seat, :body, :told, :marks, :at)"
)


def append(c: Connection, name: str, row: Row) -> bool:
    """Add a row; false if the match has one of that number already or is gone."""
    try:
        c.execute(_INSERT, _values(name, columns(row)))
    except IntegrityError:
        return False
    return True


def written(
    name: str, row: Row, news: Any, now: tuple[Summary, str, float | None] | None, note: Note | None
) -> Written:
    """A row for the direct connection to PostgreSQL, with where the match stands if that has changed, and who did it if that
    belongs in the audit. A row that is not too long goes with its news, so that nobody has to ask for it."""
    summary, status, due = now or (None, None, None)
    person, who, detail = note or (None, None, None)
    values = _values(name, columns(row))
    told = encoded(msgspec.structs.replace(news, data=[values[column] for column in _CARRIED]))
    if len(told.encode()) > NOTICE_LIMIT:
        told = encoded(news)
    return Written(
        **values,
        news=told,
        summary=None if summary is None else encoded(summary),
        status=status,
        due=due,
        noted=new_id() if note else None,
        person=person,
        name=who,
        detail=detail,
    )


def summarise(
    c: Connection, name: str, summary: Summary, status: str, moved: float, due: float | None
) -> None:
    c.execute(
        update(matches)
        .where(matches.c.id == name)
        .values(summary=encoded(summary), status=status, moved=moved, due=due)
    )


def opening(c: Connection, name: str) -> tuple[str, str] | None:
    """The opening and the seed of a match."""
    row = c.execute(select(matches.c.opening, matches.c.seed).where(matches.c.id == name)).first()
    return (row.opening, row.seed) if row else None


def rows(c: Connection, name: str, since: int = 0) -> list[Row]:
    return [decoded(each) for each in raw_rows(c, name, since)]


def raw_rows(c: Connection, name: str, since: int = 0, until: int | None = None) -> list[Columns]:
    """Rows as they stand, undecoded."""
    query = (
        select(*(log.c[each] for each in _CARRIED))
        .where(log.c.match == name, log.c.n >= since)
        .order_by(log.c.n)
    )
    if until is not None:
        query = query.where(log.c.n < until)
    return [tuple(each) for each in c.execute(query)]


def decoded(row: Any) -> Row:
    """A row from its columns."""
    n, kind, seat, body, told, marks, at = row
    return Row(n, kind, seat, msgspec.json.decode(body), _told.decode(told), _marks.decode(marks), at)


def last_row(c: Connection, name: str) -> int:
    found = c.execute(select(func.max(log.c.n)).where(log.c.match == name)).scalar()
    return -1 if found is None else int(found)


def put_snapshot(c: Connection, name: str, n: int, body: str) -> None:
    """Keep a snapshot; of the older ones, keep the last and every 500th."""
    older = (
        c.execute(select(snapshots.c.n).where(snapshots.c.match == name).order_by(snapshots.c.n))
        .scalars()
        .all()
    )
    for each in older[:-1]:
        if each % FAR_SNAPSHOTS:
            c.execute(delete(snapshots).where(snapshots.c.match == name, snapshots.c.n == each))
    c.execute(delete(snapshots).where(snapshots.c.match == name, snapshots.c.n == n))
    c.execute(insert(snapshots).values(match=name, n=n, body=body))


def grow(c: Connection, name: str, rows: int) -> None:
    """A match has so many more rows."""
    c.execute(update(matches).where(matches.c.id == name).values(size=matches.c.size + ROW_BYTES * rows))


def snapshot(c: Connection, name: str, before: int) -> str | None:
    """The latest snapshot that leaves some rows to be played again, so that the last of them can be undone."""
    query = (
        select(snapshots.c.body)
        .where(snapshots.c.match == name, snapshots.c.n <= before)
        .order_by(snapshots.c.n.desc())
        .limit(1)
    )
    return c.execute(query).scalar()


def snapshots_of(c: Connection, name: str) -> list[int]:
    """After how many rows there are snapshots."""
    return list(c.execute(select(snapshots.c.n).where(snapshots.c.match == name)).scalars())


# --- seats


def claim(c: Connection, name: str, seat: str, person: str, contribution: str, invite: str | None) -> bool:
    """Sit down; false if someone else was quicker or the seat is not free. Links to its team no longer work."""
    where = [seats.c.match == name, seats.c.seat == seat, seats.c.person.is_(None)]
    where.append(seats.c.who == "open" if invite is None else seats.c.invite == invite)
    done = c.execute(
        update(seats)
        .where(*where)
        .values(who="person", person=person, invite=None, contribution=contribution, fresh="", team_link="")
    )
    if done.rowcount == 1:
        hold(c, name, seat, person)
    return done.rowcount == 1


def seat_change(c: Connection, name: str, seat: str, values: dict[str, Any], expected: str) -> bool:
    done = c.execute(
        update(seats)
        .where(seats.c.match == name, seats.c.seat == seat, seats.c.who == expected)
        .values(**values)
    )
    if done.rowcount == 1 and values["person"] is not None:
        hold(c, name, seat, values["person"])
    return done.rowcount == 1


def invited(c: Connection, invite: str) -> tuple[str, str] | None:
    row = c.execute(select(seats.c.match, seats.c.seat).where(seats.c.invite == invite)).first()
    return (row.match, row.seat) if row else None


def link_rematch(c: Connection, name: str, to: str) -> bool:
    done = c.execute(update(matches).where(matches.c.id == name, matches.c.rematch == "").values(rematch=to))
    return done.rowcount == 1


# --- talk


def _one_at_a_time(c: Connection, name: str) -> None:
    """Make others who write about this match wait; on SQLite they do anyway."""
    c.execute(select(matches.c.id).where(matches.c.id == name).with_for_update(key_share=True))


def say(c: Connection, name: str, person: str, seat: str, words: str, now: float) -> int:
    _one_at_a_time(c, name)
    n = (
        int(c.execute(select(func.coalesce(func.max(chat.c.n), 0)).where(chat.c.match == name)).scalar_one())
        + 1
    )
    c.execute(insert(chat).values(match=name, n=n, person=person, seat=seat, text=words, at=now))
    c.execute(delete(chat).where(chat.c.match == name, chat.c.n <= n - TALK_KEPT))
    return n


def talk(c: Connection, name: str, since: int = 0) -> list[Any]:
    query = (
        select(chat, persons.c.name)
        .join(persons, persons.c.id == chat.c.person)
        .where(chat.c.match == name, chat.c.n > since)
        .order_by(chat.c.n)
        .limit(500)
    )
    return list(c.execute(query))


def note(c: Connection, name: str, person: str) -> str:
    query = select(notes.c.text).where(notes.c.match == name, notes.c.person == person)
    return c.execute(query).scalar() or ""


def put_note(c: Connection, name: str, person: str, words: str) -> None:
    _one_at_a_time(c, name)
    c.execute(delete(notes).where(notes.c.match == name, notes.c.person == person))
    if words:
        c.execute(insert(notes).values(match=name, person=person, text=words))


# --- audit, promises


def note_act(c: Connection, name: str, person: str, who: str, what: str, detail: str = "") -> None:
    """Write an act of a host, an admin or Control into the audit. Never with what is secret in a match."""
    c.execute(
        insert(audit).values(
            id=new_id(), at=time.time(), match=name, person=person, name=who, what=what, detail=detail[:500]
        )
    )


def acts(c: Connection, name: str) -> list[Any]:
    """The latest acts in a match, or in all of them."""
    query = select(audit).order_by(audit.c.at.desc()).limit(1000)
    return list(c.execute(query.where(audit.c.match == name) if name else query))[::-1]


def promise(c: Connection, seed: str) -> str:
    c.execute(delete(promises).where(promises.c.at < time.time() - 86400))
    name = new_id()
    c.execute(insert(promises).values(id=name, seed=seed, at=time.time()))
    return name


def redeem(c: Connection, name: str) -> str | None:
    seed: str | None = c.execute(select(promises.c.seed).where(promises.c.id == name)).scalar()
    c.execute(delete(promises).where(promises.c.id == name))
    return seed


# --- clocks and thinkers


def due(c: Connection, name: str) -> tuple[float | None, Pause | None]:
    """When the first clock of a match falls, and the last time for which none ran."""
    found = c.execute(select(matches.c.due, matches.c.pause).where(matches.c.id == name)).first()
    if found is None:
        return None, None
    return found.due, _pause.decode(found.pause) if found.pause else None


def put_due(c: Connection, name: str, due: float | None, pause: Pause | None = None) -> None:
    values: dict[str, Any] = {"due": due} if pause is None else {"due": due, "pause": encoded(pause)}
    c.execute(update(matches).where(matches.c.id == name, matches.c.status == "running").values(**values))


def overdue(c: Connection, now: float) -> list[str]:
    query = select(matches.c.id).where(matches.c.status == "running", matches.c.due <= now).limit(100)
    return list(c.execute(query).scalars())


def lease(c: Connection, name: str, thinker: str, now: float, seconds: float) -> bool:
    """Whether this process may think for the computer in this match, for this many seconds from now."""
    done = c.execute(
        update(matches)
        .where(
            matches.c.id == name,
            matches.c.status == "running",
            or_(matches.c.thinker == thinker, matches.c.think_until < now),
        )
        .values(thinker=thinker, think_until=now + seconds)
    )
    return done.rowcount == 1


def waiting_for_computer(c: Connection, now: float) -> list[str]:
    """Running matches with a computer seat that nobody thinks for."""
    held = select(seats.c.match).where(or_(seats.c.who == "computer", seats.c.stand_in != ""))
    query = (
        select(matches.c.id)
        .where(matches.c.status == "running", matches.c.id.in_(held), matches.c.think_until < now)
        .order_by(matches.c.moved.desc())
        .limit(50)
    )
    return list(c.execute(query).scalars())
