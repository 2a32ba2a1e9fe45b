"""Odds: exact distributions from positions, told by what a view shows."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.examples.skirmish import DONE, GAME, Attacks, Battle, Choose, Position
from hexfront.games import get
from hexfront.hexes import union
from hexfront.kernel import Chance, SeededSource, apply, resolve
from hexfront.lab.odds import Odds, at_once, odds, plan_from


def position(place: dict[int, str], steps: dict[int, int] | None = None) -> Position:
    """Blue about to attack: unit number -> hex; the others are dead."""
    s = GAME.start(GAME.setup())
    board = s.world.board
    s.where = [board.index(place[u]) if u in place else -1 for u in range(len(s.where))]
    s.steps = [(steps or {}).get(u, 2) if u in place else 0 for u in range(len(s.where))]
    s.unit_at = {at: u for u, at in enumerate(s.where) if at >= 0}
    s.held = {x: union(s.where[u] for u in s.world.own[x] if s.where[u] >= 0) for x in ("blue", "red")}
    s.turn, s.plans, s.agenda = 3, {"blue": "north", "red": "north"}, (Attacks("blue"), Attacks("red"))
    return s


BLUE, RED, SPARE = 0, 7, 8
"""Three units by number: blue's first, red's first and red's second, each of strength 4."""


@pytest.fixture
def even() -> Position:
    """One against one in the open, at 1:1; a second red unit far off keeps red alive."""
    board = GAME.start(GAME.setup()).world.board
    clear = [i for i in board.grid if board.kind[i] == "clear" and not board.features["town"] >> i & 1]
    here = next(i for i in clear if any(j in clear for j in board.grid.neighbours(i)))
    there = next(j for j in board.grid.neighbours(here) if j in clear)
    far = next(i for i in reversed(clear) if board.grid.distance(i, there) > 4)
    return position({BLUE: board.label(here), RED: board.label(there), SPARE: board.label(far)})


def target(s: Position, unit: int = RED) -> Choose:
    return Choose(s.where[unit])


def by_loss(found: Odds) -> dict[tuple[int, int], float]:
    """(Blue's steps lost, red's) -> chance."""
    out: dict[tuple[int, int], float] = {}
    for p, effect in found.effects:
        lost = dict(effect.steps)
        key = lost.get("blue", 0), lost.get("red", 0)
        out[key] = round(out.get(key, 0.0) + p, 6)
    return out


def test_a_pending_roll_is_weighed_exactly(even: Position) -> None:
    """At 1:1: A1 on 1 and 2, EX on 3 and 4, D1 on 5 and 6."""
    apply(even, "blue", target(even))
    assert isinstance(even.agenda[0], Battle)
    found = odds(GAME, even)
    assert found.exact
    assert by_loss(found) == {(1, 0): 0.333333, (1, 1): 0.333333, (0, 1): 0.333333}
    assert found.expected == {"blue": 0.6667, "red": 0.6667}
    assert found.steps["red"] == {0: 0.333333, 1: 0.666667}
    assert found.cleared == found.destroyed == {}


def test_an_attack_from_a_decision_is_the_same(even: Position) -> None:
    before = GAME.codec.encode(even)
    found = odds(GAME, even, [target(even)])
    assert by_loss(found) == {(1, 0): 0.333333, (1, 1): 0.333333, (0, 1): 0.333333}
    assert GAME.codec.encode(even) == before, "the position itself is left alone"


def test_what_is_destroyed_and_cleared(even: Position) -> None:
    even.steps[RED] = 1  # strength 2 against 4: 2:1
    found = odds(GAME, even, [target(even)])
    name = even.world.units[RED][0]
    # 2:1 gives EX on 1 and 2, D1 on 3 and 4, D2 on 5 and 6: red loses its last step on every roll.
    assert found.destroyed == {name: 1.0}
    assert found.cleared == {even.world.board.label(even.where[RED]): 1.0}
    assert found.effects[0][1].words({"red": "Red"}).startswith("Red loses 1 step and 1 piece")


