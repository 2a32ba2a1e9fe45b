"""The command line: what each command prints, and how it refuses."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from hexfront.cli import COMMANDS, available
from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.games.last_war.game import GAME as LAST_WAR
from hexfront.kernel import Agenda, Result, Working
from hexfront.lab import playout
from hexfront.match import Ending, Match, write_save
from hexfront.wargame import Answer, Calculator, Field
from tests.support import toy
from tests.support.commands import refused, runner

TOY = "tests.support.toy"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    return runner(capsys)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A finished game of Skirmish."""
    match = Match.new(SKIRMISH, seed=b"s" * 32, contributions={"blue": "sesame"})
    game = playout(SKIRMISH, SKIRMISH.setup(), 3, keep_log=True)
    plans = [entry for entry in game.log if not entry.is_chance][:2]
    for entry in plans:
        assert entry.action is not None
        match.act(entry.seat, entry.action)
    while not match.is_over:
        seat = match.deciders[0]
        match.act(seat, match.legal(seat)[-1])
    path = tmp_path / "game.json"
    write_save(match, path)
    return path


def test_help_lists_the_commands_that_are_there(run: Any) -> None:
    ran = run("--help")
    assert ran.code == 0
    for name in available():
        assert COMMANDS[name] in ran.out


@pytest.mark.parametrize("name", available())
def test_every_command_has_help_with_an_example(name: str, run: Any) -> None:
    ran = run(name, "--help")
    assert ran.code == 0
    assert f"hexfront {name}" in ran.out.split("examples:")[1]


def test_no_command_is_a_misuse(run: Any) -> None:
    assert run().code == 2
    assert run("conquer").code == 2
    assert run("--version").out.strip()


@pytest.mark.parametrize("name", available())
def test_a_misuse_of_any_command_is_told_in_one_sentence(name: str, run: Any) -> None:
    assert "see hexfront " in refused(run(name, "--no-such-option"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("conquer",), "hexfront: argument COMMAND: invalid choice: 'conquer'"),
        (("--loud",), "hexfront: unrecognized arguments: --loud; see hexfront --help."),
        (
            ("simulate",),
            "hexfront simulate: the following arguments are required: game; see hexfront simulate --help.",
        ),
        (
            ("simulate", "skirmish", "--games", "0"),
            "argument --games: '0' is not a whole number above zero; see",
        ),
        (("games", "--loud"), "hexfront games: unrecognized arguments: --loud; see hexfront games --help."),
        (("map", "skirmish", "--theme", "pink"), "hexfront map: argument --theme: invalid choice: 'pink'"),
        (
            ("turn", "new", "skirmish"),
            "hexfront turn new: the following arguments are required: -o/--out; see",
        ),
    ],
)
def test_how_commands_are_misused(words: tuple[str, ...], said: str, run: Any) -> None:
    assert said in refused(run(*words))


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from hexfront.cli import parser; parser(); "
        "print([m for m in ('rich', 'msgspec', 'hexfront.kernel') if m in sys.modules])"
    )
    path = str(Path(__file__).parents[2] / "src")
    ran = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert ran.stdout.strip() == "[]"


def test_games(run: Any) -> None:
    assert "skirmish" in run("games").out
    found = {game["id"]: game for game in run("games", "--json").json}
    assert found["skirmish"]["seats"] == ["blue", "red"]
    assert found["skirmish"]["scenarios"][0]["id"] == "crossing"
    assert "The crossing" in run("games", "skirmish").out
    assert "no game 'checkers'; there are" in refused(run("games", "checkers"))
    assert "no game 'no.such.module'" in refused(run("games", "no.such.module"))
    assert "has no GAME" in refused(run("games", "hexfront.kernel"))


def test_rules(run: Any) -> None:
    found = {case["id"]: case for case in run("rules", "skirmish", "--json").json}
    assert set(found["3.2"]) == {"id", "topic", "summary", "code", "tests", "status"}
    assert any(
        place.startswith("src/hexfront/examples/skirmish/__init__.py:") for place in found["3.2"]["code"]
    )
    ran = run("rules", "skirmish", "3.2")
    assert "Zones of control" in ran.out
    assert [case["id"] for case in run("rules", "skirmish", "4.", "--json").json] == ["4.1", "4.2", "4.3"]
    assert "There is no case 9.9" in refused(run("rules", "skirmish", "9.9"))


