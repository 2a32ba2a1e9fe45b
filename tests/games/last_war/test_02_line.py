"""The line's parts one by one: gaps, falling back, closing up, straightening, taking back, partisans."""

from __future__ import annotations

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.closing import CloseStep, Closing, arbiter, award, men_for, move_up
from hexfront.games.last_war.data import POWERS
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.events import HexDisputed, HexTaken
from hexfront.games.last_war.front import (
    bare_hexes,
    fall_back,
    fill,
    free_men,
    mend,
    nearest_spare,
    sea_strength,
    spare_men,
)
from hexfront.games.last_war.industry import leave_war
from hexfront.games.last_war.partisans import (
    Absorption,
    PartisanStep,
    Risings,
    Unrest,
    Uprising,
    reached,
    recruit,
    refuge,
    unrest,
)
from hexfront.games.last_war.state import FREE, NOBODY, LastWarState, hold, move_all
from hexfront.games.last_war.straightening import (
    Conforming,
    ConformRound,
    Straightening,
    StraightenRound,
    StraightenStep,
    followable,
)
from hexfront.games.last_war.withdrawal import Withdrawal, WithdrawStep, loose_hexes
from hexfront.hexes import bits
from hexfront.kernel import Weighted, deciders, legal, pending, with_item
from hexfront.testing import refusal, roll

from .kit import (
    AIR,
    ALLIES,
    AXIS,
    BOMBERS,
    GAME,
    GARRISONS,
    LSP,
    MEN,
    TANKS,
    act,
    given,
    go,
    h,
    have,
    holder,
    p,
    pool,
    put,
)

# --- gaps


@pytest.mark.rule("front-line.gap-filled")
def test_where_the_man_for_a_gap_comes_from() -> None:
    s = given(points={"ussr": {"2717": {"men": 5}}}, pool={"ussr": {"men": 2}})
    put(s, "ussr", "Kursk", MEN, 0)
    assert fill(s, h(s, "Kursk"), ALLIES)
    assert (have(s, "ussr", "Kursk"), pool(s, "ussr"), have(s, "ussr", "2717")) == (1, 1, 5), "the Pool first"
    put(s, "ussr", "Kursk", MEN, 0)
    s.reach = with_item(s.reach, 1, 0)
    assert fill(s, h(s, "Kursk"), ALLIES)
    assert (pool(s, "ussr"), have(s, "ussr", "2717")) == (1, 4), (
        "no route from the Pool: the nearest who can spare one"
    )


@pytest.mark.rule("front-line.gap-filled")
def test_an_ally_fills_a_gap_only_if_it_is_there_to_do_so() -> None:
    def gap(**what: int) -> LastWarState:
        s = given(scenario="europe", pool={"balkans": {"men": 2}}, levy=[99] * 8)
        put(s, "germany", "Orel", MEN, 0)
        for key, n in list(s.at.items()):
            if key % 6 == MEN and n > 0:
                s.at[key] = 1
        s.shown = dict(s.at)
        return s

    orel = h(gap(), "Orel")
    s = gap()
    assert nearest_spare(s, orel, AXIS) == -1, "everyone has a single Man"
    assert fill(s, orel, AXIS) and have(s, "balkans", "Orel") == 1 and pool(s, "balkans") == 1
    away = gap()
    away.out_of_war = 1 << p(away, "balkans")
    assert fill(away, orel, AXIS) and not have(away, "balkans", "Orel"), (
        "out of the war: a German of a later draft"
    )
    cut = gap()
    balkans = p(cut, "balkans")
    cut.reach, cut.shores = with_item(cut.reach, balkans, 0), with_item(cut.shores, balkans, 0)
    assert fill(cut, orel, AXIS) and not have(cut, "balkans", "Orel"), "no route: a German of a later draft"
    for n in cut.world.of_side[AXIS]:
        cut.reach = with_item(cut.reach, n, 0)
    put(cut, "germany", "Orel", MEN, 0)
    assert not fill(cut, orel, AXIS), "and nobody without a road from home"


