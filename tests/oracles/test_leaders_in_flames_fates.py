"""What becomes of leaders and units after a combat in Leaders in Flames agrees with a second, plain reading: recall, promotion, supply by a leader."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from hexfront.games.leaders_in_flames.kinds import (
    CUP,
    DEAD,
    GERMANY,
    KILLED,
    OFFERED,
    POOL,
    RESERVE,
    RETREATED,
    SHATTERED,
    SPENT,
)
from hexfront.games.leaders_in_flames.land.losses import check_deaths
from hexfront.games.leaders_in_flames.leaders.asks import code, occasion
from hexfront.games.leaders_in_flames.leaders.fate import (
    losses,
    recall_after_air,
    recall_after_battle,
    recall_at_sea,
)
from hexfront.games.leaders_in_flames.leaders.guards import balance, promote, promotions, survivors
from hexfront.games.leaders_in_flames.leaders.steps import Feeding, Flipping, Offering, spared
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down
from hexfront.kernel import SeededSource
from hexfront.wargame import lift, move
from tests.games.leaders_in_flames.kit import steppe
from tests.games.leaders_in_flames.sea_kit import area, sea

GERMANS = (
    "German ARM XLVIII",
    "German INF IX",
    "German INF DIV 3",
    "HQ v. Bock",
    "Finnish INF II",
    "German MTN XLIX",
)
RUSSIANS = (
    "Soviet INF 29",
    "Soviet INF DIV 4",
    "Soviet ARM 1",
    "HQ Zhukov",
    "Soviet MECH 2",
    "Soviet INF 12",
    "Soviet CAV 2",
)
MEN = (("Guderian", "Manstein", "Rundstedt", "Mannerheim"), ("Zhukov", "Konev", "Chuikov"))
STARS = {"Mannerheim": 5, "Guderian": 3, "Manstein": 4, "Rundstedt": 5, "Zhukov": 5, "Konev": 4, "Chuikov": 3}
FATES = (KILLED, KILLED, SHATTERED, RETREATED, SPENT, OFFERED)
SCORE = {KILLED: 3, SPENT: 3, OFFERED: 3, SHATTERED: 2, RETREATED: 1}


def drawn(source: SeededSource) -> State:
    """A battle that is over: who was in it, and what became of whom."""
    place = dict.fromkeys((name for name in GERMANS if source.below(4)), "")
    germans = [*place]
    spots = {name: ("E1025", "E1024", "E1026", "E1124")[k // 2 % 4] for k, name in enumerate(germans)}
    russians = [name for name in RUSSIANS if source.below(4)]
    spots |= {name: ("E0825", "E0824", "E0826", "E0724")[k // 2 % 4] for k, name in enumerate(russians)}
    men = [name for side in MEN for name in side if source.below(3)]
    spots |= {man: "E1025" if man in MEN[0] else "E0825" for man in men}
    rows = {man: [26] for side in MEN for man in side}
    side = source.below(2)
    s = steppe(spots, leaders=rows, side=("axis", "allies")[side])
    w = s.world
    both = ([w.unit(name) for name in germans], [w.unit(name) for name in russians])
    s.attackers, s.defenders = list(both[side]), list(both[1 - side])
    s.target = w.hex("E0925")
    s.origins = {u: s.where[u] for u in s.attackers}
    for u in (*s.attackers, *s.defenders):
        if source.below(2):
            s.fates[u] = source.choice(FATES)
            if s.fates[u] != RETREATED:
                lift(s, u, POOL)
    s.said = {code(w.unit(man), 26): occasion(s) - source.below(3) // 2 for man in men}
    return s


def lost(s: State, side: int, offered: bool) -> int:
    """Build points a side has lost; a unit offered for the die counts for the enemy's leaders alone."""
    w = s.world
    counts = (KILLED, OFFERED) if offered else (KILLED,)
    return sum(w.price[u] for u, fate in s.fates.items() if w.side[u] == side and fate in counts)


