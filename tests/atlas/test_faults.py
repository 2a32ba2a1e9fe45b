"""Faults that players found on the maps: each stays mended."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.atlas.maptools import Corner, Map, load


def _sides(board: Map, river: str) -> list[tuple[str, str]]:
    return [(a, b) for run in board.fit["rivers"][river]["runs"] for a, b in run]


def _mouths(board: Map, river: str) -> int:
    """At how many corners of hexes a river comes to open water: a hex of it, or a hexside."""
    water = board.sides("sea")
    corners = {corner for side in _sides(board, river) for corner in board.ends(side)}

    def wet(corner: Corner) -> bool:
        labels = [board.label(cell) for cell in corner]
        pairs = {frozenset(pair) for pair in combinations(labels, 2)}
        return any(label not in board.land for label in labels) or bool(pairs & water)

    return sum(wet(corner) for corner in corners)


def test_the_kuban_reaches_the_sea_once_and_krasnodar_lies_inland() -> None:
    board = load("motherland")
    assert board.places["Krasnodar"] == "1529"
    around = [board.label(cell) for cell in board.around(board.cell("1529"))]
    assert len(around) == 6 and all(label in board.land for label in around)
    assert _mouths(board, "Kuban") == 1


@pytest.mark.parametrize(
    ("map_id", "river"),
    [
        ("motherland", "Svir"), ("motherland", "Oka"), ("motherland", "Volga"), ("lebensraum", "Svir"),
        ("lebensraum", "Oka"), ("turns_east", "Oka"), ("turns_east", "Volga"), ("flames_europe", "Oka"),
    ],
)  # fmt: skip
def test_rivers_that_were_missing_are_there(map_id: str, river: str) -> None:
    assert len(_sides(load(map_id), river)) >= 3


def test_the_southern_bug_does_not_run_into_the_dnestr() -> None:
    board = load("flames_europe")
    assert board.fit["rivers"]["Southern Bug"]["to"] == "sea"
    bug, dnestr = (
        {corner for side in _sides(board, river) for corner in board.ends(side)}
        for river in ("Southern Bug", "Dnestr")
    )
    assert not bug & dnestr
    assert _mouths(board, "Southern Bug") == 1


def test_mountains_of_the_last_war() -> None:
    ground = load("last_war_europe").terrain
    # The Pyrenees, the northern Apennines; Grozny lies at the foot of the Caucasus, not in it.
    for label in ("0824", "0825", "0924", "0925", "1424"):
        assert ground[label] == "mountains", label
    assert ground[load("last_war_europe").places["Grozny"]] == "open"


def test_novorossiysk_lies_in_the_coast_range() -> None:
    board = load("motherland")
    assert board.terrain[board.places["Novorossiysk"]] == "mountain"
