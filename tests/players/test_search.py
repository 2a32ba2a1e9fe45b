"""Choosing between courses by playing them out: better ones are found, noise is not, and time is kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest

from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.games.last_war import GAME as LAST_WAR
from hexfront.games.motherland import GAME as MOTHERLAND
from hexfront.games.turns_east import GAME as EAST
from hexfront.kernel import Chance, SeededSource, UnknownName, apply, deciders, pending, roll
from hexfront.players import GeneralPlayer, Seatview, cores, get, names
from hexfront.players.doctrine import Course, Plan, doctrine_for, searched_doctrine
from hexfront.players.general import Explanation, explain
from hexfront.players.search import Enemy, Judged, Outcome, choose_course, play_out


class Dealt:
    """A bench whose playouts are worth what a course promises, and noise that is the same for all in a world."""

    def __init__(
        self, promised: dict[str, float], noise: float = 0.0, own: float = 0.0, width: int = 1, steps: int = 0
    ) -> None:
        self.promised, self.noise, self.own, self.width, self.steps = promised, noise, own, width, steps
        self.played: list[tuple[int, str]] = []
        self.cut_after = 10**9

    def play(self, jobs: Sequence[tuple[int, Course]]) -> list[Outcome | None]:
        out: list[Outcome | None] = []
        for world, course in jobs:
            self.played.append((world, course.name))
            luck = SeededSource(f"world/{world}").random.uniform(-1, 1) * self.noise
            luck += SeededSource(f"{world}/{course.name}").random.uniform(-1, 1) * self.own
            done = len(self.played) <= self.cut_after
            out.append(Outcome(self.promised[course.name] + luck, {}, self.steps) if done else None)
        return out


def courses(*given: str) -> list[Course]:
    return [Course(name) for name in given]


def best_of(bench: Dealt, playouts: int = 64, **more: Any) -> str:
    return choose_course(courses(*bench.promised), bench, playouts, **more)[0].course.name


def test_the_best_course_is_taken() -> None:
    assert best_of(Dealt({"usual": 0.5, "bad": 0.3, "good": 0.7, "fair": 0.55}, noise=0.3)) == "good"


def test_noise_is_no_reason_to_leave_the_usual_course() -> None:
    """Twelve courses that are all alike but for chance: the usual one is kept most of the time."""
    kept = 0
    for n in range(40):
        promised = {f"{n} usual": 0.5} | {f"{n} other {k}": 0.5 - 0.02 for k in range(5)}
        kept += best_of(Dealt(promised, own=0.1), 48).endswith("usual")
    assert kept >= 20


def test_effort_goes_to_those_that_matter() -> None:
    bench = Dealt({"usual": 0.5, "good": 0.7, "bad": 0.1, "worse": 0.0}, noise=0.2)
    best_of(bench, 60)
    count = {name: sum(x == name for _, x in bench.played) for name in bench.promised}
    assert count["good"] == count["usual"] > count["bad"] and len(bench.played) <= 60


def test_all_courses_meet_the_same_worlds() -> None:
    bench = Dealt({"usual": 0.5, "other": 0.6}, noise=0.2)
    best_of(bench, 20)
    assert [w for w, name in bench.played if name == "usual"] == [w for w, n in bench.played if n == "other"]


@pytest.mark.parametrize("width", [1, 3, 8, 50])
def test_how_many_play_at_a_time_does_not_matter(width: int) -> None:
    promised = {f"c{k}": 0.5 + 0.01 * k for k in range(7)}
    one, several = Dealt(promised, own=0.2), Dealt(promised, own=0.2, width=width)
    assert best_of(one, 50) == best_of(several, 50)
    assert sorted(one.played) == sorted(several.played)


def test_plans_that_come_to_the_same_are_played_out_once() -> None:
    bench = Dealt({"usual": 0.5, "same": 0.5, "better": 0.6, "as good": 0.6}, noise=0.3)
    assert best_of(bench, 40) == "better"
    count = [sum(x == name for _, x in bench.played) for name in bench.promised]
    assert count[1] == count[3] == 1 < count[0] == count[2]


def test_actions_that_came_to_the_same_once_are_tried_again() -> None:
    bench = Dealt({"usual": 0.5, "same": 0.5, "equal": 0.5}, noise=0.3)
    choose_course([Course(name, first=name) for name in bench.promised], bench, 40)
    assert sum(name == "same" for _, name in bench.played) > 1


def test_what_makes_no_difference_is_not_played_out_to_the_end() -> None:
    bench = Dealt({"usual": 0.5, "same": 0.5, "alike": 0.5, "equal": 0.5}, noise=0.3)
    assert best_of(bench, 100) == "usual"
    assert len(bench.played) < 100


@pytest.mark.parametrize(("steps", "most"), [(100, 40), (50, 80), (1, 240), (125, 32), (400, 24)])
def test_short_playouts_are_made_in_greater_number_and_long_ones_in_smaller(steps: int, most: int) -> None:
    bench = Dealt({"usual": 0.5, "other": 0.6}, noise=0.2, steps=steps)
    best_of(bench, 40, length=100.0)
    assert len(bench.played) == most


@pytest.mark.parametrize("after", [0, 1, 5, 13])
def test_a_search_cut_short_uses_whole_worlds_only(after: int) -> None:
    bench = Dealt({"usual": 0.5, "good": 0.9, "bad": 0.1}, noise=0.1)
    bench.cut_after = after
    judged = choose_course(courses(*bench.promised), bench, 60)
    counts = {len(x.outcomes) for x in judged if x.course.name != "bad"}
    assert len(counts) == 1
    assert judged[0].course.name == ("usual" if after < 6 else "good")


def test_progress_can_stop_a_search() -> None:
    bench = Dealt({"usual": 0.5, "good": 0.9})
    shares: list[float] = []

    def progress(share: float) -> bool:
        shares.append(share)
        return len(shares) == 3

    best_of(bench, 100, progress=progress)
    assert len(bench.played) == 6 and shares == [0.02, 0.04, 0.06]


# --- playouts


def barbarossa_begins() -> Any:
    """The first decision of the campaign."""
    s = EAST.start(EAST.setup("barbarossa"))
    dice = SeededSource("dice")
    while isinstance(pending(s), Chance):
        roll(s, dice)
    return s


def first_of(s: Any) -> str:
    frame = pending(s)
    return frame.deciders(s)[0]  # type: ignore[union-attr]


def test_a_playout_is_the_same_for_the_same_seed_and_leaves_its_start_alone() -> None:
    s = EAST.start(EAST.setup("minsk"))
    before = EAST.codec.encode(s)
    one, two, other = (play_out(doctrine_for(EAST), s, "axis", Course("x"), seed) for seed in ("a", "a", "b"))
    assert one == two != other
    assert EAST.codec.encode(s) == before


def test_a_course_begins_with_its_action() -> None:
    s = SKIRMISH.start(SKIRMISH.setup())
    seen: list[str] = []

    class Spy(type(doctrine_for(SKIRMISH))):  # type: ignore[misc]
        def worth_at_end(self, s: Any, seat: str) -> float:
            seen.append(s.plans["blue"])
            return 0.5

    doctrine = Spy(SKIRMISH)
    for x in pending(s).legal(s, "blue"):  # type: ignore[union-attr]
        play_out(doctrine, s, "blue", Course("x", first=x), "seed")
    assert seen == ["north", "centre", "south"]


def test_a_playout_is_cut_in_the_middle() -> None:
    calls = 0

    def is_over() -> bool:
        nonlocal calls
        calls += 1
        return calls == 4

    s = barbarossa_begins()
    assert play_out(doctrine_for(EAST), s, first_of(s), Course("x"), "a", is_over) is None


# --- the general


def test_the_general_keeps_its_time() -> None:
    s = barbarossa_begins()
    player = GeneralPlayer(1, 10_000, seconds=0.3)
    began = time.perf_counter()
    view = Seatview(EAST, s, first_of(s))
    assert player.choose(view) in view.legal
    assert time.perf_counter() - began < 3  # a decision of staff, and what a busy machine adds


def test_the_general_stops_when_told() -> None:
    s = barbarossa_begins()
    told: list[tuple[float, str]] = []
    player = GeneralPlayer(1, 10_000)
    player.configure(
        seconds=60, progress=lambda share, text: told.append((share, text)), stopped=lambda: True
    )
    view = Seatview(EAST, s, first_of(s))
    began = time.perf_counter()
    assert player.choose(view) in view.legal
    assert time.perf_counter() - began < 5


def ready_team() -> None:
    team = cores.team(2)
    until = time.monotonic() + 30
    while len(team.ready()) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert team.ready()


def test_several_processes_stop_when_told_and_go_on_afterwards() -> None:
    ready_team()
    view = Seatview(SKIRMISH, SKIRMISH.start(SKIRMISH.setup()), "blue")
    began = time.monotonic()
    player = GeneralPlayer("stop", 1_000_000)
    player.configure(
        seconds=60, progress=lambda share, text: None, stopped=lambda: time.monotonic() - began > 0.3
    )
    assert player.choose(view) in view.legal
    assert time.monotonic() - began < 10
    one, two = GeneralPlayer("same", 12), GeneralPlayer("same", 12, workers=2)
    assert one.choose(view) == two.choose(view)


def test_several_processes_choose_as_one_does() -> None:
    s = SKIRMISH.start(SKIRMISH.setup())
    view = Seatview(SKIRMISH, s, "blue")
    one = GeneralPlayer("same", 30)
    one.choose(view)
    ready_team()
    three = GeneralPlayer("same", 30, workers=2)
    three.choose(view)
    assert three.explanation == one.explanation


def test_the_general_explains_itself() -> None:
    one = Judged(
        Course("Attack 0706"), [Outcome(0.7, {"Rostov taken": 1.0}), Outcome(0.6, {"Rostov taken": 1.0})]
    )
    two = Judged(Course("steady"), [Outcome(0.4, {"Rostov taken": 0.0}), Outcome(0.5, {"Rostov taken": 1.0})])
    text = str(explain([one, two]))
    assert text == (
        "Attack 0706: 65% over 2 of 4 playouts, because Rostov taken in 100% of playouts, not 50%; steady promised 45%"
    )
    assert str(Explanation("steady", 0.5, 3, 8)) == "steady: 50% over 3 of 8 playouts"


def test_a_search_that_was_cut_before_its_first_world_explains_nothing() -> None:
    assert explain([Judged(Course("steady"), []), Judged(Course("strike"), [])]) is None
    player = GeneralPlayer("test", 40)
    player.progress = lambda share: True
    player._is_over = lambda: player._searches > 0  # type: ignore[method-assign]
    s = SKIRMISH.start(SKIRMISH.setup())
    player.choose(Seatview(SKIRMISH, s, deciders(s)[0]))
    assert player._searches and player.explanation is None and player.reasons == []


def test_no_because_where_the_other_course_promised_as_much() -> None:
    """The usual course is kept where the other is better by less than chance would give."""
    taken = Judged(
        Course("steady"), [Outcome(0.5, {"Stavropol taken": 1.0}), Outcome(0.4, {"Stavropol taken": 1.0})]
    )
    other = Judged(
        Course("strike"), [Outcome(0.5, {"Stavropol taken": 0.0}), Outcome(0.6, {"Stavropol taken": 0.0})]
    )
    found = explain([taken, other])
    assert found is not None and found.because == ""
    assert str(found) == "steady: 45% over 2 of 4 playouts; strike promised 55%, which may be luck"
    same = explain([taken, Judged(Course("strike"), taken.outcomes)])
    assert str(same).endswith("; strike promised 45%, which may be luck")


def test_the_reasons_of_a_choice_are_those_of_its_own_searches() -> None:
    player, dice = GeneralPlayer("test", 12), SeededSource("dice")
    s = SKIRMISH.start(SKIRMISH.setup())
    mine = deciders(s)[0]
    seen: list[int] = []
    while len(seen) < 6:
        if isinstance(pending(s), Chance):
            roll(s, dice)
            continue
        seat = deciders(s)[0]
        view = Seatview(SKIRMISH, s, seat)
        if seat == mine:
            action = player.choose(view)
            seen.append(len(player.reasons))
            assert not player.reasons or player.reasons[-1] == player.explanation
        else:
            action = view.legal[-1]
        apply(s, seat, action)
    assert seen[0] == 1 and 0 in seen[1:]


def test_what_it_tells_while_it_thinks_gives_no_plan_away() -> None:
    heard: list[str] = []
    player = GeneralPlayer("test", 12)
    player.configure(seconds=5, progress=lambda part, text: heard.append(text), stopped=lambda: False)
    player._workers = 1
    s = SKIRMISH.start(SKIRMISH.setup())
    seat = deciders(s)[0]
    names = [course.name for course in doctrine_for(SKIRMISH).plans(s, seat)]
    player.choose(Seatview(SKIRMISH, s, seat))
    assert heard and all(text.startswith("weighing ") for text in heard)
    assert not any(name in text for text in heard for name in names)


def test_all_cores_are_used_that_the_system_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: set(range(96)), raising=False)
    monkeypatch.setattr(cores, "memory", lambda: 2**40)
    assert cores.count() == 96
    monkeypatch.setattr(cores, "memory", lambda: 8 * cores.NEEDS)
    assert cores.count() == 4, "half the memory is left to others"
    monkeypatch.setattr(cores, "memory", lambda: 0)
    assert cores.count() == 1
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {3}, raising=False)
    monkeypatch.setattr(cores, "memory", lambda: 2**40)
    assert cores.count() == 1


def test_levels_have_names() -> None:
    assert names() == ["random", "recruit", "staff", "general", "field-marshal"]
    assert isinstance(get("general:5"), GeneralPlayer)
    assert isinstance(get("general:4"), GeneralPlayer)
    wrong = (
        "general:0",
        "general:3",
        "general:x",
        "general:",
        "general:²",
        "general:" + "9" * 5000,
        "staff:9",
        "marshal",
    )
    for name in wrong:
        with pytest.raises(UnknownName, match="and general:N with a whole number N of at least 4"):
            get(name)


def test_a_plan_can_tilt_only_what_there_is() -> None:
    """A tilt of a number that a doctrine has not would silently do nothing."""
    for game, scenario in ((SKIRMISH, ""), (EAST, "minsk"), (EAST, "barbarossa")):
        doctrine = doctrine_for(game)
        s = game.start(game.setup(scenario))
        for info in game.seats(game.setup(scenario)):
            known = set(doctrine.names(info.id))
            plans: list[Plan] = doctrine.plans(s, info.id)
            assert all(name in known for plan in plans for name, _ in plan.tilts)


def test_a_team_that_was_interrupted_is_replaced() -> None:
    """Answers to what nobody waits for any more must not be taken for answers to the next question."""
    first = cores.team(1)
    cores.disband()
    assert first.idle == []
    second = cores.team(1)
    assert second is not first
    cores.disband()
    cores.disband()


def test_one_world_is_no_reason_to_leave_the_usual_course() -> None:
    assert best_of(Dealt({"usual": 0.5, "other": 0.9, "third": 0.4}), 3) == "usual"
    assert best_of(Dealt({"usual": 0.5, "other": 0.9, "third": 0.4}), 12) == "other"


def test_a_general_searches_the_doctrine_that_its_curves_were_learned_with() -> None:
    """Where staff has a newer doctrine, the general keeps the one of before until it is taught anew."""
    assert type(doctrine_for(MOTHERLAND)) is not type(searched_doctrine(MOTHERLAND))
    assert searched_doctrine(MOTHERLAND).curves
    assert searched_doctrine(SKIRMISH) is doctrine_for(SKIRMISH)


def test_the_plan_of_last_time_is_kept_unless_another_is_clearly_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = GeneralPlayer("kept")
    asked: list[tuple[str, float]] = []
    answers = ["north", "north", "south", "south", "wait"]

    def search(seat: Any, doctrine: Any, given: list[Course], margin: float = 0.5) -> Course:
        asked.append((given[0].name, margin))
        return next(x for x in given if x.name == answers[len(asked) - 1])

    monkeypatch.setattr(player, "_search", search)
    menu = courses("usual", "north", "south")
    for _ in range(4):
        player._plan_anew(None, None, menu)  # type: ignore[arg-type]
    assert [name for name, _ in asked] == ["usual", "north", "north", "south"], (
        "the last one is the one to beat"
    )
    assert asked[0][1] < asked[1][1] == asked[3][1], "and it takes more to beat it"
    other = courses("attack", "wait")
    player._plan_anew(None, None, other)  # type: ignore[arg-type]
    assert asked[-1][0] == "attack", "what was chosen among others is no plan here"


def test_the_enemy_of_a_playout_has_plans_of_his_own() -> None:
    doctrine = searched_doctrine(LAST_WAR)
    s = LAST_WAR.start(LAST_WAR.setup("kursk"))
    seen = [Enemy(doctrine, f"{n}").plan(s, "axis").name for n in range(60)]
    assert 15 <= seen.count("steady") <= 55, "staff's own in every other playout, and sometimes besides"
    assert len(set(seen)) >= 4
    assert seen == [Enemy(doctrine, f"{n}").plan(s, "axis").name for n in range(60)], "by the seed alone"
    one = Enemy(doctrine, "7")
    assert len({one.plan(s, "axis").name for _ in range(9)}) == 1, "kept until it is time to plan anew"
