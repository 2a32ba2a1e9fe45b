"""Leaders in Flames: the doctrine's figures, by scenario and time."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hexfront.games.leaders_in_flames.state import State

TIDE = 1943
_FILE = tomllib.loads((Path(__file__).parent / "numbers.toml").read_text(encoding="utf-8"))
NUMBERS = tuple(
    {name: float(row[side]) for name, row in _FILE.items() if isinstance(row, list)} for side in (0, 1)
)


def numbers(scenario: str, side: int) -> dict[str, float]:
    """The figures of a side: those of its scenario over those of all."""
    own = _FILE.get(scenario, {})
    return NUMBERS[side] | {name: float(row[side]) for name, row in own.items() if name != "turn"}


def chapter(s: State) -> str:
    """Which figures count: the scenario's, or those for the time after the tide turned: from a year on in the long campaigns, from a
    turn on in others."""
    w = s.world
    if not w.plan.us_entry:
        turned = f"{w.plan.id} turned"
        return turned if turned in _FILE and s.turn >= _FILE[turned]["turn"] else w.plan.id
    return "campaign" if w.year(max(1, s.turn)) < TIDE else "tide"
