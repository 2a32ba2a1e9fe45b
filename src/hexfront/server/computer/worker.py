"""A worker process that thinks for computer players, from the server's side."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.kernel import HexfrontError
from hexfront.server.computer.worker_process import Incoming, Task, Told

LINE = 64 * 1024 * 1024


class PlayerFault(HexfrontError):
    """A player failed; its process is well."""


class Worker:
    """One thinking process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._cut = self._sent = False
        self.task = 0

    async def _start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", "from hexfront.server.computer.worker_process import main; main()",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            )  # fmt: skip
        return self._process

    async def warm(self) -> None:
        await self._start()

    async def choose(
        self, task: Task, progress: Any, begun: Callable[[], object] = bool
    ) -> list[tuple[Any, str]]:
        """The actions chosen, each with its reason; a `HexfrontError` if the player failed. `begun` is called when the game is
        loaded and the player starts to think."""
        self.task, self._cut = task.id, False
        process = await self._start()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(msgspec.json.encode(Incoming(task=task)) + b"\n")
        self._sent = True
        if self._cut:
            self.cancel()
        await process.stdin.drain()
        while True:
            line = await process.stdout.readline()
            if not line:
                raise HexfrontError("the thinking process ended")
            told = msgspec.json.decode(line, type=Told)
            if told.id != task.id:
                continue
            if told.fault:
                raise PlayerFault(told.fault)
            if told.begun:
                begun()
                continue
            if told.actions is not None:
                reasons = told.reasons or [""] * len(told.actions)
                return list(zip(told.actions, reasons, strict=True))
            progress(told)

    def cancel(self) -> None:
        """Ask it to play its best so far; if the task is still on its way, when it has been sent."""
        self._cut = True
        if self._process is not None and self._process.stdin is not None and self._sent:
            with contextlib.suppress(ConnectionError, RuntimeError):
                self._process.stdin.write(msgspec.json.encode(Incoming(cancel=self.task)) + b"\n")

    def rest(self) -> None:
        self.task, self._sent = 0, False

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), 5)
