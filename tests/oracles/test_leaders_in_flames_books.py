"""The books of Leaders in Flames agree with a second, plain reading: what reaches the factories, what it makes, what it buys."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Accept, Build, RollAgain
from hexfront.games.leaders_in_flames.economy.deeds import BuyVeto, Repair, SpyOn, SpyRoll
from hexfront.games.leaders_in_flames.economy.intelligence import Spend
from hexfront.games.leaders_in_flames.economy.production import CLASSES, BuildUnits, gear, pool_of
from hexfront.games.leaders_in_flames.economy.resources import (
    RESOURCES,
    carriers,
    delivery,
    lend_key,
    multiple,
    production_points,
    sold,
)
from hexfront.games.leaders_in_flames.economy.works import duty
from hexfront.games.leaders_in_flames.initiative import GoFirst, InitiativeRoll, Reroll, give_box, has_box
from hexfront.games.leaders_in_flames.kinds import (
    COMMONWEALTH,
    GERMANY,
    ITALY,
    JAPAN,
    LATER,
    POOL,
    SIDE_OF,
    USA,
    USSR,
)
from hexfront.games.leaders_in_flames.politics.chits import owner_of
from hexfront.games.leaders_in_flames.politics.wars import war_between
from hexfront.games.leaders_in_flames.sea.convoys import place_convoy, points_of
from hexfront.games.leaders_in_flames.state import State, give_hexes, owner
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from tests.games.leaders_in_flames.kit import campaign


def drawn(source: SeededSource) -> State:
    """A world at work, drawn at random: factories bombed and burnt, mines that changed hands, convoys at sea, loans."""
    place = {
        "Soviet INF 29": "Kiev",
        "German INF IX": "Essen",
        "British INF 2 Aus": "London",
        "Japanese INF 23": "Mukden",
    }
    s = campaign(place, side="", phase="end")
    w = s.world
    if source.below(2):
        war_between(s, GERMANY, USSR)
    if source.below(2):
        war_between(s, JAPAN, COMMONWEALTH)
    if not source.below(3):
        war_between(s, GERMANY, USA)
    for h in (*w.realm.works, *w.realm.sites, *w.realm.wells):
        if not source.below(9) and w.area >> h & 1:
            give_hexes(s, 1 << h, source.choice((GERMANY, COMMONWEALTH, USSR, JAPAN)))
    for h in w.realm.works:
        if not source.below(6):
            s.bombed[h] = 1 + source.below(2)
        if not source.below(9):
            s.ruins[h] = 1
    for area in w.waters.areas:
        for power in (COMMONWEALTH, USA, JAPAN, ITALY, GERMANY):
            if not source.below(2):
                place_convoy(s, area, power, 1 + source.below(3))
    for giver, taker in ((GERMANY, ITALY), (USA, COMMONWEALTH), (COMMONWEALTH, USSR)):
        if not source.below(2):
            s.lent[lend_key(giver, taker, RESOURCES)] = 1 + source.below(5)
    for power in range(8):
        s.burnt[power] = source.below(5)
        s.effort[power] = source.below(5)
        s.points[power] = source.below(20)
        s.intel[power] = source.below(8)
    return s


def plain(s: State, power: int) -> tuple[int, int, int]:
    """Factories that work, resources and oil that reach them."""
    w = s.world
    camp, foes = set(bits(s.camps[power])), set(bits(s.wars[power]))
    ground = {h for k in camp for h in bits(s.control[k])} - {h for k in foes for h in bits(s.forces[k])}
    rails = {h for h in ground if w.rail.hexes >> h & 1}
    joined: dict[int, int] = {}
    label = 0
    for h in sorted(rails):
        if h not in joined:
            label += 1
            part = set(bits(w.rail.connected(1 << h, sum(1 << x for x in ground))))
            joined |= dict.fromkeys(part, label)
    works = {}
    for h, n in w.realm.works.items():
        left = max(0, n + s.works.get(h, 0) - s.ruins.get(h, 0) - s.bombed.get(h, 0))
        if owner(s, h) == power and left:
            works[h] = left
    plants: list[tuple[set[int], int, set[int]]] = []
    rest = dict(works)
    while rest:
        first = next(iter(rest))
        mine = {h for h, k in joined.items() if k == joined.get(first)} | {first}
        inside = [h for h in rest if h in mine]
        areas = {a for h in mine if w.waters.ports >> h & 1 for a in w.waters.of[h]}
        plants.append((mine, sum(rest.pop(h) for h in inside), areas))
    free = [n for _, n, _ in plants]
    ships = {a: sum(points_of(s, a, p) for p in carriers(s, power)) for a in w.waters.areas}
    held = {
        h
        for k in range(len(w.parties))
        if w.parties[k].side == SIDE_OF[power] and not s.neutral >> k & 1
        for h in bits(s.control[k])
    }
    near = {
        a: list(w.waters.near(a, sum(1 << h for h in held & set(bits(w.waters.gates)))))
        for a in w.waters.areas
    }

    def sail(start: set[int], goal: set[int]) -> bool:
        ways = {a: [a] for a in sorted(start) if ships.get(a, 0) > 0}
        layer = list(ways)
        while layer:
            for a in layer:
                if a in goal:
                    for x in ways[a]:
                        ships[x] -= 1
                    return True
            fresh = []
            for a in layer:
                for n in near[a]:
                    if n not in ways and ships.get(n, 0) > 0:
                        ways[n] = [*ways[a], n]
                        fresh.append(n)
            layer = fresh
        return False

    resources, oil, waiting = sold(s, power)
    away = sum(s.lent.get(lend_key(power, taker, RESOURCES), 0) for taker in range(8))
    over: list[tuple[set[int], bool]] = [({area}, is_oil) for area, is_oil in waiting]

    def quays(h: int) -> set[int]:
        spot = {h, *w.near(h)} & ground
        line = {x for k in {joined.get(y) for y in spot} - {None} for x, kk in joined.items() if kk == k}
        return {a for x in (line | spot) if w.waters.ports >> x & 1 for a in w.waters.of[x]}

    for h, n, is_oil in [
        *((h, n, False) for h, n in w.realm.sites.items()),
        *((h, n, True) for h, n in w.realm.wells.items()),
    ]:
        if owner(s, h) != power:
            continue
        here = next((k for k, (mine, _, _) in enumerate(plants) if mine & set(bits(w.grid.disc(h, 1)))), -1)
        for _ in range(n):
            if away and not is_oil:
                away -= 1
            elif here >= 0 and (is_oil or free[here]):
                oil, resources = oil + is_oil, resources + (not is_oil)
                free[here] -= not is_oil
            else:
                over.append((quays(h), is_oil))
    for giver in range(8):
        n = s.lent.get(lend_key(giver, power, RESOURCES), 0)
        have = sum(count for h, count in w.realm.sites.items() if owner(s, h) == giver)
        if n and w.capital.get(giver, -1) >= 0:
            over += [(quays(w.capital[giver]), False)] * min(n, have)
    for start, is_oil in over:
        for k in sorted(range(len(plants)), key=lambda k: -free[k]):
            if (is_oil or free[k]) and plants[k][2] and sail(start, plants[k][2]):
                oil, resources = oil + is_oil, resources + (not is_oil)
                free[k] -= not is_oil
                break
    return sum(works.values()), resources, oil


@pytest.mark.rule(
    "base.resources",
    "base.convoy",
    "base.lending",
    "base.production",
    "base.oil",
    "base.works",
    "base.raid",
    "6o",
    "5.3.2.18b",
    "5.3.2.33b",
)
def test_they_agree_on_what_reaches_the_factories() -> None:
    source, moved = SeededSource("books"), 0
    for _ in range(15):
        s = drawn(source)
        for power in s.world.powers:
            found = delivery(s, power)
            factories, resources, oil = plain(s, power)
            assert (found.factories, found.resources, found.oil) == (factories, resources, oil), power
            points = min(factories, resources + max(0, oil - s.burnt[power]))
            quarters = s.world.realm.multiples[power] + s.effort[power]
            assert multiple(s, power) == quarters and production_points(s, power) == -(
                -points * quarters // 4
            )
            moved += resources + oil
    assert moved >= 200


@pytest.mark.rule("base.production", "base.spies", "base.action", "6q", "base.repair", "4.2h")
def test_they_agree_on_what_can_be_bought() -> None:
    source, bought = SeededSource("shops"), 0
    for _ in range(20):
        s = drawn(source)
        w = s.world
        for u in w.carded:
            if s.where[u] in (POOL, LATER) and not source.below(3):
                s.where[u] = POOL if s.where[u] == LATER else LATER
        for power in range(8):
            for kind in w.tables.price:
                if not source.below(3):
                    s.built[power * CLASSES + gear(kind)] = source.below(5)
                    s.built_before[power * CLASSES + gear(kind)] = source.below(4)
            if not source.below(3):
                s.built[power * CLASSES + 15] = source.below(5)
        for power in w.powers:
            seat = ("axis", "allies")[SIDE_OF[power]]
            frame = BuildUnits(SIDE_OF[power], power)
            bound = bool(duty(s, power)) and s.points[power] >= 2
            for kind in (*w.tables.price, "SPY", "CHIT", "XXX"):
                key = power * CLASSES + (15 if kind in ("SPY", "CHIT") else gear(kind))
                if kind == "SPY":
                    fit = s.points[power] >= 1 and s.built.get(key, 0) < 3
                elif kind == "CHIT":
                    fit = s.points[power] >= 15
                elif kind == "XXX":
                    fit = False
                else:
                    stock = kind == "PILOT" or any(
                        w.nation[u] == w.parties[power].nation
                        and w.card(u).price_name == kind
                        and s.where[u] == POOL
                        for u in w.carded
                    )
                    assert bool(pool_of(s, power, kind)) is (stock and kind != "PILOT") or kind == "PILOT"
                    most = max(2, s.built_before.get(key, 0) + 1)
                    fit = stock and s.points[power] >= w.tables.cost(kind) and s.built.get(key, 0) < most
                may = frame.violation(s, seat, Build(power, kind)) is None
                assert may is (fit and not bound), (power, kind)
                assert frame.violation(s, seat, Build((power + 1) % 8, kind)) is not None
                bought += may
            for h in (*list(s.ruins)[:4], *list(bits(s.wrecks))[:3], w.hex("Berlin")):
                harmed = s.ruins.get(h, 0) > 0 or bool(s.wrecks >> h & 1)
                fit = harmed and owner(s, h) == power and h not in s.repairs and s.points[power] >= 2
                assert (frame.violation(s, seat, Repair(power, h)) is None) is fit
            spend = Spend(SIDE_OF[power], power)
            assert (spend.violation(s, seat, BuyVeto(power)) is None) is (s.intel[power] >= 5)
            assert spend.violation(s, seat, BuyVeto((power + 1) % 8)) is not None
            for pool in ("ge", "ja", "germany.ussr.off", "ussr.germany.def", "nothing"):
                theirs = bool(s.pools.get(pool)) and SIDE_OF[owner_of(pool)] != SIDE_OF[power]
                assert (spend.violation(s, seat, SpyOn(power, pool)) is None) is (
                    theirs and s.intel[power] >= 2
                ), pool
    assert bought >= 200


@pytest.mark.rule("base.initiative", "base.spies")
def test_they_agree_on_the_initiative() -> None:
    source = SeededSource("order")
    for _ in range(60):
        s = campaign(side="", phase="initiative")
        s.initiative, s.rerolled = source.below(5) - 2, source.below(2)
        s.intel = [source.below(6) for _ in range(8)]
        dice = (1 + source.below(10), 1 + source.below(10))
        axis, allies = dice[0] + max(0, s.initiative), dice[1] + max(0, -s.initiative)
        frames = InitiativeRoll().apply(s, dice)
        if axis == allies:
            assert frames == ()
            continue
        winner = 0 if axis > allies else 1
        loser = 1 - winner
        box = s.initiative > -2 if loser == 0 else s.initiative < 2
        rich = [p for p in range(8) if SIDE_OF[p] == loser and s.intel[p] >= 3]
        assert has_box(s, loser) is box
        asked = (box or bool(rich)) and not s.rerolled
        assert frames == ((Reroll(loser, winner),) if asked else (GoFirst(winner),))
        if not asked:
            continue
        seat, frame = ("axis", "allies")[loser], Reroll(loser, winner)
        assert (frame.violation(s, seat, RollAgain()) is None) is box and frame.violation(
            s, seat, Accept()
        ) is None
        for p in range(8):
            assert (frame.violation(s, seat, SpyRoll(p)) is None) is (p in rich)
        before = s.initiative
        give_box(s, loser)
        assert s.initiative == max(-2, min(2, before + (-1 if loser == 0 else 1)))
