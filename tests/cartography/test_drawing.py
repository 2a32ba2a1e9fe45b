"""The drawing of the art: lines that join, wander the same way from both ends, and keep to their hexes."""

from __future__ import annotations

import sys
from importlib import import_module
from math import hypot, pi, sin
from pathlib import Path
from typing import Any

import pytest

from hexfront.cartography.art import Label, Spot
from hexfront.cartography.mask import Mask
from hexfront.hexes import Board, read_board
from tests.cartography.samples import board_file

pytest.importorskip("numpy")
pytest.importorskip("PIL")
shapely: Any = pytest.importorskip("shapely")
LineString, Point, Polygon, box = shapely.LineString, shapely.Point, shapely.Polygon, shapely.box
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "atlas"))
lettering: Any = import_module("hexatlas.art.lettering")
lines: Any = import_module("hexatlas.art.lines")
shapes: Any = import_module("hexatlas.art.shapes")
sheet: Any = import_module("hexatlas.art.sheet")
Game: Any = import_module("hexatlas.game").Game
Gazetteer: Any = import_module("hexatlas.gazetteer").Gazetteer

GAME: dict[str, Any] = {
    "id": "small",
    "projection": {"kind": "plate", "origin": [50.0, 30.0], "scale": 60000.0, "offset": [5.0, 4.0]},
    "grid": {
        "orientation": "flat", "columns": 10, "rows": 8, "shifted": "even", "first_column": 1, "first_row": 1,
        "numbering": "CCRR", "columns_from": "west", "km": 60.0,
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def page() -> Any:
    return sheet.Sheet(Game("small", GAME, Gazetteer()), read_board(board_file()))


def test_pixels_and_map_coordinates_agree(page: Any) -> None:
    for label in ("0101", "0504", "1008"):
        u, v = page.game.grid.centre(page.game.grid.key(label))
        ((x, y),) = page.from_map([u], [v])
        assert (x, y) == pytest.approx(page.xy(page.board.index(label)), abs=0.2)
        back = page.to_map(x, y)
        assert (float(back[0]), float(back[1])) == pytest.approx((u, v))
    assert page.north == pytest.approx(0, abs=0.5)
    (low, high) = page.ground([(50.0, 30.0), (51.0, 30.0)])
    assert high[1] < low[1] and high[0] == pytest.approx(low[0])


def test_line_pieces_are_strung_together_up_to_junctions() -> None:
    links = [((0, 0), (50, 0)), ((100, 0), (50, 0.4)), ((100, 0), (150, 30)), ((100, 0.2), (150, -30))]
    found = sorted(
        sheet.chains([((float(a), float(b)), (float(c), float(d))) for (a, b), (c, d) in links]), key=len
    )
    assert [len(chain) for chain in found] == [2, 2, 3]
    ring = [((0.0, 0.0), (50.0, 0.0)), ((50.0, 0.0), (25.0, 40.0)), ((25.0, 40.0), (0.0, 0.0))]
    (loop,) = sheet.chains(ring)
    assert len(loop) == 4 and loop[0] == loop[-1]


def test_a_line_wanders_the_same_way_from_both_ends(page: Any) -> None:
    a, b = page.side(page.board.index("0504"), page.board.index("0505"))
    c = page.side(page.board.index("0504"), page.board.index("0604"))
    far = c[0] if hypot(c[0][0] - b[0], c[0][1] - b[1]) > 20 else c[1]
    there = sheet.meander(page, [a, b, far])
    back = sheet.meander(page, [far, b, a])
    for p, q in zip(there, reversed(back), strict=True):
        assert hypot(p[0] - q[0], p[1] - q[1]) < 1e-6


def test_a_line_stays_near_its_hexsides(page: Any) -> None:
    for i in page.board.grid:
        for j in page.board.grid.neighbours(i):
            ends = page.side(i, j)
            straight = LineString(ends)
            for p in sheet.meander(page, list(ends)):
                assert straight.distance(Point(p)) < 0.24 * sheet.HEX


def test_rivers_are_named_by_their_chain_and_the_rest_is_still_drawn(page: Any) -> None:
    fit = {"rivers": {"Dnepr": {"runs": [[["0504", "0604"]]]}, "Nowhere": {"runs": [[["0101", "9999"]]]}}}
    found = {(name, kind): len(chain) for name, kind, chain in lines.river_stretches(page, fit)}
    assert found == {("Dnepr", "major"): 2, ("", "minor"): 2}


def test_a_river_runs_out_into_near_water(page: Any) -> None:
    chain = list(page.side(page.board.index("0504"), page.board.index("0505")))
    start = sheet.meander(page, chain)[0]
    water = box(start[0] - 400, start[1] - 300, start[0] - 20, start[1] + 300)
    drawn = lines.river_line(page, chain, water)
    assert water.contains(Point(drawn[0])) and len(drawn) == len(sheet.meander(page, chain)) + 1
    far = box(-900, -900, -800, -800)
    assert lines.river_line(page, chain, far) == sheet.meander(page, chain)


def test_water_and_land_are_made_to_agree_with_the_board(page: Any) -> None:
    w, h = page.size
    nothing = Polygon()
    land, _ = shapes.agree(page, nothing, nothing, [])
    for i in page.board.grid:
        wet = page.styles[i] in ("sea", "lake")
        assert land.contains(Point(page.xy(i))) != wet or page.styles[i] == "lake"
    everything = box(0, 0, w, h)
    land, lakes = shapes.agree(page, everything, nothing, [])
    for i in page.board.grid:
        assert land.contains(Point(page.xy(i))) == (page.styles[i] != "sea")
        assert lakes.contains(Point(page.xy(i))) == (page.styles[i] == "lake")


def test_edges_of_areas_stay_within_a_quarter_of_a_hex(page: Any) -> None:
    ring = [(100 * 3**0.5 * sin(k * pi / 3), 300 - 90 * k) for k in range(4)] + [
        (400.0, 30.0),
        (400.0, 300.0),
    ]
    shape = Polygon(ring)
    for p in shapes.natural_ring(ring):
        assert shape.exterior.distance(Point(p)) < 0.4 * sheet.HEX


def test_long_edges_keep_their_corners() -> None:
    (path,) = shapes.curve_paths([box(0, 0, 900, 600)])
    mask = Mask([path], (900, 600))
    assert mask.has(15, 15) and mask.has(885, 585)


def test_names_keep_clear_of_each_other(page: Any) -> None:
    spots = [Spot(f"Town {k}", "0504", 300 + 12 * k, 300.0, 2) for k in range(4)]
    placer = lettering.Placer(page, lettering.Obstacles([Point(s.x, s.y).buffer(6) for s in spots], []))
    without = lettering.place_cities(placer, spots)
    assert len(placer.labels) + len(without) == 4 and len(placer.labels) >= 3
    assert lettering.collisions(placer.labels) == []
    clash = [Label("Moscow", "city4", 100, 100), Label("Minsk", "city4", 110, 104)]
    assert lettering.collisions(clash) == [("Moscow", "Minsk")]


def test_names_stay_off_what_is_barred_and_on_their_water(page: Any) -> None:
    water = box(20, 20, 400, 300)
    placer = lettering.Placer(page, lettering.Obstacles([], []))
    lettering.place_water(placer, [("Black Sea", "sea", (200.0, 150.0))], water)
    (label,) = placer.labels
    assert label.class_ == "water1" or label.class_ == "water2"
    assert all(water.buffer(3).contains(shape) for shape in lettering.shapes_of(label))
    barred = lettering.Placer(page, lettering.Obstacles([], []))
    barred.bar(water)
    lettering.place_water(barred, [("Black Sea", "sea", (200.0, 150.0))], water)
    assert barred.labels == []


def test_marks_of_one_hex_stand_apart(page: Any) -> None:
    x, y = page.xy(page.board.index("0504"))
    spots = [Spot("Kiev", "0504", x, y, 4)]
    marks = lettering.place_marks(page, spots, [("fort", "0504"), ("port", "0504"), ("oil", "0504")])
    points = [(x, y), *((m.x, m.y) for m in marks)]
    for k, p in enumerate(points):
        for q in points[k + 1 :]:
            assert hypot(p[0] - q[0], p[1] - q[1]) > 15


def test_borders_run_between_owners(page: Any, board: Board) -> None:
    owner = {i: ("west" if board.grid.cell(i)[0] < 5 else "east") for i in board.grid}
    found = lines.region_borders(page, owner)
    assert len(found) >= 1
    for chain in found:
        for p in chain:
            assert 5 * 1.5 * 50 - 60 < p[0] - page.origin[0] + 37.5 < 5 * 1.5 * 50 + 60
