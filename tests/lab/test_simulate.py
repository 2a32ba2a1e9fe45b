"""Simulations: the same file however they are played, resumed after any interruption."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from hexfront.errors import BadData, HexfrontError, UnknownName
from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.games.last_war import GAME as LAST_WAR
from hexfront.kernel import CONTROL, Setup
from hexfront.lab.farm import Done, Task, farm, in_order, name_of
from hexfront.lab.kept import PLAYERS, add_game, fingerprint, skill_of
from hexfront.lab.record import BOUNDS, GameRecord, Timing, play
from hexfront.lab.simulate import Folder, StudyPlan, open_folder, seat_players, simulate, tasks
from tests.server.umpired import GAME as UMPIRED
from tests.support.toy import GAME as TOY

GAMES = 10
PLAN = StudyPlan("skirmish", "1", SKIRMISH.setup(), {"blue": "staff", "red": "random"}, GAMES, "7")


def files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in ("plan.json", "games.jsonl", "results.sqlite")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulation played at one go by one worker."""
    path = tmp_path_factory.mktemp("whole")
    simulate(PLAN, path)
    return path


def test_what_a_folder_holds(whole: Path) -> None:
    assert {p.name for p in whole.iterdir()} == {"plan.json", "games.jsonl", "results.sqlite", "timings.json"}
    lines = (whole / "games.jsonl").read_bytes().splitlines()
    records = [msgspec.json.decode(line, type=GameRecord) for line in lines]
    assert [record.number for record in records] == list(range(GAMES))
    assert all(record.finished and record.players == PLAN.players for record in records)
    timings = json.loads((whole / "timings.json").read_bytes())
    for seat in PLAN.players:
        assert timings[seat]["decisions"] == sum(timings[seat]["spread"]) > 100


def test_the_database_says_the_same(whole: Path) -> None:
    records = open_folder(whole).records()
    with closing(sqlite3.connect(whole / "results.sqlite")) as db:
        rows = db.execute("select number, winners, actions from game order by number").fetchall()
        assert rows == [(r.number, ",".join(r.winners), r.actions) for r in records]
        assert dict(db.execute("select seat, name from player").fetchall()) == PLAN.players
        assert db.execute("select value from plan where key = 'seed'").fetchone() == ("7",)
        asked = {key for (key,) in db.execute("select key from plan")}
        assert asked == {"game", "rules", "setup", "games", "seed", "limit"}
        steps = db.execute("select number, turn, side, sum(steps) from stood group by 1, 2, 3").fetchall()
        assert len(steps) > GAMES
        for number, turn, side, total in steps:
            [t] = [t for t in records[number].turns if t.turn == turn]
            assert t.steps[side] == total


@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_seed_gives_the_same_files(whole: Path, tmp_path: Path, workers: int) -> None:
    simulate(PLAN, tmp_path, workers)
    assert files(tmp_path) == files(whole)


def test_another_seed_gives_other_games(whole: Path, tmp_path: Path) -> None:
    simulate(msgspec.structs.replace(PLAN, seed="8"), tmp_path)
    assert files(tmp_path)["games.jsonl"] != files(whole)["games.jsonl"]


class Stop(KeyboardInterrupt):
    pass


def interrupted(path: Path, after: int, workers: int = 1, games: int = GAMES) -> None:
    def tell(done: int) -> None:
        if done >= after:
            raise Stop

    with pytest.raises(Stop):
        simulate(msgspec.structs.replace(PLAN, games=games), path, workers, progress=tell)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_goes_on_where_it_was(whole: Path, tmp_path: Path, workers: int) -> None:
    interrupted(tmp_path, 4, workers)
    assert len((tmp_path / "games.part").read_bytes().splitlines()) == 4
    assert not (tmp_path / "games.jsonl").exists()
    seen: list[int] = []
    simulate(PLAN, tmp_path, progress=seen.append)
    assert seen == list(range(4, GAMES + 1)), "what was done is not played again"
    assert files(tmp_path) == files(whole)
    assert not (tmp_path / "games.part").exists()


def test_a_line_cut_off_in_the_writing_is_played_again(whole: Path, tmp_path: Path) -> None:
    interrupted(tmp_path, 4)
    part = tmp_path / "games.part"
    part.write_bytes(part.read_bytes()[:-30])
    assert len(Folder(tmp_path, PLAN).done) == 3
    simulate(PLAN, tmp_path)
    assert files(tmp_path) == files(whole)


