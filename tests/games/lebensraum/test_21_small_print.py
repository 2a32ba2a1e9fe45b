"""Lines of the rules that are seldom met: each has its position here."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum.actions import (
    Attack,
    Commit,
    Create,
    Done,
    Escort,
    Join,
    PlaceAir,
    Promote,
    Rebuild,
)
from hexfront.games.lebensraum.combat import Attacks, attackers_on
from hexfront.games.lebensraum.control import enter
from hexfront.games.lebensraum.economy import Income, income
from hexfront.games.lebensraum.events import Told
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.headquarters import HQSegment
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    FLIP,
    HQ_LATER,
    HQ_LOST,
    HQ_OUT,
    READY,
    SNOW,
    SOVIET,
    WOUNDED,
)
from hexfront.games.lebensraum.landings import Newcomers, WestJoins
from hexfront.games.lebensraum.missions import Missions, partisan_cities
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.replacements import Rebuilding
from hexfront.games.lebensraum.state import strength_of
from hexfront.games.lebensraum.strength import commanded_strength
from hexfront.games.lebensraum.transfers import Transfers
from hexfront.games.lebensraum.view import view
from hexfront.hexes import bits
from hexfront.kernel import OBSERVER
from tests.games.lebensraum.kit import Table, position, world
from tests.games.lebensraum.test_12_landings import blank_hqs
from tests.games.lebensraum.test_14_aids import answer, box, lines

# --- combat


@pytest.mark.rule("7.1c", "7.2f")
def test_who_has_attacked_cannot_attack_another_hex() -> None:
    t = position(
        segment="first-combat", phasing="axis", place={"de-6": "2713", "su-42": "2812", "su-9tank": "2714"},
        agenda=(Attacks(AXIS),),
    )  # fmt: skip
    w, other = t.w, t.w.hex("2714")
    assert attackers_on(t.s, AXIS, other) == [w.unit("de-6")]
    t.act(Attack(w.hex("2812")), Join(w.unit("de-6")), Commit())
    assert attackers_on(t.s, AXIS, other) == []


@pytest.mark.rule("11.7c")
def test_a_neutral_army_fights_at_full_strength_without_an_hq() -> None:
    w = world()
    turk = w.unit("tu-1")
    s = position(
        place={"tu-1": "Istanbul"}, power=[SOVIET if u == turk else p for u, p in enumerate(w.side)]
    ).s
    assert commanded_strength(s, turk) == strength_of(s, turk) > 1


@pytest.mark.rule("7.2c", "7.44e", "7.4611c")
def test_the_assistant_shows_each_defender_and_knows_how_many_markers_there_can_be() -> None:
    found = lines(answer(attackers=["9B"], defenders=["6D half", "4D"]))
    assert found["Defender: 6D"] == "3, out of command" and found["Defender: 4D"] == "4"
    assert lines(answer(attackers=["9B"], defenders=["4D"], attacker_air=20))["Attacker: air"] == "+100"
    for field, most in (
        ("attacker_air", 20),
        ("defender_air", 20),
        ("attacker_ships", 6),
        ("attacker_partisans", 9),
    ):
        given: dict[str, Any] = {"attackers": ["9B"], "defenders": ["4D"], field: most + 1}
        assert [fault.field for fault in LEBENSRAUM.calculator().faults(given)] == [field]


# --- the map


@pytest.mark.rule("3.1a", "12.2e")
@pytest.mark.parametrize("scenario", ["dday", "west", "war"])
def test_each_beach_has_a_sea_hex_of_its_own_before_it(scenario: str) -> None:
    w = world(scenario)
    offshore = w.lands.offshore
    assert set(offshore) == set(bits(w.lands.beaches)) and len(set(offshore.values())) == len(offshore) == 2
    assert all(not w.land >> sea & 1 and w.grid.distance(beach, sea) == 1 for beach, sea in offshore.items())


@pytest.mark.rule("7.462d", "3.1a")
def test_a_city_up_a_river_is_a_port_if_the_sea_is_near() -> None:
    w = world()
    ports = w.lands.ports_of("black_sea", 2)
    assert ports >> w.hex("Maikop") & 1 and ports >> w.hex("Bucharest") & 1
    assert not ports >> w.hex("Kishinev") & 1  # a side farther
    assert w.lands.ports_of("black_sea", 3) >> w.hex("Kishinev") & 1
    assert not ports >> w.hex("Kiev") & 1 and ports >> w.hex("Odessa") & 1


@pytest.mark.rule("11.5b", "11.5e")
def test_the_soviet_union_is_on_no_western_map() -> None:
    for scenario in ("dday", "italy"):
        assert world(scenario).start_control[SOVIET] == 0
    assert world().start_control[SOVIET] == world().lands.country["ussr"] != 0


@pytest.mark.rule("8.0g", "11.1a")
def test_snow_shortens_the_supply_of_the_axis_alone() -> None:
    w = world("war")
    clear = [w.supply_range(power, 0) for power in (AXIS, SOVIET, ALLIED)]
    assert (clear, [w.supply_range(power, SNOW) for power in (AXIS, SOVIET, ALLIED)]) == (
        [3, 2, 3],
        [2, 2, 3],
    )


@pytest.mark.rule("5.4h", "11.4d")
def test_who_comes_through_the_air_crosses_no_border() -> None:
    w = world()
    t = position(place={"de-para": "Warsaw"})
    before = t.s.crossed
    enter(t.s, w.unit("de-para"), w.hex("Minsk"))
    assert t.s.crossed == before and t.at("de-para") == w.label(w.hex("Minsk"))


# --- walks


def marching(scenario: str = "invasion", **given: Any) -> Table:
    return position(scenario, segment="movement", phasing="axis", points={"axis": 40}, agenda=(Moves(AXIS),), **given)  # fmt: skip


def stops(t: Table, piece: str, at: str) -> bool:
    """Whether a walk is told no farther than a hex."""
    found = LEBENSRAUM.reach(t.s, t.seat(), t.w.name(t.w.unit(piece)))
    assert found is not None and at in found
    return found[at].stops


@pytest.mark.seam("5", "7.42")
@pytest.mark.rule("7.42g", "5.3i")
def test_a_walk_is_told_up_to_an_hq_of_the_enemy() -> None:
    free = marching(place={"de-6": "2711"})
    assert not stops(free, "de-6", "2712")
    assert stops(marching(place={"de-6": "2711"}, hqs={"su-south": "2712"}), "de-6", "2712")
    assert not stops(marching(place={"de-6": "2711"}, hqs={"de-south": "2712"}), "de-6", "2712")


@pytest.mark.seam("5", "10")
@pytest.mark.rule("10.3f", "5.3i")
def test_a_walk_is_told_up_to_works_of_the_enemy() -> None:
    name = next(m.name for m in world().markers if m.power == SOVIET)
    away = {m.name: "off map" for m in world().markers}
    assert not stops(marching(place={"de-6": "2711"}, works=away), "de-6", "2712")
    assert stops(marching(place={"de-6": "2711"}, works={**away, name: "2712"}), "de-6", "2712")


@pytest.mark.seam("5", "11.5")
@pytest.mark.rule("11.7b", "5.3i")
@pytest.mark.parametrize("joined", [False, True])
def test_a_walk_is_told_up_to_a_neutral_that_it_draws_into_the_war(joined: bool) -> None:
    w = world()
    turkey, bulgaria = w.lands.country["turkey"], w.lands.country["bulgaria"]
    a, b = next(
        (h, n) for h in bits(bulgaria) for n in w.near(h) if turkey >> n & 1 and not w.lands.sea.has(h, n)
    )
    t = marching(place={"de-6": w.label(a)}, crossed=(1 << len(w.lands.borders)) - 1)
    if joined:
        t.s.neutral[w.lands.neutrals.index("turkey")] = AXIS
        t.s.control[AXIS] |= turkey
    assert stops(t, "de-6", w.label(b)) != joined


@pytest.mark.rule("5.4d", "5.3i")
def test_a_walk_out_of_a_zone_costs_the_leave_once() -> None:
    foe = {"su-9tank": "2912"}
    t = marching(place={"de-6": "2812", **foe})
    found = LEBENSRAUM.reach(t.s, t.seat(), t.w.name(t.w.unit("de-6")))
    free = marching(place={"de-6": "2812"})
    plain = LEBENSRAUM.reach(free.s, free.seat(), free.w.name(free.w.unit("de-6")))
    assert found is not None and plain is not None
    far = [at for at in found if not found[at].stops and len(found[at].path) == 3]
    assert far and all(found[at].cost == plain[at].cost + t.w.tables.costs.leave_zone for at in far if found[at].path == plain[at].path)  # fmt: skip


@pytest.mark.rule("11.6d", "5.1a")
@pytest.mark.parametrize(
    ("segment", "sent"), [("movement", True), ("reserve-movement", True), ("tank-movement", False)]
)
def test_sending_the_general_staff_is_on_the_list_of_moves(segment: str, sent: bool) -> None:
    t = position(
        segment=segment, hqs={"su-west": "2912"}, staff={"stavka-1": "Moscow", "stavka-2": "Moscow"}, phasing="soviet",
        leaders={"zhukov": "stavka-1", "shaposhnikov": "stavka-2"}, agenda=(Moves(SOVIET),),
    )  # fmt: skip
    found = [x for x in t.legal() if isinstance(x, Escort)]
    assert bool(found) == sent and all(x.hex == t.w.hex("2912") for x in found)


# --- arrivals, HQs, leaders, markers


@pytest.mark.rule("5.3f", "5.3g")
def test_the_western_allies_live_without_oil() -> None:
    s = position("dday", turn=13).s
    assert income(s, ALLIED) == Income(0, 0, income(s, ALLIED).points)


@pytest.mark.rule("11.2d", "11.2c")
def test_an_hq_built_again_is_no_new_one() -> None:
    w = world()
    one, two = w.hqs_of[AXIS][0], w.hqs_of[AXIS][1]
    t = position(
        points={"axis": 100}, leaders={"von-rundstedt": "pool", "von-leeb": "pool"}, agenda=(HQSegment(AXIS),)
    )
    t.s.hq[one], t.s.hq[two] = HQ_LOST, HQ_OUT
    t.act(Create(one, w.capital[AXIS]))
    assert t.s.hq_made == 0
    t.s.agenda = (HQSegment(AXIS),)
    t.settle()
    t.act(Create(two, w.capital[AXIS]))
    assert t.s.hq_made == 1


@pytest.mark.rule("11.2h", "12.1b")
def test_before_turn_e_an_hq_without_its_army_comes_to_london() -> None:
    t = position("dday", turn=13, hq=blank_hqs("dday"), agenda=(Newcomers(True),))
    assert t.s.hq[t.w.hq("al-21ag")] == t.w.capital[ALLIED]
    late = position("dday", turn=13, hq=blank_hqs("dday"), agenda=(Newcomers(),))
    assert late.s.hq[late.w.hq("al-21ag")] == HQ_LATER


@pytest.mark.rule("13.0b")
def test_an_army_of_the_west_whose_hex_is_taken_waits() -> None:
    w = world("war")
    unit, at = next((u, h) for u, h in w.late_units.items() if w.side[u] == AXIS)
    t = position(
        "war", turn=9, place={w.armies[unit].id: "later", "de-6": w.label(at)}, agenda=(WestJoins(),)
    )
    assert t.s.where[unit] == READY and t.s.stack[at] == (w.unit("de-6"),)


@pytest.mark.rule("7.463f")
def test_nobody_rises_for_the_axis_in_the_west() -> None:
    s = position("dday", control={"allied": ["Cologne", "Paris"]}).s
    assert partisan_cities(s, AXIS) == 0
    east = position(control={"soviet": ["Warsaw"]})
    assert partisan_cities(east.s, AXIS) == 1 << east.w.hex("Warsaw")


@pytest.mark.rule("7.4613a")
def test_an_air_assault_is_not_made_with_the_paratroops_of_the_enemy() -> None:
    t = position(
        place={"de-para": "Warsaw", "su-para": "Moscow"},
        points={"axis": 100},
        air_left=[1, 1, 0],
        agenda=(Missions(AXIS),),
    )
    assert t.why(PlaceAir("drop", t.w.unit("su-para"))) == "7.4613a"
    assert t.why(PlaceAir("drop", t.w.unit("de-para"))) == ""


@pytest.mark.rule("11.3e", "6.22f")
def test_who_is_built_up_is_told_to_be_no_reserve() -> None:
    t = position(
        place={"de-6": "2711", "de-17": "2712"}, reduced=["de-6"], reserve=["de-6", "de-17"], saved=[1, 0, 0, 0, 0, 0],
        agenda=(Rebuilding(AXIS),),
    )  # fmt: skip
    w = t.w
    told = t.act(Rebuild(w.unit("de-6"), FLIP), Done())
    assert Told(w.unit("de-6"), "is no longer in reserve", "11.3e") in told
    assert Told(w.unit("de-17"), "is no longer in reserve", "11.3e") not in told
    assert t.s.reserve == 1 << w.unit("de-17")


@pytest.mark.rule("9.4b")
def test_a_man_of_the_first_general_staff_is_no_front_leader() -> None:
    first = world().staff[0]
    second = next(m for m in world().staff[1:] if m.power == first.power)
    t = position(
        staff={first.id: "Berlin", second.id: "Berlin"}, leaders={"halder": first.id, "keitel": second.id}, passed=2,
        agenda=(Transfers(AXIS),),
    )  # fmt: skip
    assert t.why(Promote(t.w.leader("halder"), 1, 0)) == "9.4b"


# --- what is shown


@pytest.mark.rule("9.5a", "9.1a")
def test_a_leader_without_a_post_has_no_steps() -> None:
    t = position(leaders={"von-rundstedt": "wounded"})
    man = t.w.leader("von-rundstedt")
    assert t.s.post[man] == WOUNDED
    piece = next(each for each in view(t.s, OBSERVER).pieces if each.name == t.w.leaders[man].name)
    assert (piece.steps, piece.full) == (0, 0)


@pytest.mark.rule("6.2a", "6.22a")
def test_the_soviet_box_shows_what_is_left_to_build_with() -> None:
    t = position(population=7, production=5)
    assert box(t, "steps-soviet").text.endswith("; population 7, production 5")
    assert "population" not in box(position(), "steps-soviet").text
