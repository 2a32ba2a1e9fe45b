"""Lebensraum!: the staff of the Western Allies in the summer of 1944: who fights whom, which way to go, where HQs are needed."""

from __future__ import annotations

from typing import Any

from hexfront.games.lebensraum.actions import Attack, Create, Drop, Pick, Place, PlaceAir, PlaceShip, Send
from hexfront.games.lebensraum.arrivals import Placing
from hexfront.games.lebensraum.combat import Attacks
from hexfront.games.lebensraum.headquarters import HQSegment
from hexfront.games.lebensraum.kinds import ALLIED, HQ_BASE, HQ_LATER, SOVIET
from hexfront.games.lebensraum.missions import DROP, BeginMissions
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.transport import Transports
from hexfront.players.doctrines.lebensraum.moves import leftover
from hexfront.players.doctrines.lebensraum.operate import Operation, allowance, budget, following
from hexfront.players.doctrines.lebensraum.strike import Striker
from tests.games.lebensraum.kit import Table, position
from tests.players.test_lebensraum_staff import carried_on, moving, ordered
from tests.players.test_lebensraum_war import desk_of

NORMANDY = ("1516", "1517", "1416", "1616", "1615")


def before_the_invasion(air: int) -> Table:
    """The US 5th Army before Grosseto, with so many air markers under its HQ, in the combat before turn E."""
    t = position(
        "dday", turn=13, segment="surprise", phasing="allied", place={"us-5": "Rome", "de-14": "3312"},
        hqs={"al-15ag": "Rome", "de-agc": "3111"}, leaders={"alexander": "al-15ag", "kesselring": "de-agc"}, agenda=(Attacks(ALLIED),),
        grades={"us-5": 1, "de-14": 1},
    )  # fmt: skip
    t.s.air_hq[t.w.hq("al-15ag")] = air
    return t


def test_all_air_markers_count_when_there_is_only_one_combat() -> None:
    assert ordered(before_the_invasion(5)) == Attack(before_the_invasion(5).w.hex("3312"))
    assert not isinstance(ordered(before_the_invasion(2)), Attack)


def breakout(points: int = 150, **given: object) -> Table:
    """Three armies ashore, an army in Le Havre and one inland."""
    start: dict[str, object] = {
        "place": {"us-1": "1517", "br-2": "1516", "us-3": "1416", "de-7": "1617", "de-25": "Le Havre"},
        "hqs": {"al-21ag": "1516", "al-12ag": "1517", "de-agd": "1816"}, "points": {"allied": points},
        "leaders": {"montgomery": "al-21ag", "bradley": "al-12ag"}, "control": {"allied": NORMANDY},
        "phasing": "allied", "agenda": (Moves(ALLIED),),
    }  # fmt: skip
    return position("dday", turn=13, **{**start, **given})  # type: ignore[arg-type]


def test_two_enemies_are_attacked_at_once_where_armies_suffice_for_both() -> None:
    """Not all of them the same one, with more odds than the table has columns."""
    armies = {"us-1": "1517", "us-3": "1516", "br-2": "1416", "ca-1": "1616"}
    t = breakout(place={**armies, "de-7": "1617", "de-25": "Le Havre"})
    d = desk_of(t)
    op = Operation(d, [t.w.unit(name) for name in armies])
    strikes = Striker(d, op.reaches, 100.0, fixed=False, fed=op.fed).strikes()
    assert {t.w.label(x.target) for x in strikes} >= {"1617", "1515"}


def test_whoever_cannot_be_fed_at_the_goal_goes_towards_it() -> None:
    """He stayed where he was when he could have walked all the way and would have starved there."""
    t = breakout(place={"us-1": "1517", "de-6sspz": "Berlin"}, hqs={"al-12ag": "1517"})
    d = desk_of(t)
    u = t.w.unit("us-1")
    op = Operation(d, [u])
    goal = t.w.hex("Paris")
    op.fed &= ~d.w.grid.dilate(1 << goal, 1)
    assert goal in op.reaches[u] and not op.is_fed(u, goal)
    went = op.towards(u, goal)
    assert op.is_fed(u, went) and d.w.grid.distance(went, goal) < d.w.grid.distance(t.s.where[u], goal)


def test_the_next_city_counts_for_more_than_a_great_one_far_away() -> None:
    t = breakout(place={"us-1": "1517", "de-6sspz": "Berlin"}, hqs={"al-12ag": "1517"})
    d = desk_of(t)
    u = t.w.unit("us-1")
    op = Operation(d, [u])
    op.reaches[u] = {h: cost for h, cost in op.reaches[u].items() if h not in d.picture.prizes}
    posts = {post.hex: post for post in op.posts(0)}
    near, far = t.w.hex("Le Havre"), t.w.hex("Leipzig")
    assert posts[far].worth > posts[near].worth
    assert op.value(u, posts[near]) > op.value(u, posts[far])


