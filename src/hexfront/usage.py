"""How a command line speaks: that it was misused, in one sentence on stderr with exit code 2."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

MISUSED = 2


class Parser(argparse.ArgumentParser):
    """Says what is wrong without the usage above it, and where to read more. Its subparsers do the same, each of what
    was given to itself."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISUSED, f"{self.prog}: {message.rstrip('.')}; see {self.prog} --help.\n")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown
