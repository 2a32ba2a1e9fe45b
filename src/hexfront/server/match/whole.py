"""What is done with whole games, and what is asked about positions: in another process, see `hands`.

A match is sent there once, as it stands in the database, and after that only its new rows. The last few matches are kept, with
the positions passed in replaying them, so that going through a long game step by step does not begin anew each time.
"""

from __future__ import annotations

import bisect
from collections import OrderedDict
from itertools import takewhile
from typing import Any

import msgspec

from hexfront import games
from hexfront.kernel import (
    CONTROL,
    BadSave,
    Decision,
    Game,
    HexfrontError,
    SeededSource,
    Setup,
    deciders,
    outcomes,
    pending,
)
from hexfront.match import (
    Entry,
    Match,
    Reply,
    answers,
    export_turn,
    new_seed,
    read_save,
    read_turn,
    wanted,
    write_reply,
)
from hexfront.match.save import decode
from hexfront.match.steps import replay_entry
from hexfront.server.match import old, reports
from hexfront.server.match.opening import open_record, summary_of
from hexfront.server.match.record import Record
from hexfront.server.match.tally import losses
from hexfront.server.store import queries
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad

KEPT = 3  # matches
FORGOTTEN = "forgotten"
LISTED = 80  # Control's desk lists this many of the last steps
PACK_LIMIT = 32 * 1024
ENTRIES_LIMIT = 50_000


class Offer(msgspec.Struct):
    """A game that the server has: where it is found, and what its positions consist of there."""

    package: str
    shape: str

    @classmethod
    def of(cls, game: Game[Any]) -> Offer:
        return cls(game.package, game.shape)

    def game(self) -> Game[Any]:
        """The same game here. It may have been exchanged on the disk since the server was started."""
        found = games.get(self.package)
        if found.shape != self.shape:
            raise Refusal(
                409,
                "wrong_version",
                f"{found.title} has other rules on the disk than the server; it has to be restarted.",
            )
        return found


class Books(msgspec.Struct):
    """A match as it stands in the database: all of it, or its rows from one on."""

    match: str
    game: Offer
    opening: str
    snapshot: str | None
    rows: list[queries.Columns]
    roller: str
    explains: bool


_kept: OrderedDict[str, Record] = OrderedDict()


def known(match: str, rows: int) -> int:
    """How many of the rows of a match are here."""
    record = _kept.get(match)
    if record is None or len(record.rows) > rows:
        return 0
    return len(record.rows)


def keep(books: Books) -> None:
    """Take in a match, or what is new of it."""
    rows = [queries.decoded(each) for each in books.rows]
    if rows and rows[0].n:
        record = _kept.pop(books.match)  # and if it cannot be taken in, it is not kept
        for row in rows:
            record.follow(row)
    else:
        record = Record.load(
            books.game.game(), books.opening.encode(), rows,
            books.snapshot.encode() if books.snapshot else None, lambda match: books.roller, books.explains,
        )  # fmt: skip
    _kept.pop(books.match, None)
    _kept[books.match] = record
    while len(_kept) > KEPT:
        _kept.popitem(last=False)


keep.leaves = True  # type: ignore[attr-defined]  # what it takes in is asked for next


def _record(match: str) -> Record:
    """A match that was taken in. It may be gone, if the process has been replaced or others came in between."""
    record = _kept.get(match)
    if record is None:
        raise Refusal(503, FORGOTTEN, "The process working on this has stopped; try again.", wait=1.0)
    return record


# --- private matches: from files, and from positions


class Opened(msgspec.Struct):
    """A match that begins somewhere in the middle, ready to be written: its columns, its first row, where it stands."""

    game: str
    setup: Setup
    seed: str
    physical: bool
    data: str
    opening: str
    row: queries.Columns
    summary: queries.Summary
    is_over: bool
    seat: str = ""  # of a turn file
    ticket: str = ""


