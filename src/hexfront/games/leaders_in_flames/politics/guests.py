"""Units that a leader takes into a neutral country. Case ability.25. RULING ability-25-roll."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import AT_PEACE
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.politics.entry import against, lose_chit
from hexfront.games.leaders_in_flames.politics.parties import closed_to, party_of
from hexfront.games.leaders_in_flames.state import State
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Agenda, Chance, Die, Violation

TAKEN = 3
"""A chit is lost on this or less."""


def neutral_ground(s: State) -> HexSet:
    """The ground of neutral minor countries."""
    out = 0
    for minor, stance in enumerate(s.stance):
        if stance == AT_PEACE and s.world.minors[minor].home:
            out |= s.control[party_of(s, minor)]
    return out


def opened(s: State, units: list[int]) -> HexSet:
    """Neutral ground that is open to units that move with a leader: any if he has announced it, else the country they are in."""
    out = 0
    for leader, _ in in_use(s, "enter.neutral"):
        if leader in units:
            out |= neutral_ground(s)
    for leader, minor in s.guests.items():
        if leader in units:
            out |= s.control[party_of(s, minor)]
    return out


def guest_violation(s: State, units: list[int]) -> Violation | None:
    """Units in a neutral country stay with the leader who brought them, and he with them. Case ability.25."""
    w, at = s.world, s.where[units[0]]
    if not closed_to(s, w.party[units[0]]) >> at & 1:
        return None
    hosts = [leader for leader in s.guests if s.where[leader] == at]
    if not any(leader in units for leader in hosts):
        return Violation("ability.25", "In a neutral country units must move with their leader.", w.label(at))
    if any(w.is_troop(u) and u not in units and w.side[u] == w.side[units[0]] for u in s.stack[at]):
        return Violation("ability.25", "He cannot leave units behind in a neutral country.", w.label(at))
    return None


def visit(s: State, units: list[int], path: tuple[Hex, ...]) -> Agenda:
    """A move led through neutral countries: a roll for each that was entered, one for all who moved together. Case ability.25."""
    leaders = [u for u in units if s.world.is_leader(u)]
    frames: Agenda = ()
    inside = -1
    for k, h in enumerate(path):
        before, inside = inside, country_at(s, h)
        if k and inside >= 0 and inside != before:
            frames = (*frames, GuestRoll(inside))
    for leader in leaders:
        s.guests.pop(leader, None)
        if inside >= 0:
            s.guests[leader] = inside
    return frames


def country_at(s: State, h: Hex) -> int:
    """The neutral minor country that a hex lies in, or -1."""
    for minor, stance in enumerate(s.stance):
        if stance == AT_PEACE and s.world.minors[minor].home and s.control[party_of(s, minor)] >> h & 1:
            return minor
    return -1


class GuestRoll(Chance, frozen=True, tag=True):
    """A neutral country was entered: on 3 or less the USA loses a chit against Germany and Italy. Case ability.25."""

    minor: int

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        watched = s.world.plan.us_entry and against(s, "ge")
        return lose_chit(s, "ge") if die <= TAKEN and watched else ()

    def title(self, s: State) -> str:
        return f"US entry: {s.world.minors[self.minor].title} was entered"
