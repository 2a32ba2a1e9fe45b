"""Cargo, landings and ships' guns of Leaders in Flames agree with a second, plain reading."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Go, Load, Pick, Support
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import (
    ATTACKS,
    COMMONWEALTH,
    JAPAN,
    KIND_IDS,
    MOVES,
    SHIP_IDS,
    USA,
    WEATHER,
)
from hexfront.games.leaders_in_flames.land.zones import may_stack, may_stand
from hexfront.games.leaders_in_flames.leaders.asks import code, occasion
from hexfront.games.leaders_in_flames.limits import limit, use, used
from hexfront.games.leaders_in_flames.sea.carriage import freight
from hexfront.games.leaders_in_flames.sea.gunfire import Shelling, batteries, gun_violation, islands
from hexfront.games.leaders_in_flames.sea.landing import Ashore, Beach, Invading, Quay, quays
from hexfront.games.leaders_in_flames.sea.shore import is_off, shore_factor
from hexfront.games.leaders_in_flames.sea.voyages import Fleet
from hexfront.games.leaders_in_flames.sea.waters import aboard, area_of, is_sea, section_of
from hexfront.games.leaders_in_flames.state import State, is_down, weather_at
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from hexfront.testing import position
from tests.games.leaders_in_flames.sea_kit import SEATS, sea

DATA = Path(__file__).resolve().parents[2] / "src/hexfront/games/leaders_in_flames/data/tables.toml"
CARRIAGE: list[dict[str, Any]] = tomllib.loads(DATA.read_text(encoding="utf-8"))["sea"]["carriage"]
SHIPS = (
    ("Japanese TRS III", "Japanese TRS IV", "BB Kongo", "CA Chokai", "CL Sendai", "CV Shokaku"),
    (
        "American TRS VI",
        "American TRS V",
        "American AMPH II",
        "BB North Carolina",
        "CA Astoria",
        "CL Atlanta",
        "CA Australia",
    ),
)
TROOPS = (
    (
        "Japanese INF 17",
        "Japanese MAR SNLF",
        "Japanese ARM 1 Arm",
        "Japanese MAR DIV 1 SNLF",
        "Japanese INF DIV 1",
        "Japanese ART DIV 70 mm",
        "Japanese MTN 1 Mtn",
        "HQ Hata",
    ),
    (
        "American INF XXXXI",
        "American MAR I Mar",
        "American ARM II",
        "American MAR DIV 1",
        "American INF DIV 3",
        "British INF 2 Aus",
        "American MTN DIV 10",
        "American GAR LVI",
        "HQ MacArthur",
    ),
)
MEN = (("Yamamoto", "Nagumo", "Mikawa"), ("Halsey", "Nimitz", "Turner"))
PORTS = (("Rabaul", "Truk"), ("Espiritu Santo", "Noumea"))
SAID = (57, 61, 107, 114, 116, 119, 120)
ROWS = {man: [*SAID] for side in (0, 1) for man in MEN[side]}
CHOICES: tuple[dict[str, Any], ...] = (
    {},
    {"amphibious": False},
    {"warship_transport": True},
    {"defensive_bombardment": False},
)


def drawn(source: SeededSource, options: dict[str, Any]) -> tuple[State, int]:
    """Ships with cargo off the Solomons and in port, drawn at random; whose move it is."""
    place: dict[str, str] = {}
    for side in (0, 1):
        for name in SHIPS[side]:
            if source.below(5) and not ("AMPH" in name and options.get("amphibious") is False):
                place[name] = source.choice(
                    (
                        f"solomons-{source.below(5)}",
                        f"solomons-{3 + source.below(2)}",
                        source.choice(PORTS[side]),
                    )
                )
        room = [
            name
            for name in place
            if ("TRS" in name or "AMPH" in name) and name in SHIPS[side] and "-" in place[name]
        ]
        for name in TROOPS[side]:
            if not source.below(5):
                continue
            if (
                room
                and source.below(2)
                and not ("AMPH" in room[0] and ("ARM" in name or "HQ" in name or "ART" in name))
            ):
                place[name] = f"aboard {room.pop(0)}"
            else:
                place[name] = source.choice(
                    (*PORTS[side], "Guadalcanal" if side else "Rabaul", PORTS[side][0])
                )
        spots = sorted({at for name, at in place.items() if name in SHIPS[side]})
        for man in MEN[side]:
            if spots and source.below(3):
                place[man] = source.choice(spots)
    side = source.below(2)
    tired = tuple(name for name in place if not source.below(8))
    given: dict[str, Any] = {
        "scenario": "guadalcanal", "options": options, "place": place, "agenda": (), "side": SEATS[side], "down": tired, "phase": "move",
        "action": source.choice(("naval", "land", "combined", "super")),
        "weather": source.choice(WEATHER) if not source.below(3) else "fine",
        "pack": {"leaders": {"leader": [{"id": man, "abilities": list(rows)} for man, rows in ROWS.items()]}},
    }  # fmt: skip
    try:
        s: State = position(LEADERS_IN_FLAMES, **given)
    except AssertionError:
        return drawn(source, options)
    w = s.world
    for power in (JAPAN, USA, COMMONWEALTH):
        use(s, power, MOVES, source.below(3))
        use(s, power, ATTACKS, source.below(2))
    for u in w.ships_of[side]:
        if is_sea(s.where[u]) and not source.below(6):
            s.moved |= 1 << u
    s.target, s.side = -1, side
    s.said = {
        code(w.unit(m), n): occasion(s) for m in MEN[side] if m in place for n in SAID if source.below(3)
    }
    return s, side


def helped(s: State, man: int, u: int) -> bool:
    """Whether a leader may help a counter."""
    w = s.world
    return w.nation[man] == w.nation[u] or {w.nation[man], w.nation[u]} <= {"usa", "commonwealth"}


def says(s: State, n: int) -> list[int]:
    return [number // 256 for number in s.said if number % 256 == n]


def left(s: State, power: int, what: int) -> bool:
    most = limit(s, power, what)
    return most < 0 or used(s, power, what) < most


def rows_of(s: State, ship: int) -> list[dict[str, Any]]:
    """The rows of the sheet about a ship, by the choices of the set-up."""
    w, kind = s.world, SHIP_IDS[s.world.kind[ship] - 32]
    out = []
    for row in CARRIAGE:
        choice = row.get("choice", "")
        fits = not choice or bool(w.option(choice.removeprefix("no "))) is not choice.startswith("no ")
        if kind in row["ships"] and fits:
            out.append(row)
    return out


ASKS = {"carry.armour": 57, "carry.infantry": 114, "carry.plane": 23}


def may_load(s: State, u: int, ship: int) -> bool:
    """Whether a unit can go aboard a ship in hand."""
    w = s.world
    if not (w.is_troop(u) or w.is_plane(u)) or s.where[u] != s.began or s.began < 0:
        return False
    if ship not in s.group or not w.is_ship(ship) or is_down(s, u):
        return False
    if w.power[u] != w.power[ship] and not {w.nation[u], w.nation[ship]} <= {"usa", "commonwealth"}:
        return False
    size = 1 if w.division[u] else 2
    for row in rows_of(s, ship):
        if w.is_plane(u) or KIND_IDS[w.kind[u]] not in row.get("kinds", []):
            continue
        if not row.get("divisions" if w.division[u] else "corps", True):
            continue
        if row.get("ask"):
            n = ASKS[row["ask"]]
            near = [man for man in says(s, n) if helped(s, man, ship)]
            if n == 57:
                near = [man for man in near if man in s.group]
            else:
                here = s.where[ship]
                near = [
                    m
                    for m in near
                    if s.where[m] == here or (s.where[m] >= 0 and w.range_of(m, s.where[m]) >> here & 1)
                ]
            if not near:
                continue
        if row.get("together", 1) > 1:
            mates = [
                v
                for v in s.group
                if v != ship
                and w.is_ship(v)
                and SHIP_IDS[w.kind[v] - 32] in row["ships"]
                and not freight(s, v)
            ]
            if freight(s, ship) or not mates:
                continue
            return True
        if sum(1 if w.division[v] else 2 for v in freight(s, ship)) + size <= row.get("room", 2):
            return True
    return False


def carrier(s: State, u: int) -> int:
    return next((v for v in range(len(s.where)) if s.world.is_ship(v) and s.where[u] == aboard(v)), -1)


def at_sea(s: State, u: int) -> int:
    """The section a land unit or leader is in, or -1."""
    ship = carrier(s, u)
    place = s.where[ship] if ship >= 0 else s.where[u]
    return place if is_sea(place) else 0


def can_land(s: State, side: int, u: int) -> bool:
    """Whether a unit or leader at sea is fit to land."""
    w = s.world
    if w.side[u] != side or not w.is_land(u) or not at_sea(s, u) or u in s.descent or is_down(s, u):
        return False
    ship = carrier(s, u)
    return ship < 0 or not is_down(s, ship) or bool(s.moved >> ship & 1)


def friends(s: State, u: int) -> set[int]:
    """The parties that work with a unit."""
    return set(bits(s.camps[s.world.party[u]]))


def quays_of(s: State, u: int) -> set[int]:
    w = s.world
    coast = set(bits(w.waters.coast[area_of(at_sea(s, u))]))
    ours = {h for h in coast if any(s.control[k] >> h & 1 for k in friends(s, u))}
    return {h for h in ours if not s.held[1 - w.side[u]] >> h & 1 and may_stand(s, u, h)}


def shores_of(s: State, u: int) -> set[int]:
    """Enemy coasts that can be invaded."""
    w, place = s.world, at_sea(s, u)
    foul = ("storm", "blizzard")
    if WEATHER[weather_at(s, place)] in foul:
        return set()
    coast = set(bits(w.waters.coast[area_of(place)]))
    theirs = {h for h in coast if any(s.control[k] >> h & 1 for k in bits(s.wars[w.party[u]]))}
    return {h for h in theirs if not s.troops[w.side[u]] >> h & 1 and WEATHER[weather_at(s, h)] not in foul}


def free_of_limits(s: State, u: int, h: int) -> bool:
    """Ability 61: a leader who takes part in the invasion."""
    return any(s.descent.get(man) == h and helped(s, man, u) for man in says(s, 61))


def may_invade(s: State, u: int, h: int) -> bool:
    """Whether a unit can invade a hex from its ship."""
    w = s.world
    if w.is_leader(u):
        return True
    ship, kind = carrier(s, u), KIND_IDS[w.kind[u]] + (" DIV" if w.division[u] else "")
    rows = [row for row in rows_of(s, ship) if kind in row.get("invades", [])]
    led = any(to == h and w.is_leader(v) and 57 in ROWS.get(w.piece(v), []) for v, to in s.descent.items())
    if not any(not row.get("ask") or led for row in rows):
        return False
    with_it = [u, *(v for v, to in s.descent.items() if to == h)]
    if not may_stack(s, w.side[u], h, with_it) and not s.troops[1 - w.side[u]] >> h & 1:
        return False
    power = w.power[u]
    return free_of_limits(s, u, h) or (left(s, power, MOVES) and left(s, power, ATTACKS))


def guns_of(s: State, u: int) -> Fraction:
    """What a ship's guns are worth."""
    w, ship = s.world, s.world.ship(u)
    if not is_sea(s.where[u]):
        return Fraction(ship.guns, 2)

    def with_him(n: int) -> bool:
        return any(s.where[man] == s.where[u] and helped(s, man, u) for man in says(s, n))

    base = ship.attack if with_him(120) else ship.guns
    section = min(4, section_of(s.where[u]) + with_him(107))
    assert w.is_ship(u)
    return Fraction(max(0, base - 4 + section))


