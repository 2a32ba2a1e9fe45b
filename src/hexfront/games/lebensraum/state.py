"""What can change in a game, and the few functions that move pieces about."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    AXIS_CAMP,
    BEHIND,
    CAMP,
    DEGRADE,
    ELIMINATED,
    FLIP,
    GROUP,
    GUARDS,
    HQ_BASE,
    NOBODY,
    RETIRING,
    SOVIET,
    SPARE,
    STAFF_BASE,
)
from hexfront.games.lebensraum.world import World
from hexfront.hexes import Hex, HexSet
from hexfront.wargame import CounterState, lift


class State(CounterState[World], kw_only=True):
    """A position. Lists run by piece or by power; a set of hexes, units, HQs or leaders is one integer."""

    turn: int = 0
    segment: int = 0
    phasing: int = -1  # the phasing camp, -1 in joint phases
    points: list[int] = []  # movement points on each power's track
    weather: list[int] = []  # by section
    # units
    where: list[int] = []  # hex, or a place of kinds.PLACES
    grade: list[int] = []  # which counter of the ladder, 0 the best
    weak: list[int] = []  # 1 on the reduced side
    power: list[int] = []  # whose it is; -1 for a neutral at peace
    stack: dict[int, tuple[int, ...]] = {}  # hex: units in it
    held: list[int] = []  # by power: hexes with its units
    exert: list[int] = []  # by power: hexes with a unit of a class that has a zone (5.4a)
    reserve: int = 0
    moved: int = 0  # units that have moved in this segment
    fought: int = 0  # units that have attacked in this segment
    struck: HexSet = 0  # hexes attacked in this segment
    fresh: int = 0  # units that were placed this turn and may still share a hex
    # ground
    control: list[int] = []  # by power: hexes it controls
    crossed: int = 0  # border sets over which zones reach
    neutral: list[int] = []  # by country of lands.neutrals: the power it has joined, or -1
    # replacements
    saved: list[int] = []  # replacement steps: infantry and armor of each power in turn
    population: int = 0  # Soviet points left in this segment
    production: int = 0
    flipped: int = 0  # units that have gained strength in this segment
    bettered: int = 0  # units that have gained a class in this segment
    training: dict[int, int] = {}  # unit set aside: steps it has
    origin: dict[int, int] = {}  # Guard unit in play: the army behind it
    parent: dict[int, int] = {}  # battle group: the unit it came from
    group_strength: dict[int, int] = {}
    group_class: dict[int, int] = {}
    # HQs, leaders, General Staff
    hq: list[int] = []  # hex, or HQ_OUT, HQ_LOST, HQ_LATER
    chief: list[int] = []  # by HQ: its leader or -1
    hq_lost_on: list[int] = []  # by HQ: the turn it was lost
    hq_made: int = 0  # new HQs in this segment
    hq_reserve: int = 0
    hq_moved: int = 0
    post: list[int] = []  # by leader: HQ, STAFF_BASE + marker, or a post of kinds.POSTS
    due: list[int] = []  # by leader: the turn a wounded one returns
    shaken: int = 0
    lost_run: list[int] = []  # by HQ: combats lost one right after the other in this segment
    transferred: int = 0  # leaders that have changed their post, or HQs their leader, in this segment
    cut: list[int] = []  # by power: stars that demoralization takes
    staff: list[int] = []  # by marker: its hex, -1 when it is not here
    staff_chief: list[int] = []  # by marker: its leader or -1
    helped: int = 0  # HQs whose leader has given combat help in this segment
    staff_helped: int = 0
    commanded: list[int] = []  # by HQ: units put in command in this segment
    # air, ships, partisans
    air: list[int] = []  # by power: markers it has
    air_left: list[int] = []  # by power: markers not placed yet this turn
    air_hq: list[int] = []  # by HQ: markers under it
    air_at: dict[int, int] = {}  # key(power, hex): markers committed there
    bombs: list[int] = []  # by power: hexes it bombs
    drop: int = 0  # paratroop units with an air marker
    dropped: int = 0  # paratroop units that have made their assault
    airborne: int = 0  # paratroop units in command by their assault of this turn
    ship: list[int] = []  # by naval marker: its hex, -1 when not placed
    mission: list[int] = []  # by naval marker
    sunk: int = 0  # naval markers out of the game
    partisans: dict[int, int] = {}  # key(power, hex): markers there
    partisans_left: list[int] = []  # by power: markers not placed yet this turn
    tito_left: int = 0  # whether the Yugoslav marker is still to be placed
    credits: int = 0  # of Bomber Command, left this turn
    # economy
    works: list[int] = []  # by economic marker: hex, or OFF_MAP, TRACK, DESTROYED
    works_power: list[int] = []
    works_flags: list[int] = []
    works_due: list[int] = []  # the turn a bombed marker returns, or a foreign one arrived
    transport: list[int] = []  # by power: transport points left in this segment
    bombed: dict[int, int] = {}  # economic marker on the track: the hex it comes back to
    sent: int = 0  # economic markers moved in this segment
    # landings
    landings: int = 0  # left in the free campaign
    landed: HexSet = 0  # hexes of landings made
    sailed: int = 0  # naval markers that have made a landing this turn
    heads: HexSet = 0  # landing hexes that are supply heads
    front_won: list[int] = []  # combination: who has won in the East and in the West, -1 nobody yet
    # a move in hand
    mover: int = -1
    spent: int = 0
    mountains: int = 0
    passed: int = 0  # powers that have passed in an alternation
    # a combat in hand
    target: int = -1
    attackers: list[int] = []
    defenders: list[int] = []
    origins: dict[int, int] = {}  # attacker: the hex it attacks from
    in_command: int = 0  # units in command in this combat
    helpers: dict[int, int] = {}  # HQ or STAFF_BASE + marker: the unit its leader helps
    ships_in: int = 0  # naval markers added to this combat
    column: int = 0
    indicated: list[int] = []  # attacker's and defender's losses as the table has them
    owed: list[int] = []  # steps still to be taken
    gave_way: int = 0  # sides (bit 0 attacker, bit 1 defender) that have retreated for their first step
    vacated: HexSet = 0
    spare: int = 0  # hexes of advance
    needed: list[int] = []  # steps each side had when the result came
    pending: list[int] = []  # units that have still to retreat or to advance
    train: int = 0  # HQs that go along with the unit that advances

    def front_of(self, side: int) -> HexSet:
        """Every unit fights: the front is wherever a power stands."""
        return self.held[side]

    def has_come(self, u: int, here: HexSet) -> None:
        """A neutral belongs to the power it has joined; at peace it is in no set."""
        power = self.power[u]
        if power >= 0:
            self.held[power] |= here
            if has_zone(self, u):
                self.exert[power] |= here

    def has_gone(self, u: int, here: HexSet, rest: tuple[int, ...]) -> None:
        """Only friends ever share a hex."""
        power = self.power[u]
        if power < 0:
            return
        if not rest:
            self.held[power] &= ~here
        if not any(has_zone(self, v) for v in rest):
            self.exert[power] &= ~here


def key(power: int, h: Hex) -> int:
    """The key under which markers of a power in a hex are kept."""
    return h * 3 + power


# --- where units are


def units_of(s: State, power: int) -> list[int]:
    """Every unit of a power that stands on the map; HQs, leaders and other markers are not units. Case 3.3a."""
    w, where = s.world, s.where
    own = [u for u in w.units_of[power] if where[u] >= 0]
    return own + [u for u in w.home if s.power[u] == power and where[u] >= 0]


def hexes_of(s: State, camp: int) -> HexSet:
    """Hexes with units of a camp."""
    return s.held[AXIS] if camp == AXIS_CAMP else s.held[SOVIET] | s.held[ALLIED]


def hostile_hexes(s: State, power: int) -> HexSet:
    """Hexes with units that oppose a power."""
    return hexes_of(s, 1 - CAMP[power])


def occupied(s: State) -> HexSet:
    """Hexes with any unit, a neutral's too."""
    out = s.held[0] | s.held[1] | s.held[2]
    for u in s.world.home:
        if s.power[u] < 0 and s.where[u] >= 0:
            out |= 1 << s.where[u]
    return out


