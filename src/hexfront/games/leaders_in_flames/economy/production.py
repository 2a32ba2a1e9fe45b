"""Production from force pools, and arrivals on the map."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Break, Build, Done, Place
from hexfront.games.leaders_in_flames.air.pilots import PILOT, graduate, train
from hexfront.games.leaders_in_flames.air.planes import has_room
from hexfront.games.leaders_in_flames.chairs import sit
from hexfront.games.leaders_in_flames.economy.deeds import Repair
from hexfront.games.leaders_in_flames.economy.intelligence import A_TURN
from hexfront.games.leaders_in_flames.economy.lending import lend_points
from hexfront.games.leaders_in_flames.economy.resources import production_points
from hexfront.games.leaders_in_flames.economy.works import (
    REPAIR_COST,
    damaged,
    duty,
    repair,
    repair_violation,
)
from hexfront.games.leaders_in_flames.events import Built
from hexfront.games.leaders_in_flames.kinds import (
    AIR_KINDS,
    CIRCLE,
    CVP,
    KIND_IDS,
    LATER,
    MIL,
    POOL,
    POWER_NAMES,
    POWERS,
    READY,
    SIDE_OF,
)
from hexfront.games.leaders_in_flames.land.supply import supply_of
from hexfront.games.leaders_in_flames.land.zones import lock_overstacked, may_stand
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.sea.decks import embark
from hexfront.games.leaders_in_flames.sea.fleets import bases
from hexfront.games.leaders_in_flames.sea.yards import Yards
from hexfront.games.leaders_in_flames.state import State, home_cities, owner, turn_down
from hexfront.games.leaders_in_flames.words import is_several, says
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Chance, Cup, Option, Prompt, Seat, Violation
from hexfront.wargame import Arrived, Boxed, Noted, SideDecides, lift, put

GEARS = {
    "INF": 0, "MTN": 0, "MAR": 0, "PARA": 0, "MIL": 1, "GAR": 1, "CAV": 2, "MOT": 3, "MECH": 3, "ARM": 3, "HQ-I": 4, "HQ-A": 4, "PILOT": 7,
}  # fmt: skip
"""Gearing classes; divisions and aircraft have one each."""
DIVISIONS, AIRCRAFT = 5, 6
CLASSES = 16
SPIES = 15
SPY, CHIT = "SPY", "CHIT"
SPECIAL = {SPY: 1, CHIT: 15}
"""What is bought beside units."""
LEAST = 2
WORTH_BREAKING = 3
DONE = Done()


# --- build points


def build_points(s: State, power: int) -> int:
    """A power's build points: its number for the scenario by the share of its factories that it holds and that were not
    bombed this turn, rounded up. Cases base.production, base.raid.
    """
    w = s.world
    if w.plan.politics and POWERS[power] not in w.plan.production:
        return production_points(s, power)
    full = w.plan.production.get(POWERS[power], 0)
    total = sum(w.factories[power].values())
    held = ((h, n) for h, n in w.factories[power].items() if owner(s, h) == power or not w.area >> h & 1)
    works = sum(n - s.bombed.get(h, 0) for h, n in held)
    return -(-full * works // total) if total else 0


def pool_of(s: State, power: int, kind: str) -> list[int]:
    """The units of a kind that a power's own force pool holds; minors build none."""
    w, where = s.world, s.where
    store = w.cache("kinds")
    units: list[int] | None = store.get((power, kind))
    if units is None:  # for speed
        nation = POWERS[power]
        units = [u for u in w.carded if w.nation[u] == nation and w.card(u).price_name == kind]
        store[power, kind] = units
    return [u for u in units if where[u] == POOL]


def gear(kind: str) -> int:
    """The gearing class of a kind."""
    return AIRCRAFT if kind[:3] in AIR_KINDS else GEARS.get(kind, DIVISIONS)


def build_violation(s: State, power: int, kind: str) -> Violation | None:
    """Why a power cannot build a kind of unit: points, pool, gearing. Case base.production."""
    w = s.world
    if (waits := duty(s, power)) and s.points[power] >= REPAIR_COST:
        return Violation("6q", f"{w.title(waits[0])} must be repaired first.", w.label(waits[0]))
    if kind in SPECIAL:
        return special_violation(s, power, kind)
    if kind not in w.tables.price or not (kind == PILOT or pool_of(s, power, kind)):
        return Violation("base.production", "The force pool has no such unit.")
    if s.points[power] < w.tables.cost(kind):
        return Violation("base.production", f"It costs {w.tables.cost(kind)}; you have {s.points[power]}.")
    key = power * CLASSES + gear(kind)
    if s.built.get(key, 0) >= max(LEAST, s.built_before.get(key, 0) + 1):
        return Violation("base.production", "No more of its class can be built this turn.")
    return None


