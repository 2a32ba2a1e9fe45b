"""Whether a stored match can be played on by the rules and figures of this server."""

from __future__ import annotations

from typing import Any

from hexfront.kernel import Game
from hexfront.server.store import queries


def has_other_rules(game: Game[Any], row: queries.MatchRow) -> bool:
    """Whether the rules have moved since the match was begun: their version, or what their positions consist of."""
    return row.rules != game.version or bool(row.shape and row.shape != game.shape)


def mismatch(game: Game[Any] | None, row: queries.MatchRow) -> str:
    """Why a stored match cannot be played on by these rules; nothing if it can."""
    if game is None:
        return f"This match is of {row.game!r}, which this server does not have."
    if has_other_rules(game, row):
        done = "finished" if row.status == "over" else "begun"
        return (
            f"This match was {done} under other rules of {game.title} than this server's. It can be read here; "
            "to continue it, use the Hexfront it was begun with."
        )
    if row.data and row.status != "waiting" and row.data != game.data_digest(row.setup):
        return (
            f"This match was begun with other figures of {game.title} than this server's. It can be viewed, "
            "exported and forked, and checked with the Hexfront it was begun with; it cannot be continued here."
        )
    return ""
