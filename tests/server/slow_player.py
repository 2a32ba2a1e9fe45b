"""Players for the tests: one that thinks as long as it may, one that breaks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from hexfront.players import Seatview


class SlowPlayer:
    """Thinks until its time is over or it is told to stop, then takes the first action."""

    def __init__(self, seed: int | str = 0) -> None:
        self._seconds = 1.0
        self._progress: Callable[[float, str], None] = lambda part, text: None
        self._stopped: Callable[[], bool] = lambda: False

    def configure(
        self, *, seconds: float, progress: Callable[[float, str], None], stopped: Callable[[], bool]
    ) -> None:
        self._seconds, self._progress, self._stopped = seconds, progress, stopped

    def choose(self, seat: Seatview) -> Any:
        began = time.monotonic()
        while time.monotonic() - began < self._seconds and not self._stopped():
            time.sleep(0.05)
            self._progress((time.monotonic() - began) / self._seconds, "weighing plans")
        return seat.legal[0]


class SearchingPlayer:
    """Tells its progress through an attribute, and stops when that says so."""

    def __init__(self, seed: int | str = 0) -> None:
        self.progress: Callable[[float], bool] | None = None

    def choose(self, seat: Seatview) -> Any:
        for done in range(10_000):
            time.sleep(0.02)
            if self.progress is not None and self.progress(done / 10_000):
                break
        return seat.legal[0]


class BrokenPlayer:
    """Fails, or chooses what is not legal."""

    def __init__(self, seed: int | str = 0) -> None:
        self._count = 0

    def choose(self, seat: Seatview) -> Any:
        self._count += 1
        if self._count % 2:
            raise RuntimeError("a secret position in the words of a fault")
        return None


class DeafPlayer:
    """Thinks and thinks, and never asks whether it should stop; tells how far it is all the time."""

    def __init__(self, seed: int | str = 0) -> None:
        self.progress: Callable[[float], bool] | None = None

    def choose(self, seat: Seatview) -> Any:
        try:
            while True:
                for n in range(1000):
                    hash(n)
                if self.progress is not None:
                    self.progress(0.5)
        except Exception:
            return None


class StuckPlayer:
    """Never answers."""

    def __init__(self, seed: int | str = 0) -> None:
        pass

    def choose(self, seat: Seatview) -> Any:
        print("thinking aloud")
        time.sleep(3600)


class CandidPlayer:
    """Says why, and what else it thought of."""

    def __init__(self, seed: int | str = 0) -> None:
        self.reasons: list[str] = []

    def choose(self, seat: Seatview) -> Any:
        self.reasons = [f"it is time for {seat.decision}", "a second thought"]
        return seat.legal[0]


class HeavyPlayer:
    """Takes long to be made, and answers at once."""

    def __init__(self, seed: str) -> None:
        time.sleep(2.0)

    def choose(self, seat: Any) -> Any:
        return seat.legal[0]
