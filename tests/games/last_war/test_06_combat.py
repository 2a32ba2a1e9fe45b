"""The combat process: sums, odds, columns, dice, and where the line goes."""

from __future__ import annotations

import pytest

from hexfront.games.last_war.actions import Beyond, Halt, Occupy
from hexfront.games.last_war.combat import (
    CombatStep,
    Following,
    PressOn,
    further,
    layers,
    pag_near,
    situation,
)
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.plans import Attack
from hexfront.games.last_war.reckoning import force
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.straightening import StraightenStep
from hexfront.kernel import pending, with_item
from hexfront.testing import refusal, roll

from .kit import (
    AIR,
    ALLIES,
    AXIS,
    GAME,
    MEN,
    TABLES,
    TANKS,
    act,
    battle,
    column,
    finish,
    given,
    h,
    have,
    holder,
    p,
    plain,
    pool,
    put,
)


@pytest.mark.rule("combat.1-sum")
def test_strength_is_a_plain_sum() -> None:
    s = given(
        flags=[("germany", "Orel", "Kursk")],
        points={
            "germany": {"Orel": {"men": 3, "tanks": 2, "air": 1, "lsp": 4}},
            "ussr": {"Kursk": {"men": 5, "tanks": 1, "air": 2, "lsp": 3}},
        },
    )
    f = situation(s, h(s, "Kursk"), AXIS)
    assert (f.attacker.men, f.attacker.tanks, f.attacker.air, f.attacker.cv) == (3, 2, 1, 6)
    assert (f.defender.men, f.defender.tanks, f.defender.air, f.defender.cv) == (5, 1, 2, 8)


@pytest.mark.rule("combat.2-multiply")
def test_strength_times_effectiveness() -> None:
    assert force(14, 3, 3, 2).product == 40
    assert force(4, 1, 3, 5).product == 40


@pytest.mark.rule("combat.3-odds")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (65, 20, "3:1"),
        (40, 40, "1:1"),
        (39, 40, "1:2"),
        (20, 40, "1:2"),
        (19, 40, "1:3"),
        (1, 99, "1:3"),
        (149, 100, "1:1"),
        (150, 100, "3:2"),
        (499, 100, "9:2"),
        (999, 100, "5:1"),
        (5, 0, "5:1"),
    ],
)
def test_odds_are_rounded_down_to_a_printed_column(attack: int, defence: int, odds: str) -> None:
    f = plain(attacker=force(attack, 0, 0, 1, lsp=1), defender=force(defence, 0, 0, 1))
    assert TABLES.results.columns[TABLES.reckon(f).base] == odds


@pytest.mark.rule("combat.4-shifts")
def test_shifts_are_netted_and_stop_at_the_ends() -> None:
    base = plain()
    assert column(base) == "1:1"
    assert (
        column(plain(attacker=force(10, 0, 0, 2, lsp=1, columns=3), defender=force(10, 0, 0, 2, columns=1)))
        == "2:1"
    )
    assert column(plain(attacker=force(10, 0, 0, 2, lsp=1, columns=20))) == "5:1"
    assert column(plain(defender=force(10, 0, 0, 2, columns=20))) == "1:3"
    weak = plain(attacker=force(1, 0, 0, 1, lsp=1, columns=1), defender=force(99, 0, 0, 1))
    assert column(weak) == "1:2", "what lies beyond the table is lost before the shifts"
    strong = plain(attacker=force(99, 0, 0, 1, lsp=1), defender=force(1, 0, 0, 1, columns=1))
    assert column(strong) == "9:2"


@pytest.mark.rule("combat.5-dice")
def test_both_dice_with_their_modifiers() -> None:
    f = plain(attacker=force(10, 0, 0, 2, lsp=3, dice=(2,)), defender=force(10, 0, 0, 2, lsp=1, dice=(1, 1)))
    r = TABLES.reckon(f)
    assert (r.attacker_die, r.defender_die) == (5, 3)
    assert TABLES.verdict(f, r, 1, 6).difference == -3
    assert TABLES.verdict(f, r, 6, 1).difference == 7
    s = given(agenda=(CombatStep(),), flags=[("germany", "Orel", "Kursk")])
    assert len(list(pending(s).outcomes(s).chances())) == 36  # type: ignore[union-attr]


