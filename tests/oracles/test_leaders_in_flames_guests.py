"""Seats and guests in Leaders in Flames agree with a second, plain reading: whose counters a seat moves, who may stand in an ally's land."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.air.planes import plane_violation
from hexfront.games.leaders_in_flames.chairs import is_yours, land_units, plays, sit, sit_at, sit_units
from hexfront.games.leaders_in_flames.kinds import (
    ALLIES,
    AXIS,
    COMMONWEALTH,
    GERMANY,
    JAPAN,
    USA,
    USSR,
)
from hexfront.games.leaders_in_flames.land.combat import attacker_violation
from hexfront.games.leaders_in_flames.land.moves import pick_violation
from hexfront.games.leaders_in_flames.land.rail import entrain_violation
from hexfront.games.leaders_in_flames.land.reorganise import hq_violation
from hexfront.games.leaders_in_flames.leaders.usable import usable
from hexfront.games.leaders_in_flames.politics.abroad import (
    MOST,
    abroad_violation,
    class_of,
    fly_as_guest,
    foreign_ground,
    is_host,
    visitable,
)
from hexfront.games.leaders_in_flames.politics.wars import war_between
from hexfront.games.leaders_in_flames.sea.voyages import sail_violation
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.hexes import bits
from hexfront.kernel import SeededSource, Violation
from tests.games.leaders_in_flames.kit import campaign

JUDGES: tuple[tuple[str, str, str, Callable[[State, int], Violation | None]], ...] = (
    ("a move", "German INF IX", "Japanese INF 23", lambda s, u: pick_violation(s, 0, u)),
    ("a train", "German INF IX", "Japanese INF 23", lambda s, u: entrain_violation(s, 0, u)),
    ("an attack", "German INF IX", "Japanese INF 23", lambda s, u: attacker_violation(s, 0, u, s.where[u])),
    ("a flight", "German Ju-87B", "Japanese A6M2", lambda s, u: plane_violation(s, 0, u)),
    ("an HQ", "HQ v. Bock", "HQ Hata", lambda s, u: hq_violation(s, 0, u)),
    ("a voyage", "CA Hipper", "CA Chokai", lambda s, u: sail_violation(s, 0, u)),
    ("an order", "Guderian", "Yamamoto", lambda s, u: usable(s, 0, u, 46, "move")),
)


@pytest.mark.rule(
    "1c", "base.move", "base.rail", "base.declare", "base.air", "base.reorganise", "base.voyage", "3b", "3.1m"
)
@pytest.mark.parametrize(("what", "ours", "theirs", "judge"), JUDGES, ids=[row[0] for row in JUDGES])
def test_a_seat_touches_its_own_counters_alone(
    what: str, ours: str, theirs: str, judge: Callable[[State, int], Violation | None]
) -> None:
    base = campaign(side="axis").world
    names = {ours, theirs} & set(base.number)
    if len(names) < 2:
        ships = {
            power: next(u for u in base.ships_of[AXIS] if base.power[u] == power)
            for power in (GERMANY, JAPAN)
        }
        ours, theirs = base.piece(ships[GERMANY]), base.piece(ships[JAPAN])
    place = {ours: "Kiel" if "voyage" in what else "Berlin", theirs: "Tokyo"}
    s = campaign(place, options={"seats": 4}, side="axis", leaders={"Guderian": [46], "Yamamoto": [46]})
    w = s.world
    mine, other = w.unit(ours), w.unit(theirs)
    for power in (GERMANY, JAPAN):
        sit(s, power)
        for u in (mine, other):
            found = judge(s, u)
            assert (found is not None and found.rule == "1c") is (w.power[u] != power), (what, w.piece(u))
            assert is_yours(s, u) is (w.power[u] == power) and plays(s, w.power[u]) is (w.power[u] == power)
    assert (mine in land_units(s, AXIS)) is False and (other in land_units(s, AXIS)) is w.is_land(other)


@pytest.mark.rule("1c")
def test_who_decides_goes_by_the_counters_and_the_ground() -> None:
    place = {"German INF IX": "Berlin", "Japanese INF 23": "Tokyo", "Japanese INF 18": "Tokyo"}
    s = campaign(place, options={"seats": 4}, side="axis")
    w = s.world
    sit(s, GERMANY)
    sit_units(s, AXIS, [w.unit(name) for name in place])
    assert plays(s, JAPAN), "two of three are Japan's"
    sit_at(s, AXIS, w.hex("Berlin"))
    assert plays(s, GERMANY)
    sit_at(s, AXIS, w.hex("Osaka"))
    assert plays(s, JAPAN), "its ground"
    sit_at(s, ALLIES, w.hex("Osaka"))
    assert plays(s, JAPAN), "no ground of that side"
    two = campaign(place, side="axis")
    assert all(plays(two, power) for power in (GERMANY, JAPAN))


# --- guests


def drawn(source: SeededSource) -> State:
    """American and British counters in the USSR and in China, drawn at random."""
    place: dict[str, str] = {}
    spots = {
        "usa": ("Moscow", "Vladivostok", "Chungking", "London"),
        "commonwealth": ("Moscow", "Archangel", "Chungking", "London"),
    }
    names = {
        "usa": ("American INF DIV 3", "American GAR LVI", "American INF DIV 4", "American P-40C", "American B-17E", "American F4F-3",
                "American A-20B", "American B-25C"),
        "commonwealth": ("British INF DIV 1", "British INF DIV 2", "British Hurricane I", "British Spitfire I"),
    }  # fmt: skip
    for power, some in names.items():
        for name in some:
            if source.below(3):
                place[name] = source.choice(spots[power][:3] if source.below(4) else spots[power])
    homes = (("Zhukov", "Moscow"), ("Timoshenko", "Vladivostok"))
    place |= {man: home for man, home in homes if source.below(3)}
    tired = tuple(name for name in ("Zhukov", "Timoshenko") if name in place and not source.below(3))
    try:
        s = campaign(place, side="allies", leaders={"Zhukov": [84], "Timoshenko": [84]}, down=tired)
    except AssertionError:
        return drawn(source)
    w = s.world
    for name in ("Moscow", "Vladivostok", "Archangel"):
        give_hexes(s, 1 << w.hex(name), USSR)
    give_hexes(s, 1 << w.hex("Chungking"), 7)
    war_between(s, GERMANY, USSR)
    if source.below(3):
        war_between(s, GERMANY, USA)
    if source.below(3):
        war_between(s, JAPAN, USA)
    return s


def differences(s: State) -> list[str]:
    """Where the two readings part."""
    w = s.world
    out: list[str] = []

    def check(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            out.append(f"{what}: {ours} {theirs}")

    def abroad(u: int) -> set[int]:
        strangers = [
            k
            for k in range(len(w.parties))
            if s.entry[w.party[u]] >> k & 1 and not s.camps[w.party[u]] >> k & 1
        ]
        ground = {h for k in strangers for h in bits(s.control[k])}
        return ground | (
            set(bits(w.affairs.canada)) if w.party[u] == USA and s.deeds.get("option.37") else set()
        )

    def host(leader: int, u: int, h: int) -> bool:
        fit = w.power[u] == USA and w.is_plane(u) and w.piece(leader) in ("Zhukov", "Timoshenko")
        ready = s.where[leader] == h and not s.down >> leader & 1
        return fit and ready and bool(w.realm.homeland["ussr"] >> h & 1)

    people = [u for u in range(len(s.where)) if w.power[u] in (USA, COMMONWEALTH) and s.where[u] >= 0]
    people += [
        w.unit("American P-39L"),
        w.unit("American INF XXXXI"),
        w.unit("Halsey"),
        w.unit("German INF IX"),
    ]
    hosts = [w.unit(name) for name in ("Zhukov", "Timoshenko")]
    for u in people:
        land = abroad(u)
        check("foreign", set(bits(foreign_ground(s, u))), land)
        for name in ("Moscow", "Vladivostok", "Chungking", "London", "Archangel", "Gorky", "Washington"):
            h = w.hex(name)
            lord = next((k for k in range(len(w.parties)) if s.control[k] >> h & 1), -1)
            mine = [
                v for v in people
                if v != u and s.where[v] >= 0 and w.power[v] == w.power[u] and not w.is_leader(v) and class_of(s, v) == class_of(s, u)
                and lord >= 0 and s.control[lord] >> s.where[v] & 1 and not any(host(m, v, s.where[v]) for m in hosts)
            ]  # fmt: skip
            there = s.where[u] >= 0 and lord >= 0 and s.control[lord] >> s.where[u] & 1 and s.where[u] in land
            full = len(mine) >= MOST[class_of(s, u)] and not there
            welcome = any(host(m, u, h) for m in hosts)
            may = w.is_leader(u) or h not in land or welcome or not full
            check(f"abroad {w.piece(u)} {name}", abroad_violation(s, u, h) is None, may)
            check("visit", bool(visitable(s, u) >> h & 1), h in land and may)
            for man in hosts:
                check("host", is_host(s, man, u, h), host(man, u, h))
        before = dict(s.ranks)
        fly_as_guest(s, u)
        used = s.where[u] >= 0 and s.where[u] in land and any(host(m, u, s.where[u]) for m in hosts)
        check("rank", s.ranks != before, used)
        s.ranks = before
    return out


@pytest.mark.rule("base.abroad", "ability.84", "5.3.2.37")
def test_they_agree_on_guests_drawn_at_random() -> None:
    source = SeededSource("guests")
    found: list[str] = []
    for _ in range(25):
        found += differences(drawn(source))
    assert found == []
