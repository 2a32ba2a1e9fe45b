"""Abilities of tables, losses, retreat, advance and production that are more than a number: each does what it says, and not
without him."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Advance,
    Break,
    Done,
    Join,
    Name,
    Overrun,
    Pick,
    Retreat,
    Spare,
    Support,
    Take,
)
from hexfront.games.leaders_in_flames.economy.production import Breaking
from hexfront.games.leaders_in_flames.kinds import KILLED, POOL, RESERVE, RETREATED, SHATTERED, SKY
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting, LandRoll
from hexfront.games.leaders_in_flames.land.losses import TakeLoss
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.odds import attack_strength, caller, odds
from hexfront.games.leaders_in_flames.land.results import AfterSecond, Facing, Rolled, SoftenOr, Sparing
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing
from hexfront.games.leaders_in_flames.leaders.announce import Announcing, Asking
from hexfront.games.leaders_in_flames.leaders.steps import Flipping, KeepOne, KeepUp, Levy, after_loss
from hexfront.games.leaders_in_flames.politics.parties import begin_war
from hexfront.games.leaders_in_flames.sequence import BreakUp
from hexfront.games.leaders_in_flames.state import turn_down
from hexfront.kernel import pending, settle
from hexfront.testing import act, roll
from hexfront.wargame import Eliminated
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    ARMOUR,
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

TANKS = {"German ARM XLVIII": WEST, "German ARM XLI": WEST}


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


@pytest.mark.rule("ability.28")
def test_28_nobody_is_asked_for_a_second_unit_where_there_is_one() -> None:
    place = {**TANKS, "Manstein": WEST, "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, ARMOUR[:1], {"Manstein": [28]})
    to_roll(s, 1)
    roll(s, 8)
    say(s, AXIS, "Manstein", 28)
    act(s, AXIS, Name(s.world.unit(ARMOUR[0])))
    assert not isinstance(pending(s), Flipping)


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


@pytest.mark.rule("ability.56", "base.losses")
def test_56_changes_nothing_but_a_retreat() -> None:
    place = {**TANKS, "Manstein": WEST, "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Manstein": [56]}, down=("Soviet MIL Saratov",))
    say(s, AXIS, "Manstein", 56)
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell.endswith("B"), "a breakthrough stays one"


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


@pytest.mark.rule("ability.62", "base.losses")
def test_62_a_shatter_of_the_second_attack_may_be_taken_as_a_retreat() -> None:
    place = {**TANKS, "Zhukov": EAST, "Manstein": WEST, "Soviet INF 29": PLAIN, "Soviet INF 14": PLAIN}
    s = battle(place, PLAIN, tuple(TANKS), {"Manstein": [62], "Zhukov": [30]})
    s.column, s.table, s.die, s.second, s.cell = len(s.world.tables.land[1].columns) - 1, 1, 10, True, "*/R"
    frames = Rolled().run(s)
    assert s.cell[-1] in "SB" and SoftenOr() in frames
    s.second = False
    assert SoftenOr() in Rolled().run(s)


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


@pytest.mark.rule("ability.40")
@pytest.mark.parametrize(("at", "may"), [("E0425", True), ("E0125", False)])
def test_40_counts_where_the_unit_ends_not_where_it_fought(at: str, may: bool) -> None:
    """Chuikov has three stars: the battle is five hexes off, or eight, and the beaten unit can go three."""
    place = {**TANKS, "Chuikov": at, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Chuikov": [40, 2]})
    to_roll(s, 1)
    roll(s, 9)
    assert s.cell == "*/R"
    w = s.world
    assert isinstance(pending(s), Announcing if may else Withdrawing)
    assert refused(s, "Chuikov", 40, "retreat") == ("" if may else "ability.40")
    if may:
        say(s, ALLIES, "Chuikov", 40)
        act(s, ALLIES, Retreat(w.unit("Soviet INF 29"), w.hex("E0625")))
        act(s, ALLIES, Retreat(w.unit("Soviet INF 12"), w.hex("E0824")))
        act(s, ALLIES, Spare(w.unit("Soviet INF 29")))
        assert not down(s, "Soviet INF 29") and down(s, "Soviet INF 12"), "only one ended in his range"


@pytest.mark.rule("ability.40", "3.2k")
def test_40_each_leader_keeps_one_up() -> None:
    place = {**TANKS, "Chuikov": EAST, "Zhukov": EAST, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Chuikov": [40], "Zhukov": [40]})
    to_roll(s, 1)
    roll(s, 9)
    say(s, ALLIES, "Chuikov", 40)
    say(s, ALLIES, "Zhukov", 40)
    w = s.world
    for name in ("Soviet INF 29", "Soviet INF 12"):
        act(s, ALLIES, Retreat(w.unit(name), w.hex("E0824")))
    for name in ("Soviet INF 29", "Soviet INF 12"):
        assert isinstance(pending(s), KeepOne)
        act(s, ALLIES, Spare(w.unit(name)))
    assert not down(s, "Soviet INF 29") and not down(s, "Soviet INF 12")
    assert not isinstance(pending(s), KeepOne)


@pytest.mark.rule("ability.41", "ability.55", "ability.59")
@pytest.mark.parametrize("n", [41, 55, 59])
def test_41_55_59_of_an_attack_he_takes_part_in_wherever_it_goes(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a map where his range ends with his own hex he can still help the attack he is stacked with."""
    place = {**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Guderian": [n, 53]})
    monkeypatch.setattr(type(s.world), "range_of", lambda w, u, h: 1 << h)
    moment = "battle"
    if n == 41:
        to_roll(s, 1)
        roll(s, 9)
        through(s, Announcing)
        moment = "advance"
    else:
        assert refused(s, "Guderian", 53) == "2c", "this one asks for the attacked hex"
    assert refused(s, "Guderian", n, moment) == ""


@pytest.mark.rule("ability.68", "2c")
def test_68_serves_guns_in_range_whose_battle_is_not() -> None:
    place = {**TANKS, "Chuikov": "E0525", "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Chuikov": [68, 69]})
    assert refused(s, "Chuikov", 68) == ""
    assert refused(s, "Chuikov", 69) == "2c"


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


