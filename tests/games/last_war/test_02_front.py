"""The front line and the Pool."""

from __future__ import annotations

import pytest

from hexfront.games.last_war.actions import Deploy, Done, Flag, Pick, Recall
from hexfront.games.last_war.closing import Muster
from hexfront.games.last_war.combat import Battle, CombatStep, situation
from hexfront.games.last_war.data import code
from hexfront.games.last_war.deployment import DeployStep, afloat
from hexfront.games.last_war.flags import FlagPlacing, is_amphibious
from hexfront.games.last_war.front import (
    abandon,
    closed_seas,
    controls_sea,
    gaps,
    lines,
    mend,
    sea_ports,
    spare_men,
)
from hexfront.games.last_war.industry import IndustryStep
from hexfront.games.last_war.state import hold
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.hexes import bits, flood
from hexfront.kernel import SeededSource, pending, with_item
from hexfront.testing import refusal, roll

from .kit import (
    AIR,
    ALLIES,
    AXIS,
    GAME,
    LSP,
    MEN,
    TANKS,
    act,
    finish,
    given,
    go,
    h,
    have,
    holder,
    p,
    pool,
    put,
)


@pytest.mark.rule("front-line.contiguous")
def test_the_line_is_a_row_of_neighbours() -> None:
    s = given()
    for side in (AXIS, ALLIES):
        line = list(bits(s.line[side]))
        joined = [i for i in line if any(j in s.world.near(i) for j in line if j != i)]
        assert joined == line
        seen, todo = set(), [line[0]]
        while todo:
            i = todo.pop()
            if i not in seen:
                seen.add(i)
                todo += [j for j in s.world.near(i) if s.line[side] >> j & 1]
        assert seen == set(line), "one unbroken row"
    assert lines(s) == tuple(s.line)


@pytest.mark.rule("front-line.contiguous")
def test_a_broken_line_is_a_fault() -> None:
    s = given()
    s.line = with_item(s.line, AXIS, s.line[AXIS] & (~(1 << h(s, "Orel"))))
    assert any("line" in fault for fault in GAME.invariants(s))


@pytest.mark.rule("front-line.contiguous")
def test_open_ground_between_the_sides_keeps_the_line() -> None:
    s = given(held={"": ["Orel"]})
    assert s.line[AXIS] >> h(s, "2517") & 1, "it faces the open hex of Orel"
    assert s.line[ALLIES] >> h(s, "Kursk") & 1
    far = given(held={"": ["2320"]})
    assert not far.line[AXIS] >> h(far, "2420") & 1, "open ground that only one side touches makes no front"


@pytest.mark.rule("front-line.contiguous")
def test_all_sea_sides_part_the_lines() -> None:
    s = given(scenario="europe")
    assert not s.line[ALLIES] >> h(s, "Dover") & 1
    assert not s.line[AXIS] >> h(s, "Calais") & 1


@pytest.mark.rule("front-line.manpower-in-each")
def test_every_hex_of_the_line_needs_a_man() -> None:
    s = given()
    put(s, "germany", "Orel", MEN, 0)
    assert gaps(s, AXIS) == 1 << h(s, "Orel")
    assert any("gap" in fault for fault in GAME.invariants(s))
    put(s, "germany", "Orel", TANKS, 2)
    assert gaps(s, AXIS), "tanks alone do not hold the line"


@pytest.mark.rule("front-line.manpower-in-each")
def test_the_last_man_cannot_leave_the_line() -> None:
    s = given(points={"germany": {"Orel": {"men": 2}, "Kiev": {"men": 2}}}, agenda=(WithdrawStep(),))
    assert spare_men(s, h(s, "Orel"), AXIS) == 1
    assert spare_men(s, h(s, "Kiev"), AXIS) == 2, "behind the line all can go"
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Recall(p(s, "germany"), MEN, 1))
    assert refusal(s, "axis", Recall(p(s, "germany"), MEN, 1)) == "sequence.6-withdraw"


