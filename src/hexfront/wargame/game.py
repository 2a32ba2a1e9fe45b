"""A game of counters as the rest of Hexfront sees it: what all of them answer in the same way."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from hexfront.errors import HexfrontError
from hexfront.hexes import Hex
from hexfront.kernel import Cause, Game, Seat, refusals
from hexfront.wargame.stacks import CounterState
from hexfront.wargame.world import CounterWorld

S = TypeVar("S", bound=CounterState[Any])


class CounterGame(Game[S], Generic[S]):
    """Subclass it once a rulebook. Counters are known to people by their names, hexes by their labels."""

    floors: ClassVar[tuple[str, ...]] = ("hexfront.wargame",)

    def why(self, s: S, seat: Seat, piece: str, at: str) -> tuple[Cause, ...]:
        """Why a counter cannot do at a place what the pending decision is about: of every action it takes that names
        no more than a `unit` and a `hex`, the refusal."""
        w: CounterWorld = s.world
        return refusals(s, seat, unit=w.number.get(piece, -1), hex=hex_of(w, at))


def hex_of(w: CounterWorld, label: str) -> Hex:
    """The hex with a label or the name of a place; -1 for a box, or for nothing at all."""
    try:
        return w.hex(label)
    except HexfrontError:
        return -1
