"""Chapters 1 to 3, 6.2, 11.5, 12 and 14: what is in the box, and how it is set up."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum.actions import Attack, Done, Join, Rebuild
from hexfront.games.lebensraum.calculator import LebensraumCalculator
from hexfront.games.lebensraum.combat import Attacks, CombatRoll
from hexfront.games.lebensraum.economy import hungry
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.kinds import (
    ABSENT,
    ALLIED,
    AXIS,
    GUARDS,
    HQ_LATER,
    HQ_OUT,
    KINDS,
    LATER,
    NOT_HERE,
    PILE,
    POOL,
    SOVIET,
)
from hexfront.games.lebensraum.leaders import FateRoll, Recovery
from hexfront.games.lebensraum.reach import moves_as_tank
from hexfront.games.lebensraum.replacements import Rebuilding, rebuild_violation
from hexfront.games.lebensraum.sequence import WeatherRoll
from hexfront.games.lebensraum.setup import blank_state
from hexfront.games.lebensraum.state import State, class_of, controller, steps_of, strength_of, units_of
from hexfront.games.lebensraum.transfers import MoraleRoll
from hexfront.games.lebensraum.victory import EndOfTurn, western_goals
from hexfront.games.lebensraum.view import usual_turn
from hexfront.hexes import bits
from hexfront.kernel import Die
from tests.games.lebensraum.kit import HOME, SCENARIOS, TARGET, position, world


def start(scenario: str) -> State:
    return LEBENSRAUM.start(LEBENSRAUM.setup(scenario))


@pytest.mark.rule("1.0a", "2.0b")
def test_east_west_and_both_from_one_set_of_rules() -> None:
    assert [each.id for each in LEBENSRAUM.scenarios] == list(SCENARIOS)
    powers = {name: world(name).powers for name in ("invasion", "italy", "war")}
    assert powers == {"invasion": (0, 1), "italy": (0, 2), "war": (0, 1, 2)}
    turns = {each.id: each.turns for each in LEBENSRAUM.scenarios}
    assert (turns["invasion"], turns["dday"], turns["war"]) == (3, 4, 16)


@pytest.mark.rule("1.0b")
def test_turns_are_seasons() -> None:
    boxes = list(world("war").turns.values())
    assert (boxes[0].season, boxes[0].year) == ("summer", 1941)
    order = ("spring", "summer", "fall", "winter")
    for a, b in zip(boxes, boxes[1:], strict=False):
        assert order.index(b.season) == (order.index(a.season) + 1) % 4


@pytest.mark.rule("3.3b", "5.5c")
def test_everyone_sees_every_units_nation_strength_and_class() -> None:
    s = start("invasion")
    mine, theirs = LEBENSRAUM.view(s, "axis"), LEBENSRAUM.view(s, "soviet")
    assert mine.pieces == theirs.pieces
    u = s.world.unit("de-2pz")
    piece = next(p for p in theirs.pieces if p.id == s.world.name(u))
    assert piece.factors == f"{strength_of(s, u)} {'ABCDE'[class_of(s, u)]}" and piece.nation == "german"


@pytest.mark.rule("5.2a", "6.2b", "6.2c")
def test_kinds_and_steps_of_units() -> None:
    s = start("war")
    w = s.world
    assert {KINDS[k] for k in w.kind} == {"infantry", "tank", "paratroop", "group"}
    for u in range(w.first_group):
        s.grade[u] = s.weak[u] = 0
        if w.side[u] in (1, -1):
            assert steps_of(s, u) == 2, w.name(u)
        else:
            assert 2 <= steps_of(s, u) <= 5, w.name(u)
    assert max(steps_of(s, u) for u in range(w.first_group) if w.side[u] == 2) <= 4


@pytest.mark.rule("6.2d")
def test_a_unit_starts_on_the_counter_with_its_set_up() -> None:
    s = start("italy")
    for u in range(s.world.first_group):
        assert (s.grade[u], s.weak[u]) == (s.world.armies[u].grade, 0)


@pytest.mark.rule("6.2e", "6.1b")
def test_neutrals_get_nothing() -> None:
    table = position("west", place={"sp-1": "eliminated"}, saved=[9] * 6, agenda=(Rebuilding(2),))
    s, w = table.s, table.w
    u = w.unit("sp-1")
    s.power[u] = 2
    found = rebuild_violation(s, 2, Rebuild(u, 2))
    assert found is not None and found.rule == "6.2a"
    assert all(not w.armies[n].turn for n in w.home)


@pytest.mark.rule("6.12a")
def test_soviet_groups_lie_apart_in_the_order_of_their_numbers() -> None:
    s = start("invasion")
    w = s.world
    assert len(w.series["shock"]) == 6
    for group, place in (
        ("shock", PILE),
        ("tank", PILE),
        ("new", PILE),
        ("guard", GUARDS),
        ("guard_tank", GUARDS),
    ):
        numbers = [w.armies[u].number for u in w.series[group]]
        assert numbers == sorted(numbers) and {s.where[u] for u in w.series[group]} == {place}


@pytest.mark.rule("7.462i", "7.462j")
def test_allied_ships_and_gibraltar() -> None:
    w = world("italy")
    assert [m.water for m in w.ships if m.power == "allied"] == ["atlantic", "atlantic", "mediterranean"]
    assert w.lands.gibraltar == 1 << w.lands.at("2832", "west")
    for water in ("atlantic", "mediterranean"):
        assert w.lands.coast[water] & w.lands.gibraltar


@pytest.mark.rule("11.5b", "11.5c", "11.5d")
def test_who_holds_what_at_the_start() -> None:
    east, west = world("invasion"), world("italy")
    assert east.start_control[1] == east.lands.country["ussr"]
    for name in ("sweden", "turkey"):
        assert not any(held & east.lands.country[name] for held in east.start_control)
    assert not west.lands.home_of_allies & ~west.start_control[2] & west.land
    for name in ("sweden", "switzerland", "spain", "portugal"):
        assert not any(held & west.lands.country[name] for held in west.start_control)
    rest = sum(west.lands.country[name] for name in west.lands.neutrals) | west.start_control[2]
    assert west.start_control[0] == west.land & ~rest


@pytest.mark.rule("11.5g")
def test_an_hq_takes_no_ground() -> None:
    table = position(hqs={"de-center": "Moscow"})
    assert table.s.control[1] >> table.w.hex("Moscow") & 1


@pytest.mark.rule("11.7d")
def test_the_spaniards_stand_in_iberia() -> None:
    for scenario in ("italy", "war"):
        s = start(scenario)
        w = s.world
        for name in ("sp-1", "sp-2", "sp-3"):
            assert w.lands.country["spain"] >> s.where[w.unit(name)] & 1


@pytest.mark.rule("12.2a", "12.2b")
def test_the_front_in_italy_on_d_day() -> None:
    s = start("dday")
    w = s.world
    places = {"us-5": "3411", "br-8": "3409", "de-14": "3312", "de-10": "3310"}
    assert {name: w.label(s.where[w.unit(name)]) for name in places} == places
    assert w.label(s.hq[w.hq("al-15ag")]) == "3411" and s.chief[w.hq("al-15ag")] == w.leader("alexander")
    assert w.label(s.hq[w.hq("de-agc")]) == "3111" and s.chief[w.hq("de-agc")] == w.leader("kesselring")


@pytest.mark.rule("12.2d", "12.3a", "12.3m")
def test_d_day_and_campaign_are_won_as_italy_is() -> None:
    italy, west = start("italy"), start("west")
    assert italy.where == west.where and italy.hq == west.hq
    for name in ("dday", "west"):
        s = start(name)
        assert list(bits(western_goals(s))) == list(bits(western_goals(italy)))
        for held, winner in ((2, ("allied",)), (0, ())):
            other = position(name, turn=15)
            other.s.control = [0, 0, 0]
            other.s.control[held] = other.w.land
            other.s.agenda = (EndOfTurn(),)
            other.settle()
            found = other.s.result
            assert (found.winners if found else ()) == winner
            assert other.w.plan.last == 16


@pytest.mark.rule("12.4a", "12.4e")
def test_the_eastern_set_up() -> None:
    for name in ("invasion", "conclusions"):
        s = start(name)
        w = s.world
        on_map = {u: h for u, h in enumerate(s.where) if h >= 0}
        assert on_map.items() >= w.start_units.items()
        assert all(s.hq[k] == h for k, h in w.start_hqs.items())
        assert {s.where[u] for u in range(w.first_group) if u not in on_map} <= {LATER, PILE, GUARDS}
        for leader, man in enumerate(w.leaders):
            if not man.post and not man.turn:
                assert s.post[leader] == POOL
            assert s.post[leader] not in (NOT_HERE,) or man.turn
        assert not any(h == HQ_LATER for h in s.hq)
        assert all(s.post[k] == ABSENT for k in w.optional)


@pytest.mark.rule("14.0b")
def test_eisenhower_is_spelt_right() -> None:
    names = [man.name for man in world("italy").leaders]
    assert "Eisenhower" in names and not any("Eisenhau" in name for name in names)


@pytest.mark.rule("3.1a")
@pytest.mark.parametrize(
    ("a", "b", "km"), [("Berlin", "Moscow", 1610), ("Leningrad", "Odessa", 1490), ("Warsaw", "Kiev", 690)]
)
def test_a_hex_is_about_eighty_kilometres(a: str, b: str, km: int) -> None:
    w = world()
    assert abs(80 * w.grid.distance(w.hex(a), w.hex(b)) - km) <= 0.2 * km


@pytest.mark.rule("3.2a")
def test_every_chart_can_be_read_by_all() -> None:
    t = position(
        place={"de-6": HOME, "su-42": TARGET}, segment="first-combat", phasing="axis", agenda=(Attacks(AXIS),)
    )
    t.act(Attack(t.w.hex(TARGET)), Join(t.w.unit("de-6")))
    mine, theirs = (LEBENSRAUM.forecast(t.s, seat) for seat in ("axis", "soviet"))
    assert mine is not None and mine == theirs and mine.columns == t.w.tables.columns and len(mine.cells) == 6
    answer = LebensraumCalculator().resolve({"attackers": ["6D"], "defenders": ["2E"]})
    assert answer.extra["columns"] == list(t.w.tables.columns)


@pytest.mark.rule("3.3a")
def test_markers_are_no_units() -> None:
    t = position(
        place={"su-42": TARGET}, hqs={"su-south": "2811", "de-south": HOME}, leaders={"zhukov": "stavka-1"},
        staff={"stavka-1": "2811"}, segment="first-combat", agenda=(Attacks(AXIS),),
    )  # fmt: skip
    w = t.w
    assert units_of(t.s, SOVIET) == [w.unit("su-42")] and not t.s.held[AXIS]
    assert t.why(Attack(w.hex("2811"))) == "7.1c"  # an HQ is not attacked
    t.s.control = [0, 0, 0]
    assert hungry(t.s, SOVIET) == max(0, 1 - 10 * w.off_map[SOVIET].food)


@pytest.mark.rule("3.4a")
def test_every_roll_is_one_die() -> None:
    s = position().s
    leader = s.world.leader("zhukov")
    rolls = (
        WeatherRoll(0),
        MoraleRoll(AXIS),
        CombatRoll(AXIS),
        FateRoll(leader, "overrun"),
        Recovery(leader),
    )
    assert all(frame.outcomes(s) == Die(6) for frame in rolls)


@pytest.mark.rule("14.0c")
def test_counters_show_number_and_type() -> None:
    t = position(place={"de-6": HOME, "de-2pz": "2712", "su-42": TARGET})
    shown = {piece.id: piece.symbol for piece in LEBENSRAUM.view(t.s, "axis").pieces}
    names = [shown[t.w.name(t.w.unit(unit))] for unit in ("de-6", "de-2pz", "su-42")]
    assert names == ["6 Inf", "2 Pz", "42 Inf"]


@pytest.mark.rule("14.0a", "7.1b")
def test_nobody_is_ordered_to_attack_or_to_stand() -> None:
    t = position(
        place={"de-6": HOME, "su-42": TARGET}, segment="first-combat", phasing="axis", agenda=(Attacks(AXIS),)
    )
    assert t.why(Done()) == ""
    assert t.why(Attack(t.w.hex(TARGET))) == ""


@pytest.mark.rule("11.5b", "11.5c", "11.5d")
def test_the_allies_hold_southern_italy_when_the_west_begins() -> None:
    for scenario, held in (("italy", True), ("war", False)):
        w = world(scenario)
        assert bool(w.allied_hold & ~w.start_control[ALLIED]) != held
        assert w.start_control[ALLIED] >> w.hex("London") & 1
        assert not w.start_control[AXIS] & w.start_control[ALLIED]
    s = position("italy").s
    assert set(s.neutral) == {-1} and s.saved == [0] * 6


@pytest.mark.rule("3.1a", "8.0i")
def test_sides_that_can_be_crossed_are_told_apart() -> None:
    lands = world().lands
    found = {lands.crossing[h, n] for h, near in lands.next_to.items() for n in near}
    assert found == {0, 1, 2}
    for (h, n), kind in lands.crossing.items():
        assert kind == (2 if lands.lake.has(h, n) else 1 if lands.river.has(h, n) else 0)
    assert [lands.border_number[name] for name in lands.border_names] == list(range(len(lands.border_names)))


@pytest.mark.rule("11.5b", "11.5c", "11.5d")
def test_a_blank_state_has_nothing_on_any_track() -> None:
    s = blank_state(world())
    assert set(s.grade) | set(s.weak) | set(s.due) | set(s.works_flags) | set(s.works_due) | set(
        s.mission
    ) == {0}
    assert set(s.staff) | set(s.staff_chief) | set(s.ship) | set(s.chief) | set(s.front_won) == {-1}
    assert set(s.hq) == {HQ_OUT}


@pytest.mark.rule("5.2a", "11.2b")
def test_infantry_does_not_move_as_tanks_do() -> None:
    t = position(place={"de-6": HOME, "de-2pz": TARGET})
    assert moves_as_tank(t.s, t.w.unit("de-2pz")) and not moves_as_tank(t.s, t.w.unit("de-6"))


@pytest.mark.rule("3.3a")
def test_an_army_of_a_country_that_joined_is_a_unit_of_its_new_power() -> None:
    w = world("dday")
    u = w.unit("sw-1")
    t = position("dday", place={"sw-1": "Bern"}, turn=13)
    t.s.power[u] = ALLIED
    assert u in units_of(t.s, ALLIED) and u not in units_of(t.s, AXIS)


@pytest.mark.rule("3.1a", "12.2e")
@pytest.mark.parametrize("scenario", ["dday", "west", "war"])
def test_each_beach_has_a_sea_hex_of_its_own_before_it(scenario: str) -> None:
    w = world(scenario)
    offshore = w.lands.offshore
    assert set(offshore) == set(bits(w.lands.beaches)) and len(set(offshore.values())) == len(offshore) == 2
    assert all(not w.land >> sea & 1 and w.grid.distance(beach, sea) == 1 for beach, sea in offshore.items())


@pytest.mark.rule("7.462d", "3.1a")
def test_a_city_up_a_river_is_a_port_if_the_sea_is_near() -> None:
    w = world()
    ports = w.lands.ports_of("black_sea", 2)
    assert ports >> w.hex("Maikop") & 1 and ports >> w.hex("Bucharest") & 1
    assert not ports >> w.hex("Kishinev") & 1  # a side farther
    assert w.lands.ports_of("black_sea", 3) >> w.hex("Kishinev") & 1
    assert not ports >> w.hex("Kiev") & 1 and ports >> w.hex("Odessa") & 1


@pytest.mark.rule("11.5b", "11.5e")
def test_the_soviet_union_is_on_no_western_map() -> None:
    for scenario in ("dday", "italy"):
        assert world(scenario).start_control[SOVIET] == 0
    assert world().start_control[SOVIET] == world().lands.country["ussr"] != 0


@pytest.mark.rule("3.3b", "11.8a")
@pytest.mark.parametrize(("segment", "phases"), [("surprise", 1), ("movement", len(usual_turn()))])
def test_a_surprise_is_shown_as_a_phase_of_its_own(segment: str, phases: int) -> None:
    shown = LEBENSRAUM.view(position(segment=segment).s, "axis")
    assert shown.phase == segment and len(shown.phases) == phases
    assert shown.phase in [phase.id for phase in shown.phases]


@pytest.mark.rule("3.1a", "8.0i")
def test_the_lines_of_the_map_are_one_net() -> None:
    w = world()
    found = w.lands.net.connected(1 << w.hex("Moscow"), w.lands.line_hexes)
    assert found >> w.hex("Kursk") & 1 and not found & ~w.lands.line_hexes


@pytest.mark.rule("11.5a", "11.5e")
def test_each_hex_has_one_controller_or_none() -> None:
    s = position(control={"axis": ("Kursk",), "soviet": ("Berlin",)}).s
    w = s.world
    assert (controller(s, w.hex("Kursk")), controller(s, w.hex("Berlin"))) == (AXIS, SOVIET)
    s.control = [0, 0, 0]
    assert controller(s, w.hex("Kursk")) == -1
