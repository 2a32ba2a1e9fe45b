"""Parties of the war: the eight powers and minor countries. Who is at war with whom, who works together, whose ground is open.

A set of parties is one integer, and so is a set of hexes.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.leaders_in_flames.kinds import (
    ABSENT,
    ALLIES,
    AT_PEACE,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    USA,
    WITH,
    WITH_AXIS,
)
from hexfront.games.leaders_in_flames.state import State
from hexfront.hexes import HexSet, bits, union

FRIENDS = (
    frozenset({GERMANY, ITALY}),
    frozenset({COMMONWEALTH, USA}),
    frozenset({COMMONWEALTH, FRANCE}),
    frozenset({USA, FRANCE}),
)
"""Powers that co-operate."""


VICHY = "vichy"


def cooperate(a: int, b: int) -> bool:
    """Whether two powers are of those that co-operate. Case 3.2i."""
    return a == b or frozenset({a, b}) in FRIENDS


def foes_of(s: State, units: Iterable[int]) -> int:
    """The parties that any of these counters is at war with."""
    out = 0
    for u in units:
        out |= s.wars[s.world.party[u]]
    return out


def are_foes(s: State, u: int, v: int) -> bool:
    """Whether two counters are at war."""
    party = s.world.party
    return bool(s.wars[party[u]] >> party[v] & 1)


def together(s: State, u: int, v: int) -> bool:
    """Whether two counters co-operate. Case 3.2i."""
    party = s.world.party
    return bool(s.camps[party[u]] >> party[v] & 1)


def hexes_of(sets: list[HexSet], parties: int) -> HexSet:
    """All that some parties have, of sets that are kept by party."""
    out = 0
    for party in bits(parties):
        out |= sets[party]
    return out


def closed_to(s: State, party: int) -> HexSet:
    """Ground that a party may not enter: of those it neither fights nor may visit. Case base.neutral."""
    strangers = s.world.all_parties & ~(s.wars[party] | s.entry[party])
    if not strangers:
        return 0
    kept = s.world.cache("closed")
    found: HexSet | None = kept.get((s.stamp, strangers))
    if found is None:  # for speed: what was worked out is kept
        found = kept[s.stamp, strangers] = hexes_of(s.control, strangers)
    if not s.world.plan.us_entry:
        return found
    return found & ~lands_open(s, party) | lands_shut(s, party)


def lands_open(s: State, party: int) -> HexSet:
    """Ground of others that an option of the USA has opened to its units. Case 5.3.2.37."""
    return s.world.affairs.canada if party == USA and s.deeds.get("option.37") else 0


def lands_shut(s: State, party: int) -> HexSet:
    """Ground that is shut to Allied units until an option of the USA, or an Axis unit, has opened it: the hexes next to the Panama
    Canal, Guam and Midway. Cases 5.3.2.40a, 5.3.2.49a. RULING option-49-guam."""
    w = s.world
    if w.parties[party].side != ALLIES:
        return 0
    out = 0
    if not s.deeds.get("option.40") and not s.deeds.get("axis.canal"):
        out |= w.affairs.canal
    if not s.deeds.get("option.49") and not s.deeds.get("axis.guam"):
        out |= w.affairs.guam | w.affairs.midway
    return out


def begin_war(s: State, a: int, b: int) -> None:
    """Two parties are at war from now on."""
    s.wars[a] |= 1 << b
    s.wars[b] |= 1 << a


def end_war(s: State, a: int, b: int) -> None:
    """Two parties are at peace from now on."""
    s.wars[a] &= ~(1 << b)
    s.wars[b] &= ~(1 << a)


def fighting(s: State, power: int) -> list[int]:
    """A power and the minor countries that fight with it."""
    return [k for k in present(s) if s.world.parties[k].power == power]


def is_lone(s: State, party: int) -> bool:
    """Whether a minor country fights somebody its power does not: it is alone in its war. RULING base-lone."""
    power = s.world.parties[party].power
    return party != power and bool(s.wars[party] & ~s.wars[power])


def are_partners(s: State, a: int, b: int) -> bool:
    """Whether two parties co-operate: one power and its minors do, and so do powers that are friends and have an enemy in common.
    Cases 3.2i, 5.3.3.17c. RULING base-lone."""
    one, other = s.world.parties[a], s.world.parties[b]
    if one.side != other.side or (s.neutral >> a | s.neutral >> b) & 1 or is_lone(s, a) or is_lone(s, b):
        return False
    if one.power == other.power:
        return "communists" not in (one.nation, other.nation)
    if {one.power, other.power} == {GERMANY, ITALY} and s.deeds.get("parted.italy"):
        return False
    return cooperate(one.power, other.power) and bool(s.wars[one.power] & s.wars[other.power])


def may_visit(s: State, a: int, b: int) -> bool:
    """Whether a party may enter another's ground in peace: its partners', and that of all who fight the same enemy with it.

    Case base.neutral.
    """
    one, other = s.world.parties[a], s.world.parties[b]
    if one.side != other.side or (s.neutral >> a | s.neutral >> b) & 1:
        return False
    return bool(s.wars[a] & s.wars[b])


def reckon(s: State) -> None:
    """Work out who works together and whose ground is open to whom. Cases 3.2i, base.neutral."""
    for minor, stance in zip(s.world.minors, s.stance, strict=True):
        for party in minor.parties:
            if party >= 0:
                s.neutral = s.neutral & ~(1 << party) | (stance == AT_PEACE) << party
    s.neutral |= 1 << s.world.realm.nobody
    here = present(s)
    for k in range(len(s.world.parties)):
        s.camps[k] = s.entry[k] = 1 << k
    for k in here:
        s.camps[k] |= union(n for n in here if are_partners(s, k, n))
        s.entry[k] |= s.camps[k] | union(n for n in here if may_visit(s, k, n))


def present(s: State) -> list[int]:
    """The parties there are now: powers, and minor countries on the side they have taken."""
    w = s.world
    out = list(w.powers)
    for n, stance in enumerate(s.stance):
        if stance in WITH:
            out.append(party_of(s, n))
    return out


def party_of(s: State, minor: int) -> int:
    """The party that a minor country is now: by the side it fights on, else the first."""
    found = s.world.minors[minor]
    stance = s.stance[minor]
    return found.parties[stance - WITH_AXIS] if stance in WITH else found.first


def vichy_is(s: State, *stances: int) -> bool:
    """Whether Vichy France has one of these stances."""
    minor = s.world.minor_of.get(VICHY, -1)
    return minor >= 0 and s.stance[minor] in stances


def is_installed(s: State) -> bool:
    """Whether there is a Vichy France. Cases 4.1c, ability.25."""
    return VICHY in s.world.minor_of and not vichy_is(s, ABSENT)
