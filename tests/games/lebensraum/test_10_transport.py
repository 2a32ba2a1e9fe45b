"""Chapter 10: strategic transportation."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import Done, Keep, Pick, Send
from hexfront.games.lebensraum.economy import Capture, captures, food_points, income, is_working
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    DESTROYED,
    FOREIGN,
    HQ_BASE,
    INACTIVE,
    OFF_MAP,
    SOVIET,
    TAKEN,
    WORKS_BASE,
)
from hexfront.games.lebensraum.missions import Missions
from hexfront.games.lebensraum.movement import Moves, walks
from hexfront.games.lebensraum.sequence import JOINT_SEGMENTS
from hexfront.games.lebensraum.transport import (
    BeginTransport,
    EndTransport,
    Network,
    Reactivate,
    Routing,
    Transports,
    exits,
    load,
    load_violation,
    send_violation,
    transport_points,
)
from hexfront.games.lebensraum.view import _resources, _works
from hexfront.games.lebensraum.world import World
from hexfront.hexes import bits
from hexfront.kernel import Action, Decision
from hexfront.testing import act
from tests.games.lebensraum.kit import Table, position, world


def table(power: int = SOVIET, scenario: str = "invasion", **given: Any) -> Table:
    given.setdefault("points", {"axis": 200, "soviet": 200, "allied": 200})
    given.setdefault("transport", [9, 9, 9])
    given.setdefault("passed", 7 & ~(1 << power))
    return position(scenario, agenda=(Transports(power), EndTransport()), **given)


def refused(t: Table, piece: int, h: int) -> str:
    """The case that forbids a transport, or nothing."""
    found = t.why(Pick(piece))
    if not found:
        other = Table(t.s.clone())
        other.act(Pick(piece))
        found = other.why(Send(piece, h))
    return found


def works(w: World, name: str) -> int:
    return WORKS_BASE + next(k for k, marker in enumerate(w.markers) if marker.name == name)


@pytest.mark.rule("10.1a", "10.5a")
def test_transport_points() -> None:
    s = position().s
    assert (transport_points(s, SOVIET), transport_points(s, AXIS)) == (20, 13)
    assert transport_points(position("italy").s, AXIS) == 17 - 6
    assert [transport_points(position("italy", turn=turn).s, ALLIED) for turn in (12, 13)] == [2, 6]
    assert transport_points(position("conclusions", turn=16).s, SOVIET) == 25  # aid


@pytest.mark.rule("10.1b", "10.2a", "5.5e")
def test_a_unit_goes_any_distance_for_a_point_and_ten() -> None:
    t = table(place={"su-6": "Kursk", "su-8": "Tula"})
    w, u = t.w, t.w.unit("su-6")
    assert refused(t, u, w.hex("Tula")) == "10.2b"  # occupied; it may be passed
    t.act(Pick(u), Send(u, w.hex("Moscow")))
    assert t.at("su-6") == w.label(w.hex("Moscow"))
    assert (t.s.transport[SOVIET], t.s.points[SOVIET]) == (8, 190)
    off = next(h for h in w.lands.next_to if not w.lands.line_hexes >> h & 1)
    assert refused(t, u, off) == "10.2b"


@pytest.mark.rule("10.1c", "10.3a", "10.3b")
def test_works_move_whole_and_are_inactive_until_the_next_segment() -> None:
    """The printed cost: a point and ten movement points for each of its values."""
    t = table(turn=1)
    w = t.w
    kharkov = works(w, "Kharkov")
    assert load(t.s, kharkov) == 7
    t.act(Pick(kharkov), Send(kharkov, w.hex("Saratov")))
    assert (t.s.transport[SOVIET], t.s.points[SOVIET]) == (2, 130)
    k = kharkov - WORKS_BASE
    assert t.s.works[k] == w.hex("Saratov") and t.s.works_flags[k] == INACTIVE
    assert refused(t, kharkov, w.hex("Kuybyshev")) == "10.3a"
    t.s.agenda = (Reactivate(),)
    t.settle()
    assert t.s.works_flags[k] == 0


@pytest.mark.rule("10.1a", "10.2a")
def test_points_of_both_kinds_are_needed() -> None:
    w = world()
    kharkov = works(w, "Kharkov")
    assert refused(table(transport=[0, 6, 0]), kharkov, w.hex("Saratov")) == "10.1a"
    assert refused(table(points={"soviet": 69}), kharkov, w.hex("Saratov")) == "10.2a"


@pytest.mark.rule("10.3d")
def test_works_leave_the_map_and_work_on() -> None:
    t = table()
    w = t.w
    before = income(t.s, SOVIET).refinery
    gorky = works(w, "Gorky")
    t.act(Pick(gorky), Send(gorky, OFF_MAP))
    k = gorky - WORKS_BASE
    assert t.s.works[k] == OFF_MAP and income(t.s, SOVIET).refinery == before - 1
    t.s.agenda = (Reactivate(),)
    t.settle()
    assert income(t.s, SOVIET).refinery == before
    axis = table(AXIS)
    assert refused(axis, works(w, "Breslau"), OFF_MAP) == ""
    both = table(AXIS, "war")
    assert refused(both, works(both.w, "Breslau"), OFF_MAP) == "10.3d"
    unit = table(place={"su-6": "Kazan"})
    assert refused(unit, w.unit("su-6"), OFF_MAP) == "10.3d"


@pytest.mark.seam("10", "12")
@pytest.mark.rule("10.3c")
def test_in_the_west_works_stay_west_of_the_halt_line() -> None:
    t = table(AXIS, "italy", turn=10)
    w = t.w
    assert refused(t, works(w, "Cologne"), w.hex("Munich")) == ""
    assert refused(t, works(w, "Cologne"), w.hex("Breslau")) == "10.2b"


@pytest.mark.seam("5", "10")
@pytest.mark.rule("10.2b", "7.4612b", "7.4612c")
def test_zones_enemies_and_bombs_close_a_line() -> None:
    w = world()
    moscow = w.hex("Moscow")
    free = table(place={"su-6": "Archangel"})
    assert refused(free, w.unit("su-6"), moscow) == ""
    line = next(n for n in w.lands.lines.of_hex(w.hex("Archangel")))
    cut = table(place={"su-6": "Archangel", "de-6": w.label(line)})
    assert refused(cut, w.unit("su-6"), moscow) == "10.2b"
    bombed = table(place={"su-6": "Archangel"}, bombs=[1 << line, 0, 0])
    assert refused(bombed, w.unit("su-6"), moscow) == "10.2b"
    home = table(bombs=[1 << w.hex("Kharkov"), 0, 0])
    assert refused(home, works(w, "Kharkov"), w.hex("Saratov")) == "10.2b"


@pytest.mark.rule("10.3g", "10.3h", "10.3f", "10.1b")
def test_captured_works_go_off_the_map_at_once_or_are_lost() -> None:
    w = world()
    minsk = works(w, "Minsk")
    k = minsk - WORKS_BASE
    flags = [TAKEN if n == k else 0 for n in range(len(w.markers))]
    owners = [AXIS if n == k else marker.power for n, marker in enumerate(w.markers)]
    west = [
        w.label(h) for h in w.lands.next_to if w.lands.country_at[h] == "ussr" and int(w.label(h)[2:]) >= 20
    ]
    t = table(AXIS, works_flags=list(flags), works_power=list(owners), control={"axis": west})
    assert refused(t, minsk, w.hex("Warsaw")) == "10.3g"
    told = t.act(Pick(minsk), Send(minsk, OFF_MAP))
    assert any("went off the map" in event.line(t.s).text for event in told)
    assert t.s.works[k] == OFF_MAP and t.s.works_flags[k] == FOREIGN | INACTIVE and t.s.works_due[k] == 1
    lost = table(AXIS, works_flags=list(flags), works_power=list(owners), control={"axis": west})
    lost.act(Done())
    assert lost.s.works[k] == DESTROYED


@pytest.mark.seam("10", "11.2")
@pytest.mark.rule("10.1b")
def test_an_hq_travels_and_the_general_staff_stays() -> None:
    t = table(hqs={"su-west": "Kursk"}, leaders={"zhukov": "stavka-1"}, staff={"stavka-1": "Kursk"})
    w = t.w
    t.act(Pick(HQ_BASE + w.hq("su-west")), Send(HQ_BASE + w.hq("su-west"), w.hex("Tula")))
    assert t.at("su-west") == "2512" and t.s.staff[3] == w.hex("Moscow")


@pytest.mark.rule("10.1a", "10.3e")
def test_each_segment_begins_anew() -> None:
    s = position(points={"axis": 50, "soviet": 50}).s
    s.passed, s.sent = 7, 1
    BeginTransport().run(s)
    assert s.passed == s.sent == 0 and s.transport[SOVIET] == transport_points(s, SOVIET)


@pytest.mark.rule("10.1a", "10.2a", "10.3a")
@pytest.mark.parametrize(("points", "offered"), [(7, True), (6, False)])
def test_only_what_the_points_carry_is_offered(points: int, offered: bool) -> None:
    t = table(turn=1, transport=[9, points, 9])
    kharkov = works(t.w, "Kharkov")
    assert load(t.s, kharkov) == 7 and (kharkov in Network(t.s, SOVIET).loads()) == offered


@pytest.mark.rule("10.3e", "4.2.3C")
def test_the_sides_take_turns_axis_first() -> None:
    t = position(
        place={"su-6": "Kursk", "de-6": "Warsaw"},
        points={"axis": 50, "soviet": 50},
        agenda=(BeginTransport(),),
    )
    w = t.w
    assert t.seat() == "axis"
    t.act(Pick(w.unit("de-6")), Send(w.unit("de-6"), w.hex("Berlin")))
    assert t.seat() == "soviet"
    t.act(Done())
    assert t.seat() == "axis"
    t.act(Done())
    assert not t.s.agenda
    assert [type(frame).__name__ for frame in JOINT_SEGMENTS["transport"](t.s)] == [
        "Reactivate",
        "FoodCheck",
        "BeginTransport",
        "EndTransport",
    ]


@pytest.mark.rule("10.3e", "10.1b", "4.2.3C")
@pytest.mark.parametrize(
    ("transport", "points", "asked"),
    [
        (1, world().tables.costs.transport, True),
        (0, 50, False),
        (1, world().tables.costs.transport - 1, False),
    ],
    ids=["can", "none", "poor"],
)
def test_who_has_nothing_to_transport_with_is_not_asked(transport: int, points: int, asked: bool) -> None:
    t = position(place={"de-6": "Warsaw"}, points={"axis": points}, transport=[transport, 0, 0])
    assert Transports(AXIS).may_choose(t.s) == asked


@pytest.mark.rule("10.2c")
def test_a_line_is_followed_across_shared_sides() -> None:
    """1319 and 1419 both have lines and touch; no line crosses the side between them."""
    w = world()
    a, b = w.hex("1416"), w.hex("1517")
    assert w.lands.line_hexes >> a & 1 and w.lands.line_hexes >> b & 1 and not w.lands.lines.has(a, b)
    around = [w.label(n) for n in w.near(a) if w.lands.lines.has(a, n)]
    t = position(place={"su-7": "1416"}, control={"axis": around})  # every line out of it is the enemy's
    assert not Network(t.s, SOVIET).reached(w.unit("su-7")) >> b & 1


@pytest.mark.rule("10.5a")
def test_the_east_front_takes_no_more_food_than_there_is() -> None:
    t = position("italy", turn=10)
    t.s.control = [0, 0, 0]
    have, needs = t.w.off_map[AXIS].food, t.w.east_front.food
    assert food_points(t.s, AXIS) == max(0, have - needs) == 0


@pytest.mark.rule("10.3f")
def test_works_that_are_kept_are_marked_as_taken() -> None:
    t = position(place={"de-4": "Minsk"}, works={"Minsk": "Minsk"})
    marker = next(k for k, m in enumerate(t.w.markers) if m.name == "Minsk")
    t.s.agenda = (Capture(AXIS, marker),)
    t.act(Keep())
    assert t.s.works_power[marker] == AXIS and t.s.works_flags[marker] & TAKEN


def cut_in_three(t: Table) -> tuple[int, int, int]:
    """A hex of a line and its two neighbours on it; the Axis holds all lines but that hex."""
    lands = t.w.lands
    for h in bits(lands.line_hexes):
        near = [n for n in bits(lands.line_hexes) if lands.lines.has(h, n)]
        held = lands.line_hexes & ~(1 << h)
        if len(near) == 2 and not lands.net.connected(1 << near[0], held) >> near[1] & 1:
            t.s.control = [held, t.s.control[SOVIET] & ~held, 0]
            return near[0], h, near[1]
    raise AssertionError("every line is part of a ring")


@pytest.mark.rule("10.2b", "10.2c", "10.1b")
def test_a_hex_of_the_enemy_cuts_a_line_and_whoever_stands_in_it_rides_either_way() -> None:
    t = position(place={"de-4": "Warsaw", "de-6": "Riga", "de-2pz": "Kiev"})
    left, middle, right = cut_in_three(t)
    for name, at in (("de-4", left), ("de-6", right), ("de-2pz", middle)):
        t.s.where[t.w.unit(name)] = at
    one, other, between = (t.w.unit(name) for name in ("de-4", "de-6", "de-2pz"))
    for order in ((one, other, between), (between, other, one)):
        t.w.cache("parts").clear()
        net = Network(t.s, AXIS)
        found = {u: net.reached(u) for u in order}
        assert found[one] >> left & 1 and not found[one] >> right & 1 and not found[one] >> middle & 1
        assert found[other] >> right & 1 and not found[other] >> left & 1
        assert found[between] & found[one] == found[one] and found[between] & found[other] == found[other]


@pytest.mark.rule("5.5e", "10.3c", "10.3g")
def test_where_a_train_is_unloaded() -> None:
    t = position(place={"de-4": "Warsaw", "de-6": "Minsk", "su-9": "Smolensk"}, hqs={"de-south": "Warsaw"})
    w, s = t.w, t.s
    s.crossed = (1 << len(w.lands.borders)) - 1
    net = Network(s, AXIS)
    k = next(
        n for n, m in enumerate(w.markers) if m.power == AXIS and s.works[n] >= 0 and net.ends(WORKS_BASE + n)
    )
    assert not net.ends(WORKS_BASE + k) & ~w.cities and not net.ends(WORKS_BASE + k) & net.shut
    unit, hq = net.ends(w.unit("de-4")), net.ends(HQ_BASE + w.hq("de-south"))
    assert not unit & net.zone and not hq & net.shut
    assert hq & net.zone & s.held[AXIS] or not net.reached(w.unit("de-4")) & net.zone & s.held[AXIS]
    s.works_flags[k] = TAKEN
    assert net.ends(WORKS_BASE + k) == 0, "it can only leave the map"
    for h in (-5, 10**6):
        refused = send_violation(s, AXIS, Send(w.unit("de-4"), h))
        assert refused is not None and refused.rule in ("10.2a", "10.2b", "10.1a")


@pytest.mark.rule("10.1a", "10.3e")
def test_only_powers_at_war_have_trains() -> None:
    s = position("dday", turn=14).s
    s.transport, s.passed, s.sent = [9, 9, 9], 7, 7
    BeginTransport().run(s)
    assert s.transport[SOVIET] == 0 and s.transport[AXIS] == transport_points(s, AXIS) > 0 == s.sent


@pytest.mark.rule("10.1b", "10.3a", "10.3e")
def test_only_what_is_ones_own_and_has_not_gone_yet_is_loaded() -> None:
    t = table(SOVIET, place={"de-4": "Warsaw", "su-9": "Gorky"})
    w = t.w
    german = next(k for k, marker in enumerate(w.markers) if marker.power == AXIS)
    for piece in (w.unit("de-4"), WORKS_BASE + german, 9999, -1):
        assert t.why(Pick(piece)) == "10.1b"
    gone = works(w, "Minsk")
    t.s.sent = 1 << gone - WORKS_BASE
    assert t.why(Pick(gone)) == "10.3a"
    t.s.control[SOVIET] = 0
    assert t.why(Pick(gone)) == "10.3a", "though there is nowhere to go either"


@pytest.mark.rule("10.3d")
def test_ways_off_the_map_for_works() -> None:
    for scenario, axis in (("invasion", True), ("italy", False), ("war", False)):
        s = position(scenario, turn=10 if scenario != "invasion" else 1).s
        assert bool(exits(s, AXIS)) == axis and not exits(s, ALLIED)
        assert exits(s, SOVIET) == s.world.lands.east_edge


@pytest.mark.rule("10.3g")
def test_works_that_are_lost_are_no_longer_taken() -> None:
    t = position(place={"de-4": "Minsk"})
    k = works(t.w, "Minsk") - WORKS_BASE
    t.s.works_flags[k] = TAKEN
    EndTransport().run(t.s)
    assert (t.s.works[k], t.s.works_flags[k]) == (DESTROYED, 0)


@pytest.mark.rule("10.3f", "10.3d")
@pytest.mark.parametrize(("scenario", "power", "way"), [("invasion", AXIS, True), ("invasion", SOVIET, True), ("war", SOVIET, True), ("war", AXIS, False), ("war", ALLIED, False)])  # fmt: skip
def test_whoever_has_a_way_off_the_map_may_keep_works(scenario: str, power: int, way: bool) -> None:
    t = position(scenario, turn=10 if scenario == "war" else 1, agenda=(Capture(power, 0),))
    assert t.why(Keep()) == ("" if way else "10.3d")
    assert t.legal() == [do.Destroy(), *([Keep()] if way else [])]
    where = t.s.works[0]
    for action, words in ((do.Destroy(), "were destroyed by"), (Keep(), "were captured by"))[: 1 + way]:
        s = t.s.clone()
        told = [event.line(s).text for event in act(s, t.seat(), action)]
        assert any(words in text for text in told) and (s.works[0] == where) == (action == Keep())


@pytest.mark.rule("5.3b", "10.3b", "10.3h")
def test_foreign_works_work_every_other_turn_after_they_arrived() -> None:
    t = position(turn=4)
    for due, working in ((1, True), (2, False), (3, True), (4, False)):
        t.s.works_flags[0], t.s.works_due[0] = FOREIGN, due
        assert is_working(t.s, 0) == working
    t.s.works_flags[0], t.s.works[0] = 0, OFF_MAP
    assert is_working(t.s, 0), "works that have left the map go on working"


@pytest.mark.rule("10.3f")
def test_works_stay_as_they_are_when_their_owner_enters_their_hex() -> None:
    for flags in (0, TAKEN):
        t = position(place={"de-4": "Warsaw"}, works={"Warsaw": "Warsaw"})
        k = next(n for n, m in enumerate(t.w.markers) if m.name == "Warsaw")
        t.s.works_flags[k] = flags
        assert captures(t.s, AXIS, t.w.hex("Warsaw")) == () and not t.s.out
        assert (t.s.works_power[k], t.s.works_flags[k]) == (AXIS, flags)


@pytest.mark.rule("10.1b", "10.2a")
def test_a_piece_that_cannot_be_loaded_is_sent_nowhere() -> None:
    for points, why in ((100, ""), (0, "10.2a")):
        t = position(place={"de-4": "Warsaw"}, points={"axis": points}, transport=[5, 5, 5])
        u = t.w.unit("de-4")
        found = Routing(AXIS, u).violation(t.s, "axis", do.Send(u, t.w.hex("Berlin")))
        assert (found.rule if found else "") == why


def said(t: Table, action: Action) -> str:
    """How a choice is shown."""
    frame = t.s.agenda[0]
    assert isinstance(frame, Decision)
    return frame.option(t.s, t.seat(), action).label


@pytest.mark.rule("10.1b", "10.2b", "10.3d")
def test_a_train_says_where_it_goes() -> None:
    t = position(
        place={"de-4": "Warsaw"}, points={"axis": 100}, transport=[5, 5, 5], works={"Warsaw": "Warsaw"}
    )
    w = t.w
    k = next(n for n, m in enumerate(w.markers) if m.name == "Warsaw")
    t.s.agenda = (Routing(AXIS, WORKS_BASE + k),)
    assert said(t, do.Send(WORKS_BASE + k, OFF_MAP)) == "Off the map"
    assert said(t, do.Send(WORKS_BASE + k, w.hex("Berlin"))).startswith("To Berlin")


@pytest.mark.rule("10.3g", "10.2b")
def test_the_first_economic_marker_is_one_too() -> None:
    """Its number is where those of the markers begin."""
    t = position(points={"axis": 100, "soviet": 100}, transport=[9, 9, 9])
    w = t.w
    owner = t.s.works_power[0]
    t.s.works_flags[0] |= TAKEN
    far = next(h for h in bits(w.cities) if not t.s.control[owner] >> h & 1)
    found = send_violation(t.s, owner, do.Send(WORKS_BASE, far))
    assert found is not None and found.rule == "10.3g"


@pytest.mark.rule("10.3a", "10.3b", "5.3b", "10.4a")
def test_works_are_shown_as_they_stand() -> None:
    t = position()
    k = next(n for n, m in enumerate(t.w.markers) if m.name == "Moscow")
    name = t.w.name(WORKS_BASE + k)
    piece = next(p for p in _works(t.s) if p.id == name)
    assert not piece.badges and (piece.steps, piece.full) == (0, 0)
    assert "works" in _resources(t.s).labels[t.w.label(t.w.hex("Moscow"))]
    t.s.works_flags[k] |= INACTIVE
    assert next(p for p in _works(t.s) if p.id == name).badges == ("inactive",)
    assert "works" not in _resources(t.s).labels.get(t.w.label(t.w.hex("Moscow")), "")


@pytest.mark.rule("10.3f", "5.1c")
def test_a_march_is_told_up_to_the_works_it_would_take() -> None:
    """What comes of entering them is decided first; one's own works are no halt."""
    t = position(place={"de-4": "2512"}, points={"axis": 100}, phasing="axis", agenda=(Moves(AXIS),))
    u, w = t.w.unit("de-4"), t.w
    found = walks(t.s, u, 0)
    for k, h in enumerate(t.s.works):
        if h in found and t.s.works_power[k] == SOVIET:
            onward = [x for x in found if h in found.way(x)[:-1]]
            assert not onward, w.title(h)


