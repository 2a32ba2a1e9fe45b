"""Chapter 6.1: where new and rebuilt units enter, and Guards after their training."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.actions import Done, Place, Train
from hexfront.games.lebensraum.control import take
from hexfront.games.lebensraum.decisions import PowerOffers
from hexfront.games.lebensraum.headquarters import displaced
from hexfront.games.lebensraum.reach import enemy_zoc
from hexfront.games.lebensraum.state import State, begin_at, rezone, steps_of
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Chance, Cup, Option, Prompt, Seat, Violation
from hexfront.wargame import DONE, put
from hexfront.words import quantity

GERMAN_ENTRY = "Berlin"
ITALIANS_LEAVE_BY = 9
"""The turn by whose end the Italian 8th Army is gone. Case 6.42a."""
ENTRY_BY_NATION = {
    "finnish": "Helsinki",
    "italian": "Tirana",
    "romanian": "Budapest",
    "hungarian": "Budapest",
}
"""Where rebuilt units of Germany's allies enter. RULING 6.11-b."""


def entries(s: State, units: list[int]) -> dict[int, HexSet]:
    """Which of some units may enter now, with the hexes. Units that look alike enter alike."""
    doors: dict[int, HexSet] = {}
    door = s.world.door
    for u in units:
        if door[u] not in doors:
            doors[door[u]] = entry_hexes(s, u)
    return {u: hexes for u in units if (hexes := doors[door[u]])}


def entry_hexes(s: State, u: int) -> HexSet:
    """Hexes at which a unit may enter now.
    Cases 6.11b, 6.11c, 6.11d, 6.11e, 6.12e, 6.12f, 6.13c, 6.13d, 6.22i, 6.41b, 6.41c, 6.43a. RULING 6.41-c."""
    w = s.world
    power, army = s.power[u], w.armies[u]
    if power == kinds.ALLIED:
        return _allied_entry(s, u)
    zone = enemy_zoc(s, power)
    if power == kinds.SOVIET:
        if army.group == "tito":
            return 1 << w.hex("Belgrade") & s.control[kinds.SOVIET]
        if army.entry:
            return 1 << w.hex(army.entry) & s.control[kinds.SOVIET]
        edge = w.lands.east_edge & s.control[kinds.SOVIET]
        if army.group == "shock":
            return edge
        return edge | w.large_cities & s.control[kinds.SOVIET] & ~zone
    place = army.entry or ENTRY_BY_NATION.get(army.nation, GERMAN_ENTRY)
    return 1 << w.hex(place) & s.control[kinds.AXIS] & ~zone


def _allied_entry(s: State, u: int) -> HexSet:
    """Allied units enter at their landing hex while it is theirs, at an earlier landing, or at a coastal city. Case 6.13b."""
    w = s.world
    army = w.armies[u]
    if army.entry:
        return 1 << w.hex(army.entry) & s.control[kinds.ALLIED]
    if army.landing and not w.free_landings:
        return 1 << w.lands.at(army.landing, "west") & s.control[kinds.ALLIED]
    return (s.landed | w.lands.partial_sea & w.cities) & s.control[kinds.ALLIED]


# --- who comes


class Arrivals(Auto, frozen=True, tag=True):
    """Units that are due, or were delayed, are ready to enter, and the turn's air markers. Cases 4.2.1B, 6.1a, 6.1b, 6.11a,
    6.12c, 6.13a, 6.3b, 6.3c, 6.41a, 6.42b, 6.43a, 7.461b, 7.461c, 7.461h, 7.461i, 7.461k."""

    power: int

    def run(self, s: State) -> Agenda:
        w = s.world
        s.air[self.power] = w.air[self.power][s.turn - 1]
        for u in w.units:
            due = s.where[u] == kinds.LATER and 0 < w.armies[u].turn <= s.turn
            if u == w.italian_8th and s.turn > ITALIANS_LEAVE_BY:
                continue
            if s.power[u] == self.power and (due or (s.where[u] == kinds.ENGLAND and entry_hexes(s, u))):
                s.where[u] = kinds.READY
        if self.power != kinds.SOVIET:
            return (Placing(self.power),) if placeable(s, self.power) else ()
        _graduate(s)
        for u in w.series["tito"]:
            if s.where[u] == kinds.LATER and entry_hexes(s, u):
                s.where[u] = kinds.READY
        for n in w.shock_due[s.turn - 1]:
            _ready(s, next(u for u in w.series["shock"] if w.armies[u].number == n))
        for _ in range(w.tanks_due[s.turn - 1]):
            waiting = [u for u in w.series["tank"] if s.where[u] == kinds.PILE]
            if waiting:
                _ready(s, waiting[0])
            else:
                s.saved[2 * kinds.SOVIET + 1] += 2  # RULING 6.12-a.
        return (*(DrawArmy() for _ in range(w.infantry_due[s.turn - 1])), Offer(kinds.SOVIET))


