"""Chapter 3: turns and phases."""

from __future__ import annotations

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Done, Join, Pick, Station, Target
from hexfront.games.motherland.administration import administrative_steps
from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.kinds import PARTISANS, PHASE_IDS
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.partisans import Gathering, Interdiction, PartisanPlacement
from hexfront.games.motherland.reinforcements import Placement, Reinforcements
from hexfront.games.motherland.sequence import EndOfTurn, GameTurn, PhaseFrame, order_of_play
from hexfront.games.motherland.supply_phase import Attrition, supply_steps
from hexfront.kernel import Chance
from tests.games.motherland.kit import (
    AXIS,
    NOWHERE,
    SOVIET,
    TRUNK,
    WEAK,
    Table,
    attacking,
    board,
    chain,
    forming,
    moving,
    real,
    refused,
    row,
    table,
)

RAIL = board(rail=chain(*row(10, 1, 27)))


def phases_played(t: Table) -> list[str]:
    """The phases of one turn, found by saying Done to everything."""
    seen: list[str] = []
    turn = t.s.turn
    while t.s.result is None and t.s.turn == turn and t.s.agenda:
        if not seen or seen[-1] != PHASE_IDS[t.s.phase]:
            seen.append(PHASE_IDS[t.s.phase])
        if isinstance(t.frame(), Chance):
            t.roll(next(iter(t.frame().outcomes(t.s).chances()))[0])
        else:
            t.do(Done)
    return seen


@pytest.mark.rule("3.0a")
def test_3_0a_turns_have_their_dates() -> None:
    turns = real("campaign").w.turns
    dates = {n: turns[n].date for n in (1, 2, 5, 7, 8, 12, 14, 16, 17, 22)}
    assert dates == {
        1: "May-June 1941", 2: "July 1941", 5: "November-December 1941", 7: "March-April 1942", 8: "May-June 1942",
        12: "November-December 1942", 14: "March-April 1943", 16: "July 1943", 17: "August 1943", 22: "May-June 1944",
    }  # fmt: skip
    months = [turns[n].date for n in range(1, 23)]
    assert all(("-" in date) == (not date.startswith(("July", "August"))) for date in months)


@pytest.mark.rule("3.0b")
def test_3_0b_one_player_is_phasing_and_only_he_acts() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"})
    assert (t.s.side, t.seat) == (AXIS, "axis")
    t = attacking({"I": "1010", "8 Army": "1011"}, SOVIET)
    assert (t.s.side, t.seat) == (SOVIET, "soviet")
    t = table({"I": "1010", "8 Army": "1020"}, PhaseFrame(PHASE_IDS.index("supply")))
    assert t.s.side == -1


@pytest.mark.rule("3.0c")
@pytest.mark.rule("3.1.8")
def test_3_0c_turn_and_phase_advance() -> None:
    t = table({"I": "0110", "8 Army": "2710"}, GameTurn(2))
    assert (t.s.turn, PHASE_IDS[t.s.phase]) == (2, "axis-movement")
    assert phases_played(t)
    assert (t.s.turn, PHASE_IDS[t.s.phase]) == (3, "axis-movement")


@pytest.mark.rule("3.0d")
def test_3_0d_the_axis_moves_first_on_turns_1_to_11() -> None:
    t = table({"I": "0110", "8 Army": "2710"}, GameTurn(11), turn=11)
    # The supply phase asks nothing here, so the turn begins with Axis movement.
    assert phases_played(t) == [
        "axis-movement", "axis-combat", "axis-exploitation", "soviet-movement", "soviet-combat",
    ]  # fmt: skip
    assert [PHASE_IDS[p] for p in order_of_play(t.w, 1)] == [
        "supply", "axis-movement", "axis-combat", "axis-exploitation", "soviet-movement", "soviet-combat",
        "administrative",
    ]  # fmt: skip


@pytest.mark.rule("3.0e")
def test_3_0e_the_soviets_move_first_on_turns_12_to_22() -> None:
    t = table({"I": "0110", "8 Army": "2710"}, GameTurn(13), turn=13)
    assert phases_played(t) == [
        "soviet-movement", "soviet-combat", "soviet-exploitation", "axis-movement", "axis-combat",
    ]  # fmt: skip
    for turn in (12, 22):
        assert [PHASE_IDS[p] for p in order_of_play(t.w, turn)] == [
            "supply", "soviet-movement", "soviet-combat", "soviet-exploitation", "axis-movement", "axis-combat",
            "administrative",
        ]  # fmt: skip


@pytest.mark.rule("3.0f")
@pytest.mark.rule("3.1.4")
def test_3_0f_only_the_first_mover_exploits_and_right_after_its_combat() -> None:
    w = real("campaign").w
    for turn in range(1, 23):
        order = [PHASE_IDS[p] for p in order_of_play(w, turn)]
        mine, other = ("axis", "soviet") if turn <= 11 else ("soviet", "axis")
        assert order[3] == f"{mine}-exploitation"
        assert order[2] == f"{mine}-combat"
        assert f"{other}-exploitation" not in order