def test_a_whole_line_without_its_end_is_played_again(whole: Path, tmp_path: Path) -> None:
    interrupted(tmp_path, 3)
    part = tmp_path / "games.part"
    part.write_bytes(part.read_bytes()[:-1])
    simulate(PLAN, tmp_path)
    assert files(tmp_path) == files(whole)


def test_a_damaged_line_in_the_middle_is_refused_and_no_game_lost(whole: Path, tmp_path: Path) -> None:
    interrupted(tmp_path, 4)
    part, plan = tmp_path / "games.part", tmp_path / "plan.json"
    lines = part.read_bytes().splitlines(keepends=True)
    damaged = b"".join([lines[0], lines[1][:50] + b"?\n", *lines[2:]])
    part.write_bytes(damaged)
    stated = plan.read_bytes()
    sentence = r"^Line 2 of .*games\.part cannot be read as a game; delete that line, or delete the file to start again\.$"
    for games in (GAMES, GAMES + 5):
        with pytest.raises(BadData, match=sentence):
            simulate(msgspec.structs.replace(PLAN, games=games), tmp_path)
    assert part.read_bytes() == damaged
    assert plan.read_bytes() == stated, "a plan that was refused is not written down"
    part.write_bytes(b"".join([lines[0], *lines[2:]]))
    seen: list[int] = []
    simulate(PLAN, tmp_path, progress=seen.append)
    assert seen[0] == 3, "the games after it count"
    assert files(tmp_path) == files(whole)


def test_a_finished_simulation_can_be_made_longer(whole: Path, tmp_path: Path) -> None:
    simulate(msgspec.structs.replace(PLAN, games=4), tmp_path)
    decisions = Folder(tmp_path, PLAN).timing["blue"].decisions
    interrupted(tmp_path, 7)
    folder = simulate(PLAN, tmp_path)
    assert files(tmp_path) == files(whole)
    assert folder.timing["blue"].decisions > decisions
    again = simulate(PLAN, tmp_path)
    assert again.timing["blue"].decisions == folder.timing["blue"].decisions


def test_a_folder_of_another_simulation_is_left_alone(tmp_path: Path) -> None:
    small = msgspec.structs.replace(PLAN, games=2)
    simulate(small, tmp_path)
    before = files(tmp_path)
    for other in (
        msgspec.structs.replace(small, seed="8"),
        msgspec.structs.replace(small, players={"blue": "random", "red": "random"}),
        msgspec.structs.replace(small, setup=Setup("crossing", pack={"data": {"crossing": {"turns": 3}}})),
    ):
        with pytest.raises(BadData, match="another simulation"):
            simulate(other, tmp_path)
    with pytest.raises(BadData, match="as many or more"):
        simulate(msgspec.structs.replace(small, games=1), tmp_path)
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    "name", ["report.html", "results.sqlite", "games.jsonl", "games.part", "plan.json", "notes.txt"]
)
def test_somebody_s_own_files_are_left_alone(tmp_path: Path, name: str) -> None:
    mine = tmp_path / name
    mine.write_text("[my own\n")
    with pytest.raises(
        BadData, match=r"^\S+ is not empty and is not a simulation's folder; choose another --out\.$"
    ):
        simulate(PLAN, tmp_path)
    assert [*tmp_path.iterdir()] == [mine]
    assert mine.read_text() == "[my own\n"


