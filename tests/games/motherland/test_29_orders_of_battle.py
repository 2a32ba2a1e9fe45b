"""The figures of the data against what is known apart from them: orders of battle, totals, and what history held."""

from __future__ import annotations

from collections import Counter

import pytest

from hexfront.games.motherland.kinds import (
    AXIS,
    ELIMINATED,
    EVACUATED,
    GENERALS,
    KAMPFGRUPPEN,
    PARTISANS,
    SOVIET,
    TURKISH,
)
from hexfront.games.motherland.victory import level_of
from tests.games.motherland.kit import Table, real


def standing(t: Table, side: int) -> set[str]:
    """The names of a side's combat units on the map."""
    return {t.w.names[u] for u in t.w.units_of[side] if t.s.where[u] >= 0 and t.w.combat[u]}


def rows(t: Table, names: str) -> set[int]:
    return {int(t.at(name.replace("_", " "))[2:]) for name in names.split()}


# --- turn 1


@pytest.mark.rule("20.0")
@pytest.mark.parametrize(
    ("corps", "first", "last"),
    [
        pytest.param("I XXVI XXXVIII II X XXVIII XLI_Pz LVI_Pz", 6, 8, id="Army Group North"),
        pytest.param("V VI VIII XX XLII XXXIX_Pz LVII_Pz", 7, 10, id="9th Army and 3rd Panzer Group"),
        pytest.param("VII IX XIII XLIII XII LIII XXIV_Pz XLVI_Pz XLVII_Pz", 9, 12, id="4th Army and 2nd Panzer Group"),
        pytest.param("XVII XXIX XLIV LV III_Pz XIV_Pz XLVIII_Pz", 12, 15, id="6th Army and 1st Panzer Group"),
        pytest.param("IV LII XLIX_Mtn", 13, 15, id="17th Army"),
        pytest.param("XI XXX LIV Romanian_3rd Romanian_4th", 18, 23, id="11th Army and the Romanians"),
        pytest.param("Finnish_Karelia Finnish_South_East", 1, 3, id="the Finns"),
    ],
)  # fmt: skip
def test_20_0_the_army_groups_stand_from_north_to_south(corps: str, first: int, last: int) -> None:
    found = rows(real("barbarossa"), corps)
    assert first <= min(found) and max(found) <= last


@pytest.mark.rule("20.0")
def test_20_0_ten_motorized_corps_cross_the_border_and_no_other_counter_stands_there() -> None:
    t = real("barbarossa")
    german = standing(t, AXIS)
    assert sum(name.endswith(" Pz") for name in german) == 10 and "XL Pz" not in german
    assert sum(name.isupper() and " " not in name for name in german) == 26
    assert len(german) == 10 + 26 + 1 + 4  # and a mountain corps, two Romanian and two Finnish armies
    soviet = standing(t, SOVIET)
    assert sum(name.endswith("Army") for name in soviet) == 22
    assert {name for name in soviet if "Army" not in name} == {
        "Mech Group NW", "Mech Group W", "Mech Group SW", "Mech Group S",
        "Fortress Leningrad", "Fortress Moscow", "Fortress Sevastopol",
    }  # fmt: skip
    # Five armies of the second echelon had been on the way to the Dvina and the Dnepr since May: 16, 19, 20, 21, 22.
    assert all(int(t.at(f"{n} Army")[:2]) >= 8 for n in (16, 19, 20, 21, 22))
    assert t.s.air == 5


@pytest.mark.rule("17.0a")
def test_17_0a_every_counter_begins_on_the_map_or_has_one_turn_of_arrival() -> None:
    t = real("campaign")
    w = t.w
    due = [u for units in w.arrivals.values() for u in units]
    assert len(due) == len(set(due))
    there = {u for u, h in enumerate(t.s.where) if h >= 0}
    assert not there & set(due)
    left = {u for u in range(len(w.names)) if u not in there and u not in due}
    assert {w.names[u] for u in left if w.kind[u] not in KAMPFGRUPPEN and w.kind[u] != TURKISH} == {
        f"Offensive Support {n}" for n in range(6, 11)
    }
    assert (
        len(left) == 22 + 2 + 5
    )  # Kampfgruppen, Turks, and five more Offensive Support units to be produced


