"""Computer players: they think in processes of their own and play through the same requests as people."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import secrets
import time
from typing import Any

import msgspec

from hexfront import players
from hexfront.kernel import HexfrontError
from hexfront.server.computer.turns import Turns
from hexfront.server.computer.worker import PlayerFault, Worker
from hexfront.server.computer.worker_process import Task, Told
from hexfront.server.match.house import House
from hexfront.server.match.live import Live
from hexfront.server.match.record import Record
from hexfront.server.store import queries
from hexfront.server.store.database import FAULTS
from hexfront.server.store.rows import Row
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, stale

log = logging.getLogger("hexfront.server")
DEFAULT_SECONDS = 5.0
_SECONDS = {"general": 10.0, "field-marshal": 30.0}
SHORTEST, LONGEST = 1.0, 30.0  # what people may give a level for each decision
OWN_SHORTEST, OWN_LONGEST = 0.1, 600.0  # and a player of the server's own
GRACE = 10.0  # beyond its budget, before a thinking process is stopped: it keeps the budget by itself
LOADING = 120.0  # seconds to start and to load a game before the budget begins; much, for a busy machine is slow at it
STUMBLES = 3  # faults at one place of a match, after which the computer lets it rest
SHORT = 0.1  # seconds, where "play now" was pressed before the thinking had begun
LEASE = 6.0

_TITLES = {
    "random": ("Random", "Any legal action, all equally likely."),
    "recruit": ("Recruit", "Plans like staff, and makes mistakes: for a first game."),
    "staff": ("Staff", "Makes one good plan per turn; answers at once."),
    "general": ("General", "Plays out many plans and takes the best; stronger, but slower."),
    "field-marshal": ("Field marshal", "A general that thinks four times as long."),
}


def _plays(live: Live, chair: queries.SeatRow) -> bool:
    """Whether the computer plays a seat now: for good, or for the step."""
    return chair.who == "computer" or bool(live.stand_in(chair))


class Computers:
    """All computer players of one server process."""

    def __init__(self, house: House[Live], size: int, makers: tuple[str, ...] = ()) -> None:
        self._house = house
        self.size = size
        self._makers = {name: maker for name, _, maker in (each.partition("=") for each in makers)}
        self._workers = [Worker() for _ in range(size)]
        self._turns = Turns(self._workers)
        self._busy: dict[str, Worker | None] = {}
        self._cut: set[str] = set()  # "play now" pressed before the thinking had begun
        self._untold: dict[
            tuple[str, str], str
        ] = {}  # why something was chosen that came too late to be played
        self._stumbled: dict[
            str, tuple[int, int]
        ] = {}  # after how many rows of a match a fault came, and how often
        self._numbers = itertools.count(1)
        self._seed = secrets.token_hex(8)

    def levels(self) -> list[replies.Level]:
        """The computer players on offer, weakest first."""
        if not self.size:
            return []
        found = []
        for name in (*players.names(), *self._makers):
            title, summary = _TITLES.get(name, (name.capitalize(), ""))
            seconds = _SECONDS.get(name, DEFAULT_SECONDS)
            timed = name in _SECONDS or name in self._makers
            found.append(replies.Level(name=name, title=title, summary=summary, seconds=seconds, timed=timed))
        return found

    def budget(self, level: str) -> tuple[float, float]:
        """The least and the most seconds a decision that a level may be given."""
        return (OWN_SHORTEST, OWN_LONGEST) if level in self._makers else (SHORTEST, LONGEST)

    @property
    def usual(self) -> str:
        """The level for those who do not choose: good play without a long wait."""
        names = [level.name for level in self.levels()]
        return next((name for name in ("staff", *names) if name in names), "")

    def is_busy(self, match: str) -> bool:
        return match in self._busy

    async def warm(self) -> None:
        """Start the processes before they are needed."""
        for worker in self._workers:
            await worker.warm()

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()

    def look(self, live: Live) -> None:
        """Begin to think if a computer has to decide in this match."""
        if not self.size or live.id in self._busy or self._house.closing or not self._seats(live):
            return
        if self._stumbles(live) >= STUMBLES:
            return  # not before somebody else has done something
        self._busy[live.id] = None
        self._house.spawn(self._play(live))

    def _stumbles(self, live: Live) -> int:
        """How often a fault has come where a match stands: of its rules, with the figures of somebody's pack for instance."""
        rows, times = self._stumbled.get(live.id, (-1, 0))
        return times if live.record is not None and len(live.record.rows) == rows else 0

    def cancel(self, match: str) -> None:
        """Tell the computer to play now."""
        worker = self._busy.get(match)
        if worker is not None and worker.task:
            worker.cancel()
        elif match in self._busy:
            self._cut.add(match)

    @staticmethod
    def _seats(live: Live) -> list[str]:
        if live.record is None or live.broken or live.record.is_full:
            return []
        return [
            s for s in live.record.deciders if (row := live.row.seat(s)) is not None and _plays(live, row)
        ]

    async def _play(self, live: Live) -> None:
        unattended = all(each.who != "person" for each in live.row.seats)
        try:
            while not self._house.closing:
                seats = self._seats(live)
                if not seats:
                    return
                if live.adrift or not await self._lease(live):
                    return  # when the match is back it is looked at again
                await self._turn(live, seats[0])
                await asyncio.sleep(0.5 if unattended else 0)
        except FAULTS as e:
            log.warning("the computer cannot go on in match %s just now: %s", live.id, type(e).__name__)
        finally:
            self._busy.pop(live.id, None)
            self._rested(live)

    async def _lease(self, live: Live) -> bool:
        """Whether this process may think in this match; where there is only one process, it always may."""
        if not self._house.shares:
            return True
        me, now = self._house.bus.me, time.time()
        return await self._house.database.write(lambda c: queries.lease(c, live.id, me, now, LEASE))

    async def _keep_lease(self, live: Live) -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            with contextlib.suppress(*FAULTS):
                await self._lease(live)

    async def _turn(self, live: Live, seat: str) -> None:
        """Think once, and play what was thought of."""
        chair = live.row.seat(seat)
        assert chair is not None
        level = chair.level if chair.who == "computer" else live.stand_in(chair)
        seconds = chair.seconds or next(
            (x.seconds for x in self.levels() if x.name == level), DEFAULT_SECONDS
        )
        worker = await self._turns.take(live.row.host)
        self._busy[live.id] = worker
        began = time.monotonic()

        def progress(told: Told) -> None:
            self._tell(
                live,
                replies.Progress(
                    seat=seat, level=level, text=told.text, part=told.part,
                    seconds=round(time.monotonic() - began, 1),
                ),
            )  # fmt: skip

        try:
            async with live.lock:
                record = live.record
                if record is None or seat not in record.deciders:
                    return
                rows = len(record.rows)
                if live.id in self._cut:
                    seconds = SHORT
                task = self._task(live, record, seat, level, seconds)
                worker.task = task.id
            progress(Told(task.id, text="thinking"))
            keeping = asyncio.create_task(self._keep_lease(live))
            try:
                async with asyncio.timeout(LOADING) as limit:
                    now = asyncio.get_running_loop().time
                    actions = await worker.choose(
                        task, progress, lambda: limit.reschedule(now() + seconds + GRACE)
                    )
            except (HexfrontError, TimeoutError, OSError) as e:
                why = str(e) or type(e).__name__
                log.error("the %s player failed in match %s: %s", level, live.id, why)
                self._house.metrics.count("computer_faults", level)
                if not isinstance(e, PlayerFault):
                    await worker.stop()
                actions = []
            finally:
                keeping.cancel()
        finally:
            worker.rest()
            self._cut.discard(live.id)
            self._busy[live.id] = None
            self._turns.give(worker)
        if not actions or self._stumbles(live):
            actions = [(None, "")]  # never leave a match stuck: any legal action
        for action, told in actions:
            untold = self._untold.pop((live.id, seat), "")
            why = told or (untold if action is not None else "")  # it follows the plan that it made then
            try:
                await live.change(self._move(seat, action, rows, why))
            except Refusal as e:
                if e.code == "illegal":
                    log.error("the %s player chose what is not legal in match %s", level, live.id)
                    await live.change(self._move(seat, None, rows))
                elif e.code == "stale" and why:
                    self._untold[live.id, seat] = why
                return
            except FAULTS:
                raise
            except Exception:
                self._stumbled[live.id] = rows, self._stumbles(live) + 1
                raise
            self._stumbled.pop(live.id, None)
            rows += 1
            await asyncio.sleep(0)

    @staticmethod
    def _move(seat: str, action: Any, rows: int, why: str = "") -> Any:
        def make(record: Record, now: float) -> Row:
            if len(record.rows) != rows or seat not in record.deciders:
                raise stale()
            if action is None:
                chosen = secrets.choice(record.match.legal(seat))
            else:
                chosen = record.game.codec.decode_action(action)
            return record.act(seat, chosen, now, why)

        return make

    def _task(self, live: Live, record: Record, seat: str, level: str, seconds: float) -> Task:
        codec = record.game.codec
        mine = next((r.n for r in reversed(record.rows) if r.seat == seat), 0)
        # What lies before the position that was loaded is not played again for this: it would take the time of everybody.
        since = max(record.entries_at(mine), record.match.resumed)
        events = [told.event for told in record.match.events_for(seat, since)][-200:]
        return Task(
            id=next(self._numbers),
            match=live.id,
            game=record.game.package,
            seat=seat,
            level=level,
            seed=f"{self._seed}/{live.id}/{seat}",
            seconds=seconds,
            maker=self._makers.get(level, ""),
            state=msgspec.Raw(codec.encode(record.match.state)),
            events=[msgspec.Raw(codec.encode_event(event)) for event in events],
        )

    def _rested(self, live: Live) -> None:
        """Thinking is over: send the last progress message."""
        last = live.thinking
        if last is not None:
            self._tell(live, msgspec.structs.replace(last, part=1.0, text=""))
        live.thinking = None

    def _tell(self, live: Live, progress: replies.Progress) -> None:
        live.thinking = progress
        if not self._house.closing:
            live.tell_all(
                replies.Thinking(
                    seat=progress.seat, level=progress.level, text=progress.text, part=progress.part,
                    seconds=progress.seconds,
                )
            )  # fmt: skip
        if self._house.shares and not self._house.closing:
            news = self._house.bus.news("thinking", live.id, data=msgspec.to_builtins(progress))
            self._house.spawn(self._house.bus.tell(news))
