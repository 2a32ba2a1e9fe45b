"""Finished games, kept one a line as soon as they are there, so that a long run that is cut off loses none of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.kernel import Game, Setup
from hexfront.lab.farm import Done, Task, name_of


def read_games(path: Path, skip: int = 0) -> list[Done]:
    """The games in a file after its first `skip` bytes. A line cut off in the middle is cut away."""
    found = []
    good = skip
    for line in path.read_bytes()[skip:].splitlines(keepends=True):
        try:
            one = msgspec.json.decode(line, type=Done)
        except msgspec.MsgspecError:
            break  # the line that was being written when the run was cut off
        if not line.endswith(b"\n"):
            break
        good += len(line)
        found.append(one)
    with path.open("r+b") as file:
        file.truncate(good)
    return found


def add_game(path: Path, one: Done) -> None:
    """Keep a finished game at once."""
    with path.open("ab") as file:
        file.write(msgspec.json.encode(one) + b"\n")


class Stated(msgspec.Struct, frozen=True):
    """What the games of a file have in common."""

    game: str
    version: str
    setup: Setup
    seed: str


class Kept:
    """The games of tournaments on the same set-up and seed, by who sat where and their number."""

    def __init__(self, path: Path, game: Game[Any], setup: Setup, seed: str) -> None:
        self.path = path
        stated = Stated(name_of(game), game.version, setup, seed)
        self.done: dict[Any, Done] = {}
        try:
            if not path.exists() or not path.stat().st_size:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(msgspec.json.encode(stated) + b"\n")
            with path.open("rb") as file:
                first = file.readline()
            before = msgspec.json.decode(first, type=Stated)
        except OSError as e:
            raise BadData(f"Games cannot be kept in {path}: {e.strerror}.") from e
        except msgspec.MsgspecError:
            before = None
        if before != stated:
            raise BadData(f"{path} holds something else than games of this tournament; choose another file.")
        for one in read_games(path, len(first)):
            self.done[self._key(one.record.players, one.record.number)] = one

    @staticmethod
    def _key(players: dict[str, str], number: int) -> Any:
        return tuple(sorted(players.items())), number

    def find(self, task: Task) -> Done | None:
        return self.done.get(self._key(task.players, task.number))

    def add(self, one: Done) -> Done:
        add_game(self.path, one)
        self.done[self._key(one.record.players, one.record.number)] = one
        return one


__all__ = ["Kept", "add_game", "read_games"]
