"""Speed, measured as ratios in one run, because no two machines (or minutes) are alike.

An entry is a function that returns `{"ours_us", "baseline_us", "ratio"}`, `{"per_s"}`, `{"us"}` or `{"s"}`; modules here
register theirs under a name with `@entry("name")`. `hexfront bench` runs them; a slow one is run only when it is named.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from importlib import import_module
from pkgutil import iter_modules
from time import perf_counter

from hexfront.errors import UnknownName

Figures = dict[str, float]
Entry = Callable[[], Figures]

_entries: dict[str, Entry] = {}
_slow: set[str] = set()


def entry(name: str, slow: bool = False) -> Callable[[Entry], Entry]:
    """Register a measurement under a name."""

    def register(function: Entry) -> Entry:
        _entries[name] = function
        if slow:
            _slow.add(name)
        return function

    return register


def entries() -> dict[str, Entry]:
    """Every measurement there is, by name."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    return dict(_entries)


def chosen(patterns: list[str]) -> list[str]:
    """The names that patterns such as `playout_*` match, in the order of the patterns; without any, all but the slow."""
    known = entries()
    if not patterns:
        return [name for name in known if name not in _slow]
    out: dict[str, None] = {}
    for pattern in patterns:
        found = [name for name in known if fnmatchcase(name, pattern)]
        if not found:
            raise UnknownName(
                f"There is nothing to measure by the name {pattern!r}; there is {', '.join(known)}."
            )
        out.update(dict.fromkeys(found))
    return list(out)


def microseconds(work: Callable[[], object], least: float = 0.05, rounds: int = 7) -> float:
    """How long one call takes: the best of several rounds, each of at least this many seconds."""
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
