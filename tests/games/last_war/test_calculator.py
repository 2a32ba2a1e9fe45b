"""The umpire's calculator."""

from __future__ import annotations

from pathlib import Path
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


@pytest.mark.rule("combat.2-multiply")
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


def test_nations_count_with_their_own_effectiveness() -> None:
    """By hand: 10 Men at 5 and 6 of an ally at 2 are 62 against 20; the larger contingent's 5 is that of the side."""
    data = {
        "attacker_men": 10,
        "attacker_me": 5,
        "attacker_lsp": 1,
        "defender_men": 10,
        "defender_me": 2,
        "defender_lsp": 1,
    }
    both = CALC.resolve({**data, "attacker_allies": ["6/0/0/2"]})
    assert "16 of several nations = 62 to 10 × 2 = 20" in [line.value for line in both.working]
    assert both.column == "3:1" and both.extra["losses"]["attacker_me"] == 5
    assert both.extra["losses"]["attacker"]["left"].keys() == {"men", "tanks", "air"}
    large = CALC.resolve({**data, "attacker_allies": [" 14 / 0 / 0 / 2 "]})
    assert large.extra["losses"]["attacker_me"] == 2
    # Allies alone can attack, whatever the effectiveness of those who stay away.
    assert CALC.resolve({**data, "attacker_men": 0, "attacker_allies": ["20/0/0/2"]}).column == "2:1"


def test_bombers_are_given_apart_and_count_as_air() -> None:
    together = CALC.resolve({**OREL, "attacker_air": 5})
    apart = CALC.resolve({**OREL, "attacker_air": 3, "attacker_bombers": 2})
    assert apart == together


def test_a_combat_may_have_a_title() -> None:
    assert CALC.resolve({**OREL, "title": " The bulge of Orel "}).title == "The bulge of Orel"
    assert CALC.resolve(OREL).title == "An attack into open ground"


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
        ({"attacker_allies": ["3/1/0"]}, "attacker_allies"),
        ({"attacker_allies": ["3/1/0/0"]}, "attacker_allies"),
        ({"defender_allies": ["0/0/0/4"]}, "defender_allies"),
        ({"defender_allies": ["1/-1/0/4"]}, "defender_allies"),
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


# --- the documents: what is written down is what goes in and comes out

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
SCHEMA: dict[str, Any] = msgspec.json.decode((REFERENCE / "resolve-last_war.schema.json").read_bytes())
KIND = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}


def faults(value: Any, schema: dict[str, Any], at: str = "$") -> list[str]:
    """What in a value does not fit the part of JSON Schema that the document uses."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if value is None and "null" in kinds:
        return []
    kind = KIND[kinds[0]]
    if not isinstance(value, kind) or (isinstance(value, bool) and kinds[0] != "boolean"):  # type: ignore[arg-type]
        return [f"{at} is no {kinds[0]}"]
    out = []
    if "enum" in schema and value not in schema["enum"]:
        out.append(f"{at} is none of those listed")
    if "minimum" in schema and value < schema["minimum"]:
        out.append(f"{at} is too low")
    if "maximum" in schema and value > schema["maximum"]:
        out.append(f"{at} is too high")
    if isinstance(value, list):
        for n, item in enumerate(value):
            out += faults(item, schema["items"], f"{at}[{n}]")
    if isinstance(value, dict):
        out += [f"{at}.{name} is missing" for name in schema["required"] if name not in value]
        for name, item in value.items():
            if name in schema["properties"]:
                out += faults(item, schema["properties"][name], f"{at}.{name}")
            else:
                out.append(f"{at}.{name} is not in the schema")
    return out


def answered(data: dict[str, Any]) -> dict[str, Any]:
    """The answer as a program reads it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(CALC.resolve(data)))
    return found


def test_the_schema_of_the_input_is_the_calculators() -> None:
    """Field by field: names, bounds, choices, defaults, and which are required."""
    wanted = SCHEMA["input"]
    assert list(wanted["properties"]) == [field.name for field in CALC.fields]
    assert (
        wanted["required"]
        == [field.name for field in CALC.fields if field.required]
        == ["attacker_me", "defender_me"]
    )
    for field in CALC.fields:
        written = wanted["properties"][field.name]
        assert written["description"] == field.prompt
        assert written.get("minimum") == field.low and written.get("maximum") == field.high, field.name
        assert tuple(written.get("enum", ())) == field.choices
        assert field.required == ("default" not in written) and written.get("default") == field.default
    for data in (OREL, COUNTER):
        assert faults(data, wanted) == []


@pytest.mark.parametrize("name", [field.name for field in CALC.fields])
def test_what_the_schema_forbids_the_calculator_refuses(name: str) -> None:
    schema = SCHEMA["input"]["properties"][name]
    bad: list[Any] = (
        [{}, 1.5] if schema["type"] == "string" and "enum" not in schema else [{}, "nonsense", 1.5]
    )
    if "minimum" in schema:
        bad += [schema["minimum"] - 1, schema["maximum"] + 1, True]
    if schema["type"] == "array":
        bad += [[0], [10], [None], [1.5]]
    for value in bad:
        assert faults({**OREL, name: value}, SCHEMA["input"]), value
        with pytest.raises(BadData, match=f"'{name}'"):
            CALC.resolve({**OREL, name: value})


@pytest.mark.parametrize(
    "change",
    [
        {}, {"attacker_die": None, "defender_die": None}, {"terrain": "swamp"}, {"terrain": "jungle", "attacker_lsp": 0},
        {"amphibious": True, "landing_craft": False}, {"fortification": 9, "major_city": True}, {"defender_men": 0},
        {"attacker_men": 999, "attacker_cards": [9, 9, 9], "attacker_columns": 20}, {"defender_near_partisans": True},
    ],
)  # fmt: skip
def test_every_answer_fits_the_schema_of_the_output(change: dict[str, Any]) -> None:
    for data in (OREL, COUNTER):
        assert faults(answered({**data, **change}), SCHEMA["output"]) == []


def test_the_schema_is_no_empty_promise() -> None:
    answer = answered(OREL)
    for spoil in ({"column": "6:1"}, {"result": "pink"}, {"more": 1}, {"rolled": [0, 7]}, {"title": None}):
        assert faults({**answer, **spoil}, SCHEMA["output"]), spoil
    assert faults({name: value for name, value in answer.items() if name != "extra"}, SCHEMA["output"])


def test_the_page_names_every_field_and_key() -> None:
    page = (REFERENCE / "resolve-last_war.md").read_text()
    for field in CALC.fields:
        short = field.name.replace("defender_", "attacker_")
        assert f"`{short}`" in page or f"`_{short.removeprefix('attacker_')}`" in page, field.name
    for name in SCHEMA["output"]["properties"]:
        assert f"`{name}`" in page or name == "extra", name
    for name in SCHEMA["output"]["properties"]["extra"]["properties"]:
        assert f"`extra.{name}`" in page, name


def test_the_printed_combats_answer_the_same_for_ever() -> None:
    """The whole answer to both printed combats, as a program that reads it today will read it tomorrow."""
    kept = msgspec.json.decode((Path(__file__).parent / "golden" / "resolve.json").read_bytes())
    assert answered(OREL) == kept["orel"] and answered(COUNTER) == kept["counter"]
