"""What the aids show: words of results, the forecast, the reach of each side, the assistant's refusals."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Join, Overrun, Pick, Step, Target
from hexfront.games.motherland.administration import Combination, Conversion, Evacuation, Rebuilding
from hexfront.games.motherland.chits import Command
from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.forecast import forecast
from hexfront.games.motherland.kinds import PHASE_IDS, meaning, outcome_of
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.partisans import Gathering
from hexfront.games.motherland.reach import by_side, reach_of_side
from hexfront.games.motherland.reinforcements import Reinforcements
from hexfront.games.motherland.results import Advances
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.supply_phase import Airlift, Expenditure
from hexfront.hexes import bits
from hexfront.kernel import apply, legal
from hexfront.wargame import Offers
from tests.games.motherland.kit import AXIS, SOVIET, attacking, board, moving, real, table

WEAK = "C* 1-3/1-2"


def answer(**given: Any) -> Any:
    return GAME.calculator().resolve({"attackers": ["8"], "defenders": ["4"], **given})


def totals(**given: Any) -> dict[str, str]:
    return {line.label: line.value for line in answer(**given).working}


@pytest.mark.rule("8.5a")
@pytest.mark.rule("8.5b")
@pytest.mark.rule("8.5c")
@pytest.mark.rule("8.5e")
def test_8_5_every_result_in_words() -> None:
    said = {
        "NE": "nothing happens",
        "AE": "the attacker is eliminated",
        "DE": "the defender is eliminated",
        "1/-": "the attacker loses 1 step",
        "1/2": "the attacker loses 1 step, the defender loses 2 steps",
        "A2": "the attacker loses steps or retreats: 2 in all",
        "D3": "the defender loses steps or retreats: 3 in all",
    }
    assert {code: meaning(code) for code in said} == said
    assert outcome_of("NE").sentence == "Nothing happens."


@pytest.mark.rule("8.1.1")
@pytest.mark.rule("8.1.5a")
@pytest.mark.rule("7.1d")
def test_the_assistant_says_what_it_worked_out() -> None:
    assert (answer().title, answer(overrun=True).title) == ("Combat", "Overrun")
    assert answer(die=4).extra["row"] == 4 and "row" not in answer().extra
    assert answer(side="soviet", turn=12, die=4).extra["row"] == 5
    for side in ("attackers", "defenders"):
        with pytest.raises(BadData):
            answer(**{side: []})


@pytest.mark.rule("7.1d")
@pytest.mark.rule("8.1.1")
@pytest.mark.rule("18.2.3a")
@pytest.mark.rule("18.2.3b")
def test_the_assistant_knows_where_overruns_go_and_what_winter_does() -> None:
    for given in (
        {"river": "major"},
        {"terrain": "mountain"},
        {"terrain": "swamp"},
        {"terrain": "mountain", "turn": 12},
    ):
        with pytest.raises(BadData, match=r"7\.2a"):
            answer(overrun=True, **given)
    assert answer(overrun=True, terrain="swamp", turn=12).title == "Overrun"
    assert answer(overrun=True, river="minor").title == "Overrun"
    assert [totals(overrun=True, turn=turn)["Attack total"] for turn in (2, 5, 12)] == ["8", "2", "7"]
    for turn, rule in ((5, "18.2.3a"), (12, "18.2.3b")):
        assert rule in {line.rule for line in answer(overrun=True, turn=turn).working}


@pytest.mark.rule("8.4")
@pytest.mark.rule("14.1a")
@pytest.mark.rule("14.1c")
@pytest.mark.rule("14.3b")
@pytest.mark.rule("18.2.1")
@pytest.mark.rule("13.0c")
@pytest.mark.rule("16.2b")
@pytest.mark.rule("18.2.4b")
@pytest.mark.rule("18.2.4c")
@pytest.mark.rule("8.2.1a")
def test_the_assistant_refuses_support_that_does_not_come() -> None:
    for given, case in (
        ({"air": True, "side": "soviet"}, "14.1a"),
        ({"air": True, "turn": 5}, "14.3b"),
        ({"gun": True, "side": "soviet"}, "16.2a"),
        ({"support": True}, "13.0a"),
    ):
        with pytest.raises(BadData, match=case.replace(".", r"\.")):
            answer(**given)
    assert "Swamp in snow" in totals(terrain="swamp", turn=12)
    assert "Swamp in snow" not in totals(terrain="swamp") and "Swamp in snow" not in totals(
        terrain="woods", turn=12
    )
    assert answer(terrain="swamp").column == "1:1" and answer(terrain="swamp", turn=12).column == "3:2"
    assert len(answer().working) == len(answer(terrain="woods").working) - 1
    assert "Winter" not in totals(turn=12) and "Winter" not in totals(side="soviet")


@pytest.mark.rule("8.1.1")
def test_8_1_1_the_forecast_names_river_chits_and_kind_of_attack() -> None:
    for river, value, rule in (("minor", "+2", "8.4.1b"), ("major", "doubled", "8.4.1c")):
        side = [("1010", "1011")]
        m = board(river=side) if river == "minor" else board(major=side)
        t = attacking({"I": "1010", "8 Army": "1011"}, map=m, chits={"8 Army": WEAK})
        assert forecast(t.s) is None
        t.do(Target, "1011")
        assert forecast(t.s) is None
        t.do(Join, "I")
        found = forecast(t.s)
        assert found is not None and found.title.startswith("Attack on")
        lines = {line.label: (line.value, line.rule) for line in found.working}
        assert lines[f"{river.title()} River"] == (value, rule) and lines["Defense"][1] == "8.1.1b"
        assert "Chits still to draw" not in lines
    t = moving({"XLI Pz": "1010", "8 Army": "1011"}, cup={WEAK: 3})
    t.do(Pick, "XLI Pz")
    t.do(Overrun, "1011")
    found = forecast(t.s)
    assert found is not None and found.title.startswith("Overrun of")
    lines = {line.label: (line.value, line.rule) for line in found.working}
    assert lines["Chits still to draw"][0] == "8 Army" and lines["Defense"][1] == "8.1.1"
    assert not any("River" in label for label in lines)


@pytest.mark.rule("5.1b")
@pytest.mark.rule("4.2b")
@pytest.mark.rule("4.2c")
@pytest.mark.rule("5.1.4")
def test_5_1b_how_far_each_side_reaches() -> None:
    t = table(
        {"KG Sanne": "1010", "8 Army": "2010", "Air Base 1": "1020", "Fortress Moscow": "2020", "I": "pool"}
    )
    axis, soviet = reach_of_side(t.s, AXIS), reach_of_side(t.s, SOVIET)
    assert by_side(t.s) == {"axis": axis, "soviet": soviet}
    assert axis == t.w.grid.disc(t.w.hex("1010"), 5)
    assert soviet == t.w.grid.disc(t.w.hex("2010"), 4)
    for name, slips in (("I", False), ("XLI Pz", True)):  # Panzers go from zone to zone, corps do not
        t = table({name: "1010", "8 Army": "1012"})
        shown = {t.w.label(h) for h in bits(reach_of_side(t.s, AXIS))}
        assert "1011" in shown and "1012" not in shown and ("1013" in shown) is slips
        near = {t.w.label(h) for h in bits(reach_of_side(t.s, SOVIET))}
        assert "1010" not in near and "1011" in near and "1009" not in near


@pytest.mark.rule("3.1.1a")
@pytest.mark.rule("3.1.7a")
def test_3_1_the_mutual_phases_do_their_own_work() -> None:
    m = board(sources={"W": ["0110"], "E": ["2710"]})
    t = table({"I": "1310", "8 Army": "1314"}, PhaseFrame(PHASE_IDS.index("supply")), map=m)
    assert t.supply("I") == 1
    t = table({"I": "0210", "8 Army": "2610"}, air=3)
    t.s.air_used = 2
    t.run(PhaseFrame(PHASE_IDS.index("administrative")))
    assert t.s.air_used == 0


@pytest.mark.rule("6.6")
@pytest.mark.parametrize(("turkey", "neutral"), [(0, ("turkey",)), (1, ())])
def test_all_see_whose_land_turkey_is(turkey: int, neutral: tuple[str, ...]) -> None:
    view = GAME.view(table({"I": "1010"}, turkey=turkey).s, "soviet")
    axis = next(side for side in view.sides if side.id == "axis")
    assert view.neutral == neutral and ("turkey" in axis.home) == (not neutral)


@pytest.mark.rule("6.6")
@pytest.mark.rule("3.0a")
def test_3_0a_the_track_shows_the_turns_of_the_scenario() -> None:
    assert [turn.number for turn in GAME.view(real("uranus").s, "axis").turns] == [12, 13, 14]


def test_why_not_explains_a_refusal() -> None:
    t = moving({"I": "1010", "8 Army": "1011"})
    t.do(Pick, "I")
    causes = {cause.label: cause.rule for cause in GAME.why(t.s, "axis", "I", "1011")}
    assert causes == {"Step": "5.2.2a", "Join": "5.1a"}
    assert GAME.why(t.s, "soviet", "I", "1011") == ()


def test_overlays_show_zones_supply_control_and_victory() -> None:
    t = real("uranus")
    layers = {layer.id: layer for layer in GAME.overlays(t.s, "axis")}
    assert [layer.key for layer in layers.values()] == ["z", "s", "c", "v", "r", ""]
    assert "2424" in layers["zones"].hexes["axis"] and "2424" in layers["control"].hexes["soviet"]
    assert layers["victory"].labels["2424"] == "2" and layers["supply"].hexes["axis"]
    assert layers["supply"].signs == "sources of supply"


def test_reach_is_where_a_march_can_end() -> None:
    """Every hex that a march of the one unit ends in is in the overlay, and no other."""
    t = moving({"I": "1010", "8 Army": "1211"})
    shown = set(next(layer for layer in GAME.overlays(t.s, "axis") if layer.id == "reach").hexes["axis"])
    t.do(Pick, "I")
    found, fresh = {"1010"}, [t.s]
    while fresh:
        here, fresh = fresh, []
        for s in here:
            for step in legal(s, "axis"):
                at = s.world.label(step.hex) if isinstance(step, Step) else ""
                if at and at not in found:
                    found.add(at)
                    fresh.append(s.clone())
                    apply(fresh[-1], "axis", step)
    assert found == shown and "1211" not in shown and len(found) > 20


@pytest.mark.parametrize(
    "offers",
    [
        pytest.param(each, marks=pytest.mark.rule(each.rule), id=each.__name__)
        for each in (
            Conversion, Combination, Rebuilding, Evacuation, Command, Attacks, LongMoves, Moves, Gathering, Reinforcements,
            Advances, Expenditure, Airlift,
        )
    ],
)  # fmt: skip
def test_what_ends_a_list_says_so(offers: type[Offers]) -> None:
    assert offers.done.ends and offers.done.kind == "done" and offers.done.rule


@pytest.mark.rule("19.0")
@pytest.mark.parametrize("scenario", [each.id for each in GAME.scenarios])
def test_19_0_a_briefing_names_levels_and_the_place_to_look_at(scenario: str) -> None:
    t = real(scenario)
    brief = GAME.view(t.s, "axis").briefing
    assert brief is not None and "-999" not in brief.wins[0]
    lowest = [level for level, low in t.w.plan.levels.items() if low <= -999]
    assert lowest and not any(level in brief.wins[0] for level in lowest)
    assert t.w.is_hex(t.w.hex(brief.at))
