"""Chapter 21: the optional rules, Baku and the Turkish front."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import Destroy
from hexfront.games.motherland.control import occupy
from hexfront.games.motherland.kinds import ASSET, AXIS, BAKU, PANZERS, TURKISH
from hexfront.games.motherland.state import State, eliminate, move_factor
from hexfront.games.motherland.supply import area
from hexfront.games.motherland.zones import LEAVE_COST, is_in_enemy_zoc
from hexfront.kernel import Agenda, Auto, Chance, Die, Option, Prompt, Result, Seat, Violation
from hexfront.wargame import OneDecides, on_map, put

BAKU_EXIT = "2434"
BAKU_COST = 5
TURKISH_ENTRY = "1735"


def baku_cost(s: State) -> int:
    """Movement Points for the way to Baku, those for leaving an enemy ZOC included. Cases 4.2a, 21.1.1."""
    held = is_in_enemy_zoc(s, AXIS, s.world.hex(BAKU_EXIT))
    return BAKU_COST + (LEAVE_COST if held else 0)


def baku_violation(s: State) -> Violation | None:
    """Panzers go from hex 2434 to the Baku box for 5 Movement Points. Cases 21.0, 21.1.1, 5.2.4a."""
    w = s.world
    if not w.has_baku:
        return Violation("5.2.4a", "Units cannot leave the map; Baku is an optional rule.")
    for u in s.group:
        if w.kind[u] not in PANZERS:
            return Violation("21.1.1", "Only German Panzer units can go to Baku.")
        if s.where[u] != w.hex(BAKU_EXIT):
            return Violation("21.1.1", "The move to Baku begins in hex 2434.")
        if s.spent[u] + baku_cost(s) > move_factor(s, u):
            return Violation("21.1.1", f"The move to Baku costs {baku_cost(s)} Movement Points.")
    return None


class BakuRoll(Chance, frozen=True, tag=True):
    """Whether the Soviet Union surrenders when Panzers reach Baku: 1 to 4. Cases 21.1.2, 21.1.3a."""

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        s.baku_rolled = 1
        s.emit(ev.Rolled("Fall of Baku", outcome, "21.1.2"))
        if outcome <= 4:
            reason = "Baku has fallen and the Soviet Union surrenders."
            s.finish(Result(("axis",), reason, "21.1.2", level="Axis Strategic Victory"))
            return ()
        return (FactoryRoll(),)

    def title(self, s: State) -> str:
        return "Does the Soviet Union surrender after Baku? (1-4)"


class FactoryRoll(Chance, frozen=True, tag=True):
    """How many Factories the loss of Baku costs. Case 21.1.2."""

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        s.emit(ev.Rolled("Factories lost with Baku", outcome, "21.1.2"))
        left = min(outcome, len(factories(s)))
        return (FactoryLoss(left),) if left else ()

    def title(self, s: State) -> str:
        return "Factories lost with the oil of Baku"


def factories(s: State) -> list[int]:
    """Factories on the map."""
    w = s.world
    return [u for u in w.of_kind.get(ASSET, ()) if s.where[u] >= 0 and w.asset_type[u] == "factory"]


class FactoryLoss(OneDecides, frozen=True, tag=True):
    """The Axis player chooses the Factories that the loss of Baku closes. Case 21.1.2."""

    left: int
    by = AXIS
    takes = (Destroy,)
    rule: ClassVar[str] = "21.1.2"

    def candidates(self, s: State, seat: Seat) -> list[Destroy]:
        return [Destroy(u) for u in factories(s)]

    def violation(self, s: State, seat: Seat, action: Destroy) -> Violation | None:
        if action.unit in factories(s):
            return None
        return Violation("21.1.2", "Choose a Factory on the map.")

    def apply(self, s: State, seat: Seat, action: Destroy) -> Agenda:
        s.emit(ev.Eliminated(action.unit, s.where[action.unit], "21.1.2"))
        eliminate(s, action.unit)
        return (FactoryLoss(self.left - 1),) if self.left > 1 else ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Choose a Factory to eliminate ({self.left} left).", "21.1.2")

    def option(self, s: State, seat: Seat, action: Destroy) -> Option:
        w = s.world
        name = w.name(action.unit)
        return Option(f"Eliminate {name}", "choose", name, w.label(s.where[action.unit]), rule="21.1.2")


class BakuReturn(Auto, frozen=True, tag=True):
    """Panzers in the Baku box come back to hex 2434 in the Administrative Phase. Cases 5.2.2a, 19.1a, 21.1.3b."""

    def run(self, s: State) -> Agenda:
        home = s.world.hex(BAKU_EXIT)
        # RULING 21.1.3-a: with the enemy in 2434 there is no way back, and the Panzers are lost.
        closed = s.soviet_any >> home & 1
        rolls: Agenda = ()
        for u, where in enumerate(s.where):
            if where == BAKU and closed:
                s.emit(ev.Eliminated(u, home, "21.1.3b"))
                eliminate(s, u)
            elif where == BAKU:
                put(s, u, home)
                s.emit(ev.Arrived(u, home, "21.1.3b"))
                rolls += occupy(s, AXIS, home)
        return rolls


class TurkishEntry(Auto, frozen=True, tag=True):
    """The start of the Administrative Phase: one roll for each German unit beyond the trigger line. Case 21.2.1a."""

    def run(self, s: State) -> Agenda:
        w = s.world
        if not w.has_turkey or s.turkey:
            return ()
        here = [u for u in on_map(s, AXIS) if w.is_german[u] and w.trigger >> s.where[u] & 1]
        return tuple(TurkishRoll(u) for u in here)


class TurkishRoll(Chance, frozen=True, tag=True):
    """Turkey enters on 1 to 3 for a unit in supply, on 1 for another. Cases 21.2.1b, 21.2.2a."""

    unit: int

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        w = s.world
        if s.turkey:
            return ()
        s.emit(ev.Rolled("Entry of Turkey", outcome, "21.2.1b", s.where[self.unit]))
        limit = 3 if area(s, self.unit).supplied >> s.where[self.unit] & 1 else 1
        if outcome <= limit:
            s.turkey = 1
            s.emit(ev.Noted("Turkey enters the war.", "21.2.1b"))
            for u in w.of_kind.get(TURKISH, ()):
                put(s, u, w.hex(TURKISH_ENTRY))
                s.emit(ev.Arrived(u, s.where[u], "21.2.2a"))
        return ()

    def title(self, s: State) -> str:
        return "Does Turkey enter the war?"
