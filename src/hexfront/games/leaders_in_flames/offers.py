"""How a choice of one unit is shown."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import says
from hexfront.kernel import Option


def unit_option(s: State, u: int, words: str, click: str) -> Option:
    """A click on a unit where it stands, on land or at sea; `{}` in the words is its name. Where it comes first, its verb follows."""
    w = s.world
    text = says(w.name(u), words[3:]) if words.startswith("{} ") else words.format(w.name(u))
    return Option(text, click, w.piece(u), w.spot(s.where[u]))
