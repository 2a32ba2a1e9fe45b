"""Leaders in Flames: the admiralty. Landings first, then what must be carried, then fleets where most is at stake, then submarines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from hexfront.games.leaders_in_flames.board import RANGE_COST, SECTIONS
from hexfront.games.leaders_in_flames.kinds import (
    AA,
    AMPH,
    CV,
    HQ_I,
    KIND_IDS,
    MAR,
    SUB,
    TRS,
    VOYAGES,
)
from hexfront.games.leaders_in_flames.land.zones import may_stack
from hexfront.games.leaders_in_flames.limits import limit, used
from hexfront.games.leaders_in_flames.politics.parties import hexes_of, together
from hexfront.games.leaders_in_flames.sea.carriage import fits, lifts, size_of
from hexfront.games.leaders_in_flames.sea.fleets import bases, depths
from hexfront.games.leaders_in_flames.sea.lifts import FULL
from hexfront.games.leaders_in_flames.state import ground_of, is_down, troops_at
from hexfront.games.leaders_in_flames.tables import outcome
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.players.doctrines.leaders_in_flames.desk import TASK, Desk
from hexfront.players.doctrines.leaders_in_flames.ground import walks
from hexfront.players.doctrines.leaders_in_flames.sea_worth import (
    CALM,
    HOLD,
    Waters,
    might,
    price,
    warships,
    waters_of,
)
from hexfront.players.doctrines.leaders_in_flames.theatres import ground_named, stages, theatres_of

SAFE = 0.45
"""Transports sail where at least this share of the might is ours."""
ENOUGH = 0.66
"""A fleet with such a share of the might needs nobody else; the rest stays in port, to answer what comes."""
GATHER = 7.0
"""How much a unit is wanted where a landing is prepared."""
MOST = 8.0
"""More than this is wanted nowhere."""
FRONT = 2.0
"""How many times the enemy's strength is wanted on a front by land."""


MANY = 99
BERTHS = 2
"""Ships to land troops in one port: no more units than two find room in it."""
SECOND = 0.5
"""What a second landing on the same land is worth of the first, in one impulse."""


@dataclass
class Voyage:
    """A task force: where from, who, what aboard, and where to: a section of an area, or a port."""

    place: int
    ships: list[int]
    area: int
    section: int = 0
    port: Hex = -1
    cargo: list[tuple[int, int]] = field(default_factory=list)
    target: Hex = -1
    is_dead: bool = False


