"""The data: provenance everywhere, the rulebook's constraints, packs laid over it, set-ups that make sense."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.games.lebensraum import data as files
from hexfront.games.lebensraum.data import Stock
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    CLASSES,
    MUD,
    PARATROOP,
    SNOW,
    SOVIET,
    TANK,
    WEST_SHIFT,
    WET,
)
from hexfront.games.lebensraum.tables import side_class
from hexfront.games.lebensraum.world import World
from hexfront.hexes import Hex, bits
from hexfront.kernel import RuleBook, Setup
from hexfront.packs import provenances
from hexfront.wargame import Growth, read_toml
from tests.games.lebensraum.kit import SCENARIOS, world

KINDS = {"rulebook", "history", "related-edition", "reconstruction"}
BOOK = RuleBook.load(Path(files.__file__).parent / "rules.toml")
RULINGS = (Path(__file__).parents[3] / "docs" / "rulings" / "lebensraum.md").read_text(encoding="utf-8")


def blocks() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in (*files.FILES, *(f"setups/{name}" for name in files.SETUPS)):
        whole = read_toml(files.DATA / f"{name}.toml")
        if "provenance" in whole:
            yield name, whole
        else:
            yield from ((f"{name}.{key}", block) for key, block in whole.items())


@pytest.mark.parametrize(("name", "block"), list(blocks()))
def test_every_block_says_where_it_comes_from(name: str, block: dict[str, Any]) -> None:
    assert block["provenance"] in KINDS, name
    assert len(block["note"]) > 40, name
    cases = block.get("cases", [block.get("case")])
    assert [case for case in cases if case not in BOOK] == [], name
    assert {kind for _, kind, _ in provenances(block)} <= KINDS


def test_rulings_named_in_the_rules_exist() -> None:
    named = [word for case in BOOK.cases.values() for word in _rulings(case.summary)]
    named += [word for _, block in blocks() for word in _rulings(block["note"])]
    for path in Path(files.__file__).parent.glob("*.py"):
        named += _rulings(path.read_text(encoding="utf-8"))
    assert named
    assert [word for word in named if f"| {word} |" not in RULINGS] == []


def _rulings(text: str) -> list[str]:
    return [part.split()[0].strip(".,:;)\"'") for part in text.split("RULING ")[1:]]


def test_the_rulebook_is_whole() -> None:
    assert len(BOOK.cases) == 425
    assert all(case.summary.endswith(".") and len(case.summary) > 20 for case in BOOK.cases.values())


# --- combat


def test_the_printed_combat() -> None:
    """7.4: 6 of class D against 2 of class E, both halved, stand at 4:1; a roll of 2 is 0/4."""
    t = world().tables
    base = t.column(3, 1)
    assert t.columns[base] == "3:1"
    column = t.shifted(base, CLASSES.index("D"), CLASSES.index("E"))
    assert t.columns[column] == "4:1"
    assert t.losses[2][column] == (0, 4)


def test_the_printed_odds_of_the_air_example() -> None:
    """7.4611: 18 against 22 is 1:1; class A defends, class C attacks: 1:3."""
    t = world().tables
    base = t.column(18, 22)
    assert t.columns[base] == "1:1"
    assert t.columns[t.shifted(base, CLASSES.index("C"), CLASSES.index("A"))] == "1:3"
    assert t.columns[t.column(18, 22, strict=True)] == "1:2"


@pytest.mark.parametrize(
    ("attack", "defence", "column", "strict"),
    [
        (29, 10, "2:1", "2:1"), (2, 3, "1:2", "1:2"), (3, 4, "1:1", "1:2"), (5, 5, "1:1", "1:1"), (1, 40, "1:4", "1:4"),
        (90, 4, "7:1", "7:1"), (0, 0, "1:1", "1:1"), (5, 0, "5:1", "5:1"), (2, 5, "1:3", "1:3"), (4, 9, "1:2", "1:3"),
    ],
)  # fmt: skip
def test_odds_are_rounded_to_the_defender(attack: int, defence: int, column: str, strict: str) -> None:
    t = world().tables
    assert t.columns[t.column(attack, defence)] == column
    assert t.columns[t.column(attack, defence, strict=True)] == strict


def test_a_shift_cut_off_at_the_end_is_not_made_up() -> None:
    t = world().tables
    last = len(t.columns) - 1
    a, e = CLASSES.index("A"), CLASSES.index("E")
    assert t.shifted(last, a, e) == last
    assert t.shifted(last, e, e) == last - 2  # two to the right are lost at the end, two to the left count
    assert t.shifted(0, a, a) == 2


def test_the_class_of_a_side() -> None:
    """7.3: a lone unit's own, else one better than the worst; two of class A stay A."""
    assert side_class([3]) == 3
    assert side_class([CLASSES.index(c) for c in "ACD"]) == CLASSES.index("C")
    assert side_class([1, 1]) == 0
    assert side_class([0, 0]) == 0


