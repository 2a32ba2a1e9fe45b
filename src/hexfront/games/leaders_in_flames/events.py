"""What happens, in the past tense. Each says by which case."""

from __future__ import annotations

from typing import Any, ClassVar

from hexfront.games.leaders_in_flames.kinds import ACTION_NAMES, SIDE_NAMES, TABLES, WEATHER
from hexfront.games.leaders_in_flames.words import an, begun, the_power
from hexfront.kernel import Event, Line

SEQUENCE = "3c"
"""What the sequence of play rests on: every step has its place for announcements."""


class WeatherCame(Event, frozen=True, tag=True):
    die: int
    weather: tuple[int, ...]

    def line(self, s: Any) -> Line:
        names = (
            "Arctic",
            "North Temperate",
            "Mediterranean",
            "North Monsoon",
            "South Monsoon",
            "South Temperate",
        )
        shown = [n for n in range(len(names)) if s.world.lands.zones[n] & s.world.area]
        text = ", ".join(f"{names[n]} {WEATHER[self.weather[n]]}" for n in shown)
        return Line(f"Weather: {text}.", SEQUENCE, kind="roll", dice=(self.die,))


class InitiativeRolled(Event, frozen=True, tag=True):
    dice: tuple[int, ...]
    side: int

    def line(self, s: Any) -> Line:
        who = f"{SIDE_NAMES[self.side]} choose" if self.side else f"{SIDE_NAMES[self.side]} chooses"
        text = f"Initiative: Axis {self.dice[0]}, Allies {self.dice[1]}. The {who} who goes first."
        return Line(text, SEQUENCE, kind="roll", dice=self.dice)


class ImpulseBegan(Event, frozen=True, tag=True):
    side: int
    number: int

    def line(self, s: Any) -> Line:
        return Line(f"Impulse {self.number}: {SIDE_NAMES[self.side]}", SEQUENCE, kind="phase")


class ActionChosen(Event, frozen=True, tag=True):
    power: int
    action: int

    def line(self, s: Any) -> Line:
        verb = "passed" if not self.action else f"chose {an(ACTION_NAMES[self.action].lower())} action"
        return Line(f"{begun(the_power(self.power))} {verb}.", "3.1n")


class TurnEndRolled(Event, frozen=True, tag=True):
    die: int
    needed: int

    def line(self, s: Any) -> Line:
        ends = "the turn ended" if self.die <= self.needed else "the turn goes on"
        return Line(
            f"End of turn on {self.needed} or less: roll {self.die}, {ends}.",
            SEQUENCE,
            kind="roll",
            dice=(self.die,),
        )


class LeaderDrawn(Event, frozen=True, tag=True):
    leader: int

    def line(self, s: Any) -> Line:
        name = s.world.name(self.leader)
        return Line(f"{name} was drawn from the cup.", "4.1.1a", piece=s.world.piece(self.leader))


class MarkersRevealed(Event, frozen=True, tag=True):
    """All veto markers, turned over together."""

    reveals: ClassVar[bool] = True
    leader: int
    vetoes: tuple[int, ...]
    arrives: bool

    def line(self, s: Any) -> Line:
        by = " and ".join(the_power(power) for power in self.vetoes)
        fate = "arrives" if self.arrives else "goes back to the cup"
        return Line(
            f"{s.world.name(self.leader)}: {f'veto by {by}' if by else 'no veto'}; he {fate}.",
            "4.1.2a",
            piece=s.world.piece(self.leader),
        )


class VotesRevealed(Event, frozen=True, tag=True):
    """All votes on another leader, turned over together."""

    reveals: ClassVar[bool] = True
    more: tuple[int, ...]
    stop: tuple[int, ...]

    def line(self, s: Any) -> Line:
        def named(powers: tuple[int, ...]) -> str:
            return " and ".join(the_power(power) for power in powers)

        if not self.more and not self.stop:
            return Line("Nobody voted on another leader.", "4.1.5b")
        votes = ((self.more, "one more leader"), (self.stop, "no more leaders"))
        said = [f"{named(powers)} for {words}" for powers, words in votes if powers]
        return Line(f"Votes: {', '.join(said)}.", "4.1.5b")


