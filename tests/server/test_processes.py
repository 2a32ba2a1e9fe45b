"""Several processes, one match: news, races, a process that dies, a server that stops gently."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from hexfront.server.club import club as club_module
from hexfront.server.load.bystander import EVERY, _Seat, _Told, had_core
from hexfront.server.load.figures import Memory
from hexfront.server.load.loadtest import run as run_load
from hexfront.server.people.limits import RATES
from hexfront.server.store import news
from tests.server import postgres
from tests.server.support import PATIENCE, TOY, Line, Someone, a_port, house, invitation

ROOT = Path(__file__).parents[2]


@contextmanager
def serving(database: str, *more: str, count: int = 1) -> Iterator[list[tuple[str, subprocess.Popen[bytes]]]]:
    """So many server processes on one database, each on a port of its own."""
    found = []
    try:
        for _ in range(count):
            port = a_port()
            found.append((f"http://127.0.0.1:{port}", start(database, port, *more)))
        for url, process in found:
            wait_up(url, process)
        yield found
    finally:
        for _, process in found:
            if process.poll() is None:
                process.terminate()
        for _, process in found:
            process.wait(PATIENCE)


def start(database: str, port: int, *more: str) -> subprocess.Popen[bytes]:
    command = [
        sys.executable, "-m", "hexfront", "serve", "--port", str(port), "--database", database, "--games", TOY,
        "--log-level", "warning", *more,
    ]  # fmt: skip
    env = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "HEXFRONT_RATE": "0"}
    return subprocess.Popen(command, env=env, cwd=ROOT, start_new_session=True)


def wait_up(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, "the server ended"
        assert time.monotonic() < until
        try:
            if httpx.get(url + "/healthz", timeout=10).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.05)


def seated(one: str, two: str) -> tuple[Someone, Someone, str]:
    anna, ben = Someone(one, "Anna"), Someone(two, "Ben")
    made = anna.match(seats={"blue": {"who": "link"}})
    ben.post("/api/join", token=invitation(made, "blue"))
    return anna, ben, made["id"]


def test_two_processes_serve_one_match(database: str) -> None:
    with serving(database, count=2) as running:
        (one, _), (two, _) = running
        anna, ben, match = seated(one, two)
        a, b = anna.socket(match), ben.socket(match)
        a.wait(lambda s: s["status"] == "running")
        assert a.act({"type": "Plan", "stance": 1})["t"] == "done"
        b.wait(lambda s: s["deciders"] == ["blue"])
        assert b.act({"type": "Plan", "stance": 1})["t"] == "done"
        a.wait(lambda s: s["deciders"] == ["red"])
        a.choose("March")
        b.wait(lambda s: s["view"]["pieces"] == a.state["view"]["pieces"])
        a.undo()
        b.wait(lambda s: s["view"]["pieces"] == a.state["view"]["pieces"])
        # The same person at both processes: of two answers to one decision exactly one is accepted.
        again = Someone(two)
        again.http.cookies = anna.http.cookies
        other = again.socket(match)
        assert other.version == a.version
        results = race(a, other)
        assert sorted(result["t"] for result in results) == ["done", "refused"]
        assert next(r for r in results if r["t"] == "refused")["code"] == "stale"
        a.send(t="chat", text="hello over there")
        assert b.until("chat")["line"]["text"] == "hello over there"
        a.wait(lambda s: s["presence"] == {"red": True, "blue": True})
        anna.post(f"/api/matches/{match}/resign", seat="red")
        b.wait(lambda s: s["result"])


def test_who_of_a_team_is_here_is_known_in_every_process(database: str) -> None:
    with serving(database, count=2) as running:
        (one, _), (two, _) = running
        anna, ada = Someone(one, "Anna"), Someone(two, "Ada")
        made = anna.match("last_war", scenario="kursk", options={"umpire": True},
                          seats={"axis": {"who": "me"}, "allies": {"who": "me"}, "control": {"who": "me"}})  # fmt: skip
        path = f"/api/matches/{made['id']}"
        link = anna.post(f"{path}/seats/axis/link")["path"]
        ada.post("/api/join", token=link.removeprefix("/join/"), role="air")
        a, b = anna.socket(made["id"], seat="axis"), ada.socket(made["id"])

        def here(who: Someone) -> dict[str, bool]:
            return {each["person"]["name"]: bool(each.get("here")) for each in team_of(who, path)}

        until = time.monotonic() + PATIENCE
        while not (here(anna) == here(ada) == {"Anna": True, "Ada": True}):
            assert time.monotonic() < until, (here(anna), here(ada))
            time.sleep(0.05)
        me = next(m["person"]["id"] for m in team_of(ada, path) if m["person"]["name"] == "Ada")
        refused = ada.refused("POST", f"{path}/seats/axis/team", person=me, captain=True)
        assert refused["code"] == "not_allowed", "the captain is not away, only elsewhere"
        a.settle()
        b.settle()


def team_of(who: Someone, path: str) -> list[dict[str, Any]]:
    seat = next(each for each in who.get(path)["seats"] if each["id"] == "axis")
    team: list[dict[str, Any]] = seat["team"]
    return team


def move(line: Line) -> None:
    """One action by whoever has to decide: all seats are theirs."""
    if not line.legal:
        line.send(t="sit", seat=line.state["deciders"][0])
        line.until("state")
    assert line.act()["t"] == "done"


def test_a_process_at_which_nobody_sits_catches_up_when_somebody_comes(database: str) -> None:
    """The second process has the match in memory and nobody at it: it plays nothing again until it is asked."""
    with serving(database, count=2) as servers:
        one, two = servers[0][0], servers[1][0]
        anna = Someone(one, "Anna")
        match = anna.match(seats={"red": {"who": "me"}, "blue": {"who": "me"}})["id"]
        there = Someone(two)
        there.http.cookies = anna.http.cookies
        assert there.get(f"/api/matches/{match}")["deciders"], "in its memory now"
        here = anna.socket(match, seat="red")
        for _ in range(3):
            move(here)
        assert "hexfront_follow_seconds_count 0" in there.get("/metrics"), "nobody waits for it there"
        seat = here.state["seat"]
        steps = anna.get(f"/api/matches/{match}/history", seat=seat)
        assert len(steps) == 3 and there.get(f"/api/matches/{match}/history", seat=seat) == steps
        move(here)
        late = there.socket(match, seat=here.state["seat"])
        assert late.version == here.version and late.state["view"] == here.state["view"]
        before = late.version
        move(here)
        late.wait(lambda s: s["version"] > before)
        assert "hexfront_follow_seconds_count 1" in there.get("/metrics"), "and now somebody does"


def test_a_cut_line_to_the_database_is_mended(cluster: str) -> None:
    """The database throws everyone out: news is listened for again, what was missed is read, writing goes on."""
    import psycopg

    database = postgres.fresh(cluster, "cut")
    with serving(database, "--computers", "0", count=2) as running:
        (one, _), (two, _) = running
        anna, ben, match = seated(one, two)
        a, b = anna.socket(match), ben.socket(match)
        a.wait(lambda s: s["status"] == "running")
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        assert a.act()["t"] == "done"
        b.wait(lambda s: s["deciders"] == ["blue"])
        assert b.act()["t"] == "done"
        a.wait(lambda s: s["deciders"] == ["red"])


def race(one: Line, two: Line) -> list[dict[str, Any]]:
    halts = {"t": "act", "version": one.version, "do": {"type": "Halt"}, "ref": "race"}
    one.send(**halts)
    two.send(**halts)
    return [line.until("done", "refused") for line in (one, two)]


def test_who_is_here_is_told_again_and_again(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processes forget each other's people after a minute unless they are told anew."""
    monkeypatch.setattr(club_module, "SWEEP", 0.05)
    with house(tmp_path, database=database) as one, house(tmp_path, database=database) as two:
        anna, ben, match = seated(one.url, two.url)
        a, _ = anna.socket(match), ben.socket(match)
        a.wait(lambda s: s["presence"] == {"red": True, "blue": True})
        there = one.club.lives[match].elsewhere
        first = max(at for at, *_ in there.values())
        until = time.monotonic() + PATIENCE
        while max(at for at, *_ in there.values()) == first:
            assert time.monotonic() < until
            time.sleep(0.02)


