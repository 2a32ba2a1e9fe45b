"""Numbers in words: points, lines, lists, with their plurals."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.last_war.data import AXIS, KIND_NAMES, KINDS, SIDE_NAMES
from hexfront.games.last_war.reckoning import Force
from hexfront.words import quantity

_ONE = {"Men": "Man", "Tanks": "Tank", "Bombers": "Bomber", "Garrisons": "Garrison"}

# What a production line makes, or a loss is called, in the words of the six kinds.
MADE = dict(zip(KINDS, KIND_NAMES, strict=True)) | {
    "concrete": "concrete",
    "craft": "landing craft",
    "man": "Men",
    "tank": "Tanks",
}


THE = ("Philippines", "Ruhr", "Soviet Union", "United States")
"""Powers and places whose names have an article in a sentence."""


def the(name: str) -> str:
    """A power or a place inside a sentence: "the Soviet Union", "Japan"."""
    return f"the {name}" if name in THE else name


def doing(name: str, verb: str) -> str:
    """The beginning of a sentence, with its verb in the right number: "Japan holds", "Britain and India hold"."""
    words = the(name)
    if " and " in name:
        verb = {"has": "have", "goes": "go", "is": "are"}.get(verb, verb.removesuffix("s"))
    return f"{words[0].upper()}{words[1:]} {verb}"


def alliance(side: int, verb: str, the: str = "The") -> str:
    """An alliance and its verb in the right number: "The Axis holds", "The Allies hold"."""
    if side != AXIS:
        verb = {"is": "are"}.get(verb, verb.removesuffix("s"))
    return f"{the} {SIDE_NAMES[side]} {verb}"


def amount(n: int, kind: int) -> str:
    """A number of points of a kind: "1 Man", "3 Men"."""
    name = KIND_NAMES[kind]
    return quantity(n, _ONE.get(name, name), name)


def lending(kind: int, ally: str) -> str:
    """What one point lent is called: "Lend 1 Tank to the Soviet Union"."""
    return f"Lend {amount(1, kind)} to {the(ally)}"


def made(n: int, what: str) -> str:
    """A number of what a line makes or a combat costs: "1 Tank", "2 landing craft"."""
    name = MADE[what]
    return quantity(n, _ONE.get(name, name), name)


def stores(points: Mapping[str, int], nothing: str = "nothing") -> str:
    """A list of stocks, without those that are empty."""
    return ", ".join(made(n, what) for what, n in points.items() if n) or nothing


def strength(force: Force) -> str:
    """How the strength of a side adds up: "14 Men + 3 Tanks + 3 Aircraft = 20"."""
    parts = (made(force.men, "man"), made(force.tanks, "tank"), made(force.air, "air"))
    return f"{' + '.join(parts)} = {force.cv}"
