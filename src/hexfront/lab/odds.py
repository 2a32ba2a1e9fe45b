"""The chances of an attack, or of several one after another, from a position: every roll weighed, or many played.

    odds(game, state)               the roll that is pending
    odds(game, state, plan)         a plan: actions of the seat that decides now, carried out in turn
    attacks(game, state)            what can be attacked now, each a plan of one order

Between the actions of a plan come rolls, and choices that the plan does not name (losses, retreats): those are made
as `staff` would, but an attack that was ordered is not given up. An action that the rolls before it have made impossible
is left out. The outcome is told by what a view shows before and after, so any game will do; where a pending roll changes
nothing that can be seen there, by the words that the game has for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from time import monotonic
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.kernel import (
    CONTROL,
    Action,
    Chance,
    Decision,
    Game,
    Seat,
    SeededSource,
    View,
    apply,
    resolve,
    settle,
)
from hexfront.lab.effects import Effect, Traces, effect_of, in_words, stocks_of
from hexfront.lab.stats import mean_interval, wilson
from hexfront.players import Seatview
from hexfront.players import get as get_player
from hexfront.words import listed

MOST = 25
"""How many times the limit of positions the outcomes of one roll may number; beyond that they are not followed one by one."""
BETWEEN = 60
"""At most this many choices that the plan does not name may follow one another; then the outcome is taken as it stands."""


class Prospects(msgspec.Struct, frozen=True):
    """The distribution of effects, likeliest first, and what follows from it piece by piece and hex by hex.

    Unless it is `exact`, it comes from `leaves` random courses, and every figure has a 95 % interval.
    """

    exact: bool
    leaves: int
    effects: list[tuple[float, Effect]]
    steps: dict[str, dict[int, float]]
    expected: dict[str, float]
    taken: dict[str, float]
    cleared: dict[str, float]
    hurt: dict[str, float]
    destroyed: dict[str, float]
    between: dict[str, tuple[float, float] | None]
    """The interval of each side's expected loss."""
    hasty: bool = False
    """Whether the time was too short for all positions or all random courses."""
    rolled: bool = True
    """Whether there was any roll at all."""

    def interval(self, chance: float) -> tuple[float, float]:
        """The 95 % interval of a chance; the chance itself where all is exact."""
        return (chance, chance) if self.exact else wilson(chance * self.leaves, self.leaves)


class _Node(msgspec.Struct):
    """A course so far. `kinds` are the decisions its orders were for: a choice of another kind between is staff's."""

    state: Any
    step: int
    dropped: int
    between: int
    kinds: frozenset[type]
    ordered: bool = False  # an order was given and nothing has been rolled since
    # What came of the pending roll, whatever has been chosen since: the position and the words.
    roll: bytes = b""
    stocks: Mapping[tuple[str, str], int] = {}  # what lies on the map in stocks now, by side and kind
    lost: tuple[tuple[str, int], ...] = ()  # what was lost of them on the way, by side


class _Leaf(msgspec.Struct):
    """Where a course ended."""

    chance: float
    state: Any
    dropped: int
    roll: bytes
    lost: tuple[tuple[str, int], ...]


class _Rest(Decision, frozen=True, tag=True):
    """Lies below a pending roll on the agenda: when it comes up, all that the roll led to has been decided and rolled."""

    def deciders(self, s: Any) -> tuple[Seat, ...]:
        return ()


def plan_from(game: Game[Any], data: Any) -> list[Action | str]:
    """A plan from parsed JSON: a list of actions as the log has them, or of labels as a person sees them."""
    if not isinstance(data, list):
        raise BadData("A plan is a JSON list of actions, or of their labels.")
    return [each if isinstance(each, str) else game.codec.decode_action(each) for each in data]


