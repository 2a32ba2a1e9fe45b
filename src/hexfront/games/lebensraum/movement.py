"""Chapter 5: moving units and HQs hex by hex, paid for from the track of their power, and battle groups."""

from __future__ import annotations

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Pick, Step
from hexfront.games.lebensraum.command import ESCORT, STAFF_SEGMENTS, escorts, go_along
from hexfront.games.lebensraum.control import march_into
from hexfront.games.lebensraum.decisions import Order, Power, PowerOffers
from hexfront.games.lebensraum.economy import spend
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    CAMP,
    COMBINED,
    FIRST_WESTERN_TURN,
    GONE,
    GROUP,
    HQ_BASE,
    MOVEMENT,
    OF_CAMP,
    READY,
    RESERVE_MOVEMENT,
    RESERVE_TANKS,
    SPARE,
    TANK,
    TANK_MOVEMENT,
    WORKS_BASE,
)
from hexfront.games.lebensraum.landings import CARRIAGE, LANDING, carriages, landings
from hexfront.games.lebensraum.reach import (
    enemy_zoc,
    garrisoned,
    is_hq,
    is_in_reserve,
    is_own,
    is_skipped,
    leaving_cost,
    may_enter,
    moves_as_tank,
    must_stop,
    offer,
    place_of,
    power_of,
    step_cost,
    step_table,
    step_violation,
    unit_kind,
)
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.state import (
    State,
    held_by_camp,
    hqs_on_map,
    leave_reserve,
    lose_step,
    rezone,
    take_off,
    units_of,
)
from hexfront.games.lebensraum.supply import UnitLoss
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation, pending
from hexfront.wargame import Journey, Reach, explore, lift, put

FIRST_PAIR_ONLY = 1942
"""The year in which the Axis uses its A markers alone. Case 5.7c."""


def groups_of(s: State, power: int) -> list[int]:
    """A power's pairs of battle group markers, in play or not. RULING 5.7-d."""
    return [g for g in s.world.groups if s.world.side[g] == power]


def form_violation(s: State, power: int, action: do.FormGroup) -> Violation | None:
    """Why a battle group cannot be formed so. Cases 5.7a, 5.7b, 5.7c, 5.7d, 5.7e, 5.7f. RULING 5.7-e."""
    w, g = s.world, action.group
    if not _begins(s, power):
        return Violation(
            "5.7a", "Battle groups can be formed only at the start of your own Movement Segment."
        )
    pairs, year = groups_of(s, power), w.turns[s.turn].year
    if g not in pairs or s.where[g] != SPARE:
        return Violation("5.7f", "That pair of markers is not available.")
    if _is_at_limit(s, power):
        return Violation("5.7d", f"You can form no more battle groups in {year}.")
    if year == FIRST_PAIR_ONLY and g != pairs[0]:
        return Violation("5.7c", f"In {year} only {w.name(pairs[0])} can be formed.")
    if not w.is_unit(action.unit) or not _is_whole(s, power, action.unit):
        return Violation("5.7f", "It takes an army of yours at full strength that has no battle group out.")
    return None


def _begins(s: State, power: int) -> bool:
    """Whether a power is at the start of its own Movement Segment. Case 5.7a."""
    return s.segment == MOVEMENT and s.phasing == CAMP[power] and not _has_moved(s, power)


def _is_at_limit(s: State, power: int) -> bool:
    """Whether a power has all the battle groups of the year. Cases 5.7b, 5.7c, 5.7d, 5.7e."""
    out = sum(s.where[g] != SPARE for g in groups_of(s, power))
    return out >= s.world.group_limit[power][s.world.turns[s.turn].year]


def _is_whole(s: State, power: int, u: int) -> bool:
    """Whether a unit is an army of a power that can give up a step to a battle group. Case 5.7f."""
    w = s.world
    own = s.power[u] == power and s.where[u] >= 0 and w.kind[u] != GROUP and u not in w.home
    return own and not s.weak[u] and u not in s.parent.values()


def _has_moved(s: State, power: int) -> bool:
    """Whether a power has moved anything in this segment."""
    movers = [*bits(s.moved), *(HQ_BASE + k for k in bits(s.hq_moved))]
    return any(power_of(s, mover) == power for mover in movers)


def form(s: State, action: do.FormGroup) -> Agenda:
    """An army is reduced, and what it loses becomes a separate unit. Cases 5.7f, 5.7g, 5.7h. RULING 5.7-a."""
    u, g = action.unit, action.group
    full, reduced = s.world.ladder[u][s.grade[u]][1::2]
    s.weak[u] = 1
    s.parent[g], s.group_strength[g], s.group_class[g] = u, full - reduced, s.world.ladder[u][s.grade[u]][2]
    put(s, g, s.where[u])
    rezone(s, u)
    s.emit(ev.Told(g, f"left {s.world.name(u)}", "5.7f", s.where[u], "place"))
    return ()


