"""The table assistant agrees with the printed examples and with the game itself."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import CallAir, Commit, Join, Target
from hexfront.games.motherland.combat import assess
from tests.games.motherland.kit import SOVIET, attacking, board


def answer(**given: Any) -> Any:
    return GAME.calculator().resolve(given)


@pytest.mark.rule("8.1.2")
@pytest.mark.parametrize(("attack", "defense", "column"), [(15, 4, "3:1"), (11, 12, "1:2")])
def test_the_printed_odds(attack: int, defense: int, column: str) -> None:
    assert answer(attackers=[str(attack)], defenders=[str(defense)]).column == column


@pytest.mark.rule("8.2a")
@pytest.mark.rule("14.1c")
def test_the_printed_shifts() -> None:
    assert answer(attackers=["9"], defenders=["1"], terrain="fortified_city").column == "5:1"
    assert answer(attackers=["1"], defenders=["5"], air=True).column == "1:1"


@pytest.mark.rule("8.4.1b")
@pytest.mark.rule("8.4.1c")
def test_rivers() -> None:
    assert answer(attackers=["15"], defenders=["4"], river="minor").column == "2:1"
    assert answer(attackers=["16"], defenders=["4"], river="major").column == "2:1"


@pytest.mark.rule("9.5a")
@pytest.mark.rule("9.5b")
def test_supply_and_winter_change_single_factors() -> None:
    lines = answer(attackers=["9 lack", "5 out"], defenders=["7 lack", "7 out"]).working
    totals = {line.label: line.value for line in lines}
    assert (totals["Attack total"], totals["Defense total"]) == ("8", "11")
    first = answer(attackers=["9"], defenders=["2"], overrun=True, turn=5).working
    assert {line.label: line.value for line in first}["Attack total"] == "2"
    later = answer(attackers=["9"], defenders=["2"], overrun=True, turn=12).working
    assert {line.label: line.value for line in later}["Attack total"] == "8"
    defended = answer(side="soviet", attackers=["9"], defenders=["7", "7"], overrun=True, turn=6).working
    assert {line.label: line.value for line in defended}["Defense total"] == "6"


@pytest.mark.rule("7.1d")
def test_a_hopeless_overrun() -> None:
    assert answer(attackers=["2"], defenders=["7"], overrun=True).result == "A2"
    assert answer(attackers=["2"], defenders=["6"], overrun=True).result == ""
    assert answer(attackers=["1"], defenders=["1"], overrun=True).result == ""
    assert answer(attackers=["0"], defenders=["0"], overrun=True).result == "A2"


@pytest.mark.rule("8.1.5a")
@pytest.mark.rule("8.1.1")
def test_a_roll_is_read_in_its_own_row() -> None:
    results = ("A2", "A1", "A1", "NE", "D1", "D1")
    for die, result in enumerate(results, 1):
        assert answer(attackers=["5"], defenders=["5"], die=die, turn=1).result == result
    chances = answer(attackers=["5"], defenders=["5"]).chances
    assert chances == pytest.approx({name: results.count(name) / 6 for name in results})


@pytest.mark.rule("18.2.4b")
@pytest.mark.rule("18.2.4c")
@pytest.mark.rule("9.5a")
@pytest.mark.rule("9.5b")
def test_winter_and_halves_to_the_point() -> None:
    for turn, words in ((5, "+3 on the roll"), (12, "+1 on the roll")):
        lines = answer(side="soviet", attackers=["5"], defenders=["4"], turn=turn).working
        assert {line.label: line.value for line in lines}["Winter"] == words
    for factor, half in (("8", "4"), ("7", "4"), ("1", "1")):
        lines = answer(attackers=[f"{factor} out"], defenders=[f"{factor} out"]).working
        totals = {line.label: line.value for line in lines}
        assert totals["Attack total"] == totals["Defense total"] == half


@pytest.mark.rule("8.1.5a")
def test_the_whole_table_comes_with_an_answer() -> None:
    rows = answer(attackers=["5"], defenders=["5"]).extra["rows"]
    assert list(rows) == [str(n) for n in range(1, 10)]
    assert rows["1"][0] == "AE" and rows["9"][-1] == "DE" and rows["4"][2] == "NE"


def test_a_roll_gives_a_result_in_words_and_text() -> None:
    found = answer(side="soviet", turn=5, attackers=["9"], defenders=["3"], support=True, die=6)
    assert (found.rolled, found.result, found.words) == (
        (6,),
        "1/2",
        "The attacker loses 1 step, the defender loses 2 steps.",
    )
    text = GAME.calculator().text(found)
    assert "Offensive Support" in text and "[13.0c]" in text and "Roll 6: 1/2" in text
    assert answer(attackers=["5"], defenders=["4"], die=1).words.startswith("The attacker loses steps")
    assert answer(attackers=["50"], defenders=["4"], die=6).words == "The defender is eliminated."


@pytest.mark.rule("7.1d")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "attackers"), ({"attackers": ["5"]}, "defenders"), ({"attackers": ["x"], "defenders": ["4"]}, "9 lack"),
        ({"attackers": ["5"], "defenders": ["4"], "gun": True, "overrun": True}, "16.2.1"),
        ({"attackers": ["5"], "defenders": ["4"], "overrun": True, "terrain": "city"}, "7.2a"),
        ({"attackers": ["5"], "defenders": ["4"], "support": True}, "13.0a"),
        ({"attackers": ["5"], "defenders": ["4"], "air": True, "turn": 5}, "14.3b"),
        ({"side": "soviet", "attackers": ["5"], "defenders": ["4"], "air": True}, "14.1a"),
        ({"side": "soviet", "attackers": ["5"], "defenders": ["4"], "gun": True}, "16.2a"),
        ({"attackers": ["5"], "defenders": ["4"], "weather": "fine"}, "weather"),
        ({"attackers": ["5"], "defenders": ["4"], "turn": 23}, "turn"),
        ({"attackers": ["5"], "defenders": ["4"], "turn": 0}, "turn"),
        ({"attackers": ["5"], "defenders": ["4"], "die": 7}, "die"),
        ({"attackers": ["5"], "defenders": ["4"], "die": 0}, "die"),
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_a_sentence(given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadData, match=words):
        answer(**given)


def test_every_field_and_line_cites_a_case() -> None:
    calculator = GAME.calculator()
    assert all(field.rule in GAME.rulebook for field in calculator.fields)
    found = answer(
        side="soviet",
        turn=12,
        attackers=["5 lack"],
        defenders=["7 out"],
        river="major",
        terrain="swamp",
        support=True,
        die=6,
    )
    assert all(line.rule in GAME.rulebook for line in found.working)


def test_the_assistant_and_the_game_agree() -> None:
    m = board({"1011": "woods"}, river=[("1010", "1011")])
    place = {"I": "1010", "XLI Pz": "1010", "8 Army": "1011", "Air Base 1": "1008"}
    t = attacking(place, map=m, chits={"8 Army": "C* 2-4/1-2"}, air=1, supply={"I": 1, "8 Army": 2})
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Join, "XLI Pz")
    t.do(Commit)
    t.do(CallAir)
    odds = assess(t.s)
    found = answer(attackers=["5 lack", "9"], defenders=["4 out"], river="minor", terrain="woods", air=True)
    assert found.column == t.w.results.columns[odds.column]
    assert found.chances == pytest.approx(odds.chances())
    place = {"8 Army": "1010", "I": "1011", "Offensive Support 1": "1009"}
    t = attacking(place, SOVIET, map=m, chits={"8 Army": "C 5-6/3-4 t15"}, turn=19)
    t.do(Target, "1011")
    t.do(Join, "8 Army")
    t.do(Commit)
    odds = assess(t.s)
    found = answer(
        side="soviet", turn=19, attackers=["5"], defenders=["7"], river="minor", terrain="woods", support=True
    )
    assert found.column == t.w.results.columns[odds.column]
    assert found.chances == pytest.approx(odds.chances())
