"""Cauldron: who moves next is drawn from a cup, and a unit without supply is half a unit. The second worked example."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hexfront import kernel as k
from hexfront import wargame as wg
from hexfront.hexes import Hex, HexSet, Zone, first

BLUE, RED = 0, 1
SEATS, ROOM, POINTS, LINE, LOST = ("blue", "red"), 2, 4, 5, -1
BOXES = wg.Boxes(wg.HoldingBox(LOST, "lost"), wg.HoldingBox(-10, "track", "Turn Record Track", spaces=9))
CODES = {code: wg.read_result(code) for code in ("A1", "EX", "D1", "DE")}
FILES = wg.DataFiles("Cauldron", Path(__file__).parent / "data", ("figures",))


class World(wg.CounterWorld):
    """Map, units with formation and strengths, what steps cost, the results table."""

    seats = SEATS

    def __init__(self, setup: k.Setup) -> None:
        data = FILES.of(setup)["figures"]
        super().__init__(setup, FILES.board(setup, "skirmish"))
        self.cover = self.board.terrain["forest"] | self.board.features["town"]
        self.towns, self.river = self.board.features["town"], self.board.sides["river"]
        self.home = [self.board.edges[name] for name in ("west", "east")]
        self.steps = wg.Steps(self.grid, self.land, self.cost)
        self.results = wg.ResultsTable("results", data["results"], CODES)
        self.last: int = wg.whole("turns", data["turns"], 1, BOXES["track"].spaces)
        self.formation: list[str] = []
        self.strengths: list[tuple[int, ...]] = []
        self.begins: list[int] = []
        self.owner = {name: SEATS.index(seat) for name, seat in data["formations"].items()}
        for name, formation, *two, at in data["units"]:
            self.add(name, self.owner[formation], full=2)
            self.formation.append(formation)
            self.strengths.append((0, *wg.wholes(name, two, 2, 1)))
            self.begins.append(self.hex(at) if isinstance(at, str) else BOXES["track"].space(at))

    def cost(self, here: Hex, to: Hex) -> int:
        """Forest and river cost one more each. Case 3.1."""
        return 1 + int(self.board.kind[to] == "forest") + int(self.river.has(here, to))


class State(wg.CounterState[World], kw_only=True):
    """A position. `cup` has the formations still to be drawn, `left` the points of each unit."""

    by_counter = {"left": POINTS}
    turn: int = 0
    where: list[int] = []
    steps: list[int] = []
    left: list[int] = []
    stack: dict[int, tuple[int, ...]] = {}
    held: list[HexSet] = []
    front: list[HexSet] = []
    cup: list[str] = []


def zone(s: State, side: int) -> HexSet:
    """The hexes next to a side's units. Case 3.2."""
    return s.world.grid.around(s.held_by(side))


def lines(s: State, side: int) -> wg.Growth:
    """Supply lines to a side's own edge. Case 4.1."""
    w = s.world
    open_ = wg.open_hexes(w.land, s.held_by(1 - side), zone(s, 1 - side), s.held_by(side))
    return wg.Growth(w.grid, w.home[side], open_, into=w.land)


def is_supplied(s: State, u: int) -> bool:
    """Within five hexes of its edge. Case 4.1."""
    return 0 <= lines(s, s.world.side[u]).distance(s.where[u]) <= LINE


