"""What can be chosen: one class for each kind of click."""

from __future__ import annotations

from typing import Any

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

    def named(self, s: Any) -> str:
        topics = (row.topic for row in s.world.abilities(self.leader) if row.n == self.ability)
        return next(topics, "") or super().named(s)


class Name(Action, frozen=True, tag=True):
    """Name the unit that an ability serves."""

    unit: int


# --- movement


class Pick(Action, frozen=True, tag=True):
    """Take a unit or leader in hand."""

    unit: int


class Part(Action, frozen=True, tag=True):
    """Look at a part of the map, from its first hex in the west to its last in the east."""

    west: int
    east: int


class Elsewhere(Action, frozen=True, tag=True):
    """Look at another part of the map."""


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


# --- air


class Fly(Action, frozen=True, tag=True):
    """Send an aircraft on the mission: as a fighter (0) or a bomber (1)."""

    unit: int
    role: int


class Board(Action, frozen=True, tag=True):
    """A leader flies along with an aircraft."""

    leader: int
    plane: int


class FightOn(Action, frozen=True, tag=True):
    """Fight another round in the air."""


class BreakOff(Action, frozen=True, tag=True):
    """Go home with every aircraft that is not through."""


class Hour(Action, frozen=True, tag=True):
    """Fly a raid by day (false) or by night (true)."""

    night: bool


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


# --- at sea


class Muster(Action, frozen=True, tag=True):
    """Take ships of a port, or of a section of a sea box, in hand."""

    place: int


class Load(Action, frozen=True, tag=True):
    """Put a unit aboard a ship in hand."""

    unit: int
    ship: int


class Course(Action, frozen=True, tag=True):
    """Set course for a sea area."""

    area: int


class Enter(Action, frozen=True, tag=True):
    """Go into a section of the sea area ahead."""

    section: int


class Dock(Action, frozen=True, tag=True):
    """Put into a port."""

    hex: int


class Remain(Action, frozen=True, tag=True):
    """A ship or leader stays at sea, one section lower."""

    unit: int


class Everyone(Action, frozen=True, tag=True):
    """Take every ship of the place along that can come."""


# --- naval combat


class Search(Action, frozen=True, tag=True):
    """Search for the enemy in a sea area."""

    area: int


class CallFight(Action, frozen=True, tag=True):
    """Pay surprise points for the kind of naval combat, or for none."""

    kind: int


class BuyShift(Action, frozen=True, tag=True):
    """Pay surprise points for a column of the naval table."""


class BuyTarget(Action, frozen=True, tag=True):
    """Pay surprise points to name a target."""


class TakeConvoy(Action, frozen=True, tag=True):
    """The convoy takes the hit."""


class HoldOn(Action, frozen=True, tag=True):
    """Stay in the naval combat."""


class TurnAway(Action, frozen=True, tag=True):
    """Break off the naval combat: ships in it go home."""


class FlyOut(Action, frozen=True, tag=True):
    """An aircraft flies out to a section of a sea box."""

    area: int
    section: int


class BuyEdge(Action, frozen=True, tag=True):
    """Pay surprise points for the fight in the air."""


# --- yards and convoys


class LayDown(Action, frozen=True, tag=True):
    """Begin to build a ship of a kind."""

    power: int
    kind: int


class Finish(Action, frozen=True, tag=True):
    """Pay for a ship on the slips, or for the repair of a damaged one."""

    unit: int


class BuyConvoy(Action, frozen=True, tag=True):
    """Build a convoy point."""

    power: int


class Amount(Action, frozen=True, tag=True):
    """Set how many convoy points sail in the area."""

    points: int
