"""Clocks. A live clock runs while its seat has to decide; days per move start again with each turn to decide."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from hexfront.server.store.queries import Pause
from hexfront.server.wire.replies import ClockState
from hexfront.server.wire.requests import Clock
from hexfront.server.wire.times import stamp

DAY = 86400.0


class Clocks:
    """The clocks of one match, worked out from when each seat had to decide."""

    def __init__(self, clock: Clock, seats: Iterable[str]) -> None:
        self.clock = clock
        self.left = dict.fromkeys(seats, clock.minutes * 60.0)
        self.since: dict[str, float] = {}  # running, from when
        self.standing = False  # nobody can move, so none runs; they have begun all the same
        self.resumed = 0.0  # when they last went on after that

    def turn(self, deciders: Sequence[str], now: float) -> None:
        """From now on these seats have to decide."""
        if self.clock.kind == "none":
            return
        for seat in [seat for seat in self.since if seat not in deciders]:
            began = self.since.pop(seat)
            if self.clock.kind == "live":
                self.left[seat] = max(0.0, self.left[seat] - (now - began)) + self.clock.increment
        for seat in deciders:
            if seat in self.left:
                self.since.setdefault(seat, now)

    def go_on(self, begin: float, now: float, answerable: Collection[str] = ()) -> Pause:
        """They stood from `begin` until now. Whoever has to decide has all the time for it again, but for those who are answerable for
        the pause: they have what they had. What has to be kept of it."""
        spent = {seat: max(0.0, begin - at) for seat, at in self.since.items() if seat in answerable}
        pause = Pause(begin, now, dict(self.left), {seat: now - spent.get(seat, 0.0) for seat in self.since})
        self.resume(pause)
        return pause

    def resume(self, pause: Pause) -> None:
        """Go on as they did then."""
        self.standing, self.resumed = False, pause.end
        self.left |= pause.left
        self.since = {seat: pause.since.get(seat, pause.end) for seat in self.since}

    def deadline(self, seat: str) -> float | None:
        """When the seat's flag falls, if nothing happens before."""
        began = None if self.standing else self.since.get(seat)
        if began is None:
            return None
        return began + (self.left[seat] if self.clock.kind == "live" else self.clock.days * DAY)

    @property
    def due(self) -> float | None:
        """When the first flag falls."""
        return min((d for d in map(self.deadline, self.since) if d is not None), default=None)

    def fallen(self, now: float) -> str | None:
        """A seat whose time is over."""
        return next((s for s in self.since if (d := self.deadline(s)) is not None and d <= now), None)

    def states(self, now: float) -> dict[str, ClockState]:
        if self.clock.kind == "none":
            return {}
        found = {}
        for seat, left in self.left.items():
            deadline = self.deadline(seat)
            running = deadline is not None
            seconds: float | None = left if self.clock.kind == "live" else None
            if deadline is not None:
                seconds = max(0.0, deadline - now)
            found[seat] = ClockState(
                left=None if seconds is None else round(seconds, 3),
                running=running,
                deadline=stamp(deadline) if deadline is not None else "",
                flagged=seconds is not None and seconds <= 0,
            )
        return found
