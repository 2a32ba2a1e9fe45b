"""Two to six seats share the eight powers; and victory by objectives."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Pick, SetMarker, Vote
from hexfront.games.leaders_in_flames.chairs import Chair, Sit, by_seat, is_yours, plays, sit_at, sit_units
from hexfront.games.leaders_in_flames.economy.production import Building
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import (
    ALLIES,
    AXIS,
    COMMONWEALTH,
    GERMANY,
    ITALY,
    JAPAN,
    USA,
    USSR,
)
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.draft import Markers, Votes, seat_powers
from hexfront.games.leaders_in_flames.politics.acts import DeclareWar
from hexfront.games.leaders_in_flames.politics.step import PoliticsStep
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.games.leaders_in_flames.victory import Victory, points, printed, seat_scores, verdict
from hexfront.games.leaders_in_flames.view import view
from hexfront.kernel import Setup, deciders, pending, settle
from hexfront.testing import act
from tests.games.leaders_in_flames.kit import campaign, why


def table(
    seats: int, place: dict[str, str] | None = None, agenda: tuple[Any, ...] = (), **given: Any
) -> State:
    return campaign(place, agenda, options={"seats": seats}, **given)


@pytest.mark.rule("1c")
@pytest.mark.parametrize(
    ("seats", "split"),
    [
        (2, {"axis": 3, "allies": 5}),
        (3, {"germany": 2, "japan": 1, "allies": 5}),
        (4, {"germany": 2, "japan": 1, "commonwealth": 3, "ussr": 2}),
        (5, {"germany": 2, "japan": 1, "commonwealth": 2, "usa": 1, "ussr": 2}),
        (6, {"germany": 1, "italy": 1, "japan": 1, "commonwealth": 2, "usa": 1, "ussr": 2}),
    ],
)
def test_who_plays_what(seats: int, split: dict[str, int]) -> None:
    setup = Setup("beginning", {"seats": seats} if seats != 2 else {})
    infos = LEADERS_IN_FLAMES.seats(setup)
    assert {info.id: info.side for info in infos} == {
        seat: "axis" if seat in ("axis", "germany", "italy", "japan") else "allies" for seat in split
    }
    s = table(seats, side="")
    assert {seat: len(seat_powers(s, seat)) for seat in split} == split
    assert s.world.seat_of(USSR) == infos[-1].id


def test_a_scenario_of_two_stays_one_of_two() -> None:
    assert len(LEADERS_IN_FLAMES.seats(LEADERS_IN_FLAMES.setup("barbarossa", {"seats": 6}))) == 2


@pytest.mark.rule("1c", "4.1.1c", "4.1.5a", "7a")
def test_every_seat_sets_its_markers_at_once() -> None:
    s = table(4, side="", agenda=(Markers(),), drawn=-1)
    s.drawn = s.world.unit("Wavell")
    assert deciders(s) == ("germany", "japan", "commonwealth", "ussr")
    act(s, "germany", SetMarker(GERMANY, True))
    assert (
        why(s, "germany", SetMarker(JAPAN, True)) == "4.1.1c"
        and why(s, "japan", SetMarker(JAPAN, True)) == ""
    )
    act(s, "germany", SetMarker(ITALY, False))
    assert deciders(s) == ("japan", "commonwealth", "ussr")
    shown = view(s, "japan").extra
    assert "markers" not in shown, "what another has set is not shown"
    s.agenda, s.votes = (Votes(),), {}
    act(s, "ussr", Vote(USSR, 1))
    assert "votes" not in view(s, "commonwealth").extra and view(s, "ussr").extra["votes"] == {"ussr": 1}


@pytest.mark.rule("1c")
def test_a_step_goes_from_seat_to_seat() -> None:
    place = {"German INF IX": "Berlin", "Japanese INF 23": "Mukden"}
    s = table(4, place, side="axis")
    s.agenda = by_seat(s, AXIS, Moves(AXIS))
    settle(s)
    german, japanese = (s.world.unit(name) for name in place)
    assert deciders(s) == ("germany",) and why(s, "germany", Pick(japanese)) == "1c" and is_yours(s, german)
    assert why(s, "germany", Pick(german)) == ""
    act(s, "germany", pending(s).legal(s, "germany")[-1])  # type: ignore[union-attr]
    assert deciders(s) == ("japan",) and why(s, "japan", Pick(german)) == "1c" and plays(s, JAPAN)
    two = table(2, place, side="axis")
    assert by_seat(two, AXIS, Moves(AXIS)) == (Moves(AXIS),)


@pytest.mark.rule("1c", "base.war")
def test_each_seat_declares_its_own_wars() -> None:
    s = table(6, side="axis", phase="politics")
    s.agenda = by_seat(s, AXIS, PoliticsStep(AXIS))
    settle(s)
    assert deciders(s) == ("germany",) and why(s, "germany", DeclareWar(JAPAN, USA)) == "base.war"
    act(s, "germany", pending(s).legal(s, "germany")[-1])  # type: ignore[union-attr]
    assert deciders(s) == ("italy",)


@pytest.mark.rule("1c", "3.2f")
def test_leaders_are_announced_seat_by_seat() -> None:
    s = table(
        4,
        {"Timoshenko": "Moscow", "De Gaulle": "Libreville"},
        side="",
        phase="end",
        leaders={"De Gaulle": [12], "Timoshenko": [12]},
    )
    before = list(s.chair)
    s.agenda = (Asking((AXIS, ALLIES), "production"),)
    settle(s)
    assert deciders(s) == ("commonwealth",)
    act(s, "commonwealth", pending(s).legal(s, "commonwealth")[-1])  # type: ignore[union-attr]
    assert pending(s) is None and s.chair == before, "Timoshenko is in no Free French city"


@pytest.mark.rule("1c")
def test_who_decides_about_what() -> None:
    place = {
        "German INF IX": "Paris",
        "Italian INF V": "Paris",
        "Soviet INF 29": "Moscow",
        "American INF XXXV": "Chicago",
    }
    s = table(6, place, side="")
    w = s.world
    sit_units(s, AXIS, [w.unit("Italian INF V")])
    assert w.seat_at(s, AXIS) == "italy"
    sit_at(s, AXIS, w.hex("Paris"))
    assert w.seat_at(s, AXIS) == "germany", "the dearer unit, or the first"
    sit_at(s, ALLIES, w.hex("Moscow"))
    assert w.seat_at(s, ALLIES) == "ussr"
    sit_at(s, ALLIES, w.hex("London"))
    assert w.seat_at(s, ALLIES) == "commonwealth", "by whose ground it is"
    s.points[USA] = 9
    s.agenda = (Building(ALLIES, USA),)
    settle(s)
    assert deciders(s) == ("usa",)
    s.agenda = (Sit(COMMONWEALTH), Chair(AXIS, 0))
    settle(s)
    assert w.seat_at(s, ALLIES) == "commonwealth" and w.seat_at(s, AXIS) == "germany"


@pytest.mark.rule("6u")
def test_victory_by_objectives() -> None:
    s = campaign(side="")
    w = s.world
    assert len(w.prizes) == 67 and printed(w, range(3)) == 8 and printed(w, range(3, 8)) == 59
    assert [verdict(w, n) for n in (15, 11, 10, 6, 5, 2)] == [
        ("decisive", "axis"), ("marginal", "axis"), ("draw", ""), ("draw", ""), ("marginal", "allies"), ("decisive", "allies"),
    ]  # fmt: skip
    before = points(s)
    give_hexes(s, 1 << w.hex("London"), GERMANY)
    assert points(s) == before + 1
    s.agenda = (Victory(),)
    settle(s)
    assert (
        s.result is not None
        and s.result.winners == ("axis",)
        and s.result.scores == {"axis": before - 7, "allies": 67 - before - 60}
    )


@pytest.mark.rule("6u", "1c")
def test_victory_of_several_seats() -> None:
    s = table(4, side="")
    w = s.world
    scores = seat_scores(s)
    assert sum(scores.values()) < 0, "some objectives are neutral"
    assert scores["ussr"] == sum(s.control[USSR] >> h & 1 or s.control[7] >> h & 1 for h in w.prizes) - 20
    for h in w.prizes:
        give_hexes(s, 1 << h, JAPAN)
    assert seat_scores(s)["japan"] == 67 - 8
    s.agenda = (Victory(),)
    settle(s)
    assert s.result is not None and s.result.winners == ("japan",)


@pytest.mark.rule("1c")
def test_seats_are_called_by_their_powers() -> None:
    from hexfront.games.leaders_in_flames.overview import seat_name

    w = table(4, side="").world
    assert seat_name(w, "japan") == "Japan" and seat_name(w, "germany") == "Germany and Italy"
    two = table(2, side="").world
    assert [seat_name(two, seat) for seat in ("axis", "allies")] == ["Axis", "Allies"]
    names = seat_name(w, "commonwealth")
    assert names.count(",") == 1 and " and " in names