def _opened(match: Match, explains: bool, has_roller: bool = True) -> Opened:
    roller = ""
    if has_roller and match.physical_dice:  # Control, else whoever sits first
        controls = [info.id for info in match.game.seats(match.setup) if info.control]
        roller = next(iter(controls), match.seats[0])
    record, row, text = open_record(match, explains, roller)
    return Opened(
        game=match.game.id,
        setup=match.setup,
        seed=match.seed.hex(),
        physical=match.physical_dice,
        data=match.data,
        opening=text,
        row=queries.columns(row),
        summary=summary_of(record, match.setup),
        is_over=record.is_over,
    )


def _offered(offers: dict[str, Offer], name: str, what: str) -> Game[Any]:
    """A game that this server has, by its name in a file."""
    if name not in offers:
        raise Refusal(
            409, "wrong_version", f"This is a {what} of {name[:40]!r}, which this server does not have."
        )
    return offers[name].game()


def open_save(data: bytes, offers: dict[str, Offer]) -> Opened:
    """A save, played again and checked."""
    try:
        save = read_save(data)
    except HexfrontError as e:
        raise bad(str(e)) from None
    if len(save.log) > ENTRIES_LIMIT or len(msgspec.json.encode(save.setup.pack)) > PACK_LIMIT:
        raise bad("This save is too large.")
    game = _offered(offers, save.game, "save")
    if why := save.other_rules(game) or save.other_data(game):
        raise Refusal(409, "wrong_version", why)
    try:
        match = decode(save, game, tell=True)
    except BadSave as e:
        raise bad(str(e)) from None
    return _opened(match, explains=False)


def open_turn(data: bytes, offers: dict[str, Offer]) -> Opened:
    """A turn file, checked."""
    turn = read_turn(data)
    if len(msgspec.json.encode(turn.setup.pack)) > PACK_LIMIT:
        raise bad("This turn file is too large.")
    game = _offered(offers, turn.game, "turn file")
    setup = game.setup(turn.setup.scenario, turn.setup.options, turn.setup.pack)
    if turn.seat not in {info.id for info in game.seats(setup)}:
        raise bad(f"{game.title} has no seat {turn.seat[:40]!r}.")
    opened = _opened(turn.match(game), explains=True, has_roller=False)
    opened.seat, opened.ticket = turn.seat, turn.ticket[:64]
    return opened


def fork(match: str, seat: str, entries: int | None, knows_all: bool, broken: bool) -> Opened:
    """A match that begins where another stood, as a seat knows it."""
    record = _record(match)
    found = record.match
    if broken:  # the log does not lead there by the present figures: begin where it stands
        s = found.at(found.length if entries is None else entries)
        s = s if knows_all else found.game.resample(s, seat, SeededSource(new_seed().hex()))
        return _opened(Match.from_position(found.game, s), explains=True)
    forked = found.fork(entries, seat=None if knows_all else seat)
    if not record.tells_why:
        forked.reasons = {}
    return _opened(forked, explains=True)


# --- files that people take away


def export(match: str) -> bytes:
    """The whole match as a save."""
    return _record(match).match.to_json()


def turn_file(match: str, seat: str) -> bytes:
    """What a seat needs to go on without the server. It also tells what the seat's own last action led to, which someone who plays
    by file has not seen."""
    found = _record(match).match
    others = sum(1 for _ in takewhile(lambda entry: entry.seat != seat, reversed(found.log)))
    return export_turn(found, seat, found.length - others)


def reply(match: str, game: str, seat: str, ticket: str) -> bytes:
    """What was done on the board of a turn file."""
    return write_reply(game, seat, ticket, _record(match).match)


def is_answered(match: str, given: Reply) -> bool:
    """Whether a reply belongs to the question its seat has before it now."""
    return answers(_record(match).match, given)


# --- study


class Past(msgspec.Struct):
    """A past position as a viewer saw it. The long parts are bytes of JSON."""

    version: int
    view: bytes
    overlays: bytes
    deciders: tuple[str, ...]
    result: Any


