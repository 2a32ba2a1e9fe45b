"""For the Motherland!: the doctrine on the operations layer. A line, posts, attacks and spearheads, planned for a phase."""

from __future__ import annotations

from hexfront.games.motherland import actions as a
from hexfront.games.motherland.kinds import AXIS, EXPLOITATION_PHASES, MUD, SUPPLY_BASE
from hexfront.games.motherland.long_moves import LongMove, LongMoves
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.reach import reach
from hexfront.games.motherland.state import State, move_factor, weather
from hexfront.games.motherland.world import World
from hexfront.hexes import Hex, HexSet, union
from hexfront.kernel import Game
from hexfront.players.doctrine import Table
from hexfront.players.doctrines.motherland import transport
from hexfront.players.doctrines.motherland.attack import Planner
from hexfront.players.doctrines.motherland.desk import Desk
from hexfront.players.doctrines.motherland.doctrine import MotherlandDoctrine
from hexfront.players.doctrines.motherland.escape import Escape
from hexfront.players.doctrines.motherland.feed import Feeding
from hexfront.players.doctrines.motherland.field import Map, Picture
from hexfront.players.doctrines.motherland.operate import KEPT, Staffwork
from hexfront.players.doctrines.motherland.posture import attacks_now, posture
from hexfront.players.doctrines.motherland.read import costs, garrisons
from hexfront.players.doctrines.motherland.transport import Transport
from hexfront.players.question import on

WORTH_LEAVING = 3.0  # least worth of an attack to the Axis from turn 12 on: who attacks leaves the line
LURED = 0.5  # how much the place that an overrun leads to counts, while there is still something to come in the turn


