"""The combat at hand, worked out."""

from __future__ import annotations

from hexfront.games.motherland.chits import cup_of
from hexfront.games.motherland.combat import assess
from hexfront.games.motherland.kinds import CHIT_UNITS, meaning
from hexfront.games.motherland.state import State
from hexfront.kernel import Forecast
from hexfront.wargame import changed


def with_expected_chits(s: State) -> tuple[State, list[int]]:
    """A copy in which units without a chit hold an average one of their cup; and those units."""
    w = s.world
    copy = s.clone()
    guessed = []
    for u in (*s.attackers, *s.defenders):
        if w.kind[u] in CHIT_UNITS and s.chit[u] < 0:
            cup = cup_of(s, w.letter[u]).weights
            total = sum(n for _, n in cup)
            mean = sum(sum(w.chits[w.chit_number[name]].full) * n for name, n in cup) / total
            likely = min(
                (w.chit_number[name] for name, _ in cup), key=lambda k: (abs(sum(w.chits[k].full) - mean), k)
            )
            copy.chit = changed(copy.chit, u, likely)
            copy.steps[u] = 2
            guessed.append(u)
    return copy, guessed


def forecast(s: State) -> Forecast | None:
    """The attack being put together or resolved: totals, column, modifiers, chances. Cases 8.1.1 to 8.1.5a."""
    w = s.world
    if s.target < 0 or not s.attackers or not s.defenders:
        return None
    position, guessed = with_expected_chits(s)
    return assess(position, guessed).forecast(
        f"{'Overrun of' if s.is_overrun else 'Attack on'} {w.title(s.target)}",
        "8.1.2",
        w.label(s.target),
        (w.name(u) for u in s.attackers),
        (w.name(u) for u in s.defenders),
        meaning,
    )
