"""Prompts, options, events and views read like sentences."""

from __future__ import annotations

import re

import pytest

from hexfront.games.last_war.words import amount, listed, made, plural, stores
from hexfront.kernel import Chance, Decision, SeededSource, apply, resolve

from .kit import AIR, GAME, GARRISONS, LSP, MEN, TANKS

WRONG = re.compile(
    r"\b1 (Men|Tanks|Bombers|Garrisons|flags|hexes|points|layers|bombers|lines)\b|\b(\w+)_(\w+)\b"
)


def test_numbers_take_their_plural() -> None:
    assert [amount(1, kind) for kind in (MEN, TANKS, AIR, LSP, GARRISONS)] == [
        "1 Man", "1 Tank", "1 Aircraft", "1 LSP", "1 Garrison",
    ]  # fmt: skip
    assert amount(5, MEN) == "5 Men" and amount(0, TANKS) == "0 Tanks" and amount(2, AIR) == "2 Aircraft"
    assert made(1, "craft") == "1 landing craft" and made(2, "man") == "2 Men" and made(1, "tank") == "1 Tank"
    assert plural(1, "hex", "hexes") == "1 hex" and plural(3, "flag") == "3 flags"
    assert stores({"men": 2, "tanks": 0, "lsp": 1}) == "2 Men, 1 LSP" and stores({}, "none") == "none"
    assert listed(["Rome", "Naples", "Milan"]) == "Rome, Naples and Milan" and listed(["Rome"]) == "Rome"


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
