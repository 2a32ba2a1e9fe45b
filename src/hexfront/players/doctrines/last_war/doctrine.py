"""The Last War: hold the line where it counts, mass for a few blows that pay, and leave before a blow that does not.

What makes this game different: dice decide ground, never losses; whoever is attacked sees it coming and may send all but a
Man back to the Pool; and the Pool reaches every hex with a road home. So forces are shared out anew each turn, and a plan is one
way to share them out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import ClassVar, TypeVar, cast

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.asks import NO_HEX, Ask, picked
from hexfront.games.last_war.bombing import AirOrders, LineChoice
from hexfront.games.last_war.cards import CardPlay, Commitment
from hexfront.games.last_war.closing import Closing, Dispute, arbiter
from hexfront.games.last_war.combat import Following, PressOn
from hexfront.games.last_war.control import Appeal, MapControl
from hexfront.games.last_war.data import LINES, MEN, LastWarWorld
from hexfront.games.last_war.deployment import Deployment
from hexfront.games.last_war.flags import FlagPlacing, OrderBids, OrderChoice
from hexfront.games.last_war.front import bare_hexes
from hexfront.games.last_war.naval import Fleets
from hexfront.games.last_war.partisans import Absorption, Risings
from hexfront.games.last_war.plans import Attack, BaseSite, FlakSite, Rising, Works, ZoneSite
from hexfront.games.last_war.retooling import Retooling
from hexfront.games.last_war.state import LastWarState, is_held_by, planned, points
from hexfront.games.last_war.straightening import Conforming, Straightening
from hexfront.games.last_war.withdrawal import Withdrawal
from hexfront.hexes import bits
from hexfront.kernel import CONTROL, Action, Game, Seat, SeededSource
from hexfront.players.doctrine import Course, Doctrine, Memory, Plan, Question, Table
from hexfront.players.doctrines.last_war.air_sea import air_order, fleet_order
from hexfront.players.doctrines.last_war.deploy import Deployer, Orders
from hexfront.players.doctrines.last_war.fight import Banner, banners, card_plays, commitments, keeps
from hexfront.players.doctrines.last_war.plan import plans, variants
from hexfront.players.doctrines.last_war.read import LastWarGround, Reading
from hexfront.players.doctrines.last_war.works import idle_bombers, order_bid, retooling
from hexfront.players.doctrines.last_war.worth import chance_of_axis, features, narrowly, tells
from hexfront.players.plan import tilted
from hexfront.players.question import on
from hexfront.wargame import read_toml

_DONE, _STOP = a.Done(), a.Stop()
CARD_TRIES = 8
"""How often a card is taken up in one turn at most."""
SHORT = 6  # turns of a war whose end is near enough to be played out to
MOST_KEPT = 4_000  # steps that are remembered from one playout to the next
Keep = dict[tuple[int, int], int]
Play = tuple[int, int, Action]
N = TypeVar("N")
SHUT_FIRST = ("concrete", "craft", "air", "tanks", "bombers", "lsp")  # which production is missed least


class Case(Question[LastWarState]):
    """A question with the position as the seat reads it."""

    def __init__(
        self,
        doctrine: LastWarDoctrine,
        s: LastWarState,
        seat: Seat,
        legal: list[Action],
        plan: Plan,
        memory: Memory,
        source: SeededSource,
    ) -> None:
        super().__init__(s, seat, legal, plan, memory, source)
        self._doctrine = doctrine

    @cached_property
    def r(self) -> Reading:
        numbers = tilted(self._doctrine.numbers, self.plan)
        return Reading(self.s, self.seat, self._doctrine.ground(self.s.world), self.plan, numbers)


class LastWarDoctrine(Doctrine[LastWarState, Case]):
    """Plans a whole step at once, then carries it out click by click."""

    horizon = 1
    effort = 22
    length = 250.0
    signs: ClassVar[dict[str, int]] = {
        "lead": 1, "lead_late": 1, "axis_open": -1, "allies_open": 1, "strength": 1, "strength_early": 1, "supply": 1,
        "cards": 1,
    }  # fmt: skip

    def __init__(self, game: Game[LastWarState]) -> None:
        super().__init__(game)
        self._grounds: dict[bytes, LastWarGround] = {}
        self._kept: dict[tuple[object, ...], object] = {}
        file = read_toml(Path(__file__).with_name("numbers.toml"))
        self.numbers: dict[str, float] = file["numbers"]
        self.weights: dict[str, float] = file["worth"]

    def ground(self, w: LastWarWorld) -> LastWarGround:
        found = self._grounds.get(w.key)
        if found is None:
            found = self._grounds[w.key] = LastWarGround(w, self.numbers)
        return found

    # --- plans

    def plans(self, s: LastWarState, seat: Seat) -> list[Plan]:
        """Ways to play the turn."""
        return plans()

    def tries(self, q: Case) -> list[Course]:
        """At the first choice of a step: the plan of the turn beside variants of it."""
        return variants(q)

    def page(self, s: LastWarState, seat: Seat, plan: bool = False) -> str:
        """The plan of the first turn."""
        return f"{seat}: plan" if plan and s.turn == 1 else ""

    def planning_key(self, s: LastWarState, seat: Seat) -> object:
        """A plan is made at the first choice of a turn and followed to its end."""
        return s.turn

    def is_played_out(self, s: LastWarState, start: LastWarState, seat: Seat) -> bool:
        """The last two turns of a short war are played to its end, the others judged when they are over; in a long one a
        plan is judged when the next turn's flags have been fought out."""
        turns = len(s.world.turns)
        if turns > SHORT:
            return bool(s.turn > start.turn + self.horizon)
        return bool(start.turn < turns - 1 and s.turn > start.turn)

    # --- how it stands

    def names(self, seat: Seat) -> list[str]:
        return [
            name for name in self.numbers if name not in ("near", "far", "memory", "last", "goal", "collapse")
        ]

    def features(self, s: LastWarState) -> dict[str, float]:
        return features(s)

    def tells(self, s: LastWarState, start: LastWarState, seat: Seat) -> dict[str, float]:
        return tells(s, start, s.world.seat_side.get(seat, 1))

    def worth(self, s: LastWarState, seat: Seat) -> float:
        """How likely the seat's side is to win, as learned from play."""
        if s.result is not None:
            return super().worth(s, seat)
        curve = self.curve_for(s, seat)
        if curve is None:
            return self.by_hand(s, seat)
        axis = curve(features(s))
        return 1 - axis if s.world.seat_side.get(seat, 1) else axis

    def worth_at_end(self, s: LastWarState, seat: Seat) -> float:
        if s.result is None:
            return self.worth(s, seat)
        return 0.6 * super().worth(s, seat) + 0.4 * narrowly(s, s.world.seat_side.get(seat, 1))

    def by_hand(self, s: LastWarState, seat: Seat) -> float:
        axis = chance_of_axis(s, self.weights)
        return 1 - axis if s.world.seat_side.get(seat, 1) else axis

    # --- choices

    def table(self) -> Table[Case]:
        return (
            on(Retooling, self._retooling),
            on(Deployment, self._deployment),
            on(Closing, self._closing),
            on(OrderBids, self._orderbids),
            on(OrderChoice, self._orderchoice),
            on(FlagPlacing, self._flagplacing),
            on(CardPlay, self._cardplay),
            on(Commitment, self._commitment),
            on(Withdrawal, self._withdrawal),
            on(PressOn, self._presson),
            on(Following, self._following),
            on(Absorption, self._absorption),
            on(Straightening, self._straightening),
            on(Conforming, self._conforming),
            on(Risings, self._risings),
            on(AirOrders, self._airorders),
            on(LineChoice, self._linechoice),
            on(Fleets, self._fleets),
            on(Dispute, self._dispute),
            on(Appeal, self._appeal),
            on(MapControl, self._mapcontrol),
        )

    def question(
        self,
        s: LastWarState,
        seat: Seat,
        legal: list[Action],
        plan: Plan,
        memory: Memory,
        source: SeededSource,
    ) -> Case:
        return Case(self, s, seat, legal, plan, memory, source)

    def answer(self, q: Case) -> Action:
        """A plan is made for a whole step; parts of it that can no longer be carried out are dropped."""
        frame = q.s.agenda[0]
        assert isinstance(frame, Ask)
        if q.seat == CONTROL and CONTROL not in frame.asked(q.s):
            return self._aside(q)
        action = super().answer(q)
        return action if action in q.legal else _way_out(q.legal)

    def _worked_out(self, q: Case, step: str, make: Callable[[], N], copy: Callable[[N], N]) -> N:
        """What a seat means to do in a step. Playouts come to the same position again and again: worlds differ only in what the seat
        does not know, how effective powers are, and it goes by what it believes."""
        if not q.memory.quick:
            return make()
        s = q.s.clone()
        s.me = s.guess = s.edge = ()
        key = (step, s.world.key, self.game.codec.encode(s), tuple(q.r.me), q.seat, q.plan)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = make()
        return copy(cast(N, found))

    # --- Control

    def _aside(self, q: Case) -> Action:
        """Control interferes as little as it can."""
        return next((x for x in q.legal if isinstance(x, a.Done | a.Annotate)), q.legal[0])

    def _dispute(self, q: Case, frame: Dispute) -> Action:
        return a.Award(arbiter(q.s, frame.powers))

    def _appeal(self, q: Case, frame: Appeal) -> Action:
        """The first grant there is beyond a refusal."""
        return a.Award(1)

    def _mapcontrol(self, q: Case, frame: MapControl) -> Action:
        return self._aside(q)

    # --- steps 1 and 2

    def _retooling(self, q: Case, frame: Retooling) -> Action:
        return retooling(q.r, q.legal, q.s.focus.get(q.seat, -1))

    def _deployment(self, q: Case, frame: Deployment) -> Action:
        r, s = q.r, q.s
        orders = q.memory.once(
            "deploy", (s.turn, r.seat), lambda: self._worked_out(q, "deploy", Deployer(r).plan, Orders.again)
        )
        i = picked(s, r.seat)
        bare = 0 if orders.is_manned else bare_hexes(s, r.seat)
        orders.is_manned = not bare
        if i == NO_HEX:
            if bare:
                first = [
                    x
                    for x in q.legal
                    if isinstance(x, a.Pick) and bare >> x.hex & 1 and x.hex not in orders.left
                ]
                if first:
                    orders.left.add(first[0].hex)
                    return first[0]
            for j in (
                *orders.want,
                *(f[0] for f in (*orders.forts, *orders.flak, *orders.bases, *orders.zones)),
            ):
                if j not in orders.left and _missing(r, orders, j) and a.Pick(j) in q.legal:
                    orders.left.add(j)  # now: if nothing can be done there nobody asks again
                    return a.Pick(j)
            return _loan(q) or _DONE  # last: what is wanted here is not lent
        if bare >> i & 1:
            men = [x for x in q.legal if isinstance(x, a.Deploy) and x.kind == MEN and x.points == 1]
            if men:
                return max(men, key=lambda x: (bool(s.held[x.power] >> i & 1), r.me[x.power], -x.power))
        elif not bare:
            for action in _missing(r, orders, i):
                if action in q.legal:
                    return action
        orders.left.add(i)
        return _STOP

    # --- steps 3 to 6

    def _closing(self, q: Case, frame: Closing) -> Action:
        r = q.r
        claims = [x for x in q.legal if isinstance(x, a.Claim)]
        if not claims:
            return _DONE
        return max(claims, key=lambda x: (r.value(x.hex), r.me[x.power], -x.power, -x.hex))

    def _orderbids(self, q: Case, frame: OrderBids) -> Action:
        return order_bid(q.r, q.legal)

    def _orderchoice(self, q: Case, frame: OrderChoice) -> Action:
        return a.GoSecond()

    def _flagplacing(self, q: Case, frame: FlagPlacing) -> Action:
        r, s = q.r, q.s
        key = (s.turn, r.seat, frame.extra, tuple(s.flags))
        plan = q.memory.once(
            "flags", key, lambda: self._worked_out(q, "flags", lambda: banners(r, frame), list[Banner])
        )
        i = picked(s, r.seat)
        placed = {p.at for p in planned(s, Attack)}
        tried = q.memory.once("flags tried", key, set[int])
        if i == NO_HEX:
            for x in plan:
                if x.at not in placed | tried and a.Pick(x.at) in q.legal:
                    tried.add(x.at)
                    return a.Pick(x.at)
            return _DONE
        for x in plan:
            if x.at == i:
                for action in (a.Flag(x.power, x.to, x.craft), a.Flag(x.power, x.to)):
                    if action in q.legal:
                        return action
        plan[:] = [x for x in plan if x.at != i]
        return _STOP

    def _cardplay(self, q: Case, frame: CardPlay) -> Action:
        r, s = q.r, q.s
        plays = q.memory.once(
            "cards",
            (s.turn, r.seat),
            lambda: self._worked_out(q, "cards", lambda: card_plays(r), list[Play]),
        )
        if r.seat not in s.focus:
            tries = q.memory.once("cards tried", (s.turn, r.seat), dict[int, int])
            for power, card, _ in plays:
                hand = power * 64 + card
                # A card that can only be put back is not asked about again: so it is not taken up for ever.
                if tries.get(hand, 0) < CARD_TRIES and a.Draw(power, card) in q.legal:
                    tries[hand] = tries.get(hand, 0) + 1
                    return a.Draw(power, card)
            return _DONE
        drawn = s.focus[r.seat]
        for power, card, action in list(plays):
            if power * 64 + card == drawn:
                if action in q.legal:
                    return action
                plays.remove((power, card, action))
        return _STOP

    def _commitment(self, q: Case, frame: Commitment) -> Action:
        r = q.r
        key = (r.s.turn, r.seat, tuple(r.s.flags))
        plan = q.memory.once(
            "commit", key, lambda: self._worked_out(q, "commit", lambda: commitments(r), list[Action])
        )
        while plan:
            action = plan.pop(0)
            if action in q.legal:
                return action
        return _DONE

    def _withdrawal(self, q: Case, frame: Withdrawal) -> Action:
        r, s = q.r, q.s
        key = (s.turn, r.seat)
        plan = q.memory.once(
            "withdraw",
            key,
            lambda: self._worked_out(q, "withdraw", lambda: {**keeps(r), **idle_bombers(r)}, dict[int, Keep]),
        )
        left = q.memory.once("withdrawn", key, set[int])
        i = picked(s, r.seat)
        if i == NO_HEX:
            for j, keep in plan.items():
                too_many = any(points(s, j, n, kind) > most for (n, kind), most in keep.items())
                if too_many and j not in left and a.Pick(j) in q.legal:
                    left.add(j)
                    return a.Pick(j)
            return _DONE
        for (n, kind), most in plan.get(i, {}).items():
            over = points(s, i, n, kind) - most
            for lot in (5, 1):
                if over >= lot and a.Recall(n, kind, lot) in q.legal:
                    return a.Recall(n, kind, lot)
        left.add(i)
        return _STOP

    # --- steps 7 to 9

    def _presson(self, q: Case, frame: PressOn) -> Action:
        r = q.r
        beyond = [x for x in q.legal if isinstance(x, a.Beyond)]
        first = 1 << frame.hex

        def worth(x: a.Beyond) -> float:
            return r.value(x.hex) + r.bend(r.side, first | 1 << x.hex) - r.bend(r.side, first)

        best = max(beyond, key=lambda x: (worth(x), -x.hex), default=None)
        return best if best is not None and worth(best) > 0.1 else a.Halt()

    def _following(self, q: Case, frame: Following) -> Action:
        """All where the old hex lies behind the line now; else what keeps both in hand. Nobody leaves a vital place."""
        r = q.r
        front = [i for i in frame.hexes if r.s.line[r.side] >> i & 1]
        home = any(r.ground.vital[r.side] >> i & 1 for i in front)
        if home or not r.s.line[r.side] >> frame.hex & 1:
            return a.Occupy(0)
        if not front or r.value(frame.hex) > 1.3 * max(r.value(i) for i in front):
            return a.Occupy(2)
        return a.Occupy(1)

    def _absorption(self, q: Case, frame: Absorption) -> Action:
        """Partisans fight on as long as there are enemy combats near to hinder."""
        r, s, w = q.r, q.s, q.r.w
        far = w.tables.shifts["enemy_pag_distance"]
        for x in q.legal:
            if not isinstance(x, a.Absorb) or s.line[r.foe] & w.within(x.hex, far):
                continue
            if is_held_by(s, x.hex, r.side):
                return x
        return _DONE

    def _straightening(self, q: Case, frame: Straightening) -> Action:
        """Give up a hex that sticks out: one that would be lost anyway, or one without which the line is so much shorter
        that the Men it frees are worth more."""
        r, s, w = q.r, q.s, q.r.w
        if not r.left:
            return _DONE
        best: tuple[float, Action] = (0.0, _DONE)
        for x in q.legal:
            if not isinstance(x, a.Withdraw) or w.cities >> x.hex & 1 or r.ground.vital[r.side] >> x.hex & 1:
                continue
            i = x.hex
            own = [j for j in w.land_near[i] if s.ground[r.side] >> j & 1]
            foes = [j for j in w.land_near[i] if s.ground[r.foe] >> j & 1]
            saved = r.yielded(i)
            sticks_out = len(foes) >= 4 and all(s.line[r.side] >> j & 1 for j in own)
            if sticks_out and r.value(i) < 1.0 * r.later:
                f = r.threat(i)
                if f is not None and r.ground.odds.outlook(f).take > 0.5:
                    saved = max(saved, 0.01)
            if saved > best[0]:
                best = (saved, x)
        return best[1]

    def _conforming(self, q: Case, frame: Conforming) -> Action:
        r = q.r
        moves = [x for x in q.legal if isinstance(x, a.Conform)]
        if not moves:
            return _DONE
        return max(moves, key=lambda x: (r.value(x.hex), r.me[x.power], -x.power, -x.hex))

    # --- partisans, air, sea

    def _risings(self, q: Case, frame: Risings) -> Action:
        """Partisans where they hinder most of the enemy's line that others do not hinder yet."""
        r, s, w = q.r, q.s, q.r.w
        far = w.tables.shifts["enemy_pag_distance"]
        spoilt = 0
        for at in (*s.pags, *(p.at for p in planned(s, Rising))):
            spoilt |= w.within(at, far)
        front = s.line[r.foe] & ~spoilt
        best: Action = _DONE
        most = 0.5
        for x in q.legal:
            if isinstance(x, a.Rise):
                worth = sum(0.5 + 0.3 * r.value(i) for i in bits(front & w.within(x.hex, far)))
                if worth > most:
                    best, most = x, worth
        return best

    def _airorders(self, q: Case, frame: AirOrders) -> Action:
        return air_order(q.r, q.legal, q.source)

    def _linechoice(self, q: Case, frame: LineChoice) -> Action:
        return min(q.all(a.Shut), key=lambda x: SHUT_FIRST.index(LINES[x.kind]))

    def _fleets(self, q: Case, frame: Fleets) -> Action:
        return fleet_order(q.r, q.legal)