def step(match: str, viewer: str, entries: int, version: int) -> Past:
    """The position after this many entries."""
    found = _record(match).match
    s = found.at(entries)
    return Past(
        version,
        msgspec.json.encode(found.game.view(s, viewer)),
        msgspec.json.encode(found.game.overlays(s, viewer)),
        deciders(s),
        msgspec.to_builtins(s.result),
    )


def history(match: str, viewer: str) -> bytes:
    """The positions a viewer can go back to, as JSON."""
    return msgspec.json.encode(
        [
            replies.Step(n=n, version=s.version, seat=s.seat, text=s.text, turn=s.turn, phase=s.phase)
            for n, s in enumerate(_record(match).seen[viewer].steps, start=1)
        ]
    )


def digest(match: str, seat: str) -> bytes:
    """What happened since a seat last acted, as JSON."""
    record = _record(match)
    seen, now = record.seen[seat], record.view(seat)
    last = next((row for row, _ in reversed(record.stack) if record.rows[row].seat == seat), 0)
    lines = seen.lines[bisect.bisect_right(seen.line_rows, last) :]
    before = record.game.view(record.match.at(record.entries_at(last)), seat)
    then = {piece.id: piece for piece in before.pieces}
    return msgspec.json.encode(
        replies.Digest(
            since=lines[0].n if lines else len(seen.lines) + 1,
            step=sum(1 for at in seen.steps if at.row <= last),
            lines=lines,
            losses=losses(before, now),
            moved=[p.id for p in now.pieces if (was := then.get(p.id)) is not None and was.at != p.at],
            score={side: (before.scores.get(side, 0.0), value) for side, value in now.scores.items()},
        )
    )


def report(match: str, row: queries.MatchRow, viewer: str, as_json: bool) -> bytes:
    """The after-action report of a viewer, as a page or as JSON."""
    found = reports.report(_record(match), row, viewer)
    return msgspec.json.encode(found) if as_json else reports.page(found).encode()


def old_report(
    row: queries.MatchRow, why: str, rows: list[queries.Columns], viewer: str, as_json: bool
) -> bytes:
    """What can be read of a match under other rules."""
    lines = old.lines_of([queries.decoded(each) for each in rows], viewer)
    return msgspec.json.encode(lines) if as_json else old.page(row, why, lines).encode()


# --- Control's desk


def last_entries(match: str) -> list[replies.DeskEntry]:
    """The last steps of the log in words, as Control may correct them, the latest first."""
    record = _record(match)
    found = _entries(record.match, max(record.opening_entries, record.match.length - LISTED))
    return found[::-1]


def _entries(match: Match, since: int) -> list[replies.DeskEntry]:
    told: dict[int, str] = {}
    for heard in match.events_for(CONTROL, since):
        told.setdefault(heard.entry, heard.line.text)
    s = match.at(since)
    found: list[replies.DeskEntry] = []
    for n in range(since, match.length):
        entry = match.log[n]
        if entry.is_chance:
            frame: Any = pending(s)
            found.append(
                replies.DeskEntry(
                    n=n + 1, text=frame.title(s), roll=_words(entry), wanted=wanted(outcomes(s)), ruled=entry.ruled,
                )
            )  # fmt: skip
        else:
            kind = type(entry.action).__name__
            text = told.get(n) or _choice(s, entry)
            found.append(replies.DeskEntry(n=n + 1, text=text, seat=entry.seat, action=kind))
        replay_entry(s, entry)
    return found


def _choice(s: Any, entry: Entry) -> str:
    """What a team chose, in the words of its button."""
    frame = pending(s)
    return frame.option(s, entry.seat, entry.action).label if isinstance(frame, Decision) else ""


def _words(entry: Entry) -> list[str]:
    outcome = entry.outcome
    return [str(each) for each in (outcome if isinstance(outcome, tuple) else (outcome,))]


# --- set-ups


def trial(game: str, setup: Setup) -> None:
    """Refuse a set-up that makes no sense."""
    games.get(game).trial(setup)


def kit(game: str, setup: Setup, paper: str) -> bytes:
    """A scenario to be printed, as a PDF."""
    from hexfront.printing import make_kit

    return make_kit(games.get(game), setup, paper=paper).pdf
