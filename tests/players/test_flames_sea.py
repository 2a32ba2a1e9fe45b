"""Leaders in Flames: what the staff makes of plain positions at sea, where one order is right."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Attack,
    Cancel,
    Course,
    Dock,
    Done,
    Enter,
    Fly,
    Go,
    HoldOn,
    Join,
    Load,
    Muster,
    Pick,
    Search,
    Take,
    TurnAway,
)
from hexfront.games.leaders_in_flames.air.fight import BOMBER, FIGHTER
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import AIRSEA, COMBINED, SUBS, D, X
from hexfront.games.leaders_in_flames.land.combat import Declaring
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.sea.airsea import Roles
from hexfront.games.leaders_in_flames.sea.battle import NavalCombat, StayOrGo
from hexfront.games.leaders_in_flames.sea.fire import GUNS, NameTarget
from hexfront.games.leaders_in_flames.sea.flights import NavalAir
from hexfront.games.leaders_in_flames.sea.homing import Watches
from hexfront.games.leaders_in_flames.sea.landing import Invasions
from hexfront.games.leaders_in_flames.sea.ports import PortStrikes
from hexfront.games.leaders_in_flames.sea.voyages import NavalMoves
from hexfront.games.leaders_in_flames.sequence import ChooseAction
from hexfront.games.leaders_in_flames.state import State
from hexfront.hexes import union
from hexfront.kernel import Action, pending, settle
from hexfront.players import Seatview, StaffPlayer
from hexfront.testing import act
from tests.games.leaders_in_flames.sea_kit import ALLIES, AXIS, SEATS, area, sea, spot

FLEET = {
    "CV Shokaku": "Truk",
    "Japanese CVP B5N2 III": "aboard CV Shokaku",
    "BB Kongo": "Truk",
    "CA Chokai": "Truk",
}
US_FLEET = {
    "CV Wasp": "solomons-3",
    "American CVP SBD-5 III": "aboard CV Wasp",
    "CV Saratoga": "solomons-3",
    "American CVP SBD-5 II": "aboard CV Saratoga",
    "BB North Carolina": "solomons-3",
    "CA Astoria": "solomons-3",
}
MARINES = {"Japanese TRS III": "Rabaul", "Japanese MAR SNLF": "Rabaul", "Japanese MAR DIV 1 SNLF": "Rabaul", "Japanese TRS V": "Rabaul", "HQ Yamamoto": "Rabaul"}  # fmt: skip
HELD = {
    "British INF 2 Aus": "Port Moresby",
    "British MIL Sydney": "Milne Bay",
    "American GAR LVI": "Espiritu Santo",
    "American INF XXXV": "Espiritu Santo",
    "American INF XXXIX": "Noumea",
    "Japanese INF 20": "Lae",
    "Japanese GAR 33": "Truk",
    "Japanese GAR 29": "Bougainville",
    "Japanese INF 2": "Rabaul",
}
"""Troops on every coast that counts but Guadalcanal."""


def choose(s: State, seat: str) -> Action:
    action: Action = StaffPlayer("test").choose(Seatview(LEADERS_IN_FLAMES, s, seat))
    return action


def played(s: State, seat: str, steps: int = 30) -> list[Action]:
    """What one player clicks until somebody or something else is asked."""
    player = StaffPlayer("test")
    kind, out = type(pending(s)), []
    for _ in range(steps):
        frame = pending(s)
        if frame is None or not hasattr(frame, "deciders") or frame.deciders(s) != (seat,):
            break
        action: Action = player.choose(Seatview(LEADERS_IN_FLAMES, s, seat))
        out.append(action)
        act(s, seat, action)
        if type(frame) is kind and isinstance(action, Done):
            break
    return out


def at_sea(place: dict[str, str], frame: Any, side: str = AXIS, **given: Any) -> State:
    return sea(place, (frame,), side=side, **given)


def taken(s: State, hexes: str, party: str) -> None:
    """Give a place to a party."""
    from hexfront.games.leaders_in_flames.state import give_hexes

    give_hexes(s, 1 << s.world.hex(hexes), s.world.party_of[party])


# --- voyages


def voyage(place: dict[str, str], **given: Any) -> tuple[State, list[Action]]:
    s = at_sea({**HELD, **place}, NavalMoves(0), action="combined", **given)
    taken(s, "Guadalcanal", "usa")
    return s, played(s, AXIS)


def test_an_island_that_nobody_holds_is_landed_on() -> None:
    s, clicks = voyage(MARINES)
    assert Muster(s.world.hex("Rabaul")) in clicks and Course(area(s, "solomons")) in clicks
    loaded = {s.world.piece(a.unit) for a in clicks if isinstance(a, Load)}
    assert loaded == {"Japanese MAR SNLF", "Japanese MAR DIV 1 SNLF"}
    s.agenda = (Invasions(0),)
    s.phase += 5
    settle(s)
    landed = played(s, AXIS)
    assert landed.count(Go(s.world.hex("Guadalcanal"))) == 2


def test_no_transport_sails_alone_among_enemy_carriers() -> None:
    s, clicks = voyage({**MARINES, **US_FLEET})
    assert not [a for a in clicks if isinstance(a, Enter)], "into another port, or nowhere"
    assert s.where[s.world.unit("Japanese TRS III")] >= 0


def test_a_landing_is_escorted_where_the_enemy_could_come() -> None:
    escort = {
        "BB Kongo": "Rabaul",
        "CA Chokai": "Rabaul",
        "CV Shokaku": "Rabaul",
        "Japanese CVP B5N2 III": "aboard CV Shokaku",
    }
    near = {"CA Astoria": "Espiritu Santo", "CA Portland": "Espiritu Santo"}
    s, clicks = voyage({**MARINES, **escort, **near})
    first = clicks[: next(k for k, a in enumerate(clicks) if isinstance(a, Enter | Dock))]
    names = {s.world.piece(a.unit) for a in first if isinstance(a, Join)}
    assert names & {"Japanese TRS III", "Japanese TRS V"} and names & set(escort)


def test_a_fleet_does_not_seek_one_twice_its_size_and_seeks_one_half_its_size() -> None:
    weak = {"CA Chokai": "Truk"}
    s, clicks = voyage({**weak, **US_FLEET})
    assert clicks == [Done()]
    s, clicks = voyage({**FLEET, "CA Astoria": "solomons-1", "American TRS VI": "solomons-1"})
    assert Course(area(s, "solomons")) in clicks


def test_a_carrier_does_not_sail_without_an_escort_that_lies_beside_it() -> None:
    s, clicks = voyage({**FLEET, "CA Astoria": "solomons-1", "American TRS VI": "solomons-1"})
    names = {s.world.piece(a.unit) for a in clicks if isinstance(a, Join)}
    assert "CV Shokaku" not in names or names & {"BB Kongo", "CA Chokai"}


def test_troops_are_carried_to_a_front_that_lacks_them() -> None:
    place = {
        "Italian TRS I": "Naples",
        "Italian MOT Celere": "Naples",
        "Italian MIL Napoli": "Naples",
        "Italian INF X": "Tobruk",
        "British ARM WDF": "Mersa Matruh",
        "British MOT 4 Ind": "Mersa Matruh",
    }
    s = at_sea(place, NavalMoves(0), scenario="mediterranean", action="combined")
    clicks = played(s, AXIS)
    docked = [a.hex for a in clicks if isinstance(a, Dock)]
    libya = s.world.board.regions["libya"]
    assert len(docked) == 1 and libya >> docked[0] & 1
    loaded = {s.world.piece(a.unit) for a in clicks if isinstance(a, Load)}
    assert loaded == {"Italian MOT Celere"}


def test_a_combined_action_where_ships_and_troops_have_work() -> None:
    s = at_sea({**HELD, **MARINES}, ChooseAction(0, 2), phase="action")
    taken(s, "Guadalcanal", "usa")
    chosen = choose(s, AXIS)
    assert getattr(chosen, "action", -1) == COMBINED


# --- ports and aircraft


def test_ships_in_a_port_without_guns_are_struck() -> None:
    place = {
        **{name: place.replace("Truk", "solomons-3") for name, place in FLEET.items()},
        "CV Zuikaku": "solomons-3",
        "Japanese CVP D3A2": "aboard CV Zuikaku",
        "Japanese G3M2": "Rabaul",
        "Japanese B5N2": "Rabaul",
        "Japanese INF 17": "Rabaul",
        "American TRS VI": "Milne Bay",
        "American AMPH II": "Milne Bay",
        "British INF DIV 2": "Milne Bay",
    }
    s = at_sea(place, PortStrikes(0), action="combined")
    assert choose(s, AXIS) == Attack(s.world.hex("Milne Bay"))
    act(s, AXIS, Attack(s.world.hex("Milne Bay")))
    first = choose(s, AXIS)
    assert isinstance(first, Fly) and first.role == BOMBER


def test_a_great_fleet_at_anchor_is_left_alone_by_one_bomber() -> None:
    guns = dict.fromkeys(
        ("BB North Carolina", "BB South Dakota", "CA Astoria", "CA Portland", "CL Atlanta", "CV Wasp"),
        "Milne Bay",
    )
    s = at_sea(
        {"Japanese D3A1": "Rabaul", "Japanese INF 17": "Rabaul", **guns}, PortStrikes(0), action="combined"
    )
    assert choose(s, AXIS) == Done()


def test_a_naval_bomber_goes_where_enemy_ships_are() -> None:
    place = {
        "Japanese G3M2": "Rabaul",
        "Japanese INF 17": "Rabaul",
        "CA Chokai": "solomons-2",
        "CA Astoria": "solomons-1",
    }
    s = at_sea(place, NavalAir(0), action="combined")
    clicks = played(s, AXIS)
    assert Pick(s.world.unit("Japanese G3M2")) in clicks
    assert spot(s, "Japanese G3M2").startswith("solomons")


def test_planes_bomb_ships_that_have_none_and_one_fights_where_they_have() -> None:
    deck = {"CV Shokaku": "solomons-3", "Japanese CVP B5N2 III": "aboard CV Shokaku", "CV Zuikaku": "solomons-3", "Japanese CVP D3A2": "aboard CV Zuikaku"}  # fmt: skip
    roles = {}
    for name, enemy in (("ships", {"CA Astoria": "solomons-3"}), ("planes", US_FLEET)):
        s = sea({**deck, **enemy}, ())
        w = s.world
        s.sea, s.opener, s.kind_of_fight = area(s, "solomons"), 0, AIRSEA
        s.engaged = union(u for units in w.ships_of for u in units if s.where[u] < -900)
        mine = [w.unit("Japanese CVP B5N2 III"), w.unit("Japanese CVP D3A2")]
        theirs = [u for u in w.planes_of[1] if s.where[u] < -900]
        s.wing = dict.fromkeys(mine, BOMBER) | dict.fromkeys(theirs, BOMBER)
        s.agenda = (Roles(0),)
        for action in played(s, AXIS):
            assert isinstance(action, Fly | Done)
        roles[name] = [s.wing[u] for u in mine]
    assert roles == {"ships": [BOMBER, BOMBER], "planes": [BOMBER, FIGHTER]}


# --- battle


def in_combat(place: dict[str, str], frame: Any, kind: int, side: str = AXIS) -> State:
    s = sea({**HELD, **place}, (), side=side)
    taken(s, "Guadalcanal", "usa")
    s.sea, s.opener, s.kind_of_fight = area(s, "solomons"), SEATS.index(side), kind
    s.engaged = union(u for units in s.world.ships_of for u in units if s.where[u] < -900)
    s.agenda = (frame,)
    return s


@pytest.mark.parametrize(("seat", "answer"), [(AXIS, TurnAway()), (ALLIES, HoldOn())])
def test_a_lost_battle_is_broken_off_and_a_won_one_is_not(seat: str, answer: Action) -> None:
    place = {"CA Chokai": "solomons-3", "CL Yubari": "solomons-3", **US_FLEET}
    s = in_combat(place, StayOrGo(SEATS.index(seat)), 0, seat)
    assert choose(s, seat) == answer


def test_a_fleet_does_not_stay_among_submarines_that_it_cannot_hunt() -> None:
    boats = dict.fromkeys(("Japanese SUB I", "Japanese SUB II", "Japanese SUB III"), "solomons-3")
    s = in_combat(
        {**boats, "BB North Carolina": "solomons-2", "BB South Dakota": "solomons-2"},
        StayOrGo(1),
        SUBS,
        ALLIES,
    )
    assert choose(s, ALLIES) == TurnAway()


def test_the_weaker_enemy_is_searched_for_and_the_stronger_left_alone() -> None:
    place = {"CA Chokai": "solomons-3", **US_FLEET}
    s = at_sea(place, NavalCombat(0), phase="search")
    assert choose(s, AXIS) == Done()
    s = at_sea(place, NavalCombat(1), side=ALLIES, phase="search")
    assert choose(s, ALLIES) == Search(area(s, "solomons"))


@pytest.mark.parametrize(("seat", "name"), [(AXIS, "CL Yubari"), (ALLIES, "CV Shokaku")])
def test_of_our_own_the_cheap_ship_is_named_of_theirs_the_dear_one(seat: str, name: str) -> None:
    place = {"CV Shokaku": "solomons-3", "Japanese CVP B5N2 III": "aboard CV Shokaku", "CL Yubari": "solomons-3", "CA Astoria": "solomons-3"}  # fmt: skip
    s = in_combat(place, NameTarget(SEATS.index(seat), 1, GUNS, X if seat == ALLIES else D), 0, seat)
    assert choose(s, seat) == Take(s.world.unit(name))


# --- home


def test_ships_go_home_to_a_guarded_port_near_what_is_at_stake() -> None:
    place = {"CA Chokai": "solomons-0", "Japanese INF 17": "Rabaul", "Japanese GAR 33": "Truk"}
    s = at_sea(place, Watches(0), side="", phase="end")
    assert choose(s, AXIS) == Dock(s.world.hex("Rabaul"))


def test_the_garrison_of_an_island_stays_on_it() -> None:
    place = {"British INF DIV 2": "Milne Bay", "British INF 2 Aus": "Port Moresby", "Japanese INF 18": "Lae"}
    s = sea(place, (Moves(1),), side=ALLIES, action="land", phase="move")
    clicks = played(s, ALLIES)
    assert Pick(s.world.unit("British INF DIV 2")) not in clicks


def test_a_landing_that_cannot_be_fought_is_called_off_once() -> None:
    held = {"American INF IX": "Guadalcanal", "American INF X": "Guadalcanal", "HQ Yamamoto": "Rabaul"}
    s = at_sea(
        {**held, "Japanese TRS III": "solomons-4", "Japanese MAR DIV 1 SNLF": "aboard Japanese TRS III"},
        Declaring(0),
    )
    beach = s.world.hex("Guadalcanal")
    s.descent[s.world.unit("Japanese MAR DIV 1 SNLF")] = beach
    clicks = played(s, AXIS)
    assert clicks == [Attack(beach), Cancel(), Done()], (
        "below 1:3 there is no attack; it is not asked for again and again"
    )
