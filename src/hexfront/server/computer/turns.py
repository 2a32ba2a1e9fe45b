"""Whose computer player thinks next, where there are fewer thinking processes than matches.

Someone with fifty matches against field marshals must not keep everybody else's computer players from answering. So turns go
by people and not by matches: whoever has used the least time lately comes first. While others wait, nobody's computer thinks
for longer than a few seconds, whatever it was given: then it plays its best so far.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

CROWDED = 3.0  # seconds for a decision while others wait
HALF = 300.0  # seconds until what was used counts half


class Thinker(Protocol):
    """Something that thinks and can be told to stop."""

    def cancel(self) -> None: ...


T = TypeVar("T", bound=Thinker)


class Turns(Generic[T]):
    """The thinking processes, and those who wait for one."""

    def __init__(self, thinkers: list[T], now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._free = list(thinkers)
        self._waiting: list[tuple[str, asyncio.Future[T]]] = []
        self._busy: dict[int, tuple[T, str, float]] = {}  # who thinks for whom, and since when
        self._used: dict[str, tuple[float, float]] = {}  # seconds, and when that was counted

    async def take(self, who: str) -> T:
        """A thinker for someone's match, when it is their turn."""
        if self._free:
            return self._begin(self._free.pop(), who)
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((who, turn))
        self._hurry()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # its turn had come just then: pass it on
                self.give(turn.result())
            self._waiting = [each for each in self._waiting if each[1] is not turn]
            raise

    def give(self, thinker: T) -> None:
        """A thinker is free again: the next may have it."""
        _, who, began = self._busy.pop(id(thinker))
        now = self._now()
        self._used[who] = (self.used(who) + now - began, now)
        self._used = {name: at for name, at in self._used.items() if now - at[1] < 20 * HALF}
        waiting = [each for each in self._waiting if not each[1].done()]
        if not waiting:
            self._waiting = []
            self._free.append(thinker)
            return
        chosen = min(waiting, key=lambda each: self.used(each[0]))  # of equals the first
        self._waiting = [each for each in waiting if each is not chosen]
        chosen[1].set_result(self._begin(thinker, chosen[0]))
        self._hurry()

    def used(self, who: str) -> float:
        """Seconds that someone's computers have thought lately."""
        seconds, at = self._used.get(who, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._now() - at) / HALF))

    def _begin(self, thinker: T, who: str) -> T:
        self._busy[id(thinker)] = (thinker, who, self._now())
        return thinker

    def _hurry(self) -> None:
        """Someone is waiting: those who think for others are stopped in time."""
        loop = asyncio.get_running_loop()
        for key, (_, _, began) in self._busy.items():
            loop.call_later(max(0.0, began + CROWDED - self._now()), self._stop, key, began)

    def _stop(self, key: int, since: float) -> None:
        thinker, who, began = self._busy.get(key, (None, "", 0.0))
        if thinker is not None and began == since and any(other != who for other, _ in self._waiting):
            thinker.cancel()