def odds(
    game: Game[Any],
    state: Any,
    plan: Sequence[Action | str] = (),
    *,
    limit: int = 4000,
    samples: int = 2000,
    seconds: float = 0.0,
    seed: str = "1",
    tell: Callable[[float], object] = lambda share: None,
) -> Prospects:
    """The chances of a plan: exact as long as there are no more than `limit` different positions at a time, else from `samples`
    random courses. With `seconds`, half of them are for the exact way and the rest for random courses,
    of which there are then as many as the time allows, and at least one; without, the answer does not depend on the clock. `tell`
    is told what share of the work is done."""
    start = state.clone()
    frame = start.agenda[0] if start.agenda else None
    if frame is None:
        raise BadData("This game is over; nothing is left to chance.")
    if not plan and not isinstance(frame, Chance):
        raise BadData("No roll is pending here; give a plan of actions, or a position before a roll.")
    walk = _Walk(game, start, plan)
    clock = _Clock(seconds, tell)
    leaves = walk.exactly(limit, clock)
    exact = leaves is not None
    if leaves is None:
        leaves = walk.at_random(samples, seed, clock)
    found = _sum_up(walk, leaves, exact)
    return msgspec.structs.replace(found, hasty=walk.hasty, rolled=walk.rolled)


def attacks(game: Game[Any], state: Any) -> list[tuple[str, Action]]:
    """The legal actions that declare an attack which is rolled for, and others that lead straight to a roll, with their
    labels. What merely ends a phase or passes is left out, unless what it passes over leads to the same roll."""
    frame = state.agenda[0] if state.agenda else None
    if not isinstance(frame, Decision):
        return []
    seat = frame.deciders(state)[0]
    found: list[tuple[str, Action, str, type | None]] = []
    for action in frame.legal(state, seat):
        option = frame.option(state, seat, action)
        if option.kind in ENDING:
            continue
        after = state.clone()
        apply(after, seat, action)
        roll = type(after.agenda[0]) if after.agenda and isinstance(after.agenda[0], Chance) else None
        if roll is not None or (option.kind in DECLARING and _Walk(game, state, [action]).comes_to_a_roll()):
            found.append((option.label, action, option.kind, roll))
    same = {roll for _, _, kind, roll in found if kind != "pass"}
    return [(label, action) for label, action, kind, roll in found if kind != "pass" or roll in same]


ROLLING = ("roll", "draw", "combat")
"""Kinds of log line: those that say what was rolled or drawn, and what it means."""
DECLARING, ENDING = ("target", "commit"), ("done", "stop")
"""Kinds of option: those that declare an attack or carry it out, and those that end what one is at."""


class _Clock:
    """Says when time is up, and how far along the work is."""

    def __init__(self, seconds: float, tell: Callable[[float], object]) -> None:
        self.began, self.seconds, self.tell = monotonic(), seconds, tell

    def is_past(self, share: float, done: float = 0.0) -> bool:
        """Whether more than a share of the time is gone; `done` is what is known of the work besides."""
        gone = (monotonic() - self.began) / self.seconds if self.seconds else 0.0
        self.tell(min(1.0, max(gone, done)))
        return gone > share


