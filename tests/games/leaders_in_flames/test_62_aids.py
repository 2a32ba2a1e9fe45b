"""The table assistant, the lesson and the screen: what people meet before they know a rule."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import (
    AXIS,
    CIRCLE,
    GERMANY,
    LAND,
    LENDING,
    MOVES,
    PASS,
    PHASE_IDS,
    POLITICS,
    SAIL,
    SEARCH,
    SNOW,
)
from hexfront.games.leaders_in_flames.land.odds import odds
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.tables import TERRAIN
from hexfront.games.leaders_in_flames.view import _left, phases_of
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import CONTROL, Setup, View
from hexfront.wargame import Answer, BadField


def worked(**given: Any) -> Answer:
    return LEADERS_IN_FLAMES.calculator().resolve(given)


def said(answer: Answer) -> dict[str, str]:
    return {line.label: line.value for line in answer.working}


# --- land


@pytest.mark.rule("base.odds", "base.support", "base.die")
def test_the_printed_example() -> None:
    """Assault, 2:1 with a 5 is 2/1 (5.1)."""
    answer = worked(attackers=["8"], defenders=["4"], roll=5)
    assert (answer.column, answer.result) == ("2:1", "2/1")
    tenths = [10 * chance for chance in answer.chances.values()]
    assert sum(tenths) == pytest.approx(10) and tenths == [pytest.approx(round(n)) for n in tenths], (
        "one die of ten"
    )


@pytest.mark.rule("base.odds", "base.invade", "ability.43")
@pytest.mark.rule("base.odds", "base.supply")
@pytest.mark.rule("base.odds", "base.die", "base.sky")
@pytest.mark.parametrize(
    ("unit", "terrain", "factor"),
    [("8 armour", "swamp", "4"), ("8", "swamp", "8"), ("8 river", "clear", "4"), ("8 armour river", "jungle", "2"),
     ("6 mountain", "mountain", "12"), ("6", "mountain", "6"), ("6 landing", "clear", "3"), ("6 landing marine", "clear", "6"),
     ("6 chinese", "clear", "3")],
)  # fmt: skip
def test_ground_changes_the_attack(unit: str, terrain: str, factor: str) -> None:
    found = said(worked(attackers=[unit, "30"], defenders=["4"], terrain=terrain))
    assert found[f"Attacker: {unit}"].split(",")[0] == factor


@pytest.mark.rule("base.odds", "base.supply")
@pytest.mark.parametrize(
    ("unit", "terrain", "factor"),
    [("6 out", "clear", "3"), ("6 down out", "clear", "1"), ("6 armour", "swamp", "3"), ("6 armour", "clear", "6"), ("6", "mountain", "12"), ("6 down", "clear", "6")],
)  # fmt: skip
def test_ground_and_supply_change_the_defence(unit: str, terrain: str, factor: str) -> None:
    found = said(worked(attackers=["30"], defenders=[unit], terrain=terrain))
    assert found[f"Defender: {unit}"].split(",")[0] == factor


@pytest.mark.rule("base.die", "3.2k")
def test_the_die_knows_the_tired_the_weather_and_leaders() -> None:
    found = said(
        worked(attackers=["9"], defenders=["2 down", "1 down division"], weather="blizzard", leaders=3)
    )
    assert found["Face-down defenders"] == "+1 on the roll"
    assert found["Weather"] == "-2 on the roll" and found["Leaders"] == "+3 on the roll"


@pytest.mark.rule("base.support")
def test_support_counts_no_more_than_the_units() -> None:
    assert worked(attackers=["6"], defenders=["4"], attacker_support=9).title == "Assault: 12 to 4"


@pytest.mark.rule("base.odds")
@pytest.mark.parametrize("origin", ["E1726", "E2125", "E1925", "E2128"])
def test_the_assistant_and_the_game_agree_on_battles(origin: str) -> None:
    """The same battle on the map and in figures leads to the same column, whatever the ground and the river."""
    s = LEADERS_IN_FLAMES.position(place={"German ARM XLVII": origin, "German INF IX": origin})
    w = s.world
    here = w.hex(origin)
    tank, foot, foe = (w.unit(name) for name in ("German ARM XLVII", "German INF IX", "Soviet INF 4"))
    for target in (h for h in w.near(here) if w.area >> h & 1 and not w.barred.has(here, h)):
        s = LEADERS_IN_FLAMES.position(
            place={"German ARM XLVII": origin, "German INF IX": origin, "Soviet INF 4": w.label(target)}
        )
        s.target, s.attackers, s.defenders = target, [tank, foot], [foe]
        s.origins = dict.fromkeys(s.attackers, here)
        river = " river" if w.rivers.has(here, target) else ""
        answer = worked(
            attackers=[f"{w.strength[tank]} armour{river}", f"{w.strength[foot]}{river}"],
            defenders=[f"{w.strength[foe]}{'' if is_supplied(s, foe) else ' out'}"],
            terrain=next(name for name in TERRAIN if w.board.terrain.get(name, 0) >> target & 1),
        )
        assert answer.column == odds(s).header, w.label(target)


# --- air and sea


@pytest.mark.rule("base.dogfight")
def test_a_round_in_the_air() -> None:
    answer = worked(battle="air", attackers=["6", "4"], defenders=["4", "3", "3"], roll=12)
    assert said(answer)["Two dice and"] == "+1" and answer.result == "AC"
    assert sum(answer.chances.values()) == pytest.approx(1)
    night = worked(battle="air", attackers=["6"], defenders=["4"], night=True)
    assert said(night)["Two dice and"] == "+5"


@pytest.mark.rule("base.strike", "base.surprise", "base.sky")
def test_a_strike_needs_less_in_the_open_and_more_in_rain() -> None:
    number = "A unit is turned face-down on"
    found = [
        said(worked(battle="ground strike", attackers=["7"], **more))[number]
        for more in ({}, {"terrain": "forest"}, {"city": True}, {"weather": "rain"}, {"surprise": True})
    ]
    assert found == ["3 or less", "2 or less", "2 or less", "2 or less", "5 or less"]


@pytest.mark.rule("base.raid")
def test_a_raid_by_day_and_by_night() -> None:
    assert worked(battle="raid", attackers=["9"], roll=9).result == "2"
    assert worked(battle="raid", attackers=["9"], night=True, roll=9).result == "1"


@pytest.mark.rule("base.naval_table")
def test_fire_at_sea_moves_with_the_targets_and_what_was_bought() -> None:
    plain = worked(battle="sea", attackers=["17"], targets=4, roll=7)
    assert (plain.column, plain.result) == ("15-20", "X")
    assert worked(battle="sea", attackers=["17"], targets=2).column == "10-14"
    assert worked(battle="sea", attackers=["17"], targets=8, columns=1).column == "29-38"


@pytest.mark.rule("base.odds", "base.die")
@pytest.mark.parametrize(
    ("field", "given"),
    [("attackers", {"attackers": [], "defenders": ["3"]}), ("attackers", {"attackers": ["tank"], "defenders": ["3"]}),
     ("attackers", {"attackers": ["1"], "defenders": ["9"]}), ("defenders", {"attackers": ["4"]}),
     ("roll", {"attackers": ["4"], "defenders": ["3"], "roll": 12}), ("weather", {"battle": "raid", "attackers": ["4"], "weather": "storm"}),
     ("attackers", {"battle": "air", "attackers": [], "defenders": ["3"]}),
     ("attacker_support", {"attackers": ["4"], "defenders": ["3"], "weather": "storm", "attacker_support": 2})],
)  # fmt: skip
def test_nonsense_is_refused_where_it_stands(field: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadField) as caught:
        worked(**given)
    assert caught.value.field == field


@pytest.mark.rule("base.odds", "base.support", "base.die", "base.supply", "base.invade", "ability.43")
def test_a_battle_line_by_line() -> None:
    found = worked(
        attackers=["7 armour", "6 mountain river"],
        defenders=["7 down", "1 down division", "8 out", "9 out down"],
        terrain="mountain",
        weather="rain",
        leaders=2,
        attacker_support=20,
        defender_support=3,
        roll=5,
    )
    assert found.title == "Assault: 19 to 29" and (found.column, found.result) == ("1:2", "2/1")
    assert [(line.label, line.value) for line in found.working] == [
        ("Attacker: 7 armour", "3.5, mountain: half"),
        ("Attacker: 6 mountain river", "6, river: half, mountain troops: double"),
        ("Defender: 7 down", "14, mountains: double"),
        ("Defender: 1 down division", "2, mountains: double"),
        ("Defender: 8 out", "8, out of supply: half, mountains: double"),
        ("Defender: 9 down out", "2, out of supply and face-down: 1, mountains: double"),
        ("Attacker: support", "+9.5 (no more than the units)"),
        ("Defender: support", "+3"),
        ("Odds", "1:2"),
        ("Face-down defenders", "+2 on the roll"),
        ("Weather", "-1 on the roll"),
        ("Leaders", "+2 on the roll"),
    ]
    assert sum(found.chances.values()) == pytest.approx(1)
    bare = worked(attackers=["8 landing", "4 landing marine", "6 chinese"], defenders=["3"])
    assert [(line.label, line.value) for line in bare.working] == [
        ("Attacker: 8 landing", "4, landing: half"),
        ("Attacker: 4 landing marine", "4"),
        ("Attacker: 6 chinese", "3, Nationalist Chinese: half"),
        ("Defender: 3", "3"),
        ("Odds", "3:1"),
    ]
    storm = worked(attackers=["9"], defenders=["3"], weather="storm", table="blitz")
    assert storm.title == "Blitz: 9 to 3" and storm.result == ""
    for who in ("attacker_support", "defender_support"):
        with pytest.raises(BadField) as caught:
            worked(attackers=["9"], defenders=["3"], weather="storm", **{who: 1})
        assert caught.value.field == who


@pytest.mark.rule("base.dogfight", "base.die")
def test_a_round_in_the_air_line_by_line() -> None:
    found = worked(battle="air", attackers=["6", "6", "3"], defenders=["3", "4"], leaders=1, roll=20)
    assert said(found) == {
        "Attackers: 6 in front": "6.9",
        "Defenders: 3 in front": "3.4",
        "Leaders": "+1",
        "Two dice and": "+4",
    }
    read = LEADERS_IN_FLAMES.calculator().tables.air_result
    rolls = [read(one + other + 4) for one in range(1, 11) for other in range(1, 11)]
    assert found.chances == {code: pytest.approx(rolls.count(code) / 100) for code in set(rolls)}
    assert found.result == read(24)
    plain = worked(battle="air", attackers=["6"], defenders=["3"])
    assert said(plain)["Two dice and"] == "+3" and "Leaders" not in said(plain)
    assert "Interceptors at night" not in said(plain) and plain.result == ""
    with pytest.raises(BadField) as caught:
        worked(battle="air", attackers=["6"])
    assert caught.value.field == "defenders"


@pytest.mark.rule("base.strike", "base.surprise", "base.raid", "base.sky")
def test_bombs_line_by_line() -> None:
    found = worked(
        battle="ground strike", attackers=["4", "3"], weather="rain", surprise=True, terrain="forest", roll=3
    )
    assert said(found) == {
        "Factors": "7",
        "Weather": "halved",
        "Surprise": "doubled",
        "Close ground": "-1 on the number",
        "A unit is turned face-down on": "2 or less",
    }
    assert found.result == "up" and found.chances == {"down": 0.2, "up": 0.8}
    assert worked(battle="ground strike", attackers=["7"], roll=3).result == "down"
    night = worked(battle="raid", attackers=["9", "9"], night=True, roll=10)
    assert said(night) == {"Factors": "18", "At night": "halved", "Factors that count": "9"}
    assert (night.result, night.words) == ("2", "Production points lost: 2.")
    assert night.chances == {"1": 0.5, "0": 0.3, "2": 0.2}


@pytest.mark.rule("base.naval_table")
def test_fire_at_sea_line_by_line() -> None:
    found = worked(battle="sea", attackers=["9", "9"], targets=5, columns=1, roll=3)
    assert [(line.label, line.value) for line in found.working] == [
        ("Factors", "18, column 15-20"),
        ("Enemy counters: 5", "columns +0"),
        ("Surprise points", "columns +1"),
    ]
    assert (found.column, found.result, found.extra["row"]) == ("21-28", "DA", 3)
    assert found.words == "Before each ship's chance to be spared: 1 damaged, 1 driven off."
    assert found.extra["column_index"] == 5 and found.extra["columns"][5] == "21-28"
    plain = worked(battle="sea", attackers=["15"], targets=1)
    assert said(plain) == {"Factors": "15, column 15-20", "Enemy counters: 1": "columns -1"}
    assert "row" not in plain.extra and plain.column == "10-14"


# --- the screen


def view(**given: Any) -> View:
    return LEADERS_IN_FLAMES.view(LEADERS_IN_FLAMES.position(**given), CONTROL)


@pytest.mark.rule("base.turn")
def test_a_scenario_shows_the_phases_it_has() -> None:
    off = {PHASE_IDS[k] for k in (LENDING, POLITICS, SAIL, SEARCH)}
    assert not off & {phase.id for phase in view().phases}
    at_sea = {phase.id for phase in view(scenario="guadalcanal").phases}
    assert {PHASE_IDS[SAIL], PHASE_IDS[SEARCH]} <= at_sea and PHASE_IDS[LENDING] not in at_sea


def test_every_counter_lies_on_a_hex_or_in_a_box_that_is_shown() -> None:
    for scenario in ("barbarossa", "guadalcanal"):
        s = LEADERS_IN_FLAMES.start(LEADERS_IN_FLAMES.setup(scenario))
        found, board = LEADERS_IN_FLAMES.view(s, CONTROL), s.world.board
        boxes = {box.id for box in found.boxes}
        assert {
            piece.at for piece in found.pieces if piece.at not in boxes and board.index(piece.at) < 0
        } == set()


@pytest.mark.rule("base.production")
def test_the_production_circle_has_a_space_for_each_turn() -> None:
    s = LEADERS_IN_FLAMES.position(place={"German INF IX": "circle"}, side="", turn=1)
    s.due[s.world.unit("German INF IX")] = 3
    found = LEADERS_IN_FLAMES.view(s, CONTROL)
    assert s.where[s.world.unit("German INF IX")] == CIRCLE
    piece = next(piece for piece in found.pieces if piece.id == "German INF IX")
    box = next(box for box in found.boxes if box.id == piece.at)
    assert box.title == "Axis: arrives Sep/Oct 1941" and box.count == 1


@pytest.mark.rule("base.weather")
def test_the_weather_colours_the_turn_that_is_played() -> None:
    s = LEADERS_IN_FLAMES.position(turn=3)
    s.weather = [SNOW] * len(s.weather)
    skies = [turn.weather for turn in LEADERS_IN_FLAMES.view(s, CONTROL).turns]
    assert skies == ["", "", "snow", "", ""]


def test_a_leader_is_shown_as_a_man() -> None:
    found = view(place={"Guderian": "E1726"})
    guderian = next(piece for piece in found.pieces if piece.id == "Guderian")
    assert guderian.leader is not None
    assert (guderian.leader.name, guderian.leader.stars) == ("Guderian", 3)
    assert guderian.leader.look.startswith("german")


@pytest.mark.rule("base.odds", "base.table")
def test_the_forecast_says_what_the_ground_does_and_names_counters() -> None:
    s = LEADERS_IN_FLAMES.position(place={"German ARM XLVII": "E2125", "Soviet INF 4": "E2025"})
    w = s.world
    from hexfront.games.leaders_in_flames.land.combat import Gathering

    s.target = w.hex("E2025")
    s.attackers, s.defenders = [w.unit("German ARM XLVII")], [w.unit("Soviet INF 4")]
    s.origins = {s.attackers[0]: w.hex("E2125")}
    s.agenda = (Gathering(AXIS),)
    found = LEADERS_IN_FLAMES.forecast(s, "axis")
    assert found is not None
    lines = {line.label: line.value for line in found.working}
    assert lines["Attackers across a river"] == "1 halved"
    assert lines["Attacking armour in swamp or jungle"] == "1 halved"
    assert lines["Table"] == "assault or blitz, called by the Allies"
    assert found.attackers == ("German ARM XLVII",) and found.defenders == ("Soviet INF 4",)


@pytest.mark.rule("base.weather", "base.turn", "base.action")
def test_turns_weather_and_what_is_left_of_an_action() -> None:
    fine = LEADERS_IN_FLAMES.position(turn=3)
    found = LEADERS_IN_FLAMES.view(fine, CONTROL)
    assert [turn.weather for turn in found.turns] == [""] * fine.world.plan.turns, "fine weather is no colour"
    between = LEADERS_IN_FLAMES.position(turn=3, side="")
    between.weather = [SNOW] * 6
    assert {turn.weather for turn in LEADERS_IN_FLAMES.view(between, CONTROL).turns} == {""}
    assert phases_of(World(Setup("beginning"))) == list(range(len(PHASE_IDS)))
    s = LEADERS_IN_FLAMES.position(action="combined")
    s.used[MOVES] = 2
    assert _left(s, GERMANY) == "Combined: air missions 6, rail moves 4, land moves 4, attacks 3"
    s.action[GERMANY] = PASS
    assert _left(s, GERMANY) == "Pass"
    s.action[GERMANY] = LAND
    assert _left(s, GERMANY).startswith("Land: air missions 6, rail moves without limit")


@pytest.mark.rule("base.production")
def test_boxes_of_each_side() -> None:
    s = LEADERS_IN_FLAMES.position(
        place={"German INF IX": "circle", "Soviet INF 29": "pool"}, side="", turn=1
    )
    s.due[s.world.unit("German INF IX")] = 3
    boxes = {box.id: box for box in LEADERS_IN_FLAMES.view(s, CONTROL).boxes}
    assert boxes["pool-allies"].count and boxes["pool-allies"].title == "Soviet Union: force pools"
    assert sum(box.group == "production circle" for box in boxes.values()) == 1
