"""Chapters 11.1, 11.5 and 11.6: supply by HQ and line, control of the ground, the General Staff."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum.actions import Done, Escort, Exchange, TakeLoss
from hexfront.games.lebensraum.headquarters import remove_hq
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    ELIMINATED,
    HQ_LOST,
    KILLED,
    POOL,
    SNOW,
    SOVIET,
    WOUNDED,
)
from hexfront.games.lebensraum.leaders import FateRoll, return_the_wounded
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.sequence import JOINT_SEGMENTS, BehindTheLines, GameTurn
from hexfront.games.lebensraum.setup import set_up
from hexfront.games.lebensraum.state import steps_of
from hexfront.games.lebensraum.supply import (
    IN_SUPPLY,
    OUT,
    PARTIAL,
    SupplyCheck,
    lines,
    open_lines,
    sources,
    supplied_hqs,
    supply_of,
)
from hexfront.games.lebensraum.transfers import Transfers
from hexfront.games.lebensraum.world import World
from hexfront.hexes import Hex
from hexfront.kernel import settle, why_not
from tests.games.lebensraum.kit import HOME, Table, kinds, position, world


def judged(t: Table, power: int) -> dict[str, int]:
    """The supply of a power's units, by name."""
    found = supply_of(t.s, power, *supplied_hqs(t.s, power))
    return {t.w.armies[u].id: level for u, level in found.items()}


# --- who is in supply


@pytest.mark.rule("11.1a", "7.44b", "7.44c")
def test_a_unit_needs_an_hq_in_range() -> None:
    """The printed example: two hexes from a Soviet HQ is in supply, three is not."""
    near = position(place={"su-31": "2912"}, hqs={"su-west": "2913"})
    assert judged(near, SOVIET) == {"su-31": IN_SUPPLY}
    two = position(place={"su-31": "2812"}, hqs={"su-west": "3013"})
    assert two.w.grid.distance(two.w.hex("2812"), two.w.hex("3013")) == 2
    assert judged(two, SOVIET) == {"su-31": IN_SUPPLY}
    far = position(place={"su-31": "2712"}, hqs={"su-west": "3013"})
    assert far.w.grid.distance(far.w.hex("2712"), far.w.hex("3013")) == 3
    assert judged(far, SOVIET) == {"su-31": OUT}
    german = position(place={"de-6": "2526"}, hqs={"de-center": "Warsaw"})
    assert judged(german, AXIS) == {"de-6": IN_SUPPLY}


@pytest.mark.rule("7.44c", "11.1a")
def test_range_passes_zones_and_not_hostile_units() -> None:
    through = position(place={"su-31": "2812", "de-2pz": "2912"}, hqs={"su-west": "3013"})
    assert judged(through, SOVIET) == {"su-31": IN_SUPPLY}  # by 2913, in the zone of the panzers
    ring = {"de-2pz": "2912", "de-6": "2913", "de-4": "2813"}
    walled = position(place={"su-31": "2812", **ring}, hqs={"su-west": "3013"})
    assert judged(walled, SOVIET)["su-31"] == OUT


@pytest.mark.rule("11.1b")
def test_an_hq_needs_a_line_to_an_edge() -> None:
    t = position(hqs={"su-west": "Kursk", "de-center": "Warsaw"})
    assert supplied_hqs(t.s, SOVIET)[0] == [t.w.hq("su-west")]
    assert supplied_hqs(t.s, AXIS)[0] == [t.w.hq("de-center")]
    assert sources(t.s, SOVIET) == t.w.lands.east_edge and sources(t.s, AXIS) == t.w.lands.west_edge


def line_to_archangel(w: World) -> list[Hex]:
    """The single line from Archangel up to its first fork."""
    found = [w.hex("Archangel")]
    while True:
        ahead = [n for n in w.lands.lines.of_hex(found[-1]) if n not in found]
        if len(ahead) != 1:
            return found[1:-1]
        found.append(ahead[0])


def middle(w: World) -> Hex:
    """A hex of that line with plain ground beside it."""
    for h in line_to_archangel(w)[4:]:
        if plain_neighbours(w, h):
            return h
    raise AssertionError("no such hex")


def plain_neighbours(w: World, h: Hex) -> list[Hex]:
    """Neighbours without a line, from which a zone reaches this hex."""
    return [n for n in w.lands.next_to[h] if not w.lands.line_hexes >> n & 1 and not w.lands.river.has(n, h)]


