"""A unit that starves is worth no less than one that is dead: by what was learned, in any scenario and on any turn."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from hexfront.games.motherland import GAME as MOTHERLAND
from hexfront.games.turns_east import GAME as EAST
from hexfront.kernel import Setup
from hexfront.players import doctrine_for
from hexfront.players.evaluation import bearable

CASES = [
    (game, scenario, name) for game in (MOTHERLAND, EAST) for scenario in doctrine_for(game).curves for name in ("axis", "soviet")
]  # fmt: skip


def test_no_want_weighs_more_than_the_force_that_suffers_it() -> None:
    weights = {"axis": 1.0, "axis_out": -3.0, "soviet": -0.2, "soviet_out": 1.0}
    sound = bearable(weights, {"axis_out": {"axis": 0.5}, "soviet_out": {"soviet": 1.0}})
    assert sound == {"axis": 1.0, "axis_out": -0.5, "soviet": -0.2, "soviet_out": 0.2}
    mild = {"axis": 1.0, "axis_out": -0.3}
    assert bearable(mild, {"axis_out": {"axis": 1.0}}) == mild, "and a light one stays as it is"
    assert weights["axis_out"] == -3.0


def starving(game: Any, s: Any, side: str) -> tuple[float, float]:
    """What a position is worth to a side while all its forces are in want, and when all of them are dead."""
    module = import_module(f"hexfront.players.doctrines.{game.id}.worth")
    known = module.features(s)
    want = next(name for name in module.burdens(s) if name.startswith(side))
    forces = list(module.burdens(s)[want])
    scale = module.burdens(s)[want]
    alive = {**known, want: 1.0, **{name: scale[name] for name in forces}}
    dead = {**known, want: 0.0, **dict.fromkeys(forces, 0.0)}
    curve = doctrine_for(game).curves[s.world.setup.scenario]
    worth = [curve(x, module.burdens(s)) for x in (alive, dead)]
    return (worth[0], worth[1]) if side == "axis" else (1 - worth[0], 1 - worth[1])


@pytest.mark.parametrize(("game", "scenario", "side"), CASES)
def test_death_is_never_better_than_hunger(game: Any, scenario: str, side: str) -> None:
    s = game.start(Setup(scenario))
    plan = s.world.plan
    first = getattr(plan, "first", 1)
    last = plan.last if game is MOTHERLAND else plan.last_turn
    for turn in range(first, last + 1):
        s.turn = turn
        alive, dead = starving(game, s, side)
        assert alive >= dead - 1e-9, turn
