"""Positions of Hitler Turns East in which one thing is plainly right for the Axis: orders where there is somebody to attack,
Army Groups that stay at their task, a winter line that can be fed."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Buy
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, SOVIET
from hexfront.games.turns_east.orders import AssignOrder, Purchase
from hexfront.games.turns_east.strength import supplied_factor
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.testing import position
from tests.games.turns_east.helpers import unit
from tests.players.helpers import carry_on, moves_are_over

NORTH, CENTER, SOUTH = 0, 1, 2
WEST = ("Minsk", "Smolensk", "Vitebsk", "Mogilev", "Gomel", "Riga", "Dvinsk", "Pskov", "Narva", "Tallinn")
UKRAINE = (
    "Kiev",
    "Poltava",
    "Dnepropetrovsk",
    "Kharkov",
    "Zhitomir",
    "Vinnitsa",
    "Uman",
    "Kirovograd",
    "Krivoi Rog",
)


def is_in(s: Any, name: str, command: int) -> bool:
    """Whether a unit stands in the area of a Command."""
    return bool(s.world.areas[command] >> s.where[unit(s, name)] & 1)


# --- which Army Group is to attack


@pytest.mark.parametrize("order", [ASSAULT, BLITZ])
@pytest.mark.parametrize("turn", [4, 6])
def test_the_order_to_attack_is_for_those_with_an_enemy_before_them(order: int, turn: int) -> None:
    """Two armies and the Panzers stand before Leningrad with one army in it. Army Group Center is stronger and has more to
    take, but it will see no enemy this month."""
    s = position(
        GAME,
        turn=turn,
        place={
            "ge-18": "1901", "ge-16": "2002", "ge-XLI": "2002", "ge-LVI": "1901", "su-23": "Leningrad",
            "ge-4": "1607", "ge-9": "1608", "ge-2": "1609", "ge-XXIV": "1608", "ge-XLVII": "1609", "ge-LVII": "1609",
            "su-16": "Moscow", "su-20": "Moscow", "su-24": "2310",
        },
        axis_towns=WEST,
        agenda=(AssignOrder(AXIS, order),),
    )  # fmt: skip
    carry_on(s, GAME, lambda x: any(x.box[:4]))
    assert s.box[NORTH] == order, s.box


@pytest.mark.parametrize("turn", [2, 3, 5])
def test_three_army_groups_attack_rather_than_two(turn: int) -> None:
    """Ten points: three Assaults and a Hold, or two Blitzes and two Holds. An order to hold lets nobody fight."""
    s = position(GAME, turn=turn, points=[10, 4], soviet_next=[4, 0, 0, 0], agenda=(Purchase(),))
    chosen = carry_on(s, GAME, lambda x: not x.agenda)
    assert [(x.assault, x.blitz) for x in chosen if isinstance(x, Buy)] == [(3, 0)]


# --- who stays where


@pytest.mark.parametrize("order", ["hold", "assault"])
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_armies_of_the_north_stay_in_the_north(turn: int, order: str) -> None:
    """Riga is to be taken and Leningrad is far; what is to be had beyond the boundary is for Army Group Center."""
    s = position(
        GAME,
        turn=turn,
        place={
            "ge-16": "1005", "ge-18": "1004", "ge-XLI": "1004", "ge-LVI": "1005", "su-8": "1103", "su-11": "1105",
            "su-27": "Riga", "su-12m": "1204", "su-3m": "1206", "su-1m": "1304", "ge-9": "1008", "ge-4": "1107",
            "ge-LVII": "Minsk", "ge-XXXIX": "1408", "ge-XIV": "1509", "su-22": "Smolensk", "su-20": "Bryansk",
        },
        axis_towns=("Minsk",),
        orders={"axis-0": order, "axis-1": "blitz"},
        active="axis-0",
    )  # fmt: skip
    carry_on(s, GAME, lambda x: not x.active or moves_are_over(x))
    assert is_in(s, "ge-18", NORTH) and is_in(s, "ge-16", NORTH)


@pytest.mark.parametrize("turn", [8, 9, 10])
def test_the_south_lends_a_hand_in_the_winter(turn: int) -> None:
    """Nobody is left before Army Group South, and an empty Kursk within reach lies before West Front."""
    s = position(
        GAME,
        turn=turn,
        place={
            "ge-6": "Kharkov", "ge-17": "1914", "ge-2": "Bryansk", "ge-XIV": "Kharkov", "ge-III": "1916",
            "su-16": "2210", "su-20": "2210", "su-24": "2211", "su-28": "2212", "su-9": "2308",
        },
        axis_towns=(*WEST, *UKRAINE, "Bryansk", "Orel", "Kursk", "Belgorod", "Stalino"),
        orders={"axis-1": "hold", "axis-2": "assault"},
        active="axis-2",
    )  # fmt: skip
    carry_on(s, GAME, moves_are_over)
    assert any(is_in(s, name, CENTER) for name in ("ge-6", "ge-17", "ge-XIV"))


# --- the winter


@pytest.mark.parametrize("turn", [7, 8, 9])
def test_an_army_does_not_wait_unfed_for_the_blow(turn: int) -> None:
    """Six factors of eight are gone so far from any depot, and twelve Soviet armies are about: it goes back to where it is fed."""
    s = position(
        GAME,
        turn=turn,
        place={
            "ge-4": "2109", "ge-9": "Smolensk", "ge-2": "Bryansk",
            "su-16": "2209", "su-20": "2209", "su-24": "2209", "su-28": "2210", "su-29": "2210", "su-30": "2210",
            "su-31": "2308", "su-33": "2308", "su-43": "2308", "su-49": "2208", "su-50": "2208", "su-5": "2208",
        },
        axis_towns=(*WEST, "Bryansk", "Vyazma"),
        orders={"axis-1": "assault"},
        active="axis-1",
    )  # fmt: skip
    carry_on(s, GAME, moves_are_over)
    army = unit(s, "ge-4")
    assert supplied_factor(s, SupplyNet(s, AXIS), army)[0] >= 7, s.world.title(s.where[army])


@pytest.mark.parametrize("turn", [7, 8, 9])
def test_the_armies_keep_their_line_though_every_enemy_comes_a_hex_nearer(turn: int) -> None:
    """Five Soviet stacks are about to go round two armies before Leningrad: these fall back towards Pskov in time."""
    s = position(
        GAME,
        turn=turn,
        place={
            "ge-18": "1902", "ge-16": "2003", "ge-XLI": "1703", "su-23": "Leningrad", "su-42": "Leningrad",
            "su-27": "1901", "su-52": "2103", "su-54": "2104", "su-55": "1805", "su-59": "2005",
        },
        axis_towns=WEST,
        orders={"axis-0": "assault"},
        active="axis-0",
    )  # fmt: skip
    carry_on(s, GAME, moves_are_over)
    grid = s.world.grid
    coming = s.held[SOVIET] | grid.around(s.held[SOVIET]) & ~s.held[AXIS]
    net = SupplyNet(s, AXIS, (coming | grid.around(coming)) & ~s.held[AXIS])
    assert all(net.has_loc(unit(s, name)) for name in ("ge-18", "ge-16"))


# --- the rear


@pytest.mark.parametrize("order", ["hold", "assault"])
@pytest.mark.parametrize("turn", [5, 7, 8, 9])
def test_somebody_goes_for_the_army_left_behind(turn: int, order: str) -> None:
    """A Soviet army sits in Minsk without a line, six hexes behind the front, and keeps the town. A Corps with nothing to do
    goes there, as near as its order lets it; the army at the front stays."""
    s = position(
        GAME,
        turn=turn,
        place={
            "su-22": "Minsk", "ge-LVII": "Smolensk", "ge-XLVII": "Smolensk",
            "ge-18": "1801", "ge-16": "1804", "ge-9": "1807", "ge-4": "1810", "ge-6": "1813", "ge-17": "1816", "ge-III": "1819",
            "su-16": "2207", "su-20": "2207", "su-24": "2208", "su-28": "2209",
        },
        axis_towns=(*(name for name in WEST if name != "Minsk"), *UKRAINE, "Odessa", "Kherson"),
        orders={"axis-1": order},
        active="axis-1",
    )  # fmt: skip
    grid, minsk = s.world.grid, s.world.board.hex("Minsk")
    before = {
        name: grid.distance(s.where[unit(s, name)], minsk) for name in ("ge-LVII", "ge-XLVII", "ge-9", "ge-4")
    }
    carry_on(s, GAME, moves_are_over)
    gone = [name for name, far in before.items() if grid.distance(s.where[unit(s, name)], minsk) < far - 1]
    assert len(gone) == 1 and gone[0] in ("ge-LVII", "ge-XLVII")


# --- the great places that few hold


@pytest.mark.parametrize("turn", [4, 5, 6])
def test_enough_march_on_sevastopol(turn: int) -> None:
    """One army holds the fortress and nobody else is about: two armies make the attack sure, one does not. Both go."""
    s = position(
        GAME,
        turn=turn,
        place={
            "ge-11": "Kherson", "ge-17": "1419", "ge-6": "1517", "su-9": "Sevastopol", "su-16": "Rostov", "su-38": "Rostov",
            "su-12": "Rostov",
        },
        axis_towns=(*UKRAINE, "Odessa", "Kherson", "Simferopol", "Zaporozhye"),
        orders={"axis-3": "assault", "axis-2": "assault"},
        active="axis-3",
    )  # fmt: skip
    grid, goal = s.world.grid, s.world.board.hex("Sevastopol")
    carry_on(s, GAME, lambda x: not x.active or moves_are_over(x))
    near = [name for name in ("ge-11", "ge-17") if grid.distance(s.where[unit(s, name)], goal) <= 2]
    assert len(near) == 2
