"""Step 4: who places first, and Offensive Flags on hexsides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hexfront.games.last_war.actions import Bid, Done, Flag, GoFirst, GoSecond, Pick, Stop
from hexfront.games.last_war.asks import (
    NO_HEX,
    Ask,
    Together,
    common_option,
    hex_option,
    is_hex,
    opened,
    picked,
    unready,
)
from hexfront.games.last_war.data import ALLIES, AXIS, MEN, POWERS, TANKS
from hexfront.games.last_war.events import CardPlayed, FlagsShown, OrderChosen, StepRevealed
from hexfront.games.last_war.front import controls_sea
from hexfront.games.last_war.plans import Attack, OrderCard
from hexfront.games.last_war.state import (
    LastWarState,
    begin,
    is_held_by,
    is_in_war,
    manpower,
    pag_side,
    planned,
    planned_by,
    points,
    power_at,
    side_held,
    side_points,
)
from hexfront.games.last_war.words import alliance, amount
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation, with_item, with_more
from hexfront.words import quantity

_DONE, _STOP, _FIRST, _SECOND = Done(), Stop(), GoFirst(), GoSecond()


def flag_from(s: LastWarState, i: Hex, side: int) -> bool:
    """Whether an attack of a side goes out from a hex."""
    return any(flag.at == i and s.world.side_of[flag.power] == side for flag in s.flags)


def flagged(s: LastWarState, side: int) -> HexSet:
    """All hexes that attacks of a side go out from."""
    out = 0
    for flag in s.flags:
        if s.world.side_of[flag.power] == side:
            out |= 1 << flag.at
    return out


def is_winter(s: LastWarState, to: Hex) -> bool:
    """Whether winter is felt in a hex. Case winter.period."""
    w = s.world
    return w.turns[s.turn - 1].winter and bool(w.cold >> to & 1)


def flag_cost(s: LastWarState, to: Hex, by_sea: bool = False) -> int:
    """Military flags for an operation against a hex: two in winter where winter is felt, unless a landing's Naval flag
    counts as one of them. RULING terrain-d. Cases winter.period and winter.two-flags."""
    w = s.world
    spared = by_sea and w.winter_landings == "two"
    return w.costs["winter_flags"] if is_winter(s, to) and not spared else 1


def naval_cost(s: LastWarState, to: Hex) -> int:
    """Naval flags for a landing. RULING terrain-d. Cases flags.amphibious-both and winter.two-flags."""
    w = s.world
    return w.costs["winter_flags"] if w.winter_landings == "both" and is_winter(s, to) else 1


def best_me(s: LastWarState, side: int) -> int:
    """The highest effectiveness on a side. Case sequence.4-order."""
    return max((s.me[n] for n in s.world.of_side[side] if is_in_war(s, n)), default=0)


def leading_seat(s: LastWarState, side: int) -> Seat:
    """The seat of a side's most effective power."""
    w = s.world
    return w.seat_of[max((n for n in w.of_side[side] if is_in_war(s, n)), key=lambda n: (s.me[n], -n))]


def is_pag_target(s: LastWarState, i: Hex, side: int) -> bool:
    """Whether enemy partisans can be fought in a hex. Case security.operation."""
    return i in s.pags and pag_side(s, s.pags[i]) != side and is_held_by(s, i, side)


