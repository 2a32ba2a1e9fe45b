"""How a player meets a game: it sees what its seat may see, and chooses one of its legal actions."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol

from hexfront.kernel import (
    Decision,
    Event,
    Forecast,
    Game,
    Option,
    Prompt,
    Seat,
    SeededSource,
    Setup,
    View,
    pending,
)


class Seatview:
    """A game as one seat may know it, at one of its decisions. Everything is worked out when it is asked for.

    The true state stays inside; `resample` gives worlds the seat cannot tell from it, to think ahead in.
    """

    def __init__(self, game: Game[Any], state: Any, seat: Seat, events: tuple[Event, ...] = ()) -> None:
        self.game = game
        self.seat = seat
        self.__state = state
        self.__events = events

    @property
    def setup(self) -> Setup:
        return self.__state.world.setup  # type: ignore[no-any-return]

    @cached_property
    def view(self) -> View:
        return self.game.view(self.__state, self.seat)

    @cached_property
    def legal(self) -> list[Any]:
        """The actions the seat may choose now."""
        return self.__frame().legal(self.__state, self.seat)

    @cached_property
    def options(self) -> list[Option]:
        """How each legal action is offered to a person, in the order of `legal`."""
        frame = self.__frame()
        return [frame.option(self.__state, self.seat, action) for action in self.legal]

    @cached_property
    def prompt(self) -> Prompt:
        return self.__frame().prompt(self.__state, self.seat)

    @cached_property
    def forecast(self) -> Forecast | None:
        return self.game.forecast(self.__state, self.seat)

    @cached_property
    def decision(self) -> str:
        """The name of the decision to be taken."""
        return type(self.__frame()).__name__

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened since this seat last chose, as it may know it."""
        seen = (event.seen_by(self.seat) for event in self.__events)
        return tuple(event for event in seen if event is not None)

    def resample(self, source: SeededSource) -> Any:
        """A state the seat cannot tell from the true one: everything hidden from it drawn afresh."""
        return self.game.resample(self.__state, self.seat, source)

    def __frame(self) -> Decision:
        frame = pending(self.__state)
        assert isinstance(frame, Decision)
        return frame


class Player(Protocol):
    """Something that plays. One object plays one seat of one game at a time."""

    def choose(self, seat: Seatview) -> Any:
        """One of `seat.legal`."""
        ...


__all__ = ["Player", "Seatview"]
