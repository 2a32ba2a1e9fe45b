"""Finished games, kept one a line as soon as they are there, so that a long run that is cut off loses none of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.kernel import Game, Setup
from hexfront.lab.farm import Done, Task, name_of


def read_games(path: Path, skip: int = 0) -> list[Done]:
    """The games in a file after its first `skip` bytes. A last line without its end is cut away.

    That is the one that was being written when a run was killed. Any other line that cannot be read is somebody's to look
    at: the games after it are good, so nothing is thrown away.
    """
    data = path.read_bytes()
    *lines, rest = data[skip:].split(b"\n")
    found = []
    for number, line in enumerate(lines, 1 + data.count(b"\n", 0, skip)):
        try:
            found.append(msgspec.json.decode(line, type=Done))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise BadData(
                f"Line {number} of {path} cannot be read as a game; delete that line, or the file to start anew."
            ) from None
    if rest:
        with path.open("r+b") as file:
            file.truncate(len(data) - len(rest))
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
        head = msgspec.json.encode(stated) + b"\n"
        self.done: dict[Any, Done] = {}
        try:
            # A head without its end was being written when a run was killed: there are no games after it.
            if not path.exists() or head.startswith(path.read_bytes()):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(head)
            with path.open("rb") as file:
                first = file.readline()
            before = msgspec.json.decode(first, type=Stated)
        except OSError as e:
            raise BadData(f"Games cannot be kept in {path}: {e.strerror}.") from e
        except (msgspec.MsgspecError, UnicodeDecodeError):
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
