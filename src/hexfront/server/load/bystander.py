"""A bystander: someone at a match of their own, who only notices how long everything takes."""

from __future__ import annotations

import threading
import time
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from hexfront.server.load.figures import Bystander, quantile
from hexfront.server.load.process import Api

EVERY = 0.02  # seconds between two questions
ADDRESS = "127.2.0.1"


class Watch:
    """Acts and asks in turn, in a thread, and keeps how long each answer took."""

    def __init__(self, port: int, game: str = "") -> None:
        self._port = port
        self._api = Api(port, ADDRESS)
        chosen = game or self._api.get("/api/games")[0]["id"]
        self._match = self._api.post("/api/matches", {"game": chosen})["id"]
        self._times: list[float] = []
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(70)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._sit()
            except (OSError, ConnectionClosed, TimeoutError):
                time.sleep(0.2)

    def _sit(self) -> None:
        address = f"ws://127.0.0.1:{self._port}/api/matches/{self._match}/socket"
        with connect(
            address, additional_headers={"Cookie": self._api.cookie}, compression=None, max_size=None,
            origin=Origin(f"http://127.0.0.1:{self._port}"), source_address=(ADDRESS, 0),
        ) as socket:  # fmt: skip
            socket.send('{"t":"hello","overlays":false}')
            state = self._until(socket, "state")
            for n in range(1_000_000):
                if self._stopped.is_set():
                    return
                frame: dict[str, Any] = {"t": "ping", "ref": str(n)}
                if n % 10 == 0 and state.get("legal"):
                    frame = {
                        "t": "act",
                        "version": state["version"],
                        "do": state["legal"][0]["do"],
                        "ref": str(n),
                    }
                began = time.perf_counter()
                socket.send(msgspec.json.encode(frame).decode())
                found = self._until(socket, "pong", "done", "refused", "error", ref=str(n), state=state)
                self._times.append(1000 * (time.perf_counter() - began))
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

    def figures(self) -> Bystander:
        return Bystander(
            asked=len(self._times),
            p50=round(quantile(self._times, 0.5), 2),
            p99=round(quantile(self._times, 0.99), 2),
            longest=round(max(self._times, default=0.0), 2),
        )
