"""Who there is in a set-up: parties, minor countries and their ground, industry, what is sold, objectives. None of it changes."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.data import ScenarioSheet
from hexfront.games.leaders_in_flames.kinds import ALLIES, AXIS, POWERS, SIDE_OF
from hexfront.games.leaders_in_flames.words import the_power
from hexfront.hexes import Board, Hex, HexSet, bits, union
from hexfront.wargame import convert, known_only

NEUTRAL = "neutral"


class Party(NamedTuple):
    """Who can be at war: a power, or a minor country, which a power runs. Ground without a war has no power and no side."""

    nation: str
    power: int
    side: int


class CountryRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A minor country as the data file has it: `runs` are the powers that run it, at most one of each side."""

    id: str
    title: str
    regions: tuple[str, ...]
    capital: str
    runs: tuple[str, ...]
    units: str = ""


class TradeRow(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"seller": "from", "buyer": "to"}
):
    """What a neutral country sells to a power each turn, `until` something happens."""

    seller: str
    buyer: str
    resources: int = 0
    oil: int = 0
    sea: str = ""
    until: str = ""
    provenance: str = ""
    case: str = ""


class Minor(NamedTuple):
    """A minor country: its ground, its capital (-1: off this map), and its party on the Axis and on the Allied side (-1: none)."""

    id: str
    title: str
    home: HexSet
    capital: Hex
    parties: tuple[int, int]
    first: int


