"""An HTTP endpoint as a declaration: path, what comes in, what goes out. The schema is made from the same lines."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from hexfront.server.wire.requests import BODY_LIMIT

Handler = Callable[[Any], Coroutine[Any, Any, Any]]


class Endpoint(msgspec.Struct, frozen=True):
    """One path and method."""

    method: str
    path: str
    handler: Handler
    summary: str
    body: Any = None
    reply: Any = None
    query: dict[str, type] = {}
    limit: int = BODY_LIMIT
    rate: str = "request"
    status: int = 200
    media: str = "application/json"
