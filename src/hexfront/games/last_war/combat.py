"""Step 7: combats one by one, from the strength on each side to the new line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from hexfront.games.last_war.actions import Beyond, Halt, Occupy
from hexfront.games.last_war.asks import Ask, Roll
from hexfront.games.last_war.cards import ATTACK, CANCEL, DEFENCE, ZEAL, combats
from hexfront.games.last_war.data import AIR, BOMBERS, GARRISONS, LSP, MEN, POWERS, TANKS, code
from hexfront.games.last_war.events import (
    CombatFought,
    CombatOff,
    LossesTaken,
    NoManFound,
    PagGone,
    PushedOut,
)
from hexfront.games.last_war.flags import is_amphibious
from hexfront.games.last_war.front import fall_back, mend, rear, spare_men, take_hex
from hexfront.games.last_war.plans import BoonCard, ColumnCard, DieCard
from hexfront.games.last_war.reckoning import DICE, Force, Situation, casualties
from hexfront.games.last_war.state import (
    FREE,
    NOBODY,
    LastWarState,
    add,
    begin,
    give,
    in_pool,
    is_held_by,
    lose,
    manpower,
    move_all,
    pag_side,
    points,
    power_at,
    shift_points,
    show,
    side_held,
    side_points,
    to_pool,
)
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import (
    Action,
    Agenda,
    Auto,
    Distribution,
    Option,
    Prompt,
    Seat,
    Violation,
    with_more,
    without,
)

ONE, HALF, ALL = 0, 1, 2
_HALT = Halt()
_SHARES = (Occupy(ONE), Occupy(HALF), Occupy(ALL))


# --- who takes part


def attack_hexes(s: LastWarState, to: Hex, side: int) -> list[Hex]:
    """The hexes a combat is fought from: those with a flag that their side still holds with Men in them. Cases
    flags.only-place-to-attack and combat.multi-hex."""
    found = []
    for flag in s.flags:
        i = flag.at
        on_hand = is_held_by(s, i, side) or s.world.beach_set >> i & 1
        if flag.to == to and s.world.side_of[flag.power] == side and manpower(s, i, side) and on_hand:
            found.append(i)
    return found


def is_security(s: LastWarState, to: Hex, side: int) -> bool:
    """Whether the combat is against partisans. Cases security.operation and security.operation-flag."""
    return to in s.pags and pag_side(s, s.pags[to]) != side and is_held_by(s, to, side)


def is_possible(s: LastWarState, to: Hex, side: int) -> bool:
    """Whether an attack can still be made. RULING combat-b. Case combat.only-with-flag."""
    return bool(attack_hexes(s, to, side)) and (is_held_by(s, to, 1 - side) or is_security(s, to, side))


class Landing(NamedTuple):
    """How much of an attack comes over water, and whether all that does has landing craft."""

    whole: bool
    part: bool
    craft: bool


def at_sea(s: LastWarState, to: Hex, side: int) -> Landing:
    """Whether an attack is a landing, as a whole or in part: only what still attacks counts. RULING terrain-c. Cases
    die.amphibious and die.amphibious-no-craft."""
    hexes = attack_hexes(s, to, side)
    used = [flag for flag in s.flags if flag.to == to and flag.at in hexes]
    wet = [flag for flag in used if flag.by_sea]
    return Landing(len(wet) == len(used), bool(wet), all(flag.craft for flag in wet))


def nations(
    s: LastWarState, hexes: list[Hex], side: int, to: Hex, role: int
) -> dict[int, tuple[int, int, int]]:
    """Men, Tanks and Aircraft of each nation in a combat; bombers count as Aircraft, Garrisons of a defender as Men.
    Cases combat.1-sum, resources.garrison-attack and resources.bombers-in-land-combat."""
    out = {}
    have = s.at.get
    for n in s.world.of_side[side]:
        men = tanks = air = 0
        for i in hexes:
            at = code(i, n, MEN)
            men += have(at, 0)
            tanks += have(at + TANKS - MEN, 0)
            air += have(at + AIR - MEN, 0)
            if role == DEFENCE:
                men += have(at + GARRISONS - MEN, 0)
        air += s.backing.get((to * 8 + n) * 2 + role, 0)
        if men + tanks + air:
            out[n] = (men, tanks, air)
    return out


def pag_near(s: LastWarState, hexes: list[Hex], side: int, fought: Hex = NOBODY) -> bool:
    """Whether enemy partisans are within two hexes of a force, in its own hex too; those it is fighting do not count.
    RULING pag. Cases shift.enemy-pag and pag.effect."""
    w = s.world
    far = w.tables.shifts["enemy_pag_distance"]
    return any(
        pag_side(s, owner) != side and at != fought and any(w.grid.distance(at, i) <= far for i in hexes)
        for at, owner in s.pags.items()
    )


def lsp_for(s: LastWarState, hexes: list[Hex], side: int, role: int) -> int:
    """LSP allotted, from any hex that takes part. RULING lsp-b. Case die.lsp."""
    return sum(s.stakes.get((i * 8 + n) * 2 + role, 0) for i in hexes for n in s.world.of_side[side])


def cards_on(s: LastWarState, to: Hex, side: int) -> tuple[tuple[int, ...], int, int]:
    """Card values on the die, cards for columns, and zeal that a side has in a combat. Cards cancelled by the other
    side do not count. Cases cards.use-die, cards.use-column, cards.cumulative and cards.use-control."""
    w = s.world
    played = [p for p in s.cards if p.at == to]
    mine = [p for p in played if p.side == side]
    dice = sorted((w.value(p.power, p.card) for p in mine if isinstance(p, DieCard)), reverse=True)
    columns = sum(1 for p in mine if isinstance(p, ColumnCard))
    boons = [(p.boon, p.side) for p in played if isinstance(p, BoonCard)]
    for _ in range(boons.count((CANCEL, 1 - side))):  # RULING control-b. Case cards.use-control.
        if dice:
            dice = dice[1:]
        else:
            columns = max(0, columns - 1)
    return tuple(dice), columns, boons.count((ZEAL, side))


def army(
    s: LastWarState, hexes: list[Hex], side: int, to: Hex, role: int, effectiveness: Sequence[int]
) -> Force:
    """One side of a combat. Each nation's strength is multiplied by its own effectiveness; that of the largest contingent
    counts for losses. RULING me-a. Cases combat.1-sum, combat.2-multiply, me.multiplier."""
    found = nations(s, hexes, side, to, role)
    dice, columns, zeal = cards_on(s, to, side)
    fought = to if role == ATTACK and is_security(s, to, side) else NOBODY
    men, tanks, air = (sum(each[k] for each in found.values()) for k in range(3))
    product = sum(sum(each) * effectiveness[n] for n, each in found.items())
    lead = max(found, key=lambda n: (sum(found[n]), -n)) if found else -1
    return Force(
        men=men, tanks=tanks, air=air, product=product, me=effectiveness[lead] if found else 1,
        lsp=lsp_for(s, hexes, side, role), dice=dice, columns=columns,
        pag=pag_near(s, hexes, side, fought), zeal=zeal,
    )  # fmt: skip


def band(s: LastWarState, to: Hex, side: int, effectiveness: Sequence[int]) -> Force:
    """Partisans under attack: one Man of their nation. RULING pag-a. Cases pag.counter and security.operation."""
    owner = s.pags[to]
    me = 1 if owner >= FREE else effectiveness[owner]
    dice, columns, zeal = cards_on(s, to, side)
    return Force(men=1, product=me, me=me, dice=dice, columns=columns, zeal=zeal)


def layers(s: LastWarState, to: Hex, hexes: list[Hex]) -> int:
    """Layers of fortification attacked through: the fewest where there are several sides. RULING fort-b. Cases
    shift.fortified, fort.hexside and fort.layers."""
    return min((s.forts.get(to * s.world.top + i, 0) for i in hexes), default=0)


def situation(s: LastWarState, to: Hex, side: int, effectiveness: Sequence[int] | None = None) -> Situation:
    """A combat as the state has it. Cases combat.target-terrain, shift.major-city, shift.major-city-own."""
    w = s.world
    me = s.me if effectiveness is None else effectiveness
    hexes = attack_hexes(s, to, side)
    security = is_security(s, to, side)
    landing = at_sea(s, to, side)
    return Situation(
        attacker=army(s, hexes, side, to, ATTACK, me),
        defender=band(s, to, 1 - side, me) if security else army(s, [to], 1 - side, to, DEFENCE, me),
        terrain=w.terrain[to],
        amphibious=landing.whole,
        part_lands=landing.part and not landing.whole and w.part_lands,
        craft=landing.craft,
        # Flak is no fortification. Case flak.no-land-defence.
        layers=0 if security else layers(s, to, hexes),
        city=not security and bool((w.cities & w.native[1 - side]) >> to & 1),
    )


# --- the step


class CombatStep(Auto, frozen=True, tag=True):
    """Step 7: the combats in order, highest effectiveness first; RULING order-b for ties. Case
    sequence.7-combat-order."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "combat"
        begin(s)
        ranked = sorted(combats(s), key=lambda each: rank(s, *each))
        s.battles = tuple([i * 2 + side for i, side in ranked])
        return (Combats(),)


