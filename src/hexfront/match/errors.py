"""What a match refuses, besides what the rules refuse."""

from __future__ import annotations

from hexfront.kernel import HexfrontError


class CannotUndo(HexfrontError):
    """The last step cannot be taken back by this seat, or there is nothing to do again."""


class StalePosition(HexfrontError):
    """An action was meant for an earlier position of the game."""


class MatchOver(HexfrontError):
    """The match has ended."""


class CannotAmend(HexfrontError):
    """The log cannot be corrected like that."""
