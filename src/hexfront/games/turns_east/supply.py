"""Chapters 9.2 and 10.1: lines of communication, and supply."""

from __future__ import annotations

from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.zones import zone
from hexfront.hexes import Hex, HexSet
from hexfront.wargame import Growth

FAR = 99


def blocked(s: EastState, side: int, enemy_zone: HexSet | None = None, lifted: HexSet = 0) -> HexSet:
    """Hexes no line of this side passes: enemy units (except those in `lifted`), and enemy zones without a friendly unit. Cases 9.1.4a, 10.2.2, 10.2.3."""
    enemy = 1 - side
    zoc = zone(s, enemy) if enemy_zone is None else enemy_zone
    return s.held[enemy] & ~lifted | zoc & ~s.held[side]


def ground(s: EastState, side: int, area: int, romanian: bool, shut: HexSet) -> HexSet:
    """The hexes a line may use: the Command's area and one hex beyond, open to the nation and not shut by the
    enemy. Cases 9.2.1a, 9.2.1b, 9.2.3, 5.3.2, 13.1.1, 13.1.2c, 10.1.11a, 13.1.1a, 13.1.1b. RULING 13.1-a."""
    w = s.world
    out = w.loc_areas[area] & w.enterable & ~shut
    if side == AXIS:
        out &= ~w.off_map
        if romanian or s.turn == 1:
            out &= ~w.hungary
        if romanian:  # only where they could move
            out &= ~(w.areas[0] | w.areas[1])
        return out
    out &= ~(w.hungary | w.romania)
    if area == w.area_of[w.leningrad]:
        out |= w.lake_supply
    return out


def lines_of(
    s: EastState,
    side: int,
    area: int,
    romanian: bool = False,
    shut: HexSet | None = None,
    lake: bool = True,
) -> Lines:
    """The lines of one side in one Command's area, with these hexes shut or those the enemy blocks. Lines that no change has touched are kept."""
    w = s.world
    if shut is None:
        shut = blocked(s, side)
    open_ = ground(s, side, area, romanian, shut)
    if not lake:
        open_ &= ~w.lake_supply
    by_road = not w.finland_road & shut
    first = s.turn == 1
    key = (side, area, romanian, open_, by_road, s.axis_towns & w.line_towns[area], first)
    store = w.cache("lines")
    found: Lines | None = store.get(key)
    if found is None:  # for speed
        found = store[key] = Lines(s, side, area, romanian, open_, by_road)
    return found


class Lines:
    """The lines of communication and supply of one side in one Command's area, as they are now, on this ground.
    Cases 7.6c, 9.2.2, 9.2.3, 10.0, 9.2.1a, 10.2.3, 3.3b, 10.1.3, 10.1.4. RULING 9.2-a."""

    def __init__(
        self, s: EastState, side: int, area: int, romanian: bool, open_: HexSet, by_road: bool
    ) -> None:
        w = s.world
        self.side, self.area = side, area
        self.walls = w.first_walls if side == AXIS and s.turn == 1 else w.prohibited
        self.ground, self.by_road = open_, by_road
        self.loc = self._axis_loc(s) if side == AXIS else self._soviet_loc(s)
        # Cases 10.1.2, 10.1.3, 10.1.4: marked for the side, controlled, in the area, with an LOC
        held = s.axis_towns if side == AXIS else w.towns & ~s.axis_towns
        marked = w.axis_supply if side == AXIS else w.soviet_supply
        self.towns: HexSet = held & marked & w.areas[area] & self.loc
        self._growth = Growth(w.grid, self.towns, self.ground, self.walls)
        self._direct = Growth(w.grid, self.towns, ground(s, side, area, romanian, 0), self.walls)

    def _axis_loc(self, s: EastState) -> HexSet:
        """From the west edge; and through Axis Leningrad by the road from Finland. Cases 9.2.1a, 10.1.11b.

        RULING 10.1-d: as from a port supplied by sea, the line goes on over land from there.
        """
        w = s.world
        loc = w.reach(w.west_edge & self.ground, self.ground, self.walls)
        city = 1 << w.leningrad & s.axis_towns & self.ground
        if self.by_road:
            loc |= w.reach(city, self.ground, self.walls)
        return loc

    def _soviet_loc(self, s: EastState) -> HexSet:
        """From the east edge; between ports also by sea. Cases 9.2.1a, 10.1.10. RULING 10.1-c."""
        w = s.world
        loc = w.reach(w.off_map & self.ground, self.ground)
        ports = w.sea_supply & ~s.axis_towns & self.ground & ~loc
        if loc & w.sea_supply & ~s.axis_towns:
            loc |= w.reach(ports, self.ground)
        return loc

    def distance(self, i: Hex) -> int:
        """How many steps a supply line from a hex to the nearest supply town takes, or -1 if there is none.
        Cases 9.2.3, 10.1.2, 10.1.5, 10.1.6."""
        return self._growth.distance(i)

    def within(self, steps: int) -> HexSet:
        """The hexes from which a supply line takes at most this many steps. Cases 10.1.2, 10.1.5."""
        return self._growth.within(steps)

    def way(self, i: Hex) -> tuple[Hex, ...]:
        """A shortest supply line from a hex to a supply town, both included; empty if there is none. Case 10.1.2."""
        return self._growth.way(i)

    def detour(self, i: Hex) -> int:
        """The hexes from here to the nearest supply town through enemies and their zones, though not through water
        or whatever else no line of this side may pass. Case 10.1.6. RULING 10.1-f."""
        steps = self._direct.distance(i)
        return steps if steps >= 0 else FAR


