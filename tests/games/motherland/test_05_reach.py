"""Chapter 5: how far a unit gets, and where it may stand; both are the rules', not the screen's."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME, may_stand, reach
from hexfront.games.motherland.actions import Join, Pick, Step
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.movement import March, Moves
from hexfront.games.motherland.reach import reach_together
from hexfront.games.motherland.state import State
from hexfront.hexes import bits
from hexfront.kernel import SeededSource, apply, legal, pending
from hexfront.proof.walks import walk_faults
from tests.games.motherland.kit import AXIS, SOVIET, Table, board, chain, moving, real


def shown(t: Table, name: str) -> dict[str, int]:
    return {t.w.label(h): cost for h, cost in reach(t.s, t.number(name)).costs().items()}


@pytest.mark.rule("5.1b")
@pytest.mark.rule("5.1c")
@pytest.mark.rule("5.0b")
def test_5_1b_a_reach_has_every_hex_with_its_cost() -> None:
    m = board({"1009": "swamp"}, river=[("1010", "1011")])
    t = moving({"I": "1010", "8 Army": "2510"}, map=m)
    found = shown(t, "I")
    assert (found["1009"], found["1011"], found["1110"], found["1410"]) == (2, 2, 1, 4)
    assert max(found.values()) == 4 and "1010" not in found and "1510" not in found
    far = reach(t.s, t.number("I"))
    assert far.way(t.w.hex("1011")) == (t.w.hex("1011"),)
    assert len(far.way(t.w.hex("1410"))) == 4


@pytest.mark.rule("4.2a")
@pytest.mark.rule("4.2b")
@pytest.mark.rule("5.1.4")
@pytest.mark.parametrize(("name", "slips"), [("I", False), ("XLI Pz", True)])
@pytest.mark.seam("4", "5")
def test_4_2b_zones_slow_a_unit_down_and_only_panzers_slip_through(name: str, slips: bool) -> None:
    t = moving({name: "1011", "8 Army": "1012"})
    found = shown(t, name)
    assert found["1010"] == found["1111"] == 3 and "1012" not in found
    assert found["1112"] == (3 if slips else 4), "straight from zone to zone, or round by 1111"


@pytest.mark.rule("5.1.3")
def test_5_1_3_the_first_hex_is_in_the_reach_whatever_it_costs() -> None:
    m = board({"1009": "swamp"}, major=[("1009", "1010")])
    t = moving({"Mech Group NW": "1010", "I": "2510"}, SOVIET, map=m, supply={"Mech Group NW": 2})
    t.do(Pick, "Mech Group NW")
    found = shown(t, "Mech Group NW")
    assert found["1009"] > 3
    t.do(Step, "1110")
    assert "1009" not in shown(t, "Mech Group NW")


@pytest.mark.rule("5.4.1b")
def test_5_4_1b_infantry_exploits_one_hex_and_panzers_all_their_points() -> None:
    t = moving({"I": "1010", "XLI Pz": "1510", "8 Army": "2510"}, exploit=True)
    assert set(shown(t, "I").values()) == {1} and len(shown(t, "I")) == 6
    assert max(shown(t, "XLI Pz").values()) == 7
    t.do(Pick, "I")
    t.do(Step, "1009")
    assert shown(t, "I") == {}


@pytest.mark.rule("5.4.1b")
def test_5_4_1b_one_units_step_in_exploitation_is_not_anothers() -> None:
    t = moving({"I": "1010", "II": "1310", "8 Army": "2510"}, exploit=True)
    t.do(Pick, "I")
    t.do(Step, "1009")
    assert len(shown(t, "II")) == 6 and shown(t, "I") == {}
    assert max(reach(t.s, t.number("I"), anew=True).costs().values()) == 4, "as in a Movement Phase"


@pytest.mark.rule("5.1.6a")
@pytest.mark.rule("5.1.6b")
def test_5_1_6_the_railroad_gun_goes_along_rails_for_nothing_and_shuns_zones() -> None:
    m = board(rail=chain("1010", "1009", "1008", "1007"))
    t = moving({"Railroad Gun": "1010", "8 Army": "1206"}, map=m)
    assert shown(t, "Railroad Gun") == {"1009": 0, "1008": 0, "1007": 0}
    t = moving({"Railroad Gun": "1010", "8 Army": "1107"}, map=m)
    assert shown(t, "Railroad Gun") == {"1009": 0, "1008": 0}
    # of several ways along rails it takes the one of fewest hexes
    ring = board(rail=chain("1010", "0910", "0909", "0908", "1008") + chain("1010", "1009", "1008"))
    t = moving({"Railroad Gun": "1010"}, map=ring)
    there = t.w.hex("1008")
    way = reach(t.s, t.number("Railroad Gun")).way(there)
    assert [t.w.label(h) for h in way] == ["1009", "1008"]


@pytest.mark.rule("16.6a")
def test_16_6a_a_roll_for_stalin_ends_what_can_be_told() -> None:
    t = moving({"XLI Pz": "2110", "8 Army": "2610"})
    found = reach(t.s, t.number("XLI Pz"))
    moscow = t.w.hex("Moscow")
    assert found.cost(moscow) == 3 and found.stops >> moscow & 1
    t.s.stalin = 1
    assert not reach(t.s, t.number("XLI Pz")).stops
    t = moving({"I": "0510", "8 Army": "2111", "Fortress Moscow": "2113"}, SOVIET)
    assert not reach(t.s, t.number("8 Army")).stops and shown(t, "8 Army")["2115"] == 4, (
        "no roll for its owner"
    )
    assert shown(t, "Fortress Moscow") == {}, "it never moves"
    nowhere = moving({"I": "1010"}, map=board(cities={}))
    assert not reach(nowhere.s, nowhere.number("I")).stops, "on a map without Moscow there is no such roll"


@pytest.mark.rule("5.1b")
def test_5_1b_anew_a_unit_has_all_its_points_and_no_company() -> None:
    t = moving(
        {"I": "1010", "XLI Pz": "1010", "8 Army": "2510"}, map=board({"1009": "swamp", "1110": "swamp"})
    )
    u = t.number("XLI Pz")
    alone = reach(t.s, u).costs()
    t.do(Pick, "XLI Pz")
    t.do(Join, "I")
    t.do(Step, "1011")
    assert max(reach(t.s, u, anew=True).costs().values()) == 7
    assert reach(t.s, u).costs() != reach(t.s, u, anew=True).costs() != alone


@pytest.mark.rule("5.1b")
def test_5_1b_a_group_in_hand_does_not_hold_another_unit_back() -> None:
    t = moving({"I": "1010", "II": "1010", "XLI Pz": "1510", "8 Army": "2510"})
    alone = shown(t, "XLI Pz")
    t.do(Pick, "I")
    t.do(Join, "II")
    assert shown(t, "XLI Pz") == alone != shown(t, "I")


@pytest.mark.rule("6.0a")
@pytest.mark.seam("5", "6")
def test_6_0a_a_group_crowds_a_hex_that_one_of_it_would_not() -> None:
    t = moving({"I": "1010", "II": "1010", "VII": "1011", "IX": "1011", "8 Army": "2510"})
    for joins, crowds in ((False, False), (True, True)):
        t.do(Join, "II") if joins else t.do(Pick, "I")
        reach = GAME.reach(t.s, t.seat, "I")
        assert reach is not None and reach["1011"].crowds == crowds and not reach["1009"].crowds


@pytest.mark.rule("5.1a")
def test_5_1a_a_group_gets_as_far_as_all_of_it() -> None:
    m = board({"1009": "woods", "1008": "woods", "1007": "woods"})
    t = moving({"I": "1010", "XLI Pz": "1010", "8 Army": "2510"}, map=m)
    alone = [set(bits(reach(t.s, t.number(name)).hexes)) for name in ("I", "XLI Pz")]
    t.do(Pick, "XLI Pz")
    t.do(Join, "I")
    both = set(bits(reach(t.s, t.number("I")).hexes))
    assert both == set(bits(reach_together(t.s, t.s.group).hexes))
    assert both < alone[0] | alone[1] and both <= alone[0] & alone[1]


@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("5.0a")
@pytest.mark.seam("5", "5.2")
def test_5_2_1_no_reach_into_closed_countries_nor_from_a_box() -> None:
    m = board(regions={"turkey": ["1009", "1008"]})
    t = moving({"I": "1010", "II": "pool", "8 Army": "2510"}, map=m)
    assert "1009" not in shown(t, "I") and "1109" in shown(t, "I")
    assert shown(t, "II") == {} and shown(t, "8 Army")


@pytest.mark.rule("6.0a")
@pytest.mark.rule("6.1a")
@pytest.mark.rule("6.3")
@pytest.mark.rule("6.4")
def test_6_where_a_unit_may_stand() -> None:
    m = board({"1009": "high_mountain", "1110": "sea"})
    t = moving(
        {"I": "1010", "II": "1011", "V": "1011", "VI": "1011", "XLIX Mtn": "1012", "8 Army": "1510"}, map=m
    )
    s, w = t.s, t.w

    def can(name: str, at: str) -> bool:
        return may_stand(s, w.unit(name), w.hex(at))

    assert can("I", "1010") and can("I", "1012") and not can("I", "1011")
    assert can("II", "1011"), "it is there already"
    assert not can("I", "1009") and can("XLIX Mtn", "1009")
    assert not can("I", "1110") and not can("I", "1510") and not may_stand(s, w.unit("I"), -5)
    assert not can("Air Base 1", "1410") and can("Air Base 1", "1010")
    assert not can("Railroad Gun", "1010")
    t = moving({"8 Army": "1510", "5 Tank": "1512", "I": "0510"}, SOVIET)
    assert not may_stand(t.s, t.number("5 Tank"), t.w.hex("1510"))
    t.s.turn = 12
    assert may_stand(t.s, t.number("5 Tank"), t.w.hex("1510"))


@pytest.mark.rule("5.0c")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_5_0c_what_is_said_can_be_walked_click_by_click(side: int) -> None:
    t = real("campaign")
    name = ("axis", "soviet")[side]
    t.s.phase, t.s.side, t.s.turn = PHASE_IDS.index(f"{name}-movement"), side, 2
    t.s.agenda = (Moves(side),)
    source = SeededSource("walk")
    for u in t.w.units_of[side][::7]:
        piece = t.w.name(u)
        walks = GAME.reach(t.s, name, piece)
        if walks:
            some = [source.choice(sorted(walks)) for _ in range(4)]
            assert list(walk_faults(GAME, t.s, name, piece, walks, some)) == []
    assert GAME.reach(t.s, name, "nobody") is None


def walked(s: State, seat: str) -> dict[int, int]:
    """Every hex the group in hand can be walked to, by trying every way click by click; what the first unit pays."""
    first, start = s.group[0], s.where[s.group[0]]
    had = s.spent[first]
    best: dict[int, int] = {}
    seen = {(start, tuple(s.spent[u] for u in s.group))}
    queue = [s]
    while queue:
        here = queue.pop()
        for action in legal(here, seat):
            if not isinstance(action, Step):
                continue
            there = here.clone()
            apply(there, seat, action)
            at, paid = there.where[first], there.spent[first] - had
            if at != start:
                best[at] = min(best.get(at, paid), paid)
            key = (at, tuple(there.spent[u] for u in s.group))
            if isinstance(pending(there), March) and key not in seen:
                seen.add(key)
                queue.append(there)
    return best


ROUGH = board(
    {"1009": "woods", "1008": "swamp", "0910": "mountain", "1110": "high_mountain", "0911": "woods", "1111": "sea"},
    river=[("1010", "1011"), ("1009", "0909")], major=[("1011", "1012")], rail=chain("1010", "1009", "1008", "1007"),
    regions={"turkey": ["0809", "0810"]},
)  # fmt: skip
GROUPS: list[tuple[tuple[str, ...], dict[str, str], dict[str, Any]]] = [
    (("I", "XLI Pz"), {"8 Army": "2510"}, {}),
    (("XLI Pz", "I"), {"8 Army": "1012"}, {}),
    (("XLI Pz", "LVI Pz"), {"8 Army": "1011"}, {}),
    (("I", "II"), {"8 Army": "1011"}, {}),
    (("I", "XLIX Mtn"), {"8 Army": "0908"}, {}),
    (("XLI Pz", "I"), {"8 Army": "0908"}, {"supply": {"I": 1}}),
    (("XLI Pz", "LVI Pz"), {"8 Army": "1012"}, {"exploit": True}),
    (("XLI Pz", "I"), {"8 Army": "1013"}, {"exploit": True}),
    (("I",), {"8 Army": "1012"}, {"supply": {"I": 2}}),
    (("Railroad Gun",), {"8 Army": "1207"}, {}),
    (("Railroad Gun",), {"8 Army": "1107"}, {}),
    (("Air Base 1",), {"8 Army": "1013"}, {"late": True}),
]


@pytest.mark.rule("5.1a")
@pytest.mark.rule("5.1.4")
@pytest.mark.rule("5.1.3")
@pytest.mark.rule("5.1.6a")
@pytest.mark.rule("5.1.6b")
@pytest.mark.rule("4.2a")
@pytest.mark.rule("4.2b")
@pytest.mark.rule("4.2.3a")
@pytest.mark.rule("5.4.1b")
@pytest.mark.parametrize(("group", "others", "given"), GROUPS)
@pytest.mark.parametrize("stepped", [False, True])
def test_5_1a_the_reach_of_a_group_is_all_that_can_be_walked(
    group: tuple[str, ...], others: dict[str, str], given: dict[str, Any], stepped: bool
) -> None:
    t = moving({**dict.fromkeys(group, "1010"), **others}, map=ROUGH, **given)
    t.do(Pick, group[0])
    for name in group[1:]:
        t.do(Join, name)
    if stepped:
        step = next((a for a in legal(t.s, "axis") if isinstance(a, Step)), None)
        if step is not None:
            apply(t.s, "axis", step)
    assert reach(t.s, t.number(group[0])).costs() == walked(t.s, "axis")


@pytest.mark.rule("4.2.3a")
def test_4_2_3a_where_a_shy_unit_stands_it_may_stay() -> None:
    t = moving({"Air Base 1": "1010", "I": "1210", "8 Army": "1011"})
    s, w = t.s, t.w
    assert may_stand(s, w.unit("Air Base 1"), w.hex("1010")) and not may_stand(
        s, w.unit("Air Base 1"), w.hex("0911")
    )
    assert may_stand(s, w.unit("I"), w.hex("0911"))