def test_results_grow_with_the_odds_and_fall_with_the_die() -> None:
    t = world().tables
    for die in range(1, 7):
        row = t.losses[die]
        for (a, d), (aa, dd) in zip(row, row[1:], strict=False):
            assert aa <= a and dd >= d and a - aa <= 1 and dd - d <= 1
        if die > 1:
            for (a, d), (aa, dd) in zip(t.losses[die - 1], row, strict=True):
                assert aa >= a and dd <= d
    assert any(d > 2 for d in (d for _, d in t.losses[2]))  # advances happen (7.43d)
    assert t.columns[t.even - 2 : t.even + 4] == ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")


def test_command_ranges_and_figures_of_the_rulebook() -> None:
    t = world().tables
    assert (t.ranges.axis, t.ranges.soviet, t.ranges.allied) == (3, 2, 3)
    assert (t.costs.pair, t.costs.leave_zone, t.costs.air, t.costs.naval) == (50, 10, 10, 20)
    assert (t.costs.partisan, t.costs.headquarters, t.costs.transport) == (5, 20, 10)
    assert (t.combat.air, t.combat.naval, t.combat.west_wall, t.combat.partisan) == (5, 3, 5, -2)
    assert t.shift == (2, 1, 0, -1, -2)
    assert t.zoc == (True, True, True, False, False)
    assert [(p.population, p.production) for p in t.prices] == [(10, 10), (5, 20)]
    assert t.demoralized_over == (10, 15, 20)


# --- terrain and weather


def test_weather_changes_costs_as_printed() -> None:
    """8.0: mud 3 and wet 1 more except in mountains; snow 2 more in mountains, 1 less in marsh and over rivers."""
    t = world().tables
    for is_tank in (False, True):
        for name in t.ground:
            clear = t.entry_cost(name, is_tank, 0)
            hilly = name == "mountain"
            assert t.entry_cost(name, is_tank, MUD) - clear == (0 if hilly else 3)
            assert t.entry_cost(name, is_tank, WET) - clear == (0 if hilly else 1)
            assert t.entry_cost(name, is_tank, SNOW) - clear == {"mountain": 2, "marsh": -1}.get(name, 0)
            assert t.entry_cost(name, is_tank, SNOW) >= 1
    assert (t.river_cost(False, 0), t.river_cost(True, 0)) == (1, 2)
    assert (t.river_cost(False, SNOW), t.river_cost(True, SNOW)) == (0, 1)
    assert t.river_cost(True, MUD) == 2


def test_winters_are_white_in_the_north_and_summers_dry_in_the_south() -> None:
    t = world().tables
    assert set(t.weather["winter"][0]) == {SNOW}
    assert set(t.weather["summer"][2]) == {0}
    for season, rows in t.weather.items():
        assert all(SNOW not in row for row in rows) or season != "summer"


def test_the_calendar() -> None:
    """7.461, 13.0: turn 3 is winter 1942, turn 9 is turn A, play starts in 1941 and D-Day falls before turn E."""
    w = world("war")
    assert (w.turns[3].season, w.turns[3].year) == ("winter", 1942)
    assert w.turns[9].letter == "A" and w.turns[16].letter == "H"
    assert w.turns[1].year == 1941 and not any(w.turns[n].letter for n in range(1, 9))
    assert (w.turns[13].season, w.turns[13].year) == ("summer", 1944)
    assert world("dday").turn_name(13) == "E" and w.turn_name(13) == "13"


