"""Chapter 5: moving units hex by hex, in the Movement Phase and in Exploitation."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland import overrun
from hexfront.games.motherland.actions import Done, EnterBaku, Join, Overrun, Pick, Step, Stop
from hexfront.games.motherland.control import occupy
from hexfront.games.motherland.kinds import (
    AIR_BASE,
    ALLY,
    ASSET,
    AXIS,
    BAKU,
    COMBINED_ARMS,
    EXPLOITATION_PHASES,
    FORTRESS,
    GUARDS,
    INFANTRY,
    INFANTRY_KG,
    KIND_NAMES,
    LAST_MOVERS,
    MOUNTAIN,
    MOVED,
    PANZERS,
    PINNED,
    RAILROAD_GUN,
    SHIPPED,
    SHOCK,
    STRATEGIC,
    SUPPLY_BASE,
    SUPPORT,
    TURKISH,
    ZOC_SHY,
)
from hexfront.games.motherland.options import BakuRoll, baku_cost, baku_violation
from hexfront.games.motherland.reach import FULL_KINDS, gait, is_exploiter, reach, step_cost
from hexfront.games.motherland.state import State, countries, flag, is_frozen_front, move_factor
from hexfront.games.motherland.world import COUNTRY_CASES, PROHIBITED
from hexfront.games.motherland.zones import LEAVE_COST, enemy_zoc
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation, pending
from hexfront.wargame import DONE, Journey, SideDecides, SideOffers, each, lift, move
from hexfront.words import plural


def pick_violation(s: State, side: int, u: int, late: bool) -> Violation | None:
    """Why a unit may not begin to move now.

    Cases 5.0a, 5.0b, 5.2.3, 5.3b, 5.5c, 5.4.1b, 5.4.1c, 5.4.2b, 5.4.2c, 12.0d, 20.1-s2.
    """
    w = s.world
    if not w.is_unit(u) or w.side[u] != side or s.where[u] < 0:
        return Violation("5.0a", "Only a unit of your own on the map can move.")
    kind, flags, h = w.kind[u], s.flags[u], s.where[u]
    if flags & STRATEGIC:
        return Violation(
            "5.3b", "A unit that used strategic movement cannot move again this turn.", w.label(h)
        )
    if flags & SHIPPED:
        return Violation("5.5c", "A unit that went by sea cannot move again.", w.label(h))
    if flags & MOVED:
        return Violation("5.0b", "This unit has already moved.", w.label(h))
    if not move_factor(s, u):
        rule = "12.0d" if kind != FORTRESS else "5.0b"
        return Violation(rule, "A unit without a Movement Factor cannot move.", w.label(h))
    if (kind in LAST_MOVERS) != late and s.phase not in EXPLOITATION_PHASES:
        when = "after all other units" if kind in LAST_MOVERS else "before bases and support"
        return Violation("5.2.3", f"This unit moves {when}.", w.label(h))
    if is_frozen_front(s, h):
        return Violation("20.1-s2", "Units in Romania and Finland cannot move on turn 1.", w.label(h))
    if s.phase in EXPLOITATION_PHASES:
        if kind in (AIR_BASE, RAILROAD_GUN):
            return Violation(
                "5.4.1c", "Air Bases and the Railroad Gun cannot move in Exploitation.", w.label(h)
            )
        if kind == SUPPORT:
            return Violation("5.4.2c", "Offensive Support cannot move in Exploitation.", w.label(h))
        if not is_exploiter(s, u):
            rule = "5.4.1b" if side == AXIS else "5.4.2b"
            if kind not in ONE_HEX_KINDS[side]:
                return Violation(rule, "This kind of unit cannot move in Exploitation.", w.label(h))
            if flags & PINNED:
                return Violation(rule, "It began the phase in an enemy ZOC.", w.label(h))
    return None


ONE_HEX_KINDS = (
    frozenset({INFANTRY, INFANTRY_KG, MOUNTAIN, SUPPLY_BASE, ALLY, TURKISH}),
    frozenset({COMBINED_ARMS, GUARDS, SHOCK}),
)
"""Units that move one hex in Exploitation. Cases 5.4.1b, 5.4.2b."""
FIRST_MOVERS = frozenset(range(len(KIND_NAMES))) - LAST_MOVERS - {FORTRESS, ASSET}
GONE_ALREADY = STRATEGIC | SHIPPED | MOVED


class Moves(SideOffers, frozen=True, tag=True):
    """The phasing player moves units one after another, or stops. Cases 5.0a, 5.1a, 5.2.3."""

    late: bool = False
    takes = (Pick, Done)
    done = Option("Finish moving", "done", rule="5.0a", ends=True)
    rule: ClassVar[str] = "5.0a"

    def choices(self, s: State) -> list[Pick]:
        return [Pick(u) for u in s.world.units_of[self.side] if s.where[u] >= 0]

    def refusal(self, s: State, action: Pick) -> Violation | None:
        return pick_violation(s, self.side, action.unit, self.late)

    def legal(self, s: State, seat: Seat) -> list[Pick | Done]:
        w = s.world
        where, flags = s.where, s.flags
        if s.phase in EXPLOITATION_PHASES:
            kind, slow = w.kind, ONE_HEX_KINDS[self.side]
            free = [
                u
                for u in w.of_kinds(self.side, FULL_KINDS | slow)
                if not (flags[u] & PINNED and kind[u] in slow)
            ]
        else:
            free = w.of_kinds(self.side, LAST_MOVERS if self.late else FIRST_MOVERS)
        free = [u for u in free if where[u] >= 0 and not flags[u] & GONE_ALREADY]
        if s.turn == 1:  # for speed: later nobody is held there
            free = [u for u in free if not is_frozen_front(s, where[u])]
        picks = each(Pick, len(where))
        return [*[picks[u] for u in free], DONE]

    def take(self, s: State, action: Pick) -> Agenda:
        s.group = [action.unit]
        s.has_stepped = 0
        return (March(self.side, self.late), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        if s.phase in EXPLOITATION_PHASES:
            text, rule = (
                "Exploit: choose a unit to move, or end the phase.",
                "5.4.1a" if self.side == AXIS else "5.4.2a",
            )
            who = "Panzer" if self.side == AXIS else "Tank"
            hint = f"{who} units move and overrun with their full factor; others move one hex if they did not begin in an enemy ZOC."
            return Prompt(text, rule, hint)
        if self.late:
            what = "Air Bases and Supply Bases" if self.side == AXIS else "Offensive Support"
            return Prompt(
                f"Move your {what}, or end the Movement Phase.", "5.2.3", "They move after all other units."
            )
        return Prompt(
            "Choose a unit to move, or finish moving.",
            "5.0a",
            "Pick a unit, add others from its hex to move with it, then go hex by hex.",
        )

    def shown(self, s: State, action: Pick) -> Option:
        w = s.world
        name = w.name(action.unit)
        return Option(
            f"Move {name}", "pick", name, w.label(s.where[action.unit]), float(move_factor(s, action.unit))
        )


STOP = Stop()


def may_infiltrate(s: State) -> bool:
    """Whether the moving group may go from one enemy ZOC to another. Cases 4.2d, 5.1.4. RULING 4.2-a."""
    kind = s.world.kind
    return s.phase not in EXPLOITATION_PHASES and all(kind[u] in PANZERS for u in s.group)


def step_violation(s: State, side: int, n: Hex) -> Violation | None:
    """Why the group may not step into a hex.

    Cases 4.2b, 5.0c, 5.1d, 5.1.4, 5.1.9a, 5.2.2a, 5.2.2b, 12.0-i1. RULING 5.1.3-a.
    """
    w = s.world
    h = s.where[s.group[0]]
    if n not in w.near(h):
        return Violation("5.0c", "Units move to an adjacent hex.")
    if not w.land >> n & 1:
        rule = "5.1.9a" if w.board.off >> n & 1 else "5.1d"
        return Violation(rule, "Units cannot enter sea, lake or out-of-play hexes.", w.label(n))
    enemy = s.held_by(1 - side)
    if enemy >> n & 1:
        return Violation("5.2.2a", "Enemy units are there.", w.label(n))
    hostile = enemy_zoc(s, side)
    exploiting = s.phase in EXPLOITATION_PHASES
    for u in s.group:
        found = _unit_step_violation(s, u, h, n, hostile, exploiting)
        if found is not None:
            return found
    if hostile >> h & 1 and hostile >> n & 1 and not may_infiltrate(s):
        at = w.label(n)
        if all(w.kind[u] in PANZERS for u in s.group):
            return Violation("5.1.4", "Not even Panzers can go from ZOC to ZOC in Exploitation.", at)
        return Violation("4.2b", "A unit cannot go from one enemy ZOC straight into another.", at)
    return None


def _unit_step_violation(
    s: State, u: int, h: Hex, n: Hex, hostile: HexSet, exploiting: bool
) -> Violation | None:
    """Why one unit of the group may not. Shortage of points never bars its first hex.

    Cases 4.2.3a, 5.0b, 5.1.3, 5.1.6b, 5.2.1a, 5.2.1b, 5.2.1c, 5.2.1d, 5.2.1e, 5.2.1f, 5.2.1g, 5.2.1-i1, 5.4.1b, 5.4.2b.
    RULING 5.4-a.
    """
    w = s.world
    kind = w.kind[u]
    if not countries(s, u) >> n & 1:
        neutral = w.country["turkey"] >> n & 1 and w.nation[u] == "german"
        rule = "5.2.1-i1" if neutral else COUNTRY_CASES[w.nation[u]]
        return Violation(rule, f"{w.name(u)} cannot enter that country.", w.label(n))
    if kind in ZOC_SHY and hostile >> n & 1:
        rule = "5.1.6b" if kind == RAILROAD_GUN else "4.2.3a"
        return Violation(rule, f"{w.name(u)} cannot enter an enemy ZOC.", w.label(n))
    cost = step_cost(s, u, h, n, hostile)
    if cost is None:
        return _closed_way(s, u, h, n)
    if exploiting and not is_exploiter(s, u):
        if s.has_stepped:
            rule = "5.4.1b" if w.side[u] == AXIS else "5.4.2b"
            return Violation(rule, f"{w.name(u)} can move only one hex in Exploitation.", w.label(n))
        return None
    if s.spent[u] + cost > move_factor(s, u) and (exploiting or s.spent[u]):
        return Violation(
            "5.0b",
            f"{w.name(u)} needs {cost} Movement {plural(cost, 'Point')}, more than it has left.",
            w.label(n),
        )
    return None


def _closed_way(s: State, u: int, h: Hex, n: Hex) -> Violation:
    w = s.world
    at = w.label(n)
    if w.kind[u] == RAILROAD_GUN:
        return Violation("5.1.6a", "The Railroad Gun can move only along railroads.", at)
    if w.bridge.has(h, n):
        return Violation("16.7a", "Only strategic movement and supply can cross the rail bridge.", at)
    if w.frozen.has(h, n):
        return Violation("5.1.7", "Only Soviet infantry can cross Frozen Access, and only on Snow turns.", at)
    if w.blocked.has(h, n):
        return Violation("5.1d", "Sea or lake lies between.", at)
    return Violation("5.1.5b", "Only German Mountain units can enter a High Mountain hex.", at)


class March(SideDecides, frozen=True, tag=True):
    """The group in hand steps from hex to hex, overruns, or stops.

    Cases 4.2a, 5.0b, 5.0c, 5.1a, 5.1.3, 5.4.1b, 5.4.2b, 7.0a, 7.1h, 16.6a, 19.1a, 21.1.1, 21.1.3a.
    """

    late: bool
    takes = (Step, Overrun, Join, Stop, EnterBaku)
    rule: ClassVar[str] = "5.0c"

    def candidates(self, s: State, seat: Seat) -> list[Step | Overrun | Join | Stop | EnterBaku]:
        w = s.world
        h = s.where[s.group[0]]
        out: list[Step | Overrun | Join | Stop | EnterBaku] = [Step(n) for n in w.near(h)]
        out += [Overrun(n) for n in w.near(h)]
        out += [Join(u) for u in s.stack[h] if u not in s.group]
        out += [EnterBaku(), STOP]
        return out

    def violation(
        self, s: State, seat: Seat, action: Step | Overrun | Join | Stop | EnterBaku
    ) -> Violation | None:
        if isinstance(action, Step):
            return step_violation(s, self.side, action.hex)
        if isinstance(action, Stop):
            return None
        if isinstance(action, Join):
            return self._join_violation(s, action.unit)
        if isinstance(action, Overrun):
            return overrun.violation(s, self.side, action.hex)
        return baku_violation(s)

    def _join_violation(self, s: State, u: int) -> Violation | None:
        """Units move together only from the hex where they began the phase together. Cases 5.1a, 5.1.2-i1."""
        found = pick_violation(s, self.side, u, self.late)
        if found is not None:
            return found
        first = s.group[0]
        at = s.world.label(s.where[first])
        if u in s.group:
            return Violation("5.1a", "It is already with the group.", at)
        if s.has_stepped or s.where[u] != s.where[first]:
            return Violation("5.1a", "Units must join before the group leaves their hex.", at)
        if s.began[u] != s.began[first] or s.began[u] < 0:
            return Violation("5.1a", "They did not begin the phase in the same hex.", at)
        if s.world.kind[u] == RAILROAD_GUN or s.world.kind[first] == RAILROAD_GUN:
            return Violation("5.1.2-i1", "The Railroad Gun moves by itself.", at)
        return None

    def legal(self, s: State, seat: Seat) -> list[Step | Overrun | Join | Stop | EnterBaku]:
        w = s.world
        side, group = self.side, s.group
        h = s.where[group[0]]
        enemy = s.soviet_any if side == AXIS else s.axis_any
        out: list[Step | Overrun | Join | Stop | EnterBaku] = []
        u = group[0]
        if len(group) == 1 and w.kind[u] != RAILROAD_GUN:  # for speed: the same as below
            g = gait(s, u)
            left, open_ = PROHIBITED if g.first else g.points, g.within
            if g.hostile >> h & 1:
                left -= LEAVE_COST
                if not g.slips:
                    open_ &= ~g.hostile
            steps = w.steps_to
            out += [steps[n] for n, cost in g.steps.of[h].items() if cost <= left and open_ >> n & 1]
        else:
            out += [Step(n) for n in w.near(h) if step_violation(s, side, n) is None]
        is_near = (
            enemy & w.around[h] and not s.supply[u]
        )  # for speed: this and the next are asked again below
        if is_near and s.spent[u] + overrun.cost(s, side) <= move_factor(s, u):
            out += [Overrun(n) for n in w.near(h) if enemy >> n & 1 and overrun.violation(s, side, n) is None]
        if not s.has_stepped and len(s.stack[h]) > len(group):  # for speed: mostly there is nobody to join
            others = [u for u in s.stack[h] if u not in group]
            out += [Join(u) for u in others if self._join_violation(s, u) is None]
        if w.has_baku and baku_violation(s) is None:
            out.append(EnterBaku())
        out.append(STOP)
        return out

    def apply(self, s: State, seat: Seat, action: Step | Overrun | Join | Stop | EnterBaku) -> Agenda:
        if isinstance(action, Step):
            return self._step(s, action.hex)
        if isinstance(action, Join):
            s.group.append(action.unit)
            return (self,)
        if isinstance(action, Overrun):
            return (*overrun.begin(s, self.side, action.hex), MarchOn(self.side, self.late))
        if isinstance(action, EnterBaku):
            for u in s.group:
                lift(s, u, BAKU)
            s.emit(ev.Boxed(s.group[0], "on the way to Baku", "21.1.1"))
            s.group = []
            return (BakuRoll(),) if not s.baku_rolled else ()
        halt(s)
        return ()

    def _step(self, s: State, n: Hex) -> Agenda:
        w = s.world
        h = s.where[s.group[0]]
        hostile = enemy_zoc(s, self.side)
        for u in s.group:
            s.spent[u] += step_cost(s, u, h, n, hostile) or 0
            move(s, u, n)
        s.has_stepped = 1
        s.emit(ev.Moved(tuple(s.group), (h, n), "5.1b"))
        if w.points >> n & 1:
            return (*occupy(s, self.side, n), self)
        return (self,)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        w = s.world
        u = s.group[0]
        left = max(0, move_factor(s, u) - s.spent[u])
        points = "Movement Point" if left == 1 else "Movement Points"
        text = f"Move {w.names_of(s.group)}: {left} {points} left. Move on, or stop here."
        return Prompt(text, "5.1b", "Leaving an enemy ZOC costs 2 more; an overrun costs 3.")

    def option(self, s: State, seat: Seat, action: Step | Overrun | Join | Stop | EnterBaku) -> Option:
        w = s.world
        u = s.group[0]
        if isinstance(action, Step):
            cost = step_cost(s, u, s.where[u], action.hex, enemy_zoc(s, self.side))
            label = f"To {w.title(action.hex)}"
            return Option(label, "step", w.name(u), w.label(action.hex), float(cost or 0), "5.1b")
        if isinstance(action, Overrun):
            label = f"Overrun {w.title(action.hex)}"
            return Option(
                label, "target", w.name(u), w.label(action.hex), float(overrun.cost(s, self.side)), "7.1a"
            )
        if isinstance(action, Join):
            name = w.name(action.unit)
            return Option(f"Take {name} along", "join", name, w.label(s.where[action.unit]), rule="5.1a")
        if isinstance(action, EnterBaku):
            return Option("To Baku", "choose", w.name(u), "baku", cost=float(baku_cost(s)), rule="21.1.1")
        return Option("Stop here", "stop", w.name(u), w.label(s.where[u]), ends=True)


def halt(s: State) -> None:
    """The group has finished moving for this phase."""
    flag(s, s.group, MOVED)
    s.group = []


def journey(s: State, seat: Seat, u: int) -> Journey | None:
    """How a unit walks from here: with the group in hand, or once it is picked."""
    frame = pending(s)
    if not isinstance(frame, Moves | March) or seat not in frame.deciders(s):
        return None
    if isinstance(frame, March):
        return Journey((), reach(s, u), Step, tuple(s.group)) if u in s.group else None
    if pick_violation(s, frame.side, u, frame.late) is not None:
        return None
    return Journey((Pick(u),), reach(s, u), Step)


class MarchOn(Auto, frozen=True, tag=True):
    """After an Overrun: the group enters a vacated hex and goes on, or has finished. Cases 5.0b, 7.0b, 7.1g, 7.1h, 7.2.2, 19.1a."""

    side: int
    late: bool

    def run(self, s: State) -> Agenda:
        target, s.target = s.target, -1
        origin = s.origins
        s.group = [u for u in s.attackers if s.where[u] >= 0]
        s.attackers, s.origins, s.is_overrun = [], {}, 0
        enemy = s.held_by(1 - self.side)
        if enemy >> target & 1 or not s.group or s.where[s.group[0]] != origin[s.group[0]]:
            halt(s)
            return ()
        h = s.where[s.group[0]]
        for u in s.group:
            move(s, u, target)
        s.emit(ev.Moved(tuple(s.group), (h, target), "5.1b"))
        return (*occupy(s, self.side, target), March(self.side, self.late))
