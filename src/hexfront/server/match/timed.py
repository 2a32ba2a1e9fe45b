"""The clocks of a match with people at it: what happens when they run out, and when they stand."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from hexfront.kernel import Game, Result
from hexfront.server.match.audience import Audience
from hexfront.server.match.clocks import Clocks
from hexfront.server.match.house import Client, House
from hexfront.server.match.record import Record
from hexfront.server.store import queries
from hexfront.server.store.database import FAULTS
from hexfront.server.store.rows import Row
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, over, stale

log = logging.getLogger("hexfront.server")


class Timed(Audience):
    """One match and its timers."""

    def __init__(self, house: House[Any], row: queries.MatchRow, game: Game[Any] | None) -> None:
        super().__init__(row, game)
        self.house = house
        self.lock = asyncio.Lock()
        self.stopped = ""  # why nothing more may be written
        self._timer: asyncio.TimerHandle | None = None
        self._room_timer: asyncio.TimerHandle | None = None

    async def change(
        self, make: Callable[[Record, float], Row], also: Callable[[Connection], None] | None = None
    ) -> Row:
        """Make a row, write it, show it. `also` is done with it or not at all."""
        raise NotImplementedError

    def affords(self, client: Client, size: int, since: int) -> bool:
        return self.house.affords(self, client, size, since)

    def stop(self, why: str) -> bool:
        """Take nothing more in for this reason; with none, go on, and with all the time again. Whether this changes anything."""
        changed, self.stopped = bool(why) != bool(self.stopped), why
        if self.record is not None:
            self.record.stopped = why
        if changed and why:
            if self.row.pause is None or self.row.pause.end:
                self.row.pause = queries.Pause(time.time())
            self.clocks.standing = True
            self._clocks_changed()
        elif changed:
            self.go_on()
        return changed

    def go_on(self) -> None:
        """Clocks run again, with all the time for whoever has to decide; but the host could stop them whenever it suits."""
        now, pause = time.time(), self.row.pause
        begin = pause.begin if pause is not None and not pause.end else now
        self.row.pause = self.clocks.go_on(begin, now, self.row.seats_of(self.row.host))
        self._clocks_changed()

    def resume(self, pause: queries.Pause | None) -> None:
        """Another process has let the clocks go on."""
        self.row.pause = pause
        self._resume(self.clocks)
        self._clocks_changed()

    def _clocks_changed(self) -> None:
        now = time.time()
        self.step_clock.forgive(self.row.room, now)
        self._set_timer()
        if self.clocks.clock.kind != "none":
            for client in self.clients:
                client.send(replies.Clocks(clocks=self.clocks.states(now)))

    def _resume(self, clocks: Clocks, until: float = math.inf) -> None:
        """Let clocks go on as they did before this time, after nobody could move."""
        pause = self.row.pause
        if pause is not None and clocks.resumed < pause.end < until:  # 0 while it lasts
            clocks.resume(pause)

    def loss(self, record: Record, seat: str, why: str = "gave up") -> Result:
        side = record.sides[seat]
        winners = tuple(dict.fromkeys(s for s in record.sides.values() if s != side))
        return Result(winners, f"{self.seat_names.get(seat, seat)} {why}.")

    def _set_timer(self) -> None:
        self.close()
        if self.record is None or self.record.is_over or self.broken or self.stopped:
            return
        ends = self.step_clock.ends(self.row.room)
        if ends is not None and self.row.room.force:
            wait = max(0.01, ends - time.time() + 0.01)
            self._room_timer = asyncio.get_running_loop().call_later(wait, self._step_over)
        due = self.clocks.due
        if due is not None and due - time.time() < 86400:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.01, due - time.time() + 0.01), self._time_over)

    def set_room(self, row: queries.MatchRow) -> None:
        """Take in seats and the room's clock as they are in the database now."""
        self.row = row
        self._resume(self.clocks)
        self.let_go()
        self._set_timer()

    def _step_over(self) -> None:
        self.house.spawn(self.force_step())

    async def force_step(self) -> None:
        """The time of a step is up: it ends, as if by Control, for all that are not done."""

        def make(record: Record, now: float) -> Row:
            ends = self.step_clock.ends(self.row.room)
            if record.is_over or ends is None or ends > now or not self.controls or not self.row.room.force:
                raise over("There is still time left.")
            action = record.game.hurry(record.match.state, record.match.deciders)
            if action is None:
                raise stale()
            return record.act(next(iter(sorted(self.controls))), action, now)

        with contextlib.suppress(Refusal):
            await self.change(make)

    def _time_over(self) -> None:
        self.house.spawn(self.flag())

    async def flag(self) -> None:
        """End the match if a clock has run out; not while nobody can move, nor where they have only just been able to again."""

        def make(record: Record, now: float) -> Row:
            seat = self.clocks.fallen(now)
            if record.is_over or seat is None:
                raise over()
            return record.end("flag", seat, self.loss(record, seat, "ran out of time"), now)

        try:
            if not await self.house.check_clocks(self):
                return
            await self.change(make)
        except Refusal:
            if not self.adrift:  # else when the match is back
                self._set_timer()
        except FAULTS as e:  # the next sweep looks again
            log.warning("the clocks of match %s: %s", self.id, type(e).__name__)

    def close(self) -> None:
        for timer in (self._timer, self._room_timer):
            if timer is not None:
                timer.cancel()
        self._timer = self._room_timer = None
