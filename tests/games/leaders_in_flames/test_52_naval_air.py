"""Aircraft at sea, carriers and their planes, naval air combat, port strikes, ships caught in port."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexfront.games.leaders_in_flames.actions import (
    Announce,
    Attack,
    Board,
    BuyEdge,
    Dock,
    Done,
    Fly,
    FlyOut,
    Go,
    HoldOn,
    Load,
    Overrun,
    Pick,
    Stop,
    TurnAway,
)
from hexfront.games.leaders_in_flames.air.fight import BOMBER, CLEARED, FIGHTER, FlakRoll, Staying, shoot_down
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.invariants import faults
from hexfront.games.leaders_in_flames.kinds import AIRSEA, JAPAN, KILLED, MISSIONS, SURFACE
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.leaders.announce import Announcing, Asking
from hexfront.games.leaders_in_flames.leaders.asks import code, occasion
from hexfront.games.leaders_in_flames.leaders.fate import recall_after_air, recall_at_sea
from hexfront.games.leaders_in_flames.politics.conquest import clear_counters
from hexfront.games.leaders_in_flames.sea.airsea import (
    AirSea,
    AirSeaOver,
    Arming,
    Roles,
    Scramble,
    Scrambling,
    bomb_factors,
    flak_of,
    planes_of,
)
from hexfront.games.leaders_in_flames.sea.battle import Buying, Choosing, StayOrGo, can_be, plain_kind
from hexfront.games.leaders_in_flames.sea.caught import EscapeRoll, escapes
from hexfront.games.leaders_in_flames.sea.decks import class_of, embark, flies, has_deck
from hexfront.games.leaders_in_flames.sea.fire import BOMBS, DEPTH_CHARGES, factors, namer, victims
from hexfront.games.leaders_in_flames.sea.flights import NavalAir, PlanesHome, fields, way_to
from hexfront.games.leaders_in_flames.sea.ports import (
    PortSearch,
    PortStrikes,
    PortTargets,
    Raiding,
    port_section,
    strikers,
)
from hexfront.games.leaders_in_flames.sea.search import present, search_number
from hexfront.games.leaders_in_flames.sequence import FaceUp
from hexfront.games.leaders_in_flames.state import State, destroy
from hexfront.kernel import check_position, pending, settle
from hexfront.testing import act, refusal, roll
from tests.games.leaders_in_flames.kit import down, refused
from tests.games.leaders_in_flames.sea_kit import (
    ALLIES,
    AXIS,
    SEATS,
    area,
    combat,
    engaged,
    fleet,
    go_on,
    port,
    sail,
    say,
    sea,
    searched,
    spot,
)

ZERO, NELL, VAL = "Japanese A6M2", "Japanese G3M2", "Japanese D3A1"
DECK = {"CV Shokaku": "solomons-3", "Japanese CVP B5N2 III": "aboard CV Shokaku"}
US_DECK = {"CV Wasp": "solomons-3", "American CVP SBD-5 III": "aboard CV Wasp"}


# --- flown out


def out(place: dict[str, str], plane: str, **given: Any) -> State:
    s = sea(place, (NavalAir(0),), **given)
    act(s, AXIS, Pick(s.world.unit(plane)))
    return s


@pytest.mark.rule("base.naval_air")
@pytest.mark.parametrize(("section", "case"), [(0, ""), (3, ""), (4, "base.naval_air")])
def test_range_to_a_section(section: int, case: str) -> None:
    """The D3A1 has range 8: the Solomons are 2 from Rabaul, sections cost 0, 1, 3, 6 and 10."""
    s = out({VAL: "Rabaul", "Japanese INF 17": "Rabaul"}, VAL)
    w = s.world
    assert way_to(s, w.hex("Rabaul"), area(s, "solomons")) == 2 and w.plane(w.unit(VAL)).range == 8
    assert refusal(s, AXIS, FlyOut(area(s, "solomons"), section)) == case


@pytest.mark.rule("base.naval_air", "base.action")
def test_a_plane_flown_out_counts_as_a_mission_and_stays() -> None:
    s = out({VAL: "Rabaul", "Japanese INF 17": "Rabaul"}, VAL)
    act(s, AXIS, FlyOut(area(s, "solomons"), 2))
    assert spot(s, VAL) == "solomons-2" and not down(s, VAL) and s.used[5 * JAPAN + MISSIONS] == 1
    full = sea({VAL: "Rabaul", "Japanese INF 17": "Rabaul"}, (NavalAir(0),), action="combined")
    full.used[5 * JAPAN + MISSIONS] = 4
    assert refusal(full, AXIS, Pick(full.world.unit(VAL))) == "base.action"


@pytest.mark.rule("base.naval_air")
def test_who_is_of_use_at_sea() -> None:
    place = {
        ZERO: "Rabaul",
        "Japanese L2D": "Rabaul",
        "Japanese Ki-21-IIa": "Lae",
        "Japanese INF 17": "Rabaul",
        "Japanese INF 18": "Lae",
    }
    s = sea(place, (NavalAir(0),))
    cases = {
        name: refusal(s, AXIS, Pick(s.world.unit(name)))
        for name in (ZERO, "Japanese L2D", "Japanese Ki-21-IIa")
    }
    assert cases == {ZERO: "", "Japanese L2D": "base.naval_air", "Japanese Ki-21-IIa": "base.naval_air"}


@pytest.mark.rule("base.sky")
def test_storms_keep_planes_from_the_sea() -> None:
    s = sea({VAL: "Rabaul", "Japanese INF 17": "Rabaul"}, (), weather="storm")
    s.agenda = (NavalAir(0),)
    settle(s)
    assert pending(s) is None
    low = sea({"CA Chokai": "solomons-1", VAL: "solomons-2", "CA Astoria": "solomons-1"}, (), weather="storm")
    low.sea = area(low, "solomons")
    assert [low.world.piece(u) for u in present(low, 0)] == ["CA Chokai"]


@pytest.mark.rule("base.naval_air")
def test_planes_go_home_at_the_end_of_the_turn() -> None:
    s = out({VAL: "Rabaul", "Japanese INF 17": "Rabaul"}, VAL)
    act(s, AXIS, FlyOut(area(s, "solomons"), 2))
    s.agenda = (PlanesHome(0),)
    settle(s)
    assert port(s, VAL) == "Rabaul" and down(s, VAL) and not s.nests
    s.agenda = (FaceUp(),)
    settle(s)
    assert not down(s, VAL)


@pytest.mark.rule("base.naval_air")
def test_without_their_base_they_land_elsewhere_or_are_lost() -> None:
    place = {VAL: "solomons-2", "Japanese INF 18": "Lae"}
    s = sea(place, (PlanesHome(0),), nests={})
    w = s.world
    assert fields(s, w.unit(VAL)) >> w.hex("Lae") & 1
    assert refusal(s, AXIS, Go(w.hex("Sydney"))) == "base.naval_air"
    act(s, AXIS, Go(w.hex("Lae")))
    assert port(s, VAL) == "Lae"
    full = sea({**place, ZERO: "Lae", NELL: "Lae", "Japanese L2D": "Lae"}, ())
    assert not fields(full, w.unit(VAL)) >> w.hex("Lae") & 1, "no room"
    lost = sea(place, ())
    lost.control = [0] * len(lost.control)
    lost.agenda = (PlanesHome(0),)
    settle(lost)
    assert spot(lost, VAL) == "pool"


@pytest.mark.rule("3.1j", "3.1k")
@pytest.mark.parametrize("aborted", [False, True])
def test_3_1j_a_leader_flies_out_and_home(aborted: bool) -> None:
    s = out({VAL: "Rabaul", "Japanese INF 17": "Rabaul", "Mikawa": "Rabaul"}, VAL)
    w = s.world
    act(s, AXIS, Board(w.unit("Mikawa"), w.unit(VAL)))
    act(s, AXIS, FlyOut(area(s, "solomons"), 2))
    assert spot(s, "Mikawa") == f"aboard {VAL}"
    s.agenda = (PlanesHome(0, (w.unit(VAL),), aborted),)
    settle(s)
    assert port(s, "Mikawa") == "Rabaul" and down(s, "Mikawa") == aborted


@pytest.mark.rule("base.search")
def test_planes_search_and_are_found() -> None:
    s = combat({VAL: "solomons-3", "CA Astoria": "solomons-2"})
    assert search_number(s, 0, 3) == 5
    searched(s, 5, 10)
    assert engaged(s) == {VAL, "CA Astoria"} and plain_kind(s) == AIRSEA


@pytest.mark.rule("base.naval_air_combat")
@pytest.mark.parametrize("first", [0, 1])
def test_both_sides_prepare_for_a_fight_in_the_air_at_sea(first: int) -> None:
    s = combat({**DECK, "CA Astoria": "solomons-3"})
    searched(s, 1, 1)
    s.opener = first
    frames = AirSea().run(s)
    assert [frame for frame in frames if isinstance(frame, Arming | Asking | Scramble)] == [
        Arming(first),
        Arming(1 - first),
        Asking((1 - first, first), "scramble"),
        Scramble(1 - first),
        Scramble(first),
    ]


# --- carriers


@pytest.mark.rule("base.carriers")
def test_classes_shrink_with_the_years() -> None:
    s = sea({})
    u = s.world.unit("Japanese CVP B5N2 III")
    assert s.world.classes[u] == ((1941, 4), (1942, 3), (1944, 2)) and class_of(s, u) == 3


@pytest.mark.rule("base.carriers")
def test_what_a_carrier_has_room_for() -> None:
    s = sea({**DECK, "CV Ryujo": "Truk"})
    w = s.world
    shokaku, ryujo = w.unit("CV Shokaku"), w.unit("CV Ryujo")
    assert (w.ship(shokaku).planes, w.ship(ryujo).planes) == (4, 2)
    assert not has_deck(s, ryujo, w.unit("Japanese CVP D3A2")), "class 3"
    assert has_deck(s, ryujo, w.unit("Japanese CVP A6M3")), "class 2"
    assert has_deck(s, shokaku, w.unit("Japanese CVP D3A1")), "3 and 1"
    assert not has_deck(s, shokaku, w.unit("Japanese CVP A6M3")), "3 and 2"
    assert not has_deck(s, shokaku, w.unit("American CVP F4F-3")), "another navy's"
    small = ("Japanese CVP A5M4", "Japanese CVP B5N1", "Japanese CVP D3A1")
    s = sea({"CV Shokaku": "Truk", **dict.fromkeys(small[:2], "aboard CV Shokaku")})
    assert not has_deck(s, shokaku, w.unit(small[2])), "1, 1 and 1: two planes at most"
    s = sea({"CV Shokaku": "Truk", small[0]: "aboard CV Shokaku"})
    assert has_deck(s, shokaku, w.unit(small[2]))


@pytest.mark.rule("base.carriers")
def test_one_plane_flies_from_a_carrier() -> None:
    place = {**DECK, "Japanese CVP D3A1": "aboard CV Shokaku"}
    s = sea(place)
    w = s.world
    assert [w.piece(u) for u in flies(s, w.unit("CV Shokaku"))] == ["Japanese CVP B5N2 III"]
    assert not flies(sea(place, down=["CV Shokaku"]), w.unit("CV Shokaku"))
    tired = sea(place, down=["Japanese CVP B5N2 III"])
    assert [w.piece(u) for u in flies(tired, w.unit("CV Shokaku"))] == ["Japanese CVP D3A1"]


@pytest.mark.rule("base.carriers")
def test_a_new_carrier_plane_goes_aboard_in_port() -> None:
    s = sea({"CV Shokaku": "Truk", "CV Zuikaku": "solomons-1"})
    u = s.world.unit("Japanese CVP D3A2")
    assert embark(s, u) and spot(s, "Japanese CVP D3A2") == "aboard CV Shokaku"
    assert not embark(sea({"CV Zuikaku": "solomons-1"}), u)


@pytest.mark.rule("base.carriers", "base.hit")
def test_planes_are_lost_with_their_carrier() -> None:
    from hexfront.games.leaders_in_flames.sea.damage import sink

    s = sea(DECK)
    sink(s, s.world.unit("CV Shokaku"))
    assert spot(s, "Japanese CVP B5N2 III") == "pool"


# --- the combat


def meeting(place: dict[str, str], axis: int = 1, allies: int = 1, **given: Any) -> State:
    """A naval air combat, up to the first thing asked about planes."""
    s = combat(place, **given)
    searched(s, axis, allies)
    go_on(s)
    return s


@pytest.mark.rule("base.naval_air_combat", "base.combat_kind")
@pytest.mark.seam("air", "sea")
def test_planes_make_it_naval_air_combat() -> None:
    s = meeting({**DECK, "CA Astoria": "solomons-3"})
    assert s.kind_of_fight == AIRSEA and [s.world.piece(u) for u in planes_of(s, 0)] == [
        "Japanese CVP B5N2 III"
    ]
    stormy = combat({**DECK, "CA Astoria": "solomons-3"}, weather="storm")
    searched(stormy, 1, 1)
    assert not can_be(stormy, AIRSEA) and plain_kind(stormy) == SURFACE


@pytest.mark.rule("base.naval_air_combat")
def test_a_carrier_plane_fights_or_bombs() -> None:
    s = meeting({**DECK, **US_DECK})
    w = s.world
    u = w.unit("Japanese CVP B5N2 III")
    assert isinstance(pending(s), Roles) and s.wing[u] == BOMBER
    assert refusal(s, AXIS, Fly(u, BOMBER)) == "base.naval_air_combat"
    act(s, AXIS, Fly(u, FIGHTER))
    assert s.wing[u] == FIGHTER


@pytest.mark.rule("base.naval_air_combat")
def test_undisturbed_bombers_reach_the_ships_through_flak() -> None:
    s = meeting({**DECK, "CA Astoria": "solomons-3", "CA Portland": "solomons-3"})
    w = s.world
    act(s, AXIS, Done())
    assert isinstance(pending(s), FlakRoll)
    assert flak_of(s, 1) == w.ship(w.unit("CA Astoria")).aa + w.ship(w.unit("CA Portland")).aa
    assert s.wing[w.unit("Japanese CVP B5N2 III")] == CLEARED and bomb_factors(s, 0) == 5
    dice = tuple([1] * pending(s).dice)  # type: ignore[union-attr]
    roll(s, dice)
    assert factors(s, 0, BOMBS) == 5 and set(victims(s, 1, BOMBS)) == {
        w.unit("CA Astoria"),
        w.unit("CA Portland"),
    }


@pytest.mark.rule("base.naval_air_combat", "base.sky")
def test_rain_halves_bombs() -> None:
    s = meeting({**DECK, "CA Astoria": "solomons-3"}, weather="rain")
    act(s, AXIS, Done())
    assert bomb_factors(s, 0) == 2


@pytest.mark.rule("base.targets")
def test_in_the_air_sides_name_targets_in_turns() -> None:
    s = meeting({**DECK, "CA Astoria": "solomons-3"})
    assert [namer(s, 0, BOMBS, k) for k in range(5)] == [0, 1, 0, 1, 0]


@pytest.mark.rule("base.naval_air_combat")
def test_planes_that_break_off_at_sea_go_home_and_carrier_planes_stay_aboard() -> None:
    place = {
        **DECK,
        VAL: "solomons-3",
        **US_DECK,
        "American F4F-3": "solomons-3",
        "Japanese INF 17": "Rabaul",
    }
    s = meeting(place, nests={})
    w = s.world
    s.nests = {w.unit(VAL): w.hex("Rabaul")}
    while isinstance(frame := pending(s), Roles | Scrambling):
        act(s, SEATS[frame.side], Done())
    s.wing = {u: role for u, role in s.wing.items() if w.side[u] == 1}
    s.aborted = [w.unit(VAL), w.unit("Japanese CVP B5N2 III")]
    for u in s.aborted:
        s.down |= 1 << u
    s.agenda = (AirSeaOver(),)
    settle(s)
    assert port(s, VAL) == "Rabaul" and spot(s, "Japanese CVP B5N2 III") == "aboard CV Shokaku"
    assert down(s, VAL) and down(s, "Japanese CVP B5N2 III") and not s.wing


@pytest.mark.rule("base.naval_air_combat")
def test_each_side_takes_its_own_planes_home() -> None:
    place = {
        **DECK,
        VAL: "solomons-3",
        **US_DECK,
        "American F4F-3": "solomons-3",
        "Japanese INF 17": "Rabaul",
    }
    s = meeting(place, nests={})
    w = s.world
    zero, wildcat = w.unit(VAL), w.unit("American F4F-3")
    s.aborted = [zero, wildcat]
    assert AirSeaOver().run(s) == (PlanesHome(0, (zero,), True), PlanesHome(1, (wildcat,), True))


@pytest.mark.rule("3.3n", "3.1j")
@pytest.mark.parametrize(("die", "place"), [(6, "Manus"), (5, "dead")])
def test_a_leader_shot_down_at_sea_is_aboard_no_ship_until_the_combat_is_over(die: int, place: str) -> None:
    s = meeting(
        {
            **DECK,
            VAL: "solomons-3",
            "Ozawa": f"aboard {VAL}",
            **US_DECK,
            "American F4F-3": "solomons-3",
            "Japanese INF 17": "Rabaul",
        }
    )
    while isinstance(frame := pending(s), Roles | Scrambling):
        act(s, SEATS[frame.side], Done())
    assert s.riders == {s.world.unit("Ozawa"): s.world.unit(VAL)}
    s.agenda = (*shoot_down(s, s.world.unit(VAL)), AirSeaOver())
    assert not [words for words in faults(s) if "Ozawa" in words]
    roll(s, die)
    assert (port(s, "Ozawa") if die >= 6 else spot(s, "Ozawa")) == place


@pytest.mark.rule("base.conquest")
@pytest.mark.parametrize("place", ["solomons-3", f"aboard {VAL}"])
def test_leaders_of_a_conquered_power_come_back_from_the_sea_too(place: str) -> None:
    s = sea({**DECK, VAL: "solomons-3", "Ozawa": place, "Japanese INF 17": "Rabaul"})
    clear_counters(s, s.world.party[s.world.unit("Ozawa")])
    assert spot(s, "Ozawa") == "reserve" and not [words for words in faults(s) if "Ozawa" in words]


@pytest.mark.rule("base.surprise_points")
def test_two_points_are_worth_one_in_the_air() -> None:
    s = combat({**DECK, "CA Astoria": "solomons-1"})
    searched(s, 1, 2)
    assert isinstance(pending(s), Buying) and s.guile == [3, 0]
    act(s, AXIS, BuyEdge())
    assert s.lift == [1, 0] and s.guile == [1, 0]
    surface = combat({"CA Chokai": "solomons-3", "CA Astoria": "solomons-1"})
    searched(surface, 1, 2)
    assert refusal(surface, AXIS, BuyEdge()) == "base.surprise_points"


@pytest.mark.rule("base.subs")
def test_naval_bombers_hunt_submarines() -> None:
    s = combat({NELL: "solomons-3", "CA Chokai": "solomons-3", "American SUB II": "solomons-3"})
    searched(s, 1, 1)
    assert factors(s, 0, DEPTH_CHARGES) == 2


@pytest.mark.rule("base.abort")
def test_planes_break_off_with_the_ships() -> None:
    place = {
        VAL: "solomons-3",
        "CA Chokai": "solomons-3",
        "CA Astoria": "solomons-3",
        "Japanese INF 17": "Rabaul",
    }
    s = combat(place)
    s.nests = {s.world.unit(VAL): s.world.hex("Rabaul")}
    searched(s, 1, 1)
    s.agenda = (StayOrGo(0),)
    act(s, AXIS, TurnAway())
    act(s, AXIS, Dock(s.world.hex("Rabaul")))
    assert port(s, VAL) == port(s, "CA Chokai") == "Rabaul" and s.sea == -1


# --- fighters from land


FIGHTERS = {
    **US_DECK,
    "CA Chokai": "solomons-3",
    ZERO: "Rabaul",
    "Japanese Ki-43-II": "Lae",
    "Japanese INF 17": "Rabaul",
    "Japanese INF 18": "Lae",
}


@pytest.mark.rule("base.naval_air_combat")
def test_fighters_rise_within_half_their_range() -> None:
    """Zero 13, half is 6; Ki-43 5, half is 2; the Solomons are 2 away from Rabaul and from Lae."""
    s = meeting(FIGHTERS)
    act(s, ALLIES, Done())
    assert isinstance(pending(s), Scrambling)
    w = s.world
    assert refusal(s, AXIS, Fly(w.unit(ZERO), FIGHTER)) == ""
    assert refusal(s, AXIS, Fly(w.unit(ZERO), BOMBER)) == "base.naval_air_combat"
    act(s, AXIS, Fly(w.unit(ZERO), FIGHTER))
    assert s.wing[w.unit(ZERO)] == FIGHTER and spot(s, ZERO) == w.label(w.hex("Rabaul"))
    assert s.flown >> w.unit(ZERO) & 1, "it flies no other mission in this impulse"
    frames = Scrambling(0).apply(s.clone(), AXIS, Fly(w.unit(ZERO), FIGHTER))
    assert frames == (Scramble(0),) and Scrambling(0).apply(s, AXIS, Done()) == (), (
        "more may follow, until all is said"
    )


@pytest.mark.rule("ability.75")
@pytest.mark.parametrize(("announce", "case"), [(True, ""), (False, "base.naval_air_combat")])
def test_75_full_range_over_the_sea(announce: bool, case: str) -> None:
    place = {
        **US_DECK,
        "CA Chokai": "solomons-3",
        "Japanese Ki-43-II": "Kwajalein",
        "Japanese GAR 33": "Kwajalein",
        "Mikawa": "Kwajalein",
    }
    reach = {"aircraft": {"japan": {"FTR": ["Ki-43-II 1942 5/0/0/0/20 2", "A6M2 1940 5/0/1/0/13 2"]}}}
    s = meeting(place, leaders={"Mikawa": [75]}, pack=reach)
    w = s.world
    far = way_to(s, w.hex("Kwajalein"), area(s, "solomons"))
    assert 10 < far <= 20
    act(s, ALLIES, Done())
    if announce:
        say(s, AXIS, "Mikawa", 75)
        assert refusal(s, AXIS, Fly(w.unit("Japanese Ki-43-II"), FIGHTER)) == case
    else:
        go_on(s)
        s.agenda = (Scrambling(0),)
        assert refusal(s, AXIS, Fly(w.unit("Japanese Ki-43-II"), FIGHTER)) == case


@pytest.mark.rule("ability.75")
def test_75_needs_a_fighter_beside_him_face_up() -> None:
    place = {
        **US_DECK,
        "CA Chokai": "solomons-3",
        ZERO: "Rabaul",
        "Japanese INF 17": "Rabaul",
        "Mikawa": "Rabaul",
    }
    s = meeting(place, leaders={"Mikawa": [75]}, down=[ZERO])
    assert refused(s, "Mikawa", 75, "scramble") == "ability.75"
    sick = meeting(place, leaders={"Mikawa": [75]}, down=["Mikawa"])
    assert refused(sick, "Mikawa", 75, "scramble") == "3.2a"


# --- abilities in the combat


def with_admiral(
    n: int, place: dict[str, str], announce: bool = True, at: str = "solomons-3", **given: Any
) -> State:
    s = combat({**place, "Spruance": at}, side=ALLIES, leaders={"Spruance": [n]}, **given)
    searched(s, 1, 1)
    if announce:
        say(s, ALLIES, "Spruance", n)
    go_on(s)
    return s


@pytest.mark.rule("ability.101")
def test_101_twice_the_flak_of_his_section() -> None:
    place = {**DECK, "CA Astoria": "solomons-3", "CA Portland": "solomons-2"}
    s = with_admiral(101, place)
    w = s.world
    astoria, portland = (w.ship(w.unit(n)).aa for n in ("CA Astoria", "CA Portland"))
    assert flak_of(s, 1) == 2 * astoria + portland
    assert flak_of(with_admiral(101, place, announce=False), 1) == astoria + portland


@pytest.mark.rule("ability.111")
def test_111_two_of_three_targets() -> None:
    place = {**US_DECK, "CA Chokai": "solomons-3", "CA Aoba": "solomons-3"}
    s = with_admiral(111, place)
    assert [namer(s, 1, BOMBS, k) for k in range(9)] == [1, 0, 1, 1, 0, 1, 1, 0, 1]
    assert [namer(with_admiral(111, place, announce=False), 1, BOMBS, k) for k in range(3)] == [1, 0, 1]


@pytest.mark.rule("ability.99")
def test_99_two_planes_from_a_carrier() -> None:
    place = {**US_DECK, "American CVP F4F-3": "aboard CV Wasp", "CA Chokai": "solomons-3"}
    sizes = {
        "carrier_planes": {"planes": {"usa": ["SBD-5 III 1941 4/3/1/0/4 c3", "F4F-3 1938 3/1/0/0/4 c1"]}}
    }
    decks: dict[str, Any] = {"setups": {"guadalcanal": {"decks": {}}}}
    s = with_admiral(99, place, pack=sizes | decks)
    assert len(planes_of(s, 1)) == 2
    assert len(planes_of(with_admiral(99, place, announce=False, pack=sizes | decks), 1)) == 1
    away = with_admiral(99, {**place, "CA Astoria": "solomons-2"}, at="solomons-2", pack=sizes | decks)
    assert len(planes_of(away, 1)) == 1, "the carrier is not in his section"


@pytest.mark.rule("ability.97")
@pytest.mark.parametrize(("leader", "goes"), [("Nagumo", True), ("Mikawa", False)])
def test_97_a_lost_carrier_plane_sends_his_section_home(leader: str, goes: bool) -> None:
    place = {
        **DECK,
        "CA Chokai": "solomons-3",
        "CA Aoba": "solomons-2",
        "Japanese SUB I": "solomons-3",
        "CA Astoria": "solomons-3",
        leader: "solomons-3",
    }
    s = combat(place, leaders={"Nagumo": [97], "Mikawa": [93]})
    searched(s, 1, 1)
    w = s.world
    u = w.unit("Japanese CVP B5N2 III")
    s.flights = {u: s.where[w.unit("CV Shokaku")]}
    s.where[u] = -2
    s.agenda = (AirSeaOver(),)
    settle(s)
    if goes:
        act(s, AXIS, Dock(w.hex("Rabaul")))
    assert (port(s, "CV Shokaku") == "Rabaul") == goes and (port(s, "CA Chokai") == "Rabaul") == goes
    assert spot(s, "CA Aoba") == "solomons-2" and spot(s, "Japanese SUB I") == "solomons-3"


@pytest.mark.rule("ability.97", "3d")
def test_97_not_while_he_is_face_down() -> None:
    place = {**DECK, "CA Astoria": "solomons-3", "Nagumo": "solomons-3"}
    s = combat(place, leaders={"Nagumo": [97]}, down=["Nagumo"])
    searched(s, 1, 1)
    w = s.world
    s.flights = {w.unit("Japanese CVP B5N2 III"): s.where[w.unit("CV Shokaku")]}
    s.where[w.unit("Japanese CVP B5N2 III")] = -2
    s.agenda = (AirSeaOver(),)
    settle(s)
    assert spot(s, "CV Shokaku") == "solomons-3" and pending(s) is None, "nobody is asked for a port"


@pytest.mark.rule("ability.88")
def test_88_his_bomber_uses_its_tactical_factors() -> None:
    place = {
        "American B-26B": "solomons-3",
        "CA Chokai": "solomons-3",
        "Kenney": "aboard American B-26B",
        "American GAR LVI": "Espiritu Santo",
    }
    s = combat(place, side=ALLIES, leaders={"Kenney": [88]})
    searched(s, 1, 1)
    w = s.world
    u = w.unit("American B-26B")
    assert (w.plane(u).sea, w.plane(u).tactical) == (2, 4) and s.riders == {w.unit("Kenney"): u}
    s.wing[u] = CLEARED
    assert bomb_factors(s, 1) == 2
    s.said[code(w.unit("Kenney"), 88)] = occasion(s)
    assert bomb_factors(s, 1) == 4
    check_position(msgspec.json.decode(LEADERS_IN_FLAMES.codec.encode(s)), LEADERS_IN_FLAMES.wide)
    s.riders = {}
    assert bomb_factors(s, 1) == 2, "not without him"


@pytest.mark.rule("ability.23")
@pytest.mark.seam("air", "carry")
def test_23_two_carriers_carry_an_aircraft() -> None:
    place = {
        "CV Wasp": "Suva",
        "CV Saratoga": "Suva",
        "American F4F-3": "Suva",
        "American CVP SBD-5 III": "aboard CV Wasp",
        "Halsey": "Suva",
        "American MAR DIV 1": "Suva",
    }
    s = fleet(place, "Suva", ["CV Wasp", "CV Saratoga", "Halsey"], ALLIES, leaders={"Halsey": [23]})
    w = s.world
    load = Load(w.unit("American F4F-3"), w.unit("CV Wasp"))
    assert refusal(s, ALLIES, load) == "base.carry"
    say(s, ALLIES, "Halsey", 23)
    act(s, ALLIES, load)
    sail(s, "south_pacific-1", ALLIES)
    assert spot(s, "American F4F-3") == "aboard CV Wasp" and not flies(s, w.unit("CV Wasp"))
    from hexfront.games.leaders_in_flames.sea.damage import cripple

    cripple(s, w.unit("CV Saratoga"))
    assert spot(s, "American F4F-3") == "circle" and flies(s, w.unit("CV Wasp"))


@pytest.mark.rule("ability.23")
def test_23_not_alone_and_not_a_heavy_one() -> None:
    place = {
        "CV Wasp": "Suva",
        "CV Saratoga": "Suva",
        "American B-17E": "Suva",
        "American F4F-3": "Suva",
        "Halsey": "Suva",
        "American MAR DIV 1": "Suva",
    }
    s = fleet(place, "Suva", ["CV Wasp", "Halsey"], ALLIES, leaders={"Halsey": [23]})
    w = s.world
    say(s, ALLIES, "Halsey", 23)
    assert refusal(s, ALLIES, Load(w.unit("American F4F-3"), w.unit("CV Wasp"))) == "base.carry"
    two = fleet(place, "Suva", ["CV Wasp", "CV Saratoga", "Halsey"], ALLIES, leaders={"Halsey": [23]})
    say(two, ALLIES, "Halsey", 23)
    assert refusal(two, ALLIES, Load(w.unit("American B-17E"), w.unit("CV Wasp"))) == "base.carry"


# --- port strikes


HARBOUR = {
    "CA Astoria": "Noumea",
    "CA Portland": "Noumea",
    "CV Shokaku": "coral_sea-2",
    "Japanese CVP B5N2 III": "aboard CV Shokaku",
}


def raid(
    place: dict[str, str],
    planes: dict[str, int],
    target: str = "Noumea",
    side: str = AXIS,
    late: bool = False,
    **given: Any,
) -> State:
    """A port strike with these aircraft, up to the first thing after they are named."""
    s = sea(place, (), side=side, **given)
    s.agenda = (PortStrikes(SEATS.index(side), late),)
    settle(s)
    act(s, side, Attack(s.world.hex(target)))
    for name, role in planes.items():
        act(s, side, Fly(s.world.unit(name), role))
    return s


@pytest.mark.rule("base.port_strike")
def test_ships_in_port_are_struck_by_carriers_in_reach() -> None:
    s = raid(HARBOUR, {"Japanese CVP B5N2 III": BOMBER})
    w = s.world
    assert s.used[5 * JAPAN + MISSIONS] == 1, "each carrier plane is a mission"
    go_on(s)
    if isinstance(pending(s), Raiding):
        act(s, AXIS, Done())
    assert isinstance(pending(s), PortSearch)
    roll(s, (6, 7))
    assert s.port == w.hex("Noumea") and isinstance(pending(s), FlakRoll)


@pytest.mark.rule("base.port_strike")
@pytest.mark.parametrize(
    ("weather", "die", "found"),
    [("fine", 6, True), ("fine", 7, False), ("rain", 4, True), ("rain", 5, False)],
)
def test_the_search_of_a_port_strike(weather: str, die: int, found: bool) -> None:
    s = raid(HARBOUR, {"Japanese CVP B5N2 III": BOMBER}, weather=weather)
    go_on(s)
    roll(s, (die, 1))
    assert (s.port >= 0) == found
    assert found or down(s, "Japanese CVP B5N2 III")


@pytest.mark.rule("base.port_strike", "ability.106")
@pytest.mark.parametrize(
    ("target", "late", "asleep", "box"),
    [
        ("Noumea", False, False, 5),
        ("Suva", False, False, 3),
        ("Noumea", True, False, 7),
        ("Suva", True, False, 5),
        ("Noumea", True, True, 5),
    ],
)
def test_106_ports_count_as_sections_3_and_5_or_two_higher(
    target: str, late: bool, asleep: bool, box: int
) -> None:
    """The printed numbers: the 5 box for minor ports and the 7 box for major ones."""
    s = sea({"CA Astoria": target})
    w = s.world
    s.port, s.flier = w.hex(target), 0
    s.raiders = {1: 2} if late else {}
    s.surprised = 1 << w.party_of["usa"] if asleep else 0
    assert port_section(s, s.port) == box


@pytest.mark.rule("base.port_strike", "base.surprise")
@pytest.mark.seam("sea", "politics")
def test_surprised_ships_take_double_and_give_points() -> None:
    plain = raid(HARBOUR, {"Japanese CVP B5N2 III": BOMBER})
    go_on(plain)
    roll(plain, (4, 4))
    assert plain.guile == [0, 1], "(4 + 4) - (5 + 4)"
    asleep = raid(HARBOUR, {"Japanese CVP B5N2 III": BOMBER}, surprised=1 << plain.world.party_of["usa"])
    go_on(asleep)
    roll(asleep, (4, 4))
    assert asleep.guile == [3, 0]
    w = plain.world
    for s, factor in ((plain, 5), (asleep, 10)):
        s.wing = {w.unit("Japanese CVP B5N2 III"): CLEARED}
        assert bomb_factors(s, 0) == factor


@pytest.mark.rule("base.port_strike")
def test_who_cannot_strike() -> None:
    s = sea({**HARBOUR, ZERO: "Rabaul", "Japanese INF 17": "Rabaul"}, (PortStrikes(0),))
    w = s.world
    assert refusal(s, AXIS, Attack(w.hex("Sydney"))) == "base.port_strike", "no ships"
    act(s, AXIS, Attack(w.hex("Noumea")))
    assert refusal(s, AXIS, Done()) == "base.port_strike", "a bomber first"
    assert refusal(s, AXIS, Fly(w.unit(ZERO), BOMBER)) == "base.port_strike", "out of range"
    assert refusal(s, AXIS, Fly(w.unit("Japanese CVP B5N2 III"), FIGHTER)) == "base.port_strike", (
        "nothing to escort"
    )
    far = sea({**HARBOUR, "CV Shokaku": "marianas-2"}, ())
    far.agenda = (PortStrikes(0),)
    settle(far)
    assert pending(far) is None
    again = sea(HARBOUR, (PortTargets(0, False),), action="combined")
    assert refusal(again, AXIS, Attack(w.hex("Noumea"))) == ""
    again.raided = 1 << w.hex("Noumea")
    assert refusal(again, AXIS, Attack(w.hex("Noumea"))) == "base.port_strike", "once a step"
    none = sea(HARBOUR, (PortTargets(0, False),), action="combined")
    none.used[5 * JAPAN + MISSIONS] = 4
    assert refusal(none, AXIS, Attack(w.hex("Noumea"))) == "base.port_strike"


@pytest.mark.rule("base.port_strike")
def test_a_bomber_escorts_nobody() -> None:
    place = {
        **HARBOUR,
        "Japanese B5N2": "Rabaul",
        "Japanese INF 17": "Rabaul",
        "CA Astoria": "Espiritu Santo",
    }
    far = {"aircraft": {"japan": {"NAV": ["B5N2 1939 1/4/0/0/20 2"]}}}
    s = raid(place, {"Japanese CVP B5N2 III": BOMBER}, "Espiritu Santo", pack=far)
    u = s.world.unit("Japanese B5N2")
    assert refusal(s, AXIS, Fly(u, FIGHTER)) == "base.port_strike"
    assert refusal(s, AXIS, Fly(u, BOMBER)) == ""


@pytest.mark.rule("base.port_strike", "base.targets")
def test_submarines_in_port_can_be_hit_and_driven_off_means_face_down() -> None:
    from hexfront.games.leaders_in_flames.kinds import A
    from hexfront.games.leaders_in_flames.sea.fire import DefenceRoll

    s = raid({**HARBOUR, "American SUB II": "Noumea"}, {"Japanese CVP B5N2 III": BOMBER})
    go_on(s)
    roll(s, (5, 1))
    w = s.world
    assert w.unit("American SUB II") in victims(s, 1, BOMBS)
    s.agenda = (DefenceRoll(w.unit("CA Astoria"), A),)
    roll(s, 1)
    assert port(s, "CA Astoria") == "Noumea" and down(s, "CA Astoria")


@pytest.mark.rule("ability.122", "2a")
def test_122_plus_two_for_carrier_planes_alone() -> None:
    place = {**HARBOUR, "Yamamoto": "coral_sea-2"}
    s = raid(place, {"Japanese CVP B5N2 III": BOMBER}, leaders={"Yamamoto": [122]})
    act(s, AXIS, Done())
    say(s, AXIS, "Yamamoto", 122)
    roll(s, (8, 1))
    assert s.port >= 0, "6 and 2"
    land = {
        **place,
        "Japanese B5N2": "Rabaul",
        "Japanese INF 17": "Rabaul",
        "CA Astoria": "Espiritu Santo",
        "CA Portland": "Espiritu Santo",
    }
    far = {"aircraft": {"japan": {"NAV": ["B5N2 1939 1/4/0/0/20 2"]}}}
    mixed = raid(
        land,
        {"Japanese CVP B5N2 III": BOMBER, "Japanese B5N2": BOMBER},
        "Espiritu Santo",
        leaders={"Yamamoto": [122]},
        pack=far,
    )
    assert refused(mixed, "Yamamoto", 122, "port") == "ability.122"
    away = raid(
        {**HARBOUR, "Yamamoto": "Truk"}, {"Japanese CVP B5N2 III": BOMBER}, leaders={"Yamamoto": [122]}
    )
    assert refused(away, "Yamamoto", 122, "port") == "2a"


@pytest.mark.rule("ability.106")
def test_106_carriers_sail_and_strike() -> None:
    place = {
        "CA Astoria": "Suva",
        "CV Shokaku": "Truk",
        "Japanese CVP B5N2 III": "aboard CV Shokaku",
        "Nagumo": "Truk",
        "CV Zuikaku": "Truk",
        "Japanese CVP D3A2": "aboard CV Zuikaku",
    }
    s = fleet(place, "Truk", ["CV Shokaku", "Nagumo"], leaders={"Nagumo": [106]})
    w = s.world
    say(s, AXIS, "Nagumo", 106)
    sail(s, "south_pacific-1")
    assert s.raiders == {w.unit("CV Shokaku"): w.unit("Nagumo")}
    assert not strikers(s, 0, w.hex("Suva"), late=True) == strikers(s, 0, w.hex("Noumea"), late=True) == []
    s.agenda = (PortStrikes(0, True),)
    settle(s)
    act(s, AXIS, Attack(w.hex("Suva")))
    act(s, AXIS, Fly(w.unit("Japanese CVP B5N2 III"), BOMBER))
    assert refusal(s, AXIS, Done()) == "ability.106", "he must fly along"
    act(s, AXIS, Board(w.unit("Nagumo"), w.unit("Japanese CVP B5N2 III")))
    go_on(s)
    assert isinstance(pending(s), PortSearch)


@pytest.mark.rule("ability.106")
def test_106_not_without_him() -> None:
    place = {
        "CA Astoria": "Suva",
        "CV Shokaku": "Truk",
        "Japanese CVP B5N2 III": "aboard CV Shokaku",
        "Nagumo": "Truk",
    }
    s = fleet(place, "Truk", ["CV Shokaku"], leaders={"Nagumo": [106]})
    say(s, AXIS, "Nagumo", 106)
    sail(s, "south_pacific-1")
    assert not s.raiders, "he stayed ashore"
    s.agenda = (PortStrikes(0, True),)
    settle(s)
    assert pending(s) is None
    silent = fleet(place, "Truk", ["CV Shokaku", "Nagumo"], leaders={"Nagumo": [106]})
    sail(silent, "south_pacific-1")
    assert not silent.raiders
    down_ = fleet(place, "Truk", ["CV Shokaku"], leaders={"Nagumo": [106]}, down=["Nagumo"])
    assert refusal(down_, AXIS, Announce(down_.world.unit("Nagumo"), 106)) == "3.2a"


# --- ships caught in port


CAUGHT = {"Japanese INF 17": "A3739", "CA Australia": "Port Moresby", "CL Achilles": "Port Moresby"}


def entered(**more: str) -> State:
    """Japanese infantry overruns ships that lie in Port Moresby without a land unit."""
    s = sea(
        {**CAUGHT, **more},
        (Moves(0),),
        action="land",
        phase="move",
        control={"commonwealth": ["Port Moresby", "Cairns", "Milne Bay"]},
    )
    w = s.world
    act(s, AXIS, Pick(w.unit("Japanese INF 17")))
    act(s, AXIS, Overrun(w.hex("Port Moresby")))
    return s


@pytest.mark.rule("3.1g", "base.overrun")
@pytest.mark.seam("move", "sea")
def test_ships_alone_in_an_overrun_port_get_away_or_are_taken() -> None:
    s = entered()
    assert isinstance(pending(s), EscapeRoll)
    roll(s, 4, 3)
    assert port(s, "CA Australia") in ("Cairns", "Milne Bay") and down(s, "CA Australia")
    assert spot(s, "CL Achilles") == "out" and s.sunk[1] == s.world.price[s.world.unit("CL Achilles")]


@pytest.mark.rule("3.3p", "3.3q")
@pytest.mark.parametrize(("die", "fate"), [(4, "away"), (3, "dead")])
def test_3_3p_a_leader_escapes_with_a_ship_that_gets_away(die: int, fate: str) -> None:
    s = entered(Halsey="Port Moresby")
    roll(s, die, 10)
    if fate == "dead":
        assert spot(s, "Halsey") == "dead" and not s.riders
    else:
        assert spot(s, "Halsey") == spot(s, "CA Australia") and down(s, "Halsey")


@pytest.mark.rule("base.overrun")
def test_without_a_port_in_reach_they_are_taken() -> None:
    s = sea({"CA Australia": "Port Moresby"})
    w = s.world
    assert escapes(s, w.unit("CA Australia"), w.hex("Port Moresby"))
    s.control = [0] * len(s.control)
    assert not escapes(s, w.unit("CA Australia"), w.hex("Port Moresby"))


def test_a_staying_choice_is_offered_in_the_air() -> None:
    """A whole naval air combat, played through."""
    s = meeting({**DECK, **US_DECK, "CV Zuikaku": "solomons-3", "Japanese CVP D3A2": "aboard CV Zuikaku"})
    w = s.world
    act(s, AXIS, Fly(w.unit("Japanese CVP D3A2"), FIGHTER))
    for _ in range(60):
        frame = pending(s)
        if frame is None or s.sea < 0:
            break
        if isinstance(frame, Staying):
            act(s, SEATS[frame.side], frame.legal(s, "")[0])
        elif isinstance(frame, StayOrGo):
            act(s, SEATS[frame.side], TurnAway() if frame.side == 1 else HoldOn())
        elif hasattr(frame, "outcomes"):
            roll(s, frame.outcomes(s).chances().__iter__().__next__()[0])
        else:
            act(s, frame.deciders(s)[0], frame.legal(s, frame.deciders(s)[0])[-1])
    assert s.sea < 0 and not s.wing


# --- recall of leaders


SKY = {
    **DECK,
    **US_DECK,
    "CA Chokai": "solomons-3",
    "CA Astoria": "solomons-3",
    "Ozawa": "solomons-3",
    "Mikawa": "solomons-3",
}


def fought(ability: int, air: int, ships: list[str], rounds: int = 1) -> State:
    """After a naval air combat in which an ability of Ozawa's was used: build points lost in the air a round, ships lost besides."""
    s = combat(SKY, leaders={"Ozawa": [ability], "Mikawa": [93]})
    searched(s, 1, 1)
    w = s.world
    s.said[code(w.unit("Ozawa"), ability)] = occasion(s)
    for _ in range(rounds):
        s.shot = {JAPAN: air}
        recall_after_air(s)
        s.toll[0] += air
    s.fates = dict.fromkeys((w.unit(name) for name in ships), KILLED)
    recall_at_sea(s)
    return s


