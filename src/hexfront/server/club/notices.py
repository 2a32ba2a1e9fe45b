"""Turn notices by mail and webhook, for people who are not at the table. Kept in the database until they are sent."""

from __future__ import annotations

import asyncio
import http.client
import logging
import smtplib
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from hexfront import __version__
from hexfront.server.config import Mail
from hexfront.server.match.house import House
from hexfront.server.match.live import Live
from hexfront.server.people.accounts import leads_outside
from hexfront.server.store import queries
from hexfront.server.store.ids import new_id
from hexfront.server.store.rows import Row
from hexfront.server.store.sql import outbox, persons

log = logging.getLogger("hexfront.server")
TRIES = 6
TIMEOUT = 15.0
FIRST_LINE = 4096
AT_ONCE = 8  # notices that are on their way at the same time
A_DAY = 50  # notices to one address
LOOKED_AT = 200  # people whose notices are due
DAY = 86400.0
HALVED = 600.0  # seconds after which half of the time is forgotten that was spent on somebody's notices


class Body(msgspec.Struct):
    """What a notice says: that it is someone's turn, and nothing about the position."""

    event: str
    match: str
    title: str
    game: str
    scenario: str
    seat: str
    turn: int
    url: str
    deadline: float | None


class Notifier:
    """Puts notices into the outbox and sends what is due."""

    def __init__(self, house: House[Live]) -> None:
        self._house = house
        self.patience = house.config.notice_patience  # someone who comes back before is not told
        self.every = house.config.notice_every
        self._hands = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="notices")
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._people: set[str] = set()  # whose they are
        self._used: dict[str, tuple[float, float]] = {}  # seconds by person, and when that was counted

    def look(self, live: Live, row: Row, before: list[str]) -> None:
        """A row was written: whose turn is it now?"""
        over = live.record is not None and live.record.is_over
        if live.row.analysis or self._house.config.local:
            return
        presence = live.presence()
        names = [s for s in row.marks.deciders if s not in before]
        if over and row.kind != "begin":
            names = [s.seat for s in live.row.seats]
        away = [
            chair
            for chair in live.row.seats
            if chair.seat in names and chair.person is not None and not presence[chair.seat]
        ]
        if away:
            self._house.spawn(self._put(live, away, "over" if over else "turn", row.marks.turn))

    async def _put(self, live: Live, chairs: list[queries.SeatRow], event: str, turn: int) -> None:
        now = time.time()
        base = self._house.config.public_url or f"http://{self._house.config.host}:{self._house.config.port}"

        def work(c: Connection) -> None:
            for chair in chairs:
                person = c.execute(select(persons).where(persons.c.id == chair.person)).first()
                if person is None or person.notify == "never":
                    continue
                body = Body(
                    event, live.id, live.row.title, live.row.game, live.row.setup.scenario, chair.seat, turn,
                    f"{base}/match/{live.id}", live.clocks.deadline(chair.seat),
                )  # fmt: skip
                for way, to in (("mail", person.email), ("webhook", person.webhook)):
                    if to:
                        self._put_one(c, way, to, live.id, person.id, queries.encoded(body), now)

        await self._house.database.write(work)

    def _put_one(
        self, c: Connection, way: str, to: str, match: str, person: str, body: str, now: float
    ) -> None:
        """A notice, in the place of one about the same match that has not been tried yet. Nobody proves that an address is theirs:
        so many a day is all that anyone can have sent to another's."""
        same = (outbox.c.match == match, outbox.c.person == person, outbox.c.way == way)
        waiting = (outbox.c.sent.is_(None), outbox.c.tries == 0)
        if c.execute(update(outbox).where(*same, *waiting).values(body=body)).rowcount:
            return
        address = persons.c.email if way == "mail" else persons.c.webhook
        lately = (
            select(func.count())
            .select_from(outbox.join(persons, persons.c.id == outbox.c.person))
            .where(outbox.c.at > now - DAY, outbox.c.way == way, address == to)
        )
        if int(c.execute(lately).scalar_one()) >= A_DAY:
            self._house.metrics.count("notices_failed", f"{way}, too many")
            return
        c.execute(
            insert(outbox).values(
                id=new_id(), at=now, due=now + self.patience, match=match, person=person, way=way, body=body, tries=0,
            )
        )  # fmt: skip

    async def run(self) -> None:
        """Send what is due, forever: a few at the same time, so that one that is not answered holds up few others."""
        try:
            while True:
                row: Any = None
                try:
                    row = await self._take() if len(self._sending) < AT_ONCE else None
                except Exception:
                    log.exception("fault while sending notices")
                if row is not None:
                    self._sending[row.id] = asyncio.create_task(self._see_to(row))
                    self._people.add(row.person)
                elif self._sending:
                    await asyncio.wait(
                        self._sending.values(), timeout=self.every, return_when=asyncio.FIRST_COMPLETED
                    )
                else:
                    await asyncio.sleep(self.every)
        finally:
            for task in self._sending.values():
                task.cancel()
            self._hands.shutdown(wait=False, cancel_futures=True)

    async def _see_to(self, row: Any) -> None:
        began = time.monotonic()
        try:
            await self._send(row)
        except Exception:
            log.exception("fault while sending notices")
        finally:
            del self._sending[row.id]
            self._people.discard(row.person)
            now = time.monotonic()
            self._used[row.person] = (self._spent(row.person, now) + now - began, now)
            self._used = {who: at for who, at in self._used.items() if now - at[1] < 20 * HALVED}

    def _spent(self, person: str, now: float) -> float:
        """Seconds that somebody's notices have taken lately."""
        seconds, at = self._used.get(person, (0.0, 0.0))
        return float(seconds * 0.5 ** ((now - at) / HALVED))

    async def _take(self) -> Any:
        """A notice that is due, of whoever's took least time lately; one of each person at a time. None if there is none."""
        now, clock = time.time(), time.monotonic()
        is_due = (outbox.c.sent.is_(None), outbox.c.due <= now, outbox.c.tries < TRIES)

        def take(c: Connection) -> Any:
            first = func.min(outbox.c.due)
            query = (
                select(outbox.c.person, first)
                .where(*is_due, outbox.c.person.not_in(self._people))
                .group_by(outbox.c.person)
                .order_by(first)
                .limit(LOOKED_AT)
            )
            people = [(self._spent(person, clock), due, person) for person, due in c.execute(query)]
            for _, due, person in sorted(people):
                row = c.execute(
                    select(outbox, persons.c.email, persons.c.webhook, persons.c.timezone, persons.c.name)
                    .join(persons, persons.c.id == outbox.c.person)
                    .where(*is_due, outbox.c.person == person, outbox.c.due == due)
                    .limit(1)
                ).first()
                # Whoever moves the due time first has it; a process that dies leaves it to be tried again.
                done = row is not None and c.execute(
                    update(outbox)
                    .where(outbox.c.id == row.id, outbox.c.due == row.due)
                    .values(due=now + 60 * 2**row.tries, tries=row.tries + 1)
                )
                if done and done.rowcount == 1:
                    return row
            return None

        return await self._house.database.write(take)

    async def _send(self, row: Any) -> None:
        loop, body = asyncio.get_running_loop(), msgspec.json.decode(row.body, type=Body)
        if body.event == "turn" and not await self._still_waits(body):
            # It is not sent, so it is none of those that an address gets in a day.
            await self._house.database.write(lambda c: c.execute(delete(outbox).where(outbox.c.id == row.id)))
            return
        try:
            if row.way == "mail":
                if self._house.config.mail.host:
                    to = (self._house.config.mail, row.email, row.name, row.timezone)
                    await loop.run_in_executor(self._hands, send_mail, *to, body)
            else:
                hosts = self._house.config.webhook_hosts
                await loop.run_in_executor(self._hands, post, row.webhook, body, hosts)
        except (OSError, smtplib.SMTPException, http.client.HTTPException, ValueError) as e:
            log.warning(
                "a %s notice could not be sent (%s); try %d", row.way, type(e).__name__, row.tries + 1
            )
            self._house.metrics.count("notices_failed", row.way)
            return
        self._house.metrics.count("notices_sent", row.way)
        await self._mark(row.id)

    async def _mark(self, name: str) -> None:
        statement = update(outbox).where(outbox.c.id == name).values(sent=time.time())
        await self._house.database.write(lambda c: c.execute(statement))

    async def _still_waits(self, body: Body) -> bool:
        live = self._house.lives.get(body.match)
        if live is not None and live.presence().get(body.seat):
            return False
        row = await self._house.database.read(lambda c: queries.match(c, body.match))
        return row is not None and row.status == "running" and body.seat in row.summary.deciders