@pytest.mark.rule("combat.5-reposition")
def test_the_line_moves_as_directed_with_at_least_a_man() -> None:
    s = battle(
        (4, 3),
        flags=[("germany", "Orel", "Kursk")],
        points={"germany": {"Orel": {"men": 9, "tanks": 4}}, "ussr": {"Kursk": {"men": 3}}},
        stakes={},
    )
    assert holder(s, "Kursk") == "germany" and have(s, "germany", "Kursk") >= 1
    assert isinstance(pending(s), Following)
    assert refusal(s, "axis", Occupy(3)) == "combat.5-reposition"
    assert not list(GAME.invariants(s)) and s.shown == s.at
    rich = battle(
        (4, 3),
        flags=[("germany", "Orel", "Kursk")],
        points={"germany": {"Orel": {"men": 9, "tanks": 4}}, "ussr": {"Kursk": {"men": 3}}},
        pool={"germany": {"men": 5}},
    )
    assert pool(rich, "germany") == 5, "the Man comes from the attack, not from the Pool"
    assert have(s, "germany", "Kursk") == 1
    half, every, one = s.clone(), s.clone(), s.clone()
    act(one, "axis", Occupy(0))
    act(half, "axis", Occupy(1))
    act(every, "axis", Occupy(2))
    left = have(s, "germany", "Orel")
    assert have(one, "germany", "Orel") == left
    assert (
        have(half, "germany", "Kursk") == 1 + (left + 1) // 2 and have(half, "germany", "Kursk", TANKS) == 2
    )
    assert have(every, "germany", "Kursk", TANKS) == 4
    assert have(every, "germany", "Orel") == (1 if every.line[AXIS] >> h(s, "Orel") & 1 else 0)
    assert have(every, "germany", "Orel") + have(every, "germany", "Kursk") == left + 1


@pytest.mark.rule("combat.5-reposition")
def test_beaten_defenders_fall_back_one_hex() -> None:
    s = battle(
        (4, 3),
        flags=[("germany", "Orel", "Kursk")],
        points={
            "germany": {"Orel": {"men": 9, "tanks": 4}},
            "ussr": {"Kursk": {"men": 9, "tanks": 2, "air": 1}},
        },
        stakes={},
    )
    finish(s)
    assert holder(s, "Kursk") == "germany" and have(s, "ussr", "Kursk") == 0
    behind = sum(have(s, "ussr", x) for x in ("2717", "2718"))
    assert behind == 9 + 2 - s.lost[6], "survivors stand in the hexes behind"
    assert sum(have(s, "ussr", x, TANKS) for x in ("2717", "2718")) == 2 - s.lost[7]


@pytest.mark.rule("combat.6-casualties")
@pytest.mark.parametrize("dice", [(1, 6), (3, 3), (6, 1)])
def test_both_sides_lose_whatever_the_colour(dice: tuple[int, int]) -> None:
    s = battle(
        dice,
        flags=[("germany", "Orel", "Kursk")],
        points={"germany": {"Orel": {"men": 10}}, "ussr": {"Kursk": {"men": 20}}},
        me=[3, 3],
    )
    assert s.lost[0] == 4 and s.lost[6] == 2


@pytest.mark.rule("combat.6-casualties")
def test_losses_come_from_the_largest_stock() -> None:
    s = battle(
        (1, 3),
        flags=[("germany", "Orel", "Kursk"), ("germany", "Sevsk", "Kursk")],
        points={"germany": {"Orel": {"men": 6}, "Sevsk": {"men": 2}}, "ussr": {"Kursk": {"men": 10}}},
        me=[3, 3],
    )
    assert s.lost[0] == 2
    assert have(s, "germany", "Sevsk") == 2


