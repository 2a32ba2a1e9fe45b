"""Abilities of movement, supply, stacking and reorganisation: each does what it says, and not without him."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Announce,
    Done,
    Go,
    Join,
    Name,
    Overrun,
    Part,
    Pick,
    Reorganise,
    Stop,
)
from hexfront.games.leaders_in_flames.air.fight import CLEARED, join
from hexfront.games.leaders_in_flames.air.missions import land, open_mission
from hexfront.games.leaders_in_flames.air.transport import SetDown
from hexfront.games.leaders_in_flames.invariants import faults
from hexfront.games.leaders_in_flames.kinds import (
    AIRLIFT,
    COMBAT,
    GERMANY,
    MOVE,
    POOL,
    REBASES,
    REGROUP,
    TRANSPORT,
    USSR,
    WEATHER,
)
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.odds import defence_strength
from hexfront.games.leaders_in_flames.land.overrun import overrun_force, zone_strength
from hexfront.games.leaders_in_flames.land.rail import RailMoves, Train, stations
from hexfront.games.leaders_in_flames.land.reach import allowance, kind_of
from hexfront.games.leaders_in_flames.land.reorganise import Reorganising, hq_violation, path_of, price_of
from hexfront.games.leaders_in_flames.land.supply import is_supplied, may_act, supplied_hexes
from hexfront.games.leaders_in_flames.land.zones import shed
from hexfront.games.leaders_in_flames.leaders.announce import Announcing, Asking
from hexfront.games.leaders_in_flames.leaders.steps import Feeding
from hexfront.games.leaders_in_flames.sequence import Regroup, Stage, Tired
from hexfront.games.leaders_in_flames.state import give_hexes, kill, troops_at
from hexfront.hexes import bits
from hexfront.kernel import pending
from hexfront.testing import act, roll
from hexfront.wargame import lift, put
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    ARMOUR,
    AXIS,
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
from tests.games.leaders_in_flames.sky import STUKA

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
@pytest.mark.seam("leaders", "weather")
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
        jungle, w.jungle = w.jungle, 1 << w.hex("E0922")
        assert not stopping_zone(s, 0) >> w.hex("E0922") & 1, "in jungle too"
        w.jungle = jungle
    finally:
        w.nation[w.unit("Soviet INF 29")] = "ussr"


@pytest.mark.rule("ability.24")
@pytest.mark.seam("move", "leaders")
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


@pytest.mark.rule("ability.24", "base.neutral")
@pytest.mark.seam("politics", "leaders")
def test_24_units_of_a_power_at_peace_make_no_zone() -> None:
    place = {"Soviet ARM 2": "E0924", "Soviet MIL Minsk": "E0825", "German ARM III": WEST, "Guderian": WEST}
    s = steppe(place, (Moves(0),), {"Guderian": [24]})
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM III")))
    assert zone_strength(s, 0, w.hex(PLAIN)) > 0
    s.wars[GERMANY], s.wars[USSR] = 0, 0
    assert zone_strength(s, 0, w.hex(PLAIN)) == 0


@pytest.mark.rule("ability.5", "base.rail")
def test_5_one_unit_to_any_rail_hex_face_up() -> None:
    place = {"German INF IX": "Orel", "German INF XII": "Orel", "HQ v. Bock": "Orel", "Rundstedt": "Orel"}
    s = steppe(place, (RailMoves(0),), {"Rundstedt": [5]}, control={"germany": ["Orel", "E1323", "Tula"]})
    w = s.world
    rails = [w.label(n) for n in w.near(w.hex("Orel")) if w.rail.links.has(w.hex("Orel"), n)]
    spot = next(label for label in rails if not w.cities >> w.hex(label) & 1)
    give_hexes(s, 1 << w.hex(spot), 0)
    act(s, AXIS, Pick(w.unit("German INF IX")))
    assert why(s, AXIS, Go(w.hex(spot))) == "base.rail"
    act(s, AXIS, Stop())
    assert why(s, AXIS, Announce(w.unit("Rundstedt"), 5)) == ""
    act(s, AXIS, Announce(w.unit("Rundstedt"), 5))
    act(s, AXIS, Pick(w.unit("HQ v. Bock")))
    assert why(s, AXIS, Go(w.hex(spot))) == "base.rail", "no HQ"
    act(s, AXIS, Stop())
    act(s, AXIS, Pick(w.unit("German INF IX")))
    act(s, AXIS, Go(w.hex(spot)))
    assert where(s, "German INF IX") == spot and not down(s, "German INF IX")
    act(s, AXIS, Pick(w.unit("German INF XII")))
    assert why(s, AXIS, Go(w.hex(spot))) == "base.rail", "one unit alone"


@pytest.mark.rule("base.reorganise")
def test_aircraft_are_on_the_list_of_what_an_hq_turns_up() -> None:
    place = {"HQ v. Bock": "E1125", STUKA: "E1125", "German INF IX": "E1125"}
    s = steppe(place, (Reorganising(0),), down=(STUKA, "German INF IX"))
    w = s.world
    hq = w.unit("HQ v. Bock")
    listed = [Reorganise(hq, w.unit("German INF IX")), Reorganise(hq, w.unit(STUKA)), Done()]
    assert s.agenda[0].legal(s, AXIS) == listed  # type: ignore[attr-defined]
    act(s, AXIS, listed[1])
    assert not down(s, STUKA)


@pytest.mark.rule("ability.6")
def test_6_one_hex_more_after_a_land_action() -> None:
    frames = (Asking((0,), "regroup"), Regroup(0))
    s = steppe({**TANKS, "Guderian": WEST, STUKA: WEST}, frames, {"Guderian": [6]}, moved=0)
    w = s.world
    s.moved |= 1 << w.unit("German ARM XLVIII")
    say(s, AXIS, "Guderian", 6)
    for name in ARMOUR:
        assert why(s, AXIS, Join(w.unit(name))) == ""
        act(s, AXIS, Join(w.unit(name)))
    assert why(s, AXIS, Join(w.unit(ARMOUR[0]))) == "ability.6", "he is along already"
    assert why(s, AXIS, Join(w.unit("German INF IX"))) == "ability.6", "of another hex"
    assert why(s, AXIS, Join(w.unit(STUKA))) == "ability.6", "no aircraft"
    assert why(s, AXIS, Go(w.hex("E0825"))) == "ability.6", "the next hex only"
    act(s, AXIS, Go(w.hex(PLAIN)))
    assert {where(s, name) for name in (*ARMOUR, "Guderian")} == {PLAIN}
    assert down(s, "German ARM XLVIII") and not down(s, "German ARM XLI"), (
        "who had moved goes beyond his points"
    )
    other = steppe({**TANKS, "Guderian": WEST}, frames, {"Guderian": [6]}, action="combined")
    assert not isinstance(pending(other), Announcing)
    assert refused(other, "Guderian", 6, "regroup") == "ability.6"


@pytest.mark.rule("ability.6")
@pytest.mark.seam("leaders", "move")
def test_6_knows_after_the_battles_who_has_marched() -> None:
    """The steps between the march and the regrouping do not make a tired unit fresh."""
    steps = (
        Stage(MOVE),
        Moves(0),
        Stage(AIRLIFT),
        Stage(COMBAT),
        Stage(REBASES),
        Stage(REGROUP),
        Asking((0,), "regroup"),
        Regroup(0),
    )
    s = steppe({**TANKS, "Guderian": WEST}, steps, {"Guderian": [6]})
    w = s.world
    for name in (ARMOUR[0], "Guderian"):
        u = w.unit(name)
        act(s, AXIS, Pick(u))
        act(s, AXIS, Go(w.hex("E1026")))
        act(s, AXIS, Stop())
    act(s, AXIS, Done())
    say(s, AXIS, "Guderian", 6)
    act(s, AXIS, Join(w.unit(ARMOUR[0])))
    act(s, AXIS, Go(w.hex(WEST)))
    assert down(s, ARMOUR[0]) and not down(s, ARMOUR[1])


# --- supply and stacking


@pytest.mark.rule("ability.4")
@pytest.mark.parametrize(("weather", "usual"), [("fine", 4), ("rain", 3), ("blizzard", 2)])
@pytest.mark.seam("supply", "weather")
def test_4_a_path_of_six_before_weather(weather: str, usual: int) -> None:
    s = steppe({"HQ v. Bock": "Voronezh", "Manstein": "Voronezh"}, (), {"Manstein": [4]}, weather=weather)
    w = s.world
    give_hexes(s, w.area, 6)
    give_hexes(s, 1 << w.hex("Voronezh"), 0)
    start = w.hex("Voronezh")
    far = {n for n in range(1, 8) if any(supplied_hexes(s, 0) >> h & 1 for h in _ring(s, start, n))}
    assert max(far) == usual
    s.standing = {w.unit("Manstein") * 256 + 4: 1}
    far = {n for n in range(1, 9) if any(supplied_hexes(s, 0) >> h & 1 for h in _ring(s, start, n))}
    assert max(far) == usual + 2


def _ring(s: object, start: int, n: int) -> list[int]:
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


@pytest.mark.rule("ability.48")
def test_48_serves_the_next_stack_once_the_extra_unit_is_on_its_way_there() -> None:
    from hexfront.games.leaders_in_flames.land.zones import may_stack

    full = dict.fromkeys(("German INF XII", "German INF X"), "E1026")
    s = steppe({**TANKS, **full, "German INF IX": WEST, "Manstein": "E1125"}, (), {"Manstein": [48]})
    w = s.world
    there, leaves = w.hex("E1026"), w.unit("German INF IX")
    assert may_stack(s, 0, there, (leaves,)), "the hex it leaves needs him no longer"
    assert not may_stack(s, 0, there, (w.unit("Manstein"), w.unit("German INF XIII"))), (
        "he serves the first one"
    )


@pytest.mark.rule("ability.48", "3.2g")
def test_48_uses_up_his_rank_while_overstacked() -> None:
    from hexfront.games.leaders_in_flames.land.zones import lock_overstacked

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


@pytest.mark.rule("ability.48", "3.1a", "3.2g")
def test_48_not_while_another_has_used_his_rank() -> None:
    from hexfront.games.leaders_in_flames.land.zones import may_stack
    from hexfront.games.leaders_in_flames.leaders.asks import rank_key

    s = steppe({**TANKS, "Manstein": "E1125", "Kesselring": "E1125"}, (), {"Manstein": [48]})
    w = s.world
    west, empty, extra = w.hex(WEST), w.hex("E1026"), w.unit("German INF XII")
    three = (w.unit("German INF X"), w.unit("German INF IX"), extra)
    assert may_stack(s, 0, west, (extra,)) and may_stack(s, 0, empty, three), "three into an empty hex"
    s.ranks[rank_key(s, w.unit("Manstein"), s.where[w.unit("Manstein")])] = w.unit("Kesselring")
    assert not may_stack(s, 0, west, (extra,)) and not may_stack(s, 0, empty, three)


@pytest.mark.rule("ability.48", "3.1a")
@pytest.mark.parametrize(("ability", "too_many", "faulty"), [(48, 1, False), (48, 2, True), (18, 1, True)])
def test_48_a_stack_larger_than_allowed_is_a_fault_of_the_position(
    ability: int, too_many: int, faulty: bool
) -> None:
    s = steppe({**TANKS, "Manstein": "E1125"}, (), {"Manstein": [ability]})
    w = s.world
    for name in ("German INF IX", "German INF XII")[:too_many]:
        put(s, w.unit(name), w.hex(WEST))
    assert any("Too many units" in each for each in faults(s)) == faulty


@pytest.mark.rule("ability.48")
def test_48_two_too_many_are_cut_down_to_one() -> None:
    names = (*ARMOUR, "German INF IX", "German INF XII")
    s = steppe({**TANKS, "Manstein": "E1125"}, (), {"Manstein": [48]})
    w = s.world
    for name in names[2:]:
        put(s, w.unit(name), w.hex(WEST))
    shed(s)
    assert len(troops_at(s, w.hex(WEST))) == 3, "he allows one unit more"
    lift(s, w.unit("Manstein"), POOL)
    shed(s)
    assert len(troops_at(s, w.hex(WEST))) == 2


@pytest.mark.rule("ability.48", "base.rail")
def test_48_the_excess_is_lost_when_he_goes_by_rail() -> None:
    place = {**dict.fromkeys((*ARMOUR, "German INF IX"), "Orel"), "Manstein": "Orel"}
    s = steppe(place, (RailMoves(0),), {"Manstein": [48]}, control={"germany": ["Orel", "Tula"]})
    w = s.world
    give_hexes(s, w.area, 0)
    act(s, AXIS, Pick(w.unit("Manstein")))
    ends = bits(stations(s, w.unit("Manstein")) & ~w.range_of(w.unit("Manstein"), w.hex("Orel")))
    there = Go(next(ends))
    while isinstance(frame := pending(s), Train) and there not in frame.legal(s, AXIS):
        parts = (a for a in frame.legal(s, AXIS) if isinstance(a, Part))
        act(s, AXIS, next(part for part in parts if frame.is_in(s, part, there)))
    act(s, AXIS, there)
    assert len(troops_at(s, w.hex("Orel"))) == 2


@pytest.mark.rule("ability.48", "base.landing")
@pytest.mark.parametrize("goes", ["home by another way", "as a passenger"])
def test_48_the_excess_is_lost_when_he_flies_away(goes: str) -> None:
    """Montgomery flew with a raid on a port, came down at another field, and left three units in a hex for two."""
    place = {**TANKS, "German INF IX": WEST, "Manstein": WEST, STUKA: WEST}
    s = steppe(place, (), {"Manstein": [48]})
    w = s.world
    manstein, plane, far = w.unit("Manstein"), w.unit(STUKA), w.hex("Krasnodar")
    if goes == "as a passenger":
        open_mission(s, 0, TRANSPORT, far)
        join(s, plane, CLEARED)
        s.riders = {manstein: plane}
        SetDown(plane).run(s)
    else:
        s.riders = {manstein: plane}
        land(s, plane, far)
    assert s.where[manstein] == far
    assert len(troops_at(s, w.hex(WEST))) == 2


@pytest.mark.rule("ability.4", "base.reorganise")
def test_4_an_hq_reorganises_two_hexes_further() -> None:
    s = steppe({"HQ v. Bock": "Voronezh", "Manstein": "Voronezh"}, (), {"Manstein": [4]})
    w = s.world
    hq = w.unit("HQ v. Bock")
    assert path_of(s, hq) == 4
    s.standing = {w.unit("Manstein") * 256 + 4: 1}
    assert path_of(s, hq) == 6
    s.weather = [WEATHER.index("rain")] * 6
    assert path_of(s, hq) == 5, "less one in rain"
    refused_to_enemies = hq_violation(s, 1, hq)
    assert refused_to_enemies is not None and refused_to_enemies.rule == "base.reorganise"
    assert hq_violation(s, 0, hq) is None


@pytest.mark.rule("ability.48")
@pytest.mark.parametrize("goes", ["recalled", "leaves"])
def test_48_the_excess_is_lost_with_him(goes: str) -> None:
    place = {**TANKS, "German INF IX": WEST, "Manstein": "E1125", "Soviet MIL Saratov": PLAIN}
    if goes == "leaves":
        s = steppe({**place, "Soviet MIL Saratov": "E0523"}, (Moves(0),), {"Manstein": [48]})
        w = s.world
        act(s, AXIS, Pick(w.unit("Manstein")))
        for leg in ("E1324", "E1523"):
            act(s, AXIS, Go(w.hex(leg)))
        assert len(troops_at(s, w.hex(WEST))) == 3
        act(s, AXIS, Stop())
    else:
        s = battle(place, PLAIN, ARMOUR, {"Manstein": [48]})
        w = s.world
        to_roll(s, 1)
        kill(s, w.unit("Manstein"))
        roll(s, 4)
        through(s)
    assert len(troops_at(s, w.hex(WEST))) <= 2 and where(s, "German INF IX") == "pool", "the cheapest"


@pytest.mark.rule("ability.49")
@pytest.mark.seam("move", "supply")
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
@pytest.mark.seam("supply", "combat")
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


@pytest.mark.rule("base.reorganise", "3.1c")
def test_whom_an_hq_turns_up() -> None:
    place = {"HQ v. Bock": WEST, "German INF IX": WEST, "German INF XII": WEST, "Soviet INF 29": "E0725"}
    s = steppe(place, (Reorganising(0),), down=("German INF IX", "Soviet INF 29"))
    w = s.world
    hq = w.unit("HQ v. Bock")
    for name in ("German INF XII", "Soviet INF 29", "HQ v. Bock", "German INF X"):
        assert why(s, AXIS, Reorganise(hq, w.unit(name))) == "base.reorganise", name
    assert why(s, AXIS, Reorganise(w.unit("German INF XII"), w.unit("German INF IX"))) == "base.reorganise"
    found = hq_violation(s, 0, w.unit("German INF XII"))
    assert found is not None and found.reason.startswith("Only an HQ")
    frame = pending(s)
    assert isinstance(frame, Reorganising)
    assert frame.legal(s, AXIS) == [Reorganise(hq, w.unit("German INF IX")), Done()]
    planes = [u for u in w.planes_of[0] if w.plane(u).turns < 4]
    assert {price_of(s, u) for u in planes} == {1}, "only the four-turn bombers cost two"
    heavy = [u for side in (0, 1) for u in w.planes_of[side] if w.plane(u).turns >= 4]
    assert heavy and {price_of(s, u) for u in heavy} == {2}


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


@pytest.mark.rule("base.overrun", "ability.24", "3.1g")
def test_24_own_units_in_the_hex_are_not_overrun() -> None:
    place = {
        "Soviet MIL Minsk": "E0924", "German INF IX": PLAIN, "German ARM III": WEST, "German ARM LVII": WEST,
        "Guderian": WEST, "HQ Rundstedt": WEST,
    }  # fmt: skip
    s = steppe(place, (Moves(0),), {"Guderian": [24]})
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM III")))
    act(s, AXIS, Join(w.unit("HQ Rundstedt")))
    act(s, AXIS, Join(w.unit("Guderian")))
    act(s, AXIS, Announce(w.unit("Guderian"), 24))
    act(s, AXIS, Overrun(w.hex(PLAIN)))
    assert where(s, "German INF IX") == where(s, "German ARM III") == PLAIN


@pytest.mark.rule("base.reorganise")
def test_an_hq_of_one_point_turns_up_a_corps_and_no_army() -> None:
    hq, army, corps = "HQ Antonescu", "Rumanian INF I", "German INF IX"
    s = steppe({hq: WEST, army: WEST, corps: WEST}, (Reorganising(0),), down=(army, corps))
    w = s.world
    assert why(s, AXIS, Reorganise(w.unit(hq), w.unit(corps))) == ""
    assert why(s, AXIS, Reorganise(w.unit(hq), w.unit(army))) == "base.reorganise"
