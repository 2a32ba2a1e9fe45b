"""Hitler Turns East: what a position is worth to a side that is about to move.

A `Picture` is taken once an activation. It knows the ground, the enemy and what he can reach; `score` then says what an
arrangement of the side's own units would be worth: whom it cuts off, what it could attack and at which odds, which
towns it takes and holds with a line to the rear, and what the enemy could do about it.
"""

from __future__ import annotations

from math import exp
from typing import ClassVar

import msgspec

from hexfront.games.turns_east.commands import may_attack, order_of
from hexfront.games.turns_east.data import AXIS, SOVIET, EastWorld
from hexfront.games.turns_east.special import has_support
from hexfront.games.turns_east.state import EastState, factor, units_at
from hexfront.games.turns_east.supply import ground as line_ground
from hexfront.games.turns_east.supply import supply_range
from hexfront.games.turns_east.zones import enemy_forts, spread, zone
from hexfront.hexes import bits
from hexfront.kernel import Die
from hexfront.players.doctrine import Plan
from hexfront.players.doctrines.turns_east.sight import Sight, Stack
from hexfront.players.plan import Numbers

FADE = [0.82**n for n in range(80)]  # how fast the pull of an objective fades with each hex
ABROAD = 0.5  # how much an objective in another Command's area counts
AUTOMATIC = {"kiev": 1.5, "moscow": 1.5, "leningrad": 1.5, "rostov": 0.5, "sevastopol": 0.5, "maikop": 0.5}
SNOW = "Snow"
RESULTS = ("A1", "EX", "DR", "DE")


class Scales(msgspec.Struct, frozen=True):
    """How the parts of a position are measured, for both sides alike; numbers.toml says what each is."""

    urgency_early: float
    urgency_late: float
    urgency_last: tuple[float, float, float]
    unmoved: float
    town_taken: float
    unlined: float
    sure: float
    care: float
    rear_mobile: float
    plight_mobile: float
    plight_unit: float
    plight_factor: float
    unsupplied: float
    detour: int
    winter: float
    exposed: float
    guard: float
    threat: float
    terrain: float
    edge_slope: float
    edge_middle: float
    boldness: float
    step_axis: float
    step_soviet: float
    captured: float
    town: float
    sealed_axis: float
    pushed_axis: float
    pushed_soviet: float


class EastGround:
    """What the map is worth, worked out once a world: distances to every objective."""

    def __init__(self, w: EastWorld, scales: Scales) -> None:
        self.scales = scales
        self.value = {i: float(n) for i, n in w.points.items()}
        for name, i in w.automatic.items():
            if w.plan.automatic_victory:
                self.value[i] = self.value.get(i, 0.0) + AUTOMATIC.get(name, 0.5)
        for i in bits(w.towns):
            self.value.setdefault(i, 0.25)
        self.distance = {i: _distances(w, i) for i in self.value}
        self.leader: int = w.tables["combat"]["leader_modifier"]
        self.chances: dict[tuple[int, int], tuple[float, ...]] = {}
        for column in range(-3, len(w.combat_table.columns)):
            for more in {0, self.leader}:
                odds = w.combat_table.chances(column, Die(), more)
                self.chances[column, more] = tuple(float(odds.get(r, 0.0)) for r in RESULTS)
        self._pulls: dict[tuple[object, ...], dict[int, float]] = {}
        self.shares = {i: self._shares(w, i) for i in self.value}
        self._discs: dict[tuple[int, int], tuple[int, ...]] = {}
        self._columns: dict[tuple[int, int], int] = {}
        self._w = w

    def _shares(self, w: EastWorld, i: int) -> list[tuple[int, float]]:
        """What part of an objective's pull each hex feels; small towns are felt near by only."""
        far = 6 if self.value[i] < 0.5 else 22
        return [
            (j, FADE[n] * (1.0 if w.area_of[j] == w.area_of[i] else ABROAD))
            for j, n in self.distance[i].items()
            if n <= far
        ]

    def disc(self, i: int, far: int) -> tuple[int, ...]:
        found = self._discs.get((i, far))
        if found is None:
            found = self._discs[i, far] = tuple(bits(self._w.grid.disc(i, far)))
        return found

    def column(self, attack: int, defence: int) -> int:
        """The column of plain odds, looked up."""
        found = self._columns.get((attack, defence))
        if found is None:
            found = self._columns[attack, defence] = self._w.combat_table.column(attack, defence)
        return found

    def pull(self, s: EastState, side: int, plan: Plan) -> dict[int, float]:
        """How strongly objectives draw a side to each hex."""
        key = (side, s.axis_towns, plan.axis, plan.weight)
        found = self._pulls.get(key)
        if found is None:
            if len(self._pulls) > 64:
                self._pulls.clear()
            found = self._pulls[key] = self._work_out_pull(s, side, plan)
        return found

    def _work_out_pull(self, s: EastState, side: int, plan: Plan) -> dict[int, float]:
        w = s.world
        theirs = ~s.axis_towns if side == AXIS else s.axis_towns
        out: dict[int, float] = {}
        for i, value in self.value.items():
            wanted = value if theirs >> i & 1 else 0.0
            if side == SOVIET and not wanted:
                wanted = value * 0.8  # stand in front of what is threatened
            if wanted:
                home = w.area_of[i]
                if plan.axis and home >= 0 and plan.axis == w.command_names[AXIS][home]:
                    wanted *= 1 + plan.weight
                for j, share in self.shares[i]:
                    out[j] = out.get(j, 0.0) + share * wanted
        return out


