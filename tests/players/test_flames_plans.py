"""Leaders in Flames: the plan of an impulse in positions where one order is plainly right: attacks together, and landings by goals."""

from __future__ import annotations

from functools import reduce
from operator import or_

import pytest

from hexfront.games.leaders_in_flames.actions import Advance, Attack, Done, Fly, Go, Pick, Place, Reorganise
from hexfront.games.leaders_in_flames.air.missions import Forming
from hexfront.games.leaders_in_flames.air.sorties import Sending, Sorties
from hexfront.games.leaders_in_flames.economy.production import PlaceUnit, build_points
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import (
    COMMONWEALTH,
    GERMANY,
    ITALY,
    JAPAN,
    POOL,
    STRIKE,
    USA,
    USSR,
    WITH_AXIS,
)
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.combat import Declaring
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.rail import RailMoves, Train
from hexfront.games.leaders_in_flames.land.reorganise import Reorganising
from hexfront.games.leaders_in_flames.politics.wars import war_between
from hexfront.games.leaders_in_flames.sea.landing import Ashore, Debarking
from hexfront.games.leaders_in_flames.sea.voyages import NavalMoves
from hexfront.games.leaders_in_flames.sea.yards import Shipbuilding, Yards
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.hexes import bits
from hexfront.kernel import Frame, Seat, SeededSource, Setup, pending, settle
from hexfront.players import Seatview, StaffPlayer, doctrine_for
from hexfront.players.doctrine import STEADY, Memory
from hexfront.players.doctrines.leaders_in_flames import air
from hexfront.players.doctrines.leaders_in_flames.affairs import GOALS, due, to_come
from hexfront.players.doctrines.leaders_in_flames.builds import shipbuilding
from hexfront.players.doctrines.leaders_in_flames.desk import Desk, Orders
from hexfront.players.doctrines.leaders_in_flames.doctrine import FlamesDoctrine
from hexfront.players.doctrines.leaders_in_flames.fight import advance
from hexfront.players.doctrines.leaders_in_flames.following import followed, is_wanted_elsewhere
from hexfront.players.doctrines.leaders_in_flames.odds import going_on
from hexfront.players.doctrines.leaders_in_flames.sea_fleets import Admiralty
from hexfront.players.doctrines.leaders_in_flames.sea_orders import Log
from hexfront.players.doctrines.leaders_in_flames.sea_shore import go_ashore
from hexfront.players.doctrines.leaders_in_flames.sea_worth import waters_of
from hexfront.players.doctrines.leaders_in_flames.supplies import (
    _travels,
    entrain,
    place,
    reorganise,
    ride,
    use_of,
)
from hexfront.players.doctrines.leaders_in_flames.theatres import (
    ground_named,
    march_up,
    stages,
    station,
    theatres_of,
)
from hexfront.testing import act
from hexfront.wargame import lift, move
from tests.games.leaders_in_flames.kit import AXIS, PLAIN, WEST, battle, campaign, steppe
from tests.games.leaders_in_flames.sea_kit import sea

FAR_WEST, SECOND, BESIDE, ONWARD = "E1125", "E1027", "E1026", "E0826"
NEAR_EDGE, BEYOND = "E0825", "E0725"
"""The last hex that supply from Voronezh reaches, and the next."""


def desk(s: State, seat: Seat, memory: Memory | None = None) -> Desk:
    """What the staff of a seat has before it."""
    doctrine = doctrine_for(LEADERS_IN_FLAMES)
    assert isinstance(doctrine, FlamesDoctrine)
    frame = pending(s)
    legal = list(frame.legal(s, seat)) if frame is not None and hasattr(frame, "legal") else []
    return doctrine.question(s, seat, legal, STEADY, memory or Memory(), SeededSource("desk"))


# --- attacks


TANKS = {
    "German ARM XLVIII": FAR_WEST,
    "German ARM XLI": FAR_WEST,
    "German ARM XLVII": WEST,
    "German ARM III": WEST,
    "German ARM DAK": BESIDE,
    "German MECH L": BESIDE,
}


