"""The curves that were learned: each speaks of what its doctrine knows, and none against the rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexfront.games import get
from hexfront.games.motherland.kinds import SEATS
from hexfront.players import doctrine_for
from hexfront.players.doctrines.motherland.worth import features
from hexfront.players.evaluation import curves

LEARNED = [
    (game, scenario)
    for game in ("skirmish", "turns_east", "motherland", "last_war")
    for scenario in sorted(curves(game))
]


@pytest.mark.parametrize(("name", "scenario"), LEARNED)
def test_a_curve_names_features_that_there_are_and_says_nothing_against_the_rules(
    name: str, scenario: str
) -> None:
    game = get(name)
    doctrine = doctrine_for(game)
    curve = doctrine.curves[scenario]
    assert set(curve.weights) <= set(doctrine.features(game.start(game.setup(scenario))))
    assert all(doctrine.signs.get(feature, 0) * weight >= 0 for feature, weight in curve.weights.items())
    assert curve.brier < curve.base


@pytest.mark.parametrize("scenario", sorted(curves("motherland")))
def test_in_motherland_no_army_is_better_gone_whatever_the_turn(scenario: str) -> None:
    game = get("motherland")
    curve = doctrine_for(game).curves[scenario]
    s = game.start(game.setup(scenario))
    for turn in range(s.world.plan.first, s.world.plan.last + 1):
        s.turn = turn
        now = features(s)
        no_axis, no_soviets = ({f"{side}_early": 0.0, f"{side}_late": 0.0} for side in SEATS)
        assert {*no_axis, *no_soviets} <= set(now)
        assert curve(now | no_axis) <= curve(now) <= curve(now | no_soviets)


def test_a_curve_of_one_seat_is_none_of_the_others() -> None:
    doctrine = doctrine_for(get("motherland"))
    s = doctrine.game.start(doctrine.game.setup("barbarossa"))
    learned, by_hand = doctrine.worth(s, "soviet"), doctrine.by_hand(s, "axis")
    assert doctrine.worth(s, "axis") == pytest.approx(1 - learned)
    before = doctrine.curves
    try:
        doctrine.curves = {"barbarossa": replace(before["barbarossa"], seats=("soviet",))}
        assert doctrine.worth(s, "soviet") == learned
        assert doctrine.worth(s, "axis") == by_hand != pytest.approx(1 - learned)
    finally:
        doctrine.curves = before
