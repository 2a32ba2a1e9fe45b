"""A plan from an analysis board, played in the match itself."""

from __future__ import annotations

from typing import Any

from hexfront.kernel import Violation
from hexfront.server.match.live import Live
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal


async def commit_plan(live: Live, seat: str, version: int, plan: list[dict[str, Any]]) -> replies.Committed:
    """Play a plan in the match, up to the first roll, reveal or refusal."""
    applied, why = 0, None
    if plan:
        try:
            rows, why = await live.play(seat, version, plan)
            applied = len(rows)
        except Refusal as e:
            if e.code != "illegal":
                raise
            why = e
    refused = None if why is None else Violation(rule=why.rule, reason=why.reason, at=why.at)
    return replies.Committed(applied=applied, version=live.ready().seen[seat].version, refused=refused)
