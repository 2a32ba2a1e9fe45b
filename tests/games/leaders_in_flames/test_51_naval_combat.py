"""Search, surprise points, surface and submarine combat, hits, breaking off, recall."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import (
    BuyShift,
    BuyTarget,
    CallFight,
    Dock,
    Done,
    HoldOn,
    Search,
    Take,
    TakeConvoy,
    TurnAway,
)
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import (
    AIRSEA,
    KILLED,
    NO_COMBAT,
    SUBS,
    SURFACE,
    A,
    D,
    X,
)
from hexfront.games.leaders_in_flames.leaders.asks import code, occasion
from hexfront.games.leaders_in_flames.leaders.fate import recall_at_sea
from hexfront.games.leaders_in_flames.sea.battle import (
    Buying,
    Choosing,
    NavalCombat,
    StayOrGo,
    can_be,
    open_areas,
    pack,
    plain_kind,
    price_of,
)
from hexfront.games.leaders_in_flames.sea.convoys import convoys_in, owners, points_of
from hexfront.games.leaders_in_flames.sea.damage import cripple
from hexfront.games.leaders_in_flames.sea.events import Fired
from hexfront.games.leaders_in_flames.sea.fire import (
    CONVOY,
    DEPTH_CHARGES,
    GUNS,
    TORPEDOES,
    DefenceRoll,
    FireRoll,
    NameTarget,
    column,
    factors,
    namer,
    strike,
    target_count,
    victims,
)
from hexfront.games.leaders_in_flames.sea.search import finders, present, search_number
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import pending, settle
from hexfront.testing import act, refusal, roll
from tests.games.leaders_in_flames.kit import down, refused
from tests.games.leaders_in_flames.sea_kit import (
    ALLIES,
    AXIS,
    SEATS,
    area,
    combat,
    engaged,
    go_on,
    port,
    say,
    sea,
    searched,
    spot,
)

DUEL = {"CA Chokai": "solomons-3", "CA Astoria": "solomons-3"}


def settled(place: dict[str, str], axis: int = 1, allies: int = 1, **given: Any) -> State:
    """A combat up to the point where the kind of it is known and nothing is bought."""
    s = combat(place, **given)
    searched(s, axis, allies)
    go_on(s)
    while isinstance(frame := pending(s), Choosing | Buying):
        act(s, SEATS[frame.side], Done())
    return s


def fire(s: State, *dice: int) -> None:
    """Rolls of the fire, both sides'."""
    for die in dice:
        assert isinstance(pending(s), FireRoll)
        roll(s, die)


# --- search


@pytest.mark.rule("base.search")
@pytest.mark.parametrize(
    ("weather", "number"), [("fine", 5), ("rain", 3), ("snow", 3), ("storm", 1), ("blizzard", 1)]
)
def test_search_numbers(weather: str, number: int) -> None:
    s = combat(DUEL, weather=weather)
    assert search_number(s, 0, 3) == number and finders(s, 0, number) == {3} and not finders(s, 0, number + 1)


@pytest.mark.rule("base.search")
@pytest.mark.parametrize(("ships", "number"), [(8, 5), (9, 6)])
def test_nine_enemy_ships_are_found_more_easily(ships: int, number: int) -> None:
    names = [
        "CA Minneapolis",
        "CA Portland",
        "CA Astoria",
        "CA Chicago",
        "CL Atlanta",
        "CL San Diego",
        "CA Pensacola",
        "CL Honolulu",
        "BB North Carolina",
    ]
    s = combat({"CA Chokai": "solomons-3", **dict.fromkeys(names[:ships], "solomons-1")})
    assert search_number(s, 0, 3) == number


SPREAD = {
    "CA Chokai": "solomons-3", "CA Aoba": "solomons-1", "CA Astoria": "solomons-4", "CA Portland": "solomons-3", "CA Chicago": "solomons-0",
}  # fmt: skip


@pytest.mark.rule("base.search")
@pytest.mark.parametrize(
    ("axis", "allies", "found"),
    [
        (5, 10, {"CA Chokai", "CA Portland", "CA Chicago"}),
        (3, 10, {"CA Chokai", "CA Aoba", "CA Portland", "CA Chicago"}),
        (10, 6, {"CA Astoria", "CA Chokai", "CA Aoba"}),
        (10, 5, {"CA Astoria", "CA Portland", "CA Chokai", "CA Aoba"}),
        (5, 6, {"CA Chokai", "CA Aoba", "CA Astoria", "CA Portland", "CA Chicago"}),
    ],
)
def test_sections_that_find_and_those_they_find(axis: int, allies: int, found: set[str]) -> None:
    """In fine weather section 3 needs a 5, section 4 a 6; what is found lies no higher than the highest that finds."""
    s = combat(SPREAD)
    searched(s, axis, allies)
    assert engaged(s) == found


@pytest.mark.rule("base.search")
def test_where_nobody_finds_the_combat_ends() -> None:
    s = combat(DUEL)
    searched(s, 10, 10)
    assert s.sea == -1 and not s.engaged and pending(s) is None


@pytest.mark.rule("base.search")
def test_an_area_is_searched_once_an_impulse_by_who_has_ships_there() -> None:
    s = combat({**DUEL, "CA Portland": "coral_sea-1"})
    searched(s, 10, 10)
    assert s.seas_fought >> area(s, "solomons") & 1 and not open_areas(s, 0)
    fresh = sea({**DUEL, "CA Portland": "coral_sea-1"}, (NavalCombat(0),))
    assert refusal(fresh, AXIS, Search(area(fresh, "coral_sea"))) == "base.search", "no ship of ours"
    assert refusal(fresh, AXIS, Search(area(fresh, "marianas"))) == "base.search"


@pytest.mark.rule("base.search")
def test_convoys_are_found_and_find_nobody() -> None:
    s = sea({"CA Chokai": "solomons-1"}, ())
    assert not open_areas(s, 0)
    raid = combat({"CA Chokai": "solomons-1"}, convoys={"usa": 5})
    assert not open_areas(raid, 1), "convoys do not search"
    searched(raid, 3, 1)
    assert raid.escorted == [0, 1] and engaged(raid) == {"CA Chokai"}


