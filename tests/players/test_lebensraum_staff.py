"""Lebensraum!: the staff in positions where one order is plainly right, and a first turn of a whole game."""

from __future__ import annotations

from typing import Any

from hexfront.games.lebensraum.actions import (
    AddAir,
    Attack,
    Command,
    Destroy,
    Done,
    Exchange,
    GiveWay,
    Keep,
    Land,
    Mark,
    Pick,
    Place,
    PlaceAir,
    Rebuild,
    Replace,
    Retire,
    Send,
    StandFast,
    Starve,
    TakeLoss,
    Terminate,
)
from hexfront.games.lebensraum.arrivals import Placing
from hexfront.games.lebensraum.combat import Attacks, Commanding, Supporting
from hexfront.games.lebensraum.command import put_in_command
from hexfront.games.lebensraum.economy import Capture, Starving
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.headquarters import Designation
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    GONE,
    OFF_MAP,
    POWERS,
    SOVIET,
    TAKEN,
    TERMINATED,
    WORKS_BASE,
)
from hexfront.games.lebensraum.landings import Landings
from hexfront.games.lebensraum.leaders import Disposal
from hexfront.games.lebensraum.missions import BeginMissions
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.replacements import Rebuilding
from hexfront.games.lebensraum.results import Losses, RetreatUnit
from hexfront.games.lebensraum.state import State, steps_of
from hexfront.games.lebensraum.supply import IN_SUPPLY, supplied_hqs, supply_of
from hexfront.games.lebensraum.transfers import Disposition, Transfers
from hexfront.games.lebensraum.transport import Transports
from hexfront.games.lebensraum.victory import goals
from hexfront.kernel import Action, Chance, SeededSource, Setup, apply, deciders, resolve, settle
from hexfront.players import Seatview, StaffPlayer
from hexfront.players.doctrines.lebensraum.field import Map
from hexfront.wargame import put
from tests.games.lebensraum.kit import Table, position


def ordered(t: Table) -> Action:
    """What staff chooses in a position, the same with every seed."""
    chosen = {StaffPlayer(n).choose(Seatview(LEBENSRAUM, t.s, t.seat())) for n in range(3)}
    assert len(chosen) == 1, "it was left to chance"
    return chosen.pop()  # type: ignore[no-any-return]


def carried_on(t: Table, clicks: int = 80) -> list[Action]:
    """What one player does until it is another's turn, a roll comes up or all is done."""
    player, seat = StaffPlayer("carry on"), t.seat()
    done: list[Action] = []
    while t.s.agenda and not t.rolls() and t.seat() == seat and len(done) < clicks:
        action = player.choose(Seatview(LEBENSRAUM, t.s, seat))
        done.append(action)
        t.act(action)
    return done


def fight(place: dict[str, str], **given: Any) -> Table:
    """A combat segment of the Axis, an HQ with von Bock at hand."""
    start: dict[str, Any] = {
        "segment": "first-combat", "phasing": "axis", "agenda": (Attacks(AXIS),), "hqs": {"de-center": "2425"},
        "leaders": {"von-bock": "de-center"},
    }  # fmt: skip
    return position(place=place, **{**start, **given})


def test_panzers_strike_a_lone_army() -> None:
    t = fight({"de-2pz": "2524", "de-4": "2424", "su-4": "2523"})
    assert ordered(t) == Attack(t.w.hex("2523"))


def test_a_weak_army_lets_a_strong_one_be() -> None:
    t = fight({"ro-3": "2524", "Soviet 7th Tank Army": "2523"}, hqs={}, leaders={}, reduced=("ro-3",))
    assert ordered(t) == Done()


def test_works_are_kept_by_whom_can_carry_them_off() -> None:
    for points, wanted in ((300, Keep()), (20, Destroy())):
        t = position(
            place={"de-4": "Minsk"}, points={"axis": points}, phasing="axis", works={"Minsk": "Minsk"},
        )  # fmt: skip
        marker = next(k for k, m in enumerate(t.w.markers) if m.name == "Minsk")
        t.s.agenda = (Capture(AXIS, marker),)
        assert ordered(t) == wanted


def played(seats: tuple[str, ...], turns: int, seed: str) -> State:
    """A game up to the end of some turns, staff in these seats and chance in the others."""
    s = LEBENSRAUM.new_state(LEBENSRAUM.world(Setup(scenario="invasion", options={})))  # type: ignore[arg-type]
    source = SeededSource(seed)
    players = {seat: StaffPlayer(seed) for seat in seats}
    settle(s)
    while s.result is None and s.turn <= turns:
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
            continue
        view = Seatview(LEBENSRAUM, s, deciders(s)[0])
        player = players.get(view.seat)
        apply(s, view.seat, player.choose(view) if player else source.choice(view.legal))
    return s


