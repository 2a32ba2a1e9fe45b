"""Abilities that need a step, a permission or more than a number in a land battle: each does what it says, and not without him."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Advance,
    Announce,
    Break,
    Done,
    Go,
    Join,
    Name,
    Overrun,
    Pick,
    Reorganise,
    Retreat,
    Spare,
    Stop,
    Support,
    Take,
)
from hexfront.games.leaders_in_flames.economy.production import Breaking
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting, LandRoll
from hexfront.games.leaders_in_flames.land.losses import TakeLoss
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.odds import attack_strength, caller, defence_strength, odds
from hexfront.games.leaders_in_flames.land.overrun import overrun_force, zone_strength
from hexfront.games.leaders_in_flames.land.rail import RailMoves
from hexfront.games.leaders_in_flames.land.reach import allowance, kind_of
from hexfront.games.leaders_in_flames.land.reorganise import Reorganising
from hexfront.games.leaders_in_flames.land.results import Sparing
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing
from hexfront.games.leaders_in_flames.land.supply import is_supplied, may_act, supplied_hexes
from hexfront.games.leaders_in_flames.leaders.announce import Announcing, Asking
from hexfront.games.leaders_in_flames.leaders.steps import Feeding, Flipping, KeepOne, Levy
from hexfront.games.leaders_in_flames.sequence import BreakUp, Regroup, Tired
from hexfront.kernel import pending
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    AXIS,
    CITY,
    EAST,
    FOREST,
    PLAIN,
    WEST,
    battle,
    down,
    refused,
    say,
    steppe,
    through,
    to_roll,
    where,
    why,
)

ARMOUR = ("German ARM XLVIII", "German ARM XLI")
TANKS = {"German ARM XLVIII": WEST, "German ARM XLI": WEST}


# --- movement


@pytest.mark.rule("ability.46", "ability.47", "ability.60")
@pytest.mark.parametrize(
    ("n", "weather", "points"),
    [(46, "fine", 6), (47, "fine", 7), (60, "rain", 6), (60, "storm", 5), (46, "storm", 4)],
)
def test_points_for_those_who_move_with_him(n: int, weather: str, points: int) -> None:
    """The weather comes first: a 5 is 4 in rain and 3 in a storm, then the points are added."""
    place = {**TANKS, "Guderian": WEST, "HQ v. Bock": WEST}
    s = steppe(place, (Moves(0),), {"Guderian": [n]}, weather=weather)
    w = s.world
    armour, hq = w.unit("German ARM XLVIII"), w.unit("HQ v. Bock")
    act(s, AXIS, Pick(armour))
    for u in (w.unit("Guderian"), hq):
        act(s, AXIS, Join(u))
    before = allowance(s, hq)
    act(s, AXIS, Announce(w.unit("Guderian"), n))
    assert allowance(s, armour) == points
    assert allowance(s, hq) == before + (2 if n == 60 else 0), "46 and 47 leave HQs out"


@pytest.mark.parametrize(
    ("n", "weather", "rule"), [(46, "fine", "2a"), (60, "fine", "ability.60"), (60, "snow", "ability.60")]
)
def test_no_points_without_him_or_in_other_weather(n: int, weather: str, rule: str) -> None:
    s = steppe({**TANKS, "Guderian": WEST}, (Moves(0),), {"Guderian": [n]}, weather=weather)
    act(s, AXIS, Pick(s.world.unit("German ARM XLVIII")))
    if rule != "2a":
        act(s, AXIS, Join(s.world.unit("Guderian")))
    assert refused(s, "Guderian", n, "move") == rule


@pytest.mark.rule("ability.16")
@pytest.mark.parametrize(
    ("weather", "maker", "free"), [("snow", "German INF IX", True), ("snow", "Finnish INF II", False)]
)
def test_16_zones_in_snowy_forest(weather: str, maker: str, free: bool) -> None:
    """Soviets pass the zones of Germans in forest, not those of Finns."""
    place = {"Soviet INF 12": "E1020", "Govorov": "E1020", maker: "E1121"}
    s = steppe(place, (Moves(1),), {"Govorov": [16]}, side=ALLIES, weather=weather)
    w = s.world
    act(s, ALLIES, Pick(w.unit("Soviet INF 12")))
    act(s, ALLIES, Join(w.unit("Govorov")))
    beyond = Go(w.hex("E1022"))
    assert why(s, ALLIES, beyond) != ""
    act(s, ALLIES, Announce(w.unit("Govorov"), 16))
    assert (why(s, ALLIES, beyond) == "") is free


def test_16_not_in_rain() -> None:
    s = steppe(
        {"Soviet INF 12": "E1020", "Govorov": "E1020"},
        (Moves(1),),
        {"Govorov": [16]},
        side=ALLIES,
        weather="rain",
    )
    act(s, ALLIES, Pick(s.world.unit("Govorov")))
    assert refused(s, "Govorov", 16, "move") == "ability.16"


@pytest.mark.rule("ability.66")
def test_66_zones_of_the_commonwealth_alone() -> None:
    """Zones of others hold in forest and jungle too."""
    s = steppe(
        {"German INF XII": "E1123", "Guderian": "E1123", "Soviet INF 29": FOREST},
        (Moves(0),),
        {"Guderian": [66]},
    )
    w = s.world
    act(s, AXIS, Pick(w.unit("German INF XII")))
    act(s, AXIS, Join(w.unit("Guderian")))
    act(s, AXIS, Announce(w.unit("Guderian"), 66))
    from hexfront.games.leaders_in_flames.land.zones import stopping_zone

    assert stopping_zone(s, 0) >> w.hex("E1022") & 1
    w.nation[w.unit("Soviet INF 29")] = "commonwealth"
    try:
        assert not stopping_zone(s, 0) >> w.hex("E1022") & 1
        assert stopping_zone(s, 0) >> w.hex("E0922") & 1, "not in clear ground"
    finally:
        w.nation[w.unit("Soviet INF 29")] = "ussr"


@pytest.mark.rule("ability.24")
def test_24_the_printed_example() -> None:
    """A 7 is the strongest of those that make the zone: 3.5, and 25 factors are the least that reach seven times it."""
    place = {
        "Soviet INF 33": "E0924", "Soviet ARM 2": "E0924", "Soviet MIL Minsk": "E0825", "Soviet GAR 23": "E0825",
        "German ARM III": WEST, "German ARM LVII": WEST, "Guderian": WEST, "HQ Rundstedt": WEST,
    }  # fmt: skip
    s = steppe(place, (Moves(0),), {"Guderian": [24]})
    w = s.world
    target = w.hex(PLAIN)
    assert zone_strength(s, 0, target) * 7 == 24.5
    act(s, AXIS, Pick(w.unit("German ARM III")))
    act(s, AXIS, Join(w.unit("German ARM LVII")))
    assert why(s, AXIS, Overrun(target)) == "base.overrun", "nobody leads"
    act(s, AXIS, Join(w.unit("Guderian")))
    act(s, AXIS, Announce(w.unit("Guderian"), 24))
    assert overrun_force(s, target) == 18
    assert why(s, AXIS, Overrun(target)) == "ability.24"
    act(s, AXIS, Join(w.unit("HQ Rundstedt")))
    assert overrun_force(s, target) == 25
    act(s, AXIS, Overrun(target))
    assert where(s, "German ARM III") == PLAIN and s.spent[0] == 2, "terrain counts double"
    assert why(s, AXIS, Go(w.hex("E0926"))) == "", "it goes on as if there were no zone"
    assert why(s, AXIS, Overrun(w.hex("E0824"))) == "base.overrun", "one zone a step"


@pytest.mark.rule("ability.5")
def test_5_one_unit_to_any_rail_hex_face_up() -> None:
    place = {"German INF IX": "Orel", "German INF XII": "Orel", "Rundstedt": "Orel"}
    s = steppe(place, (RailMoves(0),), {"Rundstedt": [5]}, control={"germany": ["Orel", "E1323", "Tula"]})
    w = s.world
    rails = [w.label(n) for n in w.near(w.hex("Orel")) if w.rail.links.has(w.hex("Orel"), n)]
    spot = next(label for label in rails if not w.cities >> w.hex(label) & 1)
    s.control[0] |= 1 << w.hex(spot)
    s.control[6] &= ~(1 << w.hex(spot))
    act(s, AXIS, Pick(w.unit("German INF IX")))
    assert why(s, AXIS, Go(w.hex(spot))) == "base.rail"
    act(s, AXIS, Stop())
    act(s, AXIS, Announce(w.unit("Rundstedt"), 5))
    act(s, AXIS, Pick(w.unit("German INF IX")))
    act(s, AXIS, Go(w.hex(spot)))
    assert where(s, "German INF IX") == spot and not down(s, "German INF IX")
    act(s, AXIS, Pick(w.unit("German INF XII")))
    assert why(s, AXIS, Go(w.hex(spot))) == "base.rail", "one unit alone"


@pytest.mark.rule("ability.6")
def test_6_one_hex_more_after_a_land_action() -> None:
    frames = (Asking((0,), "regroup"), Regroup(0))
    s = steppe({**TANKS, "Guderian": WEST}, frames, {"Guderian": [6]}, moved=0)
    w = s.world
    s.moved |= 1 << w.unit("German ARM XLVIII")
    say(s, AXIS, "Guderian", 6)
    for name in ARMOUR:
        act(s, AXIS, Join(w.unit(name)))
    assert why(s, AXIS, Go(w.hex("E0825"))) == "ability.6", "the next hex only"
    act(s, AXIS, Go(w.hex(PLAIN)))
    assert {where(s, name) for name in (*ARMOUR, "Guderian")} == {PLAIN}
    assert down(s, "German ARM XLVIII") and not down(s, "German ARM XLI"), (
        "who had moved goes beyond his points"
    )
    other = steppe({**TANKS, "Guderian": WEST}, frames, {"Guderian": [6]}, action="combined")
    assert not isinstance(pending(other), Announcing)
    assert refused(other, "Guderian", 6, "regroup") == "ability.6"


# --- supply and stacking


@pytest.mark.rule("ability.4")
@pytest.mark.parametrize(("weather", "usual"), [("fine", 4), ("rain", 3), ("blizzard", 2)])
def test_4_a_path_of_six_before_weather(weather: str, usual: int) -> None:
    s = steppe({"HQ v. Bock": "Voronezh", "Manstein": "Voronezh"}, (), {"Manstein": [4]}, weather=weather)
    w = s.world
    s.control = [0] * 8
    s.control[0] = 1 << w.hex("Voronezh")
    start = w.hex("Voronezh")
    far = {n for n in range(1, 8) if any(supplied_hexes(s, 0) >> h & 1 for h in _ring(s, start, n))}
    assert max(far) == usual
    s.standing = {w.unit("Manstein") * 256 + 4: 1}
    far = {n for n in range(1, 9) if any(supplied_hexes(s, 0) >> h & 1 for h in _ring(s, start, n))}
    assert max(far) == usual + 2


def _ring(s: object, start: int, n: int) -> list[int]:
    from hexfront.hexes import bits

    w = s.world  # type: ignore[attr-defined]
    return [h for h in bits(w.grid.ring(start, n)) if w.area >> h & 1]


@pytest.mark.rule("ability.48")
def test_48_one_unit_more_even_face_down() -> None:
    from hexfront.games.leaders_in_flames.land.zones import may_stack

    place = {**TANKS, "Manstein": "E1125", "German INF IX": "E1026"}
    s = steppe(place, (), {"Manstein": [48]}, down=("Manstein",))
    w = s.world
    extra = (w.unit("German INF XII"),)
    assert may_stack(s, 0, w.hex(WEST), extra)
    assert not may_stack(s, 0, w.hex(WEST), (*extra, w.unit("German INF X"))), "one alone"
    assert not may_stack(steppe(place, (), {"Manstein": [18]}), 0, w.hex(WEST), extra)
    far = steppe({**place, "Manstein": "Krasnodar"}, (), {"Manstein": [48]})
    assert not may_stack(far, 0, w.hex(WEST), extra)


@pytest.mark.rule("ability.48", "3.2g")
def test_48_uses_up_his_rank_while_overstacked() -> None:
    from hexfront.games.leaders_in_flames.sequence import lock_overstacked

    place = {**TANKS, "German INF IX": WEST, "Manstein": "E1125", "Rundstedt": WEST, "Soviet INF 29": PLAIN}
    more = {
        "leaders": {
            "leader": [
                {"id": "Manstein", "abilities": [48]},
                {"id": "Rundstedt", "abilities": [18], "stars": 4},
            ]
        }
    }
    s = steppe(place, (), more=more, down=("Manstein",))
    lock_overstacked(s)
    s.target, s.attackers, s.defenders = (
        s.world.hex(PLAIN),
        [s.world.unit(ARMOUR[0])],
        [s.world.unit("Soviet INF 29")],
    )
    s.origins = {s.world.unit(ARMOUR[0]): s.world.hex(WEST)}
    assert refused(s, "Rundstedt", 18) == "3.2g"


@pytest.mark.rule("ability.49")
def test_49_units_without_supply_act_and_tire() -> None:
    place = {**TANKS, "Manstein": WEST, "Soviet MIL Saratov": PLAIN}
    frames = (Asking((0,), "impulse"), Moves(0), Declaring(0), Fighting(0), Tired(0))
    s = steppe(
        place,
        frames,
        {"Manstein": [49]},
        control={"ussr": ["Voronezh", "Tula", "Orel", "Krasnodar"], "germany": [WEST]},
    )
    w = s.world
    first, second = (w.unit(name) for name in ARMOUR)
    assert not is_supplied(s, first)
    say(s, AXIS, "Manstein", 49)
    assert isinstance(pending(s), Feeding)
    act(s, AXIS, Name(first))
    act(s, AXIS, Done())
    assert may_act(s, first) and not may_act(s, second)
    act(s, AXIS, Done())
    from hexfront.games.leaders_in_flames.actions import Attack, Commit

    act(s, AXIS, Attack(w.hex(PLAIN)))
    assert why(s, AXIS, Join(second)) == "base.supply"
    act(s, AXIS, Join(first))
    act(s, AXIS, Commit())
    act(s, AXIS, Done())
    to_roll(s, 1)
    roll(s, 10)
    through(s)
    assert down(s, ARMOUR[0]), "whatever the result"


@pytest.mark.rule("ability.50")
def test_50_stranded_units() -> None:
    """A face-down unit out of supply has 1, with him 2, but never more than is printed on it."""
    place = {
        "Soviet ARM 1": WEST, "Soviet ARM 2": WEST, "German INF IX": PLAIN, "German INF DIV 3": PLAIN, "Rundstedt": "E0926",
    }  # fmt: skip
    s = battle(
        place,
        PLAIN,
        ("Soviet ARM 1", "Soviet ARM 2"),
        {"Rundstedt": [50]},
        side=ALLIES,
        down=("German INF IX", "German INF DIV 3"),
        control={"ussr": ["Voronezh", "Krasnodar", "Tula", "Orel"]},
    )
    assert defence_strength(s) == 2
    say(s, AXIS, "Rundstedt", 50)
    assert defence_strength(s) == 2 + 1


@pytest.mark.rule("ability.14")
def test_14_hqs_in_range_reorganise_for_one_more() -> None:
    place = {
        "HQ v. Leeb": WEST,
        "Rundstedt": "E1125",
        "German INF IX": WEST,
        "German INF XII": "E1026",
        "German INF X": "E1026",
    }
    for n, most in ((14, 3), (18, 2)):
        s = steppe(
            place,
            (Asking((0,), "reorganise"), Reorganising(0)),
            {"Rundstedt": [n]},
            down=("German INF IX", "German INF XII", "German INF X"),
        )
        w = s.world
        if n == 14:
            say(s, AXIS, "Rundstedt", 14)
        turned = 0
        for name in ("German INF IX", "German INF XII", "German INF X"):
            if (
                isinstance(pending(s), Reorganising)
                and why(s, AXIS, Reorganise(w.unit("HQ v. Leeb"), w.unit(name))) == ""
            ):
                act(s, AXIS, Reorganise(w.unit("HQ v. Leeb"), w.unit(name)))
                turned += 1
        assert turned == most


@pytest.mark.rule("ability.67")
def test_67_one_infantry_as_mountain_troops() -> None:
    from hexfront.games.leaders_in_flames.kinds import INF, MTN

    s = steppe(
        {"German INF IX": WEST, "German INF XII": WEST, "Guderian": WEST},
        (Asking((0,), "impulse"),),
        {"Guderian": [67]},
    )
    w = s.world
    strong, weak = w.unit("German INF IX"), w.unit("German INF XII")
    assert kind_of(s, strong) == INF
    say(s, AXIS, "Guderian", 67)
    assert (kind_of(s, strong), kind_of(s, weak)) == (MTN, INF)
    assert w.steps_for(kind_of(s, strong)) is w.steps_mountain


# --- tables, odds and losses


@pytest.mark.rule("3.2l")
@pytest.mark.parametrize(("soviets", "side"), [(2, 1), (1, 0)])
def test_3_2l_leaders_cancel_each_other_one_by_one(soviets: int, side: int) -> None:
    """The printed example: two Soviets ask for an assault, one German for a blitz: it is an assault."""
    place = {**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN, "Zhukov": PLAIN, "Konev": EAST}
    leaders = {"Guderian": [54], "Zhukov": [65], "Konev": [65]}
    s = battle(place, PLAIN, ARMOUR, leaders, weather="snow")
    say(s, AXIS, "Guderian", 54)
    for man in ("Zhukov", "Konev")[:soviets]:
        say(s, ALLIES, man, 65)
    assert caller(s)[0] == side
    assert caller(s)[1] == ((0,) if side else (0, 1)), (
        "equal numbers leave the base rule, by which the attacker calls"
    )


@pytest.mark.rule("ability.68")
def test_68_artillery_in_range() -> None:
    place = {**TANKS, "Guderian": WEST, "German ART DIV 105 mm": WEST, "Soviet INF 29": PLAIN}
    strengths = []
    for n in (68, 27):
        s = battle(place, PLAIN, ARMOUR, {"Guderian": [n]})
        say(s, AXIS, "Guderian", n)
        act(s, AXIS, Support(s.world.unit("German ART DIV 105 mm")))
        strengths.append(attack_strength(s))
    assert strengths == [15 + 4, 15 + 3]


@pytest.mark.rule("ability.43")
def test_43_nationalists_attack_at_half_without_him() -> None:
    place = {**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Guderian": [43]})
    w = s.world
    for name in ARMOUR:
        w.power[w.unit(name)] = 7
    try:
        half = attack_strength(s)
        w.power[w.unit("Guderian")] = 7
        s.said = {w.unit("Guderian") * 256 + 43: s.target}
        assert attack_strength(s) == 2 * half == 15
    finally:
        for name in (*ARMOUR, "Guderian"):
            w.power[w.unit(name)] = 0


@pytest.mark.rule("ability.45")
@pytest.mark.parametrize(("name", "bonus"), [("German ARM XLVIII", 2), ("German INF IX", 1)])
def test_45_a_unit_for_the_die(name: str, bonus: int) -> None:
    place = {"German ARM XLVIII": WEST, "German INF IX": WEST, "Manstein": WEST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, ("German ARM XLVIII", "German INF IX"), {"Manstein": [45]})
    before = attack_strength(s)
    say(s, AXIS, "Manstein", 45)
    act(s, AXIS, Name(s.world.unit(name)))
    assert where(s, name) == "pool"
    assert attack_strength(s) == before, "its factors still count"
    assert odds(s).bonus == bonus


@pytest.mark.rule("ability.28")
def test_28_a_pip_after_the_roll_and_two_units_down() -> None:
    place = {**TANKS, "Manstein": WEST, "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Manstein": [28]})
    w = s.world
    to_roll(s, 1)
    roll(s, 8)
    assert isinstance(pending(s), Announcing)
    say(s, AXIS, "Manstein", 28)
    assert isinstance(pending(s), Flipping)
    for name in ARMOUR:
        act(s, AXIS, Name(w.unit(name)))
    through(s, AdvanceUnits)
    assert s.cell == w.tables.land[1].read(s.column, 9).result
    through(s)
    assert all(down(s, name) for name in ARMOUR), "even where half of them would stay up"


@pytest.mark.rule("ability.55")
def test_55_the_second_loss_is_shattered() -> None:
    place = {**TANKS, "Manstein": WEST, "Soviet INF 29": PLAIN}
    for n, box in ((55, "circle"), (54, "pool")):
        s = battle(place, PLAIN, ARMOUR, {"Manstein": [n]})
        say(s, AXIS, "Manstein", n)
        to_roll(s, 0)
        roll(s, 1)
        assert s.cell.startswith("2/")
        act(s, AXIS, Take(s.world.unit(ARMOUR[0])))
        act(s, AXIS, Take(s.world.unit(ARMOUR[1])))
        assert where(s, ARMOUR[0]) == "pool" and where(s, ARMOUR[1]) == box


@pytest.mark.rule("ability.56")
def test_56_a_retreat_becomes_a_shatter() -> None:
    place = {**TANKS, "Manstein": WEST, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    for n, letter in ((56, "S"), (18, "R")):
        s = battle(place, PLAIN, ARMOUR, {"Manstein": [n]})
        say(s, AXIS, "Manstein", n)
        to_roll(s, 1)
        bonus = odds(s).bonus
        roll(s, 10 - bonus)
        assert s.cell.endswith(letter), s.cell


@pytest.mark.rule("ability.62")
def test_62_a_second_attack_two_columns_worse() -> None:
    """3:1 becomes 3:2, 8:1 becomes 6:1; then everybody who took part is face-down."""
    place = {**TANKS, "Konev": WEST, "Soviet INF 29": PLAIN}
    place = {
        "Soviet ARM 1": WEST,
        "Soviet ARM 2": WEST,
        "Konev": WEST,
        "German INF XII": PLAIN,
        "German GAR LXXXVII": PLAIN,
    }
    s = battle(place, PLAIN, ("Soviet ARM 1", "Soviet ARM 2"), {"Konev": [62]}, side=ALLIES)
    w = s.world
    header = w.tables.land[1].columns
    assert header[header.index("3:1") - 2] == "3:2" and header[header.index("8:1") - 2] == "6:1"
    to_roll(s, 1)
    roll(s, 8)
    assert s.cell.endswith("R")
    through(s, Announcing)
    column = s.column
    say(s, ALLIES, "Konev", 62)
    assert isinstance(pending(s), LandRoll) and s.column == column - 2
    assert where(s, "German INF XII") == PLAIN or where(s, "German GAR LXXXVII") == PLAIN, "the retreat waits"
    roll(s, 2)
    through(s)
    left = [
        name for name in place if name.startswith(("Soviet ARM", "German")) and where(s, name).startswith("E")
    ]
    assert left and all(down(s, name) for name in left)


@pytest.mark.rule("ability.42")
def test_42_stand_fast_for_a_loss() -> None:
    place = {**TANKS, "Zhukov": EAST, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    for n in (42, 30):
        s = battle(place, PLAIN, ARMOUR, {"Zhukov": [n]})
        to_roll(s, 1)
        roll(s, 9)
        assert s.cell == "*/R"
        through(s, Announcing, Withdrawing)
        if n == 42:
            say(s, ALLIES, "Zhukov", 42)
            through(s)
            assert sorted((where(s, "Soviet INF 29"), where(s, "Soviet INF 12"))) == [PLAIN, "pool"]
            assert not any(down(s, name) for name in ("Soviet INF 29", "Soviet INF 12"))
        else:
            assert isinstance(pending(s), Withdrawing)


@pytest.mark.rule("ability.40")
def test_40_a_retreating_unit_stays_face_up() -> None:
    place = {**TANKS, "Zhukov": EAST, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Zhukov": [40]})
    to_roll(s, 1)
    roll(s, 9)
    through(s, Announcing)
    say(s, ALLIES, "Zhukov", 40)
    w = s.world
    for name in ("Soviet INF 29", "Soviet INF 12"):
        frame = pending(s)
        assert isinstance(frame, Withdrawing)
        act(s, ALLIES, Retreat(w.unit(name), w.hex("E0824")))
    assert isinstance(pending(s), KeepOne)
    act(s, ALLIES, Spare(w.unit("Soviet INF 29")))
    assert not down(s, "Soviet INF 29") and down(s, "Soviet INF 12")


@pytest.mark.rule("ability.41")
def test_41_an_attacker_stays_face_up() -> None:
    place = {**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Guderian": [41]})
    to_roll(s, 1)
    roll(s, 9)
    through(s, Announcing)
    say(s, AXIS, "Guderian", 41)
    through(s, KeepOne)
    act(s, AXIS, Spare(s.world.unit(ARMOUR[0])))
    through(s)
    assert not down(s, ARMOUR[0]) and down(s, ARMOUR[1])


# --- advance


def broken_through(
    n: int, cell: str, die: int, defenders: dict[str, str], **given: object
) -> tuple[object, list[int]]:
    place = {**TANKS, "Guderian": WEST, **defenders}
    s = battle(place, PLAIN, ARMOUR, {"Guderian": [n]}, **given)  # type: ignore[arg-type]
    to_roll(s, 1)
    roll(s, die)
    assert s.cell == cell, s.cell
    return s, [s.world.unit(name) for name in ARMOUR]


@pytest.mark.rule("ability.36", "3.2m")
@pytest.mark.parametrize("announces", [True, False])
def test_36_three_hexes_after_2b(announces: bool) -> None:
    """With a point more three hexes of one point each; without it two."""
    s, units = broken_through(36, "-/2B", 10, {"Soviet MIL Saratov": PLAIN}, down=("Soviet MIL Saratov",))
    assert s.world  # type: ignore[attr-defined]
    through(s, Announcing, AdvanceUnits)  # type: ignore[arg-type]
    through(s, Announcing)  # type: ignore[arg-type]
    if announces:
        say(s, AXIS, "Guderian", 36)  # type: ignore[arg-type]
    through(s, AdvanceUnits)  # type: ignore[arg-type]
    w = s.world  # type: ignore[attr-defined]
    for label in (PLAIN, "E0825"):
        act(s, AXIS, Advance(units[0], w.hex(label)))
    third = Advance(units[0], w.hex("E0725"))
    assert (why(s, AXIS, third) == "") is announces  # type: ignore[arg-type]


@pytest.mark.rule("ability.39")
def test_39_a_point_more_against_units_that_were_face_down() -> None:
    for lying, rule in ((("Soviet INF 29",), ""), ((), "ability.39")):
        place = {**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}
        s = battle(place, PLAIN, ARMOUR, {"Guderian": [39]}, down=lying)
        to_roll(s, 1)
        roll(s, 8 - len(lying))
        through(s, Announcing, AdvanceUnits)
        assert s.cell.endswith("R")
        assert refused(s, "Guderian", 39, "advance") == rule
        if rule == "":
            say(s, AXIS, "Guderian", 39)
            act(s, AXIS, Advance(s.world.unit(ARMOUR[0]), s.world.hex(PLAIN)))
            assert why(s, AXIS, Advance(s.world.unit(ARMOUR[0]), s.world.hex("E0826"))) == "", (
                "a second hex after R"
            )


@pytest.mark.rule("ability.37", "3.2n")
@pytest.mark.parametrize(("n", "tired"), [(37, False), (36, False), (18, True)])
def test_37_forest_as_clear_and_3_2n_what_cannot_be_paid(n: int, tired: bool) -> None:
    """A point is left after the clear hex: forest costs 2, so without him the unit enters it and is turned face-down."""
    place = {
        "German ARM XLVIII": "E1123",
        "German ARM XLI": "E1123",
        "Guderian": "E1123",
        "Soviet MIL Saratov": "E1023",
    }
    s = battle(place, "E1023", ARMOUR, {"Guderian": [n, 54]}, down=("Soviet MIL Saratov",))
    to_roll(s, 1)
    roll(s, 10)
    assert s.cell == "-/2B"
    through(s, Announcing, AdvanceUnits)
    if n != 18:
        say(s, AXIS, "Guderian", n)
    through(s, AdvanceUnits)
    w = s.world
    act(s, AXIS, Advance(w.unit(ARMOUR[0]), w.hex("E1023")))
    act(s, AXIS, Advance(w.unit(ARMOUR[0]), w.hex("E1022")))
    through(s, Sparing)
    if isinstance(pending(s), Sparing):
        act(s, AXIS, Spare(w.unit(ARMOUR[0])))
    through(s)
    assert where(s, ARMOUR[0]) == "E1022"
    assert down(s, ARMOUR[0]) is tired


@pytest.mark.rule("ability.71")
def test_71_a_point_for_a_loss_that_counts_for_nothing_else() -> None:
    place = {**TANKS, "Guderian": WEST, "German INF IX": "E0926", "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, (*ARMOUR, "German INF IX"), {"Guderian": [71]})
    to_roll(s, 1)
    roll(s, 9)
    through(s, Announcing)
    say(s, AXIS, "Guderian", 71)
    w = s.world
    assert isinstance(pending(s), TakeLoss)
    assert why(s, AXIS, Take(w.unit("German INF IX"))) == "base.losses", "from his own hex"
    act(s, AXIS, Take(w.unit(ARMOUR[1])))
    act(s, AXIS, Advance(w.unit("German INF IX"), w.hex(PLAIN)))
    assert why(s, AXIS, Advance(w.unit("German INF IX"), w.hex("E0825"))) == "", "every unit has it"
    through(s)
    assert where(s, "Guderian") != "cup" and where(s, "Guderian") != "dead"


# --- production


@pytest.mark.rule("ability.15")
@pytest.mark.parametrize("works", [True, False])
def test_15_militia_after_a_loss(works: bool) -> None:
    """He must have the lost unit and a working factory in range: Stalingrad, if it is not the enemy's."""
    place = {**TANKS, "Voroshilov": "Saratov", "Soviet ARM 3": PLAIN}
    held = {
        "germany": ["Voronezh", *([] if works else ["Stalingrad", "Kuybyshev", "Gorky"])],
        "ussr": ["Saratov"],
    }
    s = battle(place, PLAIN, ARMOUR, {"Voroshilov": [15]}, control=held)
    to_roll(s, 1)
    roll(s, 10)
    through(s, Levy)
    frame = pending(s)
    assert isinstance(frame, Levy) is works
    if isinstance(frame, Levy):
        u = frame.units(s)[0]
        act(s, ALLIES, Name(u))
        assert where(s, s.world.piece(u)) == "circle" and s.due[u] == s.turn + 1