def rank(s: LastWarState, to: Hex, side: int) -> tuple[int, int, int, int]:
    """Where a combat stands in the order. Case sequence.7-combat-order."""
    found = nations(s, attack_hexes(s, to, side), side, to, ATTACK)
    me = max((s.me[n] for n in found), default=0)
    return -me, -sum(sum(each) for each in found.values()), side, to


class Combats(Auto, frozen=True, tag=True):
    """The next combat, if its flag still has an attack behind it. Case combat.only-with-flag."""

    def run(self, s: LastWarState) -> Agenda:
        if not s.battles:
            return ()
        to, side = divmod(s.battles[0], 2)
        s.battles = s.battles[1:]
        if not is_possible(s, to, side):
            s.emit(CombatOff(to, side))
            return (self,)
        return (Settled(to, side) if to * 2 + side in s.ruled else Battle(to, side), self)


class Battle(Roll, frozen=True, tag=True):
    """Both dice of a combat. Case combat.5-dice."""

    hex: int
    side: int

    def outcomes(self, s: LastWarState) -> Distribution:
        return DICE

    def title(self, s: LastWarState) -> str:
        return f"Attack on {s.world.title(self.hex)}: attacker's die, defender's die"

    def renewed(self, s: LastWarState) -> Agenda:
        """Called off, or settled by Control, or rolled as before. RULINGS combat-b and control-g."""
        if not is_possible(s, self.hex, self.side):
            s.emit(CombatOff(self.hex, self.side))
            return ()
        return (Settled(self.hex, self.side),) if self.hex * 2 + self.side in s.ruled else (self,)

    def apply(self, s: LastWarState, outcome: Any) -> Agenda:
        return fight(s, self.hex, self.side, tuple(outcome))


