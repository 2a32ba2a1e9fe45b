"""What happened, in the past tense, where it is more than what happens in every game of counters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from hexfront.games.turns_east.data import HOLD, ORDER_IDS, SIDES, ZHUKOV
from hexfront.kernel import CONTROL, Event, Line

if TYPE_CHECKING:
    from hexfront.games.turns_east.data import EastWorld

WHO = ("The Axis", "The Soviets")


def order_name(w: EastWorld, order: int, weather: str) -> str:
    """An order as people say it; Blitz is Mobile Defense in Snow (7.2.4c), Zhukov's order an Assault (7.4.2)."""
    row = w.orders[order]
    return row.snow_name if row.snow_name and weather == "Snow" else row.name


EFFECTS = (
    "forward only; no attack",
    "towards your own edge; no attack",
    "then attack",
    "then attack; Panzers may also attack on the move",
    "then attack",
)
"""What follows the march under Hold, Withdraw, Assault, Blitz and Zhukov. Cases 7.2.1 to 7.2.4, 7.4.2."""
IN_SNOW = "then attack; Panzers fall back instead of being lost"


def order_effect(w: EastWorld, order: int, weather: str) -> str:
    """What an order lets units do, in a line: how far they go, and what then. Case 7.2."""
    row = w.orders[order]
    snow = bool(row.snow_name) and weather == "Snow"
    far = row.snow_mechanized if snow else row.mechanized
    return f"Move {row.infantry}, Mechanized {far}, {IN_SNOW if snow else EFFECTS[order - HOLD]}."


def marker_name(w: EastWorld, marker: str, weather: str) -> str:
    """A marker in the cup as people say it."""
    side, _, order = marker.partition(" ")
    if side in SIDES:
        who = "Axis" if side == "axis" else "Soviet"
        return f"{who} {order_name(w, ORDER_IDS.index(order), weather)}"
    return marker.capitalize() if side == "zhukov" else "Counterattack"


def bought_words(counts: Any) -> str:
    """A purchase in words: 2 Blitz, 1 Assault, 1 Hold."""
    names = ("Hold", "Withdraw", "Assault", "Blitz")
    parts = [f"{n} {name}" for n, name in zip(reversed(tuple(counts)), reversed(names), strict=True) if n]
    return ", ".join(parts)


def _of(s: Any, unit: int, words: str, rule: str, h: int = -1, kind: str = "", die: int = 0) -> Line:
    """A line about a unit, in a hex or by a roll."""
    w = s.world
    dice = (die,) if die else ()
    return Line(f"{w.name(unit)} {words}.", rule, w.label(h), kind, dice=dice, piece=w.piece(unit))


class UnitRestored(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, "took replacements", "5.1.6", self.hex)


class GarrisonPlaced(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, f"was left in {s.world.title(self.hex)}", "13.3.1", self.hex, "place")


class GarrisonRemoved(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, f"left {s.world.title(self.hex)}", "13.3.4", self.hex)


class ReplacementAssigned(Event, frozen=True, tag=True):
    unit: int
    front: int

    def line(self, s: Any) -> Line:
        front = s.world.command_names[1][self.front]
        return _of(s, self.unit, f"went to {front} as a replacement", "5.2.7")


class ReplacementCounter(Event, frozen=True, tag=True):
    """A German army lost its second step. Case 12.2.3b."""

    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, "lost a step and took its replacement counter", "12.2.3b", self.hex, "loss")


class CommandRolled(Event, frozen=True, tag=True):
    side: int
    die: int
    modified: int
    points: int

    def line(self, s: Any) -> Line:
        more = self.modified - self.die
        rolled = f"{self.die}" if not more else f"{self.die} {more:+d} = {self.modified}"
        points = "1 Command Point" if self.points == 1 else f"{self.points} Command Points"
        text = f"{WHO[self.side]} rolled {rolled}: {points} for next turn."
        return Line(text, "7.1.2", kind="roll", dice=(self.die,))


