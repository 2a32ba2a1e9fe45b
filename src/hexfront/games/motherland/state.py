"""What can change in a game, and the few functions that move counters about."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.motherland.kinds import (
    AIR_BASE,
    ASSET,
    AXIS,
    AXIS_MOVEMENT,
    CHIT_UNITS,
    COMBINED_ARMS,
    CORPS,
    ELIMINATED,
    FORTRESS,
    GONE,
    GUARDS,
    KAMPFGRUPPEN,
    OUT,
    POOL,
    RETURNING,
    SHOCK,
    SNOW,
    SUPPLIED,
    SUPPLY_BASE,
    SUPPORT,
    TANK,
)
from hexfront.games.motherland.world import World
from hexfront.hexes import Hex, HexSet
from hexfront.wargame import CounterState, changed, lift, put


class State(CounterState[World], kw_only=True):
    """A position. Lists indexed by counter number unless their comment says otherwise; sets of hexes are integers."""

    by_counter = {"chit": -1, "supply": 0, "judged": 0, "flags": 0, "spent": 0, "began": -1, "due": 0}
    turn: int = 0
    phase: int = 0
    side: int = -1  # the phasing side, -1 in mutual phases
    where: list[int] = []  # hex, or a place of kinds.PLACES
    steps: list[int] = []
    chit: tuple[int, ...] = ()  # kind of Strength Chit held, -1 for none
    supply: tuple[int, ...] = ()  # SUPPLIED, LACK, OUT for the rest of this turn
    judged: tuple[int, ...] = ()  # the same by the unit's own line alone, partisans and air supply left out
    flags: tuple[int, ...] = ()
    spent: list[int] = []  # movement points
    began: tuple[int, ...] = ()  # hex at the start of the Movement Phase, -1 for a newcomer
    due: tuple[int, ...] = ()  # turn of arrival while on the Turn Record Track
    stack: dict[int, tuple[int, ...]] = {}  # hex: counters in it
    axis_any: HexSet = 0
    axis_front: HexSet = 0  # hexes with Axis combat units
    soviet_any: HexSet = 0
    soviet_front: HexSet = 0
    axis_marks: HexSet = 0  # German control markers
    soviet_marks: HexSet = 0
    cup: list[int] = []  # chits in the cups, by kind of chit
    burnt: list[int] = []  # starred chits out of the game, by kind of chit
    air: int = 0
    air_used: int = 0
    generals: list[int] = []  # by general: 0 not here, 1 ready, 2 used
    partisans: list[int] = []  # by partisan: hex, -1 off the map, -2 not arrived
    expended: list[int] = []  # Supply Bases expended in this phase
    lost_assets: list[int] = []  # the Eliminated Economic Assets track, in order
    stalin: int = 0  # 0 in Moscow, 1 escaped, 2 dead
    moscow_fallen: int = 0  # whether an Axis unit has ever entered
    baku_rolled: int = 0
    turkey: int = 0  # whether it is at war
    group: list[int] = []  # counters that move together now
    has_stepped: int = 0
    shipped: int = 0  # half units sent by sea in this phase
    ship_port: int = -1
    target: int = -1  # hex under attack
    is_overrun: int = 0
    attackers: list[int] = []
    defenders: list[int] = []
    origins: dict[int, int] = {}  # attackers: the hex they attacked from
    hits: dict[int, int] = {}  # losses each unit took for the result now applied
    support: int = 0  # 1 air, 2 railroad gun
    strides: dict[int, int] = {}  # hexes each unit has advanced
    entered: dict[int, int] = {}  # units in this round of retreat: 1 if their new hex costs them a step
    pending: list[int] = []  # units that have still to retreat in this round
    held_before: HexSet = 0  # friendly hexes when this round of retreat began
    cancelled: HexSet = 0  # targets given up once in this phase
    fresh: HexSet = 0  # hexes entered in this round of retreat under enemy ZOC with no friend in them
    struck_hexes: HexSet = 0  # hexes attacked in this Combat Phase
    drawn: list[int] = []  # chits drawn with a General, to choose from
    steps_i: int = 0  # replacement steps left
    steps_p: int = 0
    finns_rebuilt: int = 0

    def held_by(self, side: int) -> HexSet:
        return self.axis_any if side == AXIS else self.soviet_any

    def front_of(self, side: int) -> HexSet:
        return self.axis_front if side == AXIS else self.soviet_front

    def has_come(self, u: int, here: HexSet) -> None:
        w = self.world
        if w.side[u] == AXIS:
            self.axis_any |= here
            if w.combat[u]:
                self.axis_front |= here
        else:
            self.soviet_any |= here
            if w.combat[u]:
                self.soviet_front |= here

    def has_gone(self, u: int, here: HexSet, rest: tuple[int, ...]) -> None:
        # The sides never share a hex: whoever is left there is of the same side.
        w = self.world
        disarmed = w.combat[u] and not any(w.combat[other] for other in rest)
        if w.side[u] == AXIS:
            if not rest:
                self.axis_any &= ~here
            if disarmed:
                self.axis_front &= ~here
        else:
            if not rest:
                self.soviet_any &= ~here
            if disarmed:
                self.soviet_front &= ~here


def weather(s: State) -> str:
    """The weather of this turn. Case 18.0."""
    return s.world.weather[s.turn]


def is_snow(s: State) -> bool:
    return s.world.weather[s.turn] == SNOW


def is_first_winter(s: State) -> bool:
    """The dark gray turns 5 and 6. Case 18.2."""
    return s.turn in (5, 6)


def is_frozen_front(s: State, h: Hex) -> bool:
    """Units in Romania and Finland neither move nor attack on turn 1. Case 20.1-s2. RULING 20.1-a."""
    if s.turn != 1 or not s.world.plan.opening:
        return False
    country = s.world.country
    return bool((country["romania"] | country["finland"]) >> h & 1)


def ignores_minor_rivers(s: State, u: int) -> bool:
    """Germans ignore Minor Rivers in the Axis Movement Phase of turn 1: when they move, when they overrun, and when they fall back
    from an Overrun. Case 20.1-s1. RULING 20.1-b."""
    w = s.world
    return bool(s.turn == 1 and w.plan.opening and s.phase == AXIS_MOVEMENT and w.is_german[u])


def countries(s: State, u: int) -> HexSet:
    """Hexes of the countries a unit may enter; borders themselves are free to cross. Turkey at war is open to the Soviets, and to the Germans, since nothing keeps them out. Cases 5.2.1b, 5.2.1-i1, 5.2.4b. RULING 5.2.1-a."""
    w = s.world
    nation = w.nation[u]
    if s.turkey and nation in ("soviet", "german"):
        return w.may_enter[nation] | w.country["turkey"]
    return w.may_enter[nation]


def axis_holds(s: State, h: Hex) -> bool:
    """Whether the Axis controls a City or Port: by marker, else by the country it lies in. Cases 5.5e, 19.1a, 19.1c, 19.1d."""
    if s.axis_marks >> h & 1:
        return True
    if s.soviet_marks >> h & 1:
        return False
    return not s.world.soviet_union >> h & 1


def holds(s: State, side: int, h: Hex) -> bool:
    return axis_holds(s, h) == (side == AXIS)


def move_factor(s: State, u: int) -> int:
    """The Movement Factor of a unit, halved and rounded up when short of supply. Cases 5.1.1, 9.5a, 9.5b."""
    m: int = s.world.pace[u][s.steps[u]]
    return (m + 1) // 2 if s.supply[u] else m


def printed(s: State, u: int) -> tuple[int, int]:
    """Attack and Defense as counter or chit shows them now; a chitless Soviet unit shows nothing.

    Cases 2.3a, 2.3b, 11.3a.
    """
    w = s.world
    if w.kind[u] in CHIT_UNITS:
        k = s.chit[u]
        if k < 0:
            return 0, 0
        chit = w.chits[k]
        return chit.full if s.steps[u] == 2 else chit.reduced
    face = w.faces[u][w.full[u] - s.steps[u]]
    return face[0], face[1]


def attack_factor(s: State, u: int) -> int:
    """The Attack Factor in force: halved for Lack or Out of Supply, none for a Fortress. Cases 8.3.6, 9.5a, 9.5b, 11.3.1."""
    if s.world.kind[u] == FORTRESS:
        return 0
    a = printed(s, u)[0]
    return (a + 1) // 2 if s.supply[u] else a


def defense_factor(s: State, u: int) -> int:
    """The Defense Factor in force: halved only when Out of Supply. Cases 9.5a, 9.5b."""
    d = printed(s, u)[1]
    return (d + 1) // 2 if s.supply[u] == OUT else d


def return_chit(s: State, u: int) -> None:
    """Give up a unit's chit: back to its cup, or out of the game if starred. Cases 11.2.1, 11.2.2a, 11.2.2b, 16.5e."""
    k = s.chit[u]
    if k >= 0:
        if s.world.chits[k].starred:
            s.burnt[k] += 1
        else:
            s.cup[k] += 1
        s.chit = changed(s.chit, u, -1)


