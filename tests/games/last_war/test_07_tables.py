"""The printed tables, cell by cell, and the two printed combats."""

from __future__ import annotations

import pytest

from hexfront.games.last_war.combat import CombatStep, situation
from hexfront.games.last_war.plans import DieCard
from hexfront.games.last_war.reckoning import casualties, force
from hexfront.testing import roll

from .kit import AIR, ALLIES, AXIS, MEN, TABLES, TANKS, finish, given, h, have, holder, plain

# Written out from the rulebook, rows -7 to +7, columns 1:3 to 5:1.
RESULTS = """
R R R R R R R R O O O
R R R R R R R O O B B
R R R R R R O O B B Y
R R R R O O O B B Y Y
R R R O O O B B B Y G
R O O O B B B B Y Y G
O O O B B B Y Y Y G G
O O B B B Y Y Y Y G G
O O B B Y Y Y Y G G G
O B B Y Y Y Y G G G G
B B B Y Y Y G G G G G
B B Y Y Y G G G G G G
B Y Y Y G G G G G G G
Y Y Y G G G G G G G G
Y Y G G G G G G G G G
"""
COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "5:2", "3:1", "7:2", "4:1", "9:2", "5:1")
CELLS = [
    (r - 7, c, cell) for r, row in enumerate(RESULTS.split("\n")[1:-1]) for c, cell in enumerate(row.split())
]

# Enemy strength, the more effective side's loss, the other's at 1:1 to 6:1. The book has no row 4 and 6 twice.
LOSSES = [
    (1, 0, 0, 0, 0, 0, 1, 1), (2, 0, 0, 0, 1, 1, 2, 2), (3, 0, 0, 1, 1, 2, 3, 3), (5, 1, 1, 2, 3, 4, 5, 6),
    (6, 1, 1, 2, 3, 4, 6, 7), (7, 1, 1, 2, 4, 5, 7, 8), (8, 1, 1, 3, 4, 6, 8, 9), (9, 1, 1, 3, 5, 7, 9, 10),
    (10, 2, 2, 4, 6, 8, 10, 12), (11, 2, 2, 4, 6, 8, 11, 13), (12, 2, 2, 4, 7, 9, 12, 14),
    (13, 2, 2, 5, 7, 10, 13, 15), (14, 2, 2, 5, 8, 11, 14, 16), (15, 3, 3, 6, 9, 12, 15, 18),
    (16, 3, 3, 6, 9, 12, 16, 19), (17, 3, 3, 6, 10, 13, 17, 20), (18, 3, 3, 7, 10, 14, 18, 21),
    (19, 3, 3, 7, 11, 15, 19, 22), (20, 4, 4, 8, 12, 16, 20, 24),
]  # fmt: skip


@pytest.mark.rule("results.lookup")
@pytest.mark.parametrize(("row", "col", "colour"), CELLS)
def test_every_cell_of_the_results_table(row: int, col: int, colour: str) -> None:
    assert TABLES.results.columns == COLUMNS
    assert TABLES.results.read(col, row).result == colour


@pytest.mark.rule("results.lookup")
def test_beyond_the_table_the_nearest_row_counts() -> None:
    f = plain(attacker=force(10, 0, 0, 2, lsp=9))
    high = TABLES.verdict(f, TABLES.reckon(f), 6, 1)
    assert (high.difference, high.row, high.colour) == (14, 7, "G")
    low = plain(defender=force(10, 0, 0, 2, lsp=9))
    v = TABLES.verdict(low, TABLES.reckon(low), 1, 6)
    assert (v.difference, v.row, v.colour) == (-13, -7, "R")


EFFECTS = {
    "open": {"G": "beyond", "Y": "occupy", "B": "occupy", "O": "stay", "R": "pushed"},
    "mountains": {"G": "occupy", "Y": "stay", "B": "stay", "O": "stay", "R": "stay"},
    "swamp": {"G": "occupy", "Y": "occupy", "B": "stay", "O": "stay", "R": "stay"},
    "jungle": {"G": "occupy", "Y": "stay", "B": "stay", "O": "stay", "R": "stay"},
    "forest": {"G": "occupy", "Y": "stay", "B": "stay", "O": "stay", "R": "stay"},
}
DICE = {"G": (6, 1, 8), "Y": (4, 1, 4), "B": (3, 3, 2), "O": (3, 4, 2), "R": (1, 6, 2)}


