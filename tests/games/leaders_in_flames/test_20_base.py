"""The base game of our own: turn, weather, actions, ground, supply, movement."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Accept,
    Act,
    Attack,
    Begin,
    Go,
    Join,
    Overrun,
    Pick,
    RollAgain,
    Stop,
)
from hexfront.games.leaders_in_flames.kinds import ATTACKS, COMBINED, GERMANY, LAND, MOVES, PASS, SUPER, USSR
from hexfront.games.leaders_in_flames.land.combat import Declaring
from hexfront.games.leaders_in_flames.land.factors import defence_factor
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.rail import RailMoves
from hexfront.games.leaders_in_flames.land.reach import allowance, reach
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.land.zones import excess, zone
from hexfront.games.leaders_in_flames.limits import limit
from hexfront.games.leaders_in_flames.sequence import (
    ChooseAction,
    EndImpulse,
    EndOfTurn,
    GoFirst,
    Impulse,
    InitiativeRoll,
    Reroll,
    TurnEndRoll,
    WeatherRoll,
    initiative,
)
from hexfront.games.leaders_in_flames.state import give_hexes, ground_of, owner
from hexfront.hexes import bits
from hexfront.kernel import pending
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    AXIS,
    CITY,
    EAST,
    NORTH,
    PLAIN,
    WEST,
    down,
    opening,
    steppe,
    where,
    why,
)

ARMOUR = ("German ARM XLVIII", "German ARM XLI")
TANKS = dict.fromkeys(ARMOUR, WEST)


# --- turn, weather, actions


@pytest.mark.rule("base.turn")
@pytest.mark.parametrize(
    ("weather", "marker", "action", "needed"),
    [("fine", 4, LAND, 1), ("rain", 4, LAND, 2), ("blizzard", 4, LAND, 3), ("fine", 4, PASS, 2)],
)
def test_the_marker_goes_by_the_weather(weather: str, marker: int, action: int, needed: int) -> None:
    s = steppe({}, (EndImpulse(0),), weather=weather, marker=marker)
    s2 = steppe(
        {}, (EndImpulse(0),), weather=weather, marker=marker, action="pass" if action == PASS else "land"
    )
    frame = pending(s2)
    assert isinstance(frame, TurnEndRoll) and frame.needed == needed
    roll(s2, needed)
    assert s2.ended == 1, "not above the number ends it"
    frame = pending(s)
    assert isinstance(frame, TurnEndRoll)
    roll(s, frame.needed + 1)
    assert s.ended == 0


@pytest.mark.rule("base.turn")
def test_a_turn_that_has_ended_has_no_more_impulses() -> None:
    s = steppe({}, (Impulse(1),), ended=1)
    assert pending(s) is None
    s = steppe({}, (Impulse(1),), ended=0)
    assert isinstance(pending(s), ChooseAction)


@pytest.mark.rule("base.initiative")
def test_initiative() -> None:
    """The Axis has a box: a tie of dice is its; the loser may give up a box for one new roll."""
    s = steppe({}, (InitiativeRoll(),), side="", turn=2, initiative=1, first=1)
    roll(s, (5, 5))
    assert isinstance(pending(s), Reroll) and pending(s).side == 1  # type: ignore[union-attr]
    act(s, ALLIES, RollAgain(), (3, 9))
    assert s.initiative == 2 and s.rerolled
    assert isinstance(pending(s), GoFirst) and pending(s).side == 1, "one new roll a turn"  # type: ignore[union-attr]
    act(s, ALLIES, Begin(0))
    assert s.first == 0
    s = steppe({}, (InitiativeRoll(),), side="", turn=2, initiative=1, first=1)
    roll(s, (4, 5))
    assert pending(s) is None and s.first == 1, "a tie keeps the order"
    s = steppe({}, (InitiativeRoll(),), side="", turn=2, initiative=0)
    roll(s, (9, 2))
    act(s, ALLIES, Accept())
    assert isinstance(pending(s), GoFirst)


@pytest.mark.rule("base.initiative")
@pytest.mark.parametrize(("first", "last", "box"), [(0, 0, 0), (0, 1, 1), (1, 1, 2)])
def test_who_had_the_first_and_the_last_word_gives_up_a_box(first: int, last: int, box: int) -> None:
    s = steppe({}, (EndOfTurn(),), side="", initiative=1, first=first, last=last)
    assert s.initiative == box


@pytest.mark.rule("base.surprise")
def test_the_opening_is_a_surprise() -> None:
    s = opening()
    s.turn = 1
    assert initiative(s) == () and s.first == 0 and s.surprised == s.world.parties_of[1]
    assert zone(s, 1) == 0 and zone(s, 0) != 0
    s.turn = 2
    assert initiative(s) != ()


@pytest.mark.rule("base.weather")
def test_weather_is_one_roll_for_all_zones() -> None:
    s = steppe({}, (WeatherRoll(), WeatherRoll()), turn=1, last_weather=0)
    roll(s, 1)
    assert s.weather == [3, 2, 1, 2, 1, 2], "a 1 in May: snow, storm, rain, storm, rain, storm"
    assert s.last_weather == 2
    roll(s, 1)
    assert s.weather[1] == 0, "1 and 2 for the last storm is a 3: fine"


@pytest.mark.rule("base.weather")
@pytest.mark.parametrize(
    ("weather", "points"), [("fine", 5), ("rain", 4), ("snow", 4), ("storm", 3), ("blizzard", 3)]
)
@pytest.mark.seam("move", "weather")
def test_weather_slows_units(weather: str, points: int) -> None:
    s = steppe(TANKS, (), weather=weather)
    assert allowance(s, s.world.unit(ARMOUR[0])) == points
    garrison = steppe({"German GAR LXXXVII": WEST}, (), weather=weather)
    assert allowance(garrison, garrison.world.unit("German GAR LXXXVII")) == 1


@pytest.mark.rule("base.action")
def test_actions_and_limits() -> None:
    s = steppe(TANKS, (Impulse(0),), chits=[1, 0, 0, 0, 0, 0, 0, 0])
    assert why(s, AXIS, Act(GERMANY, 3)) == "base.action", "no naval actions in this scenario"
    act(s, AXIS, Act(GERMANY, SUPER))
    assert s.chits[GERMANY] == 0
    assert [limit(s, GERMANY, what) for what in (2, 3, 4)] == [8, 12, 6]
    s.action[GERMANY] = COMBINED
    assert [limit(s, GERMANY, what) for what in (2, 3, 4)] == [4, 6, 3]
    s = steppe(TANKS, (Impulse(0),))
    s.chits = [0] * 8
    assert why(s, AXIS, Act(GERMANY, SUPER)) == "base.action"


@pytest.mark.rule("base.action")
def test_a_combined_action_counts_moves_and_attacks() -> None:
    s = steppe({**TANKS, "German INF IX": NORTH}, (Moves(0),), action="combined")
    s.used[MOVES] = 5
    w = s.world
    act(s, AXIS, Pick(w.unit(ARMOUR[0])))
    act(s, AXIS, Join(w.unit(ARMOUR[1])))
    assert why(s, AXIS, Go(w.hex("E1125"))) == "base.action", "two units need two moves"
    act(s, AXIS, Stop())
    act(s, AXIS, Pick(w.unit(ARMOUR[0])))
    act(s, AXIS, Go(w.hex("E1125")))
    act(s, AXIS, Stop())
    assert why(s, AXIS, Pick(w.unit(ARMOUR[1]))) == "base.action"
    s = steppe({**TANKS, "Soviet INF 29": PLAIN}, (Declaring(0),), action="combined", phase="combat")
    s.used[ATTACKS] = 3
    assert why(s, AXIS, Attack(w.hex(PLAIN))) == "base.declare"


# --- ground, stacks, zones, supply


@pytest.mark.rule("base.stacking", "3.1a")
@pytest.mark.parametrize(
    ("names", "over"),
    [
        (("German ARM XLVIII", "German ARM XLI"), 0),
        (("German ARM XLVIII", "German ARM XLI", "German INF IX"), 1),
        (("German ARM XLVIII", "German ARM XLI", "HQ v. Bock"), 0),
        (("German ARM XLVIII", "German ARM XLI", "HQ v. Bock", "HQ v. Leeb"), 1),
        (("German ARM XLVIII", "German ARM XLI", "German INF DIV 3"), 0),
        (("German ARM XLVIII", "German ARM XLI", "German INF DIV 2", "German INF DIV 3"), 1),
        (("German ARM XLVIII", "German INF DIV 2", "German INF DIV 3"), 0),
        (("German INF DIV 2", "German INF DIV 3"), 0),
        (("German INF DIV 2", "German INF DIV 3", "German ARM DIV 1", "German CAV DIV 1"), 1),
        (("German ARM XLVIII", "German ARM XLI", "Guderian", "Manstein", "Rundstedt"), 0),
    ],
)
def test_stacking(names: tuple[str, ...], over: int) -> None:
    s = steppe({}, ())
    assert excess(s, [s.world.unit(name) for name in names]) == over


@pytest.mark.rule("base.zone")
def test_a_zone_ends_a_move() -> None:
    s = steppe(
        {"German ARM XLVIII": "E1125", "Soviet INF 29": PLAIN, "Soviet INF DIV 3": "E1224"}, (Moves(0),)
    )
    w = s.world
    act(s, AXIS, Pick(w.unit(ARMOUR[0])))
    act(s, AXIS, Go(w.hex(NORTH)))
    assert isinstance(pending(s), Moves) and where(s, ARMOUR[0]) == NORTH, "it cannot go on"
    assert not zone(s, 1) >> w.hex("E1223") & 1, "a division has no zone"
    assert zone(s, 1) >> w.hex(WEST) & 1


@pytest.mark.rule("base.control", "3.1h")
def test_ground_belongs_to_the_last_unit_that_entered() -> None:
    s = steppe({"German ARM XLVIII": WEST}, (Moves(0),))
    w = s.world
    assert owner(s, w.hex(EAST)) == USSR
    act(s, AXIS, Pick(w.unit(ARMOUR[0])))
    act(s, AXIS, Go(w.hex(EAST)))
    assert owner(s, w.hex(EAST)) == GERMANY == owner(s, w.hex(PLAIN)), "and what lay on the way"
    assert ground_of(s, 1) >> w.hex("E0725") & 1


@pytest.mark.rule("base.supply")
def test_supply() -> None:
    s = steppe({"German INF IX": "E0925"}, ())
    w = s.world
    u = w.unit("German INF IX")
    assert is_supplied(s, u), "three hexes from Voronezh"
    s.weather = [4] * 6
    assert not is_supplied(s, u), "in a blizzard the path is two"
    s.weather = [1] * 6
    assert is_supplied(s, u), "in rain it is three"
    cut = steppe({"German INF IX": "E0825", "Soviet INF 29": "E0924", "Soviet INF 12": "E0926"}, ())
    assert not is_supplied(cut, u), "zones of both close the way"
    friend = steppe(
        {
            "German INF IX": "E0825",
            "Soviet INF 29": "E0924",
            "Soviet INF 12": "E0926",
            "German INF X": PLAIN,
            "German INF XII": WEST,
        },
        (),
    )
    assert is_supplied(friend, u), "friends in the zones open it"


@pytest.mark.rule("base.supply")
def test_an_hq_hands_supply_on_from_the_railway() -> None:
    place = {"German INF IX": "E0725", "Soviet MIL Saratov": "E0523"}
    without = steppe(place, (), weather="rain")
    with_hq = steppe({**place, "HQ v. Bock": "E0925"}, (), weather="rain")
    u = without.world.unit("German INF IX")
    assert not is_supplied(without, u) and is_supplied(with_hq, u)
    lost = steppe({**place, "HQ v. Bock": "E0925"}, (), weather="rain", control={"ussr": ["Voronezh"]})
    assert not is_supplied(lost, u), "an HQ without supply hands none on"


@pytest.mark.rule("base.supply")
def test_without_supply() -> None:
    given = {"control": {"ussr": ["Voronezh", "Tula", "Orel", "Krasnodar"]}}
    s = steppe(TANKS, (Moves(0),), **given)  # type: ignore[arg-type]
    w = s.world
    u = w.unit(ARMOUR[0])
    assert defence_factor(s, u, w.hex(WEST)) * 2 == w.strength[u]
    act(s, AXIS, Pick(u))
    act(s, AXIS, Go(w.hex("E1125")))
    act(s, AXIS, Stop())
    assert down(s, ARMOUR[0]), "it moved without supply"
    assert defence_factor(s, u, w.hex(WEST)) == 1
    s = steppe({**TANKS, "Soviet INF 29": PLAIN}, (Declaring(0),), phase="combat", **given)  # type: ignore[arg-type]
    assert why(s, AXIS, Attack(w.hex(PLAIN))) == "base.declare"
    fed = steppe(TANKS, (Moves(0),))
    act(fed, AXIS, Pick(u))
    act(fed, AXIS, Go(w.hex("E1125")))
    act(fed, AXIS, Stop())
    assert not down(fed, ARMOUR[0])


# --- movement


@pytest.mark.rule("base.move")
def test_a_land_move() -> None:
    s = steppe({"German ARM XLVIII": WEST, "German INF IX": "E1125"}, (Moves(0),), down=("German INF IX",))
    w = s.world
    u = w.unit(ARMOUR[0])
    assert why(s, AXIS, Pick(w.unit("German INF IX"))) == "base.move", "face-down"
    assert why(s, AXIS, Pick(w.unit("Soviet INF 29"))) == "base.move"
    assert set(reach(s, u)) <= set(bits(w.grid.disc(w.hex(WEST), 5)))
    act(s, AXIS, Pick(u))
    assert why(s, AXIS, Go(w.hex("E1120"))) == "base.move"
    act(s, AXIS, Go(w.hex("E1022")))
    assert s.spent == [4], (
        "three clear hexes and a forest hex at two would be five: by the clear ones and one forest, four"
    )
    act(s, AXIS, Stop())
    assert why(s, AXIS, Pick(u)) == "base.move", "once a step"


@pytest.mark.rule("base.move")
def test_infantry_and_armour_pay_differently() -> None:
    s = steppe({}, ())
    w = s.world
    a, b = w.hex("E1123"), w.hex("E1022")
    from hexfront.games.leaders_in_flames.kinds import ARM, INF, MTN

    assert (w.steps_for(ARM).of[a][b], w.steps_for(INF).of[a][b]) == (2, 1)
    mountain, below = w.hex("E0933"), w.hex("E0932")
    assert [w.steps_for(kind).of[below][mountain] for kind in (ARM, INF, MTN)] == [4, 2, 1]


@pytest.mark.rule("base.rail")
def test_rail() -> None:
    s = steppe(
        {"German INF IX": "Orel", "German INF XII": "E1225"},
        (RailMoves(0),),
        control={"germany": ["Orel", "Tula"]},
    )
    w = s.world
    line = [
        h
        for h in bits(w.rail.connected(1 << w.hex("Orel"), w.area))
        if w.grid.distance(h, w.hex("Tula")) <= 3
    ]
    for h in line:
        give_hexes(s, 1 << h, 0)
    act(s, AXIS, Pick(w.unit("German INF IX")))
    act(s, AXIS, Go(w.hex("Tula")))
    assert where(s, "German INF IX") == "E1222" and down(s, "German INF IX")
    assert why(s, AXIS, Pick(w.unit("German INF IX"))) == "base.rail"
    blocked = steppe({"German INF IX": "Orel"}, (RailMoves(0),))
    act(blocked, AXIS, Pick(w.unit("German INF IX")))
    assert why(blocked, AXIS, Go(w.hex("Tula"))) == "base.rail", "the line is the enemy's"


@pytest.mark.rule("base.overrun")
def test_overrun() -> None:
    place = {"German ARM III": WEST, "German ARM LVII": WEST, "Soviet MIL Saratov": PLAIN}
    s = steppe(place, (Moves(0),))
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM III")))
    assert why(s, AXIS, Overrun(w.hex(PLAIN))) == "base.overrun", "9 is less than 14"
    act(s, AXIS, Join(w.unit("German ARM LVII")))
    act(s, AXIS, Overrun(w.hex(PLAIN)))
    assert where(s, "Soviet MIL Saratov") == "pool" and where(s, "German ARM III") == PLAIN
    assert s.spent == [2, 2], "double cost"
    assert why(s, AXIS, Go(w.hex(EAST))) == ""
    city = steppe(
        {"German ARM III": "E1324", "German ARM LVII": "E1324", "Soviet MIL Saratov": CITY}, (Moves(0),)
    )
    act(city, AXIS, Pick(w.unit("German ARM III")))
    act(city, AXIS, Join(w.unit("German ARM LVII")))
    assert why(city, AXIS, Overrun(w.hex(CITY))) == "base.overrun", "not in a city"
