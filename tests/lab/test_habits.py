"""Habits: numbers that matter are found, numbers that do not are left alone, and a general follows what was found."""

from __future__ import annotations

import random
from math import exp
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.kernel import Action, Decision
from hexfront.lab import habits as lab
from hexfront.lab.habits import Trial, moved, plan_of, slopes
from hexfront.players import GeneralPlayer, Plan, Seatview
from hexfront.players.doctrine import STEADY, Memory, Question, doctrine_for
from hexfront.players.habits import Habit, habits, joined
from hexfront.players.plan import Course
from hexfront.players.search import play_out

NAMES = ("attack", "danger", "idle")


def made_up(games: int, truth: dict[str, dict[str, float]], leads: bool = True) -> list[Trial]:
    """Games in which the numbers of each seat help it as much as `truth` says."""
    dice = random.Random(3)
    out = []
    for _ in range(games):
        strayed = {seat: {n: dice.gauss(0, lab.SPREAD) for n in NAMES} for seat in ("red", "blue")}
        edge = sum(
            sign * truth[seat].get(n, 0.0) * strayed[seat][n]
            for seat, sign in (("red", 1), ("blue", -1))
            for n in NAMES
        )
        won = float(dice.random() < 1 / (1 + exp(-edge)))
        out.append(Trial(strayed, won, edge + dice.gauss(0, 1) if leads else 0.0))
    return out


@pytest.mark.parametrize("leads", [True, False])
def test_what_helps_a_seat_is_found_for_that_seat(leads: bool) -> None:
    found = slopes(made_up(900, {"red": {"attack": 1.5}, "blue": {"attack": -0.8, "danger": 1.5}}, leads))
    assert found["red"]["attack"] > 5
    assert found["blue"]["danger"] > 5
    assert found["blue"]["attack"] < -2
    for seat, name in (("red", "danger"), ("red", "idle"), ("blue", "idle")):
        assert abs(found[seat][name]) < 3


def test_a_habit_goes_far_where_it_is_sure_and_nowhere_where_it_is_not() -> None:
    tilts = moved({"attack": 8.0, "danger": -4.0, "idle": 0.5}, 1.5)
    assert tilts["attack"] == pytest.approx(1.5 * lab.SPREAD)
    assert tilts["danger"] == pytest.approx(-0.75 * lab.SPREAD)
    assert tilts["idle"] == 0.0


def test_a_habit_goes_a_short_way_where_nothing_is_sure() -> None:
    assert moved({"attack": 2.0}, 1.0)["attack"] == pytest.approx(lab.SPREAD / 2)


def test_tilts_are_a_plan() -> None:
    plan = plan_of({"attack": 0.693147, "danger": 0.001, "boldness": -1.0})
    assert plan.tilts == (("attack", 2.0),)
    assert plan.boldness == -0.5


def test_a_plan_on_top_of_a_habit_has_the_tilts_of_both() -> None:
    habit = Plan("habit", boldness=0.2, tilts=(("attack", 2.0), ("danger", 0.5)))
    both = joined(habit, Plan("strike", 0.4, "north", 2.0, tilts=(("attack", 1.5), ("pull", 3.0))))
    assert (both.name, both.axis, both.weight) == ("strike", "north", 2.0)
    assert both.boldness == pytest.approx(0.6)
    assert dict(both.tilts) == {"attack": 3.0, "danger": 0.5, "pull": 3.0}
    assert joined(STEADY, both) is both


def test_a_plan_that_names_no_front_has_that_of_the_habit() -> None:
    habit = Plan("habit", axis="south", weight=2.5)
    assert joined(habit, STEADY) == Plan("steady", axis="south", weight=2.5)
    other = joined(habit, Plan("weight in the north", axis="north", weight=2.0))
    assert (other.axis, other.weight) == ("north", 2.0)


