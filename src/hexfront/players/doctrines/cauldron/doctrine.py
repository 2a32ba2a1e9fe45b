"""Cauldron: stand in towns, keep a line to the edge, and attack where it pays. It asks the rules how far a unit gets."""

from __future__ import annotations

from hexfront.examples.cauldron import LINE, Attacks, Go, March, Moves, Pick, State, reach
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Seat, SeededSource
from hexfront.players.doctrine import Doctrine, Memory, Plan, Question, Table
from hexfront.players.question import on
from hexfront.wargame import read_result

TOWN, FED, NEAR_TOWN, NEAR_FOE, WORTH_IT = 4.0, 1.5, 0.5, 0.25, 0.2
WHOLE = 2  # what the loss of a stack counts for: its steps are seldom all there

Query = Question[State]


class CauldronDoctrine(Doctrine[State, Query]):
    """One look ahead: each unit to the best hex within its reach, each attack by what it wins on average."""

    def question(
        self, s: State, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Query:
        return Question(s, seat, legal, plan, memory, source)

    def names(self, seat: Seat) -> list[str]:
        return ["town", "supply"]

    def table(self) -> Table[Query]:
        return on(Moves, self._pick), on(March, self._walk), on(Attacks, self._attack)

    def _pick(self, q: Query, frame: Moves) -> Action:
        """Those nearest to a goal first, so that they do not stand in the way of the others."""
        goals = _goals(q.s, frame.chooser(q.s))
        return min(
            q.all(Pick), key=lambda a: (_distance(q.s, q.s.where[a.unit], goals), a.unit), default=q.last
        )

    def _walk(self, q: Query, frame: March) -> Action:
        """To the best hex that can be reached, step by step; what is best does not change on the way."""
        here, found = q.s.where[frame.unit], reach(q.s, frame.unit)
        tilts = dict(q.plan.tilts)
        worth = {h: _worth(q.s, frame.unit, h, tilts) for h in (here, *found)}
        best = max(worth, key=lambda h: (worth[h], h == here, -h))
        return q.last if best == here else Go(found.way(best)[0])

    def _attack(self, q: Query, frame: Attacks) -> Action:
        """The attack that wins most on average, if it wins anything to speak of."""

        def gain(target: Go) -> float:
            found = q.s.odds(frame.attackers(q.s, target.hex), target.hex).chances()
            return sum(p * max(-WHOLE, min(WHOLE, read_result(code).gain)) for code, p in found.items())

        best = max(q.all(Go), key=lambda a: (gain(a), -a.hex), default=None)
        return best if best is not None and gain(best) + 0.25 * q.plan.boldness > WORTH_IT else q.last


def _goals(s: State, side: int) -> HexSet:
    """Towns not held yet; if all are, the enemy."""
    return s.world.board.features["town"] & ~s.held_by(side) or s.held_by(1 - side)


def _distance(s: State, h: Hex, goals: HexSet) -> int:
    return min((s.world.grid.distance(h, goal) for goal in bits(goals)), default=0)


def _worth(s: State, u: int, h: Hex, tilts: dict[str, float]) -> float:
    """What it is worth for a unit to stand in a hex."""
    side, is_town = s.world.side[u], s.world.board.features["town"] >> h & 1
    worth = TOWN * tilts.get("town", 1.0) if is_town and s.stack.get(h, (u,)) == (u,) else 0.0
    if 0 <= s.lines(side).distance(h) <= LINE:
        worth += FED * tilts.get("supply", 1.0)
    return (
        worth - NEAR_TOWN * _distance(s, h, _goals(s, side)) - NEAR_FOE * _distance(s, h, s.held_by(1 - side))
    )


__all__ = ["CauldronDoctrine"]
