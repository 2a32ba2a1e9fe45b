"""Troops in other people's countries: how many of a power may be in the land of an ally with whom it does not co-operate, or that an
option has opened to a neutral. Cases base.abroad, ability.84."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import CVP, USA
from hexfront.games.leaders_in_flames.leaders.asks import holds_rank, is_ready, rank_key
from hexfront.games.leaders_in_flames.politics.parties import hexes_of, lands_open
from hexfront.games.leaders_in_flames.state import State, holder
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Violation

LAND, AIR, NAVAL = range(3)
MOST = (2, 4, 6)
WORDS = ("land units", "aircraft", "ships")


def class_of(s: State, u: int) -> int:
    """Whether a counter is of the land, the air or the sea."""
    w = s.world
    return LAND if w.is_land(u) else NAVAL if w.is_ship(u) else AIR


def foreign_ground(s: State, u: int) -> HexSet:
    """Ground of others that a counter's power may enter but does not share: that of allies it does not co-operate with, and what
    an option has opened. Case base.abroad."""
    party = s.world.party[u]
    kept, key = s.world.cache("foreign"), (s.stamp, s.entry[party] & ~s.camps[party])
    found: HexSet | None = kept.get(key)
    if found is None:  # for speed: what was worked out is kept
        found = kept[key] = hexes_of(s.control, key[1])
    return found | lands_open(s, party)


def is_host(s: State, leader: int, u: int, h: Hex) -> bool:
    """Whether a leader in a hex lets an aircraft of the USA be in his country: face-up, at home, his rank free or his own.

    Case ability.84. RULING ability-84-us.
    """
    w = s.world
    if (
        w.power[u] != USA
        or not w.is_plane(u)
        or w.kind[u] == CVP
        or s.where[leader] != h
        or not is_ready(s, leader)
    ):
        return False
    home = w.realm.homeland.get(w.nation[leader], 0)
    return (
        bool(home >> h & 1)
        and any(row.ask == "us.guests" for row in w.abilities(leader))
        and holds_rank(s, leader, h) in (-1, leader)
    )


def host_of(s: State, u: int, h: Hex) -> int:
    """The leader who lets an aircraft be in a hex, or -1. Case ability.84."""
    w = s.world
    if w.power[u] != USA or not w.is_plane(u):
        return -1
    return next((v for v in s.stack.get(h, ()) if w.is_leader(v) and is_host(s, v, u, h)), -1)


def is_crowded(s: State, u: int, lord: int) -> bool:
    """Whether a counter's power has as many others of its class in a party's land as it may. Cases base.abroad, ability.84."""
    w, what = s.world, class_of(s, u)
    here, ours = 0, s.control[lord] & s.held[w.side[u]]
    for h in bits(ours) if ours else ():
        for v in s.stack[h]:
            if v != u and w.power[v] == w.power[u] and not w.is_leader(v) and class_of(s, v) == what:
                here += host_of(s, v, h) < 0
    return here >= MOST[what]


def lives_with(s: State, u: int, lord: int) -> bool:
    """Whether a counter is in a party's land already."""
    h = s.where[u]
    return h >= 0 and bool((s.control[lord] & foreign_ground(s, u)) >> h & 1)


def abroad_violation(s: State, u: int, h: Hex) -> Violation | None:
    """Why a counter may not enter a hex of an ally: its power has as many of its class in that land as it may.

    Cases base.abroad, ability.84.
    """
    w = s.world
    if w.is_leader(u) or not foreign_ground(s, u) >> h & 1 or host_of(s, u, h) >= 0:
        return None
    lord = holder(s, h)
    if lives_with(s, u, lord) or not is_crowded(s, u, lord):
        return None
    name, what = begun(the_power(w.power[u])), class_of(s, u)
    return Violation(
        "base.abroad", f"{name} already has {MOST[what]} {WORDS[what]} in that land.", w.label(h)
    )


def visitable(s: State, u: int, among: HexSet = -1) -> HexSet:
    """The foreign ground, of these hexes, that a counter may enter as far as numbers go. Case base.abroad."""
    w = s.world
    ground, at = foreign_ground(s, u), s.where[u]
    home = 1 << at & ground if at >= 0 else 0
    found = ground & w.area & among
    out = 0
    if not found or w.is_leader(u):
        return found
    for lord, hexes in enumerate(s.control):
        here = hexes & found
        if here and (hexes & home or not is_crowded(s, u, lord)):
            out |= here
    for leader in w.all_leaders:
        h = s.where[leader]
        if h >= 0 and found >> h & 1 and is_host(s, leader, u, h):
            out |= 1 << h
    return out


def fly_as_guest(s: State, u: int) -> None:
    """An aircraft that a leader has as his guest flies a mission: his rank on this map is used up. Case ability.84."""
    if s.where[u] < 0 or s.world.power[u] != USA or not foreign_ground(s, u) >> s.where[u] & 1:
        return
    leader = host_of(s, u, s.where[u])
    if leader >= 0 and (key := rank_key(s, leader, s.where[leader])) >= 0:
        s.ranks[key] = leader
