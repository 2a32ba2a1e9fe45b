"""Ships as counters, ports, naval moves, the return to port, carriage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.actions import (
    Announce,
    Course,
    Dock,
    Done,
    Enter,
    Everyone,
    Join,
    Load,
    Muster,
    Name,
    Remain,
    Stop,
)
from hexfront.games.leaders_in_flames.data import FILES
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.invariants import faults
from hexfront.games.leaders_in_flames.kinds import (
    ABOARD,
    AMPH,
    BB,
    CA,
    CL,
    CV,
    JAPAN,
    SEA,
    SUB,
    TRS,
    USA,
    VOYAGES,
)
from hexfront.games.leaders_in_flames.sea.damage import cripple, sink
from hexfront.games.leaders_in_flames.sea.fleets import bases
from hexfront.games.leaders_in_flames.sea.homing import Homecoming, Keeping, Watches, havens, send_home
from hexfront.games.leaders_in_flames.sea.ships import Ship, joined, ships_of, squadrons_of
from hexfront.games.leaders_in_flames.sea.voyages import Fleet, NavalMoves, sail_violation
from hexfront.games.leaders_in_flames.sea.waters import area_of, at_sea, is_sea, within
from hexfront.games.leaders_in_flames.sequence import FaceUp
from hexfront.games.leaders_in_flames.setup import new_state
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import pending, settle
from hexfront.testing import act, refusal
from hexfront.wargame import move
from tests.games.leaders_in_flames.kit import down
from tests.games.leaders_in_flames.sea_kit import (
    ALLIES,
    AXIS,
    area,
    course,
    fleet,
    port,
    sail,
    say,
    sea,
    spot,
)

KONGO = {"BB Kongo": "Truk"}
TROOPS = {"Japanese TRS IV": "Rabaul", "Japanese INF 17": "Rabaul"}


# --- the list of ships

RANGES = {
    BB: (("attack", 2, 11), ("defence", 0, 7)),
    CA: (("attack", 1, 5), ("defence", 5, 8)),
    CL: (("attack", 1, 5), ("defence", 6, 9)),
    CV: (("attack", 0, 6), ("planes", 1, 7)),
    SUB: (("attack", 1, 6),),
    TRS: (("move", 3, 6), ("reach", 2, 5), ("defence", 5, 5)),
    AMPH: (("move", 3, 6), ("reach", 2, 5), ("defence", 5, 5)),
}
GREAT = ("germany", "italy", "japan", "commonwealth", "france", "usa", "ussr")


def every_ship(single: bool) -> list[Ship]:
    read = ships_of if single else squadrons_of
    return [ship for nation in GREAT for ship in read(nation, FILES.own["ships"][nation])]


@pytest.mark.rule("base.ships")
@pytest.mark.parametrize("single", [True, False])
def test_ratings_lie_in_their_ranges(single: bool) -> None:
    for ship in every_ship(single):
        for field, low, high in RANGES[ship.kind]:
            assert low <= getattr(ship, field) <= high, (ship.name, field)


@pytest.mark.rule("base.ships")
def test_cruisers_mostly_move_six() -> None:
    cruisers = [ship for ship in every_ship(True) if ship.kind in (CA, CL)]
    fast = [ship for ship in cruisers if ship.move == 6]
    assert len(fast) > 0.6 * len(cruisers)


@pytest.mark.rule("base.ships")
def test_a_squadron_has_the_mean_of_its_ships_and_the_sum_of_their_prices() -> None:
    ships = {ship.name: ship for ship in ships_of("japan", FILES.own["ships"]["japan"])}
    kongo, haruna = ships["Kongo"], ships["Haruna"]
    both = joined([kongo, haruna])
    assert (kongo.attack, haruna.attack, both.attack) == (6, 7, 7), "halves go up"
    assert both.price == kongo.price + haruna.price and both.year == 1912
    assert both.title == "Kongo and Haruna" and both.piece == "BB Kongo"


@pytest.mark.rule("base.ships")
def test_carriers_are_always_single() -> None:
    for ship in every_ship(False):
        assert ship.kind != CV or ship.planes < 2 or len(ship.ships) == 1, ship.name


@pytest.mark.rule("base.ships")
def test_every_ship_is_in_exactly_one_counter() -> None:
    squadrons = [
        name for ship in every_ship(False) for name in ((ship.nation, ship.kind, n) for n in ship.ships)
    ]
    singles = [(ship.nation, ship.kind, ship.name) for ship in every_ship(True)]
    assert sorted(squadrons) == sorted(singles)


@pytest.mark.rule("base.ships")
@pytest.mark.parametrize(
    "rows",
    [
        {"BB": ["Kongo 6-4-1 5-5 2+2/6 1911"]},
        {"XX": ["Kongo 6-4-1-2 5-5 2+2/6 1911"]},
        {"BB": ["Kongo 6-4-1-2 5-5 2+2/6 1911"], "squadrons": [["Kongo", "Hiei"]]},
        {
            "BB": ["Kongo 6-4-1-2 5-5 2+2/6 1911"],
            "CL": ["Naka 1-8-1-0 6-4 1+1/5 1922"],
            "squadrons": [["Kongo", "Naka"]],
        },
    ],
)
def test_a_broken_list_is_refused(rows: dict[str, list[str]]) -> None:
    with pytest.raises(BadData):
        squadrons_of("japan", rows)


@pytest.mark.rule("base.ships")
def test_single_ships_of_vichy_are_set_up_with_the_squadron_they_had_in_france() -> None:
    s = LEADERS_IN_FLAMES.start(LEADERS_IN_FLAMES.setup("beginning", {"single_ships": True}))
    w = s.world
    for name in ("BB Dunkerque", "BB Strasbourg"):
        assert w.title(s.where[w.unit(f"{name} (Vichy French)")]).startswith("Toulon")


@pytest.mark.rule("base.ships")
def test_single_ships_are_set_up_where_their_squadron_is() -> None:
    squadrons, singles = (
        new_state(World(LEADERS_IN_FLAMES.setup("guadalcanal", {"single_ships": on}))) for on in (False, True)
    )
    assert port(squadrons, "BB Kongo") == port(singles, "BB Kongo") == port(singles, "BB Haruna") == "Truk"
    assert "BB Haruna" not in squadrons.world.number
    assert len(singles.world.ships) > len(squadrons.world.ships)


# --- ports


@pytest.mark.rule("base.port")
def test_ships_lie_in_ports_of_those_they_work_with() -> None:
    s = sea({"CA Pensacola": "Noumea", "British MIL Sydney": "Sydney"})
    w = s.world
    mine = bases(s, w.unit("CA Pensacola"))
    assert mine >> w.hex("Sydney") & 1 and mine >> w.hex("Noumea") & 1, "Americans in Australia"
    assert not mine >> w.hex("Rabaul") & 1 and not mine >> w.hex("Guadalcanal") & 1, "no enemy port, no beach"


@pytest.mark.rule("base.port")
def test_a_port_with_an_enemy_in_it_is_none() -> None:
    s = sea(
        {"CA Pensacola": "Noumea", "Japanese INF 17": "Espiritu Santo"}, control={"usa": ["Espiritu Santo"]}
    )
    w = s.world
    assert not bases(s, w.unit("CA Pensacola")) >> w.hex("Espiritu Santo") & 1


@pytest.mark.rule("base.strait")
@pytest.mark.parametrize(("holder", "steps"), [("germany", 2), ("ussr", None)])
def test_a_strait_is_open_to_the_side_that_holds_it(holder: str, steps: int | None) -> None:
    from hexfront.games.leaders_in_flames.sea.waters import Waters

    s = sea({}, scenario="barbarossa")
    w = s.world
    seas = w.lands.seas
    waters = Waters.__new__(Waters)
    waters.seas, waters.coast = seas, dict.fromkeys(range(len(seas.areas)), 0)
    waters.of = {w.hex("Sevastopol"): (seas.number["black_sea"],)}
    waters.gates, waters._depths = 0, {}
    held = 1 << w.hex("Istanbul") if holder == "germany" else 0
    assert waters.depths(w.hex("Sevastopol"), held).get(seas.number["eastern_mediterranean"]) == steps


# --- voyages


@pytest.mark.rule("base.voyage")
@pytest.mark.parametrize(
    ("goal", "case"), [("marianas-4", ""), ("solomons-3", ""), ("solomons-4", "base.voyage")]
)
def test_areas_and_sections_cost_movement(goal: str, case: str) -> None:
    """Kongo moves 5: the Marianas at one point, the Solomons at two, and a point a section."""
    s = fleet(KONGO, "Truk", ["BB Kongo"])
    name, _, section = goal.rpartition("-")
    act(s, AXIS, course(s, name))
    assert refusal(s, AXIS, Enter(int(section))) == case
    if not case:
        act(s, AXIS, Enter(int(section)))
        assert spot(s, "BB Kongo") == goal and not down(s, "BB Kongo")


@pytest.mark.rule("base.voyage")
def test_range_ends_a_voyage() -> None:
    s = fleet({"Japanese TRS IV": "Truk"}, "Truk", ["Japanese TRS IV"])
    s.world.ships[s.world.unit("Japanese TRS IV") - s.world.first_ship]
    far = s.world.ship(s.world.unit("Japanese TRS IV"))
    assert (far.move, far.reach) == (4, 4)
    assert refusal(s, AXIS, course(s, "coral_sea")) == ""
    short = fleet({"Japanese TRS III": "Truk"}, "Truk", ["Japanese TRS III"])
    ship = short.world.ship(short.world.unit("Japanese TRS III"))
    assert ship.reach == 3 and refusal(short, AXIS, course(short, "tasman_sea")) == "base.voyage"


@pytest.mark.rule("base.voyage")
def test_the_slowest_ship_sets_the_pace() -> None:
    s = fleet({**KONGO, "Japanese TRS IV": "Truk"}, "Truk", ["BB Kongo", "Japanese TRS IV"])
    act(s, AXIS, course(s, "solomons"))
    assert refusal(s, AXIS, Enter(2)) == "" and refusal(s, AXIS, Enter(3)) == "base.voyage"


@pytest.mark.rule("base.voyage")
@pytest.mark.parametrize("section", [-1, 5])
def test_a_sea_box_has_five_sections(section: int) -> None:
    s = fleet(KONGO, "Truk", ["BB Kongo"])
    act(s, AXIS, course(s, "marianas"))
    assert refusal(s, AXIS, Enter(section)) == "base.voyage"


@pytest.mark.rule("base.voyage")
def test_face_down_ships_stay() -> None:
    s = sea({**KONGO, "CA Atago": "Truk"}, (NavalMoves(0),), down=["BB Kongo"])
    w = s.world
    act(s, AXIS, Muster(w.hex("Truk")))
    assert refusal(s, AXIS, Join(w.unit("BB Kongo"))) == "base.voyage"
    assert refusal(s, AXIS, Join(w.unit("CA Atago"))) == ""
    alone = sea(KONGO, (NavalMoves(0),), down=["BB Kongo"])
    assert refusal(alone, AXIS, Muster(w.hex("Truk"))) == "base.voyage"


@pytest.mark.rule("base.voyage")
def test_a_task_force_is_of_one_power_and_one_place() -> None:
    place = {"CA Pensacola": "Noumea", "CA Australia": "Noumea", "CA Portland": "Suva"}
    s = fleet(place, "Noumea", ["CA Pensacola"], ALLIES)
    w = s.world
    assert refusal(s, ALLIES, Join(w.unit("CA Australia"))) == "base.voyage"
    assert refusal(s, ALLIES, Join(w.unit("CA Portland"))) == "base.voyage"
    assert refusal(s, ALLIES, Everyone()) == "base.voyage", "nobody is left to join"


@pytest.mark.rule("base.voyage")
def test_all_ships_of_one_power_are_taken_together() -> None:
    place = {"CA Pensacola": "Noumea", "CA Australia": "Noumea", "CL Honolulu": "Noumea"}
    s = fleet(place, "Noumea", [], ALLIES)
    act(s, ALLIES, Everyone())
    names = {s.world.piece(u) for u in s.group}
    assert names in ({"CA Pensacola", "CL Honolulu"}, {"CA Australia"})


@pytest.mark.rule("base.voyage")
def test_a_voyage_needs_a_ship_and_one_of_ones_own() -> None:
    s = fleet({**KONGO, "Nagumo": "Truk"}, "Truk", ["Nagumo"])
    assert refusal(s, AXIS, course(s, "marianas")) == "base.voyage"
    assert refusal(s, AXIS, Course(999)) == "base.voyage"
    other = sea({**KONGO, "CA Pensacola": "Noumea"}, (NavalMoves(0),))
    assert refusal(other, AXIS, Muster(other.world.hex("Noumea"))) == "base.voyage"


@pytest.mark.rule("base.voyage")
def test_ships_at_sea_keep_their_section() -> None:
    s = fleet({"BB Kongo": "solomons-2"}, "solomons-2", ["BB Kongo"])
    assert refusal(s, AXIS, course(s, "marianas")) == "base.voyage"
    assert refusal(s, AXIS, course(s, "solomons")) == "base.voyage"
    assert refusal(s, AXIS, Dock(s.world.hex("Rabaul"))) == ""


@pytest.mark.rule("base.voyage")
def test_ships_at_sea_may_go_straight_home() -> None:
    s = fleet({"BB Kongo": "solomons-2"}, "solomons-2", ["BB Kongo"])
    act(s, AXIS, Dock(s.world.hex("Truk")))
    assert port(s, "BB Kongo") == "Truk" and down(s, "BB Kongo")
    assert s.used[5 * JAPAN + VOYAGES] == 1


@pytest.mark.rule("base.voyage")
def test_from_port_to_port_ships_arrive_face_down() -> None:
    s = fleet(KONGO, "Truk", ["BB Kongo"])
    act(s, AXIS, course(s, "solomons"))
    assert refusal(s, AXIS, Dock(s.world.hex("Truk"))) == "base.port", "Truk is not on the Solomons"
    assert refusal(s, AXIS, Dock(s.world.hex("Port Moresby"))) == "base.port", "the enemy's"
    act(s, AXIS, Dock(s.world.hex("Rabaul")))
    assert port(s, "BB Kongo") == "Rabaul" and down(s, "BB Kongo")


@pytest.mark.rule("base.voyage")
def test_a_voyage_is_not_to_where_it_began() -> None:
    s = fleet(KONGO, "Truk", ["BB Kongo"])
    act(s, AXIS, course(s, "marianas"))
    assert refusal(s, AXIS, Dock(s.world.hex("Truk"))) == "base.port"


@pytest.mark.rule("base.voyage")
def test_who_has_sailed_sails_no_more_in_the_step() -> None:
    s = fleet(KONGO, "Truk", ["BB Kongo"])
    sail(s, "marianas-1")
    assert refusal(s, AXIS, Muster(s.world.place("marianas-1"))) == "base.voyage"


@pytest.mark.rule("base.action")
def test_naval_moves_are_counted_by_task_force() -> None:
    place = {"BB Kongo": "Truk", "CA Atago": "Truk", "CA Myoko": "Truk"}
    s = fleet(place, "Truk", ["BB Kongo", "CA Atago"], action="combined")
    s.used[5 * JAPAN + VOYAGES] = 4
    sail(s, "marianas-1")
    assert s.used[5 * JAPAN + VOYAGES] == 5
    assert refusal(s, AXIS, Muster(s.world.hex("Truk"))) == "base.action"


@pytest.mark.rule("base.voyage")
def test_a_fleet_may_be_left_where_it_is() -> None:
    s = fleet(KONGO, "Truk", ["BB Kongo"])
    act(s, AXIS, course(s, "marianas"))
    act(s, AXIS, Stop())
    assert isinstance(pending(s), Fleet)
    act(s, AXIS, Stop())
    assert port(s, "BB Kongo") == "Truk" and not s.group and not s.used[5 * JAPAN + VOYAGES]


# --- leaders aboard


@pytest.mark.rule("3.1j", "3.1m")
def test_3_1j_leaders_sail_with_a_ship() -> None:
    s = fleet({**KONGO, "Nagumo": "Truk", "Mikawa": "Truk"}, "Truk", ["BB Kongo", "Nagumo", "Mikawa"])
    sail(s, "solomons-2")
    assert spot(s, "Nagumo") == spot(s, "Mikawa") == "solomons-2"
    assert s.used[5 * JAPAN + VOYAGES] == 1


@pytest.mark.rule("3.1j")
def test_3_1j_a_leader_does_not_stay_at_sea_alone() -> None:
    s = fleet({"BB Kongo": "solomons-2", "Nagumo": "solomons-2"}, "solomons-2", ["BB Kongo"])
    assert refusal(s, AXIS, Dock(s.world.hex("Rabaul"))) == "3.1j"
    act(s, AXIS, Join(s.world.unit("Nagumo")))
    assert refusal(s, AXIS, Dock(s.world.hex("Rabaul"))) == ""


@pytest.mark.rule("3.1a")
def test_3_1a_any_number_of_leaders_in_a_section() -> None:
    s = fleet(
        {**KONGO, "Nagumo": "Truk", "Mikawa": "Truk", "Yamamoto": "Truk"},
        "Truk",
        ["BB Kongo", "Nagumo", "Mikawa", "Yamamoto"],
    )
    sail(s, "marianas-0")
    assert len({spot(s, name) for name in ("Nagumo", "Mikawa", "Yamamoto")}) == 1


@pytest.mark.rule("3.1k")
@pytest.mark.parametrize("aborted", [False, True])
def test_3_1k_a_leader_comes_home_face_up_unless_combat_drove_him(aborted: bool) -> None:
    s = sea({"BB Kongo": "solomons-2", "Nagumo": "solomons-2"})
    w = s.world
    s.agenda = send_home(s, [w.unit("BB Kongo")], aborted)
    settle(s)
    act(s, AXIS, Dock(w.hex("Rabaul")))
    assert port(s, "Nagumo") == "Rabaul" and down(s, "Nagumo") == aborted and down(s, "BB Kongo")


@pytest.mark.rule("3.1n")
def test_3_1n_a_leader_needs_an_action_with_naval_moves() -> None:
    s = sea({**KONGO, "Nagumo": "Truk"}, (NavalMoves(0),), action="land")
    assert refusal(s, AXIS, Muster(s.world.hex("Truk"))) == "base.action"
    s.agenda = (Fleet(0),)
    s.began = s.world.hex("Truk")
    assert refusal(s, AXIS, Join(s.world.unit("Nagumo"))) == "3.1n"


@pytest.mark.rule("3.3o", "3.3q")
@pytest.mark.seam("sea", "leaders")
def test_3_3o_leaders_drown_with_the_last_ship_of_their_section() -> None:
    s = sea(
        {"BB Kongo": "solomons-2", "CA Atago": "solomons-2", "CA Myoko": "solomons-3", "Nagumo": "solomons-2"}
    )
    w = s.world
    sink(s, w.unit("BB Kongo"))
    assert spot(s, "Nagumo") == "solomons-2", "a ship is left"
    sink(s, w.unit("CA Atago"))
    assert spot(s, "Nagumo") == "dead", "a ship in another section does not save him"


@pytest.mark.rule("3.3o")
def test_3_3o_a_damaged_ship_brings_its_leader_home() -> None:
    s = sea({"BB Kongo": "solomons-2", "Nagumo": "solomons-2"})
    cripple(s, s.world.unit("BB Kongo"))
    assert spot(s, "BB Kongo") == "repair" and port(s, "Nagumo") in ("Rabaul", "Manus") and down(s, "Nagumo")


# --- home


def home_ports(reach: int) -> set[str]:
    """Where a transport of some range goes home to from the Coral Sea when Japan holds Truk and Lae's neighbours alone."""
    lines = [f"{name} 0-5-0-0 4-{reach} 2+3/3 1927" for name in ("I", "II", "III", "IV", "V")]
    taken = ["Lae", "Rabaul", "Manus", "Wewak"]
    s = sea(
        {"Japanese TRS III": "coral_sea-0"},
        pack={"ships": {"japan": {"TRS": lines}}},
        control={"commonwealth": taken},
    )
    return {s.world.title(h).partition(" (")[0] for h in havens(s, s.world.unit("Japanese TRS III"))}


