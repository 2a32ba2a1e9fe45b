"""Conformance finds nothing in a sound game, and finds each broken rule that is planted in it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import msgspec
import pytest

from hexfront.kernel import (
    Action,
    Agenda,
    Cause,
    Cup,
    Forecast,
    Line,
    Option,
    Overlay,
    Prompt,
    SeededSource,
    View,
    Violation,
    Walk,
)
from hexfront.proof.laws import is_filled_in
from hexfront.testing import LAWS, Broken, conformance
from tests.support import toy
from tests.support.toy import GAME, Draw, Halt, March, Marches, Plan, Plans, Spy, Toy, ToyState


def test_a_sound_game_keeps_every_law() -> None:
    report = conformance(GAME, games=6, dear=1.0, must_end=True)
    assert report.scenarios == ("short", "long")
    assert report.games == report.finished == 12
    assert report.actions > 200


PLANTS: dict[str, tuple[str, Callable[[pytest.MonkeyPatch], None]]] = {}


def plant(law: str) -> Callable[[Callable[[pytest.MonkeyPatch], None]], None]:
    """Register a broken rule and the law that must find it."""

    def register(breaks: Callable[[pytest.MonkeyPatch], None]) -> None:
        PLANTS[breaks.__name__] = (law, breaks)

    return register


sound_violation = Marches.violation
sound_apply = Marches.apply
sound_view = Toy.view
sound_resample = Toy.resample


@plant("crash")
def an_index_out_of_range(patch: pytest.MonkeyPatch) -> None:
    def violation(self: Marches, s: ToyState, seat: str, action: Any) -> Violation | None:
        if isinstance(action, March):
            s.runners[action.runner]
        return sound_violation(self, s, seat, action)

    patch.setattr(Marches, "violation", violation)


@plant("crash")
def a_fault_while_acting(patch: pytest.MonkeyPatch) -> None:
    def apply(self: Marches, s: ToyState, seat: str, action: Any) -> Agenda:
        if isinstance(action, Spy) and s.turn == 2:
            raise KeyError("lost")
        return sound_apply(self, s, seat, action)

    patch.setattr(Marches, "apply", apply)


@plant("dead-end")
def no_way_to_stop(patch: pytest.MonkeyPatch) -> None:
    def violation(self: Marches, s: ToyState, seat: str, action: Any) -> Violation | None:
        if isinstance(action, Halt) and s.left == 0:
            return Violation("3", "No.")
        return sound_violation(self, s, seat, action)

    patch.setattr(Marches, "violation", violation)


@plant("dead-end")
def nobody_decides(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Marches, "deciders", lambda self, s: ())


@plant("legal")
def a_fast_list_that_forgets(patch: pytest.MonkeyPatch) -> None:
    def legal(self: Marches, s: ToyState, seat: str) -> list[Any]:
        found = [a for a in self.candidates(s, seat) if self.violation(s, seat, a) is None]
        return found[1:] if s.turn == 2 and len(found) > 3 else found

    patch.setattr(Marches, "legal", legal)


@plant("legal")
def candidates_that_forget(patch: pytest.MonkeyPatch) -> None:
    def candidates(self: Plans, s: ToyState, seat: str) -> Iterable[Action]:
        return [Plan(0), Plan(1)]

    patch.setattr(Plans, "candidates", candidates)


@plant("legal")
def the_same_action_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Plans, "candidates", lambda self, s, seat: [Plan(0), Plan(0)])


@plant("legal")
def a_list_that_ignores_a_rule(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Marches, "legal", lambda self, s, seat: list(self.candidates(s, seat)))


@plant("reach")
def a_reach_past_other_runners(patch: pytest.MonkeyPatch) -> None:
    def reach(self: Toy, s: ToyState, seat: str, piece: str) -> dict[str, Walk]:
        runner = int(piece)
        plan = (March(runner, s.runners[runner] + 1), March(runner, s.runners[runner] + 2))
        return {str(plan[-1].to): Walk(2.0, tuple(str(step.to) for step in plan), plan)}

    patch.setattr(Toy, "reach", reach)


@plant("reach")
def a_reach_that_stays_at_home(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "reach", lambda self, s, seat, piece: {})


@plant("refusal")
def a_case_that_does_not_exist(patch: pytest.MonkeyPatch) -> None:
    def violation(self: Plans, s: ToyState, seat: str, action: Plan) -> Violation | None:
        return None if 0 <= action.stance < 3 else Violation("1.9", "No.")

    patch.setattr(Plans, "violation", violation)


@plant("refusal")
def a_refusal_without_words(patch: pytest.MonkeyPatch) -> None:
    def violation(self: Plans, s: ToyState, seat: str, action: Plan) -> Violation | None:
        return None if 0 <= action.stance < 3 else Violation("1.1", "")

    patch.setattr(Plans, "violation", violation)


@plant("refusal")
def a_decision_without_a_case(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Plans, "rule", "")


@plant("refusal")
def a_refusal_that_writes(patch: pytest.MonkeyPatch) -> None:
    def violation(self: Marches, s: ToyState, seat: str, action: Any) -> Violation | None:
        found = sound_violation(self, s, seat, action)
        if isinstance(action, March) and action.runner // 2 != self.side:
            s.score[0] += 1
        return found

    patch.setattr(Marches, "violation", violation)


@plant("refusal")
def a_why_without_a_name(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "why", lambda self, s, seat, piece, at: (Cause("", "3.2", "No."),))


@plant("refusal")
def a_why_of_a_case_that_does_not_exist(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "why", lambda self, s, seat, piece, at: (Cause("March", "9.9", "No."),))


@plant("refusal")
def a_why_that_writes(patch: pytest.MonkeyPatch) -> None:
    def why(self: Toy, s: ToyState, seat: str, piece: str, at: str) -> tuple[Cause, ...]:
        s.score[0] += 1
        return ()

    patch.setattr(Toy, "why", why)


@plant("crash")
def a_why_that_knows_no_nonsense(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "why", lambda self, s, seat, piece, at: () * int(at or 0))


@plant("seat")
def anybody_may_act(patch: pytest.MonkeyPatch) -> None:
    class Both(tuple[str, ...]):
        def __contains__(self, seat: object) -> bool:
            return True

    patch.setattr(Marches, "deciders", lambda self, s: Both((toy.SEATS[self.side],)))


@plant("clone")
def something_shared(patch: pytest.MonkeyPatch) -> None:
    sound = ToyState.clone

    def clone(self: ToyState) -> ToyState:
        new = sound(self)
        new.runners = self.runners
        return new

    patch.setattr(ToyState, "clone", clone)


@plant("json")
def something_not_saved(patch: pytest.MonkeyPatch) -> None:
    codec = GAME.codec
    sound = codec.decode

    def decode(data: bytes) -> ToyState:
        s = sound(data)
        s.left = 0
        return s

    patch.setattr(codec, "decode", decode)


@plant("json")
def a_score_that_is_read_back_as_another(patch: pytest.MonkeyPatch) -> None:
    """A fault that shows only in the last position of a game."""
    codec = GAME.codec
    sound = codec.decode

    def decode(data: bytes) -> ToyState:
        s = sound(data)
        if s.result is not None:
            s.score[0] += 1
        return s

    patch.setattr(codec, "decode", decode)


@plant("repeatable")
def a_die_in_the_rules(patch: pytest.MonkeyPatch) -> None:
    dice = random.Random(1)

    def apply(self: Marches, s: ToyState, seat: str, action: Any) -> Agenda:
        if isinstance(action, March):
            s.score[0] += dice.randrange(1000)
        return sound_apply(self, s, seat, action)

    patch.setattr(Marches, "apply", apply)


@plant("replay")
def a_memory_outside_the_state(patch: pytest.MonkeyPatch) -> None:
    turns: list[int] = []

    def new_state(self: Toy, world: Any) -> ToyState:
        turns.append(0)
        return sound(self, world, len(turns))

    def sound(self: Toy, world: Any, drift: int) -> ToyState:
        s = sound_new(self, world)
        s.score[0] = drift
        return s

    sound_new = Toy.new_state
    patch.setattr(Toy, "new_state", new_state)


@plant("offer")
def an_unknown_kind_of_click(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Plans, "option", lambda self, s, seat, action: Option(str(action.stance), kind="wiggle"))


@plant("offer")
def options_that_look_alike(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Plans, "option", lambda self, s, seat, action: Option("a stance"))


@plant("offer")
def a_prompt_with_a_false_case(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Plans, "prompt", lambda self, s, seat: Prompt("Plan.", rule="8.8"))


@plant("offer")
def overlays_of_ones_own_in_a_game_that_has_common_ones(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "has_common_overlays", True)
    patch.setattr(Toy, "overlays", lambda self, s, seat: (Overlay("mine", f"What {seat} holds"),))


@plant("offer")
def a_view_of_ones_own_in_a_game_without_secrets(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "has_secrets", False)


@plant("events")
def a_line_with_a_false_case(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy.Marched, "line", lambda self, s: Line("marched", rule="8.8"))


@plant("events")
def an_event_without_words(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy.Marched, "line", lambda self, s: Line(""))


@plant("chance")
def chances_that_do_not_sum(patch: pytest.MonkeyPatch) -> None:
    class Odd(Cup, frozen=True):
        def chances(self) -> Any:
            return ((marker, 0.3) for marker in self.markers)

    patch.setattr(Draw, "outcomes", lambda self, s: Odd(toy.CHITS))


@plant("crash")
def an_outcome_nobody_thought_of(patch: pytest.MonkeyPatch) -> None:
    def apply(self: Draw, s: ToyState, outcome: str) -> Agenda:
        s.chits[self.side] = {"1": "1", "2": "2", "3": "3"}[outcome]
        return ()

    patch.setattr(Draw, "apply", apply)


@plant("invariant")
def runners_in_one_place(patch: pytest.MonkeyPatch) -> None:
    def violation(self: Marches, s: ToyState, seat: str, action: Any) -> Violation | None:
        found = sound_violation(self, s, seat, action)
        return None if found is not None and found.rule == "3.2" else found

    patch.setattr(Marches, "violation", violation)
    patch.setattr(Toy, "reach", lambda self, s, seat, piece: None)  # else it would be found there first


@plant("offer")
def a_view_made_from_anothers_with_its_secrets_left_out(patch: pytest.MonkeyPatch) -> None:
    def reseated(self: Toy, s: ToyState, other: View, seat: str) -> View:
        return msgspec.structs.replace(other, seat=seat)

    patch.setattr(Toy, "reseated", reseated)


@plant("file")
def a_score_that_no_save_may_hold(patch: pytest.MonkeyPatch) -> None:
    def run(self: toy.Reckoning, s: ToyState) -> Agenda:
        s.score[0] = 1 << 30
        return sound_run(self, s)

    sound_run = toy.Reckoning.run
    patch.setattr(toy.Reckoning, "run", run)
    patch.setattr(Toy, "wide", ())


@plant("file")
def a_redraw_that_cannot_be(patch: pytest.MonkeyPatch) -> None:
    """A fork is such a position: it would be begun, and never opened again."""

    def resample(self: Toy, s: ToyState, seat: str, source: SeededSource) -> ToyState:
        new = sound_resample(self, s, seat, source)
        new.left = -1
        return new

    patch.setattr(Toy, "resample", resample)


@plant("secrecy")
def a_view_that_tells_a_plan(patch: pytest.MonkeyPatch) -> None:
    def view(self: Toy, s: ToyState, seat: str) -> View:
        seen = sound_view(self, s, seat)
        return View(
            **{f: getattr(seen, f) for f in seen.__struct_fields__ if f != "turns"} | {"phase": str(s.plans)}
        )

    patch.setattr(Toy, "view", view)


@plant("secrecy")
def an_observer_who_sees_a_chit(patch: pytest.MonkeyPatch) -> None:
    sound = toy.knows_chit
    patch.setattr(toy, "knows_chit", lambda s, seat, side: seat == "observer" or sound(s, seat, side))


@plant("secrecy")
def an_overlay_that_tells(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "overlays", lambda self, s, seat: (Overlay("x", "x", labels={"0": "".join(s.chits)}),))


@plant("secrecy")
def a_forecast_that_tells(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "forecast", lambda self, s, seat: Forecast("".join(s.chits)))


@plant("secrecy")
def legal_actions_that_tell(patch: pytest.MonkeyPatch) -> None:
    def violation(self: Marches, s: ToyState, seat: str, action: Any) -> Violation | None:
        if isinstance(action, Spy) and s.chits[1 - self.side] == "4":
            return Violation("3.4", "A four cannot be seen.")
        return sound_violation(self, s, seat, action)

    patch.setattr(Marches, "violation", violation)


@plant("secrecy")
def a_prompt_that_tells(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Marches, "prompt", lambda self, s, seat: Prompt(f"March against {s.chits[1 - self.side]}."))


@plant("secrecy")
def a_line_that_tells(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy.Marched, "line", lambda self, s: Line(f"marched against {s.chits}"))


@plant("forgetting")
def a_redraw_that_keeps_a_plan(patch: pytest.MonkeyPatch) -> None:
    def resample(self: Toy, s: ToyState, seat: str, source: SeededSource) -> ToyState:
        new = sound_resample(self, s, seat, source)
        new.plans[:] = s.plans
        return new

    patch.setattr(Toy, "resample", resample)


@plant("forgetting")
def a_redraw_that_keeps_a_chit(patch: pytest.MonkeyPatch) -> None:
    def resample(self: Toy, s: ToyState, seat: str, source: SeededSource) -> ToyState:
        new = sound_resample(self, s, seat, source)
        new.chits[:] = s.chits
        return new

    patch.setattr(Toy, "resample", resample)


@plant("reveal")
def a_look_that_can_be_undone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy.ChitSeen, "reveals", False)


@plant("undo")
def an_undo_that_forgets_itself(patch: pytest.MonkeyPatch) -> None:
    from hexfront.match import Match

    sound = Match._rewind

    def rewind(self: Match, n: int) -> None:
        sound(self, n)
        self.state.left = 0

    patch.setattr(Match, "_rewind", rewind)


@plant("undo")
def an_undo_across_dice(patch: pytest.MonkeyPatch) -> None:
    from hexfront.match import Match

    patch.setattr(Match, "_undo_refusal", lambda self, seat: "")


@plant("end")
def a_game_without_end(patch: pytest.MonkeyPatch) -> None:
    def run(self: toy.Reckoning, s: ToyState) -> Agenda:
        s.turn = 0
        return (toy.Turn(),)

    patch.setattr(toy.Reckoning, "run", run)


@pytest.mark.parametrize("name", sorted(PLANTS))
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    law, breaks = PLANTS[name]
    breaks(monkeypatch)
    with pytest.raises(Broken) as caught:
        conformance(GAME, games=10, actions=300, dear=1.0, must_end=True)
    assert caught.value.law == law, caught.value


def test_what_a_save_may_hold_is_asked_of_positions_that_are_not_looked_at_closely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One in sixteen, so that hundreds of thousands of actions can be asked."""

    def run(self: toy.Turn, s: ToyState) -> Agenda:
        s.score[0] = 1 << 30
        return sound_run(self, s)

    sound_run = toy.Turn.run
    monkeypatch.setattr(toy.Turn, "run", run)
    monkeypatch.setattr(Toy, "wide", ())
    with pytest.raises(Broken, match="file: The position is not possible: score is 1073741824"):
        conformance(GAME, games=3, actions=60, dear=0.0)


