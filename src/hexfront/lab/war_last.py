"""Games of The Last War in Europe beside history: who holds each city quarter by quarter, and where the west lands.

    python -m hexfront.lab.war europe --games 10 --seed war

A game that Berlin or Moscow ends stops there; the quarters after it count the games that are still going on. Ground that
lies open because Germany has just left the war is not counted as left open.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.last_war import GAME
from hexfront.games.last_war.combat import Battle, attack_hexes
from hexfront.games.last_war.data import ALLIES, AXIS
from hexfront.games.last_war.flags import is_amphibious
from hexfront.games.last_war.state import LastWarState, is_held_by
from hexfront.games.last_war.victory import scores
from hexfront.kernel import Chance, Decision, SeededSource, Setup, apply, pending, resolve
from hexfront.players import Seatview, get

TAKEN = {
    "Casablanca": 3, "Algiers": 3, "Tripoli": 4, "Tunis": 5, "Palermo": 6, "Naples": 7, "Rome": 10, "Paris": 10,
    "Marseilles": 10, "Brussels": 11, "Athens": 11, "Milan": 13, "Essen": 13, "Munich": 13, "Oslo": 14,
    "Kharkov": 6, "Kiev": 7, "Odessa": 9, "Sofia": 11, "Bucharest": 10, "Belgrade": 11, "Helsinki": 0, "Warsaw": 12,
    "Budapest": 12, "Vienna": 13, "Prague": 13, "Breslau": 13, "Berlin": 13,
}  # fmt: skip
"""The quarter in which the Allies took each city for good, spring 1942 being the first; 0 for one they did not take."""
LOST = {"Rostov": 2, "Stalingrad": 3, "Leningrad": 0, "Moscow": 0, "Gorky": 0, "Baku": 0, "Cairo": 0}
"""The quarter in which the Axis took each city of the Allies; 0 for one it never took."""
CORE = (
    "Berlin", "Hamburg", "Leipzig", "Munich", "Frankfurt", "Breslau", "Essen", "Vienna", "Prague", "Warsaw", "Budapest",
    "Milan", "Rome", "Paris", "Brussels", "Amsterdam", "Copenhagen", "Bucharest", "Belgrade", "Sofia", "Kiev", "Marseilles",
)  # fmt: skip
"""Cities of core Europe: somebody holds each of them at all times."""
WEST = ("france", "vichy_france", "belgium", "netherlands", "denmark", "germany")
"""Where a front is a second front."""
SUMMER_44 = 10


class Quarter(msgspec.Struct, frozen=True):
    """One game at the end of one turn: the Allies' points, cities by holder, hexes of the second front, landings."""

    turn: int
    points: int
    allied: tuple[str, ...]
    axis: tuple[str, ...]
    bare: tuple[str, ...]
    front: int
    landed: tuple[str, ...]


class War(msgspec.Struct, frozen=True):
    """One game: its quarters, who won, and why."""

    quarters: list[Quarter]
    winner: str
    reason: str

    def has_second_front(self, by: int = SUMMER_44) -> bool:
        return any(one.front and one.turn <= by for one in self.quarters)

    def lost(self, city: str) -> bool:
        return any(city in one.axis for one in self.quarters)


def quarter(s: LastWarState, turn: int, landed: Sequence[str]) -> Quarter:
    """What a position tells."""
    w = s.world
    places = dict.fromkeys((*TAKEN, *LOST, *CORE))
    held = [tuple(name for name in places if is_held_by(s, w.place(name), side)) for side in (AXIS, ALLIES)]
    west = s.held[w.number["britain"]] | s.held[w.number["usa"]]
    ground = 0
    for name in WEST:
        ground |= w.board.regions[name]
    return Quarter(
        turn,
        scores(s)[ALLIES],
        held[ALLIES],
        held[AXIS],
        tuple(
            name for name in CORE if s.result is None and name not in held[AXIS] and name not in held[ALLIES]
        ),
        (west & ground).bit_count(),
        tuple(landed),
    )


