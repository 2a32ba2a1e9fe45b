"""Whether a stored match can be played on by the rules and figures of this server."""

from __future__ import annotations

from typing import Any

from hexfront.kernel import Game
from hexfront.server.store import queries


def mismatch(game: Game[Any] | None, row: queries.MatchRow) -> str:
    """Why a stored match cannot be played on by these rules; nothing if it can."""
    if game is None:
        return f"This match is of {row.game!r}, which this server does not have."
    if row.rules != game.version:
        return (
            f"This match was begun under rules version {row.rules} of {game.title}; this server plays version "
            f"{game.version}. Go on with a Hexfront of those rules."
        )
    if row.data and row.status != "waiting" and row.data != game.data_digest(row.setup):
        return (
            f"This match was begun with other figures of {game.title} than this server has now. It can be looked at, "
            "exported and forked, and checked with the Hexfront it was begun with; it cannot be played on here."
        )
    return ""
