"""What the rulebook of Hitler Turns East asks of its map."""

from __future__ import annotations

import pytest

from tests.atlas.maptools import Map, load

FRONTS = ("northwest_front", "west_front", "southwest_front", "south_front")
GROUPS = ("army_group_north", "army_group_center", "army_group_south", "army_group_antonescu")


@pytest.fixture(scope="module")
def board() -> Map:
    return load("turns_east")


def test_scale_and_numbers(board: Map) -> None:
    """Case 2.1: about 50 miles a hex; rows begin at 00."""
    assert abs(board.grid["km"] - 50 * 1.609) < 2
    assert board.grid["first_row"] == 0
    assert board.grid["numbering"] == "CCRR"


def test_leningrad_supply(board: Map) -> None:
    """Case 10.1.11: over lake hex 2100 to the east, from 1800 in Finland over the isthmus."""
    leningrad = board.places["Leningrad"]
    assert board.terrain["2100"] == "lake"
    assert board.are_neighbours(leningrad, "2100")
    shore = [n for n in board.neighbours("2100") if n in board.land and n != leningrad]
    east = board.reach(
        ["2800"],
        lambda a, b: (
            b in board.land and b != leningrad and frozenset((a, b)) not in board.sides("sea", "lake")
        ),
    )
    assert any(n in east and n in board.data["regions"]["ussr"] and n > "2200" for n in shore)
    assert "1800" in board.data["regions"]["finland"]
    assert "1800" in board.land
    links = [n for n in board.neighbours("1800") if board.are_neighbours(n, leningrad) and n in board.land]
    assert links
    for n in links:
        assert frozenset(("1800", n)) not in board.sides("sea", "lake")
        assert frozenset((n, leningrad)) not in board.sides("sea", "lake")


def test_commands_share_out_the_map(board: Map) -> None:
    """Case 7.6: four areas a side, no hex in two, none left over."""
    for names in (FRONTS, GROUPS):
        total = [h for name in names for h in board.data["regions"][name]]
        assert sorted(total) == sorted(board.terrain)
    homes = {
        "northwest_front": ("Leningrad", "Riga", "Pskov", "Königsberg"),
        "west_front": ("Moscow", "Minsk", "Smolensk", "Brest-Litovsk", "Warsaw"),
        "southwest_front": ("Kiev", "Kharkov", "Lvov", "Lublin", "Cracow"),
        "south_front": ("Odessa", "Sevastopol", "Bucharest", "Maikop", "Kishinev"),
    }
    for region, cities in homes.items():
        for city in cities:
            assert board.places[city] in board.data["regions"][region], city


@pytest.mark.parametrize("name", FRONTS)
def test_each_command_has_towns_and_both_edges(board: Map, name: str) -> None:
    """Supply towns must lie in the unit's own command (10.1.3), and a line must reach the edges (9.2.1)."""
    area = set(board.data["regions"][name])
    assert area & set(board.data["features"]["soviet_supply"])
    assert area & set(board.data["features"]["axis_supply"])
    assert area & set(board.data["edges"]["west"])
    assert area & set(board.data["features"]["off_map_zone"])


def test_symbols(board: Map) -> None:
    """Each named hex prints one symbol; supply hexes are among them."""
    features = board.data["features"]
    printed = [h for kind in ("city", "town", "fort", "oil") for h in features[kind]]
    assert len(printed) == len(set(printed))
    for kind in ("axis_supply", "soviet_supply", "soviet_sea_supply", "victory", "automatic_victory"):
        assert set(features[kind]) <= set(printed), kind
    assert set(features["soviet_sea_supply"]) <= set(features["soviet_supply"])
    assert set(features["soviet_supply"]) <= set(board.data["regions"]["ussr"])


def test_black_sea_coast(board: Map) -> None:
    coast = set(board.data["features"]["black_sea_coast"])
    assert set(board.data["features"]["soviet_sea_supply"]) <= coast
    assert all(board.touches_water(h) for h in coast)
    assert board.places["Leningrad"] not in coast


def test_countries(board: Map) -> None:
    regions = board.data["regions"]
    homes = {
        "east_prussia": ("Königsberg", "Insterburg"),
        "general_government": ("Warsaw", "Lublin", "Cracow"),
        "romania": ("Bucharest", "Ploesti", "Constanta", "Jassy"),
        "ussr": ("Brest-Litovsk", "Lvov", "Kaunas", "Riga", "Kishinev", "Odessa"),
        "germany": ("Königsberg", "Warsaw"),
    }
    for country, cities in homes.items():
        for city in cities:
            assert board.places[city] in regions[country], city
    total = [h for c in ("germany", "hungary", "romania", "bulgaria", "finland", "ussr") for h in regions[c]]
    assert sorted(total) == sorted(board.land)
    assert len(regions["hungary"]) >= 6


def test_start_border_divides(board: Map) -> None:
    """Case 9.1.2: no way from Axis land to the Soviet Union avoids the border."""
    border = board.sides("start_border")
    axis = set(board.data["regions"]["axis_start"])
    out = board.reach(axis, lambda a, b: b in board.land and frozenset((a, b)) not in border)
    assert not out & set(board.data["regions"]["ussr"])


def test_off_map_zone_is_the_east_edge(board: Map) -> None:
    zone = set(board.data["features"]["off_map_zone"])
    assert zone == set(board.data["edges"]["east"])
    assert zone <= set(board.data["regions"]["ussr"])


def test_all_soviet_towns_reach_the_east(board: Map) -> None:
    closed = board.sides("sea", "lake")
    east = board.reach(
        board.data["features"]["off_map_zone"],
        lambda a, b: b in board.land and frozenset((a, b)) not in closed,
    )
    assert set(board.data["features"]["soviet_supply"]) <= east
    assert board.land - east == set()


def test_victory_points_can_be_printed(board: Map) -> None:
    """Cases 3.2 and 3.3."""
    automatic = {board.places[n] for n in ("Kiev", "Leningrad", "Moscow", "Rostov", "Maikop", "Sevastopol")}
    assert automatic == set(board.data["features"]["automatic_victory"])
    assert automatic - {board.places["Kiev"]} <= set(board.data["features"]["victory"])
