"""Control's corrections: anything on the map or in a Pool set, added or taken, each with a reason.

Nothing is taken on trust. A correction is first tried on a copy: the line is drawn anew, gaps are filled as the rules say,
the position is checked, and so is the end of the step with what the teams have chosen so far. A correction that would leave an
impossible position is refused, in words. RULING control-e.
"""

from __future__ import annotations

from typing import Any

from hexfront.games.last_war import alliances, invariants
from hexfront.games.last_war.actions import ChangeSides, Correct, EndStep, Reopen, Rule, SetCombat
from hexfront.games.last_war.asks import Ask, Together, Waiting
from hexfront.games.last_war.bombing import free_aircraft, threatened
from hexfront.games.last_war.cards import combats
from hexfront.games.last_war.closing import claimable
from hexfront.games.last_war.combat import Battle
from hexfront.games.last_war.data import KINDS, SIDE_NAMES
from hexfront.games.last_war.deployment import stake_out
from hexfront.games.last_war.events import ControlNoted, ControlSpoke
from hexfront.games.last_war.flags import FlagPlacing, FlagRounds
from hexfront.games.last_war.front import mend
from hexfront.games.last_war.ledgers import LEDGERS, LEDGERS_IN_A_HEX
from hexfront.games.last_war.plans import MoveUp
from hexfront.games.last_war.reckoning import COLOURS
from hexfront.games.last_war.state import FREE, NOBODY, LastWarState, is_in_war, power_at
from hexfront.games.last_war.things import CASE, COUNTERS, FLAG_PHASES, IN_A_HEX, MOST, NO_POWER, Thing, put
from hexfront.games.last_war.withdrawal import loose_hexes
from hexfront.kernel import CONTROL, Agenda, Violation, settle, with_item

LONGEST = 300  # characters in a reason
HOW = ("set", "add", "take")
THINGS: dict[str, Thing] = COUNTERS | LEDGERS


def wrong(reason: str, at: str = "") -> Violation:
    return Violation(CASE, reason, at)


# --- what is refused


def violation(s: LastWarState, frame: Ask, action: Any) -> Violation | None:
    """What is wrong with a correction, once it is known to be Control's. RULING control-e. Case cards.use-control."""
    if isinstance(action, Rule):
        return _wrong_ruling(s, action)
    if not action.why.isprintable() or len(action.why) > LONGEST or not action.why.strip():
        return wrong(f"Each correction has a reason: one line of at most {LONGEST} characters.")
    if isinstance(action, Correct):
        found = _wrong_correction(s, action)
    elif isinstance(action, ChangeSides):
        found = alliances.violation(s, action.power)
    elif isinstance(action, SetCombat):
        found = _wrong_result(s, action)
    elif isinstance(action, EndStep):
        return _wrong_end(s, frame, action)
    else:
        return _wrong_reopening(s, frame, action)
    return found or _tried(s, frame, action)


def _wrong_ruling(s: LastWarState, action: Rule) -> Violation | None:
    from hexfront.games.last_war.game import GAME

    if not action.text.strip() or len(action.text) > LONGEST or not action.text.isprintable():
        return wrong(f"A ruling is one line of at most {LONGEST} characters.")
    if action.case and action.case not in GAME.rulebook:
        return wrong("There is no such case in the rules.")
    if action.hex != NOBODY and not s.world.is_hex(action.hex):
        return wrong("There is no such hex.")
    return None


def _wrong_correction(s: LastWarState, c: Correct) -> Violation | None:
    w = s.world
    thing = THINGS.get(c.what)
    if thing is None:
        return wrong("There is nothing of that name to correct.")
    if c.how not in HOW or not 0 <= c.number <= MOST:
        return wrong(f"Set, add or take a number from 0 to {MOST}.")
    if c.hex != NOBODY and not w.is_hex(c.hex):
        return wrong("There is no such hex.")
    if c.what in (*IN_A_HEX, *LEDGERS_IN_A_HEX) and c.hex == NOBODY:
        return wrong("Say in which hex.")
    nobody = c.power == NOBODY and (c.what in NO_POWER or (c.what == "hex" and c.how == "take"))
    if not nobody:
        free = c.what == "partisans" and c.power in (FREE, FREE + 1)
        if not free and not 0 <= c.power < len(w.powers):
            return wrong("Say which power.")
        if not free and c.what not in ("in_war", "fort") and not is_in_war(s, c.power):
            return wrong("That power is not in the war.")
    if c.what == "hex" and c.how == "take" and c.power == NOBODY:
        c = Correct("hex", "take", power_at(s, c.hex), c.hex, number=1)
        if c.power == NOBODY:
            return wrong("Nobody holds that hex.", w.label(c.hex))
    if found := thing.check(s, c):
        return wrong(found, w.label(c.hex) if c.hex >= 0 else "")
    have, then = thing.read(s, c), wanted(s, thing, c)
    least, most = thing.least, max(thing.most(s, c), have)
    if not least <= then <= most:
        return wrong(f"{thing.title}: now {have}; it can be from {least} to {most}.")
    return wrong("It is like that already.") if have == then else None


