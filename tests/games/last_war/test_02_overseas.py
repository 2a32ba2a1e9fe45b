"""What a Pool can pay for overseas: works, zones, bases and flak by merchant route, and whom bombs frighten."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.bombing import AirStep, can_pay, nation_of, strike
from hexfront.games.last_war.combat import situation
from hexfront.games.last_war.data import code
from hexfront.games.last_war.deployment import (
    Deployment,
    DeployStep,
    delivers,
    pays_lsp,
    shipping,
    sites,
    stake_out,
)
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.games.last_war.front import fall_back, rear, safe_shores
from hexfront.games.last_war.industry import finish_works, muster
from hexfront.games.last_war.naval import Convoy
from hexfront.games.last_war.plans import Attack
from hexfront.games.last_war.sequence import Assessment
from hexfront.games.last_war.state import NOBODY, LastWarState, assessment, hold
from hexfront.games.last_war.view import resample
from hexfront.kernel import SeededSource, legal, pending, with_item, with_more
from hexfront.testing import refusal, roll

from .kit import ALLIES, AXIS, BOMBERS, GAME, LSP, MEN, TANKS, act, given, go, h, have, p, pool, put

HONOLULU, MIDWAY = "Honolulu", "Midway"


def pacific(**what: Any) -> LastWarState:
    """The Pacific in spring 1944, with the United States about to deploy."""
    what.setdefault("pool", {"usa": {"lsp": 6, "men": 3, "bombers": 2}})
    s = given(scenario="pacific", turn=9, **what)
    s.concrete = with_item(s.concrete, p(s, "usa"), 1)
    s.agenda = (DeployStep(),)
    return go(s)


@pytest.mark.rule("pool.overseas")
@pytest.mark.rule("bombing.base-needed")
def test_a_power_without_a_home_on_the_map_builds_bases_overseas() -> None:
    s = pacific()
    usa, midway = p(s, "usa"), h(s, MIDWAY)
    assert not s.reach[usa] and s.shores[usa] >> midway & 1
    before = shipping(s, usa)
    act(s, "allies", a.Pick(midway))
    act(s, "allies", a.BuildBase(usa))
    assert pool(s, "usa", LSP) == 4 and shipping(s, usa) == before - 2, "two LSP go by sea"
    act(s, "allies", a.Stop())
    act(s, "allies", a.Done())
    act(s, "axis", a.Done())
    assert s.new_bases[midway] == 1 << usa
    assert pending(s) == Convoy(usa), "and what goes by sea can be sunk"


@pytest.mark.rule("pool.overseas")
@pytest.mark.rule("fort.cost")
@pytest.mark.rule("security.zone-cost")
@pytest.mark.rule("flak.cost")
def test_works_zones_and_flak_overseas_take_room_on_the_merchant_routes() -> None:
    s = pacific(points={"usa": {"Guadalcanal": {"men": 3}}})
    usa, place = p(s, "usa"), h(s, "Guadalcanal")
    assert s.shores[usa] >> place & 1, "an island without a harbour is supplied over the beach"
    before = shipping(s, usa)
    act(s, "allies", a.Pick(place))
    act(s, "allies", a.Secure(usa, 0))
    assert shipping(s, usa) == before - 1 and pool(s, "usa", LSP) == 5
    act(s, "allies", a.BuildFlak(usa))
    assert shipping(s, usa) == before - 2 and pool(s, "usa", MEN) == 2
    act(s, "allies", a.Stop())
    s.shipped = with_more(s.shipped, usa, before - 3)
    assert shipping(s, usa) == 1 and pays_lsp(s, usa, place, 1) and not pays_lsp(s, usa, place, 2)
    act(s, "allies", a.Pick(h(s, MIDWAY)))
    assert refusal(s, "allies", a.BuildBase(usa)) == "bombing.base-needed", "no room for two"
    act(s, "allies", a.Deploy(usa, MEN, 1))
    s.focus["allies"] = h(s, MIDWAY)
    assert refusal(s, "allies", a.Secure(usa, 0)) == "security.zone-cost", "no room for one"
    s.concrete = with_item(s.concrete, usa, 2)
    assert refusal(s, "allies", a.BuildFlak(usa)) == "flak.cost"
    s.shipped = with_more(s.shipped, usa, -1)
    assert refusal(s, "allies", a.BuildFlak(usa)) == refusal(s, "allies", a.Secure(usa, 0)) == ""


@pytest.mark.rule("pool.overseas")
@pytest.mark.rule("fort.cost")
def test_a_fortification_overseas_is_shipped() -> None:
    s = given(
        scenario="europe",
        points={"britain": {"Tobruk": {"men": 3}}},
        pool={"britain": {"lsp": 2}},
        agenda=(DeployStep(),),
    )
    britain, tobruk, gazala = p(s, "britain"), h(s, "Tobruk"), h(s, "Gazala")
    before = shipping(s, britain)
    act(s, "allies", a.Pick(tobruk))
    act(s, "allies", a.Fortify(britain, gazala))
    assert shipping(s, britain) == before - 1 and pool(s, "britain", LSP) == 1
    cut = given(
        scenario="europe", points={"britain": {"Tobruk": {"men": 3}}}, pool={"britain": {"lsp": 2}},
        agenda=(DeployStep(),),
    )  # fmt: skip
    act(cut, "allies", a.Pick(tobruk))
    cut.shores = with_item(cut.shores, britain, 0)
    assert refusal(cut, "allies", a.Fortify(britain, gazala)) == "fort.cost", (
        "nothing comes to a place cut off"
    )


@pytest.mark.rule("pool.overland")
@pytest.mark.rule("pool.overseas")
def test_what_comes_overland_needs_no_ship() -> None:
    s = given(scenario="europe", pool={"germany": {"lsp": 9}}, agenda=(DeployStep(),))
    orel = h(s, "Orel")
    s.shipped = with_item(s.shipped, 0, 99)
    assert delivers(s, 0, orel, 50) and pays_lsp(s, 0, orel, 9) and not pays_lsp(s, 0, orel, 10)
    britain = p(s, "britain")
    room = shipping(s, britain)
    tobruk = h(s, "Tobruk")
    assert delivers(s, britain, tobruk, room) and not delivers(s, britain, tobruk, room + 1)
    assert not delivers(s, britain, orel, 1), "not the enemy's ground"


@pytest.mark.rule("sequence.2-minimum-first")
def test_a_bare_hex_overseas_gets_its_man_while_ships_sail() -> None:
    s = given(scenario="europe", pool={"britain": {"men": 2}}, agenda=(DeployStep(),))
    put(s, "britain", "Tobruk", MEN, 0)
    stake_out(s)
    assert refusal(s, "allies", a.Done()) == "sequence.2-minimum-first"
    s.shipped = with_item(s.shipped, p(s, "britain"), 24)
    assert refusal(s, "allies", a.Done()) == "", "no ship, no duty"


@pytest.mark.rule("bombing.base-lsp")
def test_a_base_that_no_route_reaches_does_not_operate() -> None:
    s = given(scenario="pacific", turn=9, pool={"usa": {"lsp": 3}})
    usa, honolulu = p(s, "usa"), h(s, HONOLULU)
    put(s, "usa", HONOLULU, BOMBERS, 1)
    s.bases = {honolulu: 1 << usa}
    s.agenda = (AirStep(), DeployStep())
    go(s)
    assert can_pay(s, usa, honolulu) and refusal(s, "allies", a.Support(usa, 1)) == ""
    assert a.Support(usa, 1) in legal(s, "allies")
    s.shores = with_item(s.shores, usa, 0)
    assert not can_pay(s, usa, honolulu) and refusal(s, "allies", a.Support(usa, 1)) == "bombing.base-lsp"
    assert a.Support(usa, 1) not in legal(s, "allies")


@pytest.mark.rule("bombing.role-terror-effect")
def test_bombs_frighten_those_whose_country_it_is() -> None:
    s = given(scenario="pacific", turn=9)
    japan = p(s, "japan")
    assert nation_of(s, h(s, "Tokyo")) == japan
    assert nation_of(s, h(s, "Rabaul")) == NOBODY, "an island far from home"
    assert nation_of(s, h(s, "Singapore")) == NOBODY, "an occupied city"
    before = s.morale
    strike(s, p(s, "usa"), 1, h(s, "Rabaul"), 1, is_opposed=False)
    assert s.morale == before and not s.struck
    strike(s, p(s, "usa"), 1, h(s, "Tokyo"), 1, is_opposed=False)
    assert s.morale[japan] == before[japan] - 1 and s.struck == 1 << japan
    europe = given(scenario="europe")
    assert nation_of(europe, h(europe, "Paris")) == NOBODY
    assert nation_of(europe, h(europe, "Bucharest")) == p(europe, "balkans")
    europe.out_of_war = 1 << p(europe, "balkans")
    assert nation_of(europe, h(europe, "Bucharest")) == NOBODY, "out of the war"
    lost = given(scenario="europe", held={"ussr": ["Breslau"], "": ["Kiev"]})
    assert nation_of(lost, h(lost, "Breslau")) == NOBODY, "its people are in other hands"
    assert nation_of(lost, h(lost, "Kiev")) == NOBODY, "nobody's"


@pytest.mark.rule("me.briefing")
def test_an_assessment_is_never_below_one() -> None:
    s = given(scenario="europe", turn=1)
    italy = p(s, "italy")
    Assessment(ALLIES, italy).apply(s, 1)
    assert assessment(s, ALLIES, italy) == 1 and s.me[italy] == 2
    s.me = with_item(s.me, italy, 1)
    assert assessment(s, ALLIES, italy) == 1, "nor when the power gets worse"
    assert assessment(s, AXIS, italy) == 1
    for seed in range(8):
        other = resample(s, "allies", SeededSource(seed))
        assert assessment(other, ALLIES, italy) == 1 and other.me[italy] >= 1
        assert GAME.view(other, "allies").tracks == GAME.view(s, "allies").tracks


@pytest.mark.rule("sequence.6-withdraw")
@pytest.mark.rule("bombing.base-needed")
def test_idle_bombers_go_to_another_base_by_way_of_the_pool() -> None:
    from hexfront.games.last_war.withdrawal import WithdrawStep

    s = given(scenario="pacific", turn=9)
    usa = p(s, "usa")
    s.bases = {h(s, HONOLULU): 1 << usa, h(s, MIDWAY): 1 << usa}
    put(s, "usa", HONOLULU, BOMBERS, 2)
    s.agenda = (WithdrawStep(), DeployStep())
    go(s)
    act(s, "allies", a.Pick(h(s, HONOLULU)))
    act(s, "allies", a.Recall(usa, BOMBERS, 1))
    act(s, "allies", a.Recall(usa, BOMBERS, 1))
    act(s, "allies", a.Stop())
    act(s, "allies", a.Done())
    act(s, "axis", a.Done())
    act(s, "allies", a.Pick(h(s, MIDWAY)))
    act(s, "allies", a.Deploy(usa, BOMBERS, 1))
    assert have(s, "usa", MIDWAY, BOMBERS) == 1 and pool(s, "usa", BOMBERS) == 1


# --- what ships carry


@pytest.mark.rule("pool.overseas")
def test_only_what_a_convoy_carries_is_sunk() -> None:
    s = given(
        scenario="europe",
        points={"britain": {"Tobruk": {"men": 5}, "Valletta": {"men": 4}}},
        pool={"britain": {"men": 3, "lsp": 1}},
        agenda=(DeployStep(),),
    )
    britain = p(s, "britain")
    s.fleet = (0,) * len(s.fleet)
    act(s, "allies", a.Pick(h(s, "Tobruk")))
    act(s, "allies", a.Deploy(britain, MEN, 1))
    assert s.cargo == {code(h(s, "Tobruk"), britain, MEN): 1}
    assert not resample(s, "axis", SeededSource(1)).cargo, "what others load is a secret while they do"
    assert resample(s, "allies", SeededSource(1)).cargo == s.cargo
    act(s, "allies", a.Stop())
    act(s, "allies", a.Pick(h(s, "London")))
    act(s, "allies", a.Deploy(britain, MEN, 1))
    assert len(s.cargo) == 1, "what goes overland is no cargo"
    act(s, "allies", a.Stop())
    act(s, "allies", a.Done())
    act(s, "axis", a.Done())
    roll(s, 6)
    assert have(s, "britain", "Tobruk") == 5 and have(s, "britain", "Valletta") == 4, (
        "one was at sea, one is lost"
    )
    assert have(s, "britain", "London") == 1
    muster(s)
    assert not s.cargo, "a new turn, new ships"


@pytest.mark.rule("pool.overseas")
def test_which_shores_are_safe() -> None:
    s = given(scenario="pacific", turn=9)
    usa = p(s, "usa")
    s.fleet = (0,) * len(s.fleet)
    east, central = s.world.areas.index("east_pacific"), s.world.areas.index("central_pacific")
    assert safe_shores(s, usa) == 0
    s.fleet = with_item(s.fleet, east * 8 + usa, 1)
    assert safe_shores(s, usa) >> h(s, HONOLULU) & 1 and not safe_shores(s, usa) >> h(s, MIDWAY) & 1
    s.fleet = with_item(s.fleet, central * 8 + usa, 1)
    assert safe_shores(s, usa) >> h(s, MIDWAY) & 1
    s.fleet = with_item(s.fleet, central * 8 + p(s, "japan"), 1)
    assert not safe_shores(s, usa) >> h(s, MIDWAY) & 1, "one against one controls nothing"


@pytest.mark.rule("pool.amphibious")
def test_the_same_craft_are_not_off_two_coasts() -> None:
    s = given(scenario="europe", turn=9, pool={"usa": {"men": 20, "tanks": 6}})
    usa = p(s, "usa")
    s.craft = with_item(s.craft, usa, 1)
    for area in range(len(s.world.areas)):
        s.fleet = with_item(s.fleet, area * 8 + usa, 20)
    s.agenda = (DeployStep(),)
    go(s)
    brest, calais = (
        next(sea for sea, coast in s.world.beaches.items() if coast == h(s, name))
        for name in ("Brest", "Calais")
    )
    act(s, "allies", a.Pick(brest))
    act(s, "allies", a.Deploy(usa, MEN, 5))
    act(s, "allies", a.Stop())
    act(s, "allies", a.Pick(calais))
    assert refusal(s, "allies", a.Deploy(usa, MEN, 5)) == "pool.amphibious", "six Men a craft, wherever"
    act(s, "allies", a.Deploy(usa, MEN, 1))
    assert refusal(s, "allies", a.Deploy(usa, MEN, 1)) == "pool.amphibious"
    s.craft = with_item(s.craft, usa, 2)
    assert refusal(s, "allies", a.Deploy(usa, MEN, 5)) == ""
    s.craft = with_item(s.craft, usa, 0)
    assert refusal(s, "allies", a.Deploy(usa, MEN, 1)) == "", "boats of any kind are on every coast"


@pytest.mark.rule("pool.amphibious")
def test_a_coast_is_offered_while_something_in_the_pool_fits_into_the_boats() -> None:
    s = given(scenario="europe", turn=9, pool={"usa": {"men": 3}})
    usa = p(s, "usa")
    s.craft = with_item(s.craft, usa, 1)
    for area in range(len(s.world.areas)):
        s.fleet = with_item(s.fleet, area * 8 + usa, 20)
    s.agenda = (DeployStep(),)
    go(s)
    brest = next(sea for sea, coast in s.world.beaches.items() if coast == h(s, "Brest"))
    assert sites(s, usa) >> brest & 1
    put(s, "usa", s.world.label(brest), MEN, 6)
    assert not sites(s, usa) >> brest & 1, "Tanks would fit, but there are none"
    s.pool[usa * 6 + TANKS] = 1
    assert sites(s, usa) >> brest & 1


# --- coasts and straits


@pytest.mark.rule("fort.hexside")
@pytest.mark.rule("shift.fortified")
def test_a_coast_is_fortified_against_landings() -> None:
    s = given(
        scenario="europe", points={"germany": {"Calais": {"men": 3}}}, pool={"germany": {"lsp": 3}},
        agenda=(DeployStep(),),
    )  # fmt: skip
    w, calais = s.world, h(s, "Calais")
    beach = next(sea for sea, coast in w.beaches.items() if coast == calais)
    act(s, "axis", a.Pick(calais))
    assert refusal(s, "axis", a.Fortify(0, h(s, "Dover"))) == "", "over the Channel"
    act(s, "axis", a.Fortify(0, beach))
    other = next(j for j in w.near(h(s, "Brest")) if w.water >> j & 1 and w.beaches.get(j) != h(s, "Brest"))
    assert Deployment().wrong_fort(s, h(s, "Brest"), a.Fortify(0, other)).rule == "fort.hexside"  # type: ignore[union-attr]
    act(s, "axis", a.Stop())
    act(s, "axis", a.Done())
    act(s, "allies", a.Done())
    finish_works(s)
    assert s.forts == {calais * w.top + beach: 1}
    put(s, "usa", w.label(beach), MEN, 4)
    s.flags = [Attack(p(s, "usa"), beach, calais, True, False)]
    assert situation(s, calais, ALLIES).layers == 1


@pytest.mark.rule("pool.navy")
@pytest.mark.rule("pool.amphibious")
@pytest.mark.rule("flags.amphibious-both")
def test_an_attack_over_the_channel_needs_the_sea_and_the_boats() -> None:
    s = given(scenario="europe", turn=1, points={"britain": {"Dover": {"men": 4}}})
    britain, dover, calais = p(s, "britain"), h(s, "Dover"), h(s, "Calais")
    north = s.world.areas.index("north_sea")
    assert s.world.straits(dover, calais) == s.world.straits(calais, dover) == (north,)
    s.agenda = (FlagPlacing(ALLIES),)
    s.flags_left, s.naval_left = with_item(s.flags_left, britain, 1), with_item(s.naval_left, britain, 1)
    act(s, "allies", a.Pick(dover))
    assert refusal(s, "allies", a.Flag(britain, calais)) == ""
    put(s, "britain", "Dover", TANKS, 1)
    assert refusal(s, "allies", a.Flag(britain, calais)) == "pool.amphibious", "no Tanks without craft"
    put(s, "britain", "Dover", TANKS, 0)
    put(s, "britain", "Dover", MEN, 5)
    assert refusal(s, "allies", a.Flag(britain, calais)) == "pool.amphibious", "four without craft"
    s.craft = with_item(s.craft, britain, 1)
    assert refusal(s, "allies", a.Flag(britain, calais, True)) == ""
    put(s, "britain", "Dover", TANKS, 3)
    assert refusal(s, "allies", a.Flag(britain, calais, True)) == "pool.amphibious", "two Tanks a craft"
    put(s, "britain", "Dover", TANKS, 2)
    assert refusal(s, "allies", a.Flag(britain, calais, True)) == ""
    put(s, "britain", "Dover", MEN, 7)
    assert refusal(s, "allies", a.Flag(britain, calais, True)) == "pool.amphibious"
    put(s, "britain", "Dover", MEN, 6)
    s.fleet = with_item(s.fleet, north * 8, 2)
    assert refusal(s, "allies", a.Flag(britain, calais, True)) == "pool.navy", (
        "four against two is no control"
    )
    act(s, "allies", a.Stop())
    assert a.Pick(dover) not in legal(s, "allies")
    s.fleet = with_item(s.fleet, north * 8, 0)
    assert a.Pick(dover) in legal(s, "allies"), "with craft there is an attack to make"


@pytest.mark.rule("pool.navy")
def test_no_navy_controls_a_lake() -> None:
    s = given(scenario="europe", turn=2, held={"germany": ["2410"]}, points={"ussr": {"2509": {"men": 3}}})
    ussr = p(s, "ussr")
    s.agenda = (FlagPlacing(ALLIES),)
    s.naval_left = with_item(s.naval_left, ussr, 1)
    act(s, "allies", a.Pick(h(s, "2509")))
    assert refusal(s, "allies", a.Flag(ussr, h(s, "2410"))) == ""


def test_where_straits_lie() -> None:
    w = given(scenario="europe").world
    assert w.straits(h_of(w, "Plymouth"), h_of(w, "Brest")) == (w.areas.index("western_approaches"),)
    assert w.straits(h_of(w, "Southampton"), h_of(w, "Caen")), "the Channel belongs to the seas beside it"
    lake = w.place("2509"), w.place("2410")
    assert w.sea_sides.has(*lake) and w.straits(*lake) == (), "no navy on a lake"


def h_of(w: Any, name: str) -> int:
    return int(w.place(name))


# --- those who build and man


@pytest.mark.rule("fort.release")
@pytest.mark.rule("fort.hexside")
def test_builders_fall_back_with_the_rest() -> None:
    s = given(points={"ussr": {"Kursk": {"men": 2}, "2717": {"men": 1}}})
    kursk = h(s, "Kursk")
    s.works = {kursk * s.world.top + h(s, "Orel"): 1}
    before = sum(n for key, n in s.at.items() if key % 48 == 6)
    fall_back(s, kursk, ALLIES)
    assert not s.works
    assert sum(n for key, n in s.at.items() if key % 48 == 6) == before + 1 and have(s, "ussr", "Kursk") == 0
    total = sum(s.at.values())
    fall_back(s, h(s, "2717"), ALLIES)
    assert sum(s.at.values()) == total, "where nobody builds nobody comes"


@pytest.mark.rule("terrain.open-red")
def test_a_single_man_falls_back_into_one_hex() -> None:
    s = given(points={"ussr": {"Kursk": {"men": 1}}})
    for i in s.world.land_near[h(s, "Kursk")]:
        s.at.pop(code(i, 1, MEN), None)
    first, *others = rear(s, h(s, "Kursk"), ALLIES)
    assert others
    fall_back(s, h(s, "Kursk"), ALLIES)
    assert s.at.get(code(first, 1, MEN)) == 1 and not any(code(i, 1, MEN) in s.at for i in others)
    two = given(points={"ussr": {"Kursk": {"men": 2}}})
    for i in two.world.land_near[h(two, "Kursk")]:
        two.at.pop(code(i, 1, MEN), None)
    fall_back(two, h(two, "Kursk"), ALLIES)
    assert [two.at.get(code(i, 1, MEN), 0) for i in (first, *others)][:2] == [1, 1], "two hold two hexes"


@pytest.mark.rule("flak.cost")
@pytest.mark.rule("sequence.8-update")
def test_the_crew_of_a_lost_flak_zone_is_in_the_loss_record() -> None:
    s = given()
    s.flak = {h(s, "Orel"): 0}
    hold(s, h(s, "Orel"), 1)
    assert not s.flak and s.lost[MEN] == 1
    hold(s, h(s, "Kursk"), 0)
    assert sum(s.lost) == 1, "no flak, no loss"