def _ready(s: State, u: int) -> None:
    if s.where[u] == kinds.PILE:
        begin_at(s, u)
        s.where[u] = kinds.READY


def _graduate(s: State) -> None:
    """Units set aside last turn come back as the lowest Guard unit not in play. Cases 6.3b, 6.3c, 6.3d, 6.3f, RULING 6.3-b."""
    w = s.world
    for u, steps in list(s.training.items()):
        group = "guard_tank" if w.kind[u] == kinds.TANK else "guard"
        free = [g for g in w.series[group] if s.where[g] == kinds.GUARDS]
        del s.training[u]
        if not free:
            s.where[u] = kinds.READY
            continue
        s.where[u], s.where[free[0]] = kinds.BEHIND, kinds.READY
        s.origin[free[0]] = u
        s.weak[free[0]] = 0 if steps > 1 else 1


class DrawArmy(Chance, frozen=True, tag=True):
    """A Soviet infantry army is drawn from the pile. Cases 6.12b, 6.12d, RULING 6.12-a."""

    def outcomes(self, s: State) -> Cup:
        w = s.world
        pile = tuple(w.armies[u].id for u in w.series["new"] if s.where[u] == kinds.PILE)
        return Cup(pile or ("steps",))

    def apply(self, s: State, outcome: str) -> Agenda:
        if outcome == "steps":
            s.saved[2 * kinds.SOVIET] += 2
        else:
            _ready(s, s.world.unit(outcome))
        return ()

    def title(self, s: State) -> str:
        return "A new Soviet army"


class Offer(Auto, frozen=True, tag=True):
    """The power places what is ready, if there is room for any of it."""

    power: int

    def run(self, s: State) -> Agenda:
        return (Placing(self.power),) if placeable(s, self.power) else ()


def ready_units(s: State, power: int) -> list[int]:
    return [u for u in s.world.units_of[power] if s.where[u] == kinds.READY] if kinds.READY in s.where else []


def placeable(s: State, power: int) -> list[int]:
    """Ready units that have a hex to enter at."""
    return list(entries(s, ready_units(s, power)))