def test_two_weak_hexes_are_attacked_at_once_by_different_units() -> None:
    """The strongest units are not kept for every attack: whoever is left makes the second."""
    weak = {"Soviet MIL Saratov": PLAIN, "Soviet INF DIV 4": SECOND}
    s = steppe({**TANKS, **weak}, (Moves(0),), phase="move")
    attacks = desk(s, AXIS).orders.attacks
    assert set(attacks) == {s.world.hex(PLAIN), s.world.hex(SECOND)}
    units = [u for origins in attacks.values() for u in origins]
    assert len(units) == len(set(units))
    spots = [h for origins in attacks.values() for h in origins.values()]
    assert all(spots.count(h) <= 2 for h in spots)


def test_what_was_planned_is_declared() -> None:
    weak = {"Soviet MIL Saratov": PLAIN, "Soviet INF DIV 4": SECOND}
    tanks = {
        "German ARM XLVIII": WEST,
        "German ARM XLI": WEST,
        "German ARM III": BESIDE,
        "German ARM DAK": BESIDE,
    }
    s = steppe({**tanks, **weak}, (Declaring(0),), phase="combat")
    player, declared = StaffPlayer("plan"), set()
    for _ in range(20):
        frame = pending(s)
        if frame is None or not hasattr(frame, "deciders") or frame.deciders(s) != (AXIS,):
            break
        action = player.choose(Seatview(LEADERS_IN_FLAMES, s, AXIS))
        if isinstance(action, Attack):
            declared.add(action.hex)
        act(s, AXIS, action)
        if isinstance(frame, Declaring) and action == Done():
            break
    assert declared == {s.world.hex(PLAIN), s.world.hex(SECOND)}


def test_ships_off_the_coast_make_an_attack_worth_less() -> None:
    """A hex with guns behind it is left alone where the same hex without them is attacked."""
    place = {"Japanese INF 20": "Lae", "Japanese INF 17": "Lae", "British MIL Sydney": "Port Moresby"}
    guns = {"BB North Carolina": "coral_sea-4", "CA Astoria": "coral_sea-4", "CA Portland": "coral_sea-4"}
    promise = []
    for more in ({}, guns):
        s = sea({**place, **more}, (Declaring(0),), phase="combat")
        q = desk(s, AXIS)
        here = {s.world.unit(name): s.world.hex("Lae") for name in ("Japanese INF 20", "Japanese INF 17")}
        promise.append(q.promise(s.world.hex("Port Moresby"), here))
    assert promise[0] > promise[1] + 1


CROWD = ["E0727", "E0727", "E0827", "E0827", "E0828", "E0828"]


def test_nobody_breaks_through_into_the_arms_of_the_enemy() -> None:
    """With nobody about, tanks go on towards the next city that counts; beside six fresh armies they stop."""
    tanks = {"German ARM XLVIII": WEST, "German ARM XLI": WEST}
    armies = ["29", "6", "25", "14", "50", "12"]
    for more in ({}, {f"Soviet INF {army}": h for army, h in zip(armies, CROWD, strict=True)}):
        s = battle({**tanks, "Soviet MIL Saratov": PLAIN, **more}, PLAIN, tuple(tanks))
        u, q = s.world.unit("German ARM XLI"), desk(s, AXIS)
        onward = Advance(u, s.world.hex(ONWARD))
        q.legal = [onward, Done()]
        assert advance(q, AdvanceUnits(0)) == (Done() if more else onward)


@pytest.mark.parametrize("fed", [True, False])
def test_nobody_advances_out_of_supply(fed: bool) -> None:
    """With an HQ behind them tanks enter the hex they cleared, without it they stay where they are fed."""
    tanks = {"German ARM XLVIII": NEAR_EDGE, "German ARM XLI": NEAR_EDGE}
    hq = {"HQ Rundstedt": NEAR_EDGE} if fed else {}
    s = battle({**tanks, "Soviet MIL Saratov": BEYOND, **hq}, BEYOND, tuple(tanks))
    u, q = s.world.unit("German ARM XLI"), desk(s, AXIS)
    lift(s, s.world.unit("Soviet MIL Saratov"), POOL)
    q.legal = [Advance(u, s.world.hex(BEYOND)), Done()]
    assert advance(q, AdvanceUnits(0)) == (q.legal[0] if fed else Done())


