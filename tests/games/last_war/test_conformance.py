"""The laws every game keeps, golden games, and an end to every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.games.last_war import GAME
from hexfront.games.last_war.actions import Pick
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.hexes import bits
from hexfront.kernel import Chance, SeededSource, apply, deciders, legal, resolve
from hexfront.lab import playout
from hexfront.testing import conformance, golden

from .kit import ALLIES, AXIS, act, given, h

GOLDEN = Path(__file__).parent / "golden"


def test_kursk_keeps_every_law() -> None:
    done = conformance(GAME, scenarios=["kursk"], games=2, actions=1500, dear=0.04, must_end=True)
    assert done.finished == 2


@pytest.mark.parametrize(("scenario", "seats"), [("europe", 2), ("europe", 7), ("pacific", 4)])
def test_the_long_wars_keep_every_law(scenario: str, seats: int) -> None:
    setup = GAME.setup(scenario, {"seats": seats})
    assert conformance(GAME, setups=[setup], games=1, actions=220, dear=0.02, skip=("undo",)).actions == 220


@pytest.mark.parametrize("name", ["kursk", "europe", "pacific"])
def test_golden_games_go_the_way_they_were_recorded(name: str) -> None:
    s = golden.replay(GOLDEN / f"{name}.json.gz", GAME)
    assert name != "kursk" or s.result is not None


def test_random_games_end_with_a_result() -> None:
    for seed in range(12):
        done = playout(GAME, GAME.setup("kursk"), seed, limit=5000)
        assert done.result is not None, seed


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seats"), [("europe", 4), ("pacific", 7)])
def test_the_long_wars_end_too(scenario: str, seats: int) -> None:
    assert playout(GAME, GAME.setup(scenario, {"seats": seats}), 1, limit=60_000).result is not None


def connected(s, side: int) -> bool:  # type: ignore[no-untyped-def]
    """Whether every hex of a line faces the other side through a chain of neighbouring line hexes."""
    w = s.world
    line = s.line[side]
    foe = s.ground[1 - side]
    for i in bits(line):
        facing = [j for j in w.land_near[i] if foe >> j & 1]
        for j in facing:
            beside = [k for k in w.land_near[i] if k in w.land_near[j]]
            if any(s.ground[side] >> k & 1 and not line >> k & 1 for k in beside):
                return False
    return True


def test_the_front_is_continuous_after_every_step() -> None:
    for scenario, seed, limit in (("kursk", 4, 4000), ("europe", 4, 500)):
        s = GAME.start(GAME.setup(scenario))
        source = SeededSource(seed)
        for _ in range(limit):
            if not s.agenda:
                break
            frame = s.agenda[0]
            if isinstance(frame, Chance):
                resolve(s, frame.outcomes(s).draw(source))
            else:
                seat = source.choice(deciders(s))
                apply(s, seat, source.choice(legal(s, seat)))
            assert connected(s, AXIS) and connected(s, ALLIES)
            assert not list(GAME.invariants(s))


def test_plans_are_entered_by_all_seats_at_the_same_time() -> None:
    stock = {"men": 2}
    pools = dict.fromkeys(
        ("germany", "ussr", "finland", "italy", "balkans", "vichy", "usa", "britain"), stock
    )
    s = given(scenario="europe", options={"seats": 7}, agenda=(DeployStep(),), pool=pools)
    assert set(deciders(s)) == set(s.world.seats) and isinstance(s.agenda[0], Deployment)
    act(s, "ussr", Pick(h(s, "Rostov")))
    act(s, "germany", Pick(h(s, "Kharkov")))
    act(s, "finland", Pick(h(s, "Viipuri")))
    assert s.focus == {"ussr": h(s, "Rostov"), "germany": h(s, "Kharkov"), "finland": h(s, "Viipuri")}
    assert set(deciders(s)) == set(s.world.seats), "nobody waits for anybody"
