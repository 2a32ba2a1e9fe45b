"""Prompts, options, events and views read like sentences."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hexfront.games.last_war.asks import Roll
from hexfront.games.last_war.bombing import Interception
from hexfront.games.last_war.combat import Battle
from hexfront.games.last_war.events import HexTaken, Produced
from hexfront.games.last_war.naval import Convoy, SeaBattle
from hexfront.games.last_war.partisans import Unrest, Uprising
from hexfront.games.last_war.sequence import Assessment
from hexfront.games.last_war.words import amount, doing, made, stores, the
from hexfront.kernel import Chance, Decision, SeededSource, apply, resolve
from hexfront.words import listed, quantity

from .kit import AIR, ALLIES, AXIS, GAME, GARRISONS, LSP, MEN, TANKS, given, h, p

WRONG = re.compile(
    r"\b1 (Men|Tanks|Bombers|Garrisons|flags|hexes|points|layers|bombers|lines)\b|\b(\w+)_(\w+)\b"
)


def test_numbers_take_their_plural() -> None:
    assert [amount(1, kind) for kind in (MEN, TANKS, AIR, LSP, GARRISONS)] == [
        "1 Man", "1 Tank", "1 Aircraft", "1 LSP", "1 Garrison",
    ]  # fmt: skip
    assert amount(5, MEN) == "5 Men" and amount(0, TANKS) == "0 Tanks" and amount(2, AIR) == "2 Aircraft"
    assert made(1, "craft") == "1 landing craft" and made(2, "man") == "2 Men" and made(1, "tank") == "1 Tank"
    assert quantity(1, "hex", "hexes") == "1 hex" and quantity(3, "flag") == "3 flags"
    assert stores({"men": 2, "tanks": 0, "lsp": 1}) == "2 Men, 1 LSP" and stores({}, "none") == "none"
    assert listed(["Rome", "Naples", "Milan"]) == "Rome, Naples and Milan" and listed(["Rome"]) == "Rome"
    assert listed(["Kongo and Haruna", "Sendai"]) == "Kongo and Haruna, and Sendai"
    assert listed(["Ajax, Orion and Neptune", "York", "Hood"]) == "Ajax, Orion and Neptune; York; and Hood"


@pytest.mark.parametrize("scenario", ["kursk", "europe", "pacific"])
def test_what_players_read_is_plain(scenario: str) -> None:
    """A random game, every sentence of it: no "1 Men", no name of a field, and no bare number offered as a price."""
    s = GAME.start(GAME.setup(scenario, {"umpire": True}))
    source = SeededSource(f"words/{scenario}")
    read = 0
    for n in range(700):
        frame = s.agenda[0] if s.agenda else None
        if isinstance(frame, Chance):
            events = resolve(s, frame.outcomes(s).draw(source))
        elif isinstance(frame, Decision):
            seat = source.choice([each for each in frame.deciders(s) if each != "control"] or ["control"])
            choices = frame.legal(s, seat)
            if n % 3 == 0:
                for action in choices[:40]:
                    option = frame.option(s, seat, action)
                    assert option.cost is None and not WRONG.search(option.label), option
                    read += 1
                prompt = frame.prompt(s, seat)
                assert not WRONG.search(f"{prompt.text} {prompt.hint}"), prompt
            events = apply(s, seat, source.choice(choices))
        else:
            break
        for event in events:
            text = event.line(s).text
            assert not WRONG.search(text), text
    for box in GAME.view(s, s.world.seats[0]).boxes:
        assert not WRONG.search(box.text), box
    for piece in GAME.view(s, s.world.seats[0]).pieces:
        assert not WRONG.search(piece.name), piece
    assert read > 300


def test_every_roll_has_a_title_of_its_own() -> None:
    """What stands beside the dice says whose roll it is and what for."""
    s = given(scenario="europe")
    essen, norwich = h(s, "Essen"), h(s, "Norwich")
    titles = {
        Assessment(ALLIES, 0): "Assessment of Germany by the Allies: 1 too low, 2 right, 3 too high",
        Assessment(AXIS, 7): "Assessment of the Soviet Union by the Axis: 1 too low, 2 right, 3 too high",
        SeaBattle(0, AXIS): "Fleet action in the North Atlantic: die of the Axis, die of the Allies",
        Convoy(5): "Convoys, Britain and the Commonwealth: a 5 costs a point, a 6 two",
        Interception(
            5, 1, norwich, essen, 3, (essen,)
        ): "Air defence against 3 bombers on the way to Essen: each 6 brings one down",
        Interception(
            5, 1, norwich, essen, 1, (essen,)
        ): "Air defence against 1 bomber on the way to Essen: each 6 brings one down",
        Battle(essen, ALLIES): "Attack on Essen: attacker's die, defender's die",
        Unrest(0): "Independent partisans in Yugoslavia: they rise on a 4 or more",
        Uprising(0): "Where the partisans of Yugoslavia rise",
    }
    for frame, title in titles.items():
        assert frame.title(s).replace(f" ({s.world.label(essen)})", "") == title
    rolls = {
        kind
        for kind in subclasses(Chance) - {Chance, Roll}
        if kind.__module__.startswith("hexfront.games.last_war")
    }
    assert rolls == {type(frame) for frame in titles}, "a new kind of roll needs a title too"


def subclasses(kind: type[Any]) -> set[type[Any]]:
    below: set[type[Any]] = {kind}
    for each in kind.__subclasses__():
        below |= subclasses(each)
    return below


@pytest.mark.parametrize(("scenario", "bay"), [("europe", "Bay of Biscay"), ("pacific", "Bay of Bengal")])
def test_seas_are_written_as_on_the_map(scenario: str, bay: str) -> None:
    names = given(scenario=scenario).world.area_names
    assert bay in names and not any(" Of " in name for name in names)


def test_powers_in_sentences_have_their_article_and_their_number() -> None:
    assert doing("Japan", "receives") == "Japan receives"
    assert doing("Soviet Union", "holds") == "The Soviet Union holds"
    assert doing("Britain and the Commonwealth", "has") == "Britain and the Commonwealth have"
    assert doing("Romania, Hungary and Bulgaria", "goes") == "Romania, Hungary and Bulgaria go"
    assert the("United States") == "the United States" and the("Italy") == "Italy"
    s = given(scenario="europe")
    balkans, usa = p(s, "balkans"), p(s, "usa")
    assert Produced(balkans, {"men": 2}).line(s).text == "Romania, Hungary and Bulgaria receive 2 Men."
    assert HexTaken(usa, h(s, "Rome"), "").line(s).text.startswith("The United States holds Rome (")
