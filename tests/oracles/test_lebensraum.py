"""The engine of Lebensraum! and a second, plain reading of its rules agree; and the second can tell."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from hexfront.games.lebensraum.kinds import SOVIET
from hexfront.games.lebensraum.reach import zoc
from hexfront.games.lebensraum.state import State, key, strength_of
from hexfront.games.lebensraum.strength import odds
from hexfront.games.lebensraum.supply import supplied_hqs, supply_of
from hexfront.hexes import bits
from tests.games.lebensraum.kit import position, world

from .lebensraum import Reading
from .lebensraum_compare import compare, differences


@pytest.mark.parametrize(
    ("scenario", "steps"), [("invasion", 700), ("dday", 400), ("west", 350), ("war", 800)]
)
def test_they_agree_on_positions_of_random_games(scenario: str, steps: int) -> None:
    asked, found = compare(scenario, steps, seed=4, every=5, options=scenario == "west")
    assert found == [] and asked["moves"] > 5 and asked["supply"]


def fight() -> State:
    """Germans out of command, near partisans, attack a city; snow on everybody."""
    w = world("climax")
    near = next(n for n in w.lands.next_to[w.hex("Minsk")] if not w.lands.river.has(n, w.hex("Minsk")))
    t = position(
        "climax", place={"de-4": w.label(near), "su-13": "Minsk", "de-6": "2424", "su-31": "2911", "de-2pz": "2811"},
        hqs={"de-center": "2427", "su-west": "Minsk"}, weather="snow", points={"axis": 25, "soviet": 25},
        partisans={key(SOVIET, w.hex("Minsk")): 1}, turn=7,
    )  # fmt: skip
    t.s.target, t.s.attackers, t.s.defenders = w.hex("Minsk"), [w.unit("de-4")], [w.unit("su-13")]
    return t.s


@pytest.mark.parametrize(
    ("module", "name", "wrong", "word"),
    [
        ("reach", "unit_zoc", lambda s, camp: 0, "zones of"),
        ("reach", "leaving_cost", lambda s, mover, h: 0, " from "),
        ("supply", "SNOW", -1, "supply of"),
        ("strength", "partisan_strength", lambda s, units: 0, "combat at"),
        ("strength", "terrain_strength", lambda s, h: 0, "combat at"),
        ("strength", "commanded_strength", strength_of, "combat at"),
    ],
)
def test_the_second_reading_notices_a_rule_taken_out(
    module: str, name: str, wrong: Any, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert differences(fight()) == []
    monkeypatch.setattr(import_module(f"hexfront.games.lebensraum.{module}"), name, wrong)
    assert any(word in line for line in differences(fight()))


def test_both_read_the_printed_odds() -> None:
    """18 against 22 is 1 to 1, 29 against 10 is 2 to 1 (RULING 7.2-a)."""
    t = position("dday", place={"us-5": "1714", "de-7": "1713"})
    s, w = t.s, t.w
    foe = next(u for u in s.stack[w.hex("1713")])
    s.target, s.attackers, s.defenders = w.hex("1713"), [w.unit("us-5")], [foe]
    found = odds(s)
    assert (found.attack, found.defence, w.tables.columns[found.column]) == Reading(s).odds()
    assert Reading(s).ratio(18, 22, list(w.tables.columns)) == "1:1"
    assert Reading(s).ratio(29, 10, list(w.tables.columns)) == "2:1"


def test_both_read_a_cauldron() -> None:
    """A ring of tanks cuts an army off: its zones are shut in and its HQ has no line."""
    ring = dict(zip(("de-1pz", "de-2pz", "de-3pz", "de-4pz"), ("2811", "2912", "2913", "2713"), strict=True))
    t = position(place={"su-42": "2812", **ring}, hqs={"su-south": "2812"})
    plain = Reading(t.s)
    assert all(set(bits(zoc(t.s, camp))) == plain.zones(camp) for camp in (0, 1))
    assert supply_of(t.s, 1, *supplied_hqs(t.s, 1)) == plain.supply(1)
