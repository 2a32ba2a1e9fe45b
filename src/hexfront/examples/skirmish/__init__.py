"""Skirmish: two sides, a river and four towns. A complete game, and the worked example of the guide."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from hexfront import kernel as k
from hexfront.hexes import bits, load_board, union
from hexfront.wargame import ResultsTable, load_data, whole, wholes

SIDES, ZONES = ("blue", "red"), ("north", "centre", "south")
LOSSES = {"A1": (1, 0), "EX": (1, 1), "D1": (0, 1), "D2": (0, 2)}  # steps of attacker and defender, case 4.3
FOE, DONE, DEAD, RESERVE, POINTS = {"blue": "red", "red": "blue"}, -1, -1, -2, 4


class Table(k.World):
    """What never changes: board, results, and counters as (name, side, strengths by steps left)."""

    def __init__(self, setup: k.Setup) -> None:
        super().__init__(setup)
        spec = (data := load_data(Path(__file__).parent, "data", setup.pack))[setup.scenario]
        self.board, self.turns = load_board(spec["map"]), whole("turns", spec["turns"], 1)
        self.grid, self.combat = self.board.grid, ResultsTable("combat", data["combat"], LOSSES)
        self.forest, self.towns = self.board.terrain["forest"], self.board.features["town"]
        self.river, self.near = self.board.sides["river"], self.grid.neighbour_table
        rows = [(side, *row) for side in SIDES for row in spec[side]]
        self.units = [(name, side, (0, *wholes(name, two, 2, 1))) for side, name, *two, _ in rows]
        self.start = [self.board.index(at) if at else RESERVE for *_, at in rows]
        self.own = {x: tuple(u for u, unit in enumerate(self.units) if unit[1] == x) for x in SIDES}
        self.choose = {what: Choose(what) for what in (DONE, *range(len(rows)), *self.grid)}


class Position(k.State):
    """What can change. `held` has the hexes of each side's units."""

    turn: int = 0
    plans: dict[str, str] = {}
    where: list[int] = []
    steps: list[int] = []
    unit_at: dict[int, int] = {}
    held: dict[str, int] = {}

    def put(self, unit: int, to: int) -> None:
        """Move a unit to a hex or off the map; a side's last loss ends the game. Case 5.1."""
        side, old = self.world.units[unit][1], self.where[unit]
        if old >= 0:
            del self.unit_at[old]
            self.held[side] ^= 1 << old
        self.where[unit], self.steps[unit] = to, self.steps[unit] * (to != DEAD)
        if to >= 0:
            self.unit_at[to] = unit
            self.held[side] |= 1 << to
        elif all(self.where[u] == DEAD for u in self.world.own[side]):
            self.finish(k.Result((FOE[side],), f"{side.title()} has no unit left.", "5.1"))

    def strength(self, units: tuple[int, ...]) -> int:
        return sum(self.world.units[u][2][self.steps[u]] for u in units)


class Choose(k.Action, frozen=True, tag=True):
    what: int  # a unit, a hex or a stretch of the map edge, as the decision asks; -1 is "done"


class Ask(k.Decision, frozen=True, tag=True):
    side: str  # a subclass lists its choices, each with the rule that forbids it now, if one does
    takes: ClassVar[tuple[type[k.Action], ...]] = (Choose,)

    def deciders(self, s: Any) -> tuple[str, ...]:
        return (self.side,)

    def choices(self, s: Any) -> dict[int, k.Violation | None]:
        raise NotImplementedError

    def candidates(self, s: Any, seat: str) -> list[k.Action]:
        return [s.world.choose[what] for what in self.choices(s)]

    def legal(self, s: Any, seat: str) -> list[k.Action]:
        return [s.world.choose[what] for what, wrong in self.choices(s).items() if wrong is None]

    def violation(self, s: Any, seat: str, action: Any) -> k.Violation | None:
        return self.choices(s).get(action.what, k.Violation(self.rule, "That cannot be chosen here."))