class Settled(Auto, frozen=True, tag=True):
    """A combat whose result Control has set: nothing is rolled. RULING control-g. Case cards.use-control."""

    hex: int
    side: int

    def run(self, s: LastWarState) -> Agenda:
        key = self.hex * 2 + self.side
        colour, s.ruled = s.ruled[key], without(s.ruled, key)
        return fight(s, self.hex, self.side, (), colour)


def fight(s: LastWarState, to: Hex, side: int, dice: tuple[int, ...], colour: str = "") -> Agenda:
    """A combat from the dice, or from the colour that Control has set instead of them, to the new line; losses do not
    depend on either. Cases combat.5-dice, combat.6-casualties and cards.use-control."""
    t = s.world.tables
    f = situation(s, to, side)
    r = t.reckon(f)
    v = t.ruled(f, colour) if colour else t.verdict(f, r, *dice)
    working = (
        f"strength {f.attacker.cv} (effective {f.attacker.product}) against {f.defender.cv} (effective {f.defender.product})",
        f"odds {t.results.columns[r.base]}",
        *(f"{each.label} {each.columns:+d}" for each in r.shifts),
        *(("the result is Control's",) if colour else ()),
    )
    hexes = attack_hexes(s, to, side)
    column = t.results.columns[r.column]
    s.emit(CombatFought(to, side, column, dice, v.difference, v.colour, v.effect, working, tuple(hexes)))
    security = is_security(s, to, side)
    lost = t.losses(f)
    dead = casualties(
        t.order(r.tank, r.air, -1), lost.attacker, f.attacker.men, f.attacker.tanks, f.attacker.air
    )
    beaten = casualties(
        t.order(r.tank, r.air, 1), lost.defender, f.defender.men, f.defender.tanks, f.defender.air
    )
    if security:
        suffer(s, hexes, side, to, ATTACK, dead)
        return operation(s, to, side, hexes, v.effect, beaten)
    stood = strengths(s, to, side, hexes)
    suffer(s, hexes, side, to, ATTACK, dead)
    suffer(s, [to], 1 - side, to, DEFENCE, beaten)
    if s.world.losses_first:  # RULING combat-f
        stood = strengths(s, to, side, hexes)
    return reposition(s, to, side, hexes, v.effect, f.amphibious, stood)


