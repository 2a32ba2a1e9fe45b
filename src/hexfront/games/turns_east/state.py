"""What can change in a game, and the few functions that put counters on the map and take them off."""

from __future__ import annotations

from hexfront.games.turns_east.data import AXIS, SIDES, SOVIET, EastWorld
from hexfront.games.turns_east.events import TownTaken
from hexfront.hexes import Hex, HexSet, bits
from hexfront.wargame import Boxes, CounterState, Eliminated, HoldingBox, Noted, lift, put

BOXES = Boxes(
    HoldingBox(-1, "pool", "Eliminated"),  # a Soviet army here can come back as a replacement
    HoldingBox(-2, "gone", "Out of the game"),
    HoldingBox(-3, "reserve", "Garrisons"),  # a garrison that its army can place
    HoldingBox(-4, "front", "Orders Box", SIDES[SOVIET], spaces=3),  # a replacement, by Front
    HoldingBox(-20, "track", "Turn Record Track", spaces=15),  # a reinforcement, by turn
    HoldingBox(-50, "queue", "Turn Record Track", SIDES[SOVIET], spaces=15),  # a replacement, by turn
)
POOL, GONE, RESERVE = BOXES["pool"].code, BOXES["gone"].code, BOXES["reserve"].code
BOX, TRACK, QUEUE = BOXES["front"], BOXES["track"], BOXES["queue"]


class EastState(CounterState[EastWorld], kw_only=True):
    """A position. Units are numbers; a set of units or of hexes is one integer."""

    turn: int = 1
    phase: str = "axis-reinforcement"
    where: list[int] = []  # hex of each unit, or a box
    steps: list[int] = []
    small: int = 0  # armies that have come back, with a factor of 2
    stack: dict[int, tuple[int, ...]] = {}  # hex -> units there
    held: list[int] = []  # hexes with units of each side
    axis_towns: int = 0  # towns and cities under Axis control; the others are Soviet
    captured: int = 0  # VP locations the Axis has taken at least once
    box: list[int] = []  # the order in each Orders Box: four Axis, four Soviet
    special: dict[int, tuple[int, int]] = {}  # unit -> its own order, and the Command in which it was given
    cup: list[str] = []
    axis_next: list[int] = []  # orders bought for next turn: how many of each; empty before the purchase
    soviet_next: list[int] = []
    axis_now: list[int] = []  # orders bought last turn for this one, until they go into the cup
    soviet_now: list[int] = []
    budget: list[int] = []  # command points with which those were bought
    points: list[int] = []  # command points of the purchase now going on
    active: int = 0  # units of the Command now activated
    todo: int = 0  # those of them that can still move
    moved: int = 0  # units that have moved this turn
    fought: int = 0  # units that have attacked in this Combat Round; Panzer Corps this turn
    assaulted: int = 0  # Panzer Corps that have made their Mobile Assault this turn
    struck: int = 0  # hexes attacked in this Combat Round
    trail: int = 0  # first hexes of the retreats in this combat
    short: dict[int, int] = {}  # active unit -> how far out of supply it was before movement
    allowance: dict[int, int] = {}  # active unit -> its movement points
    halt: int = 0  # hexes in the ZOC of German armies, while Soviets move
    ends: int = 0  # hexes of activated Commands, in which a move may end
    zone: int = 0  # hexes in any enemy ZOC, while one side moves
    air: list[int] = []  # Luftwaffe markers left this turn, then used in each Army Group
    flown: int = 0  # hexes over which a Luftwaffe marker was used this turn
    t34: int = 0  # T-34 marker left this turn
    zhukov: str = "away"  # away, cup, again, used, aside
    ignored: int = 0  # whether the Soviets have used the redraw of 7.4.4
    hitler: int = 0  # the turn on which Hitler took command, or 0
    invasions: int = 0  # sea invasions attempted in the game
    invaded: int = 0  # and whether one was attempted this turn

    def front_of(self, side: int) -> HexSet:
        return self.held[side]  # a leader is never without a Panzer Corps (13.4.2)

    def has_come(self, u: int, here: HexSet) -> None:
        self.held[self.world.side[u]] |= here

    def has_gone(self, u: int, here: HexSet, rest: tuple[int, ...]) -> None:
        if not rest:  # the sides never share a hex
            self.held[self.world.side[u]] &= ~here


