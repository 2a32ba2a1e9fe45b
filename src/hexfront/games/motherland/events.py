"""What happened, in the past tense."""

from __future__ import annotations

from typing import Any

from hexfront.games.motherland.kinds import GENERALS, LACK, PARTISANS, SUPPLY_NAMES, meaning
from hexfront.kernel import Event, Line
from hexfront.wargame import (
    Advanced,
    Arrived,
    Boxed,
    Eliminated,
    Moved,
    Noted,
    PhaseBegan,
    Retreated,
    Rolled,
    StepLost,
    TurnBegan,
)


class Redeployed(Event, frozen=True, tag=True):
    unit: int
    origin: int
    hex: int
    by_sea: bool

    def line(self, s: Any) -> Line:
        w = s.world
        path = (w.label(self.origin), w.label(self.hex))
        how, rule = ("sailed", "5.5b") if self.by_sea else ("was redeployed", "5.3a")
        text = f"{w.name(self.unit)} {how} to {w.title(self.hex)}."
        return Line(text, rule, path[1], "move", path, piece=w.name(self.unit))


class ReturnRolled(Event, frozen=True, tag=True):
    unit: int
    die: int

    def line(self, s: Any) -> Line:
        what = "returns" if self.die <= 3 else "is delayed a turn" if self.die <= 5 else "is gone for good"
        return Line(f"{s.world.name(self.unit)} {what}.", "17.1.4", dice=(self.die,), kind="roll")


class ControlChanged(Event, frozen=True, tag=True):
    hex: int
    side: str
    is_recapture: bool

    def line(self, s: Any) -> Line:
        word = "recaptured" if self.is_recapture else "took"
        side = "The Axis" if self.side == "axis" else "The Soviets"
        rule = "19.1.1" if self.is_recapture else "19.1b" if self.side == "axis" else "19.1c"
        return Line(f"{side} {word} {s.world.title(self.hex)}.", rule, s.world.label(self.hex), "control")


class AttackDeclared(Event, frozen=True, tag=True):
    target: int
    units: tuple[int, ...]
    is_overrun: bool

    def line(self, s: Any) -> Line:
        w = s.world
        word, rule = ("made an Overrun on", "7.1a") if self.is_overrun else ("attacked", "8.0c")
        text = f"{w.names_of(self.units)} {word} {w.title(self.target)}."
        return Line(text, rule, w.label(self.target), "attack", battle=w.battle(self.units))


class ChitDrawn(Event, frozen=True, tag=True):
    unit: int
    chit: int
    rule: str
    reveals = True

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(f"{w.name(self.unit)} drew a chit: {w.chits[self.chit].words}.", self.rule, kind="draw")


class ChitReturned(Event, frozen=True, tag=True):
    unit: int
    chit: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        chit = w.chits[self.chit]
        where = "which leaves the game" if chit.starred else "which goes back to its cup"
        return Line(f"{w.name(self.unit)} gave up its chit ({chit.words}), {where}.", self.rule, kind="draw")


class GeneralUsed(Event, frozen=True, tag=True):
    general: int
    unit: int
    replaces: bool

    def line(self, s: Any) -> Line:
        what = "replaces the chit of" if self.replaces else "draws two chits for"
        rule = "16.5c" if self.replaces else "16.5b"
        return Line(f"{GENERALS[self.general]} {what} {s.world.name(self.unit)}.", rule, kind="draw")


class CombatResolved(Event, frozen=True, tag=True):
    target: int
    attack: int
    defense: int
    column: str
    die: int
    modified: int
    result: str
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()

    def line(self, s: Any) -> Line:
        w = s.world
        plus = f" as {self.modified}" if self.modified != self.die else ""
        text = f"{w.title(self.target)}: {self.attack} to {self.defense}, column {self.column}, "
        text += f"rolled {self.die}{plus}: {self.result}."
        battle = w.battle(
            self.attackers,
            self.defenders,
            odds=f"{self.attack} to {self.defense}, column {self.column}",
            roll=f"{self.die}{plus}",
            result=self.result,
            words=meaning(self.result),
        )
        return Line(text, "8.1.5a", w.label(self.target), "combat", dice=(self.die,), battle=battle)


class OverrunFailed(Event, frozen=True, tag=True):
    """The odds were worse than 1:3: A2 without a roll."""

    target: int
    attack: int
    defense: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"Overrun of {w.title(self.target)} at {self.attack} to {self.defense} is hopeless: A2."
        return Line(text, "7.1d", w.label(self.target), "combat")


class AttackFellThrough(Event, frozen=True, tag=True):
    """No attacker drew an Attack Factor."""

    target: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"The attack on {w.title(self.target)} was called off: no Attack Factor."
        return Line(text, "8.3.8", w.label(self.target), "combat")


class SupportGiven(Event, frozen=True, tag=True):
    what: str
    target: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(
            f"{self.what} supports the attack on {w.title(self.target)}.", self.rule, w.label(self.target)
        )


class BecameKampfgruppe(Event, frozen=True, tag=True):
    unit: int
    kampfgruppe: int
    hex: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} is down to {w.name(self.kampfgruppe)}."
        return Line(text, "8.5.2a", w.label(self.hex), "loss", piece=w.name(self.kampfgruppe))


class SupplyChanged(Event, frozen=True, tag=True):
    unit: int
    status: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        name, has = w.name(self.unit), "has" if self.status == LACK else "is"
        text = f"{name} {has} {SUPPLY_NAMES[self.status]}."
        return Line(text, self.rule, w.label(s.where[self.unit]), piece=name)


class PartisanStationed(Event, frozen=True, tag=True):
    partisan: int
    hex: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"Partisans ({PARTISANS[self.partisan]}) gather at {w.title(self.hex)}."
        return Line(text, "10.2a", w.label(self.hex))


__all__ = [
    "Advanced", "Arrived", "AttackDeclared", "AttackFellThrough", "BecameKampfgruppe", "Boxed", "ChitDrawn",
    "ChitReturned", "CombatResolved", "ControlChanged", "Eliminated", "GeneralUsed", "Moved", "Noted", "OverrunFailed",
    "PartisanStationed", "PhaseBegan", "Redeployed", "Retreated", "ReturnRolled", "Rolled", "StepLost",
    "SupplyChanged", "SupportGiven", "TurnBegan",
]  # fmt: skip
