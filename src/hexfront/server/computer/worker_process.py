"""A process that thinks for computer players: tasks come in as lines of JSON, answers and progress go out.

It knows the true position only inside a `Seatview`, which shows a player what its seat may know. A player may offer

    configure(*, seconds: float, progress: Callable[[float, str], None], stopped: Callable[[], bool])

to learn its time budget, to tell how far it is, and to hear that it should play its best so far; or an attribute
`progress: Callable[[float], bool]`, called with the share done, whose answer says whether to stop. Both may be called
as often as a player likes, in the middle of a playout too: a call costs a microsecond.

The budget is hard. A player is asked to stop when nine tenths of it are used up, or when someone has pressed "play now". One
that has not stopped when all of it is used up is interrupted where it stands, and staff chooses in its place. It may have been
interrupted in an import or while filling a table, so the process ends after that answer, and another takes its place.

A player may say why it chose: whatever it has in an attribute `reasons` after a choice, put into words by `str`, is kept with
the action. Who may read it is decided elsewhere.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import OrderedDict
from functools import partial
from importlib import import_module
from typing import Any, BinaryIO

import msgspec

from hexfront import games, players
from hexfront.kernel import Chance, HexfrontError, apply, deciders, pending
from hexfront.players import cores
from hexfront.players.doctrine import doctrine_for, searched_doctrine
from hexfront.server.hands.child import attend, mouth
from hexfront.server.wire.replies import THEN

BATCH = 40
KEPT = 200
WORDS = 1000  # of a reason, in letters
AT_ONCE = 0.4  # seconds it has to do so after "play now"
HAS_ALARM = hasattr(signal, "setitimer")  # else the server stops the whole process, a little later


def asked(seconds: float) -> float:
    """When a player is asked to stop: after nine tenths of its budget, but 0.3 s before its end if that can be."""
    return seconds - max(0.1 * seconds, min(0.3, 0.3 * seconds))


class TimeUp(BaseException):
    """The budget is over, in the middle of a player's thought. Not an `Exception`, so that no player catches it."""


class Task(msgspec.Struct):
    """Choose for a seat."""

    id: int
    match: str
    game: str
    seat: str
    level: str
    seed: str
    seconds: float
    state: msgspec.Raw
    maker: str = ""  # module:Class of a player that the server's owner added
    events: list[msgspec.Raw] = []


class Told(msgspec.Struct, omit_defaults=True):
    """What the process reports: that it has begun, progress, actions, or a fault in words."""

    id: int
    part: float = 0.0
    text: str = ""
    actions: list[Any] | None = None
    reasons: list[str] = []  # one for each action; empty where there is none
    fault: str = ""
    begun: bool = False
    last: bool = False  # the process ends now


def reason(player: Any) -> str:
    """Why a player has just chosen what it chose, in one line."""
    words = THEN.join(str(each) for each in getattr(player, "reasons", ()))
    return " ".join(words.split())[:WORDS]


class Incoming(msgspec.Struct, omit_defaults=True):
    """A task, or a number to cancel."""

    task: Task | None = None
    cancel: int = 0