@pytest.mark.rule("3.0g")
def test_3_0g_the_switch_changes_the_order_and_nothing_else() -> None:
    w = real("campaign").w
    early, late = set(order_of_play(w, 11)), set(order_of_play(w, 12))
    assert {PHASE_IDS[p] for p in early ^ late} == {"axis-exploitation", "soviet-exploitation"}
    before = moving({"I": "1010", "8 Army": "1012"}, turn=11)
    after = moving({"I": "1010", "8 Army": "1012"}, turn=15)
    for t in (before, after):
        t.do(Pick, "I")
    assert before.hexes(before.frame().legal(before.s, "axis")[:-1]) == after.hexes(
        after.frame().legal(after.s, "axis")[:-1]
    )


def frames(agenda: tuple[object, ...]) -> list[str]:
    return [type(frame).__name__ for frame in agenda]


@pytest.mark.rule("3.1.1a")
def test_3_1_1a_the_supply_phase_judges_every_unit_of_both_sides() -> None:
    t = table({"I": "1310", "8 Army": "1314", "II": "0210", "9 Army": "2610"}, *supply_steps())
    assert [t.supply(name) for name in ("I", "8 Army", "II", "9 Army")] == [1, 1, 0, 0]


@pytest.mark.rule("3.1.1b")
def test_3_1_1b_the_withdrawal_comes_before_anything_else() -> None:
    assert frames(supply_steps())[0] == "AirWithdrawal"
    for turn in (6, 13, 16, 20):
        assert table({}, *supply_steps(), turn=turn, air=3).s.air == 2
    assert table({}, *supply_steps(), turn=7, air=3).s.air == 3


@pytest.mark.rule("3.1.1d")
def test_3_1_1d_chits_of_the_turn_join_the_cups_in_the_supply_phase() -> None:
    t = table({}, *supply_steps(), turn=4)
    t3 = table({}, *supply_steps(), turn=3)
    assert t.s.cup[t.w.chit_number["C 3-5/2-3 t4"]] == 8
    assert t3.s.cup[t.w.chit_number["C 3-5/2-3 t4"]] == 0


@pytest.mark.rule("3.1.1e")
def test_3_1_1e_partisan_effects_come_before_their_placement() -> None:
    place = {"Supply Base 1": "0510", "I": "0511", "8 Army": "2710"}
    t = table(place, *supply_steps(), map=RAIL, partisans={"Kovpak": "0510", "Prokopyuk": ""})
    assert isinstance(t.frame(), Interdiction)
    t.roll(1)
    assert not isinstance(t.frame(), Gathering)  # one base only, so nobody can be moved
    t = table(
        {**place, "Supply Base 2": "1510"},
        *supply_steps(),
        map=RAIL,
        partisans={"Kovpak": "0510", "Prokopyuk": ""},
    )
    assert isinstance(t.frame(), Interdiction)
    t.roll(1)
    assert isinstance(t.frame(), Gathering)


@pytest.mark.rule("3.1.1f")
def test_3_1_1f_expended_bases_go_last() -> None:
    assert frames(supply_steps())[-1] == "RemoveExpended"
    t = table({"Supply Base 1": "1310", "I": "1311"}, *supply_steps()[-1:], expended=[])
    assert t.at("Supply Base 1") == "1310"
    t = table({"Supply Base 1": "1310"})
    t.s.expended = [t.w.unit("Supply Base 1")]
    t.run(*supply_steps()[-1:])
    assert t.at("Supply Base 1") == "returning"


@pytest.mark.rule("3.1.2a")
def test_3_1_2a_axis_movement_has_its_steps_in_order() -> None:
    place = {"I": "ready", "Supply Base 1": "0510", "8 Army": "2710"}
    t = table(place, PhaseFrame(PHASE_IDS.index("axis-movement")), map=RAIL)
    assert isinstance(t.frame(), Reinforcements)
    t.do(Done)
    assert isinstance(t.frame(), LongMoves)
    t.do(Done)
    assert t.frame() == Moves(AXIS, False)
    assert t.no(Pick, "Supply Base 1") == "5.2.3"
    t.do(Done)
    assert t.frame() == Moves(AXIS, True)
    assert t.ok(Pick, "Supply Base 1")


@pytest.mark.rule("3.1.2b")
def test_3_1_2b_soviet_movement_has_its_steps_in_order() -> None:
    place = {"8 Army": "ready", "Offensive Support 1": "2510", "9 Army": "2512"}
    t = table(place, PhaseFrame(PHASE_IDS.index("soviet-movement")), map=RAIL)
    assert isinstance(t.frame(), Reinforcements)
    t.do(Pick, "8 Army")
    assert isinstance(t.frame(), Placement)
    t = table(place, PhaseFrame(PHASE_IDS.index("soviet-movement")), map=RAIL)
    t.do(Done)
    assert isinstance(t.frame(), LongMoves)
    t.do(Done)
    assert t.frame() == Moves(SOVIET, False)
    assert t.no(Pick, "Offensive Support 1") == "5.2.3"
    t.do(Done)
    assert t.frame() == Moves(SOVIET, True)
    assert t.no(Pick, "9 Army") == "5.2.3"


