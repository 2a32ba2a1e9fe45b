"""Chapter 11 with the orders of 7.2: who moves, how far, in which directions, and where a move may end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.turns_east.actions import EndMovement, Invade, Lose, Overrun, Pick, Step, Stop, Take
from hexfront.games.turns_east.combat import begin_assault
from hexfront.games.turns_east.commands import order_of, refresh_zones
from hexfront.games.turns_east.data import AXIS, BLITZ, HOLD, SOVIET
from hexfront.games.turns_east.going import Going, is_bound
from hexfront.games.turns_east.losses import lose_unit
from hexfront.games.turns_east.mobile import assault_violation
from hexfront.games.turns_east.special import SOUTH, begin_invasion, invasion_violation
from hexfront.games.turns_east.state import EastState, occupy, take_town, units_at
from hexfront.games.turns_east.zones import is_crowded, spread
from hexfront.hexes import Hex, among, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Moved, OneDecides, SideDecides
from hexfront.words import quantity


class MovementRound(Auto, frozen=True, tag=True):
    """Move unit after unit while any can still move. A fort that has changed hands changes the zones for units that move next. Cases 8.1.8, 9.1.4b, 11.2.2."""

    side: int
    command: int

    def run(self, s: EastState) -> Agenda:
        if s.todo:
            refresh_zones(s, self.side)
            return (ChooseMover(self.side, self.command),)
        return (Crowding(self.side),)


class ChooseMover(SideDecides, frozen=True, tag=True):
    """Which unit moves next. Cases 8.1.8, 11.1.7."""

    rule: ClassVar[str] = "11.2.2"
    takes: ClassVar[tuple[type[Action], ...]] = (Pick, EndMovement)
    command: int

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        yield from (Pick(u) for u in range(len(s.world.units)))
        yield EndMovement()

    def legal(self, s: EastState, seat: Seat) -> list[Any]:
        out: list[Any] = among(s.world.picks, s.todo)
        out.append(END_MOVEMENT)
        return out

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        if type(action) is EndMovement:
            return None
        u, w = action.unit, s.world
        if u >= 0 and s.todo >> u & 1:
            return None
        if not 0 <= u < len(w.units) or s.where[u] < 0:
            return Violation("11.2.1", "There is no such unit on the map.")
        name = s.world.name(u)
        spot = w.label(s.where[u])
        if w.side[u] != self.side:
            return Violation("11.2.1", f"{name} is not yours to move.", spot)
        if w.garrisons >> u & 1:
            return Violation("13.3.3a", "A garrison cannot move.", spot)
        if w.partisan >> u & 1:
            return Violation("13.6.4", "Partisans cannot move.", spot)
        if w.leaders >> u & 1:
            return Violation("13.4.2", "A leader can move only with a Panzer Corps: pick that instead.", spot)
        if s.moved >> u & 1:
            return Violation("11.1.7", f"{name} has already moved this turn.", spot)
        return Violation("11.2.1", f"{name} does not belong to the Command now active.", spot)

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        if type(action) is EndMovement:
            return (Crowding(self.side),)
        here = s.where[action.unit]
        s.todo &= ~(1 << action.unit)
        return (Moving(self.command, (action.unit,), (0,), (here,)), MovementRound(self.side, self.command))

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        w = s.world
        name = w.command_names[self.side][self.command]
        return Prompt(
            f"{name}: choose a unit to move, or end movement.",
            "11.2.2",
            "You may move none, some or all units of the active Command. Attacks come after all movement.",
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        if type(action) is EndMovement:
            crowded = any(is_crowded(s, i) for i in bits(s.held[self.side]))
            warn = " (overstacked hexes lose units)" if crowded else ""
            return Option("End movement" + warn, "done", rule="11.2.2", ends=True)
        u = action.unit
        return Option(
            f"Move {s.world.name(u)}",
            "pick",
            s.world.units[u].id,
            s.world.label(s.where[u]),
            s.allowance.get(u),
        )


END_MOVEMENT = EndMovement()
STOP = Stop()


class Moving(OneDecides, frozen=True, tag=True):
    """A stack on the move: the next step, or the end. Cases 11.1.1, 11.1.4, 11.1.5, 11.1.6, 7.6a, 9.3b, 11.1.7,
    12.4.2, 13.7.2e."""

    rule: ClassVar[str] = "11.1.6"
    takes: ClassVar[tuple[type[Action], ...]] = (Step, Stop, Take, Overrun, Invade)
    command: int
    units: tuple[int, ...]
    spent: tuple[int, ...]
    path: tuple[int, ...]
    strayed: bool = False  # has left the compass of a Hold order
    far: bool = False  # has spent its first step (a Mobile Assault counts)

    def chooser(self, s: EastState) -> int:
        return s.world.side[self.units[0]]

    @property
    def here(self) -> Hex:
        return self.path[-1]

    # --- what is legal

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        w = s.world
        here = self.path[-1]
        for j in w.grid.neighbours(here):
            yield w.steps[j]
        yield STOP
        for u in bits(units_at(s, here)):
            yield Take(u)
        for j in w.grid.neighbours(here):
            yield Overrun(j)
        for j in bits(w.coast):
            yield Invade(j)

    def going(self, s: EastState) -> Going:
        """The rules of this stack on the move, the leader it cannot leave behind included. Case 13.4.2."""
        if units_at(s, self.path[-1]) & s.world.leaders:  # for speed: mostly there is none
            led = self.with_leader(s)
            return Going(s, led.command, led.units, led.spent, led.path, led.strayed, led.far)
        return Going(s, self.command, self.units, self.spent, self.path, self.strayed, self.far)

    def legal(self, s: EastState, seat: Seat) -> list[Any]:
        w = s.world
        here = self.path[-1]
        u = self.units[0]
        going = self.going(s)
        steps = w.steps
        stack = units_at(s, here)
        held = (
            bool(stack & w.leaders) and self.bond_violation(s) is not None
        )  # for speed: mostly there is none
        out: list[Any] = [] if held else [steps[j] for j in going.legal_steps()]
        if not self.far or not going.ending(here, self.strayed):
            out.append(STOP)
        rest = stack & (s.todo | w.leaders & s.active)
        if rest:  # for speed: mostly there is nobody
            out.extend(Take(k) for k in bits(rest) if self.take_violation(s, k) is None)
        if w.panzers >> u & 1 and not held:
            near = w.adjacent[here] & s.held[SOVIET]
            if (
                near and order_of(s, u, self.command) == BLITZ
            ):  # for speed: mostly there is none, or no such order
                out.extend(Overrun(j) for j in bits(near) if self.assault_violation(s, j) is None)
        elif (
            w.sea_supply >> here & 1 and self.command == SOUTH and not self.far
        ):  # for speed: nobody else can
            out.extend(Invade(j) for j in bits(w.coast) if self.invasion_violation(s, j) is None)
        return out

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        kind = type(action)
        if kind is Step:
            return self.step_violation(s, action.hex)
        if kind is Stop:
            return self.stop_violation(s)
        if kind is Take:
            return self.take_violation(s, action.unit)
        if kind is Overrun:
            return self.assault_violation(s, action.hex)
        return self.invasion_violation(s, action.hex)

    def assault_violation(self, s: EastState, j: Hex) -> Violation | None:
        """Why the stack may not make a Mobile Assault on a hex. Case 12.4.2. RULING 12.4-b."""
        stuck = self.stop_violation(s) or self.bond_violation(s)
        if stuck is not None:
            return stuck  # were the assault to fail, the stack would have to stay here (12.4.8)
        near = j in s.world.exits[self.here]
        cost = {u: self.cost(s, u, j) for u in self.units} if near else {}
        left = {u: s.allowance[u] - spent for u, spent in zip(self.units, self.spent, strict=True)}
        return assault_violation(s, self.command, self.units, self.here, j, cost, left)

    def invasion_violation(self, s: EastState, j: Hex) -> Violation | None:
        return invasion_violation(s, self.command, self.units, self.here, self.far, j)

    def cost(self, s: EastState, u: int, j: Hex) -> int:
        """What one step costs a unit: terrain, hexside, weather, and leaving an army's zone under Hold.
        Cases 11.1.1, 7.2.1d, 13.2c."""
        w = s.world
        here = self.path[-1]
        cost = w.moves[w.climate[s.turn]][w.move_class[u]][here][j]
        if s.halt >> here & 1 and order_of(s, u, self.command) == HOLD:
            cost += 1
        return cost

    def step_violation(self, s: EastState, j: Hex) -> Violation | None:
        """Why the stack may not step into a hex; see `Going`."""
        w = s.world
        here = self.path[-1]
        if j in w.exits[here]:
            bond = self.bond_violation(s)
            if bond is not None:
                return bond
            going = self.going(s)
            return going.violation(going.judge(j), j)
        if not w.is_hex(j):
            return Violation("11.1.1", "There is no such hex.")
        if w.grid.is_adjacent(here, j):
            return Violation("11.1.2", "That hex or hexside cannot be entered.", w.label(j))
        return Violation("11.1.1", "Units move from hex to adjacent hex.", w.label(j))

    def bond_violation(self, s: EastState) -> Violation | None:
        """Why the stack may not leave its hex: a leader who has moved this turn would be alone there, and can
        neither stay so nor go again. Cases 11.1.7, 13.4.2. RULING 13.4-c."""
        w = s.world
        here = self.path[-1]
        leaders = units_at(s, here) & w.leaders & s.moved
        if not leaders:  # for speed: mostly there is none
            return None
        for u in self.with_leader(s).units[len(self.units) :]:
            words = f"{s.world.name(u)} has already moved this turn, and his last Panzer Corps must stay with him."
            return Violation("11.1.7", words, w.label(here))
        return None

    def stop_violation(self, s: EastState) -> Violation | None:
        """Why the stack may not end its move here."""
        if not self.far:
            return None
        going = self.going(s)
        return going.violation(going.ending(self.here, self.strayed), self.here)

    def onward(self, s: EastState, j: Hex) -> Moving:
        """The same stack one hex on; off the black arrows it has strayed. Cases 7.2.1b, 11.1.3."""
        w = s.world
        here = self.path[-1]
        off = w.exits[here][j] not in w.black[w.side[self.units[0]]]
        strayed = self.strayed or (off and is_bound(s, self.command, self.units))
        spent = tuple([n + self.cost(s, u, j) for u, n in zip(self.units, self.spent, strict=True)])
        return Moving(self.command, self.units, spent, (*self.path, j), strayed, True)

    def take_violation(self, s: EastState, k: int) -> Violation | None:
        """Why a unit may not join the moving stack. Cases 11.1.6, 12.4.9a, 13.4.2."""
        w = s.world
        here = self.path[-1]
        if not 0 <= k < len(w.units) or s.where[k] != here or k in self.units:
            return Violation("11.1.6", "Only a unit in the stack's hex can join it.")
        name = s.world.name(k)
        if w.leaders >> k & 1:
            if not s.active >> k & 1 or not any(w.panzers >> u & 1 for u in self.units):
                return Violation("13.4.2", "A leader can go only with a Panzer Corps.", w.label(here))
            if s.moved >> k & 1:
                return Violation("11.1.7", f"{name} has already moved this turn.", w.label(here))
        elif not s.todo >> k & 1:
            return Violation("11.1.7", f"{name} cannot move (again) now.", w.label(here))
        elif self.far and not (
            w.panzers >> k & 1 and all((w.panzers | w.leaders) >> u & 1 for u in self.units)
        ):
            return Violation(
                "12.4.9a", "On the way only Panzers can be picked up, and only by Panzers.", w.label(here)
            )
        together = 1 << k
        for u in self.units:
            together |= 1 << u
        if (together & w.stackers).bit_count() > 3:
            return Violation("8.1.1", "At most three combat units can move as a stack.", w.label(here))
        if together & w.feud == w.feud:
            return Violation("13.5.2", "Kluge's 4th Army cannot stack with Guderian.", w.label(here))
        if max(self.spent) > s.allowance[k]:
            words = f"{name} would count as having spent as much as the stack, more than it has."
            return Violation("12.4.9a", words, w.label(here))
        joined = Moving(
            self.command, (*self.units, k), (*self.spent, max(self.spent)), self.path, self.strayed, self.far
        )
        if sum(w.leaders >> u & 1 for u in joined.with_leader(s).units) > 1:
            return Violation("13.4.2", "Two leaders cannot stack together.", w.label(here))
        going = joined.going(s)
        code = going.ending(here, self.strayed) if self.far else 0
        if not code or going.can_finish(here, going.points, self.strayed):  # for speed: mostly it may
            return None
        return going.violation(code, here)

    # --- what happens

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        kind = type(action)
        if kind is Step:
            w = s.world
            led = units_at(s, self.path[-1]) & w.leaders  # for speed: mostly there is none
            on = (self.with_leader(s) if led else self).onward(s, action.hex)
            armies = [u for u in on.units if w.armies >> u & 1]
            for u in armies:  # from where it sets out
                army_takes_towns(s, u)
            for u in on.units:
                occupy(s, u, action.hex)
            for u in armies:  # and wherever it comes
                army_takes_towns(s, u)
            return (on,)
        if kind is Take:
            s.todo &= ~(1 << action.unit)
            pace = max(self.spent)
            return (
                Moving(
                    self.command,
                    (*self.units, action.unit),
                    (*self.spent, pace),
                    self.path,
                    self.strayed,
                    self.far,
                ),
            )
        if kind is Overrun:
            stack = self.with_leader(s)
            spent = tuple(
                n + self.cost(s, u, action.hex) + 1 for u, n in zip(stack.units, stack.spent, strict=True)
            )
            after = AfterAssault(self.command, stack.units, spent, self.path, action.hex)
            return (*begin_assault(s, stack.units, action.hex, self.command), after)
        if kind is Invade:
            s.moved |= 1 << self.units[0]
            return begin_invasion(s, self.units[0], action.hex)
        self.end(s)
        return ()

    def with_leader(self, s: EastState) -> Moving:
        """The stack with the leader that would otherwise stay behind without a Panzer Corps. Case 13.4.2."""
        w = s.world
        stack = units_at(s, self.path[-1])
        leaders = stack & w.leaders
        for u in self.units:
            stack &= ~(1 << u)
            leaders &= ~(1 << u)
        if not leaders or stack & w.panzers:  # for speed: without leaders nothing is added
            return self
        along = tuple(bits(leaders))
        spent = (*self.spent, *(0 for _ in along))
        return Moving(self.command, (*self.units, *along), spent, self.path, self.strayed, self.far)

    def end(self, s: EastState) -> None:
        """The move is over: none of these units moves again this turn. Case 11.1.7."""
        for u in self.units:
            s.moved |= 1 << u
        if len(self.path) > 1:
            s.emit(Moved(self.units, self.path, "11.1.1"))

    # --- words

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        left = min(s.allowance.get(u, 0) - spent for u, spent in zip(self.units, self.spent, strict=True))
        where = f"{s.world.names_of(self.units)} at {s.world.title(self.here)}"
        if left <= 0:
            words = f"{where}: no movement points left. Stop here?"
        else:
            words = f"{where}: {quantity(left, 'movement point')} left. "
            stuck = self.stop_violation(s)
            words += "Move on, or stop." if stuck is None else f"Move on. {stuck.reason}"
        return Prompt(
            words,
            "11.1.1",
            "Click a lit hex to go there, or the counter to stop. Other units in the hex can join the stack.",
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        w = s.world
        piece = w.units[self.units[0]].id
        kind = type(action)
        if kind is Step:
            cost = max(self.cost(s, u, action.hex) for u in self.units)
            return Option(f"To {w.title(action.hex)}", "step", piece, w.label(action.hex), cost, "11.1.1")
        if kind is Take:
            k = action.unit
            return Option(
                f"Take {s.world.name(k)} along",
                "join",
                w.units[k].id,
                s.world.label(self.here),
                rule="11.1.6",
            )
        if kind is Overrun:
            cost = max(self.cost(s, u, action.hex) for u in self.units) + 1
            label = w.label(action.hex)
            return Option(f"Mobile Assault on {w.title(action.hex)}", "target", piece, label, cost, "12.4.2")
        if kind is Invade:
            return Option(
                f"Sea invasion at {w.title(action.hex)}", "target", piece, w.label(action.hex), rule="13.7.2a"
            )
        words = "Stop here" if self.far else "Stay"
        return Option(words, "stop", piece, s.world.label(self.here), rule="11.1.5", ends=True)


class AfterAssault(Auto, frozen=True, tag=True):
    """After a Mobile Assault: the survivors enter a cleared hex and go on, or their move is over, their leader's too.
    Cases 11.1.7, 12.4.5, 12.4.6, 12.4.7, 12.4.8, 9.3b."""

    command: int
    units: tuple[int, ...]
    spent: tuple[int, ...]
    path: tuple[int, ...]
    target: int

    def run(self, s: EastState) -> Agenda:
        here = self.path[-1]
        alive = [(u, n) for u, n in zip(self.units, self.spent, strict=True) if s.where[u] == here]
        units, spent = tuple(u for u, _ in alive), tuple(n for _, n in alive)
        refresh_zones(s, AXIS)
        if not any(s.world.panzers >> u & 1 for u in units):
            for u in self.units:
                s.moved |= 1 << u  # their leader's movement is over too
            return ()
        if s.held[SOVIET] >> self.target & 1:
            Moving(self.command, units, spent, self.path).end(s)
            return ()
        for u in units:
            occupy(s, u, self.target)
        return (Moving(self.command, units, spent, (*self.path, self.target), far=True),)


def army_takes_towns(s: EastState, u: int) -> None:
    """A German army on the move takes towns in its zone that are empty and in no Soviet zone. Case 9.3b.
    RULING 9.3-a."""
    w = s.world
    reach = spread(w, 1 << s.where[u]) & w.towns & ~s.axis_towns & ~w.forts & ~s.held[SOVIET]
    for i in bits(reach & ~s.zone):
        take_town(s, AXIS, i)


class Crowding(Auto, frozen=True, tag=True):
    """At the end of all movement, units of overstacked hexes are given up. Cases 8.1.4, 8.1.5, 8.1.8."""

    side: int

    def run(self, s: EastState) -> Agenda:
        s.todo = 0  # who has not moved stays
        own = s.held[self.side]
        several = sorted(
            [i for i, stack in s.stack.items() if len(stack) > 1]
        )  # for speed: one is never too many
        return tuple([Overstacked(self.side, i) for i in several if own >> i & 1 and is_crowded(s, i)])


class Overstacked(SideDecides, frozen=True, tag=True):
    """Which unit of an overstacked hex is given up. Case 8.1.8."""

    rule: ClassVar[str] = "8.1.8"
    takes: ClassVar[tuple[type[Action], ...]] = (Lose,)
    hex: int

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        return (Lose(u) for u in range(len(s.world.units)))

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        if not 0 <= action.unit < len(w.units) or s.where[action.unit] != self.hex:
            return Violation("8.1.8", "Choose a unit of the overstacked hex.", w.label(self.hex))
        if not w.stackers >> action.unit & 1:
            return Violation("8.1.2", "Leaders and garrisons do not count for stacking.", w.label(self.hex))
        return None

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        fate = lose_unit(s, action.unit, "8.1.8")
        return (*fate, self) if is_crowded(s, self.hex) else fate

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.title(self.hex)} is overstacked: choose a unit to give up.", "8.1.8")

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        u = action.unit
        return Option(
            f"Give up {s.world.name(u)}", "loss", s.world.units[u].id, s.world.label(self.hex), rule="8.1.8"
        )
