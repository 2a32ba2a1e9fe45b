"""The books of the powers: what may be lent, what arrives, what is built and placed, which factories count."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Amount, Build, Course, Done, Place
from hexfront.games.leaders_in_flames.economy.deeds import Burn, Evacuate, Lend, Repair
from hexfront.games.leaders_in_flames.economy.lending import Lending, lend_points, most
from hexfront.games.leaders_in_flames.economy.oil import BurnOil, OilStep
from hexfront.games.leaders_in_flames.economy.production import (
    Arrivals,
    Breaking,
    Building,
    BuildUnits,
    PlaceUnit,
    Production,
    build_violation,
    homes,
    open_pools,
)
from hexfront.games.leaders_in_flames.economy.resources import (
    POINTS,
    RESOURCES,
    carriers,
    delivery,
    lend_key,
    lots,
    plants,
)
from hexfront.games.leaders_in_flames.economy.works import (
    TURNS,
    Evacuations,
    MoveWorks,
    damaged,
    duty,
    evacuations,
    finish_repairs,
    manned,
    repair_violation,
)
from hexfront.games.leaders_in_flames.kinds import (
    ALLIES,
    AXIS,
    CHINA,
    CIRCLE,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    LATER,
    POOL,
    POWERS,
    READY,
    SIDE_OF,
    USA,
    USSR,
)
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.politics.wars import war_between
from hexfront.games.leaders_in_flames.sea.convoys import (
    Convoys,
    Routes,
    Sailings,
    fleet_of,
    hit_convoy,
    place_convoy,
    points_of,
)
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.kernel import pending, settle
from hexfront.testing import act
from hexfront.wargame import lift
from tests.games.leaders_in_flames.kit import campaign, down, say, steppe, where, why


def books(agenda: tuple[Any, ...] = (), place: dict[str, str] | None = None, **given: Any) -> State:
    """July 1940 between two impulses."""
    return campaign(place, agenda, side="", **{"phase": "lending"} | given)


# --- lending


def allowed(s: State, side: int, giver: int, taker: int, kind: int, number: int) -> bool:
    """A plain reading of who may lend what."""
    if (
        not (0 <= giver < 8 and 0 <= taker < 8)
        or giver == taker
        or SIDE_OF[giver] != side
        or SIDE_OF[taker] != side
    ):
        return False
    if kind not in (RESOURCES, POINTS) or not s.wars[taker] or s.fate[giver]:
        return False
    if s.lent.get(lend_key(giver, taker, kind)):
        return False
    at_war = bool(s.wars[USA] & (1 << GERMANY | 1 << ITALY))
    if giver == USA and not at_war:
        option = {
            (RESOURCES, True): "11",
            (POINTS, True): "22",
            (RESOURCES, False): "18",
            (POINTS, False): "33",
        }
        name = f"option.{option[kind, taker == CHINA]}"
        if not s.deeds.get(name if taker == CHINA else f"{name}.{POWERS[taker]}"):
            return False
    if number not in ((2, 5, 10, 20) if giver == USA and at_war and kind == RESOURCES else (2, 5)):
        return False
    have = sum(n for _, n, is_oil in lots(s, giver) if not is_oil)
    promised = sum(s.lent.get(lend_key(giver, other, RESOURCES), 0) for other in range(8))
    return kind == POINTS or number <= have - promised


@pytest.mark.rule("base.lending", "5.3.2.18a", "5.3.2.33a")
@pytest.mark.parametrize("side", [AXIS, ALLIES])
@pytest.mark.parametrize(
    ("deeds", "foe", "lent"),
    [
        ({}, -1, {}),
        ({"option.18": 1, "option.18.commonwealth": 1, "option.22": 1}, -1, {(GERMANY, ITALY, RESOURCES): 5}),
        ({"option.33": 1, "option.33.france": 1, "option.11": 1}, JAPAN, {(GERMANY, ITALY, POINTS): 2}),
        ({}, GERMANY, {(USA, COMMONWEALTH, RESOURCES): 10}),
        ({}, ITALY, {(USA, CHINA, POINTS): 5, (COMMONWEALTH, CHINA, RESOURCES): 5}),
    ],
)
def test_who_may_lend_what_to_whom(
    side: int, deeds: dict[str, int], foe: int, lent: dict[tuple[int, int, int], int]
) -> None:
    s = books((Lending(side),))
    if foe >= 0:
        war_between(s, USA, foe)
    s.deeds |= deeds
    s.lent = {lend_key(*key): n for key, n in lent.items()}
    frame = pending(s)
    assert isinstance(frame, Lending)
    seat = ("axis", "allies")[side]
    for giver in range(-1, 9):
        for taker in range(-1, 9):
            for kind in (-1, RESOURCES, POINTS, 2):
                for number in (-1, 0, 1, 2, 3, 4, 5, 6, 10, 11, 20, 21, 99):
                    action = Lend(giver, taker, kind, number)
                    may = frame.violation(s, seat, action) is None
                    assert may is allowed(s, side, giver, taker, kind, number), action
    listed = {a for a in frame.legal(s, seat) if isinstance(a, Lend)}
    assert all(allowed(s, side, a.giver, a.taker, a.kind, a.number) for a in listed)


@pytest.mark.rule("5.3.2.18a", "5.3.2.33a", "base.lending")
def test_the_usa_at_war_lends_resources_without_limit_and_points_by_five() -> None:
    for foe, large in ((GERMANY, True), (ITALY, True), (JAPAN, False)):
        s = books()
        war_between(s, USA, foe)
        assert (most(s, USA, RESOURCES) > 5) is large, foe
        assert most(s, USA, POINTS) == 5 == most(s, COMMONWEALTH, RESOURCES)


@pytest.mark.rule("base.lending", "base.resources", "base.oil")
@pytest.mark.parametrize(("giver", "taker"), [(GERMANY, ITALY), (USSR, COMMONWEALTH), (USA, CHINA)])
def test_what_is_lent_away_is_missing_and_oil_is_not_lent(giver: int, taker: int) -> None:
    s = books()
    before = delivery(s, giver)
    every = sum(n for _, n, is_oil in lots(s, giver) if not is_oil)
    s.lent = {lend_key(giver, taker, RESOURCES): every}
    bought = before.resources - min(before.resources, every)
    after = delivery(s, giver)
    assert after.oil == before.oil and after.factories == before.factories
    assert after.resources <= max(bought, before.resources - every + 4)
    s.lent = {lend_key(giver, taker, RESOURCES): 2}
    assert before.resources - 2 <= delivery(s, giver).resources <= before.resources


@pytest.mark.rule("base.lending", "base.production")
def test_points_lent_change_hands_when_they_are_made() -> None:
    s, plain = books(phase="end"), books(phase="end")
    s.lent = {lend_key(GERMANY, ITALY, POINTS): 5}
    Production().run(s)
    Production().run(plain)
    assert plain.points[GERMANY] == 16 and s.points[GERMANY] == 11
    assert s.points[ITALY] == plain.points[ITALY] + 5
    poor = books()
    poor.lent = {lend_key(GERMANY, ITALY, POINTS): 5}
    poor.points[GERMANY], poor.points[ITALY] = 3, 1
    lend_points(poor)
    assert (poor.points[GERMANY], poor.points[ITALY]) == (0, 4), "no more than there is"


# --- resources


@pytest.mark.rule("base.resources", "base.works", "base.raid")
def test_factories_that_do_not_work_are_no_plant() -> None:
    s = books()
    assert sum(plant.number for plant in plants(s, ITALY)) == 5
    for h in s.world.realm.works:
        s.bombed[h] = 9
    assert plants(s, ITALY) == [] and delivery(s, ITALY).factories == 0


@pytest.mark.rule("base.resources", "base.convoy")
def test_a_resource_that_no_railway_leads_to_waits_for_a_ship() -> None:
    """Swedish ore comes overland; what lies in the Congo does not reach Berlin, nor what is cut off at home."""
    s = books()
    w = s.world
    before = delivery(s, GERMANY)
    give_hexes(s, 1 << w.hex("A4434"), GERMANY)
    assert delivery(s, GERMANY) == before, "no convoys of ours sail there"


@pytest.mark.rule("5.3.2.18b", "5.3.2.33b", "base.convoy")
def test_whose_convoys_carry() -> None:
    s = books()
    found = {power: set(carriers(s, power)) for power in s.world.powers}
    assert found == {
        GERMANY: {GERMANY, ITALY},
        ITALY: {GERMANY, ITALY},
        JAPAN: {JAPAN},
        COMMONWEALTH: {COMMONWEALTH, FRANCE},
        FRANCE: {COMMONWEALTH, FRANCE},
        USA: {USA},
        USSR: {USSR},
        CHINA: {CHINA},
    }
    war_between(s, USA, GERMANY)
    assert USA in carriers(s, COMMONWEALTH) and COMMONWEALTH in carriers(s, USA)


# --- building


@pytest.mark.rule("base.spies", "base.action", "base.production")
@pytest.mark.parametrize(("kind", "price"), [("SPY", 1), ("CHIT", 15)])
def test_what_is_bought_beside_units_costs_its_price_to_the_point(kind: str, price: int) -> None:
    for points in (price - 1, price):
        s = books(phase="end")
        s.points[ITALY] = points
        found = build_violation(s, ITALY, kind)
        assert (found is None) is (points == price)
    s.points[ITALY] = price + 1
    s.agenda = (BuildUnits(AXIS, ITALY),)
    act(s, "axis", Build(ITALY, kind))
    assert s.points[ITALY] == 1
    assert (s.intel[ITALY], s.chits[ITALY])[kind == "CHIT"] >= 1


@pytest.mark.rule("base.production", "base.spies")
def test_a_power_builds_on_until_it_has_enough() -> None:
    s = books(phase="end")
    s.points[ITALY] = 20
    s.agenda = (BuildUnits(AXIS, ITALY),)
    before = s.chits[ITALY]
    act(s, "axis", Build(ITALY, "CHIT"))
    assert s.points[ITALY] == 5 and s.chits[ITALY] == before + 1
    assert isinstance(pending(s), BuildUnits), "and it is asked again"
    act(s, "axis", Build(ITALY, "SPY"))
    assert s.points[ITALY] == 4 and isinstance(pending(s), BuildUnits)
    act(s, "axis", Done())
    assert s.points[ITALY] == 0 and pending(s) is None, "what is left is lost"


@pytest.mark.rule("base.production")
def test_units_join_the_pools_in_their_own_year_and_not_before() -> None:
    s = books(phase="end")
    w = s.world
    tank = w.unit("German ARM LVII")
    assert w.card(tank).year == "1941"
    s.where[tank] = LATER
    open_pools(s, 1940)
    assert s.where[tank] == LATER
    open_pools(s, 1941)
    assert s.where[tank] == POOL
    s.where[tank] = LATER
    open_pools(s, 1942)
    assert s.where[tank] == POOL, "nor too late"


@pytest.mark.rule("ability.19")
def test_19_only_units_worth_three_points_are_broken_down() -> None:
    place = {"Soviet INF 9 GD": "Saratov", "Soviet GAR 2 GD": "Saratov", "Voroshilov": "Saratov"}
    s = steppe(place, (Asking((0, 1), "production"),), {"Voroshilov": [19]}, side="", phase="end")
    say(s, "allies", "Voroshilov", 19)
    w = s.world
    assert w.units[w.unit("Soviet GAR 2 GD")].white and w.price[w.unit("Soviet GAR 2 GD")] == 2
    assert Breaking(ALLIES).units(s) == [w.unit("Soviet INF 9 GD")]


# --- arrivals


def arriving(*names: str, **given: Any) -> State:
    """Counters that come this turn."""
    s = books(**given)
    for name in names:
        u = s.world.unit(name)
        lift(s, u, CIRCLE)
        s.due[u] = s.turn
    return s


@pytest.mark.rule("base.arrival", "4.1.2b")
def test_arrivals_are_placed_one_after_another_and_may_wait() -> None:
    s = arriving("German INF IX", "German INF X", "German INF XII")
    w = s.world
    s.due[w.unit("German INF XII")] = s.turn + 1
    s.pilots[GERMANY] = 0
    s.agenda = (Arrivals(AXIS),)
    settle(s)
    order = sorted(w.unit(name) for name in ("German INF IX", "German INF X"))
    frame = pending(s)
    assert isinstance(frame, PlaceUnit) and frame.unit == order[0]
    assert why(s, "axis", Place(order[1], w.hex("Berlin"))) == "base.arrival", "one after another"
    act(s, "axis", Done())
    frame = pending(s)
    assert isinstance(frame, PlaceUnit) and frame.unit == order[1], "the first is not asked for again"
    assert s.where[order[0]] == READY
    act(s, "axis", Place(order[1], w.hex("Berlin")))
    assert where(s, w.piece(order[1])) == w.label(w.hex("Berlin"))
    assert s.where[w.unit("German INF XII")] == CIRCLE, "it comes next turn"


@pytest.mark.rule("base.arrival", "base.pilots", "4.1.2b")
def test_where_each_kind_arrives() -> None:
    s = arriving("German Ju-87B", "Soviet Pe-2", "German INF IX", "Guderian")
    w = s.world
    berlin = w.hex("Berlin")
    plane, foot, man = (w.unit(name) for name in ("German Ju-87B", "German INF IX", "Guderian"))
    s.pilots[GERMANY] = 0
    assert homes(s, plane) == 0, "no pilot"
    s.pilots[GERMANY] = 1
    assert homes(s, plane) >> berlin & homes(s, foot) >> berlin & homes(s, man) >> berlin & 1
    deck = w.unit("Japanese CVP B5N2")
    s.pilots[JAPAN] = 5
    assert homes(s, deck) == 0, "it goes aboard, not ashore"
    ship = w.unit("CA Chokai")
    ports = homes(s, ship)
    assert ports and not ports & ~w.home["japan"], "at home where there is a port"
    give_hexes(s, w.home["japan"], CHINA)
    assert homes(s, ship) and not homes(s, ship) & w.home["japan"], "else in any port of ours"


@pytest.mark.rule("base.arrival", "base.carriers")
def test_a_carrier_plane_needs_a_pilot_and_a_deck() -> None:
    for pilots, carrier, left in ((1, "Tokyo", 0), (0, "Tokyo", 0), (1, "", 1)):
        name = "Japanese CVP B5N1"
        s = arriving(name, place={"CV Akagi": carrier} if carrier else {})
        s.pilots = [0] * len(s.pilots)
        s.pilots[JAPAN] = pilots
        s.agenda = (Arrivals(AXIS),)
        settle(s)
        aboard = s.where[s.world.unit(name)] not in (READY, CIRCLE)
        assert aboard is bool(pilots and carrier) and s.pilots[JAPAN] == left


# --- factories


@pytest.mark.rule("base.works", "3.1i")
def test_who_can_destroy_factories() -> None:
    cities = {"Soviet INF 29": "Kiev", "Soviet PART 1": "Kharkov", "Zhukov": "Moscow"}
    s = books(place=cities)
    w = s.world
    found = {name for name in ("Kiev", "Kharkov", "Moscow") if manned(s) >> w.hex(name) & 1}
    assert found == {"Kiev"}, "bands and leaders destroy none"
    give_hexes(s, 1 << w.hex("Kiev"), GERMANY)
    assert not manned(s) >> w.hex("Kiev") & 1, "nor do units of another power"


@pytest.mark.rule("base.evacuate", "base.repair")
def test_factories_on_the_railway_arrive_when_they_are_due() -> None:
    s = books()
    w = s.world
    goal = w.hex("Sverdlovsk")
    s.moving = {goal * TURNS + s.turn + 1: 1, goal * TURNS + s.turn: 2}
    finish_repairs(s)
    assert s.works.get(goal, 0) == 2 and s.moving == {goal * TURNS + s.turn + 1: 1}


@pytest.mark.rule("base.repair", "6q")
def test_what_there_is_to_repair_and_what_it_costs() -> None:
    s = books()
    w = s.world
    s.ruins, s.wrecks, s.repairs = {}, 0, {}
    kiev, moscow = w.hex("Kiev"), w.hex("Moscow")
    s.ruins = {kiev: 1, moscow: 0}
    assert damaged(s, USSR) == [kiev] and damaged(s, GERMANY) == []
    for points in range(8):
        s.points[USSR] = points
        if repair_violation(s, USSR, kiev) is None:
            break
    s.agenda = (BuildUnits(ALLIES, USSR),)
    act(s, "allies", Repair(USSR, kiev))
    assert s.points[USSR] == 0 and s.repairs == {kiev: s.turn + 1} and damaged(s, USSR) == []
    finish_repairs(s)
    assert s.ruins[kiev] == 1, "next turn"
    s.turn += 1
    finish_repairs(s)
    assert s.ruins[kiev] == 0 and not s.repairs


@pytest.mark.rule("6q")
def test_the_duty_of_repair_is_germanys_alone() -> None:
    s = books()
    assert duty(s, GERMANY) and not any(duty(s, power) for power in s.world.powers if power != GERMANY)


@pytest.mark.rule("base.evacuate")
def test_blue_factories_leave_when_an_enemy_is_near() -> None:
    place = {"German ARM XLI": "E1426", "Soviet INF 29": "Kiev"}
    s = books(place=place, phase="rail", action="land")
    assert Evacuations(ALLIES).run(s) == (), "at peace nobody is near"
    war_between(s, GERMANY, USSR)
    s.surprised = 0
    s.side = ALLIES
    s.action = [1] * len(s.action)
    assert Evacuations(ALLIES).run(s) == (MoveWorks(ALLIES),)
    assert Evacuations(AXIS).run(s) == ()
    moves = evacuations(s, ALLIES)
    assert moves and all(s.world.realm.blue[USSR].get(a.hex, 0) for a in moves)
    assert all(s.world.factories[USSR].get(a.to, 0) and a.to != a.hex for a in moves)
    far = books(place={"Soviet INF 29": "Kiev"}, phase="rail", action="land")
    war_between(far, GERMANY, USSR)
    far.surprised = 0
    far.side, far.action = ALLIES, [1] * len(far.action)
    assert evacuations(far, ALLIES) and Evacuations(ALLIES).run(far) == (), "nobody is within ten hexes"


@pytest.mark.rule("base.evacuate")
def test_two_factories_may_go_to_one_city() -> None:
    s = campaign({"German ARM XLI": "E1426"}, side="allies", phase="rail", action="land")
    war_between(s, GERMANY, USSR)
    s.surprised = 0
    s.agenda = (MoveWorks(ALLIES),)
    moves = evacuations(s, ALLIES)
    goal = moves[0].to
    starts = sorted({a.hex for a in moves if a.to == goal})[:2]
    for h in starts:
        act(s, "allies", Evacuate(h, goal))
    assert sorted(s.moving.values()) == [len(starts)] and all(s.works[h] == -1 for h in starts)
    if isinstance(pending(s), MoveWorks):
        act(s, "allies", Done())
        assert not isinstance(pending(s), MoveWorks)


# --- oil and convoys


@pytest.mark.rule("base.oil", "3.1o")
def test_one_oil_serves_ten_and_the_dearest_come_first() -> None:
    tanks = ("German ARM XLVIII", "German ARM DAK", "German ARM XLI", "German MOT V", "German MECH L", "HQ Rommel",
             "German ARM III", "German MOT XI", "German MOT XXIII", "German MOT LIII", "German CAV I")  # fmt: skip
    cities = (
        "Berlin",
        "Berlin",
        "Munich",
        "Munich",
        "Leipzig",
        "Leipzig",
        "Hamburg",
        "Hamburg",
        "Breslau",
        "Breslau",
        "Vienna",
    )
    place = dict(zip(tanks, cities, strict=True))
    s = campaign(place, (OilStep(),), side="", phase="end", down=tanks)
    frame = pending(s)
    assert isinstance(frame, BurnOil) and frame.most == 1, "ten units that need oil"
    for oil, case in ((-1, "base.oil"), (2, "base.oil"), (0, ""), (1, "")):
        assert why(s, "axis", Burn(GERMANY, oil)) == case
    assert why(s, "axis", Burn(ITALY, 1)) == "base.oil"
    act(s, "axis", Burn(GERMANY, 1))
    assert [name for name in tanks if down(s, name)] == ["German CAV I"] and s.burnt[GERMANY] == 1


@pytest.mark.rule("base.convoys")
def test_convoys_sail_where_their_owner_says() -> None:
    s = books((Convoys(ALLIES),))
    s.agenda, s.convoys, s.merchants = (), {}, [0] * len(s.merchants)
    assert Convoys(ALLIES).run(s) == () and fleet_of(s, COMMONWEALTH) == 0
    s.merchants[COMMONWEALTH] = 3
    assert Convoys(ALLIES).run(s) == (Routes(ALLIES, COMMONWEALTH),) and Convoys(AXIS).run(s) == ()
    s.agenda = (Routes(ALLIES, COMMONWEALTH),)
    sea, other = s.world.waters.areas[0], s.world.waters.areas[1]
    assert why(s, "allies", Course(999)) == why(s, "allies", Course(-1)) == "base.convoys"
    act(s, "allies", Course(sea))
    assert isinstance(pending(s), Sailings)
    assert why(s, "allies", Amount(4)) == why(s, "allies", Amount(-1)) == "base.convoys"
    act(s, "allies", Amount(3))
    assert points_of(s, sea, COMMONWEALTH) == 3 and s.merchants[COMMONWEALTH] == 0
    assert fleet_of(s, COMMONWEALTH) == 3
    assert why(s, "allies", Course(other)) == "base.convoys", "nothing at home, nothing there"
    act(s, "allies", Course(sea))
    act(s, "allies", Amount(1))
    assert points_of(s, sea, COMMONWEALTH) == 1 and s.merchants[COMMONWEALTH] == 2
    act(s, "allies", Done())
    assert not isinstance(pending(s), Routes)


@pytest.mark.rule("base.convoys")
def test_of_many_points_a_range_is_chosen_first() -> None:
    s = books()
    s.convoys, s.merchants = {}, [0] * len(s.merchants)
    sea = s.world.waters.areas[0]
    for home, first in ((59, 1), (60, 20)):
        s.merchants[COMMONWEALTH] = home
        s.agenda = (Sailings(ALLIES, COMMONWEALTH, sea),)
        frame = pending(s)
        assert isinstance(frame, Sailings)
        assert [a.points for a in frame.legal(s, "allies")] == list(range(0, home + 1, first))
    act(s, "allies", Amount(40))
    frame = pending(s)
    assert isinstance(frame, Sailings) and points_of(s, sea, COMMONWEALTH) == 0
    assert [a.points for a in frame.legal(s, "allies")] == list(range(40, 60))
    act(s, "allies", Amount(45))
    assert points_of(s, sea, COMMONWEALTH) == 45 and s.merchants[COMMONWEALTH] == 15


@pytest.mark.rule("base.convoy_hit")
def test_the_largest_convoy_is_hit_and_one_that_is_driven_off_is_at_home() -> None:
    s = books()
    sea = s.world.waters.areas[0]
    s.convoys, s.merchants, s.toll, s.sunk = {}, [0] * len(s.merchants), [0, 0], [0, 0]
    place_convoy(s, sea, COMMONWEALTH, 3)
    place_convoy(s, sea, FRANCE, 2)
    place_convoy(s, sea, GERMANY, 4)
    hit_convoy(s, sea, ALLIES, 2, 1)
    assert (points_of(s, sea, COMMONWEALTH), points_of(s, sea, FRANCE), points_of(s, sea, GERMANY)) == (
        1,
        1,
        4,
    )
    assert s.toll == [0, 2] == s.sunk
    assert (s.merchants[COMMONWEALTH], s.merchants[FRANCE]) in ((0, 1), (1, 0))
    hit_convoy(s, sea, ALLIES, 9, 0)
    assert (points_of(s, sea, COMMONWEALTH), points_of(s, sea, FRANCE)) == (0, 0) and s.toll == [0, 4]


def test_building_is_asked_of_those_who_can() -> None:
    s = books(phase="end")
    s.points = [0] * len(s.points)
    assert Building(AXIS, GERMANY).run(s) == ()
    s.points[GERMANY] = 16
    assert Building(AXIS, GERMANY).run(s) == (BuildUnits(AXIS, GERMANY),)