def local_time(at: float, zone: str) -> str:
    """A time in someone's time zone."""
    when = datetime.fromtimestamp(at, ZoneInfo(zone) if zone else UTC)
    return when.strftime("%A %d %B %Y, %H:%M %Z")


def mail_text(name: str, zone: str, body: Body) -> tuple[str, str]:
    """Subject and text of a notice."""
    if body.event == "over":
        subject = f"Hexfront: {body.title} is over"
        lines = [f"{name},", "", f"the match {body.title} is over."]
    else:
        subject = f"Hexfront: your turn in {body.title}"
        lines = [f"{name},", "", f"it is your turn in {body.title} (turn {body.turn}, {body.seat})."]
        if body.deadline is not None:
            lines.append(f"Your time ends on {local_time(body.deadline, zone)}.")
    lines += ["", body.url, "", "You can switch these notices off in your settings."]
    return " ".join(subject.split()), "\n".join(lines)


def send_mail(mail: Mail, to: str, name: str, zone: str, body: Body) -> None:
    message = EmailMessage()
    subject, text = mail_text(name, zone, body)
    message["Subject"], message["From"], message["To"] = subject, mail.sender, to
    message.set_content(text)
    with smtplib.SMTP(mail.host, mail.port, timeout=TIMEOUT) as server:
        if mail.tls:
            server.starttls(context=ssl.create_default_context())
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(message)


