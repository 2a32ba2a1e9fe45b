"""What live matches, computer players and notices ask of the server process they live in."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from hexfront.kernel import Overlay
from hexfront.server.config import Config
from hexfront.server.match.aside import Aside
from hexfront.server.metrics import Metrics
from hexfront.server.store.database import Database
from hexfront.server.store.news import Bus
from hexfront.server.store.rows import Row
from hexfront.server.wire import replies

M = TypeVar("M")


class House(Protocol[M]):
    """A server process as seen by what lives in it. `M` is a live match."""

    config: Config
    database: Database
    bus: Bus
    metrics: Metrics
    aside: Aside
    lives: dict[str, M]
    closing: bool

    @property
    def shares(self) -> bool:
        """Whether other processes may serve the same matches."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background and hear of its faults."""

    def info(self, live: M, person: str | None) -> replies.MatchInfo:
        """A match as one person may know it."""

    def after_row(self, live: M, row: Row, before: list[str], mine: bool) -> None:
        """Something happened in a match."""

    def back(self, live: M) -> None:
        """A match could be read again after the database had failed."""

    async def weigh(self, live: M) -> None:
        """See whether the host of a match has room for more of it."""

    async def check_clocks(self, live: M) -> bool:
        """Put clocks right that seem to have run out; whether they run at all."""

    def affords(self, live: M, client: Client, size: int, since: int) -> bool:
        """Whether so many bytes may be sent to a client's address now; if not, the client is sent all after a version later."""

    def overlays_later(self, live: M) -> None:
        """Overlays of this match have changed: they are worked out when there is time."""


class Client(Protocol):
    """Someone who watches a match: what they were last shown, and a way to send them more."""

    person_id: str | None
    caller: str
    session: str
    viewer: str
    version: int
    whole: bool
    looks: bool
    overlays: tuple[Overlay, ...]

    def send(self, message: Any) -> None: ...
    def send_raw(self, raw: bytes) -> None: ...
    def close(self, code: int) -> None: ...
