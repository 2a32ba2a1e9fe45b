"""People: guests, accounts, sessions. Tokens are kept as hashes, passwords by argon2."""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import logging
import secrets
import time
import unicodedata
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from hexfront.server.store.database import Database
from hexfront.server.store.ids import new_id
from hexfront.server.store.sql import persons, sessions
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad
from hexfront.server.wire.requests import NAME_LETTERS, MeChange

SESSION_DAYS = 90
LOCAL = "local"
log = logging.getLogger("hexfront.server")


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def one_line(text: str) -> str:
    """A text on one line, without control or direction marks."""
    return " ".join("".join(c for c in text if c.isspace() or unicodedata.category(c)[0] != "C").split())


def clean_name(name: str) -> str:
    """A name on one line, without control or direction marks."""
    text = one_line(unicodedata.normalize("NFKC", name))
    if not text:
        raise bad("A name needs at least one letter.")
    if len(text) > NAME_LETTERS:  # one sign can stand for eighteen letters
        raise bad(f"A name has at most {NAME_LETTERS} letters.")
    return text


def folded(name: str) -> str:
    return clean_name(name).casefold()


class People:
    """Who is who."""

    def __init__(
        self, database: Database, *, admins: tuple[str, ...] = (), webhook_hosts: tuple[str, ...] = ()
    ) -> None:
        self._db = database
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # as OWASP advises
        self._admins = {folded(name) for name in admins}
        self._admin_ids: set[str] = (
            set()
        )  # of those who had an account of such a name when the server started
        self._webhook_hosts = set(webhook_hosts)
        self._dummy = self._hasher.hash("no such person")

    async def bind_admins(self) -> None:
        """Admins are accounts, not names: the accounts that exist when the server starts. Nobody becomes one by taking a name that no
        account has yet."""
        names = sorted(self._admins)
        query = select(persons.c.id, persons.c.account).where(persons.c.account.in_(names))
        rows = await self._db.read(lambda c: c.execute(query).all()) if names else []
        self._admin_ids = {row.id for row in rows}
        for name in set(names) - {row.account for row in rows}:
            log.warning("there is no account %r to make an admin: create it, list it, and restart", name)

    def _free(self, name: str, person: str = "") -> None:
        """Refuse a name that is kept for an admin."""
        if folded(name) in self._admins and person not in self._admin_ids:
            raise Refusal(409, "taken", f"The name {name} is taken.")

    # --- reading

    def _person(self, row: Any) -> replies.Person:
        return replies.Person(
            id=row.id,
            name=row.name,
            guest=row.account is None,
            email=row.email,
            timezone=row.timezone,
            webhook=row.webhook,
            notify=row.notify,
            admin=row.id in self._admin_ids,
        )

    async def get(self, person: str) -> replies.Person | None:
        row = await self._db.read(lambda c: c.execute(select(persons).where(persons.c.id == person)).first())
        return self._person(row) if row else None

    async def of_session(self, token: str) -> replies.Person | None:
        """The person a cookie stands for."""
        if not token or len(token) > 100:
            return None
        query = (
            select(persons)
            .join(sessions, sessions.c.person == persons.c.id)
            .where(sessions.c.hash == digest(token), sessions.c.expires > time.time())
        )
        row = await self._db.read(lambda c: c.execute(query).first())
        return self._person(row) if row else None

    # --- coming in

    async def guest(self, name: str = "Guest") -> tuple[replies.Person, str]:
        """A new guest and their cookie."""
        return await self._db.write(lambda c: self._new_guest(c, new_id(), name))

    async def local(self) -> tuple[replies.Person, str]:
        """The one person of a server for one person."""

        def work(c: Connection) -> tuple[replies.Person, str]:
            row = c.execute(select(persons).where(persons.c.id == LOCAL)).first()
            if row is None:
                return self._new_guest(c, LOCAL, "You")
            return self._person(row), self._session(c, LOCAL)

        return await self._db.write(work)

    def _new_guest(self, c: Connection, person: str, name: str) -> tuple[replies.Person, str]:
        values = {
            "id": person,
            "name": clean_name(name),
            "email": "",
            "timezone": "",
            "webhook": "",
            "notify": "turn",
            "created": time.time(),
        }
        c.execute(insert(persons).values(**values))
        row = c.execute(select(persons).where(persons.c.id == person)).one()
        return self._person(row), self._session(c, person)

    def _session(self, c: Connection, person: str) -> str:
        token = secrets.token_urlsafe(32)
        now = time.time()
        c.execute(delete(sessions).where(sessions.c.expires < now))
        c.execute(
            insert(sessions).values(
                hash=digest(token), person=person, created=now, expires=now + SESSION_DAYS * 86400
            )
        )
        return token

    async def register(
        self, person: replies.Person | None, name: str, password: str, email: str
    ) -> tuple[replies.Person, str]:
        """Make an account, of the guest who asks if there is one."""
        if person is not None and not person.guest:
            raise bad("You already have an account; sign out first.")
        name = clean_name(name)
        self._free(name)
        hashed = await asyncio.to_thread(self._hasher.hash, password)

        def work(c: Connection) -> tuple[replies.Person, str]:
            who = person.id if person else self._new_guest(c, new_id(), name)[0].id
            c.execute(
                update(persons)
                .where(persons.c.id == who)
                .values(
                    name=name, account=folded(name), password=hashed, email=_email(email), return_hash=None
                )
            )
            c.execute(delete(sessions).where(sessions.c.person == who))
            return self._person(c.execute(select(persons).where(persons.c.id == who)).one()), self._session(
                c, who
            )

        try:
            return await self._db.write(work)
        except IntegrityError:
            raise Refusal(409, "taken", f"The name {name} is taken.") from None

    async def sign_in(self, name: str, password: str) -> tuple[replies.Person, str]:
        query = select(persons).where(persons.c.account == folded(name))
        row = await self._db.read(lambda c: c.execute(query).first())
        good = await asyncio.to_thread(self._verify, row.password if row else self._dummy, password)
        if row is None or not good:
            raise Refusal(401, "sign_in", "Wrong name or password.")
        return self._person(row), await self._db.write(lambda c: self._session(c, row.id))

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def sign_out(self, token: str) -> None:
        await self._db.write(lambda c: c.execute(delete(sessions).where(sessions.c.hash == digest(token))))

    async def change_password(self, person: replies.Person, old: str, new: str) -> str:
        """A new password; every other session ends, and the way back by a link. The new cookie."""
        if person.guest:
            raise bad("A guest has no password; make an account first.")
        query = select(persons.c.password).where(persons.c.id == person.id)
        hashed = await self._db.read(lambda c: c.execute(query).scalar_one())
        if not await asyncio.to_thread(self._verify, hashed, old):
            raise Refusal(401, "sign_in", "The old password is wrong.")
        fresh = await asyncio.to_thread(self._hasher.hash, new)

        def work(c: Connection) -> str:
            c.execute(
                update(persons).where(persons.c.id == person.id).values(password=fresh, return_hash=None)
            )
            c.execute(delete(sessions).where(sessions.c.person == person.id))
            return self._session(c, person.id)

        return await self._db.write(work)

    async def return_link(self, person: replies.Person) -> str:
        """A guest's way back from another device."""
        token = secrets.token_urlsafe(24)
        statement = update(persons).where(persons.c.id == person.id).values(return_hash=digest(token))
        await self._db.write(lambda c: c.execute(statement))
        return token

    async def come_back(self, token: str) -> tuple[replies.Person, str]:
        query = select(persons).where(persons.c.return_hash == digest(token))
        row = await self._db.read(lambda c: c.execute(query).first())
        if row is None:
            raise Refusal(404, "not_found", "This link no longer works; ask for a new one.")
        return self._person(row), await self._db.write(lambda c: self._session(c, row.id))

    async def change(self, person: replies.Person, change: MeChange) -> replies.Person:
        values: dict[str, str] = {}
        if change.name is not None:
            values["name"] = clean_name(change.name)
            if not person.guest:
                self._free(values["name"], person.id)
                values["account"] = folded(change.name)
        if change.timezone is not None:
            values["timezone"] = _timezone(change.timezone)
        if change.email is not None:
            values["email"] = _email(change.email)
        if change.webhook is not None:
            values["webhook"] = check_webhook(change.webhook, self._webhook_hosts)
        if change.notify is not None:
            values["notify"] = change.notify
        if values:
            statement = update(persons).where(persons.c.id == person.id).values(**values)
            try:
                await self._db.write(lambda c: c.execute(statement))
            except IntegrityError:
                raise Refusal(409, "taken", f"The name {values['name']} is taken.") from None
        found = await self.get(person.id)
        assert found is not None
        return found