def differences(s: State, side: int, source: SeededSource) -> list[str]:
    """Where the two readings part."""
    w, seat = s.world, SEATS[side]
    out: list[str] = []

    def check(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            out.append(f"{what}: {ours} {theirs}")

    people = [w.unit(name) for k in (0, 1) for name in (*TROOPS[k], *MEN[k])]
    for u in people:
        fit = can_land(s, side, u)
        if fit:
            check("quays", set(bits(quays(s, u))), quays_of(s, u))
        moves = (w.is_leader(u) and limit(s, w.power[u], MOVES) != 0) or (
            not w.is_leader(u) and left(s, w.power[u], MOVES)
        )
        may = Ashore(side).violation(s, seat, Pick(u)) is None
        check("ashore", may, fit and bool(quays_of(s, u)) and moves)
        if may:
            for h in {*list(quays_of(s, u))[:3], w.hex("Truk"), w.hex("Noumea")}:
                check("quay", Quay(side, u).violation(s, seat, Go(h)) is None, h in quays_of(s, u))
        goals = {h for h in shores_of(s, u) if may_invade(s, u, h)} if fit else set()
        check("invades", Invading(side).violation(s, seat, Pick(u)) is None, bool(goals))
        if goals:
            for h in (*sorted(shores_of(s, u))[:6], w.hex("Truk")):
                check("beach", Beach(side, u).violation(s, seat, Go(h)) is None, h in goals)
            if w.is_leader(u) and source.below(2):
                s.descent[u] = source.choice(sorted(goals))
    for port in PORTS[side]:
        s.began = w.hex(port)
        ships = [u for u in w.ships_of[side] if s.where[u] == s.began]
        s.group = [u for u in ships if source.below(4)]
        s.group += [w.unit(m) for m in MEN[side] if s.where[w.unit(m)] == s.began and source.below(2)]
        for u in (*people, w.unit("CV Wasp"), -1):
            for ship in (*ships[:5], w.unit("CA Astoria"), w.unit("Yamamoto")):
                may = Fleet(side).violation(s, seat, Load(u, ship)) is None
                check("load", may, u >= 0 and may_load(s, u, ship))
    s.group, s.began = [], -1
    coast = sorted(bits(w.waters.coast[area_of(w.place("solomons-0"))]))
    battle = [h for h in coast if s.troops[1 - side] >> h & 1] or coast[:1]
    s.target = source.choice(battle)
    s.said = {number: occasion(s) for number in s.said}
    s.defenders = [u for u in s.stack.get(s.target, ()) if w.is_troop(u)]
    s.attackers = [u for u in people if w.side[u] == side and w.is_troop(u) and s.where[u] >= 0][:2]
    if not source.below(3):
        s.surprised = 1 << w.party_of["japan" if side else "usa"]
    for k in (0, 1):
        sides = s.attackers if k == side else s.defenders
        sees = k == side or bool(w.option("defensive_bombardment"))
        docks = {*w.near(s.target)} | (set() if k == side else {s.target})
        found = set()
        for u in w.ships_of[k]:
            near = is_sea(s.where[u]) and area_of(s.where[u]) in w.waters.of.get(s.target, ())
            check("off", is_off(s, u, s.target), near)
            harbour = s.where[u] in docks and any(
                s.where[m] == s.where[u] and helped(s, m, u) for m in says(s, 119)
            )
            pals = any(
                w.power[u] == w.power[v] or {w.nation[u], w.nation[v]} <= {"usa", "commonwealth"}
                for v in sides
            )
            if SHIP_IDS[w.kind[u] - 32] in ("BB", "CA", "CL") and pals and ((sees and near) or harbour):
                found.add(u)
            if s.where[u] >= 0 or is_sea(s.where[u]):
                check("guns", shore_factor(s, u), guns_of(s, u))
                asleep = k != side and all(s.surprised >> w.party[v] & 1 for v in s.defenders or [u])
                fires = not is_down(s, u) and not s.fought >> u & 1 and not asleep and guns_of(s, u) > 0
                check("fires", gun_violation(s, k, u) is None, fires)
        check("batteries", set(batteries(s, k)), found)
    for man in (w.unit(m) for m in MEN[side]):
        if not is_sea(s.where[man]):
            continue
        small = {
            h for h in bits(w.waters.coast[area_of(s.where[man])] & w.waters.islets)
            if any(w.side[v] != side and (w.is_leader(v) or not is_down(s, v)) for v in s.stack.get(h, ()))
        }  # fmt: skip
        check("islands", set(islands(s, man)), small)
        for u in w.ships_of[side]:
            ready = (
                s.where[u] == s.where[man]
                and SHIP_IDS[w.kind[u] - 32] in ("BB", "CA", "CL")
                and not is_down(s, u)
            )
            fit = ready and helped(s, man, u) and guns_of(s, u) > 0
            check("shells", Shelling(side, man).violation(s, seat, Support(u)) is None, fit)
    return out


@pytest.mark.rule(
    "base.carry", "base.debark", "base.invade", "base.bombard", "base.surprise", "base.action", "3.1l", "3.1m", "ability.57", "ability.61",
    "ability.107", "ability.114", "ability.116", "ability.119", "ability.120",
)  # fmt: skip
@pytest.mark.parametrize("options", CHOICES)
def test_they_agree_on_landings_drawn_at_random(options: dict[str, Any]) -> None:
    source = SeededSource(f"landings {sorted(options)}")
    found: list[str] = []
    for _ in range(25):
        s, side = drawn(source, options)
        found += differences(s, side, source)
    assert found == []


def test_the_sheet_of_carriage_is_the_one_that_is_read() -> None:
    s = sea({"CA Chokai": "Truk"})
    assert [row.id for row in s.world.tables.lifts] == [row["id"] for row in CARRIAGE]
