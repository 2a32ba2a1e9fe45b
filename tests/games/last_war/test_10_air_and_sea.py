"""Air and sea part by part: what is offered is what is allowed, and orders do what they say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.bombing import (
    AirOrders,
    AirStep,
    Interception,
    LineChoice,
    LineHit,
    Raid,
    battery,
    can_pay,
    change_service,
    flight,
    free_bombers,
    lines_left,
    paid_bases,
    returning,
    spent_lsp,
    threatened,
)
from hexfront.games.last_war.data import KINDS, POWERS, code
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.events import BombersMet, ConvoySunk
from hexfront.games.last_war.naval import Convoy, Fleets, SeaBattle, SeaStep, sink
from hexfront.games.last_war.plans import Ashore, Firing, Kept, Mission, OnGuard, ToSea
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import Action, deciders, legal, pending, with_item
from hexfront.testing import refusal, roll

from .kit import AIR, ALLIES, AXIS, BOMBERS, LSP, MEN, TANKS, act, given, go, h, have, pool, put

BRITAIN, USA, USSR = 5, 6, 7
INDUSTRY, TERROR = 0, 1


def orders(turn: int = 4, **what: Any) -> LastWarState:
    """Two bases with British and American bombers, at the step of air orders."""
    s = given(scenario="europe", turn=turn, **what)
    for power, place, n in (
        ("britain", "Norwich", 6),
        ("usa", "Norwich", 1),
        ("britain", "Plymouth", 2),
        ("usa", "Plymouth", 1),
    ):
        put(s, power, place, BOMBERS, n)
    s.bases = {h(s, "Norwich"): 1 << BRITAIN | 1 << USA, h(s, "Plymouth"): 1 << BRITAIN}
    s.pool = [0] * len(s.pool)
    for owner, kind, n in (
        (BRITAIN, LSP, 2),
        (USA, LSP, 1),
        (0, AIR, 2),
        (0, LSP, 1),
        (1, AIR, 1),
        (BRITAIN, AIR, 1),
    ):
        s.pool[owner * 6 + kind] = n
    s.agenda = (AirStep(), DeployStep())
    return go(s)


def allowed(s: LastWarState, seat: str, every: Iterable[Action]) -> set[Action]:
    return {action for action in every if refusal(s, seat, action) == ""}


def everything(s: LastWarState) -> set[Action]:
    """Every air order that could be written down, sense or nonsense."""
    powers, areas = range(-1, 9), range(-1, len(s.world.areas) + 1)
    places = [h(s, name) for name in ("Essen", "Brest", "Paris", "Berlin", "London", "Hamburg", "Norwich")]
    places += [s.world.near(places[0])[0], s.world.near(places[1])[1], 999_999, -1]
    out: set[Action] = {a.Done()}
    for n in powers:
        out |= {a.Support(n, count) for count in (0, 1, 2, 5, 6)}
        out |= {a.ToNavy(n, area) for area in areas} | {a.FromNavy(n, area) for area in areas}
        for i in places:
            out |= {a.Guard(n, i), a.Man(n, i)}
            out |= {a.Bomb(n, role, i, count) for role in (-1, 0, 1, 2) for count in (1, 2, 5)}
    return out


@pytest.mark.rule("bombing.one-role")
@pytest.mark.rule("bombing.role-industry")
@pytest.mark.rule("bombing.role-terror")
@pytest.mark.rule("bombing.role-naval")
@pytest.mark.rule("bombing.range")
@pytest.mark.rule("bombing.base-lsp")
@pytest.mark.rule("bombing.base-needed")
@pytest.mark.rule("airdef.placement")
@pytest.mark.rule("flak.running-cost")
@pytest.mark.parametrize("lsp", [2, 1, 0])
def test_what_air_orders_offer_is_what_they_allow(lsp: int) -> None:
    s = orders()
    s.pool[BRITAIN * 6 + LSP] = lsp
    s.pool[USA * 6 + LSP] = 3
    north = s.world.areas.index("north_sea")
    s.navy_air = with_item(s.navy_air, north * POWERS + BRITAIN, 2)
    s.flak = {h(s, "Essen"): 0, h(s, "Hamburg"): 0, h(s, "Berlin"): 1}
    every = everything(s)
    steps: tuple[tuple[str, Action], ...] = (
        ("axis", a.Guard(0, h(s, "Essen"))), ("axis", a.Man(0, h(s, "Essen"))), ("axis", a.Guard(0, h(s, "Essen"))),
        ("axis", a.Guard(1, h(s, "Hamburg"))),
        ("allies", a.Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 5)), ("allies", a.Bomb(USA, TERROR, h(s, "Essen"), 1)),
        ("allies", a.FromNavy(BRITAIN, north)), ("allies", a.Support(BRITAIN, 1)),
        ("allies", a.Bomb(BRITAIN, TERROR, h(s, "Brest"), 1)), ("allies", a.ToNavy(BRITAIN, north)),
        ("allies", a.FromNavy(BRITAIN, north)),
    )  # fmt: skip
    sizes = []
    for seat, action in (*steps, ("", a.Done())):
        for each in ("axis", "allies"):
            offered = set(legal(s, each))
            assert offered & every == allowed(s, each, every), (each, action)
            sizes.append(len(offered))
        if seat and (lsp == 2 or refusal(s, seat, action) == ""):
            act(s, seat, action)
    assert lsp < 2 or len(set(sizes)) > 8, "each order leaves less to order"


@pytest.mark.rule("bombing.one-role")
@pytest.mark.rule("bombing.role-naval")
@pytest.mark.rule("bombing.base-lsp")
@pytest.mark.rule("flak.running-cost")
def test_the_books_of_the_air_staff() -> None:
    s = orders()
    norwich, plymouth = h(s, "Norwich"), h(s, "Plymouth")
    s.plans = [
        Mission(BRITAIN, INDUSTRY, 2, norwich, h(s, "Essen")), Kept(BRITAIN, 1, norwich),
        ToSea(BRITAIN, norwich, 2), OnGuard(BRITAIN, norwich),
        Mission(USA, TERROR, 1, norwich, h(s, "Essen")), Kept(BRITAIN, 1, plymouth),
        Firing(0, norwich), Firing(BRITAIN, norwich), Ashore(BRITAIN, 3), Ashore(USA, 4),
    ]  # fmt: skip
    assert free_bombers(s, BRITAIN, norwich) == 2 and free_bombers(s, BRITAIN, plymouth) == 1
    assert free_bombers(s, USA, norwich) == 0
    assert paid_bases(s, BRITAIN) == {norwich, plymouth} and paid_bases(s, USA) == {norwich}
    assert spent_lsp(s, BRITAIN) == 3 and spent_lsp(s, USA) == 1 and spent_lsp(s, 0) == 1
    assert returning(s, BRITAIN) == [3] and returning(s, USA) == [4]
    s.pool[BRITAIN * 6 + LSP] = 3
    assert can_pay(s, BRITAIN, norwich), "that base is paid for already"
    s.plans = [Firing(BRITAIN, norwich), Kept(BRITAIN, 1, norwich)]
    s.pool[BRITAIN * 6 + LSP] = 2
    assert can_pay(s, BRITAIN, norwich) and not can_pay(s, BRITAIN, plymouth)
    s.pool[BRITAIN * 6 + LSP] = 3
    assert can_pay(s, BRITAIN, plymouth)
    s.plans = [ToSea(BRITAIN, norwich, 0)]
    assert paid_bases(s, BRITAIN) == set(), "going to sea costs nothing"
    few = orders()
    put(few, "britain", "Norwich", BOMBERS, 2)
    put(few, "britain", "Plymouth", BOMBERS, 0)
    north = few.world.areas.index("north_sea")
    for _ in range(2):
        act(few, "allies", a.ToNavy(BRITAIN, north))
    assert refusal(few, "allies", a.ToNavy(BRITAIN, north)) == "bombing.role-naval", "two are two"


@pytest.mark.rule("bombing.range")
@pytest.mark.rule("airdef.placement")
def test_which_hexes_bombers_threaten() -> None:
    for turn, far in ((3, 5), (4, 6), (8, 7)):
        s = given(scenario="europe", turn=turn)
        put(s, "britain", "Norwich", BOMBERS, 1)
        put(s, "germany", "Paris", BOMBERS, 1)
        s.bases = {
            h(s, "Norwich"): 1 << BRITAIN,
            h(s, "Paris"): 1,
            h(s, "Cairo"): 1 << BRITAIN,
            h(s, "Rome"): 1,
        }
        reach = s.world.grid.disc(h(s, "Norwich"), far)
        w = s.world
        sky = w.board.on_map & ~w.closed
        assert threatened(s, AXIS) == reach & sky & ~s.ground[ALLIES], (
            "where there are bombers, and as far as they fly"
        )
        assert threatened(s, AXIS) & w.water, "at sea too"
        assert threatened(s, ALLIES) == w.grid.disc(h(s, "Paris"), far) & sky & ~s.ground[AXIS]
        assert not threatened(s, ALLIES) & w.closed
        s.bases[h(s, "Norwich")] = 1 << USA
        assert threatened(s, AXIS) == 0, "not their base"


@pytest.mark.rule("bombing.one-role")
def test_air_orders_are_asked_for_only_where_there_are_bombers() -> None:
    s = given(scenario="europe")
    s.bases = {h(s, "Norwich"): 1 << BRITAIN}
    assert AirStep().run(s) == ()
    s.navy_air = with_item(s.navy_air, BRITAIN, 1)
    assert AirStep().run(s) == (AirOrders(),)
    s.navy_air = with_item(s.navy_air, BRITAIN, 0)
    put(s, "britain", "Norwich", BOMBERS, 1)
    assert AirStep().run(s) == (AirOrders(),)
    seven = given(scenario="europe", options={"seats": 7}, out_of_war=1 << 1)
    assert "italy" not in AirOrders().concerned(seven) and AirOrders().mine(seven, "italy") == []


@pytest.mark.rule("bombing.role-naval")
@pytest.mark.rule("bombing.naval-conversion")
@pytest.mark.rule("bombing.role-land")
@pytest.mark.rule("airdef.placement")
@pytest.mark.rule("flak.running-cost")
def test_orders_are_carried_out() -> None:
    s = orders(turn=1)
    north = s.world.areas.index("north_sea")
    s.navy_air = with_item(s.navy_air, north * POWERS + USA, 1)
    s.pool[1 * 6 + AIR] = 2
    essen, norwich = h(s, "Essen"), h(s, "Norwich")
    s.flak = {essen: 0}
    for seat, action in (
        ("allies", a.Support(BRITAIN, 1)), ("allies", a.Support(BRITAIN, 1)), ("allies", a.ToNavy(BRITAIN, north)),
        ("allies", a.ToNavy(BRITAIN, north)), ("allies", a.FromNavy(USA, north)),
        ("axis", a.Guard(1, essen)), ("axis", a.Guard(1, essen)), ("axis", a.Man(0, essen)),
    ):  # fmt: skip
        act(s, seat, action)
    act(s, "axis", a.Done())
    act(s, "allies", a.Done())
    assert s.guard == {essen * POWERS + 1: 2} and s.flak_on == 1 << essen
    assert s.support == {norwich * POWERS + BRITAIN: 2} and s.paid == 1 << norwich
    assert pool(s, "britain", LSP) == 1 and pool(s, "germany", LSP) == 0 and pool(s, "italy", AIR) == 0
    assert have(s, "britain", "Norwich", BOMBERS) == 4 and s.navy_air[north * POWERS + USA] == 0
    assert s.missions == [
        ToSea(BRITAIN, h(s, "Norwich"), north),
        ToSea(BRITAIN, h(s, "Norwich"), north),
        Ashore(USA, north),
    ]
    change_service(s)
    assert s.navy_air[north * POWERS + BRITAIN] == 2 and pool(s, "usa", BOMBERS) == 1 and s.missions == []


@pytest.mark.rule("bombing.base-lsp")
@pytest.mark.rule("airdef.placement")
def test_orders_are_laid_open_before_the_bombs_fall() -> None:
    s = orders()
    act(s, "allies", a.Bomb(BRITAIN, INDUSTRY, h(s, "Essen"), 1))
    act(s, "axis", a.Done())
    act(s, "allies", a.Done())
    assert isinstance(pending(s), LineChoice) and s.done == [] and s.plans == []


@pytest.mark.rule("flak.running-cost")
def test_a_battery_is_three_zones_that_touch() -> None:
    s = given(scenario="europe")
    essen = h(s, "Essen")
    one, two = s.world.near(essen)[0], s.world.near(essen)[1]
    assert two in s.world.near(one), "three hexes around a corner"
    far = next(i for i in s.world.near(two) if i not in s.world.near(essen) and i != essen)
    s.flak = {essen: 0, one: 0, two: 0, far: 0}
    assert battery(s, essen) == 1 << essen | 1 << one | 1 << two
    s.flak = {essen: 0, one: 1, two: 0, far: 0}
    assert battery(s, essen) == 1 << essen | 1 << two | 1 << far, "one's own zones only"
    assert battery(s, far) == battery(s, essen) == battery(s, two)


@pytest.mark.rule("airdef.placement")
def test_the_way_bombers_fly() -> None:
    for turn, far in ((3, 5), (4, 6)):
        s = given(scenario="europe", turn=turn)
        norwich, essen = h(s, "Norwich"), h(s, "Essen")
        path = flight(s, norwich, essen, AXIS)
        assert path[0] == norwich and path[-1] == essen
        assert len(path) - 1 == s.world.grid.distance(norwich, essen), "straight where nobody bars the way"
        assert all(b in s.world.near(x) for x, b in zip(path, path[1:], strict=False))
        s.guard = {i * POWERS: 1 for i in path[1:-1]}
        around = flight(s, norwich, essen, AXIS)
        met = [i for i in around[1:-1] if i * POWERS in s.guard]
        assert len(around) - 1 <= far and len(met) <= len(path) - 2
        if turn == 4:
            assert not met, "there is fuel for a detour"
        if turn == 4:
            near = [i for i in s.world.near(essen) if s.world.grid.distance(norwich, i) < len(path) - 1]
            s.guard = {i * POWERS: 1 for i in near}
            longer = flight(s, norwich, essen, AXIS)
            assert not set(near) & set(longer) and len(longer) > len(path), "a longer way that meets nobody"
        assert path == flight(given(scenario="europe", turn=turn), norwich, essen, AXIS), (
            "always the same way"
        )


@pytest.mark.rule("airdef.cancel")
@pytest.mark.rule("airdef.casualty")
@pytest.mark.rule("flak.as-ad")
@pytest.mark.rule("bombing.role-terror-effect")
def test_defences_in_two_hexes_on_the_way() -> None:
    s = given(scenario="europe")
    put(s, "britain", "Norwich", BOMBERS, 3)
    norwich, essen = h(s, "Norwich"), h(s, "Essen")
    s.bases = {norwich: 1 << BRITAIN}
    ring = [i for i in s.world.near(essen) if s.ground[AXIS] >> i & 1]
    s.guard = {i * POWERS: 2 for i in (*ring, essen)}
    frame = Interception(BRITAIN, TERROR, norwich, essen, 3, (ring[0], essen))
    s.agenda = (frame, DeployStep())
    assert frame.against(s) == (4, 0)
    events = roll(s, (1, 1, 1, 1))
    assert s.cancelled == {ring[0]: 2, essen: 1}, "two by the first, one by the second, and there are no more"
    met = next(event for event in events if isinstance(event, BombersMet))
    assert (met.stopped, met.shot, met.rule) == (3, 0, "airdef.casualty")
    assert s.morale[0] == 10 and have(s, "britain", "Norwich", BOMBERS) == 3
    again = given(scenario="europe")
    put(again, "britain", "Norwich", BOMBERS, 5)
    again.guard = {essen * POWERS: 1}
    again.agenda = (Interception(BRITAIN, TERROR, norwich, essen, 5, (essen,)), DeployStep())
    roll(again, (2,))
    assert again.morale[0] == 10, "four get through, but terror that is opposed does nothing"


@pytest.mark.rule("bombing.role-industry")
def test_lines_of_any_zone_are_shut_one_by_one() -> None:
    s = given(scenario="europe")
    put(s, "britain", "Norwich", BOMBERS, 5)
    s.bases = {h(s, "Norwich"): 1 << BRITAIN}
    zone = next(n for n, (owner, z, _) in enumerate(s.world.zones) if z.name == "Silesia")
    assert zone >= 2
    before = lines_left(s, zone)
    assert len(before) == 2
    s.agenda = (Raid(BRITAIN, INDUSTRY, h(s, "Norwich"), h(s, "Breslau"), 5), DeployStep())
    s.guard = {}
    far = s.world.ranges
    s.world.ranges = {1942: 30}
    try:
        hits = s.agenda[0].run(s)
        assert hits == (LineHit(zone), LineHit(zone)), "no more than run there"
        kind = ("tanks", "air", "bombers", "lsp", "concrete", "craft").index(before[0])
        assert LineHit(zone).run(s) == (), "both make the same: there is nothing to choose"
        assert lines_left(s, zone) == before[1:] and s.shut == {zone * 8 + kind: 1}
        s.agenda = (LineHit(zone),)
        go(s)
        assert s.shut == {zone * 8 + kind: 2} and lines_left(s, zone) == []
    finally:
        s.world.ranges = far


# --- the sea


def sea(s: LastWarState, name: str) -> int:
    return s.world.areas.index(name)


def fleets(**what: Any) -> LastWarState:
    s = given(scenario="europe", **what)
    s.agenda = (SeaStep(), DeployStep())
    return go(s)


@pytest.mark.rule("flags.naval")
@pytest.mark.rule("pool.navy")
def test_what_the_sea_offers_is_what_it_allows() -> None:
    s = fleets(options={"seats": 7})
    areas = range(-1, len(s.world.areas) + 1)
    every: set[Action] = {a.Done()}
    for n in (-1, 0, 1, BRITAIN, USA, USSR, 8):
        for area in areas:
            links = s.world.area_links[area] if 0 <= area < len(s.world.areas) else ()
            every |= {a.Engage(n, area), *(a.Sail(n, area, to) for to in (*links, -1, area, 99))}
    assert set(deciders(s)) == {"germany", "italy", "britain", "usa", "ussr"}
    north, west, baltic = sea(s, "north_sea"), sea(s, "western_approaches"), sea(s, "baltic")
    centre = sea(s, "central_mediterranean")
    s.fleet = with_item(s.fleet, centre * POWERS + BRITAIN, 1)
    assert a.Engage(BRITAIN, centre) in legal(s, "britain") and a.Engage(BRITAIN, north) not in legal(
        s, "britain"
    )
    for seat, action in (
        ("germany", a.Sail(0, baltic, north)), ("germany", a.Engage(0, west)), ("britain", a.Engage(BRITAIN, west)),
        ("germany", a.Sail(0, north, baltic)), ("germany", a.Sail(0, baltic, north)), ("", a.Done()),
    ):  # fmt: skip
        for each in deciders(s):
            assert set(legal(s, each)) == allowed(s, each, every), (each, action)
        if seat:
            act(s, seat, action)
    assert s.sailed[0] == 3 and refusal(s, "germany", a.Sail(0, north, baltic)) == "pool.navy", (
        "three moves a turn"
    )
    assert refusal(s, "britain", a.Engage(BRITAIN, west)) == "flags.naval", "battle is given there already"


@pytest.mark.rule("flags.naval")
@pytest.mark.rule("pool.navy")
def test_who_goes_to_sea() -> None:
    assert Fleets().concerned(given()) == () and SeaStep().run(given()) == (), "no sea at Kursk"
    s = given(scenario="europe", options={"seats": 7}, out_of_war=1 << 1)
    assert "italy" not in Fleets().concerned(s) and "finland" not in Fleets().concerned(s)
    empty = given(scenario="europe", fleet=[0] * 13 * POWERS)
    assert SeaStep().run(empty) == ()


@pytest.mark.rule("flags.naval")
def test_fleet_actions_by_strength() -> None:
    def fight(own: int, foe: int, dice: tuple[int, int], side: int = ALLIES) -> list[int]:
        s = given(scenario="europe")
        area = sea(s, "north_sea")
        s.fleet = (0,) * len(s.fleet)
        britain, germany = (own, foe) if side == ALLIES else (foe, own)
        s.fleet = with_item(with_item(s.fleet, area * POWERS + BRITAIN, britain), area * POWERS, germany)
        s.agenda = (SeaBattle(area, side), DeployStep())
        roll(s, dice)
        pair = [s.fleet[area * POWERS + BRITAIN], s.fleet[area * POWERS]]
        return pair if side == ALLIES else pair[::-1]

    assert fight(4, 4, (3, 3)) == [4, 4], "a draw costs nothing"
    assert fight(4, 4, (5, 3)) == [4, 2] and fight(4, 4, (3, 5)) == [2, 4]
    assert fight(8, 4, (3, 3)) == [8, 2], "twice as strong: two more on the die"
    assert fight(20, 4, (1, 1)) == [20, 1], "never more than three more"
    assert fight(4, 20, (1, 1)) == [1, 20] and fight(4, 8, (3, 3)) == [2, 8]
    assert fight(9, 0, (1, 6)) == [7, 0] and fight(0, 9, (6, 1)) == [0, 7], "against nothing: three more"
    assert fight(4, 4, (6, 2), AXIS) == [4, 0] and fight(1, 2, (4, 1)) == [1, 1]
    s = given(scenario="europe")
    area = sea(s, "north_sea")
    s.fleet = (0,) * len(s.fleet)
    s.fleet = with_item(with_item(s.fleet, area * POWERS + BRITAIN, 2), area * POWERS + USSR, 3)
    assert sink(s, area, ALLIES, 2) == 2
    assert (s.fleet[area * POWERS + BRITAIN], s.fleet[area * POWERS + USSR]) == (1, 2), (
        "the largest fleet first"
    )
    assert sink(s, area, ALLIES, 9) == 3


@pytest.mark.rule("pool.overseas")
def test_what_a_convoy_loses() -> None:
    def crossing(die: int, **points: int) -> LastWarState:
        s = given(scenario="europe", points={"britain": {"Tobruk": points}})
        for area in s.world.home_areas[BRITAIN]:
            s.fleet = with_item(s.fleet, area * POWERS, 9)
        for kind, n in points.items():
            s.cargo[code(h(s, "Tobruk"), BRITAIN, KINDS.index(kind))] = n
        s.agenda = (Convoy(BRITAIN), DeployStep())
        s.out = []
        sunk = [event.lost for event in roll(s, die) if isinstance(event, ConvoySunk)]
        s.notes = tuple([str(n) for n in sunk])
        return s

    for die, lost in ((1, 0), (4, 0), (5, 1), (6, 2)):
        s = crossing(die, men=5)
        assert have(s, "britain", "Tobruk") == 5 - lost and s.lost[BRITAIN * 6 + MEN] == lost
        assert s.notes == ((str(lost),) if lost else ()), "told only if something is lost"
    s = crossing(6, men=1, tanks=1, air=3, lsp=2)
    kinds = (MEN, TANKS, AIR, LSP)
    assert [have(s, "britain", "Tobruk", kind) for kind in kinds] == [1, 0, 2, 2], "the last Man holds on"
    s = crossing(6, men=1, garrisons=2)
    assert have(s, "britain", "Tobruk", KINDS.index("garrisons")) == 2, "Garrisons are not sunk"
    s = crossing(6, men=1, lsp=2)
    assert [have(s, "britain", "Tobruk", kind) for kind in kinds] == [1, 0, 0, 0]
    assert pending(s) is None
    s = given(scenario="europe", points={"britain": {"Tobruk": {"men": 1}}, "usa": {"Tobruk": {"men": 3}}})
    usa = next(n for n, power in enumerate(s.world.powers) if power.id == "usa")
    for area in s.world.home_areas[BRITAIN]:
        s.fleet = with_item(s.fleet, area * POWERS, 9)
    s.cargo = {code(h(s, "Tobruk"), usa, MEN): 3}
    s.agenda = (Convoy(BRITAIN), DeployStep())
    roll(s, 6)
    assert have(s, "usa", "Tobruk") == 3, "another's convoy is another's roll"
