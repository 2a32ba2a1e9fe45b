"""How a war ends: decisive defeat in each theatre, nations that leave the war, and the count at the end."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war.data import MEN, SIDES, code
from hexfront.games.last_war.industry import leave_war
from hexfront.games.last_war.plans import ToSea
from hexfront.games.last_war.sequence import GameTurn, ReportStep
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.victory import final_result, scores, sudden_result
from hexfront.kernel import Result, with_item

from .kit import ALLIES, AXIS, GAME, given, go, h, have, p

EUROPE, PACIFIC = "europe", "pacific"


def reported(scenario: str, held: dict[str, list[str]], **what: Any) -> LastWarState:
    """A turn reported to high command with these places in other hands."""
    return go(given(scenario=scenario, agenda=(ReportStep(),), phase="report", held=held, **what))


def won(s: LastWarState) -> tuple[tuple[str, ...], str]:
    assert isinstance(s.result, Result) and s.result.rule == "sequence.10-report"
    return s.result.winners, s.result.reason


@pytest.mark.rule("sequence.10-report")
@pytest.mark.parametrize(
    ("scenario", "held", "side", "words"),
    [
        (EUROPE, {"germany": ["Moscow", "Leningrad", "Stalingrad"]}, "axis", "Moscow, Leningrad and Stalingrad"),
        (EUROPE, {"germany": ["London"]}, "axis", "London"),
        (EUROPE, {"ussr": ["Berlin"]}, "allies", "Berlin"),
        (PACIFIC, {"japan": ["Chungking", "Calcutta"]}, "axis", "Chungking and Calcutta"),
        (PACIFIC, {"japan": ["Honolulu"]}, "axis", "Honolulu"),
        (PACIFIC, {"usa": ["Tokyo"]}, "allies", "Tokyo"),
    ],
)  # fmt: skip
def test_a_goal_reached_ends_the_war_at_once(
    scenario: str, held: dict[str, list[str]], side: str, words: str
) -> None:
    s = reported(scenario, held)
    name = "The Axis holds" if side == "axis" else "The Allies hold"
    assert won(s) == ((side,), f"{name} {words}.") and not s.agenda
    for power, places in held.items():
        short = reported(scenario, {power: places[:-1]})
        assert short.result is None, "all of the places, not most of them"


@pytest.mark.rule("sequence.10-report")
@pytest.mark.parametrize(
    ("scenario", "power", "held", "side"),
    [
        (EUROPE, "ussr", {"germany": ["Moscow", "Gorky", "Kuybyshev"]}, "axis"),
        (PACIFIC, "china", {"japan": ["Chungking", "Kunming"]}, "axis"),
    ],
)
def test_a_power_that_must_be_beaten_leaves_and_the_war_is_over(
    scenario: str, power: str, held: dict[str, list[str]], side: str
) -> None:
    s = reported(scenario, held)
    assert s.out_of_war == 1 << p(s, power)
    name = s.world.powers[p(s, power)].name
    assert won(s) == ((side,), f"{name} is out of the war.")


@pytest.mark.rule("sequence.10-report")
@pytest.mark.parametrize(("scenario", "power"), [(EUROPE, "germany"), (PACIFIC, "japan")])
def test_a_people_without_morale_stops_fighting(scenario: str, power: str) -> None:
    s = given(scenario=scenario)
    s.morale = with_item(s.morale, p(s, power), 0)
    s.agenda = (ReportStep(),)
    go(s)
    assert won(s)[0] == ("allies",) and s.out_of_war >> p(s, power) & 1


@pytest.mark.rule("sequence.10-report")
@pytest.mark.parametrize(
    ("scenario", "power", "held", "heir"),
    [
        (EUROPE, "italy", {"britain": ["Rome", "Naples"]}, "germany"),
        (EUROPE, "balkans", {"ussr": ["Bucharest", "Budapest"]}, "germany"),
        (EUROPE, "finland", {"ussr": ["Helsinki", "Viipuri"]}, "germany"),
        (EUROPE, "vichy", {"usa": ["Algiers", "Casablanca"]}, "germany"),
        (PACIFIC, "siam", {"britain": ["Bangkok"]}, "japan"),
    ],
)
def test_lesser_powers_leave_the_war_and_it_goes_on(
    scenario: str, power: str, held: dict[str, list[str]], heir: str
) -> None:
    before = given(scenario=scenario, held=held)
    ground = before.held[p(before, power)]
    s = reported(scenario, held)
    n = p(s, power)
    assert s.result is None and s.out_of_war == 1 << n
    assert not s.held[n] and not s.hand[n] and not any(s.pool[n * 6 : n * 6 + 6])
    assert not [key for key in s.at if key // 6 % 8 == n], "nothing of it is left on the map"
    kept = s.held[p(s, heir)] & ground
    assert kept, "its ally takes over where it stood"
    assert not list(GAME.invariants(s))
    half = {each: places[:1] for each, places in held.items()}
    if half != held:
        assert not reported(scenario, half).out_of_war, "not while a place of its briefing stands"


@pytest.mark.rule("sequence.10-report")
@pytest.mark.parametrize("scenario", ["kursk", EUROPE, PACIFIC])
def test_a_side_with_nobody_left_has_lost(scenario: str) -> None:
    for side in (AXIS, ALLIES):
        s = given(scenario=scenario)
        gone = s.clone()
        for n in s.world.of_side[side]:
            gone.out_of_war |= 1 << n
        s.ground = with_item(s.ground, side, 0)
        for each in (s, gone):
            result = sudden_result(each)
            assert result is not None and result.winners == (SIDES[1 - side],)
            if scenario == "kursk":
                assert result.reason == f"The {('Axis is', 'Allies are')[side]} out of the war."


@pytest.mark.rule("sequence.10-report")
@pytest.mark.parametrize(
    ("scenario", "start", "need", "below"), [("kursk", 6, 16, 16), (EUROPE, 20, 44, 43), (PACIFIC, 9, 28, 27)]
)
def test_the_count_after_the_last_turn(scenario: str, start: int, need: int, below: int) -> None:
    s = given(scenario=scenario)
    assert scores(s)[ALLIES] == start, "what the scenario says it begins with"
    assert sum(scores(s)) == sum(s.world.victory["places"].values())
    ways: dict[int, list[str]] = {0: []}  # places that make up each number of points
    for name, value in s.world.victory["places"].items():
        ways = {n + value: [*names, name] for n, names in ways.items()} | ways
    s.turn = len(s.world.turns)
    for points in (below - 1, below, need - 1, need):
        s.ground = (0, 0)
        for name in s.world.victory["places"]:
            s.ground = with_item(
                s.ground,
                ALLIES if name in ways[points] else AXIS,
                s.ground[ALLIES if name in ways[points] else AXIS] | (1 << h(s, name)),
            )
        assert scores(s)[ALLIES] == points
        result = final_result(s)
        want = ("allies",) if points >= need else ("axis",) if points < below else ()
        assert result.winners == want and result.scores["allies"] == points, points
    assert GameTurn().run(s) == () and s.result is not None and s.turn == len(s.world.turns)


@pytest.mark.rule("sequence.10-report")
def test_what_a_power_that_leaves_takes_with_it() -> None:
    s = given(
        scenario=EUROPE,
        points={"italy": {"Rome": {"men": 2, "bombers": 1, "garrisons": 1}}, "balkans": {"Rome": {"men": 1}}},
        pool={"italy": {"men": 3}},
        pags={"Zagreb": "italy"},
    )
    italy, rome = 1, h(s, "Rome")
    s.zones = {rome: italy, h(s, "Kiev"): 0}
    s.flak = {rome: italy, h(s, "Essen"): 0}
    works = h(s, "Kiev") * s.world.top + s.world.near(h(s, "Kiev"))[0]
    s.works = {rome * s.world.top + s.world.near(rome)[0]: italy, works: 0}
    s.guard = {rome * 8 + italy: 2}
    s.bases = {rome: 1 << italy, h(s, "Kiev"): 0b11}
    s.new_bases = {rome: 1 << italy}
    area = s.world.areas.index("central_mediterranean")
    s.navy_air = with_item(s.navy_air, area * 8 + italy, 2)

    s.missions = [ToSea(italy, 1, area), ToSea(0, 1, area)]
    leave_war(s, italy, "sequence.10-report")
    assert (
        s.zones == {h(s, "Kiev"): 0}
        and s.flak == {h(s, "Essen"): 0}
        and s.works == {works: 0}
        and not s.guard
    )
    assert s.bases == {h(s, "Kiev"): 1} and not s.new_bases and not s.pags
    assert not s.fleet[area * 8 + italy] and not s.navy_air[area * 8 + italy]
    assert s.missions == [ToSea(0, 1, area)]
    assert not any(s.pool[6:12]) and not s.hand[italy]
    assert have(s, "italy", "Rome") == 0 and have(s, "balkans", "Rome") == 1, "allies in the same hex stay"
    assert s.held[0] >> rome & 1
    alone = given()
    leave_war(alone, 0, "sequence.10-report")
    assert not any(alone.held[n] & alone.world.start_held[0] for n in (0, 1)), (
        "without an ally the ground lies open"
    )
    last = given(scenario=EUROPE, out_of_war=0b1)
    leave_war(last, 4, "sequence.10-report")
    assert last.held[1] >> h(last, "Lyon") & 1, "the next ally who is still in the war"


@pytest.mark.rule("sequence.10-report")
def test_french_africa_comes_over_when_vichy_is_out() -> None:
    """RULING briefing-b: to the power with most of what it was lost with; guests go home, and Tunisia stays."""
    held = {"usa": ["Algiers", "Casablanca"], "britain": ["Oran"]}
    there = {"germany": {"Constantine": {"men": 3, "tanks": 1}, "Tunis": {"men": 2}}}
    s = given(scenario=EUROPE, agenda=(ReportStep(),), phase="report", held=held, points=there)
    w = s.world
    usa, germany = w.number["usa"], w.number["germany"]
    go(s)
    assert s.out_of_war >> w.number["vichy"] & 1
    assert all(s.held[usa] >> h(s, name) & 1 for name in ("Constantine", "Fez", "Algiers"))
    assert s.held[w.number["britain"]] >> h(s, "Oran") & 1, "what was taken before stays with who took it"
    assert not s.held[usa] >> h(s, "Tunis") & 1 and s.ground[AXIS] >> h(s, "Tunis") & 1
    assert not s.at.get(code(h(s, "Constantine"), germany, MEN)) and s.pool[germany * 6 + 1] == 1
    assert s.ground[AXIS] >> h(s, "Marseilles") & 1
    britain = given(
        scenario=EUROPE, agenda=(ReportStep(),), phase="report", held={"britain": ["Algiers", "Casablanca"]}
    )
    go(britain)
    assert britain.held[britain.world.number["britain"]] >> h(britain, "Constantine") & 1
