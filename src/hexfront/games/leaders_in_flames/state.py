"""What can change in a game, and the few hands that move counters about."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import (
    CIRCLE,
    CUP,
    DEAD,
    FOUL,
    POOL,
    POWERS,
    RESERVE,
    SIDE_OF,
    WET,
)
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex, HexSet
from hexfront.wargame import CounterState, lift


class State(CounterState[World], kw_only=True):
    """A position. Lists run by counter, power or side as their comment says; a set of hexes or counters is one integer."""

    by_counter = {"due": 0}
    turn: int = 0
    phase: int = 0
    side: int = -1  # the active side, -1 outside impulses
    # counters
    where: list[int] = []  # hex, or a box of kinds.BOXES
    steps: list[int] = []
    due: list[int] = []  # turn of arrival while on the production circle
    stack: dict[int, tuple[int, ...]] = {}
    held: list[HexSet] = []  # by side: hexes with any counter
    front: list[HexSet] = []  # by side: hexes with a unit that exerts a zone of control
    troops: list[HexSet] = []  # by side: hexes with a land unit that is no leader
    down: int = 0  # counters that are face-down
    control: list[HexSet] = []  # by power
    # turn and impulse
    weather: list[int] = []  # by zone
    last_weather: int = 0  # modifier of the next weather roll
    ended: int = 0  # whether the turn has been rolled to an end
    marker: int = 0  # the impulse track
    impulse: int = 0  # impulses begun this turn
    first: int = 0  # the side that has the first impulse of the turn
    last: int = -1  # the side that had the last impulse
    initiative: int = 0  # the track: above 0 is the Axis's
    surprised: int = -1  # the side that is taken by surprise in this impulse
    rerolled: int = 0  # whether the new roll of this turn has been asked for
    action: list[int] = []  # by power: the action of this impulse
    used: list[int] = []  # by power: rail moves, land moves and attacks of this impulse, three numbers each
    chits: list[int] = []  # by power: offensive chits
    moved: int = 0  # counters that have moved in this step
    fought: int = 0  # counters that have attacked or supported in this impulse
    # a move in hand
    group: list[int] = []
    spent: list[int] = []  # by counter of the group
    moves_made: int = 0  # moves begun in this step
    began: int = -1  # hex where the move in hand began, whose weather counts
    cleared: int = -1  # hex whose enemy zone the group in hand has overrun
    # land combat
    plans: dict[int, int] = {}  # declared attackers: the hex they attack
    struck: HexSet = 0  # hexes under attack in this step
    target: int = -1  # the battle at hand
    attackers: list[int] = []
    defenders: list[int] = []
    guns: list[int] = []  # artillery that supports, either side
    origins: dict[int, int] = {}  # attackers, leaders among them: the hex they attacked from
    posts: dict[
        int, int
    ] = {}  # leaders in those hexes, attacking or not: where they were when the battle began
    table: int = -1
    caller: int = -1  # the side that called the table
    column: int = 0
    bonus: int = 0  # pips that leaders added by a sacrifice or after the roll
    ghost: int = 0  # quarters of factors of a unit sacrificed to the attack
    die: int = 0
    cell: str = ""  # the result of the battle
    fates: dict[int, int] = {}  # units of the battle: KILLED, SHATTERED, RETREATED, SPENT
    was_down: int = 0  # defenders that were face-down before the battle
    second: int = 0  # whether the second attack of a leader is being fought
    strides: dict[int, int] = {}  # advancing units: movement points left, -1 for none
    kept_up: int = 0  # participants a leader keeps face-up
    forced_down: int = 0  # participants turned down whatever happens
    # leaders
    said: dict[int, int] = {}  # leader and row: the occasion it was announced for, in this step
    standing: dict[int, int] = {}  # leader and row: announced for the impulse
    ranks: dict[int, int] = {}  # power, rank and map: the leader who used his abilities
    fed: int = 0  # units that a leader lets act as if supplied
    # draft
    veto: list[int] = []  # by power: veto points
    markers: dict[int, int] = {}  # by power: 0 no veto, 1 veto; secret until all are set
    votes: dict[int, int] = {}  # by power: 0 none, 1 one more, 2 no more; secret
    drawn: int = -1
    arrived: int = 0  # leaders that have arrived in this stage
    # production
    points: list[int] = []  # by power: build points left in this step
    built: dict[int, int] = {}  # power and class: built in this turn
    built_before: dict[int, int] = {}

    def has_come(self, u: int, here: HexSet) -> None:
        super().has_come(u, here)
        if not self.world.is_leader(u):
            self.troops[self.world.side[u]] |= here

    def has_gone(self, u: int, here: HexSet, rest: tuple[int, ...]) -> None:
        super().has_gone(u, here, rest)
        w, side = self.world, self.world.side[u]
        if not any(w.side[v] == side and not w.is_leader(v) for v in rest):
            self.troops[side] &= ~here


def blank_state(w: World) -> State:
    """Every counter beside the map, nobody's ground taken."""
    return State.blank(
        w,
        troops=[0, 0],
        control=[0] * len(POWERS),
        weather=[0] * 6,
        action=[0] * len(POWERS),
        used=[0] * 3 * len(POWERS),
        chits=[0] * len(POWERS),
        veto=[0] * len(POWERS),
        points=[0] * len(POWERS),
    )


