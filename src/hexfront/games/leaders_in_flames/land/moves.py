"""The land move: take units in hand, go hex by hex or leg by leg, overrun, stop."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Announce, Done, Go, Join, Overrun, Pick, Stop
from hexfront.games.leaders_in_flames.chairs import land_units, seat_violation
from hexfront.games.leaders_in_flames.kinds import MOVES, PARTISAN
from hexfront.games.leaders_in_flames.land.overrun import overrun, overrun_cost, overrun_violation
from hexfront.games.leaders_in_flames.land.reach import (
    group_reach,
    kind_of,
    move_limits,
    moves_free,
    points_left,
    set_out,
)
from hexfront.games.leaders_in_flames.land.supply import may_act
from hexfront.games.leaders_in_flames.land.zones import may_stack, shed, stopping_zone
from hexfront.games.leaders_in_flames.leaders.announce import announce, announce_option, announcements
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.leaders.usable import usable
from hexfront.games.leaders_in_flames.limits import limit_violation
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.parts import BY_PARTS, ByParts
from hexfront.games.leaders_in_flames.politics.abroad import abroad_violation
from hexfront.games.leaders_in_flames.politics.guests import guest_violation, opened, visit
from hexfront.games.leaders_in_flames.politics.parties import closed_to
from hexfront.games.leaders_in_flames.politics.partisans import combine
from hexfront.games.leaders_in_flames.state import State, is_down, take_control, turn_down
from hexfront.hexes import Hex
from hexfront.kernel import Action, Agenda, Option, Prompt, Seat, Violation, Walk
from hexfront.wargame import Moved, SideDecides, move

LEG = 4
"""A leg has at most this many hexes: enough for most moves, and the list stays short enough to read."""
STOP, DONE = Stop(), Done()


def pick_violation(s: State, side: int, u: int) -> Violation | None:
    """Why a unit may not begin a land move. Cases base.move, 3.1m, 3.1n, 1c."""
    w = s.world
    if not w.is_land(u) or w.side[u] != side or s.where[u] < 0:
        return Violation("base.move", "Only a unit or leader of your own on the map can move.")
    if (refused := seat_violation(s, u)) is not None:
        return refused
    at = w.label(s.where[u])
    if is_down(s, u):
        return Violation("base.move", f"{w.name(u)} is face-down.", at)
    if s.moved >> u & 1:
        return Violation("base.move", f"{w.name(u)} has already moved in this step.", at)
    if not w.pace[u]:
        return Violation("base.move", f"{w.name(u)} cannot move.", at)
    return limit_violation(s, w.power[u], MOVES, "land moves", w.is_leader(u) or moves_free(s, u))


def take_in_hand(s: State, u: int) -> None:
    """Begin a move."""
    s.group, s.spent = [u], [0]
    s.began = s.where[u]
    s.moves_made += 1


class Moves(ByParts, frozen=True, tag=True):
    """Choose a unit or leader to move, or finish. Case base.move."""

    rule: ClassVar[str] = "base.move"
    takes = (Pick, Done, *BY_PARTS)

    def choices(self, s: State) -> list[Action]:
        return [*(Pick(u) for u in land_units(s, self.side)), DONE]

    def refusal(self, s: State, action: Action) -> Violation | None:
        return pick_violation(s, self.side, action.unit) if isinstance(action, Pick) else None

    def take(self, s: State, action: Action) -> Agenda:
        if not isinstance(action, Pick):
            return ()
        take_in_hand(s, action.unit)
        return (March(self.side), self.whole)

    def asked(self, s: State) -> Prompt:
        return Prompt("Choose a unit or leader to move, or finish.", self.rule)

    def shown(self, s: State, action: Action) -> Option:
        if not isinstance(action, Pick):
            return Option("Finish moving", "done", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "Move {}", "pick")


class March(SideDecides, frozen=True, tag=True):
    """Take others along, go on, overrun, or stop. Cases base.move, base.overrun."""

    rule: ClassVar[str] = "base.move"
    takes = (Join, Announce, Go, Overrun, Stop)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        w, at = s.world, s.where[s.group[0]]
        mates = [u for u in s.stack[at] if u not in s.group and w.is_land(u)] if not any(s.spent) else []
        reached = group_reach(s)
        legs = reached.hexes & w.leg_from(at, LEG)
        enemy = s.held[1 - self.side]
        if any(leader in s.group for leader, _ in in_use(s, "zone.overrun")):
            enemy |= stopping_zone(s, self.side)
        return [
            *(Join(u) for u in mates),
            *announcements(s, self.side, "move"),
            *(Go(h) for h in reached if legs >> h & 1),
            *(Overrun(h) for h in w.near(at) if enemy >> h & 1),
            STOP,
        ]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        """The same list; what holds for every hex is asked once."""
        refused = (move_limits(s) or guest_violation(s, s.group)) is not None
        out: list[Action] = []
        for action in self.candidates(s, seat):
            if isinstance(action, Go):
                if (
                    not refused
                    and may_stack(s, self.side, action.hex, s.group)
                    and crowd_violation(s, action.hex) is None
                ):
                    out.append(action)
            elif self.violation(s, seat, action) is None:
                out.append(action)
        return out

    def violation(self, s: State, seat: Seat, action: Action) -> Violation | None:
        if isinstance(action, Join):
            return self._join_violation(s, action.unit)
        if isinstance(action, Announce):
            if any(s.spent):
                return Violation("3c", "Announce before the move begins.")
            return usable(s, self.side, action.leader, action.ability, "move")
        if isinstance(action, Go):
            return go_violation(s, self.side, action.hex)
        return overrun_violation(s, self.side, action.hex) if isinstance(action, Overrun) else None

    def _join_violation(self, s: State, u: int) -> Violation | None:
        if not s.world.is_unit(u) or u in s.group or s.where[u] != s.where[s.group[0]]:
            return Violation("base.move", "Only another unit in the same hex can come along.")
        if any(s.spent):
            return Violation("base.move", "Units that move together must start together.")
        return pick_violation(s, self.side, u)

    def apply(self, s: State, seat: Seat, action: Action) -> Agenda:
        if isinstance(action, Join):
            s.group.append(action.unit)
            s.spent.append(0)
            return (self,)
        if isinstance(action, Announce):
            announce(s, action.leader, action.ability)
            return (self,)
        if isinstance(action, Go):
            rolls = go(s, action.hex)
            if any(s.world.kind[u] == PARTISAN for u in s.group) and (grown := combine(s, action.hex)):
                return (*end_move(s), *grown)
            return (*rolls, *((self,) if can_go_on(s, self.side) else end_move(s)))
        if isinstance(action, Overrun):
            fleeing = overrun(s, action.hex)
            return (*fleeing, self) if s.group and can_go_on(s, self.side) else (*end_move(s), *fleeing)
        return end_move(s)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        w = s.world
        left = min(points_left(s, k) for k in range(len(s.group)))
        return Prompt(f"{w.names_of(s.group)}: go on, or stop. Points left: {left}.", self.rule)

    def option(self, s: State, seat: Seat, action: Action) -> Option:
        w = s.world
        piece = w.piece(s.group[0])
        if isinstance(action, Join):
            at = w.label(s.where[action.unit])
            return Option(f"{w.name(action.unit)} comes along", "join", w.piece(action.unit), at)
        if isinstance(action, Announce):
            return announce_option(s, action)
        if isinstance(action, Go):
            cost = float(group_reach(s).cost(action.hex))
            return Option(f"To {w.title(action.hex)}", "step", piece, w.label(action.hex), cost)
        if isinstance(action, Overrun):
            cost = float(overrun_cost(s, 0, action.hex))
            return Option(
                f"Overrun {w.title(action.hex)}", "target", piece, w.label(action.hex), cost, "base.overrun"
            )
        return Option("Stop here", "stop", piece, w.label(s.where[s.group[0]]), ends=True)


def go_violation(s: State, side: int, h: Hex) -> Violation | None:
    """Why the units in hand cannot go to a hex together. Cases base.move, base.zone, base.stacking, 3.1a, 3.1m."""
    w = s.world
    at = w.label(h)
    if not w.is_hex(h) or not w.area >> h & 1:
        return Violation("base.move", "That is not a land hex in play.", at)
    if s.held[1 - side] >> h & 1:
        return Violation("base.overrun", "An enemy is there: it can be overrun, or attacked.", at)
    if (refused := guest_violation(s, s.group) or crowd_violation(s, h)) is not None:
        return refused
    if h not in group_reach(s):
        if any(closed_to(s, w.party[u]) >> h & 1 for u in s.group) and not opened(s, s.group) >> h & 1:
            return Violation("base.neutral", "It is neutral ground.", at)
        if stopping_zone(s, side) >> s.where[s.group[0]] & 1 and any(s.spent):
            return Violation("base.zone", "The move ended in an enemy zone of control.", at)
        return Violation("base.move", "It is out of reach.", at)
    if not w.leg_from(s.where[s.group[0]], LEG) >> h & 1:
        return Violation("base.move", f"A leg has at most {LEG} hexes; go there in two.", at)
    if not may_stack(s, side, h, s.group):
        return Violation("base.stacking", "There are too many units in that hex.", at)
    return move_limits(s)


def crowd_violation(s: State, h: Hex) -> Violation | None:
    """Why units in hand may not go into an ally's land: their power has enough there. Case base.abroad."""
    if not s.world.plan.us_entry:
        return None
    return next((found for u in s.group if (found := abroad_violation(s, u, h))), None)


