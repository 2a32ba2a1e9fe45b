"""From sheet to sheet: moves, trains, supply."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Go, Pick
from hexfront.games.leaders_in_flames.air.planes import airfields
from hexfront.games.leaders_in_flames.kinds import ALLIES, GERMANY, USSR
from hexfront.games.leaders_in_flames.land.moves import Moves, walks
from hexfront.games.leaders_in_flames.land.rail import line_of
from hexfront.games.leaders_in_flames.land.supply import path_steps, supply_of
from hexfront.games.leaders_in_flames.state import give_hexes
from hexfront.kernel import pending
from hexfront.testing import act
from tests.games.leaders_in_flames.kit import campaign, where


@pytest.mark.rule("base.move")
def test_a_step_over_a_seam() -> None:
    s = campaign({"Soviet INF 29": "E0021"}, (Moves(ALLIES),), side="allies", action="combined")
    w = s.world
    u = w.unit("Soviet INF 29")
    found = walks(s, pending(s), u)  # type: ignore[arg-type]
    assert (
        found and "A0902" in found and found["A0902"].cost == w.steps_foot.of[w.hex("E0021")][w.hex("A0902")]
    )
    act(s, "allies", Pick(u))
    act(s, "allies", Go(w.hex("A0902")))
    assert where(s, "Soviet INF 29") == "A0902"


@pytest.mark.rule("base.rail")
def test_the_trans_siberian_railway() -> None:
    s = campaign({"Soviet INF 29": "Moscow"}, side="")
    w = s.world
    assert line_of(s, w.unit("Soviet INF 29")) >> w.hex("Vladivostok") & 1
    give_hexes(s, 1 << w.hex("A1201"), w.party_of["finland"])
    assert not line_of(s, w.unit("Soviet INF 29")) >> w.hex("Vladivostok") & 1, "the seam is cut"


@pytest.mark.rule("base.supply")
def test_paths_are_measured_in_european_hexes() -> None:
    s = campaign(side="")
    w = s.world
    assert [path_steps(w, sheet, 4) for sheet in "EAW"] == [4, 2, 1]
    assert [path_steps(w, "A", length) for length in (6, 3, 2)] == [3, 1, 1]
    chungking = w.hex("Chungking")
    fed = supply_of(s, 7)
    ring = [h for h in w.grid if w.grid.distance(chungking, h) == 2 and s.control[7] >> h & 1]
    assert fed >> chungking & 1 and any(fed >> h & 1 for h in ring)
    assert supply_of(s, GERMANY) and supply_of(s, USSR) >> w.hex("Vladivostok") & 1


@pytest.mark.rule("base.field", "base.rebase")
def test_a_mission_lands_on_its_own_sheet_and_a_rebase_beyond_the_seam() -> None:
    s = campaign({"Soviet INF 29": "E0021", "Soviet INF 12": "A0902", "Soviet I-16": "E0021"}, side="allies")
    w = s.world
    u, here, beyond = w.unit("Soviet I-16"), w.hex("E0021"), w.hex("A0902")
    assert not airfields(s, u, here, 6) >> beyond & 1
    assert airfields(s, u, here, 6, seams=True) >> beyond & 1