def test_hqs_keep_no_more_than_they_need_to_follow() -> None:
    """Half of a full treasury was kept for four of them that go a few hexes."""
    d = desk_of(breakout(200))
    units, hqs = budget(d)
    assert hqs == following(d) < 0.1 * 200 and units > 0.85 * 200
    mud = desk_of(breakout(200, weather="mud"))
    assert budget(mud)[1] == 4 * hqs


def test_what_hqs_leave_lets_others_march() -> None:
    t = breakout(place={"us-1": "1517", "us-3": "1416", "de-6sspz": "Berlin"})
    d = desk_of(t)
    d.notes.orders, d.notes.sites = {}, {}
    assert isinstance(leftover(d, [t.w.unit("us-3")]), Pick)


def test_an_hq_arrives_where_most_is_to_be_taken() -> None:
    """The 6th Army Group comes with the US 7th Army: to France, where there are thirty cities, not to Naples."""
    t = position(
        "dday", turn=13, agenda=(Placing(ALLIED),), control={"allied": ("Naples", "Rome", *NORMANDY)},
        landed=1 << breakout().w.hex("1516"),
        place={"us-7": "ready", "us-5": "Rome", "br-8": "3409", "us-1": "1517", "br-2": "1516", "ca-1": "1416", "de-14": "3312", "de-7": "1815"},
        hqs={"al-15ag": "Rome", "al-21ag": "1516", "al-12ag": "1517"},
    )  # fmt: skip
    t.s.hq[t.w.hq("al-6ag")] = HQ_LATER
    placed = ordered(t)
    assert isinstance(placed, Place) and t.w.lands.country_at[placed.hex] == "france"


def test_the_airborne_army_flies_from_england() -> None:
    """For ten points, to where it can do something; a ship would cost twenty and need a port."""
    place = {"al-para": "London", "us-1": "1517", "de-7": "1815"}
    t = breakout(place=place, agenda=(BeginMissions(),), segment="missions", air=[0, 0, 2])
    u = t.w.unit("al-para")
    placed = [x for x in carried_on(t) if isinstance(x, PlaceAir | PlaceShip)]
    assert PlaceAir(DROP, u) in placed and not any(isinstance(x, PlaceShip) for x in placed)
    t = breakout(place=place, drop=1 << u)
    assert any(isinstance(x, Drop) for x in carried_on(t, 1))
    assert t.w.lands.country_at[t.s.where[u]] == "france"


def test_orders_that_are_thought_of_again_get_no_new_treasury() -> None:
    """Each time anew a part of what was left used to be spent, until one's own phase had nothing."""
    t = breakout(200)
    d = desk_of(t)
    units, hqs = allowance(d)
    assert (units, hqs) == budget(d)
    t.s.points[ALLIED] = 150
    later = desk_of(t)
    later.notes.budget = d.notes.budget
    assert allowance(later) == (units - 50, hqs)
    later.notes.late = True
    assert allowance(later) == (units + hqs - 50, hqs)


def test_no_hq_is_raised_while_others_wait_in_the_capital() -> None:
    armies = {f"su-{n}": f"{2200 + n}" for n in (7, 8, 9, 10, 11, 12, 13, 14, 16, 18)}
    given: dict[str, Any] = {
        "place": {**armies, "de-2pz": "2323"},
        "points": {"soviet": 300},
        "control": {"soviet": ("Moscow",)},
    }
    posts = {"su-north": "Moscow", "su-west": "2211"}
    for third, wanted in (("Moscow", False), ("2213", True)):
        t = position(
            "conclusions", turn=4, hqs={**posts, "su-reserve": third}, agenda=(HQSegment(SOVIET),), **given
        )
        assert isinstance(ordered(t), Create) == wanted, third


def test_an_hq_among_others_goes_by_rail_to_armies_that_have_none() -> None:
    """Each of several in one city believed that the armies around it were its own."""
    t = position(
        "conclusions", turn=4, place={"su-3": "2311", "su-4": "2411", "su-5": "3415", "su-6": "3515", "de-2pz": "2320", "de-1pz": "3421"},
        hqs={"su-west": "Moscow", "su-reserve": "Moscow"}, points={"soviet": 200}, transport=[0, 5, 0], phasing="soviet",
        segment="transport", passed=5, agenda=(Transports(SOVIET),),
    )  # fmt: skip
    done = [x for x in carried_on(t, 2) if isinstance(x, Send)]
    assert done and done[0].piece >= HQ_BASE and t.w.grid.distance(done[0].hex, t.w.hex("3415")) <= 2


