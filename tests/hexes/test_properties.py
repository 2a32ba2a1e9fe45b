"""Every operation on sets of hexes agrees with a plain version, on grids of every kind."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.hexes import (
    Costs,
    Grid,
    GridSpec,
    Sides,
    Zone,
    among,
    bits,
    first,
    flood,
    path,
    ranges,
    union,
    zones,
)
from tests.hexes import naive

grids = st.builds(
    lambda o, c, r, s, fc, fr, n, f: Grid(
        GridSpec(
            orientation=o,
            columns=c,
            rows=r,
            shifted=s,
            first_column=fc,
            first_row=fr,
            numbering=n,
            columns_from=f,
        )
    ),
    st.sampled_from(["flat", "pointy"]),
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(["even", "odd"]),
    st.integers(0, 2),
    st.integers(0, 2),
    st.sampled_from(["CCRR", "RRCC"]),
    st.sampled_from(["west", "east"]),
)


def some_sides(grid: Grid, rng: random.Random, share: float) -> Sides:
    pairs = [(i, j) for i in grid for j in grid.neighbours(i) if i < j and rng.random() < share]
    return Sides.of(grid, pairs)


def some_hexes(grid: Grid, rng: random.Random, share: float) -> int:
    return union(i for i in grid if rng.random() < share)


@given(grids)
def test_neighbours_are_the_six_nearest_centres(grid: Grid) -> None:
    for i in grid:
        assert sorted(grid.neighbours(i)) == sorted(naive.neighbours(grid, i))


@given(grids)
def test_labels_and_cells_go_both_ways(grid: Grid) -> None:
    assert len({grid.label(i) for i in grid}) == grid.columns * grid.rows == grid.hexes.bit_count()
    for i in grid:
        assert grid.index(grid.label(i)) == i
        assert grid.at(*grid.cell(i)) == i


@given(grids, st.randoms(use_true_random=False))
def test_distance_ring_disc_and_line(grid: Grid, rng: random.Random) -> None:
    table = {i: naive.neighbours(grid, i) for i in grid}
    start = rng.choice(list(grid))
    # distance is that of the unbounded plane; on a convex patch it is what a walk gives
    walked = naive.distances(grid, start, table)
    for j, n in walked.items():
        assert grid.distance(start, j) <= n
        assert grid.distance(j, start) == grid.distance(start, j)
        line = grid.line(start, j)
        assert line[0] == start and line[-1] == j and len(line) == grid.distance(start, j) + 1
    for radius in range(4):
        disc = {j for j, n in walked.items() if n <= radius}
        assert set(bits(grid.disc(start, radius))) == disc
        assert set(bits(grid.ring(start, radius))) == {j for j in disc if walked[j] == radius}


@given(grids, st.randoms(use_true_random=False))
def test_directions_turn_clockwise_and_back(grid: Grid, rng: random.Random) -> None:
    for i in grid:
        for d in range(6):
            j = grid.toward(i, d)
            if j >= 0:
                assert grid.direction(i, j) == d
                assert grid.direction(j, i) == (d + 3) % 6
                assert grid.toward(j, (d + 3) % 6) == i
    hexes = some_hexes(grid, rng, 0.4)
    for d in range(6):
        assert set(bits(grid.shift(hexes, d))) == {grid.toward(i, d) for i in bits(hexes)} - {-1}


@given(grids, st.randoms(use_true_random=False))
def test_around_dilate_and_zones(grid: Grid, rng: random.Random) -> None:
    hexes = some_hexes(grid, rng, 0.2)
    around = {j for i in bits(hexes) for j in grid.neighbours(i)}
    assert set(bits(grid.around(hexes))) == around
    assert set(bits(grid.dilate(hexes))) == around | set(bits(hexes))
    barred = some_sides(grid, rng, 0.3)
    expected = {j for i in bits(hexes) for j in grid.neighbours(i) if not barred.has(i, j)}
    assert set(bits(zones(grid, hexes, barred))) == expected
    assert zones(grid, hexes) == grid.around(hexes)


@settings(max_examples=200)
@given(grids, st.randoms(use_true_random=False), st.floats(0.2, 1.0), st.floats(0.0, 0.7))
def test_flood(grid: Grid, rng: random.Random, open_share: float, barred_share: float) -> None:
    within = some_hexes(grid, rng, open_share)
    start = some_hexes(grid, rng, 0.1)
    barred = some_sides(grid, rng, barred_share)
    assert flood(grid, start, within, barred) == naive.flood(grid, start, within, barred)
    assert flood(grid, start, within) == naive.flood(grid, start, within, None)
    assert flood(grid, start, ~0) == naive.flood(grid, start, grid.hexes, None)


@settings(max_examples=200)
@given(grids, st.randoms(use_true_random=False), st.integers(0, 9))
def test_ranges_and_paths(grid: Grid, rng: random.Random, limit: int) -> None:
    base: dict[int, int] = {}
    for i in grid:
        cost = rng.choice([1, 1, 2, 3, 4, None])
        if cost:
            base[cost] = base.get(cost, 0) | 1 << i
    river, bridge, barred = (some_sides(grid, rng, 0.3) for _ in range(3))
    for extra, closed in (([], None), ([(1, river), (2, bridge)], barred)):
        costs = Costs(grid, base, extra, closed)
        stop = some_hexes(grid, rng, 0.2)
        start = rng.choice(list(grid))
        layers = ranges(grid, start, costs, limit, stop)
        found = {i: k for k, layer in enumerate(layers) for i in bits(layer)}
        assert found == naive.ranges(grid, start, costs, limit, stop)
        for target, spent in found.items():
            way = path(grid, layers, costs, target, stop)
            assert way[0] == start and way[-1] == target
            steps = [costs.step(a, b) for a, b in zip(way, way[1:], strict=False)]
            assert sum(step or 0 for step in steps) == spent and None not in steps
            assert not any(stop >> i & 1 for i in way[1:-1])


@given(grids, st.randoms(use_true_random=False), st.integers(0, 9), st.booleans())
def test_ranges_where_a_zone_slows_units_and_only_some_hexes_are_open(
    grid: Grid, rng: random.Random, limit: int, crosses: bool
) -> None:
    base = {1: some_hexes(grid, rng, 0.6)}
    base[2] = grid.hexes & ~base[1]
    costs = Costs(grid, base, [(1, some_sides(grid, rng, 0.3))], some_sides(grid, rng, 0.1))
    stop, within = some_hexes(grid, rng, 0.1), some_hexes(grid, rng, 0.8)
    zone = Zone(some_hexes(grid, rng, 0.4), rng.choice([0, 1, 2]), crosses)
    start = rng.choice(list(grid))
    layers = ranges(grid, start, costs, limit, stop, within, zone)
    found = {i: k for k, layer in enumerate(layers) for i in bits(layer)}
    assert found == naive.ranges(grid, start, costs, limit, stop, within, zone)
    for target, spent in found.items():
        way = path(grid, layers, costs, target, stop, zone)
        steps = list(zip(way, way[1:], strict=False))
        assert way[0] == start and way[-1] == target
        assert sum((costs.step(a, b) or 0) + (zone.step(a, b) or 0) for a, b in steps) == spent
        assert None not in [zone.step(a, b) for a, b in steps]


@given(grids, st.randoms(use_true_random=False))
def test_costs_of_single_steps(grid: Grid, rng: random.Random) -> None:
    table = {(a, b): rng.randint(1, 4) for a in grid for b in grid.neighbours(a) if rng.random() < 0.8}
    costs = Costs.of_steps(grid, [(a, b, cost) for (a, b), cost in table.items()])
    assert all(costs.step(a, b) == table.get((a, b)) for a in grid for b in grid.neighbours(a))
    start = rng.choice(list(grid))
    layers = ranges(grid, start, costs, 6)
    found = {i: k for k, layer in enumerate(layers) for i in bits(layer)}
    assert found == naive.ranges(grid, start, costs, 6, 0)


@given(st.integers(0, 2**200))
def test_bits_size_first(hexes: int) -> None:
    listed = list(bits(hexes))
    assert listed == [i for i in range(201) if hexes >> i & 1]
    assert hexes.bit_count() == len(listed) and union(listed) == hexes
    if listed:
        assert first(hexes) == listed[0]


@given(grids, st.randoms(use_true_random=False))
def test_sides(grid: Grid, rng: random.Random) -> None:
    a, b = some_sides(grid, rng, 0.3), some_sides(grid, rng, 0.3)
    every = {(i, j) for i in grid for j in grid.neighbours(i)}
    in_a = {(i, j) for i, j in every if a.has(i, j)}
    in_b = {(i, j) for i, j in every if b.has(i, j)}
    assert {(i, j) for i, j in every if (a | b).has(i, j)} == in_a | in_b
    assert {(i, j) for i, j in every if (a & b).has(i, j)} == in_a & in_b
    assert {(i, j) for i, j in every if (a - b).has(i, j)} == in_a - in_b
    pairs = set(a.pairs())
    assert len(pairs) == len(a) == len(in_a) // 2 and bool(a) == bool(pairs)
    assert pairs | {(j, i) for i, j in pairs} == in_a
    assert set(bits(a.hexes)) == {i for i, _ in in_a}
    hexes = some_hexes(grid, rng, 0.5)
    assert set(bits(a.across(hexes))) == {j for i, j in in_a if hexes >> i & 1}
    for i in grid:
        assert set(a.of_hex(i)) == {j for k, j in in_a if k == i}
    for d in range(6):
        assert set(bits(a.into(d))) == {j for i, j in in_a if grid.direction(i, j) == d}
        assert set(bits(a.leaving[d])) == {i for i, j in in_a if grid.direction(i, j) == d}


@given(st.sets(st.integers(0, 299)))
def test_the_items_at_the_places_of_a_set(places: set[int]) -> None:
    items = [f"item {n}" for n in range(300)]
    assert among(items, union(places)) == [items[n] for n in sorted(places)]
