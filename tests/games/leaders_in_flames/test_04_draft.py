"""Chapter 4: the cup, the veto draft, votes, veto points."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Done, Place, SetMarker, Vote
from hexfront.games.leaders_in_flames.economy.production import Arrivals, PlaceUnit
from hexfront.games.leaders_in_flames.events import VotesRevealed
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import GERMANY, ITALY, POOL, USA, USSR
from hexfront.games.leaders_in_flames.leaders.draft import (
    Draft,
    DrawLeader,
    Markers,
    Votes,
    in_cup,
    veto_cost,
    yearly_veto,
)
from hexfront.games.leaders_in_flames.sequence import new_year
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import CONTROL, SeededSource, apply, pending
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import ALLIES, AXIS, opening, steppe, where, why


def drafting(drawn: str = "Guderian", **given: object) -> State:
    """A leader drawn, markers to be set."""
    s = steppe({}, (Draft(),), side="", phase="draft", **given)  # type: ignore[arg-type]
    roll(s, drawn)
    return s


def marked(s: State, germany: bool, ussr: bool) -> None:
    act(s, AXIS, SetMarker(GERMANY, germany))
    act(s, ALLIES, SetMarker(USSR, ussr))


@pytest.mark.rule("4a", "4b", "4e")
def test_4a_the_cup_at_the_start() -> None:
    s = LEADERS_IN_FLAMES.new_state(LEADERS_IN_FLAMES.world(LEADERS_IN_FLAMES.setup()))  # type: ignore[arg-type]
    w = s.world
    cup = {w.name(u) for u in in_cup(s)}
    assert {"Guderian", "Rundstedt", "Zhukov", "Timoshenko", "Konev", "Mannerheim", "Manstein"} <= cup
    assert where(s, "Chuikov") == where(s, "Rokossovsky") == "later"
    assert (s.veto[GERMANY], s.veto[USSR]) == (4, 3), "the marked spaces"


@pytest.mark.rule("4c", "5.1a")
def test_4c_units_without_a_year_are_in_their_force_pools_from_the_start() -> None:
    s = opening()
    w = s.world
    ageless = [
        u for u in range(w.first_leader) if w.is_land(u) and w.card(u).year == "None" and s.where[u] < 0
    ]
    assert ageless and all(s.where[u] == POOL for u in ageless)


@pytest.mark.rule("4c")
def test_4c_reserve_leaders_wait_for_their_powers_reserves() -> None:
    rows = [{"id": "Guderian", "start": "Res"}]
    for out, box in ((True, "cup"), (False, "reserve")):
        more = {
            "leaders": {"leader": rows},
            "scenarios": {"scenario": [{"id": "barbarossa", "reserves": {"germany": out}}]},
        }
        assert where(steppe({}, (), more=more), "Guderian") == box


@pytest.mark.rule("4.1.1a")
def test_4_1_1a_anyone_in_the_cup_may_be_drawn() -> None:
    s = steppe({}, (Draft(),), side="", phase="draft")
    frame = pending(s)
    assert isinstance(frame, DrawLeader)
    assert {name for name, _ in frame.outcomes(s).chances()} == {s.world.piece(u) for u in in_cup(s)}


@pytest.mark.rule("4.1.1b", "4b")
def test_4_1_1b_an_empty_cup_is_filled_with_next_years_leaders() -> None:
    everyone = dict.fromkeys(
        (
            "Rundstedt",
            "Guderian",
            "Manstein",
            "Mannerheim",
            "Zhukov",
            "Timoshenko",
            "Konev",
            "Voroshilov",
            "Kesselring",
            "Richthofen",
            "Student",
            "Novikov",
        ),
        "dead",
    )
    s = steppe(everyone, (Draft(),), side="", phase="draft")
    assert {s.world.name(u) for u in in_cup(s)} == {"Rokossovsky", "Chuikov", "Govorov"}
    s = steppe(
        {**everyone, "Rokossovsky": "dead", "Chuikov": "dead", "Govorov": "dead"},
        (Draft(),),
        side="",
        phase="draft",
    )
    assert pending(s) is None, "nobody is left: on to the next step"


@pytest.mark.rule("4.1.1c", "1c")
def test_4_1_1c_markers_are_secret_until_all_are_set() -> None:
    s = drafting()
    assert isinstance(pending(s), Markers) and pending(s).deciders(s) == (AXIS, ALLIES)  # type: ignore[union-attr]
    act(s, ALLIES, SetMarker(USSR, True))
    seen = LEADERS_IN_FLAMES.view(s, AXIS)
    other = s.clone()
    other.markers[USSR] = 0
    assert LEADERS_IN_FLAMES.view(other, AXIS) == seen
    assert LEADERS_IN_FLAMES.view(s, ALLIES).extra == {"markers": {"ussr": 1}}
    worlds = {LEADERS_IN_FLAMES.resample(s, AXIS, SeededSource(k)).markers[USSR] for k in range(12)}
    assert worlds == {0, 1}


@pytest.mark.rule("4.1.2a", "4.1.2b", "4.1.2i", "4.1.3", "4.1.4")
@pytest.mark.parametrize(
    ("germany", "ussr", "box", "left"),
    [
        (False, False, "ready", (4, 3)),
        (False, True, "cup", (4, 2)),
        (True, True, "ready", (2, 2)),
        (True, False, "ready", (2, 3)),
    ],
)
def test_4_1_2a_he_arrives_if_nobody_vetoes_or_his_side_saves_him(
    germany: bool, ussr: bool, box: str, left: tuple[int, int]
) -> None:
    """Every Veto shown is paid: 1 against him, 2 for one's own."""
    s = drafting()
    marked(s, germany, ussr)
    assert where(s, "Guderian") == box
    assert (s.veto[GERMANY], s.veto[USSR]) == left
    assert isinstance(pending(s), DrawLeader) is (box == "cup"), "until one arrives"


