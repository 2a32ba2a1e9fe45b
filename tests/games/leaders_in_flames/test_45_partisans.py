"""Partisans, and the leaders who make more of them."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Announce,
    Attack,
    Commit,
    Done,
    Go,
    Join,
    Pick,
    Place,
    Take,
)
from hexfront.games.leaders_in_flames.kinds import ALLIES, AXIS, GERMANY, MOVES, USSR
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting
from hexfront.games.leaders_in_flames.land.factors import defence_factor
from hexfront.games.leaders_in_flames.land.losses import TakeLoss
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.supply import is_supplied, supply_of
from hexfront.games.leaders_in_flames.land.zones import may_stack, zone_of
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import code
from hexfront.games.leaders_in_flames.leaders.fate import losses
from hexfront.games.leaders_in_flames.limits import used
from hexfront.games.leaders_in_flames.politics.partisans import (
    DrawInfantry,
    GoHome,
    PartisanRoll,
    PlaceBand,
    combine,
    garrison,
    hideouts,
    occupied,
    value,
)
from hexfront.games.leaders_in_flames.politics.wars import war_between
from hexfront.games.leaders_in_flames.state import State, give_hexes, holder
from hexfront.hexes import bits
from hexfront.kernel import pending, settle
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import campaign, down, go_on, refused, to_roll, where, why

BAND = "Soviet PART 3"  # 2-2


def occupation(place: dict[str, str] | None = None, agenda: tuple[Any, ...] = (), **given: Any) -> State:
    """The Germans hold the Ukraine and White Russia."""
    s = campaign(place, **{"side": "", "phase": "end"} | given)
    w = s.world
    s.pacts = {}
    war_between(s, GERMANY, USSR)
    s.surprised = 0
    west = sum(1 << h for h in w.grid if w.lands.sheet[h] == "E" and int(w.label(h)[1:3]) >= 13)
    give_hexes(s, west & s.control[USSR], GERMANY)
    for h in {h for h in s.where if h >= 0}:
        land = [u for u in s.stack[h] if w.is_troop(u) and w.combat[u]]
        if land:
            give_hexes(s, 1 << h, w.party[land[0]])
    s.agenda = agenda
    settle(s)
    return s


def band(s: State, nation: str) -> int:
    return next(k for k, row in enumerate(s.world.affairs.bands) if row.id == nation)


# --- the roll


@pytest.mark.rule("base.partisans")
def test_the_number_less_the_garrison() -> None:
    s = occupation(
        {
            "German INF IX": "Kiev",
            "German GAR LXXXII": "Minsk",
            "German INF DIV 2": "Minsk",
            "German INF X": "Warsaw",
        }
    )
    k = band(s, "ussr")
    assert occupied(s, k) and garrison(s, s.world.affairs.band_ground[k], s.wars[USSR]) == 3, (
        "1 + 2 + a half, dropped"
    )
    assert value(s, k) == 8 - 3
    s.deeds["partisans.ussr"] = 25
    assert value(s, k) == 22
    s.deeds["partisans.ussr"] = 1
    assert value(s, k) == 0, "never less than none"


@pytest.mark.rule("base.partisans")
def test_dice_name_countries() -> None:
    s = occupation(agenda=(PartisanRoll(),))
    roll(s, (10, 10))
    assert not s.agenda, "nobody was named"
    s = occupation(agenda=(PartisanRoll(),))
    roll(s, (2, 10))
    roll(s, 9)
    assert where(s, BAND) == "pool" and not s.agenda, "8 or less was needed, and Yugoslavia is free"
    s = occupation(agenda=(PartisanRoll(),))
    roll(s, (2, 2))
    roll(s, 8)
    roll(s, BAND)
    frame = pending(s)
    assert isinstance(frame, PlaceBand) and frame.deciders(s) == ("allies",)
    assert why(s, "allies", Place(frame.unit, s.world.hex("Gorky"))) == "base.partisans", "not on free ground"
    act(s, "allies", Place(frame.unit, s.world.hex("E1823")))
    assert where(s, BAND) == "E1823" and not s.agenda
    assert holder(s, s.world.hex("E1823")) == GERMANY, "they take no ground"


@pytest.mark.rule("base.partisans")
def test_each_full_ten_is_a_band() -> None:
    s = occupation(agenda=(PartisanRoll(),))
    s.deeds["partisans.ussr"] = 23
    roll(s, (2, 2))
    for name in ("Soviet PART 1", "Soviet PART 2"):
        roll(s, name)
        act(s, "allies", pending(s).legal(s, "allies")[0])  # type: ignore[union-attr]
    roll(s, 4)
    assert sum(where(s, f"Soviet PART {n}") != "pool" for n in range(1, 6)) == 2, (
        "3 points left: 4 is too much"
    )


@pytest.mark.rule("base.partisans")
def test_where_they_rise() -> None:
    s = occupation({"German INF IX": "E1823"})
    k, w = band(s, "ussr"), s.world
    found = hideouts(s, k, False)
    assert found and not found & zone_of(s, 1 << GERMANY) and not found >> w.hex("E1823") & 1
    assert not found & s.control[USSR]


@pytest.mark.rule("base.partisans")
def test_what_they_are() -> None:
    s = occupation(
        {BAND: "E1823", "Soviet PART 1": "E1823", "Soviet PART 2": "E1823", "Soviet PART 4": "E1823"},
        side="allies",
        agenda=(Moves(ALLIES),),
    )
    w = s.world
    u = w.unit(BAND)
    assert is_supplied(s, u) and not zone_of(s, 1 << USSR) >> w.hex("E1822") & 1
    assert may_stack(s, ALLIES, w.hex("E1823"), (w.unit("Soviet PART 5"),)), "they stack freely"
    assert defence_factor(s, w.unit("Soviet PART 1"), w.hex("E1823")) == 1, "a band of 0 defends with 1"
    assert not supply_of(s, GERMANY) >> w.hex("E1823") & 1, "no line passes them"
    act(s, "allies", Pick(u))
    act(s, "allies", Go(w.hex("E1822")))
    assert used(s, USSR, MOVES) == 0 and holder(s, w.hex("E1822")) == GERMANY


@pytest.mark.rule("base.partisans")
def test_they_go_home_when_the_enemy_is_gone() -> None:
    s = occupation({BAND: "E1823", "Soviet PART 1": "Minsk"})
    give_hexes(s, 1 << s.world.hex("E1822"), USSR)
    s.agenda = (GoHome(),)
    settle(s)
    assert where(s, BAND) != "pool"
    give_hexes(s, 1 << s.world.hex("E1823"), USSR)
    s.down |= 1 << s.world.unit(BAND)
    s.agenda = (GoHome(),)
    settle(s)
    assert where(s, BAND) == "pool" == where(s, "Soviet PART 1")
    assert not down(s, BAND), "who comes again is face-up"


# --- 7 and 8


def announced(place: dict[str, str], leaders: dict[str, list[int]], n: int, *who: str, **given: Any) -> State:
    s = occupation(place, leaders=leaders, **given)
    for name in who:
        s.said[code(s.world.unit(name), n)] = s.moves_made
    return s


@pytest.mark.rule("ability.7")
@pytest.mark.parametrize(("at", "more"), [("E1823", 5), ("E1423", 1), ("E1522", 2), ("E1323", 0)])
def test_7_more_partisans(at: str, more: int) -> None:
    """The printed example: 4 hexes from Timoshenko +1, stacked with him +5, if the hex is the enemy's."""
    place = {"Timoshenko": "E1823", BAND: at}
    s = announced(place, {"Timoshenko": [7]}, 7, "Timoshenko")
    distance = s.world.lands.distance(s.world.hex("E1823"), s.world.hex(at), 9)
    assert more == (5 - distance if 0 <= distance <= 4 else 0)
    assert value(s, band(s, "ussr")) == 8 + more
    assert value(s, band(s, "siberia")) == 5, "of his country alone"