class Thinker:
    """Keeps its players from task to task, so that a plan lasts longer than a click."""

    def __init__(self, out: Any, *, alarm: bool = False) -> None:
        self._out = out
        self._alarm = alarm  # whether `ring` answers SIGALRM
        self._lock = threading.Lock()
        self._players: OrderedDict[tuple[str, str, str], Any] = OrderedDict()
        self._choosing = self._saying = self._late = False
        self.cancelled = 0
        self.spent = False  # somebody was interrupted: what this process has in memory may be half done
        self.now = 0  # the task that is being thought about

    def say(self, told: Told) -> None:
        self._saying = True
        with self._lock:
            self._out.write(msgspec.json.encode(told) + b"\n")
            self._out.flush()
        self._saying = False
        if self._late and self._choosing:
            raise TimeUp

    def ring(self, number: int = 0, frame: Any = None) -> None:
        """The alarm: interrupt a player, but not while a line is being written."""
        self._late = True
        if self._choosing and not self._saying:
            raise TimeUp

    def cancel(self, task: int) -> None:
        """Play now: the best so far if the player tells it soon, else what staff would."""
        self.cancelled = max(self.cancelled, task)
        if self._alarm and self.now == task:
            signal.setitimer(signal.ITIMER_REAL, AT_ONCE)

    def _choose(self, player: Any, seat: Any) -> Any:
        self._choosing = True
        try:
            if self._late:
                raise TimeUp
            return player.choose(seat)
        finally:
            self._choosing = False

    def _forget(self, task: Task) -> None:
        """Forget an interrupted player: its data may be half written, and so may what it shares with others."""
        self._players.pop((task.match, task.seat, task.level), None)
        cores.disband()

    def _instead(self, task: Task, seat: Any) -> Any:
        """What is played for a player whose time is up before it has chosen."""
        with contextlib.suppress(Exception):
            return players.get("staff", task.seed).choose(seat)
        return seat.legal[0]

    def player(self, task: Task) -> Any:
        key = (task.match, task.seat, task.level)
        found = self._players.pop(key, None)
        if found is None:
            module, _, name = task.maker.partition(":")
            maker = getattr(import_module(module), name) if task.maker else partial(players.get, task.level)
            found = maker(task.seed)
        self._players[key] = found
        while len(self._players) > KEPT:
            self._players.popitem(last=False)
        return found

    def think(self, task: Task) -> None:
        """Choose until something is rolled or revealed, another seat has to decide, or time is up."""
        self._late, self.now = False, task.id
        try:
            self._think(task)
        finally:
            self.now = 0
            if self._alarm:
                signal.setitimer(signal.ITIMER_REAL, 0)

    def _think(self, task: Task) -> None:
        game = games.get(task.game)
        s = game.codec.decode(bytes(task.state))
        events = tuple(game.codec.decode_event(bytes(each)) for each in task.events)
        player = self.player(task)
        doctrine_for(game), searched_doctrine(game)  # read in now, and not under the alarm
        self.say(Told(task.id, begun=True))
        began = last = time.monotonic()  # loading a game for the first time is not thinking
        if self._alarm:
            cut = self.cancelled >= task.id  # before it began
            signal.setitimer(signal.ITIMER_REAL, AT_ONCE if cut else task.seconds)

        def progress(part: float, text: str = "") -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= 0.2:
                last = now
                self.say(Told(task.id, part=min(max(part, 0.0), 0.99), text=str(text)[:120]))

        def stopped() -> bool:
            return self.cancelled >= task.id

        def watch(part: float) -> bool:
            progress(part)
            return stopped() or time.monotonic() - began > asked(task.seconds)

        configure = getattr(player, "configure", None)
        if configure is None and hasattr(player, "progress"):
            player.progress = watch
        actions: list[Any] = []
        reasons: list[str] = []
        while len(actions) < BATCH and task.seat in deciders(s):
            left = asked(task.seconds) - (time.monotonic() - began)
            if actions and (left <= 0 or stopped()):
                break
            if configure is not None:
                configure(seconds=max(0.05, left), progress=progress, stopped=stopped)
            seat = players.Seatview(game, s, task.seat, events)
            try:
                action = self._choose(player, seat)
                why = reason(player)
            except TimeUp:
                self._choosing, self.spent = False, True
                self._forget(task)
                if actions:
                    break
                action, why = self._instead(task, seat), ""
            reasons.append(why)
            actions.append(msgspec.to_builtins(action))
            news = apply(s, task.seat, action)
            events = tuple(news)
            if isinstance(pending(s), Chance) or any(event.reveals for event in news):
                break
        self.say(Told(task.id, part=1.0, actions=actions, reasons=reasons, last=self.spent))


def main() -> None:
    thinker = Thinker(mouth(), alarm=HAS_ALARM)
    if HAS_ALARM:
        signal.signal(signal.SIGALRM, thinker.ring)
    decode = msgspec.json.Decoder(Incoming).decode

    def hear(ear: BinaryIO) -> Incoming | None:
        line = ear.readline()
        return decode(line) if line else None

    def at_once(said: Incoming) -> bool:
        if said.cancel:
            thinker.cancel(said.cancel)
        return said.task is None

    def do(said: Incoming) -> None:
        task = said.task
        assert task is not None
        try:
            thinker.think(task)
        except HexfrontError as e:
            thinker.say(Told(task.id, fault=str(e), last=thinker.spent))
        except Exception as e:
            # The words of an exception may hold a position; its kind does not.
            thinker.say(Told(task.id, fault=type(e).__name__, last=thinker.spent))
        if thinker.spent:
            os._exit(0)

    attend(hear, do, at_once)


if __name__ == "__main__":
    main()
