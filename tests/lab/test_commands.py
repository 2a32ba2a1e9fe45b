"""The lab's commands: what they print, their exit codes, and one sentence when misused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.games import get, names
from hexfront.kernel import Working
from hexfront.lab.bench.sizes import square_setup
from hexfront.lab.bench.whole import staff_game, whole_games
from hexfront.lab.playout import playout
from hexfront.match import Match, load, write_save
from hexfront.wargame import Answer, Calculator, Field
from tests.support.commands import refused, runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    return runner(capsys)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Figures by which an attack never hurts the defender."""
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.toml").write_text('game = "skirmish"\n')
    rows = "".join(f'rows.{n} = ["A1", "A1", "A1", "A1", "A1"]\n' for n in range(1, 7))
    (folder / "data.toml").write_text(f"[combat]\n{rows}")
    return folder


def test_simulate(run: Any, tmp_path: Path) -> None:
    words = ("simulate", "skirmish", "crossing", "--games", "4", "--players", "staff,random", "--seed", "x")
    ran = run(*words, "--out", tmp_path / "a", "--json")
    assert ran.code == 0
    found = ran.json
    assert found["games"] == found["finished"] == 4
    assert found["players"] == {"blue": "staff", "red": "random"}
    assert set(found["sides"]["blue"]) == {"name", "player", "colour", "wins", "share", "low", "high"}
    assert Path(found["report"]).read_text().startswith("<!doctype html>")
    shown = run(*words, "--out", tmp_path / "b")
    assert "Skirmish: The crossing: 4 games" in shown.out
    assert "Report:" in shown.out
    for name in ("games.jsonl", "results.sqlite"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_simulate_has_a_folder_of_its_own(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("simulate", "skirmish", "--games", "1", "--players", "random").code == 0
    assert (tmp_path / "out" / "skirmish-crossing" / "report.html").exists()


def test_simulate_misused(run: Any, tmp_path: Path, pack: Path) -> None:
    out = ("--out", tmp_path / "out", "--games", "1")
    assert "no game 'checkers'" in refused(run("simulate", "checkers", *out))
    assert "no scenario 'x'" in refused(run("simulate", "skirmish", "x", *out))
    assert "give one" in refused(run("simulate", "skirmish", "x", "--scenario", "y", *out))
    assert "no player 'napoleon'" in refused(run("simulate", "skirmish", "--players", "napoleon", *out))
    assert "not 3" in refused(run("simulate", "skirmish", "--players", "staff,staff,staff", *out))
    assert run("simulate", "skirmish", "--games", "0").code == 2
    for number, words in (
        ("9999999999", "9999999999 is too many; at most 1000000000 can be asked for; see hexfront"),
        ("9" * 5000, "is not a whole number above zero"),
    ):
        assert words in refused(run("simulate", "skirmish", "--games", number))
    for command in (("simulate", "skirmish"), ("compare", "skirmish", pack)):
        said = refused(run(*command, "--workers", "1000000"))
        assert "argument --workers: 1000000 is too many; at most 1024 can be asked for" in said
    assert run("simulate", "skirmish", "--players", "random", *out).code == 0
    assert "not a simulation's folder" in refused(run("simulate", "skirmish", "--games", "1", "--out", pack))
    other = run("simulate", "skirmish", "--players", "random", "--pack", pack, *out)
    assert "another simulation" in refused(other)


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ('[combat]\nrows.1 = ["ZZ", "A1", "A1", "EX", "D1"]\n', "row 1: the game knows no 'ZZ'"),
        ("[crossing]\nturns = -4\n", "turns: a whole number of at least 1 is expected, not -4."),
        ('[crossing]\nblue = [["1st Rifles"]]\n', "This pack does not fit Skirmish: ValueError"),
    ],
)
def test_no_game_is_played_with_figures_that_make_no_sense(
    run: Any, tmp_path: Path, pack: Path, figures: str, words: str
) -> None:
    (pack / "data.toml").write_text(figures)
    for command in (
        ("simulate", "skirmish", "--out", tmp_path / "out", "--pack", pack),
        ("tournament", "skirmish", "--players", "staff,random", "--pack", pack),
        ("compare", "skirmish", pack),
    ):
        said = refused(run(*command, "--games", "1"))
        assert f"{pack} cannot set up the scenario" in said
        assert words in said