@pytest.mark.rule("front-line.manpower-in-each")
@pytest.mark.rule("front-line.china-empty")
@pytest.mark.rule("security.zone-cost")
def test_who_can_be_spared() -> None:
    s = given(scenario="pacific")
    w = s.world
    china = next(bits(s.line[ALLIES] & w.china))
    put(s, "china", w.label(china), MEN, 1)
    assert spare_men(s, china, ALLIES) == 1 and free_men(s, china, ALLIES, "allies") == 1, (
        "a marker may be empty"
    )
    s.zones = {china: p(s, "china")}
    assert spare_men(s, china, ALLIES) == 0, "nobody goes from a zone by himself"
    assert free_men(s, china, ALLIES, "allies") == 1, "but its owner may end it"
    port = given(scenario="europe")
    tobruk = h(port, "Tobruk")
    put(port, "britain", "Tobruk", MEN, 2)
    assert spare_men(port, tobruk, ALLIES) == free_men(port, tobruk, ALLIES, "allies") == 1
    put(port, "britain", "Tobruk", GARRISONS, 1)
    assert spare_men(port, tobruk, ALLIES) == 2, "the Garrison holds the port"
    put(port, "britain", "Cairo", MEN, 3)
    assert free_men(port, h(port, "Cairo"), ALLIES, "allies") == 3, "behind the line all are free"


@pytest.mark.rule("sequence.2-minimum-first")
def test_bare_hexes_as_a_team_sees_them() -> None:
    s = given(scenario="europe", options={"seats": 7})
    orel = 1 << h(s, "Orel")
    assert bare_hexes(s, "germany") == 0
    put(s, "germany", "Orel", MEN, 0)
    assert bare_hexes(s, "germany") == orel and bare_hexes(s, "italy") == 0, "only in one's own line"
    s.at[(h(s, "Orel") * POWERS + p(s, "balkans")) * 6 + MEN] = 1
    assert bare_hexes(s, "germany") == orel, "an ally's secret choice is not seen"
    s.shown = dict(s.at)
    assert bare_hexes(s, "germany") == 0
    put(s, "balkans", "Orel", MEN, 0)
    put(s, "germany", "Orel", TANKS, 2)
    assert bare_hexes(s, "germany") == orel, "Tanks are no Men"
    put(s, "germany", "Orel", GARRISONS, 1)
    assert bare_hexes(s, "germany") == 0
    lone = s.clone()
    put(lone, "italy", "Gazala", MEN, 0)
    put(lone, "germany", "Gazala", MEN, 2)
    assert bare_hexes(lone, "italy") == 0


@pytest.mark.rule("front-line.gap-filled")
def test_mending_goes_on_until_the_line_is_whole() -> None:
    s = given(levy=[99, 99])
    for name in ("Kursk", "2717"):
        put(s, "ussr", name, MEN, 0)
    mend(s)
    assert not list(GAME.invariants(s)) and holder(s, "Kursk") == "ussr" and s.levy == (99, 101)


@pytest.mark.rule("terrain.open-red")
def test_how_a_beaten_force_falls_back() -> None:
    def beaten(men: int) -> LastWarState:
        s = given(
            scenario="europe", held={"italy": ["Orel"]}, points={"italy": {"Orel": {"men": men, "tanks": 2}}}
        )
        for i in s.world.near(h(s, "Orel")):
            for n in range(8):
                s.at.pop((i * POWERS + n) * 6 + MEN, None)
        return s

    s = beaten(1)
    orel = h(s, "Orel")
    rear = [i for i in s.world.land_near[orel] if s.ground[AXIS] >> i & 1]
    assert len(rear) >= 3
    for men, spread in ((1, 1), (2, 2), (3, 3)):
        s = beaten(men)
        fall_back(s, orel, AXIS)
        there = [have(s, "italy", s.world.label(i)) for i in rear]
        assert sum(there) == men and sum(1 for n in there if n) == spread, (
            "a Man for each hex, as far as they go"
        )
        assert not have(s, "italy", "Orel") and not have(s, "italy", "Orel", TANKS)


@pytest.mark.rule("bombing.base-needed")
@pytest.mark.rule("terrain.open-red")
def test_bombers_fly_home_from_a_base_that_is_lost() -> None:
    s = given(
        scenario="europe",
        points={"germany": {"Orel": {"men": 2, "bombers": 3}}, "italy": {"Orel": {"bombers": 1}}},
    )
    s.bases = {h(s, "Orel"): 0b11}
    fall_back(s, h(s, "Orel"), AXIS)
    assert pool(s, "germany", BOMBERS) == 3 and pool(s, "italy", BOMBERS) == 1
    assert not [key for key in s.at if key % 6 == BOMBERS], "none are left in the woods without a base"


