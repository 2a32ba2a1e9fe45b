"""What happens, typed, with its words."""

from __future__ import annotations

from typing import Any, ClassVar

from hexfront.games.last_war.data import AXIS, SIDE_NAMES, SIDES
from hexfront.games.last_war.reckoning import COLOURS, EFFECTS
from hexfront.games.last_war.words import MADE, alliance, doing, stores, the
from hexfront.kernel import CONTROL, Battle, Event, Line
from hexfront.words import quantity


def many(s: Any, i: int) -> str:
    return str(s.world.title(i))


def who(s: Any, power: int) -> str:
    """A power inside a sentence."""
    return the(s.world.powers[power].name) if power >= 0 else "nobody"


def does(s: Any, power: int, verb: str) -> str:
    """What a power does, at the beginning of a sentence."""
    return doing(s.world.powers[power].name, verb)


class TurnBegun(Event, frozen=True, tag=True):
    turn: int

    def line(self, s: Any) -> Line:
        return Line(
            f"Turn {self.turn}: {s.world.turns[self.turn - 1].label}.", "sequence.ten-steps", kind="turn"
        )


class Produced(Event, frozen=True, tag=True):
    """What a power's industry put into its Pool."""

    power: int
    points: dict[str, int]

    def line(self, s: Any) -> Line:
        return Line(f"{does(s, self.power, 'receives')} {stores(self.points)}.", "sequence.1-industry")


class StepRevealed(Event, frozen=True, tag=True):
    """All have finished a step, and what they chose is laid open."""

    reveals: ClassVar[bool] = True
    text: str
    rule: str

    def line(self, s: Any) -> Line:
        return Line(self.text, self.rule)


class GapFilled(Event, frozen=True, tag=True):
    power: int
    at: int

    def line(self, s: Any) -> Line:
        return Line(
            f"{does(s, self.power, 'fills')} a gap with 1 Man at {many(s, self.at)}.",
            "front-line.gap-filled",
            s.world.label(self.at),
        )


class HexAbandoned(Event, frozen=True, tag=True):
    power: int
    at: int

    def line(self, s: Any) -> Line:
        return Line(
            f"{does(s, self.power, 'gives')} up {many(s, self.at)}, for lack of a Man.",
            "front-line.gap-filled",
            s.world.label(self.at),
        )


class NoManFound(Event, frozen=True, tag=True):
    """A line that was to move up stays where it is, for lack of a Man."""

    power: int
    at: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(
            f"{does(s, self.power, 'has')} no Man for {many(s, self.at)}: the line stays.",
            self.rule,
            s.world.label(self.at),
        )


class HexTaken(Event, frozen=True, tag=True):
    power: int
    at: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(
            f"{does(s, self.power, 'holds')} {many(s, self.at)}.",
            self.rule,
            s.world.label(self.at),
            "capture",
        )


class HexDisputed(Event, frozen=True, tag=True):
    at: int
    power: int

    def line(self, s: Any) -> Line:
        whose = f"it goes to {who(s, self.power)}" if self.power >= 0 else "it stays open"
        return Line(
            f"Both sides claim {many(s, self.at)}: {whose}.", "sequence.3-dispute", s.world.label(self.at)
        )


class OrderChosen(Event, frozen=True, tag=True):
    """Which side places its flags first, and by what right. What it tells of effectiveness was not known before."""

    reveals: ClassVar[bool] = True
    side: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(f"{alliance(self.side, 'places')} flags first.", self.rule)


class FlagsShown(Event, frozen=True, tag=True):
    """The flags of a side, laid open: pairs of hexes."""

    reveals: ClassVar[bool] = True
    side: int
    pairs: tuple[tuple[int, int], ...]

    def line(self, s: Any) -> Line:
        text = "; ".join(f"{many(s, a)} → {many(s, b)}" for a, b in self.pairs) or "none"
        return Line(f"{'Axis' if self.side == AXIS else 'Allied'} flags: {text}.", "sequence.4-flags")


