"""Debarkation, invasion, shore bombardment, supply across the sea, convoys, yards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Amount,
    Attack,
    BuyConvoy,
    Commit,
    Course,
    Done,
    Finish,
    Go,
    LayDown,
    Load,
    Pick,
    Reorganise,
    Stop,
    Support,
)
from hexfront.games.leaders_in_flames.economy.production import open_pools
from hexfront.games.leaders_in_flames.kinds import (
    ATTACKS,
    BB,
    CA,
    COMMONWEALTH,
    JAPAN,
    LATER,
    MOVES,
    POOL,
    USA,
)
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting, Supporting
from hexfront.games.leaders_in_flames.land.factors import attack_factor, gun_factor
from hexfront.games.leaders_in_flames.land.landings import notional_factor, notional_is_down
from hexfront.games.leaders_in_flames.land.odds import attack_strength, defence_strength
from hexfront.games.leaders_in_flames.land.reorganise import Reorganising
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.sea.boats import boats
from hexfront.games.leaders_in_flames.sea.convoys import (
    MANY,
    Convoys,
    Routes,
    Sailings,
    place_convoy,
    points_of,
)
from hexfront.games.leaders_in_flames.sea.gunfire import Shelling, ShipStrikes, batteries, islands
from hexfront.games.leaders_in_flames.sea.landing import (
    Ashore,
    Beach,
    Debarking,
    Invading,
    Invasions,
    beaches,
)
from hexfront.games.leaders_in_flames.sea.lifelines import open_seas
from hexfront.games.leaders_in_flames.sea.shore import shore_factor
from hexfront.games.leaders_in_flames.sea.yards import Shipbuilding, Yards, launch, next_ship, yard_price
from hexfront.games.leaders_in_flames.sequence import FaceUp
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import legal, pending, settle
from hexfront.testing import act, refusal, roll
from hexfront.wargame import move
from tests.games.leaders_in_flames.kit import down, refused, through, to_roll
from tests.games.leaders_in_flames.sea_kit import ALLIES, AXIS, SEATS, area, go_on, port, say, sea, spot

MARINES = {"American AMPH II": "solomons-2", "American MAR DIV 1": "aboard American AMPH II"}
TROOPS = {"American TRS VI": "solomons-2", "American INF XIV": "aboard American TRS VI"}


def shore(place: dict[str, str], frame: Any, side: str = ALLIES, **given: Any) -> State:
    given.setdefault("action", "combined")
    return sea(place, (frame(SEATS.index(side)),), side=side, phase="airlift", **given)


# --- debarkation


@pytest.mark.rule("base.debark")
def test_units_go_ashore_on_a_friendly_coast() -> None:
    s = shore(TROOPS, Debarking)
    w = s.world
    act(s, ALLIES, Pick(w.unit("American INF XIV")))
    assert refusal(s, ALLIES, Go(w.hex("Guadalcanal"))) == "base.debark", "the enemy's"
    assert refusal(s, ALLIES, Go(w.hex("Noumea"))) == "base.debark", "on another sea"
    act(s, ALLIES, Go(w.hex("Espiritu Santo")))
    assert port(s, "American INF XIV") == "Espiritu Santo"
    assert down(s, "American INF XIV") and down(s, "American TRS VI") and s.used[5 * USA + MOVES] == 1


@pytest.mark.rule("base.debark", "base.action")
@pytest.mark.seam("move", "carry")
def test_debarkation_is_a_land_move_and_leaders_are_free() -> None:
    s = shore({**TROOPS, "Turner": "solomons-2"}, Debarking)
    w = s.world
    s.used[5 * USA + MOVES] = 5
    assert refusal(s, ALLIES, Pick(w.unit("American INF XIV"))) == "base.action"
    act(s, ALLIES, Pick(w.unit("Turner")))
    act(s, ALLIES, Go(w.hex("Espiritu Santo")))
    assert port(s, "Turner") == "Espiritu Santo" and not down(s, "Turner")


@pytest.mark.rule("base.debark")
def test_who_cannot_go_ashore() -> None:
    tired = shore({**TROOPS, "Turner": "solomons-2"}, Debarking, down=["American TRS VI"])
    w = tired.world
    assert refusal(tired, ALLIES, Pick(w.unit("American INF XIV"))) == "base.debark"
    full = shore(
        {
            **TROOPS,
            "Turner": "solomons-2",
            "American INF XXXV": "Espiritu Santo",
            "American INF XXXXI": "Espiritu Santo",
        },
        Ashore,
    )
    for name in ("Port Moresby", "Milne Bay", "A3739"):
        for held in range(len(full.control)):
            full.control[held] &= ~(1 << w.hex(name))
    assert refusal(full, ALLIES, Pick(w.unit("American INF XIV"))) == "base.debark", "no room"
    assert refusal(full, ALLIES, Pick(w.unit("American INF XXXV"))) == "base.debark", "not at sea"


@pytest.mark.rule("base.debark")
def test_a_unit_may_stay_aboard() -> None:
    s = shore(TROOPS, Debarking)
    act(s, ALLIES, Pick(s.world.unit("American INF XIV")))
    act(s, ALLIES, Stop())
    assert spot(s, "American INF XIV") == "aboard American TRS VI" and not down(s, "American TRS VI")


@pytest.mark.rule("ability.118")
@pytest.mark.parametrize(
    ("section", "announce", "up"), [(4, True, True), (3, True, False), (4, False, False)]
)
def test_118_transports_of_section_4_stay_up(section: int, announce: bool, up: bool) -> None:
    place = {
        "American TRS VI": f"solomons-{section}",
        "American INF XIV": "aboard American TRS VI",
        "Turner": f"solomons-{section}",
    }
    s = sea(
        place,
        (Asking((1,), "debark"), Debarking(1)),
        side=ALLIES,
        action="combined",
        leaders={"Turner": [118]},
    )
    w = s.world
    if announce:
        say(s, ALLIES, "Turner", 118)
    else:
        go_on(s)
    act(s, ALLIES, Pick(w.unit("American INF XIV")))
    act(s, ALLIES, Go(w.hex("Espiritu Santo")))
    assert down(s, "American TRS VI") == (not up) and down(s, "American INF XIV")


@pytest.mark.rule("ability.118")
def test_118_landing_ships_lie_down_all_the_same() -> None:
    place = {
        "American AMPH II": "solomons-4",
        "American MAR DIV 1": "aboard American AMPH II",
        "Turner": "solomons-4",
    }
    s = sea(
        place,
        (Asking((1,), "debark"), Debarking(1)),
        side=ALLIES,
        action="combined",
        leaders={"Turner": [118]},
    )
    say(s, ALLIES, "Turner", 118)
    act(s, ALLIES, Pick(s.world.unit("American MAR DIV 1")))
    act(s, ALLIES, Go(s.world.hex("Espiritu Santo")))
    assert down(s, "American AMPH II")


# --- invasion


def invade(
    place: dict[str, str], *units: str, target: str = "Guadalcanal", side: str = ALLIES, **given: Any
) -> State:
    """Units land on a hex and attack it, up to the first thing asked in the battle."""
    number = SEATS.index(side)
    given.setdefault("action", "combined")
    s = sea(
        place, (Invasions(number), Declaring(number), Fighting(number)), side=side, phase="airlift", **given
    )
    w = s.world
    for name in units:
        act(s, side, Pick(w.unit(name)))
        act(s, side, Go(w.hex(target)))
    if isinstance(pending(s), Invading):
        act(s, side, Done())
    act(s, side, Attack(w.hex(target)))
    act(s, side, Commit())
    if isinstance(pending(s), Declaring):
        act(s, side, Done())
    return s


@pytest.mark.rule("base.invade", "base.notional")
@pytest.mark.seam("combat", "carry")
def test_marines_take_an_island_from_a_notional_unit() -> None:
    place = {**MARINES, "American TRS VI": "solomons-2", "American MAR V Mar": "aboard American TRS VI"}
    s = invade(place, "American MAR DIV 1", "American MAR V Mar")
    w = s.world
    assert attack_strength(s) == 7 and defence_strength(s) == 1, "marines at full strength, a notional unit"
    to_roll(s)
    roll(s, 10)
    through(s)
    landed = [name for name in ("American MAR DIV 1", "American MAR V Mar") if port(s, name) == "Guadalcanal"]
    assert landed and s.control[w.party_of["usa"]] >> w.hex("Guadalcanal") & 1
    assert down(s, "American AMPH II") and not s.descent


@pytest.mark.rule("base.invade")
@pytest.mark.seam("combat", "carry")
def test_beaten_invaders_are_lost() -> None:
    s = invade({**MARINES, "Japanese MAR SNLF": "Guadalcanal"}, "American MAR DIV 1")
    to_roll(s)
    roll(s, 1)
    through(s)
    assert spot(s, "American MAR DIV 1") == "pool" and not s.descent


@pytest.mark.rule("base.invade", "base.action")
def test_an_invasion_is_a_land_move_and_an_attack() -> None:
    s = invade(MARINES, "American MAR DIV 1")
    assert s.used[5 * USA + MOVES] == 1 and s.used[5 * USA + ATTACKS] == 1
    full = shore(MARINES, Invading)
    full.used[5 * USA + ATTACKS] = 2
    assert refusal(full, ALLIES, Pick(full.world.unit("American MAR DIV 1"))) == "base.action"


@pytest.mark.rule("base.invade")
@pytest.mark.parametrize(
    ("unit", "ship", "case"),
    [
        ("American INF XIV", "American TRS VI", "base.invade"),
        ("American INF XIV", "American AMPH II", ""),
        ("American MAR V Mar", "American TRS VI", ""),
        ("American INF DIV 3", "American TRS VI", ""),
        ("American MOT IX", "American TRS VI", "base.invade"),
        ("American ARM III", "American AMPH II", "ability.57"),
    ],
)
def test_who_invades_from_what(unit: str, ship: str, case: str) -> None:
    s = shore({ship: "solomons-2", unit: f"aboard {ship}"}, Invading)
    assert refusal(s, ALLIES, Pick(s.world.unit(unit))) == case


@pytest.mark.rule("base.invade")
def test_without_landing_ships_infantry_invades_from_transports() -> None:
    s = shore(TROOPS, Invading, options={"amphibious": False})
    assert refusal(s, ALLIES, Pick(s.world.unit("American INF XIV"))) == ""


@pytest.mark.rule("base.invade", "base.weather")
@pytest.mark.parametrize(
    ("weather", "case"), [("fine", ""), ("rain", ""), ("storm", "base.invade"), ("blizzard", "base.invade")]
)
@pytest.mark.seam("carry", "weather")
def test_no_invasion_in_storm_or_blizzard(weather: str, case: str) -> None:
    s = shore(MARINES, Invading, weather=weather)
    assert refusal(s, ALLIES, Pick(s.world.unit("American MAR DIV 1"))) == case
    assert bool(beaches(s, s.world.unit("American MAR DIV 1"))) == (not case)


@pytest.mark.rule("base.invade")
def test_only_enemy_coasts_of_the_sea_area() -> None:
    s = shore(MARINES, Invasions)
    w = s.world
    act(s, ALLIES, Pick(w.unit("American MAR DIV 1")))
    assert refusal(s, ALLIES, Go(w.hex("Espiritu Santo"))) == "base.invade"
    assert refusal(s, ALLIES, Go(w.hex("Kwajalein"))) == "base.invade"
    assert refusal(s, ALLIES, Go(w.hex("Rabaul"))) == ""
    act(s, ALLIES, Stop())
    assert not s.descent


@pytest.mark.rule("base.invade", "base.stacking")
def test_an_empty_hex_holds_what_a_hex_holds() -> None:
    place = {
        "American AMPH II": "solomons-2",
        "American TRS VI": "solomons-2",
        "American TRS VII": "solomons-2",
        "American MAR DIV 1": "aboard American AMPH II",
        "American MAR DIV 2": "aboard American AMPH II",
        "American MAR V Mar": "aboard American TRS VI",
        "American INF DIV 3": "aboard American TRS VII",
    }
    s = shore(place, Invasions)
    w = s.world
    for name in ("American MAR DIV 1", "American MAR DIV 2", "American MAR V Mar"):
        act(s, ALLIES, Pick(w.unit(name)))
        act(s, ALLIES, Go(w.hex("Guadalcanal")))
    s.agenda = (Beach(1, w.unit("American INF DIV 3")),)
    assert refusal(s, ALLIES, Go(w.hex("Guadalcanal"))) == "base.stacking"


@pytest.mark.rule("base.invade", "base.debark")
def test_a_ship_lands_all_it_carries_in_one_step_and_nothing_in_the_next() -> None:
    place = {
        "American AMPH II": "solomons-2",
        "American MAR DIV 1": "aboard American AMPH II",
        "American MAR DIV 2": "aboard American AMPH II",
    }
    s = shore(place, Invasions)
    w = s.world
    act(s, ALLIES, Pick(w.unit("American MAR DIV 1")))
    act(s, ALLIES, Go(w.hex("Guadalcanal")))
    assert down(s, "American AMPH II")
    assert refusal(s, ALLIES, Pick(w.unit("American MAR DIV 2"))) == ""
    s.moved = 0  # a new step
    assert refusal(s, ALLIES, Pick(w.unit("American MAR DIV 2"))) == "base.invade"


@pytest.mark.rule("ability.44")
def test_44_infantry_at_full_strength() -> None:
    place = {
        "American AMPH II": "solomons-2",
        "American INF XIV": "aboard American AMPH II",
        "MacArthur": "solomons-2",
    }
    s = invade(place, "American INF XIV", "MacArthur", leaders={"MacArthur": [44]})
    w = s.world
    u, h = w.unit("American INF XIV"), w.hex("Guadalcanal")
    assert attack_factor(s, u, h, h) == Fraction(7, 2)
    say(s, ALLIES, "MacArthur", 44)
    assert attack_factor(s, u, h, h) == 7


@pytest.mark.rule("ability.44")
def test_44_not_from_the_ship_and_not_in_europe() -> None:
    place = {
        "American AMPH II": "solomons-2",
        "American INF XIV": "aboard American AMPH II",
        "MacArthur": "solomons-2",
    }
    s = invade(place, "American INF XIV", leaders={"MacArthur": [44]})
    assert refused(s, "MacArthur", 44) == "2b", "he did not land"
    far = invade(place, "American INF XIV", "MacArthur", leaders={"MacArthur": [44]})
    far.world.lands.map_of[far.target] = 0
    found = refused(far, "MacArthur", 44)
    far.world.lands.map_of[far.target] = 2
    assert found == "ability.44"


@pytest.mark.rule("ability.57")
def test_57_armour_invades_with_him() -> None:
    place = {
        "American AMPH II": "solomons-2",
        "American ARM III": "aboard American AMPH II",
        "Turner": "solomons-2",
    }
    s = shore(place, Invading, leaders={"Turner": [57]})
    w = s.world
    s.agenda = (Beach(1, w.unit("American ARM III")),)
    assert refusal(s, ALLIES, Go(w.hex("Guadalcanal"))) == "ability.57", "he must land too"
    s.descent[w.unit("Turner")] = w.hex("Guadalcanal")
    assert refusal(s, ALLIES, Go(w.hex("Guadalcanal"))) == ""


@pytest.mark.rule("ability.61")
def test_61_his_invasion_is_not_counted() -> None:
    place = {**MARINES, "MacArthur": "solomons-2"}
    s = sea(
        place,
        (Invasions(1), Declaring(1), Fighting(1)),
        side=ALLIES,
        action="combined",
        leaders={"MacArthur": [61]},
    )
    w = s.world
    s.used[5 * USA + MOVES], s.used[5 * USA + ATTACKS] = 5, 2
    s.agenda = (Invading(1), *s.agenda[1:])
    assert refusal(s, ALLIES, Pick(w.unit("American MAR DIV 1"))) == "base.action"
    say(s, ALLIES, "MacArthur", 61)
    s.descent[w.unit("MacArthur")] = w.hex("Guadalcanal")
    s.agenda = (Invading(1), Declaring(1), Fighting(1))
    act(s, ALLIES, Pick(w.unit("American MAR DIV 1")))
    act(s, ALLIES, Go(w.hex("Guadalcanal")))
    act(s, ALLIES, Attack(w.hex("Guadalcanal")))
    act(s, ALLIES, Commit())
    assert (s.used[5 * USA + MOVES], s.used[5 * USA + ATTACKS]) == (5, 2)


@pytest.mark.rule("ability.61")
@pytest.mark.parametrize("action", ["land", "super"])
def test_61_in_a_combined_action_only(action: str) -> None:
    s = shore({**MARINES, "MacArthur": "solomons-2"}, Invading, leaders={"MacArthur": [61]}, action=action)
    assert refused(s, "MacArthur", 61, "invade") == "ability.61"


@pytest.mark.rule("ability.38", "ability.51")
def test_38_51_notional_units_of_his_range() -> None:
    place = {**MARINES, "Kuribayashi": "Guadalcanal"}
    rows = {"leader": [{"id": "Kuribayashi", "abilities": [38, 51], "start": "1940", "stars": 4}]}
    s = invade(
        place,
        "American MAR DIV 1",
        pack={"leaders": rows, "scenarios": {"scenario": [{"id": "guadalcanal", "leaders_out": []}]}},
    )
    w = s.world
    h = w.hex("Guadalcanal")
    s.control[w.party_of["japan"]] &= ~(1 << w.hex("Truk"))
    s.stamp += 1
    assert notional_factor(s, h) == 1 and notional_is_down(s, h)
    say(s, AXIS, "Kuribayashi", 38)
    assert notional_factor(s, h) == 2
    say(s, AXIS, "Kuribayashi", 51)
    assert not notional_is_down(s, h)
    move(s, w.unit("Kuribayashi"), w.hex("Rabaul"))
    assert notional_factor(s, h) == 1 and notional_is_down(s, h), "it is out of his range now"


@pytest.mark.rule("ability.38", "ability.51")
def test_38_51_not_out_of_range_and_not_for_troops() -> None:
    rows = {"leader": [{"id": "Kuribayashi", "abilities": [38, 51], "start": "1940"}]}
    out = {"leaders": rows, "scenarios": {"scenario": [{"id": "guadalcanal", "leaders_out": []}]}}
    far = invade({**MARINES, "Kuribayashi": "Rabaul"}, "American MAR DIV 1", pack=out)
    near = invade(
        {**MARINES, "Kuribayashi": "Guadalcanal", "Japanese MAR DIV 2 SNLF": "Guadalcanal"},
        "American MAR DIV 1",
        pack=out,
    )
    for n in (38, 51):
        assert refused(far, "Kuribayashi", n) == "2c"
        assert refused(near, "Kuribayashi", n) == f"ability.{n}"


@pytest.mark.rule("ability.52")
def test_52_the_table_of_an_invasion() -> None:
    from hexfront.games.leaders_in_flames.land.odds import caller

    place = {**MARINES, "MacArthur": "solomons-2"}
    s = invade(place, "American MAR DIV 1", "MacArthur", leaders={"MacArthur": [52]})
    assert caller(s)[0] == 0, "jungle: the defender calls"
    say(s, ALLIES, "MacArthur", 52)
    assert caller(s) == (1, (0, 1))
    held = invade(
        {**place, "Japanese MAR DIV 2 SNLF": "Guadalcanal"},
        "American MAR DIV 1",
        "MacArthur",
        leaders={"MacArthur": [52]},
    )
    assert refused(held, "MacArthur", 52) == "ability.52"


# --- bombardment


GUNS = {
    **MARINES,
    "BB North Carolina": "solomons-4",
    "CA Portland": "solomons-2",
    "CL Atlanta": "solomons-4",
    "Japanese MAR DIV 2 SNLF": "Guadalcanal",
}


def supported(place: dict[str, str], announce: tuple[str, int] | None = None, **given: Any) -> State:
    """An invasion of Guadalcanal up to the guns."""
    s = invade(place, "American MAR DIV 1", **given)
    go_until(s, "bombard")
    if announce:
        say(s, ALLIES, *announce)
    go_on(s)
    return s


def go_until(s: State, moment: str) -> None:
    from hexfront.games.leaders_in_flames.leaders.announce import Announcing

    while isinstance(frame := pending(s), Announcing) and frame.moment != moment:
        act(s, SEATS[frame.side], Done())


@pytest.mark.rule("base.bombard")
@pytest.mark.seam("combat", "sea")
def test_ships_fire_by_section() -> None:
    s = supported(GUNS)
    w = s.world
    guns = {
        name: shore_factor(s, w.unit(name)) for name in ("BB North Carolina", "CA Portland", "CL Atlanta")
    }
    ship = {name: w.ship(w.unit(name)).guns for name in guns}
    assert guns["BB North Carolina"] == ship["BB North Carolina"] == 4
    assert ship["CA Portland"] == 2 and guns["CA Portland"] == 0, "two sections below the fourth"
    assert isinstance(pending(s), Supporting)
    assert refusal(s, ALLIES, Support(w.unit("CA Portland"))) == "base.bombard"
    act(s, ALLIES, Support(w.unit("BB North Carolina")))
    assert attack_strength(s) == 4, "no more than the two of the marines"


@pytest.mark.rule("base.bombard")
def test_ships_that_fired_are_face_down() -> None:
    s = supported(GUNS)
    w = s.world
    act(s, ALLIES, Support(w.unit("BB North Carolina")))
    if isinstance(pending(s), Supporting):
        assert refusal(s, ALLIES, Support(w.unit("BB North Carolina"))) == "base.bombard"
    while isinstance(pending(s), Supporting):
        act(s, ALLIES, Done())
    assert down(s, "BB North Carolina") and not down(s, "CL Atlanta")


@pytest.mark.rule("base.bombard")
def test_ships_fire_at_coasts_of_their_own_sea() -> None:
    s = supported({**GUNS, "BB North Carolina": "coral_sea-4", "American SUB II": "solomons-4"})
    w = s.world
    found = {w.piece(u) for u in batteries(s, 1)}
    assert "BB North Carolina" not in found and "American SUB II" not in found and "CL Atlanta" in found


@pytest.mark.rule("base.bombard")
@pytest.mark.parametrize("on", [True, False])
def test_defensive_bombardment_is_a_choice(on: bool) -> None:
    s = supported({**GUNS, "BB Kongo": "solomons-4"}, options={"defensive_bombardment": on})
    assert (s.world.unit("BB Kongo") in batteries(s, 0)) == on


@pytest.mark.rule("base.bombard", "base.surprise")
def test_no_bombardment_for_the_surprised() -> None:
    from hexfront.games.leaders_in_flames.sea.gunfire import gun_violation

    s = supported({**GUNS, "BB Kongo": "solomons-4"})
    u = s.world.unit("BB Kongo")
    assert gun_violation(s, 0, u) is None
    s.surprised = 1 << s.world.party_of["japan"]
    found = gun_violation(s, 0, u)
    assert found is not None and found.rule == "base.surprise"


@pytest.mark.rule("ability.103")
def test_103_twice_the_guns_for_an_invasion() -> None:
    place = {**GUNS, "Turner": "solomons-4"}
    for announce, total in (("Turner", 6), (None, 4)):
        s = supported(place, (announce, 103) if announce else None, leaders={"Turner": [103]})
        act(s, ALLIES, Support(s.world.unit("BB North Carolina")))
        assert attack_strength(s) == total, "2 and twice 2"


@pytest.mark.rule("ability.107")
def test_107_from_the_next_higher_section() -> None:
    place = {**GUNS, "BB North Carolina": "solomons-2", "Turner": "solomons-2"}
    plain = supported(place, leaders={"Turner": [107]})
    u = plain.world.unit("BB North Carolina")
    assert shore_factor(plain, u) == 2
    higher = supported(place, ("Turner", 107), leaders={"Turner": [107]})
    assert shore_factor(higher, u) == 3
    top = supported(
        {**place, "BB North Carolina": "solomons-4", "Turner": "solomons-4"},
        ("Turner", 107),
        leaders={"Turner": [107]},
    )
    assert shore_factor(top, u) == 4, "there is none above the fourth"


@pytest.mark.rule("ability.120")
def test_120_attack_factors() -> None:
    place = {**GUNS, "Turner": "solomons-4"}
    plain, used = (supported(place, say_it, leaders={"Turner": [120]}) for say_it in (None, ("Turner", 120)))
    u = plain.world.unit("BB North Carolina")
    assert shore_factor(plain, u) == 4 and shore_factor(used, u) == 8 and gun_factor(used, u) == 8
    elsewhere = supported(
        {**GUNS, "CA Pensacola": "coral_sea-3", "Turner": "coral_sea-3"}, leaders={"Turner": [120]}
    )
    assert refused(elsewhere, "Turner", 120, "bombard") == "ability.120"


@pytest.mark.rule("ability.107", "ability.103", "ability.120")
def test_107_not_from_ashore_or_face_down() -> None:
    s = supported({**GUNS, "Turner": "Espiritu Santo"}, leaders={"Turner": [103, 107, 120]})
    sick = supported({**GUNS, "Turner": "solomons-4"}, leaders={"Turner": [103, 107, 120]}, down=["Turner"])
    for n in (103, 107, 120):
        assert refused(s, "Turner", n, "bombard") == f"ability.{n}"
        assert refused(sick, "Turner", n, "bombard") == "3.2a"


@pytest.mark.rule("ability.32")
def test_32_ships_count_as_support() -> None:
    place = {
        "American INF XIV": "Guadalcanal",
        "BB North Carolina": "solomons-4",
        "Japanese INF 17": "aboard Japanese TRS IV",
        "Japanese TRS IV": "solomons-2",
        "Bradley": "Guadalcanal",
    }
    pack = {"scenarios": {"scenario": [{"id": "guadalcanal", "leaders_out": []}]}}
    from hexfront.games.leaders_in_flames.leaders.tests import TESTS

    s = sea(place, (), pack=pack, leaders={"Bradley": [32]})
    w = s.world
    s.target, s.defenders, s.guns = w.hex("Guadalcanal"), [w.unit("American INF XIV")], []
    assert not TESTS["us_support"](s, w.unit("Bradley"))
    s.guns = [w.unit("BB North Carolina")]
    assert TESTS["us_support"](s, w.unit("Bradley")), "4 are half of 7 and more"


BASTION = {
    "BB Kongo": "Lae",
    "Mikawa": "Lae",
    "Japanese INF 17": "Lae",
    "American MAR V Mar": "A3438",
    "American INF XIV": "A3438",
}


@pytest.mark.rule("ability.119")
def test_119_guns_from_port_defend_their_hex() -> None:
    s = sea(
        BASTION,
        (Declaring(1), Fighting(1)),
        side=ALLIES,
        action="land",
        phase="combat",
        leaders={"Mikawa": [119]},
        fed=0,
    )
    w = s.world
    s.fed = (1 << w.unit("American MAR V Mar")) | (1 << w.unit("American INF XIV"))
    act(s, ALLIES, Attack(w.hex("Lae")))
    from hexfront.games.leaders_in_flames.actions import Join

    for name in ("American MAR V Mar", "American INF XIV"):
        act(s, ALLIES, Join(w.unit(name)))
    act(s, ALLIES, Commit())
    act(s, ALLIES, Done())
    go_until(s, "bombard")
    assert not batteries(s, 0), "not unless he says so"
    say(s, AXIS, "Mikawa", 119)
    u = w.unit("BB Kongo")
    assert batteries(s, 0) == [u] and shore_factor(s, u) == Fraction(w.ship(u).guns, 2)


@pytest.mark.rule("ability.119")
def test_119_only_with_ships_in_his_port() -> None:
    s = sea({**BASTION, "BB Kongo": "solomons-1"}, (), side=ALLIES, leaders={"Mikawa": [119]})
    s.target, s.defenders = s.world.hex("Lae"), [s.world.unit("Japanese INF 17")]
    s.attackers = [s.world.unit("American INF XIV")]
    assert refused(s, "Mikawa", 119, "bombard") == "ability.119"


ISLAND = {
    "CA Chokai": "solomons-4",
    "CA Aoba": "solomons-3",
    "Mikawa": "solomons-4",
    "American MAR DIV 1": "Guadalcanal",
    "American MAR DIV 2": "Espiritu Santo",
}


@pytest.mark.rule("ability.116")
def test_116_warships_strike_a_small_island() -> None:
    s = sea(ISLAND, (Asking((0,), "shell"), ShipStrikes(0)), leaders={"Mikawa": [116]})
    w = s.world
    say(s, AXIS, "Mikawa", 116)
    assert isinstance(pending(s), Shelling) and w.hex("Guadalcanal") in islands(s, w.unit("Mikawa"))
    assert refusal(s, AXIS, Support(w.unit("CA Aoba"))) == "ability.116", "another section"
    assert refusal(s, AXIS, Attack(w.hex("Guadalcanal"))) == "ability.116", "a ship first"
    act(s, AXIS, Support(w.unit("CA Chokai")))
    act(s, AXIS, Attack(w.hex("Guadalcanal")))
    assert down(s, "CA Chokai")


@pytest.mark.rule("ability.116")
def test_116_the_roll_turns_units_down() -> None:
    s = sea(
        {**ISLAND, "BB Kongo": "solomons-4", "BB Hiei": "solomons-4"},
        (Asking((0,), "shell"), ShipStrikes(0)),
        leaders={"Mikawa": [116]},
    )
    w = s.world
    say(s, AXIS, "Mikawa", 116)
    for name in ("CA Chokai", "BB Kongo", "BB Hiei"):
        act(s, AXIS, Support(w.unit(name)))
    act(s, AXIS, Attack(w.hex("Guadalcanal")), (1,))
    assert down(s, "American MAR DIV 1") and s.over == -1


@pytest.mark.rule("ability.116")
def test_116_not_the_mainland_not_from_port_not_unsaid() -> None:
    s = sea(
        {**ISLAND, "American MAR V Mar": "Port Moresby"},
        (Asking((0,), "shell"), ShipStrikes(0)),
        leaders={"Mikawa": [116]},
    )
    w = s.world
    say(s, AXIS, "Mikawa", 116)
    assert refusal(s, AXIS, Attack(w.hex("Port Moresby"))) == "ability.116"
    quiet = sea(ISLAND, (Asking((0,), "shell"), ShipStrikes(0)), leaders={"Mikawa": [116]})
    go_on(quiet)
    assert pending(quiet) is None
    home = sea({**ISLAND, "Mikawa": "Rabaul"}, (), leaders={"Mikawa": [116]})
    assert refused(home, "Mikawa", 116, "shell") == "ability.116"


# --- boats


DUNKIRK = {
    "Japanese INF 17": "A3739", "Japanese INF 18": "A3739", "American INF DIV 3": "Milne Bay", "American TRS VI": "coral_sea-2", "Turner": "coral_sea-2",
}  # fmt: skip


def beaten(place: dict[str, str], announce: bool, **given: Any) -> State:
    """American infantry at Milne Bay has to retreat."""
    from hexfront.games.leaders_in_flames.land.results import Leaving

    s = sea(place, (), action="land", phase="combat", leaders={"Turner": [109]}, **given)
    w = s.world
    s.target, s.defenders = w.hex("Milne Bay"), [w.unit("American INF DIV 3")]
    s.attackers = [w.unit("Japanese INF 17"), w.unit("Japanese INF 18")]
    s.origins = dict.fromkeys(s.attackers, w.hex("A3739"))
    s.agenda = (Asking((1,), "retreat"), Leaving())
    settle(s)
    if announce:
        say(s, ALLIES, "Turner", 109)
    go_on(s)
    return s


@pytest.mark.rule("ability.109")
def test_109_beaten_units_go_aboard() -> None:
    s = beaten(DUNKIRK, True)
    w = s.world
    assert isinstance(pending(s), Withdrawing)
    act(s, ALLIES, Load(w.unit("American INF DIV 3"), w.unit("American TRS VI")))
    assert spot(s, "American INF DIV 3") == "aboard American TRS VI"
    assert down(s, "American INF DIV 3") and down(s, "American TRS VI")


@pytest.mark.rule("ability.109")
def test_109_not_unsaid_not_in_snow_not_with_tired_transports() -> None:
    assert spot(beaten(DUNKIRK, False), "American INF DIV 3") == "pool", "surrounded and lost"
    snow = sea(DUNKIRK, (), leaders={"Turner": [109]}, weather="snow")
    snow.target = snow.world.hex("Milne Bay")
    assert refused(snow, "Turner", 109, "retreat") == "ability.109"
    tired = beaten(DUNKIRK, True, down=["American TRS VI"])
    assert spot(tired, "American INF DIV 3") == "pool"
    away = sea(
        {**DUNKIRK, "American TRS VI": "south_pacific-2", "Turner": "south_pacific-2"},
        (),
        leaders={"Turner": [109]},
    )
    away.target = away.world.hex("Milne Bay")
    assert refused(away, "Turner", 109, "retreat") == "ability.109"


@pytest.mark.rule("ability.109")
@pytest.mark.parametrize("on", [True, False])
def test_109_warships_take_off_divisions_by_choice(on: bool) -> None:
    place = {k: v for k, v in DUNKIRK.items() if k != "American TRS VI"} | {"CA Portland": "coral_sea-2"}
    s = sea(place, (), leaders={"Turner": [109]}, options={"warship_transport": on})
    w = s.world
    s.target, s.said = w.hex("Milne Bay"), {w.unit("Turner") * 256 + 109: w.hex("Milne Bay")}
    assert bool(boats(s, w.unit("American INF DIV 3"))) == on


# --- supply


@pytest.mark.rule("base.sea_supply")
def test_ports_and_small_islands_are_fed_across_open_seas() -> None:
    s = sea(
        {
            "Japanese INF 17": "Rabaul",
            "Japanese MAR SNLF": "Guadalcanal",
            "Japanese INF 18": "Lae",
            "Japanese INF 20": "A3438",
        }
    )
    w = s.world
    fed = {
        name: is_supplied(s, w.unit(name))
        for name in ("Japanese INF 17", "Japanese MAR SNLF", "Japanese INF 18", "Japanese INF 20")
    }
    assert all(fed.values()), fed


@pytest.mark.rule("base.sea_supply")
@pytest.mark.seam("supply", "sea")
def test_enemy_ships_shut_a_sea_to_who_has_none_there() -> None:
    cut = sea({"Japanese INF 17": "Rabaul", "CA Astoria": "solomons-0"})
    u = cut.world.unit("Japanese INF 17")
    assert not is_supplied(cut, u)
    assert not is_supplied(sea({"Japanese INF 17": "Rabaul", "American PBY5": "solomons-0"}), u), (
        "aircraft too"
    )
    assert is_supplied(sea({"Japanese INF 17": "Rabaul", "American SUB II": "solomons-0"}), u), (
        "submarines do not"
    )
    assert is_supplied(
        sea({"Japanese INF 17": "Rabaul", "CA Astoria": "solomons-0", "CL Yubari": "solomons-0"}), u
    ), "contested"
    for friend in ("Japanese SUB I", "Japanese D3A1"):
        s = sea({"Japanese INF 17": "Rabaul", "CA Astoria": "solomons-0", friend: "solomons-0"})
        assert not is_supplied(s, u), "it takes a surface ship"


@pytest.mark.rule("base.sea_supply")
def test_convoys_keep_a_sea_open() -> None:
    s = sea({"Japanese INF 17": "Rabaul", "CA Astoria": "solomons-0"})
    place_convoy(s, area(s, "solomons"), JAPAN, 1)
    assert is_supplied(s, s.world.unit("Japanese INF 17"))


@pytest.mark.rule("base.sea_supply")
@pytest.mark.seam("supply", "carry")
def test_by_choice_each_area_needs_a_lift() -> None:
    options = {"convoy_supply": True}
    none = sea({"Japanese INF 17": "Rabaul"}, options=options)
    u = none.world.unit("Japanese INF 17")
    assert not is_supplied(none, u)
    both = sea(
        {"Japanese INF 17": "Rabaul", "Japanese TRS IV": "solomons-0", "Japanese TRS V": "marianas-0"},
        options=options,
    )
    assert is_supplied(both, u)
    one = sea(
        {"Japanese INF 17": "Rabaul", "Japanese TRS IV": "solomons-0", "CA Chokai": "marianas-0"},
        options=options,
    )
    assert not is_supplied(one, u), "a cruiser is no lift"
    place_convoy(one, area(one, "marianas"), JAPAN, 1)
    assert is_supplied(one, u)


@pytest.mark.rule("base.sea_supply")
def test_a_large_island_needs_a_port() -> None:
    s = sea({"Japanese INF 17": "A3338"}, control={"commonwealth": ["Lae", "Wewak", "Hollandia", "Merauke"]})
    assert not is_supplied(s, s.world.unit("Japanese INF 17"))


@pytest.mark.rule("ability.22")
@pytest.mark.parametrize("single", [False, True])
def test_22_any_ship_keeps_his_sea_open(single: bool) -> None:
    place = {
        "Japanese INF 17": "Rabaul",
        "CA Astoria": "solomons-0",
        "Japanese SUB I": "solomons-0",
        "Tanaka": "solomons-0",
    }
    more = {"Japanese TRS V": "marianas-0"} if single else {}
    s = sea(
        {**place, **more},
        (Asking((0, 1), "supply"),),
        leaders={"Tanaka": [22]},
        options={"convoy_supply": single},
    )
    u = s.world.unit("Japanese INF 17")
    assert not is_supplied(s, u)
    say(s, AXIS, "Tanaka", 22)
    assert is_supplied(s, u), "a submarine is enough, even where convoys are needed"


@pytest.mark.rule("ability.22")
def test_22_only_his_own_sea_and_only_at_sea() -> None:
    place = {
        "Japanese INF 17": "Rabaul",
        "CA Astoria": "solomons-0",
        "Japanese SUB I": "marianas-0",
        "Tanaka": "marianas-0",
    }
    s = sea(place, (Asking((0, 1), "supply"),), leaders={"Tanaka": [22]})
    say(s, AXIS, "Tanaka", 22)
    assert not is_supplied(s, s.world.unit("Japanese INF 17"))
    assert open_seas(s, JAPAN) >> area(s, "marianas") & 1
    ashore = sea({**place, "Tanaka": "Rabaul"}, (), leaders={"Tanaka": [22]})
    assert refused(ashore, "Tanaka", 22, "supply") == "ability.22"


# --- reorganisation across the sea


HARBOUR = {
    "HQ Nimitz": "Noumea",
    "Nimitz": "Noumea",
    "CA Portland": "coral_sea-2",
    "American INF DIV 3": "Espiritu Santo",
    "American INF XXXV": "Noumea",
}
TIRED = ["CA Portland", "American INF DIV 3", "American INF XXXV"]


def reorganised(announce: bool = True, action: str = "combined", **given: Any) -> State:
    s = sea(
        {**HARBOUR, **given.pop("more", {})},
        (Asking((1,), "reorganise"), Reorganising(1)),
        side=ALLIES,
        action=action,
        phase="reorganise",
        leaders={"Nimitz": [13]},
        down=TIRED,
        **given,
    )
    if announce:
        say(s, ALLIES, "Nimitz", 13)
    go_on(s)
    return s


@pytest.mark.rule("ability.13")
def test_13_an_hq_reorganises_across_one_sea_at_half_the_cost() -> None:
    s = reorganised()
    w = s.world
    hq = w.unit("HQ Nimitz")
    act(s, ALLIES, Reorganise(hq, w.unit("CA Portland")))
    assert not down(s, "CA Portland")
    frame = pending(s)
    assert isinstance(frame, Reorganising) and frame.left == 2 * 3 - 1 and frame.sea == area(s, "coral_sea")
    act(s, ALLIES, Reorganise(hq, w.unit("American INF DIV 3")))
    assert not down(s, "American INF DIV 3")


@pytest.mark.rule("ability.13")
def test_13_not_unsaid_not_in_a_naval_action_not_across_a_shut_sea() -> None:
    plain = reorganised(announce=False)
    w = plain.world
    hq = w.unit("HQ Nimitz")
    assert refusal(plain, ALLIES, Reorganise(hq, w.unit("CA Portland"))) == "base.reorganise"
    assert refusal(plain, ALLIES, Reorganise(hq, w.unit("American INF DIV 3"))) == "base.reorganise"
    naval = sea(HARBOUR, (), side=ALLIES, action="naval", leaders={"Nimitz": [13]})
    assert refused(naval, "Nimitz", 13, "reorganise") == "ability.13"
    shut = reorganised(
        more={"CA Portland": "tasman_sea-2", "CA Chokai": "tasman_sea-0", "American INF DIV 3": "Sydney"}
    )
    assert refusal(shut, ALLIES, Reorganise(hq, w.unit("CA Portland"))) == "", "contested waters are open"
    alone = sea(
        {**HARBOUR, "HQ Nimitz": "Brisbane"}, (), side=ALLIES, action="combined", leaders={"Nimitz": [13]}
    )
    assert refused(alone, "Nimitz", 13, "reorganise") == "ability.13"


@pytest.mark.rule("base.reorganise", "ability.13")
def test_a_ship_in_the_hqs_own_port_is_turned_up_only_where_the_leader_helps() -> None:
    for helps in (False, True):
        s = reorganised(announce=helps, more={"CA Portland": "Noumea"})
        w = s.world
        ship = Reorganise(w.unit("HQ Nimitz"), w.unit("CA Portland"))
        frame = pending(s)
        assert isinstance(frame, Reorganising) and (ship in frame.legal(s, ALLIES)) == helps
        assert refusal(s, ALLIES, ship) == ("" if helps else "base.reorganise")


# --- convoys and yards


@pytest.mark.rule("base.convoys")
def test_convoys_are_told_where_to_sail() -> None:
    s = sea({}, (), side="")
    s.merchants[JAPAN] = 6
    s.agenda = (Convoys(0),)
    settle(s)
    assert isinstance(pending(s), Routes)
    act(s, AXIS, Course(area(s, "solomons")))
    assert refusal(s, AXIS, Amount(7)) == "base.convoys"
    act(s, AXIS, Amount(4))
    assert points_of(s, area(s, "solomons"), JAPAN) == 4 and s.merchants[JAPAN] == 2
    act(s, AXIS, Course(area(s, "solomons")))
    act(s, AXIS, Amount(0))
    assert s.merchants[JAPAN] == 6 and not s.convoys
    s.merchants[JAPAN] = 0
    assert refusal(s, AXIS, Course(area(s, "marianas"))) == "base.convoys"
    assert refusal(s, AXIS, Course(999)) == "base.convoys"


@pytest.mark.rule("base.convoys")
@pytest.mark.parametrize("there", [False, True])
def test_points_at_home_and_at_sea_count_together_for_the_list(there: bool) -> None:
    s = sea({}, (), side="")
    frame = Sailings(0, JAPAN, area(s, "solomons"))
    s.merchants[JAPAN] = MANY // 2
    place_convoy(s, area(s, "solomons"), JAPAN, MANY if there else 0)
    s.agenda = (frame,)
    settle(s)
    act(s, AXIS, Amount(0))
    assert isinstance(pending(s), Sailings) == there, "a range first"


@pytest.mark.rule("base.convoys")
def test_who_has_no_convoys_is_not_asked() -> None:
    s = sea({}, (Convoys(0), Convoys(1)), side="")
    assert pending(s) is None


YARD = {"scenarios": {"scenario": [{"id": "guadalcanal", "shipyards": True}]}}


@pytest.mark.rule("base.yards")
@pytest.mark.seam("sea", "economy")
def test_damaged_ships_are_repaired_for_half_their_price() -> None:
    s = sea({"BB Kongo": "repair"}, (Shipbuilding(0, JAPAN),), side="")
    w = s.world
    u = w.unit("BB Kongo")
    s.points[JAPAN] = 3
    assert yard_price(s, u) == 4 and refusal(s, AXIS, Finish(u)) == "base.yards"
    s.points[JAPAN] = 5
    act(s, AXIS, Finish(u))
    assert spot(s, "BB Kongo") == "circle" and s.due[u] == s.turn + 2 and s.points[JAPAN] == 1
    assert refusal(sea({}, (Shipbuilding(0, JAPAN),), side=""), AXIS, LayDown(JAPAN, BB)) == "base.yards", (
        "no yards here"
    )


@pytest.mark.rule("base.yards")
def test_ships_are_laid_down_and_finished_a_turn_later() -> None:
    s = sea({"CA Atago": "pool", "CA Chokai": "pool"}, (Yards(0, JAPAN),), side="", pack=YARD, points=[9] * 8)
    w = s.world
    u = next_ship(s, JAPAN, CA)
    assert w.ship(u).year == min(
        w.ship(v).year for v in w.ships_of[0] if w.kind[v] == CA and s.where[v] == POOL
    )
    act(s, AXIS, LayDown(JAPAN, CA))
    assert s.keels == {u: s.turn} and s.points[JAPAN] == 9 - w.ship(u).lay
    assert refusal(s, AXIS, Finish(u)) == "base.yards", "not in the same turn"
    s.turn += 1
    act(s, AXIS, Finish(u))
    assert s.due[u] == s.turn + w.ship(u).turns and not s.keels


@pytest.mark.rule("base.yards")
def test_gearing_holds_for_ships_and_pools_open_by_year() -> None:
    s = sea({}, (Shipbuilding(0, JAPAN),), side="", pack=YARD, points=[30] * 8)
    w = s.world
    s.built[JAPAN * 100 + 90] = 2
    assert refusal(s, AXIS, LayDown(JAPAN, CA)) == "base.yards"
    later = [u for u in w.ships_of[0] if s.where[u] == LATER]
    assert later
    open_pools(s, 1945)
    assert not any(s.where[u] == LATER for u in later)


@pytest.mark.rule("base.yards")
def test_convoy_points_take_four_turns() -> None:
    from hexfront.games.leaders_in_flames.actions import BuyConvoy

    s = sea({}, (Shipbuilding(0, JAPAN),), side="", pack=YARD, points=[3] * 8)
    act(s, AXIS, BuyConvoy(JAPAN))
    assert s.points[JAPAN] == 2 and not s.merchants[JAPAN]
    s.turn += 3
    launch(s)
    assert not s.merchants[JAPAN]
    s.turn += 1
    launch(s)
    assert s.merchants[JAPAN] == 1 and not s.slips


def test_ships_turn_up_at_the_end_of_the_turn() -> None:
    s = sea(
        {"CA Chokai": "solomons-1", "CA Aoba": "Rabaul"}, (FaceUp(),), side="", down=["CA Chokai", "CA Aoba"]
    )
    assert not s.down


@pytest.mark.rule("base.yards")
def test_convoys_are_built_where_some_sailed_even_when_all_are_sunk() -> None:
    for scenario, case in (("mediterranean", ""), ("guadalcanal", "base.yards")):
        s = sea({}, (Shipbuilding(1, COMMONWEALTH),), scenario=scenario, side="")
        s.convoys, s.points[COMMONWEALTH] = {}, 3
        assert refusal(s, ALLIES, BuyConvoy(COMMONWEALTH)) == case
        assert (BuyConvoy(COMMONWEALTH) in legal(s, ALLIES)) == (case == "")
        assert refusal(s, ALLIES, BuyConvoy(USA)) == "base.yards", "another power's"


@pytest.mark.rule("base.invade")
def test_a_leader_at_sea_may_land_where_units_already_land_and_not_alone() -> None:
    from hexfront.kernel import settle

    place = {
        "American AMPH II": "solomons-2",
        "Turner": "solomons-2",
        "American MAR DIV 1": "Espiritu Santo",
    }
    s = shore(place, Invasions)
    assert pending(s) is None, "he is asked only with others"
    w = s.world
    s.descent[w.unit("American MAR DIV 1")] = w.hex("Guadalcanal")
    s.agenda = (Invasions(1),)
    settle(s)
    assert isinstance(pending(s), Invading) and refusal(s, ALLIES, Pick(w.unit("Turner"))) == ""


@pytest.mark.rule("base.yards")
def test_only_a_ship_of_ones_own_in_the_yards_is_repaired() -> None:
    s = sea({"BB Kongo": "repair", "CA Chokai": "Rabaul"}, (Shipbuilding(0, JAPAN),), side="", points=[9] * 8)
    w = s.world
    for u in (-1, len(w.names), w.unit("Japanese INF 17"), w.unit("CA Chokai"), w.unit("CA Astoria")):
        assert refusal(s, AXIS, Finish(u)) == "base.yards"
    assert refusal(s, AXIS, Finish(w.unit("BB Kongo"))) == ""


@pytest.mark.rule("base.yards")
def test_the_yards_may_be_left_idle() -> None:
    s = sea({"BB Kongo": "repair"}, (Shipbuilding(0, JAPAN),), side="", points=[9] * 8)
    act(s, AXIS, Done())
    assert s.points[JAPAN] == 9 and spot(s, "BB Kongo") == "repair" and not s.agenda
