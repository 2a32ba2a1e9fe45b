"""Recall of leaders after a battle."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.events import Recalled
from hexfront.games.leaders_in_flames.kinds import KILLED, OFFERED, SIDE_OF
from hexfront.games.leaders_in_flames.land.zones import shed
from hexfront.games.leaders_in_flames.leaders.asks import is_out, occasion, pair
from hexfront.games.leaders_in_flames.leaders.usable import applies
from hexfront.games.leaders_in_flames.state import State, recall

ATTACKER = 5
DEFENDER = 7
IN_THE_AIR = 10
"""Losses over the enemy's from which a leader is recalled. The notes speak of two of them; the text's three hold. Case 7d."""


def losses(s: State, side: int, for_enemy: bool = False) -> int:
    """Build points a side lost in the battle at hand; shattered units count nothing, a unit offered up by its own leader counts
    only when the enemy's leaders are judged. Cases 3.3a, 3.3b, 5.1j, ability.45."""
    w = s.world
    counted = (KILLED, OFFERED) if for_enemy else (KILLED,)
    return sum(w.price[u] for u, fate in s.fates.items() if fate in counted and w.side[u] == side)


def served(s: State, side: int, test: str = "land") -> list[int]:
    """The living leaders of a side who must be tested after the battle at hand, because its units used their abilities in it."""
    w = s.world
    found = []
    for number, when in s.said.items():
        leader, row = pair(s, number)
        if w.side[leader] != side or not is_out(s, leader) or row.recall != test:
            continue
        if when == occasion(s) or (row.span == "step" and applies(s, leader, row)):
            found.append(leader)
    return sorted(set(found))


def recall_after_battle(s: State) -> None:
    """Of each side that lost enough build points more than the other, the highest-ranked leader whose ability was used goes
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


AT_SEA = 10


def recall_at_sea(s: State) -> None:
    """The same after a naval combat, all its rounds together: 10 build points more than the enemy, ships, cargo, convoys and aircraft
    counted. It is enough that his ability was used in one of them. One that helped aircraft alone was judged by the fight in the
    air; a side that lost a leader by that loses no other. Cases 3.3c, 3.3f, 3.3g, 3.3h, 3.3j, 3.3k."""
    w = s.world
    lost = [losses(s, side) + s.toll[side] for side in (0, 1)]
    for side in (0, 1):
        if lost[side] - lost[1 - side] < AT_SEA or s.called_back >> side & 1:
            continue
        leaders = served(s, side, "naval")
        if leaders:
            worst = max(leaders, key=lambda u: (w.has_rank[u], _lost_by(s, w.power[u]), -u))
            recall(s, worst)
            s.emit(Recalled(worst, "3.3c"))
    s.skies, s.called_back = {}, 0


def _lost_by(s: State, power: int) -> int:
    w = s.world
    return sum(w.price[u] for u, fate in s.fates.items() if fate == KILLED and w.power[u] == power)


def shot_from(s: State, side: int) -> int:
    """Build points a side has lost in the fight in the air at hand; in a naval combat or port strike in all its rounds."""
    return sum(points for power, points in (s.skies or s.shot).items() if SIDE_OF[power] == side)


def recall_after_air(s: State) -> None:
    """Of a side that lost ten build points more than the other in a fight in the air, all rounds together, a leader whose ability
    its aircraft used goes back to the cup: the highest-ranked. In naval air combat this is the air-to-air part, which is all that
    counts for an ability that helped aircraft alone. Cases 3.3c, 3.3f, 3.3h, 3.3i, 3.3k, 3.3l."""
    w = s.world
    if s.sea >= 0 or s.port >= 0:
        for power, points in s.shot.items():
            s.skies[power] = s.skies.get(power, 0) + points
    for side in (0, 1):
        leaders = served(s, side, "air")
        if not leaders or s.called_back >> side & 1:
            continue
        if shot_from(s, side) - shot_from(s, 1 - side) >= IN_THE_AIR:
            lost = s.skies or s.shot
            worst = max(leaders, key=lambda u: (w.has_rank[u], lost.get(w.power[u], 0), -u))
            recall(s, worst)
            s.emit(Recalled(worst, "3.3c"))
            shed(s)
            if s.sea >= 0 or s.port >= 0:
                s.called_back |= 1 << side
