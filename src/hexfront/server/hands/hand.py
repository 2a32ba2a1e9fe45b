"""Functions carried out in another process: what they are given and what they give back travels as bytes.

    hand = Hand()
    await hand.call(partial(whole.report, match, viewer), seconds=60)

A function must be at the top level of a module and annotate its arguments and its answer, so that they can be read again on
the other side. Long answers are given as bytes, which nobody has to parse. A refusal, or a fault that has words for people,
comes back as itself; of any other fault only the kind comes back, since its words may hold a position.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import sys
import traceback
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, get_type_hints

import msgspec

from hexfront.kernel import HexfrontError
from hexfront.server.hands.child import attend, mouth
from hexfront.server.hands.process import Process
from hexfront.server.wire.refusals import Refusal

T = TypeVar("T")
log = logging.getLogger("hexfront.server")
MEMORY = 3 * 1024**3  # bytes a hand may take; what would take more is refused
GREW = 600 * 1024  # kilobytes; a hand that has taken so much is followed by a fresh one


class Asked(msgspec.Struct, array_like=True):
    """A function to be carried out."""

    id: int
    module: str
    name: str
    given: list[msgspec.Raw]


class Answered(msgspec.Struct, array_like=True):
    """The answer. `last`: the hand ends now."""

    id: int
    value: msgspec.Raw = msgspec.Raw(b"\xc0")  # nothing
    refusal: tuple[int, str, str, str, str, float] | None = None
    words: str = ""
    fault: str = ""
    last: bool = False


class Fault(Exception):
    """A function failed in another process; the log says where, but not in which words."""


@cache
def _kinds(module: str, name: str) -> tuple[Any, tuple[Any, ...], Any]:
    """A function, the kinds of its arguments and of its answer."""
    function = getattr(import_module(module), name)
    hints = get_type_hints(function)
    answer = hints.pop("return")
    return function, tuple(hints.values()), answer


def _sized(data: bytes) -> bytes:
    return b"%d\n" % len(data) + data


# --- the server's side


class Hand:
    """One process that carries out functions, one after another."""

    def __init__(self) -> None:
        self._process = Process(__name__)
        self._numbers = itertools.count(1)
        self._lock = asyncio.Lock()
        self._over = False

    @property
    def number(self) -> int:
        """The system's number of the process; 0 while there is none."""
        return self._process.number

    async def warm(self) -> None:
        """Start the process before it is needed."""
        async with self._lock:
            await self._process.start()

    async def call(self, work: partial[T], seconds: float) -> T:
        """Carry out a function; one that takes longer than this is given up, and its process with it."""
        module, name = work.func.__module__, work.func.__name__
        _, _, kind = _kinds(module, name)
        assert not work.keywords, "what a hand is given has its place"
        given = [msgspec.Raw(msgspec.msgpack.encode(each)) for each in work.args]
        async with self._lock:
            if self._over:
                raise _closing()
            asked = Asked(next(self._numbers), module, name, given)
            answered = await self._exchange(asked, seconds)
        if answered.refusal is not None:
            status, code, reason, rule, at, wait = answered.refusal
            raise Refusal(status, code, reason, rule=rule, at=at, wait=wait)
        if answered.words:
            raise HexfrontError(answered.words)
        if answered.fault:
            raise Fault(answered.fault)
        found: T = msgspec.msgpack.decode(answered.value, type=kind)
        return found

    async def _exchange(self, asked: Asked, seconds: float) -> Answered:
        try:
            async with asyncio.timeout(seconds):
                ear, mouth = await self._process.start()
                ear.write(_sized(msgspec.msgpack.encode(asked)))
                await ear.drain()
                size = int(await mouth.readuntil())
                answered = msgspec.msgpack.decode(await mouth.readexactly(size), type=Answered)
        except TimeoutError:
            await self._process.stop()
            raise Refusal(
                503, "too_long", "This takes too long to work out; the server has given up."
            ) from None
        except (asyncio.IncompleteReadError, OSError):
            await self._process.stop()
            if self._over:
                raise _closing() from None
            log.error("a process that worked out %s ended; another takes its place", asked.name)
            raise Refusal(
                503, "unavailable", "The process working on this has stopped; try again.", wait=1.0
            ) from None
        except BaseException:
            await self._process.stop()
            raise
        if answered.last:
            await self._process.stop()
        return answered

    async def stop(self) -> None:
        """End it for good, whatever it is at."""
        self._over = True
        await self._process.stop()


def _closing() -> Refusal:
    return Refusal(503, "closing", "The server is restarting.", wait=1.0)


# --- the other side


def carry_out(asked: Asked) -> Answered:
    """Do what was asked for."""
    try:
        function, kinds, _ = _kinds(asked.module, asked.name)
        given = [
            msgspec.msgpack.decode(each, type=kind) for each, kind in zip(asked.given, kinds, strict=False)
        ]
        return Answered(asked.id, msgspec.Raw(msgspec.msgpack.encode(function(*given))))
    except Refusal as e:
        return Answered(asked.id, refusal=(e.status, e.code, e.reason, e.rule, e.at, e.wait))
    except HexfrontError as e:
        return Answered(asked.id, words=str(e) or type(e).__name__)
    except MemoryError:
        return Answered(
            asked.id,
            refusal=(413, "too_large", "This needs more memory than the server allows.", "", "", 0.0),
        )
    except Exception as e:
        places = "".join(
            f" {os.path.basename(each.filename)}:{each.lineno}"
            for each in traceback.extract_tb(e.__traceback__)[-6:]
        )
        return Answered(asked.id, fault=f"{type(e).__name__} at{places}")


def _hear(ear: BinaryIO) -> Asked | None:
    line = ear.readline()
    if not line:
        return None
    data = ear.read(int(line))
    return msgspec.msgpack.decode(data, type=Asked) if len(data) == int(line) else None


def _grown() -> int:
    """Kilobytes of memory that this process has taken at most. (On Linux `ru_maxrss` would count what the server had taken
    when it started this process.)"""
    own = Path("/proc/self/status")
    if own.exists():
        lines = own.read_text(encoding="ascii").splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def _leaves(asked: Asked) -> bool:
    """Whether a function leaves something here that is asked for next."""
    try:
        return bool(getattr(_kinds(asked.module, asked.name)[0], "leaves", False))
    except Exception:
        return False  # there is no such function: that was answered


def main() -> None:
    out = mouth()
    if sys.platform == "linux":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        bound = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
        resource.setrlimit(resource.RLIMIT_AS, (bound, most))

    def do(asked: Asked) -> None:
        answered = carry_out(asked)
        answered.last = _grown() > GREW and not _leaves(asked)
        data = _sized(msgspec.msgpack.encode(answered))
        while data:
            data = data[out.write(data) :]

    attend(_hear, do)
