"""Lebensraum!: the staff of the Western Allies: landings, ports, and marches that are carried out as they were ordered."""

from __future__ import annotations

from hexfront.games.lebensraum.actions import FormGroup, Land, Pick, Place
from hexfront.games.lebensraum.arrivals import Placing
from hexfront.games.lebensraum.kinds import ALLIED, LATER
from hexfront.games.lebensraum.landings import Landings
from hexfront.games.lebensraum.movement import Moves
from hexfront.players.doctrines.lebensraum.field import Map, reach_of
from hexfront.players.doctrines.lebensraum.moves import move, next_mover, stranded
from hexfront.players.doctrines.lebensraum.operate import Operation
from hexfront.players.operations.holding import Post
from tests.games.lebensraum.kit import Table, position, world
from tests.players.test_lebensraum_staff import carried_on, ordered
from tests.players.test_lebensraum_war import desk_of


def in_italy(turn: int, landings: int) -> Table:
    """An Allied army in Naples, its coast open to the fleet, the armies of the invasion still to come."""
    t = position(
        "west", turn=turn, place={"us-5": "Naples", "br-8": "3609", "de-10": "3410"}, hqs={"al-15ag": "Naples"},
        points={"allied": 50}, phasing="allied", landings=landings, agenda=(Moves(ALLIED),),
    )  # fmt: skip
    for name in ("us-1", "br-2", "us-3", "ca-1", "us-7"):
        t.s.where[t.w.unit(name)] = LATER
    return t


def test_landings_are_kept_for_the_invasion() -> None:
    assert any(isinstance(x, Land) for x in in_italy(11, 6).legal())
    assert not any(isinstance(x, Land) for x in carried_on(in_italy(11, 5))), "five armies are still to land"


def test_no_supply_head_is_spent_before_the_invasion() -> None:
    assert all(not isinstance(x, Land) or not x.head for x in carried_on(in_italy(11, 6)))


def test_the_first_wave_gathers_where_ships_can_take_it_across() -> None:
    """Not in Italy, although an HQ would feed it there."""
    t = position(
        "west", turn=13, segment="surprise", phasing="allied", landings=6,
        place={"us-1": "ready", "br-2": "ready", "br-8": "3510", "de-10": "3310", "de-7": "1815"}, hqs={"al-15ag": "3510"},
        control={"allied": ("London", "Naples")}, agenda=(Placing(ALLIED), Landings(ALLIED)),
    )  # fmt: skip
    london = t.w.hex("London")
    done = carried_on(t)
    assert [x.hex for x in done if isinstance(x, Place)] == [london, london]
    landed = [x for x in done if isinstance(x, Land)]
    assert {t.w.name(x.unit) for x in landed} == {"US 1st Army", "British 2nd Army"}
    assert all(t.w.lands.country_at[x.hex] in ("france", "belgium", "netherlands") for x in landed)


def test_a_port_is_worth_what_it_still_brings_in() -> None:
    w = world("dday")
    map_ = Map(w)
    worth = {turn: map_.worth(position("dday", turn=turn).s) for turn in (13, 14, 16)}
    antwerp, brussels = w.hex("Antwerp"), w.hex("Brussels")
    assert worth[13][antwerp] > worth[14][antwerp] > worth[16][antwerp]
    assert worth[13][brussels] == worth[16][brussels]
    assert worth[13][antwerp] > 2 * worth[13][brussels]


def marching(points: int) -> Table:
    """Three armies in mud far behind a front that has gone; an HQ with each."""
    return position(
        "dday", turn=14, place={"us-9": "Caen", "us-1": "Saint-Lo", "ca-1": "Cherbourg", "de-7": "Cologne"},
        hqs={"al-21ag": "Caen", "al-12ag": "Saint-Lo"}, weather="mud", points={"allied": points}, phasing="allied",
        agenda=(Moves(ALLIED),), control={"allied": ("Caen", "Saint-Lo", "Cherbourg", "1616", "1615", "1716", "1715")},
    )  # fmt: skip


def test_a_march_that_was_ordered_is_made_though_others_have_paid_before_it() -> None:
    """What one march may cost is a part of the treasury, which gets smaller with each march."""
    t = marching(150)
    d = desk_of(t)
    u = t.w.unit("us-9")
    reach = reach_of(t.s, u, d.farthest)
    goal = max(reach, key=lambda h: (reach.cost(h), h))
    move(d, Moves(ALLIED))
    assert reach.cost(goal) > 16 and d.notes.farthest >= d.farthest
    t.s.points[ALLIED] = 60
    later = desk_of(t)
    later.notes.farthest = d.notes.farthest
    assert later.farthest < reach.cost(goal), "nobody would be sent so far now"
    assert next_mover(later, {u: goal}, [u]) == Pick(u)


def test_who_finds_his_way_closed_is_thought_of_again() -> None:
    t = marching(150)
    d = desk_of(t)
    u, taken = t.w.unit("us-9"), t.s.where[t.w.unit("us-1")]
    d.notes.orders = {u: taken}
    assert stranded(d, d.notes.orders, [u]) and not stranded(d, {u: t.s.where[u]}, [u])
    assert isinstance(move(d, Moves(ALLIED)), Pick)
    assert d.notes.orders.get(u) != taken


def test_marches_do_not_cost_more_than_may_be_spent() -> None:
    """The rest is for the HQs that must follow."""
    t = marching(60)
    d = desk_of(t)
    op = Operation(d, [t.w.unit(name) for name in ("us-9", "us-1", "ca-1")])
    orders = op.hold(list(op.reaches), {}, 12.0)
    assert sum(op.reaches[u][h] for u, h in orders.items()) <= 12.0


