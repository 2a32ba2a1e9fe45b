"""Offensive Flags, winter, Military Effectiveness, and step 4."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war.actions import Bid, Done, Flag, GoFirst, GoSecond, Pick, Stop
from hexfront.games.last_war.combat import Combats, CombatStep, attack_hexes, situation
from hexfront.games.last_war.flags import FlagPlacing, FlagStep, OrderChoice, flag_cost
from hexfront.games.last_war.industry import muster
from hexfront.games.last_war.naval import Fleets, SeaStep
from hexfront.games.last_war.plans import Attack
from hexfront.games.last_war.sequence import Assessment, Briefings
from hexfront.games.last_war.state import LastWarState, assessment
from hexfront.kernel import CONTROL, deciders, legal, pending, with_item
from hexfront.testing import refusal, roll

from .kit import ALLIES, AXIS, GAME, MEN, act, given, go, h, have, p


def placing(side: int = AXIS, **what: Any) -> LastWarState:
    return given(agenda=(FlagPlacing(side),), phase="flags", **what)


def place(s: LastWarState, seat: str, power: str, a: str, b: str) -> None:
    act(s, seat, Pick(h(s, a)))
    act(s, seat, Flag(p(s, power), h(s, b)))


@pytest.mark.rule("flags.limited")
def test_no_more_flags_than_the_briefing_gives() -> None:
    s = placing()
    assert s.flags_left[0] == 3
    place(s, "axis", "germany", "Orel", "Kursk")
    place(s, "axis", "germany", "Sevsk", "Kursk")
    act(s, "axis", Pick(h(s, "Poltava")))
    act(s, "axis", Flag(0, h(s, "Kursk")))
    assert refusal(s, "axis", Pick(h(s, "Kharkov"))) == "flags.limited"
    act(s, "axis", Done())
    assert s.flags_left[0] == 0 and len(s.flags) == 3


def test_the_track_counts_a_flag_as_it_is_placed_for_whoever_places_it() -> None:
    s = placing()

    def left(seat: str) -> int:
        return next(int(t.value) for t in GAME.view(s, seat).tracks if t.id == "flags-germany")

    assert (left("axis"), left("allies")) == (3, 3)
    place(s, "axis", "germany", "Orel", "Kursk")
    assert (left("axis"), left("allies")) == (2, 3)


@pytest.mark.rule("flags.limited")
def test_the_last_flag_is_refused_at_the_hexside_too() -> None:
    s = placing(flags_left=[1, 2])
    act(s, "axis", Pick(h(s, "Orel")))
    assert refusal(s, "axis", Flag(p(s, "ussr"), h(s, "Kursk"))) == "flags.limited"
    s.plans.append(Attack(0, h(s, "Sevsk"), h(s, "Kursk"), False, False))
    assert refusal(s, "axis", Flag(0, h(s, "Kursk"))) == "flags.limited"


@pytest.mark.rule("flags.limited")
def test_a_side_without_flags_is_not_asked() -> None:
    s = given(agenda=(FlagStep(),), hand=[0, 0], flags_left=[0, 2])
    act(s, "axis", GoFirst())
    assert pending(s) == FlagPlacing(ALLIES) and deciders(s) == ("allies",)


@pytest.mark.rule("flags.vary")
def test_flags_change_with_time_and_morale() -> None:
    s = given(scenario="europe", turn=2)
    assert s.flags_left[p(s, "ussr")] == 3 and s.flags_left[p(s, "germany")] == 6
    s = given(scenario="europe", turn=9)
    assert s.flags_left[p(s, "ussr")] == 7 and s.flags_left[p(s, "germany")] == 2
    s.morale = with_item(s.morale, p(s, "ussr"), 5)
    muster(s)
    assert s.flags_left[p(s, "ussr")] == 6, "low morale costs a flag"
    s.morale = with_item(s.morale, p(s, "ussr"), 6)
    muster(s)
    assert s.flags_left[p(s, "ussr")] == 7
    s.out_of_war = 1 << p(s, "ussr")
    muster(s)
    assert s.flags_left[p(s, "ussr")] == 0


@pytest.mark.rule("flags.naval")
def test_naval_flags_are_a_stock_of_their_own() -> None:
    from hexfront.games.last_war.actions import Engage, Sail

    s = given(scenario="europe", agenda=(SeaStep(),), turn=9)
    assert s.naval_left[p(s, "britain")] == 2 and s.flags_left[p(s, "britain")] == 3
    west = s.world.areas.index("western_approaches")
    assert isinstance(pending(s), Fleets)
    act(s, "allies", Engage(p(s, "britain"), west))
    assert s.naval_left[p(s, "britain")] == 1 and s.flags_left[p(s, "britain")] == 3
    assert refusal(s, "allies", Engage(p(s, "britain"), west)) == "flags.naval"
    quiet = s.world.areas.index("western_mediterranean")
    assert refusal(s, "allies", Engage(p(s, "britain"), quiet)) == "flags.naval"
    assert refusal(s, "allies", Engage(p(s, "germany"), west)) == "flags.naval"
    s.naval_left = with_item(s.naval_left, p(s, "usa"), 0)
    s.fleet = with_item(s.fleet, west * 8 + p(s, "usa"), 1)
    s.fights = ()
    assert refusal(s, "allies", Engage(p(s, "usa"), west)) == "flags.naval"
    act(s, "allies", Sail(p(s, "usa"), west, s.world.areas.index("bay_of_biscay")))
    assert s.fleet[s.world.areas.index("bay_of_biscay") * 8 + p(s, "usa")] == 1
    assert s.fleet[west * 8 + p(s, "usa")] == 0


@pytest.mark.rule("flags.naval")
@pytest.mark.parametrize(
    ("dice", "german", "british"), [((6, 1), 0, 3), ((1, 6), 1, 1), ((1, 4), 1, 3), ((1, 5), 1, 2)]
)
def test_a_fleet_action_costs_the_loser_the_difference(
    dice: tuple[int, int], german: int, british: int
) -> None:
    from hexfront.games.last_war.actions import Engage

    s = given(scenario="europe", agenda=(SeaStep(),))
    west = s.world.areas.index("western_approaches")
    act(s, "allies", Engage(p(s, "britain"), west))
    act(s, "allies", Done())
    act(s, "axis", Done())
    roll(s, dice)
    assert (s.fleet[west * 8 + p(s, "germany")], s.fleet[west * 8 + p(s, "britain")]) == (german, british)


@pytest.mark.rule("pool.navy")
def test_fleets_move_to_neighbouring_areas_three_a_turn() -> None:
    from hexfront.games.last_war.actions import Sail

    s = given(scenario="europe", agenda=(SeaStep(),))
    areas = s.world.areas.index
    britain = p(s, "britain")
    assert refusal(s, "allies", Sail(britain, areas("north_sea"), areas("black_sea"))) == "pool.navy"
    for _ in range(3):
        act(s, "allies", Sail(britain, areas("north_sea"), areas("baltic")))
    assert refusal(s, "allies", Sail(britain, areas("north_sea"), areas("baltic"))) == "pool.navy"


@pytest.mark.rule("flags.naval")
def test_beaches_need_both_kinds_of_flag_at_hand() -> None:
    from hexfront.games.last_war.deployment import beaches

    s = given(scenario="europe")
    usa = p(s, "usa")
    for area in range(len(s.world.areas)):
        s.fleet = with_item(s.fleet, area * 8 + usa, 50)
    assert beaches(s, usa)
    s.naval_left = with_item(s.naval_left, usa, 0)
    assert not beaches(s, usa)
    s.naval_left, s.flags_left = with_item(s.naval_left, usa, 1), with_item(s.flags_left, usa, 0)
    assert not beaches(s, usa)


@pytest.mark.rule("flags.amphibious-both")
def test_a_landing_takes_a_naval_and_a_military_flag() -> None:
    s = placing(
        ALLIES,
        scenario="europe",
        points={"britain": {"Dover": {"men": 4}, "Southampton": {"men": 4}}},
        naval_left=[0, 0, 0, 0, 0, 1, 0, 0],
    )
    britain = p(s, "britain")
    place(s, "allies", "britain", "Dover", "Calais")
    assert refusal(s, "allies", Pick(h(s, "Southampton"))) == "flags.on-hexside", (
        "no naval flag is left for a second"
    )
    act(s, "allies", Done())
    assert (s.naval_left[britain], s.flags_left[britain]) == (0, 1)


@pytest.mark.rule("die.amphibious-no-craft")
def test_craft_must_be_there_to_be_used() -> None:
    s = placing(
        ALLIES,
        scenario="europe",
        points={"britain": {"Dover": {"men": 4}}},
        naval_left=[0, 0, 0, 0, 0, 2, 0, 0],
        craft=[0, 0, 0, 0, 0, 1, 0, 0],
    )
    act(s, "allies", Pick(h(s, "Dover")))
    assert refusal(s, "allies", Flag(p(s, "britain"), h(s, "Calais"), True)) == ""
    s.craft = with_item(s.craft, p(s, "britain"), 0)
    assert refusal(s, "allies", Flag(p(s, "britain"), h(s, "Calais"), True)) == "die.amphibious-no-craft"
    land = placing(craft=[1, 0])
    act(land, "axis", Pick(h(land, "Orel")))
    assert refusal(land, "axis", Flag(0, h(land, "Kursk"), True)) == "pool.amphibious"


@pytest.mark.rule("flags.on-hexside")
def test_a_flag_stands_between_two_neighbours() -> None:
    s = placing()
    act(s, "axis", Pick(h(s, "Orel")))
    assert refusal(s, "axis", Flag(0, h(s, "Kursk"))) == ""
    assert refusal(s, "axis", Flag(0, h(s, "Voronezh"))) == "flags.on-hexside"
    assert refusal(s, "axis", Flag(0, h(s, "Bryansk"))) == "flags.on-hexside", "one's own hex"
    assert refusal(s, "axis", Flag(0, 999_999)) == "flags.on-hexside"
    act(s, "axis", Stop())
    assert refusal(s, "axis", Flag(0, h(s, "Kursk"))) == "flags.on-hexside"
    assert refusal(s, "axis", Pick(h(s, "Kiev"))) == "flags.on-hexside", "nobody to attack from there"
    place(s, "axis", "germany", "Orel", "Kursk")
    assert refusal(s, "axis", Pick(h(s, "Orel"))) == "flags.on-hexside", "one attack goes out from a hex"
    act(s, "axis", Done())
    mark = next(m for m in GAME.view(s, "allies").markers if m.kind == "flag")
    assert (mark.at, mark.to, mark.side) == ("2617", "2618", "axis")


@pytest.mark.rule("flags.on-hexside")
def test_only_a_power_with_men_there_can_attack() -> None:
    s = placing(scenario="europe", points={"germany": {"Gazala": {"men": 1}}})
    act(s, "axis", Pick(h(s, "Gazala")))
    assert refusal(s, "axis", Flag(p(s, "germany"), h(s, "Tobruk"))) == ""
    assert refusal(s, "axis", Flag(p(s, "italy"), h(s, "Tobruk"))) == "flags.on-hexside"


@pytest.mark.rule("flags.on-hexside")
def test_a_second_attack_from_a_flagged_hex_is_refused() -> None:
    s = placing(flags=[("germany", "Orel", "2717")])
    assert refusal(s, "axis", Pick(h(s, "Orel"))) == "flags.on-hexside"
    s.focus["axis"] = h(s, "Orel")
    assert refusal(s, "axis", Flag(0, h(s, "Kursk"))) == "flags.on-hexside"


@pytest.mark.rule("flags.only-place-to-attack")
@pytest.mark.rule("combat.only-with-flag")
def test_no_flag_no_attack() -> None:
    s = given(agenda=(CombatStep(),))
    assert not s.agenda, "nobody fights without a flag"
    s = given(flags=[("germany", "Orel", "Kursk")], agenda=(CombatStep(),))
    assert s.agenda and not isinstance(pending(s), Combats)
    kursk = h(s, "Kursk")
    assert attack_hexes(s, kursk, AXIS) == [h(s, "Orel")], "Sevsk is next to it too, but bears no flag"
    assert attack_hexes(s, kursk, ALLIES) == []
    s.held = with_item(s.held, 0, s.held[0] & (~(1 << h(s, "Orel"))))
    s.ground = with_item(s.ground, 0, s.ground[0] & (~(1 << h(s, "Orel"))))
    assert attack_hexes(s, kursk, AXIS) == []


@pytest.mark.rule("combat.only-with-flag")
def test_an_attack_whose_force_or_target_is_gone_does_not_take_place() -> None:
    for gone in ("force", "target"):
        s = given(flags=[("germany", "Orel", "Kursk")], hand=[0, 0])
        if gone == "force":
            s.at.pop((h(s, "Orel") * 8) * 6)
        else:
            s.held = with_item(s.held, 0, s.held[0] | (1 << h(s, "Kursk")))
            s.held = with_item(s.held, 1, s.held[1] & (~(1 << h(s, "Kursk"))))
            s.ground = (s.held[0], s.held[1])
            s.at.pop((h(s, "Kursk") * 8 + 1) * 6)
            s.at[(h(s, "Kursk") * 8) * 6] = 1
        s.agenda = (CombatStep(),)
        go(s)
        assert not s.agenda


@pytest.mark.rule("winter.period")
@pytest.mark.rule("winter.two-flags")
def test_winter_operations_in_the_north_take_two_flags() -> None:
    winter = placing(scenario="europe", turn=4, points={"germany": {"Gazala": {"men": 2}}})
    assert winter.world.turns[3].winter and [t.winter for t in winter.world.turns].count(True) == 3
    moscow, tobruk = h(winter, "2615"), h(winter, "Tobruk")
    assert flag_cost(winter, moscow) == 2 and flag_cost(winter, tobruk) == 1
    summer = given(scenario="europe", turn=2)
    assert flag_cost(summer, moscow) == 1
    winter.flags_left = with_item(winter.flags_left, 0, 3)
    act(winter, "axis", Pick(h(winter, "Vyazma")))
    act(winter, "axis", Flag(0, moscow))
    winter.focus["axis"] = h(winter, "Orel")
    assert refusal(winter, "axis", Flag(0, h(winter, "2616"))) == "winter.two-flags"
    winter.focus["axis"] = h(winter, "Gazala")
    assert refusal(winter, "axis", Flag(0, tobruk)) == "", "the desert knows no winter"
    winter.focus = {}
    act(winter, "axis", Done())
    assert winter.flags_left[0] == 1


@pytest.mark.rule("me.multiplier")
def test_effectiveness_multiplies_strength() -> None:
    s = given(
        flags=[("germany", "Orel", "Kursk")],
        points={"germany": {"Orel": {"men": 3, "tanks": 1}}, "ussr": {"Kursk": {"men": 4, "air": 2}}},
    )
    f = situation(s, h(s, "Kursk"), AXIS)
    assert (f.attacker.product, f.defender.product) == (20, 12)


@pytest.mark.rule("me.multiplier")
def test_each_nation_is_multiplied_by_its_own() -> None:
    s = given(
        scenario="europe",
        flags=[("germany", "Gazala", "Tobruk")],
        points={"germany": {"Gazala": {"men": 2, "tanks": 1}}, "italy": {"Gazala": {"men": 4}}},
    )
    f = situation(s, h(s, "Tobruk"), AXIS)
    assert f.attacker.product == 3 * 5 + 4 * 2
    assert f.attacker.me == 2, "the larger contingent's counts for losses"


@pytest.mark.rule("me.varies")
def test_effectiveness_changes_with_the_years_and_with_weariness() -> None:
    early, late = given(scenario="europe", turn=1), given(scenario="europe", turn=14)
    assert [s.me[p(s, "germany")] for s in (early, late)] == [5, 4]
    assert [s.me[p(s, "usa")] for s in (early, late)] == [2, 4]
    late.morale = with_item(late.morale, p(late, "germany"), 3)
    muster(late)
    assert late.me[p(late, "germany")] == 3
    late.morale = with_item(late.morale, p(late, "germany"), 4)
    muster(late)
    assert late.me[p(late, "germany")] == 4
    italy = p(late, "italy")
    late.morale = with_item(late.morale, italy, 3)
    muster(late)
    assert late.me[italy] == late.world.powers[italy].me[-1] == 1, "never less than 1"


@pytest.mark.rule("me.briefing")
def test_ones_own_effectiveness_is_exact_and_the_enemys_an_assessment() -> None:
    s = given(agenda=(Briefings(), FlagPlacing(AXIS)))
    assert pending(s) == Assessment(ALLIES, 0)
    roll(s, 3, 1)
    assert assessment(s, ALLIES, 0) == 6 and assessment(s, AXIS, 0) == 5
    assert assessment(s, AXIS, 1) == 1 and assessment(s, ALLIES, 1) == 2

    def track(seat: str, power: str) -> tuple[float, str]:
        found = next(t for t in GAME.view(s, seat).tracks if t.id == f"me-{power}")
        return found.value, found.note

    assert track("allies", "germany") == (6, "assessment")
    assert track("axis", "germany") == (5, "exact")
    assert track(CONTROL, "germany") == (5, "exact")
    assert track("observer", "germany") == (0, "not known")
    assert not Assessment(ALLIES, 0).seen_by(s, "allies")


@pytest.mark.rule("me.briefing")
def test_an_assessment_is_never_below_one_and_forecasts_use_it() -> None:
    s = given(me=[1, 2], agenda=(Assessment(ALLIES, 0), FlagPlacing(AXIS)))
    roll(s, 1)
    assert assessment(s, ALLIES, 0) == 1
    s = given(
        flags=[("germany", "Orel", "Kursk")], guess=[0, 1] + [0] * 6 + [-2] + [0] * 7, agenda=(CombatStep(),)
    )
    seen = {seat: GAME.forecast(s, seat) for seat in ("axis", "allies", CONTROL)}
    times = {
        seat: next(w.value for w in f.working if w.label == "Times effectiveness")
        for seat, f in seen.items()
        if f is not None
    }
    assert times == {"axis": "5 to 3", "allies": "3 to 2", CONTROL: "5 to 2"}


@pytest.mark.rule("sequence.4-order")
def test_the_most_effective_side_chooses_the_order() -> None:
    s = given(agenda=(FlagStep(),), hand=[0, 0])
    assert pending(s) == OrderChoice(AXIS, "axis", "sequence.4-order")
    act(s, "axis", GoSecond())
    assert s.first == ALLIES and deciders(s) == ("allies",)
    act(s, "allies", Done())
    assert deciders(s) == ("axis",)
    s = given(agenda=(FlagStep(),), hand=[0, 0], me=[2, 3])
    assert deciders(s) == ("allies",)
    act(s, "allies", GoFirst())
    assert s.first == ALLIES
    s = given(agenda=(FlagStep(),), hand=[0, 0], me=[2, 2])
    assert deciders(s) == ("axis",), "the Axis where both are equal"


@pytest.mark.rule("sequence.4-order")
def test_the_best_nation_in_the_war_counts() -> None:
    late = {"hand": [0] * 8, "turn": 14, "me": [3, 1, 2, 3, 2, 4, 4, 3]}
    s = given(scenario="europe", options={"seats": 7}, agenda=(FlagStep(),), **late)
    assert deciders(s) == ("britain",), "effectiveness 4, before Germany's 3"
    s = given(
        scenario="europe",
        options={"seats": 7},
        agenda=(FlagStep(),),
        out_of_war=0b1100000,
        **late,
    )
    assert deciders(s) == ("germany",)


@pytest.mark.rule("sequence.4-flags")
def test_flags_are_secret_until_a_side_has_placed_them() -> None:
    s = given(scenario="europe", options={"seats": 4}, agenda=(FlagPlacing(ALLIES),), phase="flags")
    assert set(deciders(s)) == {"west", "ussr"}, "both at the same time"
    act(s, "ussr", Pick(h(s, "Voroshilovgrad")))
    target = next(a for a in legal(s, "ussr") if isinstance(a, Flag))
    act(s, "ussr", target)
    flags = {
        seat: [m for m in GAME.view(s, seat).markers if m.kind == "flag"]
        for seat in ("ussr", "west", "germany")
    }
    assert len(flags["ussr"]) == 1 and not flags["west"] and not flags["germany"]
    act(s, "ussr", Done())
    assert deciders(s) == ("west",) and not s.flags
    act(s, "west", Done())
    assert len(s.flags) == 1
    assert [m for m in GAME.view(s, "germany").markers if m.kind == "flag"]


@pytest.mark.rule("sequence.4-flags")
def test_both_sides_place() -> None:
    s = given(agenda=(FlagStep(),), hand=[0, 0])
    act(s, "axis", GoFirst())
    place(s, "axis", "germany", "Orel", "Kursk")
    act(s, "axis", Done())
    place(s, "allies", "ussr", "Kursk", "Sevsk")
    act(s, "allies", Done())
    assert s.flags == [
        Attack(0, h(s, "Orel"), h(s, "Kursk"), False, False),
        Attack(1, h(s, "Kursk"), h(s, "Sevsk"), False, False),
    ]
    assert have(s, "germany", "Orel", MEN) == 1


@pytest.mark.rule("cards.use-order")
def test_cards_decide_the_order_and_equal_values_cancel() -> None:
    s = given(agenda=(FlagStep(),))
    assert set(deciders(s)) == {"axis", "allies"}
    act(s, "allies", Bid(1, 0))
    act(s, "axis", Bid(0, 1))
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert pending(s) == OrderChoice(ALLIES, "allies", "cards.use-order"), "3 beats 2"
    assert s.hand == (0b101, 0b110)
    s = given(agenda=(FlagStep(),))
    act(s, "allies", Bid(1, 0))
    act(s, "axis", Bid(0, 0))
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert pending(s) == OrderChoice(AXIS, "axis", "sequence.4-order"), "3 and 3 cancel"
    assert s.hand == (0b110, 0b110)
    s = given(agenda=(FlagStep(),), me=[2, 3])
    act(s, "axis", Bid(0, 2))
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert pending(s) == OrderChoice(AXIS, "axis", "cards.use-order"), "a single card is enough"


@pytest.mark.rule("combat.multi-hex")
def test_odds_are_known_while_flags_are_placed_and_only_to_those_who_place_them() -> None:
    s = given(agenda=(FlagPlacing(AXIS),), phase="flags")
    s.flags_left = with_item(s.flags_left, 0, 3)
    assert GAME.forecast(s, "axis") is None
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Flag(0, h(s, "Kursk")))
    one = GAME.forecast(s, "axis")
    assert one is not None and one.at == "2618" and one.attackers == ("2617",)
    assert ("Enemy effectiveness", "an estimate") in {(w.label, w.value) for w in one.working}
    assert GAME.forecast(s, "allies") is None, "where flags stand is not known before they are laid open"
    act(s, "axis", Pick(h(s, "Sevsk")))
    assert GAME.forecast(s, "axis") is None
    act(s, "axis", Flag(0, h(s, "Kursk")))
    both = GAME.forecast(s, "axis")
    assert both is not None and len(both.attackers) == 2 and s.flags == []