@pytest.mark.rule("base.search")
@pytest.mark.parametrize(("axis", "allies", "found"), [(10, 2, False), (10, 1, True), (3, 9, True)])
def test_submarines_are_met_by_their_own_search_or_a_one(axis: int, allies: int, found: bool) -> None:
    s = combat({"Japanese SUB I": "solomons-1", "CA Astoria": "solomons-1"})
    searched(s, axis, allies)
    assert ("Japanese SUB I" in engaged(s)) == found
    assert found or s.sea == -1, "alone against nobody"


@pytest.mark.rule("base.search")
def test_only_those_at_war_fight() -> None:
    s = sea({**DUEL, "CA Australia": "solomons-2"}, ())
    w = s.world
    japan, commonwealth = w.party_of["japan"], w.party_of["commonwealth"]
    s.wars[japan] &= ~(1 << commonwealth)
    s.wars[commonwealth] = 0
    s.sea = area(s, "solomons")
    assert [w.piece(u) for u in present(s, 1)] == ["CA Astoria"]


# --- surprise points and the kind of combat


@pytest.mark.rule("base.surprise_points")
@pytest.mark.parametrize(
    ("axis", "allies", "points"), [(1, 4, [2, 0]), (4, 1, [0, 4]), (3, 3, [0, 1]), (2, 3, [0, 0])]
)
def test_surprise_points(axis: int, allies: int, points: list[int]) -> None:
    """Section 3 against section 4: own section and enemy roll less enemy section and own roll."""
    s = combat({"CA Chokai": "solomons-3", "CA Astoria": "solomons-4"})
    searched(s, axis, allies)
    assert s.guile == points


MIXED = {"CA Chokai": "solomons-4", "Japanese SUB I": "solomons-4", "CA Astoria": "solomons-1"}


@pytest.mark.rule("base.surprise_points", "base.combat_kind")
def test_four_points_choose_the_kind_of_combat() -> None:
    s = combat(MIXED)
    searched(s, 1, 3)
    assert s.guile == [5, 0] and plain_kind(s) == SURFACE
    assert refusal(s, AXIS, CallFight(AIRSEA)) == "base.combat_kind", "no planes"
    act(s, AXIS, CallFight(SUBS))
    assert s.kind_of_fight == SUBS and s.guile[0] == 1


@pytest.mark.rule("base.surprise_points")
def test_three_points_do_not() -> None:
    s = combat(MIXED)
    searched(s, 1, 1)
    assert s.guile == [3, 0] and isinstance(pending(s), Buying)
    s.agenda = (Choosing(0),)
    assert refusal(s, AXIS, CallFight(SUBS)) == "base.surprise_points"


@pytest.mark.rule("base.surprise_points")
def test_a_combat_can_be_called_off() -> None:
    s = combat(MIXED)
    searched(s, 1, 3)
    act(s, AXIS, CallFight(NO_COMBAT))
    assert s.sea == -1 and spot(s, "CA Astoria") == "solomons-1"


@pytest.mark.rule("base.surprise_points")
def test_two_points_buy_a_column_three_a_target() -> None:
    s = combat(MIXED)
    searched(s, 1, 3)
    act(s, AXIS, Done())
    before = column(s, 0, GUNS)
    act(s, AXIS, BuyShift())
    assert column(s, 0, GUNS) == before + 1 and s.guile[0] == 3
    act(s, AXIS, BuyTarget())
    assert s.picks[0] == 1 and s.guile[0] == 0 and isinstance(pending(s), FireRoll)
    poor = combat(MIXED)
    searched(poor, 1, 1)
    act(poor, AXIS, BuyShift())
    poor.agenda = (Buying(0),)
    assert refusal(poor, AXIS, BuyTarget()) == "base.surprise_points"


@pytest.mark.rule("base.combat_kind")
def test_submarines_alone_make_it_a_submarine_combat() -> None:
    s = settled({"Japanese SUB I": "solomons-3", "CA Astoria": "solomons-3"}, 1, 10)
    assert s.kind_of_fight == SUBS
    mixed = settled(MIXED, 2, 1)
    assert mixed.kind_of_fight == SURFACE and not can_be(mixed, AIRSEA)


@pytest.mark.rule("base.combat_kind")
def test_transports_alone_cannot_fight_each_other() -> None:
    s = combat({"Japanese TRS IV": "solomons-2", "American TRS VI": "solomons-2"})
    searched(s, 1, 1)
    assert s.sea == -1


# --- the table and the fire


@pytest.mark.rule("base.naval_table")
@pytest.mark.parametrize(
    ("strength", "targets", "shift", "expected"),
    [
        (1, 3, 0, 0), (2, 3, 0, 0), (3, 3, 0, 1), (9, 3, 0, 2), (10, 3, 0, 3), (51, 3, 0, 8), (60, 15, 0, 8), (20, 1, 0, 3), (20, 2, 0, 3),
        (20, 7, 0, 4), (20, 8, 0, 5), (20, 14, 0, 5), (20, 15, 0, 6), (20, 3, 2, 6), (1, 1, 0, 0), (0, 3, 0, -1), (5, 0, 0, -1),
    ],
)  # fmt: skip
def test_columns(strength: int, targets: int, shift: int, expected: int) -> None:
    s = sea({})
    assert s.world.tables.naval_column(strength, targets, shift) == expected


@pytest.mark.rule("base.naval_table")
@pytest.mark.parametrize(
    ("column_", "die", "result"),
    [(0, 1, "-"), (0, 7, "A"), (4, 5, "DA"), (8, 10, "XXXD"), (3, 9, "X"), (8, 1, "X")],
)
def test_the_table(column_: int, die: int, result: str) -> None:
    assert sea({}).world.tables.naval.read(column_, die).result == result


@pytest.mark.rule("base.surface")
def test_face_up_surface_ships_fire_with_their_attack() -> None:
    place = {
        "CA Chokai": "solomons-3",
        "BB Kongo": "solomons-3",
        "Japanese SUB I": "solomons-3",
        "CA Astoria": "solomons-3",
    }
    s = settled(place, 1, 2)
    w = s.world
    assert factors(s, 0, GUNS) == w.strength[w.unit("CA Chokai")] + w.strength[w.unit("BB Kongo")]
    tired = settled(place, 1, 2, down=["BB Kongo"])
    assert factors(tired, 0, GUNS) == w.strength[w.unit("CA Chokai")]
    assert victims(tired, 0, GUNS) == [w.unit("BB Kongo"), w.unit("CA Chokai")], (
        "a ship that does not fire can be hit"
    )


