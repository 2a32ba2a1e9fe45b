"""Games of Leaders in Flames beside history: turn by turn who holds what, who is at war, what was built, landed and sunk.

    python -m hexfront.lab.war_flames beginning --games 2 --seed war
    python -m hexfront.lab.war_flames beginning --seed war --keep out/war

With `--keep` the position at the end of each turn is written to a folder, to be looked at or played on from.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from hexfront.games.leaders_in_flames.events import ActionChosen
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import (
    ACTION_IDS,
    ALL_POWERS,
    CIRCLE,
    POWERS,
    READY,
    REPAIR,
    SIDE_OF,
)
from hexfront.games.leaders_in_flames.sea.waters import is_sea
from hexfront.games.leaders_in_flames.state import State, holder
from hexfront.games.leaders_in_flames.victory import points
from hexfront.hexes import bits
from hexfront.kernel import Chance, Decision, SeededSource, Setup, apply, pending, resolve
from hexfront.players import Seatview, StaffPlayer

GAME = LEADERS_IN_FLAMES
SHORT = {"commonwealth": "cw", "germany": "ge", "italy": "it", "japan": "ja", "france": "fr", "china": "ch"}


class Power(msgspec.Struct, frozen=True):
    """A power at the end of a turn: prizes held, land units, aircraft, ships, units on the production circle, actions taken."""

    prizes: int
    land: int
    planes: int
    ships: int
    coming: int
    actions: dict[str, int]


class Row(msgspec.Struct, frozen=True):
    """One game at the end of one turn."""

    turn: int
    title: str
    points: int
    powers: dict[str, Power]
    wars: tuple[str, ...]
    taken: tuple[str, ...]
    landed: tuple[str, ...]
    attacks: tuple[int, int]
    sunk: tuple[int, int]


class War(msgspec.Struct, frozen=True):
    """One game: its turns, how it ended, and how long it took in seconds of processor time."""

    rows: list[Row]
    winner: str
    level: str
    seconds: float


def name(power: int) -> str:
    """A power in a few letters."""
    return SHORT.get(POWERS[power], POWERS[power])


def wars(s: State) -> tuple[str, ...]:
    """Pairs of powers at war."""
    return tuple(
        f"{name(a)}-{name(b)}"
        for a in range(len(POWERS))
        for b in bits(s.wars[a] & ALL_POWERS)
        if SIDE_OF[a] < SIDE_OF[b]
    )


def holders(s: State) -> dict[int, int]:
    """The party that holds each place that counts."""
    return {h: holder(s, h) for h in s.world.prizes}


def strength(s: State, power: int, actions: Counter[tuple[int, str]]) -> Power:
    """What a power has."""
    w = s.world
    mine = [u for u, p in enumerate(w.power) if p == power]
    on_map = [u for u in mine if s.where[u] >= 0 or is_sea(s.where[u])]
    held = sum(w.prizes.get(h, 0) for h, p in holders(s).items() if p >= 0 and w.parties[p].power == power)
    return Power(
        held,
        sum(w.is_troop(u) for u in on_map),
        sum(w.is_plane(u) for u in on_map),
        sum(w.is_ship(u) for u in on_map),
        sum(s.where[u] in (CIRCLE, READY, REPAIR) for u in mine),
        {kind: n for (p, kind), n in sorted(actions.items()) if p == power},
    )


class Watcher:
    """Counts what happens in a turn."""

    def __init__(self, s: State) -> None:
        self.actions: Counter[tuple[int, str]] = Counter()
        self.attacks = [0, 0]
        self.landing: dict[int, int] = {}
        self.landed: list[str] = []
        self.before = holders(s)

    def saw(self, s: State, news: Sequence[object]) -> None:
        """Take in what one step brought."""
        for event in news:
            if isinstance(event, ActionChosen):
                self.actions[event.power, ACTION_IDS[event.action]] += 1
            if type(event).__name__ == "Fought":
                self.attacks[event.side] += 1  # type: ignore[attr-defined]
        for u, h in s.descent.items():
            self.landing[h] = s.world.power[u]
        if self.landing and not s.descent:
            for h, power in self.landing.items():
                party = holder(s, h)
                won = party >= 0 and s.world.parties[party].side == SIDE_OF[power]
                self.landed.append(f"{name(power)} {s.world.title(h)}{'' if won else '?'}")
            self.landing = {}

    def row(self, s: State, turn: int) -> Row:
        """The turn as it ended; the next is counted from nothing."""
        w, now = s.world, holders(s)
        taken = tuple(
            f"{w.title(h)}→{w.parties[p].nation if p >= 0 else '?'}"
            for h, p in now.items()
            if p != self.before[h]
        )
        row = Row(
            turn, w.turn_title(turn), points(s), {name(p): strength(s, p, self.actions) for p in w.powers}, wars(s), taken,
            tuple(self.landed), (self.attacks[0], self.attacks[1]), (s.sunk[0], s.sunk[1]),
        )  # fmt: skip
        self.actions, self.attacks, self.landed, self.before = Counter(), [0, 0], [], now
        return row


def watch(
    scenario: str,
    seed: str,
    keep: Path | None = None,
    turns: int = 99,
    show: bool = False,
    start: Path | None = None,
) -> War:
    """One game of the staff against itself, a row at the end of each turn, from the set-up or from a position that was kept."""
    s = GAME.start(Setup(scenario)) if start is None else GAME.codec.decode(start.read_bytes())
    w, dice = s.world, SeededSource(f"dice/{seed}")
    seats = {seat: StaffPlayer(f"{seed} {seat}") for seat in w.table.seats}
    began, rows, turn, watcher = time.process_time(), list[Row](), s.turn, Watcher(s)

    def end(turn: int) -> None:
        rows.append(watcher.row(s, turn))
        if show:
            print("\n".join(lines(rows[-1], rows[-2] if len(rows) > 1 else None)), flush=True)
        if keep is not None:
            (keep / f"{turn:02}.json").write_bytes(GAME.codec.encode(s))

    while (frame := pending(s)) is not None:
        if s.turn > max(1, turn):
            end(turn)
        turn = s.turn
        if turn > turns:
            break
        if isinstance(frame, Chance):
            watcher.saw(s, resolve(s, frame.outcomes(s).draw(dice)))
            continue
        assert isinstance(frame, Decision)
        seat = frame.deciders(s)[0]
        watcher.saw(s, apply(s, seat, seats[seat].choose(Seatview(GAME, s, seat))))
    if s.result is None:
        return War(rows, "nobody yet", "", time.process_time() - began)
    end(turn)
    winner = s.result.winners[0] if s.result.winners else "nobody"
    return War(rows, winner, s.result.level, time.process_time() - began)


def lines(row: Row, before: Row | None) -> list[str]:
    """A turn as people read it."""
    out = [f"{row.turn:2} {row.title}: {row.points} points; attacks {row.attacks}; sunk {row.sunk}"]
    new = sorted(set(row.wars) - set(before.wars if before else ()))
    gone = sorted(set(before.wars if before else ()) - set(row.wars))
    out += [f"   war: {', '.join(new)}"] * bool(new) + [f"   peace: {', '.join(gone)}"] * bool(gone)
    out += [f"   {', '.join(row.taken)}"] * bool(row.taken)
    out += [f"   landed: {', '.join(row.landed)}"] * bool(row.landed)
    told = (
        f"{n} {p.prizes}p {p.land}+{p.coming} {p.planes}a {p.ships}s {''.join(f'{k[0]}{v}' for k, v in p.actions.items())}"
        for n, p in row.powers.items()
    )
    return [*out, "   " + "; ".join(told)]


def main(arguments: Sequence[str]) -> int:
    """Play, and print each game turn by turn."""
    parser = argparse.ArgumentParser(prog="python -m hexfront.lab.war_flames", description=__doc__)
    parser.add_argument("scenario", metavar="SCENARIO")
    parser.add_argument("--games", type=int, default=1, help="how many games (default: 1)")
    parser.add_argument("--seed", default="war", help="the series of dice (default: war)")
    parser.add_argument("--turns", type=int, default=99, help="stop after this turn")
    parser.add_argument("--keep", type=Path, help="a folder for the positions at the end of each turn")
    parser.add_argument("--start", type=Path, help="a position that was kept, to play on from")
    parser.add_argument("--short", action="store_true", help="only how each game ended")
    asked = parser.parse_args(arguments)
    if asked.keep:
        asked.keep.mkdir(parents=True, exist_ok=True)
    ends = []
    for n in range(1, asked.games + 1):
        war = watch(asked.scenario, f"{asked.seed}{n}", asked.keep, asked.turns, not asked.short, asked.start)
        ends.append(war.rows[-1].points)
        print(
            f"{asked.seed}{n}: {ends[-1]} points, {war.winner} {war.level}, {war.seconds:.0f} s", flush=True
        )
    print(f"{len(ends)} games: {sum(ends) / len(ends):.1f} points on average: {ends}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
