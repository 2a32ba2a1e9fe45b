"""Weather (8), food (10.4), HQs (11.2), reserves (11.3) and victory (12, 13)."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum import invariants
from hexfront.games.lebensraum.actions import Create, Dissolve, Done, Mark, Starve, Unmark
from hexfront.games.lebensraum.economy import FoodCheck, food_points, hungry
from hexfront.games.lebensraum.headquarters import (
    Designation,
    FillPosts,
    HQSegment,
    birthplaces,
    create,
    dissolve,
    remove_hq,
    ways_out,
)
from hexfront.games.lebensraum.invariants import faults
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    ELIMINATED,
    HQ_BASE,
    HQ_LATER,
    HQ_LOST,
    HQ_OUT,
    MUD,
    OFF_MAP,
    POOL,
    SNOW,
    SOVIET,
    WORKS_BASE,
)
from hexfront.games.lebensraum.landings import Newcomers
from hexfront.games.lebensraum.overview import wins
from hexfront.games.lebensraum.reach import enemy_zoc
from hexfront.games.lebensraum.sequence import JOINT_SEGMENTS, WeatherRoll
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.strength import west_wall_strength
from hexfront.games.lebensraum.victory import EndOfTurn, first_turn_judged, western_goals, winner_in_the_west
from hexfront.games.lebensraum.view import _economy
from hexfront.games.lebensraum.world import World
from hexfront.kernel import Action, Decision
from hexfront.wargame import Noted
from tests.games.lebensraum.kit import HOME, TARGET, Table, position, world
from tests.games.lebensraum.test_12_landings import blank_hqs

# --- weather


@pytest.mark.rule("8.0a", "4.2.1D")
def test_each_section_has_its_own_roll() -> None:
    t = position("conclusions", turn=2, agenda=JOINT_SEGMENTS["weather"](position().s))
    t.roll(3, 6, 6)
    assert t.s.weather == [MUD, SNOW, MUD]
    assert JOINT_SEGMENTS["weather"](t.s) == (WeatherRoll(0), WeatherRoll(1), WeatherRoll(2))


@pytest.mark.rule("8.0b", "8.0c")
def test_sections_of_the_map() -> None:
    east, west = world(), world("italy")
    for label, section in (("2011", 0), ("2111", 1), ("3511", 1), ("3611", 2)):
        assert east.lands.section[east.hex(label)] == section
    assert west.lands.section[west.hex("London")] == 1  # west of the line that turns at 2007
    assert west.lands.section[west.hex("Hamburg")] == 0
    assert west.lands.section[west.hex("Madrid")] == 2 and west.lands.section[west.hex("Rome")] == 1


# --- reserves


@pytest.mark.rule("11.3a", "11.3e", "4.2.3B")
def test_reserves_are_named_outside_hostile_zones_and_released_at_will() -> None:
    w = world()
    t = position(
        place={"de-6": "2713", "de-4": "2911", "su-9tank": "2910"},
        hqs={"de-south": "2911"},
        agenda=(Designation(AXIS),),
    )
    far, near, hq = w.unit("de-6"), w.unit("de-4"), HQ_BASE + w.hq("de-south")
    assert t.why(Mark(near)) == "11.3a" and t.why(Mark(hq)) == ""  # HQs feel no zone
    assert t.why(Mark(w.unit("su-9tank"))) == "11.3a" and t.why(Unmark(far)) == "11.3a"
    t.act(Mark(far), Mark(hq))
    assert t.s.reserve == 1 << far and t.s.hq_reserve == 1 << w.hq("de-south")
    assert t.why(Mark(far)) == "11.3a"
    t.act(Unmark(far), Done())
    assert t.s.reserve == 0
    assert JOINT_SEGMENTS["reserves"](t.s) == (Designation(AXIS), Designation(SOVIET))


# --- HQs


def hq_table(
    scenario: str = "invasion", power: int = SOVIET, options: tuple[str, ...] = (), **given: Any
) -> Table:
    given.setdefault("points", {"axis": 100, "soviet": 100, "allied": 100})
    given.setdefault("leaders", {"konev": "pool"})
    return position(scenario, options, agenda=(HQSegment(power),), **given)


@pytest.mark.rule("11.2c", "11.2d", "11.2a", "9.1a")
def test_one_new_hq_a_segment_in_the_capital_with_a_drawn_leader() -> None:
    t = hq_table(hqs={"su-west": "2912"})
    w = t.w
    moscow = w.hex("Moscow")
    assert t.why(Create(w.hq("su-don"), w.hex("Kursk"))) == "11.2e"
    assert (
        t.why(Create(w.hq("su-west"), moscow)) == "11.2a" and t.why(Create(w.hq("de-a"), moscow)) == "11.2a"
    )
    t.act(Create(w.hq("su-don"), moscow))
    t.roll("konev")
    assert t.s.hq[w.hq("su-don")] == moscow and t.s.chief[w.hq("su-don")] == w.leader("konev")
    assert t.s.points[SOVIET] == 80
    assert t.why(Create(w.hq("su-steppe"), moscow)) == "11.2d"


@pytest.mark.rule("11.2d")
def test_lost_hqs_come_back_beside_a_new_one() -> None:
    w = world("conclusions")
    lost = [HQ_OUT] * len(w.hqs)
    lost[w.hq("su-west")] = lost[w.hq("su-south")] = HQ_LOST
    t = hq_table("conclusions", hq=list(lost), hq_made=1, turn=3)
    moscow = w.hex("Moscow")
    assert t.why(Create(w.hq("su-don"), moscow)) == "11.2d"
    t.act(Create(w.hq("su-west"), moscow))
    t.roll("konev")
    t.act(Create(w.hq("su-south"), moscow))
    assert t.s.points[SOVIET] == 60
    for option, rule in ((("lost_hq_next_turn",), "11.2d"), ((), "")):
        t = hq_table("conclusions", options=option, hq=list(lost), hq_lost_on=[3] * len(w.hqs), turn=3)
        assert t.why(Create(w.hq("su-west"), moscow)) == rule


@pytest.mark.seam("11.2", "11.5")
@pytest.mark.rule("11.2e", "11.2c", "9.0a")
def test_no_hq_without_capital_points_or_leaders() -> None:
    w = world()
    k, moscow = w.hq("su-don"), w.hex("Moscow")
    assert hq_table(control={"axis": ["Moscow"]}).why(Create(k, moscow)) == "11.2e"
    assert hq_table(points={"soviet": 19}).why(Create(k, moscow)) == "11.2c"
    assert hq_table(leaders={}, post=[-2] * len(w.leaders)).why(Create(k, moscow)) == "9.0a"


@pytest.mark.seam("7.46", "11.2")
@pytest.mark.rule("11.2f")
def test_a_dissolved_hq_sends_its_leader_to_the_pool() -> None:
    t = hq_table(
        hqs={"su-west": "2912"},
        leaders={"pavlov": "su-west", "zhukov": "stavka-1"},
        staff={"stavka-1": "2912"},
    )
    w = t.w
    t.s.air_hq[w.hq("su-west")] = 2
    t.act(Dissolve(w.hq("su-west")))
    assert t.s.hq[w.hq("su-west")] == HQ_OUT and t.s.post[w.leader("pavlov")] == POOL
    assert t.s.air_hq[w.hq("su-west")] == 0 and t.s.staff[3] == w.hex("Moscow")


@pytest.mark.seam("11.2", "12")
@pytest.mark.rule("11.2h")
def test_the_western_allies_only_replace_what_they_lost() -> None:
    w = world("italy")
    t = hq_table(
        "italy",
        ALLIED,
        hqs={"al-15ag": "Naples"},
        leaders={"alexander": "al-15ag", "patton": "pool"},
        control={"allied": ["Naples"]},
    )
    london = w.hex("London")
    assert t.why(Dissolve(w.hq("al-15ag"))) == "11.2h"
    assert t.why(Create(w.hq("al-6ag"), london)) == "11.2h"
    t.s.hq[w.hq("al-6ag")] = HQ_LOST
    assert (
        t.why(Create(w.hq("al-6ag"), london)) == "" and t.why(Create(w.hq("al-6ag"), w.hex("Naples"))) == ""
    )
    assert t.why(Create(w.hq("al-6ag"), w.hex("Paris"))) == "11.2e"


def test_the_finnish_hq_comes_back_in_helsinki_with_mannerheim() -> None:
    """RULING 9.6-a."""
    w = world()
    t = hq_table(power=AXIS, leaders={"mannerheim": "pool"})
    helsinki = w.hex("Helsinki")
    assert t.why(Create(w.finnish_hq, w.hex("Berlin"))) == "11.2e"
    t.act(Create(w.finnish_hq, helsinki))
    assert t.s.chief[w.finnish_hq] == w.mannerheim and not t.rolls()


@pytest.mark.rule("9.0a", "4.2.1F", "4.2.3A")
def test_empty_posts_are_filled_when_the_pool_allows() -> None:
    w = world()
    t = position(
        hqs={"su-west": "2912", "su-south": "3112"},
        leaders={"pavlov": "su-south"},
        agenda=(FillPosts(SOVIET),),
    )
    t.roll("konev")
    assert t.s.chief[w.hq("su-west")] == w.leader("konev")
    assert not t.s.agenda
    frames = JOINT_SEGMENTS["first-hq"](t.s)
    assert [frame.power for frame in frames if isinstance(frame, HQSegment)] == [AXIS, SOVIET]


# --- food


@pytest.mark.rule("10.4a", "10.4d", "10.5a")
def test_food_points() -> None:
    s = position().s
    assert (food_points(s, SOVIET), food_points(s, AXIS)) == (7, 4)
    lost = position(control={"axis": ["Kiev", "Odessa", "Kharkov"]}).s
    assert (food_points(lost, SOVIET), food_points(lost, AXIS)) == (4, 7)
    assert food_points(position("italy").s, AXIS) == 4  # six less the East Front's two
    assert food_points(position("war").s, AXIS) == 7
    assert food_points(position("conclusions", turn=7).s, SOVIET) == 8  # aid
    assert hungry(position("italy", place={"us-5": "Naples"}).s, ALLIED) == 0


@pytest.mark.rule("10.4a", "4.2.3C")
def test_the_food_of_both_sides_is_told_and_nothing_of_the_allies() -> None:
    t = position("war", place={"de-6": "Berlin", "us-5": "Naples"})
    FoodCheck().run(t.s)
    told = [event.text for event in t.s.out if isinstance(event, Noted)]
    assert told == ["The Axis: 7 food points, 1 unit.", "The Soviets: 7 food points, 0 units."]


@pytest.mark.rule("10.4b", "10.4c")
def test_who_cannot_be_fed_is_removed_in_turn_axis_first() -> None:
    w = world()
    poor = {
        "axis": ["Kiev", "Odessa", "Kharkov", "Krasnodar", "Saratov"],
        "soviet": ["Bucharest", "Debrecen"],
    }
    t = position(place=_crowd(w), control=poor, agenda=(FoodCheck(),))
    t.s.control[AXIS] &= ~sum(1 << h for h in w.food)
    t.s.control[SOVIET] &= ~sum(1 << h for h in w.food)
    t.s.agenda = (FoodCheck(),)
    t.settle()
    assert (hungry(t.s, AXIS), hungry(t.s, SOVIET)) == (0, 2)
    reds = [u for u in w.units if t.s.power[u] == SOVIET and t.s.where[u] >= 0]
    assert t.seat() == "soviet"
    assert t.why(Starve(w.unit("de-6"))) == "10.4b"
    t.act(Starve(reds[0]), Starve(reds[3]))
    assert t.s.where[reds[0]] == ELIMINATED and hungry(t.s, SOVIET) == 0 and not t.s.agenda


def _crowd(w: World) -> dict[str, str]:
    """Twenty-two Soviet armies on plain hexes and one German."""
    plain = [h for h in w.lands.next_to if w.lands.country_at[h] == "ussr" and not w.cities >> h & 1][:40]
    names = [w.armies[u].id for u in w.units if w.side[u] == SOVIET][:22]
    return {**dict(zip(names, (w.label(h) for h in plain), strict=False)), "de-6": w.label(plain[-1])}


# --- victory


def ended(s: State) -> tuple[str, ...] | None:
    """The winners after the end of this turn; None if the game goes on."""
    t = Table(s)
    t.s.agenda = (EndOfTurn(),)
    t.settle()
    return t.s.result.winners if t.s.result else None


def at_end(scenario: str, turn: int, options: tuple[str, ...] = (), **given: Any) -> tuple[str, ...] | None:
    return ended(position(scenario, options, turn=turn, **given).s)


@pytest.mark.rule("12.4c", "12.4b", "12.4d")
@pytest.mark.parametrize(
    ("turn", "taken", "winners"),
    [
        (2, ["Moscow", "Kiev"], None), (3, [], ("soviet",)), (3, ["Kiev"], ()), (3, ["Kiev", "Leningrad"], ("axis",)),
    ],
)  # fmt: skip
@pytest.mark.seam("11.5", "12")
def test_invasion(turn: int, taken: list[str], winners: tuple[str, ...] | None) -> None:
    assert at_end("invasion", turn, control={"axis": taken}) == winners


@pytest.mark.rule("12.5a")
def test_objectives() -> None:
    assert at_end("objectives", 5) is None
    assert at_end("objectives", 6, control={"axis": ["Moscow", "Stalingrad"]}) == ("axis",)
    assert at_end("objectives", 6, control={"axis": ["Kiev", "Stalingrad"]}) == ()
    assert at_end("objectives", 6, control={"axis": ["Kiev"]}) == ("soviet",)


@pytest.mark.rule("12.6a", "12.6b")
def test_climax() -> None:
    assert at_end("climax", 10, control={"axis": ["Kiev"]}) == ("axis",)
    assert at_end("climax", 10, control={"axis": ["Minsk", "Odessa"]}) == ()
    assert at_end("climax", 10, control={"axis": ["Minsk"]}) == ("soviet",)
    assert at_end("climax", 7) is None
    assert at_end("climax", 7, ("early_end",)) == ("soviet",) and at_end("climax", 6, ("early_end",)) is None


@pytest.mark.rule("12.7a", "12.7b")
def test_resurgence() -> None:
    assert at_end("resurgence", 13, control={"axis": ["Riga"]}) == ("axis",)
    assert at_end("resurgence", 13) == ()
    assert at_end("resurgence", 13, control={"soviet": ["Warsaw", "Bucharest"]}) == ("soviet",)
    assert at_end("resurgence", 12, control={"soviet": ["Warsaw", "Bucharest"]}) is None
    assert at_end("resurgence", 11, ("early_end",), control={"axis": ["Riga"]}) == ("axis",)


@pytest.mark.rule("12.8a", "12.8b", "12.8c", "12.8d")
def test_conclusions() -> None:
    w = world("conclusions")
    soviet = [w.label(h) for h in w.population if w.lands.country_at[h] == "ussr"]
    assert at_end("conclusions", 5, control={"axis": soviet}) == ("axis",)
    assert at_end("conclusions", 5, control={"axis": soviet[1:]}) is None
    goals = ["Warsaw", "Cracow", "Lodz", "Berlin", "Prague", "Budapest", "Bucharest", "Sofia", "Belgrade"]
    assert at_end("conclusions", 14, control={"soviet": goals}) == ("soviet",)
    assert at_end("conclusions", 14, control={"soviet": goals[1:]}) is None
    assert at_end("conclusions", 16, control={"soviet": goals[1:]}) == ()


def western(w: World) -> list[str]:
    s = position(w.plan.id).s
    return [w.label(h) for h in w.population if western_goals(s) >> h & 1]


@pytest.mark.rule("12.1h", "12.1i", "12.1d")
@pytest.mark.parametrize("scenario", ["italy", "dday", "west"])
def test_the_west(scenario: str) -> None:
    w = world(scenario)
    goals = western(w)
    assert {w.label(w.hex(name)) for name in ("Leipzig", "Pilsen", "Linz", "Rome", "Antwerp")} <= set(goals)
    assert not {w.label(w.hex(name)) for name in ("Berlin", "Prague", "Vienna", "Copenhagen")} & set(goals)
    assert at_end(scenario, 14, control={"allied": goals}) is None
    assert at_end(scenario, 15, control={"allied": goals}) == ("allied",)
    assert at_end(scenario, 15, control={"allied": goals[1:]}) is at_end(scenario, 15) is None
    assert at_end(scenario, 16, control={"allied": goals}) == ()  # too late, and the Axis has lost its cities
    assert at_end(scenario, 16) == ("axis",)


@pytest.mark.rule("6.42a", "6.42b")
def test_the_italian_8th_army_must_be_gone_after_turn_9() -> None:
    assert at_end("conclusions", 9, place={"it-8": "Budapest"}) == ("soviet",)
    assert at_end("conclusions", 8, place={"it-8": "Budapest"}) is None
    assert at_end("conclusions", 9, place={"it-8": "eliminated"}) is None
    assert at_end("war", 9, place={"it-8": "Budapest"}) == ("soviet", "allied")


@pytest.mark.seam("12", "13")
@pytest.mark.rule("13.0m", "13.0l")
def test_the_combination_counts_both_fronts() -> None:
    w = world("war")
    goals = western(w)
    east = ["Warsaw", "Cracow", "Lodz", "Berlin", "Prague", "Budapest", "Bucharest", "Sofia", "Belgrade"]
    assert at_end("war", 16) == ("axis",)  # the East undecided, the West the Axis's
    assert at_end("war", 15, control={"allied": goals, "soviet": east}) == ("soviet", "allied")
    assert at_end("war", 15, control={"allied": goals}) is None
    assert at_end("war", 16, front_won=[-1, ALLIED]) == ("soviet", "allied")
    assert at_end("war", 16, front_won=[SOVIET, -1]) == ()  # one front each


@pytest.mark.rule("12.1i")
@pytest.mark.parametrize(("cities", "winner"), [(["Hamburg", "Munich"], AXIS), (["Hamburg"], None)])
def test_two_german_cities_save_the_axis_and_one_does_not(cities: list[str], winner: int | None) -> None:
    w = world("italy")
    german = [w.label(h) for h, name in w.lands.country_at.items() if name == "germany" and h in w.population]
    kept = {w.label(w.hex(name)) for name in cities}
    t = position("italy", turn=16, control={"allied": [label for label in german if label not in kept]})
    assert winner_in_the_west(t.s) == winner


@pytest.mark.rule("12.7a", "12.4c", "12.8a", "12.1h")
def test_each_scenario_says_what_wins_it() -> None:
    words = {
        scenario: " ".join(wins(world(scenario)))
        for scenario in ("resurgence", "invasion", "conclusions", "dday")
    }
    assert "any Soviet city" in words["resurgence"] and "capitals beyond" in words["resurgence"]
    assert "2 of Moscow, Leningrad and Kiev" in words["invasion"]
    assert "every Soviet city" in words["conclusions"]
    assert len(set(words.values())) == 4


@pytest.mark.rule("11.2a", "9.6a", "4.2.1F")
def test_without_leaders_only_the_finnish_hq_is_made() -> None:
    w = world()
    men = {man.id: "killed" for man, power in zip(w.leaders, w.leader_power, strict=True) if power == AXIS}
    t = position(
        leaders=men, points={"axis": 100}, agenda=(HQSegment(AXIS),), control={"axis": ("Helsinki", "Berlin")}
    )
    made = {x.hq for x in t.legal() if isinstance(x, do.Create)}
    assert made <= {w.finnish_hq}
    t = position(points={"axis": 100}, agenda=(HQSegment(AXIS),), control={"axis": ("Helsinki", "Berlin")})
    assert {x.hq for x in t.legal() if isinstance(x, do.Create)} - {w.finnish_hq}


@pytest.mark.rule("11.2c", "9.6a", "9.0a")
def test_mannerheim_takes_the_finnish_hq() -> None:
    w = world()
    t = position(
        points={"axis": 100}, agenda=(HQSegment(AXIS),), control={"axis": ("Helsinki",)}, leaders={"mannerheim": "pool"}
    )  # fmt: skip
    made = [x for x in t.legal() if isinstance(x, do.Create) and x.hq == w.finnish_hq]
    assert made
    t.act(made[0])
    assert t.s.chief[w.finnish_hq] == w.mannerheim


def said(t: Table, action: Action) -> str:
    """How a choice is shown."""
    frame = t.s.agenda[0]
    assert isinstance(frame, Decision)
    return frame.option(t.s, t.seat(), action).label


@pytest.mark.rule("11.2a", "11.2f", "4.2.3A")
def test_what_an_hq_segment_offers_is_said_in_words() -> None:
    t = position(
        points={"axis": 100}, hqs={"de-south": HOME}, agenda=(HQSegment(AXIS),), control={"axis": ("Berlin",)}
    )
    south = t.w.hq("de-south")
    assert said(t, do.Dissolve(south)) == f"Dissolve {t.w.hqs[south].name}"
    made = next(x for x in t.legal() if isinstance(x, do.Create))
    assert said(t, made).startswith("Create ")


@pytest.mark.rule("11.2a", "7.461d", "9.6a", "11.6d")
def test_an_hq_out_of_place_is_a_fault() -> None:
    t = position(hqs={"de-south": HOME}, leaders={"von-rundstedt": "de-south"}, place={"su-42": "Moscow"})
    s, k = t.s, t.w.hq("de-south")
    assert not list(invariants._hq_faults(s)) and not list(invariants._marker_faults(s))
    s.hq[k] = HQ_OUT
    assert any("leader beside the map" in fault for fault in invariants._hq_faults(s))
    s.air_hq[k], s.air[AXIS] = 1, 5
    assert any("not in play" in fault for fault in invariants._marker_faults(s))
    s.hq[k] = t.w.hex("Moscow")
    assert any("stands with the enemy" in fault for fault in invariants._hq_faults(s))
    s.hq[k] = next(
        h for h in range(t.w.grid.top) if not t.w.land >> h & 1 and h not in t.w.lands.offshore.values()
    )
    assert any("is nowhere" in fault for fault in invariants._hq_faults(s))
    s.hq[k], s.hq[t.w.finnish_hq] = HQ_OUT, t.w.hex("Berlin")
    assert any("left Finland" in fault for fault in invariants._hq_faults(s))
    s.hq[t.w.finnish_hq] = t.w.hex("Helsinki")
    assert not any("left Finland" in fault for fault in invariants._hq_faults(s))
    s.air[AXIS] = 0
    assert any("air markers" in fault for fault in invariants._marker_faults(s))
    s.air_hq[k], s.air_at = 0, {3 * 5 + AXIS: 2}
    assert any("2 air markers instead of 0" in fault for fault in invariants._marker_faults(s))


@pytest.mark.rule("10.4a", "6.2a", "5.3b")
def test_the_box_says_how_many_go_hungry() -> None:
    t = position(place={"de-4": "Warsaw", "de-6": HOME})
    food = next(box for box in _economy(t.s, AXIS) if box.id.startswith("food-"))
    assert "too few" not in food.text
    for h in t.w.food:
        t.s.control[AXIS] &= ~(1 << h)
    for k, marker in enumerate(t.w.markers):
        t.s.works[k] = OFF_MAP if marker.power == SOVIET else t.s.works[k]
    short = hungry(t.s, AXIS)
    text = next(box for box in _economy(t.s, AXIS) if box.id.startswith("food-")).text
    assert (f", {short} too few" in text) == bool(short)


@pytest.mark.rule("11.3a", "4.2.3B")
def test_reserves_are_named_out_of_the_enemys_zones() -> None:
    t = position(place={"de-2pz": HOME, "su-42": TARGET, "su-4": "Moscow"}, agenda=(Designation(SOVIET),))
    w = t.w
    assert enemy_zoc(t.s, SOVIET) >> w.hex(TARGET) & 1
    marked = {x.mover for x in t.legal() if isinstance(x, do.Mark)}
    assert w.unit("su-4") in marked and w.unit("su-42") not in marked
    assert t.why(do.Mark(WORKS_BASE)) == "11.3a"


@pytest.mark.rule("11.2d", "11.2c")
def test_an_hq_built_again_is_no_new_one() -> None:
    w = world()
    one, two = w.hqs_of[AXIS][0], w.hqs_of[AXIS][1]
    t = position(
        points={"axis": 100}, leaders={"von-rundstedt": "pool", "von-leeb": "pool"}, agenda=(HQSegment(AXIS),)
    )
    t.s.hq[one], t.s.hq[two] = HQ_LOST, HQ_OUT
    t.act(Create(one, w.capital[AXIS]))
    assert t.s.hq_made == 0
    t.s.agenda = (HQSegment(AXIS),)
    t.settle()
    t.act(Create(two, w.capital[AXIS]))
    assert t.s.hq_made == 1


@pytest.mark.rule("11.2h", "12.1b")
def test_before_turn_e_an_hq_without_its_army_comes_to_london() -> None:
    t = position("dday", turn=13, hq=blank_hqs("dday"), agenda=(Newcomers(True),))
    assert t.s.hq[t.w.hq("al-21ag")] == t.w.capital[ALLIED]
    late = position("dday", turn=13, hq=blank_hqs("dday"), agenda=(Newcomers(),))
    assert late.s.hq[late.w.hq("al-21ag")] == HQ_LATER


@pytest.mark.rule("9.0a", "11.2c", "9.6a")
@pytest.mark.parametrize("fate", ["killed", "pool"])
def test_the_finnish_hq_has_no_leader_but_mannerheim(fate: str) -> None:
    t = position(points={"axis": 100}, control={"axis": ("Helsinki",)}, leaders={"mannerheim": fate})
    k = t.w.finnish_hq
    assert create(t.s, k, t.w.hex("Helsinki")) == ()
    assert t.s.chief[k] == (t.w.mannerheim if fate == "pool" else -1)


@pytest.mark.rule("11.2f")
def test_only_an_hq_of_ones_own_on_the_map_is_dissolved() -> None:
    t = hq_table(hqs={"su-west": "2912", "de-south": HOME})
    assert t.why(Dissolve(t.w.hq("su-west"))) == ""
    assert t.why(Dissolve(t.w.hq("de-south"))) == t.why(Dissolve(t.w.hq("su-don"))) == "11.2f"


@pytest.mark.rule("12.4d", "12.6b", "12.7b")
def test_an_early_end_is_judged_only_where_one_is_printed() -> None:
    for scenario in ("invasion", "climax", "resurgence", "conclusions"):
        s = position(scenario, ("early_end",)).s
        plan = s.world.plan
        assert first_turn_judged(s) == (plan.early_as_printed or plan.early) > 0
        assert first_turn_judged(position(scenario).s) == plan.early


# --- the whole of a decision


@pytest.mark.rule("11.2a", "11.2c", "11.2d", "11.2e", "11.2f", "11.2h", "9.0a", "4.2.1F")
def test_an_hq_costs_its_price_and_a_leader_and_comes_back_the_turn_after() -> None:
    cost = world().tables.costs.headquarters
    men, control = {"von-rundstedt": "pool"}, {"axis": ("Berlin", "Helsinki")}

    def segment(points: int, options: tuple[str, ...] = (), **given: Any) -> Table:
        given.setdefault("leaders", men)
        frames = (HQSegment(AXIS),)
        return position(options=options, points={"axis": points}, agenda=frames, control=control, **given)

    w = world()
    berlin, south = w.hex("Berlin"), w.hq("de-south")
    create = do.Create(south, berlin)
    assert segment(cost).why(create) == "" and segment(cost - 1).why(create) == "11.2c"
    assert create in segment(cost).legal() and create not in segment(cost - 1).legal()
    nobody = {man.id: "killed" for man, power in zip(w.leaders, w.leader_power, strict=True) if power == AXIS}
    assert segment(cost, leaders=nobody).why(create) == "9.0a"
    for k in (-1, 99, w.hq("su-south")):
        assert segment(cost).why(do.Create(k, berlin)) == "11.2a"
    for options, at, lost_on, case in (
        ((), HQ_LOST, 5, ""),
        (("lost_hq_next_turn",), HQ_LOST, 5, "11.2d"),
        (("lost_hq_next_turn",), HQ_LOST, 4, ""),
        (("lost_hq_next_turn",), HQ_OUT, 5, ""),
    ):
        t = segment(cost, options, turn=5)
        t.s.hq[south], t.s.hq_lost_on[south] = at, lost_on
        assert t.why(create) == case, (options, at, lost_on)
    t = segment(cost, hqs={"de-south": "Warsaw"})
    assert do.Dissolve(south) in t.legal()
    t.s.reserve = 0
    dissolve(t.s, south)
    assert t.s.hq[south] == HQ_OUT, "without a leader too"
    assert not list(faults(t.s))
    west = position("dday", hqs={"al-21ag": "London"}, turn=14, agenda=(HQSegment(ALLIED),))
    assert west.legal() == [Done()], "the Western Allies dissolve nothing"


@pytest.mark.rule("11.3a", "11.3e", "4.2.3B")
def test_units_and_hqs_of_ones_own_are_put_in_reserve_and_no_works() -> None:
    t = position(
        place={"de-4": "Warsaw", "su-9": "Gorky"}, hqs={"de-south": "Warsaw"}, agenda=(Designation(AXIS),)
    )
    w = t.w
    army, hq = w.unit("de-4"), HQ_BASE + w.hq("de-south")
    assert set(t.legal()) == {do.Mark(army), do.Mark(hq), Done()}
    mine = [WORKS_BASE + k for k, power in enumerate(t.s.works_power) if power == AXIS][:1] + [WORKS_BASE]
    for mover in (w.unit("su-9"), HQ_BASE + w.hq("su-south"), -1, *mine):
        assert t.why(do.Mark(mover)) == "11.3a"
    assert t.why(do.Unmark(army)) == "11.3a"
    t.act(do.Mark(army), do.Mark(hq))
    assert set(t.legal()) == {do.Unmark(army), do.Unmark(hq), Done()}
    frame = t.s.agenda[0]
    assert isinstance(frame, Designation)
    assert frame.option(t.s, "axis", do.Unmark(army)).label.startswith("Release")
    assert frame.option(t.s, "axis", do.Mark(army)).label.endswith("into reserve")


@pytest.mark.rule("9.0a")
def test_only_the_allies_fill_their_general_staff() -> None:
    t = position("dday", turn=14, agenda=(FillPosts(AXIS),), staff={"ccs-2": "London"})
    assert t.s.staff_chief[next(m for m, marker in enumerate(t.w.staff) if marker.id == "ccs-2")] < 0


@pytest.mark.rule("7.42b", "7.42g", "9.6a")
def test_an_hq_that_nobody_drives_out_from_a_hex_may_go_anywhere() -> None:
    t = position(hqs={"su-south": "2712"})
    k, origin = t.w.hq("su-south"), t.w.hex("2612")
    every = ways_out(t.s, k, -1)
    away = ways_out(t.s, k, origin)
    assert every and all(t.w.grid.distance(n, origin) > 1 for n in away)


@pytest.mark.rule("11.2c", "9.6a")
def test_only_the_allies_raise_hqs_in_ports() -> None:
    t = position("dday", control={"allied": ("London", "Cherbourg"), "axis": ("Berlin", "Bremen")})
    born = {name: {t.w.label(h) for h in birthplaces(t.s, t.w.hq(name))} for name in ("de-agb", "al-21ag")}
    assert born["de-agb"] == {t.w.label(t.w.hex("Berlin"))}
    assert t.w.label(t.w.hex("Cherbourg")) in born["al-21ag"]


@pytest.mark.rule("11.1e", "7.43f")
def test_an_hq_that_is_lost_is_in_reserve_no_more() -> None:
    t = position(hqs={"de-north": "Warsaw", "de-center": "Minsk"})
    north, center = t.w.hq("de-north"), t.w.hq("de-center")
    t.s.hq_reserve = 1 << north | 1 << center
    remove_hq(t.s, north, "11.1e")
    assert t.s.hq_reserve == 1 << center


@pytest.mark.rule("11.91a", "11.91b")
def test_the_west_wall_serves_the_axis_alone() -> None:
    for defender, attacker, power, more in (("de-7", "us-1", AXIS, 5), ("us-1", "de-7", ALLIED, 0)):
        w = world("dday")
        a, b = next((a, b) for a, b in w.lands.west_wall.pairs() if not w.lands.opposite_west_wall >> b & 1)
        t = position("dday", place={defender: w.label(b), attacker: w.label(a)})
        assert t.s.held[power] >> b & 1
        assert west_wall_strength(t.s, b, [t.s.where[w.unit(attacker)]]) == more
