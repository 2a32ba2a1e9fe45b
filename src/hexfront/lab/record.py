"""One game played and written down: who won and how, turn by turn, for any game, from its view alone."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from hexfront.errors import UnknownName
from hexfront.hexes import load_board
from hexfront.kernel import (
    CONTROL,
    Chance,
    Dice,
    Die,
    Distribution,
    Event,
    Game,
    Piece,
    Seat,
    SeededSource,
    Setup,
    View,
    apply,
    resolve,
    steps_lost,
)
from hexfront.match.steps import turn_reader
from hexfront.players import Seatview
from hexfront.players import get as get_player


class TurnRecord(msgspec.Struct, frozen=True):
    """The position at the start of a turn; the last of a game is the position at its end, a turn later.

    `scores` are points as the view gives them, `steps` the steps on the map by side, `where` the steps in each hex by
    side, and `lost` the steps that left the map in the turn before: from pieces that stood on it when that began.
    """

    turn: int
    scores: dict[str, float]
    steps: dict[str, int]
    where: dict[str, dict[str, int]]
    lost: dict[str, int] = {}


class GameRecord(msgspec.Struct, frozen=True):
    """A finished (or stopped) game. Everything in it follows from the set-up, the players and the seed.

    `luck` is how kind the dice were to a seat's side, on average over the `judged` rolls and draws of which the game says
    for whom they are good: see `kindness`. `dice` is how many standard deviations above their mean the dice were that
    fell after a seat's own decisions, whether that was good or bad for it.
    """

    number: int
    seed: str
    players: dict[Seat, str]
    winners: tuple[Seat, ...]
    reason: str
    level: str
    scores: dict[str, float]
    finished: bool
    turns: tuple[TurnRecord, ...]
    actions: int
    rolls: int
    luck: dict[Seat, float]
    dice: dict[Seat, float] = {}
    judged: int = 0


BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Upper bounds, in seconds, of the classes that decision times are counted in; the last class has none."""


class Timing(msgspec.Struct):
    """How long a seat's decisions took: not part of a record, because it differs from run to run."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    spread: list[int] = msgspec.field(default_factory=lambda: [0] * (len(BOUNDS) + 1))

    def add(self, spent: float) -> None:
        self.decisions += 1
        self.seconds += spent
        self.slowest = max(self.slowest, spent)
        self.spread[bisect_left(BOUNDS, spent)] += 1

    def join(self, other: Timing) -> None:
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.spread = [a + b for a, b in zip(self.spread, other.spread, strict=True)]


class _Clerk:
    """Writes the turns down, and remembers what each piece had, to see what was lost."""

    def __init__(self) -> None:
        self.turns: list[TurnRecord] = []
        self._had: list[Piece] = []

    def note(self, view: View, turn: int) -> None:
        """Write the position down as the start of a turn."""
        steps: dict[str, int] = {}
        where: dict[str, dict[str, int]] = {}
        is_hex = hex_test(view.map)
        have = [piece for piece in view.pieces if is_hex(piece.at)]
        for piece in have:
            steps[piece.side] = steps.get(piece.side, 0) + piece.steps
            here = where.setdefault(piece.side, {})
            here[piece.at] = here.get(piece.at, 0) + piece.steps
        lost, self._had = steps_lost(self._had, have), have
        self.turns.append(TurnRecord(turn, dict(view.scores), steps, where, lost))


@lru_cache(maxsize=8)
def hex_test(name: str) -> Callable[[str], bool]:
    """A function that tells hexes of a map from boxes beside it; numbers are hexes where there is no such map."""
    try:
        board = load_board(name)
    except UnknownName:
        return str.isdigit
    return frozenset(board.label(i) for i in board.grid).__contains__


def kindness(distribution: Distribution, outcome: Any, worth: Callable[[Any], float]) -> float | None:
    """How kind an outcome was to the side whose luck it is: its place among all outcomes in the order of their worth.

    The place is the chance of a worse outcome plus half that of an equal one. Subtract one half and divide by the standard
    deviation, so that every roll has mean 0 and deviation 1, whatever its table. None where all outcomes are worth the same:
    there is no luck in those.
    """
    chances: dict[float, float] = {}
    for each, chance in distribution.chances():
        value = worth(each)
        chances[value] = chances.get(value, 0.0) + chance
    if len(chances) < 2:
        return None
    below = spread = place = 0.0
    thrown = worth(outcome)
    for value in sorted(chances):
        here = below + chances[value] / 2 - 0.5
        spread += chances[value] * here * here
        below += chances[value]
        if value == thrown:
            place = here
    return float(place / spread**0.5)


def _height(distribution: Any, outcome: Any) -> float | None:
    """How many standard deviations above the mean a throw of dice was; None for draws from a cup."""
    if isinstance(distribution, Die):
        n, k, thrown = distribution.sides, 1, outcome
    elif isinstance(distribution, Dice):
        n, k, thrown = distribution.sides, distribution.count, sum(outcome)
    else:
        return None
    return float((thrown - k * (n + 1) / 2) / (k * (n * n - 1) / 12) ** 0.5)


class _Luck:
    """How high each seat rolled, and how kind its dice were."""

    def __init__(self, game: Game[Any], seats: Iterable[Seat]) -> None:
        self._game = game
        self._height: dict[Seat, list[float]] = {seat: [] for seat in seats}
        self._kind: dict[str, list[float]] = {}
        self.rolls = 0

    def note(self, s: Any, frame: Chance, outcome: Any, distribution: Any, last: Seat) -> None:
        """A roll, after the choice of this seat."""
        high = _height(distribution, outcome)
        if high is not None:
            self._height[last].append(high)
        judge = self._game.fortune(s, frame)
        lucky = kindness(distribution, outcome, judge.worth) if judge else None
        if judge and lucky is not None:
            self._kind.setdefault(judge.side, []).append(lucky)
        self.rolls += 1

    @property
    def judged(self) -> int:
        """How many rolls could be judged."""
        return sum(len(each) for each in self._kind.values())

    def of(self, seats: Iterable[Seat], sides: Mapping[Seat, str]) -> dict[Seat, float]:
        """Each seat's luck."""
        total = sum(sum(each) for each in self._kind.values())
        return {
            seat: round((2 * sum(self._kind.get(sides[seat], ())) - total) / max(1, self.judged), 4)
            for seat in seats
        }

    def dice(self, seats: Iterable[Seat]) -> dict[Seat, float]:
        """How high each seat rolled in the middle."""
        return {seat: round(sum(self._height[seat]) / max(1, len(self._height[seat])), 4) for seat in seats}


