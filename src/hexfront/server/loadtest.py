"""A server under load: many matches, two sockets each, random legal play, and the server killed in the middle."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from hexfront.errors import HexfrontError
from hexfront.server.metrics import BUCKETS
from hexfront.server.run import free_port

PATIENCE = 60.0  # how long a match may take to go on after the last kill before it counts as stuck
_RETRY = (0.05, 0.1, 0.2, 0.4, 0.8)
_TIMED = ("hexfront_action_seconds_bucket", "hexfront_follow_seconds_bucket")


class Figures(msgspec.Struct):
    """What a load test found. Times are in milliseconds."""

    matches: int
    sockets: int
    seconds: float
    actions: int
    a_second: float
    both_p50: float  # from sending an action until both clients have the new state
    both_p99: float
    both_max: float
    server_p50: (
        float  # by the server's own clock, from the frame's arrival until it is on disk and sent to both,
    )
    server_p99: float  # in the process that took it or in another
    client_load: float = 0.0  # how much of one core the load's own clients took
    kills: int = 0
    reconnects: int = 0
    lost: int = 0
    stuck: int = 0
    refused: int = 0
    database: str = ""
    workers: int = 1
    warm_up: float = 0.0  # seconds of play before the first that is counted
    looking: float = 0.0  # the share of sockets that look at overlays


class Heard(msgspec.Struct):
    """What a bot reads of a message: decoding the whole of it would take the time of the server it measures."""

    t: str
    version: int = 0
    from_: int | None = msgspec.field(default=None, name="from")
    legal: list[Offer] | None = None
    deciders: list[str] | None = None
    result: msgspec.Raw = msgspec.Raw()


class Offer(msgspec.Struct):
    """A legal action, to be sent back as it came."""

    do: msgspec.Raw


class ServerProcess:
    """A server of our own, to be killed and started again."""

    def __init__(self, database: str, workers: int, game_modules: tuple[str, ...], log: Path) -> None:
        self.port = free_port()
        self._log = log
        self._command = [
            sys.executable, "-m", "hexfront", "serve", "--port", str(self.port), "--database", database,
            "--workers", str(workers), "--computers", "0", "--log-level", "warning",
        ]  # fmt: skip
        for name in game_modules:
            self._command += ["--games", name]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        env = os.environ | {"HEXFRONT_RATE": "0", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=env, stdout=log, stderr=log, start_new_session=True
            )
        until = time.monotonic() + 30
        while time.monotonic() < until:
            if self._process.poll() is not None:
                raise HexfrontError(
                    f"The server did not start: {self._log.read_text(errors='replace')[-400:]}"
                )
            with contextlib.suppress(OSError, http.client.HTTPException):
                if Api(self.port).get("/healthz").get("ok"):
                    return
            time.sleep(0.05)
        raise HexfrontError("The server did not start in 30 seconds.")

    def kill(self) -> None:
        """As a power switch would: every process of the server, at once, without a word."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


