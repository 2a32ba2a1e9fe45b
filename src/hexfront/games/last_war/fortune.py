"""For whom a roll is good, outcome by outcome. The lab works out luck from it; no rule asks for it."""

from __future__ import annotations

from hexfront.games.last_war.combat import Battle, situation
from hexfront.games.last_war.data import SIDES
from hexfront.games.last_war.naval import Convoy, SeaBattle
from hexfront.games.last_war.partisans import Unrest
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import Chance, Fortune

EFFECTS = {"pushed": 0, "closed": 1, "fails": 1, "stay": 1, "occupy": 2, "lands": 2, "beyond": 3}
"""What a colour does, the better for the attacker the higher."""


def fortune(s: LastWarState, frame: Chance) -> Fortune | None:
    """Rolls that are one side's good luck and the other's bad. Dice against bombers are left out, of which there may be
    a score in a roll, and assessments, in which neither error is the better one."""
    w = s.world
    if isinstance(frame, Battle):
        f = situation(s, frame.hex, frame.side)
        r = w.tables.reckon(f)
        return Fortune(SIDES[frame.side], lambda dice: EFFECTS[w.tables.verdict(f, r, *dice).effect])
    if isinstance(frame, SeaBattle):
        return Fortune(SIDES[frame.side], lambda dice: dice[0] - dice[1])
    if isinstance(frame, Convoy):
        return Fortune(SIDES[w.side_of[frame.power]], lambda die: -max(4, die))
    if isinstance(frame, Unrest):
        rising = w.risings[frame.number]
        return Fortune(rising.side, lambda die: die >= rising.roll)
    return None