def test_tired_tanks_before_the_enemy_are_turned_up_first() -> None:
    """The HQ turns up the tanks that stand before a weak enemy, not the stronger infantry behind them."""
    place = {
        "HQ Rundstedt": "E1125",
        "German ARM DAK": WEST,
        "German INF I": "E1225",
        "Soviet MIL Saratov": PLAIN,
    }
    tired = ("German ARM DAK", "German INF I")
    s = steppe(place, (Reorganising(0),), phase="reorganise", down=tired)
    s.marker = 12
    found = reorganise(desk(s, AXIS), Reorganising(0))
    assert isinstance(found, Reorganise) and found.unit == s.world.unit("German ARM DAK")


def test_infantry_fills_the_hex_that_was_cleared() -> None:
    """It fights there nearly as well as tanks, costs half as much, and the enemy strikes back."""
    who = ("German ARM XLI", "German INF I", "German INF VI")
    s = battle(
        {
            **dict.fromkeys(who, WEST),
            "German ARM XLI": "E0924",
            "HQ Rundstedt": WEST,
            "Soviet MIL Saratov": PLAIN,
        },
        PLAIN,
        who,
    )
    lift(s, s.world.unit("Soviet MIL Saratov"), POOL)
    q = desk(s, AXIS)
    q.legal = [*(Advance(s.world.unit(name), s.world.hex(PLAIN)) for name in who), Done()]
    found = advance(q, AdvanceUnits(0))
    assert isinstance(found, Advance) and s.world.name(found.unit).endswith("Infantry Corps")


def test_tanks_stop_where_supply_ends_beside_the_enemy() -> None:
    """A break through beyond the reach of HQs is for ground without an enemy about."""
    tanks = {"German ARM XLVIII": NEAR_EDGE, "German ARM XLI": NEAR_EDGE}
    for more in ({}, {"Soviet INF 29": "E0627"}):
        s = battle({**tanks, "Soviet MIL Saratov": BEYOND, **more}, BEYOND, tuple(tanks))
        q = desk(s, AXIS)
        q.fed = s.world.area  # as if others were to come up
        onward = Advance(s.world.unit("German ARM XLI"), s.world.hex("E0726"))
        q.legal = [onward, Done()]
        assert advance(q, AdvanceUnits(0)) == (Done() if more else onward)


@pytest.mark.parametrize(("marker", "starts"), [(0, False), (12, True)])
def test_an_hq_waits_until_it_is_worth_its_turn(marker: int, starts: bool) -> None:
    """For one division behind the front it waits, since it serves once a turn; when the turn is nearly over it does what there is to do."""
    place = {"HQ Rundstedt": FAR_WEST, "German ART DIV 150 mm": WEST, "Soviet MIL Saratov": PLAIN}
    s = steppe(place, (Reorganising(0),), phase="reorganise", down=("German ART DIV 150 mm",))
    s.marker = marker
    assert isinstance(reorganise(desk(s, AXIS), Reorganising(0)), Reorganise) == starts


def test_troops_before_the_enemy_are_turned_up_before_aircraft() -> None:
    place = {
        "HQ Rundstedt": FAR_WEST,
        "German INF I": WEST,
        "German Ju-87B": FAR_WEST,
        "Soviet MIL Saratov": PLAIN,
    }
    s = steppe(place, (Reorganising(0),), phase="reorganise", down=("German INF I", "German Ju-87B"))
    q = desk(s, AXIS)
    assert 0 < use_of(q, s.world.unit("German Ju-87B")) < use_of(q, s.world.unit("German INF I"))


def test_to_be_tired_costs_less_when_the_turn_is_about_to_end() -> None:
    """Who has attacked cannot attack again this turn: in its last impulse that matters to nobody."""
    s = steppe({"German INF I": WEST}, (Moves(0),), phase="move")
    chances = []
    for s.marker in (0, 6, 13):
        chances.append(going_on(s))
    assert chances == [1.0, 0.7 * 0.6, 0.0]


