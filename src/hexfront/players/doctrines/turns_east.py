"""Hitler Turns East: drive on the cities in the fair months, hold what was won in the snow; or trade ground for time,
stand in front of the cities, and strike when winter comes."""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any

from hexfront.games.turns_east import actions as a
from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SIDES, SOVIET, WITHDRAW
from hexfront.games.turns_east.state import factor
from hexfront.games.turns_east.strength import defenders, odds
from hexfront.games.turns_east.supply import Net
from hexfront.hexes import bits
from hexfront.kernel import Die, Seat, SeededSource
from hexfront.players.doctrine import STEADY, Doctrine, Memory, Plan
from hexfront.wargame import read_toml

PULL = 0.82  # how fast the pull of an objective fades with each hex
ABROAD = 0.5  # how much an objective in another Command's area counts
AUTOMATIC = {"kiev": 1.5, "moscow": 1.5, "leningrad": 1.5, "rostov": 0.5, "sevastopol": 0.5, "maikop": 0.5}
WORTH_OF_ORDER = {  # what an order is worth to a Command by side and season
    (AXIS, "Fair"): {HOLD: 0.6, WITHDRAW: 0.0, ASSAULT: 2.6, BLITZ: 4.2},
    (AXIS, "Mud"): {HOLD: 1.0, WITHDRAW: 0.0, ASSAULT: 2.2, BLITZ: 2.4},
    (AXIS, "Snow"): {HOLD: 1.0, WITHDRAW: 0.2, ASSAULT: 1.6, BLITZ: 2.2},
    (SOVIET, "Fair"): {HOLD: 1.2, WITHDRAW: 1.0, ASSAULT: 1.8, BLITZ: 0.0},
    (SOVIET, "Mud"): {HOLD: 1.2, WITHDRAW: 0.6, ASSAULT: 2.4, BLITZ: 0.0},
    (SOVIET, "Snow"): {HOLD: 1.0, WITHDRAW: 0.2, ASSAULT: 3.0, BLITZ: 0.0},
}
SEASON = {"Fair": "Fair", "Light Mud": "Fair", "Frost": "Fair", "Mud": "Mud", "Snow": "Snow"}


class Ground:
    """What the map is worth, worked out once a world: distances to every objective."""

    def __init__(self, w: Any) -> None:
        self.value = {i: float(n) for i, n in w.points.items()}
        for name, i in w.automatic.items():
            if w.plan.automatic_victory:
                self.value[i] = self.value.get(i, 0.0) + AUTOMATIC.get(name, 0.5)
        self.distance = {i: self._distances(w, i) for i in self.value}
        for i in bits(w.towns):
            if i not in self.value:
                self.value[i] = 0.25
                self.distance[i] = self._distances(w, i)

    @staticmethod
    def _distances(w: Any, start: int) -> dict[int, int]:
        found, fresh, n = {start: 0}, [start], 0
        while fresh:
            n += 1
            further = []
            for i in fresh:
                for j in bits(w.near[i]):
                    if j not in found:
                        found[j] = n
                        further.append(j)
            fresh = further
        return found