class _Walk:
    """Carries a plan out along every course of the dice, or along random ones."""

    def __init__(self, game: Game[Any], start: Any, plan: Sequence[Action | str]) -> None:
        self.game, self.start, self.plan = game, start, plan
        frame = start.agenda[0]
        self.rolls_first = isinstance(frame, Chance)
        self.depth = len(start.agenda)
        self.seat: Seat = "" if self.rolls_first else frame.deciders(start)[0]
        self.hasty = self.rolled = False
        self.first: Any = None  # the position when the first roll came
        self.asks = self.rolls_first and not plan
        self.stocks = stocks_of(game.view(start, CONTROL))
        self.told: dict[bytes, set[tuple[str, ...]]] = {}  # what the game says of the pending roll
        if plan and not self.rolls_first:
            legal = frame.legal(start, self.seat)
            if self._named(start, frame, self.seat, legal, plan[0]) is None:
                labels = [frame.option(start, self.seat, action).label for action in legal]
                raise BadData(
                    f"The first order of the plan, {_shown(plan[0])}, is not possible in this position; "
                    f"possible {_near(plan[0], labels)}."
                )
        elif plan:
            after = self._first(start)
            while after.agenda and isinstance(after.agenda[0], Chance):
                after = self._first(after)
            self.seat = after.agenda[0].deciders(after)[0] if after.agenda else ""

    @staticmethod
    def _first(s: Any) -> Any:
        after = s.clone()
        resolve(after, next(iter(s.agenda[0].outcomes(s).chances()))[0])
        return after

    def _new(self) -> _Node:
        s = self.start.clone()
        if self.asks:
            s.agenda = (s.agenda[0], _Rest(), *s.agenda[1:])
        return _Node(s, 0, 0, 0, frozenset(), stocks=self.stocks)

    def mine(self) -> str:
        """The side whose plan it is, or whose luck the pending roll; empty where the game does not say."""
        if self.asks:
            luck = self.game.fortune(self.start, self.start.agenda[0])
            return luck.side if luck is not None else ""
        return next(
            (info.side for info in self.game.seats(self.start.world.setup) if info.id == self.seat), self.seat
        )

    def ready(self) -> View:
        """What could be seen when the first roll came: what the plan had moved until then has not been driven back."""
        return self.game.view(self.start if self.asks or self.first is None else self.first, CONTROL)

    def _roll(self, node: _Node, outcome: Any) -> None:
        """Carry out an outcome; for the pending roll, keep what the game says of it."""
        events = resolve(node.state, outcome)
        self._weigh(node)
        if self.asks and not node.roll:
            lines = [event.line(node.state) for event in events]
            marked = [line.text for line in lines if line.kind in ROLLING][:1]
            value = listed([str(x) for x in outcome]) if isinstance(outcome, tuple) else str(outcome)
            texts = tuple(marked or [*(line.text for line in lines), f"result {value}"])
            # Outcomes that come to the same and differ in words by their figures alone are one.
            node.roll = self.game.codec.encode(node.state) + re.sub(r"\d+", "", texts[0]).encode()
            self.told.setdefault(node.roll, set()).add(texts)

    def _weigh(self, node: _Node) -> None:
        """Count what stocks have lost, step by step, since it may be made up for elsewhere in the next step."""
        if self.stocks:
            now = stocks_of(self.game.view(node.state, CONTROL))
            lost = Counter(dict(node.lost))
            for (side, kind), had in node.stocks.items():
                lost[side] += max(0, had - now[side, kind])
            node.stocks, node.lost = now, tuple(sorted((+lost).items()))

    def comes_to_a_roll(self) -> bool:
        """Whether anything is rolled for at all before the plan is done."""
        return self.to_roll(self._new())

    def exactly(self, limit: int, clock: _Clock) -> list[_Leaf] | None:
        """Every outcome with its probability; None when there are too many to follow, or no time is left."""
        encode = self.game.codec.encode
        layer: dict[Any, tuple[float, _Node]] = {b"": (1.0, self._new())}
        leaves: dict[Any, _Leaf] = {}
        while layer:
            following: dict[Any, tuple[float, _Node]] = {}
            for p, node in layer.values():
                if clock.is_past(0.5):
                    self.hasty = True
                    return None
                if not self.to_roll(node):
                    leaf = _Leaf(0.0, node.state, node.dropped, node.roll, node.lost)
                    leaves.setdefault(
                        (encode(node.state), node.dropped, node.roll, node.lost), leaf
                    ).chance += p
                    continue
                for n, (outcome, q) in enumerate(node.state.agenda[0].outcomes(node.state).chances()):
                    new = msgspec.structs.replace(node, state=node.state.clone())
                    self._roll(new, outcome)
                    # Courses that come to the same position go on as one.
                    mark = encode(new.state), new.step, new.dropped, new.kinds, new.roll, new.lost
                    known = following.get(mark)
                    following[mark] = (known[0] + p * q, known[1]) if known else (p * q, new)
                    if len(following) + len(leaves) > limit or n > MOST * limit:
                        return None
                    if n % 50 == 49 and clock.is_past(0.5):
                        self.hasty = True
                        return None
            layer = following
        return list(leaves.values())

    def at_random(self, samples: int, seed: str, clock: _Clock) -> list[_Leaf]:
        """This many courses of the dice, or as many as there is time for, each with the same weight."""
        out: list[_Leaf] = []
        for n in range(samples):
            if clock.is_past(1.0, n / samples) and n:
                self.hasty = True
                break
            dice = SeededSource(f"odds/{seed}/{n}")
            node = self._new()
            while self.to_roll(node):
                self._roll(node, node.state.agenda[0].outcomes(node.state).draw(dice))
            out.append(_Leaf(0.0, node.state, node.dropped, node.roll, node.lost))
        for leaf in out:
            leaf.chance = 1 / len(out)
        return out

    def to_roll(self, node: _Node) -> bool:
        """Go on to the next roll; False when the plan is done."""
        s = node.state
        while s.agenda:
            frame = s.agenda[0]
            done = node.step >= len(self.plan) and self._is_at_rest(node)
            if done or node.between > BETWEEN:
                self._tidy(s)
                return False
            if isinstance(frame, Chance):
                if self.first is None:
                    self.first = s.clone()
                self.rolled = True
                node.ordered = False
                return True
            seat = frame.deciders(s)[0]
            legal = frame.legal(s, seat)
            if seat == self.seat and self._order(node, frame, seat, legal):
                continue
            node.between += 1
            chosen = legal[0] if len(legal) == 1 else get_player("staff").choose(Seatview(self.game, s, seat))
            if node.ordered and seat == self.seat:
                chosen = self._persists(s, frame, seat, legal, chosen)
            apply(s, seat, chosen)
            self._weigh(node)
        return False

    @staticmethod
    def _tidy(s: Any) -> None:
        """After a pending roll, also do what the rules do by themselves until somebody decides or rolls, such as a march into the hex."""
        if isinstance(s.agenda[0], _Rest):
            s.agenda = s.agenda[1:]
            settle(s)
            s.out = []

    @staticmethod
    def _persists(s: Any, frame: Decision, seat: Seat, legal: list[Any], chosen: Any) -> Any:
        """What was chosen, unless it would give up the attack that was ordered: then the attack is carried out, or a unit joins it."""
        if frame.option(s, seat, chosen).kind != "pass":
            return chosen
        kinds = {frame.option(s, seat, action).kind: action for action in reversed(legal)}
        return kinds.get("commit", kinds.get("join", chosen))

    def _is_at_rest(self, node: _Node) -> bool:
        """Whether all that the start or the plan set going is done: the agenda is back to what stood below it."""
        agenda = node.state.agenda
        if self.asks:
            return isinstance(agenda[0], _Rest)
        return len(agenda) < self.depth or (len(agenda) == self.depth and type(agenda[0]) in node.kinds)

    def _order(self, node: _Node, frame: Decision, seat: Seat, legal: list[Any]) -> bool:
        """Carry the next order out here, or drop it if it belongs here and is not possible; False if neither."""
        if node.step >= len(self.plan):
            return False
        action = self._named(node.state, frame, seat, legal, self.plan[node.step])
        if action is not None:
            node.step, node.between, node.kinds = node.step + 1, 0, node.kinds | {type(frame)}
            node.ordered = True
            apply(node.state, seat, action)
            self._weigh(node)
            return True
        if type(frame) in node.kinds:
            node.step, node.dropped = node.step + 1, node.dropped + 1
            return True
        return False

    @staticmethod
    def _named(s: Any, frame: Decision, seat: Seat, legal: list[Any], order: Action | str) -> Action | None:
        if not isinstance(order, str):
            return order if order in legal else None
        wanted = " ".join(order.casefold().split())
        labels = [frame.option(s, seat, action).label.casefold() for action in legal]
        if wanted in labels:
            return legal[labels.index(wanted)]  # type: ignore[no-any-return]
        loose = [action for action, label in zip(legal, labels, strict=True) if wanted in _ways(label)]
        return loose[0] if len(loose) == 1 else None


