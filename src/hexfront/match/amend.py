"""An umpire's corrections of the log: a mistyped die put right, a step taken out or put in, and what followed played again.

    done = amend(match, 41, [Entry(outcome=(5, 2))], reason="The die was read wrong.")
    done.kept, done.stopped        how much of what followed still stands, and why it goes no further
    take_back(match)               as it was before, while nothing has been done since

What followed is played again by the rules. A roll that was made stays the roll of what it was made for, and is marked in
the log as set by the umpire; one that is no longer needed is left out; where a decision no longer fits, all from there
on is dropped, and the amendment says so. Only a game with an umpire's seat can be amended.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.kernel import (
    Chance,
    Decision,
    Frame,
    Game,
    HexfrontError,
    IllegalAction,
    IllegalOutcome,
    Seat,
    Setup,
    WrongSeat,
    pending,
)
from hexfront.match.errors import CannotAmend, MatchOver
from hexfront.match.log import Amendment, Entry, entry_from
from hexfront.match.match import Match
from hexfront.match.steps import replay_entry

LONGEST = 300  # characters in a reason
_REFUSED = (IllegalAction, IllegalOutcome, WrongSeat)


def umpire_of(game: Game[Any], setup: Setup) -> Seat:
    """The umpire's seat, or nothing."""
    return next((info.id for info in game.seats(setup) if info.control), "")


class Former(msgspec.Struct):
    """An entry of the old log that may be played again, and the roll that was waited for: what a roll was made for, or
    what an umpire acted beside."""

    entry: Entry
    frame: Frame | None = None


def amend(
    match: Match,
    at: int,
    put: list[Entry],
    *,
    take: int = 1,
    reason: str,
    hidden: bool = False,
    since: int = 0,
) -> Amendment:
    """Put other entries in the place of some, from entry `at` on (from 0), and play again what followed. `since`: nothing
    before this entry may be touched. Nothing has changed if it is refused."""
    seat = umpire_of(match.game, match.setup)
    if not seat:
        raise CannotAmend("Only an umpire can correct the log, and this match has none.")
    if match.ending is not None:
        raise MatchOver("The match is over.")
    if not reason.strip() or len(reason) > LONGEST or not reason.isprintable():
        raise CannotAmend(f"A correction needs a reason: one line of at most {LONGEST} characters.")
    if not max(since, match.inherited) <= at <= match.length or not 0 <= take <= match.length - at:
        raise CannotAmend("There is no such step, or it was made before this match began.")
    if not put and not take:
        raise CannotAmend("Nothing would change.")
    old = list(match.log[at:])
    rest = _former(match, at)[take:]
    new = match.copy()
    new.cut_back(at)
    for entry in put:
        if entry.is_chance and not isinstance(pending(new.state), Chance):
            raise CannotAmend(
                "There must be a roll where a roll is due, and an action where someone decides."
            )
        new.adopt([_ruled(entry, match.physical_dice)], tell=True)
    kept, stopped = _play_on(new, rest)
    new.drive()
    done = Amendment(
        at=at, seat=seat, reason=reason, hidden=hidden, take=take,
        put=wires(put), tail=wires(old),
        kept=kept, dropped=len(rest) - kept, stopped=stopped, head=new.head,
    )  # fmt: skip
    new.amendments.append(done)
    match.become(new)
    return done


def wires(entries: list[Entry]) -> list[Any]:
    """Entries as they stand in a file."""
    found: list[Any] = msgspec.json.decode(msgspec.json.encode([each.wire() for each in entries]))
    return found


def _ruled(entry: Entry, physical: bool) -> Entry:
    return Entry(outcome=entry.outcome, ruled=True) if entry.is_chance and not physical else entry


def _former(match: Match, at: int) -> list[Former]:
    """The entries from a place on, each roll with what it was made for."""
    s = match.at(at)
    found = []
    for entry in match.log[at:]:
        found.append(Former(entry, s.agenda[0] if isinstance(s.agenda[0], Chance) else None))
        replay_entry(s, entry)
    return found


def _play_on(match: Match, rest: list[Former]) -> tuple[int, str]:
    """Play again what still fits; how many entries, and why no further."""
    kept, n = 0, 0
    while n < len(rest):
        frame = pending(match.state)
        if frame is None:
            return kept, "The game is over at that point."
        beside = (
            rest[n].frame is not None and not rest[n].entry.is_chance
        )  # it waited for a roll, and for no decision
        if isinstance(frame, Chance) and not beside:
            found = _roll_for(rest, n, frame)
            if found is None:
                if match.physical_dice:
                    return kept, f"A roll is needed that was not made: {frame.title(match.state)}."
                match.drive(once=True)
                continue
            n, entry = found[0] + 1, _ruled(found[1], match.physical_dice)
        else:
            entry = rest[n].entry
            n += 1
            if entry.is_chance:
                continue  # it is no longer needed
        try:
            match.adopt([entry], tell=True)
        except _REFUSED as e:
            return kept, _unfit(match, entry, e)
        kept += 1
    return kept, ""


def _unfit(match: Match, entry: Entry, refused: HexfrontError) -> str:
    """Why what was done next no longer fits, in words that every team may read."""
    if entry.is_chance:
        return f"The next roll no longer fits: {refused}"
    name = next((info.name for info in match.game.seats(match.setup) if info.id == entry.seat), entry.seat)
    frame = pending(match.state)
    if isinstance(refused, WrongSeat):
        why = "There is nothing to decide there now."
    elif isinstance(frame, Decision) and type(entry.action) not in frame.takes:
        why = "A different decision is due there now."
    else:
        why = refused.violation.reason if isinstance(refused, IllegalAction) else str(refused)
    return f"{name}: the next step no longer fits. {why}"


def _roll_for(rest: list[Former], n: int, frame: Frame) -> tuple[int, Entry] | None:
    """The roll that was made for this, among those before the next decision."""
    for i in range(n, len(rest)):
        if not rest[i].entry.is_chance:
            return None
        if rest[i].frame == frame:
            return i, rest[i].entry
    return None


def take_back(match: Match) -> Amendment:
    """Undo the last amendment, while nothing has been done since: the log is what it was, dice and all."""
    last = match.amendments[-1] if match.amendments else None
    if last is None or last.undone or match.head != last.head or match.ending is not None:
        raise CannotAmend("Something has been done since, or there is nothing to take back.")
    new = match.copy()
    new.cut_back(last.at)
    new.adopt([entry_from(each, match.game.codec) for each in last.tail], tell=True)
    done = msgspec.structs.replace(last, undone=True, head=new.head)
    new.amendments[-1] = done
    match.become(new)
    return done


def rewrite(match: Match, at: int, entries: list[Entry], done: Amendment) -> None:
    """Repeat an amendment, or its taking back, that was made elsewhere."""
    new = match.copy()
    new.cut_back(at)
    new.adopt(entries)
    if done.undone:
        new.amendments[-1] = done
    else:
        new.amendments.append(done)
    match.become(new)
