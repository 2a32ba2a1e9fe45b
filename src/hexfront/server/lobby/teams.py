"""Teams, not seats: several people at one power, a captain who commits, someone who takes over, the computer for a no-show."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection

from hexfront.server.club.club import Club
from hexfront.server.lobby.seats import may_see, seats_changed
from hexfront.server.lobby.setup import chair_values, check_sitter
from hexfront.server.match.live import Live
from hexfront.server.match.room import phase_of
from hexfront.server.store import queries, rooms
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad, forbidden, missing, over
from hexfront.server.wire.requests import Sitter, StandIn, TeamChange

MOST = 12  # people at a seat


def _chair(live: Live, seat: str) -> queries.SeatRow:
    chair = live.row.seat(seat)
    if chair is None or live.game is None:
        raise missing("seat")
    return chair


def _is_control(live: Live, person: str) -> bool:
    return any(live.row.is_captain(person, seat) for seat in live.controls)


async def make_link(club: Club, person: replies.Person, live: Live, seat: str) -> str:
    """A link by which others join a team; an older one no longer works."""
    chair = _chair(live, seat)
    if person.id != (chair.person or live.row.host) and not _is_control(live, person.id):
        raise forbidden(
            "Only the captain, Control, or the host while nobody sits here can bring people into a team."
        )
    if live.row.analysis or seat in live.controls or chair.who == "computer":
        raise bad("There is no team at this seat.")
    link = secrets.token_urlsafe(18)

    def work(c: Connection) -> None:
        rooms.put_seat(c, live.id, seat, team_link=link)
        club.bus.within(c, club.bus.news("seats", live.id))

    await club.database.write(work)
    await seats_changed(club, live)
    return f"/join/{link}"


def check_sides(live: Live, person: str, seat: str) -> None:
    """Refuse to let someone into a team who is at a seat of another side, also before the match begins."""
    if live.game is None or not live.game.has_secrets:
        return
    sides = {info.id: info.side or info.id for info in live.game.seats(live.row.setup)}
    if any(sides.get(each) != sides.get(seat) for each in live.row.seats_of(person)):
        raise forbidden("You sit on another side in this match; its secrets must not reach this one.")


async def join(club: Club, person: replies.Person, live: Live, seat: str, role: str, seed: str) -> None:
    """Join a team by its link: as its captain where nobody is at the seat."""
    chair = _chair(live, seat)
    if chair.has(person.id):
        return
    if chair.who == "computer":
        raise bad("The computer plays this seat; whoever is to have it must sit down there first.")
    await may_see(club, person, live, seat)
    check_sides(live, person.id, seat)
    free = chair.who in ("link", "open")
    before = {each.person for each in live.row.seats if each.person} | {
        each.person for chair in live.row.seats for each in chair.team
    }
    is_known = len(before) < 2  # who was alone may have taken the seed away

    def work(c: Connection) -> None:
        if free:
            token = None if chair.who == "open" else chair.invite
            if not queries.claim(c, live.id, seat, person.id, seed, token):
                raise Refusal(409, "taken", "Someone else was quicker; try again.")
            rooms.put_seat(c, live.id, seat, role=role)
            # The link was the host's. From now on it is the captain's, and another unless the host is Control.
            kept = person.id == live.row.host or _is_control(live, live.row.host)
            rooms.put_seat(c, live.id, seat, team_link=chair.team_link if kept else secrets.token_urlsafe(18))
        elif rooms.count(c, live.id, seat) + 1 >= MOST:
            raise Refusal(409, "taken", f"A team has at most {MOST} people.")
        else:
            rooms.enlist(c, live.id, seat, person.id, role)
        club.bus.within(c, club.bus.news("seats", live.id))

    if (free or is_known) and live.record is not None and not live.record.is_over and not live.row.physical:
        fresh = chair.fresh or secrets.token_hex(32)
        await live.sit_with_new_dice(seat, fresh, seed, person.name, work)
    else:
        await club.database.write(work)
    await seats_changed(club, live)


async def change(club: Club, person: replies.Person, live: Live, seat: str, asked: TeamChange) -> None:
    """Change a role, the captain, or who is in a team. Members may leave, and take over from a captain who is away."""
    chair = _chair(live, seat)
    leads = chair.person == person.id or _is_control(live, person.id)
    mine = asked.person == person.id and chair.has(person.id)
    away = chair.person is None or not live.has_captain(seat)
    member = next((each for each in chair.team if each.person == asked.person), None)
    if not leads and not (mine and (asked.out or (asked.captain and away) or asked.role is not None)):
        raise forbidden(
            "Only the captain or Control can do this; you may take over while your captain is away."
        )
    if member is None and not (asked.person == chair.person and asked.role is not None and not asked.out):
        raise missing("member of this team")
    what = "out" if asked.out else "captain" if asked.captain else f"role {asked.role}"

    def work(c: Connection) -> None:
        if member is None:
            rooms.put_seat(c, live.id, seat, role=asked.role)
        elif asked.out:
            rooms.discharge(c, live.id, seat, member.person)
        elif asked.captain:
            role = asked.role or member.role
            if not rooms.promote(c, live.id, seat, member.person, role, chair.person, chair.role):
                raise Refusal(409, "taken", "This team has changed in the meantime.")
        else:
            rooms.enlist(c, live.id, seat, member.person, asked.role or member.role)
        queries.note_act(c, live.id, person.id, person.name, "team", f"{seat}: {what}")
        club.bus.within(c, club.bus.news("seats", live.id))

    await club.database.write(work)
    await seats_changed(club, live)
    live.refresh_all()


async def stand_in(club: Club, person: replies.Person, live: Live, seat: str, asked: StandIn) -> None:
    """Control lets the computer play for a team that is not there, for this step or for good, or frees its seat."""
    live.check_control(person.id)
    chair = _chair(live, seat)
    record = live.ready() if live.record is not None or live.broken or live.adrift else None
    if seat in live.controls:
        raise bad("Nobody can stand in for Control.")
    if record is not None and record.is_over:
        raise over()
    if record is None and asked.what in ("step", "off"):
        raise Refusal(
            409, "waiting", "The match begins when everyone has sat down, or the computer plays for them."
        )
    sitter = Sitter(who="link" if asked.what == "free" else "computer", level=asked.level)
    if asked.what != "off":
        check_sitter(club, sitter, seat, False)
    level = asked.level or club.computers.usual

    def work(c: Connection) -> None:
        if asked.what in ("step", "off"):
            step = f"{phase_of(record)} {level}" if record is not None and asked.what == "step" else ""
            rooms.put_seat(c, live.id, seat, stand_in=step)
        else:
            values = chair_values(club, live.id, seat, 0, sitter, person.id, "")
            for key in ("match", "seat", "place", "contribution"):
                del values[key]
            if not queries.seat_change(
                c, live.id, seat, values | {"stand_in": "", "role": "leader"}, chair.who
            ):
                raise Refusal(409, "taken", "This seat has changed in the meantime.")
        queries.note_act(c, live.id, person.id, person.name, "stand-in", f"{seat}: {asked.what}")
        club.bus.within(c, club.bus.news("seats", live.id))

    await club.database.write(work)
    await seats_changed(club, live)
    live.refresh_all()
    club.computers.look(live)
