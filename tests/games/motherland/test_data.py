"""The data: provenance everywhere, the rulebook's constraints, packs laid over it, set-ups that make sense."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.errors import BadData, UnknownName
from hexfront.games.motherland import GAME
from hexfront.games.motherland.data import FILES, SETUPS
from hexfront.games.motherland.kinds import CHIT_UNITS
from hexfront.wargame import read_toml
from tests.games.motherland.kit import real

KINDS = {"rulebook", "history", "related-edition", "reconstruction"}


def blocks() -> list[tuple[str, dict[str, Any]]]:
    found = [(name, read_toml(FILES.root / f"{name}.toml")) for name in FILES.files if name != "tables"]
    found += [(name, read_toml(FILES.root / "setups" / f"{name}.toml")) for name in SETUPS]
    return found + [
        (f"tables.{name}", block) for name, block in read_toml(FILES.root / "tables.toml").items()
    ]


@pytest.mark.parametrize(("name", "block"), blocks())
def test_every_block_says_where_it_comes_from(name: str, block: dict[str, Any]) -> None:
    assert block["provenance"] in KINDS
    assert len(block["note"]) > 40
    for case in block.get("cases", [block.get("case")]):
        assert case in GAME.rulebook, (name, case)


def test_the_results_table_meets_the_rulebook() -> None:
    w = real("uranus").w
    columns, rows = w.results.columns, tuple(w.results.rows.values())
    assert columns[0] == "1:3" and columns[-1] == "7:1+" and len(rows) == 9
    assert columns.index("7:1+") - columns.index("5:1") == 2
    assert columns.index("1:1") - columns.index("1:3") == 2
    results = {cell for row in rows for cell in row}
    assert {"AE", "DE", "A2", "D2", "D3", "1/1"} <= results
    ordinary = {cell for row in rows[:6] for cell in row}
    assert not any("/" in cell for cell in ordinary)  # mandatory losses are the price of a raised die


def test_chits_grow_stronger_and_starred_ones_are_weak() -> None:
    w = real("uranus").w
    for letter in "ABC":
        chits = [chit for chit in w.chits if chit.letter == letter and chit.count]
        starred = [sum(chit.full) for chit in chits if chit.starred]
        others = [sum(chit.full) for chit in chits if not chit.starred]
        assert max(starred) <= min(others) and others == sorted(others)
        assert all(chit.reduced < chit.full for chit in chits)
        assert all(chit.turn > 0 for chit in chits if not chit.starred)


def test_there_are_chits_enough_for_the_front() -> None:
    for scenario in ("barbarossa", "blau", "uranus", "zitadelle"):
        t = real(scenario)
        near = t.w.grid.around(t.s.axis_any)
        for letter in "ABC":
            front = [
                u
                for u in t.w.units_of[1]
                if t.w.kind[u] in CHIT_UNITS
                and t.w.letter[u] == letter
                and t.s.where[u] >= 0
                and near >> t.s.where[u] & 1
            ]
            assert sum(t.s.cup[k] for k in t.w.chits_of[letter]) >= len(front), (scenario, letter)


@pytest.mark.parametrize("scenario", ["barbarossa", "blau", "uranus", "zitadelle"])
def test_set_ups_stand_on_their_side_of_the_historical_front(scenario: str) -> None:
    t = real(scenario)
    w = t.w
    assert list(GAME.invariants(t.s)) == []
    region = w.board.regions[w.layout.get("front", "axis_start")]
    astray = [
        w.names[u]
        for u, h in enumerate(t.s.where)
        if h >= 0 and bool(region >> h & 1) != (w.side[u] == 0) and not w.points >> h & 1
    ]
    assert len(astray) <= 2, astray  # the siege of Leningrad reaches over the drawn line
    allowed = [w.may_enter[w.nation[u]] >> h & 1 for u, h in enumerate(t.s.where) if h >= 0]
    assert all(allowed)
    bases = [u for u in range(len(w.names)) if w.names[u].startswith("Supply Base")]
    assert all(w.railroads.hexes >> t.s.where[u] & 1 for u in bases)


def test_a_pack_may_be_a_folder_of_files() -> None:
    whole = {"setups": {"uranus": {"air": 2}}}
    files = {"setups/uranus": {"air": 2}, "tables": {"attrition": {"losses": [0, 0, 0, 0, 0, 1]}}}
    assert GAME.start(GAME.setup("uranus", pack=whole)).air == 2
    s = GAME.start(GAME.setup("uranus", pack=files))
    assert s.air == 2 and s.world.attrition == (0, 0, 0, 0, 0, 1)


def test_a_pack_may_change_one_scenario_by_its_id() -> None:
    pack = {"scenarios": {"scenario": [{"id": "uranus", "last": 13}]}}
    w = GAME.start(GAME.setup("uranus", pack=pack)).world
    assert (w.plan.first, w.plan.last) == (12, 13)
    assert GAME.start(GAME.setup("blau", pack=pack)).world.plan.last == 17


def test_a_pack_lays_figures_over_ours() -> None:
    pack = {
        "units": {"type": {"panzer": {"factors": ["10-9-8", "7-6-8"]}}},
        "tables": {"attrition": {"losses": [0, 0, 0, 0, 0, 1]}},
        "setups": {"uranus": {"air": 2, "axis": {"2228": []}}},
        "map": {"features": {"fortified_city": ["2113"]}},
    }
    s = GAME.start(GAME.setup("uranus", pack=pack))
    w = s.world
    assert w.faces[w.unit("III Pz")] == ((10, 9, 8), (7, 6, 8))
    assert w.attrition == (0, 0, 0, 0, 0, 1) and s.air == 2
    assert w.board.labels(w.fortified) == ("2113",)
    assert s.where[w.unit("LVII Pz")] < 0
    assert real("uranus").w.attrition != w.attrition


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ({"weather": {}}, "has no part 'weather'"),
        ({"units": {"type": {"panzer": {"factors": ["9-8"]}}}}, "attack-defense-move"),
        ({"tables": {"results": {"rows": [["NE"]]}}}, "nine rows"),
        (
            {"tables": {"results": {"rows": [["NE"] * 10] * 8 + [["NE"] * 9 + ["ZZ"]]}}},
            "row 9: .* knows no 'ZZ'",
        ),
        ({"tables": {"attrition": {"losses": [0, 0, 0, 0, 0, -1]}}}, "attrition.losses: .* not -1"),
        ({"tables": {"terrain": {"woods": {"leg": -4}}}}, "terrain.woods.leg: a whole number of at least 1"),
        ({"tables": {"rivers": {"minor": {"mech": -4}}}}, "rivers.minor.mech: a whole number of at least 0"),
        ({"tables": {"partisans": {"marked": [0, 1]}}}, "partisans.marked: 6 numbers are expected, not 2"),
        ({"tables": {"production": {"empty": -5}}}, "production.empty: .* not -5"),
        ({"tables": {"production": {"boxes": [5, 4.5]}}}, "production.boxes: .* not 4.5"),
        ({"turns": {"turn": [{"number": 1, "date": "June", "weather": "hail"}]}}, "knows no 'hail'"),
        ({"scenarios": {"scenario": [{"id": "uranus", "first": 0}]}}, "first: a whole number from 1 to 22"),
        ({"scenarios": {"scenario": [{"id": "uranus", "last": -4}]}}, "last: a whole number from 12 to 22"),
        ({"setups": {"uranus": {"axis": {"2113": ["62 Army"]}}}}, "cannot be set up"),
        ({"setups": {"uranus": {"axis": {"0901": ["XIV Pz"], "2324": []}}}}, "no land hex"),
    ],
)
def test_a_bad_pack_is_refused_in_a_sentence(pack: dict[str, Any], words: str) -> None:
    with pytest.raises(BadData, match=words):
        GAME.start(GAME.setup("uranus", pack=pack))


def test_a_pack_that_names_an_unknown_counter_is_refused() -> None:
    with pytest.raises(UnknownName, match="no counter 'I Guards'"):
        GAME.start(GAME.setup("uranus", pack={"setups": {"uranus": {"axis": {"2228": ["I Guards"]}}}}))


PRINTED = {
    "stalingrad": {
        "Axis Strategic Victory": 41, "Axis Operational Victory": 36, "Axis Tactical Victory": 31, "Draw": 26,
        "Soviet Tactical Victory": 21,
    },
    "zitadelle": {
        "Draw": 14, "Axis Tactical Victory": 10, "Axis Operational Victory": 6, "Axis Strategic Victory": -999,
    },
}  # fmt: skip


@pytest.mark.parametrize(
    "sheet", read_toml(FILES.root / "scenarios.toml")["scenario"], ids=lambda x: str(x["id"])
)
def test_only_bands_and_gaps_that_are_printed_are_marked_so(sheet: dict[str, Any]) -> None:
    printed = [part for part in sheet["victory"] if part["provenance"] == "rulebook"]
    bands = {level: low for part in printed for level, low in part.get("levels", {}).items()}
    gaps = {key: part[key] for part in printed for key in ("gap_axis", "gap_soviet") if key in part}
    assert bands == PRINTED.get(sheet["id"], {})
    assert gaps == ({"gap_axis": -2} if sheet["id"] == "stalingrad" else {})
    assert all(len(part["note"]) > 40 for part in sheet["victory"])


def test_levels_come_best_first_whatever_block_they_stand_in() -> None:
    for scenario in ("stalingrad", "zitadelle", "campaign"):
        lows = list(real(scenario).w.plan.levels.values())
        assert len(lows) == 7 and lows == sorted(lows, reverse=True)
