"""Finished games, written one per line as soon as they end, so that a long run that is cut off loses none of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

import hexfront.players
from hexfront.errors import BadData
from hexfront.kernel import Game, Setup
from hexfront.lab.farm import Done, Task, name_of

T = TypeVar("T")

PLAYERS = Path(hexfront.players.__file__).parent
CODE_AND_FIGURES = (".py", ".toml", ".json")
RANDOM = ("base.py", "random.py")
"""What a player that chooses at random consists of."""


def fingerprint(folder: Path, only: Iterable[str] = ()) -> str:
    """A hash over the names and contents of a folder's code and figures, or over some files of it alone."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    whole = sha256()
    for name in sorted(only or (name for name, path in found.items() if path.suffix in CODE_AND_FIGURES)):
        data = found[name].read_bytes()
        whole.update(f"{name} {len(data)}\n".encode() + data)
    return whole.hexdigest()[:16]


@cache
def _skill(only: tuple[str, ...]) -> str:
    return fingerprint(PLAYERS, only)


def skill_of(players: Iterable[str]) -> str:
    """What the play of these players depends on besides their names: a fingerprint of the code and figures they have.

    The games of one run must be of the same players, even if it was stopped and a doctrine changed before it went on.
    """
    return _skill(RANDOM if set(players) == {"random"} else ())


def read_games(path: Path, skip: int = 0) -> list[Done]:
    """The games in a file after its first `skip` bytes, with how long their seats thought; see `read_lines`."""
    return read_lines(path, Done, skip)


def read_lines(path: Path, kind: type[T], skip: int = 0) -> list[T]:
    """What the lines of a file hold after its first `skip` bytes. A last line without its end is cut away.

    That is the one that was being written when a run was killed. Any other line that cannot be read is left for somebody to
    look at: the games after it are good, so nothing is thrown away.
    """
    try:
        data = path.read_bytes()
    except OSError as e:
        raise BadData(f"{path} cannot be read: {e.strerror}.") from e
    *lines, rest = data[skip:].split(b"\n")
    found = []
    for number, line in enumerate(lines, 1 + data.count(b"\n", 0, skip)):
        try:
            found.append(msgspec.json.decode(line, type=kind))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise BadData(
                f"Line {number} of {path} cannot be read as a game; delete that line, or delete the file to start again."
            ) from None
    if rest:
        with path.open("r+b") as file:
            file.truncate(len(data) - len(rest))
    return found


def add_game(path: Path, one: Done) -> None:
    """Keep a finished game at once. If that fails, the games before it stay as they were."""
    try:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(one) + b"\n")
    except OSError as e:
        raise BadData(
            f"{path} cannot be written: {e.strerror}; what was kept before is safe, and the same command continues from it."
        ) from e


class Stated(msgspec.Struct, frozen=True):
    """What the games of a file have in common. Players count by their skill, not by name. `figures` are those of the game; an
    owner's own pack is in the set-up."""

    game: str
    version: str
    setup: Setup
    seed: str
    skill: str = ""
    figures: str = ""


class Begun(Protocol):
    """What a run was begun with: fingerprints of its players and of the game's figures."""

    @property
    def skill(self) -> str: ...
    @property
    def figures(self) -> str: ...


def check_same(path: Path, before: Begun, now: Begun, advice: str) -> None:
    """Refuse to go on with games of other players, or of other figures."""
    if before.skill != now.skill:
        raise BadData(
            f"{path} was begun with other players: their code or figures have changed since; {advice}"
        )
    if before.figures != now.figures:
        raise BadData(f"{path} was begun with other figures: those of the game have changed since; {advice}")


class Kept:
    """The games of tournaments on the same set-up and seed, by who sat where and their dice.

    They are not kept by number, since numbers depend on the order in which players were named.
    """

    def __init__(self, path: Path, game: Game[Any], setup: Setup, seed: str) -> None:
        self.path = path
        skill, figures = skill_of(hexfront.players.names()), game.data_digest(setup)
        stated = Stated(name_of(game), game.version, setup, seed, skill, figures)
        head = msgspec.json.encode(stated) + b"\n"
        self.done: dict[Any, Done] = {}
        # A device may have no end: to read one would never be done with, or fill all memory.
        if path.exists() and not path.is_file():
            raise BadData(f"Games cannot be kept in {path}: it is not a regular file.")
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
        if before is None or msgspec.structs.replace(before, skill=skill, figures=figures) != stated:
            raise BadData(f"{path} holds something other than games of this tournament; choose another file.")
        check_same(path, before, stated, "choose another file, or delete it.")
        for one in read_games(path, len(first)):
            self.done[self._key(one.record.players, one.record.seed)] = one

    @staticmethod
    def _key(players: dict[str, str], seed: str) -> Any:
        return tuple(sorted(players.items())), seed

    def find(self, task: Task) -> Done | None:
        """The game that is asked for, under the number asked for."""
        one = self.done.get(self._key(task.players, task.seed))
        return one and Done(msgspec.structs.replace(one.record, number=task.number), one.timing)

    def add(self, one: Done) -> Done:
        add_game(self.path, one)
        self.done[self._key(one.record.players, one.record.seed)] = one
        return one


__all__ = ["Kept", "add_game", "check_same", "fingerprint", "read_games", "read_lines", "skill_of"]
