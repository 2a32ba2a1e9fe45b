"""Chapters 12.2 and 12.3: landings, and who comes with them."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import Attack, Commit, Done, Join, Land
from hexfront.games.lebensraum.arrivals import Offer
from hexfront.games.lebensraum.events import Moved
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    ELIMINATED,
    ENGLAND,
    HQ_LATER,
    HQ_LOST,
    LATER,
    MOVEMENT,
    NOT_HERE,
    POOL,
    READY,
    STAFF_BASE,
)
from hexfront.games.lebensraum.landings import (
    Embark,
    Invade,
    Landfall,
    Landings,
    Newcomers,
    assign,
    beach_of,
    come_ashore,
    land_violation,
    sail_home,
    sites,
)
from hexfront.games.lebensraum.missions import Missions
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.reach import closed_to
from hexfront.games.lebensraum.sequence import Segment, Surprise
from hexfront.games.lebensraum.setup import set_up
from hexfront.games.lebensraum.supply import sources
from hexfront.kernel import Frame
from hexfront.wargame import put
from tests.games.lebensraum.kit import Table, position, world


def invasion(place: dict[str, str], scenario: str = "dday", **given: Any) -> Table:
    """Before turn E, the first wave waiting, the Allies done with their markers."""
    wave = {"us-1": "later", "br-2": "later"}
    later = {"tedder": "later", "montgomery": "later"}
    table = position(
        scenario, place={**place, **wave}, leaders=later, hq=blank_hqs(scenario), agenda=(Surprise(2, 13),), **given
    )  # fmt: skip
    if isinstance(table.s.agenda[0], Missions):
        table.act(Done())
    return table


def blank_hqs(scenario: str) -> list[int]:
    """Allied HQs of the invasion are still to come, all others are out."""
    w = position(scenario).w
    return [-3 if hq.turn else -1 for hq in w.hqs]


@pytest.mark.rule("11.8e", "12.1b", "6.13b")
def test_the_first_wave_lands_on_free_beaches() -> None:
    table = invasion({})
    assert (table.at("us-1"), table.at("br-2")) == ("1517", "1516")
    s = table.s
    assert s.control[2] >> table.w.hex("1517") & 1
    assert s.landed.bit_count() == 2


@pytest.mark.seam("7", "12")
@pytest.mark.rule("12.2e")
def test_a_held_beach_must_be_attacked_from_the_sea() -> None:
    table = invasion({"de-7": "1517"})
    s, w = table.s, table.w
    u = w.unit("us-1")
    assert not w.land >> s.where[u] & 1
    assert table.why(Done()) == "12.2e"
    table.act(Attack(w.hex("1517")), Join(u), Commit())
    while not table.rolls():
        table.act(table.legal()[-1])
    assert s.attackers == [u]


@pytest.mark.seam("7.42", "12")
@pytest.mark.rule("12.2e")
def test_who_cannot_land_goes_back_and_tries_again() -> None:
    table = invasion({"de-7": "1517"})
    s, w = table.s, table.w
    u = w.unit("us-1")
    s.agenda = (Landfall(),)
    table.settle()
    assert s.where[u] == ENGLAND
    s.where[w.unit("de-7")] = -4
    s.stack.pop(w.hex("1517"))
    s.held[0] = 0
    s.turn, s.agenda = 14, (Segment(8, 1),)
    table.settle()
    assert table.at("us-1") == "1517"


@pytest.mark.seam("6", "9")
@pytest.mark.rule("9.0k", "11.2h", "11.6i", "9.4d", "11.6a")
def test_hq_staff_and_leaders_come_with_the_invasion() -> None:
    table = invasion({})
    s, w = table.s, table.w
    assert w.label(s.hq[w.hq("al-21ag")]) == "1516"
    assert s.post[w.leader("montgomery")] == w.hq("al-21ag")
    ccs = next(m for m, marker in enumerate(w.staff) if marker.id == "ccs-2")
    assert s.staff[ccs] == w.capital[2] and s.post[w.leader("tedder")] == STAFF_BASE + ccs
    assert s.hq[w.hq("al-12ag")] < 0  # with the 3rd Army, on turn E itself
    start = LEBENSRAUM.start(LEBENSRAUM.setup("italy"))
    assert sum(h >= 0 for h, p in zip(start.staff, w.staff_power, strict=True) if p == 2) == 1


@pytest.mark.rule("11.2h", "9.0k")
def test_later_hqs_wait_for_their_army() -> None:
    table = position(
        "dday", turn=13, hq=blank_hqs("dday"), leaders={"bradley": "later"}, agenda=(Newcomers(),)
    )
    s, w = table.s, table.w
    assert s.hq[w.hq("al-12ag")] < 0 and s.post[w.leader("bradley")] < 0
    table = position(
        "dday", turn=13, place={"us-3": "1517"}, hq=blank_hqs("dday"), leaders={"bradley": "later"}, agenda=(Newcomers(),)
    )  # fmt: skip
    assert table.at("al-12ag") == "1517" and table.s.post[w.leader("bradley")] == w.hq("al-12ag")


# --- the free campaign


def campaign(place: dict[str, str] | None = None, **given: Any) -> Table:
    """The Allied Movement Segment of a turn in the free campaign, an army in London."""
    return position(
        "west", place={"br-8": "London", **(place or {})}, turn=11, phasing="allied", points={"allied": 50},
        landings=6, agenda=(Segment(MOVEMENT, 1),), **given,
    )  # fmt: skip


def landing(table: Table, hex_: str, ship: int = 0, head: bool = False, unit: str = "br-8") -> Land:
    return Land(ship, table.w.unit(unit), table.w.hex(hex_), head)


@pytest.mark.rule("12.3b", "12.3c", "12.3f")
def test_a_landing_costs_nothing_and_may_make_a_supply_head() -> None:
    table = campaign()
    s = table.s
    assert not sources(s, 2) >> table.w.hex("1516") & 1
    table.act(landing(table, "1516", head=True))
    assert table.at("br-8") == "1516" and s.landings == 5 and s.points[2] == 50
    assert sources(s, 2) >> table.w.hex("1516") & 1
    assert s.moved >> table.w.unit("br-8") & 1


@pytest.mark.rule("12.3b", "12.2e")
def test_the_hq_that_came_with_an_army_lands_with_it_and_no_other() -> None:
    """RULING 12.3-d."""
    table = campaign({"br-2": "London"}, hqs={"al-21ag": "London", "al-12ag": "London"}, fresh=-1)
    table.act(landing(table, "1516", unit="br-2"))
    assert table.at("al-21ag") == "1516"
    assert table.at("al-12ag") == table.w.label(table.w.hex("London"))


@pytest.mark.rule("11.6e", "12.3b")
def test_general_staff_with_an_hq_that_lands_goes_back_to_the_capital() -> None:
    table = campaign(
        {"br-2": "Portsmouth"},
        hqs={"al-21ag": "Portsmouth"},
        fresh=-1,
    )
    s, w = table.s, table.w
    marker = w.staff_of[2][0]
    s.staff[marker] = w.hex("Portsmouth")
    s.staff_chief[marker] = next(k for k in w.leaders_of[2])
    table.act(landing(table, "1516", unit="br-2"))
    assert table.at("al-21ag") == "1516" and s.staff[marker] == w.hex("London")


@pytest.mark.rule("12.3b")
def test_six_landings_in_a_game() -> None:
    table = campaign()
    table.s.landings = 0
    assert table.why(landing(table, "1516")) == "12.3b"


@pytest.mark.rule("12.3c")
def test_one_landing_a_turn_for_each_marker() -> None:
    table = campaign({"us-5": "London"}, fresh=-1)
    table.act(landing(table, "1516"))
    assert table.why(landing(table, "1517", unit="us-5")) == "12.3c"
    assert not table.why(landing(table, "1517", ship=1, unit="us-5"))


@pytest.mark.rule("12.2e")
def test_after_the_combats_only_those_at_sea_land_or_sail_home() -> None:
    s = position("dday", turn=14, place={"us-1": "London", "de-7": "1516"}).s
    before = list(s.where)
    assert Landfall().run(s) == () and s.where == before


@pytest.mark.rule("12.3b", "12.3c")
def test_only_the_free_campaign_has_landings_to_make() -> None:
    t = position("dday", turn=14, phasing="allied", place={"br-8": "London"}, landings=3)
    refused = land_violation(t.s, ALLIED, Land(0, t.w.unit("br-8"), t.w.hex("1517"), False))
    assert refused is not None and refused.rule == "12.3b"


@pytest.mark.rule("12.3c")
def test_there_is_no_landing_with_a_ship_that_is_not_there() -> None:
    table = campaign()
    for ship in (-1, 99):
        refused = land_violation(table.s, ALLIED, landing(table, "1517", ship))
        assert refused is not None and refused.rule == "12.3c"


@pytest.mark.rule("12.2e", "6.13c")
def test_a_landing_is_told_from_the_sea_off_its_beach() -> None:
    s = position("dday", turn=14).s
    u = s.world.unit("us-1")
    s.where[u] = ENGLAND
    beach = beach_of(s, u)
    assert Invade().run(s) == () and s.where[u] == beach
    moved = next(event for event in s.out if isinstance(event, Moved))
    assert moved.path == (s.world.lands.offshore[beach], beach)


@pytest.mark.rule("12.3d", "12.3e")
def test_where_landings_are_possible() -> None:
    table = campaign({"de-7": "1517", "de-15": "1413"})
    u, ship = table.w.unit("br-8"), next(k for k, m in enumerate(table.w.ships) if m.water == "atlantic")
    for h in (-1, table.w.hex("1517"), table.w.hex("Berlin")):
        refused = land_violation(table.s, ALLIED, Land(ship, u, h, False))
        assert refused is not None and refused.rule == "12.3d"
    s, w = table.s, table.w
    u = w.unit("br-8")
    atlantic, med = (
        next(k for k, m in enumerate(w.ships) if m.water == water) for water in ("atlantic", "mediterranean")
    )
    found = sites(s, atlantic, u)
    assert not found >> w.hex("1517") & 1  # an opposing unit
    assert not found & w.cities & ~s.control[2]
    assert not found & ~w.lands.coast["atlantic"] and not sites(s, med, u) & ~w.lands.coast["mediterranean"]
    cities = [h for h in range(w.grid.top + 1) if (s.control[2] & w.cities) >> h & 1]
    for h in range(w.grid.top + 1):
        if found >> h & 1:
            assert w.board.kind[h] == "open" and min(w.grid.distance(h, c) for c in cities) <= 4


@pytest.mark.rule("12.3f")
def test_three_supply_heads_at_most() -> None:
    table = campaign()
    table.s.heads = 0b111
    assert table.why(landing(table, "1516", head=True)) == "12.3f"
    assert not table.why(landing(table, "1516"))


@pytest.mark.rule("12.3b")
def test_a_landing_takes_an_army_from_a_port() -> None:
    w = world("west")
    given: dict[str, Any] = {"turn": 13, "phasing": "allied", "landings": 6, "agenda": (Moves(ALLIED),)}
    inland = next(h for h in w.lands.next_to[w.hex("London")] if not w.lands.partial_sea >> h & 1)
    ship = next(k for k, row in enumerate(w.ships) if row.water == "atlantic")
    port = position("west", place={"us-1": "Portsmouth"}, **given)
    sites = {a.hex for a in port.legal() if isinstance(a, Land) and a.ship == ship}
    assert sites
    away = position("west", place={"us-1": w.label(inland)}, **given)
    assert away.why(Land(ship, w.unit("us-1"), min(sites), False)) == "12.3b"


@pytest.mark.rule("12.3b", "12.1b")
@pytest.mark.parametrize(("scenario", "landings"), [("west", 6), ("italy", 0)])
def test_six_landings_in_the_free_campaign_alone(scenario: str, landings: int) -> None:
    assert set_up(world(scenario)).landings == landings


@pytest.mark.rule("9.0k", "12.3h")
def test_who_finds_his_place_on_the_staff_taken_waits_in_the_pool() -> None:
    w = world("dday")
    late = next(
        x for x, man in enumerate(w.leaders) if w.post_of(man) == "staff" and w.leader_power[x] == ALLIED
    )
    other = next(x for x, power in enumerate(w.leader_power) if power == ALLIED and x != late)
    t = position("dday", staff={w.staff[m].id: "London" for m in w.staff_of[ALLIED]})
    for m in w.staff_of[ALLIED]:
        t.s.staff_chief[m] = other
    t.s.post[late] = NOT_HERE
    assign(t.s, late)
    assert t.s.post[late] == POOL


@pytest.mark.rule("9.0k", "11.2h")
def test_nobody_comes_before_his_turn() -> None:
    w = world("italy")
    late = [x for x, man in enumerate(w.leaders) if man.turn > 9]
    t = position("italy", turn=9)
    for x in late:
        t.s.post[x] = NOT_HERE
    Newcomers().run(t.s)
    assert late and all(t.s.post[x] == NOT_HERE for x in late)


@pytest.mark.rule("12.2e")
def test_who_finds_his_beach_free_comes_ashore_after_the_combats() -> None:
    for taken in (False, True):
        place = {"us-1": "London"} | ({"de-7": "1517"} if taken else {})
        t = position("dday", place=place, turn=13, phasing="allied")
        u = t.w.unit("us-1")
        put(t.s, u, t.w.lands.offshore[beach_of(t.s, u)])
        Landfall().run(t.s)
        assert t.s.where[u] == (ENGLAND if taken else beach_of(t.s, u))


@pytest.mark.rule("12.3b")
def test_only_armies_of_the_allies_land() -> None:
    t = position("west", place={"de-7": "London", "us-5": "Portsmouth"}, turn=11, phasing="allied", landings=6,
                 agenda=(Moves(ALLIED),))  # fmt: skip
    t.s.control[ALLIED] |= 1 << t.w.hex("London")
    found = land_violation(t.s, ALLIED, do.Land(0, t.w.unit("de-7"), t.w.hex("1516"), False))
    assert found is not None and found.rule == "12.3b"


@pytest.mark.rule("11.6i", "9.0k")
def test_staff_that_is_there_does_not_come_again() -> None:
    w = world("dday")
    m, marker = next((m, x) for m, x in enumerate(w.staff) if x.turn)
    t = position("dday", turn=marker.turn, staff={marker.id: "Caen"})
    Newcomers(marker.before).run(t.s)
    assert t.s.staff[m] == w.hex("Caen") and not any(
        "came to" in getattr(each, "text", "") for each in t.s.out
    )


def allied_leader_with_an_hq(scenario: str) -> tuple[int, str]:
    """An Allied leader and the HQ that is printed as his post."""
    w = world(scenario)
    for leader, man in enumerate(w.leaders):
        if w.leader_power[leader] == ALLIED and w.post_of(man) in w.hq_number:
            return leader, w.post_of(man)
    raise AssertionError("no Allied leader has an HQ of his own")


@pytest.mark.rule("9.0k", "12.3i")
def test_a_leader_takes_his_hq_comes_with_it_or_waits_in_the_pool() -> None:
    leader, hq = allied_leader_with_an_hq("dday")
    k = world("dday").hq(hq)
    for where, post in ((world("dday").hex("London"), k), (HQ_LATER, NOT_HERE), (HQ_LOST, POOL)):
        t = position("dday")
        t.s.hq[k], t.s.chief[k], t.s.post[leader] = where, -1, NOT_HERE
        assign(t.s, leader)
        assert t.s.post[leader] == post


@pytest.mark.rule("12.3h", "12.3i")
def test_in_the_free_campaign_no_allied_leader_has_an_hq_of_his_own() -> None:
    leader, hq = allied_leader_with_an_hq("west")
    t = position("west", hqs={hq: "London"})
    t.s.post[leader] = NOT_HERE
    assign(t.s, leader)
    assert t.s.post[leader] == POOL and t.s.chief[t.w.hq(hq)] < 0


@pytest.mark.rule("9.0k", "12.3i")
def test_in_the_free_campaign_axis_leaders_still_take_their_own_hq() -> None:
    w = world("west")
    own = next(
        k for k, man in enumerate(w.leaders) if w.leader_power[k] == AXIS and w.post_of(man) in w.hq_number
    )
    hq = w.post_of(w.leaders[own])
    t = position("west", hqs={hq: "Berlin"})
    t.s.post[own] = NOT_HERE
    assign(t.s, own)
    assert t.s.post[own] == w.hq(hq)


@pytest.mark.rule("6.13c", "12.2e")
def test_an_hq_at_sea_lands_with_the_army_whoever_it_came_with() -> None:
    t = position("dday", control={"allied": ("Caen",)})
    u, beach = t.w.unit("us-1"), t.w.hex("1517")
    sea = t.w.lands.offshore[beach]
    free, other = t.w.hq("al-15ag"), t.w.hq("al-6ag")
    t.s.power[u] = ALLIED
    put(t.s, u, sea)
    t.s.hq[free], t.s.hq[other] = sea, t.w.hex("London")
    come_ashore(t.s, u, beach)
    assert (t.s.hq[free], t.s.hq[other]) == (beach, t.w.hex("London"))


@pytest.mark.rule("9.0k", "12.3i")
def test_a_leader_whose_hq_has_another_waits_in_the_pool() -> None:
    leader, hq = allied_leader_with_an_hq("dday")
    t = position("dday", hqs={hq: "London"})
    k = t.w.hq(hq)
    other = next(x for x, power in enumerate(t.w.leader_power) if power == ALLIED and x != leader)
    t.s.chief[k], t.s.post[leader] = other, NOT_HERE
    assign(t.s, leader)
    assert t.s.post[leader] == POOL and t.s.chief[k] == other


@pytest.mark.rule("11.8e", "12.3b")
def test_an_army_that_lands_before_the_combats_is_ashore() -> None:
    t = position(
        "west", turn=11, place={"us-5": "Naples", "br-8": "3609", "de-10": "3410"}, hqs={"al-15ag": "Naples"},
        points={"allied": 50}, phasing="allied", landings=6, agenda=(Landings(ALLIED),),
    )  # fmt: skip
    land = next(each for each in t.legal() if isinstance(each, Land))
    t.act(land)
    assert t.s.where[land.unit] == land.hex and t.s.landings == 5


@pytest.mark.rule("11.8e", "12.1b", "12.3b")
@pytest.mark.parametrize(("scenario", "asked"), [("dday", ()), ("west", (Offer(ALLIED),))])
def test_only_in_the_free_campaign_the_first_wave_comes_to_ports(
    scenario: str, asked: tuple[Frame, ...]
) -> None:
    t = position(scenario, place={"us-1": "later", "br-2": "eliminated", "us-3": "later"})
    assert Embark().run(t.s) == asked
    assert t.s.where[t.w.unit("us-1")] == (READY if asked else ENGLAND)
    assert t.s.where[t.w.unit("br-2")] == ELIMINATED, "lost before"
    assert t.s.where[t.w.unit("us-3")] == LATER, "not of the first wave"


@pytest.mark.rule("11.8a", "11.8e", "7.461j")
@pytest.mark.parametrize("power", [AXIS, ALLIED])
def test_a_wave_is_put_to_sea_in_the_surprise_of_the_allies_alone(power: int) -> None:
    t = position("war", turn=12)
    before = list(t.s.air)
    frames = Surprise(power, 13).run(t.s)
    assert any(isinstance(frame, Embark) for frame in frames) == (power == ALLIED) == (t.s.air != before)


@pytest.mark.rule("12.2e")
def test_an_hq_goes_home_with_the_army_that_could_not_land() -> None:
    t = position("dday")
    u, k, sea = t.w.unit("br-2"), t.w.hq("al-21ag"), t.w.lands.offshore[t.w.hex("Caen")]
    t.s.power[u] = ALLIED
    put(t.s, u, sea)
    t.s.hq[k] = sea
    sail_home(t.s, u)
    assert t.s.where[u] == ENGLAND and t.s.hq[k] == t.w.hex("London")


@pytest.mark.rule("12.1g", "12.1e", "12.3l")
def test_the_armies_of_the_occupied_west_stay_there_and_those_of_italy_need_not() -> None:
    t = position("italy", turn=10, place={"de-7": "Paris", "de-10": "Rome"})

    def kept(name: str) -> bool:
        return any(rule == "12.1g" for _, rule, _ in closed_to(t.s, t.w.unit(name)))

    assert kept("de-7") and not kept("de-10")


@pytest.mark.rule("12.3b", "12.3c", "12.3f", "11.8e")
def test_an_army_that_lands_is_in_reserve_no_more_and_others_may_follow() -> None:
    table = campaign({"de-7": "1413"})
    s, u = table.s, table.w.unit("br-8")
    s.agenda, s.reserve = (Landings(ALLIED),), 1 << u
    table.act(next(a for a in table.legal() if isinstance(a, Land)))
    assert not s.reserve >> u & 1 and s.moved >> u & 1 and s.landings == 5
    assert isinstance(s.agenda[0], Landings)


@pytest.mark.rule("12.2e")
def test_only_the_hq_that_stood_with_the_army_goes_home() -> None:
    t = position("dday", turn=14, hqs={"al-21ag": "London", "al-12ag": "London"})
    s, w = t.s, t.w
    u, first, second = w.unit("us-1"), w.hq("al-21ag"), w.hq("al-12ag")
    sea = w.lands.offshore[beach_of(s, u)]
    put(s, u, sea)
    s.hq[first], s.hq[second] = sea, w.hex("Birmingham")
    sail_home(s, u)
    assert s.hq[first] == w.capital[ALLIED] and s.hq[second] == w.hex("Birmingham")


@pytest.mark.rule("9.0k", "12.3i")
def test_a_leader_without_a_printed_post_goes_to_the_pool() -> None:
    t = position("dday", turn=14)
    k = next(n for n, man in enumerate(t.w.leaders) if not t.w.post_of(man))
    t.s.post[k] = NOT_HERE
    assign(t.s, k)
    assert t.s.post[k] == POOL
