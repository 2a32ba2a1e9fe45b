"""`hexfront turn`: a game played by file from beginning to end, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexfront.match import load, read_save, read_turn, verify
from tests.cli.test_commands import TOY
from tests.cli.test_commands import run as run  # the fixture
from tests.support.commands import Ran
from tests.support.toy import GAME

OWN = ("--game", TOY)


@pytest.fixture
def host(run: Any, tmp_path: Path) -> Path:
    """A game of the toy, begun in a file."""
    save = tmp_path / "game.json"
    assert run("turn", "new", TOY, "--scenario", "short", "-o", save).code == 0
    return save


def sent(run: Any, save: Path, seat: str) -> Path:
    """The turn file of a seat."""
    out = save.with_name(f"{seat}.turn.json")
    ran: Ran = run("turn", "export", *OWN, save, "--seat", seat, "-o", out)
    assert ran.code == 0, ran.err
    return out


def test_a_whole_game_is_played_by_file(run: Any, host: Path) -> None:
    for _ in range(60):
        match = load(host, GAME)
        if match.is_over:
            break
        for seat in match.deciders:
            turn = sent(run, host, seat)
            ran = run("turn", "reply", *OWN, turn, "1")
            assert ran.code == 0, ran.err
            ran = run("turn", "import", *OWN, host, turn.with_name(f"{seat}.reply.json"), "--json")
            assert ran.json["carried_out"] == 1
    else:
        pytest.fail("the game did not end")
    assert ran.json["result"]["winners"] is not None
    assert verify(host.read_bytes(), GAME).ok


def test_the_computer_replies_for_a_player(run: Any, host: Path) -> None:
    turn = sent(run, host, "red")
    ran = run("turn", "reply", *OWN, turn, "--by", "random", "-o", host.with_name("r.json"))
    assert ran.code == 0
    assert "1 action, ready to send back" in ran.out
    assert run("turn", "import", *OWN, host, host.with_name("r.json")).out.startswith("1 action carried out.")
    assert load(host, GAME).deciders == ("blue",)


def test_a_turn_file_is_shown_and_holds_no_secret(run: Any, host: Path) -> None:
    turn = sent(run, host, "red")
    match = load(host, GAME)
    shown = run("turn", "show", *OWN, turn)
    assert shown.code == 0
    assert "   1  " in shown.out
    assert len(run("turn", "show", *OWN, turn, "--json").json["options"]) == len(match.options("red"))
    words = turn.read_text()
    assert read_save(host.read_bytes()).dice.seed not in words
    assert match.head not in words


def test_a_reply_is_carried_out_in_part(run: Any, host: Path, tmp_path: Path) -> None:
    for seat in ("red", "blue"):
        turn = sent(run, host, seat)
        run("turn", "reply", *OWN, turn, "1")
        run("turn", "import", *OWN, host, turn.with_name(f"{seat}.reply.json"))
    turn = sent(run, host, "red")
    options = run("turn", "show", *OWN, turn, "--json").json["options"]
    spy = next(each["n"] for each in options if each["action"]["type"] == "Spy")
    ran = run("turn", "reply", *OWN, turn, str(spy), "1")
    assert ran.code == 0, ran.err
    before = load(host, GAME).length
    ran = run("turn", "import", *OWN, host, tmp_path / "red.reply.json", "-o", tmp_path / "after.json")
    assert ran.code == 1, "part of it was left"
    assert "revealed" in ran.out
    assert load(host, GAME).length == before, "with -o the game itself is left as it was"
    assert load(tmp_path / "after.json", GAME).length == before + 1


def test_refusals_are_one_sentence_and_change_nothing(run: Any, host: Path, tmp_path: Path) -> None:
    turn = sent(run, host, "red")
    run("turn", "reply", *OWN, turn, "1")
    reply = tmp_path / "red.reply.json"
    other = tmp_path / "other.json"
    run("turn", "new", TOY, "-o", other)
    held = host.read_bytes()

    def refused(words: str, *command: str | Path) -> None:
        ran = run("turn", command[0], *(OWN if command[0] != "new" else ()), *command[1:])
        assert ran.code == 2
        assert words in ran.err
        assert ran.err.count("\n") == 1
        assert host.read_bytes() == held

    refused("another game or an earlier position", "import", other, reply)
    tampered = tmp_path / "tampered.json"
    tampered.write_text(reply.read_text().replace('"red"', '"blue"'))
    refused("do not match its checksum", "import", host, tampered)
    tampered.write_text(turn.read_text().replace('"red"', '"blue"'))
    refused("do not match its checksum", "show", tampered)
    refused("another kind", "show", reply)
    refused("another kind", "import", host, turn)
    refused("another kind", "reply", host, "1")
    refused("the choices are 1 to 3", "reply", turn, "4")
    refused("nothing left for red", "reply", turn, "1", "1")
    refused("Choose by numbers", "reply", turn)
    refused("no player", "reply", turn, "--by", "napoleon")
    refused("no seat 'green'", "export", host, "--seat", "green")
    refused("Several seats decide", "export", host)
    refused("already exists", "new", TOY, "-o", host)
    refused("cannot be read", "import", host, tmp_path / "none.json")
    refused("nothing to roll", "roll", host, "3")
    assert run("turn", "import", *OWN, host, reply).code == 0
    held = host.read_bytes()
    refused("an earlier position", "import", host, reply)


def test_real_dice_are_typed_in(run: Any, tmp_path: Path) -> None:
    save = tmp_path / "table.json"
    assert run("turn", "new", TOY, "--physical", "-o", save).code == 0
    for seat in ("red", "blue"):
        turn = sent(run, save, seat)
        run("turn", "reply", *OWN, turn, "1")
        ran = run("turn", "import", *OWN, save, turn.with_name(f"{seat}.reply.json"))
    assert "Roll now" in ran.out
    assert run("turn", "roll", *OWN, save).out == ran.out.partition("\n")[2]
    assert run("turn", "roll", *OWN, save, "9").code == 2
    ran = run("turn", "roll", *OWN, save, "3")
    assert ran.code == 0
    assert load(save, GAME).log[-1].outcome == "3"


def test_turn_files_are_read_by_the_library(run: Any, host: Path) -> None:
    assert read_turn(sent(run, host, "blue").read_bytes()).seat == "blue"


def test_every_doing_has_help(run: Any) -> None:
    assert "hexfront turn import game.json" in run("turn", "--help").out
    for doing in ("new", "export", "show", "reply", "import", "roll"):
        assert run("turn", doing, "--help").code == 0
