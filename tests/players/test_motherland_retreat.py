"""For the Motherland!: the Axis on the defensive, from turn 12 on. Its bases are not left alone, and nobody leaves the line for little."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.kinds import AXIS
from hexfront.games.motherland.movement import Moves
from hexfront.hexes import union
from hexfront.players.doctrines.motherland.feed import Feeding
from hexfront.players.doctrines.motherland.field import Map, Picture
from hexfront.players.doctrines.motherland.read import MotherlandGround
from hexfront.players.operations.holding import FrontLine
from tests.games.motherland.kit import Table, chain, row
from tests.players.test_motherland_staff import FOES, ROWS, STRONG, WEAK, column, play, scene, strip

CORPS = ("I", "II", "V")
CLOSE = dict(zip(FOES, ("1209", "1211", "1213"), strict=True))


def line(*hexes: str) -> dict[str, str]:
    return dict(zip(CORPS, hexes, strict=True))


def guarded(t: Table, *corps: str) -> bool:
    return t.at("Supply Base 1") in {t.at(name) for name in corps}


@pytest.mark.parametrize("turn", [13, 17, 20])
@pytest.mark.parametrize("base", ["0511", "0711", "0911"])
@pytest.mark.parametrize("spare", [("0609", "0613"), ("0409", "0413")])
def test_a_corps_to_spare_stands_with_the_base(turn: int, base: str, spare: tuple[str, str]) -> None:
    """The line is closed by three; whoever breaks through it would take a base that stands alone."""
    place = {**line("1109", "1111", "1113"), "X": spare[0], "XX": spare[1], "Supply Base 1": base, **CLOSE}
    chits = dict.fromkeys(CLOSE, STRONG)
    t = scene(place, AXIS, Moves(AXIS), Moves(AXIS, late=True), turn=turn, chits=chits)
    play(t)
    assert guarded(t, *CORPS, "X", "XX")


@pytest.mark.parametrize("turn", [13, 17, 20])
@pytest.mark.parametrize("base", ["0711", "0811", "0911"])
def test_a_base_with_nobody_to_guard_it_goes_further_back(turn: int, base: str) -> None:
    """Armies stand a hex from the line, five hexes from the furthest site that still feeds it."""
    place = {
        **line("1009", "1011", "1013"),
        "Supply Base 1": base,
        **{x: f"11{h[2:]}" for x, h in FOES.items()},
    }
    t = scene(place, AXIS, Moves(AXIS, late=True), turn=turn, chits=dict.fromkeys(FOES, STRONG))
    play(t)
    assert column(t, "Supply Base 1") == 6


@pytest.mark.parametrize("turn", [13, 17, 20])
def test_a_base_does_not_stand_in_the_front_line_if_it_feeds_as_well_from_behind(turn: int) -> None:
    """A corps is with it there, and would be surrounded with it."""
    place = {**line("1009", "1011", "1013"), "Supply Base 1": "0911", **CLOSE}
    t = scene(place, AXIS, Moves(AXIS, late=True), turn=turn, chits=dict.fromkeys(CLOSE, STRONG))
    play(t)
    assert not guarded(t, *CORPS)


@pytest.mark.parametrize("turn", [13, 17])
@pytest.mark.parametrize(
    "foes", [("1309", "1311", "1313"), ("1409", "1411", "1413"), ("1509", "1511", "1513")]
)
@pytest.mark.parametrize("spare", ["0810", "0911", "1010"])
def test_nobody_goes_hunting_in_front_of_the_line(turn: int, foes: tuple[str, ...], spare: str) -> None:
    """The armies have outrun their railroad and have no supply; they are no raiders for that."""
    place = {
        **line("1009", "1011", "1013"), "X": spare, "Supply Base 1": "0811",
        **dict(zip(FOES, foes, strict=True)),
    }  # fmt: skip
    rail = chain(*row(11, 1, 10))
    t = scene(place, AXIS, turn=turn, map=strip(rail=rail), chits=dict.fromkeys(FOES, STRONG))
    play(t)
    assert all(column(t, name) <= 10 for name in (*CORPS, "X"))


@pytest.mark.parametrize("army", ["1210", "1211"])
def test_corps_do_not_leave_the_line_for_one_weak_army(army: str) -> None:
    """In the next turn two fronts of tanks would find the hole."""
    place = {
        **line("1009", "1011", "1013"), "X": "1010", "XX": "1012", "III Pz": "1011", "Supply Base 1": "0811",
        "8 Army": army, "9 Army": "1509", "10 Army": "1513",
    }  # fmt: skip
    t = scene(place, AXIS, turn=13, chits=dict.fromkeys(FOES, WEAK))
    play(t)
    assert all(column(t, name) <= 11 for name in (*CORPS, "X", "XX", "III Pz"))


@pytest.mark.parametrize(("base", "column"), [("1111", 8), ("1011", 7), ("0911", 8)])
def test_a_base_is_expected_behind_the_line_that_corps_fall_back_to(base: str, column: int) -> None:
    """Corps that count on a base in front of their line have none."""
    place = {**line("1009", "1011", "1013"), "Supply Base 1": base, **CLOSE}
    t = scene(place, AXIS, turn=17)
    rows = {c: union(t.w.hex(f"{c:02d}{r:02d}") for r in ROWS) for c in range(1, column + 1)}
    drawn = FrontLine(rows[column], sum(rows.values()), 0.0)
    picture = Picture(t.s, AXIS, Map(t.w), MotherlandGround(t.w))
    ahead = Feeding(t.s, picture, drawn).ahead
    assert ahead and not ahead & ~drawn.rear