@pytest.mark.rule("ability.19")
def test_19_a_corps_broken_into_militia() -> None:
    place = {"Soviet INF 9 GD": "Saratov", "Soviet INF 12": "Saratov", "Voroshilov": "Saratov"}
    s = steppe(place, (Asking((0, 1), "production"), BreakUp()), {"Voroshilov": [19]}, side="", phase="end")
    w = s.world
    say(s, ALLIES, "Voroshilov", 19)
    assert isinstance(pending(s), Breaking)
    assert why(s, ALLIES, Break(w.unit("Soviet INF 12"))) == "ability.19", "it is not white print"
    act(s, ALLIES, Break(w.unit("Soviet INF 9 GD")), "Soviet MIL Rostov", "Soviet MIL Saratov")
    assert where(s, "Soviet INF 9 GD") == "pool"
    assert where(s, "Soviet MIL Rostov") == "E0724" and down(s, "Soviet MIL Rostov")
    assert where(s, "Soviet MIL Saratov") == "circle", "what stacking forbids comes next turn"


@pytest.mark.rule("ability.3")
def test_3_powers_that_do_not_co_operate_attack_together() -> None:
    from hexfront.games.leaders_in_flames.actions import Attack

    place = {**TANKS, "Guderian": WEST, "German INF IX": "E0926", "Soviet INF 29": PLAIN}
    s = steppe(place, (Asking((0,), "impulse"), Declaring(0)), {"Guderian": [3]})
    w = s.world
    other = w.unit("German INF IX")
    w.power[other] = 2
    s.action[2] = 1
    try:
        act(s, AXIS, Done())
        act(s, AXIS, Attack(w.hex(PLAIN)))
        act(s, AXIS, Join(w.unit(ARMOUR[0])))
        assert why(s, AXIS, Join(other)) == "3.2i"
        s.standing = {w.unit("Guderian") * 256 + 3: 1}
        assert why(s, AXIS, Join(other)) == ""
    finally:
        w.power[other] = 0


def test_cities_are_where_these_tests_think() -> None:
    s = steppe({}, ())
    assert s.world.cities >> s.world.hex(CITY) & 1 and s.world.forest >> s.world.hex(FOREST) & 1
