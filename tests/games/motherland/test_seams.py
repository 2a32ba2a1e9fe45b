"""Positions in which two parts of the rules meet and that stand in no chapter alone."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import Advance, Done, FallBack, Pick, Place, Retreat, Step, Stop
from hexfront.games.motherland.combat import EndCombat, frames_of
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.reinforcements import Reinforcements
from tests.games.motherland.kit import AXIS, Table, board, chain, row, table

WEAK = "C* 1-3/1-2"
RAIL = chain(*row(10, 1, 27))


def beaten(
    place: dict[str, str], target: str, attacker: str, result: str, side: str, finland: list[str]
) -> Table:
    """A combat that has just given a result, on a map with these hexes in Finland."""
    t = table(
        place,
        phase=f"{side}-combat",
        turn=15,
        chits={"8 Army": WEAK},
        map=board(regions={"finland": finland}),
    )
    s = t.s
    s.target, s.attackers = t.w.hex(target), [t.w.unit(attacker)]
    s.defenders = list(s.stack[s.target])
    s.origins = {u: s.where[u] for u in s.attackers}
    return t.run(*frames_of(result), EndCombat())


def arriving(finland: list[str]) -> Table:
    """A corps on its way to a base on a railroad."""
    m = board(rail=RAIL, sources={"W": ["0110"]}, regions={"finland": finland})
    place = {"I": "ready", "Supply Base 1": "1010"}
    return table(place, Reinforcements(AXIS), Moves(AXIS), phase="axis-movement", map=m)


@pytest.mark.rule("5.2.1a")
@pytest.mark.seam("5.2", "8.6")
def test_5_2_1a_a_german_does_not_retreat_into_finland() -> None:
    for finland in ([], ["1009"]):
        t = beaten({"I": "1010", "8 Army": "1011"}, "1010", "8 Army", "D1", "soviet", finland)
        t.do(FallBack)
        assert ("1009" in t.hexes(t.offers(Retreat))) == (not finland)


@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("5.2.1f")
@pytest.mark.seam("5.2", "8.6")
def test_5_2_1a_a_german_does_not_advance_into_finland_and_a_finn_does() -> None:
    for name, finland, may in (("I", [], True), ("I", ["1011"], False), ("Finnish Karelia", ["1011"], True)):
        t = beaten({name: "1010", "8 Army": "1011"}, "1011", name, "DE", "axis", finland)
        moved = t.s.agenda != () and bool(t.offers(Advance))
        assert moved == may, (name, finland)


@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("17.0b")
@pytest.mark.seam("5.2", "15")
def test_5_2_1a_no_german_arrives_in_finland() -> None:
    for finland in ([], ["1009"]):
        t = arriving(finland)
        t.do(Pick, "I")
        assert ("1009" in t.hexes(t.offers(Place))) == (not finland) and t.ok(Place, "1010")


@pytest.mark.rule("17.0a")
@pytest.mark.seam("5", "15")
def test_17_0a_a_newcomer_marches_in_the_phase_of_its_arrival() -> None:
    t = arriving([])
    t.do(Pick, "I")
    t.do(Place, "1010")
    while t.offers(Pick) == []:
        t.do(Done)
    t.do(Pick, "I")
    t.do(Step, "1110")
    t.do(Stop)
    assert t.at("I") == "1110"