@pytest.mark.rule("base.return")
def test_ships_go_home_within_their_range_else_to_the_nearest() -> None:
    """From the Coral Sea the Marianas and the Central Pacific are two areas away."""
    both = {"Truk", "Saipan", "Guam", "Ponape", "Kwajalein", "Eniwetok", "Tarawa"}
    assert home_ports(4) == both
    assert home_ports(1) == both, "none in range: the nearest, two areas away"


@pytest.mark.rule("base.return")
def test_a_ship_without_a_port_is_lost() -> None:
    s = sea({"BB Kongo": "solomons-1"})
    s.control = [0] * len(s.control)
    s.agenda = send_home(s, [s.world.unit("BB Kongo")], aborted=False)
    settle(s)
    assert spot(s, "BB Kongo") == "pool"


@pytest.mark.rule("base.return")
def test_ships_of_a_section_go_home_together_and_by_themselves_if_they_must() -> None:
    s = sea({"BB Kongo": "solomons-2", "CA Atago": "solomons-2", "CA Myoko": "marianas-1"})
    w = s.world
    s.agenda = send_home(s, [w.unit(n) for n in ("BB Kongo", "CA Atago", "CA Myoko")], aborted=True)
    settle(s)
    assert isinstance(frame := pending(s), Homecoming) and len(frame.units) == 2
    act(s, AXIS, Dock(w.hex("Rabaul")))
    assert refusal(s, AXIS, Dock(w.hex("Sydney"))) == "base.return"
    act(s, AXIS, Dock(w.hex("Truk")))
    assert port(s, "CA Atago") == "Rabaul" and port(s, "CA Myoko") == "Truk"


