"""What the game is about, in plain words: the briefing of a scenario and the score as people read it. What a nation's team is told of its own means is in `briefing`."""

from __future__ import annotations

from hexfront.games.last_war.data import ALLIES, AXIS, SIDES, LastWarWorld
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.victory import scores
from hexfront.kernel import Briefing
from hexfront.words import listed

TITLES = {"kursk": "Kursk 1943", "europe": "The War in Europe", "pacific": "The Pacific War"}
ABOUT = {
    "kursk": "July 1943. Germany attacks the bulge at Kursk; then the Soviet Union throws it back to the Dnieper.",
    "europe": "Spring 1942 to summer 1945: the war in Europe, at the height of Axis power.",
    "pacific": "Spring 1942 to summer 1945: Japan has its empire, and must keep it.",
}
HOW = (
    "Everyone moves at the same time and in secret: send resources to hexes, place flags where you attack, allot support, then all "
    "combats are resolved together."
)
YOU = {
    AXIS: "Your army fights better than its numbers: its effectiveness multiplies its strength. Use it before that advantage fades.",
    ALLIES: "You have the numbers and the industry. Wear the enemy down, and keep your line whole.",
}
FIRST = "Send Men, Tanks and Aircraft from your Pool to hexes behind the line: click a hex, then choose what goes there. Then finish."
FOCUS = {"kursk": "Kursk", "europe": "Kharkov", "pacific": "Rabaul"}


def briefing(w: LastWarWorld) -> Briefing:
    """The briefing of a scenario. RULING victory-a."""
    name = w.setup.scenario
    need, below = w.victory["allies_need"], w.victory["axis_below"]
    total = sum(w.victory["places"].values())
    draw = (
        ""
        if need == below
        else f" {below} to {need - 1} is a draw."
        if need - below > 1
        else f" {below} is a draw."
    )
    best = sorted(w.victory["places"].items(), key=lambda each: (-each[1], each[0]))[:6]
    wins = [
        f"The Allies win with {need} of {total} points for places held at the end, the Axis if they have fewer than {below}.{draw}",
        f"Worth most: {', '.join(f'{place} {value}' for place, value in best)}.",
    ]
    for side, title in ((AXIS, "Axis"), (ALLIES, "Allies")):
        goals = [listed(goal) for goal in w.victory.get(f"{SIDES[side]}_wins", ())]
        if goals:
            wins.append(
                f"The {title} {'wins' if side == AXIS else 'win'} at once by holding {', or '.join(goals)}."
            )
    where = w.place(FOCUS[name]) if name in FOCUS else -1
    return Briefing(
        title=TITLES.get(name, name.title()),
        about=f"{ABOUT.get(name, '')} {HOW}".strip(),
        you={seat: YOU[side] for side in (AXIS, ALLIES) for seat in w.side_seats[side]},
        wins=tuple(wins),
        length=f"{len(w.turns)} turns, {w.turns[0].label} to {w.turns[-1].label}.",
        first={seat: FIRST for side in (AXIS, ALLIES) for seat in w.side_seats[side]},
        at=w.label(where) if where >= 0 else "",
    )


def standing(s: LastWarState) -> str:
    """The score against what is needed. RULING victory-a."""
    allies = scores(s)[ALLIES]
    need, below = s.world.victory["allies_need"], s.world.victory["axis_below"]
    rest = "below that the Axis wins" if need == below else f"below {below} the Axis wins"
    return f"Allies {allies} of the {need} needed; {rest}"