def test_tournament(run: Any) -> None:
    ran = run("tournament", "skirmish", "--players", "random,staff", "--games", "3", "--json")
    assert ran.code == 0
    found = ran.json
    assert [each["name"] for each in found["players"]] == ["staff", "random"]
    for each in found["players"]:
        assert {"name", "games", "wins", "draws", "losses", "score", "low", "high"} <= set(each)
        assert each["games"] == 6
    assert found["by_side"]["red"]["staff"]["games"] == 3
    shown = run("tournament", "skirmish", "--players", "random,staff", "--games", "8", "--sprt").out
    assert "staff as blue" in shown
    assert "random is not stronger than staff, after 16 games." in shown
    assert "two different" in refused(run("tournament", "skirmish", "--players", "staff"))
    assert run("tournament", "skirmish").code == 2


def test_compare(run: Any, pack: Path, tmp_path: Path) -> None:
    ran = run("compare", "skirmish", pack, "--games", "6", "--json")
    assert ran.code == 0
    found = ran.json
    assert (found["first"], found["second"]) == ("our figures", str(pack))
    assert len(found["changed"]) == 6
    assert found["figures"]["steps lost by blue"]["difference"] != 0
    assert 0 <= found["sides"]["blue"]["p_value"] <= 1
    turned = run("compare", pack, "none", "--games", "6", "--json").json
    assert turned["sides"]["blue"]["difference"] == -found["sides"]["blue"]["difference"]
    shown = run("compare", "skirmish", pack, pack, "--games", "2").out
    assert "do not differ in any figure" in shown
    assert "McNemar" in shown
    shown = run("compare", "skirmish", pack, "--games", "2").out
    assert "data.combat.rows.1: ['A1', 'A1', 'A1', 'EX', 'D1'] -> ['A1', 'A1', 'A1', 'A1', 'A1']" in shown
    assert found["changed"][0]["first"] == ["A1", "A1", "A1", "EX", "D1"]
    assert turned["changed"][0]["second"] == ["A1", "A1", "A1", "EX", "D1"]


def test_one_pair_has_no_interval(run: Any, pack: Path) -> None:
    words = ("compare", "skirmish", pack, "--players", "random", "--games", "1")
    for figure in run(*words, "--json").json["figures"].values():
        assert (figure["low"], figure["high"]) == (None, None)
    shown = run(*words).out
    assert shown.count("one pair: no interval") == shown.count("steps lost") + shown.count("points of") + 2


def test_one_is_not_many(run: Any, pack: Path, tmp_path: Path) -> None:
    few = ("--players", "random", "--games", "1")
    assert "The crossing: 1 game\n" in run("simulate", "skirmish", *few, "--out", tmp_path / "out").out
    page = (tmp_path / "out" / "report.html").read_text()
    assert ", 1 game</title>" in page and "<p>1 game, " in page and " won it.</p>" in page
    assert run("compare", "skirmish", pack, *few).out.count("1 pair of games with the same dice\n") == 1
    assert "1 action in 1 game (0 finished)" in run("fuzz", "skirmish", "--actions", "1").out
    (pack / "data.toml").write_text("[crossing]\nturns = 2\n")
    assert "1 figure in 1 file for Skirmish" in " ".join(run("check", pack).out.split())


def test_env_of_one_game_under_one_title(run: Any) -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed; pip install hexfront[learn]")
    shown = run("env", "skirmish").out
    assert shown.startswith("hexfront_skirmish_crossing_v0: blue, red; Discrete("), "in one piece"
    assert "1 random game, " in shown


def test_one_game_has_no_interval_of_its_luck(run: Any, tmp_path: Path) -> None:
    words = ("simulate", "skirmish", "--players", "staff", "--out", tmp_path / "out")
    assert run(*words, "--games", "1").code == 0
    assert (tmp_path / "out" / "report.html").read_text().count("one game: no interval") == 2
    assert run(*words, "--games", "2").code == 0
    assert "no interval" not in (tmp_path / "out" / "report.html").read_text()


def test_compare_misused(run: Any, pack: Path, tmp_path: Path) -> None:
    said = refused(run("compare", "checkers", pack))
    assert "checkers is neither a game nor a folder; there are the games " in said
    for nothing in (tmp_path / "gone", "./gone"):
        assert f"{nothing} is neither a game nor a folder" in refused(run("compare", nothing, nothing))
    assert "no game 'no.such.module'" in refused(run("compare", "no.such.module", pack))
    assert "Give one pack" in refused(run("compare", "skirmish"))
    assert "Give one pack" in refused(run("compare", "skirmish", pack, pack, pack))
    assert "Name a game" in refused(run("compare", "none", "none"))
    assert "is not a folder" in refused(run("compare", "skirmish", tmp_path / "gone"))
    (pack / "pack.toml").unlink()
    said = refused(run("compare", pack, "none"))
    assert f"{pack} does not say which game it is for: write hexfront compare GAME {pack}, or" in said
    assert f"write hexfront compare GAME {pack} {pack}, or" in refused(run("compare", pack, pack))
    (pack / "data.toml").write_text('[crossing]\nturns = "many"\n')
    assert "cannot set up the scenario" in refused(run("compare", "skirmish", pack, "--games", "1"))