@pytest.mark.rule("10.1b", "4.2.3C")
def test_to_transport_nothing_more_ends_the_turn_of_a_side() -> None:
    assert Transports.done.ends and Missions.done.ends


@pytest.mark.rule("10.2c", "5.5e")
@pytest.mark.parametrize("name", ["de-north", "de-south"])
def test_an_hq_alone_in_a_zone_is_not_loaded(name: str) -> None:
    w = world()
    assert w.hq("de-north") == 0, "the first of them, too"
    line = next(h for h in bits(w.lands.line_hexes) if _quiet(w, h))
    foe = next(n for n in w.near(line) if not w.lands.line_hexes >> n & 1)
    free = table(AXIS, hqs={name: w.label(line)}, control={"axis": [w.label(h) for h in bits(w.land)]})
    shut = table(
        AXIS, hqs={name: w.label(line)}, control={"axis": [w.label(h) for h in bits(w.land & ~(1 << foe))]},
        place={"su-9tank": w.label(foe)},
    )  # fmt: skip
    for t, open_ in ((free, True), (shut, False)):
        assert bool(Network(t.s, AXIS).reached(HQ_BASE + w.hq(name))) == open_


def _quiet(w: World, h: int) -> bool:
    """Whether a hex has no city, river or border on any side, and a neighbour off the lines."""
    near = [n for n in w.near(h) if w.land >> n & 1]
    sides = [w.lands.river, w.lands.sea, w.lands.lake, *w.lands.borders]
    calm = not any(side.has(h, n) for side in sides for n in near) and not w.cities >> h & 1
    return calm and len(near) == 6 and not w.lands.line_hexes >> w.near(h)[0] & 1


