"""Chapter 6: reinforcements, replacements, Guards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import Done, Make, Place, Rebuild, Train
from hexfront.games.lebensraum.arrivals import Arrivals, DrawArmy, Placing, entry_hexes, place, put_off
from hexfront.games.lebensraum.events import Told
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    BEHIND,
    DEGRADE,
    ELIMINATED,
    ENGLAND,
    FLIP,
    GUARDS,
    LATER,
    PILE,
    READY,
    SECTIONS,
    SOVIET,
    TRAINING,
)
from hexfront.games.lebensraum.landings import come_ashore
from hexfront.games.lebensraum.replacements import RETURN, GainSteps, Rebuilding, recruits
from hexfront.games.lebensraum.setup import blank_state, set_up
from hexfront.games.lebensraum.state import (
    State,
    begin_at,
    eliminate,
    leave_reserve,
)
from hexfront.games.lebensraum.view import due
from hexfront.games.lebensraum.world import World
from hexfront.hexes import bits
from hexfront.kernel import Setup
from hexfront.wargame import put
from tests.games.lebensraum.kit import HOME, Table, position, world
from tests.games.lebensraum.test_07_missions import said
from tests.games.lebensraum.test_14_aids import box


def started(scenario: str = "conclusions", **fields: Any) -> State:
    """A scenario set up, with some fields changed."""
    s = set_up(world(scenario))
    for name, value in fields.items():
        setattr(s, name, value)
    return s


def labels(s: State, hexes: int) -> set[str]:
    return set(s.world.board.labels(hexes))


# --- arrivals


@pytest.mark.rule("6.11a", "6.11b", "6.11c", "6.12g", "6.1a")
def test_axis_arrivals_come_on_their_turn_at_their_hex() -> None:
    t = Table(started(turn=4, agenda=(Arrivals(AXIS),)))
    w = t.w
    hun, ital = w.unit("hu-2"), w.unit("it-8")
    assert (t.s.where[hun], t.s.where[ital], t.s.where[w.unit("hu-1")]) == (READY, READY, LATER)
    assert labels(t.s, entry_hexes(t.s, hun)) == {"3030"} and labels(t.s, entry_hexes(t.s, ital)) == {"4032"}
    assert t.why(Done()) == "6.1a"
    t.act(Place(hun, w.hex("Budapest"), False), Place(ital, w.hex("Tirana"), True))
    assert t.s.reserve >> ital & 1 and not t.s.reserve >> hun & 1  # 6.12g
    assert t.s.fresh == 1 << hun | 1 << ital


@pytest.mark.rule("6.11b")
def test_an_axis_army_enters_where_its_row_says() -> None:
    w = World(Setup(scenario="conclusions"))
    u = w.unit("hu-2")
    w.armies = tuple(replace(a, entry="Bucharest") if a.id == "hu-2" else a for a in w.armies)
    s = set_up(w)
    s.control[AXIS] |= 1 << w.hex("Bucharest")
    assert entry_hexes(s, u) == 1 << w.hex("Bucharest")


@pytest.mark.rule("6.11a", "6.42b")
def test_after_turn_9_others_still_arrive_and_the_italians_do_not() -> None:
    t = Table(started(turn=11, agenda=(Arrivals(AXIS),)))
    assert t.s.where[t.w.unit("hu-1")] == READY and t.s.where[t.w.italian_8th] == LATER


@pytest.mark.rule("6.13a", "6.1a")
def test_who_sailed_home_comes_once_its_beach_is_allied() -> None:
    s = started("italy", turn=14)
    w = s.world
    for u in w.units_of[ALLIED]:
        if s.where[u] == LATER:
            s.where[u] = ELIMINATED
    first, second = w.unit("us-1"), w.unit("br-2")
    s.where[first] = s.where[second] = ENGLAND
    s.control[AXIS] &= ~(1 << w.hex("1517"))
    s.control[ALLIED] = s.control[ALLIED] & ~(1 << w.hex("1516")) | 1 << w.hex("1517")
    s.agenda = (Arrivals(ALLIED),)
    t = Table(s)
    assert (s.where[first], s.where[second]) == (READY, ENGLAND)
    assert {action.unit for action in t.legal() if isinstance(action, Place)} == {first}


@pytest.mark.rule("6.1a", "6.1c", "6.3a", "6.12f", "11.3e")
def test_what_can_be_placed_and_what_cannot() -> None:
    places = {"su-28": "ready", "su-para": "ready", "su-1gd": "ready", "su-9": "Gorky"}
    t = position(
        "conclusions", turn=14, place=places, agenda=(Placing(SOVIET),), control={"axis": ["Moscow"]}
    )
    w, s = t.w, t.s
    army, para, guard = (w.unit(name) for name in ("su-28", "su-para", "su-1gd"))
    gates = entry_hexes(s, army)
    assert not entry_hexes(s, para), "Moscow is not Soviet"
    wanted = {Place(u, h, held) for u in (army, guard) for h in bits(gates) for held in (False, True)}
    assert set(t.legal()) == wanted | {Train(army)}, "paratroops and Guards do not train"
    assert {t.why(Train(u)) for u in (para, guard)} == {"6.3a"}
    assert t.why(Place(army, -1, False)) == t.why(Place(army, w.hex("Moscow"), False)) == "6.12f"
    assert t.why(Place(w.unit("su-9"), w.hex("Gorky"), False)) == "6.1a"
    frame = t.s.agenda[0]
    assert isinstance(frame, Placing)
    assert frame.option(s, "soviet", Train(army)).label.startswith("Train ")
    t.act(Place(army, w.hex("Gorky"), False))
    assert isinstance(t.s.agenda[0], Placing), "one more to place"
    t.act(Place(guard, w.hex("Gorky"), True))
    assert not t.s.agenda and t.s.where[para] == LATER, "who finds no hex waits"


@pytest.mark.rule("6.1a", "11.3e")
def test_an_axis_army_with_more_steps_is_not_placed_in_reserve() -> None:
    t = position("conclusions", turn=5, place={"de-6": "ready", "de-4": "ready"}, agenda=(Placing(AXIS),))
    w, berlin = t.w, t.w.hex("Berlin")
    better, plain = w.unit("de-6"), w.unit("de-4")
    t.s.bettered |= 1 << better
    assert set(t.legal()) == {
        Place(better, berlin, False),
        Place(plain, berlin, False),
        Place(plain, berlin, True),
    }
    assert t.why(Place(better, berlin, True)) == "11.3e"


@pytest.mark.rule("11.5e")
def test_an_arriving_unit_takes_its_hex() -> None:
    t = position("conclusions", turn=5, place={"de-6": "ready"}, agenda=(Placing(AXIS),))
    berlin = 1 << t.w.hex("Berlin")
    place(t.s, t.w.unit("de-6"), t.w.hex("Kiev"), False)
    assert t.s.control[AXIS] >> t.w.hex("Kiev") & 1 and not t.s.control[SOVIET] >> t.w.hex("Kiev") & 1
    assert t.s.control[AXIS] & berlin


@pytest.mark.rule("6.11e")
def test_a_unit_that_came_back_from_the_dead_stays_ready_for_a_free_hex() -> None:
    """Only a unit of the schedule has a turn to wait for."""
    t = position("conclusions", turn=5, place={"de-6": "ready", "hu-2": "ready"})
    put_off(t.s, AXIS)
    assert (t.s.where[t.w.unit("de-6")], t.s.where[t.w.unit("hu-2")]) == (READY, LATER)


@pytest.mark.rule("6.11e", "6.1a")
def test_axis_entry_waits_for_a_free_hex() -> None:
    w = world("conclusions")
    s = started(turn=4)
    beside = next(
        n for n in w.lands.next_to[w.hex("Budapest")] if not w.lands.river.has(n, w.hex("Budapest"))
    )
    s.crossed = (1 << len(w.lands.borders)) - 1
    foe = w.unit("su-8tank")
    put(s, foe, beside)
    s.agenda = (Arrivals(AXIS),)
    t = Table(s)
    t.act(Place(w.unit("it-8"), w.hex("Tirana"), False))
    assert s.where[w.unit("hu-2")] == LATER  # in a zone
    later = started(turn=5)
    later.where[w.unit("hu-2")] = LATER
    later.agenda = (Arrivals(AXIS),)
    assert Table(later).s.where[w.unit("hu-2")] == READY


@pytest.mark.rule("6.41a", "6.41b", "6.41c")
def test_paratroops_come_to_their_capitals_on_turn_6() -> None:
    w = world("conclusions")
    for power, unit, city in ((AXIS, "de-para", "Berlin"), (SOVIET, "su-para", "Moscow")):
        s = started(turn=6)
        assert entry_hexes(s, w.unit(unit)) == 1 << w.hex(city)
        s.control[power] &= ~(1 << w.hex(city))
        assert entry_hexes(s, w.unit(unit)) == 0
    t = Table(started(turn=6, agenda=(Arrivals(SOVIET),)))
    t.roll("su-40", "su-50")
    assert t.s.where[w.unit("su-para")] == READY


@pytest.mark.rule("6.12b", "6.12c", "6.12d", "6.12e", "6.12f")
def test_soviet_arrivals() -> None:
    t = Table(started(turn=5, agenda=(Arrivals(SOVIET),)))
    w = t.w
    there = {w.armies[u].id for u in w.series["new"] if t.s.where[u] == PILE}
    assert set(DrawArmy().outcomes(t.s).markers) == there
    t.roll("su-45", "su-28", "su-62", "su-30")
    assert "su-45" not in DrawArmy().outcomes(t.s).markers
    ready = {w.armies[u].id for u in w.units if t.s.where[u] == READY}
    assert ready == {"su-45", "su-28", "su-62", "su-30", "su-1tank", "su-2tank"}
    gates = entry_hexes(t.s, w.unit("su-45"))
    assert gates >> w.hex("Moscow") & 1 and not gates >> w.hex("Kursk") & 1  # a population of 2 at least
    assert gates & w.lands.east_edge == w.lands.east_edge
    shock = entry_hexes(t.s, w.unit("su-1shock"))
    assert shock == w.lands.east_edge
    winter = Table(started(turn=2, agenda=(Arrivals(SOVIET),)))
    assert {n for n in range(1, 7) if winter.s.where[w.unit(f"su-{n}shock")] == READY} == {1, 2, 3}


@pytest.mark.rule("6.12f")
def test_no_entry_in_a_city_under_hostile_zones() -> None:
    t = position(place={"de-2pz": "2411", "su-28": "ready"}, agenda=(Placing(SOVIET),))
    w = t.w
    near = w.hex("Moscow")
    if not w.lands.river.has(w.hex("2411"), near):
        assert not entry_hexes(t.s, w.unit("su-28")) >> near & 1
    assert entry_hexes(t.s, w.unit("su-28")) >> w.hex("Gorky") & 1


def test_an_empty_pile_gives_steps() -> None:
    """RULING 6.12-a."""
    s = started(turn=5)
    for u in (*s.world.series["new"], *s.world.series["tank"]):
        s.where[u] = ELIMINATED
    s.agenda = (Arrivals(SOVIET),)
    t = Table(s)
    t.roll("steps", "steps", "steps", "steps")
    assert s.saved[2 * SOVIET : 2 * SOVIET + 2] == [8, 4]


@pytest.mark.rule("6.43a")
def test_tito_comes_when_belgrade_is_free() -> None:
    w = world("conclusions")
    s = started(turn=14)
    s.agenda = (Arrivals(SOVIET),)
    assert Table(s).s.where[w.unit("yu")] == LATER
    free = started(turn=14)
    free.control[AXIS] &= ~(1 << w.hex("Belgrade"))
    free.control[SOVIET] |= 1 << w.hex("Belgrade")
    free.agenda = (Arrivals(SOVIET),)
    t = Table(free)
    t.act(Place(w.unit("yu"), w.hex("Belgrade"), False))
    assert t.at("yu") == "3530"


@pytest.mark.rule("6.13a", "6.13b", "6.13c", "6.13d")
def test_allied_arrivals() -> None:
    w = world("italy")
    s = started("italy", turn=13)
    third, seventh = w.unit("us-3"), w.unit("us-7")
    assert entry_hexes(s, third) == 0  # the enemy holds its beach
    s.control[AXIS] &= ~(1 << w.hex("1517"))
    s.control[ALLIED] |= 1 << w.hex("1517")
    assert labels(s, entry_hexes(s, third)) == {"1517"}
    ports = entry_hexes(s, seventh)
    assert (
        ports >> w.hex("Palermo") & 1
        and not ports >> w.hex("Naples") & 1
        and not ports >> w.hex("Birmingham") & 1
    )
    assert labels(s, entry_hexes(s, w.unit("al-para"))) == {w.label(w.hex("London"))}
    free = started("west", turn=13)
    assert entry_hexes(free, third) >> w.hex("Palermo") & 1  # no fixed beach in the free campaign


@pytest.mark.seam("6", "7.46")
@pytest.mark.rule("7.461b", "7.461c", "7.461h", "7.461i", "7.461a")
def test_air_markers_change_with_the_turn() -> None:
    for turn, axis, soviet in ((1, 8, 2), (3, 8, 3), (10, 8, 10), (15, 6, 10), (16, 4, 10)):
        s = started(turn=turn)
        s.agenda = (Arrivals(AXIS),)
        t = Table(s)
        t.s.agenda = (Arrivals(SOVIET),)
        t.settle()
        assert t.s.air[:2] == [axis, soviet]


# --- replacements


def building(power: int = AXIS, saved: tuple[int, int] = (9, 9), **given: Any) -> Table:
    steps = [0] * 6
    steps[2 * power : 2 * power + 2] = saved
    return position("conclusions", saved=steps, agenda=(Rebuilding(power),), **given)


@pytest.mark.seam("6", "13")
@pytest.mark.rule("6.21a", "6.21g", "13.0j")
def test_scheduled_steps_come_in_and_are_kept() -> None:
    t = position("conclusions", turn=8, saved=[1, 0, 0, 0, 0, 0], agenda=(GainSteps(AXIS),))
    assert t.s.saved[:2] == [1 + 5, 3]
    both = position("war", turn=13, agenda=(GainSteps(AXIS),))
    assert both.s.saved[:2] == [4 + 2, 2 + 1]
    west = position("italy", turn=13, agenda=(GainSteps(ALLIED),))
    assert west.s.saved[4:] == [1, 2]


@pytest.mark.rule("6.21b", "6.21c", "6.21d", "6.21e", "6.21f", "6.21i", "11.3e")
def test_axis_units_in_reserve_are_built_up_once_by_strength_and_once_by_class() -> None:
    t = building(
        place={"de-6": "Minsk", "de-4": "Riga", "de-2pz": "Kiev"},
        reduced=["de-6", "de-4"],
        grades={"de-6": 2},
        reserve=["de-6", "de-2pz"],
    )
    w = t.w
    u = w.unit("de-6")
    assert t.why(Rebuild(-1, FLIP)) == t.why(Rebuild(9999, FLIP)) == "6.2a"
    assert t.why(Rebuild(w.unit("de-4"), FLIP)) == "6.21b"  # not in reserve
    assert t.why(Rebuild(w.unit("de-2pz"), FLIP)) == "6.21d"
    t.act(Rebuild(u, DEGRADE))
    assert (t.s.grade[u], t.s.weak[u]) == (1, 1)  # a reduced unit stays reduced
    assert t.why(Rebuild(u, DEGRADE)) == "6.21e"
    t.act(Rebuild(u, FLIP))
    assert (t.s.grade[u], t.s.weak[u]) == (1, 0) and t.s.saved[:2] == [7, 9]
    t.act(Done())
    assert t.s.reserve == 1 << w.unit("de-2pz")
    poor = building(saved=(0, 5), place={"de-6": "Minsk"}, reduced=["de-6"], reserve=["de-6"])
    assert poor.why(Rebuild(u, FLIP)) == "6.21c"


@pytest.mark.rule("6.21h", "6.11d")
def test_an_eliminated_german_army_returns_at_its_weakest_in_berlin() -> None:
    t = building(place={"de-6": "eliminated", "ro-3": "eliminated", "fi": "eliminated"})
    w = t.w
    u = w.unit("de-6")
    t.act(Rebuild(u, RETURN))
    assert (t.s.grade[u], t.s.weak[u], t.s.where[u]) == (2, 1, READY)
    assert entry_hexes(t.s, u) == 1 << w.hex("Berlin")
    assert entry_hexes(t.s, w.unit("ro-3")) == 1 << w.hex("Budapest") and entry_hexes(
        t.s, w.unit("fi")
    ) == 1 << w.hex("Helsinki")
    t.act(Done(), Place(u, w.hex("Berlin"), True))
    assert t.at("de-6") == w.label(w.hex("Berlin"))


@pytest.mark.rule("6.42b")
def test_the_italian_8th_army_does_not_come_back_after_turn_9() -> None:
    for turn, rule in ((9, ""), (10, "6.42b")):
        t = building(place={"it-8": "eliminated"}, turn=turn)
        assert t.why(Rebuild(t.w.italian_8th, RETURN)) == rule


@pytest.mark.rule("6.21b", "6.21d", "6.21h", "6.22h", "6.42b", "6.2e")
def test_who_can_be_rebuilt_on_turn_10() -> None:
    place = {"it-8": "eliminated", "de-6": "eliminated", "ro-3": "eliminated", "de-4": "Minsk"}
    t = building(place=place, turn=10, grades={"de-4": 1}, reserve=["de-4"])
    w, s = t.w, t.s
    italians, german, romanian, there = (w.unit(name) for name in place)
    assert t.why(Rebuild(italians, RETURN)) == "6.42b" and t.why(Rebuild(german, RETURN)) == ""
    s.control[AXIS] &= ~(1 << w.hex("Budapest") | 1 << w.hex("Tirana"))
    assert t.why(Rebuild(italians, RETURN)) == "6.42b", "wherever it would enter"
    assert t.why(Rebuild(romanian, RETURN)) == "6.21h"
    assert t.why(Rebuild(there, RETURN)) == "6.22h"
    assert set(t.legal()) == {Rebuild(german, RETURN), Rebuild(there, DEGRADE), Done()}
    assert t.why(Rebuild(there, 7)) == t.why(Rebuild(there, -1)) == "6.21d"
    s.grade[there] = 0
    assert t.why(Rebuild(there, DEGRADE)) == "6.21d", "the best there is"


@pytest.mark.rule("6.21a", "6.22a", "6.22f", "6.21b")
def test_only_the_soviets_make_steps_and_everybody_begins_afresh() -> None:
    t = building(AXIS, saved=(2, 2))
    assert t.why(Make(0)) == "6.22a" and not any(isinstance(a, Make) for a in t.legal())
    t.s.flipped = t.s.bettered = 5
    GainSteps(AXIS).run(t.s)
    assert t.s.flipped == t.s.bettered == 0


@pytest.mark.rule("6.22f", "6.21b", "6.22d", "6.22e")
def test_the_last_points_make_a_step_too() -> None:
    t = building(SOVIET, saved=(0, 0))
    for kind, price in enumerate(t.w.tables.prices):
        t.s.population, t.s.production = price.population, price.production
        assert t.why(Make(kind)) == ""
        t.s.production -= 1
        assert t.why(Make(kind)) != ""
        t.s.population, t.s.production = price.population - 1, price.production
        assert t.why(Make(kind)) != ""
    assert t.why(Make(2)) == t.why(Make(-1)) == "6.22a"


@pytest.mark.rule("6.22a", "6.22b", "6.22c", "6.22d", "6.22e", "6.22f", "6.22g", "6.22h", "6.22i", "6.22l")
def test_the_printed_soviet_production() -> None:
    """60 population and 51 production make three infantry steps and one armor step."""
    places = {
        "su-42": "Moscow",
        "su-6": "Gorky",
        "su-39": "Kazan",
        "su-11tank": "eliminated",
        "su-31": "Tula",
    }
    names = ["su-42", "su-6", "su-39"]
    t = position(place=places, reduced=[*names, "su-31"], reserve=names, agenda=(GainSteps(SOVIET),))
    w = t.w
    assert (t.s.population, t.s.production) == (60, 51)
    t.act(Make(0), Make(0), Make(0), Make(1))
    assert (t.s.population, t.s.production) == (25, 1)
    assert t.why(Make(0)) == "6.22d" and t.why(Make(1)) == "6.22e"
    assert t.why(Rebuild(w.unit("su-31"), FLIP)) == "6.21b"
    t.act(*(Rebuild(w.unit(name), FLIP) for name in names), Rebuild(w.unit("su-11tank"), RETURN))
    assert [t.s.weak[w.unit(name)] for name in names] == [0, 0, 0] and t.s.weak[w.unit("su-11tank")] == 1
    t.act(Done(), Place(w.unit("su-11tank"), w.hex("Moscow"), True))
    assert t.s.reserve == 1 << w.unit("su-11tank")
    kept = position(saved=[0, 0, 3, 1, 0, 0], agenda=(GainSteps(SOVIET),))
    kept.act(Make(0), Done())
    assert kept.s.saved == [0, 0, 4, 1, 0, 0]


@pytest.mark.seam("6", "11.5")
@pytest.mark.rule("6.22b")
def test_recruits_come_from_the_east_but_not_from_hungary_and_germany() -> None:
    assert recruits(position(control={"soviet": ["Budapest", "Berlin"]}).s) == 60
    assert recruits(position(control={"soviet": ["Bucharest", "Warsaw"]}).s) == 64
    assert recruits(position(control={"axis": ["Minsk", "Kiev"]}).s) == 55


@pytest.mark.rule("6.22h", "6.22j", "6.22k")
def test_soviet_units_are_rebuilt_at_will_and_new_ones_built_in_order() -> None:
    places = {"su-28": "pile", "su-29": "pile", "su-9": "eliminated", "su-6": "eliminated"}
    t = building(SOVIET, place=places)
    w = t.w
    assert t.why(Rebuild(w.unit("su-29"), RETURN)) == "6.22k"
    t.act(Rebuild(w.unit("su-28"), RETURN), Rebuild(w.unit("su-29"), RETURN), Rebuild(w.unit("su-9"), RETURN))
    t.act(Rebuild(w.unit("su-9"), FLIP))  # two steps: full strength
    assert t.s.weak[w.unit("su-9")] == 0 and t.s.saved[2] == 5


@pytest.mark.rule("6.3a", "6.3b", "6.3c", "6.3d")
def test_armies_become_guards_after_a_turn() -> None:
    places = {
        "su-28": "ready",
        "su-1tank": "ready",
        "su-1gd": "guards",
        "su-2gd": "guards",
        "su-1gdtank": "guards",
    }
    t = position("conclusions", turn=14, place=places, agenda=(Placing(SOVIET),), reduced=["su-1tank"])
    w = t.w
    assert {Train(w.unit(name)) for name in ("su-28", "su-1tank")} <= set(t.legal())
    t.act(Train(w.unit("su-28")), Train(w.unit("su-1tank")))
    assert t.s.where[w.unit("su-28")] == TRAINING and not t.s.agenda
    t.s.turn = 15
    t.s.agenda = (Arrivals(SOVIET),)
    t.settle()
    assert t.s.where[w.unit("su-1gd")] == READY and t.s.where[w.unit("su-1gdtank")] == READY
    assert t.s.where[w.unit("su-28")] == BEHIND and t.s.where[w.unit("su-2gd")] == GUARDS
    assert not t.s.training, "once"
    assert (t.s.weak[w.unit("su-1gd")], t.s.weak[w.unit("su-1gdtank")]) == (0, 1)  # RULING 6.3-b
    t.act(
        Place(w.unit("su-1gd"), w.hex("Moscow"), False), Place(w.unit("su-1gdtank"), w.hex("Moscow"), False)
    )
    assert t.s.stack[w.hex("Moscow")] == (w.unit("su-1gd"), w.unit("su-1gdtank"))  # 6.1c


@pytest.mark.rule("6.3b", "6.3d", "6.3f")
def test_the_lowest_guard_not_in_play_comes_and_without_one_the_army_itself() -> None:
    places = {"su-1gd": "Gorky", "su-2gd": "guards", "su-28": "training", "su-29": "training"}
    t = position("conclusions", turn=14, place=places)
    w, s = t.w, t.s
    s.training = {w.unit("su-28"): 1, w.unit("su-29"): 2}
    s.agenda = (Arrivals(SOVIET),)
    t.settle()
    assert s.where[w.unit("su-1gd")] == w.hex("Gorky") and s.where[w.unit("su-2gd")] == READY
    assert s.origin == {w.unit("su-2gd"): w.unit("su-28")} and s.weak[w.unit("su-2gd")] == 1
    assert s.where[w.unit("su-28")] == BEHIND and s.where[w.unit("su-29")] == READY


@pytest.mark.rule("6.3e", "6.3f", "6.22m")
def test_a_lost_guard_unit_goes_back_and_its_army_may_be_rebuilt() -> None:
    w = world()
    t = position(place={"su-1gd": "Moscow", "su-28": "behind"}, origin={w.unit("su-1gd"): w.unit("su-28")})
    eliminate(t.s, w.unit("su-1gd"), "7.41a")
    assert (
        t.s.where[w.unit("su-1gd")] == GUARDS and t.s.where[w.unit("su-28")] == ELIMINATED and not t.s.origin
    )


@pytest.mark.rule("6.3a")
def test_who_cannot_train() -> None:
    t = position(
        "conclusions", turn=6, place={"su-para": "ready", "su-1shock": "ready"}, agenda=(Placing(SOVIET),)
    )
    w = t.w
    assert t.why(Train(w.unit("su-para"))) == "6.3a" and t.why(Train(w.unit("su-1shock"))) == ""


@pytest.mark.rule("6.3a")
def test_only_the_soviets_train_guards() -> None:
    axis = position("objectives", turn=4, place={"hu-2": "ready", "it-8": "ready"}, agenda=(Placing(AXIS),))
    assert axis.why(Train(axis.w.unit("hu-2"))) == "6.3a"
    red = position(place={"su-42": "ready"}, agenda=(Placing(SOVIET),))
    assert red.why(Train(red.w.unit("su-42"))) == ""


@pytest.mark.rule("6.21a", "6.2a")
def test_each_power_gets_its_own_steps() -> None:
    """RULING 6.2-b."""
    w = world("italy")
    for power, table in ((AXIS, w.axis_steps), (ALLIED, w.allied_steps)):
        t = position("italy", turn=14, agenda=(GainSteps(power),))
        assert t.s.saved[2 * power : 2 * power + 2] == [table[0][13], table[1][13]]
    assert w.axis_steps[0][13] != w.allied_steps[0][13]


@pytest.mark.rule("6.41a", "6.41b", "6.1a")
def test_tito_comes_once() -> None:
    w = world("conclusions")
    u = w.series["tito"][0]
    t = position(
        "conclusions", turn=14, place={w.armies[u].id: "eliminated"}, control={"soviet": ("Belgrade",)}
    )
    fallen = t.s.where[u]
    Arrivals(SOVIET).run(t.s)
    assert t.s.where[u] == fallen
    t.s.where[u] = LATER
    Arrivals(SOVIET).run(t.s)
    assert t.s.where[u] == READY


@pytest.mark.rule("6.12c")
def test_a_tank_army_that_cannot_come_gives_two_steps() -> None:
    """RULING 6.12-a."""
    w = world("conclusions")
    turn = next(n for n in range(1, 17) if w.tanks_due[n - 1])
    t = position("conclusions", turn=turn)
    before = t.s.saved[2 * SOVIET + 1]
    Arrivals(SOVIET).run(t.s)
    assert t.s.saved[2 * SOVIET + 1] == before + 2 * w.tanks_due[turn - 1]


@pytest.mark.rule("6.1a", "6.12g")
def test_an_arrival_says_whether_it_goes_into_reserve() -> None:
    t = position(turn=3, place={"su-28": "ready"}, agenda=(Placing(SOVIET),))
    for x in t.legal():
        if isinstance(x, do.Place):
            assert said(t, x).endswith(" in reserve") == x.reserve


@pytest.mark.rule("6.21b", "6.22f")
def test_building_up_is_offered_and_said_in_words() -> None:
    t = position(
        place={"su-42": "Moscow", "su-4": "eliminated"}, reduced=("su-42",), reserve=["su-42"],
        hqs={"su-west": "Moscow"}, saved=[0, 0, 3, 3, 0, 0], population=40, production=40, agenda=(Rebuilding(SOVIET),),
    )  # fmt: skip
    grows = [x for x in t.legal() if isinstance(x, do.Rebuild)]
    assert any(x.unit == t.w.unit("su-42") for x in grows)
    makes = [x for x in t.legal() if isinstance(x, do.Make)]
    assert makes and all(said(t, x).startswith("Make an ") for x in makes)
    assert all(not said(t, x).startswith("Make an ") for x in grows)


@pytest.mark.rule("6.1a", "6.2a", "7.461a")
def test_what_a_turn_brings_is_told_of_those_at_war_alone() -> None:
    w = world("war")
    early, late = due(w, 3), due(w, 13)
    assert "Western Allies" not in early and "Western Allies" in late
    infantry, armor = w.allied_steps
    assert f"steps {infantry[12]}+{armor[12]}" in late.split("Western Allies")[1]
    infantry, armor = w.axis_steps
    assert f"steps {infantry[12]}+{armor[12]}" in late.split(". ")[0]


@pytest.mark.rule("6.22h", "6.21b", "6.21d")
def test_only_the_eliminated_are_built_again() -> None:
    t = position(
        place={"su-42": "Moscow", "su-4": "eliminated"}, reserve=["su-42"], hqs={"su-west": "Moscow"},
        saved=[0, 0, 3, 3, 0, 0], agenda=(Rebuilding(SOVIET),),
    )  # fmt: skip
    found = {(x.unit, x.way) for x in t.legal() if isinstance(x, do.Rebuild)}
    assert (t.w.unit("su-4"), RETURN) in found
    assert (t.w.unit("su-42"), RETURN) not in found


@pytest.mark.rule("6.21e", "6.22h")
def test_a_unit_gains_strength_once_a_segment_and_nobody_returns_who_is_here() -> None:
    t = position(
        place={"su-42": "Moscow"}, reduced=("su-42",), reserve=["su-42"], saved=[0, 0, 3, 3, 0, 0], agenda=(Rebuilding(SOVIET),)
    )  # fmt: skip
    u = t.w.unit("su-42")
    assert t.why(do.Rebuild(u, FLIP)) == ""
    assert t.why(do.Rebuild(u, RETURN)) == "6.22h"
    t.s.flipped = 1 << u
    assert t.why(do.Rebuild(u, FLIP)) == "6.21e"


@pytest.mark.rule("11.3e", "6.22f")
def test_who_is_built_up_is_told_to_be_no_reserve() -> None:
    t = position(
        place={"de-6": "2711", "de-17": "2712"}, reduced=["de-6"], reserve=["de-6", "de-17"], saved=[1, 0, 0, 0, 0, 0],
        agenda=(Rebuilding(AXIS),),
    )  # fmt: skip
    w = t.w
    told = t.act(Rebuild(w.unit("de-6"), FLIP), Done())
    assert Told(w.unit("de-6"), "is no longer in reserve", "11.3e") in told
    assert Told(w.unit("de-17"), "is no longer in reserve", "11.3e") not in told
    assert t.s.reserve == 1 << w.unit("de-17")


@pytest.mark.rule("6.2a", "6.22a")
def test_the_soviet_box_shows_what_is_left_to_build_with() -> None:
    t = position(population=7, production=5)
    assert box(t, "steps-soviet").text.endswith("; population 7, production 5")
    assert "population" not in box(position(), "steps-soviet").text


@pytest.mark.rule("6.22m", "11.4f")
def test_paratroops_that_are_eliminated_prepare_no_assault() -> None:
    t = position(place={"de-para": HOME, "de-6": "Berlin"})
    u, other = t.w.unit("de-para"), t.w.unit("de-6")
    t.s.drop = t.s.airborne = t.s.reserve = 1 << u | 1 << other
    eliminate(t.s, u, "6.22m")
    assert t.s.drop == t.s.airborne == t.s.reserve == 1 << other


@pytest.mark.rule("4.2.1B", "6.1a")
def test_nobody_is_asked_to_place_what_does_not_come() -> None:
    assert Arrivals(AXIS).run(started(turn=4)) == (Placing(AXIS),)
    s = started(turn=4)
    for name in ("hu-2", "it-8"):
        s.where[s.world.unit(name)] = ELIMINATED
    assert Arrivals(AXIS).run(s) == ()


@pytest.mark.rule("6.1a")
def test_only_a_unit_that_arrives_now_is_placed() -> None:
    t = Table(started(turn=4, agenda=(Arrivals(AXIS),)))
    late, gate = t.w.unit("hu-1"), t.w.hex("Budapest")
    assert entry_hexes(t.s, late) >> gate & 1 and t.s.where[late] == LATER
    assert t.why(Place(late, gate, False)) == "6.1a" and not t.why(Place(t.w.unit("hu-2"), gate, False))


@pytest.mark.rule("6.21h")
def test_an_army_does_not_return_to_a_capital_that_is_lost() -> None:
    for holder, rule in (("axis", ""), ("soviet", "6.21h")):
        t = building(place={"de-6": "eliminated", "de-4": "eliminated"}, control={holder: ("Berlin",)})
        assert t.why(Rebuild(t.w.unit("de-6"), RETURN)) == rule


@pytest.mark.rule("11.5b", "6.21a")
def test_nothing_is_owed_or_saved_on_an_empty_map() -> None:
    s = blank_state(world("war"))
    assert len(s.weather) == len(SECTIONS)
    assert {*s.indicated, *s.owed, *s.needed, *s.saved, *s.works_flags, *s.works_due, *s.due, *s.weak} == {0}
    assert {*s.grade, *s.mission, *s.points, *s.held, *s.exert, *s.transport, *s.air_hq, *s.lost_run} == {0}


@pytest.mark.rule("6.12b", "6.12d")
def test_steps_come_when_no_army_is_left_to_draw() -> None:
    t = position(agenda=(DrawArmy(),))
    t.roll("steps")
    assert t.s.saved == [0, 0, 2, 0, 0, 0]


@pytest.mark.rule("6.22f", "6.21b")
def test_people_and_works_that_made_no_step_are_not_kept() -> None:
    t = building(SOVIET, place={"su-42": "Moscow"}, population=9, production=9, hqs={"su-west": "Moscow"})
    t.act(Done())
    assert t.s.population == t.s.production == 0


@pytest.mark.rule("11.3d", "11.3e")
def test_who_is_not_in_reserve_leaves_none() -> None:
    t = position(place={"de-6": HOME, "de-4": "Berlin"}, reserve=["de-4"])
    leave_reserve(t.s, t.w.unit("de-6"), "11.3d")
    assert t.s.reserve == 1 << t.w.unit("de-4") and not t.s.out


@pytest.mark.rule("6.13c", "12.2e")
def test_a_hex_that_was_landed_in_is_remembered() -> None:
    t = position("dday", control={"allied": ("Caen",)})
    u, beach = t.w.unit("br-2"), t.w.hex("Caen")
    t.s.power[u] = ALLIED
    put(t.s, u, t.w.lands.offshore[beach])
    come_ashore(t.s, u, beach)
    assert t.s.where[u] == beach and t.s.landed == 1 << beach


@pytest.mark.rule("6.21b", "6.22f", "11.3e")
def test_only_the_soviets_make_steps() -> None:
    t = position(population=90, production=90, saved=[1, 0] * 3, place={"de-6": "Berlin"}, reserve=["de-6"],
        reduced=["de-6"], agenda=(Rebuilding(AXIS),))  # fmt: skip
    assert t.why(do.Make(0)) == "6.22a"


@pytest.mark.rule("6.1a", "6.2a", "7.461a")
def test_a_turn_brings_each_power_its_own_armies() -> None:
    w = world("dday")
    axis, allied = due(w, 14).split(". ")
    assert "1 Fr" in allied and "1 Fr" not in axis
    assert "SS" in axis and "SS" not in allied


@pytest.mark.rule("6.2e", "6.21f", "6.21b")
def test_steps_go_to_armies_of_the_power_that_can_use_them() -> None:
    t = position(
        place={"de-6": "Berlin", "su-42": "Moscow", "de-4": "Berlin"}, reserve=["de-6", "su-42", "de-4"], reduced=["de-6", "su-42"],
        saved=[2, 2, 2, 2, 0, 0], hqs={"de-north": "Berlin"}, agenda=(Rebuilding(AXIS),),
    )  # fmt: skip
    assert t.why(do.Rebuild(t.w.unit("su-42"), FLIP)) == "6.2a"
    grown = {(x.unit, x.way) for x in t.legal() if isinstance(x, do.Rebuild)}
    assert (t.w.unit("de-6"), FLIP) in grown and (t.w.unit("de-4"), FLIP) not in grown


@pytest.mark.rule("6.2d")
def test_an_army_that_enters_is_at_full_strength() -> None:
    t = position(place={"de-6": "Berlin"}, reduced=["de-6"])
    u = t.w.unit("de-6")
    assert t.s.weak[u] == 1
    begin_at(t.s, u)
    assert t.s.weak[u] == 0


@pytest.mark.rule("6.22h", "6.22k")
def test_a_shock_army_that_was_not_raised_is_not_built() -> None:
    w = world()
    shock = next(a for a in w.armies if a.group == "shock")
    t = position(
        place={shock.id: "pile"},
        saved=[2, 2, 2, 2, 0, 0],
        hqs={"su-west": "Moscow"},
        agenda=(Rebuilding(SOVIET),),
    )
    assert t.why(do.Rebuild(w.unit(shock.id), RETURN)) == "6.22h"
