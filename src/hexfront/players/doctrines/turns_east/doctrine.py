"""Hitler Turns East: drive on the cities in the fair months, hold what was won in the snow; or trade ground for time,
stand in front of the cities, and strike when winter comes."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import msgspec

from hexfront.games.turns_east import actions as a
from hexfront.games.turns_east.combat import Assembly, ChooseTarget, DefenderSupport
from hexfront.games.turns_east.counterattack import MoveToContact
from hexfront.games.turns_east.data import SIDES, EastWorld
from hexfront.games.turns_east.losses import ChooseLoss
from hexfront.games.turns_east.movement import ChooseMover, Moving, Overstacked
from hexfront.games.turns_east.orders import AssignOrder, ChooseFirst, Purchase, Redraw
from hexfront.games.turns_east.reinforcement import AssignReplacement, PlaceUnit, Replacements
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat
from hexfront.games.turns_east.special import OwnOrder, PartisanFront, PlacePartisans
from hexfront.games.turns_east.state import EastState
from hexfront.kernel import Action, Game, Seat, SeededSource
from hexfront.players.doctrine import STEADY, Course, Doctrine, Memory, Plan, Table
from hexfront.players.doctrines.turns_east.arrivals import go, rise
from hexfront.players.doctrines.turns_east.combat import (
    advance,
    assemble,
    give_up,
    lose,
    support_defence,
    target,
)
from hexfront.players.doctrines.turns_east.desk import Desk
from hexfront.players.doctrines.turns_east.movement import pick, step
from hexfront.players.doctrines.turns_east.moves import Reach
from hexfront.players.doctrines.turns_east.orders import (
    assign,
    assign_again,
    buy,
    first,
    leave_garrison,
    need,
    own_order,
    replace,
    send_replacement,
)
from hexfront.players.doctrines.turns_east.plan import candidates
from hexfront.players.doctrines.turns_east.read import EastGround, Picture, Scales
from hexfront.players.doctrines.turns_east.sight import Sight
from hexfront.players.doctrines.turns_east.worth import burdens, chance_of_axis, features, tells
from hexfront.players.evaluation import squash
from hexfront.players.plan import Numbers
from hexfront.players.question import on
from hexfront.wargame import read_toml

SHORT = 3  # turns of a game that is soon over


class TurnsEastDoctrine(Doctrine[EastState, Desk]):
    """Scored clicks: where to stand, what to attack, what to buy."""

    horizon = 1
    effort = 48
    length = 130.0
    signs: ClassVar[dict[str, int]] = {
        "lined": 1, "held": 1, "near": 1, "guarded": -1, "lined_late": 1, "axis": 1, "soviet": -1, "panzers": 1,
        "axis_early": 1, "soviet_early": -1, "axis_cut": -1, "soviet_cut": 1, "goal": 1, "goals": 1, "goals_watched": -1,
    }  # fmt: skip

    def __init__(self, game: Game[EastState]) -> None:
        super().__init__(game)
        self._grounds: dict[bytes, EastGround] = {}
        numbers = read_toml(Path(__file__).with_name("numbers.toml"))
        self.numbers: tuple[Numbers, Numbers] = (numbers["axis"], numbers["soviet"])
        self.short: tuple[Numbers, Numbers] = (numbers["axis"] | numbers["axis_short"], numbers["soviet"])
        self.scales = msgspec.convert(numbers["scales"], Scales)
        self.orders: dict[str, dict[str, Numbers]] = numbers["orders"]
        self.weights: Numbers = numbers["worth"]

    def ground(self, w: EastWorld) -> EastGround:
        found = self._grounds.get(w.key)
        if found is None:
            found = self._grounds[w.key] = EastGround(w, self.scales)
        return found

    def picture(self, d: Desk, command: int, k: Numbers, units: tuple[int, ...] | None = None) -> Picture:
        """The board as it is now, for the units of a Command or for a few."""
        return Picture(d.s, d.side, command, d.ground, d.plan, k, units, self.sight(d))

    def sight(self, d: Desk) -> Sight | None:
        """In a playout the enemy is looked at anew only when he has changed."""
        s = d.s
        if not d.memory.quick:
            return None
        key = (s.turn, s.held[1 - d.side], tuple(s.box), tuple(s.steps))
        return d.memory.once(f"sight {d.side}", key, lambda: Sight(s, d.side, d.ground))

    def post_units(
        self, picture: Picture, movers: list[tuple[int, ...]], reaches: list[Reach]
    ) -> dict[int, int]:
        """Where units are sent before each is looked at by itself."""
        return {}

    def assign_order(self, d: Desk, order: int, assigns: list[a.Assign]) -> a.Assign | None:
        """Which Commands get an order, apart from those that matter most and least."""
        return None

    def garrison(self, d: Desk) -> Action | None:
        """A garrison to be left somewhere, or fetched."""
        return leave_garrison(d)

    def want(self, d: Desk, command: int) -> float:
        """How much a Command wants a replacement."""
        return need(d, command)

    def numbers_of(self, s: EastState, side: int) -> Numbers:
        """The numbers of a side; in a game of few turns it need not think of later ones."""
        return (self.short if s.world.plan.last_turn <= SHORT else self.numbers)[side]

    def question(
        self, s: EastState, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Desk:
        return Desk(self, s, seat, legal, plan, memory, source)

    def table(self) -> Table[Desk]:
        return (
            on(ChooseMover, pick),
            on(Moving, step),
            on(ChooseTarget, target),
            on(Assembly, assemble),
            on(DefenderSupport, support_defence),
            on(ChooseLoss, lose),
            on(Overstacked, give_up),
            on(ChooseAdvance, advance),
            on(ChooseRetreat, go),
            on(MoveToContact, go),
            on(PlaceUnit, go),
            on(PartisanFront, rise),
            on(PlacePartisans, go),
            on(Purchase, buy),
            on(ChooseFirst, first),
            on(AssignOrder, assign),
            on(Redraw, assign_again),
            on(OwnOrder, own_order),
            on(Replacements, replace),
            on(AssignReplacement, send_replacement),
        )

    # --- plans

    def plans(self, s: EastState, seat: Seat) -> list[Plan]:
        """Ways to carry out the order of the Command now activated; at other times there is nothing to choose."""
        side = SIDES.index(seat)
        if not s.active & s.world.masks[side]:
            return [STEADY]
        return [
            STEADY,
            Plan("close the ring", tilts=(("pocket", 1.8), ("cut", 2.0))),
            Plan("take ground", tilts=(("pull", 1.8), ("take", 1.6))),
            Plan("keep together", -0.5, tilts=(("pull", 0.6), ("cutoff", 1.5), ("danger", 1.6))),
            Plan("strike", 0.4, tilts=(("attack", 1.7),)),
            Plan("boldly", 0.7),
            Plan("hold what counts", tilts=(("guard", 2.5), ("points", 2.5), ("pull", 0.6))),
        ]

    def is_played_out(self, s: EastState, start: EastState, seat: Seat) -> bool:
        """A plan is judged at the end of the turn, orders bought for the next one at the end of that; a game of two
        turns is played to its end."""
        longer = isinstance(start.agenda[0], Purchase) or s.world.plan.last_turn <= 2
        return bool(s.turn > start.turn + longer)

    def planning_key(self, s: EastState, seat: Seat) -> object:
        side = SIDES.index(seat)
        orders = tuple(s.box[4 * side : 4 * side + 4])
        return s.turn, orders, bool(s.active & s.world.masks[side])

    def tries(self, q: Desk) -> list[Course]:
        """What is worth playing out by itself: orders, arrivals, attacks, advances, retreats, losses."""
        return candidates(q)

    def page(self, s: EastState, seat: Seat, plan: bool = False) -> str:
        """In the first turn: how each Command carries out its order, and the orders for the second."""
        if s.turn > 1:
            return ""
        frame, side = s.agenda[0], SIDES.index(seat)
        if plan:
            command = getattr(frame, "command", -1)
            order = s.box[4 * side + command] if command >= 0 else 0
            return f"{seat}: plan {command} {order}" if s.active else ""
        if isinstance(frame, Purchase):
            return f"{seat}: orders with {s.points[side]}"
        if isinstance(frame, OwnOrder):
            return f"{seat}: own order {frame.command}"
        return f"{seat}: first" if isinstance(frame, ChooseFirst) else ""

    # --- how it stands

    def names(self, seat: Seat) -> list[str]:
        return list(self.numbers[SIDES.index(seat)])

    def features(self, s: EastState) -> dict[str, float]:
        return features(s)

    def tells(self, s: EastState, start: EastState, seat: Seat) -> dict[str, float]:
        return tells(s, start, SIDES.index(seat))

    def worth(self, s: EastState, seat: Seat) -> float:
        if s.result is not None:
            return super().worth(s, seat)
        curve = self.curve_for(s, seat)
        if curve is None:
            return self.by_hand(s, seat)
        axis = curve(features(s), burdens(s))
        return axis if seat == "axis" else 1 - axis

    def worth_at_end(self, s: EastState, seat: Seat) -> float:
        if s.result is None:
            return self.worth(s, seat)
        lead = s.result.scores.get("axis", 0.0) - s.world.needed + 0.5
        narrowly = squash(1.2 * lead if seat == "axis" else -1.2 * lead)
        return 0.8 * super().worth(s, seat) + 0.2 * narrowly

    def by_hand(self, s: EastState, seat: Seat) -> float:
        axis = chance_of_axis(s, self.weights)
        return axis if seat == "axis" else 1 - axis


__all__ = ["TurnsEastDoctrine"]