@pytest.mark.rule("base.stay")
def test_at_the_end_of_the_turn_ships_stay_one_section_lower_or_go_home() -> None:
    place = {
        "BB Kongo": "solomons-2",
        "CA Atago": "solomons-2",
        "CA Myoko": "solomons-0",
        "Nagumo": "solomons-2",
    }
    s = sea(place, (Watches(0), FaceUp()), side="")
    w = s.world
    act(s, AXIS, Dock(w.hex("Rabaul")))
    assert port(s, "CA Myoko") == "Rabaul", "from section 0 a ship goes home"
    assert isinstance(pending(s), Keeping)
    assert refusal(s, AXIS, Remain(w.unit("Nagumo"))) == "base.stay", "no ship stays yet"
    act(s, AXIS, Remain(w.unit("BB Kongo")))
    act(s, AXIS, Remain(w.unit("Nagumo")))
    act(s, AXIS, Done())
    act(s, AXIS, Dock(w.hex("Rabaul")))
    assert spot(s, "BB Kongo") == spot(s, "Nagumo") == "solomons-1"
    assert port(s, "CA Atago") == "Rabaul" and not s.down, "all are turned up at the end"


@pytest.mark.rule("base.stay")
def test_a_leader_stays_with_the_last_ship() -> None:
    s = sea({"BB Kongo": "solomons-2", "Nagumo": "solomons-2"}, (Watches(0),), side="")
    act(s, AXIS, Remain(s.world.unit("BB Kongo")))
    assert spot(s, "Nagumo") == "solomons-1"


