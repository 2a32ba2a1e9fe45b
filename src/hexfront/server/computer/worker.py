"""A worker process that thinks for computer players, from the server's side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.kernel import HexfrontError
from hexfront.server.computer.worker_process import Incoming, Task, Told
from hexfront.server.hands.process import Process


class PlayerFault(HexfrontError):
    """A player failed; its process goes on."""


class Worker:
    """One thinking process, started when it is first needed."""

    def __init__(self) -> None:
        self._process = Process("hexfront.server.computer.worker_process")
        self._cut = self._sent = False
        self.task = 0

    async def warm(self) -> None:
        await self._process.start()

    async def choose(
        self, task: Task, progress: Any, begun: Callable[[], object] = bool
    ) -> list[tuple[Any, str]]:
        """The actions chosen, each with its reason; a `HexfrontError` if the player failed. `begun` is called when the game is
        loaded and the player starts to think."""
        self.task, self._cut = task.id, False
        ear, mouth = await self._process.start()
        ear.write(msgspec.json.encode(Incoming(task=task)) + b"\n")
        self._sent = True
        if self._cut:
            self.cancel()
        await ear.drain()
        while True:
            line = await mouth.readline()
            if not line:
                raise HexfrontError("the thinking process ended")
            told = msgspec.json.decode(line, type=Told)
            if told.id != task.id:
                continue
            if told.last:
                await self._process.stop()
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
        if self._sent:
            self._process.tell(msgspec.json.encode(Incoming(cancel=self.task)) + b"\n")

    def rest(self) -> None:
        self.task, self._sent = 0, False

    async def stop(self) -> None:
        await self._process.stop()
