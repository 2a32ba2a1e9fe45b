"""Learn an evaluation from self-play: `python -m hexfront.lab.train GAME SCENARIO --games N`.

Staff plays itself, each side coloured by a plan of its own drawn at random, so that positions differ more than one
way of playing would make them; from the beginning of some turn on both go on in the usual way, as they do in a
general's playouts. At the beginning of each turn from then on the doctrine's features are written down, at the end who won. A logistic curve is fitted to four games of five; how well it does on the fifth is what is reported: the Brier
score, beside that of always naming the share of wins and that of the figures set by hand, and a table of reliability.
A curve that does no better than the share of wins is not kept. With `--seat` one seat alone judges by it, and the others
by the figures set by hand: knowing who will win is not knowing what to do, and playing may show that a curve misleads a side.

Everything follows from the seed; opening books are left alone. No package beyond the standard library is used, to learn or to play.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games import get
from hexfront.kernel import Chance, Game, SeededSource, Setup, apply, resolve
from hexfront.lab.farm import follow_parent
from hexfront.lab.learner import keep, learner, seats_of
from hexfront.players import Seatview, StaffPlayer
from hexfront.players.doctrine import STEADY, AnyDoctrine, Plan, searched_doctrine
from hexfront.players.evaluation import CURVES, Curve, squash
from hexfront.players.processes import WORKERS

HOLD_OUT = 5
"""One game in this many is kept for testing."""
STRAYING = 2
"""At the beginning of each turn one game in this many goes over to the usual plans."""
SPREAD = 0.7
"""How far a random plan strays: numbers are multiplied by e to a normal variable of this spread."""


class Row(msgspec.Struct, array_like=True):
    """A position: its game, turn, features, what the figures set by hand say, and whether the first side won."""

    game: int
    turn: int
    features: dict[str, float]
    by_hand: float
    won: float


def stray(doctrine: AnyDoctrine, s: Any, seat: str, source: SeededSource) -> Plan:
    """A plan drawn at random around the doctrine's own: half the time one of them, half the time strange."""
    known = doctrine.plans(s, seat)
    plan = source.choice(known) if source.below(2) else STEADY
    if source.below(2):
        return plan
    names = sorted(doctrine.names(seat))
    tilts = tuple((name, exp(source.random.gauss(0, SPREAD))) for name in names)
    return msgspec.structs.replace(
        plan, name="strays", boldness=source.random.uniform(-0.8, 0.8), tilts=tilts
    )


def rows_of(game: Game[Any], setup: Setup, seed: str, number: int, limit: int = 20_000) -> list[Row]:
    """Play one game and write its positions down."""
    doctrine = searched_doctrine(game).unbooked()
    s = game.start(setup)
    dice, source = SeededSource(f"dice/{seed}"), SeededSource(f"train/{seed}")
    seats = seats_of(game, setup)
    players = {
        seat: StaffPlayer(f"{seed}/{seat}", plan=stray(doctrine, s, seat, source), doctrine=doctrine)
        for seat in seats
    }
    rows: list[Row] = []
    turn = s.turn
    is_usual = False  # both sides have gone over to the usual plan
    for _ in range(limit):
        if not s.agenda:
            break
        if s.turn != turn:
            turn = s.turn
            if not is_usual and not source.below(STRAYING):
                is_usual = True
                players = {seat: StaffPlayer(f"{seed}/{seat}/usual", doctrine=doctrine) for seat in seats}
            if is_usual:
                rows.append(Row(number, turn, doctrine.features(s), doctrine.by_hand(s, seats[0]), 0.5))
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        who = frame.deciders(s)[0]
        apply(s, who, players[who].choose(Seatview(game, s, who)))
    result = s.result
    if result is not None:
        for row in rows:
            row.won = 0.5 if len(result.winners) != 1 else float(result.winners[0] == seats[0])
    return rows


