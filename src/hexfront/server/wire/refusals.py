"""A refusal: the one exception that becomes an answer. Its words are for people and hold no secret."""

from __future__ import annotations

from hexfront.kernel import IllegalAction, Violation


class Refusal(Exception):
    """The request is refused, and why."""

    def __init__(
        self, status: int, code: str, reason: str, *, rule: str = "", at: str = "", wait: float = 0.0
    ) -> None:
        super().__init__(reason)
        self.status = status
        self.code = code
        self.reason = reason
        self.rule = rule
        self.at = at
        self.wait = wait


def bad(reason: str) -> Refusal:
    return Refusal(400, "bad_request", reason)


def missing(what: str) -> Refusal:
    return Refusal(404, "not_found", f"There is no such {what}.")


def forbidden(reason: str, code: str = "not_allowed") -> Refusal:
    return Refusal(403, code, reason)


def stale() -> Refusal:
    return Refusal(409, "stale", "The match has moved on; answer the newest position.")


def over(reason: str = "The match is over.") -> Refusal:
    return Refusal(409, "over", reason)


def unavailable() -> Refusal:
    return Refusal(
        503,
        "unavailable",
        "The database cannot be reached just now. Nothing is lost: the match continues by itself when it is back.",
        wait=2.0,
    )


def illegal(violation: Violation | IllegalAction) -> Refusal:
    v = violation.violation if isinstance(violation, IllegalAction) else violation
    return Refusal(422, "illegal", v.reason, rule=v.rule, at=v.at)
