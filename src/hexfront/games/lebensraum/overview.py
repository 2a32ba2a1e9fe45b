"""What the game is about, in plain words: the briefing and the score as people read it."""

from __future__ import annotations

from hexfront.games.lebensraum.kinds import ALLIED, AXIS, COMBINED, EAST, SOVIET, WEST
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.victory import (
    AXIS_NEEDS_IN_THE_WEST,
    held,
    hexes_named,
    western_goals,
)
from hexfront.games.lebensraum.world import World
from hexfront.hexes import HexSet
from hexfront.kernel import Briefing

ABOUT = {
    "invasion": "June 1941. The Axis attacks the Soviet Union without warning and has until the first winter.",
    "objectives": "June 1941 to the end of 1942: two summers in which the Axis must take what it came for.",
    "climax": "June 1941 to the end of 1943: the Axis goes as far as it can, and the tide turns.",
    "resurgence": "June 1941 to the summer of 1944: the Soviets must clear their country and reach the capitals beyond.",
    "conclusions": "The whole war in the East, from the border to Berlin or to the last Soviet city.",
    "italy": "September 1943. The Allies are ashore at Salerno; Normandy is nine months away, and the Rhine is far.",
    "dday": "June 1944. The Allies land in Normandy and have until the winter to cross Germany to the Halt Line.",
    "west": "September 1943. The Allies are ashore in Italy; where and when they land next is theirs to choose.",
    "war": "The war in Europe from June 1941 to 1945 on one map; the West joins in the summer of 1943.",
}
TREASURY = (
    "Every step, every air marker and every train is paid from one treasury of movement points, which oil and "
    "refineries fill each turn. Leaders put armies in command: one without fights at half."
)
YOU = {
    EAST: {
        "axis": "You lead the Axis. Your armies are few and better: strike with Panzers under good leaders, keep your HQs on "
        "the railroads, and take the oil before your own runs short.",
        "soviet": "You lead the Soviet Union. You are many and weak: keep a line behind the rivers, send the works east in time, "
        "dismiss the men who lose, and build until you can strike.",
    },
    WEST: {
        "axis": "You lead the Axis in the West. You cannot hold everywhere: keep reserves behind the coast, trade ground for "
        "time, and still hold two German cities at the end.",
        "allied": "You lead the Western Allies. You have the air, the ships and the stronger armies, and little time: land, take "
        "the ports that feed your treasury, and drive for the Halt Line.",
    },
}
FIRST = {
    EAST: {
        "axis": "Place your air markers under HQs, for nothing this once. Then attack: choose a hex with a red rim, name the armies, "
        "put them in command.",
        "soviet": "The Axis strikes first. Answer its attacks: put your armies in command where you can, and take losses as "
        "retreats where ground is cheap.",
    },
    WEST: {
        "axis": "Look at your armies: strength, and class from A, the best, to E. Build up units, place air markers, and move "
        "to where the landings threaten.",
        "allied": "Place air markers and ships, then attack from the beachhead: choose a hex with a red rim, name the armies, put them in "
        "command.",
    },
}
FOCUS = {EAST: "Brest-Litovsk", COMBINED: "Brest-Litovsk", WEST: "Naples"}
FOCUS_OF = {"dday": "Le Havre"}


def listed(names: tuple[str, ...], word: str = "and") -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"


def briefing(w: World) -> Briefing:
    """The briefing of a scenario. Cases 12.1 to 12.8, 13.0."""
    plan = w.plan
    you, first = (
        {**words[EAST], **words[WEST], "axis": words[WEST if w.game == WEST else EAST]["axis"]}
        for words in (YOU, FIRST)
    )
    you["allies"] = (
        f"{YOU[EAST]['soviet']} From turn 9 you lead the Western Allies too: the same war with another treasury."
    )
    first["allies"] = FIRST[EAST]["soviet"]
    seats = {w.seat_of[power] for power in w.powers}
    turns = plan.last - plan.first + 1
    return Briefing(
        title=plan.title,
        about=f"{ABOUT[plan.id]} {TREASURY}",
        you={seat: words for seat, words in you.items() if seat in seats},
        wins=wins(w),
        length=f"{turns} turns of three months.",
        first={seat: words for seat, words in first.items() if seat in seats},
        at=w.label(w.hex(FOCUS_OF.get(plan.id, FOCUS[w.game]))),
    )  # fmt: skip


def wins(w: World) -> tuple[str, ...]:
    """Who wins by what, a sentence each. Cases 12.1h, 12.1i, 12.4c, 12.5a, 12.6a, 12.7a, 12.8a, 12.8b, 13.0m."""
    plan, out = w.plan, []
    if plan.victory == "cities":
        all_soviet = listed(plan.soviet_cities) + (
            f", and {listed(plan.soviet_one_of, 'or')}" if plan.soviet_one_of else ""
        )
        out = [
            f"The Axis wins if it holds {plan.axis_needs} of {listed(plan.axis_cities)}.",
            f"The Soviets win if they hold {all_soviet}.",
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
        out.append("Who has won more fronts has won the war.")
    return (*out, "If neither side has what it needs, the game is a draw.")  # fmt: skip


def wanted(s: State, power: int) -> list[tuple[HexSet, int]]:
    """Sets of cities that a power wants, and how many of each it needs."""
    w, plan = s.world, s.world.plan
    ussr = w.cities_in["ussr"] if w.game != WEST else 0
    german = w.cities_in["germany"] & w.lands.west_of_halt
    east = {
        "cities": {
            AXIS: [(hexes_named(s, plan.axis_cities), plan.axis_needs)],
            SOVIET: [(hexes_named(s, plan.soviet_cities), len(plan.soviet_cities))]
            + ([(hexes_named(s, plan.soviet_one_of), 1)] if plan.soviet_one_of else []),
        },
        "resurgence": {
            AXIS: [(ussr, 1)],
            SOVIET: [(ussr, ussr.bit_count()), (hexes_named(s, plan.soviet_capitals), plan.capitals_needed)],
        },
    }
    if plan.victory in east:
        return east[plan.victory].get(power, [])
    out: list[tuple[HexSet, int]] = []
    if plan.victory != "west":
        beyond = ussr | w.cities_in["poland"] | hexes_named(s, plan.soviet_cities)
        out += {AXIS: [(ussr, ussr.bit_count())], SOVIET: [(beyond, beyond.bit_count())]}.get(power, [])
    if plan.victory != "conclusions":
        all_west = western_goals(s)
        out += {AXIS: [(german, AXIS_NEEDS_IN_THE_WEST)], ALLIED: [(all_west, all_west.bit_count())]}.get(
            power, []
        )
    return out  # fmt: skip


def scores(s: State) -> dict[str, float]:
    """Cities that each power needs and holds, none counted beyond its need. No rule asks for it: screens draw it."""
    names = ("axis", "soviet", "allied")
    return {
        names[power]: float(sum(min(held(s, power, hexes), need) for hexes, need in wanted(s, power)))
        for power in s.world.powers
    }


def standing(s: State) -> str:
    """Cities held against what is needed, power by power. Cases 12.4c, 12.7a, 12.8a, 12.1h, 12.1i."""
    parts = []
    for power, name, verb in (
        (AXIS, "Axis", "needs"),
        (SOVIET, "Soviets", "need"),
        (ALLIED, "Western Allies", "need"),
    ):
        aims = [f"{held(s, power, hexes)} ({verb} {need})" for hexes, need in wanted(s, power)]
        if aims:
            parts.append(f"{name} {' and '.join(aims)}")
    return f"Cities: {', '.join(parts)}"
