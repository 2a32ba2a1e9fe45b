"""For the Motherland!: which enemy hexes to attack, with whom and from where."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.games.motherland import overrun
from hexfront.games.motherland.air import air_ready, is_in_air_range
from hexfront.games.motherland.combat import attack_violation, can_strike
from hexfront.games.motherland.kinds import AIR_BASE, ALLY, AXIS, PANZERS, SUPPORT, TANK
from hexfront.games.motherland.state import State, is_first_winter, is_frozen_front, is_snow, move_factor
from hexfront.hexes import HexSet, bits
from hexfront.players.doctrines.motherland.desk import Attack, Desk
from hexfront.players.doctrines.motherland.odds import Fight, Steps, appraise, bonus_of, river_between
from hexfront.players.doctrines.motherland.read import has_room, line_of, own_zone, step_worth, strength

MOST = 9  # units in one attack
CLOSING = 1.2  # liking for a hex that closes a way of retreat
UNIT_COST = 0.3  # what a unit could do elsewhere
SUPPORT_REACH = 3
HUNT_REACH = 9  # hexes from which they are called
OUTMATCHED, ENOUGH = 1.0, 8.0  # odds between which an attack is thought through by a hasty hand


def in_winter(s: State, u: int) -> tuple[float, float]:
    """Attack and defence of a unit in combat: less for the Axis in Snow, where that is played."""
    attack, defence = strength(s, u)
    if s.world.side[u] != AXIS or not s.world.has_winter_combat or not is_snow(s):
        return attack, defence
    return (attack / 4, defence / 2) if is_first_winter(s) else (attack - 1, max(0.0, defence - 1))


class Spot(NamedTuple):
    """A hex to attack from: how well it is liked, and what the line loses."""

    liking: float
    hex: int
    hole: float


class Planner:
    """Attacks for a phase. `reaches` tells for every unit the hexes it can attack from."""

    def __init__(
        self, d: Desk, reaches: dict[int, dict[int, int]], fixed: bool, minds_line: bool = True
    ) -> None:
        """`fixed`: every unit attacks from where it stands, and the line can no longer be torn. A caller that has already looked after
        the line need not mind it."""
        s, side = d.s, d.side
        gap = 0.0 if fixed or not minds_line else d.k["gap"]
        self.s, self.side, self.read, self.fixed, self.bold = s, side, d.read, fixed, d.plan.boldness
        self.hasty = d.memory.hasty
        w = s.world
        self.at: dict[int, list[int]] = {}
        for u, hexes in reaches.items():
            if can_strike(s, u) and not is_frozen_front(s, s.where[u]):
                for h in hexes:
                    self.at.setdefault(h, []).append(u)
        self.power = {u: in_winter(s, u)[0] for u in reaches}
        self.zone = own_zone(s, side)
        self.own = d.own
        self.taken: dict[int, int] = {}
        self._struck: list[tuple[int, float]] = []
        self.tried: list[Attack] = []  # every attack that was weighed for a hex
        self.unit_cost = UNIT_COST
        self.gap = gap
        self.front = d.front
        self.missing = line_of(s, side, self.front).bit_count() if gap else 0
        self.supports = self._supports()
        self.air = air_ready(s) if side == AXIS and not is_snow(s) else 0
        reachable = 0
        if self.air:
            for b in w.of_kind[AIR_BASE]:
                if s.where[b] >= 0:
                    reachable |= w.disc(s.where[b], 4 if fixed else 7)
        self.airspace = reachable

    def _supports(self) -> int:
        """Hexes that Offensive Support can help against."""
        s, w = self.s, self.s.world
        out = 0
        if self.side != AXIS:
            for u in w.of_kind[SUPPORT]:
                if s.where[u] >= 0:
                    out |= w.disc(s.where[u], SUPPORT_REACH if self.fixed else SUPPORT_REACH + 2)
        return out

    def hole(self, u: int, h: int) -> float:
        """What it costs the line if a unit goes to a hex."""
        s = self.s
        here = s.where[u]
        if not self.gap or h == here or any(x != u and s.world.combat[x] for x in s.stack[here]):
            return 0.0
        front = self.front & ~(1 << here)
        if line_of(s, self.side, front).bit_count() <= self.missing:
            return 0.0
        wider = line_of(s, self.side, front | 1 << h).bit_count() - self.missing
        return self.gap * max(0, wider)

    def seize(self, reaches: dict[int, dict[int, int]], least: float, supply: float) -> None:
        """Send a unit into every open city that is worth more than the hole it leaves and the supply it lacks there."""
        s, read = self.s, self.read
        for h in sorted(read.gain, key=lambda h: (-read.gain[h], h)):
            if read.gain[h] < least or read.enemy >> h & 1:
                continue
            able = [
                (self.hole(u, h) + 0.2 * self.power[u] + supply * self._wants(u, h), u)
                for u, hexes in reaches.items()
                if h in hexes and u not in self.taken and has_room(s, u, self._others(h, u, {}))
            ]
            if able:
                cost, u = min(able)
                if cost < read.gain[h]:
                    self.taken[u] = h

    def _wants(self, u: int, h: int) -> float:
        """How much a unit wants for supply in a city, unless taking it is what brings supply."""
        return 0.0 if h in self.read.relief else self.read.shortage(self.s.world.supplied_as[u], h)

    def hunt(self, reaches: dict[int, dict[int, int]], most: float) -> None:
        """Send units that the line can spare after raiders nobody attacks, and into cities that cut a railroad."""
        s, w, read = self.s, self.s.world, self.read
        struck = {h for h, _ in self._struck}
        prey = [(h, 3 * read.defence.get(h, 1.0)) for h in read.raiders if h not in struck]
        prey += [(h, 0.5) for h in read.relief if not read.enemy >> h & 1 and h not in self.taken.values()]
        away = [u for u in reaches if u not in self.taken and len(reaches[u]) > 1 and self.power[u]]
        for target, need in sorted(prey, key=lambda x: (-read.gain.get(x[0], 0.0), x[0])):
            near = sorted((w.grid.distance(s.where[u], target), -self.power[u], u) for u in away)
            hunters = 0
            for far, _, u in near[:12]:
                if need <= 0 or hunters >= most or far > HUNT_REACH:
                    break
                goal = min(
                    (h for h in reaches[u] if has_room(s, u, self._others(h, u, {}))),
                    key=lambda h: (w.grid.distance(h, target), h),
                    default=s.where[u],
                )
                if (goal == s.where[u] and far > 1) or self.hole(u, goal) > 0:
                    continue
                self.taken[u] = goal
                away.remove(u)
                need -= self.power[u]
                hunters += 1

    def attacks(self, least: float, most: int = 40) -> list[Attack]:
        """The best attacks, each unit in one of them at most. A hasty hand leaves out those that all who could come would be too
        weak for."""
        struck = self.s.struck_hexes if self.fixed else 0
        for h, _ in self._struck:
            struck |= 1 << h
        w = self.s.world
        open_ = [h for h in bits(self.read.enemy) if not struck >> h & 1]
        if self.hasty:
            open_ = [h for h in open_ if self._is_match(h)]
        found = {h: self.best(h) for h in open_}
        stale: set[int] = set()  # a hasty hand looks again only when their turn comes
        out: list[Attack] = []
        while len(out) < most:
            ready = [(x.value, h) for h, x in found.items() if x is not None]
            if not ready:
                break
            value, h = max(ready)
            if h in stale and value >= least:
                stale.discard(h)
                found[h] = self.best(h)
                continue
            top = found.pop(h)
            if value < least or top is None:
                break
            out.append(top)
            self._struck.append((h, value))
            self.taken.update(top.units)
            for h in top.units.values():
                self.zone |= w.around[h]
            if top.air:
                self.air -= 1
            for j, x in found.items():
                if x is not None and (x.air or any(u in top.units for u in x.units) or self._crowds(x)):
                    if self.hasty:
                        stale.add(j)
                    else:
                        found[j] = self.best(j)
        return out

    def _is_match(self, target: int) -> bool:
        """Whether all together who could attack a hex come near what defends it."""
        units = {u for h in self.s.world.neighbours[target] for u in self.at.get(h, ())}
        return sum(self.power[u] for u in units) >= OUTMATCHED * self.defence(target)

    def _crowds(self, x: Attack) -> bool:
        return not self.fixed and any(h in self.taken.values() for h in x.units.values())

    def _others(self, h: int, u: int, chosen: dict[int, int]) -> list[int]:
        s = self.s
        out = [x for x in s.stack.get(h, ()) if x != u and self.taken.get(x, chosen.get(x, h)) == h]
        out += [x for x, at in self.taken.items() if at == h and s.where[x] != h]
        out += [x for x, at in chosen.items() if at == h and s.where[x] != h and x != u]
        return out

    def best(self, target: int) -> Attack | None:
        """The best attack on a hex with units that are still free, one after another joining."""
        w, spots = self.s.world, self._spots(target)
        chosen: dict[int, int] = {}
        top: Attack | None = None
        nation, torn, mass = "", 0.0, 0.0
        least, most = (OUTMATCHED, ENOUGH) if self.hasty and spots else (0.0, 1e9)
        against = self.defence(target) if spots else 0.0
        ways = self._ways_out(target, self.zone) & ~self.read.enemy
        for u in sorted(spots, key=lambda u: (self.rank(u, target), u)):
            if w.kind[u] == ALLY:
                if nation and w.nation[u] != nation:
                    continue
                nation = w.nation[u]
            spot = self._spot_for(u, spots[u], chosen, ways)
            if spot is None:
                continue
            chosen[u] = spot.hex
            torn += spot.hole
            ways &= ~(w.around[spot.hex] | 1 << spot.hex)
            mass += self.power[u]
            if mass >= least * against:
                top = self._better(top, target, chosen, torn)
            if len(chosen) >= MOST or mass >= most * against:
                break
        return top

    def _spots(self, target: int) -> dict[int, list[Spot]]:
        """Where each unit that is still free could attack a hex from."""
        s, w = self.s, self.s.world
        out: dict[int, list[Spot]] = {}
        for h in w.neighbours[target]:
            for u in self.at.get(h, ()):
                if u in self.taken or not self._can_attack(u, h, target):
                    continue
                hole = self.hole(u, h)
                if hole > 4 * self.gap:
                    continue
                liking = (0.0 if river_between(s, h, target) else 2.0) + (0.7 if s.where[u] == h else 0.0)
                liking -= hole
                liking += -0.4 * w.shift_of(h, is_snow(s)) + 0.3 * self.read.pull.get(h, 0.0) / 4
                out.setdefault(u, []).append(Spot(liking, h, hole))
        return out

    def _can_attack(self, u: int, h: int, target: int) -> bool:
        """Whether a unit could attack a hex from another, by the rules that can be asked now."""
        s = self.s
        if self.fixed:
            return s.where[u] == h and attack_violation(s, self.side, u, target) is None
        return not s.world.blocked.has(h, target)

    def _spot_for(self, u: int, spots: list[Spot], chosen: dict[int, int], ways: HexSet) -> Spot | None:
        """The spot that a unit likes best and has room in, preferably one to itself; spots that close a way out count for more."""
        around = self.s.world.around
        ranked = sorted(
            spots,
            key=lambda x: (x.liking + CLOSING * (around[x.hex] & ways).bit_count(), x.hex),
            reverse=True,
        )
        alone = [x for x in ranked if x.hex not in chosen.values()]
        for x in (*alone[:1], *ranked):
            if self.fixed or has_room(self.s, u, self._others(x.hex, u, chosen)):
                return x
        return None

    def _better(self, top: Attack | None, target: int, chosen: dict[int, int], torn: float) -> Attack | None:
        """The better of the best attack so far and one by all that are chosen now, on the ground alone or with air."""
        for air in (False, True):
            if air and not self._can_fly(target, chosen):
                continue
            value = self.value(target, chosen, air) - self.unit_cost * len(chosen) - torn
            value -= 0.8 if air else 0.0
            self.tried.append(Attack(target, dict(chosen), value, air))
            if top is None or value > top.value + 0.1:
                top = Attack(target, dict(chosen), value, air)
        return top

    def rank(self, u: int, target: int) -> float:
        """Which units are considered first for an attack: the strongest, then those that stand there already."""
        s = self.s
        return -self.power[u] - 0.3 * (target in s.world.neighbours[s.where[u]])

    def _can_fly(self, target: int, chosen: dict[int, int]) -> bool:
        w = self.s.world
        return self.air > 0 and bool(self.airspace >> target & 1) and all(w.is_german[u] for u in chosen)

    def _ways_out(self, target: int, zone: int) -> int:
        """Hexes to which a defender can retreat without loss."""
        w = self.s.world
        away = 0
        for n in w.dry[target]:
            away |= 1 << n
        return away & w.land & ~self.own & (~zone | self.read.enemy)

    def defence(self, target: int) -> float:
        """What defends a hex, with the winter factors that are in play."""
        if not self.s.world.has_winter_combat or not is_snow(self.s):
            return self.read.defence[target]
        return max(0.5, sum(in_winter(self.s, u)[1] for u in self.s.stack[target]))

    def step(self, u: int) -> float:
        """What a step of a unit that attacks is worth."""
        return step_worth(self.s, u)

    def gain(self, target: int) -> float:
        """What it is worth to have the hex."""
        return self.read.gain.get(target, 0.0) + 1.0 + 0.25 * self.read.pull.get(target, 0.0)

    def value(self, target: int, chosen: dict[int, int], air: bool) -> float:
        """What an attack by these units from these hexes is worth."""
        s, w, read = self.s, self.s.world, self.read
        rivers = {river_between(s, h, target) for h in chosen.values()}
        river = "" if "" in rivers else "major" if "major" in rivers else "minor"
        zone, where = self.zone, 0
        for h in chosen.values():
            zone |= w.around[h]
            where |= 1 << h
        out = self._ways_out(target, zone) & ~where
        worths = sum(self.step(u) for u in chosen) / len(chosen)
        fight = Fight(
            self.side,
            target,
            sum(self.power[u] for u in chosen),
            self.defence(target),
            Steps(sum(s.steps[u] for u in chosen), worths),
            read.steps[target],
            self.gain(target),
            river,
            air,
            bonus_of(s, self.side, bool(self.supports >> target & 1)),
            bool(out),
        )
        return appraise(s, fight) + 0.8 * self.bold


# --- overruns


def overrun_value(d: Desk, group: list[int], target: int, at: int) -> float:
    """What an overrun is worth; the Axis is slow and weak in winter."""
    s, w, side, read = d.s, d.w, d.side, d.read
    attack, defence = strengths(d, group, target)
    if attack < defence:
        return -9.0
    supported = any(
        s.where[u] >= 0 and w.disc(target, SUPPORT_REACH) >> s.where[u] & 1 for u in w.of_kind[SUPPORT]
    )
    away = 0
    for n in w.dry[target]:
        away |= 1 << n
    out = away & w.land & ~d.own & (~(own_zone(s, side) | w.around[at]) | read.enemy)
    worths = sum(step_worth(s, u) for u in group) / len(group)
    fight = Fight(
        side,
        target,
        attack,
        defence,
        Steps(sum(s.steps[u] for u in group), worths),
        read.steps.get(target, Steps(2, 3.0)),
        read.gain.get(target, 0.0) + 1.5 + 0.25 * read.pull.get(target, 0.0),
        river_between(s, at, target),
        flies(s, side, group, target),
        bonus_of(s, side, supported),
        bool(out),
    )
    return appraise(s, fight)


def strengths(d: Desk, group: list[int], target: int) -> tuple[float, float]:
    """Attack and defence in an overrun, by the season."""
    s = d.s
    attack = sum(strength(s, u)[0] for u in group)
    defence = sum(strength(s, u)[1] for u in s.stack[target])
    if is_snow(s):
        first = is_first_winter(s)
        if d.side == AXIS:
            attack = attack / 4 if first else attack - len(group)
        else:
            defence = defence / 2 if first else max(1.0, defence - len(s.stack[target]))
    return attack, defence


def can_overrun(s: State, side: int, group: list[int], at: int, target: int) -> bool:
    """Whether a group that stood in a hex could overrun another, its movement points aside."""
    kept, s.group = s.group, group
    where = s.where[group[0]]
    try:
        if where == at:
            return overrun.violation(s, side, target) is None
        w = s.world
        return (
            overrun._terrain_violation(s, at, target) is None
            and not any(s.supply[u] or not w.combat[u] for u in group)
            and not any(w.kind[u] not in PANZERS and w.kind[u] != TANK for u in group)
        )
    finally:
        s.group = kept


def flies(s: State, side: int, group: list[int], target: int) -> bool:
    """Whether an Air unit could help an overrun."""
    w = s.world
    if side != AXIS or is_snow(s) or not air_ready(s) or not all(w.is_german[u] for u in group):
        return False
    return is_in_air_range(s, target)


def price(s: State, side: int) -> int:
    """Movement points that an overrun costs."""
    return overrun.cost(s, side)


def spare(s: State, u: int) -> int:
    """Movement points that a unit has left."""
    return move_factor(s, u) - s.spent[u]
