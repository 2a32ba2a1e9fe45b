"""Leaders in Flames: what the staff makes of plain positions, and of an opponent who plays at random."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Announce, Attack, Call, Done, Go, Pick, SetMarker, Take
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import GERMANY, USSR
from hexfront.games.leaders_in_flames.land.combat import Declaring
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.draft import Draft
from hexfront.games.leaders_in_flames.politics.acts import DeclareWar
from hexfront.games.leaders_in_flames.politics.step import Politics, PoliticsStep
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.victory import points
from hexfront.kernel import Action, SeededSource, pending
from hexfront.lab.playout import playout
from hexfront.players import RandomPlayer, Seatview, StaffPlayer, doctrine_for
from hexfront.players.doctrine import STEADY, Memory
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    AXIS,
    CITY,
    PLAIN,
    WEST,
    battle,
    campaign,
    steppe,
    to_roll,
)

TANKS = {"German ARM XLVIII": WEST, "German ARM XLI": WEST}


def chosen(s: State, seat: str, seed: int = 0) -> Action:
    action: Action = StaffPlayer(f"test {seed}").choose(Seatview(LEADERS_IN_FLAMES, s, seat))
    return action


def test_an_empty_city_that_counts_is_taken() -> None:
    held = {"Soviet MIL Moscow": "Moscow", "Soviet MIL Kharkov": "Kharkov"}
    s = steppe({"German INF IX": "E1224", **held}, (Moves(0),))
    u, kursk = s.world.unit("German INF IX"), s.world.hex(CITY)
    player = StaffPlayer("city")
    assert player.choose(Seatview(LEADERS_IN_FLAMES, s, AXIS)) == Pick(u)
    act(s, AXIS, Pick(u))
    assert player.choose(Seatview(LEADERS_IN_FLAMES, s, AXIS)) == Go(kursk)


def test_no_attack_at_one_to_three_and_one_at_seven_to_one() -> None:
    weak = steppe({"German MIL Bremen": WEST, "Soviet INF 29": PLAIN}, (Declaring(0),), phase="combat")
    assert chosen(weak, AXIS) == Done()
    strong = steppe({**TANKS, "Soviet MIL Saratov": PLAIN}, (Declaring(0),), phase="combat")
    assert chosen(strong, AXIS) == Attack(strong.world.hex(PLAIN))


def test_armour_calls_a_blitz_on_open_ground() -> None:
    s = battle({**TANKS, "Soviet MIL Saratov": PLAIN}, PLAIN, tuple(TANKS))
    assert chosen(s, AXIS) == Call(1)


@pytest.mark.parametrize("dictated", ["", "offer.0.6", "offer.6.0"])
def test_a_dictated_peace_is_kept(dictated: str) -> None:
    """Whoever dictated it; without it Germany goes to war in its time."""
    s = campaign(
        {"German INF IX": "Warsaw", "Soviet INF 29": "Minsk"},
        (PoliticsStep(0),),
        turn=7,
        side=AXIS,
        deeds={dictated: 5} if dictated else {},
    )
    s.pacts.clear()
    war = DeclareWar(GERMANY, USSR)
    frame = pending(s)
    assert isinstance(frame, Politics) and war in frame.legal(s, AXIS)
    doctrine = doctrine_for(LEADERS_IN_FLAMES)
    answer = doctrine.choose(s, AXIS, [war, Done()], STEADY, Memory(), SeededSource("peace"))
    assert answer == (Done() if dictated else war)


def test_the_cheapest_unit_is_lost() -> None:
    s = battle(
        {"German ARM XLVIII": WEST, "German INF IX": WEST, "Soviet INF 29": PLAIN},
        PLAIN,
        ("German ARM XLVIII", "German INF IX"),
    )
    to_roll(s)
    roll(s, 1)
    assert chosen(s, AXIS) == Take(s.world.unit("German INF IX"))


@pytest.mark.parametrize(("abilities", "veto"), [([18, 26, 27, 29, 63], True), ([4], False)])
def test_a_strong_enemy_is_vetoed_a_weak_one_is_not(abilities: list[int], veto: bool) -> None:
    s = steppe({}, (Draft(),), {"Zhukov": abilities}, side="", phase="draft")
    roll(s, "Zhukov")
    for seed in range(4):
        assert chosen(s, AXIS, seed) == SetMarker(GERMANY, veto)
    assert isinstance(chosen(s, ALLIES), SetMarker) and chosen(s, ALLIES).power == USSR  # type: ignore[attr-defined]


@pytest.mark.parametrize("rival", [False, True])
def test_what_lasts_an_impulse_is_used_unless_it_keeps_another_leader_from_helping(rival: bool) -> None:
    place = {"Soviet INF 29": WEST, "Zhukov": WEST, "German INF IX": PLAIN}
    more = {"Voroshilov": "Moscow"} if rival else {}
    s = steppe(
        {**place, **more}, (Asking((1,), "impulse"),), {"Zhukov": [67], "Voroshilov": [30]}, side=ALLIES
    )
    expected = Done() if rival else Announce(s.world.unit("Zhukov"), 67)
    assert chosen(s, ALLIES) == expected


@pytest.mark.parametrize("seat", [AXIS, ALLIES])
def test_staff_beats_random(seat: str) -> None:
    """The Axis takes cities from a random defender; against a random Axis nothing that counts is lost for good."""
    players = {AXIS: RandomPlayer("a"), ALLIES: RandomPlayer("b")} | {seat: StaffPlayer("c")}
    done = playout(LEADERS_IN_FLAMES, LEADERS_IN_FLAMES.setup(), 1, players)
    assert done.result is not None
    assert points(done.state) >= 16 if seat == AXIS else points(done.state) <= 4
