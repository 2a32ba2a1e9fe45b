"""The figures of the data files: those the rulebook prints cell by cell, the others by what the rulebook says of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.data import FILES, EastWorld
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.supply import lines_of
from hexfront.games.turns_east.zones import spread
from hexfront.hexes import bits

from .helpers import given

TABLES = FILES.own["tables"]
UNITS = FILES.own["units"]
NAMES = FILES.own["map"]["map"]
WEATHERS = ("Fair", "Light Mud", "Mud", "Frost", "Snow")
START: EastState = GAME.start(GAME.setup("barbarossa"))
WORLD: EastWorld = START.world


# --- printed in the rulebook


@pytest.mark.rule("7.3.3a")
@pytest.mark.rule("7.3.2")
def test_7_3_the_fronts_by_the_die_and_the_markers_by_the_turn() -> None:
    assert TABLES["counterattack_fronts"]["fronts"] == [0, 1, 1, 2, 2, 3]
    last = TABLES["counterattack_markers"]["last_turn"]
    assert [sum(turn <= each for each in last) for turn in range(1, 6)] == [3, 3, 2, 1, 0]


@pytest.mark.rule("7.2")
@pytest.mark.rule("7.2.1a")
@pytest.mark.rule("7.2.2a")
@pytest.mark.rule("7.2.3a")
@pytest.mark.rule("7.2.4a")
@pytest.mark.rule("7.2.4c")
def test_7_2_the_orders_summary() -> None:
    rows = {
        name: (row["cost"], row["infantry"], row["mechanized"])
        for name, row in TABLES["orders"].items()
        if isinstance(row, dict)
    }
    assert rows == {"hold": (1, 4, 6), "withdraw": (2, 5, 7), "assault": (3, 4, 6), "blitz": (4, 4, 8)}
    assert TABLES["orders"]["blitz"]["snow_name"] == "Mobile Defense"
    assert TABLES["orders"]["blitz"]["snow_mechanized"] == 6


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("10.1.8a")
def test_10_1_8_supply_ranges() -> None:
    assert [TABLES["supply"]["axis"][weather] for weather in WEATHERS] == [4, 3, 2, 4, 2]
    assert TABLES["supply"]["soviet"] == 4


@pytest.mark.rule("7.5.1")
@pytest.mark.rule("7.5.2")
@pytest.mark.rule("7.5.3")
@pytest.mark.rule("7.5.5c")
def test_7_5_the_hitler_roll() -> None:
    hitler = TABLES["hitler"]
    assert (hitler["first_turn"], hitler["needed"]) == (6, 7)
    assert hitler["modifiers"] == {"Moscow": 2, "Leningrad": 1, "Sevastopol": 1, "Rostov": 1}
    assert TABLES["command"]["hitler"] == -1


@pytest.mark.rule("13.7.2b")
@pytest.mark.rule("13.7.2c")
def test_13_7_2_sea_invasions() -> None:
    row = TABLES["invasion"]
    assert (row["lands"], row["returns"], row["zone"], row["per_game"]) == (3, 5, 1, 2)


@pytest.mark.rule("3.2c")
@pytest.mark.rule("3.2e")
@pytest.mark.rule("3.3a")
def test_3_2_victory_points() -> None:
    victory = TABLES["victory"]
    assert victory["needed"] == 12
    dear = {name: n for name, n in victory["points"].items() if n != 1}
    assert dear == {"Moscow": 3, "Leningrad": 2, "Rostov": 2, "Sevastopol": 2}
    assert {name.lower() for name in victory["automatic"]["cities"]} == set(WORLD.automatic)
    assert set(WORLD.automatic) == {"kiev", "leningrad", "moscow", "rostov", "maikop", "sevastopol"}
    # the front of spring 1942 leaves the Axis one point short
    lost = {"Moscow", "Leningrad", "Rostov", "Sevastopol", "Maikop"}
    assert sum(n for name, n in victory["points"].items() if name not in lost) == victory["needed"] - 1


@pytest.mark.rule("2.2.1a")
@pytest.mark.rule("13.3.2")
def test_2_2_1a_german_armies_are_8_6_4_and_a_last_step() -> None:
    for army in UNITS["german_armies"]["unit"]:
        assert army["factors"] == [8, 6, 4, 2], army["id"]
    armies = {army["id"] for army in UNITS["german_armies"]["unit"]}
    assert {row["parent"] for row in UNITS["garrisons"]["unit"]} == armies  # Case 13.3: one garrison each
    assert all(row["factors"] == [1] for row in UNITS["garrisons"]["unit"])


@pytest.mark.rule("13.8")
@pytest.mark.rule("13.8.1")
@pytest.mark.rule("13.4.4")
def test_13_8_markers() -> None:
    markers = TABLES["markers"]
    assert (markers["luftwaffe"], markers["leader_range"]) == (4, 3)
    assert [turn["luftwaffe"] for turn in TABLES["track"]["turn"]] == [1] + [3] * 10
    assert markers["count"]["Luftwaffe"] == 3 and markers["count"]["Counterattack"] == 3


@pytest.mark.rule("5.2.8a")
@pytest.mark.rule("6.0a")
@pytest.mark.rule("7.5.1")
def test_5_2_8_the_printed_anchors_of_the_turn_record_track() -> None:
    turns = TABLES["track"]["turn"]
    assert turns[1]["weather"] == "Fair"  # the example of 7.1
    assert [(turn["minimum"], turn["maximum"]) for turn in turns[:4]] == [(0, 0), (0, 0), (2, 4), (2, 4)]
    assert {turn["weather"] for turn in turns} == set(WEATHERS)
    for turn in turns:
        assert turn["minimum"] <= turn["maximum"]
    # the weather only ever goes from summer through mud and frost to snow, and thaws at the end
    order = [WEATHERS.index(turn["weather"]) for turn in turns]
    assert order[:-1] == sorted(order[:-1]) and turns[-1]["weather"] == "Mud"


@pytest.mark.rule("7.1.1")
@pytest.mark.rule("7.1.2")
def test_7_1_the_printed_anchors_of_the_command_tables() -> None:
    command = TABLES["command"]
    assert command["axis"][5 - command["lowest"]] == 12
    assert command["axis_weather"]["Fair"] == 1


@pytest.mark.rule("3.1e")
@pytest.mark.rule("3.1f")
@pytest.mark.rule("3.1g")
@pytest.mark.rule("3.1h")
def test_3_1_the_campaign() -> None:
    plan = FILES.own["scenarios"]["barbarossa"]["scenario"]
    assert (plan["first_turn"], plan["last_turn"], plan["commands"]) == (1, 11, [0, 1, 2, 3])
    assert sorted(plan["axis_cup"]) == ["blitz", "blitz", "hold"] and plan["opening"] == "blitz"
    assert sorted(plan["soviet_cup"]) == ["hold", "hold", "hold", "withdraw"]
    assert (plan["share"], plan["automatic_victory"]) == (1, True)


@pytest.mark.rule("12.2.1b")
@pytest.mark.rule("12.2.1c")
@pytest.mark.rule("12.4.9b")
def test_12_2_1_the_frame_of_the_combat_results_table() -> None:
    combat = TABLES["combat"]
    assert combat["columns"] == ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]
    assert (combat["below"], combat["above"], combat["leader_modifier"]) == ("A1", "clamp", 1)
    assert list(combat["rows"]) == [str(n) for n in range(1, 8)]  # 6 and the leader's 1


# --- made up, within what the rulebook says


def _rise(rows: dict[str, list[str]], worth: dict[str, int]) -> None:
    cells = [[worth[cell] for cell in row] for _, row in sorted(rows.items())]
    for row in cells:
        assert row == sorted(row)
    for lower, higher in pairwise(cells):
        assert all(a <= b for a, b in zip(lower, higher, strict=True))


@pytest.mark.rule("12.2.2")
def test_12_2_2_better_odds_and_better_rolls_are_never_worse() -> None:
    combat = TABLES["combat"]
    _rise(combat["rows"], {"A1": 0, "EX": 1, "DR": 2, "DE": 3})
    assert set(combat["results"]) == {"A1", "EX", "DR", "DE"}
    # every cell: an attack at 1:2 fails on four faces of the die, one at 6:1 never
    columns = ["".join(row[k][0] for row in combat["rows"].values()) for k in range(7)]
    assert columns == ["AAAAEED", "AAAEEDD", "AAEEDDD", "AEEDDDD", "EEDDDDD", "EDDDDDD", "DDDDDDD"]
    eliminated = [sum(row[k] == "DE" for row in combat["rows"].values()) for k in range(7)]
    assert eliminated == [0, 0, 1, 2, 3, 4, 5]


@pytest.mark.rule("7.3.6")
@pytest.mark.rule("7.3.5e")
def test_7_3_6_the_counterattack_table() -> None:
    table = TABLES["counterattack"]
    _rise(table["rows"], {"A1": 0, "B1": 1})
    assert table["columns"] == ["1:2", "1:1", "2:1", "3:1"] and set(table["results"]) == {"A1", "B1"}
    losses = [sum(row[k] == "B1" for row in table["rows"].values()) for k in range(4)]
    assert losses == [1, 3, 4, 5]


@pytest.mark.rule("7.1.2")
@pytest.mark.rule("7.1.4")
def test_7_1_4_every_roll_buys_four_orders_and_no_roll_more_than_there_are() -> None:
    command = TABLES["command"]
    cost = {name: row["cost"] for name, row in TABLES["orders"].items() if isinstance(row, dict)}
    for side, best in (("axis", "blitz"), ("soviet", "assault")):
        row = command[side]
        assert row == sorted(row) and row[0] >= 4 * cost["hold"] and row[-1] == 4 * cost[best]
        weather = command[f"{side}_weather"]
        assert set(weather) == set(WEATHERS)
        low, high = 1 + min(weather.values()), 6 + max(weather.values())
        assert (
            command["lowest"] <= max(0, low - (side == "axis")) and high <= command["lowest"] + len(row) - 1
        )
    # the Axis is at its best in summer and the Soviets in winter
    axis, soviet = ([command[f"{s}_weather"][w] for w in WEATHERS] for s in ("axis", "soviet"))
    assert axis == [1, 0, -1, 0, -2] and soviet == [0, 0, -1, 1, 2]
    assert (command["axis"], command["soviet"]) == (
        [5, 6, 8, 9, 10, 12, 13, 15, 16],
        [4, 4, 5, 6, 7, 8, 9, 10, 12],
    )


@pytest.mark.rule("2.1e")
@pytest.mark.rule("7.2.2b")
def test_2_1e_the_compasses_mirror_each_other() -> None:
    compass = TABLES["compass"]
    assert compass["axis_black"] == ["n", "ne", "se", "s"] and compass["axis_white"] == ["n", "s", "sw", "nw"]
    assert set(compass["soviet_black"]) == set(compass["axis_white"])
    assert set(compass["soviet_white"]) == set(compass["axis_black"])


CHART = {
    "clear": ([1, 1], [1, 2], 0, True, True),
    "forest": ([1, 2], [2, 3], 1, False, True),
    "swamp": ([2, 3], [2, 4], 1, False, False),
    "rough": ([2, 3], [2, 3], 1, False, False),
    "mountain": ([3, 6], [3, 6], 2, False, False),
}


@pytest.mark.rule("6.0b")
@pytest.mark.rule("11.1.1")
@pytest.mark.rule("12.2.1d")
@pytest.mark.rule("12.4.2")
def test_11_1_1_the_terrain_effects_chart() -> None:
    keys = ("cost", "bad", "shift", "assault_into", "assault_out")
    rows = {name: row for name, row in TABLES["terrain"].items() if isinstance(row, dict)}
    assert {name: tuple(row[key] for key in keys) for name, row in rows.items()} == CHART
    for row in rows.values():  # mud and snow help nobody, and wheels need more than feet
        assert all(a <= b for a, b in zip(row["cost"], row["bad"], strict=True))
        assert row["cost"][0] <= row["cost"][1] and row["bad"][0] <= row["bad"][1]
    features = TABLES["terrain_features"]
    assert features["city"] == {"shift": 1, "assault_into": False}
    assert features["fort"] == {"shift": 2, "assault_into": False}
    river = {"cost": [1, 1], "mud": [1, 2], "snow": [0, 0], "shift": 1, "assault_across": False}
    assert features["major_river"] == river


@pytest.mark.rule("6.0a")
@pytest.mark.rule("5.2.8d")
def test_6_0a_the_turn_record_track() -> None:
    rows = [(t["label"], t["weather"], t["minimum"], t["maximum"]) for t in TABLES["track"]["turn"]]
    assert rows == [
        ("Jun 1941", "Fair", 0, 0),
        ("Jul 1941", "Fair", 0, 0),
        ("Aug 1941", "Fair", 2, 4),
        ("Sep 1941", "Light Mud", 2, 4),
        ("Oct 1941", "Mud", 2, 4),
        ("Nov 1941", "Frost", 3, 5),
        ("Dec 1941", "Snow", 3, 6),
        ("Jan 1942", "Snow", 2, 5),
        ("Feb 1942", "Snow", 2, 4),
        ("Mar 1942", "Snow", 1, 3),
        ("Apr 1942", "Mud", 1, 3),
    ]


@pytest.mark.rule("2.2.2a")
@pytest.mark.rule("13.9")
@pytest.mark.rule("13.10a")
def test_markers_the_rulebook_leaves_open() -> None:
    markers = TABLES["markers"]
    assert (markers["t34"], markers["t34_turn"], markers["zhukov_turn"]) == (3, 6, 5)
    assert markers["zhukov_range"] == 4 and markers["order_markers"] == 4
    count = markers["count"]
    assert count["OKH orders"] == 4 * markers["order_markers"]
    assert count["Stavka orders"] == 3 * markers["order_markers"]  # no Blitz
    assert count["Replacement (R) counters"] == len(UNITS["german_armies"]["unit"])
    for name in ("Zhukov", "T-34", "Hitler", "Game Turn", "Victory Points"):
        assert count[name] == 1


# --- counters


def _rows(*blocks: str) -> list[dict[str, Any]]:
    return [row for block in blocks for row in UNITS[block]["unit"]]


@pytest.mark.rule("3.1a")
@pytest.mark.rule("3.1c")
@pytest.mark.rule("2.2.1i")
def test_3_1_every_counter_has_a_hex_or_a_turn_of_entry() -> None:
    for row in _rows(*UNITS):
        if row["kind"] in ("garrison",):
            continue
        assert bool(row.get("setup")) != bool(row.get("turn")), row["id"]
        if row.get("turn"):
            assert 2 <= row["turn"] <= 11
    # nobody starts in a hex of the other side, in water or in a full hex: the invariants say so
    assert not list(GAME.invariants(START))
    soviets = WORLD.masks[1]
    for u in bits(soviets):
        i = START.where[u]
        if i >= 0:
            assert WORLD.ussr >> i & 1, WORLD.units[u].id
            front = WORLD.units[u].code
            assert not front or NAMES["codes"][WORLD.area_of[i]] == front, WORLD.units[u].id
    for u in bits(WORLD.masks[0]):
        i = START.where[u]
        assert i < 0 or WORLD.west_of_border >> i & 1, WORLD.units[u].id


# --- the names of the map


@pytest.mark.rule("2.1d")
def test_2_1d_commands_and_their_codes() -> None:
    assert NAMES["army_groups"] == [
        f"Army Group {name}" for name in ("North", "Center", "South", "Antonescu")
    ]
    assert NAMES["fronts"] == [f"{name} Front" for name in ("Northwest", "West", "Southwest", "South")]
    assert NAMES["codes"] == ["NW", "W", "SW", "S"]
    assert NAMES["german_codes"] == [name.removeprefix("Army Group ")[0] for name in NAMES["army_groups"]]


@pytest.mark.rule("10.1.11b")
def test_10_1_11b_both_hexes_of_the_road_through_finland_can_be_shut() -> None:
    city = WORLD.leningrad
    assert {WORLD.label(i) for i in bits(WORLD.finland_road)} == {"1800", "1900"}
    s = given(axis_towns=("Leningrad",))
    ring = WORLD.land & ~(1 << city) & ~WORLD.finland_road  # everything else is shut
    assert lines_of(s, 0, WORLD.area_of[city], shut=ring).loc >> city & 1
    for i in bits(WORLD.finland_road):
        assert not lines_of(s, 0, WORLD.area_of[city], shut=ring | 1 << i).loc >> city & 1


@pytest.mark.rule("9.1.1")
@pytest.mark.rule("11.1.2")
def test_11_1_2_no_step_and_no_zone_crosses_sea_or_lake() -> None:
    ground = WORLD.enterable
    for name in ("sea", "lake"):
        sides = WORLD.board.sides[name]
        pairs = [(i, j) for i in bits(ground) for j in WORLD.grid.neighbours(i) if sides.has(i, j)]
        pairs = [(i, j) for i, j in pairs if ground >> j & 1]
        assert pairs, name
        for i, j in pairs:
            assert not WORLD.adjacent[i] >> j & 1 and not spread(WORLD, 1 << i) >> j & 1, (name, i, j)


# --- the teaching scenario


def test_the_road_to_smolensk() -> None:
    plan = FILES.own["scenarios"]["minsk"]["scenario"]
    assert (plan["first_turn"], plan["last_turn"], plan["commands"]) == (1, 2, [1])
    assert (plan["needed"], plan["share"], plan["automatic_victory"]) == (3, 4, False)
    assert plan["points"] == {"Minsk": 1, "Mogilev": 1, "Vitebsk": 1, "Smolensk": 2}
    assert (plan["opening"], plan["axis_cup"], plan["soviet_cup"]) == ("blitz", [], ["hold"])
    w = GAME.start(GAME.setup("minsk")).world
    assert {w.board.hex(name): n for name, n in plan["points"].items()} == w.points and w.needed == 3
