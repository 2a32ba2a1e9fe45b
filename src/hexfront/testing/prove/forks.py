"""Work done in forks of a process that has everything loaded: quick to begin, quiet, and limited in time."""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import IO, Any

import msgspec

from hexfront.testing.prove.sites import DATA, Site
from hexfront.testing.prove.swap import Finder, exchange_data

MEMORY = 6 << 30

# Nothing is cached, and no time is spent on telling how a test fails.
OPTIONS = ("-q", "-p", "no:cacheprovider", "--tb=no", "--assert=plain")

PASSED, FAILED, OUT_OF_TIME = "passed", "failed", "out of time"


def forked(work: Callable[[], str], seconds: float) -> str:
    """Do some work in a fork and return the short text it gives. If it crashes it has failed; if it takes more than so
    many seconds of processor time it is stopped."""
    sys.stdout.flush()
    sys.stderr.flush()
    with tempfile.TemporaryFile() as note:
        child = os.fork()
        if child == 0:
            try:
                _settle_in(seconds)
                note.write(work().encode())
                note.flush()
            except BaseException:
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return OUT_OF_TIME if os.WTERMSIG(status) == signal.SIGPROF else FAILED
        note.seek(0)
        return note.read().decode() or FAILED


def _settle_in(seconds: float) -> None:
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run_items(items: Sequence[Any]) -> str:
    """Run collected tests until one fails, and name that one."""
    from _pytest.runner import runtestprotocol

    for n, item in enumerate(items):
        following = items[n + 1] if n + 1 < len(items) else None
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            return f"{FAILED}: {item.nodeid}"
    return PASSED


class Order(msgspec.Struct):
    """Tests to be run with a module imported anew."""

    site: Site
    tests: list[str]
    seconds: float


class Nursery:
    """A process that was forked before the game was imported. Its own forks import the game with a rule
    taken out."""

    def __init__(self, root: str) -> None:
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        orders, self._out = os.pipe()
        self._in, answers = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            os.close(self._out)
            os.close(self._in)
            with os.fdopen(orders, "rb") as source, os.fdopen(answers, "wb") as sink:
                _serve(source, sink, root)
            os._exit(0)
        os.close(orders)
        os.close(answers)
        self._orders = os.fdopen(self._out, "wb")
        self._answers = os.fdopen(self._in, "rb")

    def run(self, order: Order) -> str:
        self._orders.write(msgspec.json.encode(order) + b"\n")
        self._orders.flush()
        return self._answers.readline().decode().strip() or FAILED

    def close(self) -> None:
        self._orders.close()
        self._answers.close()
        os.waitpid(self._child, 0)


def _serve(source: IO[bytes], sink: IO[bytes], root: str) -> None:
    os.chdir(root)
    for line in source:
        order = msgspec.json.decode(line, type=Order)
        sink.write(forked(lambda order=order: _anew(order), order.seconds).encode() + b"\n")  # type: ignore[misc]
        sink.flush()


def _anew(order: Order) -> str:
    import pytest

    if order.site.kind == DATA:
        exchange_data(order.site)
    else:
        sys.meta_path.insert(0, Finder(order.site))
    code = pytest.main(["-x", *OPTIONS, "--no-header", "--no-summary", *order.tests])
    return PASSED if code == pytest.ExitCode.OK else FAILED