class Api:
    """One person's HTTP requests."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.cookie = ""

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        try:
            headers = {"Origin": f"http://127.0.0.1:{self._port}", "Content-Type": "application/json"}
            if self.cookie:
                headers["Cookie"] = self.cookie
            connection.request(method, path, None if body is None else msgspec.json.encode(body), headers)
            reply = connection.getresponse()
            data = reply.read()
            made = reply.getheader("set-cookie")
            if made:
                self.cookie = made.partition(";")[0]
            if reply.status >= 400:
                raise HexfrontError(f"{method} {path}: {reply.status} {data[:200]!r}")
            return (
                data.decode()
                if "text/plain" in (reply.getheader("content-type") or "")
                else msgspec.json.decode(data)
            )
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        return self._ask("GET", path)

    def post(self, path: str, body: Any) -> Any:
        return self._ask("POST", path, body)


_heard = msgspec.json.Decoder(Heard).decode


class Bot:
    """One seat: a socket that comes back by itself, and what it knows."""

    def __init__(self, table: Table, seat: str, cookie: str, looks: bool) -> None:
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
        self._waiting: asyncio.Future[str] | None = None

    async def live(self) -> None:
        """Stay connected until the test ends."""
        tries = 0
        port = self.table.port
        address = f"ws://127.0.0.1:{port}/api/matches/{self.table.match}/socket"
        while True:
            try:
                async with connect(
                    address, additional_headers={"Cookie": self._cookie}, compression=None, max_size=None,
                    origin=Origin(f"http://127.0.0.1:{port}"), open_timeout=20, ping_interval=None,
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
        self, port: int, match: str, cookies: dict[str, str], seed: int, looking: float = 0.0
    ) -> None:
        self.port = port
        self.match = match
        self._choose = random.Random(seed)
        self.bots = {
            seat: Bot(self, seat, cookie, self._choose.random() < looking) for seat, cookie in cookies.items()
        }
        self.actions = 0
        self.times: list[float] = []
        self.since_kill = 0
        self.stopped = False
        self._sent = 0.0
        self._unseen: set[str] = set()

    def forget(self) -> None:
        """What was done so far was to get warm."""
        self.actions, self.times = 0, []

    def cut(self) -> None:
        """A connection was cut: what was on its way is not timed."""
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


def _quantile(values: list[float], q: float) -> float:
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def _counts(texts: list[str]) -> list[float]:
    counts = [0.0] * (len(BUCKETS) + 1)
    for text in texts:
        for name in _TIMED:
            lines = [line for line in text.splitlines() if line.startswith(name)]
            for i, line in enumerate(lines):
                counts[i] += float(line.rpartition(" ")[2])
    return counts


def server_quantiles(texts: list[str], before: Sequence[str] = ()) -> tuple[float, float]:
    """p50 and p99 of the server's own histograms, in milliseconds, straight lines within a bucket: of actions in the
    process that took them, and in those that heard of them; without what the same processes had counted before."""
    here = {_process(text) for text in texts}
    early = _counts([text for text in before if _process(text) in here])
    counts = [late - sooner for late, sooner in zip(_counts(texts), early, strict=True)]
    total = counts[-1]

    def at(q: float) -> float:
        low, before = 0.0, 0.0
        for limit, upto in zip((*BUCKETS, BUCKETS[-1]), counts, strict=True):
            if total and upto >= q * total:
                return 1000 * (low + (limit - low) * (q * total - before) / max(upto - before, 1e-9))
            low, before = limit, upto
        return 0.0

    return at(0.5), at(0.99)


def _process(text: str) -> str:
    """Which process these metrics are of."""
    return next((line for line in text.splitlines() if line.startswith("hexfront_process_info")), "")


def _metrics(port: int, workers: int) -> list[str]:
    """The metrics of every process at a port: a request reaches any one of them."""
    found: dict[str, str] = {}
    for _ in range(60):
        text = Api(port).get("/metrics")
        found[_process(text)] = text
        if len(found) >= workers:
            break
    return list(found.values())


def _seat_people(port: int, count: int, game: str, scenario: str) -> list[tuple[str, dict[str, str]]]:
    """Matches with two people at each."""
    found = []
    chosen = game or Api(port).get("/api/games")[0]["id"]
    seats = [
        s["id"]
        for s in Api(port).get(f"/api/games/{chosen}/seats?scenario={scenario}")
        if not s.get("control")
    ]
    for _ in range(count):
        host, guest = Api(port), Api(port)
        body = {
            "game": chosen, "scenario": scenario, "seats": {seat: {"who": "link"} for seat in seats[1:2]},
        }  # fmt: skip
        made = host.post("/api/matches", body)
        link = next(s["invite"] for s in made["seats"] if s.get("invite"))
        guest.post("/api/join", {"token": link.rpartition("/")[2]})
        cookies = {seat: guest.cookie if seat == seats[1] else host.cookie for seat in seats}
        found.append((made["id"], cookies))
    return found


async def _drive(
    server: ServerProcess,
    tables: list[Table],
    seconds: float,
    pause: float,
    kills: int,
    workers: int,
    warm_up: float,
) -> tuple[float, float, tuple[float, float]]:
    lives = [asyncio.create_task(bot.live()) for table in tables for bot in table.bots.values()]
    until = time.monotonic() + 60
    while any(not bot.version for table in tables for bot in table.bots.values()):
        if time.monotonic() > until:
            raise HexfrontError("Not all sockets could be opened in a minute.")
        await asyncio.sleep(0.05)
    plays = [asyncio.create_task(table.play(pause)) for table in tables]
    await asyncio.sleep(warm_up)
    early = await asyncio.to_thread(_metrics, server.port, workers) if warm_up else []
    for table in tables:
        table.forget()
    began, used = time.monotonic(), time.process_time()
    for n in range(kills):
        await asyncio.sleep(max(0.0, began + (n + 1) * seconds / (kills + 1) - time.monotonic()))
        await asyncio.to_thread(server.kill)
        for table in tables:
            table.since_kill = 0
        await asyncio.to_thread(server.start)
    await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))
    patience = time.monotonic() + PATIENCE
    while kills and time.monotonic() < patience and any(not t.since_kill and not t.over for t in tables):
        await asyncio.sleep(0.1)
    for table in tables:
        table.stopped = True
    took = time.monotonic() - began
    used = time.process_time() - used
    await asyncio.wait(plays, timeout=1)
    for play in plays:
        play.cancel()
    await asyncio.gather(*plays, return_exceptions=True)
    texts = await asyncio.to_thread(_metrics, server.port, workers)
    for task in lives:
        task.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return took, used / took, server_quantiles(texts, early)


def run(
    *, matches: int = 200, seconds: float = 20.0, pause: float = 1.0, kills: int = 0, database: str = "",
    workers: int = 1, game: str = "", scenario: str = "", game_modules: tuple[str, ...] = (), seed: int = 1,
    warm_up: float = 0.0, looking: float = 0.0,
) -> Figures:  # fmt: skip
    """Start a server, load it, and say what was found."""
    with tempfile.TemporaryDirectory(prefix="hexfront-load-") as folder:
        address = database or str(Path(folder) / "load.sqlite")
        server = ServerProcess(address, workers, game_modules, Path(folder) / "server.log")
        server.start()
        try:
            people = _seat_people(server.port, matches, game, scenario)
            tables = [
                Table(server.port, match, cookies, seed + n, looking)
                for n, (match, cookies) in enumerate(people)
            ]
            took, load, (server_p50, server_p99) = asyncio.run(
                _drive(server, tables, seconds, pause, kills, workers, warm_up)
            )
            stuck = sum(not table.since_kill and not table.over for table in tables) if kills else 0
        finally:
            server.stop()
    times = [1000 * t for table in tables for t in table.times]
    actions = sum(table.actions for table in tables)
    bots = [bot for table in tables for bot in table.bots.values()]
    return Figures(
        matches=matches,
        sockets=len(bots),
        seconds=round(took, 2),
        actions=actions,
        a_second=round(actions / took, 1),
        both_p50=round(_quantile(times, 0.5), 2),
        both_p99=round(_quantile(times, 0.99), 2),
        both_max=round(max(times, default=0.0), 2),
        server_p50=round(server_p50, 2),
        server_p99=round(server_p99, 2),
        client_load=round(load, 2),
        kills=kills,
        reconnects=sum(bot.reconnects for bot in bots),
        lost=sum(bot.lost for bot in bots),
        stuck=stuck,
        refused=sum(bot.refused for bot in bots),
        database="postgresql" if database.startswith("postgres") else "sqlite",
        workers=workers,
        warm_up=warm_up,
        looking=looking,
    )