class Reading:
    """The board as one side sees it at the start of an activation."""

    def __init__(self, s: Any, side: int, ground: Ground, plan: Plan) -> None:
        w = s.world
        self.side = side
        theirs = ~s.axis_towns if side == AXIS else s.axis_towns
        mine = s.axis_towns if side == AXIS else ~s.axis_towns
        self.pull: dict[int, float] = {}
        for i, value in ground.value.items():
            wanted = value if theirs >> i & 1 else 0.0
            if side == SOVIET and mine >> i & 1:
                wanted = value * 0.8  # stand in front of what is threatened
            if wanted:
                home = w.area_of[i]
                if plan.axis and home >= 0 and plan.axis == w.command_names[AXIS][home]:
                    wanted *= 1 + plan.weight
                for j, n in ground.distance[i].items():
                    mine_too = 1.0 if w.area_of[j] == home else ABROAD
                    self.pull[j] = self.pull.get(j, 0.0) + mine_too * wanted * PULL**n
        self.threat: dict[int, float] = {}
        self.strength: dict[int, float] = {}  # defence in each enemy hex
        enemy = 1 - side
        for i in bits(s.hexes[enemy]):
            units = defenders(s, i)
            self.strength[i] = float(sum(factor(s, u) for u in units)) or 1.0
            for u in units:
                if w.bracketed >> u & 1:
                    continue
                far = 4 if w.is_mobile[u] else 2
                for j in bits(w.grid.disc(i, far)):
                    self.threat[j] = self.threat.get(j, 0.0) + factor(s, u)
        self.rear: dict[int, float] = {}  # what draws armies back: enemies left behind among our towns
        if side == AXIS:
            held = w.grid.dilate(s.axis_towns & w.towns, 2)
            for i in bits(s.hexes[SOVIET] & held):
                for n, reach in enumerate((1, 2, 3, 4, 5)):
                    for j in bits(w.grid.ring(i, reach)):
                        self.rear[j] = max(self.rear.get(j, 0.0), 1.0 - 0.18 * n)
        self.busy = [bool(s.hexes[1 - side] & area) for area in w.areas]
        self.armies = 0  # hexes near the infantry that has to follow
        for i in bits(s.hexes[side]):
            if s.at[i] & w.armies:
                self.armies |= 1 << i
        self.near_armies = [w.grid.dilate(self.armies, n) for n in range(3, 7)]
        net = Net(s, side)
        self.supplied = 0
        for area in w.plan.commands:
            lines = net.lines(area)
            lines.distance(w.west_edge.bit_length())  # fill the layers
            for n, layer in enumerate(lines._layers):
                if n <= 5:
                    self.supplied |= layer


