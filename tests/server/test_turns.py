"""Whose computer thinks next: nobody can keep the others' computers from answering."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from hexfront.server.computer import turns
from hexfront.server.computer.turns import Turns
from tests.server.support import House, house


class Head:
    def __init__(self) -> None:
        self.cancelled = 0

    def cancel(self) -> None:
        self.cancelled += 1


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_who_has_used_least_comes_first(clock: Clock) -> None:
    async def work() -> list[str]:
        head = Head()
        found = Turns([head], clock)
        order: list[str] = []

        async def think(who: str, seconds: float) -> None:
            await found.take(who)
            order.append(who)
            clock.now += seconds
            found.give(head)

        first = asyncio.create_task(think("greedy", 30.0))
        await asyncio.sleep(0)
        await first
        held = await found.take("greedy")
        rest = [asyncio.create_task(think("greedy", 30.0)) for _ in range(5)]
        await asyncio.sleep(0)
        rest.append(asyncio.create_task(think("anna", 0.1)))
        await asyncio.sleep(0)
        found.give(held)
        await asyncio.gather(*rest)
        return order

    assert asyncio.run(work()) == ["greedy", "anna", *["greedy"] * 5]


def test_what_was_used_is_forgotten(clock: Clock) -> None:
    async def work() -> float:
        found = Turns([Head()], clock)
        head = await found.take("anna")
        clock.now += 40.0
        found.give(head)
        clock.now += turns.HALF
        return found.used("anna")

    assert asyncio.run(work()) == pytest.approx(20.0)


def test_who_gives_up_waiting_takes_nothing_along(clock: Clock) -> None:
    async def work() -> None:
        head = Head()
        found = Turns([head], clock)
        await found.take("a")
        waits = asyncio.create_task(found.take("b"))
        await asyncio.sleep(0)
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        found.give(head)
        assert await found.take("c") is head
        last = asyncio.create_task(found.take("d"))
        await asyncio.sleep(0)
        found.give(head)  # its turn has come,
        last.cancel()  # and it goes just then
        await asyncio.gather(last, return_exceptions=True)
        assert await asyncio.wait_for(found.take("e"), 60) is head

    asyncio.run(work())


def test_nobody_thinks_long_while_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "CROWDED", 0.05)

    async def work() -> tuple[int, int]:
        head = Head()
        found = Turns([head])
        await found.take("a")
        mine = asyncio.create_task(found.take("a"))
        await asyncio.sleep(0.2)
        own = head.cancelled
        theirs = asyncio.create_task(found.take("b"))
        while not head.cancelled:
            await asyncio.sleep(0.01)
        for task in (mine, theirs):
            task.cancel()
        await asyncio.gather(mine, theirs, return_exceptions=True)
        return own, head.cancelled

    own, others = asyncio.run(work())
    assert own == 0, "who waits for themselves waits"
    assert others


@pytest.fixture
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(
        tmp_path_factory.mktemp("turns"), computers=1, players=("slow=tests.server.slow_player:Slow",)
    ) as found:
        yield found


def test_one_guest_with_many_generals_does_not_keep_the_others_waiting(
    thinking: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "CROWDED", 0.2)
    greedy, anna = thinking.person("Greedy"), thinking.person("Anna")
    sitters = {seat: {"who": "computer", "level": "slow", "seconds": 600} for seat in ("red", "blue")}
    for _ in range(5):
        greedy.match(seats=sitters)
    made = anna.match(seats={"blue": {"who": "computer", "level": "random"}})
    line = anna.socket(made["id"])
    for _ in range(3):  # and not after fifty minutes
        line.wait(lambda s: s["legal"] and "red" in s["deciders"])
        assert line.act()["t"] == "done"
