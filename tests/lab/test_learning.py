"""What is learned from self-play: curves that say the truth, books that know openings, and life without either."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.games.last_war import GAME as LAST_WAR
from hexfront.games.motherland import GAME as MOTHERLAND
from hexfront.games.turns_east import GAME as EAST
from hexfront.kernel import SeededSource
from hexfront.lab import habits, openings, train
from hexfront.lab.train import Row, brier, fit, fit_signed, learn, self_play, solve
from hexfront.players import Seatview, get
from hexfront.players.book import Book, BookLine, books
from hexfront.players.doctrine import AnyDoctrine, Course, Plan, doctrine_for
from hexfront.players.evaluation import Curve, curves, learned, squash
from hexfront.players.habits import Habit


def made_up(games: int, truth: dict[str, float]) -> list[Row]:
    """Positions of games that are won by a known curve."""
    dice = random.Random(7)
    rows = []
    for n in range(games):
        features = {"constant": 1.0, **{name: dice.gauss(0, 1) for name in truth}}
        chance = squash(sum(truth[name] * features[name] for name in truth) + 0.5)
        rows.append(Row(n, 1 + n % 3, features, 0.5, float(dice.random() < chance)))
    return rows


# --- curves


def test_a_fit_finds_the_curve_that_made_the_games() -> None:
    weights = fit(made_up(3000, {"towns": 1.5, "losses": -0.8, "nothing": 0.0}), ridge=0.1)
    assert weights["towns"] == pytest.approx(1.5, abs=0.2)
    assert weights["losses"] == pytest.approx(-0.8, abs=0.2)
    assert weights["nothing"] == pytest.approx(0.0, abs=0.15)
    assert weights["constant"] == pytest.approx(0.5, abs=0.15)


def test_ridge_holds_weights_back() -> None:
    rows = made_up(40, {"towns": 3.0})
    assert 0 < fit(rows, ridge=50.0)["towns"] < fit(rows, ridge=0.5)["towns"]


def test_a_feature_that_never_changes_gets_no_weight() -> None:
    rows = made_up(50, {"towns": 1.0})
    for row in rows:
        row.features["flat"] = 4.0
    assert "flat" not in fit(rows)


def test_a_weight_of_the_wrong_sign_is_left_out() -> None:
    rows = made_up(400, {"towns": 1.5, "losses": 0.8})
    assert fit_signed(rows, {})["losses"] > 0
    weights = fit_signed(rows, {"towns": 1, "losses": -1})
    assert "losses" not in weights and weights["towns"] > 0.5


def test_equations_are_solved() -> None:
    assert solve([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]) == pytest.approx([3.0, 2.0])


def test_brier() -> None:
    assert brier([1.0, 0.5, 0.0], [1.0, 0.0, 0.0]) == pytest.approx(0.25 / 3)


def test_a_curve_is_tested_on_games_it_has_not_seen() -> None:
    tested = learn(made_up(1500, {"towns": 2.0}))
    assert tested.brier < tested.base - 0.05
    assert tested.curve.games == 1500 and tested.curve.brier == round(tested.brier, 4)
    assert sum(count for _, _, count in tested.reliability) == 300
    assert all(abs(said - won) < 0.2 for said, won, count in tested.reliability if count > 30)
    assert set(tested.by_turn) == {1, 2, 3}


def test_self_play_follows_from_its_seed() -> None:
    one, two, other = (self_play("skirmish", "crossing", 3, seed) for seed in ("a", "a", "b"))
    assert one == two != other
    assert {row.game for row in one} == {0, 1, 2}
    assert {row.won for row in one} <= {0.0, 0.5, 1.0}


def test_training_writes_a_file_that_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train.main(["skirmish", "--games", "80", "--out", str(tmp_path)]) == 0
    assert "Brier on unseen games" in capsys.readouterr().out
    curve = curves("skirmish", tmp_path)["crossing"]
    assert 40 < curve.games <= 80 and "steps" in curve.weights and curve.brier < curve.base


@pytest.mark.parametrize("learner", [train, openings, habits])
def test_learners_misused_say_so_in_a_sentence(
    learner: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    for words, said in (
        (["nosuch"], "no game 'nosuch'"),
        (["skirmish", "nowhere"], "no scenario 'nowhere'"),
        (["skirmish", "--out", str(tmp_path / "file" / "x")], "Nothing can be written"),
    ):
        assert learner.main([*words, "--games", "12"]) == 2
        out, err = capsys.readouterr()
        assert out == "" and said in err and err.count("\n") == 1
    for words in (["skirmish", "--games", "0"], ["skirmish", "--games", "x"], ["skirmish", "--workers", "0"]):
        with pytest.raises(SystemExit) as ended:
            learner.main(words)
        assert ended.value.code == 2
        err = capsys.readouterr().err
        assert "is not a whole number of at least" in err and err.count("\n") == 1


def test_too_few_games_to_learn_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for learner in (train, openings, habits):
        with pytest.raises(SystemExit) as ended:
            learner.main(["skirmish", "--games", "1", "--out", str(tmp_path)])
        assert ended.value.code == 2 and "'1' is not a whole number" in capsys.readouterr().err
    monkeypatch.setattr(openings, "write_book", lambda *args: Book({}))
    assert openings.main(["skirmish", "--games", "5", "--out", str(tmp_path)]) == 2
    assert "play more of them" in capsys.readouterr().err
    with pytest.raises(BadData, match="too few positions"):
        learn(made_up(1, {"towns": 1.0}))
    assert list(tmp_path.iterdir()) == []


def test_habits_are_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(habits, "seats_of", lambda game, setup: ["one", "two", "three"])
    with pytest.raises(BadData, match="two seats; Skirmish has 3"):
        habits.learn("skirmish", "", 12, "x")


def test_a_spoilt_file_is_like_none(tmp_path: Path) -> None:
    assert curves("skirmish", tmp_path) == {} and books("skirmish", tmp_path) == {}
    (tmp_path / "curves.json").write_text("{")
    (tmp_path / "openings.json").write_text('{"crossing": 3}')
    assert curves("skirmish", tmp_path) == {} and books("skirmish", tmp_path) == {}


DOCTRINES = learned("skirmish").parent.parent
COMMITTED = [(path.parent.parent.name, name) for path in sorted(DOCTRINES.glob("*/learned/curves.json"))
             for name in curves(path.parent.parent.name)]  # fmt: skip


@pytest.mark.parametrize(("game", "scenario"), COMMITTED)
def test_what_was_learned_is_better_than_naming_the_share_of_wins(game: str, scenario: str) -> None:
    curve = curves(game)[scenario]
    assert curve.games >= 50 and curve.brier < curve.base


def test_learned_files_are_small() -> None:
    assert all(path.stat().st_size < 200_000 for path in DOCTRINES.glob("*/learned/*.json"))


@pytest.fixture
def unlearned(monkeypatch: pytest.MonkeyPatch) -> dict[str, AnyDoctrine]:
    """The doctrines of players who have neither curves nor books."""
    found = {}
    for game in (SKIRMISH, EAST):
        doctrine = doctrine_for(game)
        monkeypatch.setattr(doctrine, "curves", {})
        monkeypatch.setattr(doctrine, "books", {})
        found[game.id] = doctrine
    return found


@pytest.mark.parametrize("scenario", ["crossing", "minsk"])
@pytest.mark.parametrize("player", ["staff", "general:4"])
def test_everything_works_without_the_files(
    unlearned: dict[str, AnyDoctrine], scenario: str, player: str
) -> None:
    from hexfront.lab.record import play

    game: Any = SKIRMISH if scenario == "crossing" else EAST
    seats = [info.id for info in game.seats(game.setup(scenario))]
    record, _ = play(game, game.setup(scenario), {seats[0]: player, seats[1]: "staff"}, "bare")
    assert record.finished


def test_worth_is_a_chance_and_the_two_sides_share_it(unlearned: dict[str, AnyDoctrine]) -> None:
    s = EAST.start(EAST.setup("minsk"))
    doctrine = unlearned["turns_east"]
    for known in ({}, {"minsk": Curve({"constant": 0.3, "axis": 1.0})}):
        doctrine.curves = known
        axis, soviet = doctrine.worth(s, "axis"), doctrine.worth(s, "soviet")
        assert 0 < axis < 1 and axis + soviet == pytest.approx(1)


# --- openings

BOOK = Book(
    {"blue: reserve": [BookLine("North", 40, 10.0), BookLine("South", 40, 30.0), BookLine("Centre", 1, 1.0)]},
    81,
)


def test_a_line_seldom_played_is_no_marvel() -> None:
    assert BOOK.best("blue: reserve") == "South"
    assert BOOK.best("red: reserve") == ""


def test_a_line_that_may_be_luck_does_not_replace_the_usual_one() -> None:
    """Of seven lines played a hundred times each one is bound to look five points better than it is."""
    usual = BookLine("steady", 900, 450.0)
    assert Book({"plan": [usual, BookLine("boldly", 100, 54.0)]}).best("plan") == "steady"
    assert Book({"plan": [usual, BookLine("boldly", 100, 62.0)]}).best("plan") == "boldly"


def test_openings_are_explored_with_the_habits_of_a_general(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is judged in the company in which it will be played."""
    doctrine = doctrine_for(SKIRMISH)
    habit = Plan("habit", tilts=(("town", 10.0),))
    monkeypatch.setattr(doctrine, "habits", {"crossing": {"blue": Habit(habit)}})
    seen: dict[str, set[float]] = {"blue": set(), "red": set()}
    usual = doctrine.choose

    def choose(s: Any, seat: str, legal: list[Any], plan: Plan, *rest: Any) -> Any:
        seen[seat].add(dict(plan.tilts).get("town", 1.0))
        return usual(s, seat, legal, plan, *rest)

    monkeypatch.setattr(doctrine, "choose", choose)
    openings.explore(SKIRMISH, SKIRMISH.setup("crossing"), "habit")
    assert min(seen["blue"]) > 5.0 > max(seen["red"])


