"""Chapter 7: command points, the secret purchase, initiative, the cup, assigning orders, Zhukov, Hitler."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.turns_east.actions import Assign, Buy, First, Ignore, Return
from hexfront.games.turns_east.activation import Activation
from hexfront.games.turns_east.counterattack import CounterattackDie
from hexfront.games.turns_east.data import (
    AXIS,
    BLITZ,
    HOLD,
    ORDER_IDS,
    SIDE_NAMES,
    SIDES,
    SOVIET,
    ZHUKOV,
    EastWorld,
)
from hexfront.games.turns_east.events import (
    CommandRolled,
    FirstChosen,
    HitlerRolled,
    LeaderMoved,
    MarkerDrawn,
    MarkerIgnored,
    OrderAssigned,
    OrdersBought,
    OrdersRevealed,
    ZhukovRolled,
    marker_name,
    order_effect,
    order_name,
)
from hexfront.games.turns_east.state import GONE, EastState
from hexfront.hexes import bits
from hexfront.kernel import (
    Action,
    Agenda,
    Auto,
    Chance,
    Cup,
    Decision,
    Die,
    Distribution,
    Option,
    Prompt,
    Seat,
    Violation,
    Ware,
)
from hexfront.wargame import Noted, OneDecides, SideDecides, lift
from hexfront.words import plural, quantity

# --- command points


def command_modifier(s: EastState, side: int) -> int:
    """The modifier of a command roll: next turn's weather, and Hitler for the Axis. Cases 7.1.1, 7.5.5c."""
    table = s.world.tables["command"]
    weather = s.world.weather(s.turn + 1)
    if side == SOVIET:
        return int(table["soviet_weather"][weather])
    return int(table["axis_weather"][weather]) + (table["hitler"] if s.hitler else 0)


