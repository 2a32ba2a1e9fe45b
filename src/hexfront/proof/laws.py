"""The laws every game keeps, each a check of one position or one step. A broken law is an `AssertionError`.

| law | what it says |
|---|---|
| `crash` | rules never fail except with a refusal |
| `dead-end` | whoever must decide has something legal to choose, and an empty agenda means a result |
| `legal` | the legal list is the candidates without a violation, each once, and nothing else is legal |
| `refusal` | an illegal action is refused with a case of the rulebook and changes nothing |
| `seat` | an action from a seat that does not decide is refused and changes nothing |
| `clone` | a copy and its original do not share anything that changes |
| `json` | a position read back from JSON is the same and goes on the same |
| `file` | a position, true or redrawn for a seat, is taken when it comes back in a save |
| `repeatable` | the same action in the same position gives the same position and events |
| `offer` | prompt, options and forecast exist, cite real cases, and no two options look alike |
| `events` | every event can be told to every seat, saved, and cites real cases |
| `reach` | what the game says of how far a piece gets can be walked click by click, and nothing else can |
| `chance` | probabilities sum to one, and every outcome can be carried out |
| `invariant` | `game.invariants` finds nothing |
| `secrecy` | nothing a seat sees changes when all it cannot know is drawn afresh |
| `forgetting` | redrawing for a seat leaves no trace of another's secret choice or draw |
| `reveal` | what can be undone has taught the seat that did it nothing |
| `replay` | the log played again leads to the same position |
| `undo` | undo gives back the exact position, and never crosses chance, a reveal or another seat |
| `end` | the game ends |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import Any

import msgspec

from hexfront.kernel import (
    OBSERVER,
    Action,
    Chance,
    Cup,
    Decision,
    Dice,
    Distribution,
    Event,
    Game,
    HexfrontError,
    IllegalAction,
    Seat,
    SeededSource,
    State,
    WrongSeat,
    apply,
    pending,
    resolve,
    why_not,
)
from hexfront.proof.broken import Broken, differing, no_crash, text
from hexfront.proof.files import beyond_bounds, refused
from hexfront.proof.walks import walk_faults

# As listed with kernel.Option.
KINDS = frozenset(
    (
        "pick", "step", "stop", "target", "join", "commit", "loss", "retreat", "advance", "place", "choose",
        "pass", "done",
    )
)  # fmt: skip

BOUNDED = 16  # of so many positions one is asked whether its numbers stay within the bounds of a save

ALL = (
    "crash", "dead-end", "legal", "refusal", "seat", "clone", "json", "file", "repeatable", "offer", "events",
    "reach", "chance", "invariant", "secrecy", "forgetting", "reveal", "replay", "undo", "end",
)  # fmt: skip


class Laws:
    """The laws over one game in one set-up. `skip` names laws that are not asked."""

    def __init__(self, game: Game[Any], setup: Any, source: SeededSource, skip: Sequence[str] = ()) -> None:
        unknown = set(skip) - set(ALL)
        if unknown:
            raise ValueError(f"no such law: {', '.join(sorted(unknown))}")
        self.game = game
        self.setup = setup
        self.source = source
        self.skip = frozenset(skip)
        self.seats: tuple[Seat, ...] = tuple(each.id for each in game.seats(setup))
        self._recent: list[Action] = []
        self._asked = 0

    def broken(self, law: str, detail: str) -> None:
        """A law does not hold, unless it is one that is not asked."""
        if law not in self.skip:
            raise Broken(law, detail)

    def code(self, s: State) -> bytes:
        return self.game.codec.encode(s)

    def cited(self, law: str, rule: str, by: str) -> None:
        if rule not in self.game.rulebook:
            self.broken(law, f"{by} cites {rule!r}, which is not in the rulebook")

    # --- cheap: asked of every position

    def resting(self, s: State) -> None:
        """The position waits for somebody who can act, or is over with a result."""
        frame = pending(s)
        self._asked += 1
        if self._asked % BOUNDED == 0 and (wrong := beyond_bounds(self.game, s)):
            self.broken("file", wrong)
        if frame is None:
            if not (s.result is not None):
                self.broken("dead-end", "the agenda is empty, but there is no result")
            return
        with no_crash(f"the invariants before {text(frame)}"):
            faults = list(self.game.invariants(s))
        if faults:
            self.broken("invariant", "; ".join(faults))
        if isinstance(frame, Chance):
            return
        with no_crash(f"the deciders of {text(frame)}"):
            who = frame.deciders(s)
        if not who:
            self.broken("dead-end", f"nobody decides {text(frame)}")
        strangers = [seat for seat in who if seat not in self.seats]
        if strangers:
            self.broken("dead-end", f"{strangers} decide {text(frame)} but have no seat")

    def choices(self, s: State, seat: Seat) -> list[Any]:
        """The legal actions of a seat that has to decide."""
        frame = pending(s)
        assert isinstance(frame, Decision)
        with no_crash(f"the legal actions of {text(frame)}"):
            found = frame.legal(s, seat)
        if not found:
            self.broken("dead-end", f"{seat} has nothing legal to choose at {text(frame)}")
        return found

    # --- dear: asked of sampled positions

    def position(self, s: State) -> None:
        """Everything there is to ask about a position without playing on."""
        self.round_trip(s)
        self.file(s, "it")
        frame = pending(s)
        if isinstance(frame, Decision):
            for seat in frame.deciders(s):
                self.legality(s, frame, seat)
                self.offers(s, frame, seat)
                self.refusals(s, frame, seat)
                self.whys(s, frame, seat)
                self.walks(s, frame, seat)
            self.wrong_seats(s, frame)
        elif isinstance(frame, Chance):
            self.chances(s, frame)
        self.secrecy(s)
        self.forgetting(s)

    def round_trip(self, s: State) -> None:
        with no_crash("writing and reading the position"):
            data = self.code(s)
            back = self.game.codec.decode(data)
            again = self.code(back)
        if again != data:
            self.broken("json", f"read back and written again it differs: {differing(data, again)}")
        frame = pending(s)
        if isinstance(frame, Decision):
            for seat in frame.deciders(s):
                here, there = self.choices(s, seat), self.choices(back, seat)
                if here != there:
                    self.broken("json", "the legal actions differ after reading back")

    def file(self, s: State, what: str) -> None:
        with no_crash("reading the position as a stranger's"):
            wrong = refused(self.game, s)
        if wrong:
            self.broken("file", f"{what} is refused when it comes back in a save: {wrong}")

    def legality(self, s: State, frame: Decision, seat: Seat) -> None:
        """One home of legality: fast or slow, the same list."""
        before = self.code(s)
        found = self.choices(s, seat)
        with no_crash(f"the candidates of {text(frame)}"):
            asked = [a for a in frame.candidates(s, seat) if frame.violation(s, seat, a) is None]
        fast, slow = Counter(found), Counter(asked)
        if fast != slow:
            self.broken("legal", _difference(frame, fast, slow))
        twice = [a for a, times in fast.items() if times > 1]
        if twice:
            self.broken("legal", f"{text(frame)} lists {text(twice[0])} twice")
        foreign = [a for a in found if type(a) not in frame.takes]
        if foreign:
            self.broken("legal", f"{text(frame)} lists {text(foreign[0])}, which is not in its takes")
        if self.code(s) != before:
            self.broken("legal", f"asking {text(frame)} what is legal changes the position")
        self._recent = (found + self._recent)[:60]

    def offers(self, s: State, frame: Decision, seat: Seat) -> None:
        """What a person is shown: a prompt, and options that can be told apart."""
        before = self.code(s)
        with no_crash(f"the prompt of {text(frame)}"):
            prompt = frame.prompt(s, seat)
        if not prompt.text:
            self.broken("offer", f"{text(frame)} has an empty prompt")
        if prompt.rule:
            self.cited("offer", prompt.rule, f"the prompt of {text(frame)}")
        if frame.rule:
            self.cited("offer", frame.rule, f"{type(frame).__name__}.rule")
        seen: dict[bytes, Any] = {}
        for action in self.choices(s, seat):
            with no_crash(f"the option of {text(action)}"):
                option = frame.option(s, seat, action)
            if not option.label:
                self.broken("offer", f"{text(action)} has no label")
            kind = option.kind
            if kind not in KINDS:
                self.broken("offer", f"there is no option kind {kind!r}")
            if option.rule:
                self.cited("offer", option.rule, f"the option of {text(action)}")
            face = msgspec.json.encode(option)
            other = seen.setdefault(face, action)
            if other is not action:
                self.broken("offer", f"{text(action)} and {text(other)} look alike")
        with no_crash("the forecast and overlays"):
            forecast = self.game.forecast(s, seat)
            overlays = self.game.overlays(s, seat)
            if self.game.has_common_overlays and overlays != self.game.overlays(s, OBSERVER):
                self.broken("offer", f"the overlays of {seat} are not those of all")
            common = self.game.reseated(s, self.game.view(s, OBSERVER), seat)
            if common is not None and common != self.game.view(s, seat):
                self.broken("offer", f"the view of {seat} is not what is made of the observer's")
        for working in forecast.working if forecast is not None else ():
            if working.rule:
                self.cited("offer", working.rule, f"the forecast line {working.label!r}")
        if self.code(s) != before:
            self.broken("offer", f"showing {text(frame)} changes the position")

    def refusals(self, s: State, frame: Decision, seat: Seat, samples: int = 12) -> None:
        """Whatever is not in the list is refused, with a case, and changes nothing."""
        found = self.choices(s, seat)
        known = set(found)
        tried: set[Any] = set()
        pool = found + list(frame.candidates(s, seat)) + self._recent
        for _ in range(samples):
            base = self.source.choice(pool)
            action = base if base not in known and self.source.below(2) else self.mutated(base, pool)
            if action in known or action in tried:
                continue
            tried.add(action)
            with no_crash(f"asking why not {text(action)} at {text(frame)}"):
                violation = why_not(s, seat, action)
            if violation is None and is_filled_in(action, found):
                continue
            if violation is None:
                self.broken("legal", f"{text(action)} has no violation but is not listed")
                continue
            if not violation.reason:
                self.broken("refusal", f"{text(action)} is refused without a reason")
            self.cited("refusal", violation.rule, f"the refusal of {text(action)} at {text(frame)}")
            self.refused(s, seat, action, IllegalAction, "refusal")

    def whys(self, s: State, frame: Decision, seat: Seat, samples: int = 4) -> None:
        """ "Why not?" of any piece and place: each answer has a name, a reason and a case, and asking changes nothing."""
        before = self.code(s)
        offers = [frame.option(s, seat, action) for action in self._few(self.choices(s, seat))]
        shown = self.game.view(s, seat).pieces
        pieces = ["", "nothing", *(each.id for each in shown), *(each.piece for each in offers)]
        places = ["", "nowhere", *(each.at for each in shown), *(each.at for each in offers)]
        for _ in range(samples):
            piece, at = self.source.choice(pieces), self.source.choice(places)
            asked = f"why not {piece!r} at {at!r}"
            with no_crash(f"asking {asked}"):
                causes = self.game.why(s, seat, piece, at)
            for cause in causes:
                if not cause.label or not cause.reason:
                    self.broken("refusal", f"{asked} at {text(frame)} has no name or no reason")
                self.cited("refusal", cause.rule, f"{asked} at {text(frame)}")
        if self.code(s) != before:
            self.broken("refusal", f"asking why not changes the position at {text(frame)}")

    def walks(self, s: State, frame: Decision, seat: Seat) -> None:
        """How far a piece gets: what the game says can be walked click by click, and nothing else can."""
        offers = [frame.option(s, seat, action) for action in self.choices(s, seat)]
        pieces = sorted({each.piece for each in offers if each.piece and each.kind in ("pick", "step")})
        for piece in self._few(pieces)[:2]:
            with no_crash(f"how far {piece} gets"):
                walks = self.game.reach(s, seat, piece)
            if walks is None:
                continue
            before = self.code(s)
            with no_crash(f"walking {piece} as far as it gets"):
                faults = list(walk_faults(self.game, s, seat, piece, walks, self._few(sorted(walks))))
            if self.code(s) != before:
                self.broken("clone", f"walking {piece} in a copy changes the original")
            for fault in faults:
                self.broken("reach", fault)

    def wrong_seats(self, s: State, frame: Decision) -> None:
        who = list(frame.deciders(s))
        action = self.source.choice(self.choices(s, who[0]))
        for seat in (*self.seats, OBSERVER, "nobody"):
            if seat not in who:
                self.refused(s, seat, action, WrongSeat, "seat")

    def refused(self, s: State, seat: Seat, action: Any, kind: type[HexfrontError], law: str) -> None:
        before = self.code(s)
        try:
            with no_crash(f"refusing {text(action)}"):
                apply(s, seat, action)
        except kind:
            pass
        else:
            self.broken(law, f"{seat} may do {text(action)}, which is not for them")
        if self.code(s) != before:
            self.broken(law, f"refusing {text(action)} changed the position")

    def mutated(self, action: Any, pool: list[Any]) -> Any:
        """An action with one field changed to something near, far, borrowed from another action, or
        nonsense."""
        fields = type(action).__struct_fields__
        if not fields:
            return self.source.choice(pool)
        name = self.source.choice(fields)
        value = getattr(action, name)
        others = [getattr(a, name) for a in pool if name in type(a).__struct_fields__]
        like = [v for v in others if type(v) is type(value)]
        return msgspec.structs.replace(action, **{name: self._altered(value, like)})

    def _altered(self, value: Any, like: list[Any]) -> Any:
        pick = self.source.below(4)
        if pick == 0 and like:
            return self.source.choice(like)
        if type(value) is bool:
            return not value
        if type(value) is int:
            return (value + 1, value - 1, -1, 0, 999_999, -999_999)[self.source.below(6)]
        if type(value) is str:
            return ("", "nonsense", value + "x", value[:-1])[self.source.below(4)]
        if type(value) is float:
            return (-value, 0.0, value + 1)[self.source.below(3)]
        if type(value) is tuple:
            if not value:
                return tuple(self.source.choice(like)) if like else (-1,)
            i = self.source.below(len(value))
            changed = (*value[:i], self._altered(value[i], list(value)), *value[i + 1 :])
            return (value[:i] + value[i + 1 :], (*value, value[i]), changed, ())[self.source.below(4)]
        return self.source.choice(like) if like else value

    def chances(self, s: State, frame: Chance) -> None:
        with no_crash(f"the outcomes of {text(frame)}"):
            distribution = frame.outcomes(s)
            frame.title(s)
            listed = [] if is_vast(distribution) else list(distribution.chances())
        total = sum(p for _, p in listed)
        if listed and abs(total - 1) > 1e-6:
            self.broken("chance", f"{text(frame)} has chances that sum to {total}")
        outcomes = [o for o, p in listed if p > 0]
        if not 0 < len(outcomes) <= 12:
            outcomes = [distribution.draw(self.source) for _ in range(6)]
        for outcome in outcomes:
            copy = s.clone()
            if not distribution.allows(outcome):
                self.broken("chance", f"{text(frame)} disowns {outcome!r}")
            with no_crash(f"{text(frame)} gives {outcome!r}"):
                resolve(copy, outcome)
            self.resting(copy)

    # --- secrets

    def seen(self, s: State, seat: Seat) -> list[tuple[str, bytes]]:
        """Everything that reaches a seat, part by part, as bytes."""
        encode = msgspec.json.encode
        with no_crash(f"what {seat} sees"):
            parts = [("view", encode(self.game.view(s, seat)))]
            frame = pending(s)
            parts.append(("pending", type(frame).__name__.encode()))
            if seat != OBSERVER:
                parts.append(("overlays", encode(self.game.overlays(s, seat))))
                parts.append(("forecast", encode(self.game.forecast(s, seat))))
            if isinstance(frame, Decision):
                who = frame.deciders(s)
                parts.append(("deciders", encode(who)))
                if seat in who:
                    found = frame.legal(s, seat)
                    parts.append(("legal actions", encode(found)))
                    parts.append(("prompt", encode(frame.prompt(s, seat))))
                    parts.append(("options", encode([frame.option(s, seat, a) for a in found])))
        return parts

    def redrawn(self, s: State, seat: Seat, number: int) -> Any:
        before = self.code(s)
        with no_crash(f"redrawing what {seat} cannot know"):
            other = self.game.resample(s, seat, SeededSource(number))
        if self.code(s) != before:
            self.broken("secrecy", "redrawing changes the true position")
        if not (other is not s):
            self.broken("secrecy", "redrawing gives the true position itself")
        return other

    def secrecy(self, s: State) -> None:
        """Drawing afresh what a seat cannot know leaves all it sees as it was, and all a bystander sees. Where nothing is
        hidden, the world drawn is the same; then one seat stands for all: what it sees depends on the position alone."""
        watched = {seat: self.seen(s, seat) for seat in (*self.seats, OBSERVER)}
        before, one = self.code(s), self.source.choice(self.seats)
        for seat in self.seats:
            other = self.redrawn(s, seat, self.source.below(1 << 30))
            is_same = self.code(other) == before
            if not is_same:
                self.file(other, f"what is redrawn for {seat}")
            elif seat != one:
                continue
            for watcher in (seat, OBSERVER):
                now = self.seen(other, watcher)
                for (part, a), (_, b) in zip(watched[watcher], now, strict=False):
                    if a != b:
                        self.broken(
                            "secrecy",
                            f"the {part} of {watcher} tells what {seat} cannot know: {differing(a, b)}",
                        )

    def forgetting(self, s: State) -> None:
        """Two secret choices, or hidden draws, that a seat cannot tell apart, are the same once redrawn for
        it."""
        frame = pending(s)
        branches: list[tuple[Seat, list[Any]]] = []
        if isinstance(frame, Decision):
            who = frame.deciders(s)
            if len(who) < 2:
                return
            branches = [
                (seat, [self._after(s, seat, a) for a in self._few(self.choices(s, seat))]) for seat in who
            ]
        elif isinstance(frame, Chance):
            if all(frame.seen_by(s, seat) for seat in self.seats):
                return
            drawn = {frame.outcomes(s).draw(self.source) for _ in range(6)}
            branches.append(("", [self._after_roll(s, outcome) for outcome in sorted(drawn, key=str)]))
        number = self.source.below(1 << 30)
        for chooser, ways in branches:
            for seat in self.seats:
                if seat == chooser or len(ways) < 2:
                    continue
                first, second = ways[0], ways[1 + self.source.below(len(ways) - 1)]
                a, b = (self.code(self.redrawn(each, seat, number)) for each in (first, second))
                # What a seat sees takes longest to draw, and is asked only if the redrawn worlds differ.
                if a != b and self.seen(first, seat) == self.seen(second, seat):
                    self.broken(
                        "forgetting", f"redrawn for {seat}, a secret shows through: {differing(a, b)}"
                    )

    def _few(self, actions: list[Any]) -> list[Any]:
        """Some of the actions, at most four."""
        left = list(actions)
        return [left.pop(self.source.below(len(left))) for _ in range(min(4, len(left)))]

    def _after(self, s: State, seat: Seat, action: Any) -> Any:
        copy = s.clone()
        with no_crash(f"{seat} does {text(action)}"):
            apply(copy, seat, action)
        return copy

    def _after_roll(self, s: State, outcome: Any) -> Any:
        copy = s.clone()
        with no_crash(f"chance gives {outcome!r}"):
            resolve(copy, outcome)
        return copy

    # --- steps

    def step(self, s: State, seat: Seat, action: Any) -> None:
        """A step is independent of copies, repeatable, goes on the same after a round trip, and tells nothing that it
        does not declare as revealed."""
        before = self.code(s)
        one, two = s.clone(), s.clone()
        with no_crash(f"{seat} does {text(action)}"):
            events = apply(one, seat, action)
            if self.code(s) != before:
                self.broken("clone", f"{text(action)} in a copy changes the original")
            again = apply(two, seat, action)
        same = self.code(one) == self.code(two) and events == again
        if not same:
            self.broken("repeatable", f"{text(action)} does not do the same twice")
        back = self.game.codec.decode(before)
        with no_crash(f"{seat} does {text(action)} in the position read back"):
            apply(back, seat, action)
        a, b = self.code(one), self.code(back)
        if a != b:
            self.broken("json", f"{text(action)} ends elsewhere after reading back: {differing(a, b)}")
        self.reveal(s, seat, action, one, events)

    def reveal(self, s: State, seat: Seat, action: Any, after: State, events: list[Event]) -> None:
        """If the seat could undo this step, it must have learned nothing: in any world it cannot tell from
        this one, it sees the same afterwards."""
        if any(event.reveals for event in events) or isinstance(pending(after), Chance):
            return
        other = self.redrawn(s, seat, self.source.below(1 << 30))
        with no_crash(f"{seat} does {text(action)} with hidden things redrawn"):
            try:
                others = apply(other, seat, action)
            except IllegalAction as e:
                self.broken("secrecy", f"{text(action)} depends on what {seat} cannot know: {e}")
                return
        if self.code(after) != self.code(other):
            self._alike(text(action), seat, after, other)
        heard = [e.seen_by(seat) for e in events], [e.seen_by(seat) for e in others]
        if heard[0] != heard[1]:
            self.broken("reveal", f"the events of {text(action)} tell {seat} something hidden")

    def _alike(self, doing: str, seat: Seat, after: State, other: State) -> None:
        """The seat sees the same in two worlds that it could not tell apart before."""
        for (part, a), (_, b) in zip(self.seen(after, seat), self.seen(other, seat), strict=False):
            if a != b:
                self.broken(
                    "reveal",
                    f"{doing} tells {seat} something hidden, and no event reveals: in the {part}, "
                    + differing(a, b),
                )

    def happened(self, s: State, events: list[Event]) -> None:
        """Every event can be told to everyone, saved and read back."""
        for event in events:
            with no_crash(f"telling {text(event)}"):
                back = self.game.codec.decode_event(self.game.codec.encode_event(event))
                if back != event:
                    self.broken("events", f"{text(event)} is not the same after saving")
                for seat in (*self.seats, OBSERVER):
                    seen = event.seen_by(seat)
                    if seen is None:
                        continue
                    line = seen.line(s)
                    if not line.text:
                        self.broken("events", f"{text(event)} has no words")
                    if line.rule:
                        self.cited("events", line.rule, f"the line of {text(event)}")

    def discreet(self, s: State, events: list[Event]) -> None:
        """The words of an event do not depend on what their reader cannot know."""
        for seat in self.seats:
            heard = [e for e in (event.seen_by(seat) for event in events) if e is not None]
            if not heard:
                continue
            other = self.redrawn(s, seat, self.source.below(1 << 30))
            for event in heard:
                if event.line(s) != event.line(other):
                    self.broken("secrecy", f"the line of {text(event)} tells {seat} what it cannot know")


def is_filled_in(action: Any, found: list[Any]) -> bool:
    """Whether an action is one of the list with other words or places in its free fields; one that is free in all
    of them needs no example in the list."""
    own = {name: getattr(action, name) for name in type(action).free}
    if own and len(own) == len(type(action).__struct_fields__):
        return True
    return bool(own) and any(
        type(each) is type(action) and msgspec.structs.replace(each, **own) == action for each in found
    )


def is_vast(distribution: Distribution) -> bool:
    """Whether there are too many outcomes to list."""
    if isinstance(distribution, Cup):
        return comb(len(distribution.markers), distribution.count) > 10_000
    return isinstance(distribution, Dice) and distribution.sides**distribution.count > 10_000


def _difference(frame: Decision, fast: Counter[Any], slow: Counter[Any]) -> str:
    extra, lacking = list(fast - slow), list(slow - fast)
    parts = [f"lists {text(extra[0])}, which breaks a rule"] if extra else []
    parts += [f"does not list {text(lacking[0])}, which breaks none"] if lacking else []
    return f"{text(frame)} {' and '.join(parts)}"
