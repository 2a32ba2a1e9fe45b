"""Chapter 3: what leaders are, how they move, when they may act, and how they are lost."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import (
    Advance,
    Announce,
    Attack,
    Done,
    Go,
    Join,
    Overrun,
    Pick,
    Retreat,
    Take,
)
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import KILLED, MOVES, RAILS
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.odds import odds
from hexfront.games.leaders_in_flames.land.rail import RailMoves
from hexfront.games.leaders_in_flames.land.reach import allowance
from hexfront.games.leaders_in_flames.land.reorganise import face_up_at_end, price_of
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing
from hexfront.games.leaders_in_flames.land.zones import may_stack, zone
from hexfront.games.leaders_in_flames.leaders.announce import Announcing, announce
from hexfront.games.leaders_in_flames.leaders.asks import helps, is_ready, reach_of, reaches
from hexfront.games.leaders_in_flames.leaders.fate import recall_after_battle
from hexfront.games.leaders_in_flames.leaders.rows import read_rows
from hexfront.games.leaders_in_flames.sequence import Stage
from hexfront.kernel import pending, settle
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    ARMOUR,
    AXIS,
    EAST,
    NORTH,
    PLAIN,
    TANKS,
    WEST,
    battle,
    campaign,
    declare,
    down,
    go_on,
    refused,
    say,
    steppe,
    through,
    to_roll,
    where,
    why,
)

# --- 3: announcing


@pytest.mark.rule("3a", "3b", "3d", "1b")
def test_3a_black_is_optional_white_is_not_announced() -> None:
    s = battle({**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR, {"Guderian": [18, 2]})
    rows = s.world.rows
    assert {rows[n].print for n in (1, 2)} == {"white"} and rows[18].print == "black"
    assert refused(s, "Guderian", 2) == "3c", "a white ability is not announced, it is there"
    assert refused(s, "Guderian", 29) == "1b", "he has it not"
    go_on(s)
    to_roll(s)
    assert odds(s).bonus == 0, "black abilities do nothing unless they are used"


@pytest.mark.rule("ability.1", "ability.2", "3.2i", "3.2j", "3d")
def test_whom_a_leader_may_help() -> None:
    s = steppe({}, (), {"Guderian": [2], "Manstein": [1]})
    w = s.world
    german, rumanian, finn = (w.unit(name) for name in ("German INF IX", "Rumanian INF I", "Finnish INF II"))
    assert helps(s, w.unit("Rundstedt"), rumanian), "aligned minors"
    assert helps(s, w.unit("Manstein"), rumanian) and not helps(s, w.unit("Guderian"), rumanian)
    assert all(helps(s, w.unit(name), german) for name in ("Guderian", "Manstein", "Rundstedt"))
    assert helps(s, w.unit("Mannerheim"), finn) and not helps(s, w.unit("Mannerheim"), german)
    assert not helps(s, w.unit("Rundstedt"), w.unit("Soviet INF 29"))
    # Another power of the side: who has neither 1 nor 2 helps those that co-operate.
    w.power[rumanian], w.nation[rumanian], w.party[rumanian] = 1, "italy", 1
    s.camps[0] |= 1 << 1
    try:
        assert helps(s, w.unit("Rundstedt"), rumanian)
        assert not helps(s, w.unit("Manstein"), rumanian) and not helps(s, w.unit("Guderian"), rumanian)
        w.power[rumanian], w.nation[rumanian], w.party[rumanian] = 2, "japan", 2
        assert not helps(s, w.unit("Rundstedt"), rumanian), "Germany and Japan do not co-operate"
    finally:
        w.power[rumanian], w.nation[rumanian], w.party[rumanian] = 0, "romania", w.party_of["romania"]


@pytest.mark.rule("ability.1", "ability.2")
@pytest.mark.parametrize(("limit", "case"), [(1, ""), (2, "ability.2")])
def test_1_and_2_in_a_battle_of_a_minor_country(limit: int, case: str) -> None:
    """Who helps no other power still helps its minors; who has 2 does not."""
    place = {"Soviet ARM 1": WEST, "Soviet ARM 2": WEST, "Rumanian INF I": PLAIN, "Manstein": EAST}
    attackers = ("Soviet ARM 1", "Soviet ARM 2")
    s = battle(place, PLAIN, attackers, {"Manstein": [33, limit]}, side=ALLIES, weather="rain")
    assert refused(s, "Manstein", 33) == case


@pytest.mark.rule("3.2i", "3.2j", "ability.2")
def test_units_he_may_not_help_get_nothing() -> None:
    place = {"Soviet ARM 1": WEST, "Soviet ARM 2": WEST, "German INF IX": PLAIN, "Mannerheim": EAST}
    s = battle(
        place, PLAIN, ("Soviet ARM 1", "Soviet ARM 2"), {"Mannerheim": [33]}, side=ALLIES, weather="rain"
    )
    assert refused(s, "Mannerheim", 33) == "3.2j"
    s = battle(
        {**place, "Guderian": EAST, "Rumanian INF I": PLAIN, "German INF IX": "E0824"},
        PLAIN,
        ("Soviet ARM 1", "Soviet ARM 2"),
        {"Guderian": [33, 2]},
        side=ALLIES,
        weather="rain",
    )
    assert refused(s, "Guderian", 33) == "ability.2"


@pytest.mark.rule("3c", "3.2f", "3.2e")
def test_3c_before_the_roll_the_active_side_first() -> None:
    place = {**TANKS, "Guderian": WEST, "Rundstedt": WEST, "Zhukov": PLAIN, "Soviet INF 29": PLAIN}
    leaders = {"Guderian": [18], "Rundstedt": [29], "Zhukov": [33]}
    s = battle(place, PLAIN, ARMOUR, leaders, weather="rain")
    frame = pending(s)
    assert isinstance(frame, Announcing) and frame.side == 0
    say(s, AXIS, "Guderian", 18)
    say(s, AXIS, "Rundstedt", 29)
    frame = pending(s)
    assert isinstance(frame, Announcing) and frame.side == 1, "then the other side"
    say(s, ALLIES, "Zhukov", 33)
    to_roll(s)
    assert odds(s).bonus == 1 + 1 - 1 - 1
    roll(s, 5)
    assert not isinstance(pending(s), Announcing) or refused(s, "Guderian", 18, "roll") == "3c"


@pytest.mark.rule("3e")
@pytest.mark.parametrize(("both", "rule"), [(False, ""), (True, "3e")])
def test_3e_an_attacked_leader_helps_his_own_hex_alone(both: bool, rule: str) -> None:
    place = {
        **TANKS,
        "German INF IX": "E1024",
        "Zhukov": NORTH,
        "Soviet INF 29": PLAIN,
        "Soviet INF 12": NORTH,
    }
    s = steppe(place, (Declaring(0), Fighting(0)), {"Zhukov": [33]}, phase="combat", weather="rain")
    declare(s, PLAIN, ARMOUR)
    if both:
        declare(s, NORTH, ("German INF IX",))
    act(s, AXIS, Done())
    if both:
        act(s, AXIS, Attack(s.world.hex(PLAIN)))
    assert refused(s, "Zhukov", 33) == rule


# --- 3.1: movement and stacking


@pytest.mark.rule("3.1a", "3.1b", "3.1c")
def test_3_1c_a_leader_as_a_unit() -> None:
    place = {**TANKS, "Guderian": WEST, "Manstein": WEST, "Rundstedt": WEST}
    s = steppe(place, (Moves(0),))
    w = s.world
    man = w.unit("Guderian")
    assert w.strength[man] == 0 and allowance(s, man) == 8 and w.is_motor(man) and price_of(s, man) == 1
    assert may_stack(s, 0, w.hex(WEST), (w.unit("Mannerheim"),)), "leaders stack freely"
    act(s, AXIS, Pick(man))
    act(s, AXIS, Go(w.hex("E1123")))
    assert where(s, "Guderian") == "E1123"
    forest = steppe(place, (), weather="storm")
    assert allowance(forest, man) == 4


@pytest.mark.rule("3.1d")
def test_3_1d_a_leader_is_no_loss() -> None:
    s = battle({**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}, PLAIN, (*ARMOUR, "Guderian"))
    to_roll(s)
    roll(s, 1)
    assert why(s, AXIS, Take(s.world.unit("Guderian"))) == "3.1d"
    assert "Guderian" not in {s.world.piece(a.unit) for a in pending(s).legal(s, AXIS)}  # type: ignore[union-attr]


@pytest.mark.rule("3.1e")
def test_3_1e_a_face_down_leader_gives_no_pip() -> None:
    place = {**TANKS, "Zhukov": PLAIN, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, ARMOUR, down=("Zhukov",))
    to_roll(s)
    assert odds(s).bonus == 0
    s = battle(place, PLAIN, ARMOUR, down=("Soviet INF 29",))
    to_roll(s)
    assert odds(s).bonus == 1


@pytest.mark.rule("3.1f", "3.1h")
def test_3_1f_no_zone_and_no_control() -> None:
    s = steppe({"Zhukov": PLAIN, "Guderian": WEST}, (Moves(0),))
    assert zone(s, 1) == 0 == zone(s, 0)
    w = s.world
    before = list(s.control)
    act(s, AXIS, Pick(w.unit("Guderian")))
    act(s, AXIS, Go(w.hex("E1023")))
    assert s.control == before and s.control[6] >> w.hex("E1023") & 1


@pytest.mark.rule("3.1g", "3.3p", "3.3q")
@pytest.mark.seam("move", "leaders")
def test_3_1g_alone_he_is_overrun_by_any_unit_but_a_leader() -> None:
    place = {"German GAR LXXXVII": WEST, "Guderian": WEST, "Zhukov": PLAIN}
    s = steppe(place, (Moves(0),))
    w = s.world
    act(s, AXIS, Pick(w.unit("Guderian")))
    assert why(s, AXIS, Overrun(w.hex(PLAIN))) == "3.1g"
    assert why(s, AXIS, Go(w.hex(PLAIN))) == "base.overrun"
    act(s, AXIS, Join(w.unit("German GAR LXXXVII")))
    act(s, AXIS, Overrun(w.hex(PLAIN)))
    assert where(s, "Zhukov") == "dead" and where(s, "Guderian") == PLAIN
    city = steppe({"German GAR LXXXVII": "E1324", "Zhukov": "E1325"}, (Moves(0),))
    act(city, AXIS, Pick(w.unit("German GAR LXXXVII")))
    assert why(city, AXIS, Overrun(w.hex("E1325"))) == "", "in any terrain, at no odds and no double cost"


@pytest.mark.rule("3.3q")
def test_3_3q_the_dead_never_come_back() -> None:
    from hexfront.games.leaders_in_flames.leaders.draft import in_cup, join_cup

    s = steppe({"Zhukov": "dead"}, ())
    join_cup(s, 1945)
    assert s.world.unit("Zhukov") not in in_cup(s)


@pytest.mark.rule("4.1.1b", "4.1.4")
def test_4_1_1b_an_empty_cup_is_filled_with_those_of_next_year() -> None:
    from hexfront.games.leaders_in_flames.kinds import DEAD, LATER
    from hexfront.games.leaders_in_flames.leaders.draft import Draft, in_cup

    s = campaign()
    w = s.world
    for u in w.all_leaders:
        s.where[u] = LATER if w.leader(u).start.isdigit() else DEAD
    Draft().run(s)
    next_year = w.year(s.turn) + 1
    years = {int(w.leader(u).start) for u in in_cup(s)}
    assert years and max(years) <= next_year
    later = [u for u in w.all_leaders if s.where[u] == LATER]
    assert later and all(int(w.leader(u).start) > next_year for u in later)


@pytest.mark.rule("3.1m", "3.1n")
def test_3_1m_free_where_the_action_allows_it() -> None:
    """The printed examples: a leader goes by rail in a combined action without being counted, and not at all in an air action."""
    place = {"German INF IX": "Orel", "Guderian": "Orel"}
    line = ["Orel", "E1323", "Tula", "E1223"]
    s = steppe(place, (RailMoves(0),), action="combined", control={"germany": line})
    w = s.world
    s.used[RAILS] = 4
    assert why(s, AXIS, Pick(w.unit("German INF IX"))) == "base.action"
    assert why(s, AXIS, Pick(w.unit("Guderian"))) == ""
    air = steppe(place, (RailMoves(0),), action="air", control={"germany": line})
    assert why(air, AXIS, Pick(w.unit("Guderian"))) == "3.1n"
    moves = steppe(place, (Moves(0),), action="combined")
    moves.used[MOVES] = 6
    assert why(moves, AXIS, Pick(w.unit("German INF IX"))) == "base.action"
    act(moves, AXIS, Pick(w.unit("Guderian")))
    act(moves, AXIS, Go(w.hex("E1224")))
    assert moves.used[MOVES] == 6


@pytest.mark.rule("3.1o")
@pytest.mark.seam("leaders", "economy")
def test_3_1o_leaders_turn_up_without_oil() -> None:
    s = steppe({"Guderian": "Orel", "German INF IX": "Orel"}, (), down=("Guderian", "German INF IX"))
    face_up_at_end(s)
    assert not down(s, "Guderian")


# --- 3.2: limits


@pytest.mark.rule("3.2b", "3.2d")
@pytest.mark.seam("supply", "leaders")
def test_3_2b_supply_is_not_needed_and_use_does_not_flip() -> None:
    place = {**TANKS, "Zhukov": PLAIN, "Soviet INF 29": PLAIN}
    cut = {"germany": ["Saratov", "Stalingrad", "Moscow", "Kharkov", "Maikop", "Voronezh"]}
    s = battle(place, PLAIN, ARMOUR, {"Zhukov": [33]}, weather="rain", control=cut)
    say(s, ALLIES, "Zhukov", 33)
    to_roll(s)
    assert odds(s).bonus == -2 and not down(s, "Zhukov")


@pytest.mark.rule("3.2c")
def test_3_2c_once_a_step() -> None:
    place = {**TANKS, "German INF IX": WEST, "Guderian": WEST, "Soviet INF 29": PLAIN, "Soviet INF 12": NORTH}
    place["German ARM XLI"] = "E1024"
    s = steppe(place, (Declaring(0), Fighting(0), Stage(5)), {"Guderian": [18]}, phase="combat")
    declare(s, PLAIN, ("German ARM XLVIII",))
    declare(s, NORTH, ("German INF IX", "German ARM XLI"))
    act(s, AXIS, Done())
    act(s, AXIS, Attack(s.world.hex(PLAIN)))
    say(s, AXIS, "Guderian", 18)
    assert refused(s, "Guderian", 18) == "3.2c"
    to_roll(s, 0)
    assert odds(s).bonus == 1
    roll(s, 5)
    through(s)
    assert s.world.label(s.target) == NORTH
    assert refused(s, "Guderian", 18) == "3.2c", "the other battle of the step has none"
    to_roll(s, 0)
    assert odds(s).bonus == 0
    roll(s, 10)
    through(s)
    settle(s)
    assert not s.said, "a new step is a new chance"


@pytest.mark.rule("3.2c", "ability.34")
def test_one_use_of_a_range_ability_serves_every_battle_of_the_step() -> None:
    place = {
        **TANKS,
        "German INF IX": WEST,
        "Zhukov": "E0724",
        "Soviet INF 29": PLAIN,
        "Soviet INF 12": NORTH,
    }
    place["German ARM XLI"] = "E1024"
    s = steppe(place, (Declaring(0), Fighting(0)), {"Zhukov": [33]}, phase="combat", weather="rain")
    declare(s, PLAIN, ("German ARM XLVIII",))
    declare(s, NORTH, ("German INF IX", "German ARM XLI"))
    act(s, AXIS, Done())
    act(s, AXIS, Attack(s.world.hex(PLAIN)))
    say(s, ALLIES, "Zhukov", 33)
    to_roll(s, 0)
    assert odds(s).bonus == -2
    roll(s, 5)
    through(s)
    to_roll(s, 0)
    assert s.world.label(s.target) == NORTH and odds(s).bonus == -2


@pytest.mark.rule("3.2g")
def test_3_2g_his_rank_on_his_map_for_the_impulse() -> None:
    place = {**TANKS, "Guderian": WEST, "Manstein": WEST, "Mannerheim": WEST, "Soviet INF 29": PLAIN}
    rows = [
        {"id": "Guderian", "abilities": [18, 29], "stars": 4},
        {"id": "Manstein", "abilities": [18]},
        {"id": "Mannerheim", "abilities": [18], "stars": 4},
    ]
    s = battle(place, PLAIN, ARMOUR, more={"leaders": {"leader": rows}})
    say(s, AXIS, "Guderian", 18)
    assert refused(s, "Manstein", 18) == "3.2g"
    assert refused(s, "Guderian", 29) == "", "he himself may go on"
    assert refused(s, "Mannerheim", 18) == "3.2j", (
        "a minor's leader has a place of his own; here he helps no German"
    )
    told = LEADERS_IN_FLAMES.why(s, AXIS, "Manstein", WEST)
    assert [(cause.rule, "Guderian" in cause.reason) for cause in told] == [("3.2g", True)]
    assert LEADERS_IN_FLAMES.why(s, ALLIES, "Manstein", WEST) == (), "it is not for them to announce"
    s.ranks = {}
    assert refused(s, "Manstein", 18) == ""
    assert LEADERS_IN_FLAMES.why(s, AXIS, "Manstein", WEST) == ()


@pytest.mark.rule("3.2m", "3.2n")
@pytest.mark.seam("combat", "leaders")
def test_3_2m_points_of_an_advance() -> None:
    """After B two points in all; a hex that costs two is the last, without a point left nobody goes on."""
    place = {
        "German ARM XLVIII": "E1123",
        "German MOT XI": "E1123",
        "German INF IX": "E1123",
        "Soviet MIL Saratov": "E1023",
    }
    del place["German INF IX"]
    s = battle(place, "E1023", ("German ARM XLVIII", "German MOT XI"), down=("Soviet MIL Saratov",))
    to_roll(s, 1)
    roll(s, 10)
    through(s, AdvanceUnits)
    w = s.world
    armour = w.unit("German ARM XLVIII")
    assert why(s, AXIS, Advance(armour, w.hex("E1022"))) == "base.advance", "the attacked hex comes first"
    act(s, AXIS, Advance(armour, w.hex("E1023")))
    assert s.strides[armour] == 1
    act(s, AXIS, Advance(armour, w.hex("E0923")))
    assert s.strides[armour] == 0
    assert why(s, AXIS, Advance(armour, w.hex("E0824"))) == "base.advance"


# --- 3.3: recall and death


def lost(s: object, *names: str) -> None:
    w = s.world  # type: ignore[attr-defined]
    s.fates = {w.unit(name): KILLED for name in names}  # type: ignore[attr-defined]


@pytest.mark.rule("3.3a", "3.3b", "5.1j", "7d")
@pytest.mark.parametrize(
    ("own", "theirs", "recalled"),
    [
        (("German ARM XLVIII",), ("Soviet GAR 17",), False),  # 6 against 2: four more
        (("German ARM XLVIII",), (), True),
        (("German MECH L",), (), True),  # five more
        (("German MOT XI",), (), False),
        (("German ARM XLVIII",), ("Soviet INF 29",), False),
    ],
)
def test_3_3a_an_attackers_leader_is_recalled_for_five(
    own: tuple[str, ...], theirs: tuple[str, ...], recalled: bool
) -> None:
    s = battle({**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR, {"Guderian": [18]})
    say(s, AXIS, "Guderian", 18)
    lost(s, *own, *theirs)
    recall_after_battle(s)
    assert (where(s, "Guderian") == "cup") is recalled


@pytest.mark.rule("3.3a")
def test_3_3a_only_if_his_ability_was_used() -> None:
    s = battle({**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR, {"Guderian": [18]})
    go_on(s)
    lost(s, *ARMOUR)
    recall_after_battle(s)
    assert where(s, "Guderian") == WEST


@pytest.mark.rule("3.3b", "7d")
@pytest.mark.parametrize(
    ("own", "recalled"),
    [
        (("Soviet ARM 1",), False),
        (("Soviet MOT 6", "Soviet INF 12"), True),
        (("Soviet INF 29", "Soviet INF 12"), False),
    ],
)
def test_3_3b_a_defenders_leader_for_seven(own: tuple[str, ...], recalled: bool) -> None:
    s = battle(
        {**TANKS, "Zhukov": EAST, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR, {"Zhukov": [33]}, weather="rain"
    )
    say(s, ALLIES, "Zhukov", 33)
    lost(s, *own)
    recall_after_battle(s)
    assert (where(s, "Zhukov") == "cup") is recalled


@pytest.mark.rule("3.3k", "3.3l")
def test_3_3k_one_of_a_side_the_highest_rank() -> None:
    place = {**TANKS, "Guderian": WEST, "Manstein": WEST, "Rundstedt": WEST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Guderian": [18], "Manstein": [18], "Rundstedt": [27]})
    for man in ("Guderian", "Manstein"):
        say(s, AXIS, man, 18)
    lost(s, *ARMOUR)
    recall_after_battle(s)
    assert [where(s, man) for man in ("Guderian", "Manstein", "Rundstedt")] == [WEST, "cup", WEST]


@pytest.mark.rule("3.3l")
def test_3_3l_of_equal_rank_the_one_whose_power_lost_most() -> None:
    place = {
        "German ARM XLVIII": WEST,
        "Rumanian INF I": WEST,
        "Guderian": WEST,
        "Manstein": WEST,
        "Soviet INF 29": PLAIN,
    }
    rows = [{"id": "Guderian", "abilities": [18], "stars": 4}, {"id": "Manstein", "abilities": [18]}]
    s = battle(place, PLAIN, ("German ARM XLVIII", "Rumanian INF I"), more={"leaders": {"leader": rows}})
    w = s.world
    man, other = w.unit("Guderian"), w.unit("Manstein")
    w.power[man] = 1
    try:
        s.said = {man * 256 + 18: s.target, other * 256 + 18: s.target}
        lost(s, "German ARM XLVIII")
        recall_after_battle(s)
        assert where(s, "Manstein") == "cup" and where(s, "Guderian") == WEST
    finally:
        w.power[man] = 0


@pytest.mark.rule("ability.45", "3.3a", "3.3b")
def test_an_offered_unit_counts_for_the_enemys_leader_alone() -> None:
    from hexfront.games.leaders_in_flames.kinds import OFFERED

    place = {**TANKS, "Guderian": WEST, "Zhukov": EAST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, ARMOUR, {"Guderian": [18], "Zhukov": [33]}, weather="rain")
    say(s, AXIS, "Guderian", 18)
    w = s.world
    s.fates = {w.unit("German ARM XLVIII"): OFFERED}
    recall_after_battle(s)
    assert where(s, "Guderian") == WEST
    say(s, ALLIES, "Zhukov", 33)
    s.fates = {
        w.unit("German ARM XLVIII"): OFFERED,
        w.unit("Soviet ARM 1"): KILLED,
        w.unit("Soviet INF 29"): KILLED,
    }
    recall_after_battle(s)
    assert where(s, "Zhukov") == EAST, "nine lost, six of the enemy's: three more"


@pytest.mark.rule("3.3m")
def test_3_3m_he_dies_with_the_last_unit_of_his_hex() -> None:
    place = {**TANKS, "Guderian": WEST, "Manstein": WEST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, ARMOUR)
    to_roll(s)
    roll(s, 1)
    go_on(s)
    act(s, AXIS, Take(s.world.unit(ARMOUR[0])))
    assert where(s, "Guderian") == WEST
    act(s, AXIS, Take(s.world.unit(ARMOUR[1])))
    assert where(s, "Guderian") == where(s, "Manstein") == "dead", "two leaders do not keep each other alive"


@pytest.mark.rule("3.3m")
def test_3_3m_not_if_a_unit_retreats_or_is_shattered() -> None:
    place = {**TANKS, "Zhukov": PLAIN, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN}
    s = battle(place, PLAIN, ARMOUR)
    to_roll(s, 1)
    roll(s, 10)
    through(s, Withdrawing)
    w = s.world
    frame = pending(s)
    assert isinstance(frame, Withdrawing)
    while isinstance(pending(s), Withdrawing):
        first = pending(s).legal(s, ALLIES)[0]  # type: ignore[union-attr]
        act(s, ALLIES, Retreat(first.unit, first.hex))
    assert s.where[w.unit("Zhukov")] >= 0 and where(s, "Zhukov") != PLAIN, "he goes with them"
    place = {**TANKS, "Zhukov": PLAIN, "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, ARMOUR)
    to_roll(s, 1)
    roll(s, 3)
    assert s.cell == "*/R" or s.cell.endswith("R")


@pytest.mark.rule("3.1g")
def test_an_advance_runs_down_leaders_left_alone() -> None:
    place = {**TANKS, "Zhukov": "E0825", "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, ARMOUR, down=("Soviet MIL Saratov",))
    to_roll(s, 1)
    roll(s, 10)
    through(s, AdvanceUnits)
    w = s.world
    act(s, AXIS, Advance(w.unit(ARMOUR[0]), w.hex(PLAIN)))
    act(s, AXIS, Advance(w.unit(ARMOUR[0]), w.hex("E0825")))
    assert where(s, "Zhukov") == "dead"


def test_a_leader_advances_with_a_unit_and_not_alone() -> None:
    s = battle({**TANKS, "Guderian": WEST, "Soviet MIL Saratov": PLAIN}, PLAIN, ARMOUR)
    to_roll(s, 1)
    roll(s, 10)
    through(s, AdvanceUnits)
    w = s.world
    assert why(s, AXIS, Advance(w.unit("Guderian"), w.hex(PLAIN))) == "base.advance"
    act(s, AXIS, Advance(w.unit(ARMOUR[0]), w.hex(PLAIN)))
    act(s, AXIS, Advance(w.unit("Guderian"), w.hex(PLAIN)))
    assert where(s, "Guderian") == PLAIN


def test_announcements_of_others_are_refused() -> None:
    s = battle(
        {**TANKS, "Guderian": WEST, "Zhukov": PLAIN, "Soviet INF 29": PLAIN},
        PLAIN,
        ARMOUR,
        {"Guderian": [18]},
    )
    assert why(s, AXIS, Announce(s.world.unit("Zhukov"), 35)) == "3b"
    assert why(s, AXIS, Announce(s.world.unit("German INF IX"), 18)) == "3b"
    assert why(s, AXIS, Announce(-1, 18)) == "3b"


# --- reach, moments and rank, one by one


@pytest.mark.rule("2a", "2c", "2d", "3.2k", "3.2a")
def test_where_an_ability_works() -> None:
    s = campaign({"Guderian": "Berlin"}, ())
    w = s.world
    man, at = w.unit("Guderian"), w.hex("Berlin")
    near, far = w.near(at)[0], w.hex("Rome")
    stack, ranged, anywhere = (
        next(row for row in w.rows.values() if row.reach == reach) for reach in ("stack", "range", "anywhere")
    )
    assert reach_of(s, man, stack) == 1 << at and reach_of(s, man, anywhere) == w.area
    assert reach_of(s, man, ranged) >> near & 1 and not reach_of(s, man, ranged) >> far & 1
    assert reaches(s, man, stack, at) and not reaches(s, man, stack, near) and not reaches(s, man, stack, -1)
    assert is_ready(s, man)
    area = next(row for row in w.rows.values() if row.reach == "area")
    here, beside, off = (w.place(name) for name in ("solomons-3", "solomons-1", "barents_sea-1"))
    assert not reaches(s, man, area, here) and not reaches(s, man, ranged, here), "he is ashore"
    s.where[man] = here
    assert reaches(s, man, area, here) and reaches(s, man, area, beside) and not reaches(s, man, area, off)
    assert reaches(s, man, stack, here) and not reaches(s, man, stack, beside), "his section alone"
    assert not reaches(s, man, ranged, near) and reach_of(s, man, ranged) == 0
    s.where[man] = at
    s.down |= 1 << man
    assert not is_ready(s, man), "face-down"


@pytest.mark.rule("3c", "3.2c", "3.2g", "3.2d")
def test_3c_only_at_its_moment_and_once() -> None:
    s = battle({**TANKS, "Guderian": WEST, "Soviet INF 29": PLAIN}, PLAIN, ARMOUR, {"Guderian": [18, 46, 49]})
    w = s.world
    assert refused(s, "Guderian", 46) == "3c", "it is for a move"
    assert refused(s, "Guderian", 18, "roll") == "3c" and refused(s, "Guderian", 18) == ""
    s.standing = {w.unit("Guderian") * 256 + 49: 1}
    assert refused(s, "Guderian", 49, "impulse") == "3.2c", "it is in use for the impulse"
    announce(s, w.unit("Mannerheim"), 49)
    assert w.unit("Mannerheim") not in s.ranks.values() and -1 not in s.ranks, (
        "a minor's leader takes no place"
    )
    assert s.standing[w.unit("Mannerheim") * 256 + 49] == 1


@pytest.mark.rule("3e", "2c", "2a", "2b")
def test_3e_who_is_attacked_himself_helps_his_own_hex_alone() -> None:
    place = {**TANKS, "Zhukov": EAST, "Soviet INF 29": PLAIN, "Soviet INF 12": EAST}
    s = battle(place, PLAIN, ARMOUR, {"Zhukov": [55, 54]})
    w = s.world
    assert refused(s, "Zhukov", 55) == ""
    s.struck |= 1 << w.hex(EAST)
    assert refused(s, "Zhukov", 55) == "3e"
    here = battle({**place, "Zhukov": PLAIN}, PLAIN, ARMOUR, {"Zhukov": [55]})
    assert here.struck >> w.hex(PLAIN) & 1 and refused(here, "Zhukov", 55) == "", "his own hex"
    far = battle({**place, "Zhukov": "Moscow"}, PLAIN, ARMOUR, {"Zhukov": [55]})
    assert refused(far, "Zhukov", 55) == "2c"


@pytest.mark.rule("3a", "3d")
def test_3a_a_row_that_says_nothing_more_is_black_and_gives_nothing() -> None:
    (row,) = read_rows({"ability": [{"n": 7, "topic": "Any", "ask": "any"}]}).values()
    assert (row.print, row.give, row.moment, row.role, row.reach) == ("black", 0, "battle", "own", "stack")
    assert not (row.any_power or row.no_hq or row.at_target or row.face_down or row.when or row.late)
    assert (row.span, row.wish, row.recall, row.case) == ("battle", "", "", "ability.7")
