"""Chapters 5.3 and 5.5: long moves by rail and sea, each condition by itself, for either side."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland.actions import Pick, Place, Redeploy, Ship
from hexfront.games.motherland.administration import Produced
from hexfront.games.motherland.long_moves import EUXINE, LongMove, LongMoves, waters_of
from hexfront.games.motherland.reinforcements import Placement, Reinforcements
from tests.games.motherland.kit import (
    AXIS,
    NOWHERE,
    SOVIET,
    TRUNK,
    Table,
    board,
    chain,
    refused,
    row,
    sailing,
    table,
)
from tests.games.motherland.test_05_long_moves import long, sent


@pytest.mark.rule("5.3a")
def test_5_3a_only_your_own_units_redeploy() -> None:
    t = sailing({"I": "0110", "8 Army": "2710"})
    assert t.no(Pick, "8 Army") == "5.3a"


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
                place, LongMoves(side), phase=phase, map=TRUNK, turn=turn, german=["0507", "0307", "1006"]
            )
            t.agree()
            for pick in t.offers(Pick)[:4]:
                again = table(
                    place, LongMoves(side), phase=phase, map=TRUNK, turn=turn, german=["0507", "0307", "1006"]
                )
                again.do(Pick, pick.unit)
                again.agree()


@pytest.mark.rule("5.3a")
@pytest.mark.rule("5.5b")
@pytest.mark.rule("17.0a")
@pytest.mark.rule("17.0c")
@pytest.mark.rule("12.1b")
def test_nonsense_in_placement_is_refused() -> None:
    for x in NOWHERE:
        t = table({"I": "0110", "8 Army": "ready"}, LongMoves(AXIS), phase="axis-movement")
        refused(t, Pick, x)
        assert t.no(Pick, "V") == "5.3a"
        t.run(LongMove(t.number("I")))
        refused(t, Redeploy, x)
        refused(t, Ship, x)
        t.run(Placement(t.number("8 Army")))
        refused(t, Place, x)
        t.run(Reinforcements(AXIS))
        refused(t, Pick, x)
        assert t.no(Pick, "8 Army") == "17.0a"
        t.run(Produced(t.number("Offensive Support 1")))
        refused(t, Place, x)


def by_rail(place: dict[str, str], side: int, **given: Any) -> Table:
    given.setdefault("map", board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]}))
    return table(place, LongMoves(side), phase=f"{('axis', 'soviet')[side]}-movement", **given)


@pytest.mark.rule("5.3a")
@pytest.mark.rule("5.1.6a")
@pytest.mark.rule("5.3.1c")
@pytest.mark.seam("5.3", "13")
def test_5_3a_the_gun_redeploys_by_rail_and_bases_anywhere_in_mud() -> None:
    t = by_rail({"Railroad Gun": "0210"}, AXIS)
    t.do(Pick, "Railroad Gun")
    assert t.ok(Redeploy, "0510") and not t.ok(Redeploy, "0511")
    t = by_rail({"Supply Base 1": "0510"}, AXIS, turn=4)
    t.do(Pick, "Supply Base 1")
    assert t.ok(Redeploy, "0518")


@pytest.mark.rule("5.3a")
def test_5_3a_an_enemy_base_closes_its_hex() -> None:
    t = by_rail({"8 Army": "2610", "Air Base 1": "2410"}, SOVIET)
    t.do(Pick, "8 Army")
    assert not t.ok(Redeploy, "2410") and t.ok(Redeploy, "2409")
    t = by_rail({"I": "0210", "Offensive Support 1": "0410", "8 Army": "2710"}, AXIS)
    t.do(Pick, "I")
    assert not t.ok(Redeploy, "0410") and t.ok(Redeploy, "0409")


@pytest.mark.rule("5.3b")
def test_5_3b_no_second_long_move() -> None:
    t = by_rail({"8 Army": "2610", "9 Army": "2612"}, SOVIET)
    t.do(Pick, "8 Army")
    t.do(Redeploy, "2410")
    assert t.no(Pick, "8 Army") == "5.3b" and t.names(t.offers(Pick)) == {"9 Army"}


@pytest.mark.rule("5.3a")
@pytest.mark.rule("5.3.1d")
def test_5_3a_own_units_are_no_hindrance_and_enemy_marks_are() -> None:
    m = board(rail=chain(*row(10, 1, 27)), city=["0410", "2410"], sources={"E": ["2710"], "W": ["0110"]})
    assert sent("I", {"I": "0210", "II": "0410"}, AXIS, map=m, german=["0410"]).ok(Redeploy, "0410")
    assert sent("I", {"I": "0210"}, AXIS, map=m, soviet=["0410"]).no(Redeploy, "0410") == "5.3.1d"
    assert sent("8 Army", {"8 Army": "2610", "9 Army": "2410"}, map=m).ok(Redeploy, "2410")
    assert sent("8 Army", {"8 Army": "2610"}, map=m, german=["2410"]).no(Redeploy, "2410") == "5.3.1d"


@pytest.mark.rule("5.3a")
@pytest.mark.rule("5.2.1b")
def test_5_2_1b_turkey_at_war_opens_to_soviets_and_germans() -> None:
    m = board(
        rail=chain(*row(10, 1, 27)),
        regions={"turkey": ["0310", "2510"]},
        sources={"E": ["2710"], "W": ["0110"]},
    )
    for at_war in (0, 1):
        t = long({"I": "0210", "8 Army": "2610"}, AXIS, map=m, turkey=at_war)
        t.do(Pick, "I")
        assert t.ok(Redeploy, "0310") == bool(at_war)
        t = long({"I": "0210", "8 Army": "2610"}, SOVIET, map=m, turkey=at_war)
        t.do(Pick, "8 Army")
        assert t.ok(Redeploy, "2510") is bool(at_war)


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


@pytest.mark.rule("5.3.1a")
@pytest.mark.rule("5.3.1b")
def test_5_3_1_the_refusal_tells_units_from_partisans() -> None:
    t = sent("8 Army", {"8 Army": "2610", "I": "1910"})
    assert t.no(Redeploy, "2110") == "5.3.1a"
    t = sent("I", {"I": "0210", "8 Army": "0810"}, AXIS, partisans={"Kovpak": "0814"})
    assert t.no(Redeploy, "0809") == "5.3.1a" and t.no(Redeploy, "0813") == "5.3.1b"


@pytest.mark.rule("5.3.2b")
@pytest.mark.rule("5.3.1c")
def test_5_3_1c_a_supply_base_needs_no_supply_at_either_end() -> None:
    m = board(sources={"W": ["0110"], "E": ["2710"]})
    place = {"Supply Base 1": "1310", "I": "1311", "8 Army": "1315", "9 Army": "1328"}
    t = long(place, AXIS, map=m, turn=4)
    assert t.ok(Pick, "Supply Base 1") and t.no(Pick, "I") == "5.3.1c"
    t.do(Pick, "Supply Base 1")
    assert t.ok(Redeploy, "1312") and t.no(Redeploy, "1332") == "5.3a"


@pytest.mark.rule("5.5b")
def test_5_5b_a_port_needs_a_sea_and_another_port() -> None:
    inland = board(port={"port_baltic": ["0507"], "port_elsewhere": ["1010", "1012"]})
    t = sailing({"I": "1010", "8 Army": "1013"}, map=inland, german=["1010", "1012", "0507"])
    assert t.no(Pick, "I") == "5.5b"
    t = sailing({"I": "0507", "8 Army": "0509"}, german=["0507"])
    assert t.no(Pick, "I") == "5.5b"


@pytest.mark.rule("5.5b")
def test_5_5b_a_port_with_the_enemy_in_it_is_closed() -> None:
    t = by_rail(
        {"I": "0507", "8 Army": "0509", "Offensive Support 1": "1006"}, AXIS, german=["0507", "1006", "0307"]
    )
    t.do(Pick, "I")
    assert t.no(Ship, "1006") == "5.5b" and t.ok(Ship, "0307")
    assert t.no(Ship, "0508") == "5.5b"


@pytest.mark.rule("5.5d")
@pytest.mark.rule("5.5.4b")
def test_5_5d_the_bodies_of_water() -> None:
    t = table({"I": "1010"})
    names = {
        "0822": EUXINE,
        "0325": EUXINE,
        "1525": EUXINE,
        "0307": ("baltic",),
        "1705": ("baltic",),
        "1010": (),
    }
    assert {label: waters_of(t.s, t.w.hex(label)) for label in names} == names


@pytest.mark.rule("5.5b")
@pytest.mark.rule("5.5a")
def test_5_5b_ports_by_sea() -> None:
    t = long({"I": "0507", "8 Army": "0509"}, AXIS, german=["0507", "0307"])
    t.do(Pick, "I")
    assert t.no(Redeploy, "0506") == "5.3.1a"  # the enemy is near: by sea or not at all
    for nowhere in (-1, 99999):
        assert t.no(Ship, nowhere) == "5.5b"
    t.agree()
    t.do(Ship, "0307")
    assert (t.s.shipped, t.w.label(t.s.ship_port)) == (2, "0307")
    # Soviets are kept out of a port by an Axis base as well.
    t = long({"8 Army": "1705", "I": "1703", "Air Base 1": "1006"}, SOVIET)
    t.do(Pick, "8 Army")
    assert t.no(Ship, "1006") == "5.5b"
    t = long({"8 Army": "1705", "I": "1703"}, SOVIET)
    t.do(Pick, "8 Army")
    assert t.ok(Ship, "1006")


@pytest.mark.rule("5.5a")
@pytest.mark.rule("5.5b")
@pytest.mark.rule("5.5.1a")
@pytest.mark.rule("5.3a")
def test_5_5a_near_the_enemy_only_a_ship_is_left() -> None:
    place = {"I": "0507", "XLI Pz": "0507", "8 Army": "0509"}
    t = long(place, AXIS, german=["0507", "0307"]).agree()
    assert t.names(t.offers(Pick)) == {"I"} and t.no(Pick, "XLI Pz") == "5.3.1a"
    t.s.shipped = 2
    assert t.no(Pick, "I") == "5.5a" and t.agree().offers(Pick) == []


@pytest.mark.rule("5.5a")
@pytest.mark.rule("5.3a")
def test_5_5a_a_redeployment_uses_no_ship_and_a_used_ship_offers_no_port() -> None:
    t = sent("8 Army", {"8 Army": "2610"})
    t.do(Redeploy, "2410")
    assert (t.s.shipped, t.s.ship_port) == (0, -1)
    m = board(rail=chain(*row(7, 1, 5)), sources={"W": ["0107"], "E": ["2710"]})
    t = long({"I": "0507"}, AXIS, map=m, german=["0507", "0307"])
    t.s.shipped = 2
    t.do(Pick, "I")
    assert t.offers(Ship) == [] and t.offers(Redeploy)
    t.agree()


@pytest.mark.rule("5.5.4a")
@pytest.mark.rule("5.5b")
def test_5_5_4a_no_gate_on_the_map_no_sea_transport() -> None:
    m = board(cities={"Odessa": "0822"}, sources={"E": ["2710"], "W": ["0110"]})
    t = long({"I": "0822", "8 Army": "0824"}, AXIS, map=m, german=["0822", "1528"])
    assert t.no(Pick, "I") == "5.5.4a"