# --- carriage


def loaded(s_place: dict[str, str], unit: str, ship: str, **given: Any) -> str:
    """The case that keeps a unit off a ship."""
    s = fleet(s_place, "Rabaul", [ship], **given)
    return refusal(s, AXIS, Load(s.world.unit(unit), s.world.unit(ship)))


@pytest.mark.rule("base.carry")
def test_a_transport_takes_a_corps_to_another_port() -> None:
    s = fleet(TROOPS, "Rabaul", ["Japanese TRS IV"])
    w = s.world
    act(s, AXIS, Load(w.unit("Japanese INF 17"), w.unit("Japanese TRS IV")))
    assert spot(s, "Japanese INF 17") == "aboard Japanese TRS IV"
    sail(s, "solomons Lae")
    assert port(s, "Japanese INF 17") == "Lae"
    assert down(s, "Japanese INF 17") and down(s, "Japanese TRS IV")


@pytest.mark.rule("base.carry")
def test_cargo_of_a_voyage_called_off_goes_ashore() -> None:
    s = fleet(TROOPS, "Rabaul", ["Japanese TRS IV"])
    w = s.world
    act(s, AXIS, Load(w.unit("Japanese INF 17"), w.unit("Japanese TRS IV")))
    act(s, AXIS, Stop())
    assert port(s, "Japanese INF 17") == "Rabaul" and not down(s, "Japanese INF 17")


