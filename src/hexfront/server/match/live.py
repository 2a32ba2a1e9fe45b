"""A match with people at it: its record, its sockets, its clocks and its computer players, in one process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import groupby
from typing import Any

from sqlalchemy import Connection

from hexfront.kernel import OBSERVER, Game, HexfrontError, Result
from hexfront.match import Match, commitment
from hexfront.server.match.clocks import Clocks
from hexfront.server.match.house import House
from hexfront.server.match.opening import open_record, summary_of
from hexfront.server.match.record import ROLL, Record, roll_words
from hexfront.server.match.timed import Timed
from hexfront.server.match.versions import has_other_rules, mismatch
from hexfront.server.store import queries
from hexfront.server.store.database import FAULTS
from hexfront.server.store.rows import ENDINGS, Row
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad, over, stale, unavailable

log = logging.getLogger("hexfront.server")
OVERLAYS_REST = 2.0  # after working out overlays, time left to actions, as a multiple of what they took
WEIGHT, ENTRY_WEIGHT, LINE_WEIGHT, ROW_WEIGHT = 100_000, 1_200, 250, 2_000  # bytes, as measured on long games
FIRST_RETRY, LAST_RETRY = 0.1, 2.0  # seconds
COUNTED = 50  # rows that are counted together
MANY = 16  # rows that are written beside the event loop
REPLAYED = 12  # steps played again on loading, at least, so that they can be undone
STEPS = ("begin", "act", "redo", "roll")


class Behind(Exception):
    """Another process has written this row first."""


def start_of(kinds: list[str], snapshots: list[int]) -> int:
    """Before which row to start loading: the latest snapshot after which as many steps in effect follow as can be undone
    then, and none before it is undone; all of it where there is none."""
    depths, depth = [], 0
    for kind in kinds:
        depth += (kind in STEPS) - (kind == "undo")
        depths.append(depth)
    lowest = depths[-1] if depths else 0
    wanted = lowest - REPLAYED
    ahead = sorted(snapshots)
    for n in range(len(depths), 0, -1):
        lowest = min(lowest, depths[n - 1])
        if ahead and ahead[-1] == n:
            ahead.pop()
            if depths[n - 1] <= min(wanted, lowest):
                return n
    return 0


def _at_once(row: Row) -> tuple[str, str, float]:
    """What rows written together have in common: one seat's actions, done at the same moment."""
    return row.kind if row.kind == "act" else f"row {row.n}", row.seat, row.at


