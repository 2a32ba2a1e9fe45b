"""Hands of cards and what they do in a combat."""

from __future__ import annotations

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war import umpire
from hexfront.games.last_war.actions import (
    Annotate,
    Grant,
    MoveLine,
)
from hexfront.games.last_war.control import MapControl
from hexfront.games.last_war.events import ControlSpoke, HexTaken
from hexfront.games.last_war.flags import FlagPlacing, FlagStep, OrderBids
from hexfront.games.last_war.setup import blank
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import CONTROL, legal, pending
from hexfront.testing import refusal

from .kit import act, given, h


def kinds(s: LastWarState, seat: str) -> set[str]:
    return {type(action).__name__ for action in legal(s, seat)}


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


@pytest.mark.rule("cards.use-control")
def test_what_an_appeal_offers() -> None:
    from hexfront.games.last_war.control import Appeal

    s = given(options={"umpire": True}, agenda=(Appeal(0),))
    assert [x.power for x in legal(s, CONTROL) if isinstance(x, a.Award)] == list(range(6))


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
    assert s.me == tuple([power.me[0] for power in w.powers]) and s.fleet == tuple(w.start_fleet)
    assert s.hand == tuple([(1 << len(power.cards)) - 1 for power in w.powers])
    assert s.morale == tuple([power.morale for power in w.powers])


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
    assert s.leave == 0 and s.flags_left == (3, 2) and not any(s.pool), "nothing is nothing"
    s.out = []
    umpire.move_line(s, h(s, "Orel"), -1)
    assert not [event for event in s.out if isinstance(event, HexTaken)] and ControlSpoke.reveals
