"""Cases that stand in no chapter of their own: components, what a word means, what a rule leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum.actions import (
    AddLeader,
    Advance,
    Attack,
    Command,
    Commit,
    Done,
    Exchange,
    GiveWay,
    Halt,
    Join,
    Pass,
    Retreat,
    Step,
    TakeLoss,
)
from hexfront.games.lebensraum.calculator import LebensraumCalculator
from hexfront.games.lebensraum.combat import Attacks, CombatRoll, EndCombat
from hexfront.games.lebensraum.command import fronts_of
from hexfront.games.lebensraum.economy import hungry
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, SOVIET, WEATHER
from hexfront.games.lebensraum.leaders import FateRoll, Recovery
from hexfront.games.lebensraum.missions import BeginMissions, ClearMarkers
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.reach import leaving_cost, step_cost
from hexfront.games.lebensraum.replacements import step_kind
from hexfront.games.lebensraum.results import result_frames
from hexfront.games.lebensraum.sequence import WeatherRoll
from hexfront.games.lebensraum.state import State, units_of
from hexfront.games.lebensraum.strength import odds
from hexfront.games.lebensraum.transfers import MoraleRoll, Transfers
from hexfront.games.lebensraum.transport import Network
from hexfront.kernel import Die
from tests.games.lebensraum.kit import Table, position, world

HOME, TARGET = "2713", "2812"


def after_roll(owed: tuple[int, int], **given: Any) -> Table:
    """The German 6th Army has attacked the Soviet 42nd, with these losses."""
    t = position(
        segment="first-combat", phasing="axis", place={"de-6": HOME, "su-42": TARGET}, points={"axis": 5, "soviet": 5}, **given,
    )  # fmt: skip
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex(TARGET), [w.unit("de-6")], [w.unit("su-42")]
    s.origins = {w.unit("de-6"): w.hex(HOME)}
    s.indicated, s.owed = list(owed), list(owed)
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    return t


# --- components


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


@pytest.mark.rule("8.0i")
def test_only_northern_waters_are_lakes() -> None:
    for name in ("invasion", "war"):
        lands = world(name).lands
        found = {lands.country_at.get(h) for pair in lands.lake.pairs() for h in pair} - {None}
        assert found and found <= {"norway", "sweden", "finland", "ussr"}
        assert all(not lands.lake.has(a, b) for a, b in lands.sea.pairs())


@pytest.mark.rule("14.0c")
def test_counters_show_number_and_type() -> None:
    t = position(place={"de-6": HOME, "de-2pz": "2712", "su-42": TARGET})
    shown = {piece.id: piece.symbol for piece in LEBENSRAUM.view(t.s, "axis").pieces}
    names = [shown[t.w.name(t.w.unit(unit))] for unit in ("de-6", "de-2pz", "su-42")]
    assert names == ["6 Inf", "2 Pz", "42 Inf"]


# --- combat


@pytest.mark.rule("7.2e")
def test_a_result_is_applied_before_the_next_combat() -> None:
    t = position(
        place={"de-6": HOME, "su-42": TARGET, "de-4": "2711", "su-31": "2811"}, segment="first-combat", phasing="axis",
        agenda=(Attacks(AXIS),),
    )  # fmt: skip
    w = t.w
    t.act(Attack(w.hex(TARGET)), Join(w.unit("de-6")), Commit())
    t.roll(1)
    assert not isinstance(t.s.agenda[0], Attacks)
    assert all(isinstance(action, TakeLoss | GiveWay) for action in t.legal())


@pytest.mark.rule("7.4b")
def test_only_who_took_part_loses_steps() -> None:
    t = position(place={"de-6": HOME, "su-42": TARGET, "su-31": "2811"}, segment="first-combat")
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex(TARGET), [w.unit("de-6")], [w.unit("su-42")]
    s.indicated, s.owed = [0, 1], [0, 1]
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    assert t.why(TakeLoss(w.unit("su-31"), 0)) == "7.4b" and t.why(TakeLoss(w.unit("su-42"), 0)) == ""


@pytest.mark.rule("7.42a")
def test_a_retreat_is_one_hex_and_costs_nothing() -> None:
    t = after_roll((0, 1))
    t.act(GiveWay())
    ways = [action for action in t.legal() if isinstance(action, Retreat)]
    assert ways and all(t.w.grid.distance(t.w.hex(TARGET), action.hex) == 1 for action in ways)
    t.act(ways[0])
    # It had the heavier losses, so it goes a second hex (RULING 7.4-a), and pays for neither.
    assert t.s.points == [5, 5, 0]


@pytest.mark.rule("7.43b")
def test_an_advance_costs_nothing() -> None:
    t = after_roll((0, 4))
    u, enemy = t.w.unit("de-6"), t.w.unit("su-42")
    t.act(TakeLoss(enemy, 0), TakeLoss(enemy, 0), Advance(u, t.w.hex(TARGET)), Halt())
    assert t.at("de-6") == TARGET and t.s.points == [5, 5, 0]


@pytest.mark.rule("7.44g", "9.0d")
def test_a_unit_out_of_range_still_counts_for_its_hq() -> None:
    t = after_roll((0, 1), hqs={"su-south": "Kharkov"}, leaders={"kirponos": "su-south"})
    w = t.w
    k = w.hq("su-south")
    assert w.grid.distance(w.hex("Kharkov"), w.hex(TARGET)) > w.command_range(SOVIET)
    assert fronts_of(t.s, t.s.defenders) == [k] and t.s.shaken >> w.leader("kirponos") & 1


@pytest.mark.rule("9.0g")
def test_the_general_staff_is_not_judged() -> None:
    t = after_roll(
        (0, 1), hqs={"su-south": "2811"}, leaders={"kirponos": "su-south", "zhukov": "stavka-1"}, staff={"stavka-1": "2811"},
        helpers={103: world().unit("su-42")},
    )  # fmt: skip
    w = t.w
    assert t.s.shaken == 1 << w.leader("kirponos") and t.s.staff_chief[3] == w.leader("zhukov")


@pytest.mark.rule("9.3c", "7.45g")
def test_leaders_are_back_with_their_hqs_after_the_segment() -> None:
    t = position(
        place={"de-6": HOME, "su-42": TARGET}, hqs={"de-south": "2613"}, leaders={"von-rundstedt": "de-south"},
        segment="first-combat", phasing="axis", agenda=(Attacks(AXIS), EndCombat()),
    )  # fmt: skip
    w, k = t.w, t.w.hq("de-south")
    t.act(
        Attack(w.hex(TARGET)),
        Join(w.unit("de-6")),
        Commit(),
        Command(w.unit("de-6"), k),
        Done(),
        AddLeader(k, w.unit("de-6")),
    )
    assert t.s.helpers == {k: w.unit("de-6")}
    while not t.rolls():
        t.act(Pass())
    t.roll(3, 1)
    while not isinstance(t.s.agenda[0], Attacks):
        t.act(next(a for a in t.legal() if not isinstance(a, GiveWay)))
    t.act(Done())
    assert t.s.helpers == {} and t.s.helped == 0 and t.s.chief[k] == w.leader("von-rundstedt")
    assert t.at("de-south") == "2613"


@pytest.mark.rule("14.0a", "7.1b")
def test_nobody_is_ordered_to_attack_or_to_stand() -> None:
    t = position(
        place={"de-6": HOME, "su-42": TARGET}, segment="first-combat", phasing="axis", agenda=(Attacks(AXIS),)
    )
    assert t.why(Done()) == ""
    assert t.why(Attack(t.w.hex(TARGET))) == ""


# --- weather, leaders, lines, paratroops


@pytest.mark.rule("8.0j")
def test_weather_leaves_clear_costs_and_all_combat_alone() -> None:
    w = world()
    for kind, row in w.tables.ground.items():
        assert (
            w.tables.entry_cost(kind, True, 0) == row.tank
            and w.tables.entry_cost(kind, False, 0) == row.infantry
        )

    def worked(sky: str) -> tuple[int, int, int]:
        t = position(place={"de-2pz": HOME, "su-42": TARGET}, weather=sky)
        t.s.target, t.s.attackers, t.s.defenders = w.hex(TARGET), [w.unit("de-2pz")], [w.unit("su-42")]
        found = odds(t.s)
        return found.attack, found.defence, found.column

    assert len({worked(sky) for sky in WEATHER}) == 1


@pytest.mark.rule("9.3a")
@pytest.mark.seam("5", "9")
def test_a_leader_goes_with_his_hq_for_nothing() -> None:
    def spent(leaders: dict[str, str]) -> State:
        t = position(
            hqs={"su-west": "2912"}, leaders=leaders, points={"soviet": 9}, phasing="soviet", agenda=(Moves(SOVIET),),
        )  # fmt: skip
        t.act(t.pick("su-west"), *t.to("2812"))
        return t.s

    led, alone = spent({"konev": "su-west"}), spent({})
    assert led.spent == alone.spent > 0
    assert led.chief[led.world.hq("su-west")] == led.world.leader("konev")


@pytest.mark.rule("10.2c")
def test_a_line_is_followed_across_shared_sides() -> None:
    """1319 and 1419 both have lines and touch; no line crosses the side between them."""
    w = world()
    a, b = w.hex("1416"), w.hex("1517")
    assert w.lands.line_hexes >> a & 1 and w.lands.line_hexes >> b & 1 and not w.lands.lines.has(a, b)
    around = [w.label(n) for n in w.near(a) if w.lands.lines.has(a, n)]
    t = position(place={"su-7": "1416"}, control={"axis": around})  # every line out of it is the enemy's
    assert not Network(t.s, SOVIET).reached(w.unit("su-7")) >> b & 1


@pytest.mark.rule("11.4a")
def test_paratroops_are_infantry_otherwise() -> None:
    t = position(
        "objectives", turn=6, place={"su-para": "2912", "su-42": "3112", "de-2pz": "2812"}, points={"soviet": 99},
        segment="tank-movement", phasing="soviet", agenda=(Moves(SOVIET),),
    )  # fmt: skip
    s, w = t.s, t.w
    para, army = w.unit("su-para"), w.unit("su-42")
    assert t.why(t.pick("su-para")) == "4.2.2E"
    assert leaving_cost(s, para, s.where[para]) == 10 and step_kind(s, para) == step_kind(s, army) == 0
    a, b = w.hex("2912"), w.hex("2913")
    assert step_cost(s, para, a, b) == step_cost(s, army, a, b)


@pytest.mark.rule("7.46121e")
def test_credits_are_not_kept() -> None:
    t = position(
        "italy",
        turn=9,
        air=[0, 0, 4],
        credits=3,
        agenda=(ClearMarkers(), BeginMissions()),
        points={"allied": 50},
    )
    assert t.s.credits == 1


# --- staff and the Halt Line


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


def _two(scenario: str) -> tuple[str, str]:
    w = world(scenario)
    names = [
        row.id for k, row in enumerate(w.leaders) if w.leader_power[k] == AXIS and row.id != "mannerheim"
    ]
    return names[0], names[1]


@pytest.mark.rule("11.92b")
@pytest.mark.parametrize(("scenario", "crosses"), [("dday", False), ("war", True)])
def test_in_the_combination_the_allies_may_cross_the_halt_line(scenario: str, crosses: bool) -> None:
    """RULING 13.0-a."""
    w = world(scenario)
    here, there = ("1805", "1804") if scenario == "dday" else ("1833", "1832")
    t = position(
        scenario, turn=14, place={"us-1": here}, points={"allied": 99}, phasing="allied", agenda=(Moves(ALLIED),),
    )  # fmt: skip
    assert w.lands.west_of_halt >> w.hex(here) & 1 and not w.lands.west_of_halt >> w.hex(there) & 1
    t.act(t.pick("us-1"))
    assert t.why(Step(w.hex(there))) == ("" if crosses else "11.92a")
