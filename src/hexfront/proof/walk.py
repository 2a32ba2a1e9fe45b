"""A random game under the eyes of the laws, with its log, so that whatever breaks can be played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexfront.kernel import Chance, Decision, Game, SeededSource, Setup, apply, outcomes, pending, resolve
from hexfront.match import Entry
from hexfront.proof.broken import Broken, no_crash, text
from hexfront.proof.laws import Laws


class Walk:
    """One random game. `dear` is the share of positions that get every law; the rest get the cheap ones."""

    def __init__(
        self, game: Game[Any], setup: Setup, seed: int | str, *, dear: float = 0.2, skip: Sequence[str] = ()
    ) -> None:
        self.game = game
        self.setup = setup
        self.source = SeededSource(f"walk/{game.id}/{setup.scenario}/{seed}")
        self.laws = Laws(game, setup, SeededSource(f"laws/{seed}"), skip)
        self.dear = round(dear * 1000)
        self.log: list[Entry] = []
        self.state: Any = None

    def run(self, actions: int) -> int:
        """Play until the game is over or this many actions are done; returns the number done. Raises `Broken`."""
        self.begin()
        done = 0
        while done < actions and self.state.agenda:
            done += self.advance()
        return done

    def begin(self) -> None:
        with no_crash("setting up"):
            self.state = self.game.start(self.setup)
        self.log = []
        self.laws.resting(self.state)

    def advance(self) -> int:
        """One step; 1 if a seat acted, 0 if it was chance."""
        s = self.state
        frame = pending(s)
        thorough = self.source.below(1000) < self.dear
        if thorough:
            self.laws.position(s)
        if isinstance(frame, Chance):
            with no_crash(f"the outcomes of {text(frame)}"):
                outcome = outcomes(s).draw(self.source)
            self.log.append(Entry(outcome=outcome))
            self.enter(self.log[-1], thorough)
            return 0
        assert isinstance(frame, Decision)
        seat = self.source.choice(frame.deciders(s))
        for other in frame.deciders(s):
            if other != seat:
                self.laws.choices(s, other)
        action = self.source.choice(self.laws.choices(s, seat))
        self.log.append(Entry(seat=seat, action=action))
        if thorough:
            self.laws.step(s, seat, action)
        self.enter(self.log[-1], thorough)
        return 1

    def enter(self, entry: Entry, thorough: bool) -> None:
        """Carry out a step and ask the laws of every position about where it leads."""
        s = self.state
        if entry.action is None:
            assert entry.outcome is not None
            with no_crash(f"{text(pending(s))} gives {entry.outcome!r}"):
                events = resolve(s, entry.outcome)
        else:
            with no_crash(f"{entry.seat} does {text(entry.action)}"):
                try:
                    events = apply(s, entry.seat, entry.action)
                except Exception as e:
                    if type(e).__name__ in ("IllegalAction", "WrongSeat"):
                        self.laws.broken("legal", f"{text(entry.action)} is listed but refused: {e}")
                    raise
        self.laws.happened(s, events)
        if thorough:
            self.laws.discreet(s, events)
        self.laws.resting(s)
        if not s.agenda:
            self.laws.position(s)


__all__ = ["Broken", "Walk"]
