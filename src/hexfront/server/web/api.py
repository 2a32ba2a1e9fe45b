"""HTTP endpoints as declarations: path, what comes in, what goes out. The schema is made from the same lines."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from hexfront.kernel import BadData, BadSave, HexfrontError, IllegalAction, UnknownName, WrongSeat
from hexfront.server.club.club import Club
from hexfront.server.config import LOOPBACK, own_name
from hexfront.server.people.limits import counted, network
from hexfront.server.store.database import FAULTS
from hexfront.server.wire import replies
from hexfront.server.wire.endpoint import Endpoint, Handler
from hexfront.server.wire.refusals import Refusal, bad, forbidden, illegal, missing, unavailable
from hexfront.server.wire.requests import BODY_LIMIT

log = logging.getLogger("hexfront.server")
COOKIE = "hexfront"
BODY_SECONDS = 60.0
LONG_BODIES = 3
NOTED = (400, 401, 403, 409, 413, 415, 429)  # refusals that are logged, without what was sent


class Call:
    """A request being answered."""

    def __init__(self, club: Club, request: Request, endpoint: Endpoint) -> None:
        self.club = club
        self.request = request
        self.endpoint = endpoint
        self.body: Any = None
        self.query: dict[str, Any] = {}
        self.cookie: str | None = None  # to set; "" to clear
        self.token = request.cookies.get(cookie_name(club), "")
        self.caller = caller_address(club, request)
        self._person: replies.Person | None = None
        self._looked = False

    @property
    def network(self) -> str:
        """The network for which long work is done."""
        return network(self.caller)

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    async def someone(self) -> replies.Person | None:
        """The person who asks, if they have a session."""
        if not self._looked:
            self._person = await self.club.people.of_session(self.token)
            self._looked = True
            host = self.request.headers.get("host", "")
            if self._person is None and self.club.is_local(self.caller, host):
                self._person, self.cookie = await self.club.people.local()
        return self._person

    async def person(self, name: str | None = None) -> replies.Person:
        """The person who asks; a new guest if there is none."""
        found = await self.someone()
        if found is None:
            self.club.limits.take("guest", self.caller)
            found, self.cookie = await self.club.people.guest(name or "Guest")
            self._person = found
        return found

    async def guest(self, name: str | None = None) -> replies.Person:
        """The person who asks; without a session a new guest, on this machine too: someone who follows an invitation in another
        browser is not the one who gave it."""
        found = await self.club.people.of_session(self.token)
        if found is None:
            self.club.limits.take("guest", self.caller)
            found, self.cookie = await self.club.people.guest(name or "Guest")
        self._person, self._looked = found, True
        return found

    def signed_in(self, person: replies.Person, cookie: str) -> None:
        self._person, self._looked, self.cookie = person, True, cookie


def cookie_name(club: Club) -> str:
    return f"__Host-{COOKIE}" if club.config.secure else COOKIE


def caller_address(club: Club, request: Any) -> str:
    """The address that requests are counted for."""
    if club.config.trust_proxy:
        forwarded = request.headers.get("x-forwarded-for", "")
        if forwarded:
            return str(forwarded.split(",")[-1].strip())[:64]
    return request.client.host if request.client else ""


def check_origin(club: Club, request: Any, *, required: bool) -> None:
    """Refuse what comes from a page of another site."""
    origin = request.headers.get("origin")
    if origin is None:
        if required:
            raise forbidden("A request from a page needs its origin.", "bad_origin")
        return
    allowed = set(club.config.origins)
    if club.config.public_url:
        allowed.add(club.config.public_url)
    host = request.headers.get("host", "")
    with contextlib.suppress(ValueError):  # it is no address at all
        parts = urlsplit(origin)
        if origin in allowed or (parts.scheme in ("http", "https") and parts.netloc == host):
            return
    raise forbidden("This page belongs to another site.", "bad_origin")


def check_host(club: Club, request: Any) -> None:
    """A server for one person answers to its own names only: no page can reach it by renaming itself."""
    if not club.config.local:
        return
    if own_name(request.headers.get("host", "")) not in LOOPBACK and not club.is_open:
        raise forbidden("This is not the name of this server.", "bad_origin")


async def answer(club: Club, endpoint: Endpoint, request: Request) -> Response:
    """Answer a request, whatever goes wrong."""
    began = time.perf_counter()
    call = Call(club, request, endpoint)
    try:
        response = await _answer(call)
    except Refusal as e:
        if e.status == 429:
            await club.limits.pace("refused", call.caller)
        if e.status in NOTED:
            log.info("refused %s %s from %s: %s", endpoint.method, endpoint.path, call.caller, e.code)
        response = problem(e)
    except IllegalAction as e:
        response = problem(illegal(e))
    except WrongSeat as e:
        response = problem(Refusal(409, "stale", str(e)))
    except (UnknownName, BadSave, BadData) as e:
        response = problem(bad(str(e)))
    except HexfrontError as e:
        response = problem(bad(str(e)))
    except FAULTS as e:
        club.metrics.count("database_faults")
        log.warning("the database failed in %s %s: %s", endpoint.method, endpoint.path, type(e).__name__)
        response = problem(unavailable())
    except ClientDisconnect:
        response = Response(status_code=400)
    except Exception:
        # The traceback names places in the program; the request and its data are left out, they may be secret.
        log.exception("fault in %s %s", endpoint.method, endpoint.path)
        response = problem(Refusal(500, "fault", "Something went wrong on the server; it has been noted."))
    club.metrics.request(endpoint.method, endpoint.path, response.status_code, time.perf_counter() - began)
    return response


async def _answer(call: Call) -> Response:
    club, request, endpoint = call.club, call.request, call.endpoint
    check_host(club, request)
    if "\x00" in request.url.path or any("\x00" in str(value) for value in request.path_params.values()):
        raise missing("address")
    changing = endpoint.method not in ("GET", "HEAD")
    check_origin(club, request, required=changing)
    club.limits.take("request", call.caller)
    if endpoint.rate != "request":
        club.limits.take(endpoint.rate, call.caller)
    if endpoint.rate == "think":
        club.limits.take("thinking", call.caller)
    call.query = _query(endpoint, request)
    raw = await _body(call) if changing else b""
    # Not before the body: whoever holds back a hundred bodies lets them go at once.
    await club.door.enter(call.caller)
    if changing and endpoint.body is not None:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refusal(415, "bad_request", "The body must be application/json.")
        if b"\\u0000" in raw:  # no text has it, and PostgreSQL cannot keep it
            raise bad("The body has a zero character in it.")
        call.body = raw if endpoint.body is bytes else decode(raw, endpoint.body)
    result = await club.door.timed(call.caller, endpoint.handler(call))
    if isinstance(result, Response):
        response = result
    elif endpoint.status == 204:
        response = Response(status_code=204)
    else:
        response = Response(
            msgspec.json.encode(result), status_code=endpoint.status, media_type="application/json"
        )
    response.headers.setdefault("Cache-Control", "no-store")
    if call.cookie is not None:
        set_cookie(club, response, call.cookie)
    return response


def set_cookie(club: Club, response: Response, value: str) -> None:
    if value:
        response.set_cookie(
            cookie_name(club), value, max_age=90 * 86400, path="/", httponly=True, samesite="lax",
            secure=club.config.secure,
        )  # fmt: skip
    else:
        response.delete_cookie(
            cookie_name(club), path="/", httponly=True, samesite="lax", secure=club.config.secure
        )


async def _body(call: Call) -> bytes:
    """The body. Of long ones an address has a few on their way at a time: each is kept until it has come."""
    bodies, who, limit = call.club.bodies, call.network, call.endpoint.limit
    if limit <= BODY_LIMIT or not call.club.config.rate:
        return await read_body(call.request, limit)
    if bodies[who] >= LONG_BODIES:
        raise Refusal(429, "slow_down", "Your other files are still on their way.", wait=1.0)
    with counted(bodies, who):
        return await read_body(call.request, limit)


async def read_body(request: Request, limit: int) -> bytes:
    """The body, or a refusal as soon as it is too long."""
    length = request.headers.get("content-length")
    if length is not None and (not length.isdigit() or int(length) > limit):
        raise Refusal(413, "too_large", f"The body is larger than {limit} bytes.")
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > limit:
                    raise Refusal(413, "too_large", f"The body is larger than {limit} bytes.")
                parts.append(part)
    except TimeoutError:
        raise Refusal(408, "too_slow", "The body took too long to arrive; send it again.") from None
    return b"".join(parts)


def decode(raw: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        raise bad(f"The body is not what it should be: {words(e)}.") from None


def words(e: Exception) -> str:
    """A decoding error in words, cut short: it may repeat what was sent."""
    return "it is nested too deeply" if isinstance(e, RecursionError) else str(e)[:200]


MOST_OF_A_PARAMETER, MOST_OPTIONS = 200, 2000
"""Characters of a parameter; the optional rules of a set-up are all named in one."""


def _query(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        kind = endpoint.query.get(name)
        if kind is None:
            raise bad(f"There is no parameter {name[:40]!r} here.")
        if name in found:
            raise bad(f"The parameter {name} is given twice.")
        if len(value) > (MOST_OPTIONS if name == "options" else MOST_OF_A_PARAMETER):
            raise bad(f"The parameter {name} is too long.")
        if "\x00" in value:
            raise bad(f"The parameter {name} has a zero byte in it.")
        if kind is int:
            if not value.isascii() or not value.isdigit() or len(value) > 9:
                raise bad(f"The parameter {name} has to be a whole number.")
            found[name] = int(value)
        else:
            found[name] = value
    return found


def problem(e: Refusal) -> Response:
    body = replies.Problem(code=e.code, reason=e.reason, rule=e.rule, at=e.at)
    response = Response(msgspec.json.encode(body), status_code=e.status, media_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    if e.wait:
        response.headers["Retry-After"] = str(max(1, round(e.wait)))
    return response


class Api:
    """A list of endpoints, filled by decorators."""

    def __init__(self) -> None:
        self.endpoints: list[Endpoint] = []

    def __call__(self, method: str, path: str, **given: Any) -> Callable[[Handler], Handler]:
        def take(handler: Handler) -> Handler:
            summary = (handler.__doc__ or "").strip().partition("\n")[0]
            self.endpoints.append(Endpoint(method, path, handler, summary, **given))
            return handler

        return take
