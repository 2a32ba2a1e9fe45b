"""Let a player go on in a position until something has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfront.kernel import Action, Chance, Decision, SeededSource, apply, pending, resolve
from hexfront.players import Player, Seatview, get


def carry_on(
    s: Any, game: Any, until: Callable[[Any], bool], name: str = "staff", seed: str = "test"
) -> list[Action]:
    """Let a new player decide for whoever is asked, dice thrown, until a condition holds; what was chosen."""
    players: dict[str, Player] = {}
    dice = SeededSource(f"dice/{seed}")
    chosen: list[Action] = []
    for _ in range(2000):
        frame = pending(s)
        if frame is None or until(s):
            return chosen
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        assert isinstance(frame, Decision)
        seat = frame.deciders(s)[0]
        player = players.setdefault(seat, get(name, f"{seed}/{seat}"))
        action = player.choose(Seatview(game, s, seat))
        chosen.append(action)
        apply(s, seat, action)
    raise AssertionError("The position never came to an end.")


def moves_are_over(s: Any) -> bool:
    """Whether a Command has come to its attacks; Mobile Assaults are part of its movement."""
    return type(s.agenda[0]).__name__ == "ChooseTarget"
