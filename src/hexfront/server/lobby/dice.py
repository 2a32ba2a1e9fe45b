"""The dice proof of a match."""

from __future__ import annotations

from hexfront.match import (
    commitment,
)
from hexfront.server.club.club import Club
from hexfront.server.match.live import Live
from hexfront.server.store import queries
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import missing


async def dice(club: Club, live: Live, person: str | None) -> replies.Dice:
    """The dice proof, with the seed once the match is over."""
    found = await club.database.read(lambda c: queries.opening(c, live.id))
    if found is None:
        raise missing("match")
    record = live.record
    is_over = record is not None and record.is_over
    seed = record.match.seed.hex() if record is not None else found[1]
    contributions = {each.seat: each.contribution for each in live.row.seats if each.contribution}
    rolls = 0
    if record is not None:
        contributions = record.match.contributions
        # How many rolls there were is known to all only when the game is over: some are made in secret.
        rolls = sum(entry.is_chance for entry in record.match.log) if is_over else 0
    physical = live.row.physical
    return replies.Dice(
        commitment="" if physical else commitment(bytes.fromhex(seed)),
        contributions=contributions,
        seed=seed if is_over and not physical else "",
        rolls=rolls,
        over=is_over,
        how="These are real dice: their results were typed in and cannot be checked."
        if physical
        else "Export the finished match and run: hexfront verify FILE --commitment COMMITMENT",
    )
