"""The Last War: what ground and points are worth, and how a seat reads a position."""

from __future__ import annotations

from hexfront.games.last_war.combat import army
from hexfront.games.last_war.data import AIR, GARRISONS, LSP, MEN, SIDES, TANKS, LastWarWorld
from hexfront.games.last_war.flags import flag_cost, is_amphibious, is_pag_target
from hexfront.games.last_war.front import controls_sea
from hexfront.games.last_war.reckoning import Force, Situation
from hexfront.games.last_war.state import LastWarState, assessment, is_in_war, points, side_points
from hexfront.hexes import bits, union
from hexfront.kernel import Seat
from hexfront.players.doctrine import Plan
from hexfront.players.doctrines.last_war.campaign import Campaign
from hexfront.players.doctrines.last_war.odds import ATTACK, DEFENCE, BattleOdds, Outlook, case, remnant
from hexfront.players.doctrines.last_war.shape import Known, Shape

Near = dict[int, list[tuple[int, float]]]
PINCERS = 3  # hexes that two blows are apart at most when they are weighed as one
NEAR, FAR = 3, 14  # how far a place is felt as a place, and as a direction


class LastWarGround:
    """What never changes in a world: what each hex is worth to each side."""

    def __init__(self, w: LastWarWorld, numbers: dict[str, float]) -> None:
        self.odds = BattleOdds(w.tables)
        self.campaign = Campaign(w)
        self.places: tuple[dict[int, float], dict[int, float]] = self._places(w, numbers)
        self.vital = self._vital(w)  # by side: places whose loss would lose the war
        self._w, self._numbers = w, numbers
        self._fields: dict[int, tuple[list[Near], list[dict[int, float]]]] = {}
        self.shapes: Known = {}
        rows = [w.grid.cell(i)[1] for i in bits(w.play)]
        low, high = min(rows), max(rows)
        self.height = {i: (w.grid.cell(i)[1] - low) / max(1, high - low) for i in bits(w.play)}

    def fields(self, turn: int) -> tuple[list[Near], list[dict[int, float]]]:
        """On a turn, by side: the places close to each hex with their worth there, in victory points, and the pull of
        places further off."""
        found = self._fields.get(turn)
        if found is None:
            w, numbers = self._w, self._numbers
            found = self._fields[turn] = [], []
            for side in (0, 1):
                near: Near = {i: [] for i in bits(w.play)}
                far = dict.fromkeys(bits(w.play), 0.0)
                wanted = self.campaign.wants(side, turn)
                scoreless = dict.fromkeys(wanted.keys() - self.places[side].keys(), 1.0)
                for place, points in (*self.places[side].items(), *sorted(scoreless.items())):
                    weight = points * wanted.get(place, 1.0)
                    for i in bits(w.within(place, FAR) & w.play):
                        d = w.grid.distance(place, i)
                        if d <= NEAR:
                            near[i].append((place, weight * numbers["near"] ** d))
                        far[i] += weight * numbers["far"] ** d
                found[0].append(near)
                found[1].append(far)
        return found

    def _vital(self, w: LastWarWorld) -> tuple[int, int]:
        found = [0, 0]
        for side in (0, 1):
            for goal in w.victory.get(f"{SIDES[1 - side]}_wins", ()):
                found[side] |= sum(1 << w.place(name) for name in goal)
            for power in w.victory.get(f"{SIDES[1 - side]}_beat", ()):
                for name in w.powers[w.number[power]].collapse:
                    found[side] |= 1 << w.place(name)
        return found[0], found[1]

    def _places(
        self, w: LastWarWorld, numbers: dict[str, float]
    ) -> tuple[dict[int, float], dict[int, float]]:
        """Places and their weight for each side: points, and more where they would end the war."""
        found: tuple[dict[int, float], dict[int, float]] = ({}, {})
        for mine in found:
            for place, value in w.victory["places"].items():
                mine[w.place(place)] = float(value)
            for goal in (*w.victory.get("axis_wins", ()), *w.victory.get("allies_wins", ())):
                for place in goal:
                    i = w.place(place)
                    mine[i] = mine.get(i, 0.0) + numbers["goal"] / len(goal)
            for power in w.powers:
                for place in power.collapse:
                    i = w.place(place)
                    mine[i] = mine.get(i, 0.0) + numbers["collapse"] / len(power.collapse)
        return found