@pytest.mark.seam("5", "11.1")
@pytest.mark.rule("11.1b")
def test_units_and_zones_cut_a_line_and_friends_in_the_zone_keep_it_open() -> None:
    w = world()
    cut = middle(w)
    beside = plain_neighbours(w, cut)[0]
    hqs = {"su-north": "Archangel"}
    assert supplied_hqs(position(hqs=hqs).s, SOVIET)[0]
    assert not supplied_hqs(position(place={"de-6": w.label(cut)}, hqs=hqs).s, SOVIET)[0]
    assert not supplied_hqs(position(place={"de-2pz": w.label(beside)}, hqs=hqs).s, SOVIET)[0]
    near = [w.label(n) for n in w.near(beside) if w.lands.line_hexes >> n & 1]
    friends = dict(zip(("su-6", "su-8", "su-9", "su-10"), near, strict=False))
    assert len(friends) == len(near)
    assert supplied_hqs(position(place={"de-2pz": w.label(beside), **friends}, hqs=hqs).s, SOVIET)[0]


@pytest.mark.seam("7.46", "11.1")
@pytest.mark.rule("7.4612b")
def test_a_bombed_hex_has_no_line() -> None:
    t = position(hqs={"su-north": "Archangel"})
    bombs = 1 << middle(t.w)
    assert supplied_hqs(t.s, SOVIET)[0]
    for bomber in (AXIS, SOVIET):
        t.s.bombs = [bombs if bomber == power else 0 for power in range(3)]
        assert not supplied_hqs(t.s, SOVIET)[0]


@pytest.mark.seam("11.1", "13")
@pytest.mark.seam("11.1", "12")
@pytest.mark.rule("11.1c", "11.1d", "13.0d")
def test_supply_heads_of_the_west() -> None:
    w = world("italy")
    s = position("italy", turn=9).s
    assert set(w.board.labels(sources(s, AXIS))) == {"1814", "1709", "2003"}
    assert set(w.board.labels(sources(s, ALLIED))) == {"4211"}
    lost = position("italy", turn=9, control={"allied": ["Paris", "Naples"]}).s
    assert set(w.board.labels(sources(lost, AXIS))) == {"1709", "2003"}
    assert set(w.board.labels(sources(lost, ALLIED))) == {"4211", "3710"}
    for turn, found in ((12, {"4211"}), (13, {"4211", "1516"})):
        s = position("italy", turn=turn, control={"allied": ["1516"]}).s
        assert set(w.board.labels(sources(s, ALLIED))) == found
    both = position("war").s
    assert sources(both, AXIS) == both.world.lands.axis_heads
    assert sources(both, SOVIET) == both.world.lands.east_edge


@pytest.mark.rule("12.3f")
def test_the_free_campaign_has_the_heads_it_chose() -> None:
    w = world("west")
    chosen = 1 << w.hex("Brest")
    s = position("west", turn=13, control={"allied": ["Brest", "1516"]}, heads=chosen).s
    assert set(w.board.labels(sources(s, ALLIED))) == {"4211", "1420"}


@pytest.mark.seam("8", "11.1")
@pytest.mark.rule("8.0g")
def test_snow_shortens_the_axis_supply_distance() -> None:
    w = world()
    warsaw = w.hex("Warsaw")
    far = next(
        h for h in w.lands.next_to if w.grid.distance(h, warsaw) == 3 and w.lands.country_at[h] == "poland"
    )
    for weather, level in (("clear", IN_SUPPLY), ("mud", IN_SUPPLY), ("snow", OUT)):
        t = position(place={"de-6": w.label(far)}, hqs={"de-center": "Warsaw"}, weather=weather)
        assert judged(t, AXIS) == {"de-6": level}
    red = position(place={"su-31": "2812"}, hqs={"su-west": "3013"}, weather="snow")
    assert judged(red, SOVIET) == {"su-31": IN_SUPPLY}  # the Soviets keep theirs


