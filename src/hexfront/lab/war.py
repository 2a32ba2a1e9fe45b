"""Does it look like the war? Games of For the Motherland!, Hitler Turns East and The Last War beside history.

    python -m hexfront.lab.war campaign --games 6 --seed war
    python -m hexfront.lab.war barbarossa --games 20 --seed war
    python -m hexfront.lab.war europe --games 20 --seed war

The second is `war_east`, the third `war_last`. The first prints, for the end of each turn: cities of the Soviet Union behind the Axis line beside those of the map's dated front lines,
German corps without a supply line of their own, hexes missing from the Axis line, Soviet armies on Axis soil, attacks by side.
A Sudden Death roll that would end the game is rolled again: a war that a roll ended says nothing about the years after.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import msgspec

from hexfront.cartography import art_for
from hexfront.games.motherland import GAME
from hexfront.games.motherland.combat import CombatRoll
from hexfront.games.motherland.kinds import ADMINISTRATIVE, ASSET, AXIS, SEATS, SOVIET
from hexfront.games.motherland.state import State, axis_holds
from hexfront.games.motherland.supply import area, areas
from hexfront.games.motherland.victory import SUDDEN, SuddenDeathRoll, front_gap
from hexfront.games.motherland.world import World
from hexfront.hexes import HexSet, bits, union
from hexfront.kernel import Chance, Decision, SeededSource, Setup, apply, pending, resolve
from hexfront.lab import war_east, war_last
from hexfront.lab.front import halves
from hexfront.players import Seatview, get

DATES = {
    5: "1941-12-05",
    7: "1942-05-08",
    11: "1942-11-18",
    15: "1943-07-04",
    19: "1943-12-24",
    22: "1944-06-22",
}
"""Front lines of the map, by the turn at whose end they stood."""
BESIEGED = {
    "Leningrad": ("1941-12-05", "1943-12-24"),
    "Sevastopol": ("1941-12-05", "1942-05-08"),
}
"""Cities that held out behind the Axis line: the first and the last of the days above."""
ENDS = {7: "1942-05-08", 12: "1942-12-31", 14: "1943-03-20", 17: "1943-08-23", 22: "1944-06-22"}
"""The last front line of the map before the end of the last turn of a scenario."""
TENTH = 10


class Row(msgspec.Struct, frozen=True):
    """One game at the end of one turn."""

    turn: int
    cities: int
    corps: int
    unfed: int
    gap: int
    raiders: int
    attacks: tuple[int, int]


def history(w: World) -> dict[int, int]:
    """Soviet cities in Axis hands in history, by turn: those behind its line that did not hold out there."""
    held = {
        day: west_of(w, day)
        & ~union(w.find(name) for name, (first, last) in BESIEGED.items() if first <= day <= last)
        for day in DATES.values()
    }
    return {turn: (held[day] & w.city & w.soviet_union).bit_count() for turn, day in DATES.items()}


def west_of(w: World, day: str) -> HexSet:
    """The hexes behind the Axis line of a day, as the map draws it."""
    art = art_for(w.board)
    path = next(line.path for line in art.fronts if line.id == day)
    left, right, _ = halves(w.board, art, path, w.land)
    return max(left, right, key=lambda half: (half & w.country["germany"]).bit_count())


def lines_of(w: World) -> list[HexSet]:
    """The hexes behind the Axis line on each day of the map's front lines up to the end of a scenario."""
    days = [day for day in sorted(line.id for line in art_for(w.board).fronts) if day <= ENDS[w.plan.last]]
    return [west_of(w, day) for day in days]


def historical_assets(w: World) -> int:
    """The Economic Assets that history lost by the end of a scenario: mines, oil and pipelines that lay behind the Axis line
    and those lost before it begins. Factories went east in time."""
    gone = {w.number[name] for name in w.layout.get("eliminated", ()) if name in w.number}
    reached = 0
    for behind in lines_of(w):
        reached |= behind
    return len(
        gone
        | {u for u in w.of_kind.get(ASSET, ()) if w.asset_type[u] != "factory" and reached >> w.home[u] & 1}
    )


def historical_points(w: World, spared: Sequence[str] = ()) -> int:
    """What history would score at the end of a scenario, by the map's front lines up to that day: lines without gaps, assets
    lost where they score. Places in `spared` count as never taken."""
    behind = lines_of(w)
    points = w.plan.assets * historical_assets(w)
    for name, h, held, retaken, group in w.worth:
        is_axis = bool(behind[-1] >> h & 1) and name not in spared
        was_axis = any(half >> h & 1 for half in behind) and name not in spared
        if w.plan.scorer != SEATS[AXIS]:
            points += 0 if is_axis else held
        elif is_axis:
            points += held
        elif was_axis and group != "axis":
            points += retaken
    return points


