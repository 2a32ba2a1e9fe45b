"""Each of the 122 abilities: a test of what it does in another file; here what holds for all, and that none lacks either."""

from __future__ import annotations

from functools import lru_cache

import pytest

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import CUP, LAND, POWERS
from hexfront.games.leaders_in_flames.leaders.asks import code, rank_key
from hexfront.games.leaders_in_flames.leaders.usable import usable
from hexfront.games.leaders_in_flames.setup import ground
from hexfront.games.leaders_in_flames.state import State, turn_down
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Setup
from hexfront.proof.cases import proofs_of
from hexfront.wargame import put

SILENT = {1, 2, 15, 17, 48, 84, 97}
"""Never announced: limits and automatic effects, and three that ask when their moment comes. Each has two tests of its own."""
NUMBERS = range(1, 123)


@lru_cache(maxsize=1)
def _start() -> State:
    return ground(World(Setup("beginning")))


def with_a_leader(n: int) -> tuple[State, int]:
    """The world with nobody on the map but a leader who has the ability, in an impulse of his side."""
    s = _start().clone()
    w = s.world
    leader = next(u for u in w.all_leaders if any(row.n == n for row in w.abilities(u)))
    s.side, s.action = w.side[leader], [LAND] * len(POWERS)
    put(s, leader, w.hex("Paris"))
    s.over = w.hex("Paris")
    s.target = s.over if w.rows[n].moment == "battle" else -1
    return s, leader


def refusal(s: State, leader: int, n: int, moment: str = "") -> str:
    """The case that keeps him from announcing it, empty where nothing does."""
    w = s.world
    found = usable(s, w.side[leader], leader, n, moment or w.rows[n].moment)
    return found.rule if found else ""


@pytest.mark.rule("3.2a", "3.2c", "3.2g", "3b", "3c")
@pytest.mark.parametrize("n", [n for n in NUMBERS if n not in SILENT])
def test_not_face_down_twice_off_the_map_at_another_time_or_with_his_rank_in_use(n: int) -> None:
    s, leader = with_a_leader(n)
    general = ("3.2a", "3.2c", "3.2g", "3b", "3c")
    assert refusal(s, leader, n) not in general, "he stands there, and it is the moment"
    assert refusal(s, leader, n, "some other time") == "3c"
    down = s.clone()
    turn_down(down, leader)
    assert refusal(down, leader, n) == "3.2a"
    said = s.clone()
    said.said[code(leader, n)] = 0
    assert refusal(said, leader, n) == "3.2c"
    gone = s.clone()
    gone.stack.pop(gone.where[leader])
    gone.where[leader] = CUP
    assert refusal(gone, leader, n) == "3b"
    key = rank_key(s, leader, s.where[leader])
    s.ranks[key] = next(u for u in s.world.all_leaders if u != leader)
    assert refusal(s, leader, n) == ("3.2g" if key >= 0 else refusal(with_a_leader(n)[0], leader, n))


@pytest.mark.rule("3c")
@pytest.mark.parametrize("n", sorted(SILENT))
def test_what_is_never_announced(n: int) -> None:
    s, leader = with_a_leader(n)
    assert not s.world.rows[n].moment
    assert refusal(s, leader, n, "battle") == "3c"


@pytest.mark.rule("1b")
def test_every_ability_has_a_holder_and_a_test_of_its_own() -> None:
    """And those that the general test above cannot reach have two; that of 17 has three positions."""
    w = _start().world
    assert sorted(w.rows) == list(NUMBERS)
    held = {row.n for u in w.all_leaders for row in w.abilities(u)}
    assert held == set(NUMBERS)
    proofs = proofs_of(LEADERS_IN_FLAMES)
    lacking = [n for n in NUMBERS if not proofs.get(f"ability.{n}")]
    assert not lacking, lacking
    alone = [n for n in SILENT - {17} if len(proofs[f"ability.{n}"]) < 2]
    assert not alone, alone
