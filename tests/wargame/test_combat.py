"""One combat worked out, and all that is shown of it; results read in one place."""

from __future__ import annotations

import pytest

from hexfront.errors import BadData
from hexfront.kernel import Working
from hexfront.wargame import BadField, Odds, OddsCalculator, ResultsTable, Term, read_result
from hexfront.wargame.combat import Toll

TABLE = ResultsTable(
    "combat",
    {
        "columns": ["1:2", "1:1", "2:1", "3:1+"],
        "rows": [["AE", "A1", "NE", "D1"], ["A1", "NE", "D1", "D2"], ["1/1", "D1", "D2", "DE"]],
    },
)
OPEN = ResultsTable("open", {"columns": ["1:1", "2:1"], "below": "A1", "rows": [["NE", "D1"]]})
WOODS, GUN = Term("Woods", -1, "4.1"), Term("Gun", 1, "4.2")


def test_shifts_start_from_a_column_of_the_table_and_end_with_it() -> None:
    odds = Odds(TABLE, 9, 4, [WOODS], [GUN])
    assert (odds.start, odds.column, odds.header, odds.bonus) == (2, 1, "1:1", 1)
    assert Odds(TABLE, 1, 9).start == 0, "the table ends at its first column"
    assert Odds(TABLE, 1, 9, [Term("Air", 2, "")]).header == "2:1", "and shifts count from there"
    assert Odds(TABLE, 9, 1, [Term("Air", 2, "")]).header == "3:1+"
    assert Odds(TABLE, 9, 0).header == "3:1+", "nothing defends"


def test_off_an_end_with_a_result_of_its_own_there_is_no_roll() -> None:
    odds = Odds(OPEN, 1, 2)
    assert odds.column == -1 and odds.certain == odds.read(6).result and odds.header == "below 1:1"
    assert odds.chances() == {"A1": 1.0} and odds.read(1).result == "A1"
    assert not Odds(OPEN, 2, 2).certain and Odds(OPEN, 2, 2, [WOODS]).certain


def test_the_forecast_and_the_answer_tell_the_same_combat() -> None:
    odds = Odds(TABLE, 9, 4, [WOODS], [Term("Gun", 1, "4.2", "one better")], [Working("Attack", "9", "3.1")])
    lines = [("Attack", "9", "3.1"), ("Odds", "2:1", "3.2"), ("Woods", "-1 column", "4.1")]
    lines.append(("Gun", "one better", "4.2"))
    forecast = odds.forecast("A fight", "3.2", "0101", ["a"], ["b"], str.lower)
    assert [(line.label, line.value, line.rule) for line in forecast.working] == lines
    assert forecast.columns == TABLE.columns and forecast.column == 1 and forecast.rows == ("1", "2", "3")
    assert forecast.cells[0] == ("AE", "A1", "NE", "D1") and forecast.meanings["1/1"] == "1/1"
    assert (forecast.attackers, forecast.defenders, forecast.at) == (("a",), ("b",), "0101")
    assert dict(forecast.chances) == pytest.approx({"D1": 5 / 6, "NE": 1 / 6})
    asked = odds.answer("A fight", "3.2", None, str.title)
    assert asked.working == forecast.working and asked.chances == dict(forecast.chances) and not asked.result
    told = odds.answer(
        "A fight", "3.2", 1, str.lower, lambda reading: Working("Row", str(reading.row), "3.3")
    )
    assert (told.result, told.words, told.rolled, told.column) == ("NE", "ne", (1,), "1:1")
    assert told.working[-1] == Working("Row", "2", "3.3") and told.extra["row"] == 2
    assert odds.answer("A fight", "3.2", 6, str.lower).extra["row"] == 3, "the table ends at its last row"


def test_every_code_is_read_in_one_place() -> None:
    assert read_result("NE").gain == 0
    assert read_result("AE").attacker.everything and read_result("DE").defender.everything
    assert read_result("DR").defender.retreats and read_result("EX").attacker == read_result("EX").defender
    assert read_result("A2").attacker == Toll(steps=2) and read_result("A2", "either").attacker == Toll(
        either=2
    )
    assert read_result("D3", "either").defender == Toll(either=3) and read_result("D3").attacker == Toll()
    both = read_result("1/-")
    assert (both.attacker.steps, both.defender.steps, both.gain) == (1, 0, -1)
    order = ["AE", "A2", "1/-", "NE", "1/2", "D3", "DE"]
    assert [read_result(code).gain for code in order] == [-9, -2, -1, 0, 1, 3, 9]
    for bad in ("", "ZZ", "A", "1/", "D12"):
        with pytest.raises(BadData, match="not a result of combat"):
            read_result(bad)


def test_a_result_in_words() -> None:
    said = {"NE": "Nothing happens.", "DR": "The defender retreats.", "A1": "The attacker loses 1 step."}
    said["EX"] = "The attacker loses 1 step, the defender loses 1 step."
    assert {code: read_result(code).sentence for code in said} == said


def test_the_plain_assistant_asks_for_each_shift_and_tells_the_result() -> None:
    hill = Term("Hill", -1, "4.2")
    plain = OddsCalculator("A fight", TABLE, "4.1", (hill,))
    assert [field.name for field in plain.fields] == ["attack", "defence", "shift1", "roll"]
    assert plain.fields[2].prompt == "Hill" and plain.fields[2].rule == "4.2"
    flat = plain.resolve({"attack": 4, "defence": 2})
    high = plain.resolve({"attack": 4, "defence": 2, "shift1": True, "roll": 1})
    assert flat.column == "2:1" and not flat.result and sum(flat.chances.values()) == pytest.approx(1)
    assert high.column == "1:1" and high.result == TABLE.read(TABLE.column(2, 2), 1).result
    assert high.words == read_result(high.result).sentence
    with pytest.raises(BadField, match="roll"):
        plain.resolve({"attack": 4, "defence": 2, "roll": TABLE.last_row + 1})
