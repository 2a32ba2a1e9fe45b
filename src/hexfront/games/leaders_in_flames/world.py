"""What never changes in a game: ground, counters, leaders, tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.board import Lands
from hexfront.games.leaders_in_flames.data import (
    ADJECTIVES,
    FILES,
    Leader,
    ScenarioSheet,
    Unit,
    units_of,
)
from hexfront.games.leaders_in_flames.kinds import (
    ARMOUR,
    HQS,
    KIND_IDS,
    KIND_WORDS,
    LEADER,
    MONTH_NAMES,
    MOTOR,
    MTN,
    POWERS,
    SEATS,
    SIDE_OF,
)
from hexfront.games.leaders_in_flames.leaders.rows import Row, read_rows
from hexfront.games.leaders_in_flames.tables import Tables
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.kernel import Setup
from hexfront.wargame import CounterWorld, Net, Steps, convert, known_only

ARMIES = ("ussr", "romania", "japan", "china")
"""Countries whose large units are armies; the others' are corps. What it costs to reorganise them follows from it."""
ROUGH = ("mountain", "desert_mountain")
CLOSE = ("mountain", "desert_mountain", "jungle", "swamp", "forest")
"""Terrain in which the defender calls the table, and cities."""
SOFT = ("mountain", "desert_mountain", "jungle", "swamp")
"""Terrain that halves ARM and MECH."""


