"""Going to war: declarations, pacts, minor countries that are drawn in, reserves called out. Cases base.war, base.pact."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done
from hexfront.games.leaders_in_flames.chairs import sit
from hexfront.games.leaders_in_flames.economy.production import Arrivals
from hexfront.games.leaders_in_flames.kinds import (
    ALL_POWERS,
    AT_PEACE,
    CIRCLE,
    CODES,
    COMMONWEALTH,
    CUP,
    FRANCE,
    GE,
    GERMANY,
    GONE,
    ITALY,
    JA,
    JAPAN,
    LATER,
    POOL,
    POWERS,
    READY,
    RES,
    RESERVE,
    SIDE_OF,
    USA,
    USSR,
    WITH,
)
from hexfront.games.leaders_in_flames.land.zones import may_stand
from hexfront.games.leaders_in_flames.leaders.asks import is_ready
from hexfront.games.leaders_in_flames.politics.acts import MinorJoined, PactTried, SetUp, WarDeclared
from hexfront.games.leaders_in_flames.politics.chits import ATTACK, DEFEND, TakeChit, border, put_back, total
from hexfront.games.leaders_in_flames.politics.entry import entry_roll
from hexfront.games.leaders_in_flames.politics.parties import VICHY, begin_war, fighting, party_of, reckon
from hexfront.games.leaders_in_flames.politics.uswar import challenge
from hexfront.games.leaders_in_flames.state import State, give_hexes, is_down, turn_down, turn_up
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.hexes import HexSet, bits, union
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Arrived, Noted, SideDecides, lift, put

DONE = Done()


def is_neutral_power(s: State, power: int) -> bool:
    """Whether a power is at war with no other power. Case base.neutral."""
    return not s.wars[power] & ALL_POWERS


# --- may it?


def war_violation(s: State, power: int, target: int) -> Violation | None:
    """Why a power may not declare war on a party. Cases base.war, base.pact."""
    w = s.world
    if power not in w.powers or not 0 <= target < len(w.parties) or w.parties[target].power < 0:
        return Violation("base.war", "There is no such country.")
    if s.fate[power]:
        return Violation("base.war", f"{begun(the_power(power))} is conquered.")
    if s.wars[power] >> target & 1:
        return Violation("base.war", "They are already at war.")
    if target < len(POWERS):
        return _power_violation(s, power, target)
    minor = w.minor_of[w.parties[target].nation]
    if s.stance[minor] != AT_PEACE or target != w.minors[minor].parties[1 - SIDE_OF[power]]:
        return Violation(
            "base.war", "War can be declared only on a neutral country, which then joins the other side."
        )
    if power == USA and is_neutral_power(s, USA):
        return Violation("base.war", "The neutral USA cannot attack a minor country.")
    return None


def _power_violation(s: State, power: int, target: int) -> Violation | None:
    if target not in s.world.powers or SIDE_OF[target] == SIDE_OF[power]:
        return Violation("base.war", "That is not a power of the other side.")
    if s.fate[target]:
        return Violation("base.war", f"{begun(the_power(target))} is conquered.")
    if s.deeds.get(f"tried.{power}.{target}") == s.turn:
        return Violation("base.pact", "It has already been tried this turn.")
    made = s.pacts.get(pact_key(power, target))
    if made is not None and s.world.year(s.turn) < made + 2:
        return Violation("base.pact", f"The pact of {made} holds until the end of {made + 1}.")
    return None


def pact_key(a: int, b: int) -> int:
    """Two powers as one number."""
    return min(a, b) * len(POWERS) + max(a, b)


# --- war


def declare(s: State, power: int, target: int) -> Agenda:
    """Carry out a declaration: a pact must be broken first, the USA must roll. Cases base.war, base.pact."""
    from hexfront.games.leaders_in_flames.politics.uswar import UsWarRoll, is_automatic, us_war

    if target >= len(POWERS):
        return attack_minor(s, power, target)
    if pact_key(power, target) in s.pacts:
        return (TryPact(power, target),)
    if power == USA and s.world.plan.us_entry:
        return us_war(s, target) if is_automatic(s, target) else (UsWarRoll(target),)
    return war_between(s, power, target)


class TryPact(Auto, frozen=True, tag=True):
    """Chits on the border are shown: twice as many to attack as the other has to defend break the pact. A failed attempt costs a
    chit and cannot be repeated that turn. Case base.pact."""

    power: int
    other: int

    def run(self, s: State) -> Agenda:
        mine, theirs = border(self.power, self.other, ATTACK), border(self.other, self.power, DEFEND)
        attack, defence = total(s, mine), total(s, theirs)
        s.emit(PactTried(self.power, self.other, attack, defence))
        if attack < 2 * defence:
            s.deeds[f"tried.{self.power}.{self.other}"] = s.turn
            return (TakeChit(mine, "", "base.pact"),)
        end_pact(s, self.power, self.other)
        return war_between(s, self.power, self.other)


def end_pact(s: State, a: int, b: int) -> None:
    """A pact is over, and its chits go back. Case base.pact."""
    s.pacts.pop(pact_key(a, b), None)
    for one, other in ((a, b), (b, a)):
        for kind in (ATTACK, DEFEND):
            put_back(s, border(one, other, kind))


def war_between(s: State, power: int, target: int) -> Agenda:
    """Two powers and those who fight with them are at war; the attacked are surprised, and both call out their reserves.

    Cases base.war, base.surprise, base.reserves.
    """
    attacked = fighting(s, target)
    for one in fighting(s, power):
        for other in attacked:
            begin_war(s, one, other)
    for other in attacked:
        challenge(s, power, other)
    reckon(s)
    s.surprised |= union(attacked)
    s.emit(WarDeclared(power, target, "base.war"))
    return (*call_out(s, power), *call_out(s, target), *_entry_rolls(s, power, target))


def _entry_rolls(s: State, power: int, target: int) -> Agenda:
    """The US entry actions that a war of powers is. Case 5.3."""
    table = {
        (JAPAN, COMMONWEALTH): 1, (JAPAN, USSR): 4, (GERMANY, USSR): 9, (ITALY, USSR): 13, (ITALY, COMMONWEALTH): 26,
        (ITALY, FRANCE): 26, (USSR, JAPAN): 20,
    }  # fmt: skip
    n = table.get((power, target), 0)
    once = n == 26 and bool(s.deeds.get("action.26"))
    return entry_roll(s, n) if n and not once else ()


def attack_minor(s: State, power: int, target: int) -> Agenda:
    """War on a minor country: it joins the other side, sets up at once and is surprised. Cases base.war, base.minor, ability.17."""
    w = s.world
    minor = w.minor_of[w.parties[target].nation]
    s.emit(WarDeclared(power, target, "base.war"))
    challenge(s, power, target)
    frames = join_side(s, minor, 1 - SIDE_OF[power], power)
    s.surprised |= 1 << target
    if SIDE_OF[power]:
        n = 15 if w.minors[minor].id == "vichy" else 21 if power == USSR else 14
    else:
        n = 22 if power == JAPAN else 7
    return (*frames, *entry_roll(s, n))


def join_side(s: State, minor: int, side: int, attacker: int = -1) -> Agenda:
    """A minor country takes a side: its ground and its counters are that side's, and it has the wars of the power that runs it,
    if that power fights the attacker, else with the attacker alone. Cases base.minor. RULING base-lone."""
    w = s.world
    before, s.stance[minor] = party_of(s, minor), WITH[side]
    party = party_of(s, minor)
    if before != party:
        give_hexes(s, s.control[before], party)
        swap_counters(s, before, party)
    power = w.parties[party].power
    alone = attacker >= 0 and not s.wars[power] >> attacker & 1
    foes = union(fighting(s, attacker)) if alone else s.wars[power]
    for other in bits(foes):
        begin_war(s, party, other)
    reckon(s)
    s.emit(MinorJoined(party, "base.minor"))
    send_guests_away(s, minor)
    call_minor(s, minor)
    return (SettingUp(side, party),)


def swap_counters(s: State, before: int, party: int) -> None:
    """What stood for a country on one side stands for it on the other: each counter gives its place to its twin."""
    w = s.world
    for u in range(len(w.names)):
        if w.party[u] != before or u not in w.twin or s.where[u] == GONE:
            continue
        v, at, down = w.twin[u], s.where[u], is_down(s, u)
        turn_up(s, u)
        lift(s, u, GONE)
        if at >= 0:
            put(s, v, at)
            if down:
                turn_down(s, v)
        else:
            s.where[v] = at


def call_minor(s: State, minor: int) -> None:
    """The army of a country that enters the war is ready to be placed: units of its years and its reserves; Spain's Republicans
    only if a leader of Spain on the map brings them. Cases base.minor, ability.17. RULING ability-17-place."""
    w, party, year = s.world, party_of(s, minor), s.world.year(s.turn)
    both = any(
        is_ready(s, leader) and any(row.ask == "reserves.both" for row in w.abilities(leader))
        for leader in w.all_leaders
        if w.party[leader] == party
    )
    if w.minors[minor].id == VICHY:
        return  # it has what it kept of the French army, no more
    for u in range(w.first_leader):
        if w.party[u] != party or s.where[u] >= 0 or s.where[u] == CIRCLE:
            continue
        unit = w.units[u]
        if w.is_second_army(u) and not both:
            s.where[u] = GONE
        elif not unit.year.isdigit() or int(unit.year) <= year:
            s.where[u] = READY
        else:
            s.where[u] = LATER


class SettingUp(Auto, frozen=True, tag=True):
    """A country that has entered the war places its units, one after another. Case base.minor."""

    side: int
    party: int

    def run(self, s: State) -> Agenda:
        w = s.world
        for u in range(w.first_leader):
            if w.party[u] == self.party and s.where[u] == READY:
                if places_for(s, u):
                    sit(s, w.power[u])
                    return (MusterUnit(self.side, u),)
                s.where[u] = POOL
        return ()


def places_for(s: State, u: int) -> HexSet:
    """Where a unit of such a country can be placed: anywhere on its own ground with room, out of the enemy's reach or not."""
    w = s.world
    land = w.realm.homeland[w.nation[u]] & s.control[w.party[u]] & w.area
    return sum(1 << h for h in bits(land) if may_stand(s, u, h))