def eliminate(s: State, u: int) -> None:
    """Take an eliminated unit to where its kind goes.

    Cases 8.5.2a, 11.2.2a, 12.0b, 12.0c, 15.2b, 16.4a, 17.1, 17.1-i1, 17.1.1, 17.1.2, 17.1.3.
    """
    w = s.world
    kind = w.kind[u]
    return_chit(s, u)
    reset(s, u)
    if kind == ASSET:
        lift(s, u, ELIMINATED)
        s.lost_assets.append(u)
    elif kind in (AIR_BASE, SUPPLY_BASE, COMBINED_ARMS, GUARDS, SHOCK, SUPPORT):
        lift(s, u, RETURNING)
        schedule(s, u, 3)
    elif kind == TANK:
        lift(s, u, RETURNING)
        schedule(s, u, 5)
    elif kind in CORPS or kind in KAMPFGRUPPEN:
        lift(s, u, POOL)
    else:
        lift(s, u, GONE)


def schedule(s: State, u: int, turns: int) -> None:
    """Put a counter on the Turn Record Track some turns ahead. Case 17.1."""
    s.due = changed(s.due, u, s.turn + turns)


def reset(s: State, u: int) -> None:
    """A counter that leaves the map leaves its markers and damage behind."""
    s.steps[u] = s.world.full[u]
    rate(s, u, SUPPLIED)
    s.flags = changed(s.flags, u, 0)
    s.spent[u] = 0