class Announced(Event, frozen=True, tag=True):
    leader: int
    ability: int

    def line(self, s: Any) -> Line:
        w = s.world
        row = w.rows[self.ability]
        at = w.spot(s.where[self.leader])
        return Line(f"{w.name(self.leader)}: {row.topic}.", row.case, at, piece=w.piece(self.leader))


class Overran(Event, frozen=True, tag=True):
    units: tuple[int, ...]
    lost: tuple[int, ...]
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.names_of(self.units)} overran {w.names_of(self.lost)} in {w.title(self.hex)}."
        return Line(text, self.rule, w.label(self.hex), "loss", piece=w.piece(self.units[0]))


class AttackDeclared(Event, frozen=True, tag=True):
    hex: int
    units: tuple[int, ...]

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(
            f"{w.names_of(self.units)} attacked {w.title(self.hex)}.", "2b", w.label(self.hex), "attack"
        )


class TableCalled(Event, frozen=True, tag=True):
    hex: int
    table: int
    side: int

    def line(self, s: Any) -> Line:
        who = "The rules make it" if self.side < 0 else f"The {SIDE_NAMES[self.side]} called"
        article = "an assault" if not self.table else "a blitz"
        return Line(f"{who} {article}.", "3.2l", s.world.label(self.hex))


class Fought(Event, frozen=True, tag=True):
    """A roll on one of the land combat tables."""

    hex: int
    side: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    odds: str
    die: int
    modified: int
    table: int
    result: str
    words: str

    def line(self, s: Any) -> Line:
        w = s.world
        roll = f"{self.die}" if self.die == self.modified else f"{self.die}, modified {self.modified}"
        battle = w.battle(
            self.attackers,
            self.defenders,
            odds=f"{self.odds} {TABLES[self.table]}",
            roll=roll,
            result=self.result,
            words=self.words,
        )
        text = f"{TABLES[self.table].capitalize()} on {w.title(self.hex)} at {self.odds}: roll {roll}, {self.result}."
        return Line(text, "5.1c", w.label(self.hex), "battle", dice=(self.die,), battle=battle)


class Shattered(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} was shattered; it comes back next turn."
        return Line(text, self.rule, w.label(self.hex), "loss", piece=w.piece(self.unit))


class Recalled(Event, frozen=True, tag=True):
    leader: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(
            f"{w.name(self.leader)} was recalled to the cup.",
            self.rule,
            kind="loss",
            piece=w.piece(self.leader),
        )


class Killed(Event, frozen=True, tag=True):
    leader: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(
            f"{w.name(self.leader)} was killed.",
            self.rule,
            w.spot(self.hex),
            "loss",
            piece=w.piece(self.leader),
        )


class Promoted(Event, frozen=True, tag=True):
    unit: int
    banner: int
    hex: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} became {w.name(self.banner)}."
        return Line(text, "5.1f", w.label(self.hex), piece=w.piece(self.banner))


class Reorganised(Event, frozen=True, tag=True):
    hq: int
    units: tuple[int, ...]

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.hq)} reorganised {w.names_of(self.units)}."
        return Line(text, "3.1c", w.label(s.where[self.hq]), piece=w.piece(self.hq))


class Built(Event, frozen=True, tag=True):
    unit: int
    turn: int

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(
            f"{w.name(self.unit)} was built; it arrives in {w.turn_title(self.turn)}.",
            "4.1.2b",
            piece=w.piece(self.unit),
        )


class TakenOff(Event, frozen=True, tag=True):
    unit: int
    ship: int
    hex: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} was evacuated by {w.name(self.ship)}."
        return Line(text, "ability.109", w.label(self.hex), "retreat", piece=w.piece(self.unit))
