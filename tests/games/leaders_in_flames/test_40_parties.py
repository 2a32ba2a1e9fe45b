"""Parties: who is at war with whom, whose ground is open, whose zones count."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Go, Join, Overrun, Pick
from hexfront.games.leaders_in_flames.kinds import GERMANY, USSR
from hexfront.games.leaders_in_flames.land.combat import Declaring, attacker_violation, could_attack
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.supply import supply_of
from hexfront.games.leaders_in_flames.land.zones import stopping_zone, zone_against
from hexfront.games.leaders_in_flames.politics.parties import closed_to, reckon
from hexfront.games.leaders_in_flames.state import State, give_hexes, holder
from hexfront.testing import act
from tests.games.leaders_in_flames.kit import ALLIES, EAST, NORTH, PLAIN, SOUTH, WEST, steppe, why


def at_peace(s: State, one: int, other: int) -> None:
    """End a war between two parties, for a test."""
    s.wars[one] &= ~(1 << other)
    s.wars[other] &= ~(1 << one)
    reckon(s)


def rumanians() -> State:
    """Rumanians and Soviets next to each other, not at war."""
    place = {"Rumanian INF I": PLAIN, "Soviet INF 29": EAST, "Soviet INF 12": EAST, "Soviet ARM 1": SOUTH}
    s = steppe(place, (Moves(1), Declaring(1)), side="allies")
    at_peace(s, s.world.party_of["romania"], USSR)
    return s


@pytest.mark.rule("base.neutral")
@pytest.mark.seam("move", "politics")
def test_neutral_ground_is_closed() -> None:
    s = rumanians()
    w = s.world
    free = w.hex(WEST)
    give_hexes(s, 1 << free, w.party_of["romania"])
    assert closed_to(s, USSR) == s.control[w.party_of["romania"]]
    act(s, ALLIES, Pick(w.unit("Soviet ARM 1")))
    assert why(s, ALLIES, Go(free)) == "base.neutral"
    assert why(s, ALLIES, Overrun(w.hex(PLAIN))) == "base.neutral"
    assert not supply_of(s, USSR) >> free & 1
    s.wars[USSR] |= 1 << w.party_of["romania"]
    assert not closed_to(s, USSR) and why(s, ALLIES, Go(free)) != "base.neutral"


@pytest.mark.rule("base.neutral")
@pytest.mark.seam("combat", "politics")
def test_nobody_attacks_without_a_war() -> None:
    s = rumanians()
    w = s.world
    s.agenda = (Declaring(1),)
    found = attacker_violation(s, 1, w.unit("Soviet INF 29"), w.hex(PLAIN))
    assert found is not None and found.rule == "base.neutral"
    assert not could_attack(s, 1, w.hex(PLAIN))
    assert why(s, ALLIES, Join(w.unit("Soviet INF 29")))


@pytest.mark.rule("base.zone", "base.neutral")
@pytest.mark.seam("move", "politics")
def test_zones_of_those_at_peace_do_not_count() -> None:
    s = rumanians()
    w = s.world
    u = w.unit("Soviet ARM 1")
    assert not zone_against(s, u)
    s.group, s.spent = [u], [0]
    assert not stopping_zone(s, 1)
    s.wars[USSR] |= 1 << w.party_of["romania"]
    assert zone_against(s, u) >> w.hex(NORTH) & 1 and stopping_zone(s, 1) >> w.hex(NORTH) & 1


@pytest.mark.rule("base.control")
def test_a_friend_who_passes_through_takes_nothing() -> None:
    s = steppe({"German ARM XLI": WEST}, (Moves(0),))
    w = s.world
    for spot in (PLAIN, NORTH):
        give_hexes(s, 1 << w.hex(spot), w.party_of["romania"])
    act(s, "axis", Pick(w.unit("German ARM XLI")))
    act(s, "axis", Go(w.hex(PLAIN)))
    assert holder(s, w.hex(PLAIN)) == w.party_of["romania"]
    s.wars[GERMANY] |= 1 << w.party_of["romania"]
    s.wars[w.party_of["romania"]] |= 1 << GERMANY
    act(s, "axis", Go(w.hex(NORTH)))
    assert holder(s, w.hex(NORTH)) == GERMANY