@pytest.mark.rule("base.carry")
def test_a_transport_has_room_for_a_corps_or_two_divisions() -> None:
    place = {**TROOPS, "Japanese INF DIV 2": "Rabaul"}
    s = fleet(place, "Rabaul", ["Japanese TRS IV"])
    w = s.world
    ship = w.unit("Japanese TRS IV")
    act(s, AXIS, Load(w.unit("Japanese INF DIV 2"), ship))
    assert refusal(s, AXIS, Load(w.unit("Japanese INF 17"), ship)) == "base.carry"
    s.where[w.unit("Japanese MAR DIV 1 SNLF")] = s.where[w.unit("Japanese INF DIV 2")]
    act(s, AXIS, Stop())
    assert port(s, "Japanese MAR DIV 1 SNLF") == "Rabaul"


@pytest.mark.rule("base.carry")
@pytest.mark.parametrize(
    ("unit", "ship", "case"),
    [
        ("American ARM III", "American TRS VI", ""),
        ("American ARM III", "American AMPH II", "base.carry"),
        ("American INF XIV", "American AMPH II", ""),
        ("American MOT IX", "American AMPH II", "base.carry"),
        ("American INF XIV", "CA Portland", "base.carry"),
        ("HQ Nimitz", "American AMPH II", "base.carry"),
        ("HQ Nimitz", "American TRS VI", ""),
    ],
)
def test_what_carries_what(unit: str, ship: str, case: str) -> None:
    s = fleet({unit: "Suva", ship: "Suva"}, "Suva", [ship], ALLIES)
    assert refusal(s, ALLIES, Load(s.world.unit(unit), s.world.unit(ship))) == case


@pytest.mark.rule("base.carry")
@pytest.mark.parametrize(
    ("unit", "on", "case"),
    [
        ("American MAR DIV 1", True, ""),
        ("American MAR DIV 1", False, "base.carry"),
        ("American INF XIV", True, "base.carry"),
    ],
)
def test_warships_carry_a_division_by_choice(unit: str, on: bool, case: str) -> None:
    s = fleet(
        {unit: "Suva", "CA Portland": "Suva"},
        "Suva",
        ["CA Portland"],
        ALLIES,
        options={"warship_transport": on},
    )
    assert refusal(s, ALLIES, Load(s.world.unit(unit), s.world.unit("CA Portland"))) == case


@pytest.mark.rule("base.carry")
def test_face_down_units_and_strangers_stay_ashore() -> None:
    assert loaded(TROOPS, "Japanese INF 17", "Japanese TRS IV", down=["Japanese INF 17"]) == "base.carry"
    assert loaded({**TROOPS, "Japanese INF 18": "Lae"}, "Japanese INF 18", "Japanese TRS IV") == "base.carry"


@pytest.mark.rule("3.1l")
@pytest.mark.seam("carry", "leaders")
def test_3_1l_leaders_take_no_room() -> None:
    s = fleet({**TROOPS, "Tanaka": "Rabaul"}, "Rabaul", ["Japanese TRS IV", "Tanaka"])
    w = s.world
    assert refusal(s, AXIS, Load(w.unit("Tanaka"), w.unit("Japanese TRS IV"))) == "base.carry", (
        "he joins, he is no cargo"
    )
    assert refusal(s, AXIS, Load(w.unit("Japanese INF 17"), w.unit("Japanese TRS IV"))) == ""


@pytest.mark.rule("base.carry", "base.hit")
@pytest.mark.parametrize(("hit", "where"), [(sink, "pool"), (cripple, "circle")])
@pytest.mark.seam("sea", "carry")
def test_cargo_shares_the_fate_of_its_ship(hit: Callable[[State, int], None], where: str) -> None:
    s = sea({"Japanese TRS IV": "solomons-1", "Japanese INF 17": "aboard Japanese TRS IV"})
    w = s.world
    hit(s, w.unit("Japanese TRS IV"))
    assert spot(s, "Japanese INF 17") == where
    assert where == "pool" or s.due[w.unit("Japanese INF 17")] == s.turn + 1


@pytest.mark.rule("base.carry", "base.stacking")
def test_cargo_needs_room_ashore() -> None:
    place = {**TROOPS, "Japanese INF 18": "Lae", "Japanese INF 20": "Lae"}
    s = fleet(place, "Rabaul", ["Japanese TRS IV"])
    w = s.world
    act(s, AXIS, Load(w.unit("Japanese INF 17"), w.unit("Japanese TRS IV")))
    act(s, AXIS, course(s, "solomons"))
    assert refusal(s, AXIS, Dock(w.hex("Lae"))) == "base.stacking"


@pytest.mark.rule("base.return", "base.stacking")
@pytest.mark.seam("carry", "economy")
def test_cargo_that_finds_no_room_comes_back_next_turn() -> None:
    place = {
        "Japanese TRS IV": "solomons-0",
        "Japanese INF 17": "aboard Japanese TRS IV",
        "Japanese INF 18": "Lae",
        "Japanese INF 20": "Lae",
    }
    s = sea(place, (Watches(0),), side="")
    act(s, AXIS, Dock(s.world.hex("Lae")))
    assert spot(s, "Japanese INF 17") == "circle"


# --- abilities of the voyage


@pytest.mark.rule("ability.57")
@pytest.mark.seam("carry", "leaders")
def test_57_armour_in_landing_ships() -> None:
    place = {"American ARM III": "Suva", "American AMPH II": "Suva", "Turner": "Suva"}
    s = fleet(place, "Suva", ["American AMPH II", "Turner"], ALLIES, leaders={"Turner": [57]})
    w = s.world
    load = Load(w.unit("American ARM III"), w.unit("American AMPH II"))
    assert refusal(s, ALLIES, load) == "base.carry", "not announced"
    say(s, ALLIES, "Turner", 57)
    assert refusal(s, ALLIES, load) == ""


@pytest.mark.rule("ability.57")
def test_57_not_without_him() -> None:
    place = {"American ARM III": "Suva", "American AMPH II": "Suva", "Turner": "Suva"}
    s = fleet(place, "Suva", ["American AMPH II"], ALLIES, leaders={"Turner": [57]})
    w = s.world
    say(s, ALLIES, "Turner", 57)
    assert refusal(s, ALLIES, Load(w.unit("American ARM III"), w.unit("American AMPH II"))) == "base.carry", (
        "he stays ashore"
    )
    away = fleet(
        {**place, "Turner": "Noumea"}, "Suva", ["American AMPH II"], ALLIES, leaders={"Turner": [57]}
    )
    assert refusal(away, ALLIES, Announce(w.unit("Turner"), 57)) == "2a"


