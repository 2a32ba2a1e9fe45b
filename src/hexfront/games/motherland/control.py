"""Control of Cities and Ports (19.1), and what follows when Moscow changes hands (16.6)."""

from __future__ import annotations

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.kinds import AXIS
from hexfront.games.motherland.state import State, axis_holds
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Chance, Die, Result


def occupy(s: State, side: int, h: Hex) -> Agenda:
    """A unit of a side enters a hex: a City or Port there changes control; rolls that follow are returned.

    Nothing else changes control. Cases 16.6b, 19.1a, 19.1b, 19.1c, 19.1.1, 19.1.2.
    """
    w = s.world
    if not w.points >> h & 1:
        return ()
    here = 1 << h
    at_home = bool(w.soviet_union & here)
    if side == AXIS:
        retaken = bool(s.soviet_marks & here)
        if (at_home or retaken) and not s.axis_marks & here:
            s.axis_marks |= here
            s.soviet_marks &= ~here
            s.emit(ev.ControlChanged(h, "axis", retaken))
        return fall_of_moscow(s, h)
    retaken = bool(s.axis_marks & here)
    if (not at_home or retaken) and not s.soviet_marks & here:
        s.soviet_marks |= here
        s.axis_marks &= ~here
        s.emit(ev.ControlChanged(h, "soviet", retaken))
    if h == w.moscow and s.stalin == 1:
        s.stalin = 0
        s.emit(ev.Noted("Stalin returns to Moscow.", "16.6b", h))
    return ()


def fall_of_moscow(s: State, h: Hex) -> Agenda:
    """Axis entry into Moscow: roll for Stalin while he is there. Cases 16.6a, 16.6c."""
    if h != s.world.moscow:
        return ()
    first = not s.moscow_fallen
    s.moscow_fallen = 1
    return (StalinRoll(first),) if s.stalin == 0 else ()


class StalinRoll(Chance, frozen=True, tag=True):
    """Whether Stalin escapes from Moscow: 1 to 4 he does. Cases 16.6a, 16.6c."""

    is_first_entry: bool

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        s.emit(ev.Rolled("Stalin leaves Moscow" if outcome <= 4 else "Stalin is killed", outcome, "16.6a"))
        if outcome <= 4:
            s.stalin = 1
            return ()
        s.stalin = 2
        # RULING 16.6-a: the surrender roll belongs to the first entry, so a later death does not bring it.
        return (SurrenderRoll(),) if s.world.plan.surrender and self.is_first_entry else ()

    def title(self, s: State) -> str:
        return "Does Stalin escape from Moscow? (1-4)"


class SurrenderRoll(Chance, frozen=True, tag=True):
    """Whether the Soviet Union surrenders after Stalin's death. Cases 20.2-s4, 20.3-s1, 20.6-s4."""

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        w = s.world
        leningrad = w.find("Leningrad")
        total = outcome + (1 if leningrad >= 0 and axis_holds(s, leningrad) else 0)
        rule = {2: "20.2-s4", 3: "20.3-s1", 6: "20.6-s4"}.get(w.plan.number, "16.6c")
        s.emit(ev.Rolled("Surrender of the Soviet Union", outcome, rule))
        if total >= 6:
            reason = "Stalin is dead and the Soviet Union surrenders."
            s.finish(Result(("axis",), reason, rule, level="Axis Strategic Victory"))
        elif total >= 4:
            return_starred(s)
            s.emit(ev.Noted("The will to fight declines: all starred chits return to the cups.", rule))
        return ()

    def title(self, s: State) -> str:
        return "Does the Soviet Union surrender? (6 or more)"


def return_starred(s: State) -> None:
    """Every starred chit that has left the game goes back to its cup. Case 20.2-s4."""
    for k, chit in enumerate(s.world.chits):
        if chit.count:
            s.cup[k] += s.burnt[k]
            s.burnt[k] = 0
