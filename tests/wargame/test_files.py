"""Data files with an owner's pack over them, the map with it, and positions written down."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hexfront.errors import BadData, UnknownName
from hexfront.kernel import Setup
from hexfront.wargame import DataFiles, convert
from tests.games.motherland.kit import table


@pytest.fixture
def files(tmp_path: Path) -> DataFiles:
    (tmp_path / "setups").mkdir()
    (tmp_path / "tables.toml").write_text("[cost]\nwoods = 2\nhills = 3\n")
    (tmp_path / "setups" / "east.toml").write_text("air = 4\n")
    return DataFiles("A game", tmp_path, ("tables",), {"setups": ("east",)})


def test_a_pack_is_laid_over_files_folders_and_files_of_folders(files: DataFiles) -> None:
    assert files.of(Setup("x")) == {
        "tables": {"cost": {"woods": 2, "hills": 3}},
        "setups": {"east": {"air": 4}},
    }
    pack = {"tables": {"cost": {"woods": 1}}, "setups/east": {"air": 5}}
    merged = files.of(Setup("x", pack=pack))
    assert merged == {"tables": {"cost": {"woods": 1, "hills": 3}}, "setups": {"east": {"air": 5}}}
    assert files.of(Setup("x", pack={"setups": {"east": {"air": 6}}}))["setups"]["east"]["air"] == 6
    assert files.own["tables"]["cost"]["woods"] == 2, "ours stays as it is"
    with pytest.raises(
        BadData, match="A pack for A game has no part 'weather'; it has map, setups, setups/east, tables"
    ):
        files.of(Setup("x", pack={"weather": {}}))


def test_a_pack_changes_hexes_of_the_map_or_replaces_it(files: DataFiles) -> None:
    ours = files.board(Setup("x"), "skirmish")
    assert ours.id == "skirmish"
    changed = files.board(Setup("x", pack={"map": {"features": {"town": ["0303"]}}}), "skirmish")
    assert changed.labels(changed.features["town"]) == ("0303",)
    whole = {
        "format": "hexfront-map/1", "id": "small", "title": "Small", "provenance": "test",
        "grid": {"orientation": "flat", "columns": 2, "rows": 1, "shifted": "even", "numbering": "CCRR"},
        "terrain": {"legend": {".": "plain", "~": "ocean"}, "rows": [".~"], "water": ["ocean"]},
    }  # fmt: skip
    small = files.board(Setup("x", pack={"map": whole}), "skirmish")
    assert (
        small.id == "small"
        and small.labels(small.water) == ("0201",)
        and small.labels(small.land) == ("0101",)
    )


def test_a_record_that_does_not_fit_is_refused_with_its_place() -> None:
    class Row(msgspec.Struct):
        turn: int

    assert convert({"turn": 3}, Row, "turns.toml").turn == 3
    with pytest.raises(BadData, match=r"turns\.toml: .*turn"):
        convert({"turn": "three"}, Row, "turns.toml")


def test_a_position_names_counters_hexes_and_boxes() -> None:
    t = table({"I": "Moscow", "II": "pool", "Kharkov Factory": "eliminated"}, steps={"I": 2}, air=3)
    assert t.at("I") == "2113" and t.at("II") == "pool" and t.steps("I") == 2 and t.s.air == 3
    assert t.s.lost_assets == [t.number("Kharkov Factory")]
    with pytest.raises(UnknownName, match="no field 'planes'"):
        table({"I": "1010"}, planes=3)
    with pytest.raises(UnknownName, match="no counter 'nobody'"):
        table({"nobody": "1010"})
