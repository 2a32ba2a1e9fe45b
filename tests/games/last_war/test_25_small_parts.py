"""Small parts that no other test would miss: a game at its start, the turn's edges, Control's limits."""

from __future__ import annotations

import pytest

from hexfront.games.last_war import umpire
from hexfront.games.last_war.actions import Annotate, Grant, MoveLine
from hexfront.games.last_war.control import MapControl
from hexfront.games.last_war.data import POWERS
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.games.last_war.events import ControlSpoke, HexTaken, PowerLeft, Reported
from hexfront.games.last_war.industry import muster, output
from hexfront.games.last_war.invariants import breaks
from hexfront.games.last_war.overlays import believed
from hexfront.games.last_war.sequence import Assessment, Briefings, ReportStep, UpdateStep
from hexfront.games.last_war.setup import blank
from hexfront.games.last_war.state import FREE, assessment, pag_side
from hexfront.hexes import bits
from hexfront.kernel import CONTROL, OBSERVER, Die, pending
from hexfront.testing import refusal

from .kit import ALLIES, AXIS, GAME, LSP, MEN, given, go, h, p, put


@pytest.mark.rule("cards.initial-set")
def test_an_empty_board_is_empty() -> None:
    w = given(scenario="europe").world
    s = blank(w)
    for name in (
        "held", "ground", "line", "reach", "shores", "threat", "landings", "pool", "levy", "concrete", "craft",
        "lost", "guess", "flags_left", "naval_left", "pag_left", "navy_air", "sailed", "shipped",
        "lent",
    ):  # fmt: skip
        row = getattr(s, name)
        assert row and not any(row), name
    assert s.me == [power.me[0] for power in w.powers] and s.fleet == w.start_fleet
    assert s.hand == [(1 << len(power.cards)) - 1 for power in w.powers]
    assert s.morale == [power.morale for power in w.powers]


@pytest.mark.rule("me.briefing")
def test_assessments_are_made_before_the_first_turn() -> None:
    s = given(turn=2)
    frames = Briefings().run(s)
    assert s.turn == 0 and s.flags_left == [3, 2], "as the first turn has them"
    assert frames == (Assessment(ALLIES, 0), Assessment(AXIS, 1)) and frames[0].outcomes(s) == Die(3)
    s.guess[ALLIES * POWERS] = 1
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


@pytest.mark.rule("pag.independent")
def test_whose_partisans_are_whose() -> None:
    s = given()
    assert [pag_side(s, owner) for owner in (0, 1, FREE, FREE + 1)] == [AXIS, ALLIES, AXIS, ALLIES]


@pytest.mark.rule("sequence.8-update")
def test_the_map_is_updated() -> None:
    s = given(scenario="europe")
    sea = next(iter(s.world.beaches))
    for power in ("germany", "britain"):
        put(s, power, s.world.label(sea), LSP, 2)
    assert UpdateStep().run(s) == (), "no umpire, no question"
    assert s.pool[LSP] == 2 and s.pool[5 * 6 + LSP] == 2, "what is at sea comes home, on either side"


@pytest.mark.rule("sequence.10-report")
def test_reports_go_to_those_in_the_war() -> None:
    s = given(scenario="europe", out_of_war=1 << 1, agenda=())
    s.morale[1] = 0
    s.agenda = (ReportStep(), DeployStep())
    s.out = []
    frames = ReportStep().run(s)
    assert frames == () and s.result is None
    assert 1 not in [event.power for event in s.out if isinstance(event, Reported)]
    assert not [event for event in s.out if isinstance(event, PowerLeft)], "nobody leaves twice"
    s.pool[MEN] = 1
    go(s)
    assert isinstance(pending(s), Deployment), "the war goes on"


@pytest.mark.rule("cards.use-control")
@pytest.mark.rule("sequence.3-dispute")
@pytest.mark.rule("sequence.8-update")
def test_the_limits_of_control() -> None:
    plain = given()
    assert umpire.violation(plain, CONTROL, Grant(0, 1)) is not None, "nobody sits there"
    s = given(options={"umpire": True}, out_of_war=1 << 1, phase="update")
    s.agenda = (MapControl(),)
    assert refusal(s, CONTROL, Grant(1, 1)) == "cards.use-control", "out of the war"
    for bad in (Annotate("", -1), Annotate("Orel", -2), Annotate("Orel", 999_999)):
        assert refusal(s, CONTROL, bad) == "sequence.10-report"
    for hex_ in (-1, 999_999, h(s, "Kiev")):
        assert refusal(s, CONTROL, MoveLine(hex_, -1)) == "sequence.8-update"
    umpire.grant(s, 0, 0)
    assert s.leave == 0 and s.flags_left == [3, 2] and not any(s.pool), "nothing is nothing"
    s.out = []
    umpire.move_line(s, h(s, "Orel"), -1)
    assert not [event for event in s.out if isinstance(event, HexTaken)] and ControlSpoke.reveals


@pytest.mark.rule("sequence.8-update")
def test_control_gives_a_hex_to_any_enemy_beside_it() -> None:
    s = given(scenario="europe", options={"umpire": True}, held={"usa": ["Gazala"]}, phase="update")
    gazala, tobruk = h(s, "Gazala"), h(s, "Tobruk")
    beside = {n for i in s.world.land_near[gazala] for n in range(5) if s.held[n] >> i & 1}
    assert umpire.heirs(s, gazala) == sorted(beside) and beside
    assert all(s.world.side_of[n] == AXIS for n in umpire.heirs(s, tobruk))


@pytest.mark.rule("front-line.contiguous")
def test_a_broken_line_is_found() -> None:
    s = given()
    assert not list(breaks(s, AXIS)) and not list(breaks(s, ALLIES)) and not list(GAME.invariants(s))
    for side in (AXIS, ALLIES):
        for i in bits(s.line[side]):
            broken = s.clone()
            broken.line = list(s.line)
            broken.line[side] &= ~(1 << i)
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
