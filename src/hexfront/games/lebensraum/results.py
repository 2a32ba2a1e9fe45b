"""Chapters 7.4 to 7.43: what a result costs each side in steps and in ground, retreats, advances and overruns."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Advance, BringHQ, GiveWay, Halt, Retreat, StandFast, TakeLoss
from hexfront.games.lebensraum.command import fronts_of, staff_of, take_along
from hexfront.games.lebensraum.control import enter, march_into
from hexfront.games.lebensraum.decisions import Asked
from hexfront.games.lebensraum.headquarters import remove_hq
from hexfront.games.lebensraum.kinds import CAMP, OF_CAMP, STAFF_BASE
from hexfront.games.lebensraum.landings import sail_home
from hexfront.games.lebensraum.leaders import FateRoll, Judgement, replace_lost
from hexfront.games.lebensraum.movement import Breakdown, breaks_down
from hexfront.games.lebensraum.reach import entry_violation, may_enter, must_stop, offer, step_cost
from hexfront.games.lebensraum.state import (
    State,
    eliminate,
    hqs_at,
    hqs_on_map,
    lose_step,
    nearest_to_a_city,
    steps_of,
    ways_to_lose,
)
from hexfront.games.lebensraum.supply import loss_option, loss_violation
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.words import quantity


def opponents(s: State, side: int) -> list[Hex]:
    """The hexes that a side of the combat in hand must get away from: those of the other side's units."""
    if side == 0:
        return [s.target]
    return sorted({s.where[u] for u in s.attackers if s.where[u] >= 0})


def ways_back(s: State, side: int, u: int) -> list[Hex]:
    """Hexes a unit may retreat to: away from its opponents, of these the nearest to a friendly city.
    Cases 7.42b, 7.42c, 7.42d. RULING 7.42-d: away binds. RULING 7.42-c: it costs nothing."""
    w, at, foes, far = s.world, s.where[u], opponents(s, side), s.world.grid.distance
    clear = may_enter(s, u, w.around[at])
    ways = [n for n in w.lands.next_to[at] if clear >> n & 1 and step_cost(s, u, at, n) is not None]
    away = [n for n in ways if all(far(n, foe) > far(at, foe) for foe in foes)]
    return nearest_to_a_city(s, CAMP[s.power[u]], away)


def may_stay(s: State, u: int) -> bool:
    """Units in cities are never required to retreat. Case 7.42f."""
    return bool(s.world.cities >> s.where[u] & 1)


class Retreats(Auto, frozen=True, tag=True):
    """The units of a side that are pending retreat one after another. Cases 7.42a, 7.42e, 7.42f."""

    side: int
    rule: str
    forced: bool

    def run(self, s: State) -> Agenda:
        s.pending = [u for u in s.pending if s.where[u] >= 0]
        for u in list(s.pending):
            if not s.world.land >> s.where[u] & 1:  # a landing that failed (12.2e)
                s.pending.remove(u)
                sail_home(s, u)
            elif not ways_back(s, self.side, u):
                if self.forced and may_stay(s, u):
                    s.pending.remove(u)
                elif len(s.pending) == 1 or not self._others_can(s, u):
                    s.pending.remove(u)
                    eliminate(s, u, "7.42e")
        return (RetreatUnit(self.side, self.rule, self.forced), self) if s.pending else ()

    def _others_can(self, s: State, u: int) -> bool:
        """Whether another unit goes first and may make room."""
        return any(ways_back(s, self.side, v) for v in s.pending if v != u)


class RetreatUnit(Asked, frozen=True, tag=True):
    """Choose a unit and the hex it retreats to. Cases 7.42a, 7.42b."""

    rule = "7.42a"
    takes = (Retreat, StandFast)
    side: int
    why: str
    forced: bool

    def chooser(self, s: State) -> int:
        return s.power[s.pending[0]]

    def candidates(self, s: State, seat: Seat) -> list[Retreat | StandFast]:
        back = [Retreat(u, n) for u in s.pending for n in ways_back(s, self.side, u)]
        return [*back, *(StandFast(u) for u in s.pending if self.forced and may_stay(s, u))]

    def violation(self, s: State, seat: Seat, action: Retreat | StandFast) -> Violation | None:
        label, u = s.world.label, action.unit
        if u not in s.pending:
            return Violation("7.42a", "Only a unit that must retreat can be chosen.")
        if isinstance(action, Retreat):
            words = "A retreat leads away from the enemy, to the free hex nearest a friendly city."
            free = action.hex in ways_back(s, self.side, u)
            return None if free else Violation("7.42b", words, label(action.hex))
        if not self.forced:
            words = "All units retreat when the first step is taken as a retreat."
            return Violation("7.4d", words, label(s.where[u]))
        stays = may_stay(s, u)
        return None if stays else Violation("7.42f", "Only a unit in a city may stay.", label(s.where[u]))

    def apply(self, s: State, seat: Seat, action: Retreat | StandFast) -> Agenda:
        s.pending.remove(action.unit)
        return fall_back(s, action.unit, action.hex) if isinstance(action, Retreat) else ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Retreat: choose a unit and its hex.", self.why)

    def option(self, s: State, seat: Seat, action: Retreat | StandFast) -> Option:
        u, name = action.unit, s.world.name(action.unit)
        if isinstance(action, StandFast):
            return offer(s, u, f"{name} stays in the city", "choose", rule="7.42f")
        return offer(s, u, f"{name} retreats to {s.world.title(action.hex)}", "retreat", action.hex)