def command_points(w: EastWorld, side: int, modified: int) -> int:
    """The points a modified roll gives; one command of a small scenario gets its share. Case 7.1.2."""
    table = w.tables["command"]
    row = table[SIDES[side]]
    points = row[max(0, min(len(row) - 1, modified - table["lowest"]))]
    share: int = w.plan.share
    return -(-int(points) // share)


class CommandRoll(Chance, frozen=True, tag=True):
    """One side's roll on its Command Points Table. Case 7.1."""

    side: int

    def outcomes(self, s: EastState) -> Distribution:
        return Die()

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        modified = outcome + command_modifier(s, self.side)
        s.points[self.side] = command_points(s.world, self.side, modified)
        s.emit(CommandRolled(self.side, outcome, modified, s.points[self.side]))
        return ()

    def title(self, s: EastState) -> str:
        more = command_modifier(s, self.side)
        return f"Command Points of the {SIDE_NAMES[self.side]} for turn {s.turn + 1}" + (
            f" ({more:+d})" if more else ""
        )


def price(w: EastWorld, orders: tuple[int, ...]) -> int:
    """What a purchase costs: orders counted as Hold, Withdraw, Assault, Blitz. Case 7.2."""
    return sum(n * w.orders[k + HOLD].cost for k, n in enumerate(orders))


def affordable(w: EastWorld, side: int, points: int) -> tuple[Buy, ...]:
    """Every purchase a side can make with its points."""
    known = w.affordable[side]
    if points not in known:
        known[points] = tuple(
            buy
            for buy in w.purchases
            if price(w, (buy.hold, buy.withdraw, buy.assault, buy.blitz)) <= points
            and not (side == SOVIET and buy.blitz)
        )
    return known[points]


class Purchase(Decision, frozen=True, tag=True):
    """Both sides buy next turn's orders at the same time and in secret. Cases 7.0b, 7.1.3, 7.1.4, 7.1.5, 7.2.
    RULING 7.1-a."""

    rule: ClassVar[str] = "7.1.4"
    takes: ClassVar[tuple[type[Action], ...]] = (Buy,)

    def deciders(self, s: EastState) -> tuple[Seat, ...]:
        if not s.axis_next:
            return ("axis",) if s.soviet_next else SIDES
        return () if s.soviet_next else ("soviet",)

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        return s.world.purchases

    def legal(self, s: EastState, seat: Seat) -> list[Any]:
        side = SIDES.index(seat)
        return list(affordable(s.world, side, s.points[side]))

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        side = SIDES.index(seat)
        orders = (action.hold, action.withdraw, action.assault, action.blitz)
        limit = w.markers["order_markers"]
        if any(n < 0 or n > limit for n in orders):
            return Violation("7.1.4", f"There are {limit} markers of each order.")
        if sum(orders) != len(w.plan.commands):
            return Violation(
                "7.1.4", f"Buy exactly {len(w.plan.commands)}, one order for each of your Commands."
            )
        if side == SOVIET and action.blitz:
            return Violation("7.2.4a", "Blitz is for the Axis only.")
        if price(w, orders) > s.points[side]:
            return Violation(
                "7.1.2", f"That costs {price(w, orders)}; you have {s.points[side]} Command Points."
            )
        return None

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        orders = [action.hold, action.withdraw, action.assault, action.blitz]
        if seat == "axis":
            s.axis_next = orders
        else:
            s.soviet_next = orders
        s.emit(OrdersBought(SIDES.index(seat), tuple(orders)))
        return (self,) if self.deciders(s) else ()

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        side = SIDES.index(seat)
        n = len(s.world.plan.commands)
        return Prompt(
            f"Buy {quantity(n, 'order')} for turn {s.turn + 1} with {s.points[side]} Command Points.",
            "7.1.4",
            "Secret until they go into the cup next turn. Points left over are lost.",
            s.points[side],
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        orders = (action.hold, action.withdraw, action.assault, action.blitz)
        weather = s.world.weather(min(s.turn + 1, len(s.world.turns)))
        names = [order_name(s.world, k + HOLD, weather) for k in range(4)]
        words = ", ".join(
            name if n == 1 else f"{n} × {name}"
            for n, name in zip(reversed(orders), reversed(names), strict=True)
            if n
        )
        spent = price(s.world, orders)
        basket = tuple(
            Ware(name, n, s.world.orders[k + HOLD].cost, order_effect(s.world, k + HOLD, weather))
            for k, (n, name) in reversed(list(enumerate(zip(orders, names, strict=True))))
            if k + HOLD != BLITZ or seat == "axis"
        )
        points = f"{spent} point{'' if spent == 1 else 's'}"
        return Option(f"{words} ({points})", "choose", cost=spent, rule="7.2", basket=basket)


# --- initiative


def initiative(s: EastState) -> int:
    """Who has the initiative: the Soviets in Snow, otherwise the Axis. Case 7.7a."""
    return SOVIET if s.world.weather(s.turn) == "Snow" else AXIS


def markers_of(side: int, orders: list[int]) -> list[str]:
    """Bought orders as markers."""
    out = []
    for k, n in enumerate(orders):
        out += [f"{SIDES[side]} {ORDER_IDS[k + HOLD]}"] * n
    return out


def counterattacks(w: EastWorld, turn: int) -> list[str]:
    """The Counterattack markers in play on a turn. Cases 7.3.1, 7.3.2, 7.3.3b."""
    last = w.tables["counterattack_markers"]["last_turn"]
    return [f"counterattack {letter}" for letter, final in zip("ABCDEF", last, strict=False) if turn <= final]


class InitiativePhase(Auto, frozen=True, tag=True):
    """Fill the cup; the side with the initiative picks the first order. Cases 4.0-IV, 3.1f, 3.1h, 4.0b, 7.4.4,
    5.2.4, 3.1g."""

    def run(self, s: EastState) -> Agenda:
        w = s.world
        s.phase = "initiative"
        s.ignored = 0
        extra = counterattacks(w, s.turn)
        if s.zhukov != "away":
            extra.append("zhukov")
        if s.turn == w.plan.first_turn:
            cup = [f"axis {name}" for name in w.plan.axis_cup] + [
                f"soviet {name}" for name in w.plan.soviet_cup
            ]
            s.cup = cup + extra
            return (AssignOrder(AXIS, ORDER_IDS.index(w.plan.opening)), ActionPhase())
        s.emit(OrdersRevealed(tuple(s.axis_now), tuple(s.soviet_now)))
        s.cup = markers_of(AXIS, s.axis_now) + markers_of(SOVIET, s.soviet_now) + extra
        s.axis_now, s.soviet_now = [], []
        return (ChooseFirst(), ActionPhase())


class ChooseFirst(OneDecides, frozen=True, tag=True):
    """The first order of the turn, of either side. Cases 7.7, 7.7b, 7.4a. RULING 7.7-a. RULING 7.7-b."""

    rule: ClassVar[str] = "7.7b"
    takes: ClassVar[tuple[type[Action], ...]] = (First,)

    def chooser(self, s: EastState) -> int:
        return initiative(s)

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        return (First(marker) for marker in sorted(set(s.cup)))

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        if action.marker not in s.cup:
            return Violation("7.8.4", "Nobody has bought such an order for this turn.")
        if action.marker.startswith("counterattack"):
            return Violation("7.3.1", "Counterattacks only come out of the cup.")
        if action.marker == "zhukov" and initiative(s) != SOVIET:
            return Violation("7.4a", "Only the Soviets can begin with Zhukov, if they have the initiative.")
        return None

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        s.cup.remove(action.marker)
        s.emit(FirstChosen(initiative(s), action.marker))
        if action.marker == "zhukov":
            return (AssignOrder(SOVIET, ZHUKOV),)
        return assign_marker(s, action.marker)

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        return Prompt(
            "You have the initiative: pick the first order of the turn, yours or the enemy's.",
            "7.7b",
            "Its owner chooses the Command it goes to. All other orders are drawn from the cup.",
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        name = marker_name(s.world, action.marker, s.world.weather(s.turn))
        return Option(name, "choose", rule="7.7b")


# --- the cup


def empty_boxes(s: EastState, side: int) -> list[int]:
    """The Commands of a side that have no order yet. Case 7.8.2."""
    return [c for c in s.world.plan.commands if not s.box[4 * side + c]]


class ActionPhase(Auto, frozen=True, tag=True):
    """Draw markers until every Command of both sides has had its order. Cases 4.0-Va, 7.8.1, 7.8-i1, 4.0b.
    RULING 7.8-a."""

    def run(self, s: EastState) -> Agenda:
        s.phase = "action"
        if s.cup and (empty_boxes(s, AXIS) or empty_boxes(s, SOVIET)):
            return (Draw(), self)
        return ()


class Draw(Chance, frozen=True, tag=True):
    """A marker from the Orders Cup. Cases 2.2.3a, 4.0-Vb, 7.4a, 7.4.4."""

    def outcomes(self, s: EastState) -> Distribution:
        return Cup(tuple(s.cup))

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        s.cup.remove(outcome)
        s.emit(MarkerDrawn(outcome))
        if outcome.startswith("counterattack"):
            return (CounterattackDie(),)
        if outcome == "zhukov":
            return draw_zhukov(s)
        if s.zhukov == "used" and not s.ignored and outcome.startswith("soviet") and empty_boxes(s, SOVIET):
            return (Redraw(outcome),)
        return assign_marker(s, outcome)

    def title(self, s: EastState) -> str:
        return f"Draw from the Orders Cup ({len(s.cup)} {plural(len(s.cup), 'marker')})"


def assign_marker(s: EastState, marker: str) -> Agenda:
    """Let the owner of a marker assign it; with every box full it has no effect."""
    name, _, order = marker.partition(" ")
    side = SIDES.index(name)
    if not empty_boxes(s, side):
        s.emit(MarkerIgnored(marker, "7.8.2"))
        return ()
    return (AssignOrder(side, ORDER_IDS.index(order)),)


class AssignOrder(SideDecides, frozen=True, tag=True):
    """The Command an order goes to. Cases 2.2.3b, 3.1g, 7.8, 7.8.2, 7.8.4, 7.4a, 7.4.1, 7.4.2, 7.4.4, 4.0-Vb."""

    rule: ClassVar[str] = "7.8"
    takes: ClassVar[tuple[type[Action], ...]] = (Assign, Return)
    order: int
    may_return: bool = False

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        yield from (Assign(c) for c in s.world.plan.commands)
        yield Return()

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        if type(action) is Return:
            if self.order != ZHUKOV:
                return Violation("7.8.3", "An order must be assigned when it is drawn.")
            if not self.may_return:
                return Violation("7.4.2", "When drawn a second time, Zhukov must take a Front.")
            return None
        if action.command not in s.world.plan.commands:
            return Violation("7.8", "There is no such Command.")
        if s.box[4 * self.side + action.command]:
            name = s.world.command_names[self.side][action.command]
            return Violation("7.8.2", f"{name} already has its order.")
        return None

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        if type(action) is Return:
            s.zhukov = "again"
            s.cup.append("zhukov")
            s.emit(Noted("Zhukov went back into the cup.", "7.4.1"))
            return ()
        s.box[4 * self.side + action.command] = self.order
        if self.order == ZHUKOV:
            s.zhukov = "used"
        s.emit(OrderAssigned(self.side, action.command, self.order))
        return (Activation(self.side, action.command),)

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        name = order_name(s.world, self.order, s.world.weather(s.turn))
        whose = "Zhukov's " if self.order == ZHUKOV else ""
        return Prompt(
            f"Give {whose}{name} to one of your Commands.",
            "7.8",
            f"{order_effect(s.world, self.order, s.world.weather(s.turn))} Every Command gets one order each turn "
            "and acts at once.",
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        if type(action) is Return:
            return Option("Put Zhukov back into the cup", "pass", rule="7.4.1")
        w = s.world
        its = w.board.labels(s.held[self.side] & w.areas[action.command])
        return Option(w.command_names[self.side][action.command], "choose", rule="7.8", shows=its)


# --- Zhukov


def draw_zhukov(s: EastState) -> Agenda:
    """Zhukov out of the cup. Cases 7.4.1, 7.4.2, 7.4.3, 13.10a."""
    if not empty_boxes(s, SOVIET):
        s.emit(MarkerIgnored("zhukov", "7.4.3"))
        return ()
    first = s.zhukov != "again"
    if first and s.world.options["zhukov_command_roll"]:
        return (ZhukovRoll(),)
    return (AssignOrder(SOVIET, ZHUKOV, may_return=first),)


class ZhukovRoll(Chance, frozen=True, tag=True):
    """The optional roll on Zhukov's first draw. Cases 13.10a, 13.10b. RULING 13.10-a."""

    def outcomes(self, s: EastState) -> Distribution:
        return Die()

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        comes = outcome <= s.world.markers["zhukov_range"]
        s.emit(ZhukovRolled(outcome, comes))
        if comes:
            return (AssignOrder(SOVIET, ZHUKOV, may_return=True),)
        s.zhukov = "aside"
        return ()

    def title(self, s: EastState) -> str:
        return f"Does Zhukov take a hand? 1 to {s.world.markers['zhukov_range']}"


class Redraw(OneDecides, frozen=True, tag=True):
    """Zhukov has given an order, so one later Soviet order may be ignored. Case 7.4.4. RULING 7.4-a."""

    by: ClassVar[int] = SOVIET
    rule: ClassVar[str] = "7.4.4"
    takes: ClassVar[tuple[type[Action], ...]] = (Assign, Ignore)
    marker: str

    def _order(self) -> AssignOrder:
        return AssignOrder(SOVIET, ORDER_IDS.index(self.marker.partition(" ")[2]))

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        yield from (Assign(c) for c in s.world.plan.commands)
        yield Ignore()

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        return None if type(action) is Ignore else self._order().violation(s, seat, action)

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        if type(action) is Ignore:
            s.ignored = 1
            s.emit(MarkerIgnored(self.marker, "7.4.4"))
            return ()
        return self._order().apply(s, seat, action)

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        name = marker_name(s.world, self.marker, s.world.weather(s.turn))
        return Prompt(
            f"{name}: give it to a Front, or ignore it because Zhukov gave an order.",
            "7.4.4",
            "You have one order too many this turn and may drop one.",
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        if type(action) is Ignore:
            return Option("Ignore this order and draw again", "pass", rule="7.4.4")
        return self._order().option(s, seat, action)


# --- Hitler


class HitlerRoll(Chance, frozen=True, tag=True):
    """From turn 6 the Axis rolls in each End Phase until Hitler takes command. Cases 7.5.2, 7.5.3, 7.5.4, 7.5.5b,
    13.4.6."""

    def outcomes(self, s: EastState) -> Distribution:
        return Die()

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        w = s.world
        modified = outcome + hitler_modifier(s)
        takes = modified >= w.tables["hitler"]["needed"]
        s.emit(HitlerRolled(outcome, modified, takes))
        if takes:
            s.hitler = s.turn
            for u in bits(w.leaders):
                if w.units[u].id == "guderian" and s.where[u] >= 0:
                    lift(s, u, GONE)
                    s.emit(LeaderMoved(u, -1))
        return ()

    def title(self, s: EastState) -> str:
        return (
            f"Does Hitler take command? {s.world.tables['hitler']['needed']} or more, {hitler_modifier(s):+d}"
        )


def hitler_modifier(s: EastState) -> int:
    """What the cities in Soviet hands add to the Hitler roll. Case 7.5.2."""
    return sum(n for i, n in s.world.hitler_modifiers.items() if not s.axis_towns >> i & 1)


def hitler_may_roll(s: EastState) -> bool:
    """Whether the Hitler roll is due. Cases 7.5.1, 7.5.5a, 7.5.6."""
    return not s.hitler and s.turn >= s.world.tables["hitler"]["first_turn"]
