"""What never changes in a game: map, armies, leaders, markers, tables, schedules, scenario."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from hexfront.errors import BadData, UnknownName
from hexfront.games.lebensraum.data import (
    Army,
    GroupMarker,
    Headquarters,
    Layout,
    Leader,
    ScenarioSheet,
    Series,
    Ships,
    Source,
    Staff,
    Stock,
    TurnBox,
    Works,
    board_of,
    data_of,
)
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    CLASSES,
    COMBINED,
    EAST,
    FIRST_WESTERN_TURN,
    GAME_POWERS,
    GROUPS,
    HQ_BASE,
    KINDS,
    NOBODY,
    PARATROOP,
    POWERS,
    SEASONS,
    SNOW,
    SOVIET,
    TANK,
    WATERS,
    WEST,
    WINTER,
    WORKS_BASE,
)
from hexfront.games.lebensraum.lands import CLOSED, Lands
from hexfront.games.lebensraum.tables import Tables
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Seat, Setup
from hexfront.wargame import CounterWorld, Steps, convert, known_only, whole, wholes

Rung = tuple[int, int, int, int]
"""A counter of a ladder: class and strength of the full side, class and strength of the reduced side."""
ARMY_BLOCKS = ("axis_east", "axis_west", "soviet", "soviet_series", "allied", "neutral")
NATION_OF_NEUTRAL = {"turkish": "turkey", "spanish": "spain", "swiss": "switzerland"}
TURNS, LETTERS = 16, 8


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """An economic marker in this game: where it starts and whose it is."""

    name: str
    hex: Hex
    power: int
    transport: int
    production: int
    refinery: int

    @property
    def total(self) -> int:
        """All its values together (7.46121, 10.1c)."""
        return self.transport + self.production + self.refinery


class World(CounterWorld):
    """Map, pieces and tables of one set-up, with the sets of hexes that rules ask for."""

    seats = POWERS

    def __init__(self, setup: Setup) -> None:
        data = data_of(setup)
        plans = {
            row["id"]: convert(row, ScenarioSheet, "scenarios.toml") for row in data["scenarios"]["scenario"]
        }
        self.data: dict[str, Any] = data
        self.plan: ScenarioSheet = plans[setup.scenario]
        self.game = self.plan.game
        super().__init__(setup, board_of(setup, self.game))
        self.powers = GAME_POWERS[self.game]
        # Cases 2.0a, 13.0n: in the combination one player may lead both Soviets and Western Allies.
        together = self.game == COMBINED and setup.options.get("players") == 2
        self.seat_of: tuple[Seat, ...] = ("axis", "allies", "allies") if together else POWERS
        self.free_landings = self.plan.free_landings or (self.game == COMBINED and self.has("campaign_rules"))
        self.lands = Lands(self.board, self.game)
        self.land = self.lands.land
        if self.has("zone_border"):  # RULING 10.3-d
            between = data["scenarios"]["zone_border"]["hexes"]
            self.lands.west_of_halt &= ~sum(
                1 << self.lands.at(label, "west") for label in between if self.game != EAST
            )
        self.west_only: HexSet = 0
        if self.game == COMBINED:
            east = board_of(setup, EAST)
            shared = {east.label(h) for h in bits(east.on_map)}
            self.west_only = sum(1 << h for h in bits(self.land) if self.board.label(h) not in shared)
        self.tables = Tables(data["tables"])
        self._read_turns(data["turns"], data["schedules"])
        self._read_cities(data["cities"]["population"])
        self._read_units(data["units"])
        self._read_headquarters(data["headquarters"])
        self._read_leaders(data["leaders"])
        self._read_economy(data["economy"])
        self._read_layouts(data["setups"])
        self._read_control()
        self._steps: dict[tuple[bool, int, int, int, bool], Steps] = {}

    def has(self, option: str) -> bool:
        """Whether an optional rule or a reading is in play."""
        return bool(self.setup.options.get(option, False))

    def _is_in(self, games: str, where: str) -> bool:
        if not games or set(games) - {EAST, WEST, COMBINED}:
            raise BadData(f"{where}: games are letters of E, W and C, not {games!r}.")
        return self.game in games

    # --- turns and schedules

    def _read_turns(self, turns: dict[str, Any], schedules: dict[str, Any]) -> None:
        boxes = [convert(row, TurnBox, "turns.toml: calendar") for row in turns["calendar"]["turn"]]
        if [box.number for box in boxes] != list(range(1, TURNS + 1)):
            raise BadData(f"turns.toml: calendar: turns 1 to {TURNS} are expected in order.")
        known_only("turns.toml: calendar", (box.season for box in boxes), SEASONS)
        self.turns = {box.number: box for box in boxes}
        whole(f"scenario {self.plan.id}, first", self.plan.first, 1, TURNS)
        whole(f"scenario {self.plan.id}, last", self.plan.last, self.plan.first, TURNS)
        air = turns["air"]
        east = wholes("turns.toml: air.axis_east", air["axis_east"], TURNS)
        west = self._lettered("turns.toml: air.axis_west", air["axis_west"])
        both = tuple(a + b for a, b in zip(east, west, strict=True))  # RULING 13.0-c
        self.air = (
            {EAST: east, WEST: west, COMBINED: both}[self.game],
            wholes("turns.toml: air.soviet", air["soviet"], TURNS),
            self._lettered("turns.toml: air.allied", air["allied"]),
        )
        self.allied_air_before_e = whole("turns.toml: air.allied_before_e", air["allied_before_e"])
        moves = turns["allied_movement"]
        self.allied_points = self._lettered("turns.toml: allied_movement.points", moves["points"])
        self.port_points = {
            h: whole(f"turns.toml: {name}", n)
            for name, n in moves["ports"].items()
            if (h := self.find(name)) >= 0
        }
        self.group_limit = tuple(
            {
                int(year): whole("turns.toml: battle_groups", n)
                for year, n in turns["battle_groups"][power].items()
            }
            for power in POWERS
        )
        aid = turns["soviet_aid"]
        self.aid_transport = wholes("turns.toml: soviet_aid.transport", aid["transport"], TURNS)
        self.aid_food = wholes("turns.toml: soviet_aid.food", aid["food"], TURNS)
        self.allied_transport = self._lettered(
            "turns.toml: allied_transport", turns["allied_transport"]["points"]
        )
        steps: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for name, reader in (
            ("axis_east", wholes), ("axis_west", self._lettered), ("allied", self._lettered)
        ):  # fmt: skip
            rows = [
                reader(f"schedules.toml: {name}.{kind}", schedules[name][kind])
                for kind in ("infantry", "armor")
            ]
            if any(len(row) != TURNS for row in rows):
                raise BadData(f"schedules.toml: {name}: a number for each turn is expected.")
            steps.append((rows[0], rows[1]))
        merged = tuple(
            tuple(a + b for a, b in zip(*pair, strict=True)) for pair in zip(*steps[:2], strict=True)
        )
        # Case 13.0j: from turn A the schedules of both games are one.
        self.axis_steps = {EAST: steps[0], WEST: steps[1], COMBINED: merged}[self.game]
        self.allied_steps = steps[2]
        red = schedules["soviet"]
        self.shock_due: tuple[tuple[int, ...], ...] = tuple(
            wholes("schedules.toml: soviet.shock", row) for row in red["shock"]
        )
        self.infantry_due = wholes("schedules.toml: soviet.infantry", red["infantry"], TURNS)
        self.tanks_due = wholes("schedules.toml: soviet.tank", red["tank"], TURNS)
        if len(self.shock_due) != TURNS:
            raise BadData("schedules.toml: soviet.shock: a list for each turn is expected.")

    def _lettered(self, where: str, values: Iterable[Any]) -> tuple[int, ...]:
        """A row for turns A to H as a row for turns 1 to 16, nothing before turn A."""
        return (0,) * (FIRST_WESTERN_TURN - 1) + wholes(where, values, LETTERS)

    def season(self, turn: int) -> str:
        return self.turns[turn].season

    def turn_name(self, turn: int) -> str:
        """A turn as the game in hand counts it: 5, or E in the West."""
        return self.turns[turn].letter if self.game == WEST else str(turn)

    # --- cities

    def _read_cities(self, blocks: dict[str, Any]) -> None:
        self.population: dict[Hex, int] = {}
        for country, cities in blocks.items():
            if not isinstance(cities, dict):
                continue
            known_only("cities.toml", (country,), self.lands.country)
            for name, number in cities.items():
                h = self.find(name)
                if h < 0:
                    continue  # on the other map
                if not self.lands.country[country] >> h & 1:
                    raise BadData(f"cities.toml: {name} is not in {country}.")
                self.population[h] = whole(f"cities.toml: {name}", number, 1, 3)
        missing = [h for h in bits(self.lands.city) if h not in self.population]
        if missing:
            raise BadData(f"cities.toml: {self.board.name(missing[0])} has no population number.")
        self.cities: HexSet = sum(1 << h for h in self.population)
        large = self.tables.limits.large_city
        self.large_cities: HexSet = sum(1 << h for h, n in self.population.items() if n >= large)
        self.cities_in = {name: hexes & self.cities for name, hexes in self.lands.country.items()}

    def population_of(self, hexes: HexSet) -> int:
        """The population numbers of a set of hexes together."""
        return sum(self.population[h] for h in bits(hexes & self.cities))

    # --- units

    def _read_units(self, data: dict[str, Any]) -> None:
        self.ladders = {
            name: tuple(_rung(name, row) for row in rows)
            for name, rows in data["ladders"].items()
            if isinstance(rows, list) and name != "cases"
        }
        self.kind: list[int] = []
        self.ladder: list[tuple[Rung, ...]] = []
        armies: list[Army] = []
        for block in ARMY_BLOCKS:
            found = [convert(row, Army, f"units.toml: {block}") for row in data[block]["unit"]]
            for row in data[block].get("series", ()):
                found += convert(row, Series, f"units.toml: {block}.series").armies()
            power = data[block]["power"]
            side = POWERS.index(power) if power else NOBODY
            for army in found:
                if self._is_in(army.games, f"units.toml: {army.id}"):
                    armies.append(army)
                    self._add_army(army, side)
        known_only("units.toml: group", (army.group for army in armies), GROUPS)
        self.first_group = len(armies)
        self._add_groups(armies)
        self.armies = tuple(armies)
        self.units = tuple(range(len(armies)))
        self.ids = {army.id: u for u, army in enumerate(armies)}
        if len(self.ids) != len(armies):
            raise BadData("units.toml: two units have the same id.")
        self.short = [army.short for army in armies]
        self.nation = [army.nation for army in armies]
        self.is_tank = [kind == TANK for kind in self.kind]
        self.series = {
            group: tuple(u for u, army in enumerate(armies) if army.group == group) for group in GROUPS[1:]
        }
        self.home = {
            u: NATION_OF_NEUTRAL[nation]
            for u, nation in enumerate(self.nation)
            if nation in NATION_OF_NEUTRAL
        }
        self.finns = sum(1 << u for u, nation in enumerate(self.nation) if nation == "finnish")
        self.paratroops = sum(1 << u for u, kind in enumerate(self.kind) if kind == PARATROOP)
        self.italian_8th = self.ids.get("it-8", -1)

    def _add_army(self, army: Army, side: int) -> None:
        """A neutral unit belongs to no power until its country is invaded (11.7b)."""
        name = army.name
        if name in self.number:
            raise BadData(f"units.toml: two units are called {name!r}.")
        ladder = self._ladder_of(army) if army.ladder else ()
        self.add(name, side, len(ladder) + 1)
        self.kind.append(KINDS.index(army.kind))
        self.ladder.append(ladder)

    def _ladder_of(self, army: Army) -> tuple[Rung, ...]:
        if army.ladder not in self.ladders:
            raise BadData(
                f"units.toml: {army.id} has the ladder {army.ladder!r}; there is none of that name."
            )
        whole(f"units.toml: grade of {army.id}", army.grade, 0, len(self.ladders[army.ladder]) - 1)
        return self.ladders[army.ladder]

    def _add_groups(self, armies: list[Army]) -> None:
        """Battle groups are units too, after all armies (5.7i)."""
        rows = self.data["headquarters"]["battle_groups"]["marker"]
        for row in (convert(row, GroupMarker, "headquarters.toml: battle_groups") for row in rows):
            if self._is_in(row.games, f"headquarters.toml: {row.id}"):
                letter = row.id.rpartition("-")[2].upper()
                army = Army(
                    id=row.id, name=row.name, short=f"BG {letter}", nation="", kind="group", ladder="", games=row.games
                )  # fmt: skip
                armies.append(army)
                self._add_army(army, POWERS.index(row.power))
        self.groups = tuple(range(self.first_group, len(armies)))

    def name(self, u: int) -> str:
        """A unit, an HQ or an economic marker by its number in movement and transport."""
        if u >= WORKS_BASE:
            return f"The works of {self.markers[u - WORKS_BASE].name}"
        return self.hqs[u - HQ_BASE].name if u >= HQ_BASE else self.names[u]

    piece = name

    def names_of(self, units: Iterable[int]) -> str:
        return ", ".join(map(self.name, units))

    def unit(self, name: str) -> int:
        """The number of a unit, by its id or its name."""
        found = self.ids.get(name, self.number.get(name, -1))
        if found < 0:
            raise UnknownName(f"There is no unit {name!r} in this game.")
        return found

    def steps_of(self, u: int, grade: int, weak: int) -> int:
        """Steps left on a counter and side: one for each counter from here down, one more on the full side.

        RULING 6.2-a.
        """
        return len(self.ladder[u]) - grade + (0 if weak else 1)

    # --- HQs, General Staff, ships

    def _read_headquarters(self, data: dict[str, Any]) -> None:
        self.hqs: list[Headquarters] = []
        self.hq_power: list[int] = []
        for power, name in enumerate(POWERS):
            for row in data[name]["marker"]:
                hq = convert(row, Headquarters, f"headquarters.toml: {name}")
                if self._is_in(hq.games, f"headquarters.toml: {hq.id}"):
                    self.hqs.append(hq)
                    self.hq_power.append(power)
        self.hq_number = {hq.id: k for k, hq in enumerate(self.hqs)}
        self.finnish_hq = next((k for k, hq in enumerate(self.hqs) if hq.finnish), -1)
        self.hqs_of = tuple([k for k, power in enumerate(self.hq_power) if power == p] for p in range(3))
        rows = [convert(row, Staff, "headquarters.toml: staff") for row in data["staff"]["marker"]]
        self.staff = [row for row in rows if self._is_in(row.games, f"headquarters.toml: {row.id}")]
        self.staff_power = [POWERS.index(row.power) for row in self.staff]
        self.capital: dict[int, Hex] = {}
        for row in self.staff:
            self.capital[POWERS.index(row.power)] = self.hex(row.capital)
        naval = [convert(row, Ships, "headquarters.toml: naval") for row in data["naval"]["marker"]]
        self.ships = [row for row in naval if self._is_in(row.games, f"headquarters.toml: {row.id}")]
        known_only("headquarters.toml: naval", (row.water for row in self.ships), WATERS)
        self.ship_power = [POWERS.index(row.power) for row in self.ships]

    def hq(self, name: str) -> int:
        """The number of an HQ, by its id."""
        try:
            return self.hq_number[name]
        except KeyError:
            raise UnknownName(f"There is no HQ {name!r} in this game.") from None

    # --- leaders

    def _read_leaders(self, data: dict[str, Any]) -> None:
        self.leaders: list[Leader] = []
        self.leader_power: list[int] = []
        self.optional: tuple[int, ...] = ()
        for power, name in enumerate(POWERS):
            for row in data[name]["leader"]:
                leader = convert(row, Leader, f"leaders.toml: {name}")
                if not self._is_in(leader.games, f"leaders.toml: {leader.id}"):
                    continue
                whole(f"leaders.toml: stars of {leader.name}", leader.stars, 0, 5)
                if self.post_of(leader) not in ("", "staff", "optional", *self.hq_number):
                    raise BadData(
                        f"leaders.toml: {leader.name} has the post {self.post_of(leader)!r}, which is none."
                    )
                self.leaders.append(leader)
                self.leader_power.append(power)
        self.leader_number = {leader.id: k for k, leader in enumerate(self.leaders)}
        if len(self.leader_number) != len(self.leaders):
            raise BadData("leaders.toml: two leaders have the same id.")
        self.stars = tuple(leader.stars for leader in self.leaders)
        self.optional = tuple(k for k, leader in enumerate(self.leaders) if leader.post == "optional")
        self.mannerheim = next(
            (k for k, leader in enumerate(self.leaders) if leader.post and self.finnish_hq >= 0
             and leader.post == self.hqs[self.finnish_hq].id), -1,
        )  # fmt: skip

    def post_of(self, leader: Leader) -> str:
        """The post a leader starts in, in this game."""
        return leader.post_west or leader.post if self.game == WEST else leader.post

    def leader(self, name: str) -> int:
        """The number of a leader, by his id."""
        try:
            return self.leader_number[name]
        except KeyError:
            raise UnknownName(f"There is no leader {name!r} in this game.") from None

    # --- economy

    def _read_economy(self, data: dict[str, Any]) -> None:
        self.markers: list[Marker] = []
        self.off_map: list[Stock] = [Stock(), Stock(), Stock()]
        self.east_front = Stock()
        for name in ("axis_east", "axis_west", "axis_combined", "soviet"):
            block = data[name]
            if not self._is_in(block["games"], f"economy.toml: {name}"):
                continue
            power = SOVIET if name == "soviet" else AXIS
            self.off_map[power] = convert(block["off_map"], Stock, f"economy.toml: {name}.off_map")
            if "east_front" in block:
                self.east_front = convert(block["east_front"], Stock, f"economy.toml: {name}.east_front")
            seen: set[str] = set()
            for source in block.get("takes", [name]):
                for row in data[source]["marker"]:
                    works = convert(row, Works, f"economy.toml: {source}")
                    if works.city not in seen:
                        seen.add(works.city)
                        self.markers.append(self._marker(works, power))
        self.oil = self._sources(data["oil"]["point"], "oil")
        self.food = self._sources(data["food"]["point"], "food")

    def _marker(self, works: Works, power: int) -> Marker:
        return Marker(
            name=works.city,
            hex=self.hex(works.city),
            power=power,
            transport=whole(f"economy.toml: {works.city}", works.transport),
            production=whole(f"economy.toml: {works.city}", works.production),
            refinery=whole(f"economy.toml: {works.city}", works.refinery),
        )

    def _sources(self, rows: list[Any], name: str) -> dict[Hex, int]:
        out = {}
        for row in rows:
            source = convert(row, Source, f"economy.toml: {name}")
            if self._is_in(source.games, f"economy.toml: {name} of {source.city}"):
                out[self.hex(source.city)] = whole(f"economy.toml: {name} of {source.city}", source.points, 1)
        return out

    # --- set-ups

    def _read_layouts(self, setups: dict[str, Any]) -> None:
        """Where everything starts; a later set-up of the scenario changes an earlier one. Cases 12.1a, 12.2a, 12.4a."""
        self.start_units: dict[int, Hex] = {}
        self.start_hqs: dict[int, Hex] = {}
        self.late_units: dict[int, Hex] = {}
        self.late_hqs: dict[int, Hex] = {}
        self.allied_hold: HexSet = 0
        for name in self.plan.setups:
            layout = convert(setups[name], Layout, f"setups/{name}.toml")
            late = self.game == COMBINED and layout.numbers == "west"  # Case 13.0b.
            units, hqs = (self.late_units, self.late_hqs) if late else (self.start_units, self.start_hqs)
            for unit, label in layout.units.items():
                units[self.unit(unit)] = self._start(name, unit, label, layout.numbers)
            for hq, label in layout.headquarters.items():
                hqs[self.hq(hq)] = self._start(name, hq, label, layout.numbers)
            if layout.allied_hold:
                self.allied_hold = self._allied_hold(layout)

    def _start(self, name: str, piece: str, label: str, numbers: str) -> Hex:
        h = self.lands.at(label, numbers)
        if not self.land >> h & 1:
            raise BadData(f"setups/{name}.toml: {piece} at {label} is not on land.")
        return h

    def _allied_hold(self, layout: Layout) -> HexSet:
        """What the Western Allies hold in Italy when they appear."""
        row = layout.allied_hold["italy_from_row"]
        held = sum(1 << h for h in bits(self.lands.country["italy"]) if self.grid.cell(h)[1] >= row)
        for label in layout.allied_hold["hexes"]:
            held |= 1 << self.lands.at(label, layout.numbers)
        return held

    def _read_control(self) -> None:
        """Who holds what at the start. Cases 11.5b, 11.5c, 11.5d."""
        neutral = sum(self.lands.country[name] for name in self.lands.neutrals)
        soviet = self.lands.country["ussr"] if SOVIET in self.powers else 0
        allied = self.lands.home_of_allies & self.land if ALLIED in self.powers else 0
        if self.game == WEST:
            allied |= self.allied_hold
        axis = self.land & ~neutral & ~soviet & ~allied
        self.start_control = (axis, soviet, allied)
        self.barred = tuple(self._barred(power) for power in range(3))

    def _barred(self, power: int) -> HexSet:
        """Countries closed to the units of a power for good. Case 11.7e, RULING 11.7-a."""
        closed = sum(self.lands.country[name] for name in CLOSED)
        return closed | self.lands.country["yugoslavia"] if power == ALLIED else closed

    # --- movement costs

    def steps(self, is_tank: bool, weather: tuple[int, int, int], winter: bool) -> Steps:
        """What each step over the ground costs a tank or another unit in this weather by section.

        Cases 5.1c, 5.1g, 5.4m, 8.0d, 8.0e, 8.0f, 8.0h. RULING 8.0-b: the weather is that of the hex entered.
        """
        key = (is_tank, *weather, winter)
        table = self._steps.get(key)
        if table is None:
            table = self._steps[key] = Steps(
                self.grid, self.land, lambda a, b: self._cost(a, b, is_tank, weather, winter)
            )
        return table

    def _cost(self, a: Hex, b: Hex, is_tank: bool, weather: tuple[int, int, int], winter: bool) -> int | None:
        """The points of one step, or None if it cannot be made. RULING 8.0-d: ice costs what open ground does."""
        side = self.lands.crossing.get((a, b), -1)
        if side < 0 or (side == 2 and not winter):
            return None
        if side == 2:
            return self.tables.frozen_lake.tank if is_tank else self.tables.frozen_lake.infantry
        sky = weather[self.lands.section[b]]
        cost = self.tables.entry_cost(self.board.kind[b], is_tank, sky)
        return cost + self.tables.river_cost(is_tank, sky) if side else cost

    def command_range(self, power: int) -> int:
        """Case 7.44b."""
        return self.tables.ranges.command[power]

    def supply_range(self, power: int, weather: int) -> int:
        """Command range, shorter for the Axis in snow. Cases 11.1a, 8.0g."""
        if power == AXIS and weather == SNOW:
            return self.tables.ranges.axis_supply_in_snow
        return self.command_range(power)

    def is_winter(self, turn: int) -> bool:
        return self.turns[turn].season == WINTER


def _rung(name: str, row: list[Any]) -> Rung:
    where = f"units.toml: ladder {name}"
    if len(row) != 4:
        raise BadData(f"{where}: class and strength of both sides are expected, as ['A', 14, 'A', 8].")
    known_only(where, (row[0], row[2]), CLASSES)
    return (
        CLASSES.index(row[0]), whole(where, row[1], 1), CLASSES.index(row[2]), whole(where, row[3], 1)
    )  # fmt: skip


__all__ = ["Marker", "Rung", "World"]
