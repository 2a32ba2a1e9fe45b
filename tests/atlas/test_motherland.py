"""What the rulebook of For the Motherland! says of its map."""

from __future__ import annotations

import pytest

from tests.atlas.maptools import Map, load


@pytest.fixture(scope="module")
def board() -> Map:
    return load("motherland")


QUOTED = {
    "Danzig": "0307",
    "Königsberg": "0507",
    "Constanta": "0325",
    "Moscow": "2113",
    "Kiev": "1017",
    "Leningrad": "1705",
    "Voronezh": "1919",
    "Rostov": "1726",
    "Stalingrad": "2424",
}


@pytest.mark.parametrize("name", QUOTED)
def test_quoted_place(board: Map, name: str) -> None:
    assert board.places[name] == QUOTED[name]
    assert QUOTED[name] in board.data["features"]["city"]


def test_grid(board: Map) -> None:
    """The quoted neighbours force columns with the even ones lower."""
    for a, b in (("1125", "1025"), ("1227", "1327"), ("1526", "1625"), ("1625", "1626"), ("1625", "1726")):
        assert board.are_neighbours(a, b)


def test_all_sea_hexsides(board: Map) -> None:
    """Case 5.1.9."""
    for a, b in (("1526", "1625"), ("1625", "1626"), ("1625", "1726")):
        assert frozenset((a, b)) in board.sides("sea")
        assert {a, b} <= board.land


def test_chongar(board: Map) -> None:
    """Case 16.7: rail crosses, nothing else; Perekop is the only way into Crimea."""
    chongar = frozenset(("1125", "1025"))
    assert chongar in board.sides("bridge") & board.sides("sea")
    assert chongar in board.links("rail")
    crimea = board.reach(
        [board.places["Sevastopol"]],
        lambda a, b: (
            b in board.land
            and frozenset((a, b)) not in board.sides("sea", "strait")
            and frozenset((a, b)) != frozenset(("1024", "1025"))
        ),
    )
    assert {board.places[n] for n in ("Sevastopol", "Simferopol", "Kerch", "Dzhankoy")} <= crimea
    assert len(crimea) <= 8


def test_kerch(board: Map) -> None:
    """Case 8.4.2: 1227 and 1327 are land on the two shores."""
    assert {"1227", "1327"} <= board.land
    assert frozenset(("1227", "1327")) in board.sides("strait")
    assert board.places["Kerch"] == "1227"


def test_axis_ports(board: Map) -> None:
    """Case 5.5: the Axis holds three ports, every other port is Soviet."""
    features, regions = board.data["features"], board.data["regions"]
    assert set(features["axis_port"]) == {"0307", "0507", "0325"}
    assert set(features["port"]) - set(features["axis_port"]) <= set(regions["ussr"])


def test_turkey(board: Map) -> None:
    """Case 21.2."""
    assert {"1535", "1634", "1735"} == set(board.data["features"]["supply_T"])
    assert {"1535", "1634", "1735"} <= set(board.data["regions"]["turkey"]) & board.land
    south = set(board.data["regions"]["south_of_turkish_line"])
    assert south <= set(board.data["regions"]["ussr"])
    assert board.places["Tbilisi"] in south
    assert board.places["Grozny"] not in south


def test_baku(board: Map) -> None:
    """Case 21.1.1: 2434 is Soviet land at the lower right."""
    assert "2434" in set(board.data["regions"]["ussr"]) & board.land
    assert board.data["features"]["baku_exit"] == ["2434"]


def test_countries_share_out_the_land(board: Map) -> None:
    regions = board.data["regions"]
    names = ("germany", "hungary", "romania", "bulgaria", "finland", "turkey", "ussr")
    total = [label for name in names for label in regions[name]]
    assert sorted(total) == sorted(board.land)
    homes = {
        "germany": ("Warsaw", "Königsberg", "Danzig", "Lublin", "Memel"),
        "romania": ("Bucharest", "Ploesti", "Constanta", "Galatz", "Jassy"),
        "hungary": ("Munkacs",),
        "finland": ("Helsinki", "Turku"),
        "ussr": ("Lvov", "Brest-Litovsk", "Bialystok", "Riga", "Kaunas", "Kishinev", "Chernovtsy", "Viipuri"),
    }
    for country, cities in homes.items():
        for city in cities:
            assert board.places[city] in regions[country], city


def test_one_asset_a_hex(board: Map) -> None:
    """Cases 6.3 and 6.4."""
    features = board.data["features"]
    assets = [
        h for kind in ("factory", "oil_field", "oil_pipeline", "coal_mine", "ore") for h in features[kind]
    ]
    assert len(assets) == len(set(assets)) == 24
    assert set(assets) <= set(board.data["regions"]["ussr"])


