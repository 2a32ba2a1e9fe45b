"""States, actions and events as JSON and back, by msgspec. The names on disk are the class names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from hexfront.errors import BadSave
from hexfront.kernel.events import Event
from hexfront.kernel.frames import Action, Frame
from hexfront.kernel.state import Setup, State, World
from hexfront.kernel.texts import Reader, writer

if TYPE_CHECKING:
    from hexfront.kernel.game import Game

S = TypeVar("S", bound=State)


def _concrete(base: type, package: str) -> Iterator[type]:
    each: type
    for each in base.__subclasses__():
        if f"{each.__module__}.".startswith(f"{package}."):
            yield each
        yield from _concrete(each, package)


def _union(base: type, packages: tuple[str, ...]) -> Any:
    """Every kind of a frame, action or event that these packages declare; where two have one name, that of the later."""
    named = {t.__name__: t for package in packages for t in _concrete(base, package)}
    return reduce(or_, (t for _, t in sorted(named.items()))) if named else base


def _refused(obj: Any) -> Any:
    raise TypeError(f"{type(obj).__name__} cannot stand in a state")


GROWN = 1.5
"""A position whose text is so much longer than that of the one a reader was made for has other long fields."""


class Codec(Generic[S]):
    """Reads and writes one game's data."""

    def __init__(self, game: Game[S]) -> None:
        self._game = game
        packages = ("hexfront.kernel", *game.floors, game.package)
        self.action_type = _union(Action, packages)
        self.event_type = _union(Event, packages)
        self.frame_type = _union(Frame, packages)
        self._encoder = msgspec.json.Encoder(enc_hook=_refused)
        self._write = writer(game.state, game.wide or ())
        self._state = msgspec.json.Decoder(game.state)
        self._reader: Reader[Any] | None = None
        self._action = msgspec.json.Decoder(self.action_type)
        self._frame = msgspec.json.Decoder(self.frame_type)
        self._event = msgspec.json.Decoder(self.event_type)
        self._worlds: dict[bytes, World] = {}

    def _world(self, raw: bytes) -> World:
        world = self._worlds.get(raw)
        if world is None:
            if len(self._worlds) >= 64:
                self._worlds.clear()
            found = msgspec.json.decode(raw, type=Setup)
            setup = self._game.setup(found.scenario, found.options, found.pack)
            world = self._worlds[raw] = self._game.world(setup)
        return world

    def encode(self, s: S) -> bytes:
        """A state as JSON."""
        return self._encoder.encode(self._write(s))

    def decode(self, data: bytes) -> S:
        """A state from JSON."""
        reader = self._reader
        if reader is None or len(data) > GROWN * reader.length:
            s = self._read(data)
            self._reader = Reader(s, self.frame_type, len(data))
            return s
        try:
            s, key = reader.read(data)
            s.world = self._game.world_of(s, self._world(key))
        except msgspec.MsgspecError:
            return self._read(data)  # it says where the fault is
        return s

    def _read(self, data: bytes) -> S:
        """The same without anything that is kept."""
        try:
            s: S = self._state.decode(data)
            s.world = self._game.world_of(s, self._world(bytes(s.world)))
            s.agenda = tuple(self._frame.decode(msgspec.json.encode(f)) for f in s.agenda)
        except msgspec.MsgspecError as e:
            raise BadSave(f"This is not a position of {self._game.title}: {e}.") from e
        return s

    def encode_action(self, action: Action) -> bytes:
        return msgspec.json.encode(action)

    def decode_action(self, data: bytes | Any) -> Action:
        """An action from JSON text or from already parsed data."""
        try:
            # A union is compiled once into a decoder; `msgspec.convert` would compile it at every call.
            raw = data if isinstance(data, bytes) else msgspec.json.encode(data)
            return self._action.decode(raw)  # type: ignore[no-any-return]
        except (msgspec.MsgspecError, TypeError, RecursionError) as e:
            raise BadSave(f"This is not an action of {self._game.title}: {e}.") from e

    def encode_event(self, event: Event) -> bytes:
        return msgspec.json.encode(event)

    def decode_event(self, data: bytes) -> Event:
        return self._event.decode(data)  # type: ignore[no-any-return]
