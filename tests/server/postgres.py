"""A PostgreSQL of our own for the tests: a fresh cluster in a folder, gone when the tests are."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def _programs() -> Path | None:
    """Where initdb and postgres are: on the path, or where Debian puts them."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


def _install() -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": 300}
        with contextlib.suppress(subprocess.SubprocessError):
            subprocess.run(["apt-get", "-qq", "update"], check=True, **quiet)  # type: ignore[call-overload]
            subprocess.run(  # type: ignore[call-overload]
                ["apt-get", "-qq", "install", "-y", "--no-install-recommends", "postgresql"],
                check=True,
                **quiet,
            )


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Unavailable(Exception):
    """There is no PostgreSQL here, and why."""


@contextlib.contextmanager
def cluster(fast: bool = True) -> Iterator[str]:
    """The address of a running server, `fast` if it need not outlive the machine.

    PostgreSQL refuses to run as root: then it runs as a lesser user.
    """
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise Unavailable("psycopg is not installed (the extra 'postgres')") from None
    programs = _programs()
    if programs is None:
        _install()
        programs = _programs()
    if programs is None:
        raise Unavailable("PostgreSQL is not installed and cannot be installed without root")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    user = ["setpriv", "--reuid=nobody", "--clear-groups"] if root else []
    folder = Path(tempfile.mkdtemp(prefix="hexfront-pg-"))
    try:
        folder.chmod(0o755)
        data = folder / "data"
        if root:
            shutil.chown(folder, "nobody")
        env = os.environ | {"HOME": str(folder), "LC_ALL": "C"}
        made = subprocess.run(
            [*user, str(programs / "initdb"), "-D", str(data), "-U", "hexfront", "-A", "trust", "-E", "UTF8", "-N"],
            env=env, cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if made.returncode:
            raise Unavailable(f"initdb failed: {made.stderr.strip()[-200:]}")
        port = _free_port()
        settings = {
            "port": str(port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(folder),
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [*user, str(programs / "postgres"), "-D", str(data), *options],
                env=env, cwd=folder, stdout=log, stderr=log,
            )  # fmt: skip
        try:
            _wait(process, port, folder)
            yield f"postgresql://hexfront@127.0.0.1:{port}/postgres"
        finally:
            process.send_signal(signal.SIGQUIT)  # at once: the folder is thrown away anyway
            process.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    import psycopg

    until = time.monotonic() + 20
    while True:
        try:
            psycopg.connect(f"postgresql://hexfront@127.0.0.1:{port}/postgres", connect_timeout=2).close()
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