@pytest.mark.rule("ability.7")
def test_7_not_on_own_ground_nor_unannounced_nor_face_down() -> None:
    place = {"Timoshenko": "E1823", BAND: "E1823"}
    s = announced(place, {"Timoshenko": [7]}, 7)
    assert value(s, band(s, "ussr")) == 8
    s = announced(place, {"Timoshenko": [7]}, 7, "Timoshenko")
    give_hexes(s, 1 << s.world.hex("E1823"), USSR)
    assert value(s, band(s, "ussr")) == 8
    s = occupation(place, leaders={"Timoshenko": [7]}, down=("Timoshenko",))
    assert refused(s, "Timoshenko", 7, "partisans") == "3.2a"
    s = occupation(place, (Asking((AXIS, ALLIES), "partisans"), PartisanRoll()), leaders={"Timoshenko": [7]})
    act(s, "allies", Announce(s.world.unit("Timoshenko"), 7))
    assert value(s, band(s, "ussr")) == 13


@pytest.mark.rule("ability.8")
def test_8_partisans_rise_in_zones_in_his_range() -> None:
    place = {"Zhukov": "E1821", "German INF IX": "E1823"}
    s = announced(place, {"Zhukov": [8]}, 8, "Zhukov")
    w, k = s.world, band(s, "ussr")
    assert hideouts(s, k, False) >> w.hex("E1822") & 1
    s = announced(place, {"Zhukov": [8]}, 8)
    assert not hideouts(s, k, False) >> w.hex("E1822") & 1
    s = announced({**place, "Zhukov": "E1311"}, {"Zhukov": [8]}, 8, "Zhukov")
    assert not hideouts(s, k, False) >> w.hex("E1822") & 1, "out of his range"


