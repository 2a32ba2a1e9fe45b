"""The games and maps on offer, looked up only by name: nothing a client sends becomes a module or a path."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from hexfront import games
from hexfront.kernel import OBSERVER, Case, Game, HexfrontError, SeatInfo, Setup
from hexfront.server.match.whole import Offer
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import missing

log = logging.getLogger("hexfront.server")


@cache
def look(game: Game[Any]) -> None:
    """Show how every scenario of a game begins, so that what is worked out once is there before anyone waits for it."""
    for scenario in game.scenarios:
        s = game.start(game.setup(scenario.id))
        game.view(s, OBSERVER)
        game.overlays(s, OBSERVER)


class Catalogue:
    """Games of the package, and rules modules that the owner of the server named."""

    def __init__(self, more: tuple[str, ...] = ()) -> None:
        self._games: dict[str, Game[Any]] = {}
        self._maps: dict[str, tuple[bytes, str]] = {}
        for name in (*games.names(), *more):
            try:
                game = games.get(name)
            except HexfrontError as e:
                log.warning("the game %s cannot be loaded: %s", name, e)
                continue
            if self._games.setdefault(game.id, game) is game:
                _ = game.shape  # worked out before anyone waits for it

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[Game[Any]]:
        return iter(self._games.values())

    def game(self, name: str) -> Game[Any]:
        game = self._games.get(name)
        if game is None:
            raise missing("game")
        return game

    @property
    def offers(self) -> dict[str, Offer]:
        """The games on offer, for another process to find them."""
        return {name: Offer.of(game) for name, game in self._games.items()}

    def find(self, name: str) -> Game[Any] | None:
        return self._games.get(name)

    def infos(self) -> list[replies.GameInfo]:
        """What is on offer, the game for newcomers first."""
        first = self.first if self._games else None
        return [self.info(game) for game in sorted(self._games.values(), key=lambda game: game is not first)]

    @property
    def first(self) -> Game[Any]:
        """The game a newcomer gets: the one with the shortest first scenario."""
        return min(
            self._games.values(),
            key=lambda g: (g.package.startswith("hexfront.examples"), g.scenarios[0].minutes),
        )

    @staticmethod
    def info(game: Game[Any]) -> replies.GameInfo:
        return replies.GameInfo(
            id=game.id,
            title=game.title,
            version=game.version,
            summary=game.summary,
            has_secrets=game.has_secrets,
            scenarios=game.scenarios,
            options=game.options,
        )

    @staticmethod
    def seats(game: Game[Any], setup: Setup) -> tuple[SeatInfo, ...]:
        return game.seats(setup)

    def cases(self, game: Game[Any], words: str = "", under: str = "") -> list[Case]:
        """Rule cases: all, a chapter's, or those in which every word occurs, best first."""
        try:
            book = game.rulebook
        except NotImplementedError:
            return []
        if under:
            return [
                c
                for c in book.cases.values()
                if c.id.startswith(under) and not c.id[len(under) :][:1].isdigit()
            ]
        cases = list(book.cases.values())
        wanted = words.casefold().split()
        if not wanted:
            return cases
        found = []
        for place, case in enumerate(cases):
            topic, summary = case.topic.casefold(), case.summary.casefold()
            if all(w in topic or w in summary or case.id.casefold().startswith(w) for w in wanted):
                weight = sum(
                    3 * (case.id.casefold() == w) + 2 * (w in topic) + (w in summary) for w in wanted
                )
                found.append((-weight, place, case))
        return [case for _, _, case in sorted(found, key=lambda f: f[:2])]

    @staticmethod
    def tutorial(game: Game[Any]) -> replies.Tutorial:
        """The guided first game that a rules module has as `tutorial.json`; nothing if it has none."""
        try:
            file = resources.files(game.package) / "tutorial.json"
        except TypeError:  # a game in a single file has no room for one
            return replies.Tutorial()
        if not file.is_file():
            return replies.Tutorial()
        return msgspec.json.decode(file.read_bytes(), type=replies.Tutorial)

    # --- maps

    def map_file(self, name: str, art: bool) -> tuple[bytes, str]:
        """The bytes of a map or its art, and their ETag."""
        key = f"{name}.art.json" if art else f"{name}.json"
        found = self._maps.get(key)
        if found is None:
            file = None if "." in name else self._map_files().get(key)
            if file is None:
                raise missing("map")
            data = file.read_bytes()
            found = self._maps[key] = (
                msgspec.json.format(data, indent=0),
                hashlib.sha256(data).hexdigest()[:32],
            )
        return found

    @staticmethod
    def _map_files() -> dict[str, Traversable]:
        try:
            folder = resources.files("hexfront.maps")
        except ModuleNotFoundError:
            return {}
        return {file.name: file for file in folder.iterdir() if file.name.endswith(".json")}
