"""Work that takes long, beside the event loop: one thread for questions about a position, one for whole games.

A thread takes turns with the event loop, a millisecond each (see `run`); ten threads would take ten turns to its one. So
there are two. Those who ask take turns: who asks for much waits behind themselves, and nobody else does.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from hexfront.server.wire.refusals import Refusal

T = TypeVar("T")
Spent = Callable[[str, float], None]
QUESTIONS, GAMES = 16, 4  # pieces of work that one address may have waiting


class Lane:
    """One thread, and those who wait for it: each in turn, however much one of them asks for."""

    def __init__(self, name: str, most: int, spent: Spent = lambda who, seconds: None) -> None:
        self._most = most
        self._spent = spent
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._asked: Counter[str] = Counter()
        self._busy = False

    async def run(self, who: str, work: Callable[[], T]) -> T:
        """Do a piece of work for someone when it is their turn."""
        if who and self._asked[who] >= self._most:
            raise Refusal(429, "slow_down", "What you asked for before is still being worked out.", wait=1.0)
        self._asked[who] += 1
        try:
            if self._busy:
                turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._queues.setdefault(who, deque()).append(turn)
                await self._wait(who, turn)
            self._busy = True
            began = time.perf_counter()
            try:
                return await asyncio.get_running_loop().run_in_executor(self._thread, work)
            finally:
                self._spent(who, time.perf_counter() - began)
                self._next()
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]

    async def _wait(self, who: str, turn: asyncio.Future[None]) -> None:
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # its turn had come just then: pass it on
                self._next()
            elif turn in self._queues.get(who, ()):
                self._queues[who].remove(turn)
            raise

    def _next(self) -> None:
        """Give the thread to the next in turn."""
        self._busy = False
        while self._queues:
            who = next(iter(self._queues))
            queue = self._queues.pop(who)
            turn = queue.popleft() if queue else None
            if queue:
                self._queues[who] = queue  # to the end of the line
            if turn is not None and not turn.done():
                self._busy = True
                turn.set_result(None)
                return

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class Aside:
    """The two lanes of a server process."""

    def __init__(self, spent: Spent = lambda who, seconds: None) -> None:
        """`spent` is told how long was worked on questions for whom."""
        self._questions = Lane("questions", QUESTIONS, spent)
        self._games = Lane("games", GAMES)

    async def question(self, who: str, work: Callable[[], T]) -> T:
        """Something about one position: where can it go, why not, how did it stand then."""
        return await self._questions.run(who, work)

    async def game(self, who: str, work: Callable[[], T]) -> T:
        """Something that goes through a whole game: play it again, fork it, report it, write it into a file."""
        return await self._games.run(who, work)

    def close(self) -> None:
        self._questions.close()
        self._games.close()
