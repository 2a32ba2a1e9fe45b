"""Chapters 16.6, 16.7: Stalin and the rail bridge."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import Advance, FallBack, Overrun, Pick, Step, Target
from hexfront.games.motherland.control import StalinRoll, SurrenderRoll, occupy
from hexfront.games.motherland.results import Advances, Suffer
from hexfront.games.motherland.zones import zoc
from tests.games.motherland.kit import AXIS, SOVIET, Table, attacking, board, chain, moving, real, table

MOSCOW = "2113"
WATER = dict.fromkeys(("1024", "1124", "0925", "0924", "1126", "0926"), "sea")
BRIDGE = board(WATER, bridge=[("1025", "1125")], sea=[("1025", "1125")], rail=chain("1225", "1125", "1025"))


def entering(scenario: str = "campaign", **given: object) -> Table:
    t = moving({"I": "2112"}, scenario=scenario, turn=10, **given)  # type: ignore[arg-type]
    t.do(Pick, "I")
    t.do(Step, MOSCOW)
    return t


@pytest.mark.rule("16.6a")
def test_16_6a_axis_entry_into_moscow_rolls_for_stalin() -> None:
    t = entering()
    assert t.frame() == StalinRoll(True)
    for die, fate in ((1, 1), (4, 1), (5, 2), (6, 2)):
        t = entering("barbarossa")
        t.roll(die)
        assert t.s.stalin == fate
    t = entering("campaign", stalin=1)
    assert type(t.frame()).__name__ == "March"


@pytest.mark.rule("16.6b")
def test_16_6b_an_escaped_stalin_returns_when_moscow_is_retaken() -> None:
    for before, after in ((1, 0), (2, 2)):
        t = table({"8 Army": "2112"}, german=[MOSCOW], stalin=before)
        occupy(t.s, SOVIET, t.w.hex(MOSCOW))
        assert t.s.stalin == after
    t = table({}, german=[MOSCOW], stalin=1)
    occupy(t.s, SOVIET, t.w.hex("Kiev"))
    assert t.s.stalin == 1


@pytest.mark.rule("16.6c")
def test_16_6c_his_death_brings_the_surrender_roll_of_scenarios_2_3_and_6() -> None:
    for scenario, rolls in (
        ("barbarossa", False),
        ("stalingrad", True),
        ("blau", True),
        ("uranus", False),
        ("campaign", True),
    ):
        t = entering(scenario)
        t.roll(6)
        assert (type(t.frame()) is SurrenderRoll) == rolls, scenario
    t = entering("campaign")
    t.roll(1)
    assert type(t.frame()) is not SurrenderRoll
    # Only at the first entry ever.
    t = entering("campaign", moscow_fallen=1)
    t.roll(6)
    assert type(t.frame()) is not SurrenderRoll


@pytest.mark.rule("16.7a")
def test_16_7a_nothing_but_redeployment_and_supply_crosses_the_bridge() -> None:
    t = moving({"XLI Pz": "1125", "8 Army": "1025"}, map=BRIDGE)
    t.do(Pick, "XLI Pz")
    assert t.no(Overrun, "1025") == "16.7a"
    t = moving({"XLI Pz": "1125"}, map=BRIDGE)
    t.do(Pick, "XLI Pz")
    assert t.no(Step, "1025") == "16.7a"
    t = moving({"Railroad Gun": "1125"}, map=BRIDGE)
    t.do(Pick, "Railroad Gun")
    assert not t.ok(Step, "1025") and t.ok(Step, "1225")
    t = attacking({"I": "1125", "8 Army": "1025"}, map=BRIDGE)
    assert t.offers(Target) == []
    assert not zoc(t.s, AXIS) >> t.w.hex("1025") & 1
    t = table({"I": "1125", "8 Army": "1224", "9 Army": "1225"}, phase="soviet-combat", map=BRIDGE)
    t.s.target, t.s.defenders = t.w.hex("1125"), [t.w.unit("I")]
    t.run(Suffer(1, 1, 1))
    assert t.no(FallBack) == "8.5.1b"  # the bridge is the only other way out
    t = table({"I": "1125"}, phase="axis-combat", map=BRIDGE)
    t.s.target, t.s.attackers = t.w.hex("1025"), [t.w.unit("I")]
    t.run(Advances(0, 1))
    assert t.no(Advance, "I", "1025") == "16.7a"


@pytest.mark.rule("16.7b")
def test_16_7b_the_bridge_is_part_of_the_map_and_cannot_be_destroyed() -> None:
    w = real("uranus").w
    a, b = w.hex("1025"), w.hex("1125")
    assert w.bridge.has(a, b) and w.rail.has(a, b)
    t = table({"I": "1125", "8 Army": "1226"}, map=BRIDGE, german=["Sevastopol"])
    occupy(t.s, AXIS, t.w.hex("1025"))
    occupy(t.s, SOVIET, t.w.hex("1025"))
    assert t.w.bridge.has(t.w.hex("1025"), t.w.hex("1125"))
    fields = {name for name in type(t.s).__struct_fields__ if "bridge" in name}
    assert fields == set()  # no state could ever say that it is down