def fall_back(s: State, u: int, h: Hex) -> Agenda:
    """A unit retreats one hex; HQs that were with it go along. Cases 7.42a, 7.45d, 7.45e."""
    origin, power = s.where[u], s.power[u]
    frames = march_into(s, u, h)
    s.emit(ev.Retreated((u,), (origin, h), "7.42a"))
    for k in hqs_at(s, power, origin) if origin not in s.stack else ():
        take_along(s, k, h, "7.45d")
    return frames


def vacated(s: State) -> list[Hex]:
    """Hexes that the eliminated side held: the target, or those the attackers came from. Case 7.43c."""
    lost = s.defenders if all(s.where[u] < 0 for u in s.defenders) else s.attackers
    return [s.target] if lost is s.defenders else sorted(s.origins.values())


def advance_violation(s: State, u: int, h: Hex) -> Violation | None:
    """Why a unit cannot advance into a hex. Cases 7.43c, 7.43d, 7.43e, 5.5d."""
    w = s.world
    at = w.label(h)
    if u not in s.pending or s.mover not in (-1, u):
        return Violation("7.43a", "Only a surviving unit that has not advanced yet can advance.")
    here = s.where[u]
    dry = step_cost(s, u, here, h) is not None or w.lands.offshore.get(h) == here
    if not dry:
        return Violation("7.43e", "An advance goes through adjacent hexes and not over water.", at)
    if s.mover < 0 and h not in vacated(s):
        return Violation("7.43c", "The first hex of an advance must be one the enemy has lost.", at)
    if s.mover == u and s.spent >= s.spare:
        return Violation(
            "7.43d", f"No unit can advance farther than {quantity(s.spare, 'hex', 'hexes')}.", at
        )
    return entry_violation(s, u, h)


class Advances(Asked, frozen=True, tag=True):
    """Advance a unit after combat, or end the advance. Cases 7.43a, 7.43b, 7.43c, 7.43d, 7.43i."""

    rule = "7.43a"
    takes = (Advance, BringHQ, Halt)

    def chooser(self, s: State) -> int:
        return s.power[s.pending[0]]

    def candidates(self, s: State, seat: Seat) -> list[Advance | BringHQ | Halt]:
        movers = [s.mover] if s.mover >= 0 else s.pending
        found: list[Advance | BringHQ | Halt] = [
            *(Advance(u, n) for u in movers for n in s.world.near(s.where[u])),
            *(BringHQ(k) for k in hqs_on_map(s, self.chooser(s))),
            Halt(),
        ]
        return [action for action in found if self.violation(s, seat, action) is None]

    def violation(self, s: State, seat: Seat, action: Advance | BringHQ | Halt) -> Violation | None:
        if isinstance(action, Advance):
            return advance_violation(s, action.unit, action.hex)
        if isinstance(action, BringHQ):
            if action.hq not in hqs_on_map(s, s.power[s.pending[0]]):
                return Violation("7.43i", "Only an HQ of yours can go along.")
            hexes = [s.where[u] for u in s.pending]
            if s.hq[action.hq] not in hexes or (s.mover >= 0 and not s.train >> action.hq & 1):
                return Violation("7.43i", "An HQ goes along with a unit of the combat that it stands with.")
        return None

    def apply(self, s: State, seat: Seat, action: Advance | BringHQ | Halt) -> Agenda:
        if isinstance(action, BringHQ):
            s.train ^= 1 << action.hq
            return (self,)
        if isinstance(action, Halt):
            if s.mover < 0:
                s.pending = []
            else:
                put_down(s)
            return (self,) if s.pending else ()
        return (*step_forward(s, action.unit, action.hex), KeepOn())

    def prompt(self, s: State, seat: Seat) -> Prompt:
        if s.mover < 0:
            far = quantity(s.spare, "hex", "hexes")
            return Prompt(f"Advance up to {far}, or end the advance.", self.rule)
        return Prompt(f"{s.world.name(s.mover)}: go on, or halt. Hexes left: {s.spare - s.spent}.", self.rule)

    def option(self, s: State, seat: Seat, action: Advance | BringHQ | Halt) -> Option:
        w = s.world
        if isinstance(action, Advance):
            words = f"{w.name(action.unit)} advances to {w.title(action.hex)}"
            return offer(s, action.unit, words, "advance", action.hex)
        if isinstance(action, BringHQ):
            words = "stays here" if s.train >> action.hq & 1 else "goes along"
            return Option(f"{w.hqs[action.hq].name} {words}", "choose", at=w.label(s.hq[action.hq]))
        return Option("End the advance" if s.mover < 0 else "Halt here", "done", ends=True)


