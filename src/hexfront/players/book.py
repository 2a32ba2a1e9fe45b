"""Openings: what the first turn's choices came to in many games of staff against itself.

The book of a game is in `doctrines/<game>/learned/openings.json`; `python -m hexfront.lab.openings` makes it. A doctrine
names the decisions it has a page for (`Doctrine.page`). The general begins its search with what the book likes best; staff
mixes by it where it would otherwise choose at random. Everything works without the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import TypeVar

import msgspec

from hexfront.kernel import SeededSource
from hexfront.players.evaluation import learned

T = TypeVar("T")
OPENINGS = "openings.json"
DOUBT = 8.0
"""This many games of average luck are added to every line: a good score in few games proves little."""

LUCK = 2.0
"""This many standard errors are taken off what a line scored before it is preferred."""


class BookLine(msgspec.Struct, frozen=True, array_like=True):
    """One choice: how often it was played, and what it scored for the seat (a draw counts half)."""

    name: str
    games: int
    points: float


class Book(msgspec.Struct, frozen=True):
    """The openings of one scenario: page -> lines. A page names the seat and the decision."""

    pages: dict[str, list[BookLine]]
    games: int = 0

    def rates(self, page: str) -> dict[str, float]:
        """What each line of a page scores, pulled towards the average of the page, the more so the less is known about it."""
        lines = self.pages.get(page, [])
        games, points = sum(x.games for x in lines), sum(x.points for x in lines)
        average = points / games if games else 0.5
        return {x.name: (x.points + DOUBT * average) / (x.games + DOUBT) for x in lines}

    def best(self, page: str) -> str:
        """The line whose score, less two standard errors, is best, or nothing: of many lines that were seldom played one
        always looks better than the usual one, by chance alone."""
        rates = self.rates(page)
        sure = {
            x.name: rates[x.name] - LUCK * sqrt(rates[x.name] * (1 - rates[x.name]) / (x.games + DOUBT))
            for x in self.pages.get(page, [])
        }
        return max(sure, key=lambda name: (sure[name], name), default="")

    def mix(self, page: str, given: Sequence[tuple[str, T]], source: SeededSource, sharp: float = 6.0) -> T:
        """One of the choices given by name: the better a line scores, the likelier, never certain.

        `sharp`: a line that scores a tenth better than another is e^(sharp/10) times as likely.
        """
        rates = self.rates(page)
        average = sum(rates.values()) / len(rates) if rates else 0.5
        heft = [2.718281828 ** (sharp * (rates.get(name, average) - average)) for name, _ in given]
        left = source.below(1_000_000) / 1_000_000 * sum(heft)
        for (_, each), share in zip(given, heft, strict=True):
            left -= share
            if left < 0:
                return each
        return given[-1][1]


def books(game: str, folder: Path | None = None) -> dict[str, Book]:
    """The books of a game by scenario; none if there is no file, or if it cannot be read."""
    try:
        data = ((folder or learned(game)) / OPENINGS).read_bytes()
        return msgspec.json.decode(data, type=dict[str, Book])
    except (OSError, msgspec.MsgspecError):
        return {}


__all__ = ["OPENINGS", "Book", "BookLine", "books"]
