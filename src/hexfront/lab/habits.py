"""Learn habits from play: `python -m hexfront.lab.habits GAME SCENARIO --games N`.

Both sides are staff, each with its doctrine's numbers tilted at random around what is known so far. Each game says
something about every number at once: a straight line through who won, and by how much, against all the tilts shows which
way each should go. The next games are played around a habit that has moved that way, the farther the surer the result and
the more games there were. After a few rounds the habits play staff with dice they have not seen, beside staff's own plan
with the same dice. They are kept if they did better by more than chance would give; otherwise what was known before stays.
Everything follows from the seed.

With `--like` nothing is learned: the habits of another scenario, which may begin in the same way, are tried in this one.
With `--plan` one of the plans that a general weighs is tried, kept up until a turn: a search of a turn or two would never
find what must be begun long before it pays.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp, sqrt
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games import get
from hexfront.kernel import CONTROL, Game, Seat, SeededSource, Setup
from hexfront.lab.farm import follow_parent
from hexfront.lab.learner import keep, known, learner, seats_of, whole
from hexfront.lab.playout import playout
from hexfront.lab.stats import wilson
from hexfront.lab.train import solve
from hexfront.players import Plan, Player, Seatview, StaffPlayer, searched_doctrine
from hexfront.players.habits import HABITS, Habit, habits
from hexfront.players.plan import STEADY
from hexfront.players.processes import WORKERS

SPREAD = 0.6
"""How far a trial strays: numbers are multiplied by e to a normal variable of this spread."""
REACH = (1.0, 1.5, 2.0)
"""How far the surest number has moved after each round, in spreads."""
SURE, GUESS = 4.0, 1.0
"""Standard errors: what goes the whole way, and what does not go at all."""
RIDGE = 4.0
FIRST_TURN = 2000
"""More actions than a first turn has."""
LEAST = 12
"""With fewer games nothing could be told from chance."""
BOLDNESS = "boldness"
KIND = dict[Seat, Habit]
"""What is kept of a scenario."""

Tilts = dict[Seat, dict[str, float]]
"""Logarithms of what the numbers of each seat are multiplied by; boldness is added."""


class Trial(msgspec.Struct, array_like=True):
    """A game: how far each number was tilted, what the first seat got and by how many points it led."""

    tilts: Tilts
    won: float
    lead: float


def plan_of(tilts: Mapping[str, float]) -> Plan:
    """The plan that tilts amount to."""
    numbers = tuple((n, round(exp(x), 3)) for n, x in sorted(tilts.items()) if n != BOLDNESS and round(x, 2))
    return Plan("habit", boldness=round(0.5 * tilts.get(BOLDNESS, 0.0), 3), tilts=numbers)


def _played(
    game: Game[Any], setup: Setup, seats: Sequence[Seat], players: dict[Seat, Player], seed: str
) -> tuple[float, float]:
    done = playout(game, setup, seed, players, limit=200_000)
    winners = done.result.winners if done.result is not None else ()
    scores = game.view(done.state, CONTROL).scores
    lead = scores.get(seats[0], 0.0) - scores.get(seats[1], 0.0)
    return (0.5 if len(winners) != 1 else float(winners[0] == seats[0])), lead


def _try(name: str, scenario: str, seed: str, centre: Tilts, number: int) -> Trial:
    game = get(name)
    setup = game.setup(scenario)
    source = SeededSource(f"habits/{seed}/{number}")
    tilts: Tilts = {}
    doctrine = searched_doctrine(game).unbooked()
    players: dict[Seat, Player] = {}
    for seat, at in centre.items():
        tilts[seat] = {n: x + source.random.gauss(0, SPREAD) for n, x in sorted(at.items())}
        players[seat] = StaffPlayer(f"{seed}/{number}/{seat}", plan=plan_of(tilts[seat]), doctrine=doctrine)
    return Trial(tilts, *_played(game, setup, list(centre), players, f"{seed}/{number}"))


def slopes(trials: Sequence[Trial]) -> Tilts:
    """How much each number matters, as far as that can be told from chance: coefficients in standard errors."""
    names = [(seat, n) for seat, tilts in trials[0].tilts.items() for n in sorted(tilts)]
    mean = sum(x.lead for x in trials) / len(trials)
    spread = sqrt(sum((x.lead - mean) ** 2 for x in trials) / len(trials)) or 1.0
    goals = [x.won + 0.4 * max(-2.0, min(2.0, (x.lead - mean) / spread)) for x in trials]
    table = [[1.0, *(x.tilts[seat][n] / SPREAD for seat, n in names)] for x in trials]
    size = len(names) + 1
    bend = [[sum(r[i] * r[j] for r in table) for j in range(size)] for i in range(size)]
    for i in range(1, size):
        bend[i][i] += RIDGE
    beta = solve(bend, [sum(r[i] * y for r, y in zip(table, goals, strict=True)) for i in range(size)])
    left = sum(
        (y - sum(b * v for b, v in zip(beta, r, strict=True))) ** 2 for r, y in zip(table, goals, strict=True)
    )
    noise = left / max(1, len(trials) - size)
    first = next(iter(trials[0].tilts))
    out: Tilts = {seat: {} for seat in trials[0].tilts}
    for i, (seat, n) in enumerate(names, 1):
        error = sqrt(noise * solve(bend, [float(j == i) for j in range(size)])[i]) or 1.0
        out[seat][n] = (beta[i] if seat == first else -beta[i]) / error
    return out


def moved(found: Mapping[str, float], reach: float) -> dict[str, float]:
    """How to tilt the numbers, the surest by `reach` spreads. A number about which nothing is known stays where it is."""
    most = max([SURE, *(abs(t) for t in found.values())])
    return {n: reach * SPREAD * t / most if abs(t) > GUESS else 0.0 for n, t in found.items()}


def _check(
    name: str, scenario: str, seed: str, tried: dict[Seat, Habit], number: int
) -> dict[Seat, tuple[float, float]]:
    """One game of each seat's habit against staff and one of staff against itself, with the same dice: points of both."""
    game = get(name)
    setup = game.setup(scenario)
    seats = seats_of(game, setup)
    dice = f"{seed}/check/{number}"
    doctrine = searched_doctrine(game).unbooked()

    def points(changed: dict[Seat, Habit]) -> float:
        players: dict[Seat, Player] = {}
        for seat in seats:
            habit = changed.get(seat, Habit(STEADY))
            players[seat] = StaffPlayer(
                f"{dice}/{seat}", plan=habit.plan, until=habit.until, doctrine=doctrine
            )
        return _played(game, setup, seats, players, dice)[0]

    usual = points({})
    out = {}
    for seat, habit in tried.items():
        own = points({seat: habit})
        out[seat] = (own, usual) if seat == seats[0] else (1 - own, 1 - usual)
    return out


