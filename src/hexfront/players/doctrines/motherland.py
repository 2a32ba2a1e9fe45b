"""For the Motherland!: keep a line, stand on good ground in supply, concentrate until a column is reached, take cities."""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any

from hexfront.games.motherland import actions as a
from hexfront.games.motherland.combat import crossing, defense_total, odds_column, row_of, shifted
from hexfront.games.motherland.kinds import AXIS, CHIT_UNITS, SEATS, SOVIET
from hexfront.games.motherland.movement import season
from hexfront.games.motherland.state import (
    attack_factor,
    axis_holds,
    defense_factor,
    is_first_winter,
    is_snow,
    move_factor,
    printed,
)
from hexfront.games.motherland.victory import connected
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.hexes import bits
from hexfront.kernel import Seat, SeededSource
from hexfront.players.doctrine import STEADY, Doctrine, Memory, Plan
from hexfront.wargame import read_toml

PULL = 0.8
GUESS = {"C": (3, 4), "B": (5, 5), "A": (7, 6)}  # a Soviet unit without a chit is taken for an average one


class Ground:
    """Distances to every city, and what each is worth, worked out once a world."""

    def __init__(self, w: Any) -> None:
        self.value: dict[int, float] = {}
        for _, h, held, _, _ in w.worth:
            self.value[h] = max(self.value.get(h, 0.0), 0.6 * held)
        for h in bits(w.city):
            self.value.setdefault(h, 0.3)
        self.distance = {h: self._distances(w, h) for h in self.value}

    @staticmethod
    def _distances(w: Any, start: int) -> dict[int, int]:
        steps = w.moves(0, "clear")
        found, fresh, n = {start: 0}, [start], 0
        while fresh and n < 14:
            n += 1
            further = []
            for h in fresh:
                for j in steps[h]:
                    if j not in found:
                        found[j] = n
                        further.append(j)
            fresh = further
        return found


def strength(s: Any, u: int) -> tuple[float, float]:
    """Attack and defence of a unit as the enemy has to guess them: an unknown chit is an average one."""
    w = s.world
    if w.kind[u] in CHIT_UNITS and s.chit[u] < 0:
        name = w.names[u]
        letter = "A" if "Tank" in name else "B" if "Guards" in name or "Shock" in name else "C"
        attack, defence = GUESS[letter]
        return attack * s.steps[u] / 2, defence * (0.6 + 0.2 * s.steps[u])
    return float(attack_factor(s, u)), float(defense_factor(s, u))


class Reading:
    """The board as one side sees it at the start of a phase."""

    def __init__(self, s: Any, side: int, ground: Ground, plan: Plan) -> None:
        w = s.world
        self.pull: dict[int, float] = {}
        rows = w.grid.rows
        for h, value in ground.value.items():
            mine = axis_holds(s, h) == (side == AXIS)
            wanted = value * (0.5 if mine else 1.0)
            if plan.axis:
                row = w.grid.cell(h)[1] / rows
                third = "north" if row < 0.45 else "centre" if row < 0.62 else "south"
                wanted *= 1 + plan.weight * (third == plan.axis)
            for j, n in ground.distance[h].items():
                self.pull[j] = self.pull.get(j, 0.0) + wanted * PULL**n
        enemy = s.soviet_front if side == AXIS else s.axis_front
        self.enemy = s.soviet_any if side == AXIS else s.axis_any
        self.hostile = enemy_zoc(s, side)
        self.threat: dict[int, float] = {}
        self.defence: dict[int, float] = {}
        for h in bits(self.enemy):
            total = 0.0
            for u in s.stack[h]:
                if w.combat[u]:
                    attack, defence = strength(s, u)
                    total += defence
                    if attack and enemy >> h & 1:
                        far = 2 if move_factor(s, u) < 6 else 3
                        for j in bits(w.grid.disc(h, far)):
                            self.threat[j] = self.threat.get(j, 0.0) + attack
            self.defence[h] = total or 0.5
        self.linked = connected(s, side) | w.grid.around(connected(s, side))


