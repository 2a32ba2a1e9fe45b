"""Boards: numberings of the rulebooks, and map files that are refused in one sentence."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexfront.errors import BadData, UnknownName
from hexfront.hexes import Grid, GridSpec, bits, load_board, map_names, read_board

FILE: dict[str, Any] = {
    "format": "hexfront-map/1",
    "id": "x",
    "title": "X",
    "provenance": "reconstruction",
    "grid": {"orientation": "flat", "columns": 3, "rows": 2, "shifted": "even"},
    "terrain": {"legend": {".": "clear", "f": "forest", " ": "off"}, "rows": ["..f", ". ."]},
    "features": {"town": ["0101"]},
    "sides": {"river": [["0101", "0201"]]},
    "links": {"rail": [["0201", "0301"]]},
    "regions": {"west": ["0101", "0102"]},
    "edges": {"west": ["0101"]},
    "places": [{"name": "Kiev", "hex": "0101", "kind": "city", "size": 4}, {"name": "Farm", "hex": "0101"}],
}


def read(**changes: Any) -> Any:
    return read_board(msgspec.json.encode({**FILE, **changes}), "x.json")


def test_a_board_answers_what_rules_ask() -> None:
    b = read()
    kiev = b.hex("kiev")
    assert b.label(kiev) == "0101" and b.index("0101") == kiev and b.name(kiev) == "Kiev (0101)"
    assert b.place_at(kiev).name == "Kiev" and b.place_at(b.index("0301")) is None
    assert b.name(b.index("0301")) == "0301"
    assert b.kind[b.index("0301")] == "forest" and b.terrain["forest"] == 1 << b.index("0301")
    assert b.sides["river"].has(kiev, b.index("0201")) and not b.sides["river"].has(kiev, b.index("0102"))
    assert b.labels(b.regions["west"]) == ("0101", "0102") and b.set_of(["0101", "0102"]) == b.regions["west"]
    assert b.index("0202") not in set(bits(b.on_map)) and len(list(bits(b.on_map))) == 5
    with pytest.raises(UnknownName, match="no place 'Lvov'"):
        b.hex("Lvov")
    with pytest.raises(UnknownName, match="no terrain 'swamp'; it has clear, forest"):
        b.terrain["swamp"]
    with pytest.raises(UnknownName, match="no region 'east'; it has west"):
        b.regions["east"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "other/9"}, "format 'other/9'"),
        ({"terrain": {**FILE["terrain"], "rows": ["..f"]}}, "1 rows, the grid 2"),
        ({"terrain": {**FILE["terrain"], "rows": ["..", ". ."]}}, r"rows\[0\] has 2 hexes"),
        ({"terrain": {**FILE["terrain"], "rows": ["..z", ". ."]}}, "'z' at 0301"),
        ({"features": {"town": ["0909"]}}, "features.town: There is no hex '0909'"),
        ({"regions": {"w": ["0202"]}}, "regions.w: hex 0202 is off the map"),
        ({"sides": {"river": [["0101", "0301"]]}}, "sides.river: Hexes 0101 and 0301 are not neighbours"),
        ({"links": {"rail": [["0101", "01"]]}}, "links.rail: There is no hex '01'"),
        ({"places": [{"name": "Kiev", "hex": "9999"}]}, "place Kiev"),
        ({"grid": {**FILE["grid"], "columns": 0}}, "at least one column"),
        ({"grid": {**FILE["grid"], "orientation": "round"}}, "round"),
        ({"weather": 1}, "weather"),
    ],
)
def test_a_bad_map_is_refused_with_its_place(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadData, match=said) as e:
        read(**changes)
    assert str(e.value).startswith("x.json: ")


def test_a_map_cut_in_half_is_refused() -> None:
    with pytest.raises(BadData, match=r"x\.json"):
        read_board(msgspec.json.encode(FILE)[:100], "x.json")


def test_maps_are_found_by_name() -> None:
    assert "skirmish" in map_names() and load_board("skirmish") is load_board("skirmish")
    with pytest.raises(UnknownName, match="no map 'atlantis'"):
        load_board("atlantis")


def grid(**spec: Any) -> Grid:
    return Grid(GridSpec(**{"orientation": "flat", "columns": 30, "rows": 52, "shifted": "even", **spec}))


@pytest.mark.parametrize(
    ("spec", "a", "b"),
    [
        ({}, "1526", "1625"),  # For the Motherland!: even columns stand half a hex lower
        ({}, "1625", "1726"),
        ({"first_row": 0}, "2100", "2101"),  # Hitler Turns East: the top row is 00
        (
            {
                "orientation": "pointy",
                "numbering": "RRCC",
                "columns_from": "east",
                "shifted": "odd",
                "first_row": 0,
            },
            "1516",
            "1517",
        ),
        (
            {
                "orientation": "pointy",
                "numbering": "RRCC",
                "columns_from": "east",
                "shifted": "odd",
                "first_row": 0,
            },
            "2215",
            "2116",
        ),
    ],
)
def test_neighbours_the_rulebooks_name(spec: dict[str, Any], a: str, b: str) -> None:
    g = grid(**spec)
    assert g.is_adjacent(g.index(a), g.index(b))


def test_columns_counted_from_the_east_grow_westward() -> None:
    g = grid(orientation="pointy", numbering="RRCC", columns_from="east", shifted="odd", first_row=0)
    assert g.xy(g.index("0002"))[0] < g.xy(g.index("0001"))[0]
    assert g.xy(g.index("0101"))[0] > g.xy(g.index("0001"))[0]  # odd rows stand half a hex further east


def test_three_digits_on_a_large_map() -> None:
    g = grid(columns=120, rows=40)
    assert g.label(g.at(119, 0)) == "120001" and g.index("005040") == g.at(4, 39)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_corners_bound_the_side_they_are_named_for(orientation: str) -> None:
    g = grid(orientation=orientation, columns=5, rows=5)
    i = g.at(2, 2)
    for d in range(6):
        (x1, y1), (x2, y2) = g.corners(i)[d], g.corners(i)[(d + 1) % 6]
        (x, y), (u, v) = g.xy(i), g.xy(g.toward(i, d))
        assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(((x + u) / 2, (y + v) / 2))