@pytest.mark.rule("base.surface", "base.hit")
def test_both_sides_fire_before_a_hit_counts() -> None:
    s = settled(DUEL)
    fire(s, 10)
    assert isinstance(pending(s), FireRoll), "the other side fires although it will be hit"
    fire(s, 10)
    assert isinstance(pending(s), DefenceRoll)


@pytest.mark.rule("base.hit")
def test_a_ship_in_port_that_must_break_off_is_turned_face_down() -> None:
    s = sea({"CA Chokai": "Rabaul"})
    u = s.world.unit("CA Chokai")
    assert DefenceRoll(u, A).apply(s, 1) == ()
    assert port(s, "CA Chokai") == "Rabaul" and s.down >> u & 1
    spared = sea({"CA Chokai": "Rabaul"})
    assert DefenceRoll(u, A).apply(spared, 10) == () and not spared.down >> u & 1


@pytest.mark.rule("base.hit")
@pytest.mark.parametrize(
    ("hit", "die", "fate"),
    [
        (X, 1, "pool"),
        (X, 7, "repair"),
        (D, 6, "repair"),
        (D, 7, "Rabaul"),
        (A, 1, "Rabaul"),
        (A, 10, "solomons-3"),
    ],
)
def test_a_ship_above_its_defence_is_hit_less_hard(hit: int, die: int, fate: str) -> None:
    """Chokai and Maya defend with 6."""
    s = settled(DUEL)
    w = s.world
    assert w.ship(w.unit("CA Chokai")).defence == 6
    s.agenda = (DefenceRoll(w.unit("CA Chokai"), hit),)
    roll(s, die)
    if pending(s) is not None:
        act(s, AXIS, Dock(w.hex("Rabaul")))
    assert spot(s, "CA Chokai") == fate or port(s, "CA Chokai") == fate
    assert s.sunk == [w.price[w.unit("CA Chokai")] if fate == "pool" else 0, 0]


@pytest.mark.rule("base.targets")
def test_the_owner_names_what_is_hit_on_the_surface() -> None:
    s = settled({**DUEL, "CA Portland": "solomons-3", "CA Chicago": "solomons-3"}, allies=2)
    s.agenda = ()
    s.salvos = ["00DA"]
    from hexfront.games.leaders_in_flames.sea.fire import Deal

    s.agenda = (Deal(),)
    settle(s)
    w = s.world
    assert isinstance(frame := pending(s), NameTarget) and frame.side == 1
    assert refusal(s, ALLIES, Take(w.unit("CA Chokai"))) == "base.targets"
    act(s, ALLIES, Take(w.unit("CA Portland")), 10)
    act(s, ALLIES, Dock(w.hex("Espiritu Santo")))
    assert port(s, "CA Portland") == "Espiritu Santo" and down(s, "CA Portland")
    assert {w.piece(a.unit) for a in pending(s).legal(s, ALLIES)} == {"CA Astoria", "CA Chicago"}  # type: ignore[union-attr]


@pytest.mark.rule("base.targets")
def test_nobody_is_hit_twice_while_another_is_left() -> None:
    s = settled({**DUEL, "CA Portland": "solomons-3"}, allies=2)
    w = s.world
    strike(s, w.unit("CA Portland"), 1, A)
    assert victims(s, 1, GUNS) == [w.unit("CA Astoria")]
    strike(s, w.unit("CA Astoria"), 1, A)
    assert set(victims(s, 1, GUNS)) == {w.unit("CA Astoria"), w.unit("CA Portland")}


@pytest.mark.rule("base.surprise_points", "base.targets")
def test_a_target_bought_is_named_by_the_buyer() -> None:
    s = settled({**DUEL, "CA Portland": "solomons-3"}, allies=2)
    s.picks = [1, 0]
    s.salvos = ["00DA"]
    from hexfront.games.leaders_in_flames.sea.fire import Deal

    s.agenda = (Deal(),)
    settle(s)
    assert isinstance(frame := pending(s), NameTarget) and frame.side == 0 and s.picks == [0, 0]


# --- submarines and convoys


@pytest.mark.rule("base.subs")
def test_torpedoes_take_convoys_then_transports_then_warships() -> None:
    place = {"Japanese SUB I": "solomons-2", "American TRS VI": "solomons-1", "CA Astoria": "solomons-1"}
    s = settled(place, 1, 10, convoys={"usa": 4})
    w = s.world
    assert s.kind_of_fight == SUBS and victims(s, 1, TORPEDOES) == [CONVOY]
    s.convoys = {}
    assert victims(s, 1, TORPEDOES) == [w.unit("American TRS VI")]
    s.engaged &= ~(1 << w.unit("American TRS VI"))
    assert victims(s, 1, TORPEDOES) == [w.unit("CA Astoria")]


@pytest.mark.rule("base.subs")
def test_carriers_cruisers_and_convoys_fight_submarines() -> None:
    place = {
        "Japanese SUB I": "solomons-2",
        "CA Astoria": "solomons-1",
        "CV Wasp": "solomons-1",
        "BB North Carolina": "solomons-1",
        "CL Atlanta": "solomons-1",
    }
    s = settled(place, 1, 10, convoys={"usa": 7})
    assert factors(s, 1, DEPTH_CHARGES) == 3 + 2, "battleships do not, three convoy points do"
    assert target_count(s, 0, DEPTH_CHARGES) == 1 and target_count(s, 1, TORPEDOES) == 4 + 2
    plain = column(s, 1, DEPTH_CHARGES)
    s.shifts[1] = 2
    assert column(s, 1, DEPTH_CHARGES) == plain, "columns are bought for guns, bombs and torpedoes"
    w = s.world
    assert factors(s, 0, TORPEDOES) == w.strength[w.unit("Japanese SUB I")] and victims(
        s, 0, DEPTH_CHARGES
    ) == [w.unit("Japanese SUB I")]
    tired = settled(place, 1, 10, convoys={"usa": 7}, down=["CA Astoria", "Japanese SUB I"])
    assert tired.sea == -1, "a submarine that is face-down cannot attack"


