"""Each named river is one chain of hexsides from source to mouth, with its cities on the right bank."""

from __future__ import annotations

from typing import Any

import pytest

from tests.atlas.maptools import Corner, Map, gazetteer, load, map_ids


def rivers() -> list[tuple[str, str]]:
    return [(map_id, name) for map_id in map_ids() for name in load(map_id).fit["rivers"]]


def corners(board: Map, run: list[list[str]]) -> list[Corner]:
    """The corners of a chain, source first; fails where two sides in a row do not meet."""
    ends = [set(board.ends(pair)) for pair in run]
    if len(run) == 1:
        return sorted(ends[0], key=board.corner_point)
    path: list[Corner] = []
    for here, there in zip(ends, ends[1:], strict=False):
        shared = here & there
        assert len(shared) == 1, f"{board.id}: a river breaks between {run}"
        path.append(next(iter(shared)))
    first = next(iter(ends[0] - {path[0]}))
    last = next(iter(ends[-1] - {path[-1]}))
    return [first, *path, last]


@pytest.mark.parametrize(("map_id", "name"), rivers())
def test_river_is_one_chain(map_id: str, name: str) -> None:
    board = load(map_id)
    for run in board.fit["rivers"][name]["runs"]:
        path = corners(board, run)
        assert len(set(path)) == len(path), f"{name} crosses itself"


def others(board: Map, name: str) -> set[Corner]:
    return {
        corner
        for other, river in board.fit["rivers"].items()
        if other != name
        for run in river["runs"]
        for pair in run
        for corner in board.ends(pair)
    }


def ends_well(board: Map, corner: Corner, joined: set[Corner]) -> bool:
    """Whether a corner lies on the sea, a lake, the map's rim or another river."""
    if corner in joined:
        return True
    if any(board.terrain.get(board.label(cell), "off") in ("sea", "lake", "off") for cell in corner):
        return True
    water = board.sides("sea", "lake", "strait")
    return any(frozenset(map(board.label, pair)) in water for pair in _pairs(corner))


def _pairs(corner: Corner) -> list[tuple[Any, Any]]:
    a, b, c = sorted(corner)
    return [(a, b), (a, c), (b, c)]


@pytest.mark.parametrize(("map_id", "name"), rivers())
def test_river_has_a_mouth(map_id: str, name: str) -> None:
    board = load(map_id)
    river = board.fit["rivers"][name]
    joined = others(board, name)
    for k, run in enumerate(river["runs"]):
        path = corners(board, run)
        assert ends_well(board, path[-1], joined), f"{name} ends in the land"
        if k > 0:
            assert ends_well(board, path[0], joined), f"{name} begins anew in the land"


@pytest.mark.parametrize("map_id", map_ids())
def test_no_orphan_stub(map_id: str) -> None:
    """All river hexsides belong to named rivers, and no river is a single hexside in the land."""
    board = load(map_id)
    named = {frozenset(p) for r in board.fit["rivers"].values() for run in r["runs"] for p in run}
    printed = board.sides("river", "major_river")
    assert printed <= named | board.sides("strait")
    removed = named - printed
    allowed = board.sides("sea", "lake", "strait") | {
        frozenset(entry["between"])
        for entry in board.game.get("side", [])
        if isinstance(entry["between"][0], str)
    }
    assert removed <= allowed, sorted(map(sorted, removed - allowed))
    meeting: dict[Corner, int] = {}
    for pair in printed | board.sides("lake", "sea"):
        for corner in board.ends(pair):
            meeting[corner] = meeting.get(corner, 0) + 1
    for pair in printed:
        ends = board.ends(pair)
        assert any(meeting[end] > 1 or ends_well(board, end, set()) for end in ends), sorted(pair)


@pytest.mark.parametrize("map_id", map_ids())
def test_rivers_run_on_land(map_id: str) -> None:
    board = load(map_id)
    for pair in board.sides("river", "major_river"):
        assert pair <= board.land


def bank(board: Map, path: list[Corner], label: str) -> str:
    """The bank by the nearest hexside of the chain, looking downstream."""
    x, y = board.centre(board.cell(label))
    found = []
    for a, b in zip(path, path[1:], strict=False):
        (ax, ay), (bx, by) = board.corner_point(a), board.corner_point(b)
        away = ((ax + bx) / 2 - x) ** 2 + ((ay + by) / 2 - y) ** 2
        found.append((away, (bx - ax) * (y - ay) - (by - ay) * (x - ax)))
    nearest = min(away for away, _ in found)
    turn = sum(t for away, t in found if away < nearest + 1e-3)
    return "right" if turn > 0 else "left"


