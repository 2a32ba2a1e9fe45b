"""Case 5.1: Guards Banner armies."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Done, Promote, Take
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import KILLED, RESERVE, RETREATED, SHATTERED
from hexfront.games.leaders_in_flames.leaders.guards import Promoting, Promotion, balance, promotions, score
from hexfront.games.leaders_in_flames.state import State, destroy
from hexfront.kernel import pending
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    AXIS,
    PLAIN,
    WEST,
    battle,
    campaign,
    down,
    steppe,
    through,
    to_roll,
    where,
    why,
)

BEND = "E1429"


@pytest.mark.rule("5.1a")
def test_5_1a_eight_armies_in_the_reserves() -> None:
    s = LEADERS_IN_FLAMES.new_state(LEADERS_IN_FLAMES.world(LEADERS_IN_FLAMES.setup()))  # type: ignore[arg-type]
    w = s.world
    banners = [u for u in range(w.first_leader) if w.units[u].year == "Banner"]
    assert len(banners) == 8 and {where(s, w.piece(u)) for u in banners} == {"reserve"}
    mech = [u for u in banners if "MECH" in w.piece(u)]
    assert [w.strength[u] for u in mech] == [11]


@pytest.mark.rule("5.1b", "5.1c", "5.1e", "5.1f", "5.1g", "5.1h")
def test_5_1_the_dnepr_bend() -> None:
    """The printed example: a Rumanian assault at 2:1 with a 5 is 2/1; a 6-3 becomes the 7th Guards Banner army."""
    place = {
        "Soviet MECH 4": BEND, "Soviet INF 51": BEND, "Soviet INF 8th Guards Banner": "Moscow",
        "Rumanian INF I": "E1529", "Rumanian MOT III": "E1529", "Rumanian INF II": "E1430",
        "HQ Antonescu": "E1529", "Rumanian MTN Alp": "E1430",
    }  # fmt: skip
    more = {
        "industry": {"sources": {"germany": ["Odessa"], "ussr": ["Dnepropetrovsk"]}},
        "units": {"romania": {"INF": ["II 6-3 1932", "I 6-3 1936"], "MOT": ["III 6-4 1941"]}},
    }
    attackers = ("Rumanian INF I", "Rumanian MOT III", "Rumanian INF II", "Rumanian MTN Alp")
    s = battle(
        place,
        BEND,
        attackers,
        more=more,
        control={"germany": ["Odessa", "E1430", "E1529", "E1530", "E1630"], "ussr": ["Dnepropetrovsk"]},
        down=("Soviet INF 51",),
    )
    w = s.world
    to_roll(s, 0)
    assert w.tables.land[0].header(_column(s)) == "2:1"
    roll(s, 4)
    assert s.cell == "2/1", "a 4 and one face-down defender: 5"
    for name in ("Rumanian INF I", "Rumanian INF II"):
        act(s, AXIS, Take(w.unit(name)))
    act(s, ALLIES, Take(w.unit("Soviet MECH 4")))
    assert isinstance(pending(s), Promoting) and balance(s) == 3
    offered = {(w.piece(a.unit), w.piece(a.banner)) for a in promotions(s)}
    assert ("Soviet INF 51", "Soviet INF 7th Guards Banner") in offered
    assert (
        why(s, ALLIES, Promote(w.unit("Soviet INF 51"), w.unit("Soviet INF 8th Guards Banner"))) == "5.1a"
    ), "it is on the map"
    assert why(s, ALLIES, Promote(w.unit("Soviet INF 51"), w.unit("Soviet MECH 1st Guards Banner"))) == "5.1b"
    assert (
        why(s, ALLIES, Promote(w.unit("Soviet MECH 4"), w.unit("Soviet MECH 1st Guards Banner"))) == "5.1e"
    ), "it is lost"
    act(s, ALLIES, Promote(w.unit("Soviet INF 51"), w.unit("Soviet INF 7th Guards Banner")))
    assert where(s, "Soviet INF 7th Guards Banner") == BEND and where(s, "Soviet INF 51") == "pool"
    assert down(s, "Soviet INF 7th Guards Banner"), "it keeps the facing"


def _column(s: State) -> int:
    from hexfront.games.leaders_in_flames.land.odds import odds

    return odds(s).column


@pytest.mark.rule("5.1c", "5.1d")
def test_5_1d_weights() -> None:
    s = steppe({}, ())
    w = s.world
    corps, division, hq = (w.unit(name) for name in ("German INF IX", "German INF DIV 3", "HQ v. Bock"))
    assert [score(s, corps, fate) for fate in (KILLED, SHATTERED, RETREATED)] == [3, 2, 1]
    assert score(s, hq, KILLED) == 6 and score(s, division, KILLED) == 1.5


@pytest.mark.rule("5.1d", "5.1e")
def test_5_1d_a_division_in_the_example() -> None:
    """An army and a division against an army: 4.5 less 3 is 1.5, which counts 2."""
    s = steppe({"Soviet INF 51": PLAIN}, ())
    w = s.world
    s.attackers, s.defenders = (
        [w.unit("Rumanian INF I"), w.unit("German INF DIV 3")],
        [w.unit("Soviet INF 51"), w.unit("Soviet MECH 4")],
    )
    s.fates = dict.fromkeys((*s.attackers, w.unit("Soviet MECH 4")), KILLED)
    assert balance(s) == 2
    assert w.unit("Soviet INF 7th Guards Banner") in {a.banner for a in promotions(s)}
    s.fates = {w.unit("Rumanian INF I"): KILLED, w.unit("Soviet MECH 4"): KILLED}
    assert balance(s) == 0 and not promotions(s), "only a positive balance promotes"


@pytest.mark.rule("5.1b")
def test_5_1b_the_soviets_are_asked_where_a_promotion_is_possible() -> None:
    s = steppe({"Soviet INF 51": PLAIN}, ())
    w = s.world
    s.attackers, s.defenders = [w.unit("German INF IX")], [w.unit("Soviet INF 51")]
    assert not promotions(s) and Promotion().run(s) == ()
    s.fates = {w.unit("German INF IX"): KILLED}
    assert promotions(s) and Promotion().run(s) == (Promoting(1),)
    many = campaign({"Soviet INF 51": "Moscow"}, options={"seats": 5}, side="")
    w = many.world
    many.attackers, many.defenders = [w.unit("German INF IX")], [w.unit("Soviet INF 51")]
    many.fates = {w.unit("German INF IX"): KILLED}
    many.chair[1] = w.table.seats.index("commonwealth")
    assert promotions(many) and Promotion().run(many) == (Promoting(1),)
    assert w.table.seats[many.chair[1]] == "ussr", "the Soviets are asked, and no ally of theirs"


@pytest.mark.rule("5.1b")
def test_5_1b_against_germany_and_its_minors_only() -> None:
    s = steppe({"Soviet INF 51": PLAIN}, ())
    w = s.world
    s.attackers, s.defenders = [w.unit("Finnish INF II")], [w.unit("Soviet INF 51")]
    s.fates = {w.unit("Finnish INF II"): KILLED}
    assert balance(s) == 3
    w.power[w.unit("Finnish INF II")] = 2
    try:
        assert balance(s) == 0 and not promotions(s)
    finally:
        w.power[w.unit("Finnish INF II")] = 0


@pytest.mark.rule("5.1f", "5.1l")
def test_5_1l_a_banner_army_can_be_promoted_again() -> None:
    s = steppe({"Soviet INF 11th Guards Banner": PLAIN}, ())
    w = s.world
    old, new = w.unit("Soviet INF 11th Guards Banner"), w.unit("Soviet INF 8th Guards Banner")
    s.attackers, s.defenders = [w.unit("German INF IX")], [old]
    s.fates = {w.unit("German INF IX"): SHATTERED}
    assert Promote(old, new) in promotions(s), "7 and 2 reach 9"
    from hexfront.games.leaders_in_flames.leaders.guards import promote

    promote(s, old, new)
    assert (
        where(s, "Soviet INF 11th Guards Banner") == "reserve"
        and where(s, "Soviet INF 8th Guards Banner") == PLAIN
    )
    assert not down(s, "Soviet INF 8th Guards Banner")


@pytest.mark.rule("5.1i", "5.1j")
def test_5_1i_a_destroyed_one_goes_back_to_the_reserves() -> None:
    s = steppe({"Soviet ARM 3rd Guards Banner Tank": PLAIN, "Soviet ARM 1": PLAIN}, ())
    w = s.world
    assert w.price[w.unit("Soviet ARM 3rd Guards Banner Tank")] == w.price[w.unit("Soviet ARM 1")] == 6
    for name in ("Soviet ARM 3rd Guards Banner Tank", "Soviet ARM 1"):
        destroy(s, w.unit(name))
    assert where(s, "Soviet ARM 3rd Guards Banner Tank") == "reserve" and where(s, "Soviet ARM 1") == "pool"


def test_a_promotion_may_be_left() -> None:
    place = {"Soviet ARM 1": WEST, "Soviet ARM 2": WEST, "German MIL Bremen": PLAIN}
    s = battle(place, PLAIN, ("Soviet ARM 1", "Soviet ARM 2"), side=ALLIES)
    to_roll(s, 1)
    roll(s, 9)
    through(s, Promoting)
    assert isinstance(pending(s), Promoting)
    act(s, ALLIES, Done())
    assert where(s, "Soviet ARM 1") != "pool"


@pytest.mark.rule("5.1b", "5.1f", "5.1l")
def test_5_1f_the_banner_is_stronger_and_no_more_than_the_balance_allows() -> None:
    s = steppe({"Soviet INF 51": PLAIN}, ())
    w = s.world
    army, german = w.unit("Soviet INF 51"), w.unit("German INF IX")
    for banner in (u for u in range(w.first_leader) if w.units[u].year == "Banner"):
        s.where[banner] = RESERVE
    s.attackers, s.defenders = [german], [army]
    for fate, points in ((RETREATED, 1), (KILLED, 3)):
        s.fates = {german: fate}
        assert balance(s) == points
        for offer in promotions(s):
            assert w.strength[army] < w.strength[offer.banner] <= w.strength[army] + points
    assert promotions(s), "three points lead somewhere"
    s.fates = {german: KILLED, army: KILLED}
    assert balance(s) == 0 and not promotions(s), "no balance, no promotion"
    s.fates = {army: KILLED}
    assert not promotions(s)
    rumanian = w.unit("Finnish INF II")
    s.attackers, s.fates = [rumanian], {rumanian: KILLED}
    w.power[rumanian] = 2
    try:
        s.fates[german] = KILLED
        assert not promotions(s), "nobody of Germany's fought here"
    finally:
        w.power[rumanian] = 0
