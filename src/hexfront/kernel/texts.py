"""Long texts in a saved position, kept so that they are not worked out again.

A set of hexes is one number of hundreds of digits. To find its digits, or to read them, takes longer than everything else
about a position, and from one position to the next nearly all of them stay as they are. What is kept depends on its text
alone, so a position that was never met is written and read just the same, only more slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from secrets import token_hex
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from hexfront.kernel.state import State, is_shared

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
MANY = 30
"""Fewer small numbers are written as quickly as their text is looked up."""
STRIDE = 61
"""A text is looked for by one in so many of its letters, and then compared whole."""


_MARKED = b'"%s"' % token_hex(8).encode()
MARK = msgspec.Raw(_MARKED)
"""Stands in a text for something long that is known already. Nobody can guess it, so no text has it of itself."""
_MISCUT = msgspec.ValidationError("What was taken for a field of the position is in something else.")


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
        self.last: tuple[bytes, Any] = (b"\0", None)
        """What was asked for last, with its text and a comma: most often it is there again."""

    def value(self, raw: msgspec.Raw) -> Any:
        """The value a text stands for: the one that is kept, so copy what can change."""
        text = bytes(raw)
        found = self._value(text)
        self.last = (text + b",", found)
        return found

    def _value(self, text: bytes) -> Any:
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


class Shared:
    """The texts of one field's values that copies share and nobody changes: in the next position it is often the same one."""

    def __init__(self, digits: Digits) -> None:
        self._digits = digits
        self._known: dict[int, tuple[Any, msgspec.Raw]] = {}
        self._size = 0

    def text(self, value: Any) -> msgspec.Raw:
        """The text of a value."""
        known = self._known.get(id(value))  # what is kept is held, so that no other has its address
        if known is not None:
            return known[1]
        digits, found = self._digits, value
        if type(value) is tuple:
            found = [digits[each] if type(each) is int and each > WIDE else each for each in value]
        text = msgspec.Raw(msgspec.json.encode(found))
        size = len(bytes(text))
        if size <= LONGEST:
            self._size += size
            if len(self._known) >= KEPT // 8 or self._size > ROOM:
                self._known.clear()
                self._size = size
            self._known[id(value)] = (value, text)
        return text


def writer(kind: type[S], wide: Iterable[str]) -> Callable[[S], S]:
    """A function that makes a copy of a position to be written: its world as the set-up it was built from, and in the fields
    named `wide`, where they are numbers or lists of them, great numbers as the texts they are written as; so are values that
    copies of a position share, if they are wide or long."""
    hints, digits = get_type_hints(kind), Digits()
    scope: dict[str, Any] = {"Raw": msgspec.Raw, "digits": digits}
    lines = ["def write(s):", "    new = s.__copy__()", "    new.world = Raw(s.world.key)"]
    for name in kind.__struct_fields__:
        if is_shared(hints[name]) and name != "agenda":
            scope[name] = Shared(digits).text
            many = 0 if name in wide else MANY
            lines += [f"    v = s.{name}", f"    if len(v) > {many}:", f"        new.{name} = {name}(v)"]
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
        self._cuts: list[tuple[str, bytes, Texts]] = []
        lines = ["def fill(blank, raw, known):", "    s, take = blank.__copy__(), known.pop"]
        scope: dict[str, Any] = {"frames": Short(frame), "bytes": bytes, "MARK": MARK, "error": _MISCUT}
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
                texts = scope[name] = Texts(hints[name])
                self._cuts.append((name, b'"%s":' % name.encode(), texts))
                can_change = isinstance(getattr(sample, name), list | dict) and not is_shared(hints[name])
                copied = ".copy()" if can_change else ""
                lines.append(f"    text = raw.{name}")
                lines.append(
                    f"    s.{name} = (take('{name}') if text == MARK else {name}.value(text)){copied}"
                )
            else:
                lines.append(f"    s.{name} = raw.{name}")
            fields.append((name, hint) if default is msgspec.NODEFAULT else (name, hint, default))
        self._raw = msgspec.json.Decoder(msgspec.defstruct(kind.__name__, fields, kw_only=True))
        lines.append("    if known:")
        lines.append("        raise error")
        lines.append("    return s")
        exec("\n".join(lines), scope)
        self._fill: Callable[[S, Any, dict[str, Any]], S] = scope["fill"]

    def read(self, data: bytes) -> tuple[S, bytes]:
        """The position, without its world, and the text of the set-up that its world is built from."""
        short, known = self._cut(data)
        raw: Any = self._raw.decode(short)
        return self._fill(self._blank, raw, known), bytes(raw.world)

    def _cut(self, data: bytes) -> tuple[bytes, dict[str, Any]]:
        """A position's text, with a mark in place of each long field that is as it was when last read, and what those stand for."""
        parts: list[bytes] = []
        known: dict[str, Any] = {}
        begun = 0
        for name, key, texts in self._cuts:
            found = data.find(key, begun)
            text, value = texts.last
            if found >= 0 and data.startswith(text, start := found + len(key)):
                parts += (data[begun:start], _MARKED)
                known[name] = value
                begun = start + len(text) - 1
        parts.append(data[begun:])
        return b"".join(parts), known


def _standing(field: Any) -> Any:
    """What stands for a field that is not there: its default as a text."""
    if field.default is not msgspec.NODEFAULT:
        return msgspec.Raw(msgspec.json.encode(field.default))
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.Raw(msgspec.json.encode(field.default_factory()))
    return msgspec.NODEFAULT