def test_armies_arrive_with_the_first_wave_and_not_in_england() -> None:
    t = position(
        "west", turn=13, landings=2, landed=1 << world("west").hex("Caen"), heads=1 << world("west").hex("Caen"),
        place={"us-3": "ready", "br-2": "1615", "de-7": "1815"}, hqs={"al-21ag": "1615"},
        control={"allied": ("London", "Caen")}, agenda=(Placing(ALLIED),),
    )  # fmt: skip
    placed = ordered(t)
    assert isinstance(placed, Place) and placed.hex == t.w.hex("Caen")


def test_nobody_halts_in_the_way_of_another() -> None:
    """The US 3rd Army has to pass Saint-Lo, where the US 9th is to stay."""
    t = position(
        "dday", turn=14, place={"us-9": "1616", "us-3": "Cherbourg", "de-7": "Cologne"}, hqs={"al-21ag": "Caen"},
        points={"allied": 100}, phasing="allied", agenda=(Moves(ALLIED),),
        control={"allied": ("Caen", "Saint-Lo", "Cherbourg", "1616", "1717")},
    )  # fmt: skip
    near, far, gate = t.w.unit("us-9"), t.w.unit("us-3"), t.w.hex("Saint-Lo")
    assert gate in reach_of(t.s, far).way(t.w.hex("1717"))
    assert next_mover(desk_of(t), {near: gate, far: t.w.hex("1717")}, [near, far]) == Pick(far)
    assert next_mover(desk_of(t), {near: gate, far: t.w.hex("1416")}, [near, far]) == Pick(near)


def test_the_beach_is_kept_by_the_weakest_that_can_bear_what_may_come() -> None:
    """Not by the strongest army ashore."""
    armies = {"us-1": "1517", "br-2": "1516", "us-7": "1616", "ca-1": "1416"}
    for foes, keeper in (
        ({"de-7": "1716"}, "ca-1"),
        ({"de-5pz": "1815", "de-7": "1718", "de-15": "1714", "de-6sspz": "1615"}, "br-2"),
    ):
        t = position(
            "dday", turn=13, place={**armies, **foes}, hqs={"al-21ag": "1516", "al-12ag": "1517"}, points={"allied": 100},
            phasing="allied", agenda=(Moves(ALLIED),), control={"allied": ("1516", "1517", "1416", "1616")},
        )  # fmt: skip
        found = Operation(desk_of(t), [t.w.unit(name) for name in armies]).garrisons()
        assert [t.w.armies[u].id for u in found] == [keeper]


def test_an_army_that_has_lost_its_strength_does_not_stand_before_the_enemy() -> None:
    """In reserve it is built up; beside two German armies it was the first to be lost."""
    for grade, reduced, goes in ((0, (), True), (2, ("us-5",), False)):
        t = position(
            "dday", turn=13, segment="movement", place={"us-5": "3610", "de-10": "3310", "de-14": "3312"}, points={"allied": 100},
            hqs={"al-15ag": "3610"}, phasing="allied", agenda=(Moves(ALLIED),), control={"allied": ("Naples", "Rome", "3511", "3610")},
            grades={"us-5": grade}, reduced=reduced,
        )  # fmt: skip
        u = t.w.unit("us-5")
        op = Operation(desk_of(t), [u])
        front, rear = t.w.hex("3410"), t.w.hex("3610")
        assert op.is_fed(u, front) and op.is_fed(u, rear)
        assert (op.value(u, Post(front, 3.0)) > op.value(u, Post(rear, 2.0))) == goes


def test_nobody_marches_through_a_country_that_would_join_the_enemy() -> None:
    """From Italy the way to Dijon is short through Switzerland, which would then fight for the Allies (11.7b)."""
    for entered in (False, True):
        t = position(
            "dday",
            turn=13,
            place={"de-10": "2713"},
            hqs={"de-agc": "2713"},
            points={"axis": 200},
            phasing="axis",
        )
        t.s.neutral[t.w.lands.neutrals.index("switzerland")] = ALLIED if entered else -1
        swiss = t.w.lands.country["switzerland"]
        found = reach_of(t.s, t.w.unit("de-10"), 40)
        assert any(swiss >> h & 1 for h in found) == entered


def test_a_city_that_feeds_the_enemy_is_worth_an_attack_for_that() -> None:
    """Paris is a supply head of the Axis: with the lines to the Reich cut, all of France lives on it."""
    t = position(
        "dday", turn=14, place={"us-1": "1715", "us-3": "1914", "de-15": "Paris", "de-1": "Dijon"}, phasing="allied",
        hqs={"al-12ag": "1715", "de-agg": "Dijon"}, points={"allied": 100}, agenda=(Moves(ALLIED),),
    )  # fmt: skip
    t.s.bombs[ALLIED] = t.w.lands.line_hexes & ~t.w.lands.country["france"]
    assert desk_of(t).picture.severed.get(t.w.hex("Paris"), 0.0) > 0.8


def test_a_battle_group_keeps_the_port_and_its_army_marches() -> None:
    """One that is not strong enough for what may come is not formed."""
    u = world("dday").unit("us-1")
    for foes, leaves in (
        ({"de-7": "1609"}, True),
        ({"de-7": "1609", "de-5pz": "1610", "de-6sspz": "1710"}, False),
    ):
        t = position(
            "dday", turn=14, place={"us-1": "Antwerp", **foes}, hqs={"al-21ag": "Antwerp"}, points={"allied": 100}, phasing="allied",
            agenda=(Moves(ALLIED),), control={"allied": ("Antwerp",)},
        )  # fmt: skip
        formed = [x for x in carried_on(t) if isinstance(x, FormGroup)]
        assert bool(formed) == leaves
        if leaves:
            assert formed[0].unit == u and t.s.where[formed[0].group] == t.w.hex("Antwerp") != t.s.where[u]
