"""A second reading of Lebensraum!: zones, movement, supply and odds, plainly and slowly.

Written from the rulebook and our rulings, with sets of hex numbers and loops, for one purpose: to disagree with the engine
where the engine is wrong. `lebensraum_compare.py` puts both to the positions of random games. Printed things (map, counters,
tables) are read from the world; nothing the engine works out is.
"""

from __future__ import annotations

from heapq import heappop, heappush

from hexfront.games.lebensraum.state import State

AXIS, SOVIET, ALLIED = 0, 1, 2
WEATHER_ADDS = {"clear": "", "wet": "wet", "mud": "mud", "snow": "snow"}
SKIES = ("clear", "wet", "mud", "snow")
CLOSED = ("norway", "denmark", "albania", "greece")
OCCUPIED = ("france", "belgium", "netherlands")
HQ = 1000


def side_of(power: int) -> int:
    """The Axis, or all its enemies."""
    return 0 if power == AXIS else 1


def hexes(bits: int) -> set[int]:
    return {h for h in range(bits.bit_length()) if bits >> h & 1}


class Reading:
    """One position, read plainly."""

    def __init__(self, s: State) -> None:
        self.s, self.w = s, s.world
        self.lands = s.world.lands
        self.land = {h for h in self.w.neighbours if self.w.land >> h & 1}
        self.units = [u for u in range(len(s.where)) if s.where[u] >= 0]
        self.memo: dict[object, object] = {}

    # --- what counters show

    def letter(self, u: int) -> str:
        """The class of a unit; a battle group has its parent's while that is on the map (5.7, RULING 5.7-a)."""
        s = self.s
        if self.w.armies[u].kind == "group":
            parent = s.parent[u]
            return self.letter(parent) if s.where[parent] >= 0 else "ABCDE"[s.group_class[u]]
        row = self.w.ladder[u][s.grade[u]]
        return "ABCDE"[row[2] if s.weak[u] else row[0]]

    def printed(self, u: int) -> int:
        if self.w.armies[u].kind == "group":
            return self.s.group_strength[u]
        row = self.w.ladder[u][self.s.grade[u]]
        return row[3] if self.s.weak[u] else row[1]

    def kind(self, u: int) -> str:
        if self.w.armies[u].kind == "group":
            return self.w.armies[self.s.parent[u]].kind
        return self.w.armies[u].kind

    def of_side(self, side: int) -> list[int]:
        return [u for u in self.units if self.s.power[u] >= 0 and side_of(self.s.power[u]) == side]

    def held(self, side: int) -> set[int]:
        return {self.s.where[u] for u in self.of_side(side)}

    def controlled(self, side: int) -> set[int]:
        out: set[int] = set()
        for power, bits in enumerate(self.s.control):
            if side_of(power) == side:
                out |= hexes(bits)
        return out

    # --- 5.4 zones of control

    def zone_crosses(self, a: int, b: int) -> bool:
        """Not over rivers, all-water sides, or a border that nobody has crossed yet."""
        lands = self.lands
        if lands.river.has(a, b) or lands.sea.has(a, b) or lands.lake.has(a, b):
            return False
        shut = [sides for k, sides in enumerate(lands.borders) if not self.s.crossed >> k & 1]
        return not any(sides.has(a, b) for sides in shut)

    def unit_zones(self, side: int) -> set[int]:
        out = set()
        for u in self.of_side(side):
            if self.letter(u) in "ABC":
                h = self.s.where[u]
                out |= {n for n in self.w.near(h) if n in self.land and self.zone_crosses(h, n)}
        return out

    def zones(self, side: int) -> set[int]:
        """Zones of units, and every city of the side in its own hex."""
        known = self.memo.get(("zones", side))
        if known is None:
            cities = {h for h in self.controlled(side) if h in self.w.population}
            known = self.memo["zones", side] = self.unit_zones(side) | cities
        assert isinstance(known, set)
        return known

    # --- 5 movement

    def step_cost(self, is_tank: bool, a: int, b: int) -> int | None:
        """Terrain, the weather of the section entered, the river, the ice (5.1, 5.4, 8.0)."""
        lands, t = self.lands, self.w.tables
        if b not in self.land or lands.sea.has(a, b):
            return None
        if lands.lake.has(a, b):
            return 1 if self.w.turns[self.s.turn].season == "winter" else None
        ground = t.ground[self.w.board.kind[b]]
        sky = SKIES[self.s.weather[lands.section[b]]]
        cost = ground.tank if is_tank else ground.infantry
        if sky != "clear":
            cost += getattr(ground, WEATHER_ADDS[sky])
        if lands.river.has(a, b):
            cost += (2 if is_tank else 1) - (1 if sky == "snow" else 0)
        return cost

    def at(self, mover: int) -> int:
        return self.s.hq[mover - HQ] if mover >= HQ else self.s.where[mover]

    def owner(self, mover: int) -> int:
        return self.w.hq_power[mover - HQ] if mover >= HQ else self.s.power[mover]

    def countries(self, *names: str) -> set[int]:
        return {h for name in names for h in hexes(self.lands.country[name])}

    def closed(self, mover: int) -> set[int]:
        """Hexes a mover may not enter, whatever they cost."""
        s, w, power, here = self.s, self.w, self.owner(mover), self.at(mover)
        out = self.held(1 - side_of(power))
        barred = [*CLOSED, *(("yugoslavia",) if power == ALLIED else ())]
        out |= self.countries(*[name for name in barred if here not in hexes(self.lands.country[name])])
        if power == ALLIED and w.game == "W":
            out |= self.land - hexes(self.lands.west_of_halt)
        if mover >= HQ:
            out |= self.countries(
                *[n for n, ally in zip(self.lands.neutrals, s.neutral, strict=True) if ally < 0]
            )
            if w.hqs[mover - HQ].finnish:
                out |= self.land - self.countries("finland")
        else:
            out |= {s.where[u] for u in self.units if not self.is_pair(u, mover)}
            if w.armies[mover].nation in ("turkish", "spanish", "swiss"):
                home = {"turkish": "turkey", "spanish": "spain", "swiss": "switzerland"}[
                    w.armies[mover].nation
                ]
                out |= self.land - self.countries(home)
        return out | self.first_turns(mover)

    def is_pair(self, u: int, mover: int) -> bool:
        """A reduced army and its own battle group may share a hex (RULING 5.7-c)."""
        pairs = ((u, mover), (mover, u))
        return any(self.s.parent.get(group) == army and self.s.weak[army] for group, army in pairs)

    def first_turns(self, mover: int) -> set[int]:
        """13.0: no western map before turn 9; 12.1: Salerno, and the garrisons of the West until turn E."""
        s, w, power = self.s, self.w, self.owner(mover)
        if w.game == "C" and s.turn < 9:
            return hexes(w.west_only)
        if w.plan.salerno and s.turn == 9 and power == ALLIED:
            placed = {**w.start_hqs, **w.late_hqs} if mover >= HQ else {**w.start_units, **w.late_units}
            start = placed.get(mover - HQ if mover >= HQ else mover)
            if start is not None:
                return {h for h in self.land if w.grid.distance(start, h) > 1}
        bound = (
            power == AXIS and mover < HQ and s.turn < w.plan.garrisons_until and not w.has("campaign_rules")
        )
        occupied = self.countries(*OCCUPIED)
        return self.land - occupied if bound and self.at(mover) in occupied else set()

    def reach(self, mover: int) -> dict[int, int]:
        """Every hex a mover can come to with what it costs, by the cheapest way first (5.3, 5.4)."""
        power, start = self.owner(mover), self.at(mover)
        is_hq = mover >= HQ
        is_tank = is_hq or self.kind(mover) == "tank"
        foreign = set() if is_hq else self.zones(1 - side_of(power))
        closed, points = self.closed(mover), self.s.points[power]
        leave = 10 if not is_tank and start in foreign else 0
        best: dict[int, int] = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, here = heappop(queue)
            if spent > best[here] or (here != start and here in foreign):
                continue  # a zone ends the move
            for there in self.w.near(here):
                price = None if there in closed else self.step_cost(is_tank, here, there)
                if price is None:
                    continue
                total = spent + price + (leave if here == start else 0)
                if total <= points and total < best.get(there, points + 1):
                    best[there] = total
                    heappush(queue, (total, there))
        del best[start]
        return best

    # --- 11.1 supply

    def lines(self, power: int, finnish: bool = False) -> set[int]:
        """Line hexes that lead to a source of supply, link by link."""
        s, lands, side = self.s, self.lands, side_of(power)
        foes, friends, zone = self.held(1 - side), self.held(side), self.zones(1 - side)
        bombed = {h for bits in s.bombs for h in hexes(bits)}
        net = {h for h in hexes(lands.lines.hexes) if h in self.land}
        shut = {n for n, ally in zip(lands.neutrals, s.neutral, strict=True) if ally < 0}
        net = {h for h in net if h not in bombed and lands.country_at[h] not in shut}
        free = {h for h in net if h not in foes and (h not in zone or h in friends)}
        mine = hexes(s.control[power])
        if finnish:
            ends = hexes(lands.helsinki) & mine
        elif power == SOVIET:
            ends = hexes(lands.east_edge)
        elif power == AXIS:
            ends = hexes(lands.west_edge) if self.w.game == "E" else hexes(lands.axis_heads) & mine
        else:
            beaches = hexes(lands.beaches) if s.turn >= 13 and not self.w.free_landings else hexes(s.heads)
            ends = (hexes(lands.allied_heads) | beaches) & mine
        seen = ends & free
        edge = list(seen)
        while edge:
            here = edge.pop()
            for there in self.w.near(here):
                if there in free and there not in seen and lands.lines.has(here, there):
                    seen.add(there)
                    edge.append(there)
        return seen

    def within(self, power: int, start: int, steps: int) -> set[int]:
        """Hexes so many steps from another, through zones and not through hostile units (7.44)."""
        foes = self.held(1 - side_of(power))
        seen = {start} - foes
        edge = set(seen)
        for _ in range(steps):
            edge = {
                n
                for h in edge
                for n in self.w.near(h)
                if n not in seen and n not in foes and self.w.board.on_map >> n & 1
            }
            seen |= edge
        return seen

    def range_at(self, power: int, h: int) -> int:
        """3 for the Axis and the Western Allies, 2 for the Soviets and for the Axis in snow (7.44, 8.0)."""
        if power == SOVIET:
            return 2
        return 2 if power == AXIS and SKIES[self.s.weather[self.lands.section[h]]] == "snow" else 3

    def home_islands(self) -> set[int]:
        """RULING 11.1-d."""
        return hexes(self.lands.home_of_allies) & hexes(self.s.control[ALLIED])

    def supply(self, power: int) -> dict[int, int]:
        """Every unit of a power: 0 in supply, 1 in partial supply, 2 out of it."""
        s, w = self.s, self.w
        net, finns = self.lines(power), self.lines(AXIS, finnish=True) if power == AXIS else set()
        full, for_finns = [], []
        for k, h in enumerate(s.hq):
            if h < 0 or w.hq_power[k] != power:
                continue
            around = self.within(power, h, self.range_at(power, h))
            if around & net or (power == ALLIED and h in self.home_islands()):
                full.append(h)
            elif w.hqs[k].finnish and around & finns:
                for_finns.append(h)
        out = {}
        for u in self.units:
            if s.power[u] != power:
                continue
            h = s.where[u]
            near = full + (for_finns if w.armies[u].nation == "finnish" else [])
            reached = any(h in self.within(power, at, self.range_at(power, h)) for at in near)
            neutral = w.armies[u].nation in ("turkish", "spanish", "swiss")
            if reached or neutral or (power == ALLIED and h in self.home_islands()):
                out[u] = 0
            else:
                friendly = w.population.get(h, 0) >= 2 and w.start_control[power] >> h & 1
                out[u] = 1 if friendly else 2
        return out

    # --- 7 odds

    def strength(self, u: int) -> int:
        """Half without command (7.44); neutrals at home and fresh paratroops are always in it."""
        s = self.s
        free = self.w.armies[u].nation in ("turkish", "spanish", "swiss") or s.airborne >> u & 1
        return self.printed(u) if free or s.in_command >> u & 1 else self.printed(u) // 2

    def odds(self) -> tuple[int, int, str]:
        """Both strengths of the combat in hand and the column it is fought on."""
        s, w, target = self.s, self.w, self.s.target
        t = w.tables
        ground = t.ground[w.board.kind[target]]
        attack = 0
        for u in s.attackers:
            tank = self.kind(u) == "tank"
            change = ground.attacking_tank if tank else 0
            if self.lands.river.has(s.where[u], target):
                change += t.river.attacking_tank if tank else t.river.attacking_infantry
            plain = self.strength(u)
            attack += plain + change if plain + change >= 1 else min(plain, 1)
        defence = sum(self.strength(u) for u in s.defenders)
        defence += ground.defender + w.population.get(target, 0)
        axis_defends = s.power[s.defenders[0]] == AXIS and not self.lands.opposite_west_wall >> target & 1
        if axis_defends and all(self.lands.west_wall.has(s.where[u], target) for u in s.attackers):
            defence += 5
        attack += self.markers(s.attackers) + self.partisans(s.attackers)
        defence += self.markers(s.defenders) + self.partisans(s.defenders)
        attack, defence = max(1, attack), max(1, defence)
        names = list(t.columns)
        at = names.index(self.ratio(attack, defence, names))
        shift = {"A": 2, "B": 1, "C": 0, "D": -1, "E": -2}
        at = min(max(0, at - shift[self.side_letter(s.defenders)]), len(names) - 1)
        at = min(max(0, at + shift[self.side_letter(s.attackers)]), len(names) - 1)
        return attack, defence, names[at]

    def ratio(self, attack: int, defence: int, names: list[str]) -> str:
        """RULING 7.2-a."""
        if attack >= defence:
            best = max(n for n in range(1, 100) if attack >= n * defence)
            return f"{best}:1" if f"{best}:1" in names else names[-1]
        exact = defence / attack
        worst = int(exact)
        if exact - worst >= 0.5:
            worst += 1
        if self.w.has("strict_rounding") and exact > int(exact):
            worst = int(exact) + 1
        return f"1:{worst}" if f"1:{worst}" in names else names[0]

    def side_letter(self, units: list[int]) -> str:
        """One unit its own class, several one better than the worst, A at best (7.3)."""
        letters = sorted(self.letter(u) for u in units)
        return letters[0] if len(letters) == 1 else "AABCD"["ABCDE".index(letters[-1])]

    def markers(self, units: list[int]) -> int:
        """Leaders who help, 5 for each air marker in a hex of the side, 3 for each ship that bombards."""
        s, w = self.s, self.w
        total = 0
        for helper, u in s.helpers.items():
            if u in units:
                leader = s.staff_chief[helper - 100] if helper >= 100 else s.chief[helper]
                if leader >= 0:
                    total += max(0, w.stars[leader] - s.cut[w.leader_power[leader]])
        power, here = s.power[units[0]], {s.where[u] for u in units}
        for filed, count in s.air_at.items():
            if filed % 3 == power and filed // 3 in here:
                total += 5 * count
        ships = [k for k in range(len(s.ship)) if w.ship_power[k] == power and s.ships_in >> k & 1]
        return total + 3 * sum(s.ship[k] in here and s.mission[k] == 1 for k in ships)

    def partisans(self, units: list[int]) -> int:
        """2 less for each hostile partisan marker whose nearest enemy, or one of them, is here (RULING 7.463-c)."""
        s, side = self.s, side_of(self.s.power[units[0]])
        total = 0
        for filed, count in s.partisans.items():
            if side_of(filed % 3) == side:
                continue
            far = {u: self.w.grid.distance(filed // 3, s.where[u]) for u in self.of_side(side)}
            if any(far[u] == min(far.values()) for u in units):
                total -= 2 * count
        return total
