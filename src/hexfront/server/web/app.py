"""The ASGI application: the API, the socket, the client's files, health and metrics."""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from hexfront.server.club.club import Club
from hexfront.server.config import Config
from hexfront.server.store.database import FAULTS
from hexfront.server.web.api import (
    answer,
    caller_address,
    check_host,
    cookie_name,
    problem,
    set_cookie,
)
from hexfront.server.web.desk import api
from hexfront.server.web.socket import serve_socket
from hexfront.server.wire.endpoint import Endpoint
from hexfront.server.wire.refusals import Refusal, missing, unavailable
from hexfront.server.wire.schema import openapi

Handle = Callable[[Request], Awaitable[Response]]
CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)
REPORT_CSP = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
)

_NO_CLIENT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Hexfront</title>
<p>The server runs, but the client has not been built. Run <code>make play</code>, or
<code>npm --prefix web run build</code>, and reload this page.</p></html>"""


class SafeHeaders:
    """Headers that every response carries."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                report = scope["path"].endswith("/report")
                headers["Content-Security-Policy"] = REPORT_CSP if report else CSP
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
                headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
            await send(message)

        await self._app(scope, receive, sending)


def web_folder(config: Config) -> Path:
    """Where the built client is."""
    if config.web is not None:
        return config.web
    return Path(str(resources.files("hexfront"))) / "web"


def client_file(folder: Path, path: str) -> Response:
    """A file of the built client; its page for every path that is the client's own."""
    name = path.lstrip("/")
    root = folder.resolve()
    # A rule's page ends in its number, such as rules/turns_east/12.1.2: no file has such a name.
    if name and "." in name.rsplit("/", 1)[-1] and not name.startswith("rules/"):
        if "\x00" in name:
            raise missing("file")
        try:
            file = (root / name).resolve()
            is_there = file.is_relative_to(root) and file.is_file()
        except OSError:  # no file has so long a name
            is_there = False
        if not is_there:
            raise missing("file")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        forever = name.startswith("assets/")
        cache = "public, max-age=31536000, immutable" if forever else "public, max-age=600"
        return FileResponse(file, media_type=kind, headers={"Cache-Control": cache})
    page = root / "index.html"
    if not page.is_file():
        return Response(_NO_CLIENT, media_type="text/html; charset=utf-8")
    return FileResponse(page, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})


async def invited(club: Club, request: Request, response: Response) -> None:
    """Under `hexfront play` a browser on this machine without a session is its owner's. One that comes by an invitation is a
    guest's, even before its page asks who it is."""
    caller = caller_address(club, request)
    if not club.is_local(caller, request.headers.get("host", "")):
        return
    if await club.people.of_session(request.cookies.get(cookie_name(club), "")) is None:
        club.limits.take("guest", caller)
        set_cookie(club, response, (await club.people.guest("Guest"))[1])


def may_read_metrics(club: Club, request: Request) -> bool:
    """Callers from this machine itself, not through a proxy on it; or those with the owner's token."""
    token = club.config.metrics_token
    if token:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), token.encode())
    forwarded = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip", "via"))
    try:
        return (
            not forwarded and ipaddress.ip_address(request.client.host if request.client else "").is_loopback
        )
    except ValueError:
        return False


def make_app(config: Config, games: tuple[str, ...] = ()) -> Starlette:
    """The application. `games` are modules of your own to offer too."""
    club = Club(config, games)
    folder = web_folder(config)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await club.open()
        app.state.club = club
        try:
            yield
        finally:
            await club.close()

    def route(endpoint: Endpoint) -> Route:
        async def handle(request: Request) -> Response:
            return await answer(club, endpoint, request)

        return Route(endpoint.path, handle, methods=[endpoint.method], name=endpoint.handler.__name__)

    def paced(handle: Handle) -> Handle:
        """Whoever asks for these things again and again has to wait for them, so that the others are served too."""

        async def wait(request: Request) -> Response:
            await club.limits.pace("file", caller_address(club, request))
            return await handle(request)

        return wait

    async def health(request: Request) -> Response:
        return await _health(club)

    async def metrics(request: Request) -> Response:
        return _metrics(club, request)

    async def unknown(request: Request) -> Response:
        return problem(missing("address"))

    async def client(request: Request) -> Response:
        return await _client(club, folder, request)

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(club, websocket)

    # Paths without a variable come first: /api/matches/import is not a match.
    ordered = sorted(api.endpoints, key=lambda e: e.path.count("{"))
    routes: list[Any] = [route(endpoint) for endpoint in ordered]
    routes += [
        WebSocketRoute("/api/matches/{id}/socket", socket),
        Route("/healthz", paced(health)),
        Route("/metrics", paced(metrics)),
        Route("/api/{rest:path}", paced(unknown), methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
        Route("/{path:path}", paced(client)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(SafeHeaders)
    return app


async def _health(club: Club) -> Response:
    """Whether the server can serve."""
    why = "it is closing" if club.closing else await club.database.fault()
    good = not why
    body = {"ok": good, "matches": len(club.lives), "games": len(club.catalogue), "why": why}
    return Response(
        msgspec.json.encode(body), status_code=200 if good else 503, media_type="application/json"
    )


def _metrics(club: Club, request: Request) -> Response:
    """What a process counts would tell everyone how often someone clicks in secret: it is for the owner alone."""
    if not may_read_metrics(club, request):
        return problem(missing("address"))
    return PlainTextResponse(club.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _client(club: Club, folder: Path, request: Request) -> Response:
    """A page or a file of the browser client."""
    try:
        check_host(club, request)
        response = client_file(folder, request.url.path)
        if request.url.path.startswith("/join/"):
            await invited(club, request, response)
        return response
    except Refusal as e:
        return problem(e)
    except FAULTS:
        return problem(unavailable())


def schema() -> dict[str, Any]:
    """The OpenAPI document of the server and its socket."""
    return openapi(api.endpoints)
