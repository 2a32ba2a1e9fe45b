"""Carriers, aircraft at sea, yards and ports of Leaders in Flames agree with a second, plain reading."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import BuyConvoy, Finish, Fly, LayDown, Pick
from hexfront.games.leaders_in_flames.air.fight import BOMBER, CLEARED, FIGHTER
from hexfront.games.leaders_in_flames.kinds import (
    AIRSEA,
    CIRCLE,
    CV,
    CVP,
    FTR,
    JAPAN,
    MISSIONS,
    NAV,
    POOL,
    REPAIR,
    SUB,
    USA,
    WEATHER,
)
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.asks import code, occasion
from hexfront.games.leaders_in_flames.limits import limit, use, used
from hexfront.games.leaders_in_flames.sea import airsea, decks, yards
from hexfront.games.leaders_in_flames.sea.fleets import bases, depths, leaders_on, ships_at
from hexfront.games.leaders_in_flames.sea.flights import FlyingOut, in_reach, way_to
from hexfront.games.leaders_in_flames.sea.homing import company, havens, shared
from hexfront.games.leaders_in_flames.sea.view import ship_piece
from hexfront.games.leaders_in_flames.sea.waters import aboard, area_of, is_sea, section_of
from hexfront.games.leaders_in_flames.sea.yards import Shipbuilding
from hexfront.games.leaders_in_flames.state import State, is_down, weather_at
from hexfront.hexes import bits, union
from hexfront.kernel import SeededSource
from tests.games.leaders_in_flames.sea_kit import AXIS, SEATS, area, sea

SHIPS = (
    ("CV Shokaku", "CV Zuikaku", "CV Ryujo", "BB Kongo", "CA Chokai", "Japanese SUB I", "Japanese TRS IV"),
    (
        "CV Wasp",
        "CV Enterprise",
        "CV Saratoga",
        "BB North Carolina",
        "CA Astoria",
        "American SUB II",
        "CA Australia",
    ),
)
WINGS = (
    ("Japanese CVP A5M4", "Japanese CVP B5N1", "Japanese CVP D3A1", "Japanese CVP A6M2", "Japanese CVP B5N2"),
    (
        "American CVP F4F-3",
        "American CVP SBD-1",
        "American CVP TBD",
        "American CVP F4F-4",
        "American CVP SBD-3",
    ),
)
PLANES = (
    ("Japanese D3A1", "Japanese G3M2", "Japanese A6M2", "Japanese L2D", "Japanese Ki-30"),
    ("American PBY5", "American A-24", "American F4F-3", "American C-47", "American B-17E"),
)
MEN = (("Yamamoto", "Nagumo", "Tanaka"), ("Halsey", "Nimitz", "Turner"))
PORTS = (("Truk", "Rabaul"), ("Noumea", "Espiritu Santo", "Brisbane"))
ROWS = {man: [75, 88, 99, 101] for side in (0, 1) for man in MEN[side]}
CLIMB = (0, 1, 3, 6, 10)


def drawn(source: SeededSource) -> State:
    """Fleets with their planes round the Solomons, in port and at sea, drawn at random."""
    place: dict[str, str] = {}
    for side in (0, 1):
        for name in SHIPS[side]:
            if source.below(5):
                at_sea = f"{source.choice(('solomons', 'solomons', 'coral_sea'))}-{source.below(5)}"
                place[name] = at_sea if source.below(4) else source.choice(PORTS[side])
        free = [name for name in place if name.startswith("CV ") and name in SHIPS[side]]
        for name in WINGS[side]:
            if free and source.below(4):
                place[name] = f"aboard {source.choice(free)}"
        for name in PLANES[side]:
            if source.below(3):
                port = source.choice(PORTS[side])
                place[name] = (
                    port
                    if source.below(3) or "L2D" in name or "C-47" in name
                    else f"solomons-{source.below(4)}"
                )
        spots = sorted({place[name] for name in SHIPS[side] if name in place and "-" in place[name]})
        for man in MEN[side]:
            if spots and source.below(2):
                place[man] = source.choice(spots)
    tired = tuple(name for name in place if name not in ROWS and not source.below(6))
    action = source.choice(("naval", "air", "combined", "pass"))
    given: dict[str, Any] = {"leaders": ROWS, "down": tired, "side": source.choice(SEATS), "action": action}
    try:
        s = sea(place, (), weather=source.choice(WEATHER) if not source.below(3) else "fine", **given)
    except AssertionError:  # too many planes for a deck or a field
        return drawn(source)
    w = s.world
    s.turn = 1 + source.below(9)
    s.sea, s.opener, s.kind_of_fight = area(s, "solomons"), source.below(2), AIRSEA
    s.engaged = union(u for u, at in enumerate(s.where) if is_sea(at) and area_of(at) == s.sea and source.below(5)
                      and not w.is_leader(u))  # fmt: skip
    s.said = {
        code(w.unit(man), n): occasion(s)
        for man in ROWS
        for n in ROWS[man]
        if man in place and not source.below(3)
    }
    for power in (JAPAN, USA):
        use(s, power, MISSIONS, source.below(4))
    for u in range(len(s.where)):
        if w.is_plane(u) and s.where[u] >= 0 and not source.below(5):
            s.flown |= 1 << u
    return s


def men(s: State, side: int, n: int) -> list[int]:
    """A side's leaders who have announced an ability."""
    w = s.world
    return [w.unit(man) for man in MEN[side] if code(w.unit(man), n) in s.said]


