"""Strategic bombing, air defence and flak."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war.actions import (
    Bomb,
    BuildBase,
    BuildFlak,
    Deploy,
    Done,
    FromNavy,
    Guard,
    Man,
    Pick,
    Shut,
    Stop,
    Support,
    ToNavy,
)
from hexfront.games.last_war.bombing import (
    AirOrders,
    AirStep,
    Interception,
    LineChoice,
    LineHit,
    Raid,
    battery,
    defences,
    flight,
    is_target,
    lines_left,
    zone_at,
)
from hexfront.games.last_war.cards import kept_bombers
from hexfront.games.last_war.combat import situation
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.games.last_war.front import sea_strength
from hexfront.games.last_war.industry import IndustryStep, finish_works, muster, output
from hexfront.games.last_war.plans import Attack
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import Dice, deciders, legal, pending, with_item
from hexfront.testing import refusal, roll

from .kit import AIR, ALLIES, AXIS, BOMBERS, GAME, LSP, MEN, act, given, go, h, have, p, pool, put, top


def air(**what: Any) -> LastWarState:
    """Bombers at Norwich, spring 1942."""
    what.setdefault("points", {"britain": {"Norwich": {"bombers": 4}}, "usa": {"Norwich": {"bombers": 1}}})
    what.setdefault(
        "pool", {"britain": {"lsp": 3, "air": 3}, "usa": {"lsp": 1}, "germany": {"air": 3, "lsp": 3}}
    )
    turn = what.pop("turn", 1)
    s = given(scenario="europe", turn=turn, **what)
    s.bases = {h(s, "Norwich"): 1 << p(s, "britain") | 1 << p(s, "usa")}
    s.agenda = (AirStep(), DeployStep())
    return go(s)


def done(s: LastWarState) -> None:
    for seat in list(deciders(s)):
        act(s, seat, Done())


BRITAIN = 5
USA = 6
INDUSTRY, TERROR = 0, 1


@pytest.mark.rule("bombing.base-needed")
def test_bombers_fly_from_a_base_and_go_to_one() -> None:
    s = air()
    assert refusal(s, "allies", Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 1)) == ""
    assert refusal(s, "allies", Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 5)) == "bombing.base-needed", (
        "only four are there"
    )
    assert refusal(s, "allies", Support(BRITAIN, 5)) == "bombing.base-needed"
    s.bases = {h(s, "Norwich"): 1 << USA}
    assert refusal(s, "allies", Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 1)) == "bombing.base-needed", (
        "not their base"
    )
    d = given(scenario="europe", agenda=(DeployStep(),), pool={"britain": {"bombers": 1, "lsp": 4, "men": 1}})
    act(d, "allies", Pick(h(d, "London")))
    assert refusal(d, "allies", Deploy(BRITAIN, BOMBERS, 1)) == "bombing.base-needed"
    act(d, "allies", BuildBase(BRITAIN))
    assert pool(d, "britain", LSP) == 2
    assert refusal(d, "allies", BuildBase(BRITAIN)) == "bombing.base-needed", "one is being built"
    act(d, "allies", Stop())
    act(d, "allies", Pick(h(d, "Birmingham")))
    d.pool[BRITAIN * 6 + LSP] = 1
    assert refusal(d, "allies", BuildBase(BRITAIN)) == "bombing.base-needed", "it costs two LSP"
    act(d, "allies", Stop())
    done(d)
    assert d.new_bases == {h(d, "London"): 1 << BRITAIN} and not d.bases
    finish_works(d)
    assert d.bases == {h(d, "London"): 1 << BRITAIN} and not d.new_bases


@pytest.mark.rule("bombing.base-needed")
def test_no_base_in_the_line() -> None:
    d = given(scenario="europe", agenda=(DeployStep(),), pool={"ussr": {"lsp": 4, "men": 1}})
    act(d, "allies", Pick(h(d, "Rostov")))
    assert refusal(d, "allies", BuildBase(p(d, "ussr"))) == "bombing.base-needed"
    beach = next(iter(d.world.beaches))
    build = BuildBase(BRITAIN)
    found = Deployment().wrong_base(d, beach, build)
    assert found is not None and "behind the line" in found.reason
    based = given(scenario="europe", pool={"britain": {"bombers": 2}})
    based.bases = {h(based, "Norwich"): 1 << BRITAIN}
    based.agenda = (DeployStep(),)
    go(based)
    act(based, "allies", Pick(h(based, "Norwich")))
    act(based, "allies", Deploy(BRITAIN, BOMBERS, 1))
    assert have(based, "britain", "Norwich", BOMBERS) == 1


@pytest.mark.rule("bombing.base-capacity")
def test_a_base_takes_any_number() -> None:
    s = air(points={"britain": {"Norwich": {"bombers": 60}}})
    act(s, "allies", Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 5))
    for _ in range(10):
        act(s, "allies", Support(BRITAIN, 5))
    assert refusal(s, "allies", Support(BRITAIN, 5)) == ""
    done(s)
    assert kept_bombers(s, BRITAIN) == 50


@pytest.mark.rule("bombing.base-lsp")
def test_a_base_costs_an_lsp_in_a_turn_it_operates() -> None:
    s = air()
    act(s, "allies", Bomb(BRITAIN, TERROR, h(s, "Essen"), 1))
    act(s, "allies", Support(BRITAIN, 1))
    done(s)
    assert pool(s, "britain", LSP) == 2, "once, however many fly"
    assert s.paid == 1 << h(s, "Norwich")
    idle = air()
    done(idle)
    assert pool(idle, "britain", LSP) == 3 and idle.paid == 0
    broke = air(pool={"britain": {"air": 1}})
    assert refusal(broke, "allies", Bomb(BRITAIN, TERROR, h(broke, "Essen"), 1)) == "bombing.base-lsp"
    assert refusal(broke, "allies", Support(BRITAIN, 1)) == "bombing.base-lsp"


@pytest.mark.rule("bombing.range")
@pytest.mark.parametrize(("turn", "far"), [(1, 5), (5, 6), (9, 7), (14, 7)])
def test_range_grows_with_the_years(turn: int, far: int) -> None:
    s = air(turn=turn)
    assert s.world.bomber_range(s.world.turns[turn - 1].year) == far
    norwich = h(s, "Norwich")
    berlin = s.world.grid.distance(norwich, h(s, "Berlin"))
    assert (refusal(s, "allies", Bomb(BRITAIN, TERROR, h(s, "Berlin"), 1)) == "") is (berlin <= far)
    towns = [i for i in s.world.grid if s.world.towns >> i & 1 and s.ground[0] >> i & 1]
    for i in towns:
        near = s.world.grid.distance(norwich, i) <= far
        assert (refusal(s, "allies", Bomb(BRITAIN, TERROR, i, 1)) == "bombing.range") is (not near)


@pytest.mark.rule("bombing.one-role")
def test_each_counter_has_one_role() -> None:
    s = air(points={"britain": {"Norwich": {"bombers": 2}}})
    act(s, "allies", Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 1))
    act(s, "allies", Support(BRITAIN, 1))
    assert refusal(s, "allies", Support(BRITAIN, 1)) == "bombing.base-needed", "none is left"
    assert refusal(s, "allies", Bomb(BRITAIN, TERROR, h(s, "Essen"), 1)) == "bombing.base-needed"
    assert refusal(s, "allies", Bomb(BRITAIN, 7, h(s, "Essen"), 1)) == "bombing.one-role"
    assert refusal(s, "allies", Support(BRITAIN, 3)) == "bombing.one-role"
    assert refusal(s, "allies", Support(0, 1)) == "bombing.one-role", "not one's own air force"
    assert not GAME.view(s, "axis").extra["plans"], "secret from the enemy"
    done(s)
    assert kept_bombers(s, BRITAIN) == 1
    muster(s)
    assert kept_bombers(s, BRITAIN) == 0, "chosen anew each turn"


@pytest.mark.rule("bombing.role-industry")
def test_each_counter_that_gets_through_shuts_a_line_of_the_owners_choice() -> None:
    s = air()
    assert refusal(s, "allies", Bomb(BRITAIN, INDUSTRY, h(s, "Hamburg"), 1)) == "bombing.role-industry"
    act(s, "allies", Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 1))
    act(s, "allies", Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 1))
    done(s)
    zone = zone_at(s, h(s, "Essen"))
    assert pending(s) == LineChoice(zone) and deciders(s) == ("axis",)
    assert lines_left(s, zone) == ["tanks", "tanks", "air", "air"]
    assert refusal(s, "axis", Shut(3)) == "bombing.role-industry", "no LSP are made there"
    assert refusal(s, "axis", Shut(99)) == "bombing.role-industry"
    full = output(s, 0)
    act(s, "axis", Shut(0))
    act(s, "axis", Shut(1))
    less = output(s, 0)
    assert (full["tanks"] - less["tanks"], full["air"] - less["air"], full["lsp"] - less["lsp"]) == (1, 1, 0)
    s.agenda = (IndustryStep(), DeployStep())
    tanks = pool(s, "germany", 1)
    go(s)
    roll(s, 1)
    assert pool(s, "germany", 1) == tanks + less["tanks"] and not s.shut, "for this turn only"


@pytest.mark.rule("bombing.role-industry")
def test_no_more_lines_than_a_zone_has() -> None:
    s = air(points={"britain": {"Norwich": {"bombers": 5}}})
    act(s, "allies", Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 5))
    done(s)
    while isinstance(pending(s), LineChoice):
        act(s, "axis", Shut(0 if "tanks" in lines_left(s, zone_at(s, h(s, "Essen"))) else 1))
    assert sum(s.shut.values()) == 4 and lines_left(s, zone_at(s, h(s, "Essen"))) == []
    lost = given(
        scenario="europe", held={"britain": ["Essen"]}, pool={"germany": {"men": 9}, "britain": {"men": 3}}
    )
    assert zone_at(lost, h(lost, "Essen")) == -1, "a lost zone is no target"
    assert zone_at(lost, h(lost, "Breslau")) >= 0


@pytest.mark.rule("bombing.role-terror")
def test_terror_strikes_named_towns_of_the_enemy() -> None:
    s = air()
    assert refusal(s, "allies", Bomb(BRITAIN, TERROR, h(s, "Calais"), 1)) == ""
    assert refusal(s, "allies", Bomb(BRITAIN, TERROR, h(s, "London"), 1)) == "bombing.role-terror"
    nameless = next(
        i for i in s.world.near(h(s, "Essen")) if s.ground[0] >> i & 1 and not s.world.towns >> i & 1
    )
    assert refusal(s, "allies", Bomb(BRITAIN, TERROR, nameless, 1)) == "bombing.role-terror"


@pytest.mark.rule("bombing.role-industry")
@pytest.mark.rule("bombing.role-terror")
def test_each_kind_of_bombs_has_its_own_targets() -> None:
    s = air()
    town, zone = h(s, "Calais"), h(s, "Essen")
    assert is_target(s, zone, AXIS, INDUSTRY) and is_target(s, zone, AXIS, TERROR)
    assert is_target(s, town, AXIS, TERROR) and not is_target(s, town, AXIS, INDUSTRY), "no industry there"
    assert not is_target(s, town, ALLIES, TERROR), "not theirs"


@pytest.mark.rule("bombing.role-terror-effect")
def test_unopposed_terror_lowers_morale_once_a_turn() -> None:
    s = air()
    act(s, "allies", Bomb(BRITAIN, TERROR, h(s, "Essen"), 1))
    act(s, "allies", Bomb(BRITAIN, TERROR, h(s, "Calais"), 1))
    done(s)
    assert s.morale[0] == 9
    quiet = air(morale=[7, 6, 6, 8, 4, 10, 10, 10])
    done(quiet)
    assert quiet.morale[0] == 8, "it recovers in a quiet turn"
    assert quiet.morale[1] == 6, "never above where it began"
    low = air(morale=[0, 6, 6, 8, 4, 10, 10, 10])
    act(low, "allies", Bomb(BRITAIN, TERROR, h(low, "Essen"), 1))
    done(low)
    assert low.morale[0] == 0


@pytest.mark.rule("bombing.role-terror-effect")
def test_opposed_terror_does_nothing() -> None:
    s = air()
    for i in [j for j in s.world.near(h(s, "Essen")) if s.ground[0] >> j & 1] + [h(s, "Essen")]:
        s.guard[i * 8] = 1
    s.agenda = (Raid(BRITAIN, TERROR, h(s, "Norwich"), h(s, "Essen"), 4), DeployStep())
    go(s)
    assert isinstance(pending(s), Interception)
    roll(s, tuple([1] * top(s).against(s)[0]))
    assert s.morale[0] == 10


@pytest.mark.rule("bombing.role-naval")
@pytest.mark.rule("bombing.naval-conversion")
def test_bombers_go_over_to_the_navy_in_a_turn() -> None:
    s = air()
    sea = s.world.areas.index("north_sea")
    assert refusal(s, "allies", ToNavy(BRITAIN, 99)) == "bombing.role-naval"
    assert refusal(s, "allies", ToNavy(BRITAIN, s.world.areas.index("black_sea"))) == "bombing.role-naval", (
        "out of range"
    )
    before = sea_strength(s, sea, ALLIES)
    act(s, "allies", ToNavy(BRITAIN, sea))
    done(s)
    assert have(s, "britain", "Norwich", BOMBERS) == 3, "handed over completely"
    assert sea_strength(s, sea, ALLIES) == before, "a turn between"
    s.agenda = (AirStep(), DeployStep())
    go(s)
    assert sea_strength(s, sea, ALLIES) == before + 1
    assert refusal(s, "allies", FromNavy(BRITAIN, s.world.areas.index("baltic"))) == "bombing.role-naval"
    act(s, "allies", FromNavy(BRITAIN, sea))
    assert refusal(s, "allies", FromNavy(BRITAIN, sea)) == "bombing.role-naval"
    done(s)
    assert sea_strength(s, sea, ALLIES) == before and pool(s, "britain", BOMBERS) == 0
    s.agenda = (AirStep(), DeployStep())
    go(s)
    assert pool(s, "britain", BOMBERS) == 1, "and back in a turn"


@pytest.mark.rule("bombing.role-land")
def test_support_counts_as_air_points() -> None:
    s = air()
    act(s, "allies", Support(BRITAIN, 1))
    done(s)
    assert kept_bombers(s, BRITAIN) == 1
    s.backing = {(h(s, "Calais") * 8 + BRITAIN) * 2: 1}

    put(s, "britain", "Dover", MEN, 4)
    s.flags = [Attack(BRITAIN, h(s, "Dover"), h(s, "Calais"), True, False)]
    assert situation(s, h(s, "Calais"), ALLIES).attacker.air == 1


@pytest.mark.rule("airdef.placement")
def test_aircraft_stand_guard_in_any_threatened_hex() -> None:
    s = air()
    essen = h(s, "Essen")
    act(s, "axis", Guard(0, essen))
    nameless = next(i for i in s.world.near(essen) if s.ground[0] >> i & 1 and not s.world.towns >> i & 1)
    act(s, "axis", Guard(0, nameless))
    assert refusal(s, "axis", Guard(0, h(s, "Kharkov"))) == "airdef.placement", "no bomber comes there"
    assert refusal(s, "axis", Guard(0, h(s, "London"))) == "airdef.placement", "over the enemy's own ground"
    at_sea = next(i for i in s.world.near(h(s, "Amsterdam")) if s.world.water >> i & 1)
    assert refusal(s, "axis", Guard(0, at_sea)) == "", "over the sea, on the bombers' way"
    assert Guard(0, at_sea) in legal(s, "axis")
    assert refusal(s, "axis", Guard(0, 999_999)) == "outline.hex-map"
    act(s, "axis", Guard(0, essen))
    assert refusal(s, "axis", Guard(0, essen)) == "airdef.placement", "the Pool has three"
    done(s)
    assert pool(s, "germany", AIR) == 0 and s.guard == {essen * 8: 2, nameless * 8: 1}
    assert defences(s, essen, 0) == (2, 0)
    muster(s)
    assert pool(s, "germany", AIR) == 3 and not s.guard, "one duty a turn"


@pytest.mark.rule("airdef.placement")
def test_bombers_go_round_what_they_can() -> None:
    s = air()
    norwich, essen = h(s, "Norwich"), h(s, "Essen")
    straight = flight(s, norwich, essen, 0)
    assert straight[0] == norwich and straight[-1] == essen and len(straight) - 1 <= 5
    s.guard = {straight[1] * 8: 1} if not s.world.water >> straight[1] & 1 else {h(s, "Amsterdam") * 8: 1}
    around = flight(s, norwich, essen, 0)
    assert not any(defences(s, i, 0) != (0, 0) for i in around[1:])
    assert len(around) - 1 <= 5
    s.guard = {essen * 8: 1}
    assert flight(s, norwich, essen, 0)[-1] == essen, "the target itself cannot be avoided"


def intercepted(count: int, guards: int, dice: tuple[int, ...], flak: bool = False) -> LastWarState:
    s = air(points={"britain": {"Norwich": {"bombers": 5}}})
    essen = h(s, "Essen")
    if guards:
        s.guard = {essen * 8: guards}
    if flak:
        s.flak = {essen: 0}
        s.flak_on = 1 << essen
    s.agenda = (Raid(BRITAIN, INDUSTRY, h(s, "Norwich"), essen, count), DeployStep())
    go(s)
    roll(s, dice)
    return s


def shut_lines(s: LastWarState) -> int:
    return sum(1 for frame in s.agenda if isinstance(frame, LineChoice | LineHit))


@pytest.mark.rule("airdef.cancel")
def test_each_air_unit_cancels_a_bomber() -> None:
    assert shut_lines(intercepted(3, 1, (1,))) == 2
    assert shut_lines(intercepted(3, 2, (1, 2))) == 1
    assert shut_lines(intercepted(1, 2, (1, 2))) == 0


@pytest.mark.rule("airdef.casualty")
def test_a_six_brings_a_bomber_down() -> None:
    s = intercepted(3, 2, (6, 5))
    assert have(s, "britain", "Norwich", BOMBERS) == 4 and s.lost[BRITAIN * 6 + BOMBERS] == 1
    assert shut_lines(s) == 0, "one lost, two turned back"
    s = intercepted(1, 3, (6, 6, 6))
    assert have(s, "britain", "Norwich", BOMBERS) == 4, "no more than came"
    s = intercepted(3, 1, (5,))
    assert have(s, "britain", "Norwich", BOMBERS) == 5


@pytest.mark.rule("flak.as-ad")
def test_a_running_flak_zone_counts_as_an_air_unit() -> None:
    assert shut_lines(intercepted(3, 0, (1, 1, 1), flak=True)) == 2
    s = air()
    s.flak = {h(s, "Essen"): 0}
    assert defences(s, h(s, "Essen"), 0) == (0, 0), "unpaid it is silent"
    s.flak_on = 1 << h(s, "Essen")
    assert defences(s, h(s, "Essen"), 0) == (0, 1)
    assert defences(s, h(s, "Essen"), 1) == (0, 0)


@pytest.mark.rule("airdef.cancel")
@pytest.mark.rule("flak.as-ad")
def test_an_air_unit_cancels_one_bomber_a_turn_and_no_more() -> None:
    s = air(points={"britain": {"Norwich": {"bombers": 5}}})
    essen, norwich = h(s, "Essen"), h(s, "Norwich")
    s.guard = {essen * 8: 2}
    s.flak, s.flak_on = {essen: 0}, 1 << essen
    one = Raid(BRITAIN, INDUSTRY, norwich, essen, 1)
    s.agenda = (one, Raid(BRITAIN, INDUSTRY, norwich, essen, 3), one, DeployStep())
    go(s)
    roll(s, (1, 1, 1))
    assert s.cancelled == {essen: 1} and shut_lines(s) == 0, "the first bomber is turned back"
    roll(s, (1, 1, 1, 1, 1))
    assert s.cancelled == {essen: 3} and shut_lines(s) == 1, "of three more only two"
    act(s, "axis", Shut(0))
    assert isinstance(pending(s), Interception), "those who have turned one back still shoot"
    roll(s, (1, 1, 1))
    assert s.cancelled == {essen: 3} and shut_lines(s) == 1, "the last bomber gets through"
    muster(s)
    assert s.cancelled == {}, "a new turn, new defenders"


@pytest.mark.rule("airdef.cancel")
def test_bombers_shot_down_need_not_be_turned_back() -> None:
    s = intercepted(3, 2, (6, 6))
    assert s.cancelled == {h(s, "Essen"): 1} and shut_lines(s) == 0


@pytest.mark.rule("flak.roll-each")
def test_flak_rolls_against_every_bomber() -> None:
    s = air(points={"britain": {"Norwich": {"bombers": 5}}})
    essen = h(s, "Essen")
    s.flak, s.flak_on, s.guard = {essen: 0}, 1 << essen, {essen * 8: 2}
    s.agenda = (Raid(BRITAIN, INDUSTRY, h(s, "Norwich"), essen, 5), DeployStep())
    go(s)
    frame = pending(s)
    assert isinstance(frame, Interception)
    assert frame.outcomes(s).count == 2 + 5  # type: ignore[attr-defined]
    roll(s, (1, 1, 6, 6, 1, 1, 1))
    assert have(s, "britain", "Norwich", BOMBERS) == 3


@pytest.mark.rule("flak.cost")
def test_a_flak_zone_takes_a_man_and_concrete() -> None:
    s = given(
        scenario="europe",
        agenda=(DeployStep(),),
        pool={"germany": {"men": 3, "lsp": 1}},
        concrete=[1, 0, 0, 0, 0, 0, 0, 0],
    )
    act(s, "axis", Pick(h(s, "Essen")))
    act(s, "axis", BuildFlak(0))
    assert pool(s, "germany") == 2
    assert refusal(s, "axis", BuildFlak(0)) == "flak.cost", "one a hex"
    act(s, "axis", Stop())
    act(s, "axis", Pick(h(s, "Berlin")))
    assert refusal(s, "axis", BuildFlak(0)) == "flak.cost", "no concrete left"
    act(s, "axis", Stop())
    done(s)
    assert s.flak == {h(s, "Essen"): 0} and s.concrete[0] == 0
    broke = given(
        scenario="europe",
        agenda=(DeployStep(),),
        pool={"germany": {"lsp": 1}},
        concrete=[1, 0, 0, 0, 0, 0, 0, 0],
    )
    act(broke, "axis", Pick(h(broke, "Essen")))
    assert refusal(broke, "axis", BuildFlak(0)) == "flak.cost", "no Man"
    two = given(
        scenario="europe",
        agenda=(DeployStep(),),
        pool={"germany": {"men": 3}},
        concrete=[2, 0, 0, 0, 0, 0, 0, 0],
    )
    two.flak = {h(two, "Essen"): 0}
    act(two, "axis", Pick(h(two, "Essen")))
    assert refusal(two, "axis", BuildFlak(0)) == "flak.cost"


@pytest.mark.rule("flak.no-land-defence")
def test_flak_does_nothing_against_a_land_attack() -> None:
    with_ = given(flags=[("germany", "Orel", "Kursk")])
    without = situation(with_, h(with_, "Kursk"), 0)
    with_.flak = {h(with_, "Kursk"): 1}
    with_.flak_on = 1 << h(with_, "Kursk")
    f = situation(with_, h(with_, "Kursk"), 0)
    assert f == without and f.layers == 0


@pytest.mark.rule("flak.running-cost")
def test_an_lsp_runs_three_zones_that_touch() -> None:
    s = air(pool={"germany": {"lsp": 1, "air": 1}, "britain": {"lsp": 1}})
    essen = h(s, "Essen")
    ring = [i for i in s.world.near(essen) if s.ground[0] >> i & 1][:3]
    s.flak = dict.fromkeys((essen, *ring), 0)
    s.flak[h(s, "Berlin")] = 0
    assert battery(s, essen).bit_count() == 3
    assert battery(s, h(s, "Berlin")) == 1 << h(s, "Berlin"), "only what touches"
    act(s, "axis", Man(0, essen))
    assert refusal(s, "axis", Man(0, essen)) == "flak.running-cost", "paid for"
    assert refusal(s, "axis", Man(0, h(s, "Berlin"))) == "flak.running-cost", "no LSP left"
    assert refusal(s, "axis", Man(0, h(s, "Hamburg"))) == "flak.running-cost", "no zone there"
    assert refusal(s, "allies", Man(BRITAIN, essen)) == "flak.running-cost"
    done(s)
    assert pool(s, "germany", LSP) == 0 and s.flak_on.bit_count() == 3
    muster(s)
    assert s.flak_on == 0, "to be paid each turn"
    s.flak[ring[0]] = 1
    assert not battery(s, essen) >> ring[0] & 1, "another power's zone does not count"


@pytest.mark.rule("airdef.casualty")
@pytest.mark.rule("airdef.placement")
@pytest.mark.parametrize("clicks", [(5,), (1, 1, 1, 1, 1)])
def test_dice_against_bombers_do_not_depend_on_how_they_were_sent(clicks: tuple[int, ...]) -> None:
    points = {"britain": {"Norwich": {"bombers": 6}, "Dover": {"bombers": 5}}}
    s = air(points=points, bases={})
    s.bases[h(s, "Dover")] = 1 << BRITAIN
    essen = h(s, "Essen")
    act(s, "axis", Guard(0, essen))
    act(s, "axis", Guard(0, essen))
    for lot in clicks:
        act(s, "allies", Bomb(BRITAIN, TERROR, essen, lot))
    done(s)
    frame = pending(s)
    assert isinstance(frame, Interception) and frame.count == 5 and frame.base == h(s, "Norwich")
    assert frame.outcomes(s) == Dice(2), "a die for each air unit"
    assert not any(isinstance(each, Raid) for each in s.agenda), "one mission from one base is one raid"


@pytest.mark.rule("airdef.casualty")
def test_other_targets_and_other_air_forces_are_other_raids() -> None:
    s = air()
    essen, calais = h(s, "Essen"), h(s, "Calais")
    act(s, "allies", Bomb(BRITAIN, TERROR, essen, 1))
    act(s, "allies", Bomb(BRITAIN, INDUSTRY, essen, 1))
    act(s, "allies", Bomb(BRITAIN, TERROR, calais, 1))
    act(s, "allies", Bomb(USA, TERROR, essen, 1))
    act(s, "allies", Bomb(BRITAIN, TERROR, essen, 1))
    frame = s.agenda[0]
    assert isinstance(frame, AirOrders)
    norwich = h(s, "Norwich")
    assert frame.finish(s)[:-1] == (
        Raid(BRITAIN, TERROR, norwich, essen, 2), Raid(BRITAIN, INDUSTRY, norwich, essen, 1),
        Raid(BRITAIN, TERROR, norwich, calais, 1), Raid(USA, TERROR, norwich, essen, 1),
    )  # fmt: skip


@pytest.mark.rule("flak.running-cost")
def test_flak_without_a_route_from_home_is_not_run() -> None:
    s = air(flak={})
    essen = h(s, "Essen")
    s.flak = {essen: 0}
    assert refusal(s, "axis", Man(0, essen)) == "" and Man(0, essen) in legal(s, "axis")
    s.reach = with_item(s.reach, 0, s.reach[0] & ~(1 << essen))
    assert refusal(s, "axis", Man(0, essen)) == "flak.running-cost" and Man(0, essen) not in legal(s, "axis")
    s.shores = with_item(s.shores, 0, s.shores[0] | (1 << essen))
    assert refusal(s, "axis", Man(0, essen)) == "", "by sea"


@pytest.mark.rule("airdef.placement")
def test_aircraft_of_the_map_fly_air_defence_where_that_is_chosen() -> None:
    there = {"germany": {"Orel": {"air": 2, "men": 1}, "Kharkov": {"air": 1, "men": 1}}}
    bombers = {"britain": {"Norwich": {"bombers": 4}}}
    printed = air(points=there | bombers, pool={"germany": {"air": 1}})
    essen = h(printed, "Essen")
    act(printed, "axis", Guard(0, essen))
    assert refusal(printed, "axis", Guard(0, essen)) == "airdef.placement", "the Pool is empty"
    s = air(options={"defence": "map"}, points=there | bombers, pool={"germany": {"air": 1}})
    for _ in range(4):
        assert Guard(0, essen) in legal(s, "axis")
        act(s, "axis", Guard(0, essen))
    assert refusal(s, "axis", Guard(0, essen)) == "airdef.placement", "one of the Pool, three of the map"
    done(s)
    assert (
        s.guard == {essen * 8: 4}
        and have(s, "germany", "Orel", AIR) == have(s, "germany", "Kharkov", AIR) == 0
    )
    muster(s)
    assert pool(s, "germany", AIR) == 4, "back in the Pool next turn"
    cut = air(options={"defence": "map"}, points=there | bombers, pool={})
    cut.reach, cut.shores = with_item(cut.reach, 0, 0), with_item(cut.shores, 0, 0)
    assert refusal(cut, "axis", Guard(0, essen)) == "airdef.placement", "no route"
