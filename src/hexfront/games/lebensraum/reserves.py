"""Chapter 11.3: naming and releasing reserves."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Done, Mark, Unmark
from hexfront.games.lebensraum.decisions import PowerOffers
from hexfront.games.lebensraum.kinds import HQ_BASE
from hexfront.games.lebensraum.movement import movers
from hexfront.games.lebensraum.reach import is_hq, place_of, power_of
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.zones import is_in_enemy_zoc
from hexfront.kernel import Agenda, Option, Prompt, Seat, Violation


def is_in_reserve(s: State, mover: int) -> bool:
    return bool((s.hq_reserve >> (mover - HQ_BASE) if is_hq(mover) else s.reserve >> mover) & 1)


class Designation(PowerOffers, frozen=True, tag=True):
    """Put units and HQs in reserve or release them. Cases 4.2.3B, 11.3a, 11.3e. RULING 11.3-b."""

    rule: ClassVar[str] = "11.3a"
    takes = (Mark, Unmark, Done)

    def choices(self, s: State) -> list[Mark | Unmark]:
        return [Unmark(m) if is_in_reserve(s, m) else Mark(m) for m in movers(s, self.power)]

    def refusal(self, s: State, action: Mark | Unmark) -> Violation | None:
        mover = action.mover
        k = mover - HQ_BASE
        known = 0 <= k < len(s.world.hqs) if is_hq(mover) else s.world.is_unit(mover)
        if not known or power_of(s, mover) != self.power or place_of(s, mover) < 0:
            return Violation("11.3a", "Only a unit or HQ of yours on the map can be in reserve.")
        at = s.world.label(place_of(s, mover))
        if is_in_reserve(s, mover) == isinstance(action, Mark):
            words = "It is in reserve already." if isinstance(action, Mark) else "It is not in reserve."
            return Violation("11.3a", words, at)
        if (
            isinstance(action, Mark)
            and not is_hq(mover)
            and is_in_enemy_zoc(s, self.power, place_of(s, mover))
        ):
            return Violation("11.3a", "It stands in a zone of the enemy.", at)
        return None

    def take(self, s: State, action: Mark | Unmark) -> Agenda:
        if is_hq(action.mover):
            s.hq_reserve ^= 1 << action.mover - HQ_BASE
        else:
            s.reserve ^= 1 << action.mover
        s.emit(
            ev.Told(action.mover, "is in reserve", "11.3a")
            if isinstance(action, Mark)
            else ev.no_reserve(action.mover, "11.3e")
        )
        return (self,)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Name your reserves, or go on.",
            self.rule,
            "They may move in the enemy's phase and receive steps.",
        )

    def shown(self, s: State, action: Mark | Unmark) -> Option:
        name = s.world.name(action.mover)
        words = f"{name} into reserve" if isinstance(action, Mark) else f"Release {name}"
        return Option(words, "pick", name, s.world.label(place_of(s, action.mover)))


def reserve_frames(s: State) -> Agenda:
    """The Reserve Unit Designation Segment. Case 4.2.3B, RULING 4.1-a."""
    return tuple(Designation(power) for power in at_war(s))