def wanted(s: LastWarState, thing: Thing, c: Correct) -> int:
    """How many there are to be."""
    if c.how == "set":
        return c.number
    return thing.read(s, c) + (c.number if c.how == "add" else -c.number)


def _wrong_result(s: LastWarState, action: SetCombat) -> Violation | None:
    w = s.world
    if action.colour and action.colour not in COLOURS:
        return wrong("A combat ends green, yellow, blue, orange or red.")
    if action.side not in (0, 1) or not w.is_hex(action.hex):
        return wrong("There is no such combat.")
    if (action.hex, action.side) not in coming(s):
        return wrong(
            "That combat is not still to come; to correct one already fought, correct its dice.",
            w.label(action.hex),
        )
    if s.ruled.get(action.hex * 2 + action.side, "") == action.colour:
        return wrong("It is like that already.")
    return None


def coming(s: LastWarState) -> list[tuple[int, int]]:
    """The combats still to be fought this turn: the hex attacked, and the side that attacks."""
    if s.phase == "combat":
        now = s.agenda[0] if s.agenda else None  # the one whose dice are waited for
        return [
            *([(now.hex, now.side)] if isinstance(now, Battle) else []),
            *(divmod(each, 2) for each in s.battles),
        ]
    return list(combats(s)) if s.phase in FLAG_PHASES else []


def _wrong_end(s: LastWarState, frame: Ask, action: EndStep) -> Violation | None:
    asked = [seat for seat in frame.asked(s) if seat != CONTROL]
    if not asked:
        return wrong("Only Control has to decide now.")
    if action.seat and action.seat not in asked:
        return wrong("That team has nothing to decide now, or is done.")
    return _tried(s, frame, action)


def _wrong_reopening(s: LastWarState, frame: Ask, action: Reopen) -> Violation | None:
    if not isinstance(frame, Together) or action.seat not in s.done or action.seat not in frame.concerned(s):
        return wrong("That team is not done with this step. To reopen a step that is over, go back.")
    return None


def _tried(s: LastWarState, frame: Ask, action: Any) -> Violation | None:
    """Try it on a copy, and the end of the step after it."""
    trial = s.clone()
    if not isinstance(frame, Waiting):  # beside a roll, the roll stays
        trial.agenda = trial.agenda[1:]
    trial.agenda = apply(trial, frame, action) + trial.agenda
    settle(trial)
    if found := next(invariants.faults(trial), ""):
        return wrong(f"That is impossible: {found}.")
    top = trial.agenda[0] if trial.agenda else None
    if trial.phase == "air" and any(free_aircraft(trial, n) < 0 for n in range(len(trial.world.powers))):
        return wrong("Those Aircraft are already on air defence: end or reopen the step first.")
    if isinstance(top, Together) and not isinstance(action, EndStep):
        trial.agenda = trial.agenda[1:]
        trial.agenda = top.finish(trial) + trial.agenda
        settle(trial)
        if found := next(invariants.faults(trial), ""):
            return wrong(f"That conflicts with what the teams have chosen in this step: {found}.")
    return None


# --- what is done


def apply(s: LastWarState, frame: Ask, action: Any) -> Agenda:
    """Carry out a correction and go on with the decision. Case cards.use-control."""
    if isinstance(action, Rule):
        case = f" ({action.case})" if action.case else ""
        tell(s, f"ruling: {action.text}{case}", action, action.hex, action.case or CASE)
        return frame.again(s)
    if isinstance(action, EndStep):
        return _end(s, frame, action)
    if isinstance(action, Reopen):
        tell(s, f"{s.world.seat_names[action.seat]} may go on with this step", action)
        s.done = [seat for seat in s.done if seat != action.seat]
        return (frame,)
    if isinstance(action, SetCombat):
        return _set_combat(s, frame, action)
    before, pool = dict(s.at), list(s.pool)
    shown, shown_pool = s.shown, s.shown_pool
    axis, allies = s.ground
    if isinstance(action, ChangeSides):
        tell(s, alliances.words(s, action.power), action)
        alliances.turn(s, action.power)
    else:
        _correct(s, action)
    mend(s)
    alliances.forget_plans(
        s, s.ground[0] ^ axis | s.ground[1] ^ allies
    )  # a hex that nobody could man was given up
    alliances.drop_flags(s)
    s.shown, s.shown_pool = shown, shown_pool
    _show(s, before, pool, action.hidden)
    refresh(s)
    if isinstance(frame, Together) and not frame.asked(s):
        return frame.finish(s)
    if isinstance(action, Correct) and action.what == "first" and isinstance(frame, FlagPlacing):
        s.agenda = s.agenda[1:]  # the other side's round
        return (FlagRounds(),)
    return frame.again(s)


