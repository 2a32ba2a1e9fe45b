"""hexfront play, serve and loadtest, as a person runs them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from hexfront.cli import main
from hexfront.errors import HexfrontError
from hexfront.server import run
from hexfront.server.config import Config, from_environment
from hexfront.server.load import bystander
from hexfront.server.load.loadtest import run as run_load
from hexfront.server.load.process import ServerProcess
from hexfront.server.run import HeldPort, bind
from tests.server.support import PATIENCE, TOY, Someone, a_port

ROOT = Path(__file__).parents[2]


def hexfront(*words: str, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "hexfront", *words],
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"} | env,
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def address(process: subprocess.Popen[str]) -> tuple[str, str]:
    """The server and the match that `play` prints."""
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        found = re.search(r"(http://\S+)/match/(\S+)", line)
        if found:
            return found.group(1), found.group(2)
    raise AssertionError(said)


def finish(process: subprocess.Popen[str]) -> int:
    process.send_signal(signal.SIGINT)
    try:
        return process.wait(PATIENCE)
    finally:
        assert process.stdout is not None
        process.stdout.close()


def test_play_opens_on_a_game_that_waits_for_you_and_finds_it_again(tmp_path: Path) -> None:
    port = a_port()
    process = hexfront("play", "--no-browser", "--port", str(port), "--data", str(tmp_path))
    url, match = address(process)
    assert url == f"http://127.0.0.1:{port}"
    you = Someone(url)
    info = you.get(f"/api/matches/{match}")
    assert info["status"] == "running"
    assert len(info["you"]) == 1
    assert [seat["who"] for seat in info["seats"]].count("computer") == 1
    line = you.socket(match)
    line.wait(lambda s: s["legal"])
    assert line.state["prompt"]["text"]
    line.act()
    version = line.version
    line.close()
    assert finish(process) == 0
    again = hexfront("play", "--no-browser", "--port", str(port), "--data", str(tmp_path))
    try:
        _, same = address(again)
        assert same == match
        assert Someone(url).socket(match).version >= version
    finally:
        finish(again)
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".sqlite"] == ["hexfront.sqlite"]


def test_play_keeps_to_itself_whatever_the_environment_says(tmp_path: Path) -> None:
    process = hexfront(
        "play", "--no-browser", "--port", str(a_port()), "--data", str(tmp_path),
        HEXFRONT_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none",
    )  # fmt: skip
    url, _ = address(process)
    assert httpx.get(url + "/healthz", timeout=PATIENCE).json()["ok"]
    finish(process)


def test_a_port_in_use_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with bind(Config(port=0)) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        code = main(["serve", "--port", str(port), "--database", str(tmp_path / "x.sqlite")])
    assert code == 2
    said = capsys.readouterr().err
    assert f"Port {port}" in said
    assert "Traceback" not in said


def test_a_port_that_becomes_free_in_a_moment_is_waited_for(tmp_path: Path) -> None:
    """A server that was killed may still be on its way out when the next one starts."""
    with bind(Config(port=0)) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        threading.Timer(0.5, taken.close).start()
        with bind(Config(port=port)) as mine:
            assert mine.getsockname()[1] == port


def test_no_port_is_held_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "HELD", (31_000, 31_050))
    held = [HeldPort() for _ in range(20)]
    for each in held:
        each.close()
    assert len({each.number for each in held}) == 20


def test_a_held_port_is_for_the_server_that_names_it() -> None:
    held = HeldPort()
    try:
        with socket.socket() as other, pytest.raises(OSError, match="in use"):
            other.bind(("127.0.0.1", held.number))
        for _ in range(2):  # it is killed and started again
            with bind(Config(port=held.number)) as mine:
                mine.listen()
                assert mine.getsockname()[1] == held.number
    finally:
        held.close()


def test_a_server_that_ends_by_itself_says_why_in_a_load_test(tmp_path: Path) -> None:
    server = ServerProcess("postgresql://x@127.0.0.1:1/none", 1, (), tmp_path / "log")
    try:
        with pytest.raises(HexfrontError, match=r"ended by itself with status 2.*cannot be opened"):
            server.start()
    finally:
        server.close()


def test_a_bad_database_is_one_sentence(tmp_path: Path) -> None:
    process = hexfront("serve", "--port", str(a_port()), "--database", "postgresql://x@127.0.0.1:1/none")
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "cannot be opened" in said
    assert "Traceback" not in said


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--schema"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["openapi"] == "3.1.0"
    for name in (
        "View",
        "Piece",
        "Option",
        "State",
        "Change",
        "Act",
        "MatchInfo",
        "Forecast",
        "Frame",
        "Message",
    ):
        assert name in found["components"]["schemas"]
    used = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(found)))
    assert used <= set(found["components"]["schemas"])


def test_every_endpoint_of_the_schema_is_in_the_protocol_page(capsys: pytest.CaptureFixture[str]) -> None:
    main(["serve", "--schema"])
    paths = json.loads(capsys.readouterr().out)["paths"]
    page = (ROOT / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
    for path in paths:
        assert path in page, path


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXFRONT_DATABASE_URL", "postgresql://club/db")
    monkeypatch.setenv("HEXFRONT_PUBLIC_URL", "https://club.example/")
    monkeypatch.setenv("HEXFRONT_ADMINS", "Anna, Ben")
    monkeypatch.setenv("HEXFRONT_SMTP_HOST", "mail.example")
    monkeypatch.setenv("HEXFRONT_SMTP_PASSWORD", "hush")
    config = from_environment(port=9)
    assert config.database == "postgresql://club/db"
    assert config.public_url == "https://club.example"
    assert config.secure
    assert config.admins == ("Anna", "Ben")
    assert config.mail.host == "mail.example"
    assert config.port == 9
    assert "hush" not in repr(config)


def test_a_load_test_prints_figures(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["loadtest", "--matches", "4", "--seconds", "2", "--pause", "0.1", "--game", "skirmish"]
    assert main([*words, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["sockets"] == 8
    assert figures["actions"] > 10
    assert 0 < figures["both_p50"] <= figures["both_p99"]
    assert figures["server_p50"] > 0
    assert figures["refused"] == 0


def test_the_listening_socket_names_its_protocol() -> None:
    """asyncio sends small parts at once only where it is named; else each answer takes 40 ms more where there is no uvloop."""
    with bind(Config(port=0)) as sock:
        assert sock.proto == socket.IPPROTO_TCP


def begun_by(process: int) -> list[int]:
    """The processes that a process has begun and that still run, and those that they have begun."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    own = [int(pid) for pid, parent, state in rows if int(parent) == process and not state.startswith("Z")]
    return own + [each for child in own for each in begun_by(child)]


