"""Naval combat: an area is searched, the kind of combat settled, fire exchanged, round after round."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import (
    BuyEdge,
    BuyShift,
    BuyTarget,
    CallFight,
    Done,
    HoldOn,
    Search,
    TurnAway,
)
from hexfront.games.leaders_in_flames.chairs import sit_units
from hexfront.games.leaders_in_flames.kinds import (
    AIRSEA,
    COMBAT_NAMES,
    NO_COMBAT,
    SCS,
    SIDE_NAMES,
    SUB,
    SUBS,
    SURFACE,
)
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.fate import recall_at_sea
from hexfront.games.leaders_in_flames.sea.airsea import planes_of
from hexfront.games.leaders_in_flames.sea.events import Searched
from hexfront.games.leaders_in_flames.sea.fire import serving, volleys
from hexfront.games.leaders_in_flames.sea.fleets import in_area
from hexfront.games.leaders_in_flames.sea.flights import PlanesHome
from hexfront.games.leaders_in_flames.sea.homing import send_home
from hexfront.games.leaders_in_flames.sea.search import (
    can_fight,
    contact,
    finders,
    included,
    present,
    reckon_surprise,
    ships_above,
    subs,
    top_section,
    true_roll,
)
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea, section_of
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.hexes import bits, union
from hexfront.kernel import Action, Agenda, Auto, Chance, Dice, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides

CHOICE, SHIFT, TARGET = 4, 2, 3
"""Surprise points: for the kind of combat, for a column, for a target."""
FAST, HIGH = 6, 4
DONE = Done()
Buy = BuyShift | BuyTarget | BuyEdge


# --- where to fight


class NavalCombat(Auto, frozen=True, tag=True):
    """A side may search where both sides have something at sea, each area once per impulse. Case base.search."""

    side: int

    def run(self, s: State) -> Agenda:
        return (Seeking(self.side),) if open_areas(s, self.side) else ()


def open_areas(s: State, side: int) -> list[int]:
    """The areas in which a side could still search in this impulse: it has ships there, and the enemy anything."""
    w = s.world
    mine = {area_of(s.where[u]) for u in (*w.ships_of[side], *w.planes_of[side]) if is_sea(s.where[u])}
    fresh = [area for area in w.waters.areas if area in mine and not s.seas_fought >> area & 1]
    return [area for area in fresh if can_fight(s, area, side)]


class Seeking(SideDecides, frozen=True, tag=True):
    """Search for the enemy in a sea area, or go on. Case base.search."""

    rule: ClassVar[str] = "base.search"
    takes = (Search, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Search(area) for area in open_areas(s, self.side)), DONE]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Search | Done) -> Violation | None:
        if isinstance(action, Done) or action.area in open_areas(s, self.side):
            return None
        return Violation(
            "base.search", "There is nothing to search for there in this impulse, or nothing to search with."
        )

    def apply(self, s: State, seat: Seat, action: Search | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        open_combat(s, action.area, self.side)
        return (Round(), NavalCombat(self.side))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Search for the enemy in a sea area, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Search | Done) -> Option:
        if isinstance(action, Done):
            return Option("No more searches", "done", rule=self.rule, ends=True)
        area = s.world.waters.seas.areas[action.area]
        return Option(f"Search the {area.title}", "target", at=f"{area.id}-0")


def open_combat(s: State, area: int, side: int) -> None:
    """A combat begins in a sea area."""
    s.sea, s.opener, s.toll, s.fates = area, side, [0, 0], {}
    for each in (0, 1):
        sit_units(s, each, in_area(s, area, each))
    s.seas_fought |= 1 << area


# --- a round


class Round(Auto, frozen=True, tag=True):
    """Both sides search; a side with nothing left ends the combat. Case base.search."""

    def run(self, s: State) -> Agenda:
        if s.sea < 0:
            return ()
        if not can_fight(s, s.sea, s.opener) and not can_fight(s, s.sea, 1 - s.opener):
            return (CombatOver(),)
        return (Asking((s.opener, 1 - s.opener), "search"), SearchRoll(), Contact())


class SearchRoll(Chance, frozen=True, tag=True):
    """Each side rolls to find the other. Cases base.search, ability.100."""

    def outcomes(self, s: State) -> Dice:
        return Dice(2, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        s.rolls = [true_roll(s, side, die) for side, die in enumerate(dice)]
        return ()

    def title(self, s: State) -> str:
        return f"Search, {s.world.lands.seas.areas[s.sea].title}"


class Contact(Auto, frozen=True, tag=True):
    """Who is included, and who is surprised. Where neither side finds the other the combat ends. Cases base.search, 3c."""

    def run(self, s: State) -> Agenda:
        found = contact(s)
        s.emit(Searched(s.sea, tuple(s.rolls), tuple(len(included(s, side)) for side in (0, 1)), found))
        if not found:
            return (CombatOver(),)
        reckon_surprise(s)
        s.paid, s.shifts, s.picks, s.lift = [0, 0], [0, 0], [0, 0], [0, 0]
        s.salvos, s.aimed, s.kind_of_fight = [], 0, -1
        return (Asking((s.opener, 1 - s.opener), "naval"), Reckoning())


# --- the kind of combat


def can_be(s: State, kind: int) -> bool:
    """Whether there can be a combat of a kind with those included: guns need a warship and something afloat, torpedoes a submarine
    and something afloat. Case base.combat_kind."""
    if kind == NO_COMBAT:
        return True
    if kind == AIRSEA:
        planes = [planes_of(s, side) for side in (0, 1)]
        return any(planes[side] and (planes[1 - side] or _floats(s, 1 - side)) for side in (0, 1))
    for side in (0, 1):
        shooters = ships_above(s, side) if kind == SURFACE else subs(s, side)
        if _floats(s, 1 - side) and any(not is_down(s, u) and s.world.strength[u] for u in shooters):
            return True
    return False


def _floats(s: State, side: int) -> bool:
    """Whether a side has anything on the surface in the combat."""
    return bool(ships_above(s, side)) or bool(s.escorted[side])


def plain_kind(s: State) -> int:
    """The kind of combat when nobody pays: in the air if there are planes, else on the surface, else under it; fast warships of the
    highest section can force it on the surface if a leader allows it. Cases base.combat_kind, ability.94."""
    if can_be(s, SURFACE) and any(is_dash(s, side) for side in (0, 1)):
        return SURFACE
    for kind in (AIRSEA, SURFACE, SUBS):
        if can_be(s, kind):
            return kind
    return NO_COMBAT


def is_dash(s: State, side: int) -> bool:
    """Whether a leader's fast warships force a surface combat: nothing else is included on his side. Case ability.94."""
    w, mine = s.world, [u for u in bits(s.engaged) if s.world.side[u] == side]
    fast = all(w.kind[u] in SCS and w.ship(u).move == FAST and section_of(s.where[u]) == HIGH for u in mine)
    return bool(mine) and fast and bool(serving(s, "free.surface", side)) and not s.escorted[side]


