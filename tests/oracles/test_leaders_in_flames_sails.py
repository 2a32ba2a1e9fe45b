"""Naval moves of Leaders in Flames agree with a second, plain reading: who sails, with whom, where to, and what it counts."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Course, Dock, Enter, Everyone, Join, Muster
from hexfront.games.leaders_in_flames.kinds import COMMONWEALTH, JAPAN, USA, VOYAGES, WEATHER
from hexfront.games.leaders_in_flames.leaders.asks import code, occasion
from hexfront.games.leaders_in_flames.limits import limit, use, used
from hexfront.games.leaders_in_flames.sea.carriage import freight
from hexfront.games.leaders_in_flames.sea.fleets import bases, depths
from hexfront.games.leaders_in_flames.sea.homing import havens, shared
from hexfront.games.leaders_in_flames.sea.voyages import (
    Approach,
    Fleet,
    NavalMoves,
    arrive_in_port,
    ends,
    is_counted,
    sail_violation,
)
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea, section_of
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from tests.games.leaders_in_flames.sea_kit import SEATS, sea

SHIPS = (
    (
        "CV Shokaku",
        "CV Zuikaku",
        "BB Kongo",
        "BB Yamato",
        "CA Chokai",
        "CA Tone",
        "Japanese SUB I",
        "Japanese TRS IV",
    ),
    (
        "CV Wasp",
        "BB North Carolina",
        "CA Astoria",
        "CL Atlanta",
        "American SUB II",
        "CA Australia",
        "CL Achilles",
        "American TRS VI",
    ),
)
MEN = (("Yamamoto", "Nagumo", "Tanaka"), ("Halsey", "Nimitz", "Turner"))
PLACES = (
    ("Truk", "Rabaul", "Rabaul", "solomons-2", "solomons-3", "solomons-0", "coral_sea-1"),
    ("Noumea", "Espiritu Santo", "Noumea", "solomons-1", "coral_sea-2", "solomons-3"),
)
SAID = (102, 106, 113, 121)
ROWS = {man: [*SAID] for side in (0, 1) for man in MEN[side]}
POWERS = {"japan": JAPAN, "usa": USA, "commonwealth": COMMONWEALTH}


def drawn(source: SeededSource) -> tuple[State, int]:
    """Fleets in port and at sea, drawn at random, and some ships of one place in hand; whose they are."""
    place: dict[str, str] = {}
    for side in (0, 1):
        for name in SHIPS[side]:
            if source.below(6):
                place[name] = source.choice(PLACES[side])
        spots = sorted({at for name, at in place.items() if name in SHIPS[side]})
        for man in MEN[side]:
            if spots and source.below(3):
                place[man] = source.choice(spots)
    side = source.below(2)
    tired = tuple(name for name in place if not source.below(7))
    action = source.choice(("naval", "combined", "super", "pass", "naval"))
    weather = source.choice(WEATHER) if not source.below(3) else "fine"
    s = sea(place, (), leaders=ROWS, down=tired, side=SEATS[side], action=action, weather=weather)
    w = s.world
    for power in POWERS.values():
        use(s, power, VOYAGES, source.below(4))
    mine = sorted({s.where[w.unit(name)] for name in SHIPS[side] if name in place})
    s.began = source.choice(mine) if mine else w.hex("Truk")
    s.moves_made = 1
    here = [
        w.unit(name)
        for name in (*SHIPS[side], *MEN[side])
        if name in place and s.where[w.unit(name)] == s.began
    ]
    ships = [u for u in here if w.is_ship(u)]
    power = w.power[source.choice(ships)] if ships else JAPAN
    s.group = [u for u in here if source.below(2) and (w.is_leader(u) or w.power[u] == power)]
    s.said = {code(u, n): occasion(s) for u in here if w.is_leader(u) for n in SAID if not source.below(3)}
    for u in here:
        if not source.below(8) and u not in s.group:
            s.moved |= 1 << u
    return s, side


def helped(s: State, man: int, u: int) -> bool:
    """Whether a leader may help a ship."""
    w = s.world
    return w.nation[man] == w.nation[u] or {w.nation[man], w.nation[u]} <= {"usa", "commonwealth"}


def says(s: State, n: int) -> list[int]:
    """Leaders who have announced an ability."""
    return [number // 256 for number in s.said if number % 256 == n]


def left(s: State, power: int) -> bool:
    """Whether a power has a naval move left."""
    most = limit(s, power, VOYAGES)
    return most < 0 or used(s, power, VOYAGES) < most


def may_begin(s: State, side: int, u: int) -> bool:
    """Whether a ship or leader can begin a voyage."""
    w, at = s.world, s.where[u]
    if w.side[u] != side or not (w.is_ship(u) or w.is_leader(u)):
        return False
    fleet = [v for v in w.ships_of[side] if s.where[v] == at]
    if not (is_sea(at) or (at >= 0 and fleet)) or is_down(s, u) or s.moved >> u & 1:
        return False
    most = limit(s, w.power[u], VOYAGES)
    if w.is_leader(u):
        return most != 0
    free = any(
        121 in ROWS.get(w.piece(man), []) and s.where[man] == at and w.side[man] == side and helped(s, man, u)
        for man in w.all_leaders
    )
    return left(s, w.power[u]) or (free and most != 0)


def counts(s: State, ships: list[int]) -> bool:
    """Whether the voyage in hand is counted."""
    return not any(man in s.group and all(helped(s, man, u) for u in ships) for man in says(s, 121))


def may_go(s: State, ships: list[int]) -> bool:
    """Whether the limit lets the ships in hand go."""
    power = s.world.power[ships[0]]
    most = limit(s, power, VOYAGES)
    return left(s, power) or (not counts(s, ships) and most != 0)


def goes_up(s: State, ships: list[int], area: int, section: int) -> bool:
    """Abilities 102 and 113: up one section, or with him to the next area one section lower."""
    w, here, height = s.world, area_of(s.began), section_of(s.began)

    def leave(n: int) -> bool:
        return any(s.where[man] == s.began and all(helped(s, man, u) for u in ships) for man in says(s, n))

    if area == here:
        ways = all(w.ship(u).move > section and havens(s, u, False) for u in ships)
        return section == height + 1 and leave(102) and ways
    along = any(man in s.group for man in says(s, 113))
    return depths(s, ships[0], s.began).get(area) == 1 and section == height - 1 and along and leave(113)


def strands_a_leader(s: State, side: int) -> bool:
    """Whether leaders would stay at sea without a ship."""
    w = s.world
    ships = [u for u in w.ships_of[side] if s.where[u] == s.began and u not in s.group]
    men = [u for u in w.all_leaders if w.side[u] == side and s.where[u] == s.began and u not in s.group]
    return bool(men) and not ships


def differences(s: State, side: int) -> list[str]:
    """Where the two readings part."""
    w, seat = s.world, SEATS[side]
    out: list[str] = []

    def check(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            out.append(f"{what}: {ours} {theirs}")

    everybody = [u for u in range(len(s.where)) if w.is_ship(u) or w.is_leader(u) or u % 40 == 0]
    for u in everybody:
        for k in (0, 1):
            check("sails", sail_violation(s, k, u) is None, may_begin(s, k, u))
    moves, frame = NavalMoves(side), Fleet(side)
    for place in sorted({at for at in s.where if at >= 0 or is_sea(at)}):
        fit = any(s.where[u] == place and may_begin(s, side, u) for u in w.ships_of[side])
        check("muster", moves.violation(s, seat, Muster(place)) is None, fit)
    ships = [u for u in s.group if w.is_ship(u)]
    for u in everybody:
        same = s.where[u] == s.began and u not in s.group
        one = not ships or not w.is_ship(u) or w.power[u] == w.power[ships[0]]
        check("join", frame.violation(s, seat, Join(u)) is None, same and one and may_begin(s, side, u))
    more = [
        u for u in w.ships_of[side]
        if s.where[u] == s.began and u not in s.group and may_begin(s, side, u)
        and (not ships or w.power[u] == w.power[ships[0]])
    ]  # fmt: skip
    check("all", frame.violation(s, seat, Everyone()) is None, bool(more))
    for area in (*w.waters.areas, -1, 999):
        may = frame.violation(s, seat, Course(area)) is None
        if not ships or area not in w.waters.areas:
            check("course", may, False)
            continue
        far = depths(s, ships[0], s.began).get(area, 99)
        fit = may_go(s, ships) and far <= min(min(w.ship(u).move, w.ship(u).reach) for u in ships)
        if is_sea(s.began):
            fit = fit and any(goes_up(s, ships, area, k) for k in range(5)) and not strands_a_leader(s, side)
        check("course", may, fit)
        if not fit:
            continue
        step, slowest = Approach(side, area), min(w.ship(u).move for u in ships)
        sections = set()
        for k in range(-1, 6):
            inside = 0 <= k <= 4
            if is_sea(s.began):
                fits = inside and goes_up(s, ships, area, k) and not strands_a_leader(s, side)
            else:
                fits = inside and far + k <= slowest
            sections |= {k} if fits else set()
            check("section", step.violation(s, seat, Enter(k)) is None, fits)
        ports = set()
        for h in bits(w.waters.ports):
            on = bool(w.waters.coast[area] >> h & 1) and not is_sea(s.began)
            fits = on and h != s.began and all(bases(s, u) >> h & 1 for u in ships)
            ports |= {h} if fits else set()
            check("port", step.violation(s, seat, Dock(h)) is None, fits)
        found = ends(s, area)
        check(
            "ends",
            (
                {a.section for a in found if isinstance(a, Enter)},
                {a.hex for a in found if isinstance(a, Dock)},
            ),
            (sections, ports),
        )
        listed = step.legal(s, seat)
        check("listed", {a.hex for a in listed if isinstance(a, Dock)}, ports)
    if ships and is_sea(s.began):
        both = shared(s, ships)
        for h in bits(w.waters.ports):
            fits = h in both and may_go(s, ships) and not strands_a_leader(s, side)
            check("home", frame.violation(s, seat, Dock(h)) is None, fits)
        check("homes", {a.hex for a in frame.legal(s, seat) if isinstance(a, Dock)},
              {h for h in both if may_go(s, ships) and not strands_a_leader(s, side)})  # fmt: skip
        if both and may_go(s, ships):
            copy = s.clone()
            before = used(copy, w.power[ships[0]], VOYAGES)
            arrive_in_port(copy, next(iter(both)))
            check("used", used(copy, w.power[ships[0]], VOYAGES) - before, int(counts(s, ships)))
            check("there", all(copy.where[u] == next(iter(both)) and is_down(copy, u) for u in ships), True)
            check("moved", all(copy.moved >> u & 1 for u in s.group), True)
            check("empty", (copy.began, copy.spent), (-1, []))
    elif ships:
        check("home", frame.violation(s, seat, Dock(w.hex("Truk"))) is None, False)
    if ships:
        check("counted", is_counted(s), counts(s, ships))
        check("freight", [freight(s, u) for u in ships], [[] for _ in ships])
    return out


@pytest.mark.rule(
    "base.voyage",
    "base.port",
    "base.action",
    "base.return",
    "3.1j",
    "3.1m",
    "ability.102",
    "ability.113",
    "ability.121",
)
def test_they_agree_on_voyages_drawn_at_random() -> None:
    source = SeededSource("sails")
    found: list[str] = []
    for _ in range(90):
        found += differences(*drawn(source))
    assert found == []
