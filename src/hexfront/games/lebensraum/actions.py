"""What can be chosen: one class for each kind of click."""

from __future__ import annotations

from hexfront.kernel import Action
from hexfront.wargame import Done as Done

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


class TakeLoss(Action, frozen=True, tag=True):
    """A unit loses a step: its reduced side (0) or a lower class (1)."""

    unit: int
    way: int


class Keep(Action, frozen=True, tag=True):
    """Keep a captured economic marker, to be moved off the map."""


class Destroy(Action, frozen=True, tag=True):
    """Destroy a captured economic marker."""


class Attack(Action, frozen=True, tag=True):
    """Attack the units in a hex."""

    hex: int


class Join(Action, frozen=True, tag=True):
    """Add a unit to the attack."""

    unit: int


class Commit(Action, frozen=True, tag=True):
    """The attackers are all named."""


class Command(Action, frozen=True, tag=True):
    """Put a unit of this combat in command of an HQ."""

    unit: int
    hq: int


class AddAir(Action, frozen=True, tag=True):
    """Commit an air marker from under an HQ to a hex of this combat."""

    hq: int
    hex: int


class AddShip(Action, frozen=True, tag=True):
    """Let a naval marker bombard in this combat."""

    ship: int


class AddLeader(Action, frozen=True, tag=True):
    """The leader of an HQ joins one of its units in this combat."""

    hq: int
    unit: int


class AddStaff(Action, frozen=True, tag=True):
    """A General Staff leader helps a unit in this combat."""

    staff: int
    unit: int


class Pass(Action, frozen=True, tag=True):
    """Add nothing more to this combat."""


class GiveWay(Action, frozen=True, tag=True):
    """Take the first lost step as a retreat of all units."""


class Retreat(Action, frozen=True, tag=True):
    """A unit retreats into a hex."""

    unit: int
    hex: int


class StandFast(Action, frozen=True, tag=True):
    """A unit in a city does not retreat."""

    unit: int


class Advance(Action, frozen=True, tag=True):
    """A unit advances into a hex after combat."""

    unit: int
    hex: int


class Halt(Action, frozen=True, tag=True):
    """The advance in hand, or all advance, is over."""


class BringHQ(Action, frozen=True, tag=True):
    """An HQ goes along with the unit that advances, or is left behind again."""

    hq: int


class Retire(Action, frozen=True, tag=True):
    """A replaced leader goes back to the pool."""


class Terminate(Action, frozen=True, tag=True):
    """A replaced leader is dismissed for good."""


class Create(Action, frozen=True, tag=True):
    """Place an HQ marker in a hex and draw a leader for it."""

    hq: int
    hex: int


class Dissolve(Action, frozen=True, tag=True):
    """Take an HQ off the map; its leader goes to the pool."""

    hq: int


class Mark(Action, frozen=True, tag=True):
    """Put a unit or HQ (HQ_BASE + its number) in reserve."""

    mover: int


class Unmark(Action, frozen=True, tag=True):
    """Release a unit or HQ from reserve."""

    mover: int


class Starve(Action, frozen=True, tag=True):
    """Remove a unit that cannot be fed."""

    unit: int


class Exchange(Action, frozen=True, tag=True):
    """Two leaders exchange their posts."""

    leader: int
    other: int


class Transfer(Action, frozen=True, tag=True):
    """A leader takes over an empty HQ or General Staff marker (STAFF_BASE + its number)."""

    leader: int
    post: int


class Promote(Action, frozen=True, tag=True):
    """A front leader takes over a General Staff marker; its leader goes to the pool (0) or is terminated (1)."""

    leader: int
    staff: int
    fate: int


class Replace(Action, frozen=True, tag=True):
    """Replace the leader of an HQ."""

    hq: int


class PlaceAir(Action, frozen=True, tag=True):
    """Place an air marker: `support` under an HQ, `bomb` on a hex, `drop` with a paratroop unit."""

    mission: str
    target: int


class PlaceShip(Action, frozen=True, tag=True):
    """Place a naval marker in a hex, to bombard (1) or to evacuate (2)."""

    ship: int
    mission: int
    hex: int


class PlacePartisan(Action, frozen=True, tag=True):
    """Place a partisan marker in a city."""

    hex: int


class Bomb(Action, frozen=True, tag=True):
    """Use a credit of Bomber Command against an economic marker."""

    marker: int


class Place(Action, frozen=True, tag=True):
    """Set an arriving unit down on a hex, in reserve or not."""

    unit: int
    hex: int
    reserve: bool


class Train(Action, frozen=True, tag=True):
    """Set an arriving Soviet unit aside for a turn, to become a Guard unit."""

    unit: int


class Make(Action, frozen=True, tag=True):
    """Produce a Soviet step: infantry (0) or armor (1)."""

    kind: int


class Rebuild(Action, frozen=True, tag=True):
    """Give a unit a step: its full side (0), a better class (1), or back from elimination (2)."""

    unit: int
    way: int


class Send(Action, frozen=True, tag=True):
    """Transport a unit, an HQ (HQ_BASE + its number) or an economic marker (WORKS_BASE + its number) to a hex; -1 is off
    the map."""

    piece: int
    hex: int


class Drop(Action, frozen=True, tag=True):
    """A paratroop unit makes its airborne assault on a hex."""

    unit: int
    hex: int


class Evacuate(Action, frozen=True, tag=True):
    """A naval marker carries the unit it stands with to another city on its sea."""

    ship: int
    hex: int


class Land(Action, frozen=True, tag=True):
    """A naval marker lands an army in the free campaign; the hex becomes a supply head or not."""

    ship: int
    unit: int
    hex: int
    head: bool


class FormGroup(Action, frozen=True, tag=True):
    """An army gives up a step to a battle group."""

    unit: int
    group: int


class Rejoin(Action, frozen=True, tag=True):
    """A battle group goes back to its army."""

    group: int


class Trade(Action, frozen=True, tag=True):
    """Offer a leader of the enemy whom you hold for one of yours whom he holds."""

    leader: int
    other: int


class Agree(Action, frozen=True, tag=True):
    """Take the exchange of captured leaders that is offered."""