@pytest.mark.rule("combat.target-terrain")
def test_the_attacked_hex_gives_the_terrain() -> None:
    s = given(flags=[("ussr", "2615", "Bryansk"), ("germany", "Smolensk", "Vyazma")])
    assert s.world.terrain[h(s, "2615")] == "forest" and s.world.terrain[h(s, "Bryansk")] == "forest"
    assert situation(s, h(s, "Bryansk"), ALLIES).terrain == "forest"
    assert s.world.terrain[h(s, "Smolensk")] == "open" and s.world.terrain[h(s, "Vyazma")] == "forest"
    assert situation(s, h(s, "Vyazma"), AXIS).terrain == "forest"
    out = given(flags=[("germany", "Bryansk", "2616")])
    assert situation(out, h(out, "2616"), AXIS).terrain == "open", "not that of the hex attacked from"
    wood = battle(
        (3, 3),
        flags=[("ussr", "2616", "Bryansk")],
        points={"ussr": {"2616": {"men": 9}}},
        me=[2, 2],
        pool={"germany": {"men": 2}},
    )
    assert holder(wood, "Bryansk") == "germany", "yellow in a forest"


@pytest.mark.rule("combat.multi-hex")
def test_attacks_on_one_hex_are_one_combat() -> None:
    s = given(
        agenda=(CombatStep(), StraightenStep()),
        flags=[("germany", "Orel", "Kursk"), ("germany", "Sevsk", "Kursk")],
        points={"germany": {"Orel": {"men": 3}, "Sevsk": {"men": 4, "tanks": 1}}},
    )
    f = situation(s, h(s, "Kursk"), AXIS)
    assert (f.attacker.men, f.attacker.tanks) == (7, 1)
    assert not s.battles, "one combat, and no other after it"


@pytest.mark.rule("shift.tank-supremacy")
def test_three_to_one_in_tanks_is_a_column_for_either_side() -> None:
    three = force(7, 3, 0, 2, lsp=1)
    assert column(plain(attacker=three, defender=force(9, 1, 0, 2))) == "3:2", "exactly three to one"
    assert column(plain(attacker=force(8, 2, 0, 2, lsp=1), defender=force(9, 1, 0, 2))) == "1:1"
    assert column(plain(attacker=force(9, 1, 0, 2, lsp=1))) == "3:2", "one against none"
    assert column(plain(attacker=force(9, 1, 0, 2, lsp=1), defender=force(7, 3, 0, 2))) == "1:2", (
        "the defender's"
    )
    assert column(plain()) == "1:1", "none against none"


@pytest.mark.rule("shift.air-supremacy")
def test_three_to_one_in_the_air_is_a_column_for_either_side() -> None:
    assert column(plain(attacker=force(7, 0, 3, 2, lsp=1), defender=force(9, 0, 1, 2))) == "3:2"
    assert column(plain(attacker=force(8, 0, 2, 2, lsp=1), defender=force(9, 0, 1, 2))) == "1:1"
    assert column(plain(attacker=force(9, 0, 1, 2, lsp=1), defender=force(7, 0, 3, 2))) == "1:2"
    both = plain(attacker=force(4, 3, 3, 2, lsp=1), defender=force(8, 1, 1, 2))
    assert column(both) == "2:1"


@pytest.mark.rule("shift.tank-supremacy-excluded")
@pytest.mark.parametrize(
    ("terrain", "counts"),
    [("open", True), ("mountains", False), ("swamp", False), ("jungle", False), ("forest", False)],
)
def test_where_tanks_count(terrain: str, counts: bool) -> None:
    f = plain(attacker=force(7, 3, 0, 2, lsp=1), defender=force(10, 0, 0, 2), terrain=terrain)
    assert (column(f) == "3:2") is counts
    assert (TABLES.reckon(f).tank == 1) is counts
    sea = plain(attacker=force(7, 3, 0, 2, lsp=1), defender=force(10, 0, 0, 2), amphibious=True)
    assert TABLES.reckon(sea).tank == 0


