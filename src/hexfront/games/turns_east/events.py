"""What happened, in the past tense, and the words for the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from hexfront.games.turns_east.data import ORDER_IDS, SIDE_NAMES, SIDES
from hexfront.kernel import CONTROL, Battle, Event, Line

if TYPE_CHECKING:
    from hexfront.games.turns_east.data import EastWorld


def order_name(w: EastWorld, order: int, weather: str) -> str:
    """An order as people say it; Blitz is Mobile Defense in Snow (7.2.4c), Zhukov's order an Assault (7.4.2)."""
    row = w.orders[order]
    return row.snow_name if row.snow_name and weather == "Snow" else row.name


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


class TurnBegan(Event, frozen=True, tag=True):
    turn: int

    def line(self, s: Any) -> Line:
        t = s.world.turns[self.turn - 1]
        return Line(f"Turn {self.turn}, {t.label}: {t.weather}.", "2.1b", kind="turn")


class UnitPlaced(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        return Line(
            f"{u.name} enters at {s.world.title(self.hex)}.", self.rule, s.world.label(self.hex), piece=u.id
        )


class UnitDelayed(Event, frozen=True, tag=True):
    unit: int

    def line(self, s: Any) -> Line:
        return Line(f"{s.world.name(self.unit)} finds no room and waits.", "8.1.4")


class UnitRestored(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        return Line(f"{u.name} takes replacements.", "5.1.6", s.world.label(self.hex), piece=u.id)


class GarrisonPlaced(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        return Line(
            f"{u.name} is left in {s.world.title(self.hex)}.", "13.3.1", s.world.label(self.hex), piece=u.id
        )


class GarrisonRemoved(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        return Line(f"{u.name} leaves {s.world.title(self.hex)}.", "13.3.4", s.world.label(self.hex))


class GarrisonRevived(Event, frozen=True, tag=True):
    unit: int

    def line(self, s: Any) -> Line:
        return Line(f"{s.world.name(self.unit)} can be placed again.", "13.3.3b")


class ArmyQueued(Event, frozen=True, tag=True):
    unit: int
    turn: int

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        return Line(f"{u.name} will be raised again on turn {self.turn}.", "5.2.8b")


class ReplacementAssigned(Event, frozen=True, tag=True):
    unit: int
    front: int

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(
            f"{w.name(self.unit)} goes to {w.command_names[1][self.front]} as a replacement.", "5.2.7"
        )


class CommandRolled(Event, frozen=True, tag=True):
    side: int
    die: int
    modified: int
    points: int

    def line(self, s: Any) -> Line:
        more = self.modified - self.die
        rolled = f"{self.die}" if not more else f"{self.die} {more:+d} = {self.modified}"
        return Line(
            f"{SIDE_NAMES[self.side]} roll {rolled}: {self.points} Command Points for next turn.",
            "7.1.2",
            kind="roll",
            dice=(self.die,),
        )


class OrdersBought(Event, frozen=True, tag=True):
    """Seen in full by the buyer only. Case 7.1.5."""

    side: int
    orders: tuple[int, ...] = ()

    def seen_by(self, seat: str) -> Event | None:
        return self if seat in (SIDES[self.side], CONTROL) else OrdersBought(self.side)

    def line(self, s: Any) -> Line:
        if not self.orders:
            return Line(f"{SIDE_NAMES[self.side]} have bought next turn's orders.", "7.1.5")
        return Line(f"{SIDE_NAMES[self.side]} buy for next turn: {bought_words(self.orders)}.", "7.1.5")


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
        return Line(f"{SIDE_NAMES[self.side]} have the initiative and begin with {name}.", "7.7b")


class MarkerDrawn(Event, frozen=True, tag=True):
    marker: str

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(
            f"Drawn from the cup: {marker_name(w, self.marker, w.weather(s.turn))}.", "2.2.3a", kind="draw"
        )


class MarkerIgnored(Event, frozen=True, tag=True):
    marker: str
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(f"{marker_name(w, self.marker, w.weather(s.turn))} has no effect.", self.rule)


class OrderAssigned(Event, frozen=True, tag=True):
    side: int
    command: int
    order: int

    def line(self, s: Any) -> Line:
        w = s.world
        name = order_name(w, self.order, w.weather(s.turn))
        by = " by Zhukov" if self.order == 5 else ""
        return Line(f"{w.command_names[self.side][self.command]}: {name}{by}.", "7.8", kind="order")


class ZhukovReturned(Event, frozen=True, tag=True):
    def line(self, s: Any) -> Line:
        return Line("Zhukov goes back into the cup.", "7.4.1")


class ZhukovRolled(Event, frozen=True, tag=True):
    die: int
    comes: bool

    def line(self, s: Any) -> Line:
        words = "takes a hand" if self.comes else "is not to be had this turn"
        return Line(f"Zhukov {words}.", "13.10a" if self.comes else "13.10b", kind="roll", dice=(self.die,))


class LeaderRolled(Event, frozen=True, tag=True):
    unit: int
    die: int
    succeeds: bool

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        words = "may give his Panzers another order" if self.succeeds else "follows the Army Group's order"
        return Line(f"{u.name} {words}.", "13.4.4", kind="roll", dice=(self.die,), piece=u.id)


class OwnOrderGiven(Event, frozen=True, tag=True):
    unit: int
    order: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        u = w.units[self.unit]
        return Line(f"{u.name}: {order_name(w, self.order, w.weather(s.turn))}.", self.rule, piece=u.id)


class UnitsMoved(Event, frozen=True, tag=True):
    units: tuple[int, ...]
    path: tuple[int, ...]

    def line(self, s: Any) -> Line:
        w = s.world
        names = ", ".join(w.name(u) for u in self.units)
        return Line(
            f"{names}: {w.title(self.path[0])} to {w.title(self.path[-1])}.",
            "11.1.1",
            w.label(self.path[-1]),
            "move",
            tuple(w.label(i) for i in self.path),
            piece=w.units[self.units[0]].id,
        )


class UnitEliminated(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        at = s.world.label(self.hex) if self.hex >= 0 else ""
        return Line(f"{u.name} is eliminated.", self.rule, at, "loss", piece=u.id)


class StepLost(Event, frozen=True, tag=True):
    unit: int
    hex: int
    left: int

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        rule = "12.2.3b" if u.kind == "army" and self.left == 2 else "12.2.3a"
        more = " and takes its replacement counter" if rule == "12.2.3b" else ""
        return Line(f"{u.name} loses a step{more}.", rule, s.world.label(self.hex), "loss", piece=u.id)


class FateRolled(Event, frozen=True, tag=True):
    unit: int
    die: int
    gone: bool

    def line(self, s: Any) -> Line:
        words = "is lost for good" if self.gone else "can be raised again"
        return Line(f"{s.world.name(self.unit)} {words}.", "12.3.5b", kind="roll", dice=(self.die,))


class LeaderMoved(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        if self.hex < 0:
            return Line(f"{u.name} is out of the game.", "13.4.3", piece=u.id)
        return Line(
            f"{u.name} joins the Panzers at {s.world.title(self.hex)}.", "13.4.3", s.world.label(self.hex)
        )


class TownTaken(Event, frozen=True, tag=True):
    side: int
    hex: int

    def line(self, s: Any) -> Line:
        words = "The Axis takes" if self.side == 0 else "The Soviets take"
        return Line(f"{words} {s.world.title(self.hex)}.", "9.3a", s.world.label(self.hex), "capture")


class AttackDeclared(Event, frozen=True, tag=True):
    side: int
    target: int
    attackers: tuple[int, ...]
    mobile: bool

    def line(self, s: Any) -> Line:
        w = s.world
        names = ", ".join(w.name(u) for u in self.attackers)
        kind = "Mobile Assault on" if self.mobile else "Attack on"
        rule = "12.4" if self.mobile else "12.1.1"
        battle = Battle(side=SIDES[self.side], attackers=tuple(w.units[u].id for u in self.attackers))
        return Line(
            f"{kind} {w.title(self.target)}: {names}.", rule, w.label(self.target), "attack", battle=battle
        )


class SupportAdded(Event, frozen=True, tag=True):
    side: int
    target: int

    def line(self, s: Any) -> Line:
        name, rule = ("The Luftwaffe", "13.8.3") if self.side == 0 else ("The T-34 brigades", "13.9")
        return Line(f"{name} takes part.", rule, s.world.label(self.target))


def battle_card(
    w: EastWorld,
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    odds: str,
    roll: str,
    result: str,
    words: str,
) -> Battle:
    return Battle(
        side=SIDES[w.side[attackers[0]]] if attackers else "",
        attackers=tuple(w.units[u].id for u in attackers),
        defenders=tuple(w.units[u].id for u in defenders),
        odds=odds,
        roll=roll,
        result=result,
        words=words,
    )


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
            battle = battle_card(
                w, self.attackers, self.defenders, f"{odds}, below 1:2", "", self.result, words
            )
            return Line(f"{odds}: below 1:2, {self.result}: {words}.", "12.2.1b", at, "combat", battle=battle)
        roll = str(self.die) if self.die == self.modified else f"{self.die} (modified {self.modified})"
        odds += f", column {w.combat_table.columns[self.column]}"
        return Line(
            f"{odds}, roll {roll}: {self.result}, {words}.",
            "12.2.2",
            at,
            "combat",
            dice=(self.die,),
            battle=battle_card(w, self.attackers, self.defenders, odds, roll, self.result, words),
        )


class StackRetreated(Event, frozen=True, tag=True):
    units: tuple[int, ...]
    path: tuple[int, ...]
    rule: str = "12.3.1"

    def line(self, s: Any) -> Line:
        w = s.world
        names = ", ".join(w.name(u) for u in self.units)
        return Line(
            f"{names}: retreat to {w.title(self.path[-1])}.",
            self.rule,
            w.label(self.path[-1]),
            "retreat",
            tuple(w.label(i) for i in self.path),
        )


class UnitAdvanced(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        u = w.units[self.unit]
        return Line(
            f"{u.name} advances to {w.title(self.hex)}.", self.rule, w.label(self.hex), "advance", piece=u.id
        )


class CounterattackOrdered(Event, frozen=True, tag=True):
    front: int
    die: int

    def line(self, s: Any) -> Line:
        name = s.world.command_names[1][self.front]
        return Line(f"{name} is ordered to counterattack.", "7.3.3a", kind="roll", dice=(self.die,))


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
            return Line(f"{name} has nobody to attack with.", "7.3.5c")
        words = w.tables["counterattack"]["results"][self.result]
        odds = f"{self.attack} to {self.defence}, {w.counterattack.columns[self.column]}"
        return Line(
            f"Counterattack of {name}: {odds}: {self.result}, {words}.",
            "7.3.5b",
            kind="combat",
            dice=(self.die,),
            battle=battle_card(w, self.attackers, self.defenders, odds, str(self.die), self.result, words),
        )


class InvasionTried(Event, frozen=True, tag=True):
    unit: int
    hex: int
    die: int
    modified: int
    result: str

    def line(self, s: Any) -> Line:
        w = s.world
        u = w.units[self.unit]
        words = {"lands": "lands at", "returns": "turns back before", "lost": "is lost at sea off"}[
            self.result
        ]
        return Line(
            f"{u.name} {words} {w.title(self.hex)}.", "13.7.2c", w.label(self.hex), "roll", dice=(self.die,)
        )


class AttritionSuffered(Event, frozen=True, tag=True):
    unit: int
    hex: int

    def line(self, s: Any) -> Line:
        u = s.world.units[self.unit]
        return Line(
            f"{u.name} wastes away without supply.", "10.2.1a", s.world.label(self.hex), "loss", piece=u.id
        )


class HitlerRolled(Event, frozen=True, tag=True):
    die: int
    modified: int
    takes: bool

    def line(self, s: Any) -> Line:
        words = "takes command of the army" if self.takes else "leaves the army to its generals"
        return Line(
            f"Hitler {words} ({self.die} modified to {self.modified}).",
            "7.5.3",
            kind="roll",
            dice=(self.die,),
        )


class GameEnded(Event, frozen=True, tag=True):
    side: int
    points: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(
            f"{SIDE_NAMES[self.side]} win. Axis Victory Points: {self.points}.", self.rule, kind="end"
        )
