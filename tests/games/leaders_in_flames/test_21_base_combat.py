"""The base game of our own: combat, reorganisation, production, arrivals, victory."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Advance,
    Attack,
    Build,
    Call,
    Commit,
    Done,
    Join,
    Place,
    Reorganise,
    Retreat,
    Soften,
    Spare,
    Support,
    Take,
)
from hexfront.games.leaders_in_flames.economy.production import (
    Arrivals,
    BuildUnits,
    PlaceUnit,
    Production,
    build_points,
)
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import ATTACKS, GERMANY, USSR
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.combat import CallTable, Declaring, Fighting, Supporting
from hexfront.games.leaders_in_flames.land.factors import attack_factor, defence_factor
from hexfront.games.leaders_in_flames.land.losses import participants
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.odds import attack_strength, base_caller, defence_strength, odds
from hexfront.games.leaders_in_flames.land.rail import RailMoves
from hexfront.games.leaders_in_flames.land.reorganise import Reorganising, face_up_at_end
from hexfront.games.leaders_in_flames.land.results import Softening, Sparing, meaning
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing, refuges
from hexfront.games.leaders_in_flames.land.zones import zone
from hexfront.games.leaders_in_flames.state import destroy, give_hexes, owner
from hexfront.games.leaders_in_flames.victory import Victory, points, verdict
from hexfront.kernel import pending
from hexfront.testing import act, roll
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
    campaign,
    declare,
    down,
    go_on,
    opening,
    say,
    steppe,
    through,
    to_roll,
    where,
    why,
)
from tests.games.leaders_in_flames.sky import STUKA

# --- combat


@pytest.mark.rule("base.declare")
def test_declaring() -> None:
    place = {**TANKS, "German INF IX": "E1125", "Soviet INF 29": PLAIN, "Soviet INF 12": NORTH}
    s = steppe(place, (Declaring(0), Fighting(0)), phase="combat")
    w = s.world
    act(s, AXIS, Attack(w.hex(PLAIN)))
    assert why(s, AXIS, Commit()) == "base.declare", "nobody is named"
    assert why(s, AXIS, Join(w.unit("German INF IX"))) == "base.declare", "not next to it"
    assert why(s, AXIS, Join(-1)) == why(s, AXIS, Join(9999)) == "base.declare", "nobody"
    act(s, AXIS, Join(w.unit(ARMOUR[0])))
    act(s, AXIS, Commit())
    assert why(s, AXIS, Attack(w.hex(PLAIN))) == "base.declare", "once a hex"
    act(s, AXIS, Attack(w.hex(NORTH)))
    assert why(s, AXIS, Join(w.unit(ARMOUR[0]))) == "base.declare", "once a unit"
    act(s, AXIS, Join(w.unit(ARMOUR[1])))
    act(s, AXIS, Commit())
    assert not s.die, "all are declared before one is fought"
    act(s, AXIS, Done())
    assert why(s, AXIS, Attack(w.hex("E1125"))) == "base.declare", "nothing was declared there"
    act(s, AXIS, Attack(w.hex(NORTH)))
    assert s.target == w.hex(NORTH) and Fighting(0) in s.agenda, "then the other"


@pytest.mark.rule("base.odds")
def test_odds_below_one_to_three_are_no_attack() -> None:
    s = steppe({"German MIL Bremen": WEST, "Soviet INF 29": PLAIN}, (Declaring(0),), phase="combat")
    act(s, AXIS, Attack(s.world.hex(PLAIN)))
    act(s, AXIS, Join(s.world.unit("German MIL Bremen")))
    assert why(s, AXIS, Commit()) == "base.odds"


@pytest.mark.rule("base.table")
@pytest.mark.parametrize(
    ("target", "origin", "attackers", "defenders", "caller"),
    [
        (PLAIN, WEST, ARMOUR, ("Soviet INF 29",), 0),
        (PLAIN, WEST, ("German INF IX", "German INF X"), ("Soviet INF 29",), -1),
        (CITY, "E1324", ARMOUR, ("Soviet INF 29",), 1),
        (FOREST, "E1022", ARMOUR, ("Soviet INF 29",), 1),
        (PLAIN, WEST, ("German ARM XLVIII", "German INF IX"), ("Soviet ARM 1", "Soviet MECH 2"), 1),
    ],
)
def test_who_calls_the_table(
    target: str, origin: str, attackers: tuple[str, ...], defenders: tuple[str, ...], caller: int
) -> None:
    s = battle(dict.fromkeys(attackers, origin) | dict.fromkeys(defenders, target), target, attackers)
    assert base_caller(s) == caller
    if caller < 0:
        assert s.table == 0, "without a call it is an assault"
    else:
        assert isinstance(pending(s), CallTable)
        assert why(s, (AXIS, ALLIES)[caller], Call(9)) == "base.table"
        act(s, (AXIS, ALLIES)[caller], Call(1))
        assert s.table == 1 and s.caller == caller


@pytest.mark.rule("base.odds")
def test_factors() -> None:
    s = steppe({"Soviet ARM 1": "E0933", "Soviet INF 29": PLAIN}, ())
    w = s.world
    arm, inf, mtn = (w.unit(name) for name in ("German ARM XLVIII", "German INF IX", "German MTN XLIX"))
    plain, west = w.hex(PLAIN), w.hex(WEST)
    mountain, below = w.hex("E0933"), w.hex("E0932")
    assert attack_factor(s, arm, west, plain) == 7
    assert attack_factor(s, arm, w.hex("E1125"), w.hex("E1126")) * 2 == 7, "across a river"
    assert attack_factor(s, arm, below, mountain) * 2 == 7 and attack_factor(s, inf, below, mountain) == 8
    assert attack_factor(s, mtn, below, mountain) == 12
    assert defence_factor(s, w.unit("Soviet ARM 1"), mountain) == 8, "halved and doubled"
    assert defence_factor(s, w.unit("Soviet INF 29"), plain) == 7


@pytest.mark.rule("base.die")
@pytest.mark.parametrize(
    ("weather", "lying", "bonus"), [("fine", 0, 0), ("fine", 2, 2), ("rain", 0, -1), ("blizzard", 1, -1)]
)
@pytest.mark.seam("combat", "weather")
def test_the_die(weather: str, lying: int, bonus: int) -> None:
    names = ("Soviet INF 29", "Soviet INF 12")
    s = battle(
        {**TANKS, **dict.fromkeys(names, PLAIN), "Soviet INF DIV 3": PLAIN},
        PLAIN,
        ARMOUR,
        weather=weather,
        down=(*names[:lying], "Soviet INF DIV 3"),
    )
    to_roll(s)
    assert odds(s).bonus == bonus, "a division counts nothing"


@pytest.mark.rule("base.artillery")
def test_artillery() -> None:
    place = {
        "German INF IX": WEST,
        "German ART DIV 150 mm": WEST,
        "Soviet INF 29": PLAIN,
        "Soviet ART DIV 122 mm": EAST,
    }
    s = battle(place, PLAIN, ("German INF IX",))
    w = s.world
    gun, theirs = w.unit("German ART DIV 150 mm"), w.unit("Soviet ART DIV 122 mm")
    assert isinstance(pending(s), Supporting)
    act(s, AXIS, Support(gun))
    assert attack_strength(s) == 8 + 4
    assert isinstance(pending(s), Supporting) and pending(s).side == 1  # type: ignore[union-attr]
    act(s, ALLIES, Support(theirs))
    assert down(s, "German ART DIV 150 mm") and down(s, "Soviet ART DIV 122 mm")
    weak = battle(
        {
            "German MIL Bremen": WEST,
            "German MIL Magdeburg": WEST,
            "German ART DIV 150 mm": WEST,
            "Soviet MIL Saratov": PLAIN,
        },
        PLAIN,
        ("German MIL Bremen",),
    )
    act(weak, AXIS, Support(gun))
    assert attack_strength(weak) == 4, "no more than the units have"
    first = steppe(place, (Declaring(0),), phase="combat")
    act(first, AXIS, Attack(w.hex(PLAIN)))
    assert why(first, AXIS, Join(gun)) == "base.artillery"


@pytest.mark.rule("base.losses")
def test_losses_are_the_owners_choice() -> None:
    s = battle({**TANKS, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}, PLAIN, ARMOUR)
    to_roll(s)
    roll(s, 4)
    assert s.cell == "2/-" or s.cell.startswith(("1/", "2/"))
    assert why(s, AXIS, Take(s.world.unit("Soviet INF 29"))) == "base.losses"


@pytest.mark.rule("base.losses")
@pytest.mark.parametrize(("softer", "box"), [(False, "circle"), (True, "map")])
@pytest.mark.seam("combat", "economy")
def test_the_attacker_may_take_a_shatter_as_a_retreat(softer: bool, box: str) -> None:
    s = battle(
        {**TANKS, "Soviet INF 14": PLAIN, "Soviet INF 25": PLAIN},
        PLAIN,
        ARMOUR,
        down=("Soviet INF 14", "Soviet INF 25"),
    )
    to_roll(s, 1)
    roll(s, 9)
    through(s, Softening)
    assert isinstance(pending(s), Softening)
    act(s, AXIS, Soften(softer))
    through(s)
    left = [where(s, name) for name in ("Soviet INF 14", "Soviet INF 25") if where(s, name) != "pool"]
    assert [x if x == "circle" else "map" for x in left] == [box]


@pytest.mark.rule("base.retreat")
def test_retreat() -> None:
    s = battle({**TANKS, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}, PLAIN, ARMOUR)
    to_roll(s, 1)
    roll(s, 9)
    go_on(s)
    w = s.world
    assert isinstance(pending(s), Withdrawing)
    u = w.unit("Soviet INF 29")
    assert not refuges(s, u) & zone(s, 0) & ~s.troops[1], "not into an empty zone"
    assert why(s, ALLIES, Retreat(u, w.hex(WEST))) == "base.retreat"
    act(s, ALLIES, Retreat(u, w.hex("E0825")))
    assert down(s, "Soviet INF 29")


@pytest.mark.rule("base.retreat")
def test_who_cannot_retreat_is_destroyed() -> None:
    place = {
        **TANKS,
        "German INF IX": "E0826",
        "German INF X": "E0824",
        "Soviet INF 29": PLAIN,
        "Soviet INF 12": PLAIN,
    }
    s = battle(place, PLAIN, ARMOUR)
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell.endswith("R")
    through(s)
    assert where(s, "Soviet INF 29") == where(s, "Soviet INF 12") == "pool"


@pytest.mark.rule("base.advance")
def test_advance() -> None:
    place = {"German ARM XLVIII": WEST, "German INF IX": WEST, "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, ("German ARM XLVIII", "German INF IX"), down=("Soviet MIL Saratov",))
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell.endswith("B")
    through(s, AdvanceUnits)
    w = s.world
    infantry, armour = w.unit("German INF IX"), w.unit(ARMOUR[0])
    for u in (infantry, armour):
        act(s, AXIS, Advance(u, w.hex(PLAIN)))
    assert why(s, AXIS, Advance(infantry, w.hex(EAST))) == "base.advance", "infantry stops"
    act(s, AXIS, Advance(armour, w.hex(EAST)))
    assert owner(s, w.hex(EAST)) == GERMANY


@pytest.mark.rule("base.advance", "base.zone")
@pytest.mark.seam("move", "combat")
def test_a_breakthrough_ends_in_a_zone_and_before_bad_ground() -> None:
    place = {**TANKS, "Soviet MIL Saratov": PLAIN, "Soviet INF 29": "E0725"}
    more = {"leaders": {"leader": [{"id": "Guderian", "abilities": [71]}]}}
    s = battle({**place, "Guderian": WEST}, PLAIN, ARMOUR, more=more, down=("Soviet MIL Saratov",))
    to_roll(s, 1)
    roll(s, 9)
    through(s, AdvanceUnits)
    w = s.world
    armour = w.unit(ARMOUR[0])
    act(s, AXIS, Advance(armour, w.hex(PLAIN)))
    s.strides[armour] = 3
    act(s, AXIS, Advance(armour, w.hex(EAST)))
    assert s.strides[armour] == 0, "it stands next to an enemy army"


@pytest.mark.rule("base.declare")
def test_only_a_counter_of_the_side_on_the_map_joins_an_attack() -> None:
    s = steppe({**TANKS, "Soviet INF 29": PLAIN, STUKA: WEST}, (Declaring(0),), phase="combat")
    w = s.world
    act(s, AXIS, Attack(w.hex(PLAIN)))
    for u in (-1, len(s.where), w.unit("Soviet INF 12"), w.unit("German INF IX"), w.unit(STUKA)):
        assert why(s, AXIS, Join(u)) == "base.declare"
    assert not w.is_land(-1) and not w.is_land(len(s.where))


@pytest.mark.rule("base.declare", "3.1d")
def test_a_leader_who_attacks_with_his_units_is_none_of_those_that_can_be_lost() -> None:
    s = battle({**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}, PLAIN, (*ARMOUR, "Guderian"))
    tanks = [s.world.unit(name) for name in ARMOUR]
    assert s.attackers == tanks == participants(s, 0) and s.world.unit("Guderian") in s.origins


@pytest.mark.rule("base.declare", "3c")
def test_a_leader_alone_does_not_fight_on_when_his_unit_is_gone() -> None:
    place = {**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}
    s = steppe(place, (Declaring(0), Fighting(0)), {"Guderian": [18]}, phase="combat")
    declare(s, PLAIN, (ARMOUR[0], "Guderian"))
    destroy(s, s.world.unit(ARMOUR[0]))
    act(s, AXIS, Done())
    assert pending(s) is None and s.target < 0 and not s.attackers


@pytest.mark.rule("base.facing")
@pytest.mark.parametrize(("die", "cell", "up"), [(7, "*/1B", 0), (9, "-/1B", 1)])
def test_facing_of_the_attackers(die: int, cell: str, up: int) -> None:
    s = battle({**TANKS, "Soviet MIL Saratov": PLAIN}, PLAIN, ARMOUR)
    to_roll(s, 1)
    roll(s, die)
    through(s, Sparing)
    if isinstance(pending(s), Sparing):
        act(s, AXIS, Spare(s.world.unit(ARMOUR[1])))
    assert s.cell == cell or not s.cell
    through(s)
    assert sum(not down(s, name) for name in ARMOUR) == up


@pytest.mark.rule("base.facing")
def test_units_in_supply_turn_up_at_the_end() -> None:
    s = steppe({"German INF IX": WEST, "Soviet INF 29": "E2725"}, (), down=("German INF IX", "Soviet INF 29"))
    face_up_at_end(s)
    assert not down(s, "German INF IX") and down(s, "Soviet INF 29")


@pytest.mark.rule("base.reorganise", "3.1c")
def test_reorganisation() -> None:
    place = {
        "HQ v. Bock": WEST,
        "German INF IX": WEST,
        "German ARM XLI": "E1125",
        "German INF X": "E1125",
        "Guderian": "E1026",
        "German INF XII": "Krasnodar",
    }
    names = ("German INF IX", "German ARM XLI", "German INF X", "Guderian", "German INF XII")
    s = steppe(place, (Reorganising(0),), down=names)
    w = s.world
    hq = w.unit("HQ v. Bock")
    assert why(s, AXIS, Reorganise(hq, w.unit("German INF XII"))) == "base.reorganise", "too far"
    act(s, AXIS, Reorganise(hq, w.unit("German ARM XLI")))
    assert down(s, "HQ v. Bock") and not down(s, "German ARM XLI")
    assert why(s, AXIS, Reorganise(hq, w.unit("German ARM XLI"))) == "base.reorganise"
    act(s, AXIS, Reorganise(hq, w.unit("Guderian")))
    assert down(s, "German INF IX"), "three points: two for armour, one for a leader"
    assert why(s, AXIS, Reorganise(hq, w.unit("German INF IX"))) == "base.reorganise"


# --- both sides, and what only one sentence of a rule is about


@pytest.mark.rule("base.odds", "base.artillery", "base.support", "base.die", "base.declare", "base.bombard")
def test_an_attack_of_the_allies_is_counted_like_one_of_the_axis() -> None:
    place = {
        "Soviet INF 29": EAST,
        "Soviet INF 12": EAST,
        "Soviet ART DIV 122 mm": EAST,
        "German INF IX": PLAIN,
        "German ART DIV 150 mm": WEST,
    }
    s = battle(place, PLAIN, ("Soviet INF 29", "Soviet INF 12"), side=ALLIES)
    w = s.world
    ours, theirs = w.unit("Soviet ART DIV 122 mm"), w.unit("German ART DIV 150 mm")
    attack, defence = attack_strength(s), defence_strength(s)
    assert why(s, ALLIES, Support(theirs)) == "base.artillery"
    act(s, ALLIES, Support(ours))
    assert (attack_strength(s), defence_strength(s)) == (attack + w.strength[ours], defence)
    assert isinstance(pending(s), Supporting) and pending(s).side == 0  # type: ignore[union-attr]
    act(s, AXIS, Support(theirs))
    assert (attack_strength(s), defence_strength(s)) == (
        attack + w.strength[ours],
        defence + w.strength[theirs],
    )
    s.aid = {USSR: 1, GERMANY: 2}
    lines = [(line.label, line.value) for line in odds(s).strengths if line.rule == "base.support"]
    assert [value for _, value in lines] == ["0.5", "1"], "the attacker's first, in whole factors"
    assert lines[0][0] != lines[1][0]


@pytest.mark.rule("base.artillery")
def test_guns_may_keep_silent_and_fire_once_an_impulse() -> None:
    place = {
        "German INF IX": WEST,
        "German INF X": WEST,
        "German ART DIV 150 mm": WEST,
        "Soviet INF 29": PLAIN,
        "Soviet INF 12": NORTH,
    }
    s = steppe(place, (Declaring(0), Fighting(0)), phase="combat")
    for target, name in ((PLAIN, "German INF IX"), (NORTH, "German INF X")):
        declare(s, target, (name,))
    act(s, AXIS, Done())
    act(s, AXIS, Attack(s.world.hex(PLAIN)))
    assert isinstance(pending(s), Supporting)
    act(s, AXIS, Done())
    assert not s.guns and not down(s, "German ART DIV 150 mm"), "it kept silent"
    through(s)
    roll(s, 1)
    through(s, Supporting)
    assert isinstance(pending(s), Supporting), "and may fire in the next battle"
    act(s, AXIS, Support(s.world.unit("German ART DIV 150 mm")))
    assert not isinstance(pending(s), Supporting)
    tired = battle(
        {"German INF IX": WEST, "German ART DIV 150 mm": WEST, "Soviet INF 29": PLAIN},
        PLAIN,
        ("German INF IX",),
        down=("German ART DIV 150 mm",),
    )
    assert not isinstance(pending(tired), Supporting)


@pytest.mark.rule("base.declare", "base.action", "base.odds")
def test_an_attack_counts_once_for_each_power_in_it() -> None:
    place = {**TANKS, "Rumanian INF I": WEST, "Soviet INF 29": PLAIN}
    place.pop(ARMOUR[1])
    s = steppe(place, (Declaring(0),), action="combined", phase="combat")
    declare(s, PLAIN, (ARMOUR[0], "Rumanian INF I"))
    assert s.used[ATTACKS] == 1, "one for Germany and its minors together"


@pytest.mark.rule("base.odds", "ability.63")
@pytest.mark.parametrize(
    ("target", "origin", "caller", "table"), [(PLAIN, WEST, 0, 0), (FOREST, "E1022", 1, 1)]
)
def test_63_armour_is_doubled_in_a_blitz_of_its_own_only(
    target: str, origin: str, caller: int, table: int
) -> None:
    place = dict.fromkeys(ARMOUR, origin) | {"Guderian": origin, "Soviet INF 29": target}
    s = battle(place, target, ARMOUR, {"Guderian": [63]})
    before = attack_strength(s)
    say(s, AXIS, "Guderian", 63)
    to_roll(s, table)
    assert (s.table, s.caller) == (table, caller)
    assert attack_strength(s) == before


@pytest.mark.rule("base.odds", "base.supply", "base.partisans")
def test_mountain_troops_elsewhere_bands_and_the_stranded() -> None:
    s = campaign({"Soviet PART 1": "Kiev", "Soviet PART 3": "Kiev", "German MTN XLIX": "Warsaw"})
    w = s.world
    mtn = w.unit("German MTN XLIX")
    assert attack_factor(s, mtn, w.hex(WEST), w.hex(PLAIN)) == w.strength[mtn], "no mountain, no doubling"
    for name, factor in (("Soviet PART 1", 1), ("Soviet PART 3", 2)):
        assert defence_factor(s, w.unit(name), w.hex("Kiev")) == factor, "a band counts at least one"
    lost = steppe({"Soviet INF 29": "E2725"}, (), down=("Soviet INF 29",))
    assert defence_factor(lost, lost.world.unit("Soviet INF 29"), lost.world.hex("E2725")) == 1


@pytest.mark.rule("base.losses")
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("1/2S", "attacker 1 unit, defender 2 units; survivors are shattered"),
        ("*/R", "attacker no loss, defender no loss; survivors retreat"),
        ("-/1B", "attacker no loss, defender 1 unit; survivors are shattered, breakthrough; half of the attackers stay face-up"),
    ],
)  # fmt: skip
def test_a_result_in_words(code: str, words: str) -> None:
    assert meaning(code) == words


@pytest.mark.rule("base.losses", "base.advance", "ability.42", "base.retreat")
def test_after_a_retreat_the_attackers_advance_and_lie_down() -> None:
    s = battle({**TANKS, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}, PLAIN, ARMOUR)
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell == "*/R"
    through(s, AdvanceUnits)
    assert isinstance(pending(s), AdvanceUnits)
    act(s, AXIS, Advance(s.world.unit(ARMOUR[0]), s.world.hex(PLAIN)))
    through(s)
    assert where(s, ARMOUR[0]) == PLAIN and all(down(s, name) for name in ARMOUR)
    assert s.target == -1 and not s.fates, "the battle is over"


@pytest.mark.rule("base.facing", "ability.28")
@pytest.mark.parametrize(("die", "cell", "up"), [(7, "*/1B", 0), (9, "-/1B", 1)])
def test_half_of_three_attackers_is_two_and_a_leader_stays_up_with_them(die: int, cell: str, up: int) -> None:
    place = {**TANKS, "German INF IX": NORTH, "Guderian": WEST, "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, (*ARMOUR, "German INF IX", "Guderian"), {"Guderian": [46]})
    to_roll(s, 1)
    s.column = next(
        c for c in range(20) if s.world.tables.land[1].read(c, die + odds(s).bonus).result == cell
    )
    roll(s, die)
    s.cell = cell
    through(s, Sparing)
    if up:
        for name in ARMOUR:
            act(s, AXIS, Spare(s.world.unit(name)))
    through(s)
    assert [not down(s, name) for name in (*ARMOUR, "German INF IX", "Guderian")] == [up, up, False, up]


@pytest.mark.rule("base.facing", "base.losses")
def test_lost_attackers_are_not_turned_over() -> None:
    s = battle({**TANKS, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR)
    to_roll(s, 0)
    roll(s, 1)
    through(s)
    lost = [name for name in ARMOUR if where(s, name) == "pool"]
    assert lost and not any(down(s, name) for name in lost)


# --- production and arrival


@pytest.mark.rule("base.production")
def test_build_points_fall_with_the_factories() -> None:
    s = opening()
    assert build_points(s, USSR) == 18
    w = s.world
    for city in ("Kiev", "Kharkov"):
        give_hexes(s, 1 << w.hex(city), GERMANY)
    assert build_points(s, USSR) == 15, "three of eighteen factories"


@pytest.mark.rule("base.production")
def test_building() -> None:
    s = steppe({}, (Production(),), side="", phase="end")
    w = s.world
    frame = pending(s)
    assert isinstance(frame, BuildUnits) and frame.power == GERMANY
    before = s.points[GERMANY]
    act(s, AXIS, Build(GERMANY, "INF"), "German INF IX")
    assert s.points[GERMANY] == before - 3
    assert where(s, "German INF IX") == "circle" and s.due[w.unit("German INF IX")] == s.turn + 2
    act(s, AXIS, Build(GERMANY, "INF"), "German INF X")
    assert why(s, AXIS, Build(GERMANY, "INF")) == "base.production", (
        "two of a class, or one more than the turn before"
    )
    assert why(s, AXIS, Build(GERMANY, "MTN")) == "base.production", "the same class"
    assert why(s, AXIS, Build(USSR, "INF")) == "base.production"
    s.points[GERMANY] = 1
    assert why(s, AXIS, Build(GERMANY, "MIL")) == "base.production"


@pytest.mark.rule("base.arrival")
@pytest.mark.seam("supply", "economy")
def test_arrivals() -> None:
    s = LEADERS_IN_FLAMES.position(place={"German INF IX": "circle"}, agenda=(Arrivals(0),), side="", turn=3)
    from hexfront.kernel import settle

    w = s.world
    u = w.unit("German INF IX")
    s.due[u] = 3
    settle(s)
    frame = pending(s)
    assert isinstance(frame, PlaceUnit)
    assert why(s, AXIS, Place(u, w.hex("Warsaw"))) == "base.arrival", "not a home city"
    act(s, AXIS, Place(u, w.hex("Berlin")))
    assert where(s, "German INF IX") == w.label(w.hex("Berlin"))
    late = LEADERS_IN_FLAMES.position(
        place={"German INF IX": "circle"}, agenda=(Arrivals(0),), side="", turn=3
    )
    late.due[u] = 4
    settle(late)
    assert pending(late) is None


# --- victory


@pytest.mark.rule("base.victory")
def test_victory() -> None:
    s = opening()
    w = s.world
    assert points(s) == 0
    history = (
        "Kiev",
        "Kharkov",
        "Stalino",
        "Smolensk",
        "Dnepropetrovsk",
        "Odessa",
        "Riga",
        "Minsk",
        "Orel",
        "Kursk",
    )
    for city in history:
        here = 1 << w.hex(city)
        give_hexes(s, here, GERMANY)
    assert points(s) == 19 and verdict(w, 19) == ("draw", ""), "history is a draw"
    assert verdict(w, 23) == ("marginal", AXIS) and verdict(w, 30) == ("decisive", AXIS)
    assert verdict(w, 16) == ("marginal", ALLIES) and verdict(w, 10) == ("decisive", ALLIES)
    s.agenda = (Victory(),)
    from hexfront.kernel import settle

    settle(s)
    assert s.result is not None and s.result.winners == () and s.result.scores["axis"] == 19


def test_done_is_always_a_way_out() -> None:
    s = steppe(TANKS, (Moves(0), RailMoves(0), Declaring(0)))
    for _ in range(3):
        act(s, AXIS, Done())
    assert pending(s) is None


@pytest.mark.rule("base.declare", "base.losses")
def test_a_battle_knows_who_lay_down_before_it_and_where_losses_fell() -> None:
    from hexfront.games.leaders_in_flames.land.losses import TakeLoss
    from hexfront.wargame import Eliminated

    s = battle(
        {**TANKS, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}, PLAIN, ARMOUR, down=("Soviet INF 29",)
    )
    w = s.world
    assert s.was_down >> w.unit("Soviet INF 29") & 1 and not s.was_down >> w.unit("Soviet INF 12") & 1
    to_roll(s)
    roll(s, 1)
    through(s, TakeLoss)
    fallen = [e for e in act(s, AXIS, Take(w.unit(ARMOUR[0]))) if isinstance(e, Eliminated)]
    assert [(e.unit, e.hex) for e in fallen] == [(w.unit(ARMOUR[0]), w.hex(WEST))]