class Realm:
    """Parties and their ground in one set-up."""

    def __init__(self, board: Board, data: dict[str, Any], plan: ScenarioSheet) -> None:
        self.board, self.plan = board, plan
        rows = [
            convert(row, CountryRow, f"countries.{row.get('id', '?')}")
            for row in data["countries"]["country"]
        ]
        self.rows = {row.id: row for row in rows}
        known_only("scenarios.nations", plan.nations, self.rows, "the countries")
        known_only("scenarios.minors", [m for m in plan.minors if m != "all"], self.rows, "the countries")
        self.parties = [Party(name, k, SIDE_OF[k]) for k, name in enumerate(POWERS)]
        self.minors: list[Minor] = []
        for row in rows:
            self._minor(row)
        self.parties.append(Party(NEUTRAL, -1, -1))
        self.nobody = len(self.parties) - 1
        self.all_parties = (1 << len(self.parties)) - 1
        self.parties_of = [union(k for k, p in enumerate(self.parties) if p.side == side) for side in (0, 1)]
        self.minor_of = {minor.id: n for n, minor in enumerate(self.minors)}
        self._industry(data["industry"])

    def _minor(self, row: CountryRow) -> None:
        plan = self.plan
        if row.id in plan.nations:
            runs: tuple[str, ...] = (plan.nations[row.id],)
        elif row.id in plan.minors or "all" in plan.minors:
            runs = tuple(power for power in row.runs if power in plan.powers)
        else:
            return
        found = [-1, -1]
        for power in runs:
            known_only(f"countries.{row.id}.runs", (power,), POWERS)
            k = POWERS.index(power)
            if found[SIDE_OF[k]] >= 0:
                raise BadData(f"countries.{row.id}: two powers of one side run it.")
            found[SIDE_OF[k]] = len(self.parties)
            self.parties.append(Party(row.id, k, SIDE_OF[k]))
        if runs:
            first = found[SIDE_OF[POWERS.index(runs[0])]]
            home = self.ground(row.regions)
            self.minors.append(
                Minor(row.id, row.title, home, self.find(row.capital), (found[AXIS], found[ALLIES]), first)
            )

    def _industry(self, rows: dict[str, Any]) -> None:
        powers = [POWERS.index(name) for name in self.plan.powers]
        self.factories = {power: self._places(rows["factories"][POWERS[power]]) for power in powers}
        self.blue = {power: self._places(rows["blue"].get(POWERS[power], {})) for power in powers}
        self.works: dict[Hex, int] = {}
        """Every factory on the map, whoever built it."""
        for places in self.factories.values():
            self.works |= places
        self.capital = {power: self.find(rows["capitals"][POWERS[power]]) for power in powers}
        self.capitals: HexSet = union(
            h for h in (*self.capital.values(), *(m.capital for m in self.minors)) if h >= 0
        )
        multiples = {power: rows["multiples"][POWERS[power]] for power in powers}
        self.multiples = {power: int(row["start"]) for power, row in multiples.items()}
        self.growth = {
            power: {int(year): int(n) for year, n in row.items() if year != "start"}
            for power, row in multiples.items()
        }
        self.homeland = {POWERS[power]: self.ground(rows["home"][POWERS[power]]) for power in powers}
        self.homeland |= {minor.id: minor.home for minor in self.minors}
        for nation, cities in rows["cities"].items():
            if nation in self.minor_of:
                self.homeland[nation] = union(self._places(dict.fromkeys(cities, 1)))
        self.free_cities: HexSet = union(self._places(dict.fromkeys(rows["cities"]["free_france"], 1)))
        self.sources: list[HexSet] = [0] * len(self.parties)
        for k, party in enumerate(self.parties):
            for city in rows["sources"].get(party.nation, ()):
                self.sources[k] |= union(h for h in (self.find(city),) if h >= 0)
        for minor in self.minors:
            for k in minor.parties:
                if k >= 0 and minor.capital >= 0:
                    self.sources[k] |= 1 << minor.capital
        self.sites = {
            self.label(at): int(n) for at, n in rows["sites"]["resources"].items() if self.label(at) >= 0
        }
        self.wells = {self.label(at): int(n) for at, n in rows["sites"]["oil"].items() if self.label(at) >= 0}
        trades = (convert(row, TradeRow, "industry.trade") for row in rows["trade"])
        self.trades = [row for row in trades if row.buyer in self.plan.powers and row.seller in self.minor_of]
        self.counts_objectives = False
        self.objectives: dict[Hex, int] = {}
        for power, places in rows["objectives"].items():
            if power in POWERS:
                self.objectives |= {h: POWERS.index(power) for city in places if (h := self.find(city)) >= 0}

    def _places(self, cities: dict[str, Any]) -> dict[Hex, int]:
        found = {self.find(city): int(n) for city, n in cities.items()}
        return {h: n for h, n in found.items() if h >= 0}

    def find(self, name: str) -> Hex:
        """The hex of a place or label, or -1 where this map has none."""
        try:
            return self.board.hex(name)
        except Exception:
            return self.label(name)

    def label(self, name: str) -> Hex:
        """The hex with a label, or -1."""
        try:
            return self.board.index(name)
        except BadData:
            return -1

    def ground(self, regions: tuple[str, ...] | list[str]) -> HexSet:
        """The land of regions, as far as this map has them."""
        return sum(self.board.regions.get(name, 0) for name in regions) & self.board.land

    def cities_in(self, regions: tuple[str, ...]) -> list[Hex]:
        """The cities of regions."""
        return list(bits(self.ground(regions) & self.board.features["city"]))

    def title_of(self, nation: str) -> str:
        """A power or country as people say it."""
        if nation in POWERS:
            return the_power(POWERS.index(nation))
        return self.rows[nation].title if nation in self.rows else nation.replace("_", " ").title()

    def under(self, power: int) -> list[int]:
        """The parties that a power is or runs."""
        return [k for k, party in enumerate(self.parties) if party.power == power]

    def twin_parties(self) -> list[tuple[str, int]]:
        """Every country with units, and its party; a minor that either side may run is there twice."""
        out = [(POWERS[k], k) for k in (POWERS.index(name) for name in self.plan.powers)]
        for minor in self.minors:
            both = sorted((k for k in minor.parties if k >= 0), key=lambda k: k != minor.first)
            out += [(minor.id, k) for k in both]
        return out
