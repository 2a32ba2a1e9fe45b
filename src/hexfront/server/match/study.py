"""A match studied in another process: it is sent there as it stands in the database, then asked about."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from hexfront.kernel import HexfrontError
from hexfront.server.hands.hand import Fault
from hexfront.server.match import whole
from hexfront.server.match.aside import Bench
from hexfront.server.match.live import Live, start_of
from hexfront.server.store import queries
from hexfront.server.wire.refusals import Refusal, missing

T = TypeVar("T")


async def study(live: Live, who: str, work: partial[T], *, long: bool = False) -> T:
    """Work something out from a match as it stands now, by a function of `whole`. This match and all others go on meanwhile.
    `long`: it goes through the whole match."""
    async with live.lock:
        rows = len(live.readable().rows)
    bench = live.house.aside.games if long else live.house.aside.questions
    try:
        return await bench.turn(who, lambda: _study(live, bench, rows, work))
    except (HexfrontError, Fault):
        if live.broken:  # with other figures the way there may be barred
            raise Refusal(409, "wrong_version", live.broken) from None
        raise


async def _study(live: Live, bench: Bench, rows: int, work: partial[T], again: bool = True) -> T:
    known = await bench.call(partial(whole.known, live.id, rows))
    if known < rows:
        await bench.call(partial(whole.keep, await books(live, known, rows)))
    try:
        return await bench.call(work)
    except Refusal as e:
        if e.code != whole.FORGOTTEN:
            raise
        if not again:
            raise Refusal(503, "unavailable", e.reason, wait=e.wait) from None
    return await _study(live, bench, rows, work, again=False)


async def books(live: Live, since: int, until: int) -> whole.Books:
    """A match as it stands in the database: all of it, or what is new."""
    record = live.readable()
    offer, roller = whole.Offer.of(record.game), record.roller

    def work(c: Connection) -> whole.Books:
        found = queries.opening(c, live.id) if not since else None
        columns = queries.raw_rows(c, live.id, since, until)
        before = start_of([each[1] for each in columns], queries.snapshots_of(c, live.id))
        return whole.Books(
            match=live.id, game=offer, opening=found[0] if found is not None else "",
            snapshot=queries.snapshot(c, live.id, before) if not since else None,
            rows=columns, roller=roller, explains=live.explains,
        )  # fmt: skip

    found = await live.house.database.read(work)
    if len(found.rows) != until - since:
        raise missing("match")
    return found