@pytest.mark.rule("11.1h", "11.1a")
def test_helsinki_feeds_finns_alone() -> None:
    w = world()
    beside = next(w.label(n) for n in w.near(w.hex("Helsinki")) if w.land >> n & 1)
    t = position(place={"fi": "Helsinki", "de-6": beside}, hqs={"fi-finland": "Helsinki"})
    assert judged(t, AXIS) == {"fi": IN_SUPPLY, "de-6": OUT}
    full, finnish = supplied_hqs(t.s, AXIS)
    assert full == [] and finnish == [w.finnish_hq]
    lost = position(place={"fi": beside, "su-6": "Helsinki"}, hqs={"fi-finland": beside})
    assert judged(lost, AXIS) == {"fi": OUT}


@pytest.mark.seam("11.1", "11.5")
@pytest.mark.rule("11.1f")
def test_partial_supply_in_a_large_city_of_ones_own() -> None:
    t = position(
        place={"su-6": "Kharkov", "su-8": "Kursk", "su-9": "3113", "de-6": "Minsk", "de-4": "Warsaw"}
    )
    assert judged(t, SOVIET) == {"su-6": PARTIAL, "su-8": OUT, "su-9": OUT}  # Kursk is a 1
    assert judged(t, AXIS) == {"de-6": OUT, "de-4": PARTIAL}  # Minsk was not German at the start


@pytest.mark.rule("11.7c")
def test_a_neutral_that_fights_at_home_is_always_supplied() -> None:
    w = world()
    t = position(
        place={"tu-1": "Istanbul"}, power=[SOVIET if k == w.unit("tu-1") else p for k, p in enumerate(w.side)]
    )
    t.s.held[SOVIET] |= 1 << w.hex("Istanbul")
    assert judged(t, SOVIET) == {"tu-1": IN_SUPPLY}


def test_the_allies_at_home_are_supplied() -> None:
    """RULING 11.1-d."""
    t = position(
        "italy", place={"us-5": "London", "br-8": "Palermo", "us-7": "Bordeaux"}, hqs={"al-15ag": "Palermo"}
    )
    assert judged(t, ALLIED) == {"us-5": IN_SUPPLY, "br-8": IN_SUPPLY, "us-7": OUT}
    assert supplied_hqs(t.s, ALLIED)[0] == [t.w.hq("al-15ag")]


# --- what it costs


@pytest.mark.rule("11.1g", "4.2.2I")
def test_out_of_supply_costs_two_steps_and_partial_supply_one() -> None:
    w = world()
    t = position(place={"de-6": "2912", "de-4": "Warsaw"}, agenda=(SupplyCheck(AXIS),))
    u, v = w.unit("de-6"), w.unit("de-4")
    assert (steps_of(t.s, u), steps_of(t.s, v)) == (4, 4)
    assert t.why(TakeLoss(u, 0)) == "7.4b"  # the 4th Army in Warsaw is asked first
    t.act(TakeLoss(v, 1), TakeLoss(u, 0))
    assert t.why(TakeLoss(u, 0)) == "7.41b"
    t.act(TakeLoss(u, 1))
    assert (steps_of(t.s, u), steps_of(t.s, v)) == (2, 3)
    assert (t.s.grade[u], t.s.weak[u], t.s.grade[v], t.s.weak[v]) == (1, 1, 1, 0)
    assert not t.s.agenda


@pytest.mark.rule("11.1g", "7.41a")
def test_a_soviet_army_out_of_supply_is_gone() -> None:
    t = position(place={"su-31": "2912"}, agenda=(SupplyCheck(SOVIET),))
    u = t.w.unit("su-31")
    t.act(TakeLoss(u, 0), TakeLoss(u, 0))
    assert t.s.where[u] == ELIMINATED and t.s.held[SOVIET] == 0


@pytest.mark.seam("6", "11.1")
@pytest.mark.rule("11.1g", "4.2.2I")
def test_arrivals_may_be_spared_by_option() -> None:
    """RULING 6.12-b."""
    w = world()
    for options, steps in ((("arrivals_in_supply",), 2), ((), 0)):
        t = position(
            options=options,
            place={"su-31": "2912"},
            fresh=1 << w.unit("su-31"),
            agenda=(SupplyCheck(SOVIET),),
        )
        if not steps:
            t.act(TakeLoss(w.unit("su-31"), 0), TakeLoss(w.unit("su-31"), 0))
        assert (t.s.where[w.unit("su-31")] >= 0) == bool(steps)
    old = position(options=("arrivals_in_supply",), place={"su-31": "2912"}, agenda=(SupplyCheck(SOVIET),))
    assert old.why(TakeLoss(w.unit("su-31"), 0)) == "", "who came earlier starves"


