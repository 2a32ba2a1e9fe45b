"""Chapter 5: zones of control and movement, paid for from one track."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import Destroy, Done, Escort, Keep, Leave, Step, Stop, TakeLoss
from hexfront.games.lebensraum.control import cross_border, enter, join_war, lose_gibraltar, take
from hexfront.games.lebensraum.economy import GainPoints, Income, income, spend
from hexfront.games.lebensraum.events import Noted
from hexfront.games.lebensraum.headquarters import HQGivesWay, HQRetreat, ways_out
from hexfront.games.lebensraum.invariants import faults
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    ALLIED_CAMP,
    AXIS,
    AXIS_CAMP,
    CAMP,
    COMBINED,
    HQ_BASE,
    READY,
    SOVIET,
    WEATHER,
    WORKS_BASE,
)
from hexfront.games.lebensraum.movement import (
    Moves,
    Unstack,
    breaks_down,
    end_move,
    group_actions,
    movement_frames,
    walks,
)
from hexfront.games.lebensraum.reach import (
    closed_to,
    enemy_zoc,
    garrisoned,
    leaving_cost,
    may_stand,
    must_stop,
    reach,
    step_cost,
    step_violation,
    unit_zoc,
    zoc,
)
from hexfront.games.lebensraum.sequence import JOINT_SEGMENTS
from hexfront.games.lebensraum.state import (
    State,
    class_of,
    leave_reserve,
    lose_step,
    nearest_to_a_city,
    steps_of,
    strength_of,
    ways_to_lose,
)
from hexfront.games.lebensraum.strength import odds
from hexfront.games.lebensraum.tables import side_class
from hexfront.games.lebensraum.world import World
from hexfront.hexes import Hex, bits
from hexfront.kernel import IllegalAction, settle
from hexfront.wargame import move
from tests.games.lebensraum.kit import HOME, TARGET, Table, kinds, position, world
from tests.games.lebensraum.test_05_groups import (
    form,
    moving,
)

OPEN = {"axis": 500, "soviet": 500, "allied": 500}


def table(scenario: str = "invasion", power: int = AXIS, segment: str = "movement", **given: Any) -> Table:
    """Units on the map and one power about to move."""
    given.setdefault("points", OPEN)
    given.setdefault("phasing", ("axis", "soviet", "allied")[power])
    return position(scenario, segment=segment, agenda=(Moves(power),), **given)


def labels(w: World, hexes: int) -> set[str]:
    return set(w.board.labels(hexes))


def border_without_river(w: World, one: str, other: str) -> tuple[Hex, Hex]:
    """Two hexes on either side of a border, the first in the first country."""
    first, second = sorted((one, other))
    for a, b in w.lands.borders[w.lands.border_number[first, second]].pairs():
        if not w.lands.river.has(a, b) and not (w.cities >> a | w.cities >> b) & 1:
            return (a, b) if w.lands.country_at[a] == one else (b, a)
    raise AssertionError("no such border")


# --- zones


@pytest.mark.rule("5.4a")
@pytest.mark.parametrize(("unit", "exerts"), [("su-9tank", True), ("su-6", False), ("su-1gd", True)])
def test_classes_a_to_c_have_a_zone(unit: str, exerts: bool) -> None:
    t = table(place={unit: "2912"})
    found = labels(t.w, unit_zoc(t.s, ALLIED_CAMP))
    assert found == ({"2811", "3012", "2913", "2812"} if exerts else set())


@pytest.mark.rule("5.4a")
def test_a_unit_that_falls_below_class_c_loses_its_zone() -> None:
    t = table(place={"su-9tank": "2912"}, reduced=["su-9tank"])
    assert unit_zoc(t.s, ALLIED_CAMP) == 0
    t = table(place={"de-6": "2912"}, grades={"de-6": 2})
    assert unit_zoc(t.s, AXIS_CAMP) == 0


@pytest.mark.rule("5.4g")
def test_zones_do_not_cross_rivers_or_the_sea() -> None:
    t = table(place={"su-9tank": "2912"})
    across = {"2911", "3011"}  # the Don
    assert not across & labels(t.w, unit_zoc(t.s, ALLIED_CAMP))
    for a, b in t.w.lands.sea.pairs():
        s = position(place={"de-2pz": t.w.label(a)}).s if t.w.land >> a & 1 and t.w.land >> b & 1 else None
        if s is not None:
            assert not unit_zoc(s, AXIS_CAMP) >> b & 1


@pytest.mark.seam("5", "11.5")
@pytest.mark.rule("5.4h")
def test_zones_cross_a_border_only_once_it_has_been_crossed() -> None:
    w = world()
    a, b = border_without_river(w, "poland", "ussr")
    t = table(place={"de-2pz": w.label(a)})
    assert not unit_zoc(t.s, AXIS_CAMP) >> b & 1
    t.act(t.pick("de-2pz"), Step(b))
    assert t.s.crossed == 1 << w.lands.border_number["poland", "ussr"]
    back = position(place={"de-2pz": w.label(a)}, crossed=t.s.crossed).s
    assert unit_zoc(back, AXIS_CAMP) >> b & 1
    other_a, other_b = border_without_river(w, "romania", "ussr")
    far = position(place={"de-2pz": w.label(other_a)}, crossed=t.s.crossed).s
    assert not unit_zoc(far, AXIS_CAMP) >> other_b & 1  # that particular set alone


@pytest.mark.rule("5.4h")
def test_marches_at_home_open_no_border() -> None:
    w = world()
    a, b = border_without_river(w, "germany", "poland")
    t = table(place={"de-2pz": w.label(a)})
    t.act(t.pick("de-2pz"), Step(b))
    assert t.s.crossed == 0


@pytest.mark.rule("5.4b")
def test_a_city_has_a_zone_in_its_own_hex_alone() -> None:
    t = table()
    kursk = t.w.hex("Kursk")
    found = zoc(t.s, ALLIED_CAMP)
    assert found >> kursk & 1
    assert not any(found >> n & 1 for n in t.w.near(kursk))
    taken = position(control={"axis": ["Kursk"]}).s
    assert not zoc(taken, ALLIED_CAMP) >> kursk & 1 and zoc(taken, AXIS_CAMP) >> kursk & 1


@pytest.mark.rule("5.4c", "5.4m", "5.4n")
def test_a_tank_unit_crosses_a_river_into_a_zone_pays_two_more_and_stops() -> None:
    t = table(place={"de-2pz": "2912", "su-9tank": "2910"})
    t.act(t.pick("de-2pz"))
    assert t.w.label(t.s.where[t.w.unit("de-2pz")]) == "2912"
    told = t.act(*t.to("2911"))
    assert t.s.points[AXIS] == 500 - 3
    assert t.s.mover == -1 and "PointsSpent" in kinds(told)
    assert t.why(t.pick("de-2pz")) == "5.1a"


@pytest.mark.rule("5.4c", "5.4m")
def test_infantry_pays_one_more_for_the_river_and_stops_too() -> None:
    t = table(place={"de-6": "2912", "su-9tank": "2910"})
    t.act(t.pick("de-6"), *t.to("2911"))
    assert t.s.points[AXIS] == 500 - 2 and t.s.mover == -1


@pytest.mark.rule("5.4d", "5.4e", "5.4f")
def test_leaving_a_zone_is_free_for_tanks_and_costs_infantry_ten() -> None:
    t = table(place={"de-2pz": "2911", "de-6": "3010", "su-9tank": "2910"})
    t.act(t.pick("de-2pz"), *t.to("2810"))  # from one zone into another, where it stops
    assert t.s.points[AXIS] == 499 and t.s.mover == -1
    t.act(t.pick("de-6"), *t.to("3110"), Stop())
    assert t.s.points[AXIS] == 499 - 11


@pytest.mark.rule("5.4e")
def test_paratroops_pay_to_leave_as_infantry() -> None:
    t = table(place={"de-para": "3010", "su-9tank": "2910"})
    t.act(t.pick("de-para"), *t.to("3110"), Stop())
    assert t.s.points[AXIS] == 500 - 11


@pytest.mark.rule("5.4l")
def test_units_of_class_d_and_e_obey_zones() -> None:
    t = table(power=SOVIET, place={"su-6": "2810", "de-2pz": "2910"})
    t.act(t.pick("su-6"))
    assert t.s.mover >= 0
    t.act(*t.to("2809"))
    assert t.s.mover == -1 and t.s.points[SOVIET] == 500 - 11


@pytest.mark.rule("5.4i")
def test_several_zones_do_no_more_than_one() -> None:
    t = table(place={"de-6": "3010", "su-9tank": "2910", "su-8tank": "2911"})
    t.act(t.pick("de-6"), *t.to("3110"), Stop())
    assert t.s.points[AXIS] == 500 - 11


@pytest.mark.seam("5", "11.2")
@pytest.mark.rule("5.4j", "11.2b", "11.2g")
def test_hqs_feel_no_zone_and_pay_as_tanks() -> None:
    t = table(place={"su-9tank": "2910"}, hqs={"de-south": "2912"}, leaders={"von-rundstedt": "de-south"})
    t.act(t.pick("de-south"), *t.to("2911", "3011"))
    assert t.s.mover >= 0 and t.s.spent == 3 + 1  # two for the river
    t.act(Stop())
    assert t.at("de-south") == "3011" and t.s.points[AXIS] == 496
    assert not t.s.control[AXIS] >> t.w.hex("3011") & 1  # a marker controls nothing (11.5g)
    assert not unit_zoc(t.s, AXIS_CAMP)


# --- movement


@pytest.mark.rule("5.1a", "5.3i")
def test_any_unit_moves_once_a_segment_as_far_as_the_track_pays() -> None:
    t = table(place={"de-6": "2912", "de-2pz": "3113"}, points={"axis": 3})
    t.act(t.pick("de-6"), *t.to("2812", "2712", "2612"))
    assert t.s.spent == 3
    assert t.why(*t.to("2713")) == "5.3i"
    t.act(Stop())
    assert t.s.points[AXIS] == 0
    assert t.why(t.pick("de-6")) == "5.1a"
    t.act(t.pick("de-2pz"))
    assert t.steps() == set()
    t.act(Stop(), Done())


@pytest.mark.rule("5.3h")
def test_a_move_is_paid_for_when_it_ends() -> None:
    t = table(place={"de-6": "2912"})
    t.act(t.pick("de-6"), *t.to("2812"))
    assert t.s.points[AXIS] == 500
    told = t.act(Stop())
    assert t.s.points[AXIS] == 499 and t.s.mover == -1
    assert "PointsSpent" in kinds(told)


def test_to_put_a_unit_down_where_it_stood_costs_nothing_and_is_no_move() -> None:
    t = table(place={"de-6": "2912"})
    t.act(t.pick("de-6"), Stop())
    assert t.s.points[AXIS] == 500 and t.why(t.pick("de-6")) == ""


@pytest.mark.rule("5.1b", "5.1e", "11.3b", "11.3c", "11.3d", "4.2.2B", "4.2.2E", "4.2.2F")
@pytest.mark.parametrize(
    ("segment", "may"),
    [
        ("movement", {"de-6", "de-2pz", "de-4", "de-4pz", "de-south"}),
        ("reserve-movement", {"de-4", "de-4pz"}),
        ("tank-movement", {"de-2pz", "de-4pz", "de-south"}),
        ("reserve-tanks", {"de-4pz"}),
    ],
)
def test_who_moves_in_which_segment(segment: str, may: set[str]) -> None:
    places = {"de-6": "2912", "de-2pz": "3112", "de-4": "2713", "de-4pz": "2613"}
    t = table(segment=segment, place=places, hqs={"de-south": "3213"}, reserve=["de-4", "de-4pz"])
    assert {name for name in (*places, "de-south") if t.why(t.pick(name)) == ""} == may


@pytest.mark.seam("6", "11.2")
@pytest.mark.rule("11.3c", "11.3d")
def test_a_reserve_hq_moves_and_is_in_reserve_no_more() -> None:
    w = world()
    t = table(segment="reserve-tanks", hqs={"de-south": "3213"}, hq_reserve=1 << w.hq("de-south"))
    t.act(t.pick("de-south"), *t.to("3212"), Stop())
    assert t.s.hq_reserve == 0


@pytest.mark.rule("11.3d", "11.3e")
def test_a_reserve_unit_that_moves_loses_its_marker() -> None:
    t = table(
        segment="reserve-movement", place={"de-4pz": "2613", "de-4": "2713"}, reserve=["de-4", "de-4pz"]
    )
    t.act(t.pick("de-4pz"), *t.to("2614"), Stop())
    assert t.s.reserve == 1 << t.w.unit("de-4")
    t.s.segment += 4  # the tank segment of the same phase
    t.s.moved = 0
    assert t.why(t.pick("de-4pz")) == "5.1b"


@pytest.mark.rule("5.1d")
def test_tanks_move_again_in_the_tank_segment() -> None:
    t = table(place={"de-2pz": "3112"})
    t.act(t.pick("de-2pz"), *t.to("3113"), Stop(), Done())
    t.s.segment = 10
    t.s.agenda = movement_frames(t.s, AXIS_CAMP)
    assert t.why(t.pick("de-2pz")) == ""


@pytest.mark.rule("5.1f", "5.5a", "5.5d")
def test_nobody_enters_or_passes_a_hex_with_a_unit() -> None:
    t = table(place={"de-6": "2912", "de-4": "2812", "su-6": "2913"})
    t.act(t.pick("de-6"))
    assert t.why(*t.to("2812")) == "5.5d"
    assert t.why(*t.to("2913")) == "5.1f"
    assert {"2812", "2913"}.isdisjoint(t.steps())


@pytest.mark.rule("5.5b")
def test_hqs_share_hexes_with_friends_and_with_one_another() -> None:
    t = table(place={"de-6": "2812", "su-6": "2913"}, hqs={"de-south": "2912", "de-north": "2811"})
    t.act(t.pick("de-south"))
    assert t.why(*t.to("2812")) == "" and t.why(*t.to("2811")) == ""
    assert t.why(*t.to("2913")) == "5.1f"


@pytest.mark.rule("5.1g", "5.1c")
def test_the_sea_stops_movement() -> None:
    w = world()
    a, b = next((a, b) for a, b in w.lands.sea.pairs() if w.land >> a & 1 and w.land >> b & 1)
    t = table(place={"de-2pz": w.label(a)})
    t.act(t.pick("de-2pz"))
    assert t.why(Step(b)) == "5.1g"
    assert t.why(Step(w.hex("Moscow"))) == "5.1c"


@pytest.mark.rule("8.0h")
def test_lakes_are_crossed_on_winter_turns_alone() -> None:
    w = world()
    a, b = next(iter(w.lands.lake.pairs()))
    for turn, rule in ((1, "8.0h"), (3, "")):
        t = table(
            "conclusions",
            place={"de-2pz": w.label(a)},
            turn=turn,
            weather="snow",
            control={"axis": [w.label(b)]},
        )
        t.act(t.pick("de-2pz"))
        assert t.why(Step(b)) == rule, turn
    t.act(Step(b))
    assert t.s.spent == 1


@pytest.mark.seam("5", "8")
@pytest.mark.rule("8.0d", "8.0e", "8.0f")
@pytest.mark.parametrize(("weather", "cost"), [("clear", 3), ("wet", 4), ("mud", 6), ("snow", 2)])
def test_weather_of_the_section_counts(weather: str, cost: int) -> None:
    t = table(place={"de-2pz": "2912", "su-9tank": "2910"}, weather={"central": weather})
    t.act(t.pick("de-2pz"), *t.to("2911"))
    assert t.s.points[AXIS] == 500 - cost


@pytest.mark.rule("5.6a")
def test_tanks_break_down_in_the_third_mountain_hex() -> None:
    t = table(power=SOVIET, place={"su-11tank": "4407"})
    t.act(t.pick("su-11tank"), *t.to("4508", "4608"))
    assert t.s.mover >= 0
    t.act(*t.to("4607"))
    u = t.w.unit("su-11tank")
    assert {action.way for action in t.legal() if isinstance(action, TakeLoss)} == {0}
    t.act(TakeLoss(u, 0))
    assert t.s.weak[u] == 1 and t.s.mover == u
    t.act(*t.to("4606"), TakeLoss(u, 0))  # and another in the fourth: it is gone
    assert t.s.where[u] < 0 and t.s.mover == -1
    assert t.s.points[SOVIET] < 500


@pytest.mark.rule("5.6a")
def test_infantry_and_hqs_do_not_break_down() -> None:
    t = table(power=SOVIET, place={"su-6": "4407"}, hqs={"su-south": "4407"})
    t.act(t.pick("su-6"), *t.to("4508", "4608", "4607", "4606"), Stop())
    t.act(t.pick("su-south"), *t.to("4508", "4608", "4607"), Stop())
    assert t.s.weak[t.w.unit("su-6")] == 0


@pytest.mark.seam("5", "6")
@pytest.mark.rule("6.1c", "5.5a")
def test_newcomers_share_a_hex_until_their_movement_is_over() -> None:
    t = position(place={"su-28": "Moscow", "su-29": "Moscow", "su-30": "Moscow"}, agenda=(Unstack(SOVIET),))
    settle(t.s)
    assert [t.s.where[t.w.unit(name)] == t.w.hex("Moscow") for name in ("su-28", "su-29", "su-30")] == [
        True,
        False,
        False,
    ]
    assert t.s.where[t.w.unit("su-30")] == READY
    assert t.s.held[SOVIET] == 1 << t.w.hex("Moscow")


@pytest.mark.rule("6.1c", "5.5a")
def test_who_waits_for_room_is_no_reserve() -> None:
    t = position(
        place={"de-4": "Warsaw", "de-6": "Warsaw"}, reserve=["de-4", "de-6"], agenda=(Unstack(AXIS),)
    )
    settle(t.s)
    assert t.s.where[t.w.unit("de-6")] == READY and t.s.reserve == 1 << t.w.unit("de-4")


# --- countries


@pytest.mark.rule("11.7e")
def test_closed_countries() -> None:
    w = world()
    closed = w.lands.closed
    t = table(place={"de-2pz": "3530", "it-8": "Tirana"})
    s = t.s
    for name in ("norway", "denmark", "greece"):
        assert w.lands.country[name] & closed == w.lands.country[name]
        assert not any(
            may_stand(s, w.unit("de-2pz"), h)
            for h in list(w.lands.country_at)
            if w.lands.country_at[h] == name
        )
    assert may_stand(s, w.unit("de-2pz"), w.hex("Belgrade") + 1)  # Yugoslavia is open in the East
    t.act(t.pick("it-8"))
    assert t.steps()  # who was placed in a closed country may leave it
    both = world("war")
    barred = {rule: hexes for hexes, rule, _ in closed_to(_western(both), both.unit("us-5"))}["11.7e"]
    assert barred & both.lands.country["yugoslavia"] == both.lands.country["yugoslavia"]


def _western(w: World) -> State:
    return position(w.plan.id, place={"us-5": "Naples"}, turn=10).s


@pytest.mark.rule("11.7b", "11.7c", "11.7a")
def test_who_enters_a_neutral_country_has_it_against_him() -> None:
    w = world()
    a, b = border_without_river(w, "bulgaria", "turkey")
    t = table(place={"de-2pz": w.label(a), "tu-1": "Istanbul", "tu-2": "Ankara"})
    turk = w.unit("tu-1")
    assert t.s.power[turk] == -1 and t.s.held[SOVIET] == 0
    told = t.act(t.pick("de-2pz"), Step(b))
    assert "Noted" in kinds(told)
    assert t.s.power[turk] == SOVIET and t.s.held[SOVIET] >> w.hex("Istanbul") & 1
    assert t.s.control[SOVIET] >> w.hex("Ankara") & 1 and t.s.control[AXIS] >> b & 1
    home = position(
        place={"tu-1": w.label(b)}, power=[SOVIET if k == turk else p for k, p in enumerate(w.side)]
    ).s
    assert not may_stand(home, turk, a)
    assert "11.7c" in {rule for hexes, rule, _ in closed_to(home, turk) if hexes >> a & 1}


@pytest.mark.rule("11.7a", "11.7b", "11.7c")
def test_a_country_joins_once_and_with_its_own_units() -> None:
    w = world()
    s = position(place={"tu-1": "Istanbul"}).s
    turkey, ankara = w.lands.neutrals.index("turkey"), w.hex("Ankara")
    join_war(s, AXIS, ankara)
    assert s.neutral[turkey] == SOVIET and [event.rule for event in s.out if isinstance(event, Noted)] == [
        "11.7b"
    ]
    before = (list(s.control), list(s.power), len(s.out))
    join_war(s, SOVIET, ankara)
    assert (list(s.control), list(s.power), len(s.out)) == before and s.neutral[turkey] == SOVIET
    other = next(name for name in w.lands.neutrals if name != "turkey")
    s = position(place={"tu-1": "Istanbul"}).s
    join_war(s, AXIS, next(bits(w.lands.country[other])))
    assert s.power[w.unit("tu-1")] < 0, "the Turks stay out of it"


@pytest.mark.rule("5.4h")
def test_a_border_is_opened_once_and_by_a_march_into_ground_that_is_not_friendly() -> None:
    w = world()
    a, b = border_without_river(w, "poland", "ussr")
    border = 1 << w.lands.border_between(a, b)
    for held, opened in (((0, 1), True), ((1, 0), False), ((0, 0), True)):
        s = position(place={}).s
        for power, holds in enumerate(held):
            s.control[power] = s.control[power] | 1 << b if holds else s.control[power] & ~(1 << b)
        s.crossed = 0
        cross_border(s, AXIS, a, b)
        assert bool(s.crossed & border) == opened == bool(s.out)
        cross_border(s, AXIS, a, b)
        assert len(s.out) == opened, "told once"


@pytest.mark.rule("11.5e", "11.7g")
def test_who_enters_a_hex_takes_it_once_and_only_the_axis_takes_gibraltar_from_the_fleet() -> None:
    w = world("italy")
    gibraltar = w.hex("Gibraltar")
    near = next(n for n in w.lands.next_to[gibraltar] if w.lands.country_at[n] == "spain")
    mine = next(k for k, row in enumerate(w.ships) if row.water == "mediterranean")
    for unit, sunk in (("de-5pz", True), ("us-5", False)):
        s = position("italy", place={unit: w.label(near)}, turn=10).s
        enter(s, w.unit(unit), gibraltar)
        assert bool(s.sunk >> mine & 1) == sunk
    s = position("italy", place={"de-5pz": "Rome"}, turn=10).s
    enter(s, w.unit("de-5pz"), w.lands.next_to[w.hex("Rome")][0])
    assert not s.sunk
    s.sunk, s.ship[mine], s.mission[mine] = 1 << mine, 5, 2
    lose_gibraltar(s)
    assert (s.ship[mine], s.mission[mine]) == (5, 2), "what is gone is gone"
    s.out = []
    take(s, AXIS, s.control[AXIS], "11.5e")
    assert not s.out, "nothing new"


@pytest.mark.rule("11.7g")
def test_gibraltar_takes_the_mediterranean_fleet_with_it() -> None:
    w = world("italy")
    gibraltar = w.hex("Gibraltar")
    near = next(n for n in w.lands.next_to[gibraltar] if w.lands.country_at[n] == "spain")
    t = table("italy", place={"de-5pz": w.label(near)}, turn=10)
    t.act(t.pick("de-5pz"), Step(gibraltar))
    assert [w.ships[k].water for k in range(len(w.ships)) if t.s.sunk >> k & 1] == ["mediterranean"]


@pytest.mark.rule("11.7f", "11.92a")
def test_the_halt_line_stops_the_western_allies_in_the_west_game() -> None:
    w = world("dday")
    leipzig, berlin = w.hex("Leipzig"), w.hex("Berlin")
    s = position("dday", place={"us-1": "Hanover"}).s
    assert may_stand(s, w.unit("us-1"), leipzig) and not may_stand(s, w.unit("us-1"), berlin)
    assert "11.92a" in {rule for hexes, rule, _ in closed_to(s, w.unit("us-1")) if hexes >> berlin & 1}
    both = position("war", place={"us-1": "Hanover"}, turn=16).s
    assert may_stand(both, both.world.unit("us-1"), both.world.hex("Berlin"))


@pytest.mark.rule("12.1e", "12.2f")
def test_only_salerno_holds_anybody_on_turn_9() -> None:
    w = world("italy")
    for scenario, turn, held in (("italy", 9, True), ("italy", 10, False), ("dday", 9, False)):
        s = position(scenario, place={"us-5": "Naples", "de-5pz": "Rome"}, turn=turn).s
        ally = {rule for _, rule, _ in closed_to(s, w.unit("us-5"))}
        foe = {rule for _, rule, _ in closed_to(s, w.unit("de-5pz"))}
        assert ("12.1e" in ally) == held and "12.1e" not in foe


@pytest.mark.rule("12.1e")
def test_salerno_holds_the_allies_on_the_first_turn() -> None:
    start = {"us-5": "3810", "br-8": "4010"}
    t = table("italy", power=ALLIED, place=start, hqs={"al-15ag": "3910"}, turn=9)
    t.act(t.pick("br-8"))
    first = sorted(t.steps())[0]
    t.act(Step(t.w.hex(first)))
    assert all(t.w.grid.distance(t.w.hex(label), t.w.hex("4010")) <= 1 for label in t.steps())
    free = table("italy", power=ALLIED, place=start, turn=10)
    assert not any(rule == "12.1e" for _, rule, _ in closed_to(free.s, free.w.unit("br-8")))


@pytest.mark.seam("5", "12")
@pytest.mark.rule("12.1g", "12.3l")
def test_garrisons_stay_in_the_occupied_west_until_turn_e() -> None:
    where = {"de-19": "Nice"}
    w = world("italy")
    army = w.unit("de-19")
    genoa = w.hex("Genoa")
    for scenario, turn, held in (("italy", 12, True), ("italy", 13, False), ("west", 9, False)):
        s = position(scenario, place=where, turn=turn).s
        assert may_stand(s, army, genoa) != held, (scenario, turn)
    italian = position("italy", place={"de-14": "Genoa"}, turn=9).s
    assert may_stand(italian, w.unit("de-14"), w.hex("Nice"))


@pytest.mark.rule("9.6a", "9.6b")
def test_the_finnish_hq_stays_and_the_finnish_army_may_go() -> None:
    w = world()
    s = position(place={"fi": "Helsinki"}, hqs={"fi-finland": "Helsinki"}).s
    _, karelia = border_without_river(w, "finland", "ussr")
    assert may_stand(s, w.unit("fi"), karelia)
    assert not may_stand(s, 1000 + w.finnish_hq, karelia)
    assert may_stand(s, 1000 + w.hq("de-north"), karelia)


@pytest.mark.rule("6.42a", "13.0h")
def test_the_italian_8th_army_leaves_the_map() -> None:
    w = world("conclusions")
    edge = next(
        h for h in w.lands.next_to if w.board.edges["west"] >> h & 1 and w.lands.country_at[h] == "austria"
    )
    t = table("conclusions", place={"it-8": w.label(edge), "de-6": "Vienna"}, turn=8)
    t.act(t.pick("de-6"))
    assert t.why(Leave()) == "6.42a"
    t.s.reserve |= 1 << w.italian_8th
    t.act(Stop(), t.pick("it-8"), Leave())
    assert t.s.where[w.italian_8th] == -7 and not t.s.held[AXIS] >> edge & 1
    assert not t.s.reserve >> w.italian_8th & 1
    inland = table("conclusions", place={"it-8": "Vienna"}, turn=8)
    inland.act(inland.pick("it-8"))
    assert inland.why(Leave()) == "6.42a"
    for turn, rule in ((8, "13.0h"), (9, "")):
        both = table("war", place={"it-8": "Trieste"}, turn=turn)
        both.act(both.pick("it-8"))
        assert both.why(Leave()) == rule
    assert both.w.game == COMBINED


@pytest.mark.rule("12.1f")
def test_in_the_combination_the_western_axis_sits_out_its_phase_of_turn_9() -> None:
    t = table("war", place={"de-7": "Paris", "de-6": "Kiev"}, turn=9)
    assert t.why(t.pick("de-7")) == "12.1f" and t.why(t.pick("de-6")) == ""
    later = table("war", place={"de-7": "Paris"}, turn=10)
    assert later.why(later.pick("de-7")) == ""


# --- what a march brings about


@pytest.mark.rule("11.5e", "5.4b", "5.4c")
def test_a_unit_takes_the_hexes_it_passes_and_a_city_stops_it() -> None:
    t = table(place={"de-2pz": "2715"})
    told = t.act(t.pick("de-2pz"), *t.to("2814", "2914"))
    assert t.s.mover == -1  # the city's own zone
    assert t.s.control[AXIS] >> t.w.hex("2814") & 1 and t.s.control[AXIS] >> t.w.hex("Kursk") & 1
    assert not t.s.control[SOVIET] >> t.w.hex("Kursk") & 1
    assert "HexTaken" in kinds(told)
    assert not enemy_zoc(t.s, AXIS) >> t.w.hex("Kursk") & 1  # RULING 5.4-a


@pytest.mark.rule("7.42g")
def test_an_hq_gives_way_to_a_unit_that_marches_in() -> None:
    t = table(
        place={"de-2pz": "2912"},
        hqs={"su-south": "2812"},
        staff={"stavka-1": "2812"},
        leaders={"zhukov": "stavka-1"},
    )
    t.act(t.pick("de-2pz"), *t.to("2812"))
    # the nearest Soviet city decides; several hexes are as near to Tula, Voronezh or Kursk
    assert t.at("de-2pz") == "2812"
    if t.s.hq[t.w.hq("su-south")] == t.w.hex("2812"):
        t.act(t.legal()[0])
    assert t.w.grid.distance(t.s.hq[t.w.hq("su-south")], t.w.hex("2812")) == 1
    assert t.s.staff[3] == t.w.hex("Moscow")  # the General Staff cannot follow (11.6e)
    assert t.s.mover >= 0  # the move goes on


@pytest.mark.rule("7.42g", "7.42e")
def test_an_hq_that_cannot_retreat_is_overrun() -> None:
    ring = {"de-6": "2811", "de-4": "2713", "de-9": "2712", "de-2": "2813", "de-16": "2913"}
    t = table(place={"de-2pz": "2912", **ring}, hqs={"su-south": "2812"}, leaders={"tyulenev": "su-south"})
    t.act(t.pick("de-2pz"), *t.to("2812"))
    assert t.s.hq[t.w.hq("su-south")] == -2
    t.roll(5)
    assert t.s.post[t.w.leader("tyulenev")] == -4 and t.s.chief[t.w.hq("su-south")] == -1


@pytest.mark.rule("10.3f")
def test_works_in_a_city_that_is_entered_are_captured() -> None:
    for choice, place in ((Destroy(), -3), (Keep(), 0)):
        t = table(place={"de-2pz": "2912"})
        t.act(t.pick("de-2pz"), *t.to("3011"))
        k = next(n for n, m in enumerate(t.w.markers) if m.name == "Voronezh")
        t.act(choice)
        assert t.s.works[k] == (place or t.w.hex("Voronezh"))
        assert t.s.works_power[k] == (AXIS if place == 0 else SOVIET)
        assert income(t.s, AXIS).refinery == 6  # inactive until it has been moved away


# --- the track


@pytest.mark.rule("5.3d", "5.3e", "5.3b", "5.3c", "5.3j")
def test_income_is_fifty_for_each_pair() -> None:
    t = position(points={"axis": 7})
    assert income(t.s, AXIS).points == 300
    assert income(t.s, SOVIET).points == 300  # 6 oil, 7 refinery points: one is unused
    lost = position(control={"axis": ["Baku"]}).s
    assert income(lost, SOVIET).points == 100 and income(lost, AXIS).points == 300
    t.s.agenda = (GainPoints(AXIS),)
    settle(t.s)
    assert t.s.points == [307, 0, 0]  # what is left is kept


@pytest.mark.rule("5.3b", "10.3b")
def test_inactive_and_lost_works_refine_nothing() -> None:
    w = world()
    k = next(n for n, m in enumerate(w.markers) if m.name == "Baku")
    s = position().s
    s.works_flags[k] = 1
    assert income(s, SOVIET).refinery == 5
    s.works_flags[k] = 0
    s.works[k] = -1  # off the map and active again
    assert income(s, SOVIET).refinery == 7
    s.works[k] = -3
    assert income(s, SOVIET).refinery == 5


@pytest.mark.rule("10.3h")
def test_captured_works_off_the_map_work_every_other_turn() -> None:
    w = world("conclusions")
    k = next(n for n, m in enumerate(w.markers) if m.name == "Baku")
    s = position("conclusions", turn=4).s
    s.works[k], s.works_power[k], s.works_flags[k], s.works_due[k] = -1, AXIS, 4, 4
    found = []
    for s.turn in (4, 5, 6, 7):
        found.append(income(s, AXIS).refinery)
    assert found == [6, 8, 6, 8]


@pytest.mark.rule("5.3f", "5.3g")
@pytest.mark.parametrize(
    ("turn", "held", "points"),
    [(9, (), 50), (12, (), 50), (13, (), 100), (14, ("Le Havre",), 150), (14, ("Le Havre", "Antwerp"), 250)],
)
def test_what_the_western_allies_receive(turn: int, held: tuple[str, ...], points: int) -> None:
    s = position("italy", turn=turn, control={"allied": held}).s
    assert income(s, ALLIED).points == points


@pytest.mark.rule("10.5a")
def test_the_east_front_takes_its_share_of_refining_first() -> None:
    west, both = position("italy").s, position("war").s
    assert income(west, AXIS).points == 200
    assert income(both, AXIS).points == 350  # no such needs in the combination (13.0j)
    k = next(n for n, m in enumerate(west.world.markers) if m.name == "Essen")
    west.works[k] = -3
    assert income(west, AXIS).points == 150


@pytest.mark.rule("4.2.1A", "5.3a", "13.0b")
def test_everybody_at_war_counts_in_the_first_segment() -> None:
    assert JOINT_SEGMENTS["movement-points"](position().s) == (GainPoints(AXIS), GainPoints(SOVIET))
    assert JOINT_SEGMENTS["movement-points"](position("italy").s) == (GainPoints(AXIS), GainPoints(ALLIED))
    assert JOINT_SEGMENTS["movement-points"](position("war", turn=8).s) == (
        GainPoints(AXIS),
        GainPoints(SOVIET),
    )
    assert JOINT_SEGMENTS["movement-points"](position("war", turn=9).s) == (
        GainPoints(AXIS),
        GainPoints(SOVIET),
        GainPoints(ALLIED),
    )


def test_the_track_never_goes_below_zero() -> None:
    s = position(points={"axis": 5}).s
    with pytest.raises(ValueError, match="costs 6"):
        spend(s, AXIS, 6, "movement")
    assert s.points[AXIS] == 5


# --- reach agrees with clicks


@pytest.mark.parametrize("unit", ["de-2pz", "de-6", "de-17", "de-south"])
def test_reach_says_what_clicks_can_do(unit: str) -> None:
    """Every hex of `reach` next to the start can be stepped into, and no other; costs agree."""
    places = {"de-2pz": "2912", "de-6": "3112", "de-17": "2810", "su-9tank": "2910", "su-8tank": "3210"}
    t = table(place=places, hqs={"de-south": "2813"}, points={"axis": 25})
    mover = t.pick(unit).mover
    found = reach(t.s, mover).costs()
    start = t.w.hex(t.at(unit))
    for n in t.w.near(start):
        assert (step_violation(t.s, mover, n, 0, True) is None) == (n in found), t.w.label(n)
    closed = 0
    for hexes, _, _ in closed_to(t.s, mover):
        closed |= hexes
    known = {start: 0, **found}

    def price(a: Hex, b: Hex) -> int | None:
        cost = step_cost(t.s, mover, a, b)
        return None if cost is None else cost + (leaving_cost(t.s, mover, a) if a == start else 0)

    for h in known:
        if h != start and must_stop(t.s, mover, h):
            continue
        for n in t.w.near(h):
            cost = price(h, n)
            if cost is not None and not closed >> n & 1 and n != start and known[h] + cost <= 25:
                assert found[n] <= known[h] + cost
    for h, spent in found.items():
        ways = [n for n in t.w.near(h) if n in known and (n == start or not must_stop(t.s, mover, n))]
        assert any(known[n] + (price(n, h) or 99) == spent for n in ways) and spent <= 25


def test_an_illegal_step_changes_nothing() -> None:
    t = table(place={"de-6": "2912", "de-4": "2812"})
    t.act(t.pick("de-6"))
    before = t.s.clone()
    with pytest.raises(IllegalAction):
        t.act(*t.to("2812"))
    assert t.s.where == before.where and t.s.spent == 0


@pytest.mark.rule("8.0i")
def test_only_northern_waters_are_lakes() -> None:
    for name in ("invasion", "war"):
        lands = world(name).lands
        found = {lands.country_at.get(h) for pair in lands.lake.pairs() for h in pair} - {None}
        assert found and found <= {"norway", "sweden", "finland", "ussr"}
        assert all(not lands.lake.has(a, b) for a, b in lands.sea.pairs())


@pytest.mark.rule("8.0j")
def test_weather_leaves_clear_costs_and_all_combat_alone() -> None:
    w = world()
    for kind, row in w.tables.ground.items():
        assert (
            w.tables.entry_cost(kind, True, 0) == row.tank
            and w.tables.entry_cost(kind, False, 0) == row.infantry
        )

    def worked(sky: str) -> tuple[int, int, int]:
        t = position(place={"de-2pz": HOME, "su-42": TARGET}, weather=sky)
        t.s.target, t.s.attackers, t.s.defenders = w.hex(TARGET), [w.unit("de-2pz")], [w.unit("su-42")]
        found = odds(t.s)
        return found.attack, found.defence, found.column

    assert len({worked(sky) for sky in WEATHER}) == 1


@pytest.mark.rule("11.92b")
@pytest.mark.parametrize(("scenario", "crosses"), [("dday", False), ("war", True)])
def test_in_the_combination_the_allies_may_cross_the_halt_line(scenario: str, crosses: bool) -> None:
    """RULING 13.0-a."""
    w = world(scenario)
    here, there = ("1805", "1804") if scenario == "dday" else ("1833", "1832")
    t = position(
        scenario, turn=14, place={"us-1": here}, points={"allied": 99}, phasing="allied", agenda=(Moves(ALLIED),),
    )  # fmt: skip
    assert w.lands.west_of_halt >> w.hex(here) & 1 and not w.lands.west_of_halt >> w.hex(there) & 1
    t.act(t.pick("us-1"))
    assert t.why(Step(w.hex(there))) == ("" if crosses else "11.92a")


@pytest.mark.rule("7.42g")
def test_an_hq_with_several_ways_out_is_asked() -> None:
    t = position(hqs={"su-south": "Kharkov"})
    k = t.w.hq("su-south")
    seen = set()
    for h in bits(t.w.lands.country["ussr"]):
        t.s.hq[k] = h
        ways = len(ways_out(t.s, k, -1))
        seen.add(ways)
        assert (HQGivesWay(k, -1).run(t.s) == (HQRetreat(k, -1),)) == (ways > 1)
    assert {1, 2} <= seen, "somewhere there is one way, and somewhere two are as good"


@pytest.mark.rule("12.1g")
def test_an_hq_may_leave_the_occupied_west() -> None:
    t = position("italy", place={"de-7": "Paris"}, turn=10)
    assert garrisoned(t.s, t.w.unit("de-7"))
    for k in t.w.hqs_of[AXIS]:
        t.s.hq[k] = t.w.hex("Paris")
        assert not garrisoned(t.s, HQ_BASE + k)


@pytest.mark.rule("11.7e")
def test_who_stands_in_a_closed_country_may_move_about_in_it() -> None:
    """RULING 11.7-a."""
    for scenario in ("invasion", "dday", "war"):
        w = world(scenario)
        for power in w.powers:
            barred = w.barred[power] & w.land
            country = next((w.lands.country_at[h] for h in bits(barred) if h in w.lands.country_at), None)
            unit = next((u for u in w.units if w.side[u] == power), None)
            if country is None or unit is None:
                continue
            inside = list(bits(w.lands.country[country] & w.land & barred))
            t = position(scenario, place={w.armies[unit].id: w.label(inside[0])})
            closed = 0
            for hexes, rule, _ in closed_to(t.s, unit):
                closed |= hexes if rule == "11.7e" else 0
            assert not closed & w.lands.country[country]
            return
    pytest.fail("no country is closed to anybody")


@pytest.mark.rule("5.3h", "5.3j")
def test_what_costs_nothing_is_not_told() -> None:
    t = position(points={"axis": 10})
    spend(t.s, AXIS, 0, "nothing")
    assert not t.s.out and t.s.points[AXIS] == 10
    with pytest.raises(ValueError, match="costs 11"):
        spend(t.s, AXIS, 11, "too much")


@pytest.mark.rule("5.4c", "5.1c")
def test_an_hq_walks_through_zones_and_a_unit_stops_in_them() -> None:
    t = position(place={"su-4": "2413", "su-42": "Moscow", "de-2pz": "2415"}, hqs={"su-west": "2413"}, points={"soviet": 60},
                 phasing="soviet", agenda=(Moves(SOVIET),))  # fmt: skip
    zone = enemy_zoc(t.s, SOVIET)
    found = walks(t.s, HQ_BASE + t.w.hq("su-west"), 0)
    through = [h for h in found if any(zone >> x & 1 for x in list(found.way(h))[:-1])]
    assert through
    foot = walks(t.s, t.w.unit("su-4"), 0)
    assert not [h for h in foot if any(zone >> x & 1 for x in list(foot.way(h))[:-1])]


@pytest.mark.rule("5.6a", "5.1c")
def test_mountains_wear_out_tanks_alone() -> None:
    w = world()
    t = position(
        place={"de-6": HOME, "de-2pz": TARGET}, points={"axis": 200}, phasing="axis", agenda=(Moves(AXIS),)
    )
    foot, tank = t.w.unit("de-6"), t.w.unit("de-2pz")
    high = list(bits(w.lands.mountain & w.land & w.start_control[AXIS]))

    def most(u: int) -> int:
        """Mountains on the highest way from anywhere in the mountains."""
        best = 0
        for h in high:
            move(t.s, u, h)
            found = walks(t.s, u, 0)
            best = max([best, *(sum(w.lands.mountain >> x & 1 for x in found.way(n)) for n in found)])
        return best

    assert most(foot) > w.tables.limits.mountains + 1 >= most(tank)


@pytest.mark.rule("5.4h", "11.4d")
def test_who_comes_through_the_air_crosses_no_border() -> None:
    w = world()
    t = position(place={"de-para": "Warsaw"})
    before = t.s.crossed
    enter(t.s, w.unit("de-para"), w.hex("Minsk"))
    assert t.s.crossed == before and t.at("de-para") == w.label(w.hex("Minsk"))


@pytest.mark.rule("11.6d", "5.1a")
@pytest.mark.parametrize(
    ("segment", "sent"), [("movement", True), ("reserve-movement", True), ("tank-movement", False)]
)
def test_sending_the_general_staff_is_on_the_list_of_moves(segment: str, sent: bool) -> None:
    t = position(
        segment=segment, hqs={"su-west": "2912"}, staff={"stavka-1": "Moscow", "stavka-2": "Moscow"}, phasing="soviet",
        leaders={"zhukov": "stavka-1", "shaposhnikov": "stavka-2"}, agenda=(Moves(SOVIET),),
    )  # fmt: skip
    found = [x for x in t.legal() if isinstance(x, Escort)]
    assert bool(found) == sent and all(x.hex == t.w.hex("2912") for x in found)


@pytest.mark.rule("5.3f", "5.3g")
def test_the_western_allies_live_without_oil() -> None:
    s = position("dday", turn=13).s
    assert income(s, ALLIED) == Income(0, 0, income(s, ALLIED).points)


@pytest.mark.rule("5.4c", "5.4e")
def test_a_unit_reaches_no_farther_than_a_zone_and_an_hq_does() -> None:
    t = table(place={"de-6": HOME, "su-9tank": "3012"}, hqs={"de-south": HOME})
    w = t.w
    zone = enemy_zoc(t.s, AXIS)
    assert zone and t.s.exert[SOVIET], "the tanks have a zone"
    for mover, beyond in ((w.unit("de-6"), False), (HQ_BASE + w.hq("de-south"), True)):
        for found in (reach(t.s, mover, 30), walks(t.s, mover, 0)):
            through = any(zone >> n & 1 for h in bits(found.hexes) for n in found.way(h)[:-1])
            assert through == beyond


@pytest.mark.rule("5.5a", "6.1c")
def test_only_the_armies_of_the_power_that_has_moved_make_room() -> None:
    for power, left in ((AXIS, False), (SOVIET, True)):
        t = position(place={"su-42": "Moscow", "su-3": "Kursk"})
        u = t.w.unit("su-3")
        move(t.s, u, t.w.hex("Moscow"))
        Unstack(power).run(t.s)
        assert (t.s.where[u] == READY) == left


@pytest.mark.rule("7.42b")
def test_the_hexes_nearest_a_city_of_ones_own() -> None:
    s = position(place={}).s
    w = s.world
    near, far = w.hex("Kiev"), w.hex("2912")
    assert nearest_to_a_city(s, CAMP[SOVIET], []) == []
    assert nearest_to_a_city(s, CAMP[SOVIET], [far, near]) == [near]
    s.control = [0, 0, 0]
    assert nearest_to_a_city(s, CAMP[SOVIET], [far, near]) == [far, near], "none is nearer without a city"


@pytest.mark.rule("7.41a", "7.41b", "5.4a", "5.4k")
def test_a_unit_that_loses_a_step_may_lose_its_zone() -> None:
    for name in ("de-6", "de-2pz", "su-9", "de-4"):
        s = position(place={name: "Kiev"}).s
        u = s.world.unit(name)
        for _ in range(6):
            if s.where[u] < 0 or (len(ways_to_lose(s, u)) == 1 and steps_of(s, u) == 1):
                break
            lose_step(s, u, ways_to_lose(s, u)[0], "7.41a")
            assert not list(faults(s)), "the sets of zones follow"


@pytest.mark.rule("5.7g", "5.7h", "3.3b", "5.4k")
def test_a_battle_group_that_nobody_formed_shows_nothing() -> None:
    s = position(place={}).s
    group = s.world.first_group
    assert (class_of(s, group), strength_of(s, group)) == (0, 0)


@pytest.mark.rule("11.3d", "11.3e")
def test_the_first_hq_leaves_the_reserve_too() -> None:
    s = position(hqs={}).s
    s.hq_reserve = 3
    leave_reserve(s, HQ_BASE, "11.3e")
    assert s.hq_reserve == 2 and len(s.out) == 1
    leave_reserve(s, HQ_BASE, "11.3e")
    assert s.hq_reserve == 2 and len(s.out) == 1


@pytest.mark.rule("5.3i", "5.4c")
def test_a_reach_for_so_many_points_and_no_more() -> None:
    s = position(place={"de-2pz": "Warsaw"}, points={"axis": 40}).s
    u = s.world.unit("de-2pz")
    every = reach(s, u)
    few = reach(s, u, 10)
    assert 0 < max(few.costs().values()) <= 10 < max(every.costs().values()) <= 40
    assert reach(s, u, 99).hexes == every.hexes, "no more than there are"


@pytest.mark.rule("12.1g")
def test_in_the_free_campaign_nobody_is_kept_in_the_occupied_west() -> None:
    held = {}
    for options in ((), ("campaign_rules",)):
        t = position("war", options, turn=9, place={"de-7": "Paris"}, hqs={"de-south": "Paris"})
        held[options] = bool(garrisoned(t.s, t.w.unit("de-7")))
        assert not garrisoned(t.s, HQ_BASE + t.w.hq("de-south")), "no HQ is"
    assert held == {(): True, ("campaign_rules",): False}


@pytest.mark.rule("12.1e", "12.2f")
def test_salerno_holds_the_hqs_of_the_allies_by_where_they_started() -> None:
    s = position("italy", turn=9).s
    w = s.world
    k, start = next((k, h) for k, h in {**w.start_hqs, **w.late_hqs}.items() if w.hq_power[k] == ALLIED)
    s.hq[k] = start
    far = next(hexes for hexes, rule, _ in closed_to(s, HQ_BASE + k) if rule == "12.1e")
    assert not far >> start & 1 and all(w.grid.distance(start, h) > 1 for h in bits(far))


@pytest.mark.rule("11.7e")
def test_who_is_beside_the_map_is_barred_like_anybody() -> None:
    t = position("dday", turn=14, place={"us-1": "later"})
    barred = {rule: hexes for hexes, rule, _ in closed_to(t.s, t.w.unit("us-1"))}["11.7e"]
    assert barred == t.w.barred[ALLIED]


@pytest.mark.rule("5.7f")
def test_an_army_built_up_again_while_its_group_is_out_forms_no_other() -> None:
    t = moving()
    t.act(form(t))
    u = t.w.unit("de-2pz")
    t.s.weak[u] = 0
    assert not any(isinstance(x, do.FormGroup) and x.unit == u for x in group_actions(t.s, AXIS))
    assert any(isinstance(x, do.FormGroup) and x.unit != u for x in group_actions(t.s, AXIS))


@pytest.mark.rule("5.1a", "11.6d")
def test_paratroops_fly_in_the_first_movement_segment_alone() -> None:
    def flies(segment: str) -> bool:
        t = position(
            "dday", turn=13, place={"al-para": "1716"}, hqs={"al-21ag": "1616"}, phasing="allied", segment=segment,
            drop=1 << world("dday").unit("al-para"), points={"allied": 50}, agenda=(Moves(ALLIED),),
        )  # fmt: skip
        return any(isinstance(x, do.Drop) for x in t.legal())

    assert flies("movement") and not flies("tank-movement")


@pytest.mark.rule("5.1c", "5.6a")
def test_mountains_that_another_has_crossed_do_not_wear_out_the_next() -> None:
    t = position("dday", turn=13, place={"de-5pz": "2217"}, points={"axis": 60}, phasing="axis")
    u = t.w.unit("de-5pz")
    before = walks(t.s, u, 0).costs()
    t.s.mountains = 9
    assert walks(t.s, u, 0).costs() == before
    assert (
        walks(t.s, u, 1).costs()
        != walks(position("dday", turn=13, place={"de-5pz": "2217"}, points={"axis": 60}).s, u, 1).costs()
    )


@pytest.mark.rule("5.1a")
def test_landings_are_offered_among_the_moves_of_the_allies_alone() -> None:
    def lands(power: int) -> bool:
        t = position(
            "west", turn=11, place={"us-5": "Naples", "br-8": "3609", "de-10": "3410"}, hqs={"al-15ag": "Naples"},
            points={"allied": 50, "axis": 50}, phasing="allied", landings=6, agenda=(Moves(power),),
        )  # fmt: skip
        return any(isinstance(x, do.Land) for x in t.legal())

    assert lands(ALLIED) and not lands(AXIS)


@pytest.mark.rule("5.6a", "5.1c")
def test_tanks_wear_out_on_the_third_mountain_and_on_mountains_alone() -> None:
    t = position("dday", turn=13, place={"de-5pz": "2217"}, points={"axis": 60}, phasing="axis")
    u, mountain = t.w.unit("de-5pz"), t.w.lands.mountain
    found = walks(t.s, u, 0)
    crossed = {h: sum(mountain >> n & 1 for n in found.way(h)) for h in bits(found.hexes)}
    assert max(crossed.values()) == t.w.tables.limits.mountains + 1
    t.s.mountains = t.w.tables.limits.mountains + 1
    high = next(h for h in bits(mountain))
    flat = next(h for h in bits(t.w.land & ~mountain))
    assert breaks_down(t.s, u, high) and not breaks_down(t.s, u, flat)


@pytest.mark.rule("5.1a", "5.1b", "5.3h", "11.2b")
def test_a_move_begins_with_nothing_spent_and_works_do_not_walk() -> None:
    t = table(place={"de-2pz": "Warsaw"}, mover=-1, spent=5, mountains=3)
    s = t.s
    assert t.why(do.Pick(WORKS_BASE)) == t.why(do.Pick(WORKS_BASE + 1)) == "5.1a"
    before = s.points[AXIS]
    t.act(t.pick("de-2pz"))
    assert (s.spent, s.mountains) == (0, 0)
    step = next(a for a in t.legal() if isinstance(a, Step))
    t.act(step)
    paid = s.spent
    end_move(s)
    assert (s.mover, s.spent, s.points[AXIS]) == (-1, 0, before - paid) and paid > 0
    end_move(s)
    assert s.points[AXIS] == before - paid, "once"


@pytest.mark.rule("7.3a")
def test_the_class_of_a_side() -> None:
    assert [side_class(x) for x in ([0], [3], [0, 0], [1, 0], [3, 1, 0])] == [0, 3, 0, 0, 2]


@pytest.mark.rule("9.1a")
def test_a_leader_is_somewhere() -> None:
    t = position(leaders={"model": "de-center"}, hqs={"de-center": "Warsaw"})
    k = t.w.leader("keitel")
    assert not list(faults(t.s))
    t.s.post[k] = -99
    assert any("is nowhere" in fault for fault in faults(t.s))
