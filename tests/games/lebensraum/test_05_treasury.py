"""Every point of every treasury is told: start and income, less each cost in the log, is what stands on the track."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum import economy
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.state import State
from hexfront.lab.treasury import BadBook, audit, main


@pytest.mark.rule("5.3h", "5.3j")
@pytest.mark.parametrize(("scenario", "seed"), [("invasion", 1), ("dday", 2), ("west", 3), ("war", 4)])
def test_the_log_accounts_for_every_point(scenario: str, seed: int) -> None:
    seen = audit(LEBENSRAUM.setup(scenario), f"audit/{seed}", 4000)
    assert {"movement", "an air marker"} <= seen.costs and seen.turns >= 4


def test_a_cost_that_is_not_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    gain = economy.GainPoints.run

    def stolen(self: economy.GainPoints, s: State) -> object:
        s.points[self.power] += 1
        return gain(self, s)

    monkeypatch.setattr(economy.GainPoints, "run", stolen)
    with pytest.raises(BadBook, match="turn 1"):
        audit(LEBENSRAUM.setup("invasion"), "audit/1", 4000)


def test_the_command_says_what_it_saw(capsys: pytest.CaptureFixture[str]) -> None:
    main(["dday", "--games", "1"])
    assert "dday: 1 of 1 games ended" in capsys.readouterr().out
