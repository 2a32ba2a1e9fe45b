"""The table assistant behind `hexfront resolve`: describe a combat, get every step of its working.

A game subclasses `Calculator` with its fields and its working; checking of input, prompting and printing are common.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec

from hexfront.errors import BadData
from hexfront.kernel import Working


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to enter. A field without a default must be given; one that is `rare` is asked for only if it matters."""

    name: str
    kind: Literal["int", "flag", "choice", "text", "list"]
    prompt: str
    default: Any = None
    choices: tuple[str, ...] = ()  # for a choice; for a list: what its items may be (empty: any text)
    low: int | None = None
    high: int | None = None
    rule: str = ""
    required: bool = False
    rare: bool = False


class BadField(BadData):
    """A field, or the combat as a whole, is impossible; with the case that says so, if a rule does."""

    def __init__(self, field: str, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.field = field
        self.rule = rule


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combat worked out. `chances` is the whole distribution; `roll` and `result` are there once dice were given.

    `extra` may hold more. Keys a screen can draw: `columns`, `column_index`, `rows` (row to its cells) and `row` are
    the results table and the cell in use; `losses` has for each side the `order` in which it loses and what is `left`.
    """

    title: str
    working: tuple[Working, ...]
    column: str = ""
    rolled: tuple[int, ...] = ()
    result: str = ""
    words: str = ""
    chances: dict[str, float] = {}
    extra: dict[str, Any] = {}


class Calculator:
    """What a game's table assistant offers."""

    fields: ClassVar[tuple[Field, ...]] = ()

    def check(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Complete and correct input, or an error that names the field."""
        known = {field.name: field for field in self.fields}
        for name in data:
            if name not in known:
                raise BadField(name, f"There is no field {name!r}; there are {', '.join(known)}.")
        return {name: self._value(field, data) for name, field in known.items()}

    def faults(self, data: Mapping[str, Any]) -> list[BadField]:
        """Everything that is wrong with single fields, for a form that says it beside each of them."""
        known = {field.name for field in self.fields}
        found = [BadField(name, f"There is no field {name!r}.") for name in data if name not in known]
        for field in self.fields:
            try:
                self._value(field, data)
            except BadField as e:
                found.append(e)
        return found

    def _value(self, field: Field, data: Mapping[str, Any]) -> Any:
        value = data.get(field.name)
        if value is None:
            if field.required:
                raise BadField(field.name, f"Field {field.name!r} is missing: {field.prompt}.")
            return field.default
        if field.kind == "flag":
            if not isinstance(value, bool):
                raise BadField(field.name, f"Field {field.name!r} must be true or false, not {value!r}.")
        elif field.kind == "int":
            if not isinstance(value, int) or isinstance(value, bool):
                raise BadField(field.name, f"Field {field.name!r} must be a whole number, not {value!r}.")
            if (field.low is not None and value < field.low) or (
                field.high is not None and value > field.high
            ):
                high = "" if field.high is None else f" to {field.high}"
                raise BadField(
                    field.name, f"Field {field.name!r} must be from {field.low}{high}, not {value}."
                )
        elif field.kind == "choice":
            if value not in field.choices:
                raise BadField(
                    field.name,
                    f"Field {field.name!r} must be one of {', '.join(field.choices)}, not {value!r}.",
                )
        elif field.kind == "list":
            if not isinstance(value, list):
                raise BadField(field.name, f"Field {field.name!r} must be a list, not {value!r}.")
            for item in value:
                if field.choices and item not in field.choices:
                    allowed = ", ".join(field.choices)
                    raise BadField(field.name, f"Field {field.name!r} may hold {allowed}, not {item!r}.")
        elif not isinstance(value, str):
            raise BadField(field.name, f"Field {field.name!r} must be text, not {value!r}.")
        return value

    def resolve(self, data: Mapping[str, Any]) -> Answer:
        """Work out a combat from checked or unchecked input."""
        raise NotImplementedError

    def text(self, answer: Answer) -> str:
        """An answer for a terminal."""
        width = max((len(line.label) for line in answer.working), default=0)
        lines = [answer.title, ""]
        for line in answer.working:
            case = f"  [{line.rule}]" if line.rule else ""
            lines.append(f"  {line.label:<{width}}  {line.value}{case}")
        if answer.column:
            lines.append(f"\n  Column {answer.column}")
        if answer.result:
            dice = " and ".join(map(str, answer.rolled)) or "no roll"
            lines.append(f"  Roll {dice}: {answer.result}")
        if answer.words:
            lines.append(f"  {answer.words}")
        if answer.chances and not answer.result:
            lines.append("  " + ", ".join(f"{name} {p:.0%}" for name, p in answer.chances.items()))
        return "\n".join(lines)
