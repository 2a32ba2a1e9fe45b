"""Strategic bombing: bases, missions, air defence, flak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from hexfront.games.last_war.actions import Bomb, Done, FromNavy, Guard, Man, Shut, Support, ToNavy
from hexfront.games.last_war.asks import FINISHED, Ask, Exact, Roll, is_hex, opened
from hexfront.games.last_war.data import AIR, BOMBERS, LINES, LSP, POWERS
from hexfront.games.last_war.events import BombersMet, LineShut, MoraleFell, StepRevealed
from hexfront.games.last_war.front import trace_routes
from hexfront.games.last_war.industry import CLOSED, is_working, zone_lines
from hexfront.games.last_war.plans import Ashore, Firing, Kept, Mission, OnGuard, ToSea
from hexfront.games.last_war.state import (
    NOBODY,
    LastWarState,
    add,
    begin,
    give,
    in_pool,
    is_held_by,
    is_in_war,
    lose,
    planned,
    points,
    power_at,
    powers_in_war,
    seats_in_war,
    side_held,
)
from hexfront.games.last_war.words import MADE, the
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import (
    Action,
    Agenda,
    Auto,
    Dice,
    Distribution,
    Option,
    Prompt,
    Seat,
    Violation,
    with_item,
    with_more,
)
from hexfront.words import quantity

INDUSTRY, TERROR, LAND = 0, 1, 2
ROLES = ("industry", "the population")
_DONE = Done()


def committed(s: LastWarState, power: int) -> dict[Hex, int]:
    """Bombers of a power that have a role already this turn, base by base. Case bombing.one-role."""
    out: dict[Hex, int] = {}
    for p in s.plans:
        if p.power == power:
            if type(p) is Mission or type(p) is Kept:
                out[p.base] = out.get(p.base, 0) + p.count
            elif isinstance(p, ToSea):
                out[p.base] = out.get(p.base, 0) + 1
    return out


def free_bombers(s: LastWarState, power: int, base: Hex) -> int:
    """Bombers of a power at a base that have no role yet this turn. Case bombing.one-role."""
    return points(s, base, power, BOMBERS) - committed(s, power).get(base, 0)


def bomber_range(s: LastWarState) -> int:
    """How many hexes bombers fly this turn. Case bombing.range."""
    return s.world.bomber_range(s.world.turns[s.turn - 1].year)


def returning(s: LastWarState, power: int) -> list[int]:
    """The sea areas that bombers of a power are called back from in this step. Case bombing.role-naval."""
    return [p.area for p in planned(s, Ashore, power)]


def paid_bases(s: LastWarState, power: int) -> set[Hex]:
    """Bases whose bombers fly this turn. Case bombing.base-lsp."""
    return {p.base for p in s.plans if isinstance(p, Mission | Kept) and p.power == power}


def spent_lsp(s: LastWarState, power: int) -> int:
    """LSP that this turn's air orders will cost. Cases bombing.base-lsp and flak.running-cost."""
    fire = planned(s, Firing, power)
    return len(paid_bases(s, power)) * s.world.costs["base_upkeep"] + len(fire)


def launch_base(s: LastWarState, power: int, target: Hex | None, count: int, role: int = LAND) -> Hex:
    """The base that this many bombers fly from: in range, first the one whose bombers fly this mission already, then the
    one with the most that are free; -1 if there is none. Cases bombing.base-needed, bombing.base-capacity and
    bombing.range."""
    w = s.world
    far = bomber_range(s)
    flying = {p.base for p in planned(s, Mission, power) if p.role == role and p.at == target}
    busy = committed(s, power)
    free = {base: points(s, base, power, BOMBERS) - busy.get(base, 0) for base in s.bases}
    able = [
        base for base, powers in s.bases.items()
        if powers >> power & 1 and free[base] >= count and (target is None or w.within(base, far) >> target & 1)
    ]  # fmt: skip
    return max(able, key=lambda base: (base in flying, free[base], -base), default=-1)