@pytest.mark.rule("ability.57")
def test_57_without_landing_ships_transports_do() -> None:
    place = {"American ARM III": "Suva", "American TRS VI": "Suva", "Turner": "Suva"}
    s = fleet(
        place,
        "Suva",
        ["American TRS VI", "Turner"],
        ALLIES,
        leaders={"Turner": [57]},
        options={"amphibious": False},
    )
    from hexfront.games.leaders_in_flames.sea.carriage import lifts

    rows = {row.id for row in lifts(s, s.world.unit("American TRS VI"))}
    assert "armour in transports that land" in rows and "transports" not in rows


def squadron_of_98(names: list[str], **given: Any) -> tuple[State, World]:
    place: dict[str, str] = dict.fromkeys(names, "solomons-3") | {"Nimitz": "solomons-3"}
    s = sea(place, leaders={"Nimitz": [98]}, side=ALLIES, **given)
    w = s.world
    s.agenda = send_home(s, [w.unit(name) for name in names], aborted=False)
    settle(s)
    act(s, ALLIES, Dock(w.hex("Espiritu Santo")))
    return s, w


@pytest.mark.rule("ability.98")
@pytest.mark.parametrize(("single", "most"), [(False, 4), (True, 8)])
def test_98_four_squadrons_or_eight_ships_stay_up(single: bool, most: int) -> None:
    names = ["CA Minneapolis", "CA Portland", "CA Astoria", "CA Chicago", "CL Atlanta", "CL San Diego"]
    if single:
        names += ["CA New Orleans", "CA Indianapolis", "CA Quincy", "CA Northampton"]
    s, w = squadron_of_98(names, options={"single_ships": single})
    say(s, ALLIES, "Nimitz", 98)
    for name in names[:most]:
        act(s, ALLIES, Name(w.unit(name)))
    assert pending(s) is None, "no more than that"
    assert [down(s, name) for name in names] == [False] * most + [True] * (len(names) - most)


@pytest.mark.rule("ability.98")
def test_98_submarines_cargo_and_ships_that_were_down_lie_down() -> None:
    place = {
        "CA Portland": "solomons-3", "CA Chicago": "solomons-3", "American SUB II": "solomons-3", "American TRS VI": "solomons-3",
        "American INF XIV": "aboard American TRS VI", "Nimitz": "solomons-3",
    }  # fmt: skip
    s = sea(place, leaders={"Nimitz": [98]}, side=ALLIES, down=["CA Chicago"])
    w = s.world
    s.agenda = send_home(
        s,
        [w.unit(n) for n in ("CA Portland", "CA Chicago", "American SUB II", "American TRS VI")],
        aborted=False,
    )
    settle(s)
    act(s, ALLIES, Dock(w.hex("Espiritu Santo")))
    say(s, ALLIES, "Nimitz", 98)
    for name in ("CA Chicago", "American SUB II"):
        assert refusal(s, ALLIES, Name(w.unit(name))) == "ability.98"
    act(s, ALLIES, Name(w.unit("American TRS VI")))
    act(s, ALLIES, Done())
    assert not down(s, "American TRS VI") and down(s, "American INF XIV") and down(s, "CA Portland")


@pytest.mark.rule("ability.98")
def test_98_not_without_him_or_face_down() -> None:
    place = {"CA Portland": "solomons-3", "CA Chicago": "solomons-3", "Nimitz": "Noumea"}
    s = sea(place, leaders={"Nimitz": [98]}, side=ALLIES)
    w = s.world
    s.agenda = send_home(s, [w.unit("CA Portland"), w.unit("CA Chicago")], aborted=False)
    settle(s)
    act(s, ALLIES, Dock(w.hex("Espiritu Santo")))
    assert pending(s) is None and down(s, "CA Portland")
    sick, _ = squadron_of_98(["CA Portland"], down=["Nimitz"])
    assert pending(sick) is None and down(sick, "CA Portland")


@pytest.mark.rule("ability.102")
@pytest.mark.parametrize(
    ("weather", "case"), [("fine", ""), ("rain", ""), ("storm", "ability.102"), ("snow", "ability.102")]
)
def test_102_up_one_section(weather: str, case: str) -> None:
    place = {"BB Kongo": "solomons-2", "Nagumo": "solomons-2"}
    s = fleet(place, "solomons-2", ["BB Kongo"], leaders={"Nagumo": [102]}, weather=weather)
    w = s.world
    assert refusal(s, AXIS, Announce(w.unit("Nagumo"), 102)) == case
    if case:
        return
    assert refusal(s, AXIS, course(s, "solomons")) == "base.voyage"
    say(s, AXIS, "Nagumo", 102)
    assert refusal(s, AXIS, course(s, "solomons")) == "3.1j", "he would stay alone"
    act(s, AXIS, Join(w.unit("Nagumo")))
    act(s, AXIS, course(s, "solomons"))
    assert refusal(s, AXIS, Enter(4)) == "base.voyage"
    act(s, AXIS, Stop())
    sail(s, "solomons-3")
    assert spot(s, "BB Kongo") == "solomons-3" and s.used[5 * JAPAN + VOYAGES] == 1


@pytest.mark.rule("ability.102")
def test_102_needs_movement_and_a_way_home() -> None:
    place = {"Japanese TRS III": "solomons-3", "BB Kongo": "solomons-3", "Nagumo": "solomons-3"}
    s = fleet(place, "solomons-3", ["Japanese TRS III"], leaders={"Nagumo": [102]})
    assert s.world.ship(s.world.unit("Japanese TRS III")).move == 4
    say(s, AXIS, "Nagumo", 102)
    assert refusal(s, AXIS, course(s, "solomons")) == "base.voyage", "4 points do not reach section 4"
    lost = fleet(
        {"BB Kongo": "tasman_sea-1", "Nagumo": "tasman_sea-1"},
        "tasman_sea-1",
        ["BB Kongo", "Nagumo"],
        leaders={"Nagumo": [102]},
    )
    say(lost, AXIS, "Nagumo", 102)
    lost.control = [0] * len(lost.control)
    assert refusal(lost, AXIS, course(lost, "tasman_sea")) == "base.voyage"