class SupplyNet:
    """The lines of one side in all areas, each worked out when first asked for."""

    def __init__(self, s: EastState, side: int, enemy_zone: HexSet | None = None, lifted: HexSet = 0) -> None:
        self._s, self._side = s, side
        self._shut = blocked(s, side, enemy_zone, lifted)
        w = s.world
        self._range = supply_range(s, side)
        self._area_of, self._romanian = w.area_of, w.is_romanian
        # nets on the same ground share what was worked out
        store = w.cache("nets")
        key = (side, s.turn, self._shut, s.axis_towns)
        kept: tuple[dict[tuple[int, bool], Lines], dict[tuple[int, bool], HexSet]] | None = store.get(key)
        if kept is None:
            kept = store[key] = ({}, {})
        self._lines, self._fed = kept

    def lines(self, area: int, romanian: bool = False) -> Lines:
        key = (area, romanian)
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = lines_of(self._s, self._side, area, romanian, self._shut)
        return found

    def is_supplied(self, u: int) -> bool:
        """Whether a unit is in supply; RULING 10.1-a, case 10.2.1b: only the hexes in between count for the range.
        Cases 10.1.2, 10.1.5."""
        i = self._s.where[u]
        return bool(self.fed((self._area_of[i], self._romanian[u])) >> i & 1) or needs_no_supply(self._s, u)

    def fed(self, key: tuple[int, bool]) -> HexSet:
        """The hexes in supply for the lines of an area, of Romanians or of others. Cases 10.1.2, 10.1.5."""
        found = self._fed.get(key)
        if found is None:
            found = self._fed[key] = self.lines(*key).within(self._range + 1)
        return found

    def of(self, u: int) -> Lines:
        return self.lines(self._area_of[self._s.where[u]], self._romanian[u])

    def has_loc(self, u: int) -> bool:
        """Whether a unit has a line of communication. Case 9.2.1a."""
        return bool(self.of(u).loc >> self._s.where[u] & 1)

    def shortage(self, u: int) -> int:
        """How far a unit is out of supply: 0 in supply, otherwise what it loses in MP and CF.
        Cases 10.1.2, 10.1.5, 10.1.6, 10.1.8b, 10.1.8c, 10.1.9a, 10.1.9b."""
        if self.is_supplied(u):
            return 0
        lines, i = self.of(u), self._s.where[u]
        steps = lines.distance(i)
        return lines.detour(i) if steps < 0 else steps - 1 - self._range

    def city_has_loc(self, i: Hex) -> bool:
        """Whether a place has a line of communication to this side's edge."""
        return bool(self.lines(self._s.world.area_of[i]).loc >> i & 1)


def supply_range(s: EastState, side: int) -> int:
    """The supply range in hexes. Cases 10.1.2, 10.1.8a."""
    table = s.world.tables["supply"]
    return int(table["axis"][s.world.weather(s.turn)] if side == AXIS else table["soviet"])


def needs_no_supply(s: EastState, u: int) -> bool:
    """Units that are never out of supply where they stand. Cases 10.1.8b, 10.1.8c, 10.1.9a, 10.1.9b, 13.2a."""
    w = s.world
    i = s.where[u]
    if w.side[u] == AXIS:
        return bool((w.garrisons | w.leaders) >> u & 1 or w.west_of_border >> i & 1)
    return bool(
        w.off_map >> i & 1 or (w.cavalry | w.partisan) >> u & 1 or (w.coastal >> u & 1 and w.coast >> i & 1)
    )


def is_cut_off(s: EastState, net: SupplyNet, u: int) -> bool:
    """Whether a unit is surrounded: without an LOC, and in need of one. RULING 12.3-a."""
    return not needs_no_supply(s, u) and not net.has_loc(u)


def leningrad_by_lake_only(s: EastState) -> bool:
    """Whether Soviet Leningrad keeps its LOC only by the lake hex. Case 3.3b. RULING 3.3-a."""
    w = s.world
    city = w.leningrad
    if s.axis_towns >> city & 1:
        return False
    area = w.area_of[city]
    with_lake = lines_of(s, SOVIET, area).loc >> city & 1
    return bool(with_lake and not lines_of(s, SOVIET, area, lake=False).loc >> city & 1)