def _ways(label: str) -> set[str]:
    """How else a label can be written: "attack minsk (1307)" as "attack 1307" and as "attack minsk"."""
    out = set()
    for found in re.finditer(r" \((\w+)\)", label):
        words, rest = label[: found.start()].split(" "), label[found.end() :]
        out.add(" ".join(words) + rest)
        out.update(" ".join([*words[:n], found[1]]) + rest for n in range(1, len(words)))
    return out


def _near(order: Action | str, labels: list[str], most: int = 6) -> str:
    """The possible labels that are most like an order, in words."""
    if not labels:
        return "is nothing"
    near: list[str] = []
    if isinstance(order, str):
        numbers = set(re.findall(r"\d+", order))
        near = [label for label in labels if numbers & set(re.findall(r"\d+", label))]
        known = {label.casefold(): label for label in labels}
        near += [known[x] for x in get_close_matches(order.casefold(), list(known), most, 0.4)]
    shown = list(dict.fromkeys([*near, *labels]))[:most]
    more = len(set(labels)) - len(shown)
    names = ", ".join(map(repr, shown))
    return f"{'is' if len(shown) == 1 else 'are'} {names}" + (f" and {more} more" if more > 0 else "")


def _shown(order: Action | str) -> str:
    return repr(order) if isinstance(order, str) else msgspec.json.encode(order).decode()


