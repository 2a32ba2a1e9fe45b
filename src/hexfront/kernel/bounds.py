"""Bounds on what comes from outside (packs, saved positions), checked before anything is built from it.

A number that is used as the place of a bit, a size or a count costs memory by its value, not by its length: 54 bytes can
ask for ten billion hexes. So every number of a pack is at most `NUMBER`, and every number of a position is at most
`PLACE`, unless its field is one of those in which the game keeps sets (`Game.wide`); those have at most `BITS` bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from hexfront.errors import BadData, BadSave

NUMBER = 100_000
PLACE, KEY = 1 << 20, 1 << 26
BITS = 14_000  # of a set: Python reads and writes no longer numbers
TEXT, PACK_TEXT = 4_000, 200_000
NAME = 200
DEPTH = 16
VALUES = 200_000
POSITION_VALUES = 400_000


class Leaf(NamedTuple):
    """A number or text in parsed JSON."""

    path: str
    field: str
    value: Any
    is_key: bool = False


def _leaves(
    tree: Any, fault: type[Exception], path: str = "", field: str = "", depth: int = 0
) -> Iterator[Leaf]:
    """Every number and text, with its path and the name of its field. Numbers that are keys are among them."""
    if depth > DEPTH:
        raise fault(f"{path[:NAME]}: nested more than {DEPTH} deep.")
    if isinstance(tree, dict):
        for key, value in tree.items():
            if len(key) > NAME:
                raise fault(f"{path[:NAME]}: a name has at most {NAME} letters.")
            inner = f"{path}.{key}" if path else key
            digits = key.removeprefix("-")
            is_number = digits.isascii() and digits.isdigit()
            if is_number:
                yield Leaf(inner, field, int(key), True)
            yield from _leaves(value, fault, inner, field if is_number else key, depth + 1)
    elif isinstance(tree, list):
        for value in tree:
            yield from _leaves(value, fault, path, field, depth + 1)
    else:
        yield Leaf(path, field, tree)


def check_pack(pack: dict[str, Any]) -> None:
    """Refuse a pack that asks for too much, with the path of what does."""
    for count, leaf in enumerate(_leaves(pack, BadData)):
        path, value = leaf.path[:NAME], leaf.value
        if count >= VALUES:
            raise BadData(f"A pack has at most {VALUES} values.")
        if isinstance(value, str) and len(value) > PACK_TEXT:
            raise BadData(f"{path}: a text has at most {PACK_TEXT} letters.")
        if (
            isinstance(value, int | float) and not -NUMBER <= value <= NUMBER
        ):  # so is what is no number at all
            raise BadData(f"{path}: a number is at most {NUMBER}, not {_short(value)}.")


def check_position(position: Any, wide: tuple[str, ...] | None) -> None:
    """Refuse a position that asks for too much, with the path of what does. `wide` names the fields in which a number
    may be a set or several numbers in one, and a text another position; None: they are not known, so all may."""
    for count, leaf in enumerate(_leaves(position, BadSave)):
        is_wide = wide is None or leaf.field in wide
        if count >= POSITION_VALUES:
            raise BadSave(f"A position has at most {POSITION_VALUES} values.")
        if isinstance(leaf.value, str) and is_wide and (wide is not None or len(leaf.value) > TEXT):
            _check_within(leaf, wide)
        elif not _is_possible(leaf, is_wide):
            raise BadSave(f"The position is not possible: {leaf.path[:NAME]} is {_short(leaf.value)}.")


def _check_within(leaf: Leaf, wide: tuple[str, ...] | None) -> None:
    """A text that holds another position, perhaps below a line that names it."""
    name, _, text = leaf.value.rpartition("\n")
    if len(name) > NAME:
        raise BadSave(f"The position is not possible: a name in {leaf.path[:NAME]} has {len(name)} letters.")
    try:
        check_position(msgspec.json.decode(text), wide)
    except (msgspec.MsgspecError, RecursionError):
        raise BadSave(f"The position is not possible: {leaf.path[:NAME]} is not a position.") from None


def _is_possible(leaf: Leaf, is_wide: bool) -> bool:
    value = leaf.value
    if isinstance(value, str):
        return len(value) <= TEXT
    if isinstance(value, int):
        if leaf.is_key:
            return -KEY <= value <= KEY
        return value.bit_length() <= BITS if is_wide else -PLACE <= value <= PLACE
    return not isinstance(value, float) or -PLACE <= value <= PLACE


def _short(value: Any) -> str:
    """What was given, shortened."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    return f"a text of {len(value)} letters" if isinstance(value, str) else str(value)
