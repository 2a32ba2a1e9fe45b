"""Skirmish: two sides, a river and four towns. A complete game, and the worked example of the guide."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from hexfront import kernel as k
from hexfront import wargame as wg
from hexfront.hexes import Hex, bits

BLUE, RED = 0, 1
SIDES, ZONES = ("blue", "red"), ("north", "centre", "south")
DONE, DEAD, RESERVE, POINTS = -1, -1, -2, 4
FILES = wg.DataFiles("Skirmish", Path(__file__).parent, ("data",))
BOXES = wg.Boxes(wg.HoldingBox(DEAD, "dead"), wg.HoldingBox(RESERVE, "reserve", "Reserves"))
RESULTS = {code: wg.read_result(code) for code in ("A1", "EX", "D1", "D2")}  # steps of both sides, case 4.3


class Table(wg.CounterWorld):
    """What never changes: board, counters with their strengths by steps left, costs, results."""

    seats = SIDES

    def __init__(self, setup: k.Setup) -> None:
        spec = (data := FILES.of(setup)["data"])[setup.scenario]
        super().__init__(setup, FILES.board(setup, spec["map"]))
        self.turns = wg.whole("turns", spec["turns"], 1)
        self.results = wg.ResultsTable("combat", data["combat"], RESULTS)
        self.forest, self.towns = self.board.terrain["forest"], self.board.features["town"]
        self.river = self.board.sides["river"]
        self.costs = wg.Steps(self.grid, self.land, self.cost)
        self.strengths, self.start = [], []
        rows = [(side, row) for side in (BLUE, RED) for row in spec[SIDES[side]]]
        for side, (name, *two, at) in rows:
            self.add(name, side, full=2)
            self.strengths.append((0, *wg.wholes(name, two, 2, 1)))
            self.start.append(self.board.index(at) if at else RESERVE)
        self.choose = {what: Choose(what) for what in (DONE, *range(len(self.names)), *self.grid)}

    def cost(self, here: Hex, to: Hex) -> int:
        """A forest and a river cost one more each. Case 3.1."""
        return 1 + int(self.forest >> to & 1) + int(self.river.has(here, to))


class Position(wg.CounterState[Table], kw_only=True):
    """What can change."""

    turn: int = 0
    plans: dict[str, str] = {}
    where: list[int] = []
    steps: list[int] = []
    stack: dict[int, tuple[int, ...]] = {}
    held: list[int] = []
    front: list[int] = []

    def remove(self, unit: int) -> None:
        """Take a unit out of the game; a side's last loss ends it. Case 5.1."""
        wg.lift(self, unit, DEAD)
        self.steps[unit], side = 0, self.world.side[unit]
        if all(self.where[u] == DEAD for u in self.world.units_of[side]):
            reason = f"{SIDES[side].title()} has no unit left."
            self.finish(k.Result((SIDES[1 - side],), reason, "5.1"))

    def strength(self, units: Any) -> int:
        return sum(self.world.strengths[u][self.steps[u]] for u in units)


class Choose(k.Action, frozen=True, tag=True):
    what: int  # a unit, a hex or a stretch of the map edge, as the decision asks; -1 is "done"


class Choosing(wg.SideDecides, frozen=True, tag=True):
    """A subclass lists its choices, each with the rule that forbids it now, if one does."""

    takes: ClassVar[tuple[type[k.Action], ...]] = (Choose,)

    def choices(self, s: Position) -> dict[int, k.Violation | None]:
        raise NotImplementedError

    def candidates(self, s: Position, seat: str) -> list[k.Action]:
        return [s.world.choose[what] for what in self.choices(s)]

    def legal(self, s: Position, seat: str) -> list[k.Action]:
        return [s.world.choose[what] for what, wrong in self.choices(s).items() if wrong is None]

    def violation(self, s: Position, seat: str, action: Choose) -> k.Violation | None:
        return self.choices(s).get(action.what, k.Violation(self.rule, "That cannot be chosen here."))


class Planning(Choosing, frozen=True, tag=True):
    """Choose in secret where your reserve will arrive. Case 1.1."""

    rule = "1.1"

    def deciders(self, s: Position) -> tuple[str, ...]:
        return tuple(side for side in SIDES if side not in s.plans)

    def choices(self, s: Position) -> dict[int, k.Violation | None]:
        return dict.fromkeys(range(len(ZONES)))

    def apply(self, s: Position, seat: str, action: Choose) -> k.Agenda:
        s.plans[seat] = ZONES[action.what]
        if len(s.plans) < len(SIDES):
            return (self,)
        s.emit(k.Revealed(f"Reserves: Blue {s.plans['blue']}, Red {s.plans['red']}.", "1.1"))
        return (Turn(),)

    def option(self, s: Position, seat: str, action: Choose) -> k.Option:
        return k.Option(ZONES[action.what].title())


