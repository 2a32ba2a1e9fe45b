"""For whom a roll or draw is good, outcome by outcome. The lab reckons luck from it; no rule asks for it."""

from __future__ import annotations

from hexfront.games.lebensraum.combat import CombatRoll
from hexfront.games.lebensraum.fate import FateRoll, Recovery
from hexfront.games.lebensraum.kinds import FATES, POWERS
from hexfront.games.lebensraum.leaders import DrawLeader
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.strength import odds
from hexfront.games.lebensraum.transfers import MoraleRoll
from hexfront.kernel import Chance, Fortune


def fortune(s: State, frame: Chance) -> Fortune | None:
    """Whose good luck a roll is. The weather is left out, it falls on both; so is which army is drawn, all are alike."""
    w = s.world
    if isinstance(frame, CombatRoll):
        column = odds(s).column

        def gain(die: int) -> int:
            lost, taken = w.tables.losses[die][column]
            return taken - lost

        return Fortune(POWERS[frame.power], gain)
    if isinstance(frame, FateRoll):
        fates = w.tables.fates[frame.column]
        return Fortune(POWERS[w.leader_power[frame.leader]], lambda die: -FATES.index(fates[die - 1]))
    if isinstance(frame, Recovery):
        return Fortune(POWERS[w.leader_power[frame.leader]], lambda die: -die)
    if isinstance(frame, DrawLeader):
        return Fortune(POWERS[w.hq_power[frame.hq]], lambda name: w.stars[w.leader(name)])
    if isinstance(frame, MoraleRoll):
        return Fortune(POWERS[frame.power], lambda die: -die)
    return None
