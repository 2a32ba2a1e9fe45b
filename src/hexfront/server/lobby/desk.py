"""Control's desk: the room's clock, disputes, and corrections of what was done."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from sqlalchemy import Connection

from hexfront.kernel import CONTROL, HexfrontError, outcomes, pending
from hexfront.match import Amendment, Entry, Match, take_back, typed, wanted
from hexfront.match import amend as amend_log
from hexfront.match.steps import replay_entry
from hexfront.server.club.club import Club
from hexfront.server.lobby.seats import seats_changed
from hexfront.server.match.live import Live
from hexfront.server.match.record import Record
from hexfront.server.store import queries, rooms
from hexfront.server.store.queries import Room
from hexfront.server.store.rows import Row
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad, missing, stale
from hexfront.server.wire.requests import Amend, NewDispute, RoomClock
from hexfront.server.wire.times import stamp

LISTED = 80  # the last so many steps are on the desk


# --- the clock


async def set_clock(club: Club, person: replies.Person, live: Live, asked: RoomClock) -> None:
    """Set, stop, start or change the clock of the room."""
    live.check_control(person.id)
    live.ready()
    now, clock = time.time(), live.step_clock
    old = live.row.room
    seconds = old.seconds if asked.seconds is None else asked.seconds
    left = seconds if asked.restart or not old.seconds or asked.seconds is not None else clock.left(old, now)
    left = max(0.0, left + asked.add)
    paused = asked.paused if asked.paused is not None else old.paused is not None
    room = Room(
        seconds=seconds, force=old.force if asked.force is None else asked.force, step=clock.step,
        ends=0.0 if paused else now + left, paused=left if paused else None,
    )  # fmt: skip

    def work(c: Connection) -> None:
        rooms.put_room(c, live.id, room)
        queries.note_act(c, live.id, person.id, person.name, "clock", f"{left:g} s of {seconds:g} s")
        club.bus.within(c, club.bus.news("seats", live.id))

    await club.database.write(work)
    await seats_changed(club, live)


# --- disputes


async def dispute(club: Club, person: replies.Person, live: Live, asked: NewDispute) -> None:
    """A team disputes something."""
    live.check_seat(person.id, asked.seat)
    if not live.controls:
        raise bad("There is no umpire at this match.")

    def work(c: Connection) -> None:
        if not rooms.quarrel(c, live.id, asked.seat, person.id, asked.text, asked.place):
            raise bad("There are too many disputes in this match.")
        club.bus.within(c, club.bus.news("seats", live.id))

    await club.database.write(work)
    await seats_changed(club, live)


async def settle(club: Club, person: replies.Person, live: Live, name: str, ruling: str) -> None:
    """Control settles a dispute."""
    live.check_control(person.id)

    def work(c: Connection) -> None:
        if not rooms.settle(c, live.id, name, ruling):
            raise missing("open dispute")
        queries.note_act(c, live.id, person.id, person.name, "settle", "a dispute")
        club.bus.within(c, club.bus.news("seats", live.id))

    await club.database.write(work)
    await seats_changed(club, live)


async def disputes(club: Club, person: replies.Person, live: Live) -> list[replies.Dispute]:
    """Disputes as someone may read them: Control all, a team its own."""
    mine = live.row.seats_of(person.id)
    rows = await club.database.read(lambda c: rooms.quarrels(c, live.id))
    control = any(seat in live.controls for seat in mine)
    return [
        replies.Dispute(
            id=r.id, seat=r.seat, name=r.name, text=r.text, place=r.place, time=stamp(r.at), settled=r.settled is not None,
            ruling=r.ruling,
        )
        for r in rows
        if control or r.seat in mine
    ]  # fmt: skip


# --- what was done


async def desk(
    club: Club, who: str, person: replies.Person, live: Live, places: bool = False
) -> replies.Desk:
    """What lies on the desk now."""
    seat = live.check_control(person.id)
    quarrels = await disputes(club, person, live)
    if live.record is None and not live.broken and not live.adrift:  # not everyone has sat down
        return replies.Desk(
            seat=seat,
            disputes=quarrels,
            waiting=[],
            roll="",
            wanted="",
            entries=[],
            amendments=[],
            forms=(),
            places={},
        )
    record = live.ready()
    entries = await live.study(who, partial(last_entries, first=record.opening_entries))
    async with live.lock:
        record = live.ready()
        roll = record.match.pending_roll
        head, made = record.match.head, record.match.amendments
        return replies.Desk(
            seat=seat,
            disputes=quarrels,
            waiting=[each for each in record.match.deciders if each not in live.controls],
            roll="" if roll is None else roll[0],
            wanted="" if roll is None else wanted(roll[1]),
            entries=entries,
            amendments=[_info(each, head, made[-1]) for each in made],
            forms=record.game.forms(record.match.state),
            places=record.game.places(record.match.state) if places else {},
        )


def last_entries(match: Match, first: int = 0) -> list[replies.DeskEntry]:
    """The last steps of the log in words, the latest first."""
    since = max(first, match.length - LISTED)
    told: dict[int, str] = {}
    for heard in match.events_for(CONTROL, since):
        told.setdefault(heard.entry, heard.line.text)
    s = match.at(since)
    found = []
    for n in range(since, match.length):
        entry = match.log[n]
        if entry.is_chance:
            frame: Any = pending(s)
            found.append(
                replies.DeskEntry(
                    n=n + 1, text=frame.title(s), roll=words_of(entry), wanted=wanted(outcomes(s)), ruled=entry.ruled,
                )
            )  # fmt: skip
        else:
            kind = type(entry.action).__name__
            found.append(replies.DeskEntry(n=n + 1, text=told.get(n, kind), seat=entry.seat, action=kind))
        replay_entry(s, entry)
    return found[::-1]


def words_of(entry: Entry) -> list[str]:
    outcome = entry.outcome
    return [str(each) for each in (outcome if isinstance(outcome, tuple) else (outcome,))]


async def amend(
    club: Club, who: str, person: replies.Person, live: Live, asked: Amend
) -> replies.AmendmentInfo:
    """Control corrects what was done; what followed is played again as far as it fits, beside the event loop."""
    seat = live.check_control(person.id)
    async with live.lock:
        await live.catch_up()
        record = live.ready()
        copy, since = record.match.copy(), record.opening_entries
    head = copy.head
    done = await club.aside.game(who, partial(_amend, copy, asked, since))

    def make(record: Record, now: float) -> Row:
        if record.match.head != head:
            raise stale()
        return record.amended(seat, copy, done, now)

    await live.change(make)
    return _info(done, copy.head, done)


def _info(each: Amendment, head: str, last: Amendment) -> replies.AmendmentInfo:
    return replies.AmendmentInfo(
        at=each.at + 1, reason=each.reason, hidden=each.hidden, kept=each.kept, dropped=each.dropped,
        stopped=each.stopped, undone=each.undone, back=each is last and not each.undone and each.head == head,
    )  # fmt: skip


def _amend(match: Match, asked: Amend, since: int) -> Amendment:
    """Correct a copy of a match."""
    try:
        if asked.what == "undo":
            return take_back(match)
        at = asked.step - 1
        if not 0 <= at < match.length:
            raise missing("step")
        put: list[Entry] = []
        if asked.what == "roll":
            if not match.log[at].is_chance or not asked.words:
                raise bad("Say which roll, and what it gave.")
            put = [Entry(outcome=typed(outcomes(match.at(at)), asked.words))]
        take = match.length - at if asked.what == "back" else 1
        return amend_log(match, at, put, take=take, reason=asked.reason, hidden=asked.hidden, since=since)
    except HexfrontError as e:
        raise Refusal(422, "cannot", str(e)) from None
