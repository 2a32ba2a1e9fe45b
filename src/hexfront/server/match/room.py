"""The clock of a room: each step has its time, and when that is up it ends, as if by Control."""

from __future__ import annotations

import time

from hexfront.kernel import pending
from hexfront.server.match.record import Record, step_name
from hexfront.server.store.queries import Room
from hexfront.server.wire import replies

GRACE = 60.0  # seconds after a restart


def phase_of(record: Record) -> str:
    """The turn and phase: the time for which the computer stands in for a team."""
    marks = record.rows[-1].marks
    return f"{marks.turn}/{marks.phase}"


class StepClock:
    """When the present step began, and when it is over."""

    def __init__(self) -> None:
        self.step, self.began, self.grace = "", time.time(), 0.0

    def look(self, record: Record | None, now: float) -> bool:
        """See which step it is and since when; whether it is a new one. While dice are waited for it stays the same. All of this is in
        the rows, so that it is known after a restart too."""
        if record is None or not record.rows:
            return False
        row = record.step_row()
        step = row.marks.step if row else step_name(record.rows[-1].marks, pending(record.match.state))
        if not step or step == self.step:
            return False
        self.step, self.began, self.grace = step, row.at if row else now, 0.0
        return True

    def forgive(self, room: Room, now: float) -> None:
        """The server was away: a step whose time ran out meanwhile gets a little more, so that it does not end without warning."""
        ends = self.ends(room)
        if ends is not None and ends < now + GRACE:
            self.grace = now + GRACE

    def ends(self, room: Room) -> float | None:
        """When the time of this step is over; None while the clock stands."""
        if not room.seconds or room.paused is not None or not self.step:
            return None
        return max(self.grace, room.ends if room.step == self.step else self.began + room.seconds)

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
