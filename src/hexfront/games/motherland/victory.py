"""Chapter 19: victory points, the Front Line, and how each scenario ends (20)."""

from __future__ import annotations

import msgspec

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.kinds import AXIS, COMBINED_ARMS, GUARDS, SHOCK, SOVIET, TANK
from hexfront.games.motherland.state import State, axis_holds, holds
from hexfront.games.motherland.world import SuddenDeath
from hexfront.games.motherland.zones import negated_zoc, zoc
from hexfront.hexes import HexSet, flood, zones
from hexfront.kernel import Agenda, Auto, Chance, Die, Result
from hexfront.words import plural, quantity

DEDUCTION_AT_HOME = 3
DEDUCTION_ABROAD = 2
DEDUCTION_CAP = 4
SUDDEN = 2
"""The highest roll that ends the game. Cases 20.2-s5, 20.3-s2, 20.6-s5, 20.6-s6."""
ALLIED_COUNTRIES = ("finland", "hungary", "romania")


class Points(msgspec.Struct, frozen=True):
    """One line of the final reckoning."""

    what: str
    value: int
    rule: str
    hex: int = -1


def connected(s: State, side: int) -> HexSet:
    """Hexes from which a side can trace a line of any length to a source; an empty hex in an enemy ZOC is not one of them. Cases 19.1.3, 19.1.4."""
    w = s.world
    enemy = s.held_by(1 - side)
    within = w.land & ~w.high_mountain & ~enemy & ~negated_zoc(s, side)
    letters = "WHRF" if side == AXIS else "ES"
    sources = 0
    for letter in letters:
        sources |= w.sources[letter]
    return flood(w.grid, sources & within, within, w.blocked)


def front_gap(s: State, side: int) -> int:
    """How many hexes are missing from a side's Front Line, Baltic to Black Sea. Cases 19.2a, 19.2b, 19.2c."""
    w = s.world
    own, enemy = (s.axis_any, s.soviet_any) if side == AXIS else (s.soviet_any, s.axis_any)
    held = (own | zoc(s, side) & ~enemy) & w.land
    start, goal = w.coasts["baltic"], w.coasts["black"]
    if not goal:
        return 0
    # Breadth first: `reached` are hexes that end a line with `gap` missing ones.
    reached = flood(w.grid, start & held, held, w.blocked)
    gap = 0
    while not reached & goal:
        step = (zones(w.grid, reached, w.blocked) | start) & w.land & ~reached
        if not step:
            return gap
        gap += 1
        reached |= step
        reached |= flood(w.grid, zones(w.grid, step, w.blocked) & held, held, w.blocked)
    return gap


def reckoning(s: State) -> list[Points]:
    """Every point of the side that scores, with its case.

    Cases 19.0, 19.1.1, 19.1.3, 19.1.4, 19.2c, 20.1-vc, 20.2-vc, 20.3-vc, 20.4-vc, 20.4-vc2, 20.5-vc, 20.6-vc1, 20.6-vc2.
    RULINGS 19.1-a, 20-a and 20.6-a.
    """
    w = s.world
    plan = w.plan
    scorer = AXIS if plan.scorer == "axis" else SOVIET
    linked = connected(s, scorer)
    out: list[Points] = []
    rule = f"{plan.case}-vc1" if plan.number == 6 else f"{plan.case}-vc"
    for name, h, held, retaken, group in w.worth:
        if group == "axis":
            if axis_holds(s, h):
                out.append(Points(f"{name} not Soviet controlled", held, "20.6-vc1", h))
        elif scorer == AXIS and not axis_holds(s, h):
            if s.soviet_marks >> h & 1 and retaken:
                out.append(Points(f"{name} recaptured", retaken, "19.1.1", h))
        elif holds(s, scorer, h) and linked >> h & 1:
            out.append(Points(f"{name} held", held, rule, h))
    if plan.assets and s.lost_assets:
        lost = len(s.lost_assets)
        out.append(Points(f"{lost} Economic {plural(lost, 'Asset')} eliminated", lost * plan.assets, "19.0"))
    for side, each in ((AXIS, plan.gap_axis), (SOVIET, plan.gap_soviet)):
        gap = front_gap(s, side)
        if gap:
            who = "Axis" if side == AXIS else "Soviet"
            out.append(
                Points(
                    f"{quantity(gap, 'hex', 'hexes')} missing from the {who} Front Line",
                    gap * each,
                    "19.2c",
                )
            )
    if plan.deductions:
        out += _deductions(s)
    return out


