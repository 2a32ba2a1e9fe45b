"""Server processes at one listening socket: one that dies, for whatever reason, is replaced, and none outlives the process
that started them.

A process was once killed in the middle of an outage; the cause is not known. The socket stays open meanwhile, so
callers wait instead of being turned away, and clients reconnect by themselves.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from hexfront.kernel import HexfrontError

CONFIG = "HEXFRONT_SERVER_CONFIG"
NO_START = "The server could not start; the lines above say why."
GRACE = 30.0  # seconds for a process to end when it is told to
SOON = 3.0  # one that dies sooner than this is not started again at once
log = logging.getLogger("hexfront.server")


class Worker:
    """A server process, and the pipe to it: it reports there that it is ready, and ends when nobody holds the other end."""

    def __init__(self, sock: socket.socket, packed: str) -> None:
        self._line, other = socket.socketpair()
        self._line.setblocking(False)
        fds = (sock.fileno(), other.fileno())
        self.born = time.monotonic()
        self.ready = False
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from hexfront.server.run import work; work({fds[0]}, {fds[1]})"],
            pass_fds=fds,
            env=os.environ | {CONFIG: packed, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )
        other.close()

    def look(self) -> int | None:
        """How it ended, if it has."""
        status = self.process.poll()
        if not self.ready:
            with contextlib.suppress(BlockingIOError, ConnectionError):
                self.ready = bool(self._line.recv(1))
        return status

    def stop(self) -> None:
        self.process.terminate()

    def bury(self) -> None:
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._line.close()


def hang_by(fd: int) -> Callable[[], None]:
    """End this process at once when the one that started it is gone. The function returned tells that one that we are ready."""
    line = socket.socket(fileno=fd)
    line.set_inheritable(False)

    def watch() -> None:
        with contextlib.suppress(OSError):  # reset, if it was gone before it had heard everything
            while line.recv(1):
                pass
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()
    return lambda: line.sendall(b"r")


def supervise(sock: socket.socket, workers: int, packed: str) -> None:
    """Keep this many processes at the same listening socket; one that dies is replaced, and a signal ends them all."""
    stopping = False

    def stop(number: int, frame: object) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    running = [Worker(sock, packed) for _ in range(workers)]
    started, hopeless = False, False
    while not stopping and not hopeless:
        time.sleep(0.1)
        for n, worker in enumerate(running):
            status = worker.look()
            started = started or worker.ready
            if status is None or stopping:
                continue
            if not started:
                hopeless = True
                break
            log.warning(
                "server process %d ended with status %s; another takes its place", worker.process.pid, status
            )
            worker.bury()
            if time.monotonic() - worker.born < SOON:
                time.sleep(1)  # it does not even start: do not spin
            running[n] = Worker(sock, packed)
    for worker in running:
        worker.stop()
    for worker in running:
        worker.bury()
    if hopeless:
        raise HexfrontError(NO_START)