def test_the_luftwaffe_strikes_where_we_attack_and_beside_it() -> None:
    """Bombers fly against a hex that will be attacked, less eagerly against those who would strike back, and nowhere else."""
    place = {
        **TANKS,
        "German Ju-87D": WEST,
        "Soviet MIL Saratov": PLAIN,
        "Soviet INF 25": PLAIN,
        "Soviet INF 29": "E0825",
        "Soviet INF 6": "E0521",
    }
    s = steppe(place, (Sending(0, STRIKE),), phase="strikes")
    q, w = desk(s, AXIS), s.world
    assert w.hex(PLAIN) in q.orders.attacks
    aimed, beside, away = (
        air._aim(q, w.unit("German Ju-87D"), STRIKE, w.hex(h)) for h in (PLAIN, "E0825", "E0521")
    )
    assert aimed > 0 > away and beside > away


@pytest.mark.parametrize("armies", [1, 2])
def test_a_second_bomber_joins_a_strike_where_two_stand(armies: int) -> None:
    """The pip that it adds counts for every army in a hex that matters: for one it stays at home."""
    bombers = {"German Ju-87B": WEST, "German Ju-87D": WEST}
    enemies = dict.fromkeys(("Soviet INF 29", "Soviet INF 6")[:armies], PLAIN)
    s = steppe({**TANKS, **bombers, **enemies}, (Sorties(0, STRIKE),), phase="strikes")
    act(s, AXIS, Pick(s.world.unit("German Ju-87B")))
    act(s, AXIS, Attack(s.world.hex(PLAIN)))
    frame, q = pending(s), desk(s, AXIS)
    assert isinstance(frame, Forming)
    q.worth = lambda h: 10.0  # type: ignore[method-assign]
    found = air.form(q, frame)
    assert (isinstance(found, Fly) and found.unit == s.world.unit("German Ju-87D")) == (armies == 2)


@pytest.mark.parametrize(
    ("scenario", "turn", "attacked"), [("gelb", 1, True), ("global", 4, False), ("global", 5, True)]
)
def test_the_west_is_attacked_at_once_where_there_are_three_turns(
    scenario: str, turn: int, attacked: bool
) -> None:
    """In March 1940 by those who have until August, in May, as history had it, by those who have a whole war."""
    s = LEADERS_IN_FLAMES.start(Setup(scenario))
    s.turn = turn
    q = desk(s, AXIS)
    assert {row.on for row in GOALS.war if row.on in ("belgium", "netherlands") and due(q, row, 0)} == (
        {"belgium", "netherlands"} if attacked else set()
    )
    names = {s.world.parties[party].nation for _, party in to_come(q, 0)}
    assert ("belgium" in names) == (scenario == "gelb" or turn >= 3)


EAST_PRUSSIA = {
    "German ARM XLVIII": "E2123",
    "German ARM XLI": "E2123",
    "German ARM XLVII": "E2124",
    "German ARM III": "E2124",
    "German ARM DAK": "E2224",
    "German MECH L": "E2224",
    "Soviet INF 29": "E2022",
    "Soviet INF 6": "E2024",
}


@pytest.mark.parametrize("served", [False, True])
def test_an_hq_takes_the_train_to_a_front_that_has_none(served: bool) -> None:
    """From Hungary, with one corps around it, to the armies in the north; with three corps, and another HQ up there, it stays."""
    place = {**EAST_PRUSSIA, "HQ Rundstedt": "E2331", "German INF I": "E2331"}
    place |= {"German INF VI": "E2331", "German INF IX": "E2330", "HQ v. Bock": "E2223"} if served else {}
    s = steppe(place, (RailMoves(0),), phase="rail")
    u, memory = s.world.unit("HQ Rundstedt"), Memory()
    found = entrain(desk(s, AXIS, memory), RailMoves(0))
    assert (found == Pick(u)) != served
    if not served:
        act(s, AXIS, Pick(u))
        frame = pending(s)
        assert isinstance(frame, Train)
        to = ride(desk(s, AXIS, memory), frame)
        assert isinstance(to, Go)
        assert min(s.world.grid.distance(to.hex, s.world.hex(h)) for h in ("E2123", "E2124")) <= 2


