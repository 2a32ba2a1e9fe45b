"""The air war of Leaders in Flames agrees with a second, plain reading; and the second can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Fly, Pick
from hexfront.games.leaders_in_flames.air import (
    bombing,
    fight,
    missions,
    patrol,
    planes,
    sorties,
    strike,
    support,
)
from hexfront.games.leaders_in_flames.air.fight import BOMBER, CLEARED, FIGHTER
from hexfront.games.leaders_in_flames.air.missions import AGAINST, OUTWARD, Forming
from hexfront.games.leaders_in_flames.air.rebase import Rebasing, goals
from hexfront.games.leaders_in_flames.board import ZONES
from hexfront.games.leaders_in_flames.kinds import (
    AA,
    CARPET,
    GERMANY,
    HQS,
    KIND_IDS,
    MISSIONS,
    SEATS,
    SIDE_OF,
    STRATEGIC,
    STRIKE,
    USSR,
    WEATHER,
)
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.limits import limit, use, used
from hexfront.games.leaders_in_flames.state import State, holder, is_down, owner
from hexfront.hexes import bits
from hexfront.kernel import Decision, SeededSource
from tests.games.leaders_in_flames.kit import steppe

from . import leaders_in_flames_sky as oracle

AIR = {
    "axis": ("German Ju-87B", "German He-111H6", "German Bf-109E3", "German Bf-109F2", "German Bf-110C", "German He-177",
             "German Ju-52", "German Hs-123"),
    "allies": ("Soviet I-16", "Soviet MiG-3", "Soviet Pe-2", "Soviet TB-3", "Soviet Pe-8", "Soviet IL-2", "Soviet Li-2", "Soviet SB-2"),
}  # fmt: skip
TROOPS = {
    "axis": ("German INF IX", "German INF X", "German ARM XLI", "HQ v. Bock", "German AA DIV 88 mm", "German INF DIV 3", "Guderian",
             "German AA DIV 105 mm"),
    "allies": ("Soviet INF 29", "Soviet INF 12", "Soviet ARM 1", "HQ Zhukov", "Soviet AA DIV 76 mm", "Soviet INF DIV 3", "Konev",
               "Soviet AA DIV 37 mm"),
}  # fmt: skip
PLACES = {
    "axis": ("E1025", "E1124", "E1222", "E1324", "E1023", "E1022", "E1225", "E2725", "E1526"),
    "allies": ("E0825", "E0724", "E0827", "E0725", "E0822", "E1220", "E0624", "E0621"),
}
MISSION = {"raid": STRATEGIC, "carpet": CARPET, "strike": STRIKE}
ROLE = {"fights": FIGHTER, "bombs": BOMBER, "through": CLEARED}
CITIES = ("Voronezh", "Tula", "Orel", "Kursk", "Moscow", "Saratov", "Stalingrad", "Gorky", "Kharkov")


def drawn(source: SeededSource) -> State:
    """Aircraft, troops, guns and leaders of both sides round Voronezh, drawn at random, and a mission at hand."""
    place: dict[str, str] = {}
    for side in SEATS:
        spots = [source.choice(PLACES[side]) for _ in range(4)]
        for name in TROOPS[side]:
            at = source.choice(spots)
            if source.below(3) and sum(x == at for x in place.values()) < 2:
                place[name] = at
        for name in AIR[side]:
            at = source.choice([*spots, *(x for x in place.values() if x in PLACES[side])])
            if source.below(5) and sum(x == at and n in AIR[side] for n, x in place.items()) < 2:
                place[name] = at
    tired = tuple(name for name in place if not source.below(4))
    control: dict[str, list[str]] = {"germany": [], "ussr": []}
    for city in CITIES:
        control["germany" if source.below(3) == 0 else "ussr"].append(city)
    action = source.choice(("air", "land", "combined", "super", "pass"))
    s = steppe(place, side=source.choice(SEATS), action=action, phase="strikes", down=tired, control=control)
    w = s.world
    for zone in range(len(s.weather)):
        s.weather[zone] = 0 if source.below(3) else source.below(5)
    on_map = [w.unit(name) for side in SEATS for name in AIR[side] if name in place]
    for u in on_map:
        if not source.below(6):
            s.flown |= 1 << u
        elif w.kind[u] == 16 and not source.below(6):
            s.patrol[u] = w.hex(source.choice(PLACES[SEATS[w.side[u]]]))
    for power in (GERMANY, USSR):
        use(s, power, MISSIONS, source.below(4))
    if not source.below(4):
        s.surprised = 1 << w.party_of[source.choice(("germany", "ussr"))]
    if not source.below(3):
        s.raided = 1 << w.hex(source.choice(PLACES["axis"] + PLACES["allies"]))
    for h in bits(w.factory_hexes):
        if not source.below(4):
            s.bombed[h] = 1
    s.flier, s.night = source.below(2), source.below(2)
    s.over, s.mission = (
        w.hex(source.choice((*place.values(), "E1124"))),
        source.choice((STRATEGIC, CARPET, STRIKE)),
    )
    for u in on_map:
        if not source.below(4) and u not in s.patrol:
            s.wing[u] = source.choice((FIGHTER, BOMBER, CLEARED))
    return s


def laid_out(s: State) -> oracle.Sky:
    """The position as it lies on the table."""
    w = s.world
    names = {number: word for word, number in ROLE.items()}
    air, counters = [], []
    for u, h in enumerate(s.where):
        at, side = w.label(h) if h >= 0 else "", SEATS[w.side[u]]
        if w.is_plane(u):
            if w.nation[u] not in ("germany", "ussr"):
                continue
            p = w.plane(u)
            over = w.label(s.patrol[u]) if u in s.patrol else ""
            fed = h >= 0 and is_supplied(s, u)
            air.append(
                oracle.Plane(w.piece(u), side, KIND_IDS[w.kind[u]], at, is_down(s, u), bool(s.flown >> u & 1), fed, p.tactical,
                             p.strategic, p.turns, p.range, over)
            )  # fmt: skip
        elif h >= 0:
            what = (
                "leader"
                if w.is_leader(u)
                else "hq"
                if w.kind[u] in HQS
                else "guns"
                if w.kind[u] == AA
                else "unit"
            )
            counters.append(
                oracle.Ground(
                    w.piece(u), side, what, at, is_down(s, u), w.strength[u] if what == "guns" else 0
                )
            )
    power = GERMANY if s.side == 0 else USSR
    works = {}
    for mine, places in w.factories.items():
        for h, count in places.items():
            if w.area >> h & 1 and owner(s, h) == mine:
                works[w.label(h)] = (SEATS[SIDE_OF[mine]], count - s.bombed.get(h, 0))
    return oracle.Sky(
        tuple(air),
        tuple(counters),
        {w.label(h): SEATS[w.parties[k].side] for k, hexes in enumerate(s.control) for h in bits(hexes)},
        {ZONES[k]: WEATHER[x] for k, x in enumerate(s.weather)},
        SEATS[s.side],
        next(
            (SEATS[k] for k, name in enumerate(("germany", "ussr")) if s.surprised >> w.party_of[name] & 1),
            "",
        ),
        (limit(s, power, MISSIONS), used(s, power, MISSIONS)),
        frozenset(w.label(h) for h in bits(s.raided)),
        works,
        frozenset(w.label(h) for h in bits(w.factory_hexes)),
        {w.piece(u): names[role] for u, role in s.wing.items()},
        w.label(s.over),
        {number: word for word, number in MISSION.items()}[s.mission],
    )


def differences(s: State, source: SeededSource) -> list[str]:
    """Where the two readings part."""
    w, sky = s.world, laid_out(s)
    out = []
    passed = s.action[GERMANY if s.side == 0 else USSR] == 0

    def check(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            out.append(f"{what}: {ours} {theirs}")

    def labels(hexes: int) -> set[str]:
        return set(w.board.labels(hexes))

    def names(units: Iterable[int]) -> set[str]:
        return {w.piece(u) for u in units}

    def allowed(frame: Decision, seat: str, action: Any) -> bool:
        return frame.violation(s, seat, action) is None

    for number, side in enumerate(SEATS):
        for plane in sky.planes:
            u = w.unit(plane.name)
            check(
                "patrol", allowed(patrol.Patrolling(number), side, Pick(u)), oracle.patrols(sky, side, plane)
            )
            free = passed and side == sky.active
            if s.action[w.power[u]] != 0 or side == sky.active:
                check(
                    "rebase",
                    allowed(Rebasing(number, False), side, Pick(u)),
                    oracle.rebases(sky, side, plane, free),
                )
            for word, mission in MISSION.items():
                ours = allowed(sorties.Sending(number, mission), side, Pick(u))
                check(f"leads {word}", ours, oracle.leads(sky, side, plane, word))
            for wave in (OUTWARD, AGAINST):
                for word, role in ROLE.items():
                    ours = allowed(Forming(number, wave), side, Fly(u, role))
                    check(f"joins {plane.name}", ours, oracle.joins(sky, side, plane, word, wave == AGAINST))
            if plane.at and plane.side == side:
                for word, mission in MISSION.items():
                    check("targets", labels(sorties.targets(s, u, mission)), oracle.targets(sky, plane, word))
                check("beats", labels(patrol.beats(s, u)), oracle.beats(sky, plane))
                fields = oracle.airfields(sky, plane, plane.at, 2 * plane.range)
                check("goals", labels(goals(s, u, False)), fields - {plane.at})
                h = source.choice(sorted(oracle.held(sky, side)))
                check("closed", planes.is_closed(s, u, w.hex(h)), oracle.closed(sky, plane, h))
                check(
                    "worth",
                    planes.halves(s, u, plane.tactical, w.hex(h)),
                    oracle.worth(sky, plane.tactical, h),
                )
        for h in sorted(oracle.held(sky, "axis") | oracle.held(sky, "allies") | sky.first):
            check("flak", strike.flak_rating(s, w.hex(h), number), oracle.flak(sky, h, side))
            check("struck", names(strike.victims(s, w.hex(h), number)), oracle.struck(sky, h, side))
            check("room", planes.has_room(s, number, w.hex(h)), oracle.room(sky, side, h))
        check("asked", bool(patrol.Patrols(number).run(s)), oracle.patrols_asked(sky, side))
        check("through", names(fight.through(s, number)), {p.name for p in oracle.through(sky, side)})
        check("strike", strike.tactical(s, number), oracle.strike_factors(sky, side))
        own, guns, aid = Fraction(source.below(20), 2), Fraction(source.below(16), 2), source.below(30)
        s.aid = {(GERMANY, USSR)[number]: aid, (USSR, GERMANY)[number]: 7}
        check("support", support.support(s, number, own, guns), oracle.support(own, guns, aid))
    s.aid = {}
    support.Supported().run(s)
    aid_of = {
        power: oracle.strike_factors(sky, side) for power, side in ((GERMANY, "axis"), (USSR, "allies"))
    }
    check(
        "aid", s.aid, {power: n for power, n in aid_of.items() if oracle.through(sky, SEATS[SIDE_OF[power]])}
    )
    factors = bombing.strategic(s)
    check("raid", factors, oracle.raid_factors(sky, SEATS[s.flier], bool(s.night)))
    for site in bits(w.factory_hexes):
        works = sky.works.get(w.label(site), ("", 0))[1]
        check("works", bombing.works_at(s, site) if w.label(site) in sky.works else 0, works)
    close = s.over >= 0 and w.label(s.over) in oracle.CLOSE
    check("needed", strike.needed(s, s.over, 8), w.tables.strike_number(8) - close)
    check("ground", holder(s, s.over) >= 0, w.label(s.over) in sky.holder)
    return out


def compare(number: int, seed: str, until: str = "") -> list[str]:
    """So many positions drawn at random, and what was found."""
    source = SeededSource(seed)
    found: list[str] = []
    for _ in range(number):
        found += differences(drawn(source), source)
        if until and any(each.startswith(until) for each in found):
            break
    return found


@pytest.mark.rule(
    "base.air", "base.mission", "base.action", "base.intercept", "base.patrol", "base.surprise", "base.sky", "base.field",
    "base.rebase", "base.flak", "base.strike", "base.raid", "base.carpet", "base.support", "base.landing",
)  # fmt: skip
def test_they_agree_on_positions_drawn_at_random() -> None:
    assert compare(40, "agree") == []


@pytest.mark.parametrize(
    ("module", "name", "wrong", "word"),
    [
        (planes, "STRIP", 5, "goals"),
        (planes, "FIELD", 11, "goals"),
        (planes, "ROOM", 3, "room"),
        (planes, "WET", (), "worth"),
        (missions, "HEAVY", 3, "leads carpet"),
        (missions, "is_closed", lambda s, u, h: False, "joins"),
    ],
)
def test_a_wrong_rule_is_found(
    module: Any, name: str, wrong: int | Callable[..., Any], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Take a rule out and the second reading sees it."""
    monkeypatch.setattr(module, name, wrong)
    assert any(each.startswith(word) for each in compare(40, "wrong", word))
