"""What the game is about, in plain words: the briefing and the score as people read it."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.victory import points, verdict
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Briefing

ABOUT = {
    "barbarossa": (
        "June 1941. Germany and its allies fall upon the Soviet Union. Five turns of two months lie ahead, each with as many "
        "impulses as the weather allows: many in summer, few in mud and snow. Leaders come out of a cup, and both sides have a "
        "say in who does."
    ),
}
YOU = {
    "axis": (
        "You lead the Axis. Break the line where your armour stands together, let the infantry hold what it took, and keep your "
        "HQs close: they turn tired units up again."
    ),
    "allies": (
        "You lead the Soviet Union. You are many and thin: give ground for time, keep a line behind the rivers, save your armour, "
        "and strike when snow has slowed the enemy."
    ),
}
FIRST = {
    "axis": "A leader is drawn first: veto him, or let him come. Then choose a land action, and attack from the border.",
    "allies": "A leader is drawn first: veto him, or let him come. Then answer the German blow.",
}


def standing(s: State) -> str:
    """The score in words. Case base.victory."""
    total = points(s)
    level, winner = verdict(s.world, total)
    lead = (
        "a draw"
        if not winner
        else f"{level} victory for the {'Axis' if winner == 'axis' else 'Soviet Union'}"
    )
    return f"The Axis holds {total} points of cities: {lead} if it ended now"


def briefing(w: World) -> Briefing:
    """What someone wants to know before a first move."""
    bands = w.data["scenarios"]["victory"][w.plan.id]["bands"]
    return Briefing(
        w.plan.title,
        ABOUT[w.plan.id],
        YOU,
        (
            f"Cities count at the end. From {bands['axis']} points on the Axis wins, from {bands['axis_decisive']} decisively.",
            f"With {bands['allies']} or fewer the Soviet Union wins, with {bands['allies_decisive']} or fewer decisively.",
            "In between, as in history, it is a draw.",
        ),
        f"{w.plan.turns} turns, about {w.plan.minutes} minutes",
        FIRST,
        w.label(w.hex("Brest-Litovsk")),
    )
