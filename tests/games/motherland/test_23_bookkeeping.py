"""What rules leave behind: lists that agree with refusals, markers cleared, working shown."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import (
    Commit,
    Done,
    DrawTwo,
    EnterBaku,
    FallBack,
    Join,
    Keep,
    Lose,
    Overrun,
    Pick,
    Redeploy,
    Remove,
    Retreat,
    Step,
    Stop,
    Target,
)
from hexfront.games.motherland.administration import Recovery
from hexfront.games.motherland.chits import ChitDraw, ChitUpkeep, Command, KeepOne
from hexfront.games.motherland.combat import CombatRoll
from hexfront.games.motherland.control import StalinRoll, SurrenderRoll, occupy
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.reinforcements import Reinforcements
from hexfront.games.motherland.results import Suffer
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.stacking import StackingCheck, Trim
from hexfront.games.motherland.state import axis_holds, eliminate
from hexfront.games.motherland.supply_phase import Attrition, supply_steps
from hexfront.games.motherland.victory import FinalReckoning
from hexfront.kernel import Chance, SeededSource, apply, legal
from tests.games.motherland.kit import (
    AXIS,
    SOVIET,
    Table,
    attacking,
    board,
    chain,
    moving,
    real,
    row,
    table,
    words,
)

WEAK, GOOD = "C* 1-3/1-2", "C 3-5/2-3 t4"
RAIL = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]})


# --- lists and refusals are one


@pytest.mark.rule("5.0c")
@pytest.mark.rule("5.1a")
@pytest.mark.rule("7.0a")
@pytest.mark.rule("4.2b")
@pytest.mark.rule("4.2.3a")
def test_the_list_of_steps_agrees_with_the_refusals() -> None:
    m = board(
        {"1110": "woods", "0910": "high_mountain"}, river=[("1009", "1010")], rail=chain(*row(10, 8, 14))
    )
    place = {
        "XLI Pz": "1010",
        "XIV Pz": "1010",
        "I": "1010",
        "8 Army": "1011",
        "Railroad Gun": "1110",
    }
    for name in ("XLI Pz", "I", "Railroad Gun"):
        t = moving(place, map=m)
        t.do(Pick, name)
        t.agree()
        assert t.ok(Stop)
    t = moving(place, map=m)
    t.do(Pick, "XLI Pz")
    t.do(Join, "XIV Pz")
    t.agree()
    t.do(Step, "1111")
    t.agree()
    t = moving({"Supply Base 1": "1009", "I": "1010", "8 Army": "1011"}, late=True, map=m)
    t.do(Pick, "Supply Base 1")
    t.agree()
    for exploit_side, name in ((AXIS, "XLI Pz"), (SOVIET, "9 Army")):
        t = moving({**place, "9 Army": "2010"}, exploit_side, exploit=True, map=m, turn=12)
        t.do(Pick, name)
        t.agree()


@pytest.mark.rule("5.0a")
@pytest.mark.rule("5.2.3")
@pytest.mark.rule("5.4.1b")
@pytest.mark.rule("5.4.2b")
@pytest.mark.rule("20.1-s2")
def test_the_list_of_units_to_move_agrees_with_the_refusals() -> None:
    m = board(regions={"romania": ["1010"]})
    place = {
        "I": "1010", "XLI Pz": "1012", "Air Base 1": "1014", "Supply Base 1": "1014", "Railroad Gun": "1016", "8 Army": "1013",
        "Fortress Moscow": "2010", "Moscow Factory": "2010", "Offensive Support 1": "2012", "5 Tank": "2014", "9 Army": "1011",
    }  # fmt: skip
    for side in (AXIS, SOVIET):
        name = ("axis", "soviet")[side]
        for turn in (1, 12):
            for late in (False, True):
                moving(place, side, late, map=m, turn=turn).agree()
            t = table(place, PhaseFrame(PHASE_IDS.index(f"{name}-exploitation")), map=m, turn=turn)
            t.agree()


@pytest.mark.rule("5.3c")
@pytest.mark.rule("5.5b")
def test_the_list_of_units_to_send_agrees_with_the_refusals() -> None:
    place = {
        "I": "0507", "II": "0210", "Air Base 1": "0211", "Supply Base 1": "0212", "V": "1010", "8 Army": "1012", "9 Army": "2610",
        "Moscow Factory": "2610", "Fortress Moscow": "2611", "10 Army": "1705", "KG Lanz": "0307",
    }  # fmt: skip
    for side in (AXIS, SOVIET):
        phase = f"{('axis', 'soviet')[side]}-movement"
        for turn in (1, 3, 4):
            t = table(
                place, LongMoves(side), phase=phase, map=RAIL, turn=turn, german=["0507", "0307", "1006"]
            )
            t.agree()
            for pick in t.offers(Pick)[:4]:
                again = table(
                    place, LongMoves(side), phase=phase, map=RAIL, turn=turn, german=["0507", "0307", "1006"]
                )
                again.do(Pick, pick.unit)
                again.agree()


@pytest.mark.rule("8.6.1")
@pytest.mark.rule("5.1.5b")
@pytest.mark.rule("4.2.3a")
def test_the_list_of_retreats_agrees_with_the_refusals() -> None:
    m = board({"1009": "high_mountain", "0910": "sea"}, rail=chain(*row(10, 8, 14)), sea=[("1010", "1110")])
    for name in ("I", "XLIX Mtn", "Supply Base 1", "Railroad Gun", "Romanian 3rd"):
        for status in (0, 2):
            t = table(
                {name: "1010", "II": "0911", "8 Army": "1011", "9 Army": "1113"}, phase="soviet-combat", map=m,
                supply={name: status} if name != "Supply Base 1" else {},
            )  # fmt: skip
            t.s.target, t.s.defenders = t.w.hex("1010"), [t.number(name)]
            t.run(Suffer(1, 1, 1))
            if not t.ok(FallBack):
                continue
            t.do(FallBack)
            t.agree()
            for label in ("1009", "0910", "0911", "1110", "1111", "1011"):
                assert (t.no(Retreat, name, label) == "") == (
                    t.make(Retreat, name, label) in t.offers(Retreat)
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


# --- phases begin clean


@pytest.mark.rule("8.3.1a")
@pytest.mark.rule("3.1.3a")
def test_a_combat_phase_begins_with_no_hex_attacked() -> None:
    t = table({"I": "1010", "8 Army": "1011"}, struck_hexes=1 << 349, cancelled=1 << 349)
    t.s.struck_hexes = t.s.cancelled = 1 << t.w.hex("1011")
    t.s.flags = [255] * len(t.s.flags)
    t.run(PhaseFrame(PHASE_IDS.index("axis-combat")))
    assert t.ok(Target, "1011")
    t.do(Target, "1011")
    t.do(Join, "I")


@pytest.mark.rule("5.1a")
@pytest.mark.rule("5.5a")
def test_a_movement_phase_begins_where_units_stand_now() -> None:
    t = table({"I": "1010", "II": "1010", "8 Army": "1013"}, shipped=2, ship_port=5)
    t.s.began = [-1] * len(t.s.began)
    t.run(PhaseFrame(PHASE_IDS.index("axis-movement")))
    assert (t.s.shipped, t.s.ship_port) == (0, -1)
    t.do(Done)
    t.do(Pick, "I")
    assert t.ok(Join, "II")


@pytest.mark.rule("5.1a")
def test_each_pick_begins_a_new_march() -> None:
    t = moving({"I": "1010", "II": "1012", "V": "1012"})
    t.do(Pick, "I")
    t.do(Step, "1009")
    t.do(Stop)
    t.do(Pick, "II")
    assert t.ok(Join, "V")


@pytest.mark.rule("3.1.2a")
@pytest.mark.rule("17.0a")
def test_a_movement_phase_brings_the_units_of_the_turn() -> None:
    t = table(
        {"XL Pz": "track", "Supply Base 1": "0510", "8 Army": "2710"}, map=RAIL, turn=4, due={"XL Pz": 4}
    )
    t.run(PhaseFrame(PHASE_IDS.index("axis-movement")))
    assert type(t.frame()) is Reinforcements


@pytest.mark.rule("3.1.1a")
@pytest.mark.rule("9.1.3b")
def test_the_supply_phase_ends_in_attrition_for_the_isolated() -> None:
    ring = dict(
        zip(
            ("3 Army", "4 Army", "5 Army", "6 Army", "7 Army", "9 Army"),
            ("1309", "1311", "1209", "1409", "1210", "1410"),
            strict=True,
        )
    )
    t = table({"I": "1310", **ring}, *supply_steps(), supply={"I": 1})
    assert t.supply("I") == 2 and t.frame() == Attrition(t.w.hex("1310"))


@pytest.mark.rule("6.0b")
def test_every_overstacked_hex_is_trimmed() -> None:
    place = dict.fromkeys(("I", "II", "V", "VI", "VII"), "1010") | dict.fromkeys(
        ("VIII", "IX", "X", "XI"), "1210"
    )
    t = table(place, StackingCheck())
    t.do(Remove, "I")
    assert t.frame() == Trim(t.w.hex("1010"))
    t.do(Remove, "II")
    assert t.frame() == Trim(t.w.hex("1210"))
    t.do(Remove, "X")
    assert t.s.agenda == ()


# --- counters come and go clean


@pytest.mark.rule("17.1")
@pytest.mark.rule("11.2.2a")
@pytest.mark.seam("8", "15")
def test_an_eliminated_unit_leaves_damage_and_markers_behind() -> None:
    t = table(
        {"8 Army": "1010", "Romanian 3rd": "1012"},
        supply={"8 Army": 2},
        chits={"8 Army": GOOD},
        steps={"8 Army": 1},
        turn=4,
    )
    eliminate(t.s, t.number("8 Army"))
    assert (t.steps("8 Army"), t.supply("8 Army"), t.chit("8 Army")) == (2, 0, "")


@pytest.mark.rule("8.5.2a")
def test_a_kampfgruppe_inherits_what_its_corps_was_under() -> None:
    t = table({"I": "1010", "8 Army": "1011"}, phase="soviet-combat", supply={"I": 2}, steps={"I": 2})
    t.s.target, t.s.defenders = t.w.hex("1010"), [t.number("I")]
    t.s.flags[t.number("I")] = 4
    t.run(Suffer(1, 1, 1))
    t.do(Lose, "I")
    kg = t.number("KG Grossmann")
    assert (t.at("KG Grossmann"), t.supply("KG Grossmann"), t.s.judged[kg], t.s.flags[kg]) == (
        "1010",
        2,
        2,
        4,
    )


@pytest.mark.rule("16.4b")
def test_a_group_without_a_successor_returns_its_chit() -> None:
    t = table({"Mech Group NW": "1010"}, Recovery(), turn=4, chits={"Mech Group NW": GOOD})
    assert t.at("Mech Group NW") == "out" and t.s.cup[t.w.chit_number[GOOD]] == 1


@pytest.mark.rule("7.1g")
@pytest.mark.rule("19.1a")
@pytest.mark.seam("7", "19")
def test_an_overrun_into_a_port_takes_it() -> None:
    t = moving({"XLI Pz": "1624", "8 Army": "1625"}, chits={"8 Army": WEAK}, steps={"8 Army": 1})
    t.do(Pick, "XLI Pz")
    t.do(Overrun, "1625")
    t.roll(6)
    t.do(Lose, "8 Army")
    assert t.at("XLI Pz") == "1625" and axis_holds(t.s, t.w.hex("1625"))


@pytest.mark.rule("21.1.1")
@pytest.mark.seam("5", "21")
def test_nobody_is_in_hand_after_leaving_for_baku() -> None:
    t = moving({"XLI Pz": "2434"}, options={"baku": True}, turn=10)
    t.do(Pick, "XLI Pz")
    t.do(EnterBaku)
    assert t.s.group == []


@pytest.mark.rule("16.6c")
def test_the_surrender_roll_belongs_to_the_first_entry() -> None:
    t = table({"I": "2113"}, scenario="campaign", turn=10)
    moscow = t.w.hex("2113")
    t.run(*occupy(t.s, AXIS, moscow))
    t.roll(1)  # he escapes
    occupy(t.s, SOVIET, moscow)
    t.run(*occupy(t.s, AXIS, moscow))
    assert t.frame() == StalinRoll(False)
    t.roll(6)
    assert t.s.stalin == 2 and type(t.frame()) is not SurrenderRoll


@pytest.mark.rule("5.2.1b")
@pytest.mark.seam("5.2", "5.3")
def test_turkey_at_war_opens_to_redeployment() -> None:
    m = board(regions={"turkey": ["2510"]}, rail=chain(*row(10, 1, 27)), sources={"E": ["2710"]})
    for turkey, open_ in ((0, False), (1, True)):
        t = table({"8 Army": "2610"}, LongMoves(SOVIET), phase="soviet-movement", map=m, turkey=turkey)
        t.do(Pick, "8 Army")
        assert t.ok(Redeploy, "2510") == open_


# --- Generals everywhere


@pytest.mark.rule("16.5b")
@pytest.mark.seam("7", "11")
def test_generals_draw_in_overruns_and_in_administration_and_one_after_another() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1011"}, generals=["Zhukov"], cup={WEAK: 4})
    t.do(Pick, "XLI Pz")
    t.do(Overrun, "1011")
    assert type(t.frame()) is Command
    t = table(
        {"8 Army": "1010", "9 Army": "1111", "I": "1011"}, ChitUpkeep(), phase="administrative",
        generals=["Zhukov", "Konev"], cup={WEAK: 4, GOOD: 2}, turn=4,
    )  # fmt: skip
    t.do(DrawTwo, 0, "8 Army")
    t.roll(WEAK, GOOD)
    assert type(t.frame()) is KeepOne
    t.do(Keep, t.w.chit_number[GOOD])
    assert t.s.drawn == [] and type(t.frame()) is Command
    t.do(Done)
    assert t.frame() == ChitDraw(t.number("9 Army"))
    t.roll(WEAK)
    assert (t.chit("8 Army"), t.chit("9 Army")) == (GOOD, WEAK)


# --- set-up


@pytest.mark.rule("11.0b")
@pytest.mark.rule("20.0")
def test_later_scenarios_begin_with_what_has_arrived_and_what_is_used_up() -> None:
    t = real("uranus")
    for k, chit in enumerate(t.w.chits):
        held = sum(1 for c in t.s.chit if c == k)
        if not chit.starred:
            assert t.s.cup[k] + held == (chit.count if chit.turn <= 12 else 0)
        elif chit.count:
            assert t.s.cup[k] + held + t.s.burnt[k] == chit.count
    assert sum(t.s.burnt) > 40
    assert t.s.generals == [1, 1, 0]
    assert [t.w.title(h) for h in t.s.partisans if h >= 0] == ["Smolensk (1512)", "Kursk (1718)"]
    w = t.w
    assert axis_holds(t.s, w.hex("Kharkov")) and not axis_holds(t.s, w.hex("Stalingrad"))
    assert not axis_holds(t.s, w.hex("Kalinin")) and t.s.soviet_marks >> w.hex("Kalinin") & 1


@pytest.mark.rule("20.0-i1")
def test_the_reckoning_is_told_line_by_line() -> None:
    t = table({"I": "1017"}, scenario="stalingrad", german=["Kiev"])
    t.s.agenda = ()
    FinalReckoning().run(t.s)
    told = [event.line(t.s).text for event in t.s.out]
    assert "Kiev held: +2." in told and words(t.s.out) == ["Noted"] * len(told)


# --- what people see


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
        ("Terrain", "-1 columns", "8.4"),
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
    assert words["1/-"] == "step losses: attacker 1, defender none"
    assert words["A2"] == "the attacker loses steps or retreats: 2 in all"
    assert GAME.forecast(table({}).s, "axis") is None


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            {"side": "soviet", "turn": 12, "attackers": ["5 lack"], "defenders": ["7 out"], "river": "major", "terrain": "swamp",
             "support": True, "die": 6},
            [("Attack 5", "3, lack of supply", "9.5a"), ("Attack total", "3", "8.1.1"), ("Defense 7", "4, out of supply", "9.5b"),
             ("Defense total", "4", "8.1.1"), ("Major River", "doubled to 8", "8.4.1c"), ("Odds", "1:3", "8.1.2"),
             ("Swamp in snow", "as woods", "5.1.8"), ("Woods", "-1 columns", "8.4"),
             ("Offensive Support", "+3 on the roll", "13.0c"), ("Winter", "+1 on the roll", "18.2.4c"),
             ("Modified roll", "9", "8.2.1b")],
        ),
        (
            {"attackers": ["9"], "defenders": ["3"], "river": "minor", "air": True, "gun": True, "terrain": "fortified_city", "die": 1},
            [("Attack total", "9", "8.1.1"), ("Defense total", "3", "8.1.1"), ("Minor River", "+2 to 5", "8.4.1b"),
             ("Odds", "3:2", "8.1.2"), ("Fortified City", "-2 columns", "8.4"), ("Air Support", "+2 columns", "14.1c"),
             ("Railroad Gun", "+4 on the roll", "16.2b"), ("Modified roll", "5", "8.2.1a")],
        ),
        (
            {"attackers": ["9"], "defenders": ["9"], "overrun": True, "turn": 5},
            [("Attack 9", "2 in winter", "18.2.3a"), ("Attack total", "2", "8.1.1"), ("Defense total", "9", "8.1.1"),
             ("Odds", "worse than 1:3", "7.1d")],
        ),
    ],
)  # fmt: skip
@pytest.mark.rule("7.1d")
@pytest.mark.rule("8.1.1")
@pytest.mark.rule("8.1.5a")
@pytest.mark.rule("8.4")
@pytest.mark.rule("8.2.1a")
@pytest.mark.rule("13.0c")
@pytest.mark.rule("14.1c")
@pytest.mark.rule("16.2b")
@pytest.mark.rule("18.2.4c")
def test_the_table_assistant_shows_every_step(
    given: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    found = GAME.calculator().resolve(given)
    assert [(line.label, line.value, line.rule) for line in found.working] == expected
    if not given.get("overrun"):
        assert sum(found.chances.values()) == pytest.approx(1)


def test_why_not_explains_a_refusal() -> None:
    t = moving({"I": "1010", "8 Army": "1011"})
    t.do(Pick, "I")
    causes = {cause.label: cause.rule for cause in GAME.why(t.s, "axis", "I", "1011")}
    assert causes == {"Step": "5.2.2a", "Join": "5.1a"}
    assert GAME.why(t.s, "soviet", "I", "1011") == ()


def test_overlays_show_zones_supply_control_and_victory() -> None:
    t = real("uranus")
    layers = {layer.id: layer for layer in GAME.overlays(t.s, "axis")}
    assert [layer.key for layer in layers.values()] == ["z", "s", "c", "v", "r", ""]
    assert "2424" in layers["zones"].hexes["axis"] and "2424" in layers["control"].hexes["soviet"]
    assert layers["victory"].labels["2424"] == "2" and layers["supply"].hexes["axis"]


def test_reach_is_where_a_march_can_end() -> None:
    """Every hex that a march of the one unit ends in is in the overlay, and no other."""
    t = moving({"I": "1010", "8 Army": "1211"})
    shown = set(next(layer for layer in GAME.overlays(t.s, "axis") if layer.id == "reach").hexes["axis"])
    t.do(Pick, "I")
    found, fresh = {"1010"}, [t.s]
    while fresh:
        here, fresh = fresh, []
        for s in here:
            for step in legal(s, "axis"):
                at = s.world.label(step.hex) if isinstance(step, Step) else ""
                if at and at not in found:
                    found.add(at)
                    fresh.append(s.clone())
                    apply(fresh[-1], "axis", step)
    assert found == shown and "1211" not in shown and len(found) > 20


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
