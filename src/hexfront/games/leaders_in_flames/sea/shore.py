"""What ships' guns are worth against the shore, and who stands off it."""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.leaders_in_flames.board import SECTIONS
from hexfront.games.leaders_in_flames.kinds import ABOARD
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea, section_of
from hexfront.games.leaders_in_flames.state import State
from hexfront.hexes import Hex

TOP = SECTIONS - 1


def with_leader(s: State, question: str, u: int) -> bool:
    """Whether a leader in use shares a ship's section or port and may help it."""
    return any(
        s.where[leader] == s.where[u] and helps(s, leader, u, row) for leader, row in in_use(s, question)
    )


def is_off(s: State, u: int, h: Hex) -> bool:
    """Whether a ship is at sea off a coastal hex."""
    return is_sea(s.where[u]) and area_of(s.where[u]) in s.world.waters.of.get(h, ())


def shore_factor(s: State, u: int) -> Fraction:
    """What a ship's guns are worth against the shore: all of them from section 4, 1 less for each section below it; half from port.

    Cases base.bombard, ability.107, ability.119, ability.120."""
    ship = s.world.ship(u)
    if not is_sea(s.where[u]):
        return Fraction(ship.guns, 2)
    base = ship.attack if with_leader(s, "guns.attack", u) else ship.guns
    section = min(TOP, section_of(s.where[u]) + with_leader(s, "guns.higher", u))
    return Fraction(max(0, base - (TOP - section)))


def is_invasion(s: State) -> bool:
    """Whether somebody attacks from the sea in the battle at hand."""
    return any(s.where[u] <= ABOARD for u in s.attackers if u in s.descent)
