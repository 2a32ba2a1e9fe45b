"""Chapter 7.46: air, naval and partisan markers get their missions, one at a time; Bomber Command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Bomb, Done, PlaceAir, PlacePartisan, PlaceShip
from hexfront.games.lebensraum.decisions import InTurn
from hexfront.games.lebensraum.economy import captures, spend
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
from hexfront.hexes import HexSet, bits, union
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.words import quantity

SUPPORT, BOMBING, DROP = "support", "bomb", "drop"
Mission = PlaceAir | PlaceShip | PlacePartisan | Bomb
COSTS = {PlaceAir: "an air marker", PlaceShip: "a naval marker", PlacePartisan: "partisans"}
"""What the log says was paid for."""


# --- what there is to place


def partisan_cities(s: State, power: int) -> HexSet:
    """Cities whose people rise for a power: its own of the start, or the occupied West's, in hostile hands.
    Cases 7.463a, 7.463b, 7.463f, 7.463h, RULING 7.463-b. RULING 7.463-d: in the combination the Axis has them in the
    East."""
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
    """Markers are counted, then placed in turn, the Axis first; in a surprise attack by one power alone and for nothing.
    Cases 4.2.1C, 7.46a, 7.463a, 7.463e, 11.8a, 11.8c, RULING 11.8-d."""

    only: int = -1

    def run(self, s: State) -> Agenda:
        free = self.only >= 0
        placing = (self.only,) if free else at_war(s)
        s.passed = sum(1 << power for power in s.world.powers if power not in placing)
        s.air_left = [s.air[power] if power in placing else 0 for power in range(3)]
        s.partisans_left, s.tito_left, s.credits = [0, 0, 0], 0, 0
        if not free:
            s.partisans_left = [partisans_due(s, power) if power in placing else 0 for power in range(3)]
            s.tito_left = int(SOVIET in placing)
            s.credits = bomber_credits(s) if ALLIED in placing else 0
        return Missions(AXIS, free).ask(s, *s.world.powers)


# --- who may place what


def price(s: State, action: Mission) -> int:
    """Movement points for a marker. Cases 7.461e, 7.462b, 7.463d: Bomber Command pays nothing."""
    costs = s.world.tables.costs
    return {PlaceAir: costs.air, PlaceShip: costs.naval, PlacePartisan: costs.partisan}.get(type(action), 0)


def _air_violation(s: State, power: int, action: PlaceAir) -> Violation | None:
    """Cases 7.461d, 7.461f, 7.461g, 7.4611a, 7.4612a, 7.4613a. RULING 7.4612-a: nobody bombs his own lines."""
    w, target = s.world, action.target
    if not s.air_left[power]:
        return Violation("7.461d", "No air marker is left this turn.")
    if action.mission == SUPPORT:
        if target not in hqs_on_map(s, power):
            return Violation("7.4611a", "Air support goes under an HQ of yours.")
        most = w.tables.limits.finnish_air
        if target == w.finnish_hq and s.air_hq[target] >= most:
            return Violation("7.461g", f"The Finnish HQ takes at most {most} air markers.")
        return None
    if action.mission == BOMBING:
        at, far = w.label(target), w.tables.ranges.bombing
        if not w.is_hex(target) or not _lines_and_cities(s, power) >> target & 1:
            return Violation("7.4612a", "Bombers go to a transport line or a city of the enemy.", at)
        if s.bombs[power] >> target & 1:
            return Violation("7.4612a", "It is already being bombed.", at)
        if not bomb_targets(s, power) >> target & 1:
            return Violation("7.4612a", f"Bombers can fly at most {far} hexes from an HQ.", at)
        return None
    drops = action.mission == DROP and w.is_unit(target) and w.paratroops >> target & 1
    if not drops or s.power[target] != power:
        return Violation("7.4613a", "An air assault is for a paratroop unit of yours.")
    if s.where[target] < 0 or (s.drop | s.dropped) >> target & 1:
        return Violation("11.4f", "Each paratroop unit can make one assault per game, starting on the map.")
    return None


def _ship_violation(s: State, power: int, action: PlaceShip) -> Violation | None:
    """Cases 7.462a, 7.462b, 7.462c, 7.462d, 7.462g, 11.7g."""
    w, k, h = s.world, action.ship, action.hex
    if not 0 <= k < len(w.ships) or w.ship_power[k] != power or s.ship[k] >= 0 or s.sunk >> k & 1:
        return Violation("7.462b", "That naval marker cannot be placed.")
    if not w.is_hex(h) or not s.held[power] >> h & 1:
        return Violation("7.462g", "A naval marker goes to a hex with a unit of yours.", w.label(h))
    if action.mission == BOMBARDMENT:
        near = w.coast[k] >> h & 1
        return None if near else Violation("7.462a", "The hex is not on its sea.", w.label(h))
    if action.mission != EVACUATION:
        return Violation("7.462b", "A naval marker can only bombard or evacuate.")
    if not w.ports[k] >> h & 1:
        return Violation("7.462d", "Units can be evacuated only from a city on its sea.", w.label(h))
    return None


def _partisan_violation(s: State, power: int, action: PlacePartisan) -> Violation | None:
    """Cases 7.463b, 7.463e, 7.463f."""
    w, h = s.world, action.hex
    if not w.is_hex(h):
        return Violation("7.463b", "Partisans can be placed only in cities.")
    if risings(s, power) >> h & 1:
        return None
    if not s.partisans_left[power]:
        return Violation("7.463a", "No partisan marker is left this turn.")
    return Violation(
        "7.463b", "Partisans can be placed only in a city of yours that the enemy holds.", w.label(h)
    )


def _bomb_violation(s: State, power: int, action: Bomb) -> Violation | None:
    """Cases 7.46121a, 7.46121d."""
    w, k = s.world, action.marker
    if power != ALLIED or not s.credits:
        return Violation("7.46121a", "Bomber Command has no credit left.")
    if not 0 <= k < len(w.markers) or s.works[k] < 0 or s.works_power[k] != AXIS:
        return Violation("7.46121d", "Choose an economic marker of the Axis on the map.")
    if not w.lands.country["germany"] >> s.works[k] & 1:
        return Violation("7.46121d", "Bomber Command can strike only in Germany.", w.label(s.works[k]))
    return None


VIOLATIONS: dict[type[Mission], tuple[str, Callable[[State, int, Any], Violation | None]]] = {
    PlaceAir: ("7.461e", _air_violation), PlaceShip: ("7.462b", _ship_violation),
    PlacePartisan: ("7.463d", _partisan_violation), Bomb: ("7.46121a", _bomb_violation),
}  # fmt: skip
"""Why a marker of each kind cannot be placed, and the case of its price."""


def _lines_and_cities(s: State, power: int) -> HexSet:
    """Transport lines and cities that the enemies of a power hold."""
    return held_by_camp(s, 1 - CAMP[power]) & (s.world.lands.line_hexes | s.world.cities)


def bomb_targets(s: State, power: int) -> HexSet:
    """Lines and cities of the enemy in range of a power's HQs that it does not bomb yet. Case 7.4612a."""
    w = s.world
    near = w.grid.dilate(union(s.hq[k] for k in hqs_on_map(s, power)), w.tables.ranges.bombing)
    return near & _lines_and_cities(s, power) & ~s.bombs[power]