# --- what units are worth


def class_of(s: State, u: int) -> int:
    """The class a unit shows now. Cases 3.3b, 5.7h, 5.4k, RULING 5.7-a."""
    w = s.world
    if w.kind[u] == GROUP:
        parent = s.parent.get(u, -1)
        if parent >= 0 and s.where[parent] >= 0:
            return class_of(s, parent)
        return s.group_class.get(u, 0)
    rung = w.ladder[u][s.grade[u]]
    return rung[2] if s.weak[u] else rung[0]


def has_zone(s: State, u: int) -> bool:
    """Whether a unit is of a class that exerts a zone. Cases 5.4a, 5.4k, 5.4l."""
    return s.world.tables.zoc[class_of(s, u)]


def rezone(s: State, u: int) -> None:
    """After a unit has changed its counter or its power: enter it, and a battle group of it, in the sets anew."""
    for v in (u, *(g for g, parent in s.parent.items() if parent == u)):
        if s.where[v] >= 0 and s.power[v] >= 0:
            here = 1 << s.where[v]
            s.has_gone(v, here, s.stack[s.where[v]])
            s.has_come(v, here)


def strength_of(s: State, u: int) -> int:
    """The strength a unit shows now. Cases 3.3b, 5.7g."""
    w = s.world
    if w.kind[u] == GROUP:
        return s.group_strength.get(u, 0)
    rung = w.ladder[u][s.grade[u]]
    return rung[3] if s.weak[u] else rung[1]


