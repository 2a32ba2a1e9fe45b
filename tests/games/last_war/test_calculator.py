"""The umpire's calculator."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexfront.cli import main
from hexfront.errors import BadData
from hexfront.games.last_war import GAME
from hexfront.games.last_war.calculator import LastWarCalculator

OREL: dict[str, Any] = {
    "attacker_men": 14, "attacker_tanks": 3, "attacker_air": 3, "attacker_me": 2, "attacker_lsp": 2, "attacker_die": 2,
    "defender_men": 4, "defender_tanks": 1, "defender_air": 3, "defender_me": 5, "defender_die": 6,
}  # fmt: skip
COUNTER: dict[str, Any] = {
    "attacker_men": 7, "attacker_tanks": 3, "attacker_air": 3, "attacker_me": 5, "attacker_lsp": 4,
    "attacker_cards": [2], "attacker_die": 3,
    "defender_men": 8, "defender_tanks": 1, "defender_air": 1, "defender_me": 2, "defender_lsp": 1, "defender_die": 2,
}  # fmt: skip
CALC = LastWarCalculator()


def test_the_first_printed_combat() -> None:
    answer = CALC.resolve(OREL)
    assert (answer.column, answer.result, answer.rolled) == ("3:2", "orange", (2, 6))
    assert answer.words == "The front line does not advance."
    losses = answer.extra["losses"]
    assert losses["defender"]["order"] == ["tank", "man", "man", "man"]
    assert losses["attacker"]["order"] == ["man", "man", "tank"]
    assert losses["defender"]["left"] == {"men": 1, "tanks": 0, "air": 3}
    assert answer.extra["difference"] == answer.extra["row"] == -2


def test_the_second_printed_combat() -> None:
    answer = CALC.resolve(COUNTER)
    assert (answer.column, answer.result, answer.extra["difference"]) == ("4:1", "green", 6)
    assert answer.extra["effect"] == "beyond"
    losses = answer.extra["losses"]
    assert losses["defender"]["order"] == ["air", "tank", "man", "man", "man"]
    assert losses["attacker"]["order"] == ["man", "man"]
    assert answer.extra["columns"][answer.extra["column_index"]] == "4:1"
    assert answer.extra["rows"]["+6"][answer.extra["column_index"]] == "G"


def test_without_dice_the_chances_are_given() -> None:
    data = {k: v for k, v in OREL.items() if not k.endswith("_die")}
    answer = CALC.resolve(data)
    assert answer.result == "" and not answer.rolled
    assert abs(sum(answer.chances.values()) - 1) < 1e-9
    assert set(answer.chances) <= {"green", "yellow", "blue", "orange", "red"}
    assert "difference" not in answer.extra


def test_every_step_cites_a_case() -> None:
    answer = CALC.resolve(
        {**OREL, "fortification": 2, "major_city": True, "attacker_near_partisans": True, "attacker_lsp": 0}
    )
    assert all(line.rule in GAME.rulebook for line in answer.working)
    rules = {line.rule for line in answer.working}
    assert {
        "shift.fortified",
        "shift.major-city",
        "shift.enemy-pag",
        "shift.no-lsp",
        "shift.tank-supremacy",
    } <= rules
    assert all(field.rule in GAME.rulebook for field in CALC.fields)


def test_landings_and_terrain() -> None:
    sea = CALC.resolve({**COUNTER, "amphibious": True})
    assert sea.extra["difference"] == 2 and sea.extra["effect"] in ("lands", "fails")
    bare = CALC.resolve({**COUNTER, "amphibious": True, "landing_craft": False})
    assert bare.extra["difference"] == 0
    swamp = CALC.resolve({**COUNTER, "terrain": "swamp"})
    assert swamp.extra["losses"]["attacker_me"] == 4 and swamp.column == "7:2"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"attacker_men": -1}, "attacker_men"),
        ({"attacker_men": "many"}, "attacker_men"),
        ({"attacker_me": None}, "attacker_me"),
        ({"attacker_me": 0}, "attacker_me"),
        ({"defender_die": 7}, "defender_die"),
        ({"defender_die": None}, "defender_die"),
        ({"attacker_die": None}, "attacker_die"),
        ({"terrain": "moon"}, "terrain"),
        ({"amphibious": 1}, "amphibious"),
        ({"attacker_cards": [0]}, "attacker_cards"),
        ({"attacker_cards": ["x"]}, "attacker_cards"),
        ({"attacker_cards": 2}, "attacker_cards"),
        ({"fortification": 1.5}, "fortification"),
        ({"colour": "green"}, "colour"),
        ({"attacker_men": 0, "attacker_tanks": 0, "attacker_air": 0}, "attacker_men"),
    ],
)
def test_bad_input_is_refused_by_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(BadData, match=f"'{field}'"):
        CALC.resolve({**OREL, **change})


def test_card_values_may_be_typed_as_text() -> None:
    assert CALC.resolve({**COUNTER, "attacker_cards": ["2"]}) == CALC.resolve(COUNTER)


def test_on_the_command_line(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "combat.json"
    path.write_bytes(msgspec.json.encode(OREL))
    assert main(["resolve", "last_war", "--input", str(path)]) == 0
    out = capsys.readouterr().out
    assert "Column 3:2" in out and "orange" in out and "[shift.tank-supremacy]" in out
    assert main(["resolve", "last_war", "--input", str(path), "--json"]) == 0
    data = msgspec.json.decode(capsys.readouterr().out)
    assert data["result"] == "orange" and data["extra"]["losses"]["ratio"] == 2
    path.write_bytes(b'{"attacker_me": 2}')
    assert main(["resolve", "last_war", "--input", str(path)]) != 0
    assert "defender_me" in capsys.readouterr().err


def test_the_game_offers_it() -> None:
    assert isinstance(GAME.calculator(), LastWarCalculator)