def _play(name: str, scenario: str, seed: str, number: int) -> list[Row]:
    game = get(name)
    return rows_of(game, game.setup(scenario), f"{seed}/{number}", number)


def self_play(name: str, scenario: str, games: int, seed: str, workers: int = 1) -> list[Row]:
    """Positions of many games, the same whatever the number of workers."""
    play: Callable[[int], list[Row]] = partial(_play, name, scenario, seed)
    if workers <= 1:
        return [row for n in range(games) for row in play(n)]
    with ProcessPoolExecutor(workers, WORKERS, follow_parent) as pool:
        return [row for rows in pool.map(play, range(games), chunksize=4) for row in rows]


def fit(rows: Sequence[Row], ridge: float = 3.0, steps: int = 12) -> dict[str, float]:
    """The weights of a logistic curve, by Newton's method with a little ridge on scaled features."""
    names = sorted({name for row in rows for name in row.features})
    columns = [[row.features.get(name, 0.0) for row in rows] for name in names]
    means = [sum(c) / len(c) for c in columns]
    spreads = [
        max(1e-6, (sum((x - m) ** 2 for x in c) / len(c)) ** 0.5) for c, m in zip(columns, means, strict=True)
    ]
    flat = [spread <= 1e-6 for spread in spreads]
    table = [
        [
            1.0,
            *(0.0 if f else (c[k] - m) / d for c, m, d, f in zip(columns, means, spreads, flat, strict=True)),
        ]
        for k in range(len(rows))
    ]
    size = len(names) + 1
    beta = [0.0] * size
    for _ in range(steps):
        slope = [0.0] + [-ridge * b for b in beta[1:]]
        bend = [[ridge if i == j and i else 0.0 for j in range(size)] for i in range(size)]
        for x, row in zip(table, rows, strict=True):
            p = squash(sum(b * v for b, v in zip(beta, x, strict=True)))
            off, heft = row.won - p, max(1e-6, p * (1 - p))
            for i, v in enumerate(x):
                slope[i] += off * v
                if v:
                    line, hv = bend[i], heft * v
                    for j in range(i + 1):
                        line[j] += hv * x[j]
        for i in range(size):
            for j in range(i):
                bend[j][i] = bend[i][j]
        move = solve(bend, slope)
        beta = [b + d for b, d in zip(beta, move, strict=True)]
        if max(abs(d) for d in move) < 1e-6:
            break
    weights = {
        name: round(b / d, 4) for name, b, d, f in zip(names, beta[1:], spreads, flat, strict=True) if not f
    }
    constant = beta[0] - sum(weights[n] * m for n, m in zip(names, means, strict=True) if n in weights)
    weights["constant"] = round(constant, 4)
    return weights


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a set of linear equations, by elimination."""
    n = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(n):
        top = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[top] = rows[top], rows[i]
        for k in range(i + 1, n):
            share = rows[k][i] / rows[i][i]
            if share:
                rows[k] = [a - share * b for a, b in zip(rows[k], rows[i], strict=True)]
    out = [0.0] * n
    for i in reversed(range(n)):
        out[i] = (rows[i][n] - sum(rows[i][k] * out[k] for k in range(i + 1, n))) / rows[i][i]
    return out


def brier(said: Iterable[float], won: Iterable[float]) -> float:
    """The mean squared distance of chances from what happened."""
    pairs = list(zip(said, won, strict=True))
    return sum((p - w) ** 2 for p, w in pairs) / max(1, len(pairs))


class Tested(msgspec.Struct):
    """How a curve did on positions it had not seen."""

    games: int
    positions: int
    curve: Curve
    brier: float
    base: float
    by_hand: float
    reliability: list[tuple[float, float, int]]  # said on average, won, positions
    by_turn: dict[int, tuple[float, float]]  # Brier of the curve and of the base rate


def fit_signed(rows: Sequence[Row], signs: Mapping[str, int]) -> dict[str, float]:
    """The weights of a curve, none of which contradicts the rules: those that do are left out one after another."""
    names = {name for row in rows for name in row.features} - {"constant"}
    while True:
        kept = [
            Row(x.game, x.turn, {n: x.features.get(n, 0.0) for n in names}, x.by_hand, x.won) for x in rows
        ]
        weights = fit(kept)
        wrong = {name: w for name, w in weights.items() if signs.get(name, 0) * w < 0}
        if not wrong:
            return weights
        names.discard(max(wrong, key=lambda name: (abs(wrong[name]), name)))


def learn(rows: Sequence[Row], signs: Mapping[str, int] | None = None) -> Tested:
    """Fit on four games of five, test on the fifth."""
    known = [row for row in rows if row.game % HOLD_OUT]
    fresh = [row for row in rows if not row.game % HOLD_OUT]
    if not known or not fresh:
        raise BadData("These games gave too few positions to learn from and to test with; play more of them.")
    weights = fit_signed(known, signs or {})
    rate = sum(row.won for row in known) / len(known)
    curve = Curve(weights)
    said = [curve({**row.features, "constant": 1.0}) for row in fresh]
    won = [row.won for row in fresh]
    games = len({row.game for row in rows})
    own, base = brier(said, won), brier([rate] * len(fresh), won)
    bins: list[tuple[float, float, int]] = []
    for n in range(10):
        inside = [(p, w) for p, w in zip(said, won, strict=True) if n <= min(9.999, 10 * p) < n + 1]
        if inside:
            count = len(inside)
            bins.append((sum(p for p, _ in inside) / count, sum(w for _, w in inside) / count, count))
    turns = {}
    for turn in sorted({row.turn for row in fresh}):
        here = [k for k, row in enumerate(fresh) if row.turn == turn]
        turns[turn] = (
            brier([said[k] for k in here], [won[k] for k in here]),
            brier([rate] * len(here), [won[k] for k in here]),
        )
    curve = Curve(weights, games, round(own, 4), round(base, 4))
    hand = brier([row.by_hand for row in fresh], won)
    return Tested(games, len(rows), curve, own, base, hand, bins, turns)


def report(name: str, scenario: str, tested: Tested) -> str:
    """What was learned, in lines."""
    lines = [
        f"{name} {scenario}: {tested.games} games, {tested.positions} positions; Brier on unseen games "
        f"{tested.brier:.4f}, share of wins {tested.base:.4f}, by hand {tested.by_hand:.4f}"
    ]
    lines += [
        f"  said {said:.2f}  won {won:.2f}  {count} positions" for said, won, count in tested.reliability
    ]
    lines += [f"  turn {turn}: {own:.4f} (share {base:.4f})" for turn, (own, base) in tested.by_turn.items()]
    return "\n".join(lines)


def _work(args: argparse.Namespace) -> int:
    game = get(args.game)
    seats = seats_of(game, game.setup(args.scenario))
    if args.seat and args.seat not in seats:
        raise BadData(f"There is no seat {args.seat!r} in {args.scenario}; there are {', '.join(seats)}.")
    rows = self_play(args.game, args.scenario, args.games, args.seed, args.workers)
    tested = learn(rows, searched_doctrine(game).signs)
    sys.stdout.write(report(args.game, args.scenario, tested) + "\n")
    if tested.brier >= tested.base:
        sys.stdout.write("not kept: it knows no more than the share of wins\n")
        return 0
    seat = (args.seat,) if args.seat else ()
    keep(args.path, Curve, args.scenario, msgspec.structs.replace(tested.curve, seats=seat))
    return 0


def main(given: Sequence[str] | None = None) -> int:
    def more(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--seat", default="", metavar="S", help="who judges by the curve (default: every seat)"
        )

    return learner("hexfront.lab.train", __doc__ or "", 400, HOLD_OUT, CURVES, Curve, _work, given, more)


if __name__ == "__main__":
    sys.exit(main())
