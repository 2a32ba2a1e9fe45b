"""The Last War: what a general weighs besides the plan of the turn.

Each step of a turn changes the position: once the deployments are known, it is time to think again about flags, cards, LSP,
and who stays to fight. At the first choice of each such step the plan of the turn is played out beside variants
of it that look at that step alone.
"""

from __future__ import annotations

import msgspec

from hexfront.games.last_war.cards import CardPlay, Commitment
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.withdrawal import Withdrawal
from hexfront.players.doctrine import STEADY, Course, Plan, Question

Tilts = tuple[tuple[str, float], ...]

FLAGS: tuple[tuple[str, Tilts], ...] = (
    ("only the surest attacks", (("least", 6.0),)),
    ("every attack that may pay", (("least", -1.5),)),
    ("attack for places", (("point", 1.8), ("least", -0.5))),
    ("attack for ground", (("hex", 3.0), ("least", -0.5))),
    ("spare the men", (("price_men", 2.0), ("price_tanks", 2.0))),
    ("only the greatest prize", (("least", 60.0),)),
    ("no attack", (("least", 1e6),)),
)
CARDS: tuple[tuple[str, Tilts], ...] = (
    ("play the cards", (("card", 0.15),)),
    ("keep the cards", (("card", 8.0),)),
    ("play for places", (("point", 2.0), ("card", 0.6))),
    ("foil his cards", (("suspicion", 1.8), ("card", 0.6))),
)
SUPPLIES: tuple[tuple[str, Tilts], ...] = (
    ("spend freely", (("price_lsp", 0.2),)),
    ("spend little", (("price_lsp", 4.0),)),
)
LEAVING: tuple[tuple[str, Tilts], ...] = (
    ("stand", (("point", 2.5), ("hex", 3.0))),
    ("give way", (("price_men", 2.5), ("price_tanks", 2.5), ("price_air", 2.5))),
)
STEPS: dict[type, tuple[tuple[str, Tilts], ...]] = {
    FlagPlacing: FLAGS,
    CardPlay: CARDS,
    Commitment: SUPPLIES,
    Withdrawal: LEAVING,
}


def plans() -> list[Plan]:
    """Ways to play the turn: how bold, where, how much to keep back, how freely to play cards."""
    return [
        STEADY,
        Plan("all out", 0.8),
        Plan("stand fast", -0.6, reserve=1.0),
        Plan("in the north", axis="north", weight=0.8),
        Plan("in the centre", axis="centre", weight=0.8),
        Plan("in the south", axis="south", weight=0.8),
        Plan("play the cards", 0.2, tilts=(("card", 0.3),)),
        Plan("take places", tilts=(("point", 1.7),)),
    ]


def varied(plan: Plan, name: str, tilts: Tilts) -> Plan:
    """A plan with more tilts."""
    both = dict(plan.tilts)
    for number, times in tilts:
        both[number] = both.get(number, 1.0) * times
    return msgspec.structs.replace(plan, name=name, tilts=tuple(both.items()))


class Notes:
    """The step whose variants were weighed last, and the plan of the turn, which they vary."""

    def __init__(self) -> None:
        self.weighed: tuple[int, type] | None = None
        self.turn, self.base = -1, STEADY


def variants(q: Question[LastWarState]) -> list[Course]:
    """The plan of the turn and its variants for the step that begins; none in the middle of a step."""
    s, notes = q.s, q.memory.notes(Notes)
    kind = type(s.agenda[0])
    few = STEPS.get(kind)
    if few is None or notes.weighed == (s.turn, kind):
        return []
    notes.weighed = (s.turn, kind)
    if notes.turn != s.turn:
        notes.turn, notes.base = s.turn, q.plan
    base = notes.base
    if kind is CardPlay and not any(s.hand[n] for n in s.world.powers_of[q.seat]):
        return []
    return [
        Course(base.name, base, effort=0.7),
        *(Course(x, varied(base, x, tilts), effort=0.7) for x, tilts in few),
    ]


__all__ = ["plans", "variants"]
