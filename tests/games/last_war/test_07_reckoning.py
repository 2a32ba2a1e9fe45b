"""The reckoning's parts where the printed figures alone would not show a slip."""

from __future__ import annotations

import copy

import pytest

from hexfront.games.last_war.data import FILES
from hexfront.games.last_war.reckoning import Shift, Situation, Tables, casualties, force

from .kit import TABLES, column, plain


@pytest.mark.rule("shift.tank-supremacy")
@pytest.mark.rule("shift.air-supremacy")
def test_nothing_is_no_supremacy_over_nothing() -> None:
    assert not TABLES.has_supremacy(0, 0) and TABLES.has_supremacy(1, 0)
    assert TABLES.has_supremacy(3, 1) and not TABLES.has_supremacy(5, 2)


@pytest.mark.rule("combat.4-shifts")
def test_every_shift_with_its_words_and_its_rule() -> None:
    f = Situation(
        attacker=force(10, 3, 0, 2, columns=2, pag=True),
        defender=force(5, 1, 3, 2, columns=1, pag=True),
        layers=2,
        city=True,
    )
    assert TABLES.reckon(f).shifts == (
        Shift("Tank Supremacy, attacker", 1, "shift.tank-supremacy"),
        Shift("Air Supremacy, defender", -1, "shift.air-supremacy"),
        Shift("Fortified side, 2 layers", -2, "shift.fortified"),
        Shift("Major City", -1, "shift.major-city"),
        Shift("Partisans near the attacker", -2, "shift.enemy-pag"),
        Shift("Partisans near the defender", 2, "shift.enemy-pag"),
        Shift("Attack without LSP", -2, "shift.no-lsp"),
        Shift("Attacker's cards", 2, "cards.use-column"),
        Shift("Defender's cards", -1, "cards.use-column"),
    )
    assert TABLES.reckon(plain()).shifts == (), "none where there is no reason"
    assert TABLES.reckon(plain(layers=1)).shifts == (Shift("Fortified side, 1 layer", -1, "shift.fortified"),)


@pytest.mark.rule("combat.4-shifts")
def test_shifts_stop_at_the_ends_of_the_table() -> None:
    strong, weak = force(50, 0, 0, 2, lsp=1, columns=9), force(10, 0, 0, 2)
    assert column(Situation(attacker=strong, defender=weak)) == "5:1"
    assert column(Situation(attacker=weak, defender=strong)) == "1:3"


@pytest.mark.rule("terrain.amphib")
def test_the_column_of_landings_is_for_landings() -> None:
    for terrain, effect in (("open", "beyond"), ("mountains", "occupy"), ("swamp", "occupy")):
        f = plain(attacker=force(60, 0, 0, 2, lsp=1), terrain=terrain)
        assert TABLES.verdict(f, TABLES.reckon(f), 6, 1).effect == effect


@pytest.mark.rule("losses.lookup")
@pytest.mark.rule("losses.enemy-cv")
@pytest.mark.rule("losses.me-ratio")
def test_losses_are_read_from_the_table_and_not_made_up() -> None:
    """An owner's pack may print other figures: the row of 10, with both first columns apart."""
    data = copy.deepcopy(FILES.own["tables"])
    row = next(row for row in data["losses"]["rows"] if row[0] == 10)
    row[1:] = [7, 3, 5, 11, 13, 17, 19]
    t = Tables(data)
    assert [t.loss(10, ratio, False) for ratio in range(1, 7)] == [3, 5, 11, 13, 17, 19]
    assert t.loss(10, 3, True) == 7
    even = Situation(attacker=force(10, 0, 0, 2, lsp=1), defender=force(10, 0, 0, 2))
    assert (t.losses(even).attacker, t.losses(even).defender) == (7, 7), "equals are both the more effective"


@pytest.mark.rule("combat.6-casualties")
def test_losses_never_exceed_the_force() -> None:
    order = TABLES.loss_order["none"]
    assert casualties(order, 9, 1, 2, 3) == {"man": 1, "tank": 2, "air": 3}
    assert casualties(order, 2, 0, 2, 3) == {"man": 0, "tank": 2, "air": 0}, "no Men: Tanks first"
    assert casualties(order, 3, 0, 2, 3) == {"man": 0, "tank": 2, "air": 1}
    assert casualties(TABLES.loss_order["air"], 2, 3, 0, 0) == {"man": 2, "tank": 0, "air": 0}