@pytest.mark.seam("9", "11.1")
@pytest.mark.rule("11.1e")
def test_an_hq_out_of_supply_is_removed_and_its_leader_rolls() -> None:
    w = world()
    t = position(
        place={"su-31": "Archangel", "de-6": w.label(middle(w))}, hqs={"su-north": "Archangel"},
        leaders={"pavlov": "su-north"}, staff={"stavka-1": "Archangel"}, agenda=(SupplyCheck(SOVIET),),
    )  # fmt: skip
    k = w.hq("su-north")
    assert t.s.hq[k] == HQ_LOST and t.s.staff[3] == w.hex("Moscow")
    t.roll(6)
    assert t.s.post[w.leader("pavlov")] == KILLED and t.s.chief[k] == -1
    t.act(TakeLoss(w.unit("su-31"), 0), TakeLoss(w.unit("su-31"), 0))  # its units suffer with it
    assert t.s.where[w.unit("su-31")] == ELIMINATED


def test_a_unit_with_another_hq_in_supply_does_not_suffer() -> None:
    """RULING 11.1-e."""
    t = position(place={"su-31": "2812"}, hqs={"su-west": "3013"})
    assert judged(t, SOVIET)["su-31"] == IN_SUPPLY
    assert supply_of(t.s, SOVIET, [], [])[t.w.unit("su-31")] == OUT


@pytest.mark.rule("11.1a", "4.2.2I")
def test_both_sides_are_judged_in_every_supply_segment() -> None:
    assert JOINT_SEGMENTS["supply"](position().s) == (
        SupplyCheck(AXIS),
        SupplyCheck(SOVIET),
        BehindTheLines(),
    )
    assert JOINT_SEGMENTS["supply"](position("war", turn=9).s)[2] == SupplyCheck(ALLIED)


@pytest.mark.parametrize("scenario", ["invasion", "italy", "dday", "war"])
def test_everybody_starts_in_supply(scenario: str) -> None:
    s = set_up(world(scenario))
    for power in s.world.powers:
        full, finnish = supplied_hqs(s, power)
        on_map = [k for k in s.world.hqs_of[power] if s.hq[k] >= 0]
        assert sorted(full + finnish) == on_map, (scenario, power)
        found = supply_of(s, power, full, finnish)
        assert [
            s.world.names[u] for u, level in found.items() if level and s.world.armies[u].id != "de-para-west"
        ] == []
        assert lines(s, power) or not on_map


# --- fate


@pytest.mark.rule("7.43g", "9.5a", "9.0i")
def test_fates() -> None:
    w = world()
    rokossovsky = w.leader("rokossovsky")
    for face, post in ((1, POOL), (5, -4), (6, KILLED)):
        t = position(
            leaders={"rokossovsky": "su-west"},
            shaken=1 << rokossovsky,
            agenda=(FateRoll(rokossovsky, "overrun"),),
        )
        t.roll(face)
        assert t.s.post[rokossovsky] == post and t.s.shaken == 0 and t.s.chief[w.hq("su-west")] == -1
    t = position(
        "conclusions", turn=4, leaders={"rokossovsky": "su-west"}, agenda=(FateRoll(rokossovsky, "overrun"),)
    )
    t.roll(4, 3)  # wounded on turn 4 for three turns
    assert t.s.post[rokossovsky] == WOUNDED and t.s.due[rokossovsky] == 7
    for turn, post in ((6, WOUNDED), (7, POOL)):
        t.s.turn = turn
        return_the_wounded(t.s)
        assert t.s.post[rokossovsky] == post


@pytest.mark.rule("4.1a", "9.5a")
def test_the_wounded_come_back_as_a_turn_begins() -> None:
    w = world("conclusions")
    man = w.leader("rokossovsky")
    s = position("conclusions", turn=4, leaders={"rokossovsky": "pool"}).s
    s.post[man], s.due[man] = WOUNDED, 5
    GameTurn(5).run(s)
    assert s.post[man] == POOL


@pytest.mark.rule("7.45f")
def test_in_combat_one_roll_in_six_is_followed_by_another() -> None:
    w = world()
    model = w.leader("model")
    for faces, post in (((5,), w.hq("de-center")), ((6, 5), -4), ((6, 6), KILLED)):
        t = position(
            hqs={"de-center": "Warsaw"},
            leaders={"model": "de-center"},
            agenda=(FateRoll(model, "in_combat"),),
        )
        t.roll(*faces)
        assert t.s.post[model] == post


