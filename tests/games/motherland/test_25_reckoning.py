"""Dice have six sides; points, levels and control at their edges."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import victory
from hexfront.games.motherland.actions import Pick, Redeploy, Ship, Step
from hexfront.games.motherland.administration import ProductionRoll
from hexfront.games.motherland.combat import CombatRoll
from hexfront.games.motherland.control import StalinRoll, SurrenderRoll, occupy, return_starred
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.options import BakuRoll, FactoryRoll, TurkishRoll
from hexfront.games.motherland.partisans import Interdiction
from hexfront.games.motherland.reinforcements import ReturnRoll
from hexfront.games.motherland.state import (
    attack_factor,
    axis_holds,
    defense_factor,
    eliminate,
    move_factor,
    printed,
    return_chit,
)
from hexfront.games.motherland.supply_phase import Attrition
from hexfront.games.motherland.victory import Points, SuddenDeathRoll, reckoning, result_of
from tests.games.motherland.kit import AXIS, SOVIET, Table, board, chain, moving, row, table
from tests.games.motherland.test_19_victory import COUNTRIES, LINE, MAP, strip

GOOD = "C 3-5/2-3 t4"


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


# --- factors


@pytest.mark.rule("9.5a")
@pytest.mark.rule("9.5b")
@pytest.mark.rule("5.1.1")
def test_9_5_halves_are_rounded_up_and_only_for_those_short_of_supply() -> None:
    t = table({"XLI Pz": "1010", "KG Raus": "1012", "I": "1014"}, supply={"XLI Pz": 2, "KG Raus": 1})
    pz, kg, corps = (t.number(name) for name in ("XLI Pz", "KG Raus", "I"))
    assert (attack_factor(t.s, pz), defense_factor(t.s, pz), move_factor(t.s, pz)) == (5, 4, 4)
    assert (attack_factor(t.s, kg), defense_factor(t.s, kg), move_factor(t.s, kg)) == (2, 3, 4)
    assert (attack_factor(t.s, corps), defense_factor(t.s, corps), move_factor(t.s, corps)) == (5, 7, 4)


@pytest.mark.rule("2.3b")
@pytest.mark.rule("8.3.6")
@pytest.mark.rule("11.3.1")
@pytest.mark.rule("11.3a")
def test_2_3b_a_chit_shows_its_two_sides_and_no_chit_shows_nothing() -> None:
    place = {"8 Army": "1010", "9 Army": "1012", "10 Army": "1014", "Fortress Moscow": "1016"}
    chits = {"9 Army": GOOD, "10 Army": GOOD, "Fortress Moscow": GOOD}
    t = table(place, chits=chits, steps={"10 Army": 1}, turn=4)
    assert [printed(t.s, t.number(name)) for name in place] == [(0, 0), (3, 5), (2, 3), (3, 5)]
    fortress = t.number("Fortress Moscow")
    assert (attack_factor(t.s, fortress), defense_factor(t.s, fortress)) == (0, 5)


@pytest.mark.rule("11.2.2b")
@pytest.mark.rule("20.2-s4")
def test_11_2_2b_a_unit_without_a_chit_burns_none() -> None:
    t = table({"8 Army": "1010"})
    return_chit(t.s, t.number("8 Army"))
    eliminate(t.s, t.number("8 Army"))
    assert not any(t.s.burnt) and not any(t.s.cup)
    last = t.w.last_resort
    t.s.burnt[last], t.s.burnt[0] = 2, 3
    return_starred(t.s)
    assert (t.s.cup[last], t.s.cup[0], t.s.burnt[0]) == (0, 3, 0)


# --- control


@pytest.mark.rule("19.1a")
@pytest.mark.rule("19.1c")
@pytest.mark.rule("16.6a")
def test_19_1_open_country_has_no_control_and_only_moscow_rolls() -> None:
    t = moving({"I": "1010", "8 Army": "2010"})
    t.do(Pick, "I")
    t.do(Step, "1011")
    assert t.s.axis_marks == 0
    assert occupy(t.s, AXIS, t.w.hex("Kiev")) == () and t.s.moscow_fallen == 0
    t = table({}, map=MAP, soviet=["Warsaw"])
    assert not axis_holds(t.s, t.w.hex("Warsaw"))


@pytest.mark.rule("20.2-s4")
@pytest.mark.rule("20.3-s1")
@pytest.mark.rule("20.6-s4")
def test_20_leningrad_adds_exactly_one() -> None:
    for scenario in ("stalingrad", "blau", "campaign"):
        for die, burnt, over in ((2, 4, False), (3, 0, False), (4, 0, False), (5, 4, True)):
            t = table({}, SurrenderRoll(), scenario=scenario, german=["Leningrad"])
            t.s.burnt[0] = 4
            t.roll(die)
            assert (t.s.result is not None, t.s.burnt[0]) == (over, burnt)


# --- points


@pytest.mark.rule("19.0")
@pytest.mark.rule("20.4-vc2")
@pytest.mark.parametrize(
    ("scenario", "points", "winners", "level", "rule"),
    [
        ("stalingrad", 50, ("axis",), "Axis Strategic Victory", "20.2-vc"),
        ("stalingrad", 28, (), "Draw", "20.2-vc"),
        ("stalingrad", 0, ("soviet",), "Soviet Strategic Victory", "20.2-vc"),
        ("uranus", 20, ("soviet",), "Soviet Strategic Victory", "20.4-vc"),
        ("uranus", -7, ("axis",), "Axis Strategic Victory", "20.4-vc"),
        ("campaign", 28, (), "Draw", "20.6-vc1"),
    ],
)
def test_19_0_a_total_has_a_level_and_a_winner(
    monkeypatch: pytest.MonkeyPatch,
    scenario: str,
    points: int,
    winners: tuple[str, ...],
    level: str,
    rule: str,
) -> None:
    monkeypatch.setattr(victory, "reckoning", lambda s: [Points("made up", points, "19.0")])
    t = table({}, scenario=scenario, turn=13)
    result = result_of(t.s)
    scorer = "soviet" if scenario == "uranus" else "axis"
    assert (result.winners, result.level, result.rule) == (winners, level, rule)
    assert result.scores == {scorer: float(points)}
    assert result.reason.startswith(f"{points} {scorer.title()} victory points")


def lines(t: Table) -> dict[str, tuple[int, str]]:
    return {line.what: (line.value, line.rule) for line in reckoning(t.s)}


@pytest.mark.rule("19.0")
@pytest.mark.rule("20.2-vc")
@pytest.mark.rule("20.6-vc1")
def test_19_0_each_line_cites_its_case_and_nothing_is_listed_for_nothing() -> None:
    for scenario, rule in (("stalingrad", "20.2-vc"), ("campaign", "20.6-vc1")):
        t = table({"I": "1017"}, scenario=scenario, map=MAP, german=["Kiev"], soviet=["Smolensk", "Rostov"])
        found = lines(t)
        assert found["Kiev held"] == (2, rule)
        assert found["Rostov recaptured"] == (1, "19.1.1") and "Smolensk recaptured" not in found
        assert not any(what.startswith("0 ") or "Asset" in what or "Armies" in what for what in found)


@pytest.mark.rule("19.2c")
@pytest.mark.rule("20.6-vc2")
def test_19_2c_a_whole_line_is_no_line_of_the_reckoning() -> None:
    t = table(dict(zip(("I", "II", "V"), LINE, strict=True)), map=strip(), scenario="stalingrad")
    found = lines(t)
    assert not any("Axis Front Line" in what for what in found)
    assert any("Soviet Front Line" in what for what in found)
    m = board(regions=COUNTRIES)
    t = table({"8 Army": "0311"}, map=m, scenario="stalingrad")
    assert not any("Armies in" in what for what in lines(t))


@pytest.mark.rule("19.1.3")
@pytest.mark.rule("19.1.4")
def test_19_1_3_the_soviets_too_need_a_line_and_a_garrison() -> None:
    given: dict[str, Any] = {"scenario": "uranus", "turn": 14}
    assert "Stalingrad held" in lines(table({"I": "0110"}, **given))
    assert "Stalingrad held" not in lines(table({"I": "2425"}, **given))
    assert "Stalingrad held" in lines(table({"I": "2425", "8 Army": "2424"}, **given))
    ring = dict(
        zip(
            ("I", "II", "V", "VI", "VII", "IX"), ("2423", "2425", "2324", "2524", "2325", "2525"), strict=True
        )
    )
    assert "Stalingrad held" not in lines(table({"8 Army": "2424", **ring}, **given))
    t = table({"8 Army": "2424", "I": "0110"}, map=board(sources={"E": [], "W": ["0110"], "S": []}), **given)
    assert "Stalingrad held" not in lines(t)


# --- long moves


def long(place: dict[str, str], side: int, **given: Any) -> Table:
    given.setdefault("map", board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]}))
    return table(place, LongMoves(side), phase=f"{('axis', 'soviet')[side]}-movement", **given)


@pytest.mark.rule("5.3a")
@pytest.mark.rule("5.1.6a")
@pytest.mark.rule("5.3.1c")
@pytest.mark.seam("5.3", "13")
def test_5_3a_the_gun_redeploys_by_rail_and_bases_anywhere_in_mud() -> None:
    t = long({"Railroad Gun": "0210"}, AXIS)
    t.do(Pick, "Railroad Gun")
    assert t.ok(Redeploy, "0510") and not t.ok(Redeploy, "0511")
    t = long({"Supply Base 1": "0510"}, AXIS, turn=4)
    t.do(Pick, "Supply Base 1")
    assert t.ok(Redeploy, "0518")


@pytest.mark.rule("5.3a")
def test_5_3a_an_enemy_base_closes_its_hex() -> None:
    t = long({"8 Army": "2610", "Air Base 1": "2410"}, SOVIET)
    t.do(Pick, "8 Army")
    assert not t.ok(Redeploy, "2410") and t.ok(Redeploy, "2409")
    t = long({"I": "0210", "Offensive Support 1": "0410", "8 Army": "2710"}, AXIS)
    t.do(Pick, "I")
    assert not t.ok(Redeploy, "0410") and t.ok(Redeploy, "0409")


@pytest.mark.rule("5.5b")
def test_5_5b_a_port_with_the_enemy_in_it_is_closed() -> None:
    t = long(
        {"I": "0507", "8 Army": "0509", "Offensive Support 1": "1006"}, AXIS, german=["0507", "1006", "0307"]
    )
    t.do(Pick, "I")
    assert t.no(Ship, "1006") == "5.5b" and t.ok(Ship, "0307")
    assert t.no(Ship, "0508") == "5.5b"


@pytest.mark.rule("5.3b")
def test_5_3b_no_second_long_move() -> None:
    t = long({"8 Army": "2610", "9 Army": "2612"}, SOVIET)
    t.do(Pick, "8 Army")
    t.do(Redeploy, "2410")
    assert t.no(Pick, "8 Army") == "5.3b" and t.names(t.offers(Pick)) == {"9 Army"}
