"""The order of a turn: which steps come, which are left out, and what each begins with."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Accept, Begin, RollAgain
from hexfront.games.leaders_in_flames.board import ZONES
from hexfront.games.leaders_in_flames.economy.deeds import SpyRoll
from hexfront.games.leaders_in_flames.initiative import GoFirst, InitiativeRoll, Reroll, give_box, initiative
from hexfront.games.leaders_in_flames.kinds import (
    ACTION_IDS,
    ALLIES,
    ATTACKS,
    AXIS,
    CHINA,
    GERMANY,
    ITALY,
    JAPAN,
    MISSIONS,
    MOVES,
    NO_LIMIT,
    PHASE_IDS,
    RAILS,
    USSR,
    VOYAGES,
    WEATHER,
)
from hexfront.games.leaders_in_flames.limits import limit
from hexfront.games.leaders_in_flames.sequence import (
    EndImpulse,
    EndOfTurn,
    Impulse,
    Impulses,
    Stage,
    Steps,
    Tired,
    Turn,
    TurnEndRoll,
    WeatherRoll,
    lending,
    new_year,
    shipping,
)
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.kernel import Agenda, Die
from tests.games.leaders_in_flames.kit import EAST, PLAIN, WEST, campaign, down, opening, steppe

BATTLE, ISLANDS, WORLD = "barbarossa", "guadalcanal", "beginning"
SIDES = ("axis", "allies")


def words(agenda: Agenda) -> list[str]:
    """The frames of an agenda, each by its name and what it is about."""
    out = []
    for frame in agenda:
        name = type(frame).__name__
        if isinstance(frame, Stage):
            out.append(PHASE_IDS[frame.phase])
            continue
        parts = [str(value) for key in frame.__struct_fields__ for value in [getattr(frame, key)]
                 if key in ("side", "sides", "moment", "mission", "power", "needed") and value != -1]  # fmt: skip
        if getattr(frame, "early", False) or getattr(frame, "late", False):
            parts.append("at another time")
        out.append(" ".join((name, *parts)))
    return out


def world(scenario: str, **given: Any) -> State:
    """A position of a scenario with nothing on the agenda."""
    return campaign(scenario=scenario, **given)


# --- the turn


TURN = (
    "draft", "Draft", "arrivals", "Arrivals 0", "Arrivals 1", *(at_sea := ("Convoys 0", "Convoys 1")),
    *(loans := ("lending", "FreshLoans", "LendingStage 0", "LendingStage 1")),
    "initiative", "InitiativeRoll", "Impulses", "EndOfTurn", "Turn",
)  # fmt: skip
END = (
    "end", *(bands := ("GoHome", "Asking (0, 1) partisans", "PartisanRoll")), "EntryStep",
    *(ships := ("PlanesHome 0", "Watches 0", "PlanesHome 1", "Watches 1")), "Asking (0, 1) supply",
    *(oil := ("OilStep",)), "FaceUp", "Asking (0, 1) production", "BreakUp", "Production",
    *(peace := ("BorderChits", "IntelligenceStep", "PeaceTalks 0", "PeaceTalks 1", "Conquest")),
)  # fmt: skip


@pytest.mark.rule("base.turn")
@pytest.mark.rule("base.lending")
@pytest.mark.rule("base.convoys")
@pytest.mark.parametrize(
    ("scenario", "left_out"), [(BATTLE, (*at_sea, *loans)), (ISLANDS, loans), (WORLD, ())]
)
def test_the_stages_of_a_turn(scenario: str, left_out: tuple[str, ...]) -> None:
    """A scenario without ships has no convoys, one without politics no lending."""
    s = world(scenario, turn=1)
    s.side, s.impulse, s.marker, s.rerolled, s.arrived, s.ended = 1, 3, 9, 1, 4, 1
    assert words(Turn().run(s)) == [name for name in TURN if name not in left_out]
    assert (s.turn, s.side, s.impulse, s.marker, s.rerolled, s.arrived, s.ended) == (2, -1, 0, 0, 0, 0, 0)


@pytest.mark.rule("base.turn")
@pytest.mark.rule("base.production")
@pytest.mark.rule("base.facing")
@pytest.mark.rule("base.oil")
@pytest.mark.rule("base.pact")
@pytest.mark.rule("base.peace")
@pytest.mark.rule("base.conquest")
@pytest.mark.parametrize(
    ("scenario", "left_out"),
    [(BATTLE, (*bands, *ships, *oil, *peace)), (ISLANDS, (*bands, *oil, *peace)), (WORLD, ())],
)
def test_the_stages_of_the_end_of_a_turn(scenario: str, left_out: tuple[str, ...]) -> None:
    s = world(scenario, first=AXIS, last=ALLIES)
    assert words(EndOfTurn().run(s)) == [name for name in END if name not in left_out]
    assert s.side == -1


@pytest.mark.rule("base.turn")
def test_the_side_that_went_first_comes_home_first() -> None:
    found = words(EndOfTurn().run(world(ISLANDS, first=ALLIES, last=AXIS)))
    assert found.index("PlanesHome 1") < found.index("Watches 1") < found.index("PlanesHome 0")


@pytest.mark.rule("base.turn")
@pytest.mark.parametrize(("turns_left", "ends"), [(1, False), (0, True)])
def test_the_last_turn_is_played(turns_left: int, ends: bool) -> None:
    s = world(BATTLE)
    s.turn = s.world.plan.turns - turns_left
    assert (words(Turn().run(s)) == ["Victory"]) == ends


@pytest.mark.rule("base.turn")
@pytest.mark.rule("4b")
@pytest.mark.rule("4.2a")
@pytest.mark.parametrize("more", range(1, 13))
def test_a_new_year_begins_in_january_only(more: int) -> None:
    """July and August 1940 are the first turn here."""
    s = world(WORLD, turn=1)
    s.turn = more
    s.chits = [0] * 8
    Turn().run(s)
    assert (s.chits[GERMANY] == 1) == (s.world.month(more + 1) == 0)


@pytest.mark.rule("base.turn")
@pytest.mark.rule("4b")
def test_the_first_turn_brings_no_year_even_in_january(monkeypatch: pytest.MonkeyPatch) -> None:
    s = world(WORLD)
    monkeypatch.setattr(type(s.world), "month", lambda self, turn: 0)
    for turn, chits in ((0, 0), (1, 1)):
        s.turn, s.chits = turn, [0] * 8
        Turn().run(s)
        assert s.chits[GERMANY] == chits


@pytest.mark.rule("4b")
@pytest.mark.rule("4.2a")
def test_what_a_new_year_brings() -> None:
    """Powers at war with a power get a chit and a stronger industry, units and leaders of the year come."""
    s = world(WORLD, turn=4)
    w = s.world
    s.chits, s.effort = [0] * 8, [0] * 8
    fights = [bool(s.wars[power] & 0xFF) for power in range(8)]
    assert True in fights and False in fights
    before = list(s.where)
    new_year(s)
    assert s.chits == [int(at_war) for at_war in fights]
    assert s.effort == [w.realm.growth[power].get(1941, 0) if fights[power] else 0 for power in range(8)]
    came = [u for u in range(len(before)) if s.where[u] != before[u]]
    assert any(w.is_leader(u) for u in came) and any(not w.is_leader(u) for u in came)


@pytest.mark.rule("4b")
@pytest.mark.rule("4.2a")
def test_a_year_of_a_scenario_without_politics_brings_no_chits() -> None:
    s = world(BATTLE, turn=4)
    chits, effort = list(s.chits), list(s.effort)
    new_year(s)
    assert (s.chits, s.effort) == (chits, effort)


@pytest.mark.rule("base.lending")
@pytest.mark.rule("base.repair")
def test_repairs_that_are_due_are_done_before_the_lending() -> None:
    s = world(WORLD, turn=3)
    here = s.world.hex("Berlin")
    s.ruins, s.repairs = {here: 1}, {here: 3}
    lending(s)
    assert s.ruins.get(here, 0) == 0 and not s.repairs


@pytest.mark.rule("base.lending", "5.3.3.10b")
def test_puppets_whose_city_was_retaken_are_gone_before_the_lending() -> None:
    for lord, gone in ((JAPAN, False), (CHINA, True)):
        s = world(WORLD, turn=3)
        s.deeds["played.10"] = 1
        give_hexes(s, 1 << s.world.hex("Nanking"), lord)
        lending(s)
        assert bool(s.deeds.get("dissolved.10")) is gone


@pytest.mark.rule("base.convoys")
@pytest.mark.parametrize(("turn", "ready"), [(3, 2), (2, 0)])
def test_convoy_points_are_ready_in_the_turn_they_are_due(turn: int, ready: int) -> None:
    s = world(WORLD, turn=turn)
    before = s.merchants[ITALY]
    s.slips = {3 * 8 + ITALY: 2}  # the turn, and the power
    shipping(s)
    assert s.merchants[ITALY] == before + ready
    shipping(s)
    assert s.merchants[ITALY] == before + ready


# --- a step begins


@pytest.mark.rule("3.2c")
@pytest.mark.rule("3.2g")
@pytest.mark.parametrize("side", [-1, AXIS, ALLIES])
def test_what_was_announced_ends_with_the_step(side: int) -> None:
    """What holds for the impulse is kept within it; outside impulses every stage begins anew."""
    s = world(BATTLE)
    s.side, s.phase, s.said, s.moved, s.moves_made, s.raided, s.strafed = side, 0, {1: 1}, 6, 2, 12, 7
    s.ranks, s.standing = {1: 2}, {3: 4}
    assert Stage(PHASE_IDS.index("combat")).run(s) == ()
    assert PHASE_IDS[s.phase] == "combat"
    assert (s.said, s.moves_made, s.raided, s.strafed) == ({}, 0, 0, -1)
    assert s.moved == 6, "who has marched matters when units regroup after the battles"
    assert (s.ranks, s.standing) == (({}, {}) if side < 0 else ({1: 2}, {3: 4}))
    Stage(PHASE_IDS.index("move")).run(s)
    assert s.moved == 0


# --- initiative


@pytest.mark.rule("base.initiative")
@pytest.mark.rule("base.surprise")
def test_who_opens_a_scenario_takes_the_others_by_surprise() -> None:
    s = opening()
    s.turn, s.first, s.surprised = 1, ALLIES, 0
    assert s.world.plan.opens == "axis" and initiative(s) == ()
    assert s.first == AXIS and s.surprised == s.world.parties_of[ALLIES]
    s.turn = 2
    assert words(initiative(s)) == ["InitiativeRoll"]
    s = world(WORLD, turn=1)
    assert not s.world.plan.opens and words(initiative(s)) == ["InitiativeRoll"]


@pytest.mark.rule("base.initiative")
@pytest.mark.parametrize(
    ("track", "dice", "winner"),
    [
        (0, (5, 4), AXIS), (0, (4, 5), ALLIES), (0, (5, 5), None),
        (1, (4, 5), None), (1, (5, 5), AXIS), (1, (3, 5), ALLIES),
        (-1, (5, 4), None), (-1, (5, 5), ALLIES), (-1, (6, 4), AXIS),
        (2, (4, 5), AXIS), (-2, (5, 4), ALLIES), (2, (3, 5), None), (-2, (5, 3), None),
    ],
)  # fmt: skip
def test_the_track_is_added_to_the_roll(track: int, dice: tuple[int, int], winner: int | None) -> None:
    """A tie leaves the order as it is. New rolls are over here, so that the winner chooses."""
    s = world(BATTLE, initiative=track, rerolled=1)
    found = InitiativeRoll().apply(s, dice)
    assert found == (() if winner is None else (GoFirst(winner),))
    assert (InitiativeRoll().outcomes(s).count, InitiativeRoll().outcomes(s).sides) == (2, 10)


@pytest.mark.rule("base.initiative")
@pytest.mark.rule("base.spies")
@pytest.mark.parametrize(
    ("track", "dice", "spies", "may"),
    [
        (-2, (2, 9), {}, False), (-1, (2, 9), {}, True), (2, (9, 2), {}, False), (1, (9, 2), {}, True),
        (-2, (2, 9), {GERMANY: 3}, True), (-2, (2, 9), {GERMANY: 2}, False), (-2, (2, 9), {USSR: 9}, False),
        (2, (9, 2), {USSR: 3}, True), (2, (9, 2), {GERMANY: 9}, False),
    ],
)  # fmt: skip
def test_who_may_roll_again(track: int, dice: tuple[int, int], spies: dict[int, int], may: bool) -> None:
    """The loser needs a box of the track or a power of his own with enough intelligence, and nobody rolls a third time."""
    from hexfront.games.leaders_in_flames.economy.intelligence import ROLL

    assert ROLL == 3
    s = world(BATTLE, initiative=track)
    for power, points in spies.items():
        s.intel[power] = points
    winner = AXIS if dice[0] > dice[1] else ALLIES
    found = InitiativeRoll().apply(s, dice)
    assert found == ((Reroll(1 - winner, winner),) if may else (GoFirst(winner),))
    s.rerolled = 1
    assert InitiativeRoll().apply(s, dice) == (GoFirst(winner),)


@pytest.mark.rule("base.initiative")
@pytest.mark.rule("base.spies")
def test_the_price_of_a_second_roll() -> None:
    s = world(BATTLE, initiative=1)
    s.intel[GERMANY], s.intel[USSR] = 3, 3
    frame = Reroll(AXIS, ALLIES)
    assert frame.apply(s, "axis", Accept()) == (GoFirst(ALLIES),)
    assert (s.rerolled, s.initiative, s.intel[GERMANY]) == (0, 1, 3)
    assert refused(frame.violation(s, "axis", SpyRoll(USSR))) == "base.spies"
    assert refused(frame.violation(s, "axis", SpyRoll(ITALY))) == "base.spies"
    assert refused(frame.violation(s, "axis", SpyRoll(GERMANY))) == ""
    assert words(frame.apply(s, "axis", SpyRoll(GERMANY))) == ["InitiativeRoll"]
    assert (s.rerolled, s.initiative, s.intel[GERMANY]) == (1, 1, 0)
    assert words(frame.apply(s, "axis", RollAgain())) == ["InitiativeRoll"]
    assert (s.rerolled, s.initiative) == (1, 0)
    s.initiative = -2
    assert refused(frame.violation(s, "axis", RollAgain())) == "base.initiative"


def refused(found: Any) -> str:
    return "" if found is None else str(found.rule)


@pytest.mark.rule("base.initiative")
@pytest.mark.parametrize(
    ("track", "side", "after"),
    [(0, AXIS, -1), (0, ALLIES, 1), (2, AXIS, 1), (-2, ALLIES, -1), (-2, AXIS, -2), (2, ALLIES, 2), (1, ALLIES, 2), (-1, AXIS, -2)],
)  # fmt: skip
def test_a_box_given_up(track: int, side: int, after: int) -> None:
    """The track has five boxes."""
    s = world(BATTLE, initiative=track)
    give_box(s, side)
    assert s.initiative == after


@pytest.mark.rule("base.initiative")
@pytest.mark.parametrize(
    ("first", "last", "after"), [(AXIS, AXIS, -1), (ALLIES, ALLIES, 1), (AXIS, ALLIES, 0)]
)
def test_the_first_and_the_last_word_cost_a_box(first: int, last: int, after: int) -> None:
    s = world(BATTLE, initiative=0, first=first, last=last)
    EndOfTurn().run(s)
    assert s.initiative == after


@pytest.mark.rule("base.initiative")
def test_the_winner_says_who_goes_first() -> None:
    s = world(BATTLE)
    frame = GoFirst(ALLIES)
    assert refused(frame.violation(s, "allies", Begin(2))) == "base.initiative"
    assert refused(frame.violation(s, "allies", Begin(-1))) == "base.initiative"
    for side in (ALLIES, AXIS):
        assert refused(frame.violation(s, "allies", Begin(side))) == ""
        assert frame.apply(s, "allies", Begin(side)) == () and s.first == side


# --- weather and impulses


@pytest.mark.rule("base.turn")
@pytest.mark.rule("base.weather")
@pytest.mark.parametrize("first", [AXIS, ALLIES])
def test_impulses_go_on_until_the_turn_ends(first: int) -> None:
    s = world(BATTLE, first=first)
    assert words(Impulses().run(s)) == ["WeatherRoll", f"Impulse {first}", f"Impulse {1 - first}", "Impulses"]
    s.ended = 1
    assert Impulses().run(s) == ()


@pytest.mark.rule("base.weather")
def test_the_weather_of_every_roll_and_what_it_adds_to_the_next() -> None:
    """Rain and snow add 1 to the next roll, storm and blizzard 2; nothing goes beyond the last column."""
    s = world(BATTLE)
    assert WeatherRoll().outcomes(s) == Die(10)
    seen = set()
    temperate = ZONES.index("north_temperate")
    for turn in range(1, 7):
        month = ("January", "March", "May", "July", "September", "November")[s.world.month(turn)]
        rows = next(v for k, v in s.world.tables.weather.items() if k.lower()[:3] == month.lower()[:3])
        for before in (0, 1, 2):
            for die in range(1, 11):
                s.turn, s.last_weather = turn, before
                assert WeatherRoll().apply(s, die) == ()
                column = min(10, die + before) - 1
                assert s.weather == [row[column] for row in rows]
                here = WEATHER[s.weather[temperate]]
                seen.add(here)
                assert s.last_weather == {"rain": 1, "snow": 1, "storm": 2, "blizzard": 2}.get(here, 0)
    assert {"fine", "rain", "snow", "storm", "blizzard"} <= seen


POLITICS = ("politics", "PoliticsStep 0")


@pytest.mark.rule("base.turn")
@pytest.mark.rule("3c")
@pytest.mark.parametrize(
    ("scenario", "side", "powers"),
    [(BATTLE, 0, (0,)), (BATTLE, 1, (USSR,)), (ISLANDS, 0, (JAPAN,)), (WORLD, 0, (GERMANY, ITALY, JAPAN))],
)
def test_the_frames_of_an_impulse(scenario: str, side: int, powers: tuple[int, ...]) -> None:
    """Each power of the side chooses its action; only the whole world has politics."""
    s = world(scenario)
    both = f"Asking ({side}, {1 - side})"
    assert words(Impulse(side).run(s)) == [
        *(POLITICS if scenario == WORLD else ()), "action",
        *(name for power in powers for name in (f"Sit {power}", f"ChooseAction {side} {power}")),
        f"{both} impulse", f"{both} supply", f"Steps {side}", f"EndImpulse {side}",
    ]  # fmt: skip
    s.ended = 1
    assert Impulse(side).run(s) == ()


@pytest.mark.rule("base.turn")
@pytest.mark.rule("3c")
@pytest.mark.rule("3.2g")
@pytest.mark.parametrize("scenario", [BATTLE, WORLD])
def test_an_impulse_begins_with_nothing_used(scenario: str) -> None:
    s = world(scenario, place={"German INF IX": "Berlin"} if scenario == WORLD else None)
    s.side, s.impulse = -1, 4
    s.fought, s.fed, s.flown, s.spared, s.seas_fought, s.gassed, s.manned = 1, 2, 4, 8, 16, 32, 64
    s.raiders, s.used, s.action = {1: 1}, [3] * len(s.used), [1] * 8
    s.ranks, s.standing = {1: 2}, {3: 4}
    Impulse(ALLIES).run(s)
    assert (s.side, s.impulse) == (ALLIES, 5)
    assert (s.fought, s.fed, s.flown, s.spared, s.seas_fought, s.gassed) == (0,) * 6
    assert (s.raiders, s.used, s.action) == ({}, [0] * len(s.used), [0] * 8)
    assert (s.ranks, s.standing) == ({}, {})
    assert bool(s.manned >> s.world.hex("Berlin") & 1) == (scenario == WORLD)
    assert scenario == WORLD or s.manned == 0


def steps(scenario: str, action: str, side: int) -> list[str]:
    """The steps that should come, read from the rules."""
    ships = scenario != BATTLE
    sails, attacks, rails = (
        action in ("naval", "combined", "super"),
        action != "air",
        action not in ("air", "naval"),
    )
    both = f"({side}, {1 - side})"
    after = [
        "rebase", f"Rebases {side}", "regroup", f"Asking ({side},) regroup", f"Regroup {side}",
        "reorganise", f"Asking ({side},) reorganise", f"Reorganise {side}",
    ]  # fmt: skip
    if action == "pass":
        return after
    sea = [
        "sail", f"PortStrikes {side}", f"NavalAir {side}",
        *([f"NavalMoves {side}", f"PortStrikes {side} at another time"] if sails else []),
        "search", f"NavalCombat {side}", f"NavalCombat {1 - side}",
    ]  # fmt: skip
    return [
        f"Asking ({side},) early", f"Rebases {side} at another time", *(sea if ships else []),
        "bombing", f"Asking {both} patrol", f"Patrols {side}", f"Patrols {1 - side}", f"Sorties {side} 1", f"Sorties {side} 2",
        "strikes", f"Asking ({side},) strafe", f"Sorties {side} 9", f"Sorties {side} 3",
        f"Asking ({side},) shell", f"ShipStrikes {side}",
        *(["rail", f"Evacuations {side}", f"RailMoves {side}"] if rails else []),
        "move", f"Moves {side}", "airlift", f"Lifts {side} 5",
        *([f"Asking ({side},) debark", f"Debarking {side}", f"Invasions {side}"] if ships else []), f"Lifts {side} 6",
        *(["combat", f"Declaring {side}", f"Fighting {side}"] if attacks else []),
        f"Tired {side}", "Scorching", *after,
    ]  # fmt: skip


@pytest.mark.rule("base.turn")
@pytest.mark.rule("base.action")
@pytest.mark.rule("base.mission")
@pytest.mark.rule("base.patrol")
@pytest.mark.rule("base.debark")
@pytest.mark.rule("base.invade")
@pytest.mark.rule("base.reorganise")
@pytest.mark.rule("ability.14")
@pytest.mark.rule("ability.74")
@pytest.mark.rule("ability.76")
@pytest.mark.parametrize("side", [AXIS, ALLIES])
@pytest.mark.parametrize("action", ACTION_IDS)
@pytest.mark.parametrize("scenario", [BATTLE, ISLANDS])
def test_the_steps_that_an_action_allows(scenario: str, action: str, side: int) -> None:
    """No rail moves in an air or naval action, no attacks in an air action, no voyages in a land or air action."""
    s = world(scenario, side=SIDES[side], action=action)
    assert words(Steps(side).run(s)) == steps(scenario, action, side)


@pytest.mark.rule("base.turn")
def test_one_power_that_acts_is_enough() -> None:
    s = world(WORLD, action="pass")
    s.action[ITALY] = ACTION_IDS.index("land")
    assert words(Steps(AXIS).run(s)) == steps(WORLD, "land", AXIS)
    s.action[ITALY], s.action[USSR] = 0, ACTION_IDS.index("land")  # of the other side
    assert words(Steps(AXIS).run(s)) == steps(WORLD, "pass", AXIS)


@pytest.mark.rule("base.action")
@pytest.mark.parametrize("what", [MISSIONS, VOYAGES, RAILS, MOVES, ATTACKS])
def test_a_super_combined_action_doubles_the_limits_of_a_combined_one(what: int) -> None:
    """What is without limit stays so, and nothing doubled is nothing."""
    s = world(WORLD, action="super")
    for power in (GERMANY, ITALY, JAPAN):
        s.action[power] = ACTION_IDS.index("combined")
        once = limit(s, power, what)
        s.action[power] = ACTION_IDS.index("super")
        assert limit(s, power, what) == (once if once == NO_LIMIT else 2 * once)
        s.action[power] = ACTION_IDS.index("pass")
        assert limit(s, power, what) == 0


# --- the end of an impulse


PACE = {"fine": 1, "rain": 2, "storm": 3}


@pytest.mark.rule("base.turn")
@pytest.mark.parametrize("action", ["land", "pass"])
@pytest.mark.parametrize("marker", [0, 2, 3, 4, 5])
@pytest.mark.parametrize("weather", ["fine", "rain", "storm"])
def test_when_the_end_of_the_turn_is_rolled_for(weather: str, marker: int, action: str) -> None:
    """The marker goes on by the weather of the temperate zone; beyond 4 the rest is the chance of an end, one more after a pass."""
    s = world(BATTLE, action=action, marker=marker, surprised=6, last=-1)
    s.weather = [WEATHER.index("fine")] * 6
    s.weather[ZONES.index("north_temperate")] = WEATHER.index(weather)
    needed = marker + PACE[weather] - 4 + (action == "pass")
    assert words(EndImpulse(AXIS).run(s)) == ([f"TurnEndRoll {needed}"] if needed > 0 else [])
    assert (s.marker, s.last, s.surprised) == (marker + PACE[weather], AXIS, 0)


@pytest.mark.rule("base.turn")
@pytest.mark.parametrize(("die", "ended"), [(1, 1), (3, 1), (4, 0), (10, 0)])
def test_the_roll_for_the_end(die: int, ended: int) -> None:
    s = world(BATTLE)
    frame = TurnEndRoll(3)
    assert frame.outcomes(s) == Die(10) and frame.apply(s, die) == ()
    assert s.ended == ended


@pytest.mark.rule("ability.49")
def test_units_fed_by_a_leader_are_tired_after_the_combat() -> None:
    s = steppe({"German INF IX": WEST, "German ARM XLI": PLAIN, "Soviet INF 29": EAST})
    w = s.world
    s.fed = 1 << w.unit("German INF IX") | 1 << w.unit("German INF X")
    s.struck = 1 << w.hex(EAST)
    Tired(AXIS).run(s)
    assert down(s, "German INF IX") and not down(s, "German ARM XLI")
    assert not down(s, "German INF X")  # lost in the battle: it comes back face-up
    assert (s.fed, s.struck) == (0, 0)
