"""Long texts in a saved position, kept so that they are not worked out again.

A set of hexes is one number of hundreds of digits. To find its digits, or to read them, takes longer than everything else
about a position, and from one position to the next nearly all of them stay as they are. What is kept depends on its text
alone, so a position that was never met is written and read just the same, only more slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from hexfront.kernel.state import State

S = TypeVar("S", bound=State)

KEPT = 1024
"""At most this many are kept of a kind,"""
ROOM = 1 << 16
"""and no more than these have so many bytes in all; then all are forgotten."""
LONGEST = 8192
"""Longer texts are not kept: a position from a stranger may be full of them."""
WIDE = 1 << 256
"""Digits of numbers up to this are found as quickly as they are looked up."""
LONG = 150
"""Texts shorter than this are read as quickly as they are looked up."""
STRIDE = 61
"""A text is looked for by one in so many of its letters, and then compared whole."""


class Digits(dict[int, msgspec.Raw]):
    """Numbers as texts."""

    def __init__(self) -> None:
        self._size = 0

    def __missing__(self, value: int) -> msgspec.Raw:
        text = msgspec.Raw(str(value).encode())
        size = len(bytes(text))
        if size <= LONGEST:
            self._size += size
            if len(self) >= KEPT or self._size > ROOM:
                self.clear()
                self._size = size
            self[value] = text
        return text


class Short(dict[bytes, Any]):
    """What short texts of one kind stand for; none of it can change."""

    def __init__(self, kind: Any) -> None:
        self._read = msgspec.json.Decoder(kind).decode
        self._size = 0

    def __missing__(self, text: bytes) -> Any:
        found = self._read(text)
        if len(text) <= LONGEST:
            self._size += len(text)
            if len(self) >= KEPT or self._size > ROOM:
                self.clear()
                self._size = len(text)
            self[text] = found
        return found


class Texts:
    """What texts of one kind stand for, those met lately."""

    def __init__(self, kind: Any) -> None:
        self._read = msgspec.json.Decoder(kind).decode
        self._known: dict[bytes, tuple[bytes, Any]] = {}
        self._size = 0

    def value(self, raw: msgspec.Raw) -> Any:
        """The value a text stands for: the one that is kept, so copy what can change."""
        text = bytes(raw)
        some = text[::STRIDE]
        known = self._known.get(some)
        if known is not None and known[0] == text:
            return known[1]
        found = self._read(text)
        if len(text) <= LONGEST:
            self._size += len(text) - (len(known[0]) if known is not None else 0)
            if len(self._known) >= KEPT // 4 or self._size > ROOM:
                self._known.clear()
                self._size = len(text)
            self._known[some] = (text, found)
        return found


class Last:
    """The text of the tuple that was written last: a field that changes seldom is the same one in the next position."""

    def __init__(self) -> None:
        self._kept: tuple[Any, msgspec.Raw] = ((), msgspec.Raw(b"[]"))

    def text(self, values: tuple[int, ...]) -> msgspec.Raw:
        """The text of a tuple."""
        kept = self._kept
        if kept[0] is not values:
            self._kept = kept = (values, msgspec.Raw(msgspec.json.encode(values)))
        return kept[1]


def writer(kind: type[S], wide: Iterable[str]) -> Callable[[S], S]:
    """A function that makes a copy of a position to be written: its world as the set-up it was built from, and in the fields
    named `wide`, where they are numbers or lists of them, great numbers as the texts they are written as; so are tuples."""
    hints = get_type_hints(kind)
    scope: dict[str, Any] = {"Raw": msgspec.Raw, "digits": Digits()}
    lines = ["def write(s):", "    new = s.__copy__()", "    new.world = Raw(s.world.key)"]
    for name in kind.__struct_fields__:
        if hints[name] == tuple[int, ...]:
            scope[name] = Last().text
            lines.append(f"    new.{name} = {name}(s.{name})")
        elif name not in wide:
            continue
        elif hints[name] is int:
            lines += [f"    v = s.{name}", f"    if v > {WIDE}:", f"        new.{name} = digits[v]"]
        elif hints[name] == list[int]:
            lines.append(f"    new.{name} = [digits[v] if v > {WIDE} else v for v in s.{name}]")
    exec("\n".join([*lines, "    return new"]), scope)
    write: Callable[[S], S] = scope["write"]
    return write


class Reader(Generic[S]):
    """Reads positions like one that was read before: fields whose text was long in it, and frames of the agenda, are looked up."""

    def __init__(self, sample: S, frame: Any, length: int) -> None:
        kind = type(sample)
        self.length = length
        self._blank = sample.clone()
        self._blank.world = None
        hints, fields = get_type_hints(kind), []
        lines = ["def fill(blank, raw):", "    s = blank.__copy__()"]
        scope: dict[str, Any] = {"frames": Short(frame), "bytes": bytes}
        for each in msgspec.structs.fields(kind):
            name, hint, default = each.name, hints[each.name], each.default
            if default is msgspec.NODEFAULT and each.default_factory is not msgspec.NODEFAULT:
                default = msgspec.field(default_factory=each.default_factory)
            if name == "world":
                hint = msgspec.Raw
            elif name == "agenda":
                hint, default = tuple[msgspec.Raw, ...], ()
                lines.append("    s.agenda = tuple([frames[bytes(each)] for each in raw.agenda])")
            elif name != "out" and len(msgspec.json.encode(getattr(sample, name))) >= LONG:
                hint, default = msgspec.Raw, _standing(each)
                scope[name] = Texts(hints[name]).value
                copied = ".copy()" if isinstance(getattr(sample, name), list | dict) else ""
                lines.append(f"    s.{name} = {name}(raw.{name}){copied}")
            else:
                lines.append(f"    s.{name} = raw.{name}")
            fields.append((name, hint) if default is msgspec.NODEFAULT else (name, hint, default))
        self._raw = msgspec.json.Decoder(msgspec.defstruct(kind.__name__, fields, kw_only=True))
        exec("\n".join([*lines, "    return s"]), scope)
        self._fill: Callable[[S, Any], S] = scope["fill"]

    def read(self, data: bytes) -> tuple[S, bytes]:
        """The position, without its world, and the text of the set-up that its world is built from."""
        raw: Any = self._raw.decode(data)
        return self._fill(self._blank, raw), bytes(raw.world)


def _standing(field: Any) -> Any:
    """What stands for a field that is not there: its default as a text."""
    if field.default is not msgspec.NODEFAULT:
        return msgspec.Raw(msgspec.json.encode(field.default))
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.Raw(msgspec.json.encode(field.default_factory()))
    return msgspec.NODEFAULT