class Planning(Ask, frozen=True, tag=True):
    """Choose in secret where your reserve will arrive. Case 1.1."""

    rule = "1.1"

    def deciders(self, s: Any) -> tuple[str, ...]:
        return tuple(side for side in SIDES if side not in s.plans)

    def choices(self, s: Any) -> dict[int, k.Violation | None]:
        return dict.fromkeys(range(len(ZONES)))

    def apply(self, s: Any, seat: str, action: Any) -> k.Agenda:
        s.plans[seat] = ZONES[action.what]
        if len(s.plans) < len(SIDES):
            return (self,)
        s.emit(k.Revealed(f"Reserves: Blue {s.plans['blue']}, Red {s.plans['red']}.", "1.1"))
        return (Turn(),)

    def option(self, s: Any, seat: str, action: Any) -> k.Option:
        return k.Option(ZONES[action.what].title())


class Turn(k.Auto, frozen=True, tag=True):
    """Blue moves and attacks, then Red; after the last turn towns are counted. Cases 1.2, 2.1 and 5.1."""

    def run(self, s: Any) -> k.Agenda:
        w, s.turn = s.world, s.turn + 1
        if s.turn <= w.turns:
            for unit in [u for u, at in enumerate(s.where) if at == RESERVE and s.turn == 2]:  # case 1.2
                side = w.units[unit][1]
                zone = bits(w.board.regions[f"{side}_{s.plans[side]}"])
                s.put(unit, next((i for i in zone if i not in s.unit_at), DEAD))
            return (*(frame(side) for side in SIDES for frame in (Movement, Attacks)), self)
        score = {x: 10 * (s.held[x] & w.towns).bit_count() + s.strength(w.own[x]) for x in SIDES}
        best = tuple(side for side in SIDES if score[side] > score[FOE[side]])
        s.finish(k.Result(best, f"Points: Blue {score['blue']}, Red {score['red']}.", "5.1", score))
        return ()


class Movement(Ask, frozen=True, tag=True):
    """Choose a unit, then hex after hex; "done" ends its move, then the phase. Cases 2.2, 3.1, 3.2, 3.3."""

    moved: int = 0
    unit: int = DONE
    left: int = 0
    rule = "2.2"

    def choices(self, s: Any) -> dict[int, k.Violation | None]:
        if self.unit == DONE:
            free = (u for u in s.world.own[self.side] if s.where[u] >= 0 and not self.moved >> u & 1)
            return dict.fromkeys((DONE, *free))
        return {DONE: None, **{to: self.wrong(s, to) for to in s.world.near[s.where[self.unit]]}}

    def wrong(self, s: Any, to: int) -> k.Violation | None:
        if to in s.unit_at:
            return k.Violation("3.3", "Another unit is there.", s.world.board.label(to))
        dear = self.cost(s, to) > self.left
        return k.Violation("3.1", f"That costs more than the {self.left} points left.") if dear else None

    def cost(self, s: Any, to: int) -> int:
        """A forest and a river cost one more each. Case 3.1."""
        return 1 + int(s.world.forest >> to & 1) + int(s.world.river.has(s.where[self.unit], to))

    def apply(self, s: Any, seat: str, action: Any) -> k.Agenda:
        if action.what == DONE:
            return () if self.unit == DONE else (Movement(self.side, self.moved),)
        if self.unit == DONE:
            return (Movement(self.side, self.moved | 1 << action.what, action.what, POINTS),)
        left = self.left - self.cost(s, action.what)
        s.put(self.unit, action.what)
        s.emit(k.Told(f"{s.world.units[self.unit][0]} moves.", "3.1", s.world.board.label(action.what)))
        zone = s.world.grid.around(s.held[FOE[self.side]])
        unit = self.unit if left and not zone >> action.what & 1 else DONE  # cases 3.1 and 3.2
        return (Movement(self.side, self.moved, unit, left),)

    def option(self, s: Any, seat: str, action: Any) -> k.Option:
        if action.what == DONE:
            return k.Option("Done", "done" if self.unit == DONE else "stop", ends=True)
        if self.unit == DONE:
            return k.Option(f"Move {s.world.units[action.what][0]}", "pick", f"u{action.what}")
        at = s.world.board.label(action.what)
        return k.Option(f"To {at}", "step", f"u{self.unit}", at, self.cost(s, action.what))


