"""The table assistant."""

from __future__ import annotations

import pytest

from hexfront.errors import BadData
from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.data import AXIS
from hexfront.games.turns_east.strength import odds

from .helpers import field, hexof, unit

CALC = GAME.calculator()


def test_12_against_7_is_1_to_1() -> None:
    answer = CALC.resolve({"attackers": [8, 4], "defenders": [4, 3]})
    assert answer.column == "1:1" and answer.result == ""
    assert sum(answer.chances.values()) == pytest.approx(1)


def test_every_modifier_has_its_case() -> None:
    answer = CALC.resolve(
        {
            "attackers": ["8", "6/2"],
            "defenders": [2],
            "place": "city",
            "river": True,
            "attacker_support": True,
            "roll": 6,
        }
    )
    assert answer.title == "Attack: 16 to 2" and answer.column == "4:1"
    rules = [line.rule for line in answer.working]
    assert rules == ["2.2.1g", "10.1.5", "2.2.1g", "13.8.1", "12.2.1a", "12.2.1d", "12.2.1d"]
    assert all(rule in GAME.rulebook for rule in rules)
    assert answer.result == "DE" and answer.rolled == (6,)
    assert "Column 4:1" in CALC.text(answer) and "[12.2.1d]" in CALC.text(answer)


def test_hopeless_odds_need_no_roll() -> None:
    answer = CALC.resolve({"attackers": [3], "defenders": [7]})
    assert answer.result == "A1" and answer.rolled == () and answer.chances == {"A1": 1.0}
    shifted = CALC.resolve({"attackers": [4], "defenders": [4], "place": "fort"})
    assert shifted.result == "A1"


def test_mobile_assault_with_a_leader() -> None:
    answer = CALC.resolve(
        {"kind": "mobile assault", "attackers": [6], "defenders": [6], "leader": True, "roll": 5}
    )
    assert answer.result == "DR"  # a 5 read as 6
    for more, case in (
        ({"weather": "Mud"}, "12.4.1"),
        ({"terrain": "forest"}, "12.4.2"),
        ({"river": True}, "12.4.2"),
        ({"side": "soviet"}, "12.4"),
    ):
        with pytest.raises(BadData, match=rf"\({case}\)"):
            CALC.resolve({"kind": "mobile assault", "attackers": [6], "defenders": [6], **more})
    with pytest.raises(BadData, match=r"12\.4\.9b"):
        CALC.resolve({"attackers": [6], "defenders": [6], "leader": True})
    with pytest.raises(BadData, match=r"13\.8\.2"):
        CALC.resolve({"attackers": [6], "defenders": [6], "weather": "Snow", "attacker_support": True})


def test_counterattack() -> None:
    low = CALC.resolve(
        {"kind": "counterattack", "side": "soviet", "attackers": [1], "defenders": [8], "roll": 6}
    )
    assert (low.column, low.result) == ("1:2", "B1")
    plain = CALC.resolve(
        {"kind": "counterattack", "side": "soviet", "attackers": ["4/3"], "defenders": [4], "place": "fort"}
    )
    assert plain.column == "1:1"  # supply and terrain are ignored


def test_it_says_what_is_wrong() -> None:
    with pytest.raises(BadData, match="attackers"):
        CALC.resolve({"defenders": [4]})
    with pytest.raises(BadData, match="'six' is not a factor"):
        CALC.resolve({"attackers": ["six"], "defenders": [4]})
    with pytest.raises(BadData, match="at least one"):
        CALC.resolve({"attackers": [], "defenders": [4]})
    for wrong in ("8 6", "0", "-3", "6/-1", "6/", "/2", 0, 1.5):
        found = CALC.faults({"attackers": [8, wrong], "defenders": [4]})
        assert [fault.field for fault in found] == ["attackers"], wrong
    with pytest.raises(BadData, match="no field"):
        CALC.resolve({"attackers": [4], "defenders": [4], "moon": "full"})


def test_it_agrees_with_the_game() -> None:
    s = field({"ge-6": "2215", "su-5": "2315"}, stage="attack", soviet_towns=("2214",))
    played = odds(s, AXIS, (unit(s, "ge-6"),), hexof(s, "2315"), False, False, False)
    worked = CALC.resolve({"attackers": [8], "defenders": [4], "river": True})
    assert s.world.combat_table.columns[played.column] == worked.column


def test_a_pack_changes_its_tables() -> None:
    from hexfront.games.turns_east.calculator import TurnsEastCalculator

    own = TurnsEastCalculator({"tables": {"markers": {"luftwaffe": 9}}})
    assert own.resolve({"attackers": [1], "defenders": [2], "attacker_support": True}).column == "5:1"
