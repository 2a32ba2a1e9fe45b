"""What happened, for logs and screens, beside what every game of counters tells."""

from __future__ import annotations

from typing import Any

from hexfront.games.lebensraum.kinds import POWERS, SECTION_NAMES, SEGMENT_TITLES, WEATHER
from hexfront.kernel import Battle, Event, Line
from hexfront.wargame import Advanced as Advanced
from hexfront.wargame import Arrived as Arrived
from hexfront.wargame import Eliminated as Eliminated
from hexfront.wargame import Moved as Moved
from hexfront.wargame import Noted as Noted
from hexfront.wargame import Retreated as Retreated
from hexfront.words import begun, quantity

FATES = {
    "none": "was unharmed", "escapes": "escaped to the pool", "captured": "was captured", "killed": "was killed",
    "wounded": "was wounded", "recovered": "is fit again", "exchanged": "was exchanged and went to the pool",
}  # fmt: skip
MISSIONS = {
    "support": "air support with", "bomb": "bombers over", "drop": "an air assault of", "ship": "ships at", "partisan": "partisans in",
}  # fmt: skip


def side_name(power: int) -> str:
    """A power as a sentence begins with it."""
    return ("The Axis", "The Soviets", "The Western Allies")[power]


def inside(name: str) -> str:
    """A name inside a sentence: "the works of Riga", "German 6th Army"."""
    return f"t{name[1:]}" if name.startswith("The works") else name


class Told(Event, frozen=True, tag=True):
    """A unit, HQ or economic marker did or suffered something."""

    piece: int
    words: str
    rule: str
    hex: int = -1
    kind: str = ""

    def line(self, s: Any) -> Line:
        w = s.world
        name = w.name(self.piece)
        return Line(f"{name} {self.words}.", self.rule, w.label(self.hex), self.kind, piece=name)


class Served(Event, frozen=True, tag=True):
    """Something happened to a leader."""

    leader: int
    words: str
    rule: str

    def line(self, s: Any) -> Line:
        return Line(f"{begun(s.world.leaders[self.leader].name)} {self.words}.", self.rule, kind="leader")


def fate(leader: int, what: str) -> Served:
    """What a roll on the Leader Fate Table, time or an exchange has done with a leader. Case 7.45f."""
    return Served(leader, FATES[what], "7.45f")


def posted(s: Any, leader: int, post: int) -> Served:
    """A leader changed his post. Case 9.4a."""
    return Served(leader, f"went to {s.world.post_name(post)}", "9.4a")


def steps_gained(power: int, infantry: int, armor: int) -> Noted:
    """Replacement steps came in. Case 6.21a."""
    return Noted(f"{side_name(power)}: replacement steps, infantry {infantry}, armor {armor}.", "6.21a")


def no_reserve(piece: int, rule: str) -> Told:
    """A unit or HQ is no longer in reserve. Case 11.3e."""
    return Told(piece, "is no longer in reserve", rule)


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
        return Line(f"{side_name(self.power)} gained {quantity(self.points, 'movement point')}.", "5.3b")


class PointsSpent(Event, frozen=True, tag=True):
    """Movement points were paid. `what` names the cost."""

    power: int
    points: int
    what: str

    def line(self, s: Any) -> Line:
        return Line(f"{side_name(self.power)} paid {self.points} for {self.what}.", "5.3h")


class HexTaken(Event, frozen=True, tag=True):
    """A city changed hands."""

    power: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{side_name(self.power)} took {w.title(self.hex)}."
        return Line(text, self.rule, w.label(self.hex), "capture")


class AttackDeclared(Event, frozen=True, tag=True):
    hex: int
    units: tuple[int, ...]

    def line(self, s: Any) -> Line:
        w = s.world
        battle = Battle(side=POWERS[s.power[self.units[0]]], attackers=tuple(w.name(u) for u in self.units))
        text = f"{w.names_of(self.units)} attacked {w.title(self.hex)}."
        return Line(text, "7.2a", w.label(self.hex), "attack", battle=battle)


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


class WeatherRolled(Event, frozen=True, tag=True):
    section: int
    die: int
    weather: int

    def line(self, s: Any) -> Line:
        text = f"Weather in the {SECTION_NAMES[self.section]}: {WEATHER[self.weather]} (rolled {self.die})."
        return Line(text, "8.0a", kind="roll", dice=(self.die,))


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
        text = f"{side_name(self.power)}: {MISSIONS[self.mission]} {where}."
        return Line(text, "7.46a", w.label(h), "place")