class CardPlayed(Event, frozen=True, tag=True):
    reveals: ClassVar[bool] = True
    power: int
    card: int
    use: str
    rule: str
    at: int = -1

    def line(self, s: Any) -> Line:
        card = s.world.powers[self.power].cards[self.card]
        where = f" at {many(s, self.at)}" if self.at >= 0 else ""
        return Line(
            f"{does(s, self.power, 'plays')} {card.name} ({card.value}) {self.use}{where}.",
            self.rule,
            s.world.label(self.at) if self.at >= 0 else "",
        )


class CombatFought(Event, frozen=True, tag=True):
    """A combat with its working."""

    at: int
    side: int
    column: str
    dice: tuple[int, ...]
    difference: int
    colour: str
    effect: str
    working: tuple[str, ...]
    origins: tuple[int, ...] = ()

    def line(self, s: Any) -> Line:
        rolled = "no dice"  # the result is Control's
        if self.dice:
            rolled = f"{self.dice[0]} against {self.dice[1]}, difference {self.difference:+d}"
        told = f"dice {rolled.replace(' against ', ' and ')}" if self.dice else rolled
        text = (
            f"{alliance(self.side, 'attacks')} {many(s, self.at)}: {'; '.join(self.working)}; "
            f"{told} at {self.column}: {COLOURS[self.colour]}, {EFFECTS[self.effect]}."
        )
        battle = Battle(
            side=SIDES[self.side],
            origins=tuple(s.world.label(i) for i in self.origins),
            odds=f"column {self.column}",
            working=self.working,
            roll=rolled,
            result=COLOURS[self.colour],
            words=EFFECTS[self.effect],
            colour=COLOURS[self.colour],
        )
        return Line(text, "results.lookup", s.world.label(self.at), "combat", (), self.dice, battle=battle)


class LossesTaken(Event, frozen=True, tag=True):
    side: int
    at: int
    points: dict[str, int]

    def line(self, s: Any) -> Line:
        return Line(
            f"{alliance(self.side, 'loses')} {stores(self.points)}.",
            "combat.6-casualties",
            s.world.label(self.at),
            "loss",
        )


class CombatOff(Event, frozen=True, tag=True):
    """A flag whose attack can no longer be made."""

    at: int
    side: int

    def line(self, s: Any) -> Line:
        return Line(
            f"The attack on {many(s, self.at)} does not take place.",
            "combat.only-with-flag",
            s.world.label(self.at),
        )


class PushedOut(Event, frozen=True, tag=True):
    at: int
    side: int
    rule: str = "terrain.open-red"

    def line(self, s: Any) -> Line:
        return Line(
            f"A counter-attack throws the {SIDE_NAMES[self.side]} out of {many(s, self.at)}.",
            self.rule,
            s.world.label(self.at),
        )


class PagPlaced(Event, frozen=True, tag=True):
    at: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(f"Partisans at {many(s, self.at)}.", self.rule, s.world.label(self.at))


class PagGone(Event, frozen=True, tag=True):
    at: int
    rule: str

    def line(self, s: Any) -> Line:
        words = "are destroyed" if self.rule == "security.pag-destroyed" else "join the army"
        return Line(f"The partisans at {many(s, self.at)} {words}.", self.rule, s.world.label(self.at))


class FortBuilt(Event, frozen=True, tag=True):
    at: int
    toward: int
    layers: int

    def line(self, s: Any) -> Line:
        return Line(
            f"Fortification of {many(s, self.at)} towards {many(s, self.toward)}: layer {self.layers}.",
            "fort.release",
            s.world.label(self.at),
        )


class LineBack(Event, frozen=True, tag=True):
    at: int
    side: int

    def line(self, s: Any) -> Line:
        return Line(
            f"{alliance(self.side, 'withdraws')} from {many(s, self.at)}.",
            "straighten.withdraw",
            s.world.label(self.at),
        )


