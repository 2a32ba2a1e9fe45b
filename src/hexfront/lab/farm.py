"""Many games at once: on the cores of this machine, or on a Ray cluster. The answers do not depend on which."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.connection import wait as wait_for
from threading import Thread
from typing import Any

import msgspec

from hexfront.errors import HexfrontError
from hexfront.games import get, names
from hexfront.kernel import Game, Seat, Setup
from hexfront.lab.record import GameRecord, Timing, play
from hexfront.players.processes import WORKERS
from hexfront.stopping import stoppable


class Task(msgspec.Struct, frozen=True):
    """One game to be played."""

    game: str
    setup: Setup
    players: dict[Seat, str]
    seed: str
    number: int
    limit: int = 200_000


class Done(msgspec.Struct, frozen=True):
    """A game that was played, and how long its seats thought."""

    record: GameRecord
    timing: dict[Seat, Timing]


def name_of(game: Game[Any]) -> str:
    """The name by which another process finds a game: its id, or the module of your own game."""
    return game.id if game.id in names() else game.package


def _work(data: bytes) -> bytes:
    task = msgspec.json.decode(data, type=Task)
    try:
        record, timing = play(get(task.game), task.setup, task.players, task.seed, task.number, task.limit)
    except Exception as e:
        e.add_note(f"in game {task.number} with seed {task.seed!r} of {task.game}")
        raise
    return msgspec.json.encode(Done(record, timing))


def _enlist() -> None:
    """Ctrl-C is for the process that farms the games out, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    follow_parent()


def follow_parent() -> None:
    """A worker process ends when the one that started it is gone, however that ended, and not after its game."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait_for([sentinel])
    os._exit(1)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Processes begun here ignore Ctrl-C from the start; a signal that comes meanwhile is handled afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(done: Iterable[Done], first: int = 0) -> Iterator[Done]:
    """The same games in the order of their numbers, each as soon as those before it are there."""
    waiting: dict[int, Done] = {}
    for each in done:
        waiting[each.record.number] = each
        while first in waiting:
            yield waiting.pop(first)
            first += 1


def farm(tasks: Iterable[Task], workers: int = 1, ray: str = "") -> Generator[Done, None, None]:
    """Play tasks and yield each as it is done, in any order. One worker plays them here, in order.

    `ray` is the address of a Ray cluster, `auto` for the one this machine belongs to, or `local` to start one of
    `workers` cores here. A generator that is closed, or interrupted, ends its workers at once; SIGTERM interrupts it as
    Ctrl-C does.
    """
    packed = (msgspec.json.encode(task) for task in tasks)
    with stoppable():
        if ray:
            yield from _on_ray(packed, ray, workers)
        elif workers <= 1:
            for data in packed:
                yield _read(_work(data))
        else:
            yield from _on_cores(packed, workers)


def _read(data: bytes) -> Done:
    return msgspec.json.decode(data, type=Done)


def _on_cores(packed: Iterator[bytes], workers: int) -> Iterator[Done]:
    pool = ProcessPoolExecutor(workers, mp_context=WORKERS, initializer=_enlist)
    try:
        with _undisturbed():
            under_way: set[Future[bytes]] = {pool.submit(_work, data) for data in islice(packed, workers * 2)}
        while under_way:
            finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {pool.submit(_work, data) for data in islice(packed, len(finished))}
            for each in finished:
                yield _read(each.result())
    except BrokenProcessPool:
        time.sleep(0.2)  # what ended the workers was perhaps for this process too, and is heard first
        raise HexfrontError("A worker process died, perhaps for lack of memory; use fewer workers.") from None
    except BaseException:
        # A game can take minutes: whoever stops does not want to wait for it.
        for process in list(pool._processes.values()):
            process.terminate()
        # One that ended amid its answer must not leave the pool waiting for the rest: with no writer left, it gives up.
        writer = getattr(getattr(pool, "_result_queue", None), "_writer", None)
        if writer is not None:
            writer.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _knock(address: str) -> None:
    """See within seconds whether anything answers at an address; Ray itself takes minutes to give up."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not (port.isascii() and port.isdecimal()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
    except OSError as e:
        raise HexfrontError(f"No Ray cluster answers at {address}: {e.strerror or e}.") from e


def _on_ray(packed: Iterator[bytes], address: str, workers: int) -> Iterator[Done]:
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise HexfrontError("Ray is not installed; install hexfront[ray], or leave --ray out.") from None
    _knock(address)
    started = not ray.is_initialized()
    if started:
        where: dict[str, Any] = {"num_cpus": workers} if address == "local" else {"address": address}
        try:
            ray.init(log_to_driver=False, include_dashboard=False, logging_level="error", **where)
        except (ConnectionError, ValueError, RuntimeError) as e:
            reason = str(e).strip().split("\n")[0].rstrip(".")
            raise HexfrontError(f"No Ray cluster answers at {address}: {reason}.") from e
    try:
        remote: Any = ray.remote(_work)
        width = max(2, int(ray.cluster_resources().get("CPU", 1))) * 2
        under_way = [remote.remote(data) for data in islice(packed, width)]
        while under_way:
            finished, under_way = ray.wait(under_way)
            under_way += [remote.remote(data) for data in islice(packed, len(finished))]
            for each in finished:
                yield _read(ray.get(each))
    finally:
        if started:
            ray.shutdown()
