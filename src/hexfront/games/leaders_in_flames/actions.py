"""What can be chosen: one class for each kind of click."""

from __future__ import annotations

from hexfront.kernel import Action
from hexfront.wargame import Done as Done

# --- the draft


class SetMarker(Action, frozen=True, tag=True):
    """Turn a power's veto marker to Veto or No Veto."""

    power: int
    veto: bool


class Vote(Action, frozen=True, tag=True):
    """A power's vote on another leader: 0 none, 1 one more, 2 no more."""

    power: int
    vote: int


class Place(Action, frozen=True, tag=True):
    """Set an arriving unit or leader down on a hex."""

    unit: int
    hex: int


# --- initiative and actions


class Begin(Action, frozen=True, tag=True):
    """Say which side has the first impulse."""

    side: int


class RollAgain(Action, frozen=True, tag=True):
    """Give up a box of the initiative track for a new roll."""


class Accept(Action, frozen=True, tag=True):
    """Leave the roll as it is."""


class Act(Action, frozen=True, tag=True):
    """Choose the action of a power for this impulse."""

    power: int
    action: int


# --- leaders


class Announce(Action, frozen=True, tag=True):
    """Use an ability of a leader."""

    leader: int
    ability: int


class Name(Action, frozen=True, tag=True):
    """Name the unit that an ability serves."""

    unit: int


# --- movement


class Pick(Action, frozen=True, tag=True):
    """Take a unit or leader in hand."""

    unit: int


class Join(Action, frozen=True, tag=True):
    """Take another unit of the hex along, or into the attack."""

    unit: int


class Go(Action, frozen=True, tag=True):
    """Move what is in hand to a hex within reach."""

    hex: int


class Overrun(Action, frozen=True, tag=True):
    """Overrun what stands in the next hex."""

    hex: int


class Stop(Action, frozen=True, tag=True):
    """End the move in hand."""


# --- combat


class Attack(Action, frozen=True, tag=True):
    """Attack a hex, or fight the attack declared on it."""

    hex: int


class Commit(Action, frozen=True, tag=True):
    """The attackers are all named."""


class Cancel(Action, frozen=True, tag=True):
    """Give the attack up before it is declared."""


class Support(Action, frozen=True, tag=True):
    """Let artillery support this combat."""

    unit: int


class Call(Action, frozen=True, tag=True):
    """Call the combat: assault (0) or blitz (1)."""

    table: int


class Take(Action, frozen=True, tag=True):
    """Take a unit as the loss."""

    unit: int


class Soften(Action, frozen=True, tag=True):
    """Take a shatter or breakthrough as a retreat (1), or leave it (0)."""

    retreat: bool


class Retreat(Action, frozen=True, tag=True):
    """A unit retreats to a hex."""

    unit: int
    hex: int


class Advance(Action, frozen=True, tag=True):
    """A unit or leader advances into a hex after combat."""

    unit: int
    hex: int


class Spare(Action, frozen=True, tag=True):
    """Choose a unit that stays face-up."""

    unit: int


class Promote(Action, frozen=True, tag=True):
    """Replace a unit by a Guards Banner army."""

    unit: int
    banner: int


# --- reorganisation and production


class Reorganise(Action, frozen=True, tag=True):
    """An HQ turns a unit face-up."""

    hq: int
    unit: int


class Build(Action, frozen=True, tag=True):
    """Build a unit of a kind, drawn from the power's force pool."""

    power: int
    kind: str


class Break(Action, frozen=True, tag=True):
    """Break a unit down into militia."""

    unit: int
