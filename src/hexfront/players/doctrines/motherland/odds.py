"""For the Motherland!: what an attack or an overrun is worth on average."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.games.motherland.combat import crossing, defense_total
from hexfront.games.motherland.kinds import AXIS, SOVIET, outcome_of
from hexfront.games.motherland.state import State, is_first_winter, is_snow
from hexfront.games.motherland.world import World
from hexfront.players.doctrines.motherland.numbers import NUMBERS

SCALES = NUMBERS.results
FACES = 6
AIR_SHIFT = 2  # columns


class Steps(NamedTuple):
    """How many steps take part, and what each is worth."""

    number: int
    each: float


class Fight(NamedTuple):
    """An attack as it would be rolled for. `is_free`: the defender has a way out that costs nothing."""

    side: int
    target: int
    attack: float
    defence: float
    own: Steps
    theirs: Steps
    gain: float
    river: str = ""
    air: bool = False
    bonus: int = 0
    is_free: bool = True


class Result(NamedTuple):
    """A result of combat: its sort, and the steps of attacker and defender, or the hexes of a retreat."""

    sort: str
    left: int
    right: int


def river_between(s: State, h: int, target: int) -> str:
    """The river an attack from a hex crosses, remembered: rivers stay where they are."""
    store = s.world.cache("rivers between")
    found: str | None = store.get((h, target))
    if found is None:
        found = store[h, target] = crossing(s, h, target)
    return found


def bonus_of(s: State, side: int, supported: bool) -> int:
    """What a side adds to its combat roll."""
    if side == AXIS:
        return 0
    winter = (3 if is_first_winter(s) else 1) if is_snow(s) else 0
    return winter + (3 if supported else 0)


def results_of(w: World, column: int, bonus: int) -> list[Result]:
    """The results of the six rolls in a column."""
    store = w.cache("results")
    found: list[Result] | None = store.get((column, bonus))
    if found is None:
        found = store[column, bonus] = [
            _sorted(w.results.read(column, die + bonus).result) for die in range(1, FACES + 1)
        ]
    return found


def _sorted(code: str) -> Result:
    result = outcome_of(code)
    attacker, defender = result.attacker, result.defender
    if attacker.either or defender.either:
        return Result("A" if attacker.either else "D", attacker.either or defender.either, 0)
    if attacker.steps or defender.steps:
        return Result("/", attacker.steps, defender.steps)
    return Result(code, 0, 0)


def appraise(s: State, x: Fight) -> float:
    """What an attack is worth on average: steps won less steps lost, and the hex."""
    w = s.world
    total = defense_total(max(1, round(x.defence)), x.river)
    shift = w.shift_of(x.target, is_snow(s)) + (AIR_SHIFT if x.air else 0)
    table = w.results
    column = table.within(table.within(table.column(round(x.attack), total)) + shift)
    must_go = x.side == SOVIET and is_snow(s)
    worth = 0.0
    for result in results_of(w, column, x.bonus):
        worth += _worth_of(result, x, must_go)
        if result.sort == "/" and result.right >= x.theirs.number:
            worth += x.gain
    return worth / FACES


def _worth_of(result: Result, x: Fight, must_go: bool) -> float:
    """What one result is worth, the hex aside that an exchange may empty; a defender who need not go takes steps instead where that costs less."""
    sort, n, right = result
    steps, each = x.theirs
    if sort == "NE":
        return 0.0
    if sort == "AE":
        return -x.own.number * x.own.each
    if sort == "DE":
        return steps * each + x.gain
    if sort == "/":
        return min(right, steps) * each - n * x.own.each
    if sort == "A":
        return -SCALES.thrown_back * n * x.own.each
    if not x.is_free:
        gone = SCALES.stuck_far if n >= 2 or n >= steps else SCALES.stuck_near
        return min(n, steps) * each + x.gain * gone
    driven = x.gain + SCALES.driven * n
    return driven if must_go else min(driven, SCALES.refused * n * each)


__all__ = ["Fight", "Steps", "appraise", "bonus_of", "results_of", "river_between"]
