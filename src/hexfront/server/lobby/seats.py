"""Who sits where: sit down, give a seat to someone else, delete a match."""

from __future__ import annotations

from sqlalchemy import Connection

from hexfront.match import new_seed
from hexfront.server.club.club import Club
from hexfront.server.lobby.setup import REAL_DICE, chair_values, check_sitter
from hexfront.server.match.live import Live
from hexfront.server.store import queries
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad, forbidden, missing, over
from hexfront.server.wire.requests import SeatChange, Sitter


async def join(
    club: Club, person: replies.Person, live: Live, seat: str, seed: str, invite: str | None
) -> None:
    """Sit down on an open seat, or on the one an invitation names."""
    chair = live.row.seat(seat)
    if chair is None:
        raise missing("seat")
    await may_see(club, person, live, seat)

    def sit(c: Connection) -> None:
        if not queries.claim(c, live.id, seat, person.id, seed, invite):
            raise Refusal(409, "taken", "This seat is taken.")
        if seat in live.controls:
            queries.note_act(c, live.id, person.id, person.name, "sit", seat)
        club.bus.within(c, club.bus.news("seats", live.id))

    if live.record is not None and not live.row.physical:
        fresh = chair.fresh or new_seed().hex()
        await live.sit_with_new_dice(seat, fresh, seed, person.name, sit)
    else:
        await club.database.write(sit)
    await seats_changed(club, live)


async def may_see(club: Club, person: replies.Person, live: Live, seat: str) -> None:
    """Refuse to show someone a seat whose secrets they may not know: whoever sits or has sat at another side's seat of a
    running match cannot sit here, not for a moment."""
    if live.game is None or not live.game.has_secrets:
        return
    if live.record is None and any(
        each.seat != seat and any(member.person == person.id for member in each.team)
        for each in live.row.seats
    ):  # alone one may have all seats; with others at one of them not
        raise forbidden("You are in another team in this match; its secrets must not reach this seat.")
    if live.record is None or live.record.is_over:
        return
    before = await club.database.read(lambda c: queries.held_by(c, live.id, person.id))
    if seat not in before and any(
        live.record.sides.get(each) != live.record.sides.get(seat) for each in before
    ):
        raise forbidden("You have played another side in this match and know its secrets.")


async def seats_changed(club: Club, live: Live) -> None:
    """Seats have changed: note it, and tell everyone."""
    row = await club.database.read(lambda c: queries.match(c, live.id))
    if row is None:
        raise missing("match")
    async with live.lock:
        live.set_room(row)
    await club.begin_if_full(live)
    live.tell_info()
    await club.bus.tell(club.bus.news("seats", live.id), committed=True)


async def change_seat(club: Club, person: replies.Person, live: Live, seat: str, change: SeatChange) -> None:
    """The host gives a free or computer seat a new sitter, or makes a new link for one."""
    if live.row.host != person.id:
        raise forbidden("Only the host can do this.")
    chair = live.row.seat(seat)
    if chair is None or live.game is None:
        raise missing("seat")
    if chair.who == "person" and chair.person != person.id:
        raise Refusal(409, "taken", "This seat is taken.")
    if live.record is not None and live.record.is_over:
        raise over()
    if live.row.physical and not live.controls and change.who != "me":
        raise bad(REAL_DICE)
    sitter = Sitter(who=change.who, level=change.level, seconds=change.seconds)
    check_sitter(club, sitter, seat, seat in live.controls)
    if live.row.analysis and change.who != "computer":
        raise forbidden("An analysis board shows what your seat may know; the computer can play the others.")
    if change.who == "me":
        await may_see(club, person, live, seat)
    values = chair_values(club, live.id, seat, 0, sitter, person.id, "")
    for key in ("match", "seat", "place", "contribution"):
        del values[key]
    gives_away = change.who in ("link", "open") and live.record is not None and not live.row.physical
    values["fresh"] = new_seed().hex() if gives_away else ""

    def work(c: Connection) -> bool:
        done = queries.seat_change(c, live.id, seat, values, chair.who)
        if done:
            queries.note_act(
                c, live.id, person.id, person.name, "seat", f"{seat}: {chair.who} to {change.who}"
            )
            club.bus.within(c, club.bus.news("seats", live.id))
        return done

    if not await club.database.write(work):
        raise Refusal(409, "taken", "This seat has changed in the meantime.")
    await seats_changed(club, live)
    club.computers.look(live)


async def delete(club: Club, person: replies.Person, live: Live) -> None:
    """Delete a match: the host while alone at the table or after the end, Control and admins always."""
    row = live.row
    others = {each.person for each in row.seats if each.person not in (None, person.id)}
    others |= {each.person for chair in row.seats for each in chair.team if each.person != person.id}
    control = any(each.seat in live.controls and each.person == person.id for each in row.seats)
    allowed = person.admin or control or (row.host == person.id and (not others or row.status == "over"))
    if not allowed:
        raise forbidden("The host can delete a match while nobody else plays in it, or when it is over.")

    def work(c: Connection) -> None:
        queries.remove(c, live.id)
        queries.note_act(c, live.id, person.id, person.name, "delete", row.title)
        club.bus.within(c, club.bus.news("gone", live.id))

    async with live.lock:
        await club.database.write(work)
    await club.bus.tell(club.bus.news("gone", live.id), committed=True)
    club.forget(live.id)