def strength(s: State, units: tuple[int, ...]) -> int:
    """What units are worth in combat: half, rounded up, for one out of supply. Case 4.2."""
    full = {u: s.world.strengths[u][s.steps[u]] for u in units}
    return sum(full[u] if is_supplied(s, u) else -(-full[u] // 2) for u in units)


def room(s: State, u: int) -> HexSet:
    """Hexes without an enemy, and with fewer than two other units. Case 3.3."""
    full = sum(1 << h for h, units in s.stack.items() if len({*units} - {u}) >= ROOM)
    return s.world.land & ~s.held_by(1 - s.world.side[u]) & ~full


def may_stand(s: State, u: int, h: Hex) -> bool:
    """Two units a hex, and none with the enemy. Case 3.3."""
    return s.world.is_hex(h) and bool(room(s, u) >> h & 1)


def hostile(s: State, u: int) -> Zone:
    """Leaving an enemy zone costs one more; no unit goes straight from zone to zone. Case 3.2."""
    return Zone(zone(s, 1 - s.world.side[u]), leave=1, crosses=False)


def reach(s: State, u: int) -> wg.Reach:
    """Every hex a unit gets to with the points it has left. Cases 3.1, 3.2, 3.3."""
    return wg.reach(s.where[u], s.world.steps, s.left[u], room(s, u), zone=hostile(s, u))


def lose(s: State, u: int) -> None:
    """A step is lost; a side without units has lost the game. Cases 5.3, 6.1."""
    s.steps[u] -= 1
    s.emit((wg.StepLost if s.steps[u] else wg.Eliminated)(u, s.where[u], "5.3"))
    if not s.steps[u]:
        wg.lift(s, u, LOST)
        side = s.world.side[u]
        if not wg.on_map(s, side):
            s.finish(k.Result((SEATS[1 - side],), f"{SEATS[side].title()} has no unit left.", "6.1"))


class Pick(k.Action, frozen=True, tag=True):
    unit: int


class Go(k.Action, frozen=True, tag=True):
    hex: int


class GameTurn(k.Auto, frozen=True, tag=True):
    """Reinforcements, then formation after formation from the cup; in the end the towns. Cases 1.1, 2.1, 6.1."""

    def run(self, s: State) -> k.Agenda:
        w = s.world
        if s.turn == w.last:
            towns = [(s.held_by(side) & w.towns).bit_count() for side in (BLUE, RED)]
            best = tuple(SEATS[side] for side in (BLUE, RED) if towns[side] > towns[1 - side])
            s.finish(k.Result(best, f"Towns: Blue {towns[BLUE]}, Red {towns[RED]}.", "6.1"))
            return ()
        s.turn += 1
        s.emit(wg.TurnBegan(s.turn, "the cup is filled", "1.1"))
        for u in [u for u, at in enumerate(s.where) if at < LOST and BOXES.space_at(at) <= s.turn]:
            if edge := w.home[w.side[u]] & room(s, u):
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
        for u in wg.on_map(s, side := s.world.owner[outcome]):
            s.left[u] = POINTS if is_supplied(s, u) else POINTS // 2
        return Move(side, outcome), Attack(side, outcome), *((self,) if s.cup else ())


class Moves(wg.SideOffers, frozen=True, tag=True):
    """Move the units of the formation one after another, or attack. Case 1.2."""

    formation: str
    moved: int
    takes = (Pick, wg.Done)
    done = k.Option("Finish moving", "done", rule="1.2", ends=True)
    rule = "1.2"

    def choices(self, s: State) -> list[Pick]:
        return [Pick(u) for u in wg.on_map(s, self.side)]

    def refusal(self, s: State, action: Pick) -> k.Violation | None:
        w, u = s.world, action.unit
        if w.is_unit(u) and s.where[u] >= 0 and w.formation[u] == self.formation and not self.moved >> u & 1:
            return None
        return k.Violation("1.2", f"Only units of {self.formation} move now, each once.")

    def take(self, s: State, action: Pick) -> k.Agenda:
        return March(action.unit), Move(self.side, self.formation, self.moved | 1 << action.unit)

    def shown(self, s: State, action: Pick) -> k.Option:
        name = s.world.name(action.unit)
        return k.Option(f"Move {name}", "pick", name, s.world.label(s.where[action.unit]))


class Move(wg.AskWhile, frozen=True, tag=True):
    side: int
    formation: str
    moved: int = 0
    asks = Moves


class March(wg.Offers, frozen=True, tag=True):
    """Step from hex to hex, or stop. Cases 3.1, 3.2, 3.3."""

    unit: int
    takes = (Go, wg.Done)
    done = k.Option("Stop", "stop", ends=True)
    rule = "3.1"

    def chooser(self, s: State) -> int:
        return s.world.side[self.unit]

    def choices(self, s: State) -> list[Go]:
        return [Go(h) for h in s.world.near(s.where[self.unit])]

    def price(self, s: State, h: Hex) -> int | None:
        """What a step costs, zones included, or None where it leads straight from zone to zone. Case 3.2."""
        here = s.where[self.unit]
        more = hostile(s, self.unit).step(here, h)
        return None if more is None else s.world.steps.of[here][h] + more

    def refusal(self, s: State, action: Go) -> k.Violation | None:
        at = s.world.label(action.hex)
        if action.hex not in s.world.near(s.where[self.unit]):
            return k.Violation("3.1", "One hex at a time.", at)
        if not may_stand(s, self.unit, action.hex):
            return k.Violation("3.3", "There is no room for it.", at)
        if (price := self.price(s, action.hex)) is None:
            return k.Violation("3.2", "No unit goes straight from zone to zone.", at)
        return k.Violation("3.1", "It lacks the points.", at) if price > s.left[self.unit] else None

    def take(self, s: State, action: Go) -> k.Agenda:
        price = self.price(s, action.hex)
        assert price is not None
        s.left[self.unit] -= price
        s.emit(wg.Moved((self.unit,), (s.where[self.unit], action.hex), "3.1"))
        wg.move(s, self.unit, action.hex)
        return (self,)

    def shown(self, s: State, action: Go) -> k.Option:
        w, price = s.world, self.price(s, action.hex)
        return k.Option(f"To {w.title(action.hex)}", "step", w.name(self.unit), w.label(action.hex), price)


class Attacks(wg.SideOffers, frozen=True, tag=True):
    """Attack a hex with every unit of the formation next to it, each once, or stop. Case 5.1."""

    formation: str
    fought: int
    takes = (Go, wg.Done)
    done = k.Option("No more attacks", "done", rule="5.1", ends=True)
    rule = "5.1"

    def choices(self, s: State) -> list[Go]:
        return wg.actions_at(Go, s.held_by(1 - self.side))

    def attackers(self, s: State, h: Hex) -> tuple[int, ...]:
        near = [u for n in s.world.near(h) for u in s.stack.get(n, ()) if not self.fought >> u & 1]
        return tuple(u for u in near if s.world.formation[u] == self.formation)

    def refusal(self, s: State, action: Go) -> k.Violation | None:
        enemy = s.world.is_hex(action.hex) and s.held_by(1 - self.side) >> action.hex & 1
        if enemy and self.attackers(s, action.hex):
            return None
        return k.Violation("5.1", "No unit of the formation can attack there.", s.world.label(action.hex))

    def take(self, s: State, action: Go) -> k.Agenda:
        units = self.attackers(s, action.hex)
        fought = self.fought | sum(1 << u for u in units)
        return Battle(action.hex, units), Attack(self.side, self.formation, fought)

    def shown(self, s: State, action: Go) -> k.Option:
        return k.Option(f"Attack {s.world.title(action.hex)}", "target", at=s.world.label(action.hex))


class Attack(wg.AskWhile, frozen=True, tag=True):
    side: int
    formation: str
    fought: int = 0
    asks = Attacks


def odds(s: State, units: tuple[int, ...], h: Hex) -> wg.Odds:
    """Strengths after supply; forest and town one column to the left. Case 5.2."""
    shifts = [wg.Term("Forest or town", -1, "5.2")] if s.world.cover >> h & 1 else []
    return wg.Odds(s.world.results, strength(s, units), strength(s, s.stack[h]), shifts)


class Battle(k.Chance, frozen=True, tag=True):
    """The roll, and what it costs the first unit of each side. Cases 5.2, 5.3."""

    hex: int
    units: tuple[int, ...]

    def outcomes(self, s: State) -> k.Die:
        return k.Die()

    def apply(self, s: State, outcome: int) -> k.Agenda:
        defenders, worked = s.stack[self.hex], odds(s, self.units, self.hex)
        result = CODES[worked.read(outcome).result]
        s.emit(wg.Rolled(f"{worked.header}, {result.code}", outcome, "5.2", self.hex))
        for toll, units in ((result.attacker, self.units), (result.defender, defenders)):
            every = [u for u in units for _ in range(s.steps[u])]
            for u in every if toll.everything else units[: toll.steps]:
                lose(s, u)
        return ()


class Cauldron(wg.CounterGame[State]):
    id, title, package, state, world_type = "cauldron", "Cauldron", __name__, State, World
    summary = "A cup decides who moves next, and supply how far: the second worked example."
    scenarios = (k.Scenario("breakout", "Breakout", "Four formations about a ring to be opened.", 6, 15),)
    sides = (k.Side("blue", "Blue", "blue"), k.Side("red", "Red", "red"))
    has_secrets, has_common_overlays, pack_map = False, True, "skirmish"
    boxes = BOXES
    wide = ("held", "front")  # fields whose numbers are sets of hexes

    def new_state(self, world: World) -> State:
        s = State.blank(world, agenda=(GameTurn(),))
        for u, at in enumerate(world.begins):
            wg.put(s, u, at) if at >= 0 else wg.lift(s, u, at)
        return s

    def journey(self, s: State, seat: str, u: int) -> wg.Journey | None:
        frame = k.pending(s)
        if isinstance(frame, March) and frame.unit == u:
            return wg.Journey((), reach(s, u), Go)
        may_go = isinstance(frame, Moves) and frame.refusal(s, Pick(u)) is None
        return wg.Journey((Pick(u),), reach(s, u), Go) if may_go else None

    def view(self, s: State, seat: str) -> k.View:
        w, at = s.world, [s.world.label(h) if h >= 0 else "track" for h in s.where]
        pieces = tuple(
            k.Piece(w.name(u), w.name(u), SEATS[w.side[u]], at[u], "infantry", "XX",
                str(w.strengths[u][s.steps[u]]), s.steps[u], 2, note=w.formation[u])
            for u, h in enumerate(s.where) if h != LOST)  # fmt: skip
        return k.View(
            self.id, w.setup.scenario, seat, w.board.id, s.turn, pieces=pieces, sides=self.sides,
            boxes=(k.Box("cup", "The cup", text=", ".join(s.cup)), k.Box("track", BOXES["track"].title)),
            turns=tuple(k.TurnSpace(n, f"Turn {n}") for n in range(1, w.last + 1)),
            active=k.deciders(s), result=s.result)  # fmt: skip

    def overlays(self, s: State, seat: str) -> tuple[k.Overlay, ...]:
        w = s.world
        fed = [u for side in (BLUE, RED) for u in wg.on_map(s, side) if is_supplied(s, u)]
        ways = {w.name(u): tuple(map(w.label, lines(s, w.side[u]).way(s.where[u]))) for u in fed}
        return (k.Overlay("trace", "Supply line", "", ways),)

    def invariants(self, s: State) -> Iterator[str]:
        yield from super().invariants(s)
        yield from (f"{s.world.title(h)} is too full." for h, units in s.stack.items() if len(units) > ROOM)


GAME = Cauldron()