@pytest.mark.rule("base.convoy_hit")
@pytest.mark.parametrize(("hit", "left", "home"), [(X, 3, 0), (D, 4, 0), (A, 4, 1)])
def test_convoys_lose_points(hit: int, left: int, home: int) -> None:
    s = settled({"Japanese SUB I": "solomons-2"}, 1, 10, convoys={"usa": 5})
    strike(s, CONVOY, 1, hit)
    assert convoys_in(s, s.sea, 1) == left and sum(s.merchants) == home
    assert s.toll == [0, 5 - left - home] == s.sunk


@pytest.mark.rule("base.convoy_hit")
def test_the_largest_convoy_is_hit_and_an_empty_one_is_gone() -> None:
    s = settled({"Japanese SUB I": "solomons-2"}, 1, 10, convoys={"usa": 2, "commonwealth": 3})
    here = s.sea
    strike(s, CONVOY, 1, X)
    assert owners(s, here, 1) and convoys_in(s, here, 1) == 3
    strike(s, CONVOY, 1, X)
    strike(s, CONVOY, 1, X)
    assert not convoys_in(s, here, 1) and not s.convoys
    assert points_of(s, here, 5) == 0


@pytest.mark.rule("base.targets")
def test_the_owner_may_offer_the_convoy_to_gunfire() -> None:
    s = settled({"CA Chokai": "solomons-3", "CA Astoria": "solomons-0"}, 1, 10, convoys={"usa": 5})
    s.agenda = (NameTarget(1, 0, GUNS, D),)
    act(s, ALLIES, TakeConvoy())
    assert convoys_in(s, s.sea, 1) == 4


# --- breaking off


@pytest.mark.rule("base.abort")
def test_a_side_may_break_off_and_goes_home() -> None:
    s = settled({**DUEL, "Mikawa": "solomons-3"})
    w = s.world
    fire(s, 1, 1)
    assert isinstance(frame := pending(s), StayOrGo) and frame.side == 0, "who searched is asked first"
    act(s, AXIS, TurnAway())
    act(s, AXIS, Dock(w.hex("Rabaul")))
    assert s.sea == -1 and port(s, "CA Chokai") == "Rabaul" and down(s, "CA Chokai")
    assert port(s, "Mikawa") == "Rabaul" and down(s, "Mikawa") and spot(s, "CA Astoria") == "solomons-3"


@pytest.mark.rule("base.abort")
def test_else_they_search_again() -> None:
    s = settled(DUEL)
    fire(s, 1, 1)
    act(s, AXIS, HoldOn())
    act(s, ALLIES, HoldOn())
    searched(s, 10, 10)
    assert s.sea == -1 and spot(s, "CA Chokai") == "solomons-3"


@pytest.mark.rule("base.abort")
def test_ships_that_were_not_met_stay() -> None:
    s = settled({"CA Chokai": "solomons-3", "CA Aoba": "solomons-4", "CA Astoria": "solomons-3"}, 10, 4)
    assert engaged(s) == {"CA Chokai", "CA Astoria"}
    fire(s, 1, 1)
    act(s, AXIS, TurnAway())
    act(s, AXIS, Dock(s.world.hex("Rabaul")))
    assert spot(s, "CA Aoba") == "solomons-4"


# --- recall


def after_losses(axis: list[str], allies: list[str], said: tuple[str, int] | None, **given: Any) -> State:
    """A combat in which these ships were sunk and an ability used, judged."""
    place = dict.fromkeys((*axis, *allies, "CL Yubari", "CL Atlanta"), "solomons-3") | {
        "Mikawa": "solomons-3"
    }
    s = combat(place, leaders={"Mikawa": [115, 93]}, **given)
    if said and said[1] == 93:
        say(s, AXIS, *said)
    searched(s, 1, 2)
    if said and said[1] == 115:
        say(s, AXIS, *said)
    go_on(s)
    s.fates = dict.fromkeys((s.world.unit(name) for name in (*axis, *allies)), KILLED)
    recall_at_sea(s)
    return s


@pytest.mark.rule("3.3c", "3.3g")
@pytest.mark.parametrize("ability", [115, 93])
def test_3_3c_ten_build_points_more_recall_him(ability: int) -> None:
    s = after_losses(["BB Kongo", "CA Chokai"], [], ("Mikawa", ability))
    assert spot(s, "Mikawa") == "cup"


@pytest.mark.rule("3.3c")
def test_3_3c_not_for_less_and_not_if_unused() -> None:
    w = sea({}).world
    kongo, chokai, astoria = (w.price[w.unit(name)] for name in ("BB Kongo", "CA Chokai", "CA Astoria"))
    assert kongo + chokai >= 10 > kongo + chokai - astoria
    assert (
        spot(after_losses(["BB Kongo", "CA Chokai"], ["CA Astoria"], ("Mikawa", 115)), "Mikawa")
        == "solomons-3"
    )
    assert spot(after_losses(["BB Kongo", "CA Chokai"], [], None), "Mikawa") == "solomons-3"


@pytest.mark.rule("3.3f")
def test_3_3f_convoys_and_all_rounds_count_together() -> None:
    s = combat(
        {
            "CA Chokai": "solomons-3",
            "CL Yubari": "solomons-3",
            "CA Astoria": "solomons-3",
            "Mikawa": "solomons-3",
        },
        leaders={"Mikawa": [93]},
    )
    say(s, AXIS, "Mikawa", 93)
    searched(s, 1, 2)
    s.fates = {s.world.unit("CA Chokai"): KILLED}
    s.toll = [10 - s.world.price[s.world.unit("CA Chokai")], 0]
    recall_at_sea(s)
    assert spot(s, "Mikawa") == "cup"


@pytest.mark.rule("3.3k", "3.3l")
def test_3_3k_one_a_side_the_highest_rank() -> None:
    place = {
        "BB Kongo": "solomons-3",
        "CA Chokai": "solomons-3",
        "CL Yubari": "solomons-3",
        "CA Astoria": "solomons-3",
        "Mikawa": "solomons-3",
        "Yamamoto": "solomons-3",
    }
    s = combat(place, leaders={"Mikawa": [93], "Yamamoto": [100]})
    say(s, AXIS, "Mikawa", 93)
    say(s, AXIS, "Yamamoto", 100)
    searched(s, 2, 2)
    s.fates = dict.fromkeys((s.world.unit(name) for name in ("BB Kongo", "CA Chokai")), KILLED)
    recall_at_sea(s)
    assert spot(s, "Yamamoto") == "cup" and spot(s, "Mikawa") == "solomons-3"