def test_a_plan_of_several_attacks_by_labels() -> None:
    board = GAME.start(GAME.setup()).world.board
    grid = board.grid
    clear = {i for i in grid if board.kind[i] == "clear" and not board.features["town"] >> i & 1}
    one, foe = next((i, j) for i in sorted(clear) for j in grid.neighbours(i) if j in clear)
    two, other = next(
        (i, j)
        for i in sorted(clear, reverse=True)
        for j in grid.neighbours(i)
        if j in clear and grid.distance(i, one) > 4
    )
    s = position({0: board.label(one), 1: board.label(two), 7: board.label(foe), 8: board.label(other)})
    plan = [f"Attack {board.label(foe)}", f"attack {board.label(other)}"]
    found = odds(GAME, s, plan)
    assert found.exact
    single = odds(GAME, s, plan[:1])
    assert found.expected["red"] == pytest.approx(2 * single.expected["red"], abs=1e-3)
    independent = dict.fromkeys(range(3), 0.0)
    for a, p in single.steps["red"].items():
        for b, q in single.steps["red"].items():
            independent[a + b] += p * q
    assert found.steps["red"] == pytest.approx(independent, abs=1e-5)
    assert {label for label, _ in at_once(GAME, s)} == {f"Attack {board.label(x)}" for x in (foe, other)}


def test_an_order_that_has_become_impossible_is_left_out(even: Position) -> None:
    """The same attacker cannot attack twice."""
    found = odds(GAME, even, [target(even), target(even)])
    assert all(effect.dropped == 1 for _, effect in found.effects)
    assert "1 order not possible" in found.effects[0][1].words({})
    assert by_loss(found) == by_loss(odds(GAME, even, [target(even)]))


def test_courses_at_random_come_near_the_exact_chances(even: Position) -> None:
    exact = odds(GAME, even, [target(even)])
    sampled = odds(GAME, even, [target(even)], limit=1, samples=3000)
    assert not sampled.exact
    for key, p in by_loss(exact).items():
        assert by_loss(sampled)[key] == pytest.approx(p, abs=0.04)
    assert sampled == odds(GAME, even, [target(even)], limit=1, samples=3000), (
        "the same seed, the same answer"
    )
    assert sampled != odds(GAME, even, [target(even)], limit=1, samples=3000, seed="2")


def test_the_end_of_the_game_is_told(even: Position) -> None:
    even.put(SPARE, -1)
    even.steps[RED] = 1
    even.result = None
    found = odds(GAME, even, [target(even)])
    assert found.effects[0][1].ended == "Red has no unit left."
    over = even.clone()
    over.agenda = ()
    with pytest.raises(BadData, match="over"):
        odds(GAME, over)


def test_plans_that_cannot_be(even: Position) -> None:
    with pytest.raises(BadData, match="No roll is pending"):
        odds(GAME, even)
    with pytest.raises(BadData, match=r'first order of the plan, \{"type":"Choose","what":99999\}'):
        odds(GAME, even, [Choose(99999)])
    with pytest.raises(BadData, match="JSON list"):
        plan_from(GAME, {"a": 1})
    assert plan_from(GAME, [{"type": "Choose", "what": 4}, "Attack 0606"]) == [Choose(4), "Attack 0606"]


def test_orders_after_a_pending_roll(even: Position) -> None:
    """The roll comes first, then the orders of whoever decides after it."""
    apply(even, "blue", target(even))
    found = odds(GAME, even, [Choose(DONE)])
    assert by_loss(found) == {(1, 0): 0.333333, (1, 1): 0.333333, (0, 1): 0.333333}
    assert all(effect.dropped == 0 for _, effect in found.effects)


def test_choices_between_are_made_as_staff_would() -> None:
    """In Hitler Turns East losses, retreats and advances follow a roll; all of them are played."""
    east = get("turns_east")
    s: Any = east.start(east.setup("minsk"))
    source = SeededSource("odds test")
    for _ in range(3000):
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            if type(frame).__name__ == "AttackRoll":
                break
            resolve(s, frame.outcomes(s).draw(source))
            continue
        seat = frame.deciders(s)[0]
        options = frame.legal(s, seat)
        attacks = [a for a in options if frame.option(s, seat, a).kind in ("target", "join", "commit")]
        apply(s, seat, source.choice(attacks or options))
        if not s.agenda:
            s = east.start(east.setup("minsk"))
    else:
        pytest.fail("no combat came up")
    found = odds(east, s)
    assert found.exact
    assert sum(p for p, _ in found.effects) == pytest.approx(1, abs=1e-4)
    assert sum(found.expected.values()) > 0