@pytest.mark.rule("shift.air-supremacy-excluded")
@pytest.mark.parametrize(
    ("terrain", "counts"),
    [("open", True), ("mountains", True), ("swamp", True), ("jungle", False), ("forest", False)],
)
def test_where_air_counts(terrain: str, counts: bool) -> None:
    f = plain(attacker=force(7, 0, 3, 2, lsp=1), defender=force(10, 0, 0, 2), terrain=terrain)
    assert (column(f) == "3:2") is counts
    sea = plain(
        attacker=force(7, 0, 3, 2, lsp=1), defender=force(10, 0, 0, 2), terrain=terrain, amphibious=True
    )
    assert (TABLES.reckon(sea).air == 1) is counts, "on a beach too, unless it is wooded"


@pytest.mark.rule("shift.fortified")
@pytest.mark.rule("fort.layers")
def test_each_layer_is_a_column() -> None:
    assert [column(plain(layers=n)) for n in range(3)] == ["1:1", "1:2", "1:3"]
    s = given(flags=[("germany", "Orel", "Kursk")], forts={("Kursk", "Orel"): 2})
    assert situation(s, h(s, "Kursk"), AXIS).layers == 2


@pytest.mark.rule("shift.fortified")
@pytest.mark.rule("fort.hexside")
def test_only_the_side_attacked_through_counts() -> None:
    s = given(flags=[("germany", "Sevsk", "Kursk")], forts={("Kursk", "Orel"): 2, ("Sevsk", "Kursk"): 3})
    assert situation(s, h(s, "Kursk"), AXIS).layers == 0, "neither another side nor the attacker's own"
    s = given(
        flags=[("germany", "Sevsk", "Kursk"), ("germany", "Orel", "Kursk")],
        forts={("Kursk", "Orel"): 2, ("Kursk", "Sevsk"): 1},
    )
    assert layers(s, h(s, "Kursk"), [h(s, "Sevsk"), h(s, "Orel")]) == 1, "the fewest"


@pytest.mark.rule("shift.major-city")
def test_a_major_city_is_a_column() -> None:
    assert column(plain(city=True)) == "1:2"
    assert column(plain(city=False)) == "1:1"


@pytest.mark.rule("shift.major-city")
@pytest.mark.rule("shift.major-city-own")
def test_only_ones_own_or_an_allys_city_counts() -> None:
    german = given(flags=[("ussr", "2718", "Kharkov")])
    assert situation(german, h(german, "Kharkov"), ALLIES).city is False, "Germans in Kharkov are occupiers"
    soviet = given(held={"ussr": ["Kharkov"]}, flags=[("germany", "Poltava", "Kharkov")])
    assert situation(soviet, h(soviet, "Kharkov"), AXIS).city is True
    plainly = given(flags=[("germany", "Orel", "Kursk")])
    assert situation(plainly, h(plainly, "Kursk"), AXIS).city is False, "Kursk is no Major City"
    ally = given(
        scenario="europe",
        held={"usa": ["Paris"]},
        points={"usa": {"Paris": {"men": 1}}},
        flags=[("germany", "1120", "Paris")],
        pool={"germany": {"men": 20}},
        men=1,
    )
    assert situation(ally, h(ally, "Paris"), AXIS).city is True, "a liberated allied city"