def tell(s: LastWarState, text: str, action: Any, at: int = NOBODY, rule: str = CASE) -> None:
    """Put what Control did into everyone's log and among the rulings, or into Control's own log alone. RULING control-f."""
    why = getattr(action, "why", "")
    text = f"{text}. {why}" if why else text
    note = f"Turn {s.turn}: {text}"
    if action.hidden:
        s.asides = (*s.asides, note)
        s.emit(ControlNoted(text, at, rule))
    else:
        s.notes = (*s.notes, note)
        s.emit(ControlSpoke(text, at, rule))


def _correct(s: LastWarState, c: Correct) -> None:
    w = s.world
    thing = THINGS[c.what]
    if c.what == "hex" and c.power == NOBODY:
        c = Correct("hex", c.how, power_at(s, c.hex), c.hex, number=1, why=c.why, hidden=c.hidden)
    have, then = thing.read(s, c), wanted(s, thing, c)
    place = f" at {w.title(c.hex)}" if c.hex >= 0 else ""
    whose = f"{w.powers[c.power].name}: " if 0 <= c.power < len(w.powers) else ""
    if thing.words is None:
        text = f"{whose}{thing.title}{place} {have} to {then}"
    else:
        was = f" ({have} before)" if thing.counted and thing.most(s, c) > 1 else ""
        text = f"{whose}{thing.words(s, c, then)}{place or (' in the Pool' if c.what in KINDS else '')}{was}"
    tell(s, text, c, c.hex)
    thing.write(s, c, then)
    if 0 <= c.power < len(w.powers):  # who had nothing to do may have something now
        s.done = [seat for seat in s.done if seat != w.seat_of[c.power]]


def _show(s: LastWarState, before: dict[int, int], pool: list[int], hidden: bool) -> None:
    """Let the teams see what has changed, but nothing that they still keep secret from one another. Hidden changes show when the
    step is revealed, except for who stands in a hex at all: allies count on one another's Men. RULING control-f."""
    shown = dict(s.shown)
    for key in {*before, *s.at}:
        was, now = before.get(key, 0), s.at.get(key, 0)
        seen = shown.get(key, 0)
        if was != now and (not hidden or not was or not now):
            put(shown, key, max(1, seen + now - was), now > 0)
    s.shown = shown
    for n, (old, new) in enumerate(zip(pool, s.pool, strict=True)):
        if not hidden:
            s.shown_pool = with_item(s.shown_pool, n, max(0, s.shown_pool[n] + new - old))


def refresh(s: LastWarState) -> None:
    """Work out again what a step notes once at its beginning. Teams turn away from the hex they had in hand."""
    s.focus = {}
    if s.phase == "air":
        s.threat = tuple([threatened(s, side) for side in (0, 1)])
    elif s.phase == "deploy":
        stake_out(s)
    elif s.phase == "close":
        s.claims = tuple([MoveUp(n, i) for n in range(len(s.world.powers)) for i in claimable(s, n)])
        s.plans = [p for p in s.plans if p in s.claims]
    elif s.phase == "withdraw":
        s.loose = loose_hexes(s)


def _set_combat(s: LastWarState, frame: Ask, action: SetCombat) -> Agenda:
    key = action.hex * 2 + action.side
    ruled = dict(s.ruled)
    if action.colour:
        ruled[key] = action.colour
        text = f"the attack of the {SIDE_NAMES[action.side]} on {s.world.title(action.hex)} ends {COLOURS[action.colour]}"
    else:
        ruled.pop(key)
        text = f"the attack on {s.world.title(action.hex)} is left to the dice again"
    s.ruled = ruled
    tell(s, text, action, action.hex)
    return frame.again(s)


def _end(s: LastWarState, frame: Ask, action: EndStep) -> Agenda:
    """A team is done because Control says so; a choice that only one team makes gets the cautious answer. RULING control-i."""
    seats = [seat for seat in frame.asked(s) if seat != CONTROL and action.seat in ("", seat)]
    names = ", ".join(s.world.seat_names[seat] for seat in seats)
    tell(s, f"the step is over for {names}", action)
    if not isinstance(frame, Together):
        seat = seats[0]
        found = frame.legal(s, seat)
        quiet = next((a for a in found if frame.option(s, seat, a).ends), found[0])
        return frame.apply(s, seat, quiet)
    for seat in seats:
        s.focus.pop(seat, None)
        s.done.append(seat)
    return (frame,) if frame.asked(s) else frame.finish(s)


__all__ = ["THINGS", "apply", "coming", "violation"]