@pytest.mark.rule("9.5b", "7.43g")
def test_mannerheim_goes_back_to_finland() -> None:
    """RULING 9.6-a."""
    w = world()
    for options, post in (((), w.finnish_hq), (("mannerheim_in_pool",), POOL)):
        t = position(
            options=options, hqs={"fi-finland": "Helsinki"}, leaders={"mannerheim": "fi-finland"},
            agenda=(FateRoll(w.mannerheim, "overrun"),),
        )  # fmt: skip
        t.roll(1)
        assert t.s.post[w.mannerheim] == post
        assert (t.s.chief[w.finnish_hq] == w.mannerheim) == (post >= 0)


# --- the General Staff


@pytest.mark.rule("11.6b", "11.6c", "11.6d")
def test_the_general_staff_travels_free_and_one_stays() -> None:
    w = world()
    t = position(
        hqs={"su-west": "2912", "su-south": "3112"}, staff={"stavka-1": "Moscow", "stavka-2": "Moscow", "stavka-3": "Moscow"},
        leaders={"zhukov": "stavka-1", "shaposhnikov": "stavka-2"}, agenda=(Moves(SOVIET),), phasing="soviet",
    )  # fmt: skip
    one, two, three = (k for k, marker in enumerate(w.staff) if marker.power == "soviet")
    there, moscow = w.hex("2912"), w.hex("Moscow")
    assert t.why(Escort(three, there)) == "11.6b"  # no leader
    assert t.why(Escort(one, w.hex("Kursk"))) == "11.6d"
    assert t.why(Escort(0, there)) == "11.6b"  # not a Soviet one
    told = t.act(Escort(one, there))
    assert t.s.staff[one] == there and "Noted" in kinds(told) and t.s.points == [0, 0, 0]
    assert t.why(Escort(one, there)) == "11.6d"  # it is there already
    assert t.why(Escort(two, there)) == "11.6c"
    found = why_not(t.s, t.seat(), Escort(two, there))
    assert found is not None and found.reason.startswith("At least one of them")
    t.act(Escort(one, moscow), Escort(two, there), Done())
    assert (t.s.staff[one], t.s.staff[two]) == (moscow, there)


@pytest.mark.seam("11.2", "13")
@pytest.mark.rule("13.0k", "11.6c")
def test_in_the_combination_two_stay_in_berlin() -> None:
    w = world("war")
    markers = ("okh-1", "okh-2", "okh-3")
    t = position(
        "war", turn=9, hqs={"de-center": "Warsaw"}, staff=dict.fromkeys(markers, "Berlin"), agenda=(Moves(AXIS),), phasing="axis",
        leaders=dict(zip(("halder", "keitel", "jodl"), markers, strict=True)),
    )  # fmt: skip
    warsaw = w.hex("Warsaw")
    t.act(Escort(0, warsaw))
    assert t.why(Escort(1, warsaw)) == "11.6c"
    found = why_not(t.s, t.seat(), Escort(1, warsaw))
    assert found is not None and found.reason.startswith("At least two of them")


@pytest.mark.rule("11.6d", "11.6e")
def test_the_general_staff_goes_with_its_hq_and_home_in_a_tank_segment() -> None:
    for segment, free in (("movement", True), ("tank-movement", False)):
        t = position(
            hqs={"su-west": "2912"}, staff={"stavka-1": "2912", "stavka-2": "Moscow"}, segment=segment, phasing="soviet",
            leaders={"zhukov": "stavka-1", "shaposhnikov": "stavka-2"}, points={"soviet": 9}, agenda=(Moves(SOVIET),),
        )  # fmt: skip
        assert t.why(Escort(3, t.w.hex("Moscow"))) == ("" if free else "11.6d")
        t.act(t.pick("su-west"), *t.to("2812"))
        assert t.s.staff[3] == t.w.hex("2812" if free else "Moscow")


@pytest.mark.rule("11.6e")
def test_the_general_staff_stays_with_another_hq_in_the_hex() -> None:
    t = position(
        hqs={"su-west": "2912", "su-south": "2912"}, staff={"stavka-1": "2912"}, leaders={"zhukov": "stavka-1"},
        phasing="soviet", points={"soviet": 9}, agenda=(Moves(SOVIET),),
    )  # fmt: skip
    t.act(t.pick("su-west"), *t.to("2812"))
    assert t.s.staff[3] == t.w.hex("2912")