class Turn(k.Auto, frozen=True, tag=True):
    """Blue moves and attacks, then Red; after the last turn towns are counted. Cases 1.2, 2.1 and 5.1."""

    def run(self, s: Position) -> k.Agenda:
        w, s.turn = s.world, s.turn + 1
        if s.turn <= w.turns:
            for unit in [u for u, at in enumerate(s.where) if at == RESERVE and s.turn == 2]:
                seat = SIDES[w.side[unit]]
                zone = bits(w.board.regions[f"{seat}_{s.plans[seat]}"])
                free = next((h for h in zone if h not in s.stack), DEAD)
                s.remove(unit) if free == DEAD else wg.put(s, unit, free)
            return (*(frame(side) for side in (BLUE, RED) for frame in (Movement, Attacks)), self)
        points = [10 * (s.held[x] & w.towns).bit_count() + s.strength(w.units_of[x]) for x in (BLUE, RED)]
        best = tuple(SIDES[x] for x in (BLUE, RED) if points[x] > points[1 - x])
        reason = f"Points: Blue {points[BLUE]}, Red {points[RED]}."
        s.finish(k.Result(best, reason, "5.1", dict(zip(SIDES, points, strict=True))))
        return ()


def reach(s: Position, unit: int, points: int = POINTS) -> wg.Reach:
    """Every free hex a unit gets to; in an enemy zone its move ends. Cases 3.1, 3.2, 3.3."""
    w, side = s.world, s.world.side[unit]
    free = ~(s.held[BLUE] | s.held[RED])
    return wg.reach(s.where[unit], w.costs, points, free, stop=w.grid.around(s.held[1 - side]))


def may_stand(s: Position, unit: int, h: Hex) -> bool:
    """One unit a hex. Case 3.3."""
    return s.world.is_hex(h) and s.stack.get(h, (unit,)) == (unit,)


class Movement(Choosing, frozen=True, tag=True):
    """Choose a unit, then hex after hex; "done" ends its move, then the phase. Cases 2.2, 3.1, 3.2, 3.3."""

    moved: int = 0
    unit: int = DONE
    left: int = 0
    rule = "2.2"

    def choices(self, s: Position) -> dict[int, k.Violation | None]:
        if self.unit == DONE:
            free = (u for u in wg.on_map(s, self.side) if not self.moved >> u & 1)
            return dict.fromkeys((DONE, *free))
        return {DONE: None, **{to: self.wrong(s, to) for to in s.world.near(s.where[self.unit])}}

    def wrong(self, s: Position, to: Hex) -> k.Violation | None:
        if to in s.stack:
            return k.Violation("3.3", "Another unit is there.", s.world.label(to))
        dear = self.cost(s, to) > self.left
        return k.Violation("3.1", "That costs more points than are left.") if dear else None

    def cost(self, s: Position, to: Hex) -> int:
        return s.world.costs.of[s.where[self.unit]][to]

    def apply(self, s: Position, seat: str, action: Choose) -> k.Agenda:
        if action.what == DONE:
            return () if self.unit == DONE else (Movement(self.side, self.moved),)
        if self.unit == DONE:
            return (Movement(self.side, self.moved | 1 << action.what, action.what, POINTS),)
        origin, left = s.where[self.unit], self.left - self.cost(s, action.what)
        wg.move(s, self.unit, action.what)
        s.emit(wg.Moved((self.unit,), (origin, action.what), "3.1"))
        zone = s.world.grid.around(s.held[1 - self.side])
        unit = self.unit if left and not zone >> action.what & 1 else DONE
        return (Movement(self.side, self.moved, unit, left),)

    def option(self, s: Position, seat: str, action: Choose) -> k.Option:
        if action.what == DONE:
            return k.Option("Done", "done" if self.unit == DONE else "stop", ends=True)
        if self.unit == DONE:
            return k.Option(f"Move {s.world.name(action.what)}", "pick", s.world.name(action.what))
        at = s.world.label(action.what)
        return k.Option(f"To {at}", "step", s.world.name(self.unit), at, self.cost(s, action.what))


