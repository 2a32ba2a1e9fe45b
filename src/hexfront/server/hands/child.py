"""A helper process, from its own side: it is told what to do, does one thing after another, and ends when the
server does."""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import BinaryIO, TypeVar

T = TypeVar("T")
NICE = 5  # those who wait for the server come first


def mouth() -> BinaryIO:
    """Where answers go. Whatever is printed goes to the error output."""
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(NICE)
    return out


def attend(
    hear: Callable[[BinaryIO], T | None], do: Callable[[T], object], at_once: Callable[[T], bool] = lambda said: False
) -> None:  # fmt: skip
    """Do what is asked, in order, except for what is done `at_once`. When the input ends, the server is gone."""
    waiting: deque[T] = deque()
    ready = threading.Condition()

    def listen() -> None:
        while (said := hear(sys.stdin.buffer)) is not None:
            with ready:
                if not at_once(said):
                    waiting.append(said)
                    ready.notify()
        os._exit(0)  # nobody waits for an answer

    threading.Thread(target=listen, daemon=True).start()
    while True:
        with ready:
            while not waiting:
                ready.wait()
            said = waiting.popleft()
        do(said)