def steps_of(s: State, u: int) -> int:
    """Steps a unit has left. Cases 6.2a, 6.2b, 6.2c, RULING 6.2-a, RULING 5.7-b."""
    w = s.world
    return 1 if w.kind[u] == GROUP else w.steps_of(u, s.grade[u], s.weak[u])


def ways_to_lose(s: State, u: int) -> tuple[int, ...]:
    """How a unit can lose a step: the reduced side, a lower class, or nothing but elimination (FLIP then too).
    Cases 7.41a, 7.41b, 7.41c."""
    w = s.world
    if w.kind[u] == GROUP:
        return (FLIP,)
    ways = () if s.weak[u] else (FLIP,)
    if s.grade[u] + 1 < len(w.ladder[u]):
        ways = (*ways, DEGRADE)
    return ways or (FLIP,)


def lose_step(s: State, u: int, way: int, rule: str) -> None:
    """Take one step from a unit; the last one eliminates it. Cases 7.41a, 7.41b."""
    if steps_of(s, u) == 1:
        eliminate(s, u, rule)
        return
    if way == DEGRADE:
        s.grade[u] += 1
    else:
        s.weak[u] = 1
    rezone(s, u)
    s.emit(ev.Told(u, "lost a class" if way == DEGRADE else "was reduced", rule, s.where[u], "loss"))


def take_off(s: State, u: int, box: int) -> None:
    """Take an army off the map; its battle group remembers the class it showed. RULING 5.7-b."""
    for group, parent in s.parent.items():
        if parent == u:
            s.group_class[group] = class_of(s, u)
    lift(s, u, box)


