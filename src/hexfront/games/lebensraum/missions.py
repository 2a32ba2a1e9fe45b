"""Chapter 7.46: air, naval and partisan markers get their missions, one at a time; Bomber Command."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Bomb, Done, PlaceAir, PlacePartisan, PlaceShip
from hexfront.games.lebensraum.decisions import InTurn
from hexfront.games.lebensraum.economy import captures
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    BOMBARDMENT,
    CAMP,
    COMBINED,
    DESTROYED,
    EVACUATION,
    SOVIET,
    TRACK,
    WEST,
    WORKS_BASE,
)
from hexfront.games.lebensraum.lands import OCCUPIED_WEST
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.state import State, controller, held_by_camp, hqs_on_map, key
from hexfront.games.lebensraum.treasury import can_pay, spend
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation

SUPPORT, BOMBING, DROP = "support", "bomb", "drop"
Mission = PlaceAir | PlaceShip | PlacePartisan | Bomb


# --- what there is to place


def partisan_cities(s: State, power: int) -> HexSet:
    """Cities whose people rise for a power: its own of the start, or the occupied West's, in hostile hands.

    Cases 7.463a, 7.463b, 7.463f, 7.463h, RULING 7.463-b. RULING 7.463-d: in the combination the Axis has them in the East.
    """
    w = s.world
    hostile = held_by_camp(s, 1 - CAMP[power])
    if power == ALLIED:
        return sum(w.cities_in[name] for name in OCCUPIED_WEST) & hostile
    if power == AXIS and w.game == WEST:
        return 0
    return w.start_control[power] & w.cities & hostile & ~w.west_only


def partisans_due(s: State, power: int) -> int:
    """Ordinary partisan markers of a turn. Cases 7.463a, 7.463g, RULING 7.463-a."""
    w = s.world
    limits, people = w.tables.limits, w.population_of(partisan_cities(s, power))
    if power == ALLIED and people > limits.western_partisans_above:
        return limits.western_partisans
    return people // limits.partisan_population


def bomber_credits(s: State) -> int:
    """Credits of Bomber Command. Cases 7.46121a, 7.46121e, 13.0g."""
    markers = s.air[ALLIED]
    return markers // 2 if s.world.game == COMBINED else (markers + 2) // 4


class BeginMissions(Auto, frozen=True, tag=True):
    """Markers are counted, then placed in turn, the Axis first. Cases 4.2.1C, 7.46a, 7.463a, 7.463e."""

    only: int = -1  # the only power that places, in a surprise attack

    def run(self, s: State) -> Agenda:
        w = s.world
        s.passed, s.air_left = 0, [0, 0, 0]
        s.partisans_left, s.tito_left, s.credits = [0, 0, 0], 0, 0
        free = self.only >= 0
        for power in w.powers:
            if power not in at_war(s) or (free and power != self.only):
                s.passed |= 1 << power
                continue
            s.air_left[power] = s.air[power]
            if not free:
                s.partisans_left[power] = partisans_due(s, power)
        if not free and SOVIET in w.powers:
            s.tito_left = 1
        if not free and ALLIED in w.powers and not s.passed >> ALLIED & 1:
            s.credits = bomber_credits(s)
        return Missions(AXIS, free).ask(s, *w.powers)


# --- who may place what


def price(s: State, action: Mission) -> int:
    """Movement points for a marker. Cases 7.461e, 7.462b, 7.463d."""
    costs = s.world.tables.costs
    if isinstance(action, PlaceAir):
        return costs.air
    if isinstance(action, PlaceShip):
        return costs.naval
    return costs.partisan if isinstance(action, PlacePartisan) else 0


def mission_violation(s: State, power: int, free: bool, action: Mission) -> Violation | None:
    """Why a marker cannot be placed so."""
    if not free and not can_pay(s, power, price(s, action)):
        rule = {PlaceAir: "7.461e", PlaceShip: "7.462b", PlacePartisan: "7.463d"}.get(type(action), "7.461e")
        return Violation(rule, f"It costs {price(s, action)} movement points.")
    if isinstance(action, PlaceAir):
        return _air_violation(s, power, action)
    if isinstance(action, PlaceShip):
        return _ship_violation(s, power, action)
    if isinstance(action, PlacePartisan):
        return _partisan_violation(s, power, action)
    return _bomb_violation(s, power, action)


def _air_violation(s: State, power: int, action: PlaceAir) -> Violation | None:
    """Cases 7.461d, 7.461f, 7.461g, 7.4611a, 7.4612a, 7.4613a. RULING 7.4612-a: nobody bombs his own lines."""
    w, target = s.world, action.target
    if not s.air_left[power]:
        return Violation("7.461d", "No air marker is left this turn.")
    if action.mission == SUPPORT:
        if target not in hqs_on_map(s, power):
            return Violation("7.4611a", "Air support goes under an HQ of yours.")
        if target == w.finnish_hq and s.air_hq[target] >= w.tables.limits.finnish_air:
            return Violation(
                "7.461g", f"The Finnish HQ takes {w.tables.limits.finnish_air} air markers at most."
            )
        return None
    if action.mission == BOMBING:
        theirs = (w.cities | w.lands.line_hexes) & held_by_camp(s, 1 - CAMP[power])
        if not w.is_hex(target) or not theirs >> target & 1:
            return Violation(
                "7.4612a", "Bombers go to a transport line or a city of the enemy.", w.label(target)
            )
        if s.bombs[power] >> target & 1:
            return Violation("7.4612a", "It is bombed already.", w.label(target))
        far = w.tables.ranges.bombing
        if not any(w.disc(s.hq[k], far) >> target & 1 for k in hqs_on_map(s, power)):
            return Violation(
                "7.4612a", f"Bombers fly no farther than {far} hexes from an HQ.", w.label(target)
            )
        return None
    if (
        action.mission != DROP
        or not w.is_unit(target)
        or not w.paratroops >> target & 1
        or s.power[target] != power
    ):
        return Violation("7.4613a", "An air assault is for a paratroop unit of yours.")
    if s.where[target] < 0 or (s.drop | s.dropped) >> target & 1:
        return Violation("11.4f", "Each paratroop unit makes one assault in a game, from the map.")
    return None


def _ship_violation(s: State, power: int, action: PlaceShip) -> Violation | None:
    """Cases 7.462a, 7.462b, 7.462c, 7.462d, 7.462g, 11.7g."""
    w, k, h = s.world, action.ship, action.hex
    if not 0 <= k < len(w.ships) or w.ship_power[k] != power or s.ship[k] >= 0 or s.sunk >> k & 1:
        return Violation("7.462b", "That naval marker is not there to be placed.")
    if not w.is_hex(h) or not s.held[power] >> h & 1:
        return Violation("7.462g", "A naval marker goes to a hex with a unit of yours.", w.label(h))
    water = w.ships[k].water
    if action.mission == BOMBARDMENT:
        near = w.lands.coast[water] >> h & 1
        return None if near else Violation("7.462a", "The hex does not lie on its sea.", w.label(h))
    if action.mission != EVACUATION:
        return Violation("7.462b", "A naval marker bombards or evacuates.")
    if not w.lands.ports_of(water, w.tables.ranges.evacuation) >> h & 1:
        return Violation("7.462d", "Units are taken off from a city on its sea.", w.label(h))
    return None


def _partisan_violation(s: State, power: int, action: PlacePartisan) -> Violation | None:
    """Cases 7.463b, 7.463e, 7.463f."""
    w, h = s.world, action.hex
    if not w.is_hex(h):
        return Violation("7.463b", "Partisans rise in cities.")
    if power == SOVIET and s.tito_left and w.cities_in["yugoslavia"] & held_by_camp(s, CAMP[AXIS]) & 1 << h:
        return None
    if not s.partisans_left[power]:
        return Violation("7.463a", "No partisan marker is left this turn.")
    if not partisan_cities(s, power) >> h & 1:
        return Violation("7.463b", "Partisans rise in a city of yours that the enemy holds.", w.label(h))
    return None


def _bomb_violation(s: State, power: int, action: Bomb) -> Violation | None:
    """Cases 7.46121a, 7.46121d."""
    w, k = s.world, action.marker
    if power != ALLIED or not s.credits:
        return Violation("7.46121a", "Bomber Command has no credit left.")
    if not 0 <= k < len(w.markers) or s.works[k] < 0 or s.works_power[k] != AXIS:
        return Violation("7.46121d", "Choose an economic marker of the Axis on the map.")
    if not w.lands.country["germany"] >> s.works[k] & 1:
        return Violation("7.46121d", "Bomber Command strikes in Germany alone.", w.label(s.works[k]))
    return None


def missions(s: State, power: int) -> list[Mission]:
    """Every mission worth asking about."""
    w = s.world
    out: list[Mission] = []
    hqs = hqs_on_map(s, power)
    if s.air_left[power]:
        out += [PlaceAir(SUPPORT, k) for k in hqs]
        out += [PlaceAir(DROP, u) for u in bits(w.paratroops) if s.power[u] == power and s.where[u] >= 0]
        near = 0
        for k in hqs:
            near |= w.disc(s.hq[k], w.tables.ranges.bombing)
        theirs = held_by_camp(s, 1 - CAMP[power]) & (w.lands.line_hexes | w.cities)
        out += [PlaceAir(BOMBING, h) for h in bits(near & theirs)]
    for k, owner in enumerate(w.ship_power):
        if owner == power and s.ship[k] < 0:
            coast = w.lands.coast[w.ships[k].water] | w.lands.ports_of(
                w.ships[k].water, w.tables.ranges.evacuation
            )
            for h in bits(coast & s.held[power]):
                out += [PlaceShip(k, BOMBARDMENT, h), PlaceShip(k, EVACUATION, h)]
    cities = partisan_cities(s, power) if s.partisans_left[power] else 0
    if power == SOVIET and s.tito_left:
        cities |= w.cities_in["yugoslavia"] & held_by_camp(s, CAMP[AXIS])
    out += [PlacePartisan(h) for h in bits(cities)]
    if power == ALLIED and s.credits:
        out += [Bomb(k) for k, at in enumerate(s.works) if at >= 0]
    return out


def place(s: State, power: int, free: bool, action: Mission) -> None:
    """Give a marker its mission and pay for it. Cases 7.461e, 7.462b, 7.463d, 11.8a."""
    w = s.world
    if not free:
        spend(s, power, price(s, action), type(action).__name__)
    if isinstance(action, Bomb):
        s.credits -= 1
        destroyed = w.markers[action.marker].total <= w.tables.limits.bomber_total
        if not destroyed:
            s.bombed[action.marker] = s.works[action.marker]
            s.works_due[action.marker] = s.turn + 1
        s.works[action.marker] = DESTROYED if destroyed else TRACK
        words = "were destroyed" if destroyed else "were stopped for a turn"
        s.emit(ev.Told(WORKS_BASE + action.marker, f"{words} by Bomber Command", "7.46121d"))
        return
    if isinstance(action, PlaceAir):
        s.air_left[power] -= 1
        if action.mission == SUPPORT:
            s.air_hq[action.target] += 1
        elif action.mission == BOMBING:
            s.bombs[power] |= 1 << action.target
        else:
            s.drop |= 1 << action.target
        s.emit(ev.MarkerPlaced(power, action.mission, action.target))
    elif isinstance(action, PlaceShip):
        s.ship[action.ship], s.mission[action.ship] = action.hex, action.mission
        s.emit(ev.MarkerPlaced(power, "ship", action.hex))
    else:
        if power == SOVIET and s.tito_left and w.cities_in["yugoslavia"] >> action.hex & 1:
            s.tito_left = 0
        else:
            s.partisans_left[power] -= 1
        filed = key(power, action.hex)
        s.partisans[filed] = s.partisans.get(filed, 0) + 1
        s.emit(ev.MarkerPlaced(power, "partisan", action.hex))


class Missions(InTurn, frozen=True, tag=True):
    """Place one marker, or pass; the sides take turns. Cases 7.46a, 7.46b."""

    rule: ClassVar[str] = "7.46a"
    takes = (PlaceAir, PlaceShip, PlacePartisan, Bomb, Done)
    done = Option("Place nothing more", "pass", rule="7.46b", ends=True)
    free: bool = False

    def of(self, power: int) -> Missions:
        return Missions(power, self.free)

    def choices(self, s: State) -> list[Mission]:
        return missions(s, self.power)

    def refusal(self, s: State, action: Mission) -> Violation | None:
        return mission_violation(s, self.power, self.free, action)

    def take(self, s: State, action: Mission) -> Agenda:
        place(s, self.power, self.free, action)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        air, points = s.air_left[self.power], s.points[self.power]
        return Prompt(f"Place a marker, or pass. Air markers: {air}. Movement points: {points}.", self.rule)

    def shown(self, s: State, action: Mission) -> Option:
        w = s.world
        if isinstance(action, PlaceAir):
            if action.mission == SUPPORT:
                words, h = f"Air support with {w.hqs[action.target].name}", s.hq[action.target]
            elif action.mission == BOMBING:
                words, h = f"Bomb {w.title(action.target)}", action.target
            else:
                words, h = f"{w.name(action.target)} prepares an air assault", s.where[action.target]
            return Option(words, "place", at=w.label(h), cost=float(price(s, action)))
        if isinstance(action, PlaceShip):
            does = "bombards from" if action.mission == BOMBARDMENT else "evacuates"
            words = f"{w.ships[action.ship].name} {does} {w.title(action.hex)}"
            return Option(words, "place", at=w.label(action.hex), cost=float(price(s, action)))
        if isinstance(action, PlacePartisan):
            words = f"Partisans in {w.title(action.hex)}"
            return Option(words, "place", at=w.label(action.hex), cost=float(price(s, action)))
        marker = w.markers[action.marker]
        return Option(f"Bomber Command strikes {marker.name}", "target", at=w.label(s.works[action.marker]))


def mission_frames(s: State) -> Agenda:
    return (BeginMissions(),)


def surprise_frames(s: State, power: int) -> Agenda:
    """Markers of a surprise attack: one side's, and free. Cases 11.8a, 11.8c, RULING 11.8-d."""
    return (BeginMissions(power),)


