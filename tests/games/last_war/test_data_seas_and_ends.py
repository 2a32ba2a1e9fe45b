"""Seas, ports, bases, victory and the calendar of the scenarios against the map and against history."""

from __future__ import annotations

from collections import Counter

import pytest

from hexfront.games.last_war.data import POWERS

from .kit import given, h
from .test_data_figures import MACHINES_A_POINT, MEN_A_POINT, SCENARIOS, over_the_war, start, world

# --- the sea

SHIPS = {
    "europe": {"britain": 11, "usa": 4, "italy": 5, "germany": 5, "ussr": 2},
    "pacific": {"japan": 14, "usa": 12, "britain": 3, "australia": 1},
}


@pytest.mark.parametrize("scenario", ["europe", "pacific"])
def test_fleets_at_the_start(scenario: str) -> None:
    w = world(scenario)
    fleets = {
        x.id: {w.areas[a]: m for a in range(len(w.areas)) if (m := w.start_fleet[a * POWERS + n])}
        for n, x in enumerate(w.powers)
    }
    assert {name: sum(at.values()) for name, at in fleets.items() if at} == SHIPS[scenario]
    flagships = {
        "europe": {"germany": "norwegian_sea", "italy": "central_mediterranean", "britain": "north_sea"},
        "pacific": {"japan": "philippine_sea", "usa": "central_pacific", "australia": "coral_sea"},
    }
    for name, area in flagships[scenario].items():  # the Tirpitz, Taranto, Scapa Flow; Midway; the Coral Sea
        assert area in fleets[name]
    homes = {x.id: {w.areas[a] for a in w.home_areas[n]} for n, x in enumerate(w.powers) if w.home_areas[n]}
    assert set(homes) == set(SHIPS[scenario]), "who has ships has a home for them"
    for name, areas in homes.items():
        assert areas & set(fleets[name]), f"{name} begins at home"


@pytest.mark.parametrize(("scenario", "links", "most"), [("europe", 15, 6), ("pacific", 24, 4)])
def test_sea_areas_are_one_ocean(scenario: str, links: int, most: int) -> None:
    w = world(scenario)
    assert len(w.areas) == len(set(w.areas)) == 13 and all(w.area_hexes)
    pairs = {frozenset((a, b)) for a in range(13) for b in w.area_links[a]}
    assert len(pairs) == links and all(len(pair) == 2 for pair in pairs)
    assert all(len(set(found)) == len(found) for found in w.area_links)

    def far(a: int, b: int) -> int:
        seen, edge, n = {a}, {a}, 0
        while b not in seen and edge:
            edge = {c for x in edge for c in w.area_links[x]} - seen
            seen |= edge
            n += 1
        return n if b in seen else -1

    def way(start: str, end: str) -> int:
        return far(w.areas.index(start), w.areas.index(end))

    lakes = {w.areas.index(name) for name in ("black_sea",) if name in w.areas}
    open_sea = [a for a in range(13) if a not in lakes]
    distances = [far(a, b) for a in open_sea for b in open_sea]
    assert min(distances) >= 0 and max(distances) == most
    assert not any(w.area_links[a] for a in lakes), "Turkey keeps the Straits shut"
    # Seas that touch on the map are neighbours, but for corners; the others meet in a strait or round a cape.
    touching = {
        frozenset((a, b))
        for a in range(13)
        for b in range(a)
        if w.grid.around(w.area_hexes[a]) & w.area_hexes[b]
    }
    straits = {
        "europe": (("western_approaches", "north_sea"), ("eastern_mediterranean", "persian_gulf"),
                   ("north_sea", "baltic"), ("bay_of_biscay", "western_mediterranean"),
                   ("south_atlantic", "persian_gulf"), ("north_atlantic", "south_atlantic")),
        "pacific": (("bay_of_bengal", "south_china_sea"), ("south_china_sea", "philippine_sea")),
    }[scenario]  # fmt: skip
    corners = {
        "europe": (("north_atlantic", "bay_of_biscay"),),
        "pacific": (
            ("sea_of_japan", "philippine_sea"),
            ("philippine_sea", "coral_sea"),
            ("east_china_sea", "java_sea"),
        ),
    }[scenario]
    named = [{frozenset(w.areas.index(x) for x in pair) for pair in each} for each in (straits, corners)]
    assert pairs == (touching | named[0]) - named[1]
    if scenario == "europe":
        assert way("western_approaches", "barents_sea") == 2, "the convoys to Murmansk"
        assert way("western_approaches", "eastern_mediterranean") == 4, "through the Mediterranean to Suez"
    else:
        assert way("east_pacific", "philippine_sea") == 2 and way("indian_ocean", "east_pacific") == 4


