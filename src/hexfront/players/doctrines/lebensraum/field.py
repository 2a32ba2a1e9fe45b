"""Lebensraum!: a position as the operations layer wants it: ground, units, threats, supply, what is worth having."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from hexfront.games.lebensraum.command import command_limit
from hexfront.games.lebensraum.control import kept, reached
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, CAMP, OF_CAMP, WEST
from hexfront.games.lebensraum.reach import (
    at_peace,
    closed_sides,
    enemy_zoc,
    moves_as_tank,
    reach,
    unit_zoc,
    zoc,
)
from hexfront.games.lebensraum.state import (
    State,
    class_of,
    held_by_camp,
    hexes_of,
    hqs_on_map,
    steps_of,
    strength_of,
    units_of,
)
from hexfront.games.lebensraum.supply import (
    bombed_hexes,
    lines,
    net_home,
    open_lines,
    reaches_line,
    sources,
    supplied_from,
)
from hexfront.games.lebensraum.victory import goals
from hexfront.games.lebensraum.world import World
from hexfront.hexes import Hex, HexSet, bits, union, zones
from hexfront.players.operations.field import Body, Field, Ways
from hexfront.players.operations.holding import Cutter
from hexfront.players.operations.reading import threats
from hexfront.wargame import Reach, grown, open_hexes

FARTHEST = 16
"""Points that one piece spends on a march at most: what is farther off goes by rail."""
FOE_TANKS, FOE_FOOT = 5, 2
"""Hexes that an enemy is expected to come on a turn."""
A_GOAL, A_CITIZEN, AN_OIL_POINT, A_WORK_POINT, A_GRANARY = 4.0, 0.35, 1.2, 0.12, 0.6
A_POINT = 0.01
"""What a movement point is worth that a port will bring."""
A_REFUGE = 1.2
MUCH_OIL = 3
"""Oil points of one place that count."""
MOST_OPENED = 30
"""Hexes of line opened by a city that count."""
LATE = {15: 0.6, 16: 0.15}
"""What other cities count for beside German ones when the Allies' deadline is near or past: only those deny the Axis its win."""
MANY = 8
"""Sources beyond which none is vital by itself."""
RAID = 4
"""Hexes that tanks are expected to come through a gap."""
LONG_MARCH = 10
"""Hexes that any enemy is expected to march through a gap to a place that is worth it."""
CUTTING = 10
"""Hexes from our units within which cutting lines is thought of."""
WELL_HELD = 8.0
"""Defence of a hex that is well held."""


class Map:
    """What the operations layer needs of a map, worked out once a world."""

    def __init__(self, w: World) -> None:
        self.ways = Ways(w.grid, w.land, w.lands.sea | w.lands.lake)
        self.cutter = Cutter(self.ways)
        self._worth: dict[int, dict[Hex, float]] = {}
        self._near: dict[Hex, dict[Hex, int]] = {}

    def worth(self, s: State) -> dict[Hex, float]:
        """What each place is worth to whoever holds it, in hexes of line: a port what it still brings in."""
        if s.turn not in self._worth:
            w = s.world
            income = A_POINT * (w.plan.last - s.turn)
            out = {h: A_CITIZEN * n for h, n in w.population.items()}
            for table, each in ((w.oil, AN_OIL_POINT), (w.food, A_GRANARY), (w.port_points, income)):
                for h, n in table.items():
                    out[h] = out.get(h, 0.0) + each * (min(n, MUCH_OIL) if table is w.oil else n)
            for marker in w.markers:
                out[marker.hex] = out.get(marker.hex, 0.0) + A_WORK_POINT * marker.total
            decisive = goals(s)
            for h in decisive:
                out[h] = out.get(h, 0.0) + A_GOAL * max(0.3, min(1.0, 6 / len(decisive)))
            if w.plan.victory in ("west", "war"):  # two of these save the Axis
                for h in bits(w.cities_in["germany"] & w.lands.west_of_halt):
                    out[h] += A_REFUGE
            self._worth[s.turn] = out
        return self._worth[s.turn]

    def distances(self, target: Hex, most: int = 14) -> dict[Hex, int]:
        """How many hexes each hex is from a place over land, as far as that is near."""
        found = self._near.get(target)
        if found is None:
            found = self._near[target] = self.rings(1 << target & self.ways.land, most)
        return found

    def rings(self, start: HexSet, most: int = 1000) -> dict[Hex, int]:
        """How many hexes each hex is from the nearest of some over land."""
        found: dict[Hex, int] = {}
        fresh, seen, n = start, start, 0
        while fresh and n <= most:
            found.update(dict.fromkeys(bits(fresh), n))
            fresh = self.ways.zone(fresh) & ~seen
            seen |= fresh
            n += 1
        return found


