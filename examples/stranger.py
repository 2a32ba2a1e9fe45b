"""A client written from docs/reference/protocol.md alone, without a line of Hexfront, and a server that is killed under it.

python examples/stranger.py --kills 50 [--database postgresql://…] [--tables 12] [--computers 4]
    [--levels random,general] [--games skirmish,turns_east]

It starts `hexfront serve`, seats people and computers, plays random legal actions, and kills every process of the server
again and again (SIGKILL). An acknowledgement counts when it is on this program's own disk. At the end each match is given up,
exported and compared with that journal, action by action; and the dice of each are derived from its seed.
"""

import argparse
import asyncio
import base64
import contextlib
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import verify_dice

PATIENCE = 120.0  # seconds, for a machine that has other things to do
CUT = (OSError, EOFError, asyncio.IncompleteReadError, TimeoutError)


class Server:
    """The server as a process, to be killed and started again."""

    def __init__(self, database, port, workers, log):
        self.port, self.log, self.process = port, log, None
        self.command = [
            sys.executable,
            "-m",
            "hexfront",
            "serve",
            "--port",
            str(port),
            "--database",
            database,
        ]
        self.command += ["--workers", str(workers), "--computers", "1", "--log-level", "warning"]

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, start_new_session=True,
                env=os.environ | {"HEXFRONT_RATE": "0"},
            )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(*CUT, http.client.HTTPException, Refused):
                if Person(self.port).ask("GET", "/healthz")["ok"]:
                    return
            time.sleep(0.05)
        sys.exit(f"The server does not start: {self.log.read_text(errors='replace')[-2000:]}")

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ended(self):
        return self.process.poll() is not None


class Refused(Exception):
    """The server said no."""


class Person:
    """A cookie, and requests with it."""

    def __init__(self, port):
        self.port, self.cookie = port, ""

    def ask(self, method, path, body=None):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            headers = {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
            headers |= {"Cookie": self.cookie} if self.cookie else {}
            line.request(method, path, None if body is None else json.dumps(body), headers)
            reply = line.getresponse()
            data = reply.read()
            self.cookie = (reply.getheader("set-cookie") or self.cookie).partition(";")[0]
        finally:
            line.close()
        if reply.status >= 400:
            raise Refused(f"{method} {path}: {reply.status} {data[:300]!r}")
        return json.loads(data)


class Socket:
    """A WebSocket by hand (RFC 6455): text out, text in, pings answered."""

    async def open(self, port, path, cookie):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 26)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise EOFError
        return self

    def frame(self, code, data):
        size = len(data)
        head = bytes([0x80 | code])
        if size < 126:
            head += bytes([0x80 | size])
        else:
            head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
        mask = os.urandom(4)
        self.writer.write(head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data)))

    def send(self, **message):
        self.frame(1, json.dumps(message).encode())

    async def hear(self):
        text = b""
        while True:
            first, second = await self.reader.readexactly(2)
            size = second & 0x7F
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            data = await self.reader.readexactly(size)
            if first & 0x0F == 9:
                self.frame(10, data)
            elif first & 0x0F == 8:
                raise EOFError
            elif first & 0x0F in (0, 1):
                text += data
                if first & 0x80:
                    return json.loads(text)


class Journal:
    """What was acknowledged, on disk before it counts."""

    def __init__(self, file):
        self.file = file.open("a")
        self.count = 0

    def keep(self, **line):
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())
        self.count += 1


