"""What never changes in a game: ground, counters, leaders, tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.board import Lands, Rails
from hexfront.games.leaders_in_flames.data import (
    ADJECTIVES,
    CHOICES,
    FILES,
    Aircraft,
    Leader,
    ScenarioSheet,
    Unit,
    aircraft_of,
    carrier_planes_of,
    partisans_of,
    units_of,
)
from hexfront.games.leaders_in_flames.kinds import (
    ARMOUR,
    CVP,
    FTR,
    HQS,
    KIND_WORDS,
    LEADER,
    MONTH_NAMES,
    MOTOR,
    MTN,
    PARTISAN,
    POWERS,
    SEATINGS,
    SEATS,
    SIDE_NAMES,
    SIDE_OF,
)
from hexfront.games.leaders_in_flames.leaders.rows import Row, read_rows
from hexfront.games.leaders_in_flames.politics.affairs import Affairs
from hexfront.games.leaders_in_flames.politics.realm import Realm
from hexfront.games.leaders_in_flames.sea.ships import Ship, ships_of, squadrons_of
from hexfront.games.leaders_in_flames.sea.waters import Waters, area_of, at_sea, is_sea
from hexfront.games.leaders_in_flames.tables import Tables
from hexfront.games.leaders_in_flames.words import said
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.kernel import Seating, Setup
from hexfront.wargame import CounterWorld, Steps, convert, known_only

ARMIES = ("ussr", "romania", "japan", "china")
"""Countries whose large units are armies; the others' are corps. What it costs to reorganise them follows from it."""
ROUGH = ("mountain", "desert_mountain")
CLOSE = ("mountain", "desert_mountain", "jungle", "swamp", "forest")
"""Terrain in which the defender calls the table, and cities."""
SOFT = ("mountain", "desert_mountain", "jungle", "swamp")
"""Terrain that halves ARM and MECH."""


THREE, SIX = 3, 6
"""Seatings that are spoken of by number."""