def reach_of(s: State, mover: int, most: int = FARTHEST, free: HexSet = 0) -> Reach:
    """Where a unit or HQ can get to for at most this many points, through hexes that are to be free by then and through no country
    that would join the enemy for it (11.7b)."""
    return reach(s, mover, most, free, at_peace(s))


def force_of(s: State, u: int) -> float:
    """What a unit is worth in a fight."""
    return worth_of(strength_of(s, u), class_of(s, u))


def worth_of(strength: int, cls: int) -> float:
    """Strength counts for more or less by its class."""
    return strength * (1.0 + 0.25 * (2 - cls))


def home_of(s: State, power: int) -> HexSet:
    """What the line of a power has to cover: where its supply comes from, and its capital."""
    w = s.world
    home = sources(s, power)
    if power in w.capital and s.control[power] >> w.capital[power] & 1:
        home |= 1 << w.capital[power]
    if power == ALLIED and not home:
        home = w.lands.home_of_allies & w.land
    if power == AXIS and w.game == WEST:
        home |= w.lands.country["germany"] & w.cities & s.control[AXIS]
    return home


class FoeLines(NamedTuple):
    """How an enemy is fed: his sources, the line hexes open to him, those that lead to a source, what each HQ of his
    that is fed feeds in turn, and his units there."""

    source: HexSet
    way: HexSet
    net: HexSet
    fed: tuple[HexSet, ...]
    units: HexSet