def special_violation(s: State, power: int, kind: str) -> Violation | None:
    """Why a power cannot buy an intelligence point or an offensive chit. Cases base.spies, base.action."""
    if not s.world.plan.politics:
        return Violation("base.production", "This scenario has none of these.")
    if s.points[power] < SPECIAL[kind]:
        return Violation("base.production", f"It costs {SPECIAL[kind]}; you have {s.points[power]}.")
    if kind == SPY and s.built.get(power * CLASSES + SPIES, 0) >= A_TURN:
        return Violation("base.spies", f"At most {A_TURN} per turn.")
    return None


class Production(Auto, frozen=True, tag=True):
    """Every power gets its build points and spends them. Case base.production."""

    def run(self, s: State) -> Agenda:
        s.built_before, s.built = s.built, {}
        frames: Agenda = ()
        for power in s.world.powers:
            s.points[power] = build_points(s, power)
            frames = (*frames, Yards(SIDE_OF[power], power), Building(SIDE_OF[power], power))
        lend_points(s)
        s.bombed = {}
        return frames


class Building(Auto, frozen=True, tag=True):
    """Ask a power while it can build anything."""

    side: int
    power: int

    def run(self, s: State) -> Agenda:
        sit(s, self.power)
        frame = BuildUnits(self.side, self.power)
        return (frame,) if any(not isinstance(action, Done) for action in frame.legal(s, "")) else ()


