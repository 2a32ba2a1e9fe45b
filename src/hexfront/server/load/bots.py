"""Bots: a seat each, two at a table, random legal play at a person's pace."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

_RETRY = (0.05, 0.1, 0.2, 0.4, 0.8)


class Heard(msgspec.Struct):
    """What a bot reads of a message: decoding all of it would take processor time from the server it measures."""

    t: str
    version: int = 0
    from_: int | None = msgspec.field(default=None, name="from")
    legal: list[Offer] | None = None
    deciders: list[str] | None = None
    result: msgspec.Raw = msgspec.Raw()


class Offer(msgspec.Struct):
    """A legal action, to be sent back as it came."""

    do: msgspec.Raw


_heard = msgspec.json.Decoder(Heard).decode


class Bot:
    """One seat: a socket that comes back by itself, and what it knows."""

    def __init__(self, table: Table, seat: str, cookie: str, looks: bool, address: str) -> None:
        self.table = table
        self.looks = looks
        self.seat = seat
        self.version = 0
        self.acked = 0
        self.legal: list[Offer] = []
        self.deciders: list[str] = []
        self.over = False
        self.lost = 0
        self.reconnects = 0
        self.refused = 0
        self.socket: Any = None
        self._cookie = cookie
        self._from = address
        self._waiting: asyncio.Future[str] | None = None

    async def live(self) -> None:
        """Stay connected until the test ends, or this table is left."""
        tries = 0
        port = self.table.port
        address = f"ws://127.0.0.1:{port}/api/matches/{self.table.match}/socket"
        while not self.table.left:
            try:
                async with connect(
                    address, additional_headers={"Cookie": self._cookie}, compression=None, max_size=None,
                    origin=Origin(f"http://127.0.0.1:{port}"), open_timeout=20, ping_interval=None,
                    local_addr=(self._from, 0),
                ) as socket:  # fmt: skip
                    hello = {"t": "hello", "seat": self.seat, "since": self.version, "overlays": self.looks}
                    await socket.send(msgspec.json.encode(hello).decode())
                    self.reconnects += bool(self.version)
                    self.socket = socket
                    tries = 0
                    async for raw in socket:
                        self._hear(_heard(raw))
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                pass
            finally:
                self.socket = None
                self.table.cut()
                if self._waiting and not self._waiting.done():
                    self._waiting.set_result("cut")
            await asyncio.sleep(_RETRY[min(tries, len(_RETRY) - 1)] * random.uniform(0.5, 1.5))
            tries += 1

    def _hear(self, message: Heard) -> None:
        kind = message.t
        if kind in ("state", "change"):
            self.version = message.version
            if message.legal is not None:
                self.legal = message.legal
            elif kind == "state":
                self.legal = []
            if message.deciders is not None:
                self.deciders = message.deciders
            elif kind == "state":
                self.deciders = []
            self.over = bytes(message.result) not in (b"", b"null") or self.over
            if kind == "state" and self.version < self.acked:
                self.lost += 1
            if message.from_ != self.version:  # overlays follow later, in a change of their own
                self.table.seen(self)
        elif kind in ("done", "refused", "error"):
            if kind == "done":
                self.acked = max(self.acked, message.version)
            if self._waiting and not self._waiting.done():
                self._waiting.set_result(kind)

    async def act(self, action: Any) -> str:
        """Send an action; what became of it."""
        if self.socket is None:
            return "cut"
        self._waiting = asyncio.get_running_loop().create_future()
        frame = {"t": "act", "version": self.version, "do": action, "ref": "1"}
        try:
            await self.socket.send(msgspec.json.encode(frame).decode())
        except ConnectionClosed:
            return "cut"
        try:
            return await asyncio.wait_for(self._waiting, 20)
        except TimeoutError:
            return "cut"


class Table:
    """One match and its two bots."""

    def __init__(
        self, port: int, match: str, cookies: dict[str, str], seed: int, looking: float = 0.0,
        address: str = "127.0.0.1",
    ) -> None:  # fmt: skip
        self.port = port
        self.match = match
        self._choose = random.Random(seed)
        self.bots = {
            seat: Bot(self, seat, cookie, self._choose.random() < looking, address)
            for seat, cookie in cookies.items()
        }
        self.actions = 0
        self.times: list[float] = []
        self.since_kill = 0
        self.stopped = False
        self.left = False
        self._sent = 0.0
        self._unseen: set[str] = set()

    async def leave(self) -> None:
        """The match is over: nobody stays at it."""
        self.left = True
        for bot in self.bots.values():
            if bot.socket is not None:
                await bot.socket.close()

    def forget(self) -> None:
        """Forget what was measured so far: it was the warm-up."""
        self.actions, self.times = 0, []

    def cut(self) -> None:
        """A connection was cut: what was under way is not timed."""
        self._sent = 0.0

    def seen(self, bot: Bot) -> None:
        """A bot has a new state: when the last of the two has it, the clock stops."""
        if self._sent and bot.seat in self._unseen:
            self._unseen.discard(bot.seat)
            if not self._unseen:
                self.times.append(time.perf_counter() - self._sent)
                self._sent = 0.0

    @property
    def over(self) -> bool:
        return any(bot.over for bot in self.bots.values())

    async def play(self, pause: float) -> None:
        """Random legal play at a person's pace, until it is over or told to stop."""
        await asyncio.sleep(self._choose.uniform(0, pause))
        while not self.stopped:
            bot = next((b for b in self.bots.values() if b.socket and b.legal and b.seat in b.deciders), None)
            if self.over:
                return
            if bot is None:
                await asyncio.sleep(0.02)
                continue
            self._unseen = set(self.bots)
            self._sent = time.perf_counter()
            result = await bot.act(self._choose.choice(bot.legal).do)
            if result == "done":
                self.actions += 1
                self.since_kill += 1
            else:
                self._sent = 0.0
                bot.refused += result != "cut"
            await asyncio.sleep(self._choose.expovariate(1 / pause) if pause else 0)
            self._sent = 0.0  # nothing was to be seen by the other: a secret choice
