"""A battle worked out: who calls the table, odds, the die's modifiers."""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.leaders_in_flames.air.support import support
from hexfront.games.leaders_in_flames.kinds import ARMOUR, ASSAULT, GUNS, SIDE_NAMES, SIDE_OF, TABLES
from hexfront.games.leaders_in_flames.land.factors import (
    added_defence,
    attack_factor,
    defence_factor,
    gun_factor,
)
from hexfront.games.leaders_in_flames.land.landings import notional_factor, notional_is_down
from hexfront.games.leaders_in_flames.leaders.usable import applying
from hexfront.games.leaders_in_flames.state import State, weather_at, weather_loss
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Dice, Die, Working
from hexfront.wargame import Odds, Term

QUARTERS = 4
FACES = 10


def attack_strength(s: State) -> Fraction:
    """The attackers' factors, and the support of artillery and aircraft on top; a unit offered for the die still counts. Cases base.odds,
    base.artillery, base.support, ability.45."""
    own = sum(
        (attack_factor(s, u, s.origins[u], s.target) for u in s.attackers if u not in s.fates), Fraction(0)
    )
    own += Fraction(s.ghost, QUARTERS)
    guns = sum((gun_factor(s, u) for u in s.guns if s.world.side[u] == s.side), Fraction(0))
    return own + support(s, s.side, own, guns)


def defence_strength(s: State) -> Fraction:
    """The defenders' factors, their support, and what leaders add after terrain. Cases base.support, ability.70, ability.72, base.notional."""
    w = s.world
    own = sum((defence_factor(s, u, s.target) for u in s.defenders if u not in s.fates), Fraction(0))
    if not s.defenders:
        own = notional_factor(s, s.target)
    guns = sum((gun_factor(s, u) for u in s.guns if w.side[u] != s.side), Fraction(0))
    from_mountains = [s.origins[u] for u in s.attackers if w.rough & ~(1 << s.target) & 1 << s.origins[u]]
    over_rivers = [s.origins[u] for u in s.attackers if w.rivers.has(s.origins[u], s.target)]
    extra = added_defence(s, "defence.mountain", from_mountains) + added_defence(
        s, "defence.river", over_rivers
    )
    return own + support(s, 1 - s.side, own, guns) + extra


def base_caller(s: State) -> int:
    """The side that calls the table by the base rule, or -1 where nobody can: the defender in city, mountain, jungle, swamp or
    forest or with more ARM, MECH and AT, else an attacker with an ARM or MECH. Case base.table."""
    w = s.world

    def count(units: list[int]) -> int:
        return sum(w.kind[u] in GUNS for u in units)

    if w.close >> s.target & 1 or count(s.defenders) > count(s.attackers):
        return 1 - s.side
    return s.side if any(w.kind[u] in ARMOUR for u in s.attackers) else -1


def caller(s: State) -> tuple[int, tuple[int, ...]]:
    """The side that calls the table and what it may call.

    Leaders who choose the table outvote each other one by one; what is left over decides, and where nothing is left the base
    rule does. One who asks for two reasons counts once. Cases 3.2l, ability.53, ability.54, ability.65. RULING conflict-count.
    """
    wishes: tuple[dict[int, set[str]], ...] = ({}, {})
    for leader, row in applying(s, "table.choose"):
        wishes[s.world.side[leader]].setdefault(leader, set()).add(row.wish)
    if len(wishes[0]) != len(wishes[1]):
        side = max((0, 1), key=lambda k: len(wishes[k]))
        wanted = set().union(*wishes[side].values())
        return side, (ASSAULT,) if wanted == {"assault"} else (ASSAULT, 1)
    side = base_caller(s)
    return side, (ASSAULT, 1) if side >= 0 else (ASSAULT,)


def modifiers(s: State) -> list[Term]:
    """Everything that changes the die: defenders face-down, weather, leaders. Cases base.die, 3.1e, 3.2k, base.notional, ability.45, ability.28."""
    w = s.world
    out = []
    down = sum(not w.division[u] and bool(s.was_down >> u & 1) for u in s.defenders if u not in s.fates)
    if not s.defenders:
        down = int(notional_is_down(s, s.target))
    if down:
        out.append(Term("Face-down defenders", down, "base.die"))
    loss = weather_loss(weather_at(s, s.target))
    if loss:
        out.append(Term("Weather", -loss, "base.die"))
    out += [Term(w.name(leader), row.give, row.case) for leader, row in applying(s, "land.die")]
    if s.bonus:
        out.append(Term("By a leader's order", s.bonus, "ability.45"))
    return out


def odds(s: State) -> Odds:
    """The battle at hand up to its roll. Cases base.odds, base.die, ability.62."""
    attack, defence = attack_strength(s), defence_strength(s)
    lines = (
        Working("Attack", f"{float(attack):g}", "base.odds"),
        Working("Defence", f"{float(defence):g}", "base.odds"),
        *(
            Working(f"{SIDE_NAMES[side]}: factors from the air", f"{halves / 2:g}", "base.support")
            for side in (s.side, 1 - s.side)
            if (halves := sum(n for power, n in s.aid.items() if SIDE_OF[power] == side))
        ),
    )
    table = s.world.tables.land[max(s.table, ASSAULT)]
    found = Odds(table, int(attack * QUARTERS), int(defence * QUARTERS), (), modifiers(s), lines)
    if s.second:
        found.column = s.column
    return found


def land_dice(w: World) -> Die | Dice:
    """What is rolled in land combat. Case base.die."""
    return Dice(2, FACES) if w.option("two_dice") else Die(FACES)


def face(die: int | tuple[int, ...]) -> int:
    """The number a roll of land combat is read by: one die as it lies, of two half their sum. Case base.die. RULING two-dice."""
    return sum(die) // 2 if isinstance(die, tuple) else die


def faces(w: World) -> dict[int, float]:
    """The numbers that a roll of land combat is read by, each with its chance."""
    out: dict[int, float] = w.cache("faces of land combat")
    if not out:
        for rolled, chance in land_dice(w).chances():
            n = face(rolled)  # type: ignore[arg-type]
            out[n] = out.get(n, 0.0) + chance
    return out


def chances(w: World, found: Odds) -> dict[str, float]:
    """Each result of a battle with its probability, the most likely first."""
    out: dict[str, float] = {}
    for die, chance in faces(w).items():
        code = found.table.read(found.column, die + found.bonus).result
        out[code] = out.get(code, 0.0) + chance
    return dict(sorted(out.items(), key=lambda item: (-item[1], item[0])))


def least_odds(s: State) -> bool:
    """Whether an attack reaches the lowest column. Case base.odds."""
    table = s.world.tables.land[ASSAULT]
    return table.column(int(attack_strength(s) * QUARTERS), int(defence_strength(s) * QUARTERS)) >= 0


def table_name(s: State) -> str:
    """The table in use, in a word."""
    return TABLES[max(s.table, ASSAULT)]
