"""For the Motherland!: strategic movement and ships. Units far from where they are wanted go by rail."""

from __future__ import annotations

from hexfront.games.motherland import actions as a
from hexfront.games.motherland.kinds import SUPPORT
from hexfront.games.motherland.long_moves import LongMove, LongMoves, strategic_hexes
from hexfront.games.motherland.state import countries, move_factor
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action
from hexfront.players.doctrines.motherland import chores
from hexfront.players.doctrines.motherland.desk import Desk
from hexfront.players.doctrines.motherland.feed import Feeding
from hexfront.players.doctrines.motherland.operate import Staffwork
from hexfront.players.doctrines.motherland.read import has_room
from hexfront.players.operations.holding import Post, assign

SAVES = 0.6  # turns that a long move has to save
STAGES = 6  # hexes near a post that are thought of, when the nearest are full


class Transport:
    """The long moves of a Movement Phase: for each unit that goes far, the hex it goes to."""

    def __init__(self, work: Staffwork, able: list[int]) -> None:
        self.work, self.s = work, work.s
        self.stages = {u: hexes for u in able if (hexes := list(bits(strategic_hexes(work.s, u))))}
        self._rail: dict[tuple[int, Hex], tuple[float, Hex]] = {}

    def by_rail(self, u: int, goal: Hex) -> tuple[float, Hex]:
        """How many turns after this one a unit gets to a hex if it goes by rail, and where it leaves the train."""
        found = self._rail.get((u, goal))
        if found is None:
            points, stage = self.work.ways_of(u).nearest(goal, self.stages[u])
            found = self._rail[u, goal] = points / max(1, move_factor(self.s, u)), stage
        return found

    def value(self, u: int, post: Post) -> float:
        """What it is worth to send a unit to a post, by rail where that is quicker."""
        work = self.work
        worth = work.value(u, post)
        if u not in self.stages or post.hex in work.reaches[u] or not countries(self.s, u) >> post.hex & 1:
            return worth
        return max(worth, work.late(work.worth_there(u, post), self.by_rail(u, post.hex)[0]))

    def orders(self, bases: list[int]) -> dict[int, Hex]:
        """Units to posts; those who save time by rail go there. Bases follow the line."""
        work = self.work
        units = [u for u in work.reaches if u in work.pic.bodies]
        busy = work.guard(units)
        busy |= work.hunt([u for u in units if u not in busy])
        busy |= work.detach([u for u in units if u not in busy])
        posts = work.posts(0)
        free = [u for u in units if u not in busy]
        for u in self.stages:
            work.ways_of(u).prepare(post.hex for post in posts)
        out: dict[int, Hex] = Feeding(self.s, work.pic, work.draw()).leaps(bases) if bases else {}
        for u, k in sorted(assign(posts, free, self.value).items()):
            goal = posts[k].hex
            if u not in self.stages or goal in work.reaches[u]:
                continue
            turns, stage = self.by_rail(u, goal)
            if turns + SAVES < work.turns(u, goal):
                found = self._with_room(u, goal, stage, out)
                if found >= 0:
                    out[u] = found
        return out

    def _with_room(self, u: int, goal: Hex, stage: Hex, taken: dict[int, Hex]) -> Hex:
        """The hex nearest to a post that has room for one more."""
        s = self.s
        ways = self.work.ways_of(u)
        near = sorted(self.stages[u], key=lambda h: (ways.points(goal, h), h))
        for h in near[:STAGES]:
            others = [x for x in s.stack.get(h, ()) if x not in taken]
            others += [x for x, at in taken.items() if at == h]
            if has_room(s, u, others):
                return h
        return -1


def send(d: Desk, frame: LongMoves) -> Action:
    """The next unit that goes far; bases and artillery as they can."""
    w, sent = d.w, d.sent.units
    orders = d.doctrine.long_orders(d, frame)
    for x in d.all(a.Pick):
        if x.unit in sent:
            continue
        sent.add(x.unit)
        if x.unit in orders or w.kind[x.unit] == SUPPORT:
            return x
    return d.last


def go_far(d: Desk, frame: LongMove) -> Action:
    """To where it was ordered."""
    unit = frame.unit
    if d.w.kind[unit] == SUPPORT:
        return chores.go_far(d, frame)
    goal = d.doctrine.long_orders(d, frame).get(unit, -1)
    for x in d.legal:
        if isinstance(x, a.Redeploy) and x.hex == goal:
            return x
    return d.first(a.Hold)


__all__ = ["Transport", "go_far", "send"]
