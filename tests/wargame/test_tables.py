"""Odds, results tables, data files, the table assistant."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.errors import BadData
from hexfront.kernel import Dice, Die
from hexfront.packs import provenances, read_pack
from hexfront.wargame import Calculator, DataFiles, Field, ResultsTable, known_only, whole, wholes
from hexfront.wargame.tables import overlay
from hexfront.wargame.world import KEPT, Kept

COLUMNS = ["1:2", "1:1", "3:2", "2:1", "3:1"]
TABLE: dict[str, Any] = {
    "provenance": "reconstruction",
    "columns": ["1:2", "1:1", "2:1"],
    "below": "A1",
    "above": "clamp",
    "rows": {"1": ["A1", "A1", "EX"], "2": ["A1", "EX", "DR"], "3": ["EX", "DR", "DE"]},
}


@pytest.mark.parametrize(
    ("attack", "defence", "rounding", "column"),
    [
        (12, 7, "defender", 2),
        (7, 7, "defender", 1),
        (10, 7, "defender", 1),
        (10, 7, "attacker", 2),
        (1, 3, "defender", -1),
        (1, 3, "attacker", 0),
        (20, 1, "attacker", 4),
        (5, 2, "nearest", 3),
        (13, 5, "nearest", 4),
        (5, 0, "defender", 4),
    ],
)
def test_odds_column(attack: int, defence: int, rounding: Any, column: int) -> None:
    table = ResultsTable("odds", {"columns": COLUMNS, "rounding": rounding, "rows": [["NE"] * 5]})
    assert table.column(attack, defence) == column


@given(st.integers(1, 99), st.integers(1, 99))
def test_odds_never_favour_the_attacker_by_default(attack: int, defence: int) -> None:
    table = ResultsTable("odds", {"columns": COLUMNS, "rows": [["NE"] * 5]})
    at, exact = table.column(attack, defence), Fraction(attack, defence)
    assert at < 0 or table.values[at] <= exact
    assert at == len(COLUMNS) - 1 or table.values[at + 1] > exact


@pytest.mark.parametrize("bad", ["3", "a:b", "1:0", ""])
def test_a_ratio_that_is_none_is_refused(bad: str) -> None:
    with pytest.raises(BadData, match="not a ratio"):
        ResultsTable("odds", {"columns": [bad], "rows": [["NE"]]})


def test_reading_a_table_with_its_ends() -> None:
    table = ResultsTable("combat", TABLE)
    assert table.column(12, 7) == 1
    assert table.read(1, 3).result == "DR"
    assert table.read(-1, 3).result == "A1" and table.is_automatic(-1)
    assert table.read(9, 3).result == "DE" and not table.is_automatic(9)
    assert table.read(0, 9).result == "EX" and table.read(0, -4).result == "A1"
    own = ResultsTable("combat", {**TABLE, "above": "DX", "low": "AE", "high": "BR"})
    assert own.read(3, 1).result == "DX" and own.is_automatic(3)
    assert own.read(0, 0).result == "AE" and own.read(0, 4).result == "BR"


def test_chances_are_exact() -> None:
    table = ResultsTable("combat", TABLE)
    assert table.chances(1, Die(3)) == pytest.approx({"A1": 1 / 3, "EX": 1 / 3, "DR": 1 / 3})
    assert table.chances(2, Die(3), modifier=1) == pytest.approx({"DE": 2 / 3, "DR": 1 / 3})
    assert table.chances(0, Dice(2, 2)) == pytest.approx({"EX": 3 / 4, "A1": 1 / 4})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"columns": ["1:1", "1:2", "2:1"]}, "rising order"),
        ({"rows": {"1": ["A1"]}}, "1 cells for 3 columns"),
        ({"rows": {"1": ["a"] * 3, "3": ["a"] * 3}}, "leave a gap"),
        ({"rows": {"x": ["a"] * 3}}, "not a number"),
        ({"rows": {}}, "at least one"),
        ({"columns": 5}, "combat"),
    ],
)
def test_a_bad_table_is_refused_by_name(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadData, match=said) as e:
        ResultsTable("combat", {**TABLE, **change})
    assert "combat" in str(e.value)


def test_a_table_takes_only_results_that_the_game_knows() -> None:
    known = ("A1", "EX", "DR", "DE")
    assert ResultsTable("combat", TABLE, known).rows == ResultsTable("combat", TABLE).rows
    with pytest.raises(BadData, match="table combat, row 3: the game knows no 'DE'; it knows A1, EX, DR"):
        ResultsTable("combat", TABLE, ("A1", "EX", "DR"))
    with pytest.raises(BadData, match="table combat, high: the game knows no 'ZZ'"):
        ResultsTable("combat", {**TABLE, "high": "ZZ"}, known)
    with pytest.raises(BadData, match="losses: the game knows no 'mule'; it knows men of all kinds"):
        known_only("losses", ["man", "mule"], ("man",), "men of all kinds")


def test_what_counts_is_whole_and_within_bounds() -> None:
    assert whole("turns", 3, 1, 3) == 3
    assert wholes("row", [0, 2], 2) == (0, 2)
    for wrong in (0, 4, 2.5, True, "two"):
        with pytest.raises(BadData, match="turns: a whole number from 1 to 3 is expected, not"):
            whole("turns", wrong, 1, 3)
    with pytest.raises(BadData, match="row: 3 numbers are expected, not 2"):
        wholes("row", [0, 2], 3)
    with pytest.raises(BadData, match="row: a whole number of at least 0 is expected, not -2"):
        wholes("row", [0, -2])


def test_a_pack_lies_over_our_data(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "pack"
    ours.mkdir()
    theirs.mkdir()
    (ours / "units.toml").write_text(
        '[[unit]]\nid = "a"\nx = 1\ny = 2\n[[unit]]\nid = "b"\nx = 3\n[t]\nz = 1\n'
    )
    (theirs / "units.toml").write_text('[[unit]]\nid = "b"\nx = 9\n[[unit]]\nid = "c"\nx = 5\n')
    files = DataFiles("Ours", ours, ("units",), fixed=True)
    pack = read_pack(theirs, files.own)
    data = files.under(pack)["units"]
    assert data["unit"] == [{"id": "a", "x": 1, "y": 2}, {"id": "b", "x": 9}, {"id": "c", "x": 5}]
    assert data["t"] == {"z": 1}
    (theirs / "maps.toml").write_text("x = 1")
    with pytest.raises(BadData, match=r"maps.toml.*no data file"):
        read_pack(theirs, {"units": {}})
    (theirs / "maps.toml").unlink()
    with pytest.raises(BadData, match="no 'unit' to override"):
        read_pack(theirs, {"units": {"t": 1}})
    (theirs / "units.toml").write_text("= broken")
    with pytest.raises(BadData, match=r"units.toml: .*line 1"):
        read_pack(theirs)
    with pytest.raises(BadData, match="not a folder"):
        read_pack(tmp_path / "none")


def test_overlay_replaces_plain_lists() -> None:
    assert overlay({"a": [1, 2], "b": {"c": 1}}, {"a": [3], "b": {"d": 2}}) == {
        "a": [3],
        "b": {"c": 1, "d": 2},
    }


def test_provenance_is_inherited_and_counted() -> None:
    data = {
        "provenance": "rulebook",
        "x": [1, 2],
        "t": {"y": 3},
        "u": [{"provenance": "history", "z": 1, "id": "k"}],
    }
    assert sorted(provenances(data)) == [(".", "rulebook", 2), ("t", "rulebook", 1), ("u", "history", 1)]


class Sums(Calculator):
    fields = (
        Field("attack", "int", "attack factors", required=True, low=0, high=99),
        Field("terrain", "choice", "terrain", default="clear", choices=("clear", "forest")),
        Field("air", "flag", "air support", default=False),
        Field("units", "list", "units", default=[], choices=("a", "b")),
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "'attack' is missing"),
        ({"attack": "x"}, "whole number"),
        ({"attack": True}, "whole number"),
        ({"attack": 100}, "from 0 to 99"),
        ({"attack": 1, "terrain": "sea"}, "one of clear, forest"),
        ({"attack": 1, "air": 1}, "true or false"),
        ({"attack": 1, "units": ["c"]}, "may hold a, b"),
        ({"attack": 1, "units": "a"}, "must be a list"),
        ({"attack": 1, "luck": 1}, "no field 'luck'"),
    ],
)
def test_calculator_refuses_field_by_field(data: dict[str, Any], said: str) -> None:
    with pytest.raises(BadData, match=said):
        Sums().check(data)


def test_calculator_fills_in_defaults() -> None:
    assert Sums().check({"attack": 3}) == {"attack": 3, "terrain": "clear", "air": False, "units": []}


def test_a_store_of_answers_never_grows_beyond_its_limit() -> None:
    store = Kept()
    for n in range(3 * KEPT):
        store.setdefault(n, []).append(n)
        assert len(store) <= KEPT + 1
    assert store.setdefault(3 * KEPT - 1, []) == [3 * KEPT - 1]
