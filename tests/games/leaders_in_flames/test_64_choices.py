"""Choices at set-up: each with and without."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Name
from hexfront.games.leaders_in_flames.data import CHOICES, plans
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.invariants import faults
from hexfront.games.leaders_in_flames.kinds import AMPH, DIVISION_KINDS, GONE
from hexfront.games.leaders_in_flames.land.combat import LandRoll
from hexfront.games.leaders_in_flames.land.odds import faces
from hexfront.games.leaders_in_flames.leaders.steps import Flipping
from hexfront.games.leaders_in_flames.setup import set_up
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Setup, pending
from hexfront.lab import playout
from hexfront.players.doctrines.leaders_in_flames.odds import exchange
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import AXIS, PLAIN, WEST, battle, through, to_roll

TANKS = {"German ARM XLVIII": WEST, "German ARM XLI": WEST}
BOTH = [True, False]


def rolled(two: bool, die: Any, **given: Any) -> State:
    """Two armoured corps against infantry, rolled."""
    options = {"two_dice": two}
    s = battle(
        {**TANKS, "Soviet INF 29": PLAIN, **given.pop("more", {})},
        PLAIN,
        tuple(TANKS),
        options=options,
        **given,
    )
    to_roll(s, 0)
    assert isinstance(pending(s), LandRoll)
    roll(s, die)
    return s


# --- two dice (43)


@pytest.mark.rule("base.die")
@pytest.mark.parametrize(("dice", "read"), [((10, 10), 10), ((10, 9), 9), ((1, 2), 1), ((3, 8), 5)])
def test_two_dice_are_read_by_half_their_sum(dice: tuple[int, int], read: int) -> None:
    """As one die that shows that number."""
    two, one = rolled(True, dice), rolled(False, read)
    through(two)
    through(one)
    assert two.where == one.where and two.down == one.down
    assert two.die == one.die


@pytest.mark.rule("base.die")
def test_two_dice_make_extremes_rare() -> None:
    one, two = (
        faces(LEADERS_IN_FLAMES.world(LEADERS_IN_FLAMES.setup("barbarossa", {"two_dice": on})))  # type: ignore[arg-type]
        for on in (False, True)
    )
    assert set(one.values()) == {0.1} and sum(two.values()) == pytest.approx(1.0)
    assert two[10] == pytest.approx(0.01) and two[1] == pytest.approx(0.03) and two[5] == pytest.approx(0.19)
    s = battle({**TANKS, "Soviet INF 29": PLAIN}, PLAIN, tuple(TANKS), options={"two_dice": True})
    shown = LEADERS_IN_FLAMES.forecast(s, AXIS)
    plain = battle({**TANKS, "Soviet INF 29": PLAIN}, PLAIN, tuple(TANKS))
    other = LEADERS_IN_FLAMES.forecast(plain, AXIS)
    assert shown is not None and other is not None
    assert sum(dict(shown.chances).values()) == pytest.approx(1.0) and shown.chances != other.chances
    origins = dict.fromkeys(s.attackers, s.world.hex(WEST))
    assert exchange(s, s.target, origins, 0) != exchange(plain, s.target, origins, 0), "the staff knows it"


@pytest.mark.rule("ability.28", "base.die")
@pytest.mark.parametrize("two", BOTH)
def test_28_adds_to_both_dice(two: bool) -> None:
    """One row of the table either way."""
    s = rolled(two, (4, 4) if two else 4, more={"Guderian": WEST}, leaders={"Guderian": [28]})
    from tests.games.leaders_in_flames.kit import say

    say(s, AXIS, "Guderian", 28)
    while isinstance(frame := pending(s), Flipping):
        act(s, AXIS, Name(frame.units(s)[0]))
    assert s.bonus == 1 and s.die == 4


# --- artillery (3), landing ships (26)


@pytest.mark.rule("base.artillery", "base.carry")
@pytest.mark.parametrize("on", BOTH)
@pytest.mark.parametrize(
    ("scenario", "choice", "kinds"),
    [("barbarossa", "artillery", DIVISION_KINDS), ("guadalcanal", "amphibious", frozenset({AMPH}))],
)
def test_counters_of_a_choice_are_in_the_game_or_not(
    scenario: str, choice: str, kinds: frozenset[int], on: bool
) -> None:
    s = set_up(World(Setup(scenario, {choice: on})))
    w = s.world
    some = [u for u, kind in enumerate(w.kind) if kind in kinds]
    assert some and all(s.where[u] == GONE for u in some) is not on
    assert not list(faults(s))


# --- all of them


@pytest.mark.parametrize("on", BOTH)
@pytest.mark.parametrize("choice", [*CHOICES, "late_leaders"])
def test_a_game_is_played_with_and_without_each_choice(choice: str, on: bool) -> None:
    scenario = "barbarossa" if choice in ("two_dice", "artillery", "late_leaders") else "guadalcanal"
    done = playout(LEADERS_IN_FLAMES, LEADERS_IN_FLAMES.setup(scenario, {choice: on}), f"{choice} {on}")
    assert done.result is not None and not list(faults(done.state))


@pytest.mark.rule("1c")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_seats(seats: int) -> None:
    """As many as the scenario allows; every power has exactly one."""
    for plan in plans():
        if seats not in plan.seats:
            continue
        w = World(Setup(plan.id, {"seats": seats}))
        assert len(w.table.seats) == seats if plan.us_entry else 2 <= len(w.table.seats) <= seats
        powers = [power for seat in w.table.seats for power in w.table.powers_of[seat] if power in w.powers]
        assert sorted(powers) == sorted(w.powers)
