"""Hitler Turns East: drive on the cities in the fair months, hold what was won in the snow; or trade ground for time,
stand in front of the cities, and strike when winter comes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from hexfront.games.turns_east import actions as a
from hexfront.games.turns_east.combat import ready
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SIDES, SOVIET, WITHDRAW
from hexfront.games.turns_east.state import factor
from hexfront.games.turns_east.strength import odds, supplied_factor
from hexfront.games.turns_east.supply import Net, is_cut_off
from hexfront.games.turns_east.zones import zone
from hexfront.hexes import bits
from hexfront.kernel import Seat, SeededSource
from hexfront.players.doctrine import STEADY, Course, Doctrine, Memory, Plan
from hexfront.players.doctrines.turns_east.moves import Assault, March, assaults, march, order_of_march, reach
from hexfront.players.doctrines.turns_east.plan import candidates
from hexfront.players.doctrines.turns_east.read import Ground, Picture, Stack, price_of_step
from hexfront.players.doctrines.turns_east.worth import chance_of_axis, features, tells
from hexfront.players.evaluation import squash
from hexfront.wargame import read_toml

WORTH_OF_ORDER = {  # what an order is worth to a Command by side and season
    (AXIS, "Fair"): {HOLD: 0.6, WITHDRAW: 0.0, ASSAULT: 2.6, BLITZ: 4.2},
    (AXIS, "Mud"): {HOLD: 1.0, WITHDRAW: 0.0, ASSAULT: 2.2, BLITZ: 2.4},
    (AXIS, "Snow"): {HOLD: 1.0, WITHDRAW: 0.2, ASSAULT: 1.6, BLITZ: 2.2},
    (SOVIET, "Fair"): {HOLD: 1.2, WITHDRAW: 1.0, ASSAULT: 1.8, BLITZ: 0.0},
    (SOVIET, "Mud"): {HOLD: 1.2, WITHDRAW: 0.6, ASSAULT: 2.4, BLITZ: 0.0},
    (SOVIET, "Snow"): {HOLD: 1.0, WITHDRAW: 0.2, ASSAULT: 3.0, BLITZ: 0.0},
}
SHORT = 3  # turns of a game that is soon over
SEASON = {"Fair": "Fair", "Light Mud": "Fair", "Frost": "Fair", "Mud": "Mud", "Snow": "Snow"}


class TurnsEastDoctrine(Doctrine):
    """Scored clicks: where to stand, what to attack, what to buy."""

    horizon = 1
    effort = 16
    length = 130.0
    signs: ClassVar[dict[str, int]] = {
        "lined": 1, "held": 1, "near": 1, "guarded": -1, "lined_late": 1, "axis": 1, "soviet": -1, "panzers": 1,
        "axis_early": 1, "soviet_early": -1, "axis_cut": -1, "soviet_cut": 1, "goal": 1, "goals": 1, "goals_watched": -1,
    }  # fmt: skip

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._grounds: dict[bytes, Ground] = {}
        numbers = read_toml(Path(__file__).with_name("numbers.toml"))
        self.numbers: list[dict[str, float]] = [numbers["axis"], numbers["soviet"]]
        self.short = [numbers["axis"] | numbers["axis_short"], numbers["soviet"]]
        self.weights: dict[str, float] = numbers["worth"]

    def ground(self, w: Any) -> Ground:
        found = self._grounds.get(w.key)
        if found is None:
            found = self._grounds[w.key] = Ground(w)
        return found

    # --- plans

    def plans(self, s: Any, seat: Seat) -> list[Plan]:
        """Ways to carry out the order of the Command now activated; at other times there is nothing to choose."""
        side = SIDES.index(seat)
        if not s.active & s.world.masks[side]:
            return [STEADY]
        return [
            STEADY,
            Plan("close the ring", tilts=(("pocket", 1.8), ("cut", 2.0))),
            Plan("take ground", tilts=(("pull", 1.8), ("take", 1.6))),
            Plan("keep together", -0.5, tilts=(("pull", 0.6), ("cutoff", 1.5), ("danger", 1.6))),
            Plan("strike", 0.4, tilts=(("attack", 1.7),)),
            Plan("boldly", 0.7),
            Plan("hold what counts", tilts=(("guard", 2.5), ("points", 2.5), ("pull", 0.6))),
        ]

    def is_played_out(self, s: Any, start: Any, seat: Seat) -> bool:
        """A plan is judged at the end of the turn, orders bought for the next one at the end of that; a game of two
        turns is played to its end."""
        longer = type(start.agenda[0]).__name__ == "Purchase" or s.world.plan.last_turn <= 2
        return bool(s.turn > start.turn + longer)

    def planning_key(self, s: Any, seat: Seat) -> Any:
        side = SIDES.index(seat)
        orders = tuple(s.box[4 * side : 4 * side + 4])
        return s.turn, orders, bool(s.active & s.world.masks[side])

    def courses(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> list[Course]:
        """What is worth playing out by itself: orders, arrivals, attacks, advances, retreats, losses."""
        return candidates(self, s, seat, legal, plan, memory, source)

    def page(self, s: Any, seat: Seat, plan: bool = False) -> str:
        """In the first turn: how each Command carries out its order, and the orders for the second."""
        if s.turn > 1:
            return ""
        frame = s.agenda[0]
        name, command = type(frame).__name__, getattr(frame, "command", -1)
        if plan:
            order = s.box[4 * SIDES.index(seat) + command] if command >= 0 else 0
            return f"{seat}: plan {command} {order}" if s.active else ""
        if name == "Purchase":
            return f"{seat}: orders with {s.points[SIDES.index(seat)]}"
        if name == "OwnOrder":
            return f"{seat}: own order {command}"
        return f"{seat}: first" if name == "ChooseFirst" else ""

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
            return self._moving(s, side, frame, legal, plan, memory)
        if name == "ChooseTarget":
            return self._target(s, side, frame, legal, plan, memory)
        if name == "Assembly":
            return self._assemble(s, side, frame, legal, plan, memory)
        if name == "Purchase":
            return self._buy(s, side, legal, plan, source)
        if name in ("AssignOrder", "Redraw"):
            return self._assign(s, side, frame, legal, plan)
        if name == "ChooseFirst":
            return self._first(s, side, legal)
        if name == "ChooseLoss":
            return min(legal, key=lambda x: (price_of_step(s, x.unit), x.unit))
        if name == "ChooseAdvance":
            return self.advances(s, side, frame, legal, plan)[0]
        if name in ("PlaceUnit", "ChooseRetreat", "MoveToContact", "PlacePartisans"):
            return self.best_hexes(s, side, name, legal, plan)[0]
        if name == "Replacements":
            return self._replace(s, legal)
        if name == "OwnOrder":
            return self._own_order(s, side, legal)
        if name == "AssignReplacement":
            return max(legal, key=lambda x: self._need(s, x.command))
        if name == "DefenderSupport":
            return legal[0] if type(legal[0]) is a.Support else legal[-1]
        return source.choice(legal)

    def _picture(self, s: Any, side: int, command: int, plan: Plan, memory: Memory) -> Picture:
        """The board at the start of this activation, taken anew when the enemy has changed."""
        key = (s.turn, tuple(s.box), command, s.hexes[1 - side], s.active, plan.name)
        found = memory.once(f"picture {side}", key, lambda: self._take(s, side, command, plan))
        assert isinstance(found, Picture)
        return found

    def _take(self, s: Any, side: int, command: int, plan: Plan) -> Picture:
        return Picture(s, side, command, self.ground(s.world), plan, self._tilted(s, side, plan))

    def _numbers(self, s: Any, side: int) -> dict[str, float]:
        """The numbers of a side, which in a game of few turns has no morrow to mind."""
        return (self.short if s.world.plan.last_turn <= SHORT else self.numbers)[side]

    def _tilted(self, s: Any, side: int, plan: Plan) -> dict[str, float]:
        """The numbers of a side as a plan sees them."""
        if not plan.tilts:
            return self._numbers(s, side)
        numbers = dict(self._numbers(s, side))
        for name, times in plan.tilts:
            numbers[name] *= times
        return numbers

    # --- movement

    def _pick(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Panzers that can roll somebody over first; then everybody to where the plan has them."""
        picks = {x.unit: x for x in legal if type(x) is a.Pick}
        if side == AXIS:
            key = (s.turn, tuple(s.box), s.hexes[1 - side], s.todo & s.world.panzers, s.assaulted)

            def look() -> Assault | None:
                least = self._tilted(s, side, plan)["overrun"] - 0.5 * plan.boldness
                ring = self._march(s, side, frame.command, plan, memory).pocketed
                return assaults(self._take(s, side, frame.command, plan), least, ring)

            found = memory.once("assault", key, look)
            if found is not None and found.units[0] in picks:
                memory.notes["way"] = (found.units[0], found.way)
                return picks[found.units[0]]
        moves = self._march(s, side, frame.command, plan, memory)
        for u, way in moves.ways.items():
            if u in picks and len(way) > 1 and s.where[u] == way[0]:
                memory.notes["way"] = (u, way)
                return picks[u]
        return legal[-1]

    def _march(self, s: Any, side: int, command: int, plan: Plan, memory: Memory) -> March:
        """Where everybody goes, settled once for an activation and again when a Mobile Assault has changed things."""
        key = (s.turn, tuple(s.box), s.hexes[1 - side], s.assaulted, plan.name)

        def settle() -> March:
            picture = self._take(s, side, command, plan)
            units = order_of_march(picture, [u for u in picture.units if s.todo >> u & 1])
            movers: list[tuple[int, ...]] = [(u,) for u in units]
            reaches = [reach(s, side, command, m, s.where[m[0]], 0) for m in movers]
            return march(picture, movers, reaches, 1 if memory.hasty else 2)

        found = memory.once("march", key, settle)
        assert isinstance(found, March)
        return found

    def _moving(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Follow the way; Panzers on their way to a Mobile Assault go as one fist, their leader with them."""
        w = s.world
        kinds: dict[type, list[Any]] = {}
        for x in legal:
            kinds.setdefault(type(x), []).append(x)
        lead, here = frame.units[0], frame.path[-1]
        kept = memory.notes.get("assault")
        fist = kept[1] if kept is not None else None
        unit, way = memory.notes.get("way", (-1, []))
        if fist is not None and fist.units[0] == lead and way is fist.way:
            for x in kinds.get(a.Take, ()):
                if x.unit in fist.units or w.leaders >> x.unit & 1:
                    return x
            if here == way[-1]:
                for x in kinds.get(a.Overrun, ()):
                    if x.hex == fist.target:
                        return x
        if unit != lead or here not in way:  # a Mobile Assault has led elsewhere
            way = self._onward(s, side, frame, plan)
            memory.notes["way"] = (lead, way)
        if way.index(here) + 1 < len(way):
            goal = way[way.index(here) + 1]
            for x in kinds.get(a.Step, ()):
                if x.hex == goal:
                    return x
        if a.Stop in kinds:
            return kinds[a.Stop][0]
        picture = self._picture(s, side, frame.command, plan, memory)
        return max(legal, key=lambda x: picture.pull.get(getattr(x, "hex", here), 0.0))

    def _onward(self, s: Any, side: int, frame: Any, plan: Plan) -> list[int]:
        """Where a stack goes on to after a Mobile Assault."""
        w = s.world
        units = tuple(u for u in frame.units if not w.leaders >> u & 1)
        picture = self._take(s, side, frame.command, plan)
        here = frame.path[-1]
        known = reach(s, side, frame.command, units, here, max(frame.spent))
        return march(picture, [units], [known], 1).ways[units[0]]

    # --- combat

    def _best_attack(
        self, s: Any, side: int, picture: Picture, target: int, units: list[int], nets: tuple[Net, Net]
    ) -> tuple[float, tuple[int, ...], bool]:
        """What an attack on a hex is worth with the units that pay, who they are, and whether support pays."""
        w, ground = s.world, self.ground(s.world)
        stack = picture.stacks.get(target) or Stack(s, target, ground.value.get(target, 0.0))
        lost, defence = False, 0
        for u in stack.units:
            defence += supplied_factor(s, nets[1], u)[0]
            lost = lost or is_cut_off(s, nets[1], u)
        own = s.hexes[side]
        zone_of_ours = zone(s, side)
        sealed = not w.near[target] & ~own & ~(zone_of_ours & ~s.hexes[1 - side])
        others = s.hexes[1 - side] & ~s.struck & ~(1 << target)
        mass = {u: supplied_factor(s, nets[0], u)[0] for u in units}
        queue = sorted(units, key=lambda u: ((w.near[s.where[u]] & others).bit_count(), -mass[u], u))

        def worth(total: int, river: bool) -> float:
            column = ground.column(total, defence) - stack.shift - (w.river_shift if river else 0)
            return picture.worth_of(stack, max(-3, column), 0, lost, sealed)

        best: tuple[float, tuple[int, ...], bool] = (-9.0, (), False)
        aid = w.markers["luftwaffe" if side == AXIS else "t34"]
        total, river = 0, True
        for n, u in enumerate(queue):
            total += mass[u]
            river = river and w.rivers.has(s.where[u], target)
            spare = 0.3 if n and w.near[s.where[u]] & others else 0.1
            plain = worth(total, river)
            if plain > best[0] + spare:
                best = (plain, tuple(queue[: n + 1]), False)
            if picture.air:
                helped = worth(total + aid, river)
                if helped > best[0] + spare + (0.5 if not best[2] else 0.0):
                    best = (helped, tuple(queue[: n + 1]), True)
        return best

    def targets(
        self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan
    ) -> list[tuple[float, Any, tuple[int, ...], bool]]:
        """The attacks that can be made, the best first: worth, action, who makes it, whether support pays."""
        picture = self._take(s, side, frame.command, plan)
        nets = (Net(s, side), Net(s, 1 - side))
        able = ready(s, side, frame.command)
        found = []
        for x in legal:
            if type(x) is a.Target:
                near = s.world.near[x.hex]
                units = [u for u in able if near >> s.where[u] & 1]
                worth, chosen, support = self._best_attack(s, side, picture, x.hex, units, nets)
                if chosen:
                    found.append((worth, x, chosen, support))
        return sorted(found, key=lambda x: -x[0])

    def _target(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """The attack worth most, as long as one is worth making."""
        memory.notes["attack"] = (-1, (), False)
        for worth, x, chosen, support in self.targets(s, side, frame, legal, plan)[:1]:
            if worth > self._tilted(s, side, plan)["boldest"] - 0.6 * plan.boldness:
                memory.notes["attack"] = (x.hex, chosen, support)
                return x
        return legal[-1]

    def _assemble(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Those join who were chosen for the attack; support where it pays."""
        if frame.mobile:
            o = odds(s, side, frame.attackers, frame.target, True, False, False)
            chances = self.ground(s.world).chances
            helped = odds(s, side, frame.attackers, frame.target, True, True, False)
            now = chances[max(-3, o.column), o.modifier]
            then = chances[max(-3, min(helped.column, len(s.world.combat.columns) - 1)), helped.modifier]
            pays = then[2] + 1.5 * then[3] > now[2] + 1.5 * now[3] + 0.2
            kind = a.Support if pays else a.Commit
            return next((x for x in legal if type(x) is kind), legal[-1])
        target, chosen, support = memory.notes.get("attack", (-1, (), False))
        joins = [x for x in legal if type(x) is a.Join]
        if target != frame.target:  # somebody else chose it
            picture, nets = self._take(s, side, frame.command, plan), (Net(s, side), Net(s, 1 - side))
            units = list({*frame.attackers, *(x.unit for x in joins)})
            _, chosen, support = self._best_attack(s, side, picture, frame.target, units, nets)
            memory.notes["attack"] = (frame.target, chosen, support)
        for x in joins:
            if x.unit in chosen:
                return x
        if support and not frame.support:
            for x in legal:
                if type(x) is a.Support:
                    return x
        return legal[-1]

    def advances(self, s: Any, side: int, frame: Any, legal: list[Any], plan: Plan) -> list[Any]:
        """Whoever makes the position better goes forward; the best first."""
        command = s.world.area_of[frame.target]
        steps = [x for x in legal if type(x) is a.Advance]
        picture = Picture(
            s,
            side,
            command,
            self.ground(s.world),
            plan,
            self._numbers(s, side),
            tuple({x.unit for x in steps}),
        )
        places = picture.places
        gains = {legal[-1]: picture.score(places) + 0.05}
        for x in steps:
            gains[x] = picture.score({**places, x.unit: x.hex})
        return sorted(gains, key=lambda x: -gains[x])

    def best_hexes(self, s: Any, side: int, name: str, legal: list[Any], plan: Plan) -> list[Any]:
        """Where a unit arrives or falls back to, the best first."""
        w, frame = s.world, s.agenda[0]
        units = frame.units if name == "ChooseRetreat" else (frame.unit,)
        units = tuple(u for u in units if not w.leaders >> u & 1)
        first = next(x.hex for x in legal)
        command = max(0, w.area_of[first])
        picture = Picture(s, side, command, self.ground(w), plan, self._numbers(s, side), units)

        def worth(x: Any) -> float:
            if name == "PlacePartisans":
                lines = (w.grid.disc(x.hex, 1) & s.axis_towns).bit_count()
                return float(lines + 0.01 * picture.threat.get(x.hex, 0.0))
            crowd = 0.2 * (s.at.get(x.hex, 0) & w.stackers).bit_count()
            near = 0.5 if picture.threat.get(x.hex, 0.0) else 0.0
            return float(picture.score(dict.fromkeys(units, x.hex)) - crowd + near)

        return sorted(legal, key=worth, reverse=True)

    # --- orders

    def purchases(self, s: Any, side: int, legal: list[Any], plan: Plan) -> list[tuple[float, Any]]:
        """What can be bought, the best first."""
        w = s.world
        turn = min(s.turn + 1, len(w.turns))
        table = WORTH_OF_ORDER[side, SEASON[w.weather(turn)]]

        def worth(x: Any) -> float:
            orders = {HOLD: x.hold, WITHDRAW: x.withdraw, ASSAULT: x.assault, BLITZ: x.blitz}
            bold = 1 + 0.15 * plan.boldness
            return float(
                sum(n * table[k] * (bold if k in (ASSAULT, BLITZ) else 1) for k, n in orders.items())
            )

        return sorted(((worth(x), x) for x in legal), key=lambda each: -each[0])

    def _buy(self, s: Any, side: int, legal: list[Any], plan: Plan, source: SeededSource) -> Any:
        """The purchase worth most, or one nearly as good: a mix is harder to guess."""
        ranked = self.purchases(s, side, legal, plan)
        near = [x for worth, x in ranked if worth >= ranked[0][0] - 0.35]
        if s.turn > 1:
            return near[source.below(len(near))]
        named = [(s.agenda[0].option(s, SIDES[side], x).label, x) for x in near]
        return self.book(s).mix(self.page(s, SIDES[side]), named, source)

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

    def names(self, seat: Seat) -> list[str]:
        return list(self.numbers[SIDES.index(seat)])

    def features(self, s: Any) -> dict[str, float]:
        return features(s)

    def tells(self, s: Any, start: Any, seat: Seat) -> dict[str, float]:
        return tells(s, start, SIDES.index(seat))

    def worth(self, s: Any, seat: Seat) -> float:
        if s.result is not None:
            return super().worth(s, seat)
        curve = self.curve_for(s, seat)
        if curve is None:
            return self.by_hand(s, seat)
        axis = curve(features(s))
        return axis if seat == "axis" else 1 - axis

    def worth_at_end(self, s: Any, seat: Seat) -> float:
        if s.result is None:
            return self.worth(s, seat)
        lead = s.result.scores.get("axis", 0.0) - s.world.needed + 0.5
        narrowly = squash(1.2 * lead if seat == "axis" else -1.2 * lead)
        return 0.8 * super().worth(s, seat) + 0.2 * narrowly

    def by_hand(self, s: Any, seat: Seat) -> float:
        axis = chance_of_axis(s, self.weights)
        return axis if seat == "axis" else 1 - axis


__all__ = ["TurnsEastDoctrine"]
