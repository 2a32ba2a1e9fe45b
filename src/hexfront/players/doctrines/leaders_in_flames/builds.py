"""Leaders in Flames: production by plan. What is farthest behind the make-up that history gave a power's forces is built next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec

from hexfront.games.leaders_in_flames.actions import Build, BuyConvoy, Done, Finish, LayDown
from hexfront.games.leaders_in_flames.air.pilots import PILOT, TURNS
from hexfront.games.leaders_in_flames.economy.production import SPECIAL, BuildUnits
from hexfront.games.leaders_in_flames.kinds import (
    AIR_KINDS,
    CIRCLE,
    CV,
    CVP,
    GONE,
    LATER,
    POOL,
    POWERS,
    READY,
    RESERVE,
    SHIP_IDS,
)
from hexfront.games.leaders_in_flames.politics.step import has_come
from hexfront.games.leaders_in_flames.sea.convoys import fleet_of
from hexfront.games.leaders_in_flames.sea.yards import Shipbuilding, next_ship, yard_price
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import Action
from hexfront.players.doctrines.leaders_in_flames.desk import Desk

WISHES = ("ARM", "MECH", "INF", "MOT", "MIL", "GAR", "CAV", "MTN", "HQ-I")
"""What is built, in this order, where there is no sea and no war but the one at hand."""
NOT_THERE = (POOL, LATER, RESERVE, GONE)
AIRMAN = 2
"""What a pilot costs."""


class Program(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """How a power's forces should be made up from a date on, and the share of its points that its yards get."""

    power: str
    since: tuple[int, int]
    yards: float
    land: dict[str, float]
    ships: dict[str, float]


class Programs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of them, by date."""

    provenance: str
    reason: str
    plan: tuple[Program, ...]


PROGRAMS = msgspec.toml.decode((Path(__file__).parent / "builds.toml").read_bytes(), type=Programs).plan


def program(s: State, power: int) -> Program:
    """A power's program of today."""
    return [row for row in PROGRAMS if row.power == POWERS[power] and has_come(s, row.since)][-1]


def family(kind: str) -> str:
    """A kind as the programs name it: all aircraft of one kind together."""
    return kind[:3] if kind[:3] in AIR_KINDS else kind


def forces(s: State, power: int) -> Counter[str]:
    """A power's units by kind, those on their way among them."""
    w = s.world
    return Counter(
        family(w.card(u).price_name)
        for u in w.carded
        if s.where[u] not in NOT_THERE and w.nation[u] == POWERS[power]
    )


def waiting(s: State, power: int) -> int:
    """How many aircraft on their way have no pilot, and none in training."""
    w = s.world
    planes: int = sum(
        w.nation[u] == POWERS[power] and s.where[u] in (CIRCLE, READY) and (w.is_plane(u) or w.kind[u] == CVP)
        for u in w.carded
    )
    return planes - s.pilots[power] - sum(n for key, n in s.training.items() if key // TURNS == power)


def lack(wanted: float, have: int) -> float:
    """How far a kind is behind: with every unit of it less."""
    return wanted / (have + 1)


def build(q: Desk, frame: BuildUnits) -> Action:
    """What is farthest behind the program and arrives in time; pilots for aircraft that have none."""
    s, w = q.s, q.w
    kinds = {a.kind: a for a in q.all(Build)}
    in_time = [kind for kind in kinds if kind not in SPECIAL and s.turn + w.tables.time(kind) <= w.plan.turns]
    if not w.ships:
        return next((kinds[kind] for kind in WISHES if kind in in_time), q.last)
    if PILOT in in_time and waiting(s, frame.power) > 0:
        return kinds[PILOT]
    wanted, have = program(s, frame.power).land, forces(s, frame.power)
    grounded = waiting(s, frame.power) >= 0
    found = [
        (lack(wanted.get(family(kind), 0.0), have[family(kind)]), w.tables.cost(kind), kind)
        for kind in in_time
        if not (grounded and kind[:3] in AIR_KINDS and s.points[frame.power] < w.tables.cost(kind) + AIRMAN)
    ]
    best = max(found, default=(0.0, 0, ""))
    return kinds[best[2]] if best[0] > 0 else q.last


def shipbuilding(q: Desk, frame: Shipbuilding) -> Action:
    """With the share of the points that the yards get: what is on the slips or damaged, convoys that were sunk, then what is
    farthest behind the program."""
    s, w, power = q.s, q.w, frame.power
    plan, left = program(s, power), s.points[power]
    full = q.memory.once(f"yards {power}", (s.turn, s.phase), lambda: left)  # what is lent is gone before
    room = plan.yards * full - (full - left)
    finish = [a for a in q.all(Finish) if _arrives(s, a.unit) and yard_price(s, a.unit) <= room + 1]
    if finish:
        return min(finish, key=lambda a: (yard_price(s, a.unit) - 2.0 * w.ship(a.unit).planes, a.unit))
    for convoy in q.all(BuyConvoy):
        if room >= 1 and _afloat(s, power) < _trade(s, power):
            return convoy
    have = Counter(SHIP_IDS[w.kind[u] - CV] for u in _ships(s, power) if s.where[u] not in NOT_THERE)
    rows = [
        (lack(plan.ships.get(SHIP_IDS[a.kind - CV], 0.0), have[SHIP_IDS[a.kind - CV]]), -a.kind, a)
        for a in q.all(LayDown)
        if w.ship(u := next_ship(s, power, a.kind)).lay <= room
        and s.turn + 1 + w.ship(u).turns <= w.plan.turns
    ]
    best = max(rows, key=lambda row: row[:2], default=None)
    return best[2] if best is not None and best[0] > 0 else Done()


def _ships(s: State, power: int) -> Iterable[int]:
    w = s.world
    return (u for u in w.ships_of[w.parties[power].side] if w.power[u] == power)


def _arrives(s: State, u: int) -> bool:
    """Whether a ship in the yards is ready before the end."""
    return s.turn + (s.world.ship(u).turns if u in s.keels else 2) <= s.world.plan.turns


def _afloat(s: State, power: int) -> int:
    """A power's convoy points, those on the slips among them."""
    return fleet_of(s, power) + sum(n for key, n in s.slips.items() if key % len(POWERS) == power)


def _trade(s: State, power: int) -> int:
    """The convoy points that a power had when the scenario began."""
    rows = s.world.data["setups"][s.world.plan.setup].get("convoys", {})
    return sum(rows.get(POWERS[power], {}).values())