def watch(scenario: str, players: Sequence[str], seed: str) -> War:
    """One game, a quarter at the end of each turn."""
    s = GAME.start(Setup(scenario))
    w = s.world
    dice = SeededSource(f"dice/{seed}")
    seats = {seat: get(name, f"{seed}/{seat}") for seat, name in zip(w.seats, players, strict=True)}
    quarters: list[Quarter] = []
    turn, landed = s.turn, list[str]()
    while (frame := pending(s)) is not None:
        if s.turn > max(1, turn):
            quarters.append(quarter(s, turn, landed))
            landed = []
        turn = s.turn
        if isinstance(frame, Chance):
            tried = isinstance(frame, Battle) and any(
                is_amphibious(s, i, frame.hex) for i in attack_hexes(s, frame.hex, frame.side)
            )
            resolve(s, frame.outcomes(s).draw(dice))
            if tried and isinstance(frame, Battle):
                sign = "" if is_held_by(s, frame.hex, frame.side) else "?"
                landed.append(w.title(frame.hex) + sign)
            continue
        assert isinstance(frame, Decision)
        seat = frame.deciders(s)[0]
        apply(s, seat, seats[seat].choose(Seatview(GAME, s, seat)))
    quarters.append(quarter(s, turn, landed))
    assert s.result is not None
    return War(quarters, s.result.winners[0] if s.result.winners else "nobody", s.result.reason)


def cities(games: Sequence[War]) -> list[str]:
    """In how many of a hundred games each city is the Allies' at the end of each quarter, as a Markdown table."""
    labels = [one.label for one in GAME.start(Setup("europe")).world.turns]
    out = [
        f"| city | history | {' | '.join(short(label) for label in labels)} |",
        "|---|---|" + "---|" * len(labels),
    ]
    for name, when in (*TAKEN.items(), *LOST.items()):
        cells = []
        for turn in range(1, len(labels) + 1):
            rows = [one for game in games for one in game.quarters if one.turn == turn]
            held = sum(name in one.allied for one in rows)
            cells.append(f"{100 * held / len(rows):.0f}" if rows else "")
        verb = "lost" if name in LOST else "taken"
        told = f"{verb} {short(labels[when - 1])}" if when else f"never {verb}"
        out.append(f"| {name} | {told} | {' | '.join(cells)} |")
    return out


def short(label: str) -> str:
    """A quarter in a few letters: `su 43`."""
    season, _, year = label.partition(" ")
    return f"{season[:2]} {year[2:]}"


def landings(games: Sequence[War]) -> list[str]:
    """Landings by place and quarter, with those that failed after a slash, as a Markdown table."""
    labels = [one.label for one in GAME.start(Setup("europe")).world.turns]
    seen: dict[str, dict[int, list[int]]] = {}
    for game in games:
        for one in game.quarters:
            for place in one.landed:
                count = seen.setdefault(place.rstrip("?"), {}).setdefault(one.turn, [0, 0])
                count[place.endswith("?")] += 1
    out = [
        f"| landing | {' | '.join(short(label) for label in labels)} |",
        "|---|" + "---|" * len(labels),
    ]
    for place in sorted(seen, key=lambda place: (min(seen[place]), place)):
        cells = (seen[place].get(turn) for turn in range(1, len(labels) + 1))
        told = " | ".join(f"{cell[0]}/{cell[1]}" if cell else "" for cell in cells)
        out.append(f"| {place} | {told} |")
    return out


def summary(games: Sequence[War]) -> str:
    """Who won, and what a reader of history would look for first."""
    n = len(games)
    last = [game.quarters[-1].points for game in games]
    open_core = [name for game in games for one in game.quarters for name in one.bare]
    wins = ", ".join(f"{side} {sum(game.winner == side for game in games)}" for side in ("axis", "allies"))
    return (
        f"{n} games: {wins}; the Allies' points at the end {min(last)} to {max(last)}. A second front by the end of summer "
        f"1944 in {sum(game.has_second_front() for game in games)}; Moscow taken in "
        f"{sum(game.lost('Moscow') for game in games)}; a city of core Europe open at the end of some quarter in "
        f"{sum(any(one.bare for one in game.quarters) for game in games)} ({len(open_core)} times)."
    )


def course(games: Sequence[War]) -> list[str]:
    """The Allies' points and the size of the second front quarter by quarter."""
    labels = [one.label for one in GAME.start(Setup("europe")).world.turns]
    out = [
        "| end of | games | points of the Allies | hexes of the second front | core cities open |",
        "|---|---|---|---|---|",
    ]
    for turn, label in enumerate(labels, 1):
        rows = [one for game in games for one in game.quarters if one.turn == turn]
        if rows:
            points, front, bare = (
                sum(values) / len(rows)
                for values in (
                    [one.points for one in rows], [one.front for one in rows], [len(one.bare) for one in rows]
                )
            )  # fmt: skip
            out.append(f"| {label} | {len(rows)} | {points:.1f} | {front:.1f} | {bare:.1f} |")
    return out


__all__ = ["GAME", "Quarter", "War", "cities", "course", "landings", "quarter", "summary", "watch"]
