"""Step 3: closing the line where it is not in contact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hexfront.games.last_war.actions import Award, Claim, Done
from hexfront.games.last_war.asks import Ask, Exact, is_hex
from hexfront.games.last_war.data import ALLIES, AXIS, MEN
from hexfront.games.last_war.events import ControlSpoke, HexDisputed, StepRevealed
from hexfront.games.last_war.front import mend, spare_men, take_hex
from hexfront.games.last_war.state import (
    NOBODY,
    LastWarState,
    add,
    begin,
    give,
    in_pool,
    is_held_by,
    open_land,
    plan,
    points,
    power_at,
    seat_of_plan,
    shift_points,
    unplan,
)
from hexfront.hexes import Hex, bits, zones
from hexfront.kernel import CONTROL, Action, Agenda, Auto, Option, Prompt, Seat, Violation

CLAIM = 7
_DONE = Done()


def source_of_man(s: LastWarState, power: int, i: Hex) -> Hex:
    """Where a Man for a hex beside the line comes from: a neighbour that can spare one of this power's, else its
    Pool (the hex itself), else NOBODY."""
    w = s.world
    side = w.side_of[power]
    near = [j for j in w.land_near[i] if is_held_by(s, j, side) and points(s, j, power, MEN)]
    able = [j for j in near if spare_men(s, j, side) >= 1]
    if able:
        return max(able, key=lambda j: (points(s, j, power, MEN), -j))
    if in_pool(s, power, MEN) and any(s.reach[power] >> j & 1 for j in w.land_near[i]):
        return i
    return NOBODY


def move_up(s: LastWarState, power: int, i: Hex, rule: str) -> bool:
    """A power's line moves one hex forward with a Man; False if no Man can be found."""
    source = source_of_man(s, power, i)
    if source == NOBODY and not s.world.china >> i & 1:
        return False
    take_hex(s, i, power, rule)
    if source == i:
        give(s, power, MEN, -1)
        add(s, i, power, MEN)
    elif source != NOBODY:
        shift_points(s, source, i, power, MEN, 1)
    return True


class CloseStep(Auto, frozen=True, tag=True):
    """Step 3: asked only while ground lies open. Case sequence.3-close."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "close"
        begin(s)
        s.claims = [plan(CLAIM, n, x=i) for n in range(len(s.world.powers)) for i in claimable(s, n)]
        return (Closing(),) if s.claims else ()


def claimable(s: LastWarState, power: int) -> Iterator[Hex]:
    """Open hexes that a power's line can move into. Cases sequence.3-close and sequence.3-not-attack."""
    for i in bits(zones(s.world.grid, s.held[power], s.world.sea_sides) & open_land(s)):
        if s.world.china >> i & 1 or source_of_man(s, power, i) != NOBODY:
            yield i


class Closing(Exact, frozen=True, tag=True):
    """Move your line one hex into open ground, where you want to. Case sequence.3-close."""

    rule: ClassVar[str] = "sequence.3-close"
    kinds: ClassVar[tuple[type[Action], ...]] = (Claim, Done)

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        return tuple(seat for seat in s.world.seats if any(seat_of_plan(s, n) == seat for n in s.claims))

    def choices(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        taken = {unplan(n)[4] for n in s.plans if seat_of_plan(s, n) == seat}
        yield _DONE
        for n in s.claims:
            if seat_of_plan(s, n) == seat and unplan(n)[4] not in taken:
                yield Claim(unplan(n)[1], unplan(n)[4])

    def wrong(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        if isinstance(action, Done):
            return None
        if action.power not in w.powers_of[seat]:
            return Violation("sequence.3-close", "That power's line is not yours.")
        if not is_hex(s, action.hex):
            return Violation("outline.hex-map", "There is no such hex.")
        label = w.label[action.hex]
        if power_at(s, action.hex) != NOBODY:
            return Violation("sequence.3-not-attack", "Closing up is no attack: that hex is held.", label)
        if plan(CLAIM, action.power, x=action.hex) not in s.claims:
            return Violation("sequence.3-close", "The line moves one hex, with a Man to hold it.", label)
        if any(unplan(n)[4] == action.hex and w.seat_of[unplan(n)[1]] == seat for n in s.plans):
            return Violation("sequence.3-close", "You close up there already.", label)
        return None

    def carry_out(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        s.plans.append(plan(CLAIM, action.power, x=action.hex))
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """Undisputed hexes are taken; disputed ones go to Map Control. Cases sequence.3-close and
        sequence.3-dispute."""
        w = s.world
        wanted: dict[Hex, list[int]] = {}
        for n in sorted(s.plans):
            _, power, _, _, i, _ = unplan(n)
            wanted.setdefault(i, []).append(power)
        s.emit(StepRevealed("The lines close up.", "sequence.3-close"))
        begin(s)
        disputes: list[Agenda] = []
        for i, powers in sorted(wanted.items()):
            sides = {w.side_of[n] for n in powers}
            if len(sides) == 1:
                move_up(s, powers[0], i, "sequence.3-close")
            elif w.is_umpired:
                disputes.append((Dispute(i, tuple(powers)),))
            else:
                award(s, i, arbiter(s, powers))
        mend(s)
        return tuple(frame for agenda in disputes for frame in agenda)

    def words(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            "Move your line up into open hexes, or finish.", self.rule, "This is no attack and needs no flag."
        )

    def shown(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        if isinstance(action, Done):
            return Option("Done", "done", ends=True)
        w = s.world
        return Option(
            f"Move up to {w.names[action.hex]}",
            "advance",
            "",
            w.label[action.hex],
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
        move_up(s, power, i, "sequence.3-dispute")


class Dispute(Ask, frozen=True, tag=True):
    """Control says whose a disputed hex is. Case sequence.3-dispute."""

    hex: int
    powers: tuple[int, ...]
    rule: ClassVar[str] = "sequence.3-dispute"
    kinds: ClassVar[tuple[type[Action], ...]] = (Award,)

    def asked(self, s: LastWarState) -> tuple[Seat, ...]:
        return (CONTROL,)

    def choices(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        yield Award(NOBODY)
        for n in self.powers:
            yield Award(n)

    def wrong(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if action.power != NOBODY and action.power not in self.powers:
            return Violation(
                "sequence.3-dispute", "Only those who claim the hex can have it.", s.world.label[self.hex]
            )
        return None

    def carry_out(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        award(s, self.hex, action.power)
        s.notes.append(f"Turn {s.turn}: disputed {s.world.names[self.hex]}")
        s.emit(
            ControlSpoke(
                f"the dispute over {s.world.names[self.hex]} is settled.", self.hex, "sequence.3-dispute"
            )
        )
        mend(s)
        return ()

    def words(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(f"Whose is {s.world.names[self.hex]}?", self.rule)

    def shown(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        name = "Nobody's: it stays open" if action.power == NOBODY else w.powers[action.power].name
        return Option(name, "choose", "", w.label[self.hex])
