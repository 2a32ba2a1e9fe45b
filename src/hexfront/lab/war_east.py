"""Games of Hitler Turns East beside history: in which month each city falls, and how the armies fare turn by turn.

    python -m hexfront.lab.war barbarossa --games 20 --seed war

An automatic victory ends a game there; what has not fallen by then counts as held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.combat import AttackRoll
from hexfront.games.turns_east.data import AXIS, SIDES, SOVIET
from hexfront.games.turns_east.state import EastState, factor
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.hexes import bits
from hexfront.kernel import Chance, Decision, SeededSource, Setup, apply, pending, resolve
from hexfront.players import Seatview, get

HISTORY = {
    "Minsk": 1, "Riga": 2, "Smolensk": 2, "Dnepropetrovsk": 3, "Tallinn": 3, "Kiev": 4, "Orel": 5, "Bryansk": 5,
    "Odessa": 5, "Stalino": 5, "Kharkov": 5, "Kursk": 6, "Rostov": 6, "Leningrad": 0, "Moscow": 0, "Sevastopol": 0,
}  # fmt: skip
"""The turn in which each city fell, June 1941 being the first; 0 for one that did not by April 1942."""
MONTHS = ("Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb", "Mar", "Apr")
SEPTEMBER = 4


class Month(msgspec.Struct, frozen=True):
    """One game at the end of one turn: units and factors by side, those cut off, raiders on Axis soil, attacks by side."""

    turn: int
    units: tuple[int, int]
    factors: tuple[int, int]
    cut_off: tuple[int, int]
    raiders: int
    attacks: tuple[int, int]


class Campaign(msgspec.Struct, frozen=True):
    """One game: when each city first fell, its months, who won, by which case, with how many points."""

    fell: dict[str, int]
    months: list[Month]
    winner: str
    rule: str
    points: int

    @property
    def is_automatic(self) -> bool:
        return self.rule.startswith("3.3")


def month(s: EastState, turn: int, attacks: Sequence[int]) -> Month:
    """What a position tells."""
    w = s.world
    sides = [
        [u for u in bits(w.stackers & w.masks[side] & ~w.partisan) if s.where[u] >= 0]
        for side in (AXIS, SOVIET)
    ]
    nets = [SupplyNet(s, side) for side in (AXIS, SOVIET)]
    factors = [sum(factor(s, u) for u in units) for units in sides]
    cut = [sum(is_cut_off(s, net, u) for u in units) for net, units in zip(nets, sides, strict=True)]
    return Month(
        turn,
        (len(sides[AXIS]), len(sides[SOVIET])),
        (factors[AXIS], factors[SOVIET]),
        (cut[AXIS], cut[SOVIET]),
        sum(bool(w.west_of_border >> s.where[u] & 1) for u in sides[SOVIET]),
        (attacks[AXIS], attacks[SOVIET]),
    )


def watch(scenario: str, players: Sequence[str], seed: str) -> Campaign:
    """One game, a month at the end of each turn."""
    s = GAME.start(Setup(scenario))
    w = s.world
    dice = SeededSource(f"dice/{seed}")
    seats = {seat: get(name, f"{seed}/{seat}") for seat, name in zip(SIDES, players, strict=True)}
    fell: dict[str, int] = {}
    months: list[Month] = []
    attacks = [0, 0]
    turn = s.turn

    def note() -> None:
        months.append(month(s, turn, attacks))
        for name in HISTORY:
            if s.axis_towns >> w.board.hex(name) & 1:
                fell.setdefault(name, turn)

    while (frame := pending(s)) is not None:
        if s.turn > turn:
            note()
            attacks, turn = [0, 0], s.turn
        if isinstance(frame, Chance):
            if isinstance(frame, AttackRoll):
                attacks[frame.fight.side] += 1
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        assert isinstance(frame, Decision)
        seat = frame.deciders(s)[0]
        apply(s, seat, seats[seat].choose(Seatview(GAME, s, seat)))
    note()
    assert s.result is not None
    return Campaign(fell, months, s.result.winners[0], s.result.rule, int(s.result.scores["axis"]))


def falls(games: Sequence[Campaign]) -> list[str]:
    """In how many games each city fell in each month, as a Markdown table."""
    out = [
        f"| city | history | {' | '.join(MONTHS)} | held |",
        "|---|---|" + "---|" * (len(MONTHS) + 1),
    ]
    for name, when in HISTORY.items():
        seen = Counter(game.fell.get(name, 0) for game in games)
        counts = " | ".join(str(seen[turn] or "") for turn in range(1, len(MONTHS) + 1))
        out.append(f"| {name} | {MONTHS[when - 1] if when else 'held'} | {counts} | {seen[0]} |")
    return out


def turns(games: Sequence[Campaign]) -> list[str]:
    """The armies turn by turn, as a Markdown table."""
    out = [
        "| end of | games | factors Axis, Soviet | units cut off | Soviet raiders | attacks Axis, Soviet |",
        "|---|---|---|---|---|---|",
    ]
    for turn in sorted({one.turn for game in games for one in game.months}):
        rows = [one for game in games for one in game.months if one.turn == turn]
        n = len(rows)
        factors, cut, attacks = (
            ", ".join(f"{sum(getattr(one, name)[side] for one in rows) / n:.1f}" for side in (AXIS, SOVIET))
            for name in ("factors", "cut_off", "attacks")
        )
        raiders = sum(one.raiders for one in rows) / n
        out.append(f"| {MONTHS[turn - 1]} | {n} | {factors} | {cut} | {raiders:.1f} | {attacks} |")
    return out


def summary(games: Sequence[Campaign]) -> str:
    """Who won, how, and how long Moscow held."""
    n = len(games)
    axis = sum(game.winner == SIDES[AXIS] for game in games)
    automatic = sum(game.is_automatic for game in games)
    held = sum(not 0 < game.fell.get("Moscow", 0) <= SEPTEMBER for game in games)
    points = sorted(game.points for game in games)
    return (
        f"{n} games: the Axis won {axis}, {automatic} of them at once; Moscow held through September in {held} and to the end "
        f"in {sum('Moscow' not in game.fell for game in games)}; points {points[0]} to {points[-1]}, "
        f"{points[n // 2]} in the middle."
    )


__all__ = ["GAME", "HISTORY", "Campaign", "Month", "falls", "month", "summary", "turns", "watch"]
