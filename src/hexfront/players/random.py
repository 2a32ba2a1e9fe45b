"""A player that takes any legal action, all equally likely."""

from __future__ import annotations

from typing import Any

from hexfront.kernel import SeededSource
from hexfront.players.base import Seatview


class RandomPlayer:
    """Chooses at random; the same seed chooses the same."""

    def __init__(self, seed: int | str = 0) -> None:
        self._source = SeededSource(f"random player/{seed}")

    def choose(self, seat: Seatview) -> Any:
        return self._source.choice(seat.legal)
