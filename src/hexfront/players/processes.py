"""Worker processes that know nothing of the script that started them.

Python's own way to start a process runs the caller's script again in it, up to its main guard. A script without a guard
would then be run once more for each core. What our workers do lies in our own modules, so they need no script.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock
from types import ModuleType
from typing import Any

_hiding = Lock()


@contextmanager
def _script_hidden() -> Iterator[None]:
    """No script to run again, unless it is a module of ours, whose functions a worker may be asked to call."""
    main = sys.modules["__main__"]
    name = getattr(main.__spec__, "name", "")
    if f"{name}.".startswith("hexfront."):
        yield
        return
    with _hiding:
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


class Worker(SpawnProcess):
    """A fresh Python process without the caller's script."""

    @staticmethod
    def _Popen(process_obj: Any) -> Any:  # noqa: N802 - so it is called
        with _script_hidden():
            return SpawnProcess._Popen(process_obj)


class Workers(SpawnContext):
    """What to start processes and pools with."""

    Process = Worker


WORKERS = Workers()

__all__ = ["WORKERS"]