def strengths(s: LastWarState, to: Hex, side: int, hexes: list[Hex]) -> tuple[int, int]:
    """The Men of the attacker and of the defender that say who can move."""
    return sum(manpower(s, i, side) for i in hexes), manpower(s, to, 1 - side)


def suffer(s: LastWarState, hexes: list[Hex], side: int, to: Hex, role: int, lost: dict[str, int]) -> None:
    """Take losses out of a force: from the largest stock first, bombers after Aircraft, Garrisons after Men. RULING
    losses-f. Cases combat.6-casualties, sequence.8-update, resources.bombers-in-land-combat,
    resources.garrison-attack."""
    w = s.world
    for kind, word in ((MEN, "man"), (TANKS, "tank"), (AIR, "air")):
        for _ in range(lost[word]):
            have = [(points(s, i, n, kind), -n, -i) for i in hexes for n in w.of_side[side]]
            most, n, i = max(have)
            if most:
                lose(s, -i, -n, kind)
            elif kind == AIR:
                shoot_bomber(s, to, side, role)
            else:
                lose_garrison(s, hexes, side)
    s.emit(LossesTaken(side, to, lost))


def lose_garrison(s: LastWarState, hexes: list[Hex], side: int) -> None:
    """A Man that was a Garrison is lost. Case resources.garrison-attack."""
    here = [(i, n) for i in hexes for n in s.world.of_side[side] if points(s, i, n, GARRISONS)]
    lose(s, *here[0], GARRISONS)