def wing(s: State, ship: int) -> list[int]:
    """Planes aboard, the largest class first."""
    planes = [u for u in range(len(s.where)) if s.world.kind[u] == CVP and s.where[u] == aboard(ship)]
    return sorted(planes, key=lambda u: (-decks.class_of(s, u), u))


def launches(s: State, ship: int) -> list[int]:
    """What a carrier can fly: one face-up plane that fits, two by a leader of its section."""
    w = s.world
    if is_down(s, ship):
        return []
    ready = [u for u in wing(s, ship) if not is_down(s, u) and decks.class_of(s, u) <= w.ship(ship).planes]
    friends = {"usa", "commonwealth"}
    two = any(
        s.where[man] == s.where[ship]
        and (w.nation[man] == w.nation[ship] or {w.nation[man], w.nation[ship]} <= friends)
        for man in men(s, w.side[ship], 99)
    )
    return ready[: 2 if two else 1]


def differences(s: State, source: SeededSource) -> list[str]:
    """Where the two readings part."""
    w = s.world
    out: list[str] = []

    def check(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            out.append(f"{what}: {ours} {theirs}")

    sky = WEATHER[s.weather[w.lands.seas.zone[s.sea]]]
    for side in (0, 1):
        fleet = [u for u in w.ships_of[side] if s.where[u] >= 0 or is_sea(s.where[u])]
        for ship in fleet:
            if w.kind[ship] == CV:
                check("flies", decks.flies(s, ship), launches(s, ship))
                for u in (w.unit(name) for name in WINGS[side]):
                    here = wing(s, ship)
                    size = sum(decks.class_of(s, v) for v in (*here, u))
                    fits = len(here) < 2 and size <= w.ship(ship).planes and w.party[u] == w.party[ship]
                    check("deck", decks.has_deck(s, ship, u), fits)
        met = [u for u in bits(s.engaged) if w.side[u] == side]
        air = [] if sky in ("storm", "blizzard") else [
            *(u for u in met if w.is_plane(u) and not is_down(s, u)),
            *(v for u in met if w.kind[u] == CV for v in launches(s, u)),
        ]  # fmt: skip
        check("planes", set(airsea.planes_of(s, side)), set(air))
        check("hunters", airsea.hunters(s, side), sum(w.kind[u] == NAV for u in air))
        doubled = {s.where[man] for man in men(s, side, 101)}
        guns = sum(
            w.ship(u).aa * (2 if s.where[u] in doubled else 1)
            for u in met
            if w.is_ship(u) and w.kind[u] != SUB
        )
        check("flak", airsea.flak_of(s, side), guns)
        for u in (w.unit(name) for name in PLANES[side]):
            at, plane = s.where[u], w.plane(u)
            ready = at >= 0 and not is_down(s, u) and not s.flown >> u & 1 and is_supplied(s, u)
            power = w.power[u]
            left = limit(s, power, MISSIONS) < 0 or used(s, power, MISSIONS) < limit(s, power, MISSIONS)
            reach = set()
            if at >= 0:
                for sea_area in w.waters.areas:
                    zone = WEATHER[s.weather[w.lands.seas.zone[sea_area]]]
                    shut = any(x in ("storm", "blizzard") for x in (zone, WEATHER[weather_at(s, at)]))
                    for section, more in enumerate(CLIMB):
                        if not shut and way_to(s, at, sea_area) + more <= plane.range:
                            reach.add((sea_area, section))
                check("reach", {(a.area, a.section) for a in in_reach(s, u)}, reach)
            able = plane.kind == FTR or plane.sea > 0
            may = FlyingOut(side).violation(s, SEATS[side], Pick(u)) is None
            check("out", may, ready and able and left and bool(reach))
        for u in fleet:
            if not is_sea(s.where[u]):
                continue
            card, harbours = w.ship(u), bases(s, u)
            ways: dict[int, int] = {}
            for sea_area, steps in depths(s, u, s.where[u]).items():
                for h in bits(w.waters.coast[sea_area] & harbours):
                    ways[h] = min(steps, ways.get(h, 99))
            near = {h for h, n in ways.items() if n <= min(card.move, card.reach)}
            check("near", set(havens(s, u, False)), set(sorted(near, key=lambda h: (ways[h], h))[:60]))
            least = min(ways.values(), default=0)
            far = near or {h for h, n in ways.items() if n == least}
            check("havens", list(havens(s, u)), sorted(far, key=lambda h: (ways[h], h))[:60])
        for place in sorted({s.where[u] for u in fleet if is_sea(s.where[u])}):
            crowd = ships_at(s, place, side)
            both = set(havens(s, crowd[0], False))
            for u in crowd[1:]:
                both &= set(havens(s, u, False))
            check("shared", set(shared(s, crowd)), both)
            check("company", company(s, crowd), leaders_on(s, place, side))
            check("left", company(s, crowd[:1]), leaders_on(s, place, side) if len(crowd) == 1 else [])
    frames = airsea.AirSea().run(s)
    for side in (0, 1):
        mine = [u for u in s.wing if w.side[u] == side]
        check("front", [w.plane(u).air for u in mine], sorted((w.plane(u).air for u in mine), reverse=True))
    for u, role in s.wing.items():
        plane = w.plane(u)
        bombs = plane.sea > 0 and plane.kind != FTR
        check("role", role, BOMBER if bombs else FIGHTER)
        carrier = next((v for v in bits(s.engaged) if s.where[u] == aboard(v)), -1)
        check("from", s.flights[u], s.where[carrier] if carrier >= 0 else s.where[u])
    check("flier", (s.flier, len(frames) > 0), (s.opener, True))
    for side in (0, 1):
        for u in (w.unit(name) for name in PLANES[side]):
            at, plane = s.where[u], w.plane(u)
            ready = at >= 0 and not is_down(s, u) and not s.flown >> u & 1 and is_supplied(s, u)
            enemies = any(w.side[v] != side for v in s.wing)
            base = WEATHER[weather_at(s, at)] if at >= 0 else ""
            wide = any(s.where[man] == at for man in men(s, side, 75))
            most = plane.range if wide else max(1, plane.range // 2)
            for role in (FIGHTER, BOMBER):
                fit = (
                    ready
                    and role == FIGHTER
                    and plane.kind == FTR
                    and enemies
                    and base not in ("storm", "blizzard")
                )
                fit = fit and way_to(s, at, s.sea) <= most and u not in s.wing
                may = airsea.Scrambling(side).violation(s, SEATS[side], Fly(u, role)) is None
                check("scramble", may, fit)
    for u in list(s.wing):
        if source.below(2):
            s.wing[u] = CLEARED
    halved = {place: WEATHER[weather_at(s, place)] in ("rain", "snow") for place in s.flights.values()}
    for side in (0, 1):
        total = 0
        for u in (u for u, role in s.wing.items() if role == CLEARED and w.side[u] == side):
            total += w.plane(u).sea if halved[s.flights[u]] else 2 * w.plane(u).sea
        check("bombs", airsea.bomb_factors(s, side), total // 2)
    return out


@pytest.mark.rule(
    "base.carriers", "base.naval_air", "base.naval_air_combat", "base.return", "base.sky", "base.action", "base.subs", "ability.75",
    "ability.99", "ability.101",
)  # fmt: skip
def test_they_agree_on_fleets_drawn_at_random() -> None:
    source = SeededSource("fleets")
    found: list[str] = []
    for _ in range(70):
        found += differences(drawn(source), source)
    assert found == []


@pytest.mark.rule("base.yards", "base.convoys")
def test_they_agree_on_what_yards_can_do() -> None:
    source, done = SeededSource("yards"), 0
    for _ in range(60):
        s = sea({"CA Chokai": "Truk"}, (), side="", phase="end")
        w = s.world
        ships = [u for u in w.ships_of[0] if w.power[u] == JAPAN]
        for u in ships:
            s.where[u] = source.choice((POOL, POOL, REPAIR, CIRCLE))
            if s.where[u] == REPAIR and source.below(2):
                s.keels[u] = s.turn - source.below(2)
        s.points[JAPAN] = source.below(12)
        key = JAPAN * 100 + yards.SHIPS
        s.built, s.built_before = {key: source.below(5)}, {key: source.below(4)}
        frame = Shipbuilding(0, JAPAN)
        for u in (*ships, w.unit("CV Wasp"), -1, 9999):
            price = -1
            if u in ships and s.where[u] == REPAIR and s.keels.get(u) != s.turn:
                ship = w.ship(u)
                price = ship.finish if u in s.keels else (ship.price + 1) // 2
            may = frame.violation(s, AXIS, Finish(u)) is None
            assert may is (0 <= price <= s.points[JAPAN]), u
            done += may
        for kind in range(CV, CV + 7):
            pool = sorted((w.ship(u).year, u) for u in ships if w.kind[u] == kind and s.where[u] == POOL)
            gear = s.built[key] < max(2, s.built_before[key] + 1)
            fit = bool(pool) and w.plan.shipyards and gear and w.ship(pool[0][1]).lay <= s.points[JAPAN]
            assert (frame.violation(s, AXIS, LayDown(JAPAN, kind)) is None) is bool(fit), kind
            assert frame.violation(s, AXIS, LayDown(USA, kind)) is not None
            if fit:
                copy = s.clone()
                frame.apply(copy, AXIS, LayDown(JAPAN, kind))
                assert copy.where[pool[0][1]] == REPAIR and copy.keels[pool[0][1]] == s.turn
                assert (
                    copy.points[JAPAN] == s.points[JAPAN] - w.ship(pool[0][1]).lay
                    and copy.built[key] == s.built[key] + 1
                )
        sails = w.plan.shipyards or bool(w.data["setups"][w.plan.setup].get("convoys"))
        assert (frame.violation(s, AXIS, BuyConvoy(JAPAN)) is None) is (
            sails and s.points[JAPAN] >= yards.CONVOY
        )
        for u in ships:
            if frame.violation(s, AXIS, Finish(u)) is None:
                copy = s.clone()
                frame.apply(copy, AXIS, Finish(u))
                new, ship = u in s.keels, w.ship(u)
                assert copy.where[u] == CIRCLE and u not in copy.keels
                assert copy.due[u] - s.turn == (ship.turns if new else copy.due[u] - s.turn)
                assert s.points[JAPAN] - copy.points[JAPAN] == (ship.finish if new else (ship.price + 1) // 2)
    assert done >= 60


def test_sections_are_told_from_ports() -> None:
    s = sea({"CA Chokai": "solomons-3"})
    place = s.where[s.world.unit("CA Chokai")]
    assert is_sea(place) and section_of(place) == 3


@pytest.mark.rule("base.ships")
def test_what_a_ship_says_of_itself() -> None:
    s = sea({"CA Chokai": "Truk", "CV Shokaku": "Truk", "Japanese TRS IV": "solomons-2"}, down=("CA Chokai",))
    w = s.world
    for u in (w.unit(name) for name in ("CA Chokai", "CV Shokaku", "Japanese TRS IV")):
        ship, piece = w.ship(u), ship_piece(s, u, [])
        assert piece is not None
        guns = [f"AA {ship.aa}", f"bombardment {ship.guns}"] if ship.guns or ship.aa else []
        planes = [f"air component {ship.planes}"] if ship.planes else []
        assert piece.note == ", ".join([*guns, *planes])
        assert piece.factors == f"{ship.attack}-{ship.defence}-{ship.move}/{ship.reach}"
        assert ("face-down" in piece.badges) is is_down(s, u) and "moved" not in piece.badges
    s.moved = 1 << w.unit("CA Chokai")
    piece = ship_piece(s, w.unit("CA Chokai"), [w.unit("CV Shokaku")])
    assert piece is not None and "moved" in piece.badges and piece.note.endswith("carries Shokaku")
