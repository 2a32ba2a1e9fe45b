"""For the Motherland!: where staff puts Supply Bases, and what it gives for them."""

from __future__ import annotations

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.kinds import AXIS
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.results import DEFENDER, Losses
from hexfront.players.doctrine import STEADY
from hexfront.players.doctrines.motherland.bases import Posts, exposed
from hexfront.players.doctrines.motherland.read import STAY, STAY_BEHIND_WALLS, MotherlandGround, Reading
from tests.games.motherland.kit import Table, board, chain, real, row, table
from tests.players.helpers import carry_on

RAILS = board(
    rail=[*chain(*row(10, 1, 27)), *chain(*row(20, 1, 27))], sources={"E": ["2710"], "W": ["0110", "0120"]}
)
FAR = {"14 Army": "2630"}


def bits_of(t: Table, hexes: int) -> set[str]:
    return set(t.w.board.labels(hexes))


def test_zones_keep_the_enemy_from_walking_to_a_base() -> None:
    """A wall of three corps: behind it nothing is exposed, though the enemy stands two hexes from it."""
    line = {"I": "1009", "II": "1010", "IV": "1011", "8 Army": "1110"}
    t = table({**line, **FAR}, map=RAILS)
    open_ = bits_of(t, exposed(t.s, 2))
    assert "1209" in open_ and not {"0910", "0911", "0810"} & open_
    t = table({"I": "1005", "8 Army": "1110", **FAR}, map=RAILS)
    assert {"0910", "1010"} <= bits_of(t, exposed(t.s, 2))


def test_two_bases_feed_two_groups() -> None:
    """Both could go to the greater group; one goes to each."""
    place = {
        "I": "1210", "II": "1211", "IV": "1310", "V": "1320", "VI": "1321", "Supply Base 1": "0810", "Supply Base 2": "0720",
        **FAR,
    }  # fmt: skip
    t = table(place, map=RAILS)
    posts = Posts(t.s, lambda h: 0.0)
    one, two = t.number("Supply Base 1"), t.number("Supply Base 2")
    near = [t.w.hex(label) for label in ("0810", "1010", "0920")]
    found = posts.assign({one: near, two: near})
    assert {t.w.label(h) for h in found.values()} == {"1010", "0920"}


def test_a_base_off_the_railroad_feeds_nobody() -> None:
    t = table({"I": "1214", "Supply Base 1": "0810", **FAR}, map=RAILS)
    posts = Posts(t.s, lambda h: 0.0)
    assert posts.fed(t.w.hex("1214")) == (0, 0)
    assert posts.worth(t.w.hex("1214"), 0) < posts.worth(t.w.hex("0810"), 0)


def test_a_base_follows_its_corps() -> None:
    place = {
        "I": "1409",
        "II": "1410",
        "IV": "1411",
        "8 Army": "1610",
        "9 Army": "1611",
        "Supply Base 1": "0810",
        **FAR,
    }
    t = table(place, Moves(AXIS, True), phase="axis-movement", map=RAILS)
    carry_on(t.s, GAME, lambda s: not s.agenda)
    assert t.at("Supply Base 1") == "1210"


@pytest.mark.parametrize("losses", [1, 2])
def test_a_corps_takes_the_loss_and_not_the_base_beside_it(losses: int) -> None:
    t = table(
        {"I": "1010", "II": "1010", "Supply Base 1": "1010", "8 Army": "1110", **FAR},
        map=RAILS,
        phase="soviet-combat",
    )
    t.s.target = t.w.hex("1010")
    t.s.defenders = list(t.s.stack[t.s.target])
    t.s.attackers = [t.number("8 Army")]
    t.run(Losses(DEFENDER, losses))
    carry_on(t.s, GAME, lambda s: not s.agenda)
    assert t.at("Supply Base 1") == "1010"
    assert t.steps("I") + t.steps("II") == 6 - losses


def test_of_the_four_cities_the_open_ones_are_wanted_first() -> None:
    """Any of the four spares the Axis the roll of Sudden Death; Moscow and Leningrad have walls."""
    t = real("stalingrad")
    ground = MotherlandGround(t.w)
    swings, values = ground.swings(t.s), ground.swings(real("barbarossa").s)
    cities = {city: t.w.find(city) for city in ("Leningrad", "Moscow", "Voronezh", "Rostov")}
    extra = {city: swings[h] - values[h] for city, h in cities.items()}
    assert extra == {
        "Leningrad": STAY_BEHIND_WALLS, "Moscow": STAY_BEHIND_WALLS, "Voronezh": STAY, "Rostov": STAY,
    }  # fmt: skip
    assert Reading(t.s, AXIS, ground, STEADY).gain[t.w.find("Rostov")] > 5 * STAY