def test_rules_check_fails_while_a_case_has_no_test(run: Any, tmp_path: Path) -> None:
    ran = run("rules", "skirmish", "--check", "--root", tmp_path)
    assert ran.code == 1
    assert "11 cases have no test" in ran.err
    folder = tmp_path / "tests" / "examples" / "skirmish"
    folder.mkdir(parents=True)
    marks = "\n".join(f'@pytest.mark.rule("{case}")' for case in SKIRMISH.rulebook.cases)
    (folder / "test_all.py").write_text(f"import pytest\n\n{marks}\ndef test_all() -> None: ...\n")
    ran = run("rules", "skirmish", "--check", "--root", tmp_path)
    assert ran.code == 0
    assert "11 proven" in ran.out
    found = run("rules", "skirmish", "3.1", "--json", "--root", tmp_path).json
    assert found[0]["tests"] == ["tests/examples/skirmish/test_all.py::test_all"]


def test_rules_lists_the_seams_and_fails_while_one_has_no_test(run: Any, tmp_path: Path) -> None:
    found = {tuple(each["parts"]): each for each in run("rules", "turns_east", "--seams", "--json").json}
    assert set(found["10.2", "13.4"]) == {"parts", "names", "why", "tests", "status"}
    assert found["10.2", "13.4"]["status"] == "proven" and found["10.2", "13.4"]["tests"]
    assert found["13.8", "options"]["status"] == "apart"
    whole = run("rules", "turns_east", "--seams", "--check")
    assert whole.code == 0 and "pairs" in whole.out
    bare = run("rules", "turns_east", "--seams", "--check", "--root", tmp_path)
    assert bare.code == 1 and "no test in which they meet: 3 × 5," in bare.err
    assert "declares no seams" in refused(run("rules", "skirmish", "--seams"))
    assert "leave the case out" in refused(run("rules", "turns_east", "3.2", "--seams"))


def test_data(run: Any) -> None:
    found = run("data", "skirmish", "--json").json
    assert sum(found["shares"].values()) == pytest.approx(1, abs=0.01)
    assert found["values"] == sum(block["values"] for block in found["blocks"])
    assert "figures" in run("data", "skirmish", "--blocks").out


def test_data_without_provenance_is_found(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "tables.toml").write_text("[combat]\nrows = [1, 2, 3]\n")
    files = {"tables": tmp_path / "tables.toml"}
    monkeypatch.setattr("hexfront.cli.commands.data.data_files", lambda game: files)
    ran = run("data", "skirmish", "--json")
    assert ran.code == 1
    assert ran.json["shares"] == {"unstated": 1.0}
    assert "3 figures of Skirmish do not say" in ran.err


def test_verify(run: Any, save: Path) -> None:
    ran = run("verify", save)
    assert ran.code == 0
    assert "follow from the promised seed" in ran.out
    found = run("verify", save, "--contribution", "blue=sesame", "--json").json
    assert found["ok"]
    assert found["finished"]
    assert found["rolls"] == found["rolls_derived"]
    ran = run("verify", save, "--contribution", "blue=other", "--commitment", "00")
    assert ran.code == 1
    assert ran.out.count("FAULT") == 2
    assert "Write --contribution blue=TEXT" in refused(run("verify", save, "--contribution", "blue"))


def test_verify_says_how_a_match_was_ended(run: Any, tmp_path: Path) -> None:
    match = Match.new(SKIRMISH)
    write_save(match, tmp_path / "open.json")
    assert "not finished" in run("verify", tmp_path / "open.json").out
    match.end(Ending("resign", "red", Result(("blue",), "Red gave up.")))
    write_save(match, tmp_path / "ended.json")
    ran = run("verify", tmp_path / "ended.json")
    assert ran.code == 0
    assert "ended by resignation." in ran.out
    assert "Won by blue: Red gave up." in ran.out
    found = run("verify", tmp_path / "ended.json", "--json").json
    assert found["finished"] and found["ended"] == "resign"
    assert found["result"]["winners"] == ["blue"]
    assert "Won by blue: Red gave up." in run("replay", tmp_path / "ended.json").out


