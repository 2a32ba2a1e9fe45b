"""After the roll: losses, retreat or shatter, advance, facing, and what becomes of leaders."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Soften, Spare
from hexfront.games.leaders_in_flames.events import Fought
from hexfront.games.leaders_in_flames.kinds import KILLED, RETREATED, SHATTERED
from hexfront.games.leaders_in_flames.land.advance import Advancing, Holding
from hexfront.games.leaders_in_flames.land.combat import LandRoll, clear_battle
from hexfront.games.leaders_in_flames.land.landings import TouchDown, is_won
from hexfront.games.leaders_in_flames.land.losses import Losses, break_up, check_deaths, participants
from hexfront.games.leaders_in_flames.land.odds import odds
from hexfront.games.leaders_in_flames.land.retreat import Retreating
from hexfront.games.leaders_in_flames.land.zones import shed
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.fate import recall_after_battle
from hexfront.games.leaders_in_flames.leaders.guards import Promotion
from hexfront.games.leaders_in_flames.leaders.steps import KeepUp
from hexfront.games.leaders_in_flames.leaders.usable import applying
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.state import State, on_the_map, turn_down
from hexfront.games.leaders_in_flames.tables import outcome
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides


def meaning(code: str) -> str:
    """A result in words. Case base.losses."""
    found = outcome(code)

    def units(n: int) -> str:
        return "no loss" if not n else "1 unit" if n == 1 else f"{n} units"

    words = f"attacker {units(found.attacker)}, defender {units(found.defender)}"
    tail = {
        "R": "; survivors retreat",
        "S": "; survivors are shattered",
        "B": "; survivors are shattered, breakthrough",
    }
    facing = "; half of the attackers stay face-up" if found.spares_half else ""
    return words + tail.get(found.letter, "") + facing


class Rolled(Auto, frozen=True, tag=True):
    """Read the result and carry it out. Cases base.die, base.losses, ability.56, ability.62."""

    def run(self, s: State) -> Agenda:
        found = odds(s)
        reading = s.world.tables.land[s.table].read(s.column, s.die + found.bonus)
        code = reading.result
        if outcome(code).letter == "R" and any(
            s.world.side[leader] == s.side for leader, _ in applying(s, "result.harder")
        ):
            code = f"{code[:-1]}S"
        before, s.cell = s.cell, code
        result = outcome(code)
        header = s.world.tables.land[s.table].header(s.column)
        s.emit(
            Fought(
                s.target, s.side, tuple(s.attackers), tuple(s.defenders), header, s.die, s.die + found.bonus, s.table, code,
                meaning(code),
            )
        )  # fmt: skip
        both: Agenda = (Losses(s.side, result.attacker), Losses(1 - s.side, result.defender))
        if s.second:
            if outcome(before).letter == "R" and result.letter in ("", "R"):
                s.cell = before  # the defenders who are left retreat in any case
            return (*both, SoftenOr(), Clearing())
        return (*both, SoftenOr(), Asking((s.side,), "again"), Clearing())


class SoftenOr(Auto, frozen=True, tag=True):
    """A shatter or breakthrough may be taken as a retreat while defenders are left. Cases base.losses, ability.55."""

    def run(self, s: State) -> Agenda:
        if outcome(s.cell).letter in ("S", "B") and participants(s, 1 - s.side):
            return (Softening(s.side),)
        return ()


class Softening(SideDecides, frozen=True, tag=True):
    """Take the result as it is, or as a retreat. Case base.losses."""

    rule: ClassVar[str] = "base.losses"
    takes = (Soften,)

    def candidates(self, s: State, seat: Seat) -> list[Soften]:
        return [Soften(False), Soften(True)]

    def violation(self, s: State, seat: Seat, action: Soften) -> Violation | None:
        return None

    def apply(self, s: State, seat: Seat, action: Soften) -> Agenda:
        if action.retreat:
            s.cell = f"{s.cell[:-1]}R"
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            f"The result is {s.cell}: shatter the survivors, so that they come back next turn, or let them retreat?",
            self.rule,
        )

    def option(self, s: State, seat: Seat, action: Soften) -> Option:
        return Option(
            "Let them retreat" if action.retreat else "Shatter them", "choose", at=s.world.label(s.target)
        )


class SecondAttack(Auto, frozen=True, tag=True):
    """Attack the hex again at odds two columns worse; first losses stand, retreat and facing wait. Case ability.62."""

    def run(self, s: State) -> Agenda:
        if not participants(s, s.side) or not participants(s, 1 - s.side) or s.column < 2:
            return ()
        s.second, s.column = 1, s.column - 2
        return (LandRoll(), Rolled())


class Clearing(Auto, frozen=True, tag=True):
    """Survivors retreat or are shattered; a leader may let them stay. Cases base.losses, ability.42."""

    def run(self, s: State) -> Agenda:
        letter = outcome(s.cell).letter
        if applying(s, "attack.again") and not s.second and letter == "R":
            return (SecondAttack(), AfterSecond())
        left = participants(s, 1 - s.side)
        if letter == "R" and left:
            return (Asking((1 - s.side,), "retreat"), Leaving(), Ending())
        if letter in ("S", "B"):
            for u in left:
                break_up(s, u)
        stays = not is_won(s)
        return (Ending(),) if stays else (Retreating(1 - s.side, True), Ending())


class AfterSecond(Auto, frozen=True, tag=True):
    """Where the second attack could not be made, the first stands. Cases ability.42, ability.62."""

    def run(self, s: State) -> Agenda:
        if s.second or s.target < 0:
            return ()
        return (Asking((1 - s.side,), "retreat"), Leaving(), Ending())


class Leaving(Auto, frozen=True, tag=True):
    """The defenders retreat, unless a leader's order to stand was paid for with a unit. Cases ability.42, ability.40."""

    def run(self, s: State) -> Agenda:
        if applying(s, "retreat.refuse"):
            return ()
        return (Retreating(1 - s.side, False), KeepUp(1 - s.side, "retreat.up"))


