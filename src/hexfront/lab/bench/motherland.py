"""For the Motherland!: what a person waits for at each click of its longest game."""

from __future__ import annotations

from functools import partial
from typing import Any

from hexfront.games import get
from hexfront.games.motherland.movement import March
from hexfront.games.motherland.supply import areas, factory_hexes, verdict
from hexfront.kernel import Chance, Decision, SeededSource, apply, pending, resolve
from hexfront.lab.bench import Figures, entry, microseconds

AXIS, SOVIET = 0, 1


def _campaign() -> Any:
    game = get("motherland")
    return game.start(game.setup("campaign"))


@entry("supply_motherland")
def supply_motherland() -> Figures:
    """Supply of every unit in the set-up of all twenty-two turns, nothing remembered."""
    s = _campaign()
    units = {side: [u for u in s.world.units_of[side] if s.where[u] >= 0] for side in (AXIS, SOVIET)}
    assert len(units[AXIS]) > 30 and len(units[SOVIET]) > 30

    def judge() -> list[int]:
        for store in ("areas", "zoc"):
            s.world.cache(store).clear()
        factories = factory_hexes(s)
        known = {side: areas(s, side) for side in units}
        return [verdict(s, u, factories, known[side]) for side, group in units.items() for u in group]

    return {"us": microseconds(judge)}


@entry("steps_motherland")
def steps_motherland() -> Figures:
    """The legal steps of a unit on the march, four or more, in the same game."""
    s, source = _campaign(), SeededSource("bench")
    while True:
        frame = pending(s)
        assert frame is not None
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
        elif isinstance(frame, Decision):
            seat = frame.deciders(s)[0]
            choices = frame.legal(s, seat)
            if isinstance(frame, March) and len(choices) > 4:
                return {"us": microseconds(partial(frame.legal, s, seat))}
            apply(s, seat, choices[source.below(len(choices))])
        s.out = []
