"""Land battles in detail: zones and overruns of zones, second attacks, and whom leaders may help when it is over."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Advance, Announce, Done, Join, Overrun, Pick, Take
from hexfront.games.leaders_in_flames.kinds import GERMANY, KILLED, POOL, RETREATED, SHATTERED, SPENT, USSR
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.combat import LandRoll
from hexfront.games.leaders_in_flames.land.losses import TakeLoss, check_deaths
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.odds import base_caller
from hexfront.games.leaders_in_flames.land.overrun import overrun_force, zone_strength
from hexfront.games.leaders_in_flames.land.results import Facing
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing, refuges
from hexfront.games.leaders_in_flames.land.supply import supply_of
from hexfront.games.leaders_in_flames.land.zones import may_stack, may_stand, stopping_zone
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.leaders.steps import KeepUp
from hexfront.games.leaders_in_flames.state import give_hexes
from hexfront.hexes import bits
from hexfront.kernel import pending
from hexfront.testing import act, roll
from hexfront.wargame import lift
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    ARMOUR,
    AXIS,
    CITY,
    EAST,
    FOREST,
    NORTH,
    PLAIN,
    TANKS,
    WEST,
    battle,
    down,
    say,
    steppe,
    through,
    to_roll,
    where,
    why,
)
from tests.games.leaders_in_flames.sky import PE2

PAIR = ("Soviet INF 29", "Soviet INF 12")
RUSSIANS = ("Soviet ARM 1", "Soviet ARM 2")


# --- stacking and zones


@pytest.mark.rule("ability.48", "3.1a")
@pytest.mark.parametrize(
    ("man", "at", "room"),
    [
        ("Guderian", WEST, True),
        ("Guderian", "E1225", True),
        ("Guderian", "E2525", False),
        ("Guderian", "cup", False),
        ("Zhukov", EAST, False),
    ],
)
def test_48_only_a_leader_of_the_side_in_range_gives_room(man: str, at: str, room: bool) -> None:
    s = steppe({**TANKS, man: at, "German INF IX": NORTH}, (), {man: [48]})
    w = s.world
    third = [w.unit("German INF IX")]
    assert may_stack(s, 0, w.hex(WEST), third) is room
    assert may_stand(s, third[0], w.hex(WEST)) is room


@pytest.mark.rule("3.1a")
def test_nobody_stands_with_an_enemy_and_a_leader_always_with_friends() -> None:
    s = steppe({**TANKS, "Guderian": NORTH, "German INF IX": NORTH, "Zhukov": EAST, "Soviet INF 29": PLAIN})
    w = s.world
    man, foot = w.unit("Guderian"), w.unit("German INF IX")
    found = {
        at: (may_stand(s, man, w.hex(at)), may_stand(s, foot, w.hex(at))) for at in (WEST, EAST, PLAIN, NORTH)
    }
    assert found == {WEST: (True, False), EAST: (False, False), PLAIN: (False, False), NORTH: (True, True)}
    assert not may_stand(s, man, w.hex(WEST), (foot,)), "those who come along need room"


@pytest.mark.rule("ability.24")
def test_24_what_makes_a_zone_and_how_strong_it_is() -> None:
    """Half the strongest corps or army next to the hex; divisions and units beyond open water make none."""
    place = {
        "Soviet MIL Saratov": EAST,
        "Soviet ART DIV 152 mm": EAST,
        "German INF IX": NORTH,
        "Soviet INF 29": "E0725",
    }
    s = steppe(place)
    w = s.world
    assert zone_strength(s, 0, w.hex(PLAIN)) * 2 == w.strength[w.unit("Soviet MIL Saratov")] == 2
    assert w.strength[w.unit("Soviet ART DIV 152 mm")] > 2
    assert zone_strength(s, 1, w.hex(PLAIN)) * 2 == w.strength[w.unit("German INF IX")]
    assert zone_strength(s, 1, w.hex("E0725")) == 0
    a, b = next((a, b) for a in bits(w.area) for b in w.near(a) if w.area >> b & 1 and w.barred.has(a, b))
    s = steppe({"Soviet INF 29": w.label(a)})
    assert zone_strength(s, 0, b) == 0
    assert any(zone_strength(s, 0, n) for n in w.near(a) if not w.barred.has(a, n))


@pytest.mark.rule("ability.24", "base.overrun")
@pytest.mark.parametrize(
    ("maker", "start", "target", "case"),
    [
        ("Soviet MIL Saratov", WEST, PLAIN, ""),  # 7 against 1: just enough
        ("Soviet INF 29", WEST, PLAIN, "ability.24"),
        ("Soviet MIL Saratov", "E1123", "E1022", "ability.24"),  # forest
        ("Soviet MIL Saratov", WEST, NORTH, "ability.24"),  # no zone there
    ],
)
def test_24_zones_that_can_be_overrun(maker: str, start: str, target: str, case: str) -> None:
    beside = {PLAIN: EAST, "E1022": "E0922", NORTH: EAST}[target]
    s = steppe({ARMOUR[0]: start, "Guderian": start, maker: beside}, (Moves(0),), {"Guderian": [24]})
    w = s.world
    act(s, AXIS, Pick(w.unit(ARMOUR[0])))
    act(s, AXIS, Join(w.unit("Guderian")))
    act(s, AXIS, Announce(w.unit("Guderian"), 24))
    assert overrun_force(s, w.hex(target)) == 7 or target == "E1022"
    assert why(s, AXIS, Overrun(w.hex(target))) == case
    if case == "":
        act(s, AXIS, Overrun(w.hex(target)))
        assert s.cleared == w.hex(target) and not stopping_zone(s, 0) >> w.hex(target) & 1


# --- who calls the table


@pytest.mark.rule("base.table")
@pytest.mark.parametrize(
    ("target", "origin", "defender", "caller"),
    [
        (PLAIN, EAST, "German INF IX", 1),
        (PLAIN, EAST, "German AT DIV 50 mm", 1),
        (CITY, "E1324", "German INF IX", 0),
        (FOREST, "E1022", "German INF IX", 0),
    ],
)
def test_who_calls_when_the_allies_attack(target: str, origin: str, defender: str, caller: int) -> None:
    s = battle({**dict.fromkeys(RUSSIANS, origin), defender: target}, target, RUSSIANS, side=ALLIES)
    assert base_caller(s) == caller


# --- retreat


@pytest.mark.rule("base.retreat")
@pytest.mark.seam("combat", "weather")
def test_a_retreat_goes_into_supply_though_there_are_other_hexes() -> None:
    """In a blizzard supply reaches two hexes beyond a city, and units retreat three."""
    s = battle({**TANKS, **dict.fromkeys(PAIR, PLAIN)}, PLAIN, ARMOUR, weather="blizzard")
    w, u = s.world, s.world.unit(PAIR[0])
    for city in ("Stalingrad", "Kharkov", "Rostov", "Gorky", "Kuybyshev", "Moscow"):
        give_hexes(s, 1 << w.hex(city), GERMANY)
    fed = supply_of(s, USSR)
    far = w.hex("E0728")
    assert not fed >> far & 1
    assert refuges(s, u) and not refuges(s, u) & ~fed
    give_hexes(s, 1 << w.hex("Saratov"), GERMANY)
    assert not refuges(s, u) & supply_of(s, USSR) and refuges(s, u) >> far & 1, "anywhere, if need be"


@pytest.mark.rule("ability.42", "base.losses", "ability.40", "ability.62")
def test_42_the_axis_stands_fast_too() -> None:
    place = {
        **dict.fromkeys(RUSSIANS, EAST),
        "German INF XII": PLAIN,
        "German INF IX": PLAIN,
        "Manstein": WEST,
    }
    s = battle(place, PLAIN, RUSSIANS, {"Manstein": [42]}, side=ALLIES)
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell.endswith("R"), s.cell
    through(s, Announcing, Withdrawing)
    frame = pending(s)
    assert isinstance(frame, Announcing) and (frame.side, frame.moment) == (0, "retreat")
    say(s, AXIS, "Manstein", 42)
    through(s)
    left = [name for name in ("German INF XII", "German INF IX") if where(s, name) == PLAIN]
    assert len(left) == 1 and not down(s, left[0])


# --- the second attack


@pytest.mark.rule("ability.62", "base.losses", "base.die", "base.facing")
def test_62_losses_of_the_second_attack_fall_and_its_column_holds() -> None:
    place = {
        **dict.fromkeys(RUSSIANS, WEST),
        "Konev": WEST,
        "German INF XII": PLAIN,
        "German GAR LXXXVII": PLAIN,
    }
    s = battle(place, PLAIN, RUSSIANS, {"Konev": [62]}, side=ALLIES)
    to_roll(s, 1)
    roll(s, 8)
    assert s.cell.endswith("R")
    through(s, Announcing)
    column = s.column
    say(s, ALLIES, "Konev", 62)
    assert isinstance(pending(s), LandRoll)
    roll(s, 1)
    assert s.column == column - 2 and s.second
    assert s.world.tables.land[1].read(column - 2, 1).result[0] == "2"
    for name in RUSSIANS:
        assert isinstance(pending(s), TakeLoss)
        act(s, ALLIES, Take(s.world.unit(name)))
        assert where(s, name) == "pool"


@pytest.mark.rule("ability.62", "base.facing", "ability.41")
def test_62_everybody_who_took_part_lies_down_and_nobody_is_kept_up() -> None:
    s = battle({**TANKS, "Guderian": WEST, **dict.fromkeys(PAIR, PLAIN)}, PLAIN, ARMOUR, {"Guderian": [41]})
    units = [s.world.unit(name) for name in (*ARMOUR, *PAIR)]
    s.cell, s.second = "-/1B", 1
    Facing().run(s)
    assert s.forced_down == sum(1 << u for u in units)
    s.forced_down, s.second = 0, 0
    Facing().run(s)
    assert s.forced_down == 0


@pytest.mark.rule("ability.41", "base.facing", "ability.62")
@pytest.mark.parametrize(
    ("cell", "fate", "asked"),
    [
        ("*/1B", SHATTERED, True),
        ("-/1B", SHATTERED, True),
        ("*/R", RETREATED, True),
        ("*/2", SHATTERED, False),  # a second loss that a leader has shattered
        ("-/1B", KILLED, False),
    ],
)
def test_41_is_for_results_that_drive_the_enemy_off(cell: str, fate: int, asked: bool) -> None:
    s = battle({**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR, {"Guderian": [41]})
    s.cell, s.fates = cell, {s.world.unit("Soviet INF 29"): fate}
    assert any(isinstance(frame, KeepUp) for frame in Facing().run(s)) is asked


@pytest.mark.rule("base.facing", "base.advance", "ability.41", "ability.71")
def test_where_the_defenders_hold_nobody_advances_and_they_stay_up() -> None:
    place = {**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN, "Soviet INF 14": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Guderian": [41, 71]})
    to_roll(s, 0)
    roll(s, 5)
    asked: list[str] = []
    while (frame := pending(s)) is not None:
        if isinstance(frame, Announcing):
            asked.append(frame.moment)
            act(s, (AXIS, ALLIES)[frame.side], Done())
        else:
            before = len(s.agenda)
            through(s, Announcing)
            assert len(s.agenda) <= before
    assert "advance" not in asked
    assert any(where(s, name) == PLAIN and not down(s, name) for name in ("Soviet INF 29", "Soviet INF 14"))


# --- the advance


@pytest.mark.rule("ability.80", "base.advance", "3.2m")
def test_80_first_who_enters_then_how_far() -> None:
    place = {**TANKS, "Soviet MIL Saratov": PLAIN, "Soviet INF 12": "E0725", "Zhukov": "E0725", PE2: "E0725"}
    s = battle(place, PLAIN, ARMOUR, {"Zhukov": [80]}, down=("Soviet MIL Saratov",))
    through(s)
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell.endswith("B")
    through(s, AdvanceUnits)
    w = s.world
    tank, other = (w.unit(name) for name in ARMOUR)
    act(s, AXIS, Advance(tank, w.hex(PLAIN)))
    assert why(s, AXIS, Advance(tank, w.hex("E0826"))) == "ability.80", "the aircraft come first"
    act(s, AXIS, Advance(other, w.hex(PLAIN)))
    frame = pending(s)
    assert isinstance(frame, Announcing) and (frame.side, frame.moment) == (1, "disrupt")
    act(s, ALLIES, Done())
    assert isinstance(pending(s), AdvanceUnits)
    act(s, AXIS, Advance(tank, w.hex("E0826")))
    assert where(s, ARMOUR[0]) == "E0826"


# --- those who are lost


@pytest.mark.rule("3.3m", "ability.45")
@pytest.mark.parametrize(("fate", "dies"), [(KILLED, True), (SPENT, False), (RETREATED, False)])
def test_3_3m_a_leader_dies_only_with_units_that_combat_destroyed(fate: int, dies: bool) -> None:
    s = battle({ARMOUR[0]: WEST, "Guderian": WEST, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR[:1])
    u = s.world.unit(ARMOUR[0])
    s.fates = {u: fate}
    lift(s, u, POOL)
    check_deaths(s)
    assert (where(s, "Guderian") == "dead") is dies