@pytest.mark.rule("3.3a", "3.3b", "3.3k", "3.3l", "5.1j", "ability.45")
def test_they_agree_on_who_is_recalled_after_a_battle() -> None:
    source, gone = SeededSource("recall"), 0
    for _ in range(150):
        s = drawn(source)
        w = s.world
        expected = set()
        for side, least in ((s.side, 5), (1 - s.side, 7)):
            assert losses(s, side) == lost(s, side, False)
            if lost(s, side, False) - lost(s, 1 - side, True) < least:
                continue
            used = [man for man in MEN[side] if s.said.get(code(w.unit(man), 26)) == occasion(s)]
            if used:
                expected.add(max(used, key=lambda man: STARS[man]))
        recall_after_battle(s)
        found = {
            man
            for side in MEN
            for man in side
            if s.where[w.unit(man)] == CUP and code(w.unit(man), 26) in s.said
        }
        assert found == expected
        gone += len(found)
    assert gone >= 15


@pytest.mark.rule("3.3m")
def test_they_agree_on_who_dies_with_his_units() -> None:
    """Leaders die in a hex in which combat destroyed every other land unit, and those alone."""
    source, dead = SeededSource("deaths"), 0
    for _ in range(150):
        s = drawn(source)
        w = s.world
        for u in s.defenders:
            if s.where[u] >= 0:
                move(s, u, s.target)
        for man in MEN[1 - s.side]:
            u = w.unit(man)
            if s.where[u] >= 0 and source.below(2):
                move(s, u, s.target)
        expected = set()
        for side, units in ((s.side, s.attackers), (1 - s.side, s.defenders)):
            hexes = {s.origins.get(u, s.target) for u in units}
            for h in hexes:
                some = [u for u in units if s.origins.get(u, s.target) == h]
                killed = [s.fates.get(u, 0) for u in some]
                gone = KILLED in killed and all(f in (KILLED, SPENT, OFFERED) for f in killed)
                if gone and not any(w.is_troop(u) for u in s.stack.get(h, ())):
                    expected |= {m for m in MEN[side] if s.where[w.unit(m)] == h}
        check_deaths(s)
        assert {m for side in MEN for m in side if s.where[w.unit(m)] == DEAD} == expected
        dead += len(expected)
    assert dead >= 10


@pytest.mark.rule("5.1a", "5.1b", "5.1c", "5.1d", "5.1e", "5.1f", "5.1g", "5.1h", "5.1l")
def test_they_agree_on_promotions() -> None:
    source, made = SeededSource("guards"), 0
    for _ in range(120):
        s = drawn(source)
        w = s.world
        total = Fraction(0)
        for u, fate in s.fates.items():
            worth = Fraction(SCORE[fate]) * (2 if w.is_hq(u) else 1) / (2 if w.division[u] else 1)
            total += worth if w.power[u] == GERMANY else -worth
        points = math.floor(total + Fraction(1, 2))
        assert balance(s) == points
        alive = [u for u in (*s.attackers, *s.defenders) if w.nation[u] == "ussr" and s.where[u] >= 0]
        assert survivors(s) == alive
        banners = [u for u in range(w.first_leader) if w.units[u].year == "Banner"]
        taken = {u for u in banners if not source.below(4)}
        for u in taken:
            s.where[u] = POOL
        fought = any(w.power[u] == GERMANY for u in (*s.attackers, *s.defenders))
        expected = {
            (u, b) for u in alive for b in banners
            if points > 0 and fought and b not in taken and w.kind[u] == w.kind[b] and w.division[u] == w.division[b]
            and w.strength[u] < w.strength[b] <= w.strength[u] + points
        }  # fmt: skip
        assert {(a.unit, a.banner) for a in promotions(s)} == expected
        for u, b in sorted(expected)[:2]:
            copy = s.clone()
            if source.below(2):
                turn_down(copy, u)
            at, down = copy.where[u], is_down(copy, u)
            promote(copy, u, b)
            assert (
                copy.where[b] == at
                and is_down(copy, b) is down
                and copy.where[u] == POOL
                and not is_down(copy, u)
            )
            back = copy.clone()
            other = next(x for x in banners if x != b and back.where[x] == RESERVE)
            promote(back, b, other)
            assert back.where[b] == RESERVE and back.where[other] == at
        made += len(expected)
    assert made >= 20


