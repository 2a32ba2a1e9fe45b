"""Leaders in Flames: what an attack promises, by the exact tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hexfront.games.leaders_in_flames.kinds import ARMOUR, ASSAULT, BLITZ, GUNS
from hexfront.games.leaders_in_flames.land.factors import attack_factor, defence_factor
from hexfront.games.leaders_in_flames.land.odds import faces
from hexfront.games.leaders_in_flames.sequence import SHORT
from hexfront.games.leaders_in_flames.state import State, is_down, troops_at, weather_at, weather_loss
from hexfront.games.leaders_in_flames.tables import outcome
from hexfront.hexes import Hex


class Exchange(NamedTuple):
    """What a battle brings on average: build points lost and taken, the chance that the hex is cleared, strength turned down."""

    lost: float
    killed: float
    shattered: float
    cleared: float
    tired: float


def exchange(
    s: State, target: Hex, origins: Mapping[int, Hex], table: int, air: tuple[float, float] = (0.0, 0.0)
) -> Exchange:
    """The average of all rolls on one table; `air` are factors of aircraft for the attack and for the defence."""
    w = s.world
    attackers, defenders = list(origins), troops_at(s, target)
    attack = sum(float(attack_factor(s, u, origins[u], target)) for u in attackers)
    defence = sum(float(defence_factor(s, u, target)) for u in defenders)
    attack += min(attack, air[0])
    defence += min(defence, air[1])
    results = w.tables.land[table]
    column = results.column(int(attack * 4), max(1, int(defence * 4)))
    down = sum(is_down(s, u) and not w.division[u] for u in defenders)
    shift = down - weather_loss(weather_at(s, target))
    own = sorted(w.price[u] for u in attackers)
    theirs = sorted(w.price[u] for u in defenders)
    lost = killed = shattered = cleared = tired = 0.0
    if column < 0:
        return Exchange(float(sum(own)), 0.0, 0.0, 0.0, 0.0)
    for die, chance in faces(w).items():
        found = outcome(results.read(column, die + shift).result)
        lost += chance * sum(own[: found.attacker])
        killed += chance * sum(theirs[: found.defender])
        left = theirs[found.defender :]
        shattered += chance * (
            sum(left) if found.letter in ("S", "B") else 0.3 * sum(left) if found.letter == "R" else 0.0
        )
        cleared += chance * (bool(found.letter) or not left)
        tired += chance * attack * (0.5 if found.spares_half else 1.0)
    return Exchange(lost, killed, shattered, cleared, tired)


def tables(s: State, side: int, target: Hex, attackers: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Who calls the table if nobody's leader does, and what can be called."""
    w = s.world
    defenders = troops_at(s, target)
    more = sum(w.kind[u] in GUNS for u in defenders) > sum(w.kind[u] in GUNS for u in attackers)
    if w.close >> target & 1 or more:
        return 1 - side, (ASSAULT, BLITZ)
    if any(w.kind[u] in ARMOUR for u in attackers):
        return side, (ASSAULT, BLITZ)
    return -1, (ASSAULT,)


def going_on(s: State) -> float:
    """The chance that a side has another impulse this turn after the one at hand: whoever is tired then cannot fight in it."""
    ours, theirs = (min(10, max(0, s.marker + n - SHORT)) for n in (1, 2))
    return (10 - ours) * (10 - theirs) / 100


def value(found: Exchange, k: Mapping[str, float], worth: float) -> float:
    """An exchange as one number; `worth` is what the hex itself is worth."""
    gain = k["kill"] * found.killed + k["shatter"] * found.shattered + found.cleared * worth
    return gain - k["own"] * found.lost - 0.1 * k["tired"] * found.tired


def attack_value(
    s: State,
    side: int,
    target: Hex,
    origins: Mapping[int, Hex],
    k: Mapping[str, float],
    worth: float,
    air: tuple[float, float] = (0.0, 0.0),
) -> float:
    """What an attack is worth to the attacker, whoever calls the table."""
    caller, choices = tables(s, side, target, list(origins))
    found = [value(exchange(s, target, origins, table, air), k, worth) for table in choices]
    return min(found) if caller == 1 - side else max(found)