def step_forward(s: State, u: int, h: Hex) -> Agenda:
    """One hex of an advance. Cases 7.43b, 7.43e, 7.43f, 7.43i, 5.6b."""
    origin, power = s.where[u], s.power[u]
    if s.mover < 0:
        s.mover, s.spent, s.mountains = u, 0, 0
        s.train &= sum(1 << k for k in hqs_at(s, power, origin))
    halts = must_stop(s, u, h)
    frames = (*enter(s, u, h), *overrun_frames(s, CAMP[power], h))
    s.spent += 1
    s.emit(ev.Advanced((u,), (origin, h), "7.43a"))
    for k in hqs_at(s, power, origin):
        if s.train >> k & 1:
            take_along(s, k, h, "7.43i")
    if s.world.lands.mountain >> h & 1:
        s.mountains += 1
        if breaks_down(s, u, h):
            frames = (*frames, Breakdown(power, u))
    if halts or must_stop(s, u, h):  # a neutral's zones come up as it is entered
        s.spent = s.spare
    return frames


def put_down(s: State) -> None:
    """The unit in hand has advanced."""
    if s.mover in s.pending:
        s.pending.remove(s.mover)
    s.mover, s.spent, s.train = -1, 0, 0


class KeepOn(Auto, frozen=True, tag=True):
    """After a hex of advance: the same unit goes on, another one follows, or all is done. Cases 7.43d, 7.43e."""

    def run(self, s: State) -> Agenda:
        s.pending = [u for u in s.pending if s.where[u] >= 0]
        if s.mover >= 0 and (s.where[s.mover] < 0 or s.spent >= s.spare):
            put_down(s)
        return (Advances(),) if s.pending else ()


# --- overruns


def overrun_frames(s: State, camp: int, h: Hex) -> Agenda:
    """HQs and General Staff of the other camp in a hex that an advance enters. Cases 7.43f, 7.43g, 7.43h, 11.6h."""
    frames: Agenda = ()
    for power in OF_CAMP[1 - camp]:
        staff = [s.staff_chief[m] for m in staff_of(s, power) if s.staff[m] == h]
        frames = (*frames, *(FateRoll(leader, "overrun") for leader in staff))
        for k in hqs_at(s, power, h):
            frames = (*frames, *remove_hq(s, k, "7.43f"))
        for k in left_alone(s, power, h):
            frames = (*frames, FateRoll(s.chief[k], "overrun"), ReplaceLost(s.chief[k], k))
    return frames


def left_alone(s: State, power: int, h: Hex) -> list[int]:
    """HQs of a power whose leader helped a unit in a hex, where he is left alone if the unit is gone.
    Cases 7.45e, 7.43f. RULING 7.45-a."""
    came = {**s.origins, **dict.fromkeys(s.defenders, s.target)}
    hqs = [k for k in hqs_on_map(s, power) if k in s.helpers and s.chief[k] >= 0]
    return [k for k in hqs if came[s.helpers[k]] == h]


ATTACKER, DEFENDER = 0, 1


def side_list(s: State, side: int) -> list[int]:
    """The units of a side that took part, living or not."""
    return s.attackers if side == ATTACKER else s.defenders


def survivors(s: State, side: int) -> list[int]:
    """The units of a side that are still on the map."""
    return [u for u in side_list(s, side) if s.where[u] >= 0]


