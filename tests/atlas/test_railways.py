"""Railways are chains of neighbouring land hexes, and the network hangs together."""

from __future__ import annotations

import pytest

from tests.atlas.maptools import Map, gazetteer, load, map_ids

WITH_RAILS = [map_id for map_id in map_ids() if load(map_id).data["links"].get("rail")]


def chains() -> list[tuple[str, str]]:
    return [(map_id, name) for map_id in map_ids() for name in load(map_id).fit["railways"]]


@pytest.mark.parametrize(("map_id", "name"), chains())
def test_railway_is_a_chain(map_id: str, name: str) -> None:
    board = load(map_id)
    track = {frozenset(pair) for pairs in board.data["links"].values() for pair in pairs}
    water = board.sides("sea", "lake") - board.sides("bridge", "strait")
    for run in board.fit["railways"][name]:
        assert len(run) > 1
        for a, b in zip(run, run[1:], strict=False):
            assert board.are_neighbours(a, b)
            assert {a, b} <= board.land
            assert frozenset((a, b)) in track
            assert frozenset((a, b)) not in water, f"{name} runs into the water at {a}-{b}"


@pytest.mark.parametrize("map_id", WITH_RAILS)
def test_railway_joins_its_places(map_id: str) -> None:
    """Every place of the chain that the map shows lies on it, in order."""
    board = load(map_id)
    entries = {
        e["name"]: e for e in [*gazetteer()["railway"], *board.game.get("railways", {}).get("extra", [])]
    }
    # Two places may print the same name (Frankfurt), so stations are told apart by where they lie.
    shown = {(p["lat"], p["lon"]): p["hex"] for p in board.data["places"]}
    at_place = {place["name"]: tuple(place["at"]) for place in gazetteer()["place"]}
    for name, runs in board.fit["railways"].items():
        if name not in entries:
            continue
        hexes = [h for run in runs for h in run]
        stops = [shown.get(at_place[v]) for v in entries[name]["via"] if isinstance(v, str)]
        at = 0
        for stop in stops:
            if stop is not None:
                assert stop in hexes[max(0, at - 1) :], (name, stop)
                at = hexes.index(stop, max(0, at - 1))


def network(board: Map, start: str) -> set[str]:
    track = board.links("rail")
    return board.reach([start], lambda a, b: frozenset((a, b)) in track)


def test_motherland_network_is_one() -> None:
    board = load("motherland")
    whole = network(board, board.places["Moscow"])
    track = {h for pair in board.links("rail") for h in pair}
    apart = track - whole
    # Finland joins through Viipuri; Transcaucasia hangs on the line by the Caspian and its own.
    assert len(apart) <= 0.08 * len(track), sorted(apart)
    for city in ("Warsaw", "Königsberg", "Danzig", "Riga", "Tallinn", "Leningrad", "Minsk", "Smolensk", "Kiev",
                 "Odessa", "Kharkov", "Rostov", "Sevastopol", "Stalingrad", "Krasnodar", "Grozny", "Makhachkala",
                 "Voronezh", "Gorky", "Saratov", "Vologda", "Helsinki", "Bucharest", "Constanta", "Lvov"):  # fmt: skip
        assert board.places[city] in whole, city
    for edge in ("supply_W", "supply_H", "supply_R", "supply_E", "supply_S"):
        assert whole & set(board.data["features"][edge]), edge


def test_every_motherland_factory_can_be_evacuated() -> None:
    """Case 12.2.1 needs a railway from the factory to the eastern edge."""
    board = load("motherland")
    for factory in board.data["features"]["factory"]:
        reach = network(board, factory)
        assert reach & {*board.data["features"]["supply_E"], *board.data["features"]["supply_S"]}, factory
