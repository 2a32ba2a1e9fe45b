"""Politics in Leaders in Flames agrees with a second, plain reading: wars, alignments, claims, Vichy, who works with whom, who falls."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.kinds import (
    ABSENT,
    AT_PEACE,
    FALLEN,
    GERMANY,
    GONE,
    ITALY,
    JAPAN,
    POWERS,
    SIDE_OF,
    USA,
    USSR,
    WITH_ALLIES,
    WITH_AXIS,
)
from hexfront.games.leaders_in_flames.politics.acts import Align, DeclareWar, Demand, EndVichy, SetUpVichy
from hexfront.games.leaders_in_flames.politics.conquest import Conquest, is_beaten
from hexfront.games.leaders_in_flames.politics.parties import party_of, reckon
from hexfront.games.leaders_in_flames.politics.step import Politics
from hexfront.games.leaders_in_flames.politics.wars import (
    codes_due,
    end_pact,
    join_side,
    pact_key,
    war_between,
)
from hexfront.games.leaders_in_flames.state import State, give_hexes, owner
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from tests.games.leaders_in_flames.kit import campaign

DATA = Path(__file__).resolve().parents[2] / "src/hexfront/games/leaders_in_flames/data/politics.toml"
SHEET: dict[str, Any] = tomllib.loads(DATA.read_text(encoding="utf-8"))
FRIENDS = ({"germany", "italy"}, {"commonwealth", "usa"}, {"commonwealth", "france"}, {"usa", "france"})
STANCE = {AT_PEACE: "neutral", WITH_AXIS: "axis", WITH_ALLIES: "allies", FALLEN: "fallen", ABSENT: "absent"}


def drawn(source: SeededSource) -> State:
    """A world drawn at random: wars, countries on a side or fallen, capitals that changed hands, pacts, a month."""
    s = campaign(side="axis", phase="politics", turn=1 + source.below(14))
    w = s.world
    for a, b in ((GERMANY, USSR), (JAPAN, USA), (JAPAN, 3), (JAPAN, USSR), (GERMANY, USA), (ITALY, USSR)):
        if not source.below(4):
            end_pact(s, a, b)
            war_between(s, a, b)
    for n, minor in enumerate(w.minors):
        chance = source.below(9)
        if chance == 0 and s.stance[n] == AT_PEACE:
            side = source.below(2)
            if minor.parties[side] >= 0:
                join_side(s, n, side)
        elif chance == 1 and minor.id != "vichy":
            s.stance[n], s.victors[n] = FALLEN, source.below(2)
        elif chance == 2 and minor.capital >= 0:
            give_hexes(s, 1 << minor.capital, source.choice((GERMANY, ITALY, JAPAN, 3, USSR)))
    if not source.below(3):
        s.stance[w.minor_of["vichy"]] = source.choice((AT_PEACE, ABSENT))
    for word in ("vichy.set_up", "parted.italy"):
        s.deeds.pop(word, None)
        if not source.below(3):
            s.deeds[word] = 1
    if not source.below(2):
        give_hexes(s, 1 << w.affairs.paris, source.choice((GERMANY, 4, ITALY)))
    for power in (4, ITALY, JAPAN):
        s.fate[power] = source.below(3) // 2
    for a, b in ((GERMANY, USSR), (JAPAN, USSR), (USA, JAPAN)):
        s.pacts.pop(pact_key(a, b), None)
        if not source.below(3) and not s.wars[a] >> b & 1:
            s.pacts[pact_key(a, b)] = 1938 + source.below(5)
        if not source.below(4):
            s.deeds[f"tried.{a}.{b}"] = s.turn - source.below(2)
    for power in range(8):
        s.chits[power] = source.below(3)
    s.agenda, s.surprised = (), 0
    reckon(s)
    return s


# --- the second reading


def stance(s: State, name: str) -> str:
    """Where a country stands."""
    minor = s.world.minor_of.get(name, -1)
    return STANCE[s.stance[minor]] if minor >= 0 else ""


def fights(s: State, a: int, b: int) -> bool:
    return bool(s.wars[a] >> b & 1)


def may_declare(s: State, power: int, target: int) -> bool:
    """Whether a power can declare war on a party."""
    w = s.world
    if not 0 <= target < len(w.parties) or s.fate[power] or fights(s, power, target):
        return False
    nation, side = w.parties[target].nation, SIDE_OF[power]
    if w.parties[target].power < 0:
        return False
    if nation not in POWERS:
        wants = w.minors[w.minor_of[nation]].parties[1 - side]
        asleep = power == USA and not any(fights(s, USA, other) for other in range(8))
        return stance(s, nation) == "neutral" and target == wants and not asleep
    if SIDE_OF[target] == side or s.fate[target] or s.deeds.get(f"tried.{power}.{target}") == s.turn:
        return False
    made = s.pacts.get(min(power, target) * 8 + max(power, target))
    return made is None or w.year(s.turn) >= made + 2


def holds(s: State, need: str, side: int) -> bool:
    """Whether a condition of the sheet is met."""
    kind, *rest = need.split(":")
    if kind == "war":
        return fights(s, POWERS.index(rest[0]), POWERS.index(rest[1]))
    if kind == "deed":
        return bool(s.deeds.get(rest[0]))
    return stance(s, rest[0]) == (("axis", "allies")[side] if kind == "with" else "fallen")


def may_align(s: State, power: int, name: str) -> bool:
    """Whether a country can join a power."""
    w = s.world
    for row in SHEET["align"]:
        if row["minor"] == name and row["power"] == POWERS[power]:
            date = (w.year(s.turn), w.month(s.turn)) >= tuple(row["from"])
            able = s.chits[power] >= row.get("chits", 0)
            needs = all(holds(s, need, SIDE_OF[power]) for need in row.get("need", []))
            return stance(s, name) == "neutral" and date and able and needs
    return False


def may_demand(s: State, k: int) -> bool:
    """Whether a claim can be made."""
    if not 0 <= k < len(SHEET["claim"]):
        return False
    row, w = SHEET["claim"][k], s.world
    minor = w.minor_of.get(row["minor"], -1)
    date = (w.year(s.turn), w.month(s.turn)) >= tuple(row["from"])
    theirs = minor >= 0 and w.realm.ground((row["region"],)) & s.control[party_of(s, minor)]
    return stance(s, row["minor"]) == "neutral" and date and bool(theirs)


def lone(s: State, party: int) -> bool:
    """A country that fights somebody its power does not."""
    power = s.world.parties[party].power
    return party != power and bool(s.wars[party] & ~s.wars[power])


def partners(s: State, a: int, b: int) -> bool:
    """Whether two parties work together."""
    one, two = s.world.parties[a], s.world.parties[b]
    if a == b:
        return True
    if one.side != two.side or lone(s, a) or lone(s, b):
        return False
    if one.power == two.power:
        return "communists" not in (one.nation, two.nation)
    pair = {POWERS[one.power], POWERS[two.power]}
    if pair == {"germany", "italy"} and s.deeds.get("parted.italy"):
        return False
    return pair in FRIENDS and bool(s.wars[one.power] & s.wars[two.power])


def there(s: State) -> list[int]:
    """Powers, and countries that have taken a side."""
    w = s.world
    found = list(w.powers)
    return found + [
        m.parties[s.stance[n] == WITH_ALLIES] for n, m in enumerate(w.minors) if s.stance[n] in (1, 2)
    ]


@pytest.mark.rule(
    "base.war",
    "base.pact",
    "base.align",
    "base.claim",
    "base.vichy",
    "5.3.3.17b",
    "3.2i",
    "5.3.3.17c",
    "base.neutral",
    "base.reserves",
)
def test_they_agree_on_worlds_drawn_at_random() -> None:
    source, wars, joined = SeededSource("worlds"), 0, 0
    for _ in range(45):
        s = drawn(source)
        w = s.world
        for side, seat in enumerate(("axis", "allies")):
            frame = Politics(side)
            mine = [power for power in range(8) if SIDE_OF[power] == side]
            for power in range(8):
                own = power in mine
                for target in (-1, *range(len(w.parties)), len(w.parties)):
                    may = frame.violation(s, seat, DeclareWar(power, target)) is None
                    assert may is (own and may_declare(s, power, target)), (power, target)
                    wars += may
                for n in (-1, *range(len(w.minors)), len(w.minors)):
                    name = w.minors[n].id if 0 <= n < len(w.minors) else ""
                    may = frame.violation(s, seat, Align(power, n)) is None
                    assert may is (own and may_align(s, power, name)), (power, name)
                    joined += may
                fit = own and side == 0 and stance(s, "vichy") == "neutral" and s.wars[power] != 0
                assert (frame.violation(s, seat, EndVichy(power)) is None) is fit, power
            for k in (-1, *range(len(SHEET["claim"])), 9):
                own = 0 <= k < len(SHEET["claim"]) and POWERS.index(SHEET["claim"][k]["power"]) in mine
                assert (frame.violation(s, seat, Demand(k)) is None) is (own and may_demand(s, k)), k
            lord = owner(s, w.affairs.paris)
            paris = lord >= 0 and SIDE_OF[lord] == 0 and fights(s, GERMANY, 4)
            fresh = stance(s, "vichy") == "absent" and not s.deeds.get("vichy.set_up")
            assert (frame.violation(s, seat, SetUpVichy()) is None) is (side == 0 and fresh and paris)
        here = there(s)
        for a in range(len(w.parties)):
            camp = {b for b in here if a in here and partners(s, a, b)} | {a}
            assert set(bits(s.camps[a])) == camp, w.parties[a]
            guests = {
                b
                for b in here
                if a in here and w.parties[a].side == w.parties[b].side and s.wars[a] & s.wars[b]
            }
            assert set(bits(s.entry[a])) == camp | guests, w.parties[a]
        for power in range(8):
            foes = {other for other in range(8) if fights(s, power, other)}
            due = [bool(foes), bool(foes & {GERMANY, ITALY}), JAPAN in foes]
            codes = codes_due(s, power)
            assert bin(codes).count("1") == sum(due) and bool(codes) is any(due)
    assert wars >= 100 and joined >= 10


@pytest.mark.rule("base.conquest", "base.liberation", "4.2c", "4.2d")
def test_they_agree_on_who_falls_and_who_is_free() -> None:
    source, fell, freed, beaten = SeededSource("conquest"), 0, 0, 0
    for _ in range(80):
        s = drawn(source)
        w = s.world
        for power in (3, 4, ITALY, USSR):
            if not source.below(4):
                for h in w.factories[power]:
                    if source.below(12):
                        give_hexes(
                            s, 1 << h, source.choice((GERMANY, JAPAN) if SIDE_OF[power] else (3, USSR))
                        )
        before = s.clone()
        expected = {}
        for n, minor in enumerate(w.minors):
            lord = (
                owner(s, minor.capital)
                if minor.capital >= 0 and w.area >> minor.capital & 1 and minor.home
                else -1
            )
            now = s.stance[n]
            if lord >= 0:
                side = SIDE_OF[lord]
                if now == (WITH_AXIS, WITH_ALLIES)[1 - side]:
                    now = FALLEN
                elif now == FALLEN and s.victors.get(n, 0) != side and minor.parties[side] >= 0:
                    now = (WITH_AXIS, WITH_ALLIES)[side]
            expected[n] = now
        Conquest().run(s)
        for n, minor in enumerate(w.minors):
            assert s.stance[n] == expected[n], minor.id
            if s.stance[n] == FALLEN != before.stance[n]:
                fell += 1
                lord = owner(before, minor.capital)
                party = party_of(before, n)
                assert s.victors[n] == SIDE_OF[lord] and not s.control[party] and not s.wars[party]
                assert not any(w.party[u] == party and at >= 0 for u, at in enumerate(s.where))
                ground = before.control[party] & minor.home
                shares = [r for r in SHEET["share"] if r["minor"] == minor.id]
                if not shares:
                    assert not ground & ~s.control[lord]
            elif s.stance[n] != before.stance[n]:
                freed += 1
                party = party_of(s, n)
                assert n not in s.victors and s.control[party] >> minor.capital & 1
                assert s.wars[party] == s.wars[w.parties[party].power]
        for power in range(8):
            home = [
                h for h in w.factories[power] if w.realm.homeland[POWERS[power]] >> h & 1 and w.area >> h & 1
            ]
            lost = bool(home) and all(
                (lord := owner(before, h)) >= 0 and SIDE_OF[lord] != SIDE_OF[power] for h in home
            )
            assert is_beaten(before, power) is lost
            if lost and before.fate[power] == 0:
                beaten += 1
                assert s.fate[power] in (1, 2)
                left = [u for u, at in enumerate(s.where) if w.party[u] == power and at >= 0]
                assert not any(w.realm.homeland[POWERS[power]] >> s.where[u] & 1 for u in left)
                if s.fate[power] == 2:
                    assert not s.wars[power] and not left
            elif before.fate[power] == 0:
                assert s.fate[power] == 0
            if before.fate[power] == 1 and not lost:
                lord = owner(before, w.capital[power])
                back = lord >= 0 and SIDE_OF[lord] == SIDE_OF[power]
                assert (s.fate[power] == 0) is back or s.fate[power] == 2
        assert all(
            s.where[u] == GONE or s.where[u] < 0 or w.area >> s.where[u] & 1 for u in range(len(s.where))
        )
    assert fell >= 10 and freed >= 3 and beaten >= 3