@pytest.mark.rule("shift.enemy-pag")
@pytest.mark.rule("pag.effect")
def test_partisans_within_two_hexes_are_two_columns() -> None:
    assert column(plain(attacker=force(10, 0, 0, 2, lsp=1, pag=True))) == "1:3"
    assert column(plain(defender=force(10, 0, 0, 2, pag=True))) == "2:1"
    s = given(flags=[("germany", "Orel", "Kursk")], pags={"2417": "ussr"})
    assert s.world.grid.distance(h(s, "2417"), h(s, "Orel")) == 2
    assert situation(s, h(s, "Kursk"), AXIS).attacker.pag is True
    assert situation(s, h(s, "Kursk"), AXIS).defender.pag is False, "they do not hamper their own"
    far = given(flags=[("germany", "Orel", "Kursk")], pags={"2316": "ussr"})
    assert far.world.grid.distance(h(far, "2316"), h(far, "Orel")) == 3
    assert situation(far, h(far, "Kursk"), AXIS).attacker.pag is False
    two = given(flags=[("germany", "Orel", "Kursk")], pags={"2417": "ussr", "2418": "ussr"})
    r = two.world.tables.reckon(situation(two, h(two, "Kursk"), AXIS))
    assert [x.columns for x in r.shifts if x.rule == "shift.enemy-pag"] == [-2], "they do not add up"


@pytest.mark.rule("shift.enemy-pag")
def test_partisans_near_the_defender_hamper_the_defender() -> None:
    s = given(flags=[("ussr", "Kursk", "Sevsk")], pags={"2319": "ussr"})
    assert s.world.grid.distance(h(s, "2319"), h(s, "Sevsk")) == 3
    assert not pag_near(s, [h(s, "Sevsk")], AXIS, h(s, "Sevsk"))
    s.pags = {h(s, "2417"): 1}
    assert situation(s, h(s, "Sevsk"), ALLIES).defender.pag is True


@pytest.mark.rule("shift.no-lsp")
def test_attacking_without_lsp_is_two_columns() -> None:
    assert column(plain(attacker=force(20, 0, 0, 2))) == "1:1", "2:1 without supplies"
    assert column(plain(attacker=force(20, 0, 0, 2, lsp=1))) == "2:1"
    assert column(plain(defender=force(10, 0, 0, 2, lsp=0))) == "1:1", "a defender needs none"


@pytest.mark.rule("die.amphibious")
def test_a_landing_is_four_off_the_die() -> None:
    f = plain(amphibious=True)
    assert TABLES.reckon(f).attacker_die == 1 - 4
    assert TABLES.reckon(plain()).attacker_die == 1
    s = given(
        scenario="europe", flags=[("britain", "Dover", "Calais")], points={"britain": {"Dover": {"men": 4}}}
    )
    assert situation(s, h(s, "Calais"), ALLIES).amphibious is True
    desert = given(scenario="europe", flags=[("britain", "Tobruk", "Gazala")])
    assert situation(desert, h(desert, "Gazala"), ALLIES).amphibious is False


@pytest.mark.rule("die.amphibious-no-craft")
def test_without_craft_it_is_six_instead() -> None:

    assert TABLES.reckon(plain(amphibious=True, craft=False)).attacker_die == 1 - 6
    s = given(scenario="europe", points={"britain": {"Dover": {"men": 4}}})
    dover, calais = h(s, "Dover"), h(s, "Calais")
    for craft in (True, False):
        s.flags = [Attack(p(s, "britain"), dover, calais, True, craft)]
        assert situation(s, calais, ALLIES).craft is craft


@pytest.mark.rule("die.lsp")
def test_each_lsp_is_one_on_the_die() -> None:
    r = TABLES.reckon(plain(attacker=force(10, 0, 0, 2, lsp=4), defender=force(10, 0, 0, 2, lsp=2)))
    assert (r.attacker_die, r.defender_die) == (4, 2)


@pytest.mark.rule("die.card")
def test_cards_on_the_die_add_their_values() -> None:
    r = TABLES.reckon(
        plain(attacker=force(10, 0, 0, 2, lsp=1, dice=(3, 2)), defender=force(10, 0, 0, 2, dice=(1,)))
    )
    assert (r.attacker_die, r.defender_die) == (6, 1)


# --- where the line goes


