"""For whom a roll or draw is good, outcome by outcome. The lab works out luck from it; no rule asks for it."""

from __future__ import annotations

from hexfront.games.motherland.administration import ProductionRoll, production_number
from hexfront.games.motherland.chits import ChitDraw, GeneralDraw
from hexfront.games.motherland.combat import CombatRoll, assess
from hexfront.games.motherland.control import StalinRoll
from hexfront.games.motherland.kinds import AXIS, SEATS, SOVIET, outcome_of
from hexfront.games.motherland.options import BakuRoll
from hexfront.games.motherland.partisans import Interdiction
from hexfront.games.motherland.reinforcements import ReturnRoll
from hexfront.games.motherland.state import State
from hexfront.games.motherland.supply_phase import Attrition
from hexfront.games.motherland.victory import SuddenDeathRoll
from hexfront.kernel import Chance, Fortune


def fortune(s: State, frame: Chance) -> Fortune | None:
    """Whose good luck a roll is. A high die is not good in itself: rows 7 to 9 of the results cost the attacker too.
    Rolls that come once in many games (surrender, the factories of Baku, Turkey) are left out."""
    w = s.world
    if isinstance(frame, CombatRoll):
        odds = assess(s)
        attacker = SEATS[w.side[s.attackers[0]]]
        return Fortune(attacker, lambda die: outcome_of(odds.read(die).result).gain)
    if isinstance(frame, ChitDraw | GeneralDraw):
        return Fortune(SEATS[w.side[frame.unit]], lambda name: sum(w.chits[w.chit_number[name]].full))
    if isinstance(frame, Attrition):
        owner = w.side[s.stack[frame.hex][0]]
        return Fortune(SEATS[owner], lambda die: -w.attrition[die - 1])
    if isinstance(frame, ProductionRoll):
        most = production_number(s)
        return Fortune(SEATS[SOVIET], lambda die: die <= most)
    if isinstance(frame, ReturnRoll):
        return Fortune(SEATS[SOVIET], lambda die: 2 if die <= 3 else 1 if die <= 5 else 0)
    if isinstance(frame, Interdiction):
        return Fortune(SEATS[SOVIET], lambda die: w.partisan_table[die - 1])
    if isinstance(frame, SuddenDeathRoll):
        return Fortune(SEATS[SOVIET], lambda die: die <= 2)
    if isinstance(frame, StalinRoll):
        return Fortune(SEATS[SOVIET], lambda die: die <= 4)
    if isinstance(frame, BakuRoll):
        return Fortune(SEATS[AXIS], lambda die: die <= 4)
    return None