def _distances(w: EastWorld, start: int) -> dict[int, int]:
    found, fresh, n = {start: 0}, [start], 0
    while fresh:
        n += 1
        further = []
        for i in fresh:
            for j in bits(w.adjacent[i]):
                if j not in found:
                    found[j] = n
                    further.append(j)
        fresh = further
    return found


class Picture:
    """The board as one side sees it at the start of an activation."""

    reckons_supply: ClassVar[bool] = False
    """Whether it takes off what units lack so far from their supply, and minds the winter; the staff before the operations
    layer did not."""

    def __init__(
        self,
        s: EastState,
        side: int,
        command: int,
        ground: EastGround,
        plan: Plan,
        k: Numbers,
        units: tuple[int, ...] | None = None,
        sight: Sight | None = None,
    ) -> None:
        w = s.world
        self.s, self.w, self.side, self.command = s, w, side, command
        self.ground, self.plan, self.k = ground, plan, k
        self.enemy = enemy = 1 - side
        self.enemy_hexes = s.held[enemy]
        self.enemy_zone = zone(s, enemy)
        self.forts = enemy_forts(s, side)
        self.no_zone = w.west_of_border if side == SOVIET and s.turn == 1 else 0
        self.held = s.axis_towns & w.towns if side == AXIS else w.towns & ~s.axis_towns
        self.marked = (w.axis_supply, w.soviet_supply)
        self.fields = [[line_ground(s, x, a, False, 0) for a in range(len(w.areas))] for x in (AXIS, SOVIET)]
        self.ranges = [supply_range(s, AXIS) + 1, supply_range(s, SOVIET) + 1]
        self.left = max(0, w.plan.last_turn - s.turn)
        self.coming = min(self.ranges[side], self._range_to_come())
        self.rings: dict[tuple[int, ...], list[int]] = {}
        self.known: dict[tuple[int, ...], int] = {}
        self.scales = x = ground.scales
        gone = x.urgency_early + x.urgency_late * s.turn / w.plan.last_turn
        self.urgency: float = gone * x.urgency_last[min(2, self.left)]
        self.careful = 1 - x.care * plan.boldness
        self.winter = self.reckons_supply and side == AXIS and self._is_winter()
        self.peril = k["danger"] * (x.winter if self.winter else 1.0)
        self.bold = 1 + x.boldness * plan.boldness
        sight = sight or Sight(s, side, ground)
        self.stacks, self.threat, self.rear = sight.stacks, sight.threat, sight.rear
        barred = w.off_map if side == AXIS else w.hungary | w.romania
        self.open_targets = self.enemy_hexes & ~barred & ~s.struck
        self.safe = [self._exempt(AXIS), self._exempt(SOVIET)]
        self.air = has_support(s, side, command)
        self.support = w.markers["luftwaffe" if side == AXIS else "t34"] if self.air else 0
        self.pocketed = 0  # enemy hexes cut off in the arrangement scored last
        self.prizes: dict[tuple[object, ...], float] = {}
        self._glances: dict[int, float] = {}
        # the Commands whose lines these moves can change
        self.nearby = [(a, w.areas[a]) for a in w.plan.commands if abs(a - command) <= 1]
        self.pull = ground.pull(s, side, plan)
        self._read_own(units)

    def _is_winter(self) -> bool:
        """Whether it snows, or will when the enemy moves next."""
        return SNOW in (self.w.weather(self.s.turn), self.w.weather(min(self.s.turn + 1, len(self.w.turns))))

    def _exempt(self, side: int) -> int:
        """Hexes in which all units of a side do without supply."""
        s, w = self.s, self.w
        out = w.west_of_border if side == AXIS else w.off_map
        free = w.garrisons if side == AXIS else w.cavalry | w.partisan
        for i in bits(s.held[side]):
            if not units_at(s, i) & w.masks[side] & w.combat_units & ~free:
                out |= 1 << i
        return int(out)

    def _read_own(self, units: tuple[int, ...] | None) -> None:
        """Units of the side: those whose places are fixed, and those asked about, the activated Command's if none."""
        s, w, side = self.s, self.w, self.side
        active = s.active & w.stackers & ~w.partisan & w.masks[side]
        self.units = [u for u in bits(active) if s.where[u] >= 0] if units is None else list(units)
        mine = 0
        for u in self.units:
            mine |= 1 << u
        self.fixed = 0
        self.fixed_strength: dict[int, float] = {}
        self.fixed_count: dict[int, int] = {}
        armies = 0
        for i in bits(s.held[side]):
            rest = units_at(s, i) & w.masks[side] & w.combat_units & ~mine
            if rest:
                self.fixed |= 1 << i
                self.fixed_strength[i] = float(sum(factor(s, u) for u in bits(rest)))
                self.fixed_count[i] = rest.bit_count()
            if rest & w.armies:
                armies |= 1 << i
        self.fixed_armies = armies
        home = w.areas[self.command]
        self.fixed_nearby = {
            i: n for i, n in self.fixed_strength.items() if home >> i & 1 and i in self.threat
        }
        self.factors = {u: factor(s, u) if s.steps[u] else 1 for u in self.units}
        self.able = {
            u
            for u in self.units
            if units is None
            and not w.bracketed >> u & 1
            and may_attack(order_of(s, u, self.command))
            and not s.fought >> u & 1
        }
        self.places = {u: s.where[u] for u in self.units}

    # --- lines

    def loc(self, side: int, area: int, shut: int) -> int:
        """Where a side has a line of communication in an area, with these hexes shut to it."""
        w = self.w
        key = (side, area, shut & w.loc_areas[area])
        found = self.known.get(key)
        if found is None:
            field = self.fields[side][area] & ~shut
            if side == AXIS:
                found = w.reach(w.west_edge & field, field)
            else:
                found = w.reach((w.off_map | w.sea_supply & ~self.s.axis_towns) & field, field)
            self.known[key] = found
        return found

    def supplied(self, side: int, area: int, shut: int, held: int) -> int:
        """Where units of a side in an area are in supply."""
        w = self.w
        lines = self.loc(side, area, shut)
        towns = held & self.marked[side] & w.areas[area] & lines
        key = (2 + side, area, shut & w.loc_areas[area], towns)
        found = self.known.get(key)
        if found is None:
            field = self.fields[side][area] & ~shut
            found = fresh = towns
            for _ in range(self.ranges[side]):
                fresh = w.grid.around(fresh) & field & ~found
                if not fresh:
                    break
                found |= fresh
            self.known[key] = found
        return found

    def _range_to_come(self) -> int:
        """How far supply will go next turn, when the enemy may strike before this side has moved."""
        w = self.w
        if self.side == SOVIET or not self.left:
            return self.ranges[self.side]
        return int(w.tables["supply"]["axis"][w.weather(self.s.turn + 1)]) + 1

    def steps(self, area: int, shut: int, held: int, i: int) -> int:
        """How many hexes a hex is from the nearest town that feeds this side, and -1 if none does."""
        towns = held & self.marked[self.side] & self.w.areas[area] & self.loc(self.side, area, shut)
        key = (area, shut & self.w.loc_areas[area], towns)
        rings = self.rings.get(key)
        if rings is None:
            rings = self.rings[key] = [towns]
        field = self.fields[self.side][area] & ~shut
        for n, ring in enumerate(rings):
            if ring >> i & 1:
                return n
        while True:
            further = rings[-1] | self.w.grid.around(rings[-1]) & field
            if further == rings[-1]:
                return -1
            rings.append(further)
            if further >> i & 1:
                return len(rings) - 1

    # --- what an arrangement is worth

    def score(self, places: dict[int, int]) -> float:
        """What it is worth to have the Command's units in these hexes when its movement ends.

        All parts are added to one sum in a fixed order, so that rounding never ranks two like arrangements differently.
        """
        x = Arrangement(self, places)
        self.pocketed = x.cut_them
        total = self._pockets(x, 0.0)
        total = self._towns(x, total)
        total += self._points(x)
        total = self._ground(places, x, total)
        total = self._danger(x, total)
        if self.winter:
            total -= self.scales.exposed * self.careful * self._exposed(places, x)
        total += self.k["attack"] * self.bold * self.attacks(places, x)
        if self.side == SOVIET:
            total += self.k["cohesion"] * (self.w.grid.around(x.own) & x.own).bit_count()
        return total + self.beside(places, x)

    def glance(self, units: tuple[int, ...], j: int) -> float:
        """Roughly what a hex is worth to a stack, whatever everybody else does."""
        w, k, u = self.w, self.k, units[0]
        found = self._glances.get(j)
        if found is None:
            found = k["pull"] * self.pull.get(j, 0.0)
            if self.side == AXIS:
                found += k["rear"] * self.rear.get(j, 0.0)
            value = self.ground.value.get(j, 0.0)
            if value and not self.held >> j & 1:
                found += k["take"] * value + self.scales.town_taken
            elif value and self.threat.get(j):
                found += k["guard"] * value
            self._glances[j] = found
        if u in self.able:
            around = w.adjacent[j] & self.open_targets
            if around:
                found += k["attack"] * self.bold * max(self.stacks[i].value for i in bits(around)) / 4
        return found - self.peril * self.scales.threat * self.threat.get(j, 0.0) / 4

    def beside(self, places: dict[int, int], x: Arrangement) -> float:
        """What else an arrangement is worth."""
        return 0.0

    def _pockets(self, x: Arrangement, total: float) -> float:
        """Add enemies who are cut off, and worn down where somebody in supply stands next to them."""
        s, w, k = self.s, self.w, self.k
        for i in bits(x.cut_them):
            stack = self.stacks[i]
            loss = stack.value if self.enemy == SOVIET else stack.step
            if w.adjacent[i] & x.sound:
                moved = s.box[4 * self.enemy + w.area_of[i]] if w.area_of[i] >= 0 else 1
                total += k["pocket"] * loss * (1.0 if moved else self.scales.unmoved)
            else:
                total += k["cut"] * loss
        return total

    def _towns(self, x: Arrangement, total: float) -> float:
        """Add towns that change hands, those with a line to the rear before others; in the winter the Axis wants only those
        that score or feed it."""
        value = self.ground.value
        counting = x.taken & (self.w.vp_hexes | self.marked[AXIS]) if self.winter else x.taken
        for i in bits(counting):
            line = 1.0 if x.our_lines >> i & 1 else self.scales.unlined
            total += self.k["take"] * value.get(i, 0.0) * line + self.scales.town_taken
        return total

    def _points(self, x: Arrangement) -> float:
        """Points with a line to the west; for the Axis those count double that the enemy cannot cut next."""
        w, s, sure = self.w, self.s, self.scales.sure
        if self.side == AXIS:
            lined = x.held & x.our_lines
        else:
            lined = s.axis_towns & ~x.own & x.their_lines
        points = float(sum(n for i, n in w.points.items() if lined >> i & 1))
        if self.side == SOVIET:
            points = -points
        elif points:
            points = (1 - sure) * points + sure * self._sure_points(lined, x)
        return self.k["points"] * self.urgency * points

    def _ground(self, places: dict[int, int], x: Arrangement, total: float) -> float:
        """Add where each unit stands: near objectives, near enemies left behind, and in supply or not."""
        scales, is_mobile, sound = self.scales, self.w.is_mobile, x.sound
        pull, axis, drawn, behind = self.pull, self.side == AXIS, self.k["pull"], self.k["rear"]
        for u, i in places.items():
            mobile = is_mobile[u]
            total += drawn * pull.get(i, 0.0)
            if axis:
                total += behind * self.rear.get(i, 0.0) * (scales.rear_mobile if mobile else 1.0)
            if not sound >> i & 1:
                share = scales.plight_mobile if mobile and axis else 1.0
                size = scales.plight_unit + scales.plight_factor * self.factors[u]
                total -= self._plight(i, x) * self.careful * share * size
        return total

    def _plight(self, i: int, x: Arrangement) -> float:
        """What it costs to stand in a hex out of supply."""
        k, near = self.k, self.w.adjacent
        if not x.cut_us >> i & 1:
            return k["short"]
        cost = k["cutoff"] + (k["starve"] if near[i] & self.enemy_hexes else 0.0)
        if not x.cut_them & near[i] and self.threat.get(i, 0.0):
            cost += k["stalked"]  # somebody will come up to it before the month is out
        return cost

    def _danger(self, x: Arrangement, total: float) -> float:
        """Take off stacks that the enemy can fall upon, and add the towns that they guard."""
        w, k, scales, value = self.w, self.k, self.scales, self.ground.value
        threat, stacks = self.threat, self.stacks
        for i, strength in x.strength.items():
            danger = threat.get(i, 0.0)
            if not danger or i in stacks:
                continue
            n = x.firm(self, i, strength)
            ratio = scales.threat * danger / (n * (1 + scales.terrain * w.shift[i]))
            edge = 1 / (1 + exp(-scales.edge_slope * (ratio - scales.edge_middle)))
            total -= self.peril * self.careful * (1.0 + strength) * edge
            if value.get(i, 0.0) and x.held >> i & 1:
                total += k["guard"] * value[i] * (1 - edge) * (scales.guard if self.winter else 1.0)
        return total

    def _shut_next(self, x: Arrangement) -> int:
        """What is shut to lines of the Axis when the enemy comes one hex nearer wherever no army's zone stops him."""
        if x.shut_next is None:
            w = self.w
            coming = w.grid.around(self.enemy_hexes & ~x.cut_them) & ~spread(w, x.armies) & w.enterable
            x.shut_next = self.enemy_hexes | (self.enemy_zone | spread(w, coming)) & ~x.own
        return x.shut_next

    def _sure_points(self, lined: int, x: Arrangement) -> float:
        """The points that keep their line then, less those of empty places that he is near enough to enter."""
        w, shut = self.w, self._shut_next(x)
        total = 0.0
        for i, n in w.points.items():
            kept = lined >> i & 1 and (
                x.own >> i & 1 or not self.reckons_supply or not self.threat.get(i, 0.0)
            )
            if kept and self.loc(AXIS, w.area_of[i], shut) >> i & 1:
                total += n
        return total

    def _exposed(self, places: dict[int, int], x: Arrangement) -> float:
        """Factors of units that would have no line of communication then, though they have one now."""
        w, shut = self.w, self._shut_next(x)
        safe = x.cut_us | self.safe[AXIS]
        total = 0
        for u, i in places.items():
            if not safe >> i & 1 and w.area_of[i] >= 0 and not self.loc(AXIS, w.area_of[i], shut) >> i & 1:
                total += self.factors[u]
        return float(total)

    def attacks(self, places: dict[int, int], x: Arrangement) -> float:
        """What the best set of attacks from an arrangement would bring on average: each unit once, each hex once."""
        w, cut, own_zone, own = self.w, x.cut_them, x.own_zone, x.own
        adjacent: dict[int, list[int]] = {}
        options: dict[int, int] = {}
        for u in self.able:
            i = places[u]
            around = w.adjacent[i] & self.open_targets
            if around:
                options[u] = around.bit_count()
                for j in bits(around):
                    adjacent.setdefault(j, []).append(u)
        if not adjacent:
            return 0.0
        factors = self.factors
        if self.reckons_supply:
            far = self.ranges[self.side]
            factors = {u: max(1, factors[u] - x.lacking(self, places[u], far)) for u in options}
        ranked = []
        for j, units in adjacent.items():
            most = sum(factors[u] for u in units)
            ranked.append((self.prize(j, most, cut, own_zone, own, self._across(j, units, places)), j))
        ranked.sort(reverse=True)
        used: set[int] = set()
        total, support = 0.0, self.support
        for full, j in ranked:
            if full <= 0:
                break
            units = sorted((u for u in adjacent[j] if u not in used), key=lambda u: (options[u], -factors[u]))
            best, mass, chosen = 0.0, support, 0
            for n, u in enumerate(units):
                mass += factors[u]
                here = self.prize(j, mass, cut, own_zone, own, self._across(j, units[: n + 1], places))
                if here > best + 0.25:
                    best, chosen = here, n + 1
            if chosen:
                used.update(units[:chosen])
                total += best
                support = 0
        return total

    def _across(self, j: int, units: list[int], places: dict[int, int]) -> bool:
        has = self.w.rivers.has
        return all(has(places[u], j) for u in units)

    def prize(self, j: int, mass: int, cut: int, own_zone: int, own: int, river: bool) -> float:
        """What an attack with this many factors brings on average."""
        w, stack = self.w, self.stacks[j]
        lost = bool(cut >> j & 1)
        open_ways = w.adjacent[j] & ~own & ~(own_zone & ~self.enemy_hexes)
        sealed = not open_ways
        column = self.ground.column(mass, stack.small if lost else stack.strength)
        column = max(-3, column - stack.shift - (w.river_shift if river else 0))
        key = (j, column, lost, sealed)
        found = self.prizes.get(key)
        if found is None:
            found = self.prizes[key] = self.worth_of(stack, column, 0, lost, sealed)
        return found

    def worth_of(self, stack: Stack, column: int, more: int, lost: bool, sealed: bool) -> float:
        """What an attack on a stack brings on average in a column, whether it is cut off, or has no way out."""
        a1, ex, dr, de = self.ground.chances[column, more]
        x = self.scales
        mine = x.step_axis if self.side == AXIS else x.step_soviet
        kill = stack.value * (x.captured if lost else 1.0)
        town = x.town * stack.town
        if self.enemy == SOVIET:
            hit = kill / max(1, stack.count)
            pushed = (min(2, stack.count) * hit if sealed else x.pushed_soviet * stack.value) + town
        else:
            hit = stack.step
            pushed = (x.sealed_axis * hit if sealed else x.pushed_axis * stack.value) + town
        return -a1 * mine + ex * (hit - mine) + dr * pushed + de * (kill + town)


