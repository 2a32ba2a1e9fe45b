"""Chapter 11.5: who controls the ground behind the lines."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum.control import behind_the_lines, reached
from hexfront.games.lebensraum.kinds import ALLIED, ALLIED_CAMP, AXIS, SNOW, SOVIET
from hexfront.games.lebensraum.reach import unit_zoc
from hexfront.games.lebensraum.setup import set_up
from hexfront.hexes import bits
from tests.games.lebensraum.kit import position, world

PANZERS = ("de-1pz", "de-2pz", "de-3pz", "de-4pz", "de-6", "de-4")
AROUND_2812 = ("2713", "2712", "2811", "2912", "2913", "2813")


@pytest.mark.rule("11.5f")
def test_an_empty_hex_behind_the_lines_changes_hands() -> None:
    ring = dict(zip(PANZERS, AROUND_2812, strict=True))
    t = position(place=ring)
    inside = t.w.hex("2812")
    before = t.s.control[SOVIET]
    assert before >> inside & 1
    behind_the_lines(t.s)
    assert t.s.control[AXIS] >> inside & 1
    assert before & ~t.s.control[SOVIET] == 1 << inside  # and nothing else: both sides reach the rest
    gap = position(place={name: h for name, h in ring.items() if h in ("2813", "2913")})
    behind_the_lines(gap.s)
    assert gap.s.control[SOVIET] >> inside & 1  # in a zone, and still within reach


@pytest.mark.rule("11.5f")
def test_an_empty_city_that_no_line_leads_to_any_more_changes_hands() -> None:
    """RULING 11.5-b: a path over the fields does not supply Brest; what bombers do to a line and the weather do not count."""
    held = ("Caen", "Saint-Lo", "Paris", "Bordeaux", "Lyon", "Nice", "Liege", "Nancy")
    place = {"us-1": "Paris", "us-3": "Lyon", "us-9": "Liege", "br-2": "Nancy", "us-7": "Nice"}
    t = position("dday", turn=14, place=place, control={"allied": held})
    brest, s = t.w.hex("Brest"), t.s
    assert reached(s, AXIS, s.held[ALLIED], 0, unit_zoc(s, ALLIED_CAMP)) >> brest & 1
    behind_the_lines(s)
    assert s.control[ALLIED] >> brest & 1
    del place["us-9"]
    t = position("dday", turn=14, place=place, control={"allied": tuple(x for x in held if x != "Liege")})
    t.s.bombs[ALLIED] = t.w.lands.line_hexes  # the line by Liege is open but for bombs
    t.s.weather = [SNOW] * 3
    behind_the_lines(t.s)
    assert t.s.control[AXIS] >> brest & 1


@pytest.mark.rule("11.5f")
@pytest.mark.parametrize("scenario", ["invasion", "italy", "war"])
def test_no_empty_hex_changes_hands_before_anybody_has_moved(scenario: str) -> None:
    """The heel of Italy is supplied by the ferry of Messina; northern Finland lies off all lines of the Axis."""
    s = set_up(world(scenario))
    before, armies = list(s.control), s.held[AXIS] | s.held[SOVIET] | s.held[ALLIED]
    behind_the_lines(s)
    assert not any((a ^ b) & ~armies for a, b in zip(before, s.control, strict=True))


BEFORE_THE_RHINE = ("Caen", "Saint-Lo", "Paris", "Bordeaux", "Nancy", "Liege")


@pytest.mark.rule("11.5f", "5.4b", "11.7a")
@pytest.mark.parametrize(
    ("armies", "more", "city"),
    [
        ({"us-3": "Lyon", "us-7": "Nice"}, ("Lyon", "Nice", "Lille", "Brussels", "Antwerp"), "Cherbourg"),
        ({"us-3": "Dijon", "us-5": "Turin", "us-9": "Liege"}, ("Dijon", "Turin"), "Toulouse"),
    ],
    ids=[
        "nobody stands in the cities of Belgium",
        "the line by Bern is closed while Switzerland is at peace",
    ],
)
def test_cities_and_countries_at_peace_close_the_lines_of_an_owner(
    armies: dict[str, str], more: tuple[str, ...], city: str
) -> None:
    place = {"us-1": "Paris", "br-2": "Nancy", **armies}
    t = position("dday", turn=14, place=place, control={"allied": (*BEFORE_THE_RHINE, *more)})
    behind_the_lines(t.s)
    assert t.s.control[ALLIED] >> t.w.hex(city) & 1


@pytest.mark.rule("11.5f", "11.7a")
def test_no_way_leads_through_a_country_at_peace() -> None:
    w = world("dday")
    swiss = w.lands.country["switzerland"]
    land = {
        h: [n for n in w.near(h) if w.land >> n & 1 and not swiss >> n & 1]
        for h in bits(w.lands.country["france"])
        if any(swiss >> n & 1 for n in w.near(h))
    }
    inside, ring = min(land.items(), key=lambda row: len(row[1]))
    armies = ("us-1", "us-3", "us-5", "us-7", "us-9", "br-2")[: len(ring)]
    t = position("dday", place=dict(zip(armies, map(w.label, ring), strict=True)))
    assert t.s.control[AXIS] >> inside & 1
    behind_the_lines(t.s)
    assert t.s.control[ALLIED] >> inside & 1
    t = position("dday", place=dict(zip(armies, map(w.label, ring), strict=True)))
    t.s.neutral[w.lands.neutrals.index("switzerland")] = AXIS  # at war, the way is open
    behind_the_lines(t.s)
    assert t.s.control[AXIS] >> inside & 1


@pytest.mark.rule("11.5f", "11.5e")
def test_an_occupied_hex_is_never_lost_to_talk() -> None:
    t = position(place={"su-6": "2812", **dict(zip(PANZERS, AROUND_2812, strict=True))})
    behind_the_lines(t.s)
    assert t.s.control[SOVIET] >> t.w.hex("2812") & 1


@pytest.mark.rule("11.5a")
def test_every_hex_has_one_owner_or_none() -> None:
    t = position(place=dict(zip(PANZERS, AROUND_2812, strict=True)))
    behind_the_lines(t.s)
    axis, soviet, allied = t.s.control
    neutral = t.w.lands.country["sweden"] | t.w.lands.country["turkey"]
    assert not axis & soviet and not allied and axis | soviet == t.w.land & ~neutral
