"""Abilities of politics: each does what it says, and not without him."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Announce, Done, Go, Join, Pick, Stop
from hexfront.games.leaders_in_flames.kinds import ABSENT, ALLIES, COMMONWEALTH, GERMANY, MOVES, USSR
from hexfront.games.leaders_in_flames.land.moves import March, Moves, end_move
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.limits import used
from hexfront.games.leaders_in_flames.politics.parties import reckon
from hexfront.games.leaders_in_flames.politics.wars import attack_minor, join_side
from hexfront.games.leaders_in_flames.state import State, give_hexes, holder, kill, recall
from hexfront.kernel import pending, settle
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import campaign, done_with, refused, where, why

# --- 17


@pytest.mark.rule("ability.17")
@pytest.mark.parametrize(
    ("place", "down", "both"),
    [({"Franco": "Madrid"}, (), True), ({"Franco": "Madrid"}, ("Franco",), False), ({}, (), False)],
)
def test_17_both_spanish_armies(place: dict[str, str], down: tuple[str, ...], both: bool) -> None:
    """White print: he must be on the map and face-up when war is declared."""
    s = campaign(place, side="", down=down)
    s.agenda = attack_minor(s, COMMONWEALTH, s.world.party_of["spain"])
    settle(s)
    done_with(s)
    assert where(s, "Spanish INF V") not in ("pool", "out"), "the Nationalists"
    assert (where(s, "Spanish INF V Rep") != "out") == both
    assert (where(s, "Spanish MIL Madrid") != "out") == both


# --- 20


def winter_war(leaders: dict[str, list[int]], action: str = "combined", **given: Any) -> State:
    """The neutral USSR at war with Finland."""
    place = {
        "Timoshenko": "E1614",
        "Soviet INF 29": "E1614",
        "Soviet INF 12": "E1614",
        "Soviet INF 8": "E1606",
    }
    s = campaign(place, side="allies", action=action, leaders=leaders, **given)
    s.agenda = attack_minor(s, USSR, s.world.party_of["finland"])
    settle(s)
    done_with(s)
    s.agenda = (Asking((ALLIES,), "impulse"), Moves(ALLIES))
    settle(s)
    return s


@pytest.mark.rule("ability.20")
def test_20_moves_of_a_neutrals_war_are_free() -> None:
    s = winter_war({"Timoshenko": [20]})
    w = s.world
    act(s, "allies", Announce(w.unit("Timoshenko"), 20))
    act(s, "allies", Pick(w.unit("Soviet INF 29")))
    act(s, "allies", Join(w.unit("Soviet INF 12")))
    act(s, "allies", next(a for a in pending(s).legal(s, "allies") if isinstance(a, Go)))  # type: ignore[union-attr]
    act(s, "allies", Stop()) if isinstance(pending(s), March) else None
    assert used(s, USSR, MOVES) == 0
    act(s, "allies", Pick(w.unit("Soviet INF 8")))
    act(s, "allies", next(a for a in pending(s).legal(s, "allies") if isinstance(a, Go)))  # type: ignore[union-attr]
    assert used(s, USSR, MOVES) == 1, "who starts elsewhere is counted"


@pytest.mark.rule("ability.20")
def test_20_needs_neutrality_a_war_on_his_map_and_a_combined_action() -> None:
    assert refused(winter_war({"Timoshenko": [20]}), "Timoshenko", 20, "impulse") == ""
    assert refused(winter_war({"Timoshenko": [20]}, "super"), "Timoshenko", 20, "impulse") == "ability.20"
    s = winter_war({"Timoshenko": [20]})
    s.wars[USSR] |= 1 << GERMANY
    s.wars[GERMANY] |= 1 << USSR
    assert refused(s, "Timoshenko", 20, "impulse") == "ability.20", "no longer neutral"
    s = campaign({"Timoshenko": "Chita"}, side="allies", action="combined", leaders={"Timoshenko": [20]})
    attack_minor(s, USSR, s.world.party_of["finland"])
    assert refused(s, "Timoshenko", 20, "impulse") == "ability.20", "another map"
    s = winter_war({"Timoshenko": []})
    act(s, "allies", Pick(s.world.unit("Soviet INF 29")))
    act(s, "allies", next(a for a in pending(s).legal(s, "allies") if isinstance(a, Go)))  # type: ignore[union-attr]
    assert used(s, USSR, MOVES) == 1, "without it they count"


# --- 25


def belgium(vichy: bool = False, **given: Any) -> State:
    """The British by the Belgian border, Belgium neutral."""
    place = {"Gamelin": "Calais", "British INF III": "Calais", "British INF V": "Calais", "HQ Gort": "Calais"}
    place |= given.pop("place", {})
    s = campaign(place, side="allies", leaders={"Wavell": [25], "Gamelin": []}, **given)
    w = s.world
    for minor in ("belgium", "netherlands"):
        s.stance[w.minor_of[minor]] = 0
        give_hexes(s, w.minors[w.minor_of[minor]].home, w.party_of[minor])
    if not vichy:
        s.stance[w.minor_of["vichy"]] = ABSENT
    give_hexes(s, w.realm.homeland["france"], 4)
    s.fate[4] = 0
    reckon(s)
    s.pools = {"ge": (3,)}
    s.agenda = (Moves(ALLIES),)
    return s


def march(s: State, *mates: str) -> None:
    """Wavell takes units in hand."""
    act(s, "allies", Pick(s.world.unit("Wavell")))
    for name in mates:
        act(s, "allies", Join(s.world.unit(name)))


@pytest.mark.rule("ability.25")
def test_25_units_enter_a_neutral_country_with_him() -> None:
    s = belgium(place={"Wavell": "Calais"})
    w = s.world
    brussels = w.hex("Brussels")
    march(s, "British INF III")
    assert why(s, "allies", Go(brussels)) == "base.neutral", "not before he announces it"
    act(s, "allies", Announce(w.unit("Wavell"), 25))
    act(s, "allies", Go(brussels))
    roll(s, 3)
    roll(s, "3")
    assert s.pools["ge"] == () and s.common[3] == 11, "a chit went back"
    assert s.guests == {w.unit("Wavell"): w.minor_of["belgium"]}
    assert holder(s, brussels) == w.party_of["belgium"], "nobody's ground is taken"
    assert is_supplied(s, w.unit("British INF III"))


@pytest.mark.rule("ability.25")
def test_25_a_roll_for_each_entry_and_none_for_moves_inside() -> None:
    s = belgium(place={"Wavell": "Calais"})
    w = s.world
    march(s)
    act(s, "allies", Announce(w.unit("Wavell"), 25))
    act(s, "allies", Go(w.hex("Brussels")))
    roll(s, 4)
    assert s.pools["ge"] == (3,), "a 4 costs nothing"
    inside = next(h for h in w.near(w.hex("Brussels")) if w.minors[w.minor_of["belgium"]].home >> h & 1)
    act(s, "allies", Go(inside))
    assert isinstance(pending(s), March | Moves), "no roll inside the country"
    act(s, "allies", Go(w.hex("Calais")))
    assert not s.guests
    act(s, "allies", Go(w.hex("Brussels")))
    roll(s, 9)
    assert s.guests, "going in again is a new entry"


@pytest.mark.rule("ability.25")
def test_25_they_stay_together() -> None:
    s = belgium(place={"Wavell": "Calais"})
    w = s.world
    march(s, "British INF III", "British INF V")
    act(s, "allies", Announce(w.unit("Wavell"), 25))
    act(s, "allies", Go(w.hex("Brussels")))
    roll(s, 9)
    act(s, "allies", Stop()) if isinstance(pending(s), March) else None
    s.moved = 0
    act(s, "allies", Pick(w.unit("British INF III")))
    assert why(s, "allies", Go(w.hex("Calais"))) == "ability.25"
    act(s, "allies", Join(w.unit("Wavell")))
    assert why(s, "allies", Go(w.hex("Calais"))) == "ability.25", "one would stay behind"
    act(s, "allies", Join(w.unit("British INF V")))
    assert why(s, "allies", Go(w.hex("Calais"))) == ""


@pytest.mark.rule("ability.25")
def test_25_when_he_is_lost_or_the_country_takes_another_side() -> None:
    for lose in (recall, kill):
        s = belgium(place={"Wavell": "Brussels", "British INF III": "Brussels"})
        w = s.world
        s.guests = {w.unit("Wavell"): w.minor_of["belgium"]}
        lose(s, w.unit("Wavell"))
        assert (
            where(s, "British INF III") == "circle" and s.due[w.unit("British INF III")] == 2 and not s.guests
        )
    s = belgium(place={"Wavell": "Brussels", "British INF III": "Brussels"})
    w = s.world
    s.guests = {w.unit("Wavell"): w.minor_of["belgium"]}
    give_hexes(s, 1 << w.hex("Brussels"), w.party_of["belgium"])
    join_side(s, w.minor_of["belgium"], 0)
    assert where(s, "British INF III") == "circle" == where(s, "Wavell")
    s = belgium(place={"Wavell": "Brussels", "British INF III": "Brussels"})
    s.guests = {w.unit("Wavell"): w.minor_of["belgium"]}
    join_side(s, w.minor_of["spain"], 0)
    assert where(s, "British INF III") == "E3124" and s.guests, "another country's side is nothing to them"
    join_side(s, w.minor_of["belgium"], 1)
    assert where(s, "British INF III") == "E3124" and not s.guests, "a friend now"


@pytest.mark.rule("ability.25")
def test_25_not_with_vichy_nor_without_him() -> None:
    s = belgium(place={"Wavell": "Calais"}, vichy=True)
    march(s, "British INF III")
    assert refused(s, "Wavell", 25, "move") == "ability.25"
    s.group, s.spent = [], []
    end_move(s)
    s = belgium(place={"Wavell": "Calais"}, down=("Wavell",))
    assert refused(s, "Wavell", 25, "move") == "3.2a"
    s = belgium()
    act(s, "allies", Pick(s.world.unit("British INF III")))
    assert why(s, "allies", Go(s.world.hex("Brussels"))) == "base.neutral"
    act(s, "allies", Stop())
    act(s, "allies", Done())