def effect(terrain: str, colour: str, *, amphibious: bool = False) -> str:
    """What a colour does, found by fighting for it."""
    for lsp in range(1, 9):
        for a in range(1, 7):
            for d in range(1, 7):
                f = plain(attacker=force(10, 0, 0, 2, lsp=lsp), terrain=terrain, amphibious=amphibious)
                v = TABLES.verdict(f, TABLES.reckon(f), a, d)
                if v.colour == colour:
                    return v.effect
    raise AssertionError(f"no way to {colour}")


@pytest.mark.rule("terrain.open-green")
@pytest.mark.rule("terrain.open-yellow-blue")
@pytest.mark.rule("terrain.open-orange")
@pytest.mark.rule("terrain.open-red")
@pytest.mark.parametrize("colour", list("GYBOR"))
def test_the_open_column(colour: str) -> None:
    assert effect("open", colour) == EFFECTS["open"][colour]


@pytest.mark.rule("terrain.mountains")
@pytest.mark.parametrize("colour", list("GYBOR"))
def test_the_mountains_column(colour: str) -> None:
    assert effect("mountains", colour) == EFFECTS["mountains"][colour]
    assert not TABLES.terrain["mountains"]["tank"] and TABLES.terrain["mountains"]["air"]


@pytest.mark.rule("terrain.swamp")
@pytest.mark.parametrize("colour", list("GYBOR"))
def test_the_swamp_column(colour: str) -> None:
    assert effect("swamp", colour) == EFFECTS["swamp"][colour]
    assert not TABLES.terrain["swamp"]["tank"] and TABLES.terrain["swamp"]["air"]


@pytest.mark.rule("terrain.jungle")
@pytest.mark.parametrize("colour", list("GYBOR"))
def test_the_jungle_column(colour: str) -> None:
    assert effect("jungle", colour) == EFFECTS["jungle"][colour]
    assert not TABLES.terrain["jungle"]["tank"] and not TABLES.terrain["jungle"]["air"]


@pytest.mark.rule("terrain.forest")
@pytest.mark.parametrize("colour", list("GYBOR"))
def test_the_forest_column(colour: str) -> None:
    assert effect("forest", colour) == EFFECTS["forest"][colour]
    assert not TABLES.terrain["forest"]["tank"] and not TABLES.terrain["forest"]["air"]


@pytest.mark.rule("terrain.amphib")
@pytest.mark.parametrize("terrain", ["open", "mountains", "jungle"])
def test_the_amphibious_column_replaces_the_terrain(terrain: str) -> None:
    assert effect(terrain, "G", amphibious=True) == "lands"
    for colour in "YBOR":
        assert effect(terrain, colour, amphibious=True) == "fails"


@pytest.mark.rule("losses.lookup")
@pytest.mark.parametrize("row", LOSSES)
def test_every_cell_of_the_loss_table(row: tuple[int, ...]) -> None:
    cv, highest, *others = row
    assert TABLES.loss(cv, 3, is_highest=True) == highest
    assert [TABLES.loss(cv, ratio, is_highest=False) for ratio in range(1, 7)] == others


@pytest.mark.rule("losses.lookup")
def test_the_missing_row_and_the_rows_beyond() -> None:
    assert [TABLES.loss(4, ratio, is_highest=False) for ratio in range(1, 7)] == [0, 1, 2, 3, 4, 4]
    assert TABLES.loss(4, 1, is_highest=True) == 0
    assert TABLES.loss(33, 2, is_highest=False) == 13 and TABLES.loss(33, 2, is_highest=True) == 6
    assert TABLES.loss(0, 6, is_highest=False) == 0
    assert list(TABLES.loss_rows) == list(range(1, 21)), "a row for each strength to 20"


@pytest.mark.rule("losses.lookup")
def test_who_reads_which_column() -> None:
    f = plain(attacker=force(10, 0, 0, 6, lsp=1), defender=force(20, 0, 0, 2))
    found = TABLES.losses(f)
    assert (found.ratio, found.attacker, found.defender) == (3, 4, 6)
    back = TABLES.losses(plain(attacker=force(20, 0, 0, 2, lsp=1), defender=force(10, 0, 0, 6)))
    assert (back.attacker, back.defender) == (6, 4)
    even = TABLES.losses(plain(attacker=force(10, 0, 0, 3, lsp=1), defender=force(20, 0, 0, 3)))
    assert (even.ratio, even.attacker, even.defender) == (1, 4, 2)