def test_bad_saves_are_refused_and_left_alone(run: Any, save: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.json"
    half.write_bytes(save.read_bytes()[:900])
    for name in ("verify", "replay"):
        assert "cut off or damaged" in refused(run(name, half))
        assert "No such file" in refused(run(name, tmp_path / "gone.json"))
    assert len(half.read_bytes()) == 900


def test_replay(run: Any, save: Path) -> None:
    ran = run("replay", save)
    assert ran.code == 0
    assert "moved to" in ran.out
    assert "Won by" in ran.out or "nobody" in ran.out
    everything = run("replay", save, "--json").json
    assert everything["steps"][0]["action"]["type"] == "Choose"
    found = run("replay", save, "--seat", "blue", "--first", "3", "--last", "5", "--json", "--view").json
    assert [step["step"] for step in found["steps"]] == [3, 4, 5]
    assert "action" not in found["steps"][0]
    assert found["view"]["seat"] == "blue"
    assert "no seat 'green'" in refused(run("replay", save, "--seat", "green"))
    assert "has steps 1 to" in refused(run("replay", save, "--first", "90", "--last", "80"))


def test_replay_tells_why_the_computer_chose(run: Any, save: Path, tmp_path: Path) -> None:
    match = Match.from_json(save.read_bytes())
    match.reasons = {0: "strike: 61% over 3 of 8 playouts, because Rostov taken"}
    write_save(match, save)
    line = "    1  why: strike: 61% over 3 of 8 playouts, because Rostov taken"
    assert line in run("replay", save).out
    assert line in run("replay", save, "--seat", "red").out
    assert "why:" not in run("replay", save, "--first", "2").out
    assert [step.get("why") for step in run("replay", save, "--json").json["steps"]][:2] == [
        match.reasons[0],
        None,
    ]
    assert run("verify", save).code == 0
    # Before its end it would tell the enemy what is intended: the host alone reads it.
    going = match.fork(6)
    write_save(going, tmp_path / "going.json")
    assert line in run("replay", tmp_path / "going.json").out
    for seat in ("red", "blue", "observer"):
        assert "why" not in run("replay", tmp_path / "going.json", "--seat", seat).out


def test_fuzz(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = run("fuzz", "skirmish", "--actions", "2_000", "--json").json
    assert found["actions"] == 2000
    assert found["failure"] is None
    assert "No law was broken" in run("fuzz", TOY, "--actions", "300").out
    assert run("fuzz", "skirmish", "--actions", "-3").code == 2
    assert "no scenario 'x'" in refused(run("fuzz", "skirmish", "--scenario", "x"))
    each = run("fuzz", "turns_east", "--scenario", "each", "--actions", "200", "--json").json
    assert [(x["scenario"], x["actions"]) for x in each["scenarios"]] == [("minsk", 200), ("barbarossa", 200)]
    assert (
        "Hitler Turns East, minsk: 200"
        in run("fuzz", "turns_east", "--scenario", "each", "--actions", "200").out
    )
    seats = ("fuzz", "last_war", "--scenario", "europe", "--actions", "60", "--option", "umpire=true")
    assert run(*seats, "--option", "seats=7", "--json").json["actions"] == 60
    assert "seats" in refused(run(*seats, "--option", "seats=3"))


def test_fuzz_finds_a_planted_fault_and_plays_it_again(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = toy.Marches.apply

    def apply(self: toy.Marches, s: toy.ToyState, seat: str, action: Any) -> Agenda:
        return sound(self, s, seat, action) if s.turn < 2 else (1 // 0,)  # type: ignore[return-value]

    path = tmp_path / "failure.json"
    with monkeypatch.context() as patch:
        patch.setattr(toy.Marches, "apply", apply)
        ran = run("fuzz", TOY, "--actions", "3000", "--save", path)
        assert ran.code == 1
        assert "Broken law crash" in ran.out
        assert "ZeroDivisionError" in ran.out
        again = run("fuzz", TOY, "--again", path)
        assert again.code == 1
        assert "still breaks the law crash" in again.out
        found = run("fuzz", TOY, "--actions", "3000", "--save", path, "--json").json
        assert found["failure"]["law"] == "crash"
        assert found["saved"] == str(path)
    assert run("fuzz", TOY, "--again", path).code == 0


class Sum(Calculator):
    fields: ClassVar[tuple[Field, ...]] = (
        Field("attack", "int", "Attack strength", low=0, high=99, required=True),
        Field("town", "flag", "In a town", default=False),
        Field("arms", "list", "Arms", default=[], choices=("tank", "gun")),
    )

    def resolve(self, data: Any) -> Answer:
        given = self.check(data)
        total = given["attack"] - given["town"] + len(given["arms"])
        return Answer("Attack", (Working("strength", str(total), "4.2"),), result=str(total))


def test_resolve(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no table assistant" in refused(run("resolve", "skirmish"))
    monkeypatch.setattr(type(SKIRMISH), "calculator", lambda self: Sum())
    path = tmp_path / "combat.json"
    path.write_text('{"attack": 12, "town": true, "arms": ["tank", "gun"]}')
    assert "Roll no roll: 13" in run("resolve", "skirmish", "--input", path).out
    assert run("resolve", "skirmish", "--input", path, "--json").json["result"] == "13"
    assert "attack (int, required)" in run("resolve", "skirmish", "--fields").out
    assert run("resolve", "skirmish", "--fields", "--json").json[0]["name"] == "attack"
    for text, words in (
        ("{", "is not JSON"),
        ("[]", "must be a JSON object"),
        ('{"attack": "many"}', "'attack' must be a whole number"),
        ('{"defence": 3}', "no field 'defence'"),
        ("{}", "'attack' is missing"),
    ):
        path.write_text(text)
        assert words in refused(run("resolve", "skirmish", "--input", path))
    assert "cannot be read" in refused(run("resolve", "skirmish", "--input", tmp_path / "gone.json"))


def test_resolve_asks(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(SKIRMISH), "calculator", lambda self: Sum())

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("many\n7\nyes\ntank, plane\ntank\n"))
    ran = run("resolve", "skirmish")
    assert "Roll no roll: 7" in ran.out
    assert "must be a whole number" in ran.err
    assert "not 'plane'" in ran.err
    monkeypatch.setattr("sys.stdin", Terminal("7\n"))
    ran = run("resolve", "skirmish")
    assert ran.code == 2
    assert "input ended" in ran.err


class Rare(Sum):
    fields: ClassVar[tuple[Field, ...]] = (
        *Sum.fields[:1],
        *(msgspec.structs.replace(field, rare=True) for field in Sum.fields[1:]),
    )


def test_resolve_asks_only_for_what_plays_a_part(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(SKIRMISH), "calculator", lambda self: Rare())

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("7\n\n"))
    ran = run("resolve", "skirmish")
    assert "Roll no roll: 7" in ran.out and "1  In a town" in ran.out
    monkeypatch.setattr("sys.stdin", Terminal("7\nvillage\ntown, arms\ntank\n"))
    ran = run("resolve", "skirmish")
    assert "no 'village' in the list" in ran.err
    assert "Roll no roll: 7" in ran.out, "a town takes one, a tank adds one"
    monkeypatch.setattr("sys.stdin", Terminal("7\n9\n1, 2\ntank\n"))
    ran = run("resolve", "skirmish")
    assert "no '9' in the list" in ran.err and "Roll no roll: 7" in ran.out, "by their numbers too"
    questions = {field.name for field in LAST_WAR.calculator().fields if not field.rare}
    assert len(questions) <= 12 and {"attacker_men", "terrain", "defender_die"} <= questions


def test_resolve_asks_again_for_what_does_not_go_with_the_rest(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    force = "14\n3\n3\n2\n2\n{}\n4\n1\n3\n5\n6\n\n\n"  # both forces, open ground, nothing rare
    monkeypatch.setattr("sys.stdin", Terminal(force.format("") + "2\n"))
    ran = run("resolve", "last_war")
    assert "The answer is missing: give both dice or neither." in ran.err
    assert "Roll 2 and 6: orange" in ran.out, "the first example of the rulebook"


def test_resolve_takes_several_combats(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(SKIRMISH), "calculator", lambda self: Sum())
    path = tmp_path / "combats.json"
    path.write_text('[{"attack": 12}, {"attack": 3, "town": true}]')
    assert run("resolve", "skirmish", "--input", path).out.count("Roll no roll") == 2
    assert [each["result"] for each in run("resolve", "skirmish", "--input", path, "--json").json] == [
        "12",
        "2",
    ]
    path.write_text('[{"attack": 12}, {"attack": 300}]')
    assert "Combat 2: Field 'attack' must be" in refused(run("resolve", "skirmish", "--input", path))


def test_check(run: Any, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    assert "is not a folder" in refused(run("check", pack))
    pack.mkdir()
    assert "does not say which game" in refused(run("check", pack))
    (pack / "pack.toml").write_text('game = "skirmish"\n')
    assert "holds no TOML file" in refused(run("check", pack))
    data = pack / "data.toml"
    data.write_text("[crossing]\nturns = 9\n")
    ran = run("check", pack)
    assert ran.code == 0, ran.err
    assert "1 figure in 1 file for Skirmish" in ran.out
    data.write_text('\n[crossing]\n# longer\nturns = "nine"\n')
    ran = run("check", pack)
    assert ran.code == 1
    assert "data.toml, line 4: crossing.turns should be a number (ours is 6), not 'nine'." in ran.err
    assert run("check", pack, "--json").json["faults"]
    data.write_text('[crossing]\nmap = "nowhere"\n')
    assert "Scenario crossing cannot be set up with this pack" in run("check", pack).err
    data.write_text("[crossing]\nturns = -4\n")
    ran = run("check", pack)
    assert ran.code == 1
    assert "turns: a whole number of at least 1 is expected, not -4." in ran.err
    data.write_text('[combat]\nrows.1 = ["A1", "A1", "ZZ", "EX", "D1"]\n')
    ran = run("check", pack)
    assert ran.code == 1
    assert "table combat, row 1: the game knows no 'ZZ'; it knows A1, EX, D1, D2." in ran.err
    data.write_text("[crossing\n")
    assert "line 1" in refused(run("check", pack))
    data.write_text("[landing]\nturns = 3\n")
    assert "no 'landing' to override" in refused(run("check", pack))
    (pack / "boats.toml").write_text("a = 1\n")
    assert "no data file of that name" in refused(run("check", pack, "--game", "skirmish"))
    out = tmp_path / "out"
    assert "no data file of that name" in refused(run("simulate", "skirmish", "--pack", pack, "--out", out))
    assert not out.exists()


def test_a_pack_may_change_hexes_where_the_game_allows_it(run: Any, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "map.toml").write_text('[features]\nfortified_city = ["2113"]\n')
    ran = run("check", pack, "--game", "motherland")
    assert ran.code == 0, ran.err
    (pack / "map.toml").write_text("[features]\nfortified_city = 3\n")
    ran = run("check", pack, "--game", "motherland")
    assert ran.code == 1 and "features.fortified_city should be a list" in ran.err
    assert "no data file of that name" in refused(run("check", pack, "--game", "skirmish"))


def test_check_says_once_what_is_wrong_for_all_scenarios(run: Any, tmp_path: Path) -> None:
    (tmp_path / "tables.toml").write_text('[counterattack]\nrows.1 = ["A1", "A1", "A1", "DR"]\n')
    ran = run("check", tmp_path, "--game", "turns_east")
    assert ran.code == 1
    assert ran.err == (
        "Scenarios minsk, barbarossa cannot be set up with this pack: "
        "table counterattack, row 1: the game knows no 'DR'; it knows A1, B1.\n"
    )


def test_bench(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from hexfront.lab import bench

    monkeypatch.setattr(bench, "_entries", {})
    monkeypatch.setattr(bench, "_slow", set())
    monkeypatch.setattr(bench, "__path__", [])

    @bench.entry("whole", slow=True)
    def whole() -> bench.Figures:
        """a whole game"""
        return {"s": 12.0, "decisions": 900, "slowest_ms": 40}

    @bench.entry("add")
    def add() -> bench.Figures:
        """adding up"""
        return {"ours_us": 2.0, "baseline_us": 7.0, "ratio": 3.5}

    @bench.entry("count")
    def count() -> bench.Figures:
        """counting"""
        return {"per_s": 5}

    found = run("bench", "--json").json
    assert found["add"]["ratio"] == 3.5
    assert "whole" not in found  # slow ones are named
    assert "12.0 s, at most 40 ms" in run("bench", "who*").out
    assert found["count"] == {"per_s": 5}
    shown = run("bench", "add").out
    assert "adding up" in shown
    assert "3.5×" in shown
    assert "counting" in run("bench", "--list").out
    assert run("bench", "--list", "--json").json == {
        "whole": "a whole game", "add": "adding up", "count": "counting",
    }  # fmt: skip
    assert "by the name 'fly'; there is whole, add, count" in refused(run("bench", "fly"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the devices of Linux")
def test_nowhere_to_print_to_is_said_in_a_sentence() -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "hexfront", "games"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ran.returncode == 2
    assert ran.stderr == "hexfront games: No space left on device.\n"


@pytest.mark.parametrize("value", ["²", "٣", "x", "9" * 5000, "1_0"])
def test_an_option_that_only_looks_like_a_number(run: Any, value: str) -> None:
    said = refused(run("fuzz", "last_war", "--scenario", "europe", "--option", f"seats={value}"))
    assert f"cannot be {value!r}; it is one of" in said


def test_an_answer_that_only_looks_like_a_number() -> None:
    from hexfront.cli.commands.resolve import parsed

    field = Field("attack", "int", "Attack strength")
    for words, value in (("-3", -3), ("+12", 12), ("²", "²"), ("+-3", "+-3"), ("9" * 5000, "9" * 5000)):
        assert parsed(field, words) == value