# --- abilities


def number(
    leaders: dict[str, list[int]],
    at: str = "solomons-3",
    announce: bool = True,
    weather: str = "fine",
    **given: Any,
) -> int:
    """The search number of Chokai's section with a leader somewhere."""
    ((name, abilities),) = leaders.items()
    s = combat({**DUEL, "CL Yubari": "solomons-1", name: at}, leaders=leaders, weather=weather, **given)
    if announce:
        say(s, AXIS, name, abilities[0])
    return search_number(s, 0, 3)


@pytest.mark.rule("ability.93")
@pytest.mark.parametrize(("weather", "plain"), [("fine", 5), ("rain", 3), ("snow", 3)])
def test_93_search_number(weather: str, plain: int) -> None:
    assert number({"Mikawa": [93]}, weather=weather) == plain + 1
    assert number({"Mikawa": [93]}, announce=False, weather=weather) == plain
    assert number({"Mikawa": [93]}, at="solomons-1", weather=weather) == plain + 1, (
        "his side's search in his sea area"
    )


@pytest.mark.rule("ability.93")
def test_93_not_in_storm_elsewhere_face_down_or_with_his_rank_in_use() -> None:
    place = {**DUEL, "Mikawa": "solomons-3"}
    assert (
        refused(combat(place, leaders={"Mikawa": [93]}, weather="storm"), "Mikawa", 93, "search")
        == "ability.93"
    )
    assert refused(combat(place, leaders={"Mikawa": [93]}, down=["Mikawa"]), "Mikawa", 93, "search") == "3.2a"
    far = combat({**DUEL, "CL Yubari": "marianas-1", "Mikawa": "marianas-1"}, leaders={"Mikawa": [93]})
    assert refused(far, "Mikawa", 93, "search") == "2a"
    rows = {"leader": [{"id": "Mikawa", "abilities": [93]}, {"id": "Nagumo", "abilities": [93], "stars": 2}]}
    both = combat({**place, "Nagumo": "solomons-3"}, pack={"leaders": rows})
    say(both, AXIS, "Mikawa", 93)
    assert refused(both, "Nagumo", 93, "search") == "3.2g"


@pytest.mark.rule("ability.91")
def test_91_needs_the_mediterranean_and_fine_weather() -> None:
    place = {**DUEL, "Mikawa": "solomons-3"}
    here = {"seas": {"area": [{"id": "solomons", "weather": "mediterranean"}]}}
    s = combat(place, leaders={"Mikawa": [91]}, pack=here)
    before = search_number(s, 0, 3)
    say(s, AXIS, "Mikawa", 91)
    assert search_number(s, 0, 3) == before + 1
    assert refused(combat(place, leaders={"Mikawa": [91]}), "Mikawa", 91, "search") == "ability.91"
    rain = combat(place, leaders={"Mikawa": [91]}, pack=here, weather="rain")
    assert refused(rain, "Mikawa", 91, "search") == "ability.91"


@pytest.mark.rule("ability.100")
@pytest.mark.parametrize(
    ("at", "die", "rolled"),
    [("solomons-3", 6, 5), ("solomons-3", 7, 10), ("solomons-1", 6, 10), ("solomons-1", 4, 3)],
)
def test_100_one_less_or_a_ten(at: str, die: int, rolled: int) -> None:
    """Section 3 finds with 5, section 1 with 3."""
    s = combat({**DUEL, "CL Yubari": "solomons-1", "Ozawa": at}, leaders={"Ozawa": [100]})
    say(s, AXIS, "Ozawa", 100)
    go_on(s)
    roll(s, (die, 10))
    assert s.rolls[0] == rolled or (s.sea == -1 and rolled == 10)


@pytest.mark.rule("ability.100", "3.2k")
@pytest.mark.parametrize(("other", "rolled"), [("solomons-3", 4), ("solomons-0", 10)])
def test_100_two_leaders_lower_it_by_two_and_both_must_find(other: str, rolled: int) -> None:
    place = {**DUEL, "CL Yubari": "solomons-0", "Ozawa": "solomons-3", "Nagumo": other}
    s = combat(place, leaders={"Ozawa": [100], "Nagumo": [100]})
    assert s.world.has_rank[s.world.unit("Ozawa")] == s.world.has_rank[s.world.unit("Nagumo")]
    s.world.has_rank[s.world.unit("Nagumo")] = 2
    try:
        say(s, AXIS, "Ozawa", 100)
        say(s, AXIS, "Nagumo", 100)
        go_on(s)
        roll(s, (6, 10))
        assert s.rolls[0] == rolled or (s.sea == -1 and rolled == 10)
    finally:
        s.world.has_rank[s.world.unit("Nagumo")] = 3


@pytest.mark.rule("ability.100")
def test_100_not_unless_he_says_so_and_not_from_elsewhere() -> None:
    s = combat({**DUEL, "Ozawa": "solomons-3"}, leaders={"Ozawa": [100]})
    searched(s, 4, 4)
    assert s.rolls == [4, 4]
    far = combat({**DUEL, "Ozawa": "Truk"}, leaders={"Ozawa": [100]})
    assert refused(far, "Ozawa", 100, "search") == "2a"


HUNT = {
    "CV Wasp": "solomons-3",
    "Spruance": "solomons-3",
    "Japanese SUB I": "solomons-1",
    "Japanese SUB II": "solomons-4",
}


@pytest.mark.rule("ability.117")
@pytest.mark.parametrize(("die", "found"), [(7, True), (8, False)])
def test_117_a_carrier_hunts_submarines(die: int, found: bool) -> None:
    """Section 3 finds with 5, the hunter with 7: then every submarine is in it."""
    s = combat(HUNT, side=ALLIES, leaders={"Spruance": [117]})
    say(s, ALLIES, "Spruance", 117)
    searched(s, 10, die)
    assert ({"Japanese SUB I", "Japanese SUB II", "CV Wasp"} == engaged(s)) == found