def shoot_bomber(s: LastWarState, to: Hex, side: int, role: int) -> None:
    """An air point that was a bomber is lost at a base it was kept at, in range of the combat. Case
    resources.bombers-in-land-combat."""
    w = s.world
    near = w.within(to, w.bomber_range(w.turns[s.turn - 1].year))
    for n in s.world.of_side[side]:
        key = (to * 8 + n) * 2 + role
        if s.backing.get(key, 0):
            s.backing[key] -= 1
            bases = [key // POWERS for key in s.support if key % POWERS == n]
            base = next((b for b in bases if near >> b & 1 and points(s, b, n, BOMBERS)), -1)
            if base >= 0:
                lose(s, base, n, BOMBERS)
            return


def operation(
    s: LastWarState, to: Hex, side: int, hexes: list[Hex], effect: str, lost: dict[str, int]
) -> Agenda:
    """Partisans are destroyed by any result that would take their hex, or by the loss of their Man; a red one drives
    nobody out, unless the option says so. RULINGS pag-b and pag-e. Cases security.pag-destroyed,
    security.operation."""
    if effect in ("beyond", "occupy", "lands") or lost["man"]:
        del s.pags[to]
        s.emit(PagGone(to, "security.pag-destroyed"))
    by_land = [i for i in hexes if not is_amphibious(s, i, to)]
    if effect == "pushed" and s.world.red_drives_out and by_land:  # RULING pag-e
        drive_out(s, largest(s, by_land, side), side, to)
    mend(s)
    return ()


def drive_out(s: LastWarState, i: Hex, side: int, from_there: Hex) -> None:
    """Partisans throw a force one hex back, or home where there is none; its side still holds the hex, with what cannot
    move. RULING pag-e. Case security.operation."""
    places = rear(s, i, side, from_there)
    for n in s.world.of_side[side]:
        for kind in (MEN, TANKS, AIR, LSP):
            have = points(s, i, n, kind)
            if places:
                shift_points(s, i, places[0], n, kind, have)
            else:
                add(s, i, n, kind, -have)
                give(s, n, kind, have)
    s.emit(PushedOut(i, side, "security.operation"))


def reposition(
    s: LastWarState,
    to: Hex,
    side: int,
    hexes: list[Hex],
    effect: str,
    is_landing: bool,
    stood: tuple[int, int],
) -> Agenda:
    """The line moves as the colour and the terrain direct, by the strength that stood on each side: a force whose last
    Man has died takes the hex all the same, and the gap is filled. RULING combat-f. Cases combat.5-reposition,
    terrain.open-green, terrain.open-yellow-blue, terrain.open-red and terrain.amphib."""
    attackers, defenders = stood
    if effect == "pushed":
        push_out(s, to, side, hexes, defenders)
    elif effect == "fails":
        call_off(s, to, side, hexes)
    elif effect != "stay" and not attackers:
        s.emit(NoManFound(lead(s, tuple(hexes), side), to, "combat.5-reposition"))
        call_off(s, to, side, hexes)
    elif effect != "stay":
        options = further(s, to, side) if effect == "beyond" and attackers > 1 else []
        if options:
            mend(s, 1 << to)
            return (PressOn(to, side, tuple(hexes)),)
        return advance(s, to, side, hexes, NOBODY, is_landing)
    mend(s)
    return ()


def call_off(s: LastWarState, to: Hex, side: int, hexes: list[Hex]) -> None:
    """A landing fails: the force at sea goes back to the Pool and a landing craft is lost. RULING terrain-a. Case
    terrain.amphib."""
    for flag in s.flags:
        if flag.to == to and flag.at in hexes and flag.craft:
            s.craft = with_more(s.craft, flag.power, -1)
    for i in hexes:
        if s.world.water >> i & 1:
            to_pool(s, i, side)


def push_out(s: LastWarState, to: Hex, side: int, hexes: list[Hex], defenders: int) -> None:
    """The counter-attack takes the hex of the largest force that came by land, if the defender has a Man to put there.
    It does not cross water. RULING combat-c. Case terrain.open-red."""
    foe = 1 - side
    by_land = [i for i in hexes if not is_amphibious(s, i, to)]
    if not by_land:
        return
    lost = largest(s, by_land, side)
    winner = power_at(s, to)
    if defenders > 1:
        fall_back(s, lost, side)
        take_hex(s, lost, winner, "terrain.open-red")
        send_man(s, to, lost, foe)
    elif in_pool(s, winner, MEN) and s.reach[winner] >> to & 1:
        fall_back(s, lost, side)
        take_hex(s, lost, winner, "terrain.open-red")
        give(s, winner, MEN, -1)
        add(s, lost, winner, MEN)
    else:
        return
    s.emit(PushedOut(lost, side))


def largest(s: LastWarState, hexes: list[Hex], side: int) -> Hex:
    """The hex with a side's largest force."""
    return max(hexes, key=lambda i: (sum(side_points(s, i, side, k) for k in (MEN, TANKS, AIR)), -i))


def further(s: LastWarState, to: Hex, side: int) -> list[Hex]:
    """Hexes beyond that can be entered: no enemy force or Major City in them. RULING combat-d. Case
    terrain.open-green."""
    w = s.world
    own: HexSet = side_held(s, side)
    found = []
    for i in w.near(to):
        if not w.play >> i & 1 or own >> i & 1 or w.cities >> i & 1 or w.sea_sides.has(to, i):
            continue
        if any(side_points(s, i, 1 - side, kind) for kind in (MEN, GARRISONS)):
            continue
        if s.line[1 - side] >> i & 1:
            continue  # an empty marker in China is line too. Case front-line.china-offensive.
        found.append(i)
    return found


def lead(s: LastWarState, hexes: tuple[Hex, ...], side: int) -> int:
    """The power with the most Men in an attack, or with its flag where none is left."""
    flags = [flag.power for flag in s.flags if flag.at in hexes]
    return max(
        s.world.of_side[side], key=lambda n: (sum(points(s, i, n, MEN) for i in hexes), flags.count(n), -n)
    )


class PressOn(Ask, frozen=True, tag=True):
    """Press on into one hex beyond the one taken, or stop there. Case terrain.open-green."""

    hex: int
    side: int
    hexes: tuple[int, ...]
    rule: ClassVar[str] = "terrain.open-green"
    kinds: ClassVar[tuple[type[Action], ...]] = (Beyond, Halt)

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        return (s.world.seat_of[lead(s, self.hexes, self.side)],)

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        yield _HALT
        for i in further(s, self.hex, self.side):
            yield Beyond(i)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if isinstance(action, Beyond) and action.hex not in further(s, self.hex, self.side):
            return Violation(
                "terrain.open-green",
                "Only an empty hex next to the one taken can be entered.",
                s.world.label(self.hex),
            )
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        beyond = action.hex if isinstance(action, Beyond) else NOBODY
        return advance(s, self.hex, self.side, list(self.hexes), beyond, is_landing=False)

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.title(self.hex)} is taken. Press on one hex beyond?", self.rule)

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        if isinstance(action, Halt):
            return Option("Stop here", "pass", ends=True)
        return Option(f"On to {w.title(action.hex)}", "advance", "", w.label(action.hex))