@pytest.mark.rule("3.3h", "3.3f")
def test_3_3h_the_fight_in_the_air_is_judged_by_itself_all_rounds_together() -> None:
    assert spot(fought(82, 10, []), "Ozawa") == "cup"
    assert spot(fought(82, 9, []), "Ozawa") == "solomons-3"
    assert spot(fought(82, 5, [], rounds=2), "Ozawa") == "cup", "two rounds of five"
    assert spot(fought(105, 10, []), "Ozawa") == "cup", "the aircraft count in the naval combat as well"


@pytest.mark.rule("3.3i")
def test_3_3i_who_helped_aircraft_alone_is_not_recalled_for_ships() -> None:
    lost = ["CV Shokaku", "CA Chokai"]
    w = sea({}).world
    assert sum(w.price[w.unit(name)] for name in lost) >= 10
    assert spot(fought(82, 9, lost), "Ozawa") == "solomons-3"


@pytest.mark.rule("3.3j")
def test_3_3j_who_helped_ships_is_judged_by_the_whole_combat() -> None:
    assert spot(fought(105, 0, ["CV Shokaku", "CA Chokai"]), "Ozawa") == "cup"
    assert spot(fought(105, 4, ["CA Chokai"]), "Ozawa") == "cup", "six of a ship and four of aircraft"
    assert spot(fought(105, 3, ["CA Chokai"]), "Ozawa") == "solomons-3"


