"""Chapter 11.6: General Staff markers move from HQ to HQ."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Escort
from hexfront.games.lebensraum.kinds import AXIS, COMBINED, HQ_BASE, POWERS
from hexfront.games.lebensraum.state import State, hqs_on_map
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Option, Violation


def must_stay(s: State, power: int) -> int:
    """General Staff leaders who must be in the capital. Cases 11.6c, 13.0k. RULING 11.6-a."""
    return 2 if power == AXIS and s.world.game == COMBINED else 1


def staff_of(s: State, power: int) -> list[int]:
    """A power's General Staff markers that have a leader. Case 11.6b."""
    return [
        k
        for k, p in enumerate(s.world.staff_power)
        if p == power and s.staff[k] >= 0 and s.staff_chief[k] >= 0
    ]


def escort_violation(s: State, power: int, action: Escort) -> Violation | None:
    """Why a General Staff marker may not go to a hex. Cases 11.6b, 11.6c, 11.6d."""
    w = s.world
    k, h = action.staff, action.hex
    if k not in staff_of(s, power):
        return Violation("11.6b", "Only a General Staff marker of yours that has a leader can move.")
    capital = w.capital[power]
    if s.staff[k] == h:
        return Violation("11.6d", "It is there already.", w.label(h))
    if h != capital and h not in [s.hq[q] for q in hqs_on_map(s, power)]:
        return Violation(
            "11.6d", "A General Staff marker goes to an HQ of yours or to the capital.", w.label(h)
        )
    if s.staff[k] == capital:
        left = sum(s.staff[other] == capital for other in staff_of(s, power)) - 1
        if left < must_stay(s, power):
            count = "one" if must_stay(s, power) == 1 else "two"
            return Violation("11.6c", f"At least {count} of them must stay in the capital.", w.label(capital))
    return None


def escorts(s: State, power: int) -> list[Escort]:
    """Every place a power's General Staff could go to, if they are not all bound to the capital."""
    hexes = sorted({s.world.capital[power], *(s.hq[k] for k in hqs_on_map(s, power))})
    return [Escort(k, h) for k in staff_of(s, power) for h in hexes]


def send(s: State, action: Escort) -> Agenda:
    """Move a General Staff marker, at no cost. Case 11.6d."""
    _go(s, action.staff, action.hex)
    return ()


def _go(s: State, k: int, h: Hex) -> None:
    s.staff[k] = h
    s.emit(ev.Noted(f"{s.world.staff[k].name} went to {s.world.title(h)}.", "11.6d", h))


def go_along(s: State, power: int, h: Hex, to: Hex) -> None:
    """General Staff of a power whose HQ has left a hex goes with it, unless another HQ is still there.

    Cases 11.6d, 11.6e. RULING 11.6-d.
    """
    w = s.world
    if h == w.capital[power] or any(s.hq[q] == h for q in hqs_on_map(s, power)):
        return
    for k, at in enumerate(s.staff):
        if at == h and w.staff_power[k] == power:
            _go(s, k, to)


def back_to_capital(s: State, power: int, h: Hex) -> None:
    """General Staff of a power whose HQ has left a hex when it could not move itself. Cases 11.6e, 7.43h."""
    go_along(s, power, h, s.world.capital[power])


def take_along(s: State, k: int, h: Hex, rule: str) -> None:
    """An HQ goes with a unit that retreats or advances; General Staff cannot follow, the Finns' HQ not out of Finland.

    Cases 7.43i, 7.45d, 9.6a, 11.6e.
    """
    w, origin = s.world, s.hq[k]
    if k == w.finnish_hq and not w.lands.country["finland"] >> h & 1:
        return
    s.hq[k] = h
    s.emit(ev.Moved((HQ_BASE + k,), (origin, h), rule))
    back_to_capital(s, w.hq_power[k], origin)


def escort_option(s: State, action: Escort) -> Option:
    w = s.world
    marker = w.staff[action.staff]
    leader = w.leaders[s.staff_chief[action.staff]].name
    return Option(
        f"Send {leader} ({marker.name}) to {w.title(action.hex)}", "place", marker.name, w.label(action.hex), 0.0,
        group=POWERS[w.staff_power[action.staff]],
    )  # fmt: skip
