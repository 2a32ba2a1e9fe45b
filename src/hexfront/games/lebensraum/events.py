"""What happened, for logs and screens."""

from __future__ import annotations

from typing import Any

from hexfront.games.lebensraum.kinds import (
    HQ_BASE,
    POWER_NAMES,
    POWERS,
    SECTIONS,
    SEGMENT_TITLES,
    STAFF_BASE,
    WEATHER,
    WORKS_BASE,
)
from hexfront.kernel import Battle, Event, Line

FATES = {
    "none": "is unharmed", "escapes": "escapes to the pool", "captured": "is captured", "killed": "is killed",
    "wounded": "is wounded", "recovered": "is fit again", "exchanged": "is exchanged and goes to the pool",
}  # fmt: skip
GIVEN = ("is at full strength again", "gains a class", "is built again")


def piece_name(s: Any, piece: int) -> str:
    """A unit, an HQ or an economic marker by its number in movement and transport."""
    w = s.world
    if piece >= WORKS_BASE:
        return f"The works of {w.markers[piece - WORKS_BASE].name}"
    return str(w.hqs[piece - HQ_BASE].name if piece >= HQ_BASE else w.name(piece))


def _of(s: Any, piece: int, words: str, rule: str, h: int = -1, kind: str = "", origin: int = -1) -> Line:
    """A line about a piece, in a hex or on its way from one to another."""
    w, name = s.world, piece_name(s, piece)
    path = (w.label(origin), w.label(h)) if origin >= 0 and h >= 0 else ()
    return Line(f"{name} {words}.", rule, w.label(h) if h >= 0 else "", kind, path, piece=name)


def _man(s: Any, leader: int, words: str, rule: str) -> Line:
    return Line(f"{s.world.leaders[leader].name} {words}.", rule, kind="leader")


def _side(power: int) -> str:
    return ("The Axis", "The Soviets", "The Western Allies")[power]


class TurnBegan(Event, frozen=True, tag=True):
    turn: int

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(f"Turn {w.turn_name(self.turn)}: {w.turns[self.turn].title}.", "4.1b", kind="turn")


class SegmentBegan(Event, frozen=True, tag=True):
    segment: int
    camp: int

    def line(self, s: Any) -> Line:
        who = ("Axis: ", "Allies: ", "")[self.camp]
        return Line(f"{who}{SEGMENT_TITLES[self.segment]}", "4.1a", kind="phase")


class PointsGained(Event, frozen=True, tag=True):
    """Movement points came in: pairs of oil and refinery points, or what the Western Allies get."""

    power: int
    points: int
    oil: int
    refinery: int

    def line(self, s: Any) -> Line:
        return Line(f"{_side(self.power)} gained {self.points} movement points.", "5.3b")


class PointsSpent(Event, frozen=True, tag=True):
    """Movement points were paid. `what` names the cost."""

    power: int
    points: int
    what: str

    def line(self, s: Any) -> Line:
        return Line(f"{_side(self.power)} paid {self.points} for {self.what}.", "5.3h")


class UnitMoved(Event, frozen=True, tag=True):
    """A unit or HQ (HQ_BASE + number) went from hex to hex in movement."""

    mover: int
    origin: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(
            s, self.mover, f"moved to {s.world.title(self.hex)}", "5.1c", self.hex, "move", self.origin
        )


class MoveEnded(Event, frozen=True, tag=True):
    mover: int
    hex: int
    points: int

    def line(self, s: Any) -> Line:
        return _of(
            s, self.mover, f"stopped in {s.world.title(self.hex)}, cost {self.points}", "5.3h", self.hex
        )


class StepLost(Event, frozen=True, tag=True):
    unit: int
    hex: int
    way: int
    rule: str

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, "lost a class" if self.way else "was reduced", self.rule, self.hex, "loss")


class UnitEliminated(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, "was eliminated", self.rule, self.hex, "loss")


class HexTaken(Event, frozen=True, tag=True):
    """A city changed hands."""

    power: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(f"{_side(self.power)} took {w.title(self.hex)}.", self.rule, w.label(self.hex), "capture")


class BorderOpened(Event, frozen=True, tag=True):
    """Zones reach over this set of borders from now on."""

    border: int

    def line(self, s: Any) -> Line:
        names = " and ".join(
            name.replace("_", " ").title() for name in s.world.lands.border_names[self.border]
        )
        return Line(f"Zones reach over the border between {names}.", "5.4h")


class NeutralJoined(Event, frozen=True, tag=True):
    country: int
    power: int

    def line(self, s: Any) -> Line:
        name = s.world.lands.neutrals[self.country].title()
        return Line(f"{name} joins: {POWER_NAMES[self.power]}.", "11.7b")


class HQMoved(Event, frozen=True, tag=True):
    hq: int
    origin: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        return _of(
            s,
            HQ_BASE + self.hq,
            f"went to {s.world.title(self.hex)}",
            self.rule,
            self.hex,
            "move",
            self.origin,
        )