def test_compare_refuses_what_check_refuses(run: Any, tmp_path: Path) -> None:
    """Also where the fault is in a scenario that is not the one to be played."""
    folder = tmp_path / "east"
    folder.mkdir()
    (folder / "pack.toml").write_text('game = "turns_east"\n')
    units = folder / "units.toml"
    few = ("--scenario", "minsk", "--games", "1", "--players", "random")
    for text, words in (
        (
            'kind = "zeppelin"',
            "Scenario barbarossa cannot be set up with this pack: units.toml: ge-18 is of kind",
        ),
        (
            "factors = [-8, 6, 4, 2]",
            "units.toml: factors of ge-18: a whole number of at least 0 is expected, not -8.",
        ),
    ):
        units.write_text(f'[[german_armies.unit]]\nid = "ge-18"\n{text}\n')
        checked = run("check", folder)
        assert checked.code == 1 and words in checked.err
        assert words in refused(run("compare", folder, *few))
    units.write_text('[[german_armies.unit]]\nid = "ge-18"\nfactors = [9, 6, 0, 0]\n')
    found = run("compare", folder, *few, "--json").json
    assert found["changed"] == [
        {"figure": "units.german_armies.unit.ge-18.factors", "first": [8, 6, 4, 2], "second": [9, 6, 0, 0]}
    ]


@pytest.mark.parametrize("strengths", [(-2, 4), (0, 4), (2, 0)])
def test_no_unit_is_weaker_than_one(run: Any, pack: Path, strengths: tuple[int, int]) -> None:
    weak, full = strengths
    (pack / "data.toml").write_text(f'[crossing]\nblue = [["1st Rifles", {weak}, {full}, "0303"]]\n')
    words = f"1st Rifles: a whole number of at least 1 is expected, not {min(strengths)}."
    ran = run("check", pack)
    assert ran.code == 1 and words in ran.err
    assert words in refused(run("compare", pack, "--games", "1"))


@pytest.mark.parametrize(
    ("file", "figures", "words"),
    [
        (
            "assets",
            'asset = [["Moscow Factory", "factory", "Moscow", -3]]',
            "assets.toml: Moscow Factory: a whole",
        ),
        (
            "chits",
            'chit = [["C", "", 0, -4, "1-3", "1-2"]]',
            "how many of C 1-3/1-2: a whole number of at least 0",
        ),
    ],
)
def test_nothing_is_less_than_nothing(run: Any, tmp_path: Path, file: str, figures: str, words: str) -> None:
    (tmp_path / f"{file}.toml").write_text(f"{figures}\n")
    ran = run("check", tmp_path, "--game", "motherland")
    assert ran.code == 1 and words in ran.err


def test_a_pack_for_another_game_is_refused(run: Any, pack: Path, tmp_path: Path) -> None:
    other, unnamed = tmp_path / "east", tmp_path / "unnamed"
    for folder in (other, unnamed):
        folder.mkdir()
    (other / "pack.toml").write_text('game = "turns_east"\n')
    (other / "tables.toml").write_text("[victory]\nneeded = 11\n")
    (unnamed / "data.toml").write_text("[crossing]\nturns = 2\n")
    words = f"{other} has figures for Hitler Turns East, not for Skirmish; give a pack for that game."
    few = ("--games", "1", "--players", "random")
    assert words in refused(run("compare", pack, other, *few))
    assert words in refused(run("compare", "skirmish", other, *few))
    assert words in refused(run("simulate", "skirmish", "--pack", other, "--out", tmp_path / "out", *few))
    (pack / "pack.toml").write_text('game = "hexfront.examples.skirmish"\n')
    assert run("compare", "skirmish", pack, *few).code == 0
    found = run("compare", unnamed, pack, *few, "--json")
    assert found.json["game"] == "skirmish", "the second says what the first leaves out"


