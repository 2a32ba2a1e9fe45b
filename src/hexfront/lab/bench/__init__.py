"""Speed, measured as ratios in one run, because no two machines (or minutes) are alike.

An entry is a function that returns `{"ours_us", "baseline_us", "ratio"}`, `{"per_s"}` or `{"us"}`; modules here
register theirs under a name with `@entry("name")`. `hexfront bench` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from time import perf_counter

Figures = dict[str, float]
Entry = Callable[[], Figures]

_entries: dict[str, Entry] = {}


def entry(name: str) -> Callable[[Entry], Entry]:
    """Register a measurement under a name."""

    def register(function: Entry) -> Entry:
        _entries[name] = function
        return function

    return register


def entries() -> dict[str, Entry]:
    """Every measurement there is, by name."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    return dict(_entries)


def run(names: list[str] | None = None) -> Iterator[tuple[str, Figures]]:
    """Measure one after another, yielding each as it is done."""
    for name, measure in entries().items():
        if not names or name in names:
            yield name, measure()


def microseconds(work: Callable[[], object], least: float = 0.05, rounds: int = 7) -> float:
    """How long one call takes: the best of several rounds, each of at least so many seconds."""
    number, spent = 1, 0.0
    while spent < least:
        began = perf_counter()
        for _ in range(number):
            work()
        spent = perf_counter() - began
        if spent < least:
            number = max(number + 1, int(number * 1.2 * least / max(spent, 1e-6)))
    best = spent / number
    for _ in range(rounds - 1):
        began = perf_counter()
        for _ in range(number):
            work()
        best = min(best, (perf_counter() - began) / number)
    return best * 1e6


def against(ours: Callable[[], object], baseline: Callable[[], object]) -> Figures:
    """Our way and the plain way, one after the other in the same run."""
    theirs = microseconds(baseline)
    own = microseconds(ours)
    return {"ours_us": round(own, 2), "baseline_us": round(theirs, 2), "ratio": round(theirs / own, 1)}
