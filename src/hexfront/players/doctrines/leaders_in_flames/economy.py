"""Leaders in Flames: lending, oil, factories in danger, intelligence."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.economy.deeds import Burn, BuyVeto, Evacuate, Lend, Scorch
from hexfront.games.leaders_in_flames.economy.intelligence import Spend
from hexfront.games.leaders_in_flames.economy.lending import Lending
from hexfront.games.leaders_in_flames.economy.oil import A_BARREL, BurnOil, tired
from hexfront.games.leaders_in_flames.economy.works import MoveWorks, ScorchWorks
from hexfront.games.leaders_in_flames.kinds import FRANCE, POWERS
from hexfront.kernel import Action
from hexfront.players.doctrine import Table
from hexfront.players.doctrines.leaders_in_flames.affairs import GOALS, due
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.question import on

ALARM = 4
"""A factory with an enemy this near is moved away."""


def lend(q: Desk, frame: Lending) -> Action:
    """What the goals say, or as much of it as possible."""
    for row in GOALS.lend:
        giver, taker = POWERS.index(row.giver), POWERS.index(row.taker)
        if not due(q, row, frame.side):
            continue
        offers = [
            a for a in q.all(Lend)
            if (a.giver, a.taker, a.kind) == (giver, taker, row.kind) and a.number <= row.number
        ]  # fmt: skip
        if offers:
            return max(offers, key=lambda a: a.number)
    return q.last


def burn(q: Desk, frame: BurnOil) -> Action:
    """A power at war turns its units up; the last barrel only for more than half of what it serves; one at peace saves it."""
    units = len(tired(q.s, frame.power))
    most = frame.most
    if most and units - (most - 1) * A_BARREL < A_BARREL // 2:
        most -= 1
    return Burn(frame.power, most if q.s.wars[frame.power] else 0)


def scorch(q: Desk, frame: ScorchWorks) -> Action:
    """Nothing is left to the enemy; only the French let their factories stand."""
    return Scorch(not q.w.realm.homeland.get(POWERS[FRANCE], 0) >> frame.hex & 1)


def evacuate(q: Desk, frame: MoveWorks) -> Action:
    """Factories with the enemy close by go where he is farthest away."""
    moves = [a for a in q.all(Evacuate) if q.far(a.hex) <= ALARM]
    return max(moves, key=lambda a: (-q.far(a.hex), q.far(a.to), -a.to), default=q.last)


def spend(q: Desk, frame: Spend) -> Action:
    """Points are kept until they buy a veto point."""
    return q.first(BuyVeto)


TABLE: Table[Desk] = (
    on(Lending, lend), on(BurnOil, burn), on(ScorchWorks, scorch), on(MoveWorks, evacuate), on(Spend, spend),
)  # fmt: skip
