"""Many games at once: on the cores of this machine, or on a Ray cluster. The answers do not depend on which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import Any

import msgspec

from hexfront.errors import HexfrontError
from hexfront.games import get
from hexfront.kernel import Seat, Setup
from hexfront.lab.record import Record, Timing, play


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

    record: Record
    timing: dict[Seat, Timing]


def _work(data: bytes) -> bytes:
    task = msgspec.json.decode(data, type=Task)
    record, timing = play(get(task.game), task.setup, task.players, task.seed, task.number, task.limit)
    return msgspec.json.encode(Done(record, timing))


def farm(tasks: Iterable[Task], workers: int = 1, ray: str = "") -> Iterator[Done]:
    """Play tasks and yield each as it is done, in any order. One worker plays them here, in order."""
    packed = (msgspec.json.encode(task) for task in tasks)
    if ray:
        yield from _on_ray(packed, ray)
    elif workers <= 1:
        for data in packed:
            yield _read(_work(data))
    else:
        yield from _on_cores(packed, workers)


def _read(data: bytes) -> Done:
    return msgspec.json.decode(data, type=Done)


def _on_cores(packed: Iterator[bytes], workers: int) -> Iterator[Done]:
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        under_way: set[Future[bytes]] = {pool.submit(_work, data) for data in islice(packed, workers * 2)}
        try:
            while under_way:
                finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                under_way |= {pool.submit(_work, data) for data in islice(packed, len(finished))}
                for each in finished:
                    yield _read(each.result())
        finally:
            for each in under_way:
                each.cancel()


def _on_ray(packed: Iterator[bytes], address: str) -> Iterator[Done]:
    try:
        import ray
    except ImportError:
        raise HexfrontError("Ray is not installed; install hexfront[ray], or leave --ray out.") from None
    started = not ray.is_initialized()
    if started:
        where: dict[str, Any] = {} if address == "local" else {"address": address}
        ray.init(log_to_driver=False, include_dashboard=False, **where)
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