class Seat:
    """One chair: a socket that comes back by itself, and every action that was sent from here, with what became of it."""

    def __init__(self, match, seat, person, journal):
        self.match, self.seat, self.person, self.journal = match, seat, person, journal
        self.version, self.acked, self.legal, self.deciders, self.result = 0, 0, [], [], None
        self.sent = []  # [action, "acknowledged" | "refused" | "unknown"]
        self.socket, self.waiting, self.lost = None, None, 0
        self.forget()

    def forget(self):
        """From here on it counts whether the match goes on: what is done from this chair, and what is told to it."""
        self.since, self.found = 0, None

    async def live(self):
        wait = 0.1
        while True:
            with contextlib.suppress(*CUT):
                path = f"/api/matches/{self.match}/socket"
                self.socket = await Socket().open(self.person.port, path, self.person.cookie)
                self.socket.send(t="hello", seat=self.seat, since=self.version, overlays=False)
                while True:
                    self.take(await self.socket.hear())
                    wait = 0.1
            self.leave()
            await asyncio.sleep(wait * random.uniform(0.5, 1.5))
            wait = min(2 * wait, 1.0)

    def leave(self):
        if self.socket is not None:
            self.socket.writer.close()
        self.socket = None
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result("unknown")

    def take(self, message):
        kind = message["t"]
        if kind in ("state", "change"):
            if kind == "state" and message["version"] < self.acked:
                self.lost += 1
            self.version = message["version"]
            self.found = self.version if self.found is None and kind == "state" else self.found
            whole = kind == "state"
            self.legal = message.get("legal", [] if whole else self.legal)
            self.deciders = message.get("deciders", [] if whole else self.deciders)
            self.result = message.get("result") or self.result
        elif kind in ("done", "refused", "error") and self.waiting is not None and not self.waiting.done():
            self.waiting.set_result("acknowledged" if kind == "done" else "refused")
            self.acked = max(self.acked, message.get("version", 0)) if kind == "done" else self.acked

    async def act(self, chosen):
        self.sent.append([chosen, "unknown"])
        self.waiting = asyncio.get_running_loop().create_future()
        version = self.version
        self.socket.send(t="act", version=version, do=chosen, ref=str(len(self.sent)))
        became = await self.waiting
        if became == "acknowledged":
            self.journal.keep(match=self.match, seat=self.seat, version=version, do=chosen)
            self.since += 1
        self.sent[-1][1] = became
        return became


class Table:
    """One match after another; two people at each, or one and the computer."""

    def __init__(self, number, game, server, journal, level="", seconds=None):
        """`level` is that of the computer at it, if there is one, and `seconds` its time for a decision."""
        self.game, self.server, self.journal = game, server, journal
        self.level, self.seconds = level, seconds
        self.choose = random.Random(number)
        self.seats, self.old, self.tasks = [], [], []

    def sit_down(self):
        host, guest = Person(self.server.port), Person(self.server.port)
        names = [
            each["id"] for each in host.ask("GET", f"/api/games/{self.game}/seats") if not each.get("control")
        ]
        computer = {"who": "computer", "level": self.level, "seconds": self.seconds}
        others = dict.fromkeys(names[1:], computer) if self.level else {names[1]: {"who": "link"}}
        made = host.ask("POST", "/api/matches", {"game": self.game, "seats": others})
        mine = {name: host for name in names if name not in others}
        for seat in made["seats"]:
            if seat.get("invite"):
                token = seat["invite"].rpartition("/")[2]
                guest.ask("POST", "/api/join", {"token": token, "seed": "mine"})
                mine[seat["id"]] = guest
        return [Seat(made["id"], name, person, self.journal) for name, person in mine.items()]

    async def play(self, pause):
        while True:
            try:
                self.seats = await asyncio.to_thread(self.sit_down)
            except (*CUT, http.client.HTTPException, Refused):  # it was killed just now
                await asyncio.sleep(0.5)
                continue
            self.old += self.seats
            lives = [asyncio.create_task(seat.live()) for seat in self.seats]
            while not any(seat.result for seat in self.seats):
                ready = [s for s in self.seats if s.socket and s.legal and s.seat in s.deciders]
                if ready:
                    seat = self.choose.choice(ready)
                    became = await seat.act(self.choose.choice(seat.legal)["do"])
                    if became != "acknowledged":
                        seat.legal = []  # until it is told anew
                        if became == "refused" and seat.socket:
                            seat.socket.send(t="sync")
                await asyncio.sleep(self.choose.expovariate(1 / pause) if ready else 0.02)
            for task in lives:
                task.cancel()
            await asyncio.gather(*lives, return_exceptions=True)
            for seat in self.seats:
                seat.leave()

    @property
    def thinks(self):
        """Whether the computer has to decide, as far as it was told."""
        return bool(self.level) and any(s.deciders and s.seat not in s.deciders for s in self.seats)

    @property
    def goes_on(self):
        """Someone has acted since the kill; or the computer has, whose turn may take minutes."""
        moved = any(seat.found is not None and seat.version > seat.found for seat in self.seats)
        return any(seat.since or seat.result for seat in self.seats) or (bool(self.level) and moved)


