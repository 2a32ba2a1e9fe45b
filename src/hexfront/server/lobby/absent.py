"""An opponent who stays away from a match without a clock: after a set time the others need not wait any longer."""

from __future__ import annotations

import time

from sqlalchemy import Connection

from hexfront.kernel import Result
from hexfront.server.club.club import Club
from hexfront.server.lobby.seats import seats_changed
from hexfront.server.lobby.setup import chair_values, check_sitter
from hexfront.server.match.live import Live
from hexfront.server.match.record import Record
from hexfront.server.store import queries
from hexfront.server.store.rows import Row
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad, over
from hexfront.server.wire.requests import Absent, Sitter
from hexfront.words import plural


async def go_on_without(club: Club, person: replies.Person, live: Live, asked: Absent) -> None:
    """Claim the match, end it, or let the computer play, when someone has stayed away for too long."""
    live.check_seat(person.id, asked.seat)
    record = live.ready()
    if asked.of not in record.match.seats:
        raise bad("There is no such seat.")
    if record.sides[asked.of] == record.sides[asked.seat] and asked.what == "claim":
        raise bad("You are on the same side.")
    if asked.of not in club.absent(live.row, time.time()):
        days = club.config.absent_days
        raise Refusal(
            409,
            "not_absent",
            f"You can go on without a player who has been away for {days:g} days; it has not been that long.",
        )
    if asked.what == "claim" and asked.seat in record.deciders:
        raise bad("You have to decide too: do that first, or end the match.")
    if asked.what == "computer":
        await _replace(club, person, live, asked.of)
        return
    name = live.seat_names.get(asked.of, asked.of)
    days = int((time.time() - live.row.moved) / 86400)
    away = f"has been away for {days} {plural(days, 'day')}"

    def make(record: Record, now: float) -> Row:
        if record.is_over or asked.of not in record.deciders:
            raise over("The match has moved on.")
        if asked.what == "claim":
            return record.end("flag", asked.of, live.loss(record, asked.of, away), now)
        return record.end("agreed", asked.seat, Result((), f"{name} {away}."), now)

    await live.change(make)


async def _replace(club: Club, person: replies.Person, live: Live, seat: str) -> None:
    sitter = Sitter(who="computer")
    check_sitter(club, sitter, seat, seat in live.controls)
    values = chair_values(club, live.id, seat, 0, sitter, person.id, "")
    for key in ("match", "seat", "place", "contribution"):
        del values[key]

    def work(c: Connection) -> None:
        if not queries.seat_change(c, live.id, seat, values, "person"):
            raise Refusal(409, "taken", "This seat has changed meanwhile.")
        queries.note_act(c, live.id, person.id, person.name, "seat", f"{seat}: absent to computer")
        club.bus.within(c, club.bus.news("seats", live.id))

    await club.database.write(work)
    await seats_changed(club, live)
    club.computers.look(live)
