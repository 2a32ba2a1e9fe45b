"""Chapter 9: morale, transfers, replacement at will."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import Done, Exchange, Promote, Replace, Retire, Terminate, Transfer
from hexfront.games.lebensraum.combat import EndCombat
from hexfront.games.lebensraum.command import command_limit, take_along
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    KILLED,
    POOL,
    RETIRING,
    SOVIET,
    STAFF_BASE,
    TERMINATED,
    WOUNDED,
)
from hexfront.games.lebensraum.landings import Newcomers
from hexfront.games.lebensraum.leaders import (
    Disposal,
    DrawLeader,
    Judgement,
    fill_staff,
    pool,
    replace_lost,
    replacement_frames,
    return_the_wounded,
)
from hexfront.games.lebensraum.sequence import JOINT_SEGMENTS
from hexfront.games.lebensraum.state import (
    dismiss,
    stars,
)
from hexfront.games.lebensraum.transfers import (
    BeginTransfers,
    Disposition,
    MoraleRoll,
    Transfers,
)
from hexfront.hexes import bits
from hexfront.kernel import Action, Decision
from tests.games.lebensraum.kit import Table, position, world
from tests.games.lebensraum.test_07_combat import after_roll

FRONTS = {"su-west": "2912", "su-south": "3112"}
MEN = {"pavlov": "su-west", "tyulenev": "su-south", "zhukov": "stavka-1", "konev": "pool"}


def table(power: int = SOVIET, frames: Any = None, **given: Any) -> Table:
    base: dict[str, Any] = {
        "hqs": FRONTS,
        "leaders": MEN,
        "staff": {"stavka-1": "Moscow", "stavka-2": "Moscow"},
    }
    base.update(given)
    return position(agenda=frames or (Transfers(power),), passed=1, **base)


@pytest.mark.rule("9.2a", "9.2b")
@pytest.mark.parametrize(("fired", "die", "cut"), [(6, 4, 0), (6, 5, 1), (10, 6, 2), (15, 6, 3), (0, 6, 0)])
def test_dismissals_sap_morale(fired: int, die: int, cut: int) -> None:
    w = world()
    own = [k for k, power in enumerate(w.leader_power) if power == SOVIET][-fired:] if fired else []
    post = [TERMINATED if k in own else POOL for k in range(len(w.leaders))]
    t = position(post=post, agenda=(MoraleRoll(SOVIET),))
    t.roll(die)
    assert t.s.cut == [0, cut, 0]


@pytest.mark.rule("9.2b", "9.2c", "9.2d")
def test_a_cut_lasts_and_leaves_nobody_below_zero() -> None:
    w = world()
    t = position(
        cut=[0, 2, 0],
        agenda=(MoraleRoll(SOVIET),),
        hqs=FRONTS,
        leaders={"konev": "su-west", "kulik": "su-south"},
    )
    t.roll(1)
    assert t.s.cut == [0, 2, 0]
    assert stars(t.s, w.leader("konev")) == 2 and stars(t.s, w.leader("kulik")) == 0
    assert command_limit(t.s, w.hq("su-west")) == 2
    assert stars(t.s, w.leader("model")) == 4  # the other side's are untouched


@pytest.mark.rule("4.2.1E", "9.4f")
def test_morale_first_then_one_leader_at_a_time_axis_first() -> None:
    t = position(agenda=JOINT_SEGMENTS["leader-transfer"](position().s))
    assert t.s.agenda[0] == MoraleRoll(AXIS)
    t.roll(1, 1)
    assert t.seat() == "axis"
    t.act(Done())
    assert t.seat() == "soviet"
    t.act(Done())
    assert not t.s.agenda
    war = position("war", turn=8, agenda=(BeginTransfers(),))
    war.act(Done(), Done())
    assert not war.s.agenda  # the West is not at war yet


@pytest.mark.rule("9.4a", "9.4b", "9.0h")
def test_leaders_exchange_posts_and_stay_shaken() -> None:
    w = world()
    a, b, c = (w.leader(name) for name in ("pavlov", "tyulenev", "zhukov"))
    t = table(shaken=1 << a)
    assert t.why(Exchange(a, a)) == "9.4a" and t.why(Exchange(a, w.leader("konev"))) == "9.4a"
    t.act(Exchange(a, b))
    assert (t.s.chief[w.hq("su-west")], t.s.chief[w.hq("su-south")]) == (b, a) and t.s.shaken == 1 << a
    assert t.why(Exchange(a, c)) == "9.4a"  # once a segment
    up = table()
    up.act(Exchange(c, a))  # to and from the General Staff
    assert up.s.staff_chief[3] == a and up.s.chief[w.hq("su-west")] == c
    assert (up.s.post[c], up.s.post[a]) == (w.hq("su-west"), STAFF_BASE + 3)


@pytest.mark.rule("9.4b", "9.4c")
def test_a_displaced_staff_leader_goes_to_the_pool_or_for_good() -> None:
    w = world()
    pavlov, zhukov = w.leader("pavlov"), w.leader("zhukov")
    for fate, post in ((0, POOL), (1, TERMINATED)):
        t = table()
        t.act(Promote(pavlov, 3, fate))
        assert t.s.post[zhukov] == post and t.s.staff_chief[3] == pavlov
        assert t.rolls()
        t.roll("konev")
        assert t.s.chief[w.hq("su-west")] == w.leader("konev")


@pytest.mark.rule("9.4a", "9.4e")
def test_an_empty_post_can_be_filled_and_left() -> None:
    w = world()
    zhukov, pavlov = w.leader("zhukov"), w.leader("pavlov")
    t = table(leaders={"pavlov": "su-west", "zhukov": "stavka-1", "konev": "pool"})
    assert t.why(Transfer(pavlov, STAFF_BASE + 3)) == "9.4a"
    t.act(Transfer(zhukov, w.hq("su-south")))
    assert t.s.chief[w.hq("su-south")] == zhukov and t.s.staff_chief[3] == -1 and not t.rolls()
    t.act(Transfer(pavlov, STAFF_BASE + 4))
    assert t.s.staff_chief[4] == pavlov and t.rolls()


@pytest.mark.rule("9.6a")
def test_mannerheim_is_never_transferred() -> None:
    w = world()
    t = position(
        hqs={"fi-finland": "Helsinki", "de-north": "Riga"}, leaders={"mannerheim": "fi-finland", "model": "de-north"},
        agenda=(Transfers(AXIS),),
    )  # fmt: skip
    assert t.why(Exchange(w.mannerheim, w.leader("model"))) == "9.6a"


@pytest.mark.rule("11.6j", "9.4b")
def test_the_allied_general_staff_stays() -> None:
    w = world("italy")
    people = {"eisenhower": "ccs-1", "alexander": "al-15ag", "montgomery": "al-21ag"}
    t = position(
        "italy", hqs={"al-15ag": "Naples", "al-21ag": "Caen"}, staff={"ccs-1": "London"}, leaders=people, agenda=(Transfers(ALLIED),),
    )  # fmt: skip
    ike, alex, monty = (w.leader(name) for name in people)
    assert t.why(Exchange(ike, alex)) == "11.6j" and t.why(Promote(alex, 2, 0)) == "11.6j"
    assert t.why(Exchange(alex, monty)) == ""


@pytest.mark.rule("9.0e", "9.1b", "9.1c")
def test_replacement_at_will_draws_for_all_before_the_old_ones_go_back() -> None:
    w = world()
    t = table(frames=(Disposition(SOVIET),))
    t.act(Replace(w.hq("su-west")))
    assert t.why(Replace(w.hq("su-west"))) == "9.0e"
    t.act(Replace(w.hq("su-south")), Done())
    t.roll("konev", "vatutin")
    assert [t.s.chief[w.hq(name)] for name in FRONTS] == [w.leader("konev"), w.leader("vatutin")]
    t.act(Terminate(), Retire())
    assert t.s.post[w.leader("pavlov")] == TERMINATED and t.s.post[w.leader("tyulenev")] == POOL


@pytest.mark.rule("9.1b")
def test_nobody_is_replaced_from_an_empty_pool() -> None:
    w = world()
    t = table(frames=(Disposition(SOVIET),))
    t.s.post = [TERMINATED if post == POOL else post for post in t.s.post]
    assert t.why(Replace(w.hq("su-west"))) == "9.1b"


@pytest.mark.rule("9.0j", "12.3g", "4.2.2D", "4.2.2H")
def test_who_may_replace_at_will() -> None:
    assert JOINT_SEGMENTS["first-disposition"](position().s) == (Disposition(AXIS), Disposition(SOVIET))
    assert JOINT_SEGMENTS["first-disposition"](position("italy").s) == (Disposition(AXIS),)
    assert JOINT_SEGMENTS["first-disposition"](position("west").s) == (Disposition(AXIS), Disposition(ALLIED))


@pytest.mark.rule("9.0g")
def test_the_general_staff_is_not_judged() -> None:
    t = after_roll(
        (0, 1), hqs={"su-south": "2811"}, leaders={"kirponos": "su-south", "zhukov": "stavka-1"}, staff={"stavka-1": "2811"},
        helpers={103: world().unit("su-42")},
    )  # fmt: skip
    w = t.w
    assert t.s.shaken == 1 << w.leader("kirponos") and t.s.staff_chief[3] == w.leader("zhukov")


@pytest.mark.rule("9.4a", "9.4c")
def test_an_empty_pool_holds_only_him_who_leaves_an_hq() -> None:
    w = world()
    men = {man.id: "killed" for man, power in zip(w.leaders, w.leader_power, strict=True) if power == SOVIET}
    men |= {"pavlov": "su-west", "zhukov": "stavka-1", "shaposhnikov": "stavka-2"}
    t = position(
        hqs={"su-west": "2912", "su-south": "3112"}, staff={"stavka-1": "Moscow", "stavka-2": "Moscow", "stavka-3": "Moscow"},
        leaders=men, agenda=(Transfers(SOVIET),),
    )  # fmt: skip
    to = w.hq("su-south")
    assert t.why(Transfer(w.leader("pavlov"), to)) == "9.4c"
    assert t.why(Transfer(w.leader("zhukov"), to)) == ""


@pytest.mark.rule("9.6a", "7.45d")
def test_the_finnish_hq_goes_along_within_finland_alone() -> None:
    w = world()
    inside = next(h for h in bits(w.lands.country["finland"]) if w.land >> h & 1)
    for h, goes in ((inside, True), (w.hex("Leningrad"), False)):
        t = position(hqs={w.hqs[w.finnish_hq].id: "Helsinki"})
        take_along(t.s, w.finnish_hq, h, "7.45d")
        assert (t.s.hq[w.finnish_hq] == h) == goes


def said(t: Table, action: Action) -> str:
    """How a choice is shown."""
    frame = t.s.agenda[0]
    assert isinstance(frame, Decision)
    return frame.option(t.s, t.seat(), action).label


@pytest.mark.rule("9.4a", "9.4f", "9.4b")
def test_what_a_transfer_does_is_said_in_words() -> None:
    t = position(
        hqs={"su-west": "2912", "su-south": "3112"}, staff={"stavka-1": "Moscow"},
        leaders={"pavlov": "su-west", "zhukov": "stavka-1", "timoshenko": "su-south"}, agenda=(Transfers(SOVIET),),
    )  # fmt: skip
    w = t.w
    pavlov, zhukov = w.leader("pavlov"), w.leader("zhukov")
    pair = sorted((pavlov, w.leader("timoshenko")))
    assert "exchange posts" in said(t, do.Exchange(*pair))
    assert "takes over" in said(t, do.Transfer(zhukov, w.hq("su-south")))
    assert said(t, do.Promote(pavlov, 0, 0)).endswith("goes to the pool")
    assert said(t, do.Promote(pavlov, 0, 1)).endswith("is dismissed for good")
    staff = next(m for m in range(len(w.staff)) if w.staff_power[m] != SOVIET)
    assert t.why(do.Promote(pavlov, staff, 0)) == "9.4b"


@pytest.mark.rule("9.0e", "9.6a")
def test_mannerheim_is_never_replaced() -> None:
    w = world()
    t = position(hqs={w.hqs[w.finnish_hq].id: "Helsinki"}, leaders={"mannerheim": w.hqs[w.finnish_hq].id},
                 agenda=(Disposition(AXIS),))  # fmt: skip
    assert Disposition(AXIS).refusal(t.s, do.Replace(w.finnish_hq)) is not None


@pytest.mark.rule("9.4b")
def test_a_man_of_the_first_general_staff_is_no_front_leader() -> None:
    first = world().staff[0]
    second = next(m for m in world().staff[1:] if m.power == first.power)
    t = position(
        staff={first.id: "Berlin", second.id: "Berlin"}, leaders={"halder": first.id, "keitel": second.id}, passed=2,
        agenda=(Transfers(AXIS),),
    )  # fmt: skip
    assert t.why(Promote(t.w.leader("halder"), 1, 0)) == "9.4b"


@pytest.mark.rule("9.0e", "9.0j")
def test_an_hq_without_a_leader_has_nobody_to_replace() -> None:
    t = position(
        hqs={"su-west": "2912", "su-south": "Kiev"},
        leaders={"pavlov": "su-west"},
        agenda=(Disposition(SOVIET),),
    )
    assert t.why(Replace(t.w.hq("su-west"))) == "" and t.why(Replace(t.w.hq("su-south"))) == "9.0e"
    enemy = t.w.hq("de-south")
    t.s.hq[enemy], t.s.chief[enemy] = t.w.hex("Warsaw"), t.w.leader("keitel")
    assert t.why(Replace(enemy)) == "9.0e", "the enemy's"
    assert {t.why(Replace(k)) for k in (-1, 99)} == {"9.0e"}


# --- the whole of a decision


@pytest.mark.rule("9.5b")
def test_only_captured_men_are_exchanged_one_of_each_side() -> None:
    t = position(
        "war", turn=14, leaders={"model": "captured", "zhukov": "captured", "keitel": "captured", "konev": "pool"},
        agenda=(Transfers(AXIS),),
    )  # fmt: skip
    w = t.w
    model, zhukov, keitel, konev = (w.leader(name) for name in ("model", "zhukov", "keitel", "konev"))
    assert t.why(do.Trade(zhukov, model)) == ""
    bad = ((model, keitel), (zhukov, konev), (konev, model), (-1, model), (zhukov, 999), (model, zhukov))
    assert {t.why(do.Trade(*pair)) for pair in bad} == {"9.5b"}
    assert {a for a in t.legal() if isinstance(a, do.Trade)} == {
        do.Trade(zhukov, model),
        do.Trade(zhukov, keitel),
    }
    t.s.transferred = 1 << zhukov
    assert t.why(do.Trade(zhukov, model)) == "9.5b", "once in a segment"


@pytest.mark.rule("9.4a", "9.4b", "9.0h", "9.4f", "4.2.1E")
def test_who_has_changed_posts_stays_for_the_segment() -> None:
    men = {"pavlov": "su-west", "tyulenev": "su-south", "zhukov": "stavka-1"}
    hqs = {"su-west": "2912", "su-south": "Kiev"}
    t = position(leaders=men, hqs=hqs, staff={"stavka-1": "Moscow"}, agenda=(Transfers(SOVIET),), passed=1)
    w = t.w
    one, other = sorted(w.leader(name) for name in ("pavlov", "tyulenev"))
    t.act(Exchange(one, other))
    assert t.s.transferred == 1 << one | 1 << other
    t.s.agenda, t.s.passed = (Transfers(SOVIET),), 1
    assert t.why(Exchange(one, other)) == "9.4a"
    assert not any(isinstance(a, Exchange) and one in (a.leader, a.other) for a in t.legal())
    t.s.transferred, t.s.passed = 7, 7
    BeginTransfers().run(t.s)
    assert t.s.transferred == 0 and t.s.passed != 7


@pytest.mark.rule("9.1d", "11.6j")
def test_the_western_allies_dismiss_nobody_for_good() -> None:
    t = position(
        "west", turn=14, leaders={"patton": "al-12ag", "tedder": "ccs-2"}, hqs={"al-12ag": "London"},
        staff={"ccs-2": "London"}, agenda=(Transfers(ALLIED),),
    )  # fmt: skip
    m = next(n for n, marker in enumerate(t.w.staff) if marker.id == "ccs-2")
    assert t.why(Promote(t.w.leader("patton"), m, 1)) == "9.1d"


@pytest.mark.rule("9.0e", "9.0j", "9.1b")
def test_as_many_are_named_as_the_pool_holds() -> None:
    men = {"pavlov": "su-west", "tyulenev": "su-south", "konev": "pool"}
    t = position(leaders=men, hqs={"su-west": "2912", "su-south": "Kiev"}, agenda=(Disposition(SOVIET),))
    t.s.post = [
        TERMINATED if post == POOL and k != t.w.leader("konev") else post for k, post in enumerate(t.s.post)
    ]
    assert Disposition(SOVIET) == Disposition(SOVIET, 0), "nobody is named at first"
    t.act(Replace(t.w.hq("su-west")))
    assert t.why(Replace(t.w.hq("su-south"))) == "9.1b" and t.legal() == [Done()]


@pytest.mark.rule("9.0a", "9.0b", "9.1a", "9.1b", "9.1c", "9.6b")
def test_who_is_drawn_and_for_whom() -> None:
    men = {"pavlov": "su-west", "tyulenev": "su-south", "konev": "pool", "vatutin": "pool"}
    t = position(leaders=men, hqs={"su-west": "2912", "su-south": "Kiev", "fi-finland": "Helsinki"})
    w, s = t.w, t.s
    keep = (w.leader("konev"), w.leader("vatutin"), w.leader("pavlov"), w.leader("tyulenev"))
    s.post = [TERMINATED if post == POOL and k not in keep else post for k, post in enumerate(s.post)]
    assert pool(s, SOVIET) == sorted(keep[:2])
    west, south = w.hq("su-west"), w.hq("su-south")
    assert replace_lost(s, west) == (), "it has a leader"
    one = s.clone()
    one.post[keep[1]] = KILLED
    assert [type(frame).__name__ for frame in replacement_frames(one, west, south)] == [
        "DrawLeader",
        "Disposal",
    ]
    assert [type(frame).__name__ for frame in replacement_frames(s, west, south)] == ["DrawLeader"] * 2 + [
        "Disposal"
    ] * 2
    assert s.post[w.leader("pavlov")] == RETIRING
    empty = position(hqs={"fi-finland": "Helsinki", "su-west": "2912"}, leaders={"konev": "pool"}).s
    assert [type(frame).__name__ for frame in replace_lost(empty, west)] == ["DrawLeader"]
    assert replace_lost(empty, w.finnish_hq) == (), "Mannerheim alone commands the Finns"
    empty.hq[west] = -1
    assert replace_lost(empty, west) == (), "there is no such HQ"
    finns = position(hqs={"fi-finland": "Helsinki"}, leaders={"mannerheim": "fi-finland"}).s
    assert replacement_frames(finns, w.finnish_hq) == ()


@pytest.mark.rule("9.5a", "9.0i", "9.0h")
def test_only_the_wounded_recover_and_only_when_their_turns_have_passed() -> None:
    t = position(turn=5, leaders={"model": "wounded", "keitel": "wounded", "konev": "killed"})
    w, s = t.w, t.s
    for name, due in (("model", 5), ("keitel", 6), ("konev", 3)):
        s.due[w.leader(name)] = due
    return_the_wounded(s)
    assert [s.post[w.leader(name)] for name in ("model", "keitel", "konev")] == [POOL, WOUNDED, KILLED]


@pytest.mark.rule("9.0h", "9.0i", "9.1a", "9.0c")
def test_a_leader_who_is_being_replaced_is_still_shaken() -> None:
    t = position(leaders={"pavlov": "su-west"}, hqs={"su-west": "2912"})
    leader = t.w.leader("pavlov")
    for to, shaken in ((RETIRING, True), (POOL, False)):
        s = t.s.clone()
        s.shaken = 1 << leader
        dismiss(s, leader, to)
        assert bool(s.shaken >> leader & 1) == shaken and s.chief[t.w.hq("su-west")] == -1


@pytest.mark.rule("9.0b", "9.0d", "9.0f", "9.1b")
def test_a_new_leader_begins_afresh_and_the_dead_are_not_judged() -> None:
    t = position(leaders={"konev": "pool"}, hqs={"su-west": "2912"})
    k = t.w.hq("su-west")
    t.s.indicated, t.s.lost_run[k], t.s.helpers = [0, 3], 1, {k: 3}
    assert Judgement((), ((k, -1),)).run(t.s) == () and t.s.lost_run[k] == 1
    DrawLeader(k).apply(t.s, "konev")
    assert (t.s.lost_run[k], t.s.helpers, t.s.chief[k]) == (0, {}, t.w.leader("konev"))


@pytest.mark.rule("11.6j", "12.3h", "12.3k")
def test_a_post_of_the_staff_is_filled_where_it_is_and_where_it_is_empty() -> None:
    t = position("dday", turn=14, staff={"ccs-2": "London"}, leaders={"tedder": "ccs-2"})
    w, s = t.w, t.s
    m = next(n for n, marker in enumerate(w.staff) if marker.id == "ccs-2")
    before = list(s.staff_chief)
    fill_staff(s)
    assert s.staff_chief[m] == w.leader("tedder") == before[m], "nobody takes his place"
    assert all(s.staff_chief[n] == before[n] for n in range(len(w.staff)) if s.staff[n] < 0), (
        "nor one off the map"
    )


@pytest.mark.rule("9.3c", "7.45g", "9.0c")
def test_after_the_combats_nobody_has_fought_helped_or_lost() -> None:
    s = position(
        in_command=7, fought=7, struck=7, helped=7, staff_helped=7, ships_in=3, agenda=(EndCombat(),)
    ).s
    assert (s.in_command, s.fought, s.struck, s.helped, s.staff_helped, s.ships_in, s.target) == (
        0,
        0,
        0,
        0,
        0,
        0,
        -1,
    )


@pytest.mark.rule("9.0k", "11.2h", "11.6i", "12.1b", "12.3i")
def test_only_who_has_not_come_yet_comes() -> None:
    t = position(
        "dday", turn=13, place={"br-2": "Caen"}, hqs={"al-21ag": "Cherbourg"}, leaders={"tedder": "killed"},
        agenda=(Newcomers(True),),
    )  # fmt: skip
    assert t.at("al-21ag") == t.w.label(t.w.hex("Cherbourg")) and t.s.post[t.w.leader("tedder")] == KILLED


@pytest.mark.rule("9.1c", "9.1d")
@pytest.mark.parametrize(
    ("choice", "words"), [(do.Terminate(), "dismissed for good"), (do.Retire(), "in the pool")]
)
def test_what_became_of_a_leader_is_told(choice: Action, words: str) -> None:
    w = world()
    t = position(hqs={"su-west": "Moscow"}, agenda=(Disposal(w.hq("su-west"), w.leader("pavlov")),))
    told = [event.line(t.s) for event in t.act(choice)]
    assert any(words in line.text for line in told)
    assert (t.s.post[w.leader("pavlov")] == TERMINATED) == isinstance(choice, do.Terminate)


@pytest.mark.rule("9.4c")
def test_nobody_is_promoted_for_good_when_no_other_is_left() -> None:
    t = position(
        hqs={"su-west": "2912"}, staff={"stavka-1": "Moscow"}, leaders={"pavlov": "su-west", "zhukov": "stavka-1"},
        agenda=(Transfers(SOVIET),),
    )  # fmt: skip
    pavlov, m = t.w.leader("pavlov"), next(m for m, marker in enumerate(t.w.staff) if marker.id == "stavka-1")
    assert t.why(do.Promote(pavlov, m, 1)) == ""
    for leader in pool(t.s, SOVIET):
        t.s.post[leader] = KILLED
    assert t.why(do.Promote(pavlov, m, 1)) == "9.4c"
    assert t.why(do.Promote(pavlov, m, 0)) == "", "he that is displaced goes to the pool"


@pytest.mark.rule("9.0e", "9.0j", "12.3g")
def test_no_more_leaders_are_replaced_than_wait_in_the_pool() -> None:
    t = position(hqs={"su-west": "2912"}, leaders={"pavlov": "su-west"}, agenda=(Disposition(SOVIET),))
    assert do.Replace(t.w.hq("su-west")) in t.legal()
    for leader in pool(t.s, SOVIET):
        t.s.post[leader] = KILLED
    assert Disposition(SOVIET).choices(t.s) == []
