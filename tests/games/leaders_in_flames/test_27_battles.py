"""Land battles in detail: who may attack and support, who is lost, what a second attack does, where the advance goes."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Advance,
    Attack,
    Cancel,
    Commit,
    Done,
    Join,
    Overrun,
    Pick,
    Retreat,
    Stop,
    Support,
    Take,
)
from hexfront.games.leaders_in_flames.events import Overran
from hexfront.games.leaders_in_flames.kinds import GERMANY, KILLED, SPENT
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits, points_after
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting, Supporting
from hexfront.games.leaders_in_flames.land.losses import Losses, TakeLoss
from hexfront.games.leaders_in_flames.land.moves import March, Moves
from hexfront.games.leaders_in_flames.land.odds import attack_strength, defence_strength, modifiers, odds
from hexfront.games.leaders_in_flames.land.overrun import overrun_force
from hexfront.games.leaders_in_flames.land.results import Sparing
from hexfront.games.leaders_in_flames.land.retreat import Retreating, Withdrawing
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.state import State, owner
from hexfront.kernel import pending
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    ARMOUR,
    AXIS,
    EAST,
    NORTH,
    PLAIN,
    SOUTH,
    TANKS,
    WEST,
    battle,
    down,
    go_on,
    say,
    steppe,
    through,
    to_roll,
    where,
    why,
)

PAIR = ("Soviet INF 29", "Soviet INF 12")
GUN = "German ART DIV 150 mm"
SWAMP, DRY, BEFORE = "E1725", "E1624", "E1623"  # swamp, the clear hex before it, and the one before that


def lone(s: State, *names: str) -> list[int]:
    return [s.world.unit(name) for name in names]


# --- who may attack


@pytest.mark.rule("base.declare", "base.supply", "base.artillery", "2b")
def test_who_may_join_an_attack_and_who_may_not() -> None:
    place = {
        ARMOUR[0]: WEST,
        "German INF IX": WEST,
        "German INF X": SOUTH,
        GUN: WEST,
        "Guderian": SOUTH,
        "Manstein": NORTH,
        "Soviet INF 29": PLAIN,
        "Soviet INF 12": EAST,
    }
    s = steppe(place, (Declaring(0), Fighting(0)), phase="combat", down=("German INF X",))
    w = s.world
    for far in ("E0725", NORTH, WEST):
        assert why(s, AXIS, Attack(w.hex(far))) == "base.declare", "nobody to attack there"
    assert why(s, AXIS, Attack(w.hex(EAST))) == "base.declare", "nobody of ours is next to it"
    assert why(s, AXIS, Attack(-1)) == "base.declare"
    act(s, AXIS, Attack(w.hex(PLAIN)))
    expected = {
        ARMOUR[0]: "",
        "German INF IX": "",
        "German INF X": "base.declare",  # face-down
        GUN: "base.artillery",
        "Guderian": "",
        "Manstein": "2b",  # no unit of ours is with him
        "Soviet INF 12": "base.declare",
        "German MOT V": "base.declare",  # not on the map
    }
    assert {name: why(s, AXIS, Join(w.unit(name))) for name in expected} == expected
    assert why(s, AXIS, Commit()) == "base.declare", "nobody is named"
    act(s, AXIS, Join(w.unit("Guderian")))
    assert why(s, AXIS, Commit()) == "base.declare", "a leader is no unit"
    act(s, AXIS, Join(w.unit(ARMOUR[0])))
    assert why(s, AXIS, Commit()) == "2b", "nobody attacks from his hex"
    act(s, AXIS, Cancel())
    assert not s.plans and not s.struck, "called off"
    act(s, AXIS, Attack(w.hex(PLAIN)))
    act(s, AXIS, Join(w.unit(ARMOUR[0])))
    assert why(s, AXIS, Join(w.unit(ARMOUR[0]))) == "base.declare", "twice"
    act(s, AXIS, Commit())
    assert s.plans == {w.unit(ARMOUR[0]): w.hex(PLAIN)}
    assert s.struck == 1 << w.hex(PLAIN) and s.attackers == []


@pytest.mark.rule("base.supply", "base.declare")
def test_nobody_attacks_without_supply_but_a_leader_may_go_along() -> None:
    place = {"Soviet INF 29": "E2725", "Zhukov": "E2725", "German INF IX": "E2625", "Soviet INF 12": "E2724"}
    s = steppe(place, (Declaring(1),), {"Zhukov": [49]}, phase="combat", side=ALLIES)
    w = s.world
    target = Attack(w.hex("E2625"))
    assert why(s, ALLIES, target) == "base.declare"
    s.fed = 1 << w.unit("Soviet INF 29")
    act(s, ALLIES, target)
    expected = {"Soviet INF 29": "", "Zhukov": "", "Soviet INF 12": "base.declare"}
    assert {name: why(s, ALLIES, Join(w.unit(name))) for name in expected} == expected


@pytest.mark.rule("base.declare", "base.artillery", "base.bombard", "base.support")
@pytest.mark.parametrize("side", [AXIS, ALLIES])
def test_guns_fire_from_next_door_and_the_defenders_from_the_hex_itself(side: str) -> None:
    other = ALLIES if side == AXIS else AXIS
    names = {
        AXIS: ("German INF IX", GUN, "German ART DIV 105 mm", "German INF X"),
        ALLIES: ("Soviet INF 29", "Soviet ART DIV 122 mm", "Soviet ART DIV 85 mm", "Soviet INF 12"),
    }
    mine, theirs = names[side], names[other]
    mine_from, their_rear = (WEST, EAST) if side == AXIS else (EAST, WEST)
    place = {
        mine[0]: mine_from,
        mine[1]: NORTH,
        mine[2]: "E0922",
        theirs[0]: PLAIN,
        theirs[1]: PLAIN,
        theirs[2]: their_rear,
    }
    s = battle(place, PLAIN, (mine[0],), side=side)
    w = s.world
    frame = pending(s)
    assert isinstance(frame, Supporting) and frame.side == (AXIS, ALLIES).index(side)
    expected = {
        mine[1]: "",
        mine[2]: "base.artillery",
        theirs[1]: "base.artillery",
        mine[0]: "base.artillery",
    }
    assert {name: why(s, side, Support(w.unit(name))) for name in expected} == expected
    before = attack_strength(s)
    act(s, side, Support(w.unit(mine[1])))
    assert attack_strength(s) == before + w.strength[w.unit(mine[1])]
    frame = pending(s)
    assert isinstance(frame, Supporting) and frame.side == (AXIS, ALLIES).index(other)
    mine_again = {theirs[1]: "", theirs[2]: "", mine[2]: "base.artillery"}
    assert {name: why(s, other, Support(w.unit(name))) for name in mine_again} == mine_again
    before = defence_strength(s)
    act(s, other, Support(w.unit(theirs[1])))
    assert defence_strength(s) == before + w.strength[w.unit(theirs[1])]
    frame = pending(s)
    assert isinstance(frame, Supporting), "it has a second gun, and is asked for that"
    assert why(s, other, Support(w.unit(theirs[1]))) == "base.artillery", "not twice"
    act(s, other, Done())
    assert down(s, mine[1]) and down(s, theirs[1]) and not down(s, theirs[2])
    assert s.fought >> w.unit(mine[1]) & s.fought >> w.unit(theirs[1]) & s.fought >> w.unit(mine[0]) & 1


@pytest.mark.rule("base.artillery", "base.supply")
@pytest.mark.parametrize(("given", "case"), [({}, "base.supply"), ({"down": (GUN,)}, "base.artillery")])
def test_a_gun_that_is_face_down_or_without_supply_is_silent(given: dict[str, Any], case: str) -> None:
    place = {"Soviet INF 29": EAST, "Soviet INF 12": EAST, "German INF IX": PLAIN, GUN: PLAIN}
    ring = {
        "Soviet INF 4": "E1125",
        "Soviet INF 14": "E1023",
        "Soviet INF 25": "E1027",
        "Soviet INF 6": "E0926",
    }
    s = battle({**place, **(ring if not given else {})}, PLAIN, PAIR, side=ALLIES, **given)
    go_on(s)
    found = Supporting(0).violation(s, AXIS, Support(s.world.unit(GUN)))
    assert found is not None and found.rule == case


# --- odds and the die


@pytest.mark.rule("base.die", "ability.45", "base.odds")
def test_a_die_without_any_modifier_has_none_to_show() -> None:
    s = battle({**TANKS, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR)
    assert modifiers(s) == [] and odds(s).bonus == 0
    s.bonus = 2
    assert [(term.value, term.rule) for term in modifiers(s)] == [(2, "ability.45")]


@pytest.mark.rule("base.odds", "ability.70", "ability.72", "base.support")
def test_lost_defenders_count_no_more_and_rivers_only_where_they_flow() -> None:
    place = {**TANKS, **dict.fromkeys(PAIR, PLAIN), "Zhukov": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Zhukov": [72]})
    say(s, ALLIES, "Zhukov", 72)
    one, two = (s.world.strength[u] for u in lone(s, *PAIR))
    assert defence_strength(s) == one + two, "no river here, so nothing is added"
    s.fates = {s.world.unit(PAIR[0]): KILLED}
    assert defence_strength(s) == two
    s.fates = {s.world.unit(ARMOUR[0]): KILLED}
    assert attack_strength(s) == s.world.strength[s.world.unit(ARMOUR[1])]
    assert defence_strength(s) == one + two


# --- losses


@pytest.mark.rule("base.losses", "3.1d", "ability.55")
def test_three_losses_one_after_another() -> None:
    """A leader of theirs has the second loss shattered, not the third, and not one that pays for an advance."""
    place = {
        **TANKS,
        "German INF IX": NORTH,
        "Manstein": WEST,
        "Soviet INF 29": PLAIN,
        "Soviet INF 12": PLAIN,
    }
    names = (*ARMOUR, "German INF IX")
    s = battle(place, PLAIN, names, {"Manstein": [55]})
    say(s, AXIS, "Manstein", 55)
    s.agenda = (Losses(0, 3),)
    frame = Losses(0, 3).run(s)
    assert frame == (TakeLoss(0, 3, KILLED, -1, 0),)
    s.agenda = frame
    for name, box in zip(names, ("pool", "circle", "pool"), strict=True):
        act(s, AXIS, Take(s.world.unit(name)))
        assert where(s, name) == box
    other = battle(place, PLAIN, names, {"Manstein": [55]})
    say(other, AXIS, "Manstein", 55)
    other.agenda = (TakeLoss(0, 1, SPENT, -1, 1),)
    act(other, AXIS, Take(other.world.unit(names[0])))
    assert where(other, names[0]) == "pool", "a price is paid in full"


@pytest.mark.rule("base.losses", "3.1d")
def test_a_loss_is_named_among_units_of_the_battle() -> None:
    s = battle({**TANKS, "Manstein": WEST, "German INF IX": NORTH, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR)
    s.agenda = Losses(0, 1).run(s)
    w = s.world
    for u, case in ((w.unit("Manstein"), "3.1d"), (-1, "base.losses"), (9999, "base.losses")):
        assert why(s, AXIS, Take(u)) == case
    assert why(s, AXIS, Take(w.unit("German INF IX"))) == "base.losses", "it did not attack"


@pytest.mark.rule("base.losses", "3.3a", "3.3b", "5.1b", "base.facing")
def test_after_a_battle_its_leaders_are_tested_and_it_is_cleared_away() -> None:
    place = {**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Guderian": [18, 27]})
    to_roll(s, 0)
    roll(s, 1)
    through(s)
    assert s.target < 0 and not s.attackers and not s.fates and s.cell == ""


# --- advance


def broken(place: dict[str, str], attackers: tuple[str, ...], target: str = PLAIN, **given: Any) -> State:
    """A breakthrough against militia, at the advance."""
    weak = "Soviet MIL Saratov"
    s = battle({**place, weak: target}, target, attackers, down=(weak,), **given)
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell.endswith("B")
    through(s, AdvanceUnits)
    return s


@pytest.mark.rule("base.advance", "base.stacking")
def test_no_more_advance_than_have_room() -> None:
    names = (*ARMOUR, "German INF IX")
    s = broken({**TANKS, "German INF IX": NORTH}, names)
    one, two, three = lone(s, *names)
    plain = s.world.hex(PLAIN)
    for u in (one, two):
        act(s, AXIS, Advance(u, plain))
    assert why(s, AXIS, Advance(three, plain)) == "base.stacking"
    act(s, AXIS, Advance(one, s.world.hex(EAST)))
    assert why(s, AXIS, Advance(three, plain)) == ""


@pytest.mark.rule("base.advance", "3.2n")
def test_armour_does_not_break_through_into_a_swamp_others_do() -> None:
    s = broken({ARMOUR[0]: BEFORE, "German MOT V": BEFORE}, (ARMOUR[0], "German MOT V"), DRY)
    tank, lorry = lone(s, ARMOUR[0], "German MOT V")
    w = s.world
    for u in (tank, lorry):
        act(s, AXIS, Advance(u, w.hex(DRY)))
    assert why(s, AXIS, Advance(tank, w.hex(SWAMP))) == "base.advance"
    act(s, AXIS, Advance(lorry, w.hex(SWAMP)))
    assert s.strides[lorry] == 0 and s.forced_down >> lorry & 1, "it could not pay in full"
    through(s)
    assert where(s, "German MOT V") == SWAMP and down(s, "German MOT V")


@pytest.mark.rule("base.advance")
def test_nobody_comes_back_to_the_attacked_hex() -> None:
    s = broken({**TANKS, "Guderian": WEST}, ARMOUR, leaders={"Guderian": [71]})
    tank = s.world.unit(ARMOUR[0])
    act(s, AXIS, Advance(tank, s.world.hex(PLAIN)))
    act(s, AXIS, Advance(tank, s.world.hex(EAST)))
    s.strides[tank] = 3
    assert why(s, AXIS, Advance(tank, s.world.hex(PLAIN))) == "base.advance"


@pytest.mark.rule("base.advance", "ability.37")
def test_37_only_those_who_advance_with_him_find_the_forest_clear() -> None:
    place = {ARMOUR[0]: "E1123", ARMOUR[1]: "E1024", "Guderian": "E1123", "Soviet INF DIV 3": "E1023"}
    s = battle(place, "E1023", ARMOUR, {"Guderian": [37]})
    to_roll(s, 1)
    roll(s, 10)
    assert s.cell == "-/2B"
    through(s, Announcing, AdvanceUnits)
    say(s, AXIS, "Guderian", 37)
    w = s.world
    near, far = lone(s, *ARMOUR)
    for u in (near, far):
        act(s, AXIS, Advance(u, w.hex("E1023")))
        act(s, AXIS, Advance(u, w.hex("E1022")))
    assert not s.forced_down >> near & 1 and s.forced_down >> far & 1


@pytest.mark.rule("base.advance", "3.2m")
@pytest.mark.parametrize(
    ("name", "cell", "points"),
    [
        (ARMOUR[0], "-/1B", 2),
        ("German MOT V", "*/2B", 2),
        ("German CAV I", "-/2B", 2),
        ("HQ Rommel", "-/2B", 2),
        ("German INF IX", "-/1B", 0),
        ("HQ v. Bock", "-/1B", 0),
        (ARMOUR[0], "*/1R", 0),
        (ARMOUR[0], "*/2S", 0),
    ],
)
def test_points_of_an_advance(name: str, cell: str, points: int) -> None:
    s = battle({name: WEST, "Soviet MIL Saratov": PLAIN}, PLAIN, (name,))
    s.cell = cell
    assert points_after(s, s.world.unit(name)) == points


@pytest.mark.rule("base.advance", "base.losses", "3.1d")
def test_leaders_alone_are_sent_away_when_their_units_are_shattered() -> None:
    s = battle({**TANKS, **dict.fromkeys(PAIR, PLAIN), "Zhukov": PLAIN}, PLAIN, ARMOUR)
    assert Retreating(1, True).run(s) == (Withdrawing(1, True),)
    s.agenda = (Withdrawing(1, True),)
    frame = pending(s)
    assert isinstance(frame, Withdrawing)
    units = {action.unit for action in frame.legal(s, ALLIES) if isinstance(action, Retreat)}
    assert units == {s.world.unit("Zhukov")}


# --- facing


@pytest.mark.rule("base.facing", "base.losses")
def test_units_stay_up_only_by_the_dash_and_half_of_them_only() -> None:
    for die, cell, most in ((9, "-/1B", 1), (7, "*/1B", 0)):
        s = battle({**TANKS, "Soviet MIL Saratov": PLAIN}, PLAIN, ARMOUR)
        to_roll(s, 1)
        roll(s, die)
        assert s.cell == cell
        through(s, Sparing)
        frame = pending(s)
        assert (isinstance(frame, Sparing) and frame.left == most) or not most


# --- overruns


def rolling(*names: str, victims: dict[str, str], **given: Any) -> State:
    """German armour in hand beside PLAIN."""
    s = steppe({**dict.fromkeys(names, WEST), **victims}, (Moves(0),), **given)
    act(s, AXIS, Pick(s.world.unit(names[0])))
    for name in names[1:]:
        act(s, AXIS, Join(s.world.unit(name)))
    return s


@pytest.mark.rule("base.overrun", "3.1g")
@pytest.mark.parametrize(
    ("victims", "case"), [(("Soviet INF DIV 3",), ""), (("Soviet INF DIV 4",), "base.overrun")]
)
def test_seven_times_the_factors_are_enough_and_less_is_not(victims: tuple[str, ...], case: str) -> None:
    s = rolling(ARMOUR[0], victims=dict.fromkeys(victims, PLAIN))
    w = s.world
    assert overrun_force(s, w.hex(PLAIN)) == 7
    assert why(s, AXIS, Overrun(w.hex(PLAIN))) == case


@pytest.mark.rule("base.overrun", "3.1g", "base.zone")
def test_what_an_overrun_destroys_is_told_and_zones_end_the_move() -> None:
    s = rolling(ARMOUR[0], victims={"Soviet INF DIV 3": PLAIN, "Soviet INF 12": "E0725"})
    w = s.world
    events = act(s, AXIS, Overrun(w.hex(PLAIN)))
    told = [e for e in events if isinstance(e, Overran)]
    assert [(e.units, e.lost) for e in told] == [((w.unit(ARMOUR[0]),), (w.unit("Soviet INF DIV 3"),))]
    assert where(s, "Soviet INF DIV 3") == "pool" and owner(s, w.hex(PLAIN)) == GERMANY
    assert isinstance(pending(s), March) and s.cleared < 0
    act(s, AXIS, Stop())
    stopped = rolling(ARMOUR[0], victims={"Soviet INF DIV 3": PLAIN, "Soviet INF 12": EAST})
    act(stopped, AXIS, Overrun(w.hex(PLAIN)))
    assert not isinstance(pending(stopped), March), "an enemy's zone ends it"
    lonely = rolling(ARMOUR[0], victims={"Zhukov": PLAIN})
    events = act(lonely, AXIS, Overrun(w.hex(PLAIN)))
    assert not [e for e in events if isinstance(e, Overran)], "no unit was there"


@pytest.mark.rule("base.supply", "base.overrun")
def test_a_unit_without_supply_overruns_nobody() -> None:
    place = {"Soviet ARM 1": "E2725", "Soviet ARM 2": "E2725", "German INF DIV 3": "E2625"}
    s = steppe(place, (Moves(1),), side=ALLIES)
    for step in (Pick(s.world.unit("Soviet ARM 1")), Join(s.world.unit("Soviet ARM 2"))):
        act(s, ALLIES, step)
    assert why(s, ALLIES, Overrun(s.world.hex("E2625"))) == "base.supply"
    s.fed = 1 << s.world.unit("Soviet ARM 1") | 1 << s.world.unit("Soviet ARM 2")
    assert why(s, ALLIES, Overrun(s.world.hex("E2625"))) == ""
