"""Attacks chosen together, raids, bases and goals."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.errors import BadData
from hexfront.hexes import Hex
from hexfront.players.operations import Goal, Goals, Option, Sites, choose_together, raids, read_goals
from tests.players.operations.ground import GRID, at, hexes, labels


def option(worth: float, *uses: object) -> Option:
    return Option(worth, dict.fromkeys(uses, 1.0))


def test_two_good_attacks_beat_the_best_one() -> None:
    """The best single attack uses both Panzers; apart they do more."""
    options = [option(6.0, "a", "b"), option(4.0, "a"), option(4.0, "b")]
    assert choose_together(options, {}) == [1, 2]


def test_what_is_not_worth_it_is_left() -> None:
    assert choose_together([option(-1.0, "a"), option(0.0, "b")], {}) == []
    assert choose_together([option(2.0, "a"), option(-1.0, "b")], {}) == [0]


def test_a_hex_holds_so_many_and_no_more() -> None:
    options = [option(3.0, k, "hex") for k in range(4)]
    assert len(choose_together(options, {"hex": 3.0})) == 3


def test_a_raid_takes_two_cities_on_its_way() -> None:
    def steps(h: Hex) -> dict[Hex, int]:
        return dict.fromkeys(GRID.neighbours(h), 1)

    prizes = {at("0706"): 2.0, at("0905"): 3.0}
    found = raids(at("0506"), 5, steps, prizes)
    best = max(found.values(), key=lambda raid: (raid.prize, -raid.spent))
    assert best.prize == 5.0
    assert {"0706", "0905"} <= set(labels(best.hexes))
    assert all(raid.spent <= 5 for raid in found.values())
    assert max(raids(at("0506"), 2, steps, prizes).values(), key=lambda raid: raid.prize).prize == 2.0


def test_bases_spread_to_those_whom_nobody_feeds() -> None:
    """Five hungry units in the north and two in the south: the second base goes south, not where most are."""
    north = hexes("0801", "0802", "0803", "0902", "0903")
    south = hexes("0811", "0812")
    sites = Sites([(north | south, 1.0)], lambda h: GRID.disc(h, 2), lambda h: 0.0)
    everywhere = [at(label) for label in ("0702", "0703", "0802", "0711", "0712", "0506")]
    placed = sites.place({1: everywhere, 2: everywhere})
    assert sites.needs(sites.fed(placed[1]) | sites.fed(placed[2])) == 7
    assert labels(placed.values())[1][2:] in ("11", "12")


def test_a_base_leaves_a_hex_in_the_reach_of_the_enemy() -> None:
    sites = Sites(
        [(hexes("0806"), 1.0)], lambda h: GRID.disc(h, 3), lambda h: -8.0 if h == at("0706") else 0.0
    )
    assert labels(sites.place({1: [at("0706"), at("0506")]}).values()) == ["0506"]


def test_goals_belong_to_a_side_and_a_time(tmp_path: Path) -> None:
    file = tmp_path / "goals.toml"
    file.write_text(
        '[[goal]]\nside = "axis"\nsector = "south"\nturns = [8, 11]\nplaces = ["Rostov", "Atlantis"]\nworth = 3.0\n'
        '[[goal]]\nside = "axis"\nsector = "north"\nturns = [1, 4]\nplaces = ["Leningrad"]\nworth = 2.0\n'
    )
    goals = read_goals(file)
    places = {"Rostov": 7, "Leningrad": 9}
    find = lambda name: places.get(name, -1)  # noqa: E731
    assert goals.at("axis", 9, find) == {7: 3.0}
    assert goals.at("axis", 9, find, {"south": 2.0}) == {7: 6.0}
    assert goals.at("axis", 2, find) == {9: 2.0}
    assert goals.at("soviet", 9, find) == {}
    assert goals.sectors("axis", 9) == ["south"]


def test_a_goal_ends_after_it_begins() -> None:
    with pytest.raises(BadData, match="before it begins"):
        Goals((Goal("axis", "south", (5, 4), ("Rostov",), 1.0),))
