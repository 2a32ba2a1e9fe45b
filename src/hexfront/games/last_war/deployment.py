"""Step 2: from the Pool to the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from hexfront.games.last_war.actions import (
    BuildBase,
    BuildFlak,
    Deploy,
    Done,
    Fortify,
    Lend,
    Pick,
    Secure,
    Stop,
)
from hexfront.games.last_war.asks import NO_HEX, Together, common_option, hex_option, is_hex, opened, picked
from hexfront.games.last_war.data import (
    AIR,
    BOMBERS,
    GARRISONS,
    LSP,
    MEN,
    POWERS,
    TANKS,
    code,
    in_period,
)
from hexfront.games.last_war.events import StepRevealed
from hexfront.games.last_war.front import bare_hexes, controls_sea, free_men, mend
from hexfront.games.last_war.naval import Convoy
from hexfront.games.last_war.plans import BaseSite, FlakSite, Works, ZoneSite
from hexfront.games.last_war.state import (
    LastWarState,
    add,
    begin,
    give,
    in_pool,
    is_held_by,
    is_in_war,
    may_add,
    period,
    planned_by,
    points,
    power_at,
    powers_in_war,
    seats_in_war,
)
from hexfront.games.last_war.words import amount, lending
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation, with_more

LOTS = (1, 5)
POINTS = 1 << 20  # more than there can be
_DONE, _STOP = Done(), Stop()
_ABROAD = (MEN, TANKS, AIR, LSP)


def ground(s: LastWarState, power: int) -> HexSet:
    """Where a power's Pool can go: all ground of its side that a route leads to, the line and the area behind it, and
    beaches. Cases outline.allocate-each-turn, pool.overland and pool.overseas."""
    routes = s.reach[power]
    if has_shipping(s, power):
        routes |= s.shores[power]
    return routes | s.landings[power]


def shipping(s: LastWarState, power: int) -> int:
    """Points that the merchant routes of a power can still carry this turn. Case pool.overseas."""
    w = s.world
    return in_period(w.powers[power].routes, period(s)) * w.costs["convoy"] - s.shipped[power]


def has_shipping(s: LastWarState, power: int) -> bool:
    """Whether a merchant route has room left this turn. Case pool.overseas."""
    return shipping(s, power) > 0


def beaches(s: LastWarState, power: int) -> HexSet:
    """Sea hexes off an enemy coast where an assault can gather: a Naval flag is at hand, the area is controlled.
    Cases flags.naval and pool.navy."""
    w = s.world
    if not s.naval_left[power] or not s.flags_left[power]:
        return 0
    side = w.side_of[power]
    out = 0
    for sea, coast in w.beaches.items():
        if is_held_by(s, coast, 1 - side) and controls_sea(s, w.area_of[sea], side):
            out |= 1 << sea
    return out


def delivers(s: LastWarState, power: int, i: Hex, n: int) -> bool:
    """Whether this many points of a Pool can come to a hex: overland without limit, overseas as far as merchant routes
    have room. RULING naval-d. Cases pool.overland and pool.overseas."""
    return bool(s.reach[power] >> i & 1 or (s.shores[power] >> i & 1 and shipping(s, power) >= n))


def pays_lsp(s: LastWarState, power: int, i: Hex, n: int) -> bool:
    """Whether this many LSP of the Pool can be used in this hex. RULING naval-d."""
    return in_pool(s, power, LSP) >= n and delivers(s, power, i, n)


def ship(s: LastWarState, power: int, i: Hex, n: int) -> None:
    """What goes overseas takes room on the merchant routes. Case pool.overseas."""
    if s.shores[power] >> i & 1:
        s.shipped = with_more(s.shipped, power, n)


def sites(s: LastWarState, power: int) -> HexSet:
    """Hexes that something of a power's Pool can go to: Garrisons to places that they hold, bombers to their bases, the
    rest anywhere a route leads to. Cases outline.allocate-each-turn, resources.garrison-static and
    bombing.base-needed."""
    w = s.world
    men, tanks, air, bombers, lsp, garrisons = s.pool[power * 6 : power * 6 + 6]
    routes = s.reach[power]
    if has_shipping(s, power):
        routes |= s.shores[power]
    out = afloat(s, power) if s.landings[power] else 0
    if men or tanks or air or lsp:
        return out | routes
    if garrisons:
        out |= routes & w.posts
    if bombers:
        for i, powers in s.bases.items():
            if powers >> power & 1:
                out |= routes & 1 << i
    return out


def afloat(s: LastWarState, power: int) -> HexSet:
    """Beaches where something of a power's Pool still fits into the boats. RULING naval-b. Case pool.amphibious."""
    if in_pool(s, power, AIR) or in_pool(s, power, LSP):
        return s.landings[power]
    kinds = [kind for kind in (MEN, TANKS) if in_pool(s, power, kind)]
    out = 0
    for i in bits(s.landings[power]) if kinds else ():
        if any(fits(s, i, power, kind, 1) for kind in kinds):
            out |= 1 << i
            if s.craft[power]:  # for speed: what its craft hold off one coast they hold off all
                return s.landings[power]
    return out


