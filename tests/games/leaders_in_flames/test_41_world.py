"""The world as data: countries, armies, industry, objectives, and the campaign's control."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from hexfront.games.leaders_in_flames.data import FILES, units_of
from hexfront.games.leaders_in_flames.invariants import faults
from hexfront.games.leaders_in_flames.kinds import (
    AT_PEACE,
    CHINA,
    COMMONWEALTH,
    FALLEN,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    PARTISAN,
    POWERS,
    USA,
    USSR,
    WITH_ALLIES,
)
from hexfront.games.leaders_in_flames.setup import ground
from hexfront.games.leaders_in_flames.state import State, holder, owner
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Setup

UNITS = FILES.own["units"]
PLAIN = ("provenance", "case", "reason", "source", "note")


@lru_cache(maxsize=1)
def _world() -> World:
    return World(Setup("beginning"))


@pytest.fixture
def s() -> State:
    """The campaign's ground, nobody on the map."""
    return ground(_world())


def named(s: State, at: str) -> str:
    """Whose a place is."""
    party = holder(s, s.world.hex(at))
    return s.world.parties[party].nation if party >= 0 else ""


# --- armies


@pytest.mark.rule("5.4", "1a")
def test_the_late_war_kit_has_46_units_of_those_the_text_names() -> None:
    kit = {n: units_of(n, rows) for n, rows in UNITS["late_war"].items() if n not in PLAIN}
    assert {n: len(units) for n, units in kit.items()} == {
        "germany": 10, "usa": 10, "commonwealth": 8, "japan": 7, "italy": 3, "france": 3, "china": 3, "finland": 1,
        "netherlands": 1,
    }  # fmt: skip
    assert sum(map(len, kit.values())) == 46 and "ussr" not in kit
    assert all(unit.year.isdigit() and int(unit.year) >= 1943 for units in kit.values() for unit in units)
    w = _world()
    names = {(u.nation, u.name, u.year) for u in w.units}
    assert all((n, unit.name, unit.year) in names for n, units in kit.items() for unit in units)


@pytest.mark.rule("5.3.1", "1a")
def test_three_militia_wait_for_a_us_entry_action() -> None:
    rows = {n: lines for n, lines in UNITS["entry_militia"].items() if n not in PLAIN}
    assert {line.split()[-1] for lines in rows.values() for line in lines} == {
        "Entry10",
        "Entry11",
        "Entry16",
    }
    assert [len(rows[n]) for n in ("japan", "germany")] == [2, 1]


def test_fifteen_partisans_with_the_strengths_of_the_list() -> None:
    found = sorted(line for n in POWERS for line in UNITS["partisans"].get(n, ()))
    assert found == sorted(
        [
            "0-1",
            "0-2",
            "0-2",
            "0-3",
            "0-3",
            "1-1",
            "1-2",
            "1-2",
            "1-3",
            "2-1",
            "2-2",
            "2-3",
            "3-2",
            "3-3",
            "4-2",
        ]
    )
    w = _world()
    assert sum(kind == PARTISAN for kind in w.kind) == 15
    assert not any(w.combat[u] for u, kind in enumerate(w.kind) if kind == PARTISAN), "no zone alone"


def test_minors_have_their_armies_once_for_each_side(s: State) -> None:
    w = s.world
    mine, theirs = w.unit("Yugoslav INF I"), w.unit("Yugoslav INF I (Axis)")
    assert w.twin[mine] == theirs and w.twin[theirs] == mine
    assert w.power[mine] == COMMONWEALTH and w.power[theirs] == GERMANY
    corps = sum(
        len(units_of(n, UNITS[n])) for n in UNITS if n in w.minor_of and n not in ("vichy", "communists")
    )
    assert 95 <= corps <= 130
    french, vichy = w.unit("French INF VIII"), w.unit("Vichy French INF VIII")
    assert w.twin[french] == vichy and w.power[vichy] == GERMANY


# --- industry


@pytest.mark.rule("6o")
def test_factories_and_multiples_by_power() -> None:
    realm = _world().realm
    totals = {POWERS[power]: sum(places.values()) for power, places in realm.factories.items()}
    assert totals == {
        "germany": 16, "italy": 5, "japan": 10, "commonwealth": 12, "france": 6, "usa": 30, "ussr": 18, "china": 3,
    }  # fmt: skip
    assert realm.multiples[USA] == 1, "a quarter"
    for power, blue in realm.blue.items():
        assert all(realm.factories[power][h] >= n for h, n in blue.items())


def test_every_resource_lies_on_the_map_and_somebody_has_it(s: State) -> None:
    w = s.world
    listed = FILES.own["industry"]["sites"]
    assert len(w.realm.sites) == len(listed["resources"]) and len(w.realm.wells) == len(listed["oil"])
    count: Counter[str] = Counter()
    for sites in (w.realm.sites, w.realm.wells):
        for h, n in sites.items():
            count[w.parties[holder(s, h)].nation] += n
    assert count["ussr"] == 21 and count["usa"] == 33 and count["china"] == 3
    assert sum(n for h, n in w.realm.wells.items() if owner(s, h) == USA) == 12


