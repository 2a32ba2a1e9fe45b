"""The engine of Leaders in Flames and a second, plain reading of its base rules agree; and the second can tell."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.board import ZONES
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import KIND_IDS, SEATS, WEATHER
from hexfront.games.leaders_in_flames.land import factors, reach, supply
from hexfront.games.leaders_in_flames.land.combat import LandRoll
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.odds import odds
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.hexes import bits
from hexfront.kernel import Chance, SeededSource, apply, legal, pending, resolve

from . import leaders_in_flames as oracle


def laid_out(s: State) -> oracle.Table:
    """The position as it lies on the table."""
    w = s.world
    units = tuple(
        oracle.Unit(
            w.piece(u), SEATS[w.side[u]], KIND_IDS[w.kind[u]], w.division[u], w.strength[u], w.pace[u], w.label(s.where[u]),
            is_down(s, u),
        )
        for u in range(len(w.names))
        if s.where[u] >= 0
    )  # fmt: skip
    holder = {w.label(h): SEATS[w.parties[k].side] for k, hexes in enumerate(s.control) for h in bits(hexes)}
    weather = {ZONES[k]: WEATHER[sky] for k, sky in enumerate(s.weather)}
    return oracle.Table(units, holder, weather, SEATS[1] if s.surprised else "")


def differences(s: State, source: SeededSource) -> list[str]:
    """Where the two readings part, in words."""
    w, table = s.world, laid_out(s)
    by_name = {unit.name: unit for unit in table.units}
    out = []
    frame = pending(s)
    if isinstance(frame, Moves) and not s.said and not s.standing:
        for side, seat in enumerate(SEATS):
            ours = set(w.board.labels(supply.supplied_hexes(s, side)))
            if ours != oracle.supplied(table, seat):
                out.append(f"supply of {seat}: {sorted(ours ^ oracle.supplied(table, seat))[:5]}")
        units = [u for u in w.units_of[frame.side] if s.where[u] >= 0 and w.is_land(u)]
        for _ in range(4):
            u = source.choice(units)
            found = reach.reach(s, u)
            ours_costs = {w.label(h): found.cost(h) for h in found}
            if ours_costs != oracle.reach(table, by_name[w.piece(u)]):
                out.append(f"reach of {w.piece(u)}")
    if (
        isinstance(frame, LandRoll)
        and not s.said
        and not s.standing
        and not s.guns
        and not s.second
        and not s.aid
    ):
        target = w.label(s.target)
        fed = oracle.supplied(table, SEATS[1 - s.side])
        defenders = [by_name[w.piece(u)] for u in s.defenders]
        force = sum((oracle.attack(by_name[w.piece(u)], target) for u in s.attackers), Fraction(0))
        against = sum((oracle.defence(unit, fed) for unit in defenders), Fraction(0))
        seen = odds(s)
        if seen.header != oracle.column(force, against) or seen.bonus != oracle.modifier(
            table, target, defenders
        ):
            out.append(f"odds at {target}: {seen.header} {seen.bonus}")
    return out


def compare(games: int, seed: str, every: int = 9, until: str = "") -> tuple[int, list[str]]:
    """Random games, looked at now and then, and at every battle, `until` something is found that begins so; how many positions
    were looked at, and what was found."""
    looked, found = 0, []
    for n in range(games):
        s: Any = LEADERS_IN_FLAMES.start(LEADERS_IN_FLAMES.setup())
        source = SeededSource(f"{seed}/{n}")
        clicks = 0
        while s.result is None:
            frame = pending(s)
            if isinstance(frame, LandRoll) or (isinstance(frame, Moves) and not clicks % every):
                looked += 1
                found += differences(s, source)
                if until and any(each.startswith(until) for each in found):
                    return looked, found
            if isinstance(frame, Chance):
                resolve(s, frame.outcomes(s).draw(source))
            else:
                clicks += 1
                seat = frame.deciders(s)[0]  # type: ignore[union-attr]
                apply(s, seat, source.choice(legal(s, seat)))
    return looked, found


@pytest.mark.rule("base.supply", "base.move", "base.zone", "base.odds", "base.die")
def test_they_agree_on_positions_of_random_games() -> None:
    looked, found = compare(2, "agree")
    assert found == [] and looked >= 40


@pytest.mark.parametrize(
    ("module", "name", "wrong", "word"),
    [
        (supply, "PATH", 3, "supply"),
        (supply, "weather_loss", lambda weather: 0, "supply"),
        (reach, "stopping_zone", lambda s, side: 0, "reach"),
        (factors, "HALF", 1, "odds"),
    ],
)
def test_a_wrong_rule_is_found(
    module: Any, name: str, wrong: Callable[..., Any], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Take a rule out and the second reading sees it."""
    for kept in LEADERS_IN_FLAMES.world(LEADERS_IN_FLAMES.setup()).caches.values():  # type: ignore[attr-defined]
        kept.clear()
    monkeypatch.setattr(module, name, wrong)
    found = compare(3, "wrong", 7, word)[1]
    for kept in LEADERS_IN_FLAMES.world(LEADERS_IN_FLAMES.setup()).caches.values():  # type: ignore[attr-defined]
        kept.clear()
    assert any(each.startswith(word) for each in found)
