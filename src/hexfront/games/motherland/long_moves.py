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
from hexfront.games.motherland.state import State, countries, holds, is_frozen_front, move_factor, weather
from hexfront.games.motherland.supply import area, areas
from hexfront.games.motherland.world import World
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Agenda, Option, Prompt, Seat, Violation
from hexfront.wargame import DONE, OwnerDecides, SideOffers, actions_at, grown, move

RANGE = 15
CLEARANCE = 2
SHIPLOAD = 2
"""Half units that go by sea in one phase. Cases 5.5a, 5.5.2."""
BALTIC = ("baltic",)
EUXINE = ("black", "azov")


# --- Strategic Movement


def danger(s: State, side: int) -> HexSet:
    """Hexes within two of an enemy combat unit, or for the Axis of a Partisan. Cases 5.3.1a, 5.3.1b, 5.3.1-i1.
    RULING 5.3-a."""
    near = s.front_of(1 - side)
    if side == AXIS:
        for h in s.partisans:
            if h >= 0:
                near |= 1 << h
    return s.world.grid.dilate(near, CLEARANCE)


def is_strategic_barred(s: State) -> bool:
    """No strategic movement on turn 1 of the 1941 scenarios. Case 20.1-s3."""
    return s.turn == 1 and s.world.plan.opening


def strategic_violation(s: State, u: int) -> Violation | None:
    """Why a unit cannot begin Strategic Movement. Cases 5.3.1a, 5.3.1c, 5.3.2a, 5.3.2b, 9.5d, 18.1.1.
    RULING 5.3-e."""
    w = s.world
    kind, h = w.kind[u], s.where[u]
    at = w.label(h)
    if is_strategic_barred(s):
        return Violation("20.1-s3", "No strategic movement on turn 1.", at)
    if kind == SUPPLY_BASE and weather(s) != MUD:
        return Violation("5.3.2b", "Supply Bases use strategic movement on Mud turns only.", at)
    if kind == AIR_BASE:
        return Violation("5.3.2a", f"{w.name(u)} cannot use strategic movement.", at)
    if s.supply[u]:
        return Violation("5.3.2a", f"{w.name(u)} is short of supply.", at)
    if danger(s, w.side[u]) >> h & 1:
        return Violation("5.3.1a", "The enemy is within two hexes.", at)
    if kind != SUPPLY_BASE and not area(s, u).supplied >> h & 1:
        return Violation("5.3.1c", "It is not in supply where it stands.", at)
    return None


def strategic_ground(s: State, u: int) -> HexSet:
    """Every hex that Strategic Movement of a unit may enter. Cases 5.2.1b, 5.3.1a, 5.3.1d. RULING 5.3-d."""
    w = s.world
    side = w.side[u]
    enemy, marks = (s.soviet_any, s.soviet_marks) if side == AXIS else (s.axis_any, s.axis_marks)
    return w.land & countries(s, u) & ~enemy & ~(marks & w.city) & ~w.high_mountain & ~danger(s, side)


def strategic_hexes(s: State, u: int) -> HexSet:
    """Every hex a unit can reach by Strategic Movement and end in. Cases 5.2.1b, 5.3a, 5.3.1c, 5.3.1d, 5.3.3, 10.5.2."""
    w = s.world
    within = strategic_ground(s, u)
    start = 1 << s.where[u]
    ends = area(s, u).supplied if w.kind[u] != SUPPLY_BASE else within
    by_rail = w.kind[u] == RAILROAD_GUN
    store = w.cache("strategic")
    key = (start, within, ends, by_rail)
    found: HexSet | None = store.get(key)
    if found is None:  # for speed
        found = store[key] = _reach(w, start, within, by_rail) & ends & ~start
    return found


