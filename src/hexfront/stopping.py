"""Ending in good order when told to: what was started is ended too, and what was made for a time is taken away."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

from hexfront.errors import Terminated


@contextmanager
def stoppable(at_once: bool = True) -> Iterator[None]:
    """Treat a request to end like Ctrl-C here, unless somebody has set another handler for it. `at_once`: who says it twice does
    not wait until all is in order; else a second request changes nothing."""
    is_main = current_thread() is main_thread()
    if not is_main or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return

    def end(number: int, frame: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if at_once else signal.SIG_IGN)
        raise Terminated

    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