def units_at(s: EastState, i: Hex) -> int:
    """The units in a hex, as a set."""
    return s.world.stack_masks[s.stack.get(i, ())]


def factor(s: EastState, u: int) -> int:
    """The combat factor a counter shows now. Cases 2.2.1a, 2.2.1f, 2.2.1g."""
    if s.small >> u & 1:
        return 2
    factors = s.world.units[u].factors
    return factors[len(factors) - s.steps[u]]


def occupy(s: EastState, u: int, i: Hex) -> None:
    """Move a unit from its hex into another, with the consequences."""
    lift(s, u, POOL)
    arrive(s, u, i)


def arrive(s: EastState, u: int, i: Hex) -> None:
    """Put a unit into a hex with the consequences: control of a town, removal of partisans.
    RULING 9.3-c."""
    put(s, u, i)
    w = s.world
    if w.towns >> i & 1:
        take_town(s, w.side[u], i)
    if w.partisan and w.side[u] == SOVIET and units_at(s, i) & w.partisan:
        scatter_partisans(s, u, i)


def scatter_partisans(s: EastState, u: int, i: Hex) -> None:
    """A Soviet unit other than the Guard Cavalry in their hex removes the partisans. Case 13.6.2."""
    w = s.world
    if (w.cavalry | w.partisan) >> u & 1:
        return
    for p in bits(units_at(s, i) & w.partisan):
        lift(s, p, POOL)
        s.emit(Eliminated(p, i, "13.6.2"))


def take_town(s: EastState, side: int, i: Hex) -> None:
    """Give a side control of a town or city. Case 9.3a."""
    w = s.world
    held = AXIS if s.axis_towns >> i & 1 else SOVIET
    if held == side:
        return
    s.axis_towns ^= 1 << i
    s.emit(TownTaken(side, i))
    # Case 5.2.8b: the first capture of a VP location feeds the track
    if side == AXIS and w.vp_hexes >> i & 1 and not s.captured >> i & 1:
        s.captured |= 1 << i
        feed_track(s)


def pool_armies(s: EastState) -> list[int]:
    """The eliminated Soviet armies that can be replaced, by number. Cases 5.2.1d, 5.2.6, 2.2.1k.

    RULING 5.2.8-a: all of them come back with a factor of 2, so the first is as good as any.
    """
    w, where = s.world, s.where
    return [u for u in bits(w.soviet_armies) if where[u] == POOL and w.units[u].rebuild != "n"]


def queued(s: EastState, turn: int) -> list[int]:
    """The replacement armies on a box of the Turn Record Track."""
    space = QUEUE.space(turn)
    return [u for u, place in enumerate(s.where) if place == space]


def feed_track(s: EastState) -> None:
    """Put an eliminated army on the first future turn below its Minimum. Cases 5.2.8b, 5.2.8c."""
    pool = pool_armies(s)
    if not pool:
        return
    for turn in range(s.turn + 1, s.world.plan.last_turn + 1):
        if len(queued(s, turn)) < s.world.turns[turn - 1].minimum:
            s.where[pool[0]] = QUEUE.space(turn)
            name = s.world.name(pool[0])
            s.emit(Noted(f"{name} will return on turn {turn}.", "5.2.8b"))
            return


def eliminate(s: EastState, u: int, rule: str) -> None:
    """Remove a unit that has no steps left. A leader left without a Panzer Corps looks for another."""
    i = s.where[u]
    s.steps[u] = 0
    lift(s, u, POOL)
    s.todo &= ~(1 << u)
    s.active &= ~(1 << u)
    s.emit(Eliminated(u, i, rule))


def restore(s: EastState, u: int) -> None:
    """Make an eliminated Soviet army fit to return: one step at 2, even if it was oversized. Cases 2.2.1f, 5.2.8e."""
    s.steps[u] = 1
    s.small |= 1 << u
