"""Names for what is stored."""

from __future__ import annotations

import secrets


def new_id(size: int = 9) -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(size)
