"""The general: chooses between courses of action by playing them out.

At each planning point it takes the doctrine's candidate plans, samples worlds it cannot tell from the true one, and
plays every plan out in them to the doctrine's horizon (see `search`). Decisions that matter by themselves, such as
what to buy or whom to attack first, are searched action by action. In between it follows the plan it chose, click by
click, like staff.

Its effort is counted in playouts, so that the same seed gives the same game; a time budget, where people wait, only
cuts it short, in the middle of a playout if need be.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.kernel import SeededSource
from hexfront.players import cores
from hexfront.players.base import Seatview
from hexfront.players.doctrine import STEADY, AnyDoctrine, Course, Memory, Plan, searched_doctrine
from hexfront.players.habits import joined
from hexfront.players.search import MARGIN, Bench, Here, Judged, choose_course

SECONDS = 2.0
"""How long a doctrine's effort is meant to take."""
LEAST = 4
"""With fewer playouts, two courses in two worlds, nothing can be told apart, and nothing is searched."""
CLEARLY = 1.0
"""How many standard errors better than the plan of last time another has to be."""
FOREVER = 1e9


class Explanation(msgspec.Struct, frozen=True):
    """Why the general does what it does: its course, what it expects of it and why, and the next best.

    The usual course is kept unless another is better by more than chance would give, so the next best may promise as
    much, or more. `playouts` are those of the course itself, which is all that its figures come from; `total` those of
    all courses together.
    """

    plan: str
    expected: float
    playouts: int
    total: int
    instead: str = ""
    instead_expected: float = 0.0
    because: str = ""

    def __str__(self) -> str:
        text = f"{self.plan}: {self.expected:.0%} over {self.playouts} of {self.total} playouts"
        if self.because:
            text += f", because {self.because}"
        if not self.instead:
            return text
        other = f"{self.instead} promised {self.instead_expected:.0%}"
        return f"{text}; {other}" if self.is_better else f"{text}; {other}, which may be luck"

    @property
    def is_better(self) -> bool:
        """Whether the course taken promised more than the next best."""
        return self.expected > self.instead_expected


