"""What can be chosen. Units are numbers, hexes are numbers of the board; a client sees them through `option`."""

from __future__ import annotations

from typing import ClassVar

from hexfront.kernel import Action


class Place(Action, frozen=True, tag=True):
    """Place the unit asked about in a hex."""

    label: ClassVar[str] = "Place there"
    hex: int


class Restore(Action, frozen=True, tag=True):
    """Spend a replacement step on a unit."""

    label: ClassVar[str] = "Restore"
    unit: int


class Garrison(Action, frozen=True, tag=True):
    """Let an army leave its garrison in its hex."""

    army: int


class PickUp(Action, frozen=True, tag=True):
    """Take a garrison off the map for later use."""

    label: ClassVar[str] = "Pick the garrison up"
    unit: int


class Revive(Action, frozen=True, tag=True):
    """Spend an Army replacement step on an eliminated garrison."""

    label: ClassVar[str] = "Bring the garrison back"
    unit: int


class Keep(Action, frozen=True, tag=True):
    """Leave things as they are."""


class Buy(Action, frozen=True, tag=True):
    """Buy next turn's orders: how many of each kind."""

    hold: int
    withdraw: int
    assault: int
    blitz: int


class First(Action, frozen=True, tag=True):
    """Pick the order marker that begins the Action Phase."""

    marker: str


class Assign(Action, frozen=True, tag=True):
    """Give an order, or a replacement army, to one of the four Commands."""

    command: int


class Return(Action, frozen=True, tag=True):
    """Put Zhukov back into the cup."""


class Ignore(Action, frozen=True, tag=True):
    """Ignore a drawn order after Zhukov gave one."""


class Give(Action, frozen=True, tag=True):
    """Give a unit its own order."""

    order: int


class Pick(Action, frozen=True, tag=True):
    """Begin to move a unit."""

    label: ClassVar[str] = "Move"
    unit: int


class Take(Action, frozen=True, tag=True):
    """Add a unit in the same hex to the moving stack."""

    label: ClassVar[str] = "Take along"
    unit: int


class Step(Action, frozen=True, tag=True):
    """Move one hex."""

    label: ClassVar[str] = "Move there"
    hex: int


class Overrun(Action, frozen=True, tag=True):
    """Make a Mobile Assault."""

    label: ClassVar[str] = "Mobile Assault"
    hex: int


class Invade(Action, frozen=True, tag=True):
    """Attempt a sea invasion."""

    label: ClassVar[str] = "Sea invasion"
    hex: int


class Stop(Action, frozen=True, tag=True):
    """End this move."""


class EndMovement(Action, frozen=True, tag=True):
    """End the movement of this Command."""


class Target(Action, frozen=True, tag=True):
    """Attack a hex."""

    label: ClassVar[str] = "Attack"
    hex: int


class Join(Action, frozen=True, tag=True):
    """Add a unit to the attack."""

    label: ClassVar[str] = "Join the attack"
    unit: int


class Support(Action, frozen=True, tag=True):
    """Add the support marker: Luftwaffe or T-34."""


class Commit(Action, frozen=True, tag=True):
    """Carry out the attack as it stands, or defend without support."""


class EndCombat(Action, frozen=True, tag=True):
    """Make no more attacks."""


class Lose(Action, frozen=True, tag=True):
    """Take a loss from this unit."""

    label: ClassVar[str] = "Take the loss"
    unit: int


class Retreat(Action, frozen=True, tag=True):
    """Retreat into a hex."""

    label: ClassVar[str] = "Retreat there"
    hex: int


class Advance(Action, frozen=True, tag=True):
    """Advance a unit into a hex."""

    label: ClassVar[str] = "Advance"
    unit: int
    hex: int


class Contact(Action, frozen=True, tag=True):
    """Move a unit into contact for a Counterattack."""

    label: ClassVar[str] = "Make contact there"
    hex: int
