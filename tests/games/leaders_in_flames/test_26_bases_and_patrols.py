"""Patrols, rebases and flights from an overrun field: where aircraft stand, and who may ask them to go."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Attack, Board, Go, Pick, Stop
from hexfront.games.leaders_in_flames.air.flee import Fleeing, run_down
from hexfront.games.leaders_in_flames.air.patrol import Patrolling, Patrols, beats, patrol_violation
from hexfront.games.leaders_in_flames.air.rebase import Rebases, rebase_violation
from hexfront.games.leaders_in_flames.air.sorties import Sorties, targets
from hexfront.games.leaders_in_flames.kinds import GERMANY, PASS, STRIKE, WEATHER
from hexfront.kernel import pending, settle
from hexfront.testing import act
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    AXIS,
    EAST,
    NORTH,
    PLAIN,
    WEST,
    down,
    steppe,
    where,
    why,
)
from tests.games.leaders_in_flames.sky import EMIL, PE2, RATA, STUKA, TANKS

PATROL = {**TANKS, STUKA: WEST, EMIL: WEST, "Soviet INF 29": PLAIN, RATA: EAST, "Soviet INF 12": EAST}


@pytest.mark.rule("base.patrol")
def test_who_patrols_and_where() -> None:
    s = steppe({**PATROL, PE2: EAST}, (Patrols(1),), phase="strikes")
    w = s.world
    found = patrol_violation(s, 0, w.unit(EMIL))
    assert found is not None and found.rule == "base.patrol", "the active side's fighters escort"
    assert patrol_violation(s, 1, w.unit(RATA)) is None
    assert why(s, ALLIES, Pick(w.unit(RATA))) == ""
    act(s, ALLIES, Pick(w.unit(RATA)))
    assert why(s, ALLIES, Attack(-1)) == "base.patrol" and why(s, ALLIES, Attack(w.hex(PLAIN))) == ""
    assert why(s, ALLIES, Stop()) == ""
    act(s, ALLIES, Stop())
    assert not s.patrol


@pytest.mark.rule("base.patrol", "base.sky", "base.strike")
@pytest.mark.seam("air", "weather")
def test_no_patrol_into_a_storm() -> None:
    s = steppe(PATROL, (), phase="strikes")
    w = s.world
    u, v = w.unit(RATA), w.unit(STUKA)
    assert beats(s, u) and targets(s, v, STRIKE)
    s.weather = [WEATHER.index("storm")] * 6
    assert not beats(s, u) and not targets(s, v, STRIKE)


@pytest.mark.rule("base.patrol", "base.mission")
def test_nobody_is_asked_for_patrols_without_bombers_to_keep_off() -> None:
    for more, asked in (({}, True), ({"down": (STUKA, EMIL)}, False)):
        s = steppe(PATROL, (Patrols(1),), phase="strikes", **more)  # type: ignore[arg-type]
        assert isinstance(pending(s), Patrolling) is asked
    s = steppe(PATROL, (), phase="strikes")
    s.action[GERMANY] = PASS
    s.agenda = (Patrols(1),)
    settle(s)
    assert pending(s) is None, "who passes flies no missions"
    none = steppe({**TANKS, "Soviet INF 29": PLAIN}, (Sorties(0, STRIKE),), phase="strikes")
    assert pending(none) is None, "nothing to send"


@pytest.mark.rule("base.rebase", "3.1j", "base.action", "ability.79")
def test_a_rebase_with_a_leader_aboard() -> None:
    s = steppe({**PATROL, "Guderian": WEST, "German INF X": NORTH}, (Rebases(0, False),), phase="rebase")
    w = s.world
    plane = w.unit(STUKA)
    act(s, AXIS, Pick(plane))
    assert why(s, AXIS, Go(-1)) == "base.rebase" and why(s, AXIS, Go(w.hex(EAST))) == "base.rebase"
    assert why(s, AXIS, Board(w.unit("Guderian"), plane)) == ""
    assert why(s, AXIS, Board(w.unit("Zhukov"), plane)) == "3.1j"
    act(s, AXIS, Board(w.unit("Guderian"), plane))
    act(s, AXIS, Go(w.hex(NORTH)))
    assert where(s, "Guderian") == where(s, STUKA) == NORTH


@pytest.mark.rule("base.rebase", "base.action")
def test_who_passes_rebases_freely_but_not_early() -> None:
    s = steppe({**PATROL, "German INF X": NORTH, "Guderian": WEST}, (), {"Guderian": [79]}, phase="rebase")
    w = s.world
    s.action[GERMANY] = PASS
    s.said = {w.unit("Guderian") * 256 + 79: s.moves_made}
    assert rebase_violation(s, 0, False, w.unit(STUKA)) is None
    early = rebase_violation(s, 0, True, w.unit(STUKA))
    assert early is not None and early.rule == "base.action"


@pytest.mark.rule("3.1g", "3.3p", "3.3q", "base.overrun")
def test_only_the_overrun_side_flees() -> None:
    s = steppe({"Soviet INF 12": EAST, RATA: PLAIN, "Zhukov": PLAIN, "Soviet INF 29": PLAIN}, ())
    w = s.world
    h = w.hex(PLAIN)
    s.stack[h] = (*(u for u in s.stack[h] if not w.is_troop(u)), w.unit(EMIL), w.unit("Guderian"))
    for name in (EMIL, "Guderian"):
        s.where[w.unit(name)] = h
    s.patrol = {w.unit(RATA): w.hex(EAST)}
    s.agenda = run_down(s, h, 1)
    settle(s)
    assert where(s, EMIL) == PLAIN == where(s, "Guderian"), "the others stay"
    assert not s.patrol and where(s, RATA) == "sky" == where(s, "Zhukov")
    assert isinstance(pending(s), Fleeing)
    assert why(s, ALLIES, Go(-1)) == "base.overrun" and why(s, ALLIES, Go(w.hex(WEST))) == "base.overrun"
    act(s, ALLIES, Go(w.hex(EAST)))
    assert where(s, RATA) == EAST == where(s, "Zhukov") and down(s, RATA) and down(s, "Zhukov")