def men_of(s: LastWarState, powers: list[int]) -> dict[int, HexSet]:
    """The hexes in which each of these powers has Men."""
    found: dict[int, list[Hex]] = {n: [] for n in powers}
    for key in s.at:
        if key % 6 == MEN:
            i, n = divmod(key // 6, POWERS)
            if n in found:
                found[n].append(i)
    return {n: union(hexes) for n, hexes in found.items()}


class FlagStep(Auto, frozen=True, tag=True):
    """Step 4: cards for the order of play, the choice of order, then the flags of one side and of the other.
    Cases sequence.4-flags and sequence.4-order."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "flags"
        s.flags, s.battles, s.cards = [], (), []
        s.stakes, s.backing = {}, {}
        s.placed, s.bought = 0, (0,) * len(s.world.powers)
        begin(s)
        if any(s.hand):
            return (OrderBids(), FlagRounds())
        return (order_by_me(s), FlagRounds())


def order_by_me(s: LastWarState) -> OrderChoice:
    """The side with the highest effectiveness chooses; RULING order-a: the Axis where both are equal. Case
    sequence.4-order."""
    side = AXIS if best_me(s, AXIS) >= best_me(s, ALLIES) else ALLIES
    words = (
        f"{alliance(side, 'chooses')} who places flags first: no power of the other side is more effective."
    )
    s.emit(StepRevealed(words, "sequence.4-order"))
    return OrderChoice(side, leading_seat(s, side), "sequence.4-order")


class OrderBids(Together, frozen=True, tag=True):
    """Play Advantage Cards for the choice of order, or none. RULING cards-a: they are asked for before flags.
    Case cards.use-order."""

    rule: ClassVar[str] = "cards.use-order"
    kinds: ClassVar[tuple[type[Action], ...]] = (Bid, Done)

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        return tuple(seat for seat in s.world.seats if any(s.hand[n] for n in s.world.powers_of[seat]))

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        yield _DONE
        for n in s.world.powers_of[seat]:
            for card in bits(s.hand[n]):
                yield Bid(n, card)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if isinstance(action, Done):
            return None
        if action.power not in s.world.powers_of[seat]:
            return Violation("cards.initial-set", "Those are not your cards.")
        if not 0 <= action.card < 64 or not s.hand[action.power] >> action.card & 1:
            return Violation("cards.once", "That card is not in the hand.")
        if OrderCard(action.power, action.card) in s.plans:
            return Violation("cards.single-use-choice", "That card has already been played.")
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        s.plans.append(OrderCard(action.power, action.card))
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """The higher total chooses; equal totals cancel and effectiveness decides. Cases cards.use-order,
        cards.once."""
        w = s.world
        total = [0, 0]
        best = ["", ""]
        for p in planned(s, OrderCard):
            power, card = p.power, p.card
            s.hand = with_item(s.hand, power, s.hand[power] & ~(1 << card))
            side = w.side_of[power]
            # Cases cards.use-order, cards.cumulative and cards.for-allies
            total[side] += w.value(power, card)
            best[side] = best[side] or w.seat_of[power]
            s.emit(CardPlayed(power, card, "for the order of play", "cards.use-order"))
        begin(s)
        if total[AXIS] == total[ALLIES]:
            return (order_by_me(s),)
        side = total.index(max(total))
        return (OrderChoice(side, best[side], "cards.use-order"),)

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            "Play cards for the right to choose who places flags first, or none.",
            self.rule,
            "The side with the higher total chooses. Usually it is better to keep the cards.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        if isinstance(action, Done):
            return Option("Play no more cards", "pass", ends=True)
        card = s.world.powers[action.power].cards[action.card]
        name = s.world.powers[action.power].name
        # Cases cards.use-order, cards.once and cards.use-die.
        note = f"Adds {card.value} to your bid and is gone. If kept, it adds {card.value} to one die, or moves a column, or gives a flag."
        return Option(f"{card.name} (value {card.value})", "choose", group=name, note=note)


class OrderChoice(Ask, frozen=True, tag=True):
    """Choose whether your side places its flags first or second. Case sequence.4-order."""

    side: int
    seat: Seat
    by: str
    rule: ClassVar[str] = "sequence.4-order"
    kinds: ClassVar[tuple[type[Action], ...]] = (GoFirst, GoSecond)

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        return (self.seat,)

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        yield _FIRST
        yield _SECOND

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        s.first = self.side if isinstance(action, GoFirst) else 1 - self.side
        s.emit(OrderChosen(s.first, self.by))
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            "Place your flags first, or after the enemy?",
            self.by,
            "Whoever places second sees where the first side attacks.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        return Option("Place first" if isinstance(action, GoFirst) else "Place second", "choose")


class FlagRounds(Auto, frozen=True, tag=True):
    """The side that goes first places, then the other. Case sequence.4-order."""

    def run(self, s: LastWarState) -> Agenda:
        return (FlagRound(s.first), FlagRound(1 - s.first))


class FlagRound(Auto, frozen=True, tag=True):
    """A side with flags is asked for them; what it gets later this turn it places in step 5. Case flags.limited."""

    side: int
    # Flags of each power bought or granted in step 5; empty in the ordinary round
    extra: tuple[int, ...] = ()

    def run(self, s: LastWarState) -> Agenda:
        if has_flags(s, self.side):
            return opened(s, FlagPlacing(self.side, self.extra))
        s.placed |= 1 << self.side
        return ()


def has_flags(s: LastWarState, side: int) -> bool:
    """Whether anyone on a side has a flag to place. Case flags.limited."""
    return any(s.flags_left[n] > 0 for n in s.world.of_side[side])


class FlagPlacing(Together, frozen=True, tag=True):
    """Place Offensive Flags: choose a hex to attack from, then the hex to attack. Case sequence.4-flags."""

    side: int
    # Flags of each power bought or granted in step 5; empty in the ordinary round
    extra: tuple[int, ...] = ()
    rule: ClassVar[str] = "sequence.4-flags"
    kinds: ClassVar[tuple[type[Action], ...]] = (Pick, Flag, Stop, Done)

    def mine(self, s: LastWarState, seat: Seat) -> list[int]:
        """The powers that place flags in this round: all of a seat's, or those that got one in step 5. RULING cards-c.
        Case cards.use-flag."""
        return [n for n in s.world.powers_of[seat] if not self.extra or self.extra[n]]

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        """Only those with a flag are asked. Case flags.limited."""
        seats = s.world.side_seats[self.side]
        return tuple(seat for seat in seats if any(s.flags_left[n] > 0 for n in self.mine(s, seat)))

    def left(self, s: LastWarState, power: int) -> int:
        """Flags a power can still place. In step 5 no more operations than flags were bought or granted: those held back
        in step 4 do not come after the enemy's. RULING cards-c. Cases flags.limited and cards.use-flag."""
        mine = planned(s, Attack, power)
        if self.extra and len(mine) >= self.extra[power]:
            return 0
        return s.flags_left[power] - sum(flag_cost(s, p.to, p.by_sea) for p in mine)

    def unplaced(self, s: LastWarState, power: int) -> int:
        """Flags that a power is told it has left."""
        left = max(0, self.left(s, power))
        return min(left, self.extra[power]) if self.extra else left

    def naval(self, s: LastWarState, power: int) -> int:
        """Naval flags a power can still use. Cases flags.naval and flags.amphibious-both."""
        return s.naval_left[power] - sum(naval_cost(s, p.to) for p in planned(s, Attack, power) if p.by_sea)

    def boats(self, s: LastWarState, power: int) -> int:
        """Landing craft of a power that sail with no attack yet, one of step 4 or one of this round. Case
        die.amphibious-no-craft."""
        sailing = sum(1 for flag in s.flags if flag.power == power and flag.craft)
        return s.craft[power] - sailing - sum(1 for p in planned(s, Attack, power) if p.craft)

    def is_busy(self, s: LastWarState, i: Hex, seat: Seat) -> bool:
        """Whether an attack goes out from this hex already: RULING flags-a, one from a hex."""
        return flag_from(s, i, self.side) or any(p.at == i for p in planned_by(s, Attack, seat))

    def targets(self, s: LastWarState, power: int, i: Hex) -> list[Hex]:
        """Hexes a power could attack from here. Cases flags.on-hexside, security.operation and
        front-line.china-offensive."""
        w = s.world
        foe = side_held(s, 1 - self.side)
        if w.beach_set >> i & 1:
            return [w.beaches[i]] if foe >> w.beaches[i] & 1 else []
        return [j for j in w.near(i) if foe >> j & 1 or is_pag_target(s, j, self.side)]

    def bases(self, s: LastWarState, seat: Seat) -> HexSet:
        """Hexes from which this seat could attack: by land next to a target it has the flags for; over water each is
        asked, as wrong_flag has it."""
        w = s.world
        able = [n for n in self.mine(s, seat) if self.left(s, n) > 0]
        if not able:
            return 0
        foe = side_held(s, 1 - self.side) | partisans(s, self.side)
        dear = foe & w.cold if w.turns[s.turn - 1].winter else 0  # winter.two-flags, as flag_cost has it
        cheap, all_land = w.beside(foe & ~dear), w.beside(foe)
        busy = flagged(s, self.side)
        for p in planned_by(s, Attack, seat):
            busy |= 1 << p.at
        own = side_held(s, self.side) & ~busy
        wet = (own & w.strait_hexes & w.grid.around(foe) | w.beach_set) & ~busy
        men = men_of(s, able)
        out = 0
        for n in able:
            by_land = own & (all_land if self.left(s, n) >= w.costs["winter_flags"] else cheap)
            out |= by_land & men[n]
            if self.naval(s, n) > 0:
                for i in bits(wet & men[n] & ~out):
                    if self.is_base(s, seat, i, [n]):
                        out |= 1 << i
        return out

    def is_base(self, s: LastWarState, seat: Seat, i: Hex, able: list[int]) -> bool:
        """Whether one of these powers could attack from a hex."""
        return any(
            self.wrong_flag(s, seat, i, n, j, craft) is None
            for n in able
            if points(s, i, n, MEN)  # for speed: wrong_flag asks again
            for j in self.targets(s, n, i)
            for craft in ((False, True) if is_amphibious(s, i, j) else (False,))  # for speed: else no craft
        )

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        i = picked(s, seat)
        if i == NO_HEX:
            yield _DONE
            for j in bits(self.bases(s, seat)):
                yield Pick(j)
            return
        yield _STOP
        for n in self.mine(s, seat):
            for j in self.targets(s, n, i):
                yield Flag(n, j)
                if s.craft[n]:  # for speed: wrong_flag asks again
                    yield Flag(n, j, True)

    def quick(self, s: LastWarState, seat: Seat) -> list[Action] | None:
        if picked(s, seat) != NO_HEX:  # for speed: or the long way
            return None
        return [_DONE, *s.world.picks(self.bases(s, seat))]

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        i = picked(s, seat)
        if isinstance(action, Done | Stop):
            return unready(s, seat, action, self.rule)
        if isinstance(action, Pick):
            if i != NO_HEX or not is_hex(s, action.hex):
                return Violation("flags.on-hexside", "Choose one hex at a time.")
            able = [n for n in self.mine(s, seat) if self.left(s, n) > 0]
            if self.is_base(s, seat, action.hex, able):
                return None
            if not able:
                return Violation("flags.limited", "You have no flag left.", w.label(action.hex))
            return Violation(
                "flags.on-hexside", "You have no attack to make from there.", w.label(action.hex)
            )
        if i == NO_HEX:
            return Violation("flags.on-hexside", "First choose the hex you attack from.")
        if action.power not in self.mine(s, seat):
            return Violation("flags.limited", "That power's flags are not yours.", w.label(i))
        return self.wrong_flag(s, seat, i, action.power, action.to, action.craft)

    def wrong_flag(
        self, s: LastWarState, seat: Seat, i: Hex, power: int, to: int, craft: bool
    ) -> Violation | None:
        """Cases flags.limited, flags.on-hexside, winter.two-flags, flags.amphibious-both and
        terrain.desert-himalayas."""
        w = s.world
        if to not in w.near(i):
            return Violation("flags.on-hexside", "A flag goes between two adjacent hexes.", w.label(i))
        label = w.label(to)
        if w.closed >> to & 1:
            return Violation(
                "terrain.desert-himalayas", "There is no combat in a desert or the Himalayas.", label
            )
        if to not in self.targets(s, power, i):
            return Violation("flags.on-hexside", "There is no enemy to attack there.", label)
        if not points(s, i, power, MEN):
            return Violation("flags.on-hexside", "That power has no Men there to attack with.", label)
        if self.is_busy(s, i, seat):
            return Violation("flags.on-hexside", "There is already an attack from that hex.", label)
        by_sea = is_amphibious(s, i, to)
        cost = flag_cost(s, to, by_sea)
        if self.left(s, power) < cost:
            if cost > 1:
                return Violation("winter.two-flags", "In winter an operation takes two flags.", label)
            return Violation("flags.limited", "That power has no flag left.", label)
        if by_sea:
            if self.naval(s, power) < naval_cost(s, to):
                if naval_cost(s, to) > 1:
                    return Violation("winter.two-flags", "In winter a landing takes two Naval flags.", label)
                return Violation("flags.amphibious-both", "A landing takes a Naval flag too.", label)
            if craft and self.boats(s, power) < 1:
                return Violation("die.amphibious-no-craft", "That power has no landing craft left.", label)
            return self.wrong_crossing(s, i, power, to, craft)
        elif craft:
            return Violation("pool.amphibious", "Landing craft are for landings.", label)
        return None

    def wrong_crossing(self, s: LastWarState, i: Hex, power: int, to: Hex, craft: bool) -> Violation | None:
        """An attack from a shore over a side that is all sea: the Navy must control the water, and boats must hold what
        goes. RULING naval-b. Cases pool.navy and pool.amphibious."""
        w, costs = s.world, s.world.costs
        if w.water >> i & 1:
            return None  # what is at sea has been counted when it went there
        label = w.label(to)
        waters = w.straits(i, to)
        if waters and not any(controls_sea(s, area, self.side) for area in waters):
            return Violation("pool.navy", "The Navy does not control those waters.", label)
        men, tanks = costs["no_craft_men"], 0
        if craft:
            boats = self.boats(s, power)
            men, tanks = boats * costs["craft_men"], boats * costs["craft_tanks"]
        if manpower(s, i, self.side) > men or side_points(s, i, self.side, TANKS) > tanks:
            return Violation(
                "pool.amphibious", f"The boats hold {amount(men, MEN)} and {amount(tanks, TANKS)}.", label
            )
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        if isinstance(action, Flag):
            i = picked(s, seat)
            s.plans.append(Attack(action.power, i, action.to, is_amphibious(s, i, action.to), action.craft))
            s.focus.pop(seat, None)
            return (self,)
        return self.pick(s, seat, action)

    def finish(self, s: LastWarState) -> Agenda:
        """The side's flags stand on the map. Where allies have both placed one in a hex, that of its holder goes out,
        else the first in order, and the other is kept. RULING flags-a. Cases flags.limited, flags.naval,
        sequence.4-flags, winter.two-flags, flags.amphibious-both."""
        placed = []
        order = {
            p: (power_at(s, p.at) != p.power, p.power, p.craft, p.by_sea, p.at) for p in planned(s, Attack)
        }
        for p in sorted(order, key=order.__getitem__):
            if flag_from(s, p.at, self.side):
                continue
            placed.append(p)
            s.flags.append(p)
            s.flags_left = with_more(s.flags_left, p.power, -flag_cost(s, p.to, p.by_sea))
            if p.by_sea:
                s.naval_left = with_more(s.naval_left, p.power, -naval_cost(s, p.to))
        s.placed |= 1 << self.side
        s.emit(FlagsShown(self.side, tuple((p.at, p.to) for p in placed)))
        begin(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        left = sum(self.unplaced(s, n) for n in self.mine(s, seat))
        i = picked(s, seat)
        if i == NO_HEX:
            return Prompt(
                f"Choose a hex to attack from ({quantity(left, 'flag')} left), or finish.",
                self.rule,
                "All Men, Tanks and Aircraft in that hex will attack. Several hexes can attack one target together.",
            )
        return Prompt(f"Attack which hex from {s.world.title(i)}?", "flags.on-hexside")

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        known = common_option(action)
        if known is not None:
            return known
        if isinstance(action, Pick):
            return hex_option(s, action.hex)
        craft = ", with landing craft" if action.craft else ""
        cost = flag_cost(s, action.to, is_amphibious(s, picked(s, seat), action.to))
        winter = f" ({quantity(cost, 'flag')} in winter)" if cost > 1 else ""
        text = f"Attack {w.title(action.to)}{craft}{winter}"
        return Option(text, "target", "", w.label(action.to), group=w.powers[action.power].name)


def partisans(s: LastWarState, side: int) -> HexSet:
    """Hexes with enemy partisans that can be fought. Case security.operation."""
    found = 0
    for i in s.pags:
        if is_pag_target(s, i, side):
            found |= 1 << i
    return found


def near_partisans(s: LastWarState, side: int) -> HexSet:
    """Hexes beside enemy partisans."""
    found = partisans(s, side)
    return s.world.grid.around(found) if found else 0


def is_amphibious(s: LastWarState, i: Hex, to: Hex) -> bool:
    """Whether an attack goes over a side that is all sea. Case pool.amphibious."""
    return bool(s.world.water >> i & 1) or s.world.sea_sides.has(i, to)
