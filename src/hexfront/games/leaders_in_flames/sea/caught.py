"""Ships caught in an overrun port: they get away to another, or are taken."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.events import Killed
from hexfront.games.leaders_in_flames.kinds import GONE, SKY
from hexfront.games.leaders_in_flames.sea.carriage import lose_cargo
from hexfront.games.leaders_in_flames.sea.events import Sailed, Sunk
from hexfront.games.leaders_in_flames.sea.fleets import bases, depths
from hexfront.games.leaders_in_flames.state import State, kill, turn_down, turn_up
from hexfront.games.leaders_in_flames.words import says
from hexfront.hexes import Hex, bits
from hexfront.kernel import Agenda, Auto, Chance, Die
from hexfront.wargame import lift, put

TAKEN = 3
"""A ship in an overrun port is taken on so much or less."""


def escapes(s: State, u: int, h: Hex) -> list[Hex]:
    """The ports that a ship which leaves a port can reach, the nearest first."""
    w = s.world
    ship, mine = w.ship(u), bases(s, u) & ~(1 << h)
    found: dict[Hex, int] = {}
    for area, steps in depths(s, u, h).items():
        if steps <= min(ship.move, ship.reach):
            for port in bits(w.waters.coast[area] & mine):
                found[port] = min(steps, found.get(port, steps))
    return sorted(found, key=lambda port: (found[port], port))


def cast_off(s: State, ships: list[int], h: Hex) -> Agenda:
    """Ships leave an overrun port; a roll for each says what becomes of it. Case base.overrun."""
    for u in ships:
        turn_up(s, u)
        lift(s, u, SKY)
    return tuple(Escape(u, h) for u in ships)


class Escape(Auto, frozen=True, tag=True):
    """A ship without a port to go to is taken, any other on a roll of 1 to 3. Case base.overrun."""

    unit: int
    hex: int

    def run(self, s: State) -> Agenda:
        if escapes(s, self.unit, self.hex):
            return (EscapeRoll(self.unit, self.hex),)
        capture(s, self.unit, self.hex)
        return ()


class EscapeRoll(Chance, frozen=True, tag=True):
    """Whether a ship gets away from an overrun port. Cases base.overrun, 3.3p."""

    unit: int
    hex: int

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        u = self.unit
        ports = escapes(s, u, self.hex)
        if die <= TAKEN or not ports:
            capture(s, u, self.hex)
            return ()
        s.emit(Sailed((u,), self.hex, ports[0], "base.overrun"))
        for v in (u, *_aboard(s, u)):
            s.riders.pop(v, None)
            lift(s, v, -1)
            put(s, v, ports[0])
            turn_down(s, v)
        return ()

    def title(self, s: State) -> str:
        return says(s.world.name(self.unit), "leaves an overrun port")


def _aboard(s: State, u: int) -> list[int]:
    """The leaders who leave with a ship."""
    return [leader for leader, carrier in s.riders.items() if carrier == u]


def capture(s: State, u: int, h: Hex) -> None:
    """A ship is taken: it is lost to its owner, with its planes; leaders aboard are killed. Cases base.overrun, 3.3p, 3.3q."""
    w = s.world
    s.emit(Sunk(u, h, "base.overrun"))
    s.sunk[w.side[u]] += w.price[u]
    lose_cargo(s, u, sunk=True)
    lift(s, u, GONE)
    for leader in _aboard(s, u):
        s.riders.pop(leader)
        kill(s, leader)
        s.emit(Killed(leader, h, "3.3p"))
