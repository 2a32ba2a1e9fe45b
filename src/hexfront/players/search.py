"""Searching between courses of action by playing them out.

A course is a plan, and perhaps an action to begin with. Every course is played out in the same worlds with the same
dice, staff on both sides, so that most of chance drops out of the comparison. Courses that fall behind are dropped
(successive halving). The usual course stays to the end, and another is taken only when it is better by more than
chance would give: the best of many noisy figures always looks better than it is.

Each playout depends on its seed alone, so it does not matter who plays it: the same effort gives the same choice with
one process or with eight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from typing import Any, Protocol

import msgspec

from hexfront.kernel import Chance, Seat, SeededSource, apply, resolve
from hexfront.players.doctrine import STEADY, AnyDoctrine, Course, Memory

LOOK = 8
"""A playout looks at the clock each so many steps."""
MARGIN = 0.5
"""How many standard errors better than the usual course another has to be."""
MORE = 6.0
"""How many times more playouts there are at most where they are short."""
LESS = 0.6
"""What is left of the number where they are long."""
FLOOR = 0.004
"""The least standard error that is believed."""


class Outcome(msgspec.Struct, frozen=True):
    """What a playout came to: its worth for the seat, and what a person would say of it, each the more the better."""

    worth: float
    tells: dict[str, float] = {}
    steps: int = 0  # how long it was


class Judged(msgspec.Struct):
    """A course and what its playouts came to, one for each world."""

    course: Course
    outcomes: list[Outcome] = []

    @property
    def mean(self) -> float:
        return sum(x.worth for x in self.outcomes) / len(self.outcomes) if self.outcomes else 0.0

    def tell(self, name: str) -> float:
        return sum(x.tells.get(name, 0.0) for x in self.outcomes) / max(1, len(self.outcomes))

    def gain(self, usual: Judged) -> tuple[float, float]:
        """How much better than another course in the worlds both were played in, and the standard error of that."""
        pairs = list(zip(self.outcomes, usual.outcomes, strict=False))
        gains = [one.worth - two.worth for one, two in pairs]
        mean = sum(gains) / max(1, len(gains))
        if len(gains) < 2:
            return mean, 1.0  # one world proves nothing
        spread = sum((x - mean) ** 2 for x in gains) + 0.01  # as if one more world had differed by a tenth
        return mean, max(FLOOR, sqrt(spread / len(gains) / (len(gains) - 1)))


class Bench(Protocol):
    """Where playouts are made. None stands for one that was cut short."""

    width: int
    """How many playouts it likes to be given at a time; it changes nothing but the speed."""

    def play(self, jobs: Sequence[tuple[int, Course]]) -> list[Outcome | None]:
        """Play courses out, each in a world by its number."""
        ...


def play_out(
    doctrine: AnyDoctrine,
    start: Any,
    seat: Seat,
    course: Course,
    seed: str,
    is_over: Callable[[], bool] | None = None,
    limit: int = 20_000,
) -> Outcome | None:
    """Play a course out with staff on both sides and fixed dice, to the horizon; None if the time was over before.

    The plan holds until the seat would plan anew; from then on it is its habit. A roll that may end the game at once is
    not thrown: the game goes on, and what it comes to counts by as much as it is likely that it would have.
    """
    s = start.clone()
    dice, source = SeededSource(f"playout/{seed}"), SeededSource(f"thoughts/{seed}")
    memories: dict[Seat, Memory] = {}
    plan, key = course.plan, doctrine.planning_key(s, seat)
    first = course.first
    over, left = 0.0, 1.0
    n = 0
    for n in range(limit):
        if not s.agenda or (first is None and doctrine.is_played_out(s, start, seat)):
            break
        if is_over is not None and n % LOOK == 0 and is_over():
            return None
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            ending = doctrine.ending(s, frame, seat)
            if ending is None:
                resolve(s, frame.outcomes(s).draw(dice))
            else:
                over += left * ending.chance * ending.worth
                left *= 1 - ending.chance
                resolve(s, ending.goes_on)
            continue
        deciders = frame.deciders(s)
        who = seat if first is not None and seat in deciders else deciders[0]
        if who == seat and first is not None:
            action, first = first, None
        else:
            legal = frame.legal(s, who)
            if len(legal) == 1:
                action = legal[0]
            else:
                memory = memories.get(who)
                if memory is None:
                    memory = memories[who] = Memory(hasty=who != seat)
                if not memory.hasty and doctrine.planning_key(s, seat) != key:
                    plan, memory.hasty = doctrine.habit(s, seat), True
                action = doctrine.choose(s, who, legal, plan if who == seat else STEADY, memory, source)
        apply(s, who, action)
    return Outcome(over + left * doctrine.worth_at_end(s, seat), doctrine.tells(s, start, seat), n)


class Here:
    """Playouts in this process, one after another."""

    width = 1

    def __init__(
        self,
        doctrine: AnyDoctrine,
        seat: Seat,
        world: Callable[[int], Any],
        seed: str,
        is_over: Callable[[], bool] | None = None,
    ) -> None:
        self._doctrine, self._seat, self._world, self._seed = doctrine, seat, world, seed
        self._is_over = is_over

    def play(self, jobs: Sequence[tuple[int, Course]]) -> list[Outcome | None]:
        out: list[Outcome | None] = []
        for world, course in jobs:
            seed = f"{self._seed}/{world}"
            if self._is_over is not None and self._is_over():
                out.append(None)
                continue
            out.append(play_out(self._doctrine, self._world(world), self._seat, course, seed, self._is_over))
        return out


def different(judged: list[Judged]) -> list[Judged]:
    """Those that came to something else than one before them: plans the same to the last digit are the same.

    Actions differ even where a world does not show it.
    """
    found: dict[Any, Judged] = {}
    for each in judged:
        last = each.outcomes[-1]
        same = (last.worth, last.steps, tuple(last.tells.items()))
        found.setdefault(same if each.course.first is None else id(each), each)
    return list(found.values())


def choose_course(
    courses: Sequence[Course],
    bench: Bench,
    playouts: int,
    margin: float = MARGIN,
    progress: Callable[[float], bool] | None = None,
    length: float = 0.0,
) -> list[Judged]:
    """The courses, the one to take first, then the others by what they promised. The first given is the usual one.

    `length` is how many steps a playout is expected to have: if those of the first world are shorter, there are as
    many more, up to `MORE` times, and fewer, down to `LESS`, if they are longer, so that the effort is about the same.
    """
    judged = [Judged(each, []) for each in courses]
    usual, alive = judged[0], list(judged)
    rounds = max(1, ceil(log2(len(alive))))
    done = world = 0
    is_cut = False
    for n in range(rounds):
        before = done
        while not is_cut and len(alive) > 1:
            share = (playouts - before) // (rounds - n)
            last = world + max(0 if done > before else 1, (share + before - done) // len(alive))
            if world >= last:
                break
            wide = 1 if world == 0 else max(1, bench.width // len(alive))
            several = range(world, min(last, world + wide))
            outcomes = bench.play([(w, each.course) for w in several for each in alive])
            for k in range(len(several)):
                row = outcomes[k * len(alive) : (k + 1) * len(alive)]
                if any(x is None for x in row):
                    is_cut = True
                    break
                for each, outcome in zip(alive, row, strict=True):
                    assert outcome is not None
                    each.outcomes.append(outcome)
                world += 1
                done += len(alive)
                if world == 1 and length:
                    seen = sum(x.outcomes[0].steps for x in alive) / len(alive)
                    playouts = round(playouts * min(MORE, max(LESS, length / max(1.0, seen))))
            if world == 1:
                alive = different(alive)
            if progress is not None and progress(min(1.0, done / playouts)):
                is_cut = True
        alive.sort(key=lambda each: -each.mean)
        if is_cut or done >= playouts:
            break
        if len(alive) == 1 or (world > 1 and all(x.gain(usual)[0] == 0 for x in alive)):
            break  # it does not matter
        kept = alive[: max(2, (len(alive) + 1) // 2)]
        alive = kept if usual in kept else [*kept, usual]

    def promise(each: Judged) -> float:
        if each is usual or not each.outcomes:
            return 0.0
        gain, error = each.gain(usual)
        return gain - margin * error

    best = max(alive, key=promise) if usual.outcomes else usual
    if promise(best) <= 0:
        best = usual
    rest = sorted((x for x in judged if x is not best), key=lambda x: (-len(x.outcomes), -x.mean))
    return [best, *rest]


__all__ = ["Bench", "Here", "Judged", "Outcome", "choose_course", "play_out"]
