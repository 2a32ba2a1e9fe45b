"""Hitler Turns East: which orders to buy, which Commands get them, and which units take replacements."""

from __future__ import annotations

from hexfront.games.turns_east import actions as a
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SIDES, SOVIET, WITHDRAW
from hexfront.games.turns_east.orders import AssignOrder, ChooseFirst, Purchase, Redraw
from hexfront.games.turns_east.reinforcement import AssignReplacement, Replacements
from hexfront.games.turns_east.special import OwnOrder
from hexfront.games.turns_east.state import factor, units_at
from hexfront.hexes import bits
from hexfront.kernel import Action
from hexfront.players.doctrines.turns_east.desk import Desk

ORDERS = {"hold": HOLD, "withdraw": WITHDRAW, "assault": ASSAULT, "blitz": BLITZ}
SEASON = {"Fair": "fair", "Light Mud": "fair", "Frost": "fair", "Mud": "mud", "Snow": "snow"}
FIRST = {"blitz": 4.0, "assault": 3.0, "hold": 1.0, "withdraw": 0.0}  # which order is drawn first
ZHUKOV = 5.0
NEARLY = 0.35  # purchases by so much worse than the best are as good


def worth_of_orders(d: Desk, turn: int) -> dict[int, float]:
    """What each order is worth to a Command of the side on a turn."""
    table = d.doctrine.orders[SIDES[d.side]][SEASON[d.w.weather(turn)]]
    return {ORDERS[name]: worth for name, worth in table.items()}


def purchases(d: Desk) -> list[tuple[float, a.Buy]]:
    """What can be bought, the best first."""
    table = worth_of_orders(d, min(d.s.turn + 1, len(d.w.turns)))
    bold = 1 + 0.15 * d.plan.boldness

    def worth(x: a.Buy) -> float:
        bought = {HOLD: x.hold, WITHDRAW: x.withdraw, ASSAULT: x.assault, BLITZ: x.blitz}
        return float(sum(n * table[k] * (bold if k in (ASSAULT, BLITZ) else 1) for k, n in bought.items()))

    return sorted(((worth(x), x) for x in d.all(a.Buy)), key=lambda each: -each[0])


def buy(d: Desk, frame: Purchase) -> Action:
    """The purchase worth most, or one nearly as good: a mix is harder to guess."""
    ranked = purchases(d)
    near = [x for worth, x in ranked if worth >= ranked[0][0] - NEARLY]
    if d.s.turn > 1:
        return near[d.source.below(len(near))]
    named = [(frame.option(d.s, d.seat, x).label, x) for x in near]
    return d.doctrine.book(d.s).mix(d.doctrine.page(d.s, d.seat), named, d.source)


def need(d: Desk, command: int) -> float:
    """How much a Command matters now: strength and objectives at stake in its area."""
    s, w = d.s, d.w
    area = w.areas[command]
    axis, soviet = (
        sum(factor(s, u) for i in bits(s.held[side] & area) for u in bits(units_at(s, i) & w.stackers))
        for side in (AXIS, SOVIET)
    )
    stake = sum(v for i, v in d.ground.value.items() if area >> i & 1 and not s.axis_towns >> i & 1)
    return float(axis * 0.3 + min(axis, soviet) * 0.1 + stake)


def assign(d: Desk, frame: AssignOrder) -> Action:
    return _assign(d, frame.order)


def assign_again(d: Desk, frame: Redraw) -> Action:
    return _assign(d, frame._order().order)


def _assign(d: Desk, order: int) -> Action:
    """The strong orders to the Commands that matter most, the weak ones to those that matter least."""
    assigns = d.all(a.Assign)
    if not assigns:
        return d.legal[0]
    settled = d.doctrine.assign_order(d, order, assigns)
    if settled is not None:
        return settled

    def wanted(x: a.Assign) -> float:
        weighty = d.plan.axis == d.w.command_names[AXIS][x.command]
        return need(d, x.command) + (d.plan.weight * 3 if weighty else 0.0)

    return min(assigns, key=wanted) if order in (HOLD, WITHDRAW) else max(assigns, key=wanted)


def first(d: Desk, frame: ChooseFirst) -> Action:
    """Zhukov, else the side's own strongest order."""

    def worth(x: a.First) -> float:
        own, _, order = x.marker.partition(" ")
        if own == "zhukov":
            return ZHUKOV
        return FIRST.get(order, 0.0) if own == SIDES[d.side] else -1.0

    return max(d.all(a.First), key=worth)


def own_order(d: Desk, frame: OwnOrder) -> Action:
    """An order of a leader's own where it is better than that of his Command."""
    table = worth_of_orders(d, d.s.turn)
    current = table.get(d.s.box[4 * d.side + frame.command], 0.0)
    best = max(d.all(a.Give), key=lambda x: table.get(x.order, 0.0), default=None)
    if best is not None and table.get(best.order, 0.0) > current:
        return best
    return next(iter(d.all(a.Keep)), d.legal[0])


# --- replacements


def send_replacement(d: Desk, frame: AssignReplacement) -> Action:
    return max(d.all(a.Assign), key=lambda x: d.doctrine.want(d, x.command))


def replace(d: Desk, frame: Replacements) -> Action:
    """The unit that lacks most; then garrisons for the towns that count most."""
    s, w = d.s, d.w
    restores = d.all(a.Restore)
    if restores:
        return max(restores, key=lambda x: float(w.units[x.unit].factors[0] - factor(s, x.unit)))
    return d.doctrine.garrison(d) or d.last


def leave_garrison(d: Desk) -> Action | None:
    """A garrison for the town that counts most."""
    garrisons = d.all(a.Garrison)
    return max(garrisons, key=lambda x: d.ground.value.get(d.s.where[x.army], 0.0), default=None)


__all__ = [
    "assign", "assign_again", "buy", "first", "leave_garrison", "need", "own_order", "purchases", "replace", "send_replacement",
]  # fmt: skip
