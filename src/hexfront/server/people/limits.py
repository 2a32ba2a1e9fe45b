"""Rate limits: a token bucket for each kind of request and each caller."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import heapq
import ipaddress
import itertools
import time
from collections import Counter, deque
from collections.abc import Coroutine, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hexfront.server.wire.refusals import Refusal

# kind: (a second, at once)
RATES: dict[str, tuple[float, float]] = {
    "request": (40.0, 200.0),
    "file": (100.0, 500.0),  # of the client, and whatever else is no request of the API; more are waited for
    "refused": (20.0, 40.0),  # answers to those who ask too much: whoever goes on asking waits for them
    "sign_in": (0.2, 10.0),
    "guesses": (0.05, 30.0),  # at the password of one name, from everywhere: then they take longer
    "guest": (0.5, 30.0),
    "account": (0.1, 10.0),
    "create": (0.5, 30.0),
    "import": (0.2, 10.0),
    "chat": (2.0, 20.0),
    "think": (20.0, 100.0),  # reach, preview, history: they cost more than a click; of one socket,
    "thinking": (40.0, 300.0),  # and of one address, by the time they take
    "frame": (40.0, 200.0),  # of one socket,
    "frames": (200.0, 2000.0),  # and of one address
    "ping": (10.0, 20.0),  # of an address that need not wait for their turn; the others do
    "states": (2_000.0, 16_000.0),  # kilobytes of whole positions, which are waited for and not refused
    "stored": (10.0, 50_000.0),  # kilobytes that stay in the database: imports, forks, notes, chat
    "socket": (5.0, 60.0),
    "report": (0.5, 10.0),
    "kit": (0.05, 4.0),  # seconds of work and tens of megabytes each
}
T = TypeVar("T")
FORGET = 600.0
CROWD = 10_000  # callers who are remembered; when there are more, those are forgotten of whom there is nothing to remember
SLOW = 3.0
LONGEST = 10.0  # seconds that somebody is made to wait
HALVED = 5.0  # seconds after which half of the time that was used is forgotten
HANDICAP, OVERTAKEN = 10.0, 1.0  # seconds for each second of time used, and at most
TRIFLE = 0.001  # seconds of time used that need not be remembered


@functools.lru_cache(4096)
def network(caller: str) -> str:
    """The network to count for: whoever has one IPv6 address has 2^64 of them. Other names are left as they are."""
    address, slash, rest = caller.partition("/")
    if ":" not in address:
        return caller
    try:
        found = ipaddress.IPv6Address(address)
    except ValueError:
        return caller
    if found.ipv4_mapped is not None:
        return f"{found.ipv4_mapped}{slash}{rest}"
    return f"{ipaddress.IPv6Network((found, 64), strict=False).network_address}{slash}{rest}"


@contextlib.contextmanager
def counted(counter: Counter[str], who: str) -> Iterator[None]:
    """Something of somebody's is going on; when it is over nothing is kept of it."""
    counter[who] += 1
    try:
        yield
    finally:
        counter[who] -= 1
        if not counter[who]:
            del counter[who]


@dataclass
class _Bucket:
    left: float
    at: float


class Limits:
    """Buckets of one process."""

    def __init__(self, factor: float = 1.0) -> None:
        self._factor = factor
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._swept = time.monotonic()
        self._many = CROWD

    def take(self, kind: str, caller: str, cost: float = 1.0) -> None:
        """Count one request of a kind; refuse it if there were too many."""
        if not self._factor:
            return
        bucket = self._bucket(kind, caller)
        # What is more than may come at once is let in when nothing came before it, and the next waits the longer.
        needed = min(cost, RATES[kind][1] * self._factor)
        if bucket.left < needed:
            wait = (needed - bucket.left) / (RATES[kind][0] * self._factor)
            what = "Too much has been stored from your address" if kind == "stored" else "Too many requests"
            raise Refusal(429, "slow_down", f"{what}; try again in {wait:.0f} s.", wait=wait)
        bucket.left -= cost

    def _bucket(self, kind: str, caller: str) -> _Bucket:
        """The bucket of a caller as it is now."""
        rate, burst = (value * self._factor for value in RATES[kind])
        now = time.monotonic()
        caller = network(caller)
        bucket = self._buckets.get((kind, caller))
        if bucket is None:
            self._sweep(now)
            bucket = self._buckets[kind, caller] = _Bucket(burst, now)
        bucket.left = min(burst, bucket.left + (now - bucket.at) * rate)
        bucket.at = now
        return bucket

    def spare(self, kind: str, caller: str) -> bool:
        """Count one request of a kind if there are not too many yet; whether that is so."""
        bucket = self._bucket(kind, caller) if self._factor else None
        if bucket is None or bucket.left < 1:
            return bucket is None
        bucket.left -= 1
        return True

    def is_overdrawn(self, kind: str, caller: str) -> bool:
        """Whether somebody has had more than their share."""
        return bool(self._factor) and self._bucket(kind, caller).left < 0

    async def slow_down(self, kind: str, caller: str) -> None:
        """Make something take longer when there was too much of it."""
        try:
            self.take(kind, caller)
        except Refusal:
            await asyncio.sleep(SLOW)

    async def pace(self, kind: str, caller: str) -> None:
        """Wait for one's turn: what comes faster than it may is not refused but done later, each thing in its own time."""
        if not self._factor:
            return
        bucket, rate = self._bucket(kind, caller), RATES[kind][0] * self._factor
        bucket.left = max(bucket.left - 1.0, -LONGEST * rate)
        if bucket.left < 0:
            await asyncio.sleep(-bucket.left / rate)

    async def settled(self, kind: str, caller: str) -> None:
        """Wait while a caller has used more than their share; what they get now is charged for afterwards."""
        while self._factor and (left := self._bucket(kind, caller).left) < 0:
            await asyncio.sleep(-left / (RATES[kind][0] * self._factor) + 0.001)

    def charge(self, kind: str, caller: str, cost: float) -> None:
        """Count what something has cost after it was done: the next thing has to wait for it."""
        if self._factor:
            self._bucket(kind, caller).left -= cost

    def _sweep(self, now: float) -> None:
        """Forget the buckets that have run full again: a new one is like them."""
        if now - self._swept < FORGET and len(self._buckets) < self._many:
            return
        self._swept = now
        self._buckets = {key: b for key, b in self._buckets.items() if not self._is_full(key[0], b, now)}
        self._many = 2 * len(self._buckets) + CROWD

    def _is_full(self, kind: str, bucket: _Bucket, now: float) -> bool:
        rate, burst = (value * self._factor for value in RATES[kind])
        return bucket.left + (now - bucket.at) * rate >= burst


