"""The victory bands of For the Motherland!: what is printed, what history would score, and what is played, side by side.

python -m hexfront.lab.bands > docs/games/motherland-scenarios.md
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.motherland import GAME
from hexfront.games.motherland.data import FILES
from hexfront.games.motherland.kinds import AXIS, SEATS
from hexfront.games.motherland.world import ScenarioSheet, World
from hexfront.kernel import Setup
from hexfront.lab.war import ENDS, historical_points

LEAST = -999
BESIEGED = ("Leningrad", "Tula")
"""Cities behind the line as the map draws it that never fell."""
NOT_YET = {7: ("Sevastopol",)}
"""Cities that fell after the end of a scenario, by its last turn."""
INTRODUCTION = """# For the Motherland!: print, history and our reading

The rulebook prints few victory figures: most tables of chapter 20 are lost. What it prints is played as printed; the rest is ours. Our bands are as
wide as the printed ones or as the ledger of the rules names them, and set so that history is not a runaway victory for either side.
The bands follow the rulebook and history. They are not moved to where the computer's games happen to end;
[the balance page](motherland-balance.md) says how those end.

History's points are counted from the front lines of the map, without gaps. Where assets score, mines, oil and pipelines behind the Axis line
count as lost, Factories as evacuated. As drawn, the lines leave Leningrad and Tula on the Axis side, and Sevastopol before it fell: the second figure counts them as Soviet.
This page is written by `python -m hexfront.lab.bands`.
"""


def level(plan: ScenarioSheet, points: int) -> str:
    """The level that a total comes to."""
    return next(name for name, low in plan.levels.items() if points >= low)


def spans(levels: Sequence[tuple[str, int]]) -> dict[str, str]:
    """Each level with its lowest and highest total, for people."""
    out = {}
    above: int | None = None
    for name, low in levels:
        if above is None:
            out[name] = f"{low} or more"
        elif low == LEAST:
            out[name] = f"{above - 1} or less"
        else:
            out[name] = f"{low} to {above - 1}"
        above = low
    return out


def section(w: World, sheet: dict[str, object]) -> list[str]:
    """One scenario."""
    plan: ScenarioSheet = w.plan
    parts = sheet["victory"]
    assert isinstance(parts, list)
    printed = {
        key for part in parts if part["provenance"] == "rulebook" for key in (*part.get("levels", {}), *part)
    }
    spared = (*BESIEGED, *NOT_YET.get(plan.last, ()))
    drawn, strict = historical_points(w), historical_points(w, spared)
    side = "Axis" if plan.scorer == SEATS[AXIS] else "Soviet"
    out = [f"## {plan.number}. {plan.title}", "", f"{side} points; cases {plan.case}.", ""]
    out += ["| | printed | history | played |", "|---|---|---|---|"]
    for name, span in spans(list(plan.levels.items())).items():
        marks = [
            f"{points} ({words})"
            for points, words in ((drawn, "as drawn"), (strict, "besieged cities Soviet"))
            if level(plan, points) == name
        ]
        if drawn == strict and len(marks) == len("ab"):
            marks = [str(drawn)]
        out.append(f"| {name} | {span if name in printed else 'lost'} | {', '.join(marks)} | {span} |")
    for key, words in (("gap_axis", "Axis"), ("gap_soviet", "Soviet")):
        shown = f"{getattr(plan, key):+d}"
        print_ = shown if key in printed else "lost"
        if plan.id == "zitadelle" and key == "gap_axis":
            print_ = "-2, on a page out of order"
        out.append(f"| a hex missing from the {words} line | {print_} | 0 | {shown} |")
    out += ["", *(f"- {part['note']}" for part in parts), "", f"History: the front of {ENDS[plan.last]}.", ""]
    return out


def page() -> str:
    """The whole page."""
    sheets = {sheet["id"]: sheet for sheet in FILES.own["scenarios"]["scenario"]}
    worlds = [GAME.start(Setup(each.id)).world for each in GAME.scenarios]
    out = [INTRODUCTION]
    for w in sorted(worlds, key=lambda w: w.plan.number):
        out += section(w, sheets[w.plan.id])
    return "\n".join(out).rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