def go(s: State, h: Hex) -> Agenda:
    """Move the units in hand to a hex by a cheapest way, taking the ground on it. Cases base.move, base.control, 3.1h."""
    w = s.world
    reached = group_reach(s)
    set_out(s)
    here = s.where[s.group[0]]
    path = (here, *reached.way(h))
    tables = [w.steps_for(kind_of(s, u)) for u in s.group]
    for a, b in zip(path, path[1:], strict=False):
        for k, u in enumerate(s.group):
            s.spent[k] += tables[k].of[a][b]
            take_control(s, u, b)
    for u in s.group:
        move(s, u, h)
    s.emit(Moved(tuple(s.group), path, "base.move"))
    return visit(s, s.group, path) if s.guests or any(in_use(s, "enter.neutral")) else ()


def can_go_on(s: State, side: int) -> bool:
    """Whether a move in hand could still do anything. Case base.zone."""
    at = s.where[s.group[0]]
    if stopping_zone(s, side) >> at & 1:
        return False
    if min(points_left(s, k) for k in range(len(s.group))) <= 0:  # for speed: nothing can be paid
        return False
    return bool(group_reach(s)) or any(
        overrun_violation(s, side, n) is None for n in s.world.near(at) if s.held[1 - side] >> n & 1
    )


def end_move(s: State) -> Agenda:
    """Put the units in hand down; those without supply are turned face-down by their move. Case base.supply."""
    if any(s.spent):
        for u in s.group:
            if not may_act(s, u):
                turn_down(s, u)
    s.group, s.spent, s.began, s.cleared = [], [], -1, -1
    shed(s)
    return ()


