"""The combat at hand worked out, and answers to 'why not?'."""

from __future__ import annotations

from hexfront.games.motherland.actions import (
    Advance,
    EnterBaku,
    Join,
    Overrun,
    Pick,
    Place,
    Redeploy,
    Retreat,
    Ship,
    Step,
    Target,
)
from hexfront.games.motherland.chits import cup_of
from hexfront.games.motherland.combat import Odds, assess, row_of
from hexfront.games.motherland.kinds import CHIT_UNITS, meaning
from hexfront.games.motherland.state import State
from hexfront.games.motherland.world import World
from hexfront.kernel import Action, Cause, Decision, Forecast, Seat, Working


def with_expected_chits(s: State) -> tuple[State, list[int]]:
    """A copy in which units without a chit hold an average one of their cup; and those units."""
    w: World = s.world
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
    w: World = s.world
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
        title=f"{'Overrun of' if s.is_overrun else 'Attack on'} {w.place(s.target)}",
        at=w.label(s.target),
        working=tuple(working),
        columns=w.columns,
        column=odds.column,
        rows=tuple(str(n) for n in range(1, 10)),
        cells=w.results,
        chances=chances(w, odds),
        attackers=tuple(w.names[u] for u in s.attackers),
        defenders=tuple(w.names[u] for u in s.defenders),
        meanings={code: meaning(code) for row in w.results for code in row},
    )


def chances(w: World, odds: Odds) -> tuple[tuple[str, float], ...]:
    """Each result with its probability, the most likely first."""
    found: dict[str, int] = {}
    for die in range(1, 7):
        result = w.results[row_of(die, odds.bonus) - 1][odds.column]
        found[result] = found.get(result, 0) + 1
    return tuple((name, n / 6) for name, n in sorted(found.items(), key=lambda item: (-item[1], item[0])))


def why(s: State, seat: Seat, piece: str, at: str) -> tuple[Cause, ...]:
    """Why a piece cannot do at a place what the pending decision is about."""
    w: World = s.world
    frame = s.agenda[0] if s.agenda else None
    if not isinstance(frame, Decision) or seat not in frame.deciders(s):
        return ()
    u = w.number.get(piece, -1)
    try:
        h = w.hex(at)
    except Exception:  # a box, or no place at all
        h = -1
    asked: list[tuple[str, Action]] = []
    for kind in frame.takes:
        if kind in (Step, Overrun, Redeploy, Ship, Place, Target) and h >= 0:
            asked.append((kind.__name__, kind(h)))
        elif kind in (Pick, Join) and u >= 0:
            asked.append((kind.__name__, kind(u)))
        elif kind in (Retreat, Advance) and u >= 0 and h >= 0:
            asked.append((kind.__name__, kind(u, h)))
        elif kind is EnterBaku and w.has_baku:
            asked.append(("Baku", EnterBaku()))
    out = []
    for label, action in asked:
        refusal = frame.violation(s, seat, action)
        if refusal is not None:
            out.append(Cause(label, refusal.rule, refusal.reason, refusal.at))
    return tuple(out)
