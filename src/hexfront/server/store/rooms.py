"""Teams, the room's clock and disputes in the database: short functions of a connection, as in `queries`."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from hexfront.server.store.ids import new_id
from hexfront.server.store.queries import Room, encoded, hold
from hexfront.server.store.sql import disputes, matches, persons, seats, team

MOST_DISPUTES = 500  # of a match


def put_room(c: Connection, name: str, room: Room) -> None:
    c.execute(update(matches).where(matches.c.id == name).values(room=encoded(room)))


def put_seat(c: Connection, name: str, seat: str, **values: Any) -> None:
    c.execute(update(seats).where(seats.c.match == name, seats.c.seat == seat).values(**values))


def by_team_link(c: Connection, link: str) -> tuple[str, str] | None:
    """The seat whose team a link leads to."""
    row = (
        c.execute(select(seats.c.match, seats.c.seat).where(seats.c.team_link == link)).first()
        if link
        else None
    )
    return (row.match, row.seat) if row else None


def enlist(c: Connection, name: str, seat: str, person: str, role: str) -> None:
    """Put someone into a team, with a role; they have seen what it sees."""
    c.execute(delete(team).where(team.c.match == name, team.c.seat == seat, team.c.person == person))
    c.execute(insert(team).values(match=name, seat=seat, person=person, role=role))
    hold(c, name, seat, person)


def count(c: Connection, name: str, seat: str) -> int:
    query = select(func.count()).select_from(team).where(team.c.match == name, team.c.seat == seat)
    return int(c.execute(query).scalar_one())


def discharge(c: Connection, name: str, seat: str, person: str) -> None:
    c.execute(delete(team).where(team.c.match == name, team.c.seat == seat, team.c.person == person))


def promote(
    c: Connection, name: str, seat: str, person: str, role: str, before: str | None, before_role: str
) -> bool:
    """Make someone of a team its captain; the old captain stays in the team. False if that has changed meanwhile."""
    where = [seats.c.match == name, seats.c.seat == seat]
    where.append(seats.c.person.is_(None) if before is None else seats.c.person == before)
    values = {"who": "person", "person": person, "role": role, "level": "", "seconds": None, "invite": None}
    if c.execute(update(seats).where(*where).values(**values)).rowcount != 1:
        return False
    discharge(c, name, seat, person)
    hold(c, name, seat, person)
    if before is not None:
        enlist(c, name, seat, before, before_role)
    return True


def quarrel(c: Connection, name: str, seat: str, person: str, text: str, place: str) -> bool:
    """A team disputes something; false if there are too many."""
    there = select(func.count()).select_from(disputes).where(disputes.c.match == name)
    if int(c.execute(there).scalar_one()) >= MOST_DISPUTES:
        return False
    c.execute(
        insert(disputes).values(
            id=new_id(), match=name, seat=seat, person=person, text=text, place=place, at=time.time(), settled=None,
            ruling="",
        )
    )  # fmt: skip
    return True


def quarrels(c: Connection, name: str) -> list[Any]:
    """The disputes of a match, those that are open first, then the latest."""
    query = (
        select(disputes, persons.c.name)
        .join(persons, persons.c.id == disputes.c.person)
        .where(disputes.c.match == name)
        .order_by(disputes.c.settled.is_not(None), disputes.c.at.desc())
        .limit(100)
    )
    return list(c.execute(query))


def settle(c: Connection, name: str, dispute: str, ruling: str) -> bool:
    """A dispute is settled; false if there is no such open one."""
    done = c.execute(
        update(disputes)
        .where(disputes.c.match == name, disputes.c.id == dispute, disputes.c.settled.is_(None))
        .values(settled=time.time(), ruling=ruling)
    )
    return done.rowcount == 1