class Picture:
    """The board for one power: its field, threats, supply, the worth of ground."""

    def __init__(self, s: State, power: int, map_: Map) -> None:
        w = s.world
        self.s, self.power, self.map, self.w = s, power, map_, w
        self.camp = CAMP[power]
        self.foe_powers = tuple(p for p in OF_CAMP[1 - self.camp] if p in w.powers)
        self.mine = {u: self.body(u) for u in units_of(s, power)}
        self.theirs: dict[int, Body] = {}
        for other in self.foe_powers:
            for u in units_of(s, other):
                self.theirs[u] = self.body(u, expected=True)
        self.worth = map_.worth(s)
        self.home = home_of(s, power)
        far = 0
        for other in self.foe_powers:
            far |= home_of(s, other)
        self.field = Field(map_.ways, self.mine, self.theirs, self.home, far, self.worth)
        self.threat = threats(self.field, self.theirs.values(), 6)

    def body(self, u: int, expected: bool = False) -> Body:
        """A unit; of an enemy's also where it may be next turn."""
        s = self.s
        tank, h = moves_as_tank(s, u), s.where[u]
        reach = 0
        if expected:
            reach = self.w.disc(h, FOE_TANKS if tank else FOE_FOOT) & self.w.land
        power = force_of(s, u)
        return Body(u, h, power, power, steps_of(s, u), tank, reach)

    # --- ground

    @cached_property
    def own(self) -> HexSet:
        """Hexes that this camp controls."""
        return held_by_camp(self.s, self.camp)

    @cached_property
    def enemy(self) -> HexSet:
        return hexes_of(self.s, 1 - self.camp)

    @cached_property
    def friends(self) -> HexSet:
        return hexes_of(self.s, self.camp)

    @cached_property
    def hostile(self) -> HexSet:
        """Zones of the enemy."""
        return enemy_zoc(self.s, self.power)

    @cached_property
    def beside_foes(self) -> HexSet:
        """Hexes next to an enemy, or in a zone of his."""
        return self.map.ways.zone(self.enemy) | self.hostile

    @cached_property
    def far(self) -> dict[Hex, int]:
        """How many hexes each hex is from the nearest enemy."""
        return self.map.rings(self.enemy)

    @cached_property
    def idle(self) -> HexSet:
        """Ground from which no enemy and nothing that is to be taken can be reached on foot."""
        busy = self.enemy | union(self.prizes)
        return self.w.land & ~self.map.ways.spread_over(busy, self.w.land)

    @cached_property
    def free_ports(self) -> HexSet:
        """Coastal cities of ours at which somebody could come ashore and be of use."""
        ports = self.w.cities & self.w.lands.partial_sea & self.s.control[self.power]
        return ports & ~self.friends & ~self.idle

    @cached_property
    def tanks_at(self) -> dict[Hex, int]:
        """How many hexes each hex is from the nearest tanks of the enemy, as far as that is near."""
        return self.map.rings(union({b.at for b in self.theirs.values() if b.is_mobile}), FOE_TANKS)

    @cached_property
    def prizes(self) -> dict[Hex, float]:
        """Places the enemy holds, with what they are worth; those of neutrals are nobody's business."""
        theirs = held_by_camp(self.s, 1 - self.camp) & ~self.w.barred[self.power]
        if self.power == ALLIED and self.w.game == WEST:
            theirs &= self.w.lands.west_of_halt
        if self.s.turn == self.w.plan.last:  # nothing else counts any more
            theirs &= union(goals(self.s))
        late = LATE.get(self.s.turn, 1.0) if self.power == ALLIED else 1.0
        german = self.w.cities_in["germany"] if late < 1.0 else 0
        return {h: x if german >> h & 1 else late * x for h, x in self.worth.items() if theirs >> h & 1}

    @cached_property
    def pull(self) -> dict[Hex, float]:
        """How near each hex is to the best that this power is after, 0 to 1."""
        best: dict[Hex, float] = {}
        most = max(self.prizes.values(), default=1.0)
        for target, worth in self.prizes.items():
            for h, n in self.map.distances(target).items():
                value = worth / most * 0.85**n
                if value > best.get(h, 0.0):
                    best[h] = value
        return best

    @cached_property
    def rich(self) -> dict[Hex, float]:
        """How much each hex has near it that this power is after, 0 to 1."""
        found: dict[Hex, float] = {}
        for target, worth in self.prizes.items():
            for h, n in self.map.distances(target).items():
                found[h] = found.get(h, 0.0) + worth * 0.85**n
        most = max(found.values(), default=1.0)
        return {h: x / most for h, x in found.items()}

    # --- supply

    @cached_property
    def net(self) -> HexSet:
        """Line hexes that lead to a source of ours, and the islands that need none."""
        return lines(self.s, self.power) | net_home(self.s, self.power)

    def net_with(self, taken: HexSet) -> HexSet:
        """The same when these hexes of the enemy's, cities among them, are taken."""
        way = open_lines(self.s, self.power) | taken & self.w.lands.line_hexes
        return self.w.lands.net.connected(sources(self.s, self.power), way) | net_home(self.s, self.power)

    def net_after(self, stands: HexSet) -> HexSet:
        """The same when our units stand in these hexes: a line in a zone of the enemy's is open only where one of them stands."""
        s, w = self.s, self.w
        zone = zoc(s, 1 - self.camp) & ~(stands & w.cities)
        way = open_hexes(w.lands.line_hexes, self.enemy, zone, stands, bombed_hexes(s) | at_peace(s))
        found = sources(s, self.power) | (stands & w.lands.allied_heads if self.power == ALLIED else 0)
        return w.lands.net.connected(found, way) | net_home(self.s, self.power)

    @cached_property
    def vital(self) -> HexSet:
        """Sources of ours without which some HQ would have none; of several where the enemy may walk into all, one."""
        s, net = self.s, self.w.lands.net
        start, way, found = sources(s, self.power), open_lines(s, self.power), 0
        if start.bit_count() > MANY:
            return 0  # an edge of the map
        fed = [area for k in hqs_on_map(s, self.power) if (area := self.fed_from(s.hq[k])) & self.net]
        leads = {h: net.connected(1 << h, way | 1 << h) for h in bits(start)}
        while start:
            first = next(bits(start))
            group = start & leads[first]
            start &= ~group
            alone = group == 1 << first or not group & ~self.open_to_foes
            if alone and any(area & leads[first] for area in fed):
                found |= 1 << max(bits(group), key=lambda h: (self.friends >> h & 1, leads[h].bit_count(), h))
        return found

    def opened(self, h: Hex) -> int:
        """Line hexes that taking an empty city of the enemy's opens, as far as they count."""
        if not self.w.lands.line_hexes >> h & 1:
            return 0
        return min(MOST_OPENED, (self.net_with(1 << h) & ~self.net).bit_count())

    @cached_property
    def raided(self) -> HexSet:
        """Hexes that the enemy's tanks could get to, or close with their zones, before supply is judged again."""
        return self.walked_by(union({b.at for b in self.theirs.values() if b.is_mobile}), RAID)

    def walked_by(self, start: HexSet, most: int) -> HexSet:
        """Hexes that enemies in these hexes could walk to, or close with their zones, as far as our units let them."""
        land, stops = self.w.land & ~self.friends, zoc(self.s, self.camp)
        seen = fresh = start
        for _ in range(most):
            fresh = self.map.ways.zone(fresh) & land & ~seen
            seen |= fresh
            fresh &= ~stops
        return seen | self.map.ways.zone(seen)

    @cached_property
    def open_to_foes(self) -> HexSet:
        """Hexes that some enemy may walk into next."""
        return union_of(b.reach for b in self.theirs.values()) | self.raided

    @cached_property
    def open_to_marches(self) -> HexSet:
        """Hexes that some enemy could walk into if it is worth a long march to him: only zones and his points end one (5.3)."""
        return self.walked_by(self.enemy, LONG_MARCH)

    @cached_property
    def steady_net(self) -> HexSet:
        """Line hexes that lead to a source of ours whatever the enemy's tanks do."""
        way = open_lines(self.s, self.power) & ~(self.raided & ~self.friends)
        return self.w.lands.net.connected(sources(self.s, self.power), way) | net_home(self.s, self.power)

    @cached_property
    def steady(self) -> HexSet:
        """Hexes that an HQ beside such a line can feed."""
        return grown(self.w.grid, self.steady_net, self.w.land & ~self.enemy, 2 * self.span)

    @cached_property
    def net_ahead(self) -> HexSet:
        """The same if any one of the enemy's empty cities on the lines were taken: not all of them fall in one march."""
        empty = self.w.cities & held_by_camp(self.s, 1 - self.camp) & ~self.enemy & self.w.lands.line_hexes
        return self.net | union_of(self.net_with(1 << h) for h in bits(empty))

    @cached_property
    def span(self) -> int:
        """How far an HQ feeds and commands."""
        return self.w.command_range(self.power)

    @cached_property
    def feedable(self) -> HexSet:
        """Hexes that could be fed if an HQ stood right: twice the range from a line that is ours, or would be if empty
        cities on it were taken."""
        return grown(self.w.grid, self.net_ahead, self.w.land & ~self.enemy, 2 * self.span)

    def fed_from(self, h: Hex) -> HexSet:
        """Hexes that an HQ in a hex feeds."""
        return supplied_from(self.s, self.power, 1 << h)

    @cached_property
    def fed_now(self) -> HexSet:
        """Hexes that are fed as HQs stand; the Finnish one feeds Finns alone."""
        s = self.s
        hqs = [k for k in hqs_on_map(s, self.power) if k != self.w.finnish_hq]
        return union_of(self.fed_from(s.hq[k]) for k in hqs if reaches_line(s, k, self.net))

    @cached_property
    def fed_surely(self) -> HexSet:
        """The same by HQs whose line the enemy's tanks cannot cut."""
        s = self.s
        hqs = [k for k in hqs_on_map(s, self.power) if k != self.w.finnish_hq]
        return union_of(self.fed_from(s.hq[k]) for k in hqs if reaches_line(s, k, self.steady_net))

    @cached_property
    def beyond(self) -> dict[Hex, int]:
        """How many hexes each hex lies beyond what is fed now, as far as that is near."""
        return self.map.rings(self.fed_now, FARTHEST // 2)

    @cached_property
    def finns_fed(self) -> HexSet:
        """What the Finnish HQ feeds."""
        k = self.w.finnish_hq
        return self.fed_from(self.s.hq[k]) if self.power == AXIS and k >= 0 and self.s.hq[k] >= 0 else 0

    @cached_property
    def foe_lines(self) -> list[FoeLines]:
        """How each enemy is fed now."""
        s = self.s
        out = []
        for foe in self.foe_powers:
            net = lines(s, foe)
            fed = tuple(
                supplied_from(s, foe, 1 << s.hq[k]) for k in hqs_on_map(s, foe) if reaches_line(s, k, net)
            )
            units = union(s.where[u] for u in units_of(s, foe))
            out.append(FoeLines(sources(s, foe), open_lines(s, foe), net, fed, units & union_of(fed)))
        return out

    def cut_by(self, hexes: HexSet) -> float:
        """What the enemy suffers if these hexes of his lines are closed: HQs without a source, and whom they feed."""
        total = 0.0
        for foe in self.foe_lines:
            if not foe.net & hexes:
                continue
            left = self.w.lands.net.connected(foe.source, foe.way & ~hexes)
            kept = union_of(area for area in foe.fed if area & left)
            lost = sum(1 for area in foe.fed if not area & left)
            total += 0.5 * lost + 0.35 * (foe.units & ~kept).bit_count()
        return total

    @cached_property
    def severed(self) -> dict[Hex, float]:
        """Line hexes and sources of the enemy where a unit of ours would cut HQs off, by what they feed; those that he holds count
        for who attacks them."""
        w = self.w
        near = w.grid.dilate(
            grown(w.grid, union(b.at for b in self.mine.values()), w.land & ~self.enemy, CUTTING), 1
        )
        net = union_of(foe.net for foe in self.foe_lines)
        found = {h: self.cut_by(self.map.ways.zone(1 << h) | 1 << h) for h in bits(net & near)}
        return {h: x for h, x in found.items() if x}

    @cached_property
    def foe_sources(self) -> HexSet:
        """Where the enemy's supply comes from."""
        return union_of(sources(self.s, foe) for foe in self.foe_powers)

    def zone_of(self, h: Hex) -> HexSet:
        """The zone of a unit of ours in a hex, if it has one."""
        return zones(self.w.grid, 1 << h, closed_sides(self.s)) & self.w.land

    def falls_to(self, stands: HexSet, exert: HexSet) -> HexSet:
        """Empty places of the enemy's that change hands by themselves if our camp stood in these hexes, and some of them had a
        zone: he cannot get to them or feed them any more, and we can get there (11.5f)."""
        s, enemy = self.s, self.enemy & ~stands
        zone = zones(self.w.grid, exert, closed_sides(s))
        held = kept(s, 1 - self.camp, stands, enemy, zone)
        won = reached(s, self.power, enemy, stands, unit_zoc(s, 1 - self.camp))
        return union(self.prizes) & won & ~stands & ~enemy & ~held

    @cached_property
    def stars(self) -> int:
        """Units that all HQs of ours together can lead in a segment."""
        return sum(command_limit(self.s, k) for k in hqs_on_map(self.s, self.power))


def union_of(sets: Iterable[HexSet]) -> HexSet:
    """The union of sets of hexes."""
    out = 0
    for each in sets:
        out |= each
    return out


__all__ = [
    "FARTHEST", "WELL_HELD", "Map", "Picture", "force_of", "home_of", "reach_of", "union_of", "worth_of",
]  # fmt: skip