def _deductions(s: State) -> list[Points]:
    """Soviet armies in Germany and its allies. Cases 20.6-vc2, 20.6-vc3."""
    w = s.world
    out = []
    armies = [u for kind in (COMBINED_ARMS, SHOCK, GUARDS, TANK) for u in w.of_kind[kind] if s.where[u] >= 0]
    at_home = sum(1 for u in armies if w.country["germany"] >> s.where[u] & 1)
    if at_home:
        out.append(
            Points(
                f"{at_home} Soviet {plural(at_home, 'Army', 'Armies')} in Germany",
                -DEDUCTION_AT_HOME * at_home,
                "20.6-vc2",
            )
        )
    for name in ALLIED_COUNTRIES:
        there = sum(1 for u in armies if w.country[name] >> s.where[u] & 1)
        if there:
            value = min(DEDUCTION_CAP, DEDUCTION_ABROAD * there)
            out.append(
                Points(
                    f"{there} Soviet {plural(there, 'Army', 'Armies')} in {name.title()}", -value, "20.6-vc3"
                )
            )
    return out


def level_of(s: State, points: int) -> str:
    """The Victory Level for a total. Cases 20.1-vc, 20.2-vc, 20.3-vc, 20.4-vc, 20.4-vc2, 20.5-vc, 20.6-vc1."""
    levels: dict[str, int] = s.world.plan.levels
    for level, low in levels.items():
        if points >= low:
            return level
    return list(levels)[-1]


def result_of(s: State) -> Result:
    """The result at the end of a scenario. Cases 19.0, 20.0-i1, 20.4-vc2."""
    plan = s.world.plan
    points = sum(line.value for line in reckoning(s))
    level = level_of(s, points)
    winners = () if level == "Draw" else ("axis",) if level.startswith("Axis") else ("soviet",)
    who = "Axis" if plan.scorer == "axis" else "Soviet"
    rule = f"{plan.case}-vc1" if plan.number == 6 else f"{plan.case}-vc"
    return Result(
        winners, f"{points} {who} victory points: {level}.", rule, {plan.scorer: float(points)}, level
    )


class FinalReckoning(Auto, frozen=True, tag=True):
    """The scenario is over: points are counted and the level found. Case 20.0-i1."""

    def run(self, s: State) -> Agenda:
        for line in reckoning(s):
            s.emit(ev.Noted(f"{line.what}: {line.value:+d}.", line.rule, line.hex))
        s.finish(result_of(s))
        return ()


def sudden_deaths(s: State) -> list[SuddenDeath]:
    """Checks of this turn whose four cities are all in Soviet hands. Cases 20.2-s5, 20.3-s2, 20.6-s5, 20.6-s6."""
    w = s.world
    out = []
    for check in w.plan.sudden_death:
        if check.turn == s.turn and all(holds(s, SOVIET, w.find(city)) for city in check.cities):
            out.append(check)
    return out


class SuddenDeathRoll(Chance, frozen=True, tag=True):
    """1 or 2 ends the game with a Soviet Strategic Victory. Cases 20.2-s5, 20.3-s2, 20.6-s5, 20.6-s6."""

    rule: str

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        s.emit(ev.Rolled("The Soviet Union holds its four cities", outcome, self.rule))
        if outcome <= SUDDEN:
            reason = "The Soviet Union has held its four cities."
            s.finish(Result(("soviet",), reason, self.rule, level="Soviet Strategic Victory"))
        return ()

    def title(self, s: State) -> str:
        return "Sudden Death: does the Soviet Union win at once? (1-2)"
