"""Rolls that people type in: from words to an outcome, and what to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexfront.kernel import Cup, Dice, Die, Distribution, IllegalOutcome, Outcome, Weighted


def wanted(distribution: Distribution) -> str:
    """What to type for a roll, in words."""
    match distribution:
        case Die(sides=sides):
            return f"a number from 1 to {sides}"
        case Dice(count=count, sides=sides):
            return f"{count} numbers from 1 to {sides}, one for each die in order"
        case Cup(markers=markers, count=count):
            drawn = "one" if count == 1 else f"{count}"
            return f"{drawn} of {', '.join(sorted(set(markers)))}"
        case _:
            return f"one of {', '.join(_word(outcome) for outcome, _ in distribution.chances())}"


def faces(distribution: Distribution) -> dict[str, Any]:
    """A roll or draw as a save records it: all that is needed to derive it from the numbers of the dice."""
    match distribution:
        case Die(sides=sides):
            return {"die": sides}
        case Dice(count=count, sides=sides):
            return {"dice": count, "sides": sides}
        case Cup(markers=markers, count=count):
            return {"cup": list(markers), "count": count}
        case Weighted(weights=weights):
            return {"weights": [[name, weight] for name, weight in weights]}
        case _:
            return {"other": type(distribution).__name__}


def _word(outcome: Outcome) -> str:
    return " ".join(str(each) for each in outcome) if isinstance(outcome, tuple) else str(outcome)


def typed(distribution: Distribution, words: Sequence[str]) -> Outcome:
    """The outcome that someone typed; what the roll cannot give is refused with what it can."""
    for found in _readings([word.strip() for word in words]):
        if distribution.allows(found):
            return found
    raise IllegalOutcome(f"This roll cannot give {' '.join(words)!r}: type {wanted(distribution)}.")


def _readings(words: list[str]) -> list[Outcome]:
    """One thing or several, numbers or names; a hand of markers is kept in order."""
    found: list[Outcome] = [words[0]] if len(words) == 1 else []
    if all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        numbers = tuple(int(word) for word in words)
        found += [numbers[0]] if len(numbers) == 1 else []
        found.append(numbers)
    return [*found, tuple(sorted(words))]
