"""Step 3: closing the line where it is not in contact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hexfront.games.last_war.actions import Award, Claim, Done
from hexfront.games.last_war.asks import FINISHED, Ask, Exact, is_hex, opened
from hexfront.games.last_war.data import ALLIES, AXIS, MEN
from hexfront.games.last_war.events import ControlSpoke, HexDisputed, NoManFound, StepRevealed
from hexfront.games.last_war.front import call_up, lines_between, mend, recruits, take_hex
from hexfront.games.last_war.plans import MoveUp
from hexfront.games.last_war.state import (
    NOBODY,
    LastWarState,
    add,
    begin,
    garrison_holds,
    give,
    in_pool,
    is_in_war,
    manpower,
    open_land,
    planned,
    planned_by,
    points,
    power_at,
    shift_points,
)
from hexfront.hexes import Hex, bits
from hexfront.kernel import CONTROL, Action, Agenda, Auto, Option, Prompt, Seat, Violation

POOL, DRAFT = -2, -3  # where a Man comes from, if from no hex
_DONE = Done()


def move_up(s: LastWarState, wanted: dict[Hex, int], rule: str) -> None:
    """Lines move one hex forward, all at the same time, each hex with a Man; where none can be found the line stays.
    RULING front-f. Cases sequence.3-close, straighten.conform and front-line.manpower-in-each."""
    sources = men_for(s, wanted)
    for i, power in wanted.items():
        if i in sources:
            take_hex(s, i, power, rule)
        else:
            s.emit(NoManFound(power, i, rule))
    for i, source in sources.items():
        power = wanted[i]
        if source == POOL:
            give(s, power, MEN, -1)
            add(s, i, power, MEN)
        elif source == DRAFT:
            call_up(s, i, power)
        elif source != NOBODY:
            shift_points(s, source, i, power, MEN, 1)


def men_for(s: LastWarState, wanted: dict[Hex, int]) -> dict[Hex, int]:
    """Where the Man for each hex comes from, without opening a gap when all have moved. Hexes for which there is none are left
    out, and the rest are worked out again. RULING front-f."""
    taking = wanted
    while True:
        found = Muster(s, taking).found()
        if len(found) == len(taking):
            return found
        taking = {i: power for i, power in taking.items() if i in found}


class Muster:
    """Men for the hexes that lines would move into, counted out before anything moves."""

    def __init__(self, s: LastWarState, taking: dict[Hex, int]) -> None:
        self.s, self.taking = s, taking
        w = s.world
        self.ground = list(s.ground)
        new = 0
        for i, power in taking.items():
            self.ground[w.side_of[power]] |= 1 << i
            new |= 1 << i
        self.line = lines_between(w, self.ground[AXIS], self.ground[ALLIES], open_land(s) & ~new)
        # hex and power, or POOL or DRAFT and power -> Men on their way
        self.gone: dict[tuple[Hex, int], int] = {}

    def found(self) -> dict[Hex, int]:
        """A source for each hex that has one; those with the fewest neighbours to ask come first."""
        near = self.s.world.land_near
        order = sorted(self.taking, key=lambda i: (sum(self.spares(j, self.taking[i]) for j in near[i]), i))
        out = {}
        for i in order:
            source = self.source(i, self.taking[i])
            if source != NOBODY or self.s.world.china >> i & 1:
                out[i] = source
                key = source, self.taking[i]
                self.gone[key] = self.gone.get(key, 0) + 1
        return {i: out[i] for i in self.taking if i in out}

    def source(self, i: Hex, power: int) -> int:
        """A neighbour, the Pool, the nearest hex behind, or next turn's draft; in China the first two or nobody."""
        s, w = self.s, self.s.world
        able = [j for j in w.land_near[i] if self.spares(j, power)]
        if able:
            return max(able, key=lambda j: (points(s, j, power, MEN), -j))
        in_reach = any(s.reach[power] >> j & 1 for j in w.land_near[i])
        if in_reach and in_pool(s, power, MEN) > self.gone.get((POOL, power), 0):
            return POOL
        if w.china >> i & 1:
            return NOBODY
        seen = fresh = 1 << i
        while fresh:
            fresh = w.beside(fresh) & self.ground[w.side_of[power]] & ~seen
            seen |= fresh
            able = [j for j in bits(fresh) if self.spares(j, power)]
            if able:
                return max(able, key=lambda j: (points(s, j, power, MEN), -j))
        return DRAFT if recruits(s, power) > self.gone.get((DRAFT, power), 0) else NOBODY

    def spares(self, j: Hex, power: int) -> bool:
        """Whether a Man of a power can go from a hex without opening a gap in the line as it will be. Case
        front-line.manpower-in-each."""
        s, w = self.s, self.s.world
        side = w.side_of[power]
        if not s.ground[side] >> j & 1 or points(s, j, power, MEN) <= self.gone.get((j, power), 0):
            return False
        gone = sum(self.gone.get((j, n), 0) for n in w.of_side[side])
        in_line = self.line[side] >> j & 1 and not w.china >> j & 1 and not garrison_holds(s, j, side)
        return manpower(s, j, side) - gone > (1 if in_line or j in s.zones else 0)


