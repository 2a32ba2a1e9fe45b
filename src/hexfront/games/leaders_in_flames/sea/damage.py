"""What becomes of ships that are hit: sunk, damaged, driven off; and of what and whom they carry."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.events import Killed
from hexfront.games.leaders_in_flames.kinds import POOL, REPAIR
from hexfront.games.leaders_in_flames.sea.carriage import lose_cargo
from hexfront.games.leaders_in_flames.sea.events import Sunk
from hexfront.games.leaders_in_flames.sea.fleets import leaders_on, ships_at
from hexfront.games.leaders_in_flames.sea.homing import havens
from hexfront.games.leaders_in_flames.sea.waters import is_sea
from hexfront.games.leaders_in_flames.state import State, kill, turn_down, turn_up
from hexfront.wargame import Boxed, lift, put


def sink(s: State, u: int, rule: str = "base.hit") -> None:
    """A ship is lost with what it carries; leaders in its section die with the last of its side's ships. Cases base.hit, 3.3o."""
    place = s.where[u]
    s.emit(Sunk(u, place, rule))
    lose_cargo(s, u, sunk=True)
    turn_up(s, u)
    lift(s, u, POOL)
    drown(s, place, s.world.side[u])


def cripple(s: State, u: int) -> None:
    """A damaged ship goes to the yards; its cargo comes back next turn, and leaders left without a ship go to the nearest port with it, face-down. Cases base.hit, 3.1k. RULING death-section."""
    w, place = s.world, s.where[u]
    homes = list(havens(s, u)) if is_sea(place) else []
    lose_cargo(s, u, sunk=False)
    turn_up(s, u)
    lift(s, u, REPAIR)
    s.emit(Boxed(u, "damaged, to the yards", "base.hit"))
    if homes and not ships_at(s, place, w.side[u]):
        for leader in leaders_on(s, place, w.side[u]):
            lift(s, leader, -1)
            put(s, leader, homes[0])
            turn_down(s, leader)
    drown(s, place, w.side[u])


def drown(s: State, place: int, side: int) -> None:
    """Leaders at sea are killed when every ship of their side in their section is destroyed. Case 3.3o."""
    if not is_sea(place) or ships_at(s, place, side):
        return
    for leader in leaders_on(s, place, side):
        kill(s, leader)
        s.emit(Killed(leader, place, "3.3o"))
