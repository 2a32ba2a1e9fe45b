"""What a load test found, and quantiles of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.server.metrics import BUCKETS

_TIMED = ("hexfront_action_seconds_bucket", "hexfront_follow_seconds_bucket")


class Bystander(msgspec.Struct):
    """How long someone who takes no part in the load waits, in milliseconds, from sending something to the answer."""

    asked: int
    p50: float
    p99: float
    longest: float
    machine: float = 0.0  # how long the machine held up a thread with nothing to do, at most
    unhindered: float = 0.0  # the longest wait during which it did not
    served: float | None = None
    """The longest wait less the time for which the machine had no core for the server or the bystander, though they were
    ready to go on: what the server itself took. None where the system does not tell."""
    opening: float = 0.0  # how long it took until its match was open and its position there
    worked: float | None = None  # the share of the time in which the server's own thread had a core,
    starved: float | None = None  # and in which it was ready to go on and had none


class Memory(msgspec.Struct):
    """What the server's processes took together, in megabytes: on the average of the second and of the last fifth of the
    time, and at most."""

    early: float
    late: float
    most: float
    course: list[float] = []
    """The averages of the tenths of the time, one after another: flat, or growing?"""

    @classmethod
    def of(cls, samples: list[float]) -> Memory | None:
        fifth = len(samples) // 5
        if not fifth:
            return None
        early, late = samples[fifth : 2 * fifth], samples[-fifth:]
        parts = [samples[n * len(samples) // 10 : (n + 1) * len(samples) // 10] for n in range(10)]
        return cls(
            round(sum(early) / fifth, 1), round(sum(late) / fifth, 1), round(max(samples), 1),
            [round(sum(part) / len(part), 1) for part in parts if part],
        )  # fmt: skip


class Figures(msgspec.Struct):
    """What a load test found. Times are in milliseconds."""

    matches: int
    sockets: int
    seconds: float
    actions: int
    a_second: float
    both_p50: float  # from sending an action until both clients have the new state
    both_p99: float
    both_max: float
    server_p50: (
        float  # by the server's own clock, from the frame's arrival until it is on disk and sent to both,
    )
    server_p99: float  # in the process that took it or in another
    client_load: float = 0.0  # how much of one core the load's own clients took
    kills: int = 0
    reconnects: int = 0
    lost: int = 0
    stuck: int = 0
    back: list[float] = []
    """Of each kill, the seconds from when what was killed was there again until every match had gone on; -1 where some had not
    when the next came."""
    refused: int = 0
    database: str = ""
    workers: int = 1
    warm_up: float = 0.0  # seconds of play before the first that is counted
    looking: float = 0.0  # the share of sockets that look at overlays
    database_kills: int = 0
    deaths: int = 0  # processes of the server that ended by themselves and were replaced
    soaked: int = 0  # matches that ended and were followed by others
    memory: Memory | None = None
    hostile: dict[str, int] = {}  # what those did who wanted to do harm
    bystander: Bystander | None = None


def quantile(values: list[float], q: float) -> float:
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def _counts(texts: list[str]) -> list[float]:
    counts = [0.0] * (len(BUCKETS) + 1)
    for text in texts:
        for name in _TIMED:
            lines = [line for line in text.splitlines() if line.startswith(name)]
            for i, line in enumerate(lines):
                counts[i] += float(line.rpartition(" ")[2])
    return counts


def server_quantiles(texts: list[str], before: Sequence[str] = ()) -> tuple[float, float]:
    """p50 and p99 of the server's own histograms, in milliseconds, interpolated within a bucket: of actions in the
    process that took them, and in those that heard of them; without what these processes had counted before."""
    here = {process_of(text) for text in texts}
    early = _counts([text for text in before if process_of(text) in here])
    counts = [late - sooner for late, sooner in zip(_counts(texts), early, strict=True)]
    total = counts[-1]

    def at(q: float) -> float:
        low, before = 0.0, 0.0
        for limit, upto in zip((*BUCKETS, BUCKETS[-1]), counts, strict=True):
            if total and upto >= q * total:
                return 1000 * (low + (limit - low) * (q * total - before) / max(upto - before, 1e-9))
            low, before = limit, upto
        return 0.0

    return at(0.5), at(0.99)


def process_of(text: str) -> str:
    """Which process these metrics are of."""
    return next((line for line in text.splitlines() if line.startswith("hexfront_process_info")), "")
