"""Positions are written and read the same whether their long texts were met before or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import pytest

from hexfront.errors import BadSave
from hexfront.games import get, names
from hexfront.kernel import Codec, Frame, State, texts
from hexfront.kernel.state import is_shared
from hexfront.kernel.texts import Digits, Reader, Shared, Short, Texts
from hexfront.lab.playout import playout

WIDE = 1 << 900


def positions(name: str, steps: int = 40) -> Iterator[Any]:
    """Positions of a random game, every tenth action or so."""
    game = get(name)
    s = game.start(game.setup())
    for n in range(steps):
        yield s
        s = playout(game, s.world.setup, n, limit=11, start=s).state


def plainly(s: Any) -> bytes:
    """A position as msgspec writes it, with nothing kept."""
    return msgspec.json.encode(s, enc_hook=lambda world: msgspec.Raw(world.key))


@pytest.mark.parametrize("name", names())
def test_every_position_is_written_as_its_fields_are(name: str) -> None:
    codec = Codec(get(name))
    for s in positions(name):
        data = plainly(s)
        assert codec.encode(s) == codec.encode(s) == data
        assert codec.decode(data) == codec.decode(data) == s
        assert codec.decode(data).world is s.world


@pytest.mark.parametrize("name", names())
def test_what_was_read_can_change_and_the_next_is_read_as_it_was_written(name: str) -> None:
    codec = Codec(get(name))
    *_, s = positions(name, 10)
    data = codec.encode(s)
    for _ in range(3):
        read = codec.decode(data)
        hints = get_type_hints(type(read))
        for field in read.__struct_fields__:
            value = getattr(read, field)
            if field != "out" and isinstance(value, list | dict) and not is_shared(hints[field]):
                value.clear()
    assert codec.decode(data) == s


def test_faults_are_told_with_their_place_however_many_positions_were_read() -> None:
    codec = Codec(get("motherland"))
    *_, s = positions("motherland", 2)
    data = msgspec.json.decode(codec.encode(s))
    said = []
    for _ in range(2):
        for field, value in (
            ("where", ["x"]),
            ("stack", 3),
            ("agenda", [{"type": "Nothing"}]),
            ("turn", "x"),
        ):
            with pytest.raises(BadSave, match=r"not a position of For the Motherland!") as found:
                codec.decode(msgspec.json.encode({**data, field: value}))
            said.append(str(found.value))
        codec.decode(msgspec.json.encode(data))
    assert said[:4] == said[4:] and "$.where[0]" in said[0]


def test_a_field_that_is_not_there_stands_for_its_default() -> None:
    codec = Codec(get("motherland"))
    *_, s = positions("motherland", 2)
    data = msgspec.json.decode(codec.encode(s))
    codec.decode(codec.encode(s))
    del data["held_before"], data["where"], data["turn"], data["agenda"]
    read = codec.decode(msgspec.json.encode(data))
    assert (read.held_before, read.where, read.turn, read.agenda) == (0, [], 0, ())


def test_texts_that_are_alike_at_a_glance_are_told_apart() -> None:
    known = Texts(list[int])
    one, other = list(range(100, 300)), list(range(100, 300))
    other[1] = 999
    written = [msgspec.Raw(msgspec.json.encode(each)) for each in (one, other)]
    assert bytes(written[0])[:: texts.STRIDE] == bytes(written[1])[:: texts.STRIDE]
    for _ in range(2):
        assert [known.value(each) for each in written] == [one, other]


def test_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "KEPT", 8)
    digits, short, long = Digits(), Short(int), Texts(int)
    for n in range(WIDE, WIDE + 50):
        text = str(n).encode()
        assert bytes(digits[n]) == text and short[text] == n and long.value(msgspec.Raw(text)) == n
        assert max(len(digits), len(short), len(long._known)) <= 8
    for kept in (digits, short, long._known):
        kept.clear()
    spaced = b"1" + b" " * texts.LONGEST
    assert short[spaced] == 1 and not short, "what is too long is read and forgotten"


def test_only_so_many_bytes_are_kept() -> None:
    """A stranger may send a thousand positions whose every field is as long as may be kept, each another."""
    digits, short, long = Digits(), Short(list[int]), Texts(list[int])
    shared = Shared(digits)
    places = list(range(1000, 1000 + texts.LONGEST // 5 - 40))
    for n in range(200):
        text = msgspec.json.encode([n, *places, *[0] * (n % 50)])
        assert texts.LONGEST // 2 < len(text) <= texts.LONGEST
        assert short[text] == long.value(msgspec.Raw(text)) == msgspec.json.decode(text)
        assert bytes(shared.text(tuple(msgspec.json.decode(text)))) == text
        number = (1 << 14_000) + n
        assert int(bytes(digits[number])) == number
        assert sum(map(len, short)) <= texts.ROOM
        assert sum(len(known) for known, _ in long._known.values()) <= texts.ROOM
        assert sum(len(bytes(known)) for _, known in shared._known.values()) <= texts.ROOM
        assert sum(len(bytes(known)) for known in digits.values()) <= texts.ROOM
    assert min(len(short), len(long._known), len(digits)) > 1, "some are kept"


class Plan(msgspec.Struct, frozen=True):
    held: tuple[int, ...] = ()


class Place(State, kw_only=True):
    plans: list[Plan] = []
    held: tuple[int, ...] = ()
    where: list[int] = []


LONG = tuple(range(200))


def reader() -> Reader[Any]:
    """One that has read a position with `LONG` in both long fields."""
    sample = Place(world=msgspec.Raw(b"{}"), held=LONG, where=list(LONG))
    made = Reader(sample, Frame, 2000)
    for _ in range(2):
        s, _ = made.read(msgspec.json.encode(sample))
        assert (s.held, s.where) == (LONG, list(LONG))
    return made


def test_a_long_field_is_known_again_only_where_the_position_has_it() -> None:
    text = msgspec.json.encode(LONG).decode()
    known = reader()
    s, _ = known.read(f'{{"world":{{}},"where":{text},"held":{text}}}'.encode())
    assert (s.held, s.where) == (LONG, list(LONG)), "in another order"
    for data in (
        f'{{"world":{{}},"plans":[{{"held":{text},"at":1}}],"held":[7],"where":{text}}}',  # it stands in something else
        f'{{"world":{{}},"held":{text},"held":[7],"where":{text}}}',  # it stands there twice
    ):
        with pytest.raises(msgspec.ValidationError):
            known.read(data.encode())
    for end in ("", "]", "5]", " "):
        with pytest.raises(msgspec.DecodeError):
            known.read(f'{{"world":{{}},"held":{text}{end}'.encode())


def test_a_position_with_a_long_field_in_something_else_is_read_all_the_same() -> None:
    codec = Codec(get("motherland"))
    *_, s = positions("motherland", 3)
    data = codec.encode(s)
    codec.decode(data)
    fields = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    twice = b'{"where":' + bytes(fields["where"]) + b"," + data[1:]
    assert codec.decode(data) == s == codec.decode(twice)
    moved = s.clone()
    moved.where[0] += 1
    other = b'{"where":' + bytes(fields["where"]) + b"," + codec.encode(moved)[1:]
    assert codec.decode(other) == moved


def test_values_that_are_shared_are_written_as_they_are_and_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(texts, "KEPT", 64)
    shared = Shared(Digits())
    values: list[Any] = [tuple(range(n, n + 100)) for n in range(20)]
    for _ in range(2):
        for value in values:
            assert bytes(shared.text(value)) == msgspec.json.encode(value)
            assert len(shared._known) <= 8
    assert shared.text(values[0]) is shared.text(values[0]), "known the second time"
    assert bytes(shared.text((WIDE, 3))) == f"[{WIDE},3]".encode()
    assert bytes(shared.text({1: 2})) == b'{"1":2}'