class BuildUnits(SideDecides, frozen=True, tag=True):
    """Build units, or finish. Case base.production."""

    rule: ClassVar[str] = "base.production"
    takes = (Build, Repair, Done)
    power: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        repairs = [Repair(self.power, h) for h in damaged(s, self.power)]
        return [*repairs, *(Build(self.power, kind) for kind in (*s.world.tables.price, *SPECIAL)), DONE]

    def violation(self, s: State, seat: Seat, action: Build | Repair | Done) -> Violation | None:
        if isinstance(action, Done):
            if (waits := duty(s, self.power)) and s.points[self.power] >= REPAIR_COST:
                return Violation(
                    "6q", f"{s.world.title(waits[0])} must be repaired first.", s.world.label(waits[0])
                )
            return None
        if action.power != self.power:
            return Violation("base.production", "It is another power's turn to build.")
        if isinstance(action, Repair):
            return repair_violation(s, self.power, action.hex)
        return build_violation(s, self.power, action.kind)

    def apply(self, s: State, seat: Seat, action: Build | Repair | Done) -> Agenda:
        if isinstance(action, Done):
            s.points[self.power] = 0
            return ()
        if isinstance(action, Repair):
            repair(s, self.power, action.hex)
            return (Building(self.side, self.power),)
        if action.kind in SPECIAL:
            buy_special(s, self.power, action.kind)
            return (Building(self.side, self.power),)
        s.points[self.power] -= s.world.tables.cost(action.kind)
        key = self.power * CLASSES + gear(action.kind)
        before = s.built.get(key, 0)
        s.built[key] = before + 1
        if action.kind == PILOT:
            due = train(s, self.power, before)
            s.emit(
                Noted(f"A pilot begins training; he is ready in {s.world.turn_title(due)}.", "base.pilots")
            )
            return (Building(self.side, self.power),)
        return (DrawUnit(self.power, action.kind), Building(self.side, self.power))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        name = POWER_NAMES[self.power]
        return Prompt(f"{name}: build units for {s.points[self.power]} build points, or finish.", self.rule)

    def option(self, s: State, seat: Seat, action: Build | Repair | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("Build nothing more", "done", rule=self.rule, ends=True)
        if isinstance(action, Repair):
            at = w.label(action.hex)
            return Option(
                f"Repair {w.title(action.hex)}", "choose", "", at, float(REPAIR_COST), "base.repair"
            )
        if action.kind in SPECIAL:
            words = "An intelligence point" if action.kind == SPY else "An offensive chit"
            return Option(words, "choose", cost=float(SPECIAL[action.kind]), rule=self.rule)
        when = w.turn_title(s.turn + w.tables.time(action.kind))
        return Option(
            f"{action.kind}, for {when}", "choose", cost=float(w.tables.cost(action.kind)), rule=self.rule
        )


def buy_special(s: State, power: int, kind: str) -> None:
    """An intelligence point or an offensive chit. Cases base.spies, base.action."""
    s.points[power] -= SPECIAL[kind]
    if kind == SPY:
        key = power * CLASSES + SPIES
        s.built[key] = s.built.get(key, 0) + 1
        s.intel[power] += 1
    else:
        s.chits[power] += 1


class DrawUnit(Chance, frozen=True, tag=True):
    """A unit of the kind is drawn from the force pool. Case base.production."""

    power: int
    kind: str

    def outcomes(self, s: State) -> Cup:
        return Cup(tuple(s.world.piece(u) for u in pool_of(s, self.power, self.kind)))

    def apply(self, s: State, outcome: str) -> Agenda:
        u = s.world.unit(outcome)
        lift(s, u, CIRCLE)
        s.due[u] = s.turn + s.world.tables.time(self.kind)
        s.emit(Built(u, s.due[u]))
        return ()

    def title(self, s: State) -> str:
        return f"{POWER_NAMES[self.power]}: {self.kind} from the force pool"


def open_cities(s: State) -> None:
    """Units that are raised in an enemy city join the pool of the power that holds it. Case base.production."""
    w = s.world
    for u in range(w.first_leader):
        place = w.units[u].year
        if s.where[u] == LATER and not place.isdigit() and not place.startswith("Entry"):
            h = w.realm.find(place)
            if h >= 0 and owner(s, h) == w.power[u]:
                s.where[u] = POOL


def open_pools(s: State, year: int) -> None:
    """Units whose year has come join their force pools. Case base.production."""
    w = s.world
    for u in w.carded:
        if s.where[u] == LATER and w.card(u).year.isdigit() and int(w.card(u).year) <= year:
            s.where[u] = POOL
    for u in (u for ships in w.ships_of for u in ships):
        if s.where[u] == LATER and w.ship(u).year <= year:
            s.where[u] = POOL


# --- a corps broken down


class Breaking(SideDecides, frozen=True, tag=True):
    """Choose the white-print unit in the leader's hex that becomes two militias. Case ability.19."""

    rule: ClassVar[str] = "ability.19"
    takes = (Break, Done)

    def units(self, s: State) -> list[int]:
        """White-print corps and armies worth 3 build points or more in the leader's hex."""
        w = s.world
        out = []
        for leader, _ in list(in_use(s, "break.corps")):
            out += [
                u
                for u in s.stack[s.where[leader]]
                if w.is_troop(u)
                and w.nation[u] == w.nation[leader]
                and w.units[u].white
                and not w.division[u]
                and w.price[u] >= WORTH_BREAKING
            ]
        return out

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Break(u) for u in self.units(s)), DONE]

    def violation(self, s: State, seat: Seat, action: Break | Done) -> Violation | None:
        if isinstance(action, Done) or action.unit in self.units(s):
            return None
        return Violation(
            "ability.19", "It must be a white-print corps or army in his hex worth 3 build points or more."
        )

    def apply(self, s: State, seat: Seat, action: Break | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        w, h = s.world, s.where[action.unit]
        power = w.power[action.unit]
        lift(s, action.unit, POOL)
        s.emit(Boxed(action.unit, "broken down into militia", self.rule))
        return (Levied(power, h), Levied(power, h))

    def option(self, s: State, seat: Seat, action: Break | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("None", "done", rule=self.rule, ends=True)
        return Option(f"Break down {w.name(action.unit)}", "choose", w.piece(action.unit))


class Levied(Auto, frozen=True, tag=True):
    """A militia is drawn, while the pool has one."""

    power: int
    hex: int

    def run(self, s: State) -> Agenda:
        return (DrawMilitia(self.power, self.hex),) if pool_of(s, self.power, KIND_IDS[MIL]) else ()


class DrawMilitia(Chance, frozen=True, tag=True):
    """A militia takes the place of the unit that was broken down, face-down; one that does not fit comes next turn. Case ability.19. RULING ability-19-place."""

    power: int
    hex: int

    def outcomes(self, s: State) -> Cup:
        return Cup(tuple(s.world.piece(u) for u in pool_of(s, self.power, KIND_IDS[MIL])))

    def apply(self, s: State, outcome: str) -> Agenda:
        u = s.world.unit(outcome)
        if may_stand(s, u, self.hex):
            lift(s, u, READY)
            put(s, u, self.hex)
            turn_down(s, u)
            s.emit(Arrived(u, self.hex, "ability.19"))
        else:
            lift(s, u, CIRCLE)
            s.due[u] = s.turn + 1
        return ()


# --- arrivals


class Arrivals(Auto, frozen=True, tag=True):
    """Units and leaders that are due are placed, one after another. Cases base.arrival, 4.1.2b."""

    side: int
    skipped: int = 0

    def run(self, s: State) -> Agenda:
        w = s.world
        if not self.skipped:  # for speed: once is enough
            graduate(s)
            for u in w.units_of[self.side]:
                if s.where[u] == CIRCLE and s.due[u] <= s.turn:
                    s.where[u] = READY
                    if w.kind[u] == CVP and s.pilots[w.power[u]] and embark(s, u):
                        s.pilots[w.power[u]] -= 1
        for u in w.units_of[self.side]:
            if s.where[u] == READY and u >= self.skipped and homes(s, u):
                sit(s, w.power[u])
                return (PlaceUnit(self.side, u),)
        return ()


def homes(s: State, u: int) -> HexSet:
    """Where an arriving unit or leader can be placed: supplied cities of his country, within the stacking limit. An aircraft needs
    a pilot too, a ship a port; a carrier plane goes straight aboard. Cases base.arrival, base.pilots, 4.1.2b. RULING arrival-place.
    """
    w = s.world
    side = w.side[u]
    cities = home_cities(s, u) & supply_of(s, w.party[u])
    if w.kind[u] == CVP:
        return 0
    if w.is_ship(u):
        return (home_cities(s, u) & bases(s, u)) or bases(s, u)
    if w.is_plane(u):
        free = bits(cities & ~s.held[1 - side])
        return sum(1 << h for h in free if has_room(s, side, h)) if s.pilots[w.power[u]] else 0
    return sum(1 << h for h in bits(cities) if may_stand(s, u, h))


class PlaceUnit(SideDecides, frozen=True, tag=True):
    """Place an arriving unit or leader, or let it wait. Cases base.arrival, 4.1.2b."""

    rule: ClassVar[str] = "base.arrival"
    takes = (Place, Done)
    unit: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Place(self.unit, h) for h in bits(homes(s, self.unit))), DONE]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Place | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if action.unit != self.unit:
            return Violation("base.arrival", f"It is the turn of {s.world.name(self.unit)}.")
        if action.hex < 0 or not homes(s, self.unit) >> action.hex & 1:
            rule = "4.1.2b" if s.world.is_leader(self.unit) else "base.arrival"
            return Violation(
                rule, "Units can arrive only in supplied cities of their country.", s.world.label(action.hex)
            )
        return None

    def apply(self, s: State, seat: Seat, action: Place | Done) -> Agenda:
        if isinstance(action, Place):
            put(s, action.unit, action.hex)
            if s.world.is_plane(action.unit):
                s.pilots[s.world.power[action.unit]] -= 1
            lock_overstacked(s)
            s.emit(
                Arrived(
                    action.unit, action.hex, "4.1.2b" if s.world.is_leader(action.unit) else "base.arrival"
                )
            )
        return (Arrivals(self.side, self.unit + 1),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        w = s.world
        who = "him" if w.is_leader(self.unit) else "them" if is_several(w.name(self.unit)) else "it"
        text = f"{says(w.name(self.unit), 'arrives')}: choose a city, or let {who} wait."
        return Prompt(text, self.rule, piece=w.piece(self.unit))

    def option(self, s: State, seat: Seat, action: Place | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            who = "He" if w.is_leader(self.unit) else "They" if is_several(w.name(self.unit)) else "It"
            return Option(says(who, "waits"), "pass", w.piece(self.unit), ends=True)
        return Option(f"Place at {w.title(action.hex)}", "place", w.piece(self.unit), w.label(action.hex))