@pytest.mark.rule("17.0a")
def test_17_0a_who_arrives_when() -> None:
    w = real("campaign").w
    turns = {w.names[u]: turn for u, turn in w.arrival_turn.items()}
    counts = {
        side: Counter(turn for u, turn in w.arrival_turn.items() if w.side[u] == side)
        for side in (AXIS, SOVIET)
    }
    # One or two German corps a turn until early 1942, then allies, then the SS and what 1943 and 1944 could spare.
    assert counts[AXIS] == {2: 2, 3: 2, 4: 2, 5: 1, 6: 1, 8: 2, 9: 1, 13: 1, 19: 2, 20: 1}
    # Thirty-two armies in six months of 1941; the Tank Armies from November 1942 on.
    armies = {
        2: 8,
        3: 8,
        4: 6,
        5: 11,
        6: 5,
        8: 2,
        9: 3,
        10: 2,
        11: 1,
        12: 8,
        13: 5,
        14: 3,
        15: 5,
        16: 1,
        20: 1,
    }
    assert counts[SOVIET] == armies
    for name, turn in {
        "XL Pz": 4, "Hungarian 2nd": 8, "Italian 8th": 9, "Railroad Gun": 8, "SS Panzer Corps": 13, "I SS Pz": 19,
        "24 Army": 2, "28 Army": 2, "37 Army": 3, "51 Army": 4, "1 Shock": 5, "10 Reserve Army": 5, "2 Shock": 6,
        "62 Army": 9, "64 Army": 9, "1 Guards": 10, "66 Army": 10, "2 Guards": 12, "5 Tank": 12, "1 Tank": 13,
        "8 Guards": 14, "5 Guards Tank": 15, "4 Tank": 16, "6 Tank": 20,
    }.items():  # fmt: skip
        assert turns[name] == turn, name
    tanks = {name: turn for name, turn in turns.items() if name.endswith("Tank")}
    assert len(tanks) == 7 and min(tanks.values()) == 12
    assert sum(name.endswith("Guards") for name in turns) == 10
    assert [turns[f"{n} Shock"] for n in (1, 2, 3, 4, 5)] == [5, 6, 6, 6, 12]
    assert [turns[f"Offensive Support {n}"] for n in (1, 2, 3, 4, 5)] == [5, 5, 6, 12, 12]
    assert dict(zip(GENERALS, w.general_turn, strict=True)) == {"Zhukov": 4, "Vasilevsky": 11, "Konev": 16}
    assert dict(zip(PARTISANS, w.partisan_turn, strict=True)) == {"Kovpak": 7, "Prokopyuk": 11, "Saburov": 15}


# --- later set-ups


@pytest.mark.parametrize(
    ("scenario", "german", "allies", "soviet", "fortresses", "air", "generals"),
    [
        pytest.param("blau", 45, 4, 49, 3, 4, 1, marks=pytest.mark.rule("20.3-len")),
        pytest.param("uranus", 45, 6, 59, 2, 4, 2, marks=pytest.mark.rule("20.4-len")),
        pytest.param("zitadelle", 41, 4, 65, 2, 2, 3, marks=pytest.mark.rule("20.5-len")),
    ],
)
def test_20_how_many_stand_in_the_later_set_ups(
    scenario: str, german: int, allies: int, soviet: int, fortresses: int, air: int, generals: int
) -> None:
    t = real(scenario)
    w = t.w
    axis = standing(t, AXIS)
    foreign = {name for name in axis if not w.is_german[w.unit(name)]}
    assert (len(axis - foreign), len(foreign)) == (german, allies)
    reds = standing(t, SOVIET)
    forts = {name for name in reds if name.startswith("Fortress")}
    assert (len(reds - forts), len(forts)) == (soviet, fortresses)
    # On turn 16 an Air unit is withdrawn and Konev takes command before anything else.
    assert (t.s.air, sum(t.s.generals)) == (air, generals)
    due = {w.names[u] for turn, units in w.arrivals.items() if turn > w.plan.first for u in units}
    assert not due & (axis | reds)
    # Everyone that stands there had arrived before, or stood on the border.
    assert all(w.arrival_turn.get(w.unit(name), 1) <= w.plan.first for name in axis | reds)


