"""Line straightening and fortifications."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.actions import Conform, Done, Fortify, Pick, Withdraw
from hexfront.games.last_war.combat import situation
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.games.last_war.events import NoManFound
from hexfront.games.last_war.flags import FlagStep
from hexfront.games.last_war.industry import IndustryStep, finish_works, muster
from hexfront.games.last_war.state import LastWarState, hold
from hexfront.games.last_war.straightening import Conforming, Straightening, StraightenStep, may_withdraw
from hexfront.hexes import bits
from hexfront.kernel import deciders, legal, pending, with_item
from hexfront.testing import refusal

from .kit import ALLIES, AXIS, GAME, LSP, MEN, TANKS, act, given, h, have, holder, p, pool


def straightening(**what: Any) -> LastWarState:
    what.setdefault("men", 2)
    return given(agenda=(StraightenStep(), FlagStep()), **what)


@pytest.mark.rule("straighten.withdraw")
def test_either_side_may_step_back_one_hex_anywhere() -> None:
    s = straightening(points={"ussr": {"Kursk": {"men": 3, "tanks": 2}}}, pool={"ussr": {"men": 9}})
    assert isinstance(pending(s), Straightening) and deciders(s) == ("allies",)
    kursk = h(s, "Kursk")
    assert refusal(s, "allies", Withdraw(h(s, "Orel"))) == "straighten.withdraw"
    assert refusal(s, "allies", Withdraw(h(s, "2817"))) == "straighten.withdraw", "not in the line"
    assert refusal(s, "allies", Withdraw(999_999)) == "outline.hex-map"
    act(s, "allies", Withdraw(kursk))
    assert holder(s, "Kursk") == "" and have(s, "ussr", "Kursk") == 0
    assert have(s, "ussr", "2717", TANKS) + have(s, "ussr", "2718", TANKS) == 2
    assert not list(GAME.invariants(s))
    act(s, "allies", Withdraw(h(s, "2717")))
    assert s.line[ALLIES] >> h(s, "2817") & 1
    assert refusal(s, "allies", Withdraw(h(s, "2817"))) == "straighten.withdraw", "one hex, no more"
    act(s, "allies", Done())
    act(s, "axis", Done())
    assert deciders(s) == ("axis",) and isinstance(pending(s), Straightening), "then the other side"


@pytest.mark.rule("straighten.withdraw")
def test_a_hex_without_a_way_back_cannot_be_left() -> None:
    s = straightening(
        held={"germany": ["2717", "2718"]}, points={"germany": {"2717": {"men": 3}, "2718": {"men": 3}}}
    )
    assert refusal(s, "allies", Withdraw(h(s, "Kursk"))) == "straighten.withdraw", "a pocket"


@pytest.mark.rule("straighten.permission")
def test_high_command_may_forbid_it() -> None:
    s = straightening(turn=2)
    assert not may_withdraw(s, 0) and may_withdraw(s, 1)
    act(s, "allies", Done())
    assert s.phase == "flags", "Germany is not asked in August"
    s = straightening(turn=2, leave=1)
    act(s, "allies", Done())
    assert deciders(s) == ("axis",)
    free = straightening(turn=1)
    act(free, "allies", Done())
    assert deciders(free) == ("axis",)
    mixed = straightening(scenario="europe", turn=6, pool={"germany": {"men": 40}, "ussr": {"men": 40}})
    act(mixed, "allies", Done())
    assert deciders(mixed) == ("axis",), "the Finns may"
    assert refusal(mixed, "axis", Withdraw(h(mixed, "Orel"))) == "straighten.permission"
    assert refusal(mixed, "axis", Withdraw(h(mixed, "Petrozavodsk"))) == ""


@pytest.mark.rule("straighten.permission")
def test_leave_ends_with_the_turn() -> None:
    s = given(leave=3)
    muster(s)
    assert s.leave == 0


@pytest.mark.rule("straighten.conform")
def test_the_enemy_may_follow_freely() -> None:
    s = straightening(pool={"ussr": {"men": 9}})
    act(s, "allies", Withdraw(h(s, "Kursk")))
    act(s, "allies", Done())
    assert isinstance(pending(s), Conforming) and deciders(s) == ("axis",)
    flags = s.flags_left
    assert refusal(s, "axis", Conform(0, h(s, "2717"))) == "straighten.conform"
    assert refusal(s, "axis", Conform(1, h(s, "Kursk"))) == "straighten.conform"
    assert refusal(s, "axis", Conform(0, h(s, "Kursk"))) == ""
    act(s, "axis", Conform(0, h(s, "Kursk")))
    assert holder(s, "Kursk") == "germany" and have(s, "germany", "Kursk") == 1
    assert s.flags_left == flags, "without a flag"
    assert isinstance(pending(s), Straightening) and deciders(s) == ("axis",)
    assert refusal(s, "axis", Withdraw(h(s, "Kursk"))) in ("straighten.conform", "straighten.withdraw")
    s.agenda = (Straightening(AXIS, s.line[AXIS]),)
    assert refusal(s, "axis", Withdraw(h(s, "Kursk"))) == "straighten.conform", (
        "what has just moved up does not go back"
    )


@pytest.mark.rule("straighten.conform")
def test_nobody_follows_where_nothing_was_left_or_nobody_can() -> None:
    s = straightening()
    act(s, "allies", Done())
    assert isinstance(pending(s), Straightening) and deciders(s) == ("axis",)
    thin = straightening(
        men=1, points={"ussr": {"2819": {"men": 1}}}, pool={"ussr": {"men": 9}}, levy=[99, 99]
    )
    act(thin, "allies", Withdraw(h(thin, "2819")))
    act(thin, "allies", Done())
    events = act(thin, "axis", Conform(0, h(thin, "2819")))
    assert NoManFound(0, h(thin, "2819"), "straighten.conform") in events and holder(thin, "2819") == ""
    assert not thin.conformed and not list(GAME.invariants(thin))
    twice = straightening(pool={"ussr": {"men": 9}})
    act(twice, "allies", Withdraw(h(twice, "Kursk")))
    act(twice, "allies", Done())
    act(twice, "axis", Done())
    assert holder(twice, "Kursk") == ""
    assert refusal(twice, "axis", Conform(0, h(twice, "Kursk"))) != ""


@pytest.mark.rule("straighten.conform")
@pytest.mark.rule("front-line.manpower-in-each")
def test_a_line_of_single_men_conforms_as_a_whole() -> None:
    s = straightening(men=1, pool={"ussr": {"men": 20}}, levy=[99, 99])
    line = list(bits(s.line[ALLIES]))
    old = s.line[AXIS]
    for i in line:
        act(s, "allies", Withdraw(i))
    if isinstance(pending(s), Straightening):
        act(s, "allies", Done())
    assert isinstance(pending(s), Conforming)
    for i in line:
        act(s, "axis", Conform(0, i))
    assert all(s.held[0] >> i & 1 for i in line), "nobody is left out"
    assert s.conformed == sum(1 << i for i in line) and not list(GAME.invariants(s))
    assert not any(have(s, "germany", s.world.label(i)) for i in bits(old & ~s.line[AXIS]))


# --- fortifications


def digging(**what: Any) -> LastWarState:
    what.setdefault("points", {"ussr": {"Kursk": {"men": 3}}})
    what.setdefault("pool", {"ussr": {"lsp": 2, "men": 1}})
    s = given(agenda=(DeployStep(),), **what)
    act(s, "allies", Pick(h(s, "Kursk")))
    return s


@pytest.mark.rule("fort.hexside")
def test_a_fortification_stands_on_one_side() -> None:
    s = digging()
    assert refusal(s, "allies", Fortify(1, h(s, "Orel"))) == ""
    assert refusal(s, "allies", Fortify(1, h(s, "Voronezh"))) == "fort.hexside"
    assert refusal(s, "allies", Fortify(1, 999_999)) == "fort.hexside"
    assert refusal(s, "allies", Fortify(1, h(s, "2717"))) == "", "towards one's own ground too: a second line"
    act(s, "allies", Fortify(1, h(s, "Orel")))
    act(s, "allies", Fortify(1, h(s, "Sevsk")))
    s.ground = with_item(s.ground, ALLIES, s.ground[ALLIES] & (~(1 << h(s, "Kursk"))))
    assert refusal(s, "allies", Fortify(1, h(s, "Poltava"))) == "fort.hexside", "only in a hex one holds"


@pytest.mark.rule("fort.hexside")
def test_a_layer_goes_when_the_hex_behind_it_is_taken() -> None:
    s = given(forts={("Kursk", "Orel"): 2, ("Orel", "Kursk"): 1})
    hold(s, h(s, "Kursk"), 0)
    assert s.forts == {h(s, "Orel") * s.world.top + h(s, "Kursk"): 1}
    s.works = {h(s, "Orel") * s.world.top + h(s, "Kursk"): 0}
    hold(s, h(s, "Orel"), 1)
    assert not s.works and not s.forts


@pytest.mark.rule("fort.cost")
def test_a_layer_takes_an_lsp_and_a_man_for_a_turn() -> None:
    s = digging()
    act(s, "allies", Fortify(1, h(s, "Orel")))
    assert (pool(s, "ussr", LSP), have(s, "ussr", "Kursk")) == (1, 2)
    act(s, "allies", Fortify(1, h(s, "Sevsk")))
    assert refusal(s, "allies", Fortify(1, h(s, "Poltava"))) == "fort.cost", "no LSP left"
    thin = digging(points={"ussr": {"Kursk": {"men": 1}}})
    assert refusal(thin, "allies", Fortify(1, h(thin, "Orel"))) == "fort.cost", "the line keeps its Man"
    from hexfront.games.last_war.actions import Stop

    act(s, "allies", Stop())
    act(s, "allies", Done())
    act(s, "axis", Done())
    assert set(s.works) == {h(s, "Kursk") * s.world.top + h(s, x) for x in ("Orel", "Sevsk")}
    assert not s.forts, "not before next turn"


@pytest.mark.rule("fort.cost")
def test_the_man_must_be_of_the_power_that_pays() -> None:
    s = given(
        scenario="europe",
        agenda=(DeployStep(),),
        points={"italy": {"Gazala": {"men": 3}}},
        pool={"germany": {"lsp": 1, "men": 1}, "italy": {"lsp": 1}},
    )
    act(s, "axis", Pick(h(s, "Gazala")))
    assert refusal(s, "axis", Fortify(p(s, "germany"), h(s, "Tobruk"))) == "fort.cost"


@pytest.mark.rule("fort.release")
@pytest.mark.rule("fort.layers")
def test_next_turn_the_layer_stands_and_the_man_is_free() -> None:
    s = given(points={"ussr": {"Kursk": {"men": 2}}}, forts={("Kursk", "Orel"): 1})
    key = h(s, "Kursk") * s.world.top + h(s, "Orel")
    s.works = {key: 1}
    finish_works(s)
    assert s.forts[key] == 2 and not s.works
    assert have(s, "ussr", "Kursk") == 3
    assert pool(s, "ussr", LSP) == 0, "the LSP is spent"
    t = given(agenda=(IndustryStep(), Deployment()), works={key: 1})
    assert t.forts == {key: 1}


@pytest.mark.rule("fort.layers")
def test_one_layer_at_a_time_but_as_many_as_one_likes() -> None:
    s = digging(pool={"ussr": {"lsp": 3, "men": 1}}, forts={("Kursk", "Orel"): 3})
    act(s, "allies", Fortify(1, h(s, "Orel")))
    assert refusal(s, "allies", Fortify(1, h(s, "Orel"))) == "fort.layers"
    busy = digging(works={})
    busy.works = {h(busy, "Kursk") * busy.world.top + h(busy, "Orel"): 1}
    assert refusal(busy, "allies", Fortify(1, h(busy, "Orel"))) == "fort.layers"
    strong = given(flags=[("germany", "Orel", "Kursk")], forts={("Kursk", "Orel"): 3})
    assert situation(strong, h(strong, "Kursk"), AXIS).layers == 3


def test_everything_offered_in_a_withdrawal_is_legal() -> None:
    s = straightening()
    assert all(refusal(s, "allies", a) == "" for a in legal(s, "allies"))
    assert MEN == 0


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
