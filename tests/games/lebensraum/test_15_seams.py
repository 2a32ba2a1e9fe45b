"""Positions in which two chapters meet. `hexfront rules lebensraum --seams` lists the pairs."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum.actions import (
    AddAir,
    Advance,
    Attack,
    Bomb,
    BringHQ,
    Create,
    Destroy,
    Drop,
    Escort,
    Evacuate,
    FormGroup,
    GiveWay,
    Keep,
    Pick,
    Rebuild,
    Retreat,
    Send,
    TakeLoss,
    Transfer,
)
from hexfront.games.lebensraum.arrivals import Arrivals
from hexfront.games.lebensraum.combat import Attacks, attackers_on, can_attack_across, support_violation
from hexfront.games.lebensraum.command import command_area, command_limit, command_violation, commander
from hexfront.games.lebensraum.control import behind_the_lines
from hexfront.games.lebensraum.economy import Capture, captures, totals
from hexfront.games.lebensraum.headquarters import HQSegment
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    AXIS_CAMP,
    DESTROYED,
    ELIMINATED,
    EVACUATION,
    HQ_BASE,
    HQ_LOST,
    INACTIVE,
    LATER,
    POOL,
    SOVIET,
    STAFF_BASE,
    TAKEN,
    TRACK,
    WORKS_BASE,
)
from hexfront.games.lebensraum.landings import WestJoins
from hexfront.games.lebensraum.lands import NEUTRALS
from hexfront.games.lebensraum.leaders import pool, to_pool
from hexfront.games.lebensraum.missions import partisans_due, place
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.reach import step_cost
from hexfront.games.lebensraum.replacements import GainSteps, Rebuilding
from hexfront.games.lebensraum.results import Retreats, result_frames, ways_back
from hexfront.games.lebensraum.sequence import PlayerPhase, new_state
from hexfront.games.lebensraum.setup import set_up
from hexfront.games.lebensraum.state import key
from hexfront.games.lebensraum.supply import (
    SupplyCheck,
    bombed_hexes,
    lines,
    open_lines,
    supplied_hqs,
    supply_of,
)
from hexfront.games.lebensraum.transfers import Transfers
from hexfront.games.lebensraum.transport import Network, Transports
from hexfront.hexes import bits
from tests.games.lebensraum.kit import HOME, TARGET, Table, position, world


def fought(scenario: str, target: str, power: int, owed: tuple[int, int], **given: Any) -> Table:
    """A combat after its roll: everybody of one power who is next to the target has attacked, with these losses."""
    t = position(scenario, segment="first-combat", **given)
    s, w = t.s, t.w
    s.target, s.defenders = w.hex(target), list(s.stack[w.hex(target)])
    s.attackers = [u for n in w.near(s.target) for u in s.stack.get(n, ()) if s.power[u] == power]
    s.origins = {u: s.where[u] for u in s.attackers}
    s.indicated, s.owed = list(owed), list(owed)
    s.agenda = (*result_frames(s), Attacks(power))
    t.settle()
    return t


# --- HQs and the General Staff with retreats, advances and moves


@pytest.mark.rule("9.6a", "7.45d")
@pytest.mark.seam("7.42", "11.2")
def test_the_finnish_hq_does_not_retreat_out_of_finland_with_its_army() -> None:
    t = fought(
        "invasion", "0414", SOVIET, (0, 1), place={"fi": "0414", "su-7": "0415"}, hqs={"fi-finland": "0414"},
        leaders={"mannerheim": "fi-finland"},
    )  # fmt: skip
    t.act(GiveWay())
    ways = [a for a in t.legal() if isinstance(a, Retreat)]
    assert {t.w.label(a.hex) for a in ways} <= {"0313", "0413", "0514"}  # Karelia
    t.act(ways[0])
    assert t.at("fi") == t.w.label(ways[0].hex) and t.at("fi-finland") == "0414"


@pytest.mark.rule("9.6a", "7.43i")
@pytest.mark.seam("7.42", "9")
def test_the_finnish_hq_does_not_advance_out_of_finland() -> None:
    t = fought(
        "invasion", "0413", AXIS, (0, 4), place={"fi": "0414", "su-7": "0413"}, hqs={"fi-finland": "0414"},
        leaders={"mannerheim": "fi-finland"},
    )  # fmt: skip
    u, k = t.w.unit("fi"), t.w.hq("fi-finland")
    t.act(TakeLoss(t.w.unit("su-7"), 0), TakeLoss(t.w.unit("su-7"), 0), BringHQ(k))
    t.act(Advance(u, t.w.hex("0413")), Advance(u, t.w.hex("0314")))
    assert t.at("fi") == "0314" and t.at("fi-finland") == "0414"


@pytest.mark.rule("11.6e", "7.43i")
@pytest.mark.seam("7.42", "11.2")
@pytest.mark.parametrize("advances", [True, False])
def test_the_general_staff_goes_home_when_its_hq_goes_along_in_combat(advances: bool) -> None:
    hq, other = ("de-south", "su-south") if advances else ("su-south", "de-south")
    t = fought(
        "invasion", "2812", AXIS, (0, 4 if advances else 1), place={"de-6": "2713", "su-42": "2812"},
        hqs={hq: "2713" if advances else "2812", other: "Kiev"}, leaders={"halder": "okh-1", "zhukov": "stavka-1"},
        staff={"okh-1": "2713", "stavka-1": "2812"},
    )  # fmt: skip
    w = t.w
    if advances:
        t.act(TakeLoss(w.unit("su-42"), 0), TakeLoss(w.unit("su-42"), 0), BringHQ(w.hq(hq)))
        t.act(Advance(w.unit("de-6"), w.hex("2812")))
        assert t.s.staff[0] == w.hex("Berlin") and t.at(hq) == "2812"
    else:
        t.act(GiveWay())
        t.act(next(a for a in t.legal() if isinstance(a, Retreat)))
        assert t.s.staff[3] == w.hex("Moscow") and t.at(hq) == t.at("su-42")


@pytest.mark.rule("11.6c", "9.4a")
@pytest.mark.seam("9", "11.2")
def test_no_transfer_leaves_the_capital_without_a_staff_leader() -> None:
    staff = {"stavka-1": "Moscow", "stavka-2": "2912"}
    leaders = {"zhukov": "stavka-1", "shaposhnikov": "stavka-2", "konev": "pool"}
    t = position(
        hqs={"su-west": "2912", "su-south": "3112"}, staff=staff, leaders=leaders, agenda=(Transfers(SOVIET),),
    )  # fmt: skip
    w = t.w
    assert t.s.staff_chief[3] == w.leader("zhukov") and t.s.post[w.leader("shaposhnikov")] == STAFF_BASE + 4
    assert t.why(Transfer(w.leader("zhukov"), w.hq("su-west"))) == "11.6c"
    assert t.why(Transfer(w.leader("shaposhnikov"), w.hq("su-west"))) == ""
    alone = position(
        hqs={"su-west": "2912"}, staff={"stavka-1": "Moscow"}, leaders={"zhukov": "stavka-1"}, agenda=(Transfers(SOVIET),),
    )  # fmt: skip
    assert alone.why(Transfer(w.leader("zhukov"), w.hq("su-west"))) == ""  # 9.4e: no marker needs a leader


@pytest.mark.rule("7.44f", "7.45i")
@pytest.mark.seam("7", "11.2")
def test_a_unit_that_two_hqs_commanded_belongs_to_the_nearer_one_now() -> None:
    w = world()
    u = w.unit("su-42")
    counted = [1 << u if k in (w.hq("su-west"), w.hq("su-south")) else 0 for k in range(len(w.hqs))]
    given: dict[str, Any] = {"in_command": 1 << u, "commanded": counted, "place": {"su-42": "2812"}}
    for near, far in (("su-west", "su-south"), ("su-south", "su-west")):
        t = position(hqs={near: "2812", far: "2912"}, **given)
        assert commander(t.s, u) == w.hq(near)


# --- ground that is closed, by air and by sea


@pytest.mark.rule("11.92a", "11.4d")
@pytest.mark.seam("7.46", "11.5")
@pytest.mark.parametrize(("scenario", "refused"), [("dday", "11.4d"), ("war", "")])
def test_no_drop_beyond_the_halt_line_except_in_the_combination(scenario: str, refused: str) -> None:
    w = world(scenario)
    here, there = ("1806", "1804") if scenario == "dday" else ("1834", "1832")
    assert not w.cities >> w.hex(there) & 1
    t = position(
        scenario, place={"al-para": here}, hqs={"al-21ag": here}, drop=1 << w.unit("al-para"), phasing="allied", turn=14,
        agenda=(Moves(ALLIED),),
    )  # fmt: skip
    assert t.why(Drop(w.unit("al-para"), w.hex(there))) == refused


@pytest.mark.rule("12.1e", "7.462e")
@pytest.mark.seam("7.46", "12")
@pytest.mark.parametrize(("turn", "refused"), [(9, "7.462e"), (10, "")])
def test_nobody_is_taken_off_from_salerno_on_the_first_turn(turn: int, refused: str) -> None:
    w = world("italy")
    ship = next(k for k, row in enumerate(w.ships) if row.water == "mediterranean")
    ships = [w.hex("Naples") if k == ship else -1 for k in range(len(w.ships))]
    t = position(
        "italy", turn=turn, place={"us-5": "Naples"}, phasing="allied", ship=ships, agenda=(Moves(ALLIED),),
        mission=[EVACUATION if k == ship else 0 for k in range(len(w.ships))],
    )  # fmt: skip
    assert t.why(Evacuate(ship, w.hex("Cagliari"))) == refused


# --- works in the hands of the enemy


@pytest.mark.rule("7.46121c", "10.3f")
@pytest.mark.seam("7.46", "10")
def test_bombed_works_come_back_where_they_were_to_whoever_holds_the_place() -> None:
    w = world("dday")
    k = next(n for n, marker in enumerate(w.markers) if marker.name == "Essen")
    for held_by, power in (("axis", AXIS), ("allied", ALLIED)):
        t = position(
            "dday",
            turn=14,
            works={"Essen": "Cologne", "Cologne": "destroyed"},
            control={held_by: ["Cologne"]},
        )
        t.s.credits = 1
        t.s.turn = 13
        place(t.s, ALLIED, True, Bomb(k))
        assert t.s.works[k] == TRACK and t.s.bombed == {k: w.hex("Cologne")}
        t.s.turn = 14
        t.s.agenda = (PlayerPhase(AXIS_CAMP),)
        t.settle()
        assert t.s.works[k] == w.hex("Cologne") and not t.s.bombed
        if power == ALLIED:
            assert t.seat() == "allied" and t.why(Keep()) == "10.3d"
            t.act(Destroy())
            assert t.s.works[k] == DESTROYED


@pytest.mark.rule("11.5f", "10.3f")
@pytest.mark.seam("10", "11.5")
def test_works_behind_the_lines_fall_to_the_enemy() -> None:
    """RULING 11.5-d: nobody needs to march in for it."""
    w = world()
    odessa = w.hex("Odessa")
    k = next(n for n, marker in enumerate(w.markers) if marker.name == "Odessa")
    ring = [n for n in w.near(odessa) if w.land >> n & 1]
    names = ["de-11", "de-17", "de-2", "de-4", "de-9", "de-16"]
    t = position(place=dict(zip(names, (w.label(n) for n in ring), strict=False)))
    s = t.s
    before = totals(s, SOVIET).production
    s.agenda = behind_the_lines(s)
    assert s.control[AXIS] >> odessa & 1
    t.settle()
    assert t.seat() == "axis"
    t.act(Keep())
    assert s.works_power[k] == AXIS and totals(s, SOVIET).production == before - w.markers[k].production


@pytest.mark.rule("10.3d", "13.0c")
@pytest.mark.seam("10", "13")
@pytest.mark.parametrize(("scenario", "refused"), [("invasion", ""), ("war", "10.3d")])
def test_in_the_combination_the_axis_has_no_edge_to_take_captured_works_over(
    scenario: str, refused: str
) -> None:
    t = position(scenario, place={"de-6": "Minsk"})
    t.s.agenda = captures(t.s, AXIS, t.w.hex("Minsk"))
    t.settle()
    assert t.why(Keep()) == refused and t.why(Destroy()) == ""


@pytest.mark.rule("7.463a", "7.463h")
@pytest.mark.seam("7.46", "13")
def test_in_the_combination_the_axis_has_partisans_in_the_east_alone() -> None:
    """RULING 7.463-d."""
    french = ["Paris", "Lyon", "Marseilles", "Bordeaux", "Lille"]  # 11 points
    eastern = ["Bucharest", "Ploesti", "Budapest", "Warsaw", "Cracow", "Lodz", "Constanta"]  # 10 points
    t = position("war", turn=13, control={"allied": french, "soviet": eastern})
    assert partisans_due(t.s, AXIS) == 1
    west = position("war", turn=13, control={"allied": french})
    assert partisans_due(west.s, AXIS) == 0


# --- arrivals and battle groups


@pytest.mark.rule("6.42b")
@pytest.mark.seam("6", "12")
@pytest.mark.parametrize(("turn", "comes"), [(9, True), (10, False)])
def test_the_italian_8th_army_does_not_come_after_turn_9_even_if_it_was_held_up(
    turn: int, comes: bool
) -> None:
    t = position("climax", turn=turn, place={"it-8": "later"}, agenda=(Arrivals(AXIS),))
    assert (t.s.where[t.w.unit("it-8")] != LATER) == comes


@pytest.mark.rule("5.7a")
@pytest.mark.seam("5.7", "11.2")
def test_no_battle_group_is_formed_after_an_hq_has_moved() -> None:
    t = position(
        place={"de-6": "2713"}, hqs={"de-south": "2613"}, phasing="axis", points={"axis": 20}, agenda=(Moves(AXIS),),
    )  # fmt: skip
    group = FormGroup(t.w.unit("de-6"), t.w.groups[0])
    assert t.why(group) == ""
    t.act(t.pick("de-south"), *t.to("2612"))
    t.act(t.legal()[-1])  # stop
    assert t.why(group) == "5.7a"


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


@pytest.mark.seam("5", "7")
@pytest.mark.rule("5.6b", "7.43b")
def test_an_advance_that_ends_in_a_breakdown_costs_no_points() -> None:
    t = position(
        place={"de-2pz": "4407", "su-42": "4508"}, segment="first-combat", reduced=["su-42", "de-2pz"],
        grades={"de-2pz": 2}, points={"axis": 1},
    )  # fmt: skip
    s, w = t.s, t.w
    u, foe = w.unit("de-2pz"), w.unit("su-42")
    s.grade[u] = len(w.ladder[u]) - 1
    s.target, s.attackers, s.defenders, s.origins = w.hex("4508"), [u], [foe], {u: w.hex("4407")}
    s.indicated, s.owed = [0, 6], [0, 6]
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    t.act(TakeLoss(foe, 0), *(Advance(u, w.hex(h)) for h in ("4508", "4608", "4607")), TakeLoss(u, 0))
    assert s.where[u] < 0
    assert s.points[AXIS] == 1 and not s.moved and s.mover == -1


@pytest.mark.seam("10", "13")
@pytest.mark.rule("10.3f")
def test_nobody_captures_the_works_of_a_friend() -> None:
    w = world("war")
    kiev, breslau = (
        next(k for k, m in enumerate(w.markers) if m.name == name) for name in ("Kiev", "Breslau")
    )
    t = position("war", place={"us-3": "Warsaw"}, turn=13, points={"allied": 200})
    assert captures(t.s, ALLIED, w.hex("Kiev")) == ()
    t.s.works_power[breslau], t.s.works_flags[breslau] = SOVIET, TAKEN  # on its way out to the east
    assert captures(t.s, ALLIED, w.hex("Breslau")) == ()
    assert t.s.works_power[kiev] == SOVIET and t.s.works_flags[breslau] == TAKEN
    (frame,) = captures(t.s, AXIS, w.hex("Kiev"))
    assert isinstance(frame, Capture)


@pytest.mark.seam("9", "11.2")
@pytest.mark.rule("9.6a", "9.1a")
def test_mannerheim_is_not_drawn_while_he_waits_for_his_hq() -> None:
    for options, drawn in (((), False), (("mannerheim_in_pool",), True)):
        w = world("invasion", *options)
        s = position(options=options, leaders={"mannerheim": "pool"}).s
        s.hq[w.finnish_hq] = HQ_LOST
        assert s.post[w.mannerheim] == POOL
        assert (w.mannerheim in pool(s, AXIS)) is drawn


@pytest.mark.seam("9", "11.2")
@pytest.mark.rule("9.6a", "9.1a", "9.5b")
def test_who_goes_back_to_the_pool_and_who_to_the_finnish_hq() -> None:
    w = world()
    finland = w.hqs[w.finnish_hq].id
    s = position(hqs={finland: "Helsinki"}, leaders={"model": "pool", "mannerheim": "pool"}).s
    to_pool(s, w.leader("model"))
    assert s.post[w.leader("model")] == POOL and s.chief[w.finnish_hq] != w.leader("model")
    to_pool(s, w.mannerheim)
    assert s.chief[w.finnish_hq] == w.mannerheim
    s = position(leaders={"mannerheim": "pool"}).s
    s.hq[w.finnish_hq] = HQ_LOST
    to_pool(s, w.mannerheim)
    assert s.post[w.mannerheim] == POOL, "he waits for his HQ"


@pytest.mark.seam("5", "10")
@pytest.mark.rule("10.2b")
def test_hqs_and_works_in_an_enemy_zone_need_a_unit_beside_them_to_be_loaded() -> None:
    w = world()
    kharkov = WORKS_BASE + next(k for k, m in enumerate(w.markers) if m.name == "Kharkov")
    hq = HQ_BASE + w.hq("su-south")
    enemy = next(w.label(n) for n in w.near(w.hex("Kharkov")) if not w.lands.river.has(n, w.hex("Kharkov")))
    for guarded, zoned in ((False, False), (False, True), (True, True)):
        place = {"de-2pz": enemy} if zoned else {"de-2pz": "Warsaw"}
        t = position(
            place={**place, **({"su-6": "Kharkov"} if guarded else {})}, hqs={"su-south": "Kharkov"},
            points={"soviet": 200}, transport=[0, 20, 0], agenda=(Transports(SOVIET),), phasing="soviet",
        )  # fmt: skip
        usable = guarded or not zoned
        for piece in (kharkov, hq):
            assert bool(Network(t.s, SOVIET).reached(piece)) == usable
            assert t.why(Pick(piece)) == ("" if usable else "10.2b")
    t = position(
        place={"su-9tank": enemy}, hqs={w.hqs[0].id: "Kharkov"}, control={"axis": ["Kharkov"]},
        points={"axis": 200}, transport=[20, 0, 0], agenda=(Transports(AXIS),), phasing="axis",
    )  # fmt: skip
    assert not Network(t.s, AXIS).reached(HQ_BASE) and t.why(Pick(HQ_BASE)) == "10.2b"
    # a unit itself is always on a line it may use
    t = position(
        place={"de-2pz": enemy, "su-6": "Kharkov"},
        transport=[0, 9, 0],
        points={"soviet": 99},
        agenda=(Transports(SOVIET),),
    )
    u = w.unit("su-6")
    t.act(Pick(u), Send(u, w.hex("Moscow")))
    assert t.at("su-6") == w.label(w.hex("Moscow"))


@pytest.mark.seam("7.46", "11.1")
@pytest.mark.rule("7.4612b")
def test_a_bombed_line_is_cut_for_those_too_who_take_it_after_the_bombing() -> None:
    w = world("italy")
    h = w.lands.at("1813", "west")
    t = position("italy", place={"us-3": "1813"}, turn=14)
    assert open_lines(t.s, ALLIED) >> h & 1
    t.s.bombs[ALLIED] = 1 << h
    assert bombed_hexes(t.s) == 1 << h
    assert not open_lines(t.s, ALLIED) >> h & 1 and not open_lines(t.s, AXIS) >> h & 1


@pytest.mark.seam("10", "13")
@pytest.mark.rule("10.3f", "13.0b")
def test_works_in_the_italy_the_allies_hold_are_captured_as_they_appear() -> None:
    w = world("war")
    s = new_state(w)
    city = next(h for h in bits(w.allied_hold & w.cities & s.control[AXIS]))
    s.works[0] = city
    s.works_power[0] = AXIS
    s.turn, s.agenda = 9, (WestJoins(),)
    t = Table(s)
    assert isinstance(t.s.agenda[0], Capture) and t.s.agenda[0].power == ALLIED


@pytest.mark.seam("11.2", "13")
@pytest.mark.rule("11.6c", "13.0k")
def test_until_the_west_joins_one_staff_leader_in_berlin_is_enough() -> None:
    markers = ("okh-1", "okh-2", "okh-3")
    for turn, case in ((8, ""), (9, "11.6c")):
        t = position(
            "war", hqs={"de-center": "Warsaw"}, staff=dict.fromkeys(markers, "Berlin"), agenda=(Moves(AXIS),), phasing="axis",
            leaders=dict(zip(("halder", "keitel", "jodl"), markers, strict=True)), turn=turn,
        )  # fmt: skip
        t.act(Escort(0, t.w.hex("Warsaw")))
        assert t.why(Escort(1, t.w.hex("Warsaw"))) == case
