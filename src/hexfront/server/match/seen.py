"""What one viewer has been shown of a match: lines, steps of the history, and reasons that wait to be told."""

from __future__ import annotations

import msgspec

from hexfront.server.wire.replies import THEN, LogLine


class Why(msgspec.Struct):
    """A computer player's reason, and the line it belongs to: the next that tells what its seat does (0 until then)."""

    row: int
    seat: str
    text: str
    line: int = 0


class Seen(msgspec.Struct):
    """What one viewer has been shown so far."""

    version: int = 0
    asked: int = 0  # the version at which its present question was first put
    lines: list[LogLine] = []
    line_rows: list[int] = []
    line_turns: list[int] = []
    steps: list[StepAt] = []
    whys: list[Why] = []

    def cut(self, row: int) -> int | None:
        """Forget the lines of an undone row; the number of the first line gone."""
        first = None
        while self.line_rows and self.line_rows[-1] == row:
            self.line_rows.pop()
            self.line_turns.pop()
            first = self.lines.pop().n
        while self.steps and self.steps[-1].row == row:
            self.steps.pop()
        self.whys = [each for each in self.whys if each.row != row]
        for each in self.whys:
            if first is not None and each.line >= first:
                each.line = 0
        return first

    def take_out(self, row: int) -> None:
        """Forget the lines and steps of a row beneath others; those that follow move up."""
        kept = [n for n, each in enumerate(self.line_rows) if each != row]
        place = {self.lines[n].n: at for at, n in enumerate(kept, start=1)}
        self.lines, self.line_turns = [self.lines[n] for n in kept], [self.line_turns[n] for n in kept]
        self.line_rows = [self.line_rows[n] for n in kept]
        for at, line in enumerate(self.lines, start=1):
            line.n = at
        self.whys = [each for each in self.whys if each.row != row]
        for why in self.whys:
            why.line = place.get(why.line, 0)
        self.steps = [each for each in self.steps if each.row != row]
        for step in self.steps:
            step.entries -= step.row > row

    def attach(self, seat: str, tell: bool) -> None:
        """Attach reasons that wait for a line of this seat (none named: of any) to the last line, and tell them if they may be told."""
        found = [each for each in self.whys if each.line == 0 and (not seat or each.seat == seat)]
        for each in found:
            each.line = self.lines[-1].n
        if found and tell:
            self.lines[-1].why = THEN.join(each.text for each in found)

    def explain(self) -> None:
        """Tell all reasons that were kept back."""
        texts: dict[int, list[str]] = {}
        for each in self.whys:
            texts.setdefault(each.line, []).append(each.text)
        for line in self.lines:
            line.why = THEN.join(texts.get(line.n, ()))


class StepAt(msgspec.Struct):
    """A place in the history: the row that led there, and the number of entries then in the game's log."""

    row: int
    entries: int
    version: int
    seat: str
    text: str
    turn: int
    phase: str