def cut_off(posts: dict[str, str], **given: Any) -> Operation:
    """A Soviet army that answers in the Axis phase, in reach of two HQs of which the panzers can cut off the western one."""
    t = position(
        "conclusions", turn=1, segment="reserve-movement", phasing="axis", points={"soviet": 250},
        place={"su-20": "2319", "de-2pz": "2324", "de-3pz": "2222"}, hqs=posts, reserve=("su-20",),
        control={"axis": ("Warsaw", "Brest-Litovsk")}, agenda=(Moves(SOVIET),), **given,
    )  # fmt: skip
    d = desk_of(t)
    return Operation(d, [t.w.unit("su-20")])


def test_no_one_counts_on_an_hq_that_tanks_can_cut_off_before_supply_is_judged() -> None:
    op = cut_off({"su-west": "2321", "su-reserve": "2316"})
    u = next(iter(op.reaches))
    west, east = op.w.hex("2319"), op.w.hex("2316")
    assert op.is_fed(u, west) and op.is_fed(u, east)
    assert op.supply(u, west) < op.supply(u, east) == 1.0


def test_a_large_city_of_its_own_keeps_an_army_alive_without_an_hq() -> None:
    """It loses one step there and two elsewhere."""
    op = cut_off({"su-reserve": "2312"})
    u = next(iter(op.reaches))
    minsk, beside = op.w.hex("Minsk"), op.w.hex("2319")
    assert not op.is_fed(u, minsk) and not op.is_fed(u, beside)
    assert op.supply(u, minsk) > op.supply(u, beside) == 0.0


def test_armies_are_called_back_to_supply_as_far_as_the_points_go() -> None:
    """Not at any price: the march home of one used to cost what all the others needed."""
    t = breakout(place={"us-1": "1517", "us-3": "1416", "de-6sspz": "Berlin"})
    d = desk_of(t)
    movers = [t.w.unit("us-1"), t.w.unit("us-3")]
    for points, wanted in ((100.0, 2), (5.0, 1), (0.0, 0)):
        op = Operation(d, movers)
        home = t.w.hex("1717")
        fed = d.w.grid.dilate(1 << home, 1) & d.w.land
        op.fed, op.points = 0, points
        for u in movers:
            op.reaches[u] = {t.s.where[u]: 0} | {h: 4 for h in op.reaches[u] if fed >> h & 1}
        out = op.called_back({}, fed)
        assert len(out) == wanted, points


def test_on_the_last_turn_nobody_stays_out_of_a_german_city_for_want_of_supply() -> None:
    """Two of them win the game for the Axis, and nothing is judged after this phase."""
    t = position(
        "dday", turn=16, place={"us-1": "1810", "us-3": "2110", "de-7": "2003"}, hqs={"al-12ag": "1517"},
        points={"allied": 60}, phasing="allied", control={"allied": ("1810", "2110", *NORMANDY)}, agenda=(Moves(ALLIED),),
    )  # fmt: skip
    d = desk_of(t)
    op = Operation(d, [t.w.unit("us-1"), t.w.unit("us-3")])
    german = d.w.cities_in["germany"]
    orders = op.orders()
    assert len(orders) == 2 and all(german >> h & 1 and not op.fed >> h & 1 for h in orders.values())
    assert not op.missed({}) & ~german, "cities elsewhere do not count any more"


def test_when_nothing_counts_that_comes_after_a_city_far_from_supply_is_worth_as_much_as_any() -> None:
    t = breakout(place={"us-1": "1718", "de-7": "Berlin"}, hqs={"al-21ag": "Cherbourg"}, leaders={})
    d, nantes = desk_of(t), t.w.hex("Nantes")
    op = Operation(d, [t.w.unit("us-1")])

    def worth(fed: int) -> float:
        walks = Striker(d, op.reaches, 100.0, fixed=False, fed=fed).walks()
        return next(
            way.strike.value + d.k["point"] * way.cost for way in walks if way.strike.target == nantes
        )

    assert d.picture.beyond.get(nantes, 0) or not d.picture.steady >> nantes & 1
    assert worth(-1) == d.k["take"] * d.picture.worth[nantes] > worth(t.w.land)


def test_in_the_last_turn_nobody_marches_on_cities_that_decide_nothing() -> None:
    """An army that has come through the front took Warsaw when the war was over; before that it may be worth a march."""
    for turn, counts in ((2, True), (3, False)):
        t = moving(
            {"su-20": "2423", "de-2pz": "2313"}, "soviet", turn=turn, hqs={"su-west": "2422", "de-center": "2313"},
            control={"axis": ("Warsaw",)},
        )  # fmt: skip
        d = desk_of(t)
        assert (t.w.hex("Warsaw") in d.picture.prizes) == counts
        carried_on(t)
        assert counts or t.at("su-20") != t.w.label(t.w.hex("Warsaw"))