def test_in_a_turn_the_axis_staff_takes_cities_from_chance_and_keeps_its_army() -> None:
    s = played(("axis",), 1, "first turn")
    w = s.world
    assert (s.control[AXIS] & w.start_control[SOVIET] & w.cities).bit_count() >= 4
    assert sum(s.power[u] == AXIS and s.where[u] >= 0 for u in w.units) >= 13


def test_what_decides_a_scenario_is_named_once_and_is_worth_most() -> None:
    t = position()
    wanted = {t.w.hex(name) for name in ("Moscow", "Leningrad", "Kiev")}
    assert set(goals(t.s)) == wanted, "both sides are after the same cities"
    worth = Map(t.w).worth(t.s)
    assert set(sorted(worth, key=lambda h: -worth[h])[:3]) == wanted


# --- moving


def moving(place: dict[str, str], power: str = "axis", **given: Any) -> Table:
    """A first movement segment; the Axis has an HQ in Minsk, which it holds with all that lies west of it."""
    start: dict[str, Any] = {
        "segment": "movement", "phasing": power, "agenda": (Moves(POWERS.index(power)),), "points": {"axis": 200, "soviet": 200},
        "hqs": {"de-center": "Minsk", "su-west": "Moscow"}, "leaders": {"von-bock": "de-center", "zhukov": "su-west"},
        "control": {"axis": ("Minsk", "Vilnius")},
    }  # fmt: skip
    return position(place=place, **{**start, **given})


def test_an_empty_city_is_walked_into() -> None:
    hqs = {"de-center": "3020"}
    t = moving(
        {"de-6": "3020", "de-17": "3021", "su-4": "2312"}, hqs=hqs, control={"axis": ("Minsk", "Lvov")}
    )
    carried_on(t)
    assert t.s.control[AXIS] >> t.w.hex("Kiev") & 1


def test_points_are_left_for_the_tanks_and_for_the_answer_to_the_enemy() -> None:
    armies = {"de-2pz": "2319", "de-4": "2320", "de-3pz": "2220", "de-9": "2219", "de-2": "2420"}
    t = moving({**armies, "su-4": "2312"}, points={"axis": 90, "soviet": 0})
    carried_on(t)
    assert 40 <= t.s.points[AXIS] < 90


def test_nobody_marches_where_no_hq_can_feed_him() -> None:
    t = moving({"de-2pz": "2319", "de-4": "2320", "su-4": "3106"}, hqs={"de-center": "Minsk"})
    carried_on(t)
    full, finnish = supplied_hqs(t.s, AXIS)
    assert all(level == IN_SUPPLY for level in supply_of(t.s, AXIS, full, finnish).values())


def test_an_hq_follows_the_units_that_left_it_behind() -> None:
    t = moving(
        {"de-2pz": "2315", "de-4": "2317", "su-4": "2911"}, control={"axis": ("Minsk", "Vilnius", "Smolensk")}
    )
    carried_on(t)
    full, finnish = supplied_hqs(t.s, AXIS)
    assert set(supply_of(t.s, AXIS, full, finnish).values()) == {IN_SUPPLY}


def test_a_decisive_city_gets_its_garrison() -> None:
    t = moving({"su-4": "2307", "de-2pz": "2316"}, "soviet", control={"axis": ("Minsk", "Smolensk")})
    carried_on(t)
    assert t.at("su-4") == t.w.label(t.w.hex("Moscow"))


def test_the_italian_army_goes_home_in_time() -> None:
    t = moving({"it-8": "2030", "su-4": "2312"}, "axis", scenario="conclusions", turn=8)
    carried_on(t)
    assert t.s.where[t.w.unit("it-8")] == GONE


# --- combat


def combat(attackers: dict[str, str], defenders: dict[str, str], power: int, **given: Any) -> Table:
    """A combat in hand, both sides' units named."""
    t = fight({**attackers, **defenders}, **given)
    s, w = t.s, t.w
    s.attackers, s.defenders = [w.unit(u) for u in attackers], [w.unit(u) for u in defenders]
    s.target = s.where[s.defenders[0]]
    s.origins = {u: s.where[u] for u in s.attackers}
    s.needed = [sum(steps_of(s, u) for u in side) for side in (s.attackers, s.defenders)]
    return t


