"""How often a choice could have been made in games, and how often it was, by the rule case it stands for.

    python -m hexfront.lab.uses leaders_in_flames guadalcanal Announce 5 seed

A choice counts once for each decision that offers it; its case is that of its option.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from hexfront.games import get
from hexfront.kernel import Game, Setup
from hexfront.lab.playout import playout
from hexfront.players import Seatview, StaffPlayer


class Uses(msgspec.Struct):
    """Counts by rule case."""

    offered: Counter[str] = msgspec.field(default_factory=Counter)
    taken: Counter[str] = msgspec.field(default_factory=Counter)


class Counting:
    """A staff player that counts choices of one kind."""

    def __init__(self, seed: str, kind: str, uses: Uses) -> None:
        self._player, self._kind, self._uses = StaffPlayer(seed), kind, uses

    def choose(self, seat: Seatview) -> Any:
        chosen = self._player.choose(seat)
        for action, option in zip(seat.legal, seat.options, strict=True) if self._asks(seat) else ():
            if type(action).__name__ == self._kind:
                self._uses.offered[option.rule] += 1
                self._uses.taken[option.rule] += action == chosen
        return chosen

    def _asks(self, seat: Seatview) -> bool:
        return any(type(action).__name__ == self._kind for action in seat.legal)


def count_uses(
    game: Game[Any], setup: Setup, kind: str, seeds: Sequence[str], limit: int = 1_000_000
) -> Uses:
    """Staff games, one for each seed, with all choices of a kind counted."""
    uses = Uses()
    for seed in seeds:
        players = {info.id: Counting(f"{seed} {info.id}", kind, uses) for info in game.seats(setup)}
        playout(game, setup, seed, players, limit=limit)
    return uses


def main(arguments: Sequence[str]) -> int:
    """Count, and print one line per case."""
    if len(arguments) != 5:
        print("usage: python -m hexfront.lab.uses GAME SCENARIO KIND GAMES SEED", file=sys.stderr)
        return 2
    name, scenario, kind, number, seed = arguments
    uses = count_uses(get(name), Setup(scenario), kind, [f"{seed}{n}" for n in range(int(number))])
    for case in sorted(
        uses.offered, key=lambda case: [int(x) if x.isdigit() else 0 for x in case.split(".")]
    ):
        print(f"{case}: offered {uses.offered[case]}, taken {uses.taken[case]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
