"""Lebensraum!: the staff in larger matters: supply that tanks can cut, Guards, what must never be lost, boldness by strength."""

from __future__ import annotations

from hexfront.games.lebensraum.actions import Create, Done, Place, Send, Train
from hexfront.games.lebensraum.arrivals import Placing
from hexfront.games.lebensraum.control import behind_the_lines
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.headquarters import HQSegment
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, SOVIET
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.victory import western_goals
from hexfront.hexes import bits, union
from hexfront.kernel import SeededSource, legal
from hexfront.players.doctrine import STEADY, Memory, doctrine_for
from hexfront.players.doctrines.lebensraum.desk import Desk
from hexfront.players.doctrines.lebensraum.field import Map, Picture
from hexfront.players.doctrines.lebensraum.fight import room_for
from hexfront.players.doctrines.lebensraum.operate import Operation, budget
from hexfront.players.doctrines.lebensraum.supplies import send_worth
from tests.games.lebensraum.kit import Table, position, world
from tests.players.test_lebensraum_staff import carried_on, moving, ordered

AT_MOSCOW = {"su-west": "Moscow"}


def desk_of(t: Table) -> Desk:
    """What the staff whose decision it is has on its desk."""
    doctrine = doctrine_for(LEBENSRAUM)
    seat = t.seat()
    found = doctrine.question(t.s, seat, legal(t.s, seat), STEADY, Memory(), SeededSource("desk"))
    assert isinstance(found, Desk)
    return found


# --- arrivals


def test_an_army_arrives_where_an_hq_feeds_it_and_not_beside_the_panzers() -> None:
    t = position(
        turn=3, place={"su-28": "ready", "de-2pz": "2313"}, hqs={"su-reserve": "Gorky"}, agenda=(Placing(SOVIET),)
    )  # fmt: skip
    placed = ordered(t)
    assert isinstance(placed, Place) and placed.reserve
    assert t.w.grid.distance(placed.hex, t.w.hex("Gorky")) <= 2, t.w.title(placed.hex)


def test_an_army_that_nobody_would_feed_is_trained_as_guards() -> None:
    t = position(
        "conclusions", turn=3, place={"su-1shock": "ready", "de-2pz": "2316", "su-1gd": "guards"}, hqs=AT_MOSCOW,
        agenda=(Placing(SOVIET),),
    )  # fmt: skip
    assert ordered(t) == Train(t.w.unit("su-1shock"))


def test_no_army_is_trained_for_a_war_that_ends_before_it_is_back() -> None:
    t = position(
        turn=3, place={"su-28": "ready", "de-2pz": "2316", "su-1gd": "guards"}, hqs=AT_MOSCOW, agenda=(Placing(SOVIET),)
    )  # fmt: skip
    assert isinstance(ordered(t), Place)


# --- HQs


def test_no_hq_is_raised_in_a_capital_with_panzers_at_its_gates() -> None:
    armies = {f"su-{n}": hex_ for n, hex_ in ((3, "2307"), (4, "2308"), (5, "2306"), (6, "2207"), (7, "2206"), (8, "2305"), (9, "2407"))}  # fmt: skip
    hqs = {"su-west": "2307", "su-reserve": "2306", "su-north": "2207"}
    for where, wanted in (("2313", False), ("2323", True)):
        t = position(
            "conclusions", turn=4, place={**armies, "de-2pz": where}, hqs=hqs, points={"soviet": 300},
            control={"soviet": ("Moscow",)}, agenda=(HQSegment(SOVIET),),
        )  # fmt: skip
        assert isinstance(ordered(t), Create) == wanted, where


# --- ground


def test_the_oil_of_ploesti_is_not_left_open_for_an_attack_elsewhere() -> None:
    t = moving(
        {"ro-3": "3525", "su-9": "3725"}, "axis", hqs={"de-center": "3526"}, leaders={"von-bock": "de-center"},
        control={"axis": ("Bucharest", "Ploesti", "Budapest")},
    )  # fmt: skip
    carried_on(t)
    assert t.at("ro-3") == t.w.label(t.w.hex("Ploesti"))


def test_an_empty_city_that_closes_the_railroad_is_taken_before_a_place_in_the_line() -> None:
    t = moving(
        {"de-2pz": "2321", "de-4": "2422", "su-4": "2312"}, hqs={"de-center": "2422"}, control={"axis": ("Vilnius",)}
    )  # fmt: skip
    carried_on(t)
    assert t.s.control[AXIS] >> t.w.hex("Minsk") & 1


def test_germans_are_not_fed_from_the_line_to_helsinki() -> None:
    t = moving(
        {"de-2pz": "1517", "su-4": "2312"}, hqs={"de-center": "1516"}, control={"axis": ("Leningrad",)}
    )
    picture = Picture(t.s, AXIS, Map(t.w))
    assert not picture.fed_now >> t.w.hex("1517") & 1 and not picture.net >> t.w.hex("Leningrad") & 1


