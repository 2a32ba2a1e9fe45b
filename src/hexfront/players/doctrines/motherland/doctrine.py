"""For the Motherland!: plan attacks, concentrate, close pockets, keep a line in supply, take cities."""

from __future__ import annotations

from math import exp
from typing import Any, ClassVar

from hexfront.games.motherland import actions as a
from hexfront.games.motherland.kinds import (
    AIR_BASE,
    ASSET,
    AXIS,
    EXPLOITATION_PHASES,
    PANZERS,
    PHASE_TITLES,
    SEATS,
    SOVIET,
    SUPPLY_BASE,
    SUPPORT,
    TANK,
)
from hexfront.games.motherland.results import retreat_hexes
from hexfront.games.motherland.state import axis_holds, is_snow, printed
from hexfront.games.motherland.victory import front_gap
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.kernel import Chance, Seat, SeededSource
from hexfront.players.doctrine import STEADY, Course, Ending, Memory, Plan
from hexfront.players.doctrines.motherland.attack import (
    Attack,
    Onrush,
    Planner,
    can_overrun,
    flies,
    overrun_value,
    price,
    spare,
)
from hexfront.players.doctrines.motherland.chores import Chores
from hexfront.players.doctrines.motherland.plan import candidates, plans
from hexfront.players.doctrines.motherland.read import (
    Reading,
    appraise,
    garrisons,
    has_room,
    line_of,
    reach,
    step_worth,
    strength,
)
from hexfront.players.doctrines.motherland.worth import ending, features, is_played_out, narrowly, tells
from hexfront.players.evaluation import squash

WIDE = 4  # hexes missing from a line beyond which it makes no difference
STAYING = 4.0  # worth of standing in a city that spares the roll of sudden death, by what that is worth
HOPELESS = -6.0
"""Attacks worth less than this are not tried: a few lucky playouts prove nothing."""


def tilted(numbers: list[dict[str, float]], side: int, plan: Plan) -> list[dict[str, float]]:
    """The numbers of both sides with a plan's tilts on those of one."""
    mine = dict(numbers[side])
    for name, times in plan.tilts:
        mine[name] *= times
    return [mine, numbers[SOVIET]] if side == AXIS else [numbers[AXIS], mine]


