"""What a Pool can pay for overseas: works, zones, bases and flak by merchant route, and whom bombs frighten."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.bombing import AirStep, can_pay, nation_of, strike
from hexfront.games.last_war.deployment import DeployStep, delivers, pays_lsp, shipping
from hexfront.games.last_war.naval import Convoy
from hexfront.games.last_war.sequence import Assessment
from hexfront.games.last_war.state import NOBODY, LastWarState, assessment
from hexfront.games.last_war.view import resample
from hexfront.kernel import SeededSource, legal, pending
from hexfront.testing import act, refusal

from .kit import ALLIES, AXIS, BOMBERS, GAME, LSP, MEN, given, go, h, have, p, pool, put

HONOLULU, MIDWAY = "Honolulu", "Midway"


def pacific(**what: Any) -> LastWarState:
    """The Pacific in spring 1944, with the United States about to deploy."""
    what.setdefault("pool", {"usa": {"lsp": 6, "men": 3, "bombers": 2}})
    s = given(scenario="pacific", turn=9, **what)
    s.concrete[p(s, "usa")] = 1
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
    s.shipped[usa] += before - 3
    assert shipping(s, usa) == 1 and pays_lsp(s, usa, place, 1) and not pays_lsp(s, usa, place, 2)
    act(s, "allies", a.Pick(h(s, MIDWAY)))
    assert refusal(s, "allies", a.BuildBase(usa)) == "bombing.base-needed", "no room for two"
    act(s, "allies", a.Deploy(usa, MEN, 1))
    assert refusal(s, "allies", a.Secure(usa, 0)) == "security.zone-cost", "no room for one"
    s.concrete[usa] = 2
    assert refusal(s, "allies", a.BuildFlak(usa)) == "flak.cost"
    s.shipped[usa] -= 1
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
    cut.shores[britain] = 0
    assert refusal(cut, "allies", a.Fortify(britain, gazala)) == "fort.cost", (
        "nothing comes to a place cut off"
    )


@pytest.mark.rule("pool.overland")
@pytest.mark.rule("pool.overseas")
def test_what_comes_overland_needs_no_ship() -> None:
    s = given(scenario="europe", pool={"germany": {"lsp": 9}}, agenda=(DeployStep(),))
    orel = h(s, "Orel")
    s.shipped[0] = 99
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
    assert refusal(s, "allies", a.Done()) == "sequence.2-minimum-first"
    s.shipped[p(s, "britain")] = 24
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
    s.shores[usa] = 0
    assert not can_pay(s, usa, honolulu) and refusal(s, "allies", a.Support(usa, 1)) == "bombing.base-lsp"
    assert a.Support(usa, 1) not in legal(s, "allies")


@pytest.mark.rule("bombing.role-terror-effect")
def test_bombs_frighten_those_whose_country_it_is() -> None:
    s = given(scenario="pacific", turn=9)
    japan = p(s, "japan")
    assert nation_of(s, h(s, "Tokyo")) == japan
    assert nation_of(s, h(s, "Rabaul")) == NOBODY, "an island far from home"
    assert nation_of(s, h(s, "Singapore")) == NOBODY, "an occupied city"
    before = list(s.morale)
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
    s.me[italy] = 1
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

    s = given(scenario="pacific", turn=9, agenda=(WithdrawStep(), DeployStep()))
    usa = p(s, "usa")
    s.bases = {h(s, HONOLULU): 1 << usa, h(s, MIDWAY): 1 << usa}
    put(s, "usa", HONOLULU, BOMBERS, 2)
    act(s, "allies", a.Pick(h(s, HONOLULU)))
    act(s, "allies", a.Recall(usa, BOMBERS, 1))
    act(s, "allies", a.Recall(usa, BOMBERS, 1))
    act(s, "allies", a.Stop())
    act(s, "allies", a.Done())
    act(s, "axis", a.Done())
    act(s, "allies", a.Pick(h(s, MIDWAY)))
    act(s, "allies", a.Deploy(usa, BOMBERS, 1))
    assert have(s, "usa", MIDWAY, BOMBERS) == 1 and pool(s, "usa", BOMBERS) == 1