def test_workers_share_a_port_and_a_dead_one_is_replaced(tmp_path: Path) -> None:
    with serving(str(tmp_path / "w.sqlite"), "--workers", "2", "--computers", "0") as running:
        url, process = running[0]
        anna, ben, match = seated(url, url)
        a, b = anna.socket(match), ben.socket(match)
        a.act()
        b.wait(lambda s: s["deciders"] == ["blue"])
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=True
        )
        pids = [int(pid) for pid in children.stdout.split()]
        assert len(pids) == 2
        os.kill(pids[0], signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                assert httpx.get(url + "/healthz", timeout=10).status_code == 200
                line = Someone.socket(ben, match)
                assert line.act()["t"] == "done"
                break
            except (httpx.HTTPError, ConnectionClosed, OSError):
                assert time.monotonic() < until
                time.sleep(0.1)


def children(process: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False
    )
    return [int(pid) for pid in listed.stdout.split()]


def listening(port: int) -> set[str]:
    """The sockets that listen at a port, as the system names them."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return {
        f"socket:[{line[9]}]" for line in lines if line[3] == "0A" and int(line[1].split(":")[1], 16) == port
    }


def sockets(process: int) -> set[str]:
    """What a process has open."""
    return {os.readlink(each) for each in Path(f"/proc/{process}/fd").iterdir() if each.is_symlink()}


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL])
def test_the_only_process_of_a_server_is_replaced_when_it_dies(
    tmp_path: Path, number: signal.Signals
) -> None:
    """A driver in C once ended it in the middle of an outage: nobody may be turned away because of that."""
    with serving(str(tmp_path / "one.sqlite"), "--computers", "0") as running:
        url, process = running[0]
        anna, ben, match = seated(url, url)
        a, b = anna.socket(match), ben.socket(match)
        a.act()
        b.wait(lambda s: s["deciders"] == ["blue"])
        version = b.version
        (worker,) = children(process.pid)
        os.kill(worker, number)
        with pytest.raises(ConnectionClosed):
            b.until("nothing")
        health = httpx.get(url + "/healthz", timeout=PATIENCE)
        assert health.status_code == 200, "the port stayed open, and another answered"
        back = Someone.socket(ben, match)
        assert back.version == version
        assert back.act()["t"] == "done"
        assert process.poll() is None
        assert children(process.pid) != [worker]


def test_no_process_of_a_server_outlives_the_first_of_them(tmp_path: Path) -> None:
    """Else it would keep the port from the server that is started next."""
    with serving(str(tmp_path / "one.sqlite"), "--computers", "0") as running:
        url, process = running[0]
        process.kill()
        process.wait(PATIENCE)
        again = start(str(tmp_path / "one.sqlite"), int(url.rpartition(":")[2]), "--computers", "0")
        running[0] = (url, again)
        wait_up(url, again)


@pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="asks the system which sockets a process holds"
)
def test_those_who_work_for_a_server_do_not_hold_its_port(tmp_path: Path) -> None:
    """A helper that is slow to end would keep the port from the server that is started next."""
    with serving(str(tmp_path / "one.sqlite"), "--computers", "1") as running:
        url, process = running[0]
        someone = Someone(url, "Anna")
        made = someone.match(seats={"blue": {"who": "computer", "level": "staff"}})
        someone.socket(made["id"]).act({"type": "Plan", "stance": 1})
        (worker,) = children(process.pid)
        port = int(url.rpartition(":")[2])
        assert listening(port) & sockets(worker), "the server itself listens"
        until = time.monotonic() + PATIENCE
        while not (helpers := children(worker)):
            assert time.monotonic() < until
            time.sleep(0.05)
        for each in helpers:
            assert not listening(port) & sockets(each)


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are handed on by number")
def test_a_process_ends_with_the_first_even_if_that_one_had_not_heard_it() -> None:
    """What was sent and not read resets the line instead of ending it."""
    ours, theirs = socket.socketpair()
    script = (
        "import sys, time\n"
        "from hexfront.server.supervisor import hang_by\n"
        "hang_by(int(sys.argv[1]))()\n"
        "print('ready', flush=True)\n"
        "time.sleep(60)\n"
    )
    number = theirs.fileno()
    with subprocess.Popen(
        [sys.executable, "-c", script, str(number)], pass_fds=(number,), stdout=subprocess.PIPE
    ) as child:
        theirs.close()
        assert child.stdout is not None and child.stdout.readline() == b"ready\n"
        ours.close()
        assert child.wait(PATIENCE) == -signal.SIGKILL


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_that_cannot_start_says_so_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    database = tmp_path / "x.sqlite"
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    news._folder(f"sqlite:///{database}").chmod(
        0o755
    )  # others could listen to what its processes tell each other
    command = [
        sys.executable, "-m", "hexfront", "serve", "--port", str(a_port()), "--workers", workers,
        "--database", str(database),
    ]  # fmt: skip
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert ended.returncode == 2
    assert "should belong to this user alone" in ended.stderr
    assert "could not start" in ended.stderr


def test_a_gentle_stop_tells_everyone_and_loses_nothing(database: str) -> None:
    with serving(database) as running:
        url, process = running[0]
        anna, ben, match = seated(url, url)
        a = anna.socket(match)
        ben.socket(match)
        a.act()
        version, port = a.version, int(url.rpartition(":")[2])
        process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            a.until("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in (1001, 1012)
        assert any(m["t"] == "notice" for m in a.heard)
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
        again = start(database, port)
        running[0] = (url, again)
        wait_up(url, again)
        assert anna.socket(match).version == version


def test_kill_nine_under_load_loses_nothing(database: str) -> None:
    """A short trial; `hexfront loadtest --kill 10` does the long one."""
    figures = run_load(
        matches=6, seconds=3, pause=0.05, kills=2, database=database, game="toy", game_modules=(TOY,)
    )
    assert figures.kills == len(figures.back) == 2
    assert figures.lost == 0
    assert figures.stuck == 0
    assert figures.actions > 20
    assert figures.reconnects >= 2


def test_a_match_against_the_computer_goes_on_after_a_kill(database: str) -> None:
    """The process that was thinking is gone; another takes over, here within the lease it had."""
    slow = ("--players", "slow=tests.server.slow_player:SlowPlayer")
    with serving(database, *slow) as running:
        url, process = running[0]
        anna = Someone(url, "Anna")
        made = anna.match(seats={"blue": {"who": "computer", "level": "slow", "seconds": 2}})
        line = anna.socket(made["id"])
        line.until("progress")
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        again = start(database, int(url.rpartition(":")[2]), *slow)
        running[0] = (url, again)
        wait_up(url, again)
        back = anna.socket(made["id"])
        back.wait(lambda s: s["deciders"] == ["red"])
        assert back.act()["t"] == "done"


def test_memory_is_told_as_it_went() -> None:
    flat = Memory.of([100.0] * 50)
    assert flat is not None and (flat.early, flat.late, flat.most) == (100.0, 100.0, 100.0)
    assert flat.course == [100.0] * 10
    growing = Memory.of([float(n) for n in range(100)])
    assert growing is not None and growing.late > growing.early
    assert growing.course == sorted(growing.course) and len(growing.course) == 10
    assert Memory.of([1.0, 2.0]) is None


def test_what_the_machine_took_of_a_wait_is_not_the_servers() -> None:
    """Two waits of a tenth of a second: of one the server had no core for nearly all of it."""
    told = _Told([(0.0, 0.1), (1.0, 1.1)], [], [0.09, 0.02])
    assert told.served() == 80.0
    assert _Told([(0.0, 0.1)], [], [0.0]).served() is None, "where the system does not tell"
    assert had_core(2**22 + 1, 1) == (0.0, 0.0), "nor of a process that is not there"


def test_it_is_told_how_much_of_the_time_the_server_had_a_core() -> None:
    """On a machine that is busy with other things every wait is long, and it is not the server's doing."""
    child = subprocess.Popen(
        [sys.executable, "-c", "import sys; print(flush=True); sys.stdin.read()"], stdin=-1, stdout=-1
    )
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        seat = _Seat(0, "", "", child.pid)
        time.sleep(0.2)
        shares = seat.told([]).shares
        if had_core(child.pid, child.pid)[0]:  # else the system does not say
            assert shares is not None
            assert 0.0 <= shares[0] < 0.2, "it slept"
            assert 0.0 <= shares[1] <= 1.0
        child.kill()
    assert seat.told([]).shares is None, "it is gone"


def test_a_bystander_asks_less_often_than_a_socket_may() -> None:
    """Of ten questions one is a move, after which it may have to change its seat; what it asks too much is refused and would be taken for
    a wait."""
    assert RATES["frame"][0] > 1.1 / EVERY


def test_a_bystander_who_is_never_answered_says_how_long_it_has_waited() -> None:
    seat = _Seat(0, "", "", 0)
    assert seat.told([]).waits() == [] and not seat.told([]).opened
    seat._opening = time.perf_counter() - 20
    assert min(seat.told([]).opened) >= 20
    seat._opening, seat._since = 0.0, time.perf_counter() - 30
    assert min(seat.told([]).waits()) >= 30_000 and not seat.told([]).opened