# --- what tanks can cut


def test_a_line_that_tanks_can_reach_is_not_steady_and_one_behind_a_guard_is() -> None:
    def is_steady(**place: str) -> bool:
        names = {name.replace("_", "-"): where for name, where in place.items()}
        t = position(place=names, hqs={"su-west": "2314"}, agenda=(Moves(SOVIET),), phasing="soviet")
        return bool(Picture(t.s, SOVIET, Map(t.w)).steady_net >> t.w.hex("2313") & 1)

    assert is_steady(su_3="2315", de_4="2319"), "infantry does not raid"
    assert not is_steady(su_3="2315", de_2pz="2312")
    assert is_steady(su_3="2315", de_2pz="2323"), "too far off"


def test_nobody_is_sent_by_rail_where_tanks_could_cut_him_off() -> None:
    t = position(
        "conclusions", turn=5, place={"su-3": "2307", "de-2pz": "2114", "de-1pz": "2417", "de-3pz": "2219"},
        points={"soviet": 300}, hqs={"su-west": "2316", "su-reserve": "2307"}, control={"soviet": ("Moscow", "Gorky", "Smolensk")},
        agenda=(Moves(SOVIET),), phasing="soviet",
    )  # fmt: skip
    d = desk_of(t)
    fed, steady = d.picture.fed_now, d.picture.steady
    shaky = [h for h in bits(fed & ~steady) if d.picture.far.get(h, 9) > 1]
    assert shaky and t.w.grid.distance(shaky[0], t.w.hex("2316")) <= 2
    assert all(send_worth(d, Send(t.w.unit("su-3"), h), {}) == 0.0 for h in shaky)


# --- boldness


def test_the_weaker_side_minds_danger_and_the_stronger_one_the_line_less() -> None:
    strong = {"de-2pz": "2324", "de-1pz": "2424", "de-3pz": "2224"}
    axis = desk_of(moving({**strong, "su-4": "2312"})).k
    soviet = desk_of(moving({**strong, "su-4": "2312"}, "soviet")).k
    even = desk_of(moving({"ro-3": "2324", "su-4": "2312"})).k
    assert soviet["alone"] > even["alone"] > axis["alone"]
    assert soviet["loss"] > 0 and axis["on_line"] < even["on_line"]
    assert desk_of(moving({"ro-3": "2324"}, points={"axis": 900, "soviet": 0})).k["point"] < even["point"]


def test_no_garrison_is_kept_where_no_enemy_can_come() -> None:
    t = moving(
        {"ro-3": "3526", "su-9": "2312"}, "axis", hqs={"de-center": "3526"}, control={"axis": ("Bucharest", "Ploesti")}
    )  # fmt: skip
    assert ordered(t) == Done() or t.at("ro-3") != t.w.label(t.w.hex("Ploesti"))


# --- what falls by itself


def halting(turn: int, **more: str) -> Table:
    """The Allies before the Halt Line, the Axis without an army, and nobody yet in the cities behind."""
    place = {
        "us-9": "1605", "us-1": "1806", "us-3": "2109", "ca-1": "1709", "br-8": "2309", "us-7": "2508", "us-5": "2712",
        "br-2": "2909", "al-para": "2307",
    }  # fmt: skip
    return position(
        "dday", turn=turn, place={**place, **more}, hqs={"al-12ag": "1709", "al-15ag": "2610"}, phasing="allied",
        segment="movement", points={"allied": 300}, agenda=(Moves(ALLIED),),
        control={"allied": ("Caen", "Le Havre", "Antwerp", "Naples", "Paris", "Essen")},
    )  # fmt: skip


def test_armies_along_the_halt_line_take_all_that_lies_behind_them() -> None:
    """Nine armies cannot walk into twenty cities; their zones can cut all of them off from Berlin."""
    t = halting(15)
    goals = western_goals(t.s)
    missing = goals & ~t.s.control[ALLIED]
    assert missing.bit_count() > 20
    carried_on(t, 400)
    behind_the_lines(t.s)
    assert not goals & ~t.s.control[ALLIED]


def test_an_army_that_would_lose_its_zone_to_hunger_closes_nothing() -> None:
    t = halting(15)
    operation = Operation(desk_of(t), [u for u in t.w.units_of[ALLIED] if t.s.where[u] >= 0])
    operation.fed = 0
    strong, weak = t.w.unit("us-1"), t.w.unit("us-5")
    assert operation.keeps_zone(strong, t.s.where[strong])
    assert not operation.keeps_zone(weak, t.s.where[weak])