# --- what came of it


def _sum_up(walk: _Walk, leaves: Sequence[_Leaf], exact: bool) -> Prospects:
    game, ready, mine = walk.game, walk.ready(), walk.mine()
    before = game.view(walk.start, CONTROL)
    weights: dict[Effect, float] = {}
    touched: dict[str, dict[str, float]] = {name: {} for name in Traces.__struct_fields__}
    sides = dict.fromkeys(piece.side for piece in before.pieces)
    steps: dict[str, dict[int, float]] = {side: {} for side in sides}
    alike = Counter(piece.name for piece in before.pieces)
    names = {p.id: p.name if alike[p.name] == 1 else f"{p.name} at {p.at}" for p in before.pieces}
    losses: dict[str, list[float]] = {side: [] for side in sides}
    common = (
        set.intersection(*(set(texts) for each in walk.told.values() for texts in each))
        if walk.told
        else set()
    )
    for leaf in leaves:
        p = leaf.chance
        effect, traces = effect_of(
            before, ready, game.view(leaf.state, CONTROL), mine, leaf.dropped, dict(leaf.lost)
        )
        if effect.is_none and leaf.roll:
            effect = msgspec.structs.replace(effect, told=in_words(walk.told[leaf.roll], common))
        weights[effect] = weights.get(effect, 0.0) + p
        lost = dict(effect.steps)
        for side in sides:
            n = lost.get(side, 0)
            steps[side][n] = steps[side].get(n, 0.0) + p
            losses[side].append(n)
        for kind, chances in touched.items():
            for name in {names.get(each, each) for each in getattr(traces, kind)}:
                chances[name] = chances.get(name, 0.0) + p
    expected = {side: round(sum(n * p for n, p in chances.items()), 4) for side, chances in steps.items()}
    between = {side: (mean, mean) if exact else _around(losses[side]) for side, mean in expected.items()}
    rounded = {side: {n: round(p, 6) for n, p in sorted(chances.items())} for side, chances in steps.items()}
    return Prospects(
        exact=exact,
        leaves=len(leaves),
        effects=sorted(((round(p, 6), effect) for effect, p in weights.items()), key=lambda e: (-e[0], e[1])),
        steps=rounded,
        expected=expected,
        between=between,
        taken=_likeliest(touched["taken"]),
        cleared=_likeliest(touched["cleared"]),
        hurt=_likeliest(touched["hurt"]),
        destroyed=_likeliest(touched["destroyed"]),
    )


def _around(losses: Sequence[float]) -> tuple[float, float] | None:
    """The interval of a mean loss, never below 0; a single course has no interval."""
    _, low, high = mean_interval(losses)
    return None if low is None or high is None else (max(0.0, round(low, 4)), round(high, 4))


def _likeliest(chances: Mapping[str, float]) -> dict[str, float]:
    return {name: round(p, 6) for name, p in sorted(chances.items(), key=lambda item: (-item[1], item[0]))}
