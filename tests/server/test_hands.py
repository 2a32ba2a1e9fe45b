"""Processes that work for a server process: what goes there and back, and what becomes of those that fail."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hexfront.errors import HexfrontError
from hexfront.server.hands.hand import Fault, Hand
from hexfront.server.wire.refusals import Refusal
from tests.server import handwork
from tests.server.handwork import Parcel
from tests.server.support import PATIENCE

Talk = Callable[[Callable[[partial[Any]], Awaitable[Any]]], Awaitable[None]]


def with_hand(talk: Talk) -> None:
    async def run() -> None:
        hand = Hand()
        try:
            await talk(lambda work: hand.call(work, PATIENCE))
        finally:
            await hand.stop()

    asyncio.run(run())


def test_what_is_given_and_found_has_its_kind_there_and_here() -> None:
    async def talk(call: Callable[[partial[Any]], Awaitable[Any]]) -> None:
        parcel = Parcel("a", bytes(range(256)) * 8000, {"x": (1, 2)})
        assert await call(partial(handwork.send_back, parcel, 3)) == [parcel] * 3
        assert await call(partial(handwork.who)) not in (0, os.getpid())
        await call(partial(handwork.say))
        assert await call(partial(handwork.greet, "Anna")) == "Hello, Anna.", "what is printed is no answer"

    with_hand(talk)


def test_refusals_come_back_as_themselves_and_faults_without_their_words(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def talk(call: Callable[[partial[Any]], Awaitable[Any]]) -> None:
        with pytest.raises(Refusal) as refused:
            await call(partial(handwork.refuse, "No."))
        told = refused.value
        assert (told.status, told.code, told.reason, told.rule, told.at, told.wait) == (
            418, "teapot", "No.", "1.2", "0101", 3.0,
        )  # fmt: skip
        with pytest.raises(HexfrontError, match="out of order"):
            await call(partial(handwork.complain, "out of order"))
        with pytest.raises(Fault) as fault:
            await call(partial(handwork.stumble, "the ace of spades"))
        assert "ValueError" in str(fault.value) and "handwork.py" in str(fault.value)
        assert "ace" not in str(fault.value)
        assert await call(partial(handwork.greet, "Ben")) == "Hello, Ben.", "it goes on"

    with_hand(talk)
    said = capfd.readouterr()
    assert "ace" not in said.out + said.err


def test_one_that_dies_is_replaced() -> None:
    async def talk(call: Callable[[partial[Any]], Awaitable[Any]]) -> None:
        first = await call(partial(handwork.who))
        with pytest.raises(Refusal) as refused:
            await call(partial(handwork.end))
        assert (refused.value.status, refused.value.code) == (503, "unavailable")
        assert await call(partial(handwork.who)) != first

    with_hand(talk)


def test_one_that_is_ended_with_its_server_is_not_replaced(caplog: pytest.LogCaptureFixture) -> None:
    """The load test took it for a process that had died, and what waited started another."""

    async def run() -> None:
        hand = Hand()
        assert await hand.call(partial(handwork.greet, "Anna"), PATIENCE)
        calls = [asyncio.create_task(hand.call(partial(handwork.wait, 60.0), PATIENCE)) for _ in range(2)]
        await asyncio.sleep(0.2)
        await hand.stop()
        for call in calls:
            with pytest.raises(Refusal) as refused:
                await call
            assert (refused.value.status, refused.value.code) == (503, "closing")
        assert not hand.number

    asyncio.run(run())
    assert "another takes its place" not in caplog.text


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux")
def test_memory_is_bounded_and_given_back() -> None:
    async def talk(call: Callable[[partial[Any]], Awaitable[Any]]) -> None:
        first = await call(partial(handwork.who))
        with pytest.raises(Refusal) as refused:
            await call(partial(handwork.take_memory, 5000))
        assert (refused.value.status, refused.value.code) == (413, "too_large")
        assert await call(partial(handwork.who)) == first, "it has not had it"
        assert await call(partial(handwork.grow)) > 0
        assert await call(partial(handwork.who)) != first, "one that has grown is followed by a fresh one"

    with_hand(talk)


def test_a_script_without_a_guard_is_not_run_again(tmp_path: Path) -> None:
    """A program may start a server as it likes; what works for it is another program."""
    script = tmp_path / "script.py"
    script.write_text(
        "import asyncio, pathlib\n"
        "from functools import partial\n"
        "from hexfront.server.hands.hand import Hand\n"
        "from tests.server import handwork\n"
        "with pathlib.Path(__file__).with_name('runs').open('a') as runs:\n"
        "    runs.write('x')\n"
        "async def run():\n"
        "    hand = Hand()\n"
        "    print(await hand.call(partial(handwork.greet, 'Anna'), 60))\n"
        "    await hand.stop()\n"
        "asyncio.run(run())\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    found = subprocess.run(
        [sys.executable, str(script)], env=os.environ | {"PYTHONPATH": root}, capture_output=True, text=True, timeout=120
    )  # fmt: skip
    assert found.stdout == "Hello, Anna.\n", found.stderr
    assert (tmp_path / "runs").read_text() == "x"


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked up by their numbers")
def test_it_ends_with_the_server(tmp_path: Path) -> None:
    code = (
        "import asyncio, os\n"
        "from functools import partial\n"
        "from hexfront.server.hands.hand import Hand\n"
        "from tests.server import handwork\n"
        "async def run():\n"
        "    hand = Hand()\n"
        "    print(await hand.call(partial(handwork.who), 60), flush=True)\n"
        "    asyncio.create_task(hand.call(partial(handwork.wait, 600.0), 600))\n"
        "    await asyncio.sleep(0.2)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(run())\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    found = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": root}, capture_output=True, text=True, timeout=120
    )  # fmt: skip
    number = int(found.stdout)

    async def gone() -> None:
        async with asyncio.timeout(PATIENCE):
            while is_there(number):
                await asyncio.sleep(0.02)

    asyncio.run(gone())


def is_there(number: int) -> bool:
    """Whether a process is at work: one that nobody has asked for its end is not."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True)
    return bool(listed.stdout.strip()) and not listed.stdout.strip().startswith("Z")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux")
def test_what_the_server_has_taken_is_not_the_processs_own() -> None:
    """A large server starts a small process: it must not be taken for one that has grown."""
    script = (
        "import asyncio\n"
        "from functools import partial\n"
        "from hexfront.server.hands.hand import GREW, Hand\n"
        "from tests.server import handwork\n"
        "ballast = bytearray((GREW + 200_000) * 1024)\n"
        "ballast[::4096] = b'x' * len(ballast[::4096])\n"
        "async def run():\n"
        "    hand = Hand()\n"
        "    first = await hand.call(partial(handwork.who), 60)\n"
        "    print(first == await hand.call(partial(handwork.who), 60))\n"
        "    await hand.stop()\n"
        "asyncio.run(run())\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, cwd=root, check=True
    )
    assert found.stdout.strip() == "True", found.stderr