def strategic_route(s: State, u: int, end: Hex) -> list[Hex]:
    """The hexes between start and end of a Strategic Movement.

    RULING 5.3-b: the shortest way, of several the one through the most Cities and Ports that would change hands.
    Case 19.1a.
    """
    w = s.world
    within = strategic_ground(s, u)
    own = s.axis_marks if w.side[u] == AXIS else s.soviet_marks
    gains = w.points & ~own & (w.soviet_union if w.side[u] == AXIS else ~w.soviet_union | s.axis_marks)
    by_rail = w.kind[u] == RAILROAD_GUN
    store = w.cache("rail steps" if by_rail else "open steps")
    layer: dict[Hex, tuple[int, tuple[Hex, ...]]] = {s.where[u]: (0, ())}
    seen = 1 << s.where[u]
    while layer and end not in layer:
        following: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
        for h, (count, way) in layer.items():
            near = store.get(h)
            if near is None:  # for speed
                near = store[h] = w.rail.across(1 << h) if by_rail else w.open_steps(1 << h)
            for n in bits(near & within & ~seen):
                better = (count + (gains >> n & 1), (*way, n))
                if n not in following or better[0] > following[n][0]:
                    following[n] = better
        layer = following
        seen |= sum(1 << n for n in layer)  # for speed: a way back is never shorter
    return list(layer[end][1][:-1]) if end in layer else []


def _reach(w: World, start: HexSet, within: HexSet, by_rail: bool) -> HexSet:
    """Hexes within fifteen steps. Cases 5.3a, 5.1.6a."""
    barred = w.railroads.barred if by_rail else w.blocked_to_supply
    return grown(w.grid, start, within | start, RANGE, barred)


# --- Sea Transport


def waters_of(s: State, h: Hex) -> tuple[str, ...]:
    """The body of water a port lies on; the Sea of Azov goes with the Black Sea. Cases 5.5d, 5.5.4b.

    RULING 5.5-a.
    """
    w = s.world
    if w.waters["baltic"] >> h & 1:
        return BALTIC
    return EUXINE if (w.waters["black"] | w.waters["azov"]) >> h & 1 else ()


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
    at = w.label(h)
    if side == AXIS:
        able = kind in (INFANTRY, INFANTRY_KG, SUPPLY_BASE) or w.nation[u] == "romanian"
    else:
        able = kind in (COMBINED_ARMS, GUARDS, SHOCK)
    if not able:
        return Violation("5.5.1a", f"{w.name(u)} cannot go by sea.", at)
    if is_frozen_front(s, h):
        return Violation("20.1-s2", "Units in Romania and Finland do not move on turn 1.", at)
    if s.began[u] != h or not holds(s, side, h):
        return Violation("5.5b", "It did not begin the phase in a friendly port.", at)
    if s.shipped + (1 if kind == INFANTRY_KG else SHIPLOAD) > SHIPLOAD:
        return Violation("5.5a", "Only one unit goes by sea in a phase.", at)
    waters = waters_of(s, h)
    return sea_is_open(s, side, waters) if waters else Violation("5.5b", "It is in no port on a sea.", at)


def port_violation(s: State, u: int, h: Hex) -> Violation | None:
    """Why a unit cannot land at a port. Cases 4.2.3a, 5.2.1a, 5.2.1c, 5.5b, 5.5.1b, 5.5.2, 5.5.4b."""
    w = s.world
    if not w.is_hex(h) or not w.port >> h & 1 or h == s.where[u]:
        return Violation("5.5b", "Choose another port.", w.label(h))
    at = w.label(h)
    if waters_of(s, h) != waters_of(s, s.where[u]):
        return Violation("5.5.4b", "That port lies on another body of water.", at)
    enemy = s.held_by(1 - w.side[u])
    if not holds(s, w.side[u], h) or enemy >> h & 1:
        return Violation("5.5b", "That port is not under friendly control.", at)
    if w.kind[u] == SUPPLY_BASE and h not in (w.find("Königsberg"), w.find("Leningrad")):
        return Violation("5.5.1b", "Supply Bases are shipped to Königsberg or Leningrad only.", at)
    if not countries(s, u) >> h & 1:
        return Violation(
            "5.2.1c" if w.nation[u] == "romanian" else "5.2.1a", "It may not enter that country.", at
        )
    if w.kind[u] in ZOC_SHY and enemy_zoc(s, w.side[u]) >> h & 1:  # RULING 5.5-b
        return Violation("4.2.3a", f"{w.name(u)} may not enter an enemy ZOC.", at)
    if s.ship_port >= 0 and h != s.ship_port:
        return Violation("5.5.2", "Two Kampfgruppen go to the same port.", at)
    return None


