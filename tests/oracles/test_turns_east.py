"""The engine of Hitler Turns East and a second, plain reading of its rules agree; and the second can tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexfront.games.turns_east import GAME, combat, counterattack, mobile, reinforcement, retreat, supply
from hexfront.games.turns_east.state import EastState
from hexfront.testing import position

from . import turns_east as oracle
from .turns_east_compare import (
    compare,
    compare_scattered,
    differences,
    laid_out,
    scattered,
    strewn_differences,
)
from .turns_east_sheet import Sheet


@pytest.mark.parametrize(("scenario", "positions", "every"), [("minsk", 60, 1), ("barbarossa", 150, 9)])
def test_they_agree_on_positions_of_random_games(scenario: str, positions: int, every: int) -> None:
    done, kinds, found = compare(positions, seed=11, scenario=scenario, every=every)
    assert found == [] and done == positions
    assert kinds["Moving"] > positions // 4  # most of what is asked is asked of stacks on the move


def test_they_agree_on_counters_strewn_over_the_map() -> None:
    assert compare_scattered(60, seed=5) == []


def test_the_oracle_notices_a_rule_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    strewn = [scattered(5, n) for n in range(6)]
    assert not any(list(differences(s, True)) for s in strewn)
    monkeypatch.setattr(supply, "supply_range", lambda s, side: 5)
    found = [each for s in strewn for each in differences(s, True)]
    assert found and any("lacks" in each for each in found)


@pytest.mark.parametrize(
    ("module", "name", "wrong", "word"),
    [
        (counterattack, "INFANTRY", 3, "makes contact"),
        (counterattack, "has_line", lambda s, net, u: True, "Counterattack of"),
        (retreat, "best_of", list, "may retreat"),
    ],
)
def test_the_oracle_notices_a_rule_of_fighting_taken_out(
    module: object, name: str, wrong: int | Callable[..., object], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert any(word in each for each in strewn_differences(60, seed=12)), name


@pytest.mark.parametrize(
    ("module", "name", "wrong", "word"),
    [
        (mobile, "WEATHER", (), "may assault"),
        (reinforcement, "NEAR", 2, "arrives in"),
        (combat, "may_attack", lambda order: True, "attacks:"),
    ],
)
def test_the_oracle_notices_a_rule_of_play_taken_out(
    module: object, name: str, wrong: object, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    found: list[str] = []
    for seed in range(11, 17):
        found += compare(150, seed=seed, every=3, dear=1000)[2]
        if any(word in each for each in found):
            return
    raise AssertionError(f"{name}: {found[:3]}")


def test_the_oracle_reads_the_worked_example_of_odds() -> None:
    """Case 12.2.1: 12 against 7 is 1:1."""
    s = position(
        GAME,
        place={"ge-6": "2115", "ge-4": "2116", "su-5": "2216", "su-11": "2216"},
        steps={"ge-4": 2},
        axis_towns=("Kharkov", "Poltava"),
        soviet_towns=("2214",),
    )
    assert isinstance(s, EastState)
    table = laid_out(s)
    attackers = [p for p in table.pieces if p.side == "axis"]
    assert oracle.odds(table, attackers, "2216", False, False, False) == (12, 7, 1, 0)


def test_the_sheet_is_the_rulebooks() -> None:
    sheet = Sheet()
    assert sheet.terrain["2100"] == "lake" and "1800" in sheet.regions["finland"]
    assert set(sheet.around["2216"].values()) == {"2215", "2217", "2115", "2116", "2315", "2316"}
    assert "1722" not in sheet.exits["1622"].values()
