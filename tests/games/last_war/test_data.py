"""Scenarios, seats, provenance, packs."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.errors import BadData
from hexfront.games.last_war.data import FILES, LINES, LastWarWorld, in_period
from hexfront.games.last_war.state import FREE
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from hexfront.packs import KINDS, provenances

from .kit import GAME, given, h, holder

PARTS = {"tables": FILES.own["tables"], **FILES.own["scenarios"]}


def world(scenario: str, seats: int = 2) -> LastWarWorld:
    found = GAME.world(GAME.setup(scenario, {"seats": seats}))
    assert isinstance(found, LastWarWorld)
    return found


@pytest.mark.parametrize("name", PARTS)
def test_every_block_says_where_it_comes_from(name: str) -> None:
    blocks = [b for b in provenances(PARTS[name]) if not b[0].startswith("seats")]
    assert blocks and all(kind in KINDS for _, kind, _ in blocks), [b for b in blocks if b[1] not in KINDS]


@pytest.mark.parametrize("scenario", ["kursk", "europe", "pacific"])
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_every_scenario_begins_with_a_whole_line(scenario: str, seats: int) -> None:
    s = GAME.start(GAME.setup(scenario, {"seats": seats}))
    assert not list(GAME.invariants(s))
    assert all(s.line), "the alliances face each other"
    assert s.world.victory["allies_need"] >= s.world.victory["axis_below"]


def test_two_to_seven_seats_in_two_alliances() -> None:
    assert world("europe").seats == ("axis", "allies")
    assert world("europe", 4).seats == ("germany", "italy", "west", "ussr")
    assert world("europe", 7).seats == ("germany", "italy", "balkans", "finland", "britain", "usa", "ussr")
    assert world("pacific", 4).seats == ("japan", "china", "britain", "usa")
    assert len(world("pacific", 7).seats) == 7
    assert world("kursk", 7).seats == ("axis", "allies"), "a game for two"
    for scenario in ("europe", "pacific"):
        for seats in (2, 4, 7):
            w = world(scenario, seats)
            for seat in w.seats:
                assert len({w.side_of[n] for n in w.powers_of[seat]}) == 1


def test_kursk_is_the_first_on_offer_and_has_four_turns() -> None:
    assert GAME.scenarios[0].id == "kursk"
    for each in GAME.scenarios:
        assert each.turns == len(world(each.id).turns)


def test_orel_and_kursk_are_neighbours_of_the_salient() -> None:
    s = given()
    assert h(s, "Kursk") in s.world.near(h(s, "Orel"))
    assert h(s, "Sevsk") in s.world.near(h(s, "Orel")) and h(s, "Sevsk") in s.world.near(h(s, "Kursk"))


@pytest.mark.parametrize("scenario", ["kursk", "europe", "pacific"])
def test_production_is_as_many_points_as_there_are_lines(scenario: str) -> None:
    w = world(scenario)
    for power in w.powers:
        for period in range(4):
            made = sum(in_period(power.production.get(kind, ()), period) for kind in LINES)
            lines = sum(in_period(zone.lines, period) for zone in power.zones)
            assert made == lines, f"{power.name} makes {made} with {lines} lines in period {period}"


def test_winter_quarters_are_whole_turns() -> None:
    for scenario in ("europe", "pacific"):
        assert [n for n, t in enumerate(world(scenario).turns, 1) if t.winter] == [4, 8, 12]


def test_the_soviet_far_east_is_closed_until_the_last_turn() -> None:
    from hexfront.games.last_war.industry import muster
    from hexfront.games.last_war.state import open_land

    s = given(scenario="pacific", turn=13)
    vladivostok = h(s, "Vladivostok")
    assert not open_land(s) >> vladivostok & 1 and not s.held[s.world.number["ussr"]]
    s.turn = 14
    muster(s)
    assert s.held[s.world.number["ussr"]] >> vladivostok & 1
    assert s.pool[s.world.number["ussr"] * 6] == 70


def test_a_pack_changes_figures_and_a_bad_one_is_refused() -> None:
    pack = {"scenarios/kursk": {"power": [{"id": "germany", "me": [4]}]}, "tables": {"shifts": {"no_lsp": 3}}}
    s = given(pack=pack)
    assert s.me[0] == 4 and s.world.tables.shifts["no_lsp"] == 3
    with pytest.raises(BadData, match="kursk"):
        given(pack={"scenarios/kursk": {"power": [{"id": "germany", "me": "five"}]}})


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ({"tables": {"results": {"rows": {"0": ["G"] * 10 + ["ZZ"]}}}}, "row 0: the game knows no 'ZZ'"),
        ({"tables": {"terrain": {"swamp": {"B": "sink"}}}}, "terrain.swamp: the game knows no 'sink'"),
        ({"tables": {"loss_order": {"tank": ["tank", "mule"]}}}, "loss_order.tank: the game knows no 'mule'"),
        ({"tables": {"losses": {"divisor": 0}}}, "losses.divisor: a whole number of at least 1"),
        ({"tables": {"losses": {"highest_ratio": 7}}}, "losses.highest_ratio: a whole number from 1 to 6"),
        ({"tables": {"losses": {"rows": [[1, 0, 0, 0, 0, 0, -1, 1]]}}}, "losses.rows: .* not -1"),
        ({"scenarios/kursk": {"turn": []}}, "turns: a whole number of at least 1 is expected, not 0"),
        ({"scenarios/kursk": {"turn": [{"label": "May", "year": 1943, "period": -1}]}}, "turn May, period"),
    ],
)
def test_a_pack_that_makes_no_sense_is_refused_in_a_sentence(pack: dict[str, Any], words: str) -> None:
    with pytest.raises(BadData, match=words):
        given(pack=pack)


def test_resampling_leaves_what_a_seat_sees_and_forgets_the_rest() -> None:
    from hexfront.games.last_war.actions import Deploy, Pick
    from hexfront.games.last_war.deployment import DeployStep
    from hexfront.testing import act

    s = given(
        agenda=(DeployStep(),),
        pool={"germany": {"men": 3}, "ussr": {"men": 3}},
        guess=[0, 1] + [0] * 6 + [-1] + [0] * 7,
    )
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(0, 0, 1))
    seen = {GAME.resample(s, "allies", SeededSource(n)).me[0] for n in range(20)}
    assert seen == {3, 4, 5}, "an assessment of 4 may stand for any of these"
    other = GAME.resample(s, "allies", SeededSource(1))
    assert GAME.view(other, "allies") == GAME.view(s, "allies")
    assert other.pool[0] == 3 and not other.focus
    mine = GAME.resample(s, "axis", SeededSource(1))
    assert mine.pool[0] == 2 and mine.focus == {"axis": h(s, "Orel")}
    for seat, about in (("axis", 8), ("observer", 8), ("observer", 1)):
        errors = {GAME.resample(s, seat, SeededSource(n)).guess[about] for n in range(20)}
        assert errors == {-1, 0, 1}, "how the enemy misjudges a power is his secret"
    control = GAME.resample(s, "control", SeededSource(1))
    assert control.at == s.at


def test_views_overlays_and_whys() -> None:
    from hexfront.games.last_war.actions import Pick
    from hexfront.games.last_war.flags import FlagPlacing
    from hexfront.testing import act

    s = given(
        agenda=(FlagPlacing(0),),
        phase="flags",
        forts={("Kursk", "Orel"): 2},
        flags=[("ussr", "2717", "Orel")],
    )
    view = GAME.view(s, "axis")
    kinds = {m.kind for m in view.markers}
    assert {"front", "flag", "fort", "control"} <= kinds
    fort = next(m for m in view.markers if m.kind == "fort")
    assert (fort.at, fort.to, fort.label, fort.side) == ("2618", "2617", "2", "allies")
    assert {x.id for x in GAME.overlays(s, "axis")} >= {"front", "ground", "pool", "victory"}
    why = GAME.why(s, "axis", "", "2419")
    assert why and why[0].rule == "flags.on-hexside"
    act(s, "axis", Pick(h(s, "Orel")))
    assert [c.rule for c in GAME.why(s, "axis", "", "2516")] == ["flags.on-hexside", "flags.on-hexside"]
    assert GAME.why(s, "allies", "", "2516") == () and GAME.why(s, "axis", "", "nowhere") == ()
    ruled = given(scenario="europe", options={"umpire": True}, agenda=(FlagPlacing(0),), phase="flags")
    berlin = ruled.world.label(h(ruled, "Berlin"))
    assert {c.label for c in GAME.why(ruled, ruled.world.seats[0], "", berlin)} == {
        f"Choose Berlin ({berlin})"
    }, "nothing of Control's"
    winter = given(scenario="europe", turn=4)
    assert any(x.id == "winter" for x in GAME.overlays(winter, "axis"))
    assert len(list(bits(winter.line[0]))) > 10


def test_a_forecast_shows_the_working_before_the_dice() -> None:
    from hexfront.games.last_war.cards import CardStep

    s = given(agenda=(CardStep(),), phase="cards", flags=[("germany", "Orel", "Kursk")])
    found = GAME.forecast(s, "axis")
    assert found is not None and found.at == "2618" and found.attackers == ("2617",)
    assert abs(sum(p for _, p in found.chances) - 1) < 1e-4
    assert found.columns[found.column] == "3:2"
    assert GAME.forecast(given(), "axis") is None


def test_every_beach_of_a_scenario_has_its_sea_and_one_without_is_refused() -> None:
    for scenario in ("europe", "pacific"):
        w = given(scenario=scenario).world
        assert sorted(w.beaches.values()) == sorted(w.place(name) for name in w.plan["naval"]["beaches"])
        assert all(w.water >> sea & 1 and coast in w.near(sea) for sea, coast in w.beaches.items())
    with pytest.raises(BadData, match="before the beach Caen"):
        given(scenario="europe", pack={"scenarios/europe": {"naval": {"beaches": ["Brest", "Caen"]}}})


def test_boxes_and_tracks_show_what_a_team_needs() -> None:
    s = given(scenario="europe", options={"umpire": True}, notes=["Turn 1: agreed"])
    view = GAME.view(s, "axis")
    assert {"pool-germany", "hand-germany", "lost-germany", "brief-germany", "sea-baltic", "control"} <= {
        b.id for b in view.boxes
    }
    assert {"me-ussr", "flags-ussr", "naval-ussr", "morale-ussr", "vp"} <= {t.id for t in view.tracks}
    sea = next(b for b in view.boxes if b.id == "sea-central_mediterranean")
    assert "Italy 5" in sea.text
    assert FREE == 8 and holder(s, "Rome") == "italy"
