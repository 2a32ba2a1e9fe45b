"""Who is at a match, and what each of them is shown."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET

from hexfront.kernel import OBSERVER, Game, HexfrontError
from hexfront.server.match.clocks import Clocks
from hexfront.server.match.house import Client
from hexfront.server.match.record import Record
from hexfront.server.match.room import StepClock, phase_of
from hexfront.server.match.versions import has_other_rules
from hexfront.server.match.window import Shown, Window, difference, overlays_diff, whole
from hexfront.server.store import queries
from hexfront.server.store.rows import Row
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, forbidden, unavailable

FORGOTTEN = 60.0  # seconds after which what another process said of who is there no longer counts
PARTS = {"leader": "cards and plans", "army": "the army", "air": "the air", "production": "production"}


def captain_of(seat: str) -> str:
    """How processes tell each other that the captain of a seat is at the table."""
    return f"{seat}/captain"


class Audience:
    """A match as it is shown: its record, its sockets and what each was last sent."""

    def __init__(self, row: queries.MatchRow, game: Game[Any] | None) -> None:
        self.id = row.id
        self.row = row
        self.game = game
        self.record: Record | None = None
        self.broken = ""
        self.adrift = False
        """Whether what is in memory may not be what is on disk: nothing is done or shown until it is read again."""
        self.clients: set[Client] = set()
        self.thinking: replies.Progress | None = None
        infos = game.seats(row.setup) if game is not None and not has_other_rules(game, row) else ()
        self.seat_names = {info.id: info.name for info in infos}
        self.controls = {info.id for info in infos if info.control}
        self.clocks = Clocks(row.clock, [each.seat for each in row.seats])
        self.step_clock = StepClock()
        # Of each other process: when it told, the seats with someone, how many watch, and who of the teams is there
        self.elsewhere: dict[str, tuple[float, list[str], int, list[str]]] = {}
        self._windows: dict[str, Window] = {}
        self._empty: Shown | None = None

    def _people(self) -> list[str]:
        """Seats with a person who plays."""
        return [e.seat for e in self.row.seats if e.who == "person" and e.seat not in self.controls]

    @property
    def can_draw(self) -> bool:
        """Whether there are two to agree to a draw."""
        return len(self._people()) > 1 and not self.row.analysis

    # --- who is here

    def presence(self) -> dict[str, bool]:
        """Which seats have someone at them."""
        here = {seat for client in self.clients for seat in self.row.seats_of(client.person_id)}
        now = time.monotonic()
        for at, seats, _, _ in self.elsewhere.values():
            if now - at < FORGOTTEN:
                here.update(seats)
        return {each.seat: each.seat in here or each.who == "computer" for each in self.row.seats}

    def here(self) -> set[str]:
        """People who are at this match, in this process or another."""
        now = time.monotonic()
        others = {
            each for at, _, _, people in self.elsewhere.values() if now - at < FORGOTTEN for each in people
        }
        return others | self.in_this_process()

    def in_this_process(self) -> set[str]:
        """People with a socket in this process."""
        return {client.person_id for client in self.clients if client.person_id}

    def at_table(self) -> list[str]:
        """The seats with someone of theirs in this process; those with their captain are marked."""
        people = self.in_this_process()
        seats = {seat for person in people for seat in self.row.seats_of(person)}
        return sorted(seats) + [captain_of(e.seat) for e in self.row.seats if e.person in people]

    def has_captain(self, seat: str) -> bool:
        """Whether the captain of a seat is here, in this process or another."""
        now = time.monotonic()
        here = [
            self.at_table(),
            *(seats for at, seats, _, _ in self.elsewhere.values() if now - at < FORGOTTEN),
        ]
        return any(captain_of(seat) in seats for seats in here)

    def stand_in(self, chair: queries.SeatRow) -> str:
        """The level of the computer that plays the present step for a team, if one does."""
        step, _, level = chair.stand_in.partition(" ")
        return level if self.record is not None and step and step == phase_of(self.record) else ""

    def watching(self) -> int:
        now = time.monotonic()
        others = sum(n for at, _, n, _ in self.elsewhere.values() if now - at < FORGOTTEN)
        return others + sum(client.viewer == OBSERVER for client in self.clients)

    def viewer_for(self, person: str | None, wanted: str) -> str:
        """The viewer a person may be: a seat of theirs, or an observer of a public match."""
        mine = self.row.seats_of(person)
        if wanted and wanted != OBSERVER:
            if wanted in mine:
                return wanted
            raise forbidden("This is not your seat.", "not_your_seat")
        if wanted == OBSERVER or not mine:
            if mine or self.row.public or person == self.row.host:
                return OBSERVER
            raise Refusal(404, "not_found", "There is no such match.")
        deciding = self.record.deciders if self.record else ()
        return next((seat for seat in mine if seat in deciding), mine[0])

    def check_seat(self, person: str | None, seat: str) -> None:
        if not seat or seat not in self.row.seats_of(person):
            raise forbidden("This is not your seat.", "not_your_seat")

    def check_captain(self, person: str | None, seat: str) -> None:
        """Refuse what only the captain of a team does."""
        self.check_seat(person, seat)
        if not self.row.is_captain(person, seat):
            raise forbidden("Only your captain can do this.", "not_captain")

    def check_control(self, person: str | None) -> str:
        """The umpire's seat that someone has."""
        found = next((seat for seat in self.row.seats_of(person) if seat in self.controls), "")
        if not found:
            raise forbidden("Only Control can do this.")
        return found

    def check_part(self, person: str | None, seat: str, do: dict[str, Any]) -> None:
        """Refuse an officer of a team what belongs to another: of several at a seat each has a part, and the captain says when
        they are done."""
        chair = self.row.seat(seat)
        if chair is None or not chair.team or chair.person == person or self.game is None:
            return
        mine = next((each for each in chair.team if each.person == person), None)
        try:
            action = self.game.codec.decode_action(do)
        except HexfrontError:
            return  # it is refused as what it is
        if self.game.is_commit(action):
            raise forbidden("Only your captain can say that the team is done.", "not_captain")
        part = self.game.domain(action)
        if mine is not None and part and mine.role not in ("leader", part):
            raise forbidden(f"That is up to your team's officer for {PARTS[part]}.", "not_your_part")

    def let_go(self) -> None:
        """Whoever is no longer at the seat they were looking from looks on from where they may, or leaves."""
        for client in list(self.clients):
            if client.viewer == OBSERVER or client.viewer in self.row.seats_of(client.person_id):
                continue
            client.send(replies.Notice(text="You are no longer at this seat."))
            try:
                client.viewer = self.viewer_for(client.person_id, "")
                self.send_state(client, 0)
            except Refusal:
                self.clients.discard(client)
                client.close(4404)

    # --- showing

    def _window(self, viewer: str) -> Window:
        window = self._windows.get(viewer)
        if window is None:
            window = self._windows[viewer] = Window(viewer)
        return window

    def state(self, viewer: str, since: int = 0, *, looks: bool = True) -> replies.State:
        """All that a viewer may know, with the log lines after a version. Someone who does not look at overlays may get older ones."""
        if self.adrift:
            raise unavailable()
        if self.broken and self.record is None:
            raise Refusal(409, "wrong_version", self.broken)
        if self.record is None:
            return whole(self, self._before_start(viewer), viewer, [], 1)
        window = self._window(viewer)
        window.current(self, self.record)
        if looks:
            self.freshen(viewer)
        shown = window.current(self, self.record)
        lines = self.record.seen[viewer].lines
        first = len(lines)
        since = 0 if self.record.has_told_late else since  # lines that a client has already say more now
        while first and lines[first - 1].version > since:
            first -= 1
        return whole(self, shown, viewer, lines[first:], first + 1)

    def send_state(self, client: Client, since: int) -> None:
        """Send a client all that it may know."""
        state = self.state(client.viewer, since, looks=client.looks)
        client.version, client.overlays = state.version, state.overlays
        client.send(state)

    def send_states(self, clients: Iterable[Client], since: int | None = None) -> None:
        """Send clients all that they may know after a version, or after what each has seen: written once for those who get the same."""
        told: dict[tuple[str, int, bool], tuple[replies.State, bytes]] = {}
        for client in clients:
            key = client.viewer, client.version if since is None else since, client.looks
            if key not in told:
                state = self.state(client.viewer, key[1], looks=client.looks)
                told[key] = state, msgspec.json.encode(state)
            state, raw = told[key]
            if self.affords(client, len(raw), key[1]):
                client.version, client.overlays = state.version, state.overlays
                client.send_raw(raw)

    def affords(self, client: Client, size: int, since: int) -> bool:
        """Whether a client may be sent so many bytes now; if not, it is sent what is true then a little later."""
        raise NotImplementedError

    def _before_start(self, viewer: str) -> Shown:
        """The set-up, while seats are still empty."""
        assert self.game is not None
        if self._empty is None:
            s = self.game.start(self.row.setup)
            self._empty = Shown(
                version=0, view=self.game.view(s, OBSERVER), overlays=self.game.overlays(s, OBSERVER), deciders=(),
                legal=[], prompt=None, forecast=None, can=replies.Can(), handover=None, clocks={}, draw=[],
                result=None, status="waiting", of=0,
            )  # fmt: skip
        return self._empty

    def broadcast(self, rows: list[Row]) -> None:
        """Show new rows to everyone whose version they raised, in one message."""
        assert self.record is not None
        raised = {viewer for row in rows for viewer in row.marks.raised}
        for viewer in {client.viewer for client in self.clients} & raised:
            window = self._window(viewer)
            old = window.shown
            new = window.current(self, self.record)
            seen = self.record.seen[viewer]
            since = seen.version - sum(viewer in row.marks.raised for row in rows)
            lines: list[replies.LogLine] = []
            for line in reversed(seen.lines):
                if line.version <= since:
                    break
                lines.insert(0, line)
            cut = len(seen.lines) + 1 if rows[-1].kind == "undo" else None
            here = [client for client in self.clients if client.viewer == viewer]
            # Lines that a client has are no longer true, or lie beneath others.
            if any(row.kind == "amend" or (row.kind == "undo" and row.body) for row in rows):
                self.send_states(here, 0)
                continue
            follow = [c for c in here if old is not None and not c.whole and c.version == old.version]
            if old is not None and follow:
                message = msgspec.json.encode(difference(old, new, lines, cut))
                for client in follow:
                    client.send_raw(message)
                    client.version = new.version
            self.send_states([client for client in here if client not in follow])

    @property
    def has_overlays_behind(self) -> bool:
        """Whether someone looks at overlays that are out of date."""
        return any(client.looks and self._window(client.viewer).behind for client in self.clients)

    def freshen(self, viewer: str) -> None:
        """Bring a viewer's overlays up to date, and send those that look at them what they have not yet."""
        if self.record is None:
            return
        here = [c for c in self.clients if c.viewer == viewer and c.looks]
        shown = self._window(viewer).fresh(self, self.record)
        told: dict[int, bytes | None] = {}  # what to send to those who have these overlays
        for client in here:
            if client.whole or client.version != shown.version or client.overlays is shown.overlays:
                continue
            if id(client.overlays) not in told:
                diff = overlays_diff(client.overlays, shown.overlays)
                change = replies.Change(from_=shown.version, version=shown.version, overlays=diff or UNSET)
                told[id(client.overlays)] = msgspec.json.encode(change) if diff else None
            raw = told[id(client.overlays)]
            client.overlays = shown.overlays
            if raw is not None:
                client.send_raw(raw)

    def tell_all(self, message: Any) -> None:
        raw = msgspec.json.encode(message)
        for client in self.clients:
            client.send_raw(raw)

    def refresh_all(self) -> None:
        """Send everyone the whole state: the match was begun, or read anew."""
        self._windows = {}
        try:
            self.send_states(list(self.clients), 0)
        except Refusal as e:
            self.tell_all(replies.Error(code=e.code, reason=e.reason))
