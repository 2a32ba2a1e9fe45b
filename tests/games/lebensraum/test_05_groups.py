"""Chapter 5.7: battle groups."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront import games
from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import (
    Done,
    FormGroup,
    GiveWay,
    Pick,
    Rebuild,
    Rejoin,
    Retreat,
    Send,
    Stop,
    TakeLoss,
)
from hexfront.games.lebensraum.arrivals import place
from hexfront.games.lebensraum.combat import Attacks
from hexfront.games.lebensraum.command import command_limit, command_violation, put_in_command
from hexfront.games.lebensraum.economy import hungry
from hexfront.games.lebensraum.kinds import (
    AXIS,
    DEGRADE,
    ELIMINATED,
    FLIP,
    MOVEMENT,
    READY,
    SOVIET,
    SPARE,
    TANK_MOVEMENT,
)
from hexfront.games.lebensraum.movement import March, Moves, Regroup, Unstack, group_actions
from hexfront.games.lebensraum.reach import step_cost, unit_kind, unit_zoc
from hexfront.games.lebensraum.replacements import Rebuilding
from hexfront.games.lebensraum.results import result_frames
from hexfront.games.lebensraum.sequence import Segment
from hexfront.games.lebensraum.state import (
    class_of,
    eliminate,
    key,
    lose_step,
    steps_of,
    strength_of,
    ways_to_lose,
)
from hexfront.games.lebensraum.strength import odds, partisan_strength
from hexfront.games.lebensraum.supply import SupplyCheck
from hexfront.games.lebensraum.transport import Transports, load
from hexfront.wargame import move
from tests.games.lebensraum.kit import HOME, TARGET, Table, position, world


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
    assert table.why(form(table, "group-a", "group-b")) == "5.7f"  # it is no army
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


def grouped(**given: Any) -> Table:
    """The 2nd Panzer Army at 2712 has sent Battle Group A to 2713."""
    w = world()
    u, g = w.unit("de-2pz"), w.unit("group-a")
    full, weak = w.ladder[u][0][1], w.ladder[u][0][3]
    base: dict[str, Any] = {
        "place": {"de-2pz": "2712", "group-a": HOME, **given.pop("place", {})}, "reduced": ["de-2pz"], "parent": {g: u},
        "group_strength": {g: full - weak}, "group_class": {g: w.ladder[u][0][2]},
    }  # fmt: skip
    base.update(given)
    return position(**base)


@pytest.mark.seam("5.7", "6")
@pytest.mark.rule("5.7i", "6.2a")
def test_steps_go_to_the_army_and_not_to_its_group() -> None:
    t = grouped(reserve=["de-2pz", "group-a"], saved=[9, 9, 0, 0, 0, 0], agenda=(Rebuilding(AXIS),))
    w = t.w
    assert t.why(Rebuild(w.unit("group-a"), FLIP)) == "6.2a"
    t.act(Rebuild(w.unit("de-2pz"), FLIP))
    assert t.s.weak[w.unit("de-2pz")] == 0 and t.s.parent == {w.unit("group-a"): w.unit("de-2pz")}


@pytest.mark.rule("6.22m", "6.3e", "6.42b")
def test_nothing_is_left_of_a_group_that_is_eliminated() -> None:
    t = grouped()
    g = t.w.unit("group-a")
    assert g in t.s.parent and g in t.s.group_strength and g in t.s.group_class
    eliminate(t.s, g, "6.22m")
    assert (t.s.where[g], t.s.parent, t.s.group_strength, t.s.group_class) == (SPARE, {}, {}, {})


@pytest.mark.seam("5.7", "6")
@pytest.mark.rule("5.7h", "5.5a")
@pytest.mark.parametrize("way", ["unstack", "guards", "lost"])
def test_a_group_keeps_the_class_of_an_army_that_leaves_the_map(way: str) -> None:
    w = world()
    weakest = next(k for k, zone in enumerate(w.tables.zoc) if not zone)
    u, g = w.unit("de-2pz"), w.unit("group-a")
    t = grouped(place={"de-6": "2711"}, group_class={g: weakest})
    s = t.s
    assert s.exert[AXIS] >> s.where[g] & 1, "the army's class has a zone"
    if way == "unstack":
        move(s, u, w.hex("2711"))
        Unstack(AXIS).run(s)
        assert s.where[u] == READY
    else:
        if way == "guards":
            s.origin[u] = w.unit("de-9")
        eliminate(s, u, "7.41b")
    assert class_of(s, g) != weakest and s.exert[AXIS] >> s.where[g] & 1
    faults = [each for each in games.get("lebensraum").invariants(s) if "hexes of the powers" in each]
    assert not faults


@pytest.mark.seam("5.7", "6")
@pytest.mark.rule("5.7h", "6.1c")
def test_a_group_exerts_a_zone_again_when_its_army_comes_back() -> None:
    """It shows the army's class while the army is on the map: what it was when the army was lost is over."""
    t = grouped(place={"de-2pz": "2712"})
    s, w = t.s, t.w
    u, g = w.unit("de-2pz"), w.unit("group-a")
    while w.tables.zoc[class_of(s, u)]:
        lose_step(s, u, DEGRADE, "7.41a")
    eliminate(s, u, "7.41b")
    assert not s.exert[AXIS] >> s.where[g] & 1
    s.grade[u] = s.weak[u] = 0
    place(s, u, w.hex("2711"), False)
    assert s.exert[AXIS] >> s.where[g] & 1
    assert not list(games.get("lebensraum").invariants(s))


