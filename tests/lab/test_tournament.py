"""Tournaments and comparisons."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.errors import BadData, UnknownName
from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.kernel import Game, SeatInfo, Setup
from hexfront.lab.compare import changes, compare
from hexfront.lab.farm import Done, Task, farm
from hexfront.lab.kept import Kept
from hexfront.lab.record import GameRecord, play
from hexfront.lab.tournament import Means, Table, Tournament, points_of, sides_of
from tests.support.toy import GAME as TOY

SETUP = SKIRMISH.setup()


def tournament(
    game: Game[Any],
    setup: Setup,
    players: Sequence[str],
    games: int,
    seed: str = "1",
    stop: bool = False,
    **means: Any,
) -> Table:
    return Tournament(game, setup, players, games, seed, stop).play(Means(**means))


def plain(table: Table) -> Any:
    """A table without times, which differ from run to run."""
    return msgspec.to_builtins(msgspec.structs.replace(table, thought={}))


def test_everyone_meets_everyone_from_both_sides() -> None:
    seen: list[int] = []
    table = tournament(SKIRMISH, SETUP, ["random", "recruit", "staff"], 4, progress=seen.append)
    assert seen == list(range(1, 25))
    assert [each.name for each in table.players][-1] == "random"
    for each in table.players:
        assert each.games == 16 == each.wins + each.draws + each.losses
        assert each.low <= each.score <= each.high
        assert each.elo_low < each.elo < each.elo_high
        by_side = [table.by_side[side][each.name] for side in ("blue", "red")]
        assert [one.games for one in by_side] == [8, 8]
        assert sum(one.wins for one in by_side) == each.wins
    assert sum(each.score for each in table.players) == pytest.approx(1.5)
    assert {(each.name, each.against) for each in table.pairs} == {
        ("random", "recruit"), ("random", "staff"), ("recruit", "staff")
    }  # fmt: skip
    assert table.thought["staff"].decisions > 0


def test_both_ways_round_have_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Task] = []

    def spy(tasks: list[Task], workers: int, ray: str) -> Iterator[Done]:
        asked.extend(tasks)
        yield from farm(tasks, workers, ray)

    monkeypatch.setattr("hexfront.lab.tournament.farm", spy)
    tournament(SKIRMISH, SETUP, ["recruit", "random"], 3, seed="x")
    for one, two in zip(asked[::2], asked[1::2], strict=True):
        assert one.seed == two.seed
        assert one.players == {"blue": "recruit", "red": "random"}
        assert two.players == {"blue": "random", "red": "recruit"}
    assert len({task.seed for task in asked}) == 3


def test_the_table_does_not_depend_on_workers() -> None:
    one = tournament(SKIRMISH, SETUP, ["random", "staff"], 20, stop=True)
    two = tournament(SKIRMISH, SETUP, ["random", "staff"], 20, workers=2, stop=True)
    assert plain(one) == plain(two)
    assert one.pairs[0].verdict == "not better"
    assert one.pairs[0].games == 16, "it stops at the first look that decides"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """The games that are really played."""
    asked: list[Task] = []

    def spy(tasks: list[Task], workers: int, ray: str) -> Iterator[Done]:
        for task in tasks:
            asked.append(task)
            yield from farm([task], workers, ray)

    monkeypatch.setattr("hexfront.lab.tournament.farm", spy)
    return asked


@pytest.mark.parametrize("keeps", [True, False])
def test_games_are_thought_of_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keeps: bool
) -> None:
    """However many are asked for by a slip of the finger, nothing is made of those that are not begun."""
    made: list[Any] = []

    def task(*fields: Any) -> Task:
        made.append(fields)
        return Task(*fields)

    def stop(played: int) -> None:
        if played == 3:
            raise KeyboardInterrupt

    for module in ("tournament", "compare"):
        monkeypatch.setattr(f"hexfront.lab.{module}.Task", task)
    kept = Kept(tmp_path / "games.jsonl", SKIRMISH, SETUP, "1") if keeps else None
    with pytest.raises(KeyboardInterrupt):
        tournament(SKIRMISH, SETUP, ["random", "staff"], 10_000, progress=stop, kept=kept)
    assert len(made) == 3
    made.clear()
    with pytest.raises(KeyboardInterrupt):
        compare(SKIRMISH, SETUP, SETUP, {"blue": "random", "red": "random"}, 10_000, progress=stop)
    assert len(made) == 6


def test_kept_games_that_decide_are_enough(tmp_path: Path, asked: list[Task]) -> None:
    """Also where some are kept that come after one that is not."""
    path = tmp_path / "games.jsonl"
    once = tournament(
        SKIRMISH, SETUP, ["random", "staff"], 20, stop=True, kept=Kept(path, SKIRMISH, SETUP, "1")
    )
    assert len(asked) == 16
    again = tournament(
        SKIRMISH, SETUP, ["random", "staff"], 20, stop=True, kept=Kept(path, SKIRMISH, SETUP, "1")
    )
    assert len(asked) == 16
    assert plain(again) == plain(once)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:6], *lines[8:]]))
    asked.clear()
    again = tournament(SKIRMISH, SETUP, ["random", "staff"], 8, kept=Kept(path, SKIRMISH, SETUP, "1"))
    assert [(each.seed, each.number) for each in asked] == [("1/2", 5), ("1/3", 6)]
    assert plain(again) == plain(tournament(SKIRMISH, SETUP, ["random", "staff"], 8))


def test_kept_games_are_not_played_again(tmp_path: Path, asked: list[Task]) -> None:
    whole = tournament(SKIRMISH, SETUP, ["random", "staff"], 4)
    asked.clear()
    path = tmp_path / "sub" / "games.jsonl"

    def cut_off(played: int) -> None:
        if played == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament(
            SKIRMISH, SETUP, ["random", "staff"], 4, progress=cut_off, kept=Kept(path, SKIRMISH, SETUP, "1")
        )
    assert len(asked) == 5
    with path.open("ab") as file:
        file.write(b'{"record": {"num')  # the power failed
    again = tournament(SKIRMISH, SETUP, ["random", "staff"], 4, kept=Kept(path, SKIRMISH, SETUP, "1"))
    assert len(asked) == 8
    assert plain(again) == plain(whole)
    more = tournament(
        SKIRMISH, SETUP, ["random", "staff", "recruit"], 4, kept=Kept(path, SKIRMISH, SETUP, "1")
    )
    assert len(asked) == 24, "the first pair has met already"
    assert plain(more) == plain(tournament(SKIRMISH, SETUP, ["random", "staff", "recruit"], 4))


def test_the_order_of_names_does_not_matter(tmp_path: Path, asked: list[Task]) -> None:
    path = tmp_path / "games.jsonl"

    def table(*names: str) -> Any:
        found = plain(tournament(SKIRMISH, SETUP, names, 3, kept=Kept(path, SKIRMISH, SETUP, "1")))
        met = {(each["name"], each["against"]): each for each in found.pop("pairs")}
        return json.dumps(found), met

    one, met = table("random", "staff", "recruit")
    assert len(asked) == 18
    games = path.read_bytes()
    two, mirrored = table("recruit", "staff", "random")
    assert len(asked) == 18, "the same seatings and dice are the same games"
    assert path.read_bytes() == games
    assert two == one, "figures and their order"
    for (a, b), each in met.items():
        other = mirrored[b, a]
        assert (each["wins"], each["draws"], each["losses"]) == (
            other["losses"],
            other["draws"],
            other["wins"],
        )
    assert plain(tournament(SKIRMISH, SETUP, ["staff", "random"], 3)) == plain(
        tournament(SKIRMISH, SETUP, ["staff", "random"], 3, kept=Kept(path, SKIRMISH, SETUP, "1"))
    ), "as if they were played"


def test_players_as_strong_as_one_another_stand_in_the_order_of_their_names() -> None:
    tables = [
        tournament(SKIRMISH, SETUP, players, 1, limit=5)  # all games are stopped, which is a draw
        for players in (["staff", "random", "recruit"], ["recruit", "random", "staff"])
    ]
    for each in tables:
        assert [p.name for p in each.players] == ["random", "recruit", "staff"]
        assert [*each.thought] == [*each.by_side["red"]] == ["random", "recruit", "staff"]


def test_a_file_of_another_tournament_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Kept(path, SKIRMISH, SETUP, "1")
    with pytest.raises(BadData, match="choose another file"):
        Kept(path, SKIRMISH, SETUP, "2")
    changed = Setup("crossing", pack=SHARP)
    with pytest.raises(BadData, match="something other than games of this tournament"):
        Kept(path, SKIRMISH, changed, "1")
    path.write_text("my diary\n")
    with pytest.raises(BadData, match="choose another file"):
        Kept(path, SKIRMISH, SETUP, "1")
    assert path.read_text() == "my diary\n"
    with pytest.raises(BadData, match="cannot be kept"):
        Kept(tmp_path, SKIRMISH, SETUP, "1")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the devices of Linux")
def test_games_are_not_kept_in_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "read_bytes", lambda self: pytest.fail("it has no end"))
    for device in ("/dev/full", "/dev/zero"):
        with pytest.raises(BadData, match=rf"^Games cannot be kept in {device}: it is not a regular file\.$"):
            Kept(Path(device), SKIRMISH, SETUP, "1")


def test_a_game_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    kept = Kept(path, SKIRMISH, SETUP, "1")

    def full(played: int) -> None:
        if played == 3:
            path.rename(tmp_path / "elsewhere")
            path.mkdir()

    with pytest.raises(
        BadData, match=r"games\.jsonl cannot be written: Is a directory; what was kept before is safe"
    ):
        tournament(SKIRMISH, SETUP, ["random", "recruit"], 3, kept=kept, progress=full)
    assert len(Kept(tmp_path / "elsewhere", SKIRMISH, SETUP, "1").done) == 3


def test_kept_games_of_other_players_are_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    tournament(SKIRMISH, SETUP, ["random", "recruit"], 1, kept=Kept(path, SKIRMISH, SETUP, "1"))
    before = path.read_bytes()
    with monkeypatch.context() as changed:
        changed.setattr("hexfront.lab.kept.skill_of", lambda players: "changed")
        with pytest.raises(
            BadData, match=r"was begun with other players: .*; choose another file, or delete it"
        ):
            Kept(path, SKIRMISH, SETUP, "1")
    with monkeypatch.context() as changed:
        changed.setattr(type(SKIRMISH), "data_digest", lambda game, setup: "changed")
        with pytest.raises(
            BadData, match=r"was begun with other figures: .*; choose another file, or delete"
        ):
            Kept(path, SKIRMISH, SETUP, "1")
    assert path.read_bytes() == before
    assert len(Kept(path, SKIRMISH, SETUP, "1").done) == 2
    head, _, rest = before.partition(b"\n")
    stated = json.loads(head)
    del stated["skill"]
    path.write_bytes(json.dumps(stated).encode() + b"\n" + rest)
    with pytest.raises(BadData, match="was begun with other players"):
        Kept(path, SKIRMISH, SETUP, "1")


def test_a_damaged_line_of_kept_games_is_refused_and_the_file_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tournament(SKIRMISH, SETUP, ["random", "recruit"], 2, kept=Kept(path, SKIRMISH, SETUP, "1"))
    lines = path.read_bytes().splitlines(keepends=True)
    for rubbish in (b"\x00", b"{}", lines[2][:-1].replace(b"random", b"rand\xffm"), b""):
        damaged = [*lines[:2], rubbish + b"\n", *lines[3:]]
        path.write_bytes(b"".join(damaged))
        with pytest.raises(BadData, match=r"^Line 3 of .*games\.jsonl cannot be read .* delete that line"):
            Kept(path, SKIRMISH, SETUP, "1")
        assert path.read_bytes() == b"".join(damaged)
    path.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    assert len(Kept(path, SKIRMISH, SETUP, "1").done) == 3
    path.write_bytes(lines[0] + lines[1] + lines[2][:-1])
    assert len(Kept(path, SKIRMISH, SETUP, "1").done) == 1
    assert path.read_bytes() == lines[0] + lines[1], "the last line without its end was being written"
    for cut in (1, 9):
        path.write_bytes(lines[0][:-cut])
        assert Kept(path, SKIRMISH, SETUP, "1").done == {}
        assert path.read_bytes() == lines[0], "so was a head without its end"


def test_points() -> None:
    record = play(TOY, TOY.setup(), {"red": "random", "blue": "random"}, "1")[0]

    def won(*winners: str, finished: bool = True) -> GameRecord:
        return msgspec.structs.replace(record, winners=winners, finished=finished)

    assert points_of(won("red"), ["red"]) == 1
    assert points_of(won("red"), ["blue"]) == 0
    assert points_of(won(), ["blue"]) == 0.5
    assert points_of(won("red", finished=False), ["red"]) == 0.5
    assert points_of(won("red", "blue"), ["red"]) == 0.5, "shared between sides"
    assert points_of(won("red", "pink"), ["red", "pink"]) == 1, "two seats of one side"


def test_seats_of_one_side_play_together(monkeypatch: pytest.MonkeyPatch) -> None:
    infos = (
        SeatInfo("a", "A", "x"),
        SeatInfo("b", "B", "x"),
        SeatInfo("c", "C", "y"),
        SeatInfo("u", "U", control=True),
    )
    monkeypatch.setattr(type(TOY), "seats", lambda self, setup: infos)
    assert sides_of(TOY, TOY.setup()) == {"x": ["a", "b"], "y": ["c"]}


def test_what_no_tournament_can_be_held_with() -> None:
    with pytest.raises(UnknownName, match="two different players"):
        tournament(SKIRMISH, SETUP, ["staff", "staff"], 2)
    with pytest.raises(UnknownName, match="no player 'napoleon'"):
        tournament(SKIRMISH, SETUP, ["staff", "napoleon"], 2)


# --- comparisons

SHARP = {"data": {"combat": {"rows": {str(n): ["A1"] * 5 for n in range(1, 7)}}}}
PLAYERS = {"blue": "staff", "red": "staff"}


def test_a_game_compared_with_itself_does_not_differ() -> None:
    found = compare(SKIRMISH, SETUP, SETUP, PLAYERS, 6)
    assert found.same == found.pairs == 6
    for side in found.sides.values():
        assert (side.only_first, side.only_second, side.difference, side.p_value) == (0, 0, 0, 1)
        assert side.low < 0 < side.high
    assert all(shift.difference == 0 for shift in found.figures.values())


def test_a_changed_table_shows() -> None:
    """A table by which attackers alone lose makes attacks dear: fewer defenders fall."""
    changed = Setup("crossing", pack=SHARP)
    found = compare(SKIRMISH, SETUP, changed, PLAYERS, 12)
    again = compare(SKIRMISH, SETUP, changed, PLAYERS, 12, workers=2)
    assert found == again
    lost = found.figures["steps lost by red"]
    assert lost.high is not None and lost.high < 0, "fewer, and plainly so"
    assert lost.second - lost.first == pytest.approx(lost.difference, abs=1e-3)
    blue = found.sides["blue"]
    assert blue.second_wins - blue.first_wins == blue.only_second - blue.only_first


def test_set_up_is_no_turn() -> None:
    """Skirmish has six turns, and its reserves are planned before the first."""
    shorter = Setup("crossing", pack={"data": {"crossing": {"turns": 2}}})
    turns = compare(SKIRMISH, SETUP, shorter, PLAYERS, 2).figures["turns played"]
    assert (turns.first, turns.second) == (6, 2)


def test_what_two_packs_change() -> None:
    one = {"tables": {"crt": {"1": [1, 2], "2": [3]}, "same": 5}}
    two = {"tables": {"crt": {"1": [1, 3]}, "same": 5}, "units": {"a": 1}}
    assert list(changes(one, two)) == [
        ("tables.crt.1", [1, 2], [1, 3]),
        ("tables.crt.2", [3], None),
        ("units.a", None, 1),
    ]
    assert list(changes({}, {})) == []


def test_a_change_is_told_with_the_figure_it_replaces() -> None:
    ours = {
        "tables": {"turns": 6, "same": 5},
        "units": {"unit": [{"id": "a", "factors": [4, 2], "kind": "army"}, {"id": "b", "factors": [3]}]},
    }
    pack = {
        "tables": {"turns": 4, "same": 5, "new": 1},
        "units": {"unit": [{"id": "b", "factors": [5]}, {"id": "c", "factors": [1]}]},
    }
    there = [
        ("tables.turns", 6, 4),
        ("tables.new", None, 1),
        ("units.unit.b.factors", [3], [5]),
        ("units.unit.c.id", None, "c"),
        ("units.unit.c.factors", None, [1]),
    ]
    assert list(changes({}, pack, ours)) == there
    assert list(changes(pack, {}, ours)) == [(where, b, a) for where, a, b in there]
    assert list(changes({"tables": {"turns": 6}}, {}, ours)) == [], "our own figure is no change"
