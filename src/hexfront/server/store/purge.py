"""What is deleted, and when. docs/guides/serve.md has the rule; this is all of it.

| what | is deleted after |
|---|---|
| a match that never began | 30 days |
| an analysis board or an import of a guest | 30 days without a move |
| a match in which only guests sit | 180 days without a move |
| a guest without a session, a seat, a match or a chat message | at once (a session lasts 90 days) |
| sessions that have run out, notices that were sent | at once; 30 days |
| the audit of a match that is gone | 180 days after the entry |

A match in which an account plays is never deleted by the server; its players can delete it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, delete, exists, or_, select

from hexfront.server.store import queries
from hexfront.server.store.sql import (
    audit,
    chat,
    disputes,
    held,
    matches,
    notes,
    outbox,
    persons,
    seats,
    sessions,
    team,
)

DAY = 86400.0
NEVER_BEGUN, BOARD, GUESTS_MATCH, NOTICE, AUDIT = 30 * DAY, 30 * DAY, 180 * DAY, 30 * DAY, 180 * DAY
AT_ONCE = 100  # this many of each at a time, so that nobody has to wait;
ENTRIES_AT_ONCE = 5_000  # of the audit


def _accounts_at(match: Any) -> Any:
    """Whether someone with an account hosts a match or sits in it."""
    hosts = exists().where(persons.c.id == matches.c.host, persons.c.account.is_not(None))
    sits = exists().where(
        seats.c.match == match, seats.c.person == persons.c.id, persons.c.account.is_not(None)
    )
    helps = exists().where(
        team.c.match == match, team.c.person == persons.c.id, persons.c.account.is_not(None)
    )
    return or_(hosts, sits, helps)


def old_matches(c: Connection, now: float) -> list[str]:
    """Matches that nobody will miss."""
    guests_only = ~_accounts_at(matches.c.id)
    query = (
        select(matches.c.id)
        .where(
            or_(
                and_(matches.c.status == "waiting", matches.c.created < now - NEVER_BEGUN),
                and_(guests_only, matches.c.analysis, matches.c.moved < now - BOARD),
                and_(guests_only, matches.c.forked_from == "", _alone(), matches.c.moved < now - BOARD),
                and_(guests_only, matches.c.moved < now - GUESTS_MATCH),
            )
        )
        .limit(AT_ONCE)
    )
    return list(c.execute(query).scalars())


def _alone() -> Any:
    """Whether nobody but its host has ever sat at a match."""
    return ~exists().where(held.c.match == matches.c.id, held.c.person != matches.c.host)


def purge(c: Connection, now: float) -> list[str]:
    """Delete what is old; returns the matches that are gone."""
    gone = old_matches(c, now)
    for name in gone:
        queries.remove(c, name)
    c.execute(delete(sessions).where(sessions.c.expires < now))
    c.execute(delete(outbox).where(outbox.c.at < now - NOTICE))
    is_gone = ~exists().where(matches.c.id == audit.c.match)
    old = select(audit.c.id).where(audit.c.at < now - AUDIT, is_gone).limit(ENTRIES_AT_ONCE)
    c.execute(delete(audit).where(audit.c.id.in_(old)))
    used = [
        exists().where(table.c[column] == persons.c.id)
        for table, column in (
            (sessions, "person"), (matches, "host"), (seats, "person"), (held, "person"), (chat, "person"), (notes, "person"),
            (outbox, "person"), (team, "person"), (disputes, "person"),
        )
    ]  # fmt: skip
    idle = select(persons.c.id).where(
        persons.c.account.is_(None), persons.c.return_hash.is_(None), ~or_(*used)
    )
    people = list(c.execute(idle.where(persons.c.id != "local").limit(AT_ONCE)).scalars())
    if people:
        c.execute(delete(persons).where(persons.c.id.in_(people)))
    return gone
