"""Walking what a game says of a piece's reach, click by click."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hexfront.kernel import (
    CONTROL,
    Decision,
    Game,
    Option,
    Seat,
    State,
    Walk,
    apply,
    deciders,
    pending,
    why_not,
)
from hexfront.wargame import CounterGame


def steps_of(s: State, seat: Seat, piece: str) -> list[Option]:
    """The steps a piece can make from the pending decision, as a person is offered them."""
    frame = pending(s)
    if not isinstance(frame, Decision) or seat not in frame.deciders(s):
        return []
    offers = [frame.option(s, seat, action) for action in frame.legal(s, seat)]
    return [each for each in offers if each.piece == piece and each.kind == "step"]


def price(step: Option) -> float:
    """What a step costs; one that names no price counts as one."""
    return 1.0 if step.cost is None else step.cost


def walk_faults(
    game: Game[Any], s: State, seat: Seat, piece: str, walks: Mapping[str, Walk], sample: Iterable[str]
) -> Iterator[str]:
    """What is wrong with the reach of a piece: some of its walks are walked, and from where they end nothing leads out
    of the reach, nor cheaper to any place of it."""
    start = _place(game, s, seat, piece)
    yield from _beyond(_in_hand(s, seat, piece), seat, piece, walks, start, 0.0, start)
    for at in sample:
        walk = walks[at]
        there, paid, fault = _walked(s, seat, piece, walk)
        if fault:
            yield f"{piece} to {at}: {fault}"
            continue
        if walk.path[-1:] != (at,) or _place(game, there, seat, piece) != at:
            yield f"{piece} to {at}: the walk ends elsewhere"
        elif paid != walk.cost:
            yield f"{piece} to {at}: it costs {paid:g}, not {walk.cost:g}"
        elif (
            isinstance(game, CounterGame) and not walk.passes and _may_stay(game, there, piece) == walk.crowds
        ):
            yield f"{piece} to {at}: its reach says that it {'crowds' if walk.crowds else 'fits'}, where it stands it does not"
        elif not walk.stops:
            yield from _beyond(there, seat, piece, walks, at, walk.cost, start)


def _in_hand(s: State, seat: Seat, piece: str) -> State:
    """The position in which the piece can step: this one, or a copy in which it is picked."""
    frame = pending(s)
    if isinstance(frame, Decision) and seat in frame.deciders(s):
        for action in frame.legal(s, seat):
            option = frame.option(s, seat, action)
            if option.kind == "pick" and option.piece == piece:
                picked = s.clone()
                apply(picked, seat, action)
                return picked
    return s


def _walked(s: State, seat: Seat, piece: str, walk: Walk) -> tuple[State, float, str]:
    """A copy after a walk, what its steps cost, and what went wrong."""
    there, paid = s.clone(), 0.0
    for action in walk.plan:
        if seat not in deciders(there):
            return there, paid, f"{seat} cannot go on before {action}"
        refused = why_not(there, seat, action)
        if refused is not None:
            return there, paid, f"{action} is refused: {refused}"
        frame = pending(there)
        assert isinstance(frame, Decision)
        option = frame.option(there, seat, action)
        paid += price(option) if option.kind == "step" else 0.0
        apply(there, seat, action)
    return there, paid, ""


def _beyond(
    s: State, seat: Seat, piece: str, walks: Mapping[str, Walk], at: str, cost: float, start: str
) -> Iterator[str]:
    for option in steps_of(s, seat, piece):
        known = walks.get(option.at)
        total = cost + price(option)
        if known is None and option.at != start:
            yield f"{piece} can step from {at} to {option.at}, which is not in its reach"
        elif known is not None and known.cost > total:
            yield f"{piece} gets to {option.at} by {at} for {total:g}, not {known.cost:g}"


def _may_stay(game: CounterGame[Any], s: State, piece: str) -> bool:
    """Whether a counter may be where it stands."""
    u = game.counter(s, piece)
    h = s.world.hex(_place(game, s, CONTROL, piece))
    return game.may_stand(s, u, h)


def _place(game: Game[Any], s: State, seat: Seat, piece: str) -> str:
    return next((each.at for each in game.view(s, seat).pieces if each.id == piece), "")