def play(
    game: Game[Any],
    setup: Setup,
    players: Mapping[Seat, str],
    seed: str,
    number: int = 0,
    limit: int = 200_000,
) -> tuple[GameRecord, dict[Seat, Timing]]:
    """Play one game between named players. The dice depend on the seed alone, the players on seed and seat."""
    s = game.start(setup)
    dice = SeededSource(f"dice/{seed}")
    at_table = {info.id: "random" for info in game.seats(setup)} | dict(
        players
    )  # an umpire decides at random
    seated = {seat: get_player(name, f"{seed}/{seat}") for seat, name in at_table.items()}
    heard: dict[Seat, list[Event]] = {seat: [] for seat in seated}
    timing = {seat: Timing() for seat in seated}
    luck, clerk = _Luck(game, seated), _Clerk()
    turns = clerk.turns
    actions = 0
    last = next(iter(players))
    turn_of = turn_reader(game)
    while s.agenda and actions < limit:
        if not turns or turn_of(s) != turns[-1].turn:
            clerk.note(game.view(s, CONTROL), turn_of(s))
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            distribution = frame.outcomes(s)
            outcome = distribution.draw(dice)
            luck.note(s, frame, outcome, distribution, last)
            news = resolve(s, outcome)
        else:
            last = frame.deciders(s)[0]
            began = time.perf_counter()
            action = seated[last].choose(Seatview(game, s, last, tuple(heard[last])))
            timing[last].add(time.perf_counter() - began)
            heard[last] = []
            news = apply(s, last, action)
            actions += 1
        for each in heard.values():
            each += news
    clerk.note(game.view(s, CONTROL), turns[-1].turn + 1 if turns else 0)
    result = s.result
    record = GameRecord(
        number=number,
        seed=seed,
        players=dict(players),
        winners=result.winners if result else (),
        reason=result.reason if result else f"stopped after {actions} actions",
        level=result.level if result else "",
        scores=dict(result.scores) if result else {},
        finished=result is not None,
        turns=tuple(turns),
        actions=actions,
        rolls=luck.rolls,
        luck=luck.of(players, {info.id: info.side or info.id for info in game.seats(setup)}),
        dice=luck.dice(players),
        judged=luck.judged,
    )
    return record, {seat: timing[seat] for seat in players}
