"""Choices that were offered and taken, counted by their case."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.kernel import Setup
from hexfront.lab import uses
from hexfront.lab.uses import count_uses, main


def test_uses_are_counted_by_case() -> None:
    found = count_uses(LEADERS_IN_FLAMES, Setup("guadalcanal"), "Announce", ["uses"])
    assert found.offered and all(case.startswith("ability.") for case in found.offered)
    assert sum(found.taken.values()) > 0
    assert all(found.taken[case] <= found.offered[case] for case in found.offered)
    nothing = count_uses(LEADERS_IN_FLAMES, Setup("guadalcanal"), "Announce", ["uses"], limit=3)
    assert not nothing.offered


def test_the_command_prints_a_line_a_case(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["leaders_in_flames"]) == 2
    capsys.readouterr()
    made = uses.Uses()
    made.offered.update({"ability.91": 2, "ability.9": 1})
    made.taken.update({"ability.91": 1})
    monkeypatch.setattr(uses, "count_uses", lambda *given: made)
    assert main(["leaders_in_flames", "guadalcanal", "Announce", "1", "x"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["ability.9: offered 1, taken 0", "ability.91: offered 2, taken 1"]