@pytest.mark.rule("bombing.role-naval")
def test_strength_at_sea_is_ships_and_bombers() -> None:
    s = given(scenario="europe")
    area = s.world.areas.index("north_sea")
    s.fleet = (0,) * len(s.fleet)
    assert sea_strength(s, area, ALLIES) == 0
    s.fleet = with_item(with_item(s.fleet, area * POWERS + 5, 4), area * POWERS + 6, 1)
    s.navy_air = with_item(with_item(s.navy_air, area * POWERS + 5, 2), area * POWERS + 7, 3)
    s.fleet = with_item(s.fleet, area * POWERS, 7)
    assert sea_strength(s, area, ALLIES) == 10 and sea_strength(s, area, AXIS) == 7


@pytest.mark.rule("resources.garrison-static")
def test_what_moves_and_what_stays() -> None:
    s = given(points={"ussr": {"Kursk": {"men": 2, "tanks": 1, "air": 1, "bombers": 1, "lsp": 1}}})
    put(s, "ussr", "Kursk", GARRISONS, 1)
    move_all(s, h(s, "Kursk"), h(s, "2817"), ALLIES)
    assert [have(s, "ussr", "2817", kind) for kind in (MEN, TANKS, AIR, BOMBERS, LSP, GARRISONS)] == [
        2,
        1,
        1,
        1,
        1,
        0,
    ]
    assert have(s, "ussr", "Kursk", GARRISONS) == 1 and all(n > 0 for n in s.at.values())


# --- closing up


@pytest.mark.rule("sequence.3-close")
def test_closing_up_in_secret_with_allies() -> None:
    s = given(
        scenario="europe", options={"seats": 7}, held={"": ["Orel"], "balkans": ["Bryansk"]},
        points={"germany": {"Sevsk": {"men": 4}}, "balkans": {"Bryansk": {"men": 4}}}, agenda=(CloseStep(),),
    )  # fmt: skip
    orel = h(s, "Orel")
    mine, theirs = a.Claim(0, orel), a.Claim(p(s, "balkans"), orel)
    assert mine in legal(s, "germany") and theirs in legal(s, "balkans") and theirs not in legal(s, "germany")
    act(s, "balkans", theirs)
    assert mine in legal(s, "germany"), "what an ally claims is not known"
    act(s, "germany", mine)
    assert mine not in legal(s, "germany") and refusal(s, "germany", mine) == "sequence.3-close"
    others = [each for each in legal(s, "germany") if isinstance(each, a.Claim)]
    assert all(refusal(s, "germany", each) == "" for each in others), "other hexes can still be claimed"


@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("sequence.3-not-attack")
def test_a_second_hex_can_be_claimed_and_nothing_is_disputed() -> None:
    s = given(
        held={"": ["Kursk", "2717"]},
        points={"ussr": {"2817": {"men": 4}, "2718": {"men": 4}}},
        agenda=(CloseStep(),),
    )
    claims = [each for each in legal(s, "allies") if isinstance(each, a.Claim)]
    assert len(claims) == 2
    for claim in claims:
        act(s, "allies", claim)
    for seat in deciders(s)[::-1]:
        events = act(s, seat, a.Done())
    assert not [e for e in events if isinstance(e, HexDisputed)]
    assert holder(s, "Kursk") == holder(s, "2717") == "ussr"