def is_down(s: State, u: int) -> bool:
    """Whether a counter is face-down."""
    return bool(s.down >> u & 1)


def turn_down(s: State, u: int) -> None:
    """Turn a counter face-down."""
    s.down |= 1 << u


def turn_up(s: State, u: int) -> None:
    """Turn a counter face-up."""
    s.down &= ~(1 << u)


def weather_at(s: State, h: Hex) -> int:
    """The weather in a hex."""
    return s.weather[s.world.lands.zone[h]]


def weather_loss(weather: int) -> int:
    """What weather takes off a supply path and the combat die: 1 in rain or snow, 2 in storm or blizzard."""
    return 1 if weather in WET else 2 if weather in FOUL else 0


def ground_of(s: State, side: int) -> HexSet:
    """All hexes that the powers of a side control."""
    out = 0
    for power, hexes in enumerate(s.control):
        if SIDE_OF[power] == side:
            out |= hexes
    return out


def owner(s: State, h: Hex) -> int:
    """The power that controls a hex, or -1."""
    return next((power for power, hexes in enumerate(s.control) if hexes >> h & 1), -1)


def take_control(s: State, u: int, h: Hex) -> None:
    """The last land unit with a combat factor to enter a hex controls it; a leader changes nothing. Case 3.1h."""
    w = s.world
    if w.is_leader(u) or not w.strength[u]:
        return
    power = w.power[u]
    if s.control[power] >> h & 1:
        return
    for other in range(len(POWERS)):
        s.control[other] &= ~(1 << h)
    s.control[power] |= 1 << h


def troops_at(s: State, h: Hex) -> list[int]:
    """The land units in a hex, leaders left out."""
    return [u for u in s.stack.get(h, ()) if not s.world.is_leader(u)]


def leaders_at(s: State, h: Hex) -> list[int]:
    """The leaders in a hex."""
    return [u for u in s.stack.get(h, ()) if s.world.is_leader(u)]


def on_the_map(s: State, side: int) -> list[int]:
    """The leaders of a side that stand on the map."""
    w = s.world
    return [u for u in w.all_leaders if w.side[u] == side and s.where[u] >= 0]


def destroy(s: State, u: int) -> None:
    """Take a destroyed unit off: to its force pool; a Guards Banner army back to the reserves. Case 5.1i."""
    w = s.world
    turn_up(s, u)
    lift(s, u, RESERVE if w.units[u].year == "Banner" else POOL)


def shatter(s: State, u: int) -> None:
    """Take a shattered unit off: it comes back next turn."""
    turn_up(s, u)
    lift(s, u, CIRCLE)
    s.due[u] = s.turn + 1


def recall(s: State, u: int) -> None:
    """A leader goes back to the cup. Cases 3.3a, 3.3b."""
    turn_up(s, u)
    lift(s, u, CUP)


def kill(s: State, u: int) -> None:
    """A leader is out of the game for good. Case 3.3q."""
    turn_up(s, u)
    lift(s, u, DEAD)
