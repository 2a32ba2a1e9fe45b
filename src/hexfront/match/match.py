"""A played game: its log, undo and redo, history, forks, and its dice.

    match = Match.new(game, game.setup("barbarossa"))
    match.legal("axis")                    what a seat may choose now
    match.act("axis", action)              carry it out; rolls that follow are made at once
    match.undo("axis"), match.redo("axis") never across a roll, a reveal or another seat's action
    match.end(Ending("resign", "axis", …)) the end of the match, though not by the rules
    match.at(12)                           the state after twelve entries
    match.events_for("axis", since=12)     what happened, as that seat may know it
    match.to_json(), Match.from_json(data) see `save`

A program that plays thousands of games needs none of this: it drives the kernel itself (`hexfront.lab`).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from hexfront.kernel import (
    CONTROL,
    OBSERVER,
    Action,
    Chance,
    Decision,
    Distribution,
    Event,
    Game,
    IllegalAction,
    IllegalOutcome,
    Line,
    Option,
    Outcome,
    Prompt,
    Result,
    Seat,
    SeededSource,
    Setup,
    State,
    UnknownName,
    View,
    Violation,
    WrongSeat,
    apply,
    deciders,
    legal,
    outcomes,
    pending,
    resolve,
    why_not,
)
from hexfront.match.dice import (
    ProvableSource,
    commitment,
    dice_key,
    first_link,
    new_seed,
    next_link,
)
from hexfront.match.ending import Ending, fault
from hexfront.match.errors import CannotUndo, MatchOver, StalePosition
from hexfront.match.log import Amendment, Entry, Heard
from hexfront.match.rolls import faces
from hexfront.match.steps import replay_entry, state_hash, turn_reader

_EVERY = 64  # a snapshot is kept every so many entries,
_RECENT = 32  # and for this many of the latest


class Match:
    """One game being played. The state is `match.state`; change it only through this object."""

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        *,
        seed: bytes | None = None,
        contributions: Mapping[str, str] | None = None,
        physical_dice: bool = False,
        origin: State | None = None,
        inherited: int = 0,
        data: str = "",
    ) -> None:
        """A match before its first entry. Use `new`, `from_position` or `from_json`."""
        self.game = game
        self.setup = setup
        self.physical_dice = physical_dice
        self.seed = new_seed() if seed is None else seed
        self.contributions = dict(contributions or {})
        self.inherited = inherited
        """How many of the first entries come from the match this one was forked from."""
        self.ending: Ending | None = None
        """Set by `end`: how the match was ended before the rules did."""
        self.reasons: dict[int, str] = {}
        """Why a computer player chose what it chose, by the number of the entry from 0. It tells intentions: nobody
        else's to read before the match is over, unless that was agreed."""
        self.amendments: list[Amendment] = []
        """What an umpire has corrected in the log, in order; see `amend`."""
        self._data = data
        self.origin = origin.clone() if origin is not None else None
        self.seats: tuple[Seat, ...] = tuple(each.id for each in game.seats(setup))
        for seat in self.contributions:
            if seat not in self.seats:
                raise UnknownName(f"{game.title} has no seat {seat!r}; it has {', '.join(self.seats)}.")
        self.state: Any = game.start(setup) if origin is None else origin.clone()
        self._key = dice_key(self.seed, self.contributions)
        self.version = 0
        """Grows with every entry and with every undo: no two positions of a match have the same."""
        self._log: list[Entry] = []
        self._links: list[bytes] = [first_link(self._header())]
        self._events: list[tuple[Event, ...] | None] = []
        self._told: list[dict[Seat, list[Heard]] | None] = []
        self._undone: list[Entry] = []
        self.resumed = 0
        """How many entries were taken as they stand: to look further back, all is played again from the beginning."""
        self._faces: dict[int, Any] = {}
        self._snapshots: dict[int, Any] = {0: self.state.clone()}

    @classmethod
    def new(
        cls,
        game: Game[Any],
        setup: Setup | str = "",
        seed: bytes | None = None,
        contributions: Mapping[str, str] | None = None,
        *,
        physical_dice: bool = False,
    ) -> Match:
        """A new game, rolled on to its first decision. `setup` may be the name of a scenario."""
        chosen = game.setup(setup) if isinstance(setup, str) else setup
        match = cls(game, chosen, seed=seed, contributions=contributions, physical_dice=physical_dice)
        match._drive([])
        return match

    @classmethod
    def from_position(
        cls, game: Game[Any], state: State, seed: bytes | None = None, *, physical_dice: bool = False
    ) -> Match:
        """A match that begins in a given position instead of a set-up."""
        match = cls(game, state.world.setup, seed=seed, physical_dice=physical_dice, origin=state)
        match._drive([])
        return match

    def _header(self) -> dict[str, Any]:
        """What the chain begins with: everything that was settled before the first entry."""
        origin = None if self.origin is None else state_hash(self.game, self.origin)
        return {
            "game": self.game.id,
            "rules": self.game.version,
            "setup": self.setup,
            "commitment": self.commitment,
            "contributions": self.contributions,
            "origin": origin,
            "inherited": self.inherited,
        }

    # --- reading

    @property
    def data(self) -> str:
        """The fingerprint of the figures this match is played with: those it began with, if it was saved."""
        if not self._data:
            self._data = self.game.data_digest(self.setup)
        return self._data

    @property
    def has_other_data(self) -> bool:
        """Whether it was begun with other figures than the game has now, so that it must not be played on."""
        return self.data != self.game.data_digest(self.setup)

    @property
    def length(self) -> int:
        """The number of log entries."""
        return len(self._log)

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(self._log)

    @property
    def commitment(self) -> str:
        """The published hash of the seed; empty with physical dice."""
        return "" if self.physical_dice else commitment(self.seed)

    @property
    def head(self) -> str:
        """The hash of the whole log so far. It is the host's: it would let a seat test guesses about
        secrets."""
        return self._links[-1].hex()

    def head_at(self, n: int) -> str:
        """The hash of the first `n` entries."""
        return self._links[n].hex()

    @property
    def result(self) -> Result | None:
        return self.state.result if self.ending is None else self.ending.result

    @property
    def is_over(self) -> bool:
        return self.ending is not None or not self.state.agenda

    @property
    def deciders(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return () if self.ending is not None else deciders(self.state)

    def view(self, seat: Seat) -> View:
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> list[Any]:
        """The actions a seat may choose now; empty if it has nothing to decide."""
        return [] if self.ending is not None else legal(self.state, seat)

    def why_not(self, seat: Seat, action: Action) -> Violation | None:
        """The rule that forbids an action now, or None if it is legal."""
        return why_not(self.state, seat, action)

    def prompt(self, seat: Seat) -> Prompt | None:
        """What a seat is asked to do now; None if it is not its turn to decide."""
        frame = pending(self.state)
        if isinstance(frame, Decision) and seat in self.deciders:
            return frame.prompt(self.state, seat)
        return None

    def options(self, seat: Seat) -> list[tuple[Any, Option]]:
        """The legal actions with how a person sees and clicks each."""
        frame = pending(self.state)
        if not isinstance(frame, Decision) or seat not in self.deciders:
            return []
        return [(a, frame.option(self.state, seat, a)) for a in frame.legal(self.state, seat)]

    @property
    def pending_roll(self) -> tuple[str, Distribution] | None:
        """With physical dice: what has to be rolled now and what it can give; None when nothing is to be rolled."""
        frame = pending(self.state)
        if self.ending is not None or not isinstance(frame, Chance):
            return None
        return frame.title(self.state), frame.outcomes(self.state)

    # --- acting

    def act(self, seat: Seat, action: Action, version: int | None = None) -> list[Event]:
        """Carry out a legal action, and the rolls it leads to, and return what happened.

        With `version`, an action chosen in another position than the present one is refused. Whatever is
        refused leaves the match as it was, and so does a fault in the rules.
        """
        if version is not None and version != self.version:
            raise StalePosition(
                f"This was chosen at version {version} of the game, which is now at {self.version}: "
                "look again, then choose."
            )
        self._check_seat(seat)
        entry, together = Entry(seat=seat, action=action), len(self.deciders) > 1
        events = self._attempt(entry)
        # What the others could do again they still can: else they would see that somebody has acted, perhaps in secret.
        self._undone = [each for each in self._undone if each.seat != seat] if together else []
        return events

    def roll_in(self, outcome: Outcome) -> list[Event]:
        """Type in the result of real dice, and return what happened."""
        if not self.physical_dice:
            raise IllegalOutcome("This match rolls its own dice; start one with real dice to type rolls in.")
        events = self._attempt(Entry(outcome=outcome))
        self._undone.clear()
        return events

    def end(self, ending: Ending) -> None:
        """End the match without the rules: a resignation, an agreed draw, a clock that ran out."""
        if self.is_over:
            raise MatchOver("The match is already over.")
        if wrong := fault(ending, self.game, self.setup):
            raise MatchOver(f"The match cannot end like that. {wrong}")
        self.ending = ending

    def _check_seat(self, seat: Seat) -> None:
        if seat not in self.seats:
            raise UnknownName(f"{self.game.title} has no seat {seat!r}; it has {', '.join(self.seats)}.")

    def _attempt(self, entry: Entry) -> list[Event]:
        """Enter one step and the rolls that follow, all or nothing."""
        if self.ending is not None:
            raise MatchOver(f"The match is over: {self.ending.result.reason}")
        before, version = self.length, self.version
        events: list[Event] = []
        try:
            events += self._enter(entry)
            self._drive(events)
        except BaseException as e:
            untouched = isinstance(e, IllegalAction | IllegalOutcome) and self.length == before
            if not untouched:
                self._rewind(before)
                self.version = version
            raise
        return events

    def drive(self, once: bool = False) -> None:
        """Roll everything pending, or only the first roll, unless people roll."""
        if once and self.pending_roll is not None and not self.physical_dice:
            self._enter(Entry(outcome=self.next_roll()))
        elif not once:
            self._drive([])

    def _drive(self, events: list[Event]) -> None:
        """Roll while chance is pending, unless people roll."""
        while not self.physical_dice and self.state.agenda and isinstance(self.state.agenda[0], Chance):
            events += self._enter(Entry(outcome=self.next_roll()))

    def next_roll(self) -> Outcome:
        """What the seed gives for the pending roll: for the host alone."""
        return outcomes(self.state).draw(ProvableSource(self._key, self._links[-1]))

    def _enter(self, entry: Entry, tell: bool = True) -> list[Event]:
        s = self.state
        if entry.action is None:
            assert entry.outcome is not None
            self._faces[len(self._log)] = faces(outcomes(s))
            events = resolve(s, entry.outcome)
        else:
            events = apply(s, entry.seat, entry.action)
        told = self._redacted(len(self._log), events, s) if tell else None
        self._links.append(next_link(self._links[-1], entry.encode()))
        self._log.append(entry)
        self.version += 1
        self._events.append(tuple(events))
        self._told.append(told)
        n = len(self._log)
        self._snapshots[n] = s.clone()
        stale = n - _RECENT
        if stale % _EVERY:
            self._snapshots.pop(stale, None)
        return events

    # --- undo and redo

    def can_undo(self, seat: Seat) -> bool:
        return self._undo_refusal(seat) == ""

    def can_redo(self, seat: Seat) -> bool:
        return self.ending is None and self.redoable(seat) is not None

    def redoable(self, seat: Seat) -> Entry | None:
        """What a seat would do again: what was undone last, or what it has undone last itself where several decide at once."""
        last = next((each for each in reversed(self._undone) if each.seat == seat), None)
        return last if len(self.deciders) > 1 or (self._undone and self._undone[-1] is last) else None

    def _undo_refusal(self, seat: Seat) -> str:
        if self.ending is not None:
            return "The match is over."
        if not self._log or len(self._log) <= self.inherited:
            return "There is nothing to undo."
        last = self._log[-1]
        if last.is_chance:
            return "The last step was a roll or draw; what chance has decided cannot be undone."
        if last.seat != seat:
            return f"The last step was not {seat}'s but {last.seat}'s; each seat undoes only its own."
        if any(event.reveals for event in self._events_of(len(self._log) - 1)):
            return "The last step revealed something hidden, so it cannot be undone."
        return ""

    def undo(self, seat: Seat) -> None:
        """Take back the seat's last action. Refused across chance, a reveal, or another seat's action."""
        refusal = self._undo_refusal(seat)
        if refusal:
            raise CannotUndo(refusal)
        entry = self._log[-1]
        self._rewind(self.length - 1)
        self.version += 1
        self._undone.append(entry)

    def can_undo_beneath(self, seat: Seat, n: int) -> bool:
        """Whether a seat could take back entry `n` beneath those of others, which stay. Neither it nor they are rolls."""
        rest = self._log[n:]
        return (
            self.ending is None
            and n >= self.inherited
            and not any(entry.is_chance for entry in rest)
            and [entry.seat == seat for entry in rest] == [True] + [False] * (len(rest) - 1)
            and not any(event.reveals for event in self._events_of(n))
        )

    def undo_beneath(self, seat: Seat, n: int) -> None:
        """Take back entry `n` of a seat and leave what others have done since, each for itself, in the same decision."""
        if not self.can_undo_beneath(seat, n):
            raise CannotUndo("This cannot be undone.")
        rest, reasons, version, undone = self._log[n:], self.reasons, self.version, self._undone
        self._rewind(n)
        try:
            for entry in rest[1:]:
                self._enter(entry)
        except (IllegalAction, WrongSeat):
            self._rewind(n)
            for entry in rest:
                self._enter(entry)
            self.reasons, self.version = reasons, version
            raise CannotUndo("This cannot be undone: what others have done since depends on it.") from None
        self.reasons = {key - (key > n): text for key, text in reasons.items() if key != n}
        self.version = version + 1
        self._undone = [*undone, rest[0]]

    def redo(self, seat: Seat) -> list[Event]:
        """Do again what the seat undid last, as long as nobody has done anything else, or nobody could but at the same time."""
        if not self._undone:
            raise CannotUndo("There is nothing to redo.")
        entry = self.redoable(seat)
        if entry is None:
            raise CannotUndo(
                f"What was undone last was {self._undone[-1].seat}'s; only they can do it again."
            )
        try:
            events = self._attempt(entry)
        except (IllegalAction, WrongSeat):
            raise CannotUndo("This can no longer be done.") from None
        self._undone = [each for each in self._undone if each is not entry]
        return events

    def cut_back(self, n: int) -> None:
        """Forget all entries after the first `n`: for an umpire's correction, see `amend`."""
        self._rewind(n)
        self._undone = []
        self.version += 1

    def become(self, other: Match) -> None:
        """Become another match: a corrected copy of this one."""
        self.__dict__.update(other.__dict__)

    def _rewind(self, n: int) -> None:
        self.state = self.at(n)
        del self._log[n:], self._events[n:], self._told[n:], self._links[n + 1 :]
        for key in [key for key in self._snapshots if key > n]:
            del self._snapshots[key]
        self.reasons = {key: text for key, text in self.reasons.items() if key < n}
        self._faces = {key: each for key, each in self._faces.items() if key < n}
        self._snapshots.setdefault(n, self.state.clone())

    # --- history

    def at(self, n: int) -> Any:
        """A copy of the state after `n` entries."""
        if not 0 <= n <= len(self._log):
            raise UnknownName(f"The game has {len(self._log)} steps; there is no step {n}.")
        nearest = max(key for key in self._snapshots if key <= n)
        s = self._snapshots[nearest].clone()
        for done, entry in enumerate(self._log[nearest:n], start=nearest + 1):
            replay_entry(s, entry)
            self._mark(done, s)
        return s

    def _mark(self, n: int, s: Any) -> None:
        """Keep a copy of a position far into the log that was passed on the way, so that it need not be replayed again."""
        if n % _EVERY == 0 and n not in self._snapshots:
            self._snapshots[n] = s.clone()

    def events_for(self, seat: Seat, since: int = 0) -> list[Heard]:
        """What happened from entry `since` on, as a seat (or `OBSERVER`, or `CONTROL`) may know it."""
        if seat not in (OBSERVER, CONTROL):
            self._check_seat(seat)
        since = max(0, since)
        self._fill(since)
        return [told for each in self._told[since:] if each is not None for told in each[seat]]

    def _events_of(self, n: int) -> tuple[Event, ...]:
        if self._events[n] is None:
            self._fill(n)
        return self._events[n] or ()

    def _fill(self, since: int) -> None:
        """Work out events and log lines that were not kept, by replaying from the first that is missing."""
        missing = next((n for n in range(since, len(self._log)) if self._told[n] is None), None)
        if missing is None:
            return
        s = self.at(missing)
        for n in range(missing, len(self._log)):
            events = replay_entry(s, self._log[n])
            self._events[n] = tuple(events)
            self._told[n] = self._redacted(n, events, s)
            self._mark(n + 1, s)

    def _redacted(self, n: int, events: list[Event], s: Any) -> dict[Seat, list[Heard]]:
        everyone = dict.fromkeys((*self.seats, OBSERVER, CONTROL))  # Control may have a seat of its own
        told: dict[Seat, list[Heard]] = {seat: [] for seat in everyone}
        for event in events:
            whole: Line | None = None
            for seat in everyone:
                seen = event if seat == CONTROL else event.seen_by(seat)
                if seen is event:
                    if whole is None:
                        whole = event.line(s)
                    told[seat].append(Heard(n, event, whole))
                elif seen is not None:
                    told[seat].append(Heard(n, seen, seen.line(s)))
        return told

    # --- forks

    def fork(self, n: int | None = None, *, seat: Seat | None = None, seed: bytes | None = None) -> Match:
        """An independent match that begins where this one stands, or stood after `n` entries.

        It has dice of its own: with the same seed it would foretell the rolls of this one. With `seat` the
        fork is safe to hand to that seat: whatever it cannot know is drawn afresh, and the log before it is
        left behind.
        """
        n = self.length if n is None else n
        if seat is not None and seat != CONTROL:
            self._check_seat(seat)
            guess = self.game.resample(self.at(n), seat, SeededSource(new_seed().hex()))
            return Match.from_position(self.game, guess, seed, physical_dice=self.physical_dice)
        fork = Match(
            self.game,
            self.setup,
            seed=seed,
            contributions={},
            physical_dice=self.physical_dice,
            origin=self.origin,
            inherited=n,
        )
        fork._take_over(self, n)
        fork.reasons = {key: text for key, text in self.reasons.items() if key < n}
        fork.amendments = list(self.amendments)
        fork._drive([])
        return fork

    def with_new_dice(
        self, seed: bytes, contributions: Mapping[str, str], inherited: int | None = None
    ) -> Match:
        """The same match with other dice from here on, or from an earlier number of entries on: knowing the old seed
        then tells nothing about what comes."""
        new = Match(
            self.game,
            self.setup,
            seed=seed,
            contributions=contributions,
            physical_dice=self.physical_dice,
            origin=self.origin,
            inherited=self.length if inherited is None else inherited,
            data=self._data,
        )
        new._take_over(self, self.length)
        new.reasons, new.ending, new.version = dict(self.reasons), self.ending, self.version
        new.amendments = list(self.amendments)
        return new

    def _take_over(self, other: Match, n: int) -> None:
        """Begin with the first entries of another match: what it knows of them is kept, nothing is played again but
        the way from its nearest mark."""
        state = other.at(n)
        self.resume(other._log[:n], state)
        self._events, self._told = other._events[:n], other._told[:n]
        self._snapshots |= {key: s for key, s in other._snapshots.items() if key <= n}
        self._faces = {key: each for key, each in other._faces.items() if key < n}

    def copy(self) -> Match:
        """This match as it stands now, for a thread to read while the match goes on. What never changes is shared."""
        new = object.__new__(Match)
        new.__dict__.update(self.__dict__)
        for name in (
            "_log",
            "_links",
            "_events",
            "_told",
            "_undone",
            "_snapshots",
            "_faces",
            "contributions",
            "reasons",
            "amendments",
        ):
            setattr(new, name, getattr(self, name).copy())
        new.state = self.state.clone()
        return new

    def learn(self, copy: Match) -> None:
        """Take over the marks that a copy has passed, as far as both have the same history."""
        same = min(len(self._links), len(copy._links)) - 1
        while same and self._links[same] != copy._links[same]:
            same -= 1
        for n, s in copy._snapshots.items():
            if n <= same and n % _EVERY == 0:
                self._snapshots.setdefault(n, s)

    def adopt(self, entries: list[Entry], *, tell: bool = False) -> None:
        """Carry out entries that were made elsewhere, rolls included, each by the rules; `tell` works out what each
        seat hears of them at once, instead of when it is asked for."""
        for entry in entries:
            self._enter(entry, tell=tell)

    def faces(self) -> dict[int, Any]:
        """What every roll and draw could give, by the number of its entry: what a stranger needs to derive it. What is
        not known is found by playing the game again."""
        rolls = [n for n in range(self.inherited, self.length) if self._log[n].is_chance]
        missing = next((n for n in rolls if n not in self._faces), None)
        if missing is not None:
            s = self.at(missing)
            for n in range(missing, self.length):
                if self._log[n].is_chance:
                    self._faces[n] = faces(outcomes(s))
                replay_entry(s, self._log[n])
                self._mark(n + 1, s)
        return {n: self._faces[n] for n in rolls}

    def turn_ends(self, upto: int | None = None) -> list[tuple[int, int]]:
        """When turns were over: the number of entries then, and the turn. From mark to mark, and through the entries
        between two marks of different turns."""
        read, end = turn_reader(self.game), self.length if upto is None else upto
        found: list[tuple[int, int]] = []
        marks = [0, *(n for n in range(_EVERY, end, _EVERY)), end]
        s, turn = self.at(0), read(self.at(0))
        for low, high in itertools.pairwise(marks):
            there = self.at(high)
            if read(there) != turn:
                for n in range(low, high):
                    replay_entry(s, self._log[n])
                    if (now := read(s)) != turn:
                        found.append((n, turn))
                        turn = now
            s = there
        return found

    def resume(self, entries: list[Entry], state: Any) -> None:
        """Go on from a log and the state it leads to without playing it again: for a host that wrote both itself.
        History is replayed when it is asked for."""
        for entry in entries:
            self._links.append(next_link(self._links[-1], entry.encode()))
        self._log = list(entries)
        self.version = len(entries)
        self._events = [None] * len(entries)
        self._told = [None] * len(entries)
        self.state = state
        self._snapshots[len(entries)] = state.clone()
        self.resumed = len(entries)

    # --- files

    def to_json(self) -> bytes:
        """The whole game as a save file. It holds the seed and every secret: it is the host's, not a
        player's."""
        from hexfront.match.save import encode

        return encode(self)

    @classmethod
    def from_json(
        cls,
        data: bytes | str,
        game: Game[Any] | None = None,
        *,
        trusted: bool = False,
        snapshot: bool = False,
    ) -> Match:
        """A game from a save file; see `hexfront.match.save.decode`."""
        from hexfront.match.save import decode

        return decode(data, game, trusted=trusted, snapshot=snapshot)