def test_a_mix_favours_what_scored_and_excludes_nothing() -> None:
    source = SeededSource("mix")
    given = [("North", 0), ("South", 1), ("Centre", 2)]
    drawn = [BOOK.mix("blue: reserve", given, source) for _ in range(600)]
    assert drawn.count(1) > 2 * drawn.count(0) > 0 < drawn.count(2)
    even = [BOOK.mix("nowhere", given, source) for _ in range(600)]
    assert min(even.count(k) for k in (0, 1, 2)) > 140


def test_a_book_is_written_and_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert openings.main(["skirmish", "--games", "10", "--out", str(tmp_path)]) == 0
    assert "blue: reserve" in capsys.readouterr().out
    book = books("skirmish", tmp_path)["crossing"]
    assert book.games == 10
    assert sum(line.games for line in book.pages["blue: reserve"]) == 10
    assert openings.write_book("skirmish", "crossing", 10, "openings") == book


def test_the_book_is_opened_in_the_first_turn() -> None:
    s = SKIRMISH.start(SKIRMISH.setup())
    doctrine = doctrine_for(SKIRMISH)
    frame: Any = s.agenda[0]
    given = [Course(frame.option(s, "blue", x).label, first=x) for x in frame.legal(s, "blue")]
    kept, doctrine.books = doctrine.books, {"crossing": BOOK}
    try:
        assert [x.name for x in doctrine.opened(s, "blue", given)] == ["South", "North", "Centre"]
        assert doctrine.opened(s, "red", given) == given
        chosen = [get("staff", n).choose(Seatview(SKIRMISH, s, "blue")).what for n in range(200)]
        assert chosen.count(2) > 2 * chosen.count(0) > 0
    finally:
        doctrine.books = kept


