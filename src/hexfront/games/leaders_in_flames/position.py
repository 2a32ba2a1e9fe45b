"""Positions written down, for tests and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.games.leaders_in_flames.kinds import (
    ACTION_IDS,
    BOXES,
    PHASE_IDS,
    POWERS,
    SEATS,
    SIDE_OF,
    WEATHER,
)
from hexfront.games.leaders_in_flames.sea.waters import aboard, is_sea
from hexfront.games.leaders_in_flames.setup import ground
from hexfront.games.leaders_in_flames.state import State, give_hexes, take_control, turn_down
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Frame
from hexfront.wargame import lift, place_counters, set_fields


def write_position(
    w: World,
    *,
    place: Mapping[str, str] | None = None,
    agenda: tuple[Frame, ...] = (),
    turn: int = 1,
    side: str = "axis",
    phase: str = "move",
    action: str = "land",
    weather: str = "fine",
    down: Iterable[str] = (),
    control: Mapping[str, Iterable[str]] | None = None,
    **fields: Any,
) -> State:
    """A state with these counters on these hexes (or in a box: `pool`, `cup`, …; at sea: `solomons-3`; `aboard` a ship), the
    ground as the scenario has it.

    `side` has the impulse and `action` is that of all its powers; `down` are counters face-down; a hex with a unit belongs to
    the unit's power, `control` gives further ones. Any other field of the state can be given as it is.
    """
    s = ground(w)
    s.turn, s.phase = turn, PHASE_IDS.index(phase)
    s.side = SEATS.index(side) if side else -1
    for name in place or {}:
        lift(s, w.unit(name), -1)
    afloat = {
        name: at for name, at in (place or {}).items() if at.startswith("aboard ") or is_sea(_place(w, at))
    }
    place_counters(s, {name: at for name, at in (place or {}).items() if name not in afloat}, BOXES)
    for name, at in afloat.items():
        carrier = at.removeprefix("aboard ")
        s.where[w.unit(name)] = aboard(w.unit(carrier)) if carrier != at else w.place(at)
    for u, h in enumerate(s.where):
        if h >= 0:
            take_control(s, u, h)
    for power, hexes in (control or {}).items():
        for name in hexes:
            give_hexes(s, 1 << w.hex(name), w.party_of[power])
    for name in down:
        turn_down(s, w.unit(name))
    s.weather = [WEATHER.index(weather)] * 6
    s.action = [ACTION_IDS.index(action) if SIDE_OF[power] == s.side else 0 for power in range(len(POWERS))]
    set_fields(s, fields)
    s.agenda = agenda
    return s


def _place(w: World, name: str) -> int:
    """A section of a sea box by its label, -1 for anything else."""
    area, _, section = name.rpartition("-")
    return w.place(name) if area in w.lands.seas.number and section.isdigit() else -1
