"""What can go wrong, in one sentence that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexfront.kernel.frames import Violation


class HexfrontError(Exception):
    """A fault of the input, never of the program: its text is shown to people as it is."""


class Terminated(KeyboardInterrupt):
    """The process was told to end, by `kill` or a machine that shuts down, and ends as by Ctrl-C."""


class BadData(HexfrontError):
    """A data file (map, table, units, pack) is not what it should be."""


class BadSave(HexfrontError):
    """A saved game cannot be read."""


class UnknownName(HexfrontError):
    """A game, scenario, option, player or seat that does not exist."""


class WrongSeat(HexfrontError):
    """An action came from a seat that has nothing to decide now."""


class IllegalAction(HexfrontError):
    """An action that the rules forbid; `violation` says which rule and where."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(str(violation))
        self.violation = violation


class IllegalOutcome(HexfrontError):
    """A chance result that the distribution cannot give."""
