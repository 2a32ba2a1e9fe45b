"""Positions in which two parts of the rules meet and that stand in no chapter alone."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland.actions import (
    Advance,
    Done,
    FallBack,
    Pick,
    Place,
    Redeploy,
    Retreat,
    Step,
    Stop,
)
from hexfront.games.motherland.combat import EndCombat, frames_of
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.reinforcements import Reinforcements
from hexfront.games.motherland.stacking import StackingCheck, Trim
from tests.games.motherland.kit import AXIS, Table, board, chain, row, table

WEAK = "C* 1-3/1-2"
RAIL = chain(*row(10, 1, 27))


def beaten(
    place: dict[str, str],
    target: str,
    attacker: str,
    result: str,
    side: str,
    finland: list[str],
    m: dict[str, Any] | None = None,
) -> Table:
    """A combat that has just given a result, on a map with these hexes in Finland."""
    m = m or board(regions={"finland": finland})
    t = table(place, phase=f"{side}-combat", turn=15, chits={"8 Army": WEAK}, map=m)
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


@pytest.mark.rule("6.0a")
@pytest.mark.seam("6", "8.6")
def test_6_0a_a_retreat_may_crowd_a_hex_until_the_phase_ends() -> None:
    m = board(dict.fromkeys(("0910", "0911", "1110", "1111"), "sea"))
    place = {"I": "1010", "8 Army": "1011", **dict.fromkeys(("II", "V", "VI"), "1009")}
    t = beaten(place, "1010", "8 Army", "D1", "soviet", [], m)
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    assert len(t.s.stack[t.w.hex("1009")]) == 4
    t.s.agenda = ()
    assert t.run(StackingCheck()).frame() == Trim(t.w.hex("1009"))


@pytest.mark.rule("6.0a")
@pytest.mark.seam("6", "15")
def test_6_0a_newcomers_count_when_the_phase_ends() -> None:
    m = board(rail=RAIL, sources={"W": ["0110"]})
    place = {"I": "ready", "Supply Base 1": "1010", **dict.fromkeys(("II", "V", "VI"), "1010")}
    t = table(place, Reinforcements(AXIS), StackingCheck(), phase="axis-movement", map=m)
    t.do(Pick, "I")
    t.do(Place, "1010")
    while t.s.agenda and type(t.frame()) is not Trim:
        t.do(Done)
    assert t.frame() == Trim(t.w.hex("1010"))


@pytest.mark.rule("6.0a")
@pytest.mark.seam("5.3", "6")
def test_6_0a_who_comes_by_rail_counts_when_the_phase_ends() -> None:
    m = board(rail=RAIL, sources={"W": ["0110"]})
    place = {"I": "0210", **dict.fromkeys(("II", "V", "VI"), "0410")}
    t = table(place, LongMoves(AXIS), StackingCheck(), phase="axis-movement", map=m, turn=9)
    t.do(Pick, "I")
    t.do(Redeploy, "0410")
    t.do(Done)
    assert t.frame() == Trim(t.w.hex("0410"))


@pytest.mark.rule("17.0e")
@pytest.mark.seam("5.3", "15")
def test_17_0e_a_newcomer_goes_on_by_rail_in_the_phase_of_its_arrival() -> None:
    m = board(rail=RAIL, sources={"W": ["0110"]})
    place = {"I": "ready", "Supply Base 1": "1010"}
    t = table(place, Reinforcements(AXIS), LongMoves(AXIS), phase="axis-movement", map=m, turn=9)
    t.do(Pick, "I")
    t.do(Place, "1010")
    while type(t.frame()) is not LongMoves:
        t.do(Done)
    t.do(Pick, "I")
    t.do(Redeploy, "0310")
    assert t.at("I") == "0310"
