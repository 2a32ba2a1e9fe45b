"""Chapters 7.44 and 11.6: where the General Staff goes, the HQ a unit belongs to, and which units a leader can put in command."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Escort
from hexfront.games.lebensraum.decisions import Order
from hexfront.games.lebensraum.kinds import (
    AXIS,
    COMBINED,
    FIRST_WESTERN_TURN,
    HQ_BASE,
    MOVEMENT,
    POWERS,
    RESERVE_MOVEMENT,
    STAFF_BASE,
)
from hexfront.games.lebensraum.state import State, hostile_hexes, hqs_at, hqs_on_map, stars
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Agenda, Option, Violation
from hexfront.wargame import grown

STAFF_SEGMENTS = (MOVEMENT, RESERVE_MOVEMENT)
"""When General Staff may move. Case 11.6d."""


def must_stay(s: State, power: int) -> int:
    """General Staff leaders who must be in the capital. Cases 11.6c, 13.0k. RULING 11.6-a."""
    return 2 if power == AXIS and s.world.game == COMBINED and s.turn >= FIRST_WESTERN_TURN else 1


def staff_of(s: State, power: int) -> list[int]:
    """A power's General Staff markers that have a leader. Case 11.6b."""
    return [k for k in s.world.staff_of[power] if s.staff[k] >= 0 and s.staff_chief[k] >= 0]


def escort_violation(s: State, power: int, action: Escort) -> Violation | None:
    """Why a General Staff marker may not go to a hex. Cases 11.6b, 11.6c, 11.6d."""
    w = s.world
    k, h = action.staff, action.hex
    if s.segment not in STAFF_SEGMENTS:
        return Violation("11.6d", "The General Staff moves only in the first movement segment of each side.")
    if k not in staff_of(s, power):
        return Violation("11.6b", "Only a General Staff marker of yours that has a leader can move.")
    capital = w.capital[power]
    if s.staff[k] == h:
        return Violation("11.6d", "It is there already.", w.label(h))
    if h != capital and h not in [s.hq[q] for q in hqs_on_map(s, power)]:
        words = "A General Staff marker goes to an HQ of yours or to the capital."
        return Violation("11.6d", words, w.label(h))
    if s.staff[k] == capital:
        left = sum(s.staff[other] == capital for other in staff_of(s, power)) - 1
        if left < must_stay(s, power):
            count = "one" if must_stay(s, power) == 1 else "two"
            return Violation("11.6c", f"At least {count} of them must stay in the capital.", w.label(capital))
    return None


def escorts(s: State, power: int) -> list[Escort]:
    """Every place a power's General Staff may go to; a leader bound to the capital goes nowhere."""
    capital, staff = s.world.capital[power], staff_of(s, power)
    if sum(s.staff[k] == capital for k in staff) <= must_stay(s, power):
        staff = [k for k in staff if s.staff[k] != capital]
    if not staff:
        return []
    hexes = sorted({capital, *(s.hq[k] for k in hqs_on_map(s, power))})
    return [Escort(k, h) for k in staff for h in hexes if h != s.staff[k]]


def send(s: State, action: Escort) -> Agenda:
    """Move a General Staff marker, at no cost. Case 11.6d."""
    s.staff[action.staff] = h = action.hex
    s.emit(ev.Noted(f"{s.world.staff[action.staff].name} went to {s.world.title(h)}.", "11.6d", h))
    return ()


def go_along(s: State, power: int, h: Hex, to: Hex) -> None:
    """General Staff of a power whose HQ has left a hex goes with it, unless another HQ is still there.
    Cases 11.6d, 11.6e. RULING 11.6-d."""
    w = s.world
    if h == w.capital[power] or hqs_at(s, power, h):
        return
    for k, at in enumerate(s.staff):
        if at == h and w.staff_power[k] == power:
            send(s, Escort(k, to))


def back_to_capital(s: State, power: int, h: Hex) -> None:
    """General Staff of a power whose HQ has left a hex when it could not move itself. Cases 11.6e, 7.43h."""
    go_along(s, power, h, s.world.capital[power])