class HQRemoved(Event, frozen=True, tag=True):
    hq: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        return _of(s, HQ_BASE + self.hq, "was taken off the map", self.rule, self.hex, "loss")


class LeaderFate(Event, frozen=True, tag=True):
    leader: int
    fate: str

    def line(self, s: Any) -> Line:
        return _man(s, self.leader, FATES[self.fate], "7.45f")


class LeaderWounded(Event, frozen=True, tag=True):
    """He returns to the pool on this turn."""

    leader: int
    turn: int

    def line(self, s: Any) -> Line:
        return _man(s, self.leader, f"is out until turn {self.turn}", "9.5a")


class StaffMoved(Event, frozen=True, tag=True):
    staff: int
    hex: int

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(f"{w.staff[self.staff].name} went to {w.title(self.hex)}.", "11.6d", w.label(self.hex))


class MarkerTaken(Event, frozen=True, tag=True):
    """An economic marker was captured; `kept` or destroyed."""

    marker: int
    power: int
    kept: bool

    def line(self, s: Any) -> Line:
        words = "captured" if self.kept else "destroyed"
        return Line(f"{_side(self.power)} {words} the works of {s.world.markers[self.marker].name}.", "10.3f")


class MarkerRegained(Event, frozen=True, tag=True):
    marker: int
    power: int

    def line(self, s: Any) -> Line:
        return Line(
            f"{_side(self.power)} regained the works of {s.world.markers[self.marker].name}.", "10.3f"
        )


class SupplyJudged(Event, frozen=True, tag=True):
    """A unit was found short: 1 in partial supply, 2 out of supply."""

    unit: int
    level: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, "is in partial supply" if self.level == 1 else "is out of supply", "11.1f")


class UnitLeft(Event, frozen=True, tag=True):
    """A unit left the map for good, or until a later turn."""

    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, "left the map", self.rule, self.hex)


class ReserveEnded(Event, frozen=True, tag=True):
    mover: int
    rule: str

    def line(self, s: Any) -> Line:
        return _of(s, self.mover, "is no longer in reserve", self.rule)


class AttackDeclared(Event, frozen=True, tag=True):
    hex: int
    units: tuple[int, ...]

    def line(self, s: Any) -> Line:
        w = s.world
        battle = Battle(side=POWERS[s.power[self.units[0]]], attackers=tuple(w.name(u) for u in self.units))
        text = f"{w.names_of(self.units)} attacked {w.title(self.hex)}."
        return Line(text, "7.2a", w.label(self.hex), "attack", battle=battle)


class UnitCommanded(Event, frozen=True, tag=True):
    unit: int
    hq: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, f"is under the command of {s.world.hqs[self.hq].name}", "7.45b")


class SupportAdded(Event, frozen=True, tag=True):
    """A marker joined a combat: air, ship, leader or staff, by its number, for a unit or hex."""

    kind: str
    marker: int
    target: int

    def line(self, s: Any) -> Line:
        w = s.world
        if self.kind in ("leader", "staff"):
            return _man(s, self.marker, f"helped {w.name(self.target)}", "7.45c")
        what = "Air" if self.kind == "air" else w.ships[self.marker].name
        return Line(f"{what} joined the combat at {w.title(self.target)}.", "7.2b", w.label(self.target))


class CombatResolved(Event, frozen=True, tag=True):
    hex: int
    attack: int
    defence: int
    column: int
    die: int
    attacker_loses: int
    defender_loses: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    def line(self, s: Any) -> Line:
        w = s.world
        odds = f"{self.attack} to {self.defence}, column {w.tables.columns[self.column]}"
        result = f"{self.attacker_loses}/{self.defender_loses}"
        text = f"{w.title(self.hex)}: {odds}, rolled {self.die}: {result}."
        battle = Battle(
            POWERS[s.power[self.attackers[0]]], tuple(map(w.name, self.attackers)), tuple(map(w.name, self.defenders)),
            odds=odds, roll=str(self.die), result=result,
            words=f"attackers lose {self.attacker_loses}, defenders {self.defender_loses}",
        )  # fmt: skip
        return Line(text, "7.4a", w.label(self.hex), "combat", dice=(self.die,), battle=battle)


class UnitRetreated(Event, frozen=True, tag=True):
    unit: int
    origin: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(
            s, self.unit, f"retreated to {s.world.title(self.hex)}", "7.42a", self.hex, "retreat", self.origin
        )


class UnitAdvanced(Event, frozen=True, tag=True):
    unit: int
    origin: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(
            s, self.unit, f"advanced to {s.world.title(self.hex)}", "7.43a", self.hex, "advance", self.origin
        )


class LeaderShaken(Event, frozen=True, tag=True):
    leader: int
    shaken: bool

    def line(self, s: Any) -> Line:
        return _man(s, self.leader, "is shaken" if self.shaken else "is himself again", "9.0c")


class LeaderReplaced(Event, frozen=True, tag=True):
    """A leader gave up his HQ; he is in the pool, or terminated."""

    leader: int
    hq: int
    terminated: bool

    def line(self, s: Any) -> Line:
        fate = "dismissed for good" if self.terminated else "in the pool"
        return _man(s, self.leader, f"gave up {s.world.hqs[self.hq].name} and is {fate}", "9.1c")


