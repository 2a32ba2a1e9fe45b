"""Two leaders in one Army Group: no stack may strand one of them."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east.actions import Pick, Step, Take
from hexfront.kernel import apply
from hexfront.testing import position, refusal


@pytest.mark.rule("13.4.2")
def test_13_4_2_taking_the_other_leaders_last_panzers_is_refused() -> None:
    place = {"ge-XXIV": "1108", "guderian": "1108", "ge-XLVII": "1208", "kleist": "1208"}
    s = position(
        "turns_east", scenario="barbarossa", place=place, orders={"axis-1": "blitz"}, active="axis-1"
    )
    number, board = s.world.number, s.world.board
    apply(s, "axis", Pick(number["ge-XXIV"]))
    apply(s, "axis", Step(board.index("1208")))
    assert refusal(s, "axis", Take(number["ge-XLVII"])) == "13.4.2"
    alone = {name: at for name, at in place.items() if name != "kleist"}
    s = position(
        "turns_east", scenario="barbarossa", place=alone, orders={"axis-1": "blitz"}, active="axis-1"
    )
    apply(s, "axis", Pick(number["ge-XXIV"]))
    apply(s, "axis", Step(board.index("1208")))
    assert refusal(s, "axis", Take(number["ge-XLVII"])) == ""