@pytest.mark.parametrize("finished", [True, False])
def test_games_of_other_players_are_not_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: bool
) -> None:
    """A doctrine that was changed between two runs is another player under the same name; so is a game with other figures."""
    if finished:
        simulate(msgspec.structs.replace(PLAN, games=2), tmp_path)
    else:
        interrupted(tmp_path, 2)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with monkeypatch.context() as changed:
        changed.setattr("hexfront.lab.simulate.skill_of", lambda players: "changed")
        with pytest.raises(
            BadData, match=r"was begun with other players: .*; choose another folder, or delete it"
        ):
            simulate(PLAN, tmp_path)
    with monkeypatch.context() as changed:
        changed.setattr(type(SKIRMISH), "data_digest", lambda game, setup: "changed")
        with pytest.raises(
            BadData, match=r"begun with other figures: .*; choose another folder, or delete it"
        ):
            simulate(PLAN, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert len(open_folder(tmp_path).done) == 2, "to be read it is as good as ever"
    assert len(simulate(PLAN, tmp_path).done) == GAMES


def test_what_players_can_is_told_by_their_files(tmp_path: Path) -> None:
    learned = tmp_path / "learned"
    learned.mkdir()
    (tmp_path / "staff.py").write_text("a")
    (tmp_path / "random.py").write_text("b")
    (learned / "crossing.json").write_text("c")
    seen = [fingerprint(tmp_path)]
    lot = [fingerprint(tmp_path, ["random.py"])]
    assert fingerprint(tmp_path) == seen[0]
    for change in (
        lambda: (tmp_path / "staff.py").write_text("A"),
        lambda: (learned / "crossing.json").write_text("C"),
        lambda: (tmp_path / "staff.toml").write_text(""),
        lambda: (tmp_path / "staff.toml").rename(tmp_path / "general.toml"),
    ):
        change()
        seen.append(fingerprint(tmp_path))
        lot.append(fingerprint(tmp_path, ["random.py"]))
    assert len(set(seen)) == len(seen) == 5
    assert len(set(lot)) == 1, "who plays at random has no doctrine"
    (tmp_path / "staff.pyc").write_text("")
    assert fingerprint(tmp_path) == seen[-1]
    (tmp_path / "random.py").write_text("B")
    assert fingerprint(tmp_path, ["random.py"]) != lot[0]
    assert skill_of(["staff", "random"]) == skill_of(["general"]) == fingerprint(PLAYERS)
    assert skill_of(["random", "random"]) != skill_of(["random", "staff"])
    assert {
        "doctrines/skirmish/doctrine.py",
        "doctrines/last_war/numbers.toml",
        "doctrines/skirmish/learned/curves.json",
    } <= {path.relative_to(PLAYERS).as_posix() for path in PLAYERS.rglob("*")}


def test_damaged_results_are_refused_in_a_sentence(tmp_path: Path) -> None:
    simulate(msgspec.structs.replace(PLAN, games=2), tmp_path)
    games = tmp_path / "games.jsonl"
    damaged = b"{}\n".join(games.read_bytes().splitlines(keepends=True))
    games.write_bytes(damaged)
    with pytest.raises(
        BadData, match=r"^Line 2 of .*games\.jsonl cannot be read as a game; delete that line"
    ):
        open_folder(tmp_path)
    with pytest.raises(BadData, match=r"^Line 2 of "):
        simulate(PLAN, tmp_path)
    assert games.read_bytes() == damaged
    (tmp_path / "plan.json").write_bytes(b"[")
    with pytest.raises(BadData, match="is damaged"):
        open_folder(tmp_path)
    with pytest.raises(BadData, match="no results"):
        open_folder(tmp_path / "nowhere")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadData, match="cannot be created as a folder"):
        Folder(tmp_path / "file", PLAN)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder in which none can be made")
def test_a_folder_that_cannot_be_made_is_not_called_full() -> None:
    with pytest.raises(
        BadData, match=r"^/proc/foo cannot be created as a folder: No such file or directory\.$"
    ):
        Folder(Path("/proc/foo"), PLAN)


