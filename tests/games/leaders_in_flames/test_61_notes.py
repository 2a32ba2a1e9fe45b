"""Chapter 7: the notes on how leaders are best used, as the computer takes them."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Announce, Place, Promote, SetMarker
from hexfront.games.leaders_in_flames.economy.production import PlaceUnit
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import COMMONWEALTH, GERMANY, INF, MECH, READY, USSR
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.leaders.draft import Draft
from hexfront.games.leaders_in_flames.leaders.guards import Promoting
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import Action, SeededSource
from hexfront.players import Seatview, StaffPlayer, doctrine_for
from hexfront.players.doctrine import STEADY, Memory
from hexfront.testing import roll
from tests.games.leaders_in_flames.kit import ALLIES, AXIS, PLAIN, WEST, battle, campaign, steppe

TANKS = {"German ARM XLVIII": WEST, "German ARM XLI": WEST}


def staff(s: State, seat: str) -> Action:
    action: Action = StaffPlayer("notes").choose(Seatview(LEADERS_IN_FLAMES, s, seat))
    return action


def goes_to(s: State, leader: str) -> str:
    """Where the staff sends a leader in the move at hand."""
    u = s.world.unit(leader)
    desk = doctrine_for(LEADERS_IN_FLAMES).question(s, AXIS, [], STEADY, Memory(), SeededSource("x"))
    return s.world.label(desk.orders.goals.get(u, s.where[u]))


# --- 7e


@pytest.mark.rule("7e")
def test_7e_a_leader_goes_to_the_strongest_stack_of_the_attack_and_stays_behind_in_defence() -> None:
    home = {
        "Soviet MIL Moscow": "Moscow",
        "Soviet MIL Kharkov": "Kharkov",
        "German INF IX": "E1125",
        "German INF X": "E1125",
    }
    s = steppe(
        {**home, **TANKS, "Guderian": "E1125", "Soviet MIL Saratov": PLAIN}, (Moves(0),), {"Guderian": [18]}
    )
    spot = goes_to(s, "Guderian")
    assert spot == goes_to(s, "German ARM XLI") == goes_to(s, "German ARM XLVIII"), "with the tanks"
    assert s.world.near_hexes(1 << s.world.hex(spot)) & s.troops[1], "which attack"
    weak = {
        "German MIL Bremen": WEST,
        "German MIL Stettin": WEST,
        "Soviet ARM 1": PLAIN,
        "Soviet ARM 2": PLAIN,
    }
    s = steppe({**home, **weak, "Guderian": "E1125"}, (Moves(0),), {"Guderian": [18]})
    assert goes_to(s, "Guderian") != WEST, "not with militia next to Soviet armour"


@pytest.mark.rule("7e", "7h")
def test_7e_equal_ranks_on_different_maps_and_admirals_with_the_fleet() -> None:
    """A general comes to the front; where an equal of his power stands on that map, to another; an admiral to the ships."""
    home = {
        "British INF V": "London",
        "CV Ark Royal": "Scapa Flow",
        "BB Nelson": "Scapa Flow",
        "German INF I": "Calais",
    }
    east = {"British INF 3 Ind": "Calcutta"}
    equals = {
        "leaders": {
            "leader": [{"id": name, "stars": 4, "abilities": [18]} for name in ("Montgomery", "Slim")]
        }
    }
    for there, sheet in ({}, 0), ({"Montgomery": "London"}, 1):
        s = campaign(
            {**home, **east, **there},
            (PlaceUnit(1, 0),),
            more=equals,
            side="",
        )
        w = s.world
        man = w.unit("Slim")
        chosen = answer(s, man, ["London", "Calcutta"])
        assert w.map_at(chosen) == (w.map_at(w.hex("Calcutta")) if sheet else w.map_at(w.hex("London")))
    s = campaign(home, (), leaders={"Cunningham": [91, 92]}, side="")
    assert answer(s, s.world.unit("Cunningham"), ["London", "Scapa Flow"]) == s.world.hex("Scapa Flow")


def answer(s: State, u: int, places: list[str]) -> int:
    """Where the staff places somebody who may come to any of these places."""
    w = s.world
    s.where[u] = READY
    s.agenda = (PlaceUnit(w.side[u], u),)
    legal: list[Action] = [Place(u, w.hex(place)) for place in places]
    seat = w.seat_of(w.power[u])
    action = doctrine_for(LEADERS_IN_FLAMES).choose(s, seat, legal, STEADY, Memory(), SeededSource("x"))
    assert isinstance(action, Place)
    return action.hex


# --- 7f


@pytest.mark.rule("7f")
def test_7f_promotion_at_once_infantry_and_armour_before_the_others() -> None:
    place = {"Soviet INF 29": PLAIN, "Soviet MECH 2": PLAIN, "German INF IX": WEST}
    s = steppe(place, (Promoting(1),), phase="combat")
    w = s.world
    banners = {
        k: [u for u in range(w.first_leader) if w.units[u].year == "Banner" and w.kind[u] == k]
        for k in (INF, MECH)
    }
    infantry = Promote(w.unit("Soviet INF 29"), max(banners[INF], key=lambda u: -w.strength[u]))
    mechanised = Promote(w.unit("Soviet MECH 2"), banners[MECH][0])
    assert (
        w.strength[mechanised.banner] - w.strength[mechanised.unit]
        > w.strength[infantry.banner] - w.strength[infantry.unit]
    )
    doctrine = doctrine_for(LEADERS_IN_FLAMES)
    for options in ([mechanised, infantry], [infantry, mechanised]):
        s.agenda = (Promoting(1),)
        legal: list[Action] = [*options]
        assert doctrine.choose(s, ALLIES, legal, STEADY, Memory(), SeededSource("x")) == infantry
    assert doctrine.choose(s, ALLIES, [mechanised], STEADY, Memory(), SeededSource("x")) == mechanised


# --- 7g


def drawn(leader: str, abilities: list[int], others: dict[str, list[int]] | None = None) -> State:
    s = campaign(agenda=(Draft(),), leaders={**(others or {}), leader: abilities}, phase="draft", side="")
    roll(s, leader)
    return s


def marks(s: State, seat: str, power: int) -> bool:
    """Whether the staff vetoes for a power more often than not, for it guesses a little."""
    doctrine = doctrine_for(LEADERS_IN_FLAMES)
    legal: list[Action] = [SetMarker(power, False), SetMarker(power, True)]
    found = [doctrine.choose(s, seat, legal, STEADY, Memory(), SeededSource(f"{n}")) for n in range(20)]
    return found.count(SetMarker(power, True)) > 10


STRONG, MIDDLING, POOR = [18, 26, 27, 29, 63], [18, 26, 27], [4]


@pytest.mark.rule("7g")
def test_7g_before_a_veto_four_things_are_weighed() -> None:
    assert marks(drawn("Zhukov", STRONG), AXIS, GERMANY), "he is worth a point"
    assert not marks(drawn("Zhukov", POOR), AXIS, GERMANY), "he is not"
    s = drawn("Zhukov", STRONG)
    s.veto[GERMANY], s.veto[GERMANY + 1] = 2, 4
    assert not marks(s, AXIS, GERMANY) and marks(s, AXIS, GERMANY + 1), "a partner with more points does it"
    s = drawn("Zhukov", MIDDLING)
    s.veto[USSR] = 0
    assert marks(s, AXIS, GERMANY)
    s.veto[USSR] = 9
    assert not marks(s, AXIS, GERMANY), "the enemy is likely to overrule it"
    s.veto[USSR] = 0
    w = s.world
    others = {w.name(u): STRONG for u in w.all_leaders if w.nation[u] in ("commonwealth", "usa", "ussr")}
    assert not marks(with_veto(drawn("Zhukov", MIDDLING, others)), AXIS, GERMANY), "one as good comes next"


def with_veto(s: State) -> State:
    s.veto[USSR] = 0
    return s


@pytest.mark.rule("7g", "7c")
def test_7g_a_friend_is_saved_by_his_own_power_and_only_if_somebody_could_veto_him() -> None:
    s = drawn("Zhukov", STRONG)
    assert marks(s, ALLIES, USSR) and not marks(s, ALLIES, COMMONWEALTH)
    for power in (0, 1, 2):
        s.veto[power] = 0
    assert not marks(s, ALLIES, USSR)


# --- 7h


@pytest.mark.rule("7h")
def test_7h_no_ability_in_a_lost_cause() -> None:
    good = battle(
        {**TANKS, "Guderian": WEST, "Soviet MIL Saratov": PLAIN}, PLAIN, tuple(TANKS), {"Guderian": [18]}
    )
    assert isinstance(staff(good, AXIS), Announce)
    strong = {"Soviet ARM 1": PLAIN, "Soviet ARM 2": PLAIN}
    bad = battle(
        {"German ARM XLVIII": WEST, "Guderian": WEST, **strong},
        PLAIN,
        ("German ARM XLVIII",),
        {"Guderian": [18]},
    )
    assert not isinstance(staff(bad, AXIS), Announce)