@pytest.mark.rule("10.3c")
def test_in_the_east_works_cross_the_halt_line() -> None:
    t = table(SOVIET, turn=1)
    ends = Network(t.s, SOVIET).ends(works(t.w, "Kharkov"))
    assert ends and ends & ~t.w.lands.west_of_halt


@pytest.mark.rule("5.5e", "10.2b")
def test_an_hq_may_be_brought_to_a_unit_in_a_zone() -> None:
    w = world()
    t = table(SOVIET, place={"su-8": "Kursk", "de-2pz": "2814", "su-7": "Moscow"}, hqs={"su-west": "Moscow"})
    kursk, net = w.hex("Kursk"), Network(t.s, SOVIET)
    assert net.zone >> kursk & 1
    assert net.ends(HQ_BASE + w.hq("su-west")) >> kursk & 1 and not net.ends(w.unit("su-7")) >> kursk & 1


@pytest.mark.rule("10.3f")
def test_works_that_were_not_moved_are_their_owners_again() -> None:
    t = position(place={"de-4": "Warsaw"}, works={"Warsaw": "Warsaw"})
    k = next(n for n, m in enumerate(t.w.markers) if m.name == "Warsaw")
    t.s.works_power[k], t.s.works_flags[k] = SOVIET, TAKEN
    assert captures(t.s, AXIS, t.w.hex("Warsaw")) == ()
    assert (t.s.works_power[k], t.s.works_flags[k]) == (AXIS, 0)


