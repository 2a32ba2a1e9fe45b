"""What becomes of ships, aircraft and those aboard when they are hit, driven off or overrun, by a second, plain reading."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Board, FlyOut, Go, Stop
from hexfront.games.leaders_in_flames.air.flee import Flee, Fleeing, refuges_of, run_down
from hexfront.games.leaders_in_flames.air.planes import airfields
from hexfront.games.leaders_in_flames.kinds import CIRCLE, CV, DEAD, GONE, MISSIONS, POOL, REPAIR, SKY
from hexfront.games.leaders_in_flames.limits import used
from hexfront.games.leaders_in_flames.sea.caught import Escape, EscapeRoll, escapes
from hexfront.games.leaders_in_flames.sea.damage import cripple, sink
from hexfront.games.leaders_in_flames.sea.fleets import bases, depths
from hexfront.games.leaders_in_flames.sea.flights import (
    Alighting,
    Outbound,
    PlanesHome,
    fields,
    in_reach,
    way_to,
)
from hexfront.games.leaders_in_flames.sea.homing import dock, havens
from hexfront.games.leaders_in_flames.sea.waters import aboard, area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from tests.games.leaders_in_flames.sea_kit import AXIS, sea

from .test_leaders_in_flames_decks import MEN, PLANES, SHIPS, drawn


def friend(s: State, u: int, h: int) -> bool:
    """Whether a hex is ground of those a counter works with."""
    return any(s.control[k] >> h & 1 for k in bits(s.camps[s.world.party[u]]))


def planes_in(s: State, side: int, h: int) -> int:
    w = s.world
    return sum(w.is_plane(v) and w.side[v] == side for v in s.stack.get(h, ()))


def room(s: State, side: int, h: int) -> bool:
    """Two aircraft, three with a city or an HQ."""
    w = s.world
    hq = any(w.is_hq(v) and w.side[v] == side for v in s.stack.get(h, ()))
    return planes_in(s, side, h) < (3 if w.cities >> h & 1 or hq else 2)


def landings(s: State, u: int) -> set[int]:
    """Where an aircraft at sea can come down."""
    w, side = s.world, s.world.side[u]
    troops = {h for k in bits(s.camps[w.party[u]]) for h in bits(s.forces[k])}
    return {
        h for h in bits(w.area)
        if friend(s, u, h) and not s.held[1 - side] >> h & 1 and (w.fields >> h & 1 or h in troops)
        and way_to(s, h, area_of(s.where[u])) <= w.plane(u).range and room(s, side, h)
    }  # fmt: skip


@pytest.mark.rule("base.naval_air", "3.1j", "3.1k", "3.3n", "base.action")
def test_they_agree_on_flights_out_and_home() -> None:
    source, home, out = SeededSource("homes"), 0, 0
    for _ in range(40):
        s = drawn(source)
        w = s.world
        for side in (0, 1):
            crew = [w.unit(man) for man in MEN[side]]
            for u in (w.unit(name) for name in PLANES[side]):
                at = s.where[u]
                if at >= 0:
                    step = Outbound(side, u)
                    found = {(a.area, a.section) for a in in_reach(s, u)}
                    for area in w.waters.areas:
                        for section in range(-1, 6):
                            may = step.violation(s, "", FlyOut(area, section)) is None
                            assert may is ((area, section) in found)
                    for man in (*crew, w.unit(MEN[1 - side][0])):
                        fit = (
                            s.where[man] == at
                            and w.side[man] == side
                            and not is_down(s, man)
                            and man not in s.riders
                        )
                        assert (step.violation(s, "", Board(man, u)) is None) is fit
                        assert step.violation(s, "", Board(man, u + 1)) is not None
                    if found:
                        t = s.clone()
                        goal = source.choice(sorted(found))
                        before = used(t, w.power[u], MISSIONS)
                        step.apply(t, "", FlyOut(*goal))
                        assert is_sea(t.where[u]) and t.nests[u] == at and t.flown >> u & 1
                        assert used(t, w.power[u], MISSIONS) == before + 1
                        t = s.clone()
                        assert step.apply(t, "", Stop()) == () and t.where[u] == at and t.riders == {}
                        out += 1
                if not is_sea(at):
                    continue
                goals = landings(s, u)
                assert set(bits(fields(s, u))) == goals
                for h in (*list(goals)[:2], w.hex("Tokyo")):
                    assert (Alighting(side, u, False).violation(s, "", Go(h)) is None) is (h in goals)
                for aborted in (False, True):
                    for base in (-1, *sorted(goals)[:1], w.hex("Tokyo")):
                        t = s.clone()
                        t.nests = {u: base} if base >= 0 else {}
                        man = crew[0]
                        t.where[man] = aboard(u)
                        t.down &= ~(1 << man)
                        frames = PlanesHome(side, (u,), aborted).run(t)
                        if base in goals:
                            assert t.where[u] == base == t.where[man] and is_down(t, u) and u not in t.nests
                            assert is_down(t, man) is aborted and frames == ()
                            home += 1
                        elif goals:
                            assert frames == (Alighting(side, u, aborted), PlanesHome(side, (u,), aborted))
                        else:
                            assert t.where[u] == POOL and t.where[man] == DEAD and u not in t.nests
    assert home >= 10 and out >= 20


@pytest.mark.rule("base.hit", "3.3o", "3.1k", "base.carry", "base.return")
def test_they_agree_on_ships_that_are_hit() -> None:
    source, lost = SeededSource("hits"), 0
    for _ in range(40):
        s = drawn(source)
        w = s.world
        for side in (0, 1):
            for u in (w.unit(name) for name in SHIPS[side]):
                place = s.where[u]
                if not is_sea(place):
                    continue
                mates = [v for v in w.ships_of[side] if s.where[v] == place and v != u]
                men = [v for v in w.all_leaders if s.where[v] == place and w.side[v] == side]
                cargo = [v for v in range(len(s.where)) if s.where[v] == aboard(u)]
                homes = list(havens(s, u))
                t = s.clone()
                sink(t, u)
                assert t.where[u] == POOL and not is_down(t, u) and all(t.where[v] == POOL for v in cargo)
                assert all((t.where[v] == DEAD) is (not mates) for v in men)
                t = s.clone()
                cripple(t, u)
                assert t.where[u] == REPAIR and all(
                    t.where[v] == CIRCLE and t.due[v] == s.turn + 1 for v in cargo
                )
                for v in men:
                    if mates:
                        assert t.where[v] == place
                    elif homes:
                        assert t.where[v] == homes[0] and is_down(t, v)
                    else:
                        assert t.where[v] == DEAD
                if homes:
                    for aborted in (False, True):
                        t = s.clone()
                        dock(t, (u, *men), homes[0], aborted)
                        assert t.where[u] == homes[0] and is_down(t, u)
                        assert all(
                            t.where[v] == homes[0] and is_down(t, v) is (aborted or is_down(s, v))
                            for v in men
                        )
                        decks = [v for v in cargo if w.is_plane(v)]
                        assert w.kind[u] != CV or all(t.where[v] == aboard(u) for v in decks)
                lost += 1
    assert lost >= 60


@pytest.mark.rule("base.overrun", "3.1g", "3.3p", "3.3q")
def test_they_agree_on_who_gets_away_from_an_overrun_port() -> None:
    source, away = SeededSource("overrun"), 0
    for _ in range(40):
        place: dict[str, str] = {}
        for name in ("CA Chokai", "BB Kongo", "Japanese TRS IV"):
            if source.below(2):
                place[name] = "Rabaul"
        for name in PLANES[0]:
            if source.below(2) and sum(at == "Rabaul" and n in PLANES[0] for n, at in place.items()) < 2:
                place[name] = "Rabaul"
        if source.below(2):
            place |= {"CV Shokaku": "Rabaul", "Japanese CVP B5N1": "aboard CV Shokaku"}
        if source.below(2):
            place["Nagumo"] = "Rabaul"
        tired = tuple(name for name in place if not source.below(3))
        try:
            s = sea(place, (), down=tired)
        except AssertionError:
            continue
        w, h = s.world, s.world.hex("Rabaul")
        here = list(s.stack.get(h, ()))
        planes = [u for u in here if w.is_plane(u)]
        ships = [u for u in here if w.is_ship(u)]
        men = [u for u in here if w.is_leader(u)]
        for u in ships:
            card = w.ship(u)
            ways: dict[int, int] = {}
            for area, steps in depths(s, u, h).items():
                if steps <= min(card.move, card.reach):
                    for port in bits(w.waters.coast[area] & bases(s, u)):
                        if port != h:
                            ways[port] = min(steps, ways.get(port, 99))
            assert escapes(s, u, h) == sorted(ways, key=lambda x: (ways[x], x))
        reach = {u: airfields(s, u, h, w.plane(u).range) & ~(1 << h) for u in planes}
        assert all(refuges_of(s, u, h) == reach[u] for u in planes)
        carrier = next((u for u in planes if reach[u]), next((u for u in ships if escapes(s, u, h)), -1))
        t = s.clone()
        frames = run_down(t, h, 0)
        assert all(t.where[u] == SKY and not is_down(t, u) for u in (*planes, *ships))
        for man in men:
            assert (t.where[man] == DEAD) is (carrier < 0) and (t.riders.get(man) == carrier) is (
                carrier >= 0
            )
        assert {f.plane for f in frames if isinstance(f, Flee)} == set(planes)
        assert {f.unit for f in frames if isinstance(f, Escape)} == set(ships)
        assert run_down(s.clone(), h, 1) == ()
        for u in planes:
            x = t.clone()
            goes = Flee(0, u, h).run(x)
            if not reach[u]:
                assert goes == () and x.where[u] == POOL
                continue
            goal = next(bits(reach[u]))
            step = Fleeing(0, u, h)
            assert (
                goes == (step,)
                and step.violation(x, AXIS, Go(h)) is not None
                and step.violation(x, AXIS, Go(goal)) is None
            )
            step.apply(x, AXIS, Go(goal))
            assert x.where[u] == goal and is_down(x, u)
            assert all(x.where[man] == goal and is_down(x, man) for man in men if carrier == u)
        for u in ships:
            ports = escapes(t, u, h)
            assert Escape(u, h).run(t.clone()) == ((EscapeRoll(u, h),) if ports else ())
            for die in (1, 3, 4, 10):
                x = t.clone()
                EscapeRoll(u, h).apply(x, die)
                if die <= 3 or not ports:
                    assert x.where[u] == GONE and x.sunk == [w.price[u], 0]
                    assert all(x.where[v] == POOL for v, at in enumerate(s.where) if at == aboard(u))
                    assert all(x.where[man] == DEAD for man in men if carrier == u)
                else:
                    assert x.where[u] == ports[0] and is_down(x, u) and x.sunk == [0, 0]
                    assert all(x.where[man] == ports[0] for man in men if carrier == u)
                    away += 1
    assert away >= 10