class CloseStep(Auto, frozen=True, tag=True):
    """Step 3: asked only while ground lies open. Case sequence.3-close."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "close"
        begin(s)
        s.claims = tuple([MoveUp(n, i) for n in range(len(s.world.powers)) for i in claimable(s, n)])
        return opened(s, Closing())


def claimable(s: LastWarState, power: int) -> Iterator[Hex]:
    """Open hexes that a power's line can move into; whether a Man is found is seen when all move. Cases
    sequence.3-close and sequence.3-not-attack."""
    if is_in_war(s, power):
        yield from bits(s.world.beside(s.held[power]) & open_land(s))


class Closing(Exact, frozen=True, tag=True):
    """Move your line one hex into open ground, where you want to. Case sequence.3-close."""

    rule: ClassVar[str] = "sequence.3-close"
    kinds: ClassVar[tuple[type[Action], ...]] = (Claim, Done)

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        return tuple(
            seat for seat in s.world.seats if any(s.world.seat_of[p.power] == seat for p in s.claims)
        )

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        taken = {p.at for p in planned_by(s, MoveUp, seat)}
        yield _DONE
        for p in s.claims:
            if s.world.seat_of[p.power] == seat and p.at not in taken:
                yield Claim(p.power, p.at)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        if isinstance(action, Done):
            return None
        if action.power not in w.powers_of[seat]:
            return Violation("sequence.3-close", "That power's line is not yours.")
        if not is_hex(s, action.hex):
            return Violation("outline.hex-map", "There is no such hex.")
        label = w.label(action.hex)
        if power_at(s, action.hex) != NOBODY:
            return Violation(
                "sequence.3-not-attack", "Closing up is not an attack: that hex is not open.", label
            )
        if MoveUp(action.power, action.hex) not in s.claims:
            return Violation(
                "sequence.3-close", "The line moves one hex, into open ground next to its own.", label
            )
        if any(p.at == action.hex for p in planned_by(s, MoveUp, seat)):
            return Violation("sequence.3-close", "You are already closing up there.", label)
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        s.plans.append(MoveUp(action.power, action.hex))
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """Undisputed hexes are taken; disputed ones go to Map Control. Cases sequence.3-close and
        sequence.3-dispute."""
        w = s.world
        wanted: dict[Hex, list[int]] = {}
        for p in sorted(planned(s, MoveUp), key=lambda p: (p.power, p.at)):
            wanted.setdefault(p.at, []).append(p.power)
        s.emit(StepRevealed("The lines close up.", "sequence.3-close"))
        begin(s)
        shared = {
            i: powers for i, powers in sorted(wanted.items()) if len({w.side_of[n] for n in powers}) > 1
        }
        move_up(s, {i: wanted[i][0] for i in sorted(wanted) if i not in shared}, "sequence.3-close")
        if not w.is_umpired:
            for i, powers in shared.items():
                award(s, i, arbiter(s, powers))
        mend(s)
        return tuple(Dispute(i, tuple(powers)) for i, powers in shared.items()) if w.is_umpired else ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            "Move your line up into open hexes, or finish.",
            self.rule,
            "This is not an attack and needs no flag.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        if isinstance(action, Done):
            return FINISHED
        w = s.world
        return Option(
            f"Move up to {w.title(action.hex)}",
            "advance",
            "",
            w.label(action.hex),
            group=w.powers[action.power].name,
        )


def arbiter(s: LastWarState, powers: list[int] | tuple[int, ...]) -> int:
    """RULING control-a: the more effective side has a disputed hex; between equals it stays open. Case
    sequence.3-dispute."""
    best = [max(s.me[n] for n in powers if s.world.side_of[n] == side) for side in (AXIS, ALLIES)]
    return NOBODY if best[AXIS] == best[ALLIES] else max(powers, key=lambda n: (s.me[n], -n))


def award(s: LastWarState, i: Hex, power: int) -> None:
    """A disputed hex goes to a power or stays open. Case sequence.3-dispute."""
    s.emit(HexDisputed(i, power))
    if power != NOBODY:
        move_up(s, {i: power}, "sequence.3-dispute")


class Dispute(Ask, frozen=True, tag=True):
    """Control says whose a disputed hex is. Case sequence.3-dispute."""

    hex: int
    powers: tuple[int, ...]
    rule: ClassVar[str] = "sequence.3-dispute"
    kinds: ClassVar[tuple[type[Action], ...]] = (Award,)

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        return (CONTROL,)

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        yield Award(NOBODY)
        for n in self.powers:
            yield Award(n)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if action.power != NOBODY and action.power not in self.powers:
            return Violation(
                "sequence.3-dispute", "Only those who claim the hex can have it.", s.world.label(self.hex)
            )
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        award(s, self.hex, action.power)
        s.notes = (*s.notes, f"Turn {s.turn}: disputed {s.world.title(self.hex)}")
        s.emit(
            ControlSpoke(
                f"the dispute over {s.world.title(self.hex)} is settled.", self.hex, "sequence.3-dispute"
            )
        )
        mend(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(f"Whose is {s.world.title(self.hex)}?", self.rule)

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        name = "Nobody's: it stays open" if action.power == NOBODY else w.powers[action.power].name
        return Option(name, "choose", "", w.label(self.hex))
