"""No list of choices is too long to read: where there is much, a part of the map, or a step, is chosen first."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Amount, Done, Elsewhere, Go, Part, Pick, Stop
from hexfront.games.leaders_in_flames.air.rebase import Basing
from hexfront.games.leaders_in_flames.events import ActionChosen
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import AIR, COMMONWEALTH, GERMANY, LAND, PASS, POWERS, RAILS, USA
from hexfront.games.leaders_in_flames.land.moves import March, Moves
from hexfront.games.leaders_in_flames.land.rail import RailMoves, Train
from hexfront.games.leaders_in_flames.limits import limit_violation
from hexfront.games.leaders_in_flames.parts import LONG, ByParts, place_of
from hexfront.games.leaders_in_flames.sea.convoys import Sailings, points_of
from hexfront.games.leaders_in_flames.setup import set_up
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import an, begun, said, says, some, the_power
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Decision, Setup, pending
from hexfront.lab import playout
from hexfront.players import RandomPlayer, Seatview, StaffPlayer
from hexfront.testing import act, refusal
from tests.games.leaders_in_flames.kit import ALLIES, AXIS, steppe

MOST = 80


@pytest.fixture(scope="module")
def opening() -> State:
    return set_up(World(Setup("beginning")))


def asked(opening: State, frame: Decision, side: int = 0) -> State:
    s = opening.clone()
    s.side, s.action, s.agenda = side, [LAND] * len(POWERS), (frame,)
    return s


def the_frame(s: State) -> ByParts:
    frame = pending(s)
    assert isinstance(frame, ByParts)
    return frame


@pytest.mark.rule("base.move", "base.rail")
@pytest.mark.parametrize(("kind", "side"), [(Moves, 0), (RailMoves, 0), (Moves, 1)])
def test_a_large_side_chooses_a_part_of_the_map_first(opening: State, kind: type[ByParts], side: int) -> None:
    s = asked(opening, kind(side), side)
    seat = (AXIS, ALLIES)[side]
    every = [a for a in the_frame(s).open(s) if isinstance(a, Pick)]
    assert len(every) > LONG, "or this test shows nothing"
    parts = [a for a in the_frame(s).legal(s, seat) if isinstance(a, Part)]
    assert len(parts) > 1
    assert refusal(s, seat, every[0]) == the_frame(s).rule, "a part first"
    assert refusal(s, seat, Elsewhere()), "nothing to go back from"
    assert refusal(s, seat, Part(parts[0].west, parts[-1].east)), "not both at once"
    found: list[Any] = []
    for part in parts:
        act(s, seat, part)
        offered = the_frame(s).legal(s, seat)
        assert len(offered) <= MOST
        here = [a for a in offered if isinstance(a, Pick)]
        assert refusal(s, seat, next(a for a in every if a not in here)), "it lies elsewhere"
        found += here
        act(s, seat, Elsewhere())
    assert sorted(a.unit for a in found) == sorted(a.unit for a in every), "each unit in exactly one part"
    act(s, seat, parts[-1])
    act(s, seat, next(a for a in the_frame(s).legal(s, seat) if isinstance(a, Pick)))
    assert s.agenda[1:] == (kind(side),), "the next one may stand anywhere again"
    act(s, seat, Stop())
    act(s, seat, Done())
    assert not s.agenda


@pytest.mark.rule("base.move")
def test_a_click_on_a_unit_knows_the_part_it_stands_in(opening: State) -> None:
    s = asked(opening, Moves(0))
    unit = next(a.unit for a in Moves(0).open(s) if isinstance(a, Pick))
    walks = LEADERS_IN_FLAMES.reach(s, AXIS, s.world.piece(unit))
    assert walks
    goal, walk = next(iter(walks.items()))
    for action in walk.plan:
        act(s, AXIS, action)
    assert s.world.label(s.where[unit]) == goal
    assert isinstance(walk.plan[0], Part) and isinstance(s.agenda[0], Moves | March)


@pytest.mark.rule("base.rail", "base.rebase")
@pytest.mark.parametrize("kind", ["train", "plane"])
def test_cities_and_airfields_beyond_counting(opening: State, kind: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("hexfront.games.leaders_in_flames.parts.LONG", 12)
    s = asked(opening, Train(0))
    w = s.world
    if kind == "train":
        s.group, s.spent = [w.unit("German INF IX")], [0]
        assert s.where[s.group[0]] >= 0
    else:
        plane = next(u for u in w.units_of[0] if w.is_plane(u) and s.where[u] >= 0)
        s.agenda = (Basing(0, plane, False),)
    frame = the_frame(s)
    every = [a for a in frame.open(s) if isinstance(a, Go)]
    parts = [a for a in frame.legal(s, AXIS) if isinstance(a, Part)]
    assert len(parts) > 1 and Stop() in frame.legal(s, AXIS)
    goal = every[-1]
    act(s, AXIS, next(part for part in parts if frame.is_in(s, part, goal)))
    assert all(place_of(s, a) < 0 or the_frame(s).is_here(s, a) for a in the_frame(s).legal(s, AXIS))
    act(s, AXIS, goal)
    assert goal.hex in s.where


@pytest.mark.rule("base.convoys")
def test_many_convoy_points_are_told_off_in_steps(opening: State) -> None:
    area = opening.world.waters.areas[0]
    for home, rough in ((30, False), (171, True)):
        s = asked(opening, Sailings(1, COMMONWEALTH, area), 1)
        s.merchants[COMMONWEALTH] = home
        before = points_of(s, area, COMMONWEALTH)
        if rough:
            assert refusal(s, ALLIES, Amount(27)) == "base.convoys", "a step first"
            act(s, ALLIES, Amount(20))
            assert refusal(s, ALLIES, Amount(40)) == refusal(s, ALLIES, Amount(19)) == "base.convoys"
        act(s, ALLIES, Amount(27))
        assert points_of(s, area, COMMONWEALTH) == 27
        assert s.merchants[COMMONWEALTH] == home + before - 27
        s = asked(opening, Sailings(1, COMMONWEALTH, area), 1)
        s.merchants[COMMONWEALTH] = home
        most = home + before
        assert refusal(s, ALLIES, Amount(most + 1)) == "base.convoys"
        if rough:
            act(s, ALLIES, Amount(most // 20 * 20))
        act(s, ALLIES, Amount(most))
        assert s.merchants[COMMONWEALTH] == 0, "all of them can sail"


@pytest.mark.rule("base.move")
@pytest.mark.parametrize("side", [0, 1])
def test_the_staff_moves_units_of_every_part_of_the_map(opening: State, side: int) -> None:
    """A power whose units stand in the last part is not forgotten."""
    s = asked(opening, Moves(side), side)
    for power in range(len(POWERS)):
        s.wars[power] = sum(1 << p for p in range(len(POWERS)) if (p < 3) != (power < 3))
    seat = (AXIS, ALLIES)[side]
    staff = StaffPlayer("parts")
    while s.agenda:
        act(s, seat, staff.choose(Seatview(LEADERS_IN_FLAMES, s, seat)))
    w = s.world
    moved = {POWERS[w.power[u]] for u in w.land_of[side] if s.moved >> u & 1}
    assert moved >= ({"germany", "italy", "japan"} if side == 0 else {"commonwealth", "ussr", "china"})


class Reader:
    """A player who counts what it may choose from."""

    def __init__(self, player: Any) -> None:
        self.player = player
        self.longest = (0, "")

    def choose(self, seat: Seatview) -> Any:
        self.longest = max(self.longest, (len(seat.legal), seat.decision))
        return self.player.choose(seat)


@pytest.mark.parametrize(
    ("scenario", "seats", "actions"),
    [
        ("barbarossa", 2, 9999), ("guadalcanal", 2, 9999), ("gelb", 2, 9999), ("mediterranean", 3, 9999),
        ("pacific", 4, 4000), ("beginning", 2, 2500), ("global", 6, 2500),
    ],
)  # fmt: skip
@pytest.mark.parametrize("player", ["random", "staff"])
def test_no_list_has_more_than_eighty_entries(scenario: str, seats: int, actions: int, player: str) -> None:
    setup = Setup(scenario, {"seats": seats} if seats != 2 else {})
    make = RandomPlayer if player == "random" else StaffPlayer
    limit = actions if player == "random" else actions // 4
    players = {info.id: Reader(make(f"lists {info.id}")) for info in LEADERS_IN_FLAMES.seats(setup)}
    playout(LEADERS_IN_FLAMES, setup, "lists", players, limit=limit)
    longest = max(each.longest for each in players.values())
    assert 10 < longest[0] <= MOST, longest


def test_powers_and_pairs_of_ships_in_sentences() -> None:
    assert (
        says("Atago", "sails") == "Atago sails" and says("Atago and Takao", "sails") == "Atago and Takao sail"
    )
    assert (
        says("Japanese Submarines II", "has already sailed.") == "Japanese Submarines II have already sailed."
    )
    assert says("British Transports IV", "is face-down") == "British Transports IV are face-down"
    assert [the_power(power) for power in (GERMANY, COMMONWEALTH, USA)] == [
        "Germany",
        "the Commonwealth",
        "the USA",
    ]
    assert begun(an("air action")) == "An air action" and an("pass") == "a pass"
    assert said("2 Cav", "Cavalry") == "2 Cavalry" and said("Cav", "Cavalry") == "Cavalry"
    assert said("Marines", "Marine") == "Marine" and said("Gds", "Cavalry") == "Gds Cavalry"
    assert (
        said("5th Guards Banner Tank", "Armoured") == "5th Guards Banner Tank"
        and said("I", "Infantry") == "I Infantry"
    )
    assert (
        some(["A", "B", "C", "D"]) == "A, B, C and D"
        and some(["A", "B", "C", "D", "E"]) == "A, B, C and 2 more"
    )


def test_the_log_names_powers_with_their_article() -> None:
    s = steppe({})
    assert ActionChosen(USA, AIR).line(s).text == "The USA chose an air action."
    assert ActionChosen(COMMONWEALTH, PASS).line(s).text == "The Commonwealth passed."
    s.action[GERMANY] = AIR
    refused = limit_violation(s, GERMANY, RAILS, "rail moves")
    assert refused is not None and refused.reason == "Germany has an air action and makes no rail moves."
    s.action[GERMANY] = PASS
    refused = limit_violation(s, GERMANY, RAILS, "rail moves")
    assert refused is not None and refused.reason == "Germany has passed and makes no rail moves."