def test_ports_lie_on_their_seas() -> None:
    for scenario, ports in (
        ("europe", {
            "north_sea": "Hamburg Amsterdam Bergen", "eastern_mediterranean": "Suez Alexandria Haifa Athens",
            "persian_gulf": "Basra Abadan Suez", "western_mediterranean": "Gibraltar Algiers Marseilles",
            "black_sea": "Odessa Sevastopol", "barents_sea": "Murmansk Archangel", "baltic": "Danzig Riga",
        }),
        ("pacific", {
            "solomons": "Guadalcanal Rabaul", "central_pacific": "Wake Marcus Midway Truk",
            "north_pacific": "Attu Adak", "sea_of_japan": "Osaka Fukuoka Vladivostok", "east_pacific": "Honolulu",
        }),
    ):  # fmt: skip
        w = world(scenario)
        for area, names in ports.items():
            for name in names.split():
                assert w.area_ports[w.areas.index(area)] >> w.place(name) & 1, f"{name} on {area}"
    iwo = world("pacific").place("Iwo Jima")
    assert world("pacific").area_ports[world("pacific").areas.index("philippine_sea")] >> iwo & 1
    assert [len(set(world(x).beaches.values())) for x in SCENARIOS] == [0, 24, 33], "each coast once"
    for scenario, landings in (
        ("europe", "Casablanca Oran Algiers Palermo Naples Taranto Marseilles Narvik Canea"),
        ("pacific", "Guadalcanal Tarawa Kwajalein Eniwetok Saipan Guam Palau Tacloban Manila Naha Attu Rabaul Wake "
         "Midway Rangoon Balikpapan Lae|Iwo Jima"),
    ):  # fmt: skip
        w = world(scenario)
        first, *rest = landings.split("|")
        coasts = set(w.beaches.values())
        assert all(w.place(name) in coasts for name in (*first.split(), *rest)), "where the war saw landings"


def test_bomber_bases_at_the_start() -> None:
    s = start("europe")
    n = s.world.number
    assert s.bases == {h(s, "Norwich"): 1 << n["britain"] | 1 << n["usa"], h(s, "Cairo"): 1 << n["britain"]}
    assert s.world.within(h(s, "Norwich"), 5) >> h(s, "Essen") & 1, "the Ruhr is within range in 1942"
    assert not s.world.within(h(s, "Norwich"), 5) >> h(s, "Berlin") & 1, "and Berlin is not"
    p = start("pacific")
    assert p.bases == {h(p, "Honolulu"): 1 << p.world.number["usa"]} and not start("kursk").bases


# --- victory


def test_what_ends_the_war_at_once() -> None:
    europe, pacific = world("europe").victory, world("pacific").victory
    assert [sorted(x) for x in europe["axis_wins"]] == [["Leningrad", "Moscow", "Stalingrad"], ["London"]]
    assert [sorted(x) for x in pacific["axis_wins"]] == [["Calcutta", "Chungking"], ["Honolulu"]]
    assert (europe["allies_wins"], pacific["allies_wins"]) == ([["Berlin"]], [["Tokyo"]])
    assert (europe["axis_beat"], europe["allies_beat"]) == (["ussr"], ["germany"])
    assert (pacific["axis_beat"], pacific["allies_beat"]) == (["china"], ["japan"])
    capital = {
        "germany": {"Berlin"}, "italy": {"Rome", "Naples"}, "balkans": {"Bucharest", "Budapest"},
        "finland": {"Helsinki", "Viipuri"}, "vichy": {"Algiers", "Casablanca"}, "ussr": {"Moscow", "Gorky", "Kuybyshev"},
        "japan": {"Tokyo"}, "siam": {"Bangkok"}, "china": {"Chungking", "Kunming"},
    }  # fmt: skip
    for scenario in ("europe", "pacific"):
        for x in world(scenario).powers:
            expected = set() if x.entry else capital.get(x.id, set())
            assert set(x.collapse) == expected, x.id


