"""Vichy France in Leaders in Flames agrees with a second, plain reading: what becomes of ground and counters when it begins and ends."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.kinds import (
    ABSENT,
    AT_PEACE,
    CIRCLE,
    COMMONWEALTH,
    CUP,
    FRANCE,
    GERMANY,
    GONE,
    ITALY,
    RESERVE,
)
from hexfront.games.leaders_in_flames.politics.entry import EntryRoll
from hexfront.games.leaders_in_flames.politics.parties import party_of
from hexfront.games.leaders_in_flames.politics.vichy import (
    ColonyRolls,
    Parting,
    end_vichy,
    nearest,
    set_up_vichy,
)
from hexfront.games.leaders_in_flames.politics.wars import war_between
from hexfront.games.leaders_in_flames.state import State, give_hexes, holder, is_down, turn_down
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from hexfront.wargame import lift, put
from tests.games.leaders_in_flames.kit import campaign

SPOTS = ("Paris", "Lyon", "Marseilles", "Algiers", "Dakar", "Noumea", "Saigon", "Beirut", "London")
FRENCH = (
    "French INF XLIII",
    "French INF VIII",
    "French MTN Alpine",
    "French ARM XXI",
    "French MIL Lyon",
    "French GAR XLI",
)
STRANGERS = ("British INF 2 Aus", "German INF IX", "Italian INF X", "British INF DIV 1")


def drawn(source: SeededSource) -> State:
    """The summer of 1940 before the armistice: French, British and Germans where the dice put them."""
    s = campaign(side="axis", phase="politics")
    w = s.world
    vichy = w.minor_of["vichy"]
    party = party_of(s, vichy)
    for u in range(len(s.where)):
        if w.nation[u] in ("france", "vichy") and not w.is_leader(u):
            lift(s, u, RESERVE)
        elif w.is_leader(u) and w.nation[u] == "france" and s.where[u] >= 0:
            lift(s, u, CUP)
    s.stance[vichy] = ABSENT
    s.deeds.pop("vichy.set_up", None)
    give_hexes(s, s.control[party], FRANCE)
    give_hexes(s, w.realm.homeland["france"], FRANCE)
    for land in w.affairs.colonies.values():
        if source.below(5):
            give_hexes(s, land & w.area, FRANCE)
    give_hexes(s, 1 << w.hex("Paris"), GERMANY)
    s.fate[FRANCE] = 0
    if not s.wars[GERMANY] >> FRANCE & 1:
        war_between(s, GERMANY, FRANCE)
    s.surprised = 0
    for name in FRENCH:
        if name in w.number and source.below(4):
            h = w.hex(source.choice(SPOTS[:8]))
            if holder(s, h) == FRANCE:
                put(s, w.unit(name), h)
                if source.below(2):
                    turn_down(s, w.unit(name))
    for name in STRANGERS:
        if name in w.number and source.below(2):
            u, h = w.unit(name), w.hex(source.choice(SPOTS))
            if s.where[u] < 0 and not s.held[1 - w.side[u]] >> h & 1:
                put(s, u, h)
    return s


@pytest.mark.rule("base.vichy", "4.1d", "4d")
def test_they_agree_on_how_it_begins() -> None:
    source, swapped = SeededSource("armistice"), 0
    for _ in range(30):
        s = drawn(source)
        w, before = s.world, s.clone()
        vichy = w.minor_of["vichy"]
        frames = set_up_vichy(s)
        party = party_of(s, vichy)
        south, home = set(bits(w.affairs.vichy_home & w.area)), set(bits(w.realm.homeland["france"] & w.area))
        assert s.stance[vichy] == AT_PEACE and s.deeds["vichy.set_up"] == 1 and s.fate[FRANCE] >= 1
        for h in home:
            if h in south:
                assert holder(s, h) == party
            elif holder(before, h) == FRANCE:
                assert holder(s, h) == GERMANY
            else:
                assert holder(s, h) == holder(before, h)
        asked = [name for name, land in w.affairs.colonies.items() if land & s.control[FRANCE]]
        rolls = [f for f in frames if isinstance(f, ColonyRolls)]
        assert rolls == ([ColonyRolls(len(asked))] if asked else [])
        assert [f for f in frames if isinstance(f, Parting)] == [Parting()] and EntryRoll(27) in frames
        dice = tuple(1 + source.below(10) for _ in asked)
        ColonyRolls(len(asked)).apply(s, dice)
        for name, die in zip(asked, dice, strict=True):
            land = w.affairs.colonies[name]
            mine = land & before.control[FRANCE] & ~(w.affairs.vichy_home | w.realm.homeland["france"])
            assert not mine & ~s.control[FRANCE if die <= w.affairs.free_on else party]
        after = s.clone()
        Parting().run(after)
        for u, h in enumerate(s.where):
            if h < 0 or w.is_leader(u):
                continue
            ours = bool(s.control[party] >> h & 1)
            if w.nation[u] == "france":
                if ours:
                    twin = w.twin.get(u, -1)
                    assert after.where[u] == GONE and (twin < 0 or after.where[twin] == h)
                    assert twin < 0 or is_down(after, twin) is is_down(s, u)
                    swapped += 1
                elif h in home:
                    assert after.where[u] == GONE
                else:
                    assert after.where[u] == h
            elif ours and w.party[u] != party:
                assert after.where[u] == CIRCLE and after.due[u] == s.turn + 1 and not is_down(after, u)
            else:
                assert after.where[u] == h
        for u in w.all_leaders:
            if w.nation[u] == "france" and s.where[u] != GONE and w.leader(u).faction == "vichy":
                assert after.where[u] == GONE
    assert swapped >= 10


@pytest.mark.rule("base.vichy", "4.1a", "4.1d", "5.3")
def test_they_agree_on_how_it_ends() -> None:
    source, followed = SeededSource("collapse"), 0
    for _ in range(30):
        s = drawn(source)
        w = s.world
        set_up_vichy(s)
        party = party_of(s, w.minor_of["vichy"])
        for land in w.affairs.colonies.values():
            if source.below(2):
                give_hexes(s, land & w.area, party)
        Parting().run(s)
        for name in ("German INF X", "Italian INF V"):
            u = w.unit(name)
            if s.where[u] < 0 and source.below(2):
                colony = source.choice(sorted(w.affairs.colonies))
                spots = [
                    h
                    for h in bits(w.affairs.colonies[colony] & w.area & s.control[party])
                    if not s.held[0] >> h & 1 and not s.held[1] >> h & 1
                ]
                if spots:
                    put(s, u, source.choice(spots))
        before, power = s.clone(), source.choice((GERMANY, ITALY))
        frames = end_vichy(s, power)
        assert (
            frames == (EntryRoll(19),)
            and s.stance[w.minor_of["vichy"]] == ABSENT
            and s.deeds["vichy.ended"] == 1
        )
        assert not s.control[party]
        for h in bits(before.control[party]):
            overseas = next((land for land in w.affairs.colonies.values() if land >> h & 1), 0)
            guards = [
                u for x in bits(overseas) for u in before.stack.get(x, ())
                if w.side[u] == 0 and w.party[u] != party and w.is_troop(u)
            ]  # fmt: skip
            if overseas and not w.affairs.vichy_home >> h & 1:
                expected = w.parties[w.party[guards[0]]].power if guards else FRANCE
            else:
                expected = power if w.affairs.vichy_home >> h & 1 else FRANCE
            assert holder(s, h) == expected, w.title(h)
        for u, h in enumerate(before.where):
            if w.party[u] != party or h == GONE or w.is_leader(u):
                continue
            twin = w.twin.get(u, -1)
            assert s.where[u] == GONE and not is_down(s, u)
            if h >= 0 and holder(s, h) == FRANCE and twin >= 0:
                assert s.where[twin] == h and is_down(s, twin) is is_down(before, u)
                followed += 1
    assert followed >= 5


@pytest.mark.rule("4d", "4.1a")
def test_the_nearest_hex_and_of_several_a_city() -> None:
    s = campaign(side="axis")
    w = s.world
    at = w.hex("Paris")
    assert nearest(s, at, 1 << at | 1 << w.hex("Lyon")) == at
    assert nearest(s, at, 0) == CUP
    ring = [h for h in bits(w.disc(at, 2) & w.area) if h != at]
    some = sum(1 << h for h in ring)
    least = min(w.grid.distance(at, h) for h in ring)
    close = [h for h in ring if w.grid.distance(at, h) == least]
    best = [h for h in close if w.cities >> h & 1] or close
    assert nearest(s, at, some) == min(best)
    far = w.hex("London")
    assert nearest(s, at, 1 << far) == far and holder(s, far) == COMMONWEALTH
