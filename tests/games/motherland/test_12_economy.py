"""Chapters 12 and 13: Economic Assets, production, Offensive Support."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import (
    Commit,
    Done,
    Evacuate,
    Join,
    Lose,
    Overrun,
    Pick,
    Place,
    Step,
    Target,
)
from hexfront.games.motherland.administration import (
    Evacuation,
    Evacuations,
    Produced,
    Production,
    ProductionRoll,
    production_number,
)
from hexfront.games.motherland.combat import assess, frames_of
from hexfront.games.motherland.kinds import ASSET
from hexfront.games.motherland.reinforcements import OfferReinforcements, entry_hexes
from hexfront.games.motherland.supply import area
from hexfront.games.motherland.supply_phase import Judgement
from tests.games.motherland.kit import SOVIET, Table, attacking, board, chain, moving, real, row, table

RAIL = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"]})
WEAK = "C* 1-3/1-2"


@pytest.mark.rule("12.0a")
def test_12_0a_five_kinds_of_assets_each_with_a_defense() -> None:
    w = real("campaign").w
    assets = [u for u in range(len(w.names)) if w.asset_type[u]]
    assert {w.asset_type[u] for u in assets} == {"factory", "oil field", "oil pipeline", "coal mine", "ore"}
    assert len(assets) == 24 and all(w.faces[u][0][1] >= 1 for u in assets)
    assert len({w.home[u] for u in assets}) == 24


@pytest.mark.rule("12.0b")
@pytest.mark.rule("12.0c")
def test_12_0b_an_asset_takes_one_loss_and_goes_to_the_first_free_box() -> None:
    place = {"I": "1010", "8 Army": "1011", "Kharkov Factory": "1011", "Moscow Factory": "eliminated"}
    t = attacking(place, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    t.s.agenda = (*frames_of("D1"), *t.s.agenda[1:])
    t.run()
    t.do(Lose, "Kharkov Factory")
    assert t.at("Kharkov Factory") == "eliminated" and t.steps("8 Army") == 2
    assert [t.w.names[u] for u in t.s.lost_assets] == ["Moscow Factory", "Kharkov Factory"]


@pytest.mark.rule("12.0d")
def test_12_0d_assets_never_move_and_are_always_supplied() -> None:
    t = moving({"Moscow Factory": "1010", "8 Army": "1011"}, SOVIET)
    assert t.no(Pick, "Moscow Factory") == "12.0d"
    t = table({"Moscow Factory": "1010"}, Judgement(), Judgement())
    assert t.supply("Moscow Factory") == 0


@pytest.mark.rule("12.0-i1")
@pytest.mark.seam("5", "12")
@pytest.mark.seam("7", "12")
def test_12_0_i1_an_asset_holds_its_hex() -> None:
    t = moving(
        {"XLI Pz": "1010", "Kursk Iron": "1011"},
        pack={"assets": {"asset": [["Kursk Iron", "ore", "Kursk", 1]]}},
    )
    t.do(Pick, "XLI Pz")
    assert t.no(Step, "1011") == "5.2.2a"
    assert t.ok(Overrun, "1011")
    t = attacking({"XLI Pz": "1010", "Moscow Factory": "1011"})
    assert t.hexes(t.offers(Target)) == {"1011"}


@pytest.mark.rule("12.0e")
@pytest.mark.seam("8", "12")
@pytest.mark.seam("12", "13")
def test_12_0e_eliminated_assets_make_production_harder_and_militia_defends() -> None:
    numbers = []
    t = real("campaign")
    assets = [u for u in range(len(t.w.names)) if t.w.asset_type[u]]
    for lost in range(25):
        t.s.lost_assets = assets[:lost]
        numbers.append(production_number(t.s))
    assert numbers == sorted(numbers, reverse=True) and numbers[0] == 5 and numbers[24] == 0
    t = attacking({"I": "1010", "8 Army": "1011", "Moscow Factory": "1011"}, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert assess(t.s).defence == 6


def produce(die: int, place: dict[str, str] | None = None, **given: Any) -> Table:
    place = {"Offensive Support 1": "waiting", "8 Army": "2610", "I": "0101", **(place or {})}
    given.setdefault("turn", 2)
    t = table(place, Production(), phase="administrative", map=RAIL, **given)
    if die:
        t.roll(die)
    return t


@pytest.mark.rule("12.1a")
def test_12_1a_a_roll_of_at_most_the_production_number_on_production_turns() -> None:
    assert type(produce(5).frame()) is Produced
    assert produce(6).s.agenda == ()
    lost = dict.fromkeys(
        ("Moscow Factory", "Tula Factory", "Kharkov Factory", "Leningrad Factory", "Kiev Factory"),
        "eliminated",
    )
    assert production_number(produce(0, lost).s) == 4
    assert produce(5, lost).s.agenda == ()
    assert type(produce(4, lost).frame()) is Produced
    assert produce(0, turn=1).s.agenda == ()  # no Production Turn
    assert type(produce(0).frame()) is ProductionRoll


@pytest.mark.rule("12.1b")
def test_12_1b_the_new_unit_stands_in_supply_and_outside_enemy_zones() -> None:
    t = produce(1, {"9 Army": "2010", "II": "2012"})
    assert t.ok(Place, "2610")
    assert t.no(Place, "2011") == "12.1b"  # in the zone of II
    assert t.no(Place, "2634") == "12.1b"  # out of supply
    t = produce(1, {"9 Army": "2011", "II": "2012"})
    assert t.no(Place, "2011") == "12.1b"  # a friend there does not help
    t.do(Place, "2610")
    assert t.at("Offensive Support 1") == "2610"


@pytest.mark.rule("12.1b")
@pytest.mark.rule("19.1b")
@pytest.mark.seam("13", "19")
def test_12_1b_a_new_unit_in_a_city_abroad_takes_control_of_it() -> None:
    abroad = board(
        rail=chain(*row(10, 1, 27)), sources={"E": ["2710"]}, regions={"germany": ["2410"]}, city=["2410"]
    )
    place = {"Offensive Support 1": "waiting", "8 Army": "2610", "I": "0101"}
    t = table(place, Production(), phase="administrative", map=abroad)
    t.roll(1)
    t.do(Place, "2410")
    assert t.s.soviet_marks >> t.w.hex("2410") & 1


@pytest.mark.rule("12.1c")
def test_12_1c_never_more_than_ten_on_the_map() -> None:
    units = [f"Offensive Support {k}" for k in range(1, 11)]
    more = {"units": {"type": {"offensive_support": {"units": [*units, "Offensive Support 11"]}}}}
    place = {name: f"26{k + 4:02d}" for k, name in enumerate(units)}
    t = table(
        {**place, "Offensive Support 11": "waiting"}, Production(), turn=2, phase="administrative", pack=more
    )
    assert t.s.agenda == ()
    del place["Offensive Support 4"]
    t = table(
        {**place, "Offensive Support 11": "waiting"}, Production(), turn=2, phase="administrative", pack=more
    )
    assert type(t.frame()) is ProductionRoll


@pytest.mark.rule("12.1c")
@pytest.mark.seam("12", "13")
def test_12_1c_a_returning_unit_waits_while_there_are_ten_on_the_map() -> None:
    units = [f"Offensive Support {k}" for k in range(1, 11)]
    more = {"units": {"type": {"offensive_support": {"units": [*units, "Offensive Support 11"]}}}}
    place = {name: f"26{k + 4:02d}" for k, name in enumerate(units)} | {"Offensive Support 11": "ready"}

    def placing(place: dict[str, str]) -> Table:
        t = table(place, OfferReinforcements(SOVIET), phase="soviet-movement", pack=more, map=RAIL)
        t.do(Pick, "Offensive Support 11")
        return t

    t = placing(place)
    assert t.no(Place, "2410") == "12.1c" and t.offers(Place) == []
    assert entry_hexes(t.s, t.number("9 Army")) >> t.w.hex("2410") & 1  # others are not held up
    del place["Offensive Support 4"]
    assert placing(place).ok(Place, "2410")


@pytest.mark.rule("12.1-i1")
def test_12_1_i1_an_empty_waiting_box_produces_nothing() -> None:
    t = table({"Offensive Support 1": "2610"}, Production(), turn=2, phase="administrative", map=RAIL)
    assert t.s.agenda == ()


def evacuate(place: dict[str, str], **given: Any) -> Table:
    given.setdefault("turn", 2)
    given.setdefault("map", RAIL)
    return table(place, Evacuations(), phase="administrative", **given)


@pytest.mark.rule("12.2a")
def test_12_2a_one_factory_may_leave_on_a_production_turn() -> None:
    t = evacuate({"Kharkov Factory": "2010", "Moscow Factory": "2110"})
    assert type(t.frame()) is Evacuation and t.seat == "soviet"
    t.do(Evacuate, "Kharkov Factory")
    assert t.at("Kharkov Factory") == "evacuated" and t.s.lost_assets == [] and t.s.agenda == ()
    t = evacuate({"Kharkov Factory": "2010"})
    t.do(Done)
    assert t.at("Kharkov Factory") == "2010"
    assert evacuate({"Kharkov Factory": "2010"}, turn=1).s.agenda == ()


@pytest.mark.rule("12.2b")
def test_12_2b_only_factories_leave() -> None:
    pack = {
        "assets": {"asset": [["Kursk Iron", "ore", "Kursk", 1], ["Moscow Factory", "factory", "Moscow", 3]]}
    }
    t = evacuate({"Kursk Iron": "2010", "Moscow Factory": "2110"}, pack=pack)
    assert t.no(Evacuate, "Kursk Iron") == "12.2b"


@pytest.mark.rule("12.2.1")
def test_12_2_1_along_a_railroad_to_the_edge() -> None:
    t = evacuate({"Kharkov Factory": "2012", "Moscow Factory": "2110"})
    assert t.no(Evacuate, "Kharkov Factory") == "12.2.1"
    t = evacuate({"Kharkov Factory": "1010", "Moscow Factory": "2110", "I": "1510"})
    assert t.no(Evacuate, "Kharkov Factory") == "12.2.1"
    t = evacuate({"Kharkov Factory": "1010", "Moscow Factory": "2110", "I": "1511"})
    assert t.no(Evacuate, "Kharkov Factory") == "12.2.1"  # a zone on the line
    t = evacuate(
        {
            "Kharkov Factory": "1010",
            "Moscow Factory": "2110",
            "I": "1511",
            "8 Army": "1510",
            "9 Army": "1410",
            "10 Army": "1610",
        }
    )
    assert t.ok(Evacuate, "Kharkov Factory")


@pytest.mark.rule("12.2.1")
@pytest.mark.seam("9", "19")
def test_12_2_1_a_german_marker_on_the_line_does_not_hold_a_factory_back() -> None:
    m = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"]}, city=["2010"])
    place = {"Kharkov Factory": "1010", "Moscow Factory": "2510", "8 Army": "1005"}
    t = evacuate(place, map=m, german=["2010"])
    assert (
        not area(t.s, t.w.unit("8 Army")).supplied >> t.w.hex("1010") & 1
    )  # a Supply Line stops at the marker
    assert t.ok(Evacuate, "Kharkov Factory")


@pytest.mark.rule("12.2.2")
@pytest.mark.seam("4", "12")
def test_12_2_2_no_evacuation_from_an_enemy_zone() -> None:
    t = evacuate({"Kharkov Factory": "2010", "8 Army": "2010", "I": "2011", "Moscow Factory": "2510"})
    assert t.no(Evacuate, "Kharkov Factory") == "12.2.2"


# --- Offensive Support


def soviet_attack(place: dict[str, str], **given: Any) -> Table:
    t = attacking(
        {"8 Army": "1010", "I": "1011", **place}, SOVIET, chits={"8 Army": "C 5-6/3-4 t15"}, turn=15, **given
    )
    t.do(Target, "1011")
    t.do(Join, "8 Army")
    t.do(Commit)
    return t


@pytest.mark.rule("13.0a")
def test_13_0a_offensive_support_helps_attacks_only() -> None:
    t = attacking({"I": "1010", "8 Army": "1011", "Offensive Support 1": "1011"}, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert assess(t.s).modifiers == ()
    t = attacking({"Offensive Support 1": "1010", "I": "1011"}, SOVIET)
    assert t.offers(Target) == []


@pytest.mark.rule("13.0b")
def test_13_0b_within_three_hexes_it_adds_three_whatever_lies_between() -> None:
    m = board({"1009": "mountain", "1010": "swamp"}, major=[("1008", "1009")])
    assert assess(soviet_attack({"Offensive Support 1": "1008", "II": "1007"}, map=m).s).bonus == 3
    assert assess(soviet_attack({"Offensive Support 1": "1007"}, map=m).s).bonus == 0


@pytest.mark.rule("13.0c")
def test_13_0c_it_applies_to_every_attack_in_range_and_once() -> None:
    t = soviet_attack({"Offensive Support 1": "1009", "Offensive Support 2": "1008"})
    assert type(t.frame()).__name__ == "CombatRoll"  # nobody is asked
    assert assess(t.s).bonus == 3
    assert t.roll(1)[0].modified == 4  # type: ignore[attr-defined]


@pytest.mark.rule("13.0-i1")
def test_13_0_i1_it_applies_even_where_it_hurts() -> None:
    t = soviet_attack({"Offensive Support 1": "1009"})  # 5 to 7 is 1:2
    rows, column = t.w.results.rows, assess(t.s).column
    assert rows[6][column] == "D1" and rows[9][column] == "1/-"
    t.roll(6)
    assert t.seat == "soviet" and t.names(t.offers(Lose)) == {"8 Army"}


@pytest.mark.rule("13.0d")
def test_13_0d_units_not_set_up_and_not_due_wait_in_their_box() -> None:
    t = real("campaign")
    where = [t.at(f"Offensive Support {k}") for k in range(1, 11)]
    assert where == ["track"] * 5 + ["waiting"] * 5
    boxes = {box.id: box.count for box in GAME.view(t.s, "soviet").boxes}
    assert boxes["waiting"] == 5


@pytest.mark.rule("12.1a")
def test_12_1a_nothing_is_produced_where_no_hex_is_open() -> None:
    t = table({}, ProductionRoll(), phase="administrative", map=board(sources={"E": [], "W": []}))
    t.roll(1)
    assert t.s.agenda == ()


@pytest.mark.rule("12.1a")
def test_12_1a_the_production_number_falls_with_every_fourth_asset() -> None:
    t = table({"I": "1010"})
    assets = [u for u, kind in enumerate(t.w.kind) if kind == ASSET]
    for lost in range(min(24, len(assets)) + 1):
        t.s.lost_assets = assets[:lost]
        assert production_number(t.s) == 5 - max(0, lost - 1) // 4, lost


@pytest.mark.rule("12.1a")
@pytest.mark.rule("6.6")
def test_12_1a_the_production_track_runs_from_none_to_six() -> None:
    track = next(
        track for track in GAME.view(table({"I": "1010"}).s, "axis").tracks if track.id == "production"
    )
    assert (track.low, track.high) == (0, 6)


@pytest.mark.rule("12.2a")
def test_12_2a_only_a_factory_is_evacuated() -> None:
    t = table({"8 Army": "2010", "Kharkov Factory": "2110"}, Evacuation(), phase="administrative")
    assert t.no(Evacuate, "8 Army") == "12.2a"


@pytest.mark.rule("12.2a")
def test_12_2a_nobody_is_asked_when_no_factory_can_go() -> None:
    t = table({"Kharkov Factory": "2010"}, Evacuations(), phase="administrative", turn=2)
    assert t.s.agenda == ()


@pytest.mark.rule("12.2a")
@pytest.mark.rule("12.2b")
def test_12_2a_neither_armies_nor_nonsense_are_evacuated() -> None:
    t = evacuate({"Kharkov Factory": "2010", "8 Army": "2110"})
    assert t.no(Evacuate, "8 Army") == t.no(Evacuate, -1) == t.no(Evacuate, 9999) == "12.2a"