class ClearMarkers(Auto, frozen=True, tag=True):
    """All air, naval and partisan markers leave the map. Case 7.46c."""

    def run(self, s: State) -> Agenda:
        s.air_hq = [0] * len(s.air_hq)
        s.air_at, s.bombs, s.partisans = {}, [0, 0, 0], {}
        s.drop = s.airborne = s.sailed = 0
        s.ship = [-1] * len(s.ship)
        s.mission = [0] * len(s.mission)
        return ()


def return_bombed_works(s: State) -> Agenda:
    """Markers stopped by Bomber Command come back as the Axis phase begins, into the hands of who holds the place now.

    Cases 7.46121c, 10.3f. RULING 7.46121-a, RULING 7.46121-c.
    """
    frames: Agenda = ()
    for k, h in list(s.bombed.items()):
        if s.works_due[k] <= s.turn:
            s.works[k] = s.bombed.pop(k)
            holder = controller(s, h)
            if holder >= 0 and CAMP[holder] != CAMP[AXIS]:
                frames = (*frames, *captures(s, holder, h))
    return frames


__all__ = [
    "BeginMissions", "ClearMarkers", "Missions", "bomber_credits", "mission_frames", "partisan_cities",
    "partisans_due", "return_bombed_works", "surprise_frames",
]  # fmt: skip
