"""Enclosing: a line across the enemy's way to ground that is empty. What lies behind it falls by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.operations.holding import Cutter

CLOSED = 1e4
"""Cost of a hex of the line that nobody can close."""
STANDS = 0.05
"""Cost of one that is closed already."""


def closing_posts(
    cutter: Cutter,
    zone: Callable[[Hex], HexSet],
    stands: HexSet,
    standing: HexSet,
    price: float,
    ground: Mapping[Hex, float],
    theirs: HexSet,
    home: HexSet,
) -> list[Hex] | None:
    """The fewest posts that cut the ground off from where the enemy comes from, found one by one.

    A hex is closed by a unit in it or by a unit's zone. `stands` are the hexes that units can get to, `standing` is what units
    that stay already close, and `price` is what each hex still to be closed costs compared with what the ground is worth: the
    higher the price, the shorter the line. None where it cannot be closed.
    """
    covers = {h: zone(h) | 1 << h for h in bits(stands)}
    closable = standing
    for hexes in covers.values():
        closable |= hexes
    hold = dict.fromkeys(cutter.ways.hexes, CLOSED)
    for h in bits(closable):
        hold[h] = STANDS if standing >> h & 1 else price
    line = cutter.draw(hold, ground, theirs & ~standing, home)
    open_ = line.hexes & ~standing
    if not line.hexes or line.hexes & ~closable:
        return None
    out: list[Hex] = []
    while open_:
        best = max(covers, key=lambda h: ((covers[h] & open_).bit_count(), line.rear >> h & 1, -h))
        if not covers[best] & open_:
            return None
        out.append(best)
        open_ &= ~covers[best]
    return out


__all__ = ["closing_posts"]
