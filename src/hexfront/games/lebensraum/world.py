"""What never changes in a game: map, armies, leaders, markers, tables, schedules, scenario."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from hexfront.errors import BadData, UnknownName
from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.data import (
    LOADED,
    Army,
    Layout,
    Leader,
    Row,
    Source,
    Stock,
    Token,
    TurnBox,
    Works,
    board_of,
    in_series,
    plans,
)
from hexfront.games.lebensraum.lands import CLOSED, Lands
from hexfront.games.lebensraum.tables import Tables
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.kernel import Seat, Setup
from hexfront.wargame import CounterWorld, Steps, convert, known_only, whole, wholes
from hexfront.words import listed

R = TypeVar("R", bound=Row)
Rung = tuple[int, int, int, int]
"""A counter of a ladder: class and strength of the full side, class and strength of the reduced side."""
ARMY_BLOCKS = ("axis_east", "axis_west", "soviet", "soviet_series", "allied", "neutral")
NATION_OF_NEUTRAL = {"turkish": "turkey", "spanish": "spain", "swiss": "switzerland"}
TURNS, LETTERS = 16, 8


class World(CounterWorld):
    """Map, pieces and tables of one set-up, with the sets of hexes that rules ask for."""

    seats = kinds.POWERS

    def __init__(self, setup: Setup) -> None:
        self.data: dict[str, Any] = LOADED.of(setup)
        data = self.data
        self.plan = {plan.id: plan for plan in plans(data)}[setup.scenario]
        self.game = self.plan.game
        super().__init__(setup, board_of(setup, self.game))
        self.powers = kinds.GAME_POWERS[self.game]
        # Cases 2.0a, 13.0n: in the combination one player may lead both Soviets and Western Allies.
        together = self.game == kinds.COMBINED and setup.options.get("players") == 2
        self.seat_of: tuple[Seat, ...] = ("axis", "allies", "allies") if together else kinds.POWERS
        self.free_landings = self.plan.free_landings or (
            self.game == kinds.COMBINED and self.has("campaign_rules")
        )
        self.lands = Lands(self.board, self.game)
        self.land = self.lands.land
        if self.has("zone_border") and self.game != kinds.EAST:  # RULING 10.3-d
            between = data["scenarios"]["zone_border"]["hexes"]
            self.lands.west_of_halt &= ~union(self.lands.at(label, "west") for label in between)
        self.west_only: HexSet = 0
        if self.game == kinds.COMBINED:
            east = board_of(setup, kinds.EAST)
            shared = {east.label(h) for h in bits(east.on_map)}
            self.west_only = union(h for h in bits(self.land) if self.board.label(h) not in shared)
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
        """Whether an optional rule, or one reading of a rule, is in play."""
        return bool(self.setup.options.get(option, False))

    def _rows(self, where: str, rows: Iterable[dict[str, Any]], kind: type[R]) -> list[R]:
        """The records of a data file that are in this game."""
        found = [convert(row, kind, f"{where} {row.get('id', row.get('city', ''))}") for row in rows]
        return [row for row in found if self.game in row.games]

    # --- turns and schedules

    def _read_turns(self, turns: dict[str, Any], schedules: dict[str, Any]) -> None:
        boxes = [convert(row, TurnBox, "turns.toml: calendar") for row in turns["calendar"]["turn"]]
        if [box.number for box in boxes] != list(range(1, TURNS + 1)):
            raise BadData(f"turns.toml: calendar: turns 1 to {TURNS} are expected in order.")
        known_only("turns.toml: calendar", (box.season for box in boxes), kinds.SEASONS)
        self.turns = {box.number: box for box in boxes}
        whole(f"scenario {self.plan.id}, first", self.plan.first, 1, TURNS)
        whole(f"scenario {self.plan.id}, last", self.plan.last, self.plan.first, TURNS)
        names = ("axis_east", "axis_west", "soviet", "allied")
        east, west, soviet, allied = (_track(turns, "air", name) for name in names)
        both = tuple(map(sum, zip(east, west, strict=True)))  # RULING 13.0-c
        self.air = ({kinds.EAST: east, kinds.WEST: west, kinds.COMBINED: both}[self.game], soviet, allied)
        self.allied_air_before_e = whole("air.allied_before_e", turns["air"]["allied_before_e"])
        self.allied_points = _track(turns, "allied_movement", "points")
        ports = turns["allied_movement"]["ports"]
        self.port_points = {h: whole(name, n) for name, n in ports.items() if (h := self.find(name)) >= 0}
        limits = turns["battle_groups"]
        self.group_limit = tuple(
            {int(year): whole("battle_groups", n) for year, n in limits[power].items()}
            for power in kinds.POWERS
        )
        self.aid_transport = _track(turns, "soviet_aid", "transport")
        self.aid_food = _track(turns, "soviet_aid", "food")
        self.allied_transport = _track(turns, "allied_transport", "points")
        arms = ("infantry", "armor")
        east_steps, west_steps, self.allied_steps = (
            tuple(_track(schedules, name, arm) for arm in arms) for name in (*names[:2], "allied")
        )
        # Case 13.0j: from turn A the schedules of both games are one.
        pairs = zip(east_steps, west_steps, strict=True)
        merged = tuple(tuple(map(sum, zip(*pair, strict=True))) for pair in pairs)
        self.axis_steps = {kinds.EAST: east_steps, kinds.WEST: west_steps, kinds.COMBINED: merged}[self.game]
        self.shock_due = tuple(wholes("soviet.shock", row) for row in schedules["soviet"]["shock"])
        self.infantry_due = _track(schedules, "soviet", "infantry")
        self.tanks_due = _track(schedules, "soviet", "tank")
        if len(self.shock_due) != TURNS:
            raise BadData("schedules.toml: soviet.shock: a list for each turn is expected.")

    def season(self, turn: int) -> str:
        return self.turns[turn].season

    def is_winter(self, turn: int) -> bool:
        return self.turns[turn].season == kinds.WINTER

    def turn_name(self, turn: int) -> str:
        """A turn as the game in hand counts it: 5, or E in the West."""
        return self.turns[turn].letter if self.game == kinds.WEST else str(turn)

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
        self.cities: HexSet = union(self.population)
        large = self.tables.limits.large_city
        self.large_cities: HexSet = union(h for h, n in self.population.items() if n >= large)
        self.cities_in = {name: hexes & self.cities for name, hexes in self.lands.country.items()}

    def population_of(self, hexes: HexSet) -> int:
        """The population numbers of a set of hexes together."""
        return sum(self.population[h] for h in bits(hexes & self.cities))

    # --- units

    def _read_units(self, data: dict[str, Any]) -> None:
        """Armies, and after them battle groups, which are units too (5.7i). A neutral unit belongs to no power until its
        country is invaded (11.7b)."""
        ladders = {
            name: tuple(_rung(name, row) for row in rows)
            for name, rows in data["ladders"].items()
            if isinstance(rows, list) and name != "cases"
        }
        ladders[""] = ()
        armies: list[Army] = []
        sides: list[int] = []
        for block in ARMY_BLOCKS:
            series = [row for each in data[block].get("series", ()) for row in in_series(each)]
            armies += self._rows("units.toml:", [*data[block]["unit"], *series], Army)
            side = kinds.POWERS.index(data[block]["power"]) if data[block]["power"] else kinds.NOBODY
            sides += [side] * (len(armies) - len(sides))
        self.first_group = len(armies)
        for row in self._tokens("battle_groups"):
            armies.append(row.as_army())
            sides.append(kinds.POWERS.index(row.power))
        known_only("units.toml: group", (army.group for army in armies), kinds.GROUPS)
        for army in armies:
            known_only(f"units.toml: ladder of {army.id}", (army.ladder,), ladders)
        self.armies = tuple(armies)
        self.ladder: list[tuple[Rung, ...]] = [ladders[army.ladder] for army in armies]
        for army, side, ladder in zip(armies, sides, self.ladder, strict=True):
            whole(f"units.toml: grade of {army.id}", army.grade, 0, max(0, len(ladder) - 1))
            self.add(army.name, side, len(ladder) + 1)
        self.kind = [kinds.KINDS.index(army.kind) for army in armies]
        self.units = tuple(range(len(armies)))
        self.groups = self.units[self.first_group :]
        self.ids = {army.id: u for u, army in enumerate(armies)}
        if len(self.ids) != len(armies):
            raise BadData("units.toml: two units have the same id.")
        self.short = [army.short for army in armies]
        self.nation = [army.nation for army in armies]
        self.is_tank = [kind == kinds.TANK for kind in self.kind]
        of_group = {group: [u for u in self.units if armies[u].group == group] for group in kinds.GROUPS}
        self.series = {group: tuple(units) for group, units in of_group.items() if group}
        looks = [(side, a.group, a.entry, a.landing, a.nation) for side, a in zip(sides, armies, strict=True)]
        self.door = [looks.index(look) for look in looks]  # units of one number enter at the same hexes
        homes = {u: NATION_OF_NEUTRAL.get(nation, "") for u, nation in enumerate(self.nation)}
        self.home = {u: country for u, country in homes.items() if country}
        self.finns = union(u for u, nation in enumerate(self.nation) if nation == "finnish")
        self.paratroops = union(u for u, kind in enumerate(self.kind) if kind == kinds.PARATROOP)
        self.italian_8th = self.ids.get("it-8", -1)

    def name(self, u: int) -> str:
        """A unit, an HQ or an economic marker by its number in movement and transport."""
        if u >= kinds.WORKS_BASE:
            return f"The works of {self.markers[u - kinds.WORKS_BASE].name}"
        return self.hqs[u - kinds.HQ_BASE].name if u >= kinds.HQ_BASE else self.names[u]

    piece = name

    def names_of(self, units: Iterable[int]) -> str:
        return listed(map(self.name, units))

    def unit(self, name: str) -> int:
        """The number of a unit, by its id or its name."""
        found = self.ids.get(name, self.number.get(name, -1))
        if found < 0:
            raise UnknownName(f"There is no unit {name!r} in this game.")
        return found

    def steps_of(self, u: int, grade: int, weak: int) -> int:
        """Steps left on a counter and side: one for each counter from here down, one more on the full side.
        RULING 6.2-a."""
        return len(self.ladder[u]) - grade + (0 if weak else 1)

    # --- HQs, General Staff, ships

    def _tokens(self, block: str) -> list[Token]:
        return self._rows("headquarters.toml:", self.data["headquarters"][block]["marker"], Token)

    def _read_headquarters(self, data: dict[str, Any]) -> None:
        tokens = [(power, hq) for power, name in enumerate(kinds.POWERS) for hq in self._tokens(name)]
        self.hq_power, self.hqs = [power for power, _ in tokens], [hq for _, hq in tokens]
        self.hqs_of = _by_power(self.hq_power)
        self.hq_number = {hq.id: k for k, hq in enumerate(self.hqs)}
        self.finnish_hq = next((k for k, hq in enumerate(self.hqs) if hq.finnish), -1)
        self.staff = self._tokens("staff")
        self.staff_power = [kinds.POWERS.index(row.power) for row in self.staff]
        self.staff_of = _by_power(self.staff_power)
        self.capital = {kinds.POWERS.index(row.power): self.hex(row.capital) for row in self.staff}
        self.ships = self._tokens("naval")
        known_only("headquarters.toml: naval", (row.water for row in self.ships), kinds.WATERS)
        self.ship_power = [kinds.POWERS.index(row.power) for row in self.ships]
        self.coast = [self.lands.coast[row.water] for row in self.ships]  # by naval marker, of its sea
        self.ports = [self.lands.ports_of(row.water, self.tables.ranges.evacuation) for row in self.ships]

    def hq(self, name: str) -> int:
        """The number of an HQ, by its id."""
        if name not in self.hq_number:
            raise UnknownName(f"There is no HQ {name!r} in this game.")
        return self.hq_number[name]

    def post_name(self, post: int) -> str:
        """An HQ, or from STAFF_BASE on a General Staff marker."""
        return self.staff[post - kinds.STAFF_BASE].name if post >= kinds.STAFF_BASE else self.hqs[post].name

    # --- leaders

    def _read_leaders(self, data: dict[str, Any]) -> None:
        rows = [self._rows("leaders.toml:", data[name]["leader"], Leader) for name in kinds.POWERS]
        self.leaders = [leader for found in rows for leader in found]
        self.leader_power = [power for power, found in enumerate(rows) for _ in found]
        self.leaders_of = _by_power(self.leader_power)
        posts = ("", "staff", "optional", *self.hq_number)
        known_only("leaders.toml: post", map(self.post_of, self.leaders), posts)
        self.leader_number = {leader.id: k for k, leader in enumerate(self.leaders)}
        if len(self.leader_number) != len(self.leaders):
            raise BadData("leaders.toml: two leaders have the same id.")
        self.stars = tuple(leader.stars for leader in self.leaders)
        self.optional = tuple(k for k, leader in enumerate(self.leaders) if leader.post == "optional")
        finland = self.hqs[self.finnish_hq].id if self.finnish_hq >= 0 else None
        self.mannerheim = next((k for k, leader in enumerate(self.leaders) if leader.post == finland), -1)

    def post_of(self, leader: Leader) -> str:
        """The post a leader starts in, in this game."""
        return leader.post_west or leader.post if self.game == kinds.WEST else leader.post

    def leader(self, name: str) -> int:
        """The number of a leader, by his id."""
        if name not in self.leader_number:
            raise UnknownName(f"There is no leader {name!r} in this game.")
        return self.leader_number[name]

    # --- economy

    def _read_economy(self, data: dict[str, Any]) -> None:
        self.markers: list[Works] = []
        self.off_map: list[Stock] = [Stock(), Stock(), Stock()]
        self.east_front = Stock()  # nothing but in the West game
        for name in ("axis_east", "axis_west", "axis_combined", "soviet"):
            block = data[name]
            if self.game not in block["games"]:
                continue
            power = kinds.SOVIET if name == "soviet" else kinds.AXIS
            self.off_map[power] = convert(block["off_map"], Stock, f"economy.toml: {name}.off_map")
            self.east_front = convert(block.get("east_front", {}), Stock, f"economy.toml: {name}.east_front")
            rows: dict[str, Any] = {}  # of two sources the first gives a city its marker
            for row in (row for source in block.get("takes", [name]) for row in data[source]["marker"]):
                rows.setdefault(row["city"], row)
            for city, row in rows.items():
                works = convert(row, Works, f"economy.toml: {city}")
                self.markers.append(replace(works, hex=self.hex(city), power=power))
        self.oil, self.food = (self._sources(name, data[name]["point"]) for name in ("oil", "food"))

    def _sources(self, name: str, rows: list[Any]) -> dict[Hex, int]:
        return {
            self.hex(row.city): row.points for row in self._rows(f"economy.toml: {name} of", rows, Source)
        }

    # --- set-ups

    def _read_layouts(self, setups: dict[str, Any]) -> None:
        """Where everything starts; a later set-up of the scenario changes an earlier one. Cases 12.1a, 12.2a, 12.4a, 13.0b."""
        self.start_units: dict[int, Hex] = {}
        self.start_hqs: dict[int, Hex] = {}
        self.late_units: dict[int, Hex] = {}
        self.late_hqs: dict[int, Hex] = {}
        self.allied_hold: HexSet = 0
        for name in self.plan.setups:
            layout = convert(setups[name], Layout, f"setups/{name}.toml")
            late = self.game == kinds.COMBINED and layout.numbers == "west"
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
        row, labels = layout.allied_hold["italy_from_row"], layout.allied_hold["hexes"]
        south = union(h for h in bits(self.lands.country["italy"]) if self.grid.cell(h)[1] >= row)
        return south | union(self.lands.at(label, layout.numbers) for label in labels)

    def _read_control(self) -> None:
        """Who holds what at the start, and countries closed to a power for good.
        Cases 11.5b, 11.5c, 11.5d, 11.7e, RULING 11.7-a."""
        country = self.lands.country
        neutral = sum(country[name] for name in self.lands.neutrals)
        soviet = country["ussr"]
        allied = self.lands.home_of_allies & self.land if kinds.ALLIED in self.powers else 0
        if self.game == kinds.WEST:
            allied |= self.allied_hold
        self.start_control = (self.land & ~neutral & ~soviet & ~allied, soviet, allied)
        closed = sum(country[name] for name in CLOSED)
        self.barred = (closed, closed, closed | country["yugoslavia"])

    # --- movement costs

    def steps(self, is_tank: bool, weather: tuple[int, int, int], winter: bool) -> Steps:
        """What each step over the ground costs a tank or another unit in this weather by section.
        Cases 5.1c, 5.1g, 5.4m, 8.0d, 8.0e, 8.0f, 8.0h. RULING 8.0-b: the weather is that of the hex entered."""
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
        ranges = self.tables.ranges
        return (ranges.axis, ranges.soviet, ranges.allied)[power]

    def supply_range(self, power: int, weather: int) -> int:
        """Command range, shorter for the Axis in snow. Cases 11.1a, 8.0g."""
        if power == kinds.AXIS and weather == kinds.SNOW:
            return self.tables.ranges.axis_supply_in_snow
        return self.command_range(power)


def _track(data: dict[str, Any], block: str, name: str) -> tuple[int, ...]:
    """A row of numbers by turn. One of eight is for turns A to H, with nothing before."""
    row = wholes(f"{block}.{name}", data[block][name])
    row = (0,) * (kinds.FIRST_WESTERN_TURN - 1) + row if len(row) == LETTERS else row
    if len(row) != TURNS:
        raise BadData(
            f"{block}.{name}: {TURNS} numbers are expected, or {LETTERS} in the West, not {len(row)}."
        )
    return row


def _by_power(powers: list[int]) -> tuple[list[int], ...]:
    """The numbers of each power's pieces."""
    return tuple([k for k, power in enumerate(powers) if power == p] for p in range(3))


def _rung(name: str, row: list[Any]) -> Rung:
    where = f"units.toml: ladder {name}"
    if len(row) != 4:
        raise BadData(f"{where}: class and strength of both sides are expected, as ['A', 14, 'A', 8].")
    known_only(where, (row[0], row[2]), kinds.CLASSES)
    return (
        kinds.CLASSES.index(row[0]),
        whole(where, row[1], 1),
        kinds.CLASSES.index(row[2]),
        whole(where, row[3], 1),
    )
