"""A server of our own as a process, and one person's requests to it."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from hexfront.errors import HexfrontError
from hexfront.server.load.figures import process_of
from hexfront.server.run import HeldPort

PATIENCE = 60.0  # seconds: a machine may be busy with other things


class ServerProcess:
    """A server of our own, to be killed and started again."""

    def __init__(
        self, database: str, workers: int, game_modules: tuple[str, ...], log: Path, limited: bool = False
    ) -> None:
        self._held = HeldPort()
        self.port = self._held.number
        self._rate = "1" if limited else "0"
        self._log = log
        self._command = [
            sys.executable, "-m", "hexfront", "serve", "--port", str(self.port), "--database", database,
            "--workers", str(workers), "--computers", "0", "--log-level", "warning",
        ]  # fmt: skip
        for name in game_modules:
            self._command += ["--games", name]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        env = os.environ | {
            "HEXFRONT_RATE": self._rate,
            "PYTHONFAULTHANDLER": "1",
            "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
        }
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=env, stdout=log, stderr=log, start_new_session=True
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.check()
            with contextlib.suppress(OSError, http.client.HTTPException, Refused):
                if Api(self.port).get("/healthz").get("ok"):
                    self.check()
                    return
            time.sleep(0.05)
        raise HexfrontError(
            f"The server did not start in {PATIENCE:.0f} seconds. Its last words: {self._last_words()}"
        )

    def check(self) -> None:
        """If the server has ended, report how, with its last output."""
        assert self._process is not None
        status = self._process.poll()
        if status is not None:
            raise HexfrontError(
                f"The server ended by itself with status {status}. Its last words: {self._last_words()}"
            )

    def _last_words(self) -> str:
        return self._log.read_text(errors="replace")[-4000:].strip() or "none"

    def memory(self) -> float:
        """Megabytes that all its processes have in memory."""
        assert self._process is not None
        listed = subprocess.run(
            ["ps", "-o", "rss=", "-s", str(self._process.pid)], capture_output=True, text=True, check=False
        )
        return sum(map(int, listed.stdout.split())) / 1024

    def workers(self) -> list[int]:
        """The numbers of the processes that serve."""
        assert self._process is not None
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self._process.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(each) for each in listed.stdout.split()]

    def deaths(self) -> int:
        """How many of its processes have ended by themselves and were replaced."""
        return self._log.read_text(errors="replace").count("another takes its place")

    def kill(self) -> None:
        """Like a power cut: every process of the server, at once, without warning."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def end(self) -> None:
        """At once, if it runs."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()

    def close(self) -> None:
        """Stop it and give its port back."""
        self.stop()
        self._held.close()


class Refused(HexfrontError):
    """The server refused."""


class Api:
    """One person's HTTP requests."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port = port
        self.address = address  # where it calls from: every 127.x.y.z is this machine
        self.cookie = ""

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        status, data, kind = self.raw(method, path, None if body is None else msgspec.json.encode(body))
        if status >= 400:
            raise Refused(f"{method} {path}: {status} {data[:200]!r}")
        return data.decode() if "text/plain" in kind else msgspec.json.decode(data)

    def raw(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes, str]:
        """The status, the body and its kind, whatever they are."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=60, source_address=(self.address, 0)
        )
        try:
            headers = {"Origin": f"http://127.0.0.1:{self._port}", "Content-Type": "application/json"}
            if self.cookie:
                headers["Cookie"] = self.cookie
            connection.request(method, path, body, headers)
            reply = connection.getresponse()
            data = reply.read()
            made = reply.getheader("set-cookie")
            if made:
                self.cookie = made.partition(";")[0]
            return reply.status, data, reply.getheader("content-type") or ""
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        return self._ask("GET", path)

    def post(self, path: str, body: Any) -> Any:
        return self._ask("POST", path, body)


def metrics_of(port: int, workers: int) -> list[str]:
    """The metrics of every process at a port: a request reaches any one of them."""
    found: dict[str, str] = {}
    for _ in range(60):
        text = Api(port).get("/metrics")
        found[process_of(text)] = text
        if len(found) >= workers:
            break
    return list(found.values())
