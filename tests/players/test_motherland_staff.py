"""For the Motherland!: the staff on the operations layer, in positions where one order is plainly right.

Most are played on a strip of land seven hexes wide, with a railroad along its middle and sea on both sides: Axis sources in the
west, Soviet ones in the east.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Overrun, Redeploy, Target
from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.kinds import AXIS, SOVIET
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.state import axis_holds
from hexfront.games.motherland.supply import area
from hexfront.games.motherland.zones import zoc
from hexfront.hexes import flood
from hexfront.kernel import Setup
from hexfront.players import doctrine_for, get, names
from hexfront.players.doctrines.motherland import BEFORE, DOCTRINE
from hexfront.players.doctrines.motherland.field import GOALS
from tests.games.motherland.kit import Table, board, chain, row, table
from tests.players.helpers import carry_on

ROWS = range(8, 15)
SEA = {f"{c:02d}{r:02d}": "sea" for c in range(1, 28) for r in range(1, 37) if r not in ROWS}
ENDS = {"W": [f"01{r:02d}" for r in ROWS], "E": [f"27{r:02d}" for r in ROWS]}
RAIL = chain(*row(11, 1, 27))
STRONG = "C 4-6/2-3 t12"
WEAK = "C* 1-3/1-2"
CHECKED = {"Moscow": "2611", "Leningrad": "2608", "Voronezh": "2614", "Rostov": "2609", "Stalingrad": "2613"}


def strip(
    cities: dict[str, str] | None = None, ground: dict[str, str] | None = None, **given: Any
) -> dict[str, Any]:
    """The strip; the cities told, and those that Sudden Death asks for, far in the east."""
    known = {**CHECKED, **(cities or {})}
    given.setdefault("rail", RAIL)
    return board(SEA | (ground or {}), sources=ENDS, cities=known, port={}, **given)


def scene(place: dict[str, str], side: int, *frames: Any, **given: Any) -> Table:
    given.setdefault("map", strip())
    given.setdefault("phase", f"{('axis', 'soviet')[side]}-movement")
    return table(place, *(frames or (Moves(side),)), **given)


def play(t: Table) -> list[Any]:
    return carry_on(t.s, GAME, lambda s: not s.agenda)


def is_closed(t: Table, side: int) -> bool:
    """Whether the enemy has no way to a side's end of the strip that avoids its units and zones."""
    s, w = t.s, t.w
    shut = s.front_of(side) | zoc(s, side)
    free = w.land & ~shut
    home = t.w.hex("0111") if side == AXIS else t.w.hex("2711")
    return (
        not flood(w.grid, s.front_of(1 - side) & w.land, free | s.front_of(1 - side), w.blocked) >> home & 1
    )


def column(t: Table, unit: str) -> int:
    return int(t.at(unit)[:2])


FOES = {"8 Army": "1409", "9 Army": "1411", "10 Army": "1413"}


# --- who it is


def test_the_staff_it_is_measured_against_is_kept_and_not_offered() -> None:
    assert "staff-old" not in names()
    assert get("staff-old") is not None
    assert type(doctrine_for(GAME, before=True)) is BEFORE
    assert type(doctrine_for(GAME)) is DOCTRINE


def test_goals_name_places_of_the_map() -> None:
    w = GAME.start(Setup("campaign")).world
    unknown = {place for goal in GOALS.goals for place in goal.places if w.find(place) < 0}
    assert unknown == set()
    assert {goal.side for goal in GOALS.goals} == {"axis", "soviet"}
    assert all(1 <= goal.turns[0] <= goal.turns[1] <= 22 for goal in GOALS.goals)


# --- holding


def test_the_axis_closes_the_gap() -> None:
    """Three corps stand in one corner; spread out they close the strip."""
    place = {"I": "1008", "II": "1008", "V": "0909", "Supply Base 1": "0711", **FOES}
    t = scene(place, AXIS, turn=13)
    assert not is_closed(t, AXIS)
    play(t)
    assert is_closed(t, AXIS)


def test_the_soviets_close_the_gap() -> None:
    place = {
        "8 Army": "1608",
        "9 Army": "1709",
        "10 Army": "1808",
        "III Pz": "1211",
        "I": "1209",
        "V": "1213",
    }
    t = scene(place | {"Supply Base 1": "1011"}, SOVIET, turn=3)
    assert not is_closed(t, SOVIET)
    play(t)
    assert is_closed(t, SOVIET)


def test_two_corps_hold_the_neck_and_not_the_open() -> None:
    """Behind them a lake leaves three hexes of land."""
    lake = {f"08{r:02d}": "lake" for r in (8, 9, 13, 14)}
    place = {"I": "1010", "II": "1012", "Supply Base 1": "0611", **FOES}
    t = scene(
        place,
        AXIS,
        turn=13,
        map=strip(ground=lake),
    )
    play(t)
    assert is_closed(t, AXIS)
    assert column(t, "I") <= 9 and column(t, "II") <= 9


