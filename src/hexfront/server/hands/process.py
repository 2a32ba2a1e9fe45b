"""A helper process, from the server's side.

It is a fresh interpreter that runs one function of ours: nothing of the program that started the server is run again,
whether or not that is a script with a guard.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio import StreamReader, StreamWriter

LONGEST = 64 * 1024 * 1024  # bytes of what is said at once
PATIENCE = 5.0  # seconds for a process that was killed to be gone


class Process:
    """One process, started when it is first needed, and again when it has ended."""

    def __init__(self, module: str) -> None:
        """It runs `main` of a module."""
        self._module = module
        self._process: asyncio.subprocess.Process | None = None

    @property
    def number(self) -> int:
        """The system's number of the process; 0 while there is none."""
        return self._process.pid if self._process is not None and self._process.returncode is None else 0

    async def start(self) -> tuple[StreamWriter, StreamReader]:
        """Start it, and return the stream to write to and the stream to read from."""
        if not self.number:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", f"from {self._module} import main; main()",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            )  # fmt: skip
        assert self._process is not None and self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def tell(self, data: bytes) -> None:
        """Send it something without waiting, if it is running."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                self._process.stdin.write(data)

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), PATIENCE)
