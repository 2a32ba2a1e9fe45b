"""The end of a match by other means than the rules: someone gives up, all agree on a draw, a clock runs out."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from hexfront.kernel import Game, Result, Seat, Setup

WORDS = {"resign": "by resignation", "agreed": "by agreement", "flag": "on time"}


class Ending(msgspec.Struct, frozen=True):
    """How a match was ended, by or against whom, and what that makes the result. The rules know nothing of it, and no
    roll or action proves it: there is only the host's word."""

    how: Literal["resign", "agreed", "flag"]
    seat: Seat
    result: Result

    @property
    def words(self) -> str:
        return WORDS[self.how]


def fault(ending: Ending, game: Game[Any], setup: Setup) -> str:
    """What is impossible about an ending; nothing if it is possible."""
    sides = {info.id: info.side or info.id for info in game.seats(setup)}
    if ending.seat not in sides:
        return f"It was ended by {ending.seat!r}, and there is no such seat."
    winners = ending.result.winners
    if strangers := [each for each in winners if each not in sides.values()]:
        return f"It was won by {strangers[0]!r}, and there is no such side."
    if ending.how == "agreed":
        return "A draw was agreed, and yet someone has won." if winners else ""
    if sides[ending.seat] in winners:
        return f"It was won by the side of {ending.seat}, who {_lost(ending)}."
    if not winners and len(set(sides.values())) > 1:
        return f"Nobody has won, although {ending.seat} {_lost(ending)}."
    return ""


def _lost(ending: Ending) -> str:
    return "gave up" if ending.how == "resign" else "ran out of time"
