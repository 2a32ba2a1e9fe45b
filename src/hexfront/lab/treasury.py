"""Does every point of a treasury leave a trace? Whole random games of Lebensraum!, their books kept from the log alone.

    python -m hexfront.lab.treasury --games 200
    python -m hexfront.lab.treasury dday --games 500 --seed ends

For each side and turn, the points at its start plus what the log says was gained and paid must be the points at its end. It
also says how many of the games came to an end.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

import msgspec

from hexfront.errors import HexfrontError
from hexfront.games.lebensraum import GAME
from hexfront.games.lebensraum.events import PointsGained, PointsSpent
from hexfront.games.lebensraum.kinds import POWER_NAMES
from hexfront.kernel import Chance, Event, SeededSource, Setup, apply, deciders, legal, resolve, settle

LONGEST = 200_000
"""Actions after which a game is given up."""


class BadBook(HexfrontError):
    """A treasury that the log does not account for."""


class Audit(msgspec.Struct):
    """What was seen in a game."""

    turns: int = 0  # closed books, one for each side and turn
    actions: int = 0
    ended: bool = False
    costs: set[str] = msgspec.field(default_factory=set)


def audit(setup: Setup, seed: str, most: int = LONGEST) -> Audit:
    """A random game, its books compared with its tracks at the end of every turn."""
    s = GAME.start(setup)
    settle(s)
    source, seen, book, turn = SeededSource(seed), Audit(), list(s.points), s.turn
    while s.agenda and seen.actions < most:
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            told = resolve(s, frame.outcomes(s).draw(source))
        else:
            seat = deciders(s)[0]
            told = apply(s, seat, source.choice(legal(s, seat)))
            seen.actions += 1
        _enter(book, told, seen)
        if s.turn != turn or not s.agenda:
            if book != s.points:
                names = [name for name, a, b in zip(POWER_NAMES, book, s.points, strict=True) if a != b]
                raise BadBook(
                    f"{setup.scenario}, {seed}, turn {turn}: the log gives {book}, {names} have {s.points}."
                )
            turn = s.turn
            seen.turns += len(s.world.powers)
    seen.ended = s.result is not None
    return seen


def _enter(book: list[int], told: Iterable[Event], seen: Audit) -> None:
    for event in told:
        if isinstance(event, PointsGained):
            book[event.power] += event.points
        elif isinstance(event, PointsSpent):
            book[event.power] -= event.points
            seen.costs.add(event.what)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m hexfront.lab.treasury", description=__doc__)
    scenarios = [each.id for each in GAME.scenarios]
    parser.add_argument("scenario", nargs="?", choices=scenarios, help="one scenario (default: all, in turn)")
    parser.add_argument("--games", type=int, default=200, help="how many games (default: 200)")
    parser.add_argument("--seed", default="audit", help="the series of games (default: audit)")
    asked = parser.parse_args(arguments)
    chosen = [asked.scenario] if asked.scenario else scenarios
    seen = [audit(Setup(chosen[n % len(chosen)]), f"{asked.seed}/{n}") for n in range(asked.games)]
    ended, turns, actions = (
        sum(getattr(one, what) for one in seen) for what in ("ended", "turns", "actions")
    )
    print(
        f"{', '.join(chosen)}: {ended} of {len(seen)} games ended, {actions} actions; {turns} books closed, all right."
    )


if __name__ == "__main__":
    main()
