"""Chapters 7.44 and 11.6: which HQ a unit belongs to, and whom a leader can put in command."""

from __future__ import annotations

from hexfront.games.lebensraum.kinds import STAFF_BASE
from hexfront.games.lebensraum.staff import staff_of
from hexfront.games.lebensraum.state import State, hqs_on_map, stars
from hexfront.games.lebensraum.supply import within_range
from hexfront.hexes import HexSet
from hexfront.kernel import Violation


def command_area(s: State, k: int) -> HexSet:
    """Hexes in command range of an HQ. Cases 7.44b, 7.44c."""
    power = s.world.hq_power[k]
    return within_range(s, power, s.hq[k], s.world.command_range(power))


def assigned(s: State, u: int) -> list[int]:
    """The HQs a unit may belong to: the nearest of its power, several if they are equally near.

    Cases 7.44f, 7.44g, 9.6b: Finns belong to the Finnish HQ alone.
    """
    w, h = s.world, s.where[u]
    if w.finns >> u & 1:
        return [w.finnish_hq] if s.hq[w.finnish_hq] >= 0 else []
    far = {k: w.grid.distance(h, s.hq[k]) for k in hqs_on_map(s, s.power[u])}
    least = min(far.values(), default=0)
    return [k for k, d in far.items() if d == least]


def staff_at(s: State, k: int) -> list[int]:
    """General Staff markers that stand with an HQ. RULING 11.6-c: with several HQs in a hex they serve the first."""
    power, h = s.world.hq_power[k], s.hq[k]
    first = next(q for q in hqs_on_map(s, power) if s.hq[q] == h)
    return [m for m in staff_of(s, power) if s.staff[m] == h] if first == k else []


def command_limit(s: State, k: int) -> int:
    """How many units an HQ can put in command in a segment. Cases 7.44d, 7.45a, 11.6f, RULING 9.2-b."""
    if s.chief[k] < 0:
        return 0
    return stars(s, s.chief[k]) + sum(stars(s, s.staff_chief[m]) for m in staff_at(s, k))


def is_free_of_command(s: State, u: int) -> bool:
    """Units that are in command without an HQ: neutrals at home, paratroops on the turn of their assault.

    Cases 11.4e, 11.7c.
    """
    return u in s.world.home or bool(s.airborne >> u & 1)


def command_violation(s: State, u: int, k: int) -> Violation | None:
    """Why an HQ cannot put a unit in command. Cases 7.44a, 7.44b, 7.44c, 7.44d, 7.44f, 7.45a, 7.45i, 9.6b."""
    w = s.world
    at = w.label(s.where[u])
    if k not in assigned(s, u):
        return Violation("7.44f", "The unit belongs to the HQ nearest to it.", at)
    if not command_area(s, k) >> s.where[u] & 1:
        return Violation("7.44b", f"It is out of the range of {w.hqs[k].name}.", at)
    if s.commanded[k] >> u & 1:
        return None
    if s.commanded[k].bit_count() >= command_limit(s, k):
        return Violation(
            "7.45a", f"The leader of {w.hqs[k].name} can command no more units in this segment.", at
        )
    return None


def put_in_command(s: State, u: int, k: int) -> None:
    """Count a unit among those an HQ commands in this segment. Cases 7.45a, 7.45i."""
    s.in_command |= 1 << u
    s.commanded[k] |= 1 << u


def commander(s: State, u: int) -> int:
    """The HQ that has put a unit in command, or -1: of two that did in this segment, the one it belongs to now."""
    if not s.in_command >> u & 1:
        return -1
    found = [k for k in hqs_on_map(s, s.power[u]) if s.commanded[k] >> u & 1]
    return next((k for k in assigned(s, u) if k in found), found[0] if found else -1)


def fronts_of(s: State, units: list[int]) -> list[int]:
    """The HQs whose units, commanded or only assigned, are among these. Cases 9.0d, 7.44g, RULING 9.0-a, RULING 7.44-c."""
    found: list[int] = []
    for u in units:
        own = commander(s, u)
        for k in [own] if own >= 0 else assigned(s, u)[:1]:
            if k not in found:
                found.append(k)
    return found


def helper_stars(s: State, helper: int) -> int:
    """What a leader adds in combat: an HQ's, or a General Staff marker's from STAFF_BASE on. Cases 7.45c, 11.6g."""
    leader = s.staff_chief[helper - STAFF_BASE] if helper >= STAFF_BASE else s.chief[helper]
    return stars(s, leader) if leader >= 0 else 0
