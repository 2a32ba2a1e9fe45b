"""Playouts on all cores, for a player whose opponent is waiting. Rules are plain Python, so each core has a process.

The processes are started once and kept. They end with the one that started them, whichever way it ends: their end of
the pipe closes. As long as they are not ready, playouts are made here.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

import msgspec

from hexfront.kernel import Game, Seat
from hexfront.players.doctrine import Course, searched_doctrine
from hexfront.players.processes import WORKERS
from hexfront.players.search import Here, Outcome, play_out

LOOK = 0.05
"""How often, in seconds, a player that waits for its processes looks at the clock."""
NEEDS = 100 * 2**20
"""Bytes a process may take (about half of that with all games loaded): no more are started than half the memory holds."""
STOP = b"stop"


class Job(msgspec.Struct, frozen=True):
    """Playouts for one process: worlds as JSON by number, and which course to play in which."""

    game: str
    seat: Seat
    seed: str
    worlds: dict[int, bytes]
    courses: list[tuple[int, int, Course]]  # place in the answer, world, course
    ends: float


def count() -> int:
    """How many cores this process may use: all that the system allows, as far as there is memory for them."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, memory() // 2 // NEEDS))


def memory() -> int:
    """Bytes of memory this machine has; where it does not say, as much as anyone could need."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 2**62


def _serve(pipe: Connection) -> None:
    from hexfront.games import get

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    try:
        pipe.send("ready")
        while True:
            data = pipe.recv_bytes()
            if data == STOP:  # it came too late: the work was done
                continue
            job: Job = pickle.loads(data)
            game = get(job.game)
            doctrine = searched_doctrine(game)
            worlds = {n: game.codec.decode(data) for n, data in job.worlds.items()}

            def is_over(ends: float = job.ends) -> bool:
                return time.time() > ends or pipe.poll()

            out = []
            for place, n, course in job.courses:
                over = is_over()
                one = (
                    None
                    if over
                    else play_out(doctrine, worlds[n], job.seat, course, f"{job.seed}/{n}", is_over)
                )
                out.append((place, one))
            pipe.send(out)
    except (EOFError, OSError):
        return


class Team:
    """The worker processes of this process."""

    def __init__(self, size: int) -> None:
        self.idle: list[Connection] = []
        self._starting: list[Connection] = []
        self._processes = []
        for _ in range(size):
            ours, theirs = WORKERS.Pipe()
            process = WORKERS.Process(target=_serve, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self._starting.append(ours)
            self._processes.append(process)

    def ready(self) -> list[Connection]:
        """The processes that can be given work."""
        for pipe in list(self._starting):
            try:
                if not pipe.poll():
                    continue
                pipe.recv()
                self.idle.append(pipe)
            except (EOFError, OSError):
                pass
            self._starting.remove(pipe)
        return self.idle

    def close(self) -> None:
        for pipe in (*self.idle, *self._starting):
            pipe.close()
        for process in self._processes:
            process.join(0.2)
            if process.is_alive():
                process.terminate()
        self.idle, self._starting = [], []


_team: Team | None = None


def team(size: int) -> Team:
    """The processes, started when they are first asked for."""
    global _team
    if _team is None:
        _team = Team(size)
        atexit.register(_team.close)
    return _team


def disband() -> None:
    """End the processes: whoever was waiting for them was interrupted, and their answers would come too late. The next caller gets
    new ones."""
    global _team
    if _team is not None:
        atexit.unregister(_team.close)
        _team.close()
        _team = None


class Cores:
    """Playouts on all cores. Where one process fails, this one steps in."""

    def __init__(
        self,
        game: Game[Any],
        seat: Seat,
        world: Callable[[int], Any],
        seed: str,
        left: Callable[[], float],
        size: int,
    ) -> None:
        self._game, self._seat, self._world, self._seed, self._left = game, seat, world, seed, left
        self._here = Here(searched_doctrine(game), seat, world, seed, lambda: left() <= 0)
        self._team = team(size)
        self._packed: dict[int, bytes] = {}
        self.width = 2 * size

    def _pack(self, n: int) -> bytes:
        if n not in self._packed:
            self._packed[n] = self._game.codec.encode(self._world(n))
        return self._packed[n]

    def play(self, jobs: Sequence[tuple[int, Course]]) -> list[Outcome | None]:
        pipes = list(self._team.ready())
        if not pipes or len(jobs) < 2:
            return self._here.play(jobs)
        out: list[Outcome | None] = [None] * len(jobs)
        is_told = False
        under_way: dict[Connection, list[int]] = {}
        missing: list[int] = []
        for k, pipe in enumerate(pipes):
            mine = list(range(len(jobs)))[k :: len(pipes)]
            if not mine:
                continue
            worlds = {jobs[i][0]: self._pack(jobs[i][0]) for i in mine}
            job = Job(
                self._game.package, self._seat, self._seed, worlds, [(i, *jobs[i]) for i in mine],
                time.time() + self._left(),
            )  # fmt: skip
            try:
                pipe.send_bytes(pickle.dumps(job))
                under_way[pipe] = mine
            except OSError:
                self._team.idle.remove(pipe)
                missing += mine
        while under_way:
            for found in wait(list(under_way), LOOK):
                pipe = next(p for p in under_way if p is found)
                mine = under_way.pop(pipe)
                try:
                    for place, outcome in pipe.recv():
                        out[place] = outcome
                except (EOFError, OSError):
                    self._team.idle.remove(pipe)
                    missing += mine
            if self._left() <= 0 and not is_told:
                is_told = True
                for pipe in under_way:
                    with suppress(OSError):
                        pipe.send_bytes(STOP)
        if missing:
            for i, outcome in zip(missing, self._here.play([jobs[i] for i in missing]), strict=True):
                out[i] = outcome
        return out


__all__ = ["Cores", "count", "disband"]