def test_an_hq_at_the_front_does_not_march_off_to_its_theatre() -> None:
    """In East Prussia, which is not the theatre of the East, it stays with the armies that fight beside it."""
    s = LEADERS_IN_FLAMES.start(Setup("beginning"))
    s.turn, w = 6, s.world
    war_between(s, GERMANY, USSR)
    u, there = w.unit("HQ v. Leeb"), w.hex("E2122")
    move(s, u, there)
    move(s, w.unit("Soviet INF 29"), w.hex("E2021"))
    q = desk(s, AXIS)
    assert theatres_of(q).sent.get(u) == "east" and q.far(there, u) <= 2
    orders = Orders()
    q._transfer(orders, {u: 1 << there})
    assert u not in orders.goals
    assert not _travels(q, u) or is_wanted_elsewhere(q, u)


def test_two_hqs_share_the_front() -> None:
    """With a corps of its own on either side, an HQ goes where the other is not."""
    place = {
        "German INF I": "E2125",
        "German INF VI": "E2129",
        "Soviet INF 29": "E2025",
        "Soviet INF 6": "E2029",
    }
    for other, there in (("E2225", "E2129"), ("E2229", "E2125")):
        s = steppe({**place, "HQ v. Bock": other, "HQ Rundstedt": "E2227"}, (Moves(0),), phase="move")
        wanted = followed(desk(s, AXIS), s.world.unit("HQ Rundstedt"), {})
        here = next(h for h in ("E2125", "E2129") if h != there)
        assert wanted[s.world.hex(there)] > wanted[s.world.hex(here)]


@pytest.mark.parametrize(("turn", "soon"), [(3, False), (4, True)])
def test_armies_look_at_those_whom_they_will_attack_soon(turn: int, soon: bool) -> None:
    """From January 1941 the Soviet armies are the enemies of German ones, though not yet of anybody else's."""
    s = LEADERS_IN_FLAMES.start(Setup("beginning"))
    s.turn = turn
    q, w = desk(s, AXIS), s.world
    soviet = s.forces[USSR]
    assert bool(q.foes(w.unit("German INF I")) & soviet) == soon
    assert not q.foes(w.unit("Japanese INF 17")) & soviet
    assert not s.wars[GERMANY] >> USSR & 1


def test_what_lies_aside_of_every_effort_is_attacked_for_itself() -> None:
    """A drive at Moscow makes its way worth more, and Greece little less."""
    s = LEADERS_IN_FLAMES.start(Setup("beginning"))
    s.turn = 6
    war_between(s, GERMANY, USSR)
    q = desk(s, AXIS)
    assert q.k["effort"] > 1 and max(map(q._next, bits(s.troops[1]))) > 0.5
    assert min(map(q._next, bits(s.troops[1]))) == -0.25


# --- landings


AFLOAT = {"Japanese TRS III": "solomons-3", "Japanese MAR SNLF": "aboard Japanese TRS III"}


@pytest.mark.parametrize("bound", [True, False])
def test_troops_on_their_way_to_an_enemy_coast_do_not_go_ashore_before(bound: bool) -> None:
    """In a storm they wait aboard, though Rabaul lies on the same sea; with no goal they go there."""
    s = sea(dict(AFLOAT), (Debarking(0),), phase="move", action="combined", weather="storm")
    give_hexes(s, 1 << s.world.hex("Guadalcanal"), s.world.party_of["usa"])
    memory, u = Memory(), s.world.unit("Japanese MAR SNLF")
    if bound:
        memory.notes(Log).landings[u] = s.world.hex("Guadalcanal")
    settle(s)
    q = desk(s, AXIS, memory)
    assert Pick(u) in q.legal
    assert go_ashore(q, Ashore(0)) == (Done() if bound else Pick(u))