def eliminate(s: State, u: int, rule: str) -> None:
    """Take an eliminated unit to where its kind goes.
    Cases 6.22m, 6.3e, 6.42b, RULING 5.7-b. A Guard unit goes back to the Guards and frees the army behind it."""
    w = s.world
    h = s.where[u]
    s.reserve &= ~(1 << u)
    s.drop &= ~(1 << u)
    s.airborne &= ~(1 << u)
    if w.kind[u] == GROUP:
        lift(s, u, SPARE)
        s.parent.pop(u, None)
        s.group_strength.pop(u, None)
        s.group_class.pop(u, None)
    elif u in s.origin:
        take_off(s, u, GUARDS)
        army = s.origin.pop(u)
        if s.where[army] == BEHIND:
            s.where[army] = ELIMINATED
    else:
        take_off(s, u, ELIMINATED)
    s.emit(ev.Eliminated(u, h, rule))


def leave_reserve(s: State, mover: int, rule: str) -> None:
    """A unit or HQ is no longer in reserve, if it was. Cases 11.3d, 11.3e."""
    if mover >= HQ_BASE and s.hq_reserve >> mover - HQ_BASE & 1:
        s.hq_reserve ^= 1 << mover - HQ_BASE
    elif s.reserve >> mover & 1:
        s.reserve ^= 1 << mover
    else:
        return
    s.emit(ev.no_reserve(mover, rule))


def begin_at(s: State, u: int) -> None:
    """Put a unit on the counter and side that it starts or enters the game with. Case 6.2d."""
    s.grade[u] = s.world.armies[u].grade
    s.weak[u] = 0


# --- ground


def controller(s: State, h: Hex) -> int:
    """The power that controls a hex, -1 in a neutral country. Cases 11.5a, 11.5e."""
    for power, hexes in enumerate(s.control):
        if hexes >> h & 1:
            return power
    return NOBODY


def nearest_to_a_city(s: State, camp: int, hexes: list[Hex]) -> list[Hex]:
    """Those of some hexes that are nearest to a city of a camp: all of them if it has none. Case 7.42b."""
    w = s.world
    cities = held_by_camp(s, camp) & w.cities
    radius = 0
    while cities and hexes:
        found = [h for h in hexes if w.disc(h, radius) & cities]
        if found:
            return found
        radius += 1
    return hexes


def held_by_camp(s: State, camp: int) -> HexSet:
    """Hexes that a camp controls."""
    return s.control[AXIS] if camp == AXIS_CAMP else s.control[SOVIET] | s.control[ALLIED]


def weather_at(s: State, h: Hex) -> int:
    """The weather of the section a hex lies in. Case 8.0b."""
    return s.weather[s.world.lands.section[h]]


# --- leaders


def stars(s: State, leader: int) -> int:
    """A leader's value, cut by demoralization and never below zero. Cases 9.2b, 9.2c, 9.2d."""
    w = s.world
    return max(0, w.stars[leader] - s.cut[w.leader_power[leader]])


def appoint(s: State, leader: int, post: int) -> None:
    """Give a leader an HQ or a General Staff marker; whoever had it must be moved by the caller."""
    s.post[leader] = post
    if post >= STAFF_BASE:
        s.staff_chief[post - STAFF_BASE] = leader
    elif post >= 0:
        s.chief[post] = leader


def dismiss(s: State, leader: int, to: int) -> None:
    """Take a leader from his post to another or off the map. A leader who goes for good or to the pool is no longer shaken.
    Cases 9.0h, 9.0i, 9.1a. RULING 9.0-b."""
    if to < 0 and to != RETIRING:
        s.shaken &= ~(1 << leader)
    post = s.post[leader]
    if post >= STAFF_BASE:
        s.staff_chief[post - STAFF_BASE] = -1
    elif post >= 0:
        s.chief[post] = -1
    s.post[leader] = to


def hqs_on_map(s: State, power: int) -> list[int]:
    """A power's HQs in play."""
    return [k for k in s.world.hqs_of[power] if s.hq[k] >= 0]


def hqs_at(s: State, power: int, h: Hex) -> list[int]:
    """A power's HQs in a hex."""
    return [k for k in s.world.hqs_of[power] if s.hq[k] == h]