def rejoin_violation(s: State, power: int, action: do.Rejoin) -> Violation | None:
    """Why a battle group cannot go back to its army. Case 5.7j."""
    g = action.group
    if g not in groups_of(s, power) or g not in s.parent:
        return Violation("5.7j", "You have no such battle group in play.")
    parent = s.parent[g]
    if s.where[parent] != s.where[g] or not s.weak[parent]:
        return Violation(
            "5.7j", "It can rejoin only its own army, in the same hex, while that army is reduced."
        )
    return None


def rejoin(s: State, action: do.Rejoin) -> Agenda:
    """The markers are removed and the army is whole again. Case 5.7j."""
    g = action.group
    parent = s.parent.pop(g)
    del s.group_strength[g], s.group_class[g]
    at = s.where[g]
    lift(s, g, SPARE)
    s.reserve &= ~(1 << g)
    s.weak[parent] = 0
    rezone(s, parent)
    s.emit(ev.Told(g, f"rejoined {s.world.name(parent)}", "5.7j", at))
    return ()


def group_actions(s: State, power: int) -> list[do.FormGroup | do.Rejoin]:
    """Every battle group that can be formed or rejoined now."""
    back = [do.Rejoin(g) for g in sorted(s.parent)]
    found: list[do.FormGroup | do.Rejoin] = [a for a in back if rejoin_violation(s, power, a) is None]
    if not _begins(s, power) or _is_at_limit(s, power):
        return found
    pairs = groups_of(s, power)
    if s.world.turns[s.turn].year == FIRST_PAIR_ONLY:
        pairs = pairs[:1]
    armies = [u for u in units_of(s, power) if _is_whole(s, power, u)]
    return [*(do.FormGroup(u, g) for g in pairs if s.where[g] == SPARE for u in armies), *found]


def group_option(s: State, action: do.FormGroup | do.Rejoin) -> Option:
    w, group = s.world, s.world.name(action.group)
    if isinstance(action, do.Rejoin):
        words = f"{group} rejoins {w.name(s.parent[action.group])}"
        return offer(s, action.group, words, "choose", rule="5.7j")
    return offer(s, action.unit, f"{group} leaves {w.name(action.unit)}", "choose", rule="5.7f")


class Regroup(Auto, frozen=True, tag=True):
    """At the end of a segment a battle group that is still with its army rejoins it. RULING 5.7-c."""

    def run(self, s: State) -> Agenda:
        for g, parent in list(s.parent.items()):
            if s.where[g] == s.where[parent] and s.weak[parent]:
                rejoin(s, do.Rejoin(g))
        return ()


RESERVES_ONLY = (RESERVE_MOVEMENT, RESERVE_TANKS)
TANKS_ONLY = (TANK_MOVEMENT, RESERVE_TANKS)
LEAVE, STOP = do.Leave(), do.Stop()


def pick_violation(s: State, power: int, mover: int) -> Violation | None:
    """Why a unit or HQ may not begin to move now.
    Cases 4.2.2A, 4.2.2B, 4.2.2E, 4.2.2F, 5.1a, 5.1b, 5.1d, 5.1e, 11.2b, 11.3b, 11.3c, 11.3d. RULING 12.1-c."""
    if not is_own(s, power, mover) or mover >= WORKS_BASE:
        return Violation("5.1a", "Only a unit or HQ of your own on the map can move.")
    at = s.world.label(place_of(s, mover))
    if (s.hq_moved >> mover - HQ_BASE if is_hq(mover) else s.moved >> mover) & 1:
        return Violation("5.1a", "It has already moved in this segment.", at)
    if s.segment in TANKS_ONLY and not moves_as_tank(s, mover):
        return Violation("4.2.2E", "Only tank units and HQs can move in this segment.", at)
    if s.segment in RESERVES_ONLY and not is_in_reserve(s, mover):
        return Violation("5.1b", "Only pieces in reserve can move in this segment.", at)
    if is_skipped(s, mover):
        return Violation("12.1f", "The western Axis does not act in its phase of turn A.", at)
    return None


def movers(s: State, power: int) -> list[int]:
    """Everything of a power that could ever be picked."""
    return units_of(s, power) + [HQ_BASE + k for k in hqs_on_map(s, power)]


