"""Words that every sentence needs: one thing or several, lists, and how it begins."""

from __future__ import annotations

from collections.abc import Iterable


def plural(n: int, one: str, many: str = "") -> str:
    """The word for a number of things, without the number: game, games."""
    return one if n == 1 else many or f"{one}s"


def quantity(n: int, one: str, many: str = "") -> str:
    """A number of things: 1 game, 2 games."""
    return f"{n} {plural(n, one, many)}"


def begun(text: str) -> str:
    """A sentence with a capital letter."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words with commas, the last one joined by a word: Moscow, Gorky and Kuybyshev.

    Words that are lists themselves are kept apart: Nagato and Mutsu, and Shokaku; Nagara, Natori and Isuzu; and Sendai.
    """
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    between = "; " if any("," in word for word in found) else ", "
    before = between if any(f" {last} " in word for word in found) else " "
    return f"{between.join(found[:-1])}{before}{last} {found[-1]}"


__all__ = ["begun", "listed", "plural", "quantity"]