@pytest.mark.parametrize(
    ("scenario", "eliminated", "evacuated"),
    [
        pytest.param("blau", 6, 2, marks=pytest.mark.rule("20.3-len")),
        pytest.param("uranus", 12, 3, marks=pytest.mark.rule("20.4-len")),
        pytest.param("zitadelle", 12, 3, marks=pytest.mark.rule("20.5-len")),
    ],
)
def test_20_industry_lost_lies_behind_the_german_front_and_factories_saved_too(
    scenario: str, eliminated: int, evacuated: int
) -> None:
    t = real(scenario)
    w = t.w
    lost = [u for u, where in enumerate(t.s.where) if where == ELIMINATED]
    saved = [u for u, where in enumerate(t.s.where) if where == EVACUATED]
    assert (len(lost), len(saved)) == (eliminated, evacuated) and sorted(t.s.lost_assets) == sorted(lost)
    # By May 1942 the Germans had been at Kursk, on the Dnepr bend and in the Donets basin; by November in the Kuban.
    places = {"Kiev", "Stalino", "Krivoi Rog", "Nikopol", "Zaporozhye", "Kursk"}
    if eliminated == 12:
        places |= {"Kerch", "Rostov", "Krasnodar", "Voroshilovgrad", "Shakhty", "Maikop"}
    assert {w.board.name(w.home[u]).split(" (")[0] for u in lost} == places
    assert all(w.asset_type[u] == "factory" for u in saved)
    assert {w.names[u].split()[0] for u in saved} == {"Kharkov", "Dnepropetrovsk", "Voronezh"} - (
        {"Voronezh"} if evacuated == 2 else set()
    )


@pytest.mark.rule("20.4-len")
def test_20_4_the_sixth_army_stands_before_stalingrad_between_its_allies() -> None:
    t = real("uranus")
    distance = t.w.grid.distance
    city = t.w.hex("Stalingrad")
    for corps in ("LI", "VIII", "XIV Pz", "IV", "XXIV Pz", "XI"):
        assert distance(city, t.w.hex(t.at(corps))) <= 2, corps
    line = ["Hungarian 2nd", "Italian 8th", "Romanian 3rd", "XI", "Romanian 4th"]
    columns = [int(t.at(name)[:2]) for name in line]
    assert columns == sorted(columns)  # down the Don to the Kalmyk steppe
    for army in ("62 Army", "64 Army", "66 Army", "57 Army", "65 Army"):
        assert distance(city, t.w.hex(t.at(army))) <= 2, army
    assert (
        t.at("5 Tank") == t.at("21 Army")
        and distance(t.w.hex(t.at("5 Tank")), t.w.hex(t.at("Romanian 3rd"))) <= 1
    )


@pytest.mark.rule("20.5-len")
def test_20_5_the_salient_of_kursk_is_held_and_flanked() -> None:
    t = real("zitadelle")
    w = t.w
    kursk = w.hex("Kursk")
    inside = (
        "13 Army",
        "70 Army",
        "65 Army",
        "60 Army",
        "40 Army",
        "48 Army",
        "2 Tank",
        "1 Tank",
        "6 Guards",
    )
    assert all(w.grid.distance(kursk, w.hex(t.at(army))) <= 2 for army in inside)
    north, south = ("XLI Pz", "XLVII Pz", "XLVI Pz"), ("SS Panzer Corps", "XLVIII Pz", "III Pz")
    assert all(int(t.at(corps)[2:]) < int(w.label(kursk)[2:]) for corps in north)
    assert all(int(t.at(corps)[2:]) > int(w.label(kursk)[2:]) for corps in south)
    behind = ("27 Army", "53 Army", "47 Army", "52 Army", "5 Guards Tank", "4 Guards", "5 Guards")
    assert all(int(t.at(army)[:2]) > int(w.label(kursk)[:2]) for army in behind)  # the Steppe Front


