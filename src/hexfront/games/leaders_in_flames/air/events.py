"""What happens in the air, in the past tense."""

from __future__ import annotations

from typing import Any

from hexfront.games.leaders_in_flames.kinds import MISSION_NAMES, SIDE_NAMES
from hexfront.kernel import Event, Line

RESULTS = {
    "AX": "{a} was shot down",
    "AA": "{a} broke off",
    "AC": "a bomber of the {A} got through",
    "DX": "{d} was shot down",
    "DA": "{d} broke off",
    "DC": "a bomber of the {D} got through",
    "-": "nothing happened",
}
NOBODY = "no bomber was there to get through"


def _over(w: Any, place: int) -> str:
    return f" over {w.title(place)}" if place >= 0 else ""


class MissionFlown(Event, frozen=True, tag=True):
    units: tuple[int, ...]
    hex: int
    mission: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{MISSION_NAMES[self.mission].capitalize()}: {w.names_of(self.units)} flew to {w.title(self.hex)}."
        return Line(text, "base.mission", w.label(self.hex), "attack", piece=w.piece(self.units[0]))


class AirFought(Event, frozen=True, tag=True):
    """A round in the air."""

    hex: int
    side: int
    lead: int
    enemy: int
    dice: tuple[int, ...]
    difference: int
    result: str
    empty: bool = False

    def line(self, s: Any) -> Line:
        w = s.world
        names = {"a": w.name(self.lead), "d": w.name(self.enemy)}
        names |= {"A": SIDE_NAMES[self.side], "D": SIDE_NAMES[1 - self.side]}
        roll = f"{sum(self.dice)}{self.difference:+d}"
        text = f"Air combat{_over(w, self.hex)}, {names['a']} against {names['d']}: {roll}, {self.result}: "
        return Line(
            f"{text}{NOBODY if self.empty else RESULTS[self.result].format(**names)}.",
            "base.dogfight",
            w.label(self.hex),
            "roll",
            dice=self.dice,
        )


class PlaneCleared(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(
            f"{w.name(self.unit)} got through{_over(w, self.hex)}.", "base.dogfight", w.label(self.hex)
        )


class PlaneAborted(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} broke off{_over(w, self.hex)}."
        return Line(text, "base.dogfight", w.label(self.hex), piece=w.piece(self.unit))


class ShotDown(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} was shot down{_over(w, self.hex)}."
        return Line(text, "base.dogfight", w.label(self.hex), "loss", piece=w.piece(self.unit))


class PilotFate(Event, frozen=True, tag=True):
    unit: int
    die: int
    lives: bool

    def line(self, s: Any) -> Line:
        w = s.world
        end = "lived" if self.lives else "died"
        text = f"The pilot of {w.name(self.unit)} {end}."
        return Line(text, "base.pilots", kind="roll", dice=(self.die,), piece=w.piece(self.unit))


class FlakFired(Event, frozen=True, tag=True):
    hex: int
    side: int
    dice: tuple[int, ...]

    def line(self, s: Any) -> Line:
        w = s.world
        hits = sum(die >= 9 for die in self.dice)
        text = f"Anti-aircraft fire{_over(w, self.hex)}: {hits or 'no'} hit{'' if hits == 1 else 's'}."
        return Line(text, "base.flak", w.label(self.hex), "roll", dice=self.dice)


class GroundStruck(Event, frozen=True, tag=True):
    hex: int
    needed: int
    dice: tuple[int, ...]
    units: tuple[int, ...]

    def line(self, s: Any) -> Line:
        w = s.world
        struck = w.names_of(self.units) if self.units else "no unit"
        text = f"Ground strike on {w.title(self.hex)}, {self.needed} or less: {struck} turned face-down."
        return Line(text, "base.strike", w.label(self.hex), "roll", dice=self.dice)


class SupportCounted(Event, frozen=True, tag=True):
    hex: int
    side: int
    halves: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"Ground support by the {SIDE_NAMES[self.side]} at {w.title(self.hex)}: {self.halves / 2:g} {'factor' if self.halves == 2 else 'factors'}."
        return Line(text, "base.support", w.label(self.hex))


class FactoriesBombed(Event, frozen=True, tag=True):
    hex: int
    dice: tuple[int, ...]
    points: int

    def line(self, s: Any) -> Line:
        w = s.world
        lost = (
            f"{self.points} production point{'' if self.points == 1 else 's'} lost"
            if self.points
            else "no effect"
        )
        return Line(
            f"Raid on {w.title(self.hex)}: {lost}.", "base.raid", w.label(self.hex), "roll", dice=self.dice
        )


class CarpetRolled(Event, frozen=True, tag=True):
    hex: int
    dice: tuple[int, ...]

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"Carpet bombing of {w.title(self.hex)}."
        return Line(text, "base.carpet", w.label(self.hex), "roll", dice=self.dice)
