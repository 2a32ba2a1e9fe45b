"""Transports, paratroops, strafing, the war of the USA and victory in Leaders in Flames agree with a second, plain reading."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Go, Join, Pick
from hexfront.games.leaders_in_flames.air.fight import BOMBER, CLEARED, FIGHTER
from hexfront.games.leaders_in_flames.air.missions import Homing, Return, Returning
from hexfront.games.leaders_in_flames.air.orders import StrafeRound, Strafing, strafe_targets
from hexfront.games.leaders_in_flames.air.planes import airfields, is_closed
from hexfront.games.leaders_in_flames.air.transport import Loading, SetDown, Stowing
from hexfront.games.leaders_in_flames.kinds import (
    ATTACKS,
    DROP,
    GERMANY,
    ITALY,
    JAPAN,
    KIND_IDS,
    MISSIONS,
    SEATS,
    SKY,
    TRANSPORT,
    USA,
    USSR,
)
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.land.zones import may_stack
from hexfront.games.leaders_in_flames.leaders.asks import code
from hexfront.games.leaders_in_flames.limits import limit, use, used
from hexfront.games.leaders_in_flames.politics.uswar import (
    UsWarRoll,
    challenge,
    counts_for_fleet,
    has_fleet,
    is_automatic,
    war_number,
)
from hexfront.games.leaders_in_flames.state import State, give_hexes, is_down
from hexfront.games.leaders_in_flames.victory import Victory, extras, points, printed, seat_scores, verdict
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from hexfront.wargame import put
from tests.games.leaders_in_flames.kit import campaign, opening, steppe

from . import leaders_in_flames_sky as sky

PLANES = (
    "German Ju-52",
    "German Ju-52 II",
    "German Ju-87B",
    "German Bf-109E3",
    "Soviet Li-2",
    "Soviet I-16",
    "Soviet Pe-2",
)
UNITS = ("German PARA I Para", "German PARA DIV 7", "German MTN XLIX", "German INF DIV 3", "German INF IX", "Soviet PARA 4",
         "Soviet INF 29", "Soviet INF 12", "Soviet MTN 1", "Soviet INF DIV 3")  # fmt: skip
MEN = ("Student", "Guderian", "Zhukov")
PLACES = {"German": ("E1025", "E1124", "E1222"), "Soviet": ("E0825", "E0724", "E0827")}
CITIES = {"germany": ["Voronezh", "Tula", "Orel"], "ussr": ["Saratov", "Stalingrad", "Moscow"]}


def drawn(source: SeededSource) -> State:
    """Transports, cargo and enemies round Voronezh, drawn at random."""
    place: dict[str, str] = {}
    for name in (*UNITS, *PLANES):
        spots = PLACES[name.split()[0]]
        at = source.choice(spots)
        same = [x for x, y in place.items() if y == at and (x in PLANES) is (name in PLANES)]
        if source.below(4) and len(same) < 2:
            place[name] = at
    for man, spots in zip(MEN, (PLACES["German"], PLACES["German"], PLACES["Soviet"]), strict=True):
        place[man] = source.choice(spots)
    tired = tuple(name for name in place if not source.below(6))
    action = source.choice(("air", "combined", "super", "land", "pass"))
    weather = source.choice(("fine", "fine", "rain", "storm"))
    rows = {"Guderian": [76]}
    s = steppe(
        place,
        leaders=rows,
        side=source.choice(SEATS),
        action=action,
        down=tired,
        weather=weather,
        control=CITIES,
    )
    for power in (GERMANY, USSR):
        use(s, power, MISSIONS, source.below(4))
        use(s, power, ATTACKS, source.below(4))
    return s


def left(s: State, side: int, what: int) -> bool:
    power = (GERMANY, USSR)[side]
    most = limit(s, power, what)
    return most < 0 or used(s, power, what) < most


def fits(s: State, plane: int, u: int, mission: int) -> bool:
    """Whether a unit of its hex can go aboard."""
    w = s.world
    kind = KIND_IDS[w.kind[u]]
    able = kind == "PARA" or (mission == TRANSPORT and (kind == "MTN" or w.division[u]))
    return (
        w.is_troop(u)
        and s.where[u] == s.where[plane]
        and able
        and not is_down(s, u)
        and w.side[u] == w.side[plane]
    )


def flies_to(s: State, plane: int, cargo: int, mission: int) -> set[int]:
    """Where it can fly with it."""
    w, at = s.world, w_label(s, s.where[plane])
    side = w.side[plane]
    if mission == DROP:
        near = {h for h in bits(w.area) if sky.within(at, w.label(h), w.plane(plane).range)}
        foe = 1 - side
        some = {
            h for h in near
            if s.troops[foe] >> h & 1 or (s.control[(GERMANY, USSR)[foe]] >> h & 1 and w.label(h) in sky.FIELDS)
        }  # fmt: skip
    else:
        some = set(bits(airfields(s, plane, s.where[plane], w.plane(plane).range))) - {s.where[plane]}
        some = {h for h in some if cargo < 0 or may_stack(s, side, h, (cargo,))}
    return {h for h in some if not is_closed(s, plane, h)}


def w_label(s: State, h: int) -> str:
    return s.world.label(h)


@pytest.mark.rule("base.transport", "base.paradrop", "base.action", "base.sky", "3.1j", "3.1l", "ability.76")
def test_they_agree_on_lifts_drawn_at_random() -> None:
    source, flew = SeededSource("lifts"), 0
    for _ in range(40):
        s = drawn(source)
        w = s.world
        for side, seat in enumerate(SEATS):
            for mission in (TRANSPORT, DROP):
                for name in PLANES:
                    u = w.unit(name)
                    ready = w.side[u] == side and s.where[u] >= 0 and not is_down(s, u) and is_supplied(s, u)
                    load = [v for v in range(len(s.where)) if ready and fits(s, u, v, mission)]
                    crew = [v for v in w.all_leaders if ready and s.where[v] == s.where[u]]
                    goal = any(flies_to(s, u, v, mission) for v in load)
                    goal = goal or (
                        mission == TRANSPORT and bool(crew) and ready and bool(flies_to(s, u, -1, mission))
                    )
                    may = ready and KIND_IDS[w.kind[u]] == "ATR" and goal and (mission != DROP or bool(load))
                    may = may and (side != s.side or left(s, side, MISSIONS))
                    may = may and (mission != DROP or left(s, side, ATTACKS))
                    assert (Loading(side, mission).violation(s, seat, Pick(u)) is None) is may, (
                        name,
                        mission,
                    )
                    if not may:
                        continue
                    flew += 1
                    step = Stowing(side, mission, u)
                    for v in (w.unit(x) for x in UNITS):
                        assert (step.violation(s, seat, Join(v)) is None) is (v in load)
                    assert step.hexes(s) == 0, "nothing is aboard"
                    for v in load[:2]:
                        t = s.clone()
                        t.cargo = {v: u}
                        assert set(bits(step.hexes(t))) == flies_to(s, u, v, mission)
                        assert all(step.violation(t, seat, Join(x)) is not None for x in load)
                        for h in (w.hex("E1222"), w.hex("E0827"), w.hex("Berlin")):
                            assert (step.violation(t, seat, Go(h)) is None) is (
                                h in flies_to(s, u, v, mission)
                            )
                        set_down(t, u, v, crew, mission)
        strafes(s)
    assert flew >= 20


def set_down(s: State, plane: int, cargo: int, crew: list[int], mission: int) -> None:
    """What becomes of the load: through, driven off, shot down."""
    w = s.world
    base, goal = s.where[plane], w.hex("E0926")
    for role in (CLEARED, BOMBER):
        t = s.clone()
        t.mission, t.over, t.flier, t.wing = mission, goal, w.side[plane], {plane: role}
        t.riders = dict.fromkeys(crew, plane)
        SetDown(plane).run(t)
        assert t.cargo == {}
        if role == BOMBER:
            assert t.where[cargo] == base and is_down(t, cargo) and not t.descent
        elif mission == DROP:
            assert (
                t.descent == dict.fromkeys((cargo, *crew), goal)
                and t.where[cargo] == SKY
                and not is_down(t, cargo)
            )
        else:
            assert t.where[cargo] == goal and is_down(t, cargo) and all(t.where[man] == goal for man in crew)
            assert all(is_down(t, man) is is_down(s, man) for man in crew)


def strafes(s: State) -> None:
    """Who strafes what, and what a round does."""
    w = s.world
    man = w.unit("Guderian")
    for said in (False, True):
        s.said = {code(man, 76): s.moves_made} if said else {}
        for first in (-1, w.hex("E0825")):
            s.strafed = first
            for u in (w.unit(name) for name in PLANES):
                if s.where[u] < 0:
                    continue
                enemies = {
                    s.where[v]
                    for v in range(len(s.where))
                    if w.is_plane(v) and w.side[v] == 1 and s.where[v] >= 0
                }
                goals = set()
                if said and w.side[u] == 0:
                    near = {h for h in enemies if first >= 0 and w.range_of(man, first) >> h & 1}
                    beside = s.where[u] == s.where[man] and not is_down(s, man)
                    goals = near if first >= 0 else enemies if beside else set()
                assert set(bits(strafe_targets(s, u))) == goals
    s.said, s.strafed = {}, -1
    me, foe = w.unit("German Bf-109E3"), w.unit("Soviet Pe-2")
    if s.where[me] < 0 or s.where[foe] < 0:
        return
    s.over, s.flier, s.wing = s.where[foe], 0, {me: CLEARED}
    assert foe in Strafing().targets(s) and foe not in Strafing((foe,)).targets(s)
    s.patrol = {foe: s.over}
    assert foe not in Strafing().targets(s)
    s.patrol = {}
    for dice in ((1, 1), (1, 4), (5, 5), (9, 8), (10, 10)):
        t = s.clone()
        result = w.tables.air_result(sum(dice) + w.plane(me).air - 5)
        StrafeRound(me, foe).apply(t, dice)
        assert (t.where[foe] < 0) is (result == "DX") and (t.where[me] < 0) is (result == "AX")
        assert (me in t.aborted) is (result == "AA")
        assert is_down(t, foe) is (result != "DX" and (is_down(s, foe) or result == "DA"))
    s.spared = 1 << foe
    s.down = 0
    t = s.clone()
    low = next((d for d in range(2, 21) if w.tables.air_result(d + w.plane(me).air - 5) == "DA"), 0)
    if low:
        StrafeRound(me, foe).apply(t, (low - 1, 1) if low <= 11 else (10, low - 10))
        assert not is_down(t, foe), "a leader keeps it up"


@pytest.mark.rule("base.landing", "3.1k", "ability.74", "ability.80")
def test_after_a_mission_everybody_is_tired_and_may_land_elsewhere() -> None:
    s = steppe(
        {name: PLACES[name.split()[0]][0] for name in ("German Ju-87B", "German Bf-109E3", "Soviet I-16")}
    )
    w = s.world
    stuka, emil, rata = (w.unit(name) for name in ("German Ju-87B", "German Bf-109E3", "Soviet I-16"))
    s.flier, s.over, s.wing = 0, w.hex("E0925"), {stuka: CLEARED, emil: FIGHTER, rata: FIGHTER}
    s.patrol = {rata: s.over}
    frames = Homing().run(s)
    assert frames[0] == Return(0, (stuka, emil), w.hex("E0925")), "the other side's go straight home"
    assert all(is_down(s, u) for u in (stuka, emil, rata)) and not s.patrol and not s.wing
    assert s.home == [stuka, emil, rata] and s.mission == -1
    assert frames[0].run(s) == (Returning(0, (stuka, emil), w.hex("E0925")),), "there are other fields"
    assert Return(0, (), w.hex("E0925")).run(s) == () == Return(0, (rata,), w.hex("Berlin")).run(s)


# --- the USA at war, and victory


@pytest.mark.rule("base.uswar", "5.3.2.32a", "5.3.2.32b", "5.3.2.32d", "5.3.2.46a")
def test_they_agree_on_congress() -> None:
    source, wars = SeededSource("congress"), 0
    for _ in range(25):
        single = not source.below(3)
        s = campaign(side="allies", phase="politics", options={"single_ships": True} if single else None)
        w = s.world
        s.pools = {pool: (5,) * source.below(9) for pool in ("ge", "ja", "ge.t", "ja.t")}
        for n in (31, 32):
            s.deeds.pop(f"option.{n}", None)
            if not source.below(3):
                s.deeds[f"option.{n}"] = 1
        fleet = [u for u in w.ships_of[1] if w.power[u] == USA]
        for u in fleet:
            if not source.below(4):
                put(s, u, w.hex(source.choice(("Honolulu", "Singapore", "Manila"))))
        ready = False
        for port in ("Honolulu", "Singapore"):
            here = [u for u in fleet if s.where[u] == w.hex(port)]
            if single:
                here = [u for u in here if w.ship(u).lay >= 2 and "Langley" not in w.ship(u).name]
                assert all(counts_for_fleet(s, u) for u in here)
            decks = [u for u in here if w.kind[u] == 32]
            guns = [u for u in here if w.kind[u] in ((33, 34, 35) if single else (33,))]
            ready = ready or (len(decks) >= 1 and len(guns) >= (8 if single else 4))
        ready = ready and bool(s.deeds.get("option.31") or s.deeds.get("option.32"))
        assert has_fleet(s) is ready
        for target, pool in ((JAPAN, "ja"), (GERMANY, "ge"), (ITALY, "ge")):
            number = (sum(s.pools[pool]) + 2 * sum(s.pools[f"{pool}.t"]) - 20) // 4
            assert war_number(s, target) == number
            for die in (1, 3, 5, 8, 10):
                t = s.clone()
                UsWarRoll(target).apply(t, die)
                more = 2 if target == JAPAN and not ready else 0
                won = die + more <= number
                assert bool(t.wars[USA] >> target & 1) is won, (target, die, number, ready)
                assert (t.deeds.get(f"tried.{USA}.{target}") == t.turn) is not won
                if won and target != JAPAN:
                    other = GERMANY if target == ITALY else ITALY
                    assert t.wars[USA] >> other & 1, "with one of them also with the other"
                assert bool(t.wars[USA] >> JAPAN & 1) is (won and target == JAPAN)
                wars += won
    assert wars >= 20
    s = campaign(side="")
    s.deeds["option.46.commonwealth"] = 1
    for power, party, called in ((GERMANY, 3, False), (JAPAN, 4, False), (JAPAN, 3, True)):
        challenge(s, power, party)
        assert is_automatic(s, JAPAN) is called and not is_automatic(s, GERMANY)


@pytest.mark.rule("base.victory", "6u")
def test_they_agree_on_who_has_won() -> None:
    source = SeededSource("victory")
    s = opening()
    w = s.world
    bands = w.data["scenarios"]["victory"][w.plan.id]["bands"]
    for total in range(-5, 60):
        if total >= bands["axis"]:
            expected = ("decisive" if total >= bands["axis_decisive"] else "marginal", "axis")
        elif total <= bands["allies"]:
            expected = ("decisive" if total <= bands["allies_decisive"] else "marginal", "allies")
        else:
            expected = ("draw", "")
        assert verdict(w, total) == expected
    for _ in range(20):
        t = s.clone()
        for h in w.prizes:
            give_hexes(t, 1 << h, source.choice((GERMANY, USSR)))
        assert points(t) == sum(n for h, n in w.prizes.items() if t.control[GERMANY] >> h & 1) + extras(t)
        Victory().run(t)
        assert t.result is not None and t.result.winners == (
            (verdict(w, points(t))[1],) if verdict(w, points(t))[1] else ()
        )
    for seats in (2, 3, 6):
        s = campaign(side="", options={"seats": seats} if seats > 2 else None)
        w = s.world
        for h in w.prizes:
            if source.below(2):
                give_hexes(s, 1 << h, source.below(8))
        if seats > 2:
            scores = seat_scores(s)
            for seat in w.table.seats:
                mine = [k for k in range(8) if w.seat_of(k) == seat]
                held = sum(
                    any(
                        s.control[k] >> h & 1
                        for k in range(len(w.parties))
                        if w.parties[k].power in mine and not s.neutral >> k & 1
                    )
                    for h in w.prizes
                )
                assert scores[seat] == held - printed(w, mine)
            Victory().run(s)
            best = {seat for seat, n in scores.items() if n == max(scores.values())}
            assert s.result is not None and set(s.result.winners) == (
                best if len(best) < len(scores) else set()
            )
        else:
            Victory().run(s)
            total = points(s)
            assert s.result is not None and s.result.scores["axis"] == total - printed(w, range(3))
            assert s.result.scores["allies"] == len(w.prizes) - total - printed(w, range(3, 8))
