"""A PostgreSQL of our own: a fresh cluster in a folder, to be killed and started again, and gone afterwards."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from hexfront.errors import HexfrontError
from hexfront.server.run import HeldPort


def _programs() -> Path | None:
    """Where initdb and postgres are: on the path, or where Debian puts them."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


PATIENCE = 60.0  # seconds: a machine may be busy with other things


class Unavailable(HexfrontError):
    """There is no PostgreSQL here, and why."""


class Cluster:
    """A PostgreSQL in a folder of its own, to be killed and started again.

    PostgreSQL refuses to run as root: then it runs as an ordinary user.
    """

    def __init__(self) -> None:
        self._programs = _found()
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        self._user = ["setpriv", "--reuid=nobody", "--clear-groups"] if root else []
        self._folder = Path(tempfile.mkdtemp(prefix="hexfront-pg-"))
        self._env = os.environ | {"HOME": str(self._folder), "LC_ALL": "C"}
        self._held = HeldPort()
        self._port = self._held.number
        self._process: subprocess.Popen[bytes] | None = None
        self._folder.chmod(0o755)
        if root:
            shutil.chown(self._folder, "nobody")
        made = subprocess.run(
            [
                *self._user, str(self._programs / "initdb"), "-D", str(self._data), "-U", "hexfront", "-A", "trust",
                "-E", "UTF8", "-N",
            ],
            env=self._env, cwd=self._folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if made.returncode:
            self.remove()
            raise Unavailable(f"initdb failed: {made.stderr.strip()[-200:]}")

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    @property
    def url(self) -> str:
        return f"postgresql://hexfront@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        settings = {
            "port": str(self._port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self._folder),
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._user, str(self._programs / "postgres"), "-D", str(self._data), *options],
                env=self._env, cwd=self._folder, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        _wait(self._process, self._port, self._folder)

    def kill(self) -> None:
        """Kill all its processes at once, as a power cut would. Each is the leader of its own group."""
        if self._process is not None and self._process.poll() is None:
            others = _children(self._process.pid)
            for pid in (self._process.pid, *others):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.wait(PATIENCE)
            until = time.monotonic() + PATIENCE
            while any(map(_runs, others)) and time.monotonic() < until:
                time.sleep(0.02)
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def remove(self) -> None:
        self.kill()
        self._held.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def _children(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [line.split() for line in listed.stdout.splitlines()]
    return [int(child) for child, parent in pairs if int(parent) == pid]


def _runs(pid: int) -> bool:
    """Whether a process is still running; a zombie is not."""
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return bool(listed.stdout.strip()) and not listed.stdout.strip().startswith("Z")


def _found() -> Path:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise Unavailable("psycopg is not installed (the extra 'postgres')") from None
    programs = _programs()
    if programs is None:
        raise Unavailable("PostgreSQL is not installed; install it, or leave the database alone")
    return programs


@contextlib.contextmanager
def cluster() -> Iterator[str]:
    """The address of a running server, which is removed afterwards."""
    running = Cluster()
    try:
        running.start()
        yield running.url
    finally:
        running.remove()


def _wait(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    import psycopg

    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(f"postgresql://hexfront@127.0.0.1:{port}/postgres", connect_timeout=10).close()
            return
        except psycopg.Error:
            if process.poll() is not None or time.monotonic() > until:
                words = (folder / "log").read_text(errors="replace")[-300:]
                raise Unavailable(f"PostgreSQL did not start: {words}") from None
            time.sleep(0.1)


def fresh(address: str, name: str) -> str:
    """A new empty database in a cluster."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.rpartition("/")[0] + f"/{name}"