class OrdersBought(Event, frozen=True, tag=True):
    """Seen in full by the buyer only. Case 7.1.5."""

    side: int
    orders: tuple[int, ...] = ()

    def seen_by(self, seat: str) -> Event | None:
        return self if seat in (SIDES[self.side], CONTROL) else OrdersBought(self.side)

    def line(self, s: Any) -> Line:
        what = f": {bought_words(self.orders)}" if self.orders else ""
        return Line(f"{WHO[self.side]} bought orders for next turn{what}.", "7.1.5")


class OrdersRevealed(Event, frozen=True, tag=True):
    axis: tuple[int, ...]
    soviet: tuple[int, ...]
    reveals: ClassVar[bool] = True

    def line(self, s: Any) -> Line:
        return Line(f"Orders: Axis {bought_words(self.axis)}; Soviets {bought_words(self.soviet)}.", "7.1.5")


class FirstChosen(Event, frozen=True, tag=True):
    side: int
    marker: str

    def line(self, s: Any) -> Line:
        w = s.world
        name = marker_name(w, self.marker, w.weather(s.turn))
        return Line(f"{WHO[self.side]} had the initiative and began with {name}.", "7.7b")


class MarkerDrawn(Event, frozen=True, tag=True):
    marker: str

    def line(self, s: Any) -> Line:
        w = s.world
        name = marker_name(w, self.marker, w.weather(s.turn))
        return Line(f"Drawn from the cup: {name}.", "2.2.3a", kind="draw")


class MarkerIgnored(Event, frozen=True, tag=True):
    marker: str
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(f"{marker_name(w, self.marker, w.weather(s.turn))} had no effect.", self.rule)


class OrderAssigned(Event, frozen=True, tag=True):
    side: int
    command: int
    order: int

    def line(self, s: Any) -> Line:
        w = s.world
        name = order_name(w, self.order, w.weather(s.turn))
        by = " by Zhukov" if self.order == ZHUKOV else ""
        return Line(f"{w.command_names[self.side][self.command]}: {name}{by}.", "7.8", kind="order")


class ZhukovRolled(Event, frozen=True, tag=True):
    die: int
    comes: bool

    def line(self, s: Any) -> Line:
        words = "took a hand" if self.comes else "is not available this turn"
        return Line(f"Zhukov {words}.", "13.10a" if self.comes else "13.10b", kind="roll", dice=(self.die,))


class LeaderRolled(Event, frozen=True, tag=True):
    unit: int
    die: int
    succeeds: bool

    def line(self, s: Any) -> Line:
        words = "may give his Panzers another order" if self.succeeds else "follows the Army Group's order"
        return _of(s, self.unit, words, "13.4.4", kind="roll", die=self.die)


class OwnOrderGiven(Event, frozen=True, tag=True):
    unit: int
    order: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        return _of(s, self.unit, f"was given {order_name(w, self.order, w.weather(s.turn))}", self.rule)


class FateRolled(Event, frozen=True, tag=True):
    unit: int
    die: int
    gone: bool

    def line(self, s: Any) -> Line:
        words = "is lost for good" if self.gone else "can be rebuilt"
        return _of(s, self.unit, words, "12.3.5b", kind="roll", die=self.die)


