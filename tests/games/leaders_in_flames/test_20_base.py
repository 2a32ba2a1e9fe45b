"""The base game of our own: turn, weather, actions, ground, supply, movement."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Accept,
    Act,
    Announce,
    Attack,
    Begin,
    Go,
    Join,
    Overrun,
    Pick,
    RollAgain,
    Stop,
)
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.initiative import GoFirst, InitiativeRoll, Reroll, initiative
from hexfront.games.leaders_in_flames.kinds import (
    ATTACKS,
    COMBINED,
    GERMANY,
    LAND,
    MOVES,
    PASS,
    POOL,
    RAILS,
    SUPER,
    USSR,
)
from hexfront.games.leaders_in_flames.land.combat import Declaring
from hexfront.games.leaders_in_flames.land.factors import defence_factor
from hexfront.games.leaders_in_flames.land.moves import March, Moves, can_go_on, pick_violation
from hexfront.games.leaders_in_flames.land.rail import RailMoves, entrain_violation, stations
from hexfront.games.leaders_in_flames.land.reach import allowance, reach
from hexfront.games.leaders_in_flames.land.reorganise import Reorganising
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.land.zones import excess, may_stand, zone
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.limits import limit, used
from hexfront.games.leaders_in_flames.sequence import (
    ChooseAction,
    EndImpulse,
    EndOfTurn,
    Impulse,
    Turn,
    TurnEndRoll,
    WeatherRoll,
    reorganisation,
)
from hexfront.games.leaders_in_flames.state import (
    State,
    give_hexes,
    ground_of,
    holder,
    is_down,
    owner,
    take_control,
)
from hexfront.hexes import bits
from hexfront.kernel import Decision, Option, pending, settle
from hexfront.proof.walks import walk_faults
from hexfront.testing import act, roll
from hexfront.wargame import lift, move
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    ARMOUR,
    AXIS,
    CITY,
    EAST,
    NORTH,
    PLAIN,
    TANKS,
    WEST,
    campaign,
    down,
    opening,
    steppe,
    where,
    why,
)


def options(s: State, seat: str) -> list[Option]:
    """All that is offered to a seat, in words."""
    frame = pending(s)
    assert isinstance(frame, Decision)
    return [frame.option(s, seat, action) for action in frame.legal(s, seat)]


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
def test_no_roll_that_could_not_end_the_turn() -> None:
    for marker, rolled in ((0, False), (2, False), (3, False), (4, True)):
        s = steppe({}, (EndImpulse(0),), marker=marker)
        assert isinstance(pending(s), TurnEndRoll) is rolled and s.marker == marker + 1 and not s.ended


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


@pytest.mark.rule("base.stacking", "3.1a")
def test_where_a_unit_may_stand() -> None:
    full = {"German ARM XLVIII": PLAIN, "German ARM XLI": PLAIN}
    s = steppe({**full, "German INF IX": WEST, "Guderian": WEST, "Soviet INF 29": EAST}, ())
    w = s.world
    unit, leader = w.unit("German INF IX"), w.unit("Guderian")
    assert [may_stand(s, unit, w.hex(at)) for at in (PLAIN, EAST, NORTH)] == [False, False, True]
    assert [may_stand(s, leader, w.hex(at)) for at in (PLAIN, EAST, NORTH)] == [True, False, True]
    assert not may_stand(s, leader, w.hex(PLAIN), (unit,)), "with a unit there must be room for it"
    assert may_stand(s, leader, w.hex(NORTH), (unit,))


@pytest.mark.rule("base.move", "base.stacking")
def test_every_walk_can_be_walked_and_ends_where_the_unit_may_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = {**TANKS, "German INF IX": EAST, "German INF XII": EAST, "Soviet MIL Saratov": NORTH}
    s = steppe(place, (Moves(0),))
    for name in (*ARMOUR, "German INF IX"):
        found = LEADERS_IN_FLAMES.reach(s, AXIS, name)
        assert found is not None and EAST not in found
        assert list(walk_faults(LEADERS_IN_FLAMES, s, AXIS, name, found, sorted(found)[:8])) == []
    assert found
    monkeypatch.setattr(type(LEADERS_IN_FLAMES), "may_stand", lambda *given: False)
    assert "fits" in next(walk_faults(LEADERS_IN_FLAMES, s, AXIS, name, found, sorted(found)[:1]))


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


@pytest.mark.rule("base.control", "3.1h")
def test_ground_of_a_friend_stays_his() -> None:
    s = steppe({"German ARM XLVIII": WEST, "Finnish INF II": "E0923"}, ())
    w = s.world
    voronezh, port, leader = w.hex("Voronezh"), w.hex("Sevastopol"), w.unit("Guderian")
    mine = holder(s, voronezh)
    take_control(s, w.unit("Finnish INF II"), voronezh)
    assert holder(s, voronezh) == mine != w.party[w.unit("Finnish INF II")], "an ally does not take it"
    take_control(s, leader, port)
    assert owner(s, port) == USSR, "nor does a leader what is the enemy's"
    take_control(s, w.unit("German ARM XLVIII"), port)
    assert owner(s, port) == GERMANY and not s.wrecks and not s.ruins, "without politics no works are lost"


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
    off = next(label for label in (WEST, PLAIN, EAST, NORTH) if not w.rail.hexes >> w.hex(label) & 1)
    move(s, w.unit("German INF XII"), w.hex(off))
    assert why(s, AXIS, Pick(w.unit("German INF XII"))) == "base.rail", "not on a railway"
    assert why(s, AXIS, Pick(w.unit("German INF IX"))) == ""
    act(s, AXIS, Pick(w.unit("German INF IX")))
    assert why(s, AXIS, Go(-1)) == "base.rail"
    act(s, AXIS, Go(w.hex("Tula")))
    assert where(s, "German INF IX") == "E1222" and down(s, "German INF IX")
    assert why(s, AXIS, Pick(w.unit("German INF IX"))) == "base.rail"
    blocked = steppe({"German INF IX": "Orel"}, (RailMoves(0),))
    act(blocked, AXIS, Pick(w.unit("German INF IX")))
    assert why(blocked, AXIS, Go(w.hex("Tula"))) == "base.rail", "the line is the enemy's"


def open_line(s: State) -> None:
    """The railway between Orel and Tula is German."""
    w = s.world
    for h in bits(w.rail.connected(1 << w.hex("Orel"), w.area)):
        if w.grid.distance(h, w.hex("Tula")) <= 3:
            give_hexes(s, 1 << h, 0)


@pytest.mark.rule("base.rail", "1c", "3.1m")
def test_who_can_go_by_rail_and_what_it_uses_up() -> None:
    place = {
        "German INF IX": "Orel", "German ARM III": "Orel", "HQ v. Bock": "Orel", "Rundstedt": "Orel",
        "Soviet MIL Saratov": "Saratov", "German INF XII": "pool",
    }  # fmt: skip
    s = steppe(place, (RailMoves(0),), {"Rundstedt": [5]}, control={"germany": ["Orel", "Tula"]})
    w = s.world
    open_line(s)
    mine, leader = w.unit("German INF IX"), w.unit("Rundstedt")
    for name in ("Soviet MIL Saratov", "German INF XII"):
        assert why(s, AXIS, Pick(w.unit(name))) == "base.rail", name
    plane = next(u for u in range(len(w.names)) if w.is_plane(u) and w.side[u] == 0)
    s.where[plane] = w.hex("Orel")
    refused = entrain_violation(s, 0, plane)
    assert refused is not None and refused.rule == "base.rail", "aircraft fly"
    s.where[plane] = POOL
    words = [option.label for option in options(s, AXIS)]
    assert any("Rundstedt" in word and not word.startswith("Rail") for word in words), "his ability"
    before = used(s, GERMANY, RAILS)
    act(s, AXIS, Pick(mine))
    assert s.group == [mine] and s.spent == [0]
    assert all(may_stand(s, mine, h) and w.cities >> h & 1 for h in bits(stations(s, mine)))
    act(s, AXIS, Go(w.hex("Tula")))
    assert (used(s, GERMANY, RAILS), s.moved >> mine & 1) == (before + 1, 1) and is_down(s, mine)
    act(s, AXIS, Pick(leader))
    act(s, AXIS, Go(w.hex("Tula")))
    assert used(s, GERMANY, RAILS) == before + 1, "a leader is no rail move"
    assert s.moved >> leader & 1
    last = options(s, AXIS)[-1]
    assert last.kind == "pass" and last.ends


@pytest.mark.rule("base.rail", "base.stacking")
def test_a_train_does_not_stop_in_a_full_city() -> None:
    place = dict.fromkeys(("German ARM III", "German ARM LVII"), "Tula")
    s = steppe({**place, "German INF IX": "Orel"}, (RailMoves(0),), control={"germany": ["Orel", "Tula"]})
    w = s.world
    open_line(s)
    u, tula = w.unit("German INF IX"), w.hex("Tula")
    assert not stations(s, u) >> tula & 1
    lift(s, w.unit("German ARM III"), POOL)
    assert stations(s, u) >> tula & 1


@pytest.mark.rule("ability.5", "base.rail")
def test_5_an_hq_goes_by_rail_as_ever_and_arrives_face_down() -> None:
    place = {"HQ v. Bock": "Orel", "Rundstedt": "Orel", "German INF IX": "Orel"}
    s = steppe(place, (RailMoves(0),), {"Rundstedt": [5]}, control={"germany": ["Orel", "Tula"]})
    w = s.world
    open_line(s)
    hq = w.unit("HQ v. Bock")
    act(s, AXIS, Announce(w.unit("Rundstedt"), 5))
    assert not stations(s, hq) & ~w.cities and stations(s, w.unit("German INF IX")) & ~w.cities
    act(s, AXIS, Pick(hq))
    act(s, AXIS, Go(w.hex("Tula")))
    assert is_down(s, hq)


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


@pytest.mark.rule("base.move")
def test_a_move_is_of_ones_own_units_that_start_together() -> None:
    s = steppe({**TANKS, "German INF IX": "E1125", "Soviet INF 29": "E0725"}, (Moves(0),))
    w = s.world
    one, two, third = (w.unit(name) for name in (*ARMOUR, "German INF IX"))
    assert why(s, AXIS, Pick(w.unit("Soviet INF 29"))) == "base.move", "the enemy's"
    act(s, AXIS, Pick(one))
    assert why(s, AXIS, Join(one)) == "base.move", "it is in hand already"
    assert why(s, AXIS, Join(third)) == "base.move", "of another hex"
    frame = pending(s)
    assert isinstance(frame, March)
    legal = frame.legal(s, AXIS)
    assert Stop() in legal and Join(two) in legal and Join(one) not in legal
    act(s, AXIS, Go(w.hex("E1125")))
    assert isinstance(pending(s), March), "four points are left"
    assert why(s, AXIS, Join(third)) == "base.move", "who comes along starts with the others"
    act(s, AXIS, Stop())
    assert why(s, AXIS, Pick(one)) == "base.move" and why(s, AXIS, Pick(two)) == ""
    assert (s.group, s.spent, s.began) == ([], [], -1)


@pytest.mark.rule("base.zone", "base.move")
def test_a_move_ends_where_nothing_more_can_be_done() -> None:
    s = steppe({"German INF IX": WEST, "German GAR LXXXVII": WEST, "Soviet INF 29": "E0725"}, ())
    w = s.world
    infantry, garrison = w.unit("German INF IX"), w.unit("German GAR LXXXVII")
    s.began = s.where[infantry]
    s.group, s.spent = [infantry], [1]
    assert can_go_on(s, 0)
    s.group, s.spent = [infantry, garrison], [1, 1]
    assert not can_go_on(s, 0), "the slowest has no point left"
    for label in (PLAIN, *(w.label(h) for h in w.near(w.hex(WEST)))):
        if label not in (WEST, PLAIN):
            s.held[1] |= 1 << w.hex(label)
    s.held[1] |= 1 << w.hex(PLAIN)
    s.group, s.spent = [infantry], [1]
    for h in w.near(w.hex(WEST)):
        s.stack.setdefault(h, (w.unit("Soviet INF 29"),))
    assert not can_go_on(s, 0), "enemies all round whom it cannot overrun"


@pytest.mark.rule("base.zone")
def test_in_a_zone_nobody_goes_on() -> None:
    s = steppe({"German INF IX": WEST, "Soviet INF 29": PLAIN}, ())
    s.group, s.spent, s.began = [s.world.unit("German INF IX")], [1], s.world.hex(WEST)
    assert not can_go_on(s, 0)


@pytest.mark.rule("base.move", "base.partisans")
def test_bands_move_beyond_the_limit() -> None:
    s = campaign(
        {"Soviet PART 3": "Minsk", "Soviet INF 29": "Smolensk"}, (), side="allies", action="combined"
    )
    w = s.world
    s.used = [99] * len(s.used)
    assert pick_violation(s, 1, w.unit("Soviet PART 3")) is None
    refused = pick_violation(s, 1, w.unit("Soviet INF 29"))
    assert refused is not None and refused.rule == "base.action"


@pytest.mark.rule("base.overrun", "base.action", "ability.24")
@pytest.mark.seam("move", "leaders")
def test_an_overrun_needs_a_land_move_for_each_unit() -> None:
    tanks = {"German ARM III": WEST, "German ARM LVII": WEST}
    s = steppe({**tanks, "Soviet MIL Saratov": PLAIN}, (Moves(0),), action="combined")
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM III")))
    act(s, AXIS, Join(w.unit("German ARM LVII")))
    s.used[MOVES] = 5
    assert why(s, AXIS, Overrun(w.hex(PLAIN))) == "base.action"
    s.used[MOVES] = 4
    act(s, AXIS, Overrun(w.hex(PLAIN)))
    assert s.used[MOVES] == 6 and s.moved >> w.unit("German ARM LVII") & 1
    place = {**tanks, "Guderian": WEST, "Soviet GAR 23": EAST}
    s = steppe(place, (Moves(0),), {"Guderian": [24]}, action="combined")
    act(s, AXIS, Pick(w.unit("German ARM III")))
    for name in ("German ARM LVII", "Guderian"):
        act(s, AXIS, Join(w.unit(name)))
    act(s, AXIS, Announce(w.unit("Guderian"), 24))
    s.used[MOVES] = 5
    assert why(s, AXIS, Overrun(w.hex(PLAIN))) == "base.action"
    s.used[MOVES] = 4
    assert why(s, AXIS, Overrun(w.hex(PLAIN))) == ""


@pytest.mark.rule("base.overrun", "3.1g", "base.move")
def test_an_overrun_is_of_an_enemy_next_to_it() -> None:
    place = {"German ARM III": WEST, "German ARM LVII": WEST, "Soviet MIL Saratov": PLAIN}
    s = steppe(place, (Moves(0),))
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM III")))
    act(s, AXIS, Join(w.unit("German ARM LVII")))
    assert why(s, AXIS, Overrun(w.hex(NORTH))) == "base.overrun", "nobody stands there"
    assert why(s, AXIS, Overrun(w.hex(EAST))) == "base.overrun", "not next to it"


@pytest.mark.rule("base.overrun", "3.1g")
def test_either_side_overruns_and_after_a_march_too() -> None:
    s = steppe(
        {"German ARM III": "E1125", "German ARM LVII": "E1125", "Soviet INF DIV 3": PLAIN}, (Moves(0),)
    )
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM III")))
    act(s, AXIS, Join(w.unit("German ARM LVII")))
    act(s, AXIS, Go(w.hex(WEST)))
    assert why(s, AXIS, Overrun(w.hex(PLAIN))) == "", "a division has no zone to stop them"
    place = {"Soviet ARM 1": EAST, "Soviet ARM 2": EAST, "German INF DIV 3": PLAIN}
    s = steppe(place, (Moves(1),), side=ALLIES)
    act(s, ALLIES, Pick(w.unit("Soviet ARM 1")))
    act(s, ALLIES, Join(w.unit("Soviet ARM 2")))
    assert why(s, ALLIES, Overrun(w.hex(PLAIN))) == ""
    act(s, ALLIES, Overrun(w.hex(PLAIN)))
    assert where(s, "German INF DIV 3") == "pool" and where(s, "Soviet ARM 1") == PLAIN
    assert owner(s, w.hex(PLAIN)) == USSR and s.spent == [2, 2]


@pytest.mark.rule("ability.46", "ability.60", "3.1c")
def test_46_only_those_in_hand_have_his_points() -> None:
    s = steppe({**TANKS, "Guderian": WEST}, (Moves(0),), {"Guderian": [46]})
    w = s.world
    one, two, man = (w.unit(name) for name in (*ARMOUR, "Guderian"))
    act(s, AXIS, Pick(one))
    act(s, AXIS, Join(man))
    before = allowance(s, two), allowance(s, man)
    act(s, AXIS, Announce(man, 46))
    assert (allowance(s, two), allowance(s, man)) == before
    assert allowance(s, one) == before[0] + 1


# --- the turn, step by step


@pytest.mark.rule("base.turn")
def test_a_new_turn_begins_clean() -> None:
    s = steppe({}, (), side="allies", turn=1, marker=7, impulse=9, rerolled=1, ended=1, arrived=2)
    frames = Turn().run(s)
    assert (s.turn, s.side, s.impulse, s.marker, s.rerolled, s.arrived, s.ended) == (2, -1, 0, 0, 0, 0, 0)
    names = [type(frame).__name__ for frame in frames]
    assert names.index("Draft") < names.index("Arrivals") < names.index("Impulses") < names.index("EndOfTurn")
    s.turn = s.world.plan.turns
    assert [type(frame).__name__ for frame in Turn().run(s)] == ["Victory"]


@pytest.mark.rule("base.initiative")
def test_no_box_no_new_roll() -> None:
    for box, allowed in ((-2, (False, True)), (0, (True, True)), (2, (True, False))):
        for side, seat in enumerate((AXIS, ALLIES)):
            s = steppe({}, (Reroll(side, 1 - side),), side="", turn=2, initiative=box)
            assert why(s, seat, RollAgain()) == ("" if allowed[side] else "base.initiative")


@pytest.mark.rule("base.weather")
def test_the_weather_roll_ends_at_ten() -> None:
    s = steppe({}, (WeatherRoll(), WeatherRoll()), turn=1, last_weather=0)
    roll(s, 10)
    ten = list(s.weather)
    s.last_weather = 2
    roll(s, 10)
    assert s.weather == ten


@pytest.mark.rule("base.reorganise", "ability.14", "base.facing")
def test_hqs_are_asked_where_they_can_do_anything() -> None:
    place = {"HQ v. Bock": WEST, "German INF IX": WEST}
    for lying, asked in (((), False), (("German INF IX",), True)):
        s = steppe(place, (), down=lying)
        s.agenda = reorganisation(s, 0)
        assert isinstance(s.agenda[0], Asking) and s.agenda[0].moment == "reorganise"
        settle(s)
        assert isinstance(pending(s), Reorganising) is asked
    s = steppe(place, (EndOfTurn(),), down=("German INF IX",), side="", first=0, last=1)
    assert not down(s, "German INF IX"), "at the end of the turn it turns up"


@pytest.mark.rule("3.1a", "3.3q")
def test_only_leaders_lie_in_the_cup_or_among_the_dead() -> None:
    from hexfront.games.leaders_in_flames.invariants import faults
    from hexfront.games.leaders_in_flames.kinds import CUP, DEAD

    s = steppe({"German INF IX": WEST})
    assert not list(faults(s))
    for box in (CUP, DEAD):
        s.where[s.world.unit("German INF X")] = box
        assert [text for text in faults(s) if "is no leader" in text]


@pytest.mark.rule("base.overrun", "3.1g")
def test_no_overrun_across_a_hexside_of_water() -> None:
    from hexfront.games.leaders_in_flames.actions import Overrun
    from hexfront.hexes import bits

    w = steppe({}).world
    pairs = (
        (a, b) for a in bits(w.area & w.open) for b in w.near(a) if w.area >> b & 1 and w.barred.has(a, b)
    )
    a, b = next(pairs)
    s = steppe({"German ARM III": w.label(a), "Soviet I-16": w.label(b)}, (Moves(0),))
    act(s, AXIS, Pick(w.unit("German ARM III")))
    assert why(s, AXIS, Overrun(b)) == "base.move"


@pytest.mark.rule("base.overrun")
@pytest.mark.parametrize(("spent", "case"), [(0, ""), (99, "base.overrun")])
def test_an_overrun_has_to_be_paid_for(spent: int, case: str) -> None:
    from hexfront.games.leaders_in_flames.actions import Overrun

    s = steppe({"German ARM III": WEST, "Soviet I-16": "E0925"}, (Moves(0),))
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM III")))
    s.spent = [spent]
    assert why(s, AXIS, Overrun(w.hex("E0925"))) == case
