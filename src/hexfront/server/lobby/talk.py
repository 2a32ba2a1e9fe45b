"""The talk at a match."""

from __future__ import annotations

import time

from sqlalchemy import Connection

from hexfront.server.club.club import Club, chat_line
from hexfront.server.match.live import Live
from hexfront.server.store import queries
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, forbidden

TURNS = frozenset(
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)  # marks that turn round what follows


async def say(
    club: Club, live: Live, person: replies.Person | None, text: str, caller: str
) -> replies.ChatLine:
    """A line of chat, as plain text, to everyone at the match."""
    if person is None or not (live.row.seats_of(person.id) or live.row.host == person.id):
        raise forbidden("Only the players of a match can chat in it.")
    club.limits.take("chat", person.id)
    text = "".join(c for c in text if c == "\n" or (c >= " " and c not in TURNS)).strip()
    if not text:
        raise Refusal(400, "bad_request", "This message is empty.")
    seat = next(iter(live.row.seats_of(person.id)), "")
    club.limits.take("stored", caller, len(text) / 1000)
    now = time.time()
    who = person.id

    def work(c: Connection) -> int:
        n = queries.say(c, live.id, who, seat, text, now)
        club.bus.within(c, club.bus.news("chat", live.id, n))
        return n

    n = await club.database.write(work)
    await club.bus.tell(club.bus.news("chat", live.id, n), committed=True)
    rows = await club.database.read(lambda c: queries.talk(c, live.id, n - 1))
    line = chat_line(rows[0])
    live.tell_all(replies.Said(line=line))
    return line
