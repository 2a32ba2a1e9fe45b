"""Commands run as a person would, with what they printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexfront.cli import main


class Ran:
    """A command that was run: its exit code and what it printed."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def runner(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """What runs a command in this process and catches what it prints."""

    def command(*words: str | Path) -> Ran:
        try:
            code = main([str(word) for word in words])
        except SystemExit as e:
            code = int(e.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return command


def refused(ran: Ran) -> str:
    """A misuse: exit code 2, nothing on stdout, one sentence on stderr."""
    assert ran.code == 2, ran.out
    assert ran.out == ""
    assert ran.err.strip().count("\n") == 0, ran.err
    return ran.err
