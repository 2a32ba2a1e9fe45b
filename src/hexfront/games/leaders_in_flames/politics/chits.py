"""Entry chits: the common pool, the pools they go to, and what is known of them. Case base.chits.

Values are secret to all but the owner of a pool; how many chits lie in it is open.
"""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import POWERS, USA
from hexfront.games.leaders_in_flames.politics.acts import ChitDrawn, ChitTaken
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import the_power
from hexfront.kernel import CONTROL, Agenda, Chance, Cup, Seat, SeededSource

ENTRY = {"germany": "ge", "japan": "ja"}
"""The entry pools, named for the powers they are against; tension pools end in `.t`."""
ATTACK, DEFEND = "off", "def"


def border(owner: int, other: int, kind: str) -> str:
    """The pool of a power's chits on the border with another."""
    return f"{POWERS[owner]}.{POWERS[other]}.{kind}"


def owner_of(pool: str) -> int:
    """The power whose pool it is."""
    name = pool.partition(".")[0]
    return POWERS.index(name) if name in POWERS else USA


def pool_words(pool: str) -> str:
    """A pool as people say it."""
    first, _, rest = pool.partition(".")
    if first in POWERS:
        other, _, kind = rest.partition(".")
        use = "to attack" if kind == ATTACK else "to defend"
        return f"{the_power(POWERS.index(first))}'s border with {the_power(POWERS.index(other))}, {use}"
    if first == "frozen":
        return "the chits set aside"
    against = "Japan" if first == "ja" else "Germany and Italy"
    return f"the US {'tension' if rest else 'entry'} pool against {against}"


def total(s: State, pool: str) -> int:
    """The level of a pool: the sum of its chits. Case base.chits."""
    return sum(s.pools.get(pool, ()))


def count(s: State, pool: str) -> int:
    """How many chits lie in a pool."""
    return len(s.pools.get(pool, ()))


class DrawChit(Chance, frozen=True, tag=True):
    """A chit from the common pool goes to a pool; only its owner sees it. Case base.chits."""

    pool: str
    rule: str = "base.chits"

    def outcomes(self, s: State) -> Cup:
        return Cup(tuple(str(v) for v, left in enumerate(s.common) for _ in range(left)) or ("none",))

    def apply(self, s: State, outcome: str) -> Agenda:
        if outcome != "none":
            s.common[int(outcome)] -= 1
            s.pools[self.pool] = (*s.pools.get(self.pool, ()), int(outcome))
            s.emit(ChitDrawn(self.pool, self.rule))
        return ()

    def title(self, s: State) -> str:
        return f"A chit for {pool_words(self.pool)}"

    def seen_by(self, s: State, seat: Seat) -> bool:
        return seat == CONTROL or seat == s.world.seat_of(owner_of(self.pool))


class TakeChit(Chance, frozen=True, tag=True):
    """A chit of a pool, unseen by the others, goes to another pool or back to the common one (""). Case base.chits."""

    pool: str
    to: str = ""
    rule: str = "base.chits"

    def outcomes(self, s: State) -> Cup:
        return Cup(tuple(str(v) for v in sorted(s.pools.get(self.pool, ()))) or ("none",))

    def apply(self, s: State, outcome: str) -> Agenda:
        if outcome == "none":
            return ()
        left = list(s.pools[self.pool])
        left.remove(int(outcome))
        s.pools[self.pool] = tuple(left)
        s.emit(ChitTaken(self.pool, self.rule))
        if self.to:
            s.pools[self.to] = (*s.pools.get(self.to, ()), int(outcome))
            s.emit(ChitDrawn(self.to, self.rule))
        else:
            s.common[int(outcome)] += 1
        return ()

    def title(self, s: State) -> str:
        return f"A chit of {pool_words(self.pool)}"

    def seen_by(self, s: State, seat: Seat) -> bool:
        return seat == CONTROL or seat == s.world.seat_of(owner_of(self.pool))


def put_back(s: State, pool: str) -> None:
    """All chits of a pool return to the common one."""
    for value in s.pools.pop(pool, ()):
        s.common[value] += 1


def redraw(s: State, seat: Seat, source: SeededSource) -> None:
    """Deal all chits afresh that a seat has not seen: those of others and those not drawn."""
    hidden = [p for p in sorted(s.pools) if s.world.seat_of(owner_of(p)) != seat]
    values = [v for v, left in enumerate(s.common) for _ in range(left)]
    values += [v for pool in hidden for v in s.pools[pool]]
    values.sort()
    for pool in hidden:
        s.pools[pool] = tuple(values.pop(source.below(len(values))) for _ in s.pools[pool])
    s.common = [values.count(v) for v in range(len(s.common))]
