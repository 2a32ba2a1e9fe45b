"""Chapters 13, 11.9, 9.5 and 12.3: the combination, optional leaders, trades, and nationalities."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import Agree, Done, Exchange, Promote, Trade, Transfer
from hexfront.games.lebensraum.data import Stock
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.headquarters import FillPosts
from hexfront.games.lebensraum.kinds import (
    ABSENT,
    ALLIED,
    AXIS,
    CAPTURED,
    FIRST_WESTERN_TURN,
    KILLED,
    NOT_HERE,
    POOL,
    READY,
    SOVIET,
    STAFF_BASE,
)
from hexfront.games.lebensraum.landings import WestJoins
from hexfront.games.lebensraum.leaders import DrawLeader, OptionalLeaders, eligible, fill_staff, pool
from hexfront.games.lebensraum.reach import closed_to
from hexfront.games.lebensraum.sequence import GameTurn, new_state, opening
from hexfront.games.lebensraum.setup import is_at_war
from hexfront.games.lebensraum.transfers import BeginTransfers, Transfers
from hexfront.games.lebensraum.victory import (
    EndOfTurn,
    western_goals,
)
from hexfront.kernel import resolve
from tests.games.lebensraum.kit import Table, position, world


def joined() -> Table:
    """The combination as turn 9 begins, nothing done in the East."""
    s = new_state(world("war"))
    s.turn, s.agenda = 9, (WestJoins(),)
    return Table(s)


@pytest.mark.rule("13.0b", "13.0a", "12.1a", "12.1b", "12.1c")
def test_the_western_set_up_comes_on_turn_9() -> None:
    start = LEBENSRAUM.start(LEBENSRAUM.setup("war"))
    w = start.world
    assert start.where[w.unit("de-7")] < 0 and start.hq[w.hq("de-agb")] < 0
    table = joined()
    s = table.s
    assert s.where[w.unit("de-7")] == w.lands.at("1618", "west")
    assert s.where[w.unit("us-5")] == w.lands.at("3810", "west")
    assert s.hq[w.hq("al-15ag")] == w.lands.at("3910", "west")
    assert s.post[w.leader("kesselring")] == w.hq("de-agc")
    assert s.reserve >> w.unit("de-7") & 1 and not s.reserve >> w.unit("us-5") & 1
    assert s.control[2] >> w.lands.at("4010", "west") & 1
    ccs = [m for m, marker in enumerate(w.staff) if marker.power == "allied" and s.staff[m] >= 0]
    assert len(ccs) == 1 and s.staff_chief[ccs[0]] == w.leader("eisenhower")
    assert sum(s.staff[m] >= 0 for m, p in enumerate(w.staff_power) if p == 0) == 5
    assert not list(LEBENSRAUM.invariants(s))


@pytest.mark.seam("9", "13")
@pytest.mark.rule("13.0i")
def test_a_man_of_both_games_is_one_marker() -> None:
    names = [leader.name for leader in world("war").leaders]
    for name in ("von Rundstedt", "von Kluge", "Model", "Student", "Himmler", "von Vietinghoff", "Busch"):
        assert names.count(name) == 1
    table = joined()
    assert {"Model", "Dietrich"} <= {table.w.leaders[k].name for k in pool(table.s, 0)}


@pytest.mark.rule("13.0i", "12.1a")
def test_leaders_with_a_later_turn_do_not_come_with_the_western_set_up() -> None:
    s = joined().s
    later = [k for k, man in enumerate(s.world.leaders) if man.turn > 9]
    assert later and all(s.post[k] == NOT_HERE for k in later)


@pytest.mark.seam("5", "13")
@pytest.mark.rule("13.0e")
def test_the_western_map_is_closed_before_turn_9() -> None:
    for turn, closed in ((8, True), (9, False)):
        table = position("war", place={"de-4": "Berlin"}, turn=turn)
        w = table.w
        barred = [
            rule for hexes, rule, _ in closed_to(table.s, w.unit("de-4")) if hexes >> w.hex("Paris") & 1
        ]
        assert ("13.0e" in barred) == closed
        assert not w.west_only >> w.hex("Warsaw") & 1


@pytest.mark.rule("13.0f")
def test_garrisons_stay_by_the_italian_rules_and_are_free_by_the_campaigns() -> None:
    for options, bound in (((), True), (("campaign_rules",), False)):
        table = position("war", options, place={"de-7": "Paris"}, turn=10)
        w = table.w
        barred = [
            rule for hexes, rule, _ in closed_to(table.s, w.unit("de-7")) if hexes >> w.hex("Cologne") & 1
        ]
        assert ("12.1g" in barred) == bound


@pytest.mark.rule("13.0c")
def test_the_real_west_replaces_the_charts() -> None:
    east, both = world("invasion"), world("war")
    assert east.off_map[0] != Stock() and both.off_map[0] == Stock()
    assert len(both.markers) > len(east.markers)


@pytest.mark.rule("13.0n", "2.0a")
def test_two_or_three_players() -> None:
    assert [seat.id for seat in LEBENSRAUM.seats(LEBENSRAUM.setup("war"))] == ["axis", "soviet", "allied"]
    two = LEBENSRAUM.seats(LEBENSRAUM.setup("war", {"players": 2}))
    assert [seat.id for seat in two] == ["axis", "allies"]


@pytest.mark.rule("11.9a")
def test_optional_leaders_take_the_place_of_three() -> None:
    s = LEBENSRAUM.start(LEBENSRAUM.setup("invasion", {"optional_leaders": True}))
    w = s.world
    assert isinstance(s.agenda[0], OptionalLeaders)
    before = pool(s, 0)
    out = tuple(sorted(w.leaders[k].id for k in before[:3]))
    resolve(s, out)
    assert [s.post[w.leader(name)] for name in out] == [ABSENT] * 3
    assert {w.leader("wenck"), w.leader("balck"), w.leader("von-reichenau")} <= set(pool(s, 0))
    assert len(pool(s, 0)) == len(before)
    plain = LEBENSRAUM.start(LEBENSRAUM.setup("invasion"))
    assert plain.post[w.leader("wenck")] == ABSENT


@pytest.mark.rule("9.5b")
def test_captured_leaders_are_exchanged_if_both_agree() -> None:
    for answer, post in ((Agree(), POOL), (Done(), CAPTURED)):
        table = position(leaders={"model": "captured", "zhukov": "captured"}, agenda=(BeginTransfers(),))
        s, w = table.s, table.w
        model, zhukov = w.leader("model"), w.leader("zhukov")
        assert table.why(Trade(model, zhukov)) == "9.5b"  # the Axis holds Zhukov, not Model
        table.act(Trade(zhukov, model))
        assert table.seat() == "soviet"
        table.act(answer)
        assert (s.post[model], s.post[zhukov]) == (post, post)
        if post == CAPTURED:
            table.act(Done())
            assert table.why(Trade(zhukov, model)) == "9.5b"


# --- nationalities in the free campaign


def allied(scenario: str = "west", **given: Any) -> Table:
    return position(scenario, turn=13, **given)


@pytest.mark.seam("9", "12")
@pytest.mark.rule("12.3i", "12.3j")
def test_one_or_two_english_leaders_of_hqs() -> None:
    hqs = {"al-15ag": "Naples", "al-21ag": "London"}
    table = allied(hqs=hqs, leaders={"bradley": "al-21ag"}, agenda=(DrawLeader(0),))
    w = table.w
    k = w.hq("al-15ag")
    drawn = set(DrawLeader(k).outcomes(table.s).markers)
    assert drawn and all(w.leaders[w.leader(name)].nation == "british" for name in drawn)
    three = allied(
        hqs={**hqs, "al-12ag": "Rome"},
        leaders={"montgomery": "al-21ag", "alexander": "al-12ag"},
        agenda=(DrawLeader(0),),
    )
    drawn = set(DrawLeader(k).outcomes(three.s).markers)
    assert drawn and all(w.leaders[w.leader(name)].nation == "american" for name in drawn)
    one = allied(hqs={**hqs, "al-12ag": "Rome"}, leaders={"montgomery": "al-21ag"}, agenda=(DrawLeader(0),))
    nations = {w.leaders[w.leader(name)].nation for name in DrawLeader(k).outcomes(one.s).markers}
    assert nations == {"american", "british"}


@pytest.mark.rule("12.3h", "11.6j")
def test_a_lost_general_of_the_staff_is_followed_by_a_countryman() -> None:
    table = allied(staff={"ccs-1": "London", "ccs-2": "London"}, agenda=(FillPosts(2),))
    s, w = table.s, table.w
    chiefs = {w.staff[m].id: w.leaders[k] for m, k in enumerate(s.staff_chief) if k >= 0}
    assert chiefs["ccs-1"].nation == "american" and chiefs["ccs-2"].nation == "british"
    assert not {chiefs["ccs-1"].id, chiefs["ccs-2"].id} & {"patton", "montgomery"}


@pytest.mark.rule("12.3h", "12.3k", "11.6j")
def test_who_may_join_the_allied_staff() -> None:
    given: dict[str, Any] = {
        "hqs": {"al-15ag": "Naples", "al-21ag": "London", "al-12ag": "Rome"},
        "leaders": {"alexander": "al-15ag", "patton": "al-21ag", "bradley": "al-12ag", "eisenhower": "ccs-1"},
        "staff": {"ccs-1": "London"}, "passed": 1,
    }  # fmt: skip
    table = allied(agenda=(Transfers(2),), **given)
    w = table.w
    m = next(m for m, marker in enumerate(w.staff) if marker.id == "ccs-1")
    eisenhower = w.leader("eisenhower")
    assert table.why(Promote(w.leader("alexander"), m, 0)) == "12.3h"
    assert table.why(Exchange(eisenhower, w.leader("patton"))) == "12.3k"
    assert table.why(Promote(w.leader("bradley"), m, 1)) == "9.1d"
    assert not table.why(Exchange(eisenhower, w.leader("bradley")))
    fixed = allied("dday", agenda=(Transfers(2),), **given)
    assert fixed.why(Exchange(eisenhower, w.leader("bradley"))) == "11.6j"
    table.act(Exchange(eisenhower, w.leader("bradley")))
    assert table.s.post[w.leader("bradley")] == STAFF_BASE + m


@pytest.mark.rule("9.1d", "11.6j")
def test_a_man_of_the_allied_staff_is_not_transferred_away_even_in_the_free_campaign() -> None:
    table = allied(
        hqs={"al-15ag": "Naples"}, staff={"ccs-1": "London"}, leaders={"eisenhower": "ccs-1"}, passed=1,
        agenda=(Transfers(2),),
    )  # fmt: skip
    w = table.w
    assert table.why(Transfer(w.leader("eisenhower"), w.hq("al-15ag"))) == "11.6j"


@pytest.mark.rule("12.3h", "12.3k")
def test_only_the_allies_fill_an_empty_staff_post_at_once() -> None:
    t = position("west", leaders={"model": "pool"})
    m = next(k for k, power in enumerate(t.w.staff_power) if power == AXIS)
    t.s.staff[m], t.s.staff_chief[m] = t.w.hex("Berlin"), -1
    fill_staff(t.s)
    assert t.s.staff_chief[m] == -1


@pytest.mark.rule("11.92a", "12.1h")
def test_the_other_halt_line_leaves_leipzig_out() -> None:
    for options, counts in (((), True), (("zone_border",), False)):
        s = position("west", options).s
        assert bool(western_goals(s) >> s.world.hex("Leipzig") & 1) == counts
        assert western_goals(s) >> s.world.hex("Hanover") & 1


@pytest.mark.rule("11.6j", "9.0a")
def test_an_empty_allied_staff_post_is_filled() -> None:
    t = position("italy", staff={"ccs-1": "London"}, leaders={"bradley": "pool"}, agenda=(FillPosts(ALLIED),))
    m = next(k for k, marker in enumerate(t.w.staff) if marker.id == "ccs-1")
    assert t.s.staff_chief[m] >= 0
    axis = position("italy", staff={"okh-1": "Berlin"}, agenda=(FillPosts(AXIS),))
    assert axis.s.staff_chief[0] == -1  # 9.4e


@pytest.mark.rule("12.3i", "12.3j")
def test_one_or_two_allied_fronts_are_english() -> None:
    w = world("west")
    hqs = dict.fromkeys(("al-15ag", "al-21ag", "al-12ag"), "London")
    english = [
        man.id
        for man, power in zip(w.leaders, w.leader_power, strict=True)
        if power == ALLIED and man.nation == "british"
    ]
    american = [
        man.id
        for man, power in zip(w.leaders, w.leader_power, strict=True)
        if power == ALLIED and man.nation != "british"
    ]
    assert len(english) > 2 and len(american) > 2

    def drawn(*chiefs: str) -> set[bool]:
        led = dict(zip(chiefs, ("al-21ag", "al-12ag"), strict=False))
        t = position("west", hqs=hqs, leaders=led)
        return {w.leaders[k].nation == "british" for k in eligible(t.s, w.hq("al-15ag"))}

    assert drawn(*english[:2]) == {False}, "two are enough"
    assert drawn(*american[:2]) == {True}, "one there must be"
    assert drawn(english[0], american[0]) == {True, False}
    assert drawn(american[0]) == {True, False}, "another HQ is still without a leader"


@pytest.mark.rule("9.5b", "9.4a")
def test_who_is_offered_in_exchange_moves_no_more() -> None:
    t = position(hqs={"su-west": "2912"}, leaders={"pavlov": "su-west", "von-bock": "captured", "zhukov": "captured"},
                 agenda=(Transfers(SOVIET),))  # fmt: skip
    trades = [x for x in t.legal() if isinstance(x, do.Trade)]
    assert trades
    t.act(trades[0])
    assert t.s.transferred >> trades[0].leader & 1


@pytest.mark.rule("12.3i", "12.3j")
def test_outside_the_free_campaign_anybody_leads_an_allied_front() -> None:
    w = world("dday")
    men = [
        man.id
        for man, p in zip(w.leaders, w.leader_power, strict=True)
        if p == ALLIED and man.nation != "british"
    ]
    t = position("dday", hqs=dict.fromkeys(("al-15ag", "al-21ag", "al-12ag"), "London"),
                 leaders={men[0]: "al-21ag", men[1]: "al-12ag"})  # fmt: skip
    nations = {w.leaders[k].nation for k in eligible(t.s, w.hq("al-15ag"))}
    assert len(nations) > 1


@pytest.mark.rule("13.0b")
def test_an_army_of_the_west_whose_hex_is_taken_waits() -> None:
    w = world("war")
    unit, at = next((u, h) for u, h in w.late_units.items() if w.side[u] == AXIS)
    t = position(
        "war", turn=9, place={w.armies[unit].id: "later", "de-6": w.label(at)}, agenda=(WestJoins(),)
    )
    assert t.s.where[unit] == READY and t.s.stack[at] == (w.unit("de-6"),)


@pytest.mark.rule("13.0b", "4.1b")
def test_the_west_joins_the_combination_alone() -> None:
    assert any(isinstance(frame, WestJoins) for frame in opening(world("war"), FIRST_WESTERN_TURN))
    for scenario, turn in (("conclusions", FIRST_WESTERN_TURN), ("war", FIRST_WESTERN_TURN + 1)):
        assert opening(world(scenario), turn) == (GameTurn(turn),)


@pytest.mark.rule("12.3i", "12.3j")
def test_anybody_leads_when_nobody_of_the_right_nationality_is_left() -> None:
    w = world("west")
    english = [k for k in w.leaders_of[ALLIED] if w.leaders[k].nation == "british"]
    led = dict(zip((w.leaders[k].id for k in english), ("al-21ag", "al-12ag"), strict=False))
    t = position("west", hqs=dict.fromkeys(("al-15ag", "al-21ag", "al-12ag"), "London"), leaders=led)
    for k in w.leaders_of[ALLIED]:
        if k not in english:
            t.s.post[k] = KILLED
    assert set(eligible(t.s, w.hq("al-15ag"))) == set(english[2:]) != set()


@pytest.mark.rule("13.0b")
def test_a_power_that_is_not_in_the_game_is_not_at_war() -> None:
    assert not is_at_war(world("dday"), SOVIET, 13) and not is_at_war(world(), ALLIED, 13)
    assert is_at_war(world("dday"), ALLIED, 13)


@pytest.mark.rule("13.0m", "13.0l")
def test_how_the_war_ended_is_told() -> None:
    def reason(*front_won: int) -> str:
        s = position("war", turn=16, agenda=(EndOfTurn(),), front_won=list(front_won)).s
        assert s.result is not None
        return s.result.reason

    assert reason(-1, ALLIED) == "Fronts won: Axis 0, Allies 1."
    assert reason(AXIS, SOVIET) == "The fronts are even."
