"""Chapter 4: zones of control."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import (
    Advance,
    Commit,
    Done,
    FallBack,
    Join,
    Lose,
    Pick,
    Retreat,
    Step,
    Target,
)
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.results import Choice, EndRetreat, Suffer, retreat_violation
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.supply import area
from hexfront.games.motherland.zones import zoc
from hexfront.kernel import Chance, SeededSource, apply
from tests.games.motherland.kit import (
    AXIS,
    GOOD,
    SOVIET,
    WEAK,
    Table,
    attacking,
    board,
    chain,
    losing,
    moving,
    row,
    table,
)
from tests.games.motherland.test_08_results import fight

AROUND_1010 = {"1009", "1011", "0910", "1110", "0911", "1111"}


def zone(t: Table, side: int) -> set[str]:
    return set(t.w.board.labels(zoc(t.s, side)))


def defended(place: dict[str, str], target: str, **given: object) -> Table:
    """A Soviet attack on a hex has given the Axis a numeric result of 2."""
    t = table(place, phase="soviet-combat", **given)  # type: ignore[arg-type]
    t.s.target = t.w.hex(target)
    t.s.defenders = list(t.s.stack[t.s.target])
    return t.run(Suffer(1, 2, 2))


@pytest.mark.rule("4.1a")
def test_4_1a_a_combat_unit_controls_the_six_hexes_around_it() -> None:
    assert zone(table({"I": "1010"}), AXIS) == AROUND_1010
    assert zone(table({"8 Army": "1010"}), SOVIET) == AROUND_1010
    assert zone(table({"Finnish Karelia": "1010"}), AXIS) == AROUND_1010


@pytest.mark.rule("4.1b")
@pytest.mark.parametrize(
    "name", ["Supply Base 1", "Air Base 1", "Railroad Gun", "Offensive Support 1", "Moscow Factory"]
)
def test_4_1b_bases_guns_support_and_assets_have_no_zone(name: str) -> None:
    t = table({name: "1010"})
    assert zone(t, AXIS) == zone(t, SOVIET) == set()


@pytest.mark.rule("4.1c")
@pytest.mark.seam("4", "10")
def test_4_1c_markers_have_no_zone() -> None:
    t = table({}, partisans={"Kovpak": "1010"}, stalin=0)
    assert zone(t, SOVIET) == set()


@pytest.mark.rule("4.1d")
@pytest.mark.rule("5.1.9a")
def test_4_1d_zones_stop_at_water_and_out_of_play_hexes() -> None:
    m = board({"0911": "off", "1111": "sea"}, sea=[("1010", "1110")], lake=[("0910", "1010")])
    assert zone(table({"I": "1010"}, map=m), AXIS) == {"1009", "1011"}


@pytest.mark.rule("4.1-i1")
@pytest.mark.seam("4", "11")
def test_4_1_i1_fortresses_and_units_without_chits_have_zones() -> None:
    t = table({"Fortress Moscow": "1010", "8 Army": "2010"})
    assert zone(t, SOVIET) >= AROUND_1010 | {"2009"}
    assert t.chit("8 Army") == ""


@pytest.mark.rule("4.2a")
@pytest.mark.seam("4", "5")
def test_4_2a_leaving_an_enemy_zone_costs_two_more() -> None:
    t = moving({"I": "1010", "8 Army": "1011"})
    t.do(Pick, "I")
    t.do(Step, "1009")
    assert t.s.spent[t.w.unit("I")] == 3
    t.do(Step, "1008")
    assert t.no(Step, "1007") == "5.0b"


@pytest.mark.rule("4.2b")
def test_4_2b_no_step_from_zone_to_zone() -> None:
    t = moving({"I": "1010", "8 Army": "1011", "Romanian 3rd": "1012"})
    t.do(Pick, "I")
    assert t.no(Step, "1111") == t.no(Step, "0911") == "4.2b"
    assert t.hexes(t.offers(Step)) == {"1009", "0910", "1110"}
    t = moving({"I": "1009", "8 Army": "1011"})
    t.do(Pick, "I")
    t.do(Step, "1010")
    assert t.no(Step, "1111") == "4.2b"
    assert t.ok(Step, "1009")


@pytest.mark.rule("4.2c")
def test_4_2c_entering_a_zone_is_free_and_does_not_stop() -> None:
    t = moving({"XLI Pz": "1008", "8 Army": "1011"})
    t.do(Pick, "XLI Pz")
    t.do(Step, "1009")
    t.do(Step, "1010")
    assert t.s.spent[t.w.unit("XLI Pz")] == 2
    t.do(Step, "1110")
    assert t.s.spent[t.w.unit("XLI Pz")] == 5


@pytest.mark.rule("4.2d")
def test_4_2d_panzers_go_from_zone_to_zone_for_two_more() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1011"})
    t.do(Pick, "XLI Pz")
    assert t.ok(Step, "1111")
    t.do(Step, "1111")
    assert t.s.spent[t.w.unit("XLI Pz")] == 3
    t = moving({"KG Raus": "1010", "8 Army": "1011"})
    t.do(Pick, "KG Raus")
    assert t.ok(Step, "1111")
    t = moving({"5 Tank": "1010", "I": "1011"}, SOVIET, turn=15)
    t.do(Pick, "5 Tank")
    assert t.no(Step, "1111") == "4.2b"


@pytest.mark.rule("4.2.1a")
@pytest.mark.seam("4", "8.6")
def test_4_2_1a_each_empty_enemy_zone_hex_of_a_retreat_costs_a_step() -> None:
    # Three of the four ways out are barred by Soviet units, the fourth lies in their zone.
    place = {
        "I": "1010",
        "8 Army": "1011",
        "9 Army": "1110",
        "10 Army": "0910",
        "11 Army": "0911",
        "12 Army": "1111",
    }
    t = defended({**place, "13 Army": "0808"}, "1010")
    t.do(FallBack)
    assert t.hexes(t.offers(Retreat)) == {"1009"}
    t.do(Retreat, "I", "1009")
    assert t.steps("I") == 2
    assert t.frame() == Choice(1, 1, 2, 0, True)


@pytest.mark.rule("4.2.1b")
@pytest.mark.rule("8.6.2a")
def test_4_2_1b_a_stack_loses_one_step_between_them() -> None:
    place = {
        "I": "1010",
        "II": "1010",
        "8 Army": "1011",
        "9 Army": "1110",
        "10 Army": "0910",
        "11 Army": "0911",
        "12 Army": "1111",
    }
    t = defended(place, "1010")
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    t.do(Retreat, "II", "1009")
    assert (t.steps("I"), t.steps("II")) == (3, 3)
    assert t.no(Lose, "8 Army") == "4.2.1b"
    t.do(Lose, "II")
    assert (t.steps("I"), t.steps("II")) == (3, 2)
    assert type(t.frame()) is Choice


@pytest.mark.rule("4.2.2a")
def test_4_2_2a_a_friend_cancels_the_zone_for_a_retreat_but_not_for_movement() -> None:
    place = {
        "I": "1010",
        "II": "1009",
        "8 Army": "1011",
        "9 Army": "1110",
        "10 Army": "0910",
        "11 Army": "0911",
        "12 Army": "1111",
    }
    t = defended(place, "1010")
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    assert t.steps("I") == 3
    t = moving({"I": "1010", "II": "1111", "8 Army": "1011"})
    t.do(Pick, "I")
    assert t.no(Step, "1111") == "4.2b"


@pytest.mark.rule("4.2.2a")
@pytest.mark.seam("4", "9")
def test_4_2_2a_a_friend_cancels_the_zone_for_supply() -> None:
    wall = {
        "3 Army": "0307",
        "4 Army": "0309",
        "5 Army": "0311",
        "6 Army": "0313",
        "7 Army": "0305",
        "8 Army": "0315",
    }
    for gate, is_open in (({}, False), ({"II": "0310"}, False), ({"II": "0310", "V": "0210"}, True)):
        t = table({"I": "0410", **wall, **gate})
        assert bool(area(t.s, t.w.unit("I")).supplied >> t.w.hex("0410") & 1) == is_open


@pytest.mark.rule("4.2.2b")
@pytest.mark.rule("8.6.2b")
@pytest.mark.rule("9.5c")
@pytest.mark.seam("8.6", "9")
def test_4_2_2b_out_of_supply_units_do_not_retreat_into_an_empty_zone() -> None:
    place = {
        "I": "1010",
        "8 Army": "1011",
        "9 Army": "1110",
        "10 Army": "0910",
        "11 Army": "0911",
        "12 Army": "1111",
    }
    t = defended(place, "1010", supply={"I": 2})
    assert t.no(FallBack) == "8.5.1b"
    t = defended(place, "1010", supply={"I": 1})
    assert t.ok(FallBack)
    t = defended({**place, "II": "1009"}, "1010", supply={"I": 2})
    t.do(FallBack)
    assert t.no(Retreat, "I", "0909") in ("8.6a", "8.6.4a")
    assert t.ok(Retreat, "I", "1009")


@pytest.mark.rule("4.2.2c")
@pytest.mark.rule("8.7.2d")
def test_4_2_2c_an_advance_ignores_enemy_zones() -> None:
    t = attacking(
        {"XLI Pz": "1010", "XIV Pz": "1010", "8 Army": "1011", "9 Army": "1013"},
        chits={"8 Army": "C* 1-3/1-2"},
    )
    t.do(Target, "1011")
    t.do(Join, "XLI Pz")
    t.do(Join, "XIV Pz")
    t.do(Commit)
    t.roll(4)  # 18 to 3 is 6:1: D3
    t.do(Lose, "8 Army")
    t.do(Lose, "8 Army")
    t.run()
    assert type(t.frame()).__name__ == "Advances" and t.frame().limit == 1
    assert t.ok(Advance, "XLI Pz", "1011")


@pytest.mark.rule("4.2.3a")
@pytest.mark.seam("4", "13")
def test_4_2_3a_support_units_never_enter_an_enemy_zone() -> None:
    for name in ("Supply Base 1", "Air Base 1"):
        t = moving({name: "1009", "I": "1010", "8 Army": "1011"}, late=True)
        t.do(Pick, name)
        assert t.no(Step, "1010") == "4.2.3a"
        assert t.ok(Step, "1008")
    t = moving({"Offensive Support 1": "1009", "8 Army": "1010", "I": "1011"}, SOVIET, late=True)
    t.do(Pick, "Offensive Support 1")
    assert t.no(Step, "1010") == "4.2.3a"


@pytest.mark.rule("4.2.3b")
def test_4_2_3b_support_units_leave_an_enemy_zone_for_two_more() -> None:
    t = moving({"Supply Base 1": "1010", "8 Army": "1011"}, late=True)
    t.do(Pick, "Supply Base 1")
    t.do(Step, "1009")
    assert t.s.spent[t.w.unit("Supply Base 1")] == 3


@pytest.mark.rule("4.2.3c")
def test_4_2_3c_a_railroad_gun_leaves_a_zone_only_for_a_hex_without_one() -> None:
    m = board(rail=chain(*row(10, 8, 14)))
    t = moving({"Railroad Gun": "1010", "8 Army": "1112"}, map=m)
    t.do(Pick, "Railroad Gun")
    assert t.ok(Step, "0910")
    t = moving({"Railroad Gun": "1010", "8 Army": "0912"}, map=m)
    t.do(Pick, "Railroad Gun")
    assert t.ok(Step, "0910")
    t = moving({"Railroad Gun": "1010", "8 Army": "1011"}, map=m)
    t.do(Pick, "Railroad Gun")
    assert t.ok(Step, "1110") and t.ok(Step, "0910")
    t = moving({"Railroad Gun": "1010", "8 Army": "1011", "9 Army": "1111"}, map=m)
    t.do(Pick, "Railroad Gun")
    assert t.no(Step, "1110") == "5.1.6b"
    assert t.ok(Step, "0910")


@pytest.mark.rule("4.2.4")
@pytest.mark.seam("4", "5.2")
def test_4_2_4_borders_do_not_stop_zones() -> None:
    m = board(regions={"germany": ["1009", "1010", "0910"], "romania": ["1011", "1111"]})
    assert zone(table({"I": "1010"}, map=m), AXIS) == AROUND_1010


@pytest.mark.rule("8.5.1a")
@pytest.mark.rule("4.2.1b")
def test_8_5_1a_the_loss_of_a_retreat_is_spread_like_any_other() -> None:
    place = {
        "I": "1010", "II": "1010", "8 Army": "1011", "9 Army": "1110", "10 Army": "0910", "11 Army": "0911",
        "12 Army": "1111",
    }  # fmt: skip
    t = defended(place, "1010")
    t.do(Lose, "I")
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    t.do(Retreat, "II", "1009")
    assert t.no(Lose, "I") == "8.5.1a"
    t.do(Lose, "II")
    assert (t.steps("I"), t.steps("II")) == (2, 2)


@pytest.mark.rule("4.2a")
@pytest.mark.rule("5.0b")
@pytest.mark.rule("5.0c")
@pytest.mark.rule("5.1a")
@pytest.mark.rule("5.1.3")
@pytest.mark.rule("5.4.1b")
@pytest.mark.rule("5.4.2b")
@pytest.mark.rule("7.0a")
@pytest.mark.rule("7.1h")
@pytest.mark.rule("21.1.1")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
@pytest.mark.parametrize("exploit", [False, True])
def test_lists_agree_with_refusals_all_along_a_march(side: int, exploit: bool) -> None:
    m = board(
        {"1109": "woods", "1209": "swamp", "1211": "mountain", "1310": "sea", "2433": "swamp"},
        river=[("1010", "1110"), ("1110", "1210")], major=[("1012", "1112")], rail=chain(*row(10, 8, 14)),
    )  # fmt: skip
    place = {
        "I": "1010", "II": "1010", "XLI Pz": "1010", "KG Raus": "1009", "V": "1109", "Romanian 3rd": "1008", "XIV Pz": "2434",
        "Railroad Gun": "0910", "VI": "1209", "8 Army": "1111", "9 Army": "1212", "5 Tank": "1111", "10 Army": "1312", "11 Army": "1313",
        "2 Shock": "1312", "Fortress Moscow": "1412", "12 Army": "2433",
    }  # fmt: skip
    chits = {"8 Army": WEAK, "9 Army": WEAK, "10 Army": GOOD, "11 Army": GOOD, "12 Army": GOOD}
    chits |= {"5 Tank": "A* 5-5/2-3", "2 Shock": "B* 4-5/2-3", "Fortress Moscow": WEAK}
    phase = PHASE_IDS.index(("axis", "soviet")[side] + ("-exploitation" if exploit else "-movement"))
    for seed in range(6):
        source = SeededSource(seed)
        t = table(
            place, map=m, turn=(8, 12, 15)[seed % 3], chits=chits, options={"baku": True}, supply={"VI": 1}
        )
        t.run(PhaseFrame(phase))
        for _ in range(60):
            frame = t.frame()
            if frame is None or t.s.result is not None:
                break
            if isinstance(frame, Chance):
                t.roll(frame.outcomes(t.s).draw(source))  # type: ignore[arg-type]
                continue
            t.agree()
            choices = frame.legal(t.s, t.seat)
            useful = [a for a in choices if not isinstance(a, Done)] or choices
            apply(t.s, t.seat, source.choice(useful))


@pytest.mark.rule("4.2b")
@pytest.mark.rule("5.1.4")
def test_5_1_4_zone_to_zone_in_exploitation() -> None:
    for name, rule in (("XLI Pz", "5.1.4"), ("5 Tank", "4.2b")):
        side = AXIS if name == "XLI Pz" else SOVIET
        enemy = "8 Army" if side == AXIS else "I"
        t = table(
            {name: "1010", enemy: "1011"},
            PhaseFrame(PHASE_IDS.index(("axis", "soviet")[side] + "-exploitation")),
            turn=15,
        )
        t.do(Pick, name)
        assert t.no(Step, "1111") == rule
    t = moving({"I": "1010", "8 Army": "1011"})
    t.do(Pick, "I")
    assert t.no(Step, "1111") == "4.2b"


@pytest.mark.rule("4.2a")
@pytest.mark.rule("5.1d")
def test_5_1d_a_closed_side_stays_closed_to_a_unit_in_an_enemy_zone() -> None:
    t = moving({"I": "1010", "8 Army": "1011"}, map=board(sea=[("1009", "1010")]))
    t.do(Pick, "I")
    assert t.no(Step, "1009") == "5.1d"


@pytest.mark.rule("4.2.1b")
@pytest.mark.rule("4.2.1a")
def test_4_2_1b_two_hexes_of_retreat_cost_two_steps() -> None:
    m = board(dict.fromkeys(("1009", "0910", "1110"), "sea"))
    t = table({"I": "1010", "II": "1010", "8 Army": "1011"}, phase="soviet-combat", map=m)
    t.s.target, t.s.defenders = t.w.hex("1010"), [t.number("I"), t.number("II")]
    t.run(Suffer(1, 1, 1))
    t.do(FallBack)
    t.do(Retreat, "I", "0911")
    t.do(Retreat, "II", "1111")
    assert (t.steps("I"), t.steps("II")) == (2, 2)


@pytest.mark.rule("4.2.1a")
@pytest.mark.rule("4.2.1b")
@pytest.mark.rule("8.6.2a")
def test_4_2_1a_only_an_empty_hex_under_an_enemy_zone_costs_a_step() -> None:
    sea = dict.fromkeys(("0910", "0911", "1110", "1111", "1012", "0909", "1109"), "sea")
    for others, steps in (({}, 3), ({"9 Army": "1007"}, 2), ({"9 Army": "1007", "II": "1008"}, 3)):
        place = {"I": "1010", "8 Army": "1011", **others}
        t = fight(place, "1010", ("8 Army",), "D2", SOVIET, map=board(sea), chits={"8 Army": WEAK})
        for label in ("1009", "1008"):
            t.do(FallBack)
            t.do(Retreat, "I", label)
        assert t.steps("I") == steps, others


@pytest.mark.rule("4.2.1b")
@pytest.mark.rule("8.6.2a")
def test_4_2_1b_each_stack_loses_its_own_step() -> None:
    t = table({"I": "1009", "II": "1009", "V": "1209", "VI": "1209", "VII": "1510"}, phase="axis-combat")
    s, w = t.s, t.w
    for name, label in (("I", "1009"), ("II", "1009"), ("V", "1209"), ("VI", "1209")):
        s.entered[w.unit(name)] = w.hex(label)
        s.fresh |= 1 << w.hex(label)
    s.entered[w.unit("VII")] = w.hex("1510")
    t.run(EndRetreat(0))
    first = t.at(next(iter(t.names(t.offers(Lose)))))
    mine, other = (("I", "V"), ("V", "I"))[first == "1209"]
    assert t.names(t.offers(Lose)) == ({"I", "II"} if mine == "I" else {"V", "VI"})
    assert t.no(Lose, other) == "4.2.1b"
    t.do(Lose, mine)
    t.do(Lose, other)
    assert [t.steps(name) for name in ("I", "II", "V", "VI", "VII")] == [2, 3, 2, 3, 3] and s.agenda == ()


@pytest.mark.rule("4.2.2b")
@pytest.mark.rule("8.5d")
def test_4_2_2b_a_retreat_out_of_supply_or_without_movement_is_refused_by_name() -> None:
    t = table({"I": "1010", "8 Army": "1011"}, phase="soviet-combat", supply={"I": 2})
    t.s.target, t.s.defenders = t.w.hex("1010"), [t.number("I")]
    t.run(Suffer(1, 1, 1))
    t.do(FallBack)
    assert t.no(Retreat, "I", "1111") == "4.2.2b"
    t = table({"Fortress Moscow": "1010"})
    t.s.target = t.w.hex("1010")
    refused = retreat_violation(t.s, t.number("Fortress Moscow"), t.w.hex("1009"), 0)
    assert refused is not None and refused.rule == "8.5d"


@pytest.mark.rule("4.2.3a")
@pytest.mark.seam("8.6", "13")
def test_4_2_3a_bases_do_not_retreat_into_an_enemy_zone() -> None:
    t = losing({"Supply Base 1": "1010", "8 Army": "1011"}, "1010", "Supply Base 1")
    assert t.no(Retreat, "Supply Base 1", "1111") == "4.2.3a"