class StaffDoctrine(MotherlandDoctrine):
    """Orders for all units of a phase together; the rest of a turn as before."""

    def __init__(self, game: Game[State]) -> None:
        super().__init__(game)
        self._maps: dict[bytes, Map] = {}
        axis, soviet = self.later
        self.later = axis | {"least": WORTH_LEAVING}, soviet

    def map_of(self, w: World) -> Map:
        found = self._maps.get(w.key)
        if found is None:
            found = self._maps[w.key] = Map(w)
        return found

    def picture(self, d: Desk) -> Picture:
        tilt = {d.plan.axis: 1.0 + d.plan.weight} if d.plan.axis else None
        return Picture(d.s, d.side, self.map_of(d.w), d.ground, tilt)

    def orders(self, d: Desk, frame: Moves) -> dict[int, int]:
        """Where everybody goes in this phase; made once, when overruns are over."""
        s = d.s
        return d.memory.once("orders", (s.turn, s.phase, d.plan.name), lambda: self._make_orders(d, frame))

    def _make_orders(self, d: Desk, frame: Moves) -> dict[int, int]:
        s, w = d.s, d.w
        d.notes.attacks, d.notes.paths = [], {}
        movers = [x.unit for x in frame.legal(s, d.seat) if isinstance(x, a.Pick)]
        posted = garrisons(s, d.side, d.read)
        reaches = {u: costs(s, u) for u in movers if w.combat[u] and u not in posted}
        if not reaches:
            return {}
        work = Staffwork(d, self.picture(d), reaches)
        d.notes.paths = work.paths
        if s.phase in EXPLOITATION_PHASES:
            taken = self._exploit(work, reaches)
        else:
            taken = self._advance(d, work, reaches)
        still = [s.where[u] for u in work.pic.bodies if u not in reaches]
        if s.phase not in EXPLOITATION_PHASES and posture(s, d.side).is_blitz:
            deep = [u for u in reaches if u not in taken and work.pic.bodies[u].is_mobile]
            taken |= work.go_deep(deep, union({*taken.values(), *still}))
        rest = [u for u in reaches if u not in taken]
        return taken | work.hold_line(rest, union({*taken.values(), *still}))

    @staticmethod
    def _advance(d: Desk, work: Staffwork, reaches: dict[int, dict[int, int]]) -> dict[int, int]:
        """A Movement Phase: raiders hunted, open cities taken, the line closed; then attacks with all who are free."""
        tied = work.guard(list(reaches))
        tied |= Escape(d.s.world, work.pic, reaches, KEPT).ways([u for u in reaches if u not in tied])
        tied |= work.hunt([u for u in reaches if u not in tied])
        tied |= work.detach([u for u in reaches if u not in tied])
        cities = work.take_cities([u for u in reaches if u not in tied])
        tied |= work.close_line([u for u in reaches if u not in tied and u not in cities])
        still = {u: {body.at: 0} for u, body in work.pic.bodies.items() if u not in reaches}
        strikes = work.strikes(d, {**work.within(reaches), **tied, **still}, fixed=False)
        strikes.taken.update(cities)
        d.notes.attacks = strikes.attacks(d.k["least"])
        return {u: next(iter(hexes)) for u, hexes in tied.items()} | strikes.taken

    @staticmethod
    def _exploit(work: Staffwork, reaches: dict[int, dict[int, int]]) -> dict[int, int]:
        """An Exploitation Phase: infantry closes the line, mobile units go deep."""
        bodies = work.pic.bodies
        deep = [u for u in reaches if bodies[u].is_mobile]
        tied = work.close_line([u for u in reaches if u not in deep])
        taken = {u: next(iter(hexes)) for u, hexes in tied.items()}
        own = union({*taken.values(), *(b.at for u, b in bodies.items() if u not in taken and u not in deep)})
        return taken | work.go_deep(deep, own)

    def table(self) -> Table[Desk]:
        return (*super().table(), on(LongMoves, transport.send), on(LongMove, transport.go_far))

    def long_orders(self, d: Desk, frame: LongMoves | LongMove) -> dict[int, int]:
        """Who goes by rail in this phase, and where to; made once, before anybody moves."""

        def make() -> dict[int, int]:
            s, w = d.s, d.w
            able = [x.unit for x in d.all(a.Pick)]
            posted = garrisons(s, d.side, d.read)
            movers = [u for u in w.units_of[d.side] if s.where[u] >= 0 and w.combat[u] and u not in posted]
            work = Staffwork(d, self.picture(d), {u: costs(s, u) for u in movers if move_factor(s, u)})
            far = [u for u in able if w.combat[u] and u not in posted]
            bases = [u for u in able if w.kind[u] == SUPPLY_BASE and weather(s) == MUD]
            return Transport(work, far).orders(bases)

        return d.memory.once("long orders", (d.s.turn, d.s.phase, d.plan.name), make)

    def lure(self, d: Desk, group: list[int], target: int) -> float:
        """In Exploitation an overrun has to be better than what each of the group would do without it."""
        s = d.s
        key = (s.turn, s.phase, d.plan.name, d.enemy)
        work = d.memory.once(f"lure {d.side}", key, lambda: self._spearheads(d))
        gain = sum(work.place(u, target, d.front) - work.place(u, s.where[u], d.front) for u in group)
        return LURED * gain / len(group)

    def _spearheads(self, d: Desk) -> Staffwork:
        """What mobile units would do, as it stands now."""
        s, w = d.s, d.w
        movers = [u for u in w.units_of[d.side] if s.where[u] >= 0 and w.combat[u] and move_factor(s, u)]
        work = Staffwork(d, self.picture(d), {u: costs(s, u) for u in movers})
        if s.phase in EXPLOITATION_PHASES:
            deep = [u for u in movers if work.pic.bodies[u].is_mobile]
            work.go_deep(deep, d.front & ~union({s.where[u] for u in deep}))
        return work

    @staticmethod
    def _spearheads_ahead(d: Desk, pic: Picture) -> dict[int, dict[Hex, float]]:
        """Where German Panzers may be at the end of the turn, in a blitz, and what it is worth to them to be fed there."""
        s = d.s
        if not posture(s, d.side).is_blitz:
            return {}
        mobile = [u for u, body in pic.bodies.items() if body.is_mobile]
        return Staffwork(
            d, pic, {u: {s.where[u]: 0, **reach(s, u, anew=True).costs()} for u in mobile}
        ).onward()

    def bounds(self, d: Desk) -> HexSet:
        """On the defensive nobody goes farther than one step in front of the line."""
        s = d.s
        if attacks_now(s, d.side):
            return d.w.land

        def make() -> HexSet:
            front = [u for u in d.w.units_of[d.side] if s.where[u] >= 0 and d.w.combat[u]]
            reaches = {u: costs(s, u) for u in front}
            return Staffwork(d, self.picture(d), reaches).bounds

        return d.memory.once(f"bounds {d.side}", (s.turn, s.phase), make)

    def planner(self, d: Desk, reaches: dict[int, dict[int, int]]) -> Planner:
        """Attacks from where everybody stands, worth what they were worth when units moved there."""
        key = (d.s.turn, d.s.phase, d.plan.name)
        work = d.memory.once(f"spot {d.side}", key, lambda: Staffwork(d, self.picture(d), reaches))
        return work.strikes(d, reaches, fixed=True)

    def sites(self, d: Desk) -> dict[int, int] | None:
        """The hexes that Supply Bases are sent to, once a phase."""
        frame = d.s.agenda[0]
        if d.side != AXIS or not isinstance(frame, Moves):
            return None

        def make() -> dict[int, int]:
            movers = [x.unit for x in frame.legal(d.s, d.seat) if isinstance(x, a.Pick)]
            bases = [u for u in movers if d.w.kind[u] == SUPPLY_BASE]
            pic = self.picture(d)
            heads = {} if d.s.phase in EXPLOITATION_PHASES else self._spearheads_ahead(d, pic)
            return Feeding(d.s, pic, spearheads=heads).place({b: list(costs(d.s, b)) for b in bases})

        return d.memory.once("sites", (d.s.turn, d.s.phase), make)


__all__ = ["StaffDoctrine"]