def test_the_stronger_unit_is_led_first() -> None:
    t = combat({"ro-3": "2424", "de-2pz": "2524"}, {"su-4": "2523"}, AXIS)
    t.s.agenda = (Commanding(AXIS, True),)
    assert ordered(t) == Command(t.w.unit("de-2pz"), t.w.hq("de-center"))


def test_a_step_is_taken_where_it_is_missed_least() -> None:
    t = combat({"de-2pz": "2524", "de-4": "2424"}, {"su-4": "2523"}, AXIS, reduced=("de-2pz",))
    t.s.indicated, t.s.owed = [2, 1], [1, 0]  # the first step is gone already
    t.s.agenda = (Losses(0),)
    chosen = ordered(t)
    assert isinstance(chosen, TakeLoss) and chosen.unit == t.w.unit("de-4")


def test_an_army_in_the_open_gives_way_and_one_in_moscow_does_not() -> None:
    for place, wanted in (("2211", True), ("2312", False)):
        t = combat({"de-2pz": "2313" if place == "2312" else "2212"}, {"su-4": place}, SOVIET)
        t.s.indicated, t.s.owed = [0, 1], [0, 1]
        t.s.agenda = (Losses(1),)
        assert (ordered(t) == GiveWay()) == wanted, place


def test_who_may_stay_in_a_city_stays() -> None:
    t = combat({"de-2pz": "2313"}, {"su-4": "2312"}, SOVIET)
    t.s.pending = [t.w.unit("su-4")]
    t.s.agenda = (RetreatUnit(1, "7.4e", True),)
    assert ordered(t) == StandFast(t.w.unit("su-4"))


def test_air_is_committed_where_it_changes_the_column_and_nowhere_else() -> None:
    for foe, wanted in (("su-4", False), ("Soviet 7th Tank Army", True)):
        t = combat({"de-4": "2524"}, {foe: "2523"}, AXIS, hqs={"de-center": "2425"})
        s, w = t.s, t.w
        hq = w.hq("de-center")
        s.helped = 1 << hq  # only air is left
        s.air_hq[hq] = 1
        put_in_command(s, w.unit("de-4"), hq)
        if not wanted:  # the best column is reached without it
            s.weak[w.unit(foe)] = 1
            s.attackers.append(w.unit("de-2pz"))
            put(s, w.unit("de-2pz"), w.hex("2424"))
            put_in_command(s, w.unit("de-2pz"), hq)
        s.agenda = (Supporting(AXIS),)
        assert (ordered(t) == AddAir(hq, w.hex("2524"))) == wanted


# --- leaders


def fronts(agenda: Any, **given: Any) -> Table:
    """Pavlov in the west with three armies before the enemy, Zhukov in the rear with none."""
    armies = {"su-3": "2222", "su-10": "2323", "su-4": "2423", "de-4": "2424"}
    posts = {"pavlov": "su-west", "zhukov": "su-reserve", **given.pop("leaders", {})}
    hqs = {"su-west": "2322", "su-reserve": "2311"}
    return position(place=armies, hqs=hqs, leaders=posts, agenda=agenda, **given)


def test_the_better_leader_goes_to_the_front() -> None:
    t = fronts((Transfers(SOVIET),))
    chosen = ordered(t)
    assert isinstance(chosen, Exchange)
    assert {chosen.leader, chosen.other} == {t.w.leader("pavlov"), t.w.leader("zhukov")}


def test_a_poor_leader_is_replaced_and_a_good_one_is_not() -> None:
    t = fronts((Disposition(SOVIET),))
    assert ordered(t) == Replace(t.w.hq("su-west"))
    t = fronts((Disposition(SOVIET),), leaders={"pavlov": "pool", "rokossovsky": "su-west"})
    assert ordered(t) == Done()


def test_the_poor_are_dismissed_for_good_until_that_would_demoralise_the_rest() -> None:
    t = fronts(())
    west, pavlov = t.w.hq("su-west"), t.w.leader("pavlov")
    t.s.agenda = (Disposal(west, pavlov),)
    assert ordered(t) == Terminate()
    for name in ("kulik", "budenny", "voroshilov", "artemyev"):
        t.s.post[t.w.leader(name)] = TERMINATED
    assert ordered(t) == Retire()
    t.s.agenda = (Disposal(west, t.w.leader("rokossovsky")),)
    assert ordered(t) == Retire()


# --- the rear


