"""A server under load: many matches, two sockets each, random legal play, and the server or its database killed in the
middle, or attackers beside the players."""

from __future__ import annotations

import asyncio
import http.client
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hexfront.errors import HexfrontError
from hexfront.server.load.bots import Table
from hexfront.server.load.bystander import Watch
from hexfront.server.load.figures import Figures, Memory, quantile, server_quantiles
from hexfront.server.load.hostile import Attack
from hexfront.server.load.postgres import Cluster
from hexfront.server.load.process import Api, Refused, ServerProcess, metrics_of
from hexfront.stopping import stoppable

PATIENCE = 60.0  # how long a match may take to go on after the last kill before it counts as stuck


def _address(n: int) -> str:
    """An address of this machine for the people of one table: limits count by address."""
    return f"127.1.{n // 250}.{n % 250 + 1}"


def _seat_people(
    port: int, count: int, game: str, scenario: str, first: int = 0
) -> list[tuple[str, dict[str, str], str]]:
    """Matches with two people at each, and where they call from."""
    found = []
    chosen = game or Api(port).get("/api/games")[0]["id"]
    seats = [
        s["id"]
        for s in Api(port).get(f"/api/games/{chosen}/seats?scenario={scenario}")
        if not s.get("control")
    ]
    for n in range(first, first + count):
        host, guest = Api(port, _address(n)), Api(port, _address(n))
        body = {
            "game": chosen, "scenario": scenario, "seats": {seat: {"who": "link"} for seat in seats[1:2]},
        }  # fmt: skip
        made = host.post("/api/matches", body)
        link = next(s["invite"] for s in made["seats"] if s.get("invite"))
        guest.post("/api/join", {"token": link.rpartition("/")[2]})
        cookies = {seat: guest.cookie if seat == seats[1] else host.cookie for seat in seats}
        found.append((made["id"], cookies, _address(n)))
    return found


class Kills(list[Callable[[], None]]):
    """What is killed and started again, one after another, spread over the time; and how soon every table went on each time."""

    def __init__(self, kills: list[Callable[[], None]]) -> None:
        super().__init__(kills)
        self.back: list[float] = []

    async def watch(self, tables: list[Table], until: float) -> None:
        """Note how long it takes until something was done at every table, or that this did not happen before the next kill."""
        began = time.monotonic()
        while any(not table.since_kill and not table.over for table in tables):
            if time.monotonic() > until:
                self.back.append(-1.0)
                return
            await asyncio.sleep(0.05)
        self.back.append(round(time.monotonic() - began, 2))


class Soak:
    """A run of hours: where a match has ended new players sit down, and the server's memory is watched."""

    def __init__(self, server: ServerProcess, seat: Callable[[int], Table] | None) -> None:
        self._server, self._seat = server, seat
        self.ended: list[Table] = []
        self.samples: list[float] = []

    async def run(self, tables: list[Table], pause: float, every: float) -> None:
        looked, tasks = 0.0, set()
        try:
            while True:
                await asyncio.sleep(0.2)
                if time.monotonic() - looked > every:
                    looked = time.monotonic()
                    self.samples.append(await asyncio.to_thread(self._server.memory))
                for n, table in enumerate(tables):
                    if self._seat is not None and table.over and not table.stopped:
                        try:
                            tables[n] = await asyncio.to_thread(self._seat, n)
                        except (OSError, http.client.HTTPException, Refused):  # it was killed just then
                            continue
                        self.ended.append(table)
                        await table.leave()
                        tasks |= {asyncio.create_task(bot.live()) for bot in tables[n].bots.values()}
                        tasks.add(asyncio.create_task(tables[n].play(pause)))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _drive(
    server: ServerProcess,
    tables: list[Table],
    seconds: float,
    pause: float,
    kills: Kills,
    workers: int,
    warm_up: float,
    beside: list[Attack | Watch],
    soak: Soak,
) -> tuple[float, float, tuple[float, float]]:
    lives = [asyncio.create_task(bot.live()) for table in tables for bot in table.bots.values()]
    until = time.monotonic() + 60
    while any(not bot.version for table in tables for bot in table.bots.values()):
        server.check()
        if time.monotonic() > until:
            raise HexfrontError("Not all sockets could be opened in a minute.")
        await asyncio.sleep(0.05)
    plays = [asyncio.create_task(table.play(pause)) for table in tables]
    await asyncio.sleep(warm_up)
    early = await asyncio.to_thread(metrics_of, server.port, workers) if warm_up else []
    for table in tables:
        table.forget()
    began, used = time.monotonic(), time.process_time()
    soaking = asyncio.create_task(soak.run(tables, pause, max(0.25, seconds / 200)))
    for each in beside:
        each.start()
    for n, kill in enumerate(kills):
        await asyncio.sleep(max(0.0, began + (n + 1) * seconds / (len(kills) + 1) - time.monotonic()))
        for table in tables:
            table.since_kill = 0
        await asyncio.to_thread(kill)
        for table in tables:
            table.since_kill = 0
        await kills.watch(tables, began + (n + 2) * seconds / (len(kills) + 1))
    await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))
    for each in beside:
        await asyncio.to_thread(each.stop)
    patience = time.monotonic() + PATIENCE
    while kills and time.monotonic() < patience and any(not t.since_kill and not t.over for t in tables):
        server.check()
        await asyncio.sleep(0.1)
    for table in tables:
        table.stopped = True
    soaking.cancel()
    took = time.monotonic() - began
    used = time.process_time() - used
    await asyncio.wait(plays, timeout=1)
    for play in plays:
        play.cancel()
    await asyncio.gather(*plays, return_exceptions=True)
    server.check()
    texts = await asyncio.to_thread(metrics_of, server.port, workers)
    for task in lives:
        task.cancel()
    await asyncio.gather(*lives, soaking, return_exceptions=True)
    return took, used / took, server_quantiles(texts, early)