def fits(sent, log):
    """Whether a log of one seat is what was sent: what was acknowledged once, what was refused not, the rest once or not."""
    places = {0}
    for action, became in sent:
        taken = {n + 1 for n in places if n < len(log) and log[n] == action}
        places = taken if became == "acknowledged" else places | taken if became == "unknown" else places
    return len(log) in places


def check(table):
    """What is wrong with the matches of a table, given up and exported."""
    for name in dict.fromkeys(seat.match for seat in table.old):
        seats = [seat for seat in table.old if seat.match == name]
        host = seats[0].person
        with contextlib.suppress(Refused):  # it may be over
            host.ask("POST", f"/api/matches/{name}/resign", {"seat": seats[0].seat})
        save = host.ask("GET", f"/api/matches/{name}/export?seat={seats[0].seat}")
        yield from (f"{name}: {fault}" for fault in verify_dice.faults(save))
        for seat in seats:
            log = [entry["action"] for entry in save["log"] if entry.get("seat") == seat.seat]
            if not fits(seat.sent, log):
                yield f"{name}: the log of {seat.seat} is not what was sent from there and acknowledged"


async def trial(server, tables, kills, pause, between):
    plays = [asyncio.create_task(table.play(pause)) for table in tables]
    stuck, thinking, choose = 0, 0, random.Random(7)
    for n in range(kills + 1):
        until = time.monotonic() + PATIENCE
        while not all(table.goes_on for table in tables) and time.monotonic() < until:
            if server.ended():
                sys.exit(f"The server ended by itself: {server.log.read_text(errors='replace')[:4000]}")
            await asyncio.sleep(0.05)
        stuck += sum(not table.goes_on for table in tables)
        if n == kills:
            break
        await asyncio.sleep(choose.uniform(0, between))
        thinking += any(table.thinks for table in tables)
        server.kill()
        for seat in (seat for table in tables for seat in table.seats):
            seat.forget()
        await asyncio.to_thread(server.start)
        for seat in (seat for table in tables for seat in table.seats):
            seat.forget()
    for task in plays:
        task.cancel()
    await asyncio.gather(*plays, return_exceptions=True)
    return stuck, thinking


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--kills", type=int, default=10)
    options.add_argument("--tables", type=int, default=12)
    options.add_argument(
        "--computers", type=int, default=4, help="how many of the tables have a computer at them"
    )
    options.add_argument("--levels", default="random", help="of the computers, one table after another")
    options.add_argument("--seconds", type=float, help="that a computer has for a decision")
    options.add_argument("--database", default="", help="else a SQLite file of its own")
    options.add_argument("--games", default="skirmish")
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--port", type=int, default=8399)
    options.add_argument("--pause", type=float, default=0.2)
    options.add_argument("--between", type=float, default=2.0, help="seconds of play before a kill, at most")
    given = options.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="stranger-"))
    server = Server(given.database or str(folder / "db.sqlite"), given.port, given.workers, folder / "log")
    server.start()
    try:
        journal = Journal(folder / "acknowledged")
        games, levels = given.games.split(","), given.levels.split(",")
        at = [levels[n % len(levels)] if n < given.computers else "" for n in range(given.tables)]
        timed = [given.seconds if level in ("general", "field-marshal") else None for level in at]
        tables = [
            Table(n, games[n % len(games)], server, journal, at[n], timed[n]) for n in range(given.tables)
        ]
        stuck, thinking = asyncio.run(trial(server, tables, given.kills, given.pause, given.between))
        wrong = [fault for table in tables for fault in check(table)]
        lost = sum(seat.lost for table in tables for seat in table.old)
        unknown = sum(became == "unknown" for t in tables for s in t.old for _, became in s.sent)
    finally:
        server.kill()
    matches = len({seat.match for table in tables for seat in table.old})
    print(
        f"{given.kills} kills, {thinking} while a computer was to decide, {matches} matches, {journal.count} acknowledged actions, {unknown} cut off before an answer."
    )
    print(f"{lost} lost, {len(wrong)} wrong logs or dice, {stuck} stuck. The journal is in {folder}.")
    print("\n".join(wrong))
    sys.exit(1 if lost or wrong or stuck else 0)


if __name__ == "__main__":
    main()