@pytest.mark.rule("10.3d", "10.2b")
@pytest.mark.parametrize("name", ["Berlin", "Warsaw"])
def test_works_of_the_axis_leave_over_the_western_edge_of_germany(name: str) -> None:
    t = table(AXIS, control={"axis": [world().label(h) for h in bits(world().land)]})
    k = next(n for n, m in enumerate(t.w.markers) if m.name == name)
    net = Network(t.s, AXIS)
    assert net.may_leave(WORKS_BASE + k) and Send(WORKS_BASE + k, OFF_MAP) in net.ways(WORKS_BASE + k)


@pytest.mark.rule("10.1a", "10.2a", "10.3a")
def test_what_is_too_heavy_or_has_gone_is_not_loaded() -> None:
    t = position(
        "dday",
        phasing="axis",
        points={"axis": 100},
        transport=[5, 0, 0],
        control={"axis": ("Essen", "Munich")},
    )
    essen, munich = (
        next(k for k, m in enumerate(t.w.markers) if m.name == name) for name in ("Essen", "Munich")
    )
    assert (
        WORKS_BASE + munich in Network(t.s, AXIS).loads()
        and WORKS_BASE + essen not in Network(t.s, AXIS).loads()
    )
    t.s.transport[AXIS] = 7
    assert WORKS_BASE + essen in Network(t.s, AXIS).loads()
    t.s.sent = 1 << munich
    assert WORKS_BASE + munich not in Network(t.s, AXIS).loads()


@pytest.mark.rule("10.1a", "10.5a")
def test_who_owes_more_transport_than_he_has_has_none() -> None:
    t = position("dday")
    assert transport_points(t.s, AXIS) > 0
    t.s.works = [DESTROYED] * len(t.s.works)
    assert transport_points(t.s, AXIS) == 0


@pytest.mark.rule("10.1b", "10.1c", "10.2a", "10.3a")
def test_the_last_transport_point_may_be_used() -> None:
    t = position(
        "dday", phasing="axis", points={"axis": 30}, transport=[3, 0, 0], control={"axis": ("Munich",)}
    )
    munich = WORKS_BASE + next(k for k, m in enumerate(t.w.markers) if m.name == "Munich")
    assert load_violation(t.s, AXIS, munich) is None
    t.s.transport[AXIS] = 2
    found = load_violation(t.s, AXIS, munich)
    assert found is not None and found.rule == "10.1a"