class Admiralty:
    """Makes the voyages of a step."""

    def __init__(self, q: Desk, wishes: bool = False) -> None:
        self.q, self.s, self.w, self.side = q, q.s, q.w, q.side
        self.sea: Waters = waters_of(q)
        self.theatres = theatres_of(q)
        most = {p: MANY if wishes else limit(self.s, p, VOYAGES) for p in self.w.powers}
        self.left = {p: n - used(self.s, p, VOYAGES) if n >= 0 else MANY for p, n in most.items()}
        self.free: dict[tuple[int, int], list[int]] = {}
        for u in self.w.ships_of[self.side]:
            if self.s.where[u] >= 0 and not is_down(self.s, u) and not self.s.moved >> u & 1:
                self.free.setdefault((self.s.where[u], self.w.power[u]), []).append(u)
        self.taken: set[int] = set()
        self.cover: dict[int, float] = {}
        self.landings: dict[int, Hex] = {}
        self.bound: dict[int, Hex] = {}
        """Empty transports by the port they are on their way to."""

    def voyages(self) -> list[Voyage]:
        """All of them, in the order in which they sail."""
        out: list[Voyage] = []
        for make in (self._landings, self._freight, self._fetch, self._fleets, self._submarines):
            for voyage in make():
                power = self.w.power[voyage.ships[0]]
                if self.left[power] <= 0:
                    continue
                self.left[power] -= 1
                self.taken.update(voyage.ships)
                self.taken.update(u for u, _ in voyage.cargo)
                more = sum(might(self.s, u) for u in voyage.ships)
                if voyage.port < 0:
                    self.sea.ours[voyage.area] += more
                out.append(voyage)
        return out

    def _groups(self) -> Iterator[tuple[int, int, list[int]]]:
        """Ports with ships of one power that have nothing to do yet."""
        for (place, power), ships in sorted(self.free.items()):
            ready = [u for u in ships if u not in self.taken]
            if ready and self.left[power] > 0:
                yield place, power, ready

    def reach(self, place: int, ships: list[int]) -> dict[int, int]:
        """The areas that ships of a port can all get to, with the highest section in each."""
        w = self.w
        move = min(w.ship(u).move for u in ships)
        far = min(min(w.ship(u).move, w.ship(u).reach) for u in ships)
        return {
            area: min(SECTIONS - 1, move - steps)
            for area, steps in depths(self.s, ships[0], place).items()
            if steps <= far and area in w.waters.coast
        }

    # --- landings

    def _landings(self) -> Iterator[Voyage]:
        """Marines and other invaders against coasts that count, from as many ports as it takes, where the sea is ours."""
        while True:
            best = max(self._invasions(), key=lambda x: x[0], default=None)
            if best is None or best[0] <= 0:
                return
            for voyage in best[1]:
                self.cover[voyage.area] = self.cover.get(voyage.area, 0.0) + best[0]
                self.landings.update({u: voyage.target for u, _ in voyage.cargo})
                yield voyage
            for h in walks(self.s, best[1][0].target):
                if h in self.sea.ashore:
                    self.sea.ashore[h] *= SECOND

    def _invasions(self) -> Iterator[tuple[float, list[Voyage]]]:
        """Every landing that could be made now, with its worth."""
        w = self.w
        parts: dict[int, list[tuple[float, Voyage]]] = {}
        for place, _, ready in self._groups():
            lift = [u for u in ready if w.kind[u] in (TRS, AMPH)]
            cargo = self._load(lift, self._spare(place), invading=True) if lift else []
            if not cargo:
                continue
            carriers = [*dict.fromkeys(ship for _, ship in cargo)]
            force = sum(self._lands_with(u) for u, _ in cargo)
            for area in self.reach(place, carriers):
                with_them = self._escort(place, warships(self.s, ready), area, carriers)
                ships = [*carriers, *with_them]
                top = self.reach(place, ships)[area]
                parts.setdefault(area, []).append((force, Voyage(place, ships, area, top, cargo=cargo)))
        for area, found in parts.items():
            found.sort(key=lambda x: -x[0])
            for n in range(1, len(found) + 1):
                yield from self._targets(area, [voyage for _, voyage in found[:n]])

    def _targets(self, area: int, voyages: list[Voyage]) -> Iterator[tuple[float, list[Voyage]]]:
        """What some task forces together could take on the coasts of a sea area."""
        s, w, sea = self.s, self.w, self.sea
        units = [u for voyage in voyages for u, _ in voyage.cargo]
        theirs = hexes_of(s.control, s.wars[w.party[units[0]]])
        force = sum(self._lands_with(u) for u in units)
        guns = sum(max(0, w.ship(u).guns - (SECTIONS - 1 - v.section)) for v in voyages for u in v.ships)
        safe = sea.chance(area, sum(might(s, u) for v in voyages for u in v.ships))
        if safe < SAFE:
            return
        for h in bits(w.waters.coast[area] & theirs & ~s.troops[self.side]):
            worth = sea.ashore.get(h, 0.0)
            if worth < 1.0:
                continue
            won = self._wins(force + min(force, guns), h, len(units))
            if won >= self.q.k["landing"]:
                lost = 0.5 * (1 - won) * sum(w.price[u] for u in units)
                value = worth * won * safe - lost - 0.2 * len(voyages)
                yield value, [replace(voyage, target=h) for voyage in voyages]

    def _wins(self, force: float, h: Hex, landing: int) -> float:
        """How likely a number of units with these factors take a hex from the sea, on the table its defender prefers."""
        tables = self.w.tables.land
        units = max(1, len(troops_at(self.s, h)))
        column = tables[0].column(int(4 * force), max(1, int(4 * self.sea.garrison(h))))
        wins = [0.0, 0.0]
        for table in (0, 1) if column >= 0 else ():
            for die in range(1, 11):
                found = outcome(tables[table].read(column, die).result)
                wins[table] += (
                    0.1 * (bool(found.letter) or found.defender >= units) * (found.attacker < landing)
                )
        return min(wins) if self.w.close >> h & 1 else wins[0]

    def _lands_with(self, u: int) -> float:
        return self.w.strength[u] * (1.0 if self.w.kind[u] == MAR else 0.5)

    def _load(self, lift: list[int], troops: list[int], invading: bool) -> list[tuple[int, int]]:
        """Which unit goes aboard which ship, the strongest first."""
        s, w = self.s, self.w
        room = dict.fromkeys(lift, FULL)
        out: list[tuple[int, int]] = []
        for u in sorted(troops, key=lambda u: (-(self._lands_with(u) if invading else w.strength[u]), u)):
            kind = KIND_IDS[w.kind[u]] + (" DIV" if w.division[u] else "")
            for ship in sorted(lift, key=lambda x: (w.kind[x] != AMPH, x)):
                rows = [row for row in lifts(s, ship) if not row.ask and fits(s, row, u)]
                if invading:
                    rows = [row for row in rows if kind in row.invades]
                if rows and room[ship] >= size_of(s, u) and together(s, u, ship):
                    room[ship] -= size_of(s, u)
                    out.append((u, ship))
                    break
        return out

    def _escort(self, place: int, escort: list[int], area: int, lift: list[int]) -> list[int]:
        """As many warships as make the voyage safe, and no more than that."""
        out: list[int] = []
        force = 0.0
        for u in escort:
            if self.sea.chance(area, force) >= 0.7:
                break
            if self.reach(place, [*lift, u]).get(area, -1) >= 0:
                out.append(u)
                force += might(self.s, u)
        return out

    def _spare(self, place: int) -> list[int]:
        return [u for u in spare(self.q, place) if u not in self.taken]

    # --- freight

    def _freight(self) -> Iterator[Voyage]:
        """Troops from quiet ports to coasts of ours that are fought for, and to ports from which a landing could start."""
        w = self.w
        wanted = self._wanted()
        for place, _, ready in self._groups():
            lift = [u for u in ready if w.kind[u] == TRS]
            troops = self._cargo(place)
            cargo = self._load(lift, troops, invading=False) if lift and troops else []
            if not cargo:
                continue
            found = self._carriage(place, warships(self.s, ready), cargo, wanted)
            best = max(found, key=lambda x: x[0], default=None)
            if best is not None and best[0] > 0.5:
                voyage = best[1]
                wanted[voyage.target] -= sum(w.strength[u] for u, _ in voyage.cargo)
                if voyage.port < 0:
                    self.landings.update({u: voyage.target for u, _ in voyage.cargo})
                yield voyage
            elif passage := self._passage(place, cargo):
                yield passage

    def _passage(self, place: int, cargo: list[tuple[int, int]]) -> Voyage | None:
        """The next port on the way to a theatre that is farther off than one voyage."""
        cargo = [pair for pair in cargo if pair[0] in self.theatres.sent]
        if not cargo:
            return None
        goal = self.theatres.goal(cargo[0][0])
        cargo = [pair for pair in cargo if self.theatres.goal(pair[0]) == goal]
        port, area = self._towards(place, [*dict.fromkeys(ship for _, ship in cargo)], goal)
        cargo = self._fitting(cargo, port, strict=False) if port >= 0 else []
        lift = [*dict.fromkeys(ship for _, ship in cargo)]
        return Voyage(place, lift, area, port=port, cargo=cargo, target=port) if cargo else None

    def _towards(self, place: int, ships: list[int], goal: HexSet) -> tuple[Hex, int]:
        """The port that ships can reach now from which the fewest voyages are left to some places, and its safe area."""
        w, sea = self.w, self.sea
        slowest = min(ships, key=lambda u: (min(w.ship(u).move, w.ship(u).reach), u))
        far = stages(self.s, slowest, goal)
        here, found = far.get(place, MANY), list[tuple[int, int, Hex, int]]()
        for area in self.reach(place, ships):
            if sea.theirs[area] <= sea.ours[area] + 1:
                ports = bits(w.waters.coast[area] & bases(self.s, slowest))
                found += [(far[h], -w.prizes.get(h, 0), h, area) for h in ports if far.get(h, MANY) < here]
        return min(found)[2:] if found else (-1, -1)

    def _cargo(self, place: int) -> list[int]:
        """What may be shipped from a port: units that are sent to another theatre, and spare ones where no landing is prepared."""
        sent = self.theatres.sent
        troops = [
            u
            for u in troops_at(self.s, place)
            if u in sent and u not in self.taken and not is_down(self.s, u) and not self.theatres.by_land(u)
        ]
        if troops or place in self.sea.bases:
            return troops
        return self._spare(place)

    def _fetch(self) -> Iterator[Voyage]:
        """Ships to land troops from go to where these gather; empty transports where troops wait that the enemy is nowhere near by
        land."""
        s, w = self.s, self.w
        for place, power, ready in self._groups():
            landers, goal = self._berth(place, power, [u for u in ready if w.kind[u] == AMPH])
            if landers and goal:
                port, area = self._towards(place, landers, goal)
                if port >= 0:
                    yield Voyage(place, landers, area, port=port, target=port)
            lift = [u for u in ready if w.kind[u] == TRS and u not in self.taken]
            if not lift or self.sea.bases.get(place) == power:
                continue
            best: tuple[float, Hex, int] = (3.0, -1, -1)
            for area in self.reach(place, lift) if self.sea.home and not self._spare(place) else ():
                for h in bits(w.waters.coast[area] & bases(s, lift[0]) & s.troops[self.side]):
                    cargo = (
                        self._cargo(h)
                        if self.q.is_overseas(h) or self.theatres.sent.keys() & {*troops_at(s, h)}
                        else []
                    )
                    waiting = sum(w.strength[u] for u in cargo)
                    if waiting > best[0] and not self.q.quays >> h & 1 and h != place:
                        best = float(waiting), h, area
            if best[1] < 0 and (wharves := self._crowded(power, lift) & ~(1 << place)):
                port, area = self._towards(place, lift, wharves)
                best = 0.0, port, area
                self.bound.update(dict.fromkeys(lift, next(bits(wharves))))
            if best[1] >= 0:
                yield Voyage(place, lift, best[2], port=best[1], target=best[1])

    def _berth(self, place: int, power: int, landers: list[int]) -> tuple[list[int], HexSet]:
        """Which of the ships to land troops that lie in a port should go elsewhere, and to which ports: where they gather, those first
        that have room."""
        s, w = self.s, self.w
        ports = [h for h, whose in self.sea.bases.items() if whose == power]
        lying = Counter(
            s.where[u] for u in w.ships_of[self.side] if w.kind[u] == AMPH and w.power[u] == power
        )
        room = [h for h in ports if lying[h] < BERTHS]
        afloat = [
            sum(n for h, n in lying.items() if self._is_europe(h) == europe) for europe in (False, True)
        ]
        rarer = [h for h in room if afloat[self._is_europe(h)] + 1 < afloat[not self._is_europe(h)]]
        if place in ports:
            spare = (
                1
                if rarer and not self._is_europe(place) & self._is_europe(rarer[0])
                else lying[place] - BERTHS
            )
            return landers[: max(0, spare)], union(rarer or room)
        return landers, union(rarer or room or ports)

    def _is_europe(self, h: Hex) -> bool:
        """Whether a port lies on the European sheet."""
        return h >= 0 and RANGE_COST[self.w.lands.sheet[h]] == 1

    def _crowded(self, power: int, ships: list[int]) -> HexSet:
        """Where some empty transports are wanted most: the port from which most units wait for a passage, there or on their way to it,
        less the other transports that are nearer to it than to another such port."""
        s, w = self.s, self.w
        waiting = self.theatres.waiting(power)
        far = {h: stages(s, ships[0], 1 << h) for h in waiting}
        for u in w.ships_of[self.side]:
            here = self.bound.get(u, s.where[u])
            if w.kind[u] == TRS and w.power[u] == power and here >= 0 and u not in ships and waiting:
                waiting[min(far, key=lambda h: (far[h].get(here, MANY), h))] -= 1
        most = max(waiting, key=lambda h: (waiting[h], -far[h].get(s.where[ships[0]], MANY), h), default=-1)
        return 1 << most if waiting[most] > 0 else 0

    def _carriage(
        self, place: int, escort: list[int], cargo: list[tuple[int, int]], wanted: dict[Hex, float]
    ) -> Iterator[tuple[float, Voyage]]:
        """Where cargo could go: into a port where no stronger enemy waits outside, or over the beach under escort."""
        s, w, sea = self.s, self.w, self.sea
        every, lift = cargo, [*dict.fromkeys(ship for _, ship in cargo)]
        here = wanted.get(place, 0.0)
        stage = self._stage(place)
        for area, top in self.reach(place, lift).items():
            for h, need in wanted.items():
                if not w.waters.coast[area] >> h & 1 or h == place or walks(s, place).get(h, MANY) < CALM:
                    continue
                if sent := [pair for pair in every if self.theatres.goal(pair[0]) >> h & 1]:
                    gain = need
                else:
                    gain = max(need - here - stage, 0.5 * (self._stage(h) - stage))
                cargo = self._fitting(sent or every, h) if gain > 1.0 else []
                if not cargo:
                    continue
                lift = [*dict.fromkeys(ship for _, ship in cargo)]
                if all(bases(s, u) >> h & 1 for u in lift):
                    if sea.theirs[area] <= sea.ours[area] + 1:
                        yield gain, Voyage(place, lift, area, port=h, cargo=cargo, target=h)
                    continue
                with_them = self._escort(place, escort, area, lift)
                safe = sea.chance(area, sum(might(s, u) for u in with_them))
                top = self.reach(place, [*lift, *with_them]).get(area, -1)
                if safe >= SAFE and top >= 0:
                    yield (
                        gain * safe,
                        Voyage(place, [*lift, *with_them], area, top, cargo=cargo, target=h),
                    )

    def _fitting(self, cargo: list[tuple[int, int]], h: Hex, strict: bool = True) -> list[tuple[int, int]]:
        """As much of a cargo, the strongest first, as a hex has room for; no motorised units where there is no enemy by land, unless
        they are sent there."""
        out: list[tuple[int, int]] = []
        for u, ship in cargo:
            if strict and u not in self.theatres.sent and self.w.is_motor(u) and self.q.is_overseas(h):
                continue
            if may_stack(self.s, self.side, h, [u, *(v for v, _ in out)]):
                out.append((u, ship))
        return out

    def _wanted(self) -> dict[Hex, float]:
        """Coasts of ours by how much more is wanted there: enemies near by land, few to hold what counts, landings to start from."""
        s, w = self.s, self.w
        ground = ground_of(s, self.side)
        mine = ground & w.waters.shore & ~s.held[1 - self.side]
        out: dict[Hex, float] = {}
        for h in bits(mine & (w.waters.ports | s.troops[self.side] | union(w.prizes))):
            far = walks(s, h)
            calm = CALM // RANGE_COST[w.lands.sheet[h]]
            enemy = sum(
                sum(w.strength[u] for u in troops_at(s, x)) / (1 + 0.1 * far[x])
                for x in bits(s.troops[1 - self.side])
                if far.get(x, MANY) <= 2 * calm
            )
            own = sum(
                sum(w.strength[u] for u in troops_at(s, x))
                for x in bits(s.troops[self.side])
                if far.get(x, MANY) <= calm
            )
            prize = 0.8 * w.prizes.get(h, 0)
            need = min(MOST, FRONT * enemy - own) if enemy else (HOLD + prize - own) * bool(prize)
            need += self.q.k["goal"] * any(far.get(x, MANY) <= calm for x in bits(self.sea.goals))
            need = max(need, self._lacking(h))
            if h in self.sea.bases:
                need = max(need, GATHER * (TASK - len(spare(self.q, h))))
            if need > 0 or w.waters.ports >> h & 1:
                out[h] = need + prize if need > 0 else 0.0
        return out

    def _lacking(self, h: Hex) -> float:
        """What the theatre lacks in which a port lies."""
        found = (lack for name, lack in self.theatres.lacking.items() if ground_named(self.w, name) >> h & 1)
        return min(MOST, max(found, default=0.0)) if self.w.waters.ports >> h & 1 else 0.0

    def _stage(self, h: Hex) -> float:
        """What enemy coasts on the waters of a port are worth, for troops that could start from it."""
        if not self.w.waters.ports >> h & 1:
            return 0.0
        ground, coast = ground_of(self.s, self.side), 0
        for area in self.w.waters.of.get(h, ()):
            coast |= self.w.waters.coast[area]
        prizes = sum(n for x, n in self.w.prizes.items() if coast >> x & 1 and not ground >> x & 1)
        return 0.5 * (prizes + self.q.k["goal"] * (coast & self.sea.goals).bit_count())

    # --- fleets and submarines

    def _fleets(self) -> Iterator[Voyage]:
        """From each port the fleet that gains most, where it gains anything; every fleet sees those that sailed before it."""
        for place, _, ready in self._groups():
            ships = self._paired(warships(self.s, ready))
            best: tuple[float, list[int], int, int] | None = None
            enough: set[int] = set()
            for n in range(1, len(ships) + 1):
                group = ships[:n]
                if n < len(ships) and self.w.kind[ships[n - 1]] == CV and self.w.kind[ships[n]] != CV:
                    continue
                for area, section in self.reach(place, group).items():
                    if area in enough:
                        continue
                    if self.sea.chance(area, sum(might(self.s, u) for u in group)) > ENOUGH:
                        enough.add(area)
                    value = self._gain(area, group) + 0.1 * section
                    if best is None or value > best[0] + 0.05:
                        best = value, group, area, section
            if best is not None and best[0] > self.q.k["sail"]:
                yield Voyage(place, best[1], best[2], best[3])

    def _paired(self, ships: list[int]) -> list[int]:
        """Every carrier followed by an escort, as far as there are any."""
        decks = [u for u in ships if self.w.kind[u] == CV]
        guns = [u for u in ships if self.w.kind[u] != CV]
        pairs = [u for pair in zip(decks, guns, strict=False) for u in pair]
        return [*pairs, *decks[len(guns) :], *guns[len(decks) :]]

    def _gain(self, area: int, group: list[int]) -> float:
        """What a fleet gains in an area: its share of what is at stake, what it could sink, less what it could lose."""
        s, sea = self.s, self.sea
        force = sum(might(s, u) for u in group)
        before, after = sea.chance(area, 0.0), sea.chance(area, force)
        stake = sea.stake[area] + self.cover.get(area, 0.0)
        alone = 0.0 if sea.ours[area] else 0.5
        foes = bool(sea.theirs[area] + sea.prey[area] + sea.threat[area])
        gain = stake * (after - (before if sea.ours[area] else alone)) * foes
        hunt = 0.12 * sea.prey[area] * max(0.0, after - 0.4)
        risk = (
            0.05 * sum(price(s, u) for u in group) * (1 - after) * bool(sea.theirs[area] + sea.threat[area])
        )
        return gain + hunt - risk

    def _submarines(self) -> Iterator[Voyage]:
        """Where enemy ships or convoys are, or are likely to pass."""
        for place, _, ready in self._groups():
            boats = [u for u in ready if self.w.kind[u] == SUB]
            if not boats:
                continue
            reach = self.reach(place, boats)
            worth = {a: self.sea.prey[a] + 0.5 * self.sea.stake[a] for a in reach}
            area = max(worth, key=lambda a: (worth[a], -a), default=-1)
            if area >= 0 and worth[area] > 1.0:
                yield Voyage(place, boats, area, reach[area])


def spare(q: Desk, place: int) -> list[int]:
    """Face-up troops in a port that it can do without: no enemy is near it by land, and enough stay where the port counts."""
    s, w = q.s, q.w
    here = [u for u in troops_at(s, place) if w.side[u] == q.side]
    if not waters_of(q).is_calm(place):
        return []
    units = [u for u in here if not is_down(s, u) and w.pace[u] > 1 and w.kind[u] not in (HQ_I, AA)]
    left = sum(w.strength[u] for u in here if u not in units)
    hold = HOLD + 0.3 * w.prizes[place] if w.prizes.get(place) else 0.0
    for u in sorted(units, key=lambda u: (w.strength[u], u)) if w.prizes.get(place) else ():
        if left >= hold:
            break
        units.remove(u)
        left += w.strength[u]
    return units