@pytest.mark.rule("front-line.manpower-in-each")
def test_a_garrison_holds_a_port_but_not_a_main_line() -> None:
    s = given(scenario="europe", points={"ussr": {"Leningrad": {"garrisons": 1}}, "germany": {}})
    put(s, "ussr", "Leningrad", MEN, 0)
    assert not gaps(s, ALLIES) >> h(s, "Leningrad") & 1
    put(s, "ussr", "2615", MEN, 0)
    s.at[(h(s, "2615") * 8 + p(s, "ussr")) * 6 + 5] = 1
    assert gaps(s, ALLIES) >> h(s, "2615") & 1


@pytest.mark.rule("front-line.manpower-in-each")
def test_a_man_beside_a_garrison_that_holds_a_port_can_be_spared() -> None:
    s = given(scenario="europe", points={"ussr": {"Leningrad": {"garrisons": 1}}, "germany": {}})
    port, ussr = h(s, "Leningrad"), p(s, "ussr")
    put(s, "ussr", "Leningrad", MEN, 1)
    assert s.line[ALLIES] >> port & 1 and Muster(s, {}).spares(port, ussr)
    s.at.pop(code(port, ussr, 5))
    assert not Muster(s, {}).spares(port, ussr), "the last of a hex of the line"


@pytest.mark.rule("front-line.gap-filled")
def test_a_gap_is_filled_from_the_pool_at_once() -> None:
    s = given(pool={"germany": {"men": 2}})
    put(s, "germany", "Orel", MEN, 0)
    mend(s)
    assert have(s, "germany", "Orel") == 1 and pool(s, "germany") == 1
    assert not gaps(s, AXIS)
    assert s.shown == s.at and s.shown_pool == tuple(s.pool), "for all to see"


@pytest.mark.rule("front-line.gap-filled")
def test_without_a_pool_the_richest_neighbour_gives_a_man() -> None:
    s = given(points={"germany": {"Sevsk": {"men": 3}, "2517": {"men": 1}, "Bryansk": {"men": 2}}})
    put(s, "germany", "Orel", MEN, 0)
    put(s, "germany", "2517", MEN, 0)
    mend(s)
    assert (have(s, "germany", "Orel"), have(s, "germany", "Sevsk"), have(s, "germany", "Bryansk")) == (
        1,
        2,
        2,
    )


@pytest.mark.rule("front-line.gap-filled")
def test_an_allys_pool_helps() -> None:
    s = given(scenario="europe", pool={"italy": {"men": 1}})
    put(s, "germany", "Orel", MEN, 0)
    mend(s)
    assert have(s, "italy", "Orel") == 1 and pool(s, "italy") == 0


@pytest.mark.rule("front-line.gap-filled")
def test_where_a_road_leads_from_home_later_drafts_pay_for_the_line() -> None:
    s = given(points={"germany": {"Orel": {"men": 1, "tanks": 2}}}, levy=[3, 0])
    put(s, "germany", "Orel", MEN, 0)
    mend(s)
    assert have(s, "germany", "Orel") == 1 and have(s, "germany", "Orel", TANKS) == 2 and s.levy == (4, 0)
    s.agenda = (IndustryStep(),)
    go(s)
    assert pool(s, "germany") == 0 and s.levy == (1, 0), "a draft pays what it can, the next one the rest"


@pytest.mark.rule("front-line.gap-filled")
def test_where_the_holder_drafts_nobody_an_ally_does() -> None:
    s = given(scenario="europe", turn=9, held={"usa": ["Naples"]}, points={"usa": {"Naples": {"men": 4}}})
    italy, germany = s.world.number["italy"], s.world.number["germany"]
    for n in (italy, germany):
        s.pool[n * 6 + MEN] = 0
    for key in list(s.at):
        if key % 6 == MEN and key // 6 % 8 in s.world.of_side[AXIS]:
            del s.at[key]
    mend(s)
    assert holder(s, "Rome") == "italy" and holder(s, "Milan") == "italy"
    assert not s.levy[italy] and s.levy[germany] > 0, "Italy drafts nobody in 1944"