@pytest.fixture
def fight(tmp_path: Path) -> tuple[Path, int, str]:
    """A saved game of Skirmish up to its first attack: the file, the step before the roll, and the order."""
    from hexfront.players import Seatview
    from hexfront.players import get as get_player

    match = Match.new(SKIRMISH, seed=b"f" * 32)
    players = {seat: get_player("staff", seat) for seat in match.seats}
    while not match.is_over:
        seat = match.deciders[0]
        attacks = [(action, option) for action, option in match.options(seat) if option.kind == "target"]
        if attacks:
            path = tmp_path / "fight.json"
            write_save(match, path)
            step = match.length
            match.act(seat, attacks[0][0])
            write_save(match, tmp_path / "after.json")
            return path, step, attacks[0][1].label
        match.act(seat, players[seat].choose(Seatview(SKIRMISH, match.state, seat)))
    raise AssertionError("nobody attacked")


def test_odds_of_what_can_be_attacked_now(run: Any, fight: tuple[Path, int, str]) -> None:
    path, _, label = fight
    found = run("odds", "skirmish", "--save", path, "--json").json
    assert label in [each["title"] for each in found]
    for each in found:
        assert each["exact"]
        assert sum(effect["chance"] for effect in each["effects"]) == pytest.approx(1, abs=1e-4)
    shown = run("odds", "skirmish", "--save", path).out
    assert f"{label} (exact)" in shown
    assert "Steps lost on average: Blue" in shown


def test_odds_of_a_plan_and_of_a_step(run: Any, fight: tuple[Path, int, str], tmp_path: Path) -> None:
    path, step, label = fight
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps([label]))
    [by_plan] = run("odds", "skirmish", "--save", path, "--plan", plan, "--json").json
    [pending] = run(
        "odds", "skirmish", "--save", tmp_path / "after.json", "--step", str(step + 1), "--json"
    ).json
    assert pending["title"] == "Battle"
    assert [e["chance"] for e in pending["effects"]] == [e["chance"] for e in by_plan["effects"]]
    assert pending["expected"] == by_plan["expected"]
    sampled = run("odds", "skirmish", "--save", path, "--plan", plan, "--limit", "1", "--samples", "50")
    assert "from 50 random courses, with 95 % intervals" in sampled.out
    assert re.search(r"\d+\.\d% \(\d+\.\d–\d+\.\d\)", sampled.out)
    assert re.search(r"Steps lost on average: Blue \d\.\d\d \(\d\.\d\d–\d\.\d\d\)", sampled.out)
    [rough] = run(
        "odds", "skirmish", "--save", path, "--plan", plan, "--limit", "1", "--samples", "50", "--json"
    ).json
    for effect in rough["effects"]:
        assert 0 <= effect["low"] < effect["chance"] < effect["high"] <= 1
    intervals = rough["intervals"]
    assert (
        intervals["expected"]["blue"]["low"]
        <= rough["expected"]["blue"]
        <= intervals["expected"]["blue"]["high"]
    )
    assert set(intervals) == {"expected", "steps", "taken", "cleared", "hurt", "destroyed"}
    one = ("odds", "skirmish", "--save", path, "--plan", plan, "--limit", "1", "--samples", "1")
    assert run(*one, "--json").json[0]["intervals"]["expected"]["blue"] == {"low": None, "high": None}
    assert re.search(r"Steps lost on average: Blue \d\.\d\d, Red", run(*one).out)
    assert "low" not in by_plan["effects"][0] and "intervals" not in by_plan


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, dict[str, int]]]:
    """Games by staff: the file, and the first step before each kind of decision."""
    from hexfront.players import Seatview
    from hexfront.players import get as get_player

    out = {}
    for name, scenario, length in (("turns_east", "minsk", 60), ("last_war", "kursk", 130)):
        match = Match.new(get(name), get(name).setup(scenario), seed=b"e" * 32)
        players = {seat: get_player("staff", seat) for seat in match.seats}
        steps: dict[str, int] = {}
        while match.length < length:
            seat = match.deciders[0]
            steps.setdefault(type(match.state.agenda[0]).__name__, match.length)
            match.act(seat, players[seat].choose(Seatview(match.game, match.state, seat)))
        path = tmp_path_factory.mktemp("odds") / f"{name}.json"
        write_save(match, path)
        out[name] = path, steps
    return out


