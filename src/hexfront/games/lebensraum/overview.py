"""What the game is about, in plain words: the briefing and the score as people read it."""

from __future__ import annotations

from hexfront.games.lebensraum.kinds import POWERS, WEST
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.victory import AXIS_NEEDS_IN_THE_WEST, Aims, eastern_aims, held, western_aims
from hexfront.games.lebensraum.world import World
from hexfront.kernel import Briefing
from hexfront.words import listed


def briefing(w: World) -> Briefing:
    """The briefing of a scenario. Cases 12.1 to 12.8, 13.0."""
    plan, words = w.plan, w.data["scenarios"]["words"]
    other, own = ("east", "west") if w.game == WEST else ("west", "east")
    you, first = ({**words[name][other], **words[name][own]} for name in ("you", "first"))
    you["allies"], first["allies"] = f"{you['soviet']} {words['both']}", first["soviet"]
    seats = {w.seat_of[power] for power in w.powers}
    return Briefing(
        title=plan.title,
        about=f"{plan.about} {words['treasury']}",
        you={seat: text for seat, text in you.items() if seat in seats},
        wins=wins(w),
        length=f"{plan.last - plan.first + 1} turns of three months.",
        first={seat: text for seat, text in first.items() if seat in seats},
        at=w.label(w.hex(plan.focus)),
    )


def wins(w: World) -> tuple[str, ...]:
    """Who wins by what, a sentence each. Cases 12.1h, 12.1i, 12.4c, 12.5a, 12.6a, 12.7a, 12.8a, 12.8b, 13.0m."""
    plan, out = w.plan, []
    if plan.victory == "cities":
        more = f", and {listed(plan.soviet_one_of, 'or')}" if plan.soviet_one_of else ""
        out = [
            f"The Axis wins if it holds {plan.axis_needs} of {listed(plan.axis_cities)}.",
            f"The Soviets win if they hold {listed(plan.soviet_cities)}{more}.",
        ]
    elif plan.victory == "resurgence":
        out = [
            "The Axis wins if it holds any Soviet city.",
            f"The Soviets win if they hold every city of their own and {plan.capitals_needed} capitals beyond.",
        ]
    if plan.victory in ("conclusions", "war"):
        out += [
            "In the East the Axis wins with every Soviet city.",
            f"The Soviets win there with every city of the Soviet Union and Poland, {listed(plan.soviet_cities)}.",
        ]
    if plan.victory in ("west", "war"):
        out += [
            "In the West the Allies win at the end of turn G with every city of Italy, France, Belgium and the Netherlands, and those "
            "of Germany, Austria and Czechoslovakia west of the Halt Line.",
            f"The Axis wins there if it holds {AXIS_NEEDS_IN_THE_WEST} German cities west of the Halt Line after the last turn.",
        ]
    if plan.victory == "war":
        out.append("Whoever wins more fronts wins the war.")
    return (*out, "If neither side has what it needs, the game is a draw.")


def wanted(s: State, power: int) -> Aims:
    """Sets of cities that a power wants, and how many of each it needs."""
    return eastern_aims(s, power) + western_aims(s, power)


def scores(s: State) -> dict[str, float]:
    """Cities that each power needs and holds, none counted beyond its need. No rule asks for it: screens draw it."""
    return {
        POWERS[power]: float(sum(min(held(s, power, hexes), need) for hexes, need in wanted(s, power)))
        for power in s.world.powers
    }


def standing(s: State) -> str:
    """Cities held against what is needed, power by power. Cases 12.4c, 12.7a, 12.8a, 12.1h, 12.1i."""
    parts = []
    for power, who in enumerate(("Axis", "Soviets", "Western Allies")):
        verb = "need" if power else "needs"
        aims = [f"{held(s, power, hexes)} ({verb} {need})" for hexes, need in wanted(s, power)]
        parts += [f"{who} {' and '.join(aims)}"] if aims else []
    return f"Cities: {', '.join(parts)}"