# --- 9 and 10


def bands_of_three(leaders: dict[str, list[int]], at: str = "E1822") -> State:
    place = {BAND: "E1823", "Soviet PART 1": "E1822", "Soviet PART 2": "E1822", "Zhukov": at}
    return occupation(place, (Asking((ALLIES,), "impulse"), Moves(ALLIES)), leaders=leaders, side="allies")


@pytest.mark.rule("ability.9")
def test_9_three_bands_become_infantry() -> None:
    s = bands_of_three({"Zhukov": [9]})
    w = s.world
    act(s, "allies", Announce(w.unit("Zhukov"), 9))
    act(s, "allies", Pick(w.unit(BAND)))
    act(s, "allies", Go(w.hex("E1822")))
    roll(s, "Soviet INF 29")
    assert where(s, "Soviet INF 29") == "E1822" and holder(s, w.hex("E1822")) == USSR
    assert {where(s, f"Soviet PART {n}") for n in (1, 2, 3)} == {"pool"}


@pytest.mark.rule("ability.9")
def test_9_not_without_him() -> None:
    for leaders, at, say in (({"Zhukov": [9]}, "E1822", False), ({"Zhukov": [9]}, "E1311", True)):
        s = bands_of_three(leaders, at)
        w = s.world
        act(s, "allies", Announce(w.unit("Zhukov"), 9) if say else Done())
        act(s, "allies", Pick(w.unit(BAND)))
        act(s, "allies", Go(w.hex("E1822")))
        assert where(s, BAND) == "E1822" and not isinstance(pending(s), DrawInfantry)


@pytest.mark.rule("ability.10")
@pytest.mark.seam("move", "politics")
def test_10_two_bands_exert_a_zone() -> None:
    s = bands_of_three({"Zhukov": [10]})
    w = s.world
    zone = w.hex("E1821")
    assert not zone_of(s, 1 << USSR) >> zone & 1
    act(s, "allies", Announce(w.unit("Zhukov"), 10))
    assert zone_of(s, 1 << USSR) >> zone & 1 and not zone_of(s, 1 << USSR) >> w.hex("E1824") & 1, (
        "one alone has none"
    )
    assert not supply_of(s, GERMANY) >> zone & 1 or s.forces[GERMANY] >> zone & 1
    s = bands_of_three({"Zhukov": [10]}, "E1311")
    act(s, "allies", Announce(w.unit("Zhukov"), 10))
    assert not zone_of(s, 1 << USSR) >> zone & 1, "out of his range"
    s = bands_of_three({"Zhukov": [10]}, "E1823")
    act(s, "allies", Announce(w.unit("Zhukov"), 10))
    assert not zone_of(s, 1 << USSR) >> w.hex("E1824") & 1, "he is no second band"