@pytest.mark.rule("ability.117")
def test_117_not_unannounced_in_rain_or_without_a_carrier() -> None:
    s = combat(HUNT, side=ALLIES, leaders={"Spruance": [117]})
    searched(s, 10, 5)
    assert s.sea == -1, "found nobody but submarines"
    assert (
        refused(
            combat(HUNT, side=ALLIES, leaders={"Spruance": [117]}, weather="rain"), "Spruance", 117, "search"
        )
        == "ability.117"
    )
    no_deck = {**{k: v for k, v in HUNT.items() if k != "CV Wasp"}, "CA Astoria": "solomons-3"}
    assert (
        refused(combat(no_deck, side=ALLIES, leaders={"Spruance": [117]}), "Spruance", 117, "search")
        == "ability.117"
    )
    tired = combat(HUNT, side=ALLIES, leaders={"Spruance": [117]}, down=["CV Wasp"])
    assert refused(tired, "Spruance", 117, "search") == "ability.117"


def with_leader(
    abilities: list[int],
    say_it: int | None,
    place: dict[str, str],
    axis: int = 1,
    allies: int = 2,
    at: str = "solomons-3",
    **given: Any,
) -> State:
    """A combat up to the choice of its kind, with Mikawa aboard."""
    s = combat({**place, "Mikawa": at}, leaders={"Mikawa": abilities}, **given)
    searched(s, axis, allies)
    if say_it:
        say(s, AXIS, "Mikawa", say_it)
    go_on(s)
    return s


@pytest.mark.rule("ability.115")
def test_115_cruisers_are_doubled() -> None:
    place = {**DUEL, "BB Kongo": "solomons-3", "CL Yubari": "solomons-2"}
    s = with_leader([115], 115, place)
    w = s.world
    chokai, kongo, yubari = (w.strength[w.unit(n)] for n in ("CA Chokai", "BB Kongo", "CL Yubari"))
    assert factors(s, 0, GUNS) == 2 * chokai + kongo + yubari, "the light cruiser is in another section"
    assert factors(with_leader([115], None, place), 0, GUNS) == chokai + kongo + yubari
    out = combat(
        {
            "CA Chokai": "solomons-3",
            "CA Aoba": "solomons-4",
            "CA Astoria": "solomons-3",
            "Mikawa": "solomons-4",
        },
        leaders={"Mikawa": [115]},
    )
    searched(out, 10, 4)
    assert refused(out, "Mikawa", 115, "naval") == "2a", "his section is not in it"


@pytest.mark.rule("ability.112")
def test_112_surface_combat_for_two_points() -> None:
    place = {"CA Chokai": "solomons-3", "Japanese SUB I": "solomons-3", "CA Astoria": "solomons-3"}
    s = with_leader([112], 112, place, 1, 3)
    assert price_of(s, 0, SURFACE) == 2 and price_of(s, 0, SUBS) == 4 and isinstance(pending(s), Choosing)
    act(s, AXIS, CallFight(SURFACE))
    assert s.guile == [0, 0] and s.kind_of_fight == SURFACE
    plain = with_leader([112], None, place, 1, 3)
    assert price_of(plain, 0, SURFACE) == 4


@pytest.mark.rule("ability.92")
def test_92_submarine_combat_for_three_and_a_point_more() -> None:
    place = {"CA Chokai": "solomons-3", "Japanese SUB I": "solomons-3", "CA Astoria": "solomons-3"}
    s = with_leader([92], 92, place, 1, 5)
    assert price_of(s, 0, SUBS) == 3 and s.guile == [4, 0]
    act(s, AXIS, CallFight(SUBS))
    assert s.guile[0] == 4 - 3 + 1
    assert price_of(with_leader([92], None, place, 1, 5), 0, SUBS) == 4
    surface = with_leader([92], 92, place, 1, 5)
    act(surface, AXIS, Done())
    assert surface.kind_of_fight == SURFACE and surface.guile[0] == 4, "no point more in surface combat"


@pytest.mark.rule("ability.92")
def test_92_his_point_takes_one_from_the_enemy() -> None:
    s = with_leader([92], 92, {"Japanese SUB I": "solomons-3", "CA Astoria": "solomons-3"}, 4, 2)
    assert s.kind_of_fight == SUBS and s.guile == [0, 1]


DASH = {
    "CA Chokai": "solomons-4",
    "CA Aoba": "solomons-4",
    "Japanese SUB I": "solomons-0",
    "American SUB II": "solomons-4",
    "CA Astoria": "solomons-1",
}


@pytest.mark.rule("ability.94")
def test_94_fast_ships_of_section_4_force_surface_combat() -> None:
    s = with_leader([94], 94, DASH, 6, 10, "solomons-4")
    assert plain_kind(s) == SURFACE
    from hexfront.games.leaders_in_flames.sea.battle import is_dash

    assert is_dash(s, 0)
    assert not is_dash(with_leader([94], None, DASH, 6, 10, "solomons-4"), 0)
    slow = with_leader([94], 94, {**DASH, "BB Kongo": "solomons-4"}, 6, 10, "solomons-4")
    assert not is_dash(slow, 0), "Kongo moves 5"
    low = with_leader([94], 94, {**DASH, "CA Furutaka": "solomons-3"}, 5, 10, "solomons-4")
    assert not is_dash(low, 0), "section 3 is in it"
    s.engaged = 0
    assert not is_dash(s, 0), "nobody of his is in it"


@pytest.mark.rule("ability.95")
def test_95_first_target_in_surface_combat() -> None:
    place = {**DUEL, "CA Portland": "solomons-3"}
    s = with_leader([95], 95, place)
    s.kind_of_fight = SURFACE
    assert [namer(s, 0, GUNS, k) for k in range(3)] == [0, 1, 1] and namer(s, 1, GUNS, 0) == 0
    plain = with_leader([95], None, place)
    plain.kind_of_fight = SURFACE
    assert namer(plain, 0, GUNS, 0) == 1
    assert namer(s, 0, TORPEDOES, 0) == 1, "not for torpedoes"


@pytest.mark.rule("ability.110")
def test_110_targets_in_turns() -> None:
    place = {**DUEL, "CA Portland": "solomons-3"}
    s = with_leader([110], 110, place)
    s.kind_of_fight = SURFACE
    assert [namer(s, 0, GUNS, k) for k in range(4)] == [0, 1, 0, 1]
    s.weather = [2] * 6
    assert [namer(s, 0, GUNS, k) for k in range(4)] == [1, 1, 1, 1], "not in a storm"
    stormy = combat({**place, "Mikawa": "solomons-3"}, leaders={"Mikawa": [110]}, weather="storm")
    searched(stormy, 1, 1)
    assert refused(stormy, "Mikawa", 110, "naval") == "ability.110"