@pytest.mark.rule("6u")
def test_67_objectives_in_the_printed_split() -> None:
    split = Counter(_world().realm.objectives.values())
    assert split == {CHINA: 1, COMMONWEALTH: 21, FRANCE: 5, JAPAN: 8, USA: 13, USSR: 19}
    assert sum(split.values()) == 67 and GERMANY not in split and ITALY not in split


# --- the campaign's ground


@pytest.mark.rule("6h0")
def test_the_whole_map_belongs_to_somebody(s: State) -> None:
    free = s.world.area
    for hexes in s.control:
        free &= ~hexes
    assert not free and not list(faults(s))
    assert (
        named(s, "London") == "commonwealth"
        and named(s, "Manila") == "usa"
        and named(s, "Tripoli") == "italy"
    )
    assert named(s, "Stockholm") == "sweden" and owner(s, s.world.hex("Stockholm")) == -1, "neutral"


@pytest.mark.rule("6h")
def test_china(s: State) -> None:
    assert named(s, "Lanchow") == named(s, "Sian") == "communists"
    assert {named(s, at) for at in ("Nanking", "Shanghai", "Peking", "Mukden", "Seoul")} == {"japan"}
    assert named(s, "Chungking") == named(s, "Changsha") == "china"


@pytest.mark.rule("6i")
def test_the_commonwealth(s: State) -> None:
    w = s.world
    for nation in ("iceland", "greenland", "belgian_congo", "netherlands_indies"):
        assert s.stance[w.minor_of[nation]] == WITH_ALLIES
        assert w.parties[w.party_of[nation]].power == COMMONWEALTH
    assert owner(s, w.hex("Batavia")) == COMMONWEALTH == owner(s, w.hex("Reykjavik"))


@pytest.mark.rule("6j")
def test_france(s: State) -> None:
    assert {named(s, at) for at in ("Noumea", "Papeete", "Libreville")} == {"france"}
    vichy = (
        "Marseilles",
        "Ajaccio",
        "Algiers",
        "Casablanca",
        "Tunis",
        "Damascus",
        "Dakar",
        "Hanoi",
        "Tananarive",
    )
    assert {named(s, at) for at in vichy} == {"vichy"}
    assert s.stance[s.world.minor_of["vichy"]] == AT_PEACE


@pytest.mark.rule("6k")
def test_germany(s: State) -> None:
    w = s.world
    for at in ("Oslo", "Copenhagen", "Amsterdam", "Brussels", "Warsaw", "Paris", "Brest", "Vienna", "Prague"):
        assert named(s, at) == "germany", at
    for nation in ("norway", "denmark", "netherlands", "belgium", "poland"):
        assert s.stance[w.minor_of[nation]] == FALLEN
    assert w.realm.factories[GERMANY][w.hex("Prague")] == 2


@pytest.mark.rule("6l")
def test_the_soviet_union(s: State) -> None:
    for at in ("Riga", "Tallinn", "Kaunas", "Lvov", "Kishinev", "Viipuri"):
        assert named(s, at) == "ussr", at


@pytest.mark.rule("6m")
def test_the_balkans(s: State) -> None:
    assert named(s, "Cluj") == "hungary" and named(s, "E1833") == "bulgaria"
    assert named(s, "Bucharest") == "romania"


@pytest.mark.rule("6c")
def test_wars_at_the_start(s: State) -> None:
    def at_war(a: int, b: int) -> bool:
        return bool(s.wars[a] >> b & 1)

    assert s.wars[USA] == s.wars[USSR] == 0
    assert at_war(JAPAN, CHINA) and not at_war(JAPAN, COMMONWEALTH) and not at_war(GERMANY, CHINA)
    assert all(at_war(a, b) for a in (GERMANY, ITALY) for b in (COMMONWEALTH, FRANCE))


@pytest.mark.rule("6a", "6b")
def test_dates_and_initiative() -> None:
    w = _world()
    assert w.turn_title(1) == "Jul/Aug 1940" and w.turn_title(w.plan.turns) == "Jul/Aug 1945"
    assert w.plan.turns == 31 and w.plan.map == "flames" and not w.plan.area
    state = ground(w)
    assert state.initiative == 1 and state.last_weather == 0


@pytest.mark.rule("3.2i")
def test_who_works_together(s: State) -> None:
    w = s.world
    assert s.camps[GERMANY] >> ITALY & 1 and not s.camps[GERMANY] >> JAPAN & 1
    assert s.camps[COMMONWEALTH] >> FRANCE & 1 and not s.camps[COMMONWEALTH] >> USA & 1, "neutral"
    assert s.camps[COMMONWEALTH] >> w.party_of["netherlands_indies"] & 1
    assert not s.camps[CHINA] >> w.party_of["communists"] & 1
    assert not s.entry[COMMONWEALTH] >> USSR & 1 and s.entry[CHINA] >> w.party_of["communists"] & 1