class LeaderMoved(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        if self.hex < 0:
            return _of(s, self.unit, "is out of the game", "13.4.3")
        return _of(s, self.unit, f"joined the Panzers at {s.world.title(self.hex)}", "13.4.3", self.hex)


class TownTaken(Event, frozen=True, tag=True):
    side: int
    hex: int

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(f"{WHO[self.side]} took {w.title(self.hex)}.", "9.3a", w.label(self.hex), "capture")


class AttackDeclared(Event, frozen=True, tag=True):
    side: int
    target: int
    attackers: tuple[int, ...]
    mobile: bool

    def line(self, s: Any) -> Line:
        w = s.world
        kind, rule = ("Mobile Assault on", "12.4") if self.mobile else ("Attack on", "12.1.1")
        text = f"{kind} {w.title(self.target)}: {w.names_of(self.attackers)}."
        return Line(text, rule, w.label(self.target), "attack", battle=w.battle(self.attackers))


class SupportAdded(Event, frozen=True, tag=True):
    side: int
    target: int

    def line(self, s: Any) -> Line:
        text, rule = SUPPORT[self.side]
        return Line(text, rule, s.world.label(self.target))


SUPPORT = (("The Luftwaffe took part.", "13.8.3"), ("T-34 brigades took part.", "13.9"))


class CombatResolved(Event, frozen=True, tag=True):
    target: int
    attack: int
    defence: int
    column: int
    die: int
    modified: int
    result: str
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()

    def line(self, s: Any) -> Line:
        w = s.world
        words = w.tables["combat"]["results"].get(self.result, self.result)
        at = w.label(self.target)
        odds = f"{self.attack} to {self.defence}"
        if not self.die:
            odds += ", below 1:2"
            battle = w.battle(self.attackers, self.defenders, odds, "", self.result, words)
            return Line(f"{odds}: {self.result}, {words}.", "12.2.1b", at, "combat", battle=battle)
        roll = str(self.die) if self.die == self.modified else f"{self.die} (modified {self.modified})"
        odds += f", column {w.combat_table.columns[self.column]}"
        battle = w.battle(self.attackers, self.defenders, odds, roll, self.result, words)
        text = f"{odds}, rolled {roll}: {self.result}, {words}."
        return Line(text, "12.2.2", at, "combat", dice=(self.die,), battle=battle)


class CounterattackOrdered(Event, frozen=True, tag=True):
    front: int
    die: int

    def line(self, s: Any) -> Line:
        name = s.world.command_names[1][self.front]
        return Line(f"{name} was ordered to counterattack.", "7.3.3a", kind="roll", dice=(self.die,))


class CounterattackResolved(Event, frozen=True, tag=True):
    front: int
    attack: int
    defence: int
    column: int
    die: int
    result: str
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()

    def line(self, s: Any) -> Line:
        w = s.world
        name = w.command_names[1][self.front]
        if not self.die:
            return Line(f"{name} had nobody to attack with.", "7.3.5c")
        words = w.tables["counterattack"]["results"][self.result]
        odds = f"{self.attack} to {self.defence}, column {w.counterattack.columns[self.column]}"
        battle = w.battle(self.attackers, self.defenders, odds, str(self.die), self.result, words)
        text = f"Counterattack of {name}: {odds}, rolled {self.die}: {self.result}, {words}."
        return Line(text, "7.3.5b", kind="combat", dice=(self.die,), battle=battle)


class InvasionTried(Event, frozen=True, tag=True):
    unit: int
    hex: int
    die: int
    modified: int
    result: str

    def line(self, s: Any) -> Line:
        words = {"lands": "landed at", "returns": "turned back before", "lost": "was lost at sea off"}
        where = f"{words[self.result]} {s.world.title(self.hex)}"
        return _of(s, self.unit, where, "13.7.2c", self.hex, "roll", self.die)


class AttritionSuffered(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        return _of(s, self.unit, "lost a step to attrition", "10.2.1a", self.hex, "loss")


class HitlerRolled(Event, frozen=True, tag=True):
    die: int
    modified: int
    takes: bool

    def line(self, s: Any) -> Line:
        words = "took command of the army" if self.takes else "left the army to its generals"
        text = f"Hitler {words} (rolled {self.die}, modified {self.modified})."
        return Line(text, "7.5.3", kind="roll", dice=(self.die,))


class GameEnded(Event, frozen=True, tag=True):
    side: int
    points: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(f"{WHO[self.side]} won. Axis Victory Points: {self.points}.", self.rule, kind="end")