def test_odds_of_attacks_that_take_several_clicks(
    run: Any, campaigns: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, steps = campaigns["turns_east"]
    words = ("odds", "turns_east", "--save", path, "--step", str(steps["ChooseTarget"]))
    found = run(*words, "--json").json
    assert len(found) > 2
    for each in found:
        assert each["title"].startswith("Attack ")
        assert each["exact"] and sum(each["expected"].values()) > 0
        for effect in each["effects"]:
            assert effect["words"] != "no effect" and effect["told"] == ""
            assert set(effect["cleared"]) <= set(each["cleared"])
    assert any(effect["cleared"] and not effect["steps"] for each in found for effect in each["effects"])
    assert "No more attacks" not in run(*words).out
    named = next(each for each in found if "(" in each["title"])
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps([f"Attack {named['title'][-5:-1]}"]))
    [by_number] = run(*words, "--plan", plan, "--json").json
    assert by_number["effects"] == named["effects"]
    plan.write_text('["Attack 9999"]')
    refusal = refused(run(*words, "--plan", plan))
    assert "possible are 'Attack " in refusal and f"'{found[0]['title']}'" in refusal
    monkeypatch.setattr("hexfront.cli.commands.odds.LEAST", 1e-6)
    hasty = run(*words, "--seconds", "0.000001")
    assert "too many positions to follow in the time" in hasty.out
    assert hasty.out.count("from 1 random course, with") == len(found), "no attack takes longer than it must"
    assert run(*words, "--seconds", "-1").code == run(*words, "--seconds", "soon").code == 2


def test_odds_where_flags_come_first(run: Any, campaigns: Any, tmp_path: Path) -> None:
    """The Last War rolls when everybody has answered: till then, the combat that is due as its table has it."""
    path, steps = campaigns["last_war"]
    words = ("odds", "last_war", "--save", path, "--step")
    assert "--step nearer the roll" in refused(run(*words, str(steps["FlagPlacing"])))
    [due] = run(*words, str(steps["Commitment"]), "--json").json
    assert sum(due["chances"].values()) == pytest.approx(1, abs=1e-5)  # each is rounded
    shown = run(*words, str(steps["Commitment"])).out
    assert f"{due['title']}, the next one due" in shown
    match = load(path, get("last_war"))
    s = match.at(steps["FlagPlacing"] + 1)
    seat = s.agenda[0].deciders(s)[0]
    flag = next(
        o for a in s.agenda[0].legal(s, seat) if (o := s.agenda[0].option(s, seat, a)).kind == "target"
    )
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps([flag.label]))
    assert "ends before any roll" in refused(run(*words, str(steps["FlagPlacing"] + 1), "--plan", plan))


def test_odds_misused(run: Any, fight: tuple[Path, int, str], tmp_path: Path) -> None:
    path, _, _ = fight
    assert "Give a saved game" in refused(run("odds", "skirmish"))
    assert "No such file" in refused(run("odds", "skirmish", "--save", tmp_path / "gone.json"))
    assert "there is no step 9999" in refused(run("odds", "skirmish", "--save", path, "--step", "9999"))
    assert "give a --plan" in refused(run("odds", "skirmish", "--save", path, "--step", "0"))
    plan = tmp_path / "plan.json"
    for text, words in (
        ("{", "is not JSON"),
        ("{}", "is a JSON list"),
        ('["Charge"]', "'Charge', is not possible"),
        ("[5]", "not an action"),
    ):
        plan.write_text(text)
        assert words in refused(run("odds", "skirmish", "--save", path, "--plan", plan))
    assert "no table assistant" in refused(run("odds", "skirmish", "--input", plan))
    both = refused(run("odds", "skirmish", "--input", plan, "--save", path, "--step", "3"))
    assert "--input describes a combat by itself; leave out --save and --step." in both


def test_odds_of_a_game_that_is_over(run: Any, tmp_path: Path) -> None:
    from hexfront.players import Seatview
    from hexfront.players import get as get_player

    match = Match.new(SKIRMISH, seed=b"g" * 32)
    players = {seat: get_player("random", seat) for seat in match.seats}
    while not match.is_over:
        seat = match.deciders[0]
        match.act(seat, players[seat].choose(Seatview(SKIRMISH, match.state, seat)))
    path = tmp_path / "over.json"
    write_save(match, path)
    words = refused(run("odds", "skirmish", "--save", path))
    assert "This game is over; --step N goes back" in words and "--plan" not in words


class Half(Calculator):
    fields = (Field("attack", "int", "Attack strength", low=0, high=99, required=True),)

    def resolve(self, data: Any) -> Answer:
        given = self.check(data)
        working = (Working("strength", str(given["attack"])),)
        return Answer("Attack", working, column="1:1", chances={"hit": 0.25, "miss": 0.75})