class Ending(Auto, frozen=True, tag=True):
    """Advance, facing, recall, promotion. Cases base.advance, base.facing, base.paradrop, 3.3k, 5.1b."""

    def run(self, s: State) -> Agenda:
        check_deaths(s)
        advance: Agenda = ()
        if is_won(s) and participants(s, s.side):
            advance = (Asking((s.side,), "advance"), *self.advance(s))
        return (TouchDown(), *advance, Facing(), Aftermath())

    def advance(self, s: State) -> Agenda:
        """Where an enemy leader could disrupt it, entering the hex comes first, the rest after his strike. Case ability.80."""
        other = 1 - s.side
        if not any(row.moment == "disrupt" for u in on_the_map(s, other) for row in s.world.abilities(u)):
            return (Advancing(s.side),)
        return (Advancing(s.side, True), Asking((other,), "disrupt"), Holding(), Advancing(s.side))


class Facing(Auto, frozen=True, tag=True):
    """Attackers are turned face-down; after `-` half of them stay up as their owner likes. Cases base.facing, ability.41, ability.62."""

    def run(self, s: State) -> Agenda:
        units = participants(s, s.side)
        result = outcome(s.cell)
        beaten = result.letter != "" and any(
            f in (RETREATED, SHATTERED) for u, f in s.fates.items() if u in s.defenders
        )
        if s.second:
            for u in (*units, *(u for u in s.defenders if s.where[u] >= 0)):
                s.forced_down |= 1 << u
        keep: Agenda = (KeepUp(s.side, "attack.up"),) if beaten else ()
        if result.spares_half:
            most = (len(units) + 1) // 2
            return (*keep, SpareHalf(most), TurnDown())
        return (*keep, TurnDown())


class SpareHalf(Auto, frozen=True, tag=True):
    """Ask which attackers stay face-up: this many."""

    left: int

    def run(self, s: State) -> Agenda:
        units = [u for u in participants(s, s.side) if not (s.forced_down | s.kept_up) >> u & 1]
        if self.left <= 0 or not units:
            return ()
        if len(units) <= self.left:
            for u in units:
                s.kept_up |= 1 << u
            return ()
        return (Sparing(s.side, self.left),)


class Sparing(SideDecides, frozen=True, tag=True):
    """Choose an attacker that stays face-up. Case base.facing."""

    rule: ClassVar[str] = "base.facing"
    takes = (Spare,)
    left: int

    def candidates(self, s: State, seat: Seat) -> list[Spare]:
        return [Spare(u) for u in participants(s, self.side) if not (s.forced_down | s.kept_up) >> u & 1]

    def violation(self, s: State, seat: Seat, action: Spare) -> Violation | None:
        if action not in self.candidates(s, seat):
            return Violation("base.facing", "Only an attacker that need not turn face-down can stay face-up.")
        return None

    def apply(self, s: State, seat: Seat, action: Spare) -> Agenda:
        s.kept_up |= 1 << action.unit
        return (SpareHalf(self.left - 1),)

    def option(self, s: State, seat: Seat, action: Spare) -> Option:
        return unit_option(s, action.unit, "{} stays face-up", "choose")


class TurnDown(Auto, frozen=True, tag=True):
    """Turn face-down the attackers that are not spared, and leaders who attacked with them. Cases base.facing, ability.28, ability.62."""

    def run(self, s: State) -> Agenda:
        w = s.world
        half = outcome(s.cell).spares_half and not s.second
        for u in s.origins:
            if s.where[u] < 0 or (w.is_leader(u) and half):
                continue
            if s.forced_down >> u & 1 or not s.kept_up >> u & 1:
                turn_down(s, u)
        if s.second:
            for u in s.defenders:
                if s.where[u] >= 0:
                    turn_down(s, u)
        return ()


class Aftermath(Auto, frozen=True, tag=True):
    """Build points are compared, one leader per side may be recalled, a Soviet army promoted. Cases 3.3a, 3.3b, 5.1b."""

    def run(self, s: State) -> Agenda:
        recall_after_battle(s)
        return (Promotion(), Over())


class Over(Auto, frozen=True, tag=True):
    """The battle is over; a stack that only a lost leader allowed is cut down. Case ability.48."""

    def run(self, s: State) -> Agenda:
        clear_battle(s)
        shed(s)
        return ()


__all__ = ["KILLED", "Rolled", "SecondAttack", "meaning"]
