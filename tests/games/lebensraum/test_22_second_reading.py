"""What a second reading of the rulebook found where two chapters meet."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum.actions import Advance, Escort, Pick, Send, TakeLoss
from hexfront.games.lebensraum.combat import Attacks
from hexfront.games.lebensraum.economy import Capture, captures
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    HQ_BASE,
    HQ_LOST,
    POOL,
    SOVIET,
    TAKEN,
    WORKS_BASE,
)
from hexfront.games.lebensraum.landings import WestJoins
from hexfront.games.lebensraum.leaders import pool
from hexfront.games.lebensraum.movement import Moves, _come_between
from hexfront.games.lebensraum.results import result_frames
from hexfront.games.lebensraum.sequence import new_state
from hexfront.games.lebensraum.supply import bombed_hexes, open_lines
from hexfront.games.lebensraum.transport import Network, Transports
from hexfront.hexes import bits
from tests.games.lebensraum.kit import Table, position, world


@pytest.mark.seam("5", "7")
@pytest.mark.rule("5.6b", "7.43b")
def test_an_advance_that_ends_in_a_breakdown_costs_no_points() -> None:
    t = position(
        place={"de-2pz": "4407", "su-42": "4508"}, segment="first-combat", reduced=["su-42", "de-2pz"],
        grades={"de-2pz": 2}, points={"axis": 1},
    )  # fmt: skip
    s, w = t.s, t.w
    u, foe = w.unit("de-2pz"), w.unit("su-42")
    s.grade[u] = len(w.ladder[u]) - 1
    s.target, s.attackers, s.defenders, s.origins = w.hex("4508"), [u], [foe], {u: w.hex("4407")}
    s.indicated, s.owed = [0, 6], [0, 6]
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    t.act(TakeLoss(foe, 0), *(Advance(u, w.hex(h)) for h in ("4508", "4608", "4607")), TakeLoss(u, 0))
    assert s.where[u] < 0
    assert s.points[AXIS] == 1 and not s.moved and s.mover == -1


@pytest.mark.seam("10", "13")
@pytest.mark.rule("10.3f")
def test_nobody_captures_the_works_of_a_friend() -> None:
    w = world("war")
    kiev, breslau = (
        next(k for k, m in enumerate(w.markers) if m.name == name) for name in ("Kiev", "Breslau")
    )
    t = position("war", place={"us-3": "Warsaw"}, turn=13, points={"allied": 200})
    assert captures(t.s, ALLIED, w.hex("Kiev")) == ()
    t.s.works_power[breslau], t.s.works_flags[breslau] = SOVIET, TAKEN  # on its way out to the east
    assert captures(t.s, ALLIED, w.hex("Breslau")) == ()
    assert t.s.works_power[kiev] == SOVIET and t.s.works_flags[breslau] == TAKEN
    (frame,) = captures(t.s, AXIS, w.hex("Kiev"))
    assert isinstance(frame, Capture)


@pytest.mark.seam("9", "11.2")
@pytest.mark.rule("9.6a")
def test_mannerheim_is_not_drawn_while_he_waits_for_his_hq() -> None:
    for options, drawn in (((), False), (("mannerheim_in_pool",), True)):
        w = world("invasion", *options)
        s = position(options=options, leaders={"mannerheim": "pool"}).s
        s.hq[w.finnish_hq] = HQ_LOST
        assert s.post[w.mannerheim] == POOL
        assert (w.mannerheim in pool(s, AXIS)) is drawn


@pytest.mark.seam("5", "10")
@pytest.mark.rule("10.2b")
def test_hqs_and_works_in_an_enemy_zone_need_a_unit_beside_them_to_be_loaded() -> None:
    w = world()
    kharkov = WORKS_BASE + next(k for k, m in enumerate(w.markers) if m.name == "Kharkov")
    hq = HQ_BASE + w.hq("su-south")
    enemy = next(w.label(n) for n in w.near(w.hex("Kharkov")) if not w.lands.river.has(n, w.hex("Kharkov")))
    for guarded, zoned in ((False, False), (False, True), (True, True)):
        place = {"de-2pz": enemy} if zoned else {"de-2pz": "Warsaw"}
        t = position(
            place={**place, **({"su-6": "Kharkov"} if guarded else {})}, hqs={"su-south": "Kharkov"},
            points={"soviet": 200}, transport=[0, 20, 0], agenda=(Transports(SOVIET),), phasing="soviet",
        )  # fmt: skip
        usable = guarded or not zoned
        for piece in (kharkov, hq):
            assert bool(Network(t.s, SOVIET).reached(piece)) == usable
            assert t.why(Pick(piece)) == ("" if usable else "10.2b")
    # a unit itself is always on a line it may use
    t = position(
        place={"de-2pz": enemy, "su-6": "Kharkov"},
        transport=[0, 9, 0],
        points={"soviet": 99},
        agenda=(Transports(SOVIET),),
    )
    u = w.unit("su-6")
    t.act(Pick(u), Send(u, w.hex("Moscow")))
    assert t.at("su-6") == w.label(w.hex("Moscow"))


@pytest.mark.seam("7.46", "11.1")
@pytest.mark.rule("7.4612b")
def test_a_bombed_line_is_cut_for_those_too_who_take_it_after_the_bombing() -> None:
    w = world("italy")
    h = w.lands.at("1813", "west")
    t = position("italy", place={"us-3": "1813"}, turn=14)
    assert open_lines(t.s, ALLIED) >> h & 1
    t.s.bombs[ALLIED] = 1 << h
    assert bombed_hexes(t.s) == 1 << h
    assert not open_lines(t.s, ALLIED) >> h & 1 and not open_lines(t.s, AXIS) >> h & 1


@pytest.mark.seam("10", "13")
@pytest.mark.rule("10.3f", "13.0b")
def test_works_in_the_italy_the_allies_hold_are_captured_as_they_appear() -> None:
    w = world("war")
    s = new_state(w)
    city = next(h for h in bits(w.allied_hold & w.cities & s.control[AXIS]))
    s.works[0] = city
    s.works_power[0] = AXIS
    s.turn, s.agenda = 9, (WestJoins(),)
    t = Table(s)
    assert isinstance(t.s.agenda[0], Capture) and t.s.agenda[0].power == ALLIED


@pytest.mark.seam("11.2", "13")
@pytest.mark.rule("11.6c", "13.0k")
def test_until_the_west_joins_one_staff_leader_in_berlin_is_enough() -> None:
    markers = ("okh-1", "okh-2", "okh-3")
    for turn, case in ((8, ""), (9, "11.6c")):
        t = position(
            "war", hqs={"de-center": "Warsaw"}, staff=dict.fromkeys(markers, "Berlin"), agenda=(Moves(AXIS),), phasing="axis",
            leaders=dict(zip(("halder", "keitel", "jodl"), markers, strict=True)), turn=turn,
        )  # fmt: skip
        t.act(Escort(0, t.w.hex("Warsaw")))
        assert t.why(Escort(1, t.w.hex("Warsaw"))) == case


@pytest.mark.rule("10.3f")
def test_a_walk_is_not_cut_short_at_works_of_a_friend() -> None:
    w = world("war")
    t = position("war", place={"us-3": "Warsaw"}, turn=13, points={"allied": 200}, phasing="allied")
    u, k = w.unit("us-3"), next(k for k, m in enumerate(w.markers) if m.name == "Breslau")
    for owner, cut in ((AXIS, True), (SOVIET, False)):
        t.s.works_power[k] = owner
        assert bool(_come_between(t.s, u) >> w.hex("Breslau") & 1) is cut
