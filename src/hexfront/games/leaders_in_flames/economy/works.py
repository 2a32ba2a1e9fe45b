"""Factories and major ports: destroyed, repaired, moved away. Cases base.works, base.repair, base.evacuate, 3.1i, 6q."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done
from hexfront.games.leaders_in_flames.chairs import Sit, plays
from hexfront.games.leaders_in_flames.economy.deeds import Evacuate, Scorch
from hexfront.games.leaders_in_flames.kinds import AXIS, PARTISAN, RAILS, SIDE_OF
from hexfront.games.leaders_in_flames.land.zones import zone_of
from hexfront.games.leaders_in_flames.limits import limit_violation, use
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.state import State, owner
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides

REPAIR_COST = 2
AWAY = 2
"""Turns that a factory is on the railway."""
TURNS = 100
DONE = Done()


def working(s: State, h: Hex) -> int:
    """How many factories of a hex work: those that stand and have not been bombed in this turn. Case base.works."""
    return max(0, standing(s, h) - s.bombed.get(h, 0))


def standing(s: State, h: Hex) -> int:
    """How many factories of a hex are neither destroyed nor moved away."""
    return s.world.realm.works.get(h, 0) + s.works.get(h, 0) - s.ruins.get(h, 0)


def manned(s: State) -> HexSet:
    """Factory hexes in which their owner has a land unit: a leader cannot destroy a factory. Cases base.works, 3.1i."""
    w, out = s.world, 0
    for h in w.realm.works:
        power = owner(s, h)
        if power >= 0 and any(
            w.is_troop(u) and w.power[u] == power and w.kind[u] != PARTISAN for u in s.stack.get(h, ())
        ):
            out |= 1 << h
    return out


def note_loss(s: State, h: Hex, before: int) -> None:
    """A hex has changed hands: a major port in it is damaged; an owner who had a unit in it this impulse may destroy its factories.

    Cases base.works, base.repair, 5.3.2.49a, 5.3.2.40a.
    """
    w = s.world
    if not w.plan.politics:
        return
    if SIDE_OF[owner(s, h)] == AXIS:
        for name, land in (("axis.guam", w.affairs.guam), ("axis.canal", w.affairs.isthmus)):
            if land >> h & 1:
                s.deeds[name] = s.turn
    if w.board.features["major_port"] >> h & 1:
        s.wrecks |= 1 << h
    if s.manned >> h & 1 and standing(s, h) > 0:
        s.lost[h] = before


class Scorching(Auto, frozen=True, tag=True):
    """Ask those who lost factories in this impulse whether they leave them whole. Case base.works."""

    def run(self, s: State) -> Agenda:
        frames: Agenda = ()
        for h, party in sorted(s.lost.items()):
            loser = s.world.parties[party]
            frames = (*frames, Sit(loser.power), ScorchWorks(loser.side, h))
        s.lost = {}
        return frames


class ScorchWorks(SideDecides, frozen=True, tag=True):
    """Destroy factories that were lost, or leave them. Cases base.works, 3.1i."""

    rule: ClassVar[str] = "base.works"
    takes = (Scorch,)
    hex: int

    def candidates(self, s: State, seat: Seat) -> list[Scorch]:
        return [Scorch(True), Scorch(False)]

    def violation(self, s: State, seat: Seat, action: Scorch) -> Violation | None:
        return None

    def apply(self, s: State, seat: Seat, action: Scorch) -> Agenda:
        if action.burn:
            s.ruins[self.hex] = s.ruins.get(self.hex, 0) + standing(s, self.hex)
            s.emit(
                Noted(
                    f"The factories of {s.world.title(self.hex)} were destroyed.",
                    self.rule,
                    self.hex,
                )
            )
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.title(self.hex)} is lost: destroy its factories?", self.rule)

    def option(self, s: State, seat: Seat, action: Scorch) -> Option:
        return Option(
            "Destroy them" if action.burn else "Leave them",
            "choose",
            at=s.world.label(self.hex),
            rule=self.rule,
        )


# --- repair


def damaged(s: State, power: int) -> list[Hex]:
    """Hexes with destroyed factories or a damaged port that a power holds and has not begun to repair."""
    hexes = {h for h, n in s.ruins.items() if n > 0} | set(bits(s.wrecks))
    return sorted(h for h in hexes if owner(s, h) == power and h not in s.repairs)


def repair_violation(s: State, power: int, h: Hex) -> Violation | None:
    """Why a power cannot repair a place. Case base.repair."""
    if h not in damaged(s, power):
        return Violation("base.repair", "You have nothing to repair there.", s.world.label(h))
    if s.points[power] < REPAIR_COST:
        return Violation("base.repair", f"It costs {REPAIR_COST} build points.", s.world.label(h))
    return None


def repair(s: State, power: int, h: Hex) -> None:
    """Begin the repair of one factory, or of the port if no factory is destroyed; it is done next turn. Case base.repair."""
    s.points[power] -= REPAIR_COST
    s.repairs[h] = s.turn + 1
    s.emit(Noted(f"{begun(the_power(power))} repairs {s.world.title(h)}.", "base.repair", h))


def finish_repairs(s: State) -> None:
    """Repairs that are due are done, factories on the railway arrive. Cases base.repair, base.evacuate."""
    for h in sorted(h for h, due in s.repairs.items() if due <= s.turn):
        del s.repairs[h]
        if s.ruins.get(h, 0) > 0:
            s.ruins[h] -= 1
        else:
            s.wrecks &= ~(1 << h)
    for key in sorted(s.moving):
        h, due = divmod(key, TURNS)
        if due <= s.turn:
            s.works[h] = s.works.get(h, 0) + s.moving.pop(key)


def duty_ground(w: World) -> HexSet:
    """The ground of the set-up's duty of repair."""
    rows = w.plan.duty
    return w.realm.ground(rows.get("regions", ())) & ~w.realm.ground(rows.get("except", ()))


