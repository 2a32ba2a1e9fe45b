"""For the Motherland!: plan attacks, concentrate, close pockets, keep a line in supply, take cities."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland.administration import Combination, Conversion, Evacuation, Produced, Rebuilding
from hexfront.games.motherland.chits import Command, KeepOne
from hexfront.games.motherland.combat import Attacks, Forming, Support
from hexfront.games.motherland.kinds import AXIS, PHASE_TITLES, SEATS, SOVIET
from hexfront.games.motherland.long_moves import LongMove, LongMoves
from hexfront.games.motherland.movement import March, Moves
from hexfront.games.motherland.options import FactoryLoss
from hexfront.games.motherland.partisans import Gathering, Interdicted
from hexfront.games.motherland.reinforcements import Placement, Reinforcements
from hexfront.games.motherland.results import Advances, Choice, MustLose, Retreats, ZocLoss
from hexfront.games.motherland.stacking import Trim
from hexfront.games.motherland.state import State, axis_holds
from hexfront.games.motherland.supply_phase import Airlift, AttritionLoss, Expenditure
from hexfront.games.motherland.victory import front_gap
from hexfront.games.motherland.world import World
from hexfront.hexes import HexSet
from hexfront.kernel import Action, Chance, Game, Seat, SeededSource
from hexfront.players.doctrine import STEADY, Course, Doctrine, Ending, Memory, Plan, Table
from hexfront.players.doctrines.motherland import chores, combat, moves
from hexfront.players.doctrines.motherland.attack import Planner
from hexfront.players.doctrines.motherland.desk import Desk
from hexfront.players.doctrines.motherland.numbers import NUMBERS
from hexfront.players.doctrines.motherland.plan import candidates, plans
from hexfront.players.doctrines.motherland.read import INITIATIVE, MotherlandGround, strength
from hexfront.players.doctrines.motherland.worth import (
    burdens,
    ending,
    features,
    is_played_out,
    narrowly,
    tells,
)
from hexfront.players.evaluation import squash
from hexfront.players.plan import Numbers
from hexfront.players.question import on

WIDE = 4  # hexes missing from a line beyond which it makes no difference


class MotherlandDoctrine(Doctrine[State, Desk]):
    """Attacks are planned for the whole phase; everybody else holds the line, click by scored click."""

    horizon = 1
    effort = 28
    length = 450.0
    signs: ClassVar[dict[str, int]] = {
        "points": 1, "points_late": 1, "axis_early": 1, "axis_late": 1, "soviet_early": -1, "soviet_late": -1,
        "axis_out": -1, "soviet_out": 1, "axis_gap": -1, "soviet_gap": 1, "gaps_late": 1,
    }  # fmt: skip

    def __init__(self, game: Game[State]) -> None:
        super().__init__(game)
        self._grounds: dict[bytes, MotherlandGround] = {}
        self._leads: dict[bytes, float] = {}  # how far the Axis is ahead at the beginning
        x = NUMBERS
        self.numbers: tuple[Numbers, Numbers] = (x.axis, x.soviet)
        self.later: tuple[Numbers, Numbers] = (x.axis | x.axis_later, x.soviet | x.soviet_later)
        self.usual = x.usual

    def numbers_of(self, s: State, side: int) -> Numbers:
        """The numbers of a side: the initiative changes on turn 12."""
        return (self.later if s.turn >= INITIATIVE else self.numbers)[side]

    def ground(self, w: World) -> MotherlandGround:
        found = self._grounds.get(w.key)
        if found is None:
            found = self._grounds[w.key] = MotherlandGround(w)
        return found

    def question(
        self, s: State, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Desk:
        return Desk(self, s, seat, legal, plan, memory, source)

    def table(self) -> Table[Desk]:
        return (
            on(Reinforcements, chores.take_up),
            on(Placement, chores.place),
            on(Produced, chores.place),
            on(Conversion, chores.convert),
            on(Combination, chores.take_up),
            on(Rebuilding, chores.rebuild),
            on(Evacuation, chores.evacuate),
            on(FactoryLoss, chores.close_factory),
            on(LongMoves, chores.send),
            on(LongMove, chores.go_far),
            on(Expenditure, chores.expend),
            on(Airlift, chores.airlift),
            on(Gathering, chores.gather),
            on(Interdicted, chores.interdict),
            on(Command, chores.command),
            on(KeepOne, chores.keep_chit),
            on(Moves, moves.pick),
            on(March, moves.march),
            on(Attacks, combat.target),
            on(Forming, combat.form),
            on(Support, combat.support),
            on(Choice, combat.result),
            on(MustLose, combat.lose),
            on(ZocLoss, combat.lose),
            on(AttritionLoss, combat.lose),
            on(Trim, combat.trim),
            on(Retreats, combat.retreat),
            on(Advances, combat.advance),
        )

    # --- what a phase is planned by

    def orders(self, d: Desk, frame: Moves) -> dict[int, int]:
        """Where units are sent in this phase."""
        return moves.orders_of_attacks(d, frame)

    def long_orders(self, d: Desk, frame: LongMoves | LongMove) -> dict[int, int]:
        """Who goes by rail in this phase, and where to, if that is planned for all together."""
        return {}

    def bounds(self, d: Desk) -> HexSet:
        """The hexes that overruns, and units left to themselves, go to."""
        return d.w.land

    def lure(self, d: Desk, group: list[int], target: int) -> float:
        """What an overrun is worth beside its result: the place it leads to, less what the group would do otherwise."""
        return 0.0

    def planner(self, d: Desk, reaches: dict[int, dict[int, int]]) -> Planner:
        """The attacks to choose from where everybody stands."""
        return Planner(d, reaches, fixed=True)

    def sites(self, d: Desk) -> dict[int, int] | None:
        """Where Supply Bases are sent, if they are placed together."""
        return None

    # --- plans

    def plans(self, s: State, seat: Seat) -> list[Plan]:
        """A side plans its own phases; in between there is nothing to choose."""
        return plans(s) if s.side == SEATS.index(seat) else [STEADY]

    def tries(self, q: Desk) -> list[Course]:
        """In the last phases of the game: single attacks."""
        return candidates(q)

    def page(self, s: State, seat: Seat, plan: bool = False) -> str:
        """The plan of each phase of the first turn."""
        first = plan and s.turn == s.world.plan.first and s.side == SEATS.index(seat)
        return f"{seat}: plan for the {PHASE_TITLES[s.phase]}" if first else ""

    def planning_key(self, s: State, seat: Seat) -> object:
        return s.turn, s.phase

    def is_played_out(self, s: State, start: State, seat: Seat) -> bool:
        return is_played_out(s, start, seat)

    def ending(self, s: State, frame: Chance, seat: Seat) -> Ending | None:
        return ending(frame, seat)

    def names(self, seat: Seat) -> list[str]:
        return list(self.numbers[SEATS.index(seat)])

    # --- how it stands

    def features(self, s: State) -> dict[str, float]:
        return features(s)

    def tells(self, s: State, start: State, seat: Seat) -> dict[str, float]:
        return tells(s, start, SEATS.index(seat))

    def worth(self, s: State, seat: Seat) -> float:
        if s.result is not None:
            return super().worth(s, seat)
        curve = self.curve_for(s, seat)
        if curve is None:
            return self.by_hand(s, seat)
        base = curve(features(s), burdens(s))
        return base if SEATS.index(seat) == AXIS else 1 - base

    def worth_at_end(self, s: State, seat: Seat) -> float:
        if s.result is None:
            return self.worth(s, seat)
        return 0.5 * super().worth(s, seat) + 0.5 * narrowly(s, SEATS.index(seat))

    def by_hand(self, s: State, seat: Seat) -> float:
        """Cities and forces, beside what they were at the beginning: scenarios are made to be even. In a long war they
        are held beside what they usually are on the turn."""
        w = s.world
        if w.key not in self._leads:
            self._leads[w.key] = self._lead(self.game.start(w.setup))
        lead = self._lead(s) - self._leads[w.key]
        usual = self.usual.get(w.setup.scenario)
        if usual is not None:
            lead = usual.counts * (lead - usual.leads[min(s.turn, len(usual.leads)) - 1])
        base = squash(lead)
        return base if SEATS.index(seat) == AXIS else 1 - base

    def _lead(self, s: State) -> float:
        """How far the Axis is ahead, by figures set by hand: cities, forces, those out of supply counting half, and
        holes in the line where they cost points."""
        w = s.world
        values = self.ground(w).value
        cities = sum(v if axis_holds(s, h) else -v for h, v in values.items())
        force = [0.0, 0.0]
        for h in s.stack:
            for u in s.stack[h]:
                if w.combat[u]:
                    force[w.side[u]] += sum(strength(s, u)) * (0.5 if s.supply[u] else 1.0)
        lead = 0.15 * cities + 9.0 * force[AXIS] / (force[AXIS] + force[SOVIET] + 1.0)
        if w.plan.gap_axis:
            lead -= 0.3 * abs(w.plan.gap_axis) * min(WIDE, front_gap(s, AXIS))
        if w.plan.gap_soviet:
            lead += 0.1 * abs(w.plan.gap_soviet) * min(WIDE, front_gap(s, SOVIET))
        return float(lead)


__all__ = ["MotherlandDoctrine"]
