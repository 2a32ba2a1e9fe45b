"""The western and world part of the gazetteer: ample, sourced, and true to the frontiers of 1939."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.atlas.maptools import ATLAS, gazetteer, kilometres

FILES = sorted([*(ATLAS / "gazetteer").glob("*_west.toml"), *(ATLAS / "gazetteer").glob("*_world.toml")])


def words(text: str) -> list[str]:
    """A list written as one line; underscores stand for spaces."""
    return [word.replace("_", " ") for word in text.split()]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_sources_are_given(path: Any) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert data["sources"]
    assert all(len(sentence) > 30 for sentence in data["sources"])


def entries(part: str, kind: str) -> list[dict[str, Any]]:
    path = ATLAS / "gazetteer" / part
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))[kind]
    return found


def test_places_are_many() -> None:
    west = entries("places_west.toml", "place")
    assert len(west) >= 400
    assert sum("port" in p.get("tags", []) for p in west) >= 150
    assert sum("fortified" in p.get("tags", []) for p in west) >= 10
    assert len(entries("places_world.toml", "place")) >= 300
    assert {p["size"] for p in west} == {1, 2, 3, 4, 5}


RIVERS = words(
    "Rhine Elbe Oder Danube Seine Loire Rhone Garonne Po Ebro Tagus Nile Tigris Euphrates Indus Ganges Yangtze "
    "Yellow_River Irrawaddy Mekong Amur Thames Meuse Moselle Weser Main Duero Drava Sava Tiber Arno"
)


@pytest.mark.parametrize("name", RIVERS)
def test_rivers_run_on(name: str) -> None:
    """Waypoints follow one another without a jump that a river could not make."""
    course = next(r["course"] for r in gazetteer()["river"] if r["name"] == name)
    far = 620 if name in ("Mekong", "Yangtze", "Amur", "Yellow River", "Indus", "Ganges", "Nile") else 320
    for a, b in zip(course, course[1:], strict=False):
        assert kilometres((a[0], a[1]), (b[0], b[1])) < far, (a, b)


def test_ranges_forests_and_deserts() -> None:
    kinds: dict[str, set[str]] = {}
    for area in gazetteer()["area"]:
        kinds.setdefault(area["kind"], set()).add(area["name"])
        assert len(area["outline"]) >= 4, area["name"]
    mountains = kinds["mountain"] | kinds["high_mountain"]
    for name in words("Western_Alps Central_Alps Eastern_Alps Pyrenees Central_Apennines Dinaric_Alps_North "
                      "Scandes_South High_Atlas Tell_Atlas Himalayas Tibet Zagros Caucasus"):  # fmt: skip
        assert name in mountains, name
    assert {"Ardennes", "Black Forest", "Bohemian Forest"} <= kinds["forest"]
    assert {"Sahara West", "Sahara East", "Gobi", "Arabian Desert"} <= kinds["desert"]
    assert {"Rhine delta", "Iraqi Marshes"} <= kinds["marsh"]
    assert len(kinds["jungle"]) >= 10


def test_lines() -> None:
    forts = {f["name"] for f in gazetteer()["fortline"]}
    assert {"West Wall", "Maginot Line", "Gustav Line", "Gothic Line"} <= forts
    borders = {b["name"] for b in gazetteer()["border"]}
    assert {"halt line", "vichy line"} <= borders
    assert len(gazetteer()["transport"]) >= 100


# Frontiers.


def ring(state: dict[str, Any]) -> list[tuple[float, float]]:
    lines = {b["name"]: b["line"] for b in gazetteer()["border"]}
    out: list[tuple[float, float]] = []
    for part in state["ring"]:
        if isinstance(part, str):
            line = [(float(lat), float(lon)) for lat, lon in lines[part.removeprefix("-")]]
            out += line[::-1] if part.startswith("-") else line
        else:
            out.append((part[0], part[1]))
    return out


def holds(points: list[tuple[float, float]], lat: float, lon: float) -> bool:
    inside = False
    for (y1, x1), (y2, x2) in zip(points, points[1:] + points[:1], strict=True):
        if (y1 > lat) != (y2 > lat) and lon < x1 + (lat - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def holder(name: str, date: str) -> str:
    """The state of a place on a date: the last ring that holds it."""
    lat, lon = next(p["at"] for p in gazetteer()["place"] if p["name"] == name)
    found = ""
    for state in gazetteer()["state"]:
        if state.get("from", "") <= date <= state.get("until", "9999") and holds(ring(state), lat, lon):
            found = state["id"]
    return found


CITIES_1939 = {
    "ireland": "Dublin Cork Limerick Galway Sligo",
    "britain": "London Birmingham Glasgow Belfast Londonderry Inverness Plymouth Dover Lerwick Stornoway",
    "france": "Paris Lille Calais Strasbourg Metz Mulhouse Nice Perpignan Bayonne Brest_(France) Ajaccio Bastia Sedan",
    "belgium": "Brussels Antwerp Liege Ostend Bastogne Namur",
    "luxembourg": "Luxembourg",
    "netherlands": "Amsterdam Rotterdam Groningen Maastricht Eindhoven Flushing Arnhem",
    "denmark": "Copenhagen Aarhus Aalborg Esbjerg Odense",
    "norway": "Oslo Bergen Narvik Tromso Hammerfest Trondheim Kristiansand Bodo Alta",
    "sweden": "Stockholm Gothenburg Malmo Kiruna Haparanda Ostersund Karlstad Visby",
    "germany": "Berlin Aachen Saarbrucken Flensburg Freiburg Passau Emden Trier Vienna Innsbruck Graz Stettin Breslau",
    "switzerland": "Bern Geneva Basel Zurich Lugano Chur Lausanne",
    "bohemia": "Prague Pilsen Brunn Budweis Ostrau Olmutz",
    "italy": "Rome Turin Trieste Fiume Bolzano Udine Taranto Palermo Cagliari Pola Genoa Reggio_Calabria",
    "spain": "Madrid Irun Gerona Vigo Badajoz Cadiz Palma San_Sebastian Salamanca",
    "portugal": "Lisbon Oporto Evora Faro Coimbra",
    "yugoslavia": "Belgrade Zagreb Ljubljana Maribor Split Sarajevo Skopje Bitola Dubrovnik Cattaro Podgorica Nish",
    "albania": "Tirana Scutari Valona Durazzo",
    "greece": "Athens Salonika Yanina Corfu Kavala Canea Kalamata Larissa Mytilene",
    "dodecanese": "Rhodes",
    "hungary": "Budapest Debrecen Pecs",
    "romania": "Bucharest Cluj Kishinev Constanta Timisoara",
    "bulgaria": "Sofia Varna Plovdiv",
    "poland": "Warsaw Lvov Posen Cracow Brest-Litovsk",
    "danzig": "Danzig",
    "finland": "Helsinki Viipuri",
    "morocco": "Casablanca Fez Marrakesh Oujda",
    "algeria": "Algiers Oran Constantine Bone",
    "tunisia": "Tunis Gabes Mareth Kasserine",
    "libya": "Tripoli_(Libya) Benghazi Tobruk Kufra Bardia",
    "egypt": "Cairo Alexandria Siwa Mersa_Matruh Suez Sollum",
    "syria": "Damascus Beirut Aleppo",
    "palestine": "Jerusalem Haifa Gaza",
    "transjordan": "Amman",
    "iraq": "Baghdad Mosul Basra Kirkuk Rutbah",
    "saudi_arabia": "Riyadh Mecca",
    "afghanistan": "Kabul Kandahar Herat",
    "india": "Delhi Karachi Madras Calcutta Imphal Peshawar Quetta Srinagar",
    "burma": "Rangoon Mandalay Myitkyina Lashio",
    "siam": "Bangkok Chiengmai Singora",
    "indo_china": "Hanoi Saigon Phnom_Penh Vientiane Hue",
    "malaya": "Kuala_Lumpur Penang Singapore Kota_Bharu",
    "china": "Peking Shanghai Chungking Canton Kunming Lanchow Kalgan Paotow Hoihow",
    "manchuria": "Mukden Harbin Hailar Port_Arthur",
    "korea": "Seoul Fusan Rashin",
    "japan": "Tokyo Osaka Sapporo Kagoshima Toyohara",
    "mongolia": "Ulan_Bator Choibalsan",
    "tibet": "Lhasa",
    "sinkiang": "Urumchi Kashgar Hami",
    "ussr": "Vladivostok Khabarovsk Irkutsk Tashkent Chita Moscow",
    "philippines": "Manila Davao",
    "netherlands_indies": "Batavia Palembang Balikpapan Makassar Ambon Hollandia Tarakan",
    "british_borneo": "Kuching Brunei Sandakan",
    "new_guinea": "Port_Moresby Lae Rabaul",
    "australia": "Sydney Darwin Perth Cairns",
}


@pytest.mark.parametrize(("state", "names"), CITIES_1939.items())
def test_cities_on_their_side_of_the_frontiers(state: str, names: str) -> None:
    for name in words(names):
        assert holder(name, "1939-08-31") == state, name


def test_frontiers_that_moved() -> None:
    assert holder("Vienna", "1938-01-01") == "austria"
    assert holder("Berlin", "1938-01-01") == "germany"
    assert holder("Vichy", "1940-12-31") == "vichy_france"
    assert holder("Marseilles", "1941-06-21") == "vichy_france"
    assert holder("Marseilles", "1942-12-01") == "france"
    assert holder("Bordeaux", "1940-12-31") == "france"
    assert holder("Paris", "1940-12-31") == "france"
    assert holder("Zagreb", "1941-06-21") == "croatia"
    assert holder("Belgrade", "1941-06-21") == "serbia"


def test_transport_lines_name_places() -> None:
    names = {p["name"] for p in gazetteer()["place"]}
    for line in gazetteer()["transport"]:
        assert len(line["via"]) >= 2
        assert [v for v in line["via"] if isinstance(v, str) and v not in names] == [], line["name"]


def test_sites_lie_somewhere() -> None:
    names = {p["name"] for p in gazetteer()["place"]}
    for site in gazetteer()["site"]:
        assert ("place" in site) != ("at" in site), site
        assert site.get("place", "Paris") in names, site
        assert 1 <= site["value"] <= 5
