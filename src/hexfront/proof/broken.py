"""A broken law, and how it is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hexfront.kernel import HexfrontError


class Broken(AssertionError):
    """A law does not hold: which one, and what was seen. `where` is the place of a crash."""

    def __init__(self, law: str, detail: str, where: str = "") -> None:
        super().__init__(f"{law}: {detail}")
        self.law = law
        self.detail = detail
        self.where = where

    @property
    def key(self) -> tuple[str, str]:
        """What makes two findings the same fault."""
        return self.law, self.where


@contextmanager
def no_crash(doing: str) -> Iterator[None]:
    """Rules may refuse, nothing else: any other exception breaks the law `crash`."""
    try:
        yield
    except (Broken, HexfrontError):
        raise
    except Exception as e:
        where = type(e).__name__
        trace = e.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            where = f"{type(e).__name__} at {code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"
            trace = trace.tb_next
        raise Broken("crash", f"{doing}: {where}: {e}", where) from e


def text(value: Any) -> str:
    """A value in a message, cut short."""
    words = repr(value)
    return words if len(words) < 300 else words[:300] + " …"


def differing(a: bytes, b: bytes) -> str:
    """Where two JSON texts differ, with some text around it."""
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    low = max(0, at - 40)
    return (
        f"…{a[low : at + 40].decode(errors='replace')}… against …{b[low : at + 40].decode(errors='replace')}…"
    )
