"""Counters for Prometheus, in its text format. Small enough not to need a package."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable

BUCKETS = (
    0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
)  # fmt: skip


class Histogram:
    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.sum = 0.0
        self.count = 0

    def observe(self, value: float) -> None:
        self.sum += value
        self.count += 1
        for i, limit in enumerate(BUCKETS):
            if value <= limit:
                self.counts[i] += 1
                return
        self.counts[-1] += 1

    def lines(self, name: str, labels: str = "") -> list[str]:
        out = []
        total = 0
        for limit, count in zip((*BUCKETS, "+Inf"), self.counts, strict=True):
            total += count
            out.append(f'{name}_bucket{{{labels}{"," if labels else ""}le="{limit}"}} {total}')
        braces = f"{{{labels}}}" if labels else ""
        return [*out, f"{name}_sum{braces} {self.sum:.6f}", f"{name}_count{braces} {self.count}"]


class Metrics:
    """What one process has done."""

    def __init__(self) -> None:
        self._requests: dict[tuple[str, str, int], int] = defaultdict(int)
        self._request_time = Histogram()
        self._counts: dict[tuple[str, str], int] = defaultdict(int)
        self.action_time = Histogram()
        self.follow_time = Histogram()  # from an action in another process until it is sent to those here
        self.frame_time = Histogram()
        self.gauges: dict[str, Callable[[], float]] = {}

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        self._requests[method, path, status] += 1
        self._request_time.observe(seconds)

    def count(self, name: str, label: str = "") -> None:
        self._counts[name, label] += 1

    def text(self) -> str:
        out = [
            "# TYPE hexfront_process_info gauge",
            f'hexfront_process_info{{pid="{os.getpid()}"}} 1',
            "# TYPE hexfront_http_requests_total counter",
        ]
        for (method, path, status), n in sorted(self._requests.items()):
            out.append(
                f'hexfront_http_requests_total{{method="{method}",path="{path}",status="{status}"}} {n}'
            )
        out.append("# TYPE hexfront_http_request_seconds histogram")
        out += self._request_time.lines("hexfront_http_request_seconds")
        out.append("# TYPE hexfront_action_seconds histogram")
        out += self.action_time.lines("hexfront_action_seconds")
        out.append("# TYPE hexfront_follow_seconds histogram")
        out += self.follow_time.lines("hexfront_follow_seconds")
        out.append("# TYPE hexfront_frame_seconds histogram")
        out += self.frame_time.lines("hexfront_frame_seconds")
        named: dict[str, list[str]] = defaultdict(list)
        for (name, label), n in sorted(self._counts.items()):
            named[name].append(
                f'hexfront_{name}_total{{kind="{label}"}} {n}' if label else f"hexfront_{name}_total {n}"
            )
        for name, lines in named.items():
            out += [f"# TYPE hexfront_{name}_total counter", *lines]
        for name, value in sorted(self.gauges.items()):
            out += [f"# TYPE hexfront_{name} gauge", f"hexfront_{name} {value():g}"]
        return "\n".join(out) + "\n"