def test_the_end_of_finished_results_cut_off_is_played_again(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    games = tmp_path / "games.jsonl"
    games.write_bytes(games.read_bytes()[:-30])
    assert len(open_folder(tmp_path).done) == GAMES - 1
    seen: list[int] = []
    simulate(PLAN, tmp_path, progress=seen.append)
    assert seen == [GAMES - 1, GAMES]
    assert files(tmp_path) == files(whole)


@pytest.mark.parametrize("times", [b"{", b'{"blue": {"spread": [1]}}', b'{"green": {}}', b"\xff", None])
def test_no_folder_is_lost_for_its_timings(whole: Path, tmp_path: Path, times: bytes | None) -> None:
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    (tmp_path / "timings.json").unlink()
    if times is not None:
        (tmp_path / "timings.json").write_bytes(times)
    folder = simulate(msgspec.structs.replace(PLAN, games=GAMES + 1), tmp_path)
    assert len(folder.done) == GAMES + 1
    assert set(folder.timing) == set(PLAN.players)
    assert folder.timing["blue"].decisions == sum(folder.timing["blue"].spread) > 10, "those of the new game"


def run_command(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "hexfront",
        "simulate",
        "skirmish",
        "--players",
        "staff,random",
        "--seed",
        "7",
    ]
    return subprocess.run([*command, *words], capture_output=True, text=True, timeout=120, **more)


def living(group: int) -> list[str]:
    """The processes of a group that still run."""
    out = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().rpartition(") ")
        except OSError:
            continue
        state, _, of_group, *_ = rest.split()
        if int(of_group) == group and state != "Z":
            out.append(name)
    return out


@pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="needs /proc to see which processes are left"
)
@pytest.mark.parametrize(
    ("number", "to_all", "workers", "code"),
    [
        (signal.SIGINT, True, 2, 130),  # as a terminal sends Ctrl-C: to the workers as well
        (signal.SIGTERM, False, 2, 143),  # as kill does
        (signal.SIGTERM, True, 2, 143),  # as a machine that shuts down
        (signal.SIGTERM, False, 1, 143),
        (signal.SIGKILL, False, 2, -9),
    ],
)
def test_whoever_stops_it_leaves_what_is_done(
    tmp_path: Path, number: signal.Signals, to_all: bool, workers: int, code: int
) -> None:
    out = tmp_path / "out"
    words = ["simulate", "skirmish", "--players", "staff,random", "--seed", "7", "--games", "5000"]
    child = subprocess.Popen(
        [sys.executable, "-m", "hexfront", *words, "--workers", str(workers), "--out", str(out)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell's background ignores it
    )  # fmt: skip
    part = out / "games.part"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (part.exists() and part.stat().st_size > 10_000):
        time.sleep(0.05)
    if to_all:
        os.killpg(child.pid, number)
    else:
        child.send_signal(number)
    said, errors = child.communicate(timeout=60)
    assert child.returncode == code, errors
    assert said == ""
    if code > 0:
        assert errors.splitlines()[-2:] == [
            f"Finished games are in {out}; run the same command to continue.",
            "hexfront simulate: stopped.",
        ]
    assert "Traceback" not in errors
    deadline = time.monotonic() + 60
    while (left := living(child.pid)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == [], "no worker is left behind"
    assert code < 0 or part.read_bytes().endswith(b"\n")
    plan = msgspec.structs.replace(PLAN, games=5000)
    done = Folder(out, plan).done
    assert 1 <= len(done) < 5000
    last = max(done)
    assert done[last] == play(SKIRMISH, PLAN.setup, PLAN.players, f"7/{last}", last)[0]


def test_others_may_have_plans_for_being_told_to_end() -> None:
    def mine(number: int, frame: object) -> None:
        pass

    for plans in (signal.SIG_DFL, mine):
        before = signal.signal(signal.SIGTERM, plans)
        try:
            with closing(farm(tasks(PLAN, [0, 1]))) as games:
                next(games)
                assert (signal.getsignal(signal.SIGTERM) == plans) == (plans is mine)
            assert signal.getsignal(signal.SIGTERM) == plans
        finally:
            signal.signal(signal.SIGTERM, before)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed; pip install hexfront[ray]")
def test_a_ray_cluster_gives_the_same_files(whole: Path, tmp_path: Path) -> None:
    ran = run_command(
        "--games", str(GAMES), "--ray", "local", "--workers", "2", "--out", str(tmp_path / "ray")
    )
    assert ran.returncode == 0, ran.stderr
    assert files(tmp_path / "ray") == files(whole)


class Imitation:
    """As much of Ray as we use, in this process; it finishes the last of what was handed out first."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}
        self.running = False

    def is_initialized(self) -> bool:
        return self.running

    def init(self, **asked: Any) -> None:
        if asked.get("address") == "auto":
            raise ConnectionError("nothing runs here.\nMore words.")
        self.asked, self.running = asked, True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, function: Any) -> Any:
        return SimpleNamespace(remote=lambda data: function(data))

    def wait(self, under_way: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        return under_way[-1:], under_way[:-1]

    def get(self, done: bytes) -> bytes:
        return done

    def shutdown(self) -> None:
        self.running = False


def test_any_order_of_a_cluster_gives_the_same_files(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = Imitation()
    monkeypatch.setattr("hexfront.lab.farm.import_module", lambda name: ray)
    simulate(PLAN, tmp_path, 2, "local")
    assert files(tmp_path) == files(whole)
    assert ray.asked["num_cpus"] == 2
    assert not ray.running, "a cluster we started is taken down"
    ray.running = True
    list(farm(tasks(PLAN, [0]), ray="local"))
    assert ray.running, "one that ran before is left running"


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.lab.farm.import_module", lambda name: Imitation())
    with pytest.raises(HexfrontError, match="No Ray cluster answers at auto: nothing runs here"):
        list(farm(tasks(PLAN, [0]), ray="auto"))
    for port in ("9", "99999"):
        with pytest.raises(HexfrontError, match=rf"No Ray cluster answers at 127\.0\.0\.1:{port}"):
            list(farm(tasks(PLAN, [0]), ray=f"127.0.0.1:{port}"))


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(HexfrontError, match="Ray is not installed"):
        list(farm(tasks(PLAN, [0]), ray="local"))


def test_players_by_seat_and_side() -> None:
    setup = SKIRMISH.setup()
    assert seat_players(SKIRMISH, setup, ["staff"]) == {"blue": "staff", "red": "staff"}
    assert seat_players(SKIRMISH, setup, ["staff", "random"]) == {"blue": "staff", "red": "random"}
    with pytest.raises(UnknownName, match="not 3"):
        seat_players(SKIRMISH, setup, ["staff"] * 3)
    with pytest.raises(UnknownName, match="no player 'napoleon'"):
        seat_players(SKIRMISH, setup, ["napoleon"])


def test_a_game_of_ones_own_is_found_by_other_processes() -> None:
    assert name_of(SKIRMISH) == "skirmish"
    assert name_of(TOY) == "tests.support.toy"
    task = Task(name_of(TOY), TOY.setup(), {"red": "random", "blue": "random"}, "1", 0)
    [done] = list(farm([task]))
    assert done.record.finished


def test_a_fault_in_a_game_names_the_game() -> None:
    task = Task("skirmish", Setup("crossing", pack={"data": {"crossing": {"map": "nowhere"}}}), {}, "s/3", 3)
    with pytest.raises(Exception) as caught:
        list(farm([task]))
    assert any("game 3 with seed 's/3'" in note for note in caught.value.__notes__)


def test_in_order() -> None:
    record = play(TOY, TOY.setup(), {"red": "random", "blue": "random"}, "1")[0]
    mixed = [Done(msgspec.structs.replace(record, number=n), {}) for n in (2, 0, 1, 4, 3)]
    assert [each.record.number for each in in_order(mixed)] == [0, 1, 2, 3, 4]


def test_a_record_tells_turns_losses_and_the_end() -> None:
    record, timing = play(SKIRMISH, SKIRMISH.setup(), {"blue": "staff", "red": "staff"}, "3")
    turns = [t.turn for t in record.turns]
    assert turns == list(range(turns[0], turns[0] + len(turns))), "one record a turn, and one for the end"
    assert turns[-1] == 7
    first, last = record.turns[0], record.turns[-1]
    assert first.lost == {}
    for side in ("blue", "red"):
        arrived = 4  # two reserves of two steps
        lost = sum(t.lost.get(side, 0) for t in record.turns)
        assert first.steps[side] + arrived - lost == last.steps[side]
        assert sum(last.where[side].values()) == last.steps[side]
    assert timing["blue"].decisions + timing["red"].decisions == record.actions
    assert record.scores and record.level == ""


def test_luck_is_that_of_the_dice() -> None:
    lucks = [
        play(SKIRMISH, SKIRMISH.setup(), {"blue": "staff", "red": "staff"}, str(n))[0].luck for n in range(30)
    ]
    mean = sum(luck["blue"] for luck in lucks) / 30
    assert -0.3 < mean < 0.3
    assert any(luck["blue"] > 0.3 for luck in lucks), "single games have luck"


def test_a_stopped_game_is_no_victory() -> None:
    record, _ = play(SKIRMISH, SKIRMISH.setup(), {"blue": "random", "red": "random"}, "1", limit=20)
    assert not record.finished
    assert record.actions == 20
    assert record.winners == ()
    assert "stopped" in record.reason


def test_an_umpire_decides_at_random_and_is_not_counted() -> None:
    seats = [info.id for info in UMPIRED.seats(UMPIRED.setup()) if not info.control]
    record, timing = play(UMPIRED, UMPIRED.setup(), dict.fromkeys(seats, "random"), "1")
    assert record.finished
    assert CONTROL not in timing and CONTROL not in record.luck


def test_timings_add_up() -> None:
    one, two = Timing(), Timing()
    one.add(0.0004)
    two.add(0.03)
    two.add(99.0)
    one.join(two)
    assert (one.decisions, one.slowest) == (3, 99.0)
    assert one.spread[0] == one.spread[-1] == 1
    assert sum(one.spread) == 3 and len(one.spread) == len(BOUNDS) + 1


BILLION = 1_000_000_000


def test_a_slip_of_the_finger_costs_nothing(whole: Path, tmp_path: Path) -> None:
    """A thousand million games begin as quickly as ten, and may be taken back."""
    interrupted(tmp_path, 4, games=BILLION)
    plan = msgspec.structs.replace(PLAN, games=BILLION)
    assert list(islice(Folder(tmp_path, plan).missing, 3)) == [4, 5, 6]
    with pytest.raises(BadData, match=r"holds 4 finished games; ask for as many or more\.$"):
        simulate(msgspec.structs.replace(PLAN, games=3), tmp_path)
    assert len(Folder(tmp_path, plan).done) == 4, "what was refused changed nothing"
    simulate(PLAN, tmp_path)
    assert files(tmp_path) == files(whole)


def test_games_ahead_of_what_is_asked_for_are_left_out(whole: Path, tmp_path: Path) -> None:
    """Several workers may have finished game 11 before game 2."""
    interrupted(tmp_path, 2, games=BILLION)
    ahead = list(farm(tasks(PLAN, [11, 12])))
    for one in ahead:
        add_game(tmp_path / "games.part", one)
    with pytest.raises(BadData, match="holds 4 finished games"):
        simulate(msgspec.structs.replace(PLAN, games=3), tmp_path)
    simulate(PLAN, tmp_path)
    assert files(tmp_path) == files(whole)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs limits as Linux has them")
def test_a_billion_games_begin_in_little_memory(tmp_path: Path) -> None:
    import resource

    out = tmp_path / "big"
    words = ["simulate", "skirmish", "--players", "random", "--games", str(BILLION), "--out", str(out)]
    child = subprocess.Popen(
        [sys.executable, "-m", "hexfront", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31)),
    )  # fmt: skip
    part = out / "games.part"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not part.exists() and child.poll() is None:
        time.sleep(0.05)
    child.kill()
    _, errors = child.communicate(timeout=60)
    assert part.exists(), errors


def full_after(size: int) -> Any:
    """A disk on which no file grows beyond a size."""
    resource = pytest.importorskip("resource", reason="limits on files are a matter of Unix")
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_loses_nothing_that_was_kept(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("--games", str(GAMES), "--out", str(out))
    one = len(msgspec.json.encode(next(farm(tasks(PLAN, [0])))))
    tables = (whole / "results.sqlite").stat().st_size
    for size, name in ((3 * one, "games.part"), (tables - 1, "results.sqlite"), (tables, "report.html")):
        ran = run_command(*words, preexec_fn=full_after(size))
        assert ran.returncode == 2
        assert ran.stdout == ""
        assert ran.stderr.startswith(f"hexfront simulate: {out / name} cannot be written: "), ran.stderr
        assert ran.stderr.count("\n") == 1
        kept = len(open_folder(out).done)
        assert kept >= 2 if name == "games.part" else kept == GAMES
        assert not [path.name for path in out.iterdir() if path.name.startswith(".")]
    assert run_command(*words).returncode == 0
    assert files(out) == files(whole)


@pytest.mark.parametrize("name", ["results.sqlite", "games.jsonl", "games.part", "timings.json"])
def test_a_folder_in_the_way(whole: Path, tmp_path: Path, name: str) -> None:
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / name).mkdir()
    with pytest.raises(HexfrontError, match=rf"{name} cannot be (written|read): Is a directory"):
        simulate(PLAN, tmp_path)
    (tmp_path / name).rmdir()
    simulate(PLAN, tmp_path)
    assert files(tmp_path) == files(whole)


def test_who_marches_is_not_lost_where_counters_are_stocks() -> None:
    """In a Kursk of staff a side loses some of its steps, not all of them each turn."""
    record, _ = play(LAST_WAR, LAST_WAR.setup("kursk"), {"axis": "staff", "allies": "staff"}, "stocks")
    first, *others = record.turns
    for side, steps in first.steps.items():
        built = sum(max(0, b.steps[side] - a.steps[side]) for a, b in pairwise(record.turns))
        assert 0 < sum(t.lost.get(side, 0) for t in others) <= steps + built
