"""Searching between courses of action by playing them out.

A course is a plan, and perhaps an action to begin with. Every course is played out in the same worlds with the same
dice and the same enemy, so that most of chance drops out of the comparison. Courses that fall behind are dropped
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
from hexfront.players.doctrine import STEADY, AnyDoctrine, Course, Memory, Plan

LOOK = 8
"""A playout looks at the clock every so many steps."""
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
    """Play a course out against an enemy who may have plans of his own (see `Enemy`), with fixed dice, to the horizon; None if
    time ran out before.

    The plan holds until the seat would plan anew; from then on it follows its habit. A roll that may end the game at once is
    not rolled: the game goes on, and its outcome counts by the chance that the roll would have let it go on.
    """
    s = start.clone()
    dice, source = SeededSource(f"playout/{seed}"), SeededSource(f"thoughts/{seed}")
    memories: dict[Seat, Memory] = {}
    enemy = Enemy(doctrine, seed)
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
        legal: list[Any] = []
        if who == seat and first is not None:
            action, first = first, None
        else:
            legal = frame.legal(s, who)
            if len(legal) == 1:
                action = legal[0]
            else:
                memory = memories.get(who)
                if memory is None:
                    memory = memories[who] = Memory(hasty=who != seat, quick=True)
                if not memory.hasty and doctrine.planning_key(s, seat) != key:
                    plan, memory.hasty = doctrine.habit(s, seat), True
                theirs = plan if who == seat else enemy.plan(s, who)
                action = doctrine.choose(s, who, legal, theirs, memory, source)
        apply(s, who, action, legal)
    return Outcome(over + left * doctrine.worth_at_end(s, seat), doctrine.tells(s, start, seat), n)


class Enemy:
    """What the others do in a playout. In every other playout they act as staff would; in the rest they follow a plan, chosen
    anew whenever it is time to plan. All depends on the seed alone, so that all courses of a world meet the same enemy."""

    def __init__(self, doctrine: AnyDoctrine, seed: str) -> None:
        self._doctrine, self._source = doctrine, SeededSource(f"enemy/{seed}")
        self._is_usual = self._source.below(2) == 0
        self._plans: dict[Seat, tuple[object, Plan]] = {}

    def plan(self, s: Any, who: Seat) -> Plan:
        if self._is_usual:
            return STEADY
        key = self._doctrine.planning_key(s, who)
        known = self._plans.get(who)
        if known is None or known[0] != key:
            few = self._doctrine.plans(s, who)
            known = self._plans[who] = key, few[self._source.below(len(few))]
        return known[1]


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
    """Those whose outcome differs from all before them: plans with exactly the same outcome are the same.

    Actions differ even where a world does not show it.
    """
    found: dict[Any, Judged] = {}
    for each in judged:
        last = each.outcomes[-1]
        same = (last.worth, last.steps, tuple(last.tells.items()))
        found.setdefault(same if each.course.first is None else id(each), each)
    return list(found.values())


class Halving:
    """Courses that are played out in the same worlds, those that fall behind dropped round by round."""

    def __init__(
        self,
        courses: Sequence[Course],
        bench: Bench,
        playouts: int,
        progress: Callable[[float], bool] | None,
        length: float,
    ) -> None:
        self.judged = [Judged(each, []) for each in courses]
        self.usual, self.alive = self.judged[0], list(self.judged)
        self._bench, self._playouts, self._progress, self._length = bench, playouts, progress, length
        self._done = self._world = 0
        self._is_cut = False

    def play(self) -> None:
        """Play rounds until one course is left, the effort is used up, or the choice no longer matters."""
        rounds = max(1, ceil(log2(len(self.alive))))
        for n in range(rounds):
            self._round(rounds - n)
            self.alive.sort(key=lambda each: -each.mean)
            if self._is_settled():
                break
            kept = self.alive[: max(2, (len(self.alive) + 1) // 2)]
            self.alive = kept if self.usual in kept else [*kept, self.usual]

    def _round(self, left: int) -> None:
        """A round's share of the effort, with this many rounds to go: at least one world."""
        before = self._done
        while not self._is_cut and len(self.alive) > 1:
            share = (self._playouts - before) // left + before - self._done
            last = self._world + max(0 if self._done > before else 1, share // len(self.alive))
            if self._world >= last:
                break
            self._play_worlds(last)
            if self._world == 1:
                self.alive = different(self.alive)
            if self._progress is not None and self._progress(min(1.0, self._done / self._playouts)):
                self._is_cut = True

    def _play_worlds(self, last: int) -> None:
        """As many worlds as the bench likes at a time, the first one by itself: it shows how long a playout is."""
        wide = 1 if self._world == 0 else max(1, self._bench.width // len(self.alive))
        worlds = range(self._world, min(last, self._world + wide))
        outcomes = self._bench.play([(world, each.course) for world in worlds for each in self.alive])
        for k in range(len(worlds)):
            if not self._enter(outcomes[k * len(self.alive) : (k + 1) * len(self.alive)]):
                self._is_cut = True
                break

    def _enter(self, row: Sequence[Outcome | None]) -> bool:
        """Note what one world came to, for all courses or for none: a world cut short compares nothing."""
        outcomes = [x for x in row if x is not None]
        if len(outcomes) < len(row):
            return False
        for each, outcome in zip(self.alive, outcomes, strict=True):
            each.outcomes.append(outcome)
        self._world += 1
        self._done += len(outcomes)
        if self._world == 1 and self._length:
            steps = sum(x.steps for x in outcomes) / len(outcomes)
            times = min(MORE, max(LESS, self._length / max(1.0, steps)))
            self._playouts = round(self._playouts * times)
        return True

    def _is_settled(self) -> bool:
        if self._is_cut or self._done >= self._playouts or len(self.alive) == 1:
            return True
        return self._world > 1 and all(x.gain(self.usual)[0] == 0 for x in self.alive)  # it does not matter

    def best(self, margin: float) -> Judged:
        """The course that is better than the usual one by more than chance would give; else the usual one."""

        def promise(each: Judged) -> float:
            if each is self.usual or not each.outcomes:
                return 0.0
            gain, error = each.gain(self.usual)
            return gain - margin * error

        best = max(self.alive, key=promise) if self.usual.outcomes else self.usual
        return best if promise(best) > 0 else self.usual


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
    contest = Halving(courses, bench, playouts, progress, length)
    contest.play()
    best = contest.best(margin)
    rest = sorted((x for x in contest.judged if x is not best), key=lambda x: (-len(x.outcomes), -x.mean))
    return [best, *rest]


__all__ = ["Bench", "Here", "Judged", "Outcome", "choose_course", "play_out"]
