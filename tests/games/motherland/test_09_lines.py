"""Chapter 9: lines of supply, isolation and attrition, each condition by itself."""

from __future__ import annotations

import pytest

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import (
    AirSupply,
    Combine,
    Convert,
    Done,
    Evacuate,
    Expend,
    Lose,
    Mark,
    Rebuild,
    Station,
)
from hexfront.games.motherland.administration import Combination, Conversion, Evacuation, Rebuilding
from hexfront.games.motherland.partisans import Gathering, Interdicted
from hexfront.games.motherland.state import attack_factor, defense_factor, move_factor
from hexfront.games.motherland.supply_phase import Airlift, Expending, Expenditure, Isolation, Judgement
from tests.games.motherland.kit import NOWHERE, board, chain, refused, row, table
from tests.games.motherland.test_09_supply import LACK, OUT, RING, judged


@pytest.mark.rule("9.1b")
def test_9_1b_only_changes_are_told() -> None:
    m = board(sources={"W": ["0110"], "E": ["2710"]})
    t = table({"I": "1310", "II": "0210", "8 Army": "1313"}, map=m)
    for told in (2, 2, 0):  # Lack, then Out, then nothing new
        t.s.out = []
        t.run(Judgement())
        changes = [event for event in t.s.out if isinstance(event, ev.SupplyChanged)]
        assert len(changes) == told


@pytest.mark.rule("9.1.2")
def test_9_1_2_a_factory_shelters_no_german() -> None:
    place = {"Moscow Factory": "1310", "I": "1311", "8 Army": "1315"}
    t = table(place, Judgement(), Judgement(), map=board(sources={"S": ["1315"]}))
    assert t.supply("I") == 2


@pytest.mark.rule("9.1.2")
def test_9_1_2_a_factory_feeds_soviet_units_alone() -> None:
    m = board(sources={"W": ["0110"], "E": ["2710"]})
    place = {"Moscow Factory": "1310", "8 Army": "1311", "9 Army": "1314", "I": "1309"}
    t = judged(place, map=m, supply={"8 Army": LACK, "9 Army": LACK, "I": LACK})
    assert [t.supply(name) for name in ("8 Army", "9 Army", "I")] == [LACK, OUT, OUT]


@pytest.mark.rule("9.1.3b")
def test_9_1_3b_losses_beyond_the_last_unit_are_forgotten() -> None:
    t = table({"KG Sanne": "1310", **RING}, Isolation(), supply={"KG Sanne": OUT})
    t.roll(6)  # two steps, and one there
    t.do(Lose, "KG Sanne")
    assert t.s.agenda == ()


@pytest.mark.rule("9.2a")
def test_9_2a_soviet_lines_too_stop_at_enemy_units_and_markers() -> None:
    wall = {f"26{r:02d}": "sea" for r in range(1, 37) if r != 10}
    m = board(wall, city=["2610"], sources={"E": ["2710"], "W": []})
    assert judged({"8 Army": "2510"}, map=m).supply("8 Army") == 0
    assert judged({"8 Army": "2510", "9 Army": "2610"}, map=m).supply("8 Army") == 0
    assert judged({"8 Army": "2510"}, map=m, german=["2610"]).supply("8 Army") == LACK
    assert judged({"8 Army": "2510", "Air Base 1": "2610"}, map=m).supply("8 Army") == LACK


@pytest.mark.rule("9.2.1")
def test_9_2_1_a_fortress_counts_as_infantry_on_the_ice() -> None:
    sides = [(f"23{r:02d}", f"24{n:02d}") for r in range(1, 37) for n in (r - 1, r) if n]
    m = board(sea=sides, frozen=[("2310", "2410")])
    for turn, status in ((12, 0), (11, LACK)):
        assert judged({"Fortress Moscow": "2310"}, map=m, turn=turn).supply("Fortress Moscow") == status


@pytest.mark.rule("9.3.2")
def test_9_3_2_helsinki_matters_to_finns_alone() -> None:
    place = {"I": "1310", "Finnish Karelia": "1320", "8 Army": "1315"}
    t = table(place, Judgement(), soviet=["Helsinki"])
    assert (t.supply("I"), t.supply("Finnish Karelia")) == (1, 2)
    t = table(place, Judgement())
    assert t.supply("Finnish Karelia") == 1


@pytest.mark.rule("9.3.3")
def test_9_3_3_assets_and_support_do_not_cut_the_long_line() -> None:
    t = table({"I": "1310", "Moscow Factory": "1312", "Offensive Support 1": "1313"}, Judgement())
    assert t.supply("I") == 0


