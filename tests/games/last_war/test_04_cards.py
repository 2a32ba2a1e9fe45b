"""Advantage Cards, and the LSP and bombers each combat gets."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war.actions import (
    AskControl,
    Award,
    Back,
    Bid,
    Done,
    Draw,
    Flag,
    Grant,
    Pick,
    PlayBoon,
    PlayColumn,
    PlayDie,
    PlayFlag,
    PlayLeave,
    Stake,
    Stop,
)
from hexfront.games.last_war.cards import CardPlay, CardStep, Commitment
from hexfront.games.last_war.combat import cards_on, situation
from hexfront.games.last_war.control import Appeal
from hexfront.games.last_war.flags import FlagPlacing, FlagRounds, FlagStep
from hexfront.games.last_war.plans import BomberFor
from hexfront.games.last_war.sequence import GameTurn
from hexfront.games.last_war.state import LastWarState, planned
from hexfront.games.last_war.umpire import FLAG_GRANT
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.kernel import CONTROL, Result, apply, deciders, legal, pending
from hexfront.lab import playout
from hexfront.testing import refusal

from .kit import ALLIES, AXIS, BOMBERS, GAME, LSP, act, column, given, h, have, p, put, top


def cards(**what: Any) -> LastWarState:
    """German flags from Orel and Sevsk on Kursk, cards to be played."""
    what.setdefault("flags", [("germany", "Orel", "Kursk"), ("germany", "Sevsk", "Kursk")])
    return given(agenda=(CardStep(), WithdrawStep()), phase="cards", **what)


def play(s: LastWarState, seat: str, power: int, card: int, action: Any) -> None:
    act(s, seat, Draw(power, card))
    act(s, seat, action)


def close(s: LastWarState, *seats: str) -> None:
    for seat in seats or ("axis", "allies"):
        act(s, seat, Done())


@pytest.mark.rule("cards.initial-set")
def test_each_team_begins_with_its_own_set() -> None:
    s = GAME.start(GAME.setup("europe"))
    assert [bin(x).count("1") for x in s.hand] == [8, 2, 0, 0, 0, 6, 6, 7]
    assert [c.value for c in s.world.powers[0].cards] == [3, 3, 2, 2, 2, 1, 1, 1]
    c = cards()
    assert refusal(c, "axis", Draw(1, 0)) == "cards.initial-set"
    b = given(agenda=(FlagStep(),))
    assert refusal(b, "axis", Bid(1, 0)) == "cards.initial-set"


@pytest.mark.rule("cards.theme")
def test_the_name_is_a_label_and_the_value_counts() -> None:
    packed = {
        "scenarios/kursk": {
            "power": [
                {
                    "id": "germany",
                    "cards": [
                        {"name": "Weather", "value": 3},
                        {"name": "x", "value": 2},
                        {"name": "y", "value": 1},
                    ],
                }
            ]
        }
    }
    results = []
    for pack in (None, packed):
        s = cards(pack=pack)
        play(s, "axis", 0, 0, PlayDie(h(s, "Kursk"), AXIS))
        close(s)
        results.append(cards_on(s, h(s, "Kursk"), AXIS))
        hand = next(b for b in GAME.view(s, "axis").boxes if b.id == "hand-germany")
        assert ("Elastic defence (2)" in hand.text) == (pack is None)
    assert results[0] == results[1] == ((3,), 0, 0)


@pytest.mark.rule("cards.cumulative")
@pytest.mark.rule("cards.no-limit")
def test_several_cards_add_up() -> None:
    s = cards()
    kursk = h(s, "Kursk")
    for card in (0, 1, 2):
        play(s, "axis", 0, card, PlayDie(kursk, AXIS) if card != 1 else PlayColumn(kursk, AXIS))
    play(s, "allies", 1, 0, PlayColumn(kursk, ALLIES))
    play(s, "allies", 1, 1, PlayColumn(kursk, ALLIES))
    close(s)
    assert cards_on(s, kursk, AXIS) == ((3, 1), 1, 0)
    assert cards_on(s, kursk, ALLIES) == ((), 2, 0)
    f = situation(s, kursk, AXIS)
    assert s.world.tables.attack_die(f) == 4
    assert f.defender.columns == 2
    assert s.hand == (0, 0b100)


@pytest.mark.rule("cards.cumulative")
def test_cards_for_the_order_add_up_too() -> None:
    s = given(agenda=(FlagStep(),))
    act(s, "allies", Bid(1, 0))
    act(s, "axis", Bid(0, 1))
    act(s, "axis", Bid(0, 0))
    close(s)
    assert deciders(s) == ("axis",), "2 and 3 against 3"
    assert pending(s).by == "cards.use-order"  # type: ignore[union-attr]


@pytest.mark.rule("cards.no-more-issued")
def test_no_card_ever_comes_back() -> None:
    s = GAME.start(GAME.setup("kursk"))
    held = list(s.hand)

    class Watch:
        pass

    from hexfront.kernel import Chance, SeededSource, resolve

    source = SeededSource(5)
    while s.agenda:
        frame = top(s)
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
        else:
            seat = frame.deciders(s)[0]
            apply(s, seat, source.choice(legal(s, seat)))
        assert all(now & ~before == 0 for now, before in zip(s.hand, held, strict=True))
        held = list(s.hand)
    assert isinstance(s.result, Result)
    c = cards(hand=[0b001, 0])
    assert refusal(c, "axis", Draw(0, 1)) == "cards.once"


@pytest.mark.rule("cards.once")
def test_a_played_card_is_gone() -> None:
    s = cards()
    play(s, "axis", 0, 0, PlayDie(h(s, "Kursk"), AXIS))
    close(s)
    assert s.hand[0] == 0b110
    again = cards(hand=list(s.hand))
    assert refusal(again, "axis", Draw(0, 0)) == "cards.once"
    bids = given(agenda=(FlagStep(),), hand=list(s.hand))
    assert refusal(bids, "axis", Bid(0, 0)) == "cards.once"
    act(bids, "axis", Bid(0, 1))
    act(bids, "axis", Done())
    act(bids, "allies", Done())
    assert bids.hand[0] == 0b100


@pytest.mark.rule("cards.single-use-choice")
def test_one_card_one_use_named_when_it_is_played() -> None:
    s = cards()
    kursk = h(s, "Kursk")
    assert refusal(s, "axis", PlayDie(kursk, AXIS)) == "cards.single-use-choice", "first take a card"
    act(s, "axis", Draw(0, 0))
    assert refusal(s, "axis", Draw(0, 1)) == "cards.single-use-choice"
    assert refusal(s, "axis", Done()) == "cards.single-use-choice"
    act(s, "axis", PlayDie(kursk, AXIS))
    assert refusal(s, "axis", Draw(0, 0)) == "cards.single-use-choice", "it is spoken for"
    act(s, "axis", Draw(0, 1))
    act(s, "axis", Stop())
    assert refusal(s, "axis", Draw(0, 1)) == "", "put back, it is free"
    b = given(agenda=(FlagStep(),))
    act(b, "axis", Bid(0, 0))
    assert refusal(b, "axis", Bid(0, 0)) == "cards.single-use-choice"


@pytest.mark.rule("cards.use-order")
def test_an_order_card_belongs_to_the_side_that_played_it() -> None:
    s = given(agenda=(FlagStep(),))
    act(s, "axis", Bid(0, 2))
    act(s, "allies", Bid(1, 2))
    act(s, "allies", Bid(1, 1))
    close(s)
    assert deciders(s) == ("allies",)


@pytest.mark.rule("cards.use-flag")
def test_a_card_gives_one_flag_at_once() -> None:
    s = cards(points={"germany": {"Kharkov": {"men": 2}}}, flags_left=[0, 0])
    play(s, "axis", 0, 0, PlayFlag(0))
    close(s)
    assert pending(s) == FlagPlacing(AXIS, (1, 0)) and s.flags_left == (1, 0), "one flag, whatever its value"
    act(s, "axis", Pick(h(s, "Kharkov")))
    act(s, "axis", Flag(0, h(s, "Kursk")))
    act(s, "axis", Done())
    assert len(s.flags) == 3
    assert s.phase == "withdraw", "before resources are withdrawn"


@pytest.mark.rule("cards.use-flag")
def test_a_card_flag_is_for_its_power_alone() -> None:
    s = given(
        scenario="europe",
        options={"seats": 4},
        agenda=(CardStep(), WithdrawStep()),
        phase="cards",
        flags=[("germany", "Orel", "2616")],
    )
    before = list(s.flags_left)
    play(s, "west", p(s, "britain"), 0, PlayFlag(p(s, "ussr")))
    for seat in list(deciders(s)):
        act(s, seat, Done())
    assert pending(s) == FlagPlacing(ALLIES, tuple(int(n == p(s, "ussr")) for n in range(8)))
    assert deciders(s) == ("ussr",)
    assert s.flags_left[p(s, "ussr")] == before[p(s, "ussr")] + 1


@pytest.mark.rule("cards.use-flag")
@pytest.mark.rule("flags.limited")
def test_flags_held_back_do_not_come_with_a_card_flag() -> None:
    s = cards(points={"germany": {"Kharkov": {"men": 2}, "Orel": {"men": 2}}}, flags_left=[3, 0], flags=[])
    play(s, "axis", 0, 0, PlayFlag(0))
    close(s)
    assert s.flags_left == (4, 0) and FlagPlacing(AXIS, (1, 0)).unplaced(s, 0) == 1
    act(s, "axis", Pick(h(s, "Kharkov")))
    act(s, "axis", Flag(0, h(s, "Kursk")))
    assert legal(s, "axis") == [Done()], "one card, one operation; the other three were for step 4"
    assert refusal(s, "axis", Pick(h(s, "Orel"))) == "flags.limited"
    two = cards(points={"germany": {"Kharkov": {"men": 2}, "Orel": {"men": 2}}}, flags_left=[0, 0], flags=[])
    play(two, "axis", 0, 0, PlayFlag(0))
    play(two, "axis", 0, 1, PlayFlag(0))
    close(two)
    act(two, "axis", Pick(h(two, "Kharkov")))
    act(two, "axis", Flag(0, h(two, "Kursk")))
    assert Pick(h(two, "Orel")) in legal(two, "axis"), "two cards, two operations"


@pytest.mark.rule("cards.use-flag")
@pytest.mark.rule("winter.two-flags")
def test_in_winter_a_card_flag_goes_with_one_that_was_held_back() -> None:
    def winter(left: int) -> LastWarState:
        s = cards(
            scenario="europe", turn=4, points={"germany": {"Orel": {"men": 3}}},
            flags=[("germany", "Kharkov", "Voronezh")], flags_left=[left, *[0] * 7],
        )  # fmt: skip
        assert s.world.turns[3].winter
        play(s, "axis", 0, 0, PlayFlag(0))
        close(s)
        return s

    assert winter(0).phase == "withdraw", "one flag is not enough: there is nothing to place"
    s = winter(1)
    assert Pick(h(s, "Orel")) in legal(s, "axis")


@pytest.mark.rule("cards.use-flag")
@pytest.mark.rule("cards.use-control")
def test_a_flag_granted_on_appeal_can_be_placed() -> None:
    s = cards(
        options={"umpire": True},
        points={"germany": {"Kharkov": {"men": 2}}, "ussr": {"Kursk": {"men": 2}}},
        flags=[],
        flags_left=[0, 0],
    )
    play(s, "axis", 0, 0, AskControl())
    close(s)
    act(s, CONTROL, Award(FLAG_GRANT))
    assert pending(s) == FlagPlacing(AXIS, (1, 0))
    act(s, "axis", Pick(h(s, "Kharkov")))
    act(s, CONTROL, Grant(1, FLAG_GRANT))
    act(s, "axis", Flag(0, h(s, "Kursk")))
    act(s, "axis", Done())
    assert pending(s) == FlagPlacing(ALLIES, (0, 1)), "granted while the other placed"
    act(s, "allies", Done())
    assert refusal(s, CONTROL, Grant(1, FLAG_GRANT)) == "cards.use-control", "too late for this turn"
    assert refusal(s, CONTROL, Grant(1, FLAG_GRANT + 1)) == ""


@pytest.mark.rule("cards.use-control")
def test_a_flag_granted_before_a_side_places_is_one_of_its_own() -> None:
    s = given(options={"umpire": True}, agenda=(FlagRounds(), CardStep()), phase="flags", flags_left=[1, 0])
    s.hand = (0, 0)
    act(s, CONTROL, Grant(0, FLAG_GRANT))
    assert s.flags_left == (2, 0) and s.bought == (0, 0)
    act(s, CONTROL, Grant(1, FLAG_GRANT))
    act(s, "axis", Done())
    assert pending(s) == FlagPlacing(ALLIES), "it had none, and has one now"


@pytest.mark.rule("cards.use-die")
@pytest.mark.rule("die.card")
def test_a_card_on_the_die_adds_its_value() -> None:
    s = cards()
    kursk = h(s, "Kursk")
    play(s, "axis", 0, 1, PlayDie(kursk, AXIS))
    play(s, "allies", 1, 0, PlayDie(kursk, ALLIES))
    close(s)
    f = situation(s, kursk, AXIS)
    r = s.world.tables.reckon(f)
    assert (r.attacker_die, r.defender_die) == (2, 3)
    v = s.world.tables.verdict(f, r, 4, 4)
    assert v.difference == -1
    other = situation(s, kursk, AXIS)
    assert other.attacker.columns == 0


@pytest.mark.rule("cards.use-die")
@pytest.mark.rule("cards.use-column")
def test_cards_go_to_one_combat_only() -> None:
    s = cards(flags=[("germany", "Orel", "Kursk"), ("germany", "Kharkov", "2718")])
    play(s, "axis", 0, 0, PlayDie(h(s, "Kursk"), AXIS))
    play(s, "axis", 0, 1, PlayColumn(h(s, "2718"), AXIS))
    close(s)
    assert cards_on(s, h(s, "Kursk"), AXIS) == ((3,), 0, 0)
    assert cards_on(s, h(s, "2718"), AXIS) == ((), 1, 0)


@pytest.mark.rule("cards.use-column")
def test_a_card_moves_a_column() -> None:
    s = cards(points={"germany": {"Orel": {"men": 2}}, "ussr": {"Kursk": {"men": 5}}})
    kursk = h(s, "Kursk")
    before = column(situation(s, kursk, AXIS))
    play(s, "axis", 0, 2, PlayColumn(kursk, AXIS))
    close(s)
    assert (before, column(situation(s, kursk, AXIS))) == ("1:2", "1:1")
    f = situation(s, kursk, AXIS)
    assert [x.columns for x in s.world.tables.reckon(f).shifts if x.rule == "cards.use-column"] == [1]
    s = cards(points={"germany": {"Orel": {"men": 2}}, "ussr": {"Kursk": {"men": 5}}})
    play(s, "allies", 1, 2, PlayColumn(kursk, ALLIES))
    close(s)
    assert column(situation(s, kursk, AXIS)) == "1:3"


@pytest.mark.rule("cards.use-control")
def test_without_control_there_is_a_list_of_other_advantages() -> None:
    s = cards()
    kursk = h(s, "Kursk")
    act(s, "axis", Draw(0, 0))
    assert refusal(s, "axis", AskControl()) == "cards.use-control"
    assert refusal(s, "axis", PlayBoon(kursk, AXIS, 2)) == "cards.use-control"
    act(s, "axis", PlayBoon(kursk, AXIS, 0))
    play(s, "axis", 0, 1, PlayBoon(kursk, AXIS, 1))
    play(s, "allies", 1, 0, PlayDie(kursk, ALLIES))
    play(s, "allies", 1, 2, PlayDie(kursk, ALLIES))
    close(s)
    assert cards_on(s, kursk, ALLIES) == ((1,), 0, 0), "the best enemy card is cancelled"
    assert cards_on(s, kursk, AXIS) == ((), 0, 1), "and the attacker counts as one more effective for losses"
    f = situation(s, kursk, AXIS)
    assert s.world.tables.losses(f).attacker_me == 6


@pytest.mark.rule("cards.use-control")
def test_a_column_is_cancelled_where_there_is_no_die_card() -> None:
    s = cards()
    kursk = h(s, "Kursk")
    play(s, "allies", 1, 0, PlayBoon(kursk, ALLIES, 0))
    play(s, "axis", 0, 0, PlayColumn(kursk, AXIS))
    close(s)
    assert cards_on(s, kursk, AXIS) == ((), 0, 0)
    s = cards()
    play(s, "allies", 1, 0, PlayBoon(kursk, ALLIES, 0))
    close(s)
    assert cards_on(s, kursk, AXIS) == ((), 0, 0)


@pytest.mark.rule("cards.use-control")
def test_control_grants_what_it_likes() -> None:
    s = cards(options={"umpire": True})
    act(s, "axis", Draw(0, 0))
    act(s, "axis", AskControl())
    close(s)
    assert pending(s) == Appeal(0) and deciders(s) == (CONTROL,)
    before = s.pool[LSP]
    assert refusal(s, CONTROL, Award(99)) == "cards.use-control"
    act(s, CONTROL, Award(1))
    assert s.pool[LSP] == before + 2
    assert s.notes and "two LSP" in s.notes[-1]


@pytest.mark.rule("cards.for-allies")
def test_cards_help_allies_and_nobody_else() -> None:
    s = given(
        scenario="europe",
        options={"seats": 7},
        agenda=(CardStep(), WithdrawStep()),
        phase="cards",
        flags=[("germany", "Orel", "2616")],
    )
    hex_ = h(s, "2616")
    act(s, "italy", Draw(p(s, "italy"), 0))
    act(s, "italy", PlayDie(hex_, AXIS))
    act(s, "usa", Draw(p(s, "usa"), 0))
    assert refusal(s, "usa", PlayDie(hex_, AXIS)) == "cards.for-allies"
    assert refusal(s, "usa", PlayFlag(p(s, "germany"))) == "cards.for-allies"
    assert refusal(s, "usa", PlayLeave(99)) == "cards.for-allies"
    act(s, "usa", PlayColumn(hex_, ALLIES))
    for seat in list(deciders(s)):
        act(s, seat, Done())
    assert cards_on(s, hex_, AXIS) == ((1,), 0, 0) and cards_on(s, hex_, ALLIES) == ((), 1, 0)


@pytest.mark.rule("cards.for-allies")
def test_a_power_out_of_the_war_is_not_helped() -> None:
    s = given(
        scenario="europe",
        agenda=(CardStep(), WithdrawStep()),
        phase="cards",
        flags=[("germany", "Orel", "2616")],
        out_of_war=1 << 6,
    )
    act(s, "allies", Draw(p(s, "britain"), 0))
    assert refusal(s, "allies", PlayFlag(p(s, "usa"))) == "cards.for-allies"
    assert refusal(s, "allies", PlayFlag(p(s, "ussr"))) == ""


@pytest.mark.rule("cards.for-allies")
def test_cards_for_the_order_count_for_the_whole_side() -> None:
    s = given(scenario="europe", options={"seats": 7}, agenda=(FlagStep(),))
    act(s, "britain", Bid(p(s, "britain"), 1))
    act(s, "usa", Bid(p(s, "usa"), 2))
    act(s, "germany", Bid(p(s, "germany"), 0))
    for seat in list(deciders(s)):
        act(s, seat, Done())
    assert pending(s).side == ALLIES and deciders(s) == ("britain",)  # type: ignore[union-attr]


@pytest.mark.rule("sequence.5-cards")
def test_cards_come_after_flags_and_before_withdrawals() -> None:
    s = cards()
    assert isinstance(pending(s), CardPlay) and s.phase == "cards"
    assert set(deciders(s)) == {"axis", "allies"}, "both at the same time"
    act(s, "axis", Draw(0, 0))
    act(s, "axis", PlayDie(h(s, "Kursk"), AXIS))
    secret = GAME.view(s, "allies")
    assert not secret.extra["plans"] and GAME.view(s, "axis").extra["plans"]
    close(s)
    assert s.phase == "withdraw"
    none = given(agenda=(CardStep(), WithdrawStep()), hand=[0, 0])
    assert none.phase == "withdraw", "nothing to play, nothing to allot"


@pytest.mark.rule("combat.only-with-flag")
def test_cards_and_lsp_need_a_combat() -> None:
    s = cards()
    act(s, "axis", Draw(0, 0))
    assert refusal(s, "axis", PlayDie(h(s, "2717"), AXIS)) == "combat.only-with-flag"
    c = given(
        agenda=(Commitment(),),
        phase="cards",
        flags=[("germany", "Orel", "Kursk")],
        points={"germany": {"Orel": {"men": 1, "lsp": 1}}, "ussr": {"Kursk": {"men": 1, "lsp": 1}}},
    )
    assert refusal(c, "axis", Stake(0, h(c, "Sevsk"), 0)) == "combat.only-with-flag"
    assert refusal(c, "axis", Stake(0, h(c, "Orel"), 1)) == "combat.only-with-flag"
    assert refusal(c, "axis", Back(0, h(c, "2717"), 0)) == "combat.only-with-flag"


@pytest.mark.rule("die.lsp")
def test_lsp_are_allotted_by_both_sides_in_secret_and_add_to_the_dice() -> None:
    s = given(
        agenda=(Commitment(), WithdrawStep()),
        phase="cards",
        flags=[("germany", "Orel", "Kursk"), ("germany", "Sevsk", "Kursk")],
        points={
            "germany": {"Orel": {"men": 1, "lsp": 2}, "Sevsk": {"men": 1, "lsp": 1}},
            "ussr": {"Kursk": {"men": 1, "lsp": 1}},
        },
    )
    kursk = h(s, "Kursk")
    act(s, "axis", Stake(0, h(s, "Orel"), 0))
    act(s, "axis", Stake(0, h(s, "Orel"), 0))
    assert refusal(s, "axis", Stake(0, h(s, "Orel"), 0)) == "die.lsp", "no more than the hex has"
    act(s, "axis", Stake(0, h(s, "Sevsk"), 0))
    assert refusal(s, "axis", Stake(1, kursk, 1)) == "die.lsp", "not one's own"
    assert refusal(s, "axis", Stake(0, h(s, "Orel"), 7)) == "die.lsp"
    act(s, "allies", Stake(1, kursk, 1))
    assert situation(s, kursk, AXIS).attacker.lsp == 0, "not yet laid open"
    close(s)
    f = situation(s, kursk, AXIS)
    assert (f.attacker.lsp, f.defender.lsp) == (3, 1), "from any of the hexes together"
    r = s.world.tables.reckon(f)
    assert (r.attacker_die, r.defender_die) == (3, 1)
    assert have(s, "germany", "Orel", LSP) == have(s, "ussr", "Kursk", LSP) == 0


@pytest.mark.rule("bombing.role-land")
@pytest.mark.rule("bombing.range")
def test_bombers_join_a_combat_within_range_of_their_base() -> None:
    s = given(
        agenda=(Commitment(), WithdrawStep()), phase="cards", flags=[("germany", "Orel", "Kursk")], bases={}
    )
    base = h(s, "2418")
    s.bases = {base: 1}
    s.support = {base * 8: 2}
    put(s, "germany", "2418", BOMBERS, 2)
    kursk = h(s, "Kursk")
    act(s, "axis", Back(0, kursk, 0))
    act(s, "axis", Back(0, kursk, 0))
    assert refusal(s, "axis", Back(0, kursk, 0)) == "bombing.one-role", "each counter once"
    s.plans = s.plans[:1]
    s.bases[h(s, "2214")] = 1
    s.support = {base * 8: 1, h(s, "2214") * 8: 3}
    put(s, "germany", "2214", BOMBERS, 3)
    s.turn = 1
    far_off = s.world.grid.distance(h(s, "2214"), kursk)
    assert far_off <= s.world.bomber_range(1943), "both bases reach Kursk"
    act(s, "axis", Back(0, kursk, 0))
    assert [p.base for p in planned(s, BomberFor)] == [base, h(s, "2214")], (
        "the near base has no more to send"
    )
    s.plans = s.plans[:1]
    act(s, "axis", Done())
    assert situation(s, kursk, AXIS).attacker.air == 1
    far = given(agenda=(Commitment(),), phase="cards", flags=[("germany", "2721", "2821")])
    far.bases = {h(far, "2214"): 1}
    far.support = {h(far, "2214") * 8: 1}
    put(far, "germany", "2214", BOMBERS, 1)
    assert far.world.grid.distance(h(far, "2214"), h(far, "2821")) == 9
    assert refusal(far, "axis", Back(0, h(far, "2821"), 0)) == "bombing.range"


@pytest.mark.rule("straighten.permission")
def test_a_card_buys_leave_to_withdraw() -> None:
    s = cards(turn=2)
    play(s, "axis", 0, 2, PlayLeave(0))
    close(s)
    assert s.leave == 1
    again = cards(turn=2, leave=1)
    act(again, "axis", Draw(0, 0))
    assert refusal(again, "axis", PlayLeave(0)) == "straighten.permission"


def test_random_games_use_cards_and_end() -> None:
    done = playout(GAME, GAME.setup("kursk"), 3)
    assert done.result is not None
    assert GameTurn() is not None


@pytest.mark.rule("cards.once")
def test_a_card_laid_open_is_no_longer_a_plan() -> None:
    s = given(
        agenda=(CardStep(), Appeal(0)),
        phase="cards",
        flags=[("germany", "Orel", "Kursk")],
        options={"umpire": True},
    )
    drawn = next(x for x in legal(s, "axis") if isinstance(x, Draw))
    play(s, "axis", drawn.power, drawn.card, AskControl())
    close(s)
    assert isinstance(pending(s), Appeal) and not s.plans and not s.done