def can_pay(s: LastWarState, power: int, base: Hex) -> bool:
    """Whether a base can operate: one LSP a turn, by a route from home. RULING bombing-b. Case bombing.base-lsp."""
    if not (s.reach[power] | s.shores[power]) >> base & 1:
        return False
    more = 0 if base in paid_bases(s, power) else s.world.costs["base_upkeep"]
    return in_pool(s, power, LSP) >= spent_lsp(s, power) + more


def threatened(s: LastWarState, side: int) -> HexSet:
    """Hexes that enemy bombers could fly over on their way, at sea or on land that the enemy does not hold: the only
    ones where air defence of a side has any use. Case airdef.placement."""
    w = s.world
    far = bomber_range(s)
    out = 0
    for base, powers in s.bases.items():
        if any(powers >> n & 1 and points(s, base, n, BOMBERS) for n in w.of_side[1 - side]):
            out |= w.within(base, far)
    return out & w.board.on_map & ~w.closed & ~side_held(s, 1 - side)


class AirStep(Auto, frozen=True, tag=True):
    """Before the land turn: air defence and bombers get their orders in secret. Cases bombing.one-role,
    bombing.naval-conversion, airdef.placement."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "air"
        change_service(s)
        begin(s)
        s.threat = tuple([threatened(s, side) for side in (0, 1)])
        based = any(points(s, b, n, BOMBERS) for b in s.bases for n in range(len(s.world.powers)))
        return opened(s, AirOrders()) if based or any(s.navy_air) else ()


def free_aircraft(s: LastWarState, power: int) -> int:
    """Aircraft that a power can still put on air defence: from its Pool, or also from the map. RULING airdef-b. Case
    airdef.placement."""
    up = planned(s, OnGuard, power)
    return in_pool(s, power, AIR) + sum(on_the_map(s, power).values()) - len(up)


def on_the_map(s: LastWarState, power: int) -> dict[Hex, int]:
    """Aircraft with the armies that may be called away to air defence, hex by hex: those a route leads to. RULING
    airdef-b."""
    if not s.world.guards_from_map:
        return {}
    here = bits(s.reach[power] | s.shores[power])
    return {i: n for i in here if (n := points(s, i, power, AIR))}


def scramble(s: LastWarState, power: int) -> None:
    """A point of Aircraft goes on air defence: from the Pool, else from where most of them stand. RULING airdef-b. Case
    airdef.placement."""
    if in_pool(s, power, AIR):
        give(s, power, AIR, -1)
    else:
        there = on_the_map(s, power)
        add(s, max(there, key=lambda i: (there[i], -i)), power, AIR, -1)


def change_service(s: LastWarState) -> None:
    """Bombers that spent a turn changing service arrive. Case bombing.naval-conversion."""
    for p in s.missions:
        if isinstance(p, ToSea):
            s.navy_air = with_more(s.navy_air, p.area * POWERS + p.power, 1)
        else:
            give(s, p.power, BOMBERS)
    s.missions = []
    trace_routes(s)


class AirOrders(Exact, frozen=True, tag=True):
    """Put Aircraft on air defence, pay for flak, and give each bomber its role. Cases bombing.one-role,
    airdef.placement, flak.running-cost, bombing.role-naval."""

    rule: ClassVar[str] = "bombing.one-role"
    kinds: ClassVar[tuple[type[Action], ...]] = (Guard, Man, Bomb, Support, ToNavy, FromNavy, Done)

    def mine(self, s: LastWarState, seat: Seat) -> Sequence[int]:
        return powers_in_war(s, seat)

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        return seats_in_war(s)

    def candidates(self, s: LastWarState, seat: Seat) -> list[Action]:
        side = s.world.seat_side[seat]
        out: list[Action] = [_DONE]
        for n in self.mine(s, seat):
            if free_aircraft(s, n) > 0:
                out += s.world.guards(n, s.threat[side])
            out += self.batteries(s, n)
            out += self.sorties(s, n, side)
            at_sea = s.navy_air[n::POWERS]
            if any(at_sea):  # for speed: mostly there is none
                ashore = returning(s, n)
                out += [FromNavy(n, area) for area, have in enumerate(at_sea) if have > ashore.count(area)]
        return out

    def batteries(self, s: LastWarState, power: int) -> list[Man]:
        """The Flak Zones that a power can still pay for. Case flak.running-cost."""
        if power not in s.flak.values() or in_pool(s, power, LSP) <= spent_lsp(s, power):
            return []
        routes = s.reach[power] | s.shores[power]
        paid = {p.at for p in planned(s, Firing, power)}
        return [Man(power, i) for i, n in s.flak.items() if n == power and routes >> i & 1 and i not in paid]

    def sorties(self, s: LastWarState, power: int, side: int) -> list[Action]:
        """What the bombers of a power can do: each mission from the base that launch_base would choose."""
        w = s.world
        far = bomber_range(s)
        busy = committed(s, power)
        free = {base: n for base in s.bases if (n := points(s, base, power, BOMBERS) - busy.get(base, 0))}
        if not free:
            return []
        out: list[Action] = []
        targets = self.targets(s, side)
        mills = targets & industry(s)
        flown = {(p.role, p.at) for p in planned(s, Mission, power)}
        own = [base for base in free if s.bases[base] >> power & 1]
        order = sorted(own, key=lambda base: (-free[base], base))  # as launch_base chooses among them
        pays = {base: can_pay(s, power, base) for base in order}
        for count in (1, 5):
            able = [base for base in order if free[base] >= count]
            if able and pays[able[0]]:
                out.append(Support(power, count))
            seen = reached = 0
            for base in able:
                here = w.within(base, far) & ~seen
                seen |= here
                reached |= here if pays[base] else 0
            for role, aims in ((INDUSTRY, mills), (TERROR, targets)):
                found = aims & reached
                for what, i in flown:  # these fly on from the base they began at
                    if what == role and aims >> i & 1:
                        base = launch_base(s, power, i, count, role)
                        found = found | 1 << i if base >= 0 and pays[base] else found & ~(1 << i)
                out += w.bombs(power, role, count, found)
        near = 0
        for base in free:
            near |= w.within(base, far)
        return out + [ToNavy(power, area) for area, sea in enumerate(w.area_hexes) if near & sea]

    def targets(self, s: LastWarState, side: int) -> HexSet:
        return s.world.towns & side_held(s, 1 - side)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        if isinstance(action, Done):
            return None
        if action.power not in self.mine(s, seat):
            return Violation("bombing.one-role", "That air force is not yours.")
        if isinstance(action, Guard):
            return self.wrong_guard(s, seat, action)
        if isinstance(action, Man):
            return self.wrong_flak(s, action)
        if isinstance(action, Bomb):
            return self.wrong_mission(s, seat, action)
        if isinstance(action, FromNavy):
            back = returning(s, action.power).count(action.area)
            if not 0 <= action.area < len(w.areas) or s.navy_air[action.area * POWERS + action.power] <= back:
                return Violation("bombing.role-naval", "The Navy has no bombers of yours there.")
            return None
        if isinstance(action, ToNavy) and not 0 <= action.area < len(w.areas):
            return Violation("bombing.role-naval", "There is no such sea area.")
        count = 1 if isinstance(action, ToNavy) else action.counters
        if count not in (1, 5):
            return Violation("bombing.one-role", "Send one bomber or five at a time.")
        base = (
            self.navy_base(s, action)
            if isinstance(action, ToNavy)
            else launch_base(s, action.power, None, count)
        )
        if base < 0:
            if isinstance(action, ToNavy):
                return Violation(
                    "bombing.role-naval", "No free bomber has its base in range of that sea area."
                )
            return Violation("bombing.base-needed", "No base has that many bombers free.")
        if isinstance(action, Support) and not can_pay(s, action.power, base):
            return Violation("bombing.base-lsp", "There is no LSP for the base.")
        return None

    def navy_base(self, s: LastWarState, action: ToNavy) -> Hex:
        """A base whose bombers reach a sea area. Case bombing.role-naval."""
        w = s.world
        far = bomber_range(s)
        near = [
            b
            for b in s.bases
            if w.within(b, far) & w.area_hexes[action.area] and free_bombers(s, action.power, b)
        ]
        return min(near, default=-1)

    def wrong_guard(self, s: LastWarState, seat: Seat, action: Guard) -> Violation | None:
        """Case airdef.placement."""
        w = s.world
        if not is_hex(s, action.hex):
            return Violation("outline.hex-map", "There is no such hex.")
        if is_held_by(s, action.hex, 1 - w.seat_side[seat]):
            return Violation("airdef.placement", "The enemy holds that hex.", w.label(action.hex))
        if not s.threat[w.seat_side[seat]] >> action.hex & 1:
            return Violation("airdef.placement", "No enemy bomber can reach that hex.", w.label(action.hex))
        if free_aircraft(s, action.power) <= 0:
            return Violation("airdef.placement", "No Aircraft are left for that.", w.label(action.hex))
        return None

    def wrong_flak(self, s: LastWarState, action: Man) -> Violation | None:
        """Its LSP comes from the Pool, by a route. RULING bombing-b. Case flak.running-cost."""
        if s.flak.get(action.hex, -1) != action.power:
            return Violation("flak.running-cost", "You have no Flak Zone there.")
        label = s.world.label(action.hex)
        if not (s.reach[action.power] | s.shores[action.power]) >> action.hex & 1:
            return Violation("flak.running-cost", "No route leads there from home.", label)
        if Firing(action.power, action.hex) in s.plans:
            return Violation("flak.running-cost", "That is already paid for.", label)
        if in_pool(s, action.power, LSP) <= spent_lsp(s, action.power):
            return Violation("flak.running-cost", "There is no LSP left.", label)
        return None

    def wrong_mission(self, s: LastWarState, seat: Seat, action: Bomb) -> Violation | None:
        """Cases bombing.role-industry, bombing.role-terror, bombing.range and bombing.base-lsp."""
        w = s.world
        if (
            not is_hex(s, action.hex)
            or action.role not in (INDUSTRY, TERROR)
            or action.counters not in (1, 5)
        ):
            return Violation("bombing.one-role", "There is no such mission.")
        label = w.label(action.hex)
        if not is_held_by(s, action.hex, 1 - w.seat_side[seat]):
            return Violation("bombing.role-terror", "The enemy does not hold that hex.", label)
        if action.role == INDUSTRY and zone_at(s, action.hex) < 0:
            return Violation("bombing.role-industry", "There is no enemy Industrial Zone there.", label)
        if not w.towns >> action.hex & 1:
            return Violation("bombing.role-terror", "There is no named town there.", label)
        base = launch_base(s, action.power, action.hex, action.counters, action.role)
        if base < 0:
            if launch_base(s, action.power, None, action.counters) < 0:
                return Violation("bombing.base-needed", "No base has that many bombers free.", label)
            return Violation("bombing.range", "That is out of range.", label)
        if not can_pay(s, action.power, base):
            return Violation("bombing.base-lsp", "There is no LSP for the base.", label)
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        n = action.power
        if isinstance(action, Guard):
            s.plans.append(OnGuard(n, action.hex))
        elif isinstance(action, Man):
            s.plans.append(Firing(n, action.hex))
        elif isinstance(action, Bomb):
            base = launch_base(s, n, action.hex, action.counters, action.role)
            s.plans.append(Mission(n, action.role, action.counters, base, action.hex))
        elif isinstance(action, Support):
            base = launch_base(s, n, None, action.counters)
            s.plans.append(Kept(n, action.counters, base))
        elif isinstance(action, ToNavy):
            s.plans.append(ToSea(n, self.navy_base(s, action), action.area))
        else:
            s.plans.append(Ashore(n, action.area))
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """All orders are given: defences stand, bases and flak are paid for, missions fly. Cases
        airdef.placement, bombing.base-lsp, flak.running-cost, bombing.naval-conversion, bombing.role-land,
        bombing.role-industry, airdef.casualty."""
        raids: dict[tuple[int, int, Hex, Hex], int] = {}  # bombers on one mission from one base are one raid
        for n in range(len(s.world.powers)):
            for base in sorted(paid_bases(s, n)):
                give(s, n, LSP, -s.world.costs["base_upkeep"])
                s.paid |= 1 << base
        for p in s.plans:
            if isinstance(p, OnGuard):
                scramble(s, p.power)
                key = p.at * POWERS + p.power
                s.guard[key] = s.guard.get(key, 0) + 1
            elif isinstance(p, Firing):
                give(s, p.power, LSP, -1)
                s.flak_on |= battery(s, p.at)
            elif isinstance(p, Kept):
                key = p.base * POWERS + p.power
                s.support[key] = s.support.get(key, 0) + p.count
            elif isinstance(p, Mission):
                raid = p.power, p.role, p.base, p.at
                raids[raid] = raids.get(raid, 0) + p.count
            elif isinstance(p, ToSea):
                add(s, p.base, p.power, BOMBERS, -1)
                s.missions.append(p)
            elif isinstance(p, Ashore):
                s.navy_air = with_more(s.navy_air, p.area * POWERS + p.power, -1)
                s.missions.append(p)
        s.emit(StepRevealed("The air forces have their orders.", "bombing.one-role"))
        begin(s)
        return (*(Raid(*raid, count) for raid, count in raids.items()), AirCalm())

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            "Give your air forces their orders for the turn, or finish.",
            self.rule,
            "Aircraft on air defence cannot fight on the ground this turn. Each bomber has one role.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        if isinstance(action, Done):
            return FINISHED
        group = w.powers[action.power].name
        if isinstance(action, Guard):
            return Option(
                f"Air defence at {w.title(action.hex)}", "place", "", w.label(action.hex), group=group
            )
        if isinstance(action, Man):
            return Option(
                f"Run the flak at {w.title(action.hex)} (1 LSP)",
                "choose",
                "",
                w.label(action.hex),
                group=group,
            )
        if isinstance(action, Bomb):
            return Option(
                f"{quantity(action.counters, 'bomber')} against {ROLES[action.role]} at {w.title(action.hex)}",
                "target",
                "",
                w.label(action.hex),
                group=group,
            )
        if isinstance(action, Support):
            return Option(
                f"Keep {quantity(action.counters, 'bomber')} for the land battle", "choose", group=group
            )
        name = w.area_names[action.area]
        way = "to the Navy in the" if isinstance(action, ToNavy) else "back from the Navy in the"
        return Option(f"A bomber {way} {name}", "choose", group=group)


def zone_at(s: LastWarState, i: Hex) -> int:
    """The Industrial Zone at work in a hex, or -1. Case bombing.role-industry."""
    for number, (_, _, at) in enumerate(s.world.zones):
        if at == i and is_working(s, number):
            return number
    return -1


def industry(s: LastWarState) -> HexSet:
    """The hexes with an Industrial Zone at work. Case bombing.role-industry."""
    out = 0
    for number, (_, _, at) in enumerate(s.world.zones):
        if at >= 0 and is_working(s, number):
            out |= 1 << at
    return out


def battery(s: LastWarState, i: Hex) -> HexSet:
    """The Flak Zones that one LSP runs: this one and others of its power that touch, three in all. Case
    flak.running-cost."""
    w = s.world
    found = [i]
    for here in found:
        for j in w.near(here):
            if (
                len(found) < w.costs["flak_zones_per_lsp"]
                and s.flak.get(j, -1) == s.flak[i]
                and j not in found
            ):
                found.append(j)
    return sum(1 << j for j in found)


def defences(s: LastWarState, i: Hex, side: int) -> tuple[int, int]:
    """Air units and Flak Zones of a side in a hex. Cases airdef.placement and flak.as-ad."""
    units = sum(s.guard.get(i * POWERS + n, 0) for n in s.world.of_side[side])
    guns = 1 if s.flak_on >> i & 1 and i in s.flak and s.world.side_of[s.flak[i]] == side else 0
    return units, guns


def flight(s: LastWarState, base: Hex, target: Hex, side: int) -> list[Hex]:
    """A way to the target, no longer than the range, that meets as little air defence of a side as possible. Case
    airdef.placement."""
    w = s.world
    far = bomber_range(s)
    best: dict[Hex, tuple[int, list[Hex]]] = {base: (0, [base])}
    reach = dict(best)
    for _ in range(far):
        fresh: dict[Hex, tuple[int, list[Hex]]] = {}
        for i, (met, path) in sorted(reach.items()):
            for j in w.near(i):
                if w.grid.distance(j, target) > far - len(path):  # for speed: no way to the target from there
                    continue
                cost = met + sum(defences(s, j, side))
                if j not in fresh or cost < fresh[j][0]:
                    fresh[j] = (cost, [*path, j])
        for j, found in fresh.items():
            if j not in best or found[0] < best[j][0]:
                best[j] = found
        reach = fresh
    return best[target][1]


class Raid(Auto, frozen=True, tag=True):
    """Bombers on their way: what they meet, then what they do. RULING airdef-a. Cases airdef.placement, flak.as-ad
    and bombing.role-terror-effect."""

    power: int
    role: int
    base: int
    target: int
    count: int

    def run(self, s: LastWarState) -> Agenda:
        foe = 1 - s.world.side_of[self.power]
        count = min(self.count, points(s, self.base, self.power, BOMBERS))
        if not count or not is_target(
            s, self.target, foe, self.role
        ):  # Control has corrected it. RULING control-j.
            return ()
        met = tuple(i for i in flight(s, self.base, self.target, foe)[1:] if any(defences(s, i, foe)))
        if met:
            return (Interception(self.power, self.role, self.base, self.target, count, met),)
        return strike(s, self.power, self.role, self.target, count, is_opposed=False)


def is_target(s: LastWarState, i: Hex, side: int, role: int) -> bool:
    """Whether bombs of a kind have anything of a side to fall on in a hex. Cases bombing.role-industry and
    bombing.role-terror."""
    return is_held_by(s, i, side) and (role != INDUSTRY or zone_at(s, i) >= 0)


class Interception(Roll, frozen=True, tag=True):
    """A die for each air unit met, and for each Flak Zone one against every bomber; sixes bring one down. Cases
    airdef.casualty, airdef.cancel, flak.roll-each, flak.as-ad."""

    power: int
    role: int
    base: int
    target: int
    count: int
    met: tuple[int, ...]  # the hexes on their way where there is a defence

    def against(self, s: LastWarState) -> tuple[int, int]:
        """Air units and Flak Zones that they meet. Cases airdef.placement and flak.as-ad."""
        found = [defences(s, i, 1 - s.world.side_of[self.power]) for i in self.met]
        return sum(each[0] for each in found), sum(each[1] for each in found)

    def outcomes(self, s: LastWarState) -> Distribution:
        units, guns = self.against(s)
        return Dice(units + guns * self.count)

    def title(self, s: LastWarState) -> str:
        return (
            f"Air defence against {quantity(self.count, 'bomber')} on the way to {s.world.title(self.target)}: each 6 brings one "
            "down"
        )

    def renewed(self, s: LastWarState) -> Agenda:
        return (Raid(self.power, self.role, self.base, self.target, self.count),)

    def apply(self, s: LastWarState, outcome: Any) -> Agenda:
        there = points(s, self.base, self.power, BOMBERS)
        shot = min(sum(1 for die in outcome if die == 6), self.count, there)
        lose(s, self.base, self.power, BOMBERS, shot)
        stopped = self.turn_back(s, self.count - shot)
        s.emit(
            BombersMet(
                self.target,
                tuple(outcome),
                shot,
                stopped,
                "flak.roll-each" if self.against(s)[1] else "airdef.casualty",
            )
        )
        return strike(s, self.power, self.role, self.target, self.count - shot - stopped, is_opposed=True)

    def turn_back(self, s: LastWarState, most: int) -> int:
        """How many bombers have no effect: one for each air unit and each Flak Zone, which do so once a turn. RULING
        airdef-a. Cases airdef.cancel, flak.as-ad."""
        stopped = 0
        for i in self.met:
            used = s.cancelled.get(i, 0)
            here = sum(defences(s, i, 1 - s.world.side_of[self.power]))
            more = min(max(0, here - used), most - stopped)
            s.cancelled = {**s.cancelled, i: used + more}
            stopped += more
        return stopped


def strike(s: LastWarState, power: int, role: int, target: Hex, count: int, *, is_opposed: bool) -> Agenda:
    """What bombers that got through do. Cases bombing.role-industry, bombing.role-terror-effect."""
    if role == INDUSTRY:
        zone = zone_at(s, target)
        running = len(lines_left(s, zone))
        return tuple(LineHit(zone) for _ in range(min(count, running)))
    victim = nation_of(s, target)
    if victim != NOBODY and not is_opposed and not s.struck >> victim & 1:
        s.struck |= 1 << victim
        s.morale = with_item(s.morale, victim, max(0, s.morale[victim] - 1))
        s.emit(MoraleFell(victim, s.morale[victim]))
    return ()


def nation_of(s: LastWarState, i: Hex) -> int:
    """The power whose morale bombs on a town hurt: the one in whose own country it lies, while that is in the war; otherwise
    none. RULING morale-b. Case bombing.role-terror-effect."""
    holder = power_at(s, i)
    if holder == NOBODY:
        return NOBODY
    for n in s.world.of_side[s.world.side_of[holder]]:
        if s.world.country[n] >> i & 1 and is_in_war(s, n):
            return n
    return NOBODY


def lines_left(s: LastWarState, zone: int) -> list[str]:
    """Lines of a zone that still run. Case bombing.role-industry."""
    power = s.world.zones[zone][0]
    kinds = [kind for kind in dict(zone_lines(s, power))[zone] if kind != CLOSED]
    for k, kind in enumerate(LINES):
        for _ in range(min(s.shut.get(zone * 8 + k, 0), kinds.count(kind))):
            kinds.remove(kind)
    return kinds


class LineHit(Auto, frozen=True, tag=True):
    """A line stands still: its owner says which, where there is a choice. Case bombing.role-industry."""

    zone: int

    def run(self, s: LastWarState) -> Agenda:
        kinds = list(dict.fromkeys(lines_left(s, self.zone)))
        if not kinds or not is_working(s, self.zone):  # Control has corrected it
            return ()
        if len(kinds) > 1:
            return (LineChoice(self.zone),)
        shut_line(s, self.zone, LINES.index(kinds[0]))
        return ()


def shut_line(s: LastWarState, zone: int, kind: int) -> None:
    """A line of this kind stands still this turn. Case bombing.role-industry."""
    key = zone * 8 + kind
    s.shut = {**s.shut, key: s.shut.get(key, 0) + 1}
    power, _, at = s.world.zones[zone]
    s.emit(LineShut(power, LINES[kind], at))


class LineChoice(Ask, frozen=True, tag=True):
    """Choose which production line stands still this turn. Case bombing.role-industry."""

    zone: int
    rule: ClassVar[str] = "bombing.role-industry"
    kinds: ClassVar[tuple[type[Action], ...]] = (Shut,)

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        return (s.world.seat_of[s.world.zones[self.zone][0]],)

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        for kind in dict.fromkeys(lines_left(s, self.zone)):
            yield Shut(LINES.index(kind))

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if not 0 <= action.kind < len(LINES) or LINES[action.kind] not in lines_left(s, self.zone):
            return Violation(
                "bombing.role-industry",
                "There is no such line in this zone.",
                s.world.label(s.world.zones[self.zone][2]),
            )
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        shut_line(s, self.zone, action.kind)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            f"Bombs on {the(s.world.zones[self.zone][1].name)}: which production line stops?", self.rule
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        at = s.world.label(s.world.zones[self.zone][2])
        return Option(f"The line of {MADE[LINES[action.kind]]}", "loss", "", at, panel=True)


class AirCalm(Auto, frozen=True, tag=True):
    """Morale recovers a step where no unopposed bombs fell. RULING morale-a. Case bombing.role-terror-effect."""

    def run(self, s: LastWarState) -> Agenda:
        for n, power in enumerate(s.world.powers):
            if not s.struck >> n & 1 and s.morale[n] < power.morale:
                s.morale = with_more(s.morale, n, 1)
        return ()
