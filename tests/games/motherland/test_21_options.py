"""Chapter 21: Baku and Turkey."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Destroy, EnterBaku, Pick, Step
from hexfront.games.motherland.administration import administrative_steps
from hexfront.games.motherland.options import (
    BakuReturn,
    BakuRoll,
    FactoryLoss,
    FactoryRoll,
    TurkishEntry,
    TurkishRoll,
)
from hexfront.games.motherland.stacking import excess
from hexfront.games.motherland.supply import area
from tests.games.motherland.kit import Table, board, moving, real, table

TURKEY = board(
    regions={"turkey": ["1735", "1634", "1535", "1734"], "south_of_turkish_line": ["1834", "1934", "1835"]},
    sources={"T": ["1735", "1634", "1535"]},
)


def to_baku(place: dict[str, str] | None = None, exploit: bool = False, **given: Any) -> Table:
    t = moving({"XLI Pz": "2434", **(place or {})}, exploit=exploit, options={"baku": True}, turn=10, **given)
    t.do(Pick, "XLI Pz")
    return t


@pytest.mark.rule("21.0")
def test_21_0_both_rules_are_options() -> None:
    assert {choice.id for choice in GAME.options} >= {"baku", "turkey"}
    assert not any(choice.default for choice in GAME.options)
    t = moving({"XLI Pz": "2434"}, turn=10)
    t.do(Pick, "XLI Pz")
    assert t.no(EnterBaku) == "5.2.4a"
    t = table({"I": "1834"}, TurkishEntry(), map=TURKEY)
    assert t.s.agenda == ()


@pytest.mark.rule("21.1.1")
def test_21_1_1_panzers_go_from_2434_for_five_points() -> None:
    for exploit in (False, True):
        t = to_baku(exploit=exploit)
        assert t.ok(EnterBaku)
        assert t.frame().option(t.s, "axis", EnterBaku()).at == "baku"  # the box on the map is what is lit
        t.do(EnterBaku)
        assert t.at("XLI Pz") == "baku"
    t = moving({"XLI Pz": "2431"}, options={"baku": True}, turn=10)
    t.do(Pick, "XLI Pz")
    assert t.no(EnterBaku) == "21.1.1"  # not in 2434
    for label in ("2432", "2433", "2434"):
        t.do(Step, label)
    assert t.no(EnterBaku) == "21.1.1"  # 3 of 7 spent
    t = moving({"I": "2434"}, options={"baku": True}, turn=10)
    t.do(Pick, "I")
    assert t.no(EnterBaku) == "21.1.1"


@pytest.mark.rule("21.1.2")
@pytest.mark.seam("19", "21")
@pytest.mark.seam("12", "21")
def test_21_1_2_the_soviets_surrender_on_1_to_4_or_lose_factories() -> None:
    for die in (1, 4):
        t = to_baku()
        t.do(EnterBaku)
        assert type(t.frame()) is BakuRoll
        t.roll(die)
        assert t.s.result is not None and (t.s.result.winners, t.s.result.level) == (
            ("axis",),
            "Axis Strategic Victory",
        )
    factories = {
        "Moscow Factory": "2113",
        "Tula Factory": "1915",
        "Kharkov Factory": "1620",
        "8 Army": "2110",
    }
    t = to_baku(factories)
    t.do(EnterBaku)
    t.roll(5)
    assert type(t.frame()) is FactoryRoll
    t.roll(2)
    assert t.frame() == FactoryLoss(2) and t.seat == "axis"
    assert t.no(Destroy, "8 Army") == "21.1.2"
    t.do(Destroy, "Tula Factory")
    t.do(Destroy, "Moscow Factory")
    assert [t.w.names[u] for u in t.s.lost_assets] == ["Tula Factory", "Moscow Factory"]
    assert t.at("Kharkov Factory") == "1620" and type(t.frame()).__name__ == "Moves"
    t = to_baku({"Moscow Factory": "2113"})
    t.do(EnterBaku)
    t.roll(6, 6)
    t.do(Destroy, "Moscow Factory")
    assert type(t.frame()).__name__ == "Moves"


@pytest.mark.rule("21.1.3a")
def test_21_1_3a_the_roll_is_made_once_in_a_game() -> None:
    t = to_baku({"XIV Pz": "2434"})
    t.do(EnterBaku)
    t.roll(6, 1)
    t.do(Pick, "XIV Pz")
    t.do(EnterBaku)
    assert type(t.frame()).__name__ == "Moves" and t.s.baku_rolled == 1


@pytest.mark.rule("21.1.3b")
def test_21_1_3b_the_panzers_come_back_in_the_administrative_phase() -> None:
    t = table({"XLI Pz": "baku"}, *administrative_steps(), options={"baku": True}, turn=10)
    assert t.at("XLI Pz") == "2434"
    assert type(administrative_steps()[0]) is BakuReturn


@pytest.mark.rule("21.2.1a")
def test_21_2_1a_one_roll_for_each_german_unit_beyond_the_line_every_turn() -> None:
    place = {"I": "1834", "II": "1834", "V": "1833", "Romanian 3rd": "1934", "8 Army": "1835"}
    t = table(
        place, *administrative_steps(), map=TURKEY, options={"turkey": True}, turn=10, phase="administrative"
    )
    assert t.frame() == TurkishRoll(t.w.unit("I"))
    t.roll(6)
    assert t.frame() == TurkishRoll(t.w.unit("II"))
    t.roll(6)
    assert t.s.turkey == 0
    t.s.agenda = ()
    t.run(TurkishEntry())
    assert type(t.frame()) is TurkishRoll
    w = real("campaign").w
    line = {w.label(h) for h in range(w.grid.top) if w.trigger >> h & 1}
    assert line and "1632" not in line and "2034" not in line


@pytest.mark.rule("21.2.1b")
def test_21_2_1b_turkey_enters_on_3_with_supply_and_on_1_without() -> None:
    supplied = board(
        regions={"turkey": ["1735"], "south_of_turkish_line": ["1834"]},
        sources={"W": ["1834"], "T": ["1735"]},
    )
    for m, die, enters in ((supplied, 3, 1), (supplied, 4, 0), (TURKEY, 1, 1), (TURKEY, 2, 0)):
        t = table({"I": "1834", "8 Army": "1831"}, TurkishEntry(), map=m, options={"turkey": True}, turn=10)
        t.roll(die)
        assert t.s.turkey == enters
    t = table(
        {"I": "1834", "8 Army": "1831"},
        TurkishEntry(),
        map=supplied,
        options={"turkey": True},
        turn=10,
        turkey=1,
    )
    assert t.s.agenda == ()


@pytest.mark.rule("21.2.2a")
@pytest.mark.seam("6", "21")
def test_21_2_2a_two_corps_of_two_steps_arrive_in_1735_and_stack_with_nobody_else() -> None:
    t = table({"I": "1834", "8 Army": "1831"}, TurkishEntry(), map=TURKEY, options={"turkey": True}, turn=10)
    t.roll(1)
    assert (t.at("Turkish I"), t.at("Turkish II")) == ("1735", "1735")
    assert t.w.full[t.w.unit("Turkish I")] == 2
    h = t.w.hex("1735")
    assert excess(t.s, h) == []
    for other in ("I", "Air Base 1", "Romanian 3rd"):
        t = table({"Turkish I": "1010", other: "1010"})
        assert excess(t.s, t.w.hex("1010"))


@pytest.mark.rule("21.2.2b")
@pytest.mark.seam("9", "21")
def test_21_2_2b_turkish_units_alone_use_the_sources_t_within_four_hexes() -> None:
    t = table({"Turkish I": "1731", "Turkish II": "1730", "I": "1732", "8 Army": "1728"}, map=TURKEY)

    def supplied(name: str) -> bool:
        u = t.w.unit(name)
        return bool(area(t.s, u).supplied >> t.s.where[u] & 1)

    assert (supplied("Turkish I"), supplied("Turkish II"), supplied("I")) == (True, False, False)
    w = real("campaign").w
    assert set(w.board.labels(w.sources["T"])) == {"1535", "1634", "1735"}


@pytest.mark.rule("21.2.2b")
@pytest.mark.rule("9.3.3")
@pytest.mark.seam("9", "21")
def test_21_2_2b_neither_a_base_nor_the_long_line_feeds_the_turks() -> None:
    """RULING 21.2.2-a. Two corps alike but for their nation, far from every Soviet unit, beside an expended base."""
    t = table({"Turkish I": "1728", "I": "1727", "Supply Base 1": "1726"}, map=TURKEY)
    turk, german = t.w.unit("Turkish I"), t.w.unit("I")
    t.s.expended = [t.w.unit("Supply Base 1")]
    assert not area(t.s, turk).supplied >> t.s.where[turk] & 1
    assert area(t.s, turk).connected >> t.s.where[turk] & 1
    assert area(t.s, german).supplied >> t.s.where[german] & 1


@pytest.mark.rule("4.2a")
@pytest.mark.rule("21.1.1")
@pytest.mark.seam("4", "21")
def test_21_1_1_out_of_an_enemy_zone_the_way_costs_two_more() -> None:
    for exploit in (False, True):
        t = to_baku({"8 Army": "2433"}, exploit=exploit)
        assert t.ok(EnterBaku)  # 5 and 2 of its 7 points
        assert t.frame().option(t.s, t.seat, EnterBaku()).cost == 7
        t.s.spent[t.w.unit("XLI Pz")] = 1
        assert t.no(EnterBaku) == "21.1.1"
    t = to_baku()
    t.s.spent[t.w.unit("XLI Pz")] = 2
    assert t.ok(EnterBaku)


@pytest.mark.rule("19.1.1")
@pytest.mark.rule("21.1.3b")
@pytest.mark.seam("19", "21")
def test_21_1_3b_panzers_back_from_baku_take_the_city_they_return_to() -> None:
    m = board(city=["2434"])
    t = table({"XLI Pz": "baku"}, map=m, options={"baku": True}, turn=10, soviet=["2434"])
    t.run(BakuReturn())
    assert t.at("XLI Pz") == "2434"
    here = 1 << t.w.hex("2434")
    assert t.s.axis_marks & here and not t.s.soviet_marks & here


@pytest.mark.rule("21.1.3b")
@pytest.mark.rule("5.2.2a")
def test_21_1_3b_with_the_enemy_in_2434_the_panzers_are_lost() -> None:
    t = table({"XLI Pz": "baku", "8 Army": "2434"}, options={"baku": True}, turn=10)
    t.run(BakuReturn())
    assert t.at("XLI Pz") == "pool" and t.at("8 Army") == "2434"
    assert not list(GAME.invariants(t.s))
    t = table({"XLI Pz": "baku", "8 Army": "2433"}, options={"baku": True}, turn=10)
    t.run(BakuReturn())
    assert t.at("XLI Pz") == "2434"


@pytest.mark.rule("21.1.1")
@pytest.mark.seam("5", "21")
def test_nobody_is_in_hand_after_leaving_for_baku() -> None:
    t = moving({"XLI Pz": "2434"}, options={"baku": True}, turn=10)
    t.do(Pick, "XLI Pz")
    t.do(EnterBaku)
    assert t.s.group == []


@pytest.mark.rule("21.1.1")
def test_21_1_1_five_points_are_just_enough() -> None:
    for spent, enough in ((2, True), (3, False)):
        t = to_baku()
        t.s.spent[t.number("XLI Pz")] = spent
        assert t.ok(EnterBaku) is enough


@pytest.mark.rule("21.1.2")
def test_21_1_2_without_factories_none_is_lost() -> None:
    t = table({}, FactoryRoll(), options={"baku": True}, turn=10)
    t.roll(6)
    assert t.s.agenda == ()


@pytest.mark.rule("21.1.2")
def test_21_1_2_as_many_factories_as_the_roll_says() -> None:
    names = ("Moscow Factory", "Tula Factory", "Kiev Factory", "Kharkov Factory")
    t = table(
        {name: f"2{k}10" for k, name in enumerate(names)}, FactoryRoll(), options={"baku": True}, turn=10
    )
    t.roll(3)
    for name in names[:3]:
        t.do(Destroy, name)
    assert t.s.agenda == () and t.at("Kharkov Factory") == "2310"


@pytest.mark.rule("21.2.1a")
@pytest.mark.rule("21.2.1b")
def test_21_2_1a_who_rolls_for_turkey() -> None:
    place = {"I": "1834", "V": "1833", "Romanian 3rd": "1934", "8 Army": "1835"}
    t = table(place, TurkishEntry(), map=TURKEY, options={"turkey": True}, turn=10)
    assert t.frame() == TurkishRoll(t.number("I"))
    t.roll(6)
    assert t.s.agenda == ()  # neither an ally nor a corps north of the line
    assert table(place, TurkishEntry(), map=TURKEY, turn=10).s.agenda == ()  # not without the option
    assert (
        table(place, TurkishEntry(), map=TURKEY, options={"turkey": True}, turn=10, turkey=1).s.agenda == ()
    )
    t = table({**place, "II": "1834"}, TurkishEntry(), map=TURKEY, options={"turkey": True}, turn=10)
    t.roll(1)
    assert t.s.turkey == 1 and t.roll(1) == []  # once is enough