def test_air_markers_by_turn() -> None:
    """7.461 and RULING 13.0-c."""
    east, west, both = world("conclusions"), world("italy"), world("war")
    assert east.air[AXIS] == (8,) * 14 + (6, 4)
    assert east.air[SOVIET] == (2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10, 10, 10)
    assert west.air[AXIS][8:] == (2, 2, 2, 1, 1, 1, 0, 0)
    assert west.air[ALLIED][8:] == (4, 4, 5, 5, 6, 6, 7, 7)
    assert both.air[AXIS] == (8,) * 8 + (10, 10, 10, 9, 9, 9, 6, 4)
    assert west.allied_air_before_e == 6


# --- cities and economy


def test_printed_population_totals() -> None:
    w = world()
    assert w.population_of(w.lands.country["ussr"]) == 60
    seven = ("Lvov", "Vilnius", "Kishinev", "Smolensk", "Minsk", "Dnepropetrovsk", "Sevastopol")
    assert sum(w.population[w.hex(name)] for name in seven) == 10
    west = world("italy")
    occupied = sum(west.lands.country[name] for name in ("denmark", "netherlands", "belgium", "france"))
    assert west.population_of(occupied) == 29


def test_printed_production_and_the_incomes() -> None:
    """6.22: 51 at the start. 5.3: pairs of oil and refinery points."""
    w = world()
    soviet = [m for m in w.markers if m.power == SOVIET]
    assert sum(m.production for m in soviet) + w.off_map[SOVIET].production == 51
    refining = sum(m.refinery for m in soviet) + w.off_map[SOVIET].refinery
    oil = sum(n for h, n in w.oil.items() if w.start_control[SOVIET] >> h & 1)
    assert (oil, refining) == (6, 7)
    axis = [m for m in w.markers if m.power == AXIS]
    assert sum(m.refinery for m in axis) + w.off_map[AXIS].refinery == 6
    assert sum(n for h, n in w.oil.items() if w.start_control[AXIS] >> h & 1) + w.off_map[AXIS].oil == 6
    west = world("italy")
    refining = sum(m.refinery for m in west.markers) + west.off_map[AXIS].refinery - west.east_front.refinery
    assert refining == 4


def test_cologne_is_printed_and_bombers_find_both_sizes() -> None:
    w = world("italy")
    cologne = next(m for m in w.markers if m.name == "Cologne")
    assert (cologne.transport, cologne.production, cologne.refinery) == (1, 2, 0)
    german = [m.total for m in w.markers if w.lands.country["germany"] >> m.hex & 1]
    assert min(german) <= w.tables.limits.bomber_total < max(german)


def test_the_combination_has_every_marker_once_and_nothing_off_the_map() -> None:
    w = world("war")
    axis = [m.name for m in w.markers if m.power == AXIS]
    assert len(axis) == len(set(axis)) and {"Berlin", "Cologne", "Ploesti"} <= set(axis)
    berlin = next(m for m in w.markers if m.name == "Berlin")
    assert berlin.refinery == 1  # as in the West
    assert w.off_map[AXIS] == Stock()
    assert w.east_front == Stock()
    food = sum(n for h, n in w.food.items() if w.start_control[AXIS] >> h & 1)
    assert food == 7


# --- units, leaders, HQs


def test_printed_counters() -> None:
    w = world("war")
    assert (0, 14, 0, 8) in w.ladder[w.unit("de-2pz")]  # 5.7, 7.4611
    assert any(rung[:2] == (3, 6) for rung in w.ladder[w.unit("de-6")])  # 7.4
    assert w.ladder[w.unit("us-5")][w.armies[w.unit("us-5")].grade][:2] == (2, 15)  # 7.4611
    assert w.ladder[w.unit("su-42")] == ((3, 4, 4, 2),)  # 7.4