@pytest.mark.rule("ability.105")
def test_105_defence_roll() -> None:
    from hexfront.games.leaders_in_flames.sea.fire import defence_bonus

    place = {**DUEL, "CL Yubari": "solomons-2", "Japanese SUB I": "solomons-3"}
    s = with_leader([105], 105, place)
    w = s.world
    assert defence_bonus(s, w.unit("CA Chokai")) == 1
    assert defence_bonus(s, w.unit("CL Yubari")) == 0, "another section"
    assert defence_bonus(s, w.unit("Japanese SUB I")) == 0, "no surface ship"
    assert defence_bonus(s, w.unit("CA Astoria")) == 0
    assert defence_bonus(with_leader([105], None, place), w.unit("CA Chokai")) == 0
    s.agenda = (DefenceRoll(w.unit("CA Chokai"), D),)
    roll(s, 6)
    assert isinstance(pending(s), object) and spot(s, "CA Chokai") != "repair", "a 6 counts as 7"


@pytest.mark.rule("ability.105")
def test_105_serves_his_own_power_alone() -> None:
    place = {
        "CA Australia": "solomons-3",
        "CA Portland": "solomons-3",
        "Halsey": "solomons-3",
        "CA Chokai": "solomons-3",
    }
    s = combat(place, side=ALLIES, leaders={"Halsey": [105]})
    searched(s, 2, 1)
    say(s, ALLIES, "Halsey", 105)
    from hexfront.games.leaders_in_flames.sea.fire import defence_bonus

    w = s.world
    assert [defence_bonus(s, w.unit(n)) for n in ("CA Portland", "CA Australia")] == [1, 0]


@pytest.mark.rule("ability.108")
def test_108_guns_against_submarines() -> None:
    place = {
        "Japanese SUB I": "solomons-2",
        "BB North Carolina": "solomons-3",
        "CA Astoria": "solomons-3",
        "CL Atlanta": "solomons-2",
        "Halsey": "solomons-3",
    }
    s = combat(place, side=ALLIES, leaders={"Halsey": [108]})
    searched(s, 1, 4)
    assert factors(s, 1, DEPTH_CHARGES) == 2
    say(s, ALLIES, "Halsey", 108)
    w = s.world
    assert (
        factors(s, 1, DEPTH_CHARGES)
        == w.strength[w.unit("BB North Carolina")] + w.strength[w.unit("CA Astoria")] + 1
    )


PACK = {
    "Japanese SUB I": "solomons-3",
    "Japanese SUB II": "solomons-0",
    "CL Yubari": "solomons-3",
    "American TRS VI": "solomons-1",
}


@pytest.mark.rule("ability.104")
def test_104_all_submarines_join_and_points_are_worked_out_again() -> None:
    s = with_leader([104], 104, PACK, 5, 10)
    assert engaged(s) == {"Japanese SUB I", "CL Yubari", "American TRS VI"} and s.guile == [7, 0]
    act(s, AXIS, CallFight(SUBS))
    assert "Japanese SUB II" in engaged(s)
    assert s.guile == [0, 0], "(0 + 10) - (1 + 5) - 4"
    plain = with_leader([104], None, PACK, 5, 10)
    act(plain, AXIS, CallFight(SUBS))
    assert "Japanese SUB II" not in engaged(plain) and plain.guile == [3, 0]


@pytest.mark.rule("ability.104")
def test_104_the_enemy_may_have_points_then() -> None:
    place = {**PACK, "American TRS VI": "solomons-4"}
    s = combat({**place, "Mikawa": "solomons-3"}, leaders={"Mikawa": [104]})
    searched(s, 5, 10)
    assert engaged(s) == set() or s.sea == -1, "section 3 does not find section 4"
    both = combat(
        {
            **{k: v for k, v in PACK.items() if k != "CL Yubari"},
            "CA Astoria": "solomons-3",
            "Mikawa": "solomons-3",
        },
        leaders={"Mikawa": [104]},
    )
    searched(both, 4, 5)
    say(both, AXIS, "Mikawa", 104)
    assert both.kind_of_fight == SUBS and both.guile == [0, 2], "(0 + 5) - (3 + 4)"


@pytest.mark.rule("ability.104")
@pytest.mark.parametrize(("axis", "joins"), [(3, True), (10, False)])
def test_104_only_if_a_submarine_has_found_the_enemy_itself(axis: int, joins: bool) -> None:
    """With a 1 the enemy finds the submarine of section 1; that of section 4 joins only if hers found him."""
    place = {
        "Japanese SUB I": "solomons-1",
        "Japanese SUB II": "solomons-4",
        "American TRS VI": "solomons-1",
        "Mikawa": "solomons-1",
    }
    s = combat(place, leaders={"Mikawa": [104]})
    searched(s, axis, 1)
    assert engaged(s) == {"Japanese SUB I", "American TRS VI"} | ({"Japanese SUB II"} if axis <= 6 else set())
    say(s, AXIS, "Mikawa", 104)
    if isinstance(pending(s), Choosing):
        act(s, ALLIES, Done())
    assert s.kind_of_fight == SUBS
    assert ("Japanese SUB II" in engaged(s)) == joins


@pytest.mark.rule("ability.104")
def test_104_what_the_enemy_paid_is_gone_too() -> None:
    s = combat({**PACK, "CA Astoria": "solomons-3", "Mikawa": "solomons-3"}, leaders={"Mikawa": [104]})
    searched(s, 5, 4)
    say(s, AXIS, "Mikawa", 104)
    go_on(s)
    s.paid, s.guile = [0, 4], [0, 0]
    pack(s)
    assert s.guile == [0, 0], "(3 + 5) - (0 + 4) is 4, and 4 were paid"