class TurnsEastDoctrine(Doctrine):
    """Scored clicks: where to stand, what to attack, what to buy."""

    horizon = 1

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._grounds: dict[bytes, Ground] = {}
        numbers = read_toml(Path(__file__).with_suffix(".toml"))
        self.numbers: list[dict[str, float]] = [numbers["axis"], numbers["soviet"]]

    def ground(self, w: Any) -> Ground:
        found = self._grounds.get(w.key)
        if found is None:
            found = self._grounds[w.key] = Ground(w)
        return found

    # --- plans

    def plans(self, s: Any, seat: Seat) -> list[Plan]:
        w = s.world
        out = [STEADY, Plan("bold", 0.7), Plan("careful", -0.7)]
        if len(w.plan.commands) > 1:
            names = [w.command_names[AXIS][c] for c in w.plan.commands]
            out += [Plan(f"weight on {name}", 0.2, name, 1.5) for name in names]
        return out

    def planning_key(self, s: Any, seat: Seat) -> Any:
        return s.turn, s.phase in ("action", "initiative", "end")

    # --- choices

    def choose(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> Any:
        side = SIDES.index(seat)
        frame = s.agenda[0]
        name = type(frame).__name__
        if name == "ChooseMover":
            return self._pick(s, side, frame, legal, plan, memory)
        if name == "Moving":
            return self._march(s, side, frame, legal, plan, memory)
        if name == "ChooseTarget":
            return self._target(s, side, frame, legal, plan)
        if name == "Assembly":
            return self._assemble(s, side, frame, legal)
        if name == "Purchase":
            return self._buy(s, side, legal, plan, source)
        if name in ("AssignOrder", "Redraw"):
            return self._assign(s, side, frame, legal, plan)
        if name == "ChooseFirst":
            return self._first(s, side, legal)
        if name == "ChooseLoss":
            return min(legal, key=lambda x: (self._cost_of_step(s, x.unit), x.unit))
        if name == "ChooseAdvance":
            return self._advance(s, side, frame, legal, plan, memory)
        if name in ("PlaceUnit", "ChooseRetreat", "MoveToContact", "PlacePartisans"):
            return self._best_hex(s, side, name, legal, plan, memory)
        if name == "Replacements":
            return self._replace(s, legal)
        if name == "OwnOrder":
            return self._own_order(s, side, legal)
        if name == "AssignReplacement":
            return max(legal, key=lambda x: self._need(s, x.command))
        if name == "DefenderSupport":
            return legal[0] if type(legal[0]) is a.Support else legal[-1]
        return source.choice(legal)

    def _reading(self, s: Any, side: int, plan: Plan, memory: Memory) -> Reading:
        key = (s.turn, tuple(s.box), s.hexes[1 - side], s.axis_towns, plan.name)
        found = memory.once(f"reading {side}", key, lambda: Reading(s, side, self.ground(s.world), plan))
        assert isinstance(found, Reading)
        return found

    # --- movement

    def _pick(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """The units nearest the enemy first; each gets the best hex it can reach, or stays where it is."""
        read = self._reading(s, side, plan, memory)
        order = sorted(
            (x for x in legal if type(x) is a.Pick),
            key=lambda x: (
                not s.world.is_mobile[x.unit],
                -read.threat.get(s.where[x.unit], 0.0),
                -factor(s, x.unit),
                x.unit,
            ),
        )
        for pick in order:
            way = self._way(s, side, frame.command, pick.unit, read, plan)
            if len(way) > 1:
                memory.notes["way"] = (pick.unit, way)
                return pick
        return legal[-1]

    def _way(
        self,
        s: Any,
        side: int,
        command: int,
        u: int,
        read: Reading,
        plan: Plan,
        start: int = -1,
        spent: int = 0,
    ) -> list[int]:
        """The path to the best hex within reach."""
        w = s.world
        start = s.where[u] if start < 0 else start
        order = order_of(s, u, command)
        moves = w.moves[w.climate[s.turn]][w.move_class[u]]
        points = s.allowance.get(u, 0) - spent
        enemy = s.hexes[1 - side]
        best = {start: 0}
        came: dict[int, int] = {}
        fresh = [start]
        bound = order == HOLD and u not in s.short
        allowed = w.white[side] if order == WITHDRAW else w.black[side] if bound else None
        while fresh:
            further = []
            for i in fresh:
                if i != start and s.halt >> i & 1:
                    continue
                for j, cost, d in moves[i]:
                    total = best[i] + cost
                    if total > points or enemy >> j & 1 or total >= best.get(j, 99):
                        continue
                    if allowed is not None and d not in allowed:
                        continue
                    if order == WITHDRAW and s.zone >> j & 1:
                        continue
                    if s.halt >> i & 1 and s.halt >> j & 1:
                        continue
                    best[j] = total
                    came[j] = i
                    further.append(j)
            fresh = further
        mass = 1 << u
        attacking = order in (ASSAULT, BLITZ) or order > BLITZ
        top, most = start, self._stand(s, side, u, start, read, plan, attacking) + 0.05
        for j in best:
            if j == start or not s.ends >> j & 1:
                continue
            there = s.at.get(j, 0)
            if (there & w.stackers).bit_count() >= 3 or (w.armies & mass and there & w.armies):
                continue
            worth = self._stand(s, side, u, j, read, plan, attacking)
            if worth > most:
                top, most = j, worth
        way = [top]
        while way[-1] != start:
            way.append(came[way[-1]])
        return way[::-1]

    def _stand(self, s: Any, side: int, u: int, i: int, read: Reading, plan: Plan, attacking: bool) -> float:
        """What it is worth for a unit to stand in a hex at the end of this movement."""
        w, k = s.world, self.numbers[side]
        values = self.ground(w).value
        mine = float(factor(s, u))
        if w.panzers >> u & 1:
            fist = s.at.get(s.where[u], 0) & w.panzers & s.active & (s.todo | 1 << u)
            mine = float(sum(factor(s, x) for x in bits(fist | 1 << u)))
        worth = k["pull"] * read.pull.get(i, 0.0)
        friends = s.at.get(i, 0) & w.masks[side] & ~(1 << u)
        held = mine + sum(factor(s, x) for x in bits(friends & w.stackers))
        danger = read.threat.get(i, 0.0)
        value = values.get(i, 0.0)
        if value:
            if bool(s.axis_towns >> i & 1) != (side == AXIS):
                worth += k["take"] * value + 0.5
            elif danger or side == SOVIET:
                worth += (0.25 if friends else 1.0) * k["guard"] * value
        enemies = w.near[i] & s.hexes[1 - side]
        if attacking:
            gain = 0.0
            for j in bits(enemies):
                against = read.strength.get(j, 1.0) * (1 + 0.5 * w.shift.get(j, 0))
                with_us = self._around(s, side, j, u)
                worth_of = 1.0 + 0.5 * values.get(j, 0.0) + 0.1 * read.strength.get(j, 1.0)
                gain = max(gain, worth_of * (_edge((with_us + mine) / against) - _edge(with_us / against)))
            worth += k["attack"] * (1 + 0.3 * plan.boldness) * gain
        if not read.supplied >> i & 1:
            cost = k["supply"] + (k["starve"] if enemies else 0.0)
            worth -= cost * (k["panzer_supply"] if w.panzers >> u & 1 else 1.0) * (1 - 0.3 * plan.boldness)
        if side == AXIS and not w.panzers >> u & 1:
            worth += k["rear"] * read.rear.get(i, 0.0)
            home = w.area_of[s.where[u]]
            if s.where[u] >= 0 and home >= 0 and w.area_of[i] != home and read.busy[home]:
                worth -= k["home"]
        if w.panzers >> u & 1:
            worth -= k["depth"] * sum(not near >> i & 1 for near in read.near_armies)
        if side == SOVIET:
            weak = danger / (3.0 * held * (1 + 0.6 * w.shift.get(i, 0)))
            if weak > 1:
                worth -= min(1.5, k["danger"] * (weak - 1)) * (1 - 0.5 * plan.boldness)
            worth += 0.25 * w.shift.get(i, 0) * (1 if danger else 0)
        elif danger > 1.5 * held:
            worth -= k["danger"] * (danger - 1.5 * held) * (1 - 0.6 * plan.boldness)
        return worth + k["cohesion"] * min(2, (w.near[i] & s.hexes[side]).bit_count())

    @staticmethod
    def _around(s: Any, side: int, j: int, u: int) -> float:
        w = s.world
        total = 0.0
        for i in bits(w.near[j] & s.hexes[side]):
            for x in bits(s.at[i] & s.active & w.stackers & ~w.bracketed):
                if x != u:
                    total += factor(s, x)
        return total

    def _march(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Follow the path; take the leader along; roll over the weak on the way."""
        w = s.world
        kinds: dict[type, list[Any]] = {}
        for x in legal:
            kinds.setdefault(type(x), []).append(x)
        for x in kinds.get(a.Take, ()):
            if w.leaders >> x.unit & 1 or (w.panzers >> x.unit & 1 and w.panzers >> frame.units[0] & 1):
                return x  # Panzers move as one fist, their leader with them
        best, most = None, self.numbers[side]["overrun"] - 0.12 * plan.boldness
        for x in kinds.get(a.Overrun, ()):
            o = odds(s, side, frame.units, x.hex, True, False, False)
            good = self._chance_to_clear(w, o)
            if good > most:
                best, most = x, good
        if best is not None:
            return best
        unit, way = memory.notes.get("way", (-1, []))
        here = frame.path[-1]
        if unit != frame.units[0] or here not in way:  # a Mobile Assault has led elsewhere
            read = self._reading(s, side, plan, memory)
            unit = frame.units[0]
            way = self._way(s, side, frame.command, unit, read, plan, here, frame.spent[0])
            memory.notes["way"] = (unit, way)
        if unit == frame.units[0] and here in way and way.index(here) + 1 < len(way):
            goal = way[way.index(here) + 1]
            for x in kinds.get(a.Step, ()):
                if x.hex == goal:
                    return x
        if a.Stop in kinds:
            return kinds[a.Stop][0]
        read = self._reading(s, side, plan, memory)
        return max(legal, key=lambda x: read.pull.get(getattr(x, "hex", here), 0.0))

    @staticmethod
    def _chance_to_clear(w: Any, o: Any) -> float:
        chances = w.combat.chances(o.column, Die(), o.modifier)
        return float(chances.get("DR", 0.0) + chances.get("DE", 0.0))

    # --- combat

    def _value(self, s: Any, side: int, units: tuple[int, ...], target: int, support: bool = False) -> float:
        """What an attack is worth on average: steps and ground won less steps lost."""
        w = s.world
        o = odds(s, side, units, target, False, support, False)
        strength = sum(factor(s, u) for u in defenders(s, target))
        town = self.ground(w).value.get(target, 0.0)
        lost = min((self._cost_of_step(s, u) for u in units if not w.leaders >> u & 1), default=1.0)
        hit = min((self._cost_of_step(s, u) for u in defenders(s, target)), default=1.0)
        per = {"A1": -lost, "EX": hit - lost, "DR": 0.35 * strength + town, "DE": 1.0 * strength + town}
        return float(sum(p * per[r] for r, p in w.combat.chances(o.column, Die(), o.modifier).items()))

    def _cost_of_step(self, s: Any, u: int) -> float:
        """What losing a step of a unit costs: factors, and dearer where they do not come back."""
        w = s.world
        now = factor(s, u)
        if w.side_of[u] == SOVIET:
            return now * (0.9 if w.soviet_armies >> u & 1 else 1.2)
        if s.steps[u] <= 1:
            return now * 1.6
        factors = w.units[u].factors
        after = factors[len(factors) - s.steps[u] + 1]
        return (now - after) * (1.0 if s.turn < 6 else 1.2)

    def _eligible(self, s: Any, side: int, command: int, target: int) -> list[int]:
        from hexfront.games.turns_east.combat import ready

        near = s.world.near[target]
        return [u for u in ready(s, side, command) if near >> s.where[u] & 1]

    def _target(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan) -> Any:
        best, most = legal[-1], self.numbers[side]["boldest"] - 0.8 * plan.boldness
        for x in legal:
            if type(x) is a.Target:
                units = tuple(self._eligible(s, side, frame.command, x.hex))
                worth = self._value(s, side, units, x.hex)
                if worth > most:
                    best, most = x, worth
        return best

    def _assemble(self, s: Any, side: int, frame: Any, legal: list[Any]) -> Any:
        """Those join whose help pays, the ones with nothing else to attack first; support where it pays too."""
        w, target = s.world, frame.target
        now = self._value(s, side, frame.attackers, target, frame.support) if frame.attackers else -9.0
        joins = [x for x in legal if type(x) is a.Join]
        others = s.hexes[1 - side] & ~s.struck & ~(1 << target)

        def engaged(x: Any) -> tuple[int, float]:
            return (w.near[s.where[x.unit]] & others).bit_count(), -float(factor(s, x.unit))

        joins.sort(key=engaged)
        for x in joins:
            better = self._value(s, side, (*frame.attackers, x.unit), target, frame.support)
            busy = 0.35 if engaged(x)[0] else 0.05
            if better > now + busy or now < 0.5:
                return x
        if joins and now < 2.0:  # several together may still reach the next column
            everyone = (*frame.attackers, *(x.unit for x in joins))
            if self._value(s, side, everyone, target, frame.support) > now + 0.6:
                return joins[0]
        for x in legal:
            if type(x) is a.Support and self._value(s, side, frame.attackers, target, True) > now + 0.3:
                return x
        return legal[-1]

    def _advance(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)
        best, most = legal[-1], 0.0
        for x in legal:
            if type(x) is a.Advance:
                here = self._stand(s, side, x.unit, s.where[x.unit], read, plan, False)
                there = self._stand(s, side, x.unit, x.hex, read, plan, False)
                if there - here > most:
                    best, most = x, there - here
        return best

    def _best_hex(self, s: Any, side: int, name: str, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Where a unit arrives or falls back to."""
        read = self._reading(s, side, plan, memory)
        frame = s.agenda[0]
        u = frame.units[0] if name == "ChooseRetreat" else frame.unit

        def worth(x: Any) -> float:
            i = x.hex
            if i < 0:
                return -9.0
            there = s.at.get(i, 0) & s.world.masks[side]
            crowd = 0.3 * (there & s.world.stackers).bit_count()
            if name == "PlacePartisans":
                return read.threat.get(i, 0.0)
            near = 0.5 if read.threat.get(i, 0.0) else 0.0
            return self._stand(s, side, u, i, read, plan, False) + near - crowd

        return max(legal, key=lambda x: worth(x) if hasattr(x, "hex") else -5.0)

    # --- orders

    def _buy(self, s: Any, side: int, legal: list[Any], plan: Plan, source: SeededSource) -> Any:
        """The purchase worth most, or one nearly as good: a mix is harder to guess."""
        w = s.world
        turn = min(s.turn + 1, len(w.turns))
        table = WORTH_OF_ORDER[side, SEASON[w.weather(turn)]]

        def worth(x: Any) -> float:
            orders = {HOLD: x.hold, WITHDRAW: x.withdraw, ASSAULT: x.assault, BLITZ: x.blitz}
            return sum(
                n * table[k] * (1 + 0.15 * plan.boldness * (k in (ASSAULT, BLITZ))) for k, n in orders.items()
            )

        ranked = sorted(legal, key=worth, reverse=True)
        near = [x for x in ranked if worth(x) >= worth(ranked[0]) - 0.35]
        return near[source.below(len(near))]

    def _need(self, s: Any, command: int) -> float:
        """How much a Command matters now: strength and objectives at stake in its area."""
        w = s.world
        area = w.areas[command]
        axis = sum(factor(s, u) for i in bits(s.hexes[AXIS] & area) for u in bits(s.at[i] & w.stackers))
        soviet = sum(factor(s, u) for i in bits(s.hexes[SOVIET] & area) for u in bits(s.at[i] & w.stackers))
        stake = sum(v for i, v in self.ground(w).value.items() if area >> i & 1 and not s.axis_towns >> i & 1)
        return float(axis * 0.3 + min(axis, soviet) * 0.1 + stake)

    def _assign(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan) -> Any:
        """The strong orders to the Commands that matter most, the weak ones to those that matter least."""
        assigns = [x for x in legal if type(x) is a.Assign]
        if not assigns:
            return legal[0]
        order = getattr(frame, "order", None)
        if order is None:
            order = frame._order().order
        w = s.world

        def need(x: Any) -> float:
            bonus = plan.weight * 3 if plan.axis == w.command_names[AXIS][x.command] else 0.0
            return self._need(s, x.command) + bonus

        return min(assigns, key=need) if order in (HOLD, WITHDRAW) else max(assigns, key=need)

    def _first(self, s: Any, side: int, legal: list[Any]) -> Any:
        mine = SIDES[side]
        rank = {"blitz": 4, "zhukov": 5, "assault": 3, "hold": 1, "withdraw": 0}

        def worth(x: Any) -> float:
            own, _, order = x.marker.partition(" ")
            if own == "zhukov":
                return 5.0
            return float(rank.get(order, 0)) if own == mine else -1.0

        return max(legal, key=worth)

    def _own_order(self, s: Any, side: int, legal: list[Any]) -> Any:
        gives = [x for x in legal if type(x) is a.Give]
        table = WORTH_OF_ORDER[side, SEASON[s.world.weather(s.turn)]]
        current = s.box[4 * side + s.agenda[0].command]
        best = max(gives, key=lambda x: table.get(x.order, 0.0), default=None)
        if best is not None and table.get(best.order, 0.0) > table.get(current, 0.0):
            return best
        return next((x for x in legal if type(x) is a.Keep), legal[0])

    def _replace(self, s: Any, legal: list[Any]) -> Any:
        w = s.world

        def lacking(x: Any) -> float:
            factors = w.units[x.unit].factors
            return float(factors[0] - factor(s, x.unit))

        restores = [x for x in legal if type(x) is a.Restore]
        if restores:
            return max(restores, key=lacking)
        garrisons = [x for x in legal if type(x) is a.Garrison]
        if garrisons:
            return max(garrisons, key=lambda x: self.ground(w).value.get(s.where[x.army], 0.0))
        return legal[-1]

    # --- how it stands

    def worth(self, s: Any, seat: Seat) -> float:
        if s.result is not None:
            return super().worth(s, seat)
        w = s.world
        values = self.ground(w).value
        points = sum(n for i, n in w.points.items() if s.axis_towns >> i & 1)
        read = sum(v for i, v in values.items() if s.axis_towns >> i & 1)
        strength = [0.0, 0.0]
        for i in bits(s.hexes[0] | s.hexes[1]):
            for u in bits(s.at[i] & w.stackers):
                strength[w.side_of[u]] += factor(s, u)
        share = min(1.0, s.turn / w.plan.last_turn)
        target = w.needed * share**0.6
        pull = Reading(s, AXIS, self.ground(w), STEADY).pull
        reach = sum(pull.get(i, 0.0) for i in bits(s.hexes[AXIS])) / 10
        lead = 0.5 * (points - target) + 0.1 * read + 0.25 * reach * (1 - share)
        lead += 0.02 * (strength[AXIS] - 0.8 * strength[SOVIET])
        axis = 1 / (1 + exp(-max(-30.0, min(30.0, lead))))
        return axis if seat == "axis" else 1 - axis


def _edge(ratio: float) -> float:
    """How good odds are, from hopeless to certain: rising steepest between 1:1 and 4:1."""
    return 1 / (1 + exp(-1.6 * (ratio - 2.4))) - 0.021


DOCTRINE = TurnsEastDoctrine
__all__ = ["DOCTRINE", "TurnsEastDoctrine"]
