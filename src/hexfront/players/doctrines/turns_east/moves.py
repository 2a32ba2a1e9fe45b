"""Hitler Turns East: where the units of an activated Command go.

The hexes each unit can reach are tried one unit after another, every time with all the others where they are or are
planned to be, until nothing gets better. Panzers under Blitz first look for a Mobile Assault.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest

import msgspec

from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.data import AXIS, BLITZ
from hexfront.games.turns_east.mobile import assault_violation
from hexfront.games.turns_east.movement import Moving
from hexfront.games.turns_east.reach import ends_of, reach_of
from hexfront.games.turns_east.state import EastState, factor, units_at
from hexfront.hexes import bits
from hexfront.players.doctrines.turns_east.read import Picture

STACK = 3
FEW = 8  # hexes that are looked at in full for a mover of somebody whose plan is not the one tried


class Reach:
    """Where a stack can get to by the rules, what it spends, over which hexes, and where it may stay."""

    def __init__(self, s: EastState, moving: Moving) -> None:
        self.start = moving.here
        self._found = reach_of(s, moving)
        self.cost = {self.start: 0, **self._found.costs()}
        self.ends = ends_of(s, moving, self._found)

    def way(self, i: int) -> list[int]:
        return [self.start] if i == self.start else [self.start, *self._found.way(i)]


class Assault(msgspec.Struct):
    """A Mobile Assault that has been settled on."""

    units: tuple[int, ...]
    way: list[int]
    target: int
    worth: float


class March(msgspec.Struct):
    """Where everybody goes."""

    places: dict[int, int]
    ways: dict[int, list[int]]
    score: float
    pocketed: int  # enemy hexes that are then cut off


def reach(s: EastState, command: int, units: tuple[int, ...], start: int, spent: int) -> Reach:
    """How far a stack gets from a hex."""
    return Reach(s, Moving(command, units, (spent,) * len(units), (start,)))


def march(
    picture: Picture,
    movers: list[tuple[int, ...]],
    reaches: list[Reach],
    passes: int = 2,
    sent: Mapping[int, int] | None = None,
    few: int = 0,
) -> March:
    """The best arrangement that trying one mover after another finds, from where they stand or, if that is worth more,
    from where they were `sent`. With `few` each tries only so many hexes, those that look best for him alone."""
    s, w = picture.s, picture.w
    places = dict(picture.places)
    score = picture.score(places)
    if sent:
        posted = {**places, **sent}
        worth = picture.score(posted)
        if worth > score:
            places, score = posted, worth
    room: dict[int, int] = {}
    for i in bits(s.held[picture.side]):
        room[i] = units_at(s, i) & w.stackers
    for u, i in places.items():
        if s.where[u] != i:
            room[s.where[u]] &= ~(1 << u)
            room[i] = room.get(i, 0) | 1 << u
    for _ in range(passes):
        changed = False
        for units, known in zip(movers, reaches, strict=True):
            here = places[units[0]]
            mass = 0
            for u in units:
                mass |= 1 << u
            top, most = here, score + 0.05
            for j in shortlist(picture, units, known, few) if few else known.cost:
                if j == here or (j != known.start and not known.ends >> j & 1):
                    continue
                there = room.get(j, 0) & ~mass | mass
                if (there & w.stackers).bit_count() > STACK or (there & w.armies).bit_count() > 1:
                    continue
                for u in units:
                    places[u] = j
                worth = picture.score(places)
                if worth > most:
                    top, most = j, worth
            for u in units:
                places[u] = top
            if top != here:
                changed, score = True, most
                room[here] = room.get(here, 0) & ~mass
                room[top] = room.get(top, 0) | mass
        if not changed:
            break
    ways = {units[0]: known.way(places[units[0]]) for units, known in zip(movers, reaches, strict=True)}
    picture.score(places)
    return March(places, ways, score, picture.pocketed)


def shortlist(picture: Picture, units: tuple[int, ...], known: Reach, few: int) -> list[int]:
    """The hexes that look best for a stack by itself: by what draws it there, what it takes, and whom it could attack."""
    hexes = [j for j in known.cost if j == known.start or known.ends >> j & 1]
    if len(hexes) <= few:
        return hexes
    return nlargest(few, hexes, key=lambda j: (picture.glance(units, j), -j))


def order_of_march(picture: Picture, units: list[int]) -> list[int]:
    """Who is placed first: armies make contact, Panzers go round them; the strong before the weak."""
    w, s = picture.w, picture.s
    return sorted(
        units,
        key=lambda u: (
            w.is_mobile[u] if picture.side == AXIS else not w.is_mobile[u],
            -picture.threat.get(s.where[u], 0.0),
            -factor(s, u),
            u,
        ),
    )


def assaults(picture: Picture, least: float, pocketed: int) -> Assault | None:
    """The Mobile Assault worth most, if one is worth enough. Whole stacks of Panzers make it.

    Enemies in `pocketed` would be cut off anyway by a march round them: they are left alone, so that they do not get away.
    """
    s, w, command = picture.s, picture.w, picture.command
    best: Assault | None = None
    for i in bits(s.held[AXIS] & w.areas[command]):
        fist = tuple(
            u
            for u in bits(units_at(s, i) & w.panzers & s.todo & ~s.assaulted)
            if order_of(s, u, command) == BLITZ and u in picture.factors
        )
        if not fist:
            continue
        more = picture.ground.leader if units_at(s, i) & w.leaders else 0
        mass = sum(factor(s, u) if not s.short.get(u) else max(1, factor(s, u) - s.short[u]) for u in fist)
        known = reach(s, command, fist, i, 0)
        points = min(s.allowance.get(u, 0) for u in fist)
        moves = w.moves[w.climate[s.turn]][w.move_class[fist[0]]]
        for j, spent in known.cost.items():
            if not w.adjacent[j] & picture.open_targets or not w.areas[command] >> j & 1:
                continue
            if (units_at(s, j) & w.stackers & ~s.todo).bit_count() + len(fist) > STACK:
                continue
            prices = moves[j]
            for t in bits(w.adjacent[j] & picture.open_targets & ~pocketed):
                stack = picture.stacks[t]
                column = max(-3, picture.ground.column(mass, stack.strength) - stack.shift)
                worth = picture.worth_of(stack, column, more, False, False)
                _, _, dr, de = picture.ground.chances[column, more]
                left = points - spent - prices[t] - 1
                worth += (dr + de) * (0.4 + 0.2 * max(0, left)) - 0.1 * spent
                if worth < least or (best is not None and worth <= best.worth):
                    continue
                cost = dict.fromkeys(fist, prices[t])
                room = dict.fromkeys(fist, points - spent)
                if assault_violation(s, command, fist, j, t, cost, room) is None:
                    best = Assault(fist, known.way(j), t, worth)
    return best


__all__ = ["Assault", "March", "Reach", "assaults", "march", "order_of_march", "reach"]