class GeneralPlayer:
    """Searches over courses. `playouts` is the effort for each search, `seconds` cuts it short.

    Without `playouts` it is the doctrine's idea of two seconds on one core, `times` over. With more than one of
    `workers` playouts are spread over that many processes, which changes only how long it takes.
    """

    def __init__(
        self,
        seed: int | str = 0,
        playouts: int = 0,
        seconds: float | None = None,
        times: float = 1.0,
        workers: int = 1,
    ) -> None:
        self._seed = f"general/{seed}"
        self._source = SeededSource(self._seed)
        self._playouts = playouts
        self._times = times
        self._seconds = seconds
        self._workers = workers
        self._stopped: Callable[[], bool] = lambda: False
        self._memory = Memory()
        self._key: Any = None
        self._plan: Plan = STEADY
        self._followed: dict[tuple[str, ...], str] = {}  # the plans on offer -> the one followed last
        self._searches = 0
        self._ends = FOREVER
        self._words = ""
        self.progress: Callable[[float], bool] | None = None
        """Called with the share done; returning True stops the search with what it has."""
        self.explanation: Explanation | None = None
        self.reasons: list[Explanation] = []
        """What the searches of the last choice came to, in their order; none where it followed its plan."""

    def configure(
        self, *, seconds: float, progress: Callable[[float, str], None], stopped: Callable[[], bool]
    ) -> None:
        """Somebody is waiting: think for no longer than this, on all cores, report progress, and stop when told to."""

        def report(share: float) -> bool:
            progress(share, self._words)
            return stopped()

        self._seconds, self._stopped, self.progress = seconds, stopped, report
        self._workers = cores.count()

    def choose(self, seat: Seatview) -> Any:
        self.reasons = []
        legal = seat.legal
        if len(legal) == 1:
            return legal[0]
        if self._seconds is not None:
            self._ends = time.perf_counter() + self._seconds
        doctrine = searched_doctrine(seat.game)
        s = seat.resample(self._source)
        key = doctrine.planning_key(s, seat.seat)
        if key != self._key:
            self._key = key
            habit = doctrine.habit(s, seat.seat)
            courses = [Course(plan.name, joined(habit, plan)) for plan in doctrine.plans(s, seat.seat)]
            courses = doctrine.opened(s, seat.seat, courses, plan=True)
            self._plan = self._plan_anew(seat, doctrine, courses).plan
        courses = doctrine.courses(s, seat.seat, legal, self._plan, self._memory, self._source)
        if len(courses) > 1:
            course = self._search(seat, doctrine, doctrine.opened(s, seat.seat, courses))
            if course.first is not None:
                return course.first
            self._plan = course.plan
        return doctrine.choose(s, seat.seat, legal, self._plan, self._memory, self._source)

    def _plan_anew(self, seat: Seatview, doctrine: AnyDoctrine, courses: list[Course]) -> Course:
        """The plan that was followed last where the same ones were on offer, unless another is clearly better: a plan that
        changes with every roll of the dice leads nowhere."""
        menu = tuple(sorted(course.name for course in courses))
        last = self._followed.get(menu, "")
        if last:
            courses = sorted(courses, key=lambda course: course.name != last)
        best = self._search(seat, doctrine, courses, CLEARLY if last else MARGIN)
        self._followed[menu] = best.name
        return best

    def _search(
        self, seat: Seatview, doctrine: AnyDoctrine, courses: list[Course], margin: float = MARGIN
    ) -> Course:
        if len(courses) == 1 or self._is_over():
            return courses[0]
        self._searches += 1
        seed = f"{self._seed}/{self._searches}"
        worlds: dict[int, Any] = {}

        def world(n: int) -> Any:
            if n not in worlds:
                worlds[n] = seat.resample(SeededSource(f"{seed}/{n}"))
            return worlds[n]

        effort = self._playouts or doctrine.effort * self._times
        if self._seconds is not None and not self._playouts:
            effort *= max(1.0, self._seconds / SECONDS)
        effort = max(2, round(effort * courses[0].effort))
        if effort < LEAST:
            return courses[0]
        courses = courses[: 2 * effort // 3]  # the better ones are to meet in more than one world
        self._words = f"weighing {len(courses)} courses"  # everyone sees it: it names none
        bench: Bench = Here(doctrine, seat.seat, world, seed, self._is_over)
        if self._workers > 1:
            bench = cores.Cores(seat.game, seat.seat, world, seed, self._left, self._workers)
        judged = choose_course(courses, bench, effort, margin, self._report, doctrine.length)
        self.explanation = explain(judged)
        if self.explanation is not None:
            self.reasons.append(self.explanation)
        return judged[0].course

    def _report(self, share: float) -> bool:
        return self.progress is not None and self.progress(share)

    def _left(self) -> float:
        """How many seconds are left; none once somebody has said stop."""
        return 0.0 if self._stopped() else self._ends - time.perf_counter()

    def _is_over(self) -> bool:
        return self._left() <= 0


def explain(judged: list[Judged]) -> Explanation | None:
    """Words for a choice: the course taken, the best of the others, and what sets them apart; none where time ran out before the
    first world was played to its end."""
    best, second = judged[0], judged[1]
    if not best.outcomes or not second.outcomes:
        return None
    total = sum(len(x.outcomes) for x in judged)
    because = reason(best, second) if best.mean > second.mean else ""
    return Explanation(
        best.course.name, best.mean, len(best.outcomes), total, second.course.name, second.mean, because
    )


def reason(best: Judged, second: Judged) -> str:
    """What a person would name as the difference: the figure in which one course is most ahead of another, compared with how
    much it varies."""
    seen = [x.tells for each in (best, second) for x in each.outcomes]
    words, most = "", 0.2
    for name in sorted({name for tells in seen for name in tells}):
        values = [tells.get(name, 0.0) for tells in seen]
        mean = sum(values) / len(values)
        spread = (sum((x - mean) ** 2 for x in values) / len(values)) ** 0.5
        one, two = best.tell(name), second.tell(name)
        if spread and (one - two) / spread > most:
            most = (one - two) / spread
            if all(x in (0.0, 1.0) for x in values):
                words = f"{name} in {one:.0%} of playouts, not {two:.0%}"
            else:
                words = f"{name} {abs(one):.1f}, not {abs(two):.1f}"  # what was lost counts below zero
    return words
