"""Voyages and air combat of Leaders in Flames agree with a second, plain reading; and the second can tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Course, Dock, Enter
from hexfront.games.leaders_in_flames.air import fight
from hexfront.games.leaders_in_flames.air.fight import BOMBER, CLEARED, FIGHTER, AirRound
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import CV, CVP, FTR, KIND_IDS, SHIP_IDS, STRAFE, STRIKE
from hexfront.games.leaders_in_flames.sea import fleets, voyages, waters
from hexfront.games.leaders_in_flames.sea.carriage import freight
from hexfront.games.leaders_in_flames.sea.voyages import Fleet, ends, ships_in_hand
from hexfront.games.leaders_in_flames.sea.waters import is_sea
from hexfront.games.leaders_in_flames.state import State, ground_of
from hexfront.hexes import bits
from hexfront.kernel import Chance, SeededSource, apply, legal, pending, resolve
from tests.games.leaders_in_flames.kit import opening

from . import leaders_in_flames_waves as oracle

DOSE = {"barbarossa": (0, 2), "mediterranean": (60, 2), "guadalcanal": (60, 0)}
"""Voyages and rounds in the air that two games have at least."""


def alone(s: State, side: int) -> int:
    """A value in the air as if every fighter counted in full."""
    w = s.world
    some = [u for u, role in s.wing.items() if w.side[u] == side and role == FIGHTER]
    return 10 * sum(w.plane(u).air for u in some or [fight.front(s, side)])


def sailor(s: State, u: int) -> oracle.Sailor:
    ship = s.world.ship(u)
    return oracle.Sailor(ship.nation, SHIP_IDS[ship.kind - CV], ship.name)


def sea_differences(s: State, scenario: str) -> list[str]:
    """Where the two readings of the voyage at hand part."""
    w, ships = s.world, ships_in_hand(s)
    frame = pending(s)
    assert isinstance(frame, Fleet)
    side = frame.side
    held = {w.label(h) for h in bits(ground_of(s, side))}
    enemies = {w.label(h) for h in bits(s.held[1 - side])}
    sections, ports = oracle.voyages(scenario, w.label(s.began), [sailor(s, u) for u in ships], held, enemies)
    ids = {k: w.waters.seas.areas[k].id for k in w.waters.areas}
    courses = [a.area for a in frame.legal(s, frame.deciders(s)[0]) if isinstance(a, Course)]
    ours = {ids[k]: [a.section for a in ends(s, k) if isinstance(a, Enter)] for k in courses}
    docks = {w.label(a.hex) for k in courses for a in ends(s, k) if isinstance(a, Dock)}
    at = f"from {w.label(s.began)}"
    return [
        *([f"sections {at}: {ours} {sections}"] if ours != sections else []),
        *([f"ports {at}: {sorted(docks ^ ports)}"] if docks != ports else []),
    ]


def squadron(s: State, side: int) -> list[oracle.Plane]:
    w = s.world
    out = []
    for u, role in s.wing.items():
        if w.side[u] == side and role in (FIGHTER, BOMBER):
            kind = "CVP" if w.kind[u] == CVP else KIND_IDS[w.kind[u]]
            out.append(oracle.Plane(w.nation[u], kind, w.plane(u).name, role == FIGHTER))
    return out


def air_differences(s: State, source: SeededSource) -> list[str]:
    """Where the two readings of a round in the air part."""
    flown, against = squadron(s, s.flier), squadron(s, 1 - s.flier)
    added = oracle.difference(flown, against, bool(s.night))
    if fight.difference(s) != added:
        return [f"value: {fight.difference(s)} {added} {flown} {against}"]
    dice = (1 + source.below(10), 1 + source.below(10))
    code = oracle.result(sum(dice) + added)
    copy = s.clone()
    before = sum(role == CLEARED for role in copy.wing.values())
    AirRound().apply(copy, dice)
    mine, theirs, through = oracle.after(flown, against, code)
    cleared = sum(role == CLEARED for role in copy.wing.values()) - before
    if (squadron(copy, s.flier), squadron(copy, 1 - s.flier), cleared) != (
        mine,
        theirs,
        int(through is not None),
    ):
        return [f"round: {dice} {added:+d} {code}"]
    return []


def scramble(s: State, source: SeededSource) -> State:
    """A fight between aircraft drawn at random, one to four on a side, one of them a fighter at least, by day or by night."""
    w, copy = s.world, s.clone()
    copy.mission, copy.over, copy.flier, copy.night = STRIKE, w.hex("Orel"), source.below(2), source.below(2)
    copy.wing = {}
    for side in (0, 1):
        planes = [u for u in w.units_of[side] if w.is_plane(u) and s.where[u] >= 0]
        for _ in range(1 + source.below(4)):
            u = source.choice([v for v in planes if v not in copy.wing])
            fights = w.kind[u] == FTR and source.below(3) > 0
            copy.wing[u] = FIGHTER if fights else BOMBER
    return copy


def dogfights(number: int, seed: str) -> tuple[int, list[str]]:
    """So many rounds drawn at random."""
    s, source, fought = opening(), SeededSource(seed), 0
    found: list[str] = []
    while fought < number:
        drawn = scramble(s, source)
        if fight.contested(drawn):
            fought += 1
            found += air_differences(drawn, source)
    return fought, found


def is_plain(s: State) -> bool:
    """Whether no leader has a hand in it."""
    return not s.said and not s.standing and not s.riders


def compare(scenario: str, games: int, seed: str, until: str = "") -> tuple[int, int, list[str]]:
    """Random games, looked at wherever ships set course or planes fight, until something is found that begins so; how many voyages
    and rounds were looked at, and what was found."""
    sailed, fought = 0, 0
    found: list[str] = []
    for n in range(games):
        s: Any = LEADERS_IN_FLAMES.start(LEADERS_IN_FLAMES.setup(scenario))
        source = SeededSource(f"{seed}/{n}")
        while s.result is None:
            frame = pending(s)
            if isinstance(frame, Fleet) and is_plain(s) and not is_sea(s.began) and ships_in_hand(s):
                if not any(freight(s, u) for u in ships_in_hand(s)):
                    sailed += 1
                    found += sea_differences(s, scenario)
            elif isinstance(frame, AirRound) and is_plain(s) and not any(s.edge) and s.mission != STRAFE:
                fought += 1
                found += air_differences(s, source)
            if until and any(each.startswith(until) for each in found):
                return sailed, fought, found
            if isinstance(frame, Chance):
                resolve(s, frame.outcomes(s).draw(source))
            else:
                seat = frame.deciders(s)[0]  # type: ignore[union-attr]
                apply(s, seat, source.choice(legal(s, seat)))
    return sailed, fought, found


@pytest.mark.rule("base.voyage", "base.port", "base.strait")
@pytest.mark.parametrize("scenario", DOSE)
def test_they_agree_on_positions_of_random_games(scenario: str) -> None:
    sailed, fought, found = compare(scenario, 4, "agree")
    assert found == [] and (sailed, fought) >= DOSE[scenario] and fought >= DOSE[scenario][1]


@pytest.mark.rule("base.dogfight")
def test_they_agree_on_rounds_in_the_air_drawn_at_random() -> None:
    assert dogfights(400, "agree") == (400, [])


@pytest.mark.parametrize(
    ("module", "name", "wrong", "word"),
    [
        (waters.Waters, "near", lambda self, area, held: self.seas.near[area], "sections"),
        (voyages, "port_violation", lambda s, h: None, "ports"),
        (fleets, "bases", lambda s, u: s.world.waters.ports, "ports"),
        (fight, "value", alone, "value"),
        (fight, "abort", lambda s, u: None, "round"),
    ],
)
def test_a_wrong_rule_is_found(
    module: Any, name: str, wrong: Callable[..., Any], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Take a rule out and the second reading sees it."""
    monkeypatch.setattr(module, name, wrong)
    if name == "bases":
        monkeypatch.setattr(voyages, name, wrong)
    LEADERS_IN_FLAMES.world(LEADERS_IN_FLAMES.setup("mediterranean")).waters._depths.clear()  # type: ignore[attr-defined]
    at_sea = word in ("sections", "ports")
    found = compare("mediterranean", 4, "wrong", word)[2] if at_sea else dogfights(100, "wrong")[1]
    LEADERS_IN_FLAMES.world(LEADERS_IN_FLAMES.setup("mediterranean")).waters._depths.clear()  # type: ignore[attr-defined]
    assert any(each.startswith(word) for each in found)