@pytest.mark.rule("terrain.open-green")
def test_the_hex_beyond_must_be_empty_of_enemies() -> None:
    s = battle(
        (6, 1),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 20, "tanks": 4}}},
        pool={"ussr": {"men": 9}},
    )
    assert isinstance(pending(s), PressOn)
    beyond = {
        x
        for x in ("2716", "2817", "2616", "Kursk", "2718", "2617")
        if h(s, x) in further(s, h(s, "2717"), AXIS)
    }
    assert beyond == {"2716", "2817"}, "not the line on either side, nor one's own"
    assert refusal(s, "axis", Beyond(h(s, "Kursk"))) == "terrain.open-green"
    assert refusal(s, "axis", Beyond(999_999)) == "terrain.open-green"
    stay = s.clone()
    act(stay, "axis", Halt())
    finish(stay)
    assert holder(stay, "2717") == "germany" and holder(stay, "2817") == "ussr"
    act(s, "axis", Beyond(h(s, "2817")))
    finish(s)
    assert holder(s, "2717") == holder(s, "2817") == "germany"
    assert have(s, "germany", "2817") == 1 and have(s, "germany", "2717") >= 1
    assert not list(GAME.invariants(s))


@pytest.mark.rule("terrain.open-green")
def test_no_pressing_on_into_a_city_or_with_a_single_man() -> None:
    city = given(held={"ussr": ["Kharkov"], "germany": ["2718"]}, points={"germany": {"2718": {"men": 3}}})
    assert h(city, "Kharkov") not in further(city, h(city, "2819"), AXIS)
    one = battle(
        (6, 1), flags=[("germany", "Orel", "2717")], points={"germany": {"Orel": {"men": 1, "tanks": 20}}}
    )
    assert holder(one, "2717") == "germany", "taken, and no more"


@pytest.mark.rule("terrain.open-yellow-blue")
def test_yellow_and_blue_in_the_open_take_the_hex_only() -> None:
    yellow = battle(
        (4, 3),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 5}}, "ussr": {"2717": {"men": 5}}},
    )
    finish(yellow)
    assert holder(yellow, "2717") == "germany" and holder(yellow, "2817") == "ussr"
    assert [TABLES.terrain["open"][c] for c in "YB"] == ["occupy", "occupy"]


@pytest.mark.rule("terrain.open-orange")
def test_orange_in_the_open_leaves_the_line() -> None:
    s = battle(
        (2, 2),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 4}}, "ussr": {"2717": {"men": 10}}},
    )
    assert holder(s, "2717") == "ussr" and holder(s, "Orel") == "germany"
    assert TABLES.terrain["open"]["O"] == "stay"


@pytest.mark.rule("terrain.open-red")
def test_red_in_the_open_throws_the_attacker_back() -> None:
    s = battle(
        (1, 6),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 4, "tanks": 2}}, "ussr": {"2717": {"men": 10}}},
    )
    assert holder(s, "Orel") == "ussr" and have(s, "ussr", "Orel") == 1
    assert have(s, "ussr", "2717") == 9 - s.lost[6]
    assert sum(have(s, "germany", x, TANKS) for x in ("2517", "Bryansk", "Sevsk")) == 2 - s.lost[1], (
        "it goes one hex back"
    )
    assert not list(GAME.invariants(s))


@pytest.mark.rule("terrain.open-red")
def test_only_the_largest_force_is_thrown_out() -> None:
    s = battle(
        (1, 6),
        flags=[("germany", "Orel", "Kursk"), ("germany", "Sevsk", "Kursk")],
        points={"germany": {"Orel": {"men": 2}, "Sevsk": {"men": 4}}, "ussr": {"Kursk": {"men": 8}}},
        me=[3, 3],
    )
    assert holder(s, "Sevsk") == "ussr" and holder(s, "Orel") == "germany"


@pytest.mark.rule("terrain.open-red")
def test_the_defender_needs_a_man_for_it() -> None:
    bare = battle(
        (1, 6),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 4}}, "ussr": {"2717": {"men": 1, "tanks": 6}}},
        me=[3, 3],
    )
    assert holder(bare, "Orel") == "germany"
    fed = battle(
        (1, 6),
        flags=[("germany", "Orel", "2717")],
        points={"germany": {"Orel": {"men": 4}}, "ussr": {"2717": {"men": 1, "tanks": 6}}},
        me=[3, 3],
        pool={"ussr": {"men": 1}},
    )
    assert holder(fed, "Orel") == "ussr" and pool(fed, "ussr") == 0 and have(fed, "ussr", "Orel") == 1


