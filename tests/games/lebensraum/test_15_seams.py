"""Positions in which two chapters meet. `hexfront rules lebensraum --seams` lists the pairs."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum.actions import (
    Advance,
    Bomb,
    BringHQ,
    Destroy,
    Drop,
    Evacuate,
    FormGroup,
    GiveWay,
    Keep,
    Retreat,
    TakeLoss,
    Transfer,
)
from hexfront.games.lebensraum.arrivals import Arrivals
from hexfront.games.lebensraum.combat import Attacks
from hexfront.games.lebensraum.command import commander
from hexfront.games.lebensraum.control import behind_the_lines
from hexfront.games.lebensraum.economy import captures, totals
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    AXIS_CAMP,
    DESTROYED,
    EVACUATION,
    LATER,
    SOVIET,
    STAFF_BASE,
    TRACK,
)
from hexfront.games.lebensraum.missions import partisans_due, place
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.results import result_frames
from hexfront.games.lebensraum.sequence import PlayerPhase
from hexfront.games.lebensraum.transfers import Transfers
from tests.games.lebensraum.kit import Table, position, world


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