def post(url: str, body: Body, allowed: tuple[str, ...]) -> None:
    """Call a webhook: one POST, no redirects, and never into a private network."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0]
    if host not in allowed and not leads_outside(str(address)):
        raise ValueError("a webhook that leads into a private network")
    # Connect to the address that was checked, not to what the name may lead to a moment later.
    line: socket.socket = socket.create_connection((str(address), port), timeout=TIMEOUT)
    if parts.scheme == "https":
        line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
    connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    connection.sock = line
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {
            "Content-Type": "application/json", "User-Agent": f"hexfront/{__version__}", "Host": parts.netloc,
        }  # fmt: skip
        connection.request("POST", target, msgspec.json.encode(body), headers)
        status = _status(line, time.monotonic() + TIMEOUT)
        if status >= 400:
            raise OSError(f"status {status}")
    finally:
        connection.close()


def _status(line: socket.socket, until: float) -> int:
    """The number in the first line of an answer. The rest is not read: a server that answers a byte at a time would hold up
    the notices of all."""
    first = b""
    while b"\n" not in first:
        left = until - time.monotonic()
        if left <= 0 or len(first) > FIRST_LINE:
            raise OSError("no answer in time")
        line.settimeout(left)
        part = line.recv(512)
        if not part:
            raise OSError("no answer")
        first += part
    words = first.split(None, 2)
    if len(words) < 2 or not words[0].startswith(b"HTTP/") or not words[1].isdigit():
        raise OSError("not an answer")
    return int(words[1])