def _missing(r: Reading, orders: Orders, i: int) -> list[Action]:
    """What is still to be done in a hex."""
    s = r.s
    out: list[Action] = []
    for (n, kind), wanted in orders.want.get(i, {}).items():
        more = min(wanted - points(s, i, n, kind), s.pool[n * 6 + kind])
        if more >= 5:
            out.append(a.Deploy(n, kind, 5))
        if more > 0:
            out.append(a.Deploy(n, kind, 1))
    if not out:
        works = {p.toward for p in planned(s, Works) if p.at == i}
        flak = {p.at for p in planned(s, FlakSite)}
        bases = {p.at for p in planned(s, BaseSite)}
        zones = {p.at for p in planned(s, ZoneSite)}
        out += [a.Fortify(n, j) for at, n, j in orders.forts if at == i and j not in works]
        out += [a.BuildFlak(n) for at, n in orders.flak if at == i and i not in flak]
        out += [a.BuildBase(n) for at, n in orders.bases if at == i and i not in bases]
        out += [a.Secure(n, 0) for at, n in orders.zones if at == i and i not in zones]
    return out


def _loan(q: Case) -> Action | None:
    """Lend what cannot be used at once to the ally with the longest line."""
    r, s = q.r, q.s
    best: Action | None = None
    most = 0
    for x in q.all(a.Lend):
        own = (s.held[x.power] & s.line[r.side]).bit_count()
        theirs = (s.held[x.ally] & s.line[r.side]).bit_count()
        spare = s.pool[x.power * 6 + x.kind] - (3 if own or s.craft[x.power] else 0)
        if spare > 0 and theirs > max(most, 2 * own + 2) and s.reach[x.ally]:
            best, most = x, theirs
    return best


def _way_out(legal: list[Action]) -> Action:
    """The action that ends what cannot be carried out."""
    for way in (_STOP, _DONE):
        if way in legal:
            return way
    return legal[0]


__all__ = ["LastWarDoctrine"]