def test_a_landing_wants_a_port_that_supply_can_use() -> None:
    s = sea({"Japanese TRS III": "Rabaul", "Japanese MAR SNLF": "Rabaul"}, (NavalMoves(0),))
    waters, ashore = s.world.waters, waters_of(desk(s, AXIS)).ashore
    assert ashore
    for h in ashore:
        assert (waters.ports | waters.islets) >> h & 1 or h in s.world.prizes


def test_ships_and_troops_gather_near_the_goals() -> None:
    s = sea({"Japanese TRS III": "Truk", "Japanese MAR SNLF": "Truk"}, (NavalMoves(0),))
    seen = waters_of(desk(s, AXIS))
    assert seen.goals >> s.world.hex("Port Moresby") & 1
    assert seen.bases and set(seen.bases.values()) == {JAPAN}
    assert all(
        s.world.hex("Port Moresby") != base and s.world.waters.ports >> base & 1 for base in seen.bases
    )


def test_units_at_sea_keep_their_moves() -> None:
    """With a combined action marching troops leave as many moves as there are troops to land."""
    s = sea(dict(AFLOAT), (Moves(0),), phase="move", action="combined")
    assert desk(s, AXIS).aboard(JAPAN) == 1


# --- the whole war


def test_armies_march_up_to_a_border_that_will_be_crossed() -> None:
    """In the spring of 1940 German troops are wanted beside Belgium and the Netherlands; when the war is on, posts follow the front."""
    s = campaign({"German ARM III": "Cologne"}, (Moves(0),), scenario="gelb", turn=1, phase="move")
    w = s.world
    minors = [w.party_of[name] for name in ("belgium", "netherlands", "denmark", "norway")]
    posts = {post.hex for post in march_up(desk(s, AXIS))}
    beside = w.near_hexes(reduce(or_, (s.control[party] for party in minors)))
    assert posts and all(s.control[GERMANY] >> h & 1 and beside >> h & 1 for h in posts)
    assert w.hex("Cologne") in posts
    for party in minors:
        s.wars[GERMANY] |= 1 << party
    assert not march_up(desk(s, AXIS))


def across_the_atlantic(place: dict[str, str], turn: int = 12) -> Admiralty:
    """The admiralty of the Allies in 1942: American divisions are wanted in Britain."""
    s = campaign(place, (NavalMoves(1),), turn=turn, side="allies", phase="sail", action="naval")
    for a, b in ((GERMANY, USA), (JAPAN, USA)):
        war_between(s, a, b)
    return Admiralty(desk(s, "allies"), wishes=True)


TROOPS = {f"American INF {name}": "Boston" for name in ("XXXIX", "XIV")}


def test_troops_cross_an_ocean_port_by_port() -> None:
    """Boston and Liverpool are four sea areas apart, a transport gets over two: it goes to a port from which it is nearer."""
    seen = across_the_atlantic({**TROOPS, "American TRS I": "Boston"})
    w = seen.w
    ship, home = w.unit("American TRS I"), w.hex("Liverpool")
    voyage = next(v for v in seen.voyages() if ship in v.ships)
    assert voyage.cargo and voyage.port >= 0
    left = stages(seen.s, ship, 1 << home)
    assert left[voyage.port] < left[w.hex("Boston")]


def test_an_empty_transport_comes_back_for_those_who_wait() -> None:
    seen = across_the_atlantic({**TROOPS, "American TRS I": "Panama"})
    w, ship = seen.w, seen.w.unit("American TRS I")
    voyage = next(v for v in seen.voyages() if ship in v.ships)
    left = stages(seen.s, ship, 1 << w.hex("Boston"))
    assert not voyage.cargo and left[voyage.port] < left[w.hex("Panama")]


def test_an_empty_transport_does_not_wait_where_nobody_is_sent_for() -> None:
    """A corps that nobody wants elsewhere does not keep the transport of its port from those who wait for a passage."""
    idle = {"American MECH VIII": "Noumea", "American TRS I": "Noumea"}
    seen = across_the_atlantic({**TROOPS, **idle})
    w, ship = seen.w, seen.w.unit("American TRS I")
    voyage = next(v for v in seen.voyages() if ship in v.ships)
    left = stages(seen.s, ship, 1 << w.hex("Boston"))
    assert not voyage.cargo and left[voyage.port] < left[w.hex("Noumea")]