@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("sequence.3-not-attack")
def test_in_china_a_line_closes_up_without_men() -> None:
    s = given(scenario="pacific")
    w = s.world
    front = next(i for i in bits(s.line[ALLIES] & w.china) if not w.cities >> i & 1)
    open_ = s.clone()
    for n in range(len(open_.held)):
        open_.held = with_item(open_.held, n, open_.held[n] & ~(1 << front))
    open_.at = {key: n for key, n in open_.at.items() if key // (POWERS * 6) not in (front, *w.near(front))}
    mend(open_)
    open_.pool = [0] * len(open_.pool)
    open_.agenda = (CloseStep(),)
    go(open_)
    assert isinstance(pending(open_), Closing)
    assert a.Claim(p(open_, "china"), front) in legal(open_, "allies")


@pytest.mark.rule("sequence.3-dispute")
def test_who_has_a_disputed_hex() -> None:
    s = given(scenario="europe")
    assert arbiter(s, [0, 7]) == 0 and arbiter(s, [1, 7]) == -1, "Italy is as good as the Soviet Union"
    assert arbiter(s, [1, 2, 5]) == 5 and arbiter(s, [1, 2, 3, 7]) == 3
    kursk = given(held={"": ["Kursk"]}, points={"ussr": {"2717": {"men": 3}}})
    award(kursk, h(kursk, "Kursk"), -1)
    assert holder(kursk, "Kursk") == "" and not [e for e in kursk.out if isinstance(e, HexTaken)]
    china = given(scenario="pacific")
    front = next(bits(china.line[ALLIES] & china.world.china))
    award(china, front, -1)
    assert not [e for e in china.out if isinstance(e, HexTaken)]
    award(kursk, h(kursk, "Kursk"), 1)
    assert holder(kursk, "Kursk") == "ussr"


# --- straightening


@pytest.mark.rule("sequence.9-straighten")
@pytest.mark.rule("straighten.withdraw")
def test_each_side_has_its_turn_the_less_effective_first() -> None:
    for me, first in (([5, 2], ALLIES), ([2, 5], AXIS), ([3, 3], ALLIES)):
        s = given(me=me)
        assert StraightenStep().run(s) == (StraightenRound(first), StraightenRound(1 - first))
    s = given(vacated=7)
    frames = StraightenRound(ALLIES).run(s)
    assert s.vacated == 0 and frames[0] == Straightening(ALLIES, s.line[ALLIES])
    august = given(turn=2)
    assert StraightenRound(AXIS).run(august) == (ConformRound(ALLIES),), "nobody to ask"
    assert ConformRound(ALLIES).run(august) == ()


@pytest.mark.rule("straighten.withdraw")
@pytest.mark.rule("straighten.permission")
def test_who_may_straighten_which_hexes() -> None:
    s = given(scenario="europe", turn=5, options={"seats": 7})
    s.agenda = (StraightenRound(AXIS),)
    go(s)
    assert set(deciders(s)) == {"italy", "finland"}, "Germany may not; the Balkan allies have no line"
    found = [each.hex for each in legal(s, "finland") if isinstance(each, a.Withdraw)]
    assert found and all(s.held[p(s, "finland")] & s.line[AXIS] >> i & 1 or True for i in found)
    assert set(found) <= set(bits(s.held[p(s, "finland")] & s.line[AXIS]))
    gazala = h(s, "Gazala")
    assert refusal(s, "finland", a.Withdraw(gazala)) == "straighten.withdraw", "an ally's line"
    two = given(scenario="europe", turn=5)
    two.agenda = (StraightenRound(AXIS),)
    go(two)
    german = bits(two.held[0] & two.line[AXIS])
    assert not {a.Withdraw(i) for i in german} & set(legal(two, "axis"))
    assert refusal(two, "axis", a.Withdraw(h(two, "Orel"))) == "straighten.permission"


@pytest.mark.rule("straighten.withdraw")
def test_open_ground_is_nobodys_line_and_the_step_ends_with_the_last_hex() -> None:
    s = given(held={"": ["Kursk"]})
    s.agenda = (StraightenRound(ALLIES),)
    go(s)
    assert refusal(s, "allies", a.Withdraw(h(s, "Kursk"))) == "straighten.withdraw"
    act(s, "allies", a.Withdraw(h(s, "2616")))
    assert refusal(s, "allies", a.Withdraw(h(s, "2616"))) == "straighten.withdraw", "it has been left"
    last = given(scenario="europe", turn=5, options={"seats": 7})
    gazala = h(last, "Gazala")
    last.done = ["finland"]
    last.agenda = (Straightening(AXIS, 1 << gazala), DeployStep())
    act(last, "italy", a.Withdraw(gazala))
    assert last.done == [], "the step is closed properly"
    one = given()
    one.agenda = (Straightening(ALLIES, 1 << h(one, "Kursk")), DeployStep())
    act(one, "allies", a.Withdraw(h(one, "Kursk")))
    assert one.phase == "deploy", "nothing is left to take back"


@pytest.mark.rule("straighten.conform")
def test_conforming_hex_by_hex() -> None:
    s = given(held={"": ["Kursk", "2717"]}, points={"germany": {"Orel": {"men": 4}, "Sevsk": {"men": 4}}})
    s.vacated = 1 << h(s, "Kursk") | 1 << h(s, "2717")
    s.agenda = (Conforming(AXIS), DeployStep())
    assert {each.hex for each in legal(s, "axis") if isinstance(each, a.Conform)} == {
        h(s, "Kursk"),
        h(s, "2717"),
    }
    assert refusal(s, "axis", a.Conform(1, h(s, "Kursk"))) == "straighten.conform", "not the enemy's power"
    assert refusal(s, "axis", a.Conform(0, 999_999)) == "straighten.conform"
    assert refusal(s, "axis", a.Conform(0, h(s, "2817"))) == "straighten.conform"
    act(s, "axis", a.Conform(0, h(s, "Kursk")))
    assert isinstance(pending(s), Conforming) and holder(s, "Kursk") == "", "all move together"
    assert refusal(s, "axis", a.Conform(0, h(s, "Kursk"))) == "straighten.conform"
    act(s, "axis", a.Conform(0, h(s, "2717")))
    assert s.phase == "deploy", "no hex is left to follow into"
    assert holder(s, "Kursk") == holder(s, "2717") == "germany"


@pytest.mark.rule("straighten.conform")
def test_in_china_a_line_conforms_without_men() -> None:
    s = given(scenario="pacific")
    w = s.world
    left = next(i for i in bits(s.line[ALLIES] & w.china))
    for n in range(len(s.held)):
        s.held = with_item(s.held, n, s.held[n] & ~(1 << left))
    s.at = {key: n for key, n in s.at.items() if key // (POWERS * 6) not in (left, *w.near(left))}
    mend(s)
    s.pool = [0] * len(s.pool)
    s.at = {key: n for key, n in s.at.items() if key // (POWERS * 6) not in (left, *w.near(left))}
    s.vacated = 1 << left
    assert followable(s, p(s, "japan")) == 1 << left
    gone = s.clone()
    gone.out_of_war |= 1 << p(s, "japan")
    assert not followable(gone, p(s, "japan")), "who has left the war follows nobody"
    assert men_for(s, {left: p(s, "japan")}) == {left: NOBODY}, "a marker without Men"
    move_up(s, {left: p(s, "japan")}, "straighten.conform")
    assert s.held[p(s, "japan")] >> left & 1
    s.vacated = 0
    assert not followable(s, p(s, "japan"))


@pytest.mark.rule("sequence.8-update", "fort.hexside")
def test_a_hex_that_changes_hands_is_ground_of_its_new_side_at_once() -> None:
    s = given()
    orel = h(s, "Orel")
    assert s.ground[AXIS] >> orel & 1
    hold(s, orel, p(s, "ussr"))
    assert s.ground[ALLIES] >> orel & 1 and not s.ground[AXIS] >> orel & 1
    hold(s, orel, NOBODY)
    assert not (s.ground[AXIS] | s.ground[ALLIES]) >> orel & 1


# --- from the line to the Pool


@pytest.mark.rule("sequence.6-withdraw")
@pytest.mark.rule("front-line.manpower-in-each")
def test_what_can_go_back_to_the_pool() -> None:
    s = given(
        scenario="europe", options={"seats": 7}, agenda=(WithdrawStep(),),
        points={"germany": {"Orel": {"men": 2, "tanks": 1}, "Gazala": {"men": 1}, "Kharkov": {"men": 6, "lsp": 5}},
                "italy": {"Gazala": {"men": 1, "air": 1}, "Kharkov": {"men": 3}}},
    )  # fmt: skip
    frame = Withdrawal()
    for seat in ("germany", "italy", "finland"):
        picks = {each.hex for each in legal(s, seat) if isinstance(each, a.Pick)}
        assert picks == {i for i in s.world.grid if frame.takes_from(s, seat, i)}, seat
    act(s, "germany", a.Pick(h(s, "Kharkov")))
    assert refusal(s, "germany", a.Pick(h(s, "Orel"))) == "sequence.6-withdraw", "one hex at a time"
    assert set(legal(s, "germany")) == {
        a.Stop(), a.Recall(0, MEN, 1), a.Recall(0, MEN, 5), a.Recall(0, LSP, 1), a.Recall(0, LSP, 5),
    }  # fmt: skip
    for wrong in (
        a.Recall(1, MEN, 1),
        a.Recall(0, MEN, 2),
        a.Recall(0, GARRISONS, 1),
        a.Recall(0, BOMBERS, 1),
    ):
        assert refusal(s, "germany", wrong) == "sequence.6-withdraw", wrong
    put(s, "germany", "Kharkov", GARRISONS, 1)
    put(s, "germany", "Kharkov", BOMBERS, 1)
    assert refusal(s, "germany", a.Recall(0, GARRISONS, 1)) == "sequence.6-withdraw", "they never come back"
    assert refusal(s, "germany", a.Recall(0, BOMBERS, 1)) == "", "idle bombers may change their base"
    s.paid = 1 << h(s, "Kharkov")
    assert refusal(s, "germany", a.Recall(0, BOMBERS, 1)) == "sequence.6-withdraw", (
        "they have flown this turn"
    )
    assert a.Recall(0, BOMBERS, 1) not in legal(s, "germany") and a.Recall(0, LSP, 1) in legal(s, "germany")
    s.paid = 0
    act(s, "germany", a.Recall(0, BOMBERS, 1))
    assert have(s, "germany", "Kharkov", BOMBERS) == 0 and s.pool[BOMBERS] == 1
    act(s, "germany", a.Stop())
    put(s, "germany", "Orel", MEN, 1)
    act(s, "germany", a.Pick(h(s, "Orel")))
    assert set(legal(s, "germany")) == {a.Stop(), a.Recall(0, TANKS, 1)}, (
        "the last Man stays, the Tank may go"
    )


@pytest.mark.rule("sequence.6-withdraw")
def test_what_attacks_or_cannot_move_is_not_offered() -> None:
    s = given(
        agenda=(WithdrawStep(),), flags=[("germany", "Orel", "Kursk")],
        points={"germany": {"Orel": {"men": 4}, "Kharkov": {"men": 4}, "Kiev": {"bombers": 1}}},
    )  # fmt: skip
    s.paid = 1 << h(s, "Kiev")
    s.loose = loose_hexes(s)
    picks = {each.hex for each in legal(s, "axis") if isinstance(each, a.Pick)}
    assert h(s, "Kharkov") in picks and h(s, "Orel") not in picks and h(s, "Kiev") not in picks
    s.reach, s.shores = with_item(s.reach, 0, 0), with_item(s.shores, 0, 0)
    s.loose = loose_hexes(s)
    assert legal(s, "axis") == [a.Done()], "no way home"


# --- partisans


@pytest.mark.rule("pag.availability")
@pytest.mark.rule("pag.new")
def test_how_many_partisans_a_briefing_gives() -> None:
    s = given(pags={"Bryansk": "ussr", "Kiev": "1"})
    recruit(s, 1)
    assert s.pag_left[1] == 2, (
        "so many at the start; one is in the field already, an independent one is not theirs"
    )
    s.turn = 2
    recruit(s, 1)
    assert s.pag_left[1] == 3
    recruit(s, 1)
    assert s.pag_left[1] == 3, "four at most, with the one in the field"
    leave_war(s, 1, "sequence.10-report")
    assert s.pag_left[1] == 0


@pytest.mark.rule("pag.availability")
@pytest.mark.rule("pag.one-per-hex")
@pytest.mark.rule("pag.own-country")
@pytest.mark.rule("pag.not-adjacent")
@pytest.mark.rule("security.zone-blocks")
def test_placing_partisans() -> None:
    s = given(scenario="europe", options={"seats": 7}, agenda=(PartisanStep(),), pag_left=[0] * 5 + [1, 0, 2])
    ussr, britain = p(s, "ussr"), p(s, "britain")
    s.world.country[britain] = s.world.country[ussr]  # two teams with the same country, for once
    try:
        s.agenda = (PartisanStep(),)
        go(s)
        assert set(deciders(s)) == {"ussr", "britain"}
        kiev, minsk, smolensk = (h(s, name) for name in ("Kiev", "Minsk", "Smolensk"))
        assert refusal(s, "ussr", a.Rise(britain, kiev)) == "pag.availability", "not yours"
        act(s, "britain", a.Rise(britain, kiev))
        act(s, "ussr", a.Rise(ussr, kiev))
        assert refusal(s, "ussr", a.Rise(ussr, kiev)) == "pag.one-per-hex"
        assert refusal(s, "ussr", a.Rise(ussr, minsk)) == "", "another team's partisans do not count"
        act(s, "ussr", a.Rise(ussr, minsk))
        assert refusal(s, "ussr", a.Rise(ussr, smolensk)) == "pag.availability", "two are two"
        assert refusal(s, "britain", a.Rise(britain, minsk)) == "pag.availability"
        act(s, "britain", a.Done())
        act(s, "ussr", a.Done())
        assert set(s.pags) == {kiev, minsk} and s.pags[kiev] == britain, (
            "one counter in a hex: the first to come"
        )
        assert (s.pag_left[ussr], s.pag_left[britain]) == (1, 0)
    finally:
        s.world.country[britain] = s.world._regions(s.world.powers[britain].countries) & s.world.play


@pytest.mark.rule("pag.availability")
def test_nobody_is_asked_who_has_nowhere_to_place_them() -> None:
    s = given(pag_left=[0, 3])
    assert Risings().concerned(s) == ("allies",)
    for i in bits(Risings().places(s, 1)):
        s.zones[i] = 0
    assert Risings().concerned(s) == ()
    none = given(pag_left=[0, 0])
    assert Risings().concerned(none) == ()


@pytest.mark.rule("pag.independent")
def test_when_and_where_independent_partisans_rise() -> None:
    assert unrest(given(scenario="europe", turn=3)) == (Unrest(0),), (
        "Yugoslavia alone in 1942, to its last turn"
    )
    s = given(scenario="europe", turn=4)
    assert unrest(s) == tuple(Unrest(n) for n in range(4))
    full = [s.world.label(i) for i in list(bits(refuge(s, 0)))[:3]]
    some = given(scenario="europe", turn=4, pags=dict.fromkeys(full[:2], "1"))
    assert Unrest(0) in unrest(some)
    some.pags[h(some, full[2])] = FREE + ALLIES
    assert Unrest(0) not in unrest(some), "three are enough"
    some.pags[h(some, full[2])] = p(some, "ussr")
    assert Unrest(0) in unrest(some), "a team's own do not count"
    poles = [s.world.label(i) for i in list(bits(refuge(s, 2)))[:3]]
    elsewhere = given(scenario="europe", turn=4, pags=dict.fromkeys(poles, "1"))
    assert Unrest(0) in unrest(elsewhere) and Unrest(2) not in unrest(elsewhere), "each country for itself"
    for i in bits(refuge(s, 0)):
        s.zones[i] = 0
    assert Unrest(0) not in unrest(s), "nowhere to rise"
    where = Uprising(1).outcomes(s)
    assert isinstance(where, Weighted)
    assert where.weights == tuple((s.world.label(i), 1) for i in bits(refuge(s, 1))), "every hex alike"


@pytest.mark.rule("pag.independent")
def test_a_low_roll_is_a_quiet_year() -> None:
    s = given(scenario="europe")
    s.agenda = (Unrest(0), DeployStep())
    roll(s, 3)
    assert not s.pags and not isinstance(pending(s), Uprising)
    s.agenda = (Unrest(0), DeployStep())
    roll(s, 4)
    assert isinstance(pending(s), Uprising)


@pytest.mark.rule("security.absorb")
@pytest.mark.rule("pag.immobile")
def test_which_partisans_can_join_the_army() -> None:
    s = given(pags={"Bryansk": "ussr", "Kiev": "ussr", "2817": "ussr", "Gomel": "1", "2718": "0"})
    frame = Absorption()
    assert reached(s, h(s, "2817")), "behind their own line"
    assert not reached(s, h(s, "Kiev")) and frame.mine(s, "allies") == sorted((h(s, "Bryansk"), h(s, "2817")))
    assert frame.mine(s, "axis") == []
    s.agenda = (frame,)
    assert refusal(s, "allies", a.Absorb(h(s, "Kiev"))) == "pag.immobile"
    assert refusal(s, "allies", a.Absorb(h(s, "Gomel"))) == "pag.immobile", (
        "independent ones stay independent"
    )
    assert refusal(s, "allies", a.Absorb(999_999)) == "security.absorb"
    assert refusal(s, "allies", a.Absorb(h(s, "Orel"))) == "security.absorb"