@pytest.mark.rule("front-line.gap-filled")
def test_a_hex_that_no_road_leads_to_is_given_up() -> None:
    s = given(
        scenario="europe", levy=[20, 20, 20, 20, 20, 0, 0, 0], held={"usa": ["Tunis"]},
        points={"usa": {"Tunis": {"men": 4}}},
    )  # fmt: skip
    for key in list(s.at):
        if key % 6 == MEN and key // 6 % 8 in s.world.of_side[AXIS]:
            del s.at[key]
    s.pool = [0 if w % 6 == MEN else n for w, n in enumerate(s.pool)]
    mend(s)
    assert holder(s, "1331") == "" and not gaps(s, AXIS), "overseas the line falls back until it is manned"


@pytest.mark.rule("front-line.gap-filled")
def test_men_come_from_far_along_the_line_or_from_the_next_draft() -> None:
    s = given(points={"germany": {"2721": {"men": 2}}})
    put(s, "germany", "Orel", MEN, 0)
    mend(s)
    assert have(s, "germany", "Orel") == 1 and have(s, "germany", "2721") == 1, (
        "from the other end of the front"
    )
    put(s, "germany", "Sevsk", MEN, 0)
    mend(s)
    assert have(s, "germany", "Sevsk") == 1 and s.levy == (1, 0), "called up early"
    s.agenda = (IndustryStep(),)
    go(s)
    assert pool(s, "germany") == 2 and s.levy == (0, 0), "and not drafted again"
    out = given(out_of_war=0b1)
    put(out, "germany", "Orel", MEN, 0)
    mend(out)
    assert holder(out, "Orel") == "", "nobody is called up for a lost cause"


@pytest.mark.rule("front-line.gap-filled")
def test_giving_up_a_hex_saves_what_can_move() -> None:
    s = given(points={"germany": {"Orel": {"men": 1, "tanks": 2}}})
    abandon(s, h(s, "Orel"), AXIS)
    assert holder(s, "Orel") == ""
    assert sum(have(s, "germany", x, TANKS) for x in ("2517", "Bryansk", "Sevsk")) == 2


@pytest.mark.rule("front-line.china-empty")
def test_markers_in_china_may_be_empty() -> None:
    s = given(scenario="pacific")
    empty = [
        i
        for i in bits(s.line[ALLIES] & s.world.china)
        if not any(s.at.get((i * 8 + n) * 6) for n in range(7))
    ]
    assert empty and not gaps(s, ALLIES)
    assert not list(GAME.invariants(s))
    i = next(bits(s.line[AXIS] & ~s.world.china))
    for n in range(7):
        s.at.pop((i * 8 + n) * 6, None)
    assert gaps(s, AXIS) >> i & 1, "outside China they may not"


@pytest.mark.rule("front-line.china-empty")
def test_the_last_man_may_leave_a_marker_in_china() -> None:
    s = given(scenario="pacific", points={"china": {"Changsha": {"men": 1}}})
    assert spare_men(s, h(s, "Changsha"), ALLIES) == 1


@pytest.mark.rule("front-line.china-shown")
def test_the_whole_line_in_china_is_drawn() -> None:
    s = given(scenario="pacific")
    seen = GAME.view(s, "axis")
    front = {m.at for m in seen.markers if m.kind == "front" and m.side == "allies"}
    assert front == {s.world.label(i) for i in bits(s.line[ALLIES])}
    at = s.world.label(h(s, "1921"))
    card = next(x for x in seen.pieces if x.at == at)
    assert card.factors == "0" and card.side == "allies"


@pytest.mark.rule("front-line.china-offensive")
def test_an_empty_marker_gives_way_only_to_an_offensive() -> None:
    s = given(
        scenario="pacific",
        points={"japan": {"Hankow": {"men": 3}}},
        agenda=(FlagPlacing(AXIS),),
        phase="flags",
    )
    act(s, "axis", Pick(h(s, "Hankow")))
    act(s, "axis", Flag(p(s, "japan"), h(s, "Changsha")))
    act(s, "axis", Done())
    s.agenda = (CombatStep(),)
    go(s)
    assert isinstance(pending(s), Battle)
    f = situation(s, h(s, "Changsha"), AXIS)
    assert f.defender.cv == 0 and s.world.tables.results.columns[s.world.tables.reckon(f).base] == "5:1"
    assert holder(s, "Changsha") == "china"
    roll(s, (6, 1))
    finish(s)
    assert holder(s, "Changsha") == "japan"
    assert not any(s.lost), "nobody to lose and nobody to inflict losses"