def result_frames(s: State) -> Agenda:
    """A result, applied at once. Cases 7.2e, 7.4a, 7.4e, 7.4f, 7.45f, 9.0f.
    Leaders first, since a new one comes before any advance; then the losses of the defender and of the attacker, the
    retreat of the side that lost more, and the advance of the survivors."""
    s.gave_way = s.vacated = s.spare = 0
    s.needed = [sum(steps_of(s, u) for u in side_list(s, side)) for side in (ATTACKER, DEFENDER)]
    fates: Agenda = ()
    for k in s.helpers:
        if k < STAFF_BASE and s.chief[k] >= 0:
            fates = (*fates, FateRoll(s.chief[k], "in_combat"), ReplaceLost(s.chief[k], k))
    # RULING 9.0-a: every front leader with a unit in the combat is judged.
    own, other = (tuple((k, s.chief[k]) for k in fronts_of(s, units)) for units in (s.attackers, s.defenders))
    a, d = s.indicated
    forced: Agenda = (ForcedRetreat(DEFENDER if d > a else ATTACKER),) if a != d else ()
    return (*fates, Judgement(own, other), TakeLosses(DEFENDER), TakeLosses(ATTACKER), *forced, AfterCombat())


class ReplaceLost(Auto, frozen=True, tag=True):
    """An HQ whose leader was hit in combat draws another at once. Cases 9.0b, 7.45h."""

    leader: int
    hq: int

    def run(self, s: State) -> Agenda:
        return () if s.post[self.leader] == self.hq else replace_lost(s, self.hq)


class Losses(Asked, frozen=True, tag=True):
    """Take a lost step, or the first one as a retreat. Cases 7.4b, 7.4d, 7.41d."""

    rule = "7.41d"
    takes = (TakeLoss, GiveWay)
    side: int

    def chooser(self, s: State) -> int:
        return s.power[side_list(s, self.side)[0]]

    def candidates(self, s: State, seat: Seat) -> list[TakeLoss | GiveWay]:
        losses = [TakeLoss(u, way) for u in survivors(s, self.side) for way in ways_to_lose(s, u)]
        return [*losses, *(() if self._must_stand(s) else (GiveWay(),))]

    def violation(self, s: State, seat: Seat, action: TakeLoss | GiveWay) -> Violation | None:
        if isinstance(action, TakeLoss):
            return loss_violation(s, action, tuple(survivors(s, self.side)))
        return self._must_stand(s)

    def _must_stand(self, s: State) -> Violation | None:
        """Why a side cannot give way. Cases 7.4d, 7.42i."""
        if s.owed[self.side] != s.indicated[self.side]:
            return Violation("7.4d", "Only the first step can be taken as a retreat.")
        if s.owed[self.side] - 1 >= s.needed[self.side]:
            return Violation("7.42i", "Units that will be eliminated cannot retreat first.")
        return None

    def apply(self, s: State, seat: Seat, action: TakeLoss | GiveWay) -> Agenda:
        s.owed[self.side] -= 1
        if isinstance(action, TakeLoss):
            lose_step(s, action.unit, action.way, "7.41d")
            return again(s, self)
        s.gave_way |= 1 << self.side
        s.pending = survivors(s, self.side)
        return (Retreats(self.side, "7.4d", False), TakeLosses(self.side))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Take {quantity(s.owed[self.side], 'step')} of losses.", self.rule)

    def option(self, s: State, seat: Seat, action: TakeLoss | GiveWay) -> Option:
        if isinstance(action, TakeLoss):
            return loss_option(s, action)
        return Option("Retreat instead of the first step", "retreat", rule="7.4d")


def again(s: State, frame: Losses) -> Agenda:
    """Ask once more while there is something to take and somebody to take it."""
    return (frame,) if s.owed[frame.side] and survivors(s, frame.side) else ()


class TakeLosses(Auto, frozen=True, tag=True):
    """A side takes its losses one by one, while there are steps owed and units to lose them. Cases 7.4b, 7.4d."""

    side: int

    def run(self, s: State) -> Agenda:
        return again(s, Losses(self.side))


class ForcedRetreat(Auto, frozen=True, tag=True):
    """The side with more indicated losses retreats, though it may have done so for its first step. Case 7.4e, RULING 7.4-a."""

    side: int

    def run(self, s: State) -> Agenda:
        s.pending = survivors(s, self.side)
        return (Retreats(self.side, "7.4e", True),) if s.pending else ()


class AfterCombat(Auto, frozen=True, tag=True):
    """A side that has eliminated all opposing units may advance. Cases 7.4c, 7.42h, 7.43a, 7.43d, RULING 7.43-a, RULING 7.4-b."""

    def run(self, s: State) -> Agenda:
        for side in (ATTACKER, DEFENDER):
            other = 1 - side
            lost_ground = s.gave_way >> side & 1 or s.indicated[side] > s.indicated[other]
            if survivors(s, other) or not survivors(s, side) or (side == ATTACKER and lost_ground):
                continue
            s.spare = max(0, s.indicated[other] - s.needed[other])
            s.pending = survivors(s, side)
            s.mover, s.spent, s.mountains, s.train = -1, 0, 0, 0
            return (Advances(),) if s.spare else ()
        return ()
