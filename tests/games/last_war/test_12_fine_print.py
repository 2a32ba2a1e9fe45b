"""What each step begins and ends with, what it offers, and smaller effects."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.bombing import AirStep, LineChoice, zone_at
from hexfront.games.last_war.cards import CardStep, Commitment, CommitStep
from hexfront.games.last_war.closing import CloseStep
from hexfront.games.last_war.combat import CombatStep, PressOn
from hexfront.games.last_war.data import code
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.games.last_war.flags import FlagPlacing, FlagStep, OrderBids
from hexfront.games.last_war.industry import IndustryStep, muster
from hexfront.games.last_war.naval import Fleets, SeaStep
from hexfront.games.last_war.partisans import Absorption, PartisanStep, Risings
from hexfront.games.last_war.plans import Rising, ToSea
from hexfront.games.last_war.sequence import ReportStep, UpdateStep
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.straightening import Conforming, Straightening, StraightenStep
from hexfront.games.last_war.withdrawal import Withdrawal, WithdrawStep
from hexfront.kernel import CONTROL, deciders, legal, pending
from hexfront.testing import refusal, roll

from .kit import AIR, ALLIES, AXIS, GAME, GARRISONS, LSP, MEN, TANKS, act, given, go, h, have, put

STEPS = [
    (AirStep(), "air"), (SeaStep(), "sea"), (IndustryStep(), "industry"), (PartisanStep(), "deploy"),
    (DeployStep(), "deploy"),
    (CloseStep(), "close"), (FlagStep(), "flags"), (CardStep(), "cards"), (WithdrawStep(), "withdraw"),
    (CombatStep(), "combat"), (UpdateStep(), "update"), (StraightenStep(), "straighten"), (ReportStep(), "report"),
]  # fmt: skip


@pytest.mark.rule("bombing.one-role")
@pytest.mark.rule("pool.navy")
@pytest.mark.rule("sequence.1-industry")
@pytest.mark.rule("pag.availability")
@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("sequence.4-flags")
@pytest.mark.rule("sequence.5-cards")
@pytest.mark.rule("sequence.6-withdraw")
@pytest.mark.rule("sequence.7-combat-order")
@pytest.mark.rule("sequence.8-update")
@pytest.mark.rule("sequence.9-straighten")
@pytest.mark.rule("sequence.10-report")
@pytest.mark.rule("sequence.ten-steps")
@pytest.mark.parametrize(("step", "phase"), STEPS)
def test_every_step_begins_afresh_and_in_the_open(step: Any, phase: str) -> None:
    s = given(points={"germany": {"Orel": {"men": 2}}, "ussr": {"Kursk": {"men": 2}}})
    s.done, s.focus, s.plans = ["axis", "allies"], {"axis": 1}, [Rising(0, 5)]
    s.shown, s.shown_pool = {}, [9] * 12
    s.phase = "none"
    s.agenda = (step,)
    go(s)
    assert s.phase == phase
    assert not s.done and not s.focus and not s.plans, "nobody is done yet"
    assert s.shown == s.at and s.shown_pool == s.pool, "all see what there is"


FINISH: list[tuple[Any, dict[str, Any]]] = [
    (Withdrawal(), {}), (Deployment(), {}), (OrderBids(), {}), (FlagPlacing(AXIS), {}), (Straightening(ALLIES, -1), {}),
    (Risings(), {"pag_left": [0, 1]}), (Absorption(), {"pags": {"2517": "ussr"}}),
    (Conforming(AXIS), {"held": {"": ["Kursk"]}, "men": 3}), (Fleets(), {"scenario": "europe"}),
    (Commitment(), {"flags": [("germany", "Orel", "Kursk")], "points": {"germany": {"Orel": {"men": 1, "lsp": 1}}}}),
]  # fmt: skip


@pytest.mark.rule("sequence.6-withdraw")
@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("cards.use-order")
@pytest.mark.rule("sequence.4-flags")
@pytest.mark.rule("straighten.withdraw")
@pytest.mark.rule("straighten.conform")
@pytest.mark.rule("pag.counter")
@pytest.mark.rule("security.absorb")
@pytest.mark.rule("flags.naval")
@pytest.mark.rule("die.lsp")
@pytest.mark.parametrize(("frame", "what"), FINISH)
def test_when_the_last_is_done_the_slate_is_clean(frame: Any, what: dict[str, Any]) -> None:
    s = given(**what)
    if isinstance(frame, Conforming):
        s.vacated = 1 << h(s, "Kursk")
    s.agenda = (frame,)
    for seat in list(deciders(s)):
        act(s, seat, a.Done())
    assert not s.done and not s.plans and not s.focus
    assert type(frame) not in [type(x) for x in s.agenda[:1]]


@pytest.mark.rule("sequence.ten-steps")
def test_a_seat_turns_to_a_hex_and_away() -> None:
    s = given(agenda=(DeployStep(),), pool={"germany": {"men": 2}})
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert s.focus == {"axis": h(s, "Orel")} and isinstance(pending(s), Deployment)
    act(s, "axis", a.Stop())
    assert s.focus == {}
    s.focus = {"axis": 3}
    frame = s.agenda[0]
    assert isinstance(frame, Deployment)
    frame.close(s, "axis")
    assert "axis" not in s.focus, "who is done holds nothing"


def kinds(s: LastWarState, seat: str) -> set[str]:
    return {type(action).__name__ for action in legal(s, seat)}


@pytest.mark.rule("sequence.2-deploy")
def test_what_deployment_offers() -> None:
    s = given(
        scenario="europe",
        agenda=(DeployStep(),),
        pool={"germany": {"men": 2, "lsp": 3}, "usa": {"lsp": 2, "tanks": 1, "air": 1}},
        concrete=[1] + [0] * 7,
        men=3,
    )
    assert kinds(s, "axis") == {"Done", "Pick"} and kinds(s, "allies") == {"Done", "Pick", "Lend"}
    loans = {(x.kind, x.ally) for x in legal(s, "allies") if isinstance(x, a.Lend)}
    assert loans == {(k, n) for k in (LSP, TANKS, AIR) for n in (5, 7)}
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert kinds(s, "axis") == {"Stop", "Deploy", "Fortify", "Secure", "BuildFlak"}
    found = legal(s, "axis")
    assert sum(isinstance(x, a.Secure) for x in found) == 3, "a purpose each"
    assert {x.toward for x in found if isinstance(x, a.Fortify)} == set(s.world.near(h(s, "Orel")))
    assert {(x.kind, x.points) for x in found if isinstance(x, a.Deploy)} == {(MEN, 1), (LSP, 1)}
    act(s, "axis", a.Stop())
    act(s, "axis", a.Pick(h(s, "Berlin")))
    assert a.BuildBase(0) in legal(s, "axis")
    bare = given(agenda=(DeployStep(),), pool={"germany": {"men": 1}})
    put(bare, "germany", "Sevsk", MEN, 0)
    assert [x for x in legal(bare, "axis") if isinstance(x, a.Pick)], "hexes are offered while a gap waits"
    act(bare, "axis", a.Pick(h(bare, "Sevsk")))
    assert a.Deploy(0, MEN, 1) in legal(bare, "axis")


@pytest.mark.rule("sequence.5-cards")
def test_what_the_card_step_offers() -> None:
    s = given(agenda=(CardStep(),), flags=[("germany", "Orel", "Kursk"), ("ussr", "2819", "Stalino")])
    assert [x for x in legal(s, "axis") if isinstance(x, a.Draw)] == [a.Draw(0, n) for n in range(3)]
    act(s, "axis", a.Draw(0, 1))
    assert kinds(s, "axis") == {"Stop", "PlayDie", "PlayColumn", "PlayBoon", "PlayFlag", "PlayLeave"}
    assert sum(isinstance(x, a.PlayBoon) for x in legal(s, "axis")) == 4, "two advantages in two combats"
    assert refusal(s, "axis", a.Stop()) == ""


@pytest.mark.rule("cards.use-order")
@pytest.mark.rule("sequence.4-order")
def test_what_the_order_step_offers() -> None:
    s = given(agenda=(FlagStep(),))
    assert isinstance(pending(s), OrderBids), "cards first"
    assert [x for x in legal(s, "axis") if isinstance(x, a.Bid)] == [a.Bid(0, n) for n in range(3)]
    act(s, "axis", a.Done())
    act(s, "allies", a.Done())
    assert kinds(s, "axis") == {"GoFirst", "GoSecond"}
    act(s, "axis", a.GoFirst())
    assert isinstance(pending(s), FlagPlacing), "then the flags"


@pytest.mark.rule("sequence.4-flags")
def test_what_the_flag_step_offers() -> None:
    s = given(agenda=(FlagPlacing(AXIS),), phase="flags")
    offered = {x.hex for x in legal(s, "axis") if isinstance(x, a.Pick)}
    assert offered == {i for i in s.world.grid if s.line[AXIS] >> i & 1}
    frame = s.agenda[0]
    assert isinstance(frame, FlagPlacing)
    assert {x.hex for x in frame.candidates(s, "axis") if isinstance(x, a.Pick)} == offered
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert {x.to for x in legal(s, "axis") if isinstance(x, a.Flag)} == {
        h(s, n) for n in ("Kursk", "2616", "2717")
    }
    assert refusal(s, "axis", a.Done()) == "sequence.4-flags"
    act(s, "axis", a.Stop())
    assert refusal(s, "axis", a.Stop()) == "sequence.4-flags"


@pytest.mark.rule("flags.on-hexside")
def test_one_hex_at_a_time_for_flags() -> None:
    s = given(agenda=(FlagPlacing(AXIS),), phase="flags")
    assert refusal(s, "axis", a.Pick(999_999)) == "flags.on-hexside"
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert refusal(s, "axis", a.Pick(h(s, "Sevsk"))) == "flags.on-hexside"


@pytest.mark.rule("pool.amphibious")
def test_no_landing_craft_on_land() -> None:
    s = given(agenda=(FlagPlacing(AXIS),), phase="flags", craft=[1, 0])
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert refusal(s, "axis", a.Flag(0, h(s, "Kursk"), True)) == "pool.amphibious"


@pytest.mark.rule("sequence.6-withdraw")
def test_what_withdrawal_offers() -> None:
    s = given(agenda=(WithdrawStep(),), points={"germany": {"Orel": {"men": 7, "tanks": 1}}})
    frame = s.agenda[0]
    assert [x for x in frame.candidates(s, "axis") if isinstance(x, a.Pick)] == [a.Pick(h(s, "Orel"))]  # type: ignore[attr-defined]
    act(s, "axis", a.Pick(h(s, "Orel")))
    found = {(x.kind, x.points) for x in legal(s, "axis") if isinstance(x, a.Recall)}
    assert found == {(MEN, 1), (MEN, 5), (TANKS, 1)}


@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("sequence.3-dispute")
def test_what_closing_and_disputes_offer() -> None:
    s = given(agenda=(CloseStep(),), held={"": ["Sevsk"]}, men=2, options={"umpire": True})
    assert legal(s, "axis") == [a.Done(), a.Claim(0, h(s, "Sevsk"))]
    for seat, power in (("axis", 0), ("allies", 1)):
        act(s, seat, a.Claim(power, h(s, "Sevsk")))
        act(s, seat, a.Done())
    offered = [x.power for x in legal(s, CONTROL) if isinstance(x, a.Award)]
    assert offered == [-1, 0, 1]
    act(s, CONTROL, a.Award(0))
    assert s.shown == s.at and not list(GAME.invariants(s))


@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("sequence.3-dispute")
def test_after_closing_up_the_line_is_drawn_anew() -> None:
    s = given(agenda=(CloseStep(),), held={"": ["Sevsk", "2517"]}, men=3)
    act(s, "axis", a.Claim(0, h(s, "2517")))
    for seat in ("axis", "allies"):
        act(s, seat, a.Done())
    assert s.line[AXIS] >> h(s, "2517") & 1 and not list(GAME.invariants(s))
    assert s.shown == s.at


@pytest.mark.rule("straighten.withdraw")
@pytest.mark.rule("straighten.conform")
def test_what_straightening_offers() -> None:
    s = given(agenda=(StraightenStep(),), men=3, pool={"ussr": {"men": 9}}, conformed=-1, vacated=-1)
    assert {x.hex for x in legal(s, "allies") if isinstance(x, a.Withdraw)} == {
        i for i in s.world.grid if s.line[ALLIES] >> i & 1
    }
    act(s, "allies", a.Withdraw(h(s, "Kursk")))
    assert s.shown == s.at
    act(s, "allies", a.Done())
    assert [x for x in legal(s, "axis") if isinstance(x, a.Conform)] == [a.Conform(0, h(s, "Kursk"))]
    act(s, "axis", a.Conform(0, h(s, "Kursk")))
    assert s.shown == s.at
    act(s, "axis", a.Withdraw(h(s, "Kharkov")))
    act(s, "axis", a.Done())
    assert not s.vacated >> h(s, "Kursk") & 1, "each side's own hexes are followed up"


@pytest.mark.rule("terrain.open-green")
def test_what_pressing_on_offers() -> None:
    s = given(
        agenda=(CombatStep(),),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 20, "tanks": 4}}},
        pool={"ussr": {"men": 9}},
    )
    roll(s, (6, 1))
    assert isinstance(pending(s), PressOn)
    assert {x.hex for x in legal(s, "axis") if isinstance(x, a.Beyond)} == {h(s, "2716"), h(s, "2817")}


@pytest.mark.rule("bombing.one-role")
@pytest.mark.rule("bombing.role-industry")
def test_what_the_air_step_offers() -> None:
    s = given(
        scenario="europe",
        points={"britain": {"Norwich": {"bombers": 5}}},
        pool={"britain": {"lsp": 3}, "germany": {"air": 1, "lsp": 1}},
    )
    s.bases = {h(s, "Norwich"): 1 << 5}
    s.flak = {h(s, "Essen"): 0}
    s.navy_air[s.world.areas.index("north_sea") * 8 + 5] = 1
    s.done = ["axis"]
    s.agenda = (AirStep(),)
    go(s)
    assert kinds(s, "axis") == {"Done", "Guard", "Man"}
    assert kinds(s, "allies") == {"Done", "Bomb", "Support", "ToNavy", "FromNavy"}
    found = [x for x in legal(s, "allies") if isinstance(x, a.Bomb)]
    assert {(x.role, x.counters) for x in found} == {(0, 1), (0, 5), (1, 1), (1, 5)}
    assert {x.hex for x in found if x.role == 0} == {h(s, "Essen")}
    s.agenda = (LineChoice(zone_at(s, h(s, "Essen"))),)
    assert legal(s, "axis") == [a.Shut(0), a.Shut(1)]
    s.shut = {zone_at(s, h(s, "Essen")) * 8: 2}
    assert legal(s, "axis") == [a.Shut(1)], "both tank lines stand still"


@pytest.mark.rule("bombing.one-role")
def test_bombers_kept_for_the_army_are_asked_for() -> None:
    s = given(flags=[("germany", "Orel", "Kursk")], agenda=(CommitStep(),))
    assert not s.agenda
    s.support = {h(s, "Kiev") * 8: 1}
    s.bases, s.paid = {h(s, "Kiev"): 1}, 1 << h(s, "Kiev")
    s.at[(h(s, "Kiev") * 8) * 6 + 3] = 1
    s.agenda = (CommitStep(),)
    go(s)
    assert legal(s, "axis") == [a.Done(), a.Back(0, h(s, "Kursk"), 0)]
    act(s, "axis", a.Back(0, h(s, "Kursk"), 0))
    assert refusal(s, "axis", a.Back(0, h(s, "Kursk"), 0)) == "bombing.one-role"


@pytest.mark.rule("bombing.naval-conversion")
def test_changing_service_is_done_once() -> None:
    from hexfront.games.last_war.bombing import change_service

    s = given(scenario="europe")
    west = s.world.areas.index("western_approaches")
    s.fleet[west * 8] = 6
    s.missions = [ToSea(5, h(s, "Norwich"), west)]
    s.shores = [0] * 8
    change_service(s)
    assert s.navy_air[west * 8 + 5] == 1 and not s.missions
    assert s.shores[5], "routes are traced anew"


@pytest.mark.rule("bombing.naval-conversion")
@pytest.mark.rule("bombing.role-terror-effect")
def test_the_air_step_leaves_no_empty_stock() -> None:
    s = given(
        scenario="europe", points={"britain": {"Norwich": {"bombers": 1}}}, pool={"britain": {"lsp": 3}}
    )
    s.bases = {h(s, "Norwich"): 1 << 5}
    s.agenda = (AirStep(),)
    go(s)
    act(s, "allies", a.ToNavy(5, s.world.areas.index("north_sea")))
    act(s, "allies", a.Done())
    act(s, "axis", a.Done())
    assert all(s.at.values()) and s.shown == s.at and not s.done


@pytest.mark.rule("flags.naval")
@pytest.mark.rule("pool.navy")
def test_what_the_sea_step_offers() -> None:
    s = given(scenario="pacific", turn=1, fights=[7], sailed=[9] * 7, agenda=(SeaStep(),))
    assert not s.fights and not any(s.sailed)
    offered = legal(s, "axis")
    assert a.Engage(0, s.world.areas.index("central_pacific")) in offered
    sails = {(x.area, x.to) for x in offered if isinstance(x, a.Sail)}
    for area in range(len(s.world.areas)):
        if s.fleet[area * 8]:
            assert {to for frm, to in sails if frm == area} == set(s.world.area_links[area])
    s.out_of_war = 0b11
    frame = s.agenda[0]
    assert isinstance(frame, Fleets)
    assert list(frame.candidates(s, "axis")) == [a.Done()], "a power out of the war has no navy"
    s.out_of_war = 0
    coral = s.world.areas.index("coral_sea")
    s.shores = [0] * 7
    for seat in ("axis", "allies"):
        act(s, seat, a.Done())
    assert s.shores[s.world.number["australia"]] or coral >= 0
    assert s.shores[s.world.number["japan"]], "routes follow the fleets"


@pytest.mark.rule("flags.naval")
def test_a_fleet_action_changes_the_routes() -> None:
    from hexfront.games.last_war.naval import SeaBattle, sink

    s = given(scenario="europe", agenda=(SeaBattle(1, ALLIES), DeployStep()))
    s.shores = [0] * 8
    roll(s, (6, 1))
    assert any(s.shores)
    assert sink(s, s.world.areas.index("north_sea"), ALLIES, 2) == 2
    assert sink(s, s.world.areas.index("north_sea"), ALLIES, 9) == 2, "no more than there are"


@pytest.mark.rule("pool.overseas")
def test_convoys_spare_the_last_man_and_leave_no_empty_stock() -> None:
    from hexfront.games.last_war.naval import Convoy

    s = given(
        scenario="europe",
        points={"britain": {"Tobruk": {"men": 1, "tanks": 1}}},
        agenda=(Convoy(5), DeployStep()),
    )
    s.fleet = [0] * len(s.fleet)
    tobruk = h(s, "Tobruk")
    s.cargo = {code(tobruk, 5, MEN): 1, code(tobruk, 5, TANKS): 1}
    roll(s, 6)
    assert have(s, "britain", "Tobruk") == 1 and have(s, "britain", "Tobruk", TANKS) == 0
    assert s.lost[5 * 6 + TANKS] == 1 and all(s.at.values()) and s.shown == s.at
    two = given(
        scenario="europe", points={"britain": {"Tobruk": {"men": 2}}}, agenda=(Convoy(5), DeployStep())
    )
    two.fleet = [0] * len(two.fleet)
    two.cargo = {code(tobruk, 5, MEN): 2}
    roll(two, 6)
    assert have(two, "britain", "Tobruk") == 1


@pytest.mark.rule("pool.overseas")
def test_shipping_and_loans_are_counted_anew_each_turn() -> None:
    s = given(shipped=[3, 4], lent=[1, 2, 3, 4])
    muster(s)
    assert s.shipped == [0, 0] and s.lent == [0, 0, 0, 0]


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


@pytest.mark.rule("outline.hex-map")
def test_hexes_that_do_not_exist_are_refused_everywhere() -> None:
    far = 999_999
    close = given(agenda=(CloseStep(),), held={"": ["Sevsk"]}, men=2)
    assert refusal(close, "axis", a.Claim(0, far)) == "outline.hex-map"
    rise = given(agenda=(PartisanStep(),), pag_left=[0, 1])
    assert refusal(rise, "allies", a.Rise(1, far)) == "outline.hex-map"
    line = given(agenda=(StraightenStep(),))
    assert refusal(line, "allies", a.Withdraw(far)) == "outline.hex-map"
    air = given(
        scenario="europe", points={"britain": {"Norwich": {"bombers": 1}}}, pool={"germany": {"air": 1}}
    )
    air.bases = {h(air, "Norwich"): 1 << 5}
    air.agenda = (AirStep(),)
    go(air)
    assert refusal(air, "axis", a.Guard(0, far)) == "outline.hex-map"


@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("sequence.2-minimum-first")
@pytest.mark.rule("pool.entry")
@pytest.mark.rule("resources.six-kinds")
@pytest.mark.rule("security.zone-cost")
def test_small_refusals_of_deployment() -> None:
    s = given(
        scenario="europe",
        agenda=(DeployStep(),),
        pool={"usa": {"lsp": 1, "men": 9}, "britain": {"lsp": 2, "men": 4}},
    )
    act(s, "allies", a.Pick(h(s, "London")))
    assert refusal(s, "allies", a.Lend(6, 5, LSP)) == "sequence.2-deploy", "first turn away"
    assert refusal(s, "allies", a.Done()) == "sequence.2-deploy"
    assert refusal(s, "allies", a.Deploy(5, MEN, 3)) == "sequence.2-deploy"
    s.ground[ALLIES] &= ~(1 << h(s, "London"))
    assert refusal(s, "allies", a.Secure(5, 0)) == "security.zone-cost"
    s.ground[ALLIES] |= 1 << h(s, "London")
    act(s, "allies", a.Stop())
    assert refusal(s, "allies", a.Lend(6, 5, TANKS)) == "pool.entry", "nothing to lend"
    assert refusal(s, "allies", a.Lend(6, 5, GARRISONS)) == "pool.entry"


@pytest.mark.rule("sequence.2-deploy")
def test_the_deployment_step_finds_its_ground() -> None:
    s = given(pool={"germany": {"men": 1}})
    s.landings = [1, 1]
    s.agenda = (DeployStep(),)
    go(s)
    assert [x for x in legal(s, "axis") if isinstance(x, a.Pick)] and s.landings == [0, 0]


@pytest.mark.rule("sequence.9-straighten")
def test_a_new_straightening_forgets_the_last() -> None:
    s = given(agenda=(StraightenStep(),), conformed=-1, vacated=-1)
    assert s.conformed == 0 and s.vacated == 0


@pytest.mark.rule("cards.use-control")
def test_what_an_appeal_offers() -> None:
    from hexfront.games.last_war.control import Appeal

    s = given(options={"umpire": True}, agenda=(Appeal(0),))
    assert [x.power for x in legal(s, CONTROL) if isinstance(x, a.Award)] == list(range(6))
