"""For the Motherland!: where bases, air fields and artillery stand."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.motherland import actions as a
from hexfront.games.motherland.kinds import AIR_BASE, AXIS, SUPPLY_BASE, SUPPORT
from hexfront.games.motherland.long_moves import strategic_hexes, strategic_violation
from hexfront.games.motherland.movement import Moves
from hexfront.hexes import bits
from hexfront.kernel import Action
from hexfront.players.doctrines.motherland.bases import Posts, exposed
from hexfront.players.doctrines.motherland.desk import Desk
from hexfront.players.doctrines.motherland.read import INITIATIVE, costs, strength
from hexfront.players.doctrines.motherland.supply import drive

POSTED = 50.0  # a Supply Base goes where it is sent
STRIDE = 4  # hexes that Soviet units are expected to go
STRIDE_LATER = 6  # when they have Tank Armies
PERILS = (-8.0, -6.0, -2.5)  # cost of an enemy so many hexes off
PERILS_LATER = (-8.0, -6.0, -4.0, -2.0)  # Tank Armies break through and drive on in the same turn
OVERWHELMED = 3.0  # times its defence that a garrison can face
SUPPORT_REACH, AIR_REACH = 3, 4
MOST_TARGETS = 10  # enemies in reach of an air field beyond which it makes no difference

Worth = Callable[[int], float]


def rear(d: Desk, u: int) -> Worth:
    """How good hexes are for a unit that does not fight by itself."""
    kind, pull, safe = d.w.kind[u], d.read.pull, _safety(d, u)
    if kind == SUPPORT:
        return lambda h: 1.5 * _helps(d, h, SUPPORT_REACH) + 0.3 * pull.get(h, 0.0) + safe(h)
    if kind == AIR_BASE:
        return lambda h: _helps(d, h, AIR_REACH) + 0.3 * _in_reach(d, h) + 0.3 * pull.get(h, 0.0) + safe(h)
    if kind == SUPPLY_BASE:
        return _feeding(d, u)
    return lambda h: 0.4 * pull.get(h, 0.0) + safe(h)


def _safety(d: Desk, u: int) -> Worth:
    """What it costs to stand near the enemy, unless somebody there holds out."""
    s, w = d.s, d.w
    foe = s.soviet_front if d.side == AXIS else s.axis_front
    perils = PERILS_LATER if d.side == AXIS and s.turn >= INITIATIVE else PERILS

    def safety(h: int) -> float:
        near = next((n for n in range(1, len(perils) + 1) if w.disc(h, n) & foe), 0)
        if not near:
            return 0.0
        held = sum(strength(s, x)[1] for x in s.stack.get(h, ()) if x != u and w.combat[x])
        if held:
            return -1.0 if d.read.threat.get(h, 0.0) > OVERWHELMED * held else 0.0
        return perils[near - 1]

    return safety


def _helps(d: Desk, h: int, far: int) -> float:
    """The worth of planned attacks within reach."""
    near = d.w.disc(h, far)
    return sum(max(0.5, x.value) for x in d.notes.attacks if near >> x.target & 1)


def _in_reach(d: Desk, h: int) -> int:
    """How many enemies an air field in a hex could reach."""
    return min(sum(1 for j in bits(d.w.disc(h, AIR_REACH) & d.read.enemy) if j in d.read.steps), MOST_TARGETS)


# --- Supply Bases


def _feeding(d: Desk, u: int) -> Worth:
    """How good hexes are for a Supply Base beside all others; best of all the one it is sent to."""
    s = d.s
    sites = d.doctrine.sites(d)
    if sites is not None:
        return lambda h: 1.0 if h == sites.get(u, s.where[u]) else 0.0
    posts = Posts(s, _beside(d))
    chosen = _chosen(d, posts)
    others = 0
    for b in d.w.of_kind[SUPPLY_BASE]:
        if b != u and s.where[b] >= 0:
            others |= posts.fed(chosen.get(b, s.where[b]))[1]
    post = chosen.get(u, -1)
    return lambda h: posts.worth(h, others) + (POSTED if h == post else 0.0)


def _beside(d: Desk) -> Worth:
    """What a hex is worth to a Supply Base beside the units it feeds: the way ahead, and safety."""
    s, w, read = d.s, d.w, d.read
    later = s.turn >= INITIATIVE
    open_ = exposed(s, STRIDE_LATER if later else STRIDE)
    near_them = w.grid.around(open_)
    beyond = w.grid.around(near_them) if later else 0
    close, further = (-8.0, -3.0) if later else (-4.0, 0.0)

    def beside(h: int) -> float:
        held = sum(strength(s, x)[1] for x in s.stack.get(h, ()) if w.combat[x])
        if held:
            peril = -2.0 if read.threat.get(h, 0.0) > OVERWHELMED * held else 0.0
        else:
            peril = -16.0 if open_ >> h & 1 else close if near_them >> h & 1 else 0.0
            peril += further if beyond >> h & 1 and not peril else 0.0
        ahead = 0.3 * (w.disc(h, 4) & s.axis_front).bit_count() + 0.3 * read.pull.get(h, 0.0)
        return ahead + peril

    return beside


def _chosen(d: Desk, posts: Posts) -> dict[int, int]:
    """The hexes that Supply Bases are sent to, once a phase; none before others have moved, or by rail."""
    s, frame = d.s, d.s.agenda[0]
    if not isinstance(frame, Moves):
        return {}

    def make() -> dict[int, int]:
        movers = [x.unit for x in frame.legal(s, d.seat) if type(x) is a.Pick]
        bases = [u for u in movers if d.w.kind[u] == SUPPLY_BASE]
        return posts.assign({b: list(costs(s, b)) for b in bases})

    return d.memory.once("posts", (s.turn, s.phase), make)


def leap(d: Desk, unit: int) -> Action:
    """A Supply Base follows the front by strategic movement, on Mud turns alone. Case 5.3.2."""
    s = d.s
    posts = Posts(s, _beside(d))

    def make() -> dict[int, int]:
        bases = [b for b in d.w.of_kind[SUPPLY_BASE] if s.where[b] >= 0]
        able = [b for b in bases if strategic_violation(s, b) is None]
        return posts.assign({b: [s.where[b], *bits(strategic_hexes(s, b) & posts.net)] for b in able})

    goal = d.memory.once("leaps", s.turn, make).get(unit, -1)
    can_drive = drive(s, unit, posts.within) >> goal & 1 if goal >= 0 else True
    taken = any(d.w.kind[x] == SUPPLY_BASE for x in s.stack.get(goal, ()))
    for x in d.all(a.Redeploy):
        if x.hex == goal and not can_drive and not taken:
            return x
    return d.first(a.Hold)


__all__ = ["leap", "rear"]