@pytest.mark.rule("losses.enemy-cv")
def test_losses_are_read_by_the_enemys_plain_strength() -> None:
    f = plain(attacker=force(10, 0, 0, 4, lsp=1), defender=force(15, 0, 0, 4))
    found = TABLES.losses(f)
    assert (found.attacker, found.defender) == (3, 2), "15 and 10, not 60 and 40"


@pytest.mark.rule("losses.me-ratio")
@pytest.mark.parametrize(
    ("a", "d", "ratio"), [(5, 2, 2), (2, 5, 2), (4, 2, 2), (5, 1, 5), (3, 3, 1), (9, 1, 6)]
)
def test_the_ratio_drops_its_fraction_and_ends_at_six(a: int, d: int, ratio: int) -> None:
    assert (
        TABLES.losses(plain(attacker=force(10, 0, 0, a, lsp=1), defender=force(10, 0, 0, d))).ratio == ratio
    )


def me(terrain: str, *, amphibious: bool = False, a: int = 3, d: int = 3) -> tuple[int, int]:
    return TABLES.loss_me(
        plain(
            attacker=force(9, 0, 0, a, lsp=1),
            defender=force(9, 0, 0, d),
            terrain=terrain,
            amphibious=amphibious,
        )
    )


@pytest.mark.rule("losses.terrain-none")
def test_open_and_jungle_change_nothing() -> None:
    assert me("open") == me("jungle") == (3, 3)


@pytest.mark.rule("losses.terrain-mountain-forest")
def test_mountains_and_forest_help_the_defender() -> None:
    assert me("mountains") == me("forest") == (3, 4)


@pytest.mark.rule("losses.terrain-swamp")
def test_swamp_hurts_the_attacker_down_to_one() -> None:
    assert me("swamp") == (2, 3)
    assert me("swamp", a=1) == (1, 3)


@pytest.mark.rule("losses.terrain-amphib")
def test_a_landing_helps_the_defender_once() -> None:
    assert me("open", amphibious=True) == (3, 4)
    assert me("mountains", amphibious=True) == (3, 4), "one bonus, not both"
    f = plain(attacker=force(9, 0, 0, 3, lsp=1, zeal=1), defender=force(9, 0, 0, 3, zeal=1), amphibious=True)
    assert TABLES.loss_me(f) == (4, 5)


@pytest.mark.rule("losses.order-tank")
def test_order_under_tank_supremacy() -> None:
    order = TABLES.order(1, 0, 1)
    assert order == ("tank", "man", "man", "tank", "man", "man")
    assert casualties(order, 8, 20, 20, 20) == {"man": 5, "tank": 3, "air": 0}, "and again from the start"
    assert TABLES.order(-1, 0, -1) == order, "the defender's supremacy"


@pytest.mark.rule("losses.order-air-or-both")
def test_order_under_air_supremacy_or_both() -> None:
    order = ("air", "tank", "man", "man", "air", "tank", "man", "man")
    assert TABLES.order(0, 1, 1) == TABLES.order(1, 1, 1) == order
    assert casualties(order, 9, 20, 20, 20) == {"man": 4, "tank": 2, "air": 3}


@pytest.mark.rule("losses.order-none")
def test_order_without_supremacy() -> None:
    order = ("man", "man", "tank", "man", "man", "air")
    assert TABLES.order(0, 0, 1) == order and TABLES.order(-1, -1, 1) == order
    assert casualties(order, 7, 20, 20, 20) == {"man": 5, "tank": 1, "air": 1}


@pytest.mark.rule("losses.no-tank-or-air")
def test_a_missing_tank_or_aircraft_is_a_man() -> None:
    assert casualties(("tank", "air", "man"), 3, 9, 0, 0) == {"man": 3, "tank": 0, "air": 0}
    assert casualties(("tank", "air", "man"), 3, 9, 1, 0) == {"man": 2, "tank": 1, "air": 0}


@pytest.mark.rule("losses.no-man")
def test_a_missing_man_is_a_tank_and_then_air() -> None:
    assert casualties(("man",), 3, 1, 1, 4) == {"man": 1, "tank": 1, "air": 1}
    assert casualties(("man",), 9, 1, 1, 1) == {"man": 1, "tank": 1, "air": 1}, "no more than there is"


# --- the printed combats