@pytest.mark.rule("front-line.china-offensive")
def test_nobody_presses_on_over_an_empty_marker() -> None:
    from hexfront.games.last_war.combat import further

    s = given(scenario="pacific")
    beyond = further(s, h(s, "Changsha"), AXIS)
    assert all(not s.line[ALLIES] >> i & 1 for i in beyond)
    assert beyond, "a hex behind the line is free"


@pytest.mark.rule("pool.home")
def test_routes_begin_at_home() -> None:
    s = given(scenario="europe")
    assert s.reach[p(s, "germany")] >> h(s, "Kharkov") & 1
    assert s.world.home[p(s, "germany")] >> h(s, "Berlin") & 1
    for home in ("Berlin", "Essen", "Vienna", "Breslau", "Leipzig", "Munich", "Hamburg"):
        hold(s, h(s, home), p(s, "ussr"))
    from hexfront.games.last_war.front import trace_routes

    trace_routes(s)
    assert not s.reach[p(s, "germany")], "no home, no route"


@pytest.mark.rule("pool.overland")
def test_overland_the_pool_goes_freely_and_otherwise_not() -> None:
    s = given(
        held={"ussr": ["2418", "2518", "2519", "2517", "2417", "2416", "2516", "2415"]},
        pool={"germany": {"men": 9}},
        agenda=(DeployStep(),),
        points={"germany": {"Orel": {"men": 2}}},
    )
    assert not s.reach[p(s, "germany")] >> h(s, "Orel") & 1, "Orel is cut off"
    assert refusal(s, "axis", Pick(h(s, "Orel"))) == "pool.overland"
    act(s, "axis", Pick(h(s, "Kharkov")))
    act(s, "axis", Deploy(p(s, "germany"), MEN, 5))
    act(s, "axis", Deploy(p(s, "germany"), MEN, 1))
    assert have(s, "germany", "Kharkov") == 7, "any number, at no cost"


@pytest.mark.rule("pool.overland")
def test_a_powers_own_route_counts() -> None:
    s = given(scenario="europe", pool={"britain": {"men": 2}, "ussr": {"men": 2}}, agenda=(DeployStep(),))
    act(s, "allies", Pick(h(s, "Tobruk")))
    assert refusal(s, "allies", Deploy(p(s, "ussr"), MEN, 1)) in ("pool.overland", "")
    s.reach = with_item(s.reach, p(s, "ussr"), s.reach[p(s, "ussr")] & (~(1 << h(s, "Tobruk"))))
    assert refusal(s, "allies", Deploy(p(s, "ussr"), MEN, 1)) == "pool.overland"


@pytest.mark.rule("pool.overseas")
def test_overseas_the_merchant_routes_carry_so_much() -> None:
    s = given(scenario="europe", pool={"britain": {"men": 30, "lsp": 3}}, agenda=(DeployStep(),))
    tobruk = h(s, "Tobruk")
    assert s.shores[p(s, "britain")] >> tobruk & 1 and not s.reach[p(s, "britain")] >> tobruk & 1
    act(s, "allies", Pick(tobruk))
    for _ in range(4):
        act(s, "allies", Deploy(p(s, "britain"), MEN, 5))
    act(s, "allies", Deploy(p(s, "britain"), MEN, 1))
    assert s.shipped[p(s, "britain")] == 21
    assert refusal(s, "allies", Deploy(p(s, "britain"), MEN, 5)) == "pool.overseas", "four convoys of six"
    for _ in range(3):
        act(s, "allies", Deploy(p(s, "britain"), MEN, 1))
    assert "allies" not in s.focus, "no room left at all: nothing more can be done there"
    assert refusal(s, "allies", Pick(tobruk)) == "pool.overseas"
    s.focus["allies"] = tobruk
    assert refusal(s, "allies", Deploy(p(s, "britain"), MEN, 1)) == "pool.overland"