def boats(s: LastWarState, power: int) -> tuple[int, int]:
    """How many Men and Tanks the landing craft of a power hold, or boats without them. RULING naval-b."""
    costs, craft = s.world.costs, s.craft[power]
    return (craft * costs["craft_men"], craft * costs["craft_tanks"]) if craft else (costs["no_craft_men"], 0)


def berths(s: LastWarState, i: Hex, power: int, kind: int) -> int:
    """How many more points of a kind fit into the boats off a coast; without limit except for Men and Tanks. Case
    pool.amphibious."""
    if kind not in (MEN, TANKS):
        return POINTS
    # The same craft cannot be off two coasts. For speed: mostly nobody is at sea.
    stocks = s.world.afloat_keys[power, kind] if s.craft[power] else (code(i, power, kind),)
    aboard = 0 if s.at.keys().isdisjoint(stocks) else sum(s.at.get(key, 0) for key in stocks)
    return boats(s, power)[0 if kind == MEN else 1] - aboard


def fits(s: LastWarState, i: Hex, power: int, kind: int, lot: int) -> bool:
    """Whether this many more points of a kind fit into the boats off a coast. Case pool.amphibious."""
    return lot <= berths(s, i, power, kind)


def could_lend(s: LastWarState, power: int, ally: int) -> bool:
    """Whether a power can give an ally something this turn. RULING briefing-a."""
    lend, base = s.world.powers[power].lend, power * 6
    if power == ally or not is_in_war(s, power):
        return False
    tools = s.pool[base + TANKS] + s.pool[base + AIR]
    return bool((lend[0] and s.pool[base + LSP]) or (lend[1] and tools))