@pytest.mark.rule("ability.102")
def test_102_serves_his_own_section_only() -> None:
    place = {"BB Kongo": "solomons-2", "CA Atago": "solomons-1", "Nagumo": "solomons-1"}
    s = fleet(place, "solomons-2", ["BB Kongo"], leaders={"Nagumo": [102]})
    assert refusal(s, AXIS, Announce(s.world.unit("Nagumo"), 102)) == "2a"


@pytest.mark.rule("ability.113")
def test_113_to_the_next_area_one_section_lower() -> None:
    place = {"BB Kongo": "marianas-2", "Nagumo": "marianas-2"}
    s = fleet(place, "marianas-2", ["BB Kongo", "Nagumo"], leaders={"Nagumo": [113]})
    assert refusal(s, AXIS, course(s, "solomons")) == "base.voyage"
    say(s, AXIS, "Nagumo", 113)
    assert refusal(s, AXIS, course(s, "coral_sea")) == "base.voyage", "two areas away"
    act(s, AXIS, course(s, "solomons"))
    assert refusal(s, AXIS, Enter(2)) == "base.voyage"
    act(s, AXIS, Enter(1))
    assert spot(s, "BB Kongo") == spot(s, "Nagumo") == "solomons-1"


@pytest.mark.rule("ability.113")
@pytest.mark.seam("sea", "weather")
def test_113_not_from_section_0_not_without_him_not_in_a_storm() -> None:
    low = fleet(
        {"BB Kongo": "marianas-0", "Nagumo": "marianas-0"},
        "marianas-0",
        ["BB Kongo", "Nagumo"],
        leaders={"Nagumo": [113]},
    )
    say(low, AXIS, "Nagumo", 113)
    assert refusal(low, AXIS, course(low, "solomons")) == "base.voyage"
    place = {"BB Kongo": "marianas-2", "CA Atago": "marianas-2", "Nagumo": "marianas-2"}
    s = fleet(place, "marianas-2", ["BB Kongo"], leaders={"Nagumo": [113]})
    say(s, AXIS, "Nagumo", 113)
    assert refusal(s, AXIS, course(s, "solomons")) == "base.voyage", "he must come along"
    storm = fleet(place, "marianas-2", ["BB Kongo", "Nagumo"], leaders={"Nagumo": [113]}, weather="storm")
    assert refusal(storm, AXIS, Announce(storm.world.unit("Nagumo"), 113)) == "ability.113"


CRUISERS = {"CA Chokai": "Rabaul", "CA Aoba": "Rabaul", "Tanaka": "Rabaul", "Japanese INF 17": "Rabaul"}


def tokyo_express(**given: Any) -> State:
    s = fleet(CRUISERS, "Rabaul", ["CA Chokai", "CA Aoba"], leaders={"Tanaka": [114]}, **given)
    say(s, AXIS, "Tanaka", 114)
    act(s, AXIS, Load(s.world.unit("Japanese INF 17"), s.world.unit("CA Chokai")))
    sail(s, "solomons-2")
    return s


@pytest.mark.rule("ability.114")
def test_114_two_warships_carry_infantry() -> None:
    s = tokyo_express()
    assert spot(s, "Japanese INF 17") == "aboard CA Chokai"


@pytest.mark.rule("ability.114")
@pytest.mark.parametrize("ship", ["CA Chokai", "CA Aoba"])
@pytest.mark.parametrize(("hit", "where"), [(sink, "pool"), (cripple, "circle")])
@pytest.mark.seam("sea", "carry")
def test_114_either_ship_decides_what_becomes_of_it(
    ship: str, hit: Callable[[State, int], None], where: str
) -> None:
    s = tokyo_express()
    hit(s, s.world.unit(ship))
    assert spot(s, "Japanese INF 17") == where and not s.pairs


@pytest.mark.rule("ability.114", "base.carry")
def test_114_a_pair_that_has_parted_with_its_cargo_is_a_fault_of_the_position() -> None:
    s = tokyo_express()
    w = s.world
    assert not any("parted" in each for each in faults(s))
    move(s, w.unit("CA Aoba"), w.hex("Truk"))
    assert any("parted" in each for each in faults(s))


@pytest.mark.rule("ability.114")
def test_114_if_they_part_it_comes_back_next_turn() -> None:
    s = tokyo_express()
    s.agenda = send_home(s, [s.world.unit("CA Aoba")], aborted=True)
    settle(s)
    act(s, AXIS, Dock(s.world.hex("Rabaul")))
    assert spot(s, "Japanese INF 17") == "circle"


@pytest.mark.rule("ability.114")
def test_114_not_alone_not_out_of_range_not_armour_not_twice() -> None:
    one = fleet(CRUISERS, "Rabaul", ["CA Chokai"], leaders={"Tanaka": [114]})
    say(one, AXIS, "Tanaka", 114)
    w = one.world
    assert refusal(one, AXIS, Load(w.unit("Japanese INF 17"), w.unit("CA Chokai"))) == "base.carry"
    far = fleet({**CRUISERS, "Tanaka": "Truk"}, "Rabaul", ["CA Chokai", "CA Aoba"], leaders={"Tanaka": [114]})
    assert refusal(far, AXIS, Announce(w.unit("Tanaka"), 114)) == "2c"
    tanks = fleet(
        {**CRUISERS, "Japanese MECH 4 Arm": "Rabaul"},
        "Rabaul",
        ["CA Chokai", "CA Aoba"],
        leaders={"Tanaka": [114]},
    )
    say(tanks, AXIS, "Tanaka", 114)
    assert refusal(tanks, AXIS, Load(w.unit("Japanese MECH 4 Arm"), w.unit("CA Chokai"))) == "base.carry"
    four = {**CRUISERS, "CA Furutaka": "Rabaul", "CL Yubari": "Rabaul", "Japanese INF 18": "Rabaul"}
    s = fleet(four, "Rabaul", ["CA Chokai", "CA Aoba", "CA Furutaka", "CL Yubari"], leaders={"Tanaka": [114]})
    say(s, AXIS, "Tanaka", 114)
    act(s, AXIS, Load(w.unit("Japanese INF 17"), w.unit("CA Chokai")))
    assert refusal(s, AXIS, Load(w.unit("Japanese INF 18"), w.unit("CA Furutaka"))) == "base.carry"
    assert refusal(s, AXIS, Load(w.unit("Japanese INF 18"), w.unit("CA Aoba"))) == "base.carry"


