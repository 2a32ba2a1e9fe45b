"""Where two parts of the rules meet."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Attack, Done, Go, Pick, Retreat
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import KILLED, USSR
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting
from hexfront.games.leaders_in_flames.land.odds import odds
from hexfront.games.leaders_in_flames.land.rail import RailMoves
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.fate import recall_after_battle
from hexfront.games.leaders_in_flames.politics.wars import join_side
from hexfront.games.leaders_in_flames.sea.landing import Invasions, beaches
from hexfront.games.leaders_in_flames.sequence import Stage
from hexfront.games.leaders_in_flames.state import give_hexes
from hexfront.hexes import bits
from hexfront.kernel import pending, settle
from hexfront.proof.seams import survey_seams
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    ARMOUR,
    AXIS,
    NORTH,
    PLAIN,
    TANKS,
    WEST,
    battle,
    campaign,
    declare,
    down,
    refused,
    say,
    steppe,
    through,
    to_roll,
    where,
)


@pytest.mark.seam("supply", "politics")
def test_supply_and_surprise() -> None:
    """Zones that do not count for moves do not cut supply either."""
    place = {"German INF IX": "E0825", "Soviet INF 29": "E0924", "Soviet INF 12": "E0926"}
    s, surprised = steppe(place, ()), steppe(place, (), surprised=1 << USSR)
    u = s.world.unit("German INF IX")
    assert not is_supplied(s, u) and is_supplied(surprised, u)


@pytest.mark.seam("move", "leaders")
def test_rail_and_abilities() -> None:
    """A leader who went by rail lies face-down and uses nothing in the combat that follows."""
    s = steppe({"Guderian": "Orel"}, (RailMoves(0),), {"Guderian": [18]})
    w = s.world
    line = [
        h
        for h in bits(w.rail.connected(1 << w.hex("Orel"), w.area))
        if w.grid.distance(h, w.hex("Tula")) <= 3
    ]
    for h in line:
        give_hexes(s, 1 << h, 0)
    act(s, AXIS, Pick(w.unit("Guderian")))
    act(s, AXIS, Go(w.hex("Tula")))
    assert down(s, "Guderian") and refused(s, "Guderian", 18) == "3.2a"


def test_retreat_and_a_later_battle() -> None:
    """Units that retreated into a hex under attack defend it face-down, and count for the die."""
    place = {
        **TANKS,
        "German INF IX": "E1024",
        "German INF X": "E1024",
        "Soviet INF 29": PLAIN,
        "Soviet INF 14": PLAIN,
        "Soviet INF 12": NORTH,
    }
    s = steppe(place, (Declaring(0), Fighting(0)), phase="combat")
    w = s.world
    declare(s, PLAIN, ARMOUR)
    declare(s, NORTH, ("German INF IX", "German INF X"))
    act(s, AXIS, Done())
    act(s, AXIS, Attack(w.hex(PLAIN)))
    to_roll(s, 1)
    roll(s, 9)
    through(s, Withdrawing)
    assert isinstance(pending(s), Withdrawing)
    u = pending(s).legal(s, ALLIES)[0].unit  # type: ignore[union-attr]
    act(s, ALLIES, Retreat(u, w.hex(NORTH)))
    through(s)
    assert w.label(s.target) == NORTH and u in s.defenders
    to_roll(s)
    assert odds(s).bonus == 1


@pytest.mark.seam("combat", "leaders")
def test_recall_and_rank() -> None:
    """A recalled leader's place stays used for the impulse."""
    rows = [{"id": "Guderian", "abilities": [18], "stars": 4}, {"id": "Manstein", "abilities": [18]}]
    place = {**TANKS, "Guderian": WEST, "Manstein": WEST, "Soviet INF 29": PLAIN}
    s = battle(place, PLAIN, ARMOUR, more={"leaders": {"leader": rows}})
    say(s, AXIS, "Guderian", 18)
    s.fates = dict.fromkeys((s.world.unit(name) for name in ARMOUR), KILLED)
    recall_after_battle(s)
    assert where(s, "Guderian") == "cup" and refused(s, "Manstein", 18) == "3.2g"
    s.side, s.target, s.agenda = -1, -1, (Stage(0),)
    settle(s)
    assert not s.ranks, "a new stage is free"


@pytest.mark.seam("combat", "leaders")
def test_leader_and_retreat_of_his_stack() -> None:
    """A leader in a beaten hex goes back with the units, face-down."""
    s = battle(
        {**TANKS, "Zhukov": PLAIN, "Soviet INF 29": PLAIN, "Soviet INF 12": PLAIN},
        PLAIN,
        ARMOUR,
        {"Zhukov": [30]},
    )
    to_roll(s, 1)
    roll(s, 9)
    through(s)
    assert where(s, "Zhukov") not in (PLAIN, "dead", "cup") and down(s, "Zhukov")


@pytest.mark.seam("carry", "politics")
def test_landings_and_peace() -> None:
    """From one sea invaders go ashore in occupied France, and in Spain only once it is at war."""
    s = campaign(
        {"British AMPH I": "bay_of_biscay-2", "British MAR Royal": "aboard British AMPH I"},
        (Invasions(1),),
        side=ALLIES,
        action="combined",
        phase="airlift",
    )
    w = s.world
    marines = w.unit("British MAR Royal")
    assert beaches(s, marines) >> w.hex("Brest") & 1
    assert not beaches(s, marines) >> w.hex("Bilbao") & 1
    join_side(s, w.minor_of["spain"], 0, w.power[marines])
    assert beaches(s, marines) >> w.hex("Bilbao") & 1


def test_every_pair_of_parts_is_settled() -> None:
    """Each pair either meets in a marked test or cannot meet."""
    assert {report.status for report in survey_seams(LEADERS_IN_FLAMES)} == {"proven", "apart"}