def _figures(tables: list[Table], took: float, **known: Any) -> Figures:
    """What was done and lost at all tables, beside what is known already."""
    times = [1000 * t for table in tables for t in table.times]
    actions = sum(table.actions for table in tables)
    bots = [bot for table in tables for bot in table.bots.values()]
    return Figures(
        seconds=round(took, 2),
        actions=actions,
        a_second=round(actions / took, 1),
        both_p50=round(quantile(times, 0.5), 2),
        both_p99=round(quantile(times, 0.99), 2),
        both_max=round(max(times, default=0.0), 2),
        reconnects=sum(bot.reconnects for bot in bots),
        lost=sum(bot.lost for bot in bots),
        refused=sum(bot.refused for bot in bots),
        **known,
    )


def run(
    *, matches: int = 200, seconds: float = 20.0, pause: float = 1.0, kills: int = 0, database: str = "",
    workers: int = 1, game: str = "", scenario: str = "", game_modules: tuple[str, ...] = (), seed: int = 1,
    warm_up: float = 0.0, looking: float = 0.0, kill_database: int = 0, hostile: bool = False, bystander: bool = False,
    soak: bool = False,
) -> Figures:  # fmt: skip
    """Start a server, load it, and say what was found. With `kill_database` it has a PostgreSQL of its own."""
    with ExitStack() as stack:
        stack.enter_context(stoppable(at_once=False))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hexfront-load-")))
        cluster = Cluster() if kill_database else None
        if cluster is not None:
            stack.callback(cluster.remove)
            cluster.start()
            database = cluster.url
        address = database or str(folder / "load.sqlite")
        server = ServerProcess(address, workers, game_modules, folder / "server.log", limited=hostile)
        stack.callback(server.close)
        attack = Attack(server.port, seed) if hostile else None
        server.start()

        def kill_server() -> None:
            server.kill()
            server.start()

        def kill_cluster() -> None:
            assert cluster is not None
            cluster.kill()
            time.sleep(1.0)
            cluster.start()

        deaths = Kills([kill_server] * kills + [kill_cluster] * kill_database)
        watch = None
        try:
            tables = [
                Table(server.port, match, cookies, seed + n, looking, where)
                for n, (match, cookies, where) in enumerate(
                    _seat_people(server.port, matches, game, scenario)
                )
            ]

            def sit_down(n: int) -> Table:
                ((match, cookies, where),) = _seat_people(server.port, 1, game, scenario, n)
                fresh = seed + 1000 * len(soaking.ended) + n
                return Table(server.port, match, cookies, fresh, looking, where)

            soaking = Soak(server, sit_down if soak or deaths else None)
            serving = server.workers()
            one = serving[0] if len(serving) == 1 and not kills else 0
            watch = Watch(server.port, game, one) if bystander or hostile else None
            beside = [each for each in (attack, watch) if each is not None]
            took, load, (server_p50, server_p99) = asyncio.run(
                _drive(server, tables, seconds, pause, deaths, workers, warm_up, beside, soaking)
            )
            stuck = sum(not table.since_kill and not table.over for table in tables) if deaths else 0
        except BaseException:
            server.end()  # who attacks it waits for no more answers
            raise
        finally:
            for each in (attack, watch):
                if each is not None:
                    each.stop()
        server.close()
        deaths_of_its_own = server.deaths()
    return _figures(
        tables + soaking.ended,
        took,
        matches=matches,
        sockets=2 * matches,
        server_p50=round(server_p50, 2),
        server_p99=round(server_p99, 2),
        client_load=round(load, 2),
        kills=kills,
        stuck=stuck,
        back=deaths.back,
        database="postgresql" if database.startswith("postgres") else "sqlite",
        workers=workers,
        warm_up=warm_up,
        looking=looking,
        database_kills=kill_database,
        deaths=deaths_of_its_own,
        soaked=len(soaking.ended),
        memory=Memory.of(soaking.samples),
        hostile=dict(sorted(attack.done.items())) if attack is not None else {},
        bystander=watch.figures() if watch is not None else None,
    )