class World(CounterWorld):
    """Board, counters, leaders and tables of one set-up."""

    seats: ClassVar[tuple[str, ...]] = SEATS

    def __init__(self, setup: Setup) -> None:
        data = FILES.of(setup)
        rows = {row["id"]: row for row in data["scenarios"]["scenario"]}
        self.plan = plan = convert(rows[setup.scenario], ScenarioSheet, f"scenarios.{setup.scenario}")
        super().__init__(setup, FILES.board(setup, plan.map))
        self.data = data
        self._table()
        self.tables = Tables(data["tables"])
        self.lands = Lands(self.board, data)
        self.powers = tuple(POWERS.index(name) for name in plan.powers)
        self.realm = realm = Realm(self.board, data, plan)
        self.affairs = Affairs(realm, data["politics"])
        self.parties, self.minors, self.minor_of = realm.parties, realm.minors, realm.minor_of
        self.all_parties, self.parties_of = realm.all_parties, realm.parties_of
        self.party_of = {party.nation: k for k, party in reversed(list(enumerate(self.parties)))}
        self.party_of |= {minor.id: minor.first for minor in self.minors}
        self.power_of_nation = {name: self.parties[k].power for name, k in realm.twin_parties()[::-1]}
        self._area()
        self._units()
        self.hqs = tuple([u for u in units if self.is_hq(u)] for units in self.units_of)
        self._leaders()
        self._aircraft()
        self._ships()
        self._steps()
        self._industry()
        victory = data["scenarios"]["victory"][plan.id]
        self.prizes = {self.hex(city): int(worth) for city, worth in victory.get("cities", {}).items()}
        self.sinkings = int(victory.get("sinkings", 0))
        """Build points of ships that make a point of victory, or 0."""
        realm.counts_objectives = bool(victory.get("objectives"))
        if realm.counts_objectives:
            self.prizes = {h: 1 for h in realm.objectives if self.area >> h & 1}

    def _table(self) -> None:
        """Who sits where: as many seats as were chosen, no more than the scenario has; three without Japan split Italy from Germany.
        Case 1c."""
        wanted = int(self.setup.options.get("seats", 2))
        number = max(n for n in self.plan.seats if n <= wanted)
        split = number == THREE and "japan" not in self.plan.powers
        seat_of = [
            seat if name in self.plan.powers else ""
            for seat, name in zip(SEATINGS[SIX if split else number], POWERS, strict=True)
        ]
        self.table = Seating(seat_of, SIDE_OF)
        if number > 2:
            self.alone = ()

    def seat_at(self, s: Any, side: int) -> str:
        """The seat that decides for a side now. Case 1c."""
        seat: str = self.table.seats[s.chair[side]]
        return seat

    # --- ground

    def _area(self) -> None:
        board, plan = self.board, self.plan
        known_only("scenarios.area", plan.area, board.regions, "the regions of the map")
        self.area: HexSet = self.realm.ground(plan.area) if plan.area else board.land
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
        marks = board.features
        self.fields: HexSet = (marks["city"] | marks["port"]) & self.area
        """Where aircraft can base without troops."""
        self.great_fields: HexSet = 0
        for name in ("capital", "factory", "blue_factory", "major_port"):
            self.great_fields |= marks.get(name, 0) & self.area
        self.rail = Rails(board.links["rail"], self.lands.rail_seams)
        self.seam_hexes: HexSet = union(self.lands.seams)

    def _steps(self) -> None:
        ground, kind, barred = self.tables.ground, self.board.kind, self.barred

        def priced(price: Callable[[Hex], int]) -> Steps:
            def cost(a: Hex, b: Hex) -> int | None:
                return price(b) if self.area >> b & 1 and not barred.has(a, b) else None

            steps = Steps(self.grid, self.area, cost)
            steps.costs  # noqa: B018  by sets of hexes, which know neighbours alone; seams are added after that
            for a, others in self.lands.seams.items():
                for b in others:
                    if self.area >> a & self.area >> b & 1:
                        steps.of[a][b] = price(b)
            return steps

        self.steps_motor = priced(lambda h: ground[kind[h]].motor)
        self.steps_foot = priced(lambda h: ground[kind[h]].foot)
        self.steps_mountain = priced(lambda h: 1 if self.rough >> h & 1 else ground[kind[h]].foot)

    def _industry(self) -> None:
        """Factories of the powers in play, where they stand, and the capitals."""
        realm = self.realm
        self.factories, self.capital, self.capitals = realm.factories, realm.capital, realm.capitals
        self.sources: list[HexSet] = [here & self.area for here in realm.sources]
        """By party: cities at which every line of supply may end."""
        self.factory_hexes: HexSet = union(h for places in self.factories.values() for h in places)
        self.home: dict[str, HexSet] = {nation: land & self.cities for nation, land in realm.homeland.items()}
        """By country: the cities in which its units and leaders arrive."""
        for nation, gates in self.plan.gates.items():
            self.home[nation] = here = union(self.hex(place) for place in gates)
            self.sources[self.party_of[nation]] = here

    # --- counters

    def _units(self) -> None:
        self.units: list[Unit] = []
        self.power: list[int] = []
        self.kind: list[int] = []
        self.division: list[bool] = []
        self.nation: list[str] = []
        self.strength: list[int] = []
        self.pace: list[int] = []
        self.price: list[int] = []
        self.party: list[int] = []
        listed = self.data["units"]
        self._by_key: dict[tuple[Any, ...], int] = {}
        self._second_army: set[int] = set()
        self.twin: dict[int, int] = {}
        """Of a counter that exists once for each side that may run its country: the other one."""
        for nation, party in self.realm.twin_parties():
            self._muster(nation, party, listed)
        if "ussr" in self.power_of_nation:
            for unit in units_of("ussr", listed["guards_banner"]):
                self._unit(unit, self.party_of["ussr"])

    def source_of(self, nation: str) -> str:
        """The country whose list of counters a country has: its own, or another's whose part it was."""
        row = self.realm.rows.get(nation)
        return row.units if row and row.units else nation

    def _muster(self, nation: str, party: int, listed: dict[str, Any]) -> None:
        source = self.source_of(nation)
        if nation in POWERS and nation not in listed:
            raise BadData(f"units: there is no country {nation!r}.")
        rows = [listed.get(source, {}), listed["late_war"].get(source, {})]
        second = listed.get(f"{nation}_republican", {})
        rows.append({"MIL": listed["entry_militia"].get(nation, [])})
        for some in rows:
            for unit in units_of(nation, some):
                self._unit(unit, party)
        for unit in units_of(nation, second):
            self._second_army.add(self._unit(unit, party))
        if self.plan.partisans:
            for unit in partisans_of(nation, listed["partisans"].get(nation, [])):
                self._unit(unit, party)

    def is_second_army(self, u: int) -> bool:
        """Whether a unit belongs to a second army of its country, which only a leader calls out. Case ability.17."""
        return u in self._second_army

    def seat_of(self, power: int) -> str:
        """The seat that plays a power."""
        return self.table.seat_of[power]

    def _unit(self, unit: Unit, party: int) -> int:
        word = ADJECTIVES.get(unit.nation, unit.nation)
        if unit.kind == PARTISAN:
            piece, name = f"{word} PART {unit.name}", f"{word} Partisans {unit.name}"
        elif unit.kind in HQS:
            piece = name = (
                f"HQ {unit.name}" if self.source_of(unit.nation) == unit.nation else f"{word} HQ {unit.name}"
            )
        else:
            size = "Division" if unit.division else "Army" if unit.nation in ARMIES else "Corps"
            piece = f"{word} {unit.price_name} {unit.name}"
            name = f"{word} {said(unit.name, KIND_WORDS[unit.kind])} {size}"
        if piece in self.number and self.party[self.number[piece]] == party:
            piece, name = f"{piece} ({unit.year})", f"{name} ({unit.year})"
        self.units.append(unit)
        u = self.count(
            piece, name, unit.nation, unit.kind, unit.strength, unit.move, self.tables.cost(unit.price_name) if unit.kind != PARTISAN else 0,
            unit.division,
            party=party,
        )  # fmt: skip
        self.pair_up(u, (unit.kind, unit.division, unit.name, unit.year))
        return u

    def pair_up(self, u: int, key: tuple[Any, ...]) -> None:
        """Remember the counter of a country that shares another's list beside the one it stands for."""
        source = self.source_of(self.nation[u])
        if source == self.nation[u]:
            self._by_key.setdefault((source, *key), u)
        elif (other := self._by_key.get((source, *key), -1)) >= 0:
            self.twin |= {u: other, other: u}

    def count(
        self,
        piece: str,
        name: str,
        nation: str,
        kind: int,
        strength: int = 0,
        pace: int = 0,
        price: int = 0,
        division: bool = False,
        party: int = -1,
    ) -> int:
        """Add a counter of any kind. Land units come first, then leaders, then whatever flies or sails.

        A country that either side may run has each of its counters twice, once for each `party`; the second bears its side.
        """
        party = party if party >= 0 else self.party_of[nation]
        power = self.parties[party].power
        if party != self.party_of[nation]:
            first, side = self.number[piece], SIDE_NAMES[SIDE_OF[power]]
            piece, name = f"{piece} ({side})", f"{name} ({side})"
            self.twin |= {first: len(self.names), len(self.names): first}
        u = self.add(piece, SIDE_OF[power], 1, kind < LEADER and not division, name)
        self.power.append(power)
        self.party.append(party)
        self.kind.append(kind)
        self.division.append(division)
        self.nation.append(nation)
        self.strength.append(strength)
        self.pace.append(pace)
        self.price.append(price)
        return u

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
            flags = self._flags(leader)
            for nation, party in flags:
                word = (
                    f" ({self.realm.rows[nation].title})"
                    if (nation, party) != flags[0] and nation != leader.nation
                    else ""
                )
                u = self.count(f"{leader.id}{word}", leader.id, nation, LEADER, pace=8, party=party)
                self.pair_up(u, ("leader", leader.id))
                self.leaders.append(leader)
                self.is_minor.append(nation not in POWERS)
        self.end_leaders = len(self.names)
        self.land_of = tuple([u for u in units if u < self.end_leaders] for units in self.units_of)
        """By side: land units and leaders, who are treated as land units. Case 3.1b."""
        self.has_rank = {u: self.leader(u).stars for u in self.all_leaders}

    def _flags(self, leader: Leader) -> list[tuple[str, int]]:
        """The countries and parties a leader may serve, one counter each: a minor's on either side, a Vichy Frenchman's two.
        Cases 4.1c, 4.1.2f, 4.1.2g."""
        out = [(n, k) for n, k in self.realm.twin_parties() if n == leader.nation]
        if leader.faction not in self.minor_of:
            return out
        other = (leader.faction, self.party_of[leader.faction])
        same = self.parties[other[1]].power == self.parties[out[0][1]].power
        return [other] if same else [*out, other]

    def _aircraft(self) -> None:
        """The aircraft of every country in play, as counters after the leaders."""
        self.first_plane = len(self.names)
        self.planes: list[Aircraft] = []
        for nation, party in self.realm.twin_parties():
            source = self.source_of(nation)
            for plane in aircraft_of(nation, self.data["aircraft"].get(source, {})):
                word = ADJECTIVES.get(nation, nation)
                piece = f"{word} {plane.name}"
                u = self.count(
                    piece, f"{piece} {KIND_WORDS[plane.kind]}", nation, plane.kind, price=self.tables.cost(plane.price_name), party=party,
                )  # fmt: skip
                self.planes.append(plane)
                self.pair_up(u, (plane.kind, plane.name, plane.year))
        self.classes: dict[int, tuple[tuple[int, int], ...]] = {}
        """Carrier planes: from which year on their class has which size."""
        for nation in self.power_of_nation if self.plan.seas else ():
            for plane, sizes in carrier_planes_of(
                nation, self.data["carrier_planes"]["planes"].get(nation, ())
            ):
                piece = f"{ADJECTIVES[nation]} CVP {plane.name}"
                u = self.count(
                    piece,
                    f"{ADJECTIVES[nation]} {plane.name} carrier plane",
                    nation,
                    CVP,
                    price=self.tables.cost(plane.price_name),
                )
                self.planes.append(plane)
                self.classes[u] = sizes
        self.planes_of = tuple([u for u in units if self.is_plane(u)] for units in self.units_of)
        self.carded = (*range(self.first_leader), *range(self.first_plane, len(self.names)))
        """Counters with a card: those that come from force pools."""

    @property
    def all_leaders(self) -> range:
        """The counters that are leaders."""
        return range(self.first_leader, self.end_leaders)

    def is_leader(self, u: int) -> bool:
        """Whether a counter is a leader."""
        return self.first_leader <= u < self.end_leaders

    def is_troop(self, u: int) -> bool:
        """Whether a counter is a land unit and no leader."""
        return u < self.first_leader

    def is_land(self, u: int) -> bool:
        """Whether there is such a counter and it is treated as a land unit: a land unit or a leader. Case 3.1b."""
        return 0 <= u < self.end_leaders

    def is_plane(self, u: int) -> bool:
        """Whether a counter is an aircraft."""
        return FTR <= self.kind[u] <= CVP

    def plane(self, u: int) -> Aircraft:
        """What stands on an aircraft."""
        return self.planes[u - self.first_plane]

    def card(self, u: int) -> Unit:
        """What the list says of a land unit or an aircraft: its year, its place in the price list."""
        return self.units[u] if u < self.first_leader else self.plane(u)

    def leader(self, u: int) -> Leader:
        """The man of a leader counter."""
        return self.leaders[u - self.first_leader]

    def abilities(self, u: int) -> list[Row]:
        """The ability rows of a leader."""
        return [self.rows[n] for n in self.leader(u).abilities if n in self.rows]

    def is_hq(self, u: int) -> bool:
        """Whether a counter is a headquarters."""
        return self.kind[u] in HQS

    def is_army(self, u: int) -> bool:
        """Whether it costs two to reorganise: armies, ARM and MECH."""
        if not self.is_troop(u) or self.division[u]:
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

    # --- ships

    def _ships(self) -> None:
        """Ships of the countries in play, after the leaders: squadrons, or every ship by itself. Case base.ships."""
        self.first_ship = len(self.names)
        self.ships: list[Ship] = []
        read = ships_of if self.option("single_ships") else squadrons_of
        listed = self.data["ships"] if self.plan.seas else {}
        named = self._named_ships()
        for nation, party in self.realm.twin_parties():
            rows = listed.get(self.source_of(nation), {})
            heads = {name: group[0] for group in rows.get("squadrons", ()) for name in group}
            for ship in read(nation, rows):
                head = msgspec.structs.replace(ship, name=heads.get(ship.name, ship.name)).piece
                if head not in named and not self.plan.shipyards:
                    continue
                taken = ship.piece in self.number and party == self.party_of[nation]
                piece = f"{ship.piece} ({ADJECTIVES[nation]})" if taken else ship.piece
                u = self.count(
                    piece, ship.title, nation, ship.kind, ship.attack, ship.move, ship.price, party=party
                )
                self.ships.append(ship)
                self.pair_up(u, (ship.kind, ship.name))
        self.end_ships = len(self.names)
        self.ships_of = tuple([u for u in units if self.is_ship(u)] for units in self.units_of)
        self.waters = Waters(self, self.data["seas"])

    def _named_ships(self) -> set[str]:
        """The squadrons that the set-up names."""
        layout = self.data["setups"][self.plan.setup]
        return {*layout["later"], *(name for names in layout.get("ships", {}).values() for name in names)}

    def option(self, name: str) -> bool:
        """Whether a choice of the set-up is on."""
        return bool(self.setup.options.get(name, CHOICES[name]))

    def is_ship(self, u: int) -> bool:
        """Whether a counter is a ship or squadron."""
        return self.first_ship <= u < self.end_ships

    def ship(self, u: int) -> Ship:
        """What is known of a ship."""
        return self.ships[u - self.first_ship]

    def place(self, name: str) -> int:
        """A hex by its name or number, or a section of a sea box by its label: solomons-3."""
        area, _, section = name.rpartition("-")
        seas = self.lands.seas.number
        return at_sea(seas[area], int(section)) if area in seas and section.isdigit() else self.hex(name)

    def spot(self, place: int) -> str:
        """A hex or a section of a sea box, as views and logs name it."""
        return self.waters.label(place) if is_sea(place) else self.label(place)

    def spot_title(self, place: int) -> str:
        """A hex or a section of a sea box, as people say it."""
        return self.waters.title(place) if is_sea(place) else self.title(place)

    def map_at(self, place: int) -> int:
        """The map that a hex or a section of a sea box counts for. RULING rank-maps."""
        return self.lands.seas.map_of[area_of(place)] if is_sea(place) else self.lands.map_of[place]

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
        """The hexes within range of a leader who is in a hex; none for one at sea. Cases 2c, 2d."""
        return 0 if h < 0 else self.lands.in_range(h, self.has_rank[u])

    def leg_from(self, h: Hex, hexes: int) -> HexSet:
        """The hexes within a leg of a move, over seams too."""
        out = self.disc(h, hexes)
        for a in bits(out & self.seam_hexes):
            for b in self.lands.seams[a]:
                out |= self.disc(b, hexes)
        return out

    def near_hexes(self, hexes: HexSet) -> HexSet:
        """Every hex next to one of a set, not across open water."""
        out = 0
        for h in bits(hexes):
            for n in self.neighbours[h]:
                if not self.barred.has(h, n):
                    out |= 1 << n
        return out & self.area
