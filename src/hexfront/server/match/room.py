"""The clock of a room: each step has its time, and when that is over Control's hand ends it."""

from __future__ import annotations

import time

from hexfront.kernel import Decision, pending
from hexfront.server.match.record import Record
from hexfront.server.store.queries import Room
from hexfront.server.wire import replies


def step_of(record: Record) -> str:
    """The step that is going on, as the clock tells steps apart: a turn, a phase, and whose round of it."""
    marks = record.rows[-1].marks
    frame = pending(record.match.state)
    side = getattr(frame, "side", "") if isinstance(frame, Decision) else ""
    kind = type(frame).__name__ if isinstance(frame, Decision) else ""
    return f"{marks.turn}/{marks.phase}/{kind}{side}"


def phase_of(record: Record) -> str:
    """The turn and phase: for so long the computer stands in for a team."""
    marks = record.rows[-1].marks
    return f"{marks.turn}/{marks.phase}"


class StepClock:
    """When the present step began, and when it is over."""

    def __init__(self) -> None:
        self.step, self.began = "", time.time()

    def look(self, record: Record | None, now: float) -> bool:
        """See which step it is; whether that is another than before. While dice are waited for it is the same."""
        if record is None or not record.rows:
            return False
        if not isinstance(pending(record.match.state), Decision):
            return False
        step = step_of(record)
        if step == self.step:
            return False
        self.step, self.began = step, now
        return True

    def ends(self, room: Room) -> float | None:
        """When the time of this step is over; None while the clock stands."""
        if not room.seconds or room.paused is not None or not self.step:
            return None
        return room.ends if room.step == self.step else self.began + room.seconds

    def left(self, room: Room, now: float) -> float:
        """Seconds left of this step."""
        if room.paused is not None:
            return room.paused if room.step == self.step else room.seconds
        ends = self.ends(room)
        return 0.0 if ends is None else max(0.0, ends - now)

    def state(self, room: Room, now: float) -> replies.RoomState | None:
        """The clock as everyone in the room may see it; None without one."""
        if not room.seconds:
            return None
        left = round(self.left(room, now), 1)
        return replies.RoomState(
            seconds=room.seconds, left=left, running=room.paused is None and bool(self.step), force=room.force,
            step=self.step,
        )  # fmt: skip
