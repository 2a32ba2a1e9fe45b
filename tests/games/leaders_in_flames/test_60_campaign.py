"""Chapter 6: the printed campaign as it is set up; and cases of chapters 4, 5 and 7 that it shows."""

from __future__ import annotations

from collections import Counter

import pytest

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.actions import Done, SetMarker
from hexfront.games.leaders_in_flames.data import FILES, aircraft_of
from hexfront.games.leaders_in_flames.invariants import faults
from hexfront.games.leaders_in_flames.kinds import (
    CHINA,
    CIRCLE,
    GERMANY,
    KIND_IDS,
    PARTISAN,
    POOL,
    POWERS,
    RESERVE,
    SHIP_IDS,
    USSR,
)
from hexfront.games.leaders_in_flames.leaders.draft import Draft, Markers, leaders_play, side_of, veto_cost
from hexfront.games.leaders_in_flames.politics.acts import DeclareWar
from hexfront.games.leaders_in_flames.politics.step import Politics, PoliticsStep
from hexfront.games.leaders_in_flames.sea.convoys import key_of
from hexfront.games.leaders_in_flames.setup import communist_ground, is_lent, members, set_up
from hexfront.games.leaders_in_flames.state import State, holder
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Setup, pending, settle
from hexfront.testing import act, refusal, roll
from tests.games.leaders_in_flames.kit import ALLIES, AXIS, campaign, done_with, opening, steppe, where

FORCES = {
    "germany": {"ARM": 5, "MECH": 4, "MOT": 5, "INF": 15, "MTN": 2, "PARA": 1, "GAR": 4, "MIL": 2, "FTR": 5, "LND": 8, "NAV": 2, "ATR": 2},
    "italy": {"MECH": 2, "MOT": 2, "INF": 5, "MTN": 1, "GAR": 2, "MIL": 2, "FTR": 3, "LND": 4, "NAV": 1},
    "japan": {"ARM": 1, "MECH": 1, "MOT": 2, "INF": 9, "MTN": 1, "MAR": 2, "GAR": 3, "MIL": 3, "FTR": 3, "LND": 4, "NAV": 3, "ATR": 1},
    "commonwealth": {"ARM": 1, "MECH": 2, "MOT": 4, "INF": 6, "GAR": 2, "MIL": 3, "FTR": 5, "LND": 6, "NAV": 2, "ATR": 1},
    "ussr": {"ARM": 3, "MECH": 3, "MOT": 4, "INF": 14, "CAV": 3, "MTN": 1, "PARA": 1, "GAR": 4, "MIL": 2, "FTR": 3, "LND": 5, "NAV": 1, "ATR": 1},
    "usa": {"MECH": 1, "MOT": 2, "INF": 3, "MAR": 1, "GAR": 1, "FTR": 3, "LND": 2, "NAV": 2, "ATR": 1},
    "communists": {"INF": 2, "CAV": 1, "GAR": 1},
    "france": {"INF": 1, "MTN": 1},
    "vichy": {"INF": 3, "GAR": 1, "FTR": 1, "LND": 1},
}  # fmt: skip
"""The ledger's proposal of what each power sets up."""


@pytest.fixture(scope="module")
def start() -> State:
    return set_up(World(Setup("beginning")))


def kinds_on_map(s: State, nation: str) -> Counter[str]:
    w = s.world
    ids = dict(enumerate(KIND_IDS)) | dict(enumerate(SHIP_IDS, 32))
    return Counter(
        ids[w.kind[u]]
        for u, h in enumerate(s.where)
        if h >= 0 and w.nation[u] == nation and not w.is_leader(u) and not w.division[u] and w.kind[u] in ids
    )


@pytest.mark.rule("6a")
@pytest.mark.parametrize("nation", FORCES)
def test_each_power_sets_up_its_forces(start: State, nation: str) -> None:
    found = kinds_on_map(start, nation)
    assert {kind: found[kind] for kind in FORCES[nation]} == FORCES[nation]
    assert not list(faults(start))


@pytest.mark.rule("6a")
def test_one_unit_of_each_power_comes_in_each_of_the_next_six_turns(start: State) -> None:
    w = start.world
    for power in (p for p in w.powers if POWERS[p] != "france"):
        due = sorted(start.due[u] for u, at in enumerate(start.where) if at == CIRCLE and w.party[u] == power)
        assert due == [2, 3, 4, 5, 6, 7], POWERS[power]