def banks() -> list[tuple[str, str, str, str]]:
    out = []
    courses = {river["name"]: river for river in gazetteer()["river"]}
    labels = {place["name"]: place.get("label", place["name"]) for place in gazetteer()["place"]}
    for map_id, name in rivers():
        board = load(map_id)
        touched = {h for run in board.fit["rivers"][name]["runs"] for pair in run for h in pair}
        for which in ("left", "right"):
            for place in courses[name].get(which, []):
                # A place counts where its hex borders the chain: there the bank is seen on the board.
                if board.places.get(labels[place]) in touched:
                    out += [(map_id, name, place, which)]
    return out


def test_banks_are_many() -> None:
    assert len([b for b in banks() if b[0] == "motherland"]) >= 30
    assert len([b for b in banks() if b[0] == "turns_east"]) >= 20


@pytest.mark.parametrize(("map_id", "name", "place", "which"), banks())
def test_city_is_on_its_bank(map_id: str, name: str, place: str, which: str) -> None:
    board = load(map_id)
    labels = {p["name"]: p.get("label", p["name"]) for p in gazetteer()["place"]}
    hex_label = board.places[labels[place]]
    runs = [r for r in board.fit["rivers"][name]["runs"] if any(hex_label in pair for pair in r)]
    shared = [p for run in runs for p in run if hex_label in p]
    assert shared
    assert {bank(board, corners(board, run), hex_label) for run in runs} == {which}


SEPARATED = [
    ("motherland", "Dnepr", "Kiev", "Konotop"),
    ("motherland", "Dnepr", "Cherkassy", "Poltava"),
    ("motherland", "Dnepr", "Dnepropetrovsk", "Zaporozhye"),
    ("motherland", "Dnepr", "Krivoi Rog", "Melitopol"),
    ("motherland", "Volga", "Stalingrad", "Astrakhan"),
    ("motherland", "Don", "Rostov", "Salsk"),
    ("motherland", "Don", "Kursk", "Voronezh"),
    ("motherland", "Vistula", "Warsaw", "Bialystok"),
    ("motherland", "Western Dvina", "Riga", "Kaunas"),
    ("motherland", "Dnestr", "Kishinev", "Odessa"),
    ("turns_east", "Dnepr", "Kiev", "Poltava"),
    ("turns_east", "Don", "Rostov", "Krasnodar"),
    ("turns_east", "Vistula", "Warsaw", "Brest-Litovsk"),
    ("turns_east", "Dnestr", "Kishinev", "Odessa"),
]


@pytest.mark.parametrize(("map_id", "name", "first", "second"), SEPARATED)
def test_river_lies_between(map_id: str, name: str, first: str, second: str) -> None:
    """Going round the river is a detour of at least three hexes, so every straight way crosses it."""
    board = load(map_id)
    barrier = {frozenset(p) for run in board.fit["rivers"][name]["runs"] for p in run}
    water = board.sides("sea", "lake")
    a, b = board.places[first], board.places[second]

    def may(x: str, y: str) -> bool:
        return y in board.land and frozenset((x, y)) not in barrier | water

    assert board.steps(a, b, may) >= board.distance(a, b) + 3


@pytest.mark.parametrize(
    ("name", "place", "which"),
    [("Dnepr", "Kiev", "right"), ("Volga", "Stalingrad", "right"), ("Vistula", "Warsaw", "left")],
)
def test_cities_on_the_west_bank(name: str, place: str, which: str) -> None:
    """Kiev, Stalingrad and Warsaw stand west of their rivers; Praga and its like are the hexes across."""
    seen = 0
    for map_id in map_ids():
        board = load(map_id)
        if name not in board.fit["rivers"] or place not in board.places:
            continue
        city = board.places[place]
        runs = [run for run in board.fit["rivers"][name]["runs"] if any(city in pair for pair in run)]
        assert runs, f"{map_id}: {place} is not on the {name}"
        across = {label for run in runs for pair in run if city in pair for label in pair} - {city}
        other = "left" if which == "right" else "right"
        for run in runs:
            chain = corners(board, run)
            assert bank(board, chain, city) == which, map_id
        assert all(any(bank(board, corners(board, run), far) == other for run in runs) for far in across)
        seen += 1
    assert seen >= 4
