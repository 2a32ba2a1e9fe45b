"""What the game is about, in plain words: the briefing and the score as people read it."""

from __future__ import annotations

from hexfront.games.turns_east.data import EastWorld
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.victory import victory_points
from hexfront.kernel import Briefing
from hexfront.words import listed

ABOUT = {
    "minsk": "June 1941. Army Group Center drives on Smolensk against West Front.",
    "barbarossa": "June 1941 to April 1942. The Axis invades the Soviet Union and must win before the winter wears it down.",
}
ORDERS = "Orders are bought in secret a turn ahead and drawn from one cup: nobody knows who moves next."
YOU = {
    "minsk": {
        "axis": "You lead Army Group Center. Your Panzers are few and fast: break through, take the cities, keep the road open.",
        "soviet": "You lead West Front. Your armies are weak: delay, counterattack, and keep Smolensk.",
    },
    "barbarossa": {
        "axis": "You lead the Axis. Move fast while the ground is dry, and be in good supply when the mud comes.",
        "soviet": "You lead the Soviet Union. Trade ground for time, keep your armies out of pockets, and strike in winter.",
    },
}
FIRST = "Buy an order for the next turn with your Command Points; then play the order drawn for you, counter by counter."
FOCUS = {"minsk": "Minsk", "barbarossa": "Minsk"}


def briefing(w: EastWorld) -> Briefing:
    """The briefing of a scenario. Cases 3.2, 3.3."""
    name = w.setup.scenario
    wins = [
        f"The Axis wins with {w.needed} Victory Points at the end. {places(w)}",
        "A city counts only while a line of supply leads from it to the west edge of the map.",
        "Otherwise the Soviets win. There are no draws.",
    ]
    if w.plan.automatic_victory:
        wins.insert(
            1,
            "The Axis wins at once with Kiev, Moscow and Leningrad, or with Leningrad, Rostov and either Maikop or Sevastopol.",
        )
    turns = w.plan.last_turn - w.plan.first_turn + 1
    return Briefing(
        title=w.plan.title,
        about=f"{ABOUT[name]} {ORDERS}",
        you=YOU[name],
        wins=tuple(wins),
        length=f"{turns} turns of a month each.",
        first=dict.fromkeys(YOU[name], FIRST),
        at=w.label(w.find(FOCUS[name])),
    )


def places(w: EastWorld) -> str:
    """What counts, most first: "Smolensk 2; Minsk, Mogilev and Vitebsk 1 each."."""
    by_value: dict[int, list[str]] = {}
    for i, value in w.points.items():
        by_value.setdefault(value, []).append(w.title(i).split(" (")[0])
    parts = []
    for value in sorted(by_value, reverse=True):
        names = sorted(by_value[value])
        parts.append(f"{listed(names)} {value}" + (" each" if len(names) > 1 else ""))
    return "; ".join(parts) + "."


def standing(s: EastState) -> str:
    """The score against what is needed. Cases 3.2a, 3.2c."""
    return f"Axis {victory_points(s)} of the {s.world.needed} needed"
