"""For the Motherland!: the summer of 1941 on the strip. Bases go to where Panzers will be; who bars the railroad is struck."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import Overrun, Target
from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.kinds import AXIS
from hexfront.games.motherland.movement import Moves
from tests.players.test_motherland_staff import WEAK, column, play, scene, strip

AHEAD = {"Smolensk": "1811", "Vyazma": "2011"}
FRONT = {"9 Army": "1709", "10 Army": "1713"}
BEHIND = {"I": "0909", "II": "0911", "V": "0913"}


@pytest.mark.parametrize("turn", [2, 3, 4])
def test_a_base_is_set_where_panzers_will_be_at_the_end_of_the_turn(turn: int) -> None:
    """It feeds everybody from where it stands; the Panzers are about to drive on."""
    place = {**BEHIND, **FRONT, "III Pz": "1110", "XIV Pz": "1112", "Supply Base 1": "0711"}
    t = scene(place, AXIS, Moves(AXIS, late=True), turn=turn, map=strip(AHEAD))
    play(t)
    assert column(t, "Supply Base 1") >= 10


def test_a_base_has_no_reason_to_run_ahead_on_the_defensive() -> None:
    place = {**BEHIND, **FRONT, "III Pz": "1110", "XIV Pz": "1112", "Supply Base 1": "0811"}
    t = scene(place, AXIS, Moves(AXIS, late=True), turn=13, map=strip(AHEAD))
    play(t)
    assert column(t, "Supply Base 1") <= 9


def test_infantry_strikes_the_army_without_supply() -> None:
    place = {
        "I": "0709", "II": "0811", "V": "0711", "III Pz": "1010", "XIV Pz": "1012", "Supply Base 1": "0911",
        "8 Army": "0710", **FRONT,
    }  # fmt: skip
    given = {"supply": {"8 Army": 2}, "chits": {"8 Army": WEAK}, "map": strip(AHEAD)}
    t = scene(place, AXIS, Attacks(AXIS), turn=3, phase="axis-combat", **given)
    assert t.w.hex("0710") in {x.hex for x in play(t) if isinstance(x, Target)}


def test_an_army_that_bars_the_railroad_is_everybodys_business() -> None:
    """All that is ahead starves as long as it stands there, and nobody else is near."""
    place = {
        "I": "1209", "II": "1213", "V": "1211", "III Pz": "1010", "XIV Pz": "1012", "Supply Base 1": "1111",
        "8 Army": "0811", **FRONT,
    }  # fmt: skip
    t = scene(place, AXIS, turn=3, map=strip(AHEAD), supply={"8 Army": 2}, chits={"8 Army": WEAK})
    chosen = play(t)
    near = min(t.w.grid.distance(t.w.hex(t.at(name)), t.w.hex("0811")) for name in ("III Pz", "XIV Pz"))
    assert near <= 1 or any(isinstance(x, Overrun) for x in chosen)
