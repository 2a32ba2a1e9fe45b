"""Chapter 5.7: battle groups."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import Done, FormGroup, Rejoin, Stop
from hexfront.games.lebensraum.kinds import AXIS, ELIMINATED, FLIP, MOVEMENT, SPARE, TANK_MOVEMENT
from hexfront.games.lebensraum.movement import March, Moves, Regroup, group_actions
from hexfront.games.lebensraum.reach import unit_kind, unit_zoc
from hexfront.games.lebensraum.sequence import Segment
from hexfront.games.lebensraum.state import class_of, eliminate, steps_of, strength_of, ways_to_lose
from tests.games.lebensraum.kit import Table, position
from tests.games.lebensraum.test_07_combat import HOME


def moving(turn: int = 1, **given: Any) -> Table:
    """The Axis is about to move with the 2nd Panzer Army near Minsk, plenty of points."""
    return position(
        place={"de-2pz": "Minsk", "de-4": "Warsaw", **given.pop("place", {})},
        turn=turn, phasing="axis", points={"axis": 200, "soviet": 200}, agenda=(Segment(MOVEMENT, 0),), **given,
    )  # fmt: skip


def form(table: Table, unit: str = "de-2pz", group: str = "group-a") -> FormGroup:
    return FormGroup(table.w.unit(unit), table.w.unit(group))


@pytest.mark.seam("5", "5.7")
@pytest.mark.rule("5.7f", "5.7g", "5.7h", "5.7i", "5.4k", "1.0c")
def test_a_group_takes_the_strength_its_army_gives_up() -> None:
    table = moving()
    s, w = table.s, table.w
    u, g = w.unit("de-2pz"), w.unit("group-a")
    full = strength_of(s, u)
    table.act(form(table))
    assert s.weak[u] == 1 and strength_of(s, g) == full - strength_of(s, u) > 0
    assert class_of(s, g) == class_of(s, u) and steps_of(s, g) == 1 and unit_kind(s, g) == w.kind[u]
    before = unit_zoc(s, 0)
    table.act(table.pick("group-a"))
    h = next(n for n in sorted(table.steps()))
    table.act(*table.to(h))
    assert table.at("group-a") == h and unit_zoc(s, 0) & ~before  # it has a zone of its own
    assert s.points[0] < 200 or s.spent > 0


@pytest.mark.rule("5.7a")
def test_groups_come_before_any_move_and_only_in_ones_own_first_segment() -> None:
    table = moving()
    table.act(table.pick("de-4"), *table.to(sorted(moving_to(table, "de-4"))[0]))
    if not isinstance(table.s.agenda[0], Moves):
        table.act(table.legal()[-1])
    assert table.why(form(table)) == "5.7a"
    late = position(
        place={"de-2pz": "Minsk"}, turn=1, phasing="axis", segment="tank-movement", agenda=(Segment(TANK_MOVEMENT, 0),)
    )  # fmt: skip
    assert late.why(form(late)) == "5.7a"


def moving_to(table: Table, name: str) -> set[str]:
    """Where a unit could take its first step."""
    other = moving()
    other.act(other.pick(name))
    return other.steps()


@pytest.mark.rule("5.7b", "5.7c", "5.7d", "5.7e")
@pytest.mark.parametrize(
    ("turn", "allowed"),
    [(1, 2), (4, 1), (7, 0), (11, 1), (15, 1)],
    ids=["1941", "1942", "1943", "1944", "1945"],
)
def test_how_many_in_which_year(turn: int, allowed: int) -> None:
    table = moving(turn)
    made = 0
    for unit, group in (("de-2pz", "group-a"), ("de-4", "group-b")):
        if not table.why(form(table, unit, group)):
            table.act(form(table, unit, group))
            made += 1
    assert made == allowed


@pytest.mark.rule("5.7c")
def test_in_1942_only_the_a_markers() -> None:
    table = moving(4)
    assert table.why(form(table, "de-2pz", "group-b")) == "5.7c"
    assert not table.why(form(table, "de-2pz", "group-a"))


@pytest.mark.rule("5.7e")
def test_the_soviets_form_none_before_1944() -> None:
    for turn, rule in ((1, "5.7d"), (11, "")):
        table = position(
            place={"su-3": "Moscow"}, turn=turn, phasing="soviet", agenda=(Segment(MOVEMENT, 1),), points={"soviet": 9}
        )  # fmt: skip
        assert table.why(form(table, "su-3", "group-i")) == rule


@pytest.mark.rule("5.7f")
def test_only_a_full_army_gives_up_a_group() -> None:
    table = moving(reduced=("de-2pz",))
    assert table.why(form(table)) == "5.7f"


@pytest.mark.rule("5.7j")
def test_a_group_rejoins_its_army() -> None:
    table = moving()
    s, w = table.s, table.w
    u, g = w.unit("de-2pz"), w.unit("group-a")
    table.act(form(table), Rejoin(g))
    assert s.weak[u] == 0 and s.where[g] == SPARE and not s.parent
    table.act(form(table))
    table.act(Done())  # RULING 5.7-c: at the end of the segment they are one again
    assert s.weak[u] == 0 and s.where[g] == SPARE


@pytest.mark.rule("5.7j")
def test_a_group_away_from_its_army_stays_out() -> None:
    table = moving()
    s, w = table.s, table.w
    g = w.unit("group-a")
    table.act(form(table), table.pick("group-a"))
    h = sorted(table.steps())[0]
    table.act(*table.to(h), *([Stop()] if isinstance(s.agenda[0], March) else []))
    assert table.why(Rejoin(g)) == "5.7j"
    s.agenda = (Regroup(),)
    table.settle()
    assert table.at("group-a") == h


def test_the_group_outlives_its_army_and_the_army_its_group() -> None:
    """Battle groups and elimination meet: RULING 5.7-b."""
    table = moving()
    s, w = table.s, table.w
    u, g = w.unit("de-2pz"), w.unit("group-a")
    table.act(form(table))
    own = class_of(s, g)
    eliminate(s, u, "7.41d")
    assert s.where[u] == ELIMINATED and s.where[g] >= 0 and class_of(s, g) == own
    other = moving()
    other.act(form(other))
    eliminate(other.s, g, "7.41d")
    assert other.s.where[g] == SPARE and other.s.weak[u] == 1


@pytest.mark.rule("5.7i", "6.2a", "7.41c")
def test_a_battle_group_has_one_step() -> None:
    t = position(place={"de-2pz": HOME})
    group = t.w.first_group
    assert steps_of(t.s, group) == 1 and ways_to_lose(t.s, group) == (FLIP,)


@pytest.mark.rule("5.7a")
def test_battle_groups_are_formed_in_ones_own_phase() -> None:
    for phasing, forms in (("axis", True), ("soviet", False)):
        t = position(
            "climax",
            turn=6,
            place={"de-2pz": HOME},
            phasing=phasing,
            points={"axis": 50},
            agenda=(Moves(AXIS),),
        )
        assert any(isinstance(x, do.FormGroup) for x in group_actions(t.s, AXIS)) == forms
