"""More positions in which two chapters meet: battle groups with everything, then the rest by part."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront import games
from hexfront.games.lebensraum.actions import (
    AddAir,
    Advance,
    Attack,
    Create,
    Destroy,
    FormGroup,
    GiveWay,
    Pick,
    Rebuild,
    Retreat,
    Send,
    TakeLoss,
)
from hexfront.games.lebensraum.arrivals import place
from hexfront.games.lebensraum.combat import Attacks, attackers_on, can_attack_across, support_violation
from hexfront.games.lebensraum.command import command_area, command_limit, command_violation, put_in_command
from hexfront.games.lebensraum.economy import hungry
from hexfront.games.lebensraum.headquarters import HQSegment
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    DEGRADE,
    DESTROYED,
    ELIMINATED,
    FLIP,
    INACTIVE,
    READY,
    SOVIET,
    SPARE,
    TAKEN,
)
from hexfront.games.lebensraum.lands import NEUTRALS
from hexfront.games.lebensraum.movement import Moves, Unstack
from hexfront.games.lebensraum.reach import step_cost
from hexfront.games.lebensraum.replacements import GainSteps, Rebuilding
from hexfront.games.lebensraum.results import Retreats, result_frames, ways_back
from hexfront.games.lebensraum.setup import set_up
from hexfront.games.lebensraum.state import class_of, eliminate, key, lose_step, steps_of, strength_of
from hexfront.games.lebensraum.strength import odds, partisan_strength
from hexfront.games.lebensraum.supply import SupplyCheck, lines, supplied_hqs, supply_of
from hexfront.games.lebensraum.transport import Network, Transports, load
from hexfront.wargame import move
from tests.games.lebensraum.kit import Table, position, world

HOME, TARGET = "2713", "2812"


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


# --- battle groups


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


@pytest.mark.seam("5.7", "13")
@pytest.mark.rule("5.7d")
def test_from_1944_the_axis_has_one_group_on_both_fronts() -> None:
    """RULING 5.7-d."""
    w = world("war")
    u = w.unit("de-2pz")
    east, west = (w.unit(f"group-{letter}") for letter in "ac")
    given: dict[str, Any] = {"turn": 13, "phasing": "axis", "points": {"axis": 99}, "agenda": (Moves(AXIS),)}
    t = position("war", place={"de-2pz": "Warsaw", "de-7": "Paris"}, **given)
    assert t.why(FormGroup(w.unit("de-7"), west)) == "" == t.why(FormGroup(u, east))
    t.act(FormGroup(u, east))
    assert t.why(FormGroup(w.unit("de-7"), west)) == "5.7d"


# --- replacements


@pytest.mark.seam("6", "7.42")
@pytest.mark.rule("7.42e", "6.22h")
def test_who_cannot_retreat_is_eliminated_and_can_be_rebuilt() -> None:
    ring = {f"su-{n}": label for n, label in zip((4, 9, 18), ("2811", "2912", "2913"), strict=True)}
    t = position(
        place={"de-6": HOME, "su-42": TARGET, **ring}, segment="first-combat", saved=[0, 0, 2, 0, 0, 0]
    )
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex(TARGET), [w.unit("de-6")], [w.unit("su-42")]
    s.pending = [w.unit("su-42")]
    s.agenda = (Retreats(1, "7.4d", False), Rebuilding(SOVIET))
    t.settle()
    assert s.where[w.unit("su-42")] == ELIMINATED
    t.act(Rebuild(w.unit("su-42"), 2))
    assert s.saved[2] == 1


@pytest.mark.seam("6", "10")
@pytest.mark.rule("6.22c", "10.3b")
@pytest.mark.parametrize("flag", [INACTIVE, TAKEN])
def test_works_on_the_rails_or_taken_make_nothing(flag: int) -> None:
    w = world()
    k = next(n for n, marker in enumerate(w.markers) if marker.name == "Kharkov")
    flags = [flag if n == k else 0 for n in range(len(w.markers))]
    idle = position(works_flags=flags, agenda=(GainSteps(SOVIET),))
    busy = position(agenda=(GainSteps(SOVIET),))
    assert busy.s.production == 51 and idle.s.production == 51 - w.markers[k].production


# --- combat


@pytest.mark.seam("7", "8")
@pytest.mark.seam("7.42", "8")
@pytest.mark.rule("7.1c", "8.0h")
@pytest.mark.parametrize(("turn", "open_"), [(1, False), (3, True)])
def test_lakes_are_fought_and_retreated_across_in_winter_alone(turn: int, open_: bool) -> None:
    """RULING 7.1-a."""
    w = world()
    a, b = next((a, b) for a, b in w.lands.lake.pairs() if w.land >> a & 1 and w.land >> b & 1)
    t = position(turn=turn, place={"su-7": w.label(a)})
    assert can_attack_across(t.s, a, b) == open_
    assert (step_cost(t.s, w.unit("su-7"), a, b) is not None) == open_
    foe = max((n for n in w.near(a) if w.land >> n & 1), key=lambda n: (w.grid.distance(n, b), n))
    t = position(turn=turn, place={"su-7": w.label(a), "de-16": w.label(foe)})
    t.s.attackers, t.s.defenders, t.s.target = [w.unit("de-16")], [w.unit("su-7")], a
    free = {n for n in w.near(a) if step_cost(t.s, w.unit("su-7"), a, n) is not None}
    assert set(ways_back(t.s, 1, w.unit("su-7"))) <= free and (b in free) == open_


@pytest.mark.seam("7", "9")
@pytest.mark.rule("9.2b", "7.45a")
def test_a_cut_in_stars_is_a_cut_in_command() -> None:
    t = position(hqs={"su-west": "2912"}, leaders={"zhukov": "su-west"})
    k, stars = t.w.hq("su-west"), t.w.stars[t.w.leader("zhukov")]
    assert command_limit(t.s, k) == stars > 1
    t.s.cut[SOVIET] = 1
    assert command_limit(t.s, k) == stars - 1
    t.s.cut[SOVIET] = 3
    assert command_limit(t.s, k) == max(0, stars - 3)


@pytest.mark.seam("7", "11.1")
@pytest.mark.rule("8.0g", "7.44b")
def test_snow_shortens_supply_and_not_command() -> None:
    t = position(
        place={"de-6": "2424"},
        hqs={"de-center": "2427"},
        weather="snow",
        control={"axis": ["2424", "2425", "2426"]},
    )
    w = t.w
    k, u = w.hq("de-center"), w.unit("de-6")
    assert w.grid.distance(t.s.hq[k], t.s.where[u]) == 3 and command_area(t.s, k) >> t.s.where[u] & 1
    full, finnish = supplied_hqs(t.s, AXIS)
    assert k in full and supply_of(t.s, AXIS, full, finnish)[u] != 0
    clear = position(place={"de-6": "2424"}, hqs={"de-center": "2427"})
    full, finnish = supplied_hqs(clear.s, AXIS)
    assert supply_of(clear.s, AXIS, full, finnish)[u] == 0


@pytest.mark.seam("7", "13")
@pytest.mark.rule("7.1c", "7.44b")
def test_soviets_and_western_allies_neither_attack_nor_command_together() -> None:
    """RULING 5.3-b."""
    t = position(
        "war", turn=14, place={"de-6": "2030", "su-42": "2029", "us-1": "2031"}, hqs={"al-12ag": "2031"},
        leaders={"bradley": "al-12ag"}, segment="first-combat", phasing="soviet", agenda=(Attacks(SOVIET),),
    )  # fmt: skip
    w = t.w
    assert attackers_on(t.s, SOVIET, w.hex("2030")) == [w.unit("su-42")]
    assert attackers_on(t.s, ALLIED, w.hex("2030")) == [w.unit("us-1")]
    refused = command_violation(t.s, w.unit("su-42"), w.hq("al-12ag"))
    assert refused is not None and refused.rule == "7.44f"
    assert t.why(Attack(w.hex("2030"))) == ""


# --- retreats and advances


@pytest.mark.seam("7.42", "7.46")
@pytest.mark.rule("7.4611c")
def test_an_air_marker_stays_when_its_unit_falls_back() -> None:
    """RULING 7.4611-b."""
    w = world()
    filed = key(SOVIET, w.hex(TARGET))
    t = position(
        place={"de-6": HOME, "su-42": TARGET}, segment="first-combat", air=[0, 2, 0], air_at={filed: 1}
    )
    s = t.s
    s.target, s.attackers, s.defenders = w.hex(TARGET), [w.unit("de-6")], [w.unit("su-42")]
    s.indicated, s.owed = [1, 1], [1, 1]
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    t.act(GiveWay())
    t.act(next(a for a in t.legal() if isinstance(a, Retreat)))
    assert s.air_at == {filed: 1} and s.where[w.unit("su-42")] != w.hex(TARGET)


@pytest.mark.seam("7.42", "10")
@pytest.mark.rule("7.43c", "10.3f")
def test_an_advance_captures_works() -> None:
    w = world()
    minsk = w.hex("Minsk")
    near = next(n for n in w.near(minsk) if w.land >> n & 1)
    t = position(place={"de-4": w.label(near), "su-13": "Minsk"}, reduced=["su-13"], segment="first-combat")
    s = t.s
    u = w.unit("de-4")
    s.target, s.attackers, s.defenders, s.origins = minsk, [u], [w.unit("su-13")], {u: near}
    s.indicated, s.owed = [0, 2], [0, 2]
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    t.act(TakeLoss(w.unit("su-13"), 0), Advance(u, minsk), Destroy())
    k = next(n for n, marker in enumerate(w.markers) if marker.name == "Minsk")
    assert s.works[k] == DESTROYED and t.at("de-4") == w.label(minsk)


@pytest.mark.seam("7.42", "11.1")
@pytest.mark.rule("11.1g")
def test_no_retreat_in_place_of_a_loss_for_supply() -> None:
    t = position(place={"su-31": "2912"}, agenda=(SupplyCheck(SOVIET),))
    assert t.why(GiveWay()) != "" and all(isinstance(a, TakeLoss) for a in t.legal())


@pytest.mark.seam("7.42", "13")
@pytest.mark.rule("7.42b")
def test_a_retreat_leads_toward_a_city_of_either_ally() -> None:
    """With Berlin in western hands a Soviet army north-east of it falls back toward it if that is away from the enemy."""
    w = world("war")
    berlin = w.hex("Berlin")
    here = next(n for n in w.near(berlin) if w.land >> n & 1 and not w.lands.river.has(n, berlin))
    foe = max((n for n in w.near(here) if w.land >> n & 1), key=lambda n: (w.grid.distance(n, berlin), -n))
    t = position(
        "war", turn=15, place={"su-42": w.label(here), "de-6": w.label(foe)}, control={"allied": ["Berlin"]}
    )
    t.s.attackers, t.s.defenders, t.s.target = [w.unit("de-6")], [w.unit("su-42")], here
    assert ways_back(t.s, 1, w.unit("su-42")) == [berlin]


# --- markers and weather


@pytest.mark.seam("7.46", "9")
@pytest.mark.rule("7.4611b", "9.2d")
def test_no_air_from_an_hq_whose_leader_has_no_star_left() -> None:
    """RULING 9.2-b: he commands nobody."""
    t = position(
        place={"de-6": HOME, "su-42": TARGET}, hqs={"de-south": "2613"}, leaders={"von-rundstedt": "de-south"},
        segment="first-combat", cut=[9, 0, 0],
    )  # fmt: skip
    s, w = t.s, t.w
    k, u = w.hq("de-south"), w.unit("de-6")
    s.air_hq[k] = 1
    s.target, s.attackers, s.defenders = w.hex(TARGET), [u], [w.unit("su-42")]
    assert command_violation(s, u, k) is not None
    refused = support_violation(s, AXIS, AddAir(k, w.hex(HOME)))
    assert refused is not None and refused.rule == "7.4611b"


@pytest.mark.seam("8", "10")
@pytest.mark.rule("10.1b", "8.0d")
@pytest.mark.parametrize("sky", ["clear", "mud"])
def test_transport_costs_the_same_in_any_weather(sky: str) -> None:
    t = position(
        place={"su-6": "Kursk"},
        weather=sky,
        points={"soviet": 50},
        transport=[0, 3, 0],
        passed=5,
        agenda=(Transports(SOVIET),),
    )
    u = t.w.unit("su-6")
    t.act(Pick(u), Send(u, t.w.hex("Moscow")))
    assert (t.s.points[SOVIET], t.s.transport[SOVIET]) == (40, 2)


@pytest.mark.seam("8", "11.2")
@pytest.mark.rule("11.2b", "8.0d")
@pytest.mark.parametrize("sky", ["clear", "wet", "mud", "snow"])
def test_an_hq_pays_for_weather_as_a_tank_unit(sky: str) -> None:
    t = position(place={"su-8tank": "2912"}, hqs={"su-west": "2912"}, weather=sky)
    w = t.w
    a, b = w.hex("2912"), w.hex("2812")
    assert (
        step_cost(t.s, 1000 + w.hq("su-west"), a, b) == step_cost(t.s, w.unit("su-8tank"), a, b) is not None
    )


@pytest.mark.seam("8", "13")
@pytest.mark.rule("8.0b", "13.0a")
@pytest.mark.parametrize("scenario", ["invasion", "italy"])
def test_a_hex_has_the_same_section_on_every_map(scenario: str) -> None:
    one, both = world(scenario), world("war")
    numbers = "west" if scenario == "italy" else "east"
    for name in ("Moscow", "Kiev", "Berlin", "Sofia", "Oslo", "Rome", "Paris", "London", "Hamburg"):
        h = one.find(name)
        if h >= 0 and one.land >> h & 1:
            assert one.lands.section[h] == both.lands.section[both.lands.at(one.label(h), numbers)], name


# --- the rest


@pytest.mark.seam("9", "10")
@pytest.mark.rule("9.3a", "10.1b")
def test_a_leader_travels_with_his_hq() -> None:
    t = position(
        hqs={"su-west": "Kursk"}, leaders={"konev": "su-west"}, points={"soviet": 50}, transport=[0, 3, 0], passed=5,
        agenda=(Transports(SOVIET),),
    )  # fmt: skip
    piece = 1000 + t.w.hq("su-west")
    t.act(Pick(piece), Send(piece, t.w.hex("Moscow")))
    assert t.s.chief[t.w.hq("su-west")] == t.w.leader("konev") and t.s.points[SOVIET] == 40


@pytest.mark.seam("10", "11.1")
@pytest.mark.rule("10.1b", "11.1b")
def test_transport_needs_controlled_ground_and_supply_does_not() -> None:
    w = world()
    kursk = w.hex("Kursk")
    around = [w.label(n) for n in w.lands.lines.of_hex(kursk) if not w.cities >> n & 1]
    t = position(place={"su-6": "Kursk"}, control={"axis": around})
    assert not Network(t.s, SOVIET).reached(w.unit("su-6")) & ~(1 << kursk)
    assert lines(t.s, SOVIET) >> kursk & 1


@pytest.mark.seam("11.1", "11.2")
@pytest.mark.rule("11.1e", "11.2d")
def test_an_hq_lost_for_want_of_supply_can_be_created_again_at_once() -> None:
    """RULING 11.2-a."""
    t = position(
        hqs={"su-west": "2912"}, points={"soviet": 20}, control={"axis": ["2911", "2913"]}, leaders={"konev": "su-west"},
    )  # fmt: skip
    w = t.w
    t.s.control[SOVIET] = 1 << w.hex("Moscow")
    t.s.control[AXIS] = w.land & ~t.s.control[SOVIET]  # every city and with it every line is the enemy's
    t.s.agenda = (SupplyCheck(SOVIET), HQSegment(SOVIET))
    t.settle()
    if t.rolls():
        t.roll(1)
    create = Create(w.hq("su-west"), w.hex("Moscow"))
    assert t.why(create) == ""
    t.act(create)
    assert t.s.points[SOVIET] == 0


@pytest.mark.seam("11.5", "13")
@pytest.mark.rule("11.7a", "11.5b")
def test_all_neutrals_are_neutral_in_the_combination() -> None:
    """RULING 11.5-a."""
    s = set_up(world("war"))
    assert set(NEUTRALS["C"]) == set(NEUTRALS["E"]) | set(NEUTRALS["W"])
    for name in NEUTRALS["C"]:
        hexes = s.world.lands.country[name]
        assert hexes and not any(hexes & held for held in s.control)