@pytest.mark.rule("6r")
def test_6r_communists_set_up_near_their_cities_and_in_no_city_of_the_nationalists(start: State) -> None:
    w = start.world
    cities = [w.hex("Sian"), w.hex("Lanchow")]
    theirs = [u for u in range(w.first_leader) if w.nation[u] == "communists" and start.where[u] >= 0]
    assert len(theirs) == 5
    for u in theirs:
        assert min(w.grid.distance(start.where[u], city) for city in cities) <= 3
    assert not communist_ground(start) & w.cities & start.control[CHINA]
    for place in ("Kunming", "Ichang"):
        more = {"setups": {"beginning": {"units": {place: ["Communist GAR 5"]}}}}
        with pytest.raises(BadData, match="too far from the Communist cities"):
            set_up(World(Setup("beginning", {}, more)))


@pytest.mark.rule("6s")
def test_6s_the_free_french_force_pool(start: State) -> None:
    w = start.world
    pool = [
        w.piece(u)
        for u, at in enumerate(start.where)
        if at == POOL and w.nation[u] == "france" and w.kind[u] != PARTISAN
    ]
    assert sorted(pool) == ["French ARM DIV 4", "French MTN Alpine", "French MTN DIV Alpine", "French TRS IV"]
    assert where(start, "French ARM Chevalier") == "out"


@pytest.mark.rule("6t")
def test_6t_lend_lease_aircraft_are_in_the_pools_from_the_start(start: State) -> None:
    w = start.world
    lent = [u for u in range(w.first_plane, w.first_ship) if is_lent(w, u)]
    assert {"Chinese P-40C", "Chinese C-47", "French A-20B", "British F4U-1"} <= {w.piece(u) for u in lent}
    assert not any(start.where[u] == RESERVE for u in lent)
    more = {"scenarios": {"scenario": [{"id": "beginning", "lend_lease": False}]}}
    kept = set_up(World(Setup("beginning", {}, more)))
    assert where(kept, "Chinese C-47") == "reserve" and where(kept, "British Spitfire I") != "reserve"


@pytest.mark.rule("base.vichy")
def test_vichy_fights_with_what_it_kept() -> None:
    s = campaign({"Vichy French INF V": "Casablanca"}, (PoliticsStep(1),), side=ALLIES, phase="politics")
    target = s.world.minors[s.world.minor_of["vichy"]].parties[0]
    act(s, ALLIES, DeclareWar(3, target))
    done_with(s)
    w = s.world
    assert [w.piece(u) for u in range(w.first_leader) if w.nation[u] == "vichy" and s.where[u] >= 0] == [
        "Vichy French INF V"
    ]


# --- chapters 4, 5 and 7


@pytest.mark.rule("4f")
def test_4f_leaders_wait_for_the_first_great_war() -> None:
    peace = {"scenarios": {"scenario": [{"id": "beginning", "wars": [["japan", "china"]]}]}}
    for late, more, drawn in ((True, peace, False), (False, peace, True), (True, {}, True)):
        s = campaign(agenda=(Draft(),), options={"late_leaders": late}, more=more, phase="draft", side="")
        assert leaders_play(s) is drawn
        assert bool(s.agenda) is drawn
    pairs = [("germany", "france"), ("germany", "ussr"), ("germany", "usa"), ("germany", "commonwealth"), ("japan", "usa"), ("japan", "commonwealth")]  # fmt: skip
    for a, b in pairs:
        more = {"scenarios": {"scenario": [{"id": "beginning", "wars": [[a, b]]}]}}
        assert leaders_play(campaign(options={"late_leaders": True}, more=more)), (a, b)


@pytest.mark.rule("4.1.2g")
def test_4_1_2g_franco_is_on_nobodys_side_while_spain_is_neutral() -> None:
    s = campaign(agenda=(Draft(),), phase="draft", side="")
    roll(s, "Franco")
    assert side_of(s, s.drawn) == -1
    assert [veto_cost(s, power) for power in s.world.powers] == [1] * 8, (
        "nobody saves him, everybody may veto"
    )
    while isinstance(frame := pending(s), Markers):
        seat = frame.deciders(s)[0]
        first = frame.legal(s, seat)[0]
        act(s, seat, SetMarker(first.power, first.power == GERMANY))
    assert where(s, "Franco") == "cup", "a Veto of the Axis keeps him away"


@pytest.mark.rule("5.2")
def test_5_2_seventeen_german_aircraft_replace_those_with_the_same_front_values() -> None:
    rows = FILES.own["aircraft"]["germany"]
    new = rows["replacements"]
    assert len(set(new)) == 17
    names = [plane.name for plane in aircraft_of("germany", rows)]
    assert set(new) <= set(names)
    old = {**rows, "FTR": ["Bf-109 (1996) 1940 6/0/1/0/3 2", *rows["FTR"], "Bf-109X 1940 6/0/1/0/4 2"]}
    with_old = [plane.name for plane in aircraft_of("germany", old)]
    assert "Bf-109 (1996)" not in with_old and "Bf-109X" in with_old
    assert [name for name in with_old if name != "Bf-109X"] == names


