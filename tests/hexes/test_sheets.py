"""Several sheets on one grid: numbers of their own, nothing between them, one set of hexes."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.hexes import Grid, GridSpec, Sheet, read_board

WEST: dict[str, Any] = {"prefix": "W", "column": 0, "row": 1, "columns": 4, "rows": 3}
EAST: dict[str, Any] = {
    "prefix": "E", "column": 5, "row": 0, "columns": 3, "rows": 5, "first_column": 0, "first_row": 3,
    "columns_from": "east",
}  # fmt: skip


def grid(*sheets: dict[str, Any], columns: int = 8) -> Grid:
    laid = tuple(Sheet(**sheet) for sheet in sheets)
    return Grid(GridSpec(orientation="pointy", columns=columns, rows=5, shifted="even", sheets=laid))


def test_each_sheet_counts_by_itself() -> None:
    g = grid(WEST, EAST)
    assert g.cell(g.index("W0101")) == (0, 1) and g.cell(g.index("W0403")) == (3, 3)
    assert g.cell(g.index("E0203")) == (5, 0) and g.cell(g.index("E0007")) == (
        7,
        4,
    )  # columns count from the east
    assert len(list(g)) == 4 * 3 + 3 * 5
    assert [g.sheet(g.index(label)) for label in ("W0101", "E0007")] == [0, 1]
    assert all(g.label(g.index(g.label(i))) == g.label(i) for i in g)


def test_nothing_leads_from_sheet_to_sheet() -> None:
    g = grid(WEST, EAST)
    whole = g.sheet_sets[0]
    assert g.dilate(whole, 9) == whole
    assert g.at(4, 2) not in g
    assert g.distance(g.index("W0101"), g.index("W0401")) == 3


def test_a_single_map_may_have_a_prefix() -> None:
    plain = Grid(GridSpec(orientation="flat", columns=3, rows=3, shifted="even", prefix="E"))
    assert plain.label(plain.at(0, 0)) == "E0101" and plain.sheet(plain.at(2, 2)) == 0


@pytest.mark.parametrize(
    ("sheets", "said"),
    [
        ([WEST, {**EAST, "column": 6}], "does not fit on a grid of 8 by 5"),
        ([WEST, {**WEST, "prefix": "X", "column": 3}], "lies on another at its hex X0101"),
        ([WEST, {**WEST, "column": 4}], "different prefixes"),
    ],
)
def test_sheets_that_clash_are_refused(sheets: list[dict[str, Any]], said: str) -> None:
    with pytest.raises(BadData, match=said):
        grid(*sheets)


def test_a_wrong_number_is_refused_with_those_of_every_sheet() -> None:
    with pytest.raises(BadData, match="from W0101 to W0403 and from E0203 to E0007"):
        grid(WEST, EAST).index("1429")


def test_a_map_has_nothing_between_its_sheets() -> None:
    head = '{"format":"hexfront-map/1","id":"x","title":"x","provenance":"test","grid":'
    spec = '{"orientation":"pointy","columns":3,"rows":1,"shifted":"even","sheets":['
    sheets = '{"prefix":"W","column":0,"row":0,"columns":1,"rows":1},{"prefix":"E","column":2,"row":0,"columns":1,"rows":1}]}'
    rest = ',"terrain":{"legend":{".":"clear"," ":"off"},"rows":["%s"]}}'
    board = read_board((head + spec + sheets + rest % ". .").encode())
    assert board.labels(board.on_map) == ("W0101", "E0101")
    with pytest.raises(BadData, match="clear at column 1, between the sheets"):
        read_board((head + spec + sheets + rest % "...").encode())