@pytest.mark.rule("pool.overseas")
def test_convoys_in_contested_waters_lose_points() -> None:
    from hexfront.games.last_war.naval import Convoy

    for die, lost in ((4, 0), (5, 1), (6, 2)):
        s = given(
            scenario="europe", points={"britain": {"Tobruk": {"men": 6}}}, agenda=(Convoy(5), DeployStep())
        )
        assert p(s, "britain") == 5
        s.fleet = (0,) * len(s.fleet)
        s.cargo = {code(h(s, "Tobruk"), 5, MEN): 3}
        roll(s, die)
        assert have(s, "britain", "Tobruk") == 6 - lost and s.lost[5 * 6] == lost
    s = given(scenario="europe", points={"britain": {"Tobruk": {"men": 6}}}, agenda=(Convoy(5), DeployStep()))
    s.cargo = {code(h(s, "Tobruk"), 5, MEN): 3}
    s.fleet = (0,) * len(s.fleet)
    for area in range(len(s.world.areas)):
        s.fleet = with_item(s.fleet, area * 8 + 5, 1)
    unsafe = s.clone()
    roll(s, 6)
    assert have(s, "britain", "Tobruk") == 6, "waters under control are safe"
    for name in ("western_mediterranean", "south_atlantic"):
        unsafe.fleet = with_item(unsafe.fleet, s.world.areas.index(name) * 8, 1)
    roll(unsafe, 6)
    assert have(unsafe, "britain", "Tobruk") == 4, "not if any way there is contested"


@pytest.mark.rule("pool.overseas")
def test_lend_lease_within_the_briefing() -> None:
    from hexfront.games.last_war.actions import Lend

    s = given(scenario="europe", pool={"usa": {"lsp": 5, "tanks": 3, "men": 2}}, agenda=(DeployStep(),))
    usa, ussr = p(s, "usa"), p(s, "ussr")
    for _ in range(3):
        act(s, "allies", Lend(usa, ussr, 4))
    assert pool(s, "ussr", 4) == 3 and pool(s, "usa", 4) == 2
    assert refusal(s, "allies", Lend(usa, ussr, 4)) == "pool.overseas"
    assert refusal(s, "allies", Lend(usa, p(s, "germany"), TANKS)) == "pool.overseas"
    assert refusal(s, "allies", Lend(usa, usa, TANKS)) == "pool.overseas"
    assert refusal(s, "allies", Lend(usa, ussr, MEN)) == "pool.entry"
    act(s, "allies", Lend(usa, ussr, TANKS))
    act(s, "allies", Lend(usa, ussr, TANKS))
    assert refusal(s, "allies", Lend(usa, ussr, TANKS)) == "pool.overseas"


@pytest.mark.rule("pool.amphibious")
def test_over_a_sea_side_only_an_amphibious_operation() -> None:
    s = given(
        scenario="europe",
        points={"britain": {"Dover": {"men": 4}}},
        naval_left=[0, 0, 0, 0, 0, 1, 0, 0],
        agenda=(FlagPlacing(ALLIES),),
        phase="flags",
    )
    dover, calais = h(s, "Dover"), h(s, "Calais")
    assert is_amphibious(s, dover, calais)
    assert not is_amphibious(s, h(s, "Tobruk"), h(s, "Gazala"))
    act(s, "allies", Pick(dover))
    assert refusal(s, "allies", Flag(p(s, "britain"), calais)) == ""
    s.naval_left = with_item(s.naval_left, 5, 0)
    assert refusal(s, "allies", Flag(p(s, "britain"), calais)) == "flags.amphibious-both"