class Live(Timed):
    """One match in this process. Everything that reads or changes its record holds `lock`."""

    def __init__(self, house: House[Live], row: queries.MatchRow, game: Game[Any] | None) -> None:
        super().__init__(house, row, game)
        self.used = time.monotonic()
        self._missed = -1  # the last row that others have written and nobody here has asked for

    @property
    def weight(self) -> int:
        """About how many bytes this match takes in memory: its entries, its rows, and the lines of all who may read them."""
        record = self.record
        if record is None:
            return WEIGHT
        lines = sum(len(seen.lines) for seen in record.seen.values())
        return (
            WEIGHT
            + ENTRY_WEIGHT * record.match.length
            + LINE_WEIGHT * lines
            + ROW_WEIGHT * len(record.rows)  # those taken back stay in the books
        )

    # --- loading

    async def load(self) -> None:
        """Read the match from the database. What is in memory stays until all of it is read."""
        broken = mismatch(self.game, self.row)
        record, clocks = None, Clocks(self.row.clock, [each.seat for each in self.row.seats])
        if self.game is not None and not has_other_rules(self.game, self.row):
            record, rows, why = await self._read(self.game)
            broken = broken or why
            for row in rows:
                self._resume(clocks, row.at)
                clocks.turn(() if row.kind in ENDINGS else row.marks.deciders, row.at)
            self._resume(clocks)
        clocks.standing = bool(self.stopped)
        self.record, self.clocks, self.broken = record, clocks, broken
        self.stop(self.stopped)
        self._missed, self._windows, self.adrift = -1, {}, False
        self.step_clock.look(record, record.rows[-1].at if record is not None and record.rows else 0.0)
        self.step_clock.forgive(self.row.room, time.time())
        self._set_timer()

    async def _read(self, game: Game[Any]) -> tuple[Record | None, list[Row], str]:
        """The record of a match that has begun, its rows, and why it cannot be put together if it cannot."""

        def work(c: Connection) -> tuple[str, list[queries.Columns], str | None]:
            found = queries.opening(c, self.id)
            if found is None or not found[0]:
                return "", [], None
            columns = queries.raw_rows(c, self.id)
            before = start_of([each[1] for each in columns], queries.snapshots_of(c, self.id))
            return found[0], columns, queries.snapshot(c, self.id, before)

        opening, columns, snapshot = await self.house.database.read(work)
        if not opening:
            return None, [], ""

        def together() -> tuple[Record, list[Row]]:
            last = snapshot.encode() if snapshot else None
            rows = [queries.decoded(each) for each in columns]
            return Record.load(game, opening.encode(), rows, last, self._roller, self.explains), rows

        try:
            # A long match is read and put together in a thread, one after another, so that the others go on; by hosts in turn,
            # or whoever has a hundred long ones would keep everybody else from theirs.
            record, rows = await self.house.aside.here.run(f"host/{self.row.host}", together, patient=True)
        except HexfrontError as e:
            log.error("match %s cannot be loaded: %s", self.id, e)
            return None, [], f"This match cannot be loaded: {e}"
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError) as e:
            # A position of other rules that can be read and not be played; else a fault, to be looked into.
            log.exception("match %s cannot be loaded", self.id)
            return (
                None,
                [],
                f"This match cannot be loaded ({type(e).__name__}): it was begun under different rules.",
            )
        return record, rows, ""

    async def _deepen(self) -> None:
        """Somebody takes back more than was replayed on loading: the match is read from further back, beside the loop."""
        async with self.lock:
            if self.record is not None and self.record.is_shallow and not self.adrift:
                with contextlib.suppress(*FAULTS):
                    await self._reload()

    # --- when the database fails

    def _set_adrift(self) -> None:
        """The game has moved but the disk may not have: only the disk counts, and it cannot be read now. The match is read again as
        soon as it can be."""
        if not self.adrift:
            self.adrift = True
            self.house.spawn(self._come_back())

    async def _come_back(self) -> None:
        wait = FIRST_RETRY
        while self.adrift and not self.house.closing:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LAST_RETRY)
            with contextlib.suppress(*FAULTS):
                async with self.lock:
                    await self._reload()
        self.house.back(self)

    async def _reload(self) -> None:
        """Read the match again and show it to everyone."""
        await self.load()
        self.refresh_all()

    @property
    def explains(self) -> bool:
        """Whether reasons are told at once: where that was asked for, and on a board for analysis, which is given none but
        what could be read where it comes from."""
        return self.row.explains or self.row.analysis

    def readable(self) -> Record:
        """The record of a match that can be looked at, also if it cannot be played on."""
        return self.ready() if self.record is None or self.adrift else self.record

    def ready(self) -> Record:
        """The record of a match that can be played."""
        self.used = time.monotonic()
        if self.adrift:
            raise unavailable()
        if self.broken:
            raise Refusal(409, "wrong_version", self.broken)
        if self.record is None:
            raise Refusal(409, "waiting", "The match begins when everyone has sat down.")
        return self.record

    async def start(self, seed: str, contributions: dict[str, str]) -> None:
        """Begin: everyone has sat down."""
        assert self.game is not None
        begin = partial(Match.new, physical_dice=self.row.physical)
        game, setup, secret = self.game, self.row.setup, bytes.fromhex(seed)
        match = await self.house.aside.here.run("", lambda: begin(game, setup, secret, contributions))
        await self.open_with(match)

    def _roller(self, match: Match) -> str:
        """Who types in rolls: Control, else the one person who has all seats; nobody on the board of a turn file."""
        if not match.physical_dice or self.row.errand is not None:
            return ""
        return next((seat for seat in match.seats if seat in self.controls), match.seats[0])

    async def open_with(self, match: Match) -> None:
        """Begin with a new match."""

        opened = partial(open_record, match, self.explains, self._roller(match))
        record, row, opening = await self.house.aside.here.run("", opened)
        self.clocks.turn(row.marks.deciders, row.at)
        summary, due, columns = summary_of(record, self.row.setup), self.clocks.due, queries.columns(row)

        def work(c: Connection) -> bool:
            done = queries.begin(c, self.id, opening, match.data, columns, summary, due)
            if record.is_over:
                queries.summarise(c, self.id, summary, "over", row.at, None)
            self.house.bus.within(c, self.house.bus.news("seats", self.id))
            return done

        if await self.house.database.write(work):
            self.row.status = "over" if record.is_over else "running"
            self.row.summary = summary
            self.record = record
            self.step_clock.look(record, row.at)
            self._set_timer()
        else:
            await self.load()
        self._windows = {}
        await self.house.bus.tell(self.house.bus.news("seats", self.id), committed=True)

    # --- showing

    async def send_overlays(self) -> None:
        """Send those who look at them the overlays that were left for later, one viewer at a time."""
        for viewer in sorted({client.viewer for client in self.clients if client.looks}):
            async with self.lock:
                began = time.perf_counter()
                self.freshen(viewer)
            await asyncio.sleep(OVERLAYS_REST * (time.perf_counter() - began))

    def tell_info(self) -> None:
        """Seats or status have changed."""
        for client in self.clients:
            client.send(replies.Info(match=self.house.info(self, client.person_id)))

    # --- changing

    async def change(
        self, make: Callable[[Record, float], Row], also: Callable[[Connection], None] | None = None
    ) -> Row:
        """Make a row, write it, show it. `also` is done with it or not at all."""

        async def one(record: Record, now: float) -> list[Row]:
            return [make(record, now)]

        return (await self.change_all(one, also))[-1]

    async def change_all(
        self,
        make: Callable[[Record, float], Awaitable[list[Row]]],
        also: Callable[[Connection], None] | None = None,
    ) -> list[Row]:
        """Make rows, write them at once, show them at once: all under the lock, and shown only when they are on disk."""
        began = time.perf_counter()
        async with self.lock:
            await self.catch_up()
            record = self.ready()
            before = record.rows[-1].marks.deciders if record.rows else []
            length = record.match.length
            try:
                rows = await make(record, time.time())
            except BaseException as e:
                if not isinstance(e, (Refusal, HexfrontError)) or record.match.length != length:
                    self._set_adrift()  # the game may have moved, and nothing of it is on disk
                raise
            try:
                await self._write(record, rows, also)
            except Behind:
                self._set_adrift()
                with contextlib.suppress(*FAULTS):
                    await self._reload()
                raise stale() from None
            except FAULTS as e:
                log.warning("a row of match %s could not be written: %s", self.id, type(e).__name__)
                self.house.metrics.count("database_faults")
                self._set_adrift()
                raise unavailable() from None
            except BaseException:
                self._set_adrift()
                raise
            self._accepted(rows, before)
        self.house.metrics.action_time.observe(time.perf_counter() - began)
        for row in rows:
            self.house.metrics.count("rows", row.kind)
        return rows

    async def _write(
        self, record: Record, rows: list[Row], also: Callable[[Connection], None] | None = None
    ) -> None:
        due_before, clocks, row = self.clocks.due, self.clocks, rows[-1]
        ended = row.kind in ENDINGS
        for each in rows:
            clocks.turn(() if ended else each.marks.deciders, each.at)
        summary = summary_of(record, self.row.setup, row, self.row.summary.resigned)
        status = "over" if ended or record.match.is_over else "running"
        changed = summary != self.row.summary or status != self.row.status or clocks.due != due_before
        # When a match last moved is for everyone to see: a secret click does not move it.
        is_open = any(len(each.marks.raised) == len(record.viewers) for each in rows)
        moved = changed or (row.at - self.row.moved > 60 and is_open)
        notes = [self._note(each) for each in rows]
        news = self.house.bus.news("row", self.id, row.n)
        database = self.house.database

        def work(c: Connection) -> bool:
            for each, note in zip(rows, notes, strict=True):
                if not queries.append(c, self.id, each):
                    if each is not rows[0]:
                        raise Behind  # all of them or none
                    return False
                if note is not None:
                    queries.note_act(c, self.id, note[0], note[1], each.kind, note[2])
            if moved:
                queries.summarise(c, self.id, summary, status, row.at, clocks.due)
            if also is not None:
                also(c)
            self.house.bus.within(c, news)
            return True

        if database.link is not None and also is None and len(rows) == 1:
            now = (summary, status, clocks.due) if moved else None
            done = await database.link.append(queries.written(self.id, row, news, now, notes[0]))
        else:
            done = await database.write(work, aside=len(rows) > MANY)
        if not done:
            raise Behind
        if moved:
            self.row.moved = row.at
        self.row.summary, self.row.status = summary, status
        with contextlib.suppress(*FAULTS):  # it is on disk; who has not heard of it looks when it hears again
            await self.house.bus.tell(news, committed=True)

    def _snapshot(self, rows: list[Row]) -> None:
        """Keep the position now and then. It only saves time in loading: it need not be written with its row."""
        assert self.record is not None
        if all((row.n + 1) % self.house.config.snapshot_every for row in rows):
            return
        body, n = queries.encoded(self.record.snapshot()), rows[-1].n + 1

        async def keep() -> None:
            with contextlib.suppress(*FAULTS):
                await self.house.database.write(lambda c: queries.put_snapshot(c, self.id, n, body))

        self.house.spawn(keep())

    def _count(self, rows: list[Row]) -> None:
        """Note now and then how much the match has grown. Only rows count that everyone hears of: whoever hosts it could
        count secret clicks by the room that is left."""
        assert self.record is not None
        now = self.record.seen[OBSERVER].version
        before = now - sum(OBSERVER in row.marks.raised for row in rows)
        more = now // COUNTED - before // COUNTED
        if not more:
            return

        async def count() -> None:
            with contextlib.suppress(*FAULTS):
                await self.house.database.write(lambda c: queries.grow(c, self.id, more * COUNTED))
                await self.house.weigh(self)

        self.house.spawn(count())

    def _accepted(self, rows: list[Row], before: list[str]) -> None:
        assert self.record is not None
        for row in rows:
            if row.n == len(self.record.rows):  # of several, those before the last are in the books already
                self.record.accept(row)
        self._shown(rows, before, mine=True)
        self._snapshot(rows)
        self._count(rows)

    def _shown(self, rows: list[Row], before: list[str], *, mine: bool) -> None:
        """Rows have been entered: show them, and do what follows from them."""
        self.broadcast(rows)
        if self.has_overlays_behind:
            self.house.overlays_later(self)
        assert self.record is not None
        is_new_step = self.step_clock.look(self.record, rows[-1].at)
        self._set_timer()
        if is_new_step and self.row.room.seconds and not self.record.is_over:
            self.tell_info()
        if self.record.is_over and self.clients:
            if self.record.has_told_late:
                self.send_states(list(self.clients), 0)
            self.tell_info()
        self.house.after_row(self, rows[-1], before, mine)
        if rows[-1].kind == "undo" and self.record.is_shallow:
            self.house.spawn(self._deepen())

    async def follow(self, n: int, carried: Any = None) -> None:
        """Another process has written up to row `n`, whose columns may have come with the news."""
        if not self.clients and not any(each.who == "computer" for each in self.row.seats):
            # Nobody is waiting for it here: it is played again when somebody comes.
            self._missed = max(self._missed, n)
            return
        async with self.lock:
            await self._follow(n, carried)

    async def caught_up(self) -> Live:
        """This match, up to what other processes have written meanwhile."""
        if self._missed >= 0:
            async with self.lock:
                await self.catch_up()
        return self

    async def catch_up(self) -> None:
        """Play again what others have written meanwhile. Until the next wait of its caller nothing is missed."""
        while self._missed >= 0 and not self.adrift:
            await self._follow(self._missed)

    async def _follow(self, n: int, carried: Any = None) -> None:
        self._missed = -1 if self._missed <= n else self._missed
        if self.adrift or self.record is None or n < len(self.record.rows):
            return
        since = len(self.record.rows)
        link = self.house.database.link
        if carried is not None and since == n:
            rows = [queries.decoded(carried)]
        elif link is not None:
            rows = [queries.decoded(each) for each in await link.rows(self.id, since)]
        else:
            rows = await self.house.database.read(lambda c: queries.rows(c, self.id, since))
        if any(
            row.kind == "amend" for row in rows
        ):  # much may have to be played again: not on the event loop
            before = self.record.rows[-1].marks.deciders
            await self._reload()
            if self.record is not None:
                self.house.after_row(self, rows[-1], before, mine=False)
            return
        for _, together in groupby(rows, key=_at_once):
            if not await self._follow_all(list(together)):
                return

    async def _follow_all(self, rows: list[Row]) -> bool:
        """Repeat rows that were written at once, and show them at once; false if they do not belong to this match."""
        assert self.record is not None
        before = self.record.rows[-1].marks.deciders
        for n, row in enumerate(rows):
            if n:
                await asyncio.sleep(0)  # there may be hundreds
            try:
                self.record.follow(row)
            except HexfrontError as e:
                log.error("match %s: %s", self.id, e)
                self._set_adrift()
                return False
            self.clocks.turn(() if row.kind in ENDINGS else row.marks.deciders, row.at)
        self.row.summary = summary_of(self.record, self.row.setup, rows[-1], self.row.summary.resigned)
        self.row.status = "over" if self.record.is_over else "running"
        self._shown(rows, before, mine=False)
        if self.clients:
            self.house.metrics.follow_time.observe(max(0.0, time.time() - rows[-1].at))
        return True

    # --- what people do

    async def act(self, seat: str, version: int, do: dict[str, Any]) -> Row:
        """Answer a decision. Of two answers to one decision exactly one is accepted."""

        def make(record: Record, now: float) -> Row:
            self._check_version(record, seat, version)
            return self._act(record, seat, do, now)

        return await self.change(make)

    async def play(
        self, seat: str, version: int, plan: list[dict[str, Any]]
    ) -> tuple[list[Row], Refusal | None]:
        """Do one thing after another, up to the first roll, reveal or refusal: a row each, written and shown at once. What
        was refused, if anything was; where that is the first of them it is raised. Two hundred take half a second: the
        others go on between them."""
        refused: list[Refusal] = []

        async def make(record: Record, now: float) -> list[Row]:
            self._check_version(record, seat, version)
            rows: list[Row] = []
            for do in plan:
                if rows:
                    record.accept(rows[-1])
                before = record.match.length
                try:
                    if rows:
                        await asyncio.sleep(0)
                    rows.append(self._act(record, seat, do, now))
                except Refusal as e:
                    if not rows:
                        raise
                    refused.append(e)
                    break
                if record.match.length != before + 1 or not record.match.can_undo(seat):
                    break
            return rows

        rows = await self.change_all(make)
        return rows, refused[0] if refused else None

    @staticmethod
    def _act(record: Record, seat: str, do: dict[str, Any], now: float) -> Row:
        if do.get("type") == ROLL:
            return record.roll(seat, roll_words(do), now)
        try:
            action = record.game.codec.decode_action(do)
        except HexfrontError:
            raise bad("This is not an action of this game.") from None
        return record.act(seat, action, now)

    def _note(self, row: Row) -> queries.Note | None:
        """Note with the row itself what Control did, for the audit: which row, and of what kind."""
        chair = self.row.seat(row.seat) if row.seat in self.controls else None
        if chair is None or chair.person is None:
            return None
        kind = row.body[0]["action"].get("type", "") if row.kind in ("act", "redo") else ""
        return chair.person, chair.name, f"row {row.n}" + (f": {kind}" if kind else "")

    async def note(self, seat: str, what: str, detail: str = "") -> None:
        """Write what Control did into the audit."""
        chair = self.row.seat(seat)
        if chair is not None and chair.person is not None:
            who, name = chair.person, chair.name
            await self.house.database.write(lambda c: queries.note_act(c, self.id, who, name, what, detail))

    async def undo(self, seat: str, version: int) -> Row:
        def make(record: Record, now: float) -> Row:
            self._check_version(record, seat, version)
            return record.undo(seat, now)

        return await self.change(make)

    async def redo(self, seat: str, version: int) -> Row:
        def make(record: Record, now: float) -> Row:
            self._check_version(record, seat, version)
            return record.redo(seat, now)

        return await self.change(make)

    @staticmethod
    def _check_version(record: Record, seat: str, version: int) -> None:
        if record.is_over:
            raise over()
        seen = record.seen[seat]
        if not seen.asked <= version <= seen.version:
            raise stale()

    async def sit_with_new_dice(
        self, seat: str, seed: str, contribution: str, name: str, sit: Callable[[Connection], None]
    ) -> Row:
        """Someone sits down in a match that has begun. Whoever sat here before may know its seed, so it has a new one from here on,
        promised before they came, and their own contribution counts."""

        def make(record: Record, now: float) -> Row:
            contributions = record.match.contributions | ({seat: contribution} if contribution else {})
            promised = commitment(bytes.fromhex(seed))
            text = (
                f"{name} takes the seat {self.seat_names.get(seat, seat)}. New dice from here on; their commitment is "
                f"{promised}."
            )
            return record.new_dice(seat, seed, contributions, text, now)

        def also(c: Connection) -> None:
            sit(c)
            queries.reseed(c, self.id, seed)

        return await self.change(make, also)

    async def change_dice(self, seat: str, seed: str, why: str) -> Row:
        """New dice from here on, since somebody knows the seed of the old ones."""

        return await self.change(
            lambda record, now: record.fresh_dice(seat, seed, why, now),
            lambda c: queries.reseed(c, self.id, seed),
        )

    async def resign(self, seat: str) -> Row:
        return await self.change(lambda record, now: record.end("resign", seat, self.loss(record, seat), now))

    async def draw(self, seat: str, offer: bool) -> Row:
        """Offer, accept, decline or withdraw a draw. It is agreed when every seat with a person has offered it."""

        def make(record: Record, now: float) -> Row:
            if record.is_over:
                raise over()
            if not self.can_draw:
                raise bad("Nobody can agree to a draw: the computer plays on.")
            name = self.seat_names.get(seat, seat)
            if not offer:
                if not record.draw:
                    raise bad("No draw has been offered.")
                return record.offer(seat, [], f"A draw was declined by {name}." if seat not in record.draw
                                    else f"The offer of a draw was withdrawn by {name}.", now)  # fmt: skip
            if seat in record.draw:
                raise bad("You have already offered a draw.")
            offers = [*record.draw, seat]
            if all(each in offers for each in self._people()):
                return record.end("agreed", seat, Result((), "A draw by agreement."), now)
            return record.offer(seat, offers, f"A draw was offered by {name}.", now)

        return await self.change(make)
