"""Positions written down, for tests and puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexfront.games.last_war.data import GARRISONS, KINDS, MEN, LastWarWorld
from hexfront.games.last_war.deployment import stake_out
from hexfront.games.last_war.flags import is_amphibious
from hexfront.games.last_war.front import redraw
from hexfront.games.last_war.industry import muster
from hexfront.games.last_war.plans import Attack
from hexfront.games.last_war.setup import blank
from hexfront.games.last_war.state import NOBODY, LastWarState, add, begin, manpower, power_at
from hexfront.hexes import bits
from hexfront.kernel import Frame


def write_position(
    w: LastWarWorld,
    *,
    turn: int = 1,
    phase: str = "deploy",
    held: Mapping[str, Sequence[str]] | None = None,
    points: Mapping[str, Mapping[str, Mapping[str, int]]] | None = None,
    pool: Mapping[str, Mapping[str, int]] | None = None,
    flags: Sequence[tuple[str, str, str]] = (),
    forts: Mapping[tuple[str, str], int] | None = None,
    pags: Mapping[str, str] | None = None,
    men: int = 1,
    agenda: tuple[Frame, ...] = (),
    **fields: Any,
) -> LastWarState:
    """A position.

    `held` moves hexes (numbers or names) to a power, or to nobody under the key "", from what the scenario starts
    with. `points` maps powers to hexes to kinds and numbers; every other hex of the line gets `men`. `pool` fills
    Pools. `flags` are (power, from, to). `agenda` is what happens next.
    """
    s = blank(w)
    s.held = tuple([h if w.powers[n].entry <= turn else 0 for n, h in enumerate(w.start_held)])
    s.turn, s.phase = turn, phase
    s.landings = (0,) * len(w.powers)
    for power, places in (held or {}).items():
        for name in places:
            i = w.place(name)
            here, whose = 1 << i, w.number[power] if power else NOBODY
            s.held = tuple([held | here if n == whose else held & ~here for n, held in enumerate(s.held)])
    muster(s)
    for power, stocks in (points or {}).items():
        for name, kinds in stocks.items():
            for kind, n in kinds.items():
                add(s, w.place(name), w.number[power], KINDS.index(kind), n)
    for power, kinds in (pool or {}).items():
        for kind, n in kinds.items():
            s.pool[w.number[power] * 6 + KINDS.index(kind)] = n
    redraw(s)
    for side in (0, 1):
        for i in bits(s.line[side] & ~w.china):
            if not manpower(s, i, side) and not s.at.get((i * 8 + power_at(s, i)) * 6 + GARRISONS):
                add(s, i, power_at(s, i), MEN, men)
    for a, b, n in ((a, b, n) for (a, b), n in (forts or {}).items()):
        s.forts = {**s.forts, w.place(a) * w.top + w.place(b): n}
    for name, power in (pags or {}).items():
        s.pags[w.place(name)] = 8 + int(power) if power.isdigit() else w.number[power]
    for power, a, b in flags:
        i, j = w.place(a), w.place(b)
        s.flags.append(Attack(w.number[power], i, j, is_amphibious(s, i, j), False))
    for name, value in fields.items():
        setattr(s, name, tuple(value) if isinstance(getattr(s, name), tuple) else value)
    redraw(s)
    stake_out(s)
    begin(s)
    s.agenda = agenda
    return s
