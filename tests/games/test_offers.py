"""How options are offered: what is a button, what is clicked on the map, and what is bought in a shop."""

from __future__ import annotations

from collections import Counter

import pytest

from hexfront import games
from hexfront.kernel import Option
from hexfront.match import Match
from hexfront.players import Seatview
from hexfront.players import get as player

CASES = (("turns_east", "minsk"), ("motherland", "uranus"), ("last_war", "kursk"), ("skirmish", "crossing"))


def crowded(options: list[Option]) -> list[str]:
    """Places where a click could mean more than a menu has room for: options that ask what, left on the map."""
    here = Counter(each.at for each in options if each.at and not (each.piece or each.panel or each.ends))
    return [at for at, n in here.items() if n > 9]


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_a_hex_is_not_crowded_with_choices_that_ask_what_and_not_where(name: str, scenario: str) -> None:
    game = games.get(name)
    match = Match.new(game, scenario, b"%032d" % 5)
    sitters = {seat: player("random", f"5:{seat}") for seat in match.seats}
    for _ in range(150):
        if match.is_over:
            break
        seat = match.deciders[0]
        assert not crowded([option for _, option in match.options(seat)]), match.prompt(seat)
        match.act(seat, sitters[seat].choose(Seatview(game, match.state, seat)))


def test_orders_are_sold_in_a_shop_and_a_command_shows_its_units() -> None:
    game = games.get("turns_east")
    match = Match.new(game, "barbarossa", b"%032d" % 1)
    while "soviet" not in match.deciders or not any(o.basket for _, o in match.options("soviet")):
        seat = match.deciders[0]
        match.act(seat, match.legal(seat)[0])
    prompt = match.prompt("soviet")
    assert prompt is not None and prompt.purse is not None
    for _, option in match.options("soviet"):
        assert option.cost == sum(ware.count * ware.price for ware in option.basket) <= prompt.purse
        assert all(ware.note for ware in option.basket)
        assert "Blitz" not in [ware.label for ware in option.basket], "Blitz is for the Axis only (7.2.4a)"
    match.act("soviet", match.legal("soviet")[0])
    for _ in range(20):
        seat = match.deciders[0]
        options = [option for _, option in match.options(seat)]
        if options[0].shows:
            break
        match.act(seat, match.legal(seat)[0])
    view = match.view(seat)
    own = {piece.at for piece in view.pieces if piece.side == seat}
    assert len(options) > 1
    for option in options:
        assert set(option.shows) <= own or not option.shows
