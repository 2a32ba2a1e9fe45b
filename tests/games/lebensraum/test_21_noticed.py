"""Rules that could be taken out without any test seeing it: one look at each."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum.actions import AddShip, BringHQ, Keep, TakeLoss, Transfer
from hexfront.games.lebensraum.calculator import LebensraumCalculator
from hexfront.games.lebensraum.combat import Supporting
from hexfront.games.lebensraum.command import helper_stars, take_along
from hexfront.games.lebensraum.economy import Capture
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    ALLIED_CAMP,
    AXIS,
    AXIS_CAMP,
    BOMBARDMENT,
    FIRST_COMBAT,
    NOT_HERE,
    POOL,
    RESERVE_MOVEMENT,
    RESERVE_TANKS,
    SOVIET,
    STAFF_BASE,
    TAKEN,
)
from hexfront.games.lebensraum.landings import Invade, Newcomers, assign
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.overview import wins
from hexfront.games.lebensraum.sequence import Segment
from hexfront.games.lebensraum.transfers import Transfers
from hexfront.hexes import bits
from tests.games.lebensraum.kit import position, world
from tests.games.lebensraum.test_07_combat import HOME, TARGET, beaten


@pytest.mark.rule("4.1a", "4.1c", "4.1d")
@pytest.mark.parametrize("segment", [RESERVE_MOVEMENT, RESERVE_TANKS])
@pytest.mark.parametrize(("camp", "mover"), [(AXIS_CAMP, SOVIET), (ALLIED_CAMP, AXIS)])
def test_reserves_answer_in_the_phase_of_the_other_side(segment: int, camp: int, mover: int) -> None:
    t = position(place={"de-6": HOME, "su-42": "Moscow"}, reserve=["de-6", "su-42"])
    frames = Segment(segment, camp).run(t.s)
    assert [frame.power for frame in frames if isinstance(frame, Moves)] == [mover]


@pytest.mark.rule("4.1a", "12.2e")
def test_the_fleet_comes_with_the_first_combat_of_the_allies_alone() -> None:
    t = position("dday", place={"us-1": "Caen", "de-7": "Paris"})
    for segment, camp in (
        (FIRST_COMBAT, AXIS_CAMP),
        (FIRST_COMBAT, ALLIED_CAMP),
        (FIRST_COMBAT + 4, ALLIED_CAMP),
    ):
        found = any(isinstance(frame, Invade) for frame in Segment(segment, camp).run(t.s))
        assert found == (segment == FIRST_COMBAT and camp == ALLIED_CAMP)


@pytest.mark.rule("7.43i")
def test_an_hq_of_the_enemy_does_not_go_along() -> None:
    t = beaten((0, 4), hqs={"de-south": HOME, "su-south": HOME})
    t.act(TakeLoss(t.w.unit("su-42"), 0), TakeLoss(t.w.unit("su-42"), 0))
    assert t.why(BringHQ(t.w.hq("de-south"))) == ""
    assert t.why(BringHQ(t.w.hq("su-south"))) == "7.43i"


@pytest.mark.rule("7.2b", "7.462a")
def test_a_ship_beside_the_combat_may_be_added() -> None:
    t = position("dday", place={"us-1": "Caen", "de-7": "1615"}, segment="first-combat", phasing="allied")
    s, w = t.s, t.w
    ship = w.ship_power.index(ALLIED)
    s.ship[ship], s.mission[ship] = w.hex("Caen"), BOMBARDMENT
    s.target, s.attackers, s.defenders = w.hex("1615"), [w.unit("us-1")], [w.unit("de-7")]
    s.origins = {w.unit("us-1"): w.hex("Caen")}
    s.agenda = (Supporting(ALLIED),)
    assert AddShip(ship) in t.legal()


@pytest.mark.rule("7.45c", "11.6g")
def test_an_hq_without_a_leader_helps_nobody() -> None:
    t = position(hqs={"de-south": HOME, "de-north": TARGET}, leaders={"von-rundstedt": "de-south"})
    assert helper_stars(t.s, t.w.hq("de-south")) > 0
    assert helper_stars(t.s, t.w.hq("de-north")) == 0
    assert helper_stars(t.s, STAFF_BASE) == 0


@pytest.mark.rule("10.3f")
def test_works_that_are_kept_are_marked_as_taken() -> None:
    t = position(place={"de-4": "Minsk"}, works={"Minsk": "Minsk"})
    marker = next(k for k, m in enumerate(t.w.markers) if m.name == "Minsk")
    t.s.agenda = (Capture(AXIS, marker),)
    t.act(Keep())
    assert t.s.works_power[marker] == AXIS and t.s.works_flags[marker] & TAKEN


@pytest.mark.rule("9.4a", "9.4c")
def test_an_empty_pool_holds_only_him_who_leaves_an_hq() -> None:
    w = world()
    men = {man.id: "killed" for man, power in zip(w.leaders, w.leader_power, strict=True) if power == SOVIET}
    men |= {"pavlov": "su-west", "zhukov": "stavka-1", "shaposhnikov": "stavka-2"}
    t = position(
        hqs={"su-west": "2912", "su-south": "3112"}, staff={"stavka-1": "Moscow", "stavka-2": "Moscow", "stavka-3": "Moscow"},
        leaders=men, agenda=(Transfers(SOVIET),),
    )  # fmt: skip
    to = w.hq("su-south")
    assert t.why(Transfer(w.leader("pavlov"), to)) == "9.4c"
    assert t.why(Transfer(w.leader("zhukov"), to)) == ""


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


@pytest.mark.rule("12.7a", "12.4c", "12.8a", "12.1h")
def test_each_scenario_says_what_wins_it() -> None:
    words = {
        scenario: " ".join(wins(world(scenario)))
        for scenario in ("resurgence", "invasion", "conclusions", "dday")
    }
    assert "any Soviet city" in words["resurgence"] and "capitals beyond" in words["resurgence"]
    assert "2 of Moscow, Leningrad and Kiev" in words["invasion"]
    assert "every Soviet city" in words["conclusions"]
    assert len(set(words.values())) == 4


@pytest.mark.rule("11.5b", "11.5c", "11.5d")
def test_the_allies_hold_southern_italy_when_the_west_begins() -> None:
    for scenario, held in (("italy", True), ("war", False)):
        w = world(scenario)
        assert bool(w.allied_hold & ~w.start_control[ALLIED]) != held
        assert w.start_control[ALLIED] >> w.hex("London") & 1
        assert not w.start_control[AXIS] & w.start_control[ALLIED]
    s = position("italy").s
    assert set(s.neutral) == {-1} and s.saved == [0] * 6


@pytest.mark.rule("7.2c", "7.45c", "7.4611c", "7.462h", "7.463c")
def test_the_calculator_takes_nothing_for_granted() -> None:
    counts = [field for field in LebensraumCalculator.fields if field.kind == "int" and field.name != "roll"]
    assert len(counts) > 8 and all(field.default == 0 for field in counts)


@pytest.mark.rule("9.6a", "7.45d")
def test_the_finnish_hq_goes_along_within_finland_alone() -> None:
    w = world()
    inside = next(h for h in bits(w.lands.country["finland"]) if w.land >> h & 1)
    for h, goes in ((inside, True), (w.hex("Leningrad"), False)):
        t = position(hqs={w.hqs[w.finnish_hq].id: "Helsinki"})
        take_along(t.s, w.finnish_hq, h, "7.45d")
        assert (t.s.hq[w.finnish_hq] == h) == goes


@pytest.mark.rule("9.0k", "11.2h")
def test_nobody_comes_before_his_turn() -> None:
    w = world("italy")
    late = [x for x, man in enumerate(w.leaders) if man.turn > 9]
    t = position("italy", turn=9)
    for x in late:
        t.s.post[x] = NOT_HERE
    Newcomers().run(t.s)
    assert late and all(t.s.post[x] == NOT_HERE for x in late)