class Placing(PowerOffers, frozen=True, tag=True):
    """Place arriving units, or set Soviet ones aside to become Guards. Cases 6.1a, 6.1c, 6.12g, 6.3a."""

    rule = "6.1a"
    takes = (Place, Train, Done)

    def choices(self, s: State) -> list[Place | Train]:
        out: list[Place | Train] = []
        units = ready_units(s, self.power)
        room = entries(s, units)
        for u in units:
            found = places(s, u, room.get(u, 0))
            out += found if may_wait(s, u) else [action for action in found if not action.reserve]
            if train_violation(s, self.power, u) is None:
                out.append(Train(u))
        return out

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*self.choices(s), *(() if placeable(s, self.power) else (DONE,))]

    def violation(self, s: State, seat: Seat, action: Place | Train | Done) -> Violation | None:
        if not isinstance(action, Done):
            return self.refusal(s, action)
        waiting = placeable(s, self.power)
        return Violation("6.1a", f"{s.world.name(waiting[0])} has not been placed yet.") if waiting else None

    def refusal(self, s: State, action: Place | Train) -> Violation | None:
        if action.unit not in ready_units(s, self.power):
            return Violation("6.1a", "Only a unit that arrives now can be placed.")
        if isinstance(action, Place):
            if action.hex < 0 or not entry_hexes(s, action.unit) >> action.hex & 1:
                return Violation("6.12f", "It cannot enter there.", s.world.label(action.hex))
            if action.reserve and not may_wait(s, action.unit):
                return Violation("11.3e", "It has received further steps and is no longer in reserve.")
            return None
        return train_violation(s, self.power, action.unit)

    def take(self, s: State, action: Place | Train) -> Agenda:
        if isinstance(action, Place):
            frames = place(s, action.unit, action.hex, action.reserve)
            return (*frames, *((self,) if placeable(s, self.power) else self.after(s)))
        s.where[action.unit] = kinds.TRAINING
        s.training[action.unit] = steps_of(s, action.unit)
        s.emit(ev.Told(action.unit, "trains to become a Guard unit", "6.3a"))
        return (self,) if placeable(s, self.power) else self.after(s)

    def after(self, s: State) -> Agenda:
        put_off(s, self.power)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Place {quantity(len(placeable(s, self.power)), 'arriving unit')}.", self.rule)

    def shown(self, s: State, action: Place | Train) -> Option:
        w, name = s.world, s.world.name(action.unit)
        if isinstance(action, Train):
            return Option(f"Train {name} as Guards", "choose", name, rule="6.3a")
        words = " in reserve" if action.reserve else ""
        return Option(f"{name} to {w.title(action.hex)}{words}", "place", name, w.label(action.hex))


def places(s: State, u: int, hexes: HexSet) -> list[Place]:
    """Each way to place a unit in some hexes, in reserve or not: a long list that is the same turn after turn, so it is kept."""
    store = s.world.cache("places")
    found: list[Place] | None = store.get((u, hexes))
    if found is None:
        found = [Place(u, h, reserve) for h in bits(hexes) for reserve in (False, True)]
        store[u, hexes] = found
    return found


def may_wait(s: State, u: int) -> bool:
    """Whether an arriving unit may be placed in reserve; further steps for a unit that came back have ended that, except for
    the Soviets. Cases 6.12g, 11.3e. RULING 6.21-c."""
    return s.power[u] == kinds.SOVIET or not (s.flipped | s.bettered) >> u & 1


def train_violation(s: State, power: int, u: int) -> Violation | None:
    """Why a unit may not become a Guard unit. Cases 6.3a, 6.12d, RULING 6.3-c."""
    w = s.world
    guard = w.armies[u].group in ("guard", "guard_tank", "tito")
    if power != kinds.SOVIET or guard or w.kind[u] == kinds.PARATROOP:
        return Violation("6.3a", "Only Soviet infantry and tank armies train as Guards.")
    return None


def place(s: State, u: int, h: Hex, reserve: bool) -> Agenda:
    """Set an arriving unit down; an HQ of the enemy gives way to it. Cases 6.1c, 6.12g, 11.2g, 11.5e."""
    put(s, u, h)
    rezone(s, u)  # a battle group that outlived its army shows the army's class again (RULING 5.7-b)
    take(s, s.power[u], 1 << h, "11.5e")
    s.fresh |= 1 << u
    if reserve:
        s.reserve |= 1 << u
    s.emit(ev.Arrived(u, h, "6.1a"))
    return displaced(s, kinds.CAMP[s.power[u]], -1, h)


def put_off(s: State, power: int) -> None:
    """Units that find no hex wait for a later segment. Cases 6.11e, 6.13d, RULING 6.41-c."""
    for u in ready_units(s, power):
        if s.world.armies[u].turn:
            s.where[u] = kinds.LATER


def settle_in(s: State) -> None:
    """Units that came last turn are no longer newcomers; only those that came before turn E and still share a hex may do so until
    their own Movement Segment (RULING 6.1-a)."""
    s.fresh &= sum(1 << u for units in s.stack.values() if len(units) > 1 for u in units)