def row(s: State, turn: int, attacks: tuple[int, int]) -> Row:
    """What a position tells at the end of a turn."""
    w = s.world
    corps = [u for u in w.units_of[AXIS] if s.where[u] >= 0 and w.combat[u] and w.is_german[u]]
    known = areas(s, AXIS)
    armies = [u for u in w.units_of[SOVIET] if s.where[u] >= 0 and w.combat[u]]
    return Row(
        turn,
        sum(axis_holds(s, h) for h in bits(w.city & w.soviet_union)),
        len(corps),
        sum(not area(s, u, known).supplied >> s.where[u] & 1 for u in corps),
        front_gap(s, AXIS),
        sum(not w.soviet_union >> s.where[u] & 1 for u in armies),
        attacks,
    )


def watch(scenario: str, players: Sequence[str], seed: str) -> list[Row]:
    """One game, a row at the end of each turn: in its Administrative Phase if something is asked or rolled there, else at
    the first question after it, or when the game is over."""
    s = GAME.start(Setup(scenario))
    dice = SeededSource(f"dice/{seed}")
    seats = {seat: get(name, f"{seed}/{seat}") for seat, name in zip(SEATS, players, strict=True)}
    rows: list[Row] = []
    attacks = [0, 0]
    turn = s.turn  # the first without a row

    def note() -> None:
        nonlocal turn
        rows.append(row(s, turn, (attacks[AXIS], attacks[SOVIET])))
        attacks[:] = 0, 0
        turn += 1

    while (frame := pending(s)) is not None:
        if s.turn > turn or (s.phase == ADMINISTRATIVE and s.turn == turn):
            note()
        if isinstance(frame, Chance):
            outcome = frame.outcomes(s).draw(dice)
            if isinstance(frame, SuddenDeathRoll):
                outcome = SUDDEN + 1
            if isinstance(frame, CombatRoll):
                attacks[s.side] += 1
            resolve(s, outcome)
            continue
        assert isinstance(frame, Decision)
        seat = frame.deciders(s)[0]
        apply(s, seat, seats[seat].choose(Seatview(GAME, s, seat)))
    if s.turn == turn:
        note()
    return rows


def table(games: Sequence[Sequence[Row]], known: dict[int, int]) -> list[str]:
    """The games as a Markdown table, one line per turn."""
    out = [
        "| turn | games | history | cities | low tenth, high tenth | corps without a line | gap | raiders | attacks Axis, Soviet |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for turn in sorted({one.turn for game in games for one in game}):
        rows = [one for game in games for one in game if one.turn == turn]
        cities = sorted(one.cities for one in rows)
        low, high = cities[len(cities) // TENTH], cities[-1 - len(cities) // TENTH]
        n = len(rows)
        unfed = 100 * sum(one.unfed for one in rows) / max(1, sum(one.corps for one in rows))
        axis, soviet = (sum(one.attacks[side] for one in rows) / n for side in (AXIS, SOVIET))
        out.append(
            f"| {turn} | {n} | {known.get(turn, '')} | {sum(cities) / n:.1f} | {low}, {high} | {unfed:.0f} % "
            f"| {sum(one.gap for one in rows) / n:.1f} | {sum(one.raiders for one in rows) / n:.1f} "
            f"| {axis:.1f}, {soviet:.1f} |"
        )
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m hexfront.lab.war", description=__doc__)
    eastern = [each.id for each in war_east.GAME.scenarios]
    parser.add_argument(
        "scenario",
        choices=[*(each.id for each in GAME.scenarios), *eastern, "europe"],
        help="a scenario of For the Motherland! or of Hitler Turns East, or The Last War in Europe",
    )
    parser.add_argument("--games", type=int, default=6, help="how many games (default: 6)")
    parser.add_argument("--seed", default="war", help="the series of dice (default: war)")
    parser.add_argument(
        "--players", default="staff,staff", help="Axis and Soviet player (default: staff,staff)"
    )
    asked = parser.parse_args(arguments)
    names = asked.players.split(",")
    if asked.scenario in eastern:
        seen = [war_east.watch(asked.scenario, names, f"{asked.seed}/{n}") for n in range(asked.games)]
        print("\n".join([war_east.summary(seen), "", *war_east.falls(seen), "", *war_east.turns(seen)]))
        return
    if asked.scenario == "europe":
        wars = [war_last.watch(asked.scenario, names, f"{asked.seed}/{n}") for n in range(asked.games)]
        tables = (war_last.course(wars), war_last.landings(wars), war_last.cities(wars))
        print("\n\n".join([war_last.summary(wars), *("\n".join(each) for each in tables)]))
        return
    games = [watch(asked.scenario, names, f"{asked.seed}/{n}") for n in range(asked.games)]
    print("\n".join(table(games, history(GAME.start(Setup(asked.scenario)).world))))


if __name__ == "__main__":
    main()
