"""Times as they go over the wire."""

from __future__ import annotations

from datetime import UTC, datetime


def stamp(at: float) -> str:
    """Seconds since 1970 as RFC 3339 in UTC."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
