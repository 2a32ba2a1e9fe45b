"""A combat worked out up to its roll: the one at hand, for screens, and any other, for the table assistant; and whose luck a roll is."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.lebensraum.combat import CombatRoll, Commanding, Gathering, Supporting
from hexfront.games.lebensraum.command import assigned, command_violation, is_free_of_command, put_in_command
from hexfront.games.lebensraum.kinds import CLASSES, FATES, POWERS
from hexfront.games.lebensraum.leaders import DrawLeader, FateRoll, Recovery
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.strength import odds
from hexfront.games.lebensraum.tables import Tables
from hexfront.games.lebensraum.transfers import MoraleRoll
from hexfront.kernel import Chance, Forecast, Fortune, Working, pending
from hexfront.wargame import Odds, Term


def worked_out(
    t: Tables, strengths: tuple[int, int], classes: tuple[int, int], strict: bool, lines: Iterable[Working]
) -> Odds:
    """A combat by its strengths and classes, attacker first. Cases 7.2d, 7.3b, 7.3c."""
    attacking, defending = classes
    found = Odds(t.results, *strengths, (
        Term(f"Defender's class {CLASSES[defending]}", -t.shift[defending], "7.3b"),
        Term(f"Attacker's class {CLASSES[attacking]}", t.shift[attacking], "7.3c"),
    ), (), lines)  # fmt: skip
    # Fractions go by RULING 7.2-a, shifts end at the ends (RULING 7.3-b).
    found.start = t.column(*strengths, strict)
    found.column = t.shifted(found.start, attacking, defending)
    return found


def meaning(code: str) -> str:
    """A result in words. Cases 7.4a, 7.4b, 7.4d, 7.4e."""
    a, d = (int(part) for part in code.split("/"))
    words = f"attacker {_steps(a)}, defender {_steps(d)}"
    return words if a == d else f"{words}; the {'defender' if d > a else 'attacker'} retreats"


def _steps(n: int) -> str:
    return "no loss" if not n else "1 step" if n == 1 else f"{n} steps"


def with_command(s: State) -> tuple[State, bool]:
    """A copy in which every unit that can be put in command is, the defender's first; and whether anything was guessed."""
    copy = s.clone()
    guessed = False
    for u in (*s.defenders, *s.attackers):
        if is_free_of_command(copy, u):
            continue
        k = next((k for k in assigned(copy, u) if command_violation(copy, u, k) is None), -1)
        if k >= 0:
            put_in_command(copy, u, k)
            guessed = True
    return copy, guessed


def forecast(s: State) -> Forecast | None:
    """The attack being put together: both strengths, the column, the chances. Cases 7.2c, 7.2d, 7.3a, 7.4a."""
    frame = pending(s)
    if not isinstance(frame, Gathering | Commanding | Supporting | CombatRoll) or not s.attackers:
        return None
    w = s.world
    position, guessed = with_command(s) if isinstance(frame, Gathering) else (s, False)
    found = odds(position)
    lines = list(found.working)
    if guessed:
        lines.append(Working("Command", "as if all in range were commanded", "7.44e"))
    lines.append(Working("Strengths", f"{found.attack} to {found.defence}", "7.2c"))
    strengths, classes = (found.attack, found.defence), (found.attacking_class, found.defending_class)
    told = worked_out(w.tables, strengths, classes, w.has("strict_rounding"), lines)
    title = f"Attack on {w.title(s.target)}: {found.attack} to {found.defence}"
    sides = (map(w.name, s.attackers), map(w.name, s.defenders))
    return told.forecast(title, "7.2d", w.label(s.target), *sides, meaning)


def fortune(s: State, frame: Chance) -> Fortune | None:
    """Whose good luck a roll is. The weather is left out, since it affects both sides; so is the draw of an army, since all are alike."""
    w = s.world
    if isinstance(frame, CombatRoll):
        column = odds(s).column

        def gain(die: int) -> int:
            lost, taken = w.tables.losses[die][column]
            return taken - lost

        return Fortune(POWERS[frame.power], gain)
    if isinstance(frame, FateRoll):
        fates = w.tables.fates[frame.column]
        return Fortune(POWERS[w.leader_power[frame.leader]], lambda die: -FATES.index(fates[die - 1]))
    if isinstance(frame, Recovery):
        return Fortune(POWERS[w.leader_power[frame.leader]], lambda die: -die)
    if isinstance(frame, DrawLeader):
        return Fortune(POWERS[w.hq_power[frame.hq]], lambda name: w.stars[w.leader(name)])
    if isinstance(frame, MoraleRoll):
        return Fortune(POWERS[frame.power], lambda die: -die)
    return None