class BombersMet(Event, frozen=True, tag=True):
    """Dice of air defence against bombers on their way."""

    at: int
    dice: tuple[int, ...]
    shot: int
    stopped: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(
            f"Bombers to {many(s, self.at)} meet air defence: {self.stopped} turned back, {self.shot} shot down.",
            self.rule, s.world.label(self.at), "", (), self.dice,
        )  # fmt: skip


class LineSet(Event, frozen=True, tag=True):
    """A production line set to something else."""

    power: int
    old: str
    new: str

    def line(self, s: Any) -> Line:
        return Line(
            f"{does(s, self.power, 'sets')} a line of {MADE[self.old]} to {MADE[self.new]}; it stands still this turn.",
            "sequence.1-industry",
        )


class LineShut(Event, frozen=True, tag=True):
    power: int
    what: str
    at: int

    def line(self, s: Any) -> Line:
        return Line(
            f"{does(s, self.power, 'loses')} a line of {MADE[self.what]}.",
            "bombing.role-industry",
            s.world.label(self.at),
        )


class MoraleFell(Event, frozen=True, tag=True):
    power: int
    left: int

    def line(self, s: Any) -> Line:
        return Line(f"Morale in {who(s, self.power)} falls to {self.left}.", "bombing.role-terror-effect")


class SeaFought(Event, frozen=True, tag=True):
    area: int
    side: int
    dice: tuple[int, ...]
    lost: int
    loser: int

    def line(self, s: Any) -> Line:
        name = s.world.area_names[self.area]
        fate = (
            f"{alliance(self.loser, 'loses', 'the')} {quantity(self.lost, 'naval point')}"
            if self.lost
            else "nothing is lost"
        )
        return Line(f"Fleet action in the {name}: {fate}.", "flags.naval", "", "", (), self.dice)


class ConvoySunk(Event, frozen=True, tag=True):
    power: int
    lost: int
    die: int

    def line(self, s: Any) -> Line:
        return Line(
            f"Convoys of {who(s, self.power)} in contested waters lose {quantity(self.lost, 'point')}.",
            "pool.overseas",
            "",
            "",
            (),
            (self.die,),
        )


class PowerLeft(Event, frozen=True, tag=True):
    power: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(f"{does(s, self.power, 'leaves')} the war.", self.rule)


class WentOver(Event, frozen=True, tag=True):
    """Ground of a power that has left the war goes over to the enemy."""

    power: int
    captor: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(f"Ground of {who(s, self.power)} goes over to {who(s, self.captor)}.", self.rule)


class ControlSpoke(Event, frozen=True, tag=True):
    """What Control did, in words."""

    reveals: ClassVar[bool] = True
    text: str
    at: int = -1
    rule: str = "cards.use-control"

    def line(self, s: Any) -> Line:
        return Line(f"Control: {self.text}", self.rule, s.world.label(self.at) if self.at >= 0 else "")


class ControlNoted(Event, frozen=True, tag=True):
    """What Control did without telling the teams, for Control's own log. RULING control-f."""

    text: str
    at: int = -1
    rule: str = "cards.use-control"

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == CONTROL else None

    def line(self, s: Any) -> Line:
        return Line(
            f"Control, unseen: {self.text}", self.rule, s.world.label(self.at) if self.at >= 0 else ""
        )


class Reported(Event, frozen=True, tag=True):
    """The report of a turn to a nation's high command. Case sequence.10-report."""

    power: int
    seat: str
    side: int
    turn: int
    lost: dict[str, int]
    hexes: int
    cities: int

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else None

    def line(self, s: Any) -> Line:
        return Line(
            f"Report to {who(s, self.power)}, turn {self.turn}: {quantity(self.hexes, 'hex', 'hexes')} held, "
            f"{quantity(self.cities, 'Major City', 'Major Cities')}; losses so far: {stores(self.lost, 'none')}.",
            "sequence.10-report",
        )
