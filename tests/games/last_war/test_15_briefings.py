"""National briefings: what they say, who may read them, and what they let industry do."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war.actions import Done, Retool, Shut, Stop, TakeLine
from hexfront.games.last_war.bombing import LineChoice, lines_left
from hexfront.games.last_war.briefing import briefing, by_year
from hexfront.games.last_war.data import LINES
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.events import LineSet
from hexfront.games.last_war.industry import IndustryStep, output, zone_lines
from hexfront.games.last_war.plans import Rising
from hexfront.games.last_war.retooling import Retooling, RetoolStep, is_new_year, products, spare_lines
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import CONTROL, OBSERVER, deciders, legal, pending
from hexfront.testing import refusal

from .kit import AIR, GAME, LSP, TANKS, act, given, go, h, p, pool

T, A, B, L, C, CRAFT = (LINES.index(kind) for kind in ("tanks", "air", "bombers", "lsp", "concrete", "craft"))


def planning(**what: Any) -> LastWarState:
    what.setdefault("scenario", "europe")
    s = given(agenda=(RetoolStep(), IndustryStep()), **what)
    return go(s)


def close(s: LastWarState) -> None:
    while isinstance(pending(s), Retooling):
        act(s, deciders(s)[0], Done())


# --- setting production lines


@pytest.mark.rule("sequence.1-industry")
def test_a_line_set_anew_stands_still_a_turn_and_then_makes_the_new() -> None:
    s = planning()
    assert deciders(s) == ("axis", "allies")
    made = output(s, 0)
    assert (made["tanks"], made["air"], made["lsp"]) == (2, 3, 5)
    act(s, "axis", TakeLine(0, T))
    act(s, "axis", Retool(A))
    assert output(s, 0) == made, "a plan is a plan until all are done"
    act(s, "axis", Done())
    events = act(s, "allies", Done())
    assert [(e.old, e.new) for e in events if isinstance(e, LineSet)] == [("tanks", "air")]
    assert pool(s, "germany", TANKS) == 1 and pool(s, "germany", AIR) == 3, "the line stands still"
    assert not s.idle
    after = output(s, 0)
    assert (after["tanks"], after["air"], after["lsp"]) == (1, 4, 5)
    assert sum(after.values()) == sum(made.values())
    s.turn = 5  # the next year has other lines; this one keeps what it was set to
    kinds = [kind for _, kinds in zone_lines(s, 0) for kind in kinds]
    line = next(iter(s.tooling))
    assert dict(zone_lines(s, 0))[line // 64][line % 64] == "air" and kinds.count("air") == 5


@pytest.mark.rule("sequence.1-industry")
def test_lines_are_set_once_a_year_as_the_briefing_allows() -> None:
    s = planning()
    assert refusal(s, "axis", TakeLine(0, B)) == "sequence.1-industry", "no such line"
    assert refusal(s, "axis", TakeLine(p(s, "ussr"), T)) == "sequence.1-industry", "not yours"
    assert refusal(s, "axis", TakeLine(p(s, "balkans"), L)) == "sequence.1-industry", (
        "the briefing allows none"
    )
    assert refusal(s, "axis", Retool(A)) == "sequence.1-industry", "no line in hand"
    assert refusal(s, "axis", Stop()) == "sequence.1-industry"
    for _ in range(2):
        act(s, "axis", TakeLine(0, L))
        assert refusal(s, "axis", TakeLine(0, T)) == "sequence.1-industry", "one at a time"
        assert refusal(s, "axis", Done()) == "sequence.1-industry"
        assert refusal(s, "axis", Retool(L)) == "sequence.1-industry", "that is what it makes"
        assert refusal(s, "axis", Retool(B)) == "sequence.1-industry", "Germany makes no bombers"
        act(s, "axis", Retool(C))
    assert len(set(s.plans)) == 2, "two different lines"
    assert refusal(s, "axis", TakeLine(0, L)) == "sequence.1-industry", "two a year"
    act(s, "axis", TakeLine(1, A))
    act(s, "axis", Stop())
    assert "axis" not in s.focus and len(s.plans) == 2
    close(s)
    late = planning(turn=2)
    assert not isinstance(pending(late), Retooling), "not in the middle of a year"
    assert [t for t in range(1, 15) if _new_year(late, t)] == [1, 4, 8, 12]


def _new_year(s: LastWarState, turn: int) -> bool:
    s.turn = turn
    return is_new_year(s)


@pytest.mark.rule("sequence.1-industry")
def test_planning_begins_and_ends_with_a_clean_slate() -> None:
    s = given(scenario="europe", phase="sea", done=["axis"])
    s.plans = [Rising(0, 1)]
    s.done = ["axis"]
    s.agenda = (RetoolStep(), DeployStep())
    go(s)
    assert s.phase == "industry" and s.plans == [] and deciders(s) == ("axis", "allies")
    act(s, "axis", TakeLine(0, T))
    act(s, "axis", Retool(A))
    s.agenda = s.agenda[:1]
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert s.done == [] and s.plans == []


@pytest.mark.rule("sequence.1-industry")
def test_who_is_asked_about_industry() -> None:
    assert not planning(scenario="kursk").agenda, "no briefing there lets lines be set"
    s = planning(options={"seats": 7})
    assert set(deciders(s)) == {"germany", "italy", "britain", "usa", "ussr"}
    gone = planning(options={"seats": 7}, out_of_war=1 << 1)
    assert "italy" not in deciders(gone)
    assert refusal(gone, "germany", TakeLine(1, T)) == "sequence.1-industry"
    two = planning(out_of_war=1 << 1)
    assert refusal(two, "axis", TakeLine(1, T)) == "sequence.1-industry", "out of the war"
    for n in range(8):
        lines = {}
        for zone, kinds in zone_lines(s, n):
            for index, kind in enumerate(kinds):
                lines[LINES.index(kind)] = zone * 64 + index
        assert spare_lines(s, n, []) == lines, "the last line of each kind"
    lost = planning(options={"seats": 7}, held={"britain": ["Milan"]})
    assert "italy" not in deciders(lost), "no zone works"
    assert not spare_lines(lost, 1, [])
    assert products(s, 0) == [T, A, L, C] and products(s, p(s, "usa")) == [T, A, B, L, CRAFT]
    found = legal(s, "italy")
    assert found == [Done(), TakeLine(1, T), TakeLine(1, A), TakeLine(1, L)]
    act(s, "italy", TakeLine(1, T))
    assert legal(s, "italy") == [Stop(), Retool(A), Retool(L)]


@pytest.mark.rule("sequence.1-industry")
def test_industry_plans_are_secret_until_all_have_made_theirs() -> None:
    s = planning()
    before = GAME.view(s, "allies")
    act(s, "axis", TakeLine(0, T))
    assert GAME.view(s, "allies") == before
    act(s, "axis", Retool(L))
    assert GAME.view(s, "allies") == before and GAME.view(s, "axis").extra["plans"]


@pytest.mark.rule("bombing.role-industry")
def test_a_bombed_line_that_is_being_set_costs_a_point_once() -> None:
    s = given(scenario="europe")
    zone = next(n for n, (owner, z, _) in enumerate(s.world.zones) if z.name == "Ruhr")
    ruhr = dict(zone_lines(s, 0))[zone]
    assert ruhr == ["tanks", "tanks", "air", "air"] == lines_left(s, zone)
    s.shut = {zone * 8 + T: 2}
    s.idle = (zone * 64,)
    assert output(s, 0)["tanks"] == 0 and output(s, 0)["air"] == 3
    s.shut = {}
    assert output(s, 0)["tanks"] == 1
    s.agenda = (LineChoice(zone),)
    s.tooling = {zone * 64: L, zone * 64 + 1: L}
    assert refusal(s, "axis", Shut(T)) == "bombing.role-industry" and refusal(s, "axis", Shut(L)) == ""
    s.agenda = (IndustryStep(),)
    s.idle = ()
    go(s)
    assert pool(s, "germany", LSP) == 7


# --- reading them


@pytest.mark.rule("me.briefing")
@pytest.mark.rule("cards.initial-set")
def test_a_team_reads_the_briefings_of_its_side_and_no_others() -> None:
    s = given(scenario="europe", options={"seats": 7, "umpire": True})
    every = {f"brief-{power.id}" for power in s.world.powers}

    def read(seat: str) -> set[str]:
        return {box.id for box in GAME.view(s, seat).boxes if box.group == "briefings"}

    allies = {"brief-britain", "brief-usa", "brief-ussr"}
    assert read("ussr") == allies and read("italy") == every - allies
    assert read(CONTROL) == every and not read(OBSERVER)

    def hand(seat: str) -> Any:
        return next(box for box in GAME.view(s, seat).boxes if box.id == "hand-germany")

    assert "Tiger tanks (3)" in hand("finland").text and "Tiger tanks (3)" in hand(CONTROL).text
    assert hand("usa").text == "" and hand("usa").count == 8, "the enemy knows how many"


@pytest.mark.parametrize("scenario", ["kursk", "europe", "pacific"])
def test_every_power_has_a_whole_briefing(scenario: str) -> None:
    w = given(scenario=scenario).world
    for n, power in enumerate(w.powers):
        text = briefing(w, n)
        for subject in ("War aims: ", "Military Effectiveness: ", "Offensive Flags per turn: ", "Garrisons in all: ",
                        "In the Pool at the start: ", "Morale: ", "Victory at the end: "):  # fmt: skip
            assert f"\n{subject}" in f"\n{text}", (power.id, subject)
        assert ("Production per turn: " in text) == bool(power.production)
        assert ("Partisans: " in text) == bool(power.pags.most)
        assert ("Advantage Cards: " in text) == bool(power.cards)
        assert ("forbids withdrawals" in text) == bool(power.hold)
        assert ("Leaves the war when " in text) == bool(power.collapse)
        assert ("can be changed at the start" in text) == bool(power.resets)
        assert power.provenance in ("reconstruction", "history", "rulebook") and power.reason


def test_figures_are_read_with_their_years() -> None:
    w = given(scenario="europe").world
    assert by_year(w, (5, 5, 4, 3)) == "5 (1942 to 1943), 4 (1944), 3 (1945)"
    assert by_year(w, (2,)) == "2" and by_year(w, (0, 1)) == "0 (1942), 1 (1943 to 1945)"
    kursk = given().world
    assert by_year(kursk, (2, 4, 4, 4)) == "2 (July 1943), 4 (August 1943 to October 1943)"
    germany = briefing(w, 0)
    assert "Offensive Flags per turn: 6 (1942), 3 (1943), 2 (1944 to 1945)." in germany
    assert "Industry can be changed at the start of a year: 2 lines" in germany
    assert "they hold Moscow, Leningrad and Stalingrad; or if they hold London" in germany
    assert h(given(scenario="europe"), "Berlin") and "Leaves the war when Berlin is lost." in germany


@pytest.mark.rule("flags.vary")
def test_the_months_of_kursk_have_flags_of_their_own() -> None:
    assert [given(turn=turn).flags_left for turn in (1, 2, 3, 4)] == [(3, 2), (3, 4), (3, 4), (3, 4)]