def ports_for(s: State, u: int) -> list[Hex]:
    return [h for h in bits(s.world.port) if port_violation(s, u, h) is None]


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
        if s.flags[u] & (MOVED | HELD_BACK):
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
        near = danger(s, self.side)
        open_ = not is_strategic_barred(s)
        bases = weather(s) == MUD
        out: list[Pick | Done] = []
        where, flags, supply = s.where, s.flags, s.supply
        known = areas(s, self.side)
        for u in w.units_of[self.side]:
            h = where[u]
            if h < 0 or flags[u] & (MOVED | HELD_BACK) or not w.faces[u][0][2]:
                continue
            kind = w.kind[u]
            may_go = open_ and not supply[u] and not near >> h & 1 and kind != AIR_BASE
            if may_go and (bases if kind == SUPPLY_BASE else area(s, u, known).supplied >> h & 1):
                out.append(Pick(u))
                continue
            if w.port >> h & 1 and ship_violation(s, u) is None and ports_for(s, u):
                out.append(Pick(u))
        out.append(DONE)
        return out

    def take(self, s: State, action: Pick) -> Agenda:
        return (LongMove(action.unit), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Strategic Movement and Sea Transport: choose a unit far from the enemy or in a port, or go on.",
            "5.3a",
            "Up to 15 hexes, never within two of the enemy, from supply to supply. One unit by sea.",
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
        found = strategic_violation(s, self.unit)
        if found is not None:
            return found
        return self._destination_violation(s, action.hex)

    def _destination_violation(self, s: State, h: Hex) -> Violation | None:
        """Why Strategic Movement cannot end in a hex. Cases 5.3a, 5.3.1a, 5.3.1b, 5.3.1c, 5.3.1d."""
        w = s.world
        u = self.unit
        if w.is_hex(h) and strategic_hexes(s, u) >> h & 1:
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
        if w.kind[u] != SUPPLY_BASE and not area(s, u).supplied >> h & 1:
            return Violation("5.3.1c", "It would not be in supply there.", at)
        return Violation("5.3a", "It cannot get there in 15 hexes.", at)

    def legal(self, s: State, seat: Seat) -> list[Redeploy | Ship | Hold]:
        out: list[Redeploy | Ship | Hold] = []
        if strategic_violation(s, self.unit) is None:
            out += actions_at(Redeploy, strategic_hexes(s, self.unit))
        if ship_violation(s, self.unit) is None:
            out += [Ship(h) for h in ports_for(s, self.unit)]
        return [*out, Hold()]

    def apply(self, s: State, seat: Seat, action: Redeploy | Ship | Hold) -> Agenda:
        u = self.unit
        if isinstance(action, Hold):
            s.flags[u] |= HELD_BACK
            return ()
        by_sea = isinstance(action, Ship)
        h = s.where[u]
        s.flags[u] |= MOVED | (SHIPPED if by_sea else STRATEGIC)
        if by_sea:
            s.shipped += 1 if s.world.kind[u] == INFANTRY_KG else SHIPLOAD
            s.ship_port = action.hex
        passed = [] if by_sea else strategic_route(s, u, action.hex)
        move(s, u, action.hex)
        s.emit(ev.Redeployed(u, h, action.hex, by_sea))
        rolls: Agenda = ()
        for n in (*passed, action.hex):
            rolls += occupy(s, s.world.side[u], n)
        return rolls

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            f"Where does {s.world.name(self.unit)} go?", "5.3a", "It can do nothing else in this phase."
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