class MusterUnit(SideDecides, frozen=True, tag=True):
    """Place a unit of a country that enters the war, or keep it in the force pool. Case base.minor."""

    rule: ClassVar[str] = "base.minor"
    takes = (SetUp, Done)
    unit: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(SetUp(self.unit, h) for h in bits(places_for(s, self.unit))), DONE]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: SetUp | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if action.unit != self.unit or action.hex < 0 or not places_for(s, self.unit) >> action.hex & 1:
            return Violation(
                "base.minor",
                "It must be placed in its own country, where there is room.",
                s.world.label(action.hex),
            )
        return None

    def apply(self, s: State, seat: Seat, action: SetUp | Done) -> Agenda:
        if isinstance(action, Done):
            s.where[self.unit] = POOL
        else:
            put(s, action.unit, action.hex)
            s.emit(Arrived(action.unit, action.hex, "base.minor"))
        return (SettingUp(self.side, s.world.party[self.unit]),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.unit)}: choose where it starts the war.", self.rule)

    def option(self, s: State, seat: Seat, action: SetUp | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("Keep it in the force pool", "pass", w.piece(self.unit), ends=True)
        return Option(f"Place at {w.title(action.hex)}", "place", w.piece(self.unit), w.label(action.hex))


# --- reserves


def codes_due(s: State, power: int) -> int:
    """The reserves that a power's wars call out: Res by any with a power, Ge with Germany or Italy, Ja with Japan.

    Case base.reserves. RULING reserve-code.
    """
    foes = s.wars[power] & ALL_POWERS
    out = RES if foes else 0
    out |= GE if foes >> GERMANY & 1 or foes >> ITALY & 1 else 0
    return out | (JA if foes >> JAPAN & 1 else 0)


def call_out(s: State, power: int) -> Agenda:
    """A power calls out the reserves that its wars ask for: units go to its cities at once, leaders into the cup.

    Cases base.reserves, 4c, 5.1a.
    """
    w = s.world
    fresh = codes_due(s, power) & ~s.called[power]
    if not fresh:
        return ()
    s.called[power] |= fresh
    units = []
    for u in range(w.first_leader):
        if w.party[u] == power and s.where[u] == RESERVE and CODES.get(w.units[u].year, 0) & fresh:
            s.where[u] = READY
            units.append(u)
    for leader in w.all_leaders:
        if (
            w.party[leader] == power
            and s.where[leader] == RESERVE
            and CODES.get(w.leader(leader).start, 0) & fresh
        ):
            s.where[leader] = CUP
    if units:
        s.emit(Noted(f"{begun(the_power(power))} calls out its reserves.", "base.reserves"))
    return (Arrivals(SIDE_OF[power]),) if units else ()


# --- those who were there as guests


def send_guests_away(s: State, minor: int) -> None:
    """Units that a leader had led into a country which now takes another side come back as reinforcements next turn, and so does
    he. Case ability.25."""
    w = s.world
    for leader, where in list(s.guests.items()):
        if where != minor:
            continue
        del s.guests[leader]
        if s.entry[w.party[leader]] >> party_of(s, minor) & 1:
            continue
        for u in list(s.stack.get(s.where[leader], ())) if s.where[leader] >= 0 else []:
            turn_up(s, u)
            lift(s, u, CIRCLE)
            s.due[u] = s.turn + 1