def test_steps_by_counters() -> None:
    """6.2, 7.41: two for Soviets and neutrals, up to four for Allies and up to five for the Axis."""
    w = world("war")
    most = [0, 0, 0]
    for u in range(w.first_group):
        n = w.steps_of(u, 0, 0)
        if w.side[u] in (SOVIET, -1):
            assert n == 2, w.names[u]
        else:
            most[w.side[u]] = max(most[w.side[u]], n)
    assert (most[AXIS], most[ALLIED]) == (5, 4)
    for rungs in set(w.ladder):
        assert all(a[0] < b[0] and a[1] > b[1] for a, b in zip(rungs, rungs[1:], strict=False))
        assert all(rung[1] > rung[3] and rung[2] >= rung[0] for rung in rungs)


def test_numbers_of_units() -> None:
    east, west = world(), world("italy")
    arrivals = [army for u, army in enumerate(east.armies) if east.side[u] == AXIS and army.turn]
    assert len(arrivals) == 5  # 6.11
    assert {army.entry for army in arrivals} == {"Budapest", "Tirana", "Berlin"}
    allied = [army for u, army in enumerate(west.armies) if west.side[u] == ALLIED and army.turn]
    assert len(allied) == 8  # 6.13
    assert [east.armies[u].number for u in east.series["shock"]] == [1, 2, 3, 4, 5, 6]
    assert east.armies[east.series["new"][0]].number == 28
    assert len(east.series["new"]) == sum(east.infantry_due)
    assert len(east.series["tank"]) == sum(east.tanks_due)
    assert sorted(n for row in east.shock_due for n in row) == [1, 2, 3, 4, 5, 6]
    paratroops = [u for u in west.units if west.kind[u] == PARATROOP]
    assert (
        len(paratroops) == 2
        and len([u for u in world("war").units if world("war").kind[u] == PARATROOP]) == 3
    )


def test_naval_staff_and_battle_group_markers() -> None:
    east, west, both = world(), world("italy"), world("war")
    assert [row.water for row in west.ships] == ["atlantic", "atlantic", "mediterranean"]
    assert [sum(p == power for p in east.staff_power) for power in (AXIS, SOVIET)] == [3, 3]
    assert [sum(p == power for p in west.staff_power) for power in (AXIS, ALLIED)] == [2, 2]
    assert [sum(p == power for p in both.staff_power) for power in (AXIS, SOVIET, ALLIED)] == [5, 3, 2]
    assert [east.names[u] for u in east.groups] == ["Battle Group A", "Battle Group B", "Battle Group I"]
    assert west.board.name(west.capital[ALLIED]).startswith("London")


def test_leaders_named_in_the_rulebook() -> None:
    east, west, both = world(), world("italy"), world("war")
    for name in ("von-rundstedt", "von-kluge", "model", "student", "himmler", "von-vietinghoff", "busch"):
        assert name in east.leader_number and name in west.leader_number and name in both.leader_number
    shared = set(east.leader_number) & set(west.leader_number)
    assert len(shared) == 7 + len(east.optional)
    assert len(both.leaders) == len(east.leaders) + len(west.leaders) - len(shared)
    assert "eisenhower" in west.leader_number and "eisenhauer" not in west.leader_number  # 14.0b
    assert len(east.optional) == 3
    ordinary = [
        stars for k, stars in enumerate(east.stars) if east.leader_power[k] == AXIS and k not in east.optional
    ]
    assert sum(east.stars[k] for k in east.optional) / 3 > sum(ordinary) / len(ordinary) + 1  # 11.9
    assert east.leaders[east.mannerheim].name == "Mannerheim"
    assert west.post_of(west.leaders[west.leader("von-rundstedt")]) == "de-agd"
    nations = {k.nation for k, p in zip(west.leaders, west.leader_power, strict=True) if p == ALLIED}
    assert nations == {"american", "british"}
    for w in (east, west, both):
        assert 3 in w.stars and set(w.stars) <= set(range(6))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_starting_hq_has_one_leader_and_every_staff_marker_too(scenario: str) -> None:
    w = world(scenario)
    posts = [w.post_of(leader) for leader in w.leaders]
    for k in {**w.start_hqs, **w.late_hqs}:
        assert posts.count(w.hqs[k].id) == 1 or w.hqs[k].id == "de-agd", w.hqs[k].name
    for power in w.powers:
        staff = sum(
            w.post_of(x) == "staff" for x, p in zip(w.leaders, w.leader_power, strict=True) if p == power
        )
        assert staff == sum(p == power for p in w.staff_power)


