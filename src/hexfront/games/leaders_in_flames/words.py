"""Powers and counters in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.leaders_in_flames.kinds import NAMED_WITH_THE, POWER_NAMES
from hexfront.words import begun as begun
from hexfront.words import listed

SEVERAL = (" and ", "Submarines", "Transports", "Landing ships")
"""What the names of counters that stand for several ships contain."""
PLURALS = {"is": "are", "was": "were", "has": "have", "goes": "go"}


def an(words: str) -> str:
    """Words with their indefinite article: "an air action"."""
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def the_power(power: int) -> str:
    """A power inside a sentence: "the USA", "Japan"."""
    name = POWER_NAMES[power]
    return f"the {name}" if name in NAMED_WITH_THE else name


def is_several(name: str) -> bool:
    """Whether a counter's name stands for several ships."""
    return name == "They" or any(each in name for each in SEVERAL)


def says(name: str, predicate: str) -> str:
    """A sentence about a counter, its verb in the right number: "Atago sails", "Atago and Takao sail"."""
    verb, blank, rest = predicate.partition(" ")
    if is_several(name):
        verb = PLURALS.get(verb, verb.removesuffix("s"))
    return f"{name} {verb}{blank}{rest}"


def said(name: str, kind: str) -> str:
    """What a counter has printed on it and its kind, the kind once: "2 Cavalry" from "2 Cav"."""
    *front, end = name.split()
    if end == "Tank":
        return name
    short, whole = end.lower(), kind.lower()
    repeats = len(short) > 2 and (whole.startswith(short) or short.startswith(whole))
    return " ".join((*front, kind) if repeats else (name, kind))


def some(names: Sequence[str], most: int = 3) -> str:
    """The first of many names, and how many more there are."""
    return listed(names if len(names) <= most + 1 else [*names[:most], f"{len(names) - most} more"])
