"""What must be true of every position."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.last_war.combat import PressOn
from hexfront.games.last_war.data import ALLIES, AXIS, GARRISONS, POWERS, SIDE_NAMES, LastWarWorld, kept
from hexfront.games.last_war.front import gaps, lines
from hexfront.games.last_war.state import LastWarState, power_at, side_held
from hexfront.hexes import HexSet, bits


def faults(s: LastWarState) -> Iterator[str]:
    """What is wrong with a position, in words."""
    w = s.world
    seen = 0
    for n, held in enumerate(s.held):
        if held & seen:
            yield f"{w.powers[n].name} holds hexes that others hold"
        if held & ~w.play:
            yield f"{w.powers[n].name} holds hexes out of play"
        seen |= held
    for side in (AXIS, ALLIES):
        if sum(s.held[n] for n in w.of_side[side]) != s.ground[side]:
            yield f"the ground of the {SIDE_NAMES[side]} is not what their powers hold"
    if lines(s) != (s.line[AXIS], s.line[ALLIES]):
        yield "the line is not drawn where the sides meet"
    for side in (AXIS, ALLIES):
        for i in bits(gaps(s, side) & ~beaten(s)):
            yield f"the {SIDE_NAMES[side]} line has a gap at {w.title(i)}"
        yield from breaks(s, side)
    yield from stocks(s)
    for i in s.zones:
        if power_at(s, i) < 0:
            yield f"a Security Zone in open ground at {w.title(i)}"


def beaten(s: LastWarState) -> HexSet:
    """A hex whose defenders are beaten while the attacker decides how far to go."""
    frame = s.agenda[0] if s.agenda else None
    return 1 << frame.hex if isinstance(frame, PressOn) else 0


def breaks(s: LastWarState, side: int) -> Iterator[str]:
    """Where two neighbouring stretches of a front do not join up. Walks the corners: at a corner where a front passes
    between three hexes, those of one side are the same hex or neighbours, and all of them are in the line. Case
    front-line.contiguous."""
    key = side_held(s, side), s.line[side], side_held(s, 1 - side)
    found = s.world.broken.get(key)  # most actions leave the ground as it is
    if found is None:
        found = kept(s.world.broken, key, tuple(broken_off(s.world, *key)))
    yield from found


def broken_off(w: LastWarWorld, own: HexSet, line: HexSet, beyond: HexSet) -> Iterator[str]:
    for i in bits(line):
        near = w.near(i)
        foes = [j for j in near if beyond >> j & 1 and not w.sea_sides.has(i, j)]
        for j in foes:
            for k in near:
                if k in w.near(j) and own >> k & 1 and not w.sea_sides.has(k, j) and not line >> k & 1:
                    yield f"the line breaks off at {w.title(k)}"


def stocks(s: LastWarState) -> Iterator[str]:
    """No stock is negative or kept as nothing, and nothing stands on ground the enemy holds."""
    w = s.world
    held = side_held(s, AXIS), side_held(s, ALLIES)
    garrisons = [0] * len(w.powers)
    for key, n in s.at.items():
        i, rest = divmod(key, POWERS * 6)
        side = w.side_of[rest // 6]
        if rest % 6 == GARRISONS:
            garrisons[rest // 6] += n
        if n <= 0:
            yield f"a stock of {n} at {w.title(i)}"
        if not (held[side] | w.beach_set) >> i & 1:
            yield f"{w.powers[rest // 6].name} has points at {w.title(i)}, which its side does not hold"
    if any(
        n < 0
        for n in (
            *s.pool,
            *s.concrete,
            *s.craft,
            *s.flags_left,
            *s.naval_left,
            *s.fleet,
            *s.pag_left,
            *s.navy_air,
        )
    ):
        yield "a Pool holds less than nothing of something"
    for n, power in enumerate(w.powers):
        out = s.pool[n * 6 + GARRISONS] + garrisons[n]
        if out > power.garrisons + s.more_garrisons.get(n, 0):
            yield f"{power.name} has more Garrisons than its briefing"