# --- cities


def worth(scenario: str, group: str) -> dict[str, tuple[int, int]]:
    w = real(scenario).w
    return {name: (held, retaken) for name, _, held, retaken, where in w.worth if where == group}


@pytest.mark.rule("20.5-vc")
def test_20_5_vc_what_the_cities_of_zitadelle_are_worth() -> None:
    values = {name: held for name, (held, _) in worth("zitadelle", "zitadelle").items()}
    assert sum(values.values()) == 25
    # Three for the capitals and Lvov, two for the great cities, one for the others.
    assert {name for name, value in values.items() if value == 3} == {"Kiev", "Minsk", "Lvov"}
    assert {name for name, value in values.items() if value == 2} == {
        "Kharkov", "Smolensk", "Odessa", "Sevastopol", "Riga",
    }  # fmt: skip
    assert {name for name, value in values.items() if value == 1} == {
        "Leningrad", "Stalino", "Dnepropetrovsk", "Krivoi Rog", "Vitebsk", "Pskov",
    }  # fmt: skip
    # What was Soviet again on 22 June 1944 makes a draw.
    liberated = ("Kiev", "Kharkov", "Smolensk", "Odessa", "Sevastopol", "Leningrad", "Stalino", "Dnepropetrovsk", "Krivoi Rog")  # fmt: skip
    total = sum(values[name] for name in liberated)
    assert total == 15 and level_of(real("zitadelle").s, total) == "Draw"


@pytest.mark.rule("20.4-vc")
def test_20_4_vc_what_the_cities_of_uranus_are_worth() -> None:
    values = {name: held for name, (held, _) in worth("uranus", "uranus").items()}
    assert {name for name, value in values.items() if value == 1} == {"Belgorod", "Rzhev"}
    assert len(values) == 11 and sum(values.values()) == 20


