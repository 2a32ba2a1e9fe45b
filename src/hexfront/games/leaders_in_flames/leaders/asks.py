"""What the rules ask of leaders: numbers that add up, and permissions. No rule of the base names a leader or an ability.

A black row counts only once it was announced; a use serves one battle, one move, the step or the impulse (Cases 3b, 3.2c).
"""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.leaders_in_flames.kinds import ITALY, POWERS
from hexfront.games.leaders_in_flames.leaders.rows import Row
from hexfront.games.leaders_in_flames.politics.parties import together
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, is_down, stand
from hexfront.hexes import Hex, HexSet

CODE = 256
AT_SEA = -10  # and below: an occasion at sea; on land it is a hex
USED = -2
"""Of an announcement: it was for one unit, which has had it."""


def code(leader: int, n: int) -> int:
    """A leader and one of his abilities as one number."""
    return leader * CODE + n


def pair(s: State, number: int) -> tuple[int, Row]:
    """The other way round."""
    return number // CODE, s.world.rows[number % CODE]


def helps(s: State, leader: int, u: int, row: Row | None = None) -> bool:
    """Whether a leader may affect a unit: Italians Italians alone, a minor's leader his country's units, others their power's,
    its minors' and those of co-operating powers, unless an ability of his forbids it.

    Cases 3.2h, 3.2i, 3.2j, ability.1, ability.2, ability.31. RULING his-side-wording.
    """
    w = s.world
    nation, other = w.nation[leader], w.nation[u]
    if row is not None and row.any_power:
        return w.side[leader] == w.side[u]
    if nation == other:
        return True
    if nation not in POWERS or nation == POWERS[ITALY]:
        return False
    power, his = w.power[leader], {each.ask for each in w.abilities(leader)}
    if other not in POWERS and w.power[u] == power:
        return "help.minors" not in his
    if "help.powers" in his or "help.minors" in his:
        return False
    return together(s, leader, u)


def help_case(s: State, leader: int, u: int) -> str:
    """The case that keeps a leader from affecting a unit."""
    w = s.world
    nation = w.nation[leader]
    if nation == POWERS[ITALY]:
        return "3.2h"
    if nation not in POWERS:
        return "3.2j"
    asks = {each.ask: each.case for each in w.abilities(leader)}
    return asks.get("help.minors") or asks.get("help.powers") or "3.2i"


def reach_of(s: State, leader: int, row: Row) -> HexSet:
    """The hexes in which an ability of a leader on the map works. Cases 2a, 2c, 2d."""
    h = stand(s, leader)
    if h < 0:
        return 0
    if row.reach == "range":
        return s.world.range_of(leader, h)
    return s.world.area if row.reach == "anywhere" else 1 << h


def occasion(s: State) -> int:
    """What an announcement is made for now: the battle on land or at sea or the mission, by its hex or sea area, else the move."""
    if s.sea >= 0:
        return AT_SEA - s.sea
    if s.target >= 0:
        return s.target
    return s.over if s.over >= 0 else s.moves_made


def in_use(s: State, question: str) -> Iterator[tuple[int, Row]]:
    """Every leader with a row that answers a question and is in use now: for the battle or move at hand, for the step, for
    the impulse. A leader turned face-down since stays announced, one who left the map does not."""
    if not s.said and not s.standing:
        return
    now = occasion(s)
    for number, for_which in s.said.items():
        leader, row = pair(s, number)
        if (
            for_which != USED
            and row.ask == question
            and (row.span == "step" or for_which == now)
            and is_out(s, leader)
        ):
            yield leader, row
    for number in s.standing:
        leader, row = pair(s, number)
        if row.ask == question and is_out(s, leader):
            yield leader, row


def touches(s: State, leader: int, row: Row, u: int) -> bool:
    """Whether an ability in use reaches a unit that the leader may affect."""
    if row.no_hq and s.world.is_hq(u):
        return False
    return reaches(s, leader, row, stand(s, u)) and helps(s, leader, u, row)


def reaches(s: State, leader: int, row: Row, place: int) -> bool:
    """Whether an ability of a leader works in a hex or section. At sea it is his own section, for some his sea area.

    Cases 2a, 2c. RULING range-sea.
    """
    here = stand(s, leader)
    if is_sea(here) or is_sea(place):
        return here == place or (row.reach == "area" and is_sea(here) and area_of(here) == area_of(place))
    return place >= 0 and bool(reach_of(s, leader, row) >> place & 1)


def is_out(s: State, leader: int) -> bool:
    """Whether a leader is on the map, ashore or at sea, or lands."""
    at = stand(s, leader)
    return at >= 0 or is_sea(at)


def sum_for(s: State, question: str, u: int) -> int:
    """What the rows in use add for one unit. Case 3.2k."""
    return sum(row.give for leader, row in in_use(s, question) if touches(s, leader, row, u))


def may_for(s: State, question: str, u: int) -> bool:
    """Whether a row in use permits something to one unit."""
    return any(touches(s, leader, row, u) for leader, row in in_use(s, question))


def holds_rank(s: State, leader: int, at: Hex) -> int:
    """The leader who has used up a leader's rank on the map of a hex, or -1. Case 3.2g. RULING rank-minor-leader."""
    key = rank_key(s, leader, at)
    return s.ranks.get(key, -1) if key >= 0 else -1


def rank_key(s: State, leader: int, at: Hex) -> int:
    """Power, rank and map as one number; -1 for a minor country's leader, who has a place of his own."""
    w = s.world
    if w.is_minor[leader - w.first_leader]:
        return -1
    return (w.power[leader] * 8 + w.has_rank[leader]) * 4 + w.map_at(at)


def is_ready(s: State, leader: int) -> bool:
    """Whether a leader is on the map face-up. Case 3.2a."""
    return is_out(s, leader) and not is_down(s, leader)