@pytest.mark.rule("ability.45", "ability.28", "ability.49", "ability.40", "ability.41", "3.2j")
def test_they_agree_on_whom_an_order_reaches() -> None:
    source = SeededSource("orders")
    for _ in range(60):
        s = drawn(source)
        w = s.world
        for man in (w.unit(name) for side in MEN for name in side):
            if s.where[man] < 0:
                continue
            side = w.side[man]
            near = {h for h in range(w.area.bit_length()) if w.range_of(man, s.where[man]) >> h & 1}
            home = w.nation[man] if w.nation[man] == "finland" else ""
            fit = [u for u in s.attackers if u not in s.fates and not w.division[u]]
            mine = [u for u in fit if s.where[u] in near and w.side[u] == side and home in ("", w.nation[u])]
            if w.side[s.attackers[0] if s.attackers else man] == side:
                assert Offering(side, man).units(s) == mine
                s.forced_down = 1 << fit[0] if fit else 0
                assert Flipping(side, man, 2).units(s) == fit[1:]
                s.forced_down = 0
            units = s.attackers if side == s.side else s.defenders
            here = [u for u in units if s.where[u] in near and home in ("", w.nation[u])]
            s.kept_up = 1 << here[0] if here else 0
            assert spared(s, man, side) == here[1:]
            s.kept_up = 0
            hungry = Feeding(side, man, 4).units(s)
            assert all(w.side[u] == side and s.where[u] in near and w.is_troop(u) for u in hungry)
            if hungry:
                s.fed = 1 << hungry[0]
                assert Feeding(side, man, 4).units(s) == hungry[1:]
                s.fed = 0


@pytest.mark.rule("3.3c", "3.3f", "3.3g", "3.3h", "3.3i", "3.3j", "3.3k", "3.3l")
def test_they_agree_on_who_is_recalled_at_sea() -> None:
    source, gone = SeededSource("drowned"), 0
    rows = {"Yamamoto": [101, 81], "Nagumo": [101, 81], "Halsey": [101, 81], "Nimitz": [101, 81]}
    place = {
        "CV Shokaku": "solomons-3", "CA Chokai": "solomons-3", "CV Wasp": "solomons-3", "CA Astoria": "solomons-3",
        **dict.fromkeys(rows, "solomons-3"),
    }  # fmt: skip
    stars = {"Yamamoto": 5, "Nagumo": 3, "Halsey": 4, "Nimitz": 5}
    for _ in range(80):
        s = sea(place, (), leaders=rows)
        w = s.world
        s.sea, s.opener = area(s, "solomons"), 0
        s.said = {code(w.unit(man), n): occasion(s) for man in rows for n in (101, 81) if source.below(2)}
        s.toll = [source.below(20), source.below(20)]
        if source.below(2):
            s.shot = {2: source.below(20), 5: source.below(20)}
        points = dict(s.shot)
        earlier = {2: source.below(6), 5: source.below(6)} if source.below(2) else {}
        s.skies = dict(earlier)
        recall_after_air(s)
        sky = [points.get(2, 0) + earlier.get(2, 0), points.get(5, 0) + earlier.get(5, 0)]
        called = []
        for side in (0, 1):
            men = [m for m in rows if w.side[w.unit(m)] == side and code(w.unit(m), 81) in s.said]
            if men and sky[side] - sky[1 - side] >= 10:
                called.append(max(men, key=lambda m: stars[m]))
        assert {m for m in rows if s.where[w.unit(m)] == CUP} == set(called)
        assert s.called_back == sum(1 << w.side[w.unit(m)] for m in called)
        for u in (w.unit("CV Shokaku"), w.unit("CV Wasp")):
            if not source.below(3):
                s.fates[u] = KILLED
        total = [s.toll[side] + lost(s, side, False) for side in (0, 1)]
        more = []
        for side in (0, 1):
            free = not any(w.side[w.unit(m)] == side for m in called)
            serving = [
                m
                for m in rows
                if w.side[w.unit(m)] == side and code(w.unit(m), 101) in s.said and m not in called
            ]
            if free and serving and total[side] - total[1 - side] >= 10:
                more.append(max(serving, key=lambda m: stars[m]))
        recall_at_sea(s)
        assert {m for m in rows if s.where[w.unit(m)] == CUP} == {*called, *more}
        assert s.skies == {} and s.called_back == 0
        gone += len(called) + len(more)
    assert gone >= 15