@pytest.mark.rule("3.3h", "3.3k")
def test_3_3k_the_air_part_and_the_whole_recall_one_leader_together() -> None:
    s = combat(SKY, leaders={"Ozawa": [82], "Mikawa": [93]})
    say(s, AXIS, "Mikawa", 93)
    searched(s, 1, 1)
    w = s.world
    s.said[code(w.unit("Ozawa"), 82)] = occasion(s)
    s.shot = {JAPAN: 12}
    recall_after_air(s)
    s.toll[0] = 12
    recall_at_sea(s)
    assert spot(s, "Ozawa") == "cup" and spot(s, "Mikawa") == "solomons-3"
    assert not s.skies and not s.called_back


@pytest.mark.rule("base.naval_air")
def test_a_plane_lost_at_sea_has_no_base_any_more() -> None:
    s = out({VAL: "Rabaul", "Japanese INF 17": "Rabaul"}, VAL)
    act(s, AXIS, FlyOut(area(s, "solomons"), 2))
    assert s.nests
    destroy(s, s.world.unit(VAL))
    assert not s.nests and not list(faults(s))


@pytest.mark.rule("ability.48")
@pytest.mark.seam("carry", "leaders")
@pytest.mark.parametrize("goes", ["by air", "by sea"])
def test_48_the_excess_is_lost_when_he_leaves_over_the_sea(goes: str) -> None:
    """A stack that he let be one unit too large is cut down when he flies out or sails away."""
    place = {
        VAL: "Rabaul",
        "CA Chokai": "Rabaul",
        "Japanese INF 17": "Rabaul",
        "Japanese INF 18": "Rabaul",
        "Japanese INF 2": "Rabaul",
        "Mikawa": "Rabaul",
    }
    leaders = {"Mikawa": [48]}
    if goes == "by air":
        s = out(place, VAL, leaders=leaders)
        act(s, AXIS, Board(s.world.unit("Mikawa"), s.world.unit(VAL)))
        act(s, AXIS, FlyOut(area(s, "solomons"), 2))
    else:
        s = fleet(place, "Rabaul", ["CA Chokai", "Mikawa"], leaders=leaders)
        sail(s, "solomons-2")
    assert sum(spot(s, f"Japanese INF {n}") == "pool" for n in (17, 18, 2)) == 1
    assert not list(faults(s))


