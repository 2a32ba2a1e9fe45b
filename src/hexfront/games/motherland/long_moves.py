"""Chapters 5.3 and 5.5: Strategic Movement and Sea Transport."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import Done, Hold, Pick, Redeploy, Ship
from hexfront.games.motherland.control import occupy
from hexfront.games.motherland.kinds import (
    AIR_BASE,
    AXIS,
    COMBINED_ARMS,
    GUARDS,
    INFANTRY,
    INFANTRY_KG,
    MOVED,
    MUD,
    RAILROAD_GUN,
    SHIPPED,
    SHOCK,
    SOVIET,
    STRATEGIC,
    SUPPLY_BASE,
    ZOC_SHY,
)
from hexfront.games.motherland.reinforcements import HELD_BACK
from hexfront.games.motherland.state import (
    State,
    countries,
    flag,
    holds,
    is_frozen_front,
    move_factor,
    weather,
)
from hexfront.games.motherland.supply import Areas, area, areas
from hexfront.games.motherland.world import World
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.hexes import Hex, HexSet, Sides, bits, zones
from hexfront.kernel import Agenda, Option, Prompt, Seat, Violation
from hexfront.wargame import DONE, Growth, OwnerDecides, SideOffers, actions_at, each, move

RANGE = 15
CLEARANCE = 2
SHIPLOAD = 2
"""Half units that go by sea in one phase. Cases 5.5a, 5.5.2."""
BALTIC = ("baltic",)
EUXINE = ("black", "azov")
SEAFARERS = (frozenset({INFANTRY, INFANTRY_KG, SUPPLY_BASE}), frozenset({COMBINED_ARMS, GUARDS, SHOCK}))
"""Kinds of units that go by sea, by side; so do the Romanians. Case 5.5.1a."""
SENT = MOVED | HELD_BACK


# --- Strategic Movement


def danger(s: State, side: int) -> HexSet:
    """Hexes within two of an enemy combat unit, or for the Axis of a Partisan. Cases 5.3.1a, 5.3.1b, 5.3.1-i1.
    RULING 5.3-a."""
    near = s.front_of(1 - side)
    if side == AXIS:
        for h in s.partisans:
            if h >= 0:
                near |= 1 << h
    store = s.world.cache("danger")
    found: HexSet | None = store.get(near)
    if found is None:  # for speed
        found = store[near] = s.world.grid.dilate(near, CLEARANCE)
    return found


def is_strategic_barred(s: State) -> bool:
    """No strategic movement on turn 1 of the 1941 scenarios. Case 20.1-s3."""
    return s.turn == 1 and s.world.plan.opening


def strategic_violation(s: State, u: int, known: Areas | None = None) -> Violation | None:
    """Why a unit cannot begin Strategic Movement. Cases 5.3.1a, 5.3.1c, 5.3.2a, 5.3.2b, 9.5d, 18.1.1.
    RULING 5.3-e."""
    w = s.world
    kind, h = w.kind[u], s.where[u]
    if is_strategic_barred(s):
        return Violation("20.1-s3", "No strategic movement on turn 1.", w.label(h))
    if kind == SUPPLY_BASE and weather(s) != MUD:
        return Violation("5.3.2b", "Supply Bases can use strategic movement only on Mud turns.", w.label(h))
    if kind == AIR_BASE:
        return Violation("5.3.2a", f"{w.name(u)} cannot use strategic movement.", w.label(h))
    if s.supply[u]:
        return Violation("5.3.2a", f"{w.name(u)} is short of supply.", w.label(h))
    if danger(s, w.side[u]) >> h & 1:
        return Violation("5.3.1a", "The enemy is within two hexes.", w.label(h))
    if kind != SUPPLY_BASE and not area(s, u, known).supplied >> h & 1:
        return Violation("5.3.1c", "It is not in supply where it is.", w.label(h))
    return None


def strategic_ground(s: State, u: int) -> HexSet:
    """Every hex that Strategic Movement of a unit may enter. Cases 5.2.1b, 5.3.1a, 5.3.1d. RULING 5.3-d."""
    w = s.world
    side = w.side[u]
    enemy, marks = (s.soviet_any, s.soviet_marks) if side == AXIS else (s.axis_any, s.axis_marks)
    return w.land & countries(s, u) & ~enemy & ~(marks & w.city) & ~w.high_mountain & ~danger(s, side)


def barred_to(w: World, u: int) -> Sides:
    """Hexsides that Strategic Movement cannot cross: Sea, Lake and ice, though there is a rail bridge; for the gun
    whatever is no railroad. Cases 5.1.6a, 5.3.3, 16.7a."""
    return w.railroads.barred if w.kind[u] == RAILROAD_GUN else w.blocked_to_supply


def strategic_lines(s: State, u: int) -> Growth:
    """Where Strategic Movement leads a unit, by the number of hexes. Cases 5.1.6a, 5.2.1b, 5.3.1d, 5.3.3."""
    w = s.world
    within = strategic_ground(s, u)
    store = w.cache("strategic")
    key = (s.where[u], within, w.kind[u] == RAILROAD_GUN)
    found: Growth | None = store.get(key)
    if found is None:  # for speed
        found = store[key] = Growth(w.grid, 1 << s.where[u], within, barred_to(w, u))
    return found


def strategic_hexes(s: State, u: int, known: Areas | None = None) -> HexSet:
    """Every hex a unit can reach by Strategic Movement and end in. Cases 5.3a, 5.3.1c, 10.5.2."""
    reached = strategic_lines(s, u).within(RANGE) & ~(1 << s.where[u])
    return reached if s.world.kind[u] == SUPPLY_BASE else reached & area(s, u, known).supplied


def strategic_route(s: State, u: int, end: Hex) -> tuple[Hex, ...]:
    """The hexes between start and end of a Strategic Movement; none where it meets no City or Port that changes hands.

    RULING 5.3-b: the shortest way, of several the one through the most of them. Case 19.1a.
    """
    w = s.world
    own = s.axis_marks if w.side[u] == AXIS else s.soviet_marks
    gains = w.points & ~own & (w.soviet_union if w.side[u] == AXIS else ~w.soviet_union | s.axis_marks)
    lines = strategic_lines(s, u)
    if not gains & lines.within(RANGE):  # for speed: mostly there is none
        return ()
    layers = lines.layers_between(end)
    if not any(layer & gains for layer in layers):
        return ()

    def gained(way: tuple[Hex, ...]) -> int:
        return sum(gains >> h & 1 for h in way)

    barred = barred_to(w, u)
    ways: dict[Hex, tuple[Hex, ...]] = {s.where[u]: ()}
    for layer in (*layers, 1 << end):
        longer: dict[Hex, tuple[Hex, ...]] = {}
        for h, way in ways.items():
            for n in bits(zones(w.grid, 1 << h, barred) & layer):
                onward = (*way, n)
                longer[n] = max(longer.get(n, onward), onward, key=gained)
        ways = longer
    return ways[end][:-1]


# --- Sea Transport


def waters_of(s: State, h: Hex) -> tuple[str, ...]:
    """The body of water a port lies on; the Sea of Azov goes with the Black Sea. Cases 5.5d, 5.5.4b.

    RULING 5.5-a.
    """
    baltic, euxine = s.world.seas
    if baltic >> h & 1:
        return BALTIC
    return EUXINE if euxine >> h & 1 else ()


def sea_is_open(s: State, side: int, waters: tuple[str, ...]) -> Violation | None:
    """Who may use a body of water. Cases 5.5.4a, 5.5.5, 5.5.6."""
    w = s.world
    if waters == EUXINE:
        gate, rule = "Sevastopol", "5.5.4a"
    elif side == SOVIET:
        gate, rule = "Leningrad", "5.5.5"
    else:
        gate, rule = "Königsberg", "5.5.6"
    h = w.find(gate)
    if h >= 0 and holds(s, side, h):
        return None
    return Violation(rule, f"Sea Transport here needs control of {gate}.")


def ship_violation(s: State, u: int) -> Violation | None:
    """Why a unit cannot embark. Cases 5.5a, 5.5b, 5.5.1a, 5.5.2, 5.5.3a, 5.5.3b."""
    w = s.world
    kind, h, side = w.kind[u], s.where[u], w.side[u]
    if kind not in SEAFARERS[side] and w.nation[u] != "romanian":
        return Violation("5.5.1a", f"{w.name(u)} cannot go by sea.", w.label(h))
    if is_frozen_front(s, h):
        return Violation("20.1-s2", "Units in Romania and Finland cannot move on turn 1.", w.label(h))
    if s.began[u] != h or not holds(s, side, h):
        return Violation("5.5b", "It did not begin the phase in a friendly port.", w.label(h))
    if s.shipped + (1 if kind == INFANTRY_KG else SHIPLOAD) > SHIPLOAD:
        return Violation("5.5a", "Only one unit can go by sea in a phase.", w.label(h))
    waters = waters_of(s, h)
    if not waters:
        return Violation("5.5b", "It is not in a port on a sea.", w.label(h))
    return sea_is_open(s, side, waters)


def port_violation(s: State, u: int, h: Hex) -> Violation | None:
    """Why a unit cannot land at a port. Cases 4.2.3a, 5.2.1a, 5.2.1c, 5.5b, 5.5.1b, 5.5.2, 5.5.4b."""
    w = s.world
    if not w.is_hex(h) or not w.port >> h & 1 or h == s.where[u]:
        return Violation("5.5b", "Choose another port.", w.label(h))
    if waters_of(s, h) != waters_of(s, s.where[u]):
        return Violation("5.5.4b", "That port lies on another body of water.", w.label(h))
    enemy = s.held_by(1 - w.side[u])
    if not holds(s, w.side[u], h) or enemy >> h & 1:
        return Violation("5.5b", "That port is not under friendly control.", w.label(h))
    at = w.label(h)
    if w.kind[u] == SUPPLY_BASE and h not in (w.find("Königsberg"), w.find("Leningrad")):
        return Violation("5.5.1b", "Supply Bases can be shipped only to Königsberg or Leningrad.", at)
    if not countries(s, u) >> h & 1:
        return Violation(
            "5.2.1c" if w.nation[u] == "romanian" else "5.2.1a", "It cannot enter that country.", at
        )
    if w.kind[u] in ZOC_SHY and enemy_zoc(s, w.side[u]) >> h & 1:  # RULING 5.5-b
        return Violation("4.2.3a", f"{w.name(u)} cannot enter an enemy ZOC.", at)
    if s.ship_port >= 0 and h != s.ship_port:
        return Violation("5.5.2", "Two Kampfgruppen must go to the same port.", at)
    return None


def ports_for(s: State, u: int) -> list[Hex]:
    """Ports a unit can go to from where it stands."""
    w, here = s.world, s.where[u]
    near = next((ports for ports in w.seas if ports >> here & 1), 0)  # for speed: those on the same water
    return [h for h in bits(near) if port_violation(s, u, h) is None]


# --- frames


class LongMoves(SideOffers, frozen=True, tag=True):
    """Strategic Movement and Sea Transport come before other moves.

    Cases 3.1.2a, 3.1.2b, 5.3a, 5.3b, 5.3c, 5.3.2a, 5.5b, 5.5.1a. RULING 5.3-f.
    """

    takes = (Pick, Done)
    done = Option("Go on to normal movement", "done", rule="5.3c", ends=True)
    rule: ClassVar[str] = "5.3c"

    def choices(self, s: State) -> list[Pick]:
        return [Pick(u) for u in s.world.units_of[self.side] if s.where[u] >= 0]  # for speed

    def refusal(self, s: State, action: Pick) -> Violation | None:
        w = s.world
        u = action.unit
        if not w.is_unit(u) or w.side[u] != self.side or s.where[u] < 0:
            return Violation("5.3a", "Only a unit of your own on the map can move.")
        if s.flags[u] & SENT:
            return Violation("5.3b", "It has no such move left.", w.label(s.where[u]))
        if not move_factor(s, u):
            return Violation("5.3.2a", f"{w.name(u)} never moves.", w.label(s.where[u]))
        found = strategic_violation(s, u)
        if found is None:
            return None
        sea = ship_violation(s, u)
        if sea is None:
            return (
                None
                if ports_for(s, u)
                else Violation("5.5b", "It has no port to go to.", w.label(s.where[u]))
            )
        return sea if w.port >> s.where[u] & 1 and sea.rule != "5.5.1a" else found

    def legal(self, s: State, seat: Seat) -> list[Pick | Done]:
        w = s.world
        where, flags, supply = s.where, s.flags, s.supply
        safe = 0 if is_strategic_barred(s) else w.land & ~danger(s, self.side)
        # Where units can set out, by the supply they need; bases need none.
        exits: dict[str, HexSet] = {"air": 0, "base": safe if weather(s) == MUD else 0}
        ports = w.port & s.held_by(self.side)
        known = areas(s, self.side)
        free: list[int] = []
        for sort, movers in w.movers[self.side].items():
            here = [u for u in movers if where[u] >= 0 and not flags[u] & SENT]
            if not here:
                continue
            out = exits[sort] if sort in exits else area(s, here[0], known).supplied & safe
            free += [u for u in here if out >> where[u] & 1 and not supply[u]]
            if ports:
                free += [
                    u
                    for u in here
                    if ports >> where[u] & 1  # for speed: `ship_violation` says so too
                    and (supply[u] or not out >> where[u] & 1)
                    and ship_violation(s, u) is None
                    and ports_for(s, u)
                ]
        free.sort()
        picks = each(Pick, len(where))
        return [*[picks[u] for u in free], DONE]

    def take(self, s: State, action: Pick) -> Agenda:
        return (LongMove(action.unit), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Strategic Movement and Sea Transport: choose a unit far from the enemy or in a port, or go on.",
            "5.3a",
            "Up to 15 hexes, never within two of the enemy, from supply to supply. Only one unit can go by sea.",
        )

    def shown(self, s: State, action: Pick) -> Option:
        w = s.world
        name = w.name(action.unit)
        return Option(f"Send {name}", "pick", name, w.label(s.where[action.unit]), rule="5.3a")


class LongMove(OwnerDecides, frozen=True, tag=True):
    """Where a unit goes by Strategic Movement or by sea. Cases 5.3a, 5.3b, 5.3c, 5.5a, 5.5b, 5.5c, 5.5.2."""

    takes = (Redeploy, Ship, Hold)
    rule: ClassVar[str] = "5.3a"

    def candidates(self, s: State, seat: Seat) -> list[Redeploy | Ship | Hold]:
        w = s.world
        return [*(Redeploy(h) for h in bits(w.land)), *(Ship(h) for h in bits(w.port)), Hold()]

    def violation(self, s: State, seat: Seat, action: Redeploy | Ship | Hold) -> Violation | None:
        if isinstance(action, Hold):
            return None
        if isinstance(action, Ship):
            found = ship_violation(s, self.unit)
            return found if found is not None else port_violation(s, self.unit, action.hex)
        known = areas(s, s.world.side[self.unit])
        found = strategic_violation(s, self.unit, known)
        if found is not None:
            return found
        return self._destination_violation(s, action.hex, known)

    def _destination_violation(self, s: State, h: Hex, known: Areas) -> Violation | None:
        """Why Strategic Movement cannot end in a hex. Cases 5.3a, 5.3.1a, 5.3.1b, 5.3.1c, 5.3.1d."""
        w = s.world
        u = self.unit
        if w.is_hex(h) and strategic_hexes(s, u, known) >> h & 1:
            return None
        at = w.label(h)
        if not w.is_hex(h) or not w.land >> h & 1 or w.high_mountain >> h & 1:
            return Violation("5.3.1d", "Prohibited terrain is closed.", at)
        side = w.side[u]
        marks = s.soviet_marks if side == AXIS else s.axis_marks
        if marks & w.city & 1 << h:
            return Violation("5.3.1d", "The enemy controls that city.", at)
        if danger(s, side) >> h & 1:
            in_partisans = side == AXIS and not w.grid.dilate(s.soviet_front, CLEARANCE) >> h & 1
            return Violation(
                "5.3.1b" if in_partisans else "5.3.1a", "The enemy is within two hexes of it.", at
            )
        if w.kind[u] != SUPPLY_BASE and not area(s, u, known).supplied >> h & 1:
            return Violation("5.3.1c", "It would not be in supply there.", at)
        return Violation("5.3a", "It cannot get there in 15 hexes.", at)

    def legal(self, s: State, seat: Seat) -> list[Redeploy | Ship | Hold]:
        out: list[Redeploy | Ship | Hold] = []
        known = areas(s, s.world.side[self.unit])
        if strategic_violation(s, self.unit, known) is None:
            out += actions_at(Redeploy, strategic_hexes(s, self.unit, known))
        if ship_violation(s, self.unit) is None:
            out += [Ship(h) for h in ports_for(s, self.unit)]
        return [*out, Hold()]

    def apply(self, s: State, seat: Seat, action: Redeploy | Ship | Hold) -> Agenda:
        u = self.unit
        if isinstance(action, Hold):
            flag(s, (u,), HELD_BACK)
            return ()
        by_sea = isinstance(action, Ship)
        h = s.where[u]
        flag(s, (u,), MOVED | (SHIPPED if by_sea else STRATEGIC))
        if by_sea:
            s.shipped += 1 if s.world.kind[u] == INFANTRY_KG else SHIPLOAD
            s.ship_port = action.hex
        passed = () if by_sea else strategic_route(s, u, action.hex)
        move(s, u, action.hex)
        s.emit(ev.Redeployed(u, h, action.hex, by_sea))
        rolls: Agenda = ()
        for n in (*passed, action.hex):
            rolls += occupy(s, s.world.side[u], n)
        return rolls

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            f"{s.world.name(self.unit)}: choose where it goes.",
            "5.3a",
            "It can do nothing else in this phase.",
        )

    def option(self, s: State, seat: Seat, action: Redeploy | Ship | Hold) -> Option:
        w = s.world
        name = w.name(self.unit)
        if isinstance(action, Hold):
            return Option(f"Leave {name} here", "pass", name, w.label(s.where[self.unit]), rule="5.3c")
        if isinstance(action, Ship):
            return Option(
                f"{name} by sea to {w.title(action.hex)}", "place", name, w.label(action.hex), rule="5.5b"
            )
        return Option(f"{name} to {w.title(action.hex)}", "place", name, w.label(action.hex), rule="5.3a")