@pytest.mark.parametrize("game", [SKIRMISH, EAST, LAST_WAR, MOTHERLAND])
def test_committed_books_name_courses_that_exist(game: Any) -> None:
    """The first decision of a game that has a page in the book finds its lines there."""
    assert books(game.id)
    for scenario, book in books(game.id).items():
        s = game.start(game.setup(scenario))
        assert book.games >= 50 and book.pages
        seats = {info.id for info in game.seats(s.world.setup)}
        assert all(page.partition(":")[0] in seats for page in book.pages)


# --- what the learners share

LEARNERS = [(train, "curves.json"), (openings, "openings.json"), (habits, "habits.json")]


def test_a_book_does_not_depend_on_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Staff draws its reserve by the book, so a book that was there would be copied into the next."""
    before = openings.write_book("skirmish", "crossing", 10, "t")
    rows = self_play("skirmish", "crossing", 4, "t")
    loud = Book({"blue: reserve": [BookLine("North", 1000, 1000.0), BookLine("South", 1000, 0.0)]}, 2000)
    monkeypatch.setattr(doctrine_for(SKIRMISH), "books", {"crossing": loud})
    assert openings.write_book("skirmish", "crossing", 10, "t") == before
    assert self_play("skirmish", "crossing", 4, "t") == rows
    assert doctrine_for(SKIRMISH).books == {"crossing": loud}


@pytest.mark.parametrize(("module", "file"), LEARNERS)
def test_a_file_that_cannot_be_read_is_not_lost(
    module: Any,
    file: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_work", lambda args: pytest.fail("no game is played in vain"))
    there = tmp_path / file
    there.write_text("{bad")
    assert module.main(["skirmish", "--games", "12", "--out", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert there.read_text() == "{bad"


@pytest.mark.parametrize(("module", "file"), LEARNERS)
def test_a_folder_that_cannot_be_written_to_is_refused_before_a_game_is_played(
    module: Any, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_work", lambda args: pytest.fail("no game is played in vain"))
    assert module.main(["skirmish", "--games", "12", "--out", "/proc"]) == 2
    err = capsys.readouterr().err
    assert "Nothing can be written to /proc" in err and err.count("\n") == 1


def test_a_curve_that_knows_nothing_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for truth, is_kept in (({"towns": 0.0}, False), ({"towns": 2.0}, True)):
        rows = made_up(200, truth)
        monkeypatch.setattr(train, "self_play", lambda *args, rows=rows: rows)
        assert train.main(["skirmish", "--games", "10", "--out", str(tmp_path)]) == 0
        assert ("not kept" in capsys.readouterr().out) != is_kept
        assert bool(curves("skirmish", tmp_path)) == is_kept


def test_a_curve_may_be_for_one_seat_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "self_play", lambda *args: made_up(200, {"towns": 2.0}))
    asked = ["skirmish", "--games", "10", "--out", str(tmp_path)]
    assert train.main([*asked, "--seat", "red"]) == 0
    assert curves("skirmish", tmp_path)["crossing"].seats == ("red",)
    assert train.main([*asked, "--seat", "green"]) == 2
    assert "no seat 'green' in crossing; there are blue, red" in capsys.readouterr().err
    assert train.main(asked) == 0
    assert curves("skirmish", tmp_path)["crossing"].seats == ()