# --- set-ups


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_set_ups_are_on_land_one_to_a_hex_and_in_command_range(scenario: str) -> None:
    w = world(scenario)
    for units, hqs in ((w.start_units, w.start_hqs), (w.late_units, w.late_hqs)):
        hexes = list(units.values())
        assert len(hexes) == len(set(hexes))
        for u, h in units.items():
            power = w.side[u]
            if power < 0 or w.kind[u] == PARATROOP:
                continue
            foes = sum(1 << x for v, x in units.items() if w.side[v] != power)
            assert any(
                _reaches(w, at, h, foes, w.command_range(power))
                for k, at in hqs.items()
                if w.hq_power[k] == power and (u in _finns(w)) == (k == w.finnish_hq)
            ), (scenario, w.names[u], w.label(h))


def _finns(w: World) -> set[int]:
    return set(bits(w.finns))


def _reaches(w: World, a: Hex, b: Hex, foes: int, hexes: int) -> bool:
    lines = Growth(w.grid, 1 << a, w.board.on_map & ~foes, into=w.grid.hexes)
    return 0 <= lines.distance(b) <= hexes


def test_the_start_of_1941_stands_on_the_frontier() -> None:
    w = world()
    soviet = w.lands.country["ussr"]
    assert all(bool(soviet >> h & 1) == (w.side[u] == SOVIET) for u, h in w.start_units.items())
    assert not any(w.armies[u].number >= 28 for u in w.start_units)
    tanks = [w.armies[u].id for u in w.start_units if w.side[u] == SOVIET and w.kind[u] == TANK]
    assert tanks == ["su-7tank", "su-8tank", "su-9tank", "su-10tank", "su-11tank"]


def test_the_printed_positions_of_d_day() -> None:
    """12.2."""
    w = world("dday")
    at = {w.armies[u].id: w.label(h) for u, h in w.start_units.items()}
    assert (at["us-5"], at["br-8"], at["de-14"], at["de-10"]) == ("3411", "3409", "3312", "3310")
    hq = {w.hqs[k].id: w.label(h) for k, h in w.start_hqs.items()}
    assert (hq["de-agc"], hq["al-15ag"]) == ("3111", "3411")
    assert w.start_control[ALLIED] >> w.hex("Rome") & 1


def test_control_at_the_start() -> None:
    """11.5: each hex one owner or none, neutrals none."""
    for scenario in ("invasion", "italy", "war"):
        w = world(scenario)
        axis, soviet, allied = w.start_control
        assert not axis & soviet and not axis & allied and not soviet & allied
        neutral = sum(w.lands.country[name] for name in w.lands.neutrals)
        assert axis | soviet | allied == w.land & ~neutral
        assert bool(soviet) == (SOVIET in w.powers) and bool(allied) == (ALLIED in w.powers)
    west = world("italy")
    for place in ("Palermo", "Cagliari", "London", "Glasgow", "Dublin", "Catania"):
        assert west.start_control[ALLIED] >> west.hex(place) & 1, place
    assert west.start_control[AXIS] >> west.hex("Naples") & 1


def test_one_piece_of_ground_under_three_numberings() -> None:
    """13.0a: western numbers and eastern ones name the same hexes of the joined map."""
    both, west, east = world("war"), world("italy"), world()
    assert both.lands.at("1814", "west") == both.hex("Paris")
    assert west.lands.at(f"18{14 + WEST_SHIFT}", "east") == west.hex("Paris")
    assert east.lands.at("2003", "west") == east.hex("Berlin") == east.lands.at("2031", "east")
    at = {both.armies[u].id: h for u, h in both.late_units.items()}
    assert both.label(at["de-7"]) == "1646"


