"""The builder's own parts, where its numeric packages are installed."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from typing import Any

import pytest

from tests.atlas.maptools import ATLAS

pytest.importorskip("numpy")
pytest.importorskip("PIL")


def part(name: str) -> Any:
    """A module of the builder, which is not on the path of the shipped package."""
    if str(ATLAS) not in sys.path:
        sys.path.insert(0, str(ATLAS))
    return import_module(f"hexatlas.{name}")


def grids() -> list[Any]:
    make = part("grid").Grid
    return [
        make(orientation, 12, 15, shifted, 1, 0, numbering, side, 80.0)
        for orientation in ("flat", "pointy")
        for shifted in ("even", "odd")
        for numbering in ("CCRR", "RRCC")
        for side in ("west", "east")
    ]


def test_grid_neighbours_are_one_apart() -> None:
    for grid in grids():
        for key in grid.keys:
            assert grid.key(grid.label(key)) == key
            assert grid.hex_at(*grid.centre(key)) == key
            x, y = grid.centre(key)
            around = grid.neighbours(key)
            assert len(set(around)) == 6
            for other in around:
                u, v = grid.centre(other)
                assert abs((u - x) ** 2 + (v - y) ** 2 - 1) < 1e-9
                assert grid.distance(key, other) == 1
                assert key in grid.neighbours(other)


def test_grid_distance_is_the_number_of_steps() -> None:
    rng = random.Random(7)
    for grid in grids():
        for _ in range(20):
            start = rng.choice(grid.keys)
            ring, seen = {start}, {start}
            for steps in range(5):
                assert all(grid.distance(start, key) == steps for key in ring)
                ring = {n for key in ring for n in grid.neighbours(key)} - seen
                seen |= ring


def test_first_key_is_the_north_west() -> None:
    for grid in grids():
        xs = [grid.centre(grid.key_at(i, 0))[0] for i in range(grid.columns)]
        assert xs == sorted(xs)


def test_corner_graph() -> None:
    for grid in grids():
        key = grid.key_at(5, 5)
        ring = grid.hex_vertices(key)
        assert len(set(ring)) == 6
        for vertex, following in zip(ring, [*ring[1:], ring[0]], strict=True):
            steps = dict(grid.vertex_steps(vertex))
            assert len(steps) == 3
            assert key in steps[following]
            assert grid.vertex_at(*grid.vertex_point(vertex)) == vertex


@pytest.mark.parametrize("kind", ["lcc", "mercator", "miller", "plate"])
def test_projection_goes_there_and_back(kind: str) -> None:
    projection = part("projection").Projection(
        kind, (50.0, 20.0), (45.0, 60.0), 80_000.0, ((0.9, -0.4), (0.4, 0.9)), (10.0, 12.0)
    )
    for lat, lon in ((55.7, 37.6), (36.0, -5.4), (69.0, 33.0), (31.2, 29.9)):
        back = projection.inverse(*projection.forward(lat, lon))
        assert abs(float(back[0]) - lat) < 1e-6
        assert abs(float(back[1]) - lon) < 1e-6


def test_conic_is_true_on_its_parallels() -> None:
    projection = part("projection").Projection(
        "lcc", (53.0, 35.0), (45.0, 60.0), 1000.0, ((1.0, 0.0), (0.0, 1.0)), (0.0, 0.0)
    )
    assert abs(projection.local_scale(45.0, 30.0) - 1) < 0.002
    assert abs(projection.local_scale(60.0, 40.0) - 1) < 0.002
    assert projection.local_scale(52.0, 35.0) > 1.005


def test_nudge_moves_no_further_than_needed() -> None:
    games = part("game")
    game = games.load_game("motherland")
    for name, (lat, lon), key, _ in game.anchors:
        u, v = (float(x) for x in game.project(lat, lon))
        assert game.grid.hex_at(u, v) == key, name
    for lat, lon in ((54.0, 28.0), (58.0, 36.0), (50.0, 34.0)):
        plain, nudged = game.projection.forward(lat, lon), game.project(lat, lon)
        moved = ((plain[0] - nudged[0]) ** 2 + (plain[1] - nudged[1]) ** 2) ** 0.5
        assert moved < 0.6
        back = game.unproject(*nudged)
        assert abs(float(back[0]) - lat) < 1e-4
        assert abs(float(back[1]) - lon) < 1e-4


def test_chain_follows_a_course_between_centres() -> None:
    rivers, games = part("rivers"), part("game")
    game = games.load_game("motherland")
    path = rivers.follow(game, [[55.0, 27.0], [52.0, 33.0], [50.0, 40.0]])
    assert len(path) == len(set(path))
    for a, b in zip(path, path[1:], strict=False):
        assert len(set(a) & set(b)) == 2


def test_flip_takes_a_hex_to_the_other_bank() -> None:
    rivers, games = part("rivers"), part("game")
    game = games.load_game("motherland")
    grid = game.grid
    path = rivers.follow(game, [[55.0, 27.0], [52.0, 33.0], [50.0, 40.0]])
    middle = rivers.edge(path[len(path) // 2], path[len(path) // 2 + 1])[0]
    before = rivers.bank(grid, path, middle)
    after = rivers.flip(grid, path, middle)
    assert rivers.bank(grid, after, middle) != before
    assert after[0] == path[0]
    assert after[-1] == path[-1]
    for a, b in zip(after, after[1:], strict=False):
        assert len(set(a) & set(b)) == 2


def test_loops_are_taken_out() -> None:
    cut = part("rivers").without_loops
    assert cut(["a", "b", "c", "b", "d", "a", "e"]) == ["a", "e"]
    assert cut(["a", "b", "c"]) == ["a", "b", "c"]


def test_gazetteer_refuses_what_does_not_hold_together(tmp_path: Any) -> None:
    gazetteer = part("gazetteer")
    (tmp_path / "a.toml").write_text('place = [{ name = "X", at = [1.0, 2.0], size = 1 }]\n')
    with pytest.raises(gazetteer.GazetteerError, match="no sources"):
        gazetteer.load_gazetteer(tmp_path)
    (tmp_path / "a.toml").write_text('sources = ["s"]\nplace = [{ name = "X", at = [1.0, 2.0], size = 1 }]\n')
    (tmp_path / "b.toml").write_text('sources = ["s"]\nplace = [{ name = "X", at = [1.0, 2.0], size = 1 }]\n')
    with pytest.raises(gazetteer.GazetteerError, match=r"already in a\.toml"):
        gazetteer.load_gazetteer(tmp_path)
    (tmp_path / "b.toml").write_text('sources = ["s"]\ncities = []\n')
    with pytest.raises(gazetteer.GazetteerError, match="unknown list"):
        gazetteer.load_gazetteer(tmp_path)


def test_check_notices_a_changed_input(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    check = part("check")
    monkeypatch.setattr(check, "STORE", tmp_path / "digests")
    assert "never built" in check.check(["motherland"])[0]
    check.record(["motherland"])
    assert check.check(["motherland"]) == []
    monkeypatch.setattr(check, "inputs", lambda _: "other")
    assert "changed since" in check.check(["motherland"])[0]
    monkeypatch.undo()
    monkeypatch.setattr(check, "STORE", tmp_path / "digests")
    monkeypatch.setattr(check, "output", lambda _: "other")
    assert "by hand" in check.check(["motherland"])[0]