def air_missions(s: State, power: int) -> list[PlaceAir]:
    """Everywhere an air marker may go. Cases 7.4611a, 7.4612a, 7.4613a, 7.461g, 11.4f."""
    w = s.world
    full = s.air_hq[w.finnish_hq] >= w.tables.limits.finnish_air if w.finnish_hq >= 0 else False
    support = [PlaceAir(SUPPORT, k) for k in hqs_on_map(s, power) if not (full and k == w.finnish_hq)]
    ready = [u for u in bits(w.paratroops & ~s.drop & ~s.dropped) if s.power[u] == power and s.where[u] >= 0]
    bombing = [PlaceAir(BOMBING, h) for h in bits(bomb_targets(s, power))]
    return [*support, *(PlaceAir(DROP, u) for u in ready), *bombing]


def ship_missions(s: State, power: int) -> list[PlaceShip]:
    """Everywhere a naval marker may go. Cases 7.462a, 7.462d, 7.462g, 11.7g."""
    w = s.world
    out = []
    for k, owner in enumerate(w.ship_power):
        if owner == power and s.ship[k] < 0 and not s.sunk >> k & 1:
            for h in bits((w.coast[k] | w.ports[k]) & s.held[power]):
                out += [PlaceShip(k, BOMBARDMENT, h)] if w.coast[k] >> h & 1 else []
                out += [PlaceShip(k, EVACUATION, h)] if w.ports[k] >> h & 1 else []
    return out


def risings(s: State, power: int) -> HexSet:
    """Cities in which a power may place a partisan marker. Cases 7.463b, 7.463e, 7.463f."""
    cities = partisan_cities(s, power) if s.partisans_left[power] else 0
    if power == SOVIET and s.tito_left:
        cities |= s.world.cities_in["yugoslavia"] & held_by_camp(s, CAMP[AXIS])
    return cities