class MotherlandDoctrine(Chores):
    """Attacks are planned for the whole phase; everybody else holds the line, click by scored click."""

    horizon = 1
    effort = 11
    length = 450.0
    signs: ClassVar[dict[str, int]] = {
        "points": 1, "points_late": 1, "axis_early": 1, "axis_late": 1, "soviet_early": -1, "soviet_late": -1,
        "axis_out": -1, "soviet_out": 1, "axis_gap": -1, "soviet_gap": 1, "gaps_late": 1,
    }  # fmt: skip

    def plans(self, s: Any, seat: Seat) -> list[Plan]:
        """A side plans its own phases; in between there is nothing to choose."""
        return plans(s) if s.side == SEATS.index(seat) else [STEADY]

    def courses(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> list[Course]:
        """In the last phases of the game: single attacks."""
        return candidates(self, s, seat, legal, plan, memory, source)

    def page(self, s: Any, seat: Seat, plan: bool = False) -> str:
        """The plan of each phase of the first turn."""
        first = plan and s.turn == s.world.plan.first and s.side == SEATS.index(seat)
        return f"{seat}: plan for the {PHASE_TITLES[s.phase]}" if first else ""

    def planning_key(self, s: Any, seat: Seat) -> Any:
        return s.turn, s.phase

    def is_played_out(self, s: Any, start: Any, seat: Seat) -> bool:
        return is_played_out(s, start, seat)

    def ending(self, s: Any, frame: Chance, seat: Seat) -> Ending | None:
        return ending(frame, seat)

    def names(self, seat: Seat) -> list[str]:
        return list(self.numbers[SEATS.index(seat)])

    def choose(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> Any:
        side = SEATS.index(seat)
        handler = getattr(self, f"_on_{type(s.agenda[0]).__name__.lower()}", None)
        if handler is None:
            return source.choice(legal)
        if not plan.tilts:
            return handler(s, side, legal, plan, memory)
        usual, later = self.numbers, self.later
        self.numbers, self.later = tilted(usual, side, plan), tilted(later, side, plan)
        try:
            return handler(s, side, legal, plan, memory)
        finally:
            self.numbers, self.later = usual, later

    # --- movement

    def _orders(self, s: Any, side: int, read: Reading, plan: Plan, memory: Memory) -> dict[int, int]:
        """Where the units of planned attacks go; made once a phase, when overruns are over."""

        def make() -> dict[int, int]:
            memory.notes["attacks"] = []
            if s.phase in EXPLOITATION_PHASES:
                return {}
            w = s.world
            movers = [x.unit for x in s.agenda[0].legal(s, SEATS[side]) if type(x) is a.Pick]
            posted = garrisons(s, side, read)
            reaches = {u: reach(s, side, u, read)[0] for u in movers if w.combat[u] and u not in posted}
            for u in w.units_of[side]:
                if s.where[u] >= 0 and w.combat[u] and u not in reaches:
                    reaches[u] = {s.where[u]: 0}
            planner = Planner(s, side, read, reaches, False, plan.boldness, self._k(s, side)["gap"])
            planner.seize(reaches, self._k(s, side)["seize"], self._k(s, side)["supply"])
            attacks = planner.attacks(self._k(s, side)["least"])
            memory.notes["attacks"] = attacks
            if s.turn >= self._k(s, side)["hunting"]:
                planner.hunt(reaches, self._k(s, side)["hunters"])
            return dict(planner.taken)

        found = memory.once("orders", (s.turn, s.phase, plan.name), make)
        assert isinstance(found, dict)
        return found

    def _on_moves(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)
        done = memory.notes.setdefault("settled", {})
        if done.get("key") != (s.turn, s.phase):
            done.clear()
            done["key"] = (s.turn, s.phase)
        late = s.agenda[0].late
        if not late and "onrush over" not in done:
            rush = self._onrush(s, side, legal, read, plan, done)
            if rush is not None:
                memory.notes["onrush"] = rush
                return a.Pick(rush.group[0])
            done["onrush over"] = True
        orders = self._orders(s, side, read, plan, memory) if not late else {}
        picks = [x for x in legal if type(x) is a.Pick and x.unit not in done]
        picks.sort(
            key=lambda x: (
                x.unit not in orders,
                -read.threat.get(s.where[x.unit], 0.0),
                -strength(s, x.unit)[0],
                x.unit,
            )
        )
        memory.notes.pop("onrush", None)
        for x in picks:
            goal = orders.get(x.unit, -1)
            is_ordered = goal >= 0 and goal != s.where[x.unit] and ("put off", x.unit) not in done
            if is_ordered and not has_room(s, side, x.unit, list(s.stack.get(goal, ()))):
                done["put off", x.unit] = True  # somebody may still leave
                continue
            done[x.unit] = True
            way = self._way(s, side, x.unit, read, plan, orders.get(x.unit, -1), memory)
            if len(way) > 1:
                memory.notes["way"] = (x.unit, way)
                return x
        if any(x.unit not in done for x in picks):
            return self._on_moves(s, side, legal, plan, memory)
        return legal[-1]

    def _onrush(
        self, s: Any, side: int, legal: list[Any], read: Reading, plan: Plan, done: dict[Any, Any]
    ) -> Onrush | None:
        """The best overrun on the board, or none that is good enough."""
        w = s.world
        cost = price(s, side)
        by_hex: dict[int, list[int]] = {}
        for x in legal:
            if type(x) is a.Pick and w.combat[x.unit] and not s.supply[x.unit]:
                u = x.unit
                if ("rush", u) not in done and spare(s, u) >= cost:
                    by_hex.setdefault(s.where[u], []).append(u)
        top: Onrush | None = None
        least = self._k(s, side)["overrun"] - 0.5 * plan.boldness
        for h, units in by_hex.items():
            if not w.disc(h, 5) & read.enemy:
                continue
            for mech in (True, False):
                group = [u for u in units if w.mech[u] == mech]
                group = [u for u in group if w.is_german[u]] or group[:1]
                if not group:
                    continue
                found = self._onrush_of(s, side, group, h, cost, read)
                if found is not None and found.value > least and (top is None or found.value > top.value):
                    top = found
        if top is not None:
            for u in top.group:
                done["rush", u] = True
        return top

    @staticmethod
    def _onrush_of(s: Any, side: int, group: list[int], h: int, cost: int, read: Reading) -> Onrush | None:
        w = s.world
        slow = min(group, key=lambda u: spare(s, u))
        free = spare(s, slow) - cost
        armor = all(w.kind[u] in PANZERS or w.kind[u] == TANK for u in group)
        if free > 0 and armor:
            best, came = reach(s, side, slow, read, free)
        else:
            best, came = {h: 0}, {}
        top: Onrush | None = None
        seen: dict[tuple[int, str], float] = {}
        for at, spent in best.items():
            if spent > free:
                continue
            for target in w.neighbours[at]:
                if not read.enemy >> target & 1 or not can_overrun(s, side, group, at, target):
                    continue
                value = seen.get((at, str(target)))
                if value is None:
                    value = overrun_value(s, side, read, group, target, at, flies(s, side, group, target))
                    seen[at, str(target)] = value
                value -= 0.1 * spent
                if top is None or value > top.value:
                    way = [at]
                    while way[-1] != h:
                        way.append(came[way[-1]])
                    top = Onrush(list(group), way[::-1], target, value)
        return top

    def _on_march(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        here = s.where[s.group[0]]
        rush: Onrush | None = memory.notes.get("onrush")
        if rush is not None and s.group[0] in rush.group:
            return self._ride(s, side, legal, plan, memory, rush, here)
        unit, way = memory.notes.get("way", (-1, []))
        if unit == s.group[0] and here in way and way.index(here) + 1 < len(way):
            goal = way[way.index(here) + 1]
            for x in legal:
                if type(x) is a.Step and x.hex == goal:
                    return x
        return next((x for x in legal if type(x) is a.Stop), legal[-1])

    def _ride(
        self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory, rush: Onrush, here: int
    ) -> Any:
        """Lead a group to its overrun; afterwards overrun again or go where it stands best."""
        read = self._reading(s, side, plan, memory)
        if rush.target >= 0 and here in rush.way:
            if not s.has_stepped:
                for x in legal:
                    if type(x) is a.Join and x.unit in rush.group:
                        return x
            k = rush.way.index(here)
            goal = rush.way[k + 1] if k + 1 < len(rush.way) else -1
            for x in legal:
                if goal >= 0 and type(x) is a.Step and x.hex == goal:
                    return x
                if goal < 0 and type(x) is a.Overrun and x.hex == rush.target:
                    rush.target = -1
                    return x
        best, most = None, self._k(s, side)["overrun"]
        for x in legal:
            if type(x) is a.Overrun:
                value = overrun_value(s, side, read, s.group, x.hex, here, flies(s, side, s.group, x.hex))
                if value > most:
                    best, most = x, value
        if best is not None:
            return best
        if memory.notes.get("ride") != (s.turn, s.phase, tuple(s.group)):
            memory.notes["ride"] = (s.turn, s.phase, tuple(s.group))
            slow = min(s.group, key=lambda u: spare(s, u))
            memory.notes["way"] = (s.group[0], self._way(s, side, slow, read, plan, -1, memory))
        unit, way = memory.notes.get("way", (-1, []))
        if unit == s.group[0] and here in way and way.index(here) + 1 < len(way):
            goal = way[way.index(here) + 1]
            for x in legal:
                if type(x) is a.Step and x.hex == goal:
                    return x
        return next((x for x in legal if type(x) is a.Stop), legal[-1])

    def _way(
        self, s: Any, side: int, u: int, read: Reading, plan: Plan, order: int, memory: Memory
    ) -> list[int]:
        """The path to where a unit is ordered to, else to the best hex it can reach by itself."""
        w, start = s.world, s.where[u]
        best, came = reach(s, side, u, read)
        top = start
        if (
            order >= 0
            and order in best
            and has_room(s, side, u, [x for x in s.stack.get(order, ()) if x != u])
        ):
            top = order
        elif w.combat[u]:
            front = (s.axis_front if side == AXIS else s.soviet_front) & ~(1 << start)
            if any(x != u and w.combat[x] for x in s.stack[start]):
                front |= 1 << start
            missing = line_of(s, side, front)
            most = self._stand(s, side, u, start, read, plan, missing, memory) + 0.05
            if not has_room(s, side, u, [x for x in s.stack[start] if x != u]):
                most -= 20.0
            for j in best:
                if j != start and has_room(s, side, u, [x for x in s.stack.get(j, ()) if x != u]):
                    worth = self._stand(s, side, u, j, read, plan, missing, memory)
                    if worth > most:
                        top, most = j, worth
        else:
            score = self._rear(s, side, u, read, memory)
            most = score(start) + 0.05
            for j in best:
                if j != start and not any(w.kind[x] == w.kind[u] for x in s.stack.get(j, ())):
                    worth = score(j)
                    if worth > most:
                        top, most = j, worth
        way = [top]
        while way[-1] != start:
            way.append(came[way[-1]])
        return way[::-1]

    def _stand(
        self, s: Any, side: int, u: int, h: int, read: Reading, plan: Plan, missing: int, memory: Memory
    ) -> float:
        """What it is worth for a unit to stand in a hex at the end of the phase."""
        w, k = s.world, self._k(s, side)
        values = self.ground(w).value
        attack, defence = strength(s, u)
        danger = read.threat.get(h, 0.0)
        worth = k["pull"] * read.pull.get(h, 0.0)
        friends = [x for x in s.stack.get(h, ()) if x != u and w.combat[x] and w.side[x] == side]
        held = defence + sum(strength(s, x)[1] for x in friends)
        value = values.get(h, 0.0)
        if value:
            if axis_holds(s, h) != (side == AXIS):
                worth += k["take"] * read.gain.get(h, 0.0)
            elif danger or h in read.stays:
                worth += (0.25 if friends else 1.0) * (
                    k["guard"] * value + STAYING * read.stays.get(h, 0.0)
                ) + 0.3
        if missing:
            cover = (w.around[h] | 1 << h) & missing
            if cover:
                worth += k["gap"] * cover.bit_count() * (1.6 if read.left <= 1 else 1.0)
        own = s.axis_front if side == AXIS else s.soviet_front
        if s.phase not in EXPLOITATION_PHASES:
            gain = 0.0
            for j in w.neighbours[h]:
                if read.enemy >> j & 1 and attack and not w.blocked.has(h, j):
                    against = read.defence.get(j, 1.0) * (1 - 0.4 * w.shift_of(j, is_snow(s)))
                    with_us = self._around(s, side, j, u)
                    here = _edge((with_us + attack) / against) - _edge(with_us / against)
                    gain = max(gain, (1.0 + 0.2 * read.gain.get(j, 0.0)) * here)
            worth += k["attack"] * (1 + 0.3 * plan.boldness) * gain
        worth -= k["supply"] * read.shortage(w.supplied_as[u], h)
        cover_ = 1 - 0.3 * w.shift_of(h, is_snow(s)) + (0.2 if w.city >> h & 1 else 0.0)
        weak = danger / max(0.5, 2.5 * held * cover_)
        if weak > 1:
            worth -= min(2.5, k["danger"] * (weak - 1)) * (1 - 0.5 * plan.boldness)
        elif friends and danger:
            worth += 0.0
        if k["behind"]:
            worth -= k["behind"] * read.behind(w, h)
        if side == AXIS and not friends and any(w.kind[x] == SUPPLY_BASE for x in s.stack.get(h, ())):
            worth += k["base"]
        around = sum(1 for j in w.neighbours[h] if own >> j & 1 and j != s.where[u])
        worth += k["line"] * min(2, around) - k["crowd"] * len(friends)
        if read.hostile >> h & 1:
            worth += k["contact"]
        if side == SOVIET and s.chit[u] >= 0 and s.steps[u] == 1 and not w.around[h] & s.axis_any:
            worth += k["refit"]
        return worth

    @staticmethod
    def _around(s: Any, side: int, j: int, u: int) -> float:
        w = s.world
        total = 0.0
        for h in w.neighbours[j]:
            for x in s.stack.get(h, ()):
                if x != u and w.side[x] == side and w.combat[x]:
                    total += strength(s, x)[0]
        return total

    # --- combat

    def _on_the_spot(self, s: Any, side: int, plan: Plan, memory: Memory) -> Planner:
        """Attacks from where everybody stands."""
        w = s.world
        reaches = {u: {s.where[u]: 0} for u in w.units_of[side] if s.where[u] >= 0 and w.combat[u]}
        return Planner(s, side, self._reading(s, side, plan, memory), reaches, True, plan.boldness)

    def targets(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> list[Any]:
        """Attacks by what each would be worth if it were the only one, those on cities that score first; none that is
        hopeless."""
        planner = self._on_the_spot(s, side, plan, memory)
        score = self.ground(s.world).points
        found = [(planner.best(x.hex), x) for x in legal if type(x) is a.Target]
        worth = [(attack.value, x) for attack, x in found if attack is not None and attack.value > HOPELESS]
        return [
            x for _, x in sorted(worth, key=lambda pair: (pair[1].hex not in score, -pair[0], pair[1].hex))
        ]

    def _on_attacks(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        attacks = self._on_the_spot(s, side, plan, memory).attacks(self._k(s, side)["least"])
        open_ = {x.hex: x for x in legal if type(x) is a.Target}
        for x in attacks:
            if x.target in open_:
                memory.notes["attack"] = x
                return open_[x.target]
        return legal[-1]

    def _on_forming(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """The planned units join, then the attack goes in."""
        planned: Attack | None = memory.notes.get("attack")
        joins = [x for x in legal if type(x) is a.Join]
        if (planned is None or planned.target != s.target) and not s.attackers:
            planned = self._on_the_spot(s, side, plan, memory).best(s.target)
            memory.notes["attack"] = planned
        if planned is None or planned.target != s.target:
            joins.sort(key=lambda x: -strength(s, x.unit)[0])
            if joins and len(s.attackers) < 6:
                return joins[0]
        else:
            for x in joins:
                if x.unit in planned.units:
                    return x
        commits = [x for x in legal if type(x) is a.Commit]
        return commits[0] if commits and s.attackers else (joins or legal)[0]

    def _on_support(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """An Air unit flies where two columns more are worth it; the gun fires as soon as it can."""
        w = s.world
        read = self._reading(s, side, plan, memory)
        gain = read.gain.get(s.target, 0.0) + 1.0
        attack = sum(strength(s, u)[0] for u in s.attackers)
        defence = sum(strength(s, u)[1] for u in s.defenders)
        own = (sum(s.steps[u] for u in s.attackers), 4.5)
        theirs = (sum(s.steps[u] for u in s.defenders), 3.5)
        before, after = (
            appraise(s, AXIS, attack, defence, s.target, "", shift, 0, own, theirs, True, gain)
            for shift in (0, 2)
        )
        for x in legal:
            if type(x) is a.CallAir and not s.support & 1 and after - before > self._k(s, side)["fly"]:
                return x
            if type(x) is a.FireGun and w.fortified >> s.target & 1:
                return x
        return legal[-1]

    def _on_choice(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Fall back where it costs nothing, unless the hex is worth a step and holds out."""
        frame = s.agenda[0]
        back = [x for x in legal if type(x) is a.FallBack]
        losses = [x for x in legal if type(x) is a.Lose]
        if not back or not losses:
            return back[0] if back else self._cheapest(s, losses or legal)
        w = s.world
        units = s.attackers if frame.who == 0 else s.defenders
        units = [u for u in units if s.where[u] >= 0]
        friends = s.axis_any if side == AXIS else s.soviet_any
        hostile = enemy_zoc(s, side)
        costs = 0.0
        for u in units:
            ways = retreat_hexes(s, u, friends)
            if not ways or all(hostile >> h & 1 and not friends >> h & 1 for h in ways):
                costs += step_worth(s, u)
        if frame.who == 1:
            value = self.ground(w).value.get(s.target, 0.0)
            read = self._reading(s, side, plan, memory)
            stays = 0.6 + 4.0 * value * (1.0 if read.left <= 2 else 0.7)
            here = s.stack.get(s.target, ())
            if any(w.kind[u] in (ASSET, SUPPLY_BASE, AIR_BASE, SUPPORT) for u in here):
                stays += 2.0
            if not any(u in here for u in units):  # it has gone already
                stays = 0.0
        else:
            stays = 0.4 * len(units)
        cheapest = self._cheapest(s, losses)
        price_ = step_worth(s, cheapest.unit) * (1.0 if s.steps[cheapest.unit] > 1 else 1.5)
        steps = sum(s.steps[x.unit] for x in losses)
        if steps <= frame.left:
            return back[0]
        return cheapest if costs + stays > price_ * max(1, frame.left) * 0.9 else back[0]

    @staticmethod
    def _cheapest(s: Any, legal: list[Any]) -> Any:
        """The step that costs least; a Supply Base or Air Base, weak as it is, goes last."""
        kind = s.world.kind
        return min(
            legal,
            key=lambda x: (
                kind[x.unit] in (SUPPLY_BASE, AIR_BASE),
                sum(printed(s, x.unit)) / max(1, s.steps[x.unit]),
                x.unit,
            ),
        )

    def _on_mustlose(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        return self._cheapest(s, legal)

    _on_zocloss = _on_attritionloss = _on_mustlose

    def _on_trim(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """The enemy's excess is ours to choose: the best goes."""
        return max(legal, key=lambda x: (sum(printed(s, x.unit)), x.unit))

    def _on_retreats(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)

        def worth(x: Any) -> float:
            room = has_room(s, side, x.unit, list(s.stack.get(x.hex, ())))
            return self._stand(s, side, x.unit, x.hex, read, STEADY, 0, memory) - (0.0 if room else 8.0)

        return max(legal, key=worth)

    def _on_advances(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Advance where it stands better there; a hex without a garrison that matters is taken."""
        read = self._reading(s, side, plan, memory)
        best, most = legal[-1], 0.0
        for x in legal:
            if type(x) is a.Advance and has_room(s, side, x.unit, list(s.stack.get(x.hex, ()))):
                there = self._stand(s, side, x.unit, x.hex, read, plan, 0, memory)
                here = self._stand(s, side, x.unit, s.where[x.unit], read, plan, 0, memory)
                better = there - here - self._torn(s, side, x.unit, x.hex)
                if better > most:
                    best, most = x, better
        return best

    def _torn(self, s: Any, side: int, u: int, h: int) -> float:
        """What it costs the line if a unit leaves its hex for another."""
        front = s.axis_front if side == AXIS else s.soviet_front
        before = line_of(s, side, front).bit_count()
        here = s.where[u]
        if not any(x != u and s.world.combat[x] for x in s.stack[here]):
            front &= ~(1 << here)
        return self._k(s, side)["gap"] * (line_of(s, side, front | 1 << h).bit_count() - before)

    # --- how it stands

    def features(self, s: Any) -> dict[str, float]:
        return features(s)

    def tells(self, s: Any, start: Any, seat: Seat) -> dict[str, float]:
        return tells(s, start, SEATS.index(seat))

    def worth(self, s: Any, seat: Seat) -> float:
        if s.result is not None:
            return super().worth(s, seat)
        curve = self.curve_for(s, seat)
        if curve is None:
            return self.by_hand(s, seat)
        base = curve(features(s))
        return base if SEATS.index(seat) == AXIS else 1 - base

    def worth_at_end(self, s: Any, seat: Seat) -> float:
        if s.result is None:
            return self.worth(s, seat)
        return 0.5 * super().worth(s, seat) + 0.5 * narrowly(s, SEATS.index(seat))

    def by_hand(self, s: Any, seat: Seat) -> float:
        """Cities and forces, beside what they were at the beginning: scenarios are made to be even. In a long war they
        are held beside what they usually are on the turn."""
        w = s.world
        if w.key not in self._leads:
            self._leads[w.key] = self._lead(self.game.start(w.setup))
        lead = self._lead(s) - self._leads[w.key]
        usual = self.usual.get(w.setup.scenario)
        if usual is not None:
            lead = usual["counts"] * (lead - usual["leads"][min(s.turn, len(usual["leads"])) - 1])
        base = squash(lead)
        return base if SEATS.index(seat) == AXIS else 1 - base

    def _lead(self, s: Any) -> float:
        """How far the Axis is ahead, by figures set by hand: cities, forces, those out of supply counting half, and
        holes in the line where they cost points."""
        w = s.world
        values = self.ground(w).value
        cities = sum(v if axis_holds(s, h) else -v for h, v in values.items())
        force = [0.0, 0.0]
        for h in s.stack:
            for u in s.stack[h]:
                if w.combat[u]:
                    force[w.side[u]] += sum(strength(s, u)) * (0.5 if s.supply[u] else 1.0)
        lead = 0.15 * cities + 9.0 * force[AXIS] / (force[AXIS] + force[SOVIET] + 1.0)
        if w.plan.gap_axis:
            lead -= 0.3 * abs(w.plan.gap_axis) * min(WIDE, front_gap(s, AXIS))
        if w.plan.gap_soviet:
            lead += 0.1 * abs(w.plan.gap_soviet) * min(WIDE, front_gap(s, SOVIET))
        return float(lead)


def _edge(ratio: float) -> float:
    """How good odds are: rising steepest between 1:1 and 4:1."""
    return 1 / (1 + exp(-1.4 * (ratio - 2.2))) - 0.044


__all__ = ["MotherlandDoctrine"]