class Attacks(Ask, frozen=True, tag=True):
    """Choose an enemy to attack, or end your turn. Case 4.1."""

    fought: int = 0
    rule = "4.1"

    def choices(self, s: Any) -> dict[int, k.Violation | None]:
        enemies = bits(s.held[FOE[self.side]] & s.world.grid.around(s.held[self.side]))
        idle = k.Violation("4.1", "Every unit next to it has attacked already.")
        return {DONE: None, **{at: None if self.attackers(s, at) else idle for at in enemies}}

    def attackers(self, s: Any, at: int) -> tuple[int, ...]:
        near = [s.unit_at[i] for i in s.world.near[at] if s.held[self.side] >> i & 1]
        return tuple(sorted((u for u in near if not self.fought >> u & 1), key=lambda u: -s.strength((u,))))

    def apply(self, s: Any, seat: str, action: Any) -> k.Agenda:
        if action.what == DONE:
            return ()
        units = self.attackers(s, action.what)
        return Battle(action.what, units), Attacks(self.side, self.fought | sum(1 << u for u in units))

    def option(self, s: Any, seat: str, action: Any) -> k.Option:
        if action.what == DONE:
            return k.Option("End your turn", "done", ends=True)
        at = s.world.board.label(action.what)
        return k.Option(f"Attack {at}", "target", f"u{s.unit_at[action.what]}", at)


class Battle(k.Chance, frozen=True, tag=True):
    """Odds, the roll and its result. Cases 4.2 and 4.3."""

    at: int
    units: tuple[int, ...]

    def outcomes(self, s: Any) -> k.Distribution:
        return k.Die()

    def apply(self, s: Any, outcome: Any) -> k.Agenda:
        w, defender = s.world, s.unit_at[self.at]
        column = w.combat.column(s.strength(self.units), s.strength((defender,)))
        result = w.combat.read(column - ((w.forest | w.towns) >> self.at & 1), outcome).result
        words = f"Attack on {w.units[defender][0]}, roll {outcome}: {result}."
        s.emit(k.Told(words, "4.2", w.board.label(self.at)))
        for unit, loss in zip((self.units[0], defender), LOSSES[result], strict=True):
            s.steps[unit] = max(0, s.steps[unit] - loss)
            if not s.steps[unit]:
                s.put(unit, DEAD)
        return ()


class Skirmish(k.Game[Position]):
    id, title, package, state, world_type = "skirmish", "Skirmish", __name__, Position, Table
    summary = "Two sides, a river and four towns: the worked example."
    scenarios = (k.Scenario("crossing", "The crossing", "Seven units a side meet at a river.", 6, 10),)
    sides = (k.Side("blue", "Blue", "blue"), k.Side("red", "Red", "red"))

    def new_state(self, world: Any) -> Position:
        s = Position(world=world, agenda=(Planning(""),), where=[*world.start], steps=[2] * len(world.start))
        s.unit_at = {at: unit for unit, at in enumerate(s.where) if at >= 0}
        s.held = {side: union(s.where[u] for u in world.own[side] if s.where[u] >= 0) for side in SIDES}
        return s

    def view(self, s: Position, seat: str) -> k.View:
        w, at = s.world, [s.world.board.label(i) if i >= 0 else "reserve" for i in s.where]
        pieces = (
            k.Piece(f"u{u}", name, side, at[u], "infantry", "II", str(s.strength((u,))), s.steps[u], 2)
            for u, (name, side, _) in enumerate(w.units) if s.where[u] != DEAD)  # fmt: skip
        return k.View(
            self.id, w.setup.scenario, seat, w.board.id, s.turn, pieces=tuple(pieces), sides=self.sides,
            turns=tuple(k.TurnSpace(n, f"Turn {n}") for n in range(1, w.turns + 1)), result=s.result,
            extra={side: p for side, p in s.plans.items() if s.turn or seat in (side, k.CONTROL)},
            active=k.deciders(s), boxes=(k.Box("reserve", "Reserves"),))  # fmt: skip

    def fortune(self, s: Position, frame: Any) -> k.Fortune:
        return k.Fortune(s.world.units[frame.units[0]][1], float)  # no result is worse on a higher roll

    def resample(self, s: Position, seat: str, source: k.SeededSource) -> Position:
        (new := s.clone()).plans |= {x: source.choice(ZONES) for x in s.plans if x != seat and not s.turn}
        return new


GAME = Skirmish()
