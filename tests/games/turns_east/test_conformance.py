"""The laws every game keeps, golden games, secrecy, packs, and an end to every game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hexfront.errors import BadData, UnknownName
from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Buy
from hexfront.games.turns_east.data import AXIS, FILES, EastWorld
from hexfront.games.turns_east.events import SupportAdded
from hexfront.games.turns_east.orders import Draw, Purchase, price
from hexfront.games.turns_east.reinforcement import Replacements
from hexfront.games.turns_east.sequence import clear_turn
from hexfront.games.turns_east.state import EastState
from hexfront.kernel import (
    CONTROL,
    OBSERVER,
    Chance,
    Event,
    SeededSource,
    apply,
    deciders,
    legal,
    outcomes,
    pending,
    resolve,
)
from hexfront.lab import playout
from hexfront.packs import KINDS, provenances
from hexfront.testing import conformance, golden
from hexfront.wargame import Moved, TurnBegan
from hexfront.wargame import put as place

from .helpers import field, given, hexof, unit

GOLDEN = Path(__file__).parent / "golden"


def test_the_teaching_scenario_keeps_every_law() -> None:
    done = conformance(GAME, scenarios=["minsk"], games=3, actions=400, must_end=True)
    assert done.finished == 3


def test_the_campaign_keeps_every_law() -> None:
    done = conformance(GAME, scenarios=["barbarossa"], games=1, actions=900, dear=0.03)
    assert done.actions == 900


def test_the_options_keep_every_law() -> None:
    setup = GAME.setup("minsk", {"single_step_replacements": True, "zhukov_command_roll": True})
    assert conformance(GAME, setups=[setup], games=1, actions=200).actions > 50


@pytest.mark.parametrize("name", ["minsk", "barbarossa"])
def test_golden_games_go_the_way_they_were_recorded(name: str) -> None:
    s = golden.replay(GOLDEN / f"{name}.json.gz", GAME)
    assert s.result is not None


@pytest.mark.parametrize("scenario", ["minsk", "barbarossa"])
def test_random_games_end_with_a_winner(scenario: str) -> None:
    for seed in range(12 if scenario == "minsk" else 3):
        done = playout(GAME, GAME.setup(scenario), seed)
        assert done.result is not None and len(done.result.winners) == 1


@pytest.mark.rule("11.1.7")
@pytest.mark.rule("8.1.9")
def test_in_random_games_nobody_moves_twice_and_no_hex_has_two_markers() -> None:
    """By what the log tells, not by what the state remembers."""
    for seed in range(3):
        moved: set[int] = set()
        helped: set[int] = set()
        source = SeededSource(f"twice/{seed}")
        s = GAME.start(GAME.setup("barbarossa"))
        for _ in range(900):
            if not s.agenda:
                break
            for event in at_random(s, source):
                if isinstance(event, TurnBegan):
                    moved.clear()
                    helped.clear()
                if isinstance(event, Moved):
                    assert not moved & set(event.units), event
                    moved |= set(event.units)
                if isinstance(event, SupportAdded) and event.side == AXIS:
                    assert event.target not in helped, event
                    helped.add(event.target)


def at_random(s: EastState, source: SeededSource) -> Sequence[Event]:
    frame = pending(s)
    if isinstance(frame, Chance):
        return resolve(s, outcomes(s).draw(source))
    seat = source.choice(deciders(s))
    return apply(s, seat, source.choice(legal(s, seat)))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        ({"moved": True}, "about to move again (11.1.7)"),
        ({"air": [2, 0, 0, 1, 0]}, "two Luftwaffe markers"),
        ({"where": ("ro-3", "1709")}, "serves in North or Center (13.1)"),
        ({"where": ("ro-3", "0512")}, "is in Hungary"),
        ({"where": ("su-5", "0512")}, "a Soviet unit is in Hungary or Romania"),
        ({"where": ("ge-6", "0512"), "turn": 1}, "an Axis unit is in Hungary on turn 1"),
        ({"where": ("su-5", "2016")}, "Both sides stand in one hex"),
    ],
)
def test_the_invariants_see_what_must_not_be(spoil: dict[str, Any], words: str) -> None:
    s = field({"ge-III": "2016"})
    assert list(GAME.invariants(s)) == []
    if "moved" in spoil:
        s.moved = s.todo
    if "where" in spoil:
        name, label = spoil["where"]
        s.steps[unit(s, name)] = 1
        place(s, unit(s, name), hexof(s, label))
    s.air = spoil.get("air", s.air)
    s.turn = spoil.get("turn", s.turn)
    assert any(words in fault for fault in GAME.invariants(s))


def test_the_first_scenario_is_for_newcomers() -> None:
    assert [each.id for each in GAME.scenarios] == ["minsk", "barbarossa"]
    s = GAME.start(GAME.setup())
    assert s.world.plan.commands == (1,) and s.world.plan.last_turn == 2


@pytest.mark.rule("7.1.5")
def test_nothing_of_the_enemys_purchase_shows() -> None:
    s = given(turn=1, points=[12, 8], agenda=(Purchase(),))
    apply(s, "soviet", Buy(3, 1, 0, 0))
    others = [GAME.resample(s, "axis", SeededSource(n)) for n in range(40)]
    assert all(GAME.view(other, "axis") == GAME.view(s, "axis") for other in others)
    assert len({tuple(other.soviet_next) for other in others}) > 5
    s = given(turn=1, points=[12, 8], agenda=(Purchase(),))
    apply(s, "axis", Buy(1, 0, 1, 2))
    seen = set()
    for n in range(40):
        other = GAME.resample(s, "soviet", SeededSource(n))
        assert GAME.view(other, "soviet") == GAME.view(s, "soviet")
        assert GAME.view(other, OBSERVER) == GAME.view(s, OBSERVER)
        assert deciders(other) == deciders(s)
        seen.add(tuple(other.axis_next))
    assert len(seen) > 5
    assert GAME.resample(s, "axis", SeededSource(1)).axis_next == s.axis_next
    assert GAME.resample(s, CONTROL, SeededSource(1)).axis_next == s.axis_next


@pytest.mark.rule("7.1.5")
def test_nothing_of_it_shows_next_turn_either_before_it_goes_into_the_cup() -> None:
    s = given(turn=1, points=[12, 8], axis_next=[1, 0, 1, 2], soviet_next=[4, 0, 0, 0])
    s.turn = 2
    clear_turn(s)
    s.agenda = (Replacements(1, 1, 0),)
    assert (s.axis_now, s.budget, s.points) == ([1, 0, 1, 2], [12, 8], [0, 0])
    seen = set()
    for n in range(40):
        other = GAME.resample(s, "soviet", SeededSource(n))
        for seat in ("soviet", OBSERVER):
            assert GAME.view(other, seat) == GAME.view(s, seat)
        assert other.soviet_now == s.soviet_now and price(s.world, tuple(other.axis_now)) <= 12
        seen.add(tuple(other.axis_now))
    assert len(seen) > 5
    others = [GAME.resample(s, "axis", SeededSource(n)) for n in range(40)]
    assert all(other.axis_now == s.axis_now for other in others)
    assert len({tuple(other.soviet_now) for other in others}) > 5
    assert GAME.resample(s, CONTROL, SeededSource(1)).soviet_now == s.soviet_now
    shown = {
        seat: next(box.text for box in GAME.view(s, seat).boxes if box.id == "axis-now")
        for seat in ("axis", "soviet", OBSERVER, CONTROL)
    }
    assert "Blitz" in shown["axis"] and shown["axis"] == shown[CONTROL]
    assert shown["soviet"] == shown[OBSERVER] == "secret"


@pytest.mark.rule("2.2.3a")
def test_the_order_of_the_cup_is_nowhere() -> None:
    markers = ["axis blitz", "axis hold", "soviet assault", "soviet hold", "counterattack A", "zhukov"]
    s, other = (given(turn=6, cup=list(cup), agenda=(Draw(),)) for cup in (markers, markers[::-1]))
    for seat in ("axis", "soviet", OBSERVER):
        assert GAME.view(s, seat) == GAME.view(other, seat)
    assert dict(outcomes(s).chances()) == dict(outcomes(other).chances())


def test_a_pack_overrides_tables_units_and_scenarios() -> None:
    pack = {
        "tables": {"victory": {"needed": 15}, "orders": {"assault": {"cost": 2}}},
        "units": {"german_armies": {"unit": [{"id": "ge-6", "factors": [9, 6, 4, 2], "setup": "0809"}]}},
        "scenarios/barbarossa": {"scenario": {"last_turn": 4}},
    }
    s = GAME.start(GAME.setup("barbarossa", pack=pack))
    w = s.world
    six = w.number["ge-6"]
    assert (w.needed, w.orders[3].cost, w.plan.last_turn) == (15, 2, 4)
    assert w.units[six].factors == (9, 6, 4, 2) and w.label(s.where[six]) == "0809"
    assert w.units[w.number["ge-17"]].factors == (8, 6, 4, 2)


def test_a_bad_pack_is_refused_in_words() -> None:
    for pack, words in (
        ({"units": {"german_armies": {"unit": [{"id": "ge-6", "factors": "strong"}]}}}, r"units\."),
        ({"units": {"german_armies": {"unit": [{"id": "ge-6", "kind": "navy"}]}}}, "navy"),
        ({"tables": {"compass": {"axis_black": ["up"]}}}, "compass"),
        ({"tables": {"combat": {"rows": {"1": ["A1"]}}}}, "row 1"),
        (
            {"tables": {"combat": {"rows": {"1": ["A1"] * 6 + ["B1"]}}}},
            "combat, row 1: the game knows no 'B1'",
        ),
        ({"tables": {"markers": {"order_markers": 0}}}, "order_markers: there are too few"),
        ({"tables": {"orders": {"hold": {"cost": 2}}}}, "command.axis: the worst roll gives 5, .* cost 8"),
        ({"tables": {"command": {"soviet": [3, 4]}}}, "command.soviet: the worst roll gives 3, .* cost 4"),
        ({"scenarios/barbarossa": {"scenario": {"opening": "rush"}}}, "opening: the game knows no 'rush'"),
        ({"scenarios/barbarossa": {"scenario": {"axis_cup": ["zhukov"]}}}, "axis_cup: .* no 'zhukov'"),
        ({"scenarios/barbarossa": {"scenario": {"soviet_cup": ["blitz"]}}}, "soviet_cup: .* no 'blitz'"),
        ({"tables": {"combat": {"below": "AE"}}}, "combat, below: the game knows no 'AE'"),
        (
            {"tables": {"counterattack": {"rows": {"6": ["B1"] * 3 + ["EX"]}}}},
            "row 6: the game knows no 'EX'",
        ),
        (
            {"tables": {"counterattack_fronts": {"fronts": [0, 1, 1, 2, 2, 4]}}},
            "from 0 to 3 is expected, not 4",
        ),
        ({"tables": {"counterattack_fronts": {"fronts": [0, 1]}}}, "6 numbers are expected, not 2"),
        (
            {"tables": {"terrain": {"forest": {"bad": [2, 0]}}}},
            "terrain.forest.bad: a whole number of at least 1",
        ),
        ({"tables": {"terrain_features": {"major_river": {"mud": [1, -4]}}}}, "major_river.mud: .* not -4"),
        ({"tables": {"command": {"soviet": [4, -4]}}}, "command.soviet: a whole number of at least 0"),
        (
            {"scenarios/barbarossa": {"scenario": {"first_turn": 0}}},
            "first_turn: a whole number from 1 to 11",
        ),
        ({"scenarios/barbarossa": {"scenario": {"last_turn": 12}}}, "last_turn: a whole number from 1 to 11"),
        ({"scenarios/barbarossa": {"scenario": {"share": 0}}}, "share: a whole number of at least 1"),
    ):
        with pytest.raises(BadData, match=words):
            GAME.start(GAME.setup("barbarossa", pack=pack))
    with pytest.raises(UnknownName):
        GAME.start(GAME.setup("barbarossa", pack={"tables": {"victory": {"points": {"Atlantis": 1}}}}))


def test_every_figure_has_its_provenance() -> None:
    for name, tree in {**FILES.own, **FILES.own["scenarios"]}.items():
        for path, kind, count in provenances(tree):
            assert kind in KINDS, f"{name}: {path} ({count} figures) has no provenance"
    for name in ("tables", "units"):
        for block in FILES.own[name].values():
            assert (
                block.get("reason") or block.get("case") in GAME.rulebook or block["provenance"] == "rulebook"
            )


def test_worlds_are_shared_between_games_of_one_setup() -> None:
    one, two = GAME.world(GAME.setup("minsk")), GAME.world(GAME.setup("minsk"))
    assert one is two and isinstance(one, EastWorld)
    assert {u.id for u in one.units} >= {"ge-4", "ge-9", "guderian", "su-10"}
    assert not {"ge-18", "ge-6", "su-5"} & {u.id for u in one.units}
