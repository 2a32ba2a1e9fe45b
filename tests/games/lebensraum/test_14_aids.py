"""What the aids show: counters, boxes, layers, the forecast, the table assistant, luck, briefings."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.games.lebensraum import invariants
from hexfront.games.lebensraum.actions import AddAir, AddLeader, Attack, Command, Commit, Done, Join
from hexfront.games.lebensraum.combat import Attacks, CombatRoll, EndCombat
from hexfront.games.lebensraum.forecast import forecast, fortune, meaning
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    INACTIVE,
    KILLED,
    OFF_MAP,
    POOL,
    RETIRING,
    SOVIET,
    STAFF_BASE,
    TERMINATED,
    WOUNDED,
)
from hexfront.games.lebensraum.leaders import DrawLeader, FateRoll, Recovery
from hexfront.games.lebensraum.overview import scores, standing
from hexfront.games.lebensraum.sequence import WeatherRoll
from hexfront.games.lebensraum.state import dismiss
from hexfront.games.lebensraum.supply import IN_SUPPLY, supplied_hqs, supply_of
from hexfront.games.lebensraum.transfers import MoraleRoll
from hexfront.games.lebensraum.victory import winner_in_the_east
from hexfront.games.lebensraum.view import due, overlays, supplied_hexes, view
from hexfront.kernel import OBSERVER, Box, Overlay, Piece
from hexfront.wargame import move
from tests.games.lebensraum.kit import HOME, SCENARIOS, TARGET, Table, position, world

"""Two open hexes next to each other, no river between."""


def answer(**given: Any) -> Any:
    return LEBENSRAUM.calculator().resolve(given)


def lines(found: Any) -> dict[str, str]:
    return {line.label: line.value for line in found.working}


def start(scenario: str) -> Table:
    return Table(LEBENSRAUM.start(LEBENSRAUM.setup(scenario)))


def counter(t: Table, name: str) -> Piece:
    return next(piece for piece in view(t.s, OBSERVER).pieces if piece.id == name)


def box(t: Table, name: str) -> Box:
    return next(box for box in view(t.s, OBSERVER).boxes if box.id == name)


def layer(t: Table, name: str) -> Overlay:
    return next(each for each in overlays(t.s) if each.id == name)


# --- the table assistant


@pytest.mark.rule("7.2d", "7.3b", "7.3c", "7.44e", "7.4a")
def test_the_assistant_works_out_the_printed_combat() -> None:
    """6 of class D against 2 of class E, both out of command: 4:1, and a roll of 2 is 0/4."""
    found = answer(attackers=["6D half"], defenders=["2E half"], roll=2)
    assert (found.title, found.column, found.result) == ("Combat: 3 to 1", "4:1", "0/4")
    assert found.words == "Attacker no loss, defender 4 steps; the defender retreats."
    assert lines(found)["Attacker: 6D"] == "3, out of command" and lines(found)["Odds"] == "3:1"
    assert found.extra["columns"][found.extra["column_index"]] == "4:1" and found.extra["row"] == 2
    full = answer(attackers=["6D"], defenders=["2E"])
    assert (
        full.title == "Combat: 6 to 2" and not full.result and sum(full.chances.values()) == pytest.approx(1)
    )


@pytest.mark.rule("7.2d", "7.45c", "7.4611c", "7.3a")
def test_the_assistant_works_out_the_printed_air_example() -> None:
    """15 of class C and a leader of 3 against 14 of class A, a leader of 3 and an air marker: 18 to 22, 1:1, then 1:3."""
    printed = {
        "attackers": ["15C"],
        "defenders": ["14A"],
        "attacker_stars": 3,
        "defender_stars": 3,
        "defender_air": 1,
    }
    found = answer(**printed)
    assert (found.title, found.column, lines(found)["Odds"]) == ("Combat: 18 to 22", "1:3", "1:1")
    assert lines(found)["Defender: air"] == "+5" and lines(found)["Defender's class A"] == "-2 columns"
    assert lines(answer(**printed, strict=True))["Odds"] == "1:2"
    two = answer(attackers=["9B", "4D"], defenders=["4D"])  # a side of several: one better than its worst
    assert "Attacker's class C" in lines(two) and "Defender's class D" in lines(two)


@pytest.mark.rule("7.2c", "11.91a", "7.462h", "7.463c")
def test_the_assistant_counts_ground_walls_and_markers() -> None:
    t = LEBENSRAUM.calculator().tables
    plain = answer(attackers=["9B"], defenders=["9B"])
    assert plain.title == "Combat: 9 to 9"

    def defence(**given: Any) -> int:
        return int(answer(attackers=["9B"], defenders=["9B"], **given).title.rpartition(" ")[2]) - 9

    def attack(unit: str, **given: Any) -> int:
        return int(answer(attackers=[unit], defenders=["9B"], **given).title.split()[1]) - 9

    assert defence(population=3) == 3 * t.city_strength
    assert defence(west_wall=True) == t.combat.west_wall and defence(defender_ships=1) == t.combat.naval
    assert defence(defender_partisans=2) == 2 * t.combat.partisan < 0
    assert [defence(terrain=name) for name in t.ground] == [row.defender for row in t.ground.values()]
    assert attack("9B river") == t.river.attacking_infantry < 0
    assert (
        attack("9B tank", terrain="marsh") == t.ground["marsh"].attacking_tank
        and attack("9B", terrain="marsh") == 0
    )
    assert attack("9B", attacker_ships=1) == t.combat.naval


@pytest.mark.parametrize("wrong", ["", "9", "B9", "9F", "9B far", "0A", "999A"])
def test_the_assistant_says_what_a_unit_looks_like(wrong: str) -> None:
    with pytest.raises(BadData, match="such as 9B"):
        answer(attackers=[wrong], defenders=["9B"])
    assert [fault.field for fault in LEBENSRAUM.calculator().faults({"attackers": ["9B"], "defenders": [wrong]})] == ["defenders"]  # fmt: skip


# --- the forecast


@pytest.mark.rule("7.2c", "7.2d", "7.44e")
def test_the_forecast_is_that_of_the_attack_being_put_together() -> None:
    t = position(
        segment="first-combat", phasing="axis", agenda=(Attacks(AXIS), EndCombat()), place={"de-6": HOME, "su-42": TARGET},
        reduced=["su-42"], grades={"de-6": 2},
    )  # fmt: skip
    assert forecast(t.s) is None
    t.act(Attack(t.w.hex(TARGET)))
    assert forecast(t.s) is None  # nobody has joined
    t.act(Join(t.w.unit("de-6")))
    found = forecast(t.s)
    assert found is not None and found.columns[found.column] == "4:1" and found.title.endswith(": 3 to 1")
    assert found.attackers == ("German 6th Army",) and found.defenders == ("Soviet 42nd Army",)
    assert found.cells[1][found.column] == "0/4" and found.meanings["0/4"] == meaning("0/4")
    assert "Command" not in lines(found)  # no HQ could command either
    t.act(Commit())
    again = forecast(t.s)
    assert again is not None and again.column == found.column and isinstance(t.s.agenda[0], CombatRoll)
    t.roll(2)
    assert forecast(t.s) is None  # the dice have fallen


@pytest.mark.rule("7.44e", "7.45b", "7.45c", "7.4611c")
def test_the_forecast_counts_on_command_until_it_is_given_and_on_markers_when_they_come() -> None:
    t = position(
        segment="first-combat", phasing="axis", agenda=(Attacks(AXIS), EndCombat()), place={"de-6": HOME, "su-42": TARGET},
        hqs={"de-south": HOME}, leaders={"von-bock": "de-south"},
    )  # fmt: skip
    hq, army = t.w.hq("de-south"), t.w.unit("de-6")
    t.s.air_hq[hq] = 1
    t.act(Attack(t.w.hex(TARGET)), Join(army))
    found = forecast(t.s)
    assert found is not None and lines(found)["Command"] and lines(found)["Attacker: units"] == "9"
    assert not t.s.in_command and not any(t.s.commanded)  # only a copy was changed
    t.act(Commit())
    found = forecast(t.s)
    assert found is not None and lines(found)["Attacker: units"] == "4"  # nobody has commanded it yet
    t.act(Command(army, hq), Done(), AddAir(hq, t.w.hex(HOME)), AddLeader(hq, army))
    found = forecast(t.s)
    assert found is not None
    assert [lines(found)[f"Attacker: {each}"] for each in ("units", "air", "leaders")] == ["9", "5", "4"]
    assert lines(found)["Strengths"].startswith("18 to ")


# --- luck


@pytest.mark.rule("7.4a", "9.2b", "7.45f", "9.5a")
def test_whose_luck_a_roll_is() -> None:
    t = position(
        segment="first-combat", phasing="axis", agenda=(Attacks(AXIS), EndCombat()), place={"de-6": HOME, "su-42": TARGET},
    )  # fmt: skip
    t.act(Attack(t.w.hex(TARGET)), Join(t.w.unit("de-6")), Commit())
    frame = t.s.agenda[0]
    assert isinstance(frame, CombatRoll)
    luck = fortune(t.s, frame)
    found = forecast(t.s)
    assert luck is not None and found is not None and luck.side == "axis"
    cells = [row[found.column].split("/") for row in found.cells]
    assert [luck.worth(die) for die in range(1, 7)] == [int(d) - int(a) for a, d in cells]
    zhukov, hq = t.w.leader("zhukov"), t.w.hq("su-west")
    fate = fortune(t.s, FateRoll(zhukov, "in_combat"))
    assert fate is not None and fate.side == "soviet"
    fates = dict(zip(t.w.tables.fates["in_combat"], range(1, 7), strict=True))
    assert fate.worth(fates["none"]) > fate.worth(min(n for name, n in fates.items() if name != "none"))
    draw = fortune(t.s, DrawLeader(hq))
    assert draw is not None and draw.worth("rokossovsky") > draw.worth("kulik")
    for each in (MoraleRoll(SOVIET), Recovery(zhukov)):
        luck = fortune(t.s, each)
        assert luck is not None and luck.side == "soviet" and luck.worth(1) > luck.worth(6)
    assert fortune(t.s, WeatherRoll(0)) is None


# --- counters and boxes


@pytest.mark.rule("3.3b", "6.2c")
def test_a_counter_shows_strength_class_and_steps() -> None:
    t = position(place={"de-6": HOME, "su-42": TARGET}, reduced=["su-42"])
    army, weak = counter(t, "German 6th Army"), counter(t, "Soviet 42nd Army")
    assert (army.factors, army.side, army.at, army.symbol) == ("9 B", "axis", HOME, "6 Inf")
    assert army.steps == army.full > weak.full > weak.steps == 1
    t.s.reserve |= 1 << t.w.unit("de-6")
    assert counter(t, "German 6th Army").badges == ("reserve",)


@pytest.mark.rule("7.45a", "9.2b", "9.1a")
def test_leaders_are_people_each_in_one_place() -> None:
    t = start("invasion")
    center = counter(t, "Army Group Center")
    assert center.leader is not None and (center.leader.name, center.leader.stars) == ("von Bock", 4)
    assert center.leader.look.startswith("german") and center.steps == center.full == 0
    finland = counter(t, "Finland").leader
    assert finland is not None and finland.look == "finnish moustache grey"
    assert counter(t, "STAVKA 1").leader is not None and counter(t, "Konev").at == "pool-soviet"
    t.s.cut[SOVIET] = 1
    konev = counter(t, "Konev").leader
    assert konev is not None and konev.stars == 3  # demoralization takes a star from all
    for post, place in ((TERMINATED, "terminated"), (WOUNDED, "wounded"), (KILLED, "killed")):
        t.s.post[t.w.leader("konev")] = post
        t.s.due[t.w.leader("konev")] = 3
        assert counter(t, "Konev").at == f"{place}-soviet" and box(t, f"{place}-soviet").count == 1
        assert counter(t, "Konev").note == ("back on turn 3" if post == WOUNDED else "")
    t.s.chief[t.w.hq("de-center")] = -1
    assert (
        counter(t, "Army Group Center").leader is None
        and counter(t, "Army Group Center").factors == "no leader"
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_leader_in_the_game_is_seen_once(scenario: str) -> None:
    t = start(scenario)
    shown = [piece.leader.name for piece in view(t.s, OBSERVER).pieces if piece.leader]
    here = [t.w.leaders[k].name for k, post in enumerate(t.s.post) if post >= 0 or post >= KILLED]
    assert sorted(shown) == sorted(here)
    pieces = view(t.s, OBSERVER).pieces
    assert len({piece.id for piece in pieces}) == len(pieces)
    boxes = {each.id for each in view(t.s, OBSERVER).boxes}
    assert all(piece.at.isdigit() or piece.at in boxes for piece in pieces)


@pytest.mark.rule("5.3b", "6.2a", "10.4a", "8.0b")
def test_treasury_replacements_food_and_weather_have_boxes() -> None:
    t = start("invasion")
    assert "oil 6, refineries 6: 300 movement points per turn" in box(t, "economy-axis").text
    assert box(t, "weather-north").text == "Clear"
    t.s.weather[0] = 3
    t.s.saved[2 * SOVIET + 1] = 2
    assert box(t, "weather-north").text == "Snow" and box(t, "steps-soviet").text == "infantry 0, armor 2"
    t.s.points[AXIS] = 77
    assert next(track.value for track in view(t.s, OBSERVER).tracks if track.id == "points-axis") == 77
    assert box(t, "food-soviet").text == "for 70 units"
    west = start("dday")
    assert box(west, "economy-allied").text.startswith("100 movement points per turn")
    assert not any(each.id == "food-allied" for each in view(west.s, OBSERVER).boxes)


@pytest.mark.rule("10.3a", "10.3d")
def test_works_are_counters_until_they_are_destroyed() -> None:
    t = start("invasion")
    k = next(k for k, marker in enumerate(t.w.markers) if marker.name == "Kharkov")
    name, marker = "The works of Kharkov", t.w.markers[k]
    assert counter(t, name).at == t.w.label(marker.hex)
    assert counter(t, name).factors == f"{marker.transport}-{marker.production}-{marker.refinery}"
    t.s.works_flags[k] = INACTIVE
    t.s.works[k] = OFF_MAP
    assert counter(t, name).badges == ("inactive",) and counter(t, name).at == "works-soviet"
    assert box(t, "works-soviet").count == 1
    t.s.works[k] = -3
    assert name not in {piece.id for piece in view(t.s, OBSERVER).pieces}


@pytest.mark.rule("6.1a", "7.461a")
def test_the_track_says_what_each_turn_brings() -> None:
    turns = {turn.number: turn for turn in view(start("dday").s, OBSERVER).turns}
    assert list(turns) == [13, 14, 15, 16] and turns[13].label == "E · Summer 1944"
    assert "6 SS Pz" in turns[14].note and "Western Allies: 6 air" in turns[13].note
    east = view(start("invasion").s, OBSERVER).turns
    assert (
        east[1].note.endswith("Soviets: 2 air; armies: 7 infantry, 3 shock") and east[2].weather == "winter"
    )


# --- layers


@pytest.mark.rule("11.1a", "8.0g", "11.1g")
@pytest.mark.parametrize("scenario", ["invasion", "dday"])
@pytest.mark.parametrize("sky", ["clear", "snow"])
def test_the_supply_layer_agrees_with_the_rule(scenario: str, sky: str) -> None:
    t = start(scenario)
    t.s.weather = [3 if sky == "snow" else 0] * 3
    seen = layer(t, "supply")
    for power in t.w.powers:
        area, full = supplied_hexes(t.s, power), supplied_hqs(t.s, power)
        for u, level in supply_of(t.s, power, *full).items():
            h = t.s.where[u]
            if u not in t.w.home and not t.w.finns >> u & 1:
                assert bool(area >> h & 1) == (level == IN_SUPPLY)
            assert (t.w.label(h) in seen.labels) == (level != IN_SUPPLY)


@pytest.mark.rule("11.1a", "11.1b")
@pytest.mark.parametrize("scenario", ["invasion", "dday"])
def test_supply_lines_lead_from_the_unit_over_an_hq_to_a_source(scenario: str) -> None:
    t = start(scenario)
    ways = layer(t, "trace").hexes
    assert len(ways) > 8
    for name, way in ways.items():
        assert way[0] == t.w.label(t.s.where[t.w.unit(name)])
        assert any(t.w.label(h) in way for h in t.s.hq if h >= 0)
        for a, b in zip(way, way[1:], strict=False):
            assert t.w.grid.is_adjacent(t.w.hex(a), t.w.hex(b))


@pytest.mark.rule("5.4a", "8.0b", "10.4a")
def test_zones_weather_and_the_economy_have_layers() -> None:
    t = position(place={"de-6": HOME, "su-42": "3112"})
    zone = set(layer(t, "zones").hexes["axis"])
    assert TARGET in zone and not zone & {"2613", "3111"}  # 2613 lies behind a river
    t.s.weather = [0, 2, 3]
    sky = layer(t, "weather")
    assert {sky.labels[t.w.label(t.w.hex(name))] for name in ("Leningrad", "Moscow", "Kiev")} <= {
        "clear",
        "mud",
        "snow",
    }
    assert sum(len(part) for part in sky.hexes.values()) == len(set().union(*sky.hexes.values()))
    assert "oil 4" in layer(t, "economy").labels[t.w.label(t.w.hex("Baku"))]
    assert len({each.key for each in overlays(t.s) if each.key}) == len(overlays(t.s)) - 1


@pytest.mark.rule("12.4c", "12.1h", "12.8a")
def test_the_score_in_words_follows_the_cities() -> None:
    t = start("invasion")
    assert standing(t.s) == "Cities: Axis 0 (needs 2), Soviets 3 (need 3)"
    for name in ("Moscow", "Kiev"):
        h = 1 << t.w.hex(name)
        t.s.control[SOVIET] &= ~h
        t.s.control[AXIS] |= h
    assert standing(t.s) == "Cities: Axis 2 (needs 2), Soviets 1 (need 3)" and winner_in_the_east(t.s) == AXIS
    assert scores(t.s) == {"axis": 2.0, "soviet": 1.0}
    stars = {m.at: m.side for m in view(t.s, OBSERVER).markers if m.kind == "victory"}
    assert stars[t.w.label(t.w.hex("Moscow"))] == "axis" and len(stars) == 3
    west = start("dday")
    assert "Western Allies 6 (need 45)" in standing(west.s) and scores(west.s)["allied"] == 6.0
    assert west.s.control[ALLIED]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_briefing_names_what_decides(scenario: str) -> None:
    brief = view(start(scenario).s, OBSERVER).briefing
    assert brief is not None
    plan = start(scenario).w.plan
    said = " ".join(brief.wins)
    assert all(name in said for name in (*plan.axis_cities, *plan.soviet_cities, *plan.soviet_one_of))
    assert ("turn G" in said) == (plan.victory in ("west", "war"))


@pytest.mark.rule("9.5a", "9.0i")
def test_a_wounded_leader_is_told_the_turn_of_his_return() -> None:
    told = {
        ("dday", 13, 2): "out until turn G",
        ("dday", 13, 6): "out for good",
        ("invasion", 1, 2): "out until turn 3",
    }
    for (scenario, turn, face), words in told.items():
        t = position(scenario, turn=turn)
        k = t.w.leader("von-rundstedt")
        Recovery(k).apply(t.s, face)
        line = t.s.out[-1].line(t.s)
        assert t.s.due[k] == turn + face
        assert words in line.text


@pytest.mark.rule("9.1a")
def test_a_leader_in_two_places_is_a_fault() -> None:
    t = position(hqs={"de-south": HOME}, leaders={"von-rundstedt": "de-south"})
    s, k = t.s, t.w.leader("von-rundstedt")
    assert not list(invariants._leader_faults(s))
    s.post[k] = STAFF_BASE
    assert list(invariants._leader_faults(s)), "he is not on that staff"
    s.post[k] = t.w.hq("de-south") + 1
    assert list(invariants._leader_faults(s)), "nor with another HQ"
    s.post[k] = -999
    assert list(invariants._leader_faults(s)), "nor nowhere"
    s.post[k], s.chief[t.w.hq("de-south")] = RETIRING, -1
    s.shaken = 1 << k
    assert not list(invariants._leader_faults(s))


@pytest.mark.rule("9.1a", "9.0h")
def test_a_dismissed_leader_leaves_his_own_post_and_no_other() -> None:
    t = position(
        hqs={"de-south": HOME, "de-north": TARGET},
        leaders={"von-rundstedt": "de-south", "von-leeb": "de-north"},
    )
    s, w = t.s, t.w
    waiting = next(k for k in w.leaders_of[AXIS] if s.post[k] == POOL)
    before = list(s.chief)
    dismiss(s, waiting, POOL)
    assert s.chief == before
    dismiss(s, w.leader("von-leeb"), POOL)
    assert s.chief[w.hq("de-north")] == -1 and s.chief[w.hq("de-south")] == w.leader("von-rundstedt")


@pytest.mark.rule("9.1a")
def test_a_shaken_leader_without_a_post_is_a_fault() -> None:
    t = position()
    k = next(n for n in t.w.leaders_of[AXIS] if t.s.post[n] == POOL)
    assert not list(invariants._leader_faults(t.s))
    t.s.shaken = 1 << k
    assert any("shaken" in fault for fault in invariants._leader_faults(t.s))


@pytest.mark.rule("7.2c", "7.44e", "7.4611c")
def test_the_assistant_shows_each_defender_and_knows_how_many_markers_there_can_be() -> None:
    found = lines(answer(attackers=["9B"], defenders=["6D half", "4D"]))
    assert found["Defender: 6D"] == "3, out of command" and found["Defender: 4D"] == "4"
    assert lines(answer(attackers=["9B"], defenders=["4D"], attacker_air=20))["Attacker: air"] == "+100"
    for field, most in (
        ("attacker_air", 20),
        ("defender_air", 20),
        ("attacker_ships", 6),
        ("attacker_partisans", 9),
    ):
        given: dict[str, Any] = {"attackers": ["9B"], "defenders": ["4D"], field: most + 1}
        assert [fault.field for fault in LEBENSRAUM.calculator().faults(given)] == [field]


@pytest.mark.rule("9.5a", "9.1a")
def test_a_leader_without_a_post_has_no_steps() -> None:
    t = position(leaders={"von-rundstedt": "wounded"})
    man = t.w.leader("von-rundstedt")
    assert t.s.post[man] == WOUNDED
    piece = next(each for each in view(t.s, OBSERVER).pieces if each.name == t.w.leaders[man].name)
    assert (piece.steps, piece.full) == (0, 0)


@pytest.mark.rule("11.1g")
def test_the_supply_layer_tells_half_supply_from_none() -> None:
    t = position(place={"de-6": "2912", "de-4": "Warsaw"})
    assert layer(t, "supply").labels == {"2912": "out", t.at("de-4"): "partial"}


@pytest.mark.rule("11.1a", "11.1b")
def test_a_unit_out_of_supply_has_no_line_of_supply() -> None:
    t = start("invasion")
    far = t.w.unit("de-6")
    traced = layer(t, "trace").hexes
    assert t.w.name(far) in traced
    move(t.s, far, t.w.hex("Archangel"))
    assert supply_of(t.s, AXIS, *supplied_hqs(t.s, AXIS))[far] != IN_SUPPLY
    assert t.w.name(far) not in layer(t, "trace").hexes


@pytest.mark.rule("6.2a", "5.3b")
@pytest.mark.parametrize(("people", "works", "shown"), [(3, 0, True), (0, 3, True), (0, 0, False)])
def test_what_soviet_steps_are_made_of_is_shown_while_there_is_any(
    people: int, works: int, shown: bool
) -> None:
    t = position(population=people, production=works)
    assert ("population" in box(t, "steps-soviet").text) == shown


@pytest.mark.rule("10.4a", "5.3b")
def test_works_off_the_map_are_counted_in_a_box() -> None:
    t = position(works={"Kharkov": "off map"})
    assert box(t, "works-soviet").count == 1
    assert not any(each.id == "works-axis" for each in view(t.s, OBSERVER).boxes)


@pytest.mark.rule("6.1a", "6.2a", "7.461a")
def test_armies_are_named_only_where_some_come() -> None:
    for turn, come in ((1, False), (4, True)):
        axis = next(each for each in due(world("invasion"), turn).split(". ") if each.startswith("Axis"))
        assert ("armies: " in axis) == come


@pytest.mark.rule("5.3b", "6.2a")
@pytest.mark.parametrize(("left", "text"), [(0, "5"), (2, "5, of which 2 to place")])
def test_air_markers_to_place_are_told_while_there_are_any(left: int, text: str) -> None:
    assert box(position(air=[5, 2, 0], air_left=[left, 0, 0]), "air-axis").text == text
