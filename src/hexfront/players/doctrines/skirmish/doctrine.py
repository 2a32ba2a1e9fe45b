"""Skirmish: hold towns, attack where the exchange pays, and stand on good ground."""

from __future__ import annotations

from typing import Any, ClassVar

from hexfront.examples.skirmish import DONE, FOE, SIDES, Attacks, Choose, Movement
from hexfront.hexes import bits
from hexfront.kernel import Die, Seat, SeededSource
from hexfront.players.doctrine import STEADY, Course, Doctrine, Memory, Plan
from hexfront.players.evaluation import squash

GAINS = {"A1": -1.0, "EX": 0.0, "D1": 1.0, "D2": 2.2}


class SkirmishDoctrine(Doctrine):
    """Scored moves and attacks. A game is short: playouts go to its end."""

    horizon = 99
    effort = 60
    length = 70.0
    signs: ClassVar[dict[str, int]] = {
        "towns": 1, "strength": 1, "steps": 1, "near": 1, "towns_late": 1, "strength_late": 1,
    }  # fmt: skip

    def plans(self, s: Any, seat: Seat) -> list[Plan]:
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

    def planning_key(self, s: Any, seat: Seat) -> Any:
        """Plan anew at the beginning of every phase, and while moving for every unit."""
        frame = s.agenda[0]
        return s.turn, type(frame).__name__, getattr(frame, "moved", 0)

    def courses(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> list[Course]:
        """Every attack, and every place for the reserve, is tried."""
        frame = s.agenda[0]
        if isinstance(frame, Movement):
            return []
        usual = self.choose(s, seat, legal, plan, memory, source)
        rest = [x for x in legal if x != usual]
        return [Course(frame.option(s, seat, x).label, plan, x, 0.7) for x in (usual, *rest)]

    def choose(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> Any:
        frame = s.agenda[0]
        if isinstance(frame, Attacks):
            return max(legal, key=lambda a: self._attack(s, frame, a.what, plan))
        if isinstance(frame, Movement):
            return self._move(s, frame, legal, plan)
        named = [(frame.option(s, seat, x).label, x) for x in legal]
        return self.book(s).mix(self.page(s, seat), named, source)

    def _attack(self, s: Any, frame: Attacks, at: int, plan: Plan) -> float:
        if at == DONE:
            return 0.0
        gain = self.exchange(s, frame.side, frame.attackers(s, at), at)
        late = 0.4 if s.turn >= s.world.turns - 1 and s.world.towns >> at & 1 else 0.0
        return gain + late + 0.25 * plan.boldness - 0.05

    def exchange(self, s: Any, side: str, units: tuple[int, ...], at: int) -> float:
        """Steps won less steps lost, on average, of an attack by these units."""
        w, defender = s.world, s.unit_at[at]
        column = w.combat.column(s.strength(units), s.strength((defender,)))
        column -= (w.forest | w.towns) >> at & 1
        chances = w.combat.chances(column, Die())
        return float(sum(p * GAINS[result] for result, p in chances.items()))

    def _move(self, s: Any, frame: Movement, legal: list[Any], plan: Plan) -> Choose:
        """Pick units from the front backwards; walk each to the best hex it can reach."""
        w = s.world
        if frame.unit == DONE:
            units = [a for a in legal if a.what != DONE]
            enemies = s.held[FOE[frame.side]]
            if not units:
                return legal[0]  # type: ignore[no-any-return]
            near = {a.what: self._distance(w, s.where[a.what], enemies | w.towns) for a in units}
            return min(units, key=lambda a: (near[a.what], a.what))  # type: ignore[no-any-return]
        here = s.where[frame.unit]
        best, most = legal[0], self._ground(s, frame, here, plan) + 0.01
        for action in legal:
            if action.what != DONE:
                worth = self._ground(s, frame, action.what, plan)
                if worth > most:
                    best, most = action, worth
        return best  # type: ignore[no-any-return]

    def _distance(self, w: Any, i: int, goals: int) -> int:
        return min((w.grid.distance(i, j) for j in bits(goals)), default=0)

    def _ground(self, s: Any, frame: Movement, i: int, plan: Plan) -> float:
        """What it is worth to stand in a hex: towns, targets in reach, good terrain, friends near, the axis."""
        w, side, k = s.world, frame.side, dict(plan.tilts)
        town, fight = k.get("town", 1.0), k.get("exchange", 1.0)
        mine, theirs = s.held[side] & ~(1 << s.where[frame.unit]), s.held[FOE[side]]
        open_towns = w.towns & ~mine
        worth = 3.0 * town if w.towns >> i & 1 else 0.0
        if open_towns and not w.towns >> i & 1:
            worth -= 0.5 * town * self._distance(w, i, open_towns)
        worth += 0.3 if w.forest >> i & 1 else 0.0
        around = w.near[i]
        foes = [j for j in around if theirs >> j & 1]
        for j in foes:
            helpers = [s.unit_at[n] for n in w.near[j] if mine >> n & 1]
            gain = self.exchange(s, side, (frame.unit, *helpers), j)
            worth += 0.6 * fight * (gain + 0.3 * plan.boldness)
        against = sum(s.strength((s.unit_at[j],)) for j in bits(theirs & w.grid.dilate(1 << i, 3)))
        friends = sum(s.strength((s.unit_at[j],)) for j in bits(mine & w.grid.dilate(1 << i, 2)))
        own = s.strength((frame.unit,))
        if against > friends + own:
            worth -= 0.15 * k.get("danger", 1.0) * (against - friends - own) * (1 - 0.5 * plan.boldness)
        if plan.axis:
            row = w.grid.cell(i)[1] / max(1, w.grid.rows - 1)
            worth += plan.weight * (0.5 - abs(row - (0.2 if plan.axis == "north" else 0.8)))
        return worth

    def page(self, s: Any, seat: Seat, plan: bool = False) -> str:
        """Where the reserve arrives, and how the first turn's units are moved."""
        frame = s.agenda[0]
        if isinstance(frame, Movement):
            return f"{seat}: plan" if plan and s.turn == 1 and not frame.moved else ""
        return "" if plan or isinstance(frame, Attacks) else f"{seat}: reserve"

    # --- how it stands

    def names(self, seat: Seat) -> list[str]:
        return ["town", "exchange", "danger"]

    def features(self, s: Any) -> dict[str, float]:
        """Blue less Red: towns, strength, units, and how near to towns units stand, now and towards the end."""
        w = s.world
        gone = min(1.0, s.turn / w.turns)
        lead = {"towns": 0.0, "strength": 0.0, "steps": 0.0, "near": 0.0}
        for side, sign in (("blue", 1.0), ("red", -1.0)):
            held = s.held[side]
            open_towns = w.towns & ~held
            lead["towns"] += sign * (held & w.towns).bit_count()
            for u in w.own[side]:
                if s.where[u] != -1:
                    lead["strength"] += sign * s.strength((u,)) / 10
                    lead["steps"] += sign * s.steps[u] / 10
                if s.where[u] >= 0 and open_towns:
                    lead["near"] += sign * 0.7 ** self._distance(w, s.where[u], open_towns)
        late = {f"{name}_late": gone * value for name, value in lead.items()}
        return {"constant": 1.0, **lead, **late, "time": gone}

    def tells(self, s: Any, start: Any, seat: Seat) -> dict[str, float]:
        w, foe = s.world, FOE[seat]
        lost = {x: sum(start.steps[u] - s.steps[u] for u in w.own[x]) for x in SIDES}
        return {
            "towns held": float((s.held[seat] & w.towns).bit_count()),
            "enemy steps destroyed": float(lost[foe]),
            "own steps lost": float(-lost[seat]),
        }

    def worth(self, s: Any, seat: Seat) -> float:
        if s.result is not None:
            return super().worth(s, seat)
        return self._standing(s, seat)

    def worth_at_end(self, s: Any, seat: Seat) -> float:
        if s.result is None:
            return self._standing(s, seat)
        return 0.85 * super().worth(s, seat) + 0.15 * self.by_hand(s, seat)

    def _standing(self, s: Any, seat: Seat) -> float:
        curve = self.curve_for(s, seat)
        if curve is None:
            return self.by_hand(s, seat)
        blue = curve(self.features(s))
        return blue if seat == "blue" else 1 - blue

    def by_hand(self, s: Any, seat: Seat) -> float:
        w = s.world
        score = {x: 10 * (s.held[x] & w.towns).bit_count() + s.strength(w.own[x]) for x in SIDES}
        late = 0.5 + 0.5 * min(1.0, s.turn / w.turns)
        return squash((score[seat] - score[FOE[seat]]) * late / 8)


__all__ = ["SkirmishDoctrine"]