@pytest.mark.rule("19.1.1")
@pytest.mark.rule("20.1-vc")
@pytest.mark.rule("20.3-vc")
@pytest.mark.rule("20.6-vc1")
def test_19_1_1_a_recaptured_city_is_worth_half_rounded_down() -> None:
    for scenario in ("barbarossa", "stalingrad", "blau", "campaign"):
        values = worth(scenario, "soviet_union")
        assert all(retaken == held // 2 for held, retaken in values.values())
        by_value = Counter(held for held, _ in values.values())
        assert by_value == {10: 1, 6: 1, 4: 1, 3: 1, 2: 6, 1: 7}
        assert (values["Moscow"], values["Leningrad"], values["Stalingrad"], values["Grozny"]) == (
            (10, 5), (6, 3), (4, 2), (3, 1),
        )  # fmt: skip
        two = {"Rostov", "Sevastopol", "Kiev", "Kharkov", "Voronezh", "Tula"}
        assert {name for name, (held, _) in values.items() if held == 2} == two


@pytest.mark.rule("20.6-vc1")
def test_20_6_vc1_what_the_cities_of_the_axis_are_worth() -> None:
    values = {name: held for name, (held, _) in worth("campaign", "axis").items()}
    assert values.pop("Constanta") == 1
    assert {name for name, value in values.items() if value == 3} == {"Königsberg", "Bucharest", "Ploesti"}
    assert {name for name, value in values.items() if value == 2} == {
        "Warsaw",
        "Danzig",
        "Helsinki",
        "Munkacs",
    }
    assert len(values) == 7


# --- chits and industry


@pytest.mark.rule("11.0b")
@pytest.mark.rule("17.3")
def test_11_0b_the_chits_by_letter_star_and_turn() -> None:
    w = real("campaign").w
    starred = Counter[str]()
    later: dict[str, Counter[int]] = {"A": Counter(), "B": Counter(), "C": Counter()}
    for chit in w.chits:
        if chit.starred and chit.turn == 0:
            starred[chit.letter] += chit.count
        elif chit.count:
            assert not chit.starred
            later[chit.letter][chit.turn] += chit.count
    assert starred == {"C": 60, "B": 8, "A": 4}
    assert later["C"] == {2: 6, 3: 8, 4: 8, 5: 6, 6: 4, 8: 6, 9: 4, 12: 6, 15: 8}
    assert later["B"] == {5: 4, 8: 4, 10: 4, 12: 4, 13: 4, 15: 2, 17: 4, 21: 4}
    assert later["A"] == {12: 4, 15: 3, 18: 4, 20: 2}


@pytest.mark.rule("11.0b")
@pytest.mark.rule("11.3a")
@pytest.mark.parametrize(
    ("letter", "is_starred", "full", "reduced"),
    [
        ("C", True, (92, 188), (50, 110)),
        ("C", False, (204, 280), (106, 162)),
        ("B", True, (28, 36), (12, 20)),
        ("B", False, (178, 194), (96, 120)),
        ("A", True, (20, 20), (8, 12)),
        ("A", False, (123, 89), (60, 48)),
    ],
)
def test_11_0b_the_strength_in_each_cup(
    letter: str, is_starred: bool, full: tuple[int, int], reduced: tuple[int, int]
) -> None:
    chits = [
        c
        for c in real("campaign").w.chits
        if c.letter == letter and bool(c.starred) == is_starred and c.count
    ]
    assert (sum(c.count * c.full[0] for c in chits), sum(c.count * c.full[1] for c in chits)) == full
    assert (sum(c.count * c.reduced[0] for c in chits), sum(c.count * c.reduced[1] for c in chits)) == reduced


@pytest.mark.rule("12.0a")
def test_12_0a_twenty_four_assets_of_five_kinds_where_they_are_named_after() -> None:
    w = real("campaign").w
    assets = [u for u, sort in enumerate(w.asset_type) if sort]
    assert Counter(w.asset_type[u] for u in assets) == {
        "factory": 12, "oil field": 2, "oil pipeline": 2, "coal mine": 3, "ore": 5,
    }  # fmt: skip
    strong = {w.names[u].split()[0]: w.faces[u][0][1] for u in assets if w.faces[u][0][1] != 1}
    assert strong == {"Moscow": 3, "Leningrad": 2, "Kharkov": 2, "Stalingrad": 2}
    for u in assets:
        place = w.board.name(w.home[u]).split(" (")[0]
        assert w.names[u].startswith(place) or (w.names[u], place) == ("Moscow Basin Coal", "Stalinogorsk")


@pytest.mark.rule("15.1a")
@pytest.mark.rule("12.1a")
def test_15_1a_replacements_come_on_mud_turns_and_factories_rest_when_the_front_does() -> None:
    w = real("campaign").w
    given = {n: (box.infantry, box.panzer) for n, box in w.turns.items() if box.infantry or box.panzer}
    assert set(given) == {n for n, kind in w.weather.items() if kind == "mud"}
    assert given[7] == (7, 3)  # printed
    assert (sum(i for i, _ in given.values()), sum(p for _, p in given.values())) == (46, 21)
    assert all(2 * p - 1 <= i <= 2 * p + 1 for i, p in given.values())
    assert {n for n in w.turns if not w.turns[n].production} == {1, 6, 10, 13, 22}


@pytest.mark.rule("7.2a")
@pytest.mark.rule("5.1b")
def test_7_2a_the_chart_bars_overruns_of_cities_swamps_and_mountains() -> None:
    chart = real("campaign").w.terrain
    assert {name for name, line in chart.items() if line["overrun"]} == {"clear", "woods"}
