"""The fuzzer runs clean on a sound game, finds planted faults, and shrinks them to short logs that still
fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexfront.games.last_war import GAME as LAST_WAR
from hexfront.games.turns_east import GAME as EAST
from hexfront.kernel import Agenda, BadSave, SeededSource
from hexfront.proof.fuzz import attempt, drawn_setup
from hexfront.proof.walk import Walk
from hexfront.testing import Failure, fuzz, reproduce
from tests.support import toy
from tests.support.toy import GAME, Marches, Spy, ToyState

sound_apply = Marches.apply


def late_fault(self: Marches, s: ToyState, seat: str, action: Any) -> Agenda:
    """A crash that needs a spy in the third turn or later, with a runner gone forward."""
    if isinstance(action, Spy) and s.turn >= 3 and s.runners[1] >= 2:
        raise KeyError("lost")
    return sound_apply(self, s, seat, action)


def test_a_sound_game_runs_clean_and_the_same_for_the_same_seed() -> None:
    told: list[int] = []
    one = fuzz(GAME, 3000, seed=5, progress=told.append)
    two = fuzz(GAME, 3000, seed=5)
    assert one.failure is None
    assert one.actions == two.actions == 3000
    assert (one.games, one.finished) == (two.games, two.finished)
    assert one.games > 50
    assert one.per_s > 0
    assert told == sorted(told)


def test_one_scenario_can_be_chosen() -> None:
    assert fuzz(GAME, 500, scenario="long").games < fuzz(GAME, 500, scenario="short").games


def test_options_can_be_drawn_anew_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    setups: list[dict[str, bool | int | str]] = []
    begin = Walk.begin

    def noted(self: Walk) -> None:
        setups.append(self.setup.options)
        begin(self)

    monkeypatch.setattr(Walk, "begin", noted)
    done = fuzz(EAST, 900, scenario="minsk", draw=True, options={"zhukov_command_roll": True})
    assert done.failure is None and done.games > 2
    assert all(options["zhukov_command_roll"] is True for options in setups)
    assert {"single_step_replacements" in options for options in setups} == {True, False}
    setups.clear()
    fuzz(EAST, 200, scenario="minsk")
    assert all(options == {} for options in setups)


def test_options_that_a_scenario_refuses_are_drawn_again() -> None:
    for n in range(20):
        setup = drawn_setup(LAST_WAR, "europe", {}, SeededSource(n))
        assert LAST_WAR.world(setup) is not None


def failure_of(monkeypatch: pytest.MonkeyPatch, path: Path | None = None, **more: Any) -> Failure:
    monkeypatch.setattr(Marches, "apply", late_fault)
    found = fuzz(GAME, 20_000, save=path, **more)
    assert found.failure is not None
    assert found.saved == (str(path) if path else "")
    return found.failure


def test_a_fault_is_shrunk_to_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    failure = failure_of(monkeypatch, scenario="long")
    assert failure.law == "crash"
    assert "KeyError" in failure.detail
    actions = [entry.action for entry in failure.log if entry.action is not None]
    kinds = [type(action).__name__ for action in actions]
    assert kinds.count("Spy") == 1
    assert kinds.count("March") == 1
    assert kinds.count("Plan") == 6
    assert len(failure.log) < failure.found_after
    log, broken = attempt(GAME, failure.setup, failure.log)
    assert broken is not None
    assert tuple(log) == failure.log


def test_a_saved_failure_can_be_played_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "failure.json"
    with monkeypatch.context() as patch:
        failure_of(patch, path)
        again = reproduce(path, GAME)
        assert again is not None
        assert again.law == "crash"
    assert reproduce(path, GAME) is None, "the fault is gone with the sound rule"
    with pytest.raises(BadSave, match="no game 'toy'"):
        reproduce(path)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(BadSave, match="cut off"):
        reproduce(path, GAME)


def test_a_fault_of_a_position_is_shrunk_too(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = toy.knows_chit
    monkeypatch.setattr(toy, "knows_chit", lambda s, seat, side: seat == "observer" or sound(s, seat, side))
    found = fuzz(GAME, 20_000, dear=0.2)
    assert found.failure is not None
    assert found.failure.law == "secrecy"
    assert len(found.failure.log) <= 4


def test_a_game_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: toy.Reckoning, s: ToyState) -> Agenda:
        s.turn = 0
        return (toy.Turn(),)

    monkeypatch.setattr(toy.Reckoning, "run", run)
    found = fuzz(GAME, 3000, longest=1000)
    assert found.failure is not None
    assert found.failure.law == "end"
