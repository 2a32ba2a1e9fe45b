"""Chapter 7.46: air, naval and partisan markers, Bomber Command."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import Bomb, Done, PlaceAir, PlacePartisan, PlaceShip
from hexfront.games.lebensraum.economy import income
from hexfront.games.lebensraum.invariants import _marker_faults
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    BOMBARDMENT,
    CAMP,
    DESTROYED,
    EVACUATION,
    OFF_MAP,
    SOVIET,
    TRACK,
)
from hexfront.games.lebensraum.missions import (
    BOMBING,
    DROP,
    SUPPORT,
    BeginMissions,
    ClearMarkers,
    Missions,
    bomber_credits,
    bomber_targets,
    partisan_cities,
    partisans_due,
    place,
    price,
    return_bombed_works,
    ship_missions,
)
from hexfront.games.lebensraum.sequence import PlayerPhase, Surprise, opening
from hexfront.games.lebensraum.state import key
from hexfront.games.lebensraum.view import due
from hexfront.hexes import bits
from hexfront.kernel import Action, Decision
from tests.games.lebensraum.kit import Table, position, world

RICH = {"axis": 500, "soviet": 500, "allied": 500}


def table(scenario: str = "invasion", air: tuple[int, int, int] = (2, 2, 2), **given: Any) -> Table:
    given.setdefault("points", RICH)
    return position(scenario, air=list(air), agenda=(BeginMissions(),), **given)


@pytest.mark.rule("7.46a", "7.46b", "7.461d", "7.461e", "7.4611a", "4.2.1C")
def test_markers_are_placed_in_turn_axis_first_and_paid_for() -> None:
    w = world()
    t = table(hqs={"de-south": "Lvov", "su-south": "Kiev"})
    assert t.seat() == "axis"
    told = t.act(PlaceAir("support", w.hq("de-south")))
    assert "The Axis paid 10 for an air marker." in [event.line(t.s).text for event in told]
    assert t.s.air_hq[w.hq("de-south")] == 1 and t.s.points[AXIS] == 490 and t.seat() == "soviet"
    t.act(PlaceAir("support", w.hq("su-south")))
    assert t.seat() == "axis"
    t.act(Done())
    assert t.seat() == "soviet"
    t.act(PlaceAir("support", w.hq("su-south")))
    assert t.s.air_left[SOVIET] == 0
    assert t.why(PlaceAir("support", w.hq("su-south"))) == "7.461d"
    t.act(Done())
    assert not t.s.agenda


@pytest.mark.rule("7.461e", "7.462b", "7.463d")
def test_who_cannot_pay_places_nothing() -> None:
    t = table(hqs={"de-south": "Lvov"}, points={"axis": 9, "soviet": 4})
    assert not t.s.agenda  # nobody has anything he can pay for
    poor = table(hqs={"su-south": "Kiev"}, points={"soviet": 9})
    poor_k = poor.w.hq("su-south")
    assert poor.why(PlaceAir("support", poor_k)) == "7.461e"


@pytest.mark.rule("7.461g", "7.46a")
def test_nobody_is_asked_when_the_finnish_hq_is_full_and_there_is_nothing_to_bomb() -> None:
    w = world()
    everything = [w.label(h) for h in bits(w.land)]
    t = table(
        air=(3, 0, 0), points={"axis": 500}, hqs={"fi-finland": "Helsinki"}, control={"axis": everything}
    )
    for _ in range(2):
        t.act(PlaceAir("support", w.finnish_hq))
    assert t.s.air_left[AXIS] == 1 and not t.s.agenda


@pytest.mark.rule("7.461f", "7.461g")
def test_the_finnish_hq_takes_two_and_others_any_number() -> None:
    w = world()
    t = table(
        air=(5, 0, 0),
        hqs={"fi-finland": "Helsinki", "de-south": "Lvov"},
        control={"soviet": ["Belgrade", "Zagreb"]},
    )
    for _ in range(2):
        t.act(PlaceAir("support", w.finnish_hq))
    assert t.why(PlaceAir("support", w.finnish_hq)) == "7.461g"
    t.act(*(PlaceAir("support", w.hq("de-south")) for _ in range(3)))
    assert t.s.air_hq[w.hq("de-south")] == 3


@pytest.mark.rule("7.4612a", "7.4612b")
def test_bombs_fall_on_lines_and_opposing_cities_within_four_hexes_of_an_hq() -> None:
    w = world()
    t = table(hqs={"de-south": "2817"})
    kursk = w.hex("Kursk")
    assert w.grid.distance(w.hex("2817"), kursk) <= 4
    assert t.why(PlaceAir("bomb", w.hex("Moscow"))) == "7.4612a"
    off_line = next(
        h
        for h in w.lands.next_to
        if w.grid.distance(h, w.hex("2817")) < 3 and not (w.lands.line_hexes | w.cities) >> h & 1
    )
    assert t.why(PlaceAir("bomb", off_line)) == "7.4612a"
    t.act(PlaceAir("bomb", kursk))
    assert t.s.bombs == [1 << kursk, 0, 0]


@pytest.mark.rule("7.4613a", "11.4f")
def test_one_air_marker_goes_with_the_paratroops() -> None:
    w = world()
    t = table(place={"de-para": "Berlin", "de-6": "Lvov"}, hqs={"de-south": "Lvov"})
    para = w.unit("de-para")
    assert t.why(PlaceAir("drop", w.unit("de-6"))) == t.why(PlaceAir("drop", -1)) == "7.4613a"
    t.act(PlaceAir("drop", para))
    assert t.s.drop == 1 << para
    t.act(Done()) if t.seat() == "soviet" else None
    assert t.why(PlaceAir("drop", para)) == "11.4f"
    used = table(place={"de-para": "Berlin"}, hqs={"de-south": "Lvov"}, dropped=1 << para)
    assert used.why(PlaceAir("drop", para)) == "11.4f"


@pytest.mark.rule("7.462a", "7.462b", "7.462c", "7.462d", "7.462g", "7.462f")
def test_ships_have_their_sea_and_two_missions() -> None:
    w = world()
    ship = {row.id: k for k, row in enumerate(w.ships)}
    t = table(
        air=(0, 0, 0), place={"su-9": "Odessa", "su-18": "Kerch", "su-6": "Kharkov"}, points={"soviet": 100}
    )
    odessa, kerch = w.hex("Odessa"), w.hex("Kerch")
    assert t.seat() == "soviet"
    assert t.why(PlaceShip(ship["ships-baltic-su"], BOMBARDMENT, odessa)) == "7.462a"
    assert t.why(PlaceShip(ship["ships-black-su"], EVACUATION, w.hex("Kharkov"))) == "7.462d"
    assert t.why(PlaceShip(ship["ships-black-su"], BOMBARDMENT, w.hex("Sevastopol"))) == "7.462g"
    assert t.why(PlaceShip(ship["ships-black-de"], BOMBARDMENT, odessa)) == "7.462b"
    for name in ("ships-black-su", "ships-azov"):  # Kerch is on both
        assert t.why(PlaceShip(ship[name], EVACUATION, kerch)) == ""
    t.act(PlaceShip(ship["ships-black-su"], EVACUATION, odessa))
    assert t.s.ship[ship["ships-black-su"]] == odessa and t.s.points[SOVIET] == 80
    assert t.why(PlaceShip(ship["ships-black-su"], BOMBARDMENT, odessa)) == "7.462b"


@pytest.mark.rule("7.463a", "7.463b", "7.463d")
def test_the_printed_partisans() -> None:
    """Seven cities with ten points: one marker, in Dnepropetrovsk, for five movement points."""
    seven = ["Lvov", "Vilnius", "Kishinev", "Smolensk", "Minsk", "Dnepropetrovsk", "Sevastopol"]
    t = table(air=(0, 0, 0), control={"axis": seven}, points={"soviet": 50})
    w = t.w
    assert partisans_due(t.s, SOVIET) == 1 and partisans_due(t.s, AXIS) == 0
    assert t.why(PlacePartisan(w.hex("Kiev"))) == "7.463b"
    dnepr = w.hex("Dnepropetrovsk")
    t.act(PlacePartisan(dnepr))
    assert t.s.partisans == {key(SOVIET, dnepr): 1} and t.s.points[SOVIET] == 45
    assert t.why(PlacePartisan(dnepr)) == "7.463a"


@pytest.mark.rule("7.463e")
def test_the_yugoslav_marker_is_always_there() -> None:
    t = table(air=(0, 0, 0), points={"soviet": 50})
    belgrade = t.w.hex("Belgrade")
    assert partisans_due(t.s, SOVIET) == 0
    t.act(PlacePartisan(belgrade))
    assert t.s.partisans == {key(SOVIET, belgrade): 1} and not t.s.agenda


@pytest.mark.rule("7.463f", "7.463g", "7.463h")
def test_western_partisans() -> None:
    w = world("italy")
    assert partisans_due(position("italy").s, ALLIED) == 3 and partisans_due(position("italy").s, AXIS) == 0
    freed = ["Paris", "Le Havre"]  # four of 29 points: 25 are left
    assert partisans_due(position("italy", control={"allied": freed}).s, ALLIED) == 2
    assert partisans_due(position("italy", control={"allied": ["Paris"]}).s, ALLIED) == 3
    t = table("italy", air=(0, 0, 0), turn=10)
    assert t.why(PlacePartisan(w.hex("Rome"))) == "7.463b" and t.why(PlacePartisan(w.hex("Lyon"))) == ""


@pytest.mark.rule("7.46121a", "13.0g")
@pytest.mark.parametrize(("air", "west", "both"), [(4, 1, 2), (5, 1, 2), (6, 2, 3), (7, 2, 3)])
def test_credits_of_bomber_command(air: int, west: int, both: int) -> None:
    assert bomber_credits(position("italy", air=[0, 0, air]).s) == west
    assert bomber_credits(position("war", air=[0, 0, air], turn=10).s) == both


@pytest.mark.rule("7.46121b", "7.46121c", "7.46121d", "4.2.4")
def test_bomber_command_destroys_small_works_and_stops_large_ones() -> None:
    w = world("italy")
    number = {marker.name: k for k, marker in enumerate(w.markers)}
    t = table("italy", air=(0, 0, 5), turn=11)
    assert t.s.credits == 1 and t.why(Bomb(number["Paris"])) == "7.46121d"
    assert Bomb(number["Cologne"]) in t.legal() and Bomb(number["Paris"]) not in t.legal()
    t.act(Bomb(number["Cologne"]))  # the printed example
    assert t.s.works[number["Cologne"]] == DESTROYED and t.s.credits == 0
    large = table("italy", air=(0, 0, 5), turn=11)
    before = income(large.s, AXIS).refinery
    large.act(Bomb(number["Essen"]))
    s = large.s
    assert s.works[number["Essen"]] == TRACK and income(s, AXIS).refinery == before - 1
    return_bombed_works(s)
    assert s.works[number["Essen"]] == TRACK  # a full turn
    s.turn = 12
    PlayerPhase(CAMP[AXIS]).run(s)  # the Axis phase begins
    assert s.works[number["Essen"]] == w.hex("Essen") and income(s, AXIS).refinery == before


@pytest.mark.rule("11.8a", "11.8c")
def test_in_a_surprise_one_side_places_and_pays_nothing() -> None:
    w = world()
    t = position(hqs={"de-south": "Lvov", "su-south": "Kiev"}, air=[1, 2, 0], agenda=(BeginMissions(AXIS),))
    t.act(PlaceAir("support", w.hq("de-south")))
    assert t.s.points == [0, 0, 0] and not t.s.agenda


@pytest.mark.rule("7.46c")
def test_all_markers_leave_at_the_end() -> None:
    t = table(hqs={"de-south": "2817"})
    t.act(PlaceAir("bomb", t.w.hex("Kursk")))
    t.s.air_at = {key(AXIS, 5): 1}
    t.s.agenda = (ClearMarkers(),)
    t.settle()
    assert t.s.bombs == [0, 0, 0] and not t.s.air_at and not t.s.partisans and set(t.s.ship) == {-1}


@pytest.mark.rule("7.46121e")
def test_credits_are_not_kept() -> None:
    t = position(
        "italy",
        turn=9,
        air=[0, 0, 4],
        credits=3,
        agenda=(ClearMarkers(), BeginMissions()),
        points={"allied": 50},
    )
    assert t.s.credits == 1


@pytest.mark.rule("7.4611a")
def test_air_support_goes_under_an_hq_of_ones_own_in_play() -> None:
    t = position(
        hqs={"de-south": "2613", "su-south": "2811"}, points={"axis": 50}, air_left=[2, 0, 0], agenda=(Missions(AXIS),),
    )  # fmt: skip
    w = t.w
    assert t.why(PlaceAir(SUPPORT, w.hq("de-south"))) == ""
    assert t.why(PlaceAir(SUPPORT, w.hq("su-south"))) == "7.4611a"
    assert t.why(PlaceAir(SUPPORT, w.hq("de-north"))) == "7.4611a"


@pytest.mark.rule("7.46121a", "7.46121b", "7.46121c", "7.46121d")
def test_bomber_command_destroys_what_totals_four_and_needs_a_credit() -> None:
    w = world("dday")
    hamburg = next(k for k, marker in enumerate(w.markers) if marker.name == "Hamburg")
    larger = next(k for k, marker in enumerate(w.markers) if marker.total == 5 and marker.name == "Leipzig")
    assert w.markers[hamburg].total == 4
    given: dict[str, Any] = {"points": {"allied": 50}, "agenda": (Missions(ALLIED),)}
    t = position("dday", credits=1, **given)
    assert (
        t.why(Bomb(hamburg)) == "" and position("dday", credits=0, **given).why(Bomb(hamburg)) == "7.46121a"
    )
    place(t.s, ALLIED, True, Bomb(hamburg))
    place(t.s, ALLIED, True, Bomb(larger))
    assert (t.s.works[hamburg], t.s.works[larger]) == (DESTROYED, TRACK)


@pytest.mark.rule("7.463d", "7.463e")
def test_the_yugoslav_marker_is_not_one_of_the_others() -> None:
    t = position(tito_left=1, partisans_left=[0, 1, 0], control={"axis": ["Minsk"]}, points={"soviet": 20})
    place(t.s, SOVIET, False, PlacePartisan(t.w.hex("Belgrade")))
    assert (t.s.tito_left, t.s.partisans_left[SOVIET]) == (0, 1)
    place(t.s, SOVIET, False, PlacePartisan(t.w.hex("Minsk")))
    assert t.s.partisans_left[SOVIET] == 0
    other = position("war", tito_left=1, partisans_left=[1, 1, 0], points={"axis": 20})
    place(other.s, AXIS, False, PlacePartisan(other.w.hex("Belgrade")))
    assert other.s.tito_left == 1 and other.s.partisans_left == [0, 1, 0], "the Axis does not use it"


@pytest.mark.rule("7.461e", "7.463d")
def test_partisans_in_one_city_are_counted() -> None:
    t = position(partisans_left=[0, 2, 0], control={"axis": ["Minsk"]}, points={"soviet": 20})
    minsk = t.w.hex("Minsk")
    for number in (1, 2):
        place(t.s, SOVIET, False, PlacePartisan(minsk))
        assert t.s.partisans == {key(SOVIET, minsk): number}


@pytest.mark.rule("7.46a", "7.462b")
def test_ships_are_offered_while_they_can_be_paid_for() -> None:
    cost = world().tables.costs.naval
    for points in (cost, cost - 1):
        t = position(air=[0, 0, 0], place={"su-9": "Odessa"}, points={"soviet": points})
        offered = Missions(SOVIET).choices(t.s)
        assert any(isinstance(each, PlaceShip) for each in offered) == (points == cost)


@pytest.mark.rule("7.462a", "7.462d", "7.462g", "11.7g")
def test_each_fleet_is_offered_to_its_owner_where_its_sea_is() -> None:
    t = position("dday", place={"us-1": "Caen", "us-5": "Naples", "de-7": "Brest"}, turn=13)
    w = t.w
    found = {(x.ship, x.mission, x.hex) for x in ship_missions(t.s, ALLIED)}
    assert found and all(w.ship_power[ship] == ALLIED for ship, _, _ in found)
    for ship in range(len(w.ships)):
        shore = {h for k, mission, h in found if k == ship and mission == BOMBARDMENT}
        assert shore == set(bits(w.coast[ship] & t.s.held[ALLIED]))
        assert {h for k, mission, h in found if k == ship and mission == EVACUATION} == set(
            bits(w.ports[ship] & t.s.held[ALLIED])
        )
    assert not ship_missions(t.s, SOVIET)
    t.s.agenda = (Missions(ALLIED),)
    t.s.points[ALLIED], t.s.air_left[ALLIED] = 50, 1
    assert t.why(do.PlaceShip(0, BOMBARDMENT, -1)) == "7.462g"


def said(t: Table, action: Action) -> str:
    """How a choice is shown."""
    frame = t.s.agenda[0]
    assert isinstance(frame, Decision)
    return frame.option(t.s, t.seat(), action).label


@pytest.mark.rule("7.46a", "7.46b")
def test_what_a_ship_does_is_said_in_words() -> None:
    t = position("dday", place={"us-1": "Caen"}, turn=13, points={"allied": 50}, agenda=(Missions(ALLIED),))
    assert "bombards from" in said(t, do.PlaceShip(0, BOMBARDMENT, t.w.hex("Caen")))
    assert "evacuates" in said(t, do.PlaceShip(0, EVACUATION, t.w.hex("Caen")))


@pytest.mark.rule("7.463a", "7.463g")
def test_only_the_western_allies_have_a_fixed_number_of_partisans() -> None:
    t = position("war")
    w = t.w
    t.s.control[AXIS] |= w.cities_in["ussr"]
    t.s.control[SOVIET] &= ~w.cities_in["ussr"]
    people = w.population_of(w.cities_in["ussr"] & w.start_control[SOVIET])
    assert people > w.tables.limits.western_partisans_above
    assert partisans_due(t.s, SOVIET) == people // w.tables.limits.partisan_population


@pytest.mark.rule("11.8a", "11.8c", "4.2.1C")
def test_in_a_surprise_attack_only_one_side_places_markers() -> None:
    t = position("dday", turn=13)
    t.s.air = [3, 0, 5]
    BeginMissions(ALLIED).run(t.s)
    assert t.s.air_left == [0, 0, 5]
    BeginMissions().run(t.s)
    assert t.s.air_left == [3, 0, 5]


@pytest.mark.rule("7.46c")
def test_all_markers_leave_the_map() -> None:
    t = position("dday", turn=13)
    s = t.s
    s.air_hq = [1] * len(s.air_hq)
    s.air_at, s.bombs, s.partisans = {3: 1}, [1, 2, 4], {3: 1}
    s.drop = s.airborne = s.sailed = 1
    s.ship, s.mission = [5] * len(s.ship), [1] * len(s.mission)
    ClearMarkers().run(s)
    assert not any(s.air_hq) and not s.air_at and s.bombs == [0, 0, 0] and not s.partisans
    assert not (s.drop or s.airborne or s.sailed)
    assert set(s.ship) == {-1} and set(s.mission) == {0}


@pytest.mark.rule("11.8a", "11.8f", "4.1b")
def test_only_a_scenario_with_a_surprise_has_one() -> None:
    def attacks(scenario: str, turn: int) -> bool:
        return any(isinstance(frame, Surprise) for frame in opening(world(scenario), turn))

    assert attacks("invasion", 1) and not attacks("invasion", 2) and not attacks("conclusions", 13)
    assert attacks("dday", 13) and not attacks("dday", 14)


@pytest.mark.rule("7.46121d")
def test_bombers_destroy_small_works_and_stop_large_ones() -> None:
    t = position("dday", turn=13, agenda=(Missions(ALLIED),))
    t.s.credits, t.s.air_left[ALLIED] = 2, 1
    w = t.w
    for large in (True, False):
        k = next(
            n
            for n, m in enumerate(w.markers)
            if m.power == AXIS and t.s.works[n] >= 0 and (m.total > w.tables.limits.bomber_total) == large
        )
        frame = Missions(ALLIED)
        frame.take(t.s, do.Bomb(k))
        assert (t.s.works[k] == TRACK) == large
        line = t.s.out[-1].line(t.s)
        assert ("out of action" if large else "destroyed") in line.text
    t.s.agenda = (Missions(ALLIED),)
    k = next(n for n, m in enumerate(w.markers) if m.power == AXIS and t.s.works[n] >= 0)
    assert "Bomber Command strikes" in said(t, do.Bomb(k)) and price(t.s, do.Bomb(k)) == 0


@pytest.mark.rule("7.462a", "7.462b")
def test_ships_cost_points_and_a_sunk_one_is_gone() -> None:
    t = position("dday", place={"us-1": "Caen"}, turn=13, points={"allied": 20}, agenda=(Missions(ALLIED),))
    assert any(isinstance(x, do.PlaceShip) for x in t.legal())
    t.s.sunk = 1
    found = {x.ship for x in t.legal() if isinstance(x, do.PlaceShip)}
    assert found and 0 not in found
    assert t.why(do.PlaceShip(0, BOMBARDMENT, t.w.hex("Caen"))) == "7.462b"
    t.s.points[ALLIED] = 19
    assert not any(isinstance(x, do.PlaceShip) for x in Missions(ALLIED).choices(t.s))


@pytest.mark.rule("11.8a", "7.463a", "7.463e")
def test_no_partisans_rise_in_a_surprise_attack() -> None:
    t = position("dday", turn=13)
    t.s.air = [1, 0, 4]
    BeginMissions(ALLIED).run(t.s)
    assert t.s.partisans_left == [0, 0, 0] and t.s.credits == 0 and t.s.tito_left == 0
    BeginMissions().run(t.s)
    assert t.s.partisans_left[ALLIED] == partisans_due(t.s, ALLIED) > 0 and t.s.credits > 0


@pytest.mark.rule("7.463b", "11.4f")
def test_markers_are_refused_off_the_map() -> None:
    t = position("dday", turn=13, points={"allied": 50}, place={"us-1": "Caen"})
    t.s.partisans_left, t.s.air_left = [0, 0, 3], [0, 0, 3]
    t.s.agenda = (Missions(ALLIED),)
    assert t.why(do.PlacePartisan(-1)) == "7.463b"
    para = t.w.unit("al-para")
    assert t.s.where[para] < 0 and t.why(do.PlaceAir("drop", para)) == "11.4f"


@pytest.mark.rule("7.46121d", "7.46121a")
def test_bombers_strike_works_of_the_axis_alone() -> None:
    t = position("dday", turn=13, agenda=(Missions(ALLIED),))
    t.s.credits, t.s.air_left[ALLIED] = 1, 1
    k = next(n for n, m in enumerate(t.w.markers) if m.name == "Essen")
    assert t.why(do.Bomb(k)) == ""
    t.s.works_power[k] = ALLIED
    assert t.why(do.Bomb(k)) == "7.46121d"


@pytest.mark.rule("7.463f")
def test_nobody_rises_for_the_axis_in_the_west() -> None:
    s = position("dday", control={"allied": ["Cologne", "Paris"]}).s
    assert partisan_cities(s, AXIS) == 0
    east = position(control={"soviet": ["Warsaw"]})
    assert partisan_cities(east.s, AXIS) == 1 << east.w.hex("Warsaw")


@pytest.mark.rule("7.4613a")
def test_an_air_assault_is_not_made_with_the_paratroops_of_the_enemy() -> None:
    t = position(
        place={"de-para": "Warsaw", "su-para": "Moscow"},
        points={"axis": 100},
        air_left=[1, 1, 0],
        agenda=(Missions(AXIS),),
    )
    assert t.why(PlaceAir("drop", t.w.unit("su-para"))) == "7.4613a"
    assert t.why(PlaceAir("drop", t.w.unit("de-para"))) == ""


@pytest.mark.rule("7.461e", "7.4611a", "7.4612a", "7.4613a")
def test_each_air_marker_goes_to_its_own_mission() -> None:
    t = position("dday", hqs={"al-21ag": "London"}, place={"al-para": "1716"}, air_left=[0, 0, 3])
    k, u, paris = t.w.hq("al-21ag"), t.w.unit("al-para"), t.w.hex("Paris")
    for mission, target in ((SUPPORT, k), (BOMBING, paris), (DROP, u)):
        place(t.s, ALLIED, True, PlaceAir(mission, target))
    assert (t.s.air_hq[k], t.s.bombs[ALLIED], t.s.drop, t.s.air_left[ALLIED]) == (1, 1 << paris, 1 << u, 0)


@pytest.mark.rule("7.46a", "10.3e", "9.4f")
def test_who_can_place_nothing_has_passed_for_good() -> None:
    t = position(hqs={"su-south": "Kiev"}, air_left=[0, 2, 0], points=RICH)
    t.s.passed = 0
    assert Missions(AXIS).ask(t.s, AXIS, SOVIET) == (Missions(SOVIET),)
    assert t.s.passed == 1 << AXIS


@pytest.mark.rule("7.46a")
def test_each_mission_is_offered_in_its_own_words() -> None:
    w = world("war")
    t = position("war", turn=13, hqs={"al-21ag": "London"}, place={"al-para": "London"}, agenda=(Missions(ALLIED),),
                 air_left=[0, 0, 3], points=RICH)  # fmt: skip
    assert said(t, PlaceAir(SUPPORT, w.hq("al-21ag"))).startswith("Air support")
    assert said(t, PlaceAir(BOMBING, w.hex("Paris"))).startswith("Bomb ")
    assert said(t, PlaceAir(DROP, w.unit("al-para"))).endswith("prepares an air assault")
    assert said(t, PlacePartisan(w.hex("Paris"))).startswith("Partisans in")
    assert "bombards from" in said(t, PlaceShip(6, BOMBARDMENT, w.hex("Cherbourg")))
    assert "evacuates" in said(t, PlaceShip(6, EVACUATION, w.hex("Cherbourg")))


@pytest.mark.rule("7.462a", "7.462d", "7.462g", "7.462b")
def test_a_port_up_a_river_is_for_evacuation_alone() -> None:
    w = world()
    k, h = next((k, h) for k in range(len(w.ships)) for h in bits(w.ports[k] & ~w.coast[k]))
    name, power = {AXIS: ("de-6", "axis"), SOVIET: ("su-42", "soviet")}[w.ship_power[k]]
    t = position(place={name: w.label(h)}, points={power: 50}, agenda=(Missions(w.ship_power[k]),))
    offered = {each.mission for each in ship_missions(t.s, w.ship_power[k]) if each.ship == k}
    assert offered == {EVACUATION}
    assert t.why(PlaceShip(k, BOMBARDMENT, h)) == "7.462a" and not t.why(PlaceShip(k, EVACUATION, h))
    assert t.why(PlaceShip(k, 7, h)) == "7.462b"


@pytest.mark.rule("7.46a", "7.461d")
@pytest.mark.parametrize("left", [0, 1])
def test_no_air_mission_is_offered_when_all_markers_are_placed(left: int) -> None:
    t = position(hqs={"de-south": "Lvov"}, air_left=[left, 0, 0], points=RICH)
    offered = Missions(AXIS).choices(t.s)
    assert any(isinstance(each, PlaceAir) for each in offered) == bool(left)


@pytest.mark.rule("7.461d", "11.2a")
def test_markers_under_an_hq_in_play_are_no_fault() -> None:
    t = position(hqs={"de-north": "Warsaw"}, air=[5, 5, 5])
    k = t.w.hq("de-north")
    t.s.air_hq[k], t.s.hq_reserve = 1, 1 << k
    assert list(_marker_faults(t.s)) == []
    t.s.hq[k] = -1
    assert len(list(_marker_faults(t.s))) == 1


@pytest.mark.rule("7.46121a", "7.46121d")
def test_bomber_command_finds_works_of_the_axis_on_german_ground() -> None:
    t = position("dday", credits=1)
    essen, cologne, paris = (
        next(k for k, m in enumerate(t.w.markers) if m.name == name) for name in ("Essen", "Cologne", "Paris")
    )
    found = bomber_targets(t.s, ALLIED)
    assert essen in found and cologne in found and paris not in found
    t.s.works[essen], t.s.works_power[cologne] = OFF_MAP, ALLIED
    assert set(bomber_targets(t.s, ALLIED)) == set(found) - {essen, cologne}


@pytest.mark.rule("7.461a", "6.1a", "6.2a")
def test_the_air_of_a_turn_is_that_turns() -> None:
    w = world("dday")
    turn = next(n for n in range(9, 16) if w.air[ALLIED][n - 1] != w.air[ALLIED][n])
    assert f"Western Allies: {w.air[ALLIED][turn - 1]} air" in due(w, turn)
    east = world()
    raised = [(east.infantry_due[n], east.tanks_due[n], len(east.shock_due[n])) for n in range(12)]
    turn = next(n for n in range(1, 12) if all(raised[n - 1]) and raised[n - 1] != raised[n])
    infantry, tanks, shock = raised[turn - 1]
    assert f"{infantry} infantry, {tanks} tank, {shock} shock" in due(east, turn)