def _email(text: str) -> str:
    text = text.strip()
    name, at, host = text.partition("@")
    if text and (
        not at or not name or ("." not in host and host != "localhost") or any(c.isspace() for c in text)
    ):
        raise bad("This is not an e-mail address.")
    if any(ord(c) < 32 or c in "<>,;\"'" for c in text):
        raise bad("This is not an e-mail address.")
    return text


def _timezone(text: str) -> str:
    if text:
        try:
            ZoneInfo(text)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise bad(f"There is no time zone {text!r}; write it as Europe/Rome.") from None
    return text


def check_webhook(text: str, allowed: set[str]) -> str:
    """A webhook address that leads outside: http or https, no private host unless the server's owner allows it."""
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        raise bad("This is not a web address.") from None
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.password:
        raise bad("A webhook is an http or https address without a password in it.")
    if host in allowed:
        return text
    if not _is_public(host):
        raise bad("A webhook cannot lead into a private network.")
    return text


_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_OLD_V4 = ipaddress.IPv6Network("::/96")


def leads_outside(text: str) -> bool:
    """Whether an address belongs neither to this machine nor to a private network, not even as an IPv6 address that contains an
    IPv4 one."""
    address = ipaddress.ip_address(text)
    if not address.is_global or address.is_multicast:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return True
    inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
    if inner is None and (address in _NAT64 or address in _OLD_V4):
        inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return inner is None or inner.is_global


def _is_public(host: str) -> bool:
    try:
        return leads_outside(host)
    except ValueError:
        return "." in host and not host.endswith((".local", ".internal", ".localhost"))
