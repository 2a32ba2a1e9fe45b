"""Who decides, one thing after another until done, and asked only while there is a choice; events every game has."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import Convert, Expend, Place
from hexfront.games.motherland.administration import Conversion, Conversions
from hexfront.games.motherland.long_moves import LongMove
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.stacking import Trim
from hexfront.games.motherland.supply_phase import Expending
from hexfront.hexes import bits, union
from hexfront.kernel import Event, apply
from hexfront.wargame import (
    DONE,
    Advanced,
    Arrived,
    Boxed,
    Eliminated,
    Moved,
    Noted,
    PhaseBegan,
    Retreated,
    Rolled,
    StepLost,
    TurnBegan,
    actions_at,
)
from tests.games.motherland.kit import AXIS, SOVIET, board, table


def test_the_side_the_owner_or_whoever_the_rule_says_decides() -> None:
    t = table({"I": "1010", "8 Army": "1510"})
    s, w = t.s, t.w
    assert Moves(AXIS).deciders(s) == ("axis",) and Moves(SOVIET).deciders(s) == ("soviet",)
    assert LongMove(w.unit("8 Army")).deciders(s) == ("soviet",) and LongMove(w.unit("I")).deciders(s) == (
        "axis",
    )
    assert Conversion().deciders(s) == ("soviet",), "always the same"
    assert Trim(w.hex("1010")).deciders(s) == ("soviet",), "the enemy of who stands there"


def test_one_is_asked_while_there_is_a_choice_and_may_stop() -> None:
    place = {"8 Army": "1510", "9 Army": "1512", "1 Guards": "conversion", "I": "0510"}
    t = table(place, Conversions(), phase="administrative")
    assert isinstance(t.frame(), Conversion)
    assert t.frame().candidates(t.s, "soviet")[-1] == DONE and t.frame().legal(t.s, "soviet")[-1] == DONE
    assert t.frame().option(t.s, "soviet", DONE).ends
    t.do(Convert, "8 Army")
    assert t.frame() is None, "the box is empty: nobody is asked"
    t = table(place, Conversions(), phase="administrative")
    apply(t.s, "soviet", DONE)
    assert t.frame() is None and t.at("1 Guards") == "conversion"
    t = table({"8 Army": "1510"}, Conversions(), phase="administrative")
    assert t.frame() is None


def test_it_asks_again_as_long_as_something_is_left() -> None:
    place = {"Supply Base 1": "1010", "Supply Base 2": "1012", "8 Army": "2510"}
    t = table(place, Expending(), map=board(sources={"W": ["0136"]}))
    t.do(Expend, "Supply Base 1")
    t.do(Expend, "Supply Base 2")
    assert t.s.expended == [t.number("Supply Base 1"), t.number("Supply Base 2")]


@pytest.mark.parametrize("hexes", [(), (0,), (3, 5, 255), (256, 700)])
def test_a_list_of_places_has_each_hex_once_in_order(hexes: tuple[int, ...]) -> None:
    assert actions_at(Place, union(hexes)) == [Place(h) for h in bits(union(hexes))]


def test_events_say_what_happened_and_by_which_case() -> None:
    t = table({"I": "1010", "8 Army": "1510"})
    u, a, b = t.number("I"), t.w.hex("1010"), t.w.hex("Moscow")
    told: list[tuple[Event, str]] = [
        (TurnBegan(3, "May: clear", "1"), "Turn 3, May: clear."),
        (PhaseBegan("Supply Phase", "2"), "Supply Phase"),
        (Moved((u,), (a, b), "3"), "I moved to Moscow (2113)."),
        (Arrived(u, b, "4"), "I arrived at Moscow (2113)."),
        (Boxed(u, "out of the game", "5"), "I: out of the game."),
        (StepLost(u, a, "6"), "I lost a step."),
        (Eliminated(u, a, "7"), "I was eliminated."),
        (Retreated((u,), (a, b), "8"), "I retreated to Moscow (2113)."),
        (Advanced((u,), (a, b), "9"), "I advanced to Moscow (2113)."),
        (Rolled("Attrition", 4, "10", a), "Attrition: rolled 4."),
        (Noted("Snow falls.", "11"), "Snow falls."),
    ]
    for n, (event, text) in enumerate(told, 1):
        line = event.line(t.s)
        assert (line.text, line.rule) == (text, str(n))
    assert Retreated((u,), (a, b), "8").line(t.s).path == ("1010", "2113")
    assert Rolled("Attrition", 4, "10", a).line(t.s).dice == (4,)