class DeployStep(Auto, frozen=True, tag=True):
    """Step 2: all teams put resources of their Pools on the map. Case sequence.2-deploy."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "deploy"
        begin(s)
        stake_out(s)
        return opened(s, Deployment())


def stake_out(s: LastWarState) -> None:
    """Note once for the step where each power can gather for a landing, and what hexes each team owes a Man."""
    s.landings = tuple([beaches(s, n) for n in range(len(s.world.powers))])
    owed = ((seat, bare_hexes(s, seat)) for seat in s.world.seats)
    s.bare = {seat: hexes for seat, hexes in owed if hexes}


def fill_bare(s: LastWarState, seat: Seat, i: Hex) -> None:
    """A hex of the line has a Man now. Case sequence.2-minimum-first."""
    left = s.bare.get(seat, 0) & ~(1 << i)
    if left:
        s.bare[seat] = left
    else:
        s.bare.pop(seat, None)


class Deployment(Together, frozen=True, tag=True):
    """Put resources from your Pool on the map: turn to a hex, then add to it. Cases sequence.2-deploy, pool.overseas,
    fort.cost, security.zone-cost, bombing.base-needed, flak.cost."""

    rule: ClassVar[str] = "sequence.2-deploy"
    kinds: ClassVar[tuple[type[Action], ...]] = (
        Pick,
        Deploy,
        Fortify,
        Secure,
        BuildBase,
        BuildFlak,
        Lend,
        Stop,
        Done,
    )

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        return seats_in_war(s)

    def mine(self, s: LastWarState, seat: Seat) -> Sequence[int]:
        return powers_in_war(s, seat)

    def places(self, s: LastWarState, seat: Seat) -> HexSet:
        """Hexes that something can be sent to; while the line has bare hexes, only those. Cases sequence.2-deploy and
        sequence.2-minimum-first."""
        out, bare = 0, s.bare.get(seat, 0)
        for n in self.mine(s, seat):
            if not bare:
                out |= sites(s, n)
            elif s.pool[n * 6 + MEN]:
                out |= bare & ground(s, n)
        return out

    def has_choice(self, s: LastWarState, seat: Seat) -> bool:
        """A team whose Pools are empty waits too if an ally could lend it something."""
        return super().has_choice(s, seat) or any(
            could_lend(s, n, ally)
            for ally in self.mine(s, seat)
            for n in s.world.of_side[s.world.side_of[ally]]
            if s.world.seat_of[n] != seat
        )

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        w = s.world
        i = picked(s, seat)
        if i == NO_HEX:
            yield _DONE
            for j in bits(self.places(s, seat)):
                yield Pick(j)
            for n in self.mine(s, seat):
                yield from self.choices_lend(s, n)
            return
        yield _STOP
        for n in self.mine(s, seat):
            for kind in range(6):
                for lot in LOTS:
                    if s.pool[n * 6 + kind] >= lot:
                        yield Deploy(n, kind, lot)
            if is_held_by(s, i, w.side_of[n]) and s.pool[n * 6 + LSP]:  # for speed
                for j in w.near(i):
                    yield Fortify(n, j)
                for purpose in range(len(w.purposes)):
                    yield Secure(n, purpose)
                yield BuildBase(n)
            if s.concrete[n]:
                yield BuildFlak(n)

    def choices_lend(self, s: LastWarState, power: int) -> Iterator[Lend]:
        w = s.world
        for ally in w.of_side[w.side_of[power]]:
            for kind in (LSP, TANKS, AIR):
                yield Lend(power, ally, kind)

    def here(self, s: LastWarState, seat: Seat, i: Hex) -> list[Action]:
        """All that can be done in the hex picked."""
        bare = s.bare.get(seat, 0)
        out: list[Action] = []
        for n in self.mine(s, seat):
            out += self.lots(s, n, i, bare)
            if not bare:
                out += self.works(s, n, i)
        return out

    def has_more(self, s: LastWarState, seat: Seat, i: Hex) -> bool:
        """Whether anything can be done in a hex."""
        bare = s.bare.get(seat, 0)
        mine = self.mine(s, seat)
        return any(self.lots(s, n, i, bare) for n in mine) or any(
            self.works(s, n, i) for n in mine if not bare
        )

    def lots(self, s: LastWarState, n: int, i: Hex, bare: HexSet) -> list[Action]:
        """Points of a Pool that can go to a hex; while the line has bare hexes, only Men to those."""
        w = s.world
        overseas = s.shores[n] >> i & 1
        room = shipping(s, n) if overseas else POINTS
        afloat = s.landings[n] >> i & 1
        if not (s.reach[n] >> i & 1 or (overseas and room > 0) or afloat) or (bare and not bare >> i & 1):
            return []
        kinds: Sequence[int] = (MEN,) if bare else range(6)
        out: list[Action] = []
        base = n * 6
        for kind in kinds:
            have = s.pool[base + kind]
            if not have or (kind == BOMBERS and not s.bases.get(i, 0) >> n & 1):
                continue
            if (kind == GARRISONS and not w.posts >> i & 1) or (afloat and kind not in _ABROAD):
                continue
            most = min(have, room, berths(s, i, n, kind)) if afloat else min(have, room)
            out += [w.deploys[n, kind, lot] for lot in LOTS if lot <= most]
        return out

    def works(self, s: LastWarState, n: int, i: Hex) -> list[Action]:
        """What a power can build in a hex."""
        w = s.world
        out: list[Action] = []
        if s.pool[n * 6 + LSP] and is_held_by(s, i, w.side_of[n]) and delivers(s, n, i, 1):
            if points(s, i, n, MEN):
                out += self.forts(s, n, i)
                if self.wrong_zone(s, i, Secure(n, 0)) is None:
                    out += (Secure(n, purpose) for purpose in range(len(w.purposes)))
            if self.wrong_base(s, i, BuildBase(n)) is None:
                out.append(BuildBase(n))
        if s.concrete[n] and self.wrong_flak(s, i, BuildFlak(n)) is None:
            out.append(BuildFlak(n))
        return out

    def forts(self, s: LastWarState, n: int, i: Hex) -> list[Fortify]:
        """The sides of a hex that a power can fortify: what wrong_fort allows, found in one pass."""
        w = s.world
        sides = [j for j in w.near(i) if w.play >> j & 1 or w.beaches.get(j) == i]
        if not sides or self.wrong_crew(s, i, n) is not None:
            return []
        if w.many_layers:
            return [Fortify(n, j) for j in sides if may_add(s, i * w.top + j, n)]
        begun = [p.toward for p in planned_by(s, Works, w.seat_of[n]) if p.at == i]
        return [Fortify(n, j) for j in sides if i * w.top + j not in s.works and j not in begun]

    def quick(self, s: LastWarState, seat: Seat) -> list[Action] | None:
        i = picked(s, seat)
        if i != NO_HEX:
            return [_STOP, *self.here(s, seat, i)]
        if seat in s.bare:
            return None
        return [_DONE, *s.world.picks(self.places(s, seat)), *self.loans(s, seat)]

    def loans(self, s: LastWarState, seat: Seat) -> list[Action]:
        """What a team can lend to its allies."""
        w = s.world
        return [
            a
            for n in self.mine(s, seat)
            if any(w.powers[n].lend)
            for a in self.choices_lend(s, n)
            if self.wrong_loan(s, a) is None
        ]

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        i = picked(s, seat)
        if isinstance(action, Done):
            return self.unfinished(s, seat, i)
        if isinstance(action, Pick):
            return self.wrong_place(s, seat, i, action.hex)
        if isinstance(action, Stop):
            return None if i != NO_HEX else Violation(self.rule, "Choose a hex first.")
        if action.power not in self.mine(s, seat):
            return Violation("outline.allocate-each-turn", "That power is not yours to deploy.")
        if isinstance(action, Lend):
            if i != NO_HEX:
                return Violation(self.rule, "First finish with the hex you have chosen.")
            return self.wrong_loan(s, action)
        if i == NO_HEX:
            return Violation(self.rule, "First choose a hex.")
        wrong = self.wrong_here(s, i, action)
        if wrong is None and self.owes_minimum(s, seat, i, action):
            return Violation(
                "sequence.2-minimum-first", "First give every hex of your line at least one Man.", w.label(i)
            )
        return wrong

    def wrong_here(self, s: LastWarState, i: Hex, action: Any) -> Violation | None:
        """What forbids an action in the hex picked."""
        if isinstance(action, Deploy):
            return self.wrong_points(s, i, action)
        if isinstance(action, Fortify):
            return self.wrong_fort(s, i, action)
        if isinstance(action, Secure):
            return self.wrong_zone(s, i, action)
        if isinstance(action, BuildBase):
            return self.wrong_base(s, i, action)
        return self.wrong_flak(s, i, action)

    def unfinished(self, s: LastWarState, seat: Seat, i: int) -> Violation | None:
        """Case sequence.2-minimum-first."""
        if i != NO_HEX:
            return Violation(self.rule, "First finish with the hex you have chosen.")
        for j in bits(s.bare.get(seat, 0)):
            holder = power_at(s, j)
            if in_pool(s, holder, MEN) and delivers(s, holder, j, 1):
                return Violation(
                    "sequence.2-minimum-first", "A hex of your line has no Men.", s.world.label(j)
                )
        return None

    def owes_minimum(self, s: LastWarState, seat: Seat, i: Hex, action: Any) -> bool:
        """Whether the minimum of Men must come before this. Case sequence.2-minimum-first."""
        bare = s.bare.get(seat, 0)
        return bool(bare) and not (isinstance(action, Deploy) and action.kind == MEN and bare >> i & 1)

    def wrong_place(self, s: LastWarState, seat: Seat, i: int, j: int) -> Violation | None:
        """Where nothing can be allotted: RULING depth. Cases outline.allocate-each-turn and pool.overland."""
        w = s.world
        if i != NO_HEX:
            return Violation(self.rule, "First finish with the hex you have chosen.")
        if not is_hex(s, j):
            return Violation("outline.hex-map", "There is no such hex.")
        label = w.label(j)
        if w.closed >> j & 1:
            return Violation("terrain.desert-himalayas", "Nothing can be deployed there.", label)
        if self.places(s, seat) >> j & 1:
            return None
        side = w.seat_side[seat]
        if w.beach_set >> j & 1:
            return Violation("pool.navy", "The Navy cannot land forces there.", label)
        if not is_held_by(s, j, side):
            return Violation("sequence.2-deploy", "Your side does not hold that hex.", label)
        if not any(s.reach[n] >> j & 1 for n in self.mine(s, seat)):
            if any(s.shores[n] >> j & 1 for n in self.mine(s, seat)):
                return Violation("pool.overseas", "No merchant route has room for more this turn.", label)
            return Violation("pool.overland", "No route leads there from home.", label)
        if s.bare.get(seat, 0):
            return Violation(
                "sequence.2-minimum-first", "First give every hex of your line at least one Man.", label
            )
        return Violation("outline.allocate-each-turn", "Nothing in the Pool can go there.", label)

    def wrong_points(self, s: LastWarState, i: Hex, action: Deploy) -> Violation | None:
        """Cases resources.six-kinds, pool.entry, resources.garrison-count and bombing.base-needed."""
        w = s.world
        n, kind, lot = action.power, action.kind, action.points
        label = w.label(i)
        if not 0 <= kind < 6:
            return Violation("resources.six-kinds", "There is no such resource.", label)
        if lot not in LOTS:
            return Violation(self.rule, "Send one point or five at a time.", label)
        if in_pool(s, n, kind) < lot:
            if kind == GARRISONS:
                return Violation("resources.garrison-count", "The briefing allows no more Garrisons.", label)
            return Violation("pool.entry", f"The Pool does not have {amount(lot, kind)}.", label)
        if not ground(s, n) >> i & 1:
            return Violation("pool.overland", "That power's Pool does not reach this hex.", label)
        if w.beach_set >> i & 1:
            return self.wrong_cargo(s, i, action)
        if kind == BOMBERS and not s.bases.get(i, 0) >> n & 1:
            return Violation("bombing.base-needed", "Bombers can go only to their own bases.", label)
        if kind == GARRISONS and not w.posts >> i & 1:
            return Violation(
                "resources.garrison-static", "A Garrison holds a port, an island or a city.", label
            )
        if s.shores[n] >> i & 1:
            room = shipping(s, n)
            if lot > room:
                return Violation("pool.overseas", f"The merchant routes have room for {room} more.", label)
        return None

    def wrong_cargo(self, s: LastWarState, i: Hex, action: Deploy) -> Violation | None:
        """What landing craft hold, or boats without them. RULING naval-b. Case pool.amphibious."""
        label = s.world.label(i)
        if action.kind not in _ABROAD:
            return Violation("pool.amphibious", "That cannot be landed.", label)
        if not fits(s, i, action.power, action.kind, action.points):
            men, tanks = boats(s, action.power)
            return Violation(
                "pool.amphibious", f"The boats hold {amount(men, MEN)} and {amount(tanks, TANKS)}.", label
            )
        return None

    def wrong_fort(self, s: LastWarState, i: Hex, action: Fortify) -> Violation | None:
        """Cases fort.cost and fort.hexside."""
        w = s.world
        n, j = action.power, action.toward
        label = w.label(i)
        if j not in w.near(i):
            return Violation("fort.hexside", "A fortification is built on a side of the hex.", label)
        if not w.play >> j & 1 and w.beaches.get(j) != i:  # a coast can be fortified against landings
            return Violation("fort.hexside", "It must face a hex that an enemy could attack from.", label)
        lacking = self.wrong_crew(s, i, n)
        if lacking is not None:
            return lacking
        begun = any(p.at == i and p.toward == j for p in planned_by(s, Works, w.seat_of[n]))
        if not may_add(s, i * w.top + j, n) or (begun and not w.many_layers):  # RULING fort-c
            return Violation(
                "fort.layers", "A layer is already being built there; build the next one next turn.", label
            )
        return None

    def wrong_crew(self, s: LastWarState, i: Hex, n: int) -> Violation | None:
        """Why a power cannot build in a hex on any side of it. Cases fort.cost and fort.hexside."""
        w = s.world
        if not is_held_by(s, i, w.side_of[n]):
            return Violation("fort.hexside", "Your side does not hold this hex.", w.label(i))
        if not pays_lsp(s, n, i, w.costs["fortification_lsp"]):
            return Violation("fort.cost", "It takes an LSP.", w.label(i))
        crew = w.costs["fortification_men"]
        keeps_zone = i in s.zones and s.zones[i] % POWERS == n  # a Security Zone keeps its Man
        needed = crew + (1 if keeps_zone else 0)
        if points(s, i, n, MEN) < needed or free_men(s, i, w.side_of[n], w.seat_of[n]) < crew:
            return Violation("fort.cost", "It takes a Man who can be spared for a turn.", w.label(i))
        return None

    def wrong_zone(self, s: LastWarState, i: Hex, action: Secure) -> Violation | None:
        """Cases security.zone-cost and security.zone-other-use."""
        w = s.world
        n, label = action.power, w.label(i)
        if not 0 <= action.purpose < len(w.purposes):
            return Violation("security.zone-other-use", "There is no such purpose.", label)
        if not is_held_by(s, i, w.side_of[n]):
            return Violation("security.zone-cost", "Your side does not hold this hex.", label)
        if i in s.zones or any(p.at == i for p in planned_by(s, ZoneSite, w.seat_of[n])):
            return Violation("security.zone-cost", "There is already a Security Zone.", label)
        if not pays_lsp(s, n, i, w.costs["zone_lsp"]):
            return Violation("security.zone-cost", "It takes an LSP.", label)
        if not points(s, i, n, MEN):
            return Violation("security.zone-cost", "It needs a Man at all times.", label)
        return None

    def wrong_base(self, s: LastWarState, i: Hex, action: BuildBase) -> Violation | None:
        """RULING bombing-a: what a base costs, and where. Case bombing.base-needed."""
        w = s.world
        n, label = action.power, w.label(i)
        if w.beach_set >> i & 1 or s.line[w.side_of[n]] >> i & 1:
            return Violation("bombing.base-needed", "A base must be behind the line.", label)
        if (s.bases.get(i, 0) | s.new_bases.get(i, 0)) >> n & 1 or BaseSite(n, i) in s.plans:
            return Violation("bombing.base-needed", "There is already a base.", label)
        if not pays_lsp(s, n, i, w.costs["base_lsp"]):
            return Violation("bombing.base-needed", f"It takes {w.costs['base_lsp']} LSP.", label)
        return None

    def wrong_flak(self, s: LastWarState, i: Hex, action: BuildFlak) -> Violation | None:
        """Case flak.cost."""
        w = s.world
        n, label = action.power, w.label(i)
        others = planned_by(s, FlakSite, w.seat_of[n])
        if i in s.flak or any(p.at == i for p in others) or w.beach_set >> i & 1:
            return Violation("flak.cost", "No second Flak Zone fits here.", label)
        if s.concrete[n] - sum(1 for p in others if p.power == n) < w.costs["flak_concrete"]:
            return Violation("flak.cost", "It takes a point of concrete.", label)
        if in_pool(s, n, MEN) < w.costs["flak_men"] or not delivers(s, n, i, w.costs["flak_men"]):
            return Violation("flak.cost", "It takes a Man from the Pool.", label)
        return None

    def wrong_loan(self, s: LastWarState, action: Lend) -> Violation | None:
        """RULING briefing-a: lend-lease, as far as the lender's briefing and the sea allow. Case pool.overseas."""
        w = s.world
        n, ally, kind = action.power, action.ally, action.kind
        if (
            not 0 <= ally < len(w.powers)
            or ally == n
            or w.side_of[ally] != w.side_of[n]
            or not is_in_war(s, ally)
        ):
            return Violation("pool.overseas", "You cannot lend to that power.")
        if kind not in (LSP, TANKS, AIR) or not in_pool(s, n, kind):
            return Violation("pool.entry", "You have none of that to lend.")
        which = 0 if kind == LSP else 1
        if s.lent[n * 2 + which] >= w.powers[n].lend[which]:
            return Violation("pool.overseas", "No more of that can be lent this turn.")
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        w = s.world
        i = picked(s, seat)
        if isinstance(action, Done):
            return self.close(s, seat)
        if isinstance(action, Deploy):
            give(s, action.power, action.kind, -action.points)
            add(s, i, action.power, action.kind, action.points)
            if action.kind in (MEN, GARRISONS):
                fill_bare(s, seat, i)
            ship(s, action.power, i, action.points)
            if s.shores[action.power] >> i & 1:
                key = code(i, action.power, action.kind)
                s.cargo[key] = s.cargo.get(key, 0) + action.points
        elif isinstance(action, Fortify):
            give(s, action.power, LSP, -w.costs["fortification_lsp"])
            ship(s, action.power, i, w.costs["fortification_lsp"])
            add(s, i, action.power, MEN, -w.costs["fortification_men"])
            s.plans.append(Works(action.power, i, action.toward))
        elif isinstance(action, Secure):
            give(s, action.power, LSP, -w.costs["zone_lsp"])
            ship(s, action.power, i, w.costs["zone_lsp"])
            s.plans.append(ZoneSite(action.power, i, action.purpose))
        elif isinstance(action, BuildBase):
            give(s, action.power, LSP, -w.costs["base_lsp"])
            ship(s, action.power, i, w.costs["base_lsp"])
            s.plans.append(BaseSite(action.power, i))
        elif isinstance(action, BuildFlak):
            give(s, action.power, MEN, -w.costs["flak_men"])
            ship(s, action.power, i, w.costs["flak_men"])
            s.plans.append(FlakSite(action.power, i))
        elif isinstance(action, Lend):
            give(s, action.power, action.kind, -1)
            give(s, action.ally, action.kind)
            s.lent = with_more(s.lent, action.power * 2 + (0 if action.kind == LSP else 1), 1)
        else:
            return self.pick(s, seat, action)
        if i != NO_HEX and not self.has_more(s, seat, i):
            s.focus.pop(seat)  # nothing more can be done there
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """Works, zones, bases and Flak Zones now stand on the map for all to see. Where allies have planned the same,
        the first builds it and the other keeps its cost. Cases fort.cost, security.zone-cost, flak.cost,
        fort.layers, security.zone-other-use, bombing.base-needed."""
        w = s.world
        for p in s.plans:
            if isinstance(p, Works):
                key = p.at * w.top + p.toward
                if not may_add(s, key, p.power):
                    give(s, p.power, LSP, w.costs["fortification_lsp"])
                    add(s, p.at, p.power, MEN, w.costs["fortification_men"])
                elif key in s.works:
                    s.works = {**s.works, key: s.works[key] + POWERS}
                else:
                    s.works = {**s.works, key: p.power}
            elif isinstance(p, ZoneSite):
                if p.at in s.zones:
                    give(s, p.power, LSP, w.costs["zone_lsp"])
                else:
                    s.zones[p.at] = p.purpose * POWERS + p.power
            elif isinstance(p, BaseSite):
                s.new_bases = {**s.new_bases, p.at: s.new_bases.get(p.at, 0) | 1 << p.power}
            elif isinstance(p, FlakSite) and p.at in s.flak:
                give(s, p.power, MEN, w.costs["flak_men"])
            elif isinstance(p, FlakSite):
                s.concrete = with_more(s.concrete, p.power, -w.costs["flak_concrete"])
                s.flak[p.at] = p.power
        s.emit(StepRevealed("Everyone has deployed.", "sequence.2-deploy"))
        mend(s)
        begin(s)
        return tuple(Convoy(n) for n in range(len(w.powers)) if s.shipped[n])

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        i = picked(s, seat)
        if i == NO_HEX:
            return Prompt(
                "Choose a hex to send resources to, or finish.",
                self.rule,
                "Click a hex of your line; then add Men, Tanks, Aircraft and LSP. Everyone deploys in secret.",
            )
        return Prompt(
            f"Add resources to {s.world.title(i)}, or choose another hex.",
            self.rule,
            "An attack needs LSP in the hex it starts from; a defence can use LSP too.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        i = picked(s, seat)
        known = common_option(action)
        if known is not None:
            return known
        if isinstance(action, Pick):
            return hex_option(s, action.hex)
        at, name = (w.label(i) if i != NO_HEX else ""), w.powers[action.power].name
        if isinstance(action, Deploy):
            return Option(
                f"Add {amount(action.points, action.kind)}", "place", "", at, group=name, panel=True
            )
        if isinstance(action, Fortify):
            return Option(
                f"Fortify towards {w.title(action.toward)} (1 LSP, 1 Man for a turn)",
                "choose",
                "",
                w.label(action.toward),
                rule="fort.cost",
                group=name,
            )
        if isinstance(action, Secure):
            return Option(
                f"Security Zone: {w.purposes[action.purpose]} (1 LSP)",
                "choose",
                "",
                at,
                rule="security.zone-cost",
                group=name,
                panel=True,
            )
        if isinstance(action, BuildBase):
            text = f"Build a bomber base ({w.costs['base_lsp']} LSP)"
            return Option(text, "choose", "", at, rule="bombing.base-needed", group=name, panel=True)
        if isinstance(action, BuildFlak):
            text = "Set up a Flak Zone (1 Man, 1 concrete)"
            return Option(text, "choose", "", at, rule="flak.cost", group=name, panel=True)
        return Option(lending(action.kind, w.powers[action.ally].name), "choose", group=name)