class LeaderAppointed(Event, frozen=True, tag=True):
    leader: int
    hq: int

    def line(self, s: Any) -> Line:
        return _man(s, self.leader, f"took over {s.world.hqs[self.hq].name}", "9.1b")


class WeatherRolled(Event, frozen=True, tag=True):
    section: int
    die: int
    weather: int

    def line(self, s: Any) -> Line:
        text = f"Weather in the {SECTIONS[self.section]}: rolled {self.die}: {WEATHER[self.weather]}."
        return Line(text, "8.0a", kind="roll", dice=(self.die,))


class HQCreated(Event, frozen=True, tag=True):
    hq: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(
            s, HQ_BASE + self.hq, f"came into play in {s.world.title(self.hex)}", "11.2c", self.hex, "place"
        )


class ReserveBegan(Event, frozen=True, tag=True):
    mover: int

    def line(self, s: Any) -> Line:
        return _of(s, self.mover, "is in reserve", "11.3a")


class FoodCounted(Event, frozen=True, tag=True):
    power: int
    points: int
    units: int

    def line(self, s: Any) -> Line:
        units = "1 unit" if self.units == 1 else f"{self.units} units"
        return Line(f"{_side(self.power)}: {self.points} food points, {units}.", "10.4a")


class Demoralized(Event, frozen=True, tag=True):
    """A power's check of morale: stars now taken off each leader."""

    power: int
    total: int
    cut: int

    def line(self, s: Any) -> Line:
        lost = "no star" if not self.cut else "1 star" if self.cut == 1 else f"{self.cut} stars"
        return Line(
            f"{_side(self.power)}: morale {self.total}; each leader has lost {lost}.", "9.2a", kind="roll"
        )


class LeaderTransferred(Event, frozen=True, tag=True):
    leader: int
    post: int

    def line(self, s: Any) -> Line:
        w, post = s.world, self.post
        name = w.staff[post - STAFF_BASE].name if post >= STAFF_BASE else w.hqs[post].name
        return _man(s, self.leader, f"went to {name}", "9.4a")


class MarkerPlaced(Event, frozen=True, tag=True):
    """An air, naval or partisan marker was given its mission."""

    power: int
    mission: str
    target: int

    def line(self, s: Any) -> Line:
        w = s.world
        if self.mission == "support":
            where, h = w.hqs[self.target].name, s.hq[self.target]
        else:
            h = s.where[self.target] if self.mission == "drop" else self.target
            where = w.name(self.target) if self.mission == "drop" else w.title(h)
        words = {
            "support": "air support with",
            "bomb": "bombers over",
            "drop": "an air assault of",
            "ship": "ships at",
        }
        text = f"{_side(self.power)}: {words.get(self.mission, 'partisans in')} {where}."
        return Line(text, "7.46a", w.label(h) if h >= 0 else "", "place")


class WorksBombed(Event, frozen=True, tag=True):
    marker: int
    destroyed: bool

    def line(self, s: Any) -> Line:
        words = "destroyed" if self.destroyed else "stopped for a turn"
        return Line(f"Bomber Command {words} the works of {s.world.markers[self.marker].name}.", "7.46121d")


class UnitArrived(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, f"arrived at {s.world.title(self.hex)}", "6.1a", self.hex, "place")


class UnitTraining(Event, frozen=True, tag=True):
    unit: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, "trains to become a Guard unit", "6.3a")


class StepsGained(Event, frozen=True, tag=True):
    """Replacement steps came in or were made."""

    power: int
    infantry: int
    armor: int

    def line(self, s: Any) -> Line:
        text = f"{_side(self.power)}: replacement steps, infantry {self.infantry}, armor {self.armor}."
        return Line(text, "6.21a")


class StepGiven(Event, frozen=True, tag=True):
    unit: int
    way: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, GIVEN[self.way], "6.21d")


class PieceSent(Event, frozen=True, tag=True):
    """A piece went by strategic transportation; -1 is off the map."""

    piece: int
    origin: int
    hex: int
    points: int

    def line(self, s: Any) -> Line:
        where = f"to {s.world.title(self.hex)}" if self.hex >= 0 else "off the map"
        return _of(s, self.piece, f"went by transport {where}", "10.1b", self.hex, "move", self.origin)


class WorksLost(Event, frozen=True, tag=True):
    """A captured economic marker was not taken away in time."""

    marker: int

    def line(self, s: Any) -> Line:
        return Line(
            f"The works of {s.world.markers[self.marker].name} were not taken away and are lost.", "10.3g"
        )


class GroupFormed(Event, frozen=True, tag=True):
    group: int
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(s, self.group, f"left {s.world.name(self.unit)}", "5.7f", self.hex, "place")


class GroupRejoined(Event, frozen=True, tag=True):
    group: int
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(s, self.group, f"rejoined {s.world.name(self.unit)}", "5.7j", self.hex)