def test_the_line_falls_back_to_the_river() -> None:
    """A Major River two hexes behind, and more Soviets than can be borne before it."""
    river = [(f"08{r:02d}", f"09{n:02d}") for r in ROWS for n in (r, r + 1) if n in ROWS]
    foes = {f"{n} Army": f"12{r:02d}" for n, r in zip((8, 9, 10, 11, 12, 13, 18), ROWS)}
    place = {"I": "1009", "II": "1011", "V": "1013", "Supply Base 1": "0611", **foes}
    t = scene(place, AXIS, turn=13, map=strip(major=river), chits=dict.fromkeys(list(foes)[:6], STRONG))
    play(t)
    assert all(column(t, name) <= 8 for name in ("I", "II", "V"))
    assert is_closed(t, AXIS)


def test_nobody_leaves_the_line_for_a_city_behind_the_enemy() -> None:
    """On the defensive Voronezh is not worth the hole, though a Panzer corps could drive there."""
    place = {
        "I": "1009",
        "II": "1012",
        "III Pz": "1011",
        "Supply Base 1": "0811",
        "8 Army": "1409",
        "9 Army": "1413",
    }
    t = scene(place, AXIS, turn=13, map=strip({"Voronezh": "1611"}))
    play(t)
    assert is_closed(t, AXIS)
    assert column(t, "III Pz") <= 13


# --- attacking


def test_open_cities_are_taken_two_with_one_stroke() -> None:
    place = {"III Pz": "1011", "I": "1009", "II": "1013", "Supply Base 1": "0911", "8 Army": "2011"}
    t = scene(place, AXIS, turn=3, map=strip({"Kursk": "1211", "Orel": "1411"}), phase="axis-exploitation")
    play(t)
    assert axis_holds(t.s, t.w.find("Kursk")) and axis_holds(t.s, t.w.find("Orel"))


def test_panzers_meet_behind_the_enemy() -> None:
    """Infantry stands before two armies in a swamp, nobody behind them: in Exploitation two Panzer corps close the ring."""
    place = {
        "I": "1009", "II": "1011", "V": "1013", "III Pz": "1108", "XIV Pz": "1114", "Supply Base 1": "0911",
        "8 Army": "1210", "9 Army": "1212", "14 Army": "2411",
    }  # fmt: skip
    swamp = {"1210": "swamp", "1212": "swamp"}
    t = scene(place, AXIS, turn=3, phase="axis-exploitation", map=strip(ground=swamp))
    play(t)
    for name in ("8 Army", "9 Army"):
        u = t.w.unit(name)
        assert not area(t.s, u).connected >> t.s.where[u] & 1


def test_raiders_are_hunted_from_the_first_turn() -> None:
    place = {
        "I": "1009",
        "II": "1011",
        "V": "1013",
        "X": "0811",
        "Supply Base 1": "0911",
        "8 Army": "0511",
        "9 Army": "1411",
    }
    t = scene(place, AXIS, turn=2, chits={"8 Army": WEAK})
    play(t)
    assert t.w.grid.distance(t.w.hex(t.at("X")), t.w.hex("0511")) <= 1


def test_the_winter_blow_falls_on_the_weak_stack() -> None:
    """December 1941: a Kampfgruppe alone in the snow, two armies before it."""
    place = {
        "KG Lanz": "1011",
        "I": "0809",
        "II": "0813",
        "Supply Base 1": "0711",
        "8 Army": "1110",
        "9 Army": "1111",
    }
    t = scene(place, SOVIET, Moves(SOVIET), turn=5, chits={"8 Army": STRONG, "9 Army": STRONG})
    rushed = any(isinstance(x, Overrun) for x in play(t))
    near = [
        name for name in ("8 Army", "9 Army") if t.w.grid.distance(t.w.hex(t.at(name)), t.w.hex("1011")) == 1
    ]
    if not rushed:
        later = scene(
            {name: t.at(name) for name in place}, SOVIET, Attacks(SOVIET), turn=5, phase="soviet-combat",
            chits={"8 Army": STRONG, "9 Army": STRONG},
        )  # fmt: skip
        assert any(isinstance(x, Target) for x in play(later))
    assert rushed or near


@pytest.mark.parametrize("hungry", [9, 13])
def test_the_base_goes_to_those_whom_nobody_feeds(hungry: int) -> None:
    """One base goes on feeding its wing, the other follows the wing that has gone ahead."""
    fed = 22 - hungry
    place = {
        "I": f"16{hungry:02d}",
        "II": f"15{hungry:02d}",
        "V": f"08{fed:02d}",
        "Supply Base 1": "0811",
        "Supply Base 2": "0911",
    }
    t = scene(place | {"8 Army": "2211"}, AXIS, Moves(AXIS, late=True), turn=9)
    play(t)
    known = {name: area(t.s, t.w.unit(name)).supplied >> t.w.hex(t.at(name)) & 1 for name in ("I", "II", "V")}
    assert known == {"I": 1, "II": 1, "V": 1}


