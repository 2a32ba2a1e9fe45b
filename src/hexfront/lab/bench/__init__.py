"""What `hexfront bench` measures. A module in this folder adds entries:

    @entry("flood", "the whole map flooded from one hex")
    def flood() -> Figures:
        return versus(lambda: ours(), lambda: plain())

An entry gives `ours_us`, `baseline_us` and `ratio`, or `per_s`. Only ratios travel between machines.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

import msgspec

Figures = dict[str, float]


class Entry(msgspec.Struct, frozen=True):
    """Something that can be measured."""

    name: str
    about: str
    measure: Callable[[], Figures]


_ENTRIES: dict[str, Entry] = {}


def entry(name: str, about: str) -> Callable[[Callable[[], Figures]], Callable[[], Figures]]:
    """Register a function as an entry of the bench."""

    def register(measure: Callable[[], Figures]) -> Callable[[], Figures]:
        _ENTRIES[name] = Entry(name, about, measure)
        return measure

    return register


def entries() -> dict[str, Entry]:
    """Every entry, from every module in this folder."""
    for module in sorted(iter_modules(__path__), key=lambda m: m.name):
        import_module(f"{__name__}.{module.name}")
    return dict(_ENTRIES)


def microseconds(call: Callable[[], object], seconds: float = 0.2, rounds: int = 5) -> float:
    """The time of one call: the best of several rounds that together take about the given time."""
    began = time.perf_counter()
    call()
    once = max(time.perf_counter() - began, 1e-7)
    times = max(1, int(seconds / rounds / once))
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, (time.perf_counter() - began) / times)
    return best * 1e6


def versus(ours: Callable[[], object], baseline: Callable[[], object], seconds: float = 0.2) -> Figures:
    """Ours against a plain way of doing the same, in the same run."""
    ours_us, baseline_us = microseconds(ours, seconds), microseconds(baseline, seconds)
    return {"ours_us": ours_us, "baseline_us": baseline_us, "ratio": baseline_us / ours_us}


def per_second(count: float, seconds: float) -> Figures:
    """So many of something in so many seconds."""
    return {"per_s": count / seconds}


__all__ = ["Entry", "Figures", "entries", "entry", "microseconds", "per_second", "versus"]
