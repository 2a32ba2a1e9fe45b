"""The engine of For the Motherland! and a second, plain reading of its rules agree; and the second can tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexfront.games.motherland import (
    combat,
    long_moves,
    movement,
    overrun,
    reinforcements,
    results,
    supply,
)
from hexfront.kernel import SeededSource

from . import motherland as oracle
from .motherland_compare import SCENARIOS, compare, compare_scattered, laid_out, strewn_differences
from .motherland_scatter import scattered
from .motherland_sheet import AXIS, SOVIET, Piece, Position, Sheet, piece

SHEET = Sheet()


def table(place: dict[str, str], turn: int = 9, phase: str = "axis-combat") -> Position:
    """Counters at full strength, Soviet armies with a chit of 3-4."""
    pieces = tuple(
        piece(SHEET, name, h, 3 if "remnant" in SHEET.types[SHEET.type_of[name]] else 2, ((3, 4), (1, 2)), 0)
        for name, h in place.items()
    )
    return Position(SHEET, turn, phase, True, pieces)


def named(position: Position, name: str) -> Piece:
    return next(p for p in position.pieces if p.name == name)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_they_agree_on_positions_of_random_games(scenario: str) -> None:
    done, kinds, found = compare(60, seed=11, scenario=scenario, every=17)
    assert found == [] and done == 60
    assert kinds["March"] >= 10  # most of what is asked is asked of units on the move


def test_they_agree_on_counters_strewn_over_the_map() -> None:
    assert compare_scattered(80, seed=5) == []


@pytest.mark.parametrize(
    ("module", "name", "wrong", "word"),
    [
        (supply, "LINE", 5, "judged"),
        (supply, "PARTISAN_LINE", 4, "judged"),
        (supply, "SEA_LINE", 0, "judged"),
        (combat, "river_of", lambda s: "", "attack on"),
        (combat, "winter_factors", lambda s, u, a, d, o: (a, d), "overrun of"),
        (overrun, "cost", lambda s, side: 1, "may overrun"),
        (movement, "may_infiltrate", lambda s: True, "may step to"),
    ],
)
def test_the_oracle_notices_a_rule_taken_out(
    module: object,
    name: str,
    wrong: int | Callable[..., object],
    word: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert any(word in each for each in strewn_differences(150, seed=3)), name


@pytest.mark.parametrize(
    ("module", "name", "wrong", "word"),
    [
        (long_moves, "RANGE", 9, "by rail"),
        (long_moves, "port_violation", lambda s, u, h: None, "by sea"),
        (reinforcements, "enemy_zoc", lambda s, side: 0, "arrives in"),
        (results, "ARMOR", frozenset(), "advances"),
        (results, "enemy_zoc", lambda s, side: 0, "may retreat"),
        (combat, "can_strike", lambda s, u: True, "may attack"),
    ],
)
def test_the_oracle_notices_a_rule_of_trains_arrivals_and_fighting_taken_out(
    module: object, name: str, wrong: object, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    found: list[str] = []
    for seed in range(16):
        found += compare(150, seed=seed, scenario="uranus", every=3, dear=1000)[2]
        if any(word in each for each in found):
            return
    raise AssertionError(f"{name}: {found[:3]}")


def test_the_oracle_reads_the_worked_examples_of_odds() -> None:
    """Cases 8.1 and 8.2: 15 to 4 is 3:1, 11 to 12 is 1:2; 9:1 and 1:5 start on the end columns."""
    headers = SHEET.tables["results"]["columns"]
    position = table({})
    pairs = ((15, 4), (11, 12), (9, 1), (1, 5), (3, 2), (4, 3), (5, 0))
    read = [headers[oracle.column_of(position, a, d)] for a, d in pairs]
    assert read == ["3:1", "1:2", "7:1+", "1:3", "3:2", "1:1", "7:1+"]


def test_the_oracle_reads_lines_as_printed() -> None:
    """Cases 9.3, 9.3.3: four hexes to a source near the enemy, any length six hexes from him."""
    position = table({"I": "0110", "II": "0510", "IV": "0610", "8 Army": "0714"})
    fed = [oracle.has_line(position, named(position, name)) for name in ("I", "II", "IV")]
    assert fed == [True, True, False]
    alone = table({"IV": "0610"})
    assert oracle.has_line(alone, named(alone, "IV"))


def test_the_oracle_reads_rivers_and_zones_as_printed() -> None:
    """Cases 4.1, 5.1, 8.4.1: over a Major River the defense doubles, unless one attacker is not across."""
    one, other = next(
        sorted(side)
        for side in sorted(SHEET.major, key=sorted)
        if all(SHEET.terrain[h] == "clear" and h not in SHEET.marks["city"] for h in side)
    )
    dry = next(
        n for n in SHEET.around[other] if frozenset((n, other)) not in SHEET.major | SHEET.minor | SHEET.water
    )
    position = table({"I": one, "II": dry, "8 Army": other})
    german, second, army = (named(position, name) for name in ("I", "II", "8 Army"))
    across = oracle.odds(position, [german], [army], other, False, False, False)
    beside = oracle.odds(position, [german, second], [army], other, False, False, False)
    assert (across[:2], beside[:2]) == ((5, 8), (10, 4))
    assert other in oracle.zones(position, AXIS) and one in oracle.zones(position, SOVIET)
    assert oracle.step_price(position, german, one, other) == 1 + 2 + 2


def test_the_sheet_is_the_rulebooks() -> None:
    """The adjacent pairs that the rulebook names, and hexsides of water (5.1.9, 5.3.3, 8.4.2)."""
    for one, two in (("1125", "1025"), ("1227", "1327"), ("1526", "1625"), ("1625", "1726")):
        assert two in SHEET.around[one] and frozenset((one, two)) in SHEET.water
    assert SHEET.named["Moscow"] == "2113" and SHEET.named["Leningrad"] == "1705"
    assert SHEET.distance("2113", "2113") == 0 and SHEET.distance("0110", "0510") == 4


def test_strewn_positions_differ_and_hold_both_sides() -> None:
    strewn = [laid_out(scattered(SeededSource(f"look/{n}"))) for n in range(12)]
    assert len({p.pieces for p in strewn}) == 12
    assert all(p.of(AXIS) and p.of(SOVIET) for p in strewn)
    assert any(p.expended and any(p.partisans) for p in strewn)