@pytest.mark.rule("ability.121")
def test_121_ships_with_him_are_not_counted() -> None:
    s = fleet(
        {**KONGO, "Yamamoto": "Truk"},
        "Truk",
        ["BB Kongo", "Yamamoto"],
        action="combined",
        leaders={"Yamamoto": [121]},
    )
    s.used[5 * JAPAN + VOYAGES] = 5
    assert sail_violation(s, 0, s.world.unit("BB Kongo")) is None, "he may yet say so"
    assert refusal(s, AXIS, course(s, "marianas")) == "base.action"
    say(s, AXIS, "Yamamoto", 121)
    sail(s, "marianas-1")
    assert s.used[5 * JAPAN + VOYAGES] == 5


@pytest.mark.rule("ability.121")
def test_121_only_with_him_and_only_where_the_action_allows_a_naval_move() -> None:
    s = fleet(
        {**KONGO, "Yamamoto": "Truk"}, "Truk", ["BB Kongo"], action="combined", leaders={"Yamamoto": [121]}
    )
    say(s, AXIS, "Yamamoto", 121)
    sail(s, "marianas-1")
    assert s.used[5 * JAPAN + VOYAGES] == 1, "he stayed in port"
    land = sea({**KONGO, "Yamamoto": "Truk"}, (NavalMoves(0),), action="land", leaders={"Yamamoto": [121]})
    assert refusal(land, AXIS, Muster(land.world.hex("Truk"))) == "base.action"
    other = fleet(
        {"CA Australia": "Sydney", "Halsey": "Sydney"},
        "Sydney",
        ["CA Australia", "Halsey"],
        ALLIES,
        leaders={"Halsey": [1, 121]},
    )
    say(other, ALLIES, "Halsey", 121)
    sail(other, "tasman_sea-1", ALLIES)
    assert sum(other.used) == 1, "ability 1 keeps him from helping another power's ships"
    assert USA != JAPAN


@pytest.mark.rule("3.2g")
def test_3_2g_at_sea_the_map_is_the_sea_areas() -> None:
    place = {"BB Kongo": "solomons-2", "Nagumo": "solomons-2", "Ozawa": "solomons-2"}
    s = fleet(place, "solomons-2", ["BB Kongo"], leaders={"Nagumo": [102], "Ozawa": [113]})
    w = s.world
    assert w.has_rank[w.unit("Nagumo")] == w.has_rank[w.unit("Ozawa")]
    say(s, AXIS, "Nagumo", 102)
    assert refusal(s, AXIS, Announce(w.unit("Ozawa"), 113)) == "3.2g"


def test_places_at_sea_are_told_apart() -> None:
    s = sea({})
    places = {at_sea(k, n) for k in range(len(s.world.lands.seas.areas)) for n in range(5)}
    assert len(places) == 5 * len(s.world.lands.seas.areas) and all(is_sea(place) for place in places)
    assert area(s, "solomons") in s.world.waters.coast


def test_the_counters_of_a_sea_area_are_those_of_its_sections() -> None:
    where = list(range(ABOARD - 10, SEA + 20))
    for n in (0, 1, 7, 100, (SEA - ABOARD) // 5 - 1, (SEA - ABOARD) // 5 + 1):
        expected = [u for u, place in enumerate(where) if is_sea(place) and area_of(place) == n]
        assert within(where, range(len(where)), n) == expected


@pytest.mark.rule("ability.121")
def test_121_no_other_ability_lets_ships_sail_uncounted() -> None:
    for n, case in ((121, ""), (102, "base.action")):
        s = sea({**KONGO, "Yamamoto": "Truk"}, (), action="combined", leaders={"Yamamoto": [n]})
        s.used[5 * JAPAN + VOYAGES] = 5
        found = sail_violation(s, 0, s.world.unit("BB Kongo"))
        assert ("" if found is None else found.rule) == case


@pytest.mark.rule("base.port", "base.voyage")
def test_a_port_of_another_sea_area_ends_no_voyage() -> None:
    s = fleet(KONGO, "Truk", ["BB Kongo"])
    w = s.world
    act(s, AXIS, course(s, "marianas"))
    far = w.hex("Rabaul")
    assert area(s, "marianas") not in w.waters.of[far]
    assert refusal(s, AXIS, Dock(far)) == "base.port"


@pytest.mark.rule("base.ships")
def test_only_ships_have_sisters() -> None:
    from hexfront.games.leaders_in_flames.setup import members

    w = World(LEADERS_IN_FLAMES.setup("guadalcanal", {"single_ships": True}))
    assert members(w, "Japanese INF 17") == [w.unit("Japanese INF 17")]
    assert {w.piece(u) for u in members(w, "BB Kongo")} >= {"BB Kongo", "BB Haruna"}


@pytest.mark.rule("base.carry")
def test_only_carrier_planes_need_a_deck() -> None:
    s = sea({"Japanese TRS IV": "solomons-1"})
    w = s.world
    for name, wrong in (("Japanese A6M2", False), ("Japanese CVP B5N2 III", True)):
        t = s.clone()
        t.where[w.unit(name)] = ABOARD - w.unit("Japanese TRS IV")
        assert any("which has no deck" in text for text in faults(t)) is wrong


@pytest.mark.rule("base.ships")
def test_only_a_ship_that_lies_somewhere_is_shown() -> None:
    from hexfront.games.leaders_in_flames.sea.view import ship_piece

    s = sea(KONGO)
    shown = ship_piece(s, s.world.unit("BB Kongo"), ())
    assert shown is not None
    assert shown.at == s.world.spot(s.where[s.world.unit("BB Kongo")])
    assert ship_piece(s, s.world.unit("CA Chokai"), ()) is None


@pytest.mark.rule("ability.98")
@pytest.mark.parametrize("lying", [True, False])
def test_98_nobody_is_asked_about_ships_that_are_up(lying: bool) -> None:
    from hexfront.games.leaders_in_flames.leaders.asks import code, occasion
    from hexfront.games.leaders_in_flames.sea.homing import SparingShips

    place = {"CA Portland": "Espiritu Santo", "Nimitz": "Espiritu Santo"}
    s = sea(place, leaders={"Nimitz": [98]}, side=ALLIES, down=["CA Portland"] if lying else [])
    w = s.world
    s.group = [w.unit("Nimitz")]
    s.said[code(w.unit("Nimitz"), 98)] = occasion(s)
    assert bool(SparingShips(1, (w.unit("CA Portland"),)).run(s)) is lying