class Attacks(Choosing, frozen=True, tag=True):
    """Choose an enemy to attack, or end your turn. Case 4.1."""

    fought: int = 0
    rule = "4.1"

    def choices(self, s: Position) -> dict[int, k.Violation | None]:
        enemies = bits(s.held[1 - self.side] & s.world.grid.around(s.held[self.side]))
        idle = k.Violation("4.1", "Every unit next to it has already attacked.")
        return {DONE: None, **{at: None if self.attackers(s, at) else idle for at in enemies}}

    def attackers(self, s: Position, at: Hex) -> tuple[int, ...]:
        near = [s.stack[h][0] for h in s.world.near(at) if s.held[self.side] >> h & 1]
        return tuple(sorted((u for u in near if not self.fought >> u & 1), key=lambda u: -s.strength((u,))))

    def apply(self, s: Position, seat: str, action: Choose) -> k.Agenda:
        if action.what == DONE:
            return ()
        units = self.attackers(s, action.what)
        return Battle(action.what, units), Attacks(self.side, self.fought | sum(1 << u for u in units))

    def option(self, s: Position, seat: str, action: Choose) -> k.Option:
        if action.what == DONE:
            return k.Option("End your turn", "done", ends=True)
        at = s.world.label(action.what)
        return k.Option(f"Attack {at}", "target", s.world.name(s.stack[action.what][0]), at)


def odds(s: Position, units: tuple[int, ...], at: Hex) -> wg.Odds:
    """A forest or a town shifts the odds one column to the left. Case 4.2."""
    w = s.world
    cover = [wg.Term("Forest or town", -1, "4.2")] if (w.forest | w.towns) >> at & 1 else []
    return wg.Odds(w.results, s.strength(units), s.strength(s.stack[at]), cover)


class Battle(k.Chance, frozen=True, tag=True):
    """Odds, the roll and its result. Cases 4.2 and 4.3."""

    at: int
    units: tuple[int, ...]

    def outcomes(self, s: Position) -> k.Distribution:
        return k.Die()

    def apply(self, s: Position, outcome: int) -> k.Agenda:
        (defender,) = s.stack[self.at]
        result = odds(s, self.units, self.at).read(outcome).result
        s.emit(wg.Noted(f"Attack on {s.world.name(defender)}, roll {outcome}: {result}.", "4.2", self.at))
        tolls = RESULTS[result].attacker, RESULTS[result].defender
        for unit, toll in zip((self.units[0], defender), tolls, strict=True):
            s.steps[unit] = max(0, s.steps[unit] - toll.steps)
            if not s.steps[unit]:
                s.remove(unit)
        return ()


class Skirmish(wg.CounterGame[Position]):
    id, title, package, state, world_type = "skirmish", "Skirmish", __name__, Position, Table
    summary = "Two sides, a river and four towns: the worked example."
    scenarios = (k.Scenario("crossing", "The crossing", "Seven units on each side meet at a river.", 6, 10),)
    sides = (k.Side("blue", "Blue", "blue"), k.Side("red", "Red", "red"))
    boxes = BOXES
    wide = ("held", "front")  # fields whose numbers are sets of hexes

    def new_state(self, world: Table) -> Position:
        s = Position.blank(world, agenda=(Planning(BLUE),))
        for unit, at in enumerate(world.start):
            wg.lift(s, unit, at) if at < 0 else wg.put(s, unit, at)
        return s

    def journey(self, s: Position, seat: str, u: int) -> wg.Journey | None:
        frame = k.pending(s)
        if not isinstance(frame, Movement) or seat != SIDES[frame.side] or frame.unit not in (u, DONE):
            return None
        if frame.unit == u:
            return wg.Journey((), reach(s, u, frame.left), Choose)
        may_go = frame.choices(s).get(u, frame) is None
        return wg.Journey((Choose(u),), reach(s, u), Choose) if may_go else None

    def view(self, s: Position, seat: str) -> k.View:
        w, at = s.world, [s.world.label(h) if h >= 0 else "reserve" for h in s.where]
        pieces = (
            k.Piece(w.name(u), w.name(u), SIDES[w.side[u]], at[u], "infantry", "II", str(s.strength((u,))),
                s.steps[u], 2) for u in range(len(at)) if s.where[u] != DEAD)  # fmt: skip
        return k.View(
            self.id, w.setup.scenario, seat, w.board.id, s.turn, pieces=tuple(pieces), sides=self.sides,
            turns=tuple(k.TurnSpace(n, f"Turn {n}") for n in range(1, w.turns + 1)), result=s.result,
            extra={side: p for side, p in s.plans.items() if s.turn or seat in (side, k.CONTROL)},
            active=k.deciders(s), boxes=(k.Box("reserve", "Reserves"),))  # fmt: skip

    def fortune(self, s: Position, frame: Any) -> k.Fortune:
        return k.Fortune(SIDES[s.world.side[frame.units[0]]], float)  # no result is worse on a higher roll

    def resample(self, s: Position, seat: str, source: k.SeededSource) -> Position:
        (new := s.clone()).plans |= {x: source.choice(ZONES) for x in s.plans if x != seat and not s.turn}
        return new


GAME = Skirmish()