class Reading:
    """A position as a seat reads it: its own forces as they are, the enemy as it believes him to be."""

    def __init__(
        self, s: LastWarState, seat: Seat, ground: LastWarGround, plan: Plan, numbers: dict[str, float]
    ) -> None:
        w = s.world
        self.s, self.w, self.seat, self.ground, self.plan, self.numbers = s, w, seat, ground, plan, numbers
        self.side: int = w.seat_side[seat]
        self.foe = 1 - self.side
        self.mine: list[int] = [n for n in w.powers_of[seat] if is_in_war(s, n)]
        self.me: list[int] = [max(1, assessment(s, self.side, n)) for n in range(len(w.powers))]
        self.left = len(w.turns) - s.turn  # turns after this one
        keep = min(1.0, self.left / numbers["memory"])
        self.later = numbers["last"] + (1 - numbers["last"]) * keep  # what points are worth for turns to come
        rates = ("men", "tanks", "air", "bombers", "lsp", "garrisons")
        self.price: tuple[float, ...] = tuple(numbers[f"price_{name}"] * self.later for name in rates)
        stock = sum(s.pool[n * 6 + LSP] for n in self.mine)
        wanted = numbers["supply"] * sum(s.flags_left[n] for n in self.mine)
        plenty = min(1.2, max(0.25, wanted / stock)) if stock else 1.2
        self.price = (*self.price[:LSP], self.price[LSP] * plenty, self.price[GARRISONS])
        self.late = 1.0 + numbers["late"] * s.turn / len(w.turns)
        self._values: dict[int, float] = {}
        self._beyond: dict[tuple[int, int], float] = {}
        self._forces: dict[tuple[int, int, int], Force] = {}
        self._bends: dict[tuple[int, int], float] = {}
        self._assumed = [0, 0]
        self.shape = Shape(s, ground.shapes)

    # --- worth

    def value(self, i: int) -> float:
        """What it is worth to hold a hex."""
        found = self._values.get(i)
        if found is None:
            g, n = self.ground, self.numbers
            fields = g.fields(self.s.turn)
            near, far = fields[0][self.side], fields[1][self.side]
            own = self.s.ground[self.side]
            # Ground before a place of our own is worth keeping, but worth less to go and take.
            buffer = 1.0 if own >> i & 1 else n["buffer"]
            close = sum(worth * (buffer if own >> place & 1 else 1.0) for place, worth in near.get(i, ()))
            found = n["point"] * self.late * close
            found += self.later * (n["hex"] + n["pull"] * far.get(i, 0.0))
            if self.plan.axis and i in g.height:
                middle = {"north": 0.2, "centre": 0.5, "south": 0.8}[self.plan.axis]
                found *= 1 + self.plan.weight * (0.5 - 2 * abs(g.height[i] - middle))
            self._values[i] = found
        return found

    def beyond(self, j: int, side: int) -> float:
        """What the best hex behind a hex is worth to an attacker who breaks through."""
        found = self._beyond.get((j, side))
        if found is None:
            s, w = self.s, self.w
            found = 0.0
            here = self.bend(side, 1 << j)
            for i in w.land_near[j]:
                free = w.play >> i & 1 and not (s.ground[side] | w.cities) >> i & 1
                if free and not any(side_points(s, i, 1 - side, kind) for kind in (MEN, GARRISONS)):
                    found = max(found, self.value(i) + self.bend(side, 1 << j | 1 << i) - here)
            self._beyond[(j, side)] = found
        return found

    def yielded(self, i: int) -> float:
        """What it is worth to give up a hex of this side's: its line is shorter, and so is that of the enemy who follows."""
        x, n = self.shape.if_taken(self.foe, 1 << i), self.numbers
        if x.cut:
            return -self.value(i) - n["line"] * x.cut.bit_count()
        return self.later * (n["line"] * x.foe - n["line_foe"] * x.own) - self.value(i)

    def prize(self, j: int) -> float:
        """What taking a hex is worth to this side at best."""
        more = self.numbers["beyond"] * self.beyond(j, self.side)
        return self.value(j) + self.bend(self.side, 1 << j) + more

    def bend(self, side: int, taken: int) -> float:
        """What it is worth to a side, besides the hexes themselves, how the lines run once it has taken some: each hex of
        the line binds a Man, and who is cut off is as good as lost. Hexes of other attacks count as taken already."""
        found = self._bends.get((side, taken))
        if found is None:
            before = self._assumed[side]
            found = self._bent(side, before | taken) - (self._bent(side, before) if before else 0.0)
            self._bends[(side, taken)] = found
        return found

    def _bent(self, side: int, taken: int) -> float:
        s, n = self.s, self.numbers
        x = self.shape.if_taken(side, taken)
        found = n["line"] * x.own - n["line_foe"] * x.foe
        for i in bits(x.cut & s.line[1 - side]):
            found += n["cut"] * sum(side_points(s, i, 1 - side, kind) for kind in (MEN, TANKS, AIR))
        return self.later * found + sum(n["ripe"] * self.value(i) for i in bits(x.cut))

    def assume(self, taken: int) -> None:
        """From now on these hexes count as taken when it is asked how the lines will run: attacks that belong together are
        weighed together. Without any, none do."""
        self._assumed[self.side] = self._assumed[self.side] | taken if taken else 0
        self._bends.clear()
        self._beyond.clear()

    def pincers(self, targets: set[int]) -> dict[int, float]:
        """For each target, what a second blow near it would make of the lines more than both do one by one; half of it
        counts before the second is certain."""
        found = dict.fromkeys(targets, 0.0)
        many = union(targets)
        for j in targets:
            for k in bits(self.w.within(j, PINCERS) & many):
                if k > j:
                    both = self.bend(self.side, 1 << j | 1 << k)
                    more = both - self.bend(self.side, 1 << j) - self.bend(self.side, 1 << k)
                    for each in (j, k):
                        found[each] = max(found[each], 0.5 * more)
        return found

    def points(self, lost: dict[str, int]) -> float:
        """What losses are worth."""
        men, tanks, air = self.price[:3]
        return men * lost["man"] + tanks * lost["tank"] + air * lost["air"]

    def pag_value(self, at: int) -> float:
        """What partisans behind a side's line are worth to the other: they spoil every combat within two hexes."""
        side = self.side if self.s.ground[self.side] >> at & 1 else self.foe
        reach = self.w.within(at, self.w.tables.shifts["enemy_pag_distance"])
        here = sum(0.3 + min(2.0, 0.2 * self.value(i)) for i in bits(self.s.line[side] & reach))
        return float(self.numbers["partisans"] * here * self.later)

    def gain(self, f: Situation, hexes: list[int], to: int, side: int) -> float:
        """What an attack is worth to the attacker, if the defender chooses the better of standing and going. Dice are
        all played out."""
        return self.gains(f, hexes, to, side, (f.attacker.lsp,))[0]

    def gains(
        self, f: Situation, hexes: list[int], to: int, side: int, supplies: tuple[int, ...]
    ) -> list[float]:
        """The same with a number of LSP on each side."""
        odds = self.ground.odds
        stand = self.worths_of(odds.outlooks(f, supplies), hexes, to, side)
        if f.defender.cv <= 1 or f.amphibious:
            return stand
        go = self.worths_of(odds.outlooks(remnant(f), supplies), hexes, to, side)
        return [min(pair) for pair in zip(stand, go, strict=True)]

    def stake(self, i: int, side: int) -> float:
        """What an attacker stands to lose with the hex he attacks from."""
        return self.value(i) * (5.0 if self.ground.vital[side] >> i & 1 else 1.0)

    def worth_of(self, o: Outlook, hexes: list[int], to: int, side: int) -> float:
        """What an outlook is worth to the attacker."""
        return self.worths_of([o], hexes, to, side)[0]

    def worths_of(self, outlooks: list[Outlook], hexes: list[int], to: int, side: int) -> list[float]:
        """What outlooks with the same losses are worth to the attacker."""
        first = outlooks[0]
        won = self.points(first.defender) - self.points(first.attacker)
        if is_pag_target(self.s, to, side):
            prize = self.pag_value(to)
            return [won + (1.0 if o.defender["man"] else o.take) * prize for o in outlooks]
        value = self.value(to) + self.bend(side, 1 << to)
        beyond = self.numbers["beyond"] * self.beyond(to, side)
        if self.w.beach_set >> hexes[0] & 1:
            value += self.foothold(to, side) or 0.0
        stake, man = max(self.stake(i, side) for i in hexes), self.price[MEN]
        return [won + o.take * value + o.beyond * beyond - o.pushed * stake - o.fails * man for o in outlooks]

    # --- combats that flags could make

    def force(self, i: int, side: int, role: int) -> Force:
        """What a side would fight with in a hex, before cards and bombers."""
        key = (i, side, role)
        found = self._forces.get(key)
        if found is None:
            found = self._forces[key] = army(self.s, [i], side, -1, role, self.me)
        return found

    def case(self, i: int, to: int, side: int) -> Situation:
        """The combat that an attack from one hex on another would make."""
        s, w = self.s, self.w
        if to in s.pags:
            return case(s, to, side, [i], self.me)
        return Situation(
            attacker=self.force(i, side, ATTACK),
            defender=self.force(to, 1 - side, DEFENCE),
            terrain=w.terrain[to],
            amphibious=is_amphibious(s, i, to),
            layers=s.forts.get(to * w.top + i, 0),
            city=bool((w.cities & w.native[1 - side]) >> to & 1),
        )

    # --- the enemy

    def threat(self, i: int) -> Situation | None:
        """The worst attack on a hex of this side that the enemy could make from where he stands now."""
        s, w = self.s, self.w
        worst: Situation | None = None
        for j in w.land_near[i]:
            if s.ground[self.foe] >> j & 1 and side_points(s, j, self.foe, MEN):
                f = self.case(j, i, self.foe)
                if worst is None or f.attacker.product > worst.attacker.product:
                    worst = f
        return worst

    def flags_of(self, side: int) -> int:
        return sum(self.s.flags_left[n] for n in self.w.of_side[side] if is_in_war(self.s, n))

    def pool(self, side: int, kind: int) -> int:
        return sum(self.s.pool[n * 6 + kind] for n in self.w.of_side[side])

    def can_land(self, side: int, sea: int) -> bool:
        """Whether a side could land from a sea hex this turn."""
        s, w = self.s, self.w
        able = any(s.naval_left[n] and s.flags_left[n] and s.craft[n] for n in w.of_side[side])
        return able and controls_sea(s, w.area_of[sea], side)

    def foothold(self, coast: int, side: int) -> float | None:
        """What a foothold on a coast is worth to a side besides the hex; None where it is not time yet."""
        campaign, turn = self.ground.campaign, self.s.turn
        return campaign.foothold(side, coast, turn, self.numbers["landing"])

    def tied(self, i: int) -> int:
        """Points of the seat's powers in a hex that an attack from there keeps from the Pool: without one all but a Man
        could go home in this turn and be anywhere in the next."""
        s = self.s
        home = [n for n in self.mine if (s.reach[n] | s.shores[n]) >> i & 1]
        return max(0, sum(points(s, i, n, kind) for n in home for kind in (MEN, TANKS, AIR)) - 1)

    def rent(self, n: int) -> float:
        """What an attack of a power pays for each point it ties up: less for a power that has many."""
        return float(self.numbers["rent"]) * self.me[n] / max(self.me)

    def flag_price(self, to: int) -> int:
        return flag_cost(self.s, to)

    def lsp_at(self, hexes: list[int], side: int) -> int:
        return sum(side_points(self.s, i, side, LSP) for i in hexes)


__all__ = ["LastWarGround", "Reading"]
