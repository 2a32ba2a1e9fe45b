"""What can change in a game, and the few functions that move points about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, TypeVar

from hexfront.games.last_war.data import AIR, ALLIES, AXIS, BOMBERS, GARRISONS, LSP, MEN, POWERS, TANKS
from hexfront.games.last_war.plans import AnyPlan, Ashore, Attack, MoveUp, PlayedCard, SecretPlan, ToSea
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Seat, State, with_more, without

if TYPE_CHECKING:
    from hexfront.games.last_war.data import LastWarWorld

P = TypeVar("P", bound=SecretPlan)
NOBODY = -1
BOTH_SIDES, FLAGS_OVER = 0b11, 0b111
MOBILE = (MEN, TANKS, AIR, BOMBERS, LSP)  # what can go from hex to hex; Garrisons cannot
FREE = POWERS  # the "power" of independent partisans of each side: FREE + side


class LastWarState(State, kw_only=True):
    """A position. There are no units: points of each kind stand in hexes and in Pools."""

    if TYPE_CHECKING:
        world: LastWarWorld
    turn: int = 0
    phase: str = ""
    held: tuple[int, ...] = ()  # hexes each power holds; land in play that nobody holds lies open
    ground: tuple[int, ...] = ()  # hexes each side holds
    line: tuple[int, ...] = ()  # hexes of each side's front line
    reach: tuple[int, ...] = ()  # hexes each power reaches overland from home
    shores: tuple[int, ...] = ()  # hexes each power reaches by sea and then overland
    at: dict[int, int] = {}  # code(hex, power, kind) -> points
    pool: list[int] = []  # power * 6 + kind -> points
    levy: tuple[int, ...] = ()  # Men of drafts to come that are in the line already
    concrete: tuple[int, ...] = ()
    craft: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()  # power * 6 + kind: the loss record
    shown: Mapping[int, int] = {}  # `at` and `pool` as everyone last saw them
    shown_pool: tuple[int, ...] = ()
    done: list[str] = []  # seats that have finished this decision
    focus: dict[str, int] = {}  # what each seat has picked in it
    plans: list[AnyPlan] = []  # secret choices of this decision
    hand: tuple[int, ...] = ()  # cards left, one bit each
    me: tuple[int, ...] = ()
    guess: tuple[int, ...] = ()  # side * POWERS + power: the error in its assessment of that power
    flags_left: tuple[int, ...] = ()
    naval_left: tuple[int, ...] = ()
    flags: list[Attack] = []  # flags on the map
    first: int = 0  # the side that places first
    placed: int = 0  # sides that have placed their flags this turn, one bit each; FLAGS_OVER after step 5
    bought: tuple[int, ...] = ()  # flags each power got by a card or from Control after its side had placed
    battles: tuple[int, ...] = ()  # hex attacked * 2 + attacking side, in order
    stakes: dict[int, int] = {}  # (hex * POWERS + power) * 2 + role -> LSP allotted
    backing: dict[int, int] = {}  # (hex attacked * POWERS + power) * 2 + role -> bombers allotted
    cards: list[PlayedCard] = []  # cards played on combats this turn
    forts: Mapping[int, int] = {}  # hex * top + neighbour -> layers that protect the hex
    works: Mapping[
        int, int
    ] = {}  # the same -> power now building there, and POWERS more for each layer after the first
    pags: dict[int, int] = {}  # hex -> power of the partisans
    pag_left: tuple[int, ...] = ()
    zones: dict[int, int] = {}  # hex -> purpose * POWERS + power
    bases: dict[int, int] = {}  # hex -> powers, one bit each
    new_bases: dict[int, int] = {}  # those that are ready next turn
    paid: int = 0  # bases in operation this turn
    support: dict[int, int] = {}  # base * POWERS + power -> bombers kept there for land combats this turn
    missions: list[ToSea | Ashore] = []  # bombers that change service
    guard: dict[int, int] = {}  # hex * POWERS + power -> Aircraft on air defence
    threat: tuple[int, ...] = ()  # hexes where each side's air defence could meet enemy bombers this turn
    flak: dict[int, int] = {}  # hex -> power
    flak_on: int = 0  # Flak Zones in operation
    # Line set anew -> what it makes; a line is zone * LINES_A_ZONE + its place there
    tooling: Mapping[int, int] = {}
    idle: tuple[int, ...] = ()  # lines that stand still this turn because they are being set anew
    cancelled: Mapping[int, int] = {}  # hex -> bombers that the air defence there has turned back this turn
    shut: Mapping[int, int] = {}  # zone * 8 + kind of line -> lines shut this turn
    morale: tuple[int, ...] = ()
    struck: int = 0  # powers whose towns were bombed unopposed this turn
    navy_air: tuple[int, ...] = ()  # area * POWERS + power: bombers with the Navy
    fleet: tuple[int, ...] = ()  # area * POWERS + power: naval points
    sailed: tuple[int, ...] = ()  # naval moves made this turn
    shipped: tuple[int, ...] = ()  # points carried over sea this turn
    cargo: dict[int, int] = {}  # code(hex, power, kind) -> points of them that stand on the map
    lent: tuple[int, ...] = ()  # power * 2: LSP and equipment given away this turn
    fights: tuple[int, ...] = ()  # sea areas where a fleet action is due: area * 2 + side
    claims: tuple[MoveUp, ...] = ()  # where lines could close up in step 3: see closing.claimable
    landings: tuple[int, ...] = ()  # beaches each power could assault this turn
    bare: dict[str, int] = {}  # hexes of the line that each team still owes a Man in step 2
    loose: tuple[int, ...] = ()  # hexes that each power can take something from in step 6
    conformed: int = 0  # hexes taken by conforming this turn
    vacated: int = 0  # hexes given up in straightening
    leave: int = 0  # powers whose high command allows withdrawals this turn, one bit each
    out_of_war: int = 0  # powers that have left the war
    taken: int = 0  # hexes that changed hands this turn
    notes: tuple[str, ...] = ()  # Control's rulings and remarks
    saved: tuple[str, ...] = ()  # positions Control can restore
    asides: tuple[str, ...] = ()  # what Control has corrected without telling the teams
    turned: int = 0  # powers that Control has moved to the other alliance, one bit each
    edge: tuple[int, ...] = ()  # how much more or less effective Control has made each power, for good
    more_garrisons: Mapping[int, int] = {}  # power -> Garrisons above its briefing that Control has given it
    # zone * 8 + kind of line -> lines that Control has added, or closed where it is negative, for good
    more_lines: Mapping[int, int] = {}
    ruled: Mapping[int, str] = {}  # hex attacked * 2 + attacking side -> the colour Control has set


# --- queries


def power_at(s: LastWarState, i: Hex) -> int:
    """Who holds a hex, or NOBODY."""
    for n, held in enumerate(s.held):
        if held >> i & 1:
            return n
    return NOBODY


def side_held(s: LastWarState, side: int) -> HexSet:
    """The hexes of a side."""
    return s.ground[side]


def count_ground(s: LastWarState) -> None:
    """Add up what the powers of each side hold."""
    held = s.held
    s.ground = tuple([reduce(or_, [held[n] for n in powers], 0) for powers in s.world.of_side])


def points(s: LastWarState, i: Hex, power: int, kind: int) -> int:
    """Points of a kind that a power has in a hex."""
    return s.at.get((i * POWERS + power) * 6 + kind, 0)  # as `code` has it


def side_points(s: LastWarState, i: Hex, side: int, kind: int) -> int:
    """Points of a kind that a side has in a hex."""
    have, base, total = s.at.get, i * POWERS * 6 + kind, 0
    for offset in s.world.offsets[side]:
        total += have(base + offset, 0)
    return total


def manpower(s: LastWarState, i: Hex, side: int) -> int:
    """The Men on a hex's card: all of a side's Men there. Case resources.hex-card."""
    return side_points(s, i, side, MEN)


def is_held_by(s: LastWarState, i: Hex, side: int) -> bool:
    return bool(s.ground[side] >> i & 1)


def in_pool(s: LastWarState, power: int, kind: int) -> int:
    return s.pool[power * 6 + kind]


def is_in_war(s: LastWarState, power: int) -> bool:
    """Whether a power takes part now."""
    return not s.out_of_war >> power & 1 and s.world.powers[power].entry <= s.turn


def powers_in_war(s: LastWarState, seat: Seat) -> Sequence[int]:
    """The powers of a seat that take part now."""
    powers = s.world.powers_of[seat]
    if not s.out_of_war and s.turn >= s.world.last_entry:
        return powers
    return [n for n in powers if is_in_war(s, n)]


def seats_in_war(s: LastWarState) -> tuple[Seat, ...]:
    """The seats with a power that takes part now."""
    if not s.out_of_war and s.turn >= s.world.last_entry:
        return s.world.seats
    return tuple(seat for seat in s.world.seats if powers_in_war(s, seat))


def period(s: LastWarState) -> int:
    return s.world.turns[s.turn - 1].period


def pag_side(s: LastWarState, owner: int) -> int:
    """The side of partisans; independent ones fight for a side too. Case pag.independent."""
    return owner - FREE if owner >= FREE else s.world.side_of[owner]


def open_land(s: LastWarState) -> HexSet:
    """Land in play that nobody holds; that of a power still neutral is closed."""
    return s.world.open_from(max(1, s.turn)) & ~(s.ground[AXIS] | s.ground[ALLIES])


def assessment(s: LastWarState, side: int, power: int) -> int:
    """A power's effectiveness as a side believes it to be: exact for its own, by assessment for the enemy. Case
    me.briefing."""
    return max(1, s.me[power] + s.guess[side * POWERS + power])


def builders(works: int) -> tuple[int, int]:
    """Who builds on a side of a hex, and how many layers: a Man for each. RULING fort-c."""
    more, power = divmod(works, POWERS)
    return power, more + 1


def may_add(s: LastWarState, works: int, n: int) -> bool:
    """Whether nobody builds on a side, or the same power does, and layers may be built several at a time. RULING fort-c.
    Case fort.layers."""
    return works not in s.works or (s.world.many_layers and builders(s.works[works])[0] == n)


# --- imperatives


def add(s: LastWarState, i: Hex, power: int, kind: int, n: int = 1) -> None:
    """Put points into a hex, or take them with a negative number."""
    key = (i * POWERS + power) * 6 + kind  # as `code` has it
    left = s.at.get(key, 0) + n
    if left:
        s.at[key] = left
    else:
        s.at.pop(key, None)


def give(s: LastWarState, power: int, kind: int, n: int = 1) -> None:
    """Put points into a Pool, or take them with a negative number."""
    s.pool[power * 6 + kind] += n


def lose(s: LastWarState, i: Hex, power: int, kind: int, n: int = 1) -> None:
    """Take points out of play and enter them in the loss record. Case sequence.8-update."""
    add(s, i, power, kind, -n)
    s.lost = with_more(s.lost, power * 6 + kind, n)


def shift_points(s: LastWarState, a: Hex, b: Hex, power: int, kind: int, n: int) -> None:
    """Move points from one hex to another. Case front-line.markers-not-units."""
    add(s, a, power, kind, -n)
    add(s, b, power, kind, n)


def move_all(s: LastWarState, a: Hex, b: Hex, side: int) -> None:
    """Everything of a side that can move goes from one hex to another; Garrisons never do. Case
    resources.garrison-static."""
    for n in s.world.of_side[side]:
        for kind in MOBILE:
            have = points(s, a, n, kind)
            if have:
                shift_points(s, a, b, n, kind, have)


def to_pool(s: LastWarState, i: Hex, side: int) -> None:
    """Everything of a side that can move goes from a hex to the Pools."""
    for n in s.world.of_side[side]:
        for kind in MOBILE:
            have = points(s, i, n, kind)
            if have:
                add(s, i, n, kind, -have)
                give(s, n, kind, have)


def write_off(s: LastWarState, i: Hex, side: int) -> None:
    """Everything of a side in a hex is lost."""
    for n in s.world.of_side[side]:
        for kind in range(6):
            have = points(s, i, n, kind)
            if have:
                lose(s, i, n, kind, have)


def hold(s: LastWarState, i: Hex, power: int) -> None:
    """Give a hex to a power, or to nobody. Bases, zones and works of others there end. Cases fort.hexside,
    bombing.base-needed, security.zone-cost, flak.cost, sequence.8-update."""
    w = s.world
    here = 1 << i
    s.held = tuple([held | here if n == power else held & ~here for n, held in enumerate(s.held)])
    count_ground(s)
    s.taken |= 1 << i
    for other in w.near(i):  # RULING fort-a: a layer goes when the hex behind it is taken
        s.forts = without(s.forts, i * w.top + other)
        s.works = without(s.works, i * w.top + other)
    s.bases.pop(i, None)
    s.new_bases.pop(i, None)
    s.zones.pop(i, None)
    gunner = s.flak.pop(i, NOBODY)
    if gunner != NOBODY:
        s.lost = with_more(s.lost, gunner * 6 + MEN, w.costs["flak_men"])


def show(s: LastWarState) -> None:
    """Everyone now sees things as they are."""
    s.shown = dict(s.at)
    s.shown_pool = tuple(s.pool)


def begin(s: LastWarState) -> None:
    """Begin a decision that several seats take at the same time."""
    s.done = []
    s.focus = {}
    s.plans = []
    show(s)


# --- secret choices


def planned(s: LastWarState, kind: type[P], power: int = NOBODY) -> list[P]:
    """The choices of a kind made in this step, by all or by one power."""
    return [p for p in s.plans if type(p) is kind and power in (NOBODY, p.power)]


def planned_by(s: LastWarState, kind: type[P], seat: Seat) -> list[P]:
    """The choices of a kind that a team has made in this step; what its allies plan it does not know. RULING secret."""
    powers = s.world.powers_of[seat]
    return [p for p in s.plans if type(p) is kind and p.power in powers]


def garrison_holds(s: LastWarState, i: Hex, side: int) -> bool:
    """Whether a Garrison alone can hold this hex of a line: RULING garrison-a, in a port, on an island or cut off."""
    if not side_points(s, i, side, GARRISONS):
        return False
    if (s.world.posts | s.world.islands) >> i & 1:
        return True
    return not any(s.reach[n] >> i & 1 for n in s.world.of_side[side])
