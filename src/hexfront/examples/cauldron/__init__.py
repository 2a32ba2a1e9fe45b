"""Cauldron: who moves next is drawn from a cup, and a unit without supply is half a unit. The second worked example."""

from __future__ import annotations

from pathlib import Path

from hexfront import kernel as k
from hexfront import wargame as wg
from hexfront.hexes import Hex, HexSet, Zone, first

BLUE, RED = 0, 1
SEATS, EDGES, ROOM, POINTS, LINE, LOST = ("blue", "red"), ("west", "east"), 2, 4, 5, -1
TRACK = wg.HoldingBox(-10, "track", "Turn Record Track", spaces=9)
BOXES = wg.Boxes(wg.HoldingBox(LOST, "lost"), TRACK)
COVER = wg.Term("Forest or town", -1, "5.2")
FILES = wg.DataFiles("Cauldron", Path(__file__).parent / "data", ("figures",))


class World(wg.CounterWorld):
    """Map, units with formation and strengths, what steps cost, the results table."""

    seats = SEATS

    def __init__(self, setup: k.Setup) -> None:
        data = FILES.of(setup)["figures"]
        super().__init__(setup, FILES.board(setup, "skirmish"))
        self.cover = self.board.terrain["forest"] | self.board.features["town"]
        self.towns = {place.name: 1 << self.hex(place.name) for place in self.board.places}
        self.steps = wg.Steps(self.grid, self.land, self.cost)
        self.results = wg.ResultsTable("results", data["results"], ("A1", "EX", "D1", "DE"))
        self.last: int = wg.whole("turns", data["turns"], 1, TRACK.spaces)
        self.owner = {name: SEATS.index(seat) for name, seat in data["formations"].items()}
        self.formation: list[str] = [formation for _, formation, *_ in data["units"]]
        self.strengths = [(0, *wg.wholes(name, two, 2, 1)) for name, _, *two, _ in data["units"]]
        self.begins = [TRACK.space(at) if isinstance(at, int) else self.hex(at) for *_, at in data["units"]]
        for name, formation, *_ in data["units"]:
            self.add(name, self.owner[formation], full=2)

    def cost(self, here: Hex, to: Hex) -> int:
        """Forest and river cost one more each. Case 3.1."""
        return 1 + int(self.board.kind[to] == "forest") + int(self.board.sides["river"].has(here, to))


