"""A bystander: someone at a match of their own, who only notices how long everything takes.

It is a process of its own: beside the threads of the attackers it would measure how long it waits for them.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
import time
from functools import partial
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect
from websockets.typing import Origin

from hexfront.server.load.figures import Bystander, quantile
from hexfront.server.load.process import Api

EVERY = 0.033  # seconds between two questions: it stays below what one socket may ask
# Seconds that an idle process sleeps; held up by so much longer, the machine had no time for it.
NAP, LATE = 0.002, 0.01
ADDRESS = "127.2.0.1"
PATIENCE = 70.0  # seconds for it to end


class Watch:
    """A bystander in a process, and what it has to tell when it is stopped."""

    def __init__(self, port: int, game: str = "", server: int = 0) -> None:
        """`server` is the number of the process that serves, if there is but one."""
        api = Api(port, ADDRESS)
        chosen = game or api.get("/api/games")[0]["id"]
        match = api.post("/api/matches", {"game": chosen})["id"]
        self._place = [str(port), match, api.cookie, str(server)]
        self._told = _Told([], [])
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from hexfront.server.load.bystander import main; main()", *self._place],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )  # fmt: skip

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        try:
            told, _ = process.communicate(timeout=PATIENCE)  # it ends when its input does
            self._told = msgspec.json.decode(told, type=_Told)
        except (subprocess.TimeoutExpired, msgspec.DecodeError):
            process.kill()
            process.wait()

    def figures(self) -> Bystander:
        times = self._told.waits()
        return Bystander(
            asked=len(times),
            p50=round(quantile(times, 0.5), 2),
            p99=round(quantile(times, 0.99), 2),
            longest=round(max(times, default=0.0), 2),
            machine=round(1000 * max((end - start for start, end in self._told.held), default=0.0), 2),
            unhindered=round(max(self._told.waits(unhindered=True), default=0.0), 2),
            served=self._told.served(),
            opening=round(1000 * max(self._told.opened, default=0.0), 2),
            worked=None if self._told.shares is None else round(self._told.shares[0], 3),
            starved=None if self._told.shares is None else round(self._told.shares[1], 3),
        )


class _Told(msgspec.Struct):
    """When each answer was waited for, and when the machine held up a thread that had nothing to do."""

    asked: list[tuple[float, float]]
    held: list[tuple[float, float]]
    put_off: list[float] = []
    """Of each wait, the time for which the server or the bystander was ready to go on and had no core, in seconds."""
    opened: list[float] = []
    """How long it took each time, in seconds, until the match was open and its position there."""
    shares: tuple[float, float] | None = None
    """For which part of the time the server's own thread had a core, and for which it was ready to go on and had none."""

    def waits(self, unhindered: bool = False) -> list[float]:
        """Each wait in milliseconds; with `unhindered`, only those during which the machine held up nobody."""
        return [
            1000 * (end - start)
            for start, end in self.asked
            if not unhindered or not any(start < until and since < end for since, until in self.held)
        ]

    def served(self) -> float | None:
        """The longest wait in milliseconds, less the time the machine took."""
        if not any(self.put_off):
            return None
        own = [wait - 1000 * off for wait, off in zip(self.waits(), self.put_off, strict=True)]
        return round(max(own, default=0.0), 2)


def had_core(process: int, thread: int) -> tuple[float, float]:
    """For how many seconds in all a thread ran, and was ready to run while the machine had no core for it; nothing where the system
    does not say."""
    try:
        with open(f"/proc/{process}/task/{thread}/schedstat", encoding="ascii") as found:
            ran, waited, _ = found.read().split()
            return int(ran) / 1e9, int(waited) / 1e9
    except (OSError, ValueError):
        return 0.0, 0.0


