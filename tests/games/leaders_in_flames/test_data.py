"""What text, examples and history ask of the data."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.data import FILES, units_of
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import POWERS, WEATHER
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.rows import TESTS as NAMES
from hexfront.games.leaders_in_flames.leaders.tests import TESTS, WORDS
from hexfront.games.leaders_in_flames.tables import Tables, outcome
from hexfront.games.leaders_in_flames.victory import extras, points
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Setup
from hexfront.packs import KINDS, provenances
from hexfront.wargame import put
from tests.games.leaders_in_flames.kit import campaign, opening

TABLES = Tables(FILES.own["tables"])
LEADERS: list[dict[str, Any]] = FILES.own["leaders"]["leader"]


def test_every_figure_says_where_it_comes_from() -> None:
    for name in (*FILES.files, *(f"setups/{each}" for each in FILES.folders["setups"])):
        folder, _, file = name.partition("/")
        tree = FILES.own[folder][file] if file else FILES.own[folder]
        for path, kind, _ in provenances(tree):
            assert kind in KINDS or path.startswith(("area", "ability", "victory")), (name, path, kind)


@pytest.mark.rule("5.1c")
def test_assault_at_two_to_one_with_a_five() -> None:
    """The printed cell, and the columns of ability 62 in their order."""
    table = TABLES.land[0]
    assert table.read(table.columns.index("2:1"), 5).result == "2/1"
    for row in ("3:2 2:1 3:1", "6:1 7:1 8:1"):
        first = table.columns.index(row.split()[0])
        assert table.columns[first : first + 3] == tuple(row.split())


def test_both_tables_are_ladders() -> None:
    """One column right is one pip up, so nothing gets worse for the attacker by better odds or a higher roll."""
    for table in TABLES.land:
        for die in range(table.first_row, table.last_row):
            for column in range(len(table.columns) - 1):
                assert table.rows[die + 1][column] == table.rows[die][column + 1]


def test_two_b_comes_up_in_blitzes_at_good_odds() -> None:
    table = TABLES.land[1]
    good = range(table.columns.index("5:1"), len(table.columns))
    share = [
        sum(outcome(table.read(c, die).result).code.endswith("2B") for die in range(1, 11)) / 10 for c in good
    ]
    assert 0.03 <= sum(share) / len(share) <= 0.1, "before modifiers, which raise it in play"


def test_the_force_pools_are_counted_as_the_list_has_them() -> None:
    """Corps and armies of the great powers, as the facts count them (HQs, garrisons and militia included)."""
    counted = {
        nation: sum(not unit.division for unit in units_of(nation, FILES.own["units"][nation]))
        for nation in (*POWERS, "communists")
    }
    assert counted["germany"] >= 95 and counted["ussr"] >= 90
    assert counted["china"] + counted["communists"] == 38
    guards = units_of("ussr", FILES.own["units"]["guards_banner"])
    assert Counter(unit.kind for unit in guards) == Counter({0: 3, 9: 2, 7: 2, 8: 1})


@pytest.mark.rule("1a", "1b")
def test_58_leaders_use_every_ability() -> None:
    assert len(LEADERS) == 58
    assert {n for row in LEADERS for n in row["abilities"]} == set(range(1, 123))
    assert Counter(row["nation"] for row in LEADERS) == Counter(
        germany=10, italy=2, japan=8, commonwealth=10, usa=11, ussr=8, france=5, china=2, finland=1, spain=1
    )
    by_name = {row["id"]: row for row in LEADERS}
    assert by_name["Timoshenko"]["stars"] == 4 and 7 in by_name["Timoshenko"]["abilities"]
    assert all(1 <= row["stars"] <= 5 for row in LEADERS)
    assert {row["start"] for row in LEADERS if not row["start"].isdigit()} == {"Res", "Ge", "Ja", "special"}


@pytest.mark.rule("4.1a", "4.1b")
def test_the_four_frenchmen() -> None:
    by_name = {row["id"]: row.get("faction", "") for row in LEADERS}
    assert by_name["De Lattre"] == by_name["De Gaulle"] == "free_french"
    assert by_name["Darlan"] == by_name["Pretelat"] == "vichy"


def test_rows_of_abilities_and_their_tests() -> None:
    assert tuple(sorted(TESTS)) == tuple(sorted(NAMES)) == tuple(sorted(WORDS))
    w = opening().world
    assert set(w.rows) <= set(range(1, 123))
    used = {name for row in w.rows.values() for name in (*row.when, *row.late)}
    assert used == set(NAMES)
    whites = {n for n, row in w.rows.items() if row.print == "white"}
    assert whites <= {1, 2, 17, 97}


def test_no_rule_of_the_base_names_a_leader_or_an_ability_number() -> None:
    """Rules ask; rows answer. Names of leaders stand in data alone."""
    from pathlib import Path

    import hexfront.games.leaders_in_flames as package

    folder = Path(package.__file__ or "").parent
    names = [row["id"] for row in LEADERS]
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in names:
            assert f'"{name}"' not in text, (path, name)


def test_the_set_up_is_history() -> None:
    s = opening()
    w = s.world
    units = [sum(s.where[u] >= 0 for u in w.units_of[side] if w.is_land(u)) for side in (0, 1)]
    assert 45 <= units[0] <= 60 and 40 <= units[1] <= 55
    assert not list(LEADERS_IN_FLAMES.invariants(s))
    from hexfront.games.leaders_in_flames.land.supply import is_supplied

    for side in (0, 1):
        lost = [w.name(u) for u in w.units_of[side] if s.where[u] >= 0 and not is_supplied(s, u)]
        assert not lost


@pytest.mark.parametrize(
    ("pack", "said"),
    [
        ({"tables": {"assault": {"rows": {"5": ["x"] * 14}}}}, "no result of land combat"),
        ({"units": {"germany": {"INF": ["nonsense"]}}}, "is not a unit"),
        (
            {"abilities": {"ability": [{"n": 18, "topic": "x", "ask": "y", "when": ["moonlight"]}]}},
            "moonlight",
        ),
        ({"tables": {"weather": {"jan": {"arctic": ["fine"]}}}}, "ten results"),
    ],
)
def test_a_pack_that_cannot_be_is_refused(pack: dict[str, Any], said: str) -> None:
    with pytest.raises(BadData, match=said):
        World(Setup("barbarossa", {}, pack))


def test_a_pack_replaces_a_leader_a_unit_and_a_table() -> None:
    pack = {
        "leaders": {"leader": [{"id": "Guderian", "stars": 5, "abilities": [18]}]},
        "units": {"germany": {"MTN": ["Alpine 9-9 1935"]}},
        "tables": {"veto": {"germany": 7}},
    }
    w = World(Setup("barbarossa", {}, pack))
    assert w.has_rank[w.unit("Guderian")] == 5 and [row.n for row in w.abilities(w.unit("Guderian"))] == [18]
    assert w.strength[w.unit("German MTN Alpine")] == 9 and w.tables.veto[0] == 7


def test_every_frame_has_a_name_of_its_own() -> None:
    """Saves know them by their names; two of one name would be read back as one another."""
    import re
    from collections import Counter
    from pathlib import Path

    import hexfront.games.leaders_in_flames as package

    folder = Path(package.__file__ or "").parent
    names = Counter(
        name
        for path in folder.rglob("*.py")
        if path.stem not in ("actions", "events")
        for name in re.findall(r"^class (\w+)\(.*tag=True", path.read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_the_front_of_june_1941_is_supplied_in_snow_too() -> None:
    """Helsinki is held, and Mannerheim's headquarters feeds the corps in Lapland."""
    s = opening()
    w = s.world
    assert any(w.is_troop(u) for u in s.stack.get(w.hex("Helsinki"), ()))
    for weather in ("fine", "rain", "snow"):
        s.weather = [WEATHER.index(weather)] * len(s.weather)
        hungry = [
            w.piece(u) for u in w.land_of[0] if w.is_troop(u) and s.where[u] >= 0 and not is_supplied(s, u)
        ]
        assert not hungry, (weather, hungry)


@pytest.mark.rule("base.victory")
def test_deeds_and_units_that_got_away_count_in_the_west() -> None:
    """Vichy France is worth three points, each unit of the Expeditionary Force in Britain one less."""
    s = campaign({}, scenario="gelb", side="")
    w = s.world
    assert extras(s) == 0
    s.deeds["vichy.set_up"] = 1
    before = points(s)
    assert extras(s) == 3
    put(s, w.unit("HQ Gort"), w.hex("London"))
    put(s, w.unit("British INF III"), w.hex("Glasgow"))
    put(s, w.unit("British INF II"), w.hex("Calais"))
    put(s, w.unit("British INF V"), w.hex("London"))
    assert extras(s) == 3 - 2, "not the one in France, nor one that was never there"
    assert points(s) == before - 2
    del s.deeds["vichy.set_up"]
    assert extras(s) == -2
    assert extras(opening()) == 0, "other scenarios count places alone"