def vetoed(germany: bool, ussr: bool) -> State:
    s = steppe({}, (Draft(),), side="", phase="draft")
    roll(s, "Guderian")
    act(s, AXIS, SetMarker(GERMANY, germany))
    act(s, ALLIES, SetMarker(USSR, ussr))
    return s


@pytest.mark.rule("7b")
def test_7b_a_vetoed_leader_may_be_drawn_again_at_once() -> None:
    s = vetoed(False, True)
    roll(s, "Guderian")
    assert s.drawn == s.world.unit("Guderian") and s.turn == vetoed(False, True).turn


@pytest.mark.rule("7c")
def test_7c_who_wants_him_pays_nothing_if_nobody_vetoes() -> None:
    s = vetoed(False, False)
    assert where(s, "Guderian") == "ready" and s.veto[GERMANY] == 4 and s.veto[USSR] == 3


@pytest.mark.rule("base.war")
def test_where_there_is_nothing_to_declare_nobody_is_asked() -> None:
    s = opening()
    assert all(len(Politics(side).legal(s, "")) == 1 for side in (0, 1)), "only to go on"
    assert all(PoliticsStep(side).run(s) == () for side in (0, 1))


@pytest.mark.rule("base.war")
def test_where_there_is_much_to_choose_each_power_acts_for_itself() -> None:
    s = set_up(World(Setup("global")))
    assert len(Politics(0).legal(s, AXIS)) > 80, "or this test shows nothing"
    s.side, s.agenda = 0, (PoliticsStep(0),)
    settle(s)
    asked = []
    while pending(s) is not None:
        frame = pending(s)
        assert isinstance(frame, Politics) and len(frame.legal(s, AXIS)) <= 80
        asked.append(frame.power)
        rival = next(
            a for a in Politics(0, (frame.power + 1) % 3).legal(s, AXIS) if isinstance(a, DeclareWar)
        )
        assert refusal(s, AXIS, rival) == "base.war"
        act(s, AXIS, Done())
    assert asked == [0, 1, 2]


@pytest.mark.parametrize("name", ["gelb", "pacific", "global", "beginning"])
def test_every_set_up_of_the_world_is_sound(name: str) -> None:
    s = set_up(World(Setup(name)))
    w = s.world
    assert not list(faults(s))
    for u, h in enumerate(s.where):
        if h >= 0 and w.is_troop(u):
            lord = holder(s, h)
            same = w.parties[lord].side == w.side[u]
            assert (same and not s.neutral >> lord & 1) or w.nation[u] == "vichy", (
                f"{w.piece(u)} at {w.title(h)}"
            )


@pytest.mark.rule("4a", "4e", "5.1a", "4c")
def test_everything_of_the_set_up_is_where_it_is_printed(start: State) -> None:
    """Units and aircraft in their hexes, ships in port or at sea, convoys, merchants, the initiative, points to begin with."""
    s, w = start, start.world
    layout = w.data["setups"][w.plan.setup]
    for place, names in (*layout["units"].items(), *layout["aircraft"].items()):
        assert all(s.where[w.unit(name)] == w.hex(place) for name in names), place
    for place, names in layout["ships"].items():
        assert all(s.where[u] == w.place(place) for name in names for u in members(w, name)), place
    for name, seas in layout["convoys"].items():
        power = POWERS.index(name)
        for sea, points in seas.items():
            if sea == "home":
                assert s.merchants[power] == points
            else:
                assert s.convoys[key_of(w.lands.seas.number[sea], power)] == points
    assert s.initiative == w.plan.initiative
    for power in w.powers:
        assert s.chits[power] == w.plan.chits.get(POWERS[power], 0)
        assert s.veto[power] == w.tables.veto[power] and s.pilots[power] == w.plan.pilots.get(
            POWERS[power], 0
        )


@pytest.mark.rule("4a", "4e", "5.1a")
def test_a_unit_in_two_hexes_is_bad_data(start: State) -> None:
    layout = start.world.data["setups"][start.world.plan.setup]["units"]
    first, second, *_ = layout
    twice = {first: [*layout[first], layout[second][0]]}
    with pytest.raises(BadData, match="two hexes"):
        set_up(World(Setup("beginning", {}, {"setups": {start.world.plan.setup: {"units": twice}}})))