# --- 11


def assault(leaders: dict[str, list[int]], place: dict[str, str] | None = None, **given: Any) -> State:
    """The Chinese attack Ichang's neighbour, a city in Japanese hands."""
    units = {
        "Chinese INF 1": "A2018",
        "Chinese INF 6": "A2018",
        "Mao Tse-tung": "A2018",
        "Japanese INF 23": "Hankow",
        "Chinese PART 4": "A2017",
    }
    s = campaign(
        units | (place or {}),
        (Declaring(ALLIES), Fighting(ALLIES)),
        side="allies",
        leaders=leaders,
        phase="combat",
        **given,
    )
    w = s.world
    act(s, "allies", Attack(w.hex("Hankow")))
    for name in ("Chinese INF 1", "Chinese INF 6"):
        act(s, "allies", Join(w.unit(name)))
    act(s, "allies", Commit())
    act(s, "allies", Done())
    return s


CHINESE: dict[str, Any] = {
    "more": {
        "leaders": {"leader": [{"id": "Mao Tse-tung", "abilities": [11], "faction": ""}]},
        "industry": {"sources": {"china": ["Ichang"]}},
    }
}


@pytest.mark.rule("ability.11")
@pytest.mark.seam("combat", "politics")
def test_11_a_band_is_taken_for_a_loss() -> None:
    s = assault({}, **CHINESE)
    w = s.world
    act(s, "allies", Announce(w.unit("Mao Tse-tung"), 11))
    go_on(s)
    to_roll(s)
    roll(s, 4)
    frame = pending(s)
    assert isinstance(frame, TakeLoss)
    act(s, "allies", Take(w.unit("Chinese PART 4")))
    assert where(s, "Chinese PART 4") == "pool" and losses(s, ALLIES) == 0, "it does not count for recall"
    s2 = pending(s)
    assert isinstance(s2, TakeLoss) and Take(w.unit("Chinese PART 3")) not in s2.legal(s, "allies"), (
        "one loss alone"
    )


@pytest.mark.rule("ability.11")
def test_11_not_without_him() -> None:
    s = assault({}, **CHINESE)
    go_on(s)
    to_roll(s)
    roll(s, 4)
    assert why(s, "allies", Take(s.world.unit("Chinese PART 4"))) == "base.losses", "not announced"
    s = assault({}, {"Chinese PART 4": "A1620"}, **CHINESE)
    act(s, "allies", Announce(s.world.unit("Mao Tse-tung"), 11))
    go_on(s)
    to_roll(s)
    roll(s, 4)
    assert why(s, "allies", Take(s.world.unit("Chinese PART 4"))) == "base.losses", "out of range"


@pytest.mark.seam("supply", "politics")
def test_partisans_cut_a_railway() -> None:
    """A band on the Murmansk railway cuts off who stands at its end, while British ships keep the Barents Sea."""
    place = {"German MTN XLIX": "Murmansk", "CV Furious": "barents_sea-1"}
    s = occupation(place)
    w = s.world
    assert is_supplied(s, w.unit("German MTN XLIX"))
    line = list(bits(w.rail.hexes & w.grid.ring(w.hex("Murmansk"), 4)))
    assert 1 <= len(line) <= 3
    bands = dict(
        zip(("Soviet PART 1", "Soviet PART 2", "Soviet PART 3"), (w.label(h) for h in line), strict=False)
    )
    s = occupation({**place, **bands})
    assert not is_supplied(s, w.unit("German MTN XLIX"))


@pytest.mark.rule("ability.9")
def test_9_three_bands_and_no_fewer() -> None:
    s = bands_of_three({"Zhukov": [9]})
    w = s.world
    act(s, "allies", Announce(w.unit("Zhukov"), 9))
    assert combine(s, w.hex("E1822")) == (), "two"
    act(s, "allies", Pick(w.unit(BAND)))
    act(s, "allies", Go(w.hex("E1822")))
    assert pending(s) == DrawInfantry(USSR, w.hex("E1822"))