def duty(s: State, power: int) -> list[Hex]:
    """Places that a power must repair before it spends anything else: by the set-up's rule, all but one factory. Case 6q."""
    w = s.world
    land = duty_ground(w) if w.plan.duty.get("power") == w.parties[power].nation else 0
    places = [h for h in damaged(s, power) if land >> h & 1]
    works = sum(s.ruins.get(h, 0) for h in w.realm.works if land >> h & 1)
    if works <= 1:
        places = [h for h in places if not s.ruins.get(h, 0)]
    return places


# --- moved away


def evacuations(s: State, side: int) -> list[Evacuate]:
    """Blue factories of a side and the factory cities they could be railed to. Cases base.evacuate, 1c."""
    w = s.world
    out = []
    for power in w.powers:
        if SIDE_OF[power] != side or not plays(s, power):
            continue
        foes = s.wars[power]
        clear = (
            hexes_of(s.control, 1 << power)
            & ~hexes_of(s.forces, foes)
            & ~(zone_of(s, foes) & ~s.troops[side])
        )
        for h, n in w.realm.blue[power].items():
            if owner(s, h) == power and s.works.get(h, 0) > -n and working(s, h) > 0:
                line = w.rail.connected(1 << h, clear | 1 << h)
                out += [
                    Evacuate(h, to)
                    for to in w.factories[power]
                    if to != h and line >> to & 1 and owner(s, to) == power
                ]
    return out


class Evacuations(Auto, frozen=True, tag=True):
    """Ask for factories to be moved where an enemy is near. Case base.evacuate."""

    side: int

    def run(self, s: State) -> Agenda:
        if not s.world.plan.politics or not in_danger(s, self.side):
            return ()
        frame = MoveWorks(self.side)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


def in_danger(s: State, side: int) -> bool:
    """Whether an enemy land unit stands within ten hexes of a blue factory: until then nobody is asked."""
    w = s.world
    blue = [h for power in w.powers if SIDE_OF[power] == side for h in w.realm.blue[power]]
    return any(w.disc(h, 10) & hexes_of(s.forces, s.wars[owner(s, h)]) for h in blue if owner(s, h) >= 0)


class MoveWorks(SideDecides, frozen=True, tag=True):
    """Move a blue factory away by rail, or go on. Case base.evacuate."""

    rule: ClassVar[str] = "base.evacuate"
    takes = (Evacuate, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*evacuations(s, self.side), DONE]

    def violation(self, s: State, seat: Seat, action: Evacuate | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if action not in evacuations(s, self.side):
            return Violation(
                "base.evacuate", "A blue factory can go only by rail, to another factory city of its power."
            )
        return limit_violation(s, owner(s, action.hex), RAILS, "rail moves")

    def apply(self, s: State, seat: Seat, action: Evacuate | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        use(s, owner(s, action.hex), RAILS)
        s.works[action.hex] = s.works.get(action.hex, 0) - 1
        key = action.to * TURNS + s.turn + AWAY
        s.moving[key] = s.moving.get(key, 0) + 1
        w = s.world
        s.emit(
            Noted(
                f"A factory of {w.title(action.hex)} goes to {w.title(action.to)}.",
                self.rule,
                action.hex,
            )
        )
        return (Evacuations(self.side),)

    def option(self, s: State, seat: Seat, action: Evacuate | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("No more", "done", rule=self.rule, ends=True)
        return Option(
            f"A factory of {w.title(action.hex)} to {w.title(action.to)}", "choose", at=w.label(action.hex)
        )
