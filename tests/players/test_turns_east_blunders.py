"""Positions of Hitler Turns East in which one thing is plainly right: staff has to see it."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import EndCombat, Target
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.hexes import bits
from hexfront.testing import position
from tests.games.turns_east.helpers import UKRAINE, hexof, unit
from tests.players.helpers import carry_on, moves_are_over

REAR = (*UKRAINE, "Kharkov", "Poltava")


def scene(place: dict[str, str], side: str = "axis", order: str = "assault", **more: Any) -> Any:
    """The southern Command of a side is active, the towns of the Ukraine in Axis hands."""
    more.setdefault("axis_towns", REAR)
    return position(GAME, place=place, orders={f"{side}-2": order}, active=f"{side}-2", **more)


def is_held(s: Any, name: str) -> bool:
    return bool(s.axis_towns >> s.world.board.hex(name) & 1)


def cut_off(s: Any, side: int) -> set[str]:
    net = SupplyNet(s, side)
    out = set()
    for u in bits(s.world.masks[side] & s.world.stackers):
        if s.where[u] >= 0 and not net.has_loc(u):
            out.add(s.world.units[u].id)
    return out


# --- victory hexes


@pytest.mark.parametrize("turn", [2, 5, 9, 11])
def test_axis_takes_the_empty_victory_hex(turn: int) -> None:
    s = scene({"ge-6": "1814", "su-38": "2113"}, turn=turn, axis_towns=UKRAINE, soviet_towns=("Kharkov",))
    carry_on(s, GAME, moves_are_over)
    assert is_held(s, "Kharkov")


@pytest.mark.parametrize("turn", [4, 8, 11])
def test_soviets_take_the_empty_victory_hex_back(turn: int) -> None:
    s = scene({"su-38": "2014", "ge-6": "1413"}, "soviet", turn=turn)
    carry_on(s, GAME, moves_are_over)
    assert not is_held(s, "Kharkov")


def test_soviets_do_not_walk_out_of_the_last_city() -> None:
    """Two armies in Moscow, the enemy next door: somebody stays."""
    s = position(
        GAME,
        turn=6,
        place={"su-16": "2308", "su-20": "2308", "ge-4": "2108", "ge-XXIV": "2108", "ge-9": "2106"},
        axis_towns=("Minsk", "Smolensk", "Vyazma", "Vitebsk"),
        orders={"soviet-1": "hold"},
        active="soviet-1",
    )
    carry_on(s, GAME, moves_are_over)
    assert s.held[SOVIET] >> s.world.board.hex("Moscow") & 1


# --- attacks


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_nobody_attacks_at_one_to_three(seed: str) -> None:
    s = scene(
        {"ge-III": "1815", "su-37": "1914", "su-38": "1914", "su-40": "1914"},
        steps={"ge-III": 1},
        stage="attack",
        axis_towns=UKRAINE,
        soviet_towns=("Kharkov",),
    )
    chosen = carry_on(s, GAME, lambda x: not x.agenda, seed=seed)
    assert not any(type(x) is Target for x in chosen)


def test_soviets_do_not_attack_an_army_with_one_army() -> None:
    s = scene({"su-38": "2014", "ge-6": "1914"}, "soviet", stage="attack")
    chosen = carry_on(s, GAME, lambda x: not x.agenda)
    assert [type(x) for x in chosen] == [EndCombat]


def test_a_sure_attack_is_made() -> None:
    """Eight to two in the open, nothing else to do."""
    s = scene({"ge-6": "1814", "ge-III": "1814", "ge-XIV": "1814", "su-38": "1914"}, stage="attack")
    chosen = carry_on(s, GAME, lambda x: not x.agenda)
    assert type(chosen[0]) is Target and chosen[0].hex == hexof(s, "1914")


def test_the_attack_uses_what_it_needs() -> None:
    """Sixteen factors against two are enough; the attack is not made with less than four to one."""
    s = scene({"ge-6": "1814", "ge-III": "1814", "su-38": "1914"}, stage="attack")
    carry_on(s, GAME, lambda x: type(x.agenda[0]).__name__ == "AttackRoll")
    assert s.agenda[0].odds(s).attack >= 8


# --- pockets and lines


def test_axis_closes_the_pocket() -> None:
    """Two Soviet armies before Kharkov with one way out: it is shut."""
    s = scene(
        {
            "ge-6": "1815",
            "ge-17": "1917",
            "ge-III": "1814",
            "ge-XIV": "1814",
            "su-38": "1916",
            "su-40": "1915",
        },
        axis_towns=UKRAINE,
        soviet_towns=("Kharkov",),
        order="blitz",
    )
    assert not cut_off(s, SOVIET)
    carry_on(s, GAME, moves_are_over)
    gone = {name for name in ("su-38", "su-40") if s.where[unit(s, name)] < 0}
    assert cut_off(s, SOVIET) | gone == {"su-38", "su-40"}


def test_axis_does_not_leave_its_line_open() -> None:
    """A Soviet army in the rear is not given the road: everybody ends with a line to the west."""
    s = scene(
        {
            "ge-6": "1715",
            "ge-17": "1915",
            "ge-III": "1915",
            "su-38": "1614",
            "su-40": "2113",
            "su-37": "2215",
        },
    )
    carry_on(s, GAME, moves_are_over)
    assert not cut_off(s, AXIS)


def test_panzers_do_not_run_out_of_their_supply() -> None:
    """Nobody ahead and Stalingrad far off: the Panzers stay within reach of those who follow."""
    s = scene(
        {
            "ge-6": "1815",
            "ge-III": "1915",
            "ge-XIV": "1915",
            "su-37": "1916",
            "su-38": "1914",
            "su-40": "1817",
        }
    )
    carry_on(s, GAME, moves_are_over)
    assert not cut_off(s, AXIS)


def test_soviets_walk_out_of_the_pocket() -> None:
    """An army about to be surrounded, with orders to move and nothing to hold, goes east or breaks the ring."""
    s = scene(
        {"su-38": "1815", "ge-6": "1714", "ge-17": "1716", "su-40": "2113"},
        "soviet",
        order="withdraw",
        turn=3,
        axis_towns=UKRAINE,
        soviet_towns=("Kharkov", "Poltava"),
    )
    before = s.world.column[s.where[unit(s, "su-38")]]
    carry_on(s, GAME, moves_are_over)
    assert s.world.column[s.where[unit(s, "su-38")]] > before
    assert not cut_off(s, SOVIET)