def test_odds_of_a_described_combat(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(SKIRMISH), "calculator", lambda self: Half())
    path = tmp_path / "combat.json"
    path.write_text('{"attack": 4}')
    found = run("odds", "skirmish", "--input", path, "--json").json
    assert found["chances"] == {"hit": 0.25, "miss": 0.75}
    shown = run("odds", "skirmish", "--input", path).out
    assert "25.0%" in shown and "column 1:1" in shown
    assert "attack (int, required)" in run("odds", "skirmish", "--fields").out
    path.write_text("{}")
    assert "'attack' is missing" in refused(run("odds", "skirmish", "--input", path))


def test_env(run: Any) -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed; pip install hexfront[learn]")
    ran = run("env", "skirmish", "--json", "--names")
    assert ran.code == 0
    found = ran.json
    assert found["agents"] == ["blue", "red"]
    assert found["faults"] == []
    assert found["observation"]["planes"] == [len(found["names"]["planes"]), 9, 12]
    assert found["steps"] > 50
    shown = run("env", "skirmish", "--names").out
    assert "action_mask" in shown and "my steps" in shown
    ran = run("env", "skirmish", "--max-actions", "2")
    assert ran.code == 1
    assert "raise --max-actions" in ran.out
    assert "no scenario 'x'" in refused(run("env", "skirmish", "--scenario", "x"))


def test_env_of_each_scenario(run: Any) -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed; pip install hexfront[learn]")
    ran = run("env", "turns_east", "--scenario", "each", "--steps", "15", "--json")
    assert ran.code == 0
    assert [each["name"] for each in ran.json] == [
        f"hexfront_turns_east_{x}_v0" for x in ("minsk", "barbarossa")
    ]
    assert [each["steps"] for each in ran.json] == [15, 15]
    shown = run("env", "each", "--steps", "3")
    assert shown.code == 0
    for game in names():
        assert f"hexfront_{game}_" in shown.out
    ran = run("env", "skirmish", "--scenario", "each", "--max-actions", "2")
    assert ran.code == 1 and "more than 2 legal" in " ".join(ran.out.split())
    assert "leave out --scenario minsk" in refused(run("env", "each", "--scenario", "minsk"))


def test_help_names_the_players(run: Any) -> None:
    for command in ("simulate", "tournament", "compare"):
        shown = " ".join(run(command, "--help").out.split()).replace("- ", "-")
        for name in ("random", "recruit", "staff", "general,", "field-marshal", "general:N"):
            assert name in shown


@pytest.mark.parametrize(("size", "units"), [(20, 24), (50, 600)])
def test_square_maps_of_any_size_can_be_played(size: int, units: int) -> None:
    game, setup = get("skirmish"), square_setup(size, units)
    s = game.start(setup)
    assert s.world.land.bit_count() == size * size
    assert [len(each) for each in s.world.units_of] == [units // 2, units // 2]
    assert len({h for h in s.where if h >= 0}) == units, "one hex each"
    done = playout(game, setup, 1, limit=100)
    assert done.actions == 100
    assert square_setup(size, units) == setup, "the same every time"


def test_every_game_has_a_playout_to_measure(run: Any) -> None:
    listed = run("bench", "--list", "--json").json
    for game in names():
        assert game in listed[f"playout_{game}"]
        for scenario in get(game).scenarios:
            assert "whole games" in listed[f"playout_{game}_{scenario.id}"]
            assert "staff against staff" in listed[f"staff_{game}_{scenario.id}"]
    assert "50 by 50" in listed["playout"]
    for name, words in listed.items():
        assert re.fullmatch(r"[A-Z].+\.", words), f"{name} says what it measures"
        assert name.startswith("playout") == words.startswith("Random actions a second: ")


def test_whole_games_are_measured_to_their_end() -> None:
    game = get("skirmish")
    setup = game.setup("crossing")
    figures = whole_games(game, setup, least=2, seconds=0)
    ends = [playout(game, setup, seed) for seed in (1, 2)]
    assert figures["games"] == 2 and figures["actions"] == sum(end.actions for end in ends)
    assert all(end.result is not None for end in ends)
    timed = staff_game(game, setup)
    assert timed["slowest_ms"] > 0 and timed["decisions"] > 20


def test_env_without_its_packages_says_what_to_install(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.delitem(sys.modules, "hexfront.lab.env", raising=False)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    assert "install hexfront[learn]" in refused(run("env", "skirmish"))
