"""What the rules of The Last War ask of its two maps."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from tests.atlas.maptools import Map, kilometres, load

KINDS = {"open", "mountains", "swamp", "forest", "jungle", "desert", "himalayas", "sea", "lake"}
MAPS = ["last_war_europe", "last_war_pacific"]


@pytest.mark.parametrize("map_id", MAPS)
def test_terrain_kinds_of_the_results_table(map_id: str) -> None:
    board = load(map_id)
    found = set(board.terrain.values())
    assert found <= KINDS
    assert {"open", "mountains", "swamp", "forest", "desert", "sea"} <= found


def test_closed_terrain_lies_where_it_should() -> None:
    asia, europe = load("last_war_pacific"), load("last_war_europe")
    assert asia.terrain[asia.places["Lhasa"]] == "himalayas"
    assert asia.terrain[asia.places["Katmandu"]] == "himalayas"
    assert "himalayas" not in europe.terrain.values()
    for city in ("Rangoon", "Singapore", "Manila", "Hanoi", "Rabaul"):
        assert asia.terrain[asia.places[city]] == "jungle", city
    for city in ("Tripoli", "Benghazi", "Tobruk", "El Alamein", "Cairo"):
        assert europe.terrain[europe.places[city]] == "open", city


def test_no_city_is_closed() -> None:
    """A place that armies fought over stands on no closed hex."""
    closed = {"Lhasa", "Katmandu", "Urumchi", "Hami", "Alice Springs"}
    for map_id in MAPS:
        board = load(map_id)
        for place in board.data["places"]:
            if place["name"] not in closed:
                assert board.terrain[place["hex"]] not in ("desert", "himalayas"), place["name"]


def test_example_salient() -> None:
    """Example 1: Orel and Kursk are neighbours, and the salient between them touches both."""
    board = load("last_war_europe")
    orel, kursk, salient = (board.places[n] for n in ("Orel", "Kursk", "Sevsk"))
    for a, b in combinations((orel, kursk, salient), 2):
        assert board.are_neighbours(a, b)
        assert board.terrain[a] == "open"
    assert board.terrain[salient] == "open"
    assert not board.sides("sea", "lake") & {frozenset(p) for p in combinations((orel, kursk, salient), 2)}


def test_bomber_ranges() -> None:
    """Strategic bombing: 5 hexes in 1942 reach the Ruhr from eastern England, 7 in 1944 reach Berlin."""
    board = load("last_war_europe")
    norwich = board.places["Norwich"]
    assert board.distance(norwich, board.places["Essen"]) <= 5
    assert board.distance(norwich, board.places["Berlin"]) <= 7
    assert board.distance(norwich, board.places["Moscow"]) > 7


@pytest.mark.parametrize(("first", "second"), [("Dover", "Calais"), ("Southampton", "Caen")])
def test_the_channel_is_all_sea(first: str, second: str) -> None:
    board = load("last_war_europe")
    a, b = board.places[first], board.places[second]
    assert board.are_neighbours(a, b)
    assert frozenset((a, b)) in board.sides("sea")


def words(text: str) -> list[str]:
    """A list written as one line."""
    return text.split()


def dry(board: Map, start: str) -> set[str]:
    water = board.sides("sea", "lake")
    return board.reach([board.places[start]], lambda a, b: b in board.land and frozenset((a, b)) not in water)


def test_overland_routes_in_europe() -> None:
    board = load("last_war_europe")
    reach = dry(board, "Berlin")
    for city in words(
        "Moscow Leningrad Sevastopol Kerch Rome Taranto Naples Athens Paris Brest Madrid Oslo Copenhagen Narvik "
        "Murmansk Baku Istanbul Cairo Tobruk Tunis Algiers Casablanca Gibraltar Baghdad Teheran Sverdlovsk"
    ):
        assert board.places[city] in reach, city
    for island in ("London", "Dublin", "Palermo", "Valletta", "Canea", "Nicosia", "Cagliari", "Reykjavik"):
        assert board.places[island] not in reach, island
    assert board.places["Glasgow"] in dry(board, "London")


def test_overland_routes_in_asia() -> None:
    board = load("last_war_pacific")
    reach = dry(board, "Chungking")
    for city in words(
        "Peking Shanghai Canton Mukden Seoul Hanoi Saigon Bangkok Rangoon Mandalay Imphal Calcutta Delhi "
        "Singapore Vladivostok Irkutsk Lanchow Kunming Port_Arthur Hong_Kong"
    ):
        assert board.places[city.replace("_", " ")] in reach, city
    for island in board.data["features"]["island"]:
        assert island not in reach
    for city in ("Tokyo", "Manila", "Batavia", "Colombo", "Taihoku", "Hoihow", "Sapporo"):
        assert board.places[city] not in reach, city
    assert board.places["Fukuoka"] in dry(board, "Tokyo")


def test_himalayas_close_india_from_china() -> None:
    """Between India, Tibet and China there is no way but through Burma; neutral Asia is no way."""
    board = load("last_war_pacific")
    water = board.sides("sea", "lake")
    regions = board.data["regions"]
    ground = {h for name in ("india", "nepal", "tibet", "china") for h in regions[name]}
    closed = {h for h, kind in board.terrain.items() if kind in ("desert", "himalayas")}

    def may(a: str, b: str) -> bool:
        return b in ground - closed and frozenset((a, b)) not in water

    reach = board.reach([board.places["Delhi"]], may)
    assert board.places["Chungking"] not in reach
    assert board.places["Kunming"] not in reach


@pytest.mark.parametrize("map_id", MAPS)
def test_countries_part_the_land_and_sea_areas_the_sea(map_id: str) -> None:
    board = load(map_id)
    regions = board.data["regions"]
    held = [h for entry in board.game["country"] for h in regions[entry["name"]]]
    assert sorted(held) == sorted(board.land)
    afloat = [h for entry in board.game["sea_area"] for h in regions[entry["name"]]]
    assert sorted(afloat) == sorted(h for h, kind in board.terrain.items() if kind == "sea")
    assert [e["name"] for e in board.game["sea_area"] if not regions[e["name"]]] == []


def water_from(board: Map, start: str, area: set[str]) -> set[str]:
    """The hexes of an area that ships reach from one of them without leaving it."""
    return board.reach([start], lambda _, to: to in area)


@pytest.mark.parametrize("map_id", MAPS)
def test_sea_areas_hang_together(map_id: str) -> None:
    """An area is one piece of water, but for bays and lagoons that a cape cuts off."""
    board = load(map_id)
    for entry in board.game["sea_area"]:
        area = set(board.data["regions"][entry["name"]])
        largest = max((water_from(board, h, area) for h in sorted(area)), key=len)
        assert len(largest) >= 0.6 * len(area), entry["name"]


EUROPE = {
    "germany": "Berlin Hamburg Essen Vienna Königsberg Danzig Breslau",
    "ussr": "Moscow Leningrad Kiev Riga Tallinn Minsk Odessa Brest-Litovsk Baku",
    "poland": "Warsaw Cracow Posen",
    "finland": "Helsinki Viipuri",
    "france": "Paris Calais Brest Marseilles Strasbourg Ajaccio",
    "italy": "Rome Milan Palermo Rhodes Cagliari",
    "britain": "London Glasgow Belfast",
    "romania": "Bucharest Ploesti Jassy",
    "yugoslavia": "Belgrade Zagreb Sarajevo",
    "libya": "Tripoli Benghazi Tobruk",
    "egypt": "Cairo Alexandria Suez",
}
ASIA = {
    "china": "Peking Shanghai Chungking Canton Kunming Sian",
    "manchuria": "Mukden Harbin",
    "japan": "Tokyo Osaka Naha",
    "korea": "Seoul Fusan",
    "india": "Delhi Calcutta Imphal",
    "burma": "Rangoon Mandalay Myitkyina",
    "malaya": "Singapore Penang",
    "philippines": "Manila Davao",
    "netherlands_indies": "Batavia Palembang Balikpapan",
    "us_pacific": "Honolulu Midway Guam",
    "ussr": "Vladivostok Irkutsk",
}


@pytest.mark.parametrize(
    ("map_id", "country", "cities"),
    [("last_war_europe", c, n) for c, n in EUROPE.items()]
    + [("last_war_pacific", c, n) for c, n in ASIA.items()],
)
def test_cities_lie_in_their_countries(map_id: str, country: str, cities: str) -> None:
    board = load(map_id)
    for city in cities.split():
        assert board.places[city] in board.data["regions"][country], city


def test_front_of_1942() -> None:
    board = load("last_war_europe")
    soviet, lost = (set(board.data["regions"][n]) for n in ("soviet_1942", "axis_occupied_ussr_1942"))
    assert soviet | lost == set(board.data["regions"]["ussr"])
    assert not soviet & lost
    for city in ("Moscow", "Leningrad", "Voronezh", "Rostov", "Stalingrad", "Tula", "Kalinin"):
        assert board.places[city] in soviet, city
    for city in ("Minsk", "Smolensk", "Kiev", "Kharkov", "Odessa", "Orel", "Kursk", "Riga", "Stalino"):
        assert board.places[city] in lost, city


def test_front_of_1942_in_china() -> None:
    board = load("last_war_pacific")
    held = set(board.data["regions"]["occupied_china_1942"])
    for city in ("Peking", "Tientsin", "Shanghai", "Nanking", "Hankow", "Canton", "Taiyuan", "Tsinan"):
        assert board.places[city] in held, city
    for city in ("Chungking", "Sian", "Yenan", "Changsha", "Kweilin", "Kunming", "Chengchow"):
        assert board.places[city] not in held, city


def test_industry_and_cities() -> None:
    europe, asia = load("last_war_europe"), load("last_war_pacific")
    assert len(europe.data["features"]["industrial_zone"]) == 14
    assert len(europe.data["features"]["major_city"]) == 41
    assert len(asia.data["features"]["industrial_zone"]) == 6
    for board in (europe, asia):
        zones, cities = (set(board.data["features"][n]) for n in ("industrial_zone", "major_city"))
        assert zones <= cities
    shared: dict[str, list[str]] = {}
    for place in europe.data["places"]:
        shared.setdefault(place["hex"], []).append(place["name"])
    assert [names for names in shared.values() if len(names) > 1] == []


CITIES = (
    "Moscow Leningrad Kiev Kharkov Minsk Warsaw Budapest Belgrade Bucharest Sofia Athens Berlin Vienna Prague "
    "Munich Paris Lyon Marseilles Rome Milan Naples London Glasgow Madrid Lisbon Oslo Stockholm Helsinki Rostov "
    "Stalingrad Odessa Istanbul Gorky Kazan Baku Cairo Algiers Casablanca Baghdad Sverdlovsk"
)
EASTERN = (
    "Delhi Calcutta Rangoon Saigon Hanoi Singapore Batavia Chungking Peking Shanghai Mukden Harbin Seoul Tokyo "
    "Osaka Manila Davao Vladivostok Irkutsk Lanchow Darwin Rabaul Truk Guam"
)


def misses(board: Map, names: str) -> list[tuple[float, str, str]]:
    """Straight distances between hex centres, less the great circle, in hexes, for all pairs."""
    places = {p["name"]: p for p in board.data["places"]}
    out = []
    for a, b in combinations(names.split(), 2):
        (x1, y1), (x2, y2) = (board.centre(board.cell(places[n]["hex"])) for n in (a, b))
        km = kilometres((places[a]["lat"], places[a]["lon"]), (places[b]["lat"], places[b]["lon"]))
        out.append((hypot(x2 - x1, y2 - y1) - km / board.grid["km"], a, b))
    return out


def test_distances_in_europe() -> None:
    """All pairs of forty cities, up to 5,900 km, are within one hex."""
    found = misses(load("last_war_europe"), CITIES)
    assert len(found) == 780
    worst = max(found, key=lambda m: abs(m[0]))
    assert abs(worst[0]) <= 1.0, worst


def test_distances_in_asia() -> None:
    """A flat map of half the globe stretches: nearly all pairs within one hex, none beyond one and a half."""
    found = misses(load("last_war_pacific"), EASTERN)
    assert sum(abs(m[0]) <= 1.0 for m in found) >= 0.97 * len(found)
    assert max(abs(m[0]) for m in found) <= 1.5
