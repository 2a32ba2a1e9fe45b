"""Hitler Turns East: decisions that are worth playing out by themselves, and the few actions worth trying at each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexfront.games.turns_east.data import SIDES
from hexfront.kernel import Seat, SeededSource
from hexfront.players.doctrine import Course, Memory, Plan

if TYPE_CHECKING:
    from hexfront.players.doctrines.turns_east.doctrine import TurnsEastDoctrine

SMALL = (
    "ChooseFirst",
    "AssignOrder",
    "Redraw",
    "OwnOrder",
    "AssignReplacement",
    "ChooseLoss",
    "Replacements",
)
"""Decisions of which every action is tried, up to `FEW`."""
FEW = 6
HOPELESS = -0.5
"""Attacks that staff thinks worth less than this are not tried: a few lucky playouts prove nothing."""
MINOR = (
    "AssignReplacement",
    "ChooseAdvance",
    "ChooseLoss",
    "ChooseRetreat",
    "MoveToContact",
    "PlaceUnit",
    "Redraw",
    "Replacements",
)
"""Decisions left to staff where there are several Commands, and hundreds of them a game. (Of 41 arrivals searched in a game
none was changed, and they took two fifths of the time.)"""
EFFORT = {
    "Purchase": 0.6,
    "ChooseTarget": 0.7,
    "AssignOrder": 0.7,
    "ChooseFirst": 0.7,
}
"""What share of the effort of a plan a decision gets."""


def candidates(
    doctrine: TurnsEastDoctrine,
    s: Any,
    seat: Seat,
    legal: list[Any],
    plan: Plan,
    memory: Memory,
    source: SeededSource,
) -> list[Course]:
    """The actions worth trying, staff's own first; none where the plan decides."""
    side = SIDES.index(seat)
    frame = s.agenda[0]
    name = type(frame).__name__
    if name in MINOR and len(s.world.plan.commands) > 1:
        return []
    few: list[Any]
    if name in ("PlaceUnit", "MoveToContact", "PlacePartisans", "ChooseRetreat"):
        few = doctrine.best_hexes(s, side, name, legal, plan)[:FEW]
    elif name == "Purchase":
        few = [x for _, x in doctrine.purchases(s, side, legal, plan)][:FEW]
    elif name == "ChooseTarget":
        few = [x for worth, x, _, _ in doctrine.targets(s, side, frame, legal, plan) if worth > HOPELESS]
        few = few[: FEW - 2]
        few.append(legal[-1])
    elif name == "ChooseAdvance":
        few = doctrine.advances(s, side, frame, legal, plan)[: FEW - 2]
        if legal[-1] not in few:
            few.append(legal[-1])
    elif name in SMALL and len(legal) <= FEW:
        few = list(legal)
    else:
        return []
    usual = doctrine.choose(s, seat, legal, plan, memory, source)
    few = [usual, *(x for x in few if x != usual)]
    share = EFFORT.get(name, 0.35) if len(s.world.plan.commands) > 1 else 1.0
    return [Course(frame.option(s, seat, x).label, plan, x, share) for x in few]


__all__ = ["candidates"]
