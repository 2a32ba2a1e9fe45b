"""The map as the rules ask about it: ground, sides, countries, lines, seas, weather sections."""

from __future__ import annotations

from hexfront.games.lebensraum.kinds import COMBINED, EAST, SECTIONS, WATERS, WEST, WEST_SHIFT
from hexfront.hexes import Board, Hex, HexSet, Sides, bits
from hexfront.wargame import Net

COUNTRIES = (
    "ussr", "finland", "romania", "hungary", "bulgaria", "yugoslavia", "albania", "greece", "turkey", "poland",
    "austria", "czechoslovakia", "germany", "denmark", "norway", "sweden", "netherlands", "belgium", "france",
    "switzerland", "italy", "spain", "portugal", "ireland", "britain", "north_africa",
)  # fmt: skip
NEUTRALS = {
    EAST: ("sweden", "turkey"),
    WEST: ("sweden", "switzerland", "spain", "portugal"),
    COMBINED: ("sweden", "turkey", "switzerland", "spain", "portugal"),
}
"""Countries under nobody's control at the start. Case 11.7a, RULING 11.5-a."""
CLOSED = ("norway", "denmark", "albania", "greece")
"""Countries that nobody may enter. Case 11.7e, RULING 11.7-a."""
OCCUPIED_WEST = ("denmark", "netherlands", "belgium", "france")
"""Countries whose cities count for western partisans. Case 7.463f."""
GARRISONED = ("france", "belgium", "netherlands")
"""Countries that Axis garrisons must stay in before turn E. Case 12.1g."""