@pytest.mark.rule("ability.90", "2c")
@pytest.mark.seam("sea", "leaders")
def test_90_does_not_reach_ashore_from_the_sea() -> None:
    """A leader at sea is in no hex; aircraft that come home from a strike are out of his range."""
    place = {NELL: "Rabaul", "Japanese INF 17": "Rabaul", "CA Chokai": "solomons-3", "Mikawa": "solomons-3"}
    s = sea(place, (), leaders={"Mikawa": [90]})
    s.home = [s.world.unit(NELL)]
    assert s.world.range_of(s.world.unit("Mikawa"), s.where[s.world.unit("Mikawa")]) == 0
    s.agenda = (Asking((0,), "home"),)
    settle(s)
    assert pending(s) is None


@pytest.mark.rule("ability.90")
def test_90_reaches_them_from_the_port() -> None:
    place = {NELL: "Rabaul", "Japanese INF 17": "Rabaul", "Mikawa": "Rabaul"}
    s = sea(place, (), leaders={"Mikawa": [90]})
    s.home = [s.world.unit(NELL)]
    s.agenda = (Asking((0,), "home"),)
    settle(s)
    assert isinstance(pending(s), Announcing)


@pytest.mark.rule("base.naval_air_combat")
def test_aircraft_and_flak_are_shown_before_the_fight() -> None:
    s = combat({**DECK, **US_DECK})
    searched(s, 1, 1)
    while isinstance(frame := pending(s), Choosing | Buying | Announcing):
        act(s, SEATS[frame.side], Done())
    shown = LEADERS_IN_FLAMES.forecast(s, AXIS)
    assert isinstance(frame, Roles) and shown is not None and shown.at == "solomons-3"
    lines = {line.label: line.value for line in shown.working}
    assert lines["Combat"] == "naval air combat"
    assert (
        lines["Axis: aircraft"]
        == f"1, up to {s.world.plane(s.world.unit('Japanese CVP B5N2 III')).sea} factors at 1 counter"
    )
    assert lines["Allies: flak of its ships"] == str(flak_of(s, 1)), "no fire before the fight, so no chances"
    assert shown.chances == ()


