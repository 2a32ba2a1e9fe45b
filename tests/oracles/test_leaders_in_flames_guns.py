"""Naval combat of Leaders in Flames agrees with a second, plain reading; and the second can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.kinds import (
    AIRSEA,
    KIND_IDS,
    NO_COMBAT,
    POWERS,
    SHIP_IDS,
    SUBS,
    SURFACE,
    WEATHER,
)
from hexfront.games.leaders_in_flames.leaders.asks import code, occasion
from hexfront.games.leaders_in_flames.sea import battle, fire, search
from hexfront.games.leaders_in_flames.sea.convoys import place_convoy, points_of
from hexfront.games.leaders_in_flames.sea.fire import BOMBS, CONVOY, DEPTH_CHARGES, GUNS, TORPEDOES
from hexfront.games.leaders_in_flames.sea.waters import is_sea, section_of
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.hexes import bits, union
from hexfront.kernel import SeededSource
from tests.games.leaders_in_flames.sea_kit import area, sea

from . import leaders_in_flames_guns as oracle

SHIPS = (
    ("CV Shokaku", "BB Kongo", "CA Chokai", "CA Aoba", "CL Tenryu", "Japanese SUB I", "Japanese SUB II", "Japanese TRS IV", "CA Tone",
     "CA Atago", "CL Sendai"),
    ("CV Wasp", "BB North Carolina", "CA Astoria", "CA Portland", "CL Atlanta", "American SUB II", "American SUB III",
     "American TRS VI", "American AMPH II", "CA Australia", "CL Achilles", "CA Chicago"),
)  # fmt: skip
FLIERS = (
    ("Japanese D3A1", "Japanese G3M2", "Japanese A6M2"),
    ("American PBY5", "American A-24", "American F4F-3"),
)
MEN = (("Yamamoto", "Nagumo", "Tanaka"), ("Halsey", "Nimitz", "Turner"))
SAID = (91, 92, 93, 94, 95, 100, 108, 110, 111, 112, 115, 117)
ROWS = {man: [*SAID] for side in (0, 1) for man in MEN[side]}
KINDS = {"air": AIRSEA, "surface": SURFACE, "submarine": SUBS, "none": NO_COMBAT}
WEAPONS = {"guns": GUNS, "torpedoes": TORPEDOES, "charges": DEPTH_CHARGES, "bombs": BOMBS}


def drawn(source: SeededSource) -> State:
    """Ships, aircraft, convoys and leaders of both sides in the Solomons, drawn at random; dice are thrown."""
    place: dict[str, str] = {}
    most = 4 + source.below(3) * 4
    for side in (0, 1):
        for name in SHIPS[side]:
            if source.below(12) < most and not (source.below(2) and "SUB" not in name):
                place[name] = f"solomons-{source.below(5)}"
        for name in FLIERS[side]:
            if not source.below(3):
                place[name] = f"solomons-{source.below(4)}"
        sections = sorted({at for name, at in place.items() if name in SHIPS[side]})
        for man in MEN[side]:
            if sections and not source.below(2):
                place[man] = source.choice(sections)
    quick = source.below(6) == 0
    if quick:
        place = {name: at for name, at in place.items() if name not in (*SHIPS[0], *FLIERS[0], *MEN[0])}
        place |= {"CA Chokai": "solomons-4", "BB Kongo": "solomons-4", "Yamamoto": "solomons-4"}
    tired = tuple(name for name in place if name not in (*MEN[0], *MEN[1]) and not source.below(5))
    s = sea(place, (), leaders=ROWS, weather=source.choice(WEATHER), down=tired)
    w = s.world
    s.sea, s.opener = area(s, "solomons"), source.below(2)
    for power in ("japan", "usa", "commonwealth"):
        if not source.below(2):
            place_convoy(s, s.sea, POWERS.index(power), 1 + source.below(7))
    if not source.below(4):
        japan, commonwealth = w.party_of["japan"], w.party_of["commonwealth"]
        s.wars[japan] &= ~(1 << commonwealth)
        s.wars[commonwealth] &= ~(1 << japan)
    s.said = {
        code(w.unit(man), n): occasion(s)
        for man in ROWS
        if man in place
        for n in SAID
        if not source.below(4) or (quick and n == 94)
    }
    s.rolls = [1 + source.below(10), 1 + source.below(10)]
    return s


def laid_out(s: State) -> oracle.Sea:
    """The sea area as it lies on the table."""
    w = s.world
    pieces, men = [], []
    for u, place in enumerate(s.where):
        if not is_sea(place):
            continue
        power = POWERS[w.power[u]]
        if w.is_leader(u):
            says = frozenset(n for n in SAID if code(u, n) in s.said)
            men.append(oracle.Leader(w.side[u], power, section_of(place), says))
        else:
            kind = SHIP_IDS[w.kind[u] - 32] if w.is_ship(u) else KIND_IDS[w.kind[u]]
            speed = w.ship(u).move if w.is_ship(u) else 0
            pieces.append(
                oracle.Piece(
                    w.piece(u), w.side[u], power, kind, section_of(place), is_down(s, u), w.strength[u], speed
                )
            )
    sides = {"japan": 0, "usa": 1, "commonwealth": 1}
    convoys = {name: battle_points(s, name) for name in sides}
    wars = frozenset(
        frozenset((a, b)) for a in sides for b in sides if s.wars[w.party_of[a]] >> w.party_of[b] & 1
    )
    weather = WEATHER[s.weather[w.lands.seas.zone[s.sea]]]
    return oracle.Sea(tuple(pieces), convoys, sides, wars, tuple(men), weather, (s.rolls[0], s.rolls[1]))


def battle_points(s: State, power: str) -> int:
    """Convoy points of a power in the area."""
    return points_of(s, s.sea, POWERS.index(power))


def differences(s: State, source: SeededSource) -> list[str]:
    """Where the two readings part."""
    w, table = s.world, laid_out(s)
    out = []

    def check(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            out.append(f"{what}: {ours} {theirs}")

    def names(units: Iterable[int]) -> set[str]:
        return {w.piece(u) for u in units}

    for side in (0, 1):
        check("present", names(search.present(s, side)), {p.name for p in oracle.at_war(table, side)})
        for section in range(5):
            check("limit", search.search_number(s, side, section), oracle.limit(table, side, section))
    dice = tuple(s.rolls)
    check("area", s.sea in battle.open_areas(s, 0), bool(oracle.at_war(table, 0)))
    s.rolls = [search.true_roll(s, side, die) for side, die in enumerate(dice)]
    check("roll", s.rolls, [oracle.counted(table, side) for side in (0, 1)])
    fight, found = search.contact(s), oracle.met(table)
    check("met", names(bits(s.engaged)), found.names)
    check("convoys", tuple(map(bool, s.escorted)), found.convoys)
    check("fight", fight, found.fight)
    if not fight or out:
        return out
    search.reckon_surprise(s)
    check("surprise", tuple(s.guile), oracle.surprise(table, found))
    s.shifts, s.picks, s.paid = [source.below(2), source.below(2)], [0, 0], [0, 0]
    can = {kind for kind, number in KINDS.items() if battle.can_be(s, number)}
    check("possible", can, oracle.possible(table, found))
    check("kind", battle.plain_kind(s), KINDS[oracle.default_kind(table, found)])
    everybody = sorted(found.names)
    hit = frozenset(name for name in everybody if source.below(2))
    s.aimed = union(w.unit(name) for name in hit)
    for side in (0, 1):
        prices = {kind: battle.price_of(s, side, number) for kind, number in KINDS.items()}
        check("price", prices, {kind: oracle.price(table, found, side, kind) for kind in KINDS})
        pays = {KINDS[kind] for kind in can if s.guile[side] >= prices[kind]}
        check("choice", set(battle.can_choose(s, side)), pays)
        for word, weapon in WEAPONS.items():
            for number in (SURFACE, SUBS):
                s.kind_of_fight = number
                for k in range(7):
                    kind = "surface" if number == SURFACE else "submarine"
                    check(
                        "namer",
                        fire.namer(s, side, weapon, k),
                        oracle.names_it(table, found, side, word, kind, k + 1),
                    )
            if word == "bombs":
                continue
            check(word, fire.factors(s, side, weapon), oracle.factors(table, found, side, word))
            check("counters", fire.target_count(s, side, weapon), oracle.counters(table, found, side, word))
            seen = {oracle.CONVOY if u == CONVOY else w.piece(u) for u in fire.victims(s, side, weapon)}
            check("targets", seen, oracle.targets(table, found, side, word, hit))
    return out


def compare(number: int, seed: str, until: str = "") -> tuple[int, list[str]]:
    """So many combats drawn at random: in how many both sides meet, and what was found."""
    source, met = SeededSource(seed), 0
    found: list[str] = []
    for _ in range(number):
        s = drawn(source)
        found += differences(s, source)
        met += bool(s.engaged)
        if until and any(each.startswith(until) for each in found):
            break
    return met, found


@pytest.mark.rule(
    "base.search", "base.surprise_points", "base.combat_kind", "base.surface", "base.subs", "base.targets", "base.naval_table",
    "ability.91", "ability.92", "ability.93", "ability.94", "ability.95", "ability.100", "ability.108", "ability.110", "ability.111",
    "ability.112", "ability.115", "ability.117",
)  # fmt: skip
def test_they_agree_on_combats_drawn_at_random() -> None:
    met, found = compare(120, "agree")
    assert found == [] and met >= 60


@pytest.mark.parametrize(
    ("module", "name", "wrong", "word"),
    [
        (search, "MANY", 8, "limit"),
        (search, "MISSED", 9, "roll"),
        (battle, "CHOICE", 5, "price"),
        (fire, "THREE", 4, "charges"),
        (battle, "is_dash", lambda s, side: False, "kind"),
    ],
)
def test_a_wrong_rule_is_found(
    module: Any, name: str, wrong: int | Callable[..., Any], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Take a rule out and the second reading sees it."""
    monkeypatch.setattr(module, name, wrong)
    assert any(each.startswith(word) for each in compare(150, "wrong", word)[1])