@pytest.mark.rule("9.3.4a")
@pytest.mark.rule("10.0")
@pytest.mark.rule("10.1b")
@pytest.mark.rule("10.2a")
@pytest.mark.rule("12.2a")
@pytest.mark.rule("14.2a")
@pytest.mark.rule("15.1b")
@pytest.mark.rule("15.2a")
@pytest.mark.rule("17.2b")
def test_nonsense_in_supply_and_administration_is_refused() -> None:
    for x in NOWHERE:
        t = table({"I": "0110", "8 Army": "2710", "Supply Base 1": "1010"}, phase="administrative", turn=4)
        for frame, kind in (
            (Expenditure(), Expend), (Airlift(), AirSupply), (Interdicted(t.w.hex("1010"), 1), Mark), (Conversion(), Convert),
            (Rebuilding(), Rebuild), (Evacuation(), Evacuate),
        ):  # fmt: skip
            t.run(frame)
            refused(t, kind, x)
        t.run(Combination())
        refused(t, Combine, x, 0)
        refused(t, Combine, 0, x)
        t.run(Gathering(0))
        refused(t, Station, x, 5)
        refused(t, Station, 0, x)
        assert t.ok(Done)


@pytest.mark.rule("9.3.4a")
def test_9_3_4a_a_base_is_expended_once_and_only_on_the_map() -> None:
    t = table(
        {"Supply Base 1": "1310", "Supply Base 2": "1410", "Supply Base 3": "returning", "I": "1311"},
        Expending(),
    )
    t.do(Expend, "Supply Base 1")
    assert t.no(Expend, "Supply Base 1") == t.no(Expend, "Supply Base 3") == "9.3.4a"
    t = table(
        {"Supply Base 1": "0510", "Supply Base 3": "returning"},
        Expending(),
        map=board(rail=chain(*row(10, 1, 6))),
    )
    assert t.s.agenda == ()


@pytest.mark.rule("9.5a")
@pytest.mark.rule("9.5b")
@pytest.mark.rule("5.1.1")
def test_9_5_halves_are_rounded_up_and_only_for_those_short_of_supply() -> None:
    t = table({"XLI Pz": "1010", "KG Raus": "1012", "I": "1014"}, supply={"XLI Pz": 2, "KG Raus": 1})
    pz, kg, corps = (t.number(name) for name in ("XLI Pz", "KG Raus", "I"))
    assert (attack_factor(t.s, pz), defense_factor(t.s, pz), move_factor(t.s, pz)) == (5, 4, 4)
    assert (attack_factor(t.s, kg), defense_factor(t.s, kg), move_factor(t.s, kg)) == (2, 3, 4)
    assert (attack_factor(t.s, corps), defense_factor(t.s, corps), move_factor(t.s, corps)) == (5, 7, 4)


@pytest.mark.rule("9.6.1b")
def test_9_6_1b_without_odessa_or_sevastopol_the_other_ports_count() -> None:
    for cities in ({"Tuapse": "1629", "Odessa": "0822"}, {"Tuapse": "1629", "Sevastopol": "0927"}):
        m = board(rail=chain(*row(29, 16, 27)), cities=cities, sources={"E": ["2729"], "W": []})
        assert judged({"8 Army": "0325", "I": "0927"}, map=m).supply("8 Army") == 0


@pytest.mark.rule("9.6.2")
@pytest.mark.rule("9.6.3")
@pytest.mark.rule("9.6.1a")
@pytest.mark.rule("9.6.1b")
@pytest.mark.rule("9.3.2")
def test_9_6_a_map_without_the_ports_has_no_sea_supply() -> None:
    m = board(cities={}, port={}, sources={"W": ["0110"], "E": ["2710"], "F": ["1410"]})
    place = {"I": "1310", "8 Army": "1315", "Finnish Karelia": "1412"}
    t = judged(place, map=m)
    assert [t.supply(name) for name in place] == [LACK, LACK, 0]
    t = judged({"Finnish Karelia": "1420", "8 Army": "1424"}, map=m)
    assert t.supply("Finnish Karelia") == LACK


@pytest.mark.rule("9.6.3")
def test_9_6_3_a_foreign_port_supplies_the_soviets_once_it_is_theirs() -> None:
    m = board(rail=chain(*row(29, 16, 27)), regions={"romania": ["0325"]}, sources={"E": ["2729"], "W": []})
    for held, status in (([], LACK), (["0325"], 0)):
        assert judged({"8 Army": "0326"}, map=m, soviet=held).supply("8 Army") == status
