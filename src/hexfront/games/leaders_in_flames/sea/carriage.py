"""Carriage: who carries what, how many ships it takes, and what becomes of cargo whose ships are hit or part.

One rule with a row for each kind of carriage; what a leader allows is a row like any other.
"""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import CIRCLE, CV, CVP, KIND_IDS, SHIP_IDS
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use, reaches
from hexfront.games.leaders_in_flames.politics.parties import together
from hexfront.games.leaders_in_flames.sea.fleets import cargo_of, carrier_of, place_of
from hexfront.games.leaders_in_flames.sea.lifts import FULL, HALF, Lift
from hexfront.games.leaders_in_flames.sea.waters import aboard
from hexfront.games.leaders_in_flames.state import State, destroy, is_down
from hexfront.games.leaders_in_flames.words import says
from hexfront.kernel import Violation
from hexfront.wargame import Boxed, Eliminated, lift


def lifts(s: State, ship: int) -> list[Lift]:
    """The rows by which a kind of ship carries anything, as this game was set up. Case base.carry."""
    w = s.world
    kind = SHIP_IDS[w.kind[ship] - CV]
    out = []
    for row in w.tables.lifts:
        name = row.choice.removeprefix("no ")
        if kind in row.ships and (not name or w.option(name) != row.choice.startswith("no ")):
            out.append(row)
    return out


def fits(s: State, row: Lift, u: int) -> bool:
    """Whether a row is about a unit at all."""
    w = s.world
    if w.is_plane(u):
        return w.kind[u] != CVP and w.plane(u).turns <= row.planes
    if not w.is_troop(u) or KIND_IDS[w.kind[u]] not in row.kinds:
        return False
    return row.divisions if w.division[u] else row.corps


def size_of(s: State, u: int) -> int:
    """The room a unit takes up."""
    return HALF if s.world.division[u] else FULL


def mate_of(s: State, ship: int, row: Lift) -> int:
    """A second ship in hand that helps to carry, or -1."""
    w = s.world
    kinds = {CV + SHIP_IDS.index(name) for name in row.ships}
    taken = set(s.pairs.values())
    for v in s.group:
        if v != ship and w.is_ship(v) and w.kind[v] in kinds and v not in taken and not freight(s, v):
            return v
    return -1


def freight(s: State, ship: int) -> list[int]:
    """What a ship carries besides its own carrier planes."""
    return [u for u in cargo_of(s, ship) if s.world.kind[u] != CVP]


def load_violation(s: State, u: int, ship: int) -> Violation | None:
    """Why a unit cannot be put aboard a ship in hand. Cases base.carry, 3.1l, ability.23, ability.57, ability.114."""
    w = s.world
    if not w.is_unit(u) or w.is_leader(u) or w.is_ship(u) or s.where[u] != s.began or s.began < 0:
        return Violation(
            "base.carry",
            "Only a land unit or aircraft in the port can be loaded; leaders come along without loading.",
        )
    at, name = w.label(s.began), w.name(u)
    if ship not in s.group or not w.is_ship(ship):
        return Violation("base.carry", "It must go aboard one of the ships that sail.", at)
    if is_down(s, u):
        return Violation("base.carry", f"{name} is face-down.", at)
    if not together(s, u, ship):
        return Violation("3.2i", "These powers do not co-operate.", at)
    rows = [row for row in lifts(s, ship) if fits(s, row, u)]
    if not rows:
        return Violation("base.carry", f"{w.name(ship)} cannot carry {name}.", at)
    if not any(can_carry(s, row, u, ship) for row in rows):
        return Violation(
            "base.carry",
            says(w.name(ship), f"has no room for {name}; it takes a leader's ability or a second ship."),
            at,
        )
    return None


def can_carry(s: State, row: Lift, u: int, ship: int) -> bool:
    """Whether a ship has the room, the company and the leader's permission that a row asks for."""
    if row.ask and not leave(s, row, ship):
        return False
    if ship in s.pairs.values():
        return False
    if row.together > 1:
        return not freight(s, ship) and mate_of(s, ship, row) >= 0
    return sum(size_of(s, v) for v in freight(s, ship)) + size_of(s, u) <= row.room


def leave(s: State, row: Lift, ship: int) -> bool:
    """Whether a leader in use lets a ship carry by a row. Cases ability.23, ability.57, ability.114."""
    w = s.world
    for leader, ability in in_use(s, row.ask):
        near = (
            leader in s.group if ability.reach == "stack" else reaches(s, leader, ability, place_of(s, ship))
        )
        if (
            near
            and helps(s, leader, ship, ability)
            and not (row.together > 1 and _is_used(s, w.power[ship], row))
        ):
            return True
    return False


def _is_used(s: State, power: int, row: Lift) -> bool:
    """Whether the pair that a leader allows already carries something: he allows one cargo."""
    return any(s.world.power[ship] == power and ship in s.group for ship in s.pairs.values())


def load(s: State, u: int, ship: int) -> None:
    """Put a unit aboard. Case base.carry."""
    row = next(row for row in lifts(s, ship) if fits(s, row, u) and can_carry(s, row, u, ship))
    if row.together > 1:
        s.pairs[u] = mate_of(s, ship, row)
    lift(s, u, aboard(ship))


def lose_cargo(s: State, ship: int, sunk: bool) -> None:
    """Cargo of a sunk ship is lost, of a damaged one it comes back next turn; a pair's cargo shares the fate of either.

    Cases base.carry, ability.23, ability.114.
    """
    for u in [*cargo_of(s, ship), *(v for v, mate in s.pairs.items() if mate == ship)]:
        if sunk:
            s.emit(Eliminated(u, -1, "base.carry"))
            drop(s, u)
            destroy(s, u)
        else:
            strand(s, u)


def part_pairs(s: State) -> None:
    """Cargo of two ships that are no longer together comes back next turn. Cases ability.23, ability.114."""
    for u, mate in list(s.pairs.items()):
        if s.where[mate] != place_of(s, u):
            strand(s, u)


def strand(s: State, u: int) -> None:
    """Cargo goes to the production circle and arrives next turn."""
    drop(s, u)
    s.down &= ~(1 << u)
    lift(s, u, CIRCLE)
    s.due[u] = s.turn + 1
    s.emit(Boxed(u, "comes back next turn", "base.carry"))


def drop(s: State, u: int) -> None:
    """Cargo is no longer carried by two."""
    s.pairs.pop(u, None)


def is_busy(s: State, ship: int) -> bool:
    """Whether a carrier is bound to cargo of two ships and cannot fly its planes. Case ability.23."""
    return ship in s.pairs.values() or any(carrier_of(s, u) == ship for u in s.pairs)