def bomber_targets(s: State, power: int) -> list[int]:
    """Economic markers that Bomber Command can strike. Cases 7.46121a, 7.46121d."""
    if power != ALLIED or not s.credits:
        return []
    germany = s.world.lands.country["germany"]
    return [k for k, h in enumerate(s.works) if h >= 0 and s.works_power[k] == AXIS and germany >> h & 1]


def place(s: State, power: int, free: bool, action: Mission) -> None:
    """Give a marker its mission and pay for it; Bomber Command strikes. Cases 7.461e, 7.462b, 7.463d, 11.8a, 7.46121b, 7.46121c."""
    w = s.world
    if not free:
        spend(s, power, price(s, action), COSTS.get(type(action), "a mission"))
    if isinstance(action, Bomb):
        s.credits -= 1
        destroyed = w.markers[action.marker].total <= w.tables.limits.bomber_total
        if not destroyed:
            s.bombed[action.marker] = s.works[action.marker]
            s.works_due[action.marker] = s.turn + 1
        s.works[action.marker] = DESTROYED if destroyed else TRACK
        words = "were destroyed" if destroyed else "were put out of action for a turn"
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

    rule = "7.46a"
    takes = (PlaceAir, PlaceShip, PlacePartisan, Bomb, Done)
    done = Option("Place nothing more", "pass", rule="7.46b", ends=True)
    free: bool = False

    def of(self, power: int) -> Missions:
        return Missions(power, self.free)

    def choices(self, s: State) -> list[Mission]:
        power, costs = self.power, s.world.tables.costs
        out: list[Mission] = [*air_missions(s, power)] if self._has_air(s) else []
        if self._pays(s, costs.naval):
            out += ship_missions(s, power)
        if self._pays(s, costs.partisan):
            out += [PlacePartisan(h) for h in bits(risings(s, power))]
        return out + [Bomb(k) for k in bomber_targets(s, power)]

    def is_open(self, s: State) -> bool:
        # an HQ other than the Finns' always has room
        able = self._has_air(s) and any(
            k != s.world.finnish_hq for k in hqs_on_map(s, self.power)
        )  # for speed
        return able or super().is_open(s)

    def _has_air(self, s: State) -> bool:
        return bool(s.air_left[self.power]) and self._pays(s, s.world.tables.costs.air)

    def _pays(self, s: State, price: int) -> bool:
        return self.free or s.points[self.power] >= price

    def refusal(self, s: State, action: Mission) -> Violation | None:
        """A power that cannot pay places nothing. Cases 7.461e, 7.462b, 7.463d."""
        rule, found = VIOLATIONS[type(action)]
        if not self._pays(s, price(s, action)):
            return Violation(rule, f"It costs {quantity(price(s, action), 'movement point')}.")
        return found(s, self.power, action)

    def take(self, s: State, action: Mission) -> Agenda:
        place(s, self.power, self.free, action)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        air, points = s.air_left[self.power], s.points[self.power]
        return Prompt(f"Place a marker, or pass. Air markers: {air}. Movement points: {points}.", self.rule)

    def shown(self, s: State, action: Mission) -> Option:
        w = s.world
        if isinstance(action, Bomb):
            name, h = w.markers[action.marker].name, s.works[action.marker]
            return Option(f"Bomber Command strikes {name}", "target", at=w.label(h))
        if isinstance(action, PlaceShip):
            does = "bombards from" if action.mission == BOMBARDMENT else "evacuates"
            words, h = f"{w.ships[action.ship].name} {does} {w.title(action.hex)}", action.hex
        elif isinstance(action, PlacePartisan):
            words, h = f"Partisans in {w.title(action.hex)}", action.hex
        elif action.mission == SUPPORT:
            words, h = f"Air support with {w.hqs[action.target].name}", s.hq[action.target]
        elif action.mission == BOMBING:
            words, h = f"Bomb {w.title(action.target)}", action.target
        else:
            words, h = f"{w.name(action.target)} prepares an air assault", s.where[action.target]
        return Option(words, "place", at=w.label(h), cost=float(price(s, action)))


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
    """Markers stopped by Bomber Command come back as the Axis phase begins, to whoever holds the place now.
    Cases 7.46121c, 10.3f. RULING 7.46121-a, RULING 7.46121-c."""
    frames: Agenda = ()
    for k, h in list(s.bombed.items()):
        if s.works_due[k] <= s.turn:
            s.works[k] = s.bombed.pop(k)
            holder = controller(s, h)
            if holder >= 0 and CAMP[holder] != CAMP[AXIS]:
                frames = (*frames, *captures(s, holder, h))
    return frames