@pytest.mark.rule("ability.41")
@pytest.mark.parametrize(("fate", "asked"), [(RETREATED, True), (SHATTERED, True), (KILLED, False)])
def test_41_for_the_retreated_and_the_shattered_not_for_losses_alone(fate: int, asked: bool) -> None:
    s = battle({**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR, {"Guderian": [41]})
    s.cell, s.fates = "*/1B", {s.world.unit("Soviet INF 29"): fate}
    assert any(isinstance(frame, KeepUp) for frame in Facing().run(s)) == asked


# --- advance


def broken_through(
    n: int, cell: str, die: int, defenders: dict[str, str], **given: object
) -> tuple[object, list[int]]:
    place = {**TANKS, "Guderian": WEST, **defenders}
    s = battle(place, PLAIN, ARMOUR, {"Guderian": [n]}, **given)
    to_roll(s, 1)
    roll(s, die)
    assert s.cell == cell, s.cell
    return s, [s.world.unit(name) for name in ARMOUR]


@pytest.mark.rule("ability.36", "3.2m")
@pytest.mark.parametrize("announces", [True, False])
def test_36_three_hexes_after_2b(announces: bool) -> None:
    """With a point more three hexes of one point each; without it two."""
    s, units = broken_through(36, "-/2B", 10, {"Soviet INF DIV 3": PLAIN})
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
        "Soviet INF DIV 3": "E1023",
    }
    s = battle(place, "E1023", ARMOUR, {"Guderian": [n, 54]})
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


@pytest.mark.rule("ability.15")
@pytest.mark.seam("leaders", "move")
@pytest.mark.parametrize("lost", ["Soviet ARM DIV 2 GD", "Soviet MIL Saratov"])
def test_15_a_unit_that_is_overrun_is_lost_too(lost: str) -> None:
    """If it costs 4 build points or more."""
    place = {"German ARM III": WEST, "German ARM LVII": WEST, "Voroshilov": "Saratov", lost: PLAIN}
    s = steppe(
        place, (Moves(0),), {"Voroshilov": [15]}, control={"germany": ["Voronezh"], "ussr": ["Saratov"]}
    )
    w = s.world
    act(s, AXIS, Pick(w.unit("German ARM III")))
    act(s, AXIS, Join(w.unit("German ARM LVII")))
    act(s, AXIS, Overrun(w.hex(PLAIN)))
    assert where(s, lost) == "pool" and isinstance(pending(s), Levy) is ("ARM" in lost)


