"""Flags, cards and what is allotted to combats, part by part."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.cards import (
    ATTACK,
    DEFENCE,
    CardPlay,
    CardStep,
    Commitment,
    CommitStep,
    ExtraFlags,
    support_base,
)
from hexfront.games.last_war.control import Appeal
from hexfront.games.last_war.data import POWERS
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.events import CardPlayed, FlagsShown
from hexfront.games.last_war.flags import (
    FlagPlacing,
    FlagRound,
    FlagRounds,
    OrderBids,
    OrderChoice,
    best_me,
    has_flags,
    is_amphibious,
)
from hexfront.games.last_war.plans import (
    AppealCard,
    Attack,
    BomberFor,
    BoonCard,
    ColumnCard,
    DieCard,
    FlagCard,
    LeaveCard,
    SupplyFor,
)
from hexfront.games.last_war.state import LastWarState, planned
from hexfront.hexes import bits
from hexfront.kernel import Action, deciders, legal, pending, with_item
from hexfront.testing import refusal

from .kit import ALLIES, AXIS, BOMBERS, LSP, MEN, act, given, go, h, have, p, put

BRITAIN, USA, USSR = 5, 6, 7


def allowed(s: LastWarState, seat: str, every: set[Action]) -> set[Action]:
    return {action for action in every if refusal(s, seat, action) == ""}


# --- order


@pytest.mark.rule("sequence.4-order")
@pytest.mark.rule("cards.use-order")
def test_who_bids_and_who_chooses() -> None:
    s = given(scenario="europe", options={"seats": 7})
    assert "finland" not in OrderBids().concerned(s) and "italy" in OrderBids().concerned(s)
    s.agenda = (OrderBids(),)
    assert refusal(s, "usa", a.Done()) == "" and refusal(s, "usa", a.Bid(USA, -1)) == "cards.once"
    s.hand = with_item(s.hand, USA, 0b10)
    assert (
        refusal(s, "usa", a.Bid(USA, 0)) == "cards.once" and refusal(s, "usa", a.Bid(USA, 70)) == "cards.once"
    )
    assert refusal(s, "usa", a.Bid(BRITAIN, 0)) == "cards.initial-set"
    act(s, "usa", a.Bid(USA, 1))
    act(s, "ussr", a.Bid(USSR, 0))
    for seat in deciders(s):
        act(s, seat, a.Done())
    assert pending(s) == OrderChoice(ALLIES, "usa", "cards.use-order"), "the first of the winning side to bid"
    act(s, "usa", a.GoSecond())
    assert s.first == AXIS
    s.agenda = (OrderChoice(ALLIES, "usa", "cards.use-order"),)
    act(s, "usa", a.GoFirst())
    assert s.first == ALLIES
    s.out_of_war = 0b11111
    assert best_me(s, AXIS) == 0 and best_me(s, ALLIES) == 3


@pytest.mark.rule("sequence.4-order")
def test_who_chooses_by_effectiveness_is_laid_open() -> None:
    """Nobody may take back a step that told him whose effectiveness is higher."""
    s = given(scenario="europe", options={"seats": 7})
    s.agenda = (OrderBids(),)
    seats = list(deciders(s))
    for seat in seats[:-1]:
        assert not any(event.reveals for event in act(s, seat, a.Done()))
    told = act(s, seats[-1], a.Done())
    assert isinstance(pending(s), OrderChoice) and any(event.reveals for event in told)


# --- flags


@pytest.mark.rule("flags.limited")
@pytest.mark.rule("sequence.4-order")
@pytest.mark.rule("sequence.4-flags")
def test_only_those_with_flags_are_asked() -> None:
    s = given(scenario="europe", options={"seats": 7}, flags_left=[1, 0, 0, 0, 0, 0, 0, 2], first=ALLIES)
    assert FlagRounds().run(s) == (FlagRound(ALLIES), FlagRound(AXIS))
    assert FlagRound(AXIS).run(s) == (FlagPlacing(AXIS),) and s.placed == 0
    assert FlagPlacing(AXIS).concerned(s) == ("germany",) and FlagPlacing(ALLIES).concerned(s) == ("ussr",)
    s.flags_left = (*[0] * 7, 1)
    assert not has_flags(s, AXIS) and has_flags(s, ALLIES)
    assert FlagRound(AXIS).run(s) == () and s.placed == 1 << AXIS


@pytest.mark.rule("cards.use-flag")
@pytest.mark.rule("sequence.4-flags")
@pytest.mark.rule("flags.limited")
def test_a_flag_bought_by_a_card_is_its_own_powers() -> None:
    s = given(scenario="europe", flags_left=[1, 1, 1, 0, 0, 0, 0, 0])
    frame = FlagPlacing(AXIS, (0, 1, 0, 0, 0, 0, 0, 0))
    assert frame.mine(s, "axis") == [1] and FlagPlacing(AXIS).mine(s, "axis") == [0, 1, 2, 3, 4]
    s.agenda = (frame,)
    assert frame.concerned(s) == ("axis",)
    s.flags_left = (1, 0, 1, 0, 0, 0, 0, 0)
    assert frame.concerned(s) == ()
    s.focus["axis"] = h(s, "Orel")
    assert frame.violation(s, "axis", a.Flag(0, h(s, "Voronezh"))).rule == "flags.limited"  # type: ignore[union-attr]


def placing(**what: Any) -> LastWarState:
    what.setdefault("scenario", "europe")
    what.setdefault("flags_left", [2, 1, 0, 0, 0, 2, 1, 2])
    what.setdefault("naval_left", [0, 0, 0, 0, 0, 1, 1, 0])
    what.setdefault("craft", [0, 0, 0, 0, 0, 1, 0, 0])
    s = given(**what)
    for name, power in (
        ("Bordeaux", "britain"),
        ("Brest", "britain"),
        ("Brest", "usa"),
        ("Casablanca", "usa"),
    ):
        put(s, power, s.world.label(beach(s, name)), MEN, 2)
    put(s, "italy", "Kharkov", MEN, 1)
    return s


def beach(s: LastWarState, name: str) -> int:
    return next(sea for sea, coast in s.world.beaches.items() if coast == h(s, name))


def brute(s: LastWarState, frame: FlagPlacing, seat: str) -> dict[int, set[a.Flag]]:
    """For every hex, the flags that could be placed from it."""
    w, found = s.world, {}
    near = w.grid.around(s.ground[1 - frame.side]) | w.beach_set
    for at in s.pags:
        near |= w.grid.around(1 << at)
    behind = [h(s, name) for name in ("Berlin", "London", "Gorky", "Cairo")]
    for i in (*bits(near & (s.ground[frame.side] | w.beach_set)), *behind):
        s.focus[seat] = i
        every = {
            a.Flag(n, to, craft)
            for n in w.powers_of[seat]
            for to in (*w.near(i), 999_999, w.near(w.near(i)[0])[0])
            for craft in (False, True)
        }
        hits = {x for x in every if frame.violation(s, seat, x) is None}
        if hits:
            found[i] = hits
    s.focus.pop(seat)
    return found


@pytest.mark.rule("sequence.4-flags")
@pytest.mark.rule("flags.on-hexside")
@pytest.mark.rule("flags.limited")
@pytest.mark.rule("flags.naval")
@pytest.mark.rule("flags.amphibious-both")
@pytest.mark.rule("winter.two-flags")
@pytest.mark.rule("terrain.desert-himalayas")
@pytest.mark.rule("security.operation")
@pytest.mark.rule("front-line.china-offensive")
@pytest.mark.parametrize(
    ("turn", "seat", "side"), [(1, "allies", ALLIES), (4, "axis", AXIS), (1, "axis", AXIS)]
)
def test_what_flags_can_be_placed(turn: int, seat: str, side: int) -> None:
    s = placing(turn=turn, pags={"Kiev": "ussr"}, points={"germany": {"Zhitomir": {"men": 1}}})
    frame = FlagPlacing(side)
    s.agenda = (frame,)
    first = brute(s, frame, seat)
    assert first, "there are attacks to make"
    picks = {each.hex for each in legal(s, seat) if isinstance(each, a.Pick)}
    assert picks == {i for i, flags in first.items() if any(not x.craft for x in flags)}
    for i in sorted(first):
        s.focus[seat] = i
        assert set(legal(s, seat)) == {a.Stop(), *first[i]}, s.world.label(i)
        s.focus.pop(seat)
    placed = 0
    for i in sorted(first)[:: max(1, len(first) // 5)]:
        if i in {each.hex for each in legal(s, seat) if isinstance(each, a.Pick)}:
            act(s, seat, a.Pick(i))
            act(
                s,
                seat,
                sorted(first[i], key=repr)[-1]
                if refusal(s, seat, sorted(first[i], key=repr)[-1]) == ""
                else sorted(first[i], key=repr)[0],
            )
            placed += 1
            after = brute(s, frame, seat)
            assert i not in after, "one attack from a hex"
            now = {each.hex for each in legal(s, seat) if isinstance(each, a.Pick)}
            assert now == {j for j, flags in after.items() if any(not x.craft for x in flags)}
    assert placed >= 1


@pytest.mark.rule("flags.naval")
@pytest.mark.rule("flags.amphibious-both")
@pytest.mark.rule("sequence.4-flags")
@pytest.mark.rule("die.amphibious-no-craft")
@pytest.mark.rule("terrain.desert-himalayas")
@pytest.mark.rule("pool.amphibious")
def test_landings_use_up_naval_flags_and_craft() -> None:
    s = placing(naval_left=[0, 0, 0, 0, 0, 2, 1, 0])
    s.agenda = (FlagPlacing(ALLIES), DeployStep())
    go(s)
    bordeaux, brest, casablanca = (beach(s, name) for name in ("Bordeaux", "Brest", "Casablanca"))
    act(s, "allies", a.Pick(bordeaux))
    assert refusal(s, "allies", a.Flag(USA, h(s, "Bordeaux"))) != ""
    assert a.Flag(BRITAIN, h(s, "Bordeaux"), True) in legal(s, "allies")
    act(s, "allies", a.Flag(BRITAIN, h(s, "Bordeaux"), True))
    act(s, "allies", a.Pick(brest))
    assert refusal(s, "allies", a.Flag(BRITAIN, h(s, "Brest"), True)) == "die.amphibious-no-craft", (
        "one craft, one landing"
    )
    assert refusal(s, "allies", a.Flag(BRITAIN, h(s, "Brest"))) == "", "a second Naval flag"
    assert refusal(s, "allies", a.Flag(USA, h(s, "Brest"), True)) == "die.amphibious-no-craft"
    act(s, "allies", a.Flag(USA, h(s, "Brest")))
    act(s, "allies", a.Pick(h(s, "Tobruk")))
    assert refusal(s, "allies", a.Flag(BRITAIN, h(s, "Gazala"), True)) == "pool.amphibious", (
        "craft are for landings"
    )
    act(s, "allies", a.Flag(BRITAIN, h(s, "Gazala")))
    assert refusal(s, "allies", a.Pick(casablanca)) == "flags.on-hexside", "the Americans have no flag left"
    act(s, "allies", a.Done())
    assert s.naval_left[BRITAIN] == 1 and s.naval_left[USA] == 0
    assert s.flags_left == (2, 1, 0, 0, 0, 0, 0, 2) and len(s.flags) == 3
    assert Attack(BRITAIN, bordeaux, h(s, "Bordeaux"), True, True) in s.flags
    assert Attack(USA, brest, h(s, "Brest"), True, False) in s.flags
    assert is_amphibious(s, bordeaux, h(s, "Bordeaux")) and not is_amphibious(
        s, h(s, "Tobruk"), h(s, "Gazala")
    )


@pytest.mark.rule("sequence.4-flags")
@pytest.mark.rule("flags.limited")
@pytest.mark.rule("flags.naval")
@pytest.mark.rule("flags.amphibious-both")
@pytest.mark.rule("flags.on-hexside")
@pytest.mark.rule("security.operation")
@pytest.mark.rule("front-line.china-offensive")
@pytest.mark.rule("pool.amphibious")
def test_the_books_of_the_flags() -> None:
    s = placing(
        naval_left=[0, 0, 0, 0, 0, 3, 2, 0], craft=[0, 0, 0, 0, 0, 2, 2, 0], flags_left=[0] * 5 + [4, 4, 4]
    )
    sea, tobruk, gazala = beach(s, "Brest"), h(s, "Tobruk"), h(s, "Gazala")
    frame = FlagPlacing(ALLIES)
    s.plans = [
        Attack(BRITAIN, tobruk, gazala, False, False), Attack(BRITAIN, sea, h(s, "Brest"), True, False),
        Attack(USA, sea, h(s, "Brest"), True, True),
    ]  # fmt: skip
    assert [frame.left(s, n) for n in (BRITAIN, USA, USSR)] == [2, 3, 4]
    assert [frame.naval(s, n) for n in (BRITAIN, USA)] == [2, 1]
    assert [frame.boats(s, n) for n in (BRITAIN, USA)] == [2, 1]
    assert frame.targets(s, BRITAIN, sea) == [h(s, "Brest")] and gazala in frame.targets(s, BRITAIN, tobruk)
    assert tobruk in FlagPlacing(AXIS).targets(s, 0, gazala) and FlagPlacing(AXIS).targets(s, 0, sea) == []
    s.pags = {h(s, "Cairo"): 8}
    near = s.world.near(h(s, "Cairo"))[0]
    assert h(s, "Cairo") in frame.targets(s, BRITAIN, near)
    s.ground = (0, s.ground[0] | s.ground[1])
    assert frame.targets(s, BRITAIN, sea) == [], "the coast is one's own"


@pytest.mark.rule("flags.on-hexside")
@pytest.mark.rule("sequence.4-flags")
def test_allies_do_not_see_each_others_flags() -> None:
    s = placing(options={"seats": 7}, flags_left=[2, 2, 0, 0, 0, 0, 0, 0])
    s.agenda = (FlagPlacing(AXIS), DeployStep())
    kharkov = h(s, "Kharkov")
    act(s, "germany", a.Pick(kharkov))
    act(s, "germany", next(x for x in legal(s, "germany") if isinstance(x, a.Flag)))
    assert refusal(s, "germany", a.Pick(kharkov)) == "flags.on-hexside", "one's own flag goes out from there"
    assert refusal(s, "italy", a.Pick(kharkov)) == "", "an ally's is not known yet"
    assert refusal(s, "germany", a.Pick(h(s, "Orel"))) == ""
    s.flags = [Attack(0, h(s, "Orel"), h(s, "Voronezh"), False, False)]
    assert refusal(s, "germany", a.Pick(h(s, "Orel"))) == "flags.on-hexside", "a flag of the first round"
    act(s, "italy", a.Pick(kharkov))
    assert refusal(s, "italy", a.Pick(kharkov)) == "flags.on-hexside", "one hex at a time"
    assert refusal(s, "germany", a.Pick(999_999)) == "flags.on-hexside"
    s.focus.clear()
    other = next(j for j in s.world.land_near[kharkov] if s.ground[ALLIES] >> j & 1)
    mine, theirs = Attack(1, kharkov, other, False, False), Attack(0, kharkov, other, False, False)
    s.flags, s.plans, s.flags_left = (
        [],
        [mine, theirs, Attack(1, h(s, "Gazala"), h(s, "Tobruk"), False, False)],
        (2, 2, *[0] * 6),
    )
    s.out = []
    FlagPlacing(AXIS).finish(s)
    assert (
        s.flags == [Attack(1, h(s, "Gazala"), h(s, "Tobruk"), False, False), theirs] or s.flags[0] == theirs
    )
    shown = next(event for event in s.out if isinstance(event, FlagsShown))
    assert set(shown.pairs) == {(kharkov, other), (h(s, "Gazala"), h(s, "Tobruk"))}
    assert mine not in s.flags and len(s.flags) == 2, "one attack from a hex: the holder's"
    assert s.flags_left[:2] == (1, 1), "the flag that was not placed is kept"
    spent = placing(flags_left=[0, 0, 0, 0, 0, 0, 0, 2])
    spent.agenda = (FlagPlacing(AXIS),)
    assert FlagPlacing(AXIS).violation(spent, "axis", a.Pick(kharkov)).rule == "flags.limited"  # type: ignore[union-attr]
    assert FlagPlacing(AXIS).left(spent, USSR) == 2


# --- cards


@pytest.mark.rule("cards.use-flag")
@pytest.mark.parametrize("first", [AXIS, ALLIES])
def test_flags_of_cards_are_placed_in_the_order_of_the_turn(first: int) -> None:
    s = given(first=first, bought=[1, 1])
    rounds: Any = ExtraFlags().run(s)
    assert [frame.side for frame in rounds[:-1]] == [first, 1 - first] and rounds[-1] == ExtraFlags()
    assert s.bought == (0, 0) and ExtraFlags().run(s) == ()


@pytest.mark.rule("die.lsp")
@pytest.mark.rule("sequence.5-cards")
def test_the_card_step_and_what_follows_it() -> None:
    s = given()
    assert CardStep().run(s) == (CardPlay(), ExtraFlags(), CommitStep())
    s.hand = (0, 0)
    assert CardStep().run(s) == (ExtraFlags(), CommitStep()) and CardPlay().concerned(s) == ()
    s.hand = (0, 1)
    assert CardPlay().concerned(s) == ("allies",)
    assert CommitStep().run(s) == ()
    stocked = given(flags=[("germany", "Orel", "Kursk")], points={"ussr": {"Kursk": {"lsp": 1, "men": 1}}})
    assert CommitStep().run(stocked) == (Commitment(),) and Commitment().concerned(stocked) == ("allies",)
    bare = given(flags=[("germany", "Orel", "Kursk"), ("ussr", "2819", "Kharkov")])
    assert Commitment().concerned(bare) == (), "nobody has anything to give"
    hunt = given(
        flags=[("germany", "Orel", "Bryansk")],
        pags={"Bryansk": "ussr"},
        points={"germany": {"Bryansk": {"lsp": 1}}},
    )
    assert Commitment().concerned(hunt) == (), "what lies in the woods helps nobody"


@pytest.mark.rule("sequence.5-cards")
@pytest.mark.rule("cards.single-use-choice")
@pytest.mark.rule("cards.once")
@pytest.mark.rule("cards.for-allies")
@pytest.mark.rule("cards.use-flag")
@pytest.mark.rule("cards.use-die")
@pytest.mark.rule("cards.use-column")
@pytest.mark.rule("cards.use-control")
@pytest.mark.rule("cards.cumulative")
@pytest.mark.rule("cards.no-limit")
@pytest.mark.rule("straighten.permission")
def test_every_use_of_a_card() -> None:
    s = given(
        scenario="europe", options={"umpire": True}, flags=[("germany", "Orel", "Voronezh"), ("ussr", "2519", "Kharkov")],
        turn=5,
    )  # fmt: skip
    s.agenda = (CardPlay(), DeployStep())
    voronezh = h(s, "Voronezh")
    uses = (
        (BRITAIN, 3, a.PlayDie(voronezh, ALLIES), "cards.use-die"), (USA, 4, a.PlayColumn(voronezh, ALLIES), "cards.use-column"),
        (USSR, 6, a.PlayBoon(voronezh, ALLIES, 1), "cards.use-control"), (USSR, 1, a.PlayFlag(BRITAIN), "cards.use-flag"),
        (USA, 0, a.PlayLeave(USSR), "cards.use-control"), (BRITAIN, 5, a.AskControl(), "cards.use-control"),
    )  # fmt: skip
    act(s, "allies", a.Draw(USA, 2))
    act(s, "allies", a.Stop())
    assert s.plans == [] and s.focus == {}, "a card put back is not played"
    for power, number, use, _ in uses:
        act(s, "allies", a.Draw(power, number))
        assert refusal(s, "allies", a.Draw(power, number)) == "cards.single-use-choice"
        assert refusal(s, "allies", a.Done()) == "cards.single-use-choice"
        act(s, "allies", use)
        assert refusal(s, "allies", a.Draw(power, number)) == "cards.single-use-choice", "it is on the table"
    assert len({type(p) for p in s.plans}) == 6
    assert s.plans == [
        DieCard(BRITAIN, 3, ALLIES, voronezh), ColumnCard(USA, 4, ALLIES, voronezh),
        BoonCard(USSR, 6, ALLIES, voronezh, 1), FlagCard(USSR, 1, BRITAIN), LeaveCard(USA, 0, USSR),
        AppealCard(BRITAIN, 5),
    ]  # fmt: skip
    act(s, "axis", a.Done())
    events = act(s, "allies", a.Done())
    played = [e for e in events if isinstance(e, CardPlayed)]
    assert [(e.power, e.card, e.rule, e.at) for e in played] == [
        (power, number, rule, voronezh if isinstance(use, a.PlayDie | a.PlayColumn | a.PlayBoon) else -1)
        for power, number, use, rule in uses
    ]
    assert s.cards == [DieCard(BRITAIN, 3, ALLIES, voronezh), ColumnCard(USA, 4, ALLIES, voronezh), BoonCard(USSR, 6, ALLIES, voronezh, 1)]  # fmt: skip
    assert pending(s) == Appeal(BRITAIN)
    assert s.bought == tuple([int(n == BRITAIN) for n in range(8)])
    assert s.flags_left[BRITAIN] == 3 and s.leave == 1 << USSR
    for power, number, _, _ in uses:
        assert not s.hand[power] >> number & 1


@pytest.mark.rule("sequence.5-cards")
@pytest.mark.rule("cards.for-allies")
@pytest.mark.rule("cards.once")
@pytest.mark.rule("cards.use-die")
@pytest.mark.rule("cards.use-column")
@pytest.mark.rule("cards.use-control")
@pytest.mark.rule("combat.only-with-flag")
def test_what_the_card_step_allows() -> None:
    s = given(
        scenario="europe", flags=[("germany", "Orel", "Voronezh")], leave=1 << USSR, out_of_war=1 << USA
    )
    s.agenda = (CardPlay(),)
    for wrong in (a.Draw(BRITAIN, -1), a.Draw(BRITAIN, 64), a.Draw(BRITAIN, 30)):
        assert refusal(s, "allies", wrong) == "cards.once"
    assert refusal(s, "allies", a.Draw(0, 0)) == "cards.initial-set"
    assert refusal(s, "allies", a.PlayFlag(USSR)) == "cards.single-use-choice", "first take a card"
    act(s, "allies", a.Draw(BRITAIN, 0))
    voronezh = h(s, "Voronezh")
    every: set[Action] = {a.AskControl(), a.Stop(), a.Done(), a.Draw(BRITAIN, 1)}
    for n in range(-1, 9):
        every |= {a.PlayFlag(n), a.PlayLeave(n)}
    for i in (voronezh, h(s, "Orel"), 999_999, -1):
        for side in (-1, 0, 1):
            every |= {
                a.PlayDie(i, side),
                a.PlayColumn(i, side),
                *(a.PlayBoon(i, side, boon) for boon in (-1, 0, 1, 2)),
            }
    assert set(legal(s, "allies")) == allowed(s, "allies", every) == {
        a.Stop(), a.PlayDie(voronezh, 1), a.PlayColumn(voronezh, 1), a.PlayBoon(voronezh, 1, 0),
        a.PlayBoon(voronezh, 1, 1), a.PlayFlag(BRITAIN), a.PlayFlag(USSR), a.PlayLeave(BRITAIN),
    }  # fmt: skip


# --- LSP and bombers


@pytest.mark.rule("die.lsp")
@pytest.mark.rule("resources.lsp")
@pytest.mark.rule("bombing.role-land")
@pytest.mark.rule("bombing.range")
@pytest.mark.rule("bombing.one-role")
@pytest.mark.rule("combat.only-with-flag")
def test_what_can_be_allotted() -> None:
    s = given(
        scenario="europe", turn=4, flags=[("germany", "Calais", "Brussels"), ("usa", "Dover", "Calais"), ("germany", "Paris", "Amsterdam")],
        points={"germany": {"Calais": {"lsp": 2, "men": 1}, "Paris": {"lsp": 1, "men": 1}}, "italy": {"Calais": {"lsp": 1}},
                "usa": {"Dover": {"lsp": 1, "men": 1}}, "britain": {"Dover": {"lsp": 2}, "London": {"lsp": 4}}},
    )  # fmt: skip
    put(s, "britain", "Norwich", BOMBERS, 2)
    put(s, "usa", "Cairo", BOMBERS, 1)
    s.bases = {h(s, "Norwich"): 1 << BRITAIN, h(s, "Cairo"): 1 << USA}
    s.paid = 1 << h(s, "Norwich") | 1 << h(s, "Cairo")
    s.support = {h(s, "Norwich") * 8 + BRITAIN: 2, h(s, "Cairo") * 8 + USA: 1}
    s.agenda = (Commitment(), DeployStep())
    go(s)
    every: set[Action] = {a.Done()}
    for n in range(-1, 9):
        for i in (
            h(s, "Calais"),
            h(s, "Dover"),
            h(s, "Brussels"),
            h(s, "Paris"),
            h(s, "London"),
            h(s, "Amsterdam"),
            999_999,
            -1,
        ):
            every |= {kind(n, i, role) for kind in (a.Stake, a.Back) for role in (-1, 0, 1, 2)}
    calais, dover, paris = h(s, "Calais"), h(s, "Dover"), h(s, "Paris")
    assert set(legal(s, "axis")) == {
        a.Done(), a.Stake(0, calais, ATTACK), a.Stake(0, calais, DEFENCE), a.Stake(1, calais, ATTACK),
        a.Stake(1, calais, DEFENCE), a.Stake(0, paris, ATTACK),
    }  # fmt: skip
    for seat, action in (
        ("axis", a.Stake(0, calais, ATTACK)), ("allies", a.Back(BRITAIN, calais, ATTACK)), ("axis", a.Stake(0, calais, DEFENCE)),
        ("allies", a.Stake(BRITAIN, dover, ATTACK)), ("axis", a.Stake(0, paris, ATTACK)), ("allies", a.Stake(BRITAIN, dover, ATTACK)),
        ("allies", a.Back(BRITAIN, calais, ATTACK)), ("allies", a.Stake(USA, dover, ATTACK)), ("", a.Done()),
    ):  # fmt: skip
        for each in ("axis", "allies"):
            assert set(legal(s, each)) == allowed(s, each, every) | (set(legal(s, each)) - every), (
                each,
                action,
            )
        if seat:
            act(s, seat, action)
    assert planned(s, SupplyFor)
    assert planned(s, BomberFor)
    act(s, "axis", a.Done())
    act(s, "allies", a.Done())
    assert s.stakes == {
        (calais * 8 + 0) * 2 + ATTACK: 1, (calais * 8 + 0) * 2 + DEFENCE: 1, (paris * 8 + 0) * 2 + ATTACK: 1,
        (dover * 8 + BRITAIN) * 2 + ATTACK: 2, (dover * 8 + USA) * 2 + ATTACK: 1,
    }  # fmt: skip
    assert s.backing == {(calais * 8 + BRITAIN) * 2 + ATTACK: 2}
    assert (
        have(s, "germany", "Calais", LSP) == 0
        and have(s, "italy", "Calais", LSP) == 1
        and have(s, "britain", "Dover", LSP) == 0
    )


@pytest.mark.rule("die.lsp")
@pytest.mark.rule("bombing.role-land")
@pytest.mark.rule("bombing.one-role")
def test_a_defender_is_backed_by_bombers_too() -> None:
    s = given(scenario="europe", turn=4, flags=[("germany", "Calais", "Dover")])
    put(s, "britain", "Norwich", BOMBERS, 1)
    s.bases, s.paid = {h(s, "Norwich"): 1 << BRITAIN}, 1 << h(s, "Norwich")
    s.support[h(s, "Norwich") * 8 + BRITAIN] = 1
    s.agenda = (Commitment(), DeployStep())
    dover = h(s, "Dover")
    assert set(legal(s, "allies")) == {a.Done(), a.Back(BRITAIN, dover, DEFENCE)}
    assert refusal(s, "allies", a.Back(BRITAIN, dover, ATTACK)) == "combat.only-with-flag"
    put(s, "britain", "Dover", LSP, 1)
    put(s, "usa", "Norwich", BOMBERS, 1)
    s.bases[h(s, "Norwich")] |= 1 << USA
    s.support[h(s, "Norwich") * 8 + USA] = 1
    act(s, "allies", a.Back(USA, dover, DEFENCE))
    assert refusal(s, "allies", a.Back(BRITAIN, dover, DEFENCE)) == "", "each power has its own"
    act(s, "allies", a.Back(BRITAIN, dover, DEFENCE))
    assert refusal(s, "allies", a.Back(BRITAIN, dover, DEFENCE)) == "bombing.one-role", "one is one"
    assert refusal(s, "allies", a.Stake(BRITAIN, dover, DEFENCE)) == "", "a bomber is no LSP"


@pytest.mark.rule("bombing.range")
@pytest.mark.rule("bombing.role-land")
def test_how_far_bombers_support_a_battle() -> None:
    s = given(scenario="europe", turn=1)
    norwich = h(s, "Norwich")
    s.bases = {norwich: 1 << BRITAIN}
    at_five = next(i for i in s.world.grid if s.world.grid.distance(norwich, i) == 5)
    at_six = next(i for i in s.world.grid if s.world.grid.distance(norwich, i) == 6)
    assert support_base(s, BRITAIN, at_five) == -1, "none is kept there"
    s.support = {norwich * 8 + BRITAIN: 1}
    assert support_base(s, BRITAIN, at_five) == norwich and support_base(s, BRITAIN, at_six) == -1
    assert support_base(s, USA, at_five) == -1, "another power's"
    cairo = h(s, "Cairo")
    s.support = {norwich * 8 + BRITAIN: 1, cairo * 8 + BRITAIN: 4}
    assert support_base(s, BRITAIN, at_five) == norwich, "those far off do not count here"
    s.plans = [
        SupplyFor(BRITAIN, at_five, ATTACK),
        BomberFor(USA, at_five, ATTACK, norwich),
    ]
    assert support_base(s, BRITAIN, at_five) == norwich, "neither LSP nor an ally's bomber is one of these"
    s.plans = [BomberFor(BRITAIN, at_five, ATTACK, norwich)]
    assert support_base(s, BRITAIN, at_five) == -1, "the one there is under way"
    assert support_base(s, BRITAIN, h(s, "Alexandria")) == cairo
    assert POWERS == 8 and p(s, "usa") == USA
