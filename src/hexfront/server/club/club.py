"""The club: everything one server process holds. Matches live here while someone is at them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import itertools
import logging
import time
from collections import Counter
from collections.abc import Coroutine
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection

from hexfront.kernel import Game, Result, SeatInfo
from hexfront.server.club.catalogue import Catalogue, look
from hexfront.server.club.notices import Notifier
from hexfront.server.computer.computers import Computers
from hexfront.server.config import LOOPBACK, Config, data_dir, own_name
from hexfront.server.match.aside import Aside
from hexfront.server.match.house import Client
from hexfront.server.match.live import Live
from hexfront.server.match.versions import mismatch
from hexfront.server.metrics import Metrics
from hexfront.server.people.accounts import People
from hexfront.server.people.limits import Door, Limits
from hexfront.server.store import queries
from hexfront.server.store.database import Database, database_url
from hexfront.server.store.news import Bus, News
from hexfront.server.store.purge import purge
from hexfront.server.store.rows import Row
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, missing
from hexfront.server.wire.times import stamp

log = logging.getLogger("hexfront.server")
SWEEP = 5.0
TIDY, TIDY_LATEST, QUIET = 300.0, 3600.0, 2.0
MATCHES_A_MESSAGE = 30  # a message between processes has at most 8000 bytes
OVERLAYS_AFTER = 0.03  # seconds after an action
OTHER_SHAPE = "other"
THOUGHT = 100.0  # what a second of working out an answer counts, in questions
PURGE_EVERY, PURGE_FIRST = 720, 12  # in sweeps: every hour, a minute after the start
FULL = "This match has stopped: its host's matches take all the room they may. It goes on when the host deletes some of the others."
LOOK_AGAIN = 3600.0  # seconds after which somebody's look is written down anew


class Club:
    """One process of a server."""

    def __init__(self, config: Config, games: tuple[str, ...] = ()) -> None:
        self.config = config
        self.database = Database(database_url(config.database, data_dir()), sync=config.sqlite_sync)
        self.catalogue = Catalogue(games)
        self.people = People(self.database, admins=config.admins, webhook_hosts=config.webhook_hosts)
        self.limits = Limits(config.rate)
        self.door = Door()
        self.metrics = Metrics()
        self.aside = Aside(lambda who, seconds: self.limits.charge("thinking", who, THOUGHT * seconds))
        self.bus = Bus(self.database)
        self.computers = Computers(self, config.computers, config.players)
        self.notifier = Notifier(self)
        self.lives: dict[str, Live] = {}
        self._owed: dict[Client, int] = {}  # who is sent a whole position later, and after which version
        # When something last happened; when it was last tidied up.
        self._busy = self._tidied = time.monotonic()
        self.closing = False
        self._behind: dict[str, Live] = {}  # matches whose overlays are still to be sent, in order
        self._some_behind = asyncio.Event()
        self.sockets: Counter[str] = Counter()  # by address
        self.bodies: Counter[str] = Counter()  # long ones that are on their way, by address
        self._looked: dict[tuple[str, str, str], float] = {}  # who has looked into which match and how; when
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.metrics.gauges["live_matches"] = lambda: float(len(self.lives))
        self.metrics.gauges["live_bytes"] = lambda: float(sum(live.weight for live in self.lives.values()))
        self.metrics.gauges["sockets"] = lambda: float(sum(len(live.clients) for live in self.lives.values()))

    # --- life

    async def open(self) -> None:
        self.database.open()
        await self.database.join()
        await self.people.bind_admins()
        await self.bus.open(self._hear, self._catch_up)
        self.spawn(self._sweep())
        self.spawn(self._send_overlays())
        self.spawn(self._look())
        self.spawn(self.notifier.run())

    async def _look(self) -> None:
        """The first match of a game makes nobody wait longer than the second."""
        for game in self.catalogue:
            await asyncio.to_thread(look, game)

    async def farewell(self) -> None:
        """Tell everyone that the server stops; nothing new is begun after this."""
        if self.closing:
            return
        self.closing = True
        clients = [client for live in self.lives.values() for client in live.clients]
        for live in list(self.lives.values()):
            live.tell_all(replies.Notice(text="The server is restarting; your match is safe."))
        for client in clients:
            client.close(1001)
        if clients:
            await asyncio.sleep(0.2)

    async def close(self) -> None:
        """Stop gently: finish writes in progress, then stop."""
        await self.farewell()
        await self.computers.close()
        for task in list(self._tasks):
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        for live in self.lives.values():
            async with live.lock:
                live.close()
        await self.aside.close()
        await self.bus.close()
        await self.database.leave()
        self.database.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background and log its faults."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("fault in the background", exc_info=task.exception())

    @property
    def shares(self) -> bool:
        """Whether other processes may serve the same matches."""
        return self.database.is_postgres or self.config.workers > 1 or self.bus.has_company

    @property
    def is_open(self) -> bool:
        """Whether a server for one person listens to other machines too."""
        return self.config.host not in LOOPBACK

    def is_local(self, caller: str, host: str) -> bool:
        """Whether this caller is the one person of `hexfront play`: from this machine, and by its own name, so
        that no page from elsewhere can pass for them by pointing its name here."""
        if not self.config.local or own_name(host) not in LOOPBACK:
            return False
        try:
            return ipaddress.ip_address(caller).is_loopback
        except ValueError:
            return False

    # --- matches in memory

    async def live(self, name: str) -> Live:
        """A match, loaded if it is not in memory."""
        found = self.lives.get(name)
        if found is not None:
            return await found.caught_up()
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> Live:
        row = await self.database.read(lambda c: queries.match(c, name)) if _is_id(name) else None
        if row is None:
            raise missing("match")
        live = Live(self, row, self.catalogue.find(row.game))
        await live.load()
        if not row.shape and live.game is not None and row.status != "waiting":
            await self._note_shape(live, live.game)
        if live.record is not None and not live.record.is_over:
            await self._look_whether_stopped(live)
        self._make_room()
        self.lives[name] = live
        if live.record is not None and not live.record.is_over:
            self.computers.look(live)
        return live

    async def _note_shape(self, live: Live, game: Game[Any]) -> None:
        """A match from a Hexfront that did not record the shape of its positions: it has been loaded, so the shape is right."""
        shape = OTHER_SHAPE if live.record is None else game.shape
        live.row.shape = shape
        await self.database.write(lambda c: queries.put_shape(c, live.id, shape))
        if live.record is None:
            live.broken = mismatch(game, live.row)

    async def begin_if_full(self, live: Live) -> None:
        """Start a match when the last seat is taken; also later, if the database failed just then."""
        async with live.lock:
            if live.record is not None or live.broken or not live.row.is_full:
                return
            found = await self.database.read(lambda c: queries.opening(c, live.id))
            if found is None or found[0]:
                return
            contributions = {each.seat: each.contribution for each in live.row.seats if each.contribution}
            await live.start(found[1], contributions)
        live.tell_info()
        live.refresh_all()
        self.computers.look(live)

    def _make_room(self, more: int = 1) -> None:
        """Drop matches from memory that nobody is at: those that have been idle for long, and as many more of those used
        least lately as are over the limit. Nothing is lost by it."""
        now = time.monotonic()
        weights = {name: live.weight for name, live in self.lives.items()}
        weight, most = sum(weights.values()), self.config.keep_mb * 1024 * 1024
        idle = sorted(
            (live.used, name)
            for name, live in self.lives.items()
            if not live.clients and not live.lock.locked() and not self.computers.is_busy(name)
        )
        for used, name in idle:
            too_much = len(self.lives) + more > self.config.keep_live or weight > most
            if not too_much and now - used < self.config.keep_idle:
                return
            weight -= weights[name]
            self.lives.pop(name).close()

    async def weigh(self, live: Live) -> None:
        """A match stops when its host's matches take twice what is allowed (no more can be begun before), and goes on when they no
        longer do: its host may delete others, or make an account."""
        host = None if self.config.local else await self.people.get(live.row.host)
        full = False
        if host is not None and not host.admin:
            _, megabytes = self.config.room(host.guest)
            full = await self.database.read(lambda c: queries.taken(c, host.id)) > 2 * megabytes * 1024 * 1024
        if live.stop(FULL if full else ""):
            await self._keep_due(live)

    async def _keep_due(self, live: Live) -> None:
        """The database knows of no time when a clock falls while a match is stopped, and how clocks went on."""
        due, pause = live.clocks.due, live.row.pause
        news = self.bus.news("seats", live.id)

        def work(c: Connection) -> None:
            queries.put_due(c, live.id, due, pause)
            self.bus.within(c, news)

        await self.database.write(work)
        await self.bus.tell(news, committed=True)

    def affords(self, live: Live, client: Client, size: int, since: int) -> bool:
        """Whole positions of those who have not the last one, or who want no other: an address may have two hundred sockets, and
        every click of one is shown to all."""
        if self.limits.is_overdrawn("states", client.caller):
            waits = client in self._owed
            self._owed[client] = min(since, self._owed.get(client, since))
            if not waits:
                self.spawn(self._show_later(live, client))
            return False
        self.limits.charge("states", client.caller, size / 1000)
        return True

    async def _show_later(self, live: Live, client: Client) -> None:
        await self.limits.settled("states", client.caller)
        await self.door.enter(client.caller)
        async with live.lock:
            since = self._owed.pop(client, 0)  # it may have to wait again
            if client in live.clients:
                with contextlib.suppress(Refusal):
                    live.send_states([client], since)

    async def _look_whether_stopped(self, live: Live) -> None:
        """A match may have been stopped before it came into this memory, or by another process."""
        await self.weigh(live)
        if live.stopped or live.clocks.due is None:
            return
        due, pause = await self.database.read(lambda c: queries.due(c, live.id))
        if due is None:
            live.go_on()
            await self._keep_due(live)
        elif pause is not None and pause.end > live.clocks.resumed:
            live.resume(pause)

    async def check_clocks(self, live: Live) -> bool:
        """Put clocks right that seem to have run out; whether they run at all."""
        async with live.lock:
            await live.catch_up()
            if live.clocks.fallen(time.time()) is not None:
                await self._look_whether_stopped(live)
            return not live.stopped

    async def _purge(self) -> None:
        """Delete what is old, by the rule in `store.purge`."""
        if not self.config.purge or self.config.local:
            return
        now = time.time()
        for name in await self.database.write(partial(purge, now=now), aside=True):
            self.forget(name)
            await self.bus.tell(self.bus.news("gone", name))
            log.info("match %s was old and is gone", name)

    def forget(self, name: str) -> None:
        """A match was deleted."""
        live = self.lives.pop(name, None)
        if live is None:
            return
        live.close()
        for client in list(live.clients):
            client.send(replies.Notice(text="This match was deleted."))
            client.close(4404)

    async def reload_seats(self, live: Live) -> None:
        """Seats or status have changed in the database."""
        row = await self.database.read(lambda c: queries.match(c, live.id))
        if row is None:
            self.forget(live.id)
            return
        async with live.lock:
            begun = row.status != live.row.status and live.record is None
            live.set_room(row)
            if begun:
                await live.load()
        if begun:
            live.refresh_all()
            self.computers.look(live)
        live.tell_info()
        if not begun:
            live.refresh_all()

    # --- news

    def after_row(self, live: Live, row: Row, before: list[str], mine: bool) -> None:
        """Something happened in a match: computer players think, people are told (by the process that wrote it)."""
        self._busy = time.monotonic()
        self.computers.look(live)
        if mine:
            self.notifier.look(live, row, before)

    def back(self, live: Live) -> None:
        """A match could be read again after the database had failed: it goes on where it stands."""
        live.tell_info()
        self.computers.look(live)

    async def _hear(self, news: News) -> None:
        if news.what == "signed_off":
            self._sign_off(*news.data)
            return
        if news.what == "here":
            for name, seats, watchers, *people in news.data:
                if name in self.lives:
                    self._present(self.lives[name], news.by, seats, watchers, people[0] if people else [])
            return
        live = self.lives.get(news.match)
        if live is None:
            return
        if news.what == "row":
            # A match that is busy must not keep the others waiting, nor many that move at once those who ask for something.
            self.spawn(self._follow(live, news))
        elif news.what == "seats":
            await self.reload_seats(live)
        elif news.what == "chat":
            await self.tell_chat(live, news.n)
        elif news.what == "gone":
            self.forget(live.id)
        elif news.what == "presence":
            self._present(live, news.by, news.seats, news.n, news.data or [])
        elif news.what == "thinking":
            progress = msgspec.convert(news.data, replies.Progress)
            live.thinking = progress if progress.part < 1 else None
            live.tell_all(msgspec.convert({**news.data, "t": "progress"}, replies.Thinking))
        elif news.what == "cancel":
            self.computers.cancel(live.id)

    async def _follow(self, live: Live, news: News) -> None:
        who = f"match/{live.id}"
        await self.door.enter(who)
        await self.door.timed(who, live.follow(news.n, news.data))

    async def sign_off(self, person: str = "", session: str = "") -> None:
        """Sessions of a person, or one of them, have ended: what is open under them is closed, here and elsewhere. Anyone
        with a new session reconnects by themselves."""
        self._sign_off(person, session)
        await self.bus.tell(self.bus.news("signed_off", "", data=[person, session]))

    def _sign_off(self, person: str, session: str) -> None:
        for live in list(self.lives.values()):
            for client in list(live.clients):
                if (person and client.person_id == person) or (session and client.session == session):
                    client.close(1001)

    async def note_look(self, live: Live, person: replies.Person, detail: str = "") -> None:
        """Control sees everything, or an admin looks into other people's match: recorded in its audit, at most once an hour, or
        whoever looks a thousand times would leave no room there for anything else."""
        key, now = (person.id, live.id, detail), time.monotonic()
        if now - self._looked.get(key, -LOOK_AGAIN) < LOOK_AGAIN:
            return
        self._looked = {k: at for k, at in self._looked.items() if now - at < LOOK_AGAIN} | {key: now}
        who, name = person.id, person.name
        await self.database.write(lambda c: queries.note_act(c, live.id, who, name, "look", detail))

    @staticmethod
    def _present(live: Live, process: str, seats: list[str], watchers: int, people: list[str]) -> None:
        before, there = (live.presence(), live.watching()), live.here()
        live.elsewhere[process] = (time.monotonic(), seats, watchers, people)
        if live.here() != there:
            live.tell_info()
        if (live.presence(), live.watching()) != before:
            live.tell_all(replies.Presence(presence=live.presence(), watching=live.watching()))

    async def _catch_up(self) -> None:
        """News may have been missed: check every match that someone is at."""
        for live in list(self.lives.values()):
            last = await self.database.read(partial(queries.last_row, name=live.id))
            await live.follow(last)
            await self.reload_seats(live)

    async def tell_chat(self, live: Live, n: int) -> None:
        rows = await self.database.read(lambda c: queries.talk(c, live.id, n - 1))
        for row in rows[:1]:
            live.tell_all(replies.Said(line=chat_line(row)))

    async def came_or_went(self, live: Live) -> None:
        """Tell who is here, here and in the other processes."""
        live.tell_all(replies.Presence(presence=live.presence(), watching=live.watching()))
        seats, watchers, people = self._here(live)
        await self.bus.tell(self.bus.news("presence", live.id, watchers, seats, people))

    @staticmethod
    def _here(live: Live) -> tuple[list[str], int, list[str]]:
        """The seats with someone in this process, how many are watching, and which people of larger teams are here."""
        watchers = sum(client.viewer == "observer" for client in live.clients)
        mates = {each.person for chair in live.row.seats if chair.team for each in chair.team}
        mates |= {chair.person for chair in live.row.seats if chair.team and chair.person}
        return live.at_table(), watchers, sorted(live.in_this_process() & mates)

    async def _announce(self) -> None:
        """Tell the other processes who is at which match; they forget it after a minute. A message covers many matches:
        one for each would hold up the actions of all."""
        here = [[live.id, *self._here(live)] for live in self.lives.values() if live.clients]
        for first in range(0, len(here), MATCHES_A_MESSAGE):
            part = here[first : first + MATCHES_A_MESSAGE]
            await self.bus.tell(self.bus.news("here", "", data=part))

    def overlays_later(self, live: Live) -> None:
        """Overlays of this match have changed: they are worked out when there is time; actions come first."""
        self._behind[live.id] = live
        self._some_behind.set()

    async def _send_overlays(self) -> None:
        while True:
            await self._some_behind.wait()
            await asyncio.sleep(OVERLAYS_AFTER)
            self._some_behind.clear()
            while self._behind:
                live = self._behind.pop(next(iter(self._behind)))
                try:
                    await live.send_overlays()
                except Exception:
                    log.exception("fault in the overlays of match %s", live.id)

    def _tidy(self) -> None:
        """Collect garbage in everything (see `run`): when it is quiet, and at the latest after an hour."""
        now = time.monotonic()
        since = now - self._tidied
        if since > TIDY_LATEST or (since > TIDY and now - self._busy > QUIET):
            self._tidied = now
            gc.collect()

    async def _sweep(self) -> None:
        """What has to be looked after from time to time: clocks of matches that nobody is at, forgotten thinkers."""
        for n in itertools.count(1):
            await asyncio.sleep(SWEEP)
            now = time.time()
            try:
                self._tidy()
                await self.database.tidy()
                self._make_room(0)
                for live in [each for each in self.lives.values() if each.stopped]:
                    await self.weigh(live)
                if n % PURGE_EVERY == PURGE_FIRST:
                    await self._purge()
                if n % 4 == 0 and self.shares:
                    await self._announce()
                for name in await self.database.read(partial(queries.overdue, now=now)):
                    await (await self.live(name)).flag()
                if self.computers.size:
                    for name in await self.database.read(partial(queries.waiting_for_computer, now=now)):
                        self.computers.look(await self.live(name))
            except Exception:
                log.exception("fault while sweeping")

    # --- telling about a match

    def info(self, live: Live, person: str | None) -> replies.MatchInfo:
        """A match as one person may know it."""
        return self.match_info(live.row, person, live)

    def absent(self, row: queries.MatchRow, now: float) -> list[str]:
        """Seats whose people have to decide and have stayed away for too long, where no clock says what follows."""
        if row.status != "running" or row.clock.kind != "none" or row.analysis:
            return []
        if now - row.moved < self.config.absent_days * 86400:
            return []
        away = [each for each in row.seats if each.who == "person" and each.seat in row.summary.deciders]
        people = {each.person for each in row.seats if each.who == "person"}
        return [each.seat for each in away] if len(people) > 1 else []

    def match_info(
        self, row: queries.MatchRow, person: str | None, live: Live | None = None
    ) -> replies.MatchInfo:
        game = self.catalogue.find(row.game)
        infos = {each.id: each for each in game.seats(row.setup)} if game else {}
        clocks = live.clocks.states(time.time()) if live else {}
        why = live.broken if live else mismatch(game, row)
        chairs = []
        for each in row.seats:
            info = infos.get(each.seat)
            someone = None
            if each.person is not None:
                someone = replies.PersonBrief(id=each.person, name=each.name, guest=each.guest)
            chairs.append(
                replies.SeatState(
                    id=each.seat,
                    name=info.name if info else each.seat,
                    side=row.summary.sides.get(each.seat, info.side) if info else "",
                    control=bool(info and info.control),
                    who=each.who,  # type: ignore[arg-type]
                    person=someone,
                    level=each.level,
                    seconds=each.seconds,
                    invite=f"/join/{each.invite}" if each.invite and person == row.host else "",
                    resigned=each.seat in row.summary.resigned,
                    clock=clocks.get(each.seat),
                    team=_team(each, live),
                    team_link=f"/join/{each.team_link}"
                    if each.team_link and leads(row, infos, person, each)
                    else "",
                    stand_in=live.stand_in(each) if live else "",
                )
            )
        return replies.MatchInfo(
            id=row.id,
            title=row.title,
            game=row.game,
            scenario=row.setup.scenario,
            options=row.setup.options,
            rules=row.rules,
            created=stamp(row.created),
            host=replies.PersonBrief(id=row.host, name=row.host_name, guest=row.host_guest),
            status="broken" if why else row.status,  # type: ignore[arg-type]
            why=why,
            seats=chairs,
            you=row.seats_of(person),
            public=row.public,
            analysis=row.analysis,
            has_secrets=bool(game and game.has_secrets),
            clock=row.clock,
            turn=row.summary.turn,
            turns=row.summary.turns,
            phase=row.summary.phase,
            moved=stamp(row.moved),
            deciders=row.summary.deciders,
            result=msgspec.convert(row.summary.result, Result) if row.summary.result else None,
            forked_from=row.forked_from,
            rematch=row.rematch,
            draw=row.summary.draw,
            commitment=row.commitment,
            explains=row.explains,
            absent=self.absent(row, time.time()),
            reply_for=row.errand.seat if row.errand else "",
            room=live.step_clock.state(row.room, time.time()) if live and live.record else None,
            disputes=row.open_disputes,
            physical=row.physical,
        )


def _team(chair: queries.SeatRow, live: Live | None) -> list[replies.MemberState]:
    """Everyone at a seat, the captain first, where there are several."""
    if not chair.team:
        return []
    here = live.here() if live else set()
    people = [queries.Member(chair.person, chair.name, chair.guest, chair.role)] if chair.person else []
    return [
        replies.MemberState(
            person=replies.PersonBrief(id=each.person, name=each.name, guest=each.guest), role=each.role,
            captain=each.person == chair.person, here=each.person in here,
        )
        for each in (*people, *chair.team)
    ]  # fmt: skip


def leads(
    row: queries.MatchRow, infos: dict[str, SeatInfo], person: str | None, chair: queries.SeatRow
) -> bool:
    """Whether someone may bring others into a team: its captain, Control, and the host while nobody sits there. Anyone the
    host let in later would see all that another's team does."""
    if person is None:
        return False
    controls = (name for name, info in infos.items() if info.control)
    first = chair.person or row.host
    return person == first or any(row.is_captain(person, name) for name in controls)


def _is_id(name: str) -> bool:
    return len(name) <= 40 and name.isascii() and name.isprintable()


def chat_line(row: Any) -> replies.ChatLine:
    return replies.ChatLine(
        n=row.n, person=row.person, name=row.name, text=row.text, time=stamp(row.at), seat=row.seat
    )


__all__ = ["Club", "chat_line"]
