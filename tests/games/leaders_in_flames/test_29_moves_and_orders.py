"""Moves, reorganisation and orders in detail: what counts once, who is asked again, and what stays as it was."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Done, Go, Join, Name, Pick, Reorganise, Stop
from hexfront.games.leaders_in_flames.kinds import GERMANY, MOVES, POOL, RAIN, SKY
from hexfront.games.leaders_in_flames.land.landings import TouchDown, is_notional
from hexfront.games.leaders_in_flames.land.moves import March, Moves
from hexfront.games.leaders_in_flames.land.rail import RailMoves
from hexfront.games.leaders_in_flames.land.reach import allowance
from hexfront.games.leaders_in_flames.land.reorganise import Regrouping, Reorganising, unit_violation
from hexfront.games.leaders_in_flames.leaders.steps import Feeding, Levy
from hexfront.games.leaders_in_flames.limits import used
from hexfront.games.leaders_in_flames.sequence import RegroupWith
from hexfront.games.leaders_in_flames.state import State, give_hexes, kill
from hexfront.kernel import pending
from hexfront.testing import act
from hexfront.wargame import lift
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    ARMOUR,
    AXIS,
    EAST,
    NORTH,
    PLAIN,
    SOUTH,
    WEST,
    battle,
    campaign,
    down,
    steppe,
    where,
    why,
)

# --- moves


@pytest.mark.rule("base.move", "base.action", "3.1m")
def test_a_march_in_legs_is_one_move() -> None:
    s = steppe({ARMOUR[0]: WEST}, (Moves(0),), action="combined")
    w = s.world
    act(s, AXIS, Pick(w.unit(ARMOUR[0])))
    for at in (PLAIN, EAST):
        act(s, AXIS, Go(w.hex(at)))
        assert used(s, GERMANY, MOVES) == 1 and isinstance(pending(s), March)
    act(s, AXIS, Stop())
    assert used(s, GERMANY, MOVES) == 1 and s.moved == 1 << w.unit(ARMOUR[0])


@pytest.mark.rule("base.weather", "base.move")
def test_the_weather_where_the_move_began_counts_to_its_end() -> None:
    s = steppe({ARMOUR[0]: WEST}, (Moves(0),))
    w, u = s.world, s.world.unit(ARMOUR[0])
    full = w.pace[u]
    act(s, AXIS, Pick(u))
    assert allowance(s, u) == full
    other = next(
        h
        for h in range(w.area.bit_length())
        if w.area >> h & 1 and w.lands.zone[h] != w.lands.zone[s.where[u]]
    )
    s.weather[w.lands.zone[s.where[u]]] = RAIN
    assert allowance(s, u) == full - 1
    s.began = other
    assert allowance(s, u) == full, "it set out in fine weather"
    s.group = []
    assert allowance(s, u) == full - 1, "who is not on the move stands where it stands"


# --- reorganisation


@pytest.mark.rule("base.reorganise")
def test_one_hq_after_another_and_done_ends_what_is_in_hand() -> None:
    place = {
        "HQ v. Bock": WEST,
        "HQ Model": NORTH,
        "German INF DIV 3": WEST,
        "German INF DIV 2": NORTH,
        ARMOUR[0]: SOUTH,
    }
    s = steppe(place, (Reorganising(0),), down=("German INF DIV 3", "German INF DIV 2", ARMOUR[0]))
    w = s.world
    bock, model = w.unit("HQ v. Bock"), w.unit("HQ Model")
    one, two = w.unit("German INF DIV 3"), w.unit("German INF DIV 2")
    act(s, AXIS, Reorganise(bock, one))
    frame = pending(s)
    assert isinstance(frame, Reorganising) and frame.hq == bock
    assert why(s, AXIS, Reorganise(model, two)) == "base.reorganise", "the first has points left"
    act(s, AXIS, Done())
    frame = pending(s)
    assert isinstance(frame, Reorganising) and frame.hq == -1, "the next HQ is asked for"
    act(s, AXIS, Done())
    assert pending(s) is None and down(s, "German INF DIV 2")


@pytest.mark.rule("base.reorganise", "ability.13")
def test_who_is_off_the_map_or_of_the_enemy_is_not_turned_up() -> None:
    s = steppe(
        {"HQ v. Bock": WEST, "German INF IX": WEST, "Soviet INF 29": PLAIN}, (), down=("Soviet INF 29",)
    )
    w = s.world
    hq = w.unit("HQ v. Bock")
    for u in (-1, 9999, hq, w.unit("Soviet INF 29"), w.unit("German INF X"), w.unit("German INF IX")):
        found = unit_violation(s, hq, u, 9)
        assert found is not None and found.rule == "base.reorganise", u


@pytest.mark.rule("ability.6")
def test_6_he_may_stay_and_a_leader_who_is_gone_takes_nobody() -> None:
    s = steppe({"Guderian": WEST, ARMOUR[0]: WEST}, (RegroupWith(0, 0),))
    w = s.world
    man = w.unit("Guderian")
    frames = RegroupWith(0, man).run(s)
    assert frames == (Regrouping(0, man),) and s.group == [man]
    s.agenda = frames
    act(s, AXIS, Join(w.unit(ARMOUR[0])))
    act(s, AXIS, Stop())
    assert where(s, "Guderian") == where(s, ARMOUR[0]) == WEST and s.group == []
    kill(s, man)
    assert RegroupWith(0, man).run(s) == () and s.group == []


# --- orders


@pytest.mark.rule("ability.49")
def test_49_four_units_are_fed_and_no_fifth() -> None:
    names = (
        "Soviet INF 29",
        "Soviet INF 12",
        "Soviet INF 4",
        "Soviet INF 14",
        "Soviet INF 25",
        "Soviet INF 6",
    )
    place = dict(zip(names, ("E2725", "E2725", "E2724", "E2724", "E2624", "E2624"), strict=True))
    s = steppe({**place, "Zhukov": "E2725"}, (), {"Zhukov": [49]}, side=ALLIES)
    man = s.world.unit("Zhukov")
    s.agenda = (Feeding(1, man, 4),)
    for name in names[:4]:
        assert isinstance(pending(s), Feeding)
        act(s, ALLIES, Name(s.world.unit(name)))
    assert pending(s) is None and s.fed.bit_count() == 4


@pytest.mark.rule("ability.15")
def test_15_militia_of_his_own_country_alone() -> None:
    s = steppe({"Mannerheim": WEST, "Voroshilov": EAST}, (), {"Mannerheim": [15], "Voroshilov": [15]})
    w = s.world
    for man in ("Mannerheim", "Voroshilov"):
        u = w.unit(man)
        found = Levy(w.side[u], u).units(s)
        assert all(w.nation[v] == w.nation[u] and s.where[v] == POOL for v in found)
    assert Levy(1, w.unit("Voroshilov")).units(s), "a Soviet one there is"


# --- landings


@pytest.mark.rule("base.notional")
def test_a_neutrals_hex_has_no_notional_unit() -> None:
    s = campaign({"German INF IX": "Berlin"}, side="axis")
    w = s.world
    para = w.unit("German PARA I Para")
    for city, found in (("London", True), ("Moscow", False), ("Stockholm", False), ("Rome", False)):
        s.descent = {para: w.hex(city)}
        assert is_notional(s, w.hex(city)) is found, city
        assert not is_notional(s, w.hex("Paris"))


@pytest.mark.rule("base.paradrop", "3.3m", "base.stacking")
def test_who_lands_where_there_is_no_room_is_lost() -> None:
    s = battle({**dict.fromkeys(ARMOUR, WEST), "Soviet INF 29": PLAIN}, PLAIN, ARMOUR)
    w = s.world
    paras = [w.unit(name) for name in ("German PARA I Para", "German PARA II Para", "German INF IX")]
    s.attackers = list(paras)
    s.origins = dict.fromkeys(paras, s.target)
    for u in paras:
        s.where[u] = SKY
    s.descent = dict.fromkeys(paras, s.target)
    lift(s, w.unit("Soviet INF 29"), POOL)
    s.defenders, s.cell = [w.unit("Soviet INF 29")], "*/1R"
    s.fates = {w.unit("Soviet INF 29"): 1}
    give_hexes(s, 1 << s.target, w.party_of["ussr"])
    TouchDown().run(s)
    here = [u for u in paras if s.where[u] == s.target]
    assert len(here) == 2 and [s.where[u] for u in paras if u not in here] == [POOL] and not s.descent


@pytest.mark.rule("base.rail")
def test_the_way_out_of_rail_moves_is_always_open() -> None:
    s: State = steppe({"German INF IX": "Voronezh"}, (RailMoves(0),))
    act(s, AXIS, Done())
    assert pending(s) is None
