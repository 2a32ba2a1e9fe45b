"""The Last War: hold the line where it counts, mass for a few blows that pay, and leave before a blow that does not.

What makes this game different: dice decide ground, never losses; whoever is attacked sees it coming and may send all but a
Man back to the Pool; and the Pool reaches every hex with a road home. So each turn is dealt anew, and a plan is a deal.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.asks import NO_HEX, picked
from hexfront.games.last_war.closing import arbiter
from hexfront.games.last_war.data import LINES, MEN
from hexfront.games.last_war.front import bare_hexes
from hexfront.games.last_war.state import is_held_by, points, unplan
from hexfront.hexes import bits
from hexfront.kernel import CONTROL, Seat, SeededSource
from hexfront.players.doctrine import Course, Doctrine, Memory, Plan
from hexfront.players.doctrines.last_war.air_sea import air_order, fleet_order
from hexfront.players.doctrines.last_war.deploy import Deployer, Orders
from hexfront.players.doctrines.last_war.fight import banners, card_plays, commitments, keeps
from hexfront.players.doctrines.last_war.plan import plans, variants
from hexfront.players.doctrines.last_war.read import Ground, Reading
from hexfront.players.doctrines.last_war.works import idle_bombers, order_bid, retooling
from hexfront.players.doctrines.last_war.worth import chance_of_axis, features, narrowly, tells
from hexfront.wargame import read_toml

_DONE, _STOP = a.Done(), a.Stop()
CARD_TRIES = 8
"""How often a card is taken up in one turn at most."""
SHORT = 6  # turns of a war whose end is near enough to be played out to
SHUT_FIRST = ("concrete", "craft", "air", "tanks", "bombers", "lsp")  # which production is missed least


class LastWarDoctrine(Doctrine):
    """Plans a whole step at once, then clicks it in."""

    horizon = 1
    effort = 22
    length = 250.0
    signs: ClassVar[dict[str, int]] = {
        "lead": 1, "lead_late": 1, "axis_open": -1, "allies_open": 1, "strength": 1, "strength_early": 1, "supply": 1,
        "cards": 1,
    }  # fmt: skip

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._grounds: dict[bytes, Ground] = {}
        file = read_toml(Path(__file__).with_name("numbers.toml"))
        self.numbers: dict[str, float] = file["numbers"]
        self.weights: dict[str, float] = file["worth"]

    def ground(self, w: Any) -> Ground:
        found = self._grounds.get(w.key)
        if found is None:
            found = self._grounds[w.key] = Ground(w, self.numbers)
        return found

    def reading(self, s: Any, seat: Seat, plan: Plan) -> Reading:
        numbers = self.numbers
        if plan.tilts:
            numbers = dict(numbers)
            for name, times in plan.tilts:
                numbers[name] *= times
        return Reading(s, seat, self.ground(s.world), plan, numbers)

    # --- plans

    def plans(self, s: Any, seat: Seat) -> list[Plan]:
        """Ways to play the turn."""
        return plans()

    def courses(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> list[Course]:
        """At the first choice of a step: the plan of the turn beside variants of it."""
        return variants(s, seat, plan, memory)

    def page(self, s: Any, seat: Seat, plan: bool = False) -> str:
        """The plan of the first turn."""
        return f"{seat}: plan" if plan and s.turn == 1 else ""

    def planning_key(self, s: Any, seat: Seat) -> Any:
        """A plan is made at the first choice of a turn and followed to its end."""
        return s.turn

    def is_played_out(self, s: Any, start: Any, seat: Seat) -> bool:
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

    def features(self, s: Any) -> dict[str, float]:
        return features(s)

    def tells(self, s: Any, start: Any, seat: Seat) -> dict[str, float]:
        return tells(s, start, s.world.seat_side.get(seat, 1))

    def worth(self, s: Any, seat: Seat) -> float:
        """How likely the seat's side is to win, as learned from play."""
        if s.result is not None:
            return super().worth(s, seat)
        curve = self.curve_for(s, seat)
        if curve is None:
            return self.by_hand(s, seat)
        axis = curve(features(s))
        return 1 - axis if s.world.seat_side.get(seat, 1) else axis

    def worth_at_end(self, s: Any, seat: Seat) -> float:
        if s.result is None:
            return self.worth(s, seat)
        return 0.6 * super().worth(s, seat) + 0.4 * narrowly(s, s.world.seat_side.get(seat, 1))

    def by_hand(self, s: Any, seat: Seat) -> float:
        axis = chance_of_axis(s, self.weights)
        return 1 - axis if s.world.seat_side.get(seat, 1) else axis

    # --- choices

    def choose(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> Any:
        name = type(s.agenda[0]).__name__
        if seat == CONTROL:
            return self._control(s, name, legal)
        choose = getattr(self, f"_{name.lower()}", None)
        if choose is None:
            return source.choice(legal)
        r = self.reading(s, seat, plan)
        action = choose(r, legal, memory, source)
        return action if action in legal else self._way_out(legal)

    def _way_out(self, legal: list[Any]) -> Any:
        """The action that ends what cannot be carried out."""
        for way in (_STOP, _DONE):
            if way in legal:
                return way
        return legal[0]

    def _control(self, s: Any, name: str, legal: list[Any]) -> Any:
        """Control interferes as little as it can."""
        if name == "Dispute":
            return a.Award(arbiter(s, s.agenda[0].powers))
        if name == "Appeal":
            return a.Award(1)
        notes = [x for x in legal if isinstance(x, a.Done | a.Annotate)]
        return (notes or legal)[0]

    # --- steps 1 and 2

    def _retooling(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        return retooling(r, legal, r.s.focus.get(r.seat, -1))

    def _deployment(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        s = r.s
        orders: Orders = memory.once("deploy", (s.turn, r.seat), lambda: Deployer(r).plan())
        i = picked(s, r.seat)
        bare = 0 if orders.is_manned else bare_hexes(s, r.seat)
        orders.is_manned = not bare
        if i == NO_HEX:
            if bare:
                first = [
                    x
                    for x in legal
                    if isinstance(x, a.Pick) and bare >> x.hex & 1 and x.hex not in orders.left
                ]
                if first:
                    orders.left.add(first[0].hex)
                    return first[0]
            loan = self._loan(r, legal)
            if loan is not None:
                return loan
            for j in (
                *orders.want,
                *(f[0] for f in (*orders.forts, *orders.flak, *orders.bases, *orders.zones)),
            ):
                if j not in orders.left and self._missing(r, orders, j) and a.Pick(j) in legal:
                    orders.left.add(j)  # now: if nothing can be done there nobody asks again
                    return a.Pick(j)
            return _DONE
        if bare >> i & 1:
            men = [x for x in legal if isinstance(x, a.Deploy) and x.kind == MEN and x.points == 1]
            if men:
                return max(men, key=lambda x: (bool(s.held[x.power] >> i & 1), r.me[x.power], -x.power))
        elif not bare:
            for action in self._missing(r, orders, i):
                if action in legal:
                    return action
        orders.left.add(i)
        return _STOP

    def _missing(self, r: Reading, orders: Orders, i: int) -> list[Any]:
        """What is still to be done in a hex."""
        s = r.s
        out: list[Any] = []
        for (n, kind), wanted in orders.want.get(i, {}).items():
            more = min(wanted - points(s, i, n, kind), s.pool[n * 6 + kind])
            if more >= 5:
                out.append(a.Deploy(n, kind, 5))
            if more > 0:
                out.append(a.Deploy(n, kind, 1))
        planned = {(unplan(p)[0], unplan(p)[4], unplan(p)[5]) for p in s.plans}
        if not out:
            out += [a.Fortify(n, j) for at, n, j in orders.forts if at == i and (1, i, j) not in planned]
            out += [a.BuildFlak(n) for at, n in orders.flak if at == i and (4, i, 0) not in planned]
            out += [a.BuildBase(n) for at, n in orders.bases if at == i and (3, i, 0) not in planned]
            out += [a.Secure(n, 0) for at, n in orders.zones if at == i and (2, i, 0) not in planned]
        return out

    def _loan(self, r: Reading, legal: list[Any]) -> Any:
        """Lend what cannot be used at once to the ally with the longest line."""
        s = r.s
        loans = [x for x in legal if isinstance(x, a.Lend)]
        best, most = None, 0
        for x in loans:
            own = (s.held[x.power] & s.line[r.side]).bit_count()
            theirs = (s.held[x.ally] & s.line[r.side]).bit_count()
            spare = s.pool[x.power * 6 + x.kind] - (3 if own or s.craft[x.power] else 0)
            if spare > 0 and theirs > max(most, 2 * own + 2) and s.reach[x.ally]:
                best, most = x, theirs
        return best

    # --- steps 3 to 6

    def _closing(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        claims = [x for x in legal if isinstance(x, a.Claim)]
        if not claims:
            return _DONE
        return max(claims, key=lambda x: (r.value(x.hex), r.me[x.power], -x.power, -x.hex))

    def _orderbids(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        return order_bid(r, legal)

    def _orderchoice(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        return a.GoSecond()

    def _flagplacing(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        s = r.s
        frame = s.agenda[0]
        key = (s.turn, r.seat, frame.extra, tuple(s.flags))
        plan = memory.once("flags", key, lambda: banners(r, frame))
        i = picked(s, r.seat)
        placed = {unplan(p)[4] for p in s.plans}
        tried: set[int] = memory.once("flags tried", key, set)
        if i == NO_HEX:
            for x in plan:
                if x.at not in placed | tried and a.Pick(x.at) in legal:
                    tried.add(x.at)
                    return a.Pick(x.at)
            return _DONE
        for x in plan:
            if x.at == i:
                for action in (a.Flag(x.power, x.to, x.craft), a.Flag(x.power, x.to)):
                    if action in legal:
                        return action
        memory.notes["flags"] = (key, [x for x in plan if x.at != i])
        return _STOP

    def _cardplay(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        s = r.s
        plays = memory.once("cards", (s.turn, r.seat), lambda: card_plays(r))
        if r.seat not in s.focus:
            tries: dict[int, int] = memory.once("cards tried", (s.turn, r.seat), dict)
            for power, card, _ in plays:
                hand = power * 64 + card
                # A card that can only be put back is not asked about again: so it is not taken up for ever.
                if tries.get(hand, 0) < CARD_TRIES and a.Draw(power, card) in legal:
                    tries[hand] = tries.get(hand, 0) + 1
                    return a.Draw(power, card)
            return _DONE
        drawn = s.focus[r.seat]
        for power, card, action in list(plays):
            if power * 64 + card == drawn:
                if action in legal:
                    return action
                plays.remove((power, card, action))
        return _STOP

    def _commitment(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        key = (r.s.turn, r.seat, tuple(r.s.flags))
        plan: list[Any] = memory.once("commit", key, lambda: commitments(r))
        while plan:
            action = plan.pop(0)
            if action in legal:
                return action
        return _DONE

    def _withdrawal(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        s = r.s
        plan, left = memory.once(
            "withdraw", (s.turn, r.seat), lambda: ({**keeps(r), **idle_bombers(r)}, set())
        )
        i = picked(s, r.seat)
        if i == NO_HEX:
            for j, keep in plan.items():
                over = any(points(s, j, n, kind) > most for (n, kind), most in keep.items())
                if over and j not in left and a.Pick(j) in legal:
                    left.add(j)
                    return a.Pick(j)
            return _DONE
        for (n, kind), most in plan.get(i, {}).items():
            over = points(s, i, n, kind) - most
            for lot in (5, 1):
                if over >= lot and a.Recall(n, kind, lot) in legal:
                    return a.Recall(n, kind, lot)
        left.add(i)
        return _STOP

    # --- steps 7 to 9

    def _presson(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        beyond = [x for x in legal if isinstance(x, a.Beyond)]
        best = max(beyond, key=lambda x: (r.value(x.hex), -x.hex), default=None)
        return best if best is not None and r.value(best.hex) > 0.1 else a.Halt()

    def _following(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        """All where the old hex lies behind the line now; else what keeps both in hand. Nobody leaves a vital place."""
        frame = r.s.agenda[0]
        front = [i for i in frame.hexes if r.s.line[r.side] >> i & 1]
        home = any(r.ground.vital[r.side] >> i & 1 for i in front)
        if home or not r.s.line[r.side] >> frame.hex & 1:
            return a.Occupy(0)
        if not front or r.value(frame.hex) > 1.3 * max(r.value(i) for i in front):
            return a.Occupy(2)
        return a.Occupy(1)

    def _absorption(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        """Partisans fight on as long as there is an enemy near to spoil."""
        s, w = r.s, r.w
        far = w.tables.shifts["enemy_pag_distance"]
        for x in legal:
            if not isinstance(x, a.Absorb) or s.line[r.foe] & w.within(x.hex, far):
                continue
            if is_held_by(s, x.hex, r.side):
                return x
        return _DONE

    def _straightening(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        """Give up a hex only where it is worth little, sticks out, and would be lost anyway."""
        s, w = r.s, r.w
        if not r.left:
            return _DONE
        for x in legal:
            if isinstance(x, a.Withdraw):
                i = x.hex
                own = [j for j in w.land_near[i] if s.ground[r.side] >> j & 1]
                foes = [j for j in w.land_near[i] if s.ground[r.foe] >> j & 1]
                sticks_out = len(foes) >= 4 and all(s.line[r.side] >> j & 1 for j in own)
                if sticks_out and r.value(i) < 1.0 * r.later and not w.cities >> i & 1:
                    f = r.threat(i)
                    if f is not None and r.ground.odds.outlook(f).take > 0.5:
                        return x
        return _DONE

    def _conforming(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        moves = [x for x in legal if isinstance(x, a.Conform)]
        if not moves:
            return _DONE
        return max(moves, key=lambda x: (r.value(x.hex), r.me[x.power], -x.power, -x.hex))

    # --- partisans, air, sea

    def _risings(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        """Partisans where they spoil most of the enemy's line that others do not spoil yet."""
        s, w = r.s, r.w
        far = w.tables.shifts["enemy_pag_distance"]
        spoilt = 0
        for at in (*s.pags, *(unplan(p)[4] for p in s.plans)):
            spoilt |= w.within(at, far)
        front = s.line[r.foe] & ~spoilt
        best: Any = _DONE
        most = 0.5
        for x in legal:
            if isinstance(x, a.Rise):
                worth = sum(0.5 + 0.3 * r.value(i) for i in bits(front & w.within(x.hex, far)))
                if worth > most:
                    best, most = x, worth
        return best

    def _airorders(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        return air_order(r, legal, source)

    def _linechoice(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        return min(legal, key=lambda x: SHUT_FIRST.index(LINES[x.kind]))

    def _fleets(self, r: Reading, legal: list[Any], memory: Memory, source: SeededSource) -> Any:
        return fleet_order(r, legal)


__all__ = ["LastWarDoctrine"]
