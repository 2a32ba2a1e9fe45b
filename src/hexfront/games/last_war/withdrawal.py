"""Step 6: from the line back to the Pool."""

from __future__ import annotations

from typing import Any, ClassVar

from hexfront.games.last_war.actions import (
    Done,
    Pick,
    Recall,
    Stop,
)
from hexfront.games.last_war.asks import (
    NO_HEX,
    Exact,
    common_option,
    hex_option,
    is_hex,
    opened,
    picked,
    unready,
)
from hexfront.games.last_war.data import (
    AIR,
    BOMBERS,
    LSP,
    MEN,
    POWERS,
    TANKS,
    code,
)
from hexfront.games.last_war.events import StepRevealed
from hexfront.games.last_war.flags import flag_from, flagged
from hexfront.games.last_war.front import free_men
from hexfront.games.last_war.industry import end_zones
from hexfront.games.last_war.state import (
    LastWarState,
    add,
    begin,
    give,
    points,
)
from hexfront.games.last_war.words import amount
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation, with_item

LOTS = (1, 5)
_DONE, _STOP = Done(), Stop()
_MOVES = (MEN, TANKS, AIR, BOMBERS, LSP)


class WithdrawStep(Auto, frozen=True, tag=True):
    """Step 6: resources go back from the line to the Pools. RULING step-6. Case sequence.6-withdraw."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "withdraw"
        begin(s)
        s.loose = loose_hexes(s)
        return opened(s, Withdrawal())


def can_leave(s: LastWarState, i: Hex, n: int, kind: int, lot: int = 1) -> bool:
    """Whether this many points can go to the Pool: a route leads there, the line keeps its Man, and the bombers' base has
    not been in operation this turn. RULING bombing-b. Cases sequence.6-withdraw, bombing.one-role and
    front-line.manpower-in-each."""
    if points(s, i, n, kind) < lot or not (s.reach[n] | s.shores[n]) >> i & 1:
        return False
    if kind == BOMBERS and s.paid >> i & 1:
        return False
    return kind != MEN or free_men(s, i, s.world.side_of[n], s.world.seat_of[n]) >= lot


def loose_hexes(s: LastWarState) -> tuple[HexSet, ...]:
    """For each power the hexes that it can take something from. Case sequence.6-withdraw."""
    out = [0] * len(s.world.powers)
    for key in s.at:
        i, rest = divmod(key, POWERS * 6)
        n, kind = divmod(rest, 6)
        if kind in _MOVES and not out[n] >> i & 1 and can_leave(s, i, n, kind):
            out[n] |= 1 << i
    return tuple(out)


class Withdrawal(Exact, frozen=True, tag=True):
    """Take resources from your line back to the Pool, or leave them. Cases sequence.6-withdraw,
    security.zone-cost."""

    rule: ClassVar[str] = "sequence.6-withdraw"
    kinds: ClassVar[tuple[type[Action], ...]] = (Pick, Recall, Stop, Done)

    def places(self, s: LastWarState, seat: Seat) -> HexSet:
        """Hexes that something can be taken from."""
        loose = s.loose or loose_hexes(s)
        out = 0
        for n in s.world.powers_of[seat]:
            out |= loose[n]
        return out & ~flagged(s, s.world.seat_side[seat])

    def candidates(self, s: LastWarState, seat: Seat) -> list[Action]:
        i = picked(s, seat)
        if i == NO_HEX:
            return [_DONE, *s.world.picks(self.places(s, seat))]
        return [_STOP, *self.takes_from(s, seat, i)]

    def takes_from(self, s: LastWarState, seat: Seat, i: Hex) -> list[Recall]:
        """All that can be taken from a hex, as can_leave says."""
        w, have = s.world, s.at.get
        out: list[Recall] = []
        for n in w.powers_of[seat]:
            base = code(i, n, 0)
            if not (s.reach[n] | s.shores[n]) >> i & 1:
                continue
            for kind in _MOVES:
                most = have(base + kind, 0)
                if not most or (kind == BOMBERS and s.paid >> i & 1):
                    continue
                if kind == MEN:
                    most = min(most, free_men(s, i, w.side_of[n], seat))
                out += (w.recalls[n, kind, lot] for lot in LOTS if lot <= most)
        return out

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        i = picked(s, seat)
        if isinstance(action, Done | Stop):
            return unready(s, seat, action, self.rule)
        if isinstance(action, Pick):
            if i != NO_HEX or not is_hex(s, action.hex):
                return Violation(self.rule, "Choose one hex at a time.")
            if flag_from(s, action.hex, w.seat_side[seat]):
                return Violation(
                    "sequence.6-withdraw", "Forces declared for an attack must stay.", w.label(action.hex)
                )
            if not self.takes_from(s, seat, action.hex):
                return Violation("sequence.6-withdraw", "Nothing there can leave.", w.label(action.hex))
            return None
        if i == NO_HEX or action.power not in w.powers_of[seat]:
            return Violation(self.rule, "First choose one of your hexes.")
        if action.kind not in _MOVES or action.points not in LOTS:
            return Violation(self.rule, "That cannot go back to the Pool.", w.label(i))
        if not can_leave(s, i, action.power, action.kind, action.points):
            return Violation(
                "sequence.6-withdraw",
                "That many cannot leave: a hex of the line keeps a Man, and a route must lead home.",
                w.label(i),
            )
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        if isinstance(action, Recall):
            i = picked(s, seat)
            add(s, i, action.power, action.kind, -action.points)
            give(s, action.power, action.kind, action.points)
            left = {a.power for a in self.takes_from(s, seat, i)}
            if s.loose:
                for n in s.world.powers_of[seat]:
                    s.loose = with_item(
                        s.loose, n, s.loose[n] | 1 << i if n in left else s.loose[n] & ~(1 << i)
                    )
            if not left:
                s.focus.pop(seat)  # nothing more can go
            return (self,)
        return self.pick(s, seat, action)

    def finish(self, s: LastWarState) -> Agenda:
        end_zones(s)
        s.loose = ()
        s.emit(StepRevealed("Resources that were withdrawn are in the Pools.", "sequence.6-withdraw"))
        begin(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        if picked(s, seat) == NO_HEX:
            return Prompt(
                "Choose a hex to take resources back from, or finish.",
                self.rule,
                "Flags and cards are known now. What stays will fight if it is attacked.",
            )
        return Prompt(f"Take resources from {s.world.title(picked(s, seat))} to the Pool.", self.rule)

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        known = common_option(action)
        if known is not None:
            return known
        if isinstance(action, Pick):
            return hex_option(s, action.hex)
        w = s.world
        name = w.powers[action.power].name
        text = f"Take {amount(action.points, action.kind)} back"
        return Option(text, "place", "", w.label(picked(s, seat)), group=name, panel=True)