def test_a_law_that_is_skipped_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTS["options_that_look_alike"][1](monkeypatch)
    PLANTS["a_look_that_can_be_undone"][1](monkeypatch)
    conformance(GAME, dear=1.0, skip=("offer", "reveal"))


def test_every_law_has_a_planted_fault() -> None:
    assert {law for law, _ in PLANTS.values()} == set(LAWS)


def test_an_unknown_law_cannot_be_skipped() -> None:
    with pytest.raises(ValueError, match="no such law: gravity"):
        conformance(GAME, skip=("gravity",))


def test_the_words_of_a_broken_law_say_what_was_seen() -> None:
    broken = Broken("legal", "it lists what breaks a rule")
    assert str(broken) == "legal: it lists what breaks a rule"
    assert isinstance(broken, AssertionError)


def test_a_draw_with_too_many_outcomes_to_list_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    def apply(self: Draw, s: ToyState, outcome: tuple[str, ...]) -> Agenda:
        s.chits[self.side] = outcome[0]
        return ()

    monkeypatch.setattr(Draw, "outcomes", lambda self, s: Cup(toy.CHITS * 15, 12))
    monkeypatch.setattr(Draw, "apply", apply)
    assert conformance(GAME, dear=1.0).actions > 50


class Remark(Action, frozen=True, tag=True):
    """An action with words of one's own."""

    free: ClassVar[tuple[str, ...]] = ("text",)
    text: str
    place: int


def test_what_is_filled_in_by_hand_need_not_be_listed() -> None:
    listed = [Halt(), Remark("Noted.", 1)]
    assert is_filled_in(Remark("Words of one's own.", 1), listed)
    assert not is_filled_in(Remark("Words of one's own.", 2), listed), "its other fields are from the list"
    assert not is_filled_in(March(0, 1), [March(0, 2)]), "no field of this is free"