@pytest.mark.rule("combat.1-sum")
@pytest.mark.rule("combat.2-multiply")
@pytest.mark.rule("combat.multi-hex")
@pytest.mark.rule("combat.6-casualties")
def test_example_1_the_assault_on_the_orel_salient() -> None:
    """Two Soviet flags, from Orel and Kursk, on the German salient of Sevsk. The book's split of the German losses asks
    for a second tank that is not there; by its own rule that is a Man (RULING losses-g)."""
    s = given(
        agenda=(CombatStep(),), held={"ussr": ["Orel"]}, flags=[("ussr", "Orel", "Sevsk"), ("ussr", "Kursk", "Sevsk")],
        points={
            "ussr": {"Orel": {"men": 8, "tanks": 2, "air": 2}, "Kursk": {"men": 6, "tanks": 1, "air": 1}},
            "germany": {"Sevsk": {"men": 4, "tanks": 1, "air": 3}},
        },
    )  # fmt: skip
    sevsk = h(s, "Sevsk")
    s.stakes = {(h(s, "Orel") * 8 + 1) * 2: 1, (h(s, "Kursk") * 8 + 1) * 2: 1}
    f = situation(s, sevsk, ALLIES)
    r = TABLES.reckon(f)
    assert (f.attacker.cv, f.attacker.product, f.defender.cv, f.defender.product) == (20, 40, 8, 40)
    assert f.terrain == "open"
    assert (TABLES.results.columns[r.base], TABLES.results.columns[r.column]) == ("1:1", "3:2")
    assert [x.rule for x in r.shifts] == ["shift.tank-supremacy"]
    v = TABLES.verdict(f, r, 2, 6)
    assert (2 + r.attacker_die, 6 + r.defender_die, v.difference, v.colour, v.effect) == (
        4,
        6,
        -2,
        "O",
        "stay",
    )
    lost = TABLES.losses(f)
    assert (lost.ratio, lost.defender, lost.attacker) == (2, 4, 3)
    roll(s, (2, 6))
    assert holder(s, "Sevsk") == "germany"
    assert [s.lost[k] for k in (MEN, TANKS, AIR)] == [3, 1, 0]
    assert [s.lost[6 + k] for k in (MEN, TANKS, AIR)] == [2, 1, 0]
    assert (
        have(s, "germany", "Sevsk"),
        have(s, "germany", "Sevsk", TANKS),
        have(s, "germany", "Sevsk", AIR),
    ) == (1, 0, 3)


@pytest.mark.rule("combat.3-odds")
@pytest.mark.rule("combat.5-dice")
@pytest.mark.rule("combat.6-casualties")
def test_example_2_the_counter_offensive_towards_orel() -> None:
    """One German flag into Orel. The book subtracts 5 and 2 where its own scores are 9 and 3, and takes a second
    aircraft that is not there; the difference is +6 and the second aircraft a Man (RULING losses-g, dice-a)."""
    s = given(
        agenda=(CombatStep(),), held={"ussr": ["Orel"]}, flags=[("germany", "Sevsk", "Orel")],
        points={
            "germany": {"Sevsk": {"men": 7, "tanks": 3, "air": 3}}, "ussr": {"Orel": {"men": 8, "tanks": 1, "air": 1}},
        },
    )  # fmt: skip

    orel = h(s, "Orel")
    s.stakes = {(h(s, "Sevsk") * 8) * 2: 4, (orel * 8 + 1) * 2 + 1: 1}
    s.cards = [DieCard(0, 1, AXIS, orel)]
    f = situation(s, orel, AXIS)
    r = TABLES.reckon(f)
    assert (f.attacker.cv, f.attacker.product, f.defender.cv, f.defender.product) == (13, 65, 10, 20)
    assert (TABLES.results.columns[r.base], TABLES.results.columns[r.column]) == ("3:1", "4:1")
    assert [x.rule for x in r.shifts] == ["shift.tank-supremacy", "shift.air-supremacy"]
    v = TABLES.verdict(f, r, 3, 2)
    assert (3 + r.attacker_die, 2 + r.defender_die, v.difference, v.colour, v.effect) == (
        9,
        3,
        6,
        "G",
        "beyond",
    )
    lost = TABLES.losses(f)
    assert (lost.ratio, lost.attacker, lost.defender) == (2, 2, 5)
    roll(s, (3, 2))
    finish(s)
    assert holder(s, "Orel") == "germany", "the Germans stop there"
    assert [s.lost[k] for k in (MEN, TANKS, AIR)] == [2, 0, 0]
    assert [s.lost[6 + k] for k in (MEN, TANKS, AIR)] == [3, 1, 1]


@pytest.mark.rule("losses.me-ratio")
def test_the_printed_ratio_of_five_to_two() -> None:
    assert TABLES.losses(plain(attacker=force(10, 0, 0, 5, lsp=1), defender=force(10, 0, 0, 2))).ratio == 2
