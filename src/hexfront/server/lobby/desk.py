"""Control's desk: the room's clock, disputes, and corrections of what was done."""

from __future__ import annotations

import time
from functools import partial

from sqlalchemy import Connection

from hexfront.kernel import CONTROL, HexfrontError, outcomes
from hexfront.match import Amendment, Entry, Match, new_seed, take_back, typed, wanted
from hexfront.match import amend as amend_log
from hexfront.server.club.club import Club
from hexfront.server.lobby.seats import seats_changed
from hexfront.server.match import whole
from hexfront.server.match.live import Live
from hexfront.server.match.record import Record
from hexfront.server.match.study import study
from hexfront.server.store import queries, rooms
from hexfront.server.store.queries import Room
from hexfront.server.store.rows import Row
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad, missing, stale
from hexfront.server.wire.requests import Amend, NewDispute, RoomClock
from hexfront.server.wire.times import stamp

CORRECTED = 100_000  # entries that the corrections of one match may put in and out


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
    live.ready()
    entries = await study(live, who, partial(whole.last_entries, live.id))
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


async def amend(
    club: Club, who: str, person: replies.Person, live: Live, asked: Amend
) -> replies.AmendmentInfo:
    """Control corrects what was done; what followed is played again as far as it fits, beside the event loop."""
    seat = live.check_control(person.id)
    async with live.lock:
        await live.catch_up()
        record = live.ready()
        if asked.what != "undo" and record.corrected > CORRECTED:
            raise Refusal(409, "cannot", "Too many corrections have been made in this match; no more can be.")
        copy, since, was_over = record.match.copy(), record.opening_entries, record.is_over
        ends = [entries for _, entries in record.stack]
    head = copy.head
    done = await club.aside.long.run(who, partial(_amend, copy, asked, since, ends))
    # When a match is over everyone may know its seed: one that goes on has another.
    fresh = new_seed().hex() if was_over and not copy.is_over and not live.row.physical else ""

    async def make(record: Record, now: float) -> list[Row]:
        if record.match.head != head:
            raise stale()
        rows = [record.amended(seat, copy, done, now)]
        if fresh:
            record.accept(rows[0])
            rows.append(record.fresh_dice(seat, fresh, "The match goes on.", now))
        return rows

    await live.change_all(make, (lambda c: queries.reseed(c, live.id, fresh)) if fresh else None)
    return _info(done, copy.head, done)


def _info(each: Amendment, head: str, last: Amendment) -> replies.AmendmentInfo:
    return replies.AmendmentInfo(
        at=each.at + 1, reason=each.reason, hidden=each.hidden, kept=each.kept, dropped=each.dropped,
        stopped=each.stopped, undone=each.undone, back=each is last and not each.undone and each.head == head,
    )  # fmt: skip


def _amend(match: Match, asked: Amend, since: int, ends: list[int]) -> Amendment:
    """Correct a copy of a match, and work out what is told of it, from the first row that was touched (rows end at `ends`)."""
    done = _corrected(match, asked, since)
    match.events_for(CONTROL, max((end for end in ends if end <= done.at), default=0))
    return done


def _corrected(match: Match, asked: Amend, since: int) -> Amendment:
    try:
        if asked.what == "undo":
            return take_back(match)
        at = asked.step - 1
        if not 0 <= at < match.length:
            raise missing("step")
        put: list[Entry] = []
        if asked.what == "roll":
            if not match.log[at].is_chance or not asked.words:
                raise bad("Say which roll, and what the result was.")
            put = [Entry(outcome=typed(outcomes(match.at(at)), asked.words))]
        take = match.length - at if asked.what == "back" else 1
        return amend_log(match, at, put, take=take, reason=asked.reason, hidden=asked.hidden, since=since)
    except HexfrontError as e:
        raise Refusal(422, "cannot", str(e)) from None
