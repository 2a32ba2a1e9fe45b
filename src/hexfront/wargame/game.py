"""A game of counters as the rest of Hexfront sees it: what all such games answer in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from hexfront.errors import HexfrontError
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import CONTROL, Action, Face, Game, Piece, Seat, Walk, settle
from hexfront.wargame.movement import Reach
from hexfront.wargame.positions import place_counters, set_by_name, set_fields
from hexfront.wargame.stacks import Boxes, CounterState, stack_faults
from hexfront.wargame.world import CounterWorld

S = TypeVar("S", bound=CounterState)


class Journey(NamedTuple):
    """How a counter can walk from the current decision: what picks it up, how far it gets, the action for a step, and which
    counters it walks with, itself among them or not."""

    before: tuple[Action, ...]
    reach: Reach
    step: Callable[[Hex], Action]
    along: tuple[int, ...] = ()


class CounterGame(Game[S], Generic[S]):
    """Subclass it once per rulebook. Counters are known to people by their names, hexes by their labels."""

    floors: ClassVar[tuple[str, ...]] = ("hexfront.wargame",)
    boxes: ClassVar[Boxes] = Boxes()
    """Where counters are that are not on the map."""

    def journey(self, s: S, seat: Seat, u: int) -> Journey | None:
        """How a seat can walk a counter from the present decision; None where this is not about walking it."""
        return None

    def counter(self, s: S, piece: str) -> int:
        """The number of a counter that a person names; -1 if there is none."""
        w: CounterWorld = s.world
        return w.number.get(piece, -1)

    def may_stand(self, s: S, u: int, h: Hex, along: tuple[int, ...] = ()) -> bool:
        """Whether a counter could stay in a hex that it can walk into, with those that walk along: there is room for them."""
        return True

    def passes(self, s: S, u: int, reach: Reach) -> HexSet:
        """Hexes of a counter's reach in which its move may not end."""
        return 0

    def reach(self, s: S, seat: Seat, piece: str) -> dict[str, Walk] | None:
        w: CounterWorld = s.world
        u = self.counter(s, piece)
        found = self.journey(s, seat, u) if u >= 0 else None
        if found is None:
            return None
        before, reach, step, along = found
        passes = self.passes(s, u, reach)
        out = {}
        for h in reach:
            way = reach.way(h)
            plan = (*before, *(step(n) for n in way))
            path = tuple(w.label(n) for n in way)
            out[w.label(h)] = Walk(
                float(reach.cost(h)),
                path,
                plan,
                bool(reach.stops >> h & 1),
                not self.may_stand(s, u, h, along),
                bool(passes >> h & 1),
            )
        return out

    def prints(self, s: S, u: int) -> int:
        """On how many printed sides a counter stands, one for each step unless its last step is another counter."""
        full: int = s.world.full[u]
        return full

    def faces(self, s: S) -> tuple[Face, ...]:
        """A counter of cardboard has two sides, so one of four steps is two counters: one full, one for the rest."""
        number = s.world.number
        shown = self.view(s, CONTROL).pieces
        prints = {piece.id: self.prints(s, number[piece.id]) for piece in shown if piece.id in number}
        sides = [self._at_steps(s, prints, lost) for lost in range(max(prints.values(), default=0))]
        out = [Face(piece) for piece in shown if not prints.get(piece.id)]
        for piece, count in prints.items():
            for lost in range(0, count, 2):
                back = sides[lost + 1][piece] if lost + 1 < count else None
                out.append(Face(sides[lost][piece], back))
        return tuple(out)

    def _at_steps(self, s: S, prints: dict[str, int], lost: int) -> dict[str, Piece]:
        """All counters by their names with this many steps lost, as far as they have printed sides."""
        t, w = s.clone(), s.world
        for piece, count in prints.items():
            if count:
                u = w.number[piece]
                t.steps[u] = w.full[u] - min(lost, count - 1)
        return {piece.id: piece for piece in self.view(t, CONTROL).pieces}

    def write_position(self, world: Any, **given: Any) -> S:
        """A position as a game lets it be written down: here the `place` of counters, their `steps`, and any field."""
        s = cast(type[S], self.state).blank(world)
        place_counters(s, given.pop("place"), self.boxes)
        set_by_name(world, s.steps, given.pop("steps", None))
        set_fields(s, given)
        settle(s)
        return s

    def invariants(self, s: S) -> Iterable[str]:
        """What is wrong with the stacks; a game adds what else must be true."""
        return stack_faults(s, self.boxes)

    def position(
        self,
        scenario: str = "",
        options: dict[str, bool | int | str] | None = None,
        pack: dict[str, Any] | None = None,
        **given: Any,
    ) -> S:
        """A position written down, for tests and puzzles; the game's `write_position` says what can be given."""
        return self.write_position(self.world(self.setup(scenario, options, pack)), **given)

    def meant(self, s: S, seat: Seat, piece: str, at: str) -> dict[str, int | Sequence[int]]:
        """A `unit` (or `mover`, where more than units move) and a `hex`."""
        w: CounterWorld = s.world
        u = self.counter(s, piece)
        return {"unit": u if w.is_unit(u) else -1, "mover": u, "hex": _hex_of(w, at)}


def _hex_of(w: CounterWorld, label: str) -> Hex:
    """The hex with a label or the name of a place; -1 for a box, or for nothing at all."""
    try:
        return w.hex(label)
    except HexfrontError:
        return -1