def test_states_copy_and_settle() -> None:
    s = set_up(world("war"))
    copy = s.clone()
    copy.points[AXIS] = 9
    copy.where[0] = -1
    assert s.points[AXIS] == 0 and s.where[0] >= 0
    settle(s)


def _two(scenario: str) -> tuple[str, str]:
    w = world(scenario)
    names = [
        row.id for k, row in enumerate(w.leaders) if w.leader_power[k] == AXIS and row.id != "mannerheim"
    ]
    return names[0], names[1]


@pytest.mark.rule("11.6k")
def test_the_axis_changes_its_general_staff_in_the_west_too() -> None:
    for scenario in ("invasion", "italy"):
        w = world(scenario)
        hq = "de-agb" if scenario == "italy" else "de-center"
        front, staff = _two(scenario)
        t = position(
            scenario, hqs={hq: "Paris" if scenario == "italy" else "Warsaw"}, staff={"okh-1": "Berlin"},
            leaders={front: hq, staff: "okh-1"}, agenda=(Transfers(AXIS),),
        )  # fmt: skip
        pair = sorted((w.leader(front), w.leader(staff)))
        t.act(Exchange(*pair))
        assert t.s.staff_chief[0] == w.leader(front) and t.s.chief[w.hq(hq)] == w.leader(staff)


@pytest.mark.rule("11.1h")
def test_helsinki_does_not_feed_germans() -> None:
    w = world()
    t = position(place={"fi": "Helsinki", "de-6": "1318"}, hqs={"fi-finland": "Helsinki"})
    k = w.hq("fi-finland")
    found = supply_of(t.s, AXIS, [], [k])
    assert found[w.unit("fi")] == 0 and found[w.unit("de-6")] != 0


@pytest.mark.rule("11.1e", "7.43f")
def test_a_lost_hq_loses_its_air_markers() -> None:
    t = position(hqs={"de-south": HOME}, leaders={"von-rundstedt": "de-south"})
    k = t.w.hq("de-south")
    t.s.air_hq[k] = 2
    remove_hq(t.s, k, "7.43f")
    assert t.s.air_hq[k] == 0


@pytest.mark.rule("11.1b", "11.1h")
def test_only_the_axis_has_a_finnish_hq_to_feed() -> None:
    t = position(
        hqs={world().hqs[world().finnish_hq].id: "Helsinki", "su-west": "Moscow"},
        control={"axis": ("Helsinki",)},
    )
    assert supplied_hqs(t.s, SOVIET)[1] == []
    full, finnish = supplied_hqs(t.s, AXIS)
    assert t.w.finnish_hq in (*full, *finnish)


@pytest.mark.rule("8.0g", "11.1a")
def test_snow_shortens_the_supply_of_the_axis_alone() -> None:
    w = world("war")
    clear = [w.supply_range(power, 0) for power in (AXIS, SOVIET, ALLIED)]
    assert (clear, [w.supply_range(power, SNOW) for power in (AXIS, SOVIET, ALLIED)]) == (
        [3, 2, 3],
        [2, 2, 3],
    )


@pytest.mark.rule("11.1e", "11.1a")
def test_only_an_hq_out_of_supply_is_lost() -> None:
    t = position(hqs={"de-north": "Warsaw", "de-south": "Archangel"})
    SupplyCheck(AXIS).run(t.s)
    assert t.at("de-north") == t.w.label(t.w.hex("Warsaw")) and t.s.hq[t.w.hq("de-south")] == HQ_LOST


@pytest.mark.rule("11.1b", "11.7a")
def test_no_supply_line_leads_through_a_country_that_nobody_has_entered() -> None:
    """RULING 11.7-c: the line by Bern, which joins Lyon and Innsbruck."""
    t = position("dday", place={"de-19": "Lyon"}, hqs={"de-agg": "Lyon"})
    swiss = t.w.lands.country["switzerland"] & t.w.lands.line_hexes
    assert swiss and not lines(t.s, AXIS) & swiss and not open_lines(t.s, ALLIED) & swiss
    t.s.neutral[t.w.lands.neutrals.index("switzerland")] = AXIS
    assert lines(t.s, AXIS) & swiss == swiss and open_lines(t.s, ALLIED) & swiss
