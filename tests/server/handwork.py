"""Work for a hand, as tests need it."""

from __future__ import annotations

import os
import signal
import time

import msgspec

from hexfront.kernel import BadData
from hexfront.server.hands.hand import GREW
from hexfront.server.wire.refusals import Refusal


class Parcel(msgspec.Struct):
    name: str
    data: bytes
    more: dict[str, tuple[int, ...]] = {}


def greet(name: str) -> str:
    return f"Hello, {name}."


def send_back(parcel: Parcel, times: int) -> list[Parcel]:
    return [parcel] * times


def wait(seconds: float) -> None:
    time.sleep(seconds)


def refuse(reason: str) -> None:
    raise Refusal(418, "teapot", reason, rule="1.2", at="0101", wait=3.0)


def complain(reason: str) -> None:
    raise BadData(reason)


def stumble(secret: str) -> None:
    raise ValueError(secret)


def end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def take_memory(megabytes: int) -> int:
    return len(bytearray(os.urandom(1024) * 1024 * megabytes))


def grow() -> int:
    return len(bytearray(GREW * 1024 + 1))


def who() -> int:
    return os.getpid()


def say() -> None:
    print("not an answer")
