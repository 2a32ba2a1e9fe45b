"""Long work beside the event loop: in helper processes where possible, else in a thread.

Two processes help a server process: one answers questions about a position, one goes through whole games. A thread would take
turns with the event loop for the interpreter's lock, and a thread that holds it while the machine suspends it keeps it. What
has to be done in this process is done in one thread: ten would take ten turns to the loop's one.

Callers take turns: one who asks for a lot waits only behind their own requests, and delays nobody else.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from hexfront.server.hands.hand import Hand
from hexfront.server.wire.refusals import Refusal

T = TypeVar("T")
Spent = Callable[[str, float], None]
QUESTIONS, GAMES = 16, 4  # pieces of work that one address may have waiting
QUESTION_SECONDS, GAME_SECONDS = 60.0, 240.0  # what takes longer is given up


class Lane:
    """The queue for one worker: callers take turns, however much one of them asks for."""

    def __init__(self, most: int, spent: Spent = lambda who, seconds: None) -> None:
        self._most = most
        self._spent = spent
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._asked: Counter[str] = Counter()
        self._busy = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def turn(self, who: str, work: Callable[[], Awaitable[T]], *, patient: bool = False) -> T:
        """Do someone's work when it is their turn; `patient` work is not refused, however much of it waits."""
        if who and not patient and self._asked[who] >= self._most:
            raise Refusal(429, "slow_down", "Your last request is still being worked out.", wait=1.0)
        self._asked[who] += 1
        if self._busy:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._queues.setdefault(who, deque()).append(turn)
            await self._wait(who, turn)
        self._busy = True
        task = asyncio.create_task(self._do(who, work))
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    async def _do(self, who: str, work: Callable[[], Awaitable[T]]) -> T:
        """Finish it even if the caller has gone: otherwise they could have another begun beside it."""
        began = time.perf_counter()
        try:
            return await work()
        finally:
            self._spent(who, time.perf_counter() - began)
            self._leave(who)
            self._next()

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # heard, though nobody may wait for it

    def _leave(self, who: str) -> None:
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
            self._leave(who)
            raise

    def _next(self) -> None:
        """Give the turn to the next."""
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


class Thread(Lane):
    """One thread, for what has to be done in this process."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="aside")

    async def run(self, who: str, work: Callable[[], T], *, patient: bool = False) -> T:
        """Do a piece of work for someone when it is their turn."""
        loop = asyncio.get_running_loop()
        return await self.turn(who, lambda: loop.run_in_executor(self._thread, work), patient=patient)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class Bench(Lane):
    """One process, for what can be done elsewhere: functions that are given and give what can be sent."""

    def __init__(self, most: int, seconds: float, spent: Spent = lambda who, seconds: None) -> None:
        super().__init__(most, spent)
        self.hand = Hand()
        self._seconds = seconds

    async def run(self, who: str, work: partial[T]) -> T:
        """Do a piece of work for someone when it is their turn."""
        return await self.turn(who, lambda: self.call(work))

    async def call(self, work: partial[T]) -> T:
        """One of several calls that belong to one turn."""
        return await self.hand.call(work, self._seconds)


class Aside:
    """The helpers beside the event loop of a server process."""

    def __init__(self, spent: Spent = lambda who, seconds: None) -> None:
        """`spent` is told how much time went into whose questions."""
        self.here = Thread(QUESTIONS)
        self.long = Thread(GAMES)  # corrections, which play a match again: matches are loaded meanwhile
        self.questions = Bench(QUESTIONS, QUESTION_SECONDS, spent)
        self.games = Bench(GAMES, GAME_SECONDS)

    async def warm(self) -> None:
        """Start the processes before they are needed."""
        for bench in (self.questions, self.games):
            await bench.hand.warm()

    async def question(self, who: str, work: partial[T]) -> T:
        """Something about one position: where can it go, why not, how did it stand then."""
        return await self.questions.run(who, work)

    async def game(self, who: str, work: partial[T]) -> T:
        """Something that goes through a whole game: play it again, fork it, report it, write it into a file."""
        return await self.games.run(who, work)

    async def close(self) -> None:
        self.here.close()
        self.long.close()
        for bench in (self.questions, self.games):
            await bench.hand.stop()