def test_a_city_that_matters_is_not_left_empty_beside_an_enemy() -> None:
    """Moscow lies before the Soviet line; three armies could all stand behind it."""
    place = {
        "8 Army": "1911", "9 Army": "1909", "10 Army": "1913", "III Pz": "1411", "XIV Pz": "1410", "I": "1409",
        "V": "1413", "Supply Base 1": "1311",
    }  # fmt: skip
    t = scene(place, SOVIET, turn=9, map=strip({"Moscow": "1811"}))
    play(t)
    assert t.w.hex("1811") in {t.s.where[t.w.unit(name)] for name in ("8 Army", "9 Army", "10 Army")}


def test_the_corps_to_spare_goes_where_the_enemy_is_massed() -> None:
    foes = {
        "8 Army": "1208",
        "9 Army": "1209",
        "10 Army": "1210",
        "11 Army": "1308",
        "12 Army": "1309",
        "13 Army": "1214",
    }
    place = {"I": "1009", "II": "1012", "V": "1014", "X": "0811", "Supply Base 1": "0711", **foes}
    t = scene(place, AXIS, turn=13, chits=dict.fromkeys(list(foes)[:5], STRONG))
    play(t)
    assert is_closed(t, AXIS)
    north = sum(int(t.at(name)[2:]) <= 11 for name in ("I", "II", "V", "X"))
    assert north >= 2


def test_two_weak_armies_are_both_attacked_and_not_one_by_all() -> None:
    place = {
        "III Pz": "1009", "XIV Pz": "1009", "I": "1012", "II": "1012", "V": "1013", "Supply Base 1": "0911",
        "8 Army": "1109", "9 Army": "1112", "14 Army": "2411",
    }  # fmt: skip
    t = scene(place, AXIS, Attacks(AXIS), turn=3, phase="axis-combat", chits={"8 Army": WEAK, "9 Army": WEAK})
    struck = {x.hex for x in play(t) if isinstance(x, Target)}
    assert struck == {t.w.hex("1109"), t.w.hex("1112")}


def test_a_base_does_not_stay_where_the_enemy_can_walk_in() -> None:
    """The line has gone back past it."""
    place = {
        "I": "0809",
        "II": "0811",
        "V": "0813",
        "Supply Base 1": "0911",
        "8 Army": "1210",
        "9 Army": "1212",
    }
    t = scene(place, AXIS, Moves(AXIS, late=True), turn=13)
    play(t)
    assert column(t, "Supply Base 1") <= 7 or t.at("Supply Base 1") in {
        t.at(name) for name in ("I", "II", "V")
    }
    assert all(area(t.s, t.w.unit(name)).supplied >> t.w.hex(t.at(name)) & 1 for name in ("I", "II", "V"))


def test_spearheads_stay_where_supply_can_follow() -> None:
    """Nothing to take anywhere: a Panzer corps in Exploitation does not drive off into the blue."""
    place = {"III Pz": "1011", "I": "1009", "II": "1013", "Supply Base 1": "0911", "8 Army": "2411"}
    t = scene(place, AXIS, turn=3, phase="axis-exploitation")
    play(t)
    assert area(t.s, t.w.unit("III Pz")).supplied >> t.w.hex(t.at("III Pz")) & 1


# --- by rail


def test_a_corps_far_behind_goes_by_rail_to_the_front() -> None:
    """One corps holds the line; another stands eight hexes behind it, and would walk for two turns."""
    place = {"I": "1411", "II": "0509", "Supply Base 1": "1211", "8 Army": "1709", "9 Army": "1713"}
    t = scene(place, AXIS, LongMoves(AXIS), Moves(AXIS), turn=9)
    sent = [x for x in play(t) if isinstance(x, Redeploy)]
    assert sent and column(t, "II") >= 12


def test_nobody_goes_by_rail_who_can_walk_there() -> None:
    place = {"I": "1409", "II": "1111", "Supply Base 1": "1211", "8 Army": "1709", "9 Army": "1713"}
    t = scene(place, AXIS, LongMoves(AXIS), Moves(AXIS), turn=9)
    assert not any(isinstance(x, Redeploy) for x in play(t))


def test_a_base_leaps_after_the_line_in_the_mud() -> None:
    """The line has gone twelve hexes ahead of its base."""
    place = {
        "I": "1409", "II": "1411", "V": "1413", "Supply Base 1": "0211", "8 Army": "1809", "9 Army": "1813",
    }  # fmt: skip
    t = scene(place, AXIS, LongMoves(AXIS), Moves(AXIS), Moves(AXIS, late=True), turn=11)
    play(t)
    assert column(t, "Supply Base 1") >= 10
    assert all(area(t.s, t.w.unit(name)).supplied >> t.w.hex(t.at(name)) & 1 for name in ("I", "II", "V"))