@pytest.mark.rule("3.1.3a")
def test_3_1_3a_only_adjacent_enemies_are_attacked_by_the_phasing_side() -> None:
    t = attacking({"I": "1010", "8 Army": "1011", "9 Army": "1013"})
    assert t.hexes(t.offers(Target)) == {"1011"}
    assert t.no(Target, "1013") == "3.1.3a"
    assert t.no(Target, "1010") == "3.1.3a"
    t.do(Target, "1011")
    t = attacking({"I": "1010", "8 Army": "1011"}, SOVIET)
    assert t.hexes(t.offers(Target)) == {"1010"}


@pytest.mark.rule("3.1.7a")
def test_3_1_7a_the_administrative_phase_has_its_order() -> None:
    names = [n for n in frames(administrative_steps()) if n not in ("BakuReturn", "TurkishEntry")]
    assert names == [
        "Conversions",
        "Combinations",
        "Replacements",
        "Production",
        "Evacuations",
        "ChitUpkeep",
        "Recovery",
    ]


@pytest.mark.rule("3.1.7b")
@pytest.mark.rule("3.1.7c")
def test_3_1_7b_recovery_turns_air_units_and_generals_up() -> None:
    t = table({}, *administrative_steps(), air=5, air_used=3, turn=1)
    assert t.s.air_used == 0
    t = table({}, *administrative_steps(), generals=["Zhukov"], turn=1)
    t.s.generals = [2, 0, 2]
    t.run(*administrative_steps())
    assert t.s.generals == [1, 0, 1]


@pytest.mark.rule("3.1.7d")
def test_3_1_7d_mechanized_groups_leave_at_the_end_of_turn_4() -> None:
    place = {"Mech Group NW": "1010", "8 Army": "returning", "I": "0101"}
    t = table(place, *administrative_steps()[-1:], turn=4, due={"8 Army": 7})
    assert (t.at("Mech Group NW"), t.at("8 Army")) == ("out", "1010")
    t = table(place, *administrative_steps()[-1:], turn=5, due={"8 Army": 7})
    assert (t.at("Mech Group NW"), t.at("8 Army")) == ("1010", "returning")


@pytest.mark.rule("3.1.8")
def test_3_1_8_the_next_turn_begins_with_supply() -> None:
    t = table({"I": "0110", "8 Army": "2710"})
    t.s.agenda = EndOfTurn().run(t.s)
    assert t.s.agenda == (GameTurn(3),)
    t.s.agenda = GameTurn(3).run(t.s)
    assert t.s.agenda[0] == PhaseFrame(PHASE_IDS.index("supply"))
    assert isinstance(t.s.agenda[-1], EndOfTurn)
    assert GAME.view(t.s, "axis").turn == 3
    assert Attacks(AXIS).rule == "8.0a"


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


@pytest.mark.rule("3.1.1e")
@pytest.mark.rule("10.2a")
def test_3_1_1e_one_marker_is_enough_to_be_asked() -> None:
    for name in ("Kovpak", "Prokopyuk", "Saburov"):
        place = {"Supply Base 1": "1010", "Supply Base 2": "1013"}
        t = table(place, PartisanPlacement(), partisans={name: "1010"})
        assert t.frame() == Gathering(0) and [a.partisan for a in t.offers(Station)] == [
            PARTISANS.index(name)
        ]
    assert table({"Supply Base 1": "1010"}, PartisanPlacement()).s.agenda == ()


@pytest.mark.rule("3.1.2a")
@pytest.mark.rule("17.0a")
def test_a_movement_phase_brings_the_units_of_the_turn() -> None:
    t = table(
        {"XL Pz": "track", "Supply Base 1": "0510", "8 Army": "2710"}, map=TRUNK, turn=4, due={"XL Pz": 4}
    )
    t.run(PhaseFrame(PHASE_IDS.index("axis-movement")))
    assert type(t.frame()) is Reinforcements


@pytest.mark.rule("3.1.3a")
def test_3_1_3a_a_unit_far_away_does_not_join() -> None:
    t = forming({"II": "1013"})
    assert t.no(Join, "II") == "3.1.3a"


@pytest.mark.rule("3.1.3a")
@pytest.mark.rule("8.0c")
def test_nonsense_in_combat_is_refused() -> None:
    for x in NOWHERE:
        t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": WEAK})
        refused(t, Target, x)
        assert t.no(Target, "1012") == "3.1.3a"
        t.do(Target, "1011")
        refused(t, Join, x)
        assert t.no(Join, "V") == "8.0c"


@pytest.mark.rule("3.1.3a")
@pytest.mark.parametrize(("side", "own", "foe"), [(AXIS, "1010", "1011"), (SOVIET, "1011", "1010")])
def test_3_1_3a_each_side_attacks_the_other(side: int, own: str, foe: str) -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, side, chits={"8 Army": WEAK})
    assert t.ok(Target, foe) and t.no(Target, own) == "3.1.3a"