class World(CounterWorld):
    """Board, counters, leaders and tables of one set-up."""

    seats: ClassVar[tuple[str, ...]] = SEATS

    def __init__(self, setup: Setup) -> None:
        data = FILES.of(setup)
        rows = {row["id"]: row for row in data["scenarios"]["scenario"]}
        self.plan = plan = convert(rows[setup.scenario], ScenarioSheet, f"scenarios.{setup.scenario}")
        super().__init__(setup, FILES.board(setup, plan.map))
        self.data = data
        self.tables = Tables(data["tables"])
        self.lands = Lands(self.board, data)
        self.powers = tuple(POWERS.index(name) for name in plan.powers)
        self.power_of_nation = {name: POWERS.index(name) for name in plan.powers}
        self.power_of_nation |= {name: POWERS.index(power) for name, power in plan.nations.items()}
        self._area()
        self._units()
        self.hqs = tuple([u for u in units if self.is_hq(u)] for units in self.units_of)
        self._leaders()
        self._steps()
        self._industry()
        victory = data["scenarios"]["victory"][plan.id]
        self.prizes = {self.hex(city): int(worth) for city, worth in victory["cities"].items()}

    # --- ground

    def _area(self) -> None:
        board, plan = self.board, self.plan
        known_only("scenarios.area", plan.area, board.regions, "the regions of the map")
        area = 0
        for name in plan.area:
            area |= board.regions[name]
        self.area: HexSet = area & board.land
        self.land = self.area
        self.cities: HexSet = board.features["city"] & self.area
        kinds = board.terrain
        self.rough: HexSet = sum(kinds.get(kind, 0) for kind in ROUGH)
        self.soft: HexSet = sum(kinds.get(kind, 0) for kind in SOFT)
        self.close: HexSet = sum(kinds.get(kind, 0) for kind in CLOSE) | self.cities
        self.forest: HexSet = kinds.get("forest", 0)
        self.jungle: HexSet = kinds.get("jungle", 0)
        self.open: HexSet = (kinds.get("clear", 0) | kinds.get("desert", 0)) & ~self.cities
        """Where a stack can be overrun."""
        self.rivers = board.sides["river"] | board.sides["major_river"]
        self.barred = (board.sides["sea"] | board.sides["lake"]) - board.sides["strait"]
        self.rail = Net(board.links["rail"])

    def _steps(self) -> None:
        ground, kind, barred = self.tables.ground, self.board.kind, self.barred

        def priced(price: Callable[[Hex], int]) -> Steps:
            def cost(a: Hex, b: Hex) -> int | None:
                return price(b) if self.area >> b & 1 and not barred.has(a, b) else None

            return Steps(self.grid, self.area, cost)

        self.steps_motor = priced(lambda h: ground[kind[h]].motor)
        self.steps_foot = priced(lambda h: ground[kind[h]].foot)
        self.steps_mountain = priced(lambda h: 1 if self.rough >> h & 1 else ground[kind[h]].foot)

    def _industry(self) -> None:
        """Factories of the powers in play, where they stand, and the capitals."""
        rows = self.data["scenarios"]["industry"]
        self.factories: dict[int, dict[Hex, int]] = {}
        self.capital: dict[int, Hex] = {}
        for power in self.powers:
            name = POWERS[power]
            places = {self.find(city): n for city, n in rows["factories"][name].items()}
            self.factories[power] = {h: n for h, n in places.items() if h >= 0}
            self.capital[power] = self.hex(rows["capitals"][name])
        self.sources: list[HexSet] = [0, 0]
        """By side: cities at which every line of supply may end."""
        for nation, cities in rows["sources"].items():
            if nation in self.power_of_nation:
                here = union(self.hex(city) for city in cities)
                self.sources[SIDE_OF[self.power_of_nation[nation]]] |= here & self.area
        self.home: dict[str, HexSet] = {
            nation: sum(self.board.regions[name] for name in regions) & self.cities
            for nation, regions in rows["home"].items()
            if nation in self.power_of_nation
        }
        """By country: the cities in which its units and leaders arrive."""
        self.capitals: HexSet = 0
        for city in rows["capitals"].values():
            if (h := self.find(city)) >= 0:
                self.capitals |= 1 << h

    # --- counters

    def _units(self) -> None:
        self.units: list[Unit] = []
        self.kind: list[int] = []
        self.division: list[bool] = []
        self.nation: list[str] = []
        self.strength: list[int] = []
        self.pace: list[int] = []
        self.price: list[int] = []
        self.steps_of: list[int] = []
        listed = self.data["units"]
        for nation in self.power_of_nation:
            if nation not in listed:
                raise BadData(f"units: there is no country {nation!r}.")
            for unit in units_of(nation, listed[nation]):
                self._unit(unit)
        if "ussr" in self.power_of_nation:
            for unit in units_of("ussr", listed["guards_banner"]):
                self._unit(unit)

    def _unit(self, unit: Unit) -> None:
        word = ADJECTIVES[unit.nation]
        if unit.kind in HQS:
            piece, name = f"HQ {unit.name}", f"HQ {unit.name}"
        else:
            size = "Division" if unit.division else "Army" if unit.nation in ARMIES else "Corps"
            kind = f"{KIND_IDS[unit.kind]} DIV" if unit.division else KIND_IDS[unit.kind]
            piece = f"{word} {kind} {unit.name}"
            name = f"{word} {unit.name} {KIND_WORDS[unit.kind]} {size}"
        if piece in self.number:
            piece, name = f"{piece} ({unit.year})", f"{name} ({unit.year})"
        self._count(piece, name, self.power_of_nation[unit.nation], not unit.division)
        self.units.append(unit)
        self.kind.append(unit.kind)
        self.division.append(unit.division)
        self.nation.append(unit.nation)
        self.strength.append(unit.strength)
        self.pace.append(unit.move)
        self.price.append(self.tables.cost(unit.price_name))

    def _count(self, piece: str, name: str, power: int, exerts: bool) -> None:
        self.add(piece, SIDE_OF[power], 1, exerts, name)
        if not hasattr(self, "power"):
            self.power: list[int] = []
        self.power.append(power)

    def _leaders(self) -> None:
        """The leaders of the powers in play, as counters after the units. Cases 1b, 3.1b, 3.1c."""
        self.rows: dict[int, Row] = read_rows(self.data["abilities"])
        self.first_leader = len(self.names)
        self.leaders: list[Leader] = []
        self.is_minor: list[bool] = []
        for row in self.data["leaders"]["leader"]:
            leader = convert(row, Leader, f"leaders.{row.get('id', '?')}")
            if leader.nation not in self.power_of_nation or leader.id in self.plan.leaders_out:
                continue
            self._count(leader.id, leader.id, self.power_of_nation[leader.nation], False)
            self.leaders.append(leader)
            self.is_minor.append(leader.nation not in POWERS)
            self.kind.append(LEADER)
            self.division.append(False)
            self.nation.append(leader.nation)
            self.strength.append(0)
            self.pace.append(8)
            self.price.append(0)
        self.has_rank = {u: self.leader(u).stars for u in self.all_leaders}

    @property
    def all_leaders(self) -> range:
        """The counters that are leaders."""
        return range(self.first_leader, len(self.names))

    def is_leader(self, u: int) -> bool:
        """Whether a counter is a leader."""
        return u >= self.first_leader

    def leader(self, u: int) -> Leader:
        """The man of a leader counter."""
        return self.leaders[u - self.first_leader]

    def abilities(self, u: int) -> list[Row]:
        """The rows of a leader that this slice of the game knows."""
        return [self.rows[n] for n in self.leader(u).abilities if n in self.rows]

    def is_hq(self, u: int) -> bool:
        """Whether a counter is a headquarters."""
        return self.kind[u] in HQS

    def is_army(self, u: int) -> bool:
        """Whether it costs two to reorganise: armies, ARM and MECH."""
        if self.is_leader(u) or self.division[u]:
            return False
        return self.nation[u] in ARMIES or self.kind[u] in ARMOUR

    def is_motor(self, u: int) -> bool:
        """Whether a counter pays motorised cost."""
        return self.kind[u] in MOTOR

    def steps_for(self, kind: int) -> Steps:
        """What steps cost a kind of unit."""
        if kind in MOTOR:
            return self.steps_motor
        return self.steps_mountain if kind == MTN else self.steps_foot

    # --- time

    def month(self, turn: int) -> int:
        """Which two months of the year a turn is, from 0."""
        return (self.plan.month + turn - 1) % 6

    def year(self, turn: int) -> int:
        """The year of a turn."""
        return self.plan.year + (self.plan.month + turn - 1) // 6

    def turn_title(self, turn: int) -> str:
        """A turn as people say it: May/Jun 1941."""
        return f"{MONTH_NAMES[self.month(turn)]} {self.year(turn)}"

    def range_of(self, u: int, h: Hex) -> HexSet:
        """The hexes within range of a leader who is in a hex. Cases 2c, 2d."""
        return self.lands.in_range(h, self.has_rank[u])

    def near_hexes(self, hexes: HexSet) -> HexSet:
        """Every hex next to one of a set, not across open water."""
        out = 0
        for h in bits(hexes):
            for n in self.neighbours[h]:
                if not self.barred.has(h, n):
                    out |= 1 << n
        return out & self.area
