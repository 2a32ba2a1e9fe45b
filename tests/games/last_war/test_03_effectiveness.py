"""Flags, effectiveness and assessments where they meet other steps."""

from __future__ import annotations

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.data import POWERS
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.games.last_war.industry import muster
from hexfront.games.last_war.naval import Fleets, SeaStep, can_fight
from hexfront.games.last_war.overlays import believed
from hexfront.games.last_war.sequence import (
    Assessment,
    Briefings,
)
from hexfront.games.last_war.state import assessment
from hexfront.kernel import CONTROL, OBSERVER, Die, legal, with_item
from hexfront.testing import refusal, roll

from .kit import ALLIES, AXIS, GAME, MEN, act, given, go, h, p, pool


@pytest.mark.rule("flags.on-hexside")
def test_one_hex_at_a_time_for_flags() -> None:
    s = given(agenda=(FlagPlacing(AXIS),), phase="flags")
    assert refusal(s, "axis", a.Pick(999_999)) == "flags.on-hexside"
    act(s, "axis", a.Pick(h(s, "Orel")))
    assert refusal(s, "axis", a.Pick(h(s, "Sevsk"))) == "flags.on-hexside"


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
    s.shores = (0,) * 7
    for seat in ("axis", "allies"):
        act(s, seat, a.Done())
    assert s.shores[s.world.number["australia"]] or coral >= 0
    assert s.shores[s.world.number["japan"]], "routes follow the fleets"


@pytest.mark.rule("flags.naval")
def test_a_fleet_action_changes_the_routes() -> None:
    from hexfront.games.last_war.naval import SeaBattle, sink

    s = given(scenario="europe", agenda=(SeaBattle(1, ALLIES), DeployStep()))
    s.shores = (0,) * 8
    roll(s, (6, 1))
    assert any(s.shores)
    assert sink(s, s.world.areas.index("north_sea"), ALLIES, 2) == 2
    assert sink(s, s.world.areas.index("north_sea"), ALLIES, 9) == 2, "no more than there are"


@pytest.mark.rule("me.briefing")
def test_briefings_are_given_before_the_first_turn() -> None:
    s = given(me=[1, 1], turn=0)
    s.agenda = (Briefings(),)
    go(s)
    assert s.turn == 0 and s.me == (5, 2), "effectiveness of the first turn is what is assessed"
    fresh = GAME.start(GAME.setup("kursk"))
    roll(fresh, 2, 2)
    assert fresh.turn == 1


@pytest.mark.rule("me.varies")
@pytest.mark.rule("flags.vary")
def test_a_power_enters_the_war_in_its_turn() -> None:
    s = given(scenario="pacific", turn=13)
    ussr = p(s, "ussr")
    assert s.flags_left[ussr] == 0
    s.turn = 14
    muster(s)
    assert s.flags_left[ussr] == 6 and s.held[ussr] and s.ground[ALLIES] >> h(s, "Vladivostok") & 1
    assert pool(s, "ussr") == 70


@pytest.mark.rule("me.briefing")
def test_assessments_are_of_the_first_year() -> None:
    s = given(scenario="europe", turn=14)
    s.turn = 0
    s.agenda = (Briefings(),)
    go(s)
    assert s.me[0] == 5 and s.turn == 0


@pytest.mark.rule("me.briefing")
def test_assessments_are_made_before_the_first_turn() -> None:
    s = given(turn=2)
    frames = Briefings().run(s)
    assert s.turn == 0 and s.flags_left == (3, 2), "as the first turn has them"
    assert frames == (Assessment(ALLIES, 0), Assessment(AXIS, 1)) and frames[0].outcomes(s) == Die(3)
    s.guess = with_item(s.guess, ALLIES * POWERS, 1)
    assert assessment(s, ALLIES, 0) == 6 and assessment(s, AXIS, 0) == 5
    assert believed(s, CONTROL) == believed(s, OBSERVER) == [5, 2] and believed(s, "allies") == [6, 2]


@pytest.mark.rule("flags.naval")
@pytest.mark.rule("me.varies")
@pytest.mark.rule("flags.vary")
def test_a_power_that_comes_late_comes_once() -> None:
    late = {"scenarios/kursk": {"power": [{"id": "ussr", "entry": 2}]}}
    s = given(pack=late, turn=2)
    assert s.pool[6 + MEN] == 30, "it brings what its briefing gives it"
    first = {"scenarios/kursk": {"power": [{"id": "ussr", "entry": 1}]}}
    assert given(pack=first, turn=1).pool[6 + MEN] == 0, "what is there from the start is set up, not sent"
    out = given(scenario="europe", out_of_war=1 << 5)
    muster(out)
    assert out.naval_left[5] == 0 and out.flags_left[5] == 0 and out.naval_left[6] == 1


@pytest.mark.rule("flags.naval")
def test_a_fleet_action_needs_ships_of_both_sides() -> None:
    s = given(scenario="europe")
    for ships, fights in (((), False), ((AXIS,), False), ((ALLIES,), False), ((AXIS, ALLIES), True)):
        s.fleet = (0,) * len(s.fleet)
        for side in ships:
            s.fleet = with_item(s.fleet, 2 * POWERS + s.world.of_side[side][0], 1)
        assert can_fight(s, 2) == fights
