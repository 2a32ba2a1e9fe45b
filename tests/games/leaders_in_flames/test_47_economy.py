"""Resources, convoys, trade, lending, oil, factories destroyed, repaired and moved, intelligence."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Accept, Announce, Build, Done, Go, Pick
from hexfront.games.leaders_in_flames.economy.deeds import (
    Burn,
    BuyVeto,
    Evacuate,
    Lend,
    Repair,
    Scorch,
    SpyOn,
    SpyRoll,
)
from hexfront.games.leaders_in_flames.economy.intelligence import IntelligenceStep
from hexfront.games.leaders_in_flames.economy.lending import FreshLoans, Lending, LendingStage, lend_points
from hexfront.games.leaders_in_flames.economy.oil import OilStep, needs_oil, tired
from hexfront.games.leaders_in_flames.economy.production import (
    Building,
    BuildUnits,
    build_points,
    open_cities,
)
from hexfront.games.leaders_in_flames.economy.resources import (
    POINTS,
    RESOURCES,
    delivery,
    lend_key,
    multiple,
    plants,
    production_points,
    sold,
)
from hexfront.games.leaders_in_flames.economy.works import (
    Evacuations,
    MoveWorks,
    Scorching,
    ScorchWorks,
    damaged,
    duty,
    finish_repairs,
    manned,
    standing,
    working,
)
from hexfront.games.leaders_in_flames.initiative import InitiativeRoll, Reroll
from hexfront.games.leaders_in_flames.kinds import (
    ALLIES,
    AXIS,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    RAILS,
    USA,
    USSR,
)
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.limits import used
from hexfront.games.leaders_in_flames.politics.wars import join_side, war_between
from hexfront.games.leaders_in_flames.sea.convoys import place_convoy
from hexfront.games.leaders_in_flames.sequence import new_year
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.kernel import legal, pending, settle
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import campaign, down, refused, where, why


def sea(s: State, name: str) -> int:
    return s.world.lands.seas.number[name]


# --- resources


@pytest.mark.rule("base.resources", "base.trade", "base.production", "6o")
def test_german_production_at_the_start() -> None:
    """Sixteen factories; home resources, Swedish ore and Rumanian oil, what the conquered countries yield."""
    s = campaign(side="")
    found = delivery(s, GERMANY)
    assert found.factories == 16 and len(plants(s, GERMANY)) == 1
    assert found.resources >= 12 and found.oil == 3 + 2
    assert multiple(s, GERMANY) == 4 and production_points(s, GERMANY) == 16
    assert build_points(s, GERMANY) == 16
    assert multiple(s, USA) == 1 and production_points(s, USA) == 8, "a quarter of 30"


@pytest.mark.rule("base.trade")
@pytest.mark.seam("economy", "politics")
def test_trade_ends_with_neutrality() -> None:
    s = campaign(side="")
    assert sold(s, GERMANY) == (4, 2, []), "ore from Sweden, ore and oil from Rumania"
    join_side(s, s.world.minor_of["sweden"], ALLIES, GERMANY)
    assert sold(s, GERMANY) == (1, 2, [])
    assert [is_oil for _, is_oil in sold(s, COMMONWEALTH)[2]] == [True, True], "Persian oil waits for convoys"
    row = next(r for r in s.world.realm.trades if r.seller == "netherlands_indies")
    assert (row.oil, row.until) == (2, "embargo") and delivery(s, JAPAN).oil == 3
    s.deeds["embargo"] = 1
    assert delivery(s, JAPAN).oil == 1
    s.deeds = {}
    war_between(s, JAPAN, COMMONWEALTH)
    assert delivery(s, JAPAN).oil == 1, "at war with the Indies"


@pytest.mark.rule("base.resources")
def test_a_factory_without_a_resource_makes_nothing() -> None:
    s = campaign(side="")
    w = s.world
    give_hexes(s, 1 << w.hex("E2832"), COMMONWEALTH)
    found = delivery(s, ITALY)
    assert found.factories == 5 and found.resources == 0
    assert production_points(s, ITALY) == -(-min(5, found.oil) * 3 // 4)


@pytest.mark.rule("base.resources", "base.convoy")
def test_convoys_bring_resources_over_sea() -> None:
    s = campaign(side="")
    before = delivery(s, COMMONWEALTH).resources
    for area in range(len(s.world.lands.seas.areas)):
        place_convoy(s, area, COMMONWEALTH, 1)
    one = delivery(s, COMMONWEALTH).resources
    assert one > before
    place_convoy(s, sea(s, "western_approaches"), COMMONWEALTH, -1)
    place_convoy(s, sea(s, "north_sea"), COMMONWEALTH, -1)
    place_convoy(s, sea(s, "faeroes_gap"), COMMONWEALTH, -1)
    place_convoy(s, sea(s, "bay_of_biscay"), COMMONWEALTH, -1)
    assert delivery(s, COMMONWEALTH).resources < one, "a gap in the way"


# --- lending


def lend(**given: Any) -> State:
    return campaign(agenda=(LendingStage(AXIS),), side="", phase="lending", **given)


@pytest.mark.rule("base.lending")
def test_lending_binds_for_the_turn() -> None:
    s = lend()
    act(s, "axis", Lend(GERMANY, ITALY, POINTS, 5))
    assert s.lent == {lend_key(GERMANY, ITALY, POINTS): 5}
    assert why(s, "axis", Lend(GERMANY, ITALY, POINTS, 2)) == "base.lending", "it is promised"
    assert why(s, "axis", Lend(GERMANY, ITALY, RESOURCES, 6)) == "base.lending"
    assert why(s, "axis", Lend(GERMANY, COMMONWEALTH, POINTS, 1)) == "base.lending"
    assert (
        why(s, "axis", Lend(99, ITALY, POINTS, 1))
        == why(s, "axis", Lend(GERMANY, 99, POINTS, 1))
        == "base.lending"
    )
    assert why(s, "axis", Lend(GERMANY, ITALY, 2, 1)) == "base.lending"
    s.points[GERMANY], s.points[ITALY] = 10, 2
    lend_points(s)
    assert (s.points[GERMANY], s.points[ITALY]) == (5, 7)
    s.agenda = (FreshLoans(),)
    settle(s)
    assert s.lent == {}, "over with the turn"


@pytest.mark.rule("base.lending")
def test_who_has_lent_enough_goes_on() -> None:
    s = lend()
    act(s, "axis", Lend(GERMANY, ITALY, POINTS, 2))
    assert isinstance(pending(s), Lending)
    act(s, "axis", Done())
    assert not s.agenda and len(s.lent) == 1


@pytest.mark.rule("base.lending")
def test_lent_resources_leave_the_giver() -> None:
    s = lend()
    mine, theirs = delivery(s, GERMANY).resources, delivery(s, ITALY).resources
    act(s, "axis", Lend(GERMANY, ITALY, RESOURCES, 2))
    assert delivery(s, GERMANY).resources == mine - 2 or mine > 16
    assert theirs <= delivery(s, ITALY).resources


@pytest.mark.rule("5.3.2.18a", "5.3.2.33a")
@pytest.mark.seam("economy", "entry")
def test_what_the_usa_lends() -> None:
    s = campaign(agenda=(Lending(ALLIES),), side="", phase="lending")
    s.deeds = {"option.18": 1, "option.18.commonwealth": 1, "option.11": 1}
    assert why(s, "allies", Lend(USA, COMMONWEALTH, RESOURCES, 5)) == ""
    assert why(s, "allies", Lend(USA, COMMONWEALTH, RESOURCES, 6)) == "5.3.2.18a"
    assert why(s, "allies", Lend(USA, FRANCE, RESOURCES, 1)) == "5.3.2.18a", "not chosen for France"
    assert why(s, "allies", Lend(USA, 7, RESOURCES, 5)) == "", "China by option 11"
    assert why(s, "allies", Lend(USA, COMMONWEALTH, POINTS, 1)) == "5.3.2.33a"
    assert why(s, "allies", Lend(USA, 7, POINTS, 1)) == "5.3.2.33a", "China by option 22"
    assert why(s, "allies", Lend(USA, USSR, RESOURCES, 1)) == "base.lending", "not at war"
    s.deeds |= {"option.33": 1, "option.33.commonwealth": 1, "option.22": 1}
    assert (
        why(s, "allies", Lend(USA, COMMONWEALTH, POINTS, 5))
        == ""
        == why(s, "allies", Lend(USA, 7, POINTS, 2))
    )
    assert why(s, "allies", Lend(USA, COMMONWEALTH, POINTS, 6)) == "5.3.2.33a"
    s.wars[USA] |= 1 << GERMANY
    s.wars[GERMANY] |= 1 << USA
    assert why(s, "allies", Lend(USA, COMMONWEALTH, RESOURCES, 10)) == "", "no ceiling at war"
    assert Lend(USA, COMMONWEALTH, RESOURCES, 10) in legal(s, "allies")


@pytest.mark.rule("5.3.2.18b", "5.3.2.33b")
def test_a_neutral_usa_carries_nothing_for_others() -> None:
    from hexfront.games.leaders_in_flames.economy.lending import arriving

    s = campaign(side="")
    for area in range(len(s.world.lands.seas.areas)):
        place_convoy(s, area, USA, 5)
    assert arriving(s, USA, COMMONWEALTH, 5) == 0, "American convoys of a neutral"
    for area in range(len(s.world.lands.seas.areas)):
        place_convoy(s, area, COMMONWEALTH, 2)
    assert arriving(s, USA, COMMONWEALTH, 5) >= 2
    war_between(s, GERMANY, USA)
    assert arriving(s, USA, COMMONWEALTH, 5) == 5


# --- 12


@pytest.mark.rule("ability.12")
def test_12_a_build_point_more_for_free_france() -> None:
    s = campaign({"De Gaulle": "Libreville"}, (Asking((AXIS, ALLIES), "production"),), side="", phase="end")
    s.lent = {lend_key(COMMONWEALTH, FRANCE, POINTS): 2}
    s.world.waters.areas = ()
    try:
        act(s, "allies", Announce(s.world.unit("De Gaulle"), 12))
        s.points[COMMONWEALTH] = 5
        lend_points(s)
        assert (s.points[COMMONWEALTH], s.points[FRANCE]) == (3, 3)
    finally:
        s.world.waters.areas = tuple(range(len(s.world.lands.seas.areas)))


@pytest.mark.rule("ability.12")
def test_12_not_elsewhere_nor_without_lending() -> None:
    s = campaign({"De Gaulle": "London"}, side="", phase="end")
    assert refused(s, "De Gaulle", 12, "production") == "ability.12"
    s = campaign({"De Gaulle": "Libreville"}, side="", phase="end", down=("De Gaulle",))
    assert refused(s, "De Gaulle", 12, "production") == "3.2a"
    s = campaign({"De Gaulle": "Libreville"}, side="", phase="end")
    s.points[COMMONWEALTH] = 5
    lend_points(s)
    assert s.points[FRANCE] == 0


# --- oil


@pytest.mark.rule("base.oil", "3.1o")
def test_oil_turns_units_up() -> None:
    tanks = [f"German ARM {n}" for n in ("XLVIII", "DAK", "XLI", "XLVII", "III")]
    place = dict(zip(tanks, ("Berlin", "Berlin", "Munich", "Munich", "Leipzig"), strict=True))
    place |= {"German INF IX": "Leipzig", "Guderian": "Berlin"}
    s = campaign(place, (OilStep(),), side="", phase="end", down=tuple(place))
    w = s.world
    assert not needs_oil(s, w.unit("German INF IX")) and not needs_oil(s, w.unit("Guderian"))
    assert len(tired(s, GERMANY)) == 5
    assert why(s, "axis", Burn(GERMANY, 2)) == "base.oil", "one serves ten"
    act(s, "axis", Burn(GERMANY, 1))
    assert not any(down(s, name) for name in tanks) and down(s, "German INF IX")
    assert s.burnt[GERMANY] == 1
    s = campaign(place, (OilStep(),), side="", phase="end", down=tuple(place))
    act(s, "axis", Burn(GERMANY, 0))
    assert all(down(s, name) for name in tanks)


@pytest.mark.rule("base.oil")
def test_oil_left_over_is_a_resource() -> None:
    s = campaign(side="")
    found = delivery(s, USSR)
    assert (found.factories, found.resources, found.oil) == (18, 15, 6)
    assert production_points(s, USSR) == 14, "18 by three quarters"
    s.burnt[USSR] = 6
    assert production_points(s, USSR) == 12, "15 by three quarters"


@pytest.mark.rule("base.oil")
@pytest.mark.seam("supply", "economy")
def test_without_oil_they_stay_down() -> None:
    s = campaign({"Chinese MOT 5": "Chungking"}, (OilStep(),), side="", phase="end", down=("Chinese MOT 5",))
    assert not s.agenda and down(s, "Chinese MOT 5")


# --- factories


@pytest.mark.rule("base.works", "3.1i")
def test_factories_are_destroyed_by_who_loses_them() -> None:
    place = {"German ARM XLI": "E1426", "Soviet INF 29": "Kiev", "Zhukov": "Kharkov"}
    s = campaign(place, side="axis")
    w = s.world
    war_between(s, GERMANY, USSR)
    kiev, kharkov = w.hex("Kiev"), w.hex("Kharkov")
    s.manned = manned(s)
    assert s.manned >> kiev & 1 and not s.manned >> kharkov & 1, "a leader destroys no factory"
    from hexfront.games.leaders_in_flames.economy.works import note_loss

    for h in (kiev, kharkov):
        note_loss(s, h, USSR)
    assert s.lost == {kiev: USSR}
    s.agenda = (Scorching(),)
    settle(s)
    assert isinstance(pending(s), ScorchWorks) and pending(s).deciders(s) == ("allies",)  # type: ignore[union-attr]
    assert working(s, kiev) == 1
    act(s, "allies", Scorch(True))
    assert working(s, kiev) == 0 and s.ruins == {kiev: 1} | {h: n for h, n in s.ruins.items() if h != kiev}


@pytest.mark.rule("base.works")
def test_a_bombed_factory_makes_nothing_in_this_turn() -> None:
    s = campaign(side="")
    h = next(h for h in s.world.realm.works if standing(s, h) == 2)
    assert working(s, h) == 2
    s.bombed = {h: 1}
    assert (standing(s, h), working(s, h)) == (2, 1)
    s.bombed = {h: 3}
    assert working(s, h) == 0


@pytest.mark.rule("base.repair", "base.works", "base.production")
def test_a_port_that_changes_hands_is_damaged_and_repaired() -> None:
    s = campaign({"German ARM XLI": "E1631"}, side="")
    w = s.world
    h = w.hex("Sevastopol")
    from hexfront.games.leaders_in_flames.economy.works import note_loss

    give_hexes(s, 1 << h, GERMANY)
    note_loss(s, h, USSR)
    assert s.wrecks >> h & 1 and h in damaged(s, GERMANY)
    s.ruins, s.wrecks = {}, 1 << h
    s.points[GERMANY] = 3
    s.agenda = (Building(AXIS, GERMANY),)
    settle(s)
    assert why(s, "axis", Repair(GERMANY, w.hex("Berlin"))) == "base.repair"
    act(s, "axis", Repair(GERMANY, h))
    assert s.points[GERMANY] == 1 and s.repairs == {h: s.turn + 1}
    assert why(s, "axis", Repair(GERMANY, h)) in ("base.repair", "sequence") or not isinstance(
        pending(s), BuildUnits
    )
    s.turn += 1
    finish_repairs(s)
    assert not s.wrecks and not s.repairs


@pytest.mark.rule("6q")
def test_germany_repairs_france_first() -> None:
    s = campaign(agenda=(Building(AXIS, GERMANY),), side="", phase="end", points=[20, 0, 0, 0, 0, 0, 0, 0])
    w = s.world
    paris, calais = w.hex("Paris"), w.hex("Calais")
    assert s.ruins[paris] == 3 and s.ruins[calais] == 1 and w.hex("Lyon") not in s.ruins, "Vichy's are whole"
    assert s.wrecks == w.board.features["major_port"] & w.realm.homeland["france"] & ~w.affairs.vichy_home
    assert working(s, paris) == 0
    assert why(s, "axis", Build(GERMANY, "INF")) == "6q" == why(s, "axis", Done())
    for h in list(duty(s, GERMANY)):
        act(s, "axis", Repair(GERMANY, h))
    assert not duty(s, GERMANY) and why(s, "axis", Build(GERMANY, "INF")) != "6q", (
        "all that can be begun is begun"
    )
    s.turn += 1
    finish_repairs(s)
    assert s.ruins[paris] == 2 and not s.ruins[calais] and not s.wrecks
    s.ruins[paris] = 1
    assert not duty(s, GERMANY), "one factory may be left"


@pytest.mark.rule("base.evacuate")
def test_blue_factories_go_by_rail() -> None:
    s = campaign({"German ARM XLI": "E1426"}, side="allies", action="land")
    w = s.world
    war_between(s, GERMANY, USSR)
    s.surprised, s.agenda = 0, (Evacuations(ALLIES),)
    settle(s)
    kharkov, ural = w.hex("Kharkov"), w.hex("Sverdlovsk")
    assert isinstance(pending(s), MoveWorks)
    assert why(s, "allies", Evacuate(w.hex("Moscow"), ural)) == "base.evacuate", "red"
    act(s, "allies", Evacuate(kharkov, ural))
    assert standing(s, kharkov) == 1 and standing(s, ural) == 2 and used(s, USSR, RAILS) == 1
    assert why(s, "allies", Evacuate(kharkov, ural)) == "base.evacuate", "one of its two is blue"
    s.turn += 2
    finish_repairs(s)
    assert standing(s, ural) == 3 and not s.moving
    s.agenda = (Evacuations(ALLIES),)
    s.action[USSR] = 0
    settle(s)
    assert pending(s) is None, "no train in a pass"


# --- intelligence


@pytest.mark.rule("4.2h", "6n")
def test_five_points_buy_a_veto_point() -> None:
    s = campaign(agenda=(IntelligenceStep(),), side="", phase="end")
    assert s.intel == [2, 1, 1, 2, 0, 0, 0, 0] and not s.agenda, "no chits to see, and too few for a veto"
    s.intel[GERMANY], s.agenda = 6, (IntelligenceStep(),)
    settle(s)
    before = s.veto[GERMANY]
    act(s, "axis", BuyVeto(GERMANY))
    assert s.veto[GERMANY] == before + 1 and s.intel[GERMANY] == 1 and pending(s) is None
    s.intel[GERMANY], s.pools = 4, {"ge": (2, 4)}
    s.agenda = (IntelligenceStep(),)
    settle(s)
    assert why(s, "axis", BuyVeto(GERMANY)) == "4.2h"


@pytest.mark.rule("base.spies", "base.production")
def test_points_are_bought_and_show_chits() -> None:
    s = campaign(agenda=(Building(AXIS, JAPAN),), side="", phase="end", points=[0, 0, 9, 0, 0, 0, 0, 0])
    for _ in range(3):
        act(s, "axis", Build(JAPAN, "SPY"))
    assert s.intel[JAPAN] == 4 and s.points[JAPAN] == 6
    assert why(s, "axis", Build(JAPAN, "SPY")) == "base.spies"
    s.pools, s.agenda = {"ja": (5,)}, (IntelligenceStep(),)
    settle(s)
    act(s, "axis", Done())
    act(s, "axis", SpyOn(JAPAN, "ja"))
    roll(s, "5")
    assert s.intel[JAPAN] == 2 and s.pools == {"ja": (5,)}
    assert why(s, "axis", SpyOn(JAPAN, "ge")) == "base.spies"


@pytest.mark.rule("base.spies", "base.initiative")
def test_spies_and_the_initiative() -> None:
    s = campaign(agenda=(InitiativeRoll(),), side="", phase="initiative", initiative=-2)
    roll(s, (1, 9))
    assert not isinstance(pending(s), Reroll), "no box, and two points are too few"
    s = campaign(agenda=(InitiativeRoll(),), side="", phase="initiative", initiative=-2)
    s.intel[GERMANY] = 3
    roll(s, (1, 9))
    assert why(s, "axis", SpyRoll(ITALY)) == "base.spies"
    act(s, "axis", SpyRoll(GERMANY))
    assert s.intel[GERMANY] == 0 and s.initiative == -2
    roll(s, (1, 9))
    assert why(s, "allies", Accept()) != "", "it is rolled anew once"


# --- the year


@pytest.mark.rule("6o", "base.production", "6p")
def test_multiples_grow_and_units_of_cities_join() -> None:
    s = campaign(side="", turn=4)
    assert s.built == {USSR * 16: 2}, "three INF may be built in the first turn"
    new_year(s)
    assert multiple(s, COMMONWEALTH) == 6 and multiple(s, GERMANY) == 4, "Britain arms, Germany not yet"
    assert multiple(s, USA) == 1 and multiple(s, USSR) == 3
    assert s.chits[GERMANY] == 2 and s.chits[USA] == 1
    assert where(s, "German MIL Frank SS") == "later"
    open_cities(s)
    assert where(s, "German MIL Frank SS") == "pool" and where(s, "German MIL Ost SS") == "later", (
        "Paris, not Kiev"
    )


@pytest.mark.rule("6o", "base.production")
def test_only_powers_at_war_arm() -> None:
    s = campaign(side="", turn=10)
    assert s.world.year(s.turn) == 1942 and not s.wars[USA]
    new_year(s)
    assert multiple(s, USA) == 1 and multiple(s, USSR) == 3 and multiple(s, GERMANY) == 5
    s.wars[USA] |= 1 << JAPAN
    new_year(s)
    assert multiple(s, USA) == 6, "one and a half for each"


@pytest.mark.rule("base.action")
def test_an_offensive_chit_costs_fifteen() -> None:
    s = campaign(
        agenda=(Building(ALLIES, COMMONWEALTH),), side="", phase="end", points=[0, 0, 0, 14, 0, 0, 0, 0]
    )
    assert why(s, "allies", Build(COMMONWEALTH, "CHIT")) == "base.production"
    s.points[COMMONWEALTH] = 16
    act(s, "allies", Build(COMMONWEALTH, "CHIT"))
    assert s.chits[COMMONWEALTH] == 2 and s.points[COMMONWEALTH] == 1


@pytest.mark.seam("move", "economy")
def test_a_march_into_a_factory_city(capfd: Any) -> None:
    """A march takes the hex, and the loser is asked after the step."""
    s = campaign(
        {"German ARM XLI": "E1427", "Soviet INF 29": "Moscow"}, (Moves(AXIS), Scorching()), side="axis"
    )
    w = s.world
    war_between(s, GERMANY, USSR)
    s.surprised = 0
    s.manned = 1 << w.hex("Kharkov")
    give_hexes(s, 1 << w.hex("E1427"), GERMANY)
    act(s, "axis", Pick(w.unit("German ARM XLI")))
    act(s, "axis", Go(w.hex("Kharkov")))
    while not isinstance(pending(s), ScorchWorks):
        act(s, "axis", pending(s).legal(s, "axis")[-1])  # type: ignore[union-attr]
    act(s, "allies", Scorch(False))
    assert working(s, w.hex("Kharkov")) == 2


@pytest.mark.rule("base.repair")
@pytest.mark.seam("sea", "economy")
def test_no_ship_lies_in_a_damaged_port() -> None:
    from hexfront.games.leaders_in_flames.sea.fleets import bases

    s = campaign(side="")
    w = s.world
    u = next(u for u in w.ships_of[AXIS] if w.power[u] == GERMANY)
    brest = w.hex("Brest")
    assert not bases(s, u) >> brest & 1 and bases(s, u) >> w.hex("Hamburg") & 1
    s.wrecks = 0
    assert bases(s, u) >> brest & 1


@pytest.mark.rule("base.evacuate", "1c")
def test_each_seat_moves_its_own_factories() -> None:
    from hexfront.games.leaders_in_flames.economy.works import evacuations

    s = campaign({"German ARM XLI": "E1426"}, side="allies", action="land")
    war_between(s, GERMANY, USSR)
    s.surprised = 0
    mine = evacuations(s, ALLIES)
    blue = s.world.realm.blue[USSR]
    assert mine and all(action.hex in blue for action in mine)
    assert not any(action.hex in blue for action in evacuations(s, AXIS)), "nobody moves an enemy's"


@pytest.mark.rule("base.works")
def test_only_a_place_with_factories_can_be_scorched() -> None:
    from hexfront.games.leaders_in_flames.economy.works import note_loss

    s = campaign({"German ARM XLI": "E1426"}, side="")
    w = s.world
    kharkov, bare = w.hex("Kharkov"), w.hex("Poltava")
    s.manned, s.lost = 1 << kharkov | 1 << bare, {}
    for h in (kharkov, bare):
        give_hexes(s, 1 << h, GERMANY)
        note_loss(s, h, USSR)
    assert standing(s, kharkov) > 0 == standing(s, bare) and set(s.lost) == {kharkov}


@pytest.mark.rule("base.production", "4c", "5.1a")
def test_ships_of_later_years_wait_and_join_the_pools_in_their_year() -> None:
    from hexfront.games.leaders_in_flames.economy.production import open_pools
    from hexfront.games.leaders_in_flames.kinds import LATER, POOL
    from hexfront.games.leaders_in_flames.setup import ground

    w = campaign(side="").world
    s = ground(w)
    ships = [u for mine in w.ships_of for u in mine if s.where[u] in (POOL, LATER)]
    assert all((s.where[u] == POOL) == (w.ship(u).year <= 1940) for u in ships)
    early = [u for u in ships if w.ship(u).year == 1941]
    late = [u for u in ships if w.ship(u).year > 1941]
    assert early and late
    open_pools(s, 1941)
    assert {s.where[u] for u in early} == {POOL} and {s.where[u] for u in late} == {LATER}


@pytest.mark.rule("base.production")
def test_a_unit_of_a_city_that_is_already_raised_stays_where_it_is() -> None:
    s = campaign({"German MIL Frank SS": "Berlin"}, side="", turn=4)
    open_cities(s)
    assert s.where[s.world.unit("German MIL Frank SS")] == s.world.hex("Berlin")


@pytest.mark.rule("base.lending")
@pytest.mark.parametrize(
    ("number", "case"), [(2, ""), (4, "base.lending"), (0, "base.lending"), (-1, "base.lending")]
)
def test_what_is_lent_is_one_of_the_amounts_listed(number: int, case: str) -> None:
    assert why(lend(), "axis", Lend(GERMANY, ITALY, POINTS, number)) == case


@pytest.mark.rule("6q", "base.production")
@pytest.mark.parametrize(("points", "case"), [(1, ""), (2, "6q")])
def test_the_duty_of_repair_binds_while_one_can_be_paid(points: int, case: str) -> None:
    s = campaign(agenda=(Building(AXIS, GERMANY),), side="", phase="end", points=[points] + [0] * 7)
    assert duty(s, GERMANY) and why(s, "axis", Done()) == case
