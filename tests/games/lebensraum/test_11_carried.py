"""Chapters 11.4 and 7.462: airborne assault and evacuation."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum.actions import Done, Drop, Evacuate
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, EVACUATION, SOVIET
from hexfront.games.lebensraum.movement import Moves
from tests.games.lebensraum.kit import Table, position, world


def table(scenario: str, power: int, **given: Any) -> Table:
    given.setdefault("phasing", ("axis", "soviet", "allied")[power])
    return position(scenario, agenda=(Moves(power),), **given)


def airborne(**given: Any) -> Table:
    w = world("dday")
    base: dict[str, Any] = {
        "place": {"al-para": "1716", "de-7": "2114"}, "hqs": {"al-21ag": "1716"}, "drop": 1 << w.unit("al-para"),
    }  # fmt: skip
    base.update(given)
    return table("dday", ALLIED, **base)


@pytest.mark.seam("5", "7.46")
@pytest.mark.rule("11.4b", "11.4c", "11.4d", "11.4e", "11.4f")
def test_the_printed_drop() -> None:
    """From 1716 to 2214, at no cost; not into the mountains of 2117, 2215 and 2216, nor onto the German unit."""
    t = airborne()
    w = t.w
    u = w.unit("al-para")
    for label in ("2117", "2215", "2216", "2114"):
        assert t.why(Drop(u, w.hex(label))) == "11.4d", label
    assert t.why(Drop(u, w.hex("Paris"))) == "11.4d"  # an opposing city
    assert t.why(Drop(u, w.hex("Marseilles"))) == "11.4d"  # too far
    t.act(Drop(u, w.hex("2214")))
    assert t.at("al-para") == "2214" and t.s.points == [0, 0, 0]
    assert (t.s.drop, t.s.dropped, t.s.airborne) == (0, 1 << u, 1 << u)
    assert t.s.control[ALLIED] >> w.hex("2214") & 1
    assert t.why(Drop(u, w.hex("1716"))) == "11.4b" and t.why(t.pick("al-para")) == "5.1a"


@pytest.mark.rule("11.4b")
def test_nobody_drops_the_paratroops_of_the_enemy() -> None:
    w = world("dday")
    theirs = w.unit("de-para-west")
    t = airborne(place={"al-para": "1716", "de-para-west": "1815"}, drop=1 << theirs)
    assert t.why(Drop(theirs, w.hex("2214"))) == "11.4b" == t.why(Drop(-1, w.hex("2214")))


@pytest.mark.rule("11.4b", "11.4c")
def test_an_assault_needs_an_hq_an_air_marker_and_its_own_segment() -> None:
    w = world("dday")
    u, there = w.unit("al-para"), w.hex("2214")
    assert airborne(hqs={"al-21ag": "London"}).why(Drop(u, there)) == "11.4b"
    assert airborne(drop=0).why(Drop(u, there)) == "11.4b"
    assert airborne(segment="tank-movement").why(Drop(u, there)) == "11.4c"
    assert airborne(phasing="axis").why(Drop(u, there)) == "11.4c"


@pytest.mark.rule("7.462c", "7.462d", "7.462e")
def test_a_unit_is_taken_off_to_another_city_on_the_same_sea() -> None:
    w = world()
    ship = next(k for k, row in enumerate(w.ships) if row.id == "ships-black-su")
    fleet = [w.hex("Odessa") if k == ship else -1 for k in range(len(w.ships))]
    sail = [EVACUATION if k == ship else 0 for k in range(len(w.ships))]
    t = table(
        "invasion",
        SOVIET,
        place={"su-9": "Odessa", "su-18": "Sevastopol"},
        ship=list(fleet),
        mission=list(sail),
    )
    assert t.why(Evacuate(ship, w.hex("Sevastopol"))) == "7.462e"  # occupied
    assert (
        t.why(Evacuate(ship, w.hex("Leningrad"))) == "7.462e"
        and t.why(Evacuate(ship, w.hex("Constanta"))) == "7.462e"
    )
    assert t.why(Evacuate(ship, -1)) == "7.462e"
    t.act(Evacuate(ship, w.hex("Kerch")))
    assert t.at("su-9") == "4015" and t.s.points[SOVIET] == 0 and t.s.ship[ship] == w.hex("Kerch")
    assert t.why(t.pick("su-9")) == "5.1a" and t.why(Evacuate(ship, w.hex("Odessa"))) == "7.462c"
    t.act(Done())
    enemy = table("invasion", AXIS, place={"su-9": "Odessa"}, ship=list(fleet), mission=list(sail))
    assert enemy.why(Evacuate(ship, w.hex("Kerch"))) == "7.462c"