def take_along(s: State, k: int, h: Hex, rule: str) -> None:
    """An HQ goes with a unit that retreats or advances; General Staff cannot follow, the Finns' HQ not out of Finland.
    Cases 7.43i, 7.45d, 9.6a, 11.6e."""
    w, origin = s.world, s.hq[k]
    if k == w.finnish_hq and not w.lands.country["finland"] >> h & 1:
        return
    s.hq[k] = h
    s.emit(ev.Moved((HQ_BASE + k,), (origin, h), rule))
    back_to_capital(s, w.hq_power[k], origin)


def escort_option(s: State, action: Escort) -> Option:
    w, k = s.world, action.staff
    name, leader, side = w.staff[k].name, w.leaders[s.staff_chief[k]].name, POWERS[w.staff_power[k]]
    words = f"Send {leader} ({name}) to {w.title(action.hex)}"
    return Option(words, "place", name, w.label(action.hex), 0.0, group=side)


ESCORT = Order(escort_violation, send, escort_option)


# --- command


def within_range(s: State, power: int, h: Hex, hexes: int) -> HexSet:
    """Hexes within a range of a hex, traced as for command: into and through zones, not through hostile units.
    Cases 7.44c, 11.1a."""
    w = s.world
    return grown(w.grid, 1 << h, w.board.on_map & ~hostile_hexes(s, power), hexes)


def command_area(s: State, k: int) -> HexSet:
    """Hexes in command range of an HQ. Cases 7.44b, 7.44c."""
    power = s.world.hq_power[k]
    return within_range(s, power, s.hq[k], s.world.command_range(power))


def assigned(s: State, u: int) -> list[int]:
    """The HQs a unit may belong to: the nearest of its power, several if they are equally near.
    Cases 7.44f, 7.44g, 9.6b: Finns belong to the Finnish HQ alone."""
    w, h = s.world, s.where[u]
    if w.finns >> u & 1:
        return [w.finnish_hq] if s.hq[w.finnish_hq] >= 0 else []
    far = {k: w.grid.distance(h, s.hq[k]) for k in hqs_on_map(s, s.power[u])}
    return [k for k, d in far.items() if d == min(far.values())]


def staff_at(s: State, k: int) -> list[int]:
    """General Staff markers that stand with an HQ. RULING 11.6-c: with several HQs in a hex they serve the first."""
    power, h = s.world.hq_power[k], s.hq[k]
    return [m for m in staff_of(s, power) if s.staff[m] == h] if hqs_at(s, power, h)[0] == k else []


def command_limit(s: State, k: int) -> int:
    """How many units an HQ can put in command in a segment. Cases 7.44d, 7.45a, 11.6f, RULING 9.2-b."""
    if s.chief[k] < 0:
        return 0
    return stars(s, s.chief[k]) + sum(stars(s, s.staff_chief[m]) for m in staff_at(s, k))


def is_free_of_command(s: State, u: int) -> bool:
    """Whether a unit needs no HQ: neutrals at home, paratroops on the turn of their assault. Cases 11.4e, 11.7c."""
    return u in s.world.home or bool(s.airborne >> u & 1)


def command_violation(s: State, u: int, k: int) -> Violation | None:
    """Why an HQ cannot put a unit in command. Cases 7.44a, 7.44b, 7.44c, 7.44d, 7.44f, 7.45a, 7.45i, 9.6b."""
    w = s.world
    at = w.label(s.where[u])
    if k not in assigned(s, u):
        return Violation("7.44f", "A unit belongs to the HQ nearest to it.", at)
    if not command_area(s, k) >> s.where[u] & 1:
        return Violation("7.44b", f"It is out of range of {w.hqs[k].name}.", at)
    if not s.commanded[k] >> u & 1 and s.commanded[k].bit_count() >= command_limit(s, k):
        words = f"The leader of {w.hqs[k].name} can command no more units in this segment."
        return Violation("7.45a", words, at)
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
    own = ((commander(s, u), u) for u in units)
    return list(dict.fromkeys(k for first, u in own for k in ([first] if first >= 0 else assigned(s, u)[:1])))


def helper_stars(s: State, helper: int) -> int:
    """What a leader adds in combat: an HQ's, or a General Staff marker's from STAFF_BASE on. Cases 7.45c, 11.6g."""
    leader = s.staff_chief[helper - STAFF_BASE] if helper >= STAFF_BASE else s.chief[helper]
    return stars(s, leader) if leader >= 0 else 0