def may_move(s: State, power: int) -> list[int]:
    """Everything of a power that may begin to move now."""
    done, hqs_done = s.moved, s.hq_moved
    if s.segment in RESERVES_ONLY:
        done, hqs_done = done | ~s.reserve, hqs_done | ~s.hq_reserve
    units = [u for u in units_of(s, power) if not done >> u & 1]
    if s.segment in TANKS_ONLY:
        units = [u for u in units if unit_kind(s, u) == TANK]
    found = units + [HQ_BASE + k for k in hqs_on_map(s, power) if not hqs_done >> k & 1]
    return [mover for mover in found if not is_skipped(s, mover)] if s.turn == FIRST_WESTERN_TURN else found


ORDERS: dict[type[Action], Order] = {
    do.Escort: ESCORT, do.Drop: CARRIAGE, do.Evacuate: CARRIAGE, do.Land: LANDING,
    do.FormGroup: Order(form_violation, form, group_option), do.Rejoin: Order(rejoin_violation, rejoin, group_option),
}  # fmt: skip


class Moves(PowerOffers, frozen=True, tag=True):
    """Choose a unit or HQ to move, send the General Staff, or finish. Cases 5.1a, 11.6d."""

    rule = "5.1a"
    takes = (do.Pick, *ORDERS, do.Done)
    done = Option("Finish moving", "done", rule="5.1a", ends=True)

    def choices(self, s: State) -> list[Action]:
        picks = [do.Pick(mover) for mover in may_move(s, self.power)]
        staff = escorts(s, self.power) if s.segment in STAFF_SEGMENTS else []
        flights = carriages(s, self.power) if s.segment == MOVEMENT else []
        afloat = landings(s) if self.power == ALLIED else []
        return [*picks, *staff, *flights, *afloat, *group_actions(s, self.power)]

    def refusal(self, s: State, action: Action) -> Violation | None:
        if isinstance(action, do.Pick):
            return pick_violation(s, self.power, action.mover)
        return ORDERS[type(action)].refusal(s, self.power, action)

    def take(self, s: State, action: Action) -> Agenda:
        if isinstance(action, do.Pick):
            s.mover, s.spent, s.mountains = action.mover, 0, 0
            return (March(self.power), self)
        return (*ORDERS[type(action)].carry_out(s, action), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        what = "tank unit or HQ" if s.segment in TANKS_ONLY else "unit or HQ"
        held = " that is in reserve" if s.segment in RESERVES_ONLY else ""
        points = s.points[self.power]
        return Prompt(f"Choose a {what}{held} to move, or finish. Movement points: {points}.", self.rule)

    def shown(self, s: State, action: Action) -> Option:
        if not isinstance(action, do.Pick):
            return ORDERS[type(action)].shown(s, action)
        return offer(s, action.mover, f"Move {s.world.name(action.mover)}", "pick")


class March(Power, frozen=True, tag=True):
    """Step into the next hex, or stop. Cases 5.1c, 5.3h, 5.3i, 5.4c."""

    rule = "5.1c"
    takes = (do.Step, do.Stop, do.Leave)

    def candidates(self, s: State, seat: Seat) -> list[do.Step | do.Stop | do.Leave]:
        mover, a = s.mover, place_of(s, s.mover)
        clear = may_enter(s, mover, s.world.around[a])
        left = s.points[self.power] - s.spent - (0 if s.spent else leaving_cost(s, mover, a))
        steps = [do.Step(n) for n, cost in step_table(s, mover)[a].items() if cost <= left and clear >> n & 1]
        off = [LEAVE] if mover == s.world.italian_8th and not leave_violation(s) else []
        return [*steps, *off, STOP]

    def violation(self, s: State, seat: Seat, action: do.Step | do.Stop | do.Leave) -> Violation | None:
        if isinstance(action, do.Step):
            return step_violation(s, s.mover, action.hex, s.spent, not s.spent)
        if isinstance(action, do.Leave):
            return leave_violation(s)
        return None

    def apply(self, s: State, seat: Seat, action: do.Step | do.Stop | do.Leave) -> Agenda:
        if isinstance(action, do.Step):
            return march(s, action.hex)
        if isinstance(action, do.Leave):
            u, at = s.mover, s.where[s.mover]
            end_move(s)
            take_off(s, u, GONE)
            s.reserve &= ~(1 << u)
            s.emit(ev.Told(u, "left the map", "6.42a", at))
            return ()
        end_move(s)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        left = s.points[self.power] - s.spent
        return Prompt(f"{s.world.name(s.mover)}: move on, or stop. Movement points left: {left}.", self.rule)

    def option(self, s: State, seat: Seat, action: do.Step | do.Stop | do.Leave) -> Option:
        w, name = s.world, s.world.name(s.mover)
        if isinstance(action, do.Stop):
            return offer(s, s.mover, "Stop here", "stop", ends=True)
        if isinstance(action, do.Leave):
            return offer(s, s.mover, f"{name} leaves the map", "choose", rule="6.42a")
        price = float(_price(s, action.hex))
        return Option(f"To {w.title(action.hex)}", "step", name, w.label(action.hex), price)


def _price(s: State, h: Hex) -> int:
    a = place_of(s, s.mover)
    return (step_cost(s, s.mover, a, h) or 0) + (0 if s.spent else leaving_cost(s, s.mover, a))


def leave_violation(s: State) -> Violation | None:
    """Who may leave the map: the Italian 8th Army, over the west edge or at the Italian border. Cases 6.42a, 13.0h."""
    w = s.world
    if s.mover != w.italian_8th:
        return Violation("6.42a", "Only the Italian 8th Army can leave the map.")
    at = s.where[s.mover]
    if w.game == COMBINED:
        italy = w.lands.country["italy"]
        if s.turn < FIRST_WESTERN_TURN or not any(italy >> n & 1 for n in (at, *w.near(at))):
            return Violation("13.0h", "It leaves at the Italian border, from turn 9 on.", w.label(at))
    elif not w.board.edges["west"] >> at & 1:
        return Violation("6.42a", "It leaves over the west edge of the map.", w.label(at))
    return None


def march(s: State, h: Hex) -> Agenda:
    """One step of the piece in hand; an HQ takes its leader along and no ground. Cases 5.1c, 5.4c, 5.6a, 9.3a, 11.2b, 11.5g, 11.6e."""
    mover, a = s.mover, place_of(s, s.mover)
    s.spent += _price(s, h)
    halts = must_stop(s, mover, h)  # before a city changes hands (RULING 5.4-a)
    frames: Agenda = ()
    if is_hq(mover):
        k = mover - HQ_BASE
        s.hq[k] = h
        power = power_of(s, mover)
        go_along(s, power, a, h if s.segment in STAFF_SEGMENTS else s.world.capital[power])
    else:
        frames = march_into(s, mover, h)
        if s.world.lands.mountain >> h & 1:
            s.mountains += 1
    s.emit(ev.Moved((mover,), (a, h), "5.1c"))
    if breaks_down(s, mover, h):
        frames = (*frames, Breakdown(power_of(s, mover), mover))
    halts = halts or must_stop(s, mover, h)  # a neutral's zones come up as it is entered
    return (*frames, EndMove()) if halts else (*frames, GoOn(power_of(s, mover)))


def breaks_down(s: State, mover: int, h: Hex) -> bool:
    """Whether a tank unit that has just entered a hex loses a step for it. Case 5.6a."""
    w = s.world
    is_tank = not is_hq(mover) and moves_as_tank(s, mover)
    return is_tank and bool(w.lands.mountain >> h & 1) and s.mountains > w.tables.limits.mountains


class Breakdown(UnitLoss, frozen=True, tag=True):
    """A tank unit loses a step in the mountains. Cases 5.6a, 5.6b."""

    rule = "5.6a"

    def apply(self, s: State, seat: Seat, action: do.TakeLoss) -> Agenda:
        lose_step(s, action.unit, action.way, self.rule)
        return ()


class GoOn(Auto, frozen=True, tag=True):
    """The piece in hand may go on, if it is still there; else what it has spent is paid. Cases 5.1c, 5.3h, 5.6a."""

    power: int

    def run(self, s: State) -> Agenda:
        if place_of(s, s.mover) >= 0:
            return (March(self.power),)
        end_move(s)
        return ()


class EndMove(Auto, frozen=True, tag=True):
    """The piece in hand must stop. Case 5.4c."""

    def run(self, s: State) -> Agenda:
        end_move(s)
        return ()


def end_move(s: State) -> None:
    """Pay for the move in hand and put the piece down. Cases 5.3h, 11.3d, 11.3e."""
    mover = s.mover
    if mover < 0:
        return
    s.mover = -1
    if not s.spent:
        return
    spend(s, power_of(s, mover), s.spent, "movement")
    s.spent = 0
    if is_hq(mover):
        s.hq_moved |= 1 << mover - HQ_BASE
    else:
        s.moved |= 1 << mover
    leave_reserve(s, mover, "11.3d")


class Unstack(Auto, frozen=True, tag=True):
    """After its own Movement Segment each hex of a power holds one unit again. Cases 5.5a, 6.1c. RULING 6.1-a: the last
    to come waits for a later segment.
    A battle group may be with its parent (RULING 5.7-c)."""

    power: int

    def run(self, s: State) -> Agenda:
        for h, units in list(s.stack.items()):
            if s.power[units[0]] != self.power:
                continue
            armies = [u for u in units if s.world.kind[u] != GROUP]
            for u in armies[1:]:
                take_off(s, u, READY)
                s.fresh &= ~(1 << u)
                s.reserve &= ~(1 << u)
                s.emit(ev.Told(u, "left the map until there is room", "6.1c", h))
        return ()


def movement_frames(s: State, camp: int) -> Agenda:
    """A movement segment of a camp, each of its powers in turn. Cases 4.2.2A, 4.2.2B, 4.2.2E, 4.2.2F."""
    s.moved = s.hq_moved = 0
    frames: Agenda = ()
    for power in at_war(s):
        if CAMP[power] == camp:
            frames = (*frames, Moves(power), *((Unstack(power),) if s.segment == MOVEMENT else ()))
    return frames


def mover_of(s: State, piece: str) -> int:
    """A unit or HQ by its name; -1 if there is none."""
    w = s.world
    found = next((HQ_BASE + k for k, hq in enumerate(w.hqs) if hq.name == piece), -1)
    return found if found >= 0 else w.number.get(piece, -1)


def journey(s: State, seat: Seat, mover: int) -> Journey | None:
    """How a unit or HQ walks: in hand, or once it is picked; None where it cannot move now."""
    frame = pending(s)
    if isinstance(frame, March) and seat in frame.deciders(s):
        return Journey((), walks(s, mover, s.spent), Step) if s.mover == mover else None
    if not isinstance(frame, Moves) or seat not in frame.deciders(s):
        return None
    if pick_violation(s, frame.power, mover) is not None:
        return None
    return Journey((Pick(mover),), walks(s, mover, 0), Step)


def walks(s: State, mover: int, spent: int) -> Reach:
    """Every hex a mover can still step into, and what its steps cost together. A walk is reported up to the point where something interrupts it: a breakdown, captured works, an HQ that gives way, a country
    drawn into the war, a border opened to zones.
    Cases 5.1c, 5.3i, 5.4c, 5.4e, 5.6a."""
    w, start, power = s.world, place_of(s, mover), power_of(s, mover)
    table, within = step_table(s, mover), may_enter(s, mover, w.land)
    halt = 0 if is_hq(mover) else enemy_zoc(s, power)
    is_tank, mountain = not is_hq(mover) and moves_as_tank(s, mover), w.lands.mountain
    most, between = w.tables.limits.mountains, _come_between(s, mover)
    foreign = 0 if is_hq(mover) else ~held_by_camp(s, CAMP[power])
    leaving = leaving_cost(s, mover, start)
    # the points, the mountains entered, and whether something has come between
    begin = (spent, s.mountains if spent else 0, 0)

    def step(h: Hex, n: Hex, so_far: tuple[int, ...]) -> tuple[int, ...] | None:
        points, mountains, _ = so_far
        cost = table[h].get(n)
        if cost is None or not within >> n & 1:
            return None
        points += cost + (leaving if h == start else 0)
        if points > s.points[power]:
            return None
        # a step over a border into foreign ground opens it to zones (5.4h)
        border = w.lands.border_between(h, n) if foreign >> n & 1 else -1
        ended = bool(between >> n & 1) or (border >= 0 and not s.crossed >> border & 1)
        if is_tank and mountain >> n & 1:
            mountains += 1
            ended = ended or mountains > most
        return points, mountains, int(ended)

    return explore(start, w.near, step, begin, halt, lambda so_far: so_far[2])


def _come_between(s: State, mover: int) -> HexSet:
    """Hexes that a unit enters with consequences, after which its further way cannot be known yet.
    Cases 7.42g, 10.3f, 11.7b, 12.1g."""
    if is_hq(mover):
        return 0
    w, power = s.world, power_of(s, mover)
    lands, occupied = w.lands, garrisoned(s, mover)
    found = 0 if occupied >> s.where[mover] & 1 else occupied
    for name, joined in zip(lands.neutrals, s.neutral, strict=True):
        found |= lands.country[name] if joined < 0 else 0
    for other in OF_CAMP[1 - CAMP[power]]:
        for k in hqs_on_map(s, other):
            found |= 1 << s.hq[k]
    for k, h in enumerate(s.works):
        if h >= 0 and CAMP[s.works_power[k]] != CAMP[power] and w.markers[k].power != power:
            found |= 1 << h
    return found
