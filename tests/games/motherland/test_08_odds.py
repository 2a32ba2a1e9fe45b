"""Chapters 8.0 to 8.4: who may attack, with what strength, and how the odds are worked out."""

from __future__ import annotations

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import CallAir, Cancel, Commit, FireGun, Join, Overrun, Pick, Target
from hexfront.games.motherland.administration import ProductionRoll
from hexfront.games.motherland.combat import CombatRoll, Support, assess
from hexfront.games.motherland.control import StalinRoll, SurrenderRoll
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.options import BakuRoll, FactoryRoll, TurkishRoll
from hexfront.games.motherland.partisans import Interdiction
from hexfront.games.motherland.reinforcements import ReturnRoll
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.supply_phase import Attrition
from hexfront.games.motherland.victory import SuddenDeathRoll
from hexfront.wargame import Odds
from tests.games.motherland.kit import (
    AXIS,
    GOOD,
    SOVIET,
    WEAK,
    Table,
    attacking,
    board,
    chain,
    forming,
    moving,
    row,
    table,
)


@pytest.mark.rule("8.0a")
@pytest.mark.rule("8.3.1a")
def test_the_list_of_targets_agrees_with_the_refusals() -> None:
    m = board(strait=[("1227", "1327")], frozen=[("1010", "1011")], sea=[("1410", "1411")])
    place = {
        "8 Army": "1010",
        "I": "1011",
        "5 Tank": "1227",
        "II": "1327",
        "9 Army": "1410",
        "V": "1411",
        "VI": "1412",
    }
    for side in (AXIS, SOVIET):
        for turn in (11, 12):
            attacking(place, side, map=m, turn=turn).agree()


@pytest.mark.rule("8.0b")
def test_8_0b_an_attack_taken_up_again_can_be_committed() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Cancel)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert type(t.frame()) is CombatRoll


def combat_at_hand() -> Table:
    m = board({"1011": "woods"}, river=[("1010", "1011")])
    t = attacking(
        {"8 Army": "1010", "9 Army": "1010", "I": "1011", "Offensive Support 1": "1009"},
        SOVIET,
        map=m,
        turn=12,
        chits={"8 Army": "C 4-6/2-3 t12"},
        cup={GOOD: 3},
    )
    t.do(Target, "1011")
    t.do(Join, "8 Army")
    t.do(Join, "9 Army")
    return t


@pytest.mark.rule("8.1.1")
@pytest.mark.rule("8.1.5a")
def test_the_forecast_shows_every_step_with_its_case() -> None:
    t = combat_at_hand()
    found = GAME.forecast(t.s, "soviet")
    assert found is not None
    assert [(line.label, line.value, line.rule) for line in found.working] == [
        ("Attack", "7", "8.1.1"),
        ("Defense", "9", "8.1.1b"),
        ("Chits still to draw", "9 Army", "11.1.1"),
        ("Minor River", "+2", "8.4.1b"),
        ("Odds", "1:2", "8.1.2"),
        ("Terrain", "-1 column", "8.4"),
        ("Offensive Support", "+3 on the roll", "13.0c"),
        ("Winter", "+1 on the roll", "18.2.4c"),
    ]
    assert found.columns[found.column] == "1:3" and sum(p for _, p in found.chances) == pytest.approx(1)
    assert found.attackers == ("8 Army", "9 Army") and found.defenders == ("I",)
    t.do(Commit)
    t.roll(GOOD)
    assert type(t.frame()) is CombatRoll
    words = found.meanings
    assert set(words) == {code for row in found.cells for code in row}
    assert words["DE"] == "the defender is eliminated"
    assert words["1/-"] == "the attacker loses 1 step"
    assert words["A2"] == "the attacker loses steps or retreats: 2 in all"
    assert GAME.forecast(table({}).s, "axis") is None


@pytest.mark.rule("8.1.1")
def test_8_1_1_the_forecast_shows_the_nine_rows() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Join, "I")
    found = GAME.forecast(t.s, "axis")
    assert found is not None and found.rows == tuple(str(n) for n in range(1, 10))


@pytest.mark.rule("8.1.2")
def test_8_1_2_no_defense_at_all_is_read_on_the_last_column() -> None:
    w = table({}).w
    assert Odds(w.results, 1, 0).header == "7:1+" and Odds(w.results, 1, 1).header == "1:1"


@pytest.mark.rule("8.1.3")
def test_8_1_3_air_and_gun_may_both_be_called() -> None:
    m = board(rail=chain(*row(10, 6, 14)), fortified=["1011"])
    place = {"I": "1010", "8 Army": "1011", "Railroad Gun": "0910", "Air Base 1": "1008"}
    t = attacking(place, map=m, chits={"8 Army": WEAK}, air=1)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    t.do(CallAir)
    assert type(t.frame()) is Support and t.no(CallAir) == "14.1d"
    t.do(FireGun)
    odds = assess(t.s)
    assert [term.label for term in odds.shifts] == ["Terrain", "Air Support"] and odds.bonus == 4


@pytest.mark.rule("8.1.5a")
@pytest.mark.rule("9.1.3b")
@pytest.mark.rule("10.1a")
@pytest.mark.rule("12.1a")
@pytest.mark.rule("16.6a")
@pytest.mark.rule("17.1.4")
@pytest.mark.rule("20.2-s4")
@pytest.mark.rule("20.2-s5")
@pytest.mark.rule("21.1.2")
@pytest.mark.rule("21.2.1b")
def test_every_die_has_six_sides() -> None:
    t = table({"I": "1010"})
    frames = (
        CombatRoll(), Attrition(1), Interdiction(1), ProductionRoll(), StalinRoll(True), SurrenderRoll(), ReturnRoll(1),
        SuddenDeathRoll("20.2-s5"), BakuRoll(), FactoryRoll(), TurkishRoll(0),
    )  # fmt: skip
    for frame in frames:
        assert [outcome for outcome, _ in frame.outcomes(t.s).chances()] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("8.3.1a")
@pytest.mark.rule("3.1.3a")
def test_a_combat_phase_begins_with_no_hex_attacked() -> None:
    t = table({"I": "1010", "8 Army": "1011"}, struck_hexes=1 << 349, cancelled=1 << 349)
    t.s.struck_hexes = t.s.cancelled = 1 << t.w.hex("1011")
    t.s.flags = (255,) * len(t.s.flags)
    t.run(PhaseFrame(PHASE_IDS.index("axis-combat")))
    assert t.ok(Target, "1011")
    t.do(Target, "1011")
    t.do(Join, "I")


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


@pytest.mark.rule("8.3.8")
def test_8_3_8_a_base_does_not_join_and_does_not_overrun() -> None:
    t = forming({"Supply Base 1": "1010"})
    assert t.no(Join, "Supply Base 1") == "8.3.8"
    t = moving({"Supply Base 1": "1010", "8 Army": "1011"}, late=True)
    t.do(Pick, "Supply Base 1")
    assert t.no(Overrun, "1011") == "8.3.8"
