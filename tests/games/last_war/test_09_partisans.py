"""Partisans and guerrillas, Security Zones and operations."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.actions import (
    Absorb,
    Deploy,
    Done,
    Flag,
    Fortify,
    Pick,
    Recall,
    Rise,
    Secure,
    Stop,
)
from hexfront.games.last_war.combat import CombatStep, situation
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.games.last_war.front import spare_men
from hexfront.games.last_war.industry import end_zones, finish_works
from hexfront.games.last_war.partisans import (
    Absorption,
    PartisanStep,
    Unrest,
    hideouts,
    reached,
    recruit,
    refuge,
    unrest,
)
from hexfront.games.last_war.sequence import UpdateStep
from hexfront.games.last_war.state import FREE, LastWarState, pag_side
from hexfront.games.last_war.straightening import StraightenStep
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.hexes import bits
from hexfront.kernel import deciders, legal, pending
from hexfront.testing import refusal, roll

from .kit import ALLIES, AXIS, GAME, LSP, MEN, act, battle, given, h, have, p, pool, put


def rising(**what: Any) -> LastWarState:
    what.setdefault("pag_left", [0, 2])
    return given(agenda=(PartisanStep(), DeployStep()), **what)


@pytest.mark.rule("pag.counter")
def test_partisans_are_a_counter_worth_one_man() -> None:
    s = rising()
    act(s, "allies", Rise(1, h(s, "2317")))
    assert not s.pags, "secret until the step is over"
    act(s, "allies", Done())
    assert s.pags == {h(s, "2317"): 1}
    assert any(m.kind == "partisans" and m.at == "2317" for m in GAME.view(s, "axis").markers)
    s.flags = []
    fight = given(
        flags=[("germany", "2418", "2417")], pags={"2417": "ussr"}, points={"germany": {"2418": {"men": 2}}}
    )
    f = situation(fight, h(fight, "2417"), AXIS)
    assert (f.defender.men, f.defender.cv, f.defender.me) == (1, 1, 2)


@pytest.mark.rule("pag.availability")
def test_the_briefing_gives_them_and_they_cost_no_men() -> None:
    s = rising(pool={"ussr": {"men": 4}})
    act(s, "allies", Rise(1, h(s, "2317")))
    act(s, "allies", Rise(1, h(s, "2318")))
    assert refusal(s, "allies", Rise(1, h(s, "2217"))) == "pag.availability"
    assert refusal(s, "allies", Rise(0, h(s, "2217"))) == "pag.availability"
    act(s, "allies", Done())
    assert s.pag_left == (0, 0) and pool(s, "ussr") == 4
    none = rising(pag_left=[0, 0], pool={"germany": {"men": 1}})
    assert isinstance(pending(none), Deployment), "with none at hand the step passes"


@pytest.mark.rule("pag.new")
@pytest.mark.rule("pag.availability")
def test_new_ones_appear_by_the_briefing_up_to_the_most() -> None:
    s = given(turn=1)
    recruit(s, 1)
    assert s.pag_left[1] == 2, "two at the start"
    s.turn = 2
    recruit(s, 1)
    assert s.pag_left[1] == 3, "one more each turn"
    s.pags = {h(s, "2317"): 1, h(s, "2217"): 1}
    recruit(s, 1)
    assert s.pag_left[1] == 2, "four at most, on the map and at hand"
    recruit(s, 0)
    assert s.pag_left[0] == 0


@pytest.mark.rule("pag.not-adjacent")
def test_not_next_to_the_line() -> None:
    s = rising()
    assert refusal(s, "allies", Rise(1, h(s, "2517"))) == "pag.not-adjacent"
    assert refusal(s, "allies", Rise(1, h(s, "Orel"))) == "pag.not-adjacent"
    assert refusal(s, "allies", Rise(1, h(s, "2317"))) == ""
    free = hideouts(s, ALLIES, s.world.country[1])
    front = s.line[0] | s.line[1]
    assert free and not free & (front | s.world.grid.around(front))


@pytest.mark.rule("pag.own-country")
def test_only_in_their_own_country_and_under_the_enemy() -> None:
    s = given(scenario="europe", agenda=(PartisanStep(), DeployStep()), pag_left=[0, 0, 0, 0, 0, 0, 0, 2])
    ussr = p(s, "ussr")
    assert refusal(s, "allies", Rise(ussr, h(s, "Minsk"))) == ""
    assert refusal(s, "allies", Rise(ussr, h(s, "Berlin"))) == "pag.own-country"
    assert refusal(s, "allies", Rise(ussr, h(s, "Sverdlovsk"))) == "pag.own-country", (
        "not behind one's own line"
    )
    assert refusal(s, "allies", Rise(ussr, 999_999)) == "outline.hex-map"
    assert not hideouts(s, ALLIES, s.world.country[ussr]) & ~s.world.country[ussr]


@pytest.mark.rule("pag.one-per-hex")
def test_no_two_in_a_hex() -> None:
    s = rising(pags={"2317": "ussr"})
    assert refusal(s, "allies", Rise(1, h(s, "2317"))) == "pag.one-per-hex"
    act(s, "allies", Rise(1, h(s, "2217")))
    assert refusal(s, "allies", Rise(1, h(s, "2217"))) == "pag.one-per-hex"
    assert h(s, "2317") not in bits(hideouts(s, ALLIES, s.world.country[1]))
    s.pags[h(s, "2217")] = FREE + ALLIES
    act(s, "allies", Done())
    assert s.pags[h(s, "2217")] == FREE + ALLIES and s.pag_left[1] == 2


@pytest.mark.rule("pag.not-in-zone")
@pytest.mark.rule("security.zone-blocks")
def test_not_in_a_security_zone() -> None:
    s = rising(points={"germany": {"2317": {"men": 1}}})
    assert refusal(s, "allies", Rise(1, h(s, "2317"))) == ""
    s.zones = {h(s, "2317"): 0}
    assert refusal(s, "allies", Rise(1, h(s, "2317"))) == "pag.not-in-zone"
    assert not hideouts(s, ALLIES, s.world.country[1]) >> h(s, "2317") & 1
    assert Rise(1, h(s, "2317")) not in legal(s, "allies")


@pytest.mark.rule("pag.immobile")
def test_they_stay_until_the_line_comes() -> None:
    s = given(agenda=(UpdateStep(), StraightenStep()), pags={"2317": "ussr"})
    assert s.phase == "straighten" and s.pags == {h(s, "2317"): 1}
    near = given(agenda=(UpdateStep(), StraightenStep()), pags={"2317": "ussr", "2517": "ussr"})
    assert isinstance(pending(near), Absorption)
    assert refusal(near, "allies", Absorb(h(near, "2317"))) == "pag.immobile"
    assert refusal(near, "allies", Absorb(h(near, "2517"))) == ""
    assert refusal(near, "allies", Absorb(h(near, "2217"))) == "security.absorb"


@pytest.mark.rule("pag.effect")
def test_they_do_nothing_but_hamper_combat() -> None:
    with_, without = given(pags={"2417": "ussr"}), given()
    assert (
        with_.line == without.line and with_.reach == without.reach and with_.flags_left == without.flags_left
    )
    s = given(flags=[("germany", "Orel", "Kursk")], pags={"2417": "ussr"})
    assert [
        x.columns
        for x in s.world.tables.reckon(situation(s, h(s, "Kursk"), AXIS)).shifts
        if x.rule == "shift.enemy-pag"
    ] == [-2]


@pytest.mark.rule("pag.independent")
def test_independent_partisans_rise_by_the_dice() -> None:
    s = given(scenario="europe", turn=1, agenda=(Unrest(0), DeployStep()))
    assert s.world.risings[0].country == "yugoslavia"
    quiet = s.clone()
    roll(quiet, 3)
    assert not quiet.pags and quiet.phase == "deploy"
    roll(s, 4)
    assert type(pending(s)).__name__ == "Uprising"
    label = s.world.label(h(s, "Sarajevo"))
    roll(s, label)
    assert s.pags == {h(s, "Sarajevo"): FREE + ALLIES}
    assert next(m for m in GAME.view(s, "axis").markers if m.kind == "partisans").label == "independent"
    assert [f.number for f in unrest(s)] == [0], "the others come in later years"  # type: ignore[attr-defined]
    s.turn = 5
    assert len(unrest(s)) == 4
    for name in ("Zagreb", "Belgrade", "1925"):
        s.pags[h(s, name)] = FREE + ALLIES
    assert 0 not in [f.number for f in unrest(s)], "three in a country at most"  # type: ignore[attr-defined]
    assert not refuge(s, 0) & s.line[0]
    nowhere = given(scenario="europe", turn=1, agenda=(Unrest(0), DeployStep()))
    for i in bits(refuge(nowhere, 0)):
        nowhere.pags[i] = FREE + ALLIES
    before = dict(nowhere.pags)
    roll(nowhere, 6)
    assert nowhere.pags == before and nowhere.phase == "deploy", "nowhere is left for them to rise"


@pytest.mark.rule("pag.independent")
def test_independent_partisans_count_as_the_occupiers_enemies() -> None:
    s = given(flags=[("germany", "Orel", "Kursk")], pags={"2417": "1"})
    assert situation(s, h(s, "Kursk"), AXIS).attacker.pag is True
    fight = given(
        flags=[("germany", "2418", "2417")], pags={"2417": "1"}, points={"germany": {"2418": {"men": 2}}}
    )
    assert situation(fight, h(fight, "2417"), AXIS).defender.me == 1


# --- security


def garrisoned(**what: Any) -> LastWarState:
    what.setdefault("pool", {"germany": {"lsp": 2, "men": 2}})
    what.setdefault("points", {"germany": {"Kiev": {"men": 1}}})
    s = given(agenda=(DeployStep(),), **what)
    act(s, "axis", Pick(h(s, "Kiev")))
    return s


@pytest.mark.rule("security.zone-cost")
def test_a_zone_takes_an_lsp_and_keeps_a_man() -> None:
    s = garrisoned()
    act(s, "axis", Secure(0, 0))
    assert pool(s, "germany", LSP) == 1 and not s.zones
    assert refusal(s, "axis", Secure(0, 0)) == "security.zone-cost", "one zone a hex"
    act(s, "axis", Stop())
    act(s, "axis", Done())
    act(s, "allies", Done())
    kiev = h(s, "Kiev")
    assert s.zones == {kiev: 0}
    assert spare_men(s, kiev, AXIS) == 0, "its Man cannot leave"
    put(s, "germany", "Kiev", MEN, 0)
    end_zones(s)
    assert not s.zones, "without a Man it ends"
    s.zones = {kiev: 0}
    finish_works(s)
    assert not s.zones
    poor = garrisoned(pool={"germany": {"men": 1}})
    assert refusal(poor, "axis", Secure(0, 0)) == "security.zone-cost"
    bare = garrisoned(points={"germany": {}})
    assert refusal(bare, "axis", Secure(0, 0)) == "security.zone-cost"
    there = garrisoned()
    there.zones = {kiev: 0}
    assert refusal(there, "axis", Secure(0, 0)) == "security.zone-cost"


@pytest.mark.rule("security.zone-cost")
@pytest.mark.rule("sequence.6-withdraw")
def test_the_last_man_of_a_zone_may_be_taken_back_and_the_zone_ends() -> None:
    s = given(agenda=(WithdrawStep(), DeployStep()), points={"germany": {"Kiev": {"men": 1}}})
    kiev = h(s, "Kiev")
    s.zones = {kiev: 0}
    act(s, "axis", Pick(kiev))
    act(s, "axis", Recall(0, MEN, 1))
    assert kiev in s.zones, "nobody knows yet"
    act(s, "axis", Stop())
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert not s.zones and pool(s, "germany") == 1


@pytest.mark.rule("security.zone-cost")
@pytest.mark.rule("fort.cost")
def test_the_man_of_a_zone_does_not_build() -> None:
    s = given(
        agenda=(DeployStep(),),
        points={"germany": {"Kiev": {"men": 1}}},
        pool={"germany": {"lsp": 2, "men": 1}},
    )
    kiev = h(s, "Kiev")
    near = next(j for j in s.world.land_near[kiev] if s.world.play >> j & 1)
    act(s, "axis", Pick(kiev))
    assert refusal(s, "axis", Fortify(0, near)) == ""
    s.zones = {kiev: 0}
    assert refusal(s, "axis", Fortify(0, near)) == "fort.cost"
    act(s, "axis", Deploy(0, MEN, 1))
    assert refusal(s, "axis", Fortify(0, near)) == ""


@pytest.mark.rule("security.zone-cost")
def test_a_zone_with_its_man_stays() -> None:
    s = given(points={"germany": {"Kiev": {"men": 1}}})
    s.zones = {h(s, "Kiev"): 0}
    end_zones(s)
    assert s.zones


@pytest.mark.rule("security.zone-other-use")
def test_a_zone_has_a_declared_purpose() -> None:
    s = garrisoned()
    assert refusal(s, "axis", Secure(0, 9)) == "security.zone-other-use"
    act(s, "axis", Secure(0, 1))
    act(s, "axis", Stop())
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert s.zones[h(s, "Kiev")] // 8 == 1
    assert next(m for m in GAME.view(s, "allies").markers if m.kind == "zone").label == "refugees"


def hunting(**what: Any) -> dict[str, Any]:
    return {
        "flags": [("germany", "2418", "2417")],
        "pags": {"2417": "ussr"},
        "points": {"germany": {"2418": {"men": 3, "tanks": 1}}},
        **what,
    }


@pytest.mark.rule("security.operation")
@pytest.mark.rule("security.operation-flag")
def test_an_operation_is_an_offensive_with_a_flag() -> None:
    s = given(
        agenda=(FlagPlacing(AXIS),),
        phase="flags",
        pags={"2417": "ussr"},
        points={"germany": {"2418": {"men": 3}}},
    )
    act(s, "axis", Pick(h(s, "2418")))
    assert refusal(s, "axis", Flag(0, h(s, "2318"))) == "flags.on-hexside", "no partisans there"
    act(s, "axis", Flag(0, h(s, "2417")))
    act(s, "axis", Done())
    assert s.flags_left[0] == 2
    f = situation(s, h(s, "2417"), AXIS)
    assert f.attacker.men == 3 and f.defender.cv == 1 and f.layers == 0 and f.city is False
    assert f.attacker.pag is False, "those it fights do not hamper it"
    s.pags[h(s, "2418")] = FREE + ALLIES
    assert situation(s, h(s, "2417"), AXIS).attacker.pag is True, "others do"
    idle = given(agenda=(CombatStep(),), pags={"2417": "ussr"}, points={"germany": {"2418": {"men": 3}}})
    assert not idle.agenda and idle.pags, "without a flag nothing happens to them"


@pytest.mark.rule("security.operation")
def test_their_own_side_does_not_hunt_them() -> None:
    s = given(
        held={"ussr": ["2417"]},
        pags={"2417": "ussr"},
        points={"ussr": {"2417": {"men": 2}}},
        agenda=(FlagPlacing(ALLIES),),
        phase="flags",
        men=2,
    )
    from hexfront.games.last_war.flags import is_pag_target

    assert not is_pag_target(s, h(s, "2417"), ALLIES)
    assert not is_pag_target(s, h(s, "2417"), AXIS), "the enemy must hold the hex"


@pytest.mark.rule("security.pag-destroyed")
def test_partisans_that_lose_are_destroyed() -> None:
    won = battle((6, 1), **hunting())
    assert not won.pags
    held = battle((1, 6), **hunting(me=[1, 3]))
    assert held.pags, "a forest, and a bad day"
    bled = battle((1, 6), **hunting(points={"germany": {"2418": {"men": 20}}}, me=[5, 5]))
    assert not bled.pags, "their Man is lost"


@pytest.mark.rule("security.absorb")
def test_the_line_takes_them_in() -> None:
    own = given(
        agenda=(UpdateStep(), StraightenStep()), held={"ussr": ["Orel", "2517"]}, pags={"2517": "ussr"}, men=2
    )
    assert deciders(own) == ("allies",), "they are nobody else's"
    act(own, "allies", Absorb(h(own, "2517")))
    assert refusal(own, "allies", Absorb(h(own, "2517"))) == "security.absorb"
    before = have(own, "ussr", "2517")
    act(own, "allies", Done())
    assert have(own, "ussr", "2517") == before + 1 and not own.pags
    passed = given(agenda=(UpdateStep(), StraightenStep()), pags={"2517": "ussr"})
    act(passed, "allies", Absorb(h(passed, "2517")))
    act(passed, "allies", Done())
    assert pool(passed, "ussr") == 1 and not passed.pags, "the enemy's line passed over them"
    kept = given(agenda=(UpdateStep(), StraightenStep()), pags={"2517": "ussr"})
    act(kept, "allies", Done())
    assert kept.pags, "or they stay"
    assert reached(kept, h(kept, "2517"))
    far = given(pags={"2317": "ussr"})
    assert not reached(far, h(far, "2317"))


def test_deployment_beside_partisans_feeds_an_operation() -> None:
    s = given(agenda=(DeployStep(),), pags={"2417": "ussr"}, pool={"germany": {"men": 2}})
    act(s, "axis", Pick(h(s, "2418")))
    act(s, "axis", Deploy(0, MEN, 1))
    assert have(s, "germany", "2418") == 1


@pytest.mark.rule("shift.enemy-pag")
@pytest.mark.rule("pag.effect")
@pytest.mark.rule("combat.1-sum")
def test_partisans_in_the_attacked_hex_itself_spoil_its_defence() -> None:
    s = given(
        points={"germany": {"Kharkov": {"men": 4}}, "ussr": {"2819": {"men": 4}}},
        flags=[("ussr", "2819", "Kharkov")],
        pags={"Kharkov": "ussr"},
    )
    f = situation(s, h(s, "Kharkov"), ALLIES)
    assert f.defender.pag and not f.attacker.pag
    clear = given(
        points={"germany": {"Kharkov": {"men": 4}}, "ussr": {"2819": {"men": 4}}},
        flags=[("ussr", "2819", "Kharkov")],
    )
    assert not situation(clear, h(clear, "Kharkov"), ALLIES).defender.pag


@pytest.mark.rule("pag.availability")
@pytest.mark.rule("security.absorb")
def test_what_partisan_steps_offer() -> None:
    s = given(agenda=(PartisanStep(),), pag_left=[0, 1])
    from hexfront.games.last_war.partisans import hideouts

    assert {x.hex for x in legal(s, "allies") if isinstance(x, a.Rise)} == {
        i for i in s.world.grid if hideouts(s, ALLIES, s.world.country[1]) >> i & 1
    }
    absorbed = given(agenda=(UpdateStep(),), pags={"2517": "ussr"})
    assert legal(absorbed, "allies") == [a.Done(), a.Absorb(h(absorbed, "2517"))]
    assert refusal(absorbed, "allies", a.Absorb(h(absorbed, "Kiev"))) == "security.absorb"


@pytest.mark.rule("security.pag-destroyed")
def test_an_operation_ends_with_a_whole_line() -> None:
    from hexfront.games.last_war.combat import operation

    s = given(pags={"2417": "ussr"}, pool={"germany": {"men": 1}})
    s.at.pop((h(s, "Orel") * 8) * 6)
    operation(s, h(s, "2417"), AXIS, [], "stay", {"man": 0, "tank": 0, "air": 0})
    assert s.pags and have(s, "germany", "Orel") == 1


@pytest.mark.rule("pag.independent")
def test_whose_partisans_are_whose() -> None:
    s = given()
    assert [pag_side(s, owner) for owner in (0, 1, FREE, FREE + 1)] == [AXIS, ALLIES, AXIS, ALLIES]
