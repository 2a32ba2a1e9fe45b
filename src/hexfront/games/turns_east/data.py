"""The world of a game: board, counters and tables, read from TOML with an owner's pack laid over it."""

from __future__ import annotations

from itertools import product
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games.turns_east.actions import Buy, Pick, Place, Step
from hexfront.hexes import Hex, HexSet, Sides, bits, flood
from hexfront.kernel import Setup
from hexfront.wargame import CounterWorld, DataFiles, ResultsTable, Steps, convert, known_only, whole, wholes

FILES = DataFiles(
    "Hitler Turns East",
    Path(__file__).parent / "data",
    ("map", "tables", "units"),
    {"scenarios": ("barbarossa", "minsk")},
)

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
SIDE_NAMES = ("Axis", "Soviets")
HOLD, WITHDRAW, ASSAULT, BLITZ, ZHUKOV = 1, 2, 3, 4, 5
ORDER_IDS = ("", "hold", "withdraw", "assault", "blitz", "zhukov")
FAIR, MUDDY, SNOWY = 0, 1, 2
CLIMATE = {"Fair": FAIR, "Light Mud": FAIR, "Frost": FAIR, "Mud": MUDDY, "Snow": SNOWY}
INFANTRY, MECHANIZED, CAVALRY = 0, 1, 2
COMBAT_RESULTS, COUNTERATTACK_RESULTS = ("A1", "EX", "DR", "DE"), ("A1", "B1")
FAR = 99
NEAR = 4
"""How close is near, in hexes. Case 5.2.1a."""


class Unit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A counter as the data file declares it."""

    id: str
    name: str
    short: str
    kind: str
    factors: tuple[int, ...]
    setup: str = ""
    turn: int = 0
    code: str = ""
    rebuild: str = ""
    parent: str = ""
    tags: tuple[str, ...] = ()


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A space of the Turn Record Track."""

    label: str
    weather: str
    luftwaffe: int
    minimum: int
    maximum: int


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the orders summary."""

    name: str
    cost: int
    infantry: int
    mechanized: int
    snow_name: str = ""
    snow_mechanized: int = 0


class ScenarioPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario as the data file declares it."""

    title: str
    summary: str
    first_turn: int
    last_turn: int
    commands: tuple[int, ...]
    share: int
    automatic_victory: bool
    opening: str
    axis_cup: tuple[str, ...]
    soviet_cup: tuple[str, ...]
    needed: int = 0
    points: dict[str, int] = {}


AXIS_KINDS = ("army", "panzer", "romanian", "garrison", "leader")
SOVIET_KINDS = ("soviet_army", "mech", "cavalry", "coastal", "partisan")
MOBILE_KINDS = ("panzer", "leader", "mech", "cavalry")


class StackMasks(dict[tuple[int, ...], int]):
    """Stacks as sets of units, each worked out once."""

    def __missing__(self, units: tuple[int, ...]) -> int:
        if len(self) > 100_000:
            self.clear()
        found = 0
        for u in units:
            found |= 1 << u
        self[units] = found
        return found


class Paces(dict[tuple[int, int, int], tuple[list[Steps], list[int], list[int]]]):
    """How a unit by itself moves on a turn under an order: its table of steps, its class, the order, each in a list."""

    def __init__(self, world: EastWorld) -> None:
        super().__init__()
        self._world = world

    def __missing__(self, key: tuple[int, int, int]) -> tuple[list[Steps], list[int], list[int]]:
        turn, u, order = key
        w = self._world
        kind = w.move_class[u]
        self[key] = ([w.moves[w.climate[turn]][kind]], [kind], [order])
        return self[key]