@pytest.mark.parametrize("times", [1, 2], ids=["told once", "told twice"])
def test_a_load_test_that_is_told_to_end_takes_its_server_with_it(times: int, tmp_path: Path) -> None:
    """`timeout` tells it twice."""
    words = ("loadtest", "--matches", "2", "--seconds", "60", "--warm-up", "0", "--game", "skirmish")
    process = hexfront(*words, TMPDIR=str(tmp_path))
    try:
        until = time.monotonic() + PATIENCE
        serving: list[int] = []
        while len(serving) < 2 and time.monotonic() < until:  # one that holds the port, and one that serves
            time.sleep(0.1)
            serving = [each for each in begun_by(process.pid) if "serve" in said_to(each)]
        assert len(serving) >= 2, "the server runs"
        for _ in range(times):
            process.send_signal(signal.SIGTERM)
            time.sleep(0.05)
        assert process.wait(PATIENCE) == 143
        left = [each for each in serving if "hexfront" in said_to(each)]
        assert not left, "it has left its server running"
        assert not list(tmp_path.iterdir())
    finally:
        for each in (*begun_by(process.pid), process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        process.communicate()


def said_to(process: int) -> str:
    """With which words a process was begun; nothing once it is gone."""
    listed = subprocess.run(
        ["ps", "-o", "args=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return listed.stdout


def test_a_soak_seats_others_where_a_match_has_ended_and_looks_at_the_memory() -> None:
    figures = run_load(
        matches=1, seconds=10, pause=0.0, game="toy", game_modules=(TOY,), soak=True, bystander=True
    )
    assert figures.soaked >= 1
    assert figures.memory is not None
    assert 10 < figures.memory.early <= figures.memory.most
    assert figures.lost == figures.deaths == 0
    assert figures.bystander is not None
    assert figures.bystander.asked > 3
    assert 0 < figures.bystander.p50 <= figures.bystander.p99 <= figures.bystander.longest
    assert figures.bystander.unhindered <= figures.bystander.longest


def test_a_wait_counts_as_unhindered_only_if_the_machine_held_up_nobody() -> None:
    told = bystander._Told(asked=[(0.0, 0.1), (1.0, 1.3), (2.0, 2.2)], held=[(1.2, 1.9)])
    assert [round(wait) for wait in told.waits()] == [100, 300, 200]
    assert [round(wait) for wait in told.waits(unhindered=True)] == [100, 200]
