"""For the Motherland!: more positions on the strip in which one order is plainly right: sieges, pockets, winter, bases."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import Target
from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.kinds import AXIS, SOVIET
from hexfront.games.motherland.movement import Moves
from tests.games.motherland.kit import Table
from tests.players.test_motherland_staff import FOES, STRONG, WEAK, column, is_closed, play, scene, strip

LINE = {"I": "1209", "II": "1211", "V": "1213", "Supply Base 1": "1011"}
"""Three corps that close the strip, fed from behind."""
AWAY = {"8 Army": "1609", "9 Army": "1611", "10 Army": "1613"}


def far(t: Table, unit: str, place: str) -> int:
    return int(t.w.grid.distance(t.w.hex(t.at(unit)), t.w.hex(place)))


def struck(t: Table) -> set[str]:
    return {t.w.board.label(x.hex) for x in play(t) if isinstance(x, Target)}


# --- cities that the line has passed by


@pytest.mark.parametrize("turn", [9, 10, 13])
def test_an_open_city_behind_the_line_is_entered(turn: int) -> None:
    """Simferopol lies two turns' march behind the corps to spare, with nobody in it."""
    place = {**LINE, **AWAY, "X": "1011", "XI": "1111", "XII": "1112", "XIII": "1110"}
    t = scene(place, AXIS, turn=turn, map=strip({"Simferopol": "0408"}))
    play(t)
    assert min(far(t, name, "0408") for name in ("X", "XI", "XII", "XIII")) <= 3
    assert is_closed(t, AXIS)


@pytest.mark.parametrize("turn", [8, 10])
def test_corps_are_sent_against_a_city_that_holds_out_behind_the_line(turn: int) -> None:
    place = {**LINE, **AWAY, "X": "1111", "XI": "1112", "XII": "1211", "XIII": "1110", "11 Army": "0214"}
    t = scene(place, AXIS, turn=turn, map=strip({"Sevastopol": "0214"}), chits={"11 Army": WEAK})
    play(t)
    assert min(far(t, name, "0214") for name in ("X", "XI", "XII", "XIII")) <= 6


def test_in_the_summer_of_1941_nobody_is_sent_back_for_one() -> None:
    place = {**LINE, **AWAY, "X": "0911", "XI": "0912", "XII": "1112", "XIII": "1110"}
    t = scene(place, AXIS, turn=3, map=strip({"Simferopol": "0308"}))
    play(t)
    assert column(t, "X") >= 9 and column(t, "XI") >= 9


# --- what must not fall


@pytest.mark.parametrize("turn", [8, 9, 10])
def test_moscow_is_guarded_all_round(turn: int) -> None:
    """Panzers stand three hexes off; with armies to spare the hexes around the city are held as well."""
    place = {
        "8 Army": "1711", "9 Army": "1709", "10 Army": "1713", "11 Army": "1910", "12 Army": "1912", "13 Army": "2011",
        "III Pz": "1311", "XIV Pz": "1310", "I": "1309", "V": "1313", "Supply Base 1": "1211",
    }  # fmt: skip
    t = scene(place, SOVIET, turn=turn, map=strip({"Moscow": "1711"}))
    play(t)
    held = t.s.soviet_front
    moscow = t.w.hex("1711")
    assert held >> moscow & 1
    assert (held & t.w.around[moscow]).bit_count() >= 2


# --- pockets


RING = ("8 Army", "9 Army", "10 Army", "11 Army", "12 Army")
HOME = {"II": "0909", "V": "0911", "X": "0913", "Supply Base 1": "0711"}


@pytest.mark.parametrize("turn", [13, 15])
def test_a_corps_gets_out_of_the_pocket_while_it_can(turn: int) -> None:
    """Armies stand on both sides of the road back, which is still open; to attack one of them would be to stay."""
    place = {
        **HOME,
        "III Pz": "1711",
        **dict(zip(RING, ("1510", "1609", "1709", "1812", "1513"), strict=True)),
    }
    t = scene(place, AXIS, turn=turn, chits=dict.fromkeys(RING, STRONG))
    play(t)
    assert column(t, "III Pz") <= 13


@pytest.mark.parametrize(
    ("corps", "armies"),
    [
        ("1313", ("1214", "1411", "1114", "1414", "1212")),
        ("1711", ("1612", "1710", "1812", "1713", "1410")),
        ("1312", ("1313", "1214", "1014", "1311", "1410")),
    ],
)
def test_nobody_flees_to_the_enemys_rear(corps: str, armies: tuple[str, ...]) -> None:
    """East of the ring nobody threatens it, and nobody ever comes back from there."""
    place = {**HOME, "III Pz": corps, **dict(zip(RING, armies, strict=True))}
    t = scene(place, AXIS, turn=15, chits=dict.fromkeys(RING, STRONG))
    play(t)
    assert column(t, "III Pz") < int(corps[:2])


# --- winter


@pytest.mark.parametrize("turn", [5, 6])
def test_armies_strike_a_corps_at_even_odds_in_the_first_winter(turn: int) -> None:
    """Two armies and the snow are worth a blow that nobody would make in summer, or in a later winter."""
    place = {"I": "1011", "V": "0809", "Supply Base 1": "0811", "8 Army": "1110", "9 Army": "1111"}
    chits = dict.fromkeys(("8 Army", "9 Army"), STRONG)
    snow = scene(place, SOVIET, Attacks(SOVIET), turn=turn, phase="soviet-combat", chits=chits)
    assert struck(snow) == {"1011"}
    for other in (4, 13):
        later = scene(place, SOVIET, Attacks(SOVIET), turn=other, phase="soviet-combat", chits=chits)
        assert struck(later) == set()


def test_where_winter_weakens_all_combat_corps_do_not_attack_in_it() -> None:
    """Fifteen factors against four; a quarter of them in the first winter."""
    place = {"I": "1011", "II": "1011", "V": "1011", "Supply Base 1": "0911", "8 Army": "1111"}
    chits = {"8 Army": "C* 2-4/1-2"}
    usual = scene(place, AXIS, Attacks(AXIS), turn=5, phase="axis-combat", chits=chits)
    assert struck(usual) == {"1111"}
    weak = scene(
        place, AXIS, Attacks(AXIS), turn=5, phase="axis-combat", chits=chits, options={"winter_combat": True}
    )
    assert struck(weak) == set()


# --- bases


@pytest.mark.parametrize("turn", [13, 17, 20])
def test_a_base_keeps_off_the_hexes_next_to_what_the_enemy_can_walk_to(turn: int) -> None:
    """The line stands before it, with a hole in the south that armies can come through."""
    place = {"I": "1109", "II": "1110", "Supply Base 1": "1011", **FOES}
    t = scene(place, AXIS, Moves(AXIS, late=True), turn=turn)
    play(t)
    assert column(t, "Supply Base 1") < 10 or t.at("Supply Base 1") in (t.at("I"), t.at("II"))
