"""The general: chooses between plans by playing them out.

At each planning point it takes the doctrine's candidate plans, samples worlds it cannot tell from the true one, and
plays every plan out in them with staff on both sides and the same dice for all, to the doctrine's horizon. Plans that
fall behind are dropped (successive halving), so that effort goes to those that matter. In between it follows the plan
it chose, click by click, like staff.

Its effort is counted in playouts, so that the same seed gives the same game; a time budget, where people wait, only
cuts it short.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.kernel import Chance, Seat, SeededSource, apply, resolve
from hexfront.players.base import Seatview
from hexfront.players.doctrine import STEADY, Doctrine, Memory, Plan, doctrine_for


class Judged(msgspec.Struct):
    """A plan and what its playouts came to."""

    plan: Plan
    worths: list[float]

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths) if self.worths else 0.0


class Explanation(msgspec.Struct, frozen=True):
    """Why the general does what it does: its plan, what it expects of it, and the next best."""

    plan: str
    expected: float
    playouts: int
    instead: str = ""
    instead_expected: float = 0.0

    def __str__(self) -> str:
        text = f"{self.plan}: {self.expected:.0%} over {self.playouts} playouts"
        return f"{text}; {self.instead} promised {self.instead_expected:.0%}" if self.instead else text


class GeneralPlayer:
    """Searches over plans. `playouts` is the effort for each planning point; `seconds` cuts it short."""

    def __init__(self, seed: int | str = 0, playouts: int = 64, seconds: float | None = None) -> None:
        self._source = SeededSource(f"general/{seed}")
        self._playouts = playouts
        self._seconds = seconds
        self._memory = Memory()
        self._key: Any = None
        self._plan: Plan = STEADY
        self.progress: Callable[[float], bool] | None = None
        """Called with the share done; returning True stops the search with what it has."""
        self.explanation: Explanation | None = None

    def choose(self, seat: Seatview) -> Any:
        legal = seat.legal
        if len(legal) == 1:
            return legal[0]
        doctrine = doctrine_for(seat.game)
        s = seat.resample(self._source)
        key = doctrine.planning_key(s, seat.seat)
        if key != self._key:
            self._key = key
            self._plan = self._search(seat, doctrine)
        return doctrine.choose(s, seat.seat, legal, self._plan, self._memory, self._source)

    def _search(self, seat: Seatview, doctrine: Doctrine) -> Plan:
        s = seat.resample(self._source)
        left = [Judged(plan, []) for plan in doctrine.plans(s, seat.seat)]
        if len(left) == 1:
            return left[0].plan
        began, done, world = time.perf_counter(), 0, 0
        tried = list(left)
        while len(left) > 1 and done < self._playouts:
            rounds = max(1, self._playouts // (len(left) * max(1, len(tried).bit_length())))
            for _ in range(rounds):
                world += 1
                start = seat.resample(self._source)
                for each in left:
                    each.worths.append(play_out(doctrine, start, seat.seat, each.plan, f"{world}"))
                    done += 1
                if self._is_over(began, done):
                    break
            left.sort(key=lambda each: -each.mean)
            if self._is_over(began, done):
                break
            left = left[: max(1, (len(left) + 1) // 2)]
        best = max(left, key=lambda each: each.mean)
        others = [each for each in tried if each is not best]
        second = max(others, key=lambda each: each.mean)
        self.explanation = Explanation(best.plan.name, best.mean, done, second.plan.name, second.mean)
        return best.plan

    def _is_over(self, began: float, done: int) -> bool:
        if self.progress is not None and self.progress(min(1.0, done / self._playouts)):
            return True
        return self._seconds is not None and time.perf_counter() - began > self._seconds


def play_out(doctrine: Doctrine, start: Any, seat: Seat, plan: Plan, seed: str, limit: int = 20_000) -> float:
    """Play a plan out with staff on both sides and fixed dice, to the horizon; what it is worth for the seat."""
    s = start.clone()
    dice, source = SeededSource(f"playout/{seed}"), SeededSource(f"thoughts/{seed}")
    memories: dict[Seat, Memory] = {}
    for _ in range(limit):
        if not s.agenda or doctrine.is_played_out(s, start, seat):
            break
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        who = frame.deciders(s)[0]
        legal = frame.legal(s, who)
        if len(legal) == 1:
            action = legal[0]
        else:
            memory = memories.setdefault(who, Memory())
            mine = plan if who == seat else STEADY
            action = doctrine.choose(s, who, legal, mine, memory, source)
        apply(s, who, action)
    return doctrine.worth(s, seat)