@pytest.mark.rule("base.naval_air")
def test_a_plane_taken_in_hand_may_stay_ashore() -> None:
    s = out({VAL: "Rabaul", "Japanese INF 17": "Rabaul"}, VAL)
    assert refusal(s, AXIS, Stop()) == ""
    act(s, AXIS, Stop())
    assert port(s, VAL) == "Rabaul" and not down(s, VAL) and not s.used[5 * JAPAN + MISSIONS]


@pytest.mark.rule("base.naval_air_combat", "base.surprise")
def test_bombs_on_surprised_ships_count_double_in_port_and_not_at_sea() -> None:
    s = meeting({**DECK, "CA Astoria": "solomons-3", "CA Portland": "solomons-3"})
    act(s, AXIS, Done())
    before = bomb_factors(s, 0)
    s.surprised |= 1 << s.world.party_of["usa"]
    assert bomb_factors(s, 0) == before > 0


@pytest.mark.rule("base.naval_air_combat")
def test_carrier_planes_that_broke_off_stay_aboard() -> None:
    s = sea({**DECK, VAL: "solomons-3"}, ())
    w = s.world
    aboard, ashore = w.unit("Japanese CVP B5N2 III"), w.unit(VAL)
    s.sea, s.aborted = area(s, "solomons"), [aboard, ashore]
    assert AirSeaOver().run(s) == (PlanesHome(0, (ashore,), True),)


@pytest.mark.rule("base.port_strike")
def test_a_bomber_out_of_range_joins_no_port_strike() -> None:
    s = sea({**HARBOUR, VAL: "Rabaul", "Japanese INF 17": "Rabaul"}, (PortStrikes(0),))
    w = s.world
    assert w.plane(w.unit(VAL)).sea and w.unit(VAL) not in strikers(s, 0, w.hex("Noumea"), False)
    act(s, AXIS, Attack(w.hex("Noumea")))
    assert refusal(s, AXIS, Fly(w.unit(VAL), BOMBER)) == "base.port_strike"
    assert refusal(s, AXIS, Fly(w.unit("Japanese CVP B5N2 III"), BOMBER)) == ""


@pytest.mark.rule("base.port_strike")
def test_a_port_strike_goes_when_its_side_is_ready() -> None:
    s = raid({**HARBOUR, "Yamamoto": "coral_sea-2"}, {"Japanese CVP B5N2 III": BOMBER})
    act(s, AXIS, Done())
    go_on(s)
    assert isinstance(pending(s), PortSearch)