@pytest.mark.rule("4.1.2c", "4.1.2d", "4.1.2e", "4.1.2f")
def test_prices_of_a_veto() -> None:
    s = drafting("Mannerheim")
    assert veto_cost(s, GERMANY) == 2, "Mannerheim is German-controlled"
    assert veto_cost(s, USSR) == 1
    assert veto_cost(s, ITALY) == 3, "another power of his side"
    s = drafting("Zhukov")
    assert (veto_cost(s, GERMANY), veto_cost(s, USSR)) == (1, 2)


@pytest.mark.rule("4.1.2h")
def test_4_1_2h_who_cannot_pay_cannot_veto() -> None:
    s = drafting(veto=[1, 0, 0, 0, 0, 0, 0, 0])
    assert why(s, AXIS, SetMarker(GERMANY, True)) == "4.1.2h", "two to save his own"
    assert why(s, ALLIES, SetMarker(USSR, True)) == "4.1.2h"
    assert why(s, AXIS, SetMarker(GERMANY, False)) == "" and why(s, AXIS, SetMarker(USSR, False)) == "4.1.1c"


@pytest.mark.rule("4.1.2b")
def test_4_1_2b_he_arrives_in_a_supplied_city_of_his_country() -> None:
    s = steppe({"Guderian": "ready"}, (Arrivals(0),), side="", phase="arrivals")
    s2 = LEADERS_IN_FLAMES.position(
        place={"Guderian": "ready", "Mannerheim": "ready"}, agenda=(Arrivals(0),), side=""
    )
    from hexfront.kernel import settle

    settle(s2)
    w = s2.world
    frame = pending(s2)
    assert isinstance(frame, PlaceUnit)
    berlin, helsinki = w.hex("Berlin"), w.hex("Helsinki")
    assert (
        why(s2, AXIS, Place(frame.unit, berlin)) == ""
        and why(s2, AXIS, Place(frame.unit, helsinki)) == "4.1.2b"
    )
    act(s2, AXIS, Place(frame.unit, berlin))
    frame = pending(s2)
    assert isinstance(frame, PlaceUnit) and w.name(frame.unit) == "Mannerheim"
    assert (
        why(s2, AXIS, Place(frame.unit, helsinki)) == ""
        and why(s2, AXIS, Place(frame.unit, berlin)) == "4.1.2b"
    )
    act(s2, AXIS, Done())
    assert where(s2, "Mannerheim") == "ready", "he may wait"
    assert where(s, "Guderian") == "ready"


