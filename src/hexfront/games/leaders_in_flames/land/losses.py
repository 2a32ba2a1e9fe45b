"""Losses: units taken off one by one by their owner's choice, and what follows for leaders beside them."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Take
from hexfront.games.leaders_in_flames.events import Killed, Shattered
from hexfront.games.leaders_in_flames.kinds import KILLED, PARTISAN, RETREATED, SHATTERED, SPENT
from hexfront.games.leaders_in_flames.leaders.asks import helps
from hexfront.games.leaders_in_flames.leaders.usable import applying
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.state import State, destroy, kill, leaders_at, shatter, troops_at
from hexfront.hexes import Hex, bits
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Eliminated, SideDecides


def side_of_battle(s: State, attacks: bool) -> int:
    """The side that attacks, or the one that defends, in the battle at hand."""
    return s.side if attacks else 1 - s.side


def participants(s: State, side: int) -> list[int]:
    """The units of a side that still take part in the battle: neither lost nor gone. A leader cannot be a loss. Case 3.1d."""
    units = s.attackers if side == s.side else s.defenders
    return [u for u in units if u not in s.fates and (s.where[u] >= 0 or u in s.descent)]


class Losses(Auto, frozen=True, tag=True):
    """A side loses a number of units; `fate` is what becomes of them, `only` a hex they must come from (-1: any)."""

    side: int
    left: int
    fate: int = KILLED
    only: int = -1
    taken: int = 0

    def run(self, s: State) -> Agenda:
        if self.left <= 0 or not eligible(s, self.side, self.only):
            check_deaths(s)
            return ()
        return (TakeLoss(self.side, self.left, self.fate, self.only, self.taken),)


def eligible(s: State, side: int, only: Hex) -> list[int]:
    """The units that can be taken as a loss. Case ability.11."""
    units = [u for u in participants(s, side) if only < 0 or s.where[u] == only]
    return [*units, *bands_for_loss(s, side, units)]


def bands_for_loss(s: State, side: int, units: list[int]) -> list[int]:
    """Bands in range of an attacking leader, one of which may be lost for a unit of his hex. Case ability.11."""
    w = s.world
    if side != s.side or any(w.kind[u] == PARTISAN and fate == SPENT for u, fate in s.fates.items()):
        return []
    for leader, row in applying(s, "loss.partisan"):
        if any(s.where[u] == s.where[leader] for u in units):
            near = w.range_of(leader, s.where[leader]) & s.troops[side]
            found = (u for h in bits(near) for u in s.stack[h] if w.kind[u] == PARTISAN and u not in units)
            return [u for u in found if helps(s, leader, u, row)]
    return []


class TakeLoss(SideDecides, frozen=True, tag=True):
    """Choose a unit to lose. Cases base.losses, 3.1d, ability.11, ability.55, ability.15."""

    rule: ClassVar[str] = "base.losses"
    takes = (Take,)
    left: int
    fate: int
    only: int
    taken: int

    def candidates(self, s: State, seat: Seat) -> list[Take]:
        return [Take(u) for u in eligible(s, self.side, self.only)]

    def violation(self, s: State, seat: Seat, action: Take) -> Violation | None:
        w = s.world
        if w.is_leader(action.unit):
            return Violation("3.1d", "A leader cannot be chosen as a loss.")
        if action.unit not in eligible(s, self.side, self.only):
            return Violation("base.losses", "Only a unit of yours in this battle can be lost.")
        return None

    def apply(self, s: State, seat: Seat, action: Take) -> Agenda:
        after: Agenda = ()
        if action.unit not in participants(s, self.side):
            after = lose(s, action.unit, SPENT)
        elif self.fate == KILLED and self.taken == 1 and second_is_shattered(s, self.side):
            break_up(s, action.unit, "ability.55")
        else:
            after = lose(s, action.unit, self.fate)
        return (*after, Losses(self.side, self.left - 1, self.fate, self.only, self.taken + 1))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        more = "" if self.left == 1 else f" ({self.left} left)"
        return Prompt(f"Choose a unit to lose{more}.", self.rule)

    def option(self, s: State, seat: Seat, action: Take) -> Option:
        return unit_option(s, action.unit, "Lose {}", "loss")


def second_is_shattered(s: State, side: int) -> bool:
    """Whether a side's second loss is taken as shattered. Case ability.55. RULING ability-55-first."""
    return any(s.world.side[leader] == side for leader, _ in applying(s, "loss.second"))


def lose(s: State, u: int, fate: int) -> Agenda:
    """Destroy a unit in the battle at hand; frames for what a leader makes of it. Case base.losses."""
    from hexfront.games.leaders_in_flames.leaders.steps import after_loss

    h = s.where[u] if s.where[u] >= 0 else s.descent.pop(u, s.target)
    s.descent.pop(u, None)
    s.fates[u] = fate
    s.emit(Eliminated(u, h, "base.losses"))
    after = after_loss(s, u, h)
    destroy(s, u)
    return after


def break_up(s: State, u: int, rule: str = "base.losses") -> None:
    """Shatter a unit in the battle at hand."""
    s.descent.pop(u, None)
    s.fates[u] = SHATTERED
    s.emit(Shattered(u, s.where[u], rule))
    shatter(s, u)


def check_deaths(s: State) -> None:
    """Leaders die in a hex in which land combat has destroyed every other land unit; those shattered or in retreat are not
    destroyed, and other leaders do not count. Case 3.3m. RULING death-two-leaders."""
    for side, units in ((s.side, s.attackers), (1 - s.side, s.defenders)):
        origins: dict[Hex, list[int]] = {}
        for u in units:
            origins.setdefault(s.origins.get(u, s.target), []).append(u)
        for h, some in origins.items():
            fates = [s.fates.get(u, 0) for u in some]
            lands = side == s.side and h == s.target
            if (
                KILLED not in fates
                or SHATTERED in fates
                or RETREATED in fates
                or 0 in fates
                or (troops_at(s, h) and not lands)
            ):
                continue
            men = [u for u in s.descent if s.descent[u] == h] if lands else leaders_at(s, h)
            for leader in men:
                s.descent.pop(leader, None)
                kill(s, leader)
                s.emit(Killed(leader, h, "3.3m"))