@pytest.mark.seam("5.7", "7")
@pytest.mark.rule("5.7g", "5.7h")
def test_a_group_attacks_with_what_its_army_lost_in_its_armys_class() -> None:
    t = grouped(place={"su-42": TARGET})
    s, w = t.s, t.w
    g, u = w.unit("group-a"), w.unit("de-2pz")
    s.target, s.attackers, s.defenders = w.hex(TARGET), [g], [w.unit("su-42")]
    found = odds(s)
    assert found.attack == strength_of(s, g) // 2  # out of command
    assert found.attacking_class == class_of(s, u) == class_of(s, g)
    assert strength_of(s, g) + strength_of(s, u) == w.ladder[u][0][1]


@pytest.mark.seam("5.7", "7.42")
@pytest.mark.rule("5.7i")
@pytest.mark.parametrize("retreats", [True, False])
def test_a_group_retreats_and_is_gone_with_its_first_step(retreats: bool) -> None:
    """RULING 5.7-b: the army stays reduced."""
    t = grouped(place={"su-42": TARGET}, segment="first-combat")
    s, w = t.s, t.w
    g = w.unit("group-a")
    s.target, s.attackers, s.defenders = w.hex(TARGET), [g], [w.unit("su-42")]
    s.origins = {g: w.hex(HOME)}
    s.indicated, s.owed = [1, 1], [1, 1]
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    t.act(TakeLoss(w.unit("su-42"), 0))
    assert steps_of(s, g) == 1
    if retreats:
        t.act(GiveWay())
        t.act(next(a for a in t.legal() if isinstance(a, Retreat)))
        assert s.where[g] >= 0 and t.at("group-a") != HOME
    else:
        t.act(TakeLoss(g, 0))
        assert s.where[g] == SPARE and s.weak[w.unit("de-2pz")] == 1 and not s.parent


@pytest.mark.seam("5.7", "7.46")
@pytest.mark.rule("7.463c", "5.7i")
def test_partisans_bear_on_a_group() -> None:
    w = world()
    t = grouped(partisans={key(SOVIET, w.hex(HOME)): 1})
    assert partisan_strength(t.s, [w.unit("group-a")]) == -2
    assert partisan_strength(t.s, [w.unit("de-2pz")]) == 0
    assert partisan_strength(t.s, []) == 0, "nobody is there for them to bear on"