def test_mountains_of_the_caucasus(board: Map) -> None:
    """A wall of high mountain, with the Black Sea road and the Caspian road past its ends."""
    high = {h for h, kind in board.terrain.items() if kind == "high_mountain"}
    assert len(high) >= 6
    way = board.steps(
        board.places["Krasnodar"], board.places["Tbilisi"], lambda _, b: b in board.land and b not in high
    )
    straight = board.distance(board.places["Ordzhonikidze"], board.places["Tbilisi"])
    round_about = board.steps(
        board.places["Ordzhonikidze"], board.places["Tbilisi"], lambda _, b: b in board.land and b not in high
    )
    assert way < 100
    assert round_about >= straight + 3


def test_pripet_marshes(board: Map) -> None:
    """Pinsk lies in a belt of swamp at least five hexes long."""
    assert board.terrain[board.places["Pinsk"]] == "swamp"
    belt = board.reach([board.places["Pinsk"]], lambda _, b: board.terrain[b] == "swamp")
    assert len(belt) >= 8


# Cities that the Axis holds, then cities that it does not.
FRONTS = {
    "axis_1941_12_05": (
        ["Kiev", "Kharkov", "Smolensk", "Pskov", "Stalino", "Taganrog"],
        ["Moscow", "Leningrad", "Rostov", "Tula", "Sevastopol"],
    ),
    "axis_1942_05_08": (
        ["Kursk", "Orel", "Kharkov", "Rzhev", "Taganrog"],
        ["Kerch", "Sevastopol", "Rostov", "Voronezh", "Kalinin"],
    ),
    "axis_1942_11_18": (
        ["Rostov", "Maikop", "Stavropol", "Mozdok", "Sevastopol", "Kharkov"],
        ["Grozny", "Tuapse", "Astrakhan", "Saratov", "Leningrad"],
    ),
    "axis_1943_07_04": (
        ["Orel", "Kharkov", "Belgorod", "Smolensk", "Taganrog"],
        ["Kursk", "Rostov", "Rzhev", "Voronezh", "Krasnodar"],
    ),
    "axis_1943_12_24": (
        ["Odessa", "Vitebsk", "Minsk", "Sevastopol", "Nikopol"],
        ["Kiev", "Smolensk", "Gomel", "Dnepropetrovsk", "Melitopol"],
    ),
    "axis_1944_06_22": (
        ["Minsk", "Vitebsk", "Lvov", "Jassy", "Riga", "Pskov"],
        ["Odessa", "Sevastopol", "Tarnopol", "Leningrad", "Novgorod"],
    ),
}


@pytest.mark.parametrize("name", FRONTS)
def test_front_holds_its_cities(board: Map, name: str) -> None:
    axis, soviet = FRONTS[name]
    held = set(board.data["regions"][name])
    assert [c for c in axis if board.places[c] not in held] == []
    assert [c for c in soviet if board.places[c] in held] == []


@pytest.mark.parametrize("name", FRONTS)
def test_supply_reaches_the_front(board: Map, name: str) -> None:
    """At every set-up each side's hexes connect with its own map edges, but for the known pockets."""
    features = board.data["features"]
    axis = set(board.data["regions"][name])
    soviet = board.land - axis - set(board.data["regions"]["turkey"])
    closed = board.sides("sea", "lake", "strait") - board.sides("bridge")

    def within(side: set[str], sources: list[str]) -> set[str]:
        return board.reach(set(sources) & side, lambda a, b: b in side and frozenset((a, b)) not in closed)

    finland = set(board.data["regions"]["finland"])
    axis_supplied = within(axis, [*features["supply_W"], *features["supply_H"], *features["supply_R"]])
    axis_supplied |= within(axis, features["supply_F"])
    assert len(axis - axis_supplied - finland) <= 0.04 * len(axis), sorted(axis - axis_supplied)
    soviet_supplied = within(soviet, [*features["supply_E"], *features["supply_S"]])
    pockets = soviet - soviet_supplied
    assert len(pockets) <= 12, sorted(pockets)


def test_land_is_one(board: Map) -> None:
    """One mainland; the straits part nothing but Crimea from the Kuban."""
    closed = board.sides("sea", "lake", "strait")
    mainland = board.reach(
        [board.places["Moscow"]], lambda a, b: b in board.land and frozenset((a, b)) not in closed
    )
    assert board.land - mainland == set()


def test_frozen_access(board: Map) -> None:
    """Case 5.1.7: red arrows stand on water hexsides between land hexes."""
    for pair in board.sides("frozen_access"):
        assert pair in board.sides("sea", "lake")
        assert pair <= board.land


def test_leningrad_cannot_be_reached_over_the_ice_in_summer(board: Map) -> None:
    assert frozenset(("1804", "1905")) in board.sides("lake")
    assert frozenset(("1604", "1704")) in board.sides("sea")
