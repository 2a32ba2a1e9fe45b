"""For whom a roll is good, outcome by outcome. The lab works out luck from it; no rule asks for it."""

from __future__ import annotations

from hexfront.games.turns_east.combat import AttackRoll
from hexfront.games.turns_east.counterattack import ClashRoll
from hexfront.games.turns_east.data import AXIS, SIDES, SOVIET
from hexfront.games.turns_east.losses import Fate
from hexfront.games.turns_east.orders import CommandRoll, ZhukovRoll, command_modifier, command_points
from hexfront.games.turns_east.special import LeaderRoll
from hexfront.games.turns_east.state import EastState
from hexfront.kernel import Chance, Fortune

COMBAT = {"A1": 0, "EX": 1, "DR": 2, "DE": 3}
"""Results of combat, the better for the attacker the higher."""


def fortune(s: EastState, frame: Chance) -> Fortune | None:
    """Rolls that are one side's good luck and the other's bad. Which Front must counterattack, which order comes out of
    the cup and when Hitler takes command are left out, since what is good there depends on the position; so are sea invasions,
    which are tried once or twice in a game."""
    w = s.world
    if isinstance(frame, AttackRoll):
        o = frame.odds(s)
        return Fortune(SIDES[frame.fight.side], lambda die: COMBAT[o.read(die).result])
    if isinstance(frame, CommandRoll):
        side, more = frame.side, command_modifier(s, frame.side)
        return Fortune(SIDES[side], lambda die: command_points(w, side, die + more))
    if isinstance(frame, ClashRoll):
        column = w.counterattack.column(frame.attack, frame.defence)
        return Fortune(SIDES[SOVIET], lambda die: w.counterattack.read(column, die).result == "B1")
    if isinstance(frame, Fate):
        factor = frame.factor
        return Fortune(SIDES[w.side[frame.unit]], lambda die: die <= factor)
    if isinstance(frame, LeaderRoll):
        return Fortune(SIDES[AXIS], lambda die: die <= w.markers["leader_range"])
    if isinstance(frame, ZhukovRoll):
        return Fortune(SIDES[SOVIET], lambda die: die <= w.markers["zhukov_range"])
    return None