class EastWorld(CounterWorld):
    """Everything that does not change in a game of Hitler Turns East."""

    seats = SIDES

    def __init__(self, setup: Setup, scenario: str, options: dict[str, Any]) -> None:
        data = FILES.of(setup)
        self.sheet = data["map"]["map"]
        super().__init__(setup, FILES.board(setup, self.sheet["id"]))
        self.stack_masks = StackMasks()
        self.tables = data["tables"]
        plan = data["scenarios"][scenario]["scenario"]
        self.plan = convert(plan, ScenarioPlan, f"scenarios/{scenario}.toml")
        self.options = options
        self._read_map()
        self._read_tables()
        self._read_units(data["units"])
        self._read_terrain()
        self.paces = Paces(self)

    # --- the map

    def _union(self, kind: str, names: Any) -> HexSet:
        known = getattr(self.board, kind)
        out = 0
        for name in [names] if isinstance(names, str) else names:
            out |= known[name]
        return out

    def _read_map(self) -> None:
        board, names = self.board, self.sheet
        self.areas: tuple[HexSet, ...] = tuple(board.regions[name] & self.land for name in names["areas"])
        self.area_of: dict[Hex, int] = dict.fromkeys(self.grid, -1)
        for k, area in enumerate(self.areas):
            for i in bits(area):
                self.area_of[i] = k
        self.ussr: HexSet = board.regions[names["ussr"]] & self.land & ~board.features[names["off_map"]]
        self.off_map: HexSet = board.features[names["off_map"]] & self.land
        self.hungary: HexSet = board.regions[names["hungary"]]
        self.romania: HexSet = board.regions[names["romania"]]
        self.finland: HexSet = board.regions[names["finland"]]
        self.entry: HexSet = self._union("regions", names["entry"])
        self.west_of_border: HexSet = self.land & ~self.ussr & ~self.off_map
        self.west_edge: HexSet = board.edges[names["west_edge"]]
        features = board.features
        self.forts: HexSet = features[names["forts"]]
        self.oil: HexSet = features[names["oil"]]
        self.cities: HexSet = features[names["cities"]]
        # RULING 9.3-b: forts and oil hexes are towns
        self.towns: HexSet = features[names["towns"]] | self.cities | self.forts | self.oil
        self.axis_supply: HexSet = features[names["axis_supply"]]
        self.soviet_supply: HexSet = features[names["soviet_supply"]]
        self.sea_supply: HexSet = features[names["sea_supply"]]
        self.coast: HexSet = features[names["coast"]] & self.ussr  # RULING 13.7-d: the Sea of Azov included
        #: the lake of the printed lake hex; RULING 10.1-b: a line over that hex may cross the whole lake
        self.lake_supply: HexSet = flood(
            self.grid, features[names["lake_supply"]], board.terrain.get("lake", 0)
        )
        self.finland_supply: HexSet = features[names["finland_supply"]]
        self.finland_road: HexSet = board.set_of(names["finland_road"])
        self.havens: HexSet = self.towns | board.terrain.get("rough", 0)
        self.wild: HexSet = (board.terrain.get("forest", 0) | board.terrain.get("swamp", 0)) & self.ussr
        self.rivers = self._sides(names["rivers"])
        self.prohibited = self._sides(names["prohibited"])
        #: what no Axis line crosses on turn 1: the border of Romania too, which nobody passes (9.2.3, 13.1.2)
        self.first_walls = self.prohibited | Sides.of(
            self.grid,
            [(i, j) for i in bits(self.romania) for j in self.near(i) if not self.romania >> j & 1],
        )
        self.command_names = (tuple(names["army_groups"]), tuple(names["fronts"]))
        self.column = {i: self.grid.cell(i)[0] for i in self.grid}
        # the ground within reach of an LOC: the area and the hexes just past its boundary (9.2.1)
        self.loc_areas = tuple((a | self.grid.around(a)) & self.land for a in self.areas)

    def _sides(self, names: list[str]) -> Sides:
        out = Sides(self.grid)
        for name in names:
            out = out | self.board.sides[name]
        return out

    # --- tables

    def _read_tables(self) -> None:
        t = self.tables
        self.combat_table = ResultsTable("combat", t["combat"], COMBAT_RESULTS)
        self.counterattack = ResultsTable("counterattack", t["counterattack"], COUNTERATTACK_RESULTS)
        self.turns: tuple[Turn, ...] = tuple(
            convert(row, Turn, "tables.toml: track.turn") for row in t["track"]["turn"]
        )
        where, plan = "scenario", self.plan
        whole(f"{where}.first_turn", plan.first_turn, 1, len(self.turns))
        whole(f"{where}.last_turn", plan.last_turn, plan.first_turn, len(self.turns))
        known_only(f"{where}.opening", (plan.opening,), ORDER_IDS[HOLD : BLITZ + 1])
        known_only(f"{where}.axis_cup", plan.axis_cup, ORDER_IDS[HOLD : BLITZ + 1])
        known_only(f"{where}.soviet_cup", plan.soviet_cup, ORDER_IDS[HOLD:BLITZ])
        whole(f"{where}.share", plan.share, 1)
        fronts = t["counterattack_fronts"]["fronts"]
        wholes("counterattack_fronts.fronts", fronts, 6, 0, len(self.areas) - 1)
        wholes("counterattack_markers.last_turn", t["counterattack_markers"]["last_turn"])
        for side in SIDES:
            wholes(f"command.{side}", t["command"][side])
        self.orders: tuple[Order, ...] = tuple(
            convert(t["orders"][name], Order, f"tables.toml: orders.{name}")
            for name in ("hold", "hold", "withdraw", "assault", "blitz", "assault")
        )
        named = {name: d for d, name in enumerate(self.grid.direction_names)}
        compass = t["compass"]
        try:
            self.black = tuple(frozenset(named[d] for d in compass[f"{side}_black"]) for side in SIDES)
            self.white = tuple(frozenset(named[d] for d in compass[f"{side}_white"]) for side in SIDES)
        except KeyError as e:
            raise BadData(
                f"tables.toml: compass has the direction {e}, the map has {', '.join(named)}."
            ) from None
        points = self.plan.points or t["victory"]["points"]
        self.points: dict[Hex, int] = {self.board.hex(name): n for name, n in points.items() if n}
        self.vp_hexes: HexSet = 0
        for i in self.points:
            self.vp_hexes |= 1 << i
        self.needed: int = self.plan.needed or t["victory"]["needed"]
        self.automatic: dict[str, Hex] = {
            name.lower(): self.board.hex(name) for name in t["victory"]["automatic"]["cities"]
        }
        self.near_city = {i: self.grid.dilate(1 << i, NEAR) for i in self.automatic.values()}
        self.hitler_modifiers = {self.board.hex(n): v for n, v in t["hitler"]["modifiers"].items()}
        self.markers = t["markers"]
        self.leningrad: Hex = self.automatic["leningrad"]
        #: towns whose control matters to lines in each area
        ports, marked = self.sea_supply | 1 << self.leningrad, self.axis_supply | self.soviet_supply
        self.line_towns = tuple(area & marked | ports for area in self.areas)

        self.climate = [FAIR] + [CLIMATE[turn.weather] for turn in self.turns]

    def weather(self, turn: int) -> str:
        return self.turns[turn - 1].weather

    # --- counters

    def _read_units(self, data: dict[str, Any]) -> None:
        rows = [convert(row, Unit, "units.toml") for block in data.values() for row in block["unit"]]
        by_id = {u.id: u for u in rows}
        chosen = [u for u in rows if self._takes_part(by_id.get(u.parent, u))]
        order = AXIS_KINDS + SOVIET_KINDS
        for u in chosen:
            if u.kind not in order:
                raise BadData(f"units.toml: {u.id} is of kind {u.kind!r}; kinds are {', '.join(order)}.")
            wholes(f"units.toml: factors of {u.id}", u.factors)
        chosen.sort(key=lambda u: u.kind not in AXIS_KINDS)
        self.units: tuple[Unit, ...] = tuple(chosen)
        for u in chosen:
            side = AXIS if u.kind in AXIS_KINDS else SOVIET
            self.add(u.id, side, len(u.factors), u.kind != "leader", u.name)
        kinds = dict.fromkeys(order, 0)
        for k, u in enumerate(chosen):
            kinds[u.kind] |= 1 << k
        self.kinds = kinds
        self.masks = (_union_of(kinds, AXIS_KINDS), _union_of(kinds, SOVIET_KINDS))
        self.armies, self.panzers, self.leaders = kinds["army"], kinds["panzer"], kinds["leader"]
        self.garrisons, self.romanians, self.partisan = (
            kinds["garrison"],
            kinds["romanian"],
            kinds["partisan"],
        )
        self.soviet_armies, self.mechs = kinds["soviet_army"], kinds["mech"]
        self.cavalry, self.coastal = kinds["cavalry"], kinds["coastal"]
        self.combat_units = (self.masks[0] | self.masks[1]) & ~self.leaders
        self.stackers = self.combat_units & ~self.garrisons
        self.is_romanian = [bool(self.romanians >> u & 1) for u in range(len(self.units))]
        self.german_armies, self.partisans = tuple(bits(self.armies)), tuple(bits(self.partisan))
        self.movers = self.stackers & ~self.partisan
        self.bracketed = self.garrisons | self.partisan | self.coastal
        #: the hexes closed to each unit on turn 1, and later: `closed_to` has the reasons (5.3.2, 13.1)
        soviet = self.hungary | self.romania
        romanian = self.off_map | self.hungary | self.areas[0] | self.areas[1]
        self.closed = tuple(
            [
                romanian if self.romanians >> k & 1 else soviet if side else german
                for k, side in enumerate(self.side)
            ]
            for german in (self.off_map | self.hungary, self.off_map)
        )
        self.is_mobile = [u.kind in MOBILE_KINDS for u in chosen]
        self.move_class = [
            CAVALRY if u.kind == "cavalry" else MECHANIZED if u.kind in MOBILE_KINDS else INFANTRY
            for u in chosen
        ]
        self.kluge = next((k for k, u in enumerate(chosen) if "kluge" in u.tags), -1)
        #: Guderian and Kluge, who never stack; without one of them a set no stack can be
        self.feud = -1
        if self.kluge >= 0 and "guderian" in self.number:
            self.feud = 1 << self.kluge | 1 << self.number["guderian"]
        self.garrison_of = {
            self.number[u.parent]: k for k, u in enumerate(chosen) if u.parent and u.parent in self.number
        }
        self.picks = [Pick(k) for k in range(len(chosen))]
        self.steps = {i: Step(i) for i in self.grid}
        self.places = {i: Place(i) for i in self.grid}
        n = len(self.plan.commands)
        most = range(self.markers["order_markers"] + 1)
        self.purchases = tuple(
            Buy(hold, withdraw, assault, n - hold - withdraw - assault)
            for hold, withdraw, assault in product(most, repeat=3)
            if n - hold - withdraw - assault in most
        )
        self._see_that_orders_can_be_bought()
        #: the purchases each side can make with a number of points (7.1.4, 7.2)
        self.affordable: list[dict[int, tuple[Buy, ...]]] = [{}, {}]
        self.parent_of = {garrison: army for army, garrison in self.garrison_of.items()}

    def _see_that_orders_can_be_bought(self) -> None:
        """Every Command has an order each turn, so the worst roll must pay for the cheapest ones (7.1.4)."""
        costs = [order.cost for order in self.orders[HOLD : BLITZ + 1]]
        for side, name in enumerate(SIDES):
            prices = [
                sum(n * cost for n, cost in zip((b.hold, b.withdraw, b.assault, b.blitz), costs, strict=True))
                for b in self.purchases
                if side == AXIS or not b.blitz
            ]
            if not prices:
                raise BadData("markers.order_markers: there are too few for an order to each Command.")
            points = -(-min(self.tables["command"][name]) // self.plan.share)
            if points < min(prices):
                raise BadData(
                    f"command.{name}: the worst roll gives {points}, the cheapest orders cost {min(prices)}."
                )

    def _takes_part(self, u: Unit) -> bool:
        """Whether a counter belongs to a command of this scenario."""
        commands = self.plan.commands
        if len(commands) == len(self.areas):
            return True
        if u.setup:
            return self.area_of[self.board.index(u.setup)] in commands
        codes = self.sheet["codes"] if u.kind in SOVIET_KINDS else self.sheet["german_codes"]
        return u.code in [codes[c] for c in commands]

    # --- terrain

    def _read_terrain(self) -> None:
        chart, river = self.tables["terrain"], self.tables["terrain_features"]["major_river"]
        enterable = 0
        for name in chart:
            if isinstance(chart[name], dict):
                enterable |= self.board.terrain.get(name, 0)
                for key in ("cost", "bad"):  # a step that cost nothing would never end a move
                    wholes(f"terrain.{name}.{key}", chart[name][key], 2, 1)
        for key in ("cost", "mud", "snow"):
            wholes(f"terrain_features.major_river.{key}", river[key], 2)
        self.enterable: HexSet = enterable & self.land & ~self.finland
        #: open ground next to a hex: no prohibited hex or side between (9.1.1, 11.1.2)
        self.adjacent: dict[Hex, HexSet] = dict.fromkeys(self.grid, 0)
        for i in bits(self.enterable):
            for j in self.near(i):
                if self.enterable >> j & 1 and not self.prohibited.has(i, j):
                    self.adjacent[i] |= 1 << j
        self._read_defences()
        #: moves[climate][class]: what every step costs that the ground allows
        kinds, climates = (INFANTRY, MECHANIZED, CAVALRY), (FAIR, MUDDY, SNOWY)
        figures = msgspec.json.encode((self.sheet, chart, self.tables["terrain_features"]))
        keep = self.board.keep
        self.moves = keep(
            ("moves", figures), lambda: [[self._steps(c, kind) for kind in kinds] for c in climates]
        )
        #: the direction of the step from one hex to another
        self.exits = {i: {j: self.grid.direction(i, j) for j in self.moves[0][0][i]} for i in self.grid}
        #: by side, the hexes next to a hex that lie off the arrows of its compass
        self.off_black, self.off_white = (
            [self._off(arrows) for arrows in both] for both in (self.black, self.white)
        )
        self.ways_home = keep(
            ("ways home", figures),
            lambda: [[self._ways_home(steps) for steps in by_class] for by_class in self.moves],
        )

    def _off(self, arrows: frozenset[int]) -> dict[Hex, HexSet]:
        return {i: sum(1 << j for j, d in near.items() if d not in arrows) for i, near in self.exits.items()}

    def _read_defences(self) -> None:
        """What the ground does for a defender, and against Mobile Assaults."""
        chart, more = self.tables["terrain"], self.tables["terrain_features"]
        self.shift: dict[Hex, int] = {}
        self.assault_into = self.assault_out = 0
        for i in bits(self.enterable):
            row = chart[self.board.kind[i]]
            built = [
                more[name] for name, hexes in (("city", self.cities), ("fort", self.forts)) if hexes >> i & 1
            ]
            self.shift[i] = max([row["shift"], *(place["shift"] for place in built)])
            if row["assault_into"] and all(place["assault_into"] for place in built):
                self.assault_into |= 1 << i
            if row["assault_out"]:
                self.assault_out |= 1 << i
        self.river_shift: int = more["major_river"]["shift"]
        self.river_assault: bool = more["major_river"]["assault_across"]

    def _steps(self, climate: int, kind: int) -> Steps:
        """What steps cost a class of units in a climate. Cases 11.1.1, 13.2c."""
        board, chart = self.board, self.tables["terrain"]
        column, ground = int(kind != INFANTRY), "cost" if climate == FAIR else "bad"
        river = self.tables["terrain_features"]["major_river"][("cost", "mud", "snow")[climate]][column]

        def cost(i: Hex, j: Hex) -> int | None:
            if not self.adjacent[i] >> j & 1:
                return None
            is_light = kind == CAVALRY and board.kind[j] == "swamp"
            price: int = 1 if is_light else chart[board.kind[j]][ground][column]
            return price + river if self.rivers.has(i, j) else price

        return Steps(self.grid, self.enterable, cost)

    def _ways_home(self, steps: Steps) -> dict[Hex, tuple[tuple[Hex, int], ...]]:
        """For each hex the hexes a step leads to, each with the least it costs to reach a town, city, fort or rough hex that way, the cheapest first."""
        least = dict.fromkeys(self.grid, FAR) | dict.fromkeys(bits(self.havens), 0)
        news = True
        while news:
            news = False
            for i in self.grid:
                for j, cost in steps[i].items():
                    if cost + least[j] < least[i]:
                        least[i], news = cost + least[j], True
        return {
            i: tuple(sorted(((j, cost + least[j]) for j, cost in steps[i].items()), key=itemgetter(1)))
            for i in self.grid
        }

    def reach(self, start: HexSet, within: HexSet, walls: Sides | None = None) -> HexSet:
        """Everything that connects to `start` through `within`, not across prohibited hexsides or other walls."""
        return flood(self.grid, start, within, walls or self.prohibited)


def _union_of(kinds: dict[str, int], names: tuple[str, ...]) -> int:
    out = 0
    for name in names:
        out |= kinds[name]
    return out