def test_what_falls_by_itself_is_what_the_rules_say() -> None:
    t = halting(14)
    pic = desk_of(t).picture
    stands = t.s.held[ALLIED]
    foretold = pic.falls_to(stands, t.s.exert[ALLIED])
    held = t.s.control[ALLIED]
    behind_the_lines(t.s)
    assert foretold == t.s.control[ALLIED] & ~held & union(pic.prizes)


# --- the West


def test_two_units_do_not_count_on_the_same_hex_to_fall_back_to() -> None:
    assert room_for([[1, 2], [1]])
    assert not room_for([[1], [1]])
    assert not room_for([[1, 2], [1, 2], [1, 2]])
    assert room_for([])


def test_who_shares_a_beach_marches_off_it() -> None:
    t = position(
        "dday", place={"br-2": "Caen", "ca-1": "Caen", "de-7": "1616"}, hqs={"al-21ag": "Caen"}, phasing="allied",
        segment="movement", points={"allied": 100}, agenda=(Moves(ALLIED),), weather="mud",
        fresh=1 << world("dday").unit("ca-1"),
    )  # fmt: skip
    carried_on(t)
    assert len({t.at("br-2"), t.at("ca-1")}) == 2


def test_the_only_source_of_an_hq_is_vital() -> None:
    t = position(
        "dday", place={"us-5": "3510", "br-2": "Caen", "de-10": "3310"}, hqs={"al-15ag": "3510", "al-21ag": "Caen"},
        control={"allied": ("Naples", "Saint-Lo", "Caen"), "axis": ("Catania",)}, phasing="allied", segment="movement", agenda=(Moves(ALLIED),),
        points={"allied": 50},
    )  # fmt: skip
    vital = desk_of(t).picture.vital
    assert vital >> t.w.hex("Naples") & 1
    assert not vital >> t.w.hex("Caen") & 1, "Saint-Lo feeds the HQ as well"


def test_an_army_in_england_wants_a_ship_and_no_walk() -> None:
    t = position(
        "dday", place={"al-para": "London", "br-2": "Caen", "de-7": "1616"}, hqs={"al-21ag": "Caen"},
        control={"allied": ("Cherbourg",)}, phasing="allied", segment="movement", agenda=(Moves(ALLIED),),
        points={"allied": 50},
    )  # fmt: skip
    pic = desk_of(t).picture
    assert pic.idle >> t.w.hex("London") & 1 and not pic.idle >> t.w.hex("Paris") & 1
    assert pic.free_ports >> t.w.hex("Cherbourg") & 1 and not pic.free_ports >> t.w.hex("London") & 1
    carried_on(t)
    assert t.at("al-para") == t.w.label(t.w.hex("London"))


def test_armies_arrive_where_most_is_to_be_taken() -> None:
    t = position(
        "dday", turn=14, place={"us-9": "ready", "br-8": "3510", "br-2": "1615", "de-7": "1714", "de-10": "3310"},
        hqs={"al-15ag": "3510", "al-21ag": "Caen"}, control={"allied": ("Cherbourg", "Naples", "Caen", "Saint-Lo")},
        agenda=(Placing(ALLIED),),
    )  # fmt: skip
    placed = ordered(t)
    assert isinstance(placed, Place) and placed.hex == t.w.hex("Cherbourg")


def test_after_the_deadline_only_german_cities_count_for_the_allies() -> None:
    """Then the Allies cannot win any more, only keep the Axis from its two German cities."""
    share = {}
    for turn in (14, 16):
        pic = desk_of(halting(turn)).picture
        share[turn] = pic.prizes[pic.w.hex("Bremen")] / pic.prizes[pic.w.hex("Lyon")]
    assert share[16] > 3 * share[14]


def test_the_answer_to_the_enemy_leaves_points_for_the_own_phase() -> None:
    """Reserves and their HQs together: else the phase that comes after it finds an empty treasury."""
    t = position(
        place={"su-42": "Moscow", "su-4": "2412", "de-2pz": "2416"}, reserve=["su-42", "su-4"], hqs={"su-west": "Moscow"},
        points={"soviet": 200, "axis": 200}, segment="reserve-movement", phasing="axis", agenda=(Moves(SOVIET),),
    )  # fmt: skip
    assert sum(budget(desk_of(t))) <= 100
    carried_on(t)
    assert t.s.points[SOVIET] >= 100


def test_of_two_beaches_that_the_enemy_may_walk_into_one_is_kept() -> None:
    """Neither of the two is vital by itself, but without both the armies of the invasion starve."""
    t = position(
        "dday", place={"us-1": "Caen", "us-3": "Saint-Lo", "de-25": "Le Havre", "de-7": "1617"}, hqs={"al-21ag": "Caen"},
        control={"allied": ("Saint-Lo", "Caen")}, phasing="allied", segment="movement", agenda=(Moves(ALLIED),),
        points={"allied": 80},
    )  # fmt: skip
    beaches = 1 << t.w.hex("Saint-Lo") | 1 << t.w.hex("Caen")
    assert (desk_of(t).picture.vital & beaches).bit_count() == 1
    carried_on(t)
    assert beaches & union(t.s.where[t.w.unit(name)] for name in ("us-1", "us-3"))


