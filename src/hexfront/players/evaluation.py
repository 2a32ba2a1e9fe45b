"""How likely a side is to win, learned from play: a logistic curve over a doctrine's features.

The curves of a game are in `doctrines/<game>/learned/curves.json`, one for each scenario; `python -m hexfront.lab.train`
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

    def __call__(self, features: Mapping[str, float], burdens: Burdens | None = None) -> float:
        weights = self.weights if burdens is None else bearable(self.weights, burdens)
        return squash(sum(weights.get(name, 0.0) * value for name, value in features.items()))


Burdens = Mapping[str, Mapping[str, float]]
"""What a want of supply is a part of: by the feature that counts forces in want those that count all forces, each with how
much of a factor it has now."""


def bearable(weights: Mapping[str, float], burdens: Burdens) -> dict[str, float]:
    """The same weights, but lack of supply never weighs more than the force that suffers it: fitted separately, they may say that
    a starving unit is worse than a destroyed one, and a search would send it to its destruction."""
    out = dict(weights)
    for name, forces in burdens.items():
        force = sum(weights.get(each, 0.0) * share for each, share in forces.items())
        want = out.get(name, 0.0)
        out[name] = max(want, -max(0.0, force)) if want < 0 else min(want, -min(0.0, force))
    return out


def squash(lead: float) -> float:
    """Turn a lead into a chance."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead))))


def curves(game: str, folder: Path | None = None) -> dict[str, Curve]:
    """The curves of a game by scenario; none if nothing was learned, or if the file cannot be read."""
    try:
        return msgspec.json.decode(((folder or learned(game)) / CURVES).read_bytes(), type=dict[str, Curve])
    except (OSError, msgspec.MsgspecError):
        return {}


__all__ = ["CURVES", "Burdens", "Curve", "bearable", "curves", "learned", "squash"]
