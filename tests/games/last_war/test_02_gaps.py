"""Gaps, routes and what the sea carries."""

from __future__ import annotations

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.data import POWERS, code
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.games.last_war.industry import muster, output
from hexfront.games.last_war.invariants import breaks
from hexfront.games.last_war.naval import Convoy
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.hexes import bits
from hexfront.kernel import with_item
from hexfront.testing import refusal, roll

from .kit import ALLIES, AXIS, GAME, MEN, TANKS, act, given, h, have, p


@pytest.mark.rule("pool.amphibious")
def test_no_landing_craft_on_land() -> None:
    s = given(agenda=(FlagPlacing(AXIS),), phase="flags", craft=[1, 0])
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert refusal(s, "axis", a.Flag(0, h(s, "Kursk"), True)) == "pool.amphibious"


@pytest.mark.rule("pool.overseas")
def test_convoys_spare_the_last_man_and_leave_no_empty_stock() -> None:
    from hexfront.games.last_war.naval import Convoy

    s = given(
        scenario="europe",
        points={"britain": {"Tobruk": {"men": 1, "tanks": 1}}},
        agenda=(Convoy(5), DeployStep()),
    )
    s.fleet = (0,) * len(s.fleet)
    tobruk = h(s, "Tobruk")
    s.cargo = {code(tobruk, 5, MEN): 1, code(tobruk, 5, TANKS): 1}
    roll(s, 6)
    assert have(s, "britain", "Tobruk") == 1 and have(s, "britain", "Tobruk", TANKS) == 0
    assert s.lost[5 * 6 + TANKS] == 1 and all(s.at.values()) and s.shown == s.at
    two = given(
        scenario="europe", points={"britain": {"Tobruk": {"men": 2}}}, agenda=(Convoy(5), DeployStep())
    )
    two.fleet = (0,) * len(two.fleet)
    two.cargo = {code(tobruk, 5, MEN): 2}
    roll(two, 6)
    assert have(two, "britain", "Tobruk") == 1


@pytest.mark.rule("pool.overseas")
def test_shipping_and_loans_are_counted_anew_each_turn() -> None:
    s = given(shipped=[3, 4], lent=[1, 2, 3, 4])
    muster(s)
    assert s.shipped == (0, 0) and s.lent == (0, 0, 0, 0)


@pytest.mark.rule("front-line.manpower-in-each")
def test_in_secret_the_holder_keeps_the_man() -> None:
    from hexfront.games.last_war.actions import Pick, Recall
    from hexfront.games.last_war.front import bare_hexes, free_men, keeper

    s = given(
        scenario="europe",
        options={"seats": 4},
        points={"germany": {"Gazala": {"men": 1}}, "italy": {"Gazala": {"men": 1}}},
        agenda=(WithdrawStep(),),
    )
    gazala = h(s, "Gazala")
    assert keeper(s, gazala, AXIS) == "italy", "it is Italian ground"
    assert free_men(s, gazala, AXIS, "germany") == 1 and free_men(s, gazala, AXIS, "italy") == 0
    act(s, "germany", Pick(gazala))
    act(s, "germany", Recall(0, MEN, 1))
    s.done = []
    assert refusal(s, "italy", Pick(gazala)) == "sequence.6-withdraw"
    alone = given(scenario="europe", options={"seats": 4}, points={"germany": {"Gazala": {"men": 1}}})
    assert keeper(alone, gazala, AXIS) == "germany" and free_men(alone, gazala, AXIS, "germany") == 0
    assert not bare_hexes(alone, "italy")


@pytest.mark.rule("pool.overseas")
def test_a_convoy_sunk_is_seen_by_all() -> None:
    s = given(scenario="europe", points={"britain": {"Tobruk": {"men": 5}}})
    britain = p(s, "britain")
    for area in s.world.home_areas[britain]:
        s.fleet = with_item(s.fleet, area * 8, 9)
    s.cargo = {code(h(s, "Tobruk"), britain, MEN): 4}
    s.agenda = (Convoy(britain), DeployStep())
    roll(s, 6)
    assert have(s, "britain", "Tobruk") == 3 and s.shown == s.at


@pytest.mark.rule("front-line.gap-filled")
@pytest.mark.rule("bombing.role-industry")
@pytest.mark.rule("resources.fresh-each-turn")
def test_what_industry_makes_of_odd_numbers() -> None:
    s = given(scenario="europe", levy=[99, 99, 0, 0, 0, 0, 0, 0])
    assert output(s, 0)["men"] == 0 and output(s, 1)["men"] == 0, "never less than nothing"
    zone = next(n for n, (_, z, _) in enumerate(s.world.zones) if z.name == "Berlin")
    before = output(s, 0)
    s.shut = {zone * 8 + 1: 1}
    assert output(s, 0)["air"] == before["air"] - 1


@pytest.mark.rule("front-line.contiguous")
def test_a_broken_line_is_found() -> None:
    s = given()
    assert not list(breaks(s, AXIS)) and not list(breaks(s, ALLIES)) and not list(GAME.invariants(s))
    for side in (AXIS, ALLIES):
        for i in bits(s.line[side]):
            broken = s.clone()
            broken.line = tuple(s.line)
            broken.line = with_item(broken.line, side, broken.line[side] & ~(1 << i))
            found = list(breaks(broken, side))
            neighbours = [j for j in s.world.near(i) if s.line[side] >> j & 1]
            if neighbours:
                assert any(s.world.title(i) in fault for fault in found), s.world.title(i)
    sea = given(scenario="europe")
    assert not list(GAME.invariants(sea)), "sides that are all sea part the lines and break nothing"


@pytest.mark.rule("front-line.china-shown")
@pytest.mark.rule("resources.hex-card")
def test_an_empty_marker_is_shown_as_nothing() -> None:
    s = given(scenario="pacific")
    i = next(bits(s.line[ALLIES] & s.world.china))
    for n in range(len(s.world.powers)):
        s.at.pop((i * POWERS + n) * 6 + MEN, None)
    s.shown = dict(s.at)
    card = next(piece for piece in GAME.view(s, "axis").pieces if piece.at == s.world.label(i))
    assert (card.factors, card.name, card.steps) == ("0", "0 Men", 0)
    assert p(s, "china") == 2