def test_a_habit_may_end(doctrine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    s = SKIRMISH.start(SKIRMISH.setup())
    monkeypatch.setattr(doctrine, "habits", {"crossing": {"blue": Habit(HABIT, until=2)}})
    seen = []
    for turn in (1, 2, 3):
        s.turn = turn
        seen.append(doctrine.habit(s, "blue"))
    assert seen == [HABIT, HABIT, STEADY]


def test_a_plan_of_the_general_can_be_tried_until_a_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lab.planned("motherland", "uranus", "weight in the south", "axis") == {
        "axis": Plan("habit", 0.3, "south", 2.5)
    }
    assert set(lab.planned("motherland", "uranus", "weight in the south", "")) == {"axis", "soviet"}
    tried: list[Any] = []

    def better(*given: Any) -> dict[str, Habit]:
        tried.append(given[2])
        return {"axis": msgspec.structs.replace(given[2]["axis"], games=12, points=8.0, usual=5.0)}

    monkeypatch.setattr(lab, "better", better)
    said = ["motherland", "uranus", "--games", "12", "--out", str(tmp_path)]
    assert lab.main([*said, "--plan", "strike", "--until", "15", "--seat", "axis"]) == 0
    assert set(tried[0]) == {"axis"} and tried[0]["axis"].until == 15
    assert habits("motherland", tmp_path)["uranus"]["axis"].until == 15
    for wrong, words in (
        (["--plan", "retreat to Berlin"], "there are: attack only where"),
        (["--plan", "strike", "--seat", "china"], "no seat china"),
        (["--until", "5"], "name it with --plan"),
    ):
        assert lab.main([*said, *wrong]) == 2
        assert words in capsys.readouterr().err
    assert len(tried) == 1


def test_a_plan_is_tried_only_until_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[int, set[str]] = {}
    doctrine = doctrine_for(SKIRMISH)
    choose = type(doctrine).choose

    def spy(s: Any, seat: str, legal: list[Any], plan: Plan, memory: Memory, source: Any) -> Any:
        if seat == "blue":
            seen.setdefault(s.turn, set()).add(plan.name)
        return choose(doctrine, s, seat, legal, plan, memory, source)

    monkeypatch.setattr(doctrine, "choose", spy)
    lab._check("skirmish", "crossing", "t", {"blue": Habit(Plan("tried"), until=2)}, 0)
    assert seen.pop(1) == seen.pop(2) == {"tried", "steady"}  # the usual game is played beside it
    seen.pop(0)  # setting up
    assert seen and set.union(*seen.values()) == {"steady"}


def test_learning_says_what_it_found_and_gives_the_same_with_more_workers() -> None:
    said: list[str] = []
    once = lab.learn("skirmish", "crossing", 24, "t", 1, said.append)
    again: list[str] = []
    assert lab.learn("skirmish", "crossing", 24, "t", 2, again.append) == once
    assert said == again and len(said) == 2 * len(lab.REACH) + 2
    for seat, habit in once.items():
        assert seat in ("blue", "red") and habit.games == 6 and habit.points > habit.usual


def test_what_was_learned_is_kept_beside_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"blue": Habit(Plan("habit", tilts=(("town", 2.0),)), 10, 7.0, 5.0)}
    monkeypatch.setattr(lab, "learn", lambda *args: found)
    before = {"red": Habit(Plan("habit", 0.5)), "blue": Habit(Plan("habit", 0.25))}
    (tmp_path / "habits.json").write_bytes(msgspec.json.encode({"other": {}, "crossing": before}))
    assert lab.main(["skirmish", "--out", str(tmp_path)]) == 0
    assert habits("skirmish", tmp_path) == {"other": {}, "crossing": {"red": before["red"], **found}}


def test_a_habit_of_one_seat_is_checked_from_its_side() -> None:
    for n in range(4):
        blue = lab._check("skirmish", "crossing", "t", {"blue": Habit(STEADY)}, n)["blue"]
        red = lab._check("skirmish", "crossing", "t", {"red": Habit(STEADY)}, n)["red"]
        assert blue[0] == blue[1] and red == (1 - blue[0], 1 - blue[0])


def test_habits_of_another_scenario_can_be_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ["skirmish", "--like", "crossing", "--games", "12", "--out", str(tmp_path)]
    monkeypatch.setattr(lab, "habits", lambda game: {})
    assert lab.main(said) == 2
    assert "There are no habits for crossing" in capsys.readouterr().err
    plan = Plan("habit", tilts=(("town", 2.0),))
    monkeypatch.setattr(lab, "habits", lambda game: {"crossing": {"red": Habit(plan, 9, 9.0, until=3)}})
    tried: list[Any] = []

    def better(*given: Any) -> dict[str, Habit]:
        tried.append(given[:5])
        return {"red": Habit(plan, 12, 8.0, 5.0)}

    monkeypatch.setattr(lab, "better", better)
    assert lab.main(said) == 0
    assert tried == [("skirmish", "crossing", {"red": Habit(plan, 9, 9.0, until=3)}, 12, "habits")]
    assert habits("skirmish", tmp_path) == {"crossing": {"red": Habit(plan, 12, 8.0, 5.0)}}


def test_without_a_file_or_with_a_broken_one_there_are_none(tmp_path: Path) -> None:
    assert habits("skirmish", tmp_path) == {}
    (tmp_path / "habits.json").write_text("[1")
    assert habits("skirmish", tmp_path) == {}


HABIT = Plan("habit", boldness=0.125, tilts=(("town", 1.5),))


@pytest.fixture
def doctrine(monkeypatch: pytest.MonkeyPatch) -> Any:
    found = doctrine_for(SKIRMISH)
    monkeypatch.setattr(found, "habits", {"crossing": {"blue": Habit(HABIT)}})
    return found


def test_a_general_plans_on_top_of_its_habit(doctrine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Plan] = []

    def spy(q: Question[Any]) -> Action:
        seen.append(q.plan)
        return q.legal[0]

    monkeypatch.setattr(doctrine, "answer", spy)
    s = SKIRMISH.start(SKIRMISH.setup())
    frame = s.agenda[0]
    assert isinstance(frame, Decision)
    seat = frame.deciders(s)[0]
    assert doctrine.habit(s, "blue") == HABIT and doctrine.habit(s, "red") == STEADY
    player = GeneralPlayer(1, playouts=2)  # too few to search
    player.choose(Seatview(SKIRMISH, s, seat))
    assert dict(seen[-1].tilts) == (dict(HABIT.tilts) if seat == "blue" else {})


def test_a_playout_goes_over_to_the_habit_when_its_plan_is_over(
    doctrine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: dict[str, list[str]] = {"blue": [], "red": []}
    choose = type(doctrine).choose

    def spy(s: Any, seat: str, legal: list[Any], plan: Plan, memory: Memory, source: Any) -> Any:
        plans[seat].append(plan.name)
        return choose(doctrine, s, seat, legal, plan, memory, source)

    monkeypatch.setattr(doctrine, "choose", spy)
    monkeypatch.setattr(doctrine, "is_played_out", lambda s, start, seat: s.turn > start.turn + 2)
    s = SKIRMISH.start(SKIRMISH.setup())
    play_out(doctrine, s, "blue", Course("tried", Plan("tried")), "x")
    assert set(plans["red"]) == {"steady"}
    assert list(dict.fromkeys(plans["blue"])) == ["tried", "habit"]
