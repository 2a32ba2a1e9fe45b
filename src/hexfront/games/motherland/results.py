"""Chapter 8.5 to 8.7: step losses, retreats and advances after combat."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import Advance, Done, FallBack, Lose, Retreat
from hexfront.games.motherland.control import occupy
from hexfront.games.motherland.kinds import (
    ARMOR,
    AXIS,
    MOUNTAIN,
    OUT,
    RAILROAD_GUN,
    SOVIET,
    SUPPORT,
    ZOC_SHY,
)
from hexfront.games.motherland.state import (
    State,
    countries,
    eliminate,
    ignores_minor_rivers,
    is_snow,
    lose_step,
    move_factor,
)
from hexfront.games.motherland.world import COUNTRY_CASES
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Offers, OneDecides, move

ATTACKER = 0
DEFENDER = 1


def participants(s: State, who: int) -> list[int]:
    """The units of one side in this combat that are still in play."""
    units = s.attackers if who == ATTACKER else s.defenders
    return [u for u in units if s.where[u] >= 0]


def side_of(s: State, who: int) -> int:
    """The side that attacks or defends in this combat."""
    axis_acts = s.phase in (1, 2, 3)
    return AXIS if axis_acts == (who == ATTACKER) else SOVIET


def hurt(s: State, u: int, rule: str) -> int:
    """A unit loses a step; its place in this combat goes to the counter that is left. Returns it, or -1."""
    h = s.where[u]
    left = lose_step(s, u)
    if left < 0:
        s.emit(ev.Eliminated(u, h, rule))
        s.attackers = [v for v in s.attackers if v != u]
        s.defenders = [v for v in s.defenders if v != u]
        s.pending = [v for v in s.pending if v != u]
        return -1
    s.emit(ev.StepLost(u, h, rule) if left == u else ev.BecameKampfgruppe(u, left, h))
    s.hits[u] = s.hits.get(u, 0) + 1  # every loss counts when losses are spread: case 8.5.1a
    if left != u:
        for units in (s.attackers, s.defenders, s.pending):
            if u in units:
                units[units.index(u)] = left
        for record in (s.hits, s.origins, s.strides, s.entered):
            if u in record:
                record[left] = record.pop(u)
    return left


def crush_the_fled(s: State, who: int) -> None:
    """Units that fled into a hex now attacked take no part, and are gone when a unit there is hit. Case 8.6.5."""
    if who == DEFENDER:
        for u in s.stack.get(s.target, ()):
            if u not in s.defenders:
                s.emit(ev.Eliminated(u, s.target, "8.6.5"))
                eliminate(s, u)


# --- losses


def loss_violation(s: State, who: int, u: int) -> Violation | None:
    """Losses are spread: nobody takes a second before all others have taken one. Case 8.5.1a."""
    units = participants(s, who)
    if u not in units:
        return Violation("8.5.1a", "Only a unit that takes part can take the loss.")
    if not is_least_hit(s, u, units):
        return Violation("8.5.1a", "Another unit has to take a loss first.", s.world.label(s.where[u]))
    return None


def is_least_hit(s: State, u: int, units: list[int]) -> bool:
    """Whether none of these units has taken fewer losses in this combat. Case 8.5.1a."""
    return s.hits.get(u, 0) <= min(s.hits.get(v, 0) for v in units)


class Suffer(Auto, frozen=True, tag=True):
    """A numeric result: met point by point by losses or retreat, then the winner may advance.

    Cases 7.1d, 8.5b, 8.5f, 8.5h, 8.7c, 8.7d. RULING 7.1-a.
    """

    who: int
    left: int
    total: int
    taken: int = 0
    advances: bool = True

    def run(self, s: State) -> Agenda:
        if self.left and participants(s, self.who):
            return (Choice(self.who, self.left, self.total, self.taken, self.advances),)
        return (AfterResult(self.who, self.total - self.taken),) if self.advances else ()


class Choice(OneDecides, frozen=True, tag=True):
    """One point of a result: a step loss, or a retreat of one hex.

    Cases 8.5b, 8.5.1a, 8.5.1b, 8.6.5, 8.7c, 8.7d, 18.2.3c.
    """

    who: int
    left: int
    total: int
    taken: int
    advances: bool
    takes = (Lose, FallBack)
    rule: ClassVar[str] = "8.5b"

    def chooser(self, s: State) -> int:
        return side_of(s, self.who)

    def candidates(self, s: State, seat: Seat) -> list[Lose | FallBack]:
        return [*(Lose(u) for u in participants(s, self.who)), FallBack()]

    def violation(self, s: State, seat: Seat, action: Lose | FallBack) -> Violation | None:
        able = can_retreat(s, self.who)
        if isinstance(action, FallBack):
            return None if able else Violation("8.5.1b", "No unit can retreat.", s.world.label(s.target))
        if able and is_snow(s) and side_of(s, self.who) == AXIS:
            return Violation(
                "18.2.3c", "On Snow turns Axis units must retreat while they can.", s.world.label(s.target)
            )
        return loss_violation(s, self.who, action.unit)

    def apply(self, s: State, seat: Seat, action: Lose | FallBack) -> Agenda:
        crush_the_fled(s, self.who)
        if isinstance(action, Lose):
            hurt(s, action.unit, "8.5b")
            return (Suffer(self.who, self.left - 1, self.total, self.taken + 1, self.advances),)
        return (
            BeginRetreat(self.who),
            Suffer(self.who, self.left - 1, self.total, self.taken, self.advances),
        )

    def prompt(self, s: State, seat: Seat) -> Prompt:
        at = s.world.title(s.target)
        text = f"{self.left} of {self.total} still to take at {at}: lose a step, or retreat one hex."
        return Prompt(text, "8.5b", "Every point is a step loss or one hex of retreat for the whole stack.")

    def option(self, s: State, seat: Seat, action: Lose | FallBack) -> Option:
        w = s.world
        if isinstance(action, FallBack):
            return Option("Retreat one hex", "retreat", rule="8.6a")
        name = w.name(action.unit)
        return Option(f"{name} loses a step", "loss", name, w.label(s.where[action.unit]), rule="8.5.1a")


class Losses(Auto, frozen=True, tag=True):
    """Mandatory step losses, those beyond the last unit ignored. Cases 8.5c, 8.5f."""

    who: int
    left: int

    def run(self, s: State) -> Agenda:
        return (MustLose(self.who, self.left),) if self.left and participants(s, self.who) else ()


class MustLose(OneDecides, frozen=True, tag=True):
    """The owner chooses which unit takes a mandatory loss. Cases 8.5c, 8.5.1a, 8.6.5."""

    who: int
    left: int
    takes = (Lose,)
    rule: ClassVar[str] = "8.5c"

    def chooser(self, s: State) -> int:
        return side_of(s, self.who)

    def candidates(self, s: State, seat: Seat) -> list[Lose]:
        return [Lose(u) for u in participants(s, self.who)]

    def violation(self, s: State, seat: Seat, action: Lose) -> Violation | None:
        return loss_violation(s, self.who, action.unit)

    def apply(self, s: State, seat: Seat, action: Lose) -> Agenda:
        crush_the_fled(s, self.who)
        hurt(s, action.unit, "8.5c")
        return (Losses(self.who, self.left - 1),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            f"Choose a unit to lose a step ({self.left} mandatory).",
            "8.5c",
            "These cannot be taken as retreats.",
        )

    def option(self, s: State, seat: Seat, action: Lose) -> Option:
        w = s.world
        name = w.name(action.unit)
        return Option(f"{name} loses a step", "loss", name, w.label(s.where[action.unit]), rule="8.5c")


class Annihilate(Auto, frozen=True, tag=True):
    """AE or DE: every unit of that side in the combat is eliminated. Cases 8.5e, 8.6.5."""

    who: int

    def run(self, s: State) -> Agenda:
        crush_the_fled(s, self.who)
        for u in participants(s, self.who):
            s.emit(ev.Eliminated(u, s.where[u], "8.5e"))
            eliminate(s, u)
        return ()


# --- retreat


def retreat_hexes(s: State, u: int, held: HexSet) -> list[Hex]:
    """Where a unit may retreat one hex, by the best priority that offers anything.

    Cases 4.2.2a, 5.1.5b, 8.4.3b, 8.5d, 8.6a, 8.6.1, 8.6.2b, 8.6.4b, 9.5c, 18.2.2. RULING 8.6-a.
    """
    w = s.world
    h, kind, side = s.where[u], w.kind[u], w.side[u]
    if not move_factor(s, u):
        return []
    hostile = enemy_zoc(s, side)
    open_ = w.land & countries(s, u) & ~s.held_by(1 - side)
    if kind != MOUNTAIN:
        open_ &= ~w.high_mountain
    if kind in ZOC_SHY:
        open_ &= ~hostile
    elif s.supply[u] == OUT:
        open_ &= held | ~hostile
    away = w.distances(s.target)
    here = away.get(h, 5)
    ways: list[list[Hex]] = [[], [], [], []]
    for n in w.dry[h]:
        if open_ >> n & 1 and away.get(n, 6) > here and (kind != RAILROAD_GUN or w.rail.has(h, n)):
            priority = (2 if held >> n & 1 else 3) if hostile >> n & 1 else held >> n & 1
            ways[priority].append(n)
    return next((hexes for hexes in ways if hexes), [])


def retreat_violation(s: State, u: int, n: Hex, held: HexSet) -> Violation | None:
    """Why a unit cannot retreat to a hex, priorities aside."""
    w = s.world
    h, at, kind = s.where[u], w.label(n), w.kind[u]
    if n not in w.near(h):
        return Violation("8.6a", "A retreat goes hex by hex.")
    if not move_factor(s, u):
        return Violation("8.5d", "A unit without a Movement Factor cannot retreat.", at)
    away = w.distances(s.target)
    if away.get(n, 6) <= away.get(h, 5):
        return Violation("8.6a", "Each hex of a retreat must be farther from the combat.", at)
    if not w.land >> n & 1 or w.blocked.has(h, n):
        return Violation("8.6.4a", "No retreat into or across water.", at)
    enemy = s.held_by(1 - w.side[u])
    if enemy >> n & 1:
        return Violation("8.6.4a", "Enemy units are there.", at)
    if w.high_mountain >> n & 1 and kind != MOUNTAIN:
        return Violation("5.1.5b", "Only German Mountain units can retreat into High Mountains.", at)
    if not countries(s, u) >> n & 1:
        return Violation(COUNTRY_CASES[w.nation[u]], f"{w.name(u)} cannot enter that country.", at)
    if kind == RAILROAD_GUN and not w.rail.has(h, n):
        return Violation("8.6.4b", "The Railroad Gun can retreat only along a railroad.", at)
    if enemy_zoc(s, w.side[u]) >> n & 1:
        if kind in ZOC_SHY:
            return Violation("4.2.3a", f"{w.name(u)} cannot enter an enemy ZOC.", at)
        if s.supply[u] == OUT and not held >> n & 1:
            return Violation("4.2.2b", "Out of Supply, it cannot retreat into an empty enemy ZOC.", at)
    return None


def can_retreat(s: State, who: int) -> bool:
    held = s.held_by(side_of(s, who))
    return any(retreat_hexes(s, u, held) for u in participants(s, who))


class BeginRetreat(Auto, frozen=True, tag=True):
    """One hex of retreat begins: units that can, retreat; units that cannot, lose a step instead. Cases 4.2.1a, 8.5d, 8.5g, 8.5.1b, 8.6.1."""

    who: int

    def run(self, s: State) -> Agenda:
        s.held_before = s.held_by(side_of(s, self.who))
        s.fresh, s.entered = 0, {}
        units = participants(s, self.who)
        s.pending = [u for u in units if retreat_hexes(s, u, s.held_before)]
        # RULING 8.5-a: a unit that cannot go along with the retreat takes that point as a step loss.
        for u in [u for u in units if u not in s.pending]:
            hurt(s, u, "8.5d")
        return (Retreats(self.who), EndRetreat(self.who))


def is_river_between(s: State, u: int, h: Hex, n: Hex) -> bool:
    """Whether a river costs armor a step on this hexside. Cases 8.6.3, 20.1-s1."""
    w = s.world
    return w.major.has(h, n) or (w.minor.has(h, n) and not ignores_minor_rivers(s, u))


class Retreats(OneDecides, frozen=True, tag=True):
    """The owner retreats units one hex, each to a hex of the best priority.

    Cases 4.2.1a, 4.2.2a, 8.5b, 8.6a, 8.6b, 8.6.1, 8.6.2a, 8.6.3, 8.6.4a, 19.1a.
    """

    who: int
    takes = (Retreat,)
    rule: ClassVar[str] = "8.6b"

    def chooser(self, s: State) -> int:
        return side_of(s, self.who)

    def candidates(self, s: State, seat: Seat) -> list[Retreat]:
        return [Retreat(u, n) for u in s.pending for n in s.world.near(s.where[u])]

    def violation(self, s: State, seat: Seat, action: Retreat) -> Violation | None:
        if action.unit not in s.pending:
            return Violation("8.6b", "That unit does not have to retreat now.")
        found = retreat_violation(s, action.unit, action.hex, s.held_before)
        if found is None and action.hex not in retreat_hexes(s, action.unit, s.held_before):
            return Violation("8.6.1", "A hex of higher priority is open.", s.world.label(action.hex))
        return found

    def legal(self, s: State, seat: Seat) -> list[Retreat]:
        return [Retreat(u, n) for u in s.pending for n in retreat_hexes(s, u, s.held_before)]

    def apply(self, s: State, seat: Seat, action: Retreat) -> Agenda:
        w = s.world
        u, n = action.unit, action.hex
        h = s.where[u]
        s.pending = [v for v in s.pending if v != u]
        move(s, u, n)
        s.emit(ev.Retreated((u,), (h, n), "8.6b"))
        rolls = occupy(s, w.side[u], n)
        # Cases 4.2.1a, 4.2.1b, 8.6.2a: the hex, not the unit, costs the step; it is paid when all have gone.
        if enemy_zoc(s, w.side[u]) >> n & 1 and not s.held_before >> n & 1:
            s.fresh |= 1 << n
            s.entered[u] = n
        if w.kind[u] in ARMOR and is_river_between(s, u, h, n):
            hurt(s, u, "8.6.3")
        return (*rolls, self) if s.pending else rolls

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = f"Retreat {s.world.names_of(s.pending)}: choose a unit and its hex."
        return Prompt(
            text, "8.6b", "Hexes free of units and enemy ZOC come first; an empty ZOC hex costs a step."
        )

    def option(self, s: State, seat: Seat, action: Retreat) -> Option:
        w = s.world
        name = w.name(action.unit)
        return Option(f"{name} to {w.title(action.hex)}", "retreat", name, w.label(action.hex), rule="8.6.1")


class EndRetreat(Auto, frozen=True, tag=True):
    """One hex of retreat is done: each empty enemy ZOC hex entered costs its stack a step. Cases 4.2.1a, 4.2.1b, 8.6.2a."""

    who: int

    def run(self, s: State) -> Agenda:
        out: Agenda = ()
        for h in bits(s.fresh):
            units = [u for u in s.entered if s.where[u] == h]
            if len(units) == 1:
                hurt(s, units[0], "4.2.1a")
            elif units:
                out += (ZocLoss(self.who, h),)
        return out


class ZocLoss(OneDecides, frozen=True, tag=True):
    """A stack that retreated into an enemy ZOC loses one step; its owner chooses where. Cases 4.2.1b, 8.5.1a, 8.6.2a."""

    who: int
    hex: int
    takes = (Lose,)
    rule: ClassVar[str] = "4.2.1b"

    def chooser(self, s: State) -> int:
        return side_of(s, self.who)

    def _units(self, s: State) -> list[int]:
        return [u for u in s.entered if s.where[u] == self.hex]

    def candidates(self, s: State, seat: Seat) -> list[Lose]:
        return [Lose(u) for u in self._units(s)]

    def violation(self, s: State, seat: Seat, action: Lose) -> Violation | None:
        units = self._units(s)
        at = s.world.label(self.hex)
        if action.unit not in units:
            return Violation("4.2.1b", "Choose a unit that retreated into this enemy ZOC.", at)
        if not is_least_hit(s, action.unit, units):
            return Violation("8.5.1a", "Another unit has to take a loss first.", at)
        return None

    def apply(self, s: State, seat: Seat, action: Lose) -> Agenda:
        hurt(s, action.unit, "4.2.1b")
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = f"The retreat into {s.world.title(self.hex)} costs one step: choose a unit."
        return Prompt(text, "4.2.1b", "The stack loses one step in all.")

    def option(self, s: State, seat: Seat, action: Lose) -> Option:
        name = s.world.name(action.unit)
        return Option(f"{name} loses a step", "loss", name, s.world.label(self.hex), rule="4.2.1b")


# --- advance


def vacated(s: State, who: int) -> HexSet:
    """The hexes the winner may enter first, once no enemy is left in them. Cases 8.7a, 8.7.2a.

    RULING 8.7.2-a: a winning defender may enter any attacking hex that was left altogether.
    """
    return sum(1 << h for h in ({s.target} if who == ATTACKER else set(s.origins.values())))


class AfterResult(Auto, frozen=True, tag=True):
    """A side has met its result: if all of it is gone from its hexes, the other may advance.

    Cases 7.1g, 8.1.5b, 8.7a, 8.7c, 8.7d, 8.7.1a. RULING 8.7-a.
    """

    loser: int
    points: int

    def run(self, s: State) -> Agenda:
        if self.loser == DEFENDER and s.is_overrun:
            return ()
        if self.loser == ATTACKER and any(s.where[u] == s.origins[u] for u in participants(s, ATTACKER)):
            return ()
        winner = ATTACKER if self.loser == DEFENDER else DEFENDER
        frame = Advances(winner, min(2, self.points))
        return (frame,) if frame.is_open(s) else ()


def advance_violation(s: State, who: int, limit: int, u: int, n: Hex) -> Violation | None:
    """Why a unit may not advance into a hex. Cases 4.2.3a, 8.7a, 8.7c, 8.7.1a, 8.7.1b, 8.7.2a, 8.7.3."""
    w = s.world
    if u not in participants(s, who):
        return Violation("8.7.3", "Only units that took part can advance.")
    h, kind = s.where[u], w.kind[u]
    if n not in w.near(h):
        return Violation("8.7.2a", "An advance goes hex by hex.")
    at = w.label(n)
    if kind in (SUPPORT, RAILROAD_GUN) or not move_factor(s, u):
        return Violation("8.7.3", f"{w.name(u)} cannot advance.", at)
    strides = s.strides.get(u, 0)
    if strides >= limit:
        return Violation("8.7c" if limit == 1 else "8.7.1a", "The result allows no further advance.", at)
    if strides and kind not in ARMOR:
        return Violation("8.7.1b", f"{w.name(u)} can advance only one hex.", at)
    if not strides and not vacated(s, who) >> n & 1:
        return Violation("8.7.2a", "The first hex must be the one that was vacated.", at)
    return _advance_way_violation(s, u, h, n, strides)


def _advance_way_violation(s: State, u: int, h: Hex, n: Hex, strides: int) -> Violation | None:
    w = s.world
    at = w.label(n)
    enemy = s.held_by(1 - w.side[u])
    if enemy >> n & 1:
        return Violation("5.2.2a", "Enemy units are there.", at)
    if w.bridge.has(h, n):
        return Violation("16.7a", "No advance across the rail bridge.", at)
    # RULING 8.4.2-a: Leg units that won across the Kerch Strait may enter the vacated hex.
    if not w.land >> n & 1 or (w.blocked.has(h, n) and (strides or not w.kerch.has(h, n))):
        return Violation("8.7.2c", "No advance across a Sea, Lake or Frozen Access hexside.", at)
    if w.high_mountain >> n & 1 and w.kind[u] != MOUNTAIN:
        return Violation("5.1.5b", "Only German Mountain units can advance into High Mountains.", at)
    if not countries(s, u) >> n & 1:
        return Violation(COUNTRY_CASES[w.nation[u]], f"{w.name(u)} cannot enter that country.", at)
    if w.kind[u] in ZOC_SHY and enemy_zoc(s, w.side[u]) >> n & 1:  # RULING 8.7.3-a
        return Violation("4.2.3a", f"{w.name(u)} cannot enter an enemy ZOC.", at)
    if strides and (w.minor.has(h, n) or w.major.has(h, n)):
        return Violation("8.7.2b", "The second hex of an advance cannot lie across a river.", at)
    return None


class Advances(Offers, frozen=True, tag=True):
    """The winner advances units one by one, or stays. Cases 4.2.2c, 8.7a, 8.7b, 8.7.1a, 8.7.1b, 8.7.2d, 19.1.1."""

    who: int
    limit: int
    takes = (Advance, Done)
    done = Option("Advance no further", "done", rule="8.7b", ends=True)
    rule: ClassVar[str] = "8.7b"

    def chooser(self, s: State) -> int:
        return side_of(s, self.who)

    def choices(self, s: State) -> list[Advance]:
        w = s.world
        units = participants(s, self.who)
        return [Advance(u, n) for u in units for n in w.near(s.where[u])]

    def refusal(self, s: State, action: Advance) -> Violation | None:
        return advance_violation(s, self.who, self.limit, action.unit, action.hex)

    def take(self, s: State, action: Advance) -> Agenda:
        u, n = action.unit, action.hex
        h = s.where[u]
        move(s, u, n)
        s.strides[u] = s.strides.get(u, 0) + 1
        s.emit(ev.Advanced((u,), (h, n), "8.7a"))
        rolls = occupy(s, s.world.side[u], n)
        return (*rolls, self) if self.is_open(s) else rolls

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = f"The enemy is gone from {s.world.title(s.target)}: advance units, or stay."
        if self.who == DEFENDER:
            text = "The attackers are gone: advance units, or stay."
        hint = "The first hex is the vacated one. Armor may go on for a second hex, not across a river."
        return Prompt(text, "8.7b", hint if self.limit > 1 else "One hex, into the one that was vacated.")

    def shown(self, s: State, action: Advance) -> Option:
        w = s.world
        name = w.name(action.unit)
        return Option(f"{name} to {w.title(action.hex)}", "advance", name, w.label(action.hex), rule="8.7.2a")