@pytest.mark.rule("terrain.amphib")
def test_a_landing_goes_ashore_or_back_to_the_pool() -> None:

    for dice, ashore in (((6, 1), True), ((1, 4), False), ((1, 6), False)):
        s = given(
            scenario="europe",
            craft=[0, 0, 0, 0, 0, 0, 2, 0],
            points={"germany": {"Bordeaux": {"garrisons": 1}}},
            pool={"germany": {"men": 30}},
        )
        usa = p(s, "usa")
        sea = next(i for i, coast in s.world.beaches.items() if coast == h(s, "Bordeaux"))
        put(s, "usa", s.world.label(sea), MEN, 12)
        put(s, "usa", s.world.label(sea), TANKS, 2)
        s.me = with_item(s.me, usa, 4)
        s.stakes = {(sea * 8 + usa) * 2: 3}
        s.flags = [Attack(usa, sea, h(s, "Bordeaux"), True, True)]
        s.agenda = (CombatStep(), DeployStep())
        roll_one(s, dice)
        assert (holder(s, "Bordeaux") == "usa") is ashore
        assert have(s, "usa", s.world.label(sea)) == 0, "nobody stays at sea"
        if ashore:
            assert have(s, "usa", "Bordeaux") + s.lost[usa * 6] == 12 and s.craft[usa] == 2
        else:
            assert pool(s, "usa") + s.lost[usa * 6] == 12 and s.craft[usa] == 1
            assert pool(s, "usa", TANKS) == 2 - s.lost[usa * 6 + 1]


def roll_one(s: LastWarState, dice: tuple[int, int]) -> None:
    from .kit import go

    go(s)
    roll(s, dice)
    finish(s)


@pytest.mark.rule("terrain.amphib")
def test_a_landing_over_a_sea_side_leaves_its_port_in_hand() -> None:

    s = given(scenario="europe", points={"britain": {"Dover": {"men": 4}}, "germany": {"Calais": {"men": 9}}})
    s.flags = [Attack(p(s, "britain"), h(s, "Dover"), h(s, "Calais"), True, False)]
    s.agenda = (CombatStep(), DeployStep())
    roll_one(s, (1, 6))
    assert holder(s, "Dover") == "britain" and holder(s, "Calais") == "germany"
    assert have(s, "britain", "Dover") + s.lost[p(s, "britain") * 6] == 4


@pytest.mark.rule("terrain.desert-himalayas")
def test_no_deployment_and_no_combat_in_deserts() -> None:
    from hexfront.games.last_war.actions import Flag, Pick
    from hexfront.games.last_war.flags import FlagPlacing

    s = given(scenario="europe", agenda=(DeployStep(),), pool={"britain": {"men": 1}})
    assert refusal(s, "allies", Pick(h(s, "2236"))) == "terrain.desert-himalayas"
    assert not s.world.play >> h(s, "2236") & 1
    f = given(scenario="europe", agenda=(FlagPlacing(ALLIES),), phase="flags")
    act(f, "allies", Pick(h(f, "Tobruk")))
    assert h(f, "2236") in f.world.near(h(f, "Tobruk"))
    assert refusal(f, "allies", Flag(p(f, "britain"), h(f, "2236"))) == "terrain.desert-himalayas"
    pacific = given(scenario="pacific")
    assert pacific.world.closed >> h(pacific, "Lhasa") & 1


def test_air_losses_reach_the_map() -> None:
    s = battle(
        (3, 3),
        flags=[("germany", "Orel", "Kursk")],
        points={"germany": {"Orel": {"men": 20, "air": 9}}, "ussr": {"Kursk": {"men": 9, "air": 3}}},
        me=[3, 3],
    )
    assert s.lost[6 + AIR] >= 1