def test_ports_by_river() -> None:
    """7.462: Bordeaux is within two river sides of the sea; Kerch is on two seas, Gibraltar on two."""
    w = world("war")
    assert w.lands.ports_of("atlantic", 2) >> w.hex("Bordeaux") & 1
    for water in ("black_sea", "azov"):
        assert w.lands.ports_of(water, 2) >> w.hex("Kerch") & 1
    assert not w.lands.ports_of("atlantic", 2) >> w.hex("Paris") & 1
    for water in ("atlantic", "mediterranean"):
        assert w.lands.coast[water] & w.lands.gibraltar


def test_borders_are_sets_between_two_countries() -> None:
    """5.4h."""
    w = world()
    assert ("germany", "ussr") in w.lands.border_number and ("poland", "ussr") in w.lands.border_number
    a, b = w.hex("Brest-Litovsk"), w.lands.at("2524", "east")
    assert w.lands.border_names[w.lands.border_between(a, b)] == ("poland", "ussr")
    assert w.lands.border_between(a, a + 1) == -1 or w.lands.border.has(a, a + 1)
    assert sum(len(sides) for sides in w.lands.borders) == len(w.lands.border)


def test_steps_over_the_ground() -> None:
    w = world()
    dry = w.steps(False, (0, 0, 0), False)
    lake = next(iter(w.lands.lake.pairs()))
    assert lake[1] not in dry[lake[0]]
    frozen = w.steps(False, (SNOW, SNOW, SNOW), True)
    assert frozen[lake[0]][lake[1]] == 1  # 8.0h
    for a, b in w.lands.sea.pairs():
        assert b not in dry[a]
    a, b = next(
        (a, b)
        for a, b in w.lands.river.pairs()
        if w.lands.open >> a & 1 and w.lands.open >> b & 1 and b in dry[a]
    )
    assert dry[a][b] == 2 and w.steps(True, (0, 0, 0), False)[a][b] == 3
    assert w.steps(True, (SNOW, SNOW, SNOW), False)[a][b] == 2


# --- packs


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ({"tables": {"results": {"rows": {"2": ["x"] * 10}}}}, "no result"),
        ({"tables": {"weather": {"spring": {"north": ["fog"] * 6}}}}, "fog"),
        ({"tables": {"terrain": {"hex": {"open": {"infantry": 0}}}}}, "terrain.hex.open"),
        ({"cities": {"population": {"ussr": {"Moscow": 9}}}}, "Moscow"),
        ({"cities": {"population": {"finland": {"Moscow": 3}}}}, "not in finland"),
        ({"leaders": {"axis": {"leader": [{"id": "hoth", "post": "nowhere"}]}}}, "nowhere"),
        ({"units": {"ladders": {"soviet": [["D", 4]]}}}, "ladder soviet"),
        ({"units": {"soviet": {"unit": [{"id": "su-6", "ladder": "none"}]}}}, "su-6"),
        ({"setups/east": {"units": {"su-6": "0000"}}}, "not on land"),
        ({"economy": {"oil": {"point": [{"city": "Baku", "points": 0, "games": "E"}]}}}, "Baku"),
        ({"turns": {"air": {"soviet": [1, 2]}}}, "16 numbers"),
        ({"rubbish": {}}, "no part 'rubbish'"),
    ],
)  # fmt: skip
def test_a_wrong_pack_is_refused_with_where(pack: dict[str, Any], words: str) -> None:
    with pytest.raises(BadData) as told:
        World(Setup(scenario="invasion", pack=pack))
    assert words in str(told.value)


def test_a_pack_changes_what_it_names() -> None:
    pack = {
        "leaders": {"soviet": {"leader": [{"id": "zhukov", "stars": 4}]}},
        "setups/east": {"units": {"su-6": "2914"}},
        "tables": {"costs": {"air": 12}},
    }
    w = World(Setup(scenario="invasion", pack=pack))
    assert w.stars[w.leader("zhukov")] == 4 and world().stars[world().leader("zhukov")] == 5
    assert w.label(w.start_units[w.unit("su-6")]) == "2914"
    assert w.tables.costs.air == 12 and w.tables.costs.naval == 20
