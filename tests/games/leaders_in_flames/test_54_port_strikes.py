"""Strikes at ships in port: who can fly them, who flies along, what the search gives, and what is counted afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Attack, Board, Done, Fly
from hexfront.games.leaders_in_flames.air.fight import BOMBER, FIGHTER, Flak
from hexfront.games.leaders_in_flames.air.missions import Homing
from hexfront.games.leaders_in_flames.air.strike import flak_rating
from hexfront.games.leaders_in_flames.kinds import AIRSEA, JAPAN, MISSIONS, PORT, USA, WEATHER
from hexfront.games.leaders_in_flames.sea.ports import (
    Edge,
    PortGuns,
    PortSearch,
    PortStrike,
    PortStrikes,
    PortTargets,
    Raiding,
    StrikeOver,
    has_missions,
    prey,
    strike_violation,
    strikers,
)
from hexfront.games.leaders_in_flames.sea.search import included
from hexfront.games.leaders_in_flames.state import State, turn_down
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import pending, settle
from hexfront.testing import act, refusal
from tests.games.leaders_in_flames.sea_kit import ALLIES, AXIS, SEATS, go_on, sea

VAL, ZERO, KATE = "Japanese D3A1", "Japanese A6M2", "Japanese CVP B5N2 III"
CLAUDE = "Japanese CVP D3A2"
FLEET = {
    "CV Shokaku": "coral_sea-2",
    KATE: "aboard CV Shokaku",
    "CV Zuikaku": "Truk",
    CLAUDE: "aboard CV Zuikaku",
}
HARBOUR = {"CA Astoria": "Noumea", "CA Portland": "Noumea", **FLEET}


def striking(place: dict[str, str], target: str = "Noumea", side: str = AXIS, **given: Any) -> State:
    """A strike at a port, nobody named yet."""
    s = sea(place, (PortTargets(SEATS.index(side), given.pop("late", False)),), side=side, **given)
    act(s, side, Attack(s.world.hex(target)))
    return s


def names(w: World, units: list[int]) -> set[str]:
    return {w.piece(u) for u in units}


def weather(s: State, place: str, word: str) -> None:
    """The weather of the zone of a hex or section."""
    from hexfront.games.leaders_in_flames.state import weather_at

    here = s.world.place(place)
    for zone in range(6):
        before = s.weather[zone]
        s.weather[zone] = WEATHER.index(word)
        if weather_at(s, here) == WEATHER.index(word) != before:
            return
        s.weather[zone] = before
    raise AssertionError("no zone has it")


# --- who can strike


@pytest.mark.rule("base.port_strike", "ability.106")
def test_carriers_at_sea_in_reach_and_those_that_have_sailed_with_him() -> None:
    s = sea(HARBOUR)
    w = s.world
    h = w.hex("Noumea")
    assert names(w, strikers(s, 0, h, False)) == {KATE}, "a carrier in port launches nobody"
    assert strikers(s, 0, h, True) == [], "it has not sailed with him"
    s.raiders = {w.unit("CV Shokaku"): w.unit("Nagumo")}
    assert names(w, strikers(s, 0, h, True)) == {KATE}
    s.flown = 1 << w.unit(KATE)
    assert strikers(s, 0, h, False) == strikers(s, 0, h, True) == [], "once an impulse"
    s.flown = 0
    assert strikers(s, 1, h, False) == []


@pytest.mark.rule("base.port_strike", "base.sky")
@pytest.mark.parametrize(
    ("place", "word", "flies"),
    [
        ("Noumea", "storm", False),
        ("coral_sea-2", "storm", False),
        ("Noumea", "rain", True),
        ("Tokyo", "blizzard", True),
    ],
)
def test_storm_over_the_port_or_the_carrier_keeps_them_down(place: str, word: str, flies: bool) -> None:
    s = sea(HARBOUR)
    s.weather = [0] * 6
    if place == "Tokyo":
        s.weather[s.world.lands.zone[s.world.hex(place)]] = WEATHER.index(word)
        flies = s.world.lands.zone[s.world.hex(place)] != s.world.lands.zone[s.world.hex("Noumea")]
    else:
        weather(s, place, word)
    assert bool(strikers(s, 0, s.world.hex("Noumea"), False)) is flies


@pytest.mark.rule("base.port_strike")
def test_aircraft_on_land_strike_within_range_and_need_a_factor_at_sea() -> None:
    wide = {
        "aircraft": {
            "japan": {
                "NAV": ["B5N2 1939 1/4/0/0/20 2", "D3A1 1937 2/2/2/0/8 2"],
                "FTR": ["A6M2 1940 5/0/0/0/20 2"],
            }
        }
    }
    place = {
        "CA Astoria": "Espiritu Santo",
        **FLEET,
        "CV Shokaku": "Truk",
        "Japanese B5N2": "Rabaul",
        ZERO: "Rabaul",
        VAL: "Rabaul",
        "Japanese INF 17": "Rabaul",
    }
    s = sea(place, pack=wide)
    w = s.world
    h = w.hex("Espiritu Santo")
    assert names(w, strikers(s, 0, h, False)) == {"Japanese B5N2", ZERO}, "the third is too far away"
    assert strikers(s, 0, h, True) == []
    turn_down(s, w.unit("Japanese B5N2"))
    assert names(w, strikers(s, 0, h, False)) == {ZERO}
    s.agenda = (PortTargets(0, False),)
    assert refusal(s, AXIS, Attack(h)) == "base.port_strike", "a fighter alone bombs nobody"


@pytest.mark.rule("base.port_strike")
def test_ports_that_can_be_struck() -> None:
    s = sea({**HARBOUR, "CA Chokai": "Rabaul", "CV Shokaku": "coral_sea-2"}, (PortTargets(0, False),))
    w = s.world
    expected = {"Noumea": "", "Suva": "base.port_strike", "Rabaul": "base.port_strike"}
    assert {at: refusal(s, AXIS, Attack(w.hex(at))) for at in expected} == expected
    assert refusal(s, AXIS, Attack(-1)) == "base.port_strike"
    assert names(w, prey(s, 0, w.hex("Noumea"))) == {"CA Astoria", "CA Portland"}
    assert prey(s, 1, w.hex("Noumea")) == [] == prey(s, 0, w.hex("Rabaul"))
    assert names(w, prey(s, 1, w.hex("Rabaul"))) == {"CA Chokai"}
    frame = pending(s)
    assert isinstance(frame, PortTargets)
    assert {w.label(a.hex) for a in frame.legal(s, AXIS) if isinstance(a, Attack)} == {
        w.label(w.hex("Noumea"))
    }


@pytest.mark.rule("base.port_strike", "base.neutral")
def test_nobody_strikes_the_ships_of_a_power_at_peace() -> None:
    s = sea(HARBOUR, (PortTargets(0, False),))
    w = s.world
    h, kate = w.hex("Noumea"), w.unit(KATE)
    assert strike_violation(s, 0, h, kate, BOMBER, False) is None
    s.wars[w.party[kate]] &= ~(1 << w.party_of["usa"])
    found = strike_violation(s, 0, h, kate, BOMBER, False)
    assert found is not None and found.rule == "base.neutral"
    assert refusal(s, AXIS, Attack(h)) == "base.port_strike"


@pytest.mark.rule("base.port_strike", "base.action")
def test_bombers_first_then_escorts_and_nobody_twice() -> None:
    place = {
        **HARBOUR,
        "CV Zuikaku": "coral_sea-2",
        "CV Junyo": "coral_sea-2",
        "Japanese CVP A6M2 II": "aboard CV Junyo",
    }
    s = striking(place)
    w = s.world
    kate, val = w.unit(KATE), w.unit(CLAUDE)
    assert refusal(s, AXIS, Fly(kate, FIGHTER)) == "base.port_strike", "nothing to escort"
    for role in (-1, 2, 3, 99):
        assert refusal(s, AXIS, Fly(kate, role)) == "base.port_strike"
    assert refusal(s, AXIS, Fly(-1, BOMBER)) == refusal(s, AXIS, Fly(9999, BOMBER)) == "base.port_strike"
    assert refusal(s, AXIS, Done()) == "base.port_strike", "a bomber first"
    act(s, AXIS, Fly(kate, BOMBER))
    assert s.used[5 * JAPAN + MISSIONS] == 1 and s.flown == 1 << kate
    assert refusal(s, AXIS, Fly(kate, FIGHTER)) == "base.port_strike", "it is in the air"
    act(s, AXIS, Fly(val, BOMBER))
    assert s.used[5 * JAPAN + MISSIONS] == 2, "each counts"


@pytest.mark.rule("base.port_strike", "base.action")
def test_no_bomber_flies_beyond_the_missions_of_its_power() -> None:
    s = sea({**HARBOUR, "CV Zuikaku": "coral_sea-2"}, (PortTargets(0, False),), action="combined")
    w = s.world
    act(s, AXIS, Attack(w.hex("Noumea")))
    act(s, AXIS, Fly(w.unit(KATE), BOMBER))
    while s.used[5 * JAPAN + MISSIONS] < 4:
        s.used[5 * JAPAN + MISSIONS] += 1
    assert refusal(s, AXIS, Fly(w.unit(CLAUDE), BOMBER)) == "base.action"


@pytest.mark.rule("base.action", "base.port_strike")
def test_strikes_are_asked_for_only_where_an_action_allows_missions() -> None:
    for action, may in (("air", True), ("combined", True), ("land", True), ("pass", False)):
        s = sea(HARBOUR, action=action)
        assert has_missions(s, 0) is may and has_missions(s, 1) is False, action


@pytest.mark.rule("base.port_strike")
def test_a_strike_begins_clean() -> None:
    s = sea(HARBOUR, (PortTargets(0, False),))
    w = s.world
    s.fates, s.toll, s.aimed, s.salvos = {1: 1}, [1, 2], 3, ["x"]
    s.shifts, s.picks, s.lift, s.guile = [1, 1], [1, 1], [1, 1], [1, 1]
    before = s.moves_made
    frame = pending(s)
    assert isinstance(frame, PortTargets)
    after = frame.apply(s, AXIS, Attack(w.hex("Noumea")))
    assert after == (PortStrike(0, False), PortStrikes(0, False)), "and others may follow"
    assert (s.port, s.raided, s.opener, s.mission, s.over) == (h := w.hex("Noumea"), 1 << h, 0, PORT, h)
    assert (s.fates, s.toll, s.aimed, s.salvos) == ({}, [0, 0], 0, [])
    assert s.shifts == s.picks == s.lift == s.guile == [0, 0]
    assert s.kind_of_fight == AIRSEA and s.moves_made == before + 1


# --- who flies along


@pytest.mark.rule("base.port_strike", "3.1j")
def test_3_1j_leaders_of_the_carriers_section_fly_along() -> None:
    place = {
        **HARBOUR,
        "Yamamoto": "coral_sea-2",
        "Nagumo": "coral_sea-2",
        "Halsey": "coral_sea-2",
        "Ozawa": "coral_sea-3",
        "CV Junyo": "coral_sea-3",
        "CA Chicago": "coral_sea-2",
    }
    s = striking(place, down=("Nagumo",))
    w = s.world
    kate = w.unit(KATE)
    assert refusal(s, AXIS, Board(w.unit("Yamamoto"), kate)) == "3.1j", "it does not fly yet"
    act(s, AXIS, Fly(kate, BOMBER))
    expected = {"Yamamoto": "", "Nagumo": "3.1j", "Halsey": "3.1j", "Ozawa": "3.1j"}
    assert {name: refusal(s, AXIS, Board(w.unit(name), kate)) for name in expected} == expected
    act(s, AXIS, Board(w.unit("Yamamoto"), kate))
    assert s.riders == {w.unit("Yamamoto"): kate}
    if isinstance(pending(s), Raiding):
        assert refusal(s, AXIS, Board(w.unit("Yamamoto"), kate)) == "3.1j", "he is in the air"


# --- the search


@pytest.mark.rule("base.port_strike", "base.surprise")
@pytest.mark.parametrize(
    ("word", "dice", "asleep", "found", "guile"),
    [
        ("fine", (6, 1), False, True, [0, 6]),  # (4 + 1) - (5 + 6)
        ("fine", (7, 1), False, False, None),
        ("rain", (4, 10), False, True, [5, 0]),  # (4 + 10) - (5 + 4)
        ("rain", (5, 10), False, False, None),
        ("snow", (4, 5), False, True, [0, 0]),
        ("fine", (1, 2), False, True, [0, 0]),
        ("fine", (1, 2), True, True, [4, 0]),
        ("fine", (6, 1), True, True, [0, 2]),
    ],
)
def test_what_both_dice_give(
    word: str, dice: tuple[int, int], asleep: bool, found: bool, guile: list[int] | None
) -> None:
    given: dict[str, Any] = {"surprised": 1 << 5} if asleep else {}
    s = striking(HARBOUR, weather=word, **given)
    w = s.world
    assert w.party_of["usa"] == 5 == USA
    act(s, AXIS, Fly(w.unit(KATE), BOMBER))
    go_on(s)
    assert isinstance(pending(s), PortSearch)
    frames = PortSearch(0).apply(s, dice)
    assert bool(frames) is found
    if guile is not None:
        assert s.guile == guile
        assert frames[-3:-2] == (PortGuns(0),) and s.flights == {w.unit(KATE): w.place("coral_sea-2")}


@pytest.mark.rule("base.port_strike")
def test_the_allies_strike_by_the_same_rule() -> None:
    place = {"CA Chokai": "Rabaul", "CV Wasp": "solomons-3", "American CVP SBD-5 III": "aboard CV Wasp"}
    s = striking(place, "Rabaul", ALLIES)
    act(s, ALLIES, Fly(s.world.unit("American CVP SBD-5 III"), BOMBER))
    go_on(s)
    section = 5 if s.world.waters.major >> s.world.hex("Rabaul") & 1 else 3
    PortSearch(1).apply(s, (1, 6))
    lead = (4 + 6) - (section + 1)
    assert s.guile == [0, lead] and lead > 0
    PortSearch(1).apply(s, (6, 1))
    assert s.guile == [section + 6 - 5, 0]


@pytest.mark.rule("base.port_strike")
def test_without_a_bomber_left_nothing_is_found() -> None:
    s = striking(HARBOUR)
    act(s, AXIS, Fly(s.world.unit(KATE), BOMBER))
    go_on(s)
    s.wing = {}
    assert PortSearch(0).apply(s, (1, 1)) == ()


# --- guns, and what is counted


@pytest.mark.rule("base.port_strike")
@pytest.mark.parametrize("side", [AXIS, ALLIES])
def test_ships_and_guns_of_the_port_fire(side: str) -> None:
    axis = side == AXIS
    place: dict[str, str] = (
        HARBOUR
        if axis
        else {"CA Chokai": "Rabaul", "CV Wasp": "solomons-3", "American CVP SBD-5 III": "aboard CV Wasp"}
    )
    s = striking(place, "Noumea" if axis else "Rabaul", side)
    w = s.world
    plane = w.unit(KATE if axis else "American CVP SBD-5 III")
    act(s, side, Fly(plane, BOMBER))
    go_on(s)
    number = SEATS.index(side)
    (flak,) = PortGuns(number).run(s)
    ships = included(s, 1 - number)
    assert ships and names(w, ships) <= {"CA Astoria", "CA Portland", "CA Chokai"}
    assert flak == Flak(1 - number, sum(w.ship(u).aa for u in ships) + flak_rating(s, s.port, 1 - number))


@pytest.mark.rule("base.port_strike", "base.surprise_points")
def test_what_was_bought_counts_in_the_air() -> None:
    s = striking(HARBOUR)
    s.lift, s.edge = [2, 1], [0, 0]
    assert Edge().run(s) == () and s.edge == [2, 1]
    s.edge[0] = 9
    assert s.lift == [2, 1]


@pytest.mark.rule("base.port_strike", "3.3c")
def test_after_a_strike_nothing_of_it_is_left_and_the_planes_go_home() -> None:
    s = striking(HARBOUR)
    w = s.world
    act(s, AXIS, Fly(w.unit(KATE), BOMBER))
    go_on(s)
    s.shot, s.aimed, s.flights = {JAPAN: 3}, 1, {w.unit(KATE): 0}
    assert StrikeOver().run(s) == (Homing(),)
    assert (s.port, s.opener, s.kind_of_fight, s.aimed) == (-1, -1, -1, 0)
    assert (s.fates, s.toll, s.flights) == ({}, [0, 0], {})


@pytest.mark.rule("base.port_strike")
def test_strikes_go_on_while_there_is_one_to_fly() -> None:
    s = sea({**HARBOUR, "CA Chicago": "Suva"}, ())
    s.agenda = (PortStrikes(0),)
    settle(s)
    assert isinstance(pending(s), PortTargets)
    act(s, AXIS, Done())
    assert pending(s) is None
    s.raided = s.world.waters.ports
    assert PortStrikes(0).run(s) == ()
