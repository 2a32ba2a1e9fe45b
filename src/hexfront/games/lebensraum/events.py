"""What happened, for logs and screens."""

from __future__ import annotations

from hexfront.kernel import Event


class TurnBegan(Event, frozen=True, tag=True):
    turn: int


class SegmentBegan(Event, frozen=True, tag=True):
    segment: int
    camp: int


class PointsGained(Event, frozen=True, tag=True):
    """Movement points came in: pairs of oil and refinery points, or what the Western Allies get."""

    power: int
    points: int
    oil: int
    refinery: int


class PointsSpent(Event, frozen=True, tag=True):
    """Movement points were paid. `what` names the cost."""

    power: int
    points: int
    what: str


class UnitMoved(Event, frozen=True, tag=True):
    """A unit or HQ (HQ_BASE + number) went from hex to hex in movement."""

    mover: int
    origin: int
    hex: int


class MoveEnded(Event, frozen=True, tag=True):
    mover: int
    hex: int
    points: int


class StepLost(Event, frozen=True, tag=True):
    unit: int
    hex: int
    way: int
    rule: str


class UnitEliminated(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str


class HexTaken(Event, frozen=True, tag=True):
    """A city changed hands."""

    power: int
    hex: int
    rule: str


class BorderOpened(Event, frozen=True, tag=True):
    """Zones reach over this set of borders from now on."""

    border: int


class NeutralJoined(Event, frozen=True, tag=True):
    country: int
    power: int


class HQMoved(Event, frozen=True, tag=True):
    hq: int
    origin: int
    hex: int
    rule: str


class HQRemoved(Event, frozen=True, tag=True):
    hq: int
    hex: int
    rule: str


class LeaderFate(Event, frozen=True, tag=True):
    leader: int
    fate: str


class LeaderWounded(Event, frozen=True, tag=True):
    """He returns to the pool on this turn."""

    leader: int
    turn: int


class StaffMoved(Event, frozen=True, tag=True):
    staff: int
    hex: int


class MarkerTaken(Event, frozen=True, tag=True):
    """An economic marker was captured; `kept` or destroyed."""

    marker: int
    power: int
    kept: bool


class MarkerRegained(Event, frozen=True, tag=True):
    marker: int
    power: int


class SupplyJudged(Event, frozen=True, tag=True):
    """A unit was found short: 1 in partial supply, 2 out of supply."""

    unit: int
    level: int


class UnitLeft(Event, frozen=True, tag=True):
    """A unit left the map for good, or until a later turn."""

    unit: int
    hex: int
    rule: str


class ReserveEnded(Event, frozen=True, tag=True):
    mover: int
    rule: str


class AttackDeclared(Event, frozen=True, tag=True):
    hex: int
    units: tuple[int, ...]


class UnitCommanded(Event, frozen=True, tag=True):
    unit: int
    hq: int


class SupportAdded(Event, frozen=True, tag=True):
    """A marker joined a combat: air, ship, leader or staff, by its number, for a unit or hex."""

    kind: str
    marker: int
    target: int


class CombatResolved(Event, frozen=True, tag=True):
    hex: int
    attack: int
    defence: int
    column: int
    die: int
    attacker_loses: int
    defender_loses: int


class UnitRetreated(Event, frozen=True, tag=True):
    unit: int
    origin: int
    hex: int


class UnitAdvanced(Event, frozen=True, tag=True):
    unit: int
    origin: int
    hex: int


class LeaderShaken(Event, frozen=True, tag=True):
    leader: int
    shaken: bool


class LeaderReplaced(Event, frozen=True, tag=True):
    """A leader gave up his HQ; he is in the pool, or terminated."""

    leader: int
    hq: int
    terminated: bool


class LeaderAppointed(Event, frozen=True, tag=True):
    leader: int
    hq: int


class WeatherRolled(Event, frozen=True, tag=True):
    section: int
    die: int
    weather: int


class HQCreated(Event, frozen=True, tag=True):
    hq: int
    hex: int


class ReserveBegan(Event, frozen=True, tag=True):
    mover: int


class FoodCounted(Event, frozen=True, tag=True):
    power: int
    points: int
    units: int


class Demoralized(Event, frozen=True, tag=True):
    """A power's check of morale: stars now taken off each leader."""

    power: int
    total: int
    cut: int


class LeaderTransferred(Event, frozen=True, tag=True):
    leader: int
    post: int


class MarkerPlaced(Event, frozen=True, tag=True):
    """An air, naval or partisan marker was given its mission."""

    power: int
    mission: str
    target: int


class WorksBombed(Event, frozen=True, tag=True):
    marker: int
    destroyed: bool


class UnitArrived(Event, frozen=True, tag=True):
    unit: int
    hex: int


class UnitTraining(Event, frozen=True, tag=True):
    unit: int


class StepsGained(Event, frozen=True, tag=True):
    """Replacement steps came in or were made."""

    power: int
    infantry: int
    armor: int


class StepGiven(Event, frozen=True, tag=True):
    unit: int
    way: int


class PieceSent(Event, frozen=True, tag=True):
    """A piece went by strategic transportation; -1 is off the map."""

    piece: int
    origin: int
    hex: int
    points: int


class WorksLost(Event, frozen=True, tag=True):
    """A captured economic marker was not taken away in time."""

    marker: int


class GroupFormed(Event, frozen=True, tag=True):
    group: int
    unit: int
    hex: int


class GroupRejoined(Event, frozen=True, tag=True):
    group: int
    unit: int
    hex: int