def price_of(s: State, side: int, kind: int) -> int:
    """What it costs a side to choose a kind of combat. Cases base.surprise_points, ability.92, ability.112."""
    ask = {SUBS: "subs.expert", SURFACE: "call.surface"}.get(kind, "")
    cheap = [row.give for _, row in serving(s, ask, side)] if ask else []
    return min([CHOICE, *cheap])


def can_choose(s: State, side: int) -> list[int]:
    """The kinds of combat that a side can pay for."""
    kinds = (SURFACE, AIRSEA, SUBS, NO_COMBAT)
    return [kind for kind in kinds if can_be(s, kind) and s.guile[side] >= price_of(s, side, kind)]


class Reckoning(Auto, frozen=True, tag=True):
    """The side with surprise points may choose the kind of combat. Case base.surprise_points."""

    def run(self, s: State) -> Agenda:
        for side in (0, 1):
            if can_choose(s, side):
                return (Choosing(side), Settled())
        return (Settled(),)


class Choosing(SideDecides, frozen=True, tag=True):
    """Pay surprise points for the kind of combat, or keep the default. Case base.surprise_points."""

    rule: ClassVar[str] = "base.surprise_points"
    takes = (CallFight, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(CallFight(kind) for kind in (SURFACE, AIRSEA, SUBS, NO_COMBAT)), DONE]

    def violation(self, s: State, seat: Seat, action: CallFight | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if not 0 <= action.kind <= NO_COMBAT or not can_be(s, action.kind):
            return Violation("base.combat_kind", "That kind of combat is impossible with these forces.")
        if action.kind not in can_choose(s, self.side):
            price = price_of(s, self.side, action.kind)
            return Violation("base.surprise_points", f"It costs {price}; you have {s.guile[self.side]}.")
        return None

    def apply(self, s: State, seat: Seat, action: CallFight | Done) -> Agenda:
        if isinstance(action, CallFight):
            s.paid[self.side] = price_of(s, self.side, action.kind)
            s.guile[self.side] -= s.paid[self.side]
            s.kind_of_fight = action.kind
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        plain = COMBAT_NAMES[plain_kind(s)]
        return Prompt(
            f"You have {s.guile[self.side]} surprise points: choose the kind of combat, or keep the default ({plain}).",
            self.rule,
        )

    def option(self, s: State, seat: Seat, action: CallFight | Done) -> Option:
        if isinstance(action, Done):
            return Option(
                f"Keep the default: {COMBAT_NAMES[plain_kind(s)]}", "done", rule=self.rule, ends=True
            )
        name = COMBAT_NAMES[action.kind].capitalize()
        return Option(name, "choose", cost=float(price_of(s, self.side, action.kind)), rule=self.rule)


class Settled(Auto, frozen=True, tag=True):
    """The kind of combat is known; a leader may bring in all submarines, and the points that are left are spent.

    Cases base.combat_kind, ability.92, ability.104."""

    def run(self, s: State) -> Agenda:
        if s.kind_of_fight < 0:
            s.kind_of_fight = plain_kind(s)
        title = s.world.lands.seas.areas[s.sea].title
        s.emit(Noted(f"{title}: {COMBAT_NAMES[s.kind_of_fight]}.", "base.combat_kind"))
        if s.kind_of_fight == NO_COMBAT:
            return (CombatOver(),)
        if s.kind_of_fight == SUBS:
            pack(s)
        return (Spending(), Volleys())


def pack(s: State) -> None:
    """In submarine combat a leader's point counts; and one who brings all submarines of the area, once one of them has found the
    enemy, has the points worked out again from the lowest of them, less what was paid. Cases ability.92, ability.104."""
    w = s.world
    for side in (0, 1):
        if serving(s, "all.subs", side) and has_found(s, side):
            s.engaged |= union(u for u in present(s, side) if w.kind[u] == SUB)
            low = min(section_of(s.where[u]) for u in subs(s, side))
            lead = (low + s.rolls[1 - side]) - (top_section(s, 1 - side) + s.rolls[side])
            s.guile[side] = max(0, lead - s.paid[side])
            s.guile[1 - side] = max(0, s.paid[side] - lead - s.paid[1 - side])
    for side in (0, 1):
        more = len(serving(s, "subs.expert", side))
        taken = min(more, s.guile[1 - side])
        s.guile[1 - side] -= taken
        s.guile[side] += more - taken


def has_found(s: State, side: int) -> bool:
    """Whether a submarine of a side has found the enemy by its own search."""
    found = finders(s, side, s.rolls[side])
    return any(section_of(s.where[u]) in found for u in subs(s, side))


class Spending(Auto, frozen=True, tag=True):
    """Ask a side with surprise points left what to buy. Case base.surprise_points."""

    def run(self, s: State) -> Agenda:
        for side in (0, 1):
            if s.guile[side] >= SHIFT:
                return (Buying(side),)
        return ()


class Buying(SideDecides, frozen=True, tag=True):
    """Buy columns of the naval table, targets to name, or an edge in the air, or go on. Case base.surprise_points."""

    rule: ClassVar[str] = "base.surprise_points"
    takes = (BuyShift, BuyTarget, BuyEdge, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [BuyShift(), BuyTarget(), BuyEdge(), DONE]

    def violation(self, s: State, seat: Seat, action: Buy | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if isinstance(action, BuyEdge) and s.kind_of_fight != AIRSEA:
            return Violation("base.surprise_points", "There is no air combat.")
        price = TARGET if isinstance(action, BuyTarget) else SHIFT
        if s.guile[self.side] < price:
            return Violation("base.surprise_points", f"It costs {price}; you have {s.guile[self.side]}.")
        return None

    def apply(self, s: State, seat: Seat, action: Buy | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        if isinstance(action, BuyShift):
            s.guile[self.side] -= SHIFT
            s.shifts[self.side] += 1
        elif isinstance(action, BuyEdge):
            s.guile[self.side] -= SHIFT
            s.lift[self.side] += 1
        else:
            s.guile[self.side] -= TARGET
            s.picks[self.side] += 1
        return (Spending(),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Spend surprise points ({s.guile[self.side]} left), or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Buy | Done) -> Option:
        if isinstance(action, Done):
            return Option("Go on", "done", rule=self.rule, ends=True)
        if isinstance(action, BuyShift):
            return Option("A column for your fire", "choose", cost=float(SHIFT), rule=self.rule)
        if isinstance(action, BuyEdge):
            return Option("+1 in the air", "choose", cost=float(SHIFT), rule=self.rule)
        return Option("Name a target", "choose", cost=float(TARGET), rule=self.rule)


class Volleys(Auto, frozen=True, tag=True):
    """Fire, hits, then each side may break off. Cases base.surface, base.subs."""

    def run(self, s: State) -> Agenda:
        return (*volleys(s), BreakingOff(s.opener), BreakingOff(1 - s.opener), Round())


# --- after the fire


class BreakingOff(Auto, frozen=True, tag=True):
    """A side with ships in the combat is asked whether it stays, while both have any. Case base.abort."""

    side: int

    def run(self, s: State) -> Agenda:
        on = s.sea >= 0 and engaged(s, self.side)
        return (StayOrGo(self.side),) if on and can_fight(s, s.sea, self.side) else ()


def engaged(s: State, side: int) -> list[int]:
    """The ships and aircraft of a side in the combat that are still at sea."""
    return [u for u in bits(s.engaged) if s.world.side[u] == side and is_sea(s.where[u])]


class StayOrGo(SideDecides, frozen=True, tag=True):
    """Stay for another round, or break off: every ship of yours in the combat goes home. Case base.abort."""

    rule: ClassVar[str] = "base.abort"
    takes = (HoldOn, TurnAway)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [HoldOn(), TurnAway()]

    def violation(self, s: State, seat: Seat, action: HoldOn | TurnAway) -> Violation | None:
        return None

    def apply(self, s: State, seat: Seat, action: HoldOn | TurnAway) -> Agenda:
        if isinstance(action, HoldOn):
            return ()
        name = SIDE_NAMES[self.side]
        s.emit(Noted(f"The {name} broke off.", "base.abort"))
        mine = engaged(s, self.side)
        s.engaged &= ~union(mine)
        planes = tuple(u for u in mine if s.world.is_plane(u))
        home: Agenda = (PlanesHome(self.side, planes, True),) if planes else ()
        return (*home, *send_home(s, [u for u in mine if s.world.is_ship(u)], aborted=True), Parted())

    def prompt(self, s: State, seat: Seat) -> Prompt:
        title = s.world.lands.seas.areas[s.sea].title
        return Prompt(f"{title}: stay for another round, or break off and go home?", self.rule)

    def option(self, s: State, seat: Seat, action: HoldOn | TurnAway) -> Option:
        if isinstance(action, HoldOn):
            return Option("Stay", "choose", rule=self.rule)
        return Option(
            "Break off", "choose", rule=self.rule, note="your ships in this combat go home face-down"
        )


class Parted(Auto, frozen=True, tag=True):
    """A side has broken off: the combat is over once its ships are home. Case base.abort."""

    def run(self, s: State) -> Agenda:
        end_combat(s)
        return ()


class CombatOver(Auto, frozen=True, tag=True):
    """The combat in this area is over. Case base.search."""

    def run(self, s: State) -> Agenda:
        end_combat(s)
        return ()


def end_combat(s: State) -> None:
    """Losses are compared, one leader per side may be recalled, and the combat is cleared away. Cases 3.3c, 3.3f, 3.3k."""
    if s.sea < 0:
        return
    recall_at_sea(s)
    s.sea, s.opener, s.engaged, s.kind_of_fight, s.aimed = -1, -1, 0, -1, 0
    s.rolls, s.escorted, s.guile, s.paid, s.shifts, s.picks = [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]
    s.salvos, s.toll, s.fates = [], [0, 0], {}