@pytest.mark.rule("pool.amphibious")
def test_boats_hold_so_much() -> None:
    s = given(
        scenario="europe",
        pool={"britain": {"men": 20, "tanks": 5, "garrisons": 1, "lsp": 2}},
        agenda=(DeployStep(),),
        craft=[0, 0, 0, 0, 0, 1, 0, 0],
    )
    britain = p(s, "britain")
    s.fleet = with_item(s.fleet, s.world.areas.index("western_mediterranean") * 8 + britain, 9)
    s.landings = with_item(
        s.landings,
        britain,
        next(1 << sea for sea, coast in s.world.beaches.items() if coast == h(s, "Algiers")),
    )
    sea = next(bits(s.landings[britain]))
    act(s, "allies", Pick(sea))
    assert refusal(s, "allies", Deploy(britain, 5, 1)) == "pool.amphibious"
    act(s, "allies", Deploy(britain, MEN, 5))
    act(s, "allies", Deploy(britain, MEN, 1))
    assert refusal(s, "allies", Deploy(britain, MEN, 1)) == "pool.amphibious"
    act(s, "allies", Deploy(britain, TANKS, 1))
    act(s, "allies", Deploy(britain, TANKS, 1))
    assert refusal(s, "allies", Deploy(britain, TANKS, 1)) == "pool.amphibious"
    s.craft = with_item(s.craft, britain, 0)
    put(s, "britain", s.world.label(sea), MEN, 4)
    assert refusal(s, "allies", Deploy(britain, MEN, 1)) == "pool.amphibious"
    put(s, "britain", s.world.label(sea), MEN, 3)
    assert refusal(s, "allies", Deploy(britain, MEN, 1)) == ""
    put(s, "britain", s.world.label(sea), TANKS, 0)
    assert refusal(s, "allies", Deploy(britain, TANKS, 1)) == "pool.amphibious", "no tanks without craft"
    put(s, "britain", s.world.label(sea), MEN, 4)
    full = {kind: s.pool[britain * 6 + kind] for kind in range(6)}
    for kind in (AIR, LSP, MEN):
        for other in full:
            s.pool[britain * 6 + other] = 1 if other == kind else 0
        assert bool(afloat(s, britain)) == (kind != MEN), "aircraft and LSP take no room"


@pytest.mark.rule("pool.navy")
def test_the_navy_decides_what_goes_over_sea() -> None:
    s = given(scenario="europe")
    britain = p(s, "britain")
    west = s.world.areas.index("western_approaches")
    assert controls_sea(s, west, ALLIES) and not controls_sea(s, west, AXIS)
    assert sea_ports(s, britain, closed_seas(s)[ALLIES]) >> h(s, "Alexandria") & 1
    s.fleet = with_item(s.fleet, west * 8 + p(s, "germany"), 99)
    assert controls_sea(s, west, AXIS)
    assert not sea_ports(s, britain, closed_seas(s)[ALLIES]), "the home waters are the enemy's"
    s.fleet = with_item(
        s.fleet, west * 8 + p(s, "germany"), 2 * sum(s.fleet[west * 8 + n] for n in (5, 6, 7))
    )
    assert not controls_sea(s, west, AXIS), "twice as much is not more than twice"


@pytest.mark.rule("pool.navy")
def test_beaches_lie_in_controlled_seas() -> None:
    from hexfront.games.last_war.deployment import beaches

    s = given(scenario="europe", naval_left=[0, 0, 0, 0, 0, 1, 0, 0])
    britain = p(s, "britain")
    sea = next(sea for sea, coast in s.world.beaches.items() if coast == h(s, "Brest"))
    area = s.world.area_of[sea]
    s.fleet = with_item(s.fleet, area * 8 + britain, 9)
    assert beaches(s, britain) >> sea & 1
    s.fleet = with_item(s.fleet, area * 8 + p(s, "germany"), 9)
    assert not beaches(s, britain) >> sea & 1
    own = next(sea for sea, coast in s.world.beaches.items() if coast == h(s, "Alexandria"))
    s.fleet = with_item(s.fleet, s.world.area_of[own] * 8 + britain, 9)
    assert not beaches(s, britain) >> own & 1, "no landing on one's own coast"
    s.agenda = (DeployStep(),)
    s.pool[britain * 6] = 3
    go(s)
    assert refusal(s, "allies", Pick(sea)) == "pool.navy"


@pytest.mark.rule("pool.overland")
@pytest.mark.parametrize("scenario", ["europe", "pacific"])
def test_routes_kept_from_one_hex_to_the_next_are_those_traced_anew(scenario: str) -> None:
    """Ground that changes a hex at a time, at random: what the world remembers is what a flood finds."""
    s = given(scenario=scenario)
    w = s.world
    source = SeededSource(f"routes/{scenario}")
    ground = s.ground[AXIS]
    starts = [w.home[n] for n in w.of_side[AXIS]] + [w.ports & ground]
    land = list(bits(w.play))
    for _ in range(400):
        ground ^= 1 << source.choice(land)
        for start in starts:
            assert w.overland(start, ground) == flood(w.grid, start & ground, ground, w.sea_sides)
