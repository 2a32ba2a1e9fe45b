"""Chapters 7.42, 7.43, 7.45 and 11.2: HQs and leaders in a hex that the enemy comes into, however he comes."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum.actions import Advance, GiveWay, Pick, Place, Rebuild, Retreat, Send, TakeLoss
from hexfront.games.lebensraum.arrivals import Offer
from hexfront.games.lebensraum.combat import Attacks
from hexfront.games.lebensraum.headquarters import HQRetreat, ways_out
from hexfront.games.lebensraum.kinds import AXIS, ELIMINATED, HQ_LOST, POOL, READY, SOVIET
from hexfront.games.lebensraum.landings import WestJoins
from hexfront.games.lebensraum.leaders import FateRoll
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.replacements import Rebuilding
from hexfront.games.lebensraum.results import result_frames
from hexfront.games.lebensraum.transport import BeginTransport
from tests.games.lebensraum.kit import HOME, TARGET, Table, position, world


def beaten(owed: tuple[int, int], **given: Any) -> Table:
    """The German 6th Army has attacked the Soviet 42nd, with these losses; leaders help as given."""
    t = position(segment="first-combat", place={"de-6": HOME, "su-42": TARGET}, **given)
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex(TARGET), [w.unit("de-6")], [w.unit("su-42")]
    s.origins = {w.unit("de-6"): w.hex(HOME)}
    s.indicated, s.owed = list(owed), list(owed)
    return t


def go_on(t: Table) -> None:
    t.s.agenda = (*result_frames(t.s), Attacks(AXIS))
    t.settle()


# --- where an HQ may give way to


@pytest.mark.seam("7.42", "11.5")
@pytest.mark.rule("7.42c", "7.42g", "11.7a")
def test_an_hq_does_not_give_way_into_a_neutral_country() -> None:
    t = position(
        place={"de-6": "4610"}, hqs={"su-south": "4711"}, leaders={"kirponos": "su-south"}, points={"axis": 50},
        phasing="axis", agenda=(Moves(AXIS),),
    )  # fmt: skip
    t.act(t.pick("de-6"), *t.to("4711"))
    assert t.s.hq[t.w.hq("su-south")] == HQ_LOST and isinstance(t.s.agenda[0], FateRoll)


@pytest.mark.seam("7.42", "8")
@pytest.mark.rule("7.42c", "8.0h")
@pytest.mark.parametrize(("turn", "frozen"), [(1, False), (3, True)])
def test_an_hq_gives_way_over_the_ice_of_a_lake_in_winter(turn: int, frozen: bool) -> None:
    t = position("objectives", turn=turn, hqs={"su-north": "1411"})
    ways = ways_out(t.s, t.w.hq("su-north"), t.w.hex("1511"))
    assert (t.w.hex("1412") in ways) == frozen


# --- whoever comes, it gives way


def _empty_of_enemies(t: Table, hq: str) -> None:
    """The HQ shares its hex with no unit of the enemy any more."""
    while t.s.agenda and isinstance(t.s.agenda[0], HQRetreat):
        t.act(t.legal()[0])
    at = t.s.hq[t.w.hq(hq)]
    assert at < 0 or not (t.s.held[AXIS] | t.s.held[SOVIET]) >> at & 1


@pytest.mark.seam("7.42", "11.2")
@pytest.mark.rule("11.2g")
def test_an_hq_gives_way_to_a_unit_that_retreats_into_its_hex() -> None:
    t = beaten(
        (0, 1), hqs={"de-south": "2912"}, leaders={"von-rundstedt": "de-south"}, control={"soviet": ["2912"]}
    )
    go_on(t)
    t.act(GiveWay())
    army = t.w.unit("su-42")
    back = {t.w.label(action.hex): action for action in t.legal() if isinstance(action, Retreat)}
    t.act(back["2912"])
    assert t.s.where[army] == t.w.hex("2912")
    _empty_of_enemies(t, "de-south")


@pytest.mark.seam("6", "11.2")
@pytest.mark.rule("11.2g", "6.1c")
def test_an_hq_gives_way_to_an_army_that_arrives() -> None:
    w = world()
    t = position(
        place={"su-28": "ready"}, hqs={"de-center": "Moscow"}, leaders={"von-bock": "de-center"},
        segment="reinforcement", agenda=(Offer(SOVIET),),
    )  # fmt: skip
    t.act(Place(w.unit("su-28"), w.hex("Moscow"), False))
    _empty_of_enemies(t, "de-center")


@pytest.mark.seam("10", "11.2")
@pytest.mark.rule("11.2g")
def test_an_hq_gives_way_to_an_army_that_comes_by_rail() -> None:
    w = world()
    t = position(
        place={"su-28": "Gorky"}, hqs={"de-center": "Moscow"}, leaders={"von-bock": "de-center"}, points={"soviet": 50},
        segment="transport", agenda=(BeginTransport(),),
    )  # fmt: skip
    while t.seat() == "axis":
        t.act(t.legal()[-1])
    t.act(Pick(w.unit("su-28")), Send(w.unit("su-28"), w.hex("Moscow")))
    _empty_of_enemies(t, "de-center")


@pytest.mark.seam("11.2", "13")
@pytest.mark.rule("11.2g", "13.0b")
def test_an_hq_gives_way_to_the_armies_of_the_west_as_they_appear() -> None:
    w = world("war")
    unit, at = next((u, h) for u, h in w.late_units.items() if w.side[u] == AXIS)
    t = position(
        "war",
        turn=9,
        place={w.armies[unit].id: "later"},
        hqs={"su-south": w.label(at)},
        agenda=(WestJoins(),),
    )
    assert t.s.where[unit] == at
    _empty_of_enemies(t, "su-south")


# --- leaders left alone


@pytest.mark.seam("7.42", "9")
@pytest.mark.rule("7.45e", "7.43f", "7.43g", "9.0b")
def test_a_leader_left_alone_where_he_helped_is_overrun_by_the_advance() -> None:
    t = beaten((0, 4), hqs={"su-south": "2912"}, leaders={"kirponos": "su-south", "konev": "pool"})
    k, u = t.w.hq("su-south"), t.w.unit("su-42")
    t.s.helpers = {k: u}
    go_on(t)
    t.roll(1)  # in combat: unharmed
    t.act(TakeLoss(u, 0), TakeLoss(u, 0))
    assert t.s.where[u] == ELIMINATED
    t.act(Advance(t.w.unit("de-6"), t.w.hex(TARGET)))
    frame = t.s.agenda[0]
    assert (
        isinstance(frame, FateRoll) and frame.leader == t.w.leader("kirponos") and frame.column == "overrun"
    )
    t.roll(1, "konev")  # he escapes to the pool, and his HQ draws at once
    assert t.s.post[t.w.leader("kirponos")] == POOL and t.s.chief[k] == t.w.leader("konev")
    assert t.s.hq[k] == t.w.hex("2912")


@pytest.mark.rule("7.45e", "7.43f")
def test_a_leader_who_helped_nobody_or_was_replaced_is_not_overrun_there() -> None:
    idle = beaten((0, 4), hqs={"su-south": "2912"}, leaders={"kirponos": "su-south"})
    go_on(idle)
    u = idle.w.unit("su-42")
    idle.act(TakeLoss(u, 0), TakeLoss(u, 0), Advance(idle.w.unit("de-6"), idle.w.hex(TARGET)))
    assert not idle.rolls()
    hit = beaten((0, 4), hqs={"su-south": "2912"}, leaders={"kirponos": "su-south", "konev": "pool"})
    hit.s.helpers = {hit.w.hq("su-south"): u}
    go_on(hit)
    hit.roll(6)  # hit in combat
    while hit.rolls():
        frame = hit.s.agenda[0]
        hit.roll("konev" if not isinstance(frame, FateRoll) and hasattr(frame, "hq") else 6)
    assert hit.s.chief[hit.w.hq("su-south")] == hit.w.leader("konev")
    hit.act(TakeLoss(u, 0), TakeLoss(u, 0), Advance(hit.w.unit("de-6"), hit.w.hex(TARGET)))
    assert not hit.rolls(), "the new man is with his HQ"


# --- steps and reserves


@pytest.mark.rule("11.3e", "6.21f", "6.12g")
def test_an_army_that_came_back_and_got_further_steps_is_placed_out_of_reserve() -> None:
    """RULING 6.21-c."""
    w = world()
    u = w.unit("de-6")
    t = position(
        place={"de-6": "eliminated"}, segment="reinforcement", agenda=(Rebuilding(AXIS),), saved=[4, 0, 0, 0, 0, 0],
        control={"axis": ["Berlin"]},
    )  # fmt: skip
    t.act(Rebuild(u, 2))
    assert t.s.where[u] == READY
    t.act(Rebuild(u, 0), t.legal()[-1])
    assert t.why(Place(u, w.hex("Berlin"), True)) == "11.3e" and not t.why(Place(u, w.hex("Berlin"), False))
    plain = position(
        place={"de-6": "ready"}, segment="reinforcement", agenda=(Offer(AXIS),), control={"axis": ["Berlin"]}
    )
    assert not plain.why(Place(u, w.hex("Berlin"), True))


@pytest.mark.rule("6.12g", "6.22h")
def test_a_soviet_army_rebuilt_with_two_steps_may_be_placed_in_reserve() -> None:
    w = world()
    u = w.unit("su-28")
    t = position(
        place={"su-28": "eliminated"},
        segment="reinforcement",
        agenda=(Rebuilding(SOVIET),),
        saved=[0, 0, 2, 0, 0, 0],
    )
    t.act(Rebuild(u, 2), Rebuild(u, 0), t.legal()[-1])
    assert not t.why(Place(u, w.hex("Moscow"), True))