class State(wg.CounterState[World], kw_only=True):
    """A position: what is in the cup, which formation is drawn, its points left to move, its units ready to attack."""

    by_counter = {"left": POINTS}
    turn: int = 0
    where: list[int] = []
    steps: list[int] = []
    left: list[int] = []
    stack: dict[int, tuple[int, ...]] = {}
    held: list[HexSet] = []
    front: list[HexSet] = []
    cup: list[str] = []
    drawn: str = ""
    ready: int = 0

    def hostile(self, side: int) -> Zone:
        """Next to an enemy: leaving costs one more, and no unit goes straight from zone to zone. Case 3.2."""
        return Zone(self.world.grid.around(self.held_by(1 - side)), leave=1, crosses=False)

    def lines(self, side: int) -> wg.Growth:
        """Supply lines to a side's own edge. Case 4.1."""
        w = self.world
        open_ = wg.open_hexes(w.land, self.held_by(1 - side), self.hostile(side).hexes, self.held_by(side))
        return wg.Growth(w.grid, w.board.edges[EDGES[side]], open_, into=w.land)

    def is_supplied(self, u: int) -> bool:
        """Within five hexes of its edge. Case 4.1."""
        return 0 <= self.lines(self.world.side[u]).distance(self.where[u]) <= LINE

    def strength(self, units: tuple[int, ...]) -> int:
        """What units are worth in combat: half, rounded up, for one out of supply. Case 4.2."""
        full = {u: self.world.strengths[u][self.steps[u]] for u in units}
        return sum(full[u] if self.is_supplied(u) else -(-full[u] // 2) for u in units)

    def room(self, u: int) -> HexSet:
        """Hexes without an enemy, and with fewer than two other units. Case 3.3."""
        full = sum(1 << h for h, units in self.stack.items() if len({*units} - {u}) >= ROOM)
        return self.world.land & ~self.held_by(1 - self.world.side[u]) & ~full

    def odds(self, units: tuple[int, ...], h: Hex) -> wg.Odds:
        """Strengths after supply; forest and town one column to the left. Case 5.2."""
        shifts = [COVER] if self.world.cover >> h & 1 else []
        return wg.Odds(self.world.results, self.strength(units), self.strength(self.stack[h]), shifts)

    def lose(self, u: int) -> None:
        """A step is lost; a side without units has lost the game. Cases 5.3, 6.1."""
        self.steps[u] -= 1
        self.emit((wg.StepLost if self.steps[u] else wg.Eliminated)(u, self.where[u], "5.3"))
        if not self.steps[u]:
            wg.lift(self, u, LOST)
        if not wg.on_map(self, side := self.world.side[u]):
            self.finish(k.Result((SEATS[1 - side],), f"{SEATS[side].title()} has no unit left.", "6.1"))


def may_stand(s: State, u: int, h: Hex) -> bool:
    """Two units a hex, and none with the enemy. Case 3.3."""
    return s.world.is_hex(h) and bool(s.room(u) >> h & 1)


def reach(s: State, u: int) -> wg.Reach:
    """Every hex a unit gets to with the points it has left. Cases 3.1, 3.2, 3.3."""
    return wg.reach(s.where[u], s.world.steps, s.left[u], s.room(u), zone=s.hostile(s.world.side[u]))


class Pick(k.Action, frozen=True, tag=True):
    unit: int


class Go(k.Action, frozen=True, tag=True):
    hex: int


class GameTurn(k.Auto, frozen=True, tag=True):
    """Reinforcements, then formation after formation from the cup; in the end the towns. Cases 1.1, 2.1, 6.1."""

    def run(self, s: State) -> k.Agenda:
        w = s.world
        if s.turn == w.last:
            towns = [len(wg.held_whole(w.towns, s.held_by(side))) for side in (BLUE, RED)]
            best = tuple(SEATS[side] for side in (BLUE, RED) if towns[side] > towns[1 - side])
            s.finish(k.Result(best, f"Towns: Blue {towns[BLUE]}, Red {towns[RED]}.", "6.1"))
            return ()
        s.turn += 1
        s.emit(wg.TurnBegan(s.turn, "the cup is filled", "1.1"))
        for u in [u for u, at in enumerate(s.where) if at < LOST and BOXES.space_at(at) <= s.turn]:
            if edge := w.board.edges[EDGES[w.side[u]]] & s.room(u):
                wg.put(s, u, first(edge))
                s.emit(wg.Arrived(u, s.where[u], "2.1"))
        s.cup = sorted({w.formation[u] for side in (BLUE, RED) for u in wg.on_map(s, side)})
        return Draw(), self


class Draw(k.Chance, frozen=True, tag=True):
    """The next formation comes out of the cup, moves and attacks. Cases 1.1, 1.2, 4.2."""

    def outcomes(self, s: State) -> k.Cup:
        return k.Cup(tuple(s.cup))

    def apply(self, s: State, outcome: str) -> k.Agenda:
        s.cup.remove(outcome)
        s.emit(wg.Noted(f"{outcome} is drawn.", "1.1"))
        s.drawn, s.ready, s.left = outcome, 0, [0] * len(s.left)
        for u in [u for u, name in enumerate(s.world.formation) if name == outcome and s.where[u] >= 0]:
            s.ready |= 1 << u
            s.left[u] = POINTS if s.is_supplied(u) else POINTS // 2
        return Move(), Attack(), *((self,) if s.cup else ())


class Orders(wg.Offers, frozen=True, tag=True):
    """A decision of the side whose formation was drawn. Case 1.2."""

    def chooser(self, s: State) -> int:
        return s.world.owner[s.drawn]


class Moves(Orders, frozen=True, tag=True):
    """Move the units of the formation one after another, or attack. Case 1.2."""

    takes, rule, words, click = (Pick, wg.Done), "1.2", "Move {unit}", "pick"
    done = k.Option("Finish moving", "done", rule="1.2", ends=True)

    def choices(self, s: State) -> list[Pick]:
        return [Pick(u) for u in wg.on_map(s, self.chooser(s))]

    def refusal(self, s: State, action: Pick) -> k.Violation | None:
        may_go = s.world.is_unit(action.unit) and s.left[action.unit]
        return None if may_go else k.Violation("1.2", f"Only {s.drawn}'s units move now, each once.")

    def take(self, s: State, action: Pick) -> k.Agenda:
        return March(action.unit), Move()


class Move(wg.AskWhile, frozen=True, tag=True):
    asks = Moves


class March(Orders, frozen=True, tag=True):
    """Step from hex to hex, or stop. Cases 1.2, 3.1, 3.2, 3.3."""

    unit: int
    takes, rule, words, click = (Go, wg.Done), "3.1", "To {hex}", "step"
    done = k.Option("Stop", "stop", ends=True)

    def choices(self, s: State) -> list[Go]:
        return [Go(h) for h in s.world.near(s.where[self.unit])]

    def price(self, s: State, action: Go) -> int | None:
        return s.world.steps.price(s.where[self.unit], action.hex, s.hostile(self.chooser(s)))

    def refusal(self, s: State, action: Go) -> k.Violation | None:
        at, price = s.world.label(action.hex), self.price(s, action)
        if action.hex not in s.world.near(s.where[self.unit]):
            return k.Violation("3.1", "One hex at a time.", at)
        if not may_stand(s, self.unit, action.hex):
            return k.Violation("3.3", "There is no room for it.", at)
        if price is None:
            return k.Violation("3.2", "No unit goes straight from zone to zone.", at)
        return k.Violation("3.1", "Too few points left.", at) if price > s.left[self.unit] else None

    def take(self, s: State, action: Go) -> k.Agenda:
        s.left[self.unit] -= reach(s, self.unit).cost(action.hex)
        s.emit(wg.Moved((self.unit,), (s.where[self.unit], action.hex), "3.1"))
        wg.move(s, self.unit, action.hex)
        return (self,)

    def finish(self, s: State) -> None:
        s.left[self.unit] = 0


class Attacks(Orders, frozen=True, tag=True):
    """Attack a hex with every unit of the formation next to it, each once, or stop. Case 5.1."""

    takes, rule, words, click = (Go, wg.Done), "5.1", "Attack {hex}", "target"
    done = k.Option("No more attacks", "done", rule="5.1", ends=True)

    def choices(self, s: State) -> list[Go]:
        return wg.actions_at(Go, s.held_by(1 - self.chooser(s)))

    def attackers(self, s: State, h: Hex) -> tuple[int, ...]:
        return tuple(u for n in s.world.near(h) for u in s.stack.get(n, ()) if s.ready >> u & 1)

    def refusal(self, s: State, action: Go) -> k.Violation | None:
        at, can = s.world.label(action.hex), action in self.choices(s) and self.attackers(s, action.hex)
        return None if can else k.Violation("5.1", f"{s.drawn} cannot attack there.", at)

    def take(self, s: State, action: Go) -> k.Agenda:
        units = self.attackers(s, action.hex)
        s.ready &= ~sum(1 << u for u in units)
        return Battle(action.hex, units), Attack()


class Attack(wg.AskWhile, frozen=True, tag=True):
    asks = Attacks


class Battle(k.Chance, frozen=True, tag=True):
    """The roll, and what it costs the first unit of each side. Cases 5.2, 5.3."""

    hex: int
    units: tuple[int, ...]

    def outcomes(self, s: State) -> k.Die:
        return k.Die()

    def apply(self, s: State, outcome: int) -> k.Agenda:
        defenders, worked = s.stack[self.hex], s.odds(self.units, self.hex)
        result = wg.read_result(worked.read(outcome).result)
        s.emit(wg.Rolled(f"Attack at {worked.header}, {result.code}", outcome, "5.2", self.hex))
        for toll, units in ((result.attacker, self.units), (result.defender, defenders)):
            every = [u for u in units for _ in range(s.steps[u])]
            for u in every if toll.everything else units[: toll.steps]:
                s.lose(u)
        return ()


class Cauldron(wg.CounterGame[State]):
    id, title, package, state, world_type = "cauldron", "Cauldron", __name__, State, World
    summary = "A cup decides who moves next, and supply how far: the second worked example."
    scenarios = (k.Scenario("breakout", "Breakout", "Four formations, and a ring to break open.", 6, 15),)
    sides = (k.Side("blue", "Blue", "blue"), k.Side("red", "Red", "red"))
    has_secrets, has_common_overlays, pack_map, boxes = False, True, "skirmish", BOXES
    wide = ("held", "front", "ready")  # fields whose numbers are sets

    def new_state(self, world: World) -> State:
        s = State.blank(world, agenda=(GameTurn(),))
        for u, at in enumerate(world.begins):
            wg.put(s, u, at) if at >= 0 else wg.lift(s, u, at)
        return s

    def calculator(self) -> wg.OddsCalculator:
        return wg.OddsCalculator("Cauldron", World(self.setup()).results, "5.2", (COVER,))

    def journey(self, s: State, seat: str, u: int) -> wg.Journey | None:
        if k.pending(s) == March(u):
            return wg.Journey((), reach(s, u), Go)
        return wg.Journey((Pick(u),), reach(s, u), Go) if k.pending(s) == Moves() and s.left[u] else None

    def view(self, s: State, seat: str) -> k.View:
        w = s.world
        pieces = tuple(
            k.Piece(w.name(u), w.name(u), SEATS[w.side[u]], w.label(h) or "track", "infantry", "XX",
                str(w.strengths[u][s.steps[u]]), s.steps[u], 2, note=w.formation[u])
            for u, h in enumerate(s.where) if h != LOST)  # fmt: skip
        return k.View(
            self.id, w.setup.scenario, seat, w.board.id, s.turn, pieces=pieces, sides=self.sides, active=k.deciders(s),
            boxes=(k.Box("cup", "The cup", text=", ".join(s.cup)), k.Box("track", TRACK.title)), result=s.result,
            turns=tuple(k.TurnSpace(n, f"Turn {n}") for n in range(1, w.last + 1)))  # fmt: skip

    def overlays(self, s: State, seat: str) -> tuple[k.Overlay, ...]:
        w = s.world
        fed = [u for side in (BLUE, RED) for u in wg.on_map(s, side) if s.is_supplied(u)]
        ways = {w.name(u): tuple(map(w.label, s.lines(w.side[u]).way(s.where[u]))) for u in fed}
        return (k.Overlay("trace", "Supply line", "", ways),)


GAME = Cauldron()
