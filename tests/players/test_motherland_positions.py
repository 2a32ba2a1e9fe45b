"""For the Motherland!: further positions on the strip in which one order is plainly right, from both sides and in later years."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.kinds import AXIS, SOVIET
from tests.players.test_motherland_staff import ROWS, STRONG, WEAK, column, is_closed, play, scene, strip

HELD = {"III Pz": "1510", "XIV Pz": "1511", "XXIV Pz": "1512", "I": "1509", "II": "1513", "V": "1410"}


def river(west: int) -> list[tuple[str, str]]:
    """A Major River along the whole width of the strip, east of an even column."""
    return [(f"{west:02d}{r:02d}", f"{west + 1:02d}{n:02d}") for r in ROWS for n in (r, r + 1) if n in ROWS]


@pytest.mark.parametrize("turn", [2, 3, 4])
def test_armies_fall_back_behind_the_river_before_panzers(turn: int) -> None:
    armies = {"8 Army": "1709", "9 Army": "1711", "10 Army": "1713"}
    place = {**armies, **HELD, "Supply Base 1": "1311"}
    t = scene(place, SOVIET, turn=turn, map=strip(major=river(18)), chits=dict.fromkeys(armies, WEAK))
    play(t)
    assert all(column(t, name) >= 19 for name in armies)
    assert is_closed(t, SOVIET)


@pytest.mark.parametrize("turn", [16, 19])
def test_corps_fall_back_behind_the_river_in_later_years(turn: int) -> None:
    foes = {f"{n} Army": f"12{r:02d}" for n, r in zip((8, 9, 10, 11, 12, 13, 18), ROWS, strict=True)}
    corps = {"I": "1009", "II": "1011", "V": "1013"}
    place = {**corps, "Supply Base 1": "0611", **foes}
    t = scene(place, AXIS, turn=turn, map=strip(major=river(8)), chits=dict.fromkeys(list(foes)[:6], STRONG))
    play(t)
    assert all(column(t, name) <= 8 for name in corps)
    assert is_closed(t, AXIS)


@pytest.mark.parametrize("turn", [8, 9, 14])
def test_an_army_that_is_nearly_shut_in_goes_back_to_its_own(turn: int) -> None:
    """Corps in front, Panzers at its side, its line five hexes behind: it takes the only hex that it can get to that way."""
    place = {
        "8 Army": "1411", "9 Army": "1909", "10 Army": "1911", "11 Army": "1913", "III Pz": "1610", "I": "1409", "II": "1413",
        "V": "1311", "Supply Base 1": "1211",
    }  # fmt: skip
    t = scene(place, SOVIET, turn=turn, chits={"8 Army": WEAK})
    play(t)
    assert column(t, "8 Army") >= 15


@pytest.mark.parametrize("turn", [13, 17])
def test_soviets_go_after_the_group_behind_their_line(turn: int) -> None:
    place = {
        "8 Army": "1409", "9 Army": "1411", "10 Army": "1413", "11 Army": "1711", "12 Army": "1709", "KG Lanz": "1812",
        "I": "1009", "II": "1011", "V": "1013", "Supply Base 1": "0911",
    }  # fmt: skip
    t = scene(place, SOVIET, turn=turn, supply={"KG Lanz": 2})
    play(t)
    raider = t.w.hex("1812")
    assert min(t.w.grid.distance(t.w.hex(t.at(name)), raider) for name in ("11 Army", "12 Army")) <= 1
