"""The world of a game: board, powers, tables and scenario, read from TOML with an owner's pack laid over it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hexfront.errors import BadData
from hexfront.games.last_war.actions import Bomb, Deploy, Guard, Pick, Recall
from hexfront.games.last_war.reckoning import Tables
from hexfront.hexes import Board, Grid, Hex, HexSet, Sides, bits, flood, zones
from hexfront.kernel import Seat, Seating, Setup, World
from hexfront.wargame import DataFiles, actions_at, whole

FILES = DataFiles(
    "The Last War",
    Path(__file__).parent / "data",
    ("tables",),
    {"scenarios": ("europe", "kursk", "pacific")},
    fixed=True,
)

AXIS, ALLIES = 0, 1
SIDES = ("axis", "allies")
SIDE_NAMES = ("Axis", "Allies")

# The six kinds of resources, and no other. Case resources.six-kinds.
MEN, TANKS, AIR, BOMBERS, LSP, GARRISONS = range(6)
KINDS = ("men", "tanks", "air", "bombers", "lsp", "garrisons")
KIND_NAMES = ("Men", "Tanks", "Aircraft", "Bombers", "LSP", "Garrisons")
POWERS = 8  # room for this many powers in a code
_KEPT = 1 << 12  # at most this many answers of a kind are kept
K = TypeVar("K")
V = TypeVar("V")
LINES = ("tanks", "air", "bombers", "lsp", "concrete", "craft")  # what a production line can make


class Card(msgspec.Struct, frozen=True):
    """An Advantage Card: a name and a value. Case cards.theme."""

    name: str
    value: int


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """An Industrial Zone: where it lies (empty: off the map) and its lines by period."""

    name: str
    at: str = ""
    lines: tuple[int, ...]


class Partisans(msgspec.Struct, frozen=True, kw_only=True):
    """What a briefing says of partisans: how many at the start, how many more each turn by period, how many at most on the map."""

    start: int = 0
    per_turn: tuple[int, ...] = (0,)
    most: int = 0


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """A national briefing. Rows run over the periods of the scenario."""

    id: str
    name: str
    side: str
    seats: tuple[str, str, str]  # who commands it with two, four and seven seats
    me: tuple[int, ...]
    flags: tuple[int, ...]
    naval_flags: tuple[int, ...] = (0,)
    production: dict[str, tuple[int, ...]] = {}
    resets: int = 0  # production lines that can be set to something else each year
    start: dict[str, int] = {}
    garrisons: int = 0
    pags: Partisans = Partisans()
    cards: tuple[Card, ...] = ()
    zones: tuple[Zone, ...] = ()
    countries: tuple[str, ...] = ()
    homes: tuple[str, ...] = ()  # hexes of the home country that routes begin in
    routes: tuple[int, ...] = (0,)  # convoys a turn
    shipyard: tuple[int, ...] = (0,)  # naval points a turn
    hold: tuple[int, ...] = ()  # turns in which high command forbids withdrawals
    morale: int = 10
    lend: tuple[int, int] = (0, 0)  # LSP, and Tanks or Aircraft, that may be given away a turn
    collapse: tuple[str, ...] = ()  # it leaves the war when all these are lost
    over: dict[str, tuple[str, ...]] = {}  # ground of it that goes over to the enemy when it leaves the war
    over_name: str = ""  # the same in words
    entry: int = 0  # the turn in which it enters the war
    aims: str = ""
    colour: str = ""
    provenance: str = ""
    reason: str = ""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A space of the turn track."""

    label: str
    year: int
    winter: bool = False
    period: int = 0


class Risings(msgspec.Struct, frozen=True, kw_only=True):
    """Independent partisans of one country: from which year, on which roll, against which side."""

    country: str
    year: int
    roll: int
    most: int = 3
    side: str = "allies"


def in_period(row: tuple[int, ...], period: int) -> int:
    """The figure of a period; the last one goes on."""
    return row[min(period, len(row) - 1)] if row else 0


