"""For the Motherland!: everything of a turn but moving and fighting: placing, sending, rebuilding, supplying.

The doctrine proper is built on this.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexfront.games.motherland import actions as a
from hexfront.games.motherland.kinds import (
    AIR_BASE,
    AXIS,
    SEATS,
    SUPPLY_BASE,
    SUPPORT,
)
from hexfront.games.motherland.long_moves import strategic_hexes, strategic_violation
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.state import is_snow, printed
from hexfront.hexes import bits
from hexfront.players.doctrine import Doctrine, Memory, Plan
from hexfront.players.doctrines.motherland.attack import (
    Attack,
)
from hexfront.players.doctrines.motherland.bases import Posts, exposed
from hexfront.players.doctrines.motherland.read import (
    Ground,
    Reading,
    has_room,
    line_of,
    reach,
    step_worth,
    strength,
)
from hexfront.players.doctrines.motherland.supply import drive
from hexfront.wargame import read_toml

POSTED = 50.0  # a Supply Base goes where it is sent
STRIDE = 4  # hexes that Soviet units are expected to go
STRIDE_LATER = 6  # when they have Tank Armies
INITIATIVE = 12  # the turn on which the Soviets begin to go first


class Chores(Doctrine):
    """What a side reads from the board, where its bases go, and its paper work."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._grounds: dict[bytes, Ground] = {}
        self._leads: dict[bytes, float] = {}  # how far the Axis is ahead at the beginning
        numbers = read_toml(Path(__file__).with_name("numbers.toml"))
        self.numbers: list[dict[str, float]] = [numbers["axis"], numbers["soviet"]]
        self.usual: dict[str, dict[str, Any]] = numbers["usual"]
        self.later = [numbers["axis"] | numbers["axis_later"], numbers["soviet"] | numbers["soviet_later"]]

    def _k(self, s: Any, side: int) -> dict[str, float]:
        """The numbers of a side: the initiative changes on turn 12."""
        return (self.later if s.turn >= INITIATIVE else self.numbers)[side]

    def ground(self, w: Any) -> Ground:
        found = self._grounds.get(w.key)
        if found is None:
            found = self._grounds[w.key] = Ground(w)
        return found

    def _reading(self, s: Any, side: int, plan: Plan, memory: Memory) -> Reading:
        enemy = s.soviet_any if side == AXIS else s.axis_any
        key = (s.turn, s.phase, enemy, s.axis_marks, plan.name)
        found = memory.once(f"reading {side}", key, lambda: Reading(s, side, self.ground(s.world), plan))
        assert isinstance(found, Reading)
        return found

    def _rear(self, s: Any, side: int, u: int, read: Reading, memory: Memory) -> Any:
        """How good hexes are for bases, air fields and artillery."""
        w = s.world
        attacks: list[Attack] = memory.notes.get("attacks", [])
        kind = w.kind[u]

        foe = s.soviet_front if side == AXIS else s.axis_front

        # Tank Armies break through and drive on in the same turn.
        perils = (-8.0, -6.0, -4.0, -2.0) if side == AXIS and s.turn >= INITIATIVE else (-8.0, -6.0, -2.5)

        def safety(h: int) -> float:
            near = next((n for n in range(1, len(perils) + 1) if w.disc(h, n) & foe), 0)
            if not near:
                return 0.0
            held = sum(strength(s, x)[1] for x in s.stack.get(h, ()) if x != u and w.combat[x])
            if held:
                return -1.0 if read.threat.get(h, 0.0) > 3 * held else 0.0
            return perils[near - 1]

        if kind == SUPPORT:

            def support(h: int) -> float:
                near = w.disc(h, 3)
                helps = sum(max(0.5, x.value) for x in attacks if near >> x.target & 1)
                return 1.5 * helps + 0.3 * read.pull.get(h, 0.0) + safety(h)

            return support
        if kind == AIR_BASE:

            def field(h: int) -> float:
                near = w.disc(h, 4)
                helps = sum(max(0.5, x.value) for x in attacks if near >> x.target & 1)
                fight = sum(1 for j in bits(near & read.enemy) if j in read.steps)
                return helps + 0.3 * min(fight, 10) + 0.3 * read.pull.get(h, 0.0) + safety(h)

            return field
        if kind == SUPPLY_BASE:
            posts = Posts(s, self._beside(s, read))
            chosen = self._posts(s, side, posts, read, memory)
            others = 0
            for b in w.of_kind[SUPPLY_BASE]:
                if b != u and s.where[b] >= 0:
                    others |= posts.fed(chosen.get(b, s.where[b]))[1]
            post = chosen.get(u, -1)
            return lambda h: posts.worth(h, others) + (POSTED if h == post else 0.0)
        return lambda h: 0.4 * read.pull.get(h, 0.0) + safety(h)

    @staticmethod
    def _beside(s: Any, read: Reading) -> Callable[[int], float]:
        """What a hex is worth to a Supply Base beside the units it feeds: the way ahead, and safety."""
        w = s.world
        front = s.axis_front
        later = s.turn >= INITIATIVE
        open_ = exposed(s, STRIDE_LATER if later else STRIDE)
        near_them = w.grid.around(open_)
        beyond = w.grid.around(near_them) if later else 0
        close, further = (-8.0, -3.0) if later else (-4.0, 0.0)

        def beside(h: int) -> float:
            held = sum(strength(s, x)[1] for x in s.stack.get(h, ()) if w.combat[x])
            if held:
                peril = -2.0 if read.threat.get(h, 0.0) > 3 * held else 0.0
            else:
                peril = -16.0 if open_ >> h & 1 else close if near_them >> h & 1 else 0.0
                peril += further if beyond >> h & 1 and not peril else 0.0
            ahead = 0.3 * (w.disc(h, 4) & front).bit_count() + 0.3 * read.pull.get(h, 0.0)
            return float(ahead + peril)

        return beside

    @staticmethod
    def _posts(s: Any, side: int, posts: Posts, read: Reading, memory: Memory) -> dict[int, int]:
        """The hexes that Supply Bases are sent to, once a phase; none before others have moved, or by rail."""
        frame = s.agenda[0]
        if type(frame) is not Moves:
            return {}

        def make() -> dict[int, int]:
            movers = [x.unit for x in frame.legal(s, SEATS[side]) if type(x) is a.Pick]
            bases = [u for u in movers if s.world.kind[u] == SUPPLY_BASE]
            return posts.assign({b: list(reach(s, side, b, read)[0]) for b in bases})

        found = memory.once("posts", (s.turn, s.phase), make)
        assert isinstance(found, dict)
        return found

    # --- the rest of a turn

    def _on_placement(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        read = self._reading(s, side, plan, memory)
        places = [x for x in legal if type(x) is a.Place]
        if not places:
            return legal[-1]
        unit = getattr(s.agenda[0], "unit", -1)
        front = s.axis_front if side == AXIS else s.soviet_front
        missing = line_of(s, side, front)

        def worth(x: Any) -> float:
            others = list(s.stack.get(x.hex, ()))
            room = unit < 0 or has_room(s, side, unit, others)
            gap = ((s.world.around[x.hex] | 1 << x.hex) & missing).bit_count()
            near = 1.0 if read.threat.get(x.hex) else 0.0
            return float(
                read.pull.get(x.hex, 0.0) + near + 2.0 * gap - 0.3 * len(others) - (0.0 if room else 9.0)
            )

        return max(places, key=worth)

    _on_produced = _on_placement

    def _on_reinforcements(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        return legal[0]

    _on_combination = _on_reinforcements

    def _on_conversion(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Guards and Shock Armies take the place of those with the worst chits."""
        units = [x for x in legal if type(x) is a.Convert]
        return min(units, key=lambda x: (sum(strength(s, x.unit)), x.unit)) if units else legal[-1]

    def _on_rebuilding(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Panzers first, then whoever gains most by a step."""
        units = [x for x in legal if type(x) is a.Rebuild]
        return max(units, key=lambda x: (step_worth(s, x.unit), s.steps[x.unit], -x.unit), default=legal[-1])

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
                near = s.world.disc(s.where[x.unit], 4)
                if s.world.kind[x.unit] == SUPPLY_BASE:
                    return x
                if (s.world.combat[x.unit] or s.world.kind[x.unit] == SUPPORT) and not near & read.enemy:
                    return x
        return legal[-1]

    def _on_longmove(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """To where the front has a hole, or to what matters."""
        w = s.world
        read = self._reading(s, side, plan, memory)
        unit = s.agenda[0].unit
        here = s.where[unit]
        if w.kind[unit] == SUPPLY_BASE:
            return self._leap(s, unit, legal, read, memory)
        front = (s.axis_front if side == AXIS else s.soviet_front) & ~(1 << here)
        missing = line_of(s, side, front)

        def worth(h: int) -> float:
            gap = ((w.around[h] | 1 << h) & missing).bit_count()
            near = min(2.0, 0.3 * (w.disc(h, 4) & read.enemy).bit_count())
            crowd = sum(1 for x in s.stack.get(h, ()) if x != unit)
            return float(read.pull.get(h, 0.0) + 2.0 * gap + near - 0.4 * crowd)

        best, most = None, worth(here) + 0.4
        for x in legal:
            if type(x) in (a.Redeploy, a.Ship) and has_room(s, side, unit, list(s.stack.get(x.hex, ()))):
                value = worth(x.hex)
                if value > most:
                    best, most = x, value
        return best or next((x for x in legal if type(x) is a.Hold), legal[-1])

    def _leap(self, s: Any, unit: int, legal: list[Any], read: Reading, memory: Memory) -> Any:
        """A Supply Base follows the front by strategic movement, on Mud turns alone. Case 5.3.2."""
        posts = Posts(s, self._beside(s, read))

        def make() -> dict[int, int]:
            bases = [b for b in s.world.of_kind[SUPPLY_BASE] if s.where[b] >= 0]
            able = [b for b in bases if strategic_violation(s, b) is None]
            return posts.assign({b: [s.where[b], *bits(strategic_hexes(s, b) & posts.net)] for b in able})

        leaps = memory.once("leaps", s.turn, make)
        assert isinstance(leaps, dict)
        goal = leaps.get(unit, -1)
        can_drive = drive(s, unit, posts.within) >> goal & 1 if goal >= 0 else True
        taken = any(s.world.kind[x] == SUPPLY_BASE for x in s.stack.get(goal, ()))
        for x in legal:
            if type(x) is a.Redeploy and x.hex == goal and not can_drive and not taken:
                return x
        return next((x for x in legal if type(x) is a.Hold), legal[-1])

    def _on_evacuation(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """The factory in most danger goes east."""
        out = [x for x in legal if type(x) is a.Evacuate]
        if not out:
            return legal[-1]
        axis = list(bits(s.axis_front))
        grid = s.world.grid
        return min(out, key=lambda x: min((grid.distance(s.where[x.unit], h) for h in axis), default=99))

    def _on_airlift(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Supplies for the best unit, in winter alone: in summer air units fight."""
        if not is_snow(s):
            return legal[-1]
        return max(legal[:-1], key=lambda x: sum(printed(s, x.unit)), default=legal[-1])

    def _on_expenditure(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """A base that is cut off is spent when three or more units on it would be Out of Supply without."""
        w = s.world
        for x in legal:
            if type(x) is a.Expend:
                near = w.disc(s.where[x.unit], 4) & s.axis_front
                if sum(1 for h in bits(near) for u in s.stack[h] if s.judged[u]) >= 3:
                    return x
        return legal[-1]

    def _on_gathering(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """Partisans gather behind the base that feeds most units."""
        w = s.world
        out = [x for x in legal if type(x) is a.Station]

        def fed(x: Any) -> int:
            return sum(len(s.stack[h]) for h in bits(w.disc(x.hex, 4) & s.axis_front))

        return max(out, key=fed) if out else legal[-1]

    def _on_interdicted(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        return max(legal, key=lambda x: (sum(printed(s, x.unit)), -x.unit))

    def _on_keepone(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        chits = s.world.chits
        return max(legal, key=lambda x: sum(chits[x.chit].full))

    def _on_command(self, s: Any, side: int, legal: list[Any], plan: Plan, memory: Memory) -> Any:
        """A General draws for a unit without a chit, best of all a strong one; he replaces only a poor chit."""
        draws = [x for x in legal if type(x) is a.DrawTwo]
        if draws:
            return min(draws, key=lambda x: (s.world.letter[x.unit], x.unit))
        swaps = [x for x in legal if type(x) is a.Replace]
        poor = [x for x in swaps if sum(printed(s, x.unit)) <= 3]
        return min(poor, key=lambda x: sum(printed(s, x.unit))) if poor else legal[-1]
