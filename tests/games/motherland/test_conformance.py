"""The laws every game keeps, and one recorded game a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Pick, Step
from hexfront.games.motherland.invariants import faults
from hexfront.games.motherland.kinds import AXIS_COMBAT, MOVED, SHIPPED, STRATEGIC
from hexfront.games.motherland.state import State
from hexfront.lab import playout
from hexfront.testing import conformance
from hexfront.testing.golden import replay
from hexfront.wargame import changed
from tests.games.motherland.kit import moving

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("scenario", [each.id for each in GAME.scenarios])
def test_conformance(scenario: str) -> None:
    setup = GAME.setup(scenario, {"baku": True, "turkey": True})
    done = conformance(GAME, setups=[setup], games=1, actions=150, dear=0.05)
    assert done.actions >= 150


@pytest.mark.parametrize("scenario", [each.id for each in GAME.scenarios])
def test_golden(scenario: str) -> None:
    s = replay(GOLDEN / f"{scenario}.json.gz", GAME)
    assert s.result is not None


@pytest.mark.parametrize("scenario", ["uranus", "barbarossa"])
def test_random_games_end(scenario: str) -> None:
    for seed in range(3):
        assert playout(GAME, GAME.setup(scenario), seed).result is not None


THREE = {"I": "1010", "II": "1010", "V": "1010"}
FAULTS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"where": {**THREE, "VI": "1012"}, "crowd": "VI"}, "held more than it may"),
    ({"where": {"I": "1010"}, "group": ("I", MOVED)}, "about to move again"),
    ({"where": {"I": "1010"}, "group": ("I", STRATEGIC)}, "about to move again"),
    ({"where": {"I": "1010"}, "group": ("I", SHIPPED)}, "about to move again"),
    ({"where": {}, "partisans": ["1010", "1014"]}, "too close together"),
    ({"where": {}, "air": (2, 3), "turn": 8}, "More Air units"),
    ({"where": {}, "air": (4, 3), "turn": 7}, "More Air units"),  # Mud: half of them
    ({"where": {}, "air": (-1, 0), "turn": 8}, "More Air units"),
)


def spoiled(
    where: dict[str, str],
    group: tuple[str, int] | None = None,
    crowd: str = "",
    partisans: Sequence[str] = (),
    air: tuple[int, int] = (4, 2),
    turn: int = 8,
) -> State:
    t = moving(where, turn=turn)
    s = t.s
    s.air, s.air_used = air
    s.began = tuple(s.where)
    for p, label in enumerate(partisans):
        s.partisans[p] = t.w.hex(label)
    if crowd:
        s.began = changed(s.began, t.number(crowd), t.w.hex("1010"))
    if group is not None:
        u = t.number(group[0])
        s.group = [u]
        s.flags = changed(s.flags, u, s.flags[u] | group[1])
    return s


@pytest.mark.parametrize(("spoil", "words"), FAULTS)
def test_the_invariants_see_what_must_not_be(spoil: dict[str, Any], words: str) -> None:
    assert any(words in fault for fault in faults(spoiled(**spoil)))


def test_the_invariants_find_nothing_wrong_with_what_may_be() -> None:
    fine = spoiled(THREE, ("I", 0), partisans=["1010", "1015"])
    assert list(faults(fine)) == []
    # who joins a full hex on the move overstacks it only if he is still there when the phase ends (6.0)
    crowd = moving({**THREE, "VI": "1011"}, turn=8)
    crowd.s.began = tuple(crowd.s.where)
    crowd.do(Pick, "VI")
    crowd.do(Step, "1010")
    assert list(faults(crowd.s)) == []
    # in Mud half the Air units fly; a phase without movement asks nothing about moves
    assert list(faults(spoiled({}, air=(4, 2), turn=7))) == []
    late = spoiled({**THREE, "VI": "1012"}, crowd="VI")
    late.phase = AXIS_COMBAT
    assert list(faults(late)) == []
