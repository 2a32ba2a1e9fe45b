"""Single cases told apart from their neighbours: each test fails when its one rule is taken out."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import Commit, Join, Pick, Redeploy, Step, Target
from hexfront.games.motherland.combat import assess
from hexfront.games.motherland.zones import enemy_zoc
from tests.games.motherland.kit import AXIS, SOVIET, Table, attacking, board, chain, moving, real, row
from tests.games.motherland.test_05_long_moves import sent

WEAK = "C* 1-3/1-2"


def points(t: Table, name: str) -> int:
    return t.s.spent[t.number(name)]


# --- movement


@pytest.mark.rule("5.0c")
def test_5_0c_each_hex_is_paid_for_as_it_is_entered() -> None:
    m = board({"1009": "swamp", "1008": "clear", "1007": "woods"})
    for name, spent in (("I", (2, 3, 4)), ("XLI Pz", (4, 5, 7))):
        t = moving({name: "1010"}, map=m)
        t.do(Pick, name)
        for label, sum_ in zip(("1009", "1008", "1007"), spent, strict=True):
            t.do(Step, label)
            assert (t.at(name), points(t, name)) == (label, sum_)
        assert t.no(Step, "1006") == "5.0b"


@pytest.mark.rule("5.3.1d")
def test_5_3_1d_a_closed_city_or_mountain_closes_what_lies_behind_it() -> None:
    wall = {f"20{r:02d}": "sea" for r in range(1, 37) if r != 10}
    lines = {"E": ["2710"], "S": ["1510"], "W": ["0110"]}
    rail = chain(*row(10, 1, 27))
    m = board(wall, rail=rail, city=["2010"], sources=lines)
    assert sent("8 Army", {"8 Army": "2610"}, map=m).ok(Redeploy, "1610")
    t = sent("8 Army", {"8 Army": "2610"}, map=m, german=["2010"])
    assert t.no(Redeploy, "1610") == "5.3a"
    assert t.ok(Redeploy, "2110")
    m = board({**wall, "2010": "high_mountain"}, rail=rail, sources=lines)
    t = sent("8 Army", {"8 Army": "2610"}, map=m)
    assert t.no(Redeploy, "1610") == "5.3a" and t.no(Redeploy, "2010") == "5.3.1d"
    # A sea hexside is prohibited as well.
    m = board(wall, rail=rail, sources=lines, sea=[("2010", "2110"), ("2010", "2111")])
    assert not sent("8 Army", {"8 Army": "2610"}, map=m).ok(Redeploy, "1610")


# --- printed examples


@pytest.mark.rule("5.1.9b")
def test_5_1_9b_the_printed_hexsides_carry_neither_zone_nor_attack() -> None:
    w = real("zitadelle").w
    for a, b in (("1526", "1625"), ("1625", "1626"), ("1625", "1726")):
        t = Table(real("zitadelle").s)
        t.s.soviet_front = 1 << w.hex(a)
        assert not enemy_zoc(t.s, AXIS) >> w.hex(b) & 1
        t.s.soviet_front = 1 << w.hex(b)
        assert not enemy_zoc(t.s, AXIS) >> w.hex(a) & 1


@pytest.mark.rule("8.3.5")
def test_8_3_5_seven_factors_attack_as_seven_and_only_once() -> None:
    place = {"5 Tank": "1010", "I": "1011", "II": "1009"}
    t = attacking(place, SOVIET, chits={"5 Tank": "B 7-7/4-4 t15"}, turn=15)
    t.do(Target, "1011")
    t.do(Join, "5 Tank")
    t.do(Commit)
    assert assess(t.s).attack == 7
    t.roll(4)  # seven against seven: no effect
    assert t.offers(Target) == []
