"""The parts of a combat one by one: who fights, with what, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war.cards import ATTACK, CANCEL, DEFENCE, ZEAL
from hexfront.games.last_war.combat import (
    Battle,
    Following,
    PressOn,
    advance,
    army,
    at_sea,
    attack_hexes,
    band,
    call_off,
    cards_on,
    follow,
    further,
    is_possible,
    is_security,
    layers,
    nations,
    operation,
    pag_near,
    push_out,
    rank,
    reposition,
    situation,
    suffer,
)
from hexfront.games.last_war.events import HexTaken, NoManFound
from hexfront.games.last_war.front import redraw
from hexfront.games.last_war.plans import Attack, BoonCard, ColumnCard, DieCard, PlayedCard
from hexfront.games.last_war.state import FREE, LastWarState
from hexfront.kernel import with_item
from hexfront.testing import roll

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
    given,
    h,
    have,
    holder,
    pool,
    put,
)

NONE = {"man": 0, "tank": 0, "air": 0}


# --- who takes part


@pytest.mark.rule("flags.only-place-to-attack")
@pytest.mark.rule("combat.multi-hex")
def test_an_attack_has_the_hexes_whose_flags_point_there() -> None:
    s = given(
        flags=[
            ("germany", "Orel", "Kursk"), ("germany", "Sevsk", "Kursk"), ("germany", "Kharkov", "2819"),
            ("ussr", "2717", "Kursk"),
        ]
    )  # fmt: skip
    kursk = h(s, "Kursk")
    assert attack_hexes(s, kursk, AXIS) == [h(s, "Orel"), h(s, "Sevsk")]
    assert attack_hexes(s, h(s, "2819"), AXIS) == [h(s, "Kharkov")]
    assert attack_hexes(s, kursk, ALLIES) == [h(s, "2717")]
    put(s, "germany", "Sevsk", MEN, 0)
    assert attack_hexes(s, kursk, AXIS) == [h(s, "Orel")], "nobody is there to attack"
    s.ground = with_item(s.ground, AXIS, s.ground[AXIS] & (~(1 << h(s, "Orel"))))
    assert attack_hexes(s, kursk, AXIS) == []
    sea = given(scenario="europe")
    beach, coast = next(iter(sea.world.beaches.items()))
    sea.flags = [Attack(5, beach, coast, True, True)]
    put(sea, "britain", sea.world.label(beach), MEN, 3)
    assert attack_hexes(sea, coast, ALLIES) == [beach], "boats need no ground"


@pytest.mark.rule("security.operation")
@pytest.mark.rule("security.operation-flag")
@pytest.mark.rule("combat.only-with-flag")
def test_when_a_combat_is_an_operation_against_partisans() -> None:
    s = given(pags={"Bryansk": "ussr", "Kursk": "ussr"}, flags=[("germany", "Orel", "Bryansk")])
    bryansk = h(s, "Bryansk")
    assert is_security(s, bryansk, AXIS)
    assert not is_security(s, bryansk, ALLIES), "one's own"
    assert not is_security(s, h(s, "Kursk"), ALLIES), "nor on one's own ground"
    assert not is_security(s, h(s, "Orel"), AXIS), "none there"
    assert not is_security(s, h(s, "Kursk"), AXIS), "on ground the enemy holds it is an ordinary attack"
    assert is_possible(s, bryansk, AXIS)
    s.pags = {}
    assert not is_possible(s, bryansk, AXIS), "one's own ground is no target"


@pytest.mark.rule("die.amphibious")
@pytest.mark.rule("die.amphibious-no-craft")
def test_a_landing_is_one_by_all_its_flags_and_by_no_others() -> None:
    s = given(
        scenario="europe",
        held={"britain": ["0919", "0820"]},
        points={"britain": {name: {"men": 1} for name in ("Plymouth", "0919", "0720")}},
    )
    brest, caen = h(s, "Brest"), h(s, "Caen")
    plymouth, shore, sea = h(s, "Plymouth"), h(s, "0919"), h(s, "0720")
    wet, dry = Attack(5, plymouth, brest, True, True), Attack(5, shore, brest, False, False)
    s.flags = [wet, Attack(5, shore, caen, False, False), Attack(0, shore, brest, False, False)]
    assert at_sea(s, brest, ALLIES) == (True, True, True), "other targets and the other side do not matter"
    s.flags = [wet, dry]
    assert at_sea(s, brest, ALLIES) == (False, True, True), "a part of it lands"
    s.flags = [wet, Attack(5, sea, brest, True, False)]
    assert at_sea(s, brest, ALLIES) == (True, True, False), "craft for some are not craft for all"


@pytest.mark.rule("combat.1-sum")
@pytest.mark.rule("resources.garrison-attack")
@pytest.mark.rule("resources.bombers-in-land-combat")
def test_who_counts_as_a_nation_in_a_combat() -> None:
    s = given(scenario="europe")
    rome = h(s, "Rome")
    put(s, "italy", "Rome", TANKS, 2)
    assert nations(s, [rome], AXIS, rome, ATTACK) == {1: (0, 2, 0)}, "nobody who has nothing there"
    put(s, "germany", "Rome", AIR, 1)
    put(s, "balkans", "Rome", MEN, 3)
    put(s, "italy", "Rome", GARRISONS, 1)
    s.backing = {(rome * 8 + 3) * 2 + DEFENCE: 2, (rome * 8 + 0) * 2 + ATTACK: 4}
    assert nations(s, [rome], AXIS, rome, DEFENCE) == {0: (0, 0, 1), 1: (1, 2, 0), 2: (3, 0, 0), 3: (0, 0, 2)}
    assert nations(s, [rome], AXIS, rome, ATTACK) == {0: (0, 0, 5), 1: (0, 2, 0), 2: (3, 0, 0)}


@pytest.mark.rule("shift.enemy-pag")
@pytest.mark.rule("pag.effect")
def test_partisans_under_attack_are_not_also_partisans_nearby() -> None:
    s = given(pags={"Bryansk": "ussr"})
    orel, bryansk = h(s, "Orel"), h(s, "Bryansk")
    assert pag_near(s, [orel], AXIS, h(s, "Kursk"))
    assert not pag_near(s, [orel], AXIS, bryansk), "those it is fighting"
    assert not pag_near(s, [orel], ALLIES, h(s, "Kursk")), "one's own do no harm"
    s.flags = [Attack(0, orel, bryansk, False, False)]
    put(s, "germany", "Orel", MEN, 2)
    assert not situation(s, bryansk, AXIS).attacker.pag, "a security operation"
    s.ground = with_item(s.ground, AXIS, s.ground[AXIS] & ~(1 << bryansk))
    s.ground = with_item(s.ground, ALLIES, s.ground[ALLIES] | (1 << bryansk))
    assert situation(s, bryansk, AXIS).attacker.pag, "not when the enemy's line is fought in their hex"
    far = given(pags={"Kiev": "ussr"})
    assert not pag_near(far, [orel], AXIS, h(far, "Kursk"))


# --- cards


def card(kind: str, power: int, number: int, side: int, to: int, boon: int = 0) -> PlayedCard:
    if kind == BOON:
        return BoonCard(power, number, side, to, boon)
    return (DieCard if kind == DIE else ColumnCard)(power, number, side, to)


DIE, COLUMN, BOON = "die", "column", "boon"


@pytest.mark.rule("cards.use-die")
@pytest.mark.rule("cards.use-column")
@pytest.mark.rule("cards.cumulative")
@pytest.mark.rule("cards.use-control")
def test_cards_in_a_combat_count_for_the_side_that_played_them() -> None:
    s = given()
    kursk, orel = h(s, "Kursk"), h(s, "Orel")
    s.cards = [
        card(DIE, 0, 0, AXIS, kursk), card(DIE, 0, 1, AXIS, kursk), card(COLUMN, 0, 2, AXIS, kursk),
        card(DIE, 1, 2, ALLIES, kursk), card(COLUMN, 1, 1, ALLIES, orel),
    ]  # fmt: skip
    assert cards_on(s, kursk, AXIS) == ((3, 2), 1, 0), "the enemy's die card takes nothing away"
    assert cards_on(s, kursk, ALLIES) == ((1,), 0, 0)
    assert cards_on(s, orel, ALLIES) == ((), 1, 0)


@pytest.mark.rule("cards.use-control")
def test_cancelling_takes_the_best_die_card_and_then_a_column() -> None:
    s = given()
    kursk = h(s, "Kursk")
    columns = [card(COLUMN, 0, n, AXIS, kursk) for n in (1, 2)]
    cancel = card(BOON, 1, 0, ALLIES, kursk, CANCEL)
    s.cards = [card(DIE, 0, 0, AXIS, kursk), *columns, cancel]
    assert cards_on(s, kursk, AXIS) == ((), 2, 0), "the die card first"
    s.cards = [*columns, cancel]
    assert cards_on(s, kursk, AXIS) == ((), 1, 0), "one column, not both"
    s.cards = [cancel]
    assert cards_on(s, kursk, AXIS) == ((), 0, 0), "never less than nothing"
    s.cards = [
        card(BOON, 0, 0, AXIS, kursk, ZEAL),
        card(BOON, 0, 1, AXIS, kursk, CANCEL),
        card(DIE, 0, 2, AXIS, kursk),
    ]
    assert cards_on(s, kursk, AXIS) == ((1,), 0, 1), "one does not cancel one's own"
    assert cards_on(s, kursk, ALLIES) == ((), 0, 0)


# --- strength


@pytest.mark.rule("me.multiplier")
@pytest.mark.rule("combat.2-multiply")
@pytest.mark.rule("combat.1-sum")
def test_an_empty_hex_has_no_strength_but_an_effectiveness() -> None:
    s = given()
    f = army(s, [h(s, "Kiev")], AXIS, h(s, "Kiev"), DEFENCE, s.me)
    assert (f.cv, f.product, f.me) == (0, 0, 1)


@pytest.mark.rule("pag.counter")
@pytest.mark.rule("security.operation")
def test_partisans_fight_as_one_man_of_their_nation() -> None:
    s = given(pags={"Bryansk": "ussr"})
    to = h(s, "Bryansk")
    assert (
        band(s, to, ALLIES, s.me).men,
        band(s, to, ALLIES, s.me).product,
        band(s, to, ALLIES, s.me).me,
    ) == (1, 2, 2)
    for side in (AXIS, ALLIES):
        s.pags[to] = FREE + side
        f = band(s, to, side, s.me)
        assert (f.cv, f.product, f.me) == (1, 1, 1), "independent ones"


@pytest.mark.rule("shift.fortified")
@pytest.mark.rule("fort.hexside")
@pytest.mark.rule("fort.layers")
def test_layers_are_the_fewest_of_the_sides_used() -> None:
    s = given(forts={("Kursk", "Orel"): 3, ("Kursk", "Sevsk"): 1})
    kursk, orel, sevsk, poltava = (h(s, name) for name in ("Kursk", "Orel", "Sevsk", "Poltava"))
    assert layers(s, kursk, [orel]) == 3 and layers(s, kursk, [orel, sevsk]) == 1
    assert layers(s, kursk, [orel, poltava]) == 0 and layers(s, kursk, []) == 0


@pytest.mark.rule("combat.target-terrain")
@pytest.mark.rule("shift.major-city")
@pytest.mark.rule("shift.major-city-own")
@pytest.mark.rule("flak.no-land-defence")
def test_the_situation_of_a_combat() -> None:
    s = given(
        flags=[("germany", "Orel", "Kursk"), ("ussr", "2819", "Kharkov")],
        points={"germany": {"Orel": {"men": 3}, "Kharkov": {"men": 2, "tanks": 1}}, "ussr": {"Kursk": {"men": 4}, "2819": {"men": 5}}},
        forts={("Kharkov", "2819"): 2},
    )  # fmt: skip
    kharkov, kursk = h(s, "Kharkov"), h(s, "Kursk")
    f = situation(s, kharkov, ALLIES)
    assert (f.attacker.men, f.defender.men, f.defender.tanks, f.defender.product) == (5, 2, 1, 15)
    assert f.layers == 2 and not f.city, "a Soviet city is no help to the Germans"
    assert situation(s, kursk, AXIS).defender.men == 4
    assert situation(s, kursk, AXIS, [7, 1]).attacker.product == 21, "as somebody believes"
    s.flak = {kharkov: 0}
    assert situation(s, kharkov, ALLIES) == f, "flak is no fortification"
    own = given(held={"ussr": ["Kharkov"]}, flags=[("germany", "2719", "Kharkov")])
    assert situation(own, kharkov, AXIS).city


@pytest.mark.rule("combat.target-terrain")
@pytest.mark.rule("shift.major-city-own")
def test_partisans_have_neither_walls_nor_a_city() -> None:
    s = given(
        scenario="europe",
        pags={"Kharkov": "ussr"},
        flags=[("germany", "Poltava", "Kharkov")],
        points={"germany": {"Poltava": {"men": 3}, "Kharkov": {"men": 9}}},
        forts={("Kharkov", "Poltava"): 2},
    )
    f = situation(s, h(s, "Kharkov"), AXIS)
    assert f.defender.cv == 1 and f.layers == 0 and not f.city
    assert (s.world.cities & s.world.native[ALLIES]) >> h(s, "Kharkov") & 1
    axis = given(pags={"2717": "0"}, flags=[("ussr", "Kursk", "2717")])
    axis.cards = [card(DIE, 0, 0, AXIS, h(axis, "2717"))]
    assert situation(axis, h(axis, "2717"), ALLIES).defender.dice == (3,), "their side's cards help them"


@pytest.mark.rule("sequence.7-combat-order")
def test_a_flag_without_a_force_ranks_last() -> None:
    s = given(flags=[("germany", "Orel", "Kursk")])
    assert rank(s, h(s, "Kursk"), AXIS)[0] == -5
    put(s, "germany", "Orel", MEN, 0)
    assert rank(s, h(s, "Kursk"), AXIS)[:2] == (0, 0)


# --- losses


@pytest.mark.rule("combat.5-dice")
@pytest.mark.rule("combat.6-casualties")
def test_both_sides_lose_whoever_attacks() -> None:
    s = given(
        flags=[("ussr", "2819", "Kharkov")],
        points={"germany": {"Kharkov": {"men": 10}}, "ussr": {"2819": {"men": 20}}},
    )
    s.agenda = (Battle(h(s, "Kharkov"), ALLIES),)
    roll(s, (3, 3))
    assert have(s, "germany", "Kharkov") == 10 - 4 and have(s, "ussr", "2819") == 20 - 4
    band_ = given(
        pags={"Bryansk": "ussr"},
        flags=[("germany", "Orel", "Bryansk")],
        points={"germany": {"Orel": {"men": 9}}},
    )
    band_.agenda = (Battle(h(band_, "Bryansk"), AXIS),)
    roll(band_, (6, 1))
    assert not band_.pags and holder(band_, "Bryansk") == "germany" and have(band_, "germany", "Orel") == 9


@pytest.mark.rule("combat.6-casualties")
@pytest.mark.rule("sequence.8-update")
@pytest.mark.rule("resources.garrison-attack")
@pytest.mark.rule("resources.bombers-in-land-combat")
def test_what_goes_when_the_men_and_aircraft_are_used_up() -> None:
    s = given(scenario="europe", points={"italy": {"Rome": {"men": 1, "garrisons": 1, "air": 1}}})
    rome, milan = h(s, "Rome"), h(s, "Milan")
    put(s, "germany", "Milan", BOMBERS, 3)
    put(s, "italy", "Milan", BOMBERS, 2)
    s.bases = {h(s, "Naples"): 0b11, milan: 0b11}
    s.support = {h(s, "Cairo") * 8 + 1: 1, milan * 8: 2, milan * 8 + 1: 1}
    put(s, "italy", "Cairo", BOMBERS, 1)
    key, other, attack = (
        (rome * 8 + 0) * 2 + DEFENCE,
        (rome * 8 + 1) * 2 + DEFENCE,
        (rome * 8 + 0) * 2 + ATTACK,
    )
    s.backing = {other: 1, attack: 2}
    suffer(s, [rome], AXIS, rome, DEFENCE, {"man": 2, "tank": 0, "air": 2})
    assert not have(s, "italy", "Rome") and not have(s, "italy", "Rome", GARRISONS)
    assert not have(s, "italy", "Rome", AIR) and s.backing == {other: 0, attack: 2}
    assert have(s, "italy", "Milan", BOMBERS) == 1 and have(s, "germany", "Milan", BOMBERS) == 3
    assert have(s, "italy", "Cairo", BOMBERS) == 1, "out of range of the battle"
    assert s.lost[6:12] == (1, 0, 1, 1, 0, 1)
    gone = given(scenario="europe")
    gone.backing = {key: 1}
    suffer(gone, [rome], AXIS, rome, DEFENCE, {"man": 0, "tank": 0, "air": 1})
    assert gone.backing == {key: 0} and not any(gone.lost), "its base was overrun before"


# --- what follows


@pytest.mark.rule("security.pag-destroyed")
@pytest.mark.parametrize(
    ("effect", "lost", "destroyed"),
    [("beyond", 0, True), ("occupy", 0, True), ("stay", 1, True), ("stay", 0, False), ("pushed", 0, False)],
)
def test_when_partisans_are_destroyed(effect: str, lost: int, destroyed: bool) -> None:
    s = given(pags={"Bryansk": "ussr"})
    operation(s, h(s, "Bryansk"), AXIS, [], effect, {**NONE, "man": lost})
    assert (not s.pags) == destroyed


def attacking(men: int = 6, **what: Any) -> LastWarState:
    """Orel against 2717, with open ground behind it."""
    points = {"germany": {"Orel": {"men": men}}, **what.pop("points", {})}
    return given(flags=[("germany", "Orel", "2717")], points=points, **what)


@pytest.mark.rule("combat.5-reposition")
@pytest.mark.rule("terrain.open-green")
@pytest.mark.rule("terrain.open-yellow-blue")
@pytest.mark.rule("terrain.open-orange")
def test_only_green_goes_beyond_and_only_with_a_second_man() -> None:
    for effect, men, asks in (
        ("beyond", 2, True),
        ("beyond", 1, False),
        ("occupy", 6, False),
        ("stay", 6, False),
    ):
        s = attacking(men)
        to = h(s, "2717")
        frames = reposition(s, to, AXIS, [h(s, "Orel")], effect, False, (men, 1))
        assert any(isinstance(frame, PressOn) for frame in frames) == asks, effect
        if not asks:
            assert holder(s, "2717") == ("ussr" if effect == "stay" else "germany")
    dead = attacking(6)
    put(dead, "germany", "Orel", MEN, 0)
    assert reposition(dead, h(dead, "2717"), AXIS, [h(dead, "Orel")], "occupy", False, (0, 1)) == ()
    assert holder(dead, "2717") == "ussr", "nobody is left to go forward"
    assert NoManFound(0, h(dead, "2717"), "combat.5-reposition") in dead.out


@pytest.mark.rule("terrain.amphib")
def test_a_landing_that_loses_all_its_men_is_called_off() -> None:
    s = given(scenario="europe", craft=[0, 0, 0, 0, 0, 3, 2, 1])
    sea, coast = next((sea, coast) for sea, coast in s.world.beaches.items() if coast == h(s, "Brest"))
    other = next(sea for sea in s.world.beaches if sea != sea_of(s, "Brest"))
    s.flags = [
        Attack(5, sea, coast, True, True), Attack(5, other, s.world.beaches[other], True, True),
        Attack(6, other, coast, True, True), Attack(7, sea, coast, True, False),
    ]  # fmt: skip
    put(s, "britain", s.world.label(sea), TANKS, 2)
    redraw(s)
    assert reposition(s, coast, ALLIES, [sea], "lands", True, (0, 1)) == ()
    assert s.craft == (0, 0, 0, 0, 0, 2, 2, 1), "the craft of this landing, and of no other"
    assert pool(s, "britain", TANKS) == 2 and not s.ground[ALLIES] >> coast & 1
    call_off(s, coast, ALLIES, [other])
    assert s.craft == (0, 0, 0, 0, 0, 2, 1, 1)


def sea_of(s: LastWarState, name: str) -> int:
    return next(sea for sea, coast in s.world.beaches.items() if coast == h(s, name))


@pytest.mark.rule("terrain.amphib")
@pytest.mark.rule("combat.5-reposition")
def test_after_a_landing_all_go_ashore_and_nobody_is_asked() -> None:
    s = given(scenario="europe")
    sea, coast = sea_of(s, "Brest"), h(s, "Brest")
    put(s, "britain", s.world.label(sea), MEN, 4)
    put(s, "britain", s.world.label(sea), LSP, 1)
    s.flags = [Attack(5, sea, coast, True, True)]
    frames = advance(s, coast, ALLIES, [sea], -1, True)
    assert (
        have(s, "britain", "Brest")
        + sum(have(s, "britain", s.world.label(i)) for i in s.world.near(coast) if i != sea)
        == 4
    )
    assert have(s, "britain", "Brest", LSP) == 1 and not have(s, "britain", s.world.label(sea))
    assert frames == () and all(n > 0 for n in s.at.values())
    taken = [event.rule for event in s.out if isinstance(event, HexTaken)]
    assert taken == ["terrain.amphib"]


@pytest.mark.rule("combat.5-reposition")
@pytest.mark.rule("terrain.open-green")
def test_an_attack_over_land_is_no_landing() -> None:
    from hexfront.games.last_war.actions import Beyond

    s = attacking(6)
    frames = reposition(s, h(s, "2717"), AXIS, [h(s, "Orel")], "beyond", False, (6, 1))
    s.out = []
    frames[0].apply(s, "axis", Beyond(h(s, "2817")))  # type: ignore[attr-defined]
    assert [(e.at, e.rule) for e in s.out if isinstance(e, HexTaken)] == [
        (h(s, "2717"), "combat.5-reposition"), (h(s, "2817"), "terrain.open-green"),
    ]  # fmt: skip


@pytest.mark.rule("combat.5-reposition")
def test_the_beaten_do_not_fall_back_into_the_hex_beyond() -> None:
    s = attacking(9, points={"ussr": {"2717": {"men": 4, "tanks": 2}}})
    beyond = h(s, "2817")
    advance(s, h(s, "2717"), AXIS, [h(s, "Orel")], beyond, False)
    assert holder(s, "2817") == "germany" and not have(s, "ussr", "2817", TANKS)
    assert sum(have(s, "ussr", s.world.label(i), TANKS) for i in s.world.near(h(s, "2717"))) == 2
    assert not list(GAME.invariants(s))
    plain = attacking(9, points={"ussr": {"2717": {"men": 4, "tanks": 2}}})
    advance(plain, h(plain, "2717"), AXIS, [h(plain, "Orel")], -1, False)
    assert sum(have(plain, "ussr", name, TANKS) for name in ("2817", "2716", "2818")) == 2


@pytest.mark.rule("terrain.open-green")
def test_what_stands_without_men_in_the_hex_beyond_goes_back() -> None:
    s = attacking(9, points={"ussr": {"2817": {"tanks": 2, "lsp": 1, "bombers": 1}}})
    assert h(s, "2817") in further(s, h(s, "2717"), AXIS), "nobody holds it"
    advance(s, h(s, "2717"), AXIS, [h(s, "Orel")], h(s, "2817"), False)
    assert holder(s, "2817") == "germany" and not list(GAME.invariants(s))
    kinds = (TANKS, LSP, BOMBERS)
    assert [have(s, "ussr", "2817", kind) for kind in kinds] == [0, 0, 0]
    around = [s.world.label(i) for i in s.world.near(h(s, "2817"))]
    assert [sum(have(s, "ussr", name, kind) for name in around) for kind in kinds] == [2, 1, 0]
    assert pool(s, "ussr", BOMBERS) == 1, "bombers fly home"
    axis = given(points={"ussr": {"2616": {"men": 9}}, "germany": {"2517": {"tanks": 1}}})
    to = next(i for i in axis.world.near(h(axis, "2517")) if axis.line[AXIS] >> i & 1)
    advance(axis, to, ALLIES, [h(axis, "2616")], h(axis, "2517"), False)
    assert have(axis, "germany", "2517", TANKS) == 0 and holder(axis, "2517") == "ussr"


@pytest.mark.rule("combat.5-reposition")
@pytest.mark.rule("terrain.amphib")
def test_the_allies_drive_the_axis_back_too() -> None:
    s = given(points={"ussr": {"2819": {"men": 9}}, "germany": {"Kharkov": {"men": 3, "tanks": 2}}})
    advance(s, h(s, "Kharkov"), ALLIES, [h(s, "2819")], -1, False)
    assert holder(s, "Kharkov") == "ussr" and not have(s, "germany", "Kharkov", TANKS)
    assert sum(have(s, "germany", s.world.label(i), TANKS) for i in s.world.near(h(s, "Kharkov"))) == 2


@pytest.mark.rule("combat.5-reposition")
def test_nobody_is_asked_how_many_follow_when_nobody_can() -> None:
    s = attacking(2)
    assert advance(s, h(s, "2717"), AXIS, [h(s, "Orel")], -1, False) == ()
    more = attacking(3)
    orel = h(more, "Orel")
    assert advance(more, h(more, "2717"), AXIS, [orel], -1, False) == (
        Following(h(more, "2717"), AXIS, (orel,)),
    )


@pytest.mark.rule("combat.5-reposition")
@pytest.mark.rule("front-line.manpower-in-each")
def test_how_much_follows() -> None:
    s = attacking(1)
    orel, to = h(s, "Orel"), h(s, "2717")
    put(s, "germany", "Orel", TANKS, 3)
    half = s.clone()
    follow(half, orel, to, AXIS, 1)
    assert have(half, "germany", "2717", TANKS) == 2 and have(half, "germany", "Orel", TANKS) == 1, (
        "half of three is two"
    )
    assert have(half, "germany", "Orel") == 1 and have(half, "germany", "2717") == 0, "the line keeps its Man"
    follow(s, orel, to, AXIS, 2)
    assert have(s, "germany", "2717", TANKS) == 3 and have(s, "germany", "Orel") == 1
    put(s, "germany", "Orel", MEN, 0)
    follow(s, orel, to, AXIS, 2)
    assert have(s, "germany", "Orel") == 0 and have(s, "germany", "2717") == 0, "none is none"


@pytest.mark.rule("terrain.open-red")
def test_who_is_pushed_out_and_by_whom() -> None:
    s = given(
        points={"ussr": {"2819": {"men": 5}}, "germany": {"Kharkov": {"men": 2}}},
        pool={"germany": {"men": 3}},
    )
    push_out(s, h(s, "Kharkov"), ALLIES, [h(s, "2819")], 2)
    assert holder(s, "2819") == "germany" and have(s, "germany", "2819") == have(s, "germany", "Kharkov") == 1
    assert pool(s, "germany") == 3, "two Men are enough to send one"
    lone = given(points={"ussr": {"2819": {"men": 5}}}, pool={"germany": {"men": 3}})
    push_out(lone, h(lone, "Kharkov"), ALLIES, [h(lone, "2819")], 1)
    assert holder(lone, "2819") == "germany" and pool(lone, "germany") == 2, "from the Pool"
    far = given(points={"ussr": {"2819": {"men": 5}}}, pool={"germany": {"men": 3}})
    far.reach = with_item(far.reach, 0, 0)
    push_out(far, h(far, "Kharkov"), ALLIES, [h(far, "2819")], 1)
    assert holder(far, "2819") == "ussr", "no route, no Man"


@pytest.mark.rule("terrain.open-green")
def test_where_an_attack_can_press_on() -> None:
    s = given(held={"ussr": ["Kharkov"]}, points={"ussr": {"Kharkov": {"men": 2}}})
    w = s.world
    for side, to in ((AXIS, "2717"), (ALLIES, "Orel")):
        found = further(s, h(s, to), side)
        assert found and all(
            w.play >> i & 1 and not s.ground[side] >> i & 1 and not s.line[1 - side] >> i & 1 for i in found
        )
    back = {side: further(s, h(s, to), side)[0] for side, to in ((AXIS, "2717"), (ALLIES, "Orel"))}
    for side, power, to in ((AXIS, "ussr", "2717"), (ALLIES, "germany", "Orel")):
        held = s.clone()
        put(held, power, w.label(back[side]), MEN, 1)
        assert back[side] not in further(held, h(s, to), side), "a force stands there"
        port = s.clone()
        put(port, power, w.label(back[side]), GARRISONS, 1)
        assert back[side] not in further(port, h(s, to), side), "a Garrison too"
        bare = s.clone()
        bare.at = {}
        assert not any(s.line[1 - side] >> i & 1 for i in further(bare, h(s, to), side)), (
            "the line is no way through"
        )
    edge = given(scenario="europe")
    w = edge.world
    lonely = next(i for i in w.near(h(edge, "Marseilles")) if not w.play >> i & 1)
    assert lonely not in further(edge, h(edge, "Marseilles"), ALLIES)
    inland = next(i for i in w.near(h(edge, "Essen")) if w.cities >> i & 1)
    edge.ground = with_item(edge.ground, AXIS, edge.ground[AXIS] & ~(1 << inland))
    assert inland not in further(edge, h(edge, "Essen"), ALLIES), "a Major City is never entered in passing"
    strait = next(
        (i, j)
        for i in range(w.grid.top)
        if w.play >> i & 1
        for j in w.near(i)
        if w.play >> j & 1 and w.sea_sides.has(i, j) and not w.cities >> j & 1
    )
    edge.ground = (0, 0)
    edge.line = (0, 0)
    edge.at = {}
    assert strait[1] not in further(edge, strait[0], AXIS), "not over the sea"


@pytest.mark.rule("terrain.open-green")
@pytest.mark.rule("front-line.china-offensive")
def test_an_empty_marker_in_china_is_not_passed_over() -> None:
    s = given(scenario="pacific")
    w = s.world
    pair = next(
        (i, j) for i in range(w.grid.top) if s.line[ALLIES] >> i & 1 and w.china >> i & 1
        for j in w.near(i) if s.line[ALLIES] >> j & 1 and w.china >> j & 1 and not w.cities >> j & 1
    )  # fmt: skip
    s.at = {}
    assert pair[1] not in further(s, pair[0], AXIS)
    assert all(not s.line[ALLIES] >> j & 1 for j in further(s, pair[0], AXIS))
