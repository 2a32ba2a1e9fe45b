"""Attackers alongside the players: each does one thing again and again, as fast as the server allows."""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from hexfront import games, players
from hexfront.match import Match
from hexfront.server.load.process import Api, Refused

LARGEST = ("last_war", "europe")  # the longest games there are
FLOOD = 10_000  # pings of the protocol at once


def largest_save(seed: int) -> bytes:
    """A finished game of several thousand entries."""
    name, scenario = LARGEST
    game = games.get(name)
    match = Match.new(game, scenario)
    staff = {seat: players.get("staff", f"{seed}/{seat}") for seat in match.seats}
    while not match.is_over:
        seat = match.deciders[0]
        match.act(seat, staff[seat].choose(players.Seatview(game, match.state, seat, ())))
    return match.to_json()


def hostile_pack(choose: random.Random) -> dict[str, Any]:
    huge: Any = choose.choice((10**5, 10**10, 10**30, -1, "x", None, [[[[]]]]))
    return choose.choice(
        (
            {"map": {"grid": {"columns": huge, "rows": huge}}},
            {"units": huge},
            {"tables": {"costs": huge}},
            {"units": {"army": [{"id": str(n), "strength": huge} for n in range(500)]}},
        )
    )


class Attack:
    """All the attackers, each in a thread and from an address of its own. What they did is counted by kind and answer."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self._port = port
        self._save = largest_save(seed)
        self._choose = random.Random(seed)
        self._stopped = threading.Event()
        self.done: Counter[str] = Counter()
        kinds: list[Callable[[Api], None]] = [
            self._import, self._import, self._study, self._packs, self._packs, self._pings, self._frames, self._questions,
            self._questions, self._questions, self._questions, self._states, self._lists, self._half_open,
        ]  # fmt: skip
        self._threads = [
            threading.Thread(target=self._again, args=(kind, f"127.3.0.{n + 1}"), daemon=True)
            for n, kind in enumerate(kinds)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stopped.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(70)

    def _again(self, kind: Callable[[Api], None], address: str) -> None:
        api = Api(self._port, address)
        while not self._stopped.is_set():
            try:
                kind(api)
            except Refused:
                self.done["refused"] += 1
                time.sleep(0.1)
            except (
                OSError,
                http.client.HTTPException,
                ConnectionClosed,
                InvalidHandshake,
                TimeoutError,
                EOFError,
            ):
                self.done["cut off"] += 1
                time.sleep(0.1)

    def _ask(self, api: Api, what: str, method: str, path: str, body: Any = None) -> Any:
        raw = body if isinstance(body, bytes) or body is None else msgspec.json.encode(body)
        status, data, kind = api.raw(method, path, raw)
        self.done[f"{what}: {status}"] += 1
        if status == 429:
            time.sleep(0.05)
        return msgspec.json.decode(data) if status == 200 and "json" in kind else None

    def _import(self, api: Api) -> None:
        self._ask(api, "import", "POST", "/api/matches/import", self._save)

    def _study(self, api: Api) -> None:
        made = self._ask(api, "import", "POST", "/api/matches/import", self._save)
        if made is None:
            return
        path, seat = f"/api/matches/{made['id']}", made["you"][0]
        for what in ("fork", "report", "export", "history", "history/100", "digest", "dice"):
            if self._stopped.is_set():
                return
            if what == "fork":
                self._ask(api, what, "POST", f"{path}/fork", {"seat": seat})
            else:
                query = "" if what == "dice" else f"?seat={seat}"
                self._ask(api, what, "GET", f"{path}/{what}{query}")

    def _packs(self, api: Api) -> None:
        game = self._choose.choice(games.names())
        body = {"game": game, "pack": hostile_pack(self._choose)}
        self._ask(api, "pack", "POST", "/api/matches", body)

    # --- floods

    def _socket(self, api: Api, match: str) -> tuple[contextlib.ExitStack, ClientConnection]:
        stack = contextlib.ExitStack()
        socket = stack.enter_context(
            connect(
                f"ws://127.0.0.1:{self._port}/api/matches/{match}/socket",
                additional_headers={"Cookie": api.cookie}, compression=None, max_size=None,
                origin=Origin(f"http://127.0.0.1:{self._port}"), source_address=(api.address, 0),
            )
        )  # fmt: skip
        socket.send('{"t":"hello"}')
        return stack, socket

    def _line(self, api: Api) -> tuple[contextlib.ExitStack, ClientConnection, dict[str, Any]]:
        made = api.post("/api/matches", {"game": "turns_east"})
        return *self._socket(api, made["id"]), made

    def _pings(self, api: Api) -> None:
        """Pings of the protocol itself, six bytes each."""
        stack, socket, _ = self._line(api)
        with stack:
            socket.socket.settimeout(5)
            for _ in range(5):
                socket.socket.sendall(b"".join(b"\x89\x80" + os.urandom(4) for _ in range(FLOOD)))
                self.done["pings"] += FLOOD

    def _frames(self, api: Api) -> None:
        """Pings as messages, without waiting for an answer."""
        stack, socket, _ = self._line(api)
        with stack:
            for n in range(2_000):
                if self._stopped.is_set():
                    return
                socket.send('{"t":"ping"}')
                self.done["frames"] += 1
                if n % 200 == 0:
                    time.sleep(0.01)

    def _states(self, api: Api) -> None:
        """The whole state of the longest game, asked for in twelve bytes again and again."""
        made = self._ask(api, "import", "POST", "/api/matches/import", self._save)
        if made is None:
            return
        stack, socket = self._socket(api, made["id"])
        with stack:
            for n in range(300):
                if self._stopped.is_set():
                    return
                socket.send('{"t":"sync"}')
                if n % 60 == 59:
                    while msgspec.json.decode(socket.recv(60))["t"] != "state":
                        pass
                self.done["whole positions"] += 1

    def _lists(self, api: Api) -> None:
        """Lists of many matches, twenty at a time."""
        while self._ask(api, "match", "POST", "/api/matches", {"game": "skirmish"}) is not None:
            if self._stopped.is_set():
                return
        calls = [
            threading.Thread(target=self._ask, args=(api, "list", "GET", "/api/matches"), daemon=True)
            for _ in range(20)
        ]
        for call in calls:
            call.start()
        for call in calls:
            call.join(60)

    def _questions(self, api: Api) -> None:
        """Where can it go and why not, of every piece, one after another."""
        stack, socket, _ = self._line(api)
        with stack:
            while True:
                state = msgspec.json.decode(socket.recv(30))
                if state["t"] == "state":
                    break
            pieces = [piece["id"] for piece in state["view"]["pieces"]][:100]
            for piece in pieces:
                if self._stopped.is_set():
                    return
                what = self._choose.choice(("reach", "why"))
                frame = {"t": "ask", "what": what, "ref": "q", "piece": piece, "at": "3010"}
                socket.send(msgspec.json.encode(frame).decode())
                while (message := msgspec.json.decode(socket.recv(60)))["t"] not in ("answer", "error"):
                    pass
                self.done[f"{what}: {message['t']}"] += 1

    def _half_open(self, api: Api) -> None:
        """Connections that send nothing, and request heads that never end."""
        import socket

        lines = [
            socket.create_connection(("127.0.0.1", self._port), 5, source_address=(api.address, 0))
            for _ in range(50)
        ]
        try:
            for n, line in enumerate(lines):
                if n % 2:
                    line.sendall(b"GET / HTTP/1.1\r\nX: ")
            self.done["half-open lines"] += len(lines)
            self._stopped.wait(5)
        finally:
            for line in lines:
                line.close()