EAST = {
    "German INF IX": "Warsaw",
    "German MECH L": "Warsaw",
    "Japanese INF 14": "Mukden",
    "Soviet INF 25": "Vladivostok",
    "Soviet INF 8": "Smolensk",
    "British INF III": "London",
}


def in_the_east(frame: Frame, phase: str) -> State:
    """Germany and the Soviet Union are at war, Japan and the Soviet Union are not."""
    s = campaign(dict(EAST), (frame,), turn=7, phase=phase, side="allies" if frame == Moves(1) else "axis")
    war_between(s, GERMANY, USSR)
    return s


def test_a_power_keeps_no_army_at_a_front_of_somebody_elses_war() -> None:
    s = in_the_east(Moves(1), "move")
    q, w = desk(s, "allies"), s.world
    u = w.unit("Soviet INF 25")
    assert not q.foes(u) >> w.hex("Mukden") & 1 and q.foes(u) >> w.hex("Warsaw") & 1
    assert q.far(w.hex("Vladivostok"), u) > q.far(w.hex("Vladivostok")), "for the side the Japanese are near"


def test_armies_in_their_theatre_take_no_trains_to_another() -> None:
    """Germany keeps its army in the East; Britain is nearer to Warsaw than Smolensk on the map, but not by land."""
    s = in_the_east(RailMoves(0), "rail")
    player, w = StaffPlayer("trains"), s.world
    while isinstance(pending(s), RailMoves | Train):
        act(s, AXIS, player.choose(Seatview(LEADERS_IN_FLAMES, s, AXIS)))
    east = ground_named(w, "east")
    assert all(east >> s.where[w.unit(name)] & 1 for name in ("German INF IX", "German MECH L"))


def test_the_capital_of_a_small_ally_is_guarded() -> None:
    """Finland falls with Helsinki: two of its units stay there, though the enemy is in reach elsewhere."""
    finns = {f"Finnish INF {name}": "Helsinki" for name in ("II", "Gd")} | {"Finnish MIL Helsinki": "E1808"}
    s = campaign(
        {**finns, "Soviet INF 8": "E1816"},
        (Moves(0),),
        turn=7,
        phase="move",
        control={"finland": ["Helsinki"]},
    )
    w = s.world
    s.stance[w.minor_of["finland"]] = WITH_AXIS
    war_between(s, GERMANY, USSR)
    goals = desk(s, AXIS).orders.goals
    stay = [name for name in finns if goals.get(w.unit(name), s.where[w.unit(name)]) == w.hex("Helsinki")]
    assert len(stay) == 2


def test_fleets_come_home_to_waters_that_lack_them() -> None:
    """With the whole Royal Navy in India, the next squadron goes home to British waters, though the Japanese threaten Ceylon."""
    s = campaign(dict.fromkeys(("BB Nelson", "BB Hood", "BB Warspite", "CV Furious"), "Calcutta"), (), turn=9)
    w = s.world
    assert station(s, COMMONWEALTH, w.hex("London")) == 0.75
    assert station(s, COMMONWEALTH, w.hex("Calcutta")) < -0.5
    assert station(s, ITALY, w.hex("Taranto")) == 0.0, "no row, no opinion"


@pytest.mark.parametrize("tired", [(), ("British AMPH II", "British AMPH III")])
def test_ships_to_land_troops_spread_over_the_ports_of_a_landing(tired: tuple[str, ...]) -> None:
    """Three in one port are one too many, as no more than two units find room there: one that is face-up moves on."""
    fleet = {f"British AMPH {n}": "London" for n in ("I", "II", "III")} | {
        "British INF III": "London",
        "British INF V": "Plymouth",
    }
    s = campaign(fleet, (NavalMoves(1),), turn=25, side="allies", phase="sail", action="naval", down=tired)
    w = s.world
    seen = Admiralty(desk(s, "allies"), wishes=True)
    assert seen.sea.bases.get(w.hex("London")) == COMMONWEALTH
    gone = [u for v in seen.voyages() for u in v.ships]
    assert [w.piece(u) for u in gone] == ["British AMPH I"]