def rate(s: State, u: int, status: int) -> None:
    """Note how a unit is supplied, by its own line too."""
    s.supply, s.judged = changed(s.supply, u, status), changed(s.judged, u, status)


def flag(s: State, units: Iterable[int], flags: int) -> None:
    """Set flags of these units."""
    new = list(s.flags)
    for u in units:
        new[u] |= flags
    s.flags = tuple(new)


def lose_step(s: State, u: int) -> int:
    """Take one step from a unit and return the counter that stands there now, or -1 if none is left.

    A corps at its second step becomes a Kampfgruppe of its type; with none free it is gone. Cases 8.5.2a, 8.5.2b, 8.5.2c, 8.5.3a, 8.5.3b, 11.3a.
    RULING 8.5.2-a.
    """
    w = s.world
    if s.steps[u] == 1:
        eliminate(s, u)
        return -1
    if w.kind[u] in CORPS and s.steps[u] == 2:
        h = s.where[u]
        kg = next((k for k in w.of_kind[w.remnant[u]] if s.where[k] == POOL), -1)
        if kg < 0:
            eliminate(s, u)
            return -1
        s.supply, s.judged = changed(s.supply, kg, s.supply[u]), changed(s.judged, kg, s.judged[u])
        s.flags, s.began = changed(s.flags, kg, s.flags[u]), changed(s.began, kg, s.began[u])
        s.spent[kg] = s.spent[u]
        eliminate(s, u)
        put(s, kg, h)
        return kg
    s.steps[u] -= 1
    return u
