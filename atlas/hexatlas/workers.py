"""Several maps at once: the work on maps shared out over processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from typing import TypeVar

from .gazetteer import Gazetteer, load_gazetteer

Job = TypeVar("Job")
Result = TypeVar("Result")
MOST = 4
"""Processes at most: each holds a map's pixels and the coast of the world."""


@lru_cache(maxsize=1)
def shared_gazetteer() -> Gazetteer:
    """The gazetteer, read once in each process."""
    return load_gazetteer()


def processes() -> int:
    """How many to use here: one for every processor that this process may run on."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(MOST, available))


def each(task: Callable[[Job], Result], jobs: Sequence[Job], count: int | None = None) -> Iterator[Result]:
    """The results of a task for every job, in the order of the jobs; start with the longest."""
    count = min(count or processes(), len(jobs))
    if count <= 1:
        yield from map(task, jobs)
        return
    with ProcessPoolExecutor(max_workers=count) as pool:
        yield from pool.map(task, jobs)
