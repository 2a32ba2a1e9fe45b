"""Chapter 5: moving units and HQs hex by hex, paid for from the power's track."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import (
    Done,
    Drop,
    Escort,
    Evacuate,
    FormGroup,
    Land,
    Leave,
    Pick,
    Rejoin,
    Step,
    Stop,
    TakeLoss,
)
from hexfront.games.lebensraum.carried import carriage_option, carriage_violation, carriages, carry
from hexfront.games.lebensraum.control import march_into
from hexfront.games.lebensraum.decisions import Power, PowerOffers
from hexfront.games.lebensraum.groups import (
    form,
    form_violation,
    group_actions,
    group_option,
    rejoin,
    rejoin_violation,
)
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    CAMP,
    COMBINED,
    FIRST_WESTERN_TURN,
    GONE,
    GROUP,
    HQ_BASE,
    MOVEMENT,
    READY,
    RESERVE_MOVEMENT,
    RESERVE_TANKS,
    TANK_MOVEMENT,
)
from hexfront.games.lebensraum.landings import land_option, land_violation, landings, make_landing
from hexfront.games.lebensraum.reach import (
    is_hq,
    is_skipped,
    leaving_cost,
    may_enter,
    moves_as_tank,
    must_stop,
    place_of,
    power_of,
    step_cost,
    step_table,
    step_violation,
)
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.staff import escort_option, escort_violation, escorts, go_along, send
from hexfront.games.lebensraum.state import State, hqs_on_map, lift, lose_step, steps_of, units_of
from hexfront.games.lebensraum.supply import UnitLoss
from hexfront.games.lebensraum.treasury import spend
from hexfront.hexes import Hex
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation

RESERVES_ONLY = (RESERVE_MOVEMENT, RESERVE_TANKS)
TANKS_ONLY = (TANK_MOVEMENT, RESERVE_TANKS)
STAFF_SEGMENTS = (MOVEMENT, RESERVE_MOVEMENT)
"""When General Staff may move. Case 11.6d."""
DONE = Done()


def pick_violation(s: State, power: int, mover: int) -> Violation | None:
    """Why a unit or HQ may not begin to move now.

    Cases 4.2.2A, 4.2.2B, 4.2.2E, 4.2.2F, 5.1a, 5.1b, 5.1d, 5.1e, 11.2b, 11.3b, 11.3c, 11.3d. RULING 12.1-c.
    """
    w = s.world
    k = mover - HQ_BASE
    known = 0 <= k < len(w.hqs) if is_hq(mover) else w.is_unit(mover)
    if not known or power_of(s, mover) != power or place_of(s, mover) < 0:
        return Violation("5.1a", "Only a unit or HQ of your own on the map can move.")
    at = w.label(place_of(s, mover))
    if (s.hq_moved >> k if is_hq(mover) else s.moved >> mover) & 1:
        return Violation("5.1a", "It has moved in this segment.", at)
    if s.segment in TANKS_ONLY and not moves_as_tank(s, mover):
        return Violation("4.2.2E", "Only tank units and HQs move in this segment.", at)
    if s.segment in RESERVES_ONLY and not (s.hq_reserve >> k if is_hq(mover) else s.reserve >> mover) & 1:
        return Violation("5.1b", "Only what is in reserve moves in this segment.", at)
    if is_skipped(s, mover):
        return Violation("12.1f", "The western Axis does not act in its phase of turn A.", at)
    return None


def movers(s: State, power: int) -> list[int]:
    """Everything of a power that could ever be picked."""
    return [*units_of(s, power), *(HQ_BASE + k for k in hqs_on_map(s, power))]


def _escort_violation(s: State, power: int, action: Escort) -> Violation | None:
    if s.segment not in STAFF_SEGMENTS:
        return Violation("11.6d", "General Staff moves in the first movement segment of each side only.")
    return escort_violation(s, power, action)


def _land_violation(s: State, power: int, action: Land) -> Violation | None:
    if power != ALLIED:
        return Violation("12.3b", "Only the Western Allies land.")
    return land_violation(s, action)


class Order(NamedTuple):
    """What can be done in a movement segment beside moving: why not, doing it, how it is shown."""

    refusal: Callable[[State, int, Any], Violation | None]
    carry_out: Callable[[State, Any], Agenda]
    shown: Callable[[State, Any], Option]


ORDERS: dict[type[Action], Order] = {
    Escort: Order(_escort_violation, send, escort_option),
    Drop: Order(carriage_violation, carry, carriage_option),
    Evacuate: Order(carriage_violation, carry, carriage_option),
    Land: Order(_land_violation, make_landing, land_option),
    FormGroup: Order(form_violation, form, group_option),
    Rejoin: Order(rejoin_violation, rejoin, group_option),
}


class Moves(PowerOffers, frozen=True, tag=True):
    """Choose a unit or HQ to move, send the General Staff, or finish. Cases 5.1a, 11.6d."""

    rule: ClassVar[str] = "5.1a"
    takes = (Pick, *ORDERS, Done)
    done = Option("Finish moving", "done", rule="5.1a", ends=True)

    def choices(self, s: State) -> list[Action]:
        staff = escorts(s, self.power) if s.segment in STAFF_SEGMENTS else []
        flights = carriages(s, self.power) if s.segment == MOVEMENT else []
        afloat = landings(s) if self.power == ALLIED else []
        groups = group_actions(s, self.power)
        return [*(Pick(mover) for mover in movers(s, self.power)), *staff, *flights, *afloat, *groups]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        exact = (Land, FormGroup, Rejoin)
        return [*[a for a in self.choices(s) if isinstance(a, exact) or not self.refusal(s, a)], DONE]

    def refusal(self, s: State, action: Action) -> Violation | None:
        if isinstance(action, Pick):
            return pick_violation(s, self.power, action.mover)
        return ORDERS[type(action)].refusal(s, self.power, action)

    def take(self, s: State, action: Action) -> Agenda:
        if isinstance(action, Pick):
            s.mover, s.spent, s.mountains = action.mover, 0, 0
            return (March(self.power), self)
        return (*ORDERS[type(action)].carry_out(s, action), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        what = "tank unit or HQ" if s.segment in TANKS_ONLY else "unit or HQ"
        held = " that is in reserve" if s.segment in RESERVES_ONLY else ""
        points = s.points[self.power]
        return Prompt(f"Choose a {what}{held} to move, or finish. Movement points: {points}.", self.rule)

    def shown(self, s: State, action: Action) -> Option:
        if not isinstance(action, Pick):
            return ORDERS[type(action)].shown(s, action)
        name = s.world.name(action.mover)
        return Option(f"Move {name}", "pick", name, s.world.label(place_of(s, action.mover)))


class March(Power, frozen=True, tag=True):
    """Step into the next hex, or stop. Cases 5.1c, 5.3h, 5.3i, 5.4c."""

    rule: ClassVar[str] = "5.1c"
    takes = (Step, Stop, Leave)

    def candidates(self, s: State, seat: Seat) -> list[Step | Stop | Leave]:
        return [*(Step(n) for n in s.world.near(place_of(s, s.mover))), Leave(), Stop()]

    def legal(self, s: State, seat: Seat) -> list[Step | Stop | Leave]:
        a = place_of(s, s.mover)
        clear = may_enter(s, s.mover, s.world.around[a])
        left = s.points[self.power] - s.spent - (0 if s.spent else leaving_cost(s, s.mover, a))
        costs = step_table(s, s.mover)[a]
        steps = [Step(n) for n in s.world.near(a) if clear >> n & 1 and costs.get(n, left + 1) <= left]
        return [*steps, *(() if leave_violation(s) else (Leave(),)), Stop()]

    def violation(self, s: State, seat: Seat, action: Step | Stop | Leave) -> Violation | None:
        if isinstance(action, Step):
            return step_violation(s, s.mover, action.hex, s.spent, not s.spent)
        if isinstance(action, Leave):
            return leave_violation(s)
        return None

    def apply(self, s: State, seat: Seat, action: Step | Stop | Leave) -> Agenda:
        if isinstance(action, Step):
            return march(s, action.hex)
        if isinstance(action, Leave):
            u, at = s.mover, s.where[s.mover]
            end_move(s)
            lift(s, u, GONE)
            s.emit(ev.Told(u, "left the map", "6.42a", at))
            return ()
        end_move(s)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        left = s.points[self.power] - s.spent
        return Prompt(f"{s.world.name(s.mover)}: step on, or stop. Movement points left: {left}.", self.rule)

    def option(self, s: State, seat: Seat, action: Step | Stop | Leave) -> Option:
        w, name = s.world, s.world.name(s.mover)
        if isinstance(action, Stop):
            return Option("Stop here", "stop", name, w.label(place_of(s, s.mover)), ends=True)
        if isinstance(action, Leave):
            return Option(
                f"{name} leaves the map", "choose", name, w.label(place_of(s, s.mover)), rule="6.42a"
            )
        return Option(
            f"To {w.title(action.hex)}", "step", name, w.label(action.hex), float(_price(s, action.hex))
        )


def _price(s: State, h: Hex) -> int:
    a = place_of(s, s.mover)
    return (step_cost(s, s.mover, a, h) or 0) + (0 if s.spent else leaving_cost(s, s.mover, a))


def leave_violation(s: State) -> Violation | None:
    """Who may leave the map: the Italian 8th Army, over the west edge or at the Italian border. Cases 6.42a, 13.0h."""
    w = s.world
    if s.mover != w.italian_8th:
        return Violation("6.42a", "Only the Italian 8th Army leaves the map.")
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

    rule: ClassVar[str] = "5.6a"

    def apply(self, s: State, seat: Seat, action: TakeLoss) -> Agenda:
        if steps_of(s, self.unit) == 1 and s.mover == self.unit:
            end_move(s)
        lose_step(s, action.unit, action.way, self.rule)
        return ()


class GoOn(Auto, frozen=True, tag=True):
    """The piece in hand may go on, if it is still there. Case 5.1c."""

    power: int

    def run(self, s: State) -> Agenda:
        return (March(self.power),) if s.mover >= 0 else ()


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
    s.emit(ev.MoveEnded(mover, place_of(s, mover), s.spent))
    s.spent = 0
    if is_hq(mover):
        k = mover - HQ_BASE
        s.hq_moved |= 1 << k
        if s.hq_reserve >> k & 1:
            s.hq_reserve &= ~(1 << k)
            s.emit(ev.no_reserve(mover, "11.3d"))
        return
    s.moved |= 1 << mover
    if s.reserve >> mover & 1:
        s.reserve &= ~(1 << mover)
        s.emit(ev.no_reserve(mover, "11.3d"))


class Unstack(Auto, frozen=True, tag=True):
    """After its own Movement Segment each hex of a power holds one unit again. Cases 5.5a, 6.1c. RULING 6.1-a: the last to
    come waits for a later segment.

    A battle group may be with its parent (RULING 5.7-c).
    """

    power: int

    def run(self, s: State) -> Agenda:
        for h, units in list(s.stack.items()):
            if s.power[units[0]] != self.power:
                continue
            armies = [u for u in units if s.world.kind[u] != GROUP]
            for u in armies[1:]:
                lift(s, u, READY)
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