def walks(s: State, frame: March | Moves, u: int) -> dict[str, Walk] | None:
    """How a seat can walk a unit from the present decision: leg by leg, each to a hex with room for it."""
    w = s.world
    before: tuple[Action, ...] = ()
    if isinstance(frame, Moves):
        if pick_violation(s, frame.side, u) is not None:
            return None
        before = (*(part for part in frame.parts(s) if frame.is_in(s, part, Pick(u))), Pick(u))
        s = s.clone()
        take_in_hand(s, u)
    elif u not in s.group:
        return None
    if move_limits(s) is not None:
        return {}
    found = group_reach(s)
    out = {}
    for h in found:
        if may_end(s, frame.side, h):
            way = found.way(h)
            plan = legs(s, frame.side, way)
            if plan:
                path = tuple(w.label(n) for n in way)
                out[w.label(h)] = Walk(
                    float(found.cost(h)), path, (*before, *plan), bool(found.stops >> h & 1)
                )
    return out


def may_end(s: State, side: int, h: Hex) -> bool:
    """Whether a leg of the units in hand may end in a hex that they reach. Cases base.stacking, base.abroad."""
    return may_stack(s, side, h, s.group) and crowd_violation(s, h) is None


def legs(s: State, side: int, way: tuple[Hex, ...]) -> tuple[Go, ...]:
    """A way as legs, the longest first; nothing if there is no room to rest on it."""
    w = s.world
    at, done = s.where[s.group[0]], -1
    out: list[Go] = []
    while done < len(way) - 1:
        near = w.leg_from(at, LEG)
        ends = [k for k in range(done + 1, len(way)) if near >> way[k] & 1 and may_end(s, side, way[k])]
        if not ends:
            return ()
        done = ends[-1]
        at = way[done]
        out.append(Go(at))
    return tuple(out)
