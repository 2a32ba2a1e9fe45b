"""A real server on a real port, and people who talk to it."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from hexfront.server.club.club import Club
from hexfront.server.config import Config
from hexfront.server.run import GentleServer, HeldPort, bind
from hexfront.server.web.app import make_app

TOY = "tests.support.toy"
PATIENCE = 60.0  # seconds: the machine may be busy with other things
OPEN: list[Someone | Line | HeldPort] = []  # closed after each test


def close_all() -> None:
    while OPEN:
        OPEN.pop().close()


def a_port() -> int:
    """A port for a server to be started; nobody else gets it before the test is over."""
    held = HeldPort()
    OPEN.append(held)
    return held.number


class House:
    """A running server."""

    def __init__(self, config: Config, games: tuple[str, ...] = (TOY,)) -> None:
        self._socket = bind(config)
        self.port = int(self._socket.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.app = make_app(config, games)
        self._server = GentleServer(config, self.app)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    @property
    def club(self) -> Club:
        return self.app.state.club  # type: ignore[no-any-return]

    def start(self) -> House:
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < until
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()

    def person(self, name: str = "") -> Someone:
        return Someone(self.url, name)


@contextlib.contextmanager
def house(folder: Path, **settings: Any) -> Iterator[House]:
    games = settings.pop("games", (TOY,))
    given: dict[str, Any] = {
        "database": str(folder / "test.sqlite"), "port": 0, "computers": 1, "rate": 0.0, "log_level": "warning",
    }  # fmt: skip
    running = House(Config(**(given | settings)), games).start()
    try:
        yield running
    finally:
        running.stop()


class Someone:
    """A person with a browser: cookies, requests, sockets."""

    def __init__(self, url: str, name: str = "") -> None:
        self.url = url
        OPEN.append(self)
        self.http = httpx.Client(base_url=url, headers={"Origin": url}, timeout=PATIENCE)
        if name:
            self.patch("/api/me", name=name)

    def get(self, path: str, **query: Any) -> Any:
        return good(self.http.get(path, params=query))

    def post(self, path: str, /, **body: Any) -> Any:
        return good(self.http.post(path, json=body))

    def patch(self, path: str, /, **body: Any) -> Any:
        return good(self.http.patch(path, json=body))

    def put(self, path: str, /, **body: Any) -> Any:
        return good(self.http.put(path, json=body))

    def refused(self, method: str, path: str, /, **body: Any) -> dict[str, Any]:
        reply = (
            self.http.request(method, path, json=body)
            if method != "GET"
            else self.http.get(path, params=body)
        )
        assert reply.status_code >= 400, reply.text
        found: dict[str, Any] = reply.json()
        return found | {"status": reply.status_code}

    def match(self, game: str = "toy", **more: Any) -> dict[str, Any]:
        made: dict[str, Any] = self.post("/api/matches", game=game, **more)
        return made

    def socket(self, match: str, **hello: Any) -> Line:
        return Line(self, match, hello)

    def close(self) -> None:
        self.http.close()


def good(reply: httpx.Response) -> Any:
    assert reply.status_code < 400, f"{reply.status_code} {reply.text}"
    kind = reply.headers.get("content-type", "")
    return reply.json() if "json" in kind else reply.text


class Line:
    """A socket that keeps the state by applying changes, as a client does."""

    def __init__(self, person: Someone, match: str, hello: dict[str, Any] | None) -> None:
        cookie = "; ".join(f"{c.name}={c.value}" for c in person.http.cookies.jar)
        address = person.url.replace("http:", "ws:") + f"/api/matches/{match}/socket"
        headers = {"Cookie": cookie} if cookie else {}
        self.person, self.match = person, match
        self._stack = contextlib.ExitStack()
        OPEN.append(self)
        self.raw: ClientConnection = self._stack.enter_context(
            connect(
                address,
                additional_headers=headers,
                origin=Origin(person.url),
                max_size=None,
                compression=None,
                max_queue=None,
                close_timeout=1,
                open_timeout=PATIENCE,
                ping_interval=None,
            )
        )
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self._refs = 0
        if hello is not None:
            self.send(t="hello", **hello)
            self.until("state")

    @property
    def version(self) -> int:
        return int(self.state["version"])

    @property
    def legal(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.state["legal"]
        return found

    def send(self, **frame: Any) -> None:
        self.raw.send(json.dumps(frame))

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.raw.recv(timeout))
        self.heard.append(message)
        if message["t"] == "state":
            self._take(message)
        elif message["t"] == "change":
            self._apply(message)
        elif message["t"] in ("presence", "clocks"):
            self.state |= {name: value for name, value in message.items() if name != "t"}
        return message

    def until(self, *kinds: str, timeout: float = PATIENCE) -> dict[str, Any]:
        while True:
            message = self.receive(timeout)
            if message["t"] in kinds:
                return message

    def settle(self) -> list[dict[str, Any]]:
        """Take in whatever the server has sent up to now."""
        self._refs += 1
        self.send(t="ping", ref=f"p{self._refs}")
        found: list[dict[str, Any]] = []
        while True:
            message = self.receive()
            if message["t"] == "pong" and message.get("ref") == f"p{self._refs}":
                return found
            found.append(message)

    def wait(self, ready: Callable[[dict[str, Any]], object], timeout: float = PATIENCE) -> None:
        """Take in messages until the state is as wanted."""
        until = time.monotonic() + timeout
        while not ready(self.state):
            self.receive(max(0.01, until - time.monotonic()))

    def act(self, do: dict[str, Any] | None = None, version: int | None = None) -> dict[str, Any]:
        """Send an action and wait for what becomes of it."""
        self._refs += 1
        chosen = do if do is not None else self.legal[0]["do"]
        at = self.version if version is None else version
        self.send(t="act", version=at, do=chosen, ref=str(self._refs))
        return self.until("done", "refused", "error")

    def play(self, *plan: dict[str, Any]) -> dict[str, Any]:
        """Send several actions at once and wait for what becomes of them."""
        self.send(t="play", version=self.version, plan=list(plan), ref="m")
        return self.until("done", "refused", "error")

    def undo(self) -> dict[str, Any]:
        self.send(t="undo", version=self.version, ref="u")
        return self.until("done", "refused", "error")

    def redo(self) -> dict[str, Any]:
        self.send(t="redo", version=self.version, ref="r")
        return self.until("done", "refused", "error")

    def ask(self, what: str, **more: Any) -> dict[str, Any]:
        self.send(t="ask", what=what, ref="q", **more)
        return self.until("answer", "error")

    def choose(self, kind: str) -> dict[str, Any]:
        """Act with the first legal action of a kind."""
        return self.act(next(each["do"] for each in self.legal if each["do"]["type"] == kind))

    def _take(self, message: dict[str, Any]) -> None:
        lines = [line for line in self.state.get("lines", []) if line["n"] < message["cut"]]
        self.state = {**message, "lines": lines + message["lines"]}

    def _apply(self, message: dict[str, Any]) -> None:
        assert message["from"] == self.version
        state = dict(self.state)
        lines = state["lines"]
        if "cut" in message:
            lines = [line for line in lines if line["n"] < message["cut"]]
        state["lines"] = lines + message.get("lines", [])
        if "view" in message:
            state["view"] = merge_view(state["view"], message["view"])
        if "overlays" in message:
            state["overlays"] = merge(state["overlays"], message["overlays"])
        merged = ("t", "from", "view", "overlays", "lines", "cut")
        self.state = state | {name: value for name, value in message.items() if name not in merged}

    def close(self) -> None:
        self._stack.close()


def pair(running: House, **more: Any) -> tuple[Someone, Someone, str]:
    """Two people at a toy match: Anna is red, Ben blue."""
    anna, ben = running.person("Anna"), running.person("Ben")
    made = anna.match(seats={"red": {"who": "me"}, "blue": {"who": "link"}}, **more)
    ben.post("/api/join", token=invitation(made, "blue"))
    return anna, ben, made["id"]


def invitation(match: dict[str, Any], seat: str) -> str:
    """The token of a seat's link."""
    link: str = next(each["invite"] for each in match["seats"] if each["id"] == seat)
    return link.rpartition("/")[2]


def merge(old: list[dict[str, Any]], diff: dict[str, Any]) -> list[dict[str, Any]]:
    """A list of things with ids after a diff."""
    found = {each["id"]: each for each in old if each["id"] not in diff["gone"]}
    for each in diff["set"]:
        found[each["id"]] = each
    return list(found.values())


def merge_view(old: dict[str, Any], diff: dict[str, Any]) -> dict[str, Any]:
    new = {**old, **{name: value for name, value in diff.items() if name != "pieces"}}
    if "pieces" in diff:
        new["pieces"] = merge(old.get("pieces", []), diff["pieces"])
    return new
