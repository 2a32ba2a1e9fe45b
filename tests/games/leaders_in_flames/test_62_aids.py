"""The table assistant, the lesson and the screen: what people meet before they know a rule."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import (
    AXIS,
    CIRCLE,
    LENDING,
    PHASE_IDS,
    POLITICS,
    SAIL,
    SEARCH,
    SNOW,
)
from hexfront.games.leaders_in_flames.land.odds import odds
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.tables import TERRAIN
from hexfront.kernel import CONTROL, View
from hexfront.wargame import Answer, BadField


def worked(**given: Any) -> Answer:
    return LEADERS_IN_FLAMES.calculator().resolve(given)


def said(answer: Answer) -> dict[str, str]:
    return {line.label: line.value for line in answer.working}


# --- land


def test_the_printed_example() -> None:
    """Assault, 2:1 with a 5 is 2/1 (5.1)."""
    answer = worked(attackers=["8"], defenders=["4"], roll=5)
    assert (answer.column, answer.result) == ("2:1", "2/1")


@pytest.mark.parametrize(
    ("unit", "terrain", "factor"),
    [("8 armour", "swamp", "4"), ("8", "swamp", "8"), ("8 river", "clear", "4"), ("8 armour river", "jungle", "2"),
     ("6 mountain", "mountain", "12"), ("6", "mountain", "6"), ("6 landing", "clear", "3"), ("6 landing marine", "clear", "6"),
     ("6 chinese", "clear", "3")],
)  # fmt: skip
def test_ground_changes_the_attack(unit: str, terrain: str, factor: str) -> None:
    found = said(worked(attackers=[unit, "30"], defenders=["4"], terrain=terrain))
    assert found[f"Attacker: {unit}"].split(",")[0] == factor


@pytest.mark.parametrize(
    ("unit", "terrain", "factor"),
    [("6 out", "clear", "3"), ("6 down out", "clear", "1"), ("6 armour", "swamp", "3"), ("6", "mountain", "12"), ("6 down", "clear", "6")],
)  # fmt: skip
def test_ground_and_supply_change_the_defence(unit: str, terrain: str, factor: str) -> None:
    found = said(worked(attackers=["30"], defenders=[unit], terrain=terrain))
    assert found[f"Defender: {unit}"].split(",")[0] == factor


def test_the_die_knows_the_tired_the_weather_and_leaders() -> None:
    found = said(
        worked(attackers=["9"], defenders=["2 down", "1 down division"], weather="blizzard", leaders=3)
    )
    assert found["Face-down defenders"] == "+1 on the roll"
    assert found["Weather"] == "-2 on the roll" and found["Leaders"] == "+3 on the roll"


def test_support_counts_no_more_than_the_units() -> None:
    assert worked(attackers=["6"], defenders=["4"], attacker_support=9).title == "Assault: 12 to 4"


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


def test_a_round_in_the_air() -> None:
    answer = worked(battle="air", attackers=["6", "4"], defenders=["4", "3", "3"], roll=12)
    assert said(answer)["Two dice and"] == "+1" and answer.result == "AC"
    assert sum(answer.chances.values()) == pytest.approx(1)
    night = worked(battle="air", attackers=["6"], defenders=["4"], night=True)
    assert said(night)["Two dice and"] == "+5"


def test_a_strike_needs_less_in_the_open_and_more_in_rain() -> None:
    number = "A unit is turned face-down on"
    found = [
        said(worked(battle="ground strike", attackers=["7"], **more))[number]
        for more in ({}, {"terrain": "forest"}, {"city": True}, {"weather": "rain"}, {"surprise": True})
    ]
    assert found == ["3 or less", "2 or less", "2 or less", "2 or less", "5 or less"]


def test_a_raid_by_day_and_by_night() -> None:
    assert worked(battle="raid", attackers=["9"], roll=9).result == "2"
    assert worked(battle="raid", attackers=["9"], night=True, roll=9).result == "1"


def test_fire_at_sea_moves_with_the_targets_and_what_was_bought() -> None:
    plain = worked(battle="sea", attackers=["17"], targets=4, roll=7)
    assert (plain.column, plain.result) == ("15-20", "X")
    assert worked(battle="sea", attackers=["17"], targets=2).column == "10-14"
    assert worked(battle="sea", attackers=["17"], targets=8, columns=1).column == "29-38"


@pytest.mark.parametrize(
    ("field", "given"),
    [("attackers", {"attackers": [], "defenders": ["3"]}), ("attackers", {"attackers": ["tank"], "defenders": ["3"]}),
     ("attackers", {"attackers": ["1"], "defenders": ["9"]}), ("defenders", {"attackers": ["4"]}),
     ("roll", {"attackers": ["4"], "defenders": ["3"], "roll": 12}), ("weather", {"battle": "raid", "attackers": ["4"], "weather": "storm"}),
     ("attacker_support", {"attackers": ["4"], "defenders": ["3"], "weather": "storm", "attacker_support": 2})],
)  # fmt: skip
def test_nonsense_is_refused_where_it_stands(field: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadField) as caught:
        worked(**given)
    assert caught.value.field == field


# --- the screen


def view(**given: Any) -> View:
    return LEADERS_IN_FLAMES.view(LEADERS_IN_FLAMES.position(**given), CONTROL)


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


def test_the_production_circle_has_a_space_for_each_turn() -> None:
    s = LEADERS_IN_FLAMES.position(place={"German INF IX": "circle"}, side="", turn=1)
    s.due[s.world.unit("German INF IX")] = 3
    found = LEADERS_IN_FLAMES.view(s, CONTROL)
    assert s.where[s.world.unit("German INF IX")] == CIRCLE
    piece = next(piece for piece in found.pieces if piece.id == "German INF IX")
    box = next(box for box in found.boxes if box.id == piece.at)
    assert box.title == "Axis: arrives Sep/Oct 1941" and box.count == 1


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