def test_victory_points_by_country() -> None:
    w = world("europe")
    points: Counter[str] = Counter()
    for name, value in w.victory["places"].items():
        points[next(r for r in REGIONS if w.board.regions[r] >> w.place(name) & 1)] += value
    assert points == {
        "germany": 14, "italy": 5, "france": 3, "vichy_france": 1, "britain": 5, "poland": 2, "romania": 2,
        "hungary": 2, "bulgaria": 1, "finland": 1, "norway": 1, "denmark": 1, "netherlands": 1, "belgium": 1,
        "czechoslovakia": 1, "yugoslavia": 1, "greece": 1, "egypt": 2, "french_north_africa": 1, "ussr": 18,
    }  # fmt: skip
    assert sum(points.values()) == 64
    places = w.victory["places"]
    assert max(places, key=places.__getitem__) == "Berlin"
    assert places["Moscow"] == places["London"] == 4 and places["Paris"] == places["Rome"] == 3
    pacific = world("pacific").victory["places"]
    assert sum(pacific.values()) == 44 and max(pacific, key=pacific.__getitem__) == "Tokyo"
    kursk = world("kursk").victory["places"]
    assert sum(kursk.values()) == 25 and {x for x in kursk if kursk[x] == 3} == {
        "Kursk",
        "Orel",
        "Kharkov",
        "Kiev",
    }


REGIONS = (
    "germany", "italy", "vichy_france", "france", "britain", "poland", "romania", "hungary", "bulgaria", "finland",
    "norway", "denmark", "netherlands", "belgium", "czechoslovakia", "yugoslavia", "greece", "egypt",
    "french_north_africa", "ussr",
)  # fmt: skip


def test_the_turn_track_is_the_calendar() -> None:
    for scenario in ("europe", "pacific"):
        turns = world(scenario).turns
        assert len(turns) == 14
        assert [t.year for t in turns] == [1942] * 3 + [1943] * 4 + [1944] * 4 + [1945] * 3
        assert all(t.period == t.year - 1942 for t in turns)
        assert all(t.winter == t.label.startswith("winter") for t in turns)
        assert all(str(t.year)[-2:] == t.label[-2:] for t in turns)
    kursk = world("kursk").turns
    assert [(t.year, t.period, t.winter) for t in kursk] == [(1943, n, False) for n in range(4)]


def test_the_soviet_union_comes_into_the_pacific_with_a_million_and_more() -> None:
    w = world("pacific")
    ussr = w.powers[w.number["ussr"]]
    assert {x.id: x.entry for x in w.powers if x.entry} == {"ussr": 14} and w.turns[13].label == "summer 1945"
    # Three fronts had some 1.6 million men, 5,500 tanks and guns on tracks and 3,700 aircraft; the Men are more.
    assert ussr.start["men"] * MEN_A_POINT == 3_500_000
    assert ussr.start["tanks"] * MACHINES_A_POINT == 4_500 and ussr.start["air"] * MACHINES_A_POINT == 3_000
    assert ussr.start["lsp"] == 14 and ussr.flags == (6,), "all fronts at once"
    assert over_the_war(w, ussr.production["men"]) == 4 * 14


def test_whose_people_are_glad_of_whom() -> None:
    w = world("europe")
    for name, side in (("Prague", 0), ("Warsaw", 1), ("Paris", 1), ("Brussels", 1), ("Amsterdam", 1), ("Oslo", 1),
                       ("Copenhagen", 1), ("Belgrade", 1), ("Athens", 1), ("Cairo", 1), ("Valletta", 1),
                       ("Gibraltar", 1), ("Nicosia", 1), ("Berlin", 0), ("Moscow", 1)):  # fmt: skip
        assert w.native[side] >> w.place(name) & 1 and not w.native[1 - side] >> w.place(name) & 1, name
    p = world("pacific")
    for name, side in (("Mukden", 0), ("Seoul", 0), ("Taihoku", 0), ("Manila", 1), ("Hong Kong", 1),
                       ("Singapore", 1), ("Rangoon", 1), ("Tokyo", 0), ("Chungking", 1)):  # fmt: skip
        assert p.native[side] >> p.place(name) & 1, name
    assert world("kursk").native[1] >> world("kursk").place("Kiev") & 1


def test_seven_seats_have_names() -> None:
    for scenario, seats in (("europe", 7), ("europe", 4), ("europe", 2), ("pacific", 7), ("kursk", 2)):
        w = given(scenario=scenario, options={"seats": seats}).world
        names = list(w.seat_names.values())
        assert len(set(names)) == len(names)
        for seat, name in w.seat_names.items():
            mine = [w.powers[n] for n in w.powers_of[seat]]
            if len(mine) == 1 and scenario != "kursk":
                assert name == mine[0].name
