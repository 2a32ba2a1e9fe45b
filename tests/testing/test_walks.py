"""The law of the reach has teeth: a reach that says too much, too little or the wrong price is found."""

from __future__ import annotations

import msgspec

from hexfront.games.motherland import GAME
from hexfront.kernel import Walk
from hexfront.proof.walks import walk_faults
from tests.games.motherland.kit import moving


def faults(walks: dict[str, Walk], sample: str) -> str:
    t = moving({"I": "1010", "8 Army": "2510"})
    return "; ".join(walk_faults(GAME, t.s, "axis", "I", walks, [sample]))


def test_a_false_reach_is_found() -> None:
    t = moving({"I": "1010", "8 Army": "2510"})
    walks = GAME.reach(t.s, "axis", "I")
    assert walks is not None and faults(walks, "1008") == ""
    less = {at: walk for at, walk in walks.items() if at != "1007"}
    assert "which is not in its reach" in faults(less, "1008")
    dear = walks | {"1008": msgspec.structs.replace(walks["1008"], cost=3.0)}
    assert "it costs 2, not 3" in faults(dear, "1008") and "for 2, not 3" in faults(dear, "1009")
    astray = walks | {"1008": walks["1007"]}
    assert "the walk ends elsewhere" in faults(astray, "1008")
    short = walks["1006"]
    jump = walks | {"1006": msgspec.structs.replace(short, plan=(short.plan[0], short.plan[-1]))}
    assert "is refused" in faults(jump, "1006")
    first = {at: walk for at, walk in walks.items() if at != "1009"}
    assert "can step from 1010 to 1009" in faults(first, "1006")
