"""What the game is about, in plain words: the briefing and the score as people read it."""

from __future__ import annotations

from hexfront.games.motherland.state import State
from hexfront.games.motherland.victory import level_of
from hexfront.games.motherland.world import World
from hexfront.kernel import Briefing

ABOUT = {
    "uranus": "November 1942. The Soviet winter offensive: cut off the Axis armies at Stalingrad and throw the front back.",
    "barbarossa": "June 1941 to April 1942: from the border to Moscow, and the first winter.",
    "stalingrad": "June 1941 to December 1942: two summers of German attack, and what they cost.",
    "blau": "May 1942 to August 1943: the drive on the Volga and the Caucasus, and the long way back.",
    "zitadelle": "July 1943 to June 1944: Kursk, and then the Soviet advance to the border.",
    "campaign": "June 1941 to June 1944: the whole war in the east.",
}
CHITS = "Soviet armies draw their strength from a cup when they first fight: not even their own side knows it before then."
ATTACK = "You attack: keep your spearheads in supply, and do not leave gaps in your Front Line."
DEFEND = (
    "You defend: hold the cities that count, keep a line without gaps, and do not let your units be cut off."
)
SOVIET_ATTACK = "You attack: stack Offensive Support behind your best armies, break the line, and cut off what is behind it."
BOTH = "You attack first and defend later: take what you can hold, and be back in a sound line when the tide turns."
YOU = {
    "uranus": {"axis": DEFEND, "soviet": SOVIET_ATTACK},
    "barbarossa": {"axis": ATTACK, "soviet": DEFEND},
    "stalingrad": {"axis": ATTACK, "soviet": DEFEND},
    "blau": {"axis": BOTH, "soviet": DEFEND},
    "zitadelle": {"axis": DEFEND, "soviet": SOVIET_ATTACK},
    "campaign": {"axis": BOTH, "soviet": DEFEND},
}
NAMES = {"axis": "You lead the Axis.", "soviet": "You lead the Soviet Union."}
FIRST = "In each phase the panel names the next thing to do. Move unit by unit; then choose a hex to attack, add attackers, and roll."
FOCUS = {
    "uranus": "Stalingrad", "barbarossa": "Brest-Litovsk", "stalingrad": "Brest-Litovsk", "blau": "Kharkov",
    "zitadelle": "Kursk", "campaign": "Brest-Litovsk",
}  # fmt: skip


def briefing(w: World) -> Briefing:
    """The briefing of a scenario. Cases 19.0, 20.1 to 20.6."""
    plan = w.plan
    you = YOU.get(plan.id, {})
    scorer = plan.scorer.title()
    levels = ", ".join(f"{level} from {low}" for level, low in plan.levels.items() if low > -999)
    best = sorted(((held, name) for name, _, held, _, group in w.worth if group != "axis"), reverse=True)[:6]
    wins = [
        f"{scorer} points for cities held in supply decide: {levels}.",
        f"Worth most: {', '.join(f'{name} {held}' for held, name in best)}.",
        "Gaps in a side's Front Line from the Baltic to the Black Sea count for the other side.",
    ]
    if plan.sudden_death:
        wins.append(
            "Sudden Death: on some turns, if the Soviets hold certain cities, a roll may end the game at once."
        )
    focus = w.find(FOCUS.get(plan.id, "Moscow"))
    turns = plan.last - plan.first + 1
    return Briefing(
        title=plan.title,
        about=f"{ABOUT.get(plan.id, plan.summary)} {CHITS}",
        you={seat: f"{NAMES[seat]} {words}" for seat, words in you.items()},
        wins=tuple(wins),
        length=f"{turns} turns of one to two months.",
        first=dict.fromkeys(you, FIRST),
        at=w.label(focus) if focus >= 0 else "",
    )


def standing(s: State, points: int) -> str:
    """The score against the next level for the side that scores. Case 19.0."""
    plan = s.world.plan
    scorer = plan.scorer.title()
    ahead = [(low, level) for level, low in plan.levels.items() if low > points]
    words = f"{scorer} {points}: {level_of(s, points)} as it stands"
    if ahead:
        low, level = min(ahead)
        words += f", {level} from {low}"
    return words
