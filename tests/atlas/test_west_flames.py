"""What Leaders in Flames asks of the maps of Europe and Asia."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from tests.atlas.maptools import Map, kilometres, load

MAPS = ["flames_europe", "flames_asia", "flames_atlantic"]


def words(text: str) -> list[str]:
    """A list written as one line."""
    return text.split()


def test_dnepr_bend() -> None:
    """5.1: E1429 is the Dnepr bend: Krivoi Rog stands there, the river flows round it, and Rumania can come at it."""
    board = load("flames_europe")
    assert board.places["Krivoi Rog"] == "E1429"
    river = {frozenset(p) for run in board.fit["rivers"]["Dnepr"]["runs"] for p in run}
    banks = [p for p in river if "E1429" in p]
    assert len(banks) >= 2
    across = {h for p in banks for h in p} - {"E1429"}
    assert board.places["Zaporozhye"] in across
    assert board.terrain["E1429"] == "clear"
    assert "E1429" in board.data["regions"]["ussr"]


def test_an_asian_hex_is_two_european_ones() -> None:
    """2: range counts each Asian and Pacific hex as two European hexes."""
    assert load("flames_asia").grid["km"] == 2 * load("flames_europe").grid["km"]


def test_the_north_is_there() -> None:
    """The map reaches past the North Cape: open sea along most of its north rim, and the Arctic ports on land."""
    board = load("flames_europe")
    first = board.grid["first_row"]
    rim = [h for h in board.terrain if board.cell(h)[1] == first]
    assert sum(board.terrain[h] == "sea" for h in rim) >= 0.75 * len(rim)
    for port in ("Narvik", "Murmansk", "Archangel", "Trondheim"):
        assert board.places[port] in board.data["features"]["port"], port
        assert board.cell(board.places[port])[1] >= first + 3
    norway = {board.cell(h)[1] for h in board.data["regions"]["norway"]}
    assert min(norway) <= board.cell(board.places["Narvik"])[1] - 2
    assert min(norway) > first


def test_no_band_along_any_edge() -> None:
    """No edge of either map is one unbroken strip of a single land terrain."""
    for map_id in MAPS:
        board = load(map_id)
        rows = board.data["terrain"]["rows"]
        legend = board.data["terrain"]["legend"]
        for strip in (rows[0], rows[-1], "".join(r[0] for r in rows), "".join(r[-1] for r in rows)):
            kinds = [legend[c] for c in strip]
            land = [k for k in kinds if k not in ("sea", "lake", "off")]
            assert len(set(kinds)) > 1 or kinds[0] == "sea"
            assert not land or max(land.count(k) for k in set(land)) < 0.95 * len(kinds)


@pytest.mark.parametrize("map_id", MAPS)
def test_countries_part_the_land_and_sea_areas_the_sea(map_id: str) -> None:
    board = load(map_id)
    regions = board.data["regions"]
    held = [h for entry in board.game["country"] for h in regions[entry["name"]]]
    assert sorted(held) == sorted(board.land)
    afloat = [h for entry in board.game["sea_area"] for h in regions[entry["name"]]]
    assert sorted(afloat) == sorted(h for h, kind in board.terrain.items() if kind == "sea")
    assert [e["name"] for e in board.game["sea_area"] if not regions[e["name"]]] == []


@pytest.mark.parametrize("map_id", MAPS)
def test_weather_zones_part_the_map(map_id: str) -> None:
    board = load(map_id)
    zones = [hexes for name, hexes in board.data["regions"].items() if name.startswith("weather_")]
    assert len(zones) >= 3
    assert sorted(h for zone in zones for h in zone) == sorted(board.terrain)


def test_weather_zones_lie_right() -> None:
    europe, asia = load("flames_europe"), load("flames_asia")
    for city, zone in (("Murmansk", "arctic"), ("Berlin", "north_temperate"), ("Rome", "mediterranean"),
                       ("Moscow", "north_temperate"), ("Cairo", "mediterranean"), ("Narvik", "arctic")):  # fmt: skip
        assert europe.places[city] in europe.data["regions"][f"weather_{zone}"], city
    for city, zone in (("Tokyo", "north_temperate"), ("Manila", "north_monsoon"), ("Batavia", "south_monsoon"),
                       ("Sydney", "south_temperate"), ("Calcutta", "north_monsoon")):  # fmt: skip
        assert asia.places[city] in asia.data["regions"][f"weather_{zone}"], city


EUROPE = {
    "germany": "Berlin Essen Königsberg Danzig Breslau Munich",
    "austria": "Vienna Innsbruck",
    "czechoslovakia": "Prague Brunn",
    "poland": "Warsaw Lvov Cracow Posen",
    "ussr": "Moscow Leningrad Kiev Odessa Minsk",
    "finland": "Helsinki Viipuri",
    "estonia": "Tallinn",
    "latvia": "Riga",
    "lithuania": "Kaunas",
    "romania": "Bucharest Kishinev Cluj Constanta",
    "france": "Paris Lyon Marseilles Calais Strasbourg",
    "italy": "Rome Milan Palermo",
    "bulgaria": "Sofia Varna",
}


@pytest.mark.parametrize(("country", "cities"), EUROPE.items())
def test_cities_lie_in_their_countries(country: str, cities: str) -> None:
    board = load("flames_europe")
    for city in words(cities):
        assert board.places[city] in board.data["regions"][country], city


def test_lands_that_changed_hands_by_1940() -> None:
    """6, control: eastern Poland, the Finnish borderlands, Bessarabia, Transylvania and Vichy France."""
    board = load("flames_europe")
    regions = board.data["regions"]
    parts = {
        "eastern_poland": "poland",
        "finnish_borderlands": "finland",
        "bessarabia": "romania",
        "transylvania": "romania",
        "vichy_france": "france",
    }
    for part, whole in parts.items():
        assert regions[part], part
        assert set(regions[part]) < set(regions[whole]), part
    assert board.places["Lvov"] in regions["eastern_poland"]
    assert board.places["Warsaw"] not in regions["eastern_poland"]
    assert board.places["Kishinev"] in regions["bessarabia"]
    assert board.places["Cluj"] in regions["transylvania"]
    assert board.places["Vichy"] in regions["vichy_france"]
    assert board.places["Marseilles"] in regions["vichy_france"]
    assert board.places["Paris"] not in regions["vichy_france"]


def test_factories() -> None:
    europe, asia = load("flames_europe"), load("flames_asia")
    assert len(europe.data["features"]["factory"]) == 30
    assert {"Essen", "Moscow", "Birmingham", "Paris"} <= {
        p["name"] for p in europe.data["places"] if p["hex"] in europe.data["features"]["factory"]
    }
    assert set(europe.data["features"]["blue_factory"]) <= set(europe.data["features"]["factory"])
    assert asia.places["Tokyo"] in asia.data["features"]["factory"]
    assert set(asia.data["features"]["communist_city"]) == {asia.places["Sian"], asia.places["Lanchow"]}


def dry(board: Map, start: str) -> set[str]:
    water = board.sides("sea", "lake") - board.sides("strait")
    return board.reach([board.places[start]], lambda a, b: b in board.land and frozenset((a, b)) not in water)


def test_overland_routes() -> None:
    board = load("flames_europe")
    reach = dry(board, "Berlin")
    for city in words("Moscow Rome Taranto Athens Madrid Gibraltar Oslo Murmansk Sevastopol Kerch Cairo Tobruk "
                      "Casablanca Baghdad Baku Palermo Copenhagen Istanbul Ankara Chelyabinsk Alexandria"):  # fmt: skip
        assert board.places[city] in reach, city
    for island in words("London Dublin Valletta Canea Nicosia Rhodes Cagliari Ajaccio Palma Reykjavik"):
        assert board.places[island] not in reach, island
    asia = load("flames_asia")
    reach = dry(asia, "Chungking")
    for city in words("Peking Shanghai Canton Singapore Rangoon Delhi Bombay Vladivostok Seoul Saigon"):
        assert asia.places[city] in reach, city
    for island in words("Tokyo Manila Batavia Sydney Honolulu Taihoku Colombo Wellington Darwin"):
        assert asia.places[island] not in reach, island
    assert asia.places["Fukuoka"] in dry(asia, "Tokyo")
    assert asia.places["Surabaya"] in dry(asia, "Batavia")
    assert asia.places["Darwin"] in dry(asia, "Sydney")


def test_rail_net_of_europe() -> None:
    board = load("flames_europe")
    track = board.links("rail")
    whole = board.reach([board.places["Berlin"]], lambda a, b: frozenset((a, b)) in track)
    for city in words("Moscow Leningrad Kiev Warsaw Vienna Budapest Belgrade Sofia Istanbul Athens Rome Milan Paris "
                      "Marseilles Madrid Lisbon Brussels Amsterdam Hamburg Copenhagen Stalingrad Baku Chelyabinsk "
                      "Murmansk Archangel Sevastopol Odessa Bucharest Riga Königsberg Ankara"):  # fmt: skip
        assert board.places[city] in whole, city


CITIES = words(
    "Moscow Leningrad Kiev Kharkov Minsk Warsaw Budapest Belgrade Bucharest Sofia Athens Berlin Vienna Prague "
    "Munich Paris Lyon Marseilles Rome Milan Naples London Glasgow Madrid Lisbon Oslo Stockholm Helsinki Rostov "
    "Stalingrad Odessa Istanbul Hamburg Gorky Kazan Baku Archangel"
)
EASTERN = words(
    "Delhi Calcutta Rangoon Saigon Hanoi Singapore Surabaya Chungking Peking Shanghai Mukden Harbin Seoul Tokyo "
    "Osaka Manila Davao Vladivostok Irkutsk Lanchow Darwin Rabaul Truk Guam Sydney Brisbane"
)


def misses(board: Map, names: list[str]) -> list[tuple[float, str, str]]:
    """Straight distances between hex centres, less the great circle, in hexes, for all pairs."""
    places = {p["name"]: p for p in board.data["places"]}
    out = []
    for a, b in combinations(names, 2):
        (x1, y1), (x2, y2) = (board.centre(board.cell(places[n]["hex"])) for n in (a, b))
        km = kilometres((places[a]["lat"], places[a]["lon"]), (places[b]["lat"], places[b]["lon"]))
        out.append((hypot(x2 - x1, y2 - y1) - km / board.grid["km"], a, b))
    return out


def test_distances_in_europe() -> None:
    """All 666 pairs of 37 cities, up to 4,900 km, are within one hex."""
    found = misses(load("flames_europe"), CITIES)
    assert len(found) == 666
    worst = max(found, key=lambda m: abs(m[0]))
    assert abs(worst[0]) <= 1.0, worst


def test_distances_in_asia() -> None:
    """A flat map of half the globe stretches: nearly all pairs within one hex, none beyond one and a half."""
    found = misses(load("flames_asia"), EASTERN)
    assert sum(abs(m[0]) <= 1.0 for m in found) >= 0.95 * len(found)
    assert max(abs(m[0]) for m in found) <= 1.5


def test_an_american_hex_is_six_european_ones() -> None:
    """2: range counts each American hex as six European hexes; what the European map shows is off this one."""
    atlantic, europe = load("flames_atlantic"), load("flames_europe")
    assert atlantic.grid["km"] == 6 * europe.grid["km"]
    assert atlantic.grid["prefix"] == "W"
    shown = {place["name"] for place in atlantic.data["places"]}
    assert not shown & {"London", "Paris", "Rome", "Casablanca", "Cairo"}


AMERICA = {
    "usa": "Washington Chicago Seattle",
    "canada": "Ottawa Halifax Winnipeg",
    "brazil": "Recife Manaos",
    "argentina": "Montevideo",
    "french_west_africa": "Dakar Bamako",
    "british_west_africa": "Lagos Freetown",
    "belgian_congo": "Stanleyville Elisabethville",
    "south_africa": "Durban Johannesburg",
    "madagascar": "Tananarive",
    "portugal": "Luanda Praia",
}


@pytest.mark.parametrize(("country", "cities"), AMERICA.items())
def test_cities_of_the_atlantic_lie_in_their_countries(country: str, cities: str) -> None:
    board = load("flames_atlantic")
    for city in words(cities):
        assert board.places[city] in board.data["regions"][country], city


def test_ports_of_the_atlantic_touch_the_sea() -> None:
    board = load("flames_atlantic")
    for label in board.data["features"]["port"]:
        near = [board.label(cell) for cell in board.around(board.cell(label))]
        assert any(board.terrain.get(n) == "sea" for n in near), label