@pytest.mark.seam("5.7", "8")
@pytest.mark.rule("5.7i", "8.0d")
@pytest.mark.parametrize("sky", ["clear", "mud", "snow"])
def test_a_group_pays_what_its_army_would(sky: str) -> None:
    t = grouped(weather=sky)
    w = t.w
    a, b = w.hex(HOME), w.hex("2613")
    assert step_cost(t.s, w.unit("group-a"), a, b) == step_cost(t.s, w.unit("de-2pz"), a, b) is not None


@pytest.mark.seam("5.7", "9")
@pytest.mark.rule("7.45a", "5.7i")
def test_a_group_counts_against_the_stars() -> None:
    t = grouped(hqs={"de-south": "2612"}, leaders={"von-rundstedt": "de-south"})
    w, s = t.w, t.s
    k = w.hq("de-south")
    s.cut[AXIS] = w.stars[w.leader("von-rundstedt")] - 1  # one star is left
    assert command_limit(s, k) == 1 and command_violation(s, w.unit("group-a"), k) is None
    put_in_command(s, w.unit("de-2pz"), k)
    refused = command_violation(s, w.unit("group-a"), k)
    assert refused is not None and refused.rule == "7.45a"


@pytest.mark.seam("5.7", "10")
@pytest.mark.rule("5.7i", "10.4b", "10.1b")
def test_a_group_eats_and_travels_as_a_unit() -> None:
    t = grouped()
    t.s.control = [0, 0, 0]
    fed = 10 * t.w.off_map[AXIS].food
    assert hungry(t.s, AXIS) == max(0, 2 - fed) and load(t.s, t.w.unit("group-a")) == 1
    rail = grouped(
        place={"group-a": "Warsaw"},
        points={"axis": 50},
        transport=[3, 0, 0],
        passed=6,
        agenda=(Transports(AXIS),),
    )
    g = rail.w.unit("group-a")
    rail.act(Pick(g), Send(g, rail.w.hex("Berlin")))
    assert rail.at("group-a") == rail.w.label(rail.w.hex("Berlin"))


@pytest.mark.seam("5.7", "11.1")
@pytest.mark.rule("11.1g", "5.7i")
def test_a_group_out_of_supply_is_lost_and_its_army_judged_for_itself() -> None:
    t = grouped(place={"de-2pz": "Warsaw"}, hqs={"de-center": "Warsaw"}, agenda=(SupplyCheck(AXIS),))
    g = t.w.unit("group-a")
    t.act(TakeLoss(g, 0))
    assert t.s.where[g] == SPARE and not t.s.agenda and t.at("de-2pz") == t.w.label(t.w.hex("Warsaw"))


@pytest.mark.seam("5.7", "11.5")
@pytest.mark.rule("11.5e", "5.7i")
def test_a_group_takes_the_ground_it_enters() -> None:
    t = grouped(points={"axis": 30}, phasing="axis", agenda=(Moves(AXIS),))
    w = t.w
    assert t.s.control[SOVIET] >> w.hex("2714") & 1
    t.act(t.pick("group-a"), *t.to("2714"))
    assert t.s.control[AXIS] >> w.hex("2714") & 1


@pytest.mark.rule("5.7f")
def test_an_army_of_the_enemy_gives_up_no_group() -> None:
    t = moving(place={"su-3": "Moscow"})
    assert t.why(form(t, "su-3", "group-a")) == "5.7f" and not t.why(form(t))


@pytest.mark.rule("5.7f", "5.7b")
def test_a_pair_of_markers_that_is_out_forms_no_second_group() -> None:
    t = moving()
    t.act(form(t, "de-2pz", "group-a"))
    assert t.why(form(t, "de-4", "group-a")) == "5.7f"
    assert not t.why(form(t, "de-4", "group-b"))


@pytest.mark.rule("5.5a", "5.7j")
def test_a_group_may_stay_with_its_army_when_room_is_made() -> None:
    t = grouped()
    u, g = t.w.unit("de-2pz"), t.w.unit("group-a")
    move(t.s, g, t.s.where[u])
    Unstack(AXIS).run(t.s)
    assert t.s.where[u] == t.s.where[g] == t.w.hex("2712")
