"""The end of a combat: the line moves, then the dead are counted."""

from __future__ import annotations

import pytest

from hexfront.games.last_war.combat import CombatStep
from hexfront.games.last_war.events import NoManFound
from hexfront.testing import roll

from .kit import GAME, MEN, battle, finish, given, h, have, holder


@pytest.mark.rule("combat.5-reposition")
@pytest.mark.rule("combat.6-casualties")
@pytest.mark.parametrize(("losses", "holds"), [("after", "ussr"), ("before", "germany")])
def test_the_line_moves_before_the_dead_are_counted(losses: str, holds: str) -> None:
    """A Green result that costs the attacker its last Man: printed, the line moves first."""
    kursk = h(given(), "Kursk")
    s = given(
        options={"losses": losses},
        agenda=(CombatStep(),),
        flags=[("ussr", "Kursk", "Sevsk")],
        points={"ussr": {"Kursk": {"men": 1, "tanks": 9}}, "germany": {"Sevsk": {"men": 3}}},
        stakes={(kursk * 8 + 1) * 2: 3},
        pool={"ussr": {"men": 2}},
    )
    events = roll(s, (6, 1))
    assert s.lost[6 + MEN] == 1, "its only Man"
    finish(s)
    assert holder(s, "Sevsk") == holds
    assert any(isinstance(e, NoManFound) for e in events) is (losses == "before"), "the log says so"
    assert have(s, "ussr", "Kursk") == 1, "a Man from the Pool fills the gap"
    assert have(s, "ussr", "Sevsk") == (1 if losses == "after" else 0)
    assert not list(GAME.invariants(s))


@pytest.mark.rule("terrain.open-red")
@pytest.mark.rule("combat.6-casualties")
@pytest.mark.parametrize(("losses", "holds"), [("after", "ussr"), ("before", "germany")])
def test_a_counter_attack_goes_by_the_strength_that_stood(losses: str, holds: str) -> None:
    s = battle(
        (1, 6),
        options={"losses": losses},
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 6}}, "ussr": {"2717": {"men": 2, "tanks": 20}}},
        me=[5, 5],
        levy=[99, 99],
    )
    assert s.lost[6 + MEN] == 1, "one of two Men"
    assert holder(s, "Orel") == holds and not list(GAME.invariants(s))
