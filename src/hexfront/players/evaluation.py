"""How likely a side is to win, learned from play: a logistic curve over a doctrine's features.

The curves of a game stand in `doctrines/<game>/learned/curves.json`, one for each scenario; `python -m hexfront.lab.train`
makes them. Without the file a doctrine falls back on figures set by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from pathlib import Path

import msgspec

CURVES = "curves.json"
_DOCTRINES = Path(__file__).parent / "doctrines"


def learned(game: str) -> Path:
    """The folder of what was learned about a game, by its id."""
    return _DOCTRINES / game / "learned"


class Curve(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chance of the first side: the weighted features, put through a logistic curve.

    `games` and the Brier scores say what it was fitted on and how well it did on games it had not seen: `brier` its
    own, `base` that of always saying the share of wins, both on the same positions. `seats` are those that judge by it, all
    if none is named: a curve that helps one side may mislead the other.
    """

    weights: dict[str, float]
    games: int = 0
    brier: float = 0.25
    base: float = 0.25
    seats: tuple[str, ...] = ()

    def __call__(self, features: Mapping[str, float]) -> float:
        return squash(sum(self.weights.get(name, 0.0) * value for name, value in features.items()))


def squash(lead: float) -> float:
    """A lead as a chance."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead))))


def curves(game: str, folder: Path | None = None) -> dict[str, Curve]:
    """The curves of a game by scenario; none if nothing was learned, or if the file cannot be read."""
    try:
        return msgspec.json.decode(((folder or learned(game)) / CURVES).read_bytes(), type=dict[str, Curve])
    except (OSError, msgspec.MsgspecError):
        return {}


__all__ = ["CURVES", "Curve", "curves", "learned", "squash"]
