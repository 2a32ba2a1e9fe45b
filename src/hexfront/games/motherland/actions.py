"""What can be chosen: one class for each kind of click."""

from __future__ import annotations

from hexfront.kernel import Action
from hexfront.wargame import Done as Done


class Pick(Action, frozen=True, tag=True):
    """Take a counter in hand: to move it, to place it, to send it by strategic movement."""

    unit: int


class Join(Action, frozen=True, tag=True):
    """Add a counter to the group that moves or attacks."""

    unit: int


class Step(Action, frozen=True, tag=True):
    """Move the group one hex."""

    hex: int


class Stop(Action, frozen=True, tag=True):
    """End the group's movement here."""


class Overrun(Action, frozen=True, tag=True):
    """Overrun an adjacent hex with the group."""

    hex: int


class EnterBaku(Action, frozen=True, tag=True):
    """Move the Panzers in hand into the Baku box."""


class Redeploy(Action, frozen=True, tag=True):
    """Send the unit in hand to a hex by strategic movement."""

    hex: int


class Ship(Action, frozen=True, tag=True):
    """Send the unit in hand to a port by sea."""

    hex: int


class Place(Action, frozen=True, tag=True):
    """Set the counter in hand down on a hex."""

    hex: int


class Hold(Action, frozen=True, tag=True):
    """Put the counter in hand back."""


class Target(Action, frozen=True, tag=True):
    """Choose the hex to attack."""

    hex: int


class Commit(Action, frozen=True, tag=True):
    """Attack with the units that have joined."""


class Cancel(Action, frozen=True, tag=True):
    """Give up the attack being put together."""


class CallAir(Action, frozen=True, tag=True):
    """Support this attack with an Air unit."""


class FireGun(Action, frozen=True, tag=True):
    """Support this attack with the Railroad Gun."""


class Resolve(Action, frozen=True, tag=True):
    """Go on without further support."""


class Lose(Action, frozen=True, tag=True):
    """Take one step loss from a unit."""

    unit: int


class FallBack(Action, frozen=True, tag=True):
    """Take one point of the result as a retreat of one hex."""


class Retreat(Action, frozen=True, tag=True):
    """Retreat one unit to a hex."""

    unit: int
    hex: int


class Advance(Action, frozen=True, tag=True):
    """Advance one unit into a hex."""

    unit: int
    hex: int


class Remove(Action, frozen=True, tag=True):
    """Remove an enemy unit from a hex that holds too many."""

    unit: int


class Expend(Action, frozen=True, tag=True):
    """Expend a Supply Base."""

    unit: int


class Mark(Action, frozen=True, tag=True):
    """Mark a German unit Out of Supply by partisans."""

    unit: int


class AirSupply(Action, frozen=True, tag=True):
    """Fly supplies to a unit."""

    unit: int


class Station(Action, frozen=True, tag=True):
    """Put a Partisan marker on a Supply Base's hex."""

    partisan: int
    hex: int


class DrawTwo(Action, frozen=True, tag=True):
    """Let a General draw two chits for a unit that has none."""

    general: int
    unit: int


class Replace(Action, frozen=True, tag=True):
    """Let a General replace the chit of a unit."""

    general: int
    unit: int


class Keep(Action, frozen=True, tag=True):
    """Keep one of the two chits drawn."""

    chit: int


class Convert(Action, frozen=True, tag=True):
    """Replace a Combined Arms Army by the next Guards or Shock Army of the Conversion Holding Box."""

    unit: int


class Combine(Action, frozen=True, tag=True):
    """Combine two Kampfgruppen into a corps."""

    unit: int
    other: int


class Rebuild(Action, frozen=True, tag=True):
    """Spend one replacement step on a unit."""

    unit: int


class Evacuate(Action, frozen=True, tag=True):
    """Remove a Factory to safety."""

    unit: int


class Destroy(Action, frozen=True, tag=True):
    """Eliminate a Factory after Baku."""

    unit: int