def test_whoever_is_out_of_the_enemys_zones_goes_into_reserve() -> None:
    t = position(place={"de-4": "2424", "de-2": "2427", "su-7": "2423"}, agenda=(Designation(AXIS),))
    marked = {x.mover for x in carried_on(t) if isinstance(x, Mark)}
    assert t.w.unit("de-2") in marked


def test_the_weakest_starves() -> None:
    t = position(place={"de-4": "2424", "ro-3": "2427", "de-2pz": "2524"}, agenda=(Starving(AXIS),))
    assert ordered(t) == Starve(t.w.unit("ro-3"))


def test_arrivals_are_not_piled_into_one_city() -> None:
    ready = dict.fromkeys(("su-28", "su-29", "su-30"), "ready")
    hqs = {"su-west": "Moscow", "su-reserve": "Gorky", "su-kalinin": "Yaroslavl"}
    t = position(place={**ready, "de-4": "2316"}, hqs=hqs, agenda=(Placing(SOVIET),))
    placed = [x for x in carried_on(t) if isinstance(x, Place)]
    assert len({x.hex for x in placed}) == len(placed) == 3
    assert all(x.reserve for x in placed)


def test_a_wave_of_arrivals_is_spread_though_one_city_alone_is_fed() -> None:
    """All but one must march off at once: a dozen armies in Leningrad emptied the treasury."""
    ready = dict.fromkeys([f"su-{n}" for n in (28, 29, 30, 31, 32, 33, 34, 38)], "ready")
    t = position(
        turn=3, place={**ready, "de-4": "2318"}, hqs={"su-north": "Leningrad"}, agenda=(Placing(SOVIET),)
    )
    placed = [x.hex for x in carried_on(t) if isinstance(x, Place)]
    assert placed and max(placed.count(h) for h in placed) <= 4


def test_a_step_goes_where_it_adds_most() -> None:
    t = position(
        "conclusions", saved=[0, 1, 0, 0, 0, 0], place={"de-2pz": "2427", "de-1pz": "2426"}, reserve=("de-2pz", "de-1pz"),
        reduced=("de-2pz",), grades={"de-1pz": 1}, agenda=(Rebuilding(AXIS),),
    )  # fmt: skip
    assert ordered(t) == Rebuild(t.w.unit("de-2pz"), 0)


def test_air_goes_to_the_hq_at_the_front() -> None:
    t = position(
        place={"de-4": "2424", "de-2pz": "2524", "su-4": "2523"}, hqs={"de-center": "2425", "de-north": "Berlin"},
        leaders={"von-bock": "de-center", "von-leeb": "de-north"}, points={"axis": 200}, air=[3, 0, 0],
        segment="missions", agenda=(BeginMissions(),),
    )  # fmt: skip
    assert ordered(t) == PlaceAir("support", t.w.hq("de-center"))


def test_captured_works_are_carried_off() -> None:
    t = position(
        place={"de-4": "Warsaw", "su-4": "2312"}, points={"axis": 200}, transport=[10, 0, 0], passed=6, segment="transport",
        works={"Minsk": "Warsaw"}, agenda=(Transports(AXIS),),
    )  # fmt: skip
    k = next(n for n, m in enumerate(t.w.markers) if m.name == "Minsk")
    t.s.works_power[k], t.s.works_flags[k] = AXIS, TAKEN
    assert ordered(t) == Pick(WORKS_BASE + k)
    t.act(Pick(WORKS_BASE + k))
    assert ordered(t) == Send(WORKS_BASE + k, OFF_MAP)


def test_armies_land_where_the_defence_is_thinnest_and_not_on_their_own_islands() -> None:
    given: dict[str, Any] = {"turn": 13, "segment": "surprise", "phasing": "allied", "landings": 6}
    coast = {"de-5pz": "1512", "de-6sspz": "1513"}
    t = position("west", place={"us-1": "London", **coast}, agenda=(Landings(ALLIED),), **given)
    chosen = ordered(t)
    assert isinstance(chosen, Land) and chosen.head
    assert t.w.lands.country_at[chosen.hex] in ("france", "belgium", "netherlands")
    assert all(t.w.grid.distance(chosen.hex, t.w.hex(h)) > 2 for h in coast.values())
    t = position("west", place={"us-5": "Naples", "de-10": "Rome"}, agenda=(Landings(ALLIED),), **given)
    assert all(not isinstance(x, Land) or not t.w.lands.islands >> x.hex & 1 for x in carried_on(t))