def test_nobody_gathers_where_no_landing_can_start() -> None:
    """American troops for the Marshall Islands do not wait in Seattle, three sea areas too far, though all of them are there."""
    s = campaign({f"American INF {name}": "Seattle" for name in ("XXXIX", "XIV")} | {"American TRS I": "Seattle"}, (NavalMoves(1),),
                 turn=22, side="allies", phase="sail", action="naval", control={"japan": ["Kwajalein"]})  # fmt: skip
    war_between(s, JAPAN, USA)
    seen = waters_of(desk(s, "allies"))
    assert seen.goals >> s.world.hex("Kwajalein") & 1
    assert s.world.hex("Seattle") not in seen.bases


def test_what_was_lent_is_not_taken_from_the_yards() -> None:
    """The USA has lent a good part of its points away: of what is left the yards still get their share."""
    points = [0] * USA + [4, 0, 0]
    s = campaign(agenda=(Yards(1, USA),), side="", phase="end", turn=15, points=points)
    assert build_points(s, USA) == 8, "half of them are lent"
    q = desk(s, "allies")
    frame = pending(s)
    assert isinstance(frame, Shipbuilding) and shipbuilding(q, frame) != Done()


@pytest.mark.parametrize("port", ["Quebec", "Seattle"])
def test_a_new_transport_comes_to_a_port_where_troops_wait(port: str) -> None:
    """One corps is wanted in Britain, one in Australia; nobody sails from Miami or Portland."""
    s = campaign(
        {**TROOPS, "American TRS I": "Boston"}, (NavalMoves(1),), turn=12, side="allies", phase="sail"
    )
    for a, b in ((GERMANY, USA), (JAPAN, USA)):
        war_between(s, a, b)
    ship, q = s.world.unit("American TRS II"), desk(s, "allies")
    q.legal = [Place(ship, s.world.hex(name)) for name in ("Portland", port, "Miami")]
    assert place(q, PlaceUnit(1, ship)) == q.legal[1]


CORPS = {"XXXIX": "Boston", "XIV": "New York", "XXIV": "Chicago", "XI": "Atlanta", "X": "Dallas"}


@pytest.mark.parametrize("foothold", [False, True])
def test_who_has_no_foothold_gathers_where_one_starts_from(foothold: bool) -> None:
    """Summer of 1944: what goes to France goes to Britain as long as nobody of ours holds a place in France."""
    place = {"British INF III": "London", **{f"American INF {name}": city for name, city in CORPS.items()}}
    if foothold:
        place["British INF II"] = "Cherbourg"
    s = campaign(place, (NavalMoves(1),), turn=25, side="allies", phase="sail", action="naval")
    war_between(s, GERMANY, USA)
    sent = theatres_of(desk(s, "allies")).sent
    goals = {sent.get(s.world.unit(f"American INF {name}")) for name in CORPS}
    assert ("western_front" in goals) == foothold and ("britain" in goals) != foothold


def test_ships_to_land_troops_lie_in_both_oceans() -> None:
    """Four of them off California, none in Europe, goals in both: two are left, one goes where they are wanted."""
    ships = {f"American AMPH {n}": "San Francisco" for n in ("I", "II", "III", "IV")}
    europe = {
        "American INF XIV": "Gibraltar",
        "American TRS I": "Gibraltar",
        "American INF XI": "San Francisco",
    }
    seen = across_the_atlantic({**ships, **europe}, turn=17)
    w = seen.w
    seen.sea.__dict__["bases"] = {w.hex("Gibraltar"): USA, w.hex("San Francisco"): USA}
    landers, goal = seen._berth(w.hex("San Francisco"), USA, [w.unit(name) for name in ships])
    assert len(landers) == 1 and goal == 1 << w.hex("Gibraltar")
