"""Does it look like the war? Games of Lebensraum! beside history, turn by turn.

    python -m hexfront.lab.course conclusions --games 3 --seed course

prints, for the end of each turn, Soviet cities that the Axis holds beside those it held on that day, cities of the West that the
Allies hold beside those they held, steps and attacks of each power.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date

import msgspec

from hexfront.games.lebensraum import GAME
from hexfront.games.lebensraum.combat import CombatRoll
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, EAST, POWER_NAMES, WEST
from hexfront.games.lebensraum.state import State, steps_of, units_of
from hexfront.games.lebensraum.victory import western_goals
from hexfront.games.lebensraum.world import World
from hexfront.kernel import Chance, Decision, SeededSource, Setup, apply, pending, resolve
from hexfront.players import Seatview, get

MONTHS_OF_A_TURN = 3
DAY_OF_CHANGE = 22
"""A turn begins on 22 June 1941 and every three months after it."""
HELD = {
    "Lvov": ("1941-06-30", "1944-07-27"), "Vilnius": ("1941-06-24", "1944-07-13"), "Minsk": ("1941-06-28", "1944-07-03"),
    "Riga": ("1941-07-01", "1944-10-13"), "Kishinev": ("1941-07-16", "1944-08-24"), "Smolensk": ("1941-07-29", "1943-09-25"),
    "Tallinn": ("1941-08-28", "1944-09-22"), "Dnepropetrovsk": ("1941-08-26", "1943-10-25"),
    "Kiev": ("1941-09-19", "1943-11-06"), "Odessa": ("1941-10-16", "1944-04-10"), "Kalinin": ("1941-10-17", "1941-12-16"),
    "Stalino": ("1941-10-20", "1943-09-08"), "Kharkov": ("1941-10-24", "1943-08-23"), "Kursk": ("1941-11-02", "1943-02-08"),
    "Kerch": ("1941-11-16", "1941-12-30", "1942-05-15", "1944-04-11"), "Sevastopol": ("1942-07-04", "1944-05-09"),
    "Voronezh": ("1942-07-07", "1943-01-25"), "Rostov": ("1941-11-21", "1941-11-28", "1942-07-24", "1943-02-14"),
    "Krasnodar": ("1942-08-09", "1943-02-12"), "Maikop": ("1942-08-09", "1943-01-29"),
}  # fmt: skip
"""Soviet cities that the Axis held: the days on which each fell and was lost, in turn. Kharkov's four weeks of early 1943 are left
out. The dates are those of the common histories of the war."""


class Row(msgspec.Struct, frozen=True):
    """One game at the end of one turn."""

    turn: int
    east: int
    west: int
    steps: tuple[int, ...]
    attacks: tuple[int, ...]


def last_day(turn: int) -> date:
    """The day on which a turn ends."""
    months = 5 + MONTHS_OF_A_TURN * turn
    return date(1941 + months // 12, months % 12 + 1, DAY_OF_CHANGE)


def was_held(name: str, day: date) -> bool:
    """Whether the Axis held a Soviet city on a day."""
    return sum(date.fromisoformat(each) <= day for each in HELD.get(name, ())) % 2 == 1


def history(w: World) -> dict[int, int]:
    """Soviet cities that the Axis held at the end of each turn of a scenario."""
    return {
        turn: sum(was_held(name, last_day(turn)) for name in HELD) for turn in range(w.plan.first, w.plan.last + 1)
    }  # fmt: skip


def row(s: State, turn: int, attacks: Sequence[int]) -> Row:
    """What a position tells."""
    w = s.world
    east = 0 if w.game == WEST else (s.control[AXIS] & w.cities_in["ussr"]).bit_count()
    west = 0 if w.game == EAST else (s.control[ALLIED] & western_goals(s)).bit_count()
    steps = tuple(sum(steps_of(s, u) for u in units_of(s, power)) for power in w.powers)
    return Row(turn, east, west, steps, tuple(attacks))


def watch(scenario: str, players: Sequence[str], seed: str) -> tuple[State, list[Row]]:
    """One game, a row at the end of each turn."""
    setup = Setup(scenario)
    s = GAME.start(setup)
    w = s.world
    dice = SeededSource(f"dice/{seed}")
    seats = [info.id for info in GAME.seats(setup)]
    names = [*players, *[players[-1]] * (len(seats) - len(players))]
    sitting = {seat: get(name, f"{seed}/{seat}") for seat, name in zip(seats, names, strict=True)}
    rows: list[Row] = []
    attacks = [0] * len(w.powers)
    turn = s.turn
    while (frame := pending(s)) is not None:
        if s.turn != turn:
            rows.append(row(s, turn, attacks))
            attacks, turn = [0] * len(w.powers), s.turn
        if isinstance(frame, Chance):
            if isinstance(frame, CombatRoll):
                attacks[w.powers.index(s.power[s.attackers[0]])] += 1
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        assert isinstance(frame, Decision)
        seat = frame.deciders(s)[0]
        apply(s, seat, sitting[seat].choose(Seatview(GAME, s, seat)))
    rows.append(row(s, turn, attacks))
    return s, rows


def table(w: World, games: Sequence[Sequence[Row]]) -> list[str]:
    """The games as a Markdown table, one line per turn."""
    known = history(w)
    powers = [POWER_NAMES[power] for power in w.powers]
    head = [
        "turn",
        "history",
        "Soviet cities of the Axis",
        "cities of the Allies",
        *(f"steps {p}" for p in powers),
    ]
    out = [
        "| " + " | ".join([*head, *(f"attacks {p}" for p in powers)]) + " |",
        "|---" * (len(head) + len(powers)) + "|",
    ]
    for turn in sorted(known):
        rows = [one for game in games for one in game if one.turn == turn]
        if not rows:
            continue
        n = len(rows)
        means = [sum(one.east for one in rows) / n, sum(one.west for one in rows) / n]
        means += [sum(one.steps[k] for one in rows) / n for k in range(len(powers))]
        means += [sum(one.attacks[k] for one in rows) / n for k in range(len(powers))]
        east = "" if w.game == WEST else str(known[turn])
        out.append(f"| {turn} | {east} | " + " | ".join(f"{x:.1f}" for x in means) + " |")
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m hexfront.lab.course", description=__doc__)
    parser.add_argument(
        "scenario", choices=[each.id for each in GAME.scenarios], help="a scenario of Lebensraum!"
    )
    parser.add_argument("--games", type=int, default=3, help="how many games (default: 3)")
    parser.add_argument("--seed", default="course", help="the series of dice (default: course)")
    parser.add_argument("--players", default="staff,staff", help="players by seat (default: staff in each)")
    asked = parser.parse_args(arguments)
    games = []
    world: World | None = None
    for n in range(asked.games):
        s, rows = watch(asked.scenario, asked.players.split(","), f"{asked.seed}/{n}")
        games.append(rows)
        world = s.world
        winners = ", ".join(s.result.winners) if s.result and s.result.winners else "draw"
        print(f"game {n}: {winners}", flush=True)
    if world is not None:
        print("\n".join(table(world, games)))


if __name__ == "__main__":
    main()