@pytest.mark.rule("ability.15")
def test_15_only_a_ready_leader_of_its_country_and_from_the_pool() -> None:
    place = {"Voroshilov": "Saratov", "Soviet ARM 3": PLAIN, "German ARM III": WEST}
    given = {"control": {"germany": ["Voronezh"], "ussr": ["Saratov"]}}
    s = steppe(place, (), {"Voroshilov": [15]}, **given)
    w = s.world
    lost, plain = w.unit("Soviet ARM 3"), w.hex(PLAIN)
    (frame,) = after_loss(s, lost, plain)
    assert isinstance(frame, Levy)
    assert all(s.where[u] == POOL and w.nation[u] == "ussr" for u in frame.units(s))
    for u in frame.units(s):
        s.where[u] = RESERVE
    assert not {u for u in frame.units(s) if s.where[u] != POOL}, "the next of its kind in the pool"
    assert after_loss(s, w.unit("German ARM III"), plain) == (), "of another country"
    assert after_loss(s, lost, w.hex("Berlin")) == (), "out of his range"
    turn_down(s, w.unit("Voroshilov"))
    assert after_loss(s, lost, plain) == (), "he is face-down"
    assert after_loss(steppe(place, (), {"Voroshilov": [18]}, **given), lost, plain) == ()


@pytest.mark.rule("ability.15", "base.paradrop")
@pytest.mark.seam("leaders", "air")
@pytest.mark.parametrize("over", [PLAIN, "Krasnodar"])
def test_15_paratroops_lost_without_a_fight(over: str) -> None:
    """They are lost where they came down, in his range or not."""
    s = steppe(
        {"Voroshilov": "Saratov"}, (), {"Voroshilov": [15]}, side=ALLIES, control={"ussr": ["Saratov"]}
    )
    w = s.world
    u = w.unit("Soviet PARA 4")
    s.where[u], s.descent = SKY, {u: w.hex(over)}
    s.agenda = (Fighting(1),)
    settle(s)
    assert where(s, "Soviet PARA 4") == "pool" and not s.descent
    assert [e.hex for e in s.out if isinstance(e, Eliminated)] == [w.hex(over)], "told once"
    assert isinstance(pending(s), Levy) is (over == PLAIN)


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
    assert s.due[w.unit("Soviet MIL Saratov")] == s.turn + 1


@pytest.mark.rule("ability.3")
def test_3_powers_that_do_not_co_operate_attack_together() -> None:
    from hexfront.games.leaders_in_flames.actions import Attack

    place = {**TANKS, "Guderian": WEST, "German INF IX": "E0926", "Soviet INF 29": PLAIN}
    s = steppe(place, (Asking((0,), "impulse"), Declaring(0)), {"Guderian": [3]})
    w = s.world
    other = w.unit("German INF IX")
    w.power[other], w.party[other] = 2, 2
    s.action[2] = 1
    begin_war(s, 2, 6)
    s.fed |= 1 << other
    try:
        act(s, AXIS, Done())
        act(s, AXIS, Attack(w.hex(PLAIN)))
        act(s, AXIS, Join(w.unit(ARMOUR[0])))
        assert why(s, AXIS, Join(other)) == "3.2i"
        s.standing = {w.unit("Guderian") * 256 + 3: 1}
        assert why(s, AXIS, Join(other)) == ""
    finally:
        w.power[other], w.party[other] = 0, 0


def test_cities_are_where_these_tests_think() -> None:
    s = steppe({}, ())
    assert s.world.cities >> s.world.hex(CITY) & 1 and s.world.forest >> s.world.hex(FOREST) & 1


@pytest.mark.rule("3.2j", "2b")
def test_a_minors_leader_helps_his_own_country_alone() -> None:
    place = {**TANKS, "Mannerheim": WEST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, tuple(TANKS), {"Mannerheim": [53]})
    assert refused(s, "Mannerheim", 53) == "3.2j"


@pytest.mark.rule("ability.36", "ability.71")
def test_36_only_for_those_who_advance_with_him_71_for_everybody() -> None:
    from hexfront.games.leaders_in_flames.land.advance import extra_points

    place = {**TANKS, "Guderian": WEST, "German ARM III": "E0926"}
    for n, defender, die, apart in ((36, "Soviet INF DIV 3", 10, 0), (71, "Soviet MIL Saratov", 9, 1)):
        s = battle({**place, defender: PLAIN}, PLAIN, (*ARMOUR, "German ARM III"), {"Guderian": [n]})
        w = s.world
        to_roll(s, 1)
        roll(s, die)
        through(s, Announcing, AdvanceUnits)
        say(s, AXIS, "Guderian", n)
        assert extra_points(s, w.unit("German ARM XLVIII")) == 1
        assert extra_points(s, w.unit("German ARM III")) == apart, n


@pytest.mark.rule("ability.62", "ability.42")
@pytest.mark.parametrize("again", [True, False])
def test_62_the_first_result_stands_only_where_no_second_attack_was_made(again: bool) -> None:
    place = {**TANKS, "Manstein": WEST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Manstein": [62]})
    s.second = again
    assert (AfterSecond().run(s) == ()) is again
    s.target = -1
    assert AfterSecond().run(s) == (), "the battle is over"