class LastWarWorld(World):
    """Everything that never changes."""

    def __init__(self, setup: Setup, options: dict[str, Any], turned: int = 0) -> None:
        """`turned` are powers that fight for the other side than their briefing says, one bit each."""
        super().__init__(setup)
        self._options, self.turned_powers = options, turned
        self._others: dict[int, LastWarWorld] = {turned: self}
        data = FILES.of(setup)
        tables, plan = data["tables"], data["scenarios"][setup.scenario]
        self.tables, self.tables_data, self.plan = Tables(tables), tables, plan
        self._board(FILES.board(setup, plan["scenario"]["map"]))
        self._figures(tables, plan)
        self._memories()
        self._turns(plan)
        self.briefings: dict[int, str] = {}
        self._choices(options)
        self._powers(plan, turned)
        self._seat(int(options["seats"]))
        self._lay_out(plan)
        self._sea(plan)

    def _board(self, board: Board) -> None:
        """The map, and how its hexes are called."""
        self.board: Board = board
        self.grid: Grid = board.grid
        self.neighbours = self.grid.neighbour_table
        self.top = self.grid.top
        self._labels = {i: board.label(i) for i in self.grid}
        self._titles = {i: board.name(i) for i in self.grid}

    def _memories(self) -> None:
        """What is worked out once and kept, and the actions that stand for every amount of a kind."""
        self._routes: dict[tuple[HexSet, HexSet], HexSet] = {}
        # By start: the ground last asked for, what was found
        self._latest: dict[HexSet, tuple[HexSet, HexSet]] = {}
        self._borders: dict[HexSet, HexSet] = {}
        self.closed_seas: dict[tuple[int, ...], tuple[tuple[bool, ...], ...]] = {}  # see front.closed_seas
        self.sea_gates: dict[tuple[int, tuple[bool, ...]], HexSet] = {}  # see front.sea_ports
        # See front.lines_between
        self.fronts: dict[tuple[HexSet, HexSet, HexSet], tuple[HexSet, HexSet]] = {}
        self.broken: dict[tuple[HexSet, HexSet, HexSet], tuple[str, ...]] = {}  # see invariants
        # See front.routes
        self.traced: dict[Any, tuple[tuple[int, HexSet, HexSet], ...]] = {}
        self._open_from: dict[int, HexSet] = {}
        self._guards: dict[tuple[int, HexSet], tuple[Guard, ...]] = {}
        self._bombs: dict[tuple[int, int, int, HexSet], tuple[Bomb, ...]] = {}
        self._discs: dict[tuple[Hex, int], HexSet] = {}
        self._straits: dict[tuple[Hex, Hex], tuple[int, ...]] = {}
        self.deploys = {
            (n, kind, lot): Deploy(n, kind, lot) for n in range(POWERS) for kind in range(6) for lot in (1, 5)
        }
        self.recalls = {
            (each.power, each.kind, each.points): Recall(*msgspec.structs.astuple(each))
            for each in self.deploys.values()
        }

    def _turns(self, plan: dict[str, Any]) -> None:
        """The turns of the scenario."""
        self.turns = tuple(msgspec.convert(t, Turn) for t in plan["turn"])
        whole("turns", len(self.turns), 1)
        for turn in self.turns:
            whole(f"turn {turn.label}, period", turn.period)
        self.is_monthly = len({t.year for t in self.turns}) < len({t.period for t in self.turns})

    def _choices(self, options: dict[str, Any]) -> None:
        """What was chosen where the rules leave a question open."""
        self.is_umpired = bool(options["umpire"])
        self.losses_first = options["losses"] == "before"  # RULING combat-f
        self.part_lands = options["mixed"] == "part"  # RULING terrain-c
        self.guards_from_map = options["defence"] == "map"  # RULING airdef-b
        self.red_drives_out = options["security"] == "out"  # RULING pag-e
        self.many_layers = options["layers"] == "many"  # RULING fort-c
        self.winter_landings = options["winter"]  # RULING terrain-d

    def _powers(self, plan: dict[str, Any], turned: int) -> None:
        """The powers, and the side each fights for."""
        try:
            self.powers = tuple(msgspec.convert(p, Power) for p in plan["power"])
        except msgspec.ValidationError as e:
            raise BadData(f"scenarios/{self.setup.scenario}: {e}.") from None
        self.number = {p.id: n for n, p in enumerate(self.powers)}
        self.last_entry = max(p.entry for p in self.powers)  # from this turn on all are in the war
        self.side_of = tuple(SIDES.index(p.side) ^ (turned >> n & 1) for n, p in enumerate(self.powers))
        self.of_side = tuple(
            tuple(n for n, s in enumerate(self.side_of) if s == side) for side in (AXIS, ALLIES)
        )
        self.offsets = tuple(tuple(n * 6 for n in powers) for powers in self.of_side)
        # By side and hex, where the Men of the side are kept.
        self.men_keys = [
            {i: tuple(code(i, n, MEN) for n in powers) for i in self.neighbours} for powers in self.of_side
        ]

    def _figures(self, tables: dict[str, Any], plan: dict[str, Any]) -> None:
        """Prices, ranges, morale, and the names of what is chosen."""
        self.costs: dict[str, int] = {
            k: v for k, v in (tables["costs"] | tables["costs_of_ours"]).items() if isinstance(v, int)
        }
        self.victory: dict[str, Any] = plan["victory"]
        self.purposes: list[str] = tables["purposes"]["names"]
        self.boons: list[str] = tables["boons"]["names"]
        self.grants: list[str] = tables["grants"]["names"]
        self.annotations: list[str] = tables["annotations"]["names"]
        self.ranges = {int(y): int(n) for y, n in tables["bomber_range"].items() if y.isdigit()}
        self.morale_low, self.morale_weary = int(tables["morale"]["low"]), int(tables["morale"]["weary"])
        self.risings = tuple(msgspec.convert(r, Risings) for r in plan.get("rising", ()))

    def with_turned(self, turned: int) -> LastWarWorld:
        """The same world with these powers on the other side than their briefings say. RULING control-h."""
        found = self._others.get(turned)
        if found is None:
            found = LastWarWorld(self.setup, self._options, turned)
            found._others = self._others
            self._others[turned] = found
        return found

    def label(self, i: Hex) -> str:
        """The printed number of a hex, "" for none."""
        return self._labels.get(i, "")

    def has_label(self, label: str) -> bool:
        """Whether a hex has this number."""
        return label in self._labels.values()

    def title(self, i: Hex) -> str:
        """A hex as people say it: its place and number, or its number."""
        return self._titles[i]

    def near(self, i: Hex) -> tuple[Hex, ...]:
        """The hexes next to a hex; none if it is not a hex."""
        return self.neighbours.get(i, ())

    def is_hex(self, i: int) -> bool:
        """Whether there is a hex of this number."""
        return i in self._labels

    def _seat(self, seats: int) -> None:
        """Who commands which power with this many seats."""
        column = {2: 0, 4: 1, 7: 2}[seats]
        table = Seating(self._commands([p.seats[column] for p in self.powers]), self.side_of)
        self.seat_of, self.seats, self.powers_of = table.seat_of, table.seats, table.powers_of
        self.seat_side, self.side_seats = table.seat_side, table.side_seats
        # Where the Men and Garrisons of a side are kept, by seat: those it sees as they are, then its allies'.
        self.sight: dict[Seat, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        for seat in self.seats:
            side = self.of_side[self.seat_side[seat]]
            mine = tuple(n for n in side if self.seat_of[n] == seat)
            rest = tuple(n for n in side if self.seat_of[n] != seat)
            self.sight[seat] = (
                tuple(n * 6 + kind for kind in (MEN, GARRISONS) for n in mine),
                tuple(n * 6 + kind for kind in (MEN, GARRISONS) for n in rest),
            )
        self.seat_names: dict[str, str] = {s: self.plan["seats"].get(s, s.title()) for s in self.seats}

    def _commands(self, seats: list[Seat]) -> list[Seat]:
        """Who commands each power. One that has changed sides and shared its seat with others goes to the first seat of
        its new side. RULING control-h."""
        out = list(seats)
        for n in range(len(seats)):
            stay = [m for m, seat in enumerate(seats) if seat == seats[n] and not self.turned_powers >> m & 1]
            if self.turned_powers >> n & 1 and stay:
                out[n] = next(
                    seat
                    for m, seat in enumerate(seats)
                    if self.side_of[m] == self.side_of[n] and not self.turned_powers >> m & 1
                )
        return out

    def hexes(self, spec: dict[str, Any]) -> HexSet:
        """Hexes named in a data file: by region, by number, by place, less others."""
        out = 0
        for name in spec.get("regions", ()):
            out |= self.board.regions[name]
        for label in spec.get("hexes", ()):
            out |= 1 << self.place(label)
        for label in spec.get("without", ()):
            out &= ~(1 << self.place(label))
        for name in spec.get("outside", ()):
            out &= ~self.board.regions[name]
        return out

    def place(self, name: str) -> Hex:
        """A hex by its number or the name of a place."""
        return self.board.index(name) if name.isdigit() else self.board.hex(name)

    def _lay_out(self, plan: dict[str, Any]) -> None:
        """Land in play, who holds it at the start, and whose country it is. Cases front-line.china-empty,
        winter.period."""
        board = self.board
        self.water = water = board.water
        # RULING desert: the coast beside it is open. Case terrain.desert-himalayas.
        self.closed: HexSet = board.terrain["desert"] | board.terrain["himalayas"]
        self.sea_sides: Sides = board.sides["sea"] | board.sides["lake"]
        self.strait_hexes: HexSet = self.sea_sides.hexes  # hexes with a side that is all sea
        self.land_near = {
            i: tuple(j for j in self.neighbours[i] if not self.sea_sides.has(i, j)) for i in self.grid
        }
        self.play: HexSet = 0
        self.start_held = [0] * len(self.powers)
        for area in plan["area"]:
            here = self.hexes(area) & board.on_map & ~water & ~self.closed
            self.play |= here
            for n in range(len(self.powers)):
                self.start_held[n] &= ~here
            if area.get("power"):
                self.start_held[self.number[area["power"]]] |= here
        self.over = [self.hexes(p.over) & self.play for p in self.powers]
        self.terrain = {i: board.kind[i] for i in bits(self.play)}
        self.cities: HexSet = board.features["major_city"] & self.play
        self.towns: HexSet = 0
        for place in board.places:
            self.towns |= 1 << board.index(place.hex)
        self.towns &= self.play
        self.ports: HexSet = board.features["port"] & self.play
        china = plan["scenario"].get("china", "")
        self.china: HexSet = self._regions((china,) if china else ()) & self.play
        cold = plan["scenario"].get("winter", "")
        self.cold: HexSet = self._regions((cold,) if cold else ())
        self.islands: HexSet = board.features.get("island", 0) & self.play
        self.country: list[HexSet] = []
        self.home: list[HexSet] = []
        for power in self.powers:
            self.country.append(self._regions(power.countries) & self.play)
            self.home.append(sum(1 << self.place(h) for h in power.homes))
        friends = plan.get("allegiance", {})
        self.native = [0, 0]
        for side, name in enumerate(SIDES):
            self.native[side] = self._regions(friends.get(name, ()))
            for n in self.of_side[side]:
                self.native[side] |= self.country[n]
        self.posts: HexSet = self.ports | self.islands | self.cities
        self.zones = [
            (n, z, self.place(z.at) if z.at else -1) for n, p in enumerate(self.powers) for z in p.zones
        ]

    def _regions(self, names: Any) -> HexSet:
        out = 0
        for name in names:
            out |= self.board.regions[name]
        return out

    def _sea(self, plan: dict[str, Any]) -> None:
        """Sea areas, their neighbours, their coasts, and beaches to land on."""
        sea = plan.get("naval", {})
        self.areas: tuple[str, ...] = tuple(sea.get("areas", ()))
        self.area_names = tuple(name.replace("_", " ").title().replace(" Of ", " of ") for name in self.areas)
        index = {name: n for n, name in enumerate(self.areas)}
        self.area_hexes = [
            self.board.regions[f"sea_{name}"] if f"sea_{name}" in self.board.regions else 0
            for name in self.areas
        ]
        self.area_links = [tuple(index[other] for other in sea["links"].get(name, ())) for name in self.areas]
        for n, links in enumerate(self.area_links):
            for other in links:
                if n not in self.area_links[other]:
                    self.area_links[other] = (*self.area_links[other], n)
        self.area_of = {i: n for n, hexes in enumerate(self.area_hexes) for i in bits(hexes)}
        self.area_ports = [self.grid.around(hexes) & self.ports for hexes in self.area_hexes]
        for area, places in sea.get("ports", {}).items():
            for name in places:
                self.area_ports[index[area]] |= 1 << self.place(name)
        self.home_areas = [tuple(index[a] for a in sea.get("home", {}).get(p.id, ())) for p in self.powers]
        self.start_fleet = [0] * (len(self.areas) * POWERS)
        for row in sea.get("fleet", ()):
            for area, points in row["at"].items():
                self.start_fleet[index[area] * POWERS + self.number[row["power"]]] = points
        self.beaches: dict[Hex, Hex] = {}  # sea hex -> the coast hex before it
        for name in sea.get("beaches", ()):
            coast = self.place(name)
            for i in self.neighbours[coast]:
                if self.water >> i & 1 and i in self.area_of and i not in self.beaches:
                    self.beaches[i] = coast
                    break
            else:
                raise BadData(f"scenarios/{self.setup.scenario}: no sea hex is free before the beach {name}.")
        self.beach_set: HexSet = sum(1 << i for i in self.beaches)
        # Where the Men and Tanks of a power are kept that are off a coast.
        self.afloat_keys = {
            (n, kind): tuple(code(i, n, kind) for i in self.beaches)
            for n in range(POWERS)
            for kind in (MEN, TANKS)
        }

    def straits(self, i: Hex, j: Hex) -> tuple[int, ...]:
        """The sea areas that a side between two land hexes belongs to: those that touch both, else either, else the
        nearest. None for a lake."""
        found = self._straits.get((i, j))
        if found is None:
            found = ()
            for far in (1, 2):
                a, b = self.within(i, far), self.within(j, far)
                for hexes in (a & b, a | b):
                    found = found or tuple(
                        sorted({self.area_of[k] for k in bits(hexes) if k in self.area_of})
                    )
            self._straits[(i, j)] = self._straits[(j, i)] = found
        return found

    def open_from(self, turn: int) -> HexSet:
        """Land in play that is not closed, as that of a power still neutral is."""
        found = self._open_from.get(turn)
        if found is None:
            found = self.play
            for n, power in enumerate(self.powers):
                if power.entry > turn:
                    found &= ~self.start_held[n]
            self._open_from[turn] = found
        return found

    def bomber_range(self, year: int) -> int:
        """How far bombers go in a year. Case bombing.range."""
        return max(n for y, n in self.ranges.items() if y <= year)

    def within(self, i: Hex, far: int) -> HexSet:
        """The hexes no farther from a hex than this."""
        found = self._discs.get((i, far))
        if found is None:
            found = self._discs[(i, far)] = self.grid.disc(i, far)
        return found

    def overland(self, start: HexSet, ground: HexSet) -> HexSet:
        """What can be reached from some hexes over the given ground, not over sides that are all sea."""
        key = start & ground, ground
        if not key[0]:
            return 0
        found = self._routes.get(key)
        if found is None:
            found = self._by_one_hex(start, ground)
            if found is None:
                found = flood(self.grid, *key, self.sea_sides)
            kept(self._routes, key, found)
        kept(self._latest, start, (ground, found))
        return found

    def _by_one_hex(self, start: HexSet, ground: HexSet) -> HexSet | None:
        """What is reached if the ground differs by one hex from that asked for last, and if that can be seen from its
        neighbours; else None."""
        before, found = self._latest.get(start, (0, 0))
        change = before ^ ground
        if not change:
            return found
        if not before or change & (change - 1) or change & start:
            return None
        i = change.bit_length() - 1
        if before & change:  # a hex less
            if not found & change:
                return found
            return found & ~change if self._stays_joined(i, found) else None
        near = [j for j in self.land_near[i] if ground >> j & 1]
        if not any(found >> j & 1 for j in near):
            return found
        return found | change if all(found >> j & 1 for j in near) else None

    def _stays_joined(self, i: Hex, hexes: HexSet) -> bool:
        """Whether the neighbours of a hex in a set are joined among themselves, without it."""
        near = [j for j in self.land_near[i] if hexes >> j & 1]
        if len(near) < 2:
            return True
        seen, todo = {near[0]}, [near[0]]
        while todo:
            here = self.land_near[todo.pop()]
            fresh = [j for j in near if j not in seen and j in here]
            seen.update(fresh)
            todo += fresh
        return len(seen) == len(near)

    def beside(self, hexes: HexSet) -> HexSet:
        """The hexes next to some, not over sides that are all sea."""
        found = self._borders.get(hexes)
        return kept(self._borders, hexes, zones(self.grid, hexes, self.sea_sides)) if found is None else found

    def guards(self, power: int, hexes: HexSet) -> tuple[Guard, ...]:
        """Air defence of a power over any of these hexes."""
        key = power, hexes
        found = self._guards.get(key)
        return (
            kept(self._guards, key, tuple(Guard(power, i) for i in bits(hexes))) if found is None else found
        )

    def bombs(self, power: int, role: int, count: int, hexes: HexSet) -> tuple[Bomb, ...]:
        """Bombers of a power against any of these hexes."""
        key = power, role, count, hexes
        found = self._bombs.get(key)
        if found is None:
            found = kept(self._bombs, key, tuple(Bomb(power, role, i, count) for i in bits(hexes)))
        return found

    def picks(self, hexes: HexSet) -> list[Pick]:
        """Turning to any of these hexes."""
        return actions_at(Pick, hexes)

    def value(self, power: int, card: int) -> int:
        """The value on a card."""
        return self.powers[power].cards[card].value


def kept(store: dict[K, V], key: K, value: V) -> V:
    """A value, kept for the next time it is asked for; a store that has grown too large is emptied."""
    if len(store) >= _KEPT:
        store.clear()
    store[key] = value
    return value


def code(i: Hex, power: int, kind: int) -> int:
    """Where a stock of points is kept: by hex, power and kind."""
    return (i * POWERS + power) * 6 + kind