@pytest.mark.rule("ability.104")
def test_104_for_the_allies_too() -> None:
    place = {
        "American SUB III": "solomons-0",
        "American SUB II": "solomons-3",
        "CL Yubari": "solomons-3",
        "Halsey": "solomons-3",
    }
    s = combat(place, side=ALLIES, leaders={"Halsey": [104]})
    searched(s, 4, 5)
    say(s, ALLIES, "Halsey", 104)
    go_on(s)
    s.paid, s.guile = [0, 1], [0, 0]
    pack(s)
    assert s.guile == [5, 0], "(0 + 4) - (3 + 5) is 4 for the enemy, and 1 was paid for nothing"


@pytest.mark.rule("base.hit", "3.1k")
def test_a_damaged_ship_comes_to_the_yards_face_up() -> None:
    s = combat({"CA Chokai": "solomons-3", "CA Astoria": "solomons-3"}, down=["CA Chokai"])
    u = s.world.unit("CA Chokai")
    assert s.down >> u & 1
    cripple(s, u)
    assert spot(s, "CA Chokai") == "repair" and not s.down >> u & 1


# --- what is shown of it


@pytest.mark.rule("base.naval_table", "base.surface")
def test_a_battle_at_sea_is_worked_out_before_its_dice_and_told_in_words() -> None:
    s = settled(DUEL)
    frame = pending(s)
    assert isinstance(frame, FireRoll)
    shown = LEADERS_IN_FLAMES.forecast(s, AXIS)
    assert shown is not None and shown.title == "Battle in the Solomons" and shown.at == "solomons-3"
    assert shown.attackers == ("CA Chokai",) and shown.defenders == ("CA Astoria",)
    lines = {line.label: line.value for line in shown.working}
    assert lines["Axis: gunfire"] == f"{factors(s, 0, GUNS)} at 1 counter"
    table = s.world.tables.naval
    fired = [table.read(column(s, 0, GUNS), die).result for die in range(1, 11)]
    assert dict(shown.chances) == {result: fired.count(result) / 10 for result in fired}
    assert shown.column == column(s, 0, GUNS) and shown.columns == tuple(table.columns)
    assert set(shown.meanings) == set(fired) and shown.meanings["-"] == "no hit"
    luck = LEADERS_IN_FLAMES.fortune(s, frame)
    assert luck is not None and luck.side == AXIS
    assert max(range(1, 11), key=luck.worth) == max(
        range(1, 11), key=lambda die: len(fired[die - 1].strip("-"))
    )
    assert Fired(s.where[s.world.unit("CA Chokai")], 0, GUNS, 9, "5-9", 2, "DA").line(s).text == (
        "Gunfire of the Axis, factors 9 (5-9): roll 2, 1 damaged, 1 driven off."
    )


@pytest.mark.rule("base.abort")
def test_whoever_may_break_off_sees_what_another_round_would_be() -> None:
    s = settled(DUEL)
    while not isinstance(frame := pending(s), StayOrGo):
        roll(s, 10)
    s.shifts = [1, 0]
    shown = LEADERS_IN_FLAMES.forecast(s, SEATS[frame.side])
    assert shown is not None and shown.title == "Another round in the Solomons"
    assert shown.attackers == ("CA Chokai",) and shown.defenders == ("CA Astoria",)
    assert "Axis: columns bought" not in {line.label for line in shown.working}, "that was last round"
    act(s, AXIS, TurnAway())
    assert LEADERS_IN_FLAMES.forecast(s, AXIS) is None


@pytest.mark.rule("base.subs")
def test_torpedoes_and_depth_charges_are_shown() -> None:
    deep = settled({"Japanese SUB I": "solomons-1", "CA Astoria": "solomons-1"})
    shown = LEADERS_IN_FLAMES.forecast(deep, AXIS)
    assert shown is not None and shown.working[0].value == "submarine combat"
    lines = {line.label: line.value for line in shown.working}
    assert lines["Axis: torpedoes"] == str(factors(deep, 0, TORPEDOES))
    assert lines["Allies: depth charges"] == str(factors(deep, 1, DEPTH_CHARGES))


@pytest.mark.rule("2a")
def test_a_search_is_helped_from_any_section_of_the_area_and_a_fight_from_his_own() -> None:
    s = combat({**DUEL, "CL Yubari": "solomons-1", "Mikawa": "solomons-1"}, leaders={"Mikawa": [93]})
    assert not s.engaged and refused(s, "Mikawa", 93, "search") == ""
    far = combat({**DUEL, "CL Yubari": "marianas-1", "Mikawa": "marianas-1"}, leaders={"Mikawa": [93]})
    assert refused(far, "Mikawa", 93, "search") == "2a"


@pytest.mark.rule("ability.93", "base.search")
@pytest.mark.parametrize(("at", "number"), [("solomons-1", 6), ("marianas-1", 5)])
def test_93_helps_no_search_of_another_area(at: str, number: int) -> None:
    s = combat({**DUEL, "CL Yubari": at, "Mikawa": at}, leaders={"Mikawa": [93]})
    s.said[code(s.world.unit("Mikawa"), 93)] = occasion(s)
    assert search_number(s, 0, 3) == number


@pytest.mark.rule("base.hit", "3.1k")
@pytest.mark.parametrize("company", [False, True])
def test_a_leader_without_a_ship_left_goes_to_port_with_the_damaged_one(company: bool) -> None:
    place = {"CA Chokai": "solomons-3", "Mikawa": "solomons-3", "Japanese INF 17": "Rabaul"}
    s = sea(place | ({"CL Yubari": "solomons-3"} if company else {}))
    cripple(s, s.world.unit("CA Chokai"))
    assert spot(s, "CA Chokai") == "repair"
    if company:
        assert spot(s, "Mikawa") == "solomons-3" and not down(s, "Mikawa")
    else:
        assert s.where[s.world.unit("Mikawa")] >= 0 and down(s, "Mikawa")


@pytest.mark.rule("base.targets", "base.convoy_hit")
@pytest.mark.parametrize("firing", [0, 1])
def test_a_convoy_that_is_named_belongs_to_those_under_fire(firing: int) -> None:
    s = combat(DUEL, convoys={"japan": 3, "usa": 3})
    searched(s, 1, 1)
    NameTarget(1 - firing, firing, TORPEDOES, X).apply(s, SEATS[1 - firing], TakeConvoy())
    left = [convoys_in(s, area(s, "solomons"), side) for side in (0, 1)]
    assert left[firing] == 3 and left[1 - firing] < 3
