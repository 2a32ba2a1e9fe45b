"""Conditions that no other test would miss: each is met by the position in which it decides."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.combat import EndCombat
from hexfront.games.lebensraum.headquarters import birthplaces, remove_hq
from hexfront.games.lebensraum.invariants import _marker_faults
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    CAMP,
    DESTROYED,
    ENGLAND,
    FLIP,
    KILLED,
    MOVEMENT,
    OFF_MAP,
    SOVIET,
    TANK_MOVEMENT,
    TERMINATED,
    WORKS_BASE,
)
from hexfront.games.lebensraum.landings import Newcomers, come_ashore, sail_home
from hexfront.games.lebensraum.leaders import Disposal, pool
from hexfront.games.lebensraum.missions import bomber_targets
from hexfront.games.lebensraum.movement import (
    Moves,
    Unstack,
    _come_between,
    breaks_down,
    group_actions,
    movement_frames,
    walks,
)
from hexfront.games.lebensraum.reach import closed_to
from hexfront.games.lebensraum.replacements import RETURN, Rebuilding
from hexfront.games.lebensraum.setup import is_at_war
from hexfront.games.lebensraum.state import begin_at
from hexfront.games.lebensraum.strength import west_wall_strength
from hexfront.games.lebensraum.transfers import Disposition, Transfers
from hexfront.games.lebensraum.transport import Network, load_violation, transport_points
from hexfront.games.lebensraum.victory import EndOfTurn
from hexfront.games.lebensraum.view import due
from hexfront.hexes import bits
from hexfront.kernel import Action
from hexfront.wargame import put
from tests.games.lebensraum.kit import position, world
from tests.games.lebensraum.test_05_groups import form, moving


@pytest.mark.rule("9.3c", "7.45g", "9.0c")
def test_after_the_combats_nobody_has_fought_helped_or_lost() -> None:
    s = position(
        in_command=7, fought=7, struck=7, helped=7, staff_helped=7, ships_in=3, agenda=(EndCombat(),)
    ).s
    assert (s.in_command, s.fought, s.struck, s.helped, s.staff_helped, s.ships_in, s.target) == (
        0,
        0,
        0,
        0,
        0,
        0,
        -1,
    )


@pytest.mark.rule("11.2c", "9.6a")
def test_only_the_allies_raise_hqs_in_ports() -> None:
    t = position("dday", control={"allied": ("London", "Cherbourg"), "axis": ("Berlin", "Bremen")})
    born = {name: {t.w.label(h) for h in birthplaces(t.s, t.w.hq(name))} for name in ("de-agb", "al-21ag")}
    assert born["de-agb"] == {t.w.label(t.w.hex("Berlin"))}
    assert t.w.label(t.w.hex("Cherbourg")) in born["al-21ag"]


@pytest.mark.rule("11.1e", "7.43f")
def test_an_hq_that_is_lost_is_in_reserve_no_more() -> None:
    t = position(hqs={"de-north": "Warsaw", "de-center": "Minsk"})
    north, center = t.w.hq("de-north"), t.w.hq("de-center")
    t.s.hq_reserve = 1 << north | 1 << center
    remove_hq(t.s, north, "11.1e")
    assert t.s.hq_reserve == 1 << center


@pytest.mark.rule("7.461d", "11.2a")
def test_markers_under_an_hq_in_play_are_no_fault() -> None:
    t = position(hqs={"de-north": "Warsaw"}, air=[5, 5, 5])
    k = t.w.hq("de-north")
    t.s.air_hq[k], t.s.hq_reserve = 1, 1 << k
    assert list(_marker_faults(t.s)) == []
    t.s.hq[k] = -1
    assert len(list(_marker_faults(t.s))) == 1


@pytest.mark.rule("6.13c", "12.2e")
def test_a_hex_that_was_landed_in_is_remembered() -> None:
    t = position("dday", control={"allied": ("Caen",)})
    u, beach = t.w.unit("br-2"), t.w.hex("Caen")
    t.s.power[u] = ALLIED
    put(t.s, u, t.w.lands.offshore[beach])
    come_ashore(t.s, u, beach)
    assert t.s.where[u] == beach and t.s.landed == 1 << beach


@pytest.mark.rule("12.2e")
def test_an_hq_goes_home_with_the_army_that_could_not_land() -> None:
    t = position("dday")
    u, k, sea = t.w.unit("br-2"), t.w.hq("al-21ag"), t.w.lands.offshore[t.w.hex("Caen")]
    t.s.power[u] = ALLIED
    put(t.s, u, sea)
    t.s.hq[k] = sea
    sail_home(t.s, u)
    assert t.s.where[u] == ENGLAND and t.s.hq[k] == t.w.hex("London")


@pytest.mark.rule("9.0k", "11.2h", "11.6i", "12.1b", "12.3i")
def test_only_who_has_not_come_yet_comes() -> None:
    t = position(
        "dday", turn=13, place={"br-2": "Caen"}, hqs={"al-21ag": "Cherbourg"}, leaders={"tedder": "killed"},
        agenda=(Newcomers(True),),
    )  # fmt: skip
    assert t.at("al-21ag") == t.w.label(t.w.hex("Cherbourg")) and t.s.post[t.w.leader("tedder")] == KILLED


@pytest.mark.rule("9.1c", "9.1d")
@pytest.mark.parametrize(
    ("choice", "words"), [(do.Terminate(), "dismissed for good"), (do.Retire(), "in the pool")]
)
def test_what_became_of_a_leader_is_told(choice: Action, words: str) -> None:
    w = world()
    t = position(hqs={"su-west": "Moscow"}, agenda=(Disposal(w.hq("su-west"), w.leader("pavlov")),))
    told = [event.line(t.s) for event in t.act(choice)]
    assert any(words in line.text for line in told)
    assert (t.s.post[w.leader("pavlov")] == TERMINATED) == isinstance(choice, do.Terminate)


@pytest.mark.rule("7.46121a", "7.46121d")
def test_bomber_command_finds_works_of_the_axis_on_german_ground() -> None:
    t = position("dday", credits=1)
    essen, cologne, paris = (
        next(k for k, m in enumerate(t.w.markers) if m.name == name) for name in ("Essen", "Cologne", "Paris")
    )
    found = bomber_targets(t.s, ALLIED)
    assert essen in found and cologne in found and paris not in found
    t.s.works[essen], t.s.works_power[cologne] = OFF_MAP, ALLIED
    assert set(bomber_targets(t.s, ALLIED)) == set(found) - {essen, cologne}


@pytest.mark.rule("5.7f")
def test_an_army_built_up_again_while_its_group_is_out_forms_no_other() -> None:
    t = moving()
    t.act(form(t))
    u = t.w.unit("de-2pz")
    t.s.weak[u] = 0
    assert not any(isinstance(x, do.FormGroup) and x.unit == u for x in group_actions(t.s, AXIS))
    assert any(isinstance(x, do.FormGroup) and x.unit != u for x in group_actions(t.s, AXIS))


@pytest.mark.rule("5.1a", "11.6d")
def test_paratroops_fly_in_the_first_movement_segment_alone() -> None:
    def flies(segment: str) -> bool:
        t = position(
            "dday", turn=13, place={"al-para": "1716"}, hqs={"al-21ag": "1616"}, phasing="allied", segment=segment,
            drop=1 << world("dday").unit("al-para"), points={"allied": 50}, agenda=(Moves(ALLIED),),
        )  # fmt: skip
        return any(isinstance(x, do.Drop) for x in t.legal())

    assert flies("movement") and not flies("tank-movement")


@pytest.mark.rule("4.2.2A", "4.2.2B", "4.2.2E", "4.2.2F")
def test_newcomers_are_spread_out_after_the_first_movement_segment_alone() -> None:
    s = position("dday").s
    for segment, spread in ((MOVEMENT, True), (TANK_MOVEMENT, False)):
        s.segment = segment
        frames = movement_frames(s, CAMP[ALLIED])
        assert any(isinstance(frame, Moves) for frame in frames)
        assert any(isinstance(frame, Unstack) for frame in frames) == spread


@pytest.mark.rule("5.1c", "5.6a")
def test_mountains_that_another_has_crossed_do_not_wear_out_the_next() -> None:
    t = position("dday", turn=13, place={"de-5pz": "2217"}, points={"axis": 60}, phasing="axis")
    u = t.w.unit("de-5pz")
    before = walks(t.s, u, 0).costs()
    t.s.mountains = 9
    assert walks(t.s, u, 0).costs() == before
    assert (
        walks(t.s, u, 1).costs()
        != walks(position("dday", turn=13, place={"de-5pz": "2217"}, points={"axis": 60}).s, u, 1).costs()
    )


@pytest.mark.rule("6.21b", "6.22f", "11.3e")
def test_only_the_soviets_make_steps() -> None:
    t = position(population=90, production=90, saved=[1, 0] * 3, place={"de-6": "Berlin"}, reserve=["de-6"],
        reduced=["de-6"], agenda=(Rebuilding(AXIS),))  # fmt: skip
    assert t.why(do.Make(0)) == "6.22a"


@pytest.mark.rule("13.0b")
def test_a_power_that_is_not_in_the_game_is_not_at_war() -> None:
    assert not is_at_war(world("dday"), SOVIET, 13) and not is_at_war(world(), ALLIED, 13)
    assert is_at_war(world("dday"), ALLIED, 13)


@pytest.mark.rule("9.4c")
def test_nobody_is_promoted_for_good_when_no_other_is_left() -> None:
    t = position(
        hqs={"su-west": "2912"}, staff={"stavka-1": "Moscow"}, leaders={"pavlov": "su-west", "zhukov": "stavka-1"},
        agenda=(Transfers(SOVIET),),
    )  # fmt: skip
    pavlov, m = t.w.leader("pavlov"), next(m for m, marker in enumerate(t.w.staff) if marker.id == "stavka-1")
    assert t.why(do.Promote(pavlov, m, 1)) == ""
    for leader in pool(t.s, SOVIET):
        t.s.post[leader] = KILLED
    assert t.why(do.Promote(pavlov, m, 1)) == "9.4c"
    assert t.why(do.Promote(pavlov, m, 0)) == "", "he that is displaced goes to the pool"


@pytest.mark.rule("10.1a", "10.2a", "10.3a")
def test_what_is_too_heavy_or_has_gone_is_not_loaded() -> None:
    t = position(
        "dday",
        phasing="axis",
        points={"axis": 100},
        transport=[5, 0, 0],
        control={"axis": ("Essen", "Munich")},
    )
    essen, munich = (
        next(k for k, m in enumerate(t.w.markers) if m.name == name) for name in ("Essen", "Munich")
    )
    assert (
        WORKS_BASE + munich in Network(t.s, AXIS).loads()
        and WORKS_BASE + essen not in Network(t.s, AXIS).loads()
    )
    t.s.transport[AXIS] = 7
    assert WORKS_BASE + essen in Network(t.s, AXIS).loads()
    t.s.sent = 1 << munich
    assert WORKS_BASE + munich not in Network(t.s, AXIS).loads()


@pytest.mark.rule("13.0m", "13.0l")
def test_how_the_war_ended_is_told() -> None:
    def reason(*front_won: int) -> str:
        s = position("war", turn=16, agenda=(EndOfTurn(),), front_won=list(front_won)).s
        assert s.result is not None
        return s.result.reason

    assert reason(-1, ALLIED) == "Fronts won: Axis 0, Allies 1."
    assert reason(AXIS, SOVIET) == "The fronts are even."


@pytest.mark.rule("6.1a", "6.2a", "7.461a")
def test_a_turn_brings_each_power_its_own_armies() -> None:
    w = world("dday")
    axis, allied = due(w, 14).split(". ")
    assert "1 Fr" in allied and "1 Fr" not in axis
    assert "SS" in axis and "SS" not in allied


@pytest.mark.rule("5.1a")
def test_landings_are_offered_among_the_moves_of_the_allies_alone() -> None:
    def lands(power: int) -> bool:
        t = position(
            "west", turn=11, place={"us-5": "Naples", "br-8": "3609", "de-10": "3410"}, hqs={"al-15ag": "Naples"},
            points={"allied": 50, "axis": 50}, phasing="allied", landings=6, agenda=(Moves(power),),
        )  # fmt: skip
        return any(isinstance(x, do.Land) for x in t.legal())

    assert lands(ALLIED) and not lands(AXIS)


@pytest.mark.rule("5.6a", "5.1c")
def test_tanks_wear_out_on_the_third_mountain_and_on_mountains_alone() -> None:
    t = position("dday", turn=13, place={"de-5pz": "2217"}, points={"axis": 60}, phasing="axis")
    u, mountain = t.w.unit("de-5pz"), t.w.lands.mountain
    found = walks(t.s, u, 0)
    crossed = {h: sum(mountain >> n & 1 for n in found.way(h)) for h in bits(found.hexes)}
    assert max(crossed.values()) == t.w.tables.limits.mountains + 1
    t.s.mountains = t.w.tables.limits.mountains + 1
    high = next(h for h in bits(mountain))
    flat = next(h for h in bits(t.w.land & ~mountain))
    assert breaks_down(t.s, u, high) and not breaks_down(t.s, u, flat)


@pytest.mark.rule("7.42g", "10.3f", "11.7b", "12.1g")
def test_works_come_between_for_those_who_would_capture_them() -> None:
    t = position("dday", place={"de-7": "1708", "us-1": "1710"})
    essen = next(k for k, m in enumerate(t.w.markers) if m.name == "Essen")
    here = t.s.works[essen]
    assert _come_between(t.s, t.w.unit("us-1")) >> here & 1
    t.s.works_power[essen] = ALLIED
    assert not _come_between(t.s, t.w.unit("de-7")) >> here & 1, (
        "these are his own, he takes them back as he goes"
    )


@pytest.mark.rule("12.1g", "12.1e", "12.3l")
def test_the_armies_of_the_occupied_west_stay_there_and_those_of_italy_need_not() -> None:
    t = position("italy", turn=10, place={"de-7": "Paris", "de-10": "Rome"})

    def kept(name: str) -> bool:
        return any(rule == "12.1g" for _, rule, _ in closed_to(t.s, t.w.unit(name)))

    assert kept("de-7") and not kept("de-10")


@pytest.mark.rule("6.2e", "6.21f", "6.21b")
def test_steps_go_to_armies_of_the_power_that_can_use_them() -> None:
    t = position(
        place={"de-6": "Berlin", "su-42": "Moscow", "de-4": "Berlin"}, reserve=["de-6", "su-42", "de-4"], reduced=["de-6", "su-42"],
        saved=[2, 2, 2, 2, 0, 0], hqs={"de-north": "Berlin"}, agenda=(Rebuilding(AXIS),),
    )  # fmt: skip
    assert t.why(do.Rebuild(t.w.unit("su-42"), FLIP)) == "6.2a"
    grown = {(x.unit, x.way) for x in t.legal() if isinstance(x, do.Rebuild)}
    assert (t.w.unit("de-6"), FLIP) in grown and (t.w.unit("de-4"), FLIP) not in grown


@pytest.mark.rule("6.2d")
def test_an_army_that_enters_is_at_full_strength() -> None:
    t = position(place={"de-6": "Berlin"}, reduced=["de-6"])
    u = t.w.unit("de-6")
    assert t.s.weak[u] == 1
    begin_at(t.s, u)
    assert t.s.weak[u] == 0


@pytest.mark.rule("11.91a", "11.91b")
def test_the_west_wall_serves_the_axis_alone() -> None:
    for defender, attacker, power, more in (("de-7", "us-1", AXIS, 5), ("us-1", "de-7", ALLIED, 0)):
        w = world("dday")
        a, b = next((a, b) for a, b in w.lands.west_wall.pairs() if not w.lands.opposite_west_wall >> b & 1)
        t = position("dday", place={defender: w.label(b), attacker: w.label(a)})
        assert t.s.held[power] >> b & 1
        assert west_wall_strength(t.s, b, [w.unit(attacker)]) == more


@pytest.mark.rule("9.0e", "9.0j", "12.3g")
def test_no_more_leaders_are_replaced_than_wait_in_the_pool() -> None:
    t = position(hqs={"su-west": "2912"}, leaders={"pavlov": "su-west"}, agenda=(Disposition(SOVIET),))
    assert do.Replace(t.w.hq("su-west")) in t.legal()
    for leader in pool(t.s, SOVIET):
        t.s.post[leader] = KILLED
    assert Disposition(SOVIET).choices(t.s) == []


@pytest.mark.rule("10.1a", "10.5a")
def test_who_owes_more_transport_than_he_has_has_none() -> None:
    t = position("dday")
    assert transport_points(t.s, AXIS) > 0
    t.s.works = [DESTROYED] * len(t.s.works)
    assert transport_points(t.s, AXIS) == 0


@pytest.mark.rule("10.1b", "10.1c", "10.2a", "10.3a")
def test_the_last_transport_point_may_be_used() -> None:
    t = position(
        "dday", phasing="axis", points={"axis": 30}, transport=[3, 0, 0], control={"axis": ("Munich",)}
    )
    munich = WORKS_BASE + next(k for k, m in enumerate(t.w.markers) if m.name == "Munich")
    assert load_violation(t.s, AXIS, munich) is None
    t.s.transport[AXIS] = 2
    found = load_violation(t.s, AXIS, munich)
    assert found is not None and found.rule == "10.1a"


@pytest.mark.rule("7.461a", "6.1a", "6.2a")
def test_the_air_of_a_turn_is_that_turns() -> None:
    w = world("dday")
    turn = next(n for n in range(9, 16) if w.air[ALLIED][n - 1] != w.air[ALLIED][n])
    assert f"Western Allies: {w.air[ALLIED][turn - 1]} air" in due(w, turn)
    east = world()
    raised = [(east.infantry_due[n], east.tanks_due[n], len(east.shock_due[n])) for n in range(12)]
    turn = next(n for n in range(1, 12) if all(raised[n - 1]) and raised[n - 1] != raised[n])
    infantry, tanks, shock = raised[turn - 1]
    assert f"{infantry} infantry, {tanks} tank, {shock} shock" in due(east, turn)


@pytest.mark.rule("6.22h", "6.22k")
def test_a_shock_army_that_was_not_raised_is_not_built() -> None:
    w = world()
    shock = next(a for a in w.armies if a.group == "shock")
    t = position(
        place={shock.id: "pile"},
        saved=[2, 2, 2, 2, 0, 0],
        hqs={"su-west": "Moscow"},
        agenda=(Rebuilding(SOVIET),),
    )
    assert t.why(do.Rebuild(w.unit(shock.id), RETURN)) == "6.22h"
