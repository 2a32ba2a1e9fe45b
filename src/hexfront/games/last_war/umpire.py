"""What Control can do: move the line, grant, annotate, go back. Everything it does is in the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from hexfront.games.last_war.actions import CORRECTIONS, Annotate, Grant, MoveLine, Restore
from hexfront.games.last_war.data import ALLIES, AXIS, LSP, MEN
from hexfront.games.last_war.events import ControlSpoke
from hexfront.games.last_war.front import fall_back, mend, take_hex
from hexfront.games.last_war.state import (
    FLAGS_OVER,
    NOBODY,
    LastWarState,
    hold,
    is_in_war,
    power_at,
)
from hexfront.games.last_war.words import doing, the
from hexfront.hexes import Hex, bits
from hexfront.kernel import CONTROL, Action, Agenda, Option, Violation, with_more

if TYPE_CHECKING:
    from hexfront.games.last_war.asks import Ask

_NOT_SAVED = ("world", "agenda", "out", "result", "saved", "notes", "asides")
_KEPT = 8
NOTHING, TWO_LSP, FLAG_GRANT, MAN, EFFECTIVE, LEAVE = range(6)  # the grants, as tables.toml lists them
OPEN_PHASES = ("update", "straighten")
LONGEST = 200  # characters in a remark: RULING control-d


_TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(LastWarState)}


def keep(s: LastWarState, label: str) -> None:
    """Keep a position that Control can go back to."""
    if s.world.is_umpired:
        fields = {name: getattr(s, name) for name in s.__struct_fields__ if name not in _NOT_SAVED}
        s.saved = (*s.saved, f"{label}\n{msgspec.json.encode(fields).decode()}")[-_KEPT:]


def label_of(saved: str) -> str:
    return saved.partition("\n")[0]


def heirs(s: LastWarState, i: Hex) -> list[int]:
    """Who could be given a hex of the line: the powers of the other side next to it."""
    w = s.world
    holder = power_at(s, i)
    side = w.side_of[holder]
    near = {power_at(s, j) for j in w.near(i) if not w.sea_sides.has(i, j)} - {NOBODY}
    return sorted(n for n in near if w.side_of[n] != side)


def candidates(s: LastWarState) -> Iterator[Action]:
    """All that Control can do now."""
    for text in s.world.annotations:
        for i in (NOBODY, *sorted({flag.to for flag in s.flags})):
            yield Annotate(text, i)
    for n in range(len(s.world.powers)):
        for grant in range(1, len(s.world.grants)):
            yield Grant(n, grant)
    for number in range(len(s.saved)):
        yield Restore(number)
    if s.phase in OPEN_PHASES:
        for i in bits(s.line[AXIS] | s.line[ALLIES]):
            yield MoveLine(i, NOBODY)
            for n in heirs(s, i):
                yield MoveLine(i, n)


def violation(s: LastWarState, seat: str, action: Any) -> Violation | None:
    """Why an action is refused: only Control may take it, and only if it makes sense. Cases cards.use-control, sequence.3-dispute and
    sequence.8-update."""
    w = s.world
    if seat != CONTROL or not w.is_umpired:
        return Violation("cards.use-control", "Only Control can do that.")
    if isinstance(action, CORRECTIONS):
        return None  # the rest of it in `corrections`
    if isinstance(action, Annotate):
        if not action.text.strip() or len(action.text) > LONGEST or not action.text.isprintable():
            return Violation("sequence.10-report", f"A remark is one line of at most {LONGEST} characters.")
        if action.hex != NOBODY and not w.is_hex(action.hex):
            return Violation("sequence.10-report", "A remark goes to the whole turn or to a hex of the map.")
        return None
    if isinstance(action, Grant):
        if not 0 <= action.power < len(w.powers) or not is_in_war(s, action.power):
            return Violation("cards.use-control", "That power is not in the war.")
        if not 1 <= action.grant < len(w.grants):
            return Violation("cards.use-control", "There is no such grant.")
        if action.grant == FLAG_GRANT and s.placed == FLAGS_OVER:
            return Violation("cards.use-control", "Flags are placed in steps 4 and 5: grant one next turn.")
        return None
    if isinstance(action, Restore):
        if not 0 <= action.number < len(s.saved):
            return Violation("sequence.8-update", "There is no such position to go back to.")
        if f"Restored: {label_of(s.saved[action.number])}" in s.notes:  # RULING control-c
            return Violation("sequence.8-update", "That position has already been restored once.")
        return None
    if s.phase not in OPEN_PHASES:
        return Violation("sequence.8-update", "You can move the line only when the map is updated.")
    if not w.is_hex(action.hex) or not (s.line[AXIS] | s.line[ALLIES]) >> action.hex & 1:
        return Violation("sequence.8-update", "That hex is not on the line.")
    if action.power != NOBODY and action.power not in heirs(s, action.hex):
        return Violation(
            "front-line.contiguous", "Only an enemy power next to it can have it.", w.label(action.hex)
        )
    return None


def grant(s: LastWarState, power: int, what: int) -> None:
    """Some other advantage. Case cards.use-control."""
    if what == TWO_LSP:
        s.pool[power * 6 + LSP] += 2
        s.shown_pool = with_more(s.shown_pool, power * 6 + LSP, 2)
    elif what == FLAG_GRANT:
        s.flags_left = with_more(s.flags_left, power, 1)
        if s.placed >> s.world.side_of[power] & 1:
            s.bought = with_more(s.bought, power, 1)  # its side has placed: the flag goes out in step 5
    elif what == MAN:
        s.pool[power * 6 + MEN] += 1
        s.shown_pool = with_more(s.shown_pool, power * 6 + MEN, 1)
    elif what == EFFECTIVE:
        s.me = with_more(s.me, power, 1)
    elif what == LEAVE:
        s.leave |= 1 << power
    seat = s.world.seat_of[power]
    s.done = [each for each in s.done if each != seat]  # who had nothing to do may have something now
    name = s.world.powers[power].name
    s.notes = (*s.notes, f"Turn {s.turn}: {name}, {s.world.grants[what]}")
    s.emit(ControlSpoke(f"{doing(name, 'is')} granted {s.world.grants[what]}.", rule="cards.use-control"))


def move_line(s: LastWarState, i: Hex, power: int) -> None:
    """Control redraws the line: who was there falls back, and the new holder gets a Man from beside it. Case
    sequence.8-update."""
    w = s.world
    side = w.side_of[power_at(s, i)]
    fall_back(s, i, side)
    if power == NOBODY:
        hold(s, i, NOBODY)
    else:
        take_hex(s, i, power, "sequence.8-update")
    mend(s)


def apply(s: LastWarState, frame: Ask, action: Any) -> Agenda:
    """Do what Control wants and go on with the decision, or with an earlier position."""
    from hexfront.games.last_war.asks import Together

    w = s.world
    if isinstance(action, Annotate):
        s.notes = (*s.notes, f"Turn {s.turn}: {action.text}")
        s.emit(ControlSpoke(action.text, action.hex, "sequence.10-report"))
    elif isinstance(action, Grant):
        grant(s, action.power, action.grant)
    elif isinstance(action, MoveLine):
        s.notes = (*s.notes, f"Turn {s.turn}: line moved at {w.title(action.hex)}")
        s.emit(ControlSpoke(f"the line at {w.title(action.hex)} is moved.", action.hex, "sequence.8-update"))
        move_line(s, action.hex, action.power)
        if isinstance(frame, Together) and not frame.asked(s):  # nobody has anything left to decide
            return frame.finish(s)
    else:
        return restore(s, action.number)
    return frame.again(s)


def restore(s: LastWarState, number: int) -> Agenda:
    """Go back to a kept position, with the agenda it had. Case sequence.8-update."""
    from hexfront.games.last_war.sequence import resume

    label, _, fields = s.saved[number].partition("\n")
    for name, value in msgspec.json.decode(fields).items():
        setattr(s, name, msgspec.convert(value, _TYPES[name], strict=False))
    s.world = s.world.with_turned(s.turned)
    s.saved = s.saved[: number + 1]
    s.notes = (*s.notes, f"Restored: {label}")
    s.emit(ControlSpoke(f"the game goes back to {label}.", rule="sequence.8-update"))
    s.agenda = ()
    return resume(label)


def option(s: LastWarState, action: Any) -> Option:
    """How Control sees what it can do."""
    w = s.world
    if isinstance(action, CORRECTIONS):
        return Option(type(action).__name__, "choose", group="Correct")
    if isinstance(action, Annotate):
        where = f" At {w.title(action.hex)}." if action.hex >= 0 else ""
        return Option(
            f"{action.text}{where}",
            "choose",
            "",
            w.label(action.hex) if action.hex >= 0 else "",
            group="Annotate",
            free="text",
        )
    if isinstance(action, Grant):
        return Option(f"{w.powers[action.power].name}: {w.grants[action.grant]}", "choose", group="Grant")
    if isinstance(action, Restore):
        return Option(f"Back to {label_of(s.saved[action.number])}", "choose", group="Restore")
    whose = the(w.powers[action.power].name) if action.power >= 0 else "nobody"
    return Option(
        f"{w.title(action.hex)} to {whose}", "choose", "", w.label(action.hex), group="Move the line"
    )
