"""Every map file holds together: format, labels, neighbours, land under every place."""

from __future__ import annotations

import os
import subprocess
import sys
from time import process_time

import pytest

from hexfront.hexes import load_board, map_file, read_board
from tests.atlas.maptools import ATLAS, MAPS, ROOT, WET, gazetteer, load, map_ids

KEYS = [
    "format",
    "id",
    "title",
    "provenance",
    "note",
    "grid",
    "terrain",
    "features",
    "sides",
    "links",
    "regions",
    "edges",
    "places",
]
WATER_FEATURES = {"lake_supply"}


def test_there_are_maps() -> None:
    assert set(map_ids()) == {
        "flames_asia", "flames_atlantic", "flames_europe", "last_war_europe", "last_war_pacific", "lebensraum", "lebensraum_east",
        "lebensraum_west", "motherland", "turns_east",
    }  # fmt: skip


@pytest.mark.parametrize("map_id", map_ids())
def test_the_engine_reads_it(map_id: str) -> None:
    load_board(map_id)


@pytest.mark.parametrize("map_id", map_ids())
def test_form(map_id: str) -> None:
    board = load(map_id)
    assert list(board.data) == KEYS
    assert board.data["format"] == "hexfront-map/1"
    assert board.data["id"] == map_id
    rows = board.data["terrain"]["rows"]
    assert len(rows) == board.grid["rows"]
    assert {len(row) for row in rows} == {board.grid["columns"]}
    assert (MAPS / f"{map_id}.json").stat().st_size < 300_000
    for name in ("features", "regions", "edges"):
        for group, labels in board.data[name].items():
            assert labels == sorted(set(labels)), (name, group)
            assert set(labels) <= set(board.terrain), (name, group)


@pytest.mark.parametrize("map_id", ["motherland", "turns_east"])
def test_small(map_id: str) -> None:
    assert (MAPS / f"{map_id}.json").stat().st_size < 150_000


@pytest.mark.parametrize("map_id", map_ids())
def test_sides_and_links_join_neighbours(map_id: str) -> None:
    board = load(map_id)
    for table in ("sides", "links"):
        for name, pairs in board.data[table].items():
            for a, b in pairs:
                assert a < b, (name, a, b)
                assert a in board.terrain and b in board.terrain, (name, a, b)
                assert board.are_neighbours(a, b), (name, a, b)


@pytest.mark.parametrize("map_id", map_ids())
def test_places_stand_on_land(map_id: str) -> None:
    board = load(map_id)
    for place in board.data["places"]:
        assert board.terrain[place["hex"]] not in WET, place


@pytest.mark.parametrize("map_id", map_ids())
def test_features_stand_on_land(map_id: str) -> None:
    board = load(map_id)
    for name, labels in board.data["features"].items():
        if name in WATER_FEATURES or name.startswith(("water", "sea", "convoy", "naval_zone")):
            continue
        assert [label for label in labels if label not in board.land] == [], name


@pytest.mark.parametrize("map_id", map_ids())
def test_ports_touch_the_sea(map_id: str) -> None:
    board = load(map_id)
    for name, labels in board.data["features"].items():
        if (
            name == "port"
            or name.startswith("port_")
            or name in ("soviet_sea_supply", "major_port", "minor_port")
        ):
            assert [label for label in labels if not board.touches_water(label)] == [], name


@pytest.mark.parametrize("map_id", map_ids())
def test_hand_corrections_give_reasons(map_id: str) -> None:
    game = load(map_id).game
    for table in ("hex", "side", "link", "move"):
        for entry in game.get(table, []):
            assert len(entry.get("reason", "")) > 10, entry


@pytest.mark.parametrize("map_id", map_ids())
def test_a_map_is_read_in_a_moment(map_id: str) -> None:
    """From its file to a board in less than fifty milliseconds of the processor, however busy the machine is."""
    spent = []
    for _ in range(5):
        began = process_time()
        read_board(map_file(map_id).read_bytes())
        spent.append(process_time() - began)
    assert min(spent) < 0.050


