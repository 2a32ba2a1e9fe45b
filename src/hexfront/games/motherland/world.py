"""What never changes in a game: map, counters, chits, tables, turn track, scenario."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games.motherland.actions import Step
from hexfront.games.motherland.data import FILES, MAP
from hexfront.games.motherland.kinds import (
    AIR_BASE,
    ASSET,
    CORPS,
    FORTRESS,
    GENERALS,
    MOUNTAIN,
    PARTISANS,
    RAILROAD_GUN,
    SEATS,
    SOVIET_INFANTRY,
    SUPPLY_BASE,
    SUPPORT,
    TYPE_KINDS,
)
from hexfront.hexes import Hex, HexSet, Sides, flood
from hexfront.kernel import Setup
from hexfront.wargame import CounterWorld, Net, ResultsTable, Steps, each, known_only, whole, wholes

Factors = tuple[int, int, int]
LEG, MECH, MOUNTAINEER, RED_INFANTRY = 0, 1, 2, 3
"""How a unit moves: as a Leg or Mechanized unit, as German Mountain troops, as Soviet infantry (ice)."""
PROHIBITED = 99
WEATHER = ("clear", "mud", "snow")
_LOST = ("-", *(str(n) for n in range(10)))
RESULTS = (
    "NE", "AE", "DE", *(f"{who}{n}" for who in "AD" for n in range(1, 10)), *(f"{a}/{d}" for a in _LOST for d in _LOST),
)  # fmt: skip
"""Every result that combat can have. Cases 8.5a to 8.5e."""
COUNTRIES = ("ussr", "germany", "finland", "hungary", "romania", "bulgaria", "turkey")
MAY_ENTER = {
    "german": ("ussr", "germany", "hungary", "romania", "bulgaria"),
    "soviet": ("ussr", "germany", "finland", "hungary", "romania", "bulgaria"),
    "romanian": ("ussr", "romania"),
    "hungarian": ("ussr", "hungary"),
    "italian": ("ussr", "germany"),
    "finnish": ("ussr", "finland"),
    "turkish": ("ussr", "turkey"),
}
"""Countries each nation may enter. Cases 5.2.1a to 5.2.1g, 5.2.1-i1."""
COUNTRY_CASES = {
    "german": "5.2.1a", "soviet": "5.2.1b", "romanian": "5.2.1c", "hungarian": "5.2.1d", "italian": "5.2.1e",
    "finnish": "5.2.1f", "turkish": "5.2.1g",
}  # fmt: skip


class Chit(msgspec.Struct, frozen=True):
    """A kind of Strength Chit."""

    name: str
    letter: str
    starred: bool
    turn: int
    count: int
    full: tuple[int, int]
    reduced: tuple[int, int]

    @property
    def words(self) -> str:
        """What is printed on it, for people: 4-5, reduced 2-3."""
        star = ", starred" if self.starred else ""
        return f"{self.full[0]}-{self.full[1]}, reduced {self.reduced[0]}-{self.reduced[1]}{star}"


class TurnBox(msgspec.Struct, frozen=True):
    """A box of the Turn Record Track."""

    number: int
    date: str
    weather: str
    infantry: int = 0
    panzer: int = 0
    production: bool = False


class SuddenDeath(msgspec.Struct, frozen=True):
    turn: int
    cities: tuple[str, ...]
    case: str


class VictorySheet(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a scenario's victory conditions that has one source: points for gaps, the lowest totals of levels."""

    gap_axis: int = 0
    gap_soviet: int = 0
    levels: dict[str, int] = {}


class ScenarioSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario as its rules need it."""

    id: str
    number: int
    title: str
    summary: str
    case: str
    setup: str
    first: int
    last: int
    minutes: int
    scorer: str
    cities: tuple[str, ...]
    victory: tuple[VictorySheet, ...]
    opening: bool = False
    surrender: bool = False
    sudden_death: tuple[SuddenDeath, ...] = ()
    axis_first_turn: int = 0
    assets: int = 0
    deductions: bool = False

    @property
    def levels(self) -> dict[str, int]:
        """The lowest total of each level for the side that scores, best first."""
        all_ = [pair for part in self.victory for pair in part.levels.items()]
        return dict(sorted(all_, key=lambda pair: -pair[1]))

    @property
    def gap_axis(self) -> int:
        return sum(part.gap_axis for part in self.victory)

    @property
    def gap_soviet(self) -> int:
        return sum(part.gap_soviet for part in self.victory)


def factors_of(text: str) -> Factors:
    try:
        a, d, m = (int(part) for part in text.split("-"))
    except ValueError:
        raise BadData(f"Factors are written attack-defense-move, as 9-8-7, not {text!r}.") from None
    return a, d, m


def _pair(text: str) -> tuple[int, int]:
    a, d = text.split("-")
    return int(a), int(d)


class World(CounterWorld):
    """Map, counters and tables of one set-up, with the sets of hexes that rules ask for."""

    seats = SEATS

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, FILES.board(setup, MAP))  # hexes by their numbers: case 2.2a
        self.pieces: dict[tuple[int, ...], Any] = {}  # for the view: counters by how they stand
        self.steps_to = each(Step, self.grid.top + 1)
        """The step to every hex, made once."""
        self.zocs, self.areas_kept = self.cache("zoc"), self.cache("areas")
        self.data = data = FILES.of(setup)
        self._read_map()
        self._read_tables(data["tables"])
        self._read_units(data)
        self._read_chits(data["chits"])
        self._read_turns(data)
        plans = {each["id"]: msgspec.convert(each, ScenarioSheet) for each in data["scenarios"]["scenario"]}
        self.plan: ScenarioSheet = plans[setup.scenario]
        whole(f"scenario {setup.scenario}, first", self.plan.first, min(self.turns), max(self.turns))
        whole(f"scenario {setup.scenario}, last", self.plan.last, self.plan.first, max(self.turns))
        self.layout: dict[str, Any] = data["setups"][self.plan.setup]
        self._read_victory(data["scenarios"]["cities"])
        self.has_baku = bool(setup.options.get("baku", False))
        self.has_turkey = bool(setup.options.get("turkey", False))
        self.has_winter_combat = bool(setup.options.get("winter_combat", False))
        self._moves: dict[tuple[int, str], Steps] = {}

    # --- the map

    def _read_map(self) -> None:
        b, grid = self.board, self.grid

        def terrain(name: str) -> HexSet:
            return b.terrain.get(name, 0)

        def sides(name: str) -> Sides:
            return b.sides.get(name) or Sides(grid)

        self.woods, self.swamp = terrain("woods"), terrain("swamp")
        self.mountain, self.high_mountain = terrain("mountain"), terrain("high_mountain")
        self.city, self.port = b.features["city"] & self.land, b.features["port"] & self.land
        self.fortified = b.features["fortified_city"] & self.land
        self.points = self.city | self.port
        self.moscow = self.find("Moscow")
        names = {"baltic": "port_baltic", "black": "port_black_sea", "azov": "port_azov"}
        self.waters = {water: b.features.get(name, 0) & self.land for water, name in names.items()}
        self.seas = (self.waters["baltic"], self.waters["black"] | self.waters["azov"])
        sea = terrain("sea")
        self.coasts = {
            "baltic": self._coast(sea, self.waters["baltic"]),
            "black": self._coast(sea, self.waters["black"] | self.waters["azov"]),
        }
        self.minor, self.major = sides("river"), sides("major_river")
        self.frozen, self.kerch, self.bridge = sides("frozen_access"), sides("strait"), sides("bridge")
        self.narrows: HexSet = (self.frozen | self.kerch).hexes
        # Cases 5.1.9a, 5.1.9b, 16.7b: out of play areas are sea; the bridge is part of the map and stays.
        self.blocked = sides("sea") | sides("lake") | self.frozen | self.kerch | self.bridge
        self.blocked_to_supply = self.blocked - self.bridge
        self.blocked_on_ice = self.blocked_to_supply - self.frozen
        self.rail = b.links["rail"]
        self.railroads = Net(self.rail)
        self.country = {name: b.regions.get(name, 0) & self.land for name in COUNTRIES}
        self.soviet_union = self.country["ussr"]
        self.may_enter: dict[str, HexSet] = {}
        for nation, lands in MAY_ENTER.items():
            self.may_enter[nation] = sum(self.country[land] for land in lands)
        self.sources = {letter: b.features.get(f"supply_{letter}", 0) & self.land for letter in "WHRFEST"}
        self.trigger = b.regions.get("south_of_turkish_line", 0) & self.land
        self.dry = {
            h: tuple(n for n in near if not self.blocked.has(h, n)) for h, near in self.neighbours.items()
        }

    def _coast(self, sea: HexSet, ports: HexSet) -> HexSet:
        """Land hexes on the same sea as some ports. Case 19.2a."""
        water = flood(self.grid, self.grid.around(ports) & sea, sea)
        return self.grid.around(water) & self.land | ports

    def of_kinds(self, side: int, kinds: frozenset[int]) -> list[int]:
        """The counters of a side that are of some kinds."""
        found: list[int] | None = self._of_kinds.get((side, kinds))
        if found is None:
            found = self._of_kinds[side, kinds] = [u for u in self.units_of[side] if self.kind[u] in kinds]
        return found

    def country_of(self, h: Hex) -> str:
        """The one country a hex lies in. Case 2.2c."""
        return next((name for name, hexes in self.country.items() if hexes >> h & 1), "")

    # --- tables

    def _read_tables(self, tables: dict[str, Any]) -> None:
        results = tables["results"]
        rows = results["rows"]
        if len(rows) != 9 or any(len(row) != len(results["columns"]) for row in rows):
            raise BadData("tables.results: nine rows, each with one result for each column, are expected.")
        words = "NE, AE, DE, A1 to A9, D1 to D9, and losses of both sides as 1/2 or 1/-"
        for n, row in enumerate(rows, 1):
            known_only(f"tables.results, row {n}", row, RESULTS, words)
        self.results = ResultsTable("results", results)
        self.terrain: dict[str, dict[str, Any]] = {
            k: v for k, v in tables["terrain"].items() if isinstance(v, dict)
        }
        self.rivers: dict[str, dict[str, int]] = {
            k: v for k, v in tables["rivers"].items() if isinstance(v, dict)
        }
        for group, rows, least in (("terrain", self.terrain, 1), ("rivers", self.rivers, 0)):
            for name, costs in rows.items():
                for column in ("leg", "mech"):
                    if column in costs:  # a city costs what its ground does
                        whole(f"tables.{group}.{name}.{column}", costs[column], least)
        self.attrition: tuple[int, ...] = wholes("tables.attrition.losses", tables["attrition"]["losses"], 6)
        self.partisan_table: tuple[int, ...] = wholes(
            "tables.partisans.marked", tables["partisans"]["marked"], 6
        )
        made = tables["production"]
        self.production_empty: int = whole("tables.production.empty", made["empty"])
        self.production_boxes: tuple[int, ...] = wholes("tables.production.boxes", made["boxes"])

    # --- counters

    def _read_units(self, data: dict[str, Any]) -> None:
        self.kind: list[int] = []
        self.nation: list[str] = []
        self.mech: list[bool] = []
        self.faces: list[tuple[Factors, ...]] = []
        self.letter: list[str] = []
        self.symbol: list[str] = []
        self.size: list[str] = []
        self.remnant: list[int] = []
        self.asset_type: list[str] = []
        self.home: list[Hex] = []
        types = data["units"]["type"]
        for name, spec in types.items():
            kind = TYPE_KINDS[name]
            faces = tuple(factors_of(text) for text in spec.get("factors", ()))
            letter = spec.get("letter", "")
            if letter:
                faces = ((0, 0, spec["move"]),) * 2
            for unit in spec["units"]:
                self._add(unit, kind, spec, faces, letter)
        for name, sort, place, defense in data["assets"]["asset"]:
            where = self.find(place) if not place.isdigit() else self.hex(place)
            if where < 0:
                continue
            spec = {"side": "soviet", "nation": "soviet", "symbol": sort.replace(" ", "-")}
            faces = ((0, whole(f"assets.toml: {name}", defense), 0),)
            self._add(name, ASSET, spec, faces, "", sort, where)
        kinds = {name: TYPE_KINDS[spec["remnant"]] for name, spec in types.items() if "remnant" in spec}
        by_kind = {TYPE_KINDS[name]: kg for name, kg in kinds.items()}
        self.remnant = [by_kind.get(kind, -1) for kind in self.kind]
        self.of_kind: dict[int, list[int]] = {}
        self._of_kinds: dict[tuple[int, frozenset[int]], list[int]] = {}
        for u, kind in enumerate(self.kind):
            self.of_kind.setdefault(kind, []).append(u)
        # Movement Factor by steps left; a corps keeps that of its last printed side.
        self.pace = [
            tuple(faces[min(full - steps, len(faces) - 1)][2] if steps else 0 for steps in range(full + 1))
            for faces, full in zip(self.faces, self.full, strict=True)
        ]
        self.supplied_as = [self._supply_class(u) for u in range(len(self.names))]
        self.moves_as = [self._movement_class(u) for u in range(len(self.names))]
        # By side, whoever moves at all, by the supply it sets out from by train.
        special = {AIR_BASE: "air", SUPPLY_BASE: "base"}
        self.movers: list[dict[str, list[int]]] = [{} for _ in self.units_of]
        for units, movers in zip(self.units_of, self.movers, strict=True):
            for u in units:
                if self.faces[u][0][2]:
                    movers.setdefault(special.get(self.kind[u], self.supplied_as[u]), []).append(u)
        # Case 2.3c: German is Germany alone, Axis is Germany with its allies.
        self.is_german = [nation == "german" for nation in self.nation]

    def _add(
        self,
        name: str,
        kind: int,
        spec: dict[str, Any],
        faces: tuple[Factors, ...],
        letter: str,
        asset_type: str = "",
        home: Hex = -1,
    ) -> None:
        # A corps has a third step that stands on the map as a Kampfgruppe (8.5.2).
        full = 3 if kind in CORPS else len(faces)
        self.add(name, SEATS.index(spec["side"]), full, bool(spec.get("combat", False)))
        self.kind.append(kind)
        self.nation.append(spec["nation"])
        self.mech.append(bool(spec.get("mech", False)))
        self.faces.append(faces)
        self.letter.append(letter)
        self.symbol.append(spec["symbol"])
        self.size.append(spec.get("size", ""))
        self.asset_type.append(asset_type)
        self.home.append(home)

    def _movement_class(self, u: int) -> int:
        """Leg or Mechanized, with Mountain units and Soviet infantry apart. Cases 5.1.2b, 5.1.2c."""
        if self.kind[u] == MOUNTAIN:
            return MOUNTAINEER
        if self.kind[u] in SOVIET_INFANTRY:
            return RED_INFANTRY
        return MECH if self.mech[u] else LEG

    def _supply_class(self, u: int) -> str:
        """Which Supply Lines a unit may use. Cases 9.2.1, 9.3.1b, 9.6, 21.2.2b."""
        kind, nation = self.kind[u], self.nation[u]
        if nation == "soviet":
            if kind == SUPPORT:
                return "support"
            return "infantry" if kind in SOVIET_INFANTRY or kind == FORTRESS else "armor"
        if nation in ("finnish", "turkish"):
            return nation
        if nation == "german" and kind not in (SUPPLY_BASE, AIR_BASE, RAILROAD_GUN):
            return "german"
        # RULING 9.6-b: the Railroad Gun, tied to its rails, has no use of the sea either.
        return "axis"

    # --- chits, turns, victory

    def _read_chits(self, data: dict[str, Any]) -> None:
        self.chits: list[Chit] = []
        for letter, star, turn, count, full, reduced in data["chit"]:
            name = f"{letter}{star} {full}/{reduced}" + (f" t{turn}" if turn else "")
            whole(f"chits.toml: how many of {name}", count)
            self.chits.append(Chit(name, letter, star == "*", turn, count, _pair(full), _pair(reduced)))
        # RULING 11.1-a: with every cup empty a unit fights as 1-1.
        self.last_resort = len(self.chits)
        self.chits.append(Chit("C* 1-1", "C", True, -1, 0, (1, 1), (1, 1)))
        self.chit_number = {chit.name: k for k, chit in enumerate(self.chits)}
        self.chits_of = {
            letter: tuple(k for k, chit in enumerate(self.chits) if chit.letter == letter) for letter in "ABC"
        }

    def _read_turns(self, data: dict[str, Any]) -> None:
        self.turns: dict[int, TurnBox] = {}
        track = data["turns"]
        made = set(track["production"]["turns"])
        for row in track["turn"]:
            n = row["number"]
            steps = track["replacements"].get(str(n), {})
            self.turns[n] = TurnBox(
                n, row["date"], row["weather"], steps.get("i", 0), steps.get("p", 0), n in made
            )
        known_only("turns, weather", (box.weather for box in self.turns.values()), WEATHER)
        self.weather = {n: box.weather for n, box in self.turns.items()}
        self.arrivals: dict[int, tuple[int, ...]] = {}
        self.general_turn = [0] * len(GENERALS)
        self.partisan_turn = [0] * len(PARTISANS)
        for text, names in data["arrivals"]["turn"].items():
            units = []
            for name in names:
                if name in GENERALS:
                    self.general_turn[GENERALS.index(name)] = int(text)
                elif name in PARTISANS:
                    self.partisan_turn[PARTISANS.index(name)] = int(text)
                else:
                    units.append(self.unit(name))
            self.arrivals[int(text)] = tuple(units)
        self.arrival_turn = {u: turn for turn, units in self.arrivals.items() for u in units}

    def _read_victory(self, cities: dict[str, dict[str, Any]]) -> None:
        self.worth: list[tuple[str, Hex, int, int, str]] = []
        for group in self.plan.cities:
            for name, value in cities[group].items():
                held, retaken = value if isinstance(value, list) else (value, value)
                where = self.find(name)
                if where >= 0:
                    self.worth.append((name, where, held, retaken, group))

    # --- movement costs

    def moves(self, movement_class: int, season: str) -> Steps:
        """What it costs to step from a hex to each neighbour, for a class of units in a season
        (`clear`, `snow`, or `opening` when Minor Rivers are ignored). Cases 5.1b, 5.1c, 5.1d."""
        key = (movement_class, season)
        table = self._moves.get(key)
        if table is None:
            cost = partial(self._step_cost, movement_class, season)
            figures = msgspec.json.encode((self.terrain, self.rivers))
            table = self.board.keep(("moves", *key, figures), lambda: Steps(self.grid, self.land, cost))
            self._moves[key] = table  # for speed: worked out once
        return table

    def _step_cost(self, movement_class: int, season: str, h: Hex, n: Hex) -> int | None:
        if not self.land >> n & 1:
            return None
        column = "mech" if movement_class == MECH else "leg"
        snow = season == "snow"
        more = 0
        if self.blocked.has(h, n):
            if not (snow and movement_class == RED_INFANTRY and self.frozen.has(h, n)):
                return None
            more = self.rivers["minor"][column]
        elif self.major.has(h, n):
            more = self.rivers["major"][column]
        elif self.minor.has(h, n) and season != "opening":
            more = self.rivers["minor"][column]
        cost = self.entry_cost(n, movement_class, snow)
        return cost + more if cost < PROHIBITED else None

    def terrain_name(self, h: Hex, snow: bool = False) -> str:
        """The terrain of a hex; a Swamp is Woods on Snow turns. Case 5.1.8. RULING 18.2-a."""
        kind = self.board.kind[h]
        return "woods" if snow and kind == "swamp" else kind

    def entry_cost(self, h: Hex, movement_class: int, snow: bool) -> int:
        """The cost of a hex without its hexsides. Cases 5.1.2a, 5.1.5a, 5.1.5b, 18.2.1."""
        kind = self.terrain_name(h, snow)
        if kind == "high_mountain" and movement_class != MOUNTAINEER:
            return PROHIBITED
        row = self.terrain[kind]
        cost: int = row["mech"] if movement_class == MECH else row["leg"]
        if kind == "mountain" and movement_class == MOUNTAINEER:
            cost -= 1
        return cost

    def shift_of(self, h: Hex, snow: bool) -> int:
        """The column shift a hex gives its defender: the best of its terrain and its city. Case 8.4. RULING 8.4-b."""
        shift: int = self.terrain[self.terrain_name(h, snow)]["shift"]
        if self.fortified >> h & 1:
            shift = min(shift, self.terrain["fortified_city"]["shift"])
        elif self.city >> h & 1:
            shift = min(shift, self.terrain["city"]["shift"])
        return shift
