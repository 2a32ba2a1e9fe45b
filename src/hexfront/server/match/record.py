"""A match as the server keeps it: an append-only list of rows, and the game they lead to.

Every row says what was done, the log lines it made and who may read them, and whose *version* it raised. A viewer's
version grows only when something changes that this viewer may know, so that nobody can count another's secret
clicks. Undo is a row like any other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from hexfront.kernel import (
    CONTROL,
    OBSERVER,
    BadSave,
    Decision,
    Game,
    HexfrontError,
    IllegalAction,
    IllegalOutcome,
    Line,
    Option,
    Overlay,
    Prompt,
    Result,
    Seat,
    SeededSource,
    View,
    WrongSeat,
    legal,
    pending,
)
from hexfront.match import Amendment, CannotUndo, Ending, Match, commitment, new_seed, rewrite, typed, wanted
from hexfront.match.amend import wires
from hexfront.match.log import Entry, entry_from
from hexfront.match.save import Save, decode, opened, read_save
from hexfront.server.match.seen import Seen, StepAt, Why
from hexfront.server.store.rows import ENDINGS, Marks, Row, Telling
from hexfront.server.wire.refusals import Refusal, bad, illegal, over, stale
from hexfront.server.wire.replies import LogLine
from hexfront.server.wire.times import stamp

ROLL = "$roll"  # no action of a game: a roll of real dice, typed in
ROLLS_LISTED = 250
MOST_ROWS = 60_000  # of a match; the longest games that people play have some 8,000
SHALLOW = 4  # entries that can still be undone, when the match is read again from further back
UNDONE, UNDONE_EACH = 2_000, 4  # rows that may be out of effect, and as many more for each that is in effect


def roll_words(do: dict[str, Any]) -> list[str]:
    """The words of a roll that someone typed in."""
    words = do.get("words")
    if set(do) != {"type", "words"} or not isinstance(words, list) or not 0 < len(words) <= 40:
        raise bad("A roll has its words and nothing else.")
    if not all(isinstance(word, str) and len(word) <= 40 for word in words):
        raise bad("A roll is told in short words.")
    return words


def step_name(marks: Marks, frame: Any) -> str:
    """A step as the clock tells steps apart: a turn, a phase, and whose round of it; none while dice are waited for."""
    if not isinstance(frame, Decision):
        return ""
    return f"{marks.turn}/{marks.phase}/{type(frame).__name__}{getattr(frame, 'side', '')}"


class Record:
    """One match in memory."""

    def __init__(self, match: Match, explains: bool = False) -> None:
        self.game: Game[Any] = match.game
        self.match = match
        self.opening_entries = self.match.length
        self.viewers: tuple[str, ...] = tuple(dict.fromkeys((*self.match.seats, OBSERVER, CONTROL)))
        self.rows: list[Row] = []
        self.stack: list[tuple[int, int]] = []  # rows in effect, and entries after each
        self.seen = {viewer: Seen() for viewer in self.viewers}
        self.floor = (
            self.opening_entries
        )  # nothing before this entry is undone: Control has corrected the log up to it
        self.draw: list[str] = []
        self.explains = explains
        """Whether a computer player's reasons are told at once, and not only when the match is over."""
        self.roller = ""
        """Who types in the rolls of real dice: Control where there is one, else whoever sits first."""
        self.sides = {info.id: info.side or info.id for info in self.game.seats(match.setup)}
        self._views: dict[str, View] = {}
        self._guesses: dict[str, Any] = {}
        self._overlays: tuple[Overlay, ...] | None = None
        self._has_explained = explains
        self.stopped = ""
        """Why nothing more may be written here for now: whoever hosts it has no room left."""

    # --- reading

    @property
    def result(self) -> Result | None:
        return self.match.result

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def undone(self) -> int:
        """Rows that are kept but no longer in effect: what was undone, and the undo itself."""
        return len(self.rows) - len(self.stack)

    @property
    def tells_why(self) -> bool:
        """Whether reasons may be read now. They tell what is intended: in a running match only if that was agreed."""
        return self.explains or self.is_over

    @property
    def has_told_late(self) -> bool:
        """Whether lines were given their reasons only at the end."""
        return self.is_over and not self.explains and any(seen.whys for seen in self.seen.values())

    @property
    def deciders(self) -> tuple[Seat, ...]:
        """Who has to do something for the game to go on: the seats that decide, or the one that rolls."""
        if self.roller and self.match.pending_roll is not None:
            return (self.roller,)
        return self.match.deciders

    def options(self, seat: Seat) -> list[tuple[Any, Option]]:
        """What a seat may do now, a roll to be typed in among it."""
        roll = self.match.pending_roll
        if roll is None or seat != self.roller:
            return self.match.options(seat)
        # More than a list can hold are typed: the same action with other words.
        found = itertools.islice(roll[1].chances(), ROLLS_LISTED)
        texts = [[str(each) for each in (o if isinstance(o, tuple) else (o,))] for o, _ in found]
        return [
            ({"type": ROLL, "words": text}, Option(" ".join(text), "choose", group=roll[0])) for text in texts
        ]

    def prompt(self, seat: Seat) -> Prompt | None:
        roll = self.match.pending_roll
        if roll is None or seat != self.roller:
            return self.match.prompt(seat)
        return Prompt(f"Roll the dice and enter the result: {roll[0]}", hint=f"Type {wanted(roll[1])}.")

    def view(self, viewer: str) -> View:
        """The view of a viewer now, built once for each row."""
        return self._views.get(viewer) or _seen(self.game, self.match.state, viewer, self._views)

    def overlays(self, viewer: str) -> tuple[Overlay, ...]:
        """The overlays of a viewer now; built once for each row where they are the same for all."""
        if not self.game.has_common_overlays:
            return self.game.overlays(self.match.state, viewer)
        if self._overlays is None:
            self._overlays = self.game.overlays(self.match.state, OBSERVER)
        return self._overlays

    def guess(self, viewer: str) -> Any:
        """A position this viewer cannot tell from the true one, for questions whose answers could betray secrets."""
        found = self._guesses.get(viewer)
        if found is None:
            s = self.match.state
            hidden = self.game.has_secrets and viewer != CONTROL
            found = (
                self.game.resample(s.clone(), viewer, SeededSource(new_seed().hex())) if hidden else s.clone()
            )
            self._guesses[viewer] = found
        return found.clone()

    def entries_at(self, n: int) -> int:
        """Entries in the game's log after row `n` of those in effect."""
        return next((entries for row, entries in reversed(self.stack) if row <= n), 0)

    # --- rows made here

    def begin(self, now: float) -> Row:
        """The first row: what happened before anyone had to decide. For an imported game that is a lot, and takes long: it is played
        again once, unless the match has kept what was told."""
        told = self._told(0)
        turns = self.match.turn_ends(self.opening_entries)
        marks = Marks(raised=list(self.viewers), fresh=list(self.deciders), turns=turns)
        return self._finish(Row(0, "begin", "", None, told, marks, now))

    @property
    def is_full(self) -> bool:
        """Whether it has as many rows as a match may have, or its host's matches take all the room they may. It can be given up;
        one that has become too long can be gone on with as a fork."""
        return len(self.rows) >= MOST_ROWS or bool(self.stopped)

    def _check_goes_on(self) -> None:
        if self.is_over:
            raise over()
        if self.stopped:
            raise Refusal(403, "quota", self.stopped)
        if self.is_full:
            raise Refusal(409, "cannot", "This match has become too long; go on with a fork of it.")

    def act(self, seat: Seat, action: Any, now: float, why: str = "") -> Row:
        """Carry out an action, chosen for a reason; nothing has changed if it is refused."""
        self._check_goes_on()
        before = _Before(self)
        try:
            self.match.act(seat, action)
        except IllegalAction as e:
            raise illegal(e) from None
        except WrongSeat:
            raise stale() from None
        row = self._row("act", seat, before, now)
        row.marks.why = why
        return row

    def roll(self, seat: Seat, words: list[str], now: float) -> Row:
        """Take in a roll of real dice."""
        self._check_goes_on()
        roll = self.match.pending_roll
        if roll is None or not self.roller or seat != self.roller:
            raise stale()
        before = _Before(self)
        try:
            self.match.roll_in(typed(roll[1], words))
        except IllegalOutcome as e:
            raise Refusal(422, "illegal", str(e)) from None
        return self._row("roll", seat, before, now)

    def redo(self, seat: Seat, now: float) -> Row:
        self._check_goes_on()
        before = _Before(self)
        try:
            self.match.redo(seat)
        except CannotUndo as e:
            raise Refusal(409, "cannot", str(e)) from None
        return self._row("redo", seat, before, now)

    def undo(self, seat: Seat, now: float) -> Row:
        self._check_goes_on()
        if self._undid_much:
            raise Refusal(409, "cannot", "Too many steps have been undone in this match; no more can be.")
        if not self.can_undo(seat):
            raise Refusal(
                409, "cannot", "This cannot be undone: a roll, a reveal or another seat came after it."
            )
        before, place = _Before(self), self._own_place(seat)
        undone, body = self.stack[place][0], None
        before.remember()
        if place < len(self.stack) - 1:
            body = {"row": undone, "entry": self.stack[place - 1][1]}
        self._undo(seat, body)
        marks = Marks(raised=self._raised(seat, before, {v for v in self.viewers if self._showed(v, undone)}))
        marks.fresh = self._fresh(seat, before)
        return self._finish(Row(len(self.rows), "undo", seat, body, [], marks, now))

    def _undo(self, seat: Seat, body: dict[str, int] | None) -> None:
        if body is None:
            self.match.undo(seat)
            return
        reasons = self.match.reasons
        try:
            self.match.undo_beneath(seat, body["entry"])
        except CannotUndo as e:
            raise Refusal(409, "cannot", str(e)) from None
        self.match.reasons = reasons  # they move up when the row is accepted

    def _own_place(self, seat: Seat) -> int:
        """Where in the stack the row is that a seat would undo: the last, or its own beneath what others have done since without its
        knowledge. It must not learn from a refusal that they have."""
        place = len(self.stack) - 1
        while place > 0:
            row = self.rows[self.stack[place][0]]
            if row.kind not in ("act", "redo"):
                break
            if row.seat == seat:
                return place
            if seat in row.marks.raised or self._showed(seat, row.n):
                break
            place -= 1
        return len(self.stack) - 1

    def _showed(self, viewer: str, row: int) -> bool:
        return any(not t.to or viewer in t.to for t in self.rows[row].told)

    def can_undo(self, seat: Seat) -> bool:
        if self.is_over or seat not in self.match.seats:
            return False
        place, floor = self._own_place(seat), max(self.floor, self.match.resumed)
        if self.match.length <= floor or self._undid_much:
            return False  # what is to be known from before it was loaded is known when it has been read from further back
        if place == len(self.stack) - 1:
            return self.match.can_undo(seat)
        first = self.stack[place - 1][1]
        return first >= floor and self.match.can_undo_beneath(seat, first)

    @property
    def is_shallow(self) -> bool:
        """Whether the next steps to be undone lie before the position that was loaded: to find out at once would mean playing the
        whole match again."""
        return self.floor < self.match.resumed and self.match.length - self.match.resumed < SHALLOW

    @property
    def _undid_much(self) -> bool:
        """Whether no more may be undone: every undone row is kept, and takes up space on the disk."""
        return self.undone > UNDONE + UNDONE_EACH * len(self.stack)

    def can_redo(self, seat: Seat) -> bool:
        return not self.is_over and self.match.can_redo(seat)

    def end(self, kind: str, seat: Seat, result: Result, now: float) -> Row:
        """A resignation, an agreed draw or a clock that ran out: the end of the match, though not by the rules."""
        if self.is_over:
            raise over()
        told = [Telling([Line(result.reason, kind=kind)])]
        return self._finish(
            Row(
                len(self.rows),
                kind,
                seat,
                msgspec.to_builtins(result),
                told,
                Marks(raised=list(self.viewers)),
                now,
            )
        )

    def offer(self, seat: Seat, offers: Sequence[str], text: str, now: float) -> Row:
        """A draw is offered, accepted or declined."""
        told = [Telling([Line(text, kind="draw")])]
        marks = Marks(raised=list(self.viewers))
        return self._finish(Row(len(self.rows), "draw", seat, {"offers": list(offers)}, told, marks, now))

    def new_dice(self, seat: Seat, seed: str, contributions: dict[str, str], text: str, now: float) -> Row:
        """New dice from here on, since someone has sat down at a seat."""
        if self.is_over:
            raise over()
        self._redice({"seed": seed, "contributions": contributions})
        told = [Telling([Line(text, kind="dice")])]
        body = {"seed": seed, "contributions": contributions}
        marks = Marks(raised=list(self.viewers))
        return self._finish(Row(len(self.rows), "dice", seat, body, told, marks, now))

    def amended(self, seat: Seat, copy: Match, done: Amendment, now: float) -> Row:
        """Control has corrected the log, on a copy of it: a row that says what it is from the first row on that was
        touched."""
        self.match.become(copy)
        first = next((n for n, (_, entries) in enumerate(self.stack) if entries > done.at), len(self.stack))
        since = self.stack[first - 1][1] if first else 0
        self._views, self._guesses, self._overlays = {}, {}, None
        told = self._told(since)
        if not done.hidden:
            words = "takes a correction back" if done.undone else "corrects what was done"
            stopped = f" {done.stopped}" if done.stopped and not done.undone else ""
            line = Line(f"Control {words}: {done.reason}{stopped}", kind="amend")
            told = _with(told, line, max(0, self.match.length - 1), self.viewers)
        body = {
            "since": since,
            "entries": wires(list(self.match.log[since:])),
            "amendment": msgspec.to_builtins(done),
        }
        marks = Marks(raised=list(self.viewers), fresh=list(self.deciders))
        return self._finish(Row(len(self.rows), "amend", seat, body, told, marks, now))

    def fresh_dice(self, seat: Seat, seed: str, why: str, now: float) -> Row:
        """New dice from here on, and why."""
        text = f"{why} New dice from here on; their commitment is {commitment(bytes.fromhex(seed))}."
        return self.new_dice(seat, seed, self.match.contributions, text, now)

    @property
    def corrected(self) -> int:
        """How many entries Control's corrections have put in or taken out: all of them are kept."""
        bodies = [row.body for row in self.rows if row.kind == "amend"]
        return sum(len(each["entries"]) + len(each["amendment"].get("tail", ())) for each in bodies)

    def _redice(self, body: dict[str, Any], inherited: int | None = None) -> None:
        self.match = self.match.with_new_dice(bytes.fromhex(body["seed"]), body["contributions"], inherited)

    def _row(self, kind: str, seat: Seat, before: _Before, now: float) -> Row:
        told = self._told(before.entries)
        readers = set(self.viewers) if any(not t.to for t in told) else {v for t in told for v in t.to}
        marks = Marks(raised=self._raised(seat, before, readers), fresh=self._fresh(seat, before))
        body = [entry.wire() for entry in self.match.log[before.entries :]]
        return self._finish(Row(len(self.rows), kind, seat, msgspec.to_builtins(body), told, marks, now))

    def _finish(self, row: Row) -> Row:
        row.marks.deciders = [] if row.kind in ENDINGS else list(self.deciders)
        seen = next(iter(self._views.values()), None) or self.view(row.seat or OBSERVER)
        row.marks.turn, row.marks.phase = seen.turn, seen.phase
        step = step_name(row.marks, pending(self.match.state))
        before = self.step_row()
        row.marks.step = step if step and (before is None or before.marks.step != step) else ""
        return row

    def step_row(self) -> Row | None:
        """The row with which the present step began; none in a match of before steps were noted."""
        return next((row for row in reversed(self.rows) if row.marks.step), None)

    def _told(self, since: int) -> list[Telling]:
        """The lines of the entries from `since` on, one telling for all viewers who read the same."""
        found: list[Telling] = []
        for viewer in self.viewers:
            told = self.match.events_for(viewer, since)
            if not told:
                continue
            lines = [each.line for each in told]
            same = next((t for t in found if t.lines == lines), None)
            if same is None:
                same = Telling(lines, [], [each.entry for each in told])
                found.append(same)
            same.to.append(viewer)
        if len(found) == 1 and len(found[0].to) == len(self.viewers):
            found[0].to = []
        return found

    def _raised(self, seat: Seat, before: _Before, readers: set[str]) -> list[str]:
        """Whose version the change raises: the actor's, the readers' of its lines, and all whose view it changed."""
        self._views, self._guesses, self._overlays = {}, {}, None
        if before.deciders != self.deciders or self.match.is_over:
            return list(self.viewers)
        if not self.game.has_secrets:
            return list(self.viewers)
        raised = [
            viewer
            for viewer in self.viewers
            if viewer != OBSERVER
            and (viewer in (seat, CONTROL) or viewer in readers or before.view(viewer) != self.view(viewer))
        ]
        # An observer knows nothing that any one seat does not know.
        everyone = len(raised) == len(self.viewers) - 1
        if OBSERVER in readers or (everyone and before.view(OBSERVER) != self.view(OBSERVER)):
            raised.append(OBSERVER)
        return raised

    def _fresh(self, seat: Seat, before: _Before) -> list[str]:
        """Who has a new question: all that decide now, except those for whom another's secret choice changes nothing."""
        fresh = []
        for each in self.deciders:
            same = (
                each != seat
                and each in before.deciders
                and legal(before.state, each) == legal(self.match.state, each)
            )
            if not same:
                fresh.append(each)
        return fresh

    # --- rows accepted, here or elsewhere

    def accept(self, row: Row) -> None:
        """Enter a row that is in the database. The game itself has already moved."""
        assert row.n == len(self.rows), (row.n, len(self.rows))
        self.rows.append(row)
        undone = beneath = -1
        if row.kind == "undo" and row.body:
            beneath = int(row.body["row"])
            self.stack = [(n, entries - (n > beneath)) for n, entries in self.stack if n != beneath]
        elif row.kind == "undo":
            undone, _ = self.stack.pop()
        elif row.kind in ("act", "redo", "roll", "begin"):
            entries = self.stack[-1][1] if self.stack else 0
            entries += self.opening_entries if row.kind == "begin" else len(row.body)
            self.stack.append((row.n, entries))
        elif row.kind == "amend":
            since = int(row.body["since"])
            gone = [n for n, entries in self.stack if entries > since]
            self.stack = self.stack[: len(self.stack) - len(gone)]
            self.floor = since + len(row.body["entries"])
            self.stack.append((row.n, self.floor))
            for seen in self.seen.values():
                for each in reversed(gone):
                    seen.cut(each)
        elif row.kind == "draw":
            self.draw = list(row.body["offers"])
        if row.kind in ENDINGS:
            self.match.ending = msgspec.convert(
                {"how": row.kind, "seat": row.seat, "result": row.body}, Ending
            )
            self.draw = []
        self._reason(row)
        for viewer, seen in self.seen.items():
            if viewer in row.marks.raised:
                seen.version += 1
            if viewer in row.marks.fresh:
                seen.asked = seen.version
            if undone >= 0:
                seen.cut(undone)
            if beneath >= 0:
                seen.take_out(beneath)
            self._tell(viewer, seen, row)
        if self.is_over and not self._has_explained:
            self._has_explained = True
            for seen in self.seen.values():
                seen.explain()

    def _reason(self, row: Row) -> None:
        """Keep the reason of a row with the game, and for every viewer until there is a line to set it beside."""
        if row.kind == "undo" and row.body:
            gone = int(row.body["entry"])
            reasons = self.match.reasons.items()
            self.match.reasons = {key - (key > gone): text for key, text in reasons if key != gone}
        elif row.kind == "undo":
            self.match.reasons.pop(self.stack[-1][1], None)
        if row.marks.why:
            self.match.reasons[self.stack[-2][1]] = row.marks.why
            for seen in self.seen.values():
                seen.whys.append(Why(row.n, row.seat, row.marks.why))

    def _tell(self, viewer: str, seen: Seen, row: Row) -> None:
        telling = next((t for t in row.told if not t.to or viewer in t.to), None)
        if telling is None:
            return
        time = stamp(row.at)
        steps = row.kind in ("act", "redo", "roll", "begin", "amend")
        last = -1
        brought = self._brought() if row.kind == "begin" else []
        for i, line in enumerate(telling.lines):
            seen.lines.append(
                LogLine(
                    n=len(seen.lines) + 1,
                    version=seen.version,
                    time=time,
                    seat=row.seat,
                    text=line.text,
                    rule=line.rule,
                    at=line.at,
                    kind=line.kind,
                    path=line.path,
                    dice=line.dice,
                    piece=line.piece,
                    battle=line.battle,
                )
            )
            seen.line_rows.append(row.n)
            entry = telling.entries[i] if steps else -1
            while brought and brought[0][0] <= entry:
                seen.whys.append(brought.pop(0)[1])
            seen.attach(row.seat, self.tells_why)
            turn = next((turn for end, turn in row.marks.turns if entry < end), row.marks.turn)
            seen.line_turns.append(turn)
            if not steps:
                continue
            # One step for each row; of an imported game there are only the entries to go by.
            if last < 0 or (row.kind in ("begin", "amend") and entry != last):
                entries = entry + 1 if row.kind in ("begin", "amend") else self.stack[-1][1]
                seen.steps.append(
                    StepAt(row.n, entries, seen.version, row.seat, line.text, turn, row.marks.phase)
                )
            last = entry

    def _brought(self) -> list[tuple[int, Why]]:
        """The reasons in an imported game, by their entries."""
        reasons, log = self.match.reasons, self.match.log
        return [(n, Why(0, log[n].seat, reasons[n])) for n in sorted(reasons)]

    def follow(self, row: Row) -> None:
        """Repeat a row that another process has written."""
        before = self.match.length
        if row.kind in ("act", "redo", "roll"):
            entry = entry_from(row.body[0], self.game.codec)
            if row.kind == "roll":
                assert entry.outcome is not None
                self.match.roll_in(entry.outcome)
            elif row.kind == "redo" and self.match.redoable(row.seat) == entry:
                self.match.redo(row.seat)
            else:
                self.match.act(row.seat, entry.action)  # type: ignore[arg-type]
            made = msgspec.to_builtins([each.wire() for each in self.match.log[before:]])
            if msgspec.json.encode(made) != msgspec.json.encode(row.body):
                raise BadSave(
                    f"Row {row.n} played again does not give what was written: the rules have changed."
                )
        elif row.kind == "undo":
            self._undo(row.seat, row.body)
        elif row.kind == "amend":
            entries = [entry_from(each, self.game.codec) for each in row.body["entries"]]
            rewrite(
                self.match, int(row.body["since"]), entries, msgspec.convert(row.body["amendment"], Amendment)
            )
        elif row.kind == "dice":
            self._redice(row.body)
        self._views, self._guesses, self._overlays = {}, {}, None
        self.accept(row)

    # --- loading

    def snapshot(self) -> dict[str, Any]:
        """The position now, to load from later."""
        return {
            "rows": len(self.rows),
            "entries": self.match.length,
            "state": msgspec.Raw(self.game.codec.encode(self.match.state)),
        }

    @classmethod
    def load(
        cls,
        game: Game[Any],
        opening: bytes,
        rows: Iterable[Row],
        snapshot: bytes | None = None,
        roller: Callable[[Match], str] = lambda match: "",
        explains: bool = False,
    ) -> Record:
        """A match from its rows, from the snapshot on where there is one."""
        rows = list(rows)
        save = read_save(opening)
        record = cls(decode(save, game, trusted=True), explains)
        start = 0
        if snapshot is not None:
            try:
                start = record._jump(save, rows, msgspec.json.decode(snapshot))
            except (HexfrontError, LookupError, TypeError, ValueError, msgspec.MsgspecError):
                record, start = cls(decode(save, game, trusted=True), explains), 0
        record.roller = roller(record.match)
        for row in rows[start:]:
            record.follow(row)
        return record

    def _jump(self, save: Save, rows: list[Row], found: dict[str, Any]) -> int:
        """Go straight to a snapshot: the entries before it are taken as they stand."""
        count = int(found["rows"])
        entries: list[Entry] = list(self.match.log)
        dice: tuple[dict[str, Any], int] | None = None
        amendments = list(self.match.amendments)
        for row in rows[:count]:
            if row.kind in ("act", "redo", "roll"):
                entries += [entry_from(each, self.game.codec) for each in row.body]
            elif row.kind == "undo":
                entries.pop(int(row.body["entry"]) if row.body else -1)
            elif row.kind == "amend":
                del entries[int(row.body["since"]) :]
                entries += [entry_from(each, self.game.codec) for each in row.body["entries"]]
                made = msgspec.convert(row.body["amendment"], Amendment)
                amendments = [*(amendments[:-1] if made.undone else amendments), made]
            elif row.kind == "dice":
                dice = row.body, len(entries)
        if len(entries) != found["entries"]:
            raise BadSave("The snapshot does not belong to these rows.")
        state = self.game.codec.decode(msgspec.json.encode(found["state"]))
        match = opened(save, self.game)
        match.ending, match.reasons = self.match.ending, dict(self.match.reasons)
        match.resume(entries, state)
        match.amendments = amendments
        self.match = match
        if dice is not None:
            self._redice(*dice)
        for row in rows[:count]:
            self.accept(row)
        return count


def _with(told: list[Telling], line: Line, entry: int, viewers: Sequence[str]) -> list[Telling]:
    """The same tellings with one more line for everyone."""
    left = [viewer for viewer in viewers if not any(not t.to or viewer in t.to for t in told)]
    more = [Telling([*t.lines, line], t.to, [*t.entries, entry]) for t in told]
    return [*more, Telling([line], left, [entry])] if left else more


def _seen(game: Game[Any], s: Any, viewer: str, known: dict[str, View]) -> View:
    """What a viewer sees in a position of which some views are known."""
    other = next(iter(known.values()), None)
    found = known[viewer] = (game.reseated(s, other, viewer) if other else None) or game.view(s, viewer)
    return found


class _Before:
    """The position before a change, to see what it changed."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._views = record._views
        self._state: Any = None
        self.entries = record.match.length
        self.deciders = record.deciders

    def remember(self) -> None:
        self._state = self._record.match.at(self.entries)

    @property
    def state(self) -> Any:
        if self._state is None:
            self.remember()
        return self._state

    def view(self, viewer: str) -> View:
        return self._views.get(viewer) or _seen(self._record.game, self.state, viewer, self._views)