def main() -> None:
    """Watch until the input ends; then tell how long each answer took."""
    seat = _Seat(int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
    held: list[tuple[float, float]] = []
    for work in (seat.run, partial(_doze, held)):
        threading.Thread(target=work, daemon=True).start()
    sys.stdin.buffer.read()
    sys.stdout.buffer.write(msgspec.json.encode(seat.told(held)))


def _doze(held: list[tuple[float, float]]) -> None:
    """Sleep for a moment again and again, and note when it took much longer: then the machine was slow, and not the server."""
    while True:
        began = time.perf_counter()
        time.sleep(NAP)
        ended = time.perf_counter()
        if ended - began > NAP + LATE:
            held.append((began, ended))


class _Seat:
    """Acts and asks in turn, and keeps how long each answer took."""

    def __init__(self, port: int, match: str, cookie: str, server: int) -> None:
        self._port, self._match, self._cookie, self._server = port, match, cookie, server
        self.asked: list[tuple[float, float]] = []
        self.put_off: list[float] = []
        self.opened: list[float] = []
        self._since = 0.0  # since when it waits for an answer
        self._opening = 0.0  # since when it tries to open its match
        self._began = time.perf_counter(), had_core(server, server)

    def told(self, held: list[tuple[float, float]]) -> _Told:
        """All so far, what it still waits for too."""
        asked, put_off, opened = list(self.asked), self.put_off[: len(self.asked)], list(self.opened)
        since, opening, now = self._since, self._opening, time.perf_counter()
        if since:
            asked, put_off = [*asked, (since, now)], [*put_off, 0.0]
        if opening:
            opened.append(now - opening)
        return _Told(asked, held, put_off, opened, self._shares(now))

    def _shares(self, now: float) -> tuple[float, float] | None:
        """What the server's thread had of the time, and what was withheld from it."""
        at, before = self._began
        after = had_core(self._server, self._server)
        if not before[0] or not after[0]:
            return None
        return (after[0] - before[0]) / (now - at), (after[1] - before[1]) / (now - at)

    def _off(self) -> float:
        own = had_core(os.getpid(), threading.get_native_id())[1]
        return own + had_core(self._server, self._server)[1] if self._server else 0.0

    def run(self) -> None:
        while True:
            self._since, self._opening = 0.0, self._opening or time.perf_counter()
            try:
                self._sit()
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                time.sleep(0.2)

    def _sit(self) -> None:
        address = f"ws://127.0.0.1:{self._port}/api/matches/{self._match}/socket"
        with connect(
            address, additional_headers={"Cookie": self._cookie}, compression=None, max_size=None,
            origin=Origin(f"http://127.0.0.1:{self._port}"), source_address=(ADDRESS, 0),
        ) as socket:  # fmt: skip
            socket.send('{"t":"hello","overlays":false}')
            state = self._until(socket, "state")
            self.opened.append(time.perf_counter() - self._opening)
            self._opening = 0.0
            for n in itertools.count():
                frame: dict[str, Any] = {"t": "ping", "ref": str(n)}
                if n % 10 == 0 and state.get("legal"):
                    frame = {
                        "t": "act",
                        "version": state["version"],
                        "do": state["legal"][0]["do"],
                        "ref": str(n),
                    }
                off, began = self._off(), time.perf_counter()
                self._since = began
                socket.send(msgspec.json.encode(frame).decode())
                found = self._until(socket, "pong", "done", "refused", "error", ref=str(n), state=state)
                self.put_off.append(self._off() - off)
                self.asked.append((began, time.perf_counter()))
                self._since = 0.0
                if found["t"] == "done" and state.get("handover"):
                    socket.send(msgspec.json.encode({"t": "sit", "seat": state["handover"]["seat"]}).decode())
                    state = self._until(socket, "state")
                time.sleep(EVERY)

    @staticmethod
    def _until(
        socket: Any, *kinds: str, ref: str = "", state: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = msgspec.json.decode(socket.recv(60))
            if state is not None and message["t"] in ("state", "change"):
                state.update({k: v for k, v in message.items() if k in ("version", "legal", "handover")})
            if message["t"] in kinds and (not ref or message.get("ref") == ref):
                return message