def learn(
    name: str, scenario: str, games: int, seed: str, workers: int = 1, say: Callable[[str], object] = print
) -> dict[Seat, Habit]:
    """The habits of a scenario that beat staff's own numbers, the same whatever the number of workers."""
    game = get(name)
    setup = game.setup(scenario)
    seats = seats_of(game, setup)
    if len(seats) != 2:
        raise BadData(f"Habits are learned with two seats; {game.title} has {len(seats)} here.")
    doctrine = searched_doctrine(game)
    centre: Tilts = {seat: dict.fromkeys([*doctrine.names(seat), BOLDNESS], 0.0) for seat in seats}
    with ProcessPoolExecutor(workers, WORKERS, follow_parent) as pool:
        trials: list[Trial] = []
        for n, reach in enumerate(REACH):
            each = partial(_try, name, scenario, f"{seed}/{n}", centre)
            trials += pool.map(each, range(games // len(REACH)), chunksize=4)
            found = slopes(trials)
            centre = {seat: moved(found[seat], reach) for seat in seats}
            for seat in seats:
                sure = sorted(found[seat].items(), key=lambda x: -abs(x[1]))[:6]
                say(f"round {n + 1}, {seat}: " + ", ".join(f"{k} {t:+.1f}" for k, t in sure))
    tried = {seat: Habit(plan_of(centre[seat])) for seat in seats}
    return better(name, scenario, tried, games // 4, seed, workers, say)


def better(
    name: str,
    scenario: str,
    tried: dict[Seat, Habit],
    games: int,
    seed: str,
    workers: int = 1,
    say: Callable[[str], object] = print,
) -> dict[Seat, Habit]:
    """Those of the habits that beat staff's own numbers with dice they have not seen, by more than a standard error."""
    kept: dict[Seat, Habit] = {}
    with ProcessPoolExecutor(workers, WORKERS, follow_parent) as pool:
        checks = list(pool.map(partial(_check, name, scenario, seed, tried), range(games), chunksize=2))
    for seat, habit in tried.items():
        own, usual = (sum(x[seat][k] for x in checks) for k in (0, 1))
        gains = [x[seat][0] - x[seat][1] for x in checks]
        mean = sum(gains) / len(gains)
        error = sqrt(sum((g - mean) ** 2 for g in gains) / max(1, len(gains) - 1) / len(gains))
        low, high = wilson(own, len(checks))
        is_better = mean > error
        say(
            f"{seat}: {own:g} of {len(checks)} ({low:.0%} to {high:.0%}), the usual plan {usual:g}: "
            + ("kept" if is_better else "not kept")
        )
        if is_better:
            kept[seat] = Habit(habit.plan, len(checks), own, usual, habit.until)
    return kept


def weighed(name: str, scenario: str) -> dict[Seat, dict[str, Plan]]:
    """The plans that a general weighs on the first turn, by seat and name: staff plays it to see them."""
    game = get(name)
    setup = game.setup(scenario)
    found: dict[Seat, dict[str, Plan]] = {seat: {} for seat in seats_of(game, setup)}
    doctrine = searched_doctrine(game)
    first = getattr(game.start(setup), "turn", 0)

    class Watching(StaffPlayer):
        def choose(self, seat: Seatview) -> Any:
            s = seat.resample(SeededSource("weighed"))
            if getattr(s, "turn", 0) <= max(1, first):
                found[seat.seat] |= {x.name: x for x in doctrine.plans(s, seat.seat) if x != STEADY}
            return super().choose(seat)

    playout(game, setup, "weighed", {seat: Watching("weighed") for seat in found}, limit=FIRST_TURN)
    return found


def planned(name: str, scenario: str, plan: str, seat: Seat) -> dict[Seat, Plan]:
    """A plan by its name, for one seat or for all that weigh it, under the name that habits have."""
    every = weighed(name, scenario)
    if seat and seat not in every:
        raise BadData(f"There is no seat {seat}; there are {', '.join(every)}.")
    found = {who: plans[plan] for who, plans in every.items() if plan in plans and seat in ("", who)}
    if not found:
        others = sorted({x for who, plans in every.items() if seat in ("", who) for x in plans})
        raise BadData(f"No plan is called {plan!r}; there are: {', '.join(others)}.")
    return {who: msgspec.structs.replace(each, name="habit") for who, each in found.items()}


def _work(args: argparse.Namespace) -> int:
    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    if args.like:
        there = habits(args.game).get(get(args.game).setup(args.like).scenario, {})
        if not there:
            raise BadData(f"There are no habits for {args.like}; learn them first.")
        found = better(args.game, args.scenario, there, args.games, args.seed, args.workers, say)
    elif args.plan:
        plans = planned(args.game, args.scenario, args.plan, args.seat)
        tried = {seat: Habit(plan, until=args.until) for seat, plan in plans.items()}
        found = better(args.game, args.scenario, tried, args.games, args.seed, args.workers, say)
    elif args.until or args.seat:
        raise BadData("--until and --seat say how a plan is tried; name it with --plan.")
    else:
        found = learn(args.game, args.scenario, args.games, args.seed, args.workers, say)
    keep(args.path, KIND, args.scenario, known(args.path, KIND).get(args.scenario, {}) | found)
    return 0


def main(given: Sequence[str] | None = None) -> int:
    """A quarter as many games are played to check as to learn from, so fewer than four games would leave none."""

    def more(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--like",
            default="",
            metavar="SCENARIO",
            help="learn nothing, but try the habits of another scenario",
        )
        parser.add_argument(
            "--plan", default="", metavar="NAME", help="learn nothing, but try a plan that a general weighs"
        )
        parser.add_argument(
            "--until",
            type=whole(1),
            default=0,
            metavar="TURN",
            help="keep it up until this turn (default: to the end)",
        )
        parser.add_argument(
            "--seat",
            default="",
            metavar="SEAT",
            help="try it for this seat alone (default: for all that weigh it)",
        )

    return learner("hexfront.lab.habits", __doc__ or "", 600, LEAST, HABITS, KIND, _work, given, more)


if __name__ == "__main__":
    sys.exit(main())