class _Lane:
    """What came from one address and waits, and how much of the server's time it has had lately."""

    def __init__(self, now: float) -> None:
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.used = 0.0  # seconds, halved every few
        self.at = now

    def settle(self, now: float) -> float:
        """The time it has used, less what is forgotten by now."""
        self.used *= 0.5 ** ((now - self.at) / HALVED)
        self.at = now
        return self.used

    def late(self, now: float) -> float:
        """How many seconds what comes from here now may be overtaken by others."""
        return min(HANDICAP * self.settle(now), OVERTAKEN)


class _Timed(Generic[T]):
    """Work that is done for somebody, and the event loop's time that it takes: that of its own steps, and not of what others do
    while it waits."""

    def __init__(self, lane: _Lane, work: Coroutine[Any, Any, T]) -> None:
        self._lane, self._work = lane, work

    def __await__(self) -> Generator[Any, Any, T]:
        fault: BaseException | None = None
        while True:
            began = time.thread_time()
            try:
                wanted = self._work.send(None) if fault is None else self._work.throw(fault)
            except StopIteration as e:
                result: T = e.value
                return result
            finally:
                self._lane.settle(time.monotonic())
                self._lane.used += time.thread_time() - began
            fault = None
            try:
                yield wanted
            except GeneratorExit:
                self._work.close()
                raise
            except BaseException as e:
                fault = e


class Door:
    """Lets in what people send, one thing each time round the event loop, so that nobody waits for more than one thing at each
    of the dozen steps that, say, an opening socket takes. While many wait, each address has one in the queue, and it stands where
    one of an address that has used no time would stand if it had come a little later: the more time an address has used, the
    later, but never by more than a second. So nobody waits for ever, and whoever asks for little waits least."""

    def __init__(self) -> None:
        self._lanes: dict[str, _Lane] = {}
        self._queue: list[tuple[float, int, str]] = []
        self._numbers = itertools.count()
        self._busy = False  # somebody was let in this time round
        self._swept = time.monotonic()
        self._many = CROWD

    def _lane(self, caller: str, now: float) -> _Lane:
        who = network(caller)
        lane = self._lanes.get(who)
        if lane is None:
            self._sweep(now)
            lane = self._lanes[who] = _Lane(now)
        return lane

    async def timed(self, caller: str, work: Coroutine[Any, Any, T]) -> T:
        """Do something for whoever has been let in, and remember how much of the event loop's time it took."""
        return await _Timed(self._lane(caller, time.monotonic()), work)

    async def enter(self, caller: str) -> None:
        """Wait for a turn; whoever comes when nobody else does has it at once."""
        now, loop = time.monotonic(), asyncio.get_running_loop()
        lane = self._lane(caller, now)
        if not self._busy:
            self._let_in(loop)
            return
        turn: asyncio.Future[None] = loop.create_future()
        lane.waiting.append(turn)
        if len(lane.waiting) == 1:
            self._line_up(network(caller), lane, now)
        await turn

    def _line_up(self, who: str, lane: _Lane, now: float) -> None:
        heapq.heappush(self._queue, (now + lane.late(now), next(self._numbers), who))

    def _let_in(self, loop: asyncio.AbstractEventLoop) -> None:
        self._busy = True
        loop.call_soon(self._next, loop)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop has been round: the next is let in."""
        now, self._busy = time.monotonic(), False
        while self._queue:
            _, _, who = heapq.heappop(self._queue)
            lane = self._lanes[who]
            turn = lane.waiting.popleft()
            if lane.waiting:
                self._line_up(who, lane, now)
            if not turn.done():  # else nobody waits for it any more
                turn.set_result(None)
                self._let_in(loop)
                return

    def _sweep(self, now: float) -> None:
        """Forget who does not wait and has used next to nothing."""
        if now - self._swept < FORGET and len(self._lanes) < self._many:
            return
        self._swept = now
        self._lanes = {
            who: lane for who, lane in self._lanes.items() if lane.waiting or lane.settle(now) > TRIFLE
        }
        self._many = 2 * len(self._lanes) + CROWD
