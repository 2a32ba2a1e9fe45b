"""Whether a player knows more than its seat may: it is asked twice, about the true position and about one it cannot tell apart from it.

Two players with the same seed sit in each seat. One is shown the true position, its twin the same position with all
that is hidden from the seat drawn afresh. Whoever looks only at what the seat may know chooses the same both times.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.kernel import Chance, Decision, Game, Seat, SeededSource, Setup, apply, pending, resolve
from hexfront.players import Player, Seatview


class Honesty(msgspec.Struct):
    """The outcome: decisions asked for, those at which something was hidden, and where the twins differed."""

    asked: int = 0
    hidden: int = 0
    betrayals: list[str] = []

    def __str__(self) -> str:
        found = (
            f"{len(self.betrayals)} of {self.asked} choices, at {self.hidden} of which something was hidden"
        )
        return "\n".join([found, *self.betrayals[:5]])


def honesty(
    game: Game[Any],
    setup: Setup,
    make: Callable[[str], Player],
    decisions: int,
    *,
    driver: Callable[[str], Player] | None = None,
    seed: str = "honest",
    games: int = 50,
) -> Honesty:
    """Ask a player, made by `make` from a seed, for this many decisions; single legal actions do not count.

    The player plays the games itself. A slow one is spared that by a `driver`: then it is asked only where something is
    hidden, and what it chooses is not carried out. `games` is how many are begun at most.
    """
    found = Honesty()
    for n in range(games):
        _one_game(game, setup, make, decisions, driver, f"{seed}/{n}", found)
        if found.asked >= decisions:
            break
    return found


def _one_game(
    game: Game[Any],
    setup: Setup,
    make: Callable[[str], Player],
    decisions: int,
    driver: Callable[[str], Player] | None,
    seed: str,
    found: Honesty,
) -> None:
    dice, worlds = SeededSource(f"dice/{seed}"), SeededSource(f"worlds/{seed}")
    twins: dict[Seat, tuple[Player, Player]] = {}
    drivers: dict[Seat, Player] = {}
    s = game.start(setup)
    players = {info.id for info in game.seats(setup) if not info.control}
    encode = game.codec.encode
    while found.asked < decisions and (frame := pending(s)) is not None:
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        assert isinstance(frame, Decision)
        seat = frame.deciders(s)[0]
        legal = frame.legal(s, seat)
        if len(legal) == 1 or seat not in players:
            apply(s, seat, dice.choice(legal))
            continue
        other = game.resample(s, seat, worlds)
        hidden = encode(other) != encode(s)
        chosen: Any = None
        if hidden or driver is None:
            pair = twins.setdefault(seat, (make(f"{seed}/{seat}"), make(f"{seed}/{seat}")))
            before = encode(s)
            chosen, instead = (
                player.choose(Seatview(game, each, seat))
                for player, each in zip(pair, (s, other), strict=True)
            )
            assert encode(s) == before, f"the player in seat {seat} changed the position"
            found.asked, found.hidden = found.asked + 1, found.hidden + hidden
            if chosen != instead:
                label = frame.option(s, seat, chosen).label
                found.betrayals.append(
                    f"{seat}, {type(frame).__name__}: {label!r} knowing all, else {instead}"
                )
        if driver is not None:
            chosen = drivers.setdefault(seat, driver(f"{seed}/{seat}")).choose(Seatview(game, s, seat))
        apply(s, seat, chosen)