def test_gazetteer_is_ample() -> None:
    lists = gazetteer()
    assert len(lists["place"]) >= 1000
    assert len(lists["river"]) >= 150
    assert len(lists["railway"]) >= 400
    kinds = [area["kind"] for area in lists["area"]]
    for kind, least in (
        ("mountain", 60),
        ("high_mountain", 5),
        ("forest", 60),
        ("marsh", 20),
        ("desert", 15),
    ):
        assert kinds.count(kind) >= least, kind
    assert "steppe" in kinds
    assert sum("fortified" in place.get("tags", []) for place in lists["place"]) >= 30
    assert {"factory", "oil", "food", "coal", "iron", "mine"} <= {site["kind"] for site in lists["site"]}
    assert {"1941-06-22", "1942-05-08", "1942-11-18", "1943-07-04", "1943-12-24", "1944-06-22"} <= {
        front["id"] for front in lists["front"]
    }
    gone = {lake["name"] for lake in lists["lake"] if lake.get("remove")}
    assert {"Rybinsk Reservoir", "Tsimlyansk Reservoir", "Kremenchug Reservoir", "Kakhovka Reservoir"} <= gone
    for name, point in ((p["name"], p["at"]) for p in lists["place"]):
        assert -60 < point[0] < 80 and -180 <= point[1] <= 180, name


HELD = {
    "1941-07-16": ("Smolensk Pskov Vitebsk Zhitomir Riga", "Mogilev Vinnitsa Kiev Novgorod Odessa Gomel"),
    "1941-09-15": (
        "Smolensk Novgorod Gomel Dnepropetrovsk Kherson",
        "Leningrad Bryansk Kiev Kharkov Poltava Odessa",
    ),
    "1942-12-31": ("Rostov Kharkov Rzhev Millerovo Maikop", "Elista Kotelnikovo Saratov Grozny Moscow"),
    "1943-02-02": ("Rostov Kharkov Kursk Rzhev Orel", "Stalingrad Voronezh Elista Grozny"),
    "1943-03-20": ("Orel Kharkov Belgorod Stalino Smolensk", "Kursk Rostov Voronezh Vyazma Rzhev"),
    "1943-08-23": ("Bryansk Smolensk Stalino Taganrog Poltava", "Kharkov Orel Belgorod Kursk Voroshilovgrad"),
    "1943-09-30": (
        "Gomel Kiev Dnepropetrovsk Vitebsk",
        "Smolensk Bryansk Poltava Kharkov Novorossiysk",
    ),
}


@pytest.mark.parametrize("day", HELD)
def test_fronts_have_the_towns_on_the_side_that_held_them(day: str) -> None:
    lists = gazetteer()
    at = {place["name"]: place["at"] for place in lists["place"]}
    front = next(each for each in lists["front"] if each["id"] == day)
    line = front["line"]
    west = [*line, [line[-1][0], -40.0], [line[0][0], -40.0]]
    for axis, names in zip((True, False), HELD[day], strict=True):
        for name in names.split():
            held = _within(at[name], west)
            for pocket in front.get("pockets", []):
                if _within(at[name], pocket["outline"]):
                    held = pocket["side"] == "axis"
            assert held == axis, (day, name)


def _within(point: list[float], ring: list[list[float]]) -> bool:
    inside = False
    for (lat, lon), (lat2, lon2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (lat > point[0]) != (lat2 > point[0]):
            inside ^= point[1] < (lon2 - lon) * (point[0] - lat) / (lat2 - lat) + lon
    return inside


def test_gazetteer_names_are_unique() -> None:
    for kind in ("place", "river", "area", "railway", "border", "lake"):
        names = [entry["name"] for entry in gazetteer().get(kind, [])]
        assert len(names) == len(set(names)), kind


def _hexatlas(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ATLAS)}
    command = [sys.executable, "-m", "hexatlas", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, check=False)


def test_maps_were_built_from_these_inputs() -> None:
    answer = _hexatlas("check")
    assert answer.returncode == 0, answer.stdout


@pytest.mark.slow
def test_a_rebuild_gives_the_same_bytes() -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("PIL")
    answer = _hexatlas("compare", "motherland", "turns_east")
    assert answer.returncode == 0, answer.stdout + answer.stderr