def test_a_line_is_open_where_armies_will_stand_and_not_where_they_stood() -> None:
    t = position(
        "dday", place={"us-1": "1617", "us-3": "Caen", "de-7": "1717"}, hqs={"al-21ag": "Caen"},
        control={"allied": ("Saint-Lo", "Caen", "1617")}, phasing="allied", segment="movement",
        agenda=(Moves(ALLIED),), points={"allied": 80},
    )  # fmt: skip
    pic = desk_of(t).picture
    here, caen = t.w.hex("1617"), 1 << t.w.hex("Caen")
    assert pic.net >> here & 1 and pic.net_after(pic.friends) >> here & 1
    assert not pic.net_after(caen) >> here & 1


def test_who_stands_behind_another_may_reckon_with_his_march() -> None:
    """In the neck of the Cotentin nobody gets past who stands there."""
    t = position(
        "dday", place={"us-3": "Cherbourg", "us-1": "Saint-Lo", "br-2": "Caen", "de-7": "2019"}, hqs={"al-21ag": "Caen"},
        control={"allied": ("Cherbourg", "Saint-Lo", "Caen")}, phasing="allied", segment="movement", agenda=(Moves(ALLIED),),
        points={"allied": 80},
    )  # fmt: skip
    d = desk_of(t)
    movers = [t.w.unit(name) for name in ("us-3", "us-1", "br-2")]
    behind, far = movers[0], t.w.hex("1718")
    assert far in Operation(d, movers).reaches[behind]
    d.notes.thought_again = True
    assert far not in Operation(d, movers).reaches[behind]
    carried_on(t)
    assert t.s.where[behind] != t.w.hex("Cherbourg")


def behind(column: str) -> tuple[str, ...]:
    """Soviet ground from a column on westwards."""
    w = world()
    return tuple(x for h in bits(w.lands.country["ussr"]) if (x := w.label(h))[2:] >= column)


def test_nobody_goes_home_to_a_line_that_no_enemy_is_near() -> None:
    """In the autumn of 1941 armies marched back from Russia to Berlin and Zagreb, where the line was short."""
    axis = {
        "de-4pz": "3620", "de-18": "2031", "de-16": "2222", "de-3pz": "2217", "de-9": "2323", "de-4": "2723", "de-2pz": "1817",
        "de-2": "3320", "de-6": "3024", "de-1pz": "3018", "de-17": "2824", "de-11": "3124", "ro-3": "3422", "ro-4": "3726", "fi": "1518",
    }  # fmt: skip
    soviet = {
        "su-3": "3011", "su-4": "3712", "su-6": "2215", "su-7": "2115", "su-13": "2315", "su-20": "2216", "su-24": "2313",
        "su-7tank": "2412", "su-10tank": "2015", "su-28": "2312", "su-31": "2009", "su-36": "2307", "su-56": "3214", "su-57": "2212",
        "su-58": "3416", "su-1gd": "2403", "su-3gd": "3106", "su-4gd": "3613", "su-5gd": "3507",
    }  # fmt: skip
    hqs = {
        "de-north": "2524",
        "de-center": "2019",
        "de-south": "3222",
        "ro-antonescu": "3424",
        "de-a": "3320",
    }
    t = position(
        turn=2, segment="movement", phasing="axis", points={"axis": 293}, agenda=(Moves(AXIS),), place={**axis, **soviet}, hqs=hqs,
        control={"axis": behind("17")},
    )  # fmt: skip
    found = Operation(desk_of(t), [t.pick(name).mover for name in (*axis, *hqs)]).posts(0)
    west = {p.hex for p in found if t.w.label(p.hex)[2:] > "28"}
    assert len(found) > 20 and not west, [t.w.title(h) for h in west]


def test_a_city_that_decides_is_kept_though_the_enemy_is_far_off() -> None:
    """Kiev was left empty in the last turn, and an army from the Don walked in: nothing but zones and points ends a march."""
    for wall, kept in (
        ({}, True),
        ({"de-2pz": "3513", "de-1pz": "3614"}, False),
    ):
        t = position(
            turn=3, segment="movement", phasing="axis", points={"axis": 300}, agenda=(Moves(AXIS),), hqs={"de-south": "Kiev"},
            place={"de-11": "Kiev", "su-29": "Stalino", **wall}, control={"axis": behind("17")},
        )  # fmt: skip
        found = Operation(desk_of(t), [t.w.unit("de-11")]).garrisons()
        assert found == ({t.w.unit("de-11"): t.w.hex("Kiev")} if kept else {})