class Arrangement:
    """Units of a side in certain hexes: whom they shut in, which towns they take, and who has a line."""

    __slots__ = (
        "armies", "count", "cut_them", "cut_us", "held", "our_lines", "own", "own_zone", "shut_next", "shut_us", "sound", "strength",
        "taken", "their_lines",
    )  # fmt: skip

    def __init__(self, picture: Picture, places: dict[int, int]) -> None:
        self.shut_next: int | None = None
        self._stand(picture, places)
        self._take(picture)
        self._draw_lines(picture)

    def _stand(self, p: Picture, places: dict[int, int]) -> None:
        """Who stands where."""
        w, fixed, factors = p.w, p.fixed_strength, p.factors
        own, armies, strength = p.fixed, p.fixed_armies, dict(p.fixed_nearby)
        self.count: dict[int, int] = {}
        for u, i in places.items():
            own |= 1 << i
            self.count[i] = self.count.get(i, 0) + 1
            strength[i] = (strength[i] if i in strength else fixed.get(i, 0.0)) + factors[u]
            if w.armies >> u & 1:
                armies |= 1 << i
        self.own, self.armies, self.strength = own, armies, strength
        self.own_zone = spread(w, own) & ~p.forts & ~p.no_zone

    def _take(self, p: Picture) -> None:
        """Towns that change hands."""
        w = p.w
        taken = self.own & w.towns & ~p.held
        if p.side == AXIS and self.armies:
            open_ = w.towns & ~p.held & ~w.forts & ~p.enemy_hexes & ~p.enemy_zone
            taken |= spread(w, self.armies) & open_
        self.taken, self.held = taken, p.held | taken

    def _draw_lines(self, p: Picture) -> None:
        """Who is in supply, who is cut off."""
        w, side, enemy, own, held = p.w, p.side, p.enemy, self.own, self.held
        shut_them = own | self.own_zone & ~p.enemy_hexes
        self.shut_us = shut_us = p.enemy_hexes | p.enemy_zone & ~own
        sound, cut_us, cut_them, their_lines, our_lines = 0, 0, 0, 0, 0
        for a, area in p.nearby:
            ours = own & area
            if ours or held & area & w.vp_hexes:
                lines = p.loc(side, a, shut_us)
                our_lines |= lines & area
                if ours:
                    sound |= ours & p.supplied(side, a, shut_us, held)
                    cut_us |= ours & ~lines
            theirs = p.enemy_hexes & area
            if theirs or side == SOVIET:
                lines = p.loc(enemy, a, shut_them)
                their_lines |= lines & area
                cut_them |= theirs & ~lines
        self.our_lines, self.their_lines = our_lines, their_lines
        self.cut_them, self.cut_us = cut_them & ~p.safe[enemy], cut_us & ~p.safe[side]
        self.sound = sound | own & p.safe[side]

    def lacking(self, p: Picture, i: int, far: int) -> int:
        """How many factors a unit lacks in a hex with supply that goes so far (10.1.5, 10.1.6)."""
        area = p.w.area_of[i]
        if (self.sound >> i & 1 and far >= p.ranges[p.side]) or p.safe[p.side] >> i & 1 or area < 0:
            return 0
        steps = p.steps(area, self.shut_us, self.held, i)
        return p.scales.detour if steps < 0 else max(0, steps - far)

    def firm(self, p: Picture, i: int, strength: float) -> float:
        """What a stack is worth when it is attacked next, unit by unit less what each lacks."""
        if not p.reckons_supply:
            return strength if self.sound >> i & 1 else max(1.0, strength - p.scales.unsupplied)
        units = self.count.get(i, 0) + p.fixed_count.get(i, 0)
        return max(float(units), strength - units * self.lacking(p, i, p.coming))


__all__ = ["EastGround", "Picture", "Scales"]
