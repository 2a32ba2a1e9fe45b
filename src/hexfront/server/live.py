"""A match with people at it: its record, its sockets, its clocks and its computer players, in one process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET
from sqlalchemy import Connection

from hexfront.kernel import OBSERVER, Game, HexfrontError, Result
from hexfront.match import Match
from hexfront.server import replies, store
from hexfront.server.clocks import Clocks
from hexfront.server.record import ENDINGS, ROLL, Record, Row
from hexfront.server.refusal import Refusal, bad, forbidden, over, stale
from hexfront.server.window import Shown, Window, difference, overlays_diff, whole

if TYPE_CHECKING:
    from hexfront.server.club import Club
    from hexfront.server.socket import Client

log = logging.getLogger("hexfront.server")
OVERLAYS_REST = 2.0  # after working out overlays, time left to actions, as a multiple of what they took
REPLAYED = 12  # rows played again on loading, so that they can be undone


def mismatch(game: Game[Any] | None, row: store.MatchRow) -> str:
    """Why a stored match cannot be played on by these rules; nothing if it can."""
    if game is None:
        return f"This match is of {row.game!r}, which this server does not have."
    if row.rules != game.version:
        return (
            f"This match was begun under rules version {row.rules} of {game.title}; this server plays version "
            f"{game.version}. Go on with a Hexfront of those rules."
        )
    if row.data and row.status != "waiting" and row.data != game.data_digest(row.setup):
        return (
            f"This match was begun with other figures of {game.title} than this server has now. It can be looked at, "
            "exported and forked, and checked with the Hexfront it was begun with; it cannot be played on here."
        )
    return ""


def _words(do: dict[str, Any]) -> list[str]:
    words = do.get("words")
    if set(do) != {"type", "words"} or not isinstance(words, list) or not 0 < len(words) <= 40:
        raise bad("A roll has its words and nothing else.")
    if not all(isinstance(word, str) and len(word) <= 40 for word in words):
        raise bad("A roll is told in short words.")
    return words


class Behind(Exception):
    """Another process has written this row first."""


class Live:
    """One match in this process. Everything that reads or changes its record holds `lock`."""

    def __init__(self, club: Club, row: store.MatchRow, game: Game[Any] | None) -> None:
        self.club = club
        self.id = row.id
        self.row = row
        self.game = game
        self.lock = asyncio.Lock()
        self.record: Record | None = None
        self.broken = ""
        self.clients: set[Client] = set()
        self.thinking: replies.Progress | None = None
        self.used = time.monotonic()
        infos = game.seats(row.setup) if game is not None and game.version == row.rules else ()
        self.seat_names = {info.id: info.name for info in infos}
        self.controls = {info.id for info in infos if info.control}
        self.clocks = Clocks(row.clock, [each.seat for each in row.seats])
        self.elsewhere: dict[str, tuple[float, list[str], int]] = {}  # process: when, seats, watchers
        self._missed = -1  # the last row that others have written and nobody here has asked for
        self._windows: dict[str, Window] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._empty: Shown | None = None

    # --- loading

    async def load(self) -> None:
        """Read the match from the database."""
        self.record, self._missed = None, -1
        self._windows = {}
        self.clocks = Clocks(self.row.clock, [each.seat for each in self.row.seats])
        self.broken = mismatch(self.game, self.row)
        if self.game is None or self.row.rules != self.game.version:
            return

        def work(c: Connection) -> tuple[str, list[Row], str | None]:
            found = store.opening(c, self.id)
            if found is None or not found[0]:
                return "", [], None
            last = store.last_row(c, self.id)
            return found[0], store.rows(c, self.id), store.snapshot(c, self.id, last + 1 - REPLAYED)

        opening, rows, snapshot = await self.club.database.read(work)
        if not opening:
            return
        try:
            # A long match is put together in a thread, so that the others go on.
            last = snapshot.encode() if snapshot else None
            self.record = await asyncio.to_thread(
                Record.load, self.game, opening.encode(), rows, last, self._roller, self._explains
            )
        except HexfrontError as e:
            log.error("match %s cannot be loaded: %s", self.id, e)
            self.broken = self.broken or f"This match cannot be loaded: {e}"
            return
        for row in rows:
            self.clocks.turn(() if row.kind in ENDINGS else row.marks.deciders, row.at)
        self._set_timer()

    @property
    def _explains(self) -> bool:
        """Whether reasons are told at once: where that was asked for, and on a board for analysis, which is given none but
        what could be read where it comes from."""
        return self.row.explains or self.row.analysis

    def readable(self) -> Record:
        """The record of a match that can be looked at, also if it cannot be played on."""
        return self.ready() if self.record is None else self.record

    async def at(self, entries: int) -> Any:
        """The position after so many entries, worked out in a thread so that other matches go on."""
        try:
            return await asyncio.to_thread(self.readable().match.at, entries)
        except Exception:
            if self.broken:  # with other figures the way there may be barred
                raise Refusal(409, "wrong_version", self.broken) from None
            raise

    def ready(self) -> Record:
        """The record of a match that can be played."""
        self.used = time.monotonic()
        if self.broken:
            raise Refusal(409, "wrong_version", self.broken)
        if self.record is None:
            raise Refusal(409, "waiting", "The match begins when everyone has sat down.")
        return self.record

    async def start(self, seed: str, contributions: dict[str, str]) -> None:
        """Begin: everyone has sat down."""
        assert self.game is not None
        match = await asyncio.to_thread(
            partial(Match.new, physical_dice=self.row.physical),
            self.game, self.row.setup, bytes.fromhex(seed), contributions,
        )  # fmt: skip
        await self.open_with(match.to_json())

    def _roller(self, match: Match) -> str:
        """Who types in rolls: Control, else the one person who has all seats. On the board of a turn file nobody."""
        if not match.physical_dice or self.row.errand is not None:
            return ""
        return next((seat for seat in match.seats if seat in self.controls), match.seats[0])

    async def open_with(self, opening: bytes) -> None:
        """Begin from a save: a new one, a fork's or an imported one."""
        assert self.game is not None
        record = Record(self.game, opening, self._explains)
        record.roller = self._roller(record.match)
        row = record.begin(time.time())
        record.accept(row)
        self.clocks.turn(row.marks.deciders, row.at)
        summary = self._summary(record)

        def work(c: Connection) -> bool:
            done = store.begin(c, self.id, opening.decode(), record.match.data, row, summary, self.clocks.due)
            if record.is_over:
                store.summarise(c, self.id, summary, "over", row.at, None)
            self.club.bus.within(c, self.club.bus.news("seats", self.id))
            return done

        if await self.club.database.write(work):
            self.row.status = "over" if record.is_over else "running"
            self.row.summary = summary
            self.record = record
            self._set_timer()
        else:
            await self.load()
        await self.club.bus.tell(self.club.bus.news("seats", self.id), committed=True)
        self._windows = {}

    # --- who is here

    def presence(self) -> dict[str, bool]:
        """Which seats have someone at them."""
        here = {seat for client in self.clients for seat in self.row.seats_of(client.person_id)}
        now = time.monotonic()
        for at, seats, _ in self.elsewhere.values():
            if now - at < 60:
                here.update(seats)
        return {each.seat: each.seat in here or each.who == "computer" for each in self.row.seats}

    def watching(self) -> int:
        now = time.monotonic()
        others = sum(n for at, _, n in self.elsewhere.values() if now - at < 60)
        return others + sum(client.viewer == OBSERVER for client in self.clients)

    def viewer_for(self, person: str | None, wanted: str) -> str:
        """The viewer a person may be: a seat of theirs, or an observer of a public match."""
        mine = self.row.seats_of(person)
        if wanted and wanted != OBSERVER:
            if wanted in mine:
                return wanted
            raise forbidden("This is not your seat.", "not_your_seat")
        if wanted == OBSERVER or not mine:
            if mine or self.row.public or person == self.row.host:
                return OBSERVER
            raise Refusal(404, "not_found", "There is no such match.")
        deciding = self.record.deciders if self.record else ()
        return next((seat for seat in mine if seat in deciding), mine[0])

    def check_seat(self, person: str | None, seat: str) -> None:
        if not seat or seat not in self.row.seats_of(person):
            raise forbidden("This is not your seat.", "not_your_seat")

    # --- showing

    def _window(self, viewer: str) -> Window:
        window = self._windows.get(viewer)
        if window is None:
            window = self._windows[viewer] = Window(viewer)
        return window

    def state(self, viewer: str, since: int = 0, *, looks: bool = True) -> replies.State:
        """All that a viewer may know, with the log lines after a version. Who does not look at overlays may get those
        of before."""
        if self.broken and self.record is None:
            raise Refusal(409, "wrong_version", self.broken)
        if self.record is None:
            return whole(self, self._before_start(viewer), viewer, [], 1)
        window = self._window(viewer)
        window.current(self, self.record)
        if looks:
            self.freshen(viewer)
        shown = window.current(self, self.record)
        lines = self.record.seen[viewer].lines
        first = len(lines)
        since = 0 if self.record.has_told_late else since  # lines that a client has already say more now
        while first and lines[first - 1].version > since:
            first -= 1
        return whole(self, shown, viewer, lines[first:], first + 1)

    def send_state(self, client: Client, since: int) -> None:
        """Send a client all that it may know."""
        state = self.state(client.viewer, since, looks=client.looks)
        client.version, client.overlays = state.version, state.overlays
        client.send(state)

    def _before_start(self, viewer: str) -> Shown:
        """The set-up, while seats are still empty."""
        assert self.game is not None
        if self._empty is None:
            s = self.game.start(self.row.setup)
            self._empty = Shown(
                version=0, view=self.game.view(s, OBSERVER), overlays=self.game.overlays(s, OBSERVER), deciders=(),
                legal=[], prompt=None, forecast=None, can=replies.Can(), handover=None, clocks={}, draw=[],
                result=None, status="waiting", of=0,
            )  # fmt: skip
        return self._empty

    def _broadcast(self, row: Row) -> None:
        """Show a new row to everyone whose version it raised."""
        assert self.record is not None
        for viewer in {client.viewer for client in self.clients}:
            if viewer not in row.marks.raised:
                continue
            window = self._window(viewer)
            old = window.shown
            new = window.current(self, self.record)
            seen = self.record.seen[viewer]
            lines: list[replies.LogLine] = []
            for line in reversed(seen.lines):
                if line.version != seen.version:
                    break
                lines.insert(0, line)
            cut = len(seen.lines) + 1 if row.kind == "undo" else None
            here = [client for client in self.clients if client.viewer == viewer]
            follow = [c for c in here if old is not None and not c.whole and c.version == old.version]
            if old is not None and follow:
                message = msgspec.json.encode(difference(old, new, lines, cut))
                for client in follow:
                    client.send_raw(message)
                    client.version = new.version
            for client in here:
                if client not in follow:
                    self.send_state(client, client.version)

        if any(client.looks and self._window(client.viewer).behind for client in self.clients):
            self.club.overlays_later(self)

    def freshen(self, viewer: str) -> None:
        """Bring a viewer's overlays up to date, and send those that look at them what they have not yet."""
        if self.record is None:
            return
        here = [c for c in self.clients if c.viewer == viewer and c.looks]
        shown = self._window(viewer).fresh(self, self.record)
        told: dict[int, bytes | None] = {}  # what to send to those who have these overlays
        for client in here:
            if client.whole or client.version != shown.version or client.overlays is shown.overlays:
                continue
            if id(client.overlays) not in told:
                diff = overlays_diff(client.overlays, shown.overlays)
                change = replies.Change(from_=shown.version, version=shown.version, overlays=diff or UNSET)
                told[id(client.overlays)] = msgspec.json.encode(change) if diff else None
            raw = told[id(client.overlays)]
            client.overlays = shown.overlays
            if raw is not None:
                client.send_raw(raw)

    async def send_overlays(self) -> None:
        """Send those who look at them the overlays that were left for later, one viewer at a time."""
        for viewer in sorted({client.viewer for client in self.clients if client.looks}):
            async with self.lock:
                began = time.perf_counter()
                self.freshen(viewer)
            await asyncio.sleep(OVERLAYS_REST * (time.perf_counter() - began))

    def tell_all(self, message: Any) -> None:
        raw = msgspec.json.encode(message)
        for client in self.clients:
            client.send_raw(raw)

    def tell_info(self) -> None:
        """Seats or status have changed."""
        for client in self.clients:
            client.send(replies.Info(match=self.club.info(self, client.person_id)))

    def refresh_all(self) -> None:
        """Send everyone the whole state: the match was begun, or read anew."""
        self._windows = {}
        for client in self.clients:
            try:
                self.send_state(client, 0)
            except Refusal as e:
                client.send(replies.Error(code=e.code, reason=e.reason))

    # --- changing

    async def change(self, make: Callable[[Record, float], Row], by: str = "") -> Row:
        """Make a row, write it, show it: all under the lock, and shown only when it is on disk."""
        began = time.perf_counter()
        async with self.lock:
            await self.catch_up()
            record = self.ready()
            row = make(record, time.time())
            try:
                await self._write(record, row)
            except Behind:
                await self.load()
                self.refresh_all()
                raise stale() from None
            except BaseException:
                # The game has moved and the disk has not: only the disk counts.
                await self.load()
                self.refresh_all()
                raise
            self._accepted(row)
        self.club.metrics.action_time.observe(time.perf_counter() - began)
        self.club.metrics.count("rows", row.kind)
        return row

    async def _write(self, record: Record, row: Row) -> None:
        due_before, clocks = self.clocks.due, self.clocks
        ended = row.kind in ENDINGS
        clocks.turn(() if ended else row.marks.deciders, row.at)
        summary = self._summary(record, row)
        status = "over" if ended or record.match.is_over else "running"
        changed = summary != self.row.summary or status != self.row.status or clocks.due != due_before
        # When a match last moved is for everyone to see: a secret click does not move it.
        idle = row.at - self.row.moved > 60 and len(row.marks.raised) == len(record.viewers)
        moved = changed or idle
        note = self._note(row)
        news = self.club.bus.news("row", self.id, row.n)
        database = self.club.database

        def work(c: Connection) -> bool:
            done = store.append(c, self.id, row)
            if done and moved:
                store.summarise(c, self.id, summary, status, row.at, clocks.due)
            if done and note is not None:
                store.note_act(c, self.id, note[0], note[1], row.kind, note[2])
            return done

        if database.link is not None:
            now = (summary, status, clocks.due) if moved else None
            done = await database.link.append(store.written(self.id, row, news, now, note))
        else:
            done = await database.write(work)
        if not done:
            raise Behind
        if moved:
            self.row.moved = row.at
        self.row.summary, self.row.status = summary, status
        await self.club.bus.tell(news, committed=True)

    def _snapshot(self, row: Row) -> None:
        """Now and then keep the position. It only saves time in loading: it need not be there with its row."""
        assert self.record is not None
        if (row.n + 1) % self.club.config.snapshot_every:
            return
        body, n = store.encoded(self.record.snapshot()), row.n + 1
        self.club.spawn(self.club.database.write(lambda c: store.put_snapshot(c, self.id, n, body)))

    def _summary(self, record: Record, row: Row | None = None) -> store.Summary:
        marks = (row or record.rows[-1]).marks
        result: Any = record.result
        draw, resigned = record.draw, list(self.row.summary.resigned)
        imported = record.match.ending if row is None else None
        if imported is not None and imported.how == "resign":
            resigned.append(imported.seat)
        if row is not None and row.kind in ENDINGS:
            result, draw = msgspec.convert(row.body, Result), []
            if row.kind == "resign":
                resigned.append(row.seat)
        elif row is not None and row.kind == "draw":
            draw = row.body["offers"]
        turns = next((s.turns for s in record.game.scenarios if s.id == self.row.setup.scenario), 0)
        return store.Summary(
            turn=marks.turn,
            turns=turns,
            phase=marks.phase,
            deciders=marks.deciders,
            result=msgspec.to_builtins(result),
            draw=list(draw),
            resigned=resigned,
        )

    def _accepted(self, row: Row) -> None:
        assert self.record is not None
        before = self.record.rows[-1].marks.deciders if self.record.rows else []
        self.record.accept(row)
        self._shown(row, before, mine=True)
        self._snapshot(row)

    def _shown(self, row: Row, before: list[str], *, mine: bool) -> None:
        """A row is in the books: show it and see what follows from it."""
        self._broadcast(row)
        self._set_timer()
        assert self.record is not None
        if self.record.is_over and self.clients:
            if self.record.has_told_late:
                for client in self.clients:
                    self.send_state(client, 0)
            self.tell_info()
        self.club.after_row(self, row, before, mine)

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
        while self._missed >= 0:
            await self._follow(self._missed)

    async def _follow(self, n: int, carried: Any = None) -> None:
        self._missed = -1 if self._missed <= n else self._missed
        if self.record is None or n < len(self.record.rows):
            return
        since = len(self.record.rows)
        link = self.club.database.link
        if carried is not None and since == n:
            rows = [store.decoded(carried)]
        elif link is not None:
            rows = [store.decoded(each) for each in await link.rows(self.id, since)]
        else:
            rows = await self.club.database.read(lambda c: store.rows(c, self.id, since))
        for row in rows:
            before = self.record.rows[-1].marks.deciders
            try:
                self.record.follow(row)
            except HexfrontError as e:
                log.error("match %s: %s", self.id, e)
                await self.load()
                self.refresh_all()
                return
            self.clocks.turn(() if row.kind in ENDINGS else row.marks.deciders, row.at)
            ended = self.record.is_over
            self.row.summary = self._summary(self.record, row)
            self.row.status = "over" if ended else "running"
            self._shown(row, before, mine=False)
            if self.clients:
                self.club.metrics.follow_time.observe(max(0.0, time.time() - row.at))

    # --- what people do

    async def act(self, seat: str, version: int, do: dict[str, Any]) -> Row:
        """Answer a decision. Of two answers to one decision exactly one is accepted."""

        def make(record: Record, now: float) -> Row:
            self._check_version(record, seat, version)
            if do.get("type") == ROLL:
                return record.roll(seat, _words(do), now)
            try:
                action = record.game.codec.decode_action(do)
            except HexfrontError:
                raise bad("This is not an action of this game.") from None
            return record.act(seat, action, now)

        return await self.change(make)

    def _note(self, row: Row) -> store.Note | None:
        """What Control does is in the audit with the row itself: which, and of what kind."""
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
            await self.club.database.write(lambda c: store.note_act(c, self.id, who, name, what, detail))

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

    async def resign(self, seat: str) -> Row:
        return await self.change(
            lambda record, now: record.end("resign", seat, self._loss(record, seat), now)
        )

    def _loss(self, record: Record, seat: str, why: str = "gave up") -> Result:
        side = record.sides[seat]
        winners = tuple(dict.fromkeys(s for s in record.sides.values() if s != side))
        return Result(winners, f"{self.seat_names.get(seat, seat)} {why}.")

    def _people(self) -> list[str]:
        """Seats with a person who plays."""
        return [e.seat for e in self.row.seats if e.who == "person" and e.seat not in self.controls]

    @property
    def can_draw(self) -> bool:
        """Whether there are two to agree to a draw."""
        return len(self._people()) > 1 and not self.row.analysis

    async def draw(self, seat: str, offer: bool) -> Row:
        """Offer, accept, decline or withdraw a draw. It is agreed when every seat with a person has offered it."""

        def make(record: Record, now: float) -> Row:
            if record.is_over:
                raise over()
            if not self.can_draw:
                raise bad("There is nobody to agree to a draw: the computer plays on.")
            name = self.seat_names.get(seat, seat)
            if not offer:
                if not record.draw:
                    raise bad("No draw has been offered.")
                return record.offer(seat, [], f"A draw was declined by {name}." if seat not in record.draw
                                    else f"The offer of a draw was withdrawn by {name}.", now)  # fmt: skip
            if seat in record.draw:
                raise bad("You have offered a draw already.")
            offers = [*record.draw, seat]
            if all(each in offers for each in self._people()):
                return record.end("agreed", seat, Result((), "A draw by agreement."), now)
            return record.offer(seat, offers, f"A draw was offered by {name}.", now)

        return await self.change(make)

    # --- clocks

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.record is None or self.record.is_over or self.broken:
            return
        due = self.clocks.due
        if due is not None and due - time.time() < 86400:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.01, due - time.time() + 0.01), self._time_over)

    def _time_over(self) -> None:
        self.club.spawn(self.flag())

    async def flag(self) -> None:
        """End the match if a clock has run out."""

        def make(record: Record, now: float) -> Row:
            seat = self.clocks.fallen(now)
            if record.is_over or seat is None:
                raise over()
            return record.end("flag", seat, self._loss(record, seat, "ran out of time"), now)

        try:
            await self.change(make)
        except Refusal:
            self._set_timer()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
