"""What can be chosen: one class for each kind of click."""

from __future__ import annotations

from hexfront.kernel import Action


class Done(Action, frozen=True, tag=True):
    """Nothing more here."""


# --- movement


class Pick(Action, frozen=True, tag=True):
    """Take a unit or an HQ (HQ_BASE + its number) in hand to move it."""

    mover: int


class Step(Action, frozen=True, tag=True):
    """Move the piece in hand into a neighbouring hex."""

    hex: int


class Stop(Action, frozen=True, tag=True):
    """End the move in hand."""


class Withdraw(Action, frozen=True, tag=True):
    """An HQ retreats into a hex."""

    hex: int


class Escort(Action, frozen=True, tag=True):
    """Send a General Staff marker to a hex with an HQ, or to the capital."""

    staff: int
    hex: int


class Leave(Action, frozen=True, tag=True):
    """The unit in hand leaves the map over its edge."""


# --- losses


class TakeLoss(Action, frozen=True, tag=True):
    """A unit loses a step: its reduced side (0) or a lower class (1)."""

    unit: int
    way: int


# --- economy


class Keep(Action, frozen=True, tag=True):
    """Keep a captured economic marker, to be moved off the map."""


class Destroy(Action, frozen=True, tag=True):
    """Destroy a captured economic marker."""