class MotherlandDoctrine(Doctrine):
    """Scored clicks by the same ideas for both sides."""

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

    def plans(self, s: Any, seat: Seat) -> list[Plan]:
        thirds = [Plan(f"weight in the {third}", 0.3, third, 1.5) for third in ("north", "centre", "south")]
        return [STEADY, Plan("bold", 0.7), Plan("careful", -0.7), *thirds]

    def planning_key(self, s: Any, seat: Seat) -> Any:
        return s.turn, s.side

    def choose(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> Any:
        side = SEATS.index(seat)
        handler = getattr(self, f"_on_{type(s.agenda[0]).__name__.lower()}", None)
        if handler is None:
            return source.choice(legal)
        return handler(s, side, legal, plan, memory)

    def _reading(self, s: Any, side: int, plan: Plan, memory: Memory) -> Reading:
        key = (s.turn, s.phase, s.soviet_any if side == AXIS else s.axis_any, s.axis_marks, plan.name)
        found = memory.once(f"reading {side}", key, lambda: Reading(s, side, self.ground(s.world), plan))
        assert isinstance(found, Reading)
        return found

    # --- movement

    def _on_moves(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)
        done = memory.notes.setdefault("settled", {})
        if done.get("key") != (s.turn, s.phase):
            done.clear()
            done["key"] = (s.turn, s.phase)
        picks = [x for x in legal if type(x) is a.Pick and x.unit not in done]
        picks.sort(key=lambda x: (-read.threat.get(s.where[x.unit], 0.0), -strength(s, x.unit)[0], x.unit))
        for x in picks:
            done[x.unit] = True
            way = self._way(s, side, x.unit, read, plan)
            if len(way) > 1:
                memory.notes["way"] = (x.unit, way)
                return x
        return legal[-1]

    def _on_march(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        w = s.world
        unit, way = memory.notes.get("way", (-1, []))
        here = s.where[s.group[0]]
        best, most = None, 0.6 - 0.15 * plan.boldness
        for x in legal:
            if type(x) is a.Overrun:
                good = self._overrun(s, side, x.hex)
                if good > most:
                    best, most = x, good
        if best is not None:
            return best
        if unit == s.group[0] and here in way and way.index(here) + 1 < len(way):
            goal = way[way.index(here) + 1]
            for x in legal:
                if type(x) is a.Step and x.hex == goal:
                    return x
        stops = [x for x in legal if type(x) is a.Stop]
        if stops:
            return stops[0]
        read = self._reading(s, side, plan, memory)
        return max(legal, key=lambda x: read.pull.get(getattr(x, "hex", here), 0.0) if w else 0.0)

    def _overrun(self, s: Any, side: int, target: int) -> float:
        """The chance that an overrun by the group clears the hex."""
        w = s.world
        attack = sum(strength(s, u)[0] for u in s.group)
        defence = sum(strength(s, u)[1] for u in s.stack.get(target, ()) if w.combat[u]) or 0.5
        if attack < 3 * defence:
            return 0.0
        chances = self._chances(s, side, int(attack), max(1, int(defence)), target)
        return sum(p for result, p in chances.items() if result[0] == "D")

    def _way(self, s: Any, side: int, u: int, read: Reading, plan: Plan) -> list[int]:
        """The path to the best hex a unit can reach by itself."""
        w, start = s.world, s.where[u]
        points = move_factor(s, u) - s.spent[u]
        try:
            steps = w.moves(w.moves_as[u], season(s, u))
        except (KeyError, IndexError):
            return [start]
        best, came, fresh = {start: 0}, {}, [start]
        while fresh:
            further = []
            for h in fresh:
                leaving = 1 if read.hostile >> h & 1 else 0
                if h != start and leaving:
                    continue
                for j, cost in steps[h].items():
                    total = best[h] + cost + leaving
                    if total > points or read.enemy >> j & 1 or total >= best.get(j, 99):
                        continue
                    if leaving and read.hostile >> j & 1:
                        continue
                    best[j] = total
                    came[j] = h
                    further.append(j)
            fresh = further
        top, most = start, self._stand(s, side, u, start, read, plan) + 0.05
        for j in best:
            if j != start and self._has_room(s, side, u, j):
                worth = self._stand(s, side, u, j, read, plan)
                if worth > most:
                    top, most = j, worth
        way = [top]
        while way[-1] != start:
            way.append(came[way[-1]])
        return way[::-1]

    @staticmethod
    def _has_room(s: Any, side: int, u: int, h: int) -> bool:
        w = s.world
        there = [x for x in s.stack.get(h, ()) if w.combat[x] and x != u]
        if side == SOVIET:
            return len(there) < (2 if s.turn >= 12 else 1)
        return len(there) < 3 and not any(w.nation[x] != w.nation[u] for x in there)

    def _stand(self, s: Any, side: int, u: int, h: int, read: Reading, plan: Plan) -> float:
        """What it is worth for a unit to stand in a hex at the end of the phase."""
        w, k = s.world, self.numbers[side]
        values = self.ground(w).value
        attack, defence = strength(s, u)
        danger = read.threat.get(h, 0.0)
        if not w.combat[u]:  # bases and support keep close behind, never in front
            near = sum(
                1 for j in w.neighbours[h] if (s.axis_front if side == AXIS else s.soviet_front) >> j & 1
            )
            return read.pull.get(h, 0.0) * 0.5 + 0.5 * min(2, near) - (2.0 if danger else 0.0)
        worth = k["pull"] * read.pull.get(h, 0.0)
        friends = [x for x in s.stack.get(h, ()) if x != u and w.combat[x] and w.side[x] == side]
        held = defence + sum(strength(s, x)[1] for x in friends)
        value = values.get(h, 0.0)
        if value:
            if axis_holds(s, h) != (side == AXIS):
                worth += k["take"] * value + 0.6
            elif danger:
                worth += (0.25 if friends else 1.0) * k["guard"] * value + 0.3
        gain = 0.0
        own = s.axis_front if side == AXIS else s.soviet_front
        for j in w.neighbours[h]:
            if read.enemy >> j & 1 and attack:
                against = read.defence.get(j, 1.0) * (1 - 0.4 * w.shift_of(j, is_snow(s)))
                if crossing(s, h, j):
                    against *= 1.4
                with_us = self._around(s, side, j, u)
                worth_of = 1.0 + 0.6 * values.get(j, 0.0)
                gain = max(gain, worth_of * (_edge((with_us + attack) / against) - _edge(with_us / against)))
        worth += k["attack"] * (1 + 0.3 * plan.boldness) * gain
        if not read.linked >> h & 1:
            worth -= k["supply"]
        cover = 1 - 0.35 * w.shift_of(h, is_snow(s)) + (0.3 if w.city >> h & 1 else 0.0)
        weak = danger / max(0.5, 3.0 * held * cover)
        if weak > 1:
            worth -= min(2.0, k["danger"] * (weak - 1)) * (1 - 0.5 * plan.boldness)
        around = sum(1 for j in w.neighbours[h] if own >> j & 1)
        worth += k["line"] * min(2, around)
        if read.hostile >> h & 1:
            worth += k["contact"]
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

    def _chances(
        self, s: Any, side: int, attack: int, defence: int, target: int, shift: int = 0
    ) -> dict[str, float]:
        w = s.world
        column = shifted(w, odds_column(w, attack, defence), w.shift_of(target, is_snow(s)) + shift)
        bonus = 0
        if side == SOVIET and is_snow(s):
            bonus = 3 if is_first_winter(s) else 1
        out: dict[str, float] = {}
        for die in range(1, 7):
            result = w.results[row_of(die, bonus) - 1][column]
            out[result] = out.get(result, 0.0) + 1 / 6
        return out

    def _value(self, s: Any, side: int, units: list[int], target: int) -> float:
        """What an attack is worth on average, in steps and cities."""
        w = s.world
        attack = sum(strength(s, u)[0] for u in units)
        defence = sum(strength(s, u)[1] for u in s.stack[target] if w.combat[u])
        rivers = {crossing(s, s.where[u], target) for u in units}
        river = "" if "" in rivers or not rivers else "major" if "major" in rivers else "minor"
        total = defense_total(max(1, round(defence)), river)
        city = self.ground(w).value.get(target, 0.0)
        size = len([u for u in s.stack[target] if w.combat[u]]) or 1
        worth = 0.0
        for result, p in self._chances(s, side, round(attack), total, target).items():
            worth += p * _outcome(result, size, len(units), city)
        return worth

    def _eligible(self, s: Any, side: int, target: int) -> list[int]:
        from hexfront.games.motherland.combat import attack_violation

        w = s.world
        return [
            u
            for h in w.neighbours[target]
            for u in s.stack.get(h, ())
            if w.side[u] == side and attack_violation(s, side, u, target) is None
        ]

    def _on_attacks(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        best, most = legal[-1], self.numbers[side]["least"] - 0.6 * plan.boldness
        for x in legal:
            if type(x) is a.Target:
                worth = self._value(s, side, self._eligible(s, side, x.hex), x.hex)
                if worth > most:
                    best, most = x, worth
        return best

    def _on_forming(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Those join whose help pays, the ones with nothing else to do first."""
        w, target = s.world, s.target
        joins = [x for x in legal if type(x) is a.Join]
        now = self._value(s, side, list(s.attackers), target) if s.attackers else -9.0
        others = (s.soviet_any if side == AXIS else s.axis_any) & ~(1 << target) & ~s.struck_hexes

        def engaged(x: Any) -> tuple[int, float]:
            return sum(1 for j in w.neighbours[s.where[x.unit]] if others >> j & 1), -strength(s, x.unit)[0]

        for x in sorted(joins, key=engaged):
            better = self._value(s, side, [*s.attackers, x.unit], target)
            if better > now + (0.2 if engaged(x)[0] else 0.02) or now < 0.4:
                return x
        commits = [x for x in legal if type(x) is a.Commit]
        return commits[0] if commits else (joins or legal)[0]

    def _on_support(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        for x in legal:
            if type(x) is a.CallAir and not s.support & 1:
                return x
        return legal[-1]

    def _on_choice(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Fall back, unless the hex is worth a step and holds out."""
        frame = s.agenda[0]
        back = [x for x in legal if type(x) is a.FallBack]
        losses = [x for x in legal if type(x) is a.Lose]
        value = self.ground(s.world).value.get(s.target, 0.0)
        defends = side != s.world.side[s.attackers[0]] if s.attackers else False
        steps = sum(s.steps[x.unit] for x in losses)
        if losses and (not back or (defends and value >= 0.6 and steps > frame.left + 1)):
            return self._cheapest(s, losses)
        return back[0] if back else self._cheapest(s, losses or legal)

    @staticmethod
    def _cheapest(s: Any, legal: list[Any]) -> Any:
        return min(legal, key=lambda x: (sum(printed(s, x.unit)) / max(1, s.steps[x.unit]), x.unit))

    def _on_mustlose(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        return self._cheapest(s, legal)

    _on_zocloss = _on_attritionloss = _on_mustlose

    def _on_trim(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """The enemy's excess is ours to choose: the best goes."""
        return max(legal, key=lambda x: (sum(printed(s, x.unit)), x.unit))

    def _on_retreats(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)
        return max(legal, key=lambda x: self._stand(s, side, x.unit, x.hex, read, STEADY))

    def _on_advances(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)
        best, most = legal[-1], 0.0
        for x in legal:
            if type(x) is a.Advance:
                there = self._stand(s, side, x.unit, x.hex, read, plan)
                here = self._stand(s, side, x.unit, s.where[x.unit], read, plan)
                if there - here > most:
                    best, most = x, there - here
        return best

    # --- the rest of a turn

    def _on_placement(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)
        places = [x for x in legal if type(x) is a.Place]
        if not places:
            return legal[-1]

        def worth(x: Any) -> float:
            crowd = len(s.stack.get(x.hex, ()))
            return read.pull.get(x.hex, 0.0) + (1.0 if read.threat.get(x.hex) else 0.0) - 0.8 * crowd

        return max(places, key=worth)

    _on_produced = _on_placement

    def _on_reinforcements(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        return legal[0]

    _on_rebuilding = _on_conversion = _on_combination = _on_reinforcements

    def _on_longmoves(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Strategic movement for units far from any enemy."""
        read = self._reading(s, side, plan, memory)
        tried = memory.notes.setdefault("sent", {})
        if tried.get("key") != (s.turn, s.phase):
            tried.clear()
            tried["key"] = (s.turn, s.phase)
        for x in legal:
            if type(x) is a.Pick and x.unit not in tried:
                tried[x.unit] = True
                near = s.world.grid.disc(s.where[x.unit], 4)
                if s.world.combat[x.unit] and not near & read.enemy:
                    return x
        return legal[-1]

    def _on_longmove(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)
        here = s.where[s.group[0]] if s.group else -1
        best, most = None, read.pull.get(here, 0.0) + 0.4
        for x in legal:
            if type(x) in (a.Redeploy, a.Ship):
                worth = read.pull.get(x.hex, 0.0) - 0.4 * len(s.stack.get(x.hex, ()))
                worth -= 0.6 if read.hostile >> x.hex & 1 else 0.0
                if worth > most:
                    best, most = x, worth
        return best or next((x for x in legal if type(x) is a.Hold), legal[-1])

    def _on_evacuation(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)
        out = [x for x in legal if type(x) is a.Evacuate]
        if not out:
            return legal[-1]
        return max(out, key=lambda x: read.threat.get(s.where[x.unit], 0.0))

    def _on_airlift(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        return max(legal[:-1], key=lambda x: sum(printed(s, x.unit)), default=legal[-1])

    def _on_keepone(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        chits = s.world.chits
        return max(legal, key=lambda x: sum(chits[x.chit].full))

    def _on_command(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        draws = [x for x in legal if type(x) is a.DrawTwo]
        return draws[0] if draws else legal[-1]

    # --- how it stands

    def worth(self, s: Any, seat: Seat) -> float:
        if s.result is not None:
            return super().worth(s, seat)
        w = s.world
        values = self.ground(w).value
        cities = sum(v if axis_holds(s, h) else -v for h, v in values.items())
        force = [0.0, 0.0]
        for h in s.stack:
            for u in s.stack[h]:
                if w.combat[u]:
                    attack, defence = strength(s, u)
                    force[w.side[u]] += attack + defence
        lead = 0.35 * cities + 6.0 * (force[AXIS] / (force[AXIS] + force[SOVIET] + 1.0) - 0.5)
        base = 1 / (1 + exp(-max(-30.0, min(30.0, lead))))
        return base if SEATS.index(seat) == AXIS else 1 - base


def _outcome(result: str, size: int, attackers: int, city: float) -> float:
    """Steps won less steps lost of a result; a defender driven off gives up the hex."""
    if result == "NE":
        return 0.0
    if result == "AE":
        return -1.5 * attackers
    if result == "DE":
        return 2.0 * size + city
    if "/" in result:
        left, right = (0 if part == "-" else int(part) for part in result.split("/"))
        return min(right, 2 * size) * 0.9 - left * 0.9
    number = int(result[1:])
    return -0.5 * number if result[0] == "A" else 0.5 * number + 0.8 * city


def _edge(ratio: float) -> float:
    """How good odds are: rising steepest between 1:1 and 4:1."""
    return 1 / (1 + exp(-1.4 * (ratio - 2.2))) - 0.044


DOCTRINE = MotherlandDoctrine
__all__ = ["DOCTRINE", "MotherlandDoctrine"]
