"""The combat at hand, worked out."""

from __future__ import annotations

from hexfront.games.motherland.chits import cup_of
from hexfront.games.motherland.combat import Odds, assess, row_of
from hexfront.games.motherland.kinds import CHIT_UNITS, meaning
from hexfront.games.motherland.state import State
from hexfront.games.motherland.world import World
from hexfront.kernel import Forecast, Working


def with_expected_chits(s: State) -> tuple[State, list[int]]:
    """A copy in which units without a chit hold an average one of their cup; and those units."""
    w = s.world
    copy = s.clone()
    guessed = []
    for u in (*s.attackers, *s.defenders):
        if w.kind[u] in CHIT_UNITS and s.chit[u] < 0:
            cup = cup_of(s, w.letter[u]).weights
            total = sum(n for _, n in cup)
            mean = sum(sum(w.chits[w.chit_number[name]].full) * n for name, n in cup) / total
            copy.chit[u] = min(
                (w.chit_number[name] for name, _ in cup), key=lambda k: (abs(sum(w.chits[k].full) - mean), k)
            )
            copy.steps[u] = 2
            guessed.append(u)
    return copy, guessed


def forecast(s: State) -> Forecast | None:
    """The attack being put together or resolved: totals, column, modifiers, chances. Cases 8.1.1 to 8.1.5a."""
    w = s.world
    if s.target < 0 or not s.attackers or not s.defenders:
        return None
    position, guessed = with_expected_chits(s)
    odds = assess(position)
    working = [
        Working("Attack", str(odds.attack), "8.1.1"),
        Working("Defense", str(odds.defense), "8.1.1b" if odds.river else "8.1.1"),
    ]
    if guessed:
        working.append(Working("Chits still to draw", w.names_of(guessed), "11.1.1"))
    if odds.river:
        rule = "8.4.1c" if odds.river == "major" else "8.4.1b"
        working.append(
            Working(f"{odds.river.title()} River", "doubled" if odds.river == "major" else "+2", rule)
        )
    working.append(Working("Odds", w.columns[odds.start], "8.1.2"))
    working += [Working(name, f"{value:+d} columns", rule) for name, value, rule in odds.shifts]
    working += [Working(name, f"{value:+d} on the roll", rule) for name, value, rule in odds.modifiers]
    return Forecast(
        title=f"{'Overrun of' if s.is_overrun else 'Attack on'} {w.title(s.target)}",
        at=w.label(s.target),
        working=tuple(working),
        columns=w.columns,
        column=odds.column,
        rows=tuple(str(n) for n in range(1, 10)),
        cells=w.results,
        chances=chances(w, odds),
        attackers=tuple(w.name(u) for u in s.attackers),
        defenders=tuple(w.name(u) for u in s.defenders),
        meanings={code: meaning(code) for row in w.results for code in row},
    )


def chances(w: World, odds: Odds) -> tuple[tuple[str, float], ...]:
    """Each result with its probability, the most likely first."""
    found: dict[str, int] = {}
    for die in range(1, 7):
        result = w.results[row_of(die, odds.bonus) - 1][odds.column]
        found[result] = found.get(result, 0) + 1
    return tuple((name, n / 6) for name, n in sorted(found.items(), key=lambda item: (-item[1], item[0])))