@pytest.mark.rule("4.1.5a", "4.1.5b", "4.1.5c")
@pytest.mark.parametrize(
    ("votes", "goes_on", "left"),
    [
        ((0, 0), False, (4, 3)),
        ((1, 0), True, (3, 3)),
        ((1, 2), False, (3, 1)),
        ((1, 1), True, (3, 2)),
        ((2, 0), False, (2, 3)),
    ],
)
def test_4_1_5_the_vote(votes: tuple[int, int], goes_on: bool, left: tuple[int, int]) -> None:
    s = drafting()
    marked(s, False, False)
    assert isinstance(pending(s), Votes)
    act(s, AXIS, Vote(GERMANY, votes[0]))
    seen = LEADERS_IN_FLAMES.view(s, ALLIES)
    other = s.clone()
    other.votes[GERMANY] = 2
    assert LEADERS_IN_FLAMES.view(other, ALLIES) == seen, "votes are secret"
    s.out = []
    events = apply(s, ALLIES, Vote(USSR, votes[1]))
    assert any(isinstance(event, VotesRevealed) for event in events), (
        "shown even when nobody voted: no way back"
    )
    assert isinstance(pending(s), DrawLeader) is goes_on
    assert (s.veto[GERMANY], s.veto[USSR]) == left


@pytest.mark.rule("4.1.5a", "4.1.5c")
def test_4_1_5a_who_has_no_point_left_does_not_vote() -> None:
    s = drafting(veto=[1, 0, 0, 0, 0, 0, 0, 0])
    marked(s, False, False)
    assert pending(s).deciders(s) == (AXIS,)  # type: ignore[union-attr]
    assert why(s, AXIS, Vote(GERMANY, 2)) == "4.1.5c"
    act(s, AXIS, Vote(GERMANY, 1))
    assert isinstance(pending(s), DrawLeader)
    s = drafting(veto=[0] * 8)
    marked(s, False, False)
    assert not isinstance(pending(s), Votes)


@pytest.mark.rule("4.2a", "4.2b", "4.2f")
def test_4_2_points_of_a_new_year() -> None:
    s = steppe({}, (), turn=5, side="", phase="draft")
    assert [yearly_veto(s, USA, year) for year in (1940, 1941)] == [2, 3]
    assert yearly_veto(s, USSR, 1942) == 4, "at war with Germany"
    before = list(s.veto)
    new_year(s)
    assert (s.veto[GERMANY] - before[GERMANY], s.veto[USSR] - before[USSR]) == (4, 4)
    assert where(s, "Chuikov") == "cup", "4b: and the leaders of the year"
    peace = {"scenarios": {"scenario": [{"id": "barbarossa", "at_war": ["ussr"]}]}}
    assert yearly_veto(steppe({}, (), more=peace), USSR, 1942) == 3


@pytest.mark.rule("4.1.1c", "4.1.5a", "base.chits")
def test_4_1_5a_hidden_votes_and_markers_are_drawn_afresh() -> None:
    s = drafting()
    s.agenda = (Votes(),)
    s.votes = {USSR: 0, GERMANY: 1}
    for points, seen in ((0, {0}), (1, {0, 1}), (4, {0, 1, 2})):
        s.veto[USSR] = s.veto[GERMANY] = points
        worlds = [LEADERS_IN_FLAMES.resample(s, AXIS, SeededSource(k)).votes for k in range(40)]
        assert {votes[USSR] for votes in worlds} == seen, "no vote that could not be paid"
        assert {votes[GERMANY] for votes in worlds} == {1}, "one's own is known"
    s.agenda, s.markers = (Markers(),), {USSR: 1, GERMANY: 1}
    s.veto[USSR] = 0
    worlds = [LEADERS_IN_FLAMES.resample(s, AXIS, SeededSource(k)).markers for k in range(12)]
    assert {markers[USSR] for markers in worlds} == {0} and {markers[GERMANY] for markers in worlds} == {1}
    assert LEADERS_IN_FLAMES.resample(s, CONTROL, SeededSource(1)).markers == s.markers
