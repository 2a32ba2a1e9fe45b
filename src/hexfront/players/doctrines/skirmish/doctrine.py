"""Skirmish: hold towns, attack where the exchange pays, and stand on good ground."""

from __future__ import annotations

from typing import ClassVar

from hexfront.examples.skirmish import (
    BLUE,
    DONE,
    RED,
    SIDES,
    Attacks,
    Choose,
    Movement,
    Planning,
    Position,
    odds,
)
from hexfront.examples.skirmish import Table as World
from hexfront.hexes import bits
from hexfront.kernel import Action, Seat, SeededSource
from hexfront.players.doctrine import STEADY, Course, Doctrine, Memory, Plan, Question, Table
from hexfront.players.evaluation import squash
from hexfront.players.question import on

GAINS = {"A1": -1.0, "EX": 0.0, "D1": 1.0, "D2": 2.2}


Query = Question[Position]


class SkirmishDoctrine(Doctrine[Position, Query]):
    """Scored moves and attacks. A game is short: playouts go to its end."""

    horizon = 99
    effort = 60
    length = 70.0
    signs: ClassVar[dict[str, int]] = {
        "towns": 1, "strength": 1, "steps": 1, "near": 1, "towns_late": 1, "strength_late": 1,
    }  # fmt: skip

    def plans(self, s: Position, seat: Seat) -> list[Plan]:
        """Ways to move; attacks and the place of the reserve are searched by themselves."""
        if not isinstance(s.agenda[0], Movement):
            return [STEADY]
        return [
            STEADY,
            Plan("bold", 0.6),
            Plan("careful", -0.6),
            Plan("north", 0.0, "north", 1.0),
            Plan("south", 0.0, "south", 1.0),
            Plan("north, boldly", 0.6, "north", 1.0),
            Plan("south, boldly", 0.6, "south", 1.0),
            Plan("towns first", tilts=(("town", 1.8), ("exchange", 0.6))),
            Plan("fight first", 0.3, tilts=(("town", 0.6), ("exchange", 2.0))),
            Plan("stay together", -0.3, tilts=(("danger", 2.5),)),
        ]

    def planning_key(self, s: Position, seat: Seat) -> object:
        """Plan anew at the beginning of every phase, and while moving for every unit."""
        frame = s.agenda[0]
        return s.turn, type(frame).__name__, getattr(frame, "moved", 0)

    def question(
        self, s: Position, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Query:
        return Question(s, seat, legal, plan, memory, source)

    def table(self) -> Table[Query]:
        return on(Planning, self._reserve), on(Movement, self._move), on(Attacks, self._fight)

    def tries(self, q: Query) -> list[Course]:
        """Every attack, and every place for the reserve, is tried."""
        frame = q.s.agenda[0]
        if not isinstance(frame, Planning | Attacks):
            return []
        usual = self.answer(q)
        first = sorted(q.all(Choose), key=lambda x: x != usual)
        return [Course(frame.option(q.s, q.seat, x).label, q.plan, x, 0.7) for x in first]

    def _reserve(self, q: Query, frame: Planning) -> Action:
        named = [(frame.option(q.s, q.seat, x).label, x) for x in q.all(Choose)]
        return self.book(q.s).mix(self.page(q.s, q.seat), named, q.source)

    def _fight(self, q: Query, frame: Attacks) -> Action:
        return max(q.all(Choose), key=lambda a: self._attack(q.s, frame, a.what, q.plan))

    def _attack(self, s: Position, frame: Attacks, at: int, plan: Plan) -> float:
        if at == DONE:
            return 0.0
        gain = self.exchange(s, frame.attackers(s, at), at)
        late = 0.4 if s.turn >= s.world.turns - 1 and s.world.towns >> at & 1 else 0.0
        return gain + late + 0.25 * plan.boldness - 0.05

    def exchange(self, s: Position, units: tuple[int, ...], at: int) -> float:
        """Steps won less steps lost, on average, of an attack by these units."""
        return float(sum(p * GAINS[result] for result, p in odds(s, units, at).chances().items()))

    def _move(self, q: Query, frame: Movement) -> Action:
        """Pick units from the front backwards; walk each to the best hex it can reach."""
        s = q.s
        w = s.world
        choices = [a for a in q.all(Choose) if a.what != DONE]
        if frame.unit == DONE:
            goals = s.held[1 - frame.side] | w.towns
            if not choices:
                return q.legal[0]
            return min(choices, key=lambda a: (self._distance(w, s.where[a.what], goals), a.what))
        best, most = q.legal[0], self._ground(s, frame, s.where[frame.unit], q.plan) + 0.01
        for action in choices:
            worth = self._ground(s, frame, action.what, q.plan)
            if worth > most:
                best, most = action, worth
        return best

    def _distance(self, w: World, i: int, goals: int) -> int:
        return min((w.grid.distance(i, j) for j in bits(goals)), default=0)

    def _ground(self, s: Position, frame: Movement, i: int, plan: Plan) -> float:
        """What it is worth to stand in a hex: towns, targets in reach, good terrain, friends near, the axis."""
        w = s.world
        side, k = frame.side, dict(plan.tilts)
        town, fight = k.get("town", 1.0), k.get("exchange", 1.0)
        mine, theirs = s.held[side] & ~(1 << s.where[frame.unit]), s.held[1 - side]
        open_towns = w.towns & ~mine
        worth = 3.0 * town if w.towns >> i & 1 else 0.0
        if open_towns and not w.towns >> i & 1:
            worth -= 0.5 * town * self._distance(w, i, open_towns)
        worth += 0.3 if w.forest >> i & 1 else 0.0
        around = w.near(i)
        foes = [j for j in around if theirs >> j & 1]
        for j in foes:
            helpers = [s.stack[n][0] for n in w.near(j) if mine >> n & 1]
            gain = self.exchange(s, (frame.unit, *helpers), j)
            worth += 0.6 * fight * (gain + 0.3 * plan.boldness)
        against = sum(s.strength((s.stack[j][0],)) for j in bits(theirs & w.grid.dilate(1 << i, 3)))
        friends = sum(s.strength((s.stack[j][0],)) for j in bits(mine & w.grid.dilate(1 << i, 2)))
        own = s.strength((frame.unit,))
        if against > friends + own:
            worth -= 0.15 * k.get("danger", 1.0) * (against - friends - own) * (1 - 0.5 * plan.boldness)
        if plan.axis:
            row = w.grid.cell(i)[1] / max(1, w.grid.rows - 1)
            worth += plan.weight * (0.5 - abs(row - (0.2 if plan.axis == "north" else 0.8)))
        return worth

    def page(self, s: Position, seat: Seat, plan: bool = False) -> str:
        """Where the reserve arrives, and how the first turn's units are moved."""
        frame = s.agenda[0]
        if isinstance(frame, Movement):
            return f"{seat}: plan" if plan and s.turn == 1 and not frame.moved else ""
        return "" if plan or isinstance(frame, Attacks) else f"{seat}: reserve"

    # --- how it stands

    def names(self, seat: Seat) -> list[str]:
        return ["town", "exchange", "danger"]

    def features(self, s: Position) -> dict[str, float]:
        """Blue less Red: towns, strength, units, and how near to towns units stand, now and towards the end."""
        w = s.world
        gone = min(1.0, s.turn / w.turns)
        lead = {"towns": 0.0, "strength": 0.0, "steps": 0.0, "near": 0.0}
        for side, sign in ((BLUE, 1.0), (RED, -1.0)):
            held = s.held[side]
            open_towns = w.towns & ~held
            lead["towns"] += sign * (held & w.towns).bit_count()
            for u in w.units_of[side]:
                if s.where[u] != -1:
                    lead["strength"] += sign * s.strength((u,)) / 10
                    lead["steps"] += sign * s.steps[u] / 10
                if s.where[u] >= 0 and open_towns:
                    lead["near"] += sign * 0.7 ** self._distance(w, s.where[u], open_towns)
        late = {f"{name}_late": gone * value for name, value in lead.items()}
        return {"constant": 1.0, **lead, **late, "time": gone}

    def tells(self, s: Position, start: Position, seat: Seat) -> dict[str, float]:
        w = s.world
        side = SIDES.index(seat)
        lost = [sum(start.steps[u] - s.steps[u] for u in w.units_of[x]) for x in (BLUE, RED)]
        return {
            "towns held": float((s.held[side] & w.towns).bit_count()),
            "enemy steps destroyed": float(lost[1 - side]),
            "own steps lost": float(-lost[side]),
        }

    def worth(self, s: Position, seat: Seat) -> float:
        if s.result is not None:
            return super().worth(s, seat)
        return self._standing(s, seat)

    def worth_at_end(self, s: Position, seat: Seat) -> float:
        if s.result is None:
            return self._standing(s, seat)
        return 0.85 * super().worth(s, seat) + 0.15 * self.by_hand(s, seat)

    def _standing(self, s: Position, seat: Seat) -> float:
        curve = self.curve_for(s, seat)
        if curve is None:
            return self.by_hand(s, seat)
        blue = curve(self.features(s))
        return blue if seat == "blue" else 1 - blue

    def by_hand(self, s: Position, seat: Seat) -> float:
        w = s.world
        side = SIDES.index(seat)
        score = [10 * (s.held[x] & w.towns).bit_count() + s.strength(w.units_of[x]) for x in (BLUE, RED)]
        late = 0.5 + 0.5 * min(1.0, s.turn / w.turns)
        return squash((score[side] - score[1 - side]) * late / 8)


__all__ = ["SkirmishDoctrine"]
