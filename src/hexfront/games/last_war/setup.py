"""A game at its start."""

from __future__ import annotations

from hexfront.games.last_war.data import GARRISONS, KINDS, POWERS, LastWarWorld
from hexfront.games.last_war.front import redraw
from hexfront.games.last_war.sequence import Briefings, GameTurn
from hexfront.games.last_war.state import LastWarState, add, begin
from hexfront.hexes import bits
from hexfront.kernel import with_item


def blank(w: LastWarWorld) -> LastWarState:
    """Nobody holds anything yet, and nothing is on the map. Case cards.initial-set."""
    n = len(w.powers)
    return LastWarState(
        world=w,
        held=(0,) * n,
        ground=(0, 0),
        line=(0, 0),
        reach=(0,) * n,
        shores=(0,) * n,
        threat=(0, 0),
        landings=(0,) * n,
        pool=[0] * (n * 6),
        levy=(0,) * n,
        concrete=(0,) * n,
        craft=(0,) * n,
        lost=(0,) * (n * 6),
        hand=tuple([(1 << len(p.cards)) - 1 for p in w.powers]),
        me=tuple([p.me[0] for p in w.powers]),
        guess=(0,) * (2 * POWERS),
        flags_left=(0,) * n,
        naval_left=(0,) * n,
        bought=(0,) * n,
        pag_left=(0,) * n,
        morale=tuple([p.morale for p in w.powers]),
        navy_air=(0,) * (len(w.areas) * POWERS),
        fleet=tuple(w.start_fleet),
        sailed=(0,) * n,
        shipped=(0,) * n,
        lent=(0,) * (2 * n),
        edge=(0,) * n,
    )


def new_game(w: LastWarWorld) -> LastWarState:
    """The position the scenario begins with. Case resources.garrison-count."""
    s = blank(w)
    for n, power in enumerate(w.powers):
        if power.entry <= 1:
            s.held = with_item(s.held, n, w.start_held[n])
            for k, kind in enumerate(KINDS):
                s.pool[n * 6 + k] = power.start.get(kind, 0)
        s.concrete = with_item(s.concrete, n, power.start.get("concrete", 0))
        s.craft = with_item(s.craft, n, power.start.get("craft", 0))
        s.pool[n * 6 + GARRISONS] = power.garrisons
    redraw(s)
    for force in w.plan.get("force", ()):
        n = w.number[force["power"]]
        front = bits(s.line[w.side_of[n]] & s.held[n]) if force.get("line") else ()
        for i in (*front, *(w.place(name) for name in force.get("at", ()))):
            for k, kind in enumerate(KINDS):
                if force.get(kind):
                    add(s, i, n, k, force[kind])
                    if k == GARRISONS:
                        s.pool[n * 6 + GARRISONS] -= force[kind]
    for fort in w.plan.get("fort", ()):
        i = w.place(fort["at"])
        for name in fort["toward"]:
            s.forts = {**s.forts, i * w.top + w.place(name): fort["layers"]}
    for base in w.plan.get("base", ()):
        i = w.place(base["at"])
        for name in base["powers"]:
            s.bases[i] = s.bases.get(i, 0) | 1 << w.number[name]
    redraw(s)
    begin(s)
    s.agenda = (Briefings(), GameTurn())
    return s
