"""A plan played in earnest."""

from __future__ import annotations

from typing import Any

from hexfront.kernel import Violation
from hexfront.server.match.live import Live
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal


async def commit_plan(live: Live, seat: str, version: int, plan: list[dict[str, Any]]) -> replies.Committed:
    """Play a plan in earnest, action by action, up to the first roll, reveal or refusal."""
    applied = 0
    refused = None
    for each in plan:
        async with live.lock:
            record = live.ready()
            before = record.match.length
            if applied:
                version = record.seen[seat].version
        try:
            await live.act(seat, version, each)
        except Refusal as e:
            if not applied and e.code != "illegal":
                raise
            refused = Violation(rule=e.rule, reason=e.reason, at=e.at)
            break
        applied += 1
        record = live.ready()
        if record.match.length != before + 1 or not record.match.can_undo(seat):
            break
    return replies.Committed(applied=applied, version=live.ready().seen[seat].version, refused=refused)
