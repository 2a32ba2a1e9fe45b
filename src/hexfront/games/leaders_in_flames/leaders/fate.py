"""Recall of leaders after a battle."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.events import Recalled
from hexfront.games.leaders_in_flames.kinds import KILLED, OFFERED
from hexfront.games.leaders_in_flames.leaders.asks import pair
from hexfront.games.leaders_in_flames.leaders.usable import applies
from hexfront.games.leaders_in_flames.state import State, recall

ATTACKER = 5
DEFENDER = 7


def losses(s: State, side: int, for_enemy: bool = False) -> int:
    """Build points a side lost in the battle at hand; shattered units count nothing, a unit offered up by its own leader counts
    only when the enemy's leaders are judged. Cases 3.3a, 3.3b, 5.1j, ability.45."""
    w = s.world
    counted = (KILLED, OFFERED) if for_enemy else (KILLED,)
    return sum(w.price[u] for u, fate in s.fates.items() if fate in counted and w.side[u] == side)


def served(s: State, side: int) -> list[int]:
    """The living leaders of a side whose abilities were used by its units in the battle at hand."""
    w = s.world
    found = []
    for number, occasion in s.said.items():
        leader, row = pair(s, number)
        if w.side[leader] != side or s.where[leader] < 0 or not row.recall:
            continue
        if occasion == s.target or (row.span == "step" and applies(s, leader, row)):
            found.append(leader)
    return sorted(set(found))


def recall_after_battle(s: State) -> None:
    """Of each side that lost so many build points more than the other, the highest-ranked leader whose ability was used goes
    back to the cup; of equal rank the one whose power lost most. Cases 3.3a, 3.3b, 3.3k, 3.3l."""
    w = s.world
    for side, least, rule in ((s.side, ATTACKER, "3.3a"), (1 - s.side, DEFENDER, "3.3b")):
        if losses(s, side) - losses(s, 1 - side, for_enemy=True) < least:
            continue
        leaders = served(s, side)
        if leaders:
            worst = max(leaders, key=lambda u: (w.has_rank[u], _lost_by(s, w.power[u]), -u))
            recall(s, worst)
            s.emit(Recalled(worst, rule))


def _lost_by(s: State, power: int) -> int:
    w = s.world
    return sum(w.price[u] for u, fate in s.fates.items() if fate == KILLED and w.power[u] == power)
