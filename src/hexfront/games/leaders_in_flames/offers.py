"""How a choice of one unit is shown."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import Option


def unit_option(s: State, u: int, words: str, click: str) -> Option:
    """A click on a unit where it stands, on land or at sea; `{}` in the words is its name."""
    w = s.world
    return Option(words.format(w.name(u)), click, w.piece(u), w.spot(s.where[u]))