class Lands:
    """What is printed on the map: Europe, in hexes of about 80 km. Cases 3.1a, 8.0i."""

    def __init__(self, board: Board, game: str) -> None:
        self.board, self.grid, self.game = board, board.grid, game
        self._read_ground()
        self._read_countries()
        self._read_lines()
        self._read_seas()

    def _sides(self, name: str) -> Sides:
        return self.board.sides.get(name) or Sides(self.grid)

    def _feature(self, name: str) -> HexSet:
        return self.board.features.get(name, 0) & self.land

    def _region(self, name: str) -> HexSet:
        return self.board.regions.get(name, 0)

    def _read_ground(self) -> None:
        board = self.board
        # Case 11.7e: Africa is drawn and not played on.
        self.land: HexSet = board.land & ~self._region("out_of_play")
        self.mountain: HexSet = board.terrain.get("mountain", 0) & self.land
        self.open: HexSet = board.terrain.get("open", 0) & self.land
        self.city: HexSet = self._feature("city")
        self.river = self._sides("river")
        # Case 8.0i: other waters never freeze, and count as sea.
        north = sum(self._region(name) for name in ("norway", "sweden", "finland", "ussr"))
        waters = self._sides("lake")
        self.lake = Sides.of(
            self.grid, [pair for pair in waters.pairs() if any(north >> h & 1 for h in pair)]
        )
        self.sea = self._sides("sea") | (waters - self.lake)
        self.west_wall, self.halt_line = self._sides("west_wall"), self._sides("halt_line")
        self.sections = tuple(self._region(f"weather_{name}") for name in SECTIONS)
        self.section = {h: k for k, hexes in enumerate(self.sections) for h in bits(hexes)}
        self.neighbours = self.grid.neighbour_table
        #: land next to a hex, not across an all-sea side (5.1g, 7.1c); lake sides are among them
        self.next_to = {
            h: tuple(n for n in self.neighbours[h] if self.land >> n & 1 and not self.sea.has(h, n))
            for h in bits(self.land)
        }
        #: the sides that can be crossed on foot: 1 over a river, 2 over a lake, 0 over neither
        self.crossing = {
            (h, n): 2 if self.lake.has(h, n) else 1 if self.river.has(h, n) else 0
            for h, near in self.next_to.items()
            for n in near
        }

    def _read_countries(self) -> None:
        self.country = {name: self._region(name) & self.land for name in COUNTRIES}
        self.country_at = {h: name for name, hexes in self.country.items() for h in bits(hexes)}
        self.neutrals = NEUTRALS[self.game]
        self.closed: HexSet = sum(self.country[name] for name in CLOSED)
        self.islands: HexSet = self._region("sicily") | self._region("sardinia")
        self.home_of_allies: HexSet = self.country["britain"] | self.country["ireland"] | self.islands
        self.west_of_halt: HexSet = self._region("west_of_halt_line") & self.land
        self.opposite_west_wall: HexSet = self._region("opposite_west_wall") & self.land
        # Case 5.4h: the border sides between two countries are one set, opened by the first crossing.
        border = self._sides("border")
        pairs: dict[tuple[str, str], list[tuple[Hex, Hex]]] = {}
        for a, b in border.pairs():
            if a in self.country_at and b in self.country_at:
                one, other = sorted((self.country_at[a], self.country_at[b]))
                pairs.setdefault((one, other), []).append((a, b))
        self.border_names = tuple(sorted(pairs))
        self.borders = tuple(Sides.of(self.grid, pairs[name]) for name in self.border_names)
        self.border_number = {name: k for k, name in enumerate(self.border_names)}
        self.border = Sides.of(self.grid, [pair for found in pairs.values() for pair in found])

    def _read_lines(self) -> None:
        board = self.board
        self.lines: Sides = board.links["transport"]
        self.net = Net(self.lines)
        self.line_hexes: HexSet = self.lines.hexes & self.land
        self.east_edge: HexSet = board.edges["east"] & self.line_hexes
        self.west_edge: HexSet = board.edges["west"] & self.line_hexes
        self.axis_heads: HexSet = self._feature("axis_supply_head")
        self.beaches: HexSet = self._feature("d_day_landing")
        self.allied_heads: HexSet = self._feature("allied_supply_head") & ~self.beaches
        #: the sea hexes off the beaches, from which landings attack (RULING 12.2-a)
        self.offshore: dict[Hex, Hex] = {}
        for h in bits(self.beaches):
            sea = [
                n for n in self.neighbours[h] if not self.land >> n & 1 and n not in self.offshore.values()
            ]
            self.offshore[h] = min(sea)
        self.helsinki: HexSet = self._feature("finnish_supply")
        self.gibraltar: HexSet = self._feature("gibraltar")

    def _read_seas(self) -> None:
        # Cases 7.462f, 7.462i: Kerch and Gibraltar lie on two seas each.
        self.coast = {water: self._feature(f"coast_{water}") for water in WATERS}
        self.partial_sea: HexSet = self._feature("partial_sea")

    def ports_of(self, water: str, sides: int) -> HexSet:
        """Cities on a sea: partly sea hexes, and cities on a river at most this many river sides from one.
        Case 7.462d. RULING 7.462-a: sides are counted from the city to the first partly sea hex."""
        coast = self.coast[water]
        found = self.city & coast
        for h in bits(self.city & ~coast):
            found |= self._leads_to(h, coast, sides) << h
        return found

    def _leads_to(self, h: Hex, coast: HexSet, sides: int) -> bool:
        """Whether at most this many river sides lead from a hex down to a coast."""
        reached = {_side(h, n) for n in self.river.of_hex(h)}
        for _ in range(sides):
            if any(coast >> x & 1 for pair in reached for x in self._touched(pair)):
                return True
            reached |= {side for pair in reached for side in self._next_sides(pair)}
        return False

    def _touched(self, pair: tuple[Hex, Hex]) -> tuple[Hex, ...]:
        """The two hexes of a side and those at its ends."""
        a, b = pair
        ends = set(self.neighbours[a]) & set(self.neighbours[b])
        return (a, b, *sorted(ends))

    def _next_sides(self, pair: tuple[Hex, Hex]) -> list[tuple[Hex, Hex]]:
        """River sides that share an end with a river side."""
        a, b = pair
        return [_side(x, c) for c in self._touched(pair)[2:] for x in (a, b) if self.river.has(x, c)]

    # --- names and numbers

    def at(self, label: str, numbers: str) -> Hex:
        """The hex with an eastern or western number, or a place by its name. Cases 11.7d, 13.0a."""
        if not label.isdigit():
            return self.board.hex(label)
        own = "west" if self.game == WEST else "east"
        if numbers != own:
            shift = WEST_SHIFT if numbers == "west" else -WEST_SHIFT
            label = f"{label[:2]}{int(label[2:]) + shift:02d}"
        return self.board.index(label)

    def border_between(self, a: Hex, b: Hex) -> int:
        """The number of the border set between two neighbours, or -1 within one country."""
        if not self.border.has(a, b):
            return -1
        one, other = sorted((self.country_at[a], self.country_at[b]))
        return self.border_number[one, other]


def _side(a: Hex, b: Hex) -> tuple[Hex, Hex]:
    return (a, b) if a < b else (b, a)