def advance(s: LastWarState, to: Hex, side: int, hexes: list[Hex], beyond: Hex, is_landing: bool) -> Agenda:
    """The defender falls back and the attacker's line moves up with a Man; after a landing all that was at sea goes
    ashore. Then the attacker says how much more follows. RULING combat-e. Cases combat.5-reposition, terrain.amphib,
    terrain.open-green."""
    power = lead(s, tuple(hexes), side)
    fall_back(s, to, 1 - side, beyond)
    take_hex(s, to, power, "terrain.amphib" if is_landing else "combat.5-reposition")
    for i in hexes:
        if s.world.water >> i & 1:
            move_all(s, i, to, side)
    if not manpower(s, to, side):
        # Case combat.5-reposition
        send_man(s, max(hexes, key=lambda i: (manpower(s, i, side), -i)), to, side)
    if beyond != NOBODY:
        source = max([to, *hexes], key=lambda i: (manpower(s, i, side), -i))
        # Tanks, Aircraft and stores without Men go back too. Case terrain.open-green.
        fall_back(s, beyond, 1 - side)
        take_hex(s, beyond, power, "terrain.open-green")
        send_man(s, source, beyond, side)
    mend(s)
    if any(has_more(s, i, side) for i in hexes):
        return (Following(to, side, tuple(hexes)),)
    return ()


def send_man(s: LastWarState, a: Hex, b: Hex, side: int) -> None:
    """A Man of the largest contingent, if one is left, goes from one hex to another."""
    if manpower(s, a, side):
        shift_points(s, a, b, max(s.world.of_side[side], key=lambda n: (points(s, a, n, MEN), -n)), MEN, 1)


def has_more(s: LastWarState, i: Hex, side: int) -> bool:
    """Whether anything in a hex could follow into the one taken."""
    return spare_men(s, i, side) > 0 or any(side_points(s, i, side, k) for k in (TANKS, AIR))


class Following(Ask, frozen=True, tag=True):
    """Say how much more of the attacking force moves into the hex taken. Case combat.5-reposition."""

    hex: int
    side: int
    hexes: tuple[int, ...]
    rule: ClassVar[str] = "combat.5-reposition"
    kinds: ClassVar[tuple[type[Action], ...]] = (Occupy,)

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        return (s.world.seat_of[power_at(s, self.hex)],)

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        yield from _SHARES

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if action.share not in (ONE, HALF, ALL):
            return Violation(
                self.rule, "A Man, half the force, or all that can be spared.", s.world.label(self.hex)
            )
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if action.share != ONE:
            for i in self.hexes:
                follow(s, i, self.hex, self.side, action.share)
            show(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(f"How much more moves into {s.world.title(self.hex)}?", self.rule)

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        text = ("No more than the Man there", "Half of what can be spared", "All that can be spared")[
            action.share
        ]
        return Option(text, "advance", "", s.world.label(self.hex))


def follow(s: LastWarState, i: Hex, to: Hex, side: int, share: int) -> None:
    """Half or all that a hex can spare goes forward; the line keeps its Man. Cases combat.5-reposition and
    front-line.manpower-in-each."""
    spare = max(0, spare_men(s, i, side))
    for n in s.world.of_side[side]:
        for kind in (MEN, TANKS, AIR):
            have = points(s, i, n, kind)
            if share == HALF:
                have = (have + 1) // 2
            if kind == MEN:
                have = min(have, spare)
                spare -= have
            shift_points(s, i, to, n, kind, have)
